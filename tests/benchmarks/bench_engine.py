"""How fast the engine is: whole random politics games, and undo at 400 answers. Prints ratios; a benchmark, no test.

    python -m tests.benchmarks.bench_engine

The yardstick is python-chess pushing known moves (``pip install chess``); chess works far harder for a legal move, so
the ratio is a yardstick and no praise. Every answer here is a question asked, a legal answer picked at random, checked
by the run, and the moves it sets off booked in the ledger.
"""

from __future__ import annotations

import gc
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from gmtool.core.game import load_game
from gmtool.core.journal import Journal
from gmtool.core.question import Kind
from gmtool.core.random_table import random_answer
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.games.politics.table import SEAT_KEYS

ROUNDS = 9
GAMES = 40
SETUP = {"players": ["Ann", "Boy", "Chai", "Dao", "Ek", "Fah", "Golf"], "mode": "full"}


def chess_moves() -> list[list[Any]]:
    """Return 20 random chess games as lists of moves."""
    import chess

    rng = random.Random(1)
    games: list[list[Any]] = []
    for _ in range(20):
        board = chess.Board()
        moves: list[Any] = []
        while not board.is_game_over() and len(moves) < 120:
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            moves.append(move)
        games.append(moves)
    return games


def push_rate(games: list[list[Any]]) -> float:
    """Return python-chess pushes a second."""
    import chess

    count = 0
    begun = time.perf_counter()
    for moves in games:
        push = chess.Board().push
        for move in moves:
            push(move)
        count += len(moves)
    return count / (time.perf_counter() - begun)


def dice(seed: int) -> Callable[[], int]:
    """Return a throw of numbers at random, made before the clock runs, as the moves of chess are known before."""
    rng = random.Random(seed)
    return cycle([rng.getrandbits(16) for _ in range(30_011)]).__next__


def play_rate(seed: int) -> float:
    """Return answers a second over random legal games, checked and booked."""
    game = load_game("politics")
    throw = dice(seed)
    count = 0
    begun = time.perf_counter()
    for _ in range(GAMES):
        run = game.begin(SETUP)
        answer, legal = run.answer, run.legal
        question = run.question
        while question is not None:
            if question.is_listed:
                options = legal()
                answer(options[throw() % len(options)])
            elif question.is_plain:
                answer(True)
            else:
                answer(_ANSWERS[question.kind](run, throw))
            question = run.question
        count += run.table.row
    return count / (time.perf_counter() - begun)


def _many(run: Run, throw: Callable[[], int]) -> list[Any]:
    question = run.question
    assert question is not None
    if throw() % 10 == 0:
        return [question.alone[0]]
    options = run.legal()
    # The word that stands alone is the last of them.
    count = len(options) - len(question.alone)
    if count < 2:
        return [question.alone[0]]
    first = throw() % count
    second = (first + 1 + throw() % (count - 1)) % count
    return [options[first], options[second]]


def _share(run: Run, throw: Callable[[], int]) -> dict[str, int]:
    question = run.question
    assert question is not None
    if question.id == "p1.rolls":
        return {SEAT_KEYS[seat]: 1 + throw() % 6 for seat in run.legal()}
    if throw() % 10 < 6:
        return {}
    _, high = question.bounds(run.table)
    return {SEAT_KEYS[run.legal()[0]]: 1} if high >= 1 else {}


def _vote(run: Run, throw: Callable[[], int]) -> list[Any]:
    question = run.question
    assert question is not None
    assert question.voters is not None
    voters = question.voters(run.table)
    count = len(voters)
    if question.id == "n.roles":
        roles = ["honest"] * count
        first = throw() % count
        for number in range(2 - run.table.roles.count("dark")):  # type: ignore[attr-defined]
            roles[(first + number) % count] = "dark"
        return roles
    options = run.legal()
    size = len(options)
    if not question.optional:
        return [options[throw() % size] for _ in voters]
    return [None if (entry := options[throw() % size]) == voter else entry for voter in voters]


def _one(run: Run, throw: Callable[[], int]) -> Any:
    question, options = run.question, run.legal()
    assert question is not None
    assert question.surely is not None
    while True:
        # Not each of the options is legal.
        answer = options[throw() % len(options)]
        if question.surely(run.table, answer) or run.why_not(answer) is None:
            return answer


_ANSWERS: dict[Kind, Callable[[Run, Callable[[], int]], Any]] = {
    Kind.MANY: _many,
    Kind.SHARE: _share,
    Kind.VOTE: _vote,
    Kind.SAY: lambda _run, _throw: True,
    Kind.NUMBER: lambda _run, throw: throw() % 13,
    Kind.TIMER: lambda _run, throw: 180 + throw() % 120,
    Kind.ONE: _one,
}
"""A legal answer at random, a kind: as quick as can be, since the engine is measured and not the dice."""


def undo_times(answers: int = 400) -> list[float]:
    """Return seconds of 30 undos of a game of so many answers, from a real database."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.db", write=True)
        rng = random.Random(5)
        info = journal.add_game("politics", "bench", SETUP, 1)
        with Session(journal, info.id, write=True) as session:
            while len(session.steps) < answers and session.question is not None:
                if rng.random() < 0.25 and session.run.action is None and session.run.why_not_act("give") is None:
                    session.act("give")
                else:
                    session.answer(random_answer(session.run, rng))
            times: list[float] = []
            for _ in range(30):
                begun = time.perf_counter()
                session.undo()
                times.append(time.perf_counter() - begun)
                session.redo()
            print(f"undo at {len(session.steps)} answers: median {statistics.median(times) * 1e3:.2f} ms")
        journal.close()
    return times


def main() -> None:
    games = chess_moves()
    play_rate(0)
    # What was imported is no part of either figure: keep the collector from walking through it again and again.
    gc.collect()
    gc.freeze()
    ratios: list[float] = []
    for number in range(ROUNDS):
        push, play = push_rate(games), play_rate(number)
        ratios.append(play / push)
        print(f"push {push:>9,.0f}/s   politics answers {play:>9,.0f}/s   ratio {play / push:.2f}")
    print(f"ratio: median {statistics.median(ratios):.2f}, best {max(ratios):.2f} (aim: 2.5)")
    undo_times()


if __name__ == "__main__":
    main()
