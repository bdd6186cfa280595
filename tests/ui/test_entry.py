"""The answer being typed: what keys make of it, no terminal needed."""

from __future__ import annotations

from gmtool.text.texts import Texts
from gmtool.ui import keys
from gmtool.ui.entry import Entry, Typed
from gmtool.ui.words import Words
from tests.games.boss.tables import GAME, Play


def typed(entry: Entry, pressed: str) -> Typed | None:
    """Press keys, ``>`` for Tab, ``<`` for Backspace, ``=`` for Enter; returns what the last one gave."""
    named = {">": keys.TAB, "<": keys.BACKSPACE, "=": keys.ENTER}
    found = None
    for key in pressed:
        found = entry.press(named.get(key, key))
    return found


def test_numbers_refused_are_typed_over() -> None:
    play = Play(10)
    play.nominate("Bình")
    entry = Entry(play.run, Words(GAME, Texts("en", "boss", strict=True)))
    assert typed(entry, "10>2=") is None
    assert "12" in entry.message
    assert typed(entry, "1=") is None
    assert entry.amounts == {"yes": "10", "no": "1"}
    assert typed(entry, ">8>2=") == Typed({"yes": 8, "no": 2})
