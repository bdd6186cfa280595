"""``undo``, ``redo``, ``back``, ``mend``: all of it replay, all of it visible afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import Journal
from gmtool.core.session import Session

Cli = Callable[..., Any]
Table = Callable[..., str]
Opened = Callable[[str], Session]


def state(cli: Cli) -> Any:
    return json.loads(cli("status", "--json", "--secrets").stdout)


def led(db: Path, table: Table) -> int:
    """Play until the first leader has two partners; returns the row of the leader's election."""
    id = table(9)
    journal = Journal.open(db, write=True)
    try:
        with Session(journal, id, write=True) as session:
            for answer in (0, "pay", [1, 2]):
                session.answer(answer)
            return next(step.row.n for step in session.steps if step.row.key[0] == "p1.leader")
    finally:
        journal.close()


def test_undo_says_what_was_taken_back_and_what_is_asked_now(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("undo")
    assert done.exit_code == 0
    assert "Taken back: eyes open" in done.stdout
    assert "Asked now: Press Enter to begin round 1" in done.stdout
    assert "gmtool redo" in done.stderr


def test_undo_then_redo_is_as_if_nothing_had_been(cli: Cli, table: Table) -> None:
    table(60)
    before = state(cli)
    for _ in range(20):
        assert cli("undo").exit_code == 0
    assert state(cli) != before
    for _ in range(20):
        assert cli("redo").exit_code == 0
    assert state(cli) == before
    assert cli("redo").exit_code == 3


def test_undo_goes_to_the_beginning_and_no_further(cli: Cli, table: Table) -> None:
    table(3)
    assert [cli("undo").exit_code for _ in range(4)] == [0, 0, 0, 3]


def test_undo_of_a_game_that_is_over_puts_it_back_in_progress(cli: Cli, table: Table) -> None:
    table(20)
    id = table(over=True)
    cli("undo", "--game", id)
    assert [entry["over"] for entry in json.loads(cli("games", "--json").stdout)["games"]] == [False, False]
    assert state(cli)["id"] == id


def test_back_goes_to_any_row_and_leaves_the_rest_in_the_history(cli: Cli, table: Table) -> None:
    table(30)
    assert cli("back", "๙").exit_code == 0
    assert state(cli)["answers"] == 9
    assert cli("history", "--all").stdout.count("(taken back)") == 21
    assert cli("back", "30").exit_code == 0
    assert state(cli)["answers"] == 30
    assert cli("back", "0").exit_code == 0
    assert state(cli)["answers"] == 0


@pytest.mark.parametrize(("row", "code"), [("999", 3), ("-3", 2), ("x", 2), ("", 2)])
def test_a_row_that_is_none_is_refused(cli: Cli, table: Table, row: str, code: int) -> None:
    table(5)
    done = cli("back", "--", row)
    assert done.exit_code in (code, 3)
    assert state(cli)["answers"] == 5


def test_mend_without_an_answer_shows_what_was_asked_and_what_it_was(cli: Cli, db: Path, table: Table) -> None:
    row = led(db, table)
    done = cli("mend", str(row))
    assert done.exit_code == 2
    assert "Who leads?" in done.stdout
    assert "Nok" in done.stdout
    assert f"gmtool mend {row} ANSWER -g politics-1" in done.stderr


def test_mend_carries_later_answers_over(cli: Cli, db: Path, table: Table) -> None:
    row = led(db, table)
    cli("note", "rain")
    cli("note", "later")
    note = row + 4
    done = cli("mend", str(note), "no", "rain")
    assert done.exit_code == 0, done.stderr
    assert "all later answers fit" in done.stdout
    entries = json.loads(cli("history", "--json", "--secrets").stdout)["rows"]
    assert [entry["answer"] for entry in entries if entry["stands"]][-4:] == ["note", "no rain", "note", "later"]
    assert [entry["source"] for entry in entries if entry["stands"]][-2:] == [note + 1, note + 2]


def test_mend_stops_at_the_first_answer_that_no_longer_fits_and_lists_what_is_left(
    cli: Cli, db: Path, table: Table
) -> None:
    row = led(db, table)
    done = cli("mend", str(row), "ton")
    assert done.exit_code == 3
    assert "no longer fits" in done.stdout
    assert "Asked there now:" in done.stdout
    assert "--drop" in done.stderr
    again = cli("mend")
    assert (again.exit_code, again.stdout) == (3, done.stdout)


def test_an_answer_that_no_longer_fits_is_left_out_after_a_yes(cli: Cli, db: Path, table: Table) -> None:
    row = led(db, table)
    cli("mend", str(row), "ton")
    refused = cli("mend", "--drop")
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    done = cli("mend", "--drop-all", "--yes")
    assert done.exit_code == 0
    assert "Left out: row" in done.stdout
    assert state(cli)["question"] == "p1.fee"


def test_an_answer_that_no_longer_fits_is_answered_anew(cli: Cli, db: Path, table: Table) -> None:
    row = led(db, table)
    cli("mend", str(row), "ton")
    for answer, code in ((["1"], 3), (["nok", "fon"], 0)):
        misfit = cli("mend").stderr.split("gmtool mend ")[1].split()[0]
        done = cli("mend", misfit, *answer)
        assert done.exit_code == code, done.stderr
    assert "partners: Nok, Fon" in cli("history").stdout


def test_undo_takes_a_whole_mending_back(cli: Cli, db: Path, table: Table) -> None:
    row = led(db, table)
    before = state(cli)
    cli("mend", str(row), "ton")
    assert cli("undo").exit_code == 0
    after = state(cli)
    assert {**after, "answers": 0} == {**before, "answers": 0}


def test_an_answer_that_the_rules_refuse_there_changes_nothing(cli: Cli, db: Path, table: Table) -> None:
    row = led(db, table)
    before = cli("history", "--all").stdout
    for answer in (["zzz"], ["99"], ["nobody"]):
        assert cli("mend", str(row), *answer).exit_code == 3
    assert cli("mend", "999", "nok").exit_code == 3
    assert cli("mend", "--drop").exit_code == 3
    assert cli("mend").exit_code == 2
    assert cli("history", "--all").stdout == before
