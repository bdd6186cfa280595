"""The rules and rulings themselves: a game's entries in one language, and how one stands with a game's switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from gmtool.core.facts import load_toml
from gmtool.paths import data_dir
from gmtool.text.texts import Texts

RESERVED: Final = frozenset({"sections", "speech", "sheet"})
"""Tables of ``rules/LANG.toml`` that are no entries."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule or ruling in one language, placeholders filled.

    Attributes:
        kind: ``rule`` (the rulebook says so) or ``ruling`` (our decision where it is silent).
        section: Id of its heading.
        source: Place in the rulebook, ``heading/item``; empty for rulings.
        related: Other entries worth reading with this one.
        switches: House-rule switches that change it.
        weak: Whether it stands on weak ground.
        origin: Where a statement comes from, if not the rulebook.
        text: The rule in full; empty for rulings.
        answer: The ruling by its default; empty for rules.
        readings: The other readings that were possible.
        switched: For ``switch=value``: what holds when that switch has that value.
    """

    id: str
    kind: str
    section: str
    source: str
    related: tuple[str, ...]
    switches: tuple[str, ...]
    weak: bool
    origin: str
    title: str
    text: str
    answer: str
    reason: str
    readings: tuple[str, ...]
    switched: Mapping[str, str]
    aliases: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rulebook and the ids under it, in order."""

    id: str
    title: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What an entry says in one game.

    Attributes:
        here: What holds because of the switches of this game, one text a switch.
        default: What the entry says by default: of a rule whatever the switches leave standing; of a ruling that a
            switch changes nothing is left, so it is empty.
        changed: The switches that changed it, as ``switch=value``.
    """

    here: tuple[str, ...]
    default: str
    changed: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it as one text, what holds here first."""
        return " ".join((*self.here, self.default)).strip()


class Book(Mapping[str, Entry]):
    """All entries of a game in one language, in the order of the rulebook; each is made when it is asked for.

    Args:
        game: Id of a game.
        language: Code of a language.
        letters: Show coins and symbols as letters.
    """

    def __init__(self, game: str, language: str, *, letters: bool = False) -> None:
        self.game = game
        self.language = language
        self._facts: dict[str, dict[str, Any]] = {
            str(rule["id"]): rule for rule in load_toml(data_dir() / game / "rules.toml")["rule"]
        }
        self._texts: dict[str, Any] = load_toml(data_dir() / game / "rules" / f"{language}.toml")
        self._letters = letters
        self._made: dict[str, Entry] = {}

    @cached_property
    def fill(self) -> Callable[[str], str]:
        """Fills the placeholders of a text with the terms of the game."""
        texts = Texts(self.language, self.game, letters=self._letters, strict=True)
        return lambda raw: texts.fill(raw, {})

    def __getitem__(self, id: str) -> Entry:
        made = self._made.get(id)
        if made is None:
            made = self._made[id] = self._make(id)
        return made

    def __iter__(self) -> Any:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __contains__(self, id: object) -> bool:
        return id in self._facts

    def _make(self, id: str) -> Entry:
        facts, texts, fill = self._facts[id], self._texts[id], self.fill
        return Entry(
            id=id,
            kind=facts["kind"],
            section=facts["section"],
            source=facts.get("source", ""),
            related=tuple(facts.get("related", ())),
            switches=tuple(facts.get("switches", ())),
            weak=facts.get("weak", False),
            origin=facts.get("origin", ""),
            title=fill(texts["title"]),
            text=fill(texts.get("text", "")),
            answer=fill(texts.get("answer", "")),
            reason=fill(texts.get("reason", "")),
            readings=tuple(map(fill, texts.get("readings", ()))),
            switched={key: fill(text) for key, text in texts.get("switched", {}).items()},
            aliases=tuple(texts["aliases"]),
            questions=tuple(texts["questions"]),
        )

    def depending(self, id: str) -> list[str]:
        """Return the entries that are to be read with this one although it does not name them."""
        named = self._facts[id].get("related", ())
        return [other for other, facts in self._facts.items() if id in facts.get("related", ()) and other not in named]

    def sections(self) -> list[Section]:
        """Return the headings of the rulebook in order, rules before rulings."""
        ids: dict[str, list[str]] = {}
        for id, facts in self._facts.items():
            ids.setdefault(facts["section"], []).append(id)
        return [Section(id, self.fill(title), tuple(ids.get(id, ()))) for id, title in self._texts["sections"].items()]


def book(game: str, language: str, *, letters: bool = False) -> Book:
    """Return a game's entries in one language."""
    return Book(game, language, letters=letters)


def sections(game: str, language: str) -> list[Section]:
    """Return the headings of a game's rulebook, for browsing."""
    return book(game, language).sections()


def answer_of(entry: Entry, in_force: Mapping[str, Any]) -> Standing:
    """Return what an entry says in a game.

    Args:
        entry: A rule or ruling.
        in_force: Values of the switches, as ``Game.in_force`` gives them; those at their default change nothing.
    """
    changed = tuple(key for key in entry.switched if _holds(key, in_force))
    here = tuple(entry.switched[key] for key in changed)
    default = entry.text or ("" if changed else entry.answer)
    return Standing(here, default, changed)


def _holds(key: str, in_force: Mapping[str, Any]) -> bool:
    switch, _, wanted = key.partition("=")
    if switch not in in_force:
        return False
    return wanted == value_id(in_force[switch])


def value_id(value: Any) -> str:
    """Return a switch's value as it is written in ``switch=value``.

    >>> value_id(True), value_id("cycle"), value_id(3)
    ('true', 'cycle', '3')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def provenance(entry: Entry) -> tuple[str, ...]:
    """Return the text ids in ``[rules]`` of what stands behind an entry that the rulebook doesn't say, if anything."""
    if entry.origin:
        return tuple(f"origin.{part.strip().replace('*', 'x')}" for part in entry.origin.split(","))
    return ("silent",) if entry.kind == "ruling" else ()


def words(language: str) -> Mapping[str, Any]:
    """Return the texts of the rules desk and of the printouts: ``[rules]`` of ``data/common/rules/LANG.toml``."""
    path: Path = data_dir() / "common" / "rules" / f"{language}.toml"
    texts: Mapping[str, Any] = load_toml(path)["rules"]
    return texts
