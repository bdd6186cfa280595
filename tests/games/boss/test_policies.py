"""The policy round: cards counted face down, the reshuffle, slots, chaos."""

from __future__ import annotations

import pytest

from gmtool.core.table import CENTRE, DRAW
from gmtool.games.boss.table import POLICY
from tests.games.boss.tables import C, P, Play, board

rule = pytest.mark.rule


@rule("BOSS-5.1", "BOSS-5.2", "BOSS-5.4", "BOSS-R34")
def test_a_session_draws_three_drops_two_and_enacts_one() -> None:
    play = Play(5)
    assert play.piles == (17, 0)
    play.round("Bình", P)
    assert play.piles == (14, 2)
    assert play.t.held[POLICY][CENTRE] == 1


@rule("BOSS-R01", "BOSS-1.7", "BOSS-2.4")
def test_the_deck_is_as_counted_at_the_set_up() -> None:
    assert Play(5, deck={P: 5, C: 7}).piles == (12, 0)


@rule("BOSS-5.3", "BOSS-1.6", "BOSS-R06")
def test_policies_fill_their_row_from_the_left_and_the_slot_is_named() -> None:
    play = Play(5)
    play.round("Bình", C)
    play.round("Chi", P)
    play.round("Dũng", C)
    slots = [(event.values["side"], event.values["slot"]) for event in play.t.events if event.id == "enacted"]
    assert slots == [(C, 1), (P, 1), (C, 2)]


@rule("BOSS-R36", "BOSS-R33", "BOSS-R35")
def test_nothing_is_asked_about_cards_but_the_side_enacted() -> None:
    play = Play(5)
    play.elect("Bình")
    assert play.open == "policy.enact"
    assert play.run.legal() == [P, C]
    play.answer(P)
    assert play.open == "nominate.new"


def two_left(**given: object) -> Play:
    """After five rounds two cards are left in the policy pile."""
    play = Play(5, **given)
    for side in (P, C, P, C, P):
        play.any_round(side)
    assert play.piles == (2, 10)
    return play


@rule("BOSS-R31", "BOSS-5.4")
def test_two_cards_left_are_drawn_and_the_third_comes_from_the_reshuffled_discards() -> None:
    play = two_left()
    play.elect(play.eligible[0])
    assert play.open == "piles.in_draw"
    play.answer(True)
    # 12 in all, three in the President's hand, nothing discarded yet.
    assert (play.piles, play.t.in_hands(), play.t.reshuffles) == ((9, 0), 3, 1)
    assert play.open == "policy.drawn"
    play.enact(P)
    assert play.piles == (9, 2)


@rule("BOSS-R32")
def test_a_pile_that_is_just_used_up_waits_for_the_next_draw() -> None:
    play = Play(5, deck={P: 6, C: 12})
    for side in (P, C, P, C, P, C):
        play.any_round(side)
    assert (play.piles, play.t.reshuffles) == ((0, 12), 0)
    play.elect(play.eligible[0])
    assert play.open == "piles.out"
    play.answer(True)
    assert (play.piles, play.t.reshuffles, play.open) == ((12, 0), 1, "policy.enact")
    play.enact(P)
    assert play.piles == (9, 2)


@rule("BOSS-R32")
def test_chaos_with_an_empty_pile_shuffles_first() -> None:
    play = Play(5, deck={P: 6, C: 12})
    for side in (P, C, P, C, P, C):
        play.any_round(side)
    play.fail()
    assert play.open == "piles.out"
    play.answer(True)
    play.answer(P)
    assert play.piles == (11, 0)


@rule("BOSS-R32", "BOSS-5.4")
def test_enacted_cards_never_go_back() -> None:
    play = two_left()
    play.any_round(C)
    assert play.t.held[POLICY][CENTRE] == 6
    assert sum(play.piles) == 11


@rule("BOSS-R31")
def test_by_house_rule_fewer_than_three_are_shuffled_in_before_the_next_nomination() -> None:
    play = two_left(reshuffle="under_three")
    assert play.open == "piles.early"
    play.answer(True)
    assert (play.piles, play.t.reshuffles, play.open) == ((12, 0), 1, "nominate.new")


@rule("BOSS-R69")
def test_a_slip_with_cards_is_corrected_from_one_pile_to_the_other_with_a_reason() -> None:
    play = Play(5)
    play.round("Bình", P)
    play.run.act("correct")
    for answer in ("draw", "policies", 13, "discard"):
        play.answer(answer)
    assert play.refused(" ") == "answer.empty"
    play.answer("four drawn")
    assert play.piles == (13, 3)


@rule("BOSS-R69")
def test_no_card_vanishes_by_a_correction() -> None:
    play = Play(5)
    play.round("Bình", P)
    play.run.act("count")
    assert play.refused({"policies.draw": 13}) == "count.sum"
    reason = play.run.why_not({"policies.draw": 13})
    assert reason is not None
    assert (reason.values["got"], reason.values["total"]) == (15, 16)
    play.answer({"policies.draw": 13, "policies.discard": 3})
    play.answer("counted")
    assert play.piles == (13, 3)


# --- chaos


@rule("BOSS-4.11", "BOSS-R28", "BOSS-R30", "BOSS-6.3", "BOSS-R05")
def test_the_third_rejection_in_a_row_enacts_the_top_card_without_its_function() -> None:
    play = Play(5, board=board(["dismiss"]), power_rule="slot_only")
    play.fail()
    assert (play.t.phase, play.t.tracker, play.open) == ("chaos", 3, "chaos.card")
    play.answer(C)
    assert (play.piles, play.t.enacted(C), play.t.pending) == ((16, 0), 1, [])
    assert play.t.phase == "nominate"


@rule("BOSS-4.12", "BOSS-R25", "BOSS-R29")
def test_after_chaos_the_tracker_is_back_and_the_marker_moves_on() -> None:
    play = Play(5)
    play.chaos(P)
    assert (play.t.tracker, play.president, play.t.round) == (0, "Bình", 2)
    assert play.told("tracker_back")


@rule("BOSS-R30")
def test_a_chaos_policy_counts_for_the_mastermind_question() -> None:
    play = Play(7)
    for _ in range(3):
        play.chaos(C)
    play.elect(play.eligible[0], no_to_all=False)
    assert play.open == "check.mastermind"


@rule("BOSS-R16")
@pytest.mark.parametrize(("players", "limited"), [(5, []), (6, []), (7, ["Bình"]), (10, ["Bình"])])
def test_the_chaos_round_is_the_previous_round_and_had_no_director(players: int, limited: list[str]) -> None:
    play = Play(players)
    play.round("Chi", P)
    play.chaos(P)
    assert play.limited == limited


@rule("BOSS-R16")
@pytest.mark.parametrize(("value", "limited"), [("clear", []), ("last_elected", ["An", "Chi"])])
def test_by_house_rule_chaos_clears_the_limits_or_leaves_the_last_elected_pair(value: str, limited: list[str]) -> None:
    play = Play(7, after_chaos=value)
    play.round("Chi", P)
    play.chaos(P)
    assert play.limited == limited


@rule("BOSS-R29", "BOSS-R53")
def test_chaos_under_an_appointed_president_goes_on_from_the_last_by_order() -> None:
    play = Play(5, board=board(["appoint"]))
    play.round("Bình", C, "appoint")
    play.use("Dũng")
    assert (play.president, play.t.appointed) == ("Dũng", True)
    play.chaos(P)
    assert (play.president, play.t.appointed) == ("Bình", False)


@rule("BOSS-R25")
def test_only_an_election_or_chaos_puts_the_tracker_back() -> None:
    play = Play(5)
    play.reject("Bình")
    play.leave("Chi")
    assert play.t.tracker == 1
    play.leave("An")
    assert (play.president, play.t.tracker) == ("Bình", 1)


def test_cards_in_hand_are_counted_while_they_are_there() -> None:
    play = two_left()
    play.elect(play.eligible[0])
    play.answer(True)
    assert play.t.in_hands() == 3
    assert play.t.held[POLICY][DRAW] == 9
