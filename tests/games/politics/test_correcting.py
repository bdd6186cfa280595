"""Corrections: a count at the table is set with a reason, everything that hangs on it follows, nothing else moves."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.actions import countables, why_not_correct
from gmtool.core.game import load_game
from gmtool.core.run import Run
from gmtool.games.politics.table import YELLOW
from tests.games.politics.tables import H, Play, at_lie_catching, scored, snapshot, table_of

rule = pytest.mark.rule

GAME = load_game("politics")
SETUP = {"players": ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"], "mode": "full", "switches": {}}


def correct(run: Run, seat: int, what: str, number: int) -> None:
    run.act("correct")
    for answer in (seat, what, number, "lost"):
        run.answer(answer)


@rule("POL-R136", "POL-S.4")
def test_a_correction_while_setting_up_does_not_deal_the_first_coins_again() -> None:
    run = GAME.begin(SETUP)
    while run.question is not None and run.question.id != "s.roles":
        run.answer(True)
    assert run.table.held[YELLOW][0] == 2
    correct(run, 0, "yellow", 3)
    assert run.question is not None
    assert run.question.id == "s.roles"
    while run.table.phase == "setup":
        run.answer(True)
    assert [run.table.held[YELLOW][seat] for seat in range(3)] == [3, 2, 2]


@rule("POL-R136")
def test_a_correction_is_one_move_with_its_reason() -> None:
    play = Play()
    moves = len(play.t.moves)
    play.act("correct", 2, "blue", 4, "counted twice")
    assert [(move.amount, move.source, move.target, move.rule) for move in play.t.moves[moves:]] == [
        (4, -1, 2, "POL-R136")
    ]
    assert play.told("corrected") == [{"what": "blue", "place": 2, "before": 0, "after": 4, "reason": "counted twice"}]


@rule("POL-R136")
@pytest.mark.parametrize(
    ("number", "reason", "mistake"),
    [(-1, "why", "POL-M53"), (1000, "why", "POL-M53"), (3, "", "POL-M53.reason"), (3, " ", "POL-M53.reason")],
)
def test_a_correction_without_a_reason_or_below_zero_is_refused(number: int, reason: str, mistake: str) -> None:
    play = Play()
    refusal = why_not_correct(play.t, "yellow.0", number, reason)
    assert refusal is not None
    assert refusal.id == mistake


@rule("POL-R136")
def test_a_correction_out_of_bounds_is_refused_at_the_question_and_changes_nothing() -> None:
    play = Play()
    play.act("correct", 0, "yellow")
    assert play.refused(-1) == "POL-M53"
    assert play.refused(1000) == "POL-M53"
    play.answer(5)
    assert play.refused("  ") == "answer.empty"
    play.answer("found one under the table")
    assert play.coins("Nok") == (5, 0, 0)


@rule("POL-R136")
def test_a_behind_the_scenes_hand_is_never_corrected_above_two() -> None:
    play = Play()
    play.act("correct", 0, "bts")
    assert play.refused(3) == "POL-M53"


@rule("POL-R136")
def test_cards_that_are_corrected_come_from_another_place() -> None:
    play = Play()
    play.act("correct", 0, "policy", 5)
    assert play.open == "correct.other"
    play.answer("draw")
    play.answer("two were stuck together")
    assert play.has("Nok", "policy") == 5
    assert play.policies == (28, 0, 0)


@rule("POL-R136", "POL-G.6")
def test_the_last_unused_right_corrected_away_resets_all_rights() -> None:
    play = Play()
    for name in ("Nok", "Ton", "Fon", "Ben", "Arm"):
        play.set(name, "right", 0)
    assert play.with_right == ["Yui"]
    play.set("Yui", "right", 0)
    assert play.with_right == ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]


@rule("POL-R14", "POL-R136")
def test_a_tied_player_whose_right_is_corrected_away_rolls_no_more() -> None:
    play = Play()
    play.answer("rolls")
    play.answer({"0": 6, "1": 6, "2": 6, "3": 1, "4": 2, "5": 3})
    assert play.t.tied == [0, 1, 2]
    play.set("Ton", "right", 0)
    assert play.closed(1) == "POL-M08"
    assert play.run.legal() == [0, 2, "rolls"]


# --- five failures counted at the table are the crisis (POL-C.1) ----------------------------------------------------


def at_leader(play: Play) -> None:
    play.to("p1.leader")


def at_fee(play: Play) -> None:
    play.to("p1.leader")
    play.answer(0)


def at_partners(play: Play) -> None:
    play.lead("Nok")


def at_offer(play: Play) -> None:
    play.lead("Nok")
    play.offer("Nok", "A")


def at_laying(play: Play) -> None:
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.to("p2.leader")


def at_inspecting(play: Play) -> None:
    play.govern()


def at_drop(play: Play) -> None:
    play.govern()
    play.all_pass()


def at_pay(play: Play) -> None:
    play.govern()
    play.all_pass()
    play.to("p4.pay")


def at_close(play: Play) -> None:
    play.govern()
    play.all_pass()
    play.to("p5.close")


def at_special(play: Play) -> None:
    play.govern()
    play.fail()


def at_choice(play: Play) -> None:
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ton"])
    play.form("Ton", "Fon")
    play.to("p5.contract")


def at_next(play: Play) -> None:
    play.govern()
    play.all_pass()
    play.end_round()


def at_next_after_failure(play: Play) -> None:
    play.failed_round("Nok", "Ton", "Fon")


def at_next_after_dissolving(play: Play) -> None:
    play.govern()
    play.leave("Ton")


MOMENTS = [
    at_leader, at_fee, at_partners, at_offer, at_laying, at_inspecting, at_drop, at_pay, at_close, at_special,
    at_choice, at_next, at_next_after_failure, at_next_after_dissolving,
]  # fmt: skip


@rule("POL-R136", "POL-C.1", "POL-C.2", "POL-R132")
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_fifth_failure_counted_at_the_table_is_the_crisis_at_once(moment: Any) -> None:
    play = Play(7)
    moment(play)
    play.failures(5)
    assert (play.phase, play.t.crisis, play.open) == ("lie_1", True, "f.talk")
    assert play.told("crisis") == [{"failures": 5}]
    assert len(play.t.recap) == len({entry.round for entry in play.t.recap})
    assert play.act_refused("contract") == "POL-M38"
    assert play.act_refused("accept") == "POL-M40"
    assert play.act_refused("card") == "card.no_target"
    play.no_votes()
    play.no_votes()
    play.finish("Arm", "Yui")
    assert play.result["winning_faction"] == "dark"


@rule("POL-R136", "POL-C.1")
def test_a_fifth_failure_counted_while_setting_up_is_the_crisis_when_round_1_would_begin() -> None:
    run = GAME.begin(SETUP)
    run.act("correct")
    for answer in ("centre", "failure", 5, "we go on from last week"):
        run.answer(answer)
    while run.table.phase == "setup":
        run.answer(True)
    assert table_of(run).crisis
    assert run.table.phase == "lie_1"


@rule("POL-R136", "POL-R77")
def test_where_phase_5_is_played_a_failed_round_is_closed_before_a_counted_crisis() -> None:
    play = Play(7, crisis_skips_phase5=False)
    at_special(play)
    play.failures(5)
    assert play.open == "p5.special"
    play.end_round()
    assert (play.phase, play.t.crisis) == ("lie_1", True)


@rule("POL-R136", "POL-N.2", "POL-R78")
def test_a_fifth_failure_counted_in_the_lie_catching_phase_makes_the_ending_a_crisis() -> None:
    play = at_lie_catching()
    play.failures(5)
    assert play.t.crisis
    assert play.open == "f.talk"
    assert scored(play, "Arm", "Yui")["ending"] == "crisis"


@rule("POL-R136", "POL-R79")
def test_a_crisis_that_has_begun_is_not_ended_by_a_correction() -> None:
    play = Play()
    play.failures(5)
    play.failures(4)
    assert (play.phase, play.t.crisis) == ("lie_1", True)


# --- what is open stays open ----------------------------------------------------------------------------------------


@rule("POL-R136", "POL-F.4")
def test_a_correction_while_a_card_is_turned_up_forgets_no_vote() -> None:
    play = at_lie_catching()
    play.purse(Ben=9)
    play.vote(dict.fromkeys(("Nok", "Ton", "Fon"), "Ben"))
    assert play.open == "f.card"
    play.set("Nok", "blue", 4)
    assert play.open == "f.card"
    assert play.t.draft["facing"] == 3
    play.answer("dark")
    assert (play.coins("Ben")[0], play.coins("Nok")[1]) == (6, 6)
    assert len(play.told("votes")) == 1
    assert play.phase == "lie_2"


@rule("POL-R136", "POL-R83")
def test_a_correction_between_two_tied_cards_keeps_what_was_turned_up() -> None:
    play = at_lie_catching(lie_tie="all")
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    play.answer(H)
    blue = play.coins("Nok")[1]
    play.set("Fon", "yellow", 9)
    assert play.t.draft["facing"] == 4
    play.answer(H)
    assert play.phase == "lie_2"
    assert play.coins("Nok")[1] == blue
    assert [event["player"] for event in play.told("turned_up")] == [3, 4]


@rule("POL-R136", "POL-R83")
def test_a_correction_while_a_run_off_is_held_asks_for_the_run_off_again() -> None:
    play = at_lie_catching(lie_tie="runoff")
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    assert play.open == "f.runoff"
    play.set("Fon", "yellow", 9)
    assert play.open == "f.runoff"
    assert len(play.told("runoff")) == 1


@rule("POL-R136", "POL-5.1")
def test_a_correction_at_the_special_draw_does_not_deduct_twice() -> None:
    play = Play()
    play.govern()
    play.purse(Nok=4, Ton=4, Fon=4)
    play.fail()
    assert play.coins("Ton")[0] == 3
    play.set("Ton", "blue", 2)
    assert play.open == "p5.special"
    assert play.coins("Ton") == (3, 2, 0)


@rule("POL-R136", "POL-5.2")
@pytest.mark.parametrize("choice", ["no", "draw"])
def test_a_correction_before_the_round_is_closed_does_not_offer_the_special_draw_again(choice: str) -> None:
    play = Play()
    play.govern()
    play.fail()
    play.answer(choice)
    play.set("Ton", "blue", 2)
    assert play.open == "p5.close"


@rule("POL-R136", "POL-3.2")
def test_a_correction_in_the_middle_of_an_inspection_begins_the_action_again() -> None:
    play = Play()
    play.govern()
    play.answer("inspect")
    play.answer(3)
    play.set("Ben", "yellow", 0)
    assert play.open == "p3.action"
    assert play.closed("inspect") == "POL-M20"
    assert play.t.face_down() == [0, 1, 2, 3, 4, 5]


@rule("POL-R136")
def test_a_table_counted_otherwise_is_said_and_booked_with_its_reason() -> None:
    play = Play()
    play.run.act("count")
    assert play.warned({"yellow.0": 2}) == ""
    assert play.warned({"yellow.0": 5}) == "POL-M60"
    play.answer({"yellow.0": 5, "blue.1": 0})
    play.answer("dropped")
    assert play.coins("Nok") == (5, 0, 0)
    assert [event["after"] for event in play.told("corrected")] == [5]


@rule("POL-R136")
def test_a_table_counted_the_same_changes_nothing() -> None:
    play = Play()
    before = {key: play.t.held[what][place] for key, (what, place) in countables(play.t).items()}
    moves = len(play.t.log)
    play.act("count", before)
    assert len(play.t.log) == moves
    assert play.told("count.agrees") == [{}]


@rule("POL-R136")
@pytest.mark.parametrize(
    ("counted", "mistake"),
    [
        ({"policy.draw": 29}, "count.sum"),
        ({"policy.draw": 29, "policy.0": 5}, "count.sum"),
        ({"bts.0": 3}, "count.most"),
        ({"right.0": 2}, "count.most"),
        ({"yellow.9": 2}, "answer.unknown"),
        ({"yellow.0": -1}, "answer.shape"),
    ],
)
def test_a_count_that_cannot_be_is_refused(counted: dict[str, int], mistake: str) -> None:
    play = Play()
    play.run.act("count")
    assert play.refused(counted) == mistake


@rule("POL-R136")
def test_piles_that_add_up_are_booked_together() -> None:
    play = Play()
    play.act("count", {"policy.draw": 28, "policy.discard": 2}, "two lay on the wrong pile")
    assert play.policies == (28, 2, 0)


@rule("POL-R136")
def test_an_action_left_again_has_changed_nothing() -> None:
    play = Play()
    before = snapshot(play.t)
    play.run.act("correct")
    play.run.answer(0)
    play.run.drop_action()
    after = snapshot(play.t)
    assert {key for key in before if before[key] != after[key]} == {"row"}
