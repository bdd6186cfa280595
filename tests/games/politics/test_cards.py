"""Behind-the-scenes cards: media power, seize power, break deal, obstruct (POL-B and its rulings)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Reason
from gmtool.games.politics import rules
from tests.games.politics.tables import NAMES, C, H, Play, at_lie_catching

rule = pytest.mark.rule


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


def seeking(players: int = 6, **switches: Any) -> Play:
    """Nok leads and seeks partners."""
    play = Play(players, **switches)
    play.lead("Nok")
    return play


def opened(*colours: str, players: int = 7, **switches: Any) -> Play:
    """Nok governs with Ton and Fon; these cards lie open, from place 1 on."""
    play = Play(players, **switches)
    play.govern()
    for place, colour in enumerate(colours, start=1):
        play.inspect(place, colour)
    return play


# --- every card -----------------------------------------------------------------------------------------------------


@rule("POL-B.5", "POL-B.7", "POL-R129")
def test_a_card_that_works_is_spent_for_good_and_brings_a_red_coin() -> None:
    play = opened(H)
    play.card("Yui", "media", 1)
    assert (play.coins("Yui"), play.has("Yui", "bts")) == ((2, 0, 1), 0)
    assert play.cards == (14, 1)


@rule("POL-B.5", "POL-R131")
def test_playing_without_a_card_in_hand_is_refused() -> None:
    play = opened(H)
    play.set("Yui", "bts", 0)
    play.run.act("card")
    assert play.closed(play.seat("Yui")) == "POL-M28"
    assert play.refused(play.seat("Yui")) == "POL-M28"


@rule("POL-B.5")
def test_where_nobody_has_a_card_none_can_be_played() -> None:
    play = opened(H)
    for name in NAMES[:7]:
        play.set(name, "bts", 0)
    assert play.act_refused("card") == "POL-M28.nobody"


@rule("POL-R130")
def test_a_card_without_a_target_stays_in_hand() -> None:
    play = Play()
    assert play.act_refused("card") == "card.no_target"
    play.govern()
    assert play.act_refused("card") == "card.no_target"
    assert [play.has(name, "bts") for name in NAMES[:6]] == [1] * 6


@rule("POL-R127", "POL-R54", "POL-B.8")
@pytest.mark.parametrize("who", ["Nok", "Ton", "Ben", "Yui"])
def test_cards_are_played_in_or_out_of_turn_by_either_side_and_are_no_action(who: str) -> None:
    play = opened(H)
    turn = play.t.turn()
    play.card(who, "media", 1)
    assert play.coins(who)[2] == 1
    assert play.t.turn() == turn


@rule("POL-R132")
def test_nothing_can_be_played_in_the_lie_catching_phase_and_cards_left_are_worth_nothing() -> None:
    play = at_lie_catching()
    assert play.act_refused("card") == "card.no_target"
    play.set("Nok", "bts", 2)
    play.no_votes()
    play.no_votes()
    play.finish("Arm", "Yui")
    with_cards = play.result["players"]["Nok"]
    assert with_cards["score"] == with_cards["final"]["yellow"] + with_cards["final"]["blue"]


# --- media power ----------------------------------------------------------------------------------------------------


@rule("POL-B.8", "POL-R65")
@pytest.mark.parametrize(("before", "after"), [(H, C), (C, H)])
def test_media_power_flips_an_open_policy_and_no_coin_of_the_inspector(before: str, after: str) -> None:
    play = opened(before)
    coins = play.coins("Ben")
    play.card("Gai", "media", 1)
    assert (play.t.now[0], play.t.printed[0]) == (after, before)
    assert play.coins("Ben") == coins
    assert play.told("flipped") == [{"player": 6, "position": 1, "colour": after}]


@rule("POL-R66", "POL-3.3", "POL-R51")
def test_a_flip_to_corrupt_can_topple_the_government_at_once() -> None:
    play = opened(C, H)
    play.card("Ton", "media", 2)
    assert (play.phase, play.t.failures) == ("closing", 1)
    assert play.open == "p5.special"
    assert [play.has(name, "corrupt_found") for name in ("Ben", "Arm")] == [1, 0]


@rule("POL-R66", "POL-C.1")
def test_a_flip_that_brings_the_fifth_failure_brings_the_crisis() -> None:
    play = opened(C, H)
    play.failures(4)
    play.card("Ton", "media", 2)
    assert (play.phase, play.t.crisis) == ("lie_1", True)


@rule("POL-R66")
def test_a_flip_to_honest_lowers_the_count() -> None:
    play = opened(C)
    play.card("Ton", "media", 1)
    assert play.t.corrupt_count() == 0
    play.inspect(2, C)
    assert (play.phase, play.t.corrupt_count()) == ("opposition", 1)
    play.inspect(3, C)
    assert play.phase == "closing"


@rule("POL-R66", "POL-R68")
def test_by_the_switch_finds_stay_finds() -> None:
    play = opened(C, H, media_count="found")
    play.card("Ton", "media", 2)
    assert (play.phase, play.t.corrupt_count()) == ("opposition", 1)
    play.card("Fon", "media", 1)
    assert play.t.corrupt_count() == 1
    play.inspect(3, C)
    assert play.phase == "closing"


@rule("POL-R66", "POL-4.1", "POL-R64")
def test_a_flip_at_the_last_call_of_phase_4_can_topple_the_government_too() -> None:
    for opened_cards in ((C, H), (C, H, H, H)):
        play = opened(*opened_cards)
        play.all_pass()
        assert play.phase == "benefits"
        play.card("Ton", "media", 2)
        assert (play.phase, play.t.failures, play.open) == ("closing", 1, "p5.special")


@rule("POL-R64")
def test_media_power_on_a_card_of_phase_3_ends_with_the_drop_or_the_reveal() -> None:
    play = opened(C, H)
    play.all_pass()
    assert mistake(rules.why_not_media(play.t, 2)) == ""
    play.answer("keep")
    assert play.open == "p4.reveal"
    assert mistake(rules.why_not_media(play.t, 2)) == "POL-M29"
    assert play.act_refused("card") == "card.no_target"


@rule("POL-R64")
@pytest.mark.parametrize("position", [3, 6, 0, 7])
def test_a_face_down_or_dropped_card_is_never_flipped(position: int) -> None:
    play = opened(H, H)
    assert mistake(rules.why_not_media(play.t, position)) == "POL-M29"
    play.all_pass()
    play.answer(6)
    play.reveal(H, H, H)
    for place in (1, 6):
        assert mistake(rules.why_not_media(play.t, place)) == "POL-M29"
    play.run.act("card")
    play.answer(0)
    play.answer("media")
    assert play.refused(6) == "POL-M29"
    assert play.run.legal() == [3, 4, 5]


@rule("POL-R64", "POL-R67", "POL-4.4")
def test_a_flip_between_reveal_and_pay_pays_the_new_colour_and_bags_stay() -> None:
    play = opened(C, H, H)
    play.all_pass()
    play.reveal(H, H, C, bags=4)
    play.card("Yui", "media", 4)
    assert (play.phase, play.t.failures) == ("revealed", 0)
    play.say()
    assert play.coins("Ton") == (4, 1, 4)
    assert mistake(rules.why_not_media(play.t, 4)) == "POL-M29"
    assert play.act_refused("card") == "card.no_target"


@rule("POL-R67", "POL-R139")
def test_a_second_media_power_flips_the_card_back() -> None:
    play = opened(H, H, H)
    play.all_pass()
    play.reveal(H, H, H)
    play.card("Yui", "media", 5)
    play.card("Ben", "media", 5)
    assert play.t.now[4] == H
    play.say()
    assert play.coins("Ton") == (3, 3, 0)
    assert (play.coins("Yui")[2], play.coins("Ben")[2]) == (1, 1)


@rule("POL-R66", "POL-R64")
def test_a_failure_leaves_no_gap_for_an_answer() -> None:
    play = opened(C)
    play.inspect(2, C)
    assert play.t.failed
    assert play.act_refused("card") == "card.no_target"


# --- seize power ----------------------------------------------------------------------------------------------------


@rule("POL-B.9", "POL-R35", "POL-R37", "POL-R39", "POL-1.2")
def test_seizing_power_replaces_the_leader_for_a_fee() -> None:
    play = seeking()
    play.card("Ben", "seize")
    assert play.t.leader == 3
    assert (play.coins("Ben"), play.coins("Nok")) == ((1, 0, 1), (1, 0, 0))
    assert play.open == "p1.partners"
    assert play.told("seized") == [{"player": 3, "removed": 0, "fee": 1}]
    assert play.told("seized_free") == []


@rule("POL-R37")
def test_where_seizing_costs_nothing_no_fee_is_told() -> None:
    play = seeking(seize_fee=False)
    play.card("Ben", "seize")
    assert play.told("seized") == []
    assert play.told("seized_free") == [{"player": 3, "removed": 0}]


@rule("POL-R39", "POL-R40", "POL-R41")
def test_a_removed_leader_keeps_the_right_and_may_be_partner_or_opposition() -> None:
    play = seeking()
    play.card("Ben", "seize")
    assert "Nok" in play.pool
    assert play.closed(0) == ""
    play.form("Nok", "Ton")
    play.end_round()
    assert play.with_right == ["Nok", "Ton", "Fon", "Arm", "Yui"]
    assert [play.has(name, "led") for name in ("Nok", "Ben")] == [0, 1]


@rule("POL-R40", "POL-R31", "POL-1.3")
def test_a_seizure_brings_a_fresh_minute() -> None:
    play = seeking()
    assert play.run.question is not None
    before = play.run.question.about(play.t)
    play.card("Ben", "seize")
    assert play.run.question is not None
    assert play.run.question.about(play.t) != before


@rule("POL-R139", "POL-R40", "POL-R39")
def test_two_seizures_are_settled_one_after_the_other() -> None:
    play = seeking()
    play.card("Ben", "seize")
    play.card("Nok", "seize")
    play.card("Arm", "seize", by="Fon")
    assert play.t.leader == 0
    assert play.coins("Nok") == (0, 0, 1)
    assert play.coins("Arm") == (2, 0, 0)
    assert play.coins("Fon") == (2, 0, 1)


@rule("POL-R35")
def test_seizing_with_no_leader_seeking_partners_is_refused() -> None:
    play = Play()
    assert mistake(rules.why_not_card(play.t, 3, "seize")) == "POL-M30"
    play.answer(0)
    assert play.open == "p1.fee"
    assert mistake(rules.why_not_card(play.t, 3, "seize")) == "POL-M30"
    play.answer("pay")
    assert mistake(rules.why_not_card(play.t, 3, "seize")) == ""
    assert mistake(rules.why_not_card(play.t, 0, "seize")) == "POL-M30"
    play.form("Ton", "Fon")
    assert mistake(rules.why_not_card(play.t, 3, "seize")) == "POL-M30"


@rule("POL-B.9", "POL-R36")
def test_seizing_needs_a_right_left() -> None:
    play = Play()
    play.quick_rounds(1)
    play.lead("Ton")
    play.time_over()
    play.purse(Fon=0)
    play.lead("Fon")
    play.lead("Ben")
    play.purse(Fon=3)
    for name in ("Nok", "Ton", "Fon"):
        assert mistake(rules.why_not_card(play.t, play.seat(name), "seize")) == "POL-M31"
    play.run.act("card")
    assert play.run.legal() == [play.seat("Arm"), play.seat("Yui")]
    assert play.closed(play.seat("Nok")) == "card.no_target_player"


@rule("POL-R37", "POL-R38")
def test_seizing_needs_the_coin_for_the_fee() -> None:
    play = seeking()
    play.purse(Ben=0)
    assert mistake(rules.why_not_card(play.t, 3, "seize")) == "POL-M32"
    play.give("Arm", "Ben", 1)
    play.card("Ben", "seize")
    assert play.coins("Ben") == (0, 0, 1)


@rule("POL-R37", "POL-R38")
def test_by_the_switch_seizing_costs_nothing_and_needs_no_coin() -> None:
    play = seeking(seize_fee=False)
    play.purse(Ben=0)
    play.card("Ben", "seize")
    assert (play.t.leader, play.coins("Ben")) == (3, (0, 0, 1))


@rule("POL-R21", "POL-R39")
def test_the_fee_of_a_removed_leader_does_not_come_back() -> None:
    play = seeking()
    play.card("Ben", "seize")
    play.form("Ton", "Fon")
    play.end_round()
    assert play.coins("Nok")[0] == 1


@rule("POL-R40", "POL-R139")
def test_a_marker_that_lies_is_faster_than_a_seizure() -> None:
    play = seeking()
    play.form("Ton", "Fon")
    assert play.act_refused("card") == "card.no_target"


# --- break deal -----------------------------------------------------------------------------------------------------


@rule("POL-B.10", "POL-R118")
def test_break_deal_cancels_an_offer_before_it_is_accepted() -> None:
    play = seeking()
    play.offer("Nok", "A")
    play.card("Yui", "break_deal", "A")
    assert play.contracts == {"A": "cancelled"}
    assert play.coins("Yui")[2] == 1
    assert play.act_refused("accept") == "POL-M40"


@rule("POL-R118", "POL-B.10")
def test_break_deal_after_acceptance_or_without_an_offer_is_refused() -> None:
    play = seeking()
    assert mistake(rules.why_not_card(play.t, 5, "break_deal", slot="A")) == "POL-M33"
    play.offer("Nok", "A", accepted=["Ben"])
    assert mistake(rules.why_not_card(play.t, 5, "break_deal", slot="A")) == "POL-M33"
    play.offer("Nok", "B")
    assert mistake(rules.why_not_card(play.t, 5, "break_deal", slot="A")) == "POL-M33"
    assert mistake(rules.why_not_card(play.t, 5, "break_deal", slot="B")) == ""


@rule("POL-R118", "POL-R139")
def test_the_tool_pauses_between_offer_and_acceptance_for_a_break_deal() -> None:
    play = seeking()
    play.run.act("contract")
    play.answer("A")
    play.answer("I vote for you")
    assert play.open == "contract.accept"
    play.card("Yui", "break_deal", "A")
    assert play.open == "p1.partners"
    assert play.contracts == {"A": "cancelled"}


@rule("POL-B.10")
def test_with_two_offers_open_the_deal_to_break_is_named() -> None:
    play = seeking()
    play.offer("Nok", "A")
    play.offer("Nok", "B")
    play.card("Yui", "break_deal", "B")
    assert play.contracts == {"A": "offered", "B": "cancelled"}


# --- obstruct -------------------------------------------------------------------------------------------------------


@rule("POL-B.11", "POL-R126", "POL-B.7")
@pytest.mark.parametrize("kind", ["media", "seize", "break_deal"])
def test_an_obstructed_card_is_spent_without_effect_and_the_red_coin_is_the_others(kind: str) -> None:
    play = opened(H, players=7) if kind == "media" else seeking(7)
    if kind == "break_deal":
        play.offer("Nok", "A")
    yellow = play.coins("Gai")[0]
    play.card("Gai", kind, {"media": 1, "break_deal": "A"}.get(kind), by="Nok")
    assert (play.coins("Gai"), play.has("Gai", "bts")) == ((yellow, 0, 0), 0)
    assert (play.coins("Nok")[2], play.has("Nok", "bts")) == (1, 0)
    assert play.cards[1] == 2
    assert play.told("obstructed") == [{"player": 6, "by": 0, "card": kind}]
    if kind == "media":
        assert play.t.now[0] == H
    elif kind == "seize":
        assert play.t.leader == 0
    else:
        assert play.contracts == {"A": "offered"}


@rule("POL-B.11", "POL-R125")
@pytest.mark.parametrize(
    ("by", "hand", "want"), [("Gai", 1, "POL-M34"), ("Gai", 2, "POL-M34"), ("Nok", 0, "POL-M28"), ("Zed", 1, "POL-M05")]
)
def test_who_obstructs_is_another_player_with_a_card(by: str, hand: int, want: str) -> None:
    play = opened(H)
    if by != "Zed":
        play.set(by, "bts", hand)
    assert mistake(rules.why_not_card(play.t, 6, "media", position=1, obstructed_by=play.seat(by))) == want
    play.run.act("card")
    play.answer(6)
    play.answer("media")
    play.answer(1)
    assert play.refused(play.seat(by)) == want


@rule("POL-R125", "POL-B.11")
@pytest.mark.parametrize("kind", ["obstruct", "inspect", "vote", ""])
def test_obstructing_an_obstruct_or_an_ordinary_action_is_refused(kind: str) -> None:
    play = opened(H)
    assert mistake(rules.why_not_card(play.t, 6, kind)) == "POL-M35"
    play.run.act("card")
    play.answer(6)
    assert play.refused(kind) == "POL-M35"


@rule("POL-R125", "POL-R128")
def test_one_obstruct_is_enough_and_none_answers_it() -> None:
    play = opened(H)
    play.card("Gai", "media", 1, by="Nok")
    assert play.open == "p3.action"


@rule("POL-R139", "POL-R128", "POL-R130")
def test_of_two_cards_at_the_same_moment_the_second_stays_in_hand_if_its_target_is_gone() -> None:
    play = seeking()
    play.offer("Nok", "A")
    play.card("Yui", "break_deal", "A")
    assert mistake(rules.why_not_card(play.t, 4, "break_deal", slot="A")) == "POL-M33"
    assert play.has("Arm", "bts") == 1


@rule("POL-R139")
def test_a_card_is_settled_before_the_next_is_said() -> None:
    play = opened(H)
    play.run.act("card")
    assert play.act_refused("card") == "action.open"


@rule("POL-R139", "POL-R118")
def test_a_card_being_played_is_withdrawn_when_its_target_goes() -> None:
    play = seeking()
    play.offer("Nok", "A")
    play.act("card", play.seat("Yui"), "break_deal")
    assert play.open == "card.obstruct"
    play.accept("A", "Ben")
    assert play.open == "p1.partners"
    assert (play.has("Yui", "bts"), play.coins("Yui")[2]) == (1, 0)
    assert play.contracts == {"A": "accepted"}


@rule("POL-B.9", "POL-B.10", "POL-B.11")
@pytest.mark.parametrize(
    ("who", "card", "options", "want"),
    [
        ("Zed", "trump", {}, "POL-M05"),
        ("Arm", "trump", {}, "POL-M28"),
        ("Yui", "trump", {"obstructed_by": "Zed"}, "POL-M35"),
        ("Yui", "seize", {"obstructed_by": "Zed"}, "POL-M05"),
        ("Yui", "seize", {"obstructed_by": "Yui"}, "POL-M34"),
        ("Yui", "seize", {"obstructed_by": "Arm"}, "POL-M28"),
        ("Yui", "seize", {"obstructed_by": "Ben"}, "POL-M30"),
        ("Yui", "media", {"position": 9}, "POL-M29"),
        ("Yui", "break_deal", {"slot": "C"}, "POL-M33"),
    ],
)
def test_reasons_against_a_card_come_in_the_order_of_the_notes(
    who: str, card: str, options: dict[str, Any], want: str
) -> None:
    play = Play()
    play.set("Arm", "bts", 0)
    play.govern()
    given = {key: play.seat(value) if key == "obstructed_by" else value for key, value in options.items()}
    assert mistake(rules.why_not_card(play.t, play.seat(who), card, **given)) == want


@rule("POL-B.9", "POL-R36", "POL-R38")
def test_reasons_against_a_seizure_come_in_the_order_of_the_notes() -> None:
    play = Play()
    play.quick_rounds(1)
    play.lead("Ton")
    play.purse(Nok=0, Ton=0)
    assert mistake(rules.why_not_card(play.t, 1, "seize")) == "POL-M30"
    assert mistake(rules.why_not_card(play.t, 0, "seize")) == "POL-M31"
    play.purse(Fon=0)
    assert mistake(rules.why_not_card(play.t, 2, "seize")) == "POL-M32"
