"""A run kept in step with rows of the journal: each is played, and checked against what was stored with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gmtool.core.game import Game
from gmtool.core.journal import JournalDamaged, now
from gmtool.core.question import Audience, Question, Refused
from gmtool.core.rows import GameRow, Row
from gmtool.core.run import Run
from gmtool.core.steps import ReplayBroken, ScriptBroken, Step, checksum, place_of, redo_row, step_key


class Played:
    """What rows have made of a game.

    Attributes:
        run: The game as it stands after the steps.
        steps: The rows that were played, with what each set off.
        broken: Why the rows did not replay to their end, or None.
    """

    _counts: dict[tuple[Any, ...], int]
    steps: list[Step]
    broken: ReplayBroken | None
    run: Run

    def __init__(self, game: Game, info: GameRow, chain: Sequence[Row]) -> None:
        self._game = game
        self._info = info
        self.replay(chain)

    def _begin(self) -> Run:
        try:
            return self._game.begin(self._info.setup)
        except Exception as error:
            kind, place = type(error).__name__, place_of(error)
            raise JournalDamaged("replay.setup", game=self._info.id, kind=kind, where=place) from None

    @property
    def key(self) -> tuple[Any, ...]:
        """The key of the open question."""
        return step_key(self.run, self._counts)

    def do(
        self, kind: str, value: Any, deed: Callable[[Run], object], *, number: int, parent: int, source: int | None
    ) -> Step:
        """Do something new in the run and return it as a step, which does not belong to ``steps`` yet.

        Raises:
            Refused: Not allowed now; nothing has changed.
            ScriptBroken: The script failed, and the run can't be used any more.
        """
        run = self.run
        table = run.table
        question = run.question
        assert question is not None
        key = self.key
        before = _Before(run, kind, value, question, key[1])
        try:
            deed(run)
        except Refused:
            raise
        except Exception as error:
            raise ScriptBroken(type(error).__name__, place_of(error)) from None
        secret = question.audience is Audience.GM
        if before.action and kind != "answer":
            secret = run.actions[before.action].secret
        row = Row(number, parent, kind, key, value, secret, checksum(table, before.moves), source, now())
        return self._stepped(row, before)

    def _stepped(self, row: Row, before: _Before) -> Step:
        """Return the step that a row has just been, after counting how often its question was answered."""
        table = self.run.table
        if row.kind == "answer":
            base = row.key[:3]
            self._counts[base] = self._counts.get(base, 0) + 1
        return Step(
            row,
            before.question if row.kind == "answer" else None,
            before.subject,
            before.action,
            before.moment,
            slice(before.moves, len(table.log)),
            slice(before.events, len(table.events)),
            slice(before.notes, len(table.notes)),
        )

    # --- replay

    def replay(self, chain: Sequence[Row]) -> None:
        """Rebuild the run from rows; where they do not fit, stop before the row and say so in ``broken``."""
        self.run = self._begin()
        self.steps = []
        self._counts = {}
        self.broken = None
        self._go_on(chain)

    def stand_on(self, chain: Sequence[Row]) -> None:
        """Bring the run to other rows, going over what it has in common with them without checking it anew."""
        known = 0
        for step, row in zip(self.steps, chain, strict=False):
            if step.row.n != row.n:
                break
            known += 1
        if self.broken is None and known == len(self.steps):
            self._go_on(chain[known:])
            return
        steps = self.steps[:known]
        self.replay([])
        run = self.run
        for step in steps:
            row = step.row
            if row.kind == "answer":
                run.again(row.value)
                base = row.key[:3]
                self._counts[base] = self._counts.get(base, 0) + 1
            else:
                redo_row(run, row)
        self.steps = steps
        self._go_on(chain[known:])

    def _go_on(self, chain: Sequence[Row]) -> None:
        """Play rows on the run as it stands, checking each against its key and its public moves."""
        run = self.run
        for row in chain:
            question = run.question
            key = self.key if question is not None else ()
            if question is None or key != row.key:
                self.broken = ReplayBroken(row, "replay.key", row.key, key, "")
                return
            before = _Before(run, row.kind, row.value, question, key[1])
            try:
                redo_row(run, row)
            except Refused as refused:
                self.broken = ReplayBroken(row, "replay.refused", row.key, key, refused.reason.id)
                return
            except Exception as error:
                why = f"{type(error).__name__} at {place_of(error)}"
                self._stop_at(ReplayBroken(row, "replay.script", row.key, key, why))
                return
            if checksum(run.table, before.moves) != row.checksum:
                self._stop_at(ReplayBroken(row, "replay.moves", row.key, key, ""))
                return
            self.steps.append(self._stepped(row, before))

    def _stop_at(self, broken: ReplayBroken) -> None:
        """Put the run back to before a row that it has played and that does not fit: all before it has replayed."""
        self.replay([step.row for step in self.steps])
        self.broken = broken


class _Before:
    """How a run stood before something was done in it."""

    __slots__ = ("action", "events", "moment", "moves", "notes", "question", "subject")

    def __init__(self, run: Run, kind: str, value: Any, question: Question, subject: int | str | None) -> None:
        table = run.table
        self.question = question
        self.subject = subject
        self.action = str(value) if kind == "act" else (run.action.id if run.action is not None else "")
        self.moment: Any = table.moment
        self.moves, self.events, self.notes = len(table.log), len(table.events), len(table.notes)
