"""Functions: when they work, on whom, and what follows."""

from __future__ import annotations

import pytest

from gmtool.games.boss import rules
from gmtool.games.boss.table import BALLOTS, FUNCTIONS
from tests.games.boss.tables import C, P, Play, board

rule = pytest.mark.rule


def at(function: str, players: int = 7, **given: object) -> Play:
    """A table at which Bình, elected by An, may use a function."""
    play = Play(players, board=board([function], [function], [function]), **given)
    play.round("Bình", C, function)
    return play


# --- when they work


@rule("BOSS-6.1", "BOSS-R03")
@pytest.mark.parametrize("printed", [*FUNCTIONS, "none"])
def test_a_function_works_only_if_card_and_slot_show_the_same(printed: str) -> None:
    play = Play(7, board=board(["investigate"]))
    play.round("Bình", C, printed)
    assert (play.t.pending == ["investigate"]) is (printed == "investigate")
    assert play.told("no_function") is (printed != "investigate")


@rule("BOSS-6.1")
def test_the_printed_function_is_asked_only_where_the_slot_shows_a_symbol() -> None:
    play = Play(7)
    play.elect("Bình")
    play.answer(C)
    assert play.open == "nominate.new"
    play.elect("Chi")
    play.answer(C)
    assert play.open == "policy.symbol"
    assert play.refused("fly") == "unknown_symbol"


@rule("BOSS-R03", "BOSS-R02")
def test_by_set_up_the_slot_alone_gives_the_function_and_the_director_picks_one() -> None:
    play = Play(7, board=board(["investigate", "rehire", "appoint"]), power_rule="slot_only")
    play.elect("Bình")
    play.answer(C)
    assert (play.open, play.run.legal()) == ("power.choose", ["investigate", "appoint"])
    play.answer("appoint")
    play.use("Hà")
    assert play.president == "Hà"


@rule("BOSS-R04")
def test_a_progressive_row_with_symbols_works_the_same() -> None:
    play = Play(7, board=board(progressive=[["dismiss"]]))
    play.round("Bình", P, "dismiss")
    assert play.t.pending == ["dismiss"]


@rule("BOSS-6.2", "BOSS-5.5", "BOSS-R42", "BOSS-R40", "BOSS-R37")
def test_a_function_must_be_used_by_the_director_before_anything_goes_on() -> None:
    play = at("dismiss")
    assert play.t.phase == "power"
    assert play.run.question is not None
    assert play.run.question.about(play.t) == play.seat("Bình")
    assert rules.why_not_nominate(play.t, 2) is not None
    assert play.run.why_not_act("leave") is not None


@rule("BOSS-6.10", "BOSS-R43")
def test_a_rehire_with_nobody_dismissed_has_no_effect_and_the_round_goes_on() -> None:
    play = at("rehire")
    assert (play.t.phase, play.t.skipped, play.president) == ("nominate", "rehire", "Bình")
    assert play.told("no_target")


@rule("BOSS-R57")
def test_a_symbol_on_the_last_slot_is_meaningless() -> None:
    play = Play(7, board=board([], [], [], [], [], ["dismiss"]), mastermind_win=False)
    for _ in range(6):
        play.elect(play.eligible[0])
        while play.open.startswith("piles."):
            play.answer(True)
        play.answer(C)
    assert (play.t.phase, play.t.reason) == ("over", "six_conservative")


@rule("BOSS-6.4", "BOSS-R02")
@pytest.mark.parametrize(
    ("players", "slots"),
    [
        (5, [[], [], ["peek_discard"], ["dismiss"], ["dismiss", "rehire"], []]),
        (7, [[], ["investigate"], ["appoint"], ["dismiss"], ["dismiss", "rehire"], []]),
        (10, [["investigate"], ["investigate"], ["appoint"], ["dismiss"], ["dismiss", "rehire"], []]),
    ],
)
def test_the_borrowed_layout_goes_by_the_number_of_players(players: int, slots: list[list[str]]) -> None:
    play = Play(players)
    assert play.t.board == {C: slots, P: [[], [], [], [], []]}


# --- on whom


@rule("BOSS-R41")
@pytest.mark.parametrize("function", ["investigate", "dismiss", "appoint"])
def test_the_director_chooses_any_other_active_player(function: str) -> None:
    play = at(function)
    assert play.names(rules.targets(play.t, function)) == ["An", "Chi", "Dũng", "Hà", "Khoa", "Lan"]
    assert play.refused(play.seat("Bình")) == "target_self"


@rule("BOSS-R41")
@pytest.mark.parametrize("function", ["investigate", "dismiss", "appoint"])
def test_by_house_rule_the_director_may_choose_themselves(function: str) -> None:
    play = at(function, self_target=True)
    play.use("Bình")
    assert play.t.used[-1].target == play.seat("Bình")


@rule("BOSS-R54", "BOSS-9.1")
@pytest.mark.parametrize("function", ["investigate", "dismiss", "appoint"])
def test_a_dismissed_player_is_no_target_but_of_a_rehire(function: str) -> None:
    play = Play(7, board=board(["dismiss"], [function]))
    play.round("Bình", C, "dismiss")
    play.use("Hà")
    play.round("Dũng", C, function)
    assert play.refused(play.seat("Hà")) == "target_not_active"


@rule("BOSS-R45")
def test_a_player_may_be_investigated_twice_unless_the_house_forbids_it() -> None:
    for once in (False, True):
        play = at("investigate", investigate_once=once)
        play.use("Hà")
        play.round("Dũng", C, "investigate")
        assert (play.seat("Hà") in rules.targets(play.t, "investigate")) is not once
        if once:
            assert play.refused(play.seat("Hà")) == "target_already_investigated"


@rule("BOSS-R43", "BOSS-R45")
def test_an_investigation_of_nobody_left_has_no_effect() -> None:
    play = Play(5, board=board(*[["investigate"]] * 5), investigate_once=True, mastermind_win=False)
    for name in ("Chi", "Dũng", "Hà"):
        play.leave(name)
    play.round("Bình", C, "investigate")
    play.use("An")
    play.round("An", C, "investigate")
    play.use("Bình")
    play.round("Bình", C, "investigate")
    assert play.t.skipped == "investigate"


# --- what follows


@rule("BOSS-6.5", "BOSS-R44", "BOSS-R36")
def test_a_closed_meeting_notes_who_met_whom_and_nothing_of_the_thumb() -> None:
    play = at("investigate")
    play.answer(play.seat("Hà"))
    assert play.open == "power.meeting"
    assert play.run.question is not None
    assert play.run.question.shows_secret
    play.answer(True)
    use = play.t.used[-1]
    assert (use.round, play.name(use.director), use.function, play.name(use.target)) == (1, "Bình", "investigate", "Hà")
    assert play.t.phase == "nominate"


@rule("BOSS-8.6")
def test_the_golden_boy_is_reminded_once_before_the_first_meeting() -> None:
    play = at("investigate", special_roles=["golden_boy"])
    assert play.open == "power.golden_boy"
    play.use("Hà")
    play.round("Dũng", C, "investigate")
    assert play.open == "power.investigate"


@rule("BOSS-6.6", "BOSS-R47", "BOSS-9.1", "BOSS-R66")
def test_a_dismissed_player_gives_the_ballots_back_and_is_out_of_everything() -> None:
    play = at("dismiss")
    play.use("Chi")
    chi = play.seat("Chi")
    assert (play.t.status[chi], play.t.held[BALLOTS][chi]) == ("dismissed", 0)
    assert "Chi" not in play.eligible
    assert play.refused(chi) == "nominee_not_active.dismissed"
    play.round("Dũng", P)
    assert play.president == "Dũng"


@rule("BOSS-R49")
def test_the_order_skips_the_dismissed_and_goes_on_from_a_dismissed_president() -> None:
    play = at("dismiss")
    play.use("An")
    assert play.president == "Bình"
    play = Play(7, board=board(["dismiss"], ["dismiss"]))
    play.round("Hà", C, "dismiss")
    play.use("Bình")
    assert play.president == "Chi"


@rule("BOSS-6.7", "BOSS-R50", "BOSS-R51")
def test_a_rehired_player_has_everything_back() -> None:
    play = Play(7, board=board(["dismiss"], ["rehire"]))
    play.round("Hà", C, "dismiss")
    play.use("Khoa")
    play.round("Chi", C, "rehire")
    assert play.refused(play.seat("An")) == "target_not_dismissed"
    assert play.run.legal() == [play.seat("Khoa")]
    play.use("Khoa")
    khoa = play.seat("Khoa")
    assert (play.t.status[khoa], play.t.held[BALLOTS][khoa], play.t.dismissed) == ("active", 1, [])
    assert "Khoa" in play.eligible


@rule("BOSS-R50", "BOSS-R62")
def test_terms_before_a_dismissal_still_count_for_tai_go() -> None:
    play = Play(7, board=board(["dismiss"], ["rehire"]), special_roles=["tai_go"])
    play.round("Hà", C, "dismiss")
    play.use("An")
    play.round("Khoa", C, "rehire")
    play.use("An")
    play.round("Dũng", P)
    play.elect("Hà", no_to_all=False)
    assert play.open == "check.tai_go"


@rule("BOSS-R51", "BOSS-9.2")
def test_who_has_left_cannot_be_rehired() -> None:
    play = Play(7, board=board(["dismiss"], ["rehire"]))
    play.round("Hà", C, "dismiss")
    play.use("Khoa")
    play.leave("Khoa")
    play.round("Chi", C, "rehire")
    assert play.t.skipped == "rehire"


@rule("BOSS-6.8", "BOSS-R52")
def test_the_look_at_the_discards_asks_nothing_and_changes_nothing() -> None:
    play = at("peek_discard")
    piles = play.piles
    assert play.open == "power.peek_discard"
    assert play.run.question is not None
    assert play.run.question.shows_secret
    play.use()
    assert play.piles == piles
    assert play.t.phase == "nominate"


@rule("BOSS-6.9", "BOSS-5.8", "BOSS-R53")
def test_an_appointed_president_costs_nobody_a_turn() -> None:
    play = at("appoint")
    play.use("Lan")
    assert (play.president, play.t.appointed) == ("Lan", True)
    play.round("Dũng", P)
    assert (play.president, play.t.appointed) == ("Bình", False)


@rule("BOSS-5.8", "BOSS-R53")
def test_who_is_next_anyway_may_be_appointed_and_presides_twice_running() -> None:
    play = Play(7, board=board(["appoint"]))
    play.round("Hà", C, "appoint")
    play.use("Bình")
    play.round("Dũng", P)
    assert (play.president, play.t.appointed) == ("Bình", False)


@rule("BOSS-R53", "BOSS-R18")
def test_the_sitting_president_or_a_limited_player_may_be_appointed() -> None:
    play = at("appoint")
    play.use("An")
    assert (play.president, play.t.appointed, play.limited) == ("An", True, ["An", "Bình"])
    play.round("Chi", C, "appoint")
    play.use("Bình")
    assert play.president == "Bình"
    play.round("Dũng", C, "appoint")
    play.use("Khoa")
    play.round("Hà", P)
    # Three appointments in a row: the order waited, Bình was due since round 1.
    assert (play.president, play.t.appointed) == ("Bình", False)


@rule("BOSS-5.7")
def test_the_marker_goes_clockwise_to_the_next_active_player() -> None:
    play = Play(5)
    seen = [play.president]
    for side in (C, C, P, P, P):
        play.chaos(side)
        seen.append(play.president)
    assert seen == ["An", "Bình", "Chi", "Dũng", "Hà", "An"]


@rule("BOSS-R48")
def test_dismissing_the_mastermind_ends_nothing() -> None:
    roles = ["progressive", "progressive", "mastermind", "insider", "insider", "progressive", "progressive"]
    play = at("dismiss", roles=roles)
    play.use("Chi")
    assert play.t.phase == "nominate"
    assert not play.told("dismissed_not_mastermind")


@rule("BOSS-R48")
def test_by_house_rule_the_dismissed_must_say_whether_it_was_the_mastermind() -> None:
    play = at("dismiss", mastermind_dismissed_ends=True)
    play.use("Chi")
    assert (play.t.phase, play.open) == ("dismissed_check", "check.dismissed")
    play.answer(False)
    assert (play.t.phase, play.t.round) == ("nominate", 2)
    play = at("dismiss", mastermind_dismissed_ends=True)
    play.use("Chi")
    play.answer(True)
    assert (play.t.winner, play.t.reason) == ("progressive", "mastermind_dismissed")
