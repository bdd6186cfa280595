"""``gmtool score``: a tally sheet of an untracked game by file or by prompts, and the result of a tracked one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
Table = Callable[..., str]
NAMES = ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]
ENTER, DOWN = "\r", "\x1b[B"


def sheet(**changes: Any) -> dict[str, Any]:
    players = {
        name: {
            "role": "dark" if number < 2 else "honest",
            "yellow": 5 + number, "blue": number, "red": 6 - number, "green": 1, "violet": 0,
            "counters": {"gov_passed": number, "corrupt_found": 1, "gov_failed": 0, "partner": 2},
        }
        for number, name in enumerate(NAMES)
    }  # fmt: skip
    return {"game": "politics", "ending": "normal", "players": players, **changes}


def written(path: Path, document: Any) -> str:
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_a_sheet_is_scored_from_a_file_with_the_rule_of_every_point(cli: Cli, tmp_path: Path) -> None:
    done = cli("score", "politics", "--from", written(tmp_path / "s.json", sheet()))
    assert done.exit_code == 0, done.stderr
    for rule in ("POL-N.4", "POL-N.5", "POL-A.1"):
        assert rule in done.stdout
    assert all(name in done.stdout for name in NAMES)


def test_json_has_exactly_the_names_of_the_result(cli: Cli, tmp_path: Path) -> None:
    result = json.loads(cli("score", "--from", written(tmp_path / "s.json", sheet()), "--json").stdout)
    assert {"game", "ending", "players", "most_red", "exposed", "winners", "winning_faction"} <= set(result)
    player = result["players"]["Nok"]
    assert {"role", "after_votes", "penalty", "awards", "final", "score", "lines"} <= set(player)
    assert set(player["lines"][0]) == {"rule", "coin", "delta"}


def test_a_sheet_is_read_from_standard_input(cli: Cli) -> None:
    done = cli("score", "politics", "--from", "-", "--json", input=json.dumps(sheet()))
    assert json.loads(done.stdout)["ending"] == "normal"


def test_what_can_not_be_is_told_as_it_stands_in_the_sheet(cli: Cli, tmp_path: Path) -> None:
    bad = sheet(mode=[])
    del bad["players"]["Nok"]["role"]
    bad["players"]["Yui"].update(yellow=True, blue="3")
    done = cli("score", "--from", written(tmp_path / "s.json", bad))
    assert done.exit_code == 3
    assert "[]" in done.stderr
    assert "Nok's role can't be null." in done.stderr
    assert "true is not a whole number" in done.stderr
    assert '"3" is not a whole number' in done.stderr


def test_the_sheet_of_the_manual_can_be_scored(cli: Cli) -> None:
    page = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    block = page.split("## A tally sheet")[1].split("\n    {\n")[1].split("\n    }\n")[0]
    done = cli("score", "--from", "-", "--json", input=f"{{{block}}}")
    assert done.exit_code == 0, done.stderr
    # Nok pays a coin to each of three voters, Ben one to each of three; both dark players are exposed.
    result = json.loads(done.stdout)
    assert result["exposed"] == ["Nok", "Ben"]
    assert [result["players"][name]["after_votes"]["yellow"] for name in ("Nok", "Ben")] == [8, 4]


def test_every_fault_of_a_sheet_is_told(cli: Cli, tmp_path: Path) -> None:
    bad = sheet(options={"foo": 1}, ending="draw", zzz=1)
    bad["players"]["Nok"].update(role="honest", yellow=-3)
    bad["players"]["Yui"] = {"role": "?", "blue": "many", "counters": {"led": 1}}
    done = cli("score", "--from", written(tmp_path / "s.json", bad))
    assert (done.exit_code, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) >= 8
    for word in ("foo", "draw", "zzz", "Nok", "-3", "many", "led"):
        assert word in done.stderr, word


@pytest.mark.parametrize(("text", "code"), [("", 2), ("{", 2), ("[]", 3), ("null", 3), ('"x"', 3), ("{}", 3)])
def test_what_is_no_sheet_is_refused(cli: Cli, tmp_path: Path, text: str, code: int) -> None:
    path = tmp_path / "s.json"
    path.write_text(text)
    done = cli("score", "--from", str(path))
    assert done.exit_code == code, done.stderr
    assert done.stderr


def test_a_file_that_is_not_there_is_named(cli: Cli, tmp_path: Path) -> None:
    done = cli("score", "--from", str(tmp_path / "none.json"))
    assert done.exit_code == 2
    assert "none.json" in done.stderr


def test_a_tracked_games_result_is_shown_and_can_be_handed_in_again(cli: Cli, table: Table, tmp_path: Path) -> None:
    id = table(over=True)
    shown = cli("score", id)
    assert shown.exit_code == 0, shown.stderr
    document = cli("score", id, "--json").stdout
    again = cli("score", "--from", written(tmp_path / "r.json", json.loads(document)))
    assert again.exit_code == 0, again.stderr
    assert set(again.stdout.splitlines()) <= set(shown.stdout.splitlines())
    assert json.loads(cli("score", "--from", str(tmp_path / "r.json"), "--json").stdout) == json.loads(document)
    assert cli("score").stdout == shown.stdout


def test_a_game_that_is_not_over_has_no_result(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("score", "politics-1")
    assert done.exit_code == 3
    assert "gmtool play politics-1" in done.stderr


def test_nobody_to_ask_names_the_option(cli: Cli) -> None:
    done = cli("score", "politics")
    assert done.exit_code == 2
    assert "--from" in done.stderr


def test_the_sheet_is_asked_one_thing_after_the_other(
    cli: Cli, terminal: Callable[[str], None], tmp_path: Path
) -> None:
    wanted = sheet()
    typed = ", ".join(NAMES) + ENTER + ENTER
    for name in NAMES:
        entry = wanted["players"][name]
        typed += (DOWN if entry["role"] == "dark" else "") + ENTER
        counts = [entry[key] for key in ("yellow", "blue", "red", "green", "violet")]
        counters = list(entry["counters"].values())
        # all numbers of a player at once: the field's default goes first
        typed += "\x7f" + " ".join(map(str, [*counts, *counters])) + ENTER
    typed += ENTER
    terminal(typed)
    done = cli("score", "politics", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(
        cli("score", "--from", written(tmp_path / "s.json", wanted), "--json").stdout
    )


def test_more_numbers_than_are_asked_for_a_player_are_typed_again(
    cli: Cli, terminal: Callable[[str], None], tmp_path: Path
) -> None:
    counts = "3、3 3，0 0 1 1 0 1"
    typed = ", ".join(NAMES) + ENTER + ENTER
    typed += DOWN + ENTER + "1 2 3 4 5 6 7 8 9 10" + ENTER + counts + ENTER
    typed += DOWN + ENTER + counts + ENTER
    typed += "".join(ENTER + counts + ENTER for _ in NAMES[2:]) + ENTER
    terminal(typed)
    done = cli("score", "politics", "--json")
    assert done.exit_code == 0, done.stderr
    assert "10 numbers, and only 9" in done.stderr
    assert json.loads(done.stdout)["players"]["Nok"]["after_votes"] == {"yellow": 3, "blue": 3, "red": 3}


def test_after_a_fault_only_what_the_gm_chooses_is_asked_again(cli: Cli, terminal: Callable[[str], None]) -> None:
    typed = ", ".join(NAMES) + ENTER + ENTER
    for _ in NAMES:
        typed += ENTER + "\x7f3 3 3 0 0 1 1 0 1" + ENTER
    typed += ENTER
    # nobody is dark: choose Nok, then Ton, each dark with the same counts
    for number in range(2):
        typed += DOWN * number + ENTER + DOWN + ENTER + ENTER * 9
    terminal(typed)
    done = cli("score", "politics", "--json")
    assert done.exit_code == 0, done.stderr
    result = json.loads(done.stdout)
    assert [result["players"][name]["role"] for name in NAMES[:3]] == ["dark", "dark", "honest"]
    assert result["players"]["Yui"]["after_votes"]["yellow"] == 3
