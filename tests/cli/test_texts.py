"""Every word of the command line stands in ``data/``, in every language, and nothing there is missing or left over."""

from __future__ import annotations

import ast
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import gmtool
from gmtool.cli.app import app
from gmtool.cli.env import cli_languages
from gmtool.cli.errors import EXIT_CODES
from gmtool.cli.helping import EVERYWHERE, key_of, of_param
from gmtool.paths import data_dir
from gmtool.text.texts import languages

Cli = Callable[..., Any]
PACKAGE = Path(gmtool.__file__).parent
FOLDER = data_dir() / "common" / "cli"
LANGUAGES = ["en", "th", "vi", "ja"]
SOURCES = [*(PACKAGE / "cli").glob("*.py"), PACKAGE / "ui" / "plain.py", PACKAGE / "ui" / "plain_commands.py"]


def texts_of(language: str) -> dict[str, str]:
    def flat(table: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(value, f"{path}{key}/")
            else:
                yield f"{path}{key}", value

    return dict(flat(tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")), ""))


def commands() -> Iterator[tuple[str, Any]]:
    """Yield every command with the table of its help."""

    def below(command: Any, path: str) -> Iterator[tuple[str, Any]]:
        yield key_of(path), command
        for name, found in getattr(command, "commands", {}).items():
            yield from below(found, f"{path} {name}")

    yield from below(get_command(app), "gmtool")


def test_the_command_line_speaks_all_languages_of_the_screen() -> None:
    assert set(cli_languages()) == set(languages()) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_ids_and_placeholders(language: str) -> None:
    english, other = texts_of("en"), texts_of(language)
    assert list(other) == list(english)
    for id, text in english.items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", other[id])), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_whole_and_in_one_form(language: str) -> None:
    raw = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    assert unicodedata.normalize("NFC", raw) == raw
    assert not set(raw) & {"\ufe0f", "\u200d", "\u200b"}
    for id, text in texts_of(language).items():
        assert text.strip(), id
        assert "{{" not in text, id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_option_and_exit_code_has_its_help(cli: Cli, language: str) -> None:
    texts = texts_of(language)
    for table, command in commands():
        assert f"help/{table}/about" in texts, table
        assert f"help/{table}/example" in texts, table
        for param in command.params:
            assert f"help/{table}/{param.name}" in texts or f"help/option/{param.name}" in texts, (table, param.name)
    for code in EXIT_CODES:
        assert f"exit/{code}" in texts
        assert f"exit_short/{code}" in texts


def test_no_help_is_left_over() -> None:
    known = {table: {param.name for param in command.params} for table, command in commands()}
    for id in texts_of("en"):
        kind, *rest = id.split("/")
        if kind == "help" and rest[0] not in ("word", "option"):
            assert rest[0] in known, id
            assert rest[1] in {*known[rest[0]], "about", "example"}, id


def literals(*functions: str) -> set[str]:
    """Return the first argument of every call of functions or methods of these names, where it is written out."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in functions and node.args:
                    found |= {
                        part.value
                        for part in ast.walk(node.args[0])
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
    return found


def test_every_text_that_the_commands_ask_for_is_there() -> None:
    texts = texts_of("en")
    cli_ids = {id for id in literals("text", "next") if "." in id and " " not in id and not id.endswith(".")}
    assert len(cli_ids) > 100
    missing = {id for id in cli_ids if f"cli/{id.replace('.', '/', 1)}" not in texts}
    assert not missing
    errors = {id for id in literals("CliError", "Faults", "tell_error") if id and " " not in id}
    shared = tomllib.loads((data_dir() / "common" / "text" / "en.toml").read_text(encoding="utf-8"))["error"]
    assert not {id for id in errors if f"error/{id}" not in texts and id not in shared}
    plain = literals("say")
    assert not {id for id in plain if f"plain/{id}" not in texts and not id.startswith("how_")}


def test_no_text_of_the_commands_is_left_over() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*SOURCES, *(PACKAGE / "core").glob("*.py")])
    used = re.findall(r"[\w.]+", code)
    built = {"ask.", "completion.", "settings."}
    for id in texts_of("en"):
        kind, _, rest = id.partition("/")
        name = rest.replace("/", ".", 1)
        if kind == "cli" and not any(name.startswith(prefix) for prefix in built):
            assert name in used, id
        if kind == "error":
            assert rest in used, id


def test_no_sentence_for_a_person_stands_in_the_code() -> None:
    """A text with a space in it is a docstring, a pattern of code, or belongs into ``data/``."""
    allowed = re.compile(r"^(\s|[^\w]|\w+=|gmtool |--|-o |select |pragma |insert |update |delete |begin |vacuum )")
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
                words = re.findall(r"[A-Za-z]{3,}", node.value)
                bare = any(isinstance(other, ast.Expr) and other.value is node for other in ast.walk(tree))
                if len(words) >= 3 and " " in node.value.strip() and not bare:
                    assert allowed.match(node.value), (path.name, node.value)


def test_help_is_in_the_language_chosen_and_names_the_exit_codes(cli: Cli) -> None:
    shown = cli("--help", "--lang", "th").stdout
    assert "วิธีใช้: gmtool" in shown
    assert "เล่นต่อ" in shown
    for code in EXIT_CODES:
        assert f"\n  {code} " in shown
    assert "使い方：" not in shown
    assert "例:" in cli("new", "--lang=ja", "--help").stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_commands_help_is_short_and_has_an_example(cli: Cli, language: str) -> None:
    for table, _ in commands():
        path = [] if table == "gmtool" else table.split("_")
        done = cli(*path, "--help", "--lang", language)
        assert done.exit_code == 0, table
        assert "gmtool" in done.stdout
        assert "[help." not in done.stdout
        assert "[exit" not in done.stdout
        assert len(done.stdout.splitlines()) <= (60 if not path else 45)


def test_a_language_without_texts_is_refused_with_those_there_are(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for args in (("--lang", "xx", "games"), ("games", "--lang", "xx"), ("--help", "--lang", "xx"), ("lang", "xx")):
        done = cli(*args)
        assert done.exit_code == 2, args
        assert "en, ja, th, vi" in done.stderr
    monkeypatch.setenv("GMTOOL_LANG", "xx")
    done = cli("games")
    assert done.exit_code == 2
    assert "GMTOOL_LANG" in done.stderr


def test_option_variable_kept_choice_and_locale_come_in_this_order(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = {"en": "No games yet", "th": "ยังไม่มีเกม", "vi": "Chưa có ván nào", "ja": "まだゲームがありません"}

    def spoken(*args: str) -> str:
        said = cli("games", *args).stderr
        return next(language for language, words in empty.items() if words in said)

    monkeypatch.delenv("GMTOOL_LANG")
    assert spoken() == "en"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert spoken() == "en"
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert spoken() == "ja"
    assert "Tiếng Việt" in cli("lang", "vi").stdout
    assert spoken() == "vi"
    monkeypatch.setenv("GMTOOL_LANG", "th")
    assert spoken() == "th"
    assert spoken("--lang", "en") == "en"


def test_a_game_that_does_not_speak_the_language_says_so(
    cli: Cli, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table(9)
    real = Path.is_file

    def without_japanese(path: Path) -> bool:
        return real(path) and not str(path).endswith("politics/text/ja.toml")

    monkeypatch.setattr(Path, "is_file", without_japanese)
    refused = cli("status", "--lang", "ja")
    assert refused.exit_code == 2
    assert "politics" in refused.stderr
    monkeypatch.setenv("GMTOOL_LANG", "ja")
    shown = cli("status")
    assert shown.exit_code == 0
    assert "まだ「ja」の文がありません" in shown.stderr
    assert "Politics Game" in shown.stdout


def test_what_is_read_aloud_may_be_in_another_language(cli: Cli, table: Callable[..., str]) -> None:
    table(9)
    shown = cli("play", "--plain", "--say-lang", "th", input="").stdout
    assert "Say: " in shown
    assert re.search(r"Say: .*[\u0e00-\u0e7f]", shown)
    assert "? Who leads?" in shown
    cli("settings", "say_lang=ja")
    assert re.search(r"Say: .*[\u3040-\u30ff]", cli("play", "--plain", input="").stdout)


def test_common_options_have_one_help_everywhere() -> None:
    from gmtool.cli.env import Env

    env = Env(lang="en")
    for name in EVERYWHERE:
        assert of_param("status", name, env)


def test_the_reference_of_commands_is_up_to_date() -> None:
    """``python -m gmtool.cli.reference > docs/commands.md`` makes it anew."""
    from gmtool.cli.reference import reference

    page = Path(__file__).parents[2] / "docs" / "commands.md"
    assert page.read_text(encoding="utf-8") == reference()
