"""What a game master collects for a game over many evenings and uses again: manifesto cards, and the like.

A game describes its collection here, so that commands can list, ask for, check, take in and give out entries of any
game's collection without knowing what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gmtool.core.fields import Field, as_fields
from gmtool.core.question import Reason


class Fault(NamedTuple):
    """One thing that is wrong in a file: its line from 1 (0 where there is none), and why."""

    line: int
    reason: Reason


class Contents(NamedTuple):
    """What a file holds: the sound entries as documents, and every fault."""

    entries: list[dict[str, Any]]
    faults: list[Fault]


class Collection:
    """A game's collection: one file of the game master's own.

    Attributes:
        fields: What one entry is asked for, by name, in the order asked; the first one names the entry. Texts of a
            field stand in the game's ``[setup]``.
        field: The field of a set-up that takes entries into a new game.
        path: Where the file lies.
        read: What a file holds, the GM's own by default.
        make: An entry made of values for the fields, and what is wrong with it.
        values: The values of an entry for the fields, to be changed and made again.
        write: Writes entries to a file, the GM's own by default, all or nothing; returns its path.
    """

    def __init__(
        self,
        *,
        fields: Sequence[Field],
        field: str,
        path: Callable[[], Path],
        read: Callable[[Path | None], Contents],
        make: Callable[[Mapping[str, Any]], tuple[dict[str, Any], list[Reason]]],
        values: Callable[[Mapping[str, Any]], dict[str, Any]],
        write: Callable[[Sequence[Mapping[str, Any]], Path | None], Path],
    ) -> None:
        self.fields = as_fields(fields)
        self.field = field
        self.path = path
        self.read = read
        self.make = make
        self.values = values
        self.write = write

    @property
    def key(self) -> str:
        """The field that names an entry."""
        return next(iter(self.fields))

    def put(self, entries: Sequence[Mapping[str, Any]], entry: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return entries with one more, or with it in the place of the one of the same name."""
        return [*self.without(entries, entry[self.key]), dict(entry)]

    def without(self, entries: Sequence[Mapping[str, Any]], name: Any) -> list[dict[str, Any]]:
        return [dict(other) for other in entries if other[self.key] != name]
