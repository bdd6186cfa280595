"""Every rule and ruling has a test that states it (``@rule("POL-3.1")``) or a reason why it has none.

Reasons stand in ``tests/rules/GAME.toml``, id = reason. Only games that have such a file are looked at. A reason that
names a recorded game, ``recorded game NAME``, needs that file.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
GAMES = sorted(path.stem for path in (HERE / "rules").glob("*.toml"))
RECORDED = re.compile(r"recorded game (\w+)")


@cache
def marks() -> dict[str, list[str]]:
    """Return every rule id that a test is marked with, and where: ``rule("…")`` read from the source of all tests."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name != "rule":
                continue
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found.setdefault(argument.value, []).append(f"{path.relative_to(HERE)}:{node.lineno}")
    return found


@cache
def rule_ids(game: str) -> list[str]:
    document = tomllib.loads((DATA / game / "rules.toml").read_text(encoding="utf-8"))
    return [entry["id"] for entry in document["rule"]]


def reasons(game: str) -> dict[str, str]:
    return tomllib.loads((HERE / "rules" / f"{game}.toml").read_text(encoding="utf-8"))


def test_there_are_games_and_marks_to_look_at() -> None:
    assert "politics" in GAMES
    assert len(marks()) > 100


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test_or_a_reason(game: str) -> None:
    ids = rule_ids(game)
    assert ids
    assert [id for id in ids if id not in marks() and id not in reasons(game)] == []


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_about_rules_that_have_no_test(game: str) -> None:
    known, given = set(rule_ids(game)), reasons(game)
    assert [id for id in given if id not in known] == []
    assert [id for id in given if id in marks()] == []
    assert [id for id, reason in given.items() if len(reason) < 10] == []


@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_that_reasons_name_are_there(game: str) -> None:
    names = {path.stem for path in (HERE / "scenarios" / game).glob("*.json*")}
    named = {name for reason in reasons(game).values() for name in RECORDED.findall(reason)}
    assert named <= names


@pytest.mark.parametrize("game", GAMES)
def test_marks_name_rules_that_there_are(game: str) -> None:
    known = set(rule_ids(game))
    head = next(iter(known)).partition("-")[0]
    wrong = {id: where for id, where in marks().items() if id.partition("-")[0] == head and id not in known}
    assert not wrong
