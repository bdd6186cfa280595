"""Executing the manifesto: card, effect, targets, the draw, what fires, what is announced (JIN-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question
from gmtool.core.run import Action, Script
from gmtool.core.table import DRAW as PILE
from gmtool.core.table import OUT
from gmtool.games.jinro import effects, ending, rules
from gmtool.games.jinro.by_hand import enter_effect
from gmtool.games.jinro.campaign import begin_manifesto
from gmtool.games.jinro.cards import HUMAN, SIDES, WOLF, Card
from gmtool.games.jinro.new_card import describe_card
from gmtool.games.jinro.table import (
    FAILURE,
    PROMISE,
    SPEECH,
    SUCCESS,
    WHATS,
    Execution,
    JinroTable,
)  # fmt: skip


def _by(t: JinroTable) -> int:
    return t.winner_today


CARD: Final = Question(
    "m.card", Kind.NUMBER, "JIN-6.1", "JIN-1.2", "JIN-1.3", "JIN-R43", audience=Audience.GM, low=1, high=99_999,
    warn=lambda t, number: rules.warn_card(t, number), subject=_by,
)  # fmt: skip
COPY: Final = Question(
    "m.copy", Kind.NUMBER, "JIN-R18", "JIN-3.4", "JIN-R16", audience=Audience.GM, low=1, high=99_999,
    why_not=lambda t, number: rules.why_not_late_copy(t, _by(t), number), subject=_by,
)  # fmt: skip
# Both halves stay open on the screen, and the check is of the answer: a greyed half would show the camp (JIN-R38).
SIDE: Final = Question(
    "m.side", Kind.ONE, "JIN-6.2", "JIN-6.1", "JIN-R37", "JIN-R38", audience=Audience.GM,
    options=lambda _t: SIDES, why_not=lambda t, side: rules.why_not_side(t, side), subject=_by,
)  # fmt: skip


def _card(t: JinroTable) -> Card:
    card = t.used_card
    assert card is not None
    return card


def _half(t: JinroTable) -> str:
    return str(t.draft.get("half", HUMAN))


def _needed(t: JinroTable) -> int:
    return rules.needed(t, _card(t), _half(t))


def _target_options(t: JinroTable) -> Sequence[int]:
    return rules.pool(t, _card(t), _half(t))


TARGETS: Final = Question(
    "m.targets", Kind.MANY, "JIN-6.4", "JIN-R39", "JIN-R40", "JIN-R41", audience=Audience.GM,
    options=_target_options, why_not=lambda t, seats: rules.why_not_targets(t, _card(t), _half(t), seats),
    low=_needed, high=_needed, subject=_half,
)  # fmt: skip
DRAW: Final = Question(
    "m.draw", Kind.ONE, "JIN-6.5", "JIN-6.6", "JIN-6.7", "JIN-R42", audience=Audience.GM,
    options=lambda _t: rules.DRAWS, why_not_option=lambda t, draw: rules.why_not_draw(t, draw), subject=_by,
)  # fmt: skip
BY_HAND: Final = Question("m.by_hand", Kind.CONFIRM, "JIN-R89", "JIN-11.4", "JIN-R07", audience=Audience.GM)
ANNOUNCE: Final = Question("m.announce", Kind.SAY, "JIN-6.8", "JIN-R43", "JIN-R61", subject=_by)
ANNOUNCE_COPY: Final = Question("m.announce_copy", Kind.SAY, "JIN-6.8", "JIN-R43", "JIN-3.4", subject=_by)


def manifesto(t: JinroTable) -> Script:
    """The winner hands in the card and names effect and targets, then draws; the GM announces the card (JIN-6)."""
    execution = t.execution
    assert execution is not None
    if not execution.fired and not execution.left:
        yield from execute(t, execution)
    yield from ask_by_hand(t)
    if not execution.left and not execution.announced:
        is_copy = execution.used != execution.card
        yield ANNOUNCE_COPY if is_copy else ANNOUNCE
        execution.announced = True
        t.played.append((execution.by, execution.card, execution.used))
        id = "manifesto_copy" if is_copy else "manifesto"
        t.tell(id, "JIN-6.8", player=execution.by, number=execution.card, used=execution.used)
    yield from ending.say_recalled(t)
    if not ending.count_seats(t):
        t.enter(SPEECH)


def execute(t: JinroTable, execution: Execution) -> Script:
    """Ask in the order of the rules: card, effect, targets for both effects, the draw (JIN-11.3)."""
    by = execution.by
    if not execution.card:
        if not t.dealt[by]:
            number: int = yield CARD
            # A card is in one hand: whoever was thought to hold it does not.
            t.dealt = [0 if held == number else held for held in t.dealt]
            t.dealt[by] = number
        if t.dealt[by] not in t.cards:
            yield from describe_card(t, t.dealt[by])
        execution.card = t.dealt[by]
    if not execution.used:
        if not rules.used_as(t, by, execution.card):
            t.late_copies[by] = yield COPY
        if rules.used_as(t, by, execution.card) not in t.cards:
            yield from describe_card(t, t.late_copies[by])
        execution.used = rules.used_as(t, by, execution.card)
    if not execution.named:
        execution.named = yield SIDE
    for half in SIDES:
        if half not in execution.targets:
            t.draft["half"] = half
            execution.targets[half] = []
            if _needed(t):
                del execution.targets[half]
                execution.targets[half] = yield TARGETS
    if rules.has_draw(t):
        draw: str = yield DRAW
        take_promise(t, draw)
        execution.draw = draw
    fire(t, execution)


def take_promise(t: JinroTable, draw: str) -> None:
    """Put the drawn card away; an empty deck is shuffled anew first (JIN-6.7, JIN-R44)."""
    if t.left == 0:
        for what in (PROMISE, SUCCESS, FAILURE):
            t.move(what, OUT, PILE, t.held[what][OUT], "JIN-R44")
        t.tell("reshuffle", "JIN-R44", count=t.left)
    t.move(PROMISE, PILE, OUT, 1, "JIN-6.7")
    t.move(WHATS.index(draw), PILE, OUT, 1, "JIN-6.7")


def fire(t: JinroTable, execution: Execution) -> None:
    """Success, or nothing drawn: the named effect fires; failure: the other one, for wolves too (JIN-6.5)."""
    other = WOLF if execution.named == HUMAN else HUMAN
    execution.fired = other if execution.draw == "failure" else execution.named
    effect = _card(t).effect(execution.fired)
    targets = execution.targets[execution.fired]
    told: dict[str, Any] = {"player": execution.by, "card": execution.used, "targets": targets}
    told.update(what=execution.named, side=execution.fired)
    if execution.draw:
        t.tell("fired", "JIN-6.5", secret=True, state=execution.draw, **told)
    else:
        t.tell("fired_undrawn", "JIN-R44", secret=True, **told)
    effects.fire(t, effect.tags, execution.by, targets, self_ok=effect.self_ok)


def ask_by_hand(t: JinroTable) -> Script:
    """Ask in the same words after every draw whether anything is to be entered by hand (JIN-R89)."""
    while "by_hand" not in t.done:
        more: bool = yield BY_HAND
        if more:
            yield from enter_effect(t)
        else:
            t.done.add("by_hand")


def count(t: JinroTable) -> Script:
    """The seats are full and no manifesto is executed: what is entered by hand still comes before the count.

    If a recall opens a seat again, the day goes on as any other. Rule: JIN-R90
    """
    yield from ask_by_hand(t)
    yield from ending.say_recalled(t)
    if not ending.count_seats(t):
        begin_manifesto(t)


# --- the winner has left before the execution ---------------------------------------------------------------------

WINNER_LEFT: Final = Question("winner_left.sure", Kind.CONFIRM, "JIN-R91", subject=_by)


def _winner_left(t: JinroTable) -> Script:
    sure: bool = yield WINNER_LEFT
    execution = t.execution
    if sure and execution is not None:
        execution.left = True
        t.present[execution.by] = False
        t.tell("winner_left", "JIN-R91", player=execution.by)
        t.ground += 1


# --- which kinds are left, after the deck was counted ---------------------------------------------------------------


def _success_bounds(t: JinroTable) -> tuple[int, int]:
    """Return the least and the most success cards that so many cards can hold."""
    least = max(0, t.left - int(t.house["deck"]["failure"]))
    return least, min(t.left, int(t.house["deck"]["success"]))


MAKE_UP: Final = Question(
    "deck.success", Kind.NUMBER, "JIN-6.7", "JIN-R42", audience=Audience.GM,
    low=lambda t: _success_bounds(t)[0], high=lambda t: _success_bounds(t)[1],
)  # fmt: skip


def make_up(t: JinroTable) -> Script:
    """Ask the GM how many successes are left once the cards of the deck were counted otherwise than expected."""
    successes: int = yield MAKE_UP
    for what, want in ((SUCCESS, successes), (FAILURE, t.left - successes)):
        gap = t.held[what][PILE] - want
        if gap:
            t.move(what, PILE, OUT, gap, "JIN-R77")
    t.recount = False
    t.tell("deck_known", "JIN-R77", secret=True)


ACTIONS: Final[dict[str, Any]] = {
    "winner_left": Action("winner_left", _winner_left, rules.why_not_winner_left, "JIN-R91", key="g"),
}
