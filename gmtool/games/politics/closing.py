"""Phase 5: the round is closed (POL-5), contracts are kept or twisted (POL-T.7), rights are reset (POL-G.6)."""

from __future__ import annotations

from itertools import compress
from typing import Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK, DRAW
from gmtool.games.politics import rules
from gmtool.games.politics.contracts import DECIDE, decide_by
from gmtool.games.politics.forming import reset_rights
from gmtool.games.politics.opposition import begin_crisis_if_due
from gmtool.games.politics.piles import put_away
from gmtool.games.politics.table import (
    BLUE,
    BTS,
    CHOOSE,
    CLOSED,
    COINS,
    FORCED,
    LIE_1,
    LOST,
    RIGHT,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

DRAW_CARD: Final = "draw"
NO_CARD: Final = "no"
_SPECIAL: Final = (NO_CARD, DRAW_CARD)


def _why_not_special(t: PoliticsTable, option: str) -> Reason | None:
    return rules.why_not_special_draw(t, t.leader) if option == DRAW_CARD else None


SPECIAL: Final = Question(
    "p5.special", Kind.ONE, "POL-5.2", "POL-5.1", "POL-R70", "POL-R71", "POL-R72",
    options=lambda _t: _SPECIAL, why_not_option=_why_not_special, subject=lambda t: t.leader,
    legal=lambda t: _SPECIAL if rules.why_not_special_draw(t, t.leader) is None else (NO_CARD,),
)  # fmt: skip
CLOSE: Final = Question("p5.close", Kind.SAY, "POL-5.4", "POL-5.5", "POL-5.6", "POL-5.7", "POL-R44", "POL-R45")
NEXT: Final = Question("p5.next", Kind.SAY, "POL-L.4", "POL-L.5", "POL-R26")
LAST: Final = Question("p5.last", Kind.SAY, "POL-N.1", "POL-N.3", "POL-R80")


def closing(t: PoliticsTable) -> Script:
    """Deduct after a failure, offer the special draw, put everything back, ask for contracts (POL-5.1 to POL-5.7)."""
    if t.failed and not t.special_asked:
        deduct(t)
        if t.present[t.leader] and not t.special_drawn:
            choice: str = yield SPECIAL
            if choice == DRAW_CARD:
                special_draw(t)
        t.special_asked = True
    if not t.cards_away:
        yield CLOSE
        close(t)
    while t.contracts and rules.why_not_end_round(t) is not None:
        word: str = yield DECIDE
        decide_by(t, word)
    end_round(t)


def deduct(t: PoliticsTable) -> None:
    """Take the coins of a failed government, once (POL-5.1, POL-R69)."""
    if t.paid:
        return
    t.paid = True
    for seat in t.government:
        if t.present[seat]:
            t.take(YELLOW, seat, COINS["failed"], "POL-5.1")
            t.take(BLUE, seat, COINS["failed"], "POL-5.1")
    t.tell("deducted", "POL-5.1", players=[seat for seat in t.government if t.present[seat]])


def special_draw(t: PoliticsTable) -> None:
    """The failed leader buys one more behind-the-scenes card (POL-5.2)."""
    t.move(YELLOW, t.leader, BANK, t.switches["special_draw_cost"], "POL-5.2")
    t.move(BTS, DRAW, t.leader, 1, "POL-5.2")
    t.special_drawn = True


def close(t: PoliticsTable) -> None:
    """Mark the right as used, put the six policies away, refill, reshuffle (POL-5.4 to POL-5.7)."""
    if t.held[RIGHT][t.leader]:
        t.move(RIGHT, t.leader, BANK, 1, "POL-5.4")
    put_away(t, "POL-5.6")
    t.cards_away = True


def end_round(t: PoliticsTable) -> None:
    """Close the round: marks of this round go, rights are reset if all are used (POL-R26).

    A crisis that waited for this begins before the next question (POL-R77).
    """
    note_round(t, "failed" if t.failed else "lasted")
    clear_marks(t, void=False)
    t.enter(CLOSED)
    if t.failed:
        begin_crisis_if_due(t)


def note_round(t: PoliticsTable, outcome: str) -> None:
    """Keep what the recap of the game tells of a round: who governed and how it went."""
    t.rounds_noted.append((t.round, outcome, t.leader, t.partners, t.state, t.now, t.bags))


def clear_marks(t: PoliticsTable, *, void: bool) -> None:
    """Take back the marks of this round; ``void`` rounds (POL-R24) end without a right used."""
    # Marks come from the bank, which holds minus their number.
    for mark in (LOST, FORCED):
        held = t.held[mark]
        if held[BANK]:
            t.move_from_each(mark, [*compress(t.seats, held)], BANK, 1, "POL-R18")
    if not t.is_right_left():
        reset_rights(t, "POL-R26")
    t.void = void


def closed(t: PoliticsTable) -> Script:
    """Between rounds: the recap; then the next round, or the lie-catching phase after the last (POL-N.1, POL-R135)."""
    # Whether the round just closed counts towards the length of the game (POL-R24), and was the last (POL-G.3).
    counted = not t.void or t.switches["void_round_counts"]
    last = counted and t.round >= t.rounds
    yield LAST if last else NEXT
    t.clear_round()
    if last:
        t.enter(LIE_1)
    else:
        t.enter(CHOOSE, t.round + 1 if counted else t.round)
