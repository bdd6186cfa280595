"""What players do outside the phases: give coins, share later, leave; roles on record; stopping early."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.core.table import BANK, DISCARD, OUT
from gmtool.games.politics import rules, vote_rules
from gmtool.games.politics.closing import clear_marks, note_round
from gmtool.games.politics.contracts import void_contracts_of
from gmtool.games.politics.forming import reset_rights
from gmtool.games.politics.piles import put_away
from gmtool.games.politics.policies import SHARE, share
from gmtool.games.politics.table import (
    BTS,
    CHOOSE,
    CLOSED,
    COALITION,
    COIN_KINDS,
    COUNT,
    DARK,
    FACTS,
    FORCED,
    HONEST,
    IN_GOVERNMENT,
    LOST,
    OVER,
    POLICY,
    RIGHT,
    SETUP,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

LEAST: Final[int] = FACTS["game"]["players"][0]

# --- a bargain: yellow coins from hand to hand (POL-R10) ----------------------------------------------------------


def _why_not_giver(t: PoliticsTable, who: int) -> Reason | None:
    others = [seat for seat in t.at_table if seat != who]
    reason = rules.why_not_at_table(t, who)
    return reason or (rules.why_not_give(t, who, others[0], 1) if others else Reason("POL-M15", "POL-R10", have=0))


GIVER: Final = Question(
    "give.from", Kind.ONE, "POL-R10", "POL-R11", options=lambda t: t.at_table, why_not_option=_why_not_giver
)


def _giver(t: PoliticsTable) -> int:
    return int(t.draft.get("giver", -1))


TAKER: Final = Question(
    "give.to", Kind.ONE, "POL-R10", options=lambda t: [seat for seat in t.at_table if seat != _giver(t)],
    why_not_option=lambda t, who: rules.why_not_give(t, _giver(t), who, 1), subject=_giver,
)  # fmt: skip


def _why_not_amount(t: PoliticsTable, count: int) -> Reason | None:
    return rules.why_not_give(t, _giver(t), t.draft["taker"], count)


def _most(t: PoliticsTable) -> int:
    have = t.held[YELLOW][_giver(t)]
    return have if t.switches["yellow_transfers"] == "any" else min(have, 3 - t.shared)


AMOUNT: Final = Question(
    "give.count", Kind.NUMBER, "POL-R10", low=1, high=_most, why_not=_why_not_amount, subject=_giver
)


def _why_not_any_gift(t: PoliticsTable) -> Reason | None:
    if t.phase == OVER:
        return Reason("POL-M07")
    reasons = [_why_not_giver(t, who) for who in t.at_table]
    return None if None in reasons else (reasons[0] if reasons else Reason("POL-M05", player=-1))


def _still_giving(t: PoliticsTable) -> Reason | None:
    if "taker" in t.draft:
        return rules.why_not_give(t, _giver(t), t.draft["taker"], 1)
    return _why_not_giver(t, _giver(t)) if "giver" in t.draft else _why_not_any_gift(t)


def _give(t: PoliticsTable) -> Script:
    giver: int = yield GIVER
    t.draft["giver"] = giver
    taker: int = yield TAKER
    t.draft["taker"] = taker
    count: int = yield AMOUNT
    give(t, giver, taker, count)


def give(t: PoliticsTable, giver: int, taker: int, count: int) -> None:
    """Hand yellow coins over as part of a bargain (POL-R10); counts as shared where only the leader may give."""
    t.move(YELLOW, giver, taker, count, "POL-R10")
    if t.switches["yellow_transfers"] == "leader_only":
        t.shared += count


def _why_not_share_later(t: PoliticsTable) -> Reason | None:
    reason = rules.why_not_phase(t, *rules.IN_ROUND)
    if reason is not None:
        return reason
    partners = [seat for seat in t.partners if t.present[seat]]
    return rules.why_not_share(t, {partners[0]: 1}) if partners else Reason("POL-M14", "POL-1.9", left=0, have=0)


def _share(t: PoliticsTable) -> Script:
    shares: dict[str, int] = yield SHARE
    share(t, {int(seat): n for seat, n in shares.items()})


# --- roles on record (GM only) ------------------------------------------------------------------------------------


def _why_not_record(t: PoliticsTable) -> Reason | None:
    return Reason("POL-M07") if t.phase == OVER else None


def _why_not_recorded(t: PoliticsTable, answer: list[str | None]) -> Reason | None:
    return vote_rules.why_not_roles(t, dict(zip(t.at_table, answer, strict=False)))


RECORD: Final = Question(
    "roles.record", Kind.VOTE, "POL-R01", "POL-G.2", audience=Audience.GM,
    options=lambda _t: (HONEST, DARK), voters=lambda t: t.at_table, why_not=_why_not_recorded, optional=True,
)  # fmt: skip


def _record(t: PoliticsTable) -> Script:
    answer: list[str | None] = yield RECORD
    for seat, role in zip(t.at_table, answer, strict=True):
        if seat not in t.turned:
            t.roles[seat] = role
    t.tell("roles_recorded", secret=True)
    if t.phase == COUNT:
        # Roles taken off the record have to be shown before the count (POL-N.3).
        t.ground += 1


# --- leaving (POL-R133) -------------------------------------------------------------------------------------------


def _why_not_leave(t: PoliticsTable) -> Reason | None:
    if t.phase == OVER:
        return Reason("POL-M07")
    if t.phase == SETUP:
        return Reason("POL-M06.setup", "POL-S.1", phase=t.phase)
    return None if t.at_table else Reason("POL-M05", player=-1)


LEAVER: Final = Question("leave.player", Kind.ONE, "POL-R133", options=lambda t: t.at_table)


def _warn_leave(t: PoliticsTable, sure: bool) -> Reason | None:
    return Reason("POL-M58", "POL-R133") if sure and len(t.at_table) <= LEAST else None


SURE: Final = Question("leave.sure", Kind.CONFIRM, "POL-R133", subject=lambda t: t.draft.get("who"), warn=_warn_leave)


def _leave(t: PoliticsTable) -> Script:
    who: int = yield LEAVER
    t.draft["who"] = who
    sure: bool = yield SURE
    if sure:
        leave(t, who)


def leave(t: PoliticsTable, who: int) -> None:
    """A player goes: cards and coins out, right gone; what follows depends on the moment (POL-R133)."""
    rule = "POL-R133"
    dissolved = t.phase in IN_GOVERNMENT and who in t.government and not t.failed
    had_right = t.held[RIGHT][who] > 0
    t.present[who] = False
    t.at_table = [seat for seat in t.seats if t.present[seat]]
    for what in (*COIN_KINDS, RIGHT, LOST, FORCED):
        if t.held[what][who]:
            t.move(what, who, BANK, t.held[what][who], rule)
    if t.held[POLICY][who]:
        t.move(POLICY, who, DISCARD, t.held[POLICY][who], rule)
    if t.held[BTS][who]:
        t.move(BTS, who, OUT, t.held[BTS][who], rule)
    t.tell("left", rule, player=who)
    if len(t.at_table) < LEAST:
        t.tell("below_minimum", rule, count=len(t.at_table))
    t.opposition = [seat for seat in t.opposition if seat != who]
    t.waiting = [seat for seat in t.waiting if seat != who]
    t.tied = [seat for seat in t.tied if seat != who]
    t.runoff = [seat for seat in t.runoff if seat != who]
    if t.facing is not None:
        t.facing = [seat for seat in t.facing if seat != who]
    _contracts_without(t, who)
    if dissolved:
        dissolve(t)
    elif who == t.leader and t.phase in (CHOOSE, COALITION):
        t.leader = -1
        t.enter(CHOOSE)
    if had_right and not any(t.held[RIGHT][seat] for seat in t.at_table):
        reset_rights(t, "POL-G.6")
    t.ground += 1


def _contracts_without(t: PoliticsTable, who: int) -> None:
    """Maker gone, or last acceptor gone: void, no token (POL-R121)."""
    void_contracts_of(t, who, "POL-R121")
    for contract in t.contracts:
        if who in contract.acceptors and contract.is_live:
            contract.acceptors.remove(who)
            if not contract.acceptors:
                contract.status = "void"
                contract.open = False
                t.tell("contract_void", "POL-R121", slot=contract.slot, player=contract.maker)


def dissolve(t: PoliticsTable) -> None:
    """A government member left between forming and pay: no failure, no pay, no right used (POL-R133)."""
    t.tell("government_dissolved", "POL-R133")
    for contract in t.contracts:
        if contract.is_live:
            contract.status = "void"
            contract.open = False
    note_round(t, "dissolved")
    put_away(t, "POL-R133")
    clear_marks(t, void=True)
    t.enter(CLOSED)


# --- joining (POL-R134) -------------------------------------------------------------------------------------------


def _why_not_join(t: PoliticsTable) -> Reason:
    """POL-M51: nobody joins a game that has begun; what a GM tries is answered with the rule."""
    return Reason("POL-M07") if t.phase == OVER else Reason("POL-M51", "POL-R134")


def _join(_t: PoliticsTable) -> Script:
    yield from ()


# --- stopping before the end (POL-R142) ---------------------------------------------------------------------------

STOP: Final = Question("stop.sure", Kind.CONFIRM, "POL-R142")


def _stop(t: PoliticsTable) -> Script:
    sure: bool = yield STOP
    if sure:
        t.stopped = True
        t.tell("stopped", "POL-R142")
        t.enter(OVER)
        t.ground += 1


ACTIONS: Final[dict[str, Any]] = {
    "give": Action("give", _give, _why_not_any_gift, "POL-R10", key="g", still=_still_giving),
    "share": Action("share", _share, _why_not_share_later, "POL-1.9", key="s"),
    "roles": Action("roles", _record, _why_not_record, "POL-R01", key="", secret=True),
    "leave": Action("leave", _leave, _why_not_leave, "POL-R133", key="", still=lambda _t: None),
    "join": Action("join", _join, _why_not_join, "POL-R134", key=""),
    "stop": Action("stop", _stop, _why_not_record, "POL-R142", key="", still=lambda _t: None),
}
