"""What players do outside the rounds: leave, walk out of an office, give the game up (BOSS-9.2, BOSS-R65, BOSS-R71)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.core.table import BANK
from gmtool.games.boss import roles, rules
from gmtool.games.boss.piles import put_back
from gmtool.games.boss.rounds import abandon, drop_director_marker, end_round, next_presidency, open_nomination
from gmtool.games.boss.table import (
    ASSASSIN,
    BALLOTS,
    EAGLE,
    ELECTED,
    LEFT,
    MASTERMIND,
    NOMINATE,
    POWER,
    TAI_GO,
    BossTable,
)  # fmt: skip

TURNING_ON: Final = (MASTERMIND, ASSASSIN, EAGLE, TAI_GO)
"""Characters whose loss changes how the game can end (BOSS-R65)."""

# --- leaving between two steps ------------------------------------------------------------------------------------


def _there(t: BossTable) -> list[int]:
    return [seat for seat in t.seats if t.status[seat] != LEFT]


def _leaver(t: BossTable) -> int | None:
    who = t.draft.get("who")
    return who if isinstance(who, int) else None


LEAVER: Final = Question(
    "leaving.player", Kind.ONE, "BOSS-R65", "BOSS-9.2", options=_there, why_not_option=rules.why_not_leave
)
# Asked after every departure in the same words: asked of some only, it would name the card (BOSS-R65).
GO_ON: Final = Question("leaving.go_on", Kind.CONFIRM, "BOSS-R65", subject=_leaver)
LOSS: Final = Question("leaving.loss", Kind.SAY, "BOSS-R65", audience=Audience.GM, subject=_leaver)
"""What the departure means, after every one where the characters were typed in."""


def _why_not_leave(t: BossTable) -> Reason | None:
    there = _there(t)
    return rules.why_not_leave(t, there[0]) if there else Reason("already_left", "BOSS-9.2", player=-1)


def _still_leaving(t: BossTable) -> Reason | None:
    who = _leaver(t)
    return _why_not_leave(t) if who is None else rules.why_not_leave(t, who)


def _leave(t: BossTable) -> Script:
    who: int = yield LEAVER
    t.draft["who"] = who
    if roles.are_known(t):
        yield LOSS
    go_on: bool = yield GO_ON
    leave(t, who)
    if not go_on:
        abandon(t)


def leave(t: BossTable, who: int) -> None:
    """Out for good between two steps; a nominee is replaced, a President's round is void (BOSS-R65)."""
    go_away(t, who, "BOSS-R65")
    if who == t.president:
        t.tell("round_void", "BOSS-R65", player=who)
        next_presidency(t)
    elif t.phase == NOMINATE or who == t.nominee:
        t.nominee = -1
        open_nomination(t)
    t.ground += 1


def go_away(t: BossTable, who: int, rule: str) -> None:
    """Take a player's ballots in, the character unseen; what its loss means is for the GM alone (BOSS-9.2)."""
    t.status[who] = LEFT
    t.present[who] = False
    t.left = [*t.left, who]
    t.dismissed = [seat for seat in t.dismissed if seat != who]
    if t.held[BALLOTS][who]:
        t.move(BALLOTS, who, BANK, 1, rule)
    drop_director_marker(t, who, rule)
    t.tell("left", rule, player=who)
    role = t.roles[who]
    if role in TURNING_ON:
        t.tell(f"left_role.{role}", rule, secret=True, player=who)


# --- walking out of an office -------------------------------------------------------------------------------------


def _in_office(t: BossTable) -> list[int]:
    return [seat for seat in (t.president, t.director) if seat >= 0 and t.status[seat] != LEFT]


OFFICE: Final = Question("vacate.player", Kind.ONE, "BOSS-R71", options=_in_office, why_not_option=rules.why_not_vacate)


def _why_not_vacate(t: BossTable) -> Reason | None:
    reasons = [rules.why_not_vacate(t, who) for who in _in_office(t)]
    if None in reasons:
        return None
    if reasons:
        return reasons[0]
    return rules.why_not_phase(t, *ELECTED, POWER) or Reason("already_left", "BOSS-9.2", player=-1)


def _still_vacating(t: BossTable) -> Reason | None:
    who = _leaver(t)
    return _why_not_vacate(t) if who is None else rules.why_not_vacate(t, who)


def _vacate(t: BossTable) -> Script:
    who: int = yield OFFICE
    t.draft["who"] = who
    if roles.are_known(t):
        yield LOSS
    go_on: bool = yield GO_ON
    vacate(t, who)
    if not go_on:
        abandon(t)


def vacate(t: BossTable, who: int) -> None:
    """President or Director goes between the election and the end of the round (BOSS-R71).

    Before the enactment the round is void and the cards in hand go back into the pile; afterwards only the function
    of a Director who is gone is lost.
    """
    is_director = who == t.director
    go_away(t, who, "BOSS-R71")
    if t.phase in ELECTED:
        put_back(t, "BOSS-R71")
        t.tell("round_void", "BOSS-R71", player=who)
        next_presidency(t)
    elif is_director:
        t.tell("function_lapsed", "BOSS-R71", power=list(t.pending))
        end_round(t)
    t.ground += 1


# --- giving the game up -------------------------------------------------------------------------------------------

ABANDON: Final = Question("abandon.sure", Kind.CONFIRM, "BOSS-R65")


def _abandon(t: BossTable) -> Script:
    sure: bool = yield ABANDON
    if sure:
        abandon(t)
        t.ground += 1


ACTIONS: Final[dict[str, Any]] = {
    "leave": Action("leave", _leave, _why_not_leave, "BOSS-R65", "BOSS-9.2", key="l", still=_still_leaving),
    "vacate": Action("vacate", _vacate, _why_not_vacate, "BOSS-R71", key="o", still=_still_vacating),
    **roles.ACTIONS,
    "abandon": Action("abandon", _abandon, rules.why_not_abandon, "BOSS-R65", key=""),
}
