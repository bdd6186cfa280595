"""Every rule and ruling of the game has a test that names it, or a reason why there is nothing to test."""

from __future__ import annotations

import re
from pathlib import Path

from gmtool.core.facts import load_toml
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
