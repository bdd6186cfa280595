"""A new person takes over a seat with everything in it, in every game and at any question."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.game import game_ids, load_game
from gmtool.core.question import Refused
from gmtool.core.random_table import Stuck, play_on
from gmtool.core.run import Run

SCENARIOS = Path(__file__).parent.parent / "scenarios"


def played(game_id: str) -> Run:
    """Return a run in the middle of a game: the set-up of a recorded one, some answers at random."""
    recording: dict[str, Any] = json.loads(min(SCENARIOS.glob(f"{game_id}/*.json")).read_text(encoding="utf-8"))
    run: Run = importlib.import_module(f"tests.adapters.{game_id}").Player(recording).run
    with pytest.raises(Stuck):
        play_on(run, random.Random(4), actions=0, most=20)
    return run


def substitute(run: Run, seat: int, name: str) -> None:
    run.act("substitute")
    run.answer(seat)
    run.answer(name)


@pytest.mark.rule("POL-R145", "BOSS-R72", "JIN-R93")
@pytest.mark.parametrize("game_id", game_ids())
def test_a_substitute_changes_the_name_and_nothing_else(game_id: str) -> None:
    run = played(game_id)
    table, question = run.table, run.question
    held, names = [list(row) for row in table.held], list(table.names)
    substitute(run, 1, "  Quỳnh ")
    assert table.names == [names[0], "Quỳnh", *names[2:]]
    assert table.held == held
    assert run.question is question
    assert table.events[-1].id == "substituted"
    assert table.events[-1].rule == type(table).SUBSTITUTE_RULE != ""
    assert load_game(game_id).public_view(table).rows[1].name == "Quỳnh"


@pytest.mark.parametrize("game_id", game_ids())
def test_a_substitute_needs_a_name_of_their_own(game_id: str) -> None:
    run = played(game_id)
    names = list(run.table.names)
    for name, reason in ((names[0].upper(), "substitute.taken"), (" ", "answer.empty"), ("x" * 41, "setup.name_long")):
        with pytest.raises(Refused) as refused:
            substitute(run, 1, name)
        assert refused.value.reason.id == reason
        run.drop_action()
    assert run.table.names == names


@pytest.mark.parametrize("game_id", game_ids())
def test_a_substitute_may_have_the_name_of_the_one_who_goes(game_id: str) -> None:
    run = played(game_id)
    name = run.table.names[1]
    substitute(run, 1, name.upper())
    assert run.table.names[1] == name.upper()


def test_there_are_games_to_try_it_in() -> None:
    assert len(game_ids()) >= 3
