"""A game being played: its journal and its run kept in step. Undo, redo, going back and mending are replay."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from gmtool.core.game import Game, load_game
from gmtool.core.journal import Journal, JournalDamaged, WriteFailed, now
from gmtool.core.locking import lock_game
from gmtool.core.played import Played
from gmtool.core.question import Question, Reason, Refused
from gmtool.core.rows import ANSWERS, GameRow, Row, Standing, standing
from gmtool.core.run import Run
from gmtool.core.steps import (
    Misfit,
    ReplayBroken,
    ScriptBroken,
    Step,
    redo_row,
    redoing,
)
from gmtool.core.table import Table

ACTION_KEY: Final = 4
"""Where a key names what its action interrupted: rows with a longer key belong to an action."""


class Session:
    """One game, open for playing (``write``) or for looking.

    Raises:
        NoSuchGame, AmbiguousGame: From the name.
        JournalError: If the journal can't be read, or for playing not be written.
        GameBusy: If another process plays it.
    """

    def __init__(self, journal: Journal, name: str, *, write: bool = False) -> None:
        self.journal = journal
        self.info: GameRow = journal.game(name)
        self.game: Game = load_game(self.info.game)
        if self.info.script_version > self.game.version:
            raise JournalDamaged(
                "game.newer", game=self.info.id, found=self.info.script_version, known=self.game.version
            )
        self.misfit: Misfit | None = None
        self._lock = lock_game(journal.path, self.info.id) if write else None
        try:
            if write:
                # Whoever held the lock until now may have changed what is listed, or deleted the game.
                self.info = journal.game(self.info.id)
            self.rows: list[Row] = journal.rows(self.info.id)
            self.standing: Standing = _standing(self.info, self.rows, journal.path)
            self._played = Played(self.game, self.info, self.standing.chain)
            if write and self.standing.pending:
                self._carry()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the game; another process may play it then."""
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- looking

    @property
    def run(self) -> Run:
        return self._played.run

    @property
    def steps(self) -> list[Step]:
        """The rows that the game stands on, with what each set off."""
        return self._played.steps

    @property
    def broken(self) -> ReplayBroken | None:
        """Why the rows do not replay to their end, or None."""
        return self._played.broken

    @property
    def table(self) -> Table:
        return self.run.table

    @property
    def question(self) -> Question | None:
        return self.run.question

    @property
    def is_over(self) -> bool:
        return self.run.question is None and self.broken is None

    @property
    def last_step(self) -> Step | None:
        """What undo would take back, or None; an action left without effect goes with what was before it."""
        at = len(self.steps) - 1
        while at >= 0 and self.steps[at].row.kind == "cancel":
            begun = self._begun_in_vain(at)
            if begun is None:
                break
            at = begun - 1
        return self.steps[at] if at >= 0 else None

    def _begun_in_vain(self, at: int) -> int | None:
        """Return where the action began that the step at ``at`` left, or None if something happened in it."""
        left = self.steps[at].action
        for begun in range(at, -1, -1):
            step = self.steps[begun]
            if any(part.stop > part.start for part in (step.moves, step.events, step.notes)):
                return None
            if step.row.kind == "act" and step.action == left:
                return begun
        return None

    # --- answering

    def answer(self, value: Any) -> None:
        """Take an answer; it is on disk when this returns.

        Raises:
            Refused: Not allowed now; nothing has changed.
            WriteFailed: Could not be stored; it is not taken as given.
            ScriptBroken: The script failed; nothing was stored.
        """
        self._do("answer", value, lambda run: run.answer(value))

    def act(self, action: str) -> None:
        """Begin an action; raises as ``answer`` does."""
        self._do("act", action, lambda run: run.act(action))

    def drop_action(self) -> None:
        """Leave the open action without effect; raises as ``answer`` does."""
        self._do("cancel", True, lambda run: run.drop_action())

    def _do(self, kind: str, value: Any, deed: Callable[[Run], object]) -> None:
        if self.broken is not None:
            raise Refused(Reason("replay.stopped", row=self.broken.row.n))
        if self.run.question is None:
            raise Refused(Reason("game.over"))
        rows: list[Row] = []
        # An answer given anew in the middle of a mending takes the place of the row that did not fit.
        misfit = self.misfit
        if misfit is not None and kind == "answer" and misfit.row.kind == "answer":
            rows.append(self._row("drop", self._head, misfit.row.key, None, source=misfit.row.n))
        step = self._step(kind, value, deed, number=len(self.rows) + len(rows))
        self._store([*rows, step.row], step)
        if self.standing.pending:
            self._carry()
        else:
            self.misfit = None

    def _step(
        self, kind: str, value: Any, deed: Callable[[Run], object], *, number: int, source: int | None = None
    ) -> Step:
        """Do one thing in the run and return the step; the run is rebuilt if the script fails."""
        played = self._played
        parent = played.steps[-1].row.n if played.steps else self._head
        try:
            return played.do(kind, value, deed, number=number, parent=parent, source=source)
        except ScriptBroken:
            played.replay(self.standing.chain)
            raise

    @property
    def _head(self) -> int:
        chain = self.standing.chain
        return chain[-1].n if chain else 0

    def _row(self, kind: str, parent: int, key: Iterable[Any], value: Any, *, source: int | None = None) -> Row:
        return Row(len(self.rows), parent, kind, tuple(key), value, False, "", source, now())

    def _store(self, rows: list[Row], step: Step | None) -> None:
        """Write rows; on failure the run is put back to what is on disk."""
        head = rows[-1].n if rows[-1].kind in ANSWERS else rows[-1].parent
        try:
            self.journal.append(self.info.id, rows, head=head, summary=self.summary())
        except BaseException:
            self._played.replay(self.standing.chain)
            raise
        self.rows.extend(rows)
        if step is not None:
            self.steps.append(step)
        self.standing = standing(self.rows) if len(rows) > 1 or self.standing.mend else self._grown(rows[0])

    def _grown(self, row: Row) -> Standing:
        """Return what stands after one more row, without reading all rows again where that is not needed."""
        if row.kind in ANSWERS:
            return Standing([*self.standing.chain, row], [], [], None)
        return standing(self.rows)

    def summary(self) -> dict[str, Any]:
        """Return what lists of games tell about this one, without a secret in it."""
        table = self.run.table
        return {
            "round": table.round,
            "phase": table.phase,
            "answers": sum(1 for step in self.steps if not step.row.secret),
            "over": self.run.question is None,
            "players": list(table.names),
        }

    def keep_meta(self, meta: dict[str, Any]) -> None:
        """Keep what belongs to the screen with the game: a running clock.

        It is no answer: where it can't be stored it lasts as long as this session, and a full disk is told when an
        answer can't be.
        """
        with contextlib.suppress(WriteFailed):
            self.journal.set_meta(self.info.id, meta)
        self.info = self.info._replace(meta=meta)

    def at_row(self, row: int) -> Run:
        """Return a run of its own that stands just before a row of the game that stands, its question open.

        Raises:
            Refused: ``back.unknown`` if the game does not stand on this row.
        """
        run = self.game.begin(self.info.setup)
        for old in self.standing.chain:
            if old.n == row:
                return run
            redo_row(run, old)
        raise Refused(Reason("back.unknown", row=row))

    # --- undo, redo, back

    def undo(self) -> Row:
        """Take back the last row that stands, and an action left without effect after it; returns that row.

        Works also where the replay stops: then the row that does not fit goes.

        Raises:
            Refused: ``undo.nothing``.
        """
        if self.standing.mend is not None:
            target = self.standing.mend.value["head"]
            row = self.standing.mend
            self._turn("undo", target)
            return row
        if self.broken is not None:
            row = self.broken.row
        elif self.last_step is not None:
            row = self.last_step.row
        else:
            raise Refused(Reason("undo.nothing"))
        self._turn("undo", row.parent)
        return row

    def redo(self) -> Row:
        """Bring back what was undone last; returns the last row that stands then, as undo tells it.

        Raises:
            Refused: ``redo.nothing``.
        """
        if not self.standing.redo:
            raise Refused(Reason("redo.nothing"))
        target = self.standing.redo[-1]
        self._turn("redo", target)
        step = self.last_step
        return step.row if step is not None else self.rows[target]

    def back(self, row: int) -> None:
        """Make ``row`` the last one that stands, also a row of a branch that was left.

        Raises:
            Refused: ``back.unknown`` if there is no such answer.
        """
        if row != 0 and not (0 < row < len(self.rows) and self.rows[row].kind in ANSWERS):
            raise Refused(Reason("back.unknown", row=row))
        self._turn("back", row)

    def _turn(self, kind: str, target: int) -> None:
        """Move the head: the run first, so that what lists tell of the game is what it is afterwards."""
        row = self._row(kind, target, (), None)
        stands = standing([*self.rows, row])
        try:
            self._played.stand_on(stands.chain)
            self.journal.append(self.info.id, [row], head=target, summary=self.summary())
        except BaseException:
            self._played.replay(self.standing.chain)
            raise
        self.rows.append(row)
        self.standing = stands
        self.misfit = None

    # --- mending an old answer

    def mend(self, row: int, value: Any) -> None:
        """Answer an old question anew and carry the later answers over, as far as they fit.

        ``misfit`` then names the first that does not, or is None.

        Raises:
            Refused: ``mend.unknown`` if the row is no answer of the game that stands, or the reason why the new
                answer is not allowed there; nothing has changed then.
        """
        chain = self.standing.chain
        at = next((i for i, old in enumerate(chain) if old.n == row and old.kind == "answer"), None)
        if at is None or self.standing.mend is not None:
            raise Refused(Reason("mend.unknown", row=row))
        self._played.replay(chain[:at])
        reason = self.run.why_not(value)
        if reason is not None or self.broken is not None:
            self._played.replay(chain)
            raise Refused(reason or Reason("mend.unknown", row=row))
        parent = chain[at].parent
        mark = self._row("mend", parent, chain[at].key, {"row": row, "head": chain[-1].n})
        self.standing = Standing(chain[:at], [], [], None)
        try:
            step = self._step("answer", value, lambda run: run.answer(value), number=mark.n + 1)
            self._store([mark, step.row], step)
        except BaseException:
            self.standing = standing(self.rows)
            self._played.replay(self.standing.chain)
            raise
        if self.standing.pending:
            self._carry()

    def dropped_with_misfit(self) -> list[Row]:
        """Return what is left out together with the row that does not fit: the rest of its action, else it alone."""
        if self.misfit is None:
            return []
        first = self.misfit.row
        found = [first]
        for row in self.standing.pending[1:]:
            inside = len(row.key) > ACTION_KEY and (first.kind == "act" or len(first.key) > ACTION_KEY)
            of_outer = first.kind == "act" and len(first.key) > ACTION_KEY and row.key[ACTION_KEY] != first.key[0]
            if not inside or of_outer:
                break
            found.append(row)
        return found

    def drop_misfit(self) -> None:
        """Leave out the row that does not fit, with the rest of its action, and go on carrying.

        Raises:
            Refused: ``mend.none`` if nothing is being mended.
        """
        if self.misfit is None:
            raise Refused(Reason("mend.none"))
        first, number = self.misfit.row, len(self.rows)
        dropped = [
            self._row("drop", self._head, old.key, None, source=old.n)._replace(n=number + place)
            for place, old in enumerate(self.dropped_with_misfit())
        ]
        self._store(dropped, None)
        if first.kind == "answer" and len(first.key) > ACTION_KEY and self.run.action is not None:
            self.drop_action()
        elif self.standing.pending:
            self._carry()
        else:
            self.misfit = None

    def drop_pending(self) -> None:
        """Leave out all rows still to be carried: the game goes on from here.

        Raises:
            Refused: ``mend.none`` if nothing is being mended.
        """
        if not self.standing.pending:
            raise Refused(Reason("mend.none"))
        self._store([self._row("mended", self._head, (), None)], None)
        self.misfit = None

    def _carry(self) -> None:
        """Carry rows over one by one, up to the first that does not fit. Each is stored by itself: a crash resumes."""
        self.misfit = None
        while self.standing.pending:
            old = self.standing.pending[0]
            reason = self._why_not_carry(old)
            if reason is not None:
                self.misfit = Misfit(old, reason)
                return
            step = self._step(old.kind, old.value, redoing(old), number=len(self.rows), source=old.n)
            self._store([step.row], step)

    def _why_not_carry(self, old: Row) -> Reason | None:
        if self.run.question is None:
            return Reason("game.over")
        if self._played.key[:2] != old.key[:2]:
            return Reason("mend.other_question", row=old.n)
        if old.kind == "answer":
            return self.run.why_not(old.value)
        if old.kind == "act":
            return self.run.why_not_act(old.value)
        return None if self.run.action is not None else Reason("action.none")


def _standing(info: GameRow, rows: list[Row], path: Path) -> Standing:
    """Return what stands after the rows.

    Raises:
        JournalDamaged: If they can't be walked.
    """
    try:
        return standing(rows)
    except (LookupError, ValueError, TypeError):
        raise JournalDamaged("journal.rows", game=info.id, path=str(path)) from None
