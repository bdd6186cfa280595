"""The tally sheet of a game that was not tracked: its names, its faults, its result (specs/tally.md)."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.tally import SheetFaults
from gmtool.games.politics.form import COUNTER_IDS, FORM
from gmtool.games.politics.scoring import sheet_of
from gmtool.games.politics.sheet import read_sheet, score
from gmtool.games.politics.table import SWITCHES
from gmtool.text.texts import Texts, languages
from tests.adapters import politics as adapter
from tests.games.politics.tables import (
    DARK,
    GAME,
    NAMES,
    H,
    Play,
    at_lie_catching,
    do,
    random_deed,
    random_setup,
    table_of,
)  # fmt: skip

rule = pytest.mark.rule
ALL = NAMES[:6]
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "politics"


def player(role: str = H, **given: Any) -> dict[str, Any]:
    counters = {id: given.pop(id, 0) for id in COUNTER_IDS}
    numbers = {coin: given.pop(coin, 0) for coin in ("yellow", "blue", "red", "green", "violet")}
    return {"role": role, **numbers, "counters": counters, **given}


def sheet(players: dict[str, dict[str, Any]] | None = None, **given: Any) -> dict[str, Any]:
    """Return a sheet of six at nothing, Arm and Yui dark, with what is given."""
    found = {name: player(DARK if name in ("Arm", "Yui") else H) for name in ALL}
    for name, entry in (players or {}).items():
        found[name] = entry
    return {"game": "politics", "ending": "normal", "players": found, **given}


def faults(document: Any) -> list[str]:
    with pytest.raises(SheetFaults) as refused:
        score(document)
    for language in languages():
        texts = Texts(language, "politics", strict=True)
        for fault in refused.value.faults:
            assert "{" not in texts.get("reason", fault.id, fault.values)
    return [fault.id for fault in refused.value.faults]


# --- names ----------------------------------------------------------------------------------------------------------


def test_the_result_has_the_names_of_the_format() -> None:
    result = score(
        sheet(
            {"Nok": player(yellow=11, blue=8, red=4, green=1, gov_passed=3, corrupt_found=2, gov_failed=1, partner=4)}
        )
    )
    assert {"game", "ending", "players", "most_red", "exposed", "winners", "winning_faction"} <= set(result)
    assert list(result["players"]) == ALL
    nok = result["players"]["Nok"]
    assert {"role", "after_votes", "penalty", "awards", "final", "score", "lines"} <= set(nok)
    assert nok["after_votes"] == {"yellow": 11, "blue": 8, "red": 4}
    assert nok["awards"] == [1, 2, 3, 4, 5, 6]
    assert nok["final"] == {"yellow": 11 + 2 + 2 + 5, "blue": 8 + 2 + 3 + 3 + 3, "red": 4 + 3, "green": 1, "violet": 0}
    assert nok["score"] == 20 + 19
    assert nok["lines"][0] == {"rule": "POL-N.4", "coin": "blue", "delta": 2}
    assert (result["winning_faction"], result["winners"], result["most_red"]) == (None, ["Nok"], ["Nok"])
    assert json.loads(json.dumps(result)) == result


def test_the_result_of_a_crisis_has_a_faction_and_no_scores() -> None:
    result = score(sheet(ending="crisis", exposed=["Arm"]))
    assert (result["winning_faction"], result["winners"], result["exposed"]) == (DARK, ["Arm", "Yui"], ["Arm"])
    assert not {"score", "awards", "penalty"} & set(result["players"]["Nok"])
    result = score(sheet(ending="crisis", exposed=["Arm"], options={"crisis_honest_needs": "one"}))
    assert result["winners"] == ["Nok", "Ton", "Fon", "Ben"]


def test_a_form_asks_for_everything_a_sheet_holds() -> None:
    assert set(FORM.numbers) | set(FORM.counters) == {
        "yellow", "blue", "red", "green", "violet", "gov_passed", "corrupt_found", "gov_failed", "partner",
    }  # fmt: skip
    assert FORM.player_choices == {"role": (H, DARK)}
    assert FORM.votes == ("lie_rounds", 2)


def test_lines_of_a_player_add_up_from_the_start_to_the_end() -> None:
    document = sheet(
        {"Nok": player(yellow=9, blue=3, red=11, violet=2, partner=1), "Arm": player(DARK, yellow=3, blue=9, red=11)},
        lie_rounds=[
            {"votes": {"Nok": "Arm", "Ton": "Arm", "Fon": None}},
            {"votes": {"Nok": "Ton", "Ben": "Ton", "Yui": "Nok"}},
        ],
    )
    result = score(document)
    for name, entry in result["players"].items():
        coins = {coin: document["players"][name][coin] for coin in ("yellow", "blue", "red")}
        for line in entry["lines"]:
            coins[line["coin"]] += line["delta"]
        assert coins == {coin: entry["final"][coin] for coin in coins}
    assert result["exposed"] == ["Arm"]
    assert result["players"]["Arm"]["after_votes"]["yellow"] == 1
    assert result["players"]["Nok"]["after_votes"]["blue"] == 3 + 2 - 1


def test_what_is_left_out_is_nothing() -> None:
    players = {name: {"role": DARK if name in ("Arm", "Yui") else H} for name in ALL}
    result = score({"players": players})
    assert (result["ending"], result["players"]["Nok"]["score"]) == ("normal", 2)


@rule("POL-R07")
def test_debts_are_counted_where_the_switch_allows_them() -> None:
    players = {"Nok": player(yellow=-2)}
    assert faults(sheet(players)) == ["sheet.below_zero"]
    assert score(sheet(players, options={"negative_coins": True}))["players"]["Nok"]["score"] == 0


# --- faults ---------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_sheet_is_told_at_once() -> None:
    found = faults(
        {
            "game": "chess",
            "ending": "draw",
            "colour": 1,
            "players": {
                "Nok": {"role": "grey", "yellow": -1, "gold": 2, "counters": {"wins": 1, "partner": "x"}},
                "nok": {"role": DARK, "blue": 1.5},
                "Fon": 7,
            },
            "options": {"luck": 1, "lie_tie": "maybe"},
            "lie_rounds": [{}],
            "exposed": ["Zed"],
            "mode": "quarter",
        }
    )
    assert found == [
        "sheet.unknown_key", "sheet.other_game", "sheet.ending", "POL-M01", "POL-M02", "setup.switch_unknown",
        "setup.switch_value", "sheet.role", "sheet.unknown_field", "sheet.unknown_field", "sheet.below_zero",
        "sheet.number", "sheet.number", "sheet.player", "sheet.role", "sheet.dark", "POL-M03",
        "sheet.exposed_and_votes", "POL-M05.name", "sheet.lie_rounds",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "want"),
    [
        (7, ["sheet.not_object"]),
        ([], ["sheet.not_object"]),
        ({}, ["sheet.no_players"]),
        ({"players": []}, ["sheet.no_players"]),
        (sheet(options=3), ["sheet.options"]),
        (sheet({"Nok": player(counters=[1])}), ["sheet.counters"]),
        (sheet({"Nok": player(yellow=True)}), ["sheet.number"]),
        (sheet(exposed="Arm"), ["sheet.exposed"]),
        (sheet(exposed=["Nok"]), ["sheet.exposed_honest"]),
        (sheet(exposed=["Arm", "Arm"]), ["sheet.exposed_twice"]),
        (sheet(ending="crisis"), ["sheet.crisis_needs_votes"]),
        (sheet(lie_rounds=[]), ["sheet.lie_rounds"]),
        (sheet(lie_rounds=[{"votes": 3}, {"votes": {}}]), ["sheet.votes"]),
    ],
)
def test_a_sheet_of_the_wrong_shape_is_refused(document: Any, want: list[str]) -> None:
    assert faults(document) == want


@pytest.mark.parametrize(
    ("document", "want"),
    [
        pytest.param(sheet({"Ben": player(DARK)}), "sheet.dark", marks=rule("POL-G.2")),
        pytest.param(sheet({"Arm": player()}), "sheet.dark", marks=rule("POL-G.2")),
        pytest.param(sheet({"Nok": player(gov_passed=9, gov_failed=3)}), "sheet.rounds", marks=rule("POL-G.3")),
        pytest.param(sheet({"Nok": player(gov_passed=7)}, mode="half"), "sheet.rounds", marks=rule("POL-G.3")),
        pytest.param(sheet({"Nok": player(partner=12)}), "sheet.rounds", marks=rule("POL-G.3")),
        pytest.param(sheet({"Nok": player(corrupt_found=7)}, mode="half"), "sheet.finds", marks=rule("POL-3.1")),
        pytest.param(
            sheet({name: player(gov_failed=6) for name in ("Nok", "Ton", "Fon")}),
            "sheet.failures",
            marks=rule("POL-C.1", "POL-G.8"),
        ),
    ],
)
def test_numbers_that_no_game_can_have_are_refused(document: Any, want: str) -> None:
    assert faults(document) == [want]


@pytest.mark.parametrize("count", [5, 9])
def test_five_or_nine_players_are_refused(count: int) -> None:
    players = {f"P{number}": player(DARK if number < 2 else H) for number in range(count)}
    assert faults({"players": players}) == ["POL-M01"]


@rule("POL-F.7", "POL-R87", "POL-R88", "POL-R83", "POL-R90")
@pytest.mark.parametrize(
    ("rounds", "options", "want"),
    [
        ([{"Nok": "Zed"}, {}], {}, ["POL-M05.name"]),
        ([{"Zed": "Nok"}, {}], {}, ["POL-M05.name"]),
        ([{"Nok": "Nok"}, {}], {}, ["POL-M47.name"]),
        ([{"Nok": "Nok"}, {}], {"self_vote": True}, []),
        ([{"Nok": "Arm"}, {"Arm": "Nok"}], {}, ["POL-M46.name"]),
        ([{"Nok": "Arm"}, {"Arm": None}], {}, []),
        ([{"Nok": "Arm"}, {"Arm": "Nok"}], {"exposed_silent_in_normal": False}, []),
        ([{"Nok": "Arm"}, {"Ton": "Arm"}], {}, ["POL-M48.name"]),
        ([{"Nok": "Ton"}, {"Ton": "Nok", "Ben": "Ton"}], {}, ["POL-M48.name"]),
    ],
)
def test_votes_that_could_not_be_are_refused(
    rounds: list[dict[str, str]], options: dict[str, Any], want: list[str]
) -> None:
    document = sheet(lie_rounds=[{"votes": votes} for votes in rounds], options=options)
    if want:
        assert faults(document) == want
    else:
        score(document)


@rule("POL-R83")
def test_a_run_off_stands_on_a_sheet_where_the_house_rule_has_one() -> None:
    tied = {"votes": {"Nok": "Ben", "Ton": "Arm"}}
    rounds = [{**tied, "runoff": {"Nok": "Arm"}}, {"votes": {}}]
    assert faults(sheet(lie_rounds=rounds)) == ["sheet.no_runoff"]
    runoff = {"lie_tie": "runoff"}
    assert score(sheet(lie_rounds=rounds, options=runoff))["exposed"] == ["Arm"]
    assert faults(sheet(lie_rounds=[tied, {"votes": {}}], options=runoff)) == ["sheet.runoff_missing"]
    wrong = [{**tied, "runoff": {"Nok": "Yui"}}, {"votes": {}}]
    assert faults(sheet(lie_rounds=wrong, options=runoff)) == ["POL-M48.runoff_name"]
    everybody = score(sheet(lie_rounds=[tied, {"votes": {}}], options={"lie_tie": "all"}))
    assert everybody["exposed"] == ["Arm"]


# --- the same count as the tracked game -----------------------------------------------------------------------------


def sheet_from(t: Any, coins: list[list[int]] | None = None, **given: Any) -> dict[str, Any]:
    """Build a sheet from a ledger; ``coins`` are those before the votes."""
    tracked = sheet_of(t)
    held = coins or t.held
    players = {}
    for seat, entry in enumerate(tracked.players):
        if not entry.left:
            players[entry.name] = {
                "role": entry.role,
                **{coin: held[what][seat] for what, coin in enumerate(("yellow", "blue", "red", "green", "violet"))},
                "counters": {id: entry.counters[id] for id in COUNTER_IDS},
            }
    options = {key: value for key, value in t.switches.items() if value != SWITCHES[key][0]}
    return {"game": "politics", "ending": tracked.ending, "players": players, "options": options, **given}


def votes_of(t: Any) -> list[dict[str, Any]]:
    name = dict(enumerate(t.names))
    return [
        {"votes": {name[voter]: None if target is None else name[target] for voter, target in enumerate(votes)}}
        for votes in t.votes
    ]


def recorded_finals() -> list[Path]:
    return [path for path in sorted(SCENARIOS.glob("*.json")) if json.loads(path.read_text(encoding="utf-8"))["final"]]


def test_there_are_recorded_games_with_a_final_count() -> None:
    assert len(recorded_finals()) >= 3


@pytest.mark.parametrize("path", recorded_finals(), ids=lambda path: path.stem)
@rule("POL-N.7", "POL-N.8", "POL-W.3")
def test_the_final_of_a_recorded_game_comes_out_of_its_sheet(path: Path) -> None:
    recording = json.loads(path.read_text(encoding="utf-8"))
    play = adapter.Player(recording)
    for event in recording["events"]:
        if play.t.phase == "closed":
            play.say()
        if "refused" not in event:
            play.play(event)
    t = play.t
    exposed = {"exposed": [t.names[seat] for seat in t.exposed]} if t.crisis else {}
    document = sheet_from(t, **exposed)
    result, tracked = score(document), GAME.result(t)
    assert tracked is not None
    if not t.crisis:
        result["exposed"] = tracked["exposed"]
    assert result == tracked
    final = recording["final"]
    assert result["winners"] == final["winners"]
    for name, entry in result["players"].items():
        assert not adapter.differences(
            {key: final["players"][name][key] for key in ("role", "score", "awards") if key in final["players"][name]},
            entry,
            name,
        )


@rule("POL-R95")
@pytest.mark.parametrize("seed", range(40))
def test_the_count_of_a_tracked_game_comes_out_of_its_sheet_with_the_votes(seed: int) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng)
    setup["switches"].pop("void_round_counts", None)
    if setup["switches"].get("lie_tie") == "runoff":
        # The ballots of the first vote are not kept where a run-off replaces them.
        del setup["switches"]["lie_tie"]
    run = GAME.begin(setup)
    before: list[list[int]] = []
    while run.question is not None:
        if run.question.id == "f.talk" and run.table.phase == "lie_1":
            before = copy.deepcopy(run.table.held)
        do(run, random_deed(run, rng, grim=seed % 2 == 0))
    t = table_of(run)
    result = score(sheet_from(t, before, lie_rounds=votes_of(t)))
    for entry in result["players"].values():
        # A tracked game has the coins of the votes in its ledger.
        entry["lines"] = [line for line in entry["lines"] if not line["rule"].startswith("POL-F")]
    assert result == GAME.result(t)


def test_a_sheet_is_read_in_seat_order_with_defaults() -> None:
    read = read_sheet(sheet())
    assert [entry.name for entry in read.players] == ALL
    assert read.switches == {key: values[0] for key, values in SWITCHES.items()}


@rule("POL-R107")
def test_a_sheets_partner_count_includes_leading_where_the_switch_says_so() -> None:
    play: Play = at_lie_catching(partner_counts_leader=True)
    play.no_votes()
    play.no_votes()
    play.finish("Arm", "Yui")
    document = sheet_from(play.t)
    assert document["players"]["Yui"]["counters"]["partner"] == play.has("Yui", "partner") + 1
    assert score(document)["awards"] == play.result["awards"]
