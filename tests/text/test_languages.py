"""All languages say the same: same ids, same placeholders, nothing missing, nothing left over, nothing too wide."""

from __future__ import annotations

import ast
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from gmtool.core.game import game_ids, load_game
from gmtool.core.question import QUESTIONS
from gmtool.paths import data_dir
from gmtool.text.texts import Texts, languages
from gmtool.text.wrapping import wrap

PACKAGE = Path(__file__).resolve().parent.parent.parent / "gmtool"
LANGUAGES = ["en", "th", "vi", "ja"]
PLACEHOLDER = re.compile(r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}")


def folders() -> list[Path]:
    """Return every folder of data/ that holds one file a language."""
    return sorted({path.parent for path in data_dir().glob("*/*/en.toml")})


def texts_of(path: Path) -> dict[str, str]:
    """Return all texts of a file by their full id."""

    def walk(prefix: str, entry: Any) -> Iterator[tuple[str, str]]:
        if isinstance(entry, dict):
            for key, value in entry.items():
                yield from walk(f"{prefix}/{key}" if prefix else key, value)
        elif isinstance(entry, str):
            # Lists (aliases, questions, ways of speaking) are up to each language.
            yield prefix, entry

    return dict(walk("", tomllib.loads(path.read_text(encoding="utf-8"))))


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def test_the_languages_are_read_from_the_files() -> None:
    assert languages() == ["en", "ja", "th", "vi"]
    assert folders()


@pytest.mark.parametrize("folder", folders(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_language_has_the_same_ids(folder: Path) -> None:
    english = set(texts_of(folder / "en.toml"))
    for language in LANGUAGES:
        assert (folder / f"{language}.toml").is_file(), f"{folder}: no {language}"
        found = set(texts_of(folder / f"{language}.toml"))
        assert not english - found, f"missing in {language}: {sorted(english - found)[:12]}"
        assert not found - english, f"only in {language}: {sorted(found - english)[:12]}"


@pytest.mark.parametrize(
    "folder", [path for path in folders() if path.name not in ("terms",)], ids=lambda p: f"{p.parent.name}/{p.name}"
)
def test_every_language_has_the_same_placeholders(folder: Path) -> None:
    if folder.name == "rules" and folder.parent.name != "common":
        # Rules are told freely in each language; their placeholders need only be terms.
        for language in LANGUAGES:
            terms = set(
                tomllib.loads((folder.parent / "terms" / f"{language}.toml").read_text(encoding="utf-8"))["terms"]
            )
            for id, text in texts_of(folder / f"{language}.toml").items():
                assert placeholders(text) <= terms, f"{language} {id}: {placeholders(text) - terms}"
        return
    terms = terms_of(folder.parent)
    english = texts_of(folder / "en.toml")
    for language in LANGUAGES[1:]:
        for id, text in texts_of(folder / f"{language}.toml").items():
            # Terms may be put differently; values of the moment must all be there.
            wanted = placeholders(english.get(id, "")) - terms
            assert placeholders(text) - terms == wanted, f"{language} {id}: {text!r}, English {english.get(id)!r}"


def terms_of(folder: Path) -> set[str]:
    path = folder / "terms" / "en.toml"
    return set(tomllib.loads(path.read_text(encoding="utf-8"))["terms"]) if path.is_file() else set()


@pytest.mark.parametrize("path", sorted(data_dir().glob("**/*.toml")), ids=lambda p: str(p.relative_to(data_dir())))
def test_files_hold_no_sign_that_breaks_a_screen(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name != "keyboard.toml":
        assert unicodedata.normalize("NFC", text) == text
    for sign in text:
        code = ord(sign)
        assert code not in (0xFE0F, 0xFE0E, 0x200D, 0x200B), f"U+{code:04X}"
        assert not 0x1F3FB <= code <= 0x1F3FF
        assert not 0x1F1E6 <= code <= 0x1F1FF


def ids_in_code(folder: Path) -> tuple[set[str], set[str]]:
    """Return the event ids and reason ids that a folder's code names."""
    events: set[str] = set()
    reasons: set[str] = set()
    for path in folder.glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            first = node.args[0]
            if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                events.add(first.value)
            elif isinstance(node.func, ast.Name) and node.func.id == "Reason":
                reasons.add(first.value)
    return events, reasons


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_nothing_that_the_code_names_is_missing(game: str, language: str) -> None:
    load_game(game)
    texts = Texts(language, game)
    missing = [
        f"{id}.{part}"
        for id, question in QUESTIONS.items()
        if declared_in(game, id)
        for part in ("ask", "short")
        if not texts.has(id, part)
    ]
    events, reasons = ids_in_code(PACKAGE / "games" / game)
    core_events, core_reasons = ids_in_code(PACKAGE / "core")
    missing += [
        f"event.{id}" for id in events | core_events if not texts.has("event", id) and not texts.has("reason", id)
    ]
    missing += [f"reason.{id}" for id in reasons | core_reasons if not texts.has("reason", id)]
    module = load_game(game)
    missing += [f"action.{id}" for id in module.actions if not texts.has("action", id)]
    missing += [f"switch.{id}.title" for id in module.switches if not texts.has("switch", f"{id}.title")]
    assert not missing, sorted(missing)


def declared_in(game: str, id: str) -> bool:
    """Whether a question belongs to a game or to the core (questions of other games are loaded as well)."""
    own = Texts("en", game, strict=False)
    return own.has(id, "ask") or not any(Texts("en", other).has(id, "ask") for other in game_ids())


@pytest.mark.parametrize("game", game_ids())
def test_no_question_of_the_texts_is_unknown_to_the_code(game: str) -> None:
    load_game(game)
    document = tomllib.loads((data_dir() / game / "text" / "en.toml").read_text(encoding="utf-8"))
    asked = {id for id, entry in document.items() if isinstance(entry, dict) and "ask" in entry}
    assert asked <= set(QUESTIONS), sorted(asked - set(QUESTIONS))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_words_to_say_and_questions_fit_a_screen_of_80_columns(game: str, language: str) -> None:
    texts = Texts(language, game)
    document = tomllib.loads((data_dir() / game / "text" / f"{language}.toml").read_text(encoding="utf-8"))
    wide: list[str] = []
    for id, entry in document.items():
        if not isinstance(entry, dict) or "ask" not in entry:
            continue
        if len(wrap(filled(texts, entry.get("say", "")), 75)) > 5:
            wide.append(f"{id}.say")
        if cell_len(filled(texts, entry["ask"])) > 76:
            wide.append(f"{id}.ask")
        wide += [
            f"{id}.option.{key}" for key, text in entry.get("option", {}).items() if cell_len(filled(texts, text)) > 64
        ]
    wide += [f"column.{id}" for id, text in document.get("column", {}).items() if cell_len(filled(texts, text)) > 6]
    assert not wide, wide


def filled(texts: Texts, text: str) -> str:
    """Return a text with terms filled in and a short name for every value."""
    values = {key: "Nguyễn" for key in placeholders(text) if key not in texts._terms}
    return texts.fill(text, values)
