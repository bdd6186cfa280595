"""Phase 1: a leader is found, pays, gathers two partners within a minute (POL-L, POL-1, POL-R14 to POL-R34)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import QUESTIONS
from gmtool.games.politics import rules
from gmtool.games.politics.table import CHOOSE, STUCK
from tests.games.politics.tables import GAME, NAMES, Play

rule = pytest.mark.rule


def rolls(play: Play, **numbers: int) -> dict[str, int]:
    return {str(play.seat(name)): number for name, number in numbers.items()}


ALL = {"Nok": 3, "Ton": 6, "Fon": 1, "Ben": 2, "Arm": 5, "Yui": 4}


# --- who leads ------------------------------------------------------------------------------------------------------


@rule("POL-1.1", "POL-L.1", "POL-L.2", "POL-G.4")
def test_the_highest_number_leads_and_no_coin_moves_for_it() -> None:
    play = Play()
    play.answer("rolls")
    play.answer(rolls(play, **ALL))
    assert play.t.leader == play.seat("Ton")
    assert set(play.all_coins().values()) == {(2, 0, 0)}


@rule("POL-1.1")
def test_the_winner_of_the_roll_can_be_given_by_name() -> None:
    play = Play()
    play.answer(play.seat("Arm"))
    assert (play.open, play.t.leader) == ("p1.fee", 4)


@rule("POL-L.1", "POL-R16")
@pytest.mark.parametrize(
    "wrong",
    [
        {name: number for name, number in ALL.items() if name != "Yui"},
        {"Ton": 6},
        {},
    ],
)
def test_a_roll_that_leaves_somebody_out_is_refused(wrong: dict[str, int]) -> None:
    play = Play()
    play.answer("rolls")
    assert play.refused(rolls(play, **wrong)) == "POL-M11"


@rule("POL-L.1", "POL-L.4")
def test_a_roll_with_somebody_without_the_right_is_refused() -> None:
    play = Play()
    play.quick_rounds(1)
    play.to("p1.leader")
    assert play.pool == NAMES[1:6]
    play.answer("rolls")
    assert play.refused(rolls(play, **ALL)) == "POL-M11"
    play.answer(rolls(play, **{name: n for name, n in ALL.items() if name != "Nok"}))
    assert play.t.leader == play.seat("Ton")


@rule("POL-L.2", "POL-R14")
def test_after_a_tie_only_the_tied_roll_again() -> None:
    play = Play()
    play.answer("rolls")
    play.answer(rolls(play, **{**ALL, "Arm": 6, "Yui": 6}))
    assert play.told("tied") == [{"players": [1, 4, 5], "roll": 6}]
    assert play.run.legal() == [1, 4, 5, "rolls"]
    assert play.closed(0) == "POL-M10"
    play.answer("rolls")
    assert play.refused(rolls(play, **ALL)) == "POL-M11"
    play.answer(rolls(play, Ton=2, Arm=6, Yui=6))
    assert play.run.legal() == [4, 5, "rolls"]
    play.answer(play.seat("Yui"))
    assert play.t.leader == play.seat("Yui")


@rule("POL-L.2")
@pytest.mark.parametrize(
    ("who", "numbers"), [("Nok", ALL), ("Ton", {**ALL, "Arm": 6})], ids=["not the highest", "a tie taken as decided"]
)
def test_a_leader_without_the_single_highest_number_is_refused(who: str, numbers: dict[str, int]) -> None:
    play = Play()
    reason = rules.why_not_lead(play.t, play.seat(who), {play.seat(name): n for name, n in numbers.items()})
    assert reason is not None
    assert reason.id == "POL-M10"


@rule("POL-R15", "POL-1.6")
def test_after_a_leader_who_falls_out_the_rest_choose_anew() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    assert (play.open, play.pool) == ("p1.leader", NAMES[1:6])
    play.answer("rolls")
    play.answer(rolls(play, **{name: n for name, n in ALL.items() if name != "Nok"}))
    assert play.t.leader == play.seat("Ton")


@rule("POL-R16")
def test_a_player_without_a_coin_rolls_too_and_is_warned_of() -> None:
    play = Play()
    play.purse(Arm=0, Yui=0)
    assert play.warned(play.seat("Arm")) == "POL-M54"
    assert play.warned(play.seat("Nok")) == ""
    play.answer("rolls")
    assert play.warned(rolls(play, **ALL)) == "POL-M54"
    play.answer(rolls(play, **{**ALL, "Arm": 7}))
    assert play.t.leader == play.seat("Arm")


@rule("POL-R16")
def test_a_roll_of_players_who_can_all_pay_is_not_warned_of() -> None:
    play = Play()
    play.answer("rolls")
    assert play.warned(rolls(play, **ALL)) == ""


@rule("POL-R17")
def test_a_single_player_with_the_right_leads_without_a_roll() -> None:
    play = Play()
    play.quick_rounds(5)
    play.to("p1.leader")
    assert play.run.legal() == [play.seat("Yui")]
    assert play.closed("rolls") == "rolls.one"


@rule("POL-L.4", "POL-L.5", "POL-G.6", "POL-R26", "POL-R144", "POL-5.4")
def test_rights_come_back_when_the_round_of_the_last_unused_one_closes() -> None:
    play = Play()
    play.quick_rounds(5)
    assert play.with_right == ["Yui"]
    assert play.told("rights_reset") == []
    play.quick_rounds(1)
    assert play.phase == "closed"
    assert len(play.told("rights_reset")) == 1
    assert play.with_right == NAMES[:6]
    play.to("p1.leader")
    assert play.closed(play.seat("Yui")) == ""


@rule("POL-L.4")
def test_a_leader_whose_right_is_used_is_refused() -> None:
    play = Play()
    play.quick_rounds(1)
    play.to("p1.leader")
    assert play.refused(0) == "POL-M08"


@rule("POL-1.5", "POL-R18")
def test_a_leader_who_lost_the_right_this_round_is_refused() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    assert play.refused(0) == "POL-M09"


@rule("POL-R28", "POL-G.5")
def test_the_tool_tells_who_has_not_led_yet_and_forces_nobody() -> None:
    play = Play()
    play.quick_rounds(2)
    assert GAME.words(play.t, play.run.question)["unused"] == NAMES[2:6]


# --- the fee --------------------------------------------------------------------------------------------------------


@rule("POL-1.2", "POL-R09", "POL-R21")
def test_the_leader_pays_one_yellow_to_the_bank() -> None:
    play = Play()
    play.lead("Nok")
    assert play.coins("Nok") == (1, 0, 0)
    assert play.open == "p1.partners"
    assert play.t.moves[-1][2:] == (0, 0, -1, 1, "POL-1.2")


@rule("POL-1.2", "POL-R21")
def test_who_can_pay_has_to_and_who_cannot_loses_the_right() -> None:
    play = Play()
    play.answer(0)
    assert play.closed("lose") == "fee.can"
    play.purse(Nok=0)
    assert play.open == "p1.fee"
    assert play.closed("pay") == "fee.cannot"
    play.answer("lose")
    assert play.told("cannot_pay") == [{"player": 0}]
    assert (play.open, play.pool) == ("p1.leader", NAMES[1:6])
    assert play.refused(0) == "POL-M09"


@rule("POL-1.2", "POL-R10")
def test_a_bargain_may_still_save_a_leader_who_cannot_pay() -> None:
    play = Play()
    play.purse(Nok=0)
    play.answer(0)
    assert play.run.legal() == ("lose",)
    play.give("Arm", "Nok", 1)
    assert play.run.legal() == ("pay",)
    play.answer("pay")
    assert play.coins("Nok")[0] == 0
    assert play.open == "p1.partners"


@rule("POL-R19", "POL-R29")
def test_a_leader_who_cannot_pay_may_be_a_partner_and_has_the_right_again_next_round() -> None:
    play = Play()
    play.purse(Nok=0)
    play.lead("Nok")
    play.lead("Ton")
    play.form("Nok", "Fon")
    assert play.coins("Nok")[0] == 1
    play.end_round()
    play.to("p1.leader")
    assert play.pool == ["Nok", "Fon", "Ben", "Arm", "Yui"]


@rule("POL-R21", "POL-R22", "POL-1.5", "POL-R18", "POL-G.7")
def test_out_of_time_costs_fee_and_right_but_counts_as_no_failure() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    assert play.coins("Nok")[0] == 1
    assert play.t.failures == 0
    assert play.told("out_of_time") == [{"player": 0}]
    play.govern("Ton", "Fon", "Ben")
    play.all_pass()
    play.end_round()
    play.to("p1.leader")
    assert play.pool == ["Nok", "Fon", "Ben", "Arm", "Yui"]
    assert play.closed(0) == ""


@rule("POL-R20", "POL-1.5", "POL-1.7")
def test_a_leader_who_ran_out_of_time_sits_in_the_opposition_by_force() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    play.lead("Ton")
    assert play.closed(0) == "POL-M13"
    assert play.refused([0, 2]) == "POL-M13"
    play.form("Fon", "Ben")
    assert play.names(play.t.opposition) == ["Arm", "Yui", "Nok"]


# --- partners -------------------------------------------------------------------------------------------------------


@rule("POL-1.3", "POL-R29", "POL-R31", "POL-R143")
def test_partners_are_sought_for_one_minute_and_the_clock_is_the_leaders_own() -> None:
    play = Play()
    play.lead("Nok")
    question = QUESTIONS["p1.partners"]
    assert question.timer == 60
    assert question.late == "POL-M52"
    assert question.about(play.t) == 0
    play.time_over()
    play.lead("Ton")
    assert question.about(play.t) == 1
    assert {id for id, other in QUESTIONS.items() if other.timer and id.partition(".")[0] in ("p1", "f")} == {
        "p1.partners",
        "f.talk",
    }


@rule("POL-1.3", "POL-R31")
def test_a_government_named_after_the_minute_is_the_game_masters_call() -> None:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    assert play.phase == "policies"


@rule("POL-1.3", "POL-1.4", "POL-R29")
@pytest.mark.parametrize(
    ("partners", "mistake"),
    [
        (["Ton"], "POL-M12"),
        (["Ton", "Fon", "Ben"], "POL-M12"),
        (["Ton", "Ton"], "POL-M12"),
        (["Nok", "Ton"], "POL-M12"),
        (["Ton", "Zed"], "POL-M05"),
        ([], "POL-M12"),
    ],
)
def test_a_government_that_is_not_the_leader_and_two_others_is_refused(partners: list[str], mistake: str) -> None:
    play = Play()
    play.lead("Nok")
    assert play.refused([play.seat(name) for name in partners]) == mistake


@rule("POL-R29", "POL-R144")
def test_a_player_whose_right_is_used_may_join_and_the_same_three_again() -> None:
    play = Play()
    play.govern("Nok", "Ton", "Fon")
    play.all_pass()
    play.end_round()
    play.govern("Ton", "Nok", "Fon")
    assert play.names(play.t.government) == ["Ton", "Nok", "Fon"]


@rule("POL-R30", "POL-1.4")
def test_partners_are_named_only_when_three_markers_lie_together() -> None:
    play = Play()
    play.lead("Nok")
    assert (play.t.partners, play.t.government) == ([], [])
    play.form("Ton", "Fon")
    assert play.act_refused("card") == "card.no_target"
    assert rules.why_not_form(play.t, [3, 4]) is not None


@rule("POL-1.7", "POL-R34", "POL-R47")
@pytest.mark.parametrize(
    ("players", "government", "order"),
    [
        (6, ("Nok", "Ton", "Fon"), ["Ben", "Arm", "Yui"]),
        (6, ("Arm", "Yui", "Nok"), ["Ton", "Fon", "Ben"]),
        (6, ("Yui", "Ton", "Ben"), ["Nok", "Fon", "Arm"]),
        (7, ("Ben", "Nok", "Arm"), ["Yui", "Gai", "Ton", "Fon"]),
        (8, ("Som", "Nok", "Fon"), ["Ton", "Ben", "Arm", "Yui", "Gai"]),
    ],
)
def test_the_opposition_is_everybody_else_clockwise_from_the_leaders_left(
    players: int, government: tuple[str, str, str], order: list[str]
) -> None:
    play = Play(players)
    play.govern(*government)
    assert play.names(play.t.opposition) == order
    assert play.t.turn() == play.seat(order[0])


@rule("POL-1.8", "POL-1.9", "POL-R32")
def test_all_three_get_one_yellow_and_the_leader_three_more() -> None:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    assert {name: play.coins(name)[0] for name in NAMES[:6]} == {
        "Nok": 5, "Ton": 3, "Fon": 3, "Ben": 2, "Arm": 2, "Yui": 2,
    }  # fmt: skip


# --- sharing the three ----------------------------------------------------------------------------------------------


@rule("POL-1.9", "POL-R33")
def test_the_leader_hands_some_of_the_three_to_the_partners_at_once_or_later() -> None:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.answer({"1": 1})
    assert [play.coins(name)[0] for name in ("Nok", "Ton", "Fon")] == [4, 4, 3]
    play.to("p3.action")
    play.share(Fon=2)
    assert [play.coins(name)[0] for name in ("Nok", "Ton", "Fon")] == [2, 4, 5]
    assert play.act_refused("share") == "POL-M14"
    assert [move.rule for move in play.t.moves if move.what == 0 and move.source == 0][-2:] == ["POL-1.9"] * 2


@rule("POL-1.9")
@pytest.mark.parametrize(
    ("shares", "mistake"),
    [
        ({"1": 4}, "POL-M14"),
        ({"1": 2, "2": 2}, "POL-M14"),
        ({"3": 1}, "POL-M14"),
        ({"0": 1}, "POL-M14"),
        ({"1": 0}, "POL-M14"),
        ({"1": -1}, "POL-M14"),
        ({"9": 1}, "POL-M05"),
    ],
)
def test_sharing_more_than_three_or_with_somebody_else_is_refused(shares: dict[str, int], mistake: str) -> None:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    assert play.refused(shares) == mistake


@rule("POL-1.9")
def test_sharing_more_than_the_leader_holds_is_refused() -> None:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.purse(Nok=1)
    assert play.refused({"1": 2}) == "POL-M14"
    play.answer({"1": 1})


@rule("POL-1.9", "POL-R33")
def test_the_three_are_shared_in_a_round_with_a_government_only() -> None:
    play = Play()
    assert play.act_refused("share") == "POL-M06"
    play.lead("Nok")
    assert play.act_refused("share") == "POL-M06"
    play.form("Ton", "Fon")
    play.end_round()
    assert play.act_refused("share") == "POL-M06"
    play.to("p1.leader")
    assert play.act_refused("share") == "POL-M06"


@rule("POL-1.9")
def test_what_may_be_shared_begins_anew_each_round() -> None:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.answer({"1": 3})
    play.end_round()
    play.lead("Ton")
    play.form("Nok", "Fon")
    play.answer({"0": 3})
    assert play.t.shared == 3


# --- nobody left ----------------------------------------------------------------------------------------------------


def all_out_of_time(play: Play, *names: str) -> None:
    for name in names:
        play.lead(name)
        play.time_over()


@rule("POL-R23", "POL-G.6")
def test_an_empty_pool_in_mid_round_resets_rights_and_the_lost_stay_out() -> None:
    play = Play()
    play.quick_rounds(3)
    play.to("p1.leader")
    assert play.pool == ["Ben", "Arm", "Yui"]
    play.purse(Ben=0, Arm=0)
    play.lead("Ben")
    play.lead("Arm")
    play.lead("Yui")
    play.time_over()
    assert len(play.told("rights_reset")) == 1
    assert play.pool == ["Nok", "Ton", "Fon"]
    play.govern("Nok", "Ton", "Fon")
    play.all_pass()
    play.end_round()
    assert play.with_right == ["Ton", "Fon", "Ben", "Arm", "Yui"]


@rule("POL-R24", "POL-R22", "POL-R25")
def test_nobody_can_form_a_government_where_fewer_than_three_are_free() -> None:
    play = Play()
    play.purse(**dict.fromkeys(NAMES[:6], 3))
    all_out_of_time(play, "Nok", "Ton", "Fon")
    assert play.open == "p1.leader"
    all_out_of_time(play, "Ben")
    assert (play.phase, play.open) == (STUCK, "p1.none")
    before = play.all_coins(), play.policies, play.cards
    play.say()
    assert (play.all_coins(), play.policies, play.cards) == before
    assert (play.phase, play.t.failures, play.t.void) == ("closed", 0, True)
    assert play.with_right == NAMES[:6]
    play.say()
    assert (play.t.round, play.pool) == (2, NAMES[:6])


@rule("POL-R24")
def test_no_government_is_refused_while_somebody_may_try_and_could_pay() -> None:
    play = Play()
    assert play.refused("none") == "POL-M45"
    play.purse(**dict.fromkeys(NAMES[:5], 0))
    assert play.refused("none") == "POL-M45"
    play.purse(Yui=0)
    assert play.warned("none") == "POL-M59"
    play.answer("none")
    assert (play.phase, play.t.round) == ("closed", 1)


@rule("POL-R24", "POL-R10")
def test_a_coin_given_where_nobody_could_pay_opens_the_round_again() -> None:
    play = Play()
    play.purse(**dict.fromkeys(NAMES[:6], 0))
    assert play.closed("none") == ""
    play.purse(Fon=1)
    assert play.closed("none") == "POL-M45"


@rule("POL-R24")
def test_no_government_is_refused_in_any_other_phase() -> None:
    play = Play()
    play.lead("Nok")
    assert _mistake(rules.why_not_no_government(play.t)) == "POL-M06"
    play.form("Ton", "Fon")
    assert _mistake(rules.why_not_no_government(play.t)) == "POL-M06"


def _mistake(reason: Any) -> str:
    return reason.id if reason is not None else ""


@rule("POL-R24", "POL-R135", "POL-N.1")
def test_a_round_without_a_government_counts_also_as_the_last() -> None:
    play = Play(6, "half")
    play.purse(**dict.fromkeys(NAMES[:6], 0))
    for number in range(1, 7):
        assert play.t.round == number
        play.answer("none")
        play.say()
    assert play.phase == "lie_1"


@rule("POL-1.6", "POL-R135")
def test_several_leaders_in_one_round_make_it_one_round() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    play.govern("Ton", "Fon", "Ben")
    play.all_pass()
    play.end_round()
    play.say()
    assert play.t.round == 2
    assert play.has("Nok", "led") == 0
    assert play.has("Ton", "led") == 1


@rule("POL-L.3")
def test_a_round_is_the_five_phases_in_order() -> None:
    play = Play()
    seen = [play.phase]
    play.lead("Nok")
    seen.append(play.phase)
    play.form("Ton", "Fon")
    while play.t.round == 1:
        if seen[-1] != play.phase:
            seen.append(play.phase)
        play.unsaid()
    assert seen == [
        "choose_leader", "coalition", "policies", "opposition", "benefits", "revealed", "closing", "closed",
    ]  # fmt: skip
    assert play.phase == CHOOSE
