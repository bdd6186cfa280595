"""The lie-catching phase: two rounds of talk, one vote each, a card turned up (POL-F)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK
from gmtool.games.politics import vote_rules
from gmtool.games.politics.table import (
    BLUE,
    COINS,
    COUNT,
    DARK,
    FACTS,
    HONEST,
    LIE_1,
    LIE_2,
    OVER,
    SEAT_KEYS,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

TALK_LEAST: Final[int] = FACTS["seconds"]["talk_least"]
TALK_MOST: Final[int] = FACTS["seconds"]["talk_most"]


def _warn_talk(_t: PoliticsTable, seconds: int) -> Reason | None:
    if seconds < TALK_LEAST or seconds > TALK_MOST:
        return Reason("POL-M56", "POL-F.2", got=seconds, low=TALK_LEAST, high=TALK_MOST)
    return None


TALK: Final = Question(
    "f.talk", Kind.TIMER, "POL-F.2", "POL-F.1", "POL-R81", warn=_warn_talk, timer=TALK_MOST, high=86_400,
    subject=lambda t: t.phase,
)  # fmt: skip


def _why_not_votes(t: PoliticsTable, answer: list[int | None]) -> Reason | None:
    return vote_rules.why_not_votes(t, dict(zip(vote_rules.voters(t), answer, strict=False)))


def _surely_votes(t: PoliticsTable, answer: Any) -> bool:
    """Whether everybody votes for somebody else who has not been turned up, or for nobody."""
    voters, targets = vote_rules.voters(t), _legal_targets(t)
    if type(answer) is not list or len(answer) != len(voters) or t.runoff:
        return False
    for voter, target in zip(voters, answer, strict=True):
        if target is not None and (target == voter or target not in targets or type(target) is not int):
            return False
    return True


def _legal_targets(t: PoliticsTable) -> list[int]:
    """Return everybody who may be named, the same as asking for a reason each."""
    among = t.runoff or t.at_table
    return [seat for seat in among if seat not in t.turned] if t.turned else among


VOTE: Final = Question(
    "f.vote", Kind.VOTE, "POL-F.3", "POL-R82", "POL-R87", "POL-R88", "POL-R90",
    options=lambda t: t.at_table, why_not_option=vote_rules.why_not_target, voters=vote_rules.voters,
    why_not=_why_not_votes, optional=True, subject=lambda t: t.phase, surely=_surely_votes, legal=_legal_targets,
)  # fmt: skip
RUNOFF: Final = Question(
    "f.runoff", Kind.VOTE, "POL-R83", "POL-F.3",
    options=lambda t: t.runoff, why_not_option=vote_rules.why_not_target, voters=vote_rules.voters,
    why_not=_why_not_votes, optional=True, subject=lambda t: t.phase,
)  # fmt: skip


def _facing(t: PoliticsTable) -> int:
    return int(t.draft["facing"])


def _why_not_card(t: PoliticsTable, role: str) -> Reason | None:
    # Asked of the whole answer and not of an option: a greyed option would give the role away.
    return vote_rules.why_not_role(t, _facing(t), role)


def _surely_card(t: PoliticsTable, role: Any) -> bool:
    """Whether the role was on no record, and two dark players are possible with it."""
    if t.roles[_facing(t)] is not None:
        return False
    dark = t.roles.count(DARK)
    if role == DARK:
        return dark < vote_rules.DARK_COUNT
    return bool(role == HONEST and dark + t.roles.count(None) > vote_rules.DARK_COUNT)


CARD: Final = Question(
    "f.card", Kind.ONE, "POL-F.4", "POL-F.5", "POL-F.6", "POL-F.8", "POL-R89",
    options=lambda _t: (HONEST, DARK), why_not=_why_not_card, subject=_facing, surely=_surely_card,
)  # fmt: skip


def lie_catching(t: PoliticsTable) -> Script:
    """One round: talk, vote, the card of whoever alone has most votes, and what follows (POL-F.2 to POL-F.8)."""
    if t.phase not in t.talked:
        seconds: int = yield TALK
        t.talked[t.phase] = seconds
    if t.facing is None:
        tie = t.switches["lie_tie"]
        if not t.runoff:
            ballots: list[int | None] = yield VOTE
            votes = dict(zip(vote_rules.voters(t), ballots, strict=True))
            if is_runoff(t, votes):
                t.runoff = top_of(votes)
                t.tell("runoff", "POL-R83", players=t.runoff)
        if t.runoff:
            again: list[int | None] = yield RUNOFF
            votes, tie = dict(zip(vote_rules.voters(t), again, strict=True)), "none"
        take_votes(t, votes, facing_of(votes, tie=tie))
    while t.facing:
        who = t.facing[0]
        t.draft["facing"] = who
        role: str = yield CARD
        t.facing.remove(who)
        turn_up(t, who, role, t.ballots)
    t.facing = None
    t.runoff = []
    t.enter(LIE_2 if t.phase == LIE_1 else COUNT)


def take_votes(t: PoliticsTable, votes: dict[int, int | None], facing: list[int]) -> None:
    """Keep votes that are all in, so that nothing that comes between makes the table vote again."""
    t.ballots, t.facing = votes, facing
    t.votes.append([*map(votes.get, t.seats)])
    t.tell("votes", "POL-F.3", votes={SEAT_KEYS[voter]: target for voter, target in votes.items()})
    if not facing:
        t.tell("nobody_faces", "POL-R83")


def top_of(votes: Mapping[int, int | None]) -> list[int]:
    """Return who has the most votes, in seat order; empty if nobody voted.

    >>> top_of({0: 2, 1: 2, 2: 0, 3: 0, 4: None})
    [0, 2]
    """
    named = [target for target in votes.values() if target is not None]
    most = max(map(named.count, named), default=0)
    return [seat for seat in sorted(set(named)) if named.count(seat) == most]


def facing_of(votes: Mapping[int, int | None], *, tie: str) -> list[int]:
    """Return who must turn up the role card (POL-F.4, POL-R83, POL-R84).

    >>> facing_of({0: 2, 1: 2, 2: 0}, tie="none")
    [2]
    >>> facing_of({0: 1, 1: 0}, tie="none"), facing_of({0: 1, 1: 0}, tie="all")
    ([], [0, 1])
    """
    top = top_of(votes)
    return top if len(top) == 1 or tie == "all" else []


def is_runoff(t: PoliticsTable, votes: Mapping[int, int | None]) -> bool:
    return bool(t.switches["lie_tie"] == "runoff" and len(top_of(votes)) > 1)


def voters_for(who: int, votes: Mapping[int, int | None]) -> list[int]:
    return [voter for voter, target in votes.items() if target == who]


def vote_coins(who: int, role: str, votes: Mapping[int, int | None]) -> list[tuple[str, int, str, int]]:
    """Return what a card turned up moves: (rule, seat, coin, delta before any floor); POL-F.5, POL-F.6, POL-F.8.

    >>> vote_coins(3, "dark", {0: 3, 1: 3, 2: 0})
    [('POL-F.5', 3, 'yellow', -2), ('POL-F.6', 0, 'blue', 2), ('POL-F.6', 1, 'blue', 2)]
    """
    right = voters_for(who, votes)
    if role == DARK:
        return [("POL-F.5", who, "yellow", -len(right))] + [
            ("POL-F.6", voter, "blue", COINS["voter_right"]) for voter in right
        ]
    return [("POL-F.8", voter, "blue", -COINS["voter_wrong"]) for voter in right]


def turn_up(t: PoliticsTable, who: int, role: str, votes: Mapping[int, int | None]) -> None:
    """Book a card that the vote turned up; a voter who has left meanwhile gets and pays nothing (POL-R133)."""
    t.turned[who] = role
    t.roles[who] = role
    if role == DARK:
        t.exposed.append(who)
    t.tell("turned_up", "POL-F.4", player=who, role=role)
    right = voters_for(who, votes)
    present = [voter for voter in right if t.present[voter]]
    if role == DARK:
        if t.present[who]:
            t.take(YELLOW, who, len(right), "POL-F.5")
        t.move_to_each(BLUE, BANK, present, COINS["voter_right"], "POL-F.6")
    else:
        for voter in present:
            t.take(BLUE, voter, COINS["voter_wrong"], "POL-F.8")


# --- the roles still unknown, and the count -----------------------------------------------------------------------


def unknown(t: PoliticsTable) -> list[int]:
    """Return who at the table has not shown a role yet, in seat order (POL-R04)."""
    return [seat for seat in t.at_table if t.roles[seat] is None]


def _why_not_all_roles(t: PoliticsTable, answer: list[str | None]) -> Reason | None:
    return vote_rules.why_not_roles(t, dict(zip(unknown(t), answer, strict=False)))


def _surely_all_roles(t: PoliticsTable, answer: Any) -> bool:
    """Whether the roles named make two dark players with those that are known."""
    if type(answer) is not list or len(answer) != len(unknown(t)):
        return False
    dark = answer.count(DARK)
    return dark + answer.count(HONEST) == len(answer) and dark + t.roles.count(DARK) == vote_rules.DARK_COUNT


SHOW_ROLES: Final = Question(
    "n.roles", Kind.VOTE, "POL-R04", "POL-N.3", "POL-G.2",
    options=lambda _t: (HONEST, DARK), voters=unknown, why_not=_why_not_all_roles, surely=_surely_all_roles,
)  # fmt: skip
FINISH: Final = Question("n.finish", Kind.SAY, "POL-N.7", "POL-N.8", "POL-W.2", "POL-W.3")
FINISH_CRISIS: Final = Question("n.crisis", Kind.SAY, "POL-W.2", "POL-W.3", "POL-R93")


def count(t: PoliticsTable) -> Script:
    """Everybody shows the role; then the final count (POL-N, POL-W)."""
    # Two cards are dark (POL-G.2): once they are known, nobody has to be asked what the others show.
    if t.roles.count(DARK) == vote_rules.DARK_COUNT:
        for seat in unknown(t):
            t.roles[seat] = HONEST
    if None in t.roles and unknown(t):
        roles: list[str] = yield SHOW_ROLES
        for seat, role in zip(unknown(t), roles, strict=True):
            t.roles[seat] = role
    yield FINISH_CRISIS if t.crisis else FINISH
    t.enter(OVER)
