"""The game master's own manifesto cards: a TOML file in the home folder, read, checked, written, used again (JIN-1.3).

No list of the real cards ships with the tool (JIN-R05): a game master types in what is in the box, once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from gmtool.core.collection import Fault
from gmtool.core.question import Reason
from gmtool.files import write_whole
from gmtool.games.jinro.cards import Card, Faults, card_document, read_cards
from gmtool.paths import home_dir

FILE: Final = "jinro-cards.toml"


class Library(NamedTuple):
    """What a card file holds: the sound cards, by number, and every fault."""

    cards: list[Card]
    faults: list[Fault]


def library_path() -> Path:
    return home_dir() / FILE


def read_library(path: Path | None = None) -> Library:
    """Return the cards of a file, the GM's own by default; a file that is not there holds none."""
    path = path or library_path()
    if not path.is_file():
        return Library([], [])
    try:
        return check_text(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return Library([], [Fault(0, Reason("cards.not_text", "JIN-1.3"))])


def raw_documents(path: Path) -> list[dict[str, Any]]:
    """Return the cards of a file as they stand there, sound or not.

    Raises:
        ValueError: If the file is no TOML, or ``card`` is no list.
    """
    cards = tomllib.loads(path.read_text(encoding="utf-8")).get("card", [])
    if not isinstance(cards, list):
        raise ValueError(path.name)
    return cards


def check_text(text: str) -> Library:
    """Return the cards of a file's text, with every fault and its line."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at.group(1)) if at else text.count("\n") + 1
        return Library([], [Fault(line, Reason("cards.toml", "JIN-1.3", line=line))])
    found = Faults(strict=True)
    for key in document:
        if key != "card":
            found.add("field", (), key, known="card")
    cards = read_cards(document.get("card", []), found)
    lines = _Lines(text)
    faults = [Fault(lines.of(place), reason) for place, reason in found.found]
    return Library(sorted(cards, key=lambda card: card.number), sorted(faults, key=lambda fault: fault.line))


_CARD_HEAD: Final = re.compile(r"\s*\[\[?\s*card((?:\s*\.\s*\w+)*)\s*\]\]?")
_OTHER_HEAD: Final = re.compile(r"\s*\[\[?\s*(\w+)\s*\]\]?\s*(#.*)?$")
_FIELD: Final = re.compile(r"\s*(\w+)\s*=")
_INLINE_TAG: Final = re.compile(r"\btag\s*=")

Place = tuple[int | str, ...]


class _Lines:
    """Where things stand in a card file: the line of a place such as ``(2, "human", "picks")``."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        self._tags: dict[Place, int] = {}
        self._card = 0
        self._base: Place = ()
        for number, line in enumerate(text.splitlines(), start=1):
            self._read(line, number)

    def _read(self, line: str, number: int) -> None:
        head = _CARD_HEAD.match(line)
        if head is not None:
            inside = tuple(part.strip() for part in head.group(1).split(".") if part.strip())
            self._card += not inside
            self._base = (self._card, *inside)
            if inside[-1:] == ("tags",):
                self._base = self._next_tag(self._base)
            self._note(self._base, number)
            return
        other = _OTHER_HEAD.match(line)
        if other is not None:
            self._base = (other.group(1),)
            self._note(self._base, number)
            return
        field = _FIELD.match(line)
        if field is not None:
            self._note((*self._base, field.group(1)), number)
        if "tags" not in self._base:
            for _ in _INLINE_TAG.finditer(line):
                self._note(self._next_tag((*self._base, "tags")), number)

    def _next_tag(self, tags: Place) -> Place:
        self._tags[tags] = self._tags.get(tags, 0) + 1
        return (*tags, self._tags[tags])

    def _note(self, place: Place, line: int) -> None:
        self._lines.setdefault(place, line)

    def of(self, place: Place) -> int:
        """Return the line of a place, or of what holds it if it is not there itself, or 0."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 0)


# --- writing ------------------------------------------------------------------------------------------------------


def as_documents(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return cards as they are stored with a game."""
    return [card_document(card) for card in cards]


def library_text(cards: Iterable[Card]) -> str:
    """Return cards as the text of a card file, by number: what ``check_text`` reads back as the same cards."""
    return "\n".join(_card_text(document) for document in as_documents(sorted(cards, key=lambda card: card.number)))


def write_library(cards: Iterable[Card], path: Path | None = None) -> Path:
    """Write cards to a file, the GM's own by default, all or nothing; returns the path."""
    path = path or library_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [library_text(cards)])
    return path


def _card_text(document: Mapping[str, Any]) -> str:
    lines = ["[[card]]"]
    lines += [f"{key} = {_value(value)}" for key, value in document.items() if not isinstance(value, Mapping)]
    for side, effect in document.items():
        if isinstance(effect, Mapping):
            lines += ["", f"[card.{side}]"]
            lines += [f"{key} = {_value(value)}" for key, value in effect.items() if key != "tags"]
            if effect.get("tags"):
                lines.append("tags = [")
                lines += [f"  {_value(tag)}," for tag in effect["tags"]]
                lines.append("]")
    return "\n".join([*lines, ""])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return _string(str(value))


_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _string(text: str) -> str:
    """Return a TOML string: control characters escaped, all else as typed.

    >>> print(_string('a "b"'))
    "a \\"b\\""
    """
    escaped = "".join(
        _ESCAPES.get(char) or (f"\\u{ord(char):04X}" if ord(char) < 32 or ord(char) == 127 else char) for char in text
    )
    return f'"{escaped}"'
