"""The final count: bonuses, penalty, awards, who wins (POL-N, POL-A, POL-R95 to POL-R111)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gmtool.games.politics.scoring import AWARDS, PlayerSheet, Sheet, Tally, sheet_of, tally
from gmtool.games.politics.table import SWITCHES
from tests.games.politics.tables import DARK, NAMES, H, Play, at_lie_catching, scored

rule = pytest.mark.rule
ALL = NAMES[:6]
DARK_TWO = ("Arm", "Yui")


def counted(players: Mapping[str, Mapping[str, Any]], *, ending: str = "normal", **switches: Any) -> Tally:
    """Count a sheet of six; what is not named is 0, Arm and Yui are dark."""
    sheets = []
    for name in ALL:
        given = players.get(name, {})
        sheets.append(
            PlayerSheet(
                name=name,
                role=given.get("role", DARK if name in DARK_TWO else H),
                coins={coin: given.get(coin, 0) for coin in ("yellow", "blue", "red")},
                tokens={token: given.get(token, 0) for token in ("green", "violet")},
                counters={id: given.get(id, 0) for id in ("gov_passed", "corrupt_found", "gov_failed", "partner")},
                left=given.get("left", False),
            )
        )
    known = {key: values[0] for key, values in SWITCHES.items()}
    return tally(Sheet(ending, sheets, {**known, **switches}))


def of(result: Tally, name: str) -> Any:
    return result.players[ALL.index(name)]


def names(seats: list[int]) -> list[str]:
    return [ALL[seat] for seat in seats]


def lines(result: Tally, name: str) -> list[tuple[str, str, int]]:
    return [(line.rule, line.coin, line.delta) for line in of(result, name).lines]


# --- the examples of the notes --------------------------------------------------------------------------------------


@rule("POL-N.4", "POL-N.6", "POL-N.7", "POL-R95", "POL-R97", "POL-R98", "POL-A.1", "POL-A.4")
def test_an_honest_player_of_the_notes_has_thirty_five() -> None:
    result = counted({"Nok": {"yellow": 20, "blue": 8, "red": 4, "gov_passed": 3, "partner": 2}, "Arm": {"red": 9}})
    entry = of(result, "Nok")
    assert (entry.opposite, entry.penalty, entry.awards) == (4, 0, [1, 4])
    assert entry.before_penalty == {"yellow": 20, "blue": 10, "red": 4}
    assert entry.final == {"yellow": 22, "blue": 13, "red": 4, "green": 0, "violet": 0}
    assert entry.score == 35
    assert lines(result, "Nok") == [("POL-N.4", "blue", 2), ("POL-A.1", "blue", 3), ("POL-A.4", "yellow", 2)]


@rule("POL-N.5", "POL-N.6", "POL-N.7", "POL-R99", "POL-R96")
def test_a_dark_player_of_the_notes_has_thirty_five_too() -> None:
    result = counted({"Arm": {"yellow": 11, "blue": 7, "red": 21, "gov_passed": 3, "partner": 2}, "Yui": {"red": 21}})
    entry = of(result, "Arm")
    assert (entry.opposite, entry.penalty_due, entry.penalty) == (9, 1, 1)
    assert entry.final == {"yellow": 14, "blue": 12, "red": 21, "green": 0, "violet": 0}
    assert entry.score == 35
    assert names(result.most_red) == ["Arm", "Yui"]


# --- step by step ---------------------------------------------------------------------------------------------------


@rule("POL-N.4")
def test_everybody_gets_two_blue() -> None:
    result = counted({})
    assert [entry.final["blue"] for entry in result.players] == [2] * 6


@rule("POL-N.5", "POL-R99")
@pytest.mark.parametrize(
    ("red", "tie", "holders"),
    [
        ({"Nok": 3}, "all", ["Nok"]),
        ({"Nok": 3, "Arm": 3}, "all", ["Nok", "Arm"]),
        ({"Nok": 3, "Arm": 3}, "none", []),
        ({"Nok": 3}, "none", ["Nok"]),
        ({}, "all", []),
    ],
)
def test_the_most_red_brings_two_yellow_to_each_who_has_it(red: dict[str, int], tie: str, holders: list[str]) -> None:
    result = counted({name: {"red": number} for name, number in red.items()}, red_bonus_tie=tie)
    assert [name for name in ALL if ("POL-N.5", "yellow", 2) in lines(result, name)] == holders
    assert names(result.most_red) == holders
    assert result.most_red_count == max(red.values(), default=0)


@rule("POL-N.6", "POL-R98")
@pytest.mark.parametrize(("other", "penalty"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)])
def test_every_full_five_of_the_other_colour_costs_an_honest_player_a_yellow(other: int, penalty: int) -> None:
    result = counted({"Nok": {"yellow": 9, "red": other}, "Arm": {"red": 99}})
    assert of(result, "Nok").penalty == penalty
    assert of(result, "Nok").final["yellow"] == 9 - penalty


@rule("POL-N.6", "POL-R98", "POL-N.4")
@pytest.mark.parametrize(("blue", "penalty"), [(0, 0), (2, 0), (3, 1), (7, 1), (8, 2), (12, 2), (13, 3)])
def test_the_two_blue_for_everybody_hurt_a_dark_player(blue: int, penalty: int) -> None:
    result = counted({"Arm": {"yellow": 9, "blue": blue}})
    assert of(result, "Arm").penalty == penalty


@rule("POL-N.6", "POL-R111", "POL-R07")
def test_a_penalty_larger_than_the_purse_takes_what_is_there_before_awards_come() -> None:
    players = {"Nok": {"yellow": 1, "red": 25, "partner": 1}}
    entry = of(counted(players, red_bonus_tie="none"), "Nok")
    assert (entry.penalty_due, entry.penalty, entry.final["yellow"]) == (5, 3, 2)
    entry = of(counted(players, negative_coins=True), "Nok")
    assert (entry.penalty_due, entry.penalty, entry.final["yellow"]) == (5, 5, 0)


@rule("POL-N.7", "POL-R96", "POL-G.10")
def test_the_total_is_yellow_and_the_own_colour() -> None:
    players = {"Nok": {"yellow": 5, "blue": 3, "red": 2}, "Arm": {"yellow": 5, "blue": 1, "red": 7}}
    result = counted(players)
    assert (of(result, "Nok").score, of(result, "Arm").score) == (5 + 5, 7 + 7)
    result = counted(players, opposite_colour_scores=True)
    assert (of(result, "Nok").score, of(result, "Arm").score) == (5 + 5 + 2, 7 + 7 + 3)


@rule("POL-R100", "POL-T.8")
@pytest.mark.parametrize(("points", "more"), [(0, 0), (1, 5)])
def test_tokens_count_through_awards_only_but_by_the_switch(points: int, more: int) -> None:
    players = {"Nok": {"green": 3, "violet": 2}, "Ton": {"green": 9}, "Fon": {"violet": 9}}
    result = counted(players, contract_token_points=points)
    assert (of(result, "Nok").token_points, of(result, "Nok").score) == (more, 2 + more)
    assert of(result, "Ton").token_points == 9 * points


@rule("POL-R103", "POL-N.7")
def test_awards_decide_too() -> None:
    result = counted({"Nok": {"yellow": 2}, "Ton": {"gov_passed": 1}})
    assert names(result.winners) == ["Ton"]


# --- awards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "counter", "coin", "amount"),
    [
        pytest.param(1, {"gov_passed": 1}, "blue", 3, marks=rule("POL-A.1", "POL-R104")),
        pytest.param(2, {"corrupt_found": 1}, "blue", 3, marks=rule("POL-A.2", "POL-R105")),
        pytest.param(3, {"gov_failed": 1}, "red", 3, marks=rule("POL-A.3", "POL-R106")),
        pytest.param(4, {"partner": 1}, "yellow", 2, marks=rule("POL-A.4", "POL-R107")),
        pytest.param(5, {"green": 1, "violet": 1}, "yellow", 5, marks=rule("POL-A.5", "POL-R108")),
        pytest.param(6, {"green": 1}, "blue", 3, marks=rule("POL-A.6", "POL-R108")),
        pytest.param(7, {"violet": 1}, "red", 4, marks=rule("POL-A.7", "POL-R108")),
    ],
)
def test_each_award_goes_to_the_most_of_its_counter(
    number: int, counter: dict[str, int], coin: str, amount: int
) -> None:
    result = counted({"Nok": counter, "Ton": {key: n + 1 for key, n in counter.items()}})
    assert names(result.award_holders[number][1]) == ["Ton"]
    assert (f"POL-A.{number}", coin, amount) in lines(result, "Ton")
    assert number not in of(result, "Nok").awards


@rule("POL-R108", "POL-A.5", "POL-A.6", "POL-A.7", "POL-R109")
def test_the_three_contract_awards_are_different_ones() -> None:
    result = counted({"Nok": {"green": 3}, "Ton": {"violet": 3}, "Fon": {"green": 2, "violet": 2}})
    assert {n: names(result.award_holders[n][1]) for n in (5, 6, 7)} == {5: ["Fon"], 6: ["Nok"], 7: ["Ton"]}
    result = counted({"Nok": {"green": 3, "violet": 3}})
    assert of(result, "Nok").awards == [5, 6, 7]


@rule("POL-R101")
@pytest.mark.parametrize(("tie", "holders"), [("all", ["Nok", "Ton"]), ("none", [])])
def test_a_shared_award_goes_to_each_in_full_but_by_the_switch(tie: str, holders: list[str]) -> None:
    result = counted({"Nok": {"partner": 2}, "Ton": {"partner": 2}, "Fon": {"partner": 1}}, award_tie=tie)
    assert names(result.award_holders[4][1]) == holders
    assert [name for name in ALL if ("POL-A.4", "yellow", 2) in lines(result, name)] == holders


@rule("POL-R102")
def test_an_award_nobody_earned_goes_to_nobody_but_by_the_switch() -> None:
    assert all(holders == [] for _, holders in counted({}).award_holders.values())
    result = counted({}, award_zero=True)
    assert all(names(holders) == ALL for _, holders in result.award_holders.values())
    result = counted({}, award_zero=True, award_tie="none")
    assert all(holders == [] for _, holders in result.award_holders.values())


@rule("POL-R97")
def test_awards_come_after_the_penalty_but_by_the_switch() -> None:
    players = {"Nok": {"yellow": 9, "red": 3, "gov_failed": 2, "violet": 1}, "Arm": {"yellow": 9, "red": 5, "blue": 1}}
    result = counted(players)
    assert names(result.most_red) == ["Arm"]
    assert of(result, "Nok").penalty == 0
    assert of(result, "Nok").final["red"] == 10
    result = counted(players, awards_timing="before_bonuses")
    assert (names(result.most_red), result.most_red_count) == (["Nok"], 10)
    assert of(result, "Nok").penalty == 2
    assert [line[0] for line in lines(result, "Nok")] == [
        "POL-A.3", "POL-A.5", "POL-A.7", "POL-N.4", "POL-N.5", "POL-N.6",
    ]  # fmt: skip


@rule("POL-R97", "POL-N.6")
def test_blue_awards_before_the_bonuses_raise_a_dark_players_penalty() -> None:
    players = {"Arm": {"yellow": 9, "gov_passed": 1}}
    assert of(counted(players), "Arm").penalty == 0
    assert of(counted(players, awards_timing="before_bonuses"), "Arm").penalty == 1


@rule("POL-R104", "POL-R106", "POL-R107")
def test_counters_of_a_tracked_game_are_those_of_the_awards() -> None:
    play = Play()
    play.govern("Nok", "Ton", "Fon")
    play.all_pass()
    play.end_round()
    play.failed_round("Ton", "Nok", "Ben")
    play.lead("Fon")
    play.form("Nok", "Ton")
    play.leave("Ton")
    counters = {player.name: player.counters for player in sheet_of(play.t).players}
    assert {name: counters[name]["gov_passed"] for name in ("Nok", "Fon", "Ben")} == {"Nok": 1, "Fon": 1, "Ben": 0}
    assert {name: counters[name]["gov_failed"] for name in ("Nok", "Fon", "Ben")} == {"Nok": 1, "Fon": 0, "Ben": 1}
    assert {name: counters[name]["partner"] for name in ("Nok", "Fon", "Ben")} == {"Nok": 2, "Fon": 1, "Ben": 1}
    assert {name: counters[name]["corrupt_found"] for name in ("Fon", "Arm", "Yui")} == {"Fon": 1, "Arm": 1, "Yui": 0}


@rule("POL-R107")
@pytest.mark.parametrize(("leads_too", "holders"), [(False, ["Gai"]), (True, ["Ton", "Gai"])])
def test_leading_counts_for_award_4_by_the_switch_only(leads_too: bool, holders: list[str]) -> None:
    play = Play(7, "half", partner_counts_leader=leads_too)
    for government in (
        ("Nok", "Gai", "Ton"), ("Ton", "Gai", "Fon"), ("Fon", "Gai", "Ton"), ("Ben", "Gai", "Ton"),
        ("Arm", "Nok", "Fon"), ("Yui", "Nok", "Ben"),
    ):  # fmt: skip
        play.govern(*government)
        play.all_pass()
        play.end_round()
    award = scored(play, *DARK_TWO)["awards"]["4"]
    assert (award["best"], award["holders"]) == (4, holders)


# --- who wins -------------------------------------------------------------------------------------------------------


@rule("POL-N.8", "POL-G.9")
def test_the_highest_total_wins_alone() -> None:
    result = counted({"Nok": {"yellow": 9}, "Arm": {"yellow": 10, "red": 4}})
    assert names(result.winners) == ["Arm"]


@rule("POL-R110")
@pytest.mark.parametrize(("tie", "winners"), [("shared", ["Nok", "Ton", "Fon"]), ("yellow", ["Ton", "Fon"])])
def test_equal_totals_win_together_or_by_yellow(tie: str, winners: list[str]) -> None:
    players = {"Nok": {"yellow": 3, "blue": 5}, "Ton": {"yellow": 5, "blue": 3}, "Fon": {"yellow": 5, "blue": 3}}
    assert names(counted(players, winner_tie=tie).winners) == winners


@rule("POL-R90", "POL-N.3", "POL-R95")
def test_an_exposed_player_is_not_taken_out_and_can_win() -> None:
    play = at_lie_catching()
    play.set("Arm", "yellow", 90)
    play.all_vote("Arm", DARK)
    play.no_votes()
    play.finish("Yui")
    assert play.result["winners"] == ["Arm"]
    assert play.result["exposed"] == ["Arm"]
    assert play.result["players"]["Arm"]["after_votes"]["yellow"] == 85


@rule("POL-R95")
def test_coins_of_the_votes_count_for_the_penalty() -> None:
    play = at_lie_catching()
    for name in ALL:
        play.set(name, "yellow", 9)
        play.set(name, "blue", 1)
        play.set(name, "red", 0)
    play.roles(*DARK_TWO)
    play.vote({"Yui": "Arm", "Nok": "Arm"})
    play.answer(DARK)
    play.no_votes()
    play.finish()
    entry = play.result["players"]["Yui"]
    assert (entry["after_votes"]["blue"], entry["opposite"], entry["penalty"]) == (3, 5, 1)


@rule("POL-N.2", "POL-R94", "POL-R110")
def test_a_crisis_names_no_single_winner() -> None:
    result = counted({"Nok": {"yellow": 99}}, ending="crisis")
    assert (result.winning_faction, names(result.winners)) == (DARK, ["Arm", "Yui"])
    assert all(entry.score == 0 and entry.lines == [] for entry in result.players)


@rule("POL-R133", "POL-N.8", "POL-R99", "POL-R101")
def test_a_player_who_left_has_no_award_no_bonus_and_no_win() -> None:
    result = counted({"Nok": {"left": True, "yellow": 50, "red": 9, "partner": 5}, "Ton": {"red": 1, "partner": 1}})
    assert names(result.most_red) == ["Ton"]
    assert names(result.award_holders[4][1]) == ["Ton"]
    assert names(result.winners) == ["Ton"]
    assert lines(result, "Nok") == []


def test_awards_of_the_facts_are_seven_in_order() -> None:
    assert [award["id"] for award in AWARDS] == [1, 2, 3, 4, 5, 6, 7]
