"""How fast the engine is: whole random politics games, and undo at 400 answers. Prints ratios; a benchmark, no test.

    python -m tests.benchmarks.bench_engine         as it is read by Python, then compiled (a minute or two)
    python -m tests.benchmarks.bench_engine --read  as it is read by Python only

The yardstick is python-chess pushing known moves (``pip install chess``); chess works far harder for a legal move, so
the ratio is a yardstick and no praise. Every answer here is a question asked, a legal answer picked at random, checked
by the run, and the moves it sets off booked in the ledger.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gmtool.core.game import load_game
from gmtool.core.journal import Journal
from gmtool.core.random_table import Dice, make_dice, play_fast, random_answer
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.games.politics.table import SEAT_KEYS, PoliticsTable
from tests.benchmarks.compiled import build, has_compiler, is_compiled, run_in

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


def _rolls(run: Run, dice: Dice) -> dict[str, int]:
    die = dice[6]
    return {SEAT_KEYS[seat]: 1 + die() for seat in run.legal()}


def _roles(run: Run, dice: Dice) -> list[str]:
    table, question = run.table, run.question
    assert isinstance(table, PoliticsTable)
    assert question is not None
    assert question.voters is not None
    count = len(question.voters(table))
    roles = ["honest"] * count
    first = dice[count]()
    for number in range(2 - table.roles.count("dark")):
        roles[(first + number) % count] = "dark"
    return roles


WAYS = {"p1.rolls": _rolls, "n.roles": _roles}


def play_rate(seed: int) -> float:
    """Return answers a second over random legal games, checked and booked."""
    game = load_game("politics")
    # Thrown before the clock runs, as the moves of chess are known before.
    dice = make_dice(seed)
    count = 0
    begun = time.perf_counter()
    for _ in range(GAMES):
        count += play_fast(game.begin(SETUP), dice, WAYS)
    return count / (time.perf_counter() - begun)


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


def measure() -> None:
    """Measure the engine that is imported here."""
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
    engine = "compiled" if is_compiled() else "as it is read"
    print(f"engine {engine}, ratio: median {statistics.median(ratios):.2f}, best {max(ratios):.2f} (aim: 2.5)")
    undo_times()


def main() -> None:
    measure()
    if is_compiled() or "--read" in sys.argv:
        return
    if not has_compiler():
        print("no C compiler, or no headers of Python: the compiled engine was not measured")
        return
    print("compiling the engine, a minute or two ...", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(run_in(build(Path(folder)), "tests.benchmarks.bench_engine"), end="")


if __name__ == "__main__":
    main()
