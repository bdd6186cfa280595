"""Wrong lines, bugs, odd streams: one clear message on stderr, the exit code that says what it was, nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
Process = Callable[..., subprocess.CompletedProcess[str]]
Table = Callable[..., str]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("statsu", ["“statsu”", "status"]),
        ("status --lang xx", ["“xx”", "en, ja, th, vi"]),
        ("zzzzzz", ["“zzzzzz”", "gmtool --help"]),
        ("status --jsno", ["--jsno", "--json", "gmtool status --help"]),
        ("status --zzzzzz", ["--zzzzzz", "gmtool status --help"]),
        ("status a b", ["gmtool status --help"]),
        ("new --player", ["--player", "gmtool new --help"]),
        ("new politics --middle=3", ["--middle", "gmtool new --help"]),
        ("correct", ["WHAT", "gmtool correct --help"]),
        ("rename politics-1", ["TITLE", "gmtool rename --help"]),
        ("history --row x", ["“x” is not a number"]),
        ("roll --times ๐", ["“๐”"]),
        ("completion", ["bash, zsh, fish"]),
    ],
)
def test_a_wrong_line_says_what_is_wrong_and_where_the_help_is(
    cli: Cli, table: Table, line: str, words: list[str]
) -> None:
    table(3)
    done = cli(*line.split())
    assert done.exit_code == 2
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr
    assert 1 <= len(done.stderr.splitlines()) <= 3


def test_a_bug_tells_type_and_place_and_no_value(cli: Cli, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table(9)

    def failing(*_args: Any, **_kwargs: Any) -> None:
        role = "dark"
        raise KeyError(role)

    monkeypatch.setattr("gmtool.core.session.Session.undo", failing)
    done = cli("undo")
    assert done.exit_code == 1
    assert "KeyError" in done.stderr
    assert "backing.py:" in done.stderr
    assert "dark" not in done.stderr
    assert "Traceback" not in done.stderr


def test_version(cli: Cli) -> None:
    from gmtool import __version__

    assert cli("--version").stdout == f"gmtool {__version__}\n"


# --- without a terminal


def test_alone_without_a_terminal_says_what_to_type(cli: Cli, table: Table) -> None:
    first = cli()
    assert first.exit_code == 2
    assert "gmtool new" in first.stderr
    table(5)
    second = cli()
    assert second.exit_code == 2
    assert "gmtool play politics-1 --plain" in second.stderr


def test_playing_on_a_pipe_without_plain_is_refused(cli: Cli, table: Table) -> None:
    table(5)
    done = cli("play", input="\n\n\n")
    assert done.exit_code == 2
    assert "--plain" in done.stderr
    assert '"answers": 5' in cli("status", "--json", "--secrets").stdout


def test_the_end_of_piped_input_saves_and_is_no_error(process: Process, table: Table) -> None:
    table(5)
    done = process("play", "--plain", input="\n\n")
    assert done.returncode == 0
    assert "Saved. Go on with: gmtool play politics-1 --plain" in done.stderr
    assert '"answers": 7' in process("status", "--json", "--secrets").stdout


def test_a_last_line_without_its_end_is_an_answer_too(process: Process, table: Table) -> None:
    table(9)
    done = process("play", "--plain", input="nok")
    assert done.returncode == 0
    assert '"answers": 10' in process("status", "--json", "--secrets").stdout


def test_a_game_that_does_not_replay_can_be_entered_and_undone_but_not_played(
    process: Process, table: Table, db: Path
) -> None:
    import sqlite3

    table(20)
    connection = sqlite3.connect(db)
    connection.execute("update entry set value='99' where n=12")
    connection.commit()
    connection.close()
    done = process("play", "--plain", input="1\n:history\n")
    assert done.returncode == 5
    assert "row 12" in done.stdout
    done = process("play", "--plain", input=":undo\n:quit\n")
    assert done.returncode == 0


def test_bytes_that_are_no_text_do_no_harm(process: Process, table: Table) -> None:
    table(9)
    done = process("play", "--plain", input=b"\xff\xfe\n:note \xff\xf0x\n1\n")
    assert done.returncode == 0, done.stderr
    assert "Noted" in done.stdout
    assert process("history", "--all").returncode == 0
    odd = os.fsdecode(b"\xffname")
    for command in (["note", odd], ["rename", "politics-1", odd], ["status", odd], ["why", odd, "yellow"], [odd]):
        done = process(*command)
        assert done.returncode in (0, 2, 3, 4), (command, done.stderr)
        assert "bug" not in done.stderr
    done = process("new", "politics", *[w for n in ("A", "B", "C", "D", "E", odd) for w in ("--player", n)])
    assert done.returncode == 0, done.stderr


# --- streams


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"TERM": "dumb"},
        {"NO_COLOR": "1"},
        {"TERM": ""},
    ],
)
def test_no_stream_is_too_poor(process: Process, table: Table, env: dict[str, str]) -> None:
    table(40, names=["Nok", "ต้น", "山田", "Nguyễn", "😀", "Yui"])
    for command in (
        "status",
        "history --all",
        "history --public",
        "why Nok yellow",
        "games",
        "count",
        "score politics",
        "doctor",
    ):
        done = process(*command.split(), env=env)
        assert done.returncode in (0, 2), (command, done.stderr)
        assert "Traceback" not in done.stderr
        assert "\x1b" not in done.stdout + done.stderr
        if "ascii" in env.values():
            assert done.stdout.isascii()
    done = process("play", "--plain", input="\n:status\n", env=env)
    assert done.returncode == 0, done.stderr
    for command in ("status --json", "games --json", "history --json --secrets"):
        import json

        json.loads(process(*command.split(), env=env).stdout)


def test_coins_are_letters_where_they_can_not_be_shown(process: Process, table: Table) -> None:
    table(9)
    assert "\\U0001f7e1" not in process("status", env={"PYTHONIOENCODING": "ascii"}).stdout


def test_help_and_errors_survive_an_ascii_stream(process: Process) -> None:
    for lang in ("th", "ja"):
        for args in (["--help"], ["zzz"], ["games"]):
            done = process(*args, "--lang", lang, env={"PYTHONIOENCODING": "ascii"})
            assert done.returncode in (0, 2)
            assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_stops_nothing(table: Table, closed: str) -> None:
    table(9)
    for command in ("status", "history", "undo", "zzz", "play --plain"):
        line = f"{sys.executable} -m gmtool {command} {closed}"
        done = subprocess.run(["/bin/sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert done.returncode == (2 if command == "zzz" else 0), (command, done.stderr)
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["import -", "score politics --from -"])
def test_what_reads_standard_input_finds_a_closed_one_empty(db: Path, command: str) -> None:
    line = f"{sys.executable} -m gmtool {command} <&-"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode in (2, 3)
    assert "standard input" in done.stderr


def test_a_closed_pipe_just_ends(table: Table) -> None:
    table(80)
    for command in ("history --all", "status", "export"):
        player = subprocess.Popen(
            [sys.executable, "-m", "gmtool", *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert player.stdout is not None
        player.stdout.close()
        assert player.stderr is not None
        errors = player.stderr.read()
        assert player.wait(30) == 0
        assert b"Traceback" not in errors
        assert b"BrokenPipe" not in errors


def test_stdout_is_what_was_asked_and_stderr_all_else(process: Process, table: Table) -> None:
    table(9)
    done = process("status", "--json")
    assert done.stdout.startswith("{")
    assert done.stderr == ""
    for command in ("games", "status", "history", "why Nok yellow", "count"):
        done = process(*command.split())
        assert "gmtool " not in done.stdout
        assert "gmtool " in done.stderr
