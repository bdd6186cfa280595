"""Players who leave, walk out of an office, or are replaced."""

from __future__ import annotations

import pytest

from gmtool.core.question import Refused
from gmtool.core.table import DRAW
from gmtool.games.boss.table import BALLOTS, POLICY, TERMS
from gmtool.games.boss.view import public_view
from tests.games.boss.tables import C, P, Play, board

rule = pytest.mark.rule
SEVEN = ["progressive", "assassin", "mastermind", "insider", "eagle", "tai_go", "progressive"]


def refused_act(play: Play, action: str) -> str:
    with pytest.raises(Refused) as refused:
        play.run.act(action)
    return refused.value.reason.id


@rule("BOSS-R65", "BOSS-9.2")
def test_a_player_who_leaves_is_out_for_good_and_skipped() -> None:
    play = Play(7)
    play.leave("Bình")
    seat = play.seat("Bình")
    assert (play.t.status[seat], play.t.held[BALLOTS][seat]) == ("left", 0)
    assert play.refused(seat) == "nominee_not_active.left"
    play.round("Chi", P)
    assert play.president == "Chi"
    play.run.act("leave")
    assert play.refused(seat) == "already_left"


@rule("BOSS-R65")
def test_leaving_is_noted_only_before_a_nomination_or_a_vote() -> None:
    play = Play(7, board=board(["dismiss"]))
    assert play.run.why_not_act("leave") is None
    play.nominate("Chi")
    assert play.run.why_not_act("leave") is None
    play.vote(7)
    assert refused_act(play, "leave") == "wrong_phase"
    play.enact(C, "dismiss")
    assert refused_act(play, "leave") == "wrong_phase"


@rule("BOSS-R65")
def test_a_leaving_nominee_is_replaced_and_the_tracker_stays() -> None:
    play = Play(7)
    play.reject("Bình")
    play.nominate("Chi")
    play.leave("Chi")
    assert (play.t.phase, play.t.tracker, play.president, play.t.round) == ("nominate", 1, "An", 1)


@rule("BOSS-R65")
def test_when_the_president_leaves_the_round_is_void_and_limits_stay() -> None:
    play = Play(7)
    play.round("Chi", P)
    play.reject("Hà")
    play.leave("Bình")
    assert (play.president, play.t.tracker, play.limited) == ("Chi", 1, ["An", "Chi"])
    assert "Hà" in play.eligible


@rule("BOSS-R65")
def test_a_leaving_voter_makes_the_vote_smaller() -> None:
    play = Play(7)
    play.nominate("Chi")
    play.leave("Lan")
    assert play.open == "ballots.shuffled"
    assert play.refused({"yes": 7}) == "vote_total"
    play.answer({"yes": 6})


@rule("BOSS-R65")
def test_after_every_departure_the_table_is_asked_and_may_stop() -> None:
    play = Play(7)
    play.run.act("leave")
    play.answer(play.seat("Lan"))
    assert play.open == "leaving.go_on"
    play.answer(False)
    assert (play.t.winner, play.t.reason) == ("nobody", "abandoned")


@rule("BOSS-R65")
def test_what_the_loss_of_a_character_means_is_for_the_gm_alone() -> None:
    asked = []
    for leaver in ("Bình", "Lan"):
        play = Play(7, special_roles=["assassin", "eagle", "tai_go"], roles=SEVEN)
        play.run.act("leave")
        play.answer(play.seat(leaver))
        asked.append(play.open)
        play.answer(True)
        asked.append(play.open)
        play.answer(True)
        secret = [event.id for event in play.t.events if event.secret and event.id.startswith("left_role")]
        assert secret == (["left_role.assassin"] if leaver == "Bình" else [])
    assert asked == ["leaving.loss", "leaving.go_on"] * 2


def test_leaving_changes_nothing_until_the_table_has_answered() -> None:
    play = Play(7)
    play.run.act("leave")
    play.answer(play.seat("Lan"))
    play.run.drop_action()
    assert play.t.left == []


# --- President or Director goes in the middle of a round (BOSS-R71)


@rule("BOSS-R71")
@pytest.mark.parametrize("who", ["Bình", "Dũng"])
def test_before_the_enactment_the_round_is_void(who: str) -> None:
    play = Play(7)
    play.round("Hà", P)
    play.elect("Dũng")
    play.vacate(who)
    assert (play.t.phase, play.president, play.t.tracker, play.t.enacted(P)) == ("nominate", "Chi", 0, 1)
    assert (play.limited, play.piles) == (["An", "Hà"], (14, 2))


@rule("BOSS-R71")
def test_cards_in_hand_go_back_into_the_pile() -> None:
    play = Play(5)
    for side in (P, C, P, C, P):
        play.any_round(side)
    play.elect(play.eligible[0])
    play.answer(True)
    assert play.t.in_hands() == 3
    play.vacate(str(play.name(play.t.director)))
    assert (play.t.in_hands(), play.t.held[POLICY][DRAW]) == (0, 12)


@rule("BOSS-R71", "BOSS-R62")
def test_the_election_counts_as_a_term_all_the_same() -> None:
    play = Play(7)
    play.elect("Chi")
    play.vacate("An")
    assert play.t.held[TERMS][play.seat("Chi")] == 1
    assert (play.president, play.limited) == ("Bình", [])


@rule("BOSS-R71", "BOSS-4.13")
def test_a_director_who_is_asked_answers_before_going() -> None:
    play = Play(7)
    for _ in range(3):
        play.any_round(C)
    play.elect(play.eligible[0], no_to_all=False)
    assert play.open == "check.mastermind"
    play.run.act("vacate")
    assert play.refused(play.t.director) == "answer_first"
    play.answer(play.t.president)
    play.answer(True)
    assert play.t.phase == "nominate"


@rule("BOSS-R71")
def test_after_the_enactment_only_the_function_of_a_director_is_lost() -> None:
    play = Play(7, board=board(["dismiss"]))
    play.round("Chi", C, "dismiss")
    play.vacate("Chi")
    assert (play.t.phase, play.president, play.t.dismissed, play.t.enacted(C)) == ("nominate", "Bình", [], 1)
    assert play.told("function_lapsed")
    assert play.limited == ["An"]


@rule("BOSS-R71")
def test_after_the_enactment_a_president_may_go_and_the_function_is_used() -> None:
    play = Play(7, board=board(["dismiss"]))
    play.round("Chi", C, "dismiss")
    play.vacate("An")
    assert play.t.phase == "power"
    play.use("Hà")
    assert (play.president, play.names(play.t.dismissed)) == ("Bình", ["Hà"])


@rule("BOSS-R71", "BOSS-R65")
def test_nobody_else_goes_in_the_middle_of_a_round() -> None:
    play = Play(7)
    play.elect("Chi")
    play.run.act("vacate")
    assert play.run.legal() == [play.seat("An"), play.seat("Chi")]
    assert play.refused(play.seat("Hà")) == "no_office"
    play = Play(7)
    assert refused_act(play, "vacate") == "leave_instead"


@rule("BOSS-R71")
def test_a_function_that_loses_its_last_target_has_no_effect() -> None:
    play = Play(5, board=board(["appoint"]))
    for name in ("Chi", "Dũng", "Hà"):
        play.leave(name)
    play.round("Bình", C, "appoint")
    play.vacate("An")
    assert (play.t.skipped, play.t.phase) == ("appoint", "nominate")


# --- a substitute (BOSS-R72)


@rule("BOSS-R72")
def test_a_substitute_takes_over_the_seat_with_everything_in_it() -> None:
    play = Play(7, roles=["progressive", "insider", "mastermind", "insider", *["progressive"] * 3])
    play.round("Chi", P)
    play.elect("Hà")
    play.run.act("substitute")
    play.answer(play.seat("Hà"))
    play.answer("Phúc")
    assert (play.open, play.name(play.t.director)) == ("policy.enact", "Phúc")
    assert play.t.held[TERMS][play.seat("Phúc")] == 1
    assert play.t.roles[play.seat("Phúc")] == "progressive"
    play.enact(P)
    assert play.limited == ["Bình", "Phúc"]
    assert public_view(play.t).rows[4].name == "Phúc"


@rule("BOSS-R72", "BOSS-9.2")
def test_nobody_takes_the_seat_of_one_who_has_left() -> None:
    play = Play(7)
    play.leave("Lan")
    play.run.act("substitute")
    assert play.seat("Lan") not in play.run.legal()


# --- corrections


@rule("BOSS-R69")
def test_a_tracker_put_right_ends_a_chaos_that_was_none() -> None:
    play = Play(5)
    play.fail()
    play.run.act("correct")
    for answer in ("centre", "tracker", 2, "one vote was miscounted"):
        play.answer(answer)
    assert (play.t.phase, play.t.tracker) == ("nominate", 2)


@rule("BOSS-R69", "BOSS-4.14")
def test_terms_put_right_are_followed_by_the_question_that_is_due() -> None:
    play = Play(5, special_roles=["tai_go"])
    play.elect("Chi")
    assert play.open == "policy.enact"
    play.run.act("correct")
    for answer in (play.seat("Chi"), "terms", 2, "a term was forgotten"):
        play.answer(answer)
    assert play.open == "check.tai_go"
