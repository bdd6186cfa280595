"""``count``, ``correct``, ``note``: what lies on the table, put right with a reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Cli = Callable[..., Any]
Table = Callable[..., str]


def yellow(cli: Cli) -> list[int]:
    return [player["yellow"] for player in json.loads(cli("status", "--json").stdout)["players"]]


def answers(cli: Cli) -> int:
    return int(json.loads(cli("status", "--json", "--secrets").stdout)["answers"])


def test_count_shows_what_should_lie_on_the_table(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("count")
    assert "Nok 2, Ton 2" in done.stdout
    assert "draw pile 30" in done.stdout
    assert "gmtool count politics-1 --set" in done.stderr
    document = json.loads(cli("count", "--json").stdout)
    assert document["counts"]["yellow.0"] == 2
    assert document["counts"]["policy.draw"] == 30


def test_a_count_that_differs_says_both_numbers_the_gap_and_the_last_moves(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("count", "--set", "yellow.nok=5", "--set", "Ton.yellow=๑", "--reason", "found one")
    assert done.exit_code == 0, done.stderr
    assert "counted 5, ledger says 2 (+3)" in done.stdout
    assert "counted 1, ledger says 2 (-1)" in done.stdout
    assert "POL-S.4" in done.stdout
    assert yellow(cli)[:3] == [5, 1, 2]
    assert "“found one”" in cli("why", "Nok", "yellow").stdout


def test_a_count_that_agrees_is_booked_without_a_reason(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("count", "--set", "yellow.nok=2")
    assert (done.exit_code, done.stdout) == (0, "The table agrees with the ledger.\n")


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        (["yellow.nok=5"], 2),
        (["yellow.zed=5"], 3),
        (["gold.nok=5"], 3),
        (["yellow.nok"], 3),
        (["yellow.nok=x"], 2),
        (["policy.nok=9"], 3),
        (["right.nok=2"], 3),
        (["yellow.nok=-1"], 3),
        (["led.nok=1"], 3),
    ],
)
def test_a_count_that_can_not_be_booked_changes_nothing(cli: Cli, table: Table, pairs: list[str], code: int) -> None:
    table(9)
    reason = [] if code == 2 and pairs == ["yellow.nok=5"] else ["--reason", "x"]
    before = cli("count", "--json").stdout
    done = cli("count", *[word for pair in pairs for word in ("--set", pair)], *reason)
    assert done.exit_code == code, done.stderr
    assert done.stderr
    assert cli("count", "--json").stdout == before
    assert json.loads(cli("status", "--json").stdout)["question"] == "p1.leader"


def test_correct_sets_one_count_with_a_reason(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("correct", "nok.yellow", "5", "--reason", "gave one to Ton, not entered")
    assert done.exit_code == 0, done.stderr
    assert "2 is now 5" in done.stdout
    assert yellow(cli)[0] == 5
    cli("undo")
    assert "gmtool undo" in done.stderr


def test_correct_of_cards_names_where_the_difference_went(cli: Cli, table: Table) -> None:
    table(9)
    missing = cli("correct", "policy.nok", "2", "--reason", "x")
    assert missing.exit_code == 2
    assert "--from" in missing.stderr
    done = cli("correct", "policy.nok", "2", "--from", "ton", "--reason", "x")
    assert done.exit_code == 0, done.stderr
    counts = json.loads(cli("count", "--json").stdout)["counts"]
    assert (counts["policy.0"], counts["policy.1"]) == (2, 4)
    assert cli("correct", "policy.nok", "2", "--from", "zed", "--reason", "x").exit_code in (0, 3)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["yellow.nok", "5"], 2),
        (["yellow.nok", "5", "--reason", "  "], 2),
        (["yellow.nok", "-1", "--reason", "x"], 2),
        (["zzz", "5", "--reason", "x"], 3),
        (["yellow.nok", "five", "--reason", "x"], 2),
        (["policy.nok", "99", "--from", "draw", "--reason", "x"], 3),
    ],
)
def test_a_correction_that_can_not_be_leaves_the_game_where_it_was(
    cli: Cli, table: Table, args: list[str], code: int
) -> None:
    table(9)
    before = cli("count", "--json").stdout
    done = cli("correct", *args)
    assert done.exit_code == code, done.stderr
    assert cli("count", "--json").stdout == before
    assert json.loads(cli("status", "--json").stdout)["question"] == "p1.leader"


def test_a_note_is_in_the_history_as_it_was_typed(cli: Cli, table: Table) -> None:
    table(9)
    assert cli("note", "[b]ฝนตก[/b]", "{leader}", "😀").exit_code == 0
    assert "[b]ฝนตก[/b] {leader} 😀" in cli("history").stdout
    assert cli("note", "  ").exit_code == 3
    assert cli("note").exit_code == 2


def test_nothing_is_booked_on_a_game_that_is_over(cli: Cli, table: Table) -> None:
    table(over=True)
    for command in ("note x", "count --set yellow.nok=1 --reason x", "correct yellow.nok 1 --reason x"):
        done = cli(*command.split())
        assert done.exit_code == 3
        assert "The game is over" in done.stderr
