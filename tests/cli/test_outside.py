"""What comes from outside: names, paths, files, another process. None of it is trusted, and the error names it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import Journal
from gmtool.paths import data_dir
from tests.cli.conftest import NAMES

Cli = Callable[..., Any]
Process = Callable[..., subprocess.CompletedProcess[str]]
Table = Callable[..., str]
NEW = ("new", "politics", "--players", ",".join(NAMES), "--no-play")


def changed(cli: Cli, path: Path, **values: Any) -> str:
    """Write an exported game with other values at its head; returns the file's name."""
    head, *rows = cli("export").stdout.splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(head), **values}), *rows]), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "a/b"),
        ("id", "../games"),
        ("id", ""),
        ("id", "x" * 200),
        ("updated", "yesterday"),
        ("created", ""),
        ("script_version", -(10**30)),
    ],
)
def test_a_game_that_could_not_be_opened_is_not_taken_in(
    cli: Cli, table: Table, tmp_path: Path, key: str, value: Any
) -> None:
    table(3)
    taken = cli("import", changed(cli, tmp_path / "x.jsonl", **{key: value}))
    assert (taken.exit_code, taken.stdout) == (3, "")
    assert "does not begin like an exported game" in taken.stderr
    assert len(json.loads(cli("games", "--json").stdout)["games"]) == 1


def test_what_a_set_up_leaves_empty_has_its_default(cli: Cli, tmp_path: Path) -> None:
    cli("new", "jinro", "--players", "A,B,C,D,E,F", "--set", "lineup=wolf_member=2,human_member=4", "--no-play")
    setup = json.loads(cli("export").stdout.splitlines()[0])["setup"]
    empty = {**setup, "human_need": None, "role_camps": None, "no_electability": None}
    assert cli("import", changed(cli, tmp_path / "x.jsonl", setup=empty)).stdout == "jinro-2\n"
    assert cli("status", "jinro-2", "--json", "--secrets").exit_code == 0
    assert "human_need" not in json.loads(cli("export", "jinro-2").stdout.splitlines()[0])["setup"]


def test_a_title_that_is_taken_in_is_one_line_without_control_characters(
    cli: Cli, table: Table, tmp_path: Path
) -> None:
    table(3)
    cli("import", changed(cli, tmp_path / "x.jsonl", title="\x1b[31mred\nevening"))
    assert "[31mred evening" in cli("games").stdout
    assert "\x1b" not in cli("games").stdout


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000])
def test_json_that_no_reader_can_take_is_no_bug(cli: Cli, home: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    for command, code in ((("score", "politics", "--from"), 2), ((*NEW, "--start"), 2), (("import",), 3)):
        assert cli(*command, str(path)).exit_code == code, command
    home.mkdir(exist_ok=True)
    for name in ("settings.json", "rulings.json"):
        (home / name).write_text(text, encoding="utf-8")
    assert cli("settings").exit_code == 0
    assert cli("rules", "list").exit_code == 5


def test_a_sheet_from_a_pipe_may_begin_with_the_mark_of_its_encoding(process: Process) -> None:
    done = process("score", "politics", "--from", "-", input=b'\xef\xbb\xbf{"players": {}}')
    assert "The sheet can't be right" in done.stderr


# --- names and paths


@pytest.mark.parametrize("command", [("archive", ""), ("delete", "", "--yes"), ("rename", "", "x")])
def test_an_empty_name_is_no_game(cli: Cli, table: Table, command: tuple[str, ...]) -> None:
    table(3)
    assert cli(*command).exit_code == 4
    assert len(json.loads(cli("games", "--json").stdout)["games"]) == 1


def test_a_home_that_there_is_not_is_a_name_like_any_other(
    cli: Cli, process: Process, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(3)
    monkeypatch.chdir(tmp_path)
    assert cli("export", "-o", "~evening.jsonl").exit_code == 0
    assert (tmp_path / "~evening.jsonl").is_file()
    for command in ("games", "status"):
        done = process(command, env={"GMTOOL_HOME": "~nobody-of-that-name"})
        assert "Traceback" not in done.stderr


def test_a_long_word_that_is_no_text_is_no_bug(table: Table) -> None:
    table(3)
    done = subprocess.run([sys.executable, "-m", "gmtool", "note", b"\xff" * 300], capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


@pytest.mark.parametrize("name", ["file/x.jsonl", "nowhere/x.jsonl"])
def test_a_file_that_can_not_be_written_is_named_as_it_was_given(
    cli: Cli, table: Table, tmp_path: Path, name: str
) -> None:
    table(3)
    (tmp_path / "file").write_text("", encoding="utf-8")
    for command in (("export", "-o"), ("backup",)):
        done = cli(*command, str(tmp_path / name))
        assert done.exit_code == 3
        assert done.stderr.startswith(f"{tmp_path / name} can't be written (")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_a_game_can_be_taken_in_again_from_any_stream(process: Process, tmp_path: Path, encoding: str) -> None:
    process("new", "politics", "--players", "Hòa,Nợ,นก,Ben,Ärm,山田", "--no-play")
    printed = process("export", env={"PYTHONIOENCODING": encoding}).stdout
    (tmp_path / "x.jsonl").write_text(printed, encoding="utf-8")
    assert process("import", str(tmp_path / "x.jsonl")).stdout == "politics-2\n"
    assert "Hòa" in process("games").stdout


# --- what was kept


def test_a_kept_language_that_is_gone_is_told_and_another_can_be_chosen(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GMTOOL_LANG")
    home.mkdir()
    (home / "settings.json").write_text('{"lang": "xx"}', encoding="utf-8")
    told = cli("games")
    assert told.exit_code == 0
    assert "There is no language “xx” (gmtool lang)." in told.stderr
    assert cli("lang", "vi").exit_code == 0
    assert cli("games").stderr == cli("games", "--lang", "vi").stderr


@pytest.mark.parametrize("typed", ["zh-TW", "zh_tw", "ZH-tw"])
def test_a_language_is_chosen_by_its_code_however_it_is_typed(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(data_dir(), folder)
    for path in folder.rglob("en.toml"):
        shutil.copy(path, path.with_name("zh-TW.toml"))
    monkeypatch.setenv("GMTOOL_DATA", str(folder))
    for chosen in (("--lang", typed), ("GMTOOL_LANG", typed), ("LC_ALL", "zh_TW.UTF-8")):
        with monkeypatch.context() as patched:
            patched.delenv("GMTOOL_LANG")
            options = chosen if chosen[0].startswith("--") else ()
            if not options:
                patched.setenv(*chosen)
            assert "*  zh-TW" in cli("lang", *options).stdout
    cli("lang", typed)
    cli("settings", f"say_lang={typed}")
    kept = json.loads(cli("settings", "--json").stdout)
    assert (kept["lang"], kept["say_lang"]) == ("zh-TW", "zh-TW")


def test_a_backup_is_of_its_own_file_and_the_newest_is_the_last(cli: Cli, table: Table, db: Path) -> None:
    table(3)
    made = [cli("backup").stdout.strip() for _ in range(3)]
    assert sorted(made) == made
    other = str(db.with_name("other.db"))
    cli("--db", other, *NEW)
    elsewhere = cli("--db", other, "backup").stdout.strip()
    assert made[-1] in cli("doctor").stdout
    assert elsewhere in cli("--db", other, "doctor").stdout


def test_a_game_that_is_being_played_is_not_deleted_whatever_its_version(cli: Cli, table: Table, db: Path) -> None:
    from gmtool.core.locking import lock_game

    id = table(3)
    journal = Journal.open(db, write=True)
    journal._db.execute("update game set script_version=99")
    journal.close()
    lock = lock_game(db, id)
    assert cli("delete", id, "--yes").exit_code == 3
    lock.release()
    assert cli("delete", id, "--yes").exit_code == 0


# --- another process


def at_once(lines: Sequence[Sequence[str]]) -> list[str]:
    """Run command lines at the same moment; returns what each printed."""
    made = [
        subprocess.Popen([sys.executable, "-m", "gmtool", *line], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for line in lines
    ]
    return [process.communicate(timeout=60)[0].decode() for process in made]


def test_cards_kept_at_the_same_moment_are_all_there(home: Path, cli: Cli) -> None:
    numbers = range(1, 6)
    at_once([("cards", "add", str(number), "--set", f"name=Test {number}") for number in numbers])
    assert [line.split()[0] for line in cli("cards").stdout.splitlines()] == [str(number) for number in numbers]


def test_games_begun_at_the_same_moment_are_all_made(home: Path) -> None:
    for _ in range(2):
        said = sorted(at_once([NEW] * 4))
        assert said == [f"politics-{number}\n" for number in range(1, 5)]
        for path in home.glob("games.db*"):
            path.unlink()
