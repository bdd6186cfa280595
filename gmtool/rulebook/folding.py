"""Folding: the form in which questions and rules are compared, whatever the script and however they were typed.

Letters lose case, width and Latin accents; hiragana becomes katakana; the Thai vowel that NFKC splits is put together
again; digits of any script become 0 to 9; a letter drawn out ("มากกกก", "reallyyy") is said once.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

_HIRAGANA_TO_KATAKANA: Final = {code: code + 0x60 for code in (*range(0x3041, 0x3097), 0x309D, 0x309E)}
_SARA_AM: Final = re.compile("\u0e4d([\u0e48-\u0e4b]?)\u0e32")
_DRAWN_OUT: Final = re.compile(r"([^\W\d_])\1{2,}")
_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")
_MARKS: Final = re.compile("[\u0300-\u036f]")
_TONES: Final = "\u0300\u0301\u0303\u0309\u0323"

THAI: Final = "\u0e00-\u0e7f"
JAPANESE: Final = "\u3005\u3007\u3041-\u309f\u30a0-\u30ff\u3400-\u9fff"
_LATIN_WORD: Final = re.compile(rf"[^\W\d_{THAI}{JAPANESE}]+|\d+")
_APOSTROPHES: Final = str.maketrans("", "", "'’ʼ`")


class Word(NamedTuple):
    """A word or number of a text in Latin letters.

    Attributes:
        folded: Without accents.
        marked: With them, the tone put last (so that "hoà" and "hòa" are one); empty if none was typed.
    """

    folded: str
    marked: str


def fold(text: str) -> str:
    """Return the form of a text in which it is compared.

    >>> fold("ĐẠI BÀNG"), fold("ｽﾊﾟｲ"), fold("げーむますたー"), fold("น้ํา") == fold("น้ำ")
    ('dai bang', 'スパイ', 'ゲームマスター', True)
    >>> fold("มากกกก"), fold("๓ คน"), fold("Café")
    ('มาก', '3 คน', 'cafe')
    """
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).casefold()
    folded = _MARKS.sub("", unicodedata.normalize("NFD", folded).replace("đ", "d"))
    folded = unicodedata.normalize("NFC", folded).translate(_HIRAGANA_TO_KATAKANA)
    folded = _SARA_AM.sub("\\1\u0e33", folded)
    folded = _OTHER_DIGIT.sub(lambda match: str(unicodedata.decimal(match.group())), folded)
    return _DRAWN_OUT.sub(r"\1", folded)


def latin_words(text: str) -> list[Word]:
    """Return the words and numbers that a text has in Latin letters, in order, apostrophes dropped.

    >>> [word.folded for word in latin_words("Hoà phiếu, can't GM5?")]
    ['hoa', 'phieu', 'cant', 'gm', '5']
    >>> latin_words("hoà")[0].marked == latin_words("hòa")[0].marked
    True
    """
    typed = unicodedata.normalize("NFC", text).translate(_APOSTROPHES).casefold()
    return [_word(word) for word in _LATIN_WORD.findall(typed)]


@lru_cache(20_000)
def _word(typed: str) -> Word:
    folded = fold(typed)
    return Word(folded, "" if folded == typed else _marked(typed))


def _marked(word: str) -> str:
    letters = unicodedata.normalize("NFD", word)
    tone = "".join(letter for letter in letters if letter in _TONES)
    return unicodedata.normalize("NFC", "".join(letter for letter in letters if letter not in _TONES)) + tone
