"""The day: time limit, talk, the vote with its run-offs and the lot (JIN-4, JIN-5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.core.table import BANK
from gmtool.games.jinro import effects, ending, vote_rules
from gmtool.games.jinro.cards import WOLF
from gmtool.games.jinro.effects import signed
from gmtool.games.jinro.rules import why_not_phase
from gmtool.games.jinro.table import (
    CAMPAIGN,
    CANDIDACY,
    COUNT,
    FACTS,
    LAWYERS,
    LOT,
    MANIFESTO,
    MORNING,
    ROLE_CHECK,
    RUNOFF,
    SEAT,
    SPEECH,
    Execution,
    JinroTable,
    Round,
)  # fmt: skip

OFFERED: Final = tuple(FACTS["campaign"]["minutes"])
LONGEST: Final[int] = FACTS["campaign"]["longest"]
OTHER: Final = "other"
MINUTE: Final = 60


# --- the campaign -------------------------------------------------------------------------------------------------


def _minute_options(t: JinroTable) -> list[int | str]:
    offered = sorted({*OFFERED, t.minutes}) if t.minutes else list(OFFERED)
    return [*offered, OTHER]


MINUTES: Final = Question(
    "c.minutes", Kind.ONE, "JIN-4.1", "JIN-R19", options=_minute_options, numbers=True
)  # fmt: skip
MINUTES_TYPED: Final = Question("c.minutes_typed", Kind.NUMBER, "JIN-4.1", low=1, high=LONGEST)


def time_limit(t: JinroTable) -> int:
    """Return today's minutes: what the GM set, changed by effects, and never less than one (JIN-4.1, JIN-R92)."""
    return max(1, t.minutes + effects.extra_minutes(t))


def _warn_talk(t: JinroTable, seconds: int) -> Reason | None:
    limit = time_limit(t) * MINUTE
    return Reason("talk.long", "JIN-4.1", got=seconds, high=limit) if seconds > limit else None


@cache
def talk(minutes: int, *, changed: bool) -> Question:
    """Return the question of a campaign of so many minutes, its clock set; ``changed`` by yesterday's manifesto."""
    return Question(
        "c.talk_changed" if changed else "c.talk", Kind.TIMER, "JIN-4.1", "JIN-4.2", "JIN-4.3", "JIN-4.4", "JIN-R20",
        high=86_400, timer=minutes * MINUTE, warn=_warn_talk,
    )  # fmt: skip


TALK: Final = {changed: talk(OFFERED[0], changed=changed) for changed in (False, True)}


def campaign(t: JinroTable) -> Script:
    """Set the limit, let them talk, hold the first round of the vote."""
    if "minutes" not in t.done:
        if t.house["campaign_minutes"]:
            t.minutes = t.house["campaign_minutes"]
        else:
            choice: int | str = yield MINUTES
            if choice == OTHER:
                choice = yield MINUTES_TYPED
            assert isinstance(choice, int)
            t.minutes = choice
        t.done.add("minutes")
    if "talk" not in t.done:
        yield talk(time_limit(t), changed=bool(effects.extra_minutes(t)))
        t.done.add("talk")
    yield from hold_round(t)


# --- a round of the vote ------------------------------------------------------------------------------------------


def _why_not_ballots(t: JinroTable, answer: list[int | None]) -> Reason | None:
    return vote_rules.why_not_ballots(t, dict(zip(vote_rules.voters(t), answer, strict=False)))


def _standing(t: JinroTable) -> list[int]:
    return t.standing()


def _ballots(id: str, *rules: str, optional: bool) -> Question:
    return Question(
        id, Kind.VOTE, *rules, options=_standing, why_not_option=vote_rules.why_not_candidate, optional=optional,
        voters=vote_rules.voters, why_not=_why_not_ballots, legal=vote_rules.field,
    )  # fmt: skip


_VOTE_RULES: Final = ("JIN-5.3", "JIN-5.1", "JIN-5.2", "JIN-5.4", "JIN-R25", "JIN-R26", "JIN-R35", "JIN-R85")
_RUNOFF_RULES: Final = ("JIN-5.6", "JIN-5.7", "JIN-R27", "JIN-R30", "JIN-R31", "JIN-R32", "JIN-R60")
# Each in two forms: whether a ballot may be left out is the table's house rule (JIN-R26).
BALLOTS: Final = {flag: _ballots("v.ballots", *_VOTE_RULES, optional=flag) for flag in (False, True)}
RUNOFF_BALLOTS: Final = {flag: _ballots("v.runoff", *_RUNOFF_RULES, optional=flag) for flag in (False, True)}


def _why_not_hands(t: JinroTable, answer: Mapping[str, int]) -> Reason | None:
    return vote_rules.why_not_hands(t, {int(seat): n for seat, n in answer.items() if str(seat).isdecimal()})


def _least_hands(t: JinroTable) -> int:
    return 0 if t.switches["abstain"] else len(vote_rules.voters(t))


HANDS: Final = Question(
    "v.hands", Kind.SHARE, "JIN-5.2", "JIN-5.3", "JIN-5.4", "JIN-R26", options=_standing,
    why_not_option=vote_rules.why_not_candidate, why_not=_why_not_hands, legal=vote_rules.field,
    low=_least_hands, high=lambda t: len(vote_rules.voters(t)),
)  # fmt: skip


def _weighted_voters(t: JinroTable) -> list[int]:
    unusual = vote_rules.weights(t)
    return [seat for seat in vote_rules.voters(t) if seat in unusual]


def _why_not_weighted(t: JinroTable, answer: list[int | None]) -> Reason | None:
    return vote_rules.why_not_weighted(t, t.draft["hands"], dict(zip(_weighted_voters(t), answer, strict=False)))


WEIGHTED: Final = Question(
    "v.weighted", Kind.VOTE, "JIN-5.4", "JIN-R29", options=lambda t: list(t.draft["hands"]),
    voters=_weighted_voters, why_not=_why_not_weighted, optional=True,
)  # fmt: skip


@cache
def plea(seconds: int) -> Question:
    """Return the line that grants the tied a few words before a run-off (JIN-R34)."""
    return Question("v.plea", Kind.SAY, "JIN-R34", timer=seconds)


PLEA: Final = plea(1)


def hold_round(t: JinroTable) -> Script:
    """Take the ballots of one round, or the hands raised for each, and close it."""
    hands: dict[int, int] = {}
    if t.hands:
        raised: dict[str, int] = yield HANDS
        hands = {seat: raised[str(seat)] for seat in t.seats if str(seat) in raised}
        t.draft["hands"] = hands
        ballots: dict[int, int | None] = {}
        named = _weighted_voters(t)
        if named:
            answer: list[int | None] = yield WEIGHTED
            ballots = dict(zip(named, answer, strict=True))
        close_round(t, ballots, hands)
    else:
        question = RUNOFF_BALLOTS if t.phase == RUNOFF else BALLOTS
        entries: list[int | None] = yield question[bool(t.switches["abstain"])]
        close_round(t, dict(zip(vote_rules.voters(t), entries, strict=True)), None)


def runoff(t: JinroTable) -> Script:
    """Hold a run-off among the tied (JIN-5.6, JIN-5.7)."""
    seconds: int = t.house["runoff_speech_seconds"]
    if seconds and "plea" not in t.done:
        yield plea(seconds)
        t.done.add("plea")
    yield from hold_round(t)


def count_round(t: JinroTable, ballots: Mapping[int, int | None], hands: Mapping[int, int] | None) -> Round:
    """Return a round with its sum: ballots by weight, votes added, never below zero (JIN-5.4, JIN-R28, JIN-R29)."""
    standing = vote_rules.field(t)
    weights = {voter: weight for voter, weight in vote_rules.weights(t).items() if ballots.get(voter) in standing}
    added = {seat: delta for seat, delta in vote_rules.received(t).items() if seat in standing and delta}
    raw = dict.fromkeys(standing, 0)
    for seat in standing:
        if hands is not None:
            raw[seat] = hands.get(seat, 0)
        else:
            raw[seat] = sum(1 for player in ballots.values() if player == seat)
    totals = {}
    for seat in standing:
        unusual = sum(weight - 1 for voter, weight in weights.items() if ballots[voter] == seat)
        totals[seat] = max(0, raw[seat] + unusual + added.get(seat, 0))
    best = max(totals.values(), default=0)
    leaders = [seat for seat in standing if totals[seat] == best]
    number = t.round_now.number + 1 if t.round_now is not None else 0
    return Round(number, dict(ballots), dict(hands or {}), totals, leaders, raw, weights, added)


def close_round(t: JinroTable, ballots: Mapping[int, int | None], hands: Mapping[int, int] | None) -> None:
    """Count a round: the player with most votes is elected; a tie goes to a run-off or the lot (JIN-5.5 to JIN-5.8)."""
    held = count_round(t, ballots, hands)
    t.rounds_of_day.append(held)
    if hands is None:
        t.tell("votes", "JIN-5.3", votes={str(voter): player for voter, player in ballots.items()})
    tell_sum(t, held)
    if len(held.leaders) == 1:
        elect(t, held.leaders[0])
        return
    t.tied = list(held.leaders)
    t.enter(RUNOFF if held.number < t.house["runoffs_max"] else LOT)
    settle_tie(t)
    held.next = t.phase
    if t.phase in (RUNOFF, LOT):
        t.tell(t.phase, "JIN-5.6" if t.phase == RUNOFF else "JIN-5.8", players=t.tied)


def tell_sum(t: JinroTable, held: Round) -> None:
    """Say the sum step by step: ballots that count differently, votes given or taken, the total (JIN-5.4)."""
    for voter, weight in held.weighted.items():
        t.tell("sum_ballot", "JIN-5.4", voter=voter, player=held.ballots[voter], number=weight)
    for seat, number in held.added.items():
        t.tell("sum_added", "JIN-5.4", player=seat, change=signed(number))
    for seat in changed_sums(held):
        t.tell("sum", "JIN-5.4", player=seat, raw=held.raw[seat], total=held.totals[seat])


def changed_sums(held: Round) -> list[int]:
    """Return for whom the sum is more than counting fingers."""
    changed = {held.ballots[voter] for voter in held.weighted} | set(held.added)
    return [seat for seat in held.totals if seat in changed]


def settle_tie(t: JinroTable) -> None:
    """Where nobody could cast a ballot in the coming run-off, draw lots at once (JIN-R31)."""
    if t.phase == RUNOFF and len(t.tied) > 1 and not vote_rules.voters(t):
        t.enter(LOT)


LOT_WINNER: Final = Question(
    "v.lot", Kind.ONE, "JIN-5.8", "JIN-R32", "JIN-R33", "JIN-R60",
    options=lambda t: t.tied, why_not_option=vote_rules.why_not_lot, draw=True,
)  # fmt: skip


def lot(t: JinroTable) -> Script:
    """Still tied: chance decides among them (JIN-5.8)."""
    player: int = yield LOT_WINNER
    t.tell("lot_won", "JIN-5.8", player=player)
    elect(t, player)


# --- elected ------------------------------------------------------------------------------------------------------

ELECTED: Final = Question("v.elected", Kind.SAY, "JIN-5.5", "JIN-5.4", subject=lambda t: t.winner_today)


def say_elected(t: JinroTable) -> Script:
    """Say who has won the day, whatever follows."""
    yield ELECTED
    t.is_unsaid = False


def elect(t: JinroTable, seat: int) -> None:
    """Give a player the seat and go on to what follows (JIN-5.5, JIN-10.4, JIN-R67, JIN-R79)."""
    t.move(SEAT, BANK, seat, 1, "JIN-5.5")
    t.holders.append(seat)
    t.won_on[seat] = t.round
    t.elected_ever.add(seat)
    t.sitting.discard(seat)
    t.tied = []
    t.winner_today = seat
    t.is_unsaid = True
    t.tell("elected", "JIN-5.5", player=seat)
    remind_of(t, seat)
    if ending.is_instant_end(t):
        ending.finish(t, WOLF, ending.TWO_WOLVES, "JIN-10.4")
    elif ending.ends_early(t):
        ending.finish(t, ending.ends_early(t), ending.SEATS_REACHED, "JIN-R79")
    elif t.is_full and (t.is_plain or t.switches["final_manifesto"] == "skip"):
        t.enter(COUNT)
    else:
        begin_manifesto(t)
    held = t.round_now
    if held is not None:
        held.elected = seat
        held.next = t.phase


def begin_manifesto(t: JinroTable) -> None:
    """Go on to the execution; without manifesto cards to the speech (JIN-R79)."""
    if t.is_plain:
        t.enter(SPEECH)
    else:
        t.execution = Execution(t.winner_today)
        t.enter(MANIFESTO)


def remind_of(t: JinroTable, seat: int) -> None:
    """Remind the GM, and nobody else, of a lawyer's card and of a lover's favourite (JIN-R07, JIN-R10)."""
    role = t.roles[seat]
    if role is not None and role in LAWYERS:
        t.tell("remind_lawyer", "JIN-R07", secret=True, player=seat, role=role, text=t.lawyer_texts.get(role, ""))
    effects.remind_favourite(t, seat)


# --- somebody has gone --------------------------------------------------------------------------------------------


def settle(t: JinroTable) -> None:
    """Go on with those who remain after somebody left or was barred: field, lot, first round, or the end.

    Rule: JIN-R60, JIN-R36
    """
    if t.phase in (RUNOFF, LOT):
        t.tied = vote_rules.field(t)
        held = t.round_now
        if held is not None:
            held.leaders = list(t.tied)
        if not t.tied:
            t.rounds_of_day = []
            t.enter(CAMPAIGN)
            t.done = {"minutes", "talk"}
            t.tell("vote_again", "JIN-R60")
        else:
            before = t.phase
            settle_tie(t)
            if held is not None and t.phase != before:
                held.next = t.phase
                t.tell("lot", "JIN-R31", players=t.tied)
    if t.phase in (ROLE_CHECK, CANDIDACY, CAMPAIGN, RUNOFF, LOT, MORNING) and not vote_rules.electable(t):
        ending.judge_as_it_stands(t)


# --- counting hands instead of ballots, or the other way round -----------------------------------------------------


def _why_not_totals(t: JinroTable) -> Reason | None:
    return why_not_phase(t, CAMPAIGN, RUNOFF)


def _totals(t: JinroTable) -> Script:
    """Change the way in which votes are entered, for this round and those to come (JIN-5.2)."""
    t.hands = not t.hands
    t.ground += 1
    yield from ()


ACTIONS: Final[dict[str, Any]] = {
    "totals": Action("totals", _totals, _why_not_totals, "JIN-5.2", key="s", still=lambda _t: None),
}
