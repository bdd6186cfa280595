"""A new person takes over a seat with everything in it, in every game and at any question."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gmtool.core.fields import FieldKind, with_defaults
from gmtool.core.game import Game, game_ids, load_game
from gmtool.core.question import Refused
from gmtool.core.random_table import Stuck, play_on
from gmtool.core.run import Run

NAMES = ["An", "Bình", "Chi", "Dũng", "Hà", "Khoa", "Lan", "Minh", "Nga", "Oanh"]


def begun(game: Game) -> Run:
    setup: dict[str, Any] = {"players": NAMES[: game.players[0]], "switches": {}}
    for field in game.setup_fields.values():
        if field.must_be_given:
            setup[field.name] = {FieldKind.YES_NO: False, FieldKind.SEAT: 0}[field.kind]
    setup = with_defaults(setup, game.setup_fields)
    assert game.check_setup(setup) == []
    return game.begin(setup)


def played(game: Game, seed: int) -> Run:
    """Return a run in the middle of a game."""
    run = begun(game)
    with pytest.raises(Stuck):
        play_on(run, random.Random(seed), actions=0, most=40)
    return run


@pytest.mark.parametrize("game_id", game_ids())
def test_a_substitute_changes_the_name_and_nothing_else(game_id: str) -> None:
    game = load_game(game_id)
    run = played(game, 4)
    table, question = run.table, run.question
    before = [list(row) for row in table.held]
    run.act("substitute")
    run.answer(1)
    run.answer("  Quỳnh ")
    assert table.names == ["An", "Quỳnh", *NAMES[2 : len(table.names)]]
    assert table.held == before
    assert run.question is question
    assert table.events[-1].id == "substituted"
    assert game.public_view(table).rows[1].name == "Quỳnh"


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(
    ("name", "reason"),
    [("an", "substitute.taken"), (" ", "answer.empty"), ("x" * 41, "setup.name_long")],
    ids=["taken", "empty", "long"],
)
def test_a_substitute_needs_a_name_of_their_own(game_id: str, name: str, reason: str) -> None:
    run = played(load_game(game_id), 4)
    run.act("substitute")
    run.answer(1)
    with pytest.raises(Refused) as refused:
        run.answer(name)
    assert refused.value.reason.id == reason
    assert run.table.names[1] == "Bình"


@pytest.mark.parametrize("game_id", game_ids())
def test_a_substitute_may_have_the_name_of_the_one_who_goes(game_id: str) -> None:
    run = played(load_game(game_id), 4)
    run.act("substitute")
    run.answer(1)
    run.answer("BÌNH")
    assert run.table.names[1] == "BÌNH"
