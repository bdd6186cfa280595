"""Why something is not allowed: one function a deed, asked by options, hints and checks alike.

Each returns a reason with values, or None. Where several apply, the order is: wrong phase or game over, not a player,
then as the deed's own rule lists them. A seat of -1 is a name that is not at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gmtool.core.question import Audience, Reason
from gmtool.core.table import DISCARD, DRAW
from gmtool.games.boss import characters
from gmtool.games.boss.table import (
    ACTIVE,
    APPOINT,
    ASSASSIN,
    DISMISS,
    DRAWN,
    EAGLE,
    ELECTED,
    ENACTED,
    FUNCTIONS,
    GUESS,
    INVESTIGATE,
    LEFT,
    MASTERMIND_CHECK,
    NOMINATE,
    OVER,
    PEEK,
    POLICY,
    POLICY_ROUND,
    POWER,
    REHIRE,
    TAI_GO_CHECK,
    TO_WIN,
    VOTE,
    BossTable,
)  # fmt: skip

NONE: Final = "none"
"""No function on the card; nobody stands up."""
NOT_SAID: Final = ""

JUST_REJECTED: Final = "just_rejected"
PREVIOUS_PRESIDENT: Final = "president"
ALL: Final = "all"


def why_not_phase(t: BossTable, *phases: str) -> Reason | None:
    """Return ``game_over`` after the end, ``wrong_phase`` in any other phase than those named."""
    if t.phase == OVER:
        return Reason("game_over", "BOSS-7.6")
    return None if t.phase in phases else Reason("wrong_phase", phase=f"during_{t.phase}")


def why_not_player(t: BossTable, seat: int) -> Reason | None:
    return None if 0 <= seat < t.count else Reason("unknown_player", player=seat)


# --- nomination ---------------------------------------------------------------------------------------------------


def just_rejected(t: BossTable) -> list[int]:
    """Return whom this President may not nominate again (BOSS-R24)."""
    mode = t.switches["renominate"]
    if mode == "free":
        return []
    return t.rejected if mode == "never" else t.rejected[-1:]


def bars(t: BossTable) -> tuple[list[int], list[int], str | None]:
    """Return who is barred as (limited, rejected), and which bar had to be lifted so that anybody is left (BOSS-R17).

    Bars fall in this order: the one on the rejected, the previous President's limit, all limits.
    """
    president, director = t.limits()
    rejected = just_rejected(t)
    others = [seat for seat in t.active if seat != t.president]
    for limited, barred, lifted in (
        ([president, director], rejected, None),
        ([president, director], [], JUST_REJECTED),
        ([director], [], PREVIOUS_PRESIDENT),
        ([], [], ALL),
    ):
        if any(seat not in limited and seat not in barred for seat in others):
            return limited, barred, lifted
    return [president, director], rejected, None


def limited(t: BossTable) -> list[int]:
    """Return the active players under the term limit, in seat order (BOSS-4.3, BOSS-4.4)."""
    return [seat for seat in t.active if seat in t.limits()]


def kept_from_nomination(t: BossTable) -> list[int]:
    """Return whom the term limit keeps from being nominated now, less a bar that was lifted (BOSS-R17)."""
    kept = bars(t)[0]
    return [seat for seat in t.active if seat != t.president and seat in kept]


def why_not_nominate(t: BossTable, who: int) -> Reason | None:
    """Return why the President can't nominate a player (BOSS-4.2)."""
    reason = why_not_phase(t, NOMINATE) or why_not_player(t, who)
    if reason is not None:
        return reason
    if who == t.president:
        return Reason("nominee_is_president", "BOSS-R19", player=who)
    if t.status[who] != ACTIVE:
        return Reason(f"nominee_not_active.{t.status[who]}", "BOSS-9.1", player=who)
    kept, rejected, _ = bars(t)
    if who in kept:
        office = "director" if who == t.previous[1] else "president"
        rule = "BOSS-4.4" if t.limits()[0] >= 0 else "BOSS-4.3"
        return Reason(f"nominee_limited.{office}", rule, player=who)
    if who in rejected:
        return Reason("nominee_just_rejected", "BOSS-R24", player=who)
    return None


def eligible(t: BossTable) -> list[int]:
    """Return the legal nominees in seat order; empty outside a nomination."""
    if t.phase != NOMINATE:
        return []
    kept, rejected, _ = bars(t)
    return [seat for seat in t.active if seat != t.president and seat not in kept and seat not in rejected]


# --- vote ---------------------------------------------------------------------------------------------------------


def why_not_vote(t: BossTable, yes: int, no: int) -> Reason | None:
    """Return why these totals can't be: every active player casts one ballot (BOSS-4.5, BOSS-R21)."""
    reason = why_not_phase(t, VOTE)
    if reason is not None:
        return reason
    voters = len(t.active)
    if yes < 0 or no < 0 or yes + no != voters:
        return Reason("vote_total", "BOSS-R21", yes=yes, no=no, total=yes + no, voters=voters)
    return None


# --- questions to one player --------------------------------------------------------------------------------------


def why_not_answer(t: BossTable, phase: str, who: int, character: str, *, yes: bool) -> Reason | None:
    """Return why an answer can't be true: it contradicts the characters typed in, for the GM alone (BOSS-R68)."""
    reason = why_not_phase(t, phase)
    if reason is not None:
        return reason
    role = t.roles[who]
    if role is not None and (role == character) != yes:
        return contradicts(who)
    return None


def contradicts(who: int) -> Reason:
    return Reason("answer_contradicts_roles", "BOSS-R68", audience=Audience.GM, player=who)


# --- policies -----------------------------------------------------------------------------------------------------


def must_ask_symbol(t: BossTable, side: str) -> bool:
    """Whether it matters which function is printed on a card of this side (BOSS-6.1, BOSS-R57)."""
    is_last = t.enacted(side) + 1 >= TO_WIN[side]
    return t.power_rule == "card_and_slot" and bool(t.symbols(side)) and not is_last


def why_not_policy(t: BossTable, side: str, *, phase: str, cards: int) -> Reason | None:
    """Return why no card of this side can come to lie on the board."""
    reason = why_not_phase(t, phase)
    if reason is not None:
        return reason
    if side not in ENACTED:
        return Reason("unknown_policy", "BOSS-5.2", got=side)
    if t.deck[side] <= t.enacted(side):
        return Reason("no_such_policy_left", "BOSS-R01", side=side, total=t.deck[side])
    if t.held[POLICY][DRAW] + t.held[POLICY][DISCARD] + t.in_hands() < cards:
        return Reason("no_cards_left", "BOSS-5.4", need=cards)
    return None


def why_not_enact(t: BossTable, side: str, symbol: str = NOT_SAID, *, said: bool = False) -> Reason | None:
    """Return why the Director can't enact this (BOSS-5.2).

    Args:
        symbol: The function printed on the card, ``none``, or ``NOT_SAID``.
        said: Whether the whole session is checked, the printed function included, and not the side alone.
    """
    reason = why_not_policy(t, side, phase=POLICY_ROUND, cards=DRAWN)
    if reason is not None or not said or not must_ask_symbol(t, side):
        return reason
    if symbol == NOT_SAID:
        return Reason("symbol_missing", "BOSS-6.1", slot=t.enacted(side) + 1)
    return why_not_symbol(t, symbol)


def why_not_symbol(_t: BossTable, symbol: str) -> Reason | None:
    if symbol != NONE and symbol not in FUNCTIONS:
        return Reason("unknown_symbol", "BOSS-6.1", got=symbol)
    return None


def why_not_chaos(t: BossTable, side: str, *, phase: str) -> Reason | None:
    """Return why the top card can't be of this side (BOSS-4.11)."""
    return why_not_policy(t, side, phase=phase, cards=1)


# --- functions ----------------------------------------------------------------------------------------------------


def investigated(t: BossTable) -> list[int]:
    """Return who has been investigated, in seat order."""
    return sorted({use.target for use in t.used if use.function == INVESTIGATE})


def targets(t: BossTable, function: str) -> list[int]:
    """Return the legal targets of a function in seat order; empty for the look at the discard pile."""
    if function == PEEK:
        return []
    return [seat for seat in t.seats if _why_not_target(t, function, seat) is None]


def is_usable(t: BossTable, function: str) -> bool:
    """Whether a function has a legal target or needs none (BOSS-R43)."""
    return function == PEEK or bool(targets(t, function))


def _why_not_target(t: BossTable, function: str, who: int) -> Reason | None:
    if function == REHIRE:
        if who not in t.dismissed:
            return Reason("target_not_dismissed", "BOSS-R51", player=who)
        return None
    if who == t.director and not t.switches["self_target"]:
        return Reason("target_self", "BOSS-R41", player=who)
    if t.status[who] != ACTIVE:
        return Reason("target_not_active", "BOSS-R54", player=who)
    if function == INVESTIGATE and t.switches["investigate_once"] and who in investigated(t):
        return Reason("target_already_investigated", "BOSS-R45", player=who)
    return None


_RULE_OF: Final = {
    INVESTIGATE: "BOSS-6.5", DISMISS: "BOSS-6.6", REHIRE: "BOSS-6.7", PEEK: "BOSS-6.8", APPOINT: "BOSS-6.9",
}  # fmt: skip


def rule_of(function: str) -> str:
    """Return the rule of a function."""
    return _RULE_OF[function]


def why_not_function(t: BossTable, function: str) -> Reason | None:
    """Return why the Director can't use this function now (BOSS-6.1)."""
    reason = why_not_phase(t, POWER)
    if reason is not None:
        return reason
    return None if function in t.pending else Reason("wrong_power", "BOSS-6.1", power=function)


def why_not_use(t: BossTable, function: str, target: int | None) -> Reason | None:
    """Return why the Director can't use a function on this target, None for no target (BOSS-6)."""
    reason = why_not_function(t, function)
    if reason is not None:
        return reason
    if function == PEEK:
        return None if target is None else Reason("target_not_wanted", "BOSS-6.8")
    if target is None:
        return Reason("target_missing", rule_of(function), power=function)
    return why_not_player(t, target) or _why_not_target(t, function, target)


# --- the Assassin -------------------------------------------------------------------------------------------------


def namable(t: BossTable, assassin: int) -> list[int]:
    """Return whom the Assassin can name: the other active players (BOSS-R58, BOSS-R59)."""
    return [seat for seat in t.active if seat != assassin]


def why_not_stand_up(t: BossTable, who: int) -> Reason | None:
    """Return why a player can't be the Assassin who guesses (BOSS-7.4)."""
    reason = why_not_phase(t, GUESS) or why_not_player(t, who)
    if reason is not None:
        return reason
    if t.status[who] != ACTIVE:
        return Reason("assassin_not_active", "BOSS-R59", player=who)
    return None


def why_not_assassin(t: BossTable, who: int) -> Reason | None:
    """Return why a player is not the Assassin as far as the GM knows, or None."""
    role = t.roles[who]
    return contradicts(who) if role is not None and role != ASSASSIN else None


def why_not_nobody(t: BossTable) -> Reason | None:
    """Return why nobody standing up can't be: the GM knows the Assassin to be in (BOSS-7.4, BOSS-R73)."""
    reason = why_not_phase(t, GUESS)
    if reason is not None:
        return reason
    if ASSASSIN in t.roles:
        who = t.roles.index(ASSASSIN)
        if t.status[who] == ACTIVE and namable(t, who):
            return Reason("assassin_must_guess", "BOSS-7.4", audience=Audience.GM)
    return None


def why_not_name(t: BossTable, assassin: int, target: int | None) -> Reason | None:
    """Return why the Assassin can't name this player (BOSS-R58, BOSS-R59)."""
    if target is None:
        return Reason("target_missing", "BOSS-7.4", power=ASSASSIN)
    reason = why_not_player(t, target)
    if reason is not None:
        return reason
    if target == assassin:
        return Reason("target_self", "BOSS-R58", player=target)
    if t.status[target] != ACTIVE:
        return Reason("target_not_active", "BOSS-R59", player=target)
    return None


def why_not_guess(t: BossTable, assassin: int, target: int | None, *, right: bool) -> Reason | None:
    """Return why this guess can't have happened (BOSS-7.4)."""
    reason = why_not_stand_up(t, assassin) or why_not_assassin(t, assassin) or why_not_name(t, assassin, target)
    if reason is not None:
        return reason
    assert target is not None
    return why_not_answer(t, GUESS, target, EAGLE, yes=right)


# --- characters, leaving ------------------------------------------------------------------------------------------


def why_not_roles(t: BossTable, roles: Sequence[str | None]) -> Reason | None:
    """Return why these characters, one entry a seat, can't be: other cards were dealt (BOSS-1.3, BOSS-8.10)."""
    reason = why_not_type_in(t)
    if reason is not None:
        return reason
    fox_side = t.switches["fox_side"]
    if len(roles) != t.count or not characters.do_roles_fit(roles, t.count, t.specials, fox_side=fox_side):
        return Reason("roles_do_not_fit", "BOSS-1.3", audience=Audience.GM)
    return None


def why_not_another_character(t: BossTable, who: int, audience: Audience) -> Reason | None:
    """Return why a player can't hold the character asked for: one card each was dealt, and this one is named already.

    While it is for the GM alone the words name nobody, since the screen may be seen (BOSS-2.2).
    """
    if who not in t.draft.get("characters", {}):
        return None
    return Reason("holds_another", "BOSS-2.2", audience=audience)


def warn_character(t: BossTable, who: int, character: str, audience: Audience) -> Reason | None:
    """Return what was told the table against this player holding this character (BOSS-R68), or None.

    While it is for the GM alone the words name nobody, since the screen may be seen.
    """
    for said in t.said:
        if said.character != character:
            continue
        if said.who == who and not said.yes:
            told = "said_no" if said.round else "said_no_before"
        elif said.who < 0 and t.status[who] == ACTIVE:
            told = "nobody_stood"
        elif said.yes and said.who != who:
            told = "said_yes"
        else:
            continue
        if audience is Audience.GM:
            return Reason("record.contradicts", "BOSS-R68", audience=audience)
        return Reason(f"record.{told}", "BOSS-R68", player=who, other=said.who, role=character, round=said.round)
    return None


def why_not_type_in(t: BossTable) -> Reason | None:
    """Return why the GM can't type the characters in: a GM who plays knows none (BOSS-R13)."""
    if t.phase == OVER:
        return Reason("game_over", "BOSS-7.6")
    return Reason("gm_plays", "BOSS-R13", audience=Audience.GM) if t.gm_plays else None


def why_not_leave(t: BossTable, who: int) -> Reason | None:
    """Return why a player can't be noted as gone now (BOSS-R65)."""
    reason = why_not_phase(t, NOMINATE, VOTE) or why_not_player(t, who)
    if reason is not None:
        return reason
    return Reason("already_left", "BOSS-9.2", player=who) if t.status[who] == LEFT else None


def why_not_vacate(t: BossTable, who: int) -> Reason | None:
    """Return why a player can't walk out of an office between the election and the end of the round (BOSS-R71)."""
    if t.phase in (NOMINATE, VOTE):
        return Reason("leave_instead", "BOSS-R65")
    reason = why_not_phase(t, *ELECTED, POWER) or why_not_player(t, who)
    if reason is not None:
        return reason
    if who not in (t.president, t.director):
        return Reason("no_office", "BOSS-R65", player=who)
    if who == t.director and t.phase in (MASTERMIND_CHECK, TAI_GO_CHECK):
        return Reason("answer_first", "BOSS-R71", player=who)
    return Reason("already_left", "BOSS-9.2", player=who) if t.status[who] == LEFT else None


def why_not_abandon(t: BossTable) -> Reason | None:
    return Reason("game_over", "BOSS-7.6") if t.phase == OVER else None
