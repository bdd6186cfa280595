"""Phase 5: the round is closed; after a failure coins go and the leader may draw (POL-5, POL-R69 to POL-R75)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Reason
from gmtool.games.politics import rules
from tests.games.politics.tables import NAMES, C, H, Play

rule = pytest.mark.rule


def failed(**switches: Any) -> Play:
    play = Play(**switches)
    play.govern()
    play.fail()
    return play


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


@rule("POL-5.1", "POL-R75")
def test_a_failed_government_pays_a_yellow_and_a_blue_each_and_keeps_the_coins_of_phase_1() -> None:
    play = Play()
    for name in NAMES[:6]:
        play.set(name, "blue", 3)
    play.govern()
    play.fail()
    assert [play.coins(name) for name in ("Nok", "Ton", "Fon")] == [(4, 2, 0), (2, 2, 0), (2, 2, 0)]
    assert play.coins("Yui") == (2, 3, 0)


@rule("POL-5.1", "POL-R07", "POL-R69")
@pytest.mark.parametrize(("coins", "after"), [((0, 0), (0, 0)), ((1, 0), (0, 0)), ((0, 2), (0, 1)), ((3, 1), (2, 0))])
def test_each_colour_is_deducted_as_far_as_there_is_any(coins: tuple[int, int], after: tuple[int, int]) -> None:
    play = Play()
    play.govern()
    play.set("Ton", "yellow", coins[0])
    play.set("Ton", "blue", coins[1])
    play.fail()
    assert play.coins("Ton")[:2] == after


@rule("POL-5.2", "POL-R70", "POL-R71", "POL-R72", "POL-B.4")
def test_the_failed_leader_may_draw_one_card_for_a_yellow_after_the_deduction() -> None:
    play = failed()
    assert play.coins("Nok")[0] == 4
    play.answer("draw")
    assert (play.coins("Nok"), play.has("Nok", "bts")) == ((3, 0, 0), 2)
    assert play.cards[0] == 14
    assert play.open == "p5.close"
    assert mistake(rules.why_not_special_draw(play.t, 0)) == "POL-M43"


@rule("POL-5.2")
def test_the_special_draw_is_the_leaders_choice() -> None:
    play = failed()
    play.answer("no")
    assert (play.coins("Nok")[0], play.has("Nok", "bts")) == (4, 1)


@rule("POL-5.2", "POL-R70")
@pytest.mark.parametrize(
    ("yellow", "hand", "pile", "want"),
    [(1, 1, 15, "POL-M44"), (0, 2, 0, "POL-M44"), (2, 2, 14, "POL-M23"), (2, 1, 0, "POL-M24"), (2, 0, 1, "")],
)
def test_the_special_draw_needs_a_coin_left_a_free_hand_and_a_pile(
    yellow: int, hand: int, pile: int, want: str
) -> None:
    play = Play()
    play.govern()
    play.purse(Nok=yellow)
    play.set("Nok", "bts", hand)
    if play.cards[0] != pile:
        play.act("correct", "draw", "bts", pile, "out", "for the test")
    play.fail()
    assert play.closed("draw") == want


@rule("POL-5.2", "POL-R72")
@pytest.mark.parametrize("who", ["Ton", "Ben"])
def test_nobody_but_the_failed_leader_may_draw(who: str) -> None:
    play = failed()
    assert mistake(rules.why_not_special_draw(play.t, play.seat(who))) == "POL-M43"


@rule("POL-5.2", "POL-R72")
def test_there_is_no_special_draw_after_a_lasting_government() -> None:
    play = Play()
    play.govern()
    play.all_pass()
    play.to("p5.close")
    assert mistake(rules.why_not_special_draw(play.t, 0)) == "POL-M43"


@rule("POL-5.2", "POL-R72")
def test_a_leader_who_ran_out_of_time_draws_nothing() -> None:
    play = Play()
    play.lead("Nok")
    play.time_over()
    play.govern("Ton", "Fon", "Ben")
    play.fail()
    assert mistake(rules.why_not_special_draw(play.t, 0)) == "POL-M43"
    assert mistake(rules.why_not_special_draw(play.t, 1)) == ""


@rule("POL-R71")
@pytest.mark.parametrize(("yellow", "want"), [(3, "POL-M44"), (4, "")])
def test_by_the_switch_the_special_draw_costs_three(yellow: int, want: str) -> None:
    play = Play(special_draw_cost=3)
    play.govern()
    play.purse(Nok=yellow)
    play.fail()
    assert play.closed("draw") == want
    if not want:
        play.answer("draw")
        assert play.coins("Nok")[0] == yellow - 1 - 3


@rule("POL-5.4", "POL-5.5", "POL-R25", "POL-R41")
@pytest.mark.parametrize("fails", [False, True])
def test_the_leaders_right_is_used_whether_the_government_lasted_or_not(fails: bool) -> None:
    play = Play()
    play.govern()
    if fails:
        play.fail()
    play.end_round()
    assert play.with_right == NAMES[1:6]
    play.to("p1.leader")
    assert (play.t.partners, play.t.government, play.t.leader) == ([], [], -1)


@rule("POL-5.6", "POL-R73")
def test_all_six_policies_go_to_the_discard_opened_or_not() -> None:
    play = failed()
    assert play.policies == (30, 0, 6)
    play.end_round()
    assert play.policies == (24, 6, 0)
    play.to("p1.leader")
    assert play.t.printed == [None] * 6


@rule("POL-5.2", "POL-R70")
def test_a_coin_given_after_the_deduction_may_pay_the_special_draw() -> None:
    play = Play()
    play.govern()
    play.purse(Nok=1)
    play.fail()
    assert play.closed("draw") == "POL-M44"
    play.give("Yui", "Nok", 1)
    assert play.closed("draw") == ""


# --- the crisis -----------------------------------------------------------------------------------------------------


@rule("POL-C.1", "POL-C.2", "POL-G.8", "POL-R77", "POL-W.1", "POL-R78")
@pytest.mark.parametrize(("mode", "round_number"), [("full", 1), ("half", 6)])
def test_the_fifth_failure_brings_the_crisis_at_once_also_in_the_last_round(mode: str, round_number: int) -> None:
    play = Play(6, mode)
    play.quick_rounds(round_number - 1)
    play.to("p1.leader")
    play.failures(4)
    leader = play.pool[0]
    others = [name for name in NAMES[:6] if name != leader]
    play.govern(leader, *others[:2])
    before = [play.coins(name) for name in (leader, *others[:2])]
    used = play.with_right
    play.fail()
    assert (play.phase, play.t.crisis, play.open) == ("lie_1", True, "f.talk")
    assert play.told("crisis") == [{"failures": 5}]
    assert [play.coins(name) for name in (leader, *others[:2])] == before
    assert play.policies[2] == 6
    assert play.with_right == used


@rule("POL-G.8", "POL-R78", "POL-R79")
def test_failures_add_up_in_a_row_or_not() -> None:
    play = Play()
    for number in range(1, 5):
        leader = next(name for name in play.pool)
        others = [name for name in NAMES[:6] if name != leader]
        play.failed_round(leader, *others[:2])
        assert play.t.failures == number
        if number in (1, 3):
            play.quick_rounds(1)
        play.to("p1.leader")
        assert play.t.failures == number
    assert not play.t.crisis


@rule("POL-R77", "POL-5.1", "POL-5.2", "POL-5.4")
def test_by_the_switch_phase_5_of_the_fifth_failure_is_played_first() -> None:
    play = Play(crisis_skips_phase5=False)
    play.failures(4)
    play.govern()
    for name in ("Nok", "Ton", "Fon"):
        play.set(name, "blue", 2)
    play.fail()
    assert (play.open, play.t.crisis) == ("p5.special", False)
    assert [play.coins(name) for name in ("Nok", "Ton", "Fon")] == [(4, 1, 0), (2, 1, 0), (2, 1, 0)]
    play.answer("draw")
    play.say()
    assert (play.phase, play.t.crisis) == ("lie_1", True)
    assert play.policies == (24, 6, 0)
    assert play.with_right == NAMES[1:6]
    assert [entry.outcome for entry in play.t.recap] == ["failed"]


@rule("POL-R77", "POL-T.7", "POL-R122")
def test_by_the_switch_contracts_of_the_crisis_round_are_decided() -> None:
    for skips, tokens in ((True, (0, 0)), (False, (1, 0))):
        play = Play(crisis_skips_phase5=skips)
        play.failures(4)
        play.lead("Nok")
        play.offer("Nok", "A", accepted=["Ben"])
        play.form("Ton", "Fon")
        play.to("p3.action")
        play.fail()
        if not skips:
            play.to("p5.contract")
            play.choose("A", "keep")
        assert play.phase == "lie_1"
        assert play.tokens("Nok") == tokens
        assert play.contracts == {"A": "accepted" if skips else "kept"}


@rule("POL-G.8")
def test_the_recap_tells_how_each_round_went() -> None:
    play = Play()
    play.failures(3)
    play.failed_round("Nok", "Ton", "Fon")
    play.quick_rounds(1)
    play.lead("Fon")
    play.form("Nok", "Ton")
    play.leave("Nok")
    play.govern("Ben", "Ton", "Fon")
    play.inspect(1, C)
    play.inspect(2, C)
    assert [(entry.round, entry.outcome) for entry in play.t.recap] == [
        (1, "failed"), (2, "lasted"), (3, "dissolved"), (4, "crisis"),
    ]  # fmt: skip
    assert play.t.recap[1].now.count(H) == 6
