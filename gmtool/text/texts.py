"""Texts by stable ids from ``data/``: nothing a person reads stands in the code.

A placeholder ``{id}`` is first a value of the moment, then a term of the game. Values keep their kind by name: seats
are named (``SEAT_KEYS``), ids of the game are worded (``WORD_KEYS``), whatever a person typed stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gmtool.core.facts import load_toml
from gmtool.paths import data_dir

SEAT_KEYS: Final = frozenset(
    {"player", "players", "target", "targets", "by", "other", "others", "removed", "turn", "missing", "extra", "voter",
     "president", "director", "nominee", "holder", "holders", "killed", "chosen"}
)  # fmt: skip
"""Placeholders whose value is a seat or a list of seats, shown as names."""
WORD_KEYS: Final = frozenset(
    {"card", "colour", "role", "roles", "phase", "coin", "what", "status", "side", "policy", "place", "state", "power",
     "symbol", "symbols", "reason_id", "ending", "faction", "camp", "effect", "winner"}
)  # fmt: skip
"""Placeholders whose value is an id, shown by the text ``word.ID``."""

COMMON: Final = ("text", "cli")
"""Folders of shared texts: screens and keys; commands."""

_PLACEHOLDER: Final = r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}"


class MissingText(KeyError):
    """No text of this id in this language; a test finds it before a GM does."""


def languages() -> list[str]:
    """Return the codes of all languages there are, read from the files: English first, the rest by code."""
    found = sorted(path.stem for path in (data_dir() / "common" / "text").glob("*.toml"))
    return sorted(found, key=lambda code: (code != "en", code))


class Texts:
    """All texts of one language: those that games share, and one game's.

    Args:
        language: Code of a language.
        game: Id of a game, or empty for the shared texts alone.
        letters: Show coins and symbols as letters (terminals without emoji, colour-blind players).
        strict: Raise ``MissingText`` instead of showing the id in brackets.
    """

    def __init__(self, language: str, game: str = "", *, letters: bool = False, strict: bool = False) -> None:
        self.language = language
        self.game = game
        self.letters = letters
        self.strict = strict
        root = data_dir()
        self._layers: list[dict[str, Any]] = []
        self._terms: dict[str, str] = {}
        if game:
            self._layers.append(_optional(root / game / "text" / f"{language}.toml"))
            terms = _optional(root / game / "terms" / f"{language}.toml")
            self._terms = {**terms.get("terms", {}), **(terms.get("letters", {}) if letters else {})}
        for folder in COMMON:
            self._layers.append(_optional(root / "common" / folder / f"{language}.toml"))
        honorific = self.find("list", "honorific") or ""
        # What follows a name of somebody follows each name of several.
        self._placeholder = re.compile(f"{_PLACEHOLDER}({re.escape(honorific)})?")

    def find(self, table: str, key: str) -> str | None:
        """Return the raw text ``key`` of a table (a question id or a section), the game's before the shared one."""
        for layer in self._layers:
            entry: Any = layer.get(table)
            for part in _path(entry, key):
                entry = entry.get(part) if isinstance(entry, dict) else None
            if isinstance(entry, str):
                return entry
        return None

    def has(self, table: str, key: str) -> bool:
        return self.find(table, key) is not None

    def get(self, table: str, key: str, values: Mapping[str, Any] | None = None, *, names: Sequence[str] = ()) -> str:
        """Return a text with its placeholders filled.

        Raises:
            MissingText: If there is none and the texts are strict.
        """
        raw = self.find(table, key)
        if raw is None:
            if self.strict:
                raise MissingText(f"{self.language}: {self.game}: [{table}] {key}")
            return f"[{table}.{key}]"
        return self.fill(raw, values or {}, names=names)

    def fill(self, raw: str, values: Mapping[str, Any], *, names: Sequence[str] = ()) -> str:
        """Fill the placeholders of a text. Values are data: braces in them are left alone."""

        def value_of(match: re.Match[str]) -> str:
            key, after = match.group(1), match.group(2) or ""
            if key in values:
                value = values[key]
                if after and isinstance(value, (list, tuple)):
                    return self.join([self.show(key, item, names=names) + after for item in value])
                return self.show(key, value, names=names) + after
            term = self._terms.get(key)
            if term is not None:
                return (self.fill(term, {}) if "{" in term else term) + after
            if self.strict:
                raise MissingText(f"{self.language}: {self.game}: placeholder {key} in {raw!r}")
            return match.group(0)

        return self._placeholder.sub(value_of, raw)

    def show(self, key: str, value: Any, *, names: Sequence[str] = ()) -> str:
        """Return one value as words, by the kind that its placeholder's name tells."""
        if isinstance(value, (list, tuple)):
            return self.join([self.show(key, item, names=names) for item in value])
        if isinstance(value, Mapping):
            return self.get("item", str(value.get("item")), value, names=names)
        if isinstance(value, bool):
            return self.get("word", "yes" if value else "no")
        if isinstance(value, int) and key in SEAT_KEYS:
            return names[value] if 0 <= value < len(names) else "?"
        if isinstance(value, str) and key in WORD_KEYS:
            return self.word(value)
        return str(value)

    def word(self, id: str) -> str:
        """Return the word of an id: ``word.ID``, or the term of that id."""
        raw = self.find("word", id)
        if raw is not None:
            return self.fill(raw, {})
        return self._terms.get(id) or self.get("word", id)

    def has_word(self, id: str) -> bool:
        return id in self._terms or self.has("word", id)

    def term(self, id: str) -> str:
        """Return a term of the game by its glossary id."""
        raw = self._terms.get(id)
        if raw is None:
            if self.strict:
                raise MissingText(f"{self.language}: {self.game}: term {id}")
            return f"[{id}]"
        return raw

    def quoted(self, words: str) -> str:
        """Return what somebody said or wrote in quotation marks; nothing stays nothing."""
        return self.get("list", "quoted", {"text": words}) if words else ""

    def labelled(self, label: str, value: str) -> str:
        """Return what something is called and what it is, with the colon of the language between."""
        return self.get("list", "labelled", {"label": label, "value": value})

    def join(self, items: Sequence[str]) -> str:
        """Return items as a list in a sentence."""
        return self.get("list", "comma").join(items) if items else self.get("list", "none")


def _path(entry: Any, key: str) -> list[str]:
    """Return the steps to a text: ids may hold dots (``POL-M12.order``), parts of a question too (``option.none``)."""
    if isinstance(entry, dict) and key in entry:
        return [key]
    head, dot, tail = key.partition(".")
    return [head, tail] if dot else [key]


def _optional(path: Path) -> dict[str, Any]:
    return load_toml(path) if path.is_file() else {}
