"""The table: who sits where, and a ledger in which every coin, card and token is always in one place.

All that is counted moves by ``Table.move`` from one place to another and nothing else changes a count, so sums hold by
construction and every count can be followed back to the moments and rules that made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple

BANK: Final = -1
"""The box: where coins come from and go to. May stand below zero, since supply is not counted."""
DRAW: Final = -2
DISCARD: Final = -3
CENTRE: Final = -4
"""The middle of the table."""
OUT: Final = -5
"""Out of play for good."""
PLACES: Final = ("bank", "draw", "discard", "centre", "out")
"""Ids of the places that are no seat: place -1 is the first."""


class Move(NamedTuple):
    """One coin, card or token (or several) going somewhere."""

    row: int
    """Number of the answer that set it off, from 1; 0 is the set-up."""
    moment: tuple[int, str]
    """Round and phase."""
    what: int
    """Index into the table's ``WHATS``."""
    source: int
    """A seat from 0, or a place below 0."""
    target: int
    amount: int
    rule: str


class Event(NamedTuple):
    """Something that happened and is worth saying: an id with values, the rule, and who may read it."""

    row: int
    moment: tuple[int, str]
    id: str
    rule: str
    secret: bool
    values: Mapping[str, Any]

    def __repr__(self) -> str:
        # Values may name secrets; a repr can reach a log or a traceback.
        return f"Event({self.id!r})"


def place_id(place: int) -> str:
    """Return the id of a place that is no seat.

    >>> place_id(DRAW)
    'draw'
    """
    return PLACES[-place - 1]


class Table:
    """State shared by all games; a game adds its own attributes.

    ``held[what][place]`` is the number of things of a kind in a place; seats count from 0, other places from -1 down.
    """

    WHATS: ClassVar[tuple[str, ...]] = ()
    """Ids of everything that is counted; a ``what`` is an index into it."""
    SECRET_WHATS: ClassVar[frozenset[int]] = frozenset()
    """Kinds whose moves only the GM may see."""
    FIXED_SUMS: ClassVar[frozenset[int]] = frozenset()
    """Kinds of which there is a fixed number in the box: cards."""
    CORRECTION_RULE: ClassVar[str] = ""
    """Rule id of a correction."""
    CORRECTION_MISTAKE: ClassVar[str] = "correct.bad"
    """Id of the mistake of a correction without a reason or below 0."""
    COUNT_MISTAKE: ClassVar[str] = ""
    """Id of the warning that a count at the table differs from the ledger, or empty."""
    SUBSTITUTE_RULE: ClassVar[str] = ""
    """Rule id of a new person who takes over a seat."""

    __slots__ = (
        "draft", "events", "held", "log", "moment", "names", "notes", "phase", "present", "round", "row", "rulings",
        "seats", "setup", "switches",
    )  # fmt: skip

    def __init__(self, setup: Mapping[str, Any], switches: Mapping[str, Any]) -> None:
        self.setup = setup
        self.switches = dict(switches)
        self.names: list[str] = list(setup["players"])
        self.seats = range(len(self.names))
        self.present = [True] * len(self.names)
        size = len(self.names) + len(PLACES)
        self.held = [[0] * size for _ in self.WHATS]
        # Moves as plain tuples, those of one payment as one: named tuples cost more than the rules themselves.
        self.log: list[tuple[int, tuple[Any, ...], Any, Any, Any, int, str]] = []
        self.events: list[Event] = []
        self.notes: list[tuple[int, str]] = []
        self.rulings: list[tuple[str, str]] = []
        """What the table decided itself in this game: words, and the rule it belongs to or nothing."""
        # Half-answered things of the open script or action; the run keeps one for each.
        self.draft: dict[str, Any] = {}
        self.row = 0
        self.round = 0
        self.phase = "setup"
        # Kept as it is and handed on with every move: a tuple of known length would be copied where this is compiled.
        self.moment: tuple[Any, ...] = (0, "setup")

    def enter(self, phase: str, round_number: int | None = None) -> None:
        """Begin a phase, and a round if its number is given."""
        if round_number is not None:
            self.round = round_number
        self.phase = phase
        self.moment = (self.round, phase)

    def move(self, what: int, source: int, target: int, count: int, rule: str) -> None:
        """Move ``count`` things from one place to another."""
        row = self.held[what]
        row[source] -= count
        row[target] += count
        self.log.append((self.row, self.moment, what, source, target, count, rule))

    def move_to_each(self, what: int, source: int, targets: Sequence[int], count: int, rule: str) -> None:
        """Move ``count`` things from one place to each of several: one move a target, in their order."""
        if targets:
            row = self.held[what]
            for target in targets:
                row[target] += count
            row[source] -= count * len(targets)
            self.log.append((self.row, self.moment, what, source, targets, count, rule))

    def move_from_each(self, what: int, sources: Sequence[int], target: int, count: int, rule: str) -> None:
        """Move ``count`` things from each of several places to one: one move a source, in their order."""
        if sources:
            row = self.held[what]
            for source in sources:
                row[source] -= count
            row[target] += count * len(sources)
            self.log.append((self.row, self.moment, what, sources, target, count, rule))

    def pay(self, payments: tuple[tuple[int, Sequence[int], int, str], ...]) -> None:
        """Pay from the bank, one payment after the other: kind, who gets it, how much each (0: nothing), rule."""
        held = self.held
        for what, targets, count, _ in payments:
            if count:
                row = held[what]
                for target in targets:
                    row[target] += count
                row[BANK] -= count * len(targets)
        self.log.append((self.row, self.moment, payments, BANK, None, 0, ""))

    def move_through(self, what: int, source: int, via: int, target: int, count: int, rule: str) -> None:
        """Move ``count`` things to a place and on to another at once: two moves."""
        row = self.held[what]
        row[source] -= count
        row[target] += count
        self.log.append((self.row, self.moment, what, None, (source, via, target), count, rule))

    @property
    def moves(self) -> list[Move]:
        """All moves in order."""
        return self.moves_in(slice(None))

    def moves_in(self, part: slice) -> list[Move]:
        """Return the moves of a part of the log, in order."""
        found: list[Move] = []
        for row, moment, what, source, target, count, rule in self.log[part]:
            if isinstance(what, tuple):
                for kind, targets, each, why in what:
                    if each:
                        found.extend(Move(row, moment, kind, source, to, each, why) for to in targets)
            elif source is None:
                found.extend(Move(row, moment, what, *step, count, rule) for step in pairwise(target))
            elif isinstance(source, int) and isinstance(target, int):
                found.append(Move(row, moment, what, source, target, count, rule))
            elif isinstance(source, int):
                found.extend(Move(row, moment, what, source, to, count, rule) for to in target)
            else:
                found.extend(Move(row, moment, what, place, target, count, rule) for place in source)
        return found

    def tell(self, id: str, rule: str = "", *, secret: bool = False, **values: object) -> None:
        """Note that something happened, for the screen and the history."""
        self.events.append(Event(self.row, self.moment, id, rule, secret, values))

    def clockwise_from(self, seat: int) -> Iterator[int]:
        """Yield all other seats clockwise, beginning at the left of ``seat``."""
        count = len(self.names)
        for step in range(1, count):
            yield (seat + step) % count

    def moves_of(self, what: int, place: int) -> list[Move]:
        """Return all moves that touched a place's count of one kind, in order."""
        return [move for move in self.moves if move.what == what and place in (move.source, move.target)]

    def counted(self) -> Sequence[int]:
        """Return the kinds that a GM can count at the table, in the order of a form."""
        return range(len(self.WHATS))

    def places_of(self, what: int) -> Sequence[int]:
        """Return the places where a kind can be counted: seats, and piles where the game has them."""
        return self.seats

    def most_of(self, what: int, place: int) -> int:
        """Return the greatest number of a kind that a place can hold."""
        return 999

    def is_fixed_sum(self, what: int) -> bool:
        return what in self.FIXED_SUMS

    def corrected(self, what: int, place: int) -> None:
        """Put right what the game derives from a count that was just corrected."""

    @property
    def eyes_closed(self) -> bool:
        """Whether all eyes at the table are closed now, so that nobody can read the screen."""
        return False

    def what_id(self, what: int) -> str:
        return self.WHATS[what]

    def public_moves(self, since: int) -> list[tuple[object, ...]]:
        """Return the moves from index ``since`` of the log on that the table may see."""
        secret = self.SECRET_WHATS
        return [tuple(move[2:]) for move in self.moves_in(slice(since, None)) if move.what not in secret]


def next_seat(seats: Sequence[int], after: int) -> int:
    """Return the first of ``seats`` (in seat order) clockwise from ``after``, going round.

    >>> next_seat([0, 2, 5], 2), next_seat([0, 2, 5], 5)
    (5, 0)
    """
    return next((seat for seat in seats if seat > after), seats[0])
