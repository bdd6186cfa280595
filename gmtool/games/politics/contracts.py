"""Power contracts: offered, accepted or void, kept or twisted (POL-T)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.core.table import BANK
from gmtool.games.politics import contract_rules
from gmtool.games.politics.table import CLOSING, GREEN, OVER, VIOLET, Contract, PoliticsTable

KEEP: Final = "keep"
TWIST: Final = "twist"


# --- keep or twist ------------------------------------------------------------------------------------------------


def _decide_options(t: PoliticsTable) -> list[str]:
    return [
        f"{contract.slot}.{contract.maker}.{choice}"
        for contract in t.contracts
        if contract.status == "accepted"
        for choice in (KEEP, TWIST)
    ]


def _decide_values(option: str) -> tuple[str, dict[str, Any]]:
    slot, maker, choice = option.split(".")
    return choice, {"slot": slot, "player": int(maker)}


DECIDE: Final = Question(
    "p5.contract", Kind.ONE, "POL-T.7", "POL-R119", options=_decide_options, option_values=_decide_values
)
"""Options are ``SLOT.MAKER.keep`` and ``SLOT.MAKER.twist`` for each accepted contract."""


def decide_by(t: PoliticsTable, word: str) -> None:
    """Take a maker's word, written as an option of ``DECIDE``."""
    slot, maker, choice = word.split(".")
    contract = contract_rules.undecided(t, slot, int(maker))
    assert contract is not None
    contract.status = "kept" if choice == KEEP else "twisted"
    t.move(GREEN if choice == KEEP else VIOLET, BANK, contract.maker, 1, "POL-T.7")


def _why_not_decide(t: PoliticsTable) -> Reason | None:
    if t.phase == CLOSING and _decide_options(t):
        return None
    return Reason("POL-M07") if t.phase == OVER else Reason("POL-M42", "POL-T.7")


def _decide(t: PoliticsTable) -> Script:
    word: str = yield DECIDE
    decide_by(t, word)


# --- offers -------------------------------------------------------------------------------------------------------


def _maker_options(t: PoliticsTable) -> list[int]:
    return contract_rules.makers(t)


MAKER: Final = Question(
    "contract.maker", Kind.ONE, "POL-T.1", "POL-T.3", "POL-T.4", "POL-R113",
    options=_maker_options, why_not_option=lambda t, who: contract_rules.why_not_offer(t, who),
)  # fmt: skip


def _maker(t: PoliticsTable) -> int:
    return int(t.draft.get("maker", -1))


SLOT: Final = Question(
    "contract.slot", Kind.ONE, "POL-T.5", "POL-R117",
    options=lambda _t: contract_rules.SLOTS, subject=_maker,
    why_not_option=lambda t, slot: contract_rules.why_not_offer(t, _maker(t), slot),
)  # fmt: skip
WORDS: Final = Question("contract.words", Kind.TEXT, "POL-T.5", "POL-R124", subject=_maker, optional=True)


def _drafted(t: PoliticsTable) -> Contract | None:
    """Return the contract that the open action has just put into a slot, while others may still join it."""
    return contract_rules.offer_in(t, str(t.draft.get("slot", "")))


VOID: Final = "void"
LATER: Final = "later"


def _acceptor_options(t: PoliticsTable) -> list[int | str]:
    contract = _drafted(t)
    maker = contract.maker if contract is not None else -1
    return [*(seat for seat in t.at_table if seat != maker), LATER, VOID]


def _why_not_acceptor(t: PoliticsTable, option: int | str) -> Reason | None:
    slot = str(t.draft.get("slot", ""))
    if option == VOID:
        return contract_rules.why_not_void(t, slot)
    return contract_rules.why_not_accept(t, option, slot) if isinstance(option, int) else None


ACCEPTORS: Final = Question(
    "contract.accept", Kind.MANY, "POL-T.6", "POL-R114", "POL-R116", "POL-R118",
    options=_acceptor_options, why_not_option=_why_not_acceptor, low=1, high=8, alone=(LATER, VOID),
    subject=lambda t: str(t.draft.get("slot", "")),
)  # fmt: skip


def _why_not_contract(t: PoliticsTable) -> Reason | None:
    if t.phase == OVER:
        return Reason("POL-M07")
    able = contract_rules.makers(t)
    if not able:
        return Reason("POL-M38", "POL-T.1")
    reasons = [contract_rules.why_not_offer(t, who) for who in able]
    return None if None in reasons else reasons[0]


def _still_contract(t: PoliticsTable) -> Reason | None:
    # Once the offer lies on the table, the action is about who accepts it.
    if "offered" in t.draft:
        return None if _drafted(t) is not None else Reason("POL-M40", "POL-T.6")
    if "maker" in t.draft:
        return contract_rules.why_not_offer(t, _maker(t), t.draft.get("slot"))
    return _why_not_contract(t)


def _contract(t: PoliticsTable) -> Script:
    able = [who for who in contract_rules.makers(t) if contract_rules.why_not_offer(t, who) is None]
    who: int = able[0]
    if len(able) > 1:
        who = yield MAKER
    t.draft["maker"] = who
    free = [slot for slot in contract_rules.SLOTS if contract_rules.why_not_offer(t, who, slot) is None]
    if len(free) > 1:
        slot: str = yield SLOT
    else:
        slot = free[0]
    t.draft["slot"] = slot
    words: str = yield WORDS
    offer(t, who, slot, words)
    t.draft["offered"] = True
    yield from _accepting(t, slot)


def _accepting(t: PoliticsTable, slot: str) -> Script:
    names: list[int | str] = yield ACCEPTORS
    if names == [VOID]:
        void(t, slot, "POL-T.6")
    else:
        for who in names:
            if isinstance(who, int):
                accept(t, who, slot)


def offer(t: PoliticsTable, who: int, slot: str, words: str) -> None:
    contract = Contract(slot, who)
    contract.words = words
    t.contracts.append(contract)
    t.tell("contract_offered", "POL-T.5", player=who, slot=slot, words=words)


def accept(t: PoliticsTable, who: int, slot: str) -> None:
    contract = contract_rules.offer_in(t, slot)
    assert contract is not None
    contract.acceptors.append(who)
    contract.status = "accepted"
    t.tell("contract_accepted", "POL-T.6", player=who, slot=slot)


def void(t: PoliticsTable, slot: str, rule: str) -> None:
    contract = contract_rules.offer_in(t, slot)
    assert contract is not None
    _end(t, contract, "void", rule)


def cancel(t: PoliticsTable, slot: str) -> None:
    """Break deal: the offer does not come about (POL-B.10)."""
    contract = next(c for c in t.contracts if c.slot == slot and c.status == "offered")
    _end(t, contract, "cancelled", "POL-B.10")


def void_contracts_of(t: PoliticsTable, maker: int, rule: str = "POL-R120") -> None:
    """A leader who fails or is removed, or a maker who leaves, takes the contracts down (POL-R120, POL-R121)."""
    for contract in t.contracts:
        if contract.maker == maker and contract.is_live:
            _end(t, contract, "void", rule)


def _end(t: PoliticsTable, contract: Contract, status: str, rule: str) -> None:
    contract.status = status
    contract.open = False
    t.tell(f"contract_{status}", rule, slot=contract.slot, player=contract.maker)


# --- accepting later ----------------------------------------------------------------------------------------------


def _open_slots(t: PoliticsTable) -> list[str]:
    return [slot for slot in contract_rules.SLOTS if contract_rules.offer_in(t, slot) is not None]


ACCEPT_SLOT: Final = Question("accept.slot", Kind.ONE, "POL-T.6", options=_open_slots)


def _why_not_accept(t: PoliticsTable) -> Reason | None:
    if t.phase == OVER:
        return Reason("POL-M07")
    return None if _open_slots(t) else Reason("POL-M40", "POL-T.6")


def _accept(t: PoliticsTable) -> Script:
    slots = _open_slots(t)
    slot: str = slots[0]
    if len(slots) > 1:
        slot = yield ACCEPT_SLOT
    t.draft["slot"] = slot
    yield from _accepting(t, slot)


def _still_accept(t: PoliticsTable) -> Reason | None:
    slot = t.draft.get("slot")
    return (
        _why_not_accept(t)
        if slot is None or contract_rules.offer_in(t, slot) is not None
        else Reason("POL-M40", "POL-T.6")
    )


ACTIONS: Final[dict[str, Any]] = {
    "contract": Action("contract", _contract, _why_not_contract, "POL-T.1", "POL-T.2", key="c", still=_still_contract),
    "accept": Action("accept", _accept, _why_not_accept, "POL-T.6", key="a", still=_still_accept),
    "decide": Action("decide", _decide, _why_not_decide, "POL-T.7", key="d"),
}
