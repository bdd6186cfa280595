"""Whom night actions may name, and why not (JIN-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gmtool.core.question import Audience, Reason
from gmtool.games.jinro import effects
from gmtool.games.jinro.rules import is_seat, why_not_phase
from gmtool.games.jinro.table import GUARD, NIGHT, REPORTER, WOLF_MEMBER, JinroTable

ATTACK = "attack"
PROTECT = "guard"
INVESTIGATE = "investigate"
PROSECUTE = "prosecute"


def _secret(id: str, rule: str, **values: object) -> Reason:
    return Reason(id, rule, audience=Audience.GM, **values)


def attackers(t: JinroTable) -> list[int]:
    return t.active(WOLF_MEMBER)


def attack_bounds(t: JinroTable) -> tuple[int, int]:
    """Return the least and the most players attacked tonight (JIN-8.4, JIN-R53)."""
    if not attackers(t) or effects.is_blocked(t, ATTACK):
        return 0, 0
    most = min(effects.times(t, ATTACK), len(t.standing()))
    return (most if t.switches["attack_mandatory"] else 0), most


def _not_again(legal: Sequence[int], before: Sequence[int], want: int) -> set[int]:
    """Return who can't be named again; nobody where there is nobody else to name (JIN-R46, JIN-R52)."""
    others = [seat for seat in legal if seat not in before]
    return set(before) if len(others) >= want else set()


def why_not_attacked(t: JinroTable, player: int) -> Reason | None:
    """JIN-R51: somebody who has left the election; JIN-R52: the same again where the house rule forbids it."""
    if not is_seat(t, player) or not t.is_standing(player):
        return _secret("attack.left", "JIN-R51", player=player)
    if not t.switches["attack_repeat"]:
        most = attack_bounds(t)[1]
        if player in _not_again(t.standing(), t.attacked_before, most):
            return _secret("attack.again", "JIN-R52", player=player)
    return None


def why_not_attack(t: JinroTable, players: Sequence[int]) -> Reason | None:
    """Return why the wolves can't attack these tonight: JIN-R53, JIN-8.2, JIN-8.4, then each target."""
    if players and not attackers(t):
        return _secret("attack.nobody", "JIN-R53")
    if players and effects.is_blocked(t, ATTACK):
        return _secret("night.blocked", "JIN-8.2", role=WOLF_MEMBER)
    low, high = attack_bounds(t)
    if not low <= len(players) <= high or len(set(players)) != len(players):
        return _secret("attack.count", "JIN-8.4", got=len(players), want=high)
    for player in players:
        reason = why_not_attacked(t, player)
        if reason is not None:
            return reason
    return None


# --- guards and reporters: each names their own -------------------------------------------------------------------


def guardable(t: JinroTable, guard: int) -> list[int]:
    return [seat for seat in t.standing() if seat != guard or t.switches["self_guard"]]


def checkable(t: JinroTable, reporter: int) -> list[int]:
    """Return whom a reporter may name: anybody else still in the election, by house rule winners too (JIN-R54)."""
    others = [seat for seat in t.seats if seat != reporter]
    winners = bool(t.switches["investigate_elected"])
    return [seat for seat in others if t.is_standing(seat) or (winners and seat not in t.out)]


def guard_count(t: JinroTable, guard: int) -> int:
    if effects.is_blocked(t, PROTECT):
        return 0
    return min(effects.times(t, PROTECT), len(guardable(t, guard)))


def check_count(t: JinroTable, reporter: int) -> int:
    if effects.is_blocked(t, INVESTIGATE):
        return 0
    return min(effects.times(t, INVESTIGATE), len(checkable(t, reporter)))


def guard_entries(t: JinroTable) -> list[int]:
    """Return each guard once for every player that the guard names tonight."""
    return [guard for guard in t.active(GUARD) for _ in range(guard_count(t, guard))]


def check_entries(t: JinroTable) -> list[int]:
    return [reporter for reporter in t.active(REPORTER) for _ in range(check_count(t, reporter))]


def is_acting(t: JinroTable, seat: int, role: str) -> bool:
    return is_seat(t, seat) and t.roles[seat] == role and t.is_standing(seat)


def why_not_acting(t: JinroTable, seat: int, role: str, action: str, players: Sequence[int]) -> Reason | None:
    """JIN-R23: who has no such role or has left does not act; JIN-8.2: nothing is recorded for a blocked action."""
    if not is_acting(t, seat, role):
        return _secret("night.not_acting", "JIN-R23", player=seat, role=role)
    if players and effects.is_blocked(t, action):
        return _secret("night.blocked", "JIN-8.2", role=role)
    return None


def why_not_guard(t: JinroTable, guard: int, players: Sequence[int]) -> Reason | None:
    """Return why a guard can't protect these tonight: JIN-R45, JIN-8.6, JIN-R46."""
    reason = why_not_acting(t, guard, GUARD, PROTECT, players)
    if reason is not None:
        return reason
    legal = guardable(t, guard)
    want = guard_count(t, guard)
    for player in players:
        if player == guard and not t.switches["self_guard"]:
            return _secret("guard.self", "JIN-R45", player=guard)
        if player not in legal:
            return _secret("guard.left", "JIN-8.6", player=player)
    if len(players) != want or len(set(players)) != want:
        return _secret("guard.count", "JIN-8.6", player=guard, got=len(players), want=want)
    if not t.switches["repeat_guard"]:
        again = _not_again(legal, t.guarded_before.get(guard, ()), want)
        for player in players:
            if player in again:
                return _secret("guard.again", "JIN-R46", player=player)
    return None


def why_not_check(t: JinroTable, reporter: int, players: Sequence[int]) -> Reason | None:
    """Return why a reporter can't investigate these tonight: JIN-R54, JIN-8.8."""
    reason = why_not_acting(t, reporter, REPORTER, INVESTIGATE, players)
    if reason is not None:
        return reason
    legal = checkable(t, reporter)
    for player in players:
        if player not in legal:
            return _secret("check.player", "JIN-R54", player=player)
    want = check_count(t, reporter)
    if len(players) != want or len(set(players)) != want:
        return _secret("check.count", "JIN-8.8", player=reporter, got=len(players), want=want)
    return None


def _actors(t: JinroTable, role: str, named: Mapping[int, Sequence[int]]) -> list[int]:
    """Return everybody said to have named somebody, then those who should have and did not."""
    said = [seat for seat, players in named.items() if players or is_acting(t, seat, role)]
    return [*said, *(seat for seat in t.active(role) if seat not in said)]


def why_not_guards(t: JinroTable, named: Mapping[int, Sequence[int]]) -> Reason | None:
    """Return why the guards can't have named these; a guard who is still in has to name somebody."""
    for guard in _actors(t, GUARD, named):
        reason = why_not_guard(t, guard, named.get(guard, ()))
        if reason is not None:
            return reason
    return None


def why_not_checks(t: JinroTable, named: Mapping[int, Sequence[int]]) -> Reason | None:
    for reporter in _actors(t, REPORTER, named):
        reason = why_not_check(t, reporter, named.get(reporter, ()))
        if reason is not None:
            return reason
    return None


def why_not_night(
    t: JinroTable,
    attack: Sequence[int],
    guard: Mapping[int, Sequence[int]],
    investigate: Mapping[int, Sequence[int]],
) -> Reason | None:
    """Return why a night can't have gone like this: the phase, then wolves, guards and reporters in their order."""
    return (
        why_not_phase(t, NIGHT)
        or why_not_attack(t, attack)
        or why_not_guards(t, guard)
        or why_not_checks(t, investigate)
    )
