"""Games at random over all player counts, modes, switches and actions: what always holds."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from gmtool.core.question import QUESTIONS, Kind, Question, Refused
from gmtool.core.random_table import random_answer
from gmtool.core.run import Run
from gmtool.core.table import Table
from gmtool.games.politics.script import PHASES, script
from gmtool.games.politics.table import SWITCHES, PoliticsTable
from gmtool.games.politics.view import public_view
from tests.games.politics.tables import (
    GAME,
    do,
    play_random,
    random_deed,
    random_setup,
    snapshot,
    sound,
    table_of,
)  # fmt: skip

rule = pytest.mark.rule
GAMES = 2_000
PARTS = 8
RATES = (0.0, 0.02, 0.15)


def begun(seed: int) -> tuple[Run, random.Random]:
    rng = random.Random(seed)
    return GAME.begin(random_setup(rng)), rng


def adds_up(table: Table) -> None:
    """Every count is the sum of its moves, and nothing comes from nowhere."""
    sums = [[0] * len(row) for row in table.held]
    for move in table.moves:
        sums[move.what][move.source] -= move.amount
        sums[move.what][move.target] += move.amount
    assert sums == table.held


@rule("POL-R09", "POL-R06", "POL-N.1", "POL-W.1")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_random_game_ends_and_all_sums_hold_after_every_answer(part: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        run, rng = begun(seed)
        play_random(run, rng, actions=RATES[seed % 3], stop=seed % 5 == 0, grim=seed % 2 == 0)
        t = table_of(run)
        assert t.phase == "over"
        adds_up(t)
        result = GAME.result(t)
        assert result is not None
        ends[result["ending"]] += 1
        if result["ending"] == "crisis":
            assert any(event.id == "crisis" and event.values["failures"] == 5 for event in t.events)
        elif result["ending"] == "normal":
            assert t.failures < 5
            assert t.round == t.rounds
        assert all(move.rule.startswith("POL-") for move in t.moves)
    assert set(ends) == {"normal", "crisis", "stopped"}


def test_random_setups_try_every_value_of_every_switch_and_every_table() -> None:
    seen: dict[str, set[Any]] = {key: set() for key in SWITCHES}
    tables: set[tuple[int, str]] = set()
    for seed in range(GAMES):
        setup = random_setup(random.Random(seed))
        tables.add((len(setup["players"]), setup["mode"]))
        for key, value in setup["switches"].items():
            seen[key].add(value)
    assert seen == {key: set(values) for key, values in SWITCHES.items()}
    assert tables == {(players, mode) for players in (6, 7, 8) for mode in ("full", "half")}


def test_random_games_come_to_every_question_and_every_action() -> None:
    questions: set[str] = set()
    acts: set[str] = set()
    for seed in range(120):
        run, rng = begun(seed)

        def note(_table: Table, run: Run = run) -> None:
            questions.add(run.question.id if run.question is not None else "")
            acts.add(run.action.id if run.action is not None else "")

        only = frozenset({"contract", "accept", "card"} if seed % 2 else ())
        play_random(run, rng, actions=0.4 if only else 0.2, only=only, stop=True, grim=seed % 3 == 0, after=note)
    own = {id for id, question in QUESTIONS.items() if question.rules and question.rules[0].startswith("POL-")}
    assert len(own) > 40
    # The first is open before any answer; two offers open at once are rare.
    assert own - questions <= {"s.policies", "card.slot"}
    assert set(GAME.actions) - {"join"} <= acts


# --- quick and slow ways agree --------------------------------------------------------------------------------------

ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2, 6, 7, 99, 100, "", "x", "over", "pay", "keep", [], [0], [1, 2], [1, True], [2, 2],
    ["over"], [None], ["honest"] * 6, ["honest", "corrupt"], {}, {"1": 1}, {"1": 4}, {"9": 1}, {"1": True}, {"x": 1},
    {"1": 0}, {"1": 1, "2": 1}, [None] * 6, [1, 0, None, None, None, None], [0, 0, 0, 0, 0, 0], {"right.0": 1},
]  # fmt: skip


def slow(question: Question, t: PoliticsTable) -> list[Any]:
    return [option for option in question.choices(t) if question.why_not_choice(t, option) is None]


@pytest.mark.parametrize("part", range(4))
def test_what_is_quickly_allowed_is_what_no_reason_speaks_against(part: int) -> None:
    """``legal`` lists the options without a reason, and ``surely`` never allows what ``check`` refuses."""
    asked: Counter[str] = Counter()
    for seed in range(part * 60, part * 60 + 60):
        run, rng = begun(seed + 50_000)
        other = random.Random(seed)

        def compare(_table: Table, run: Run = run, other: random.Random = other) -> None:
            question, t = run.question, table_of(run)
            if question is None:
                return
            asked[question.id] += 1
            if question.kind is not Kind.CONFIRM:
                assert list(question.legal(t)) == slow(question, t), question.id
            if question.surely is not None:
                # Nothing may be legal where a thing to do waits for a correction.
                tries = [random_answer(run, other) for _ in range(2)] if question.kind is not Kind.SAY else []
                for answer in [*ODD, *tries]:
                    if question.surely(t, answer):
                        assert question.check(t, answer) is None, (question.id, answer)

        play_random(run, rng, actions=0.15, grim=seed % 2 == 0, after=compare)
    assert len(asked) > 30


@pytest.mark.parametrize("part", range(2))
def test_an_answer_that_is_refused_has_changed_nothing(part: int) -> None:
    refusals = 0
    for seed in range(part * 6, part * 6 + 6):
        run, rng = begun(seed + 60_000)

        def try_odd(_table: Table, run: Run = run, rng: random.Random = rng) -> None:
            nonlocal refusals
            question = run.question
            if question is None or rng.random() < 0.8:
                return
            before = snapshot(run.table)
            for answer in rng.sample(ODD, 6):
                if run.why_not(answer) is not None:
                    with pytest.raises(Refused):
                        run.answer(answer)
                    refusals += 1
            assert run.question is question
            assert snapshot(run.table) == before

        play_random(run, rng, actions=0.15, after=try_odd)
    assert refusals > 200


# --- corrections at any moment --------------------------------------------------------------------------------------


def correct_something(run: Run, rng: random.Random) -> list[tuple[str, Any]]:
    """Begin a correction of what matters most: rights, failures, purses, hands; returns its deeds."""
    t = table_of(run)
    place = rng.choice([*t.at_table, "centre", "draw"])
    what = {"centre": "failure", "draw": rng.choice(["policy", "bts"])}.get(
        str(place), rng.choice(["right", "right", "yellow", "bts", "policy", "blue"])
    )
    deeds: list[tuple[str, Any]] = [("act", "correct"), ("answer", place), ("answer", what)]
    do(run, deeds)
    number = rng.choice([0, 1, 1, 2, 4, 5])
    if run.why_not(number) is not None:
        run.drop_action()
        return [*deeds, ("drop", True)]
    run.answer(number)
    deeds.append(("answer", number))
    while run.action is not None and run.action.id == "correct":
        value = random_answer(run, rng) if run.question is not None and run.question.id == "correct.other" else "why"
        run.answer(value)
        deeds.append(("answer", value))
    return deeds


@rule("POL-R136")
@pytest.mark.parametrize("part", range(4))
def test_a_table_stays_sound_whatever_is_corrected_and_whoever_leaves(part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        run, rng = begun(seed + 70_000)
        ids = [id for id in run.actions if id not in ("correct", "stop")]
        for _ in range(2_500):
            if run.question is None:
                break
            if rng.random() < 0.08 and run.why_not_act("correct") is None:
                correct_something(run, rng)
            elif rng.random() < 0.1 and run.why_not_act(act := rng.choice(ids)) is None:
                run.act(act)
            else:
                do(run, random_deed(run, rng, grim=seed % 2 == 0))
            sound(run.table)
            if run.question is not None and run.question.kind is Kind.ONE:
                assert list(run.question.legal(run.table)) == slow(run.question, table_of(run)), run.question.id
        t = table_of(run)
        adds_up(t)
        assert t.crisis == (t.failures == 5) or t.crisis
        assert t.phase == "over" or not t.switches["void_round_counts"]


# --- every phase from state alone -----------------------------------------------------------------------------------

IN_A_STEP = {"p1.rolls", "p2.centre", "p3.position", "p3.colour"}
"""Questions that follow another one of the same step, which is asked again when the step begins anew."""


def fresh_question(t: PoliticsTable) -> str:
    """Return the question that the script asks when it is entered from state alone."""
    other = copy.deepcopy(t)
    other.draft = {}
    question = next(script(other), None)
    return question.id if question is not None else ""


def test_every_question_is_found_again_from_state_alone() -> None:
    entered: Counter[str] = Counter()
    for seed in range(100):
        run, rng = begun(seed + 80_000)
        chosen = random.Random(seed)
        while run.question is not None:
            t = table_of(run)
            if t.phase != "setup" and run.question.id not in IN_A_STEP and chosen.random() < 0.06:
                assert fresh_question(t) == run.question.id
            entered[t.phase] += 1
            do(run, random_deed(run, rng, grim=seed % 2 == 0))
            if sum(entered.values()) > 400 * (seed + 1):
                break
    assert set(entered) == set(PHASES)


def test_a_game_entered_anew_at_every_phase_ends_like_the_one_played_through() -> None:
    for seed in range(80):
        run, rng = begun(seed + 90_000)
        other, _ = begun(seed + 90_000)
        for _ in range(800):
            if run.question is None:
                break
            before = run.table.phase
            deeds = random_deed(run, rng, grim=seed % 2 == 0)
            do(run, deeds)
            do(other, deeds)
            if run.question is not None and run.action is None and run.table.phase != before:
                other = Run(other.table, script, GAME.actions, GAME.what_broke)
        assert other.table.moves == run.table.moves
        assert public_view(table_of(other)).as_json() == public_view(table_of(run)).as_json()
        assert GAME.result(other.table) == GAME.result(run.table)


def test_the_same_deeds_give_the_same_game() -> None:
    for seed in range(30):
        run, rng = begun(seed + 100_000)
        log = play_random(run, rng, actions=0.15, stop=True)
        again, _ = begun(seed + 100_000)
        do(again, log)
        assert snapshot(again.table) == snapshot(run.table)
        assert GAME.result(again.table) == GAME.result(run.table)
        assert GAME.report(again.table) == GAME.report(run.table)
