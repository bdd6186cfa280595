"""Phase 3: the opposition inspects, withdraws, deals or passes; two corrupt finds topple the government (POL-3)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Reason
from gmtool.games.politics import rules
from tests.games.politics.tables import NAMES, C, H, Play

rule = pytest.mark.rule


def inspecting(players: int = 6, **switches: Any) -> Play:
    play = Play(players, **switches)
    play.govern()
    return play


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


# --- whose turn -----------------------------------------------------------------------------------------------------


@rule("POL-3.1", "POL-R34", "POL-R47")
def test_each_opposition_player_acts_once_clockwise_from_the_leaders_left() -> None:
    play = Play(8)
    play.govern("Arm", "Gai", "Nok")
    order = []
    while play.open == "p3.action":
        turn = play.t.turn()
        assert turn is not None
        order.append(play.t.names[turn])
        play.answer("pass")
    assert order == ["Yui", "Som", "Ton", "Fon", "Ben"]


@rule("POL-3.1")
@pytest.mark.parametrize(
    ("who", "want"),
    [("Nok", "POL-M17"), ("Ton", "POL-M17"), ("Ben", "POL-M19"), ("Yui", "POL-M18"), ("Zed", "POL-M05")],
)
def test_an_action_of_anybody_but_the_player_on_turn_is_refused(who: str, want: str) -> None:
    play = inspecting()
    play.answer("pass")
    seat = play.seat(who)
    for why in (rules.why_not_withdraw, rules.why_not_inspect, rules.why_not_deal, rules.why_not_pass):
        assert mistake(why(play.t, seat)) == want


@rule("POL-3.1", "POL-L.3")
def test_an_opposition_action_before_or_after_phase_3_is_refused() -> None:
    play = Play()
    assert mistake(rules.why_not_withdraw(play.t, 3)) == "POL-M06"
    play.govern()
    play.all_pass()
    assert mistake(rules.why_not_inspect(play.t, 3, 1)) == "POL-M06"


@rule("POL-3.1", "POL-R48", "POL-R54")
def test_there_are_three_actions_and_passing() -> None:
    play = inspecting()
    assert play.run.question is not None
    assert list(play.run.question.choices(play.t)) == ["inspect", "withdraw", "deal", "pass"]
    before = play.all_coins(), play.policies, play.cards
    play.answer("pass")
    assert (play.all_coins(), play.policies, play.cards) == before
    assert play.t.turn() == play.seat("Arm")


@rule("POL-R48")
def test_where_passing_is_forbidden_a_turn_is_an_action() -> None:
    play = inspecting(allow_pass=False)
    assert play.closed("pass") == "POL-M06.pass"
    assert play.refused("pass") == "POL-M06.pass"


# --- inspecting -----------------------------------------------------------------------------------------------------


@rule("POL-3.2", "POL-R56")
@pytest.mark.parametrize(("colour", "coins"), [(H, (1, 1, 0)), (C, (3, 0, 0))])
def test_inspecting_costs_a_yellow_and_pays_by_what_is_found(colour: str, coins: tuple[int, int, int]) -> None:
    play = inspecting()
    play.inspect(4, colour)
    assert play.coins("Ben") == coins
    assert play.t.corrupt_count() == (colour == C)
    assert (play.t.state[3], play.t.now[3], play.t.opened_by[3]) == ("open", colour, 3)


@rule("POL-3.2", "POL-R56")
@pytest.mark.parametrize("role", [None, "honest", "dark"])
@pytest.mark.parametrize("action", ["inspect", "withdraw"])
def test_rewards_of_the_opposition_name_no_faction(role: str | None, action: str) -> None:
    play = Play()
    if role is not None:
        play.roles("Ben" if role == "dark" else "Nok", "Ton")
    play.govern()
    if action == "inspect":
        play.inspect(1, H)
        assert play.coins("Ben") == (1, 1, 0)
    else:
        play.answer("withdraw")
        assert play.coins("Ben") == (2, 0, 1)


@rule("POL-3.2", "POL-R08")
def test_inspecting_without_a_yellow_is_refused_although_a_find_would_pay() -> None:
    play = inspecting()
    play.purse(Ben=0)
    assert play.closed("inspect") == "POL-M20"
    assert play.refused("inspect") == "POL-M20"
    play.purse(Ben=1)
    play.inspect(1, C)
    assert play.coins("Ben") == (2, 0, 0)


@rule("POL-3.2")
@pytest.mark.parametrize("position", [2, 0, 7])
def test_opening_an_open_card_or_a_seventh_is_refused(position: int) -> None:
    play = inspecting()
    play.inspect(2, H)
    play.answer("inspect")
    assert play.refused(position) == "POL-M21"


@rule("POL-R49", "POL-3.2")
def test_an_inspected_card_stays_open_for_everybody() -> None:
    play = inspecting()
    play.inspect(2, H)
    from gmtool.games.politics.view import public_view

    centre = dict(public_view(play.t).as_json()["lines"][0])
    assert [card["colour"] for card in centre["cards"]] == [None, H, None, None, None, None]


@rule("POL-R105", "POL-R68")
def test_a_find_counts_for_the_finder() -> None:
    play = inspecting()
    play.inspect(1, C)
    play.inspect(2, H)
    assert [play.has(name, "corrupt_found") for name in ("Ben", "Arm")] == [1, 0]


# --- failure --------------------------------------------------------------------------------------------------------


@rule("POL-3.3", "POL-R50", "POL-R51", "POL-R104", "POL-R106")
def test_second_corrupt_policy_topples_the_government_at_once() -> None:
    play = inspecting(7)
    play.inspect(1, C)
    play.inspect(5, C)
    assert (play.phase, play.open) == ("closing", "p5.special")
    assert play.t.failures == 1
    assert play.told("government_failed") == [{"failures": 1, "most": 5}]
    assert play.coins("Arm") == (3, 0, 0)
    assert [play.has(name, "gov_failed") for name in NAMES[:7]] == [1, 1, 1, 0, 0, 0, 0]
    assert [play.has(name, "gov_passed") for name in NAMES[:7]] == [0] * 7
    assert play.names(play.t.waiting) == ["Yui", "Gai"]
    assert play.coins("Yui") == (2, 0, 0)


@rule("POL-R50")
def test_finds_are_counted_anew_each_round() -> None:
    play = inspecting()
    play.inspect(1, C)
    play.all_pass()
    play.end_round()
    play.govern("Ton", "Nok", "Fon")
    assert play.t.corrupt_count() == 0
    play.inspect(1, C)
    assert play.phase == "opposition"


@rule("POL-3.3", "POL-4.1")
def test_nothing_of_phase_4_happens_after_a_failure() -> None:
    play = inspecting()
    play.fail()
    for why in (
        rules.why_not_drop(play.t, 5),
        rules.why_not_reveal(play.t, [3, 4, 5, 6], 0),
        rules.why_not_pay(play.t),
    ):
        assert mistake(why) == "POL-M27"
    assert play.act_refused("card") == "card.no_target"
    assert mistake(rules.why_not_media(play.t, 1)) == "POL-M29"


@rule("POL-3.3", "POL-R137", "POL-R59")
def test_the_unopened_cards_of_a_failed_government_are_never_asked_for() -> None:
    play = inspecting()
    play.fail()
    while play.phase == "closing":
        assert play.run.question is not None
        assert play.run.question.id in ("p5.special", "p5.close")
        play.unsaid()
    assert play.t.printed == [C, C, None, None, None, None]


@rule("POL-C.1")
def test_the_fourth_failure_is_warned_of() -> None:
    play = Play()
    for number, leader in enumerate(("Nok", "Ton", "Fon", "Ben"), start=1):
        others = [name for name in NAMES[:6] if name != leader][:2]
        play.failed_round(leader, *others)
        assert len(play.told("POL-M55")) == (number == 4)


@rule("POL-R51")
def test_where_the_rest_act_after_a_failure_media_power_is_closed_and_phase_5_follows() -> None:
    play = inspecting(8, failure_stops_phase3=False)
    play.fail()
    assert (play.phase, play.t.failed, play.t.failures) == ("opposition", True, 1)
    assert play.act_refused("card") == "card.no_target"
    play.inspect(3, C)
    assert play.t.failures == 1
    play.answer("withdraw")
    play.answer("pass")
    assert (play.phase, play.open) == ("closing", "p5.special")
    assert play.coins("Gai") == (2, 0, 1)


@rule("POL-R51", "POL-R77", "POL-C.1")
def test_the_fifth_failure_stops_everything_also_where_the_rest_would_act() -> None:
    play = inspecting(8, failure_stops_phase3=False)
    play.failures(4)
    play.fail()
    assert (play.phase, play.t.crisis) == ("lie_1", True)


@rule("POL-R51", "POL-R77")
def test_where_phase_5_of_the_fifth_is_played_too_the_rest_act_and_the_crisis_waits() -> None:
    play = inspecting(8, failure_stops_phase3=False, crisis_skips_phase5=False)
    play.failures(4)
    play.fail()
    assert (play.phase, play.t.crisis) == ("opposition", False)
    play.all_pass()
    assert play.open == "p5.special"
    play.end_round()
    assert (play.phase, play.t.crisis) == ("lie_1", True)


# --- withdrawing ----------------------------------------------------------------------------------------------------


@rule("POL-3.4", "POL-R52")
def test_withdrawing_turns_two_policies_over_and_brings_a_red_coin() -> None:
    play = inspecting()
    play.answer("withdraw")
    assert play.coins("Ben") == (2, 0, 1)
    assert play.has("Ben", "policy") == 3
    assert play.policies == (28, 2, 6)
    assert play.t.turn() == play.seat("Arm")


@rule("POL-3.4", "POL-R52")
def test_a_withdrawal_needs_no_coin_and_asks_for_no_card() -> None:
    play = inspecting()
    play.purse(Ben=0)
    assert play.closed("withdraw") == ""
    play.answer("withdraw")
    assert play.open == "p3.action"


# --- the deal under the table ---------------------------------------------------------------------------------------


@rule("POL-3.5", "POL-B.3", "POL-B.4")
def test_a_deal_costs_two_yellow_and_brings_a_card() -> None:
    play = inspecting()
    play.answer("deal")
    assert (play.coins("Ben"), play.has("Ben", "bts")) == ((0, 0, 0), 2)
    assert play.cards == (14, 0)


@rule("POL-3.5", "POL-B.6", "POL-B.5", "POL-R129")
@pytest.mark.parametrize(
    ("yellow", "hand", "pile", "want"),
    [
        (1, 1, 15, "POL-M22"),
        (0, 2, 0, "POL-M22"),
        (2, 2, 14, "POL-M23"),
        (2, 2, 0, "POL-M23"),
        (2, 1, 0, "POL-M24"),
        (2, 1, 1, ""),
        (2, 0, 1, ""),
    ],
)
def test_a_deal_needs_two_yellow_a_free_hand_and_a_pile(yellow: int, hand: int, pile: int, want: str) -> None:
    play = inspecting()
    play.purse(Ben=yellow)
    play.set("Ben", "bts", hand)
    if play.cards[0] != pile:
        play.act("correct", "draw", "bts", pile, "out", "for the test")
    assert play.closed("deal") == want


@rule("POL-R55")
def test_a_card_from_a_deal_can_be_used_at_once() -> None:
    play = inspecting()
    play.inspect(1, H)
    play.set("Arm", "bts", 0)
    play.answer("deal")
    play.card("Arm", "media", 1)
    assert play.t.now[0] == C


@rule("POL-R76", "POL-R63", "POL-3.2")
def test_eight_players_open_five_cards_and_one_is_always_left() -> None:
    play = inspecting(8)
    for position in (1, 2, 3, 4, 5):
        play.inspect(position, H)
    assert play.phase == "benefits"
    assert play.t.passed() == [5]


@rule("POL-R24", "POL-R133", "POL-3.1")
def test_a_phase_3_without_opposition_players_is_over_at_once() -> None:
    play = Play()
    play.leave("Ben", "Arm", "Yui")
    play.govern()
    assert play.phase == "benefits"
