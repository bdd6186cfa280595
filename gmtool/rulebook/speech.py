"""How people speak: what the words of a question mean, in any of the languages.

``data/common/rules/LANG.toml`` and ``data/GAME/rules/LANG.toml`` list under ``[speech]`` what people say for a thing: a
glossary id or a word of our own, and its ways of speaking. The ids are the same in every language, so that a question
in one language finds a rule that says it better in another. ``[asking]`` holds the words that tell what is asked for
(who, when, how many), ``[aside]`` what people at a table talk about that no rulebook answers, ``[stop]`` the words that
say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from gmtool.rulebook.folding import JAPANESE, THAI, Word, fold, latin_words

ASKING: Final = "?"
"""First letter of the ids that only tell what is asked for."""
ASIDE: Final = "!"
"""First letter of the ids of what no rulebook answers."""
SCRIPTS: Final = {"th": THAI, "ja": JAPANESE}
"""Letters of the languages that are written without spaces; all others are read word by word."""
MARKED: Final = frozenset({"vi"})
"""Languages whose words are told apart by accents, typed or not; they have no endings either."""
MOST_WORDS: Final = 5

_RUNS: Final = {language: re.compile(f"[{letters}]") for language, letters in SCRIPTS.items()}
_ENDINGS: Final = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("ly", ""))


@lru_cache(20_000)
def stem(word: str) -> str:
    """Return an English word without its ending.

    >>> [stem(word) for word in ("votes", "voting", "parties", "passed", "dismissed", "die")]
    ['vot', 'vot', 'party', 'pas', 'dismis', 'die']
    """
    if len(word) <= 3:
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            word = word[: -len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "le":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


class Speech:
    """What is said in one language.

    Attributes:
        language: Code of the language.
        runs: In a script without spaces: what is said, folded, and the ids it means.
        firsts, longest: First letters of these, and the length of the longest.
        words: In others: words joined by spaces, and each id it means with the accents it is written with.
        stop: Words that say nothing, folded; in scripts without spaces longest first.
    """

    __slots__ = ("firsts", "language", "longest", "runs", "stop", "words")

    def __init__(self, language: str) -> None:
        self.language = language
        self.runs: dict[str, tuple[str, ...]] = {}
        self.words: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
        self.firsts: frozenset[str] = frozenset()
        self.longest = 1
        self.stop: tuple[str, ...] = ()

    def dump(self) -> tuple[Any, ...]:
        """Return everything as plain values, for the compiled cache."""
        return self.language, self.runs, self.words, self.firsts, self.longest, self.stop

    @classmethod
    def load(cls, stored: tuple[Any, ...]) -> Speech:
        speech = cls(stored[0])
        speech.runs, speech.words, speech.firsts, speech.longest, speech.stop = stored[1:]
        return speech

    def learn(self, said: Mapping[str, Iterable[str]], mark: str = "") -> None:
        """Take in what people say for each id; ``mark`` is put before the ids."""
        for id, ways in said.items():
            for way in ways:
                self._learn(f"{mark}{id}", way)

    def learn_stop(self, words: Iterable[str]) -> None:
        known = {*self.stop, *(fold(word) for word in words)}
        self.stop = tuple(sorted(known, key=lambda word: (-len(word), word)))

    def _learn(self, id: str, way: str) -> None:
        letters = _RUNS.get(self.language)
        if letters is not None and letters.search(way):
            run = fold(way).replace(" ", "")
            known = self.runs.get(run, ())
            if run and id not in known:
                self.runs[run] = (*known, id)
                self.firsts |= {run[0]}
                self.longest = max(self.longest, len(run))
            return
        words = latin_words(way)
        if words and len(words) <= MOST_WORDS:
            key = " ".join(self.stem(word.folded) for word in words)
            meaning = (id, tuple(word.marked for word in words))
            known_words = self.words.get(key, ())
            if meaning not in known_words:
                self.words[key] = (*known_words, meaning)

    def stem(self, word: str) -> str:
        return word if self.language in MARKED else stem(word)

    def ids(self, text: str) -> dict[str, int]:
        """Return the ids that a text speaks of, and how often: at each place the longest way of speaking counts."""
        found: dict[str, int] = {}
        if self.runs:
            self._find_runs(fold(text).replace(" ", ""), found)
        if self.words:
            self._find_words(text, found)
        return found

    def _find_runs(self, run: str, found: dict[str, int]) -> None:
        """Find what is said in letters without spaces: read so that the longest ways of speaking stand whole."""
        runs, longest, end = self.runs, self.longest, len(run)
        firsts = self.firsts
        best = [0] * (end + 1)
        taken = [0] * end
        for at in range(end - 1, -1, -1):
            best[at] = best[at + 1]
            if run[at] not in firsts:
                continue
            for length in range(1, min(longest, end - at) + 1):
                if run[at : at + length] in runs and best[at + length] + length * length > best[at]:
                    best[at], taken[at] = best[at + length] + length * length, length
        at = 0
        while at < end:
            for id in runs[run[at : at + taken[at]]] if taken[at] else ():
                found[id] = found.get(id, 0) + 1
            at += taken[at] or 1

    def _find_words(self, text: str, found: dict[str, int]) -> None:
        for _, _, ids in self._ways(latin_words(text)):
            for id in ids:
                found[id] = found.get(id, 0) + 1

    def things(self, words: Sequence[Word]) -> set[int]:
        """Return the places of words that name a thing together, however little each says alone ("bảo vệ")."""
        return {
            place
            for at, length, ids in self._ways(words)
            if length > 1 and any(id[0] not in (ASKING, ASIDE) for id in ids)
            for place in range(at, at + length)
        }

    def _ways(self, words: Sequence[Word]) -> Iterator[tuple[int, int, list[str]]]:
        """Yield the ways of speaking in a text: where, how many words, what they mean; the longest count."""
        stems = [self.stem(word.folded) for word in words]
        at = 0
        while at < len(stems):
            for length in range(min(MOST_WORDS, len(stems) - at), 0, -1):
                meanings = self.words.get(" ".join(stems[at : at + length]))
                ids = [
                    id
                    for id, marks in meanings or ()
                    if _fits(words[at : at + length], marks, strict=id.startswith(ASIDE))
                ]
                if ids:
                    yield at, length, ids
                    at += length
                    break
            else:
                at += 1


def _fits(words: Sequence[Word], marks: tuple[str, ...], *, strict: bool) -> bool:
    """Whether typed words may be those meant: accents may be left out, unless a single word is taken at its word."""
    if strict and len(words) == 1:
        return words[0].marked == marks[0]
    return all(not word.marked or word.marked == mark for word, mark in zip(words, marks, strict=True))
