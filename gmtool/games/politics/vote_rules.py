"""Why a vote of lie-catching, a role or the final count can't be: as in ``rules``, one function a deed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gmtool.core.question import Audience, Reason
from gmtool.games.politics.rules import why_not_at_table, why_not_phase
from gmtool.games.politics.table import COUNT, DARK, FACTS, LIE_1, LIE_2, OVER, PoliticsTable

DARK_COUNT: Final[int] = FACTS["game"]["dark"]


def voters(t: PoliticsTable) -> list[int]:
    """Return who votes in the lie-catching round now: all at the table but the silenced (POL-F.7, POL-R90)."""
    if not t.exposed or t.phase != LIE_2:
        return t.at_table
    return [seat for seat in t.at_table if not is_silenced(t, seat)]


def is_silenced(t: PoliticsTable, seat: int) -> bool:
    silence = t.crisis or t.switches["exposed_silent_in_normal"]
    return t.phase == LIE_2 and bool(silence) and seat in t.exposed


def why_not_target(t: PoliticsTable, target: int) -> Reason | None:
    """POL-M48: a vote for a player already turned up, or in a run-off for one who is not tied (POL-R88)."""
    reason = why_not_at_table(t, target)
    if reason is not None:
        return reason
    if target in t.turned:
        return Reason("POL-M48", "POL-R88", player=target)
    if t.runoff and target not in t.runoff:
        return Reason("POL-M48.runoff", "POL-R83", player=target)
    return None


def why_not_votes(t: PoliticsTable, votes: Mapping[int, int | None]) -> Reason | None:
    """Return why these votes can't be: M05, M46 (silenced), M47 (self), M48 (turned up already)."""
    reason = why_not_phase(t, LIE_1, LIE_2)
    if reason is not None:
        return reason
    for voter, target in votes.items():
        reason = why_not_at_table(t, voter)
        if reason is None and target is not None:
            reason = why_not_at_table(t, target)
        if reason is not None:
            return reason
    for voter, target in votes.items():
        if target is not None and is_silenced(t, voter):
            return Reason("POL-M46", "POL-F.7", player=voter)
    for voter, target in votes.items():
        if target == voter and not t.switches["self_vote"]:
            return Reason("POL-M47", "POL-R87", player=voter)
    for target in votes.values():
        reason = why_not_target(t, target) if target is not None else None
        if reason is not None:
            return reason
    return None


def why_not_role(t: PoliticsTable, who: int, role: str) -> Reason | None:
    """Return why a card can't show this role: another was recorded (M49), or two dark are impossible (M04).

    Both are for the GM's eyes only (POL-F.4).
    """
    recorded = t.roles[who]
    if recorded is not None and recorded != role:
        return Reason("POL-M49", "POL-F.4", audience=Audience.GM)
    return why_not_roles(t, {who: role})


def why_not_roles(t: PoliticsTable, roles: Mapping[int, str | None]) -> Reason | None:
    """POL-M04: other than two dark players, or two have become impossible (POL-G.2). GM only.

    A role turned up at the table stands: recording another is POL-M49. None means unknown.
    """
    if t.phase == OVER:
        return Reason("POL-M07")
    after = list(t.roles)
    for who, role in roles.items():
        if not 0 <= who < t.count:
            return Reason("POL-M05", player=who, audience=Audience.GM)
        if who in t.turned and role is not None and role != t.turned[who]:
            return Reason("POL-M49", "POL-F.4", audience=Audience.GM)
        if who not in t.turned:
            after[who] = role
    dark = after.count(DARK)
    unknown = after.count(None)
    if dark > DARK_COUNT or dark + unknown < DARK_COUNT:
        return Reason("POL-M04", "POL-G.2", audience=Audience.GM)
    return None


def why_not_finish(t: PoliticsTable) -> Reason | None:
    """POL-M50: the count before both votes, or with a role of somebody at the table unknown (POL-N.3)."""
    if t.phase == OVER:
        return Reason("POL-M07")
    if t.phase != COUNT or any(t.roles[seat] is None for seat in t.at_table):
        return Reason("POL-M50", "POL-N.3")
    return None
