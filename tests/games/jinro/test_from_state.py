"""The script begins again from the table alone: whatever breaks in, the same question is open afterwards."""

from __future__ import annotations

import random

import pytest

from gmtool.core.random_table import Stuck, random_answer
from gmtool.core.run import PremiseGone, Run
from gmtool.games.jinro.table import JinroTable
from tests.games.jinro.tables import GAME, random_setup
from tests.games.jinro.test_random_games import what_a_gm_would_enter

# Questions that belong to one answer with the one before them: half of it is not kept, and it is asked from its start.
HALF_GIVEN = {"c.minutes_typed": "c.minutes", "v.weighted": "v.hands"}


def begin_again(run: Run) -> None:
    """Take the ground from the open question, as an action does that changes something."""
    table = run.table
    assert isinstance(table, JinroTable)
    table.ground += 1
    question = run.question
    assert question is not None
    assert isinstance(GAME.what_broke(table, question), PremiseGone)
    run._stand()  # what the run does when an action has ended


@pytest.mark.rule("JIN-12.4")
@pytest.mark.parametrize("part", range(4))
def test_the_script_begins_again_at_the_same_question_after_every_answer(part: int) -> None:
    for seed in range(part, 120, 4):
        rng = random.Random(seed)
        run = GAME.begin(random_setup(rng, count=rng.randint(5, 10)))
        table = run.table
        while run.question is not None:
            before = run.question
            asked = (before.id, before.about(table), before.choices(table), before.bounds(table), len(table.events))
            begin_again(run)
            assert run.question is not None
            now = run.question
            if before.id.startswith(("fx.", "card.")):
                assert now.id in ("m.by_hand", "m.card", "m.copy", "card.name"), before.id
            elif before.id in HALF_GIVEN:
                assert now.id == HALF_GIVEN[before.id]
            else:
                again = (now.id, now.about(table), now.choices(table), now.bounds(table), len(table.events))
                assert again == asked
            if now.id != before.id:
                # Half an answer was dropped: give it whole, in one go.
                _whole(run, rng)
                continue
            _one(run, rng)


def _one(run: Run, rng: random.Random) -> None:
    try:
        run.answer(random_answer(run, rng))
    except Stuck:
        run.answer(what_a_gm_would_enter(run)[0][1])


def _whole(run: Run, rng: random.Random) -> None:
    assert run.question is not None
    first = run.question.id
    if first == "m.by_hand":
        run.answer(False)
        return
    _one(run, rng)
    while run.question is not None and (run.question.id.startswith(("fx.", "card.")) or run.question.id in HALF_GIVEN):
        _one(run, rng)
