"""Phase 3: the opposition inspects, withdraws, deals (POL-3)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK, CENTRE, DISCARD, DRAW
from gmtool.games.politics import rules
from gmtool.games.politics.piles import reshuffle
from gmtool.games.politics.policies import close_offers
from gmtool.games.politics.table import (
    BENEFITS,
    BLUE,
    BTS,
    CLOSED,
    CLOSING,
    COINS,
    CORRUPT,
    CORRUPT_FOUND,
    COUNT,
    DOWN,
    FACTS,
    FAILURE,
    GOV_FAILED,
    HONEST,
    LIE_1,
    LIE_2,
    OPEN,
    OPPOSITION,
    POLICY,
    RED,
    SETUP,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

INSPECT: Final = "inspect"
WITHDRAW: Final = "withdraw"
DEAL: Final = "deal"
PASS: Final = "pass"
ACTIONS: Final = (INSPECT, WITHDRAW, DEAL, PASS)
BTS_MOST: Final = rules.BTS_MOST
INSPECT_COST: Final = COINS["inspect"]
DEAL_COST: Final = COINS["deal"]
FOUND_TO_FAIL: Final[int] = FACTS["limits"]["found_to_fail"]
CRISIS_AT: Final[int] = FACTS["game"]["failures_to_crisis"]


def _who(t: PoliticsTable) -> int:
    turn = t.turn()
    return -1 if turn is None else turn


def _why_not_action(t: PoliticsTable, action: str) -> Reason | None:
    who = _who(t)
    if action == INSPECT:
        return rules.why_not_inspect(t, who)
    if action == WITHDRAW:
        return rules.why_not_withdraw(t, who)
    return rules.why_not_deal(t, who) if action == DEAL else rules.why_not_pass(t, who)


_LEGAL: Final = {
    False: ((WITHDRAW,), (INSPECT, WITHDRAW), (INSPECT, WITHDRAW, DEAL)),
    True: ((WITHDRAW, PASS), (INSPECT, WITHDRAW, PASS), (INSPECT, WITHDRAW, DEAL, PASS)),
}
"""What is open by whether passing is allowed: without a coin, without a deal, and with all."""


def _legal_actions(t: PoliticsTable) -> tuple[str, ...]:
    # The same as asking every option for its reason (a test holds that), at a fraction of the time.
    who = t.waiting[0]
    have, cards = t.held[YELLOW][who], t.held[BTS]
    without_coin, without_deal, with_all = _LEGAL[t.switches["allow_pass"]]
    if have < INSPECT_COST:
        return without_coin
    if have < DEAL_COST or cards[who] >= BTS_MOST or not cards[DRAW]:
        return without_deal
    return with_all


ACTION: Final = Question(
    "p3.action", Kind.ONE, "POL-3.1", "POL-3.2", "POL-3.4", "POL-3.5", "POL-R48", "POL-R54",
    options=lambda _t: ACTIONS, why_not_option=_why_not_action, legal=_legal_actions, subject=_who,
)  # fmt: skip

_POSITIONS: Final = (1, 2, 3, 4, 5, 6)


def _legal_positions(t: PoliticsTable) -> list[int]:
    return t.down if t.waiting and t.held[YELLOW][t.waiting[0]] >= INSPECT_COST else []


POSITION: Final = Question(
    "p3.position", Kind.ONE, "POL-3.2", "POL-R49", "POL-R76",
    options=lambda _t: _POSITIONS, why_not_option=lambda t, place: rules.why_not_inspect(t, _who(t), place),
    legal=_legal_positions, subject=_who, numbers=True,
)  # fmt: skip

_COLOURS: Final = (HONEST, CORRUPT)


def _why_not_colour(t: PoliticsTable, _colour: str) -> Reason | None:
    return rules.why_not_inspect(t, _who(t), t.draft["position"])


def _legal_colours(t: PoliticsTable) -> tuple[str, ...]:
    # The same as asking for the reason (a test holds that): the coin is there and the card still lies face down.
    lies_down = t.waiting and t.state[t.draft["position"] - 1] == DOWN
    return _COLOURS if lies_down and t.held[YELLOW][t.waiting[0]] >= INSPECT_COST else ()


COLOUR: Final = Question(
    "p3.colour", Kind.ONE, "POL-3.2", "POL-3.3", "POL-R49", "POL-R50", "POL-R56",
    options=lambda _t: _COLOURS, why_not_option=_why_not_colour, legal=_legal_colours, subject=_who,
)  # fmt: skip


def opposition(t: PoliticsTable) -> Script:
    """Let each opposition player act once, clockwise from the leader's left; two corrupt finds end it (POL-3)."""
    while t.waiting and t.phase == OPPOSITION:
        who = t.waiting[0]
        action: str = yield ACTION
        if action == INSPECT:
            position: int = yield POSITION
            t.draft["position"] = position
            colour: str = yield COLOUR
            inspect(t, who, position, colour)
        elif action == WITHDRAW:
            withdraw(t, who)
        elif action == DEAL:
            t.move(YELLOW, who, BANK, DEAL_COST, "POL-3.5")
            t.move(BTS, DRAW, who, 1, "POL-3.5")
        del t.waiting[0]
        if t.contracts:
            close_offers(t, "POL-R114", maker=who)
        if action == INSPECT and colour == CORRUPT:
            fail_if_found(t)
    if t.phase == OPPOSITION:
        t.enter(CLOSING if t.failed else BENEFITS)


def inspect(t: PoliticsTable, who: int, position: int, colour: str) -> None:
    """Open a policy: the coin first, then what the card brings (POL-3.2, POL-R08)."""
    t.move(YELLOW, who, BANK, INSPECT_COST, "POL-3.2")
    place = position - 1
    t.state[place] = OPEN
    t.printed[place] = t.now[place] = colour
    t.opened_by[place] = who
    t.down.remove(position)
    if colour == HONEST:
        t.move(BLUE, BANK, who, COINS["found_honest"], "POL-3.2")
    else:
        t.move(YELLOW, BANK, who, COINS["found_corrupt"], "POL-3.2")
        t.move(CORRUPT_FOUND, BANK, who, 1, "POL-R105")


def withdraw(t: PoliticsTable, who: int) -> None:
    """Draw two policies, throw two away, take a red coin (POL-3.4, POL-R52, POL-R53)."""
    piles = t.held[POLICY]
    if piles[DRAW] < 2 and piles[DISCARD]:
        reshuffle(t, "POL-R53")
    count = 2 if piles[DRAW] >= 2 else piles[DRAW]
    if count:
        t.move_through(POLICY, DRAW, who, DISCARD, count, "POL-3.4")
    t.move(RED, BANK, who, COINS["withdraw"], "POL-3.4")


def fail_if_found(t: PoliticsTable) -> bool:
    """Let the government fail if two corrupt policies count as found; returns whether it did (POL-3.3, POL-R51)."""
    if t.failed or t.state.count(OPEN) < FOUND_TO_FAIL or t.corrupt_count() < FOUND_TO_FAIL:
        return False
    t.failed = True
    t.move(FAILURE, BANK, CENTRE, 1, "POL-3.3")
    t.move_to_each(GOV_FAILED, BANK, t.government, 1, "POL-R106")
    t.tell("government_failed", "POL-3.3", failures=t.failures, most=CRISIS_AT)
    if t.failures == CRISIS_AT - 1:
        t.tell("POL-M55", "POL-C.1")
    if crisis_is_due(t):
        begin_crisis(t)
    elif t.switches["failure_stops_phase3"] or t.phase != OPPOSITION:
        close_offers(t, "POL-R114")
        t.enter(CLOSING)
    return True


def crisis_is_due(t: PoliticsTable) -> bool:
    """Whether the crisis has to begin now, also where a correction brought the fifth failure (POL-C.1, POL-R136).

    Where a switch has Phase 5 played, a round that failed is closed first (POL-R77).
    """
    if t.held[FAILURE][CENTRE] < CRISIS_AT or t.crisis or t.phase == SETUP:
        return False
    closes_first = t.failed and t.phase in (OPPOSITION, BENEFITS, CLOSING) and not t.switches["crisis_skips_phase5"]
    return not closes_first


def begin_crisis_if_due(t: PoliticsTable) -> None:
    if crisis_is_due(t):
        begin_crisis(t)


def begin_crisis(t: PoliticsTable) -> None:
    """Stop the cycle there and then: lie-catching begins (POL-C.1, POL-C.2, POL-R77, POL-R122)."""
    close_offers(t, "POL-R122")
    in_cycle = t.phase not in (LIE_1, LIE_2, COUNT)
    if in_cycle and t.partners and t.phase != CLOSED:
        # The round that brought the crisis is not closed; the recap tells of it all the same.
        from gmtool.games.politics.closing import note_round

        note_round(t, "crisis")
    t.crisis = True
    t.tell("crisis", "POL-C.1", failures=t.failures)
    if in_cycle:
        t.enter(LIE_1)
