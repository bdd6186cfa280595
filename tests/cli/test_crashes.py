"""Killed, crowded out, out of room, locked out: no answer that was shown as taken is ever lost."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import Journal
from gmtool.core.question import Kind
from gmtool.core.random_table import random_answer
from gmtool.core.session import Session
from gmtool.ui.reading import option_keys

Process = Callable[..., subprocess.CompletedProcess[str]]
Table = Callable[..., str]
KILLS = 200


def typed(session: Session, answer: Any) -> str:
    """Return an answer as a GM would type it."""
    question = session.question
    assert question is not None
    keys = {repr(option): key for key, option in option_keys(question, session.table)}
    if question.kind is Kind.SAY:
        return ""
    if question.kind in (Kind.ONE, Kind.CONFIRM):
        return keys[repr(answer)]
    if question.kind is Kind.MANY:
        return " ".join(keys[repr(option)] for option in answer)
    if question.kind is Kind.SHARE:
        return " ".join(f"{keys[option]}={n}" for option, n in answer.items())
    if question.kind is Kind.VOTE:
        return " ".join("-" if option is None else keys[repr(option)] for option in answer)
    return str(answer)


def whole_game(setup: dict[str, Any], seed: int) -> tuple[list[Any], list[str]]:
    """Return the answers of a whole game, and how they are typed."""
    journal = Journal.in_memory()
    session = Session(journal, journal.add_game("politics", "", setup, 1).id)
    rng = random.Random(seed)
    answers, lines = [], []
    while session.question is not None:
        answer = random_answer(session.run, rng)
        answers.append(answer)
        lines.append(typed(session, answer))
        session.answer(answer)
    return answers, lines


def played(id: str, lines: list[str], seconds: float) -> str:
    """Play a game in a process of its own, killed so long after its first line; returns all that it has shown."""
    given, feed = os.pipe()
    shown, show = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            for number, stream in ((0, given), (1, show), (2, show)):
                os.dup2(stream, number)
            os.close(feed)
            os.close(shown)
            sys.stdin, sys.stdout, sys.stderr = (open(n, "rw"[n > 0], encoding="utf-8") for n in range(3))  # noqa: PTH123, SIM115
            from gmtool.cli.env import Env
            from gmtool.cli.play import play_game

            play_game(Env(), id, plain=True)
        finally:
            os._exit(0)
    os.close(given)
    os.close(show)
    os.write(feed, "".join(f"{line}\n" for line in lines).encode()[:60_000])
    select.select([shown], [], [], 30)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(feed)
    with os.fdopen(shown, encoding="utf-8", errors="replace") as stream:
        return stream.read()


def test_no_answered_question_is_lost_by_200_kills(db: Path, cli: Callable[..., Any], table: Table) -> None:
    id = table()
    setup = {"players": ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"], "mode": "full", "switches": {}}
    cli("play", id, "--plain", input="")
    rng = random.Random(11)
    answers, lines = whole_game(setup, 0)
    kept, games, acknowledged = 0, 0, 0
    for kill in range(KILLS):
        shown = played(id, lines[kept:], rng.random() * 0.06)
        taken = max(0, sum(line.startswith("? ") for line in shown.splitlines()) - 1)
        journal = Journal.open(db)
        session = Session(journal, id)
        journal.close()
        assert session.broken is None
        now = [step.row.value for step in session.steps]
        assert now == answers[: len(now)]
        assert kept + taken <= len(now), f"kill {kill}: {taken} shown as taken, {len(now) - kept} kept"
        acknowledged += taken
        kept = len(now)
        if session.is_over:
            games += 1
            answers, lines = whole_game(setup, games)
            id, kept = table(), 0
    assert acknowledged > KILLS
    assert Journal.open(db).integrity() == []


def test_a_killed_game_opens_at_the_same_question(process: Process, table: Table, cli: Callable[..., Any]) -> None:
    id = table(30)
    before = json.loads(cli("status", id, "--json", "--secrets").stdout)
    env = {**os.environ}
    player = subprocess.Popen(
        [sys.executable, "-m", "gmtool", "play", id, "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env,
    )  # fmt: skip
    assert player.stdout is not None
    player.stdout.readline()
    second = process("play", id, "--plain")
    assert second.returncode == 3
    assert "another window" in second.stderr
    assert process("undo", "-g", id).returncode == 3
    assert process("delete", id, "--yes").returncode == 3
    assert process("status", id).returncode == 0
    player.send_signal(signal.SIGKILL)
    player.communicate()
    assert json.loads(process("status", id, "--json", "--secrets").stdout) == before
    assert process("undo", "-g", id).returncode == 0


def test_ctrl_c_saves_and_says_so(table: Table) -> None:
    id = table(20)
    player = subprocess.Popen(
        [sys.executable, "-m", "gmtool", "play", id, "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert player.stdout is not None
    player.stdout.readline()
    player.send_signal(signal.SIGINT)
    _, errors = player.communicate(timeout=30)
    assert player.returncode == 130
    assert b"Nothing that was stored is lost" in errors


@pytest.mark.parametrize("harm", ["taken away", "emptied", "damaged", "folder taken away"])
def test_a_game_whose_file_was_lost_while_it_was_played_is_written_out(
    table: Table, cli: Callable[..., Any], db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    monkeypatch.chdir(tmp_path)
    id = table(20)
    rows = cli("export", id).stdout.splitlines()[1:]
    player = subprocess.Popen(
        [sys.executable, "-m", "gmtool", "play", id, "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert player.stdout is not None
    player.stdout.readline()
    files = [path for path in db.parent.glob("games.db*") if path.suffix != ".lock"]
    for path in files:
        if harm == "taken away":
            path.unlink()
        elif harm == "folder taken away":
            shutil.rmtree(db.parent, ignore_errors=True)
        elif not path.name.endswith("-shm"):
            path.write_bytes(b"" if harm == "emptied" else b"x" * max(path.stat().st_size, 4096))
    _, errors = player.communicate(b":note x\n:quit\n", timeout=30)
    kept = Path(f"{id}-rescued.jsonl") if harm == "folder taken away" else db.parent / f"{id}-rescued.jsonl"
    assert player.returncode == 5
    assert f"gmtool import {kept}" in errors.decode()
    for path in files:
        path.unlink(missing_ok=True)
    assert cli("import", str(kept)).stdout == f"{id}\n"
    assert cli("export", id).stdout.splitlines()[1 : len(rows) + 1] == rows


def test_a_game_that_is_on_disk_is_not_written_out(process: Process, table: Table, db: Path) -> None:
    id = table(20)
    assert process("play", id, "--plain", input=":note x\n:undo\n:quit\n").returncode == 0
    assert not list(db.parent.glob("*.jsonl"))


# --- no room


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path | None]:
    """A disk of 256 KiB, or None where none can be made."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    made = (
        mount is not None
        and os.geteuid() == 0
        and subprocess.run([mount, "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)], check=False).returncode == 0
    )
    yield folder if made else None
    if made:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def full(small_disk: Path | None, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return how to run a process that soon finds no more room: on a small disk, or by a limit on file sizes."""
    if small_disk is not None:
        monkeypatch.setenv("GMTOOL_HOME", str(small_disk))
        return {}
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, 64 * 1024))}


def test_a_full_disk_is_shouted_and_no_answer_is_taken_as_given(
    process: Process, small_disk: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = full(small_disk, monkeypatch)
    home = Path(os.environ["GMTOOL_HOME"])
    assert process("new", "politics", "--players", "Nok,Ton,Fon,Ben,Arm,Yui").returncode == 0
    lines = "\n" * 9 + "".join(f":note {'x' * 900}\n:correct nok yellow {n % 9} counted\n" for n in range(200))
    filler = home / "filler"
    if small_disk is not None:
        with filler.open("wb") as file:
            file.write(b"x" * 64 * 1024)
    done = process("play", "--plain", input=lines, **options)
    assert done.returncode == 0, done.stderr
    assert "NOT SAVED" in done.stdout
    stored = done.stdout[: done.stdout.index("NOT SAVED")].count("* Noted")
    filler.unlink(missing_ok=True)
    status = json.loads(process("status", "--json", "--secrets").stdout)
    assert status["answers"] >= 9 + 2 * stored
    history = process("history", "--all").stdout
    assert history.count("note: “xxx") >= stored
    again = process("play", "--plain", input=":drop\n\n:note room again\n")
    assert again.returncode == 0
    assert "* Noted: room again" in again.stdout
    assert process("doctor").returncode == 0


def test_a_full_disk_refuses_whatever_writes_and_leaves_what_was(
    process: Process, small_disk: Path | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options = full(small_disk, monkeypatch)
    home = Path(os.environ["GMTOOL_HOME"])
    if small_disk is None:
        options = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))}
    else:
        process("new", "politics", "--players", "Nok,Ton,Fon,Ben,Arm,Yui")
        filler = os.open(home / "filler", os.O_WRONLY | os.O_CREAT)
        with contextlib.suppress(OSError):
            while os.write(filler, b"x" * 512):
                pass
        os.close(filler)
    before = process("games", "--json").stdout
    for command in ("new politics --players A,B,C,D,E,F", "note x", "undo", "backup", "settings bell=off"):
        done = process(*command.split(), **options)
        assert done.returncode in (3, 4), (command, done.returncode, done.stderr)
        assert "Traceback" not in done.stderr
    assert process("games", "--json").stdout == before
    assert not (home / "settings.json").exists()


def test_output_that_can_not_be_written_is_an_error(process: Process, table: Table) -> None:
    table(40)
    with Path("/dev/full").open("w") as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "gmtool", "history", "--all"], stdout=nowhere, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 3
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


# --- locked out


def without_rights() -> None:
    """Give up root's right to go through closed doors, so that a closed folder is closed."""
    if os.geteuid() == 0:
        for capability in (1, 2):
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


def test_a_folder_that_can_not_be_written_can_still_be_read(process: Process, table: Table, db: Path) -> None:
    id = table(30)
    for side in db.parent.glob("games.db?*"):
        side.unlink()
    shown = process("status", id).stdout
    db.parent.chmod(0o555)
    db.chmod(0o444)
    try:
        for command in ("status", "history", "why Nok yellow", "games", "export", "doctor", "count"):
            done = process(*command.split(), preexec_fn=without_rights)
            assert done.returncode == 0, (command, done.stderr)
        assert process("status", id, preexec_fn=without_rights).stdout == shown
        for command in ("play --plain", "undo", "new politics --players A,B,C,D,E,F", "note x", "backup", "lang en"):
            done = process(*command.split(), preexec_fn=without_rights)
            assert done.returncode == 3, (command, done.returncode, done.stderr)
            assert "Traceback" not in done.stderr
            assert "refused" in done.stderr or "can't be written" in done.stderr or "could not be" in done.stderr
    finally:
        db.parent.chmod(0o755)
        db.chmod(0o644)


def test_a_file_that_can_not_be_read_is_named(process: Process, table: Table, db: Path) -> None:
    table(5)
    db.chmod(0)
    try:
        for command in ("status", "games", "play --plain"):
            done = process(*command.split(), preexec_fn=without_rights)
            assert done.returncode == 3, (command, done.stderr)
            assert str(db) in done.stderr
    finally:
        db.chmod(0o644)
