"""Every end of the game, and the Assassin's guess."""

from __future__ import annotations

import pytest

from gmtool.core.question import Audience, Refused
from gmtool.games.boss import rules
from gmtool.games.boss.view import public_view, result
from tests.games.boss.tables import GAME, NAMES, C, P, Play, board

rule = pytest.mark.rule


def filled(play: Play, side: str, count: int) -> Play:
    for _ in range(count):
        play.any_round(side)
    return play


@rule("BOSS-7.1", "BOSS-7.6", "BOSS-1.1")
def test_the_fifth_progressive_policy_wins() -> None:
    play = filled(Play(5), P, 5)
    assert (play.t.phase, play.t.winner, play.t.reason) == ("over", "progressive", "five_progressive")


@rule("BOSS-7.2", "BOSS-1.1")
def test_the_sixth_conservative_policy_wins() -> None:
    play = filled(Play(5, mastermind_win=False, board=board()), C, 6)
    assert (play.t.winner, play.t.reason) == ("conservative", "six_conservative")


@rule("BOSS-7.1", "BOSS-7.2", "BOSS-R30")
@pytest.mark.parametrize(("side", "reason"), [(P, "five_progressive"), (C, "six_conservative")])
def test_a_chaos_policy_can_end_the_game(side: str, reason: str) -> None:
    play = filled(Play(5, mastermind_win=False, board=board()), side, 4 if side == P else 5)
    play.chaos(side)
    assert (play.t.winner, play.t.reason) == (side, reason)


@rule("BOSS-7.3", "BOSS-R57")
def test_the_mastermind_elected_after_three_conservative_policies_wins_at_once() -> None:
    play = filled(Play(7), C, 3)
    play.elect(play.eligible[0], no_to_all=False)
    play.answer(True)
    assert (play.t.phase, play.t.winner, play.t.reason) == ("over", "conservative", "mastermind_elected")


@rule("BOSS-7.5", "BOSS-8.7", "BOSS-R61")
def test_tai_go_alone_wins_at_the_second_term() -> None:
    play = Play(5, special_roles=["tai_go"])
    play.round("Bình", P)
    play.round("Chi", P)
    play.elect("Bình", no_to_all=False)
    play.answer(True)
    assert (play.t.winner, play.t.reason) == ("tai_go", "tai_go_twice_director")


@rule("BOSS-R65")
def test_an_abandoned_game_has_no_winner() -> None:
    play = Play(5)
    play.run.act("abandon")
    play.answer(False)
    assert play.t.winner is None
    play.run.act("abandon")
    play.answer(True)
    assert (play.t.winner, play.t.reason) == ("nobody", "abandoned")
    assert rules.why_not_abandon(play.t) is not None


# --- the Assassin

ROLES = ["eagle", "assassin", "mastermind", "progressive", "progressive", "progressive"]


def guessing(*, roles: list[str] | None = None, **given: object) -> Play:
    given.setdefault("board", board(["dismiss"], ["dismiss"]))
    play = Play(6, special_roles=["assassin", "eagle"], roles=roles or (), **given)
    return filled(play, P, 5)


@rule("BOSS-7.4", "BOSS-8.3", "BOSS-R58")
def test_with_an_assassin_in_play_five_policies_do_not_end_it_yet() -> None:
    play = guessing()
    assert (play.t.phase, play.t.winner, play.open) == ("assassin", None, "assassin.who")


@rule("BOSS-7.4", "BOSS-8.4", "BOSS-R64")
@pytest.mark.parametrize(
    ("right", "winner", "reason"),
    [(True, "conservative", "assassin_found_eagle"), (False, "progressive", "five_progressive")],
)
def test_the_eagle_found_turns_the_win_and_a_wrong_guess_does_not(right: bool, winner: str, reason: str) -> None:
    play = guessing()
    play.answer(play.seat("Hà"))
    play.answer(play.seat("An"))
    play.answer(right)
    assert (play.t.winner, play.t.reason) == (winner, reason)


@rule("BOSS-7.4", "BOSS-R59")
def test_nobody_stands_up_and_the_win_stands() -> None:
    play = guessing()
    play.answer("none")
    assert (play.t.winner, play.t.reason) == ("progressive", "five_progressive")


@rule("BOSS-R58", "BOSS-R59")
def test_a_dismissed_assassin_does_not_guess_and_a_dismissed_eagle_is_not_named() -> None:
    play = Play(6, special_roles=["assassin", "eagle"], board=board(["dismiss"]))
    play.round("Bình", C, "dismiss")
    play.use("Hà")
    filled(play, P, 5)
    assert play.refused(play.seat("Hà")) == "assassin_not_active"
    play.answer(play.seat("An"))
    assert play.refused(play.seat("Hà")) == "target_not_active"
    assert play.refused(play.seat("An")) == "target_self"


@rule("BOSS-7.4", "BOSS-R68")
def test_typed_in_characters_contradict_without_greying_anybody_out() -> None:
    play = guessing(roles=ROLES)
    assert len(play.run.legal()) == 7
    for wrong in ("An", "Khoa"):
        assert play.refused(play.seat(wrong)) == "answer_contradicts_roles"
    with pytest.raises(Refused) as refused:
        play.run.answer("none")
    assert (refused.value.reason.id, refused.value.reason.audience) == ("assassin_must_guess", "gm")
    play.answer(play.seat("Bình"))
    play.answer(play.seat("Khoa"))
    assert play.refused(True) == "answer_contradicts_roles"
    play.answer(False)
    assert play.t.winner == "progressive"


@rule("BOSS-7.4", "BOSS-R59")
def test_the_assassin_is_asked_for_even_if_known_to_be_dismissed() -> None:
    play = Play(6, special_roles=["assassin", "eagle"], board=board(["dismiss"]), roles=ROLES)
    play.round("Dũng", C, "dismiss")
    play.use("Bình")
    filled(play, P, 5)
    assert play.open == "assassin.who"
    play.answer("none")
    assert play.t.winner == "progressive"


@rule("BOSS-R48", "BOSS-7.4")
def test_the_guess_follows_a_dismissed_mastermind_too() -> None:
    play = Play(
        6, special_roles=["assassin", "eagle"], board=board(["dismiss"]), mastermind_dismissed_ends=True,
    )  # fmt: skip
    play.round("Bình", C, "dismiss")
    play.use("Hà")
    play.answer(True)
    assert play.open == "assassin.who"
    play.answer("none")
    assert (play.t.winner, play.t.reason) == ("progressive", "mastermind_dismissed")


@rule("BOSS-R73")
def test_an_assassin_left_alone_has_nobody_to_name() -> None:
    play = Play(
        6, special_roles=["assassin", "eagle"], board=board(["dismiss"]), mastermind_dismissed_ends=True, roles=ROLES,
    )  # fmt: skip
    for name in ("Dũng", "Hà", "Khoa", "An"):
        play.leave(name)
    assert play.president == "Bình"
    play.reject("Chi")
    play.reject("Chi")
    play.reject("Chi")
    play.answer(P)
    play.elect("Bình")
    play.enact(C, "dismiss")
    play.use("Chi")
    play.answer(True)
    assert (play.open, play.names(play.t.active)) == ("assassin.who", ["Bình"])
    assert rules.why_not_nobody(play.t) is None
    play.answer(play.seat("Bình"))
    assert (play.t.winner, play.t.reason) == ("progressive", "mastermind_dismissed")


# --- after the end


@rule("BOSS-R66", "BOSS-7.6")
def test_characters_go_on_record_only_after_the_end_and_if_the_table_wants_it() -> None:
    play = filled(Play(5), P, 5)
    assert play.open == "end.record"
    play.answer(True)
    assert play.open == "end.holder"
    play.answer(play.seat("Chi"))
    play.answer(play.seat("Hà"))
    assert play.run.question is None
    final = result(play.t)
    assert final is not None
    assert {name: entry["role"] for name, entry in final["players"].items()} == {
        "An": "progressive", "Bình": "progressive", "Chi": "mastermind", "Dũng": "progressive", "Hà": "insider",
    }  # fmt: skip
    assert public_view(play.t).rows[2].mark == "was"


@rule("BOSS-R66")
def test_typed_in_characters_are_not_published_unless_the_table_wants_it() -> None:
    for keep in (True, False):
        play = filled(Play(6, special_roles=["assassin", "eagle"], roles=ROLES), P, 5)
        play.answer(play.seat("Bình"))
        play.answer(play.seat("Hà"))
        play.answer(False)
        play.answer(keep)
        assert play.run.question is None
        final = result(play.t)
        assert final is not None
        assert (final["players"]["An"]["role"] == "eagle") is keep


@rule("BOSS-7.6", "BOSS-R57")
def test_nothing_goes_on_after_a_win() -> None:
    play = filled(Play(5), P, 5)
    for reason in (
        rules.why_not_nominate(play.t, 1), rules.why_not_vote(play.t, 3, 2), rules.why_not_enact(play.t, P),
        rules.why_not_use(play.t, "dismiss", 1), rules.why_not_leave(play.t, 1), rules.why_not_nobody(play.t),
    ):  # fmt: skip
        assert reason is not None
        assert reason.id == "game_over"


def test_the_result_names_winner_reason_board_and_terms() -> None:
    play = filled(Play(5), P, 5)
    play.answer(False)
    final = result(play.t)
    assert final is not None
    assert (final["winner"], final["reason"], final["enacted"]) == (P, "five_progressive", {P: 5, C: 0})
    assert sum(entry["terms"] for entry in final["players"].values()) == 5
    assert list(final["players"]) == NAMES[:5]
    lines = GAME.report(play.t)
    assert lines[0][0] == "won_five_progressive"
    assert lines[-1][0] == "switches_default"


# --- the record at the end against what was said


def record(play: Play, **holders: str) -> list[str]:
    """Put characters on record, by name, and return the warnings as (id, whom, who else) texts."""
    play.answer(True)
    found = []
    while play.open == "end.holder":
        question = play.run.question
        assert question is not None
        assert question.warn is not None
        who = play.seat(holders[play.t.draft["character"]])
        reason = question.warn(play.t, who)
        if reason is not None:
            other = play.name(reason.values["other"]) or "-"
            found.append(f"{reason.id} {play.name(reason.values['player'])} {other} {reason.values['round']}")
        play.answer(who)
    return found


@rule("BOSS-R68", "BOSS-7.6")
def test_a_mastermind_on_record_who_said_no_or_whom_another_claimed_to_be_is_warned_about() -> None:
    play = filled(Play(5, board=board()), C, 3)
    first = play.eligible[0]
    play.round(first, P)
    play.elect(second := play.eligible[0], no_to_all=False)
    play.answer(True)
    kept = record(play, mastermind=first, insider=second)
    assert kept == [f"record.said_no {first} {first} 4"]
    assert play.t.roles[play.seat(first)] == "mastermind"
    assert play.t.shown


@rule("BOSS-R68")
def test_a_claim_is_held_against_everybody_else_and_the_truth_passes_without_a_word() -> None:
    ended = [filled(Play(5, board=board()), C, 3) for _ in range(2)]
    for play in ended:
        play.elect("Chi", no_to_all=False)
        play.answer(True)
    assert record(ended[0], mastermind="An", insider="Chi") == ["record.said_yes An Chi 4"]
    assert record(ended[1], mastermind="Chi", insider="An") == []


@rule("BOSS-R68", "BOSS-7.4")
def test_the_guess_is_held_against_the_record() -> None:
    specials = {"special_roles": ["assassin", "eagle"]}
    nobody, wrong = filled(Play(7, **specials), P, 5), filled(Play(7, **specials), P, 5)
    nobody.answer("none")
    assert record(nobody, mastermind="An", insider="Chi", assassin="Bình", eagle="Hà") == [
        "record.nobody_stood Bình - 5"
    ]
    for answer in (wrong.seat("Bình"), wrong.seat("Hà"), False):
        wrong.answer(answer)
    assert record(wrong, mastermind="An", insider="Chi", assassin="Bình", eagle="Hà") == ["record.said_no Hà Hà 5"]


@rule("BOSS-R68", "BOSS-R13")
def test_characters_typed_in_late_are_compared_as_well_and_nobody_is_named() -> None:
    play = filled(Play(5, gm_plays=False, board=board()), C, 3)
    play.round(name := play.eligible[0], P)
    play.run.act("characters")
    question = play.run.question
    assert question is not None
    assert question.warn is not None
    reason = question.warn(play.t, play.seat(name))
    assert reason is not None
    assert (reason.id, reason.audience, reason.values) == ("record.contradicts", Audience.GM, {})
