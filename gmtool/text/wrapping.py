"""Breaking lines by the width they take on a screen, between words also where a language writes none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from rich.cells import cell_len

_THAI: Final = re.compile(r"[\u0e00-\u0e7f]")
_JAPANESE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3000-\u303f]")
_BEGINNING: Final = re.compile(r" *(?:- |(?:\S+ )*\S+ {2,})?")
_NO_START: Final = "ๆฯะาำๅ็่้๊๋์ิีึืฺุู、。，．：；！？」』）】〉》・ー…々ゝ,.;:!?)]}"
_NO_END: Final = "เแโใไ「『（【〈《([{"
_parsers: dict[str, Callable[[str], list[str]]] = {}


def wrap(text: str, width: int) -> list[str]:
    """Return a text as lines of at most ``width`` cells, broken between words; nothing is lost but spaces at breaks.

    >>> wrap("one two three", 7), wrap("take 🔴 6 each", 8)
    (['one two', 'three'], ['take', '🔴 6', 'each'])
    """
    width = max(width, 4)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap_paragraph(paragraph, width))
    return lines


def fold(text: str, width: int) -> list[str]:
    """Return printed lines broken as ``wrap`` does; what goes on stands below where its list item or column began.

    >>> fold("- one two three", 10), fold("  --db  where games are", 20)
    (['- one two', '  three'], ['  --db  where games', '        are'])
    """
    lines: list[str] = []
    for line in text.split("\n"):
        begun = _BEGINNING.match(line)
        lead = begun.group() if begun is not None and cell_len(begun.group()) <= width // 2 else ""
        first, *rest = wrap(line[len(lead) :], width - cell_len(lead))
        lines += [lead + first, *(" " * cell_len(lead) + more for more in rest)]
    return lines


def _wrap_paragraph(text: str, width: int) -> list[str]:
    if cell_len(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if cell_len(line + piece.rstrip()) <= width:
            line += piece
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = piece.lstrip()
        while cell_len(line.rstrip()) > width:
            head, line = _cut(line, width)
            lines.append(head)
    if line.strip() or not lines:
        lines.append(line.rstrip())
    return lines


def _pieces(text: str) -> list[str]:
    """Return a text in pieces between which a line may be broken; spaces stay with the piece before them.

    A no-break space holds its neighbours together.
    """
    pieces: list[str] = []
    for word in re.findall(r"(?:\S|\u00a0)+[^\S\u00a0]*|[^\S\u00a0]+", text):
        if _THAI.search(word):
            pieces.extend(_segment("th", word))
        elif _JAPANESE.search(word):
            pieces.extend(_segment("ja", word))
        else:
            pieces.append(word)
    return _glued(pieces)


def _glued(pieces: list[str]) -> list[str]:
    """Put signs that may not begin (or end) a line back to their neighbours."""
    found: list[str] = []
    for piece in pieces:
        if found and (piece[0] in _NO_START or found[-1][-1] in _NO_END or _is_amount(found[-1], piece)):
            found[-1] += piece
        else:
            found.append(piece)
    return found


def _is_amount(before: str, piece: str) -> bool:
    """Whether a sign of a coin stands before its number."""
    sign = before.rstrip()[-1:]
    return sign != "" and unicodedata.category(sign) == "So" and (piece[0].isdecimal() or piece[0] in "+−")


def _segment(language: str, word: str) -> list[str]:
    parser = _parsers.get(language)
    if parser is None:
        import budoux

        loaded: Any = budoux.load_default_thai_parser() if language == "th" else budoux.load_default_japanese_parser()
        parser = _parsers[language] = loaded.parse
    stripped = word.rstrip()
    pieces = [piece for piece in parser(stripped) if piece] or [stripped]
    pieces[-1] += word[len(stripped) :]
    return pieces


def _cut(text: str, width: int) -> tuple[str, str]:
    """Return the head of a word that is too long for a line, and the rest; marks stay with their letters."""
    end = 0
    for position in range(1, len(text) + 1):
        if cell_len(text[:position]) > width:
            break
        rest_begins = text[position] if position < len(text) else ""
        if rest_begins and (rest_begins in _NO_START or cell_len(rest_begins) == 0 or text[position - 1] in _NO_END):
            continue
        end = position
    end = end or max(1, next((i for i in range(len(text), 0, -1) if cell_len(text[:i]) <= width), 1))
    return text[:end], text[end:]


def pad(text: str, width: int) -> str:
    """Return a text filled with spaces to ``width`` cells, cut with its marks if it is longer.

    >>> pad("นก", 4), pad("山田太郎", 5)
    ('นก  ', '山田 ')
    """
    while cell_len(text) > width:
        text = text[:-1]
    return text + " " * (width - cell_len(text))
