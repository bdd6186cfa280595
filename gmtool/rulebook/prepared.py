"""A game's rules made ready for finding: a page of folded text a language, and what each entry speaks of.

There is no index: a page is one long string that is searched as it is, with the place where each piece begins. What an
entry speaks of (``Speech.ids``) is gathered over all languages, since it means the same in each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import log
from pathlib import Path
from typing import Any, Final

from gmtool.core.facts import load_toml
from gmtool.paths import data_dir
from gmtool.rulebook import typos
from gmtool.rulebook.compiled import compiled
from gmtool.rulebook.folding import fold, latin_words
from gmtool.rulebook.speech import ASIDE, ASKING, MARKED, SCRIPTS, Speech

WEIGHTS: Final = {"title": 2.0, "questions": 1.5, "aliases": 1.5, "text": 0.8, "more": 0.25}
"""What a word counts by where it stands; ``text`` is the rule or the answer, ``more`` its reasons and readings."""
ASKING_WEIGHT: Final = 0.4
_PLACEHOLDER: Final = re.compile(r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}")
_LATIN_RUN: Final = re.compile(r"\s*([a-z0-9]+)\s*")


class Page:
    """The folded text of all entries in one language.

    Attributes:
        text: Pieces of all entries, one a line.
        marks: The same with accents, where the language has them; else empty.
        starts: Where each piece begins in ``text``; ``mark_starts`` in ``marks``.
        owners: Index of the entry of each piece.
        weights: What a word counts in each piece.
        lengths: Length of each entry, 1 on average.
        vocabulary: All words of a language with spaces, sorted.
    """

    __slots__ = ("language", "lengths", "mark_starts", "marks", "owners", "starts", "text", "vocabulary", "weights")

    def __init__(self, stored: Mapping[str, Any]) -> None:
        self.language: str = stored["language"]
        self.text: str = stored["text"]
        self.marks: str = stored["marks"]
        self.starts: list[int] = stored["starts"]
        self.mark_starts: list[int] = stored["mark_starts"]
        self.owners: list[int] = stored["owners"]
        self.weights: list[float] = stored["weights"]
        self.lengths: list[float] = stored["lengths"]
        self.vocabulary: list[str] = stored["vocabulary"]


def languages() -> list[str]:
    """Return the codes of the languages that rules are asked in, read from the files."""
    return sorted(path.stem for path in (data_dir() / "common" / "rules").glob("*.toml"))


def ids(game: str) -> list[str]:
    """Return the ids of all rules and rulings of a game, in the order of the rulebook."""
    return [str(rule["id"]) for rule in load_toml(data_dir() / game / "rules.toml")["rule"]]


def page(game: str, language: str) -> Page:
    """Return a game's rules in one language, ready to be searched."""
    return Page(compiled(f"page-{game}-{language}", _files(game, language), lambda: _page(game, language)))


def speech(game: str, language: str) -> Speech:
    """Return how people speak of a game in one language."""
    return Speech.load(
        compiled(f"speech-{game}-{language}", _files(game, language), lambda: _speech(game, language).dump())
    )


def titles(game: str, language: str) -> list[str]:
    """Return the titles of all entries in a language, in the order of ``ids``."""
    return list(compiled(f"titles-{game}-{language}", _files(game, language), lambda: _titles(game, language)))


class Topics:
    """What each entry of a game speaks of.

    Attributes:
        rarity: What an id counts: the rarer in the rules, the more.
        spoken: For each id, the entries that speak of it and how much of theirs it is, from 0 to 1.
    """

    __slots__ = ("rarity", "spoken")

    def __init__(self, stored: tuple[dict[str, float], dict[str, list[tuple[int, float]]]]) -> None:
        self.rarity, self.spoken = stored


def topics(game: str) -> Topics:
    """Return what the entries of a game speak of, from all languages."""
    files = [path for language in languages() for path in _files(game, language)]
    return Topics(compiled(f"topics-{game}", files, lambda: _topics(game)))


def _files(game: str, language: str) -> list[Path]:
    root = data_dir()
    return [
        root / game / "rules.toml",
        root / game / "facts.toml",
        root / game / "rules" / f"{language}.toml",
        root / game / "terms" / f"{language}.toml",
        root / "common" / "rules" / f"{language}.toml",
    ]


def _optional(path: Path) -> dict[str, Any]:
    return load_toml(path) if path.is_file() else {}


def _terms(game: str, language: str) -> dict[str, str]:
    terms = _optional(data_dir() / game / "terms" / f"{language}.toml").get("terms", {})
    return {str(id): str(word) for id, word in terms.items()}


def _pieces(game: str, language: str) -> Iterator[tuple[int, str, str]]:
    """Yield every piece of text: index of its entry, its place, its words with the terms filled in."""
    entries = _optional(data_dir() / game / "rules" / f"{language}.toml")
    terms = _terms(game, language)
    for index, id in enumerate(ids(game)):
        entry = entries.get(id, {})
        body = (entry.get("text"), entry.get("answer"))
        more = (entry.get("reason"), *entry.get("readings", ()), *entry.get("switched", {}).values())
        for place, texts in (
            ("title", [entry.get("title")]),
            ("questions", entry.get("questions", ())),
            ("aliases", entry.get("aliases", ())),
            ("text", [" ".join(text for text in body if text)]),
            ("more", [" ".join(text for text in more if text)]),
        ):
            for text in texts:
                if text:
                    yield index, place, _PLACEHOLDER.sub(lambda match: terms.get(match[1], match[1]), str(text))


def _titles(game: str, language: str) -> list[str]:
    found = [""] * len(ids(game))
    for index, place, text in _pieces(game, language):
        if place == "title":
            found[index] = text
    return found


def _speech(game: str, language: str) -> Speech:
    shared = _optional(data_dir() / "common" / "rules" / f"{language}.toml")
    speech = Speech(language)
    speech.learn({id: [word] for id, word in _terms(game, language).items()})
    speech.learn(_optional(data_dir() / game / "facts.toml").get("aliases", {}))
    speech.learn(_optional(data_dir() / game / "rules" / f"{language}.toml").get("speech", {}))
    speech.learn(shared.get("speech", {}))
    speech.learn(shared.get("asking", {}), ASKING)
    speech.learn(shared.get("aside", {}), ASIDE)
    speech.learn_stop(shared.get("stop", {}).get("words", ()))
    return speech


def line_of(text: str, said: Speech) -> tuple[str, str]:
    """Return a text as a line of a page, and with its accents if the language has them."""
    if said.language in SCRIPTS:
        return _LATIN_RUN.sub(r" \1 ", f" {fold(text)} "), ""
    words = latin_words(text)
    marks = f" {' '.join(word.marked or word.folded for word in words)} " if said.language in MARKED else ""
    return f" {' '.join(said.stem(word.folded) for word in words)} ", marks


def _page(game: str, language: str) -> dict[str, Any]:
    said = speech(game, language)
    lines: list[str] = []
    mark_lines: list[str] = []
    owners: list[int] = []
    weights: list[float] = []
    lengths = [0.0] * len(ids(game))
    for owner, place, text in _pieces(game, language):
        line, mark_line = line_of(text, said)
        lines.append(line)
        mark_lines.append(mark_line)
        owners.append(owner)
        weights.append(WEIGHTS[place])
        lengths[owner] += WEIGHTS[place] * len(line)
    average = sum(lengths) / len(lengths)
    text = "\n".join(lines)
    vocabulary = {word for way in said.words for word in way.split()} | set(text.split())
    return {
        "language": language,
        "text": text,
        "marks": "\n".join(mark_lines) if language in MARKED else "",
        "starts": _starts(lines),
        "mark_starts": _starts(mark_lines),
        "owners": owners,
        "weights": weights,
        "lengths": [length / average for length in lengths],
        "vocabulary": []
        if language in SCRIPTS
        else sorted(word for word in vocabulary if len(word) >= typos.LEAST - 1),
    }


def _starts(lines: list[str]) -> list[int]:
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    return starts


def _topics(game: str) -> tuple[dict[str, float], dict[str, list[tuple[int, float]]]]:
    """Gather what entries speak of: an id counts by where it stands, and less in an entry that speaks of much."""
    count, tongues = len(ids(game)), languages()
    found: list[dict[str, float]] = [{} for _ in range(count)]
    for language in tongues:
        said = speech(game, language)
        for owner, place, text in _pieces(game, language):
            for id, often in said.ids(text).items():
                if not id.startswith(ASIDE):
                    share = WEIGHTS[place] * min(often, 2) / len(tongues)
                    found[owner][id] = found[owner].get(id, 0.0) + share
    spread: dict[str, float] = {}
    for entry in found:
        for id, weight in entry.items():
            spread[id] = spread.get(id, 0.0) + min(1.0, weight / 1.5)
    rarity = {
        id: log(1 + count / (often + 0.5)) * (ASKING_WEIGHT if id.startswith(ASKING) else 1.0)
        for id, often in spread.items()
    }
    lengths = [sum(entry.values()) for entry in found]
    average = sum(lengths) / count
    spoken: dict[str, list[tuple[int, float]]] = {}
    for index, entry in enumerate(found):
        usual = 0.6 + 0.4 * lengths[index] / average
        for id, weight in entry.items():
            spoken.setdefault(id, []).append((index, weight / (weight + usual)))
    return rarity, spoken
