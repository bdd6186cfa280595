"""Mistakes of a game master, one after the other: refused ones change nothing, warned ones are the GM's call.

The list is that of the notes (section 14). Each entry stands at the real question, or, where the script never asks what
could be wrong, at the reason that options and checks share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gmtool.core.question import QUESTIONS, Audience, Reason, Refused
from gmtool.games.politics import contract_rules, rules, vote_rules
from gmtool.games.politics.setup import warnings
from gmtool.text.texts import Texts, languages
from tests.games.politics.tables import DARK, GAME, NAMES, C, H, Play, at_lie_catching, scored, setup_of, snapshot

rule = pytest.mark.rule

Attempt = Callable[[], tuple[Play, Reason | None]]
TRIES: dict[str, list[Attempt]] = {}


def refused(id: str) -> Callable[[Attempt], Attempt]:
    """Register a try that must be refused with a mistake."""

    def register(attempt: Attempt) -> Attempt:
        TRIES.setdefault(id, []).append(attempt)
        return attempt

    return register


def answered(play: Play, value: Any) -> Reason | None:
    """Try an answer at the open question; returns why it was refused, with nothing changed."""
    return _tried(play, lambda: play.run.answer(value))


def begun(play: Play, action: str) -> Reason | None:
    return _tried(play, lambda: play.run.act(action))


def _tried(play: Play, deed: Callable[[], None]) -> Reason | None:
    before = snapshot(play.t), play.run.question, play.run.action
    try:
        deed()
    except Refused as error:
        assert (snapshot(play.t), play.run.question, play.run.action) == before
        return error.reason
    return None


# --- Phase 1 --------------------------------------------------------------------------------------------------------


@refused("POL-M05")
def a_leader_who_has_left() -> tuple[Play, Reason | None]:
    play = Play()
    play.leave("Arm")
    return play, answered(play, 4)


@refused("POL-M05")
def a_partner_who_is_not_there() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    return play, answered(play, [1, -1])


@refused("POL-M05")
def a_vote_for_one_who_has_left() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.leave("Arm")
    play.to("f.vote")
    return play, answered(play, [4, None, None, None, None])


@refused("POL-M06")
def coins_given_while_setting_up() -> tuple[Play, Reason | None]:
    play = Play()
    play.run = GAME.begin(play.setup)
    return play, begun(play, "give")


@refused("POL-M06")
def coins_given_once_scoring_has_begun() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.no_votes()
    play.no_votes()
    return play, begun(play, "give")


@refused("POL-M06")
def the_three_shared_before_a_government() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    return play, begun(play, "share")


@refused("POL-M06")
def policies_before_a_government() -> tuple[Play, Reason | None]:
    play = Play()
    return play, rules.why_not_lay(play.t)


@refused("POL-M06")
def votes_before_the_last_round() -> tuple[Play, Reason | None]:
    play = Play()
    return play, vote_rules.why_not_votes(play.t, {0: 1})


@refused("POL-M06")
def a_round_closed_in_the_middle() -> tuple[Play, Reason | None]:
    play = Play()
    play.govern()
    return play, rules.why_not_end_round(play.t)


@refused("POL-M06")
def passing_where_the_house_rule_forbids_it() -> tuple[Play, Reason | None]:
    play = Play(allow_pass=False)
    play.govern()
    return play, answered(play, "pass")


@refused("POL-M07")
def a_card_after_the_end() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    scored(play, "Arm", "Yui")
    return play, rules.why_not_card(play.t, 0, "media", position=1)


@refused("POL-M07")
def a_player_who_joins_after_the_end() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    scored(play, "Arm", "Yui")
    return play, GAME.actions["join"].why_not(play.t)


@refused("POL-M08")
def a_leader_whose_right_is_used() -> tuple[Play, Reason | None]:
    play = Play()
    play.quick_rounds(1)
    play.to("p1.leader")
    return play, answered(play, 0)


@refused("POL-M09")
def a_leader_who_ran_out_of_time_this_round() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.time_over()
    return play, answered(play, 0)


@refused("POL-M09")
def a_leader_who_could_not_pay_this_round() -> tuple[Play, Reason | None]:
    play = Play(lost_right_scope="cycle")
    play.purse(Nok=0)
    play.lead("Nok")
    play.purse(Nok=5)
    return play, answered(play, 0)


@refused("POL-M10")
def a_leader_who_was_not_among_the_tied() -> tuple[Play, Reason | None]:
    play = Play()
    play.answer("rolls")
    play.answer({str(seat): 6 if seat < 2 else 1 for seat in range(6)})
    return play, answered(play, 5)


@refused("POL-M10")
def a_leader_with_a_lower_number() -> tuple[Play, Reason | None]:
    play = Play()
    return play, rules.why_not_lead(play.t, 5, {seat: 6 - seat for seat in range(6)})


@refused("POL-M11")
def a_roll_that_leaves_somebody_out() -> tuple[Play, Reason | None]:
    play = Play()
    play.answer("rolls")
    return play, answered(play, {"0": 3, "1": 4})


@refused("POL-M11")
def a_roll_with_somebody_without_the_right() -> tuple[Play, Reason | None]:
    play = Play()
    play.quick_rounds(1)
    play.to("p1.leader")
    play.answer("rolls")
    return play, answered(play, {str(seat): seat + 1 for seat in range(6)})


@refused("POL-M12")
def a_government_of_four() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    return play, answered(play, [1, 2, 3])


@refused("POL-M12")
def a_first_partner_who_is_none() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    return play, rules.why_not_order(play.t, 3, 1)


@refused("POL-M13")
def a_partner_who_ran_out_of_time_this_round() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.time_over()
    play.lead("Ton")
    return play, answered(play, [0, 2])


@refused("POL-M14")
def sharing_four() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    return play, answered(play, {"1": 2, "2": 2})


@refused("POL-M14")
def sharing_with_the_opposition() -> tuple[Play, Reason | None]:
    play = Play()
    play.govern()
    play.run.act("share")
    return play, answered(play, {"4": 1})


@refused("POL-M15")
def giving_more_than_there_is() -> tuple[Play, Reason | None]:
    play = Play()
    play.act("give", 0, 1)
    return play, answered(play, 3)


@refused("POL-M15")
def giving_against_the_house_rule() -> tuple[Play, Reason | None]:
    play = Play(yellow_transfers="leader_only")
    return play, begun(play, "give")


# --- Phases 2 and 3 -------------------------------------------------------------------------------------------------


@refused("POL-M16")
def laying_with_one_in_hand() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.set("Fon", "policy", 1)
    play.to("p2.lay")
    return play, answered(play, True)


def inspecting(**switches: Any) -> Play:
    play = Play(**switches)
    play.govern()
    return play


@refused("POL-M17")
def an_action_of_the_government() -> tuple[Play, Reason | None]:
    play = inspecting()
    return play, rules.why_not_inspect(play.t, 1, 1)


@refused("POL-M18")
def an_action_out_of_turn() -> tuple[Play, Reason | None]:
    play = inspecting()
    return play, rules.why_not_withdraw(play.t, 4)


@refused("POL-M19")
def a_second_action() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.answer("pass")
    return play, rules.why_not_deal(play.t, 3)


@refused("POL-M20")
def inspecting_with_no_yellow() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.purse(Ben=0)
    return play, answered(play, "inspect")


@refused("POL-M21")
def opening_an_open_card() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.answer("inspect")
    return play, answered(play, 1)


@refused("POL-M22")
def a_deal_for_one_yellow() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.purse(Ben=1)
    return play, answered(play, "deal")


@refused("POL-M23")
def a_third_card_by_a_deal() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.set("Ben", "bts", 2)
    return play, answered(play, "deal")


@refused("POL-M23")
def a_third_card_by_the_special_draw() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.set("Nok", "bts", 2)
    play.fail()
    return play, answered(play, "draw")


@refused("POL-M24")
def drawing_from_an_empty_pile() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.act("correct", "draw", "bts", 0, "out", "for the test")
    return play, answered(play, "deal")


# --- Phases 4 and 5 -------------------------------------------------------------------------------------------------


@refused("POL-M25")
def a_drop_with_three_through() -> tuple[Play, Reason | None]:
    play = inspecting()
    for place in (1, 2, 3):
        play.inspect(place, H)
    return play, rules.why_not_drop(play.t, 5)


@refused("POL-M25")
def an_opened_card_dropped() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.all_pass()
    return play, answered(play, 1)


@refused("POL-M26")
def fewer_than_no_bags() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.to("p4.bags")
    return play, answered(play, -1)


@refused("POL-M26")
def a_reveal_of_other_cards() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.all_pass()
    return play, rules.why_not_reveal(play.t, [1, 2, 3], 0)


@refused("POL-M27")
def a_reveal_after_a_failure() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.fail()
    return play, rules.why_not_reveal(play.t, [3, 4, 5, 6], 0)


@refused("POL-M27")
def a_reveal_after_a_failure_while_the_rest_act() -> tuple[Play, Reason | None]:
    play = inspecting(failure_stops_phase3=False)
    play.fail()
    return play, rules.why_not_pay(play.t)


@refused("POL-M41")
def a_round_closed_with_a_contract_undecided() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ben"])
    play.form("Ton", "Fon")
    play.to("p5.contract")
    return play, rules.why_not_end_round(play.t)


@refused("POL-M42")
def a_choice_before_phase_5() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ben"])
    return play, begun(play, "decide")


@refused("POL-M43")
def a_special_draw_by_a_partner() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.fail()
    return play, rules.why_not_special_draw(play.t, 1)


@refused("POL-M43")
def a_second_special_draw() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.fail()
    play.answer("draw")
    return play, rules.why_not_special_draw(play.t, 0)


@refused("POL-M44")
def a_special_draw_without_the_coin() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.purse(Nok=1)
    play.fail()
    return play, answered(play, "draw")


@refused("POL-M45")
def no_government_while_somebody_could() -> tuple[Play, Reason | None]:
    play = Play()
    return play, answered(play, "none")


# --- cards and contracts --------------------------------------------------------------------------------------------


@refused("POL-M28")
def a_card_that_is_not_in_hand() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.set("Yui", "bts", 0)
    play.run.act("card")
    return play, answered(play, 5)


@refused("POL-M28")
def an_obstruct_that_is_not_in_hand() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.set("Yui", "bts", 0)
    play.act("card", 0, "media", 1)
    return play, answered(play, 5)


@refused("POL-M29")
def media_power_on_a_face_down_card() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.act("card", 0, "media")
    return play, answered(play, 2)


@refused("POL-M29")
def media_power_after_pay() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.to("p5.close")
    return play, rules.why_not_card(play.t, 0, "media", position=1)


@refused("POL-M30")
def seizing_by_the_leader() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    return play, rules.why_not_card(play.t, 0, "seize")


@refused("POL-M30")
def seizing_in_phase_3() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.act("card", 5)
    return play, answered(play, "seize")


def with_an_offer() -> Play:
    """Nok seeks partners and has an offer open, so that anybody may play a card."""
    play = Play()
    play.quick_rounds(1)
    play.lead("Ton")
    play.offer("Ton", "A")
    return play


@refused("POL-M31")
def seizing_without_a_right() -> tuple[Play, Reason | None]:
    play = with_an_offer()
    play.act("card", 0)
    return play, answered(play, "seize")


@refused("POL-M32")
def seizing_without_the_fee() -> tuple[Play, Reason | None]:
    play = with_an_offer()
    play.purse(Yui=0)
    play.act("card", 5)
    return play, answered(play, "seize")


@refused("POL-M33")
def breaking_a_deal_that_stands() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ben"])
    play.act("card", 5)
    return play, answered(play, "break_deal")


@refused("POL-M34")
def obstructing_ones_own_card() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.set("Yui", "bts", 2)
    play.act("card", 5, "media", 1)
    return play, answered(play, 5)


@refused("POL-M35")
def obstructing_an_action() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.inspect(1, H)
    play.act("card", 5)
    return play, answered(play, "obstruct")


@refused("POL-M36")
def a_third_contract() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Nok", "B", accepted=["Ben"])
    return play, begun(play, "contract")


@refused("POL-M37")
def a_slot_that_does_not_exist() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.run.act("contract")
    return play, answered(play, "C")


@refused("POL-M37")
def a_slot_that_is_taken() -> tuple[Play, Reason | None]:
    play = Play(contract_limit_scope="player")
    play.lead("Nok")
    play.offer("Nok", "A")
    return play, contract_rules.why_not_offer(play.t, 0, "A")


@refused("POL-M38")
def a_contract_out_of_the_own_action() -> tuple[Play, Reason | None]:
    play = inspecting()
    play.all_pass()
    return play, begun(play, "contract")


@refused("POL-M38")
def a_contract_of_the_government_in_phase_3() -> tuple[Play, Reason | None]:
    play = inspecting()
    return play, contract_rules.why_not_offer(play.t, 0, "A")


@refused("POL-M39")
def accepting_ones_own_contract() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.act("contract", "A", "")
    return play, answered(play, [0])


@refused("POL-M40")
def accepting_where_nothing_is_on_offer() -> tuple[Play, Reason | None]:
    play = Play()
    return play, begun(play, "accept")


@refused("POL-M40")
def voiding_what_is_accepted() -> tuple[Play, Reason | None]:
    play = Play()
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ben"])
    play.run.act("accept")
    return play, answered(play, ["void"])


# --- lie-catching, people, the count --------------------------------------------------------------------------------


@refused("POL-M04")
def three_dark_players() -> tuple[Play, Reason | None]:
    play = Play()
    play.run.act("roles")
    return play, answered(play, [DARK, DARK, DARK, None, None, None])


@refused("POL-M04")
def a_third_dark_card_turned_up() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.roles("Ben", "Arm")
    play.act("roles", [None, None, None, DARK, DARK, None])
    play.vote({"Nok": "Yui"})
    return play, answered(play, DARK)


@refused("POL-M46")
def a_vote_of_the_exposed() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.all_vote("Ben", DARK)
    return play, vote_rules.why_not_votes(play.t, {3: 0})


@refused("POL-M47")
def a_vote_for_oneself() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.to("f.vote")
    return play, answered(play, [0, *[None] * 5])


@refused("POL-M48")
def a_vote_for_a_card_that_is_up() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.all_vote("Ben", H)
    play.to("f.vote")
    return play, answered(play, [3, *[None] * 5])


@refused("POL-M48")
def a_run_off_vote_for_one_who_is_not_tied() -> tuple[Play, Reason | None]:
    play = at_lie_catching(lie_tie="runoff")
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    return play, answered(play, [5, *[None] * 5])


@refused("POL-M49")
def another_role_than_recorded() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.roles("Ben", "Arm")
    play.vote({"Nok": "Ben"})
    return play, answered(play, H)


@refused("POL-M50")
def the_count_with_roles_unknown() -> tuple[Play, Reason | None]:
    play = at_lie_catching()
    play.no_votes()
    play.no_votes()
    return play, vote_rules.why_not_finish(play.t)


@refused("POL-M51")
def a_player_who_joins() -> tuple[Play, Reason | None]:
    play = inspecting()
    return play, begun(play, "join")


@refused("POL-M53")
def a_correction_below_zero() -> tuple[Play, Reason | None]:
    play = Play()
    play.act("correct", 0, "yellow")
    return play, answered(play, -1)


@refused("POL-M53")
def a_correction_to_more_failures_than_there_are() -> tuple[Play, Reason | None]:
    play = Play()
    play.act("correct", "centre", "failure")
    return play, answered(play, 6)


@rule("POL-L.3")
@pytest.mark.parametrize(
    ("id", "attempt"),
    [pytest.param(id, attempt, id=f"{id}-{attempt.__name__}") for id, tries in TRIES.items() for attempt in tries],
)
def test_a_mistake_is_refused_with_its_reason_and_changes_nothing(id: str, attempt: Attempt) -> None:
    play, reason = attempt()
    assert reason is not None
    assert reason.id.partition(".")[0] == id
    if id in ("POL-M04", "POL-M49"):
        assert reason.audience is Audience.GM
    for language in languages():
        text = Texts(language, "politics", strict=True).get("reason", reason.id, reason.values, names=play.t.names)
        assert text
        assert "{" not in text


# --- set-up and warnings --------------------------------------------------------------------------------------------


def warn_m52() -> str:
    return QUESTIONS["p1.partners"].late


def warn_m54() -> str:
    play = Play()
    play.purse(Arm=0)
    return play.warned(4)


def warn_m55() -> str:
    play = Play()
    play.failures(3)
    play.govern()
    play.fail()
    return next(event.id for event in play.t.events if event.id.startswith("POL-M"))


def warn_m56() -> str:
    return at_lie_catching().warned(60)


def warn_m57() -> str:
    return warnings({"players": NAMES, "mode": "half", "switches": {}})[0].id


def warn_m58() -> str:
    play = Play()
    play.act("leave", 0)
    return play.warned(True)


def warn_m59() -> str:
    play = Play()
    play.purse(**dict.fromkeys(NAMES[:6], 0))
    return play.warned("none")


def warn_m60() -> str:
    play = Play()
    play.run.act("count")
    return play.warned({"blue.0": 7})


WARNED = {
    "POL-M52": warn_m52, "POL-M54": warn_m54, "POL-M55": warn_m55, "POL-M56": warn_m56, "POL-M57": warn_m57,
    "POL-M58": warn_m58, "POL-M59": warn_m59, "POL-M60": warn_m60,
}  # fmt: skip


@rule("POL-1.3", "POL-R16", "POL-C.1", "POL-F.2", "POL-R27", "POL-R133", "POL-R24")
@pytest.mark.parametrize("id", WARNED)
def test_what_is_odd_but_possible_is_warned_of_and_allowed(id: str) -> None:
    assert WARNED[id]() == id
    for language in languages():
        assert Texts(language, "politics", strict=True).has("reason", id)


SETUPS = {
    "POL-M01": {"players": NAMES[:5]},
    "POL-M02": {"players": [*NAMES[:5], "Nok"]},
    "POL-M03": {"mode": "quarter"},
}


@rule("POL-G.1", "POL-S.3", "POL-G.3")
@pytest.mark.parametrize("id", SETUPS)
def test_a_setup_that_cannot_be_is_refused(id: str) -> None:
    assert [fault.id for fault in GAME.check_setup({**setup_of(), **SETUPS[id]})] == [id]


def test_every_mistake_of_the_notes_is_tried() -> None:
    assert {*TRIES, *WARNED, *SETUPS} == {f"POL-M{number:02}" for number in range(1, 61)}


# --- the order of reasons -------------------------------------------------------------------------------------------


@rule("POL-3.1")
@pytest.mark.parametrize(
    ("who", "yellow", "position", "want"),
    [
        ("Zed", 0, 1, "POL-M05"),
        ("Nok", 0, 1, "POL-M17"),
        ("Ben", 0, 1, "POL-M19"),
        ("Yui", 0, 1, "POL-M18"),
        ("Arm", 0, 1, "POL-M20"),
        ("Arm", 1, 1, "POL-M21"),
        ("Arm", 1, 2, ""),
    ],
)
def test_reasons_against_an_action_come_in_the_order_of_the_notes(
    who: str, yellow: int, position: int, want: str
) -> None:
    play = inspecting()
    play.inspect(1, C)
    for name in NAMES[:6]:
        play.set(name, "yellow", yellow)
    reason = rules.why_not_inspect(play.t, play.seat(who), position)
    assert (reason.id if reason is not None else "") == want


@rule("POL-L.3", "POL-4.1")
def test_game_over_comes_before_a_wrong_phase_and_that_before_a_name() -> None:
    play = Play()
    assert _id(rules.why_not_inspect(play.t, -1, 1)) == "POL-M06"
    play.govern()
    play.fail()
    assert _id(rules.why_not_drop(play.t, 99)) == "POL-M27"
    play = at_lie_catching()
    scored(play, "Arm", "Yui")
    assert _id(rules.why_not_inspect(play.t, -1, 1)) == "POL-M07"
    assert _id(rules.why_not_drop(play.t, 99)) == "POL-M07"


@rule("POL-1.1", "POL-L.2")
def test_reasons_against_a_leader_come_in_the_order_of_the_notes() -> None:
    play = Play()
    play.quick_rounds(2)
    play.lead("Fon")
    play.time_over()
    rolls = {3: 1, 4: 6, 5: 6}
    assert _id(rules.why_not_lead(play.t, 2, {0: 1})) == "POL-M09"
    assert _id(rules.why_not_lead(play.t, 1, {0: 1})) == "POL-M08"
    assert _id(rules.why_not_lead(play.t, 3, {0: 1})) == "POL-M11"
    assert _id(rules.why_not_lead(play.t, 4, rolls)) == "POL-M10"
    assert _id(rules.why_not_lead(play.t, 3, rolls)) == "POL-M10"


@rule("POL-1.3")
def test_reasons_against_a_government_come_in_the_order_of_the_notes() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    play.lead("Ton")
    assert _id(rules.why_not_form(play.t, [-1, 0, 2])) == "POL-M05"
    assert _id(rules.why_not_form(play.t, [0])) == "POL-M12"
    assert _id(rules.why_not_form(play.t, [0, 2])) == "POL-M13"


def _id(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""
