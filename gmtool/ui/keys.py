"""Single keys: what a key press means, on whatever keyboard it was typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from gmtool.core.facts import load_toml
from gmtool.paths import data_dir

ENTER: Final = "enter"
ESCAPE: Final = "escape"
BACKSPACE: Final = "backspace"
TAB: Final = "tab"
UP: Final = "up"
DOWN: Final = "down"
LEFT: Final = "left"
RIGHT: Final = "right"
PAGE_UP: Final = "pageup"
PAGE_DOWN: Final = "pagedown"
SPACE: Final = " "

UNDO: Final = "u"
REDO: Final = "U"
HIDE: Final = "h"
HISTORY: Final = "i"
WHY: Final = "w"
RULES: Final = "?"
MENU: Final = ":"
QUIT: Final = "q"
ROLL: Final = "r"
TIMER_PAUSE: Final = "t"
TIMER_MORE: Final = "+"


class Keyboard:
    """What was typed lately tells which layout is on: some signs are another key on each."""

    def __init__(self) -> None:
        self.layout: Mapping[str, str] = {}

    def key_of(self, char: str) -> str:
        """Return the key that a typed character stands for: full-width and Thai letters and digits as their Latin keys.

        >>> keyboard = Keyboard()
        >>> [keyboard.key_of(char) for char in "３๒u/ี/"]
        ['3', '2', 'u', '/', 'u', '2']
        """
        value = unicodedata.digit(char, None) if len(char) == 1 else None
        if value is not None:
            return str(value)
        narrow = unicodedata.normalize("NFKC", char)
        if narrow.isascii() and not narrow.isalpha():
            return self.layout.get(narrow, narrow)
        self.layout = {}
        for layout in load_toml(data_dir() / "common" / "keyboard.toml").values():
            if char in layout:
                self.layout = layout.get("also", {})
                return str(layout[char])
        return narrow if narrow.isascii() else char
