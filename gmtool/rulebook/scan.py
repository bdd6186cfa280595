"""Searching a page: which entries hold the words, or parts of words, of a question, and how rare these are."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import Final, NamedTuple

from gmtool.rulebook.folding import fold, latin_words
from gmtool.rulebook.prepared import Page
from gmtool.rulebook.speech import MARKED, SCRIPTS, Speech

RARITY_POWER: Final = 0.7
SATURATION: Final = 0.8
LENGTH_SHARE: Final = 0.3
UNKNOWN: Final = 0.8
"""What a word that stands nowhere counts, of the rarest that do."""
SAID: Final = 1.0
"""Least weight of a piece that is said as a whole: a title, a question, an alias; the body of a rule is not."""
_GRAMS: Final = {"th": ((3, 0.4), (4, 0.4)), "ja": ((2, 0.6), (3, 0.5))}
_IN_A_STOP: Final = 0.35
_KANJI: Final = re.compile("[\u3400-\u9fff]")
_LETTER_RUNS: Final = {language: re.compile(f"[{letters}]+") for language, letters in SCRIPTS.items()}


class Part(NamedTuple):
    """A part of a question to look for: as it stands in a page, what it counts, whether accents matter."""

    text: str
    weight: float
    marked: bool = False


def parts(question: str, said: Speech) -> list[Part]:
    """Return what to look for in the pages of a language."""
    found: dict[tuple[str, bool], float] = {}

    def add(text: str, weight: float, marked: bool = False) -> None:
        found[text, marked] = found.get((text, marked), 0.0) + weight

    words = latin_words(question)
    if said.language in SCRIPTS:
        for match in _LETTER_RUNS[said.language].finditer(fold(question)):
            _add_grams(match.group(), said, add)
        for word in words:
            add(f" {word.folded} ", 0.8 if word.folded.isdigit() else 1.0)
        return [Part(text, weight, marked) for (text, marked), weight in found.items()]
    stop = frozenset(said.stop)
    stems = [said.stem(word.folded) for word in words]
    things = said.things(words)
    plain = [word.folded in stop and place not in things for place, word in enumerate(words)]
    for word, form, says_nothing in zip(words, stems, plain, strict=True):
        if word.folded.isdigit():
            add(f" {form} ", 0.8)
        elif not says_nothing:
            add(f" {form} ", 1.0)
            if word.marked and said.language in MARKED:
                add(f" {word.marked} ", 0.5, marked=True)
            if len(form) > 3 and said.language not in MARKED:
                padded = f" {form} "
                for at in range(len(padded) - 2):
                    add(padded[at : at + 3], 0.2)
    pair = 0.7 if said.language in MARKED else 0.6
    for at in range(len(words) - 1):
        if not (plain[at] and plain[at + 1]):
            add(f" {stems[at]} {stems[at + 1]} ", pair)
    return [Part(text, weight, marked) for (text, marked), weight in found.items()]


def _add_grams(run: str, said: Speech, add: Callable[[str, float], None]) -> None:
    """Add the parts of a run of letters, those that belong to a word that says nothing for less."""
    stops = _stops(said.stop)
    empty = [False] * len(run)
    for match in stops.finditer(run):
        for at in range(*match.span()):
            empty[at] = True
    grams = _GRAMS[said.language]
    if len(run) < grams[0][0]:
        add(run, grams[0][1])
    for length, weight in grams:
        for at in range(len(run) - length + 1):
            share = _IN_A_STOP if any(empty[at : at + length]) else 1.0
            add(run[at : at + length], weight * share)
    if said.language == "ja":
        for letter in run:
            if _KANJI.match(letter):
                add(letter, 0.5)


@lru_cache(4)
def _stops(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)) or r"(?!)")


class Coverage(NamedTuple):
    """What a page holds of what is wanted, rarer parts counting more; the lists have one number an entry, from 0 to 1.

    Attributes:
        entries: How much an entry holds anywhere.
        together: How much one title, question or alias of an entry holds alone.
        strange: How much stands in no entry at all, from 0 to 1.
    """

    entries: list[float]
    together: list[float]
    strange: float


def coverage(page: Page, wanted: Sequence[Part]) -> Coverage:
    """Return which entries of a page hold what is wanted."""
    count = len(page.lengths)
    rarest = log(1 + count / 0.5) ** RARITY_POWER
    usual = [SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length) for length in page.lengths]
    held = [0.0] * count
    alone: dict[int, float] = {}
    whole = strange = weights = 0.0
    for part in wanted:
        pieces = _pieces(page, part)
        weights += part.weight
        if not pieces:
            whole += part.weight * rarest * UNKNOWN
            strange += part.weight
            continue
        places = _places(page, pieces)
        worth = part.weight * log(1 + count / (len(places) + 0.5)) ** RARITY_POWER
        whole += worth
        for owner, weight in places.items():
            often = weight * part.weight
            held[owner] += worth * often / (often + usual[owner])
        for piece in pieces:
            if page.weights[piece] >= SAID:
                alone[piece] = alone.get(piece, 0.0) + worth
    together = [0.0] * count
    for piece, share in alone.items():
        together[page.owners[piece]] = max(together[page.owners[piece]], share)
    whole = whole or 1.0
    return Coverage(
        [share / whole for share in held], [share / whole for share in together], strange / weights if weights else 0.0
    )


def share(page: Page, wanted: Sequence[Part], text: str, marks: str) -> float:
    """Return how much of what is wanted one text holds, from 0 to 1, rare being what is rare in the page.

    Args:
        page: The game's own rules.
        wanted: Parts of a question.
        text, marks: A text made ready as a line of that page (``prepared.line_of``).
    """
    count = len(page.lengths)
    whole = held = 0.0
    for part in wanted:
        places = len(_places(page, _pieces(page, part)))
        worth = part.weight * log(1 + count / (places + 0.5)) ** RARITY_POWER * (1.0 if places else UNKNOWN)
        whole += worth
        if part.text in (marks if part.marked else text):
            held += worth
    return held / whole if whole else 0.0


def _pieces(page: Page, part: Part) -> dict[int, int]:
    """Return the pieces that hold a part, and how often."""
    text, starts = (page.marks, page.mark_starts) if part.marked else (page.text, page.starts)
    sought = part.text
    found: dict[int, int] = {}
    at = text.find(sought)
    while at >= 0:
        piece = bisect_right(starts, at) - 1
        found[piece] = found.get(piece, 0) + 1
        at = text.find(sought, at + 1)
    return found


def _places(page: Page, pieces: Mapping[int, int]) -> dict[int, float]:
    """Return the entries of some pieces, and what these count together."""
    owners, weights = page.owners, page.weights
    found: dict[int, float] = {}
    for piece, often in pieces.items():
        owner = owners[piece]
        found[owner] = found.get(owner, 0.0) + weights[piece] * often
    return found
