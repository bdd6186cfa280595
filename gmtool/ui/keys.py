"""Single keys: what a key press means, on whatever keyboard it was typed."""

from __future__ import annotations

import unicodedata
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


def key_of(char: str) -> str:
    """Return the key that a typed character stands for: full-width and Thai letters and digits as their Latin keys.

    >>> key_of("３"), key_of("๒"), key_of("ี"), key_of("u")
    ('3', '2', 'u', 'u')
    """
    value = unicodedata.digit(char, None) if len(char) == 1 else None
    if value is not None:
        return str(value)
    narrow = unicodedata.normalize("NFKC", char)
    if narrow.isascii():
        return narrow
    for layout in load_toml(data_dir() / "common" / "keyboard.toml").values():
        if char in layout:
            return str(layout[char])
    return char
