"""Behind-the-scenes cards: media power, seize power, break deal, and obstruct as an answer (POL-B)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.core.table import BANK, OUT
from gmtool.games.politics import contract_rules, rules
from gmtool.games.politics.contracts import cancel, void_contracts_of
from gmtool.games.politics.opposition import fail_if_found
from gmtool.games.politics.table import (
    BENEFITS,
    BTS,
    COINS,
    CORRUPT,
    HONEST,
    OPPOSITION,
    OVER,
    RED,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

NOBODY: Final = "nobody"


def _who(t: PoliticsTable) -> int:
    return int(t.draft.get("who", -1))


def _player_options(t: PoliticsTable) -> list[int]:
    return t.at_table


def _why_not_player(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't play anything now: no card in hand, or none of the cards has a target."""
    reason = rules.why_not_play(t, who)
    if reason is None and all(rules.why_not_card(t, who, card) is not None for card in rules.CARD_KINDS):
        return Reason("card.no_target_player", "POL-R130", player=who)
    return reason


PLAYER: Final = Question(
    "card.player", Kind.ONE, "POL-B.5", "POL-R127", "POL-R128",
    options=_player_options, why_not_option=_why_not_player,
)  # fmt: skip
CARD: Final = Question(
    "card.kind", Kind.ONE, "POL-B.8", "POL-B.9", "POL-B.10", "POL-R130", "POL-R131",
    options=lambda _t: rules.CARD_KINDS, why_not_option=lambda t, card: rules.why_not_card(t, _who(t), card),
    subject=_who,
)  # fmt: skip


def _why_not_position(t: PoliticsTable, position: int) -> Reason | None:
    return rules.why_not_media(t, position)


POSITION: Final = Question(
    "card.position", Kind.ONE, "POL-B.8", "POL-R64", "POL-R66", "POL-R67",
    options=lambda _t: (1, 2, 3, 4, 5, 6), why_not_option=_why_not_position, subject=_who, numbers=True,
)  # fmt: skip


def _offered_slots(t: PoliticsTable) -> list[str]:
    return [slot for slot in contract_rules.SLOTS if rules.why_not_break(t, slot) is None]


SLOT: Final = Question("card.slot", Kind.ONE, "POL-B.10", "POL-R118", options=_offered_slots, subject=_who)


def _obstruct_options(t: PoliticsTable) -> list[int | str]:
    return [NOBODY, *(seat for seat in t.at_table if seat != _who(t))]


def _why_not_obstruct(t: PoliticsTable, option: int | str) -> Reason | None:
    return rules.why_not_obstruct(t, _who(t), option) if isinstance(option, int) else None


OBSTRUCT: Final = Question(
    "card.obstruct", Kind.ONE, "POL-B.11", "POL-R125", "POL-R126", "POL-R128",
    options=_obstruct_options, why_not_option=_why_not_obstruct, subject=lambda t: t.draft.get("card"),
)  # fmt: skip


def _why_not_cards(t: PoliticsTable) -> Reason | None:
    """Whether anybody can play anything now: only then is the key open."""
    if t.phase == OVER:
        return Reason("POL-M07")
    holders = [seat for seat in t.at_table if t.held[BTS][seat]]
    if not holders:
        return Reason("POL-M28.nobody", "POL-B.5")
    if any(_why_not_player(t, who) is None for who in holders):
        return None
    return Reason("card.no_target", "POL-R130")


def _still(t: PoliticsTable) -> Reason | None:
    """The card still has its player and target (POL-R139)."""
    if "card" not in t.draft:
        return _why_not_cards(t) if "who" not in t.draft else _why_not_player(t, _who(t))
    return rules.why_not_card(t, _who(t), t.draft["card"], position=t.draft.get("position"), slot=t.draft.get("slot"))


def _card(t: PoliticsTable) -> Script:
    who: int = yield PLAYER
    t.draft["who"] = who
    card: str = yield CARD
    t.draft["card"] = card
    if card == rules.MEDIA:
        position: int = yield POSITION
        t.draft["position"] = position
    elif card == rules.BREAK_DEAL:
        slots = _offered_slots(t)
        slot: str = slots[0]
        if len(slots) > 1:
            slot = yield SLOT
        t.draft["slot"] = slot
    answer: int | str = yield OBSTRUCT
    obstructed_by = answer if isinstance(answer, int) else None
    play(t, who, card, position=t.draft.get("position"), slot=t.draft.get("slot"), obstructed_by=obstructed_by)


def play(
    t: PoliticsTable,
    who: int,
    card: str,
    *,
    position: int | None = None,
    slot: str | None = None,
    obstructed_by: int | None = None,
) -> None:
    """Spend the card; unless it is obstructed it works and brings its user a red coin (POL-B.5, POL-B.7, POL-B.11)."""
    t.move(BTS, who, OUT, 1, "POL-B.5")
    if obstructed_by is not None:
        t.move(BTS, obstructed_by, OUT, 1, "POL-B.11")
        t.move(RED, BANK, obstructed_by, COINS["card_worked"], "POL-B.7")
        t.tell("obstructed", "POL-B.11", player=who, by=obstructed_by, card=card)
        return
    t.move(RED, BANK, who, COINS["card_worked"], "POL-B.7")
    if card == rules.MEDIA:
        assert position is not None
        flip(t, position, who)
    elif card == rules.SEIZE:
        seize(t, who)
    else:
        assert slot is not None
        cancel(t, slot)


def flip(t: PoliticsTable, position: int, who: int) -> None:
    """Media power: the open policy shows the other colour; the corrupt count follows it (POL-B.8, POL-R65, POL-R66)."""
    place = position - 1
    t.now[place] = HONEST if t.now[place] == CORRUPT else CORRUPT
    t.tell("flipped", "POL-B.8", player=who, position=position, colour=t.now[place])
    if t.phase in (OPPOSITION, BENEFITS) and fail_if_found(t):
        t.ground += 1


def seize(t: PoliticsTable, who: int) -> None:
    """Seize power: the leader is replaced, a fresh minute begins (POL-B.9, POL-R37, POL-R39, POL-R40)."""
    removed = t.leader
    void_contracts_of(t, removed)
    t.leader = who
    if t.switches["seize_fee"]:
        t.move(YELLOW, who, BANK, rules.FEE, "POL-1.2")
        t.tell("seized", "POL-B.9", player=who, removed=removed, fee=rules.FEE)
    else:
        t.tell("seized_free", "POL-B.9", player=who, removed=removed)


ACTIONS: Final[dict[str, Any]] = {
    "card": Action("card", _card, _why_not_cards, "POL-B.5", "POL-R139", key="k", still=_still),
}
