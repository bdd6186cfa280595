"""Phase 1: a leader is found, pays, and gathers two partners (POL-1, POL-L)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK
from gmtool.games.politics import rules
from gmtool.games.politics.table import (
    CHOOSE,
    CLOSED,
    COALITION,
    COINS,
    FACTS,
    FORCED,
    LED,
    LOST,
    PARTNER,
    POLICIES,
    RIGHT,
    SEAT_KEYS,
    STUCK,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

NONE: Final = "none"
ROLLS: Final = "rolls"
OVER: Final = "over"
PAY: Final = "pay"
LOSE: Final = "lose"
JOINING: Final = COINS["joining"]
LEADING: Final = COINS["leading"]
MINUTE: Final[int] = FACTS["seconds"]["coalition"]


# --- questions ----------------------------------------------------------------------------------------------------


def _leader_options(t: PoliticsTable) -> list[int | str]:
    return [*t.at_table, ROLLS, NONE]


def _why_not_leader(t: PoliticsTable, option: int | str) -> Reason | None:
    if option == NONE:
        return rules.why_not_no_government(t)
    if option == ROLLS:
        return Reason("rolls.one", "POL-R17") if len(t.tied or t.pool()) < 2 else None
    return rules.why_not_lead(t, option) if isinstance(option, int) else None


def _leader_legal(t: PoliticsTable) -> list[int | str]:
    # The same as asking every option for its reason (a test holds that), at a fraction of the time.
    pool = t.may_roll
    legal: list[int | str] = [*(t.tied or pool)]
    if len(legal) > 1:
        legal.append(ROLLS)
    yellow = t.held[YELLOW]
    for seat in pool:
        if yellow[seat] >= rules.FEE:
            return legal
    legal.append(NONE)
    return legal


def _warn_leader(t: PoliticsTable, option: int | str) -> Reason | None:
    if option == NONE:
        return Reason("POL-M59", "POL-R24")
    if isinstance(option, int) and t.held[YELLOW][option] < rules.FEE:
        return Reason("POL-M54", "POL-R16", player=option)
    return None


LEADER: Final = Question(
    "p1.leader", Kind.ONE, "POL-1.1", "POL-L.1", "POL-L.2", "POL-R14", "POL-R15", "POL-R16", "POL-R17",
    options=_leader_options, why_not_option=_why_not_leader, legal=_leader_legal, warn=_warn_leader,
)  # fmt: skip


def _why_not_rolls(t: PoliticsTable, answer: Any) -> Reason | None:
    return rules.why_not_rolls(t, {int(seat): n for seat, n in answer.items() if str(seat).isdecimal()})


def _warn_rolls(t: PoliticsTable, answer: dict[str, int]) -> Reason | None:
    poor = [int(seat) for seat in answer if t.held[YELLOW][int(seat)] < rules.FEE]
    return Reason("POL-M54", "POL-R16", player=poor) if poor else None


def _surely_rolls(t: PoliticsTable, answer: Any) -> bool:
    """Whether everybody in the pool, and nobody else, has a number that a die shows."""
    throwers = t.tied or t.may_roll
    if type(answer) is not dict or len(answer) != len(throwers):
        return False
    for seat in throwers:
        roll = answer.get(SEAT_KEYS[seat])
        if type(roll) is not int or not 1 <= roll <= 6:
            return False
    return True


THROWS: Final = Question(
    "p1.rolls", Kind.SHARE, "POL-L.1", "POL-L.2", "POL-R14", "POL-R16",
    options=lambda t: t.tied or t.pool(), why_not=_why_not_rolls, warn=_warn_rolls, surely=_surely_rolls,
)  # fmt: skip


def _why_not_fee(t: PoliticsTable, option: str) -> Reason | None:
    return rules.why_not_pay_fee(t) if option == PAY else rules.why_not_lose_right(t)


FEE: Final = Question(
    "p1.fee", Kind.ONE, "POL-1.2", "POL-R10", "POL-R19", "POL-R21",
    options=lambda _t: (PAY, LOSE), why_not_option=_why_not_fee, subject=lambda t: t.leader,
    legal=lambda t: (PAY,) if t.held[YELLOW][t.leader] >= rules.FEE else (LOSE,),
)  # fmt: skip


def _partner_options(t: PoliticsTable) -> list[int | str]:
    return [*(seat for seat in t.at_table if seat != t.leader), OVER]


def _legal_partners(t: PoliticsTable) -> list[int | str]:
    # The same as asking every option for its reason (a test holds that), at a fraction of the time.
    forced = t.held[FORCED]
    legal: list[int | str] = [*t.at_table]
    legal.remove(t.leader)
    if forced[BANK] and not t.switches["failed_leader_may_join"]:
        legal = [seat for seat in t.at_table if seat != t.leader and not forced[seat]]
    legal.append(OVER)
    return legal


def _why_not_partners(t: PoliticsTable, answer: list[Any]) -> Reason | None:
    if answer == [OVER]:
        return None
    return rules.why_not_form(t, [seat for seat in answer if isinstance(seat, int)])


def _why_not_partner(t: PoliticsTable, option: int | str) -> Reason | None:
    return None if isinstance(option, str) else rules.why_not_partner(t, option)


def _surely_partners(t: PoliticsTable, answer: Any) -> bool:
    if type(answer) is not list or len(answer) != 2:
        return bool(answer == [OVER])
    first, last = answer
    if type(first) is not int or type(last) is not int:
        return False
    at_table, leader, forced = t.at_table, t.leader, t.held[FORCED]
    return (
        first != last
        and leader not in answer
        and first in at_table
        and last in at_table
        and not forced[first]
        and not forced[last]
    )


PARTNERS: Final = Question(
    "p1.partners", Kind.MANY, "POL-1.3", "POL-1.4", "POL-1.5", "POL-R20", "POL-R29", "POL-R30", "POL-R31",
    options=_partner_options, why_not_option=_why_not_partner, why_not=_why_not_partners,
    low=2, high=2, subject=lambda t: t.leader, timer=MINUTE, alone=(OVER,), late="POL-M52",
    surely=_surely_partners,
    legal=_legal_partners,
)  # fmt: skip

NO_GOVERNMENT: Final = Question("p1.none", Kind.SAY, "POL-R24", "POL-R23")


# --- script -------------------------------------------------------------------------------------------------------


def choose_leader(t: PoliticsTable) -> Script:
    """Find a leader who pays the fee (POL-1.1, POL-1.2, POL-1.6)."""
    while t.phase == CHOOSE:
        open_pool(t)
        if t.phase == STUCK:
            return
        if t.leader < 0:
            choice: int | str = yield LEADER
            if choice == NONE:
                no_government(t)
                return
            if choice == ROLLS:
                rolls: dict[str, int] = yield THROWS
                winner = highest(t, rolls)
                if winner is None:
                    continue
                choice = winner
            assert isinstance(choice, int)
            t.tied = []
            t.leader = choice
        paid: str = yield FEE
        if paid == PAY:
            t.move(YELLOW, t.leader, BANK, rules.FEE, "POL-1.2")
            t.enter(COALITION)
        else:
            lose_right(t, t.leader, "POL-1.2")
            t.tell("cannot_pay", "POL-1.2", player=t.leader)
            t.leader = -1


def highest(t: PoliticsTable, rolls: Mapping[str, int]) -> int | None:
    """Return who rolled the single highest number; on a tie note the tied, who roll again (POL-R14)."""
    best = 0
    tied: list[int] = []
    for seat in t.tied or t.may_roll:
        roll = rolls[SEAT_KEYS[seat]]
        if roll > best:
            best, tied = roll, [seat]
        elif roll == best:
            tied.append(seat)
    if len(tied) == 1:
        return tied[0]
    t.tied = tied
    t.tell("tied", "POL-R14", players=tied, roll=best)
    return None


def open_pool(t: PoliticsTable) -> None:
    """Reset rights where nobody is left who may lead (POL-R23), or find that no government can be formed (POL-R24)."""
    t.may_roll = t.pool()
    if t.free() >= 3:
        if t.may_roll:
            return
        if t.switches["empty_pool"] == "reset":
            reset_rights(t, "POL-R23")
            t.may_roll = t.pool()
            if t.may_roll:
                return
    t.enter(STUCK)


def reset_rights(t: PoliticsTable, rule: str) -> None:
    """Give everybody at the table the right again (POL-G.6); who lost it this round stays out this round."""
    used = [seat for seat in t.at_table if not t.held[RIGHT][seat]]
    t.move_to_each(RIGHT, BANK, used, 1, rule)
    if used:
        t.tell("rights_reset", rule)


def lose_right(t: PoliticsTable, seat: int, rule: str) -> None:
    """Take the right to lead for this round, or for the cycle where the switch says so (POL-R18, POL-R19)."""
    t.move(LOST, BANK, seat, 1, rule)
    if t.switches["lost_right_scope"] == "cycle" and t.held[RIGHT][seat]:
        t.move(RIGHT, seat, BANK, 1, rule)


def stuck(t: PoliticsTable) -> Script:
    """Nobody can form a government: the round ends without one (POL-R24)."""
    yield NO_GOVERNMENT
    no_government(t)


def no_government(t: PoliticsTable) -> None:
    from gmtool.games.politics.closing import clear_marks, note_round

    t.tell("no_government", "POL-R24")
    note_round(t, "no_government")
    clear_marks(t, void=True)
    t.enter(CLOSED)


def coalition(t: PoliticsTable) -> Script:
    """Gather two partners within a minute (POL-1.3 to POL-1.5)."""
    while t.phase == COALITION:
        names: list[Any] = yield PARTNERS
        if names == [OVER]:
            out_of_time(t)
        else:
            form(t, names)


def out_of_time(t: PoliticsTable) -> None:
    """The leader ran out of time: opposition by force, right lost, contracts down (POL-1.5, POL-R18, POL-R120)."""
    from gmtool.games.politics.contracts import void_contracts_of

    leader = t.leader
    lose_right(t, leader, "POL-1.5")
    t.move(FORCED, BANK, leader, 1, "POL-1.5")
    void_contracts_of(t, leader)
    t.tell("out_of_time", "POL-1.5", player=leader)
    t.leader = -1
    t.enter(CHOOSE)


def form(t: PoliticsTable, partners: Sequence[int]) -> None:
    """The government stands: sides are fixed, coins for joining and leading are paid (POL-1.4, POL-1.7 to POL-1.9)."""
    leader = t.leader
    place = t.at_table.index(leader)
    first, last = partners
    opposition = t.at_table[place + 1 :] + t.at_table[:place]
    opposition.remove(first)
    opposition.remove(last)
    t.opposition = opposition
    t.waiting = opposition[:]
    t.partners = [first, last]
    t.government = [leader, first, last]
    t.pay(
        (
            (YELLOW, t.government, JOINING, "POL-1.8"),
            (YELLOW, (leader,), LEADING, "POL-1.9"),
            (LED, (leader,), 1, "POL-R107"),
            (PARTNER, t.partners, 1, "POL-R107"),
        )
    )
    t.enter(POLICIES)
