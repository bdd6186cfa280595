"""Keys: every command has its own, on every keyboard."""

from __future__ import annotations

import pytest

from gmtool.core.game import game_ids, load_game
from gmtool.ui import keys
from gmtool.ui.terminal import COMMANDS

RESERVED = {*COMMANDS, keys.HIDE, keys.TIMER_PAUSE, keys.TIMER_MORE}


@pytest.mark.parametrize("game", game_ids())
def test_every_action_has_a_key_of_its_own(game: str) -> None:
    used = [action.key for action in load_game(game).actions.values() if action.key]
    assert len(used) == len(set(used))
    assert not RESERVED & set(used)


@pytest.mark.parametrize(
    ("typed", "key"), [("３", "3"), ("๒", "2"), ("ี", "u"), ("แ", "c"), ("ｕ", "u"), ("？", "?"), ("5", "5"), ("é", "é")]
)
def test_a_key_is_understood_on_any_keyboard(typed: str, key: str) -> None:
    assert keys.Keyboard().key_of(typed) == key


def test_signs_are_the_keys_of_the_layout_that_is_on() -> None:
    keyboard = keys.Keyboard()
    assert [keyboard.key_of(char) for char in "-/"] == ["-", "/"]
    assert [keyboard.key_of(char) for char in "ภ-/ๅ"] == ["4", "3", "2", "1"]
    assert [keyboard.key_of(char) for char in "u-/"] == ["u", "-", "/"]
