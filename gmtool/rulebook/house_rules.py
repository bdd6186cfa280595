"""House rules in words: what a switch or a field of the set-up is called, and its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gmtool.core.facts import facts
from gmtool.rulebook.entries import Entry, value_id
from gmtool.text.texts import Texts


class Choice(NamedTuple):
    """One value of a house rule.

    Attributes:
        words: The value in words; empty where it is a number, a list or a player.
        is_default: Whether it holds where nothing else is agreed.
        is_here: Whether it holds in the game that is meant.
        text: What an entry says when it holds, if that is different from the default.
    """

    words: str
    is_default: bool
    is_here: bool
    text: str


def title_of(switch: str, texts: Texts) -> str:
    """Return what a house rule is called; its id if it has no words."""
    raw = texts.find("switch", f"{switch}.title") or texts.find("setup", switch)
    return switch if raw is None else texts.fill(raw, {})


def words_of(switch: str, value: str, texts: Texts) -> str:
    """Return a value in words, or an empty text."""
    raw = texts.find("switch", f"{switch}.{value}") or texts.find("setup", f"{switch}.{value}")
    return "" if raw is None else texts.fill(raw, {})


def choices_of(switch: str, entry: Entry, in_force: Mapping[str, Any], game: str, texts: Texts) -> list[Choice]:
    """Return the values of a house rule, the default first, with what an entry says under each."""
    said = {key.partition("=")[2]: text for key, text in entry.switched.items() if key.partition("=")[0] == switch}
    known = [value_id(value) for value in facts(game)["switches"].get(switch, ())]
    here = value_id(in_force[switch]) if switch in in_force else ""
    return [
        Choice(words_of(switch, value, texts), value in known[:1], value == here, said.get(value, ""))
        for value in [*known, *(value for value in said if value not in known)]
    ]
