"""What a GM reads of the rules: an answer is short; a rule in full says what changes it and what to read with it."""

from __future__ import annotations

import pytest

from gmtool.rulebook import entries
from gmtool.ui.rules_lines import Line, RuleLines, plain
from tests.rulebook.asked import GAMES, LANGUAGES


def _texts(lines: list[Line], kind: str) -> list[str]:
    return [line.text for line in lines if line.kind == kind]


def test_an_answer_is_the_ruling_and_where_to_read_on() -> None:
    desk = RuleLines("politics", "en", {})
    lines = desk.answer(desk.ask("is the right lost only this round when the time is over"))
    entry = desk.book["POL-R18"]
    assert [line.text for line in lines[:2]] == [f"POL-R18  {entry.title}", entry.answer]
    assert lines[2].text == desk.said["silent"]
    assert entry.reason not in "".join(line.text for line in lines)
    assert all(line.text.startswith("POL-") for line in lines[3:])


def test_a_rule_in_full_says_what_a_house_rule_would_change() -> None:
    lines = RuleLines("politics", "en", {}).full("POL-R18")
    assert _texts(lines, "switch") == [
        "House rule: A lost right to lead is gone [lost_right_scope]",
        "  for this round (usual)",
        "  until the next reset: Lost until the next reset of rights: the right counts as used.",
    ]


def test_the_value_in_force_is_marked_and_its_answer_comes_first() -> None:
    lines = RuleLines("politics", "en", {"lost_right_scope": "cycle"}).full("POL-R18")
    assert lines[1] == Line("says", "In this game: Lost until the next reset of rights: the right counts as used.")
    assert _texts(lines, "switch")[2].startswith("  until the next reset (in this game): ")


def test_what_names_a_rule_is_named_there_too() -> None:
    book = entries.book("politics", "en")
    for id, entry in book.items():
        for other in entry.related:
            assert id in book[other].related or id in book.depending(other)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_words(game: str, lang: str) -> None:
    desk = RuleLines(game, lang, {})
    for id, entry in desk.book.items():
        lines = _texts(desk.full(id), "switch")
        for switch in entry.switches:
            assert any(line.endswith(f" [{switch}]") and f": {switch} " not in line for line in lines), (id, switch)
        assert len(lines) > len(entry.switches) or not entry.switches


def test_what_belongs_to_an_entry_is_set_in_below_its_head() -> None:
    lines = plain(RuleLines("boss", "en", {}).full("BOSS-R02"))
    assert lines[0].startswith("BOSS-R02")
    assert all(line.startswith("  ") for line in lines[1:])
