"""What a session is made of: one step of a game, what stops a replay, and doing a row once more."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gmtool.core.question import Question, Reason
from gmtool.core.rows import Row
from gmtool.core.run import Run
from gmtool.core.table import Table


class ReplayBroken(NamedTuple):
    """Why a journal does not replay beyond a row.

    Attributes:
        row: The first row that does not fit.
        id: ``replay.key`` (another question is open), ``replay.refused``, ``replay.moves`` (other coins than
            then), ``replay.script`` (the script failed).
        stored, open: Key of the row, key of the question that is open instead.
        why: The reason's id, or type and place of a failure; never a value.
    """

    row: Row
    id: str
    stored: tuple[Any, ...]
    open: tuple[Any, ...]
    why: str


class ScriptBroken(Exception):
    """A script failed on an answer. The answer was not stored; the game stands where it was.

    Holds type and place only: messages and values of an exception may be secrets.
    """

    def __init__(self, kind: str, place: str) -> None:
        super().__init__(f"{kind} at {place}")
        self.kind = kind
        self.place = place


class Step(NamedTuple):
    """One row of the game that stands, with what it set off.

    ``question`` is None for rows that begin or drop an action; the slices are of the table's lists.
    """

    row: Row
    question: Question | None
    subject: int | str | None
    action: str
    moment: tuple[int, str]
    moves: slice
    events: slice
    notes: slice


class Misfit(NamedTuple):
    """The first row that could not be carried over while mending: the old row and why."""

    row: Row
    reason: Reason


def step_key(run: Run, counts: dict[tuple[Any, ...], int]) -> tuple[Any, ...]:
    """Return the key of the open question: id, subject, round, occurrence, and what an action interrupted."""
    question = run.question
    assert question is not None
    subject = question.about(run.table)
    base = (question.id, subject, run.table.round)
    below = run.interrupted
    key = (*base, counts.get(base, 0))
    return (*key, below.id) if below is not None else key


def redo_row(run: Run, row: Row) -> None:
    """Do once more what a row did."""
    if row.kind == "answer":
        run.answer(row.value)
    elif row.kind == "act":
        run.act(row.value)
    else:
        run.drop_action()


def redoing(row: Row) -> Callable[[Run], None]:
    """Return a deed that does once more what a row did."""
    return lambda run: redo_row(run, row)


def checksum(table: Table, since: int) -> str:
    """Return a checksum of the public moves an answer set off; empty if there are none."""
    moves = table.public_moves(since)
    return f"{zlib.crc32(repr(moves).encode()):08x}" if moves else ""


def place_of(error: BaseException) -> str:
    """Return file and line where an exception was raised, without message or values."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
