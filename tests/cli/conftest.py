"""A GM's home of its own for every test, commands run in it with stdout and stderr apart, and games to run them on."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gmtool.core.journal import Journal
from gmtool.core.random_table import random_answer
from gmtool.core.session import Session

NAMES = ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]
SETUP = {"players": NAMES, "mode": "full", "switches": {}}
VARIABLES = ("GMTOOL_DB", "GMTOOL_CACHE", "NO_COLOR", "TERM", "LC_ALL", "LC_MESSAGES", "LANG", "PYTHONIOENCODING")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of games of this test; English, no colours, nothing kept from outside."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GMTOOL_LANG", "en")
    return tmp_path / "home"


@pytest.fixture
def db(home: Path) -> Path:
    return home / "games.db"


@pytest.fixture
def cli() -> Callable[..., Result]:
    """Run a command line in this process: ``cli("status", "--json")``."""
    from gmtool.cli.app import app

    def run(*args: str, input: str | None = None) -> Result:
        return CliRunner().invoke(app, list(args), input=input)

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command line in a process of its own."""

    def run(
        *args: str, input: str | bytes = "", env: dict[str, str] | None = None, **options: Any
    ) -> subprocess.CompletedProcess[str]:
        data = input.encode() if isinstance(input, str) else input
        done = subprocess.run(
            [sys.executable, "-m", "gmtool", *args],
            input=data,
            capture_output=True,
            env={**os.environ, **(env or {})},
            timeout=60,
            check=False,
            **options,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        )

    return run


@pytest.fixture
def table(db: Path) -> Callable[..., str]:
    """Make a politics game answered at random up to so many rows; returns its id."""

    def make(answers: int = 0, *, seed: int = 1, names: list[str] | None = None, over: bool = False) -> str:
        journal = Journal.open(db, write=True)
        try:
            setup = {**SETUP, "players": names or NAMES}
            row = journal.add_game("politics", "evening", setup, 1)
            with Session(journal, row.id, write=True) as session:
                rng = random.Random(seed)
                while session.question is not None and (over or len(session.steps) < answers):
                    session.answer(random_answer(session.run, rng))
            return row.id
        finally:
            journal.close()

    return make


@pytest.fixture
def opened(db: Path) -> Iterator[Callable[[str], Session]]:
    """Open a game for reading: ``opened("politics-1")``."""
    journals: list[Journal] = []

    def open_game(id: str) -> Session:
        journal = Journal.open(db)
        journals.append(journal)
        return Session(journal, id)

    yield open_game
    for journal in journals:
        journal.close()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sit somebody at the terminal who types: ``terminal("Nok\\r")``."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("gmtool.cli.env.is_terminal", lambda _stream: True)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys.send_text
