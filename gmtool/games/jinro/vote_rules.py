"""Who votes, for whom, and why a ballot is refused (JIN-5)."""

from __future__ import annotations

from collections.abc import Mapping

from gmtool.core.question import Reason
from gmtool.games.jinro import effects
from gmtool.games.jinro.rules import is_seat, why_not_phase
from gmtool.games.jinro.table import CAMPAIGN, LOT, RUNOFF, JinroTable


def electable(t: JinroTable) -> list[int]:
    """Return who could be voted for today if no effect barred anybody, in seat order (JIN-R35, JIN-R36)."""
    sitting = set() if t.switches["attacked_electable"] else t.sitting
    return [seat for seat in t.standing() if seat not in sitting]


def candidates(t: JinroTable) -> list[int]:
    """Return who may be voted for today; if effects bar everybody, the bars are lifted (JIN-R76)."""
    could = electable(t)
    barred = effects.barred(t, "no_candidate")
    return [seat for seat in could if seat not in barred] or could if barred else could


def bars_are_lifted(t: JinroTable) -> bool:
    could = electable(t)
    return bool(could) and set(could) <= effects.barred(t, "no_candidate")


def day_voters(t: JinroTable) -> list[int]:
    """Return who may vote today, in seat order (JIN-4.3, JIN-7.4)."""
    barred = effects.barred(t, "no_vote")
    return [seat for seat in t.standing() if seat not in t.sitting and seat not in barred]


def campaigners(t: JinroTable) -> list[int]:
    """Return who may talk today (JIN-4.3)."""
    silent = effects.barred(t, "silence")
    return [seat for seat in t.standing() if seat not in t.sitting and seat not in silent]


def field(t: JinroTable) -> list[int]:
    """Return who stands in the round to come: after a tie those of its field who remain (JIN-R30, JIN-R60)."""
    could = candidates(t)
    return [seat for seat in t.tied if seat in could] if t.phase in (RUNOFF, LOT) else could


def voters(t: JinroTable) -> list[int]:
    """Return who has a ballot in the round to come: everybody who may vote and has somebody to vote for.

    Rule: JIN-5.3, JIN-R26, JIN-R31
    """
    standing = field(t)
    may = day_voters(t)
    if t.phase == RUNOFF and not t.switches["runoff_tied_vote"]:
        may = [seat for seat in may if seat not in standing]
    if len(standing) > 1 or (standing and t.switches["self_vote"]):
        return may
    return [seat for seat in may if standing and seat not in standing]


def weights(t: JinroTable) -> dict[int, int]:
    """Return what the ballots of this round count where it is not 1 (JIN-5.4, JIN-R27, JIN-R28)."""
    if not modifiers_count(t):
        return {}
    return {seat: max(0, 1 + delta) for seat, delta in effects.added(t, "vote_weight").items() if delta}


def received(t: JinroTable) -> dict[int, int]:
    """Return the votes added to what players receive in this round."""
    return effects.added(t, "votes_received") if modifiers_count(t) else {}


def modifiers_count(t: JinroTable) -> bool:
    """Whether yesterday's manifesto changes the votes of this round: run-offs by house rule (JIN-R27)."""
    return t.phase != RUNOFF or bool(t.switches["modifiers_in_runoff"])


# --- why not ------------------------------------------------------------------------------------------------------


def why_not_voter(t: JinroTable, voter: int) -> Reason | None:
    """Return why a player has no ballot in this round: JIN-7.4, JIN-R24, JIN-R64, JIN-5.3, JIN-R31."""
    if not is_seat(t, voter):
        return Reason("vote.unknown", "JIN-5.3", voter=voter)
    if voter in t.sitting:
        return Reason("vote.sits_out", "JIN-7.4", voter=voter)
    if voter in t.out:
        return Reason("vote.out", "JIN-5.3", voter=voter)
    if voter in t.recalled:
        return Reason("vote.recalled", "JIN-R64", voter=voter)
    if not t.is_standing(voter):
        return Reason("vote.elected", "JIN-R24", voter=voter)
    if voter not in day_voters(t):
        return Reason("vote.barred", "JIN-5.3", voter=voter)
    if t.phase == RUNOFF and not t.switches["runoff_tied_vote"] and voter in field(t):
        return Reason("vote.tied", "JIN-R31", voter=voter)
    return None


def why_not_candidate(t: JinroTable, player: int) -> Reason | None:
    """Return why nobody can vote for a player in this round: JIN-R35, JIN-R24, JIN-R64, JIN-5.3, JIN-R30."""
    standing = field(t)
    if player in standing:
        return None
    if not is_seat(t, player):
        return Reason("vote.for_unknown", "JIN-5.3", player=player)
    if player in t.sitting and not t.switches["attacked_electable"]:
        return Reason("vote.for_sitting", "JIN-R35", player=player)
    if player in t.out:
        return Reason("vote.for_out", "JIN-5.3", player=player)
    if player in t.recalled:
        return Reason("vote.for_recalled", "JIN-R64", player=player)
    if not t.is_standing(player):
        return Reason("vote.for_elected", "JIN-R24", player=player)
    if player not in candidates(t):
        return Reason("vote.for_barred", "JIN-5.3", player=player)
    return Reason("vote.field", "JIN-R30", player=player, players=standing)


def why_not_ballot(t: JinroTable, voter: int, player: int) -> Reason | None:
    """Return why a voter can't vote for this player: JIN-R25 oneself, then the candidate's reasons."""
    if voter == player and not t.switches["self_vote"]:
        return Reason("vote.self", "JIN-R25", voter=voter)
    return why_not_candidate(t, player)


def why_not_ballots(t: JinroTable, ballots: Mapping[int, int | None]) -> Reason | None:
    """Return why these ballots can't be a round of this vote: the phase, each voter, who is missing, each ballot."""
    reason = why_not_phase(t, CAMPAIGN, RUNOFF)
    if reason is not None:
        return reason
    able = voters(t)
    for voter in ballots:
        reason = None if voter in able else why_not_voter(t, voter)
        if reason is not None:
            return reason
    missing = [seat for seat in able if seat not in ballots]
    if missing:
        return Reason("vote.missing", "JIN-5.3", missing=missing)
    standing = set(field(t))
    for voter, player in ballots.items():
        if player in standing and player != voter:
            continue
        if player is not None:
            reason = why_not_ballot(t, voter, player)
            if reason is not None:
                return reason
        elif voter in able and not t.switches["abstain"]:
            return Reason("vote.abstain", "JIN-R26", voter=voter)
    return None


def why_not_hands(t: JinroTable, hands: Mapping[int, int]) -> Reason | None:
    """Return why so many hands for each can't be a round of this vote: JIN-5.3, JIN-R25, JIN-R26."""
    reason = why_not_phase(t, CAMPAIGN, RUNOFF)
    if reason is not None:
        return reason
    able = voters(t)
    for player, count in hands.items():
        reason = why_not_candidate(t, player)
        if reason is not None:
            return reason
        most = len(able) if t.switches["self_vote"] else sum(1 for seat in able if seat != player)
        if count > most:
            return Reason("vote.hands_own", "JIN-R25", player=player, got=count, high=most)
    total = sum(hands.values())
    if total > len(able):
        return Reason("vote.hands_many", "JIN-5.3", got=total, want=len(able))
    if total < len(able) and not t.switches["abstain"]:
        return Reason("vote.hands_few", "JIN-R26", got=total, want=len(able))
    return None


def why_not_weighted(t: JinroTable, hands: Mapping[int, int], ballots: Mapping[int, int | None]) -> Reason | None:
    """JIN-5.3: more ballots that count differently for a player than hands were raised."""
    for voter, player in ballots.items():
        if player is None:
            if not t.switches["abstain"]:
                return Reason("vote.abstain", "JIN-R26", voter=voter)
        elif voter == player and not t.switches["self_vote"]:
            return Reason("vote.self", "JIN-R25", voter=voter)
    for player in {player for player in ballots.values() if player is not None}:
        named = sum(1 for other in ballots.values() if other == player)
        if named > hands.get(player, 0):
            return Reason("vote.hands_fewer", "JIN-5.3", player=player, got=named, want=hands.get(player, 0))
    return None


def why_not_lot(t: JinroTable, player: int) -> Reason | None:
    """JIN-5.8: the lot is among those tied last, and of these those who remain (JIN-R60)."""
    reason = why_not_phase(t, LOT)
    if reason is not None:
        return reason
    standing = field(t)
    return None if player in standing else Reason("lot.field", "JIN-5.8", player=player, players=standing)
