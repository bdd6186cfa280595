"""The election round: who may be nominated, what a vote decides, what a new Director is asked."""

from __future__ import annotations

import pytest

from gmtool.core.question import Refused
from gmtool.games.boss.table import BALLOTS, TERMS
from gmtool.text.texts import Texts
from tests.games.boss.tables import GAME, NAMES, C, P, Play, board

rule = pytest.mark.rule


# --- who may be nominated


@rule("BOSS-4.1", "BOSS-4.2", "BOSS-R19")
def test_the_president_nominates_anybody_but_themselves() -> None:
    play = Play(5)
    assert play.president == "An"
    assert play.eligible == ["Bình", "Chi", "Dũng", "Hà"]
    assert play.refused(play.seat("An")) == "nominee_is_president"


@rule("BOSS-R15", "BOSS-R07", "BOSS-2.6")
def test_in_the_first_round_nobody_is_limited_and_any_player_may_be_first_president() -> None:
    play = Play(8, first_president=3)
    assert (play.president, play.limited) == ("Dũng", [])


@rule("BOSS-4.3")
@pytest.mark.parametrize("players", [5, 6])
def test_with_five_or_six_only_the_last_director_is_limited(players: int) -> None:
    play = Play(players)
    play.round("Chi", P)
    assert play.limited == ["Chi"]
    assert play.refused(play.seat("Chi")) == "nominee_limited.director"
    assert "An" in play.eligible


@rule("BOSS-4.4")
@pytest.mark.parametrize("players", [7, 8, 9, 10])
def test_from_seven_players_the_last_president_is_limited_too(players: int) -> None:
    play = Play(players)
    play.round("Chi", P)
    assert play.limited == ["An", "Chi"]
    assert play.refused(play.seat("An")) == "nominee_limited.president"


@rule("BOSS-R15")
def test_limits_look_at_the_previous_round_only_and_never_at_a_rejected_nominee() -> None:
    play = Play(7)
    play.round("Chi", P)
    play.reject("Hà")
    play.elect("Khoa")
    play.enact(P)
    assert play.limited == ["Bình", "Khoa"]


@rule("BOSS-R15", "BOSS-R27")
def test_a_round_limits_its_pair_once_its_function_is_used() -> None:
    play = Play(7, board=board([], ["dismiss"]), mastermind_dismissed_ends=True)
    play.round("Chi", C)
    play.round("Hà", C, "dismiss")
    assert (play.t.phase, play.limited) == ("power", ["An", "Chi"])
    play.use("Lan")
    assert (play.t.phase, play.limited) == ("dismissed_check", ["An", "Chi"])
    play.answer(False)
    assert (play.t.phase, play.limited) == ("nominate", ["Bình", "Hà"])


@rule("BOSS-R14")
def test_the_bracket_counts_seats_at_the_start() -> None:
    play = Play(7, board=board(["dismiss"]))
    play.round("Chi", C, "dismiss")
    play.use("Hà")
    assert len(play.t.active) == 6
    assert play.limited == ["An", "Chi"]


@rule("BOSS-R14")
def test_by_house_rule_the_bracket_counts_who_is_still_in() -> None:
    play = Play(7, board=board(["dismiss"]), limit_bracket="active")
    play.round("Chi", C, "dismiss")
    play.use("Hà")
    assert play.limited == ["Chi"]


@rule("BOSS-R18")
def test_limits_never_touch_the_presidency() -> None:
    play = Play(7)
    play.round("Bình", P)
    assert play.president == "Bình"
    assert "Bình" in play.limited


@rule("BOSS-R24", "BOSS-4.10")
def test_the_one_just_rejected_may_be_named_after_somebody_else() -> None:
    play = Play(5)
    play.reject("Bình")
    assert play.refused(play.seat("Bình")) == "nominee_just_rejected"
    play.reject("Chi")
    assert play.eligible == ["Bình", "Dũng", "Hà"]


@rule("BOSS-R24")
def test_by_house_rule_nobody_rejected_is_named_again_by_this_president() -> None:
    play = Play(5, renominate="never")
    play.reject("Bình")
    play.reject("Chi")
    assert play.eligible == ["Dũng", "Hà"]


@rule("BOSS-R24")
def test_by_house_rule_the_rejected_may_be_named_at_once() -> None:
    play = Play(5, renominate="free")
    play.reject("Bình")
    assert "Bình" in play.eligible


# --- nobody left to nominate (BOSS-R17)


def three_left(**given: object) -> Play:
    """Five players of whom An, Bình and Chi are left; a round was just played."""
    play = Play(5, board=board(["dismiss"], ["dismiss"]), **given)
    play.round("Bình", C, "dismiss")
    play.use("Hà")
    play.round("Chi", C, "dismiss")
    play.use("Dũng")
    return play


@rule("BOSS-R17")
def test_first_the_bar_on_the_rejected_falls() -> None:
    play = three_left()
    assert (play.president, play.limited, play.eligible) == ("Chi", ["Chi"], ["An", "Bình"])
    play.round("An", P)
    # An is limited now and President; of Bình and Chi one is rejected, then the other.
    assert (play.president, play.eligible) == ("An", ["Bình", "Chi"])
    play.round("Bình", P)
    assert (play.president, play.eligible) == ("Bình", ["An", "Chi"])
    play.leave("Chi")
    assert play.eligible == ["An"]
    play.reject("An")
    assert play.eligible == ["An"]
    assert play.told("bar_lifted.just_rejected")


@rule("BOSS-R17")
def test_then_the_limit_of_the_previous_president_falls() -> None:
    play = Play(7)
    for name in ("Dũng", "Hà", "Khoa", "Lan"):
        play.leave(name)
    play.round("Chi", P)
    assert (play.president, play.limited) == ("Bình", ["An", "Chi"])
    assert play.eligible == ["An"]
    assert play.told("bar_lifted.president")
    assert play.refused(play.seat("Chi")) == "nominee_limited.director"


@rule("BOSS-R17")
def test_at_last_all_limits_fall_but_the_president_never_nominates_themselves() -> None:
    play = Play(5)
    for name in ("Chi", "Dũng", "Hà"):
        play.leave(name)
    play.round("Bình", P)
    assert play.president == "Bình"
    play.round("An", P)
    assert (play.president, play.limited, play.eligible) == ("An", ["An"], ["Bình"])
    play.reject("Bình")
    assert play.eligible == ["Bình"]
    play.elect("Bình")
    play.enact(P)
    assert (play.president, play.eligible) == ("Bình", ["An"])


@rule("BOSS-R17")
def test_at_last_all_limits_fall() -> None:
    play = Play(5)
    play.leave("Chi")
    play.leave("Dũng")
    play.round("Hà", P)
    assert (play.president, play.eligible) == ("Bình", ["An"])
    play.leave("An")
    assert (play.limited, play.eligible) == (["Hà"], ["Hà"])
    assert play.told("bar_lifted.all")
    # What the screen and the spoken line say leaves out a bar that was lifted.
    assert GAME.words(play.t, play.run.question)["limited"] == []
    view = GAME.gm_view(play.t)
    assert "lifted_all" in {key for key, _ in view.lines}
    assert not any(row.mark.startswith("limited") for row in view.rows)


@rule("BOSS-R17")
def test_with_one_player_left_the_game_can_only_be_abandoned() -> None:
    play = Play(5)
    for name in ("Bình", "Chi", "Dũng", "Hà"):
        play.leave(name)
    assert play.open == "nominate.alone"
    play.answer(True)
    assert (play.t.winner, play.t.reason) == ("nobody", "abandoned")


# --- the vote


@rule("BOSS-4.5", "BOSS-4.6", "BOSS-R21")
@pytest.mark.parametrize("totals", [{"yes": 3, "no": 1}, {"yes": 6}, {"yes": 3, "no": 3}, {}, {"no": 4}])
def test_yes_and_no_must_be_one_ballot_of_every_active_player(totals: dict[str, int]) -> None:
    play = Play(5)
    play.nominate("Chi")
    assert play.refused(totals) == "vote_total"
    assert (play.t.tracker, play.t.phase) == (0, "vote")


@rule("BOSS-4.8", "BOSS-R20")
@pytest.mark.parametrize(("yes", "elected"), [(4, True), (3, False), (2, False)])
def test_more_yes_than_no_elects_and_a_tie_rejects(yes: int, elected: bool) -> None:
    play = Play(6)
    play.nominate("Chi")
    play.vote(yes)
    assert (play.t.phase == "policy") is elected
    assert play.t.tracker == (0 if elected else 1)


@rule("BOSS-R20")
def test_by_house_rule_a_tie_elects() -> None:
    play = Play(6, tie_passes=True)
    play.nominate("Chi")
    play.vote(3)
    assert play.t.phase == "policy"


@rule("BOSS-4.9", "BOSS-R25", "BOSS-R38")
def test_an_election_gives_the_marker_counts_a_term_and_puts_the_tracker_back() -> None:
    play = Play(5)
    play.reject("Bình")
    play.elect("Chi")
    assert play.t.tracker == 0
    assert play.t.held[TERMS][play.seat("Chi")] == 1
    play.enact(P)
    marker = play.t.WHATS.index("director_marker")
    assert play.t.held[marker][play.seat("Chi")] == 1


@rule("BOSS-4.10", "BOSS-R23", "BOSS-R39")
def test_after_a_rejection_the_same_president_nominates_again() -> None:
    play = Play(5)
    play.reject("Bình")
    assert (play.president, play.t.round, play.t.tracker, play.open) == ("An", 1, 1, "nominate.again")


@rule("BOSS-R23")
def test_by_house_rule_the_marker_moves_on_and_the_count_runs_on() -> None:
    play = Play(5, on_reject="next_president")
    play.reject("Bình")
    assert (play.president, play.t.tracker, play.open) == ("Bình", 1, "nominate.new")
    assert play.told("rejected.passes_on")
    assert "An" in play.eligible
    play.reject("An")
    play.reject("An")
    assert (play.president, play.t.phase) == ("Chi", "chaos")


@rule("BOSS-R22")
def test_open_ballots_change_the_words_and_not_what_is_asked() -> None:
    shuffled, open_ = Play(5), Play(5, open_ballots=True)
    for play in (shuffled, open_):
        play.nominate("Chi")
    assert (shuffled.open, open_.open) == ("ballots.shuffled", "ballots.open")
    assert shuffled.run.legal() == open_.run.legal()


@rule("BOSS-4.6", "BOSS-4.7")
def test_the_gm_is_reminded_to_shuffle_before_showing_and_to_give_two_back() -> None:
    play = Play(5)
    play.nominate("Chi")
    assert play.run.question is not None
    assert {"BOSS-4.6", "BOSS-4.7"} <= set(play.run.question.rules)
    for language in ("en", "vi"):
        words = Texts(language, "boss", strict=True).get(play.open, "do")
        assert "YES" in words
        assert "NO" in words


@rule("BOSS-9.1", "BOSS-R47", "BOSS-4.5")
def test_a_dismissed_player_has_no_ballot() -> None:
    play = Play(7, board=board(["dismiss"]))
    play.round("Chi", C, "dismiss")
    play.use("Hà")
    assert play.t.held[BALLOTS][play.seat("Hà")] == 0
    play.nominate("Dũng")
    assert play.refused({"yes": 7}) == "vote_total"
    play.answer({"yes": 6})


# --- what a new Director is asked


def three_conservative(players: int = 7, **given: object) -> Play:
    play = Play(players, **given)
    for name in ("Chi", "Dũng", "Hà"):
        play.round(name, C)
    return play


@rule("BOSS-4.13", "BOSS-R55", "BOSS-R56")
def test_the_mastermind_question_comes_from_the_third_conservative_policy_on() -> None:
    play = three_conservative()
    play.elect("Khoa", no_to_all=False)
    assert play.open == "check.mastermind"
    assert play.piles == (8, 6)


@rule("BOSS-R56")
def test_who_was_director_before_the_third_is_not_cleared() -> None:
    play = three_conservative()
    play.round("Khoa", P)
    play.elect("Chi", no_to_all=False)
    assert play.open == "check.mastermind"


@rule("BOSS-4.13", "BOSS-R55")
def test_who_has_said_no_is_never_asked_again() -> None:
    play = three_conservative(5)
    play.round("Bình", P)
    play.round("An", P)
    play.elect("Bình", no_to_all=False)
    assert play.t.phase == "policy"
    assert play.names(play.t.cleared["mastermind"]) == ["Bình", "An"]


@rule("BOSS-8.2", "BOSS-R67")
def test_without_the_mastermind_win_the_question_is_never_asked() -> None:
    play = three_conservative(mastermind_win=False)
    play.elect("Khoa", no_to_all=False)
    assert play.open == "policy.enact"


@rule("BOSS-4.14", "BOSS-R62", "BOSS-R70")
def test_tai_go_is_asked_for_at_a_second_term_after_the_mastermind() -> None:
    play = three_conservative(5, special_roles=["tai_go"])
    play.elect("Chi", no_to_all=False)
    assert play.open == "check.mastermind"
    play.answer(False)
    assert play.open == "check.tai_go"
    play.answer(False)
    assert play.open == "policy.enact"


@rule("BOSS-4.14")
def test_tai_go_is_not_asked_for_where_not_in_play_or_at_a_first_term() -> None:
    play = Play(5)
    play.round("Bình", P)
    play.round("Chi", P)
    play.elect("Bình", no_to_all=False)
    assert play.open == "policy.enact"
    play = Play(5, special_roles=["tai_go"])
    play.elect("Bình", no_to_all=False)
    assert play.open == "policy.enact"


@rule("BOSS-R62")
def test_rejected_nominations_are_no_terms_and_a_third_term_asks_nobody_twice() -> None:
    play = Play(5, special_roles=["tai_go"])
    play.reject("Bình")
    play.round("Chi", P)
    play.elect("Dũng", no_to_all=False)
    assert play.open == "policy.enact"
    play.enact(P)
    play.elect("Bình", no_to_all=False)
    assert play.open == "policy.enact"
    play.enact(P)
    play.elect("Chi", no_to_all=False)
    assert play.open == "check.tai_go"


@rule("BOSS-R68")
def test_an_answer_against_the_characters_typed_in_is_refused_for_the_gm_alone() -> None:
    roles = ["progressive", "progressive", "insider", "mastermind", "progressive"]
    play = Play(5, roles=roles)
    for name in ("Bình", "Chi", "Bình"):
        play.round(name, C)
    play.elect("Hà", no_to_all=False)
    with pytest.raises(Refused) as refused:
        play.run.answer(True)
    assert (refused.value.reason.id, refused.value.reason.audience) == ("answer_contradicts_roles", "gm")
    assert play.run.legal() == [True, False]
    play.answer(False)
    play.enact(P)
    play.elect("Dũng", no_to_all=False)
    assert play.refused(False) == "answer_contradicts_roles"


@rule("BOSS-R27", "BOSS-1.4")
def test_one_round_is_one_presidency() -> None:
    play = Play(5)
    assert play.t.round == 1
    play.round("Chi", P)
    assert (play.t.round, play.president) == (2, "Bình")
    play.chaos(P)
    assert (play.t.round, play.president) == (3, "Chi")


def test_names_are_as_given() -> None:
    assert Play(10).t.names == NAMES
