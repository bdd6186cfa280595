"""This game's words in every language and those of ordinary werewolf: whatever a GM types, it leads to the same id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from typing import Final

from gmtool.core.facts import facts, load_toml
from gmtool.paths import data_dir

ALIASES: Final[dict[str, list[str]]] = facts("jinro")["aliases"]
_KATAKANA: Final = range(0x30A1, 0x30F7)
_TO_HIRAGANA: Final = 0x60
_ACCENTS: Final = re.compile("[\u0300-\u036f]")


def fold(text: str) -> str:
    """Return a text as it is compared: width, case, accents, kana, spaces and hyphens make no difference.

    >>> fold("Beat-Reporter"), fold("ｽﾊﾟｲ") == fold("すぱい"), fold("No. 23"), fold("Đảng Sói")
    ('beatreporter', True, 'no23', 'dangsoi')
    """
    text = unicodedata.normalize("NFKC", text).casefold().replace("đ", "d")
    text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))
    folded = "".join(chr(ord(char) - _TO_HIRAGANA) if ord(char) in _KATAKANA else char for char in text)
    return "".join(char for char in folded if char.isalnum() or char == "ー")


@cache
def _index() -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    terms = [load_toml(path)["terms"] for path in sorted((data_dir() / "jinro" / "terms").glob("*.toml"))]
    for id, words in ALIASES.items():
        for word in (id.replace("_", " "), *words, *(of[id] for of in terms if id in of)):
            ids = index.setdefault(fold(word), [])
            if id not in ids:
                ids.append(id)
    return index


def meaning(typed: str, among: Collection[str] | None = None) -> str | None:
    """Return the glossary id that a word means, or None; where a word means two things, the one ``among`` wins.

    >>> meaning("seer"), meaning("占い師"), meaning("ばんきしゃ"), meaning("beer")
    ('reporter', 'reporter', 'reporter', None)
    """
    ids = [id for id in _index().get(fold(typed), []) if among is None or id in among]
    return ids[0] if ids else None
