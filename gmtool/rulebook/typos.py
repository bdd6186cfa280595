"""Slips of the finger: the word that was meant, if one slip explains what was typed.

Rules are found by parts of words anyway; this only helps a word that stands for something in ``Speech``. It is a few
lines and no import, since looking words up with a library costs more than the whole answer.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

LEAST: Final = 5
"""Shortest word in which a slip is looked for: shorter ones have too many neighbours."""


def one_slip(typed: str, meant: str) -> bool:
    """Whether two words differ by one letter too many, missing, other or swapped with its neighbour.

    >>> [one_slip("direktor", "director"), one_slip("goverment", "government"), one_slip("tracekr", "tracker")]
    [True, True, True]
    >>> [one_slip("beer", "bear"), one_slip("vote", "vote"), one_slip("vote", "voters")]
    [True, False, False]
    """
    if typed == meant or abs(len(typed) - len(meant)) > 1:
        return False
    start, shorter = 0, min(len(typed), len(meant))
    while start < shorter and typed[start] == meant[start]:
        start += 1
    rest, other = typed[start:], meant[start:]
    if len(rest) == len(other):
        return rest[1:] == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
    return rest[1:] == other if len(rest) > len(other) else rest == other[1:]


def nearest(typed: str, known: Sequence[str]) -> str:
    """Return the known word that was meant, or an empty text; the first letter is taken to be right.

    Args:
        typed: A word that nobody says.
        known: All words, sorted.
    """
    if len(typed) < LEAST:
        return ""
    start, end = bisect_left(known, typed[0]), bisect_left(known, chr(ord(typed[0]) + 1))
    return next((word for word in known[start:end] if one_slip(typed, word)), "")
