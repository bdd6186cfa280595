"""House rules: every value of every switch with the numbers it makes (section 13 of the notes)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gmtool.games.politics import contract_rules, rules, vote_rules
from gmtool.games.politics.report import switches_in_force
from gmtool.games.politics.table import SWITCHES
from tests.games.politics.tables import DARK, GAME, NAMES, C, H, Play, at_lie_catching, scored

rule = pytest.mark.rule
ALL = NAMES[:6]
Case = Callable[..., Any]


def mistake(reason: Any) -> str:
    return reason.id if reason is not None else ""


# --- table and coins ------------------------------------------------------------------------------------------------


def coins_of_a_failed_partner(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    play.purse(Ton=0)
    play.fail()
    return play.coins("Ton")


def who_may_give(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    return [name for name in ALL if not rules.why_not_give(play.t, play.seat(name), (play.seat(name) + 1) % 6, 1)]


# --- leader and rights ----------------------------------------------------------------------------------------------


def next_pool_after_a_lost_right(**switches: Any) -> Any:
    play = Play(**switches)
    play.lead("Nok")
    play.time_over()
    play.purse(Ton=0)
    play.lead("Ton")
    play.govern("Fon", "Ben", "Arm")
    play.end_round()
    play.to("p1.leader")
    return play.pool


def may_the_failed_leader_join(**switches: Any) -> Any:
    play = Play(**switches)
    play.lead("Nok")
    play.time_over()
    play.lead("Ton")
    return play.closed(0), play.t.free()


def after_the_pool_ran_empty(**switches: Any) -> Any:
    play = Play(**switches)
    play.quick_rounds(5)
    play.lead("Yui")
    play.time_over()
    return play.open, play.pool


def round_after_one_without_a_government(**switches: Any) -> Any:
    play = Play(**switches)
    play.purse(**dict.fromkeys(ALL, 0))
    play.answer("none")
    play.say()
    return play.t.round


def rounds_of_a_half_game(**switches: Any) -> Any:
    return [Play(players, "half", **switches).t.rounds for players in (6, 7, 8)]


def coins_after_seizing(**switches: Any) -> Any:
    play = Play(**switches)
    play.lead("Nok")
    play.card("Ben", "seize")
    return play.coins("Ben")


# --- policies, Phase 3 ----------------------------------------------------------------------------------------------


def piles_and_hands_after_a_round(**switches: Any) -> Any:
    play = Play(**switches)
    play.quick_rounds(1)
    return play.policies, [play.has(name, "policy") for name in ALL]


def may_pass(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    return play.closed("pass")


def coins_of_the_last_after_a_failure(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    play.fail()
    if play.open == "p3.action":
        play.inspect(6, H)
    return play.phase, play.coins("Yui")


# --- Phase 4, media power -------------------------------------------------------------------------------------------


def pay_of_a_partner_with_two_opened(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    play.inspect(1, H)
    play.inspect(2, C)
    play.all_pass()
    play.answer("keep")
    play.reveal(H, H, H, C)
    play.say()
    return play.coins("Ton")


def bonus_of_five_bags(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    play.all_pass()
    play.to("p4.bags")
    play.answer(5)
    play.say()
    return play.coins("Ton")[0]


def count_after_a_flip_to_corrupt(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    play.inspect(1, C)
    play.inspect(2, H)
    play.card("Ton", "media", 2)
    return play.phase, play.t.corrupt_count(), play.t.failures


# --- Phase 5, the crisis --------------------------------------------------------------------------------------------


def coins_after_the_special_draw(**switches: Any) -> Any:
    play = Play(**switches)
    play.govern()
    play.fail()
    play.answer("draw")
    return play.coins("Nok")


def what_the_fifth_failure_costs(**switches: Any) -> Any:
    play = Play(**switches)
    play.failures(4)
    play.govern()
    play.fail()
    play.end_round()
    return play.coins("Ton"), play.policies, "Nok" in play.with_right


# --- lie-catching ---------------------------------------------------------------------------------------------------


def asked_after_a_tie(**switches: Any) -> Any:
    play = at_lie_catching(**switches)
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    return play.open, play.t.facing, play.t.runoff


def vote_for_oneself(**switches: Any) -> Any:
    play = at_lie_catching(**switches)
    return mistake(vote_rules.why_not_votes(play.t, {0: 0}))


def voters_after_an_exposure(**switches: Any) -> Any:
    play = at_lie_catching(**switches)
    play.all_vote("Ben", DARK)
    return len(vote_rules.voters(play.t))


def winner_of_a_crisis_with_one_exposed(**switches: Any) -> Any:
    play = Play(**switches)
    play.failures(5)
    play.all_vote("Arm", DARK)
    play.no_votes()
    play.finish("Yui")
    return play.result["winning_faction"]


# --- the count ------------------------------------------------------------------------------------------------------


def counted(purses: dict[str, dict[str, int]], **switches: Any) -> Play:
    """Count a game in which everybody stands at nothing but what is named; Arm and Yui are dark."""
    play = at_lie_catching(**switches)
    for name in ALL:
        for what in ("yellow", "blue", "red", "green", "violet"):
            play.set(name, what, purses.get(name, {}).get(what, 0))
    scored(play, "Arm", "Yui")
    return play


def score_of(play: Play, name: str) -> int:
    return int(play.result["players"][name]["score"])


def score_with_the_other_colour(**switches: Any) -> Any:
    play = counted({"Ben": {"yellow": 3, "red": 4}}, **switches)
    return score_of(play, "Ben")


def most_red_with_an_award(**switches: Any) -> Any:
    play = counted({"Ben": {"red": 2, "violet": 1, "yellow": 9}, "Arm": {"red": 5}}, **switches)
    return play.result["most_red"], play.result["players"]["Ben"]["penalty"]


def yellow_of_a_shared_most_red(**switches: Any) -> Any:
    play = counted({"Arm": {"red": 5}, "Yui": {"red": 5}}, **switches)
    return play.result["players"]["Yui"]["final"]["yellow"]


def points_of_tokens(**switches: Any) -> Any:
    play = counted({"Ben": {"green": 2, "violet": 1}, "Arm": {"green": 3, "violet": 3}}, **switches)
    return score_of(play, "Ben")


def holders_of_a_shared_award(**switches: Any) -> Any:
    play = counted({"Ben": {"green": 2}, "Yui": {"green": 2}}, **switches)
    return play.result["awards"]["6"]["holders"]


def holders_of_an_award_nobody_earned(**switches: Any) -> Any:
    play = counted({}, **switches)
    return play.result["awards"]["6"]["holders"]


def best_of_the_one_who_fits_in(**switches: Any) -> Any:
    play = counted({}, **switches)
    return play.result["awards"]["4"]["best"]


def winners_of_equal_totals(**switches: Any) -> Any:
    purses = {"Ben": {"yellow": 60, "blue": 30}, "Nok": {"yellow": 40, "blue": 50 - 5}, "Ton": {"yellow": 40}}
    play = counted(purses, **switches)
    gap = score_of(play, "Ben") - score_of(play, "Nok")
    purses["Nok"]["blue"] += gap
    play = counted(purses, **switches)
    assert score_of(play, "Ben") == score_of(play, "Nok")
    return play.result["winners"]


# --- contracts ------------------------------------------------------------------------------------------------------


def third_contract_by_another(**switches: Any) -> Any:
    play = Play(**switches)
    play.lead("Nok")
    play.form("Ton", "Fon")
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Nok", "B", accepted=["Ben"])
    return mistake(contract_rules.why_not_offer(play.t, 0)), mistake(contract_rules.why_not_offer(play.t, 1, "A"))


def slot_of_a_void_contract(**switches: Any) -> Any:
    play = Play(**switches)
    play.lead("Nok")
    play.offer("Nok", "A")
    play.no_one_accepts("A")
    return mistake(contract_rules.why_not_offer(play.t, 0, "A")), mistake(contract_rules.why_not_offer(play.t, 0, "B"))


CASES: list[tuple[str, str, Case, dict[Any, Any]]] = [
    ("negative_coins", "POL-R07", coins_of_a_failed_partner, {False: (0, 0, 0), True: (-1, -1, 0)}),
    ("yellow_transfers", "POL-R10", who_may_give, {"any": ALL, "leader_only": ["Nok"]}),
    (
        "lost_right_scope", "POL-R18", next_pool_after_a_lost_right,
        {"round": ["Nok", "Ton", "Ben", "Arm", "Yui"], "cycle": ["Ben", "Arm", "Yui"]},
    ),
    ("failed_leader_may_join", "POL-R20", may_the_failed_leader_join, {False: ("POL-M13", 5), True: ("", 6)}),
    (
        "empty_pool", "POL-R23", after_the_pool_ran_empty,
        {"reset": ("p1.leader", ["Nok", "Ton", "Fon", "Ben", "Arm"]), "void": ("p1.none", [])},
    ),
    ("void_round_counts", "POL-R24", round_after_one_without_a_government, {True: 2, False: 1}),
    ("half_extend", "POL-R27", rounds_of_a_half_game, {False: [6, 6, 6], True: [6, 7, 8]}),
    ("seize_fee", "POL-R37", coins_after_seizing, {True: (1, 0, 1), False: (2, 0, 1)}),
    (
        "refill", "POL-R44", piles_and_hands_after_a_round,
        {"end_round": ((24, 6, 0), [3] * 6), "phase2_start": ((30, 6, 0), [1, 1, 1, 3, 3, 3])},
    ),
    ("allow_pass", "POL-R48", may_pass, {True: "", False: "POL-M06.pass"}),
    (
        "failure_stops_phase3", "POL-R51", coins_of_the_last_after_a_failure,
        {True: ("closing", (2, 0, 0)), False: ("closing", (1, 1, 0))},
    ),
    ("passed", "POL-R57", pay_of_a_partner_with_two_opened, {"unopened": (3, 3, 2), "all": (3, 4, 4)}),
    ("bag_mode", "POL-R60", bonus_of_five_bags, {"at_least": 4, "exact": 3}),
    (
        "media_count", "POL-R66", count_after_a_flip_to_corrupt,
        {"current": ("closing", 2, 1), "found": ("opposition", 1, 0)},
    ),
    ("special_draw_cost", "POL-R71", coins_after_the_special_draw, {1: (3, 0, 0), 3: (1, 0, 0)}),
    (
        "crisis_skips_phase5", "POL-R77", what_the_fifth_failure_costs,
        {True: ((3, 0, 0), (30, 0, 6), True), False: ((2, 0, 0), (24, 6, 0), False)},
    ),
    (
        "lie_tie", "POL-R83", asked_after_a_tie,
        {"none": ("f.talk", None, []), "all": ("f.card", [3, 4], []), "runoff": ("f.runoff", None, [3, 4])},
    ),
    ("self_vote", "POL-R87", vote_for_oneself, {False: "POL-M47", True: ""}),
    ("exposed_silent_in_normal", "POL-R90", voters_after_an_exposure, {True: 5, False: 6}),
    ("crisis_honest_needs", "POL-R93", winner_of_a_crisis_with_one_exposed, {"both": DARK, "one": H}),
    ("opposite_colour_scores", "POL-R96", score_with_the_other_colour, {False: 7, True: 11}),
    ("awards_timing", "POL-R97", most_red_with_an_award, {"last": (["Arm"], 0), "before_bonuses": (["Ben"], 1)}),
    ("red_bonus_tie", "POL-R99", yellow_of_a_shared_most_red, {"all": 2, "none": 0}),
    ("contract_token_points", "POL-R100", points_of_tokens, {0: 2, 1: 5}),
    ("award_tie", "POL-R101", holders_of_a_shared_award, {"all": ["Ben", "Yui"], "none": []}),
    ("award_zero", "POL-R102", holders_of_an_award_nobody_earned, {False: [], True: ALL}),
    ("partner_counts_leader", "POL-R107", best_of_the_one_who_fits_in, {False: 5, True: 6}),
    ("winner_tie", "POL-R110", winners_of_equal_totals, {"shared": ["Nok", "Ben"], "yellow": ["Ben"]}),
    (
        "contract_limit_scope", "POL-R112", third_contract_by_another,
        {"table": ("POL-M36", "POL-M36"), "player": ("POL-M36", "")},
    ),
    ("void_contract_frees_slot", "POL-R115", slot_of_a_void_contract, {True: ("", ""), False: ("POL-M37.taken", "")}),
]  # fmt: skip


@rule(
    "POL-R07", "POL-R10", "POL-R18", "POL-R20", "POL-R23", "POL-R24", "POL-R27", "POL-R37", "POL-R44", "POL-R48",
    "POL-R51", "POL-R57", "POL-R60", "POL-R66", "POL-R71", "POL-R77", "POL-R83", "POL-R87", "POL-R90", "POL-R93",
    "POL-R96", "POL-R97", "POL-R99", "POL-R100", "POL-R101", "POL-R102", "POL-R107", "POL-R110", "POL-R112", "POL-R115",
)  # fmt: skip
@pytest.mark.parametrize(
    ("switch", "value", "case", "want"),
    [
        pytest.param(switch, value, case, want, id=f"{ruling}-{switch}-{value}")
        for switch, ruling, case, wanted in CASES
        for value, want in wanted.items()
    ],
)
def test_each_value_of_a_switch_makes_its_numbers(switch: str, value: Any, case: Case, want: Any) -> None:
    assert case(**{switch: value}) == want
    if value == SWITCHES[switch][0]:
        assert case() == want


def test_every_switch_and_every_value_is_tried() -> None:
    assert {switch: tuple(wanted) for switch, _, _, wanted in CASES} == SWITCHES
    for _, _, _, wanted in CASES:
        assert len({str(want) for want in wanted.values()}) == len(wanted), wanted


def test_switches_in_force_are_printed_in_the_report() -> None:
    assert switches_in_force({key: values[0] for key, values in SWITCHES.items()}) == [("switches_default", {})]
    for key, values in SWITCHES.items():
        for value in values[1:]:
            play = at_lie_catching(**{key: value})
            scored(play, "Arm", "Yui")
            report = GAME.report(play.t)
            assert ("switch", {"switch": key, "value": value}) in report
            assert [id for id, _ in report].count("switch") == 1
