"""The policy round: three drawn, one enacted; and the card that chaos turns over (BOSS-5, BOSS-4.11)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK, CENTRE, DRAW
from gmtool.games.boss import rules
from gmtool.games.boss.functions import offer
from gmtool.games.boss.piles import SHUFFLE_FIRST, SHUFFLE_IN_DRAW, draw, is_short, pass_and_drop, reshuffle
from gmtool.games.boss.rounds import is_won_by_policies, next_presidency, note_chaos_round, reset_tracker
from gmtool.games.boss.table import CHAOS, ENACTED, FUNCTIONS, POLICY, SIDES, BossTable


def _why_not_side(t: BossTable, side: str) -> Reason | None:
    return rules.why_not_enact(t, side)


def _enactment(id: str) -> Question:
    return Question(
        id, Kind.ONE, "BOSS-5.2", "BOSS-5.1", "BOSS-5.3", "BOSS-R33", "BOSS-R35", "BOSS-R36",
        options=lambda _t: SIDES, why_not_option=_why_not_side, subject=lambda t: t.director,
    )  # fmt: skip


ENACT: Final = _enactment("policy.enact")
ENACT_DRAWN: Final = _enactment("policy.drawn")
"""The three cards are in the President's hand already: the piles were put together in the draw."""
SYMBOL: Final = Question(
    "policy.symbol", Kind.ONE, "BOSS-6.1", "BOSS-R03", "BOSS-R06",
    options=lambda _t: (*FUNCTIONS, rules.NONE), why_not_option=rules.why_not_symbol, subject=lambda t: t.draft["side"],
)  # fmt: skip


def policy_round(t: BossTable) -> Script:
    """The whole session: three drawn, two dropped, one enacted (BOSS-5.1 to BOSS-5.5)."""
    if is_short(t):
        if t.held[POLICY][DRAW]:
            yield SHUFFLE_IN_DRAW
            draw(t)
        else:
            yield SHUFFLE_FIRST
            reshuffle(t, "BOSS-R32")
    side: str = yield ENACT_DRAWN if t.in_hands() else ENACT
    symbol = rules.NONE
    if rules.must_ask_symbol(t, side):
        t.draft["side"] = side
        symbol = yield SYMBOL
    enact(t, side, symbol)


def enact(t: BossTable, side: str, symbol: str) -> None:
    """The Director's card comes to lie on the next slot of its side (BOSS-5.2, BOSS-5.3)."""
    symbols = t.symbols(side)
    pass_and_drop(t)
    place(t, side, "BOSS-5.3")
    if is_won_by_policies(t):
        return
    works = symbols if t.power_rule == "slot_only" else [each for each in symbols if each == symbol]
    if symbols and not works:
        t.tell("no_function", "BOSS-6.1")
    offer(t, works)


def place(t: BossTable, side: str, rule: str) -> None:
    """Book a policy on the board."""
    t.skipped = None
    t.move(ENACTED[side], BANK, CENTRE, 1, rule)
    t.tell("enacted", rule, side=side, slot=t.enacted(side))


# --- chaos --------------------------------------------------------------------------------------------------------


def _why_not_card(t: BossTable, side: str) -> Reason | None:
    return rules.why_not_chaos(t, side, phase=CHAOS)


CARD: Final = Question(
    "chaos.card", Kind.ONE, "BOSS-4.11", "BOSS-4.12", "BOSS-6.3", "BOSS-R28", "BOSS-R30",
    options=lambda _t: SIDES, why_not_option=_why_not_card,
)  # fmt: skip


def chaos(t: BossTable) -> Script:
    """The top card is enacted unseen, without its function (BOSS-4.11, BOSS-4.12, BOSS-6.3)."""
    if not t.held[POLICY][DRAW]:
        yield SHUFFLE_FIRST
        reshuffle(t, "BOSS-R32")
    side: str = yield CARD
    turn_up(t, side)


def turn_up(t: BossTable, side: str) -> None:
    """Book the top card, put the tracker back, and pass the marker on (BOSS-R25, BOSS-R29)."""
    t.move(POLICY, DRAW, CENTRE, 1, "BOSS-4.11")
    place(t, side, "BOSS-4.11")
    reset_tracker(t)
    note_chaos_round(t)
    if not is_won_by_policies(t):
        t.tell("tracker_back", "BOSS-4.12")
        next_presidency(t)
