"""Why a contract can't be offered, joined, called off or decided: as in ``rules``, one function a deed."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Reason
from gmtool.games.politics.rules import why_not_at_table
from gmtool.games.politics.table import CLOSING, COALITION, FACTS, OPPOSITION, OVER, POLICIES, Contract, PoliticsTable

SLOTS: Final[tuple[str, ...]] = ("A", "B")
CONTRACT_LIMIT: Final[int] = FACTS["limits"]["contracts"]


def makers(t: PoliticsTable) -> list[int]:
    """Return who may make a contract now: whose own action it is (POL-T.1, POL-T.3, POL-T.4, POL-R113)."""
    if t.phase == COALITION and t.leader >= 0:
        return [t.leader]
    if t.phase == POLICIES:
        return t.government
    if t.phase == OPPOSITION:
        turn = t.turn()
        return [] if turn is None else [turn]
    return []


def why_not_offer(t: PoliticsTable, who: int, slot: str | None = None) -> Reason | None:
    """Return why a player can't make a contract (in this slot): POL-M05, M38, M37, M36, M37 again."""
    if t.phase == OVER:
        return Reason("POL-M07")
    reason = why_not_at_table(t, who)
    if reason is not None:
        return reason
    if who not in makers(t):
        return Reason("POL-M38", "POL-T.1", player=who)
    if slot is not None and slot not in SLOTS:
        return Reason("POL-M37", "POL-T.5", slot=slot)
    per_player = t.switches["contract_limit_scope"] == "player"
    counted = [contract for contract in t.contracts if _counts(t, contract)]
    made = [contract for contract in counted if not per_player or contract.maker == who]
    if len(made) >= CONTRACT_LIMIT:
        return Reason("POL-M36", "POL-T.2", most=CONTRACT_LIMIT)
    if slot is not None and not _slot_free(t, who, slot):
        return Reason("POL-M37.taken", "POL-T.5", slot=slot)
    if slot is None and not any(_slot_free(t, who, other) for other in SLOTS):
        return Reason("POL-M37.taken", "POL-T.5", slot="A, B")
    return None


def _counts(t: PoliticsTable, contract: Contract) -> bool:
    """Whether a contract uses up the limit and its slot (POL-R115)."""
    return contract.status not in ("void", "cancelled") or not t.switches["void_contract_frees_slot"]


def _slot_free(t: PoliticsTable, who: int, slot: str) -> bool:
    inside = [contract for contract in t.contracts if contract.slot == slot and _counts(t, contract)]
    if t.switches["contract_limit_scope"] == "player":
        # Several makers may share a slot, one offer at a time (POL-R112).
        return not any(contract.status == "offered" or contract.maker == who for contract in inside)
    return not inside


def offer_in(t: PoliticsTable, slot: str) -> Contract | None:
    """Return the contract in a slot that others may still join, the latest if several lie there, or None."""
    for contract in reversed(t.contracts):
        if contract.slot == slot and contract.open and contract.is_live:
            return contract
    return None


def why_not_accept(t: PoliticsTable, who: int, slot: str) -> Reason | None:
    """Return why a player can't accept the contract in a slot (POL-T.6, POL-R114, POL-R116)."""
    if t.phase == OVER:
        return Reason("POL-M07")
    reason = why_not_at_table(t, who)
    if reason is not None:
        return reason
    contract = offer_in(t, slot)
    if contract is None:
        return Reason("POL-M40", "POL-T.6", slot=slot)
    if who == contract.maker or who in contract.acceptors:
        return Reason("POL-M39", "POL-R116", player=who)
    return None


def why_not_void(t: PoliticsTable, slot: str) -> Reason | None:
    """POL-M40: nothing is on offer in this slot."""
    if t.phase == OVER:
        return Reason("POL-M07")
    contract = offer_in(t, slot)
    return None if contract is not None and contract.status == "offered" else Reason("POL-M40", "POL-T.6", slot=slot)


def why_not_decide(t: PoliticsTable, slot: str, maker: int | None = None) -> Reason | None:
    """POL-M42: keep or twist before Phase 5, twice, or for a void contract (POL-T.7)."""
    if t.phase == OVER:
        return Reason("POL-M07")
    if t.phase == CLOSING and undecided(t, slot, maker) is not None:
        return None
    return Reason("POL-M42", "POL-T.7", slot=slot)


def undecided(t: PoliticsTable, slot: str, maker: int | None = None) -> Contract | None:
    """Return the accepted contract in a slot (of this maker) that waits for its maker's word, or None."""
    for contract in t.contracts:
        if contract.slot == slot and contract.status == "accepted" and maker in (None, contract.maker):
            return contract
    return None
