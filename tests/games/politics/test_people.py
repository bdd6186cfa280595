"""People: bargains, players who leave at any moment, latecomers, roles on record (POL-R10, R11, R133, R134)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gmtool.core.question import Audience, Reason
from gmtool.games.politics import contract_rules, rules, vote_rules
from gmtool.games.politics.table import DISCARD, POLICY
from gmtool.games.politics.view import public_view
from tests.games.politics.tables import DARK, GAME, NAMES, C, H, Play, at_lie_catching, scored, snapshot

rule = pytest.mark.rule
ALL = NAMES[:6]


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


# --- bargains -------------------------------------------------------------------------------------------------------


@rule("POL-R10", "POL-G.10")
def test_players_give_each_other_yellow_at_any_time_until_the_count() -> None:
    play = Play()
    moments = 0
    while play.phase != "count":
        if play.open in ("p1.leader", "p1.fee"):
            play.answer(play.run.legal()[0])
        elif play.open == "p1.partners":
            play.answer([seat for seat in range(6) if seat != play.t.leader][:2])
        else:
            play.unsaid()
        if play.phase == "count":
            break
        before = play.coins("Arm")[0], play.coins("Yui")[0]
        play.give("Arm", "Yui", 1)
        assert (play.coins("Arm")[0], play.coins("Yui")[0]) == (before[0] - 1, before[1] + 1)
        play.give("Yui", "Arm", 1)
        moments += 1
    assert moments > 100
    assert play.act_refused("give") == "POL-M06"


@rule("POL-R10")
@pytest.mark.parametrize(
    ("giver", "taker", "count", "want"),
    [
        ("Nok", "Ton", 3, "POL-M15"),
        ("Nok", "Ton", 0, "POL-M15"),
        ("Nok", "Ton", -1, "POL-M15"),
        ("Nok", "Nok", 1, "POL-M15"),
        ("Zed", "Nok", 1, "POL-M05"),
        ("Nok", "Zed", 1, "POL-M05"),
        ("Nok", "Ton", 2, ""),
    ],
)
def test_giving_more_than_is_there_or_to_oneself_is_refused(giver: str, taker: str, count: int, want: str) -> None:
    play = Play()
    assert mistake(rules.why_not_give(play.t, play.seat(giver), play.seat(taker), count)) == want


@rule("POL-R10")
def test_the_question_how_many_refuses_what_is_not_there() -> None:
    play = Play()
    play.purse(Ton=0)
    play.run.act("give")
    assert play.closed(1) == "POL-M15"
    assert play.refused(1) == "POL-M15"
    play.answer(0)
    assert play.refused(0) == "POL-M15"
    play.answer(1)
    for count in (3, 0, -2):
        assert play.refused(count) == "POL-M15"
    play.answer(2)
    assert play.coins("Ton")[0] == 2


@rule("POL-R11", "POL-R131")
def test_only_yellow_changes_hands() -> None:
    play = Play()
    play.give("Nok", "Ton", 1)
    between = [move for move in play.t.moves if move.source >= 0 and move.target >= 0]
    assert {play.t.WHATS[move.what] for move in between} == {"yellow"}


@rule("POL-R10", "POL-1.9", "POL-R33")
def test_by_the_switch_only_the_leader_of_a_government_gives_three_a_round_shares_counted_in() -> None:
    play = Play(yellow_transfers="leader_only")
    assert play.act_refused("give") == "POL-M15.leader_only"
    play.lead("Nok")
    assert play.act_refused("give") == "POL-M15.leader_only"
    play.form("Ton", "Fon")
    play.answer({"1": 1})
    play.give("Nok", "Yui", 1)
    assert mistake(rules.why_not_give(play.t, 0, 3, 2)) == "POL-M15.leader_only"
    assert mistake(rules.why_not_give(play.t, 1, 0, 1)) == "POL-M15.leader_only"
    play.give("Nok", "Ton", 1)
    assert play.act_refused("give") == "POL-M15.leader_only"
    assert play.act_refused("share") == "POL-M14"
    play.end_round()
    assert play.act_refused("give") == "POL-M15.leader_only"


# --- leaving: what goes with a player -------------------------------------------------------------------------------


@rule("POL-R133")
def test_a_leaver_takes_coins_out_and_cards_to_their_piles() -> None:
    play = Play(7)
    for what in ("yellow", "blue", "red", "green", "violet"):
        play.set("Arm", what, 4)
    play.leave("Arm")
    assert play.coins("Arm") == (0, 0, 0)
    assert play.tokens("Arm") == (0, 0)
    assert (play.policies, play.cards) == ((27, 3, 0), (14, 1))
    assert "Arm" not in play.with_right
    assert play.told("left") == [{"player": 4}]
    assert play.told("below_minimum") == []


@rule("POL-R133")
def test_fewer_than_six_left_is_warned_of_and_the_game_goes_on() -> None:
    play = Play(7)
    play.act("leave", 6)
    assert play.warned(True) == ""
    play.answer(True)
    play.act("leave", 5)
    assert play.warned(True) == "POL-M58"
    assert play.warned(False) == ""
    play.answer(False)
    assert play.t.at_table == [0, 1, 2, 3, 4, 5]
    play.leave("Yui")
    assert play.told("below_minimum") == [{"count": 5}]
    play.quick_rounds(2)
    assert play.phase == "closed"


@rule("POL-R133", "POL-R134")
def test_leaving_while_setting_up_is_refused_since_nobody_has_to() -> None:
    play = Play()
    play.run = GAME.begin(play.setup)
    assert play.act_refused("leave") == "POL-M06.setup"


@rule("POL-R134")
@pytest.mark.parametrize("moment", ["setup", "p1.leader", "p3.action", "f.vote"])
def test_joining_a_game_that_has_begun_is_refused_with_its_reason(moment: str) -> None:
    play = at_lie_catching() if moment == "f.vote" else Play()
    if moment == "setup":
        play.run = GAME.begin(play.setup)
    elif moment == "p3.action":
        play.govern()
    assert play.act_refused("join") == "POL-M51"


@rule("POL-R133")
def test_the_role_of_a_leaver_is_neither_asked_nor_shown() -> None:
    play = at_lie_catching()
    play.leave("Arm")
    play.no_votes()
    play.no_votes()
    assert play.run.question is not None
    assert play.run.question.voters is not None
    assert play.names(list(play.run.question.voters(play.t))) == ["Nok", "Ton", "Fon", "Ben", "Yui"]
    play.answer([H, H, H, H, DARK])
    play.say()
    assert "Arm" not in play.result["players"]
    assert play.result["ending"] == "normal"


@rule("POL-R133", "POL-G.2")
def test_two_dark_includes_the_one_who_left() -> None:
    play = at_lie_catching()
    play.leave("Arm")
    play.no_votes()
    play.no_votes()
    assert play.refused([H] * 5) == "POL-M04"
    play.leave("Yui")
    play.answer([H] * 4)
    play.say()
    assert play.phase == "over"


@rule("POL-R133")
def test_a_name_that_has_left_is_refused_everywhere() -> None:
    play = Play(7)
    play.leave("Gai")
    gone = play.seat("Gai")
    assert mistake(rules.why_not_lead(play.t, gone)) == "POL-M05"
    assert mistake(rules.why_not_give(play.t, 0, gone, 1)) == "POL-M05"
    assert mistake(rules.why_not_card(play.t, gone, "media")) == "POL-M05"
    assert play.refused(gone) == "POL-M05"
    play.lead("Nok")
    assert play.refused([1, gone]) == "POL-M05"
    play.form("Ton", "Fon")
    assert mistake(contract_rules.why_not_offer(play.t, gone)) == "POL-M05"
    play.to("p3.action")
    assert mistake(rules.why_not_withdraw(play.t, gone)) == "POL-M05"


@rule("POL-R133", "POL-G.6")
def test_rights_are_reset_if_the_last_unused_ones_leave() -> None:
    play = Play()
    play.quick_rounds(5)
    assert play.with_right == ["Yui"]
    play.leave("Yui")
    assert play.with_right == ["Nok", "Ton", "Fon", "Ben", "Arm"]
    play.to("p1.leader")
    assert play.pool == ["Nok", "Ton", "Fon", "Ben", "Arm"]


@rule("POL-R133", "POL-G.6")
def test_rights_are_reset_if_the_last_unused_one_leaves_in_the_lie_catching_phase() -> None:
    play = at_lie_catching(7)
    assert play.with_right == ["Gai"]
    play.leave("Gai")
    assert play.with_right == ALL


@rule("POL-R133", "POL-G.6", "POL-R18")
def test_a_leaver_who_had_no_right_brings_no_reset() -> None:
    play = Play(lost_right_scope="cycle", empty_pool="void")
    for name in ALL:
        play.lead(name)
        play.answer(["over"])
    assert (play.phase, play.with_right) == ("stuck", [])
    play.leave("Nok")
    assert (play.phase, play.with_right) == ("stuck", [])


# --- leaving: what follows, by phase and role -----------------------------------------------------------------------


def choosing(play: Play) -> None:
    play.to("p1.leader")


def tied(play: Play) -> None:
    play.answer("rolls")
    play.answer({str(seat): 6 if seat in (0, 1) else 1 for seat in range(6)})


def paying(play: Play) -> None:
    play.answer(0)


def seeking(play: Play) -> None:
    play.lead("Nok")


def sharing(play: Play) -> None:
    play.lead("Nok")
    play.form("Ton", "Fon")


def laying(play: Play) -> None:
    sharing(play)
    play.to("p2.lay")


def passing_on(play: Play) -> None:
    sharing(play)
    play.to("p2.centre")


def inspecting(play: Play) -> None:
    play.govern()


def opening(play: Play) -> None:
    play.govern()
    play.answer("inspect")
    play.answer(1)


def dropping(play: Play) -> None:
    play.govern()
    play.all_pass()


def revealing(play: Play) -> None:
    dropping(play)
    play.to("p4.reveal")


def counting_bags(play: Play) -> None:
    dropping(play)
    play.to("p4.bags")


def before_pay(play: Play) -> None:
    dropping(play)
    play.to("p4.pay")


def after_pay(play: Play) -> None:
    dropping(play)
    play.to("p5.close")


def at_special_draw(play: Play) -> None:
    play.govern()
    play.fail()


def between_rounds(play: Play) -> None:
    play.govern()
    play.all_pass()
    play.end_round()


STANDING = [sharing, laying, passing_on, inspecting, opening, dropping, revealing, counting_bags, before_pay]
NOT_LAID = [sharing, laying]


@rule("POL-R133", "POL-R24", "POL-R25", "POL-R44")
@pytest.mark.parametrize("moment", STANDING, ids=lambda moment: moment.__name__)
@pytest.mark.parametrize("who", ["Nok", "Ton", "Fon"])
def test_the_government_dissolves_if_one_of_it_leaves_between_forming_and_pay(
    moment: Callable[[Play], None], who: str
) -> None:
    play = Play()
    moment(play)
    rights = [name for name in play.with_right if name != who]
    coins = {name: play.coins(name) for name in ALL if name != who}
    play.leave(who)
    assert (play.phase, play.t.failures, play.t.void) == ("closed", 0, True)
    assert play.told("government_dissolved") == [{}]
    assert {name: play.coins(name) for name in coins} == coins
    assert play.with_right == rights
    assert play.policies[2] == 0
    assert [play.has(name, "policy") for name in ALL if name != who] == [3] * 5
    laid = 0 if moment in NOT_LAID else 6
    hand = 3 if moment in NOT_LAID else 1
    assert play.t.held[POLICY][DISCARD] == laid + hand
    assert [play.has(name, "gov_passed") + play.has(name, "gov_failed") for name in ALL] == [0] * 6
    play.say()
    assert (play.t.round, play.phase) == (2, "choose_leader")


@rule("POL-R133", "POL-5.7")
def test_piles_are_checked_after_dissolving_as_in_phase_5() -> None:
    play = Play()
    play.govern()
    play.act("count", {"policy.draw": 9, "policy.discard": 21}, "for the test")
    play.leave("Ton")
    assert play.policies == (33, 0, 0)
    assert len(play.told("reshuffle")) == 1


@rule("POL-R133", "POL-R121")
def test_every_contract_of_a_dissolved_round_is_void() -> None:
    play = Play()
    sharing(play)
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Fon", accepted=["Ben"])
    play.leave("Ton")
    assert play.contracts == {"A": "void", "B": "void"}
    assert play.act_refused("decide") == "POL-M42"
    assert play.tokens("Nok") == play.tokens("Fon") == (0, 0)
    assert play.phase == "closed"


@rule("POL-R133", "POL-R24", "POL-R135")
@pytest.mark.parametrize(("counts", "round_number"), [(True, 2), (False, 1)])
def test_a_dissolved_round_counts_like_one_without_a_government(counts: bool, round_number: int) -> None:
    play = Play(void_round_counts=counts)
    play.govern()
    play.leave("Ton")
    play.say()
    assert play.t.round == round_number


@rule("POL-R133")
@pytest.mark.parametrize("moment", [choosing, paying, seeking, between_rounds], ids=lambda moment: moment.__name__)
@pytest.mark.parametrize("who", ALL)
def test_a_player_who_leaves_outside_a_government_dissolves_nothing(moment: Callable[[Play], None], who: str) -> None:
    play = Play()
    moment(play)
    play.leave(who)
    assert play.told("government_dissolved") == []
    assert play.phase == ("closed" if moment is between_rounds else "coalition" if moment is seeking and who != "Nok"
                          else "choose_leader")  # fmt: skip
    play.to("p1.leader", "p1.fee", "p1.partners")
    if moment is between_rounds:
        assert play.t.round == 2


@rule("POL-R133", "POL-R15")
@pytest.mark.parametrize("moment", [paying, seeking], ids=lambda moment: moment.__name__)
def test_a_new_leader_is_chosen_if_the_seeking_one_leaves(moment: Callable[[Play], None]) -> None:
    play = Play()
    moment(play)
    if moment is seeking:
        play.offer("Nok", "A", accepted=["Ben"])
    play.leave("Nok")
    assert (play.open, play.t.leader) == ("p1.leader", -1)
    assert play.pool == ALL[1:]
    assert set(play.contracts.values()) <= {"void"}
    play.govern("Ton", "Fon", "Ben")
    assert play.names(play.t.opposition) == ["Arm", "Yui"]


@rule("POL-R133", "POL-R14")
def test_of_two_tied_players_the_one_who_stays_leads() -> None:
    play = Play()
    tied(play)
    play.leave("Nok")
    assert play.run.legal() == [1]


@rule("POL-R133", "POL-3.1")
def test_the_turn_of_an_opposition_player_who_leaves_is_skipped() -> None:
    for moment, turn in ((inspecting, "Arm"), (opening, "Arm")):
        play = Play()
        moment(play)
        play.leave("Ben")
        assert (play.open, play.t.turn()) == ("p3.action", play.seat(turn))
        assert play.t.face_down() == [0, 1, 2, 3, 4, 5]
        play.leave("Yui", "Arm")
        assert play.phase == "benefits"


@rule("POL-R133", "POL-3.1")
def test_what_a_leaving_opposition_player_found_still_counts() -> None:
    play = Play()
    play.govern()
    play.inspect(1, C)
    play.leave("Ben")
    play.inspect(2, C)
    assert play.phase == "closing"


@rule("POL-R133", "POL-5.1", "POL-5.2", "POL-R72")
def test_after_a_failure_the_rest_is_closed_normally_without_the_leader() -> None:
    play = Play()
    at_special_draw(play)
    play.leave("Nok")
    assert play.open == "p5.close"
    assert play.told("government_dissolved") == []
    assert mistake(rules.why_not_special_draw(play.t, 0)) == "POL-M05"
    play.say()
    assert (play.phase, play.t.failures, play.t.void) == ("closed", 1, False)
    assert play.with_right == ["Ton", "Fon", "Ben", "Arm", "Yui"]
    assert [play.has(name, "policy") for name in ("Ton", "Fon")] == [3, 3]


@rule("POL-R133", "POL-R51", "POL-5.1")
@pytest.mark.parametrize("who", ["Nok", "Ton"])
def test_a_failed_government_does_not_dissolve_while_the_rest_still_act(who: str) -> None:
    play = Play(8, failure_stops_phase3=False)
    play.govern()
    play.fail()
    assert play.phase == "opposition"
    play.leave(who)
    assert (play.phase, play.told("government_dissolved")) == ("opposition", [])
    play.all_pass()
    left = "Fon"
    assert play.coins(left)[0] == 2
    play.end_round()
    assert (play.t.failures, play.t.void) == (1, False)
    assert play.has(left, "policy") == 3


@rule("POL-R133", "POL-R77", "POL-C.1")
def test_a_fifth_failure_is_a_crisis_also_if_one_of_the_government_leaves_before_the_round_closes() -> None:
    play = Play(8, failure_stops_phase3=False, crisis_skips_phase5=False)
    play.failures(4)
    play.govern()
    play.fail()
    play.leave("Ton")
    play.end_round()
    assert (play.phase, play.t.crisis, play.t.failures) == ("lie_1", True, 5)


@rule("POL-R133")
@pytest.mark.parametrize("who", ["Nok", "Ton"])
def test_after_pay_the_rest_is_closed_normally(who: str) -> None:
    play = Play()
    after_pay(play)
    play.leave(who)
    assert play.open == "p5.close"
    play.say()
    assert (play.phase, play.t.void) == ("closed", False)
    assert play.has("Fon", "gov_passed") == 1
    assert "Nok" not in play.with_right


@rule("POL-R133", "POL-R24", "POL-R20")
def test_a_player_forced_into_the_opposition_who_leaves_takes_no_place_with_them() -> None:
    play = Play(7)
    for name in ("Nok", "Ton", "Fon"):
        play.lead(name)
        play.time_over()
    assert play.t.free() == 4
    play.leave("Nok", "Ton")
    assert play.t.free() == 4
    assert play.open == "p1.leader"
    play.govern("Ben", "Arm", "Yui")
    assert play.names(play.t.opposition) == ["Gai", "Fon"]


@rule("POL-R133", "POL-R24")
def test_fewer_than_three_players_form_no_government() -> None:
    play = Play()
    play.leave("Nok", "Ton", "Fon")
    assert play.open == "p1.leader"
    play.leave("Ben")
    assert play.open == "p1.none"
    play.say()
    assert play.phase == "closed"


@rule("POL-R133", "POL-N.1")
def test_a_game_goes_on_to_its_end_even_if_everybody_leaves() -> None:
    play = Play(6, "half")
    play.leave(*ALL)
    while play.run.question is not None:
        play.unsaid()
    assert play.result["winners"] == []
    assert play.act_refused("leave") in ("game.over", "POL-M07")


@rule("POL-R133", "POL-R139")
def test_whatever_a_leaver_was_about_to_do_is_withdrawn() -> None:
    play = Play()
    play.govern()
    play.inspect(1, H)
    play.act("card", play.seat("Yui"), "media", 1)
    play.leave("Yui")
    assert play.open == "p3.action"
    play.run.act("give")
    play.answer(play.seat("Arm"))
    play.leave("Arm")
    assert play.phase == "benefits"


# --- leaving in the lie-catching phase ------------------------------------------------------------------------------


@rule("POL-R133", "POL-F.3")
def test_a_player_who_leaves_has_no_vote_and_gets_none() -> None:
    play = at_lie_catching()
    play.to("f.vote")
    play.leave("Arm")
    assert play.open == "f.vote"
    assert play.names(vote_rules.voters(play.t)) == ["Nok", "Ton", "Fon", "Ben", "Yui"]
    assert play.refused([4, None, None, None, None]) == "POL-M05"


@rule("POL-R133", "POL-F.4")
def test_what_the_vote_settled_stays_if_somebody_else_leaves_before_the_card_is_up() -> None:
    play = at_lie_catching()
    play.purse(Ben=9)
    blue = play.coins("Ton")[1]
    play.vote({"Nok": "Ben", "Ton": "Ben", "Yui": "Ben"})
    play.leave("Nok")
    assert play.open == "f.card"
    play.answer(DARK)
    assert play.coins("Ben")[0] == 6
    assert (play.coins("Ton")[1], play.coins("Nok")[1]) == (blue + 2, 0)
    assert play.phase == "lie_2"


@rule("POL-R133", "POL-F.4")
def test_who_leaves_before_turning_up_the_card_does_not_show_it() -> None:
    play = at_lie_catching(lie_tie="all")
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    play.leave("Ben")
    assert play.run.question is not None
    assert play.run.question.about(play.t) == play.seat("Arm")
    play.leave("Arm")
    assert (play.phase, play.told("turned_up")) == ("lie_2", [])


@rule("POL-R133", "POL-R83")
def test_a_run_off_goes_on_among_the_tied_who_stay() -> None:
    play = at_lie_catching(lie_tie="runoff")
    play.vote({"Nok": "Ben", "Ton": "Arm", "Fon": "Yui"})
    play.leave("Arm")
    assert (play.open, play.t.runoff) == ("f.runoff", [3, 5])
    play.leave("Ben", "Yui")
    assert play.open == "f.vote"


@rule("POL-R133", "POL-F.4")
def test_what_was_turned_up_and_paid_stays_when_the_player_leaves() -> None:
    play = at_lie_catching()
    blue = play.coins("Nok")[1]
    play.vote({"Nok": "Ben"})
    play.answer(DARK)
    play.leave("Ben")
    assert play.coins("Nok")[1] == blue + 2
    assert play.names(play.t.exposed) == ["Ben"]
    play.no_votes()
    play.finish("Arm")
    assert play.result["exposed"] == ["Ben"]


@rule("POL-R133", "POL-R93")
@pytest.mark.parametrize(
    ("leavers", "exposed", "needs", "faction"),
    [
        (["Arm"], ["Yui"], "both", H),
        (["Arm"], [], "both", DARK),
        (["Arm", "Yui"], [], "both", H),
        (["Arm", "Yui"], [], "one", H),
        (["Arm"], [], "one", DARK),
    ],
)
def test_in_a_crisis_the_dark_players_still_present_decide(
    leavers: list[str], exposed: list[str], needs: str, faction: str
) -> None:
    play = Play(crisis_honest_needs=needs)
    play.failures(5)
    play.leave(*leavers)
    for name in exposed:
        play.vote({"Nok": name})
        play.answer(DARK)
    while play.phase in ("lie_1", "lie_2"):
        play.unsaid()
    play.finish("Arm", "Yui")
    assert play.result["winning_faction"] == faction
    assert not set(play.result["winners"]) & set(leavers)


@rule("POL-R133", "POL-R93")
@pytest.mark.parametrize(("needs", "faction"), [("both", DARK), ("one", H)])
def test_a_dark_player_exposed_before_leaving_counts_where_one_is_enough(needs: str, faction: str) -> None:
    play = Play(crisis_honest_needs=needs)
    play.failures(5)
    play.vote({"Nok": "Arm"})
    play.answer(DARK)
    play.leave("Arm")
    play.no_votes()
    play.finish("Yui")
    assert play.result["winning_faction"] == faction
    assert play.result["winners"] == (["Yui"] if faction == DARK else ["Nok", "Ton", "Fon", "Ben"])


# --- roles on record ------------------------------------------------------------------------------------------------


@rule("POL-R01", "POL-G.2")
def test_roles_are_recorded_at_any_time_by_the_game_master_alone() -> None:
    for moment in (choosing, paying, seeking, sharing, inspecting, opening, dropping, before_pay, between_rounds):
        play = Play()
        moment(play)
        before = public_view(play.t).as_json(), play.open
        play.run.act("roles")
        assert play.run.question is not None
        assert play.run.question.audience is Audience.GM
        play.answer([DARK, DARK, H, H, H, H])
        assert (public_view(play.t).as_json(), play.open) == before
        assert play.t.roles[:2] == [DARK, DARK]


@rule("POL-R01")
def test_recording_roles_is_optional_and_lists_everybody() -> None:
    play = Play()
    play.run.act("roles")
    assert play.run.question is not None
    assert play.run.question.voters is not None
    assert play.names(list(play.run.question.voters(play.t))) == ALL
    play.answer([None] * 6)
    assert play.t.roles == [None] * 6
    assert scored(at_lie_catching(), "Arm", "Yui")["ending"] == "normal"


@rule("POL-R142")
def test_thinking_better_of_leaving_or_stopping_changes_nothing() -> None:
    play = Play()
    play.govern()
    before = snapshot(play.t)
    play.act("leave", 3, False)
    play.act("stop", False)
    after = snapshot(play.t)
    assert {key for key in before if before[key] != after[key]} == {"row"}
