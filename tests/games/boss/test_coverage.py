"""Every rule has a test that names it, or a reason why there is none; recorded games show all ends and switches."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from gmtool.core.facts import load_toml
from gmtool.games.boss.table import LEAST, MOST, SWITCHES
from gmtool.paths import data_dir

NOTHING_TO_TEST = {
    "BOSS-1.5": "who handles the ballots is not for the tool to decide",
    "BOSS-5.6": "talk has neither limit nor effect",
    "BOSS-R26": "a nominee has no answer to give, so none is asked",
}


def test_every_rule_has_a_test_or_a_reason() -> None:
    rules = [rule["id"] for rule in load_toml(data_dir() / "boss" / "rules.toml")["rule"]]
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    marks = set(re.findall(r'"(BOSS-[R\d.]*\d)"', "".join(re.findall(r"^@rule\(.*\)$", tests, flags=re.MULTILINE))))
    assert len(rules) > 100
    assert set(rules) - marks - set(NOTHING_TO_TEST) == set()
    assert marks - set(rules) == set()


# --- recorded games -----------------------------------------------------------------------------------------------

RECORDINGS = Path(__file__).parents[2] / "scenarios" / "boss"


def recordings() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RECORDINGS.glob("*.json"))]


def test_recorded_games_show_every_end_and_every_number_of_players() -> None:
    text = (data_dir() / "boss" / "text" / "en.toml").read_text(encoding="utf-8")
    ends = set(re.findall(r'^"won\.(\w+)"', text, flags=re.MULTILINE))
    assert len(ends) == 7
    assert ends - {recording["final"].get("reason") for recording in recordings()} == set()
    assert {len(recording["players"]) for recording in recordings()} == set(range(LEAST, MOST + 1))


def test_recorded_games_show_every_house_rule() -> None:
    def said(value: Any) -> str:
        return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)

    played = {(key, said(value)) for recording in recordings() for key, value in recording["options"].items()
              if key in SWITCHES}  # fmt: skip
    assert {(key, said(value)) for key, values in SWITCHES.items() for value in values[1:]} - played == set()
