"""A clock for one question, by the wall clock: it goes on while the programme is away, and never decides anything."""

from __future__ import annotations

import time
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gmtool.core.question import Question
    from gmtool.core.session import Session

LONGEST: Final = 24 * 60 * 60
"""Seconds that a clock can be given at most."""


class Timer:
    """Counts down ``seconds`` from the moment it is started; may be paused and given more time.

    A negative rest says by how much the time is over.
    """

    def __init__(self, seconds: int, *, now: float | None = None) -> None:
        self.total = float(seconds)
        self.started: float | None = time.time() if now is None else now
        self.used = 0.0
        """Seconds used before the last start."""
        self.is_held = False
        """Whether it stands only until something that came between is settled."""

    def elapsed(self, now: float | None = None) -> float:
        """Return the seconds used so far, pauses not counted."""
        if self.started is None:
            return self.used
        return self.used + max(0.0, (time.time() if now is None else now) - self.started)

    def left(self, now: float | None = None) -> float:
        return self.total - self.elapsed(now)

    @property
    def is_paused(self) -> bool:
        return self.started is None

    def hold(self, now: float | None = None) -> None:
        """Stand still while something comes between; a clock that the GM has paused stays so."""
        if not self.is_paused:
            self.pause(now)
            self.is_held = True

    def release(self, now: float | None = None) -> bool:
        """Go on after a hold; returns whether there was one."""
        held, self.is_held = self.is_held, False
        if held:
            self.go_on(now)
        return held

    def pause(self, now: float | None = None) -> None:
        self.used = self.elapsed(now)
        self.started = None

    def go_on(self, now: float | None = None) -> None:
        if self.started is None:
            self.started = time.time() if now is None else now

    def add(self, seconds: int) -> None:
        self.total = max(0.0, min(self.total + max(-LONGEST, min(seconds, LONGEST)), LONGEST))

    def as_json(self) -> dict[str, Any]:
        """Return the timer as it is kept with the game, so that it goes on after a restart."""
        return {"total": self.total, "started": self.started, "used": self.used, "held": self.is_held}

    @classmethod
    def from_json(cls, stored: Any) -> Timer | None:
        """Return a kept timer, or None if it can't be read."""
        try:
            timer = cls(0)
            timer.total = float(stored["total"])
            timer.used = float(stored["used"])
            timer.started = None if stored["started"] is None else float(stored["started"])
            timer.is_held = bool(stored.get("held", False))
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        return timer if all(map(isfinite, (timer.total, timer.used, timer.started or 0))) else None


def timer_of(session: Session, question: Question) -> Timer | None:
    """Return the clock of the open question: the one kept with the game if it is this very question's, else a new one.

    A clock that was held goes on; None if the question has none.
    """
    if not question.timer:
        return None
    kept = session.info.meta.get("timer")
    timer = Timer.from_json(kept) if isinstance(kept, dict) and kept.get("key") == _key(session) else None
    if timer is None:
        timer = Timer(question.timer)
        keep_timer(session, timer)
    elif timer.release():
        keep_timer(session, timer)
    return timer


def keep_timer(session: Session, timer: Timer | None) -> None:
    """Keep the clock of the open question with the game, or take away the one that is kept."""
    meta = {key: value for key, value in session.info.meta.items() if key != "timer"}
    if timer is not None:
        meta["timer"] = {**timer.as_json(), "key": _key(session)}
    if meta != session.info.meta:
        session.keep_meta(meta)


def seconds_used(session: Session, question: Question, timer: Timer) -> int:
    """Return how long the open question's clock ran, as its answer: a game may lie for weeks and go on."""
    low, high = question.bounds(session.table)
    return max(low, min(int(timer.elapsed()), high))


def _key(session: Session) -> list[str]:
    from gmtool.core.steps import step_key

    return [str(part) for part in step_key(session.run, {})[:3]]


def bar(left: float, total: float, width: int) -> str:
    """Return a bar that empties from right to left.

    >>> bar(30, 60, 8), bar(-1, 60, 4), bar(60, 60, 4)
    ('████░░░░', '░░░░', '████')
    """
    share = 0.0 if total <= 0 else max(0.0, min(1.0, left / total))
    full = round(share * width)
    return "█" * full + "░" * (width - full)
