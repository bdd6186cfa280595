"""Answering "can he do that?": the rules and rulings that a question is about, best first, or that there is none.

A question may be typed in any language, or several; which is found out. Three things are weighed: how much of its words
a rule holds in the question's own language, how much of them stands together in one sentence that is asked or said, and
how much of what it speaks of a rule speaks of in any language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gmtool.rulebook import prepared, scan, typos
from gmtool.rulebook.folding import Word, fold, latin_words
from gmtool.rulebook.rulings import TableRuling
from gmtool.rulebook.speech import ASIDE, ASKING, MARKED, SCRIPTS, Speech

WORDS_WEIGHT: Final = 1.6
TOPICS_WEIGHT: Final = 1.3
TOGETHER_WEIGHT: Final = 0.5
UNKNOWN_TOPIC: Final = 3.0
SURE_WORDS: Final = 7.9
SURE_EVIDENCE: Final = 1.06
SURE_ASIDE: Final = 5.4
SURE_STRANGE: Final = 9.3
SURE: Final = 0.0
TABLE_SHARE: Final = 0.7
"""What a table's ruling that holds everything asked for counts, of an entry that holds it in every place."""
TABLE_LEAST: Final = 0.7
TABLE_SURE: Final = 1.0
TABLE_OF_RULE: Final = 0.35
"""Share of a rule's score from which on a ruling that belongs to it is meant with it."""
STRANGE_LEAST: Final = 4
"""Shortest word by which another language joins in."""
NEAREST: Final = 3
"""How many nearest topics are named when there is no answer."""
_LETTERS: Final = {language: re.compile(f"[{letters}]") for language, letters in SCRIPTS.items()}


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a question may be about; the score is comparable within one answer only."""

    id: str
    score: float
    title: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a question.

    Attributes:
        answered: Whether a rule or ruling answers it; if not, ``hits`` are the nearest topics.
        hits: Best first.
        languages: Codes of the languages that the question was read in.
    """

    question: str
    answered: bool
    hits: tuple[Hit, ...]
    languages: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints; without an answer ``results`` is empty and ``nearest`` holds the topics."""
        hits = [{"id": hit.id, "score": round(hit.score, 4), "title": hit.title} for hit in self.hits]
        if self.answered:
            return {"answered": True, "results": hits}
        return {"answered": False, "results": [], "nearest": hits}


def languages_of(question: str, game: str, hint: str = "") -> list[str]:
    """Return the languages that a question may be in.

    Letters tell; among languages in Latin letters accents and little words do, and another one joins in if it alone
    knows one of the words.
    """
    folded = fold(question)
    found = [language for language, letters in _LETTERS.items() if letters.search(folded)]
    words = [word for word in latin_words(question) if not word.folded.isdigit()]
    latin = [language for language in prepared.languages() if language not in SCRIPTS]
    if not words:
        return found or ([hint] if hint else latin)
    if found:
        return [*found, *latin]
    if any(word.marked for word in words):
        best = [language for language in latin if language in MARKED]
    else:
        little = {language: _little_words(words, prepared.speech(game, language)) for language in latin}
        most = max(little.values())
        best = [language for language in latin if little[language] == most]
        if hint in best:
            best = [hint]
    joining = [language for language in latin if language not in best and _alone_knows(words, language, best, game)]
    return [*best, *joining]


def _alone_knows(words: list[Word], language: str, others: list[str], game: str) -> bool:
    """Whether a language says something with a word that none of the others knows."""
    said = prepared.speech(game, language)
    strange = [word.folded for word in words if len(word.folded) >= STRANGE_LEAST and not word.marked]
    return any(
        said.stem(word) in said.words
        and not any(_is_known(word, prepared.speech(game, other), prepared.page(game, other)) for other in others)
        for word in strange
    )


def _little_words(words: list[Word], said: Speech) -> int:
    stop = frozenset(said.stop)
    return sum(word.folded in stop for word in words)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Every entry weighed for one question; the lists have one number an entry, in the order of the rulebook.

    Attributes:
        scores: What ranks the entries.
        words: How much of the question's words an entry holds, from 0 to 1.
        evidence: What the topics that an entry shares with the question count together.
        asides: How many things the question speaks of that no rulebook answers.
        strange: How much of the question's words stands in no entry at all, from 0 to 1.
    """

    scores: list[float]
    words: list[float]
    evidence: list[float]
    asides: int
    strange: float

    def order(self) -> list[int]:
        """Return the entries, best first; of equals the one that stands first in the rulebook."""
        return sorted(range(len(self.scores)), key=lambda index: -self.scores[index])

    def answers(self, index: int) -> bool:
        """Whether an entry can be meant at all."""
        sure = SURE_WORDS * self.words[index] + SURE_EVIDENCE * self.evidence[index]
        return sure - SURE_ASIDE * min(self.asides, 2) - SURE_STRANGE * self.strange > SURE


def weigh(question: str, game: str, languages: Sequence[str]) -> Weighed:
    """Weigh every entry of a game for a question in the given languages."""
    count = len(prepared.ids(game))
    words, together = [0.0] * count, [0.0] * count
    topics: set[str] = set()
    strange = 1.0
    for language in languages:
        said = prepared.speech(game, language)
        page = prepared.page(game, language)
        typed = question if language in SCRIPTS else _mend(question, said, page)
        topics.update(said.ids(typed))
        found = scan.coverage(page, scan.parts(typed, said))
        part = _share_of(question, language)
        words = [max(word, part * other) for word, other in zip(words, found.entries, strict=True)]
        together = [max(word, part * other) for word, other in zip(together, found.together, strict=True)]
        strange = min(strange, 1 - part * (1 - found.strange))
    known = prepared.topics(game)
    asked = sorted(id for id in topics if not id.startswith(ASIDE))
    whole = sum(known.rarity.get(id, UNKNOWN_TOPIC) for id in asked)
    spoken, evidence = [0.0] * count, [0.0] * count
    for id in asked:
        worth = known.rarity.get(id, UNKNOWN_TOPIC)
        for owner, share in known.spoken.get(id, ()):
            spoken[owner] += worth * share / whole
            if not id.startswith(ASKING):
                evidence[owner] += worth * share
    scores = [
        WORDS_WEIGHT * word + TOGETHER_WEIGHT * sentence + TOPICS_WEIGHT * topic
        for word, sentence, topic in zip(words, together, spoken, strict=True)
    ]
    asides = sum(id.startswith(ASIDE) for id in topics)
    return Weighed(scores, words, evidence, asides, strange)


def _share_of(question: str, language: str) -> float:
    """Return how much of a question can be in a language: one Latin word among Thai letters is not the whole of it."""
    if language in SCRIPTS:
        return 1.0
    letters = [letter for letter in fold(question) if not letter.isspace()]
    other = sum(any(script.match(letter) for script in _LETTERS.values()) for letter in letters)
    return 1 - other / len(letters) if letters else 1.0


def _mend(question: str, said: Speech, page: prepared.Page) -> str:
    """Return a question with the slips of the finger in it mended: words that nobody says become the nearest known."""
    words = latin_words(question)
    meant = [word.marked or word.folded for word in words]
    mended = False
    for at, word in enumerate(words):
        form = said.stem(word.folded)
        if len(form) < typos.LEAST or _is_known(word.folded, said, page):
            continue
        near = typos.nearest(form, page.vocabulary)
        if near:
            meant[at], mended = near, True
    return " ".join(meant) if mended else question


def _is_known(word: str, said: Speech, page: prepared.Page) -> bool:
    form = said.stem(word)
    return form in said.words or word in said.stop or f" {form} " in page.text


def ask(question: str, game: str, *, lang: str = "", limit: int = 5, table: Sequence[TableRuling] = ()) -> Found:
    """Return what the rules of a game say to a question.

    Args:
        question: As typed, in any language; an id is taken at its word.
        game: Id of a game.
        lang: The GM's language: for the titles, and where the question's own can't be told.
        limit: How many entries to name at most.
        table: What this table has decided itself, from now on or for this game; named among the rest.
    """
    languages = languages_of(question, game, lang)
    ids, titles = prepared.ids(game), prepared.titles(game, lang or languages[0])
    named = _named(question, ids)
    if named is not None:
        return Found(question, True, (Hit(ids[named], 1.0, titles[named]),), tuple(languages))
    weighed = weigh(question, game, languages)
    best = [index for index in weighed.order()[: max(limit, NEAREST)] if weighed.scores[index] > 0]
    hits = [Hit(ids[index], weighed.scores[index], titles[index]) for index in best]
    decided = [hit for hit in _decided(question, game, languages, table, hits) if hit.score >= TABLE_LEAST]
    answered = (bool(best) and weighed.answers(best[0])) or any(hit.score >= TABLE_SURE for hit in decided)
    hits = sorted([*decided, *hits], key=lambda hit: -hit.score)[: limit if answered else NEAREST]
    return Found(question, answered, tuple(hits), tuple(languages))


def _named(question: str, ids: Sequence[str]) -> int | None:
    """Return the entry whose id was typed, with or without the letters of its game."""
    typed = question.strip().casefold()
    for index, id in enumerate(ids):
        if typed in (id.casefold(), id.casefold().partition("-")[2]) and any(letter.isdigit() for letter in typed):
            return index
    return None


def _decided(
    question: str, game: str, languages: Sequence[str], table: Sequence[TableRuling], hits: Sequence[Hit]
) -> list[Hit]:
    """Weigh a table's own rulings as entries are weighed; one that belongs to a rule just found stands before it."""
    rarity = prepared.topics(game).rarity
    asked: set[str] = set()
    found = []
    wanted = {}
    for language in languages if table else ():
        said = prepared.speech(game, language)
        wanted[language] = scan.parts(question, said)
        asked.update(id for id in said.ids(question) if not id.startswith(ASIDE))
    whole = sum(rarity.get(id, UNKNOWN_TOPIC) for id in asked) or 1.0
    near = {hit.id: hit.score for hit in hits[:NEAREST]}
    for ruling in table:
        if ruling.game != game:
            continue
        text = f"{ruling.question} {ruling.text}"
        spoken: set[str] = set()
        for language in languages_of(text, game):
            spoken.update(prepared.speech(game, language).ids(text))
        words = max(
            scan.share(prepared.page(game, language), parts, *prepared.line_of(text, prepared.speech(game, language)))
            for language, parts in wanted.items()
        )
        topics = sum(rarity.get(id, UNKNOWN_TOPIC) for id in asked & spoken) / whole
        score = TABLE_SHARE * ((WORDS_WEIGHT + TOGETHER_WEIGHT) * words + TOPICS_WEIGHT * topics)
        if ruling.rule in near and score >= TABLE_OF_RULE * near[ruling.rule]:
            score = max(score, near[ruling.rule] * 1.01)
        found.append(Hit(ruling.id, score, ruling.text))
    return found
