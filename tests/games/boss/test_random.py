"""Games at random over all player counts, characters, switches and actions: what always holds."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from gmtool.core.question import Kind
from gmtool.core.random_table import play_on, random_answer
from gmtool.core.run import Run
from gmtool.core.table import Table
from gmtool.games.boss import rules
from gmtool.games.boss.script import script
from gmtool.games.boss.table import NOMINATE, SIDES, BossTable
from gmtool.games.boss.view import public_view
from tests.games.boss.tables import GAME, random_setup, table_of

GAMES = 2_000
PARTS = 8


def sound(table: Table) -> None:
    broken = GAME.invariants(table)
    assert not broken, broken


def played(seed: int, *, actions: float | None = None) -> Run:
    rng = random.Random(seed)
    run = GAME.begin(random_setup(rng))
    often = rng.choice((0.0, 0.05, 0.15)) if actions is None else actions
    without = frozenset() if rng.random() < 0.3 else frozenset({"abandon"})
    play_on(run, rng, actions=often, without=without, after=sound)
    return run


@pytest.mark.parametrize("part", range(PARTS))
def test_every_random_game_ends_and_all_sums_hold_after_every_answer(part: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        t = table_of(played(seed))
        assert t.winner is not None
        ends[str(t.reason)] += 1
    assert set(ends) >= {
        "five_progressive", "six_conservative", "mastermind_elected", "assassin_found_eagle", "tai_go_twice_director",
        "abandoned",
    }  # fmt: skip


def fresh_question(t: BossTable) -> str:
    """Return the question that the script asks when it is entered from state alone."""
    other = copy.deepcopy(t)
    other.draft = {}
    question = next(script(other), None)
    return question.id if question is not None else ""


IN_A_STEP = {"policy.symbol", "power.meeting", "assassin.target", "assassin.right", "characters.holder",
             "characters.holders", "characters.awake", "end.holder", "end.holders", "power.investigate",
             "power.dismiss", "power.golden_boy", "power.rehire", "power.peek_discard", "power.appoint"}  # fmt: skip
"""Questions that follow another one of the same step, which is asked again when the step begins anew."""


def test_every_phase_can_be_entered_from_state_alone_and_goes_on_the_same() -> None:
    entered: Counter[str] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        run = GAME.begin(random_setup(rng))
        while run.question is not None:
            t = table_of(run)
            asked = fresh_question(t)
            if run.question.id not in IN_A_STEP:
                assert asked == run.question.id
            entered[t.phase] += 1
            run.answer(random_answer(run, rng))
    assert set(entered) >= {
        "setup", "nominate", "vote", "mastermind_check", "tai_go_check", "policy", "power", "chaos", "assassin", "over",
    }  # fmt: skip


def test_a_game_entered_anew_at_every_phase_ends_like_the_one_played_through() -> None:
    for seed in range(60):
        rng, other_rng = random.Random(seed), random.Random(seed)
        run, other = GAME.begin(random_setup(rng)), GAME.begin(random_setup(other_rng))
        while run.question is not None:
            answer = random_answer(run, rng)
            before = table_of(run).phase
            run.answer(answer)
            other.answer(answer)
            if run.question is not None and table_of(run).phase != before:
                other = Run(other.table, script, GAME.actions, GAME.what_broke)
        assert GAME.result(other.table) == GAME.result(run.table)
        assert other.table.moves == run.table.moves


def test_a_start_in_the_middle_goes_on_like_the_game_it_was_taken_from() -> None:
    """What lies on the table before a nomination is enough to go on."""
    for seed in range(80):
        rng = random.Random(seed)
        setup = {**random_setup(rng), "gm_plays": True}
        run = GAME.begin(setup)
        while run.question is not None and table_of(run).round < 3:
            run.answer(random_answer(run, rng))
        while run.question is not None and table_of(run).phase != NOMINATE:
            run.answer(random_answer(run, rng))
        if run.question is None:
            continue
        t = table_of(run)
        start = start_of(t)
        middle = {**setup, "start": start}
        assert GAME.check_setup(middle) == []
        other = GAME.begin(middle)
        while run.question is not None:
            assert other.question is not None
            if other.question.id == "power.golden_boy" != run.question.id:
                # The reminder is a word to the table; whether it was given is not asked.
                other.answer(True)
            assert other.question.id == run.question.id
            assert public_view(table_of(other)).as_json()["players"] == public_view(t).as_json()["players"]
            answer = random_answer(run, rng)
            run.answer(answer)
            other.answer(answer)
        assert GAME.result(other.table) == GAME.result(t)


def start_of(t: BossTable) -> dict[str, Any]:
    """Return what a GM would read off the table, as a start in the middle."""
    counts = {
        "policies.draw": t.held[0][-2], "policies.discard": t.held[0][-3], "tracker.centre": t.tracker,
        **{f"terms.{seat}": t.held[4][seat] for seat in t.seats},
    }  # fmt: skip
    return {
        "phase": t.phase, "round": t.round, "president": t.president, "appointed": t.appointed,
        "last_by_order": t.last_by_order, "previous": [seat for seat in t.previous if seat >= 0],
        "rejected": list(dict.fromkeys(reversed(t.rejected)))[::-1], "dismissed": t.dismissed, "left": t.left,
        "not_mastermind": t.cleared["mastermind"], "not_tai_go": t.cleared["tai_go"],
        "investigated": rules.investigated(t), "enacted": {side: t.enacted(side) for side in SIDES}, "counts": counts,
    }  # fmt: skip


def test_quick_answers_agree_with_the_full_check() -> None:
    """Where a question looks its legal answers up, they are those that every option's reason leaves open."""
    for seed in range(60):
        rng = random.Random(seed)
        run = GAME.begin(random_setup(rng))
        while run.question is not None:
            question = run.question
            if question.kind is Kind.ONE:
                slow = [o for o in question.choices(run.table) if question.why_not_choice(run.table, o) is None]
                assert list(run.legal()) == slow, question.id
            run.answer(random_answer(run, rng))


def test_the_same_answers_give_the_same_game() -> None:
    for seed in range(20):
        log: list[tuple[str, Any]] = []
        rng = random.Random(seed)
        setup = random_setup(rng)
        run = GAME.begin(setup)
        play_on(run, rng, actions=0.1, log=log)
        again = GAME.begin(setup)
        for kind, value in log:
            (again.act if kind == "act" else again.answer)(value)
        assert again.table.moves == run.table.moves
        assert GAME.result(again.table) == GAME.result(run.table)
