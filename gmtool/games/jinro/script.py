"""The evening from the deal to the end: one phase after the other, each entered from the table alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Interrupt, PremiseGone, Script
from gmtool.games.jinro.beginning import candidacy, record_roles, role_check
from gmtool.games.jinro.campaign import campaign, lot, runoff, say_elected
from gmtool.games.jinro.ending import ending, say_recalled
from gmtool.games.jinro.manifesto import count, make_up, manifesto
from gmtool.games.jinro.night import morning, night, speech
from gmtool.games.jinro.table import (
    CAMPAIGN,
    CANDIDACY,
    COUNT,
    END,
    LOT,
    MANIFESTO,
    MORNING,
    NIGHT,
    OVER,
    ROLE_CHECK,
    RUNOFF,
    SPEECH,
    JinroTable,
)  # fmt: skip

PHASES: Final[dict[str, Callable[[JinroTable], Script]]] = {
    ROLE_CHECK: role_check,
    CANDIDACY: candidacy,
    CAMPAIGN: campaign,
    RUNOFF: runoff,
    LOT: lot,
    MANIFESTO: manifesto,
    COUNT: count,
    SPEECH: speech,
    NIGHT: night,
    MORNING: morning,
    END: ending,
}


def script(t: JinroTable) -> Script:
    """Play phase after phase until the election is over.

    Every phase begins from state alone, so whatever takes the ground from an open question (a player who leaves, an
    effect entered by hand, a corrected deck) is followed by beginning the phase that now holds.
    """
    while t.phase != OVER:
        t.stood = t.ground
        try:
            if t.phase not in (ROLE_CHECK, END) and None in t.roles:
                yield from record_roles(t)
            elif t.phase != END and t.recount:
                yield from make_up(t)
            elif t.is_unsaid:
                yield from say_elected(t)
            elif t.unsaid_recalls and t.phase not in (MANIFESTO, COUNT, END):
                yield from say_recalled(t)
            else:
                yield from PHASES[t.phase](t)
        except PremiseGone:
            t.draft = {}


def what_broke(t: JinroTable, question: Question) -> Interrupt | None:
    """Return PremiseGone if an action took the ground from the script's open question, or left it without an answer."""
    if t.ground != t.stood:
        return PremiseGone()
    if question.kind is Kind.ONE:
        return None if question.legal(t) else PremiseGone()
    return None
