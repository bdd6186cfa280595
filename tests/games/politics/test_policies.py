"""Phase 2: six policies are laid in secret; hands and piles of policies (POL-2, POL-R42 to POL-R46, POL-R53)."""

from __future__ import annotations

import pytest

from gmtool.core.question import Kind
from gmtool.games.politics import rules
from gmtool.games.politics.table import POLICY
from tests.games.politics.tables import NAMES, Play

rule = pytest.mark.rule


def laying(players: int = 6, **switches: object) -> Play:
    play = Play(players, **switches)
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.answer({})
    return play


@rule("POL-2.1")
def test_each_of_the_three_lays_two_and_keeps_one() -> None:
    play = laying()
    assert play.open == "p2.lay"
    play.say()
    assert [play.has(name, "policy") for name in NAMES[:6]] == [1, 1, 1, 3, 3, 3]
    assert play.policies == (30, 0, 6)


@rule("POL-2.1", "POL-R46")
@pytest.mark.parametrize("hand", [0, 1])
def test_laying_with_fewer_than_two_in_hand_is_refused(hand: int) -> None:
    play = laying()
    play.set("Fon", "policy", hand)
    assert play.refused(True) == "POL-M16"
    reason = rules.why_not_lay(play.t)
    assert reason is not None
    assert reason.values["players"] == [2]
    play.set("Fon", "policy", 2)
    play.say()
    assert play.has("Fon", "policy") == 0


@rule("POL-2.2", "POL-2.3", "POL-2.4", "POL-2.5", "POL-R43")
def test_the_six_go_from_the_first_partner_over_the_leader_to_the_last() -> None:
    play = laying()
    play.say()
    assert (play.open, play.run.legal()) == ("p2.first", [1, 2])
    moves = len(play.t.log)
    play.answer(2)
    assert play.open == "p2.leader"
    assert play.run.question is not None
    assert play.run.question.about(play.t) == 0
    play.say()
    assert play.open == "p2.centre"
    assert play.run.question.about(play.t) == 1
    play.say()
    assert play.phase == "opposition"
    assert len(play.t.log) == moves
    assert play.t.state == ["down"] * 6


@rule("POL-2.2", "POL-2.4", "POL-R43", "POL-R137")
def test_nothing_is_asked_about_the_faces_of_cards_that_are_secret() -> None:
    play = laying()
    asked: list[str] = []
    while play.phase == "policies":
        assert play.run.question is not None
        asked.append(play.run.question.id)
        assert play.run.question.kind in (Kind.SAY, Kind.ONE)
        assert "honest" not in play.run.question.choices(play.t)
        play.unsaid()
    assert asked == ["p2.lay", "p2.first", "p2.leader", "p2.centre"]


@rule("POL-R42", "POL-2.3")
def test_the_first_partner_is_who_agreed_first_and_may_be_swapped() -> None:
    play = laying()
    play.say()
    assert play.run.question is not None
    assert play.run.question.choices(play.t)[0] == 1
    counts = play.all_coins(), play.policies
    play.answer(2)
    assert play.names(play.t.partners) == ["Fon", "Ton"]
    assert (play.all_coins(), play.policies) == counts


@rule("POL-R42")
@pytest.mark.parametrize(("first", "last"), [(1, 1), (0, 1), (1, 3), (3, 4)])
def test_a_first_or_last_partner_who_is_none_is_refused(first: int, last: int) -> None:
    play = laying()
    reason = rules.why_not_order(play.t, first, last)
    assert reason is not None
    assert reason.id == "POL-M12.order"
    play.say()
    assert play.refused(3) == "answer.unknown"


@rule("POL-R42")
def test_first_and_last_partner_are_fixed_in_phase_2_among_those_at_the_table() -> None:
    play = laying()
    for first, last in ((-1, 1), (1, -1)):
        reason = rules.why_not_order(play.t, first, last)
        assert reason is not None
        assert reason.id == "POL-M05"
    assert rules.why_not_order(play.t, 2, 1) is None
    play.to("p3.action")
    reason = rules.why_not_order(play.t, 2, 1)
    assert reason is not None
    assert reason.id == "POL-M06"


@rule("POL-R44", "POL-R45", "POL-5.6")
def test_hands_of_the_government_are_filled_up_to_three_when_the_round_closes() -> None:
    play = Play()
    play.govern()
    play.all_pass()
    play.to("p5.close")
    assert play.policies == (30, 0, 6)
    play.say()
    assert play.policies == (24, 6, 0)
    assert [play.has(name, "policy") for name in NAMES[:6]] == [3] * 6


@rule("POL-5.7", "POL-R45", "POL-R74", "POL-5.6")
def test_the_piles_of_seven_players_follow_the_trace_of_the_notes() -> None:
    play = Play(7)
    assert play.policies == (27, 0, 0)
    piles = []
    for _ in range(4):
        play.quick_rounds(1)
        piles.append(play.policies)
    assert piles == [(21, 6, 0), (15, 12, 0), (9, 18, 0), (27, 0, 0)]
    assert play.told("reshuffle") == [{"draw": 27}]


@rule("POL-5.7", "POL-R45")
@pytest.mark.parametrize(("players", "least"), [(6, 10), (7, 9), (8, 10)])
def test_every_round_begins_with_cards_enough_for_a_full_round_of_withdrawals(players: int, least: int) -> None:
    play = Play(players, allow_pass=False)
    for _ in range(11):
        play.to("p1.leader", "f.talk")
        if play.open == "f.talk":
            break
        assert play.policies[0] >= least
        play.quick_rounds(1)


@rule("POL-5.7", "POL-R74")
@pytest.mark.parametrize(("before", "after"), [(14, (30, 0, 0)), (15, (9, 21, 0))])
def test_the_discard_is_shuffled_in_at_eight_or_fewer_left(before: int, after: tuple[int, int, int]) -> None:
    play = Play()
    play.govern()
    play.all_pass()
    play.to("p5.close")
    play.act("count", {"policy.draw": before, "policy.discard": 30 - before}, "for the test")
    play.say()
    assert play.policies == after


@rule("POL-R53", "POL-R44")
def test_a_refill_from_a_short_pile_shuffles_the_discard_in_first() -> None:
    play = Play()
    play.govern()
    play.all_pass()
    play.to("p5.close")
    play.act("count", {"policy.draw": 3, "policy.discard": 27}, "for the test")
    play.say()
    assert [play.has(name, "policy") for name in ("Nok", "Ton", "Fon")] == [3, 3, 3]
    assert [event.rule for event in play.t.events if event.id == "reshuffle"] == ["POL-R53"]
    assert play.policies == (30, 0, 0)


@rule("POL-R53")
def test_the_discard_is_shuffled_in_only_when_the_pile_is_too_short() -> None:
    play = Play()
    play.govern()
    play.all_pass()
    play.to("p5.close")
    play.act("count", {"policy.draw": 4, "policy.discard": 26}, "for the test")
    play.say()
    assert play.told("reshuffle") == [{"draw": 32}]
    assert play.policies == (30, 0, 0)


@rule("POL-R53")
def test_where_even_the_discard_is_not_enough_what_is_there_is_drawn() -> None:
    play = Play()
    play.govern()
    for name, hand in (("Ben", 18), ("Arm", 18), ("Yui", 3)):
        play.set(name, "policy", hand)
    assert play.policies == (0, 0, 6)
    play.answer("withdraw")
    assert play.policies == (0, 0, 6)
    assert (play.coins("Ben"), play.has("Ben", "policy")) == ((2, 0, 1), 18)
    play.end_round()
    assert sum(play.has(name, "policy") for name in ("Nok", "Ton", "Fon")) == 9


@rule("POL-R53", "POL-3.4")
@pytest.mark.parametrize(("draw", "after"), [(1, (28, 2)), (0, (28, 2)), (2, (0, 30))])
def test_a_withdrawal_from_a_short_pile_shuffles_first(draw: int, after: tuple[int, int]) -> None:
    play = Play()
    play.govern()
    play.act("count", {"policy.draw": draw, "policy.discard": 30 - draw}, "for the test")
    play.answer("withdraw")
    assert play.policies[:2] == after
    assert play.has("Ben", "policy") == 3


@rule("POL-R44")
def test_where_hands_are_filled_at_phase_2_they_are_short_between() -> None:
    play = Play(refill="phase2_start")
    play.quick_rounds(1)
    assert play.policies == (30, 6, 0)
    assert [play.has(name, "policy") for name in NAMES[:6]] == [1, 1, 1, 3, 3, 3]
    play.lead("Ton")
    play.form("Nok", "Fon")
    assert play.policies[0] == 30
    play.answer({})
    assert (play.open, play.policies[0]) == ("p2.lay", 24)
    play.say()
    assert play.policies == (24, 6, 6)
    assert play.t.held[POLICY][0] == 1
