"""What the shell completes: games and players, quickly, silently, and nothing is written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gmtool.cli.complete import games, kinds, languages, players
from gmtool.core.journal import Journal

Table = Callable[..., str]


def completed(line: str) -> list[str]:
    """Return what bash is given for a line, the last word of which is being typed."""
    words = line.split(" ")
    env = {
        **os.environ, "_GMTOOL_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1),
    }  # fmt: skip
    done = subprocess.run([sys.executable, "-m", "gmtool"], env=env, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.split()


def test_commands_games_and_options_are_completed(table: Table) -> None:
    table(5)
    assert completed("gmtool sta") == ["status"]
    assert completed("gmtool status p") == ["politics-1"]
    assert "--json" in completed("gmtool status --j")
    assert completed("gmtool why No") == ["Nok"]
    assert completed("gmtool new pol") == ["politics"]
    assert completed("gmtool undo --game p") == ["politics-1"]


def test_nothing_is_completed_where_there_is_nothing(db: Path) -> None:
    assert completed("gmtool status ") == []
    assert not db.exists()


@pytest.mark.parametrize("content", [b"", b"no database", b"\x00" * 9000])
def test_a_damaged_file_completes_to_nothing_and_is_left_alone(db: Path, content: bytes) -> None:
    db.parent.mkdir(parents=True)
    db.write_bytes(content)
    assert games("") == []
    assert players("") == []
    assert completed("gmtool status ") == []
    assert db.read_bytes() == content


def test_completing_writes_nothing(table: Table, db: Path) -> None:
    table(5)
    for side in db.parent.glob("games.db-*"):
        side.unlink()
    before = {path.name: path.read_bytes() for path in db.parent.iterdir()}
    assert games("pol") == ["politics-1"]
    assert players("n") == ["Nok"]
    assert completed("gmtool status p") == ["politics-1"]
    assert {path.name: path.read_bytes() for path in db.parent.iterdir()} == before


def test_no_more_than_fifty_games_are_read(db: Path) -> None:
    journal = Journal.open(db, write=True)
    for _ in range(60):
        journal.add_game("politics", "", {"players": ["A"]}, 1)
    journal.close()
    assert len(games("")) == 50


def test_kinds_and_languages_are_completed() -> None:
    assert "politics" in kinds("")
    assert languages("t") == ["th"]
