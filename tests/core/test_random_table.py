"""Random drivers: what they answer is legal, and the fast one plays the same engine to the end."""

from __future__ import annotations

import pytest

from gmtool.core.game import load_game
from gmtool.core.random_table import make_dice, play_fast
from tests.benchmarks.bench_engine import SETUP, WAYS


@pytest.mark.parametrize("seed", range(20))
def test_a_game_played_fast_ends_with_every_sum_in_order(seed: int) -> None:
    game = load_game("politics")
    run = game.begin(SETUP)
    answers = play_fast(run, make_dice(seed), WAYS)
    assert run.question is None
    assert answers == run.table.row > 100
    assert not game.invariants(run.table)


def test_the_same_dice_play_the_same_game() -> None:
    game = load_game("politics")
    runs = [game.begin(SETUP) for _ in range(2)]
    for run in runs:
        play_fast(run, make_dice(7), WAYS)
    assert runs[0].table.moves == runs[1].table.moves


def test_an_answer_returns_the_next_question() -> None:
    run = load_game("politics").begin(SETUP)
    answer = run.answer(True)
    assert answer is run.question is not None


def test_a_die_throws_each_of_its_sides_and_no_other() -> None:
    dice = make_dice(3)
    assert {dice[6]() for _ in range(200)} == set(range(6))
    assert {dice[1]() for _ in range(20)} == {0}
