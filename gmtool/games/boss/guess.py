"""The Assassin's guess after a progressive win (BOSS-7.4)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.games.boss import rules
from gmtool.games.boss.rounds import win
from gmtool.games.boss.table import ASSASSIN, CONSERVATIVE, EAGLE, GUESS, LEFT, PROGRESSIVE, BossTable


def _assassin(t: BossTable) -> int:
    return int(t.draft.get("assassin", -1))


def _why_not_up(t: BossTable, who: int | str) -> Reason | None:
    return rules.why_not_stand_up(t, who) if isinstance(who, int) else None


def _why_not_true(t: BossTable, who: Any) -> Reason | None:
    # Asked of the whole answer and not of an option: a greyed name would give the character away.
    return rules.why_not_assassin(t, who) if isinstance(who, int) else rules.why_not_nobody(t)


WHO: Final = Question(
    "assassin.who", Kind.ONE, "BOSS-7.4", "BOSS-R58", "BOSS-R59", "BOSS-R66",
    options=lambda t: [*(seat for seat in t.seats if t.status[seat] != LEFT), rules.NONE], why_not_option=_why_not_up,
    why_not=_why_not_true,
)  # fmt: skip
TARGET: Final = Question(
    "assassin.target", Kind.ONE, "BOSS-R58", "BOSS-R59",
    options=lambda t: [seat for seat in t.seats if t.status[seat] != LEFT],
    why_not_option=lambda t, who: rules.why_not_name(t, _assassin(t), who), subject=_assassin,
)  # fmt: skip
RIGHT: Final = Question(
    "assassin.right", Kind.CONFIRM, "BOSS-7.4", "BOSS-R58",
    why_not=lambda t, yes: rules.why_not_answer(t, GUESS, t.draft["target"], EAGLE, yes=yes),
    subject=lambda t: t.draft.get("target"),
)  # fmt: skip


def guess(t: BossTable) -> Script:
    """Who stands up, whom do they name, is it the Eagle: asked whether or not the Assassin is in (BOSS-7.4)."""
    who: int | str = yield WHO
    if not isinstance(who, int) or not rules.namable(t, who):
        # An Assassin who is the only one left has nobody to name (BOSS-R73).
        t.note_said(ASSASSIN, who if isinstance(who, int) else -1, yes=isinstance(who, int))
        t.tell("no_guess", "BOSS-7.4")
        win(t, PROGRESSIVE, t.won_by, "BOSS-7.4")
        return
    t.draft["assassin"] = who
    target: int = yield TARGET
    t.draft["target"] = target
    right: bool = yield RIGHT
    t.note_said(ASSASSIN, who, yes=True)
    t.note_said(EAGLE, target, yes=right)
    t.tell("guessed_right" if right else "guessed_wrong", "BOSS-7.4", player=who, target=target)
    if right:
        win(t, CONSERVATIVE, "assassin_found_eagle", "BOSS-7.4")
    else:
        win(t, PROGRESSIVE, t.won_by, "BOSS-7.4")
