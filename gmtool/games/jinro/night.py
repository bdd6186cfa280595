"""Speech, return, backroom time and morning (JIN-7, JIN-8, JIN-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.games.jinro import effects, ending, night_rules, vote_rules
from gmtool.games.jinro.cards import DAY_TAGS, WOLF
from gmtool.games.jinro.effects import NOT_WOLF_CAMP, NOT_WOLF_MEMBER, WOLF_CAMP, signed
from gmtool.games.jinro.table import (
    CAMPAIGN,
    FACTS,
    GUARD,
    LOVER,
    MORNING,
    NIGHT,
    NIGHT_ORDER,
    PROSECUTOR,
    REPORTER,
    WOLF_MEMBER,
    JinroTable,
    Morning,
    Night,
)  # fmt: skip

CALL: Final[int] = FACTS["seconds"]["call"]
LAST_CALL: Final[int] = FACTS["seconds"]["last_call"]

# --- speech and return --------------------------------------------------------------------------------------------

SPEECH: Final = Question(
    "sp.speech", Kind.SAY, "JIN-7.1", "JIN-7.2", "JIN-R42", subject=lambda t: t.winner_today
)  # fmt: skip
RETURN: Final = Question("sp.return", Kind.SAY, "JIN-7.3", "JIN-7.5", "JIN-R74", "JIN-R83")
NOBODY_BACK: Final = Question("sp.nobody_back", Kind.SAY, "JIN-7.3", "JIN-7.5", "JIN-R74", "JIN-R83")


def speech(t: JinroTable) -> Script:
    """The winner's last words; then those who sat out come back, a lover excepted (JIN-7.3, JIN-7.5, JIN-R83)."""
    execution = t.execution
    if "speech" not in t.done and (execution is None or not execution.left):
        yield SPEECH
    t.done.add("speech")
    if "return" not in t.done:
        if t.sitting or t.coming_back:
            t.done.add("say_return")
        come_back(t)
        t.done.add("return")
    if "say_return" in t.done:
        yield RETURN if t.back or t.back_from_recall else NOBODY_BACK
    t.enter(NIGHT)


def come_back(t: JinroTable) -> None:
    """Let those who sat out return; a lover stays out for good, without a word (JIN-7.5, JIN-R73, JIN-R74)."""
    t.back = [seat for seat in t.seats if seat in t.sitting and t.roles[seat] != LOVER]
    for seat in sorted(t.sitting.difference(t.back)):
        t.out.add(seat)
        t.tell("lover_out", "JIN-7.5", secret=True, player=seat)
    if t.sitting:
        t.tell("returned", "JIN-7.3", players=t.back)
    t.sitting = set()
    back_from_recall(t)


def back_from_recall(t: JinroTable) -> None:
    """Let a recalled player whom the house rule or the card lets return be back from this night on (JIN-R64)."""
    t.back_from_recall = sorted(t.coming_back)
    if t.coming_back:
        t.tell("back_tonight", "JIN-R64", players=t.back_from_recall)
    t.recalled -= t.coming_back
    t.coming_back = set()


# --- the night ----------------------------------------------------------------------------------------------------
# Every role of the line-up is called every night, holder or not: the same ids, one key each, the same words and the
# same pauses (JIN-R57). A blocked action or a holder who has left makes the answer empty, nothing else.

BEGIN: Final = Question("n.begin", Kind.SAY, "JIN-8.1", "JIN-R50", pause=LAST_CALL)
EFFECTS: Final = Question(
    "n.effects", Kind.SAY, "JIN-8.2", "JIN-R50", "JIN-R88", "JIN-11.1", audience=Audience.GM, shows_secret=True
)  # fmt: skip
ATTACK: Final = Question(
    "n.attack", Kind.MANY, "JIN-8.4", "JIN-8.3", "JIN-R51", "JIN-R52", "JIN-R53", "JIN-R75", audience=Audience.GM,
    options=lambda t: t.standing(), why_not_option=night_rules.why_not_attacked,
    why_not=night_rules.why_not_attack, low=lambda t: night_rules.attack_bounds(t)[0],
    high=lambda t: night_rules.attack_bounds(t)[1], pause=CALL,
)  # fmt: skip


def _by_actor(actors: Sequence[int], answer: Sequence[int | None]) -> dict[int, list[int]]:
    """Return the players named by each actor; an entry left empty names nobody."""
    named: dict[int, list[int]] = {}
    for actor, player in zip(actors, answer, strict=False):
        if player is not None:
            named.setdefault(actor, []).append(player)
    return named


def _why_not_guards(t: JinroTable, answer: list[int | None]) -> Reason | None:
    return night_rules.why_not_guards(t, _by_actor(night_rules.guard_entries(t), answer))


def _why_not_checks(t: JinroTable, answer: list[int | None]) -> Reason | None:
    return night_rules.why_not_checks(t, _by_actor(night_rules.check_entries(t), answer))


def _check_options(t: JinroTable) -> list[int]:
    return sorted({seat for reporter in t.active(REPORTER) for seat in night_rules.checkable(t, reporter)})


PROTECT: Final = Question(
    "n.guard", Kind.VOTE, "JIN-8.6", "JIN-8.7", "JIN-R45", "JIN-R46", "JIN-R47", "JIN-R49", audience=Audience.GM,
    options=lambda t: t.standing(), voters=night_rules.guard_entries, why_not=_why_not_guards, pause=CALL,
)  # fmt: skip
INVESTIGATE: Final = Question(
    "n.investigate", Kind.VOTE, "JIN-8.8", "JIN-R54", audience=Audience.GM, options=_check_options,
    voters=night_rules.check_entries, why_not=_why_not_checks, pause=CALL,
)  # fmt: skip
ANSWER: Final = Question(
    "n.answer", Kind.SAY, "JIN-8.9", "JIN-8.11", "JIN-R55", "JIN-R78", audience=Audience.GM, pause=LAST_CALL,
    shows_secret=True,
)  # fmt: skip
PROSECUTE: Final = Question(
    "n.prosecute", Kind.SAY, "JIN-8.10", "JIN-8.11", "JIN-R56", "JIN-R78", audience=Audience.GM, pause=CALL,
    shows_secret=True,
)  # fmt: skip
SHUT: Final = Question("n.shut", Kind.SAY, "JIN-8.1", "JIN-9.1", pause=LAST_CALL)


def night_call(t: JinroTable) -> list[str]:
    """Return the roles called at night, in order: all of the line-up, with a secret line-up every one (JIN-R57)."""
    return [role for role in NIGHT_ORDER if role in t.lineup or not t.switches["lineup_public"]]


def night(t: JinroTable) -> Script:
    """Manifesto effects first, then wolf members, guard, reporter, prosecutor (JIN-8.1)."""
    if "begin" not in t.done:
        yield BEGIN
        begin_night(t)
        t.done.add("begin")
        yield from ending.say_recalled(t)
    if t.back_from_recall and "back" not in t.done:
        yield RETURN
    t.done.add("back")
    if "effects" not in t.done:
        yield EFFECTS
        t.done.add("effects")
    tonight = t.last_night
    assert tonight is not None
    for role in night_call(t):  # the line-up never changes
        if role not in t.done:
            yield from CALLS[role](t, tonight)
            t.done.add(role)
    yield SHUT
    end_night(t, tonight)


def begin_night(t: JinroTable) -> None:
    """Carry out what waited for the night: recalls put off, what peeks show (JIN-8.2, JIN-R63, JIN-R88).

    A recall put off changes the count of the last seat alone: who may return is back from this very night (JIN-R64).
    """
    tonight = Night(t.round)
    t.last_night = tonight
    t.back = []
    effects.recalls_tonight(t)
    back_from_recall(t)
    effects.learn_tonight(t)


def _attack(t: JinroTable, tonight: Night) -> Script:
    players: list[int] = yield ATTACK
    tonight.attacks = players


def _protect(t: JinroTable, tonight: Night) -> Script:
    answer: list[int] = yield PROTECT
    tonight.guarded = _by_actor(night_rules.guard_entries(t), answer)


def _investigate(t: JinroTable, tonight: Night) -> Script:
    if "asked" not in t.done:
        answer: list[int] = yield INVESTIGATE
        for reporter, players in _by_actor(night_rules.check_entries(t), answer).items():
            signs = {player: investigated(t, player) for player in players}
            tonight.investigation[reporter] = signs
            for player, state in signs.items():
                t.tell("investigated", "JIN-8.9", secret=True, by=reporter, player=player, state=state)
        t.done.add("asked")
    yield ANSWER


def investigated(t: JinroTable, player: int) -> str:
    """Return the reporter's answer: wolf members alone are wolves (JIN-8.9, JIN-R55)."""
    return WOLF_MEMBER if t.roles[player] == WOLF_MEMBER else NOT_WOLF_MEMBER


def prosecuted(t: JinroTable) -> dict[int, dict[int, str]]:
    """Return what each prosecutor still in learns about today's winner: the camp is read (JIN-8.10, JIN-R56)."""
    winner = t.winner_today
    if winner < 0 or effects.is_blocked(t, night_rules.PROSECUTE):
        return {}
    answer = WOLF_CAMP if t.camp(winner) == WOLF else NOT_WOLF_CAMP
    return {seat: {winner: answer} for seat in t.active(PROSECUTOR) if seat != winner}


def _prosecute(t: JinroTable, tonight: Night) -> Script:
    tonight.prosecution = prosecuted(t)
    yield PROSECUTE
    for seat, answers in tonight.prosecution.items():
        for player, state in answers.items():
            t.tell("prosecuted", "JIN-8.10", secret=True, by=seat, player=player, state=state)


CALLS: Final[Mapping[str, Any]] = {
    WOLF_MEMBER: _attack,
    GUARD: _protect,
    REPORTER: _investigate,
    PROSECUTOR: _prosecute,
}


def signs_to_show(t: JinroTable, action: str) -> list[str]:
    """Return the hand signs of the open call, in the order in which they are shown: ids (JIN-R55, JIN-R78)."""
    tonight = t.last_night
    if tonight is None:
        return []
    asking = action == night_rules.INVESTIGATE
    if effects.is_blocked(t, action) and t.active(REPORTER if asking else PROSECUTOR):
        return ["sign_no_result"]
    shown = tonight.investigation if asking else tonight.prosecution
    return [f"sign_{state}" for answers in shown.values() for state in answers.values()]


def end_night(t: JinroTable, tonight: Night) -> None:
    """Settle the attacks: each on its own, stopped by a guard or an effect (JIN-8.7, JIN-R58), then the morning."""
    safe = effects.safe_tonight(t).union(*tonight.guarded.values())
    still_in = [seat for seat in sorted(tonight.attacks) if t.is_standing(seat)]
    tonight.attacked = [seat for seat in still_in if seat not in safe]
    tonight.saved = [seat for seat in still_in if seat in safe]
    for seat in still_in:
        t.tell("spared" if seat in safe else "attacked", "JIN-8.7", secret=True, player=seat)
    for guard, players in tonight.guarded.items():
        for player in players:
            t.tell("guarded", "JIN-8.6", secret=True, by=guard, player=player)
    t.attacked_before = list(tonight.attacks)
    t.guarded_before = {guard: list(players) for guard, players in tonight.guarded.items()}
    t.sitting = set(tonight.attacked)
    for seat in tonight.attacked:
        effects.remind_favourite(t, seat)
    t.enter(MORNING)
    if not vote_rules.electable(t):
        ending.judge_as_it_stands(t)


# --- the morning --------------------------------------------------------------------------------------------------

SITS_OUT: Final = Question("mo.sits_out", Kind.SAY, "JIN-9.1", "JIN-R59", "JIN-R48")
NOBODY_OUT: Final = Question("mo.nobody_out", Kind.SAY, "JIN-9.1", "JIN-R59", "JIN-R48")
TODAY: Final[Mapping[str, Question]] = {
    tag: Question(f"mo.{tag}", Kind.SAY, "JIN-9.2", "JIN-R61", "JIN-R62")
    for tag in sorted(DAY_TAGS - {"campaign_time"})
}


def the_morning(t: JinroTable) -> Morning:
    """Return what is made known this morning, as things stand now."""
    return Morning(sorted(t.sitting), effects.announced_today(t), effects.extra_minutes(t))


def morning(t: JinroTable) -> Script:
    """Say who sits out and what holds today, effect by effect; then the campaign (JIN-9.1 to JIN-9.3)."""
    if "sits_out" not in t.done:
        yield SITS_OUT if t.sitting else NOBODY_OUT
        t.tell("sits_out", "JIN-9.1", players=sorted(t.sitting))
        t.done.add("sits_out")
    said = sum(1 for step in t.done if step.startswith("effect."))
    while said < len(effects.announced_today(t)):
        t.draft["telling"] = said
        tag, names = effects.announced_today(t)[said]
        yield TODAY[tag.tag]
        t.tell(f"today_{tag.tag}", "JIN-9.2", players=names, change=signed(tag.delta))
        t.done.add(f"effect.{said}")
        said += 1
    begin_day(t)


def begin_day(t: JinroTable) -> None:
    """Open the next day: yesterday's vote, execution and spent effects are put away (JIN-9.3)."""
    t.morning = the_morning(t)
    t.enter(CAMPAIGN, t.round + 1)
    t.rounds_of_day = []
    t.tied = []
    t.winner_today = -1
    t.execution = None
    t.back = []
    t.back_from_recall = []
    t.effects = [effect for effect in t.effects if effect.last >= t.round]
