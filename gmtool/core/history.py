"""What happened, read from a session: the GM's history, the public one, and why a count is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gmtool.core.actions import countables
from gmtool.core.question import QUESTIONS, Audience
from gmtool.core.rows import Row
from gmtool.core.session import Session
from gmtool.core.steps import Step
from gmtool.core.table import Event, Move, Table, place_id


class Entry(NamedTuple):
    """One line of the GM's history.

    Attributes:
        row: The journal's row.
        stands: Whether the game still stands on it.
        moment: Round and phase, or None for a row that no longer stands.
        moves, events: What it set off; empty for a row that no longer stands.
    """

    row: Row
    stands: bool
    moment: tuple[int, str] | None
    moves: list[Move]
    events: list[Event]


def gm_history(session: Session) -> list[Entry]:
    """Return every row of the journal in order, undone ones and the marks of undoing too."""
    steps = {step.row.n: step for step in session.steps}
    found: list[Entry] = []
    for row in session.rows[1:]:
        step = steps.get(row.n)
        if step is None:
            found.append(Entry(row, False, None, [], []))
        else:
            found.append(Entry(row, True, step.moment, moves_of(session.table, step), events_of(session.table, step)))
    return found


def moves_of(table: Table, step: Step) -> list[Move]:
    return table.moves_in(step.moves)


def events_of(table: Table, step: Step) -> list[Event]:
    return table.events[step.events]


class PublicEntry(NamedTuple):
    """One line of the public history: numbered by itself, without times, row numbers or the GM's questions.

    ``id`` is a question id of the table, or ``gm_entry`` for what only the GM may see; ``moves`` are public moves as
    (what, from, to, amount, rule), ``events`` public events as (id, rule, values).
    """

    number: int
    round: int
    phase: str
    id: str
    subject: int | str | None
    answer: Any
    moves: list[tuple[str, int | str, int | str, int, str]]
    events: list[tuple[str, str, Mapping[str, Any]]]


def public_history(session: Session) -> list[PublicEntry]:
    """Return what the table may read of the game that stands. Secret rows that set nothing public off are left out."""
    table = session.table
    found: list[PublicEntry] = []
    for step in session.steps:
        if step.question is None:
            continue
        moves = [_public_move(table, move) for move in moves_of(table, step) if move.what not in table.SECRET_WHATS]
        events = [(event.id, event.rule, event.values) for event in events_of(table, step) if not event.secret]
        secret = step.row.secret or step.question.audience is Audience.GM
        if secret and not moves and not events:
            continue
        found.append(
            PublicEntry(
                number=len(found) + 1,
                round=step.moment[0],
                phase=step.moment[1],
                id="gm_entry" if secret else step.question.id,
                subject=None if secret else step.subject,
                answer=None if secret else step.row.value,
                moves=moves,
                events=events,
            )
        )
    return found


def _public_move(table: Table, move: Move) -> tuple[str, int | str, int | str, int, str]:
    return (table.WHATS[move.what], _place(move.source), _place(move.target), move.amount, move.rule)


def _place(place: int) -> int | str:
    return place if place >= 0 else place_id(place)


class Cause(NamedTuple):
    """One move behind a count: by how much, with what it came to be, when, and by which rule.

    ``step`` is None for what was booked at the set-up; ``reason`` is the reason of a correction.
    """

    delta: int
    total: int
    move: Move
    step: Step | None
    other: int | str
    reason: str


def why(session: Session, key: str) -> list[Cause]:
    """Return the moves that made a count (key as in ``countables``: ``yellow.0``, ``policy.draw``), in order.

    Moves of one answer by one rule stand apart, as they were made.

    Raises:
        KeyError: If nothing of that key is counted.
    """
    table = session.table
    what, place = countable(table, key)
    by_row = dict(enumerate(session.steps, start=1))
    reasons = {
        (event.row, event.values["what"], str(event.values["place"])): event.values["reason"]
        for event in table.events
        if event.id == "corrected"
    }
    total = 0
    found: list[Cause] = []
    for move in table.moves_of(what, place):
        delta = move.amount if move.target == place else -move.amount
        total += delta
        other = move.source if move.target == place else move.target
        reason = reasons.get((move.row, table.WHATS[what], str(_place(place))), "")
        found.append(Cause(delta, total, move, by_row.get(move.row), _place(other), str(reason)))
    return found


def countable(table: Table, key: str) -> tuple[int, int]:
    """Return (what, place) of a key, also of kinds that no GM counts by hand (award counters, marks)."""
    known = countables(table)
    if key in known:
        return known[key]
    what_id, _, where = key.partition(".")
    if what_id in table.WHATS and where.isdecimal() and int(where) < len(table.names):
        return table.WHATS.index(what_id), int(where)
    raise KeyError(key)


def last_moves(session: Session, key: str, count: int = 3) -> list[Cause]:
    """Return the last moves that touched a count."""
    return why(session, key)[-count:]


def is_secret_row(row: Row) -> bool:
    """Whether a row may be told to the GM alone, read from the row itself."""
    question = QUESTIONS.get(str(row.key[0])) if row.key else None
    return row.secret or (question is not None and row.kind == "answer" and question.audience is Audience.GM)


def showed_secret(row: Row) -> bool:
    """Whether answering a row means that somebody at the table has seen something secret: undo can't take that back."""
    question = QUESTIONS.get(str(row.key[0])) if row.key else None
    return row.kind == "answer" and question is not None and question.shows_secret


def public_entry(entry: PublicEntry) -> dict[str, Any]:
    """Return one line of the public history, JSON-ready."""
    moves = [dict(zip(("what", "from", "to", "amount", "rule"), move, strict=True)) for move in entry.moves]
    events = [{"id": id, "rule": rule, "values": plain(values)} for id, rule, values in entry.events]
    return {
        "number": entry.number,
        "round": entry.round,
        "phase": entry.phase,
        "id": entry.id,
        "subject": entry.subject,
        "answer": entry.answer,
        "moves": moves,
        "events": events,
    }


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values of an event, JSON-ready."""
    return {key: list(value) if isinstance(value, (tuple, set)) else value for key, value in values.items()}
