"""Rows of the journal and what stands on them: pure reading, no file.

Each row names its parent, and the game that stands is the walk back from the head.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

ANSWERS: Final = frozenset({"answer", "act", "cancel"})
"""Kinds of rows that the game stands on; all other kinds move the head or note what was done with the journal."""
KEY_LENGTH: Final = 4
"""Parts of the key of such a row at least: question, subject, round, occurrence."""
KINDS: Final = ANSWERS | {"undo", "redo", "back", "mend", "drop", "mended"}


class Row(NamedTuple):
    """One row of the journal.

    Attributes:
        n: Number of the row, from 0 (the set-up).
        parent: Row that this one stands on; for undo, redo and back: the row that is head afterwards.
        kind: ``setup``, ``answer``, ``act``, ``cancel``, ``undo``, ``redo``, ``back``, ``mend``, ``drop``, ``mended``.
        key: Question id, subject, round, occurrence, and for an action's row the question it interrupted.
        value: The answer, JSON-ready.
        secret: For the GM's eyes only.
        checksum: Of the public moves that the answer set off.
        source: The old row that a carried or dropped row comes from.
        at: When, UTC.
    """

    n: int
    parent: int
    kind: str
    key: tuple[Any, ...]
    value: Any
    secret: bool
    checksum: str
    source: int | None
    at: str

    def __repr__(self) -> str:
        # The value may be a secret; a repr can reach a log or a traceback.
        return f"Row({self.n}, {self.kind!r})"


class GameRow(NamedTuple):
    """One game as listed: no secrets in it."""

    id: str
    game: str
    title: str
    setup: dict[str, Any]
    script_version: int
    created: str
    updated: str
    head: int
    last: int
    summary: dict[str, Any]
    archived: bool
    meta: dict[str, Any]

    def __repr__(self) -> str:
        # A game begun in the middle has secrets in its set-up.
        return f"GameRow({self.id!r})"

    @property
    def players(self) -> list[str]:
        """Names in seat order as they are now: a substitute may have taken over a seat."""
        return [str(name) for name in self.summary.get("players") or self.setup.get("players", ())]


class Standing(NamedTuple):
    """What stands after all rows: pure reading of a journal, see ``standing``.

    Attributes:
        chain: Rows that the game stands on, in order, without the set-up.
        redo: Heads to go forward to again, last one first to be used.
        pending: While an old answer is being mended: rows still to be carried over, in order.
        mend: The open ``mend`` row, or None.
    """

    chain: list[Row]
    redo: list[int]
    pending: list[Row]
    mend: Row | None


def standing(rows: Sequence[Row]) -> Standing:
    """Return what stands after ``rows``: a walk back from the head, with undo, redo, back and mending applied."""
    head = 0
    redo: list[int] = []
    pending: list[int] = []
    mend: Row | None = None
    for row in rows[1:]:
        if row.kind in ANSWERS:
            head = row.n
            redo.clear()
            if row.source is not None and row.source in pending:
                pending.remove(row.source)
        elif row.kind in ("undo", "back"):
            redo.append(head)
            head = row.parent
            pending, mend = [], None
        elif row.kind == "redo":
            redo.pop()
            head = row.parent
        elif row.kind == "mend":
            redo.clear()
            mend = row
            old = _walk(rows, row.value["head"])
            pending = [n for n in old if n > row.value["row"]]
            head = row.parent
        elif row.kind == "drop":
            pending.remove(row.source or 0)
        elif row.kind == "mended":
            pending, mend = [], None
        if mend is not None and not pending and row.kind in (*ANSWERS, "drop"):
            mend = None
    return Standing([rows[n] for n in _walk(rows, head)], redo, [rows[n] for n in pending], mend)


def _walk(rows: Sequence[Row], head: int) -> list[int]:
    found: list[int] = []
    while head > 0:
        found.append(head)
        head = rows[head].parent
    found.reverse()
    return found


def check_game(row: GameRow) -> None:
    """Check that a game is listed by values of the right kind, its moments among them.

    Raises:
        ValueError, TypeError: If it is not.
    """
    texts, numbers = (row.id, row.game, row.title), (row.script_version, row.head, row.last)
    documents = (row.setup, row.summary, row.meta)
    for values, kind in ((texts, str), (numbers, int), (documents, dict)):
        if not all(isinstance(value, kind) for value in values):
            raise TypeError(kind.__name__)
    for moment in (row.created, row.updated):
        datetime.fromisoformat(moment)


def check_rows(rows: Sequence[Row]) -> None:
    """Check that rows are numbered without a gap and stand on earlier ones, so that they can be walked.

    Raises:
        ValueError: If they do not.
    """
    if not rows or rows[0].kind != "setup":
        raise ValueError("setup")
    for n, row in enumerate(rows):
        if row.n != n or not 0 <= row.parent < max(n, 1) or (n > 0 and row.kind not in KINDS):
            raise ValueError(f"row {n}")
        if row.parent and rows[row.parent].kind not in ANSWERS:
            raise ValueError(f"row {n}")
        if row.source is not None and not 0 < row.source < n:
            raise ValueError(f"row {n}")
        if row.kind in ANSWERS and len(row.key) < KEY_LENGTH:
            raise ValueError(f"row {n}")
