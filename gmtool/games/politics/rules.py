"""Why something is not allowed: one function a deed, asked by options, hints and checks alike.

Each returns the GM mistake (``POL-M20``) with values, or None. Where several apply, the order is that of the game's
notes: game over, wrong phase, not a player, wrong side, has acted, not on turn, cannot pay, card or slot.
A seat of -1 is a name that is not at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gmtool.core.question import Reason
from gmtool.core.table import DRAW
from gmtool.games.politics.table import (
    BENEFITS,
    BTS,
    CARDS,
    CHOOSE,
    CLOSING,
    COALITION,
    COINS,
    COUNT,
    DOWN,
    FACTS,
    FORCED,
    LOST,
    OPEN,
    OPPOSITION,
    OVER,
    POLICIES,
    POLICY,
    REVEALED,
    RIGHT,
    SETUP,
    SHOWN,
    STUCK,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

MEDIA: Final = "media"
SEIZE: Final = "seize"
BREAK_DEAL: Final = "break_deal"
OBSTRUCT: Final = "obstruct"
CARD_KINDS: Final = (MEDIA, SEIZE, BREAK_DEAL)
FEE: Final = COINS["fee"]
DROP_ABOVE: Final[int] = FACTS["limits"]["drop_above"]
BTS_MOST: Final = CARDS["behind_the_scenes_most"]


def why_not_at_table(t: PoliticsTable, seat: int) -> Reason | None:
    """POL-M05: a name that is not at the table or has left."""
    if 0 <= seat < t.count and t.present[seat]:
        return None
    return Reason("POL-M05", player=seat)


def why_not_phase(t: PoliticsTable, *phases: str) -> Reason | None:
    """POL-M07 after the end, POL-M06 in any other phase than those named."""
    if t.phase in phases:
        return None
    return Reason("POL-M07") if t.phase == OVER else Reason("POL-M06", "POL-L.3", phase=t.phase)


# --- Phase 1: the leader and the government ----------------------------------------------------------------------


def why_not_lead(t: PoliticsTable, who: int, rolls: Mapping[int, int] | None = None) -> Reason | None:
    """Return why ``who`` can't be the leader after these rolls (POL-1.1, POL-L.1 to POL-L.4)."""
    reason = why_not_phase(t, CHOOSE) or why_not_at_table(t, who)
    if reason is not None:
        return reason
    if t.held[LOST][who]:
        return Reason("POL-M09", "POL-1.5", player=who)
    if not t.held[RIGHT][who]:
        return Reason("POL-M08", "POL-L.4", player=who)
    if rolls is not None:
        reason = why_not_rolls(t, rolls)
        if reason is not None:
            return reason
        best = max(rolls.values())
        if rolls[who] != best or sum(1 for roll in rolls.values() if roll == best) > 1:
            return Reason("POL-M10", "POL-L.2", player=who)
    elif t.tied and who not in t.tied:
        return Reason("POL-M10", "POL-R14", player=who)
    return None


def why_not_rolls(t: PoliticsTable, rolls: Mapping[int, int]) -> Reason | None:
    """POL-M11: a roll that leaves somebody out or includes somebody without the right (POL-L.1, POL-R16)."""
    wanted = set(t.tied or t.pool())
    if set(rolls) != wanted:
        missing, extra = sorted(wanted - set(rolls)), sorted(set(rolls) - wanted)
        return Reason("POL-M11", "POL-L.1", missing=missing, extra=extra)
    return None


def why_not_no_government(t: PoliticsTable) -> Reason | None:
    """POL-M45: a government is given up although somebody may still try and could pay (POL-R24)."""
    reason = why_not_phase(t, CHOOSE, STUCK)
    if reason is not None:
        return reason
    if t.phase == CHOOSE and t.free() >= 3:
        yellow = t.held[YELLOW]
        able = [seat for seat in t.pool() if yellow[seat] >= FEE]
        if able:
            return Reason("POL-M45", "POL-R24", players=able)
    return None


def why_not_pay_fee(t: PoliticsTable) -> Reason | None:
    if t.held[YELLOW][t.leader] < FEE:
        return Reason("fee.cannot", "POL-1.2", player=t.leader, have=t.held[YELLOW][t.leader], need=FEE)
    return None


def why_not_lose_right(t: PoliticsTable) -> Reason | None:
    return Reason("fee.can", "POL-1.2", player=t.leader) if t.held[YELLOW][t.leader] >= FEE else None


def why_not_partner(t: PoliticsTable, who: int) -> Reason | None:
    """Return why one player can't be a partner (POL-M05, M12, M13)."""
    reason = why_not_phase(t, COALITION) or why_not_at_table(t, who)
    if reason is not None:
        return reason
    if who == t.leader:
        return Reason("POL-M12", "POL-1.3")
    if t.held[FORCED][who] and not t.switches["failed_leader_may_join"]:
        return Reason("POL-M13", "POL-R20", player=who)
    return None


def why_not_form(t: PoliticsTable, partners: Sequence[int]) -> Reason | None:
    """Return why leader and these partners are no government (POL-1.3, POL-R29)."""
    reason = why_not_phase(t, COALITION)
    if reason is not None:
        return reason
    for who in partners:
        reason = why_not_at_table(t, who)
        if reason is not None:
            return reason
    if len(partners) != 2 or len({*partners, t.leader}) != 3:
        return Reason("POL-M12", "POL-1.3")
    for who in partners:
        reason = why_not_partner(t, who)
        if reason is not None:
            return reason
    return None


def why_not_share(t: PoliticsTable, shares: Mapping[int, int]) -> Reason | None:
    """POL-M14: the leader's +3 handed on beyond 3, beyond the purse, or to somebody else (POL-1.9)."""
    reason = why_not_phase(t, POLICIES, OPPOSITION, BENEFITS, REVEALED, CLOSING)
    if reason is not None:
        return reason
    for who in shares:
        reason = why_not_at_table(t, who)
        if reason is not None:
            return reason
    left = COINS["leading"] - t.shared
    total = sum(shares.values())
    if (
        not t.partners
        or not t.present[t.leader]
        or any(who not in t.partners for who in shares)
        or any(n < 1 for n in shares.values())
        or total > left
        or total > t.held[YELLOW][t.leader]
    ):
        return Reason("POL-M14", "POL-1.9", left=left, have=t.held[YELLOW][t.leader])
    return None


def why_not_give(t: PoliticsTable, giver: int, taker: int, count: int) -> Reason | None:
    """POL-M15: yellow coins handed over against the rules (POL-R10, POL-R11)."""
    if t.phase in (SETUP, COUNT):
        return Reason("POL-M06", "POL-R10", phase=t.phase)
    if t.phase == OVER:
        return Reason("POL-M07")
    reason = why_not_at_table(t, giver) or why_not_at_table(t, taker)
    if reason is not None:
        return reason
    have = t.held[YELLOW][giver]
    if giver == taker or count < 1 or count > have:
        return Reason("POL-M15", "POL-R10", have=have)
    if t.switches["yellow_transfers"] == "leader_only":
        left = COINS["leading"] - t.shared
        if not t.partners or giver != t.leader or count > left or t.phase not in IN_ROUND:
            return Reason("POL-M15.leader_only", "POL-R10", left=left)
    return None


IN_ROUND: Final = frozenset({POLICIES, OPPOSITION, BENEFITS, REVEALED, CLOSING})
"""Phases in which a government stands or has just stood."""


# --- Phase 2 ------------------------------------------------------------------------------------------------------


def why_not_lay(t: PoliticsTable) -> Reason | None:
    """POL-M16: fewer than two policies in a government hand (POL-2.1, POL-R46)."""
    reason = why_not_phase(t, POLICIES)
    if reason is not None:
        return reason
    short = [seat for seat in t.government if t.held[POLICY][seat] < CARDS["laid"]]
    return Reason("POL-M16", "POL-2.1", players=short) if short else None


def why_not_order(t: PoliticsTable, first: int, last: int) -> Reason | None:
    """POL-M12: a first or last partner who is not one, or one partner as both (POL-2.3, POL-R42)."""
    reason = why_not_phase(t, POLICIES) or why_not_at_table(t, first) or why_not_at_table(t, last)
    if reason is not None:
        return reason
    if first == last or first not in t.partners or last not in t.partners:
        return Reason("POL-M12.order", "POL-R42")
    return None


# --- Phase 3 ------------------------------------------------------------------------------------------------------


def why_not_act_in_opposition(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't take an opposition action now (POL-3.1)."""
    reason = why_not_phase(t, OPPOSITION) or why_not_at_table(t, who)
    if reason is not None:
        return reason
    if who in t.government:
        return Reason("POL-M17", "POL-3.1", player=who)
    if t.has_acted(who):
        return Reason("POL-M19", "POL-3.1", player=who)
    if t.turn() != who:
        return Reason("POL-M18", "POL-3.1", player=who, turn=t.turn())
    return None


def why_not_inspect(t: PoliticsTable, who: int, position: int | None = None) -> Reason | None:
    """Return why a player can't open a policy, or this one (position from 1; POL-3.2)."""
    reason = why_not_act_in_opposition(t, who)
    if reason is not None:
        return reason
    have = t.held[YELLOW][who]
    if have < COINS["inspect"]:
        return Reason("POL-M20", "POL-3.2", have=have, need=COINS["inspect"])
    if position is not None and not (1 <= position <= 6 and t.state[position - 1] == DOWN):
        return Reason("POL-M21", "POL-3.2", position=position)
    return None


def why_not_withdraw(t: PoliticsTable, who: int) -> Reason | None:
    return why_not_act_in_opposition(t, who)


def why_not_deal(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't make a deal under the table (POL-3.5, POL-B.5, POL-B.6)."""
    reason = why_not_act_in_opposition(t, who)
    if reason is not None:
        return reason
    have = t.held[YELLOW][who]
    if have < COINS["deal"]:
        return Reason("POL-M22", "POL-3.5", have=have, need=COINS["deal"])
    return why_not_draw_bts(t, who)


def why_not_draw_bts(t: PoliticsTable, who: int) -> Reason | None:
    if t.held[BTS][who] >= BTS_MOST:
        return Reason("POL-M23", "POL-B.6", player=who, most=BTS_MOST)
    if t.held[BTS][DRAW] < 1:
        return Reason("POL-M24", "POL-B.5")
    return None


def why_not_pass(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't pass (POL-R48)."""
    if t.phase != OVER and not t.switches["allow_pass"]:
        return Reason("POL-M06.pass", "POL-R48")
    return why_not_act_in_opposition(t, who)


# --- Phase 4 ------------------------------------------------------------------------------------------------------


def why_not_phase_4(t: PoliticsTable, phase: str) -> Reason | None:
    """POL-M27 after a failure, POL-M06 in another phase."""
    if t.failed and t.phase in (OPPOSITION, CLOSING):
        return Reason("POL-M27", "POL-4.1")
    return why_not_phase(t, phase)


def through(t: PoliticsTable) -> int:
    """Return how many policies have got through Phase 3 (POL-4.1, POL-R57)."""
    return 6 if t.switches["passed"] == "all" else len(t.down)


def why_not_drop(t: PoliticsTable, position: int | None = None) -> Reason | None:
    """POL-M25: the leader's drop is not open, or not of this card (position from 1; POL-4.2, POL-R58)."""
    reason = why_not_phase_4(t, BENEFITS)
    if reason is not None:
        return reason
    if t.dropped or through(t) <= DROP_ABOVE:
        return Reason("POL-M25", "POL-4.2", through=through(t), above=DROP_ABOVE)
    if position is not None and not (1 <= position <= 6 and t.state[position - 1] == DOWN):
        return Reason("POL-M25.open", "POL-4.2", position=position)
    return None


def why_not_reveal(t: PoliticsTable, positions: Sequence[int], bags: int) -> Reason | None:
    """POL-M26: a reveal of other cards than those left, or bags below 0 (positions from 1; POL-4.4)."""
    reason = why_not_phase_4(t, BENEFITS)
    if reason is not None:
        return reason
    left = [position + 1 for position in t.face_down()]
    if sorted(positions) != left or bags < 0:
        return Reason("POL-M26", "POL-4.4", left=left, bags=bags)
    return None


def why_not_pay(t: PoliticsTable) -> Reason | None:
    return why_not_phase_4(t, REVEALED)


# --- Phase 5 ------------------------------------------------------------------------------------------------------


def why_not_special_draw(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't take the special draw (POL-5.2, POL-R70 to POL-R72)."""
    reason = why_not_phase(t, CLOSING) or why_not_at_table(t, who)
    if reason is not None:
        return reason
    if not t.failed or who != t.leader or t.special_drawn:
        return Reason("POL-M43", "POL-5.2", player=who)
    cost: int = t.switches["special_draw_cost"]
    have = t.held[YELLOW][who]
    if have < cost:
        return Reason("POL-M44", "POL-5.2", have=have, need=cost)
    return why_not_draw_bts(t, who)


def why_not_end_round(t: PoliticsTable) -> Reason | None:
    """POL-M41: the round is closed with an accepted contract undecided (POL-T.7)."""
    reason = why_not_phase(t, CLOSING)
    if reason is not None:
        return reason
    open_slots = [contract.slot for contract in t.contracts if contract.status == "accepted"]
    return Reason("POL-M41", "POL-T.7", slots=open_slots) if open_slots else None


# --- behind-the-scenes cards --------------------------------------------------------------------------------------


def why_not_play(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't play any behind-the-scenes card (POL-M05, M28)."""
    reason = why_not_at_table(t, who)
    if reason is not None:
        return reason
    return Reason("POL-M28", "POL-B.5", player=who) if t.held[BTS][who] < 1 else None


def why_not_card(
    t: PoliticsTable,
    who: int,
    card: str,
    *,
    position: int | None = None,
    slot: str | None = None,
    obstructed_by: int | None = None,
) -> Reason | None:
    """Return why this card can't be played on this target, answered by that obstruct (POL-B.8 to POL-B.11).

    ``position`` from 1. Order: player, card in hand, kind of card, who obstructs, then moment and target.
    """
    if t.phase == OVER:
        return Reason("POL-M07")
    reason = why_not_play(t, who)
    if reason is not None:
        return reason
    if card not in CARD_KINDS:
        return Reason("POL-M35", "POL-R125")
    if obstructed_by is not None:
        reason = why_not_obstruct(t, who, obstructed_by)
        if reason is not None:
            return reason
    if card == MEDIA:
        return why_not_media(t, position)
    return why_not_seize(t, who) if card == SEIZE else why_not_break(t, slot)


def why_not_obstruct(t: PoliticsTable, player: int, by: int) -> Reason | None:
    """Return why ``by`` can't obstruct a card of ``player`` (POL-B.11)."""
    reason = why_not_at_table(t, by)
    if reason is not None:
        return reason
    if by == player:
        return Reason("POL-M34", "POL-B.11", player=by)
    return Reason("POL-M28", "POL-B.5", player=by) if t.held[BTS][by] < 1 else None


def why_not_media(t: PoliticsTable, position: int | None = None) -> Reason | None:
    """POL-M29: no policy lies open for media power now, or not this one (position from 1; POL-R64)."""
    if position is None:
        open_now = any(why_not_media(t, place) is None for place in range(1, 7))
        return None if open_now else Reason("POL-M29", "POL-R64")
    wrong = Reason("POL-M29", "POL-R64", position=position)
    if not 1 <= position <= 6 or t.failed:
        return wrong
    state = t.state[position - 1]
    if t.phase in (OPPOSITION, BENEFITS):
        turning_up = t.phase == BENEFITS and (t.dropped or SHOWN in t.state)
        return None if state == OPEN and not turning_up else wrong
    if t.phase == REVEALED:
        return None if state == SHOWN or (state == OPEN and t.switches["passed"] == "all") else wrong
    return wrong


def why_not_seize(t: PoliticsTable, who: int) -> Reason | None:
    """Return why a player can't seize power (POL-B.9, POL-R35 to POL-R38)."""
    if t.phase != COALITION or who == t.leader:
        return Reason("POL-M30", "POL-R35", player=who)
    if not t.has_right(who):
        return Reason("POL-M31", "POL-B.9", player=who)
    if t.switches["seize_fee"] and t.held[YELLOW][who] < FEE:
        return Reason("POL-M32", "POL-R38", player=who, have=t.held[YELLOW][who], need=FEE)
    return None


def why_not_break(t: PoliticsTable, slot: str | None = None) -> Reason | None:
    """POL-M33: no offer is open to be broken (in this slot; POL-R118)."""
    offers = [contract for contract in t.contracts if contract.status == "offered" and slot in (None, contract.slot)]
    return None if offers else Reason("POL-M33", "POL-R118", slot=slot)
