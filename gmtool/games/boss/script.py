"""The evening from the deal to the winner: one phase after the other, each entered from what lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Interrupt, PremiseGone, Script
from gmtool.games.boss import rules
from gmtool.games.boss.beginning import beginning
from gmtool.games.boss.election import after_election, mastermind_check, nominate, tai_go_check, vote
from gmtool.games.boss.functions import dismissed_check, power, skip
from gmtool.games.boss.guess import guess
from gmtool.games.boss.policies import chaos, policy_round
from gmtool.games.boss.roles import ending
from gmtool.games.boss.rounds import end_round, is_chaos, open_nomination
from gmtool.games.boss.table import (
    CHAOS,
    DISMISSED_CHECK,
    ELECTED,
    GUESS,
    MASTERMIND_CHECK,
    NOMINATE,
    OVER,
    POLICY_ROUND,
    POWER,
    SETUP,
    TAI_GO_CHECK,
    VOTE,
    BossTable,
)  # fmt: skip

PHASES: Final[dict[str, Callable[[BossTable], Script]]] = {
    SETUP: beginning,
    NOMINATE: nominate,
    VOTE: vote,
    MASTERMIND_CHECK: mastermind_check,
    TAI_GO_CHECK: tai_go_check,
    POLICY_ROUND: policy_round,
    POWER: power,
    DISMISSED_CHECK: dismissed_check,
    CHAOS: chaos,
    GUESS: guess,
    OVER: ending,
}


def script(t: BossTable) -> Script:
    """Play phase after phase until the game is over and the characters are shown or not.

    Every phase begins from state alone, so whatever takes the ground from an open question (a player who leaves, a
    correction, giving up) is followed by beginning the phase that now holds.
    """
    while not t.recorded:
        t.stood = t.ground
        try:
            yield from PHASES[t.phase](t)
        except PremiseGone:
            t.draft = {}
            put_right(t)


def put_right(t: BossTable) -> None:
    """Let a correction or a departure have its consequences for what is asked next."""
    if t.phase in ELECTED:
        after_election(t)
    elif t.phase == CHAOS and not is_chaos(t):
        open_nomination(t)
    elif t.phase == POWER:
        usable = [function for function in t.pending if rules.is_usable(t, function)]
        if not usable:
            skip(t, t.pending[0])
            end_round(t)
        t.pending = usable


def what_broke(t: BossTable, question: Question) -> Interrupt | None:
    """Return PremiseGone if an action took the ground from the script's open question, or left it without an answer."""
    if t.ground != t.stood:
        return PremiseGone()
    if question.kind is Kind.ONE and not question.legal(t):
        return PremiseGone()
    return None
