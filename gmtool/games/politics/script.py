"""The evening from the deal to the winner: one phase after the other, each entered from what lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Interrupt, PremiseGone, Script
from gmtool.games.politics.beginning import beginning
from gmtool.games.politics.benefits import benefits, revealed
from gmtool.games.politics.closing import closed, closing
from gmtool.games.politics.forming import choose_leader, coalition, stuck
from gmtool.games.politics.lie_catching import count, lie_catching
from gmtool.games.politics.opposition import begin_crisis_if_due, opposition
from gmtool.games.politics.policies import policies
from gmtool.games.politics.table import (
    BENEFITS,
    CHOOSE,
    CLOSED,
    CLOSING,
    COALITION,
    COUNT,
    LIE_1,
    LIE_2,
    OPPOSITION,
    OVER,
    POLICIES,
    REVEALED,
    SETUP,
    STUCK,
    PoliticsTable,
)  # fmt: skip

PHASES: Final[dict[str, Callable[[PoliticsTable], Script]]] = {
    SETUP: beginning,
    CHOOSE: choose_leader,
    STUCK: stuck,
    COALITION: coalition,
    POLICIES: policies,
    OPPOSITION: opposition,
    BENEFITS: benefits,
    REVEALED: revealed,
    CLOSING: closing,
    CLOSED: closed,
    LIE_1: lie_catching,
    LIE_2: lie_catching,
    COUNT: count,
}


def script(t: PoliticsTable) -> Script:
    """Play phase after phase until the game is over.

    Every phase begins from state alone, so whatever takes the ground from an open question (a failure by media power,
    a player who leaves, a correction) is followed by beginning the phase that now holds.
    """
    begin_crisis_if_due(t)
    while t.phase != OVER:
        t.stood = t.ground
        try:
            yield from PHASES[t.phase](t)
        except PremiseGone:
            t.draft = {}
            if t.phase == STUCK:
                # A coin or a right may have come: whether somebody can lead is found out anew.
                t.enter(CHOOSE)
            begin_crisis_if_due(t)


def what_broke(t: PoliticsTable, question: Question) -> Interrupt | None:
    """Return PremiseGone if an action took the ground from the script's open question, or left it without an answer."""
    if t.ground != t.stood:
        return PremiseGone()
    if question.kind is Kind.ONE:
        return None if question.legal(t) else PremiseGone()
    if question.kind is Kind.VOTE and question.voters is not None:
        return None if question.voters(t) else PremiseGone()
    return None
