"""Thousands of random games over all player counts, line-ups, house rules, cards and actions: all sums always hold."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from gmtool.core.random_table import play_on, random_answer
from gmtool.core.run import Run
from gmtool.core.table import Table
from gmtool.games.jinro import night_rules, vote_rules
from gmtool.games.jinro.ending import ENDINGS
from gmtool.games.jinro.table import JinroTable
from tests.games.jinro.tables import GAME, random_setup

GAMES = int(os.environ.get("GMTOOL_RANDOM_GAMES", "2100"))
PARTS = 7
RARE = frozenset({"leave", "winner_left", "substitute"})


def check(table: Table) -> None:
    broken = GAME.invariants(table)
    assert not broken, (broken, table.phase, table.round)


def what_a_gm_would_enter(run: Run) -> list[tuple[str, Any]]:
    """Return an answer where guessing rarely hits: a card's number, different players for each, ballots that add up."""
    question, table = run.question, run.table
    assert question is not None
    assert isinstance(table, JinroTable)
    if question.id == "card.number":
        return [("answer", 500 + table.row)]
    if question.id == "v.hands":
        hands: dict[str, int] = {}
        for voter in vote_rules.voters(table):
            first = next(seat for seat in vote_rules.field(table) if seat != voter or table.switches["self_vote"])
            hands[str(first)] = hands.get(str(first), 0) + 1
        return [("answer", hands)]
    if question.id == "v.weighted":
        return [("answer", ballots_that_add_up(table, list(question.voters(table) if question.voters else ())))]
    assert question.id in ("n.guard", "n.investigate"), question.id
    role = "guard" if question.id == "n.guard" else "reporter"
    named: list[int] = []
    for actor in table.active(role):
        if role == "guard":
            legal, count = night_rules.guardable(table, actor), night_rules.guard_count(table, actor)
        else:
            legal, count = night_rules.checkable(table, actor), night_rules.check_count(table, actor)
        fresh = (
            [seat for seat in legal if seat not in table.guarded_before.get(actor, ())] if role == "guard" else legal
        )
        named += (fresh if len(fresh) >= count else legal)[:count]
    return [("answer", named)]


def ballots_that_add_up(table: JinroTable, voters: list[int]) -> list[int | None]:
    left = dict(table.draft["hands"])
    found: list[int | None] = []
    for voter in voters:
        # A voter without choice goes first to whoever has most hands left.
        open_to = [seat for seat in left if left[seat] and (seat != voter or table.switches["self_vote"])]
        rest = voters[len(found) + 1 :]
        best = max(open_to, key=lambda seat: (left[seat], seat in rest), default=None)
        if best is not None:
            left[best] -= 1
        found.append(best)
    return found


def play(seed: int) -> JinroTable:
    rng = random.Random(seed)
    setup = random_setup(rng)
    faults = GAME.check_setup(setup)
    assert not faults, faults
    run = GAME.begin(setup)
    without = RARE if rng.random() < 0.6 else frozenset()
    play_on(run, rng, actions=rng.choice((0.0, 0.05, 0.15)), without=without, after=check, rescue=what_a_gm_would_enter)
    table = run.table
    assert isinstance(table, JinroTable)
    return table


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_end_and_every_sum_holds_after_every_answer(part: int) -> None:
    endings: set[str] = set()
    for seed in range(part, GAMES, PARTS):
        table = play(seed)
        endings.add(table.end_reason)
        assert table.winner in ("human", "wolf"), seed
        assert GAME.report(table)
        assert GAME.result(table) is not None
    assert endings <= set(ENDINGS)
    assert len(endings) >= 4


@pytest.mark.rule("JIN-1.3")
def test_a_number_is_found_where_all_small_ones_are_taken() -> None:
    setup = random_setup(random.Random(1), count=8)
    half = {"text": "test"}
    setup["cards"] = [{"number": n, "name": f"Test card {n}", "human": half, "wolf": half} for n in range(1, 40)]
    run = GAME.begin(setup)
    run.act("card")
    assert random_answer(run, random.Random(1)) > 39
