"""Entering a game in the middle: what lies on the table is enough to go on like the tracked game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gmtool.core.actions import count_key, countables
from gmtool.core.run import Run
from gmtool.core.table import CENTRE, DRAW
from gmtool.games.politics.setup import START_PHASES
from gmtool.games.politics.table import BTS, COUNTERS, LOST, POLICY, PoliticsTable
from gmtool.games.politics.view import public_view
from tests.games.politics.tables import GAME, NAMES, Play, do, random_deed, random_setup, setup_of, sound, table_of

rule = pytest.mark.rule


def counts_of(t: PoliticsTable) -> dict[str, int]:
    """Return what a GM would count at the table, and note of the awards so far."""
    counts = {key: t.held[what][place] for key, (what, place) in countables(t).items()}
    counts.update({count_key(t, what, seat): t.held[what][seat] for what in COUNTERS for seat in t.seats})
    counts[count_key(t, POLICY, CENTRE)] = t.held[POLICY][CENTRE]
    return counts


def start_of(t: PoliticsTable, **given: Any) -> dict[str, Any]:
    return {"phase": t.phase, "round": t.round, "counts": counts_of(t), **given}


def begun_in_the_middle(setup: dict[str, Any], start: dict[str, Any]) -> Run:
    whole = {**setup, "start": start}
    assert GAME.check_setup(whole) == []
    run = GAME.begin(whole)
    sound(run.table)
    return run


def go_on_together(run: Run, other: Run, rng: random.Random, *, most: int = 3_000) -> None:
    """Answer both the same to the end; they ask the same and move the same."""
    moves = len(run.table.moves), len(other.table.moves)
    for _ in range(most):
        if run.question is None:
            break
        assert other.question is run.question
        assert list(other.legal()) == list(run.legal())
        deeds = random_deed(run, rng, grim=True)
        do(run, deeds)
        do(other, deeds)
        assert shown_of(other) == shown_of(run)
    assert [move[1:] for move in other.table.moves[moves[1] :]] == [move[1:] for move in run.table.moves[moves[0] :]]
    assert GAME.result(other.table) == GAME.result(run.table)


def shown_of(run: Run) -> Any:
    """Return what lies on the table; marks of the round that brought a crisis are not counted and mean nothing more."""
    view = public_view(table_of(run)).as_json()
    marks = {"state", "state_values", "right"} if table_of(run).crisis else set()
    players = [{key: value for key, value in row.items() if key not in marks} for row in view["players"]]
    return players, view["facts"], view["phase"], view["round"]


@rule("POL-R136", "POL-L.4", "POL-R104")
@pytest.mark.parametrize("part", range(4))
def test_a_game_entered_before_a_round_goes_on_like_the_tracked_one(part: int) -> None:
    entered = 0
    for seed in range(part * 12, part * 12 + 12):
        rng = random.Random(seed)
        setup = {**random_setup(rng), "start": None}
        setup["switches"] = {**setup["switches"], "void_round_counts": True, "negative_coins": False}
        run = GAME.begin(setup)
        wanted = rng.randint(1, 6)
        while run.question is not None and not (table_of(run).round >= wanted and run.question.id == "p1.leader"):
            do(run, random_deed(run, rng, grim=True))
        t = table_of(run)
        if run.question is None or t.held[LOST] != [0] * len(t.held[LOST]):
            continue
        entered += 1
        go_on_together(run, begun_in_the_middle(setup, start_of(t)), rng)
    assert entered > 5


@rule("POL-R136", "POL-C.2", "POL-R77")
@pytest.mark.parametrize("part", range(2))
def test_a_game_entered_at_the_lie_catching_phase_goes_on_like_the_tracked_one(part: int) -> None:
    endings = set()
    for seed in range(part * 20, part * 20 + 20):
        rng = random.Random(seed)
        setup = {**random_setup(rng), "start": None}
        setup["switches"] = {**setup["switches"], "void_round_counts": True, "negative_coins": False}
        run = GAME.begin(setup)
        while run.question is not None and run.question.id != "f.talk":
            do(run, random_deed(run, rng, grim=seed % 2 == 0))
        t = table_of(run)
        assert t.phase in START_PHASES
        endings.add(t.crisis)
        go_on_together(run, begun_in_the_middle(setup, start_of(t)), rng)
    assert endings == {True, False}


@rule("POL-R136", "POL-R104", "POL-R107")
def test_award_counters_of_the_rounds_before_count() -> None:
    play = Play(6, "half")
    play.quick_rounds(3)
    play.to("p1.leader")
    run = begun_in_the_middle(play.setup, start_of(play.t))
    assert [run.table.held[what][0] for what in COUNTERS] == [play.t.held[what][0] for what in COUNTERS]
    assert run.table.held[COUNTERS[0]][0] == 3


def plain_counts(players: int = 6, **other: int) -> dict[str, int]:
    counts = {f"policy.{seat}": 3 for seat in range(players)}
    counts |= {f"bts.{seat}": 1 for seat in range(players)}
    counts |= {"policy.draw": 48 - 3 * players, "bts.draw": 21 - players}
    return {**counts, **other}


def faults(**given: Any) -> list[str]:
    start = {"phase": "choose_leader", "round": 3, "counts": plain_counts(), **given}
    return [fault.id for fault in GAME.check_setup({**setup_of(), "start": start})]


@rule("POL-R136")
@pytest.mark.parametrize(
    ("given", "want"),
    [
        ({}, []),
        ({"round": 0}, ["start.round"]),
        ({"round": 12}, ["start.round"]),
        ({"round": "3"}, ["start.round"]),
        ({"round": True}, ["start.round"]),
        ({"phase": "opposition"}, ["start.phase"]),
        ({"counts": plain_counts(**{"policy.draw": 29})}, ["count.sum"]),
        ({"counts": plain_counts(**{"bts.0": 3, "bts.draw": 13})}, ["start.count"]),
        ({"counts": plain_counts(**{"bts.draw": 14})}, ["count.sum"]),
        ({"counts": plain_counts(**{"right.0": 2})}, ["start.count"]),
        ({"counts": plain_counts(**{"yellow.0": -1})}, ["start.count"]),
        ({"counts": plain_counts(**{"yellow.7": 1})}, ["correct.unknown"]),
        ({"counts": plain_counts(**{"failure.centre": 6})}, ["start.count"]),
        ({"counts": plain_counts(**{"policy.centre": 6, "policy.draw": 24})}, ["start.count"]),
        ({"counts": plain_counts(**{"policy.centre": 6, "policy.draw": 24, "failure.centre": 5})}, []),
        ({"counts": plain_counts(**{"policy.centre": 4, "policy.draw": 26}), "crisis": True}, ["start.count"]),
        ({"counts": plain_counts(**{"gov_passed.0": 2, "led.5": 1})}, []),
        ({"round": 0, "phase": "x", "counts": {"blue.0": -1}}, ["start.round", "start.phase", "start.count"]),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_every_fault(given: dict[str, Any], want: list[str]) -> None:
    assert faults(**given) == want


@rule("POL-R26", "POL-G.6")
def test_a_start_with_every_right_used_has_them_reset() -> None:
    counts = plain_counts(**{f"right.{seat}": 0 for seat in range(6)})
    for switch in ("reset", "void"):
        setup = setup_of(empty_pool=switch)
        run = begun_in_the_middle(setup, {"phase": "choose_leader", "round": 2, "counts": counts})
        assert run.legal()[:6] == list(range(6))


@rule("POL-C.1", "POL-C.2")
@pytest.mark.parametrize("phase", START_PHASES)
def test_a_start_with_five_failures_is_the_crisis(phase: str) -> None:
    counts = plain_counts(**{"failure.centre": 5})
    run = begun_in_the_middle(setup_of(), {"phase": phase, "round": 7, "counts": counts})
    assert table_of(run).crisis
    assert run.question is not None
    assert (run.table.phase, run.question.id) == ("lie_1", "f.talk")


@rule("POL-R136", "POL-S.1", "POL-S.2")
def test_cards_of_which_nothing_is_said_lie_as_they_were_dealt() -> None:
    t = GAME.new_table({**setup_of(7), "start": {"phase": "choose_leader", "round": 2, "counts": {}}})
    assert [t.held[POLICY][seat] for seat in t.seats] == [3] * 7
    assert [t.held[BTS][seat] for seat in t.seats] == [1] * 7
    assert (t.held[POLICY][DRAW], t.held[BTS][DRAW]) == (27, 14)


@rule("POL-R136")
def test_rights_not_named_are_unused_and_coins_not_named_are_none() -> None:
    run = begun_in_the_middle(setup_of(), {"phase": "choose_leader", "round": 2, "counts": plain_counts()})
    t = table_of(run)
    assert [t.held[0][seat] for seat in t.seats] == [0] * 6
    assert t.pool() == list(range(6))
    assert t.names == NAMES[:6]
