"""Drivers that answer at random, always legally: for tests, benchmarks and trying things out.

``play_on`` plays anything that may come, actions and odd answers too; ``play_fast`` plays common answers only, as
quickly as can be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Any, Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Run
from gmtool.core.table import Table

_WORDS = ("", "ก", "chú ý", "山田", "[b]x[/b]", "a 🟡 b")


class Stuck(Exception):
    """A question that nothing legal answers, or a game that does not end."""


def random_answer(run: Run, rng: random.Random) -> Any:
    """Return a legal answer to the open question; refused tries are taken again.

    Raises:
        Stuck: If none was found.
    """
    question = run.question
    assert question is not None
    kind = question.kind
    if kind is Kind.SAY:
        if question.why_not is not None and question.check(run.table, True) is not None:
            raise Stuck(question.id)
        return True
    if kind in (Kind.ONE, Kind.CONFIRM):
        legal = run.legal()
        if not legal:
            raise Stuck(question.id)
        answer = legal[int(rng.random() * len(legal))]
        if question.why_not is None:
            return answer
    for _ in range(400):
        answer = _GUESSES[kind](question, run, rng)
        if question.check(run.table, answer) is None:
            return answer
    raise Stuck(question.id)


def _one(question: Question, run: Run, rng: random.Random) -> Any:
    return rng.choice(run.legal())


def _many(question: Question, run: Run, rng: random.Random) -> Any:
    legal = [option for option in run.legal() if option not in question.alone]
    low, high = question.bounds(run.table)
    if question.alone and (len(legal) < low or rng.random() < 0.15):
        return [rng.choice([option for option in run.legal() if option in question.alone] or list(question.alone))]
    size = min(len(legal), rng.randint(low, min(high, max(low, len(legal)))))
    return rng.sample(legal, size)


def _number(question: Question, run: Run, rng: random.Random) -> Any:
    low, high = question.bounds(run.table)
    number = rng.randint(low, min(high, low + 12))
    # Where all small ones are taken, any other will do.
    return number if question.check(run.table, number) is None else rng.randint(low, high)


def _share(question: Question, run: Run, rng: random.Random) -> Any:
    options = list(question.choices(run.table))
    low, high = question.bounds(run.table)
    if low == 0 and high >= 1000:
        return {str(option): rng.randint(1, 6) for option in options}
    shares: dict[str, int] = {}
    left = rng.randint(low, max(low, high))
    while left > 0 and options:
        option = str(rng.choice(options))
        amount = rng.randint(1, left)
        shares[option] = shares.get(option, 0) + amount
        left -= amount
    return shares


def _text(question: Question, run: Run, rng: random.Random) -> Any:
    word = rng.choice(_WORDS)
    return f"{word} {rng.randrange(10_000)}" if word and rng.random() < 0.5 else word


def _timer(question: Question, run: Run, rng: random.Random) -> Any:
    return rng.choice((180, 200, 300))


def _vote(question: Question, run: Run, rng: random.Random) -> Any:
    assert question.voters is not None
    legal = list(run.legal())
    entries: list[Any] = []
    for voter in question.voters(run.table):
        open_to = [option for option in legal if option != voter] or legal
        abstains = question.optional and (not open_to or rng.random() < 0.2)
        entries.append(None if abstains else rng.choice(open_to))
    return entries


def _count(question: Question, run: Run, rng: random.Random) -> Any:
    return {}


_GUESSES: dict[Kind, Callable[[Question, Run, random.Random], Any]] = {
    Kind.ONE: _one,
    Kind.CONFIRM: lambda _question, _run, rng: rng.random() < 0.5,
    Kind.MANY: _many,
    Kind.NUMBER: _number,
    Kind.SHARE: _share,
    Kind.TEXT: _text,
    Kind.TIMER: _timer,
    Kind.VOTE: _vote,
    Kind.COUNT: _count,
}


def play_on(
    run: Run,
    rng: random.Random,
    *,
    actions: float = 0.1,
    without: frozenset[str] = frozenset(),
    after: Callable[[Table], None] | None = None,
    most: int = 5_000,
    log: list[tuple[str, Any]] | None = None,
    rescue: Callable[[Run], list[tuple[str, Any]]] | None = None,
) -> int:
    """Play a run to its end; returns how many answers and actions it took.

    Args:
        actions: How often an action is begun instead of answering, from 0 to 1.
        without: Actions never begun.
        after: Called after every answer.
        log: Gets every deed, as ("answer" or "act", value).
        rescue: What a GM would do where only a correction helps: deeds to do when nothing is legal.

    Raises:
        Stuck: If a question has no legal answer, or the game takes more than ``most`` answers.
    """
    ids = [action for action in run.actions if action not in without]
    count = 0
    while run.question is not None:
        count += 1
        if count > most:
            raise Stuck(f"no end after {most}, at {run.question.id}")
        deed: tuple[str, Any] | None = None
        if ids and rng.random() < actions:
            action = rng.choice(ids)
            if run.why_not_act(action) is None:
                deed = ("act", action)
        deeds = [deed] if deed is not None else []
        if not deeds:
            try:
                deeds = [("answer", random_answer(run, rng))]
            except Stuck:
                if rescue is None:
                    raise
                deeds = rescue(run)
        for kind, value in deeds:
            (run.act if kind == "act" else run.answer)(value)
            if log is not None:
                log.append((kind, value))
            if after is not None:
                after(run.table)
    return count


# --- fast -----------------------------------------------------------------------------------------------------------

Dice = list[Callable[[], int]]
"""A die of each number of sides: ``dice[6]()`` throws from 0 to 5."""
Way = Callable[[Run, Dice], Any]
"""How to answer the open question of a run with some dice."""


def make_dice(seed: int, most: int = 128) -> Dice:
    """Return dice of up to ``most`` sides, whose throws are made beforehand and come round again."""
    rng = random.Random(seed)
    throws = [rng.random() for _ in range(337)]
    return [cycle([int(throw * sides) for throw in throws]).__next__ for sides in range(most + 1)]


def play_fast(run: Run, dice: Dice, ways: Mapping[str, Way]) -> int:
    """Play a run to its end by answers that are legal at once; returns how many it took.

    Args:
        ways: How to answer questions that take more than their kind says, by question id.
    """
    question = run.question
    while question is not None:
        if question.is_listed:
            options = run.legal()
            question = run.answer(options[dice[len(options)]()])
        elif question.is_plain:
            question = run.answer(True)
        else:
            way = ways.get(question.id) or _WAYS[question.kind]
            question = run.answer(way(run, dice))
    return run.table.row


def _fast_one(run: Run, dice: Dice) -> Any:
    question, options = run.question, run.legal()
    assert question is not None
    while True:
        # Not each of the options is legal.
        answer = options[dice[len(options)]()]
        if (question.surely is not None and question.surely(run.table, answer)) or run.why_not(answer) is None:
            return answer


def _fast_many(run: Run, dice: Dice) -> Any:
    question, options = run.question, run.legal()
    assert question is not None
    # The word that stands alone is the last of them.
    count = len(options) - len(question.alone)
    if count < 2 or not dice[10]():
        return [question.alone[0]]
    first = dice[count]()
    second = first - 1 - dice[count - 1]()
    return [options[first], options[second if second >= 0 else second + count]]


def _fast_share(run: Run, dice: Dice) -> Any:
    question = run.question
    assert question is not None
    if dice[10]() < 6:
        return {}
    _, high = question.bounds(run.table)
    return {str(run.legal()[0]): 1} if high >= 1 else {}


def _fast_vote(run: Run, dice: Dice) -> Any:
    question, options = run.question, run.legal()
    assert question is not None
    assert question.voters is not None
    die = dice[len(options)]
    if not question.optional:
        return [options[die()] for _ in question.voters(run.table)]
    return [None if (entry := options[die()]) == voter else entry for voter in question.voters(run.table)]


_WAYS: Final[dict[Kind, Way]] = {
    Kind.SAY: lambda _run, _dice: True,
    Kind.ONE: _fast_one,
    Kind.MANY: _fast_many,
    Kind.SHARE: _fast_share,
    Kind.VOTE: _fast_vote,
    Kind.NUMBER: lambda _run, dice: dice[13](),
    Kind.TIMER: lambda _run, dice: 180 + dice[120](),
}
