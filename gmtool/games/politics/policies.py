"""Phase 2: six policies are laid in secret (POL-2)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import CENTRE
from gmtool.games.politics import rules
from gmtool.games.politics.piles import LAID, refill
from gmtool.games.politics.table import COINS, OPPOSITION, POLICIES, POLICY, SEAT_KEYS, YELLOW, PoliticsTable


def _why_not_share(t: PoliticsTable, answer: dict[str, int]) -> Reason | None:
    if not answer:
        return None
    return rules.why_not_share(t, {int(seat): n for seat, n in answer.items() if str(seat).isdecimal()})


def share_left(t: PoliticsTable) -> int:
    """Return how many of the leader's three coins may still be handed to the partners (POL-1.9)."""
    left, have = COINS["leading"] - t.shared, t.held[YELLOW][t.leader]
    return max(0, left if left < have else have)


def _surely_shares(t: PoliticsTable, answer: Any) -> bool:
    if not answer:
        return bool(answer == {})
    if type(answer) is not dict or len(answer) != 1:
        return False
    ((seat, count),) = answer.items()
    known = seat in SEAT_KEYS and int(seat) in t.partners and t.phase == POLICIES and type(count) is int
    return bool(known and 0 < count <= share_left(t))


SHARE: Final = Question(
    "p1.share", Kind.SHARE, "POL-1.9", "POL-1.8", "POL-1.7", "POL-R32", "POL-R33",
    options=lambda t: t.partners, why_not=_why_not_share, low=0, high=share_left, subject=lambda t: t.leader,
    surely=_surely_shares,
)  # fmt: skip


def _why_not_lay(t: PoliticsTable, _answer: object) -> Reason | None:
    return rules.why_not_lay(t)


def _surely_laid(t: PoliticsTable, answer: object) -> bool:
    hands = t.held[POLICY]
    leader, first, last = t.government
    return answer is True and hands[leader] >= LAID and hands[first] >= LAID and hands[last] >= LAID


LAY: Final = Question("p2.lay", Kind.SAY, "POL-2.1", "POL-2.2", "POL-R46", why_not=_why_not_lay, surely=_surely_laid)
FIRST: Final = Question(
    "p2.first", Kind.ONE, "POL-2.3", "POL-R42", options=lambda t: t.partners, legal=lambda t: t.partners
)
LEADER_LOOKS: Final = Question("p2.leader", Kind.SAY, "POL-2.4", "POL-R43", subject=lambda t: t.leader)
CENTRE_LAID: Final = Question("p2.centre", Kind.SAY, "POL-2.5", "POL-R114", subject=lambda t: t.partners[1])


def policies(t: PoliticsTable) -> Script:
    """Share the leader's coins, lay two policies each, pass the six round, put them in the middle."""
    if not t.share_asked:
        shares: dict[str, int] = yield SHARE
        if shares:
            share(t, {int(seat): n for seat, n in shares.items()})
        t.share_asked = True
    if not t.laid:
        if t.switches["refill"] == "phase2_start":
            refill(t, "POL-R44")
        yield LAY
        t.move_from_each(POLICY, t.government, CENTRE, LAID, "POL-2.1")
        t.laid = True
    if not t.order_asked:
        first: int = yield FIRST
        set_order(t, first)
    yield LEADER_LOOKS
    yield CENTRE_LAID
    if t.contracts:
        close_offers(t, "POL-R114")
    t.enter(OPPOSITION)


def share(t: PoliticsTable, shares: dict[int, int]) -> None:
    """Hand some of the leader's three coins to the partners (POL-1.9)."""
    for seat, count in shares.items():
        t.move(YELLOW, t.leader, seat, count, "POL-1.9")
        t.shared += count


def set_order(t: PoliticsTable, first: int) -> None:
    """Fix who gathers the six policies; the other partner is last (POL-R42)."""
    if t.partners[0] != first:
        t.partners = t.partners[::-1]
    t.order_asked = True


def close_offers(t: PoliticsTable, rule: str, maker: int | None = None) -> None:
    """End the time for accepting: offers without acceptor become void (POL-T.6, POL-R114)."""
    for contract in t.contracts:
        if contract.open and maker in (None, contract.maker):
            contract.open = False
            if contract.status == "offered":
                contract.status = "void"
                t.tell("contract_void", rule, slot=contract.slot, player=contract.maker)


__all__ = ["SHARE", "close_offers", "policies", "set_order", "share", "share_left"]
