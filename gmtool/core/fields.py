"""What a new game needs beyond names and switches, described so that a prompt can ask it and an option can give it.

A field's value is JSON-ready and stands in the set-up under the field's name. Its default is worked out from what is
known of the set-up so far (the number of players), and ``origin`` names the text that says where the default comes
from, so that nothing is guessed silently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from gmtool.core.question import Reason, Refused
from gmtool.core.setup import clean_name, fold_name

Setup = Mapping[str, Any]

NONE: Final = "-"
"""Written for an empty list, on the command line and by ``Field.write``."""


class FieldKind(StrEnum):
    """What sort of value a field takes, and how ``--set name=value`` writes it."""

    CHOICE = "choice"
    """One of the options: its id."""
    YES_NO = "yes_no"
    """True or False: ``yes``, ``no``."""
    SEAT = "seat"
    """A player, stored as the seat from 0: the name, or the number of the seat from 1."""
    SEATS = "seats"
    """Several different players, stored as a list of seats, in the order named: ``An,Chi``, or ``-`` for nobody."""
    IDS = "ids"
    """Several different options, stored as a list of ids: ``assassin,eagle``, or ``-`` for none."""
    NUMBER = "number"
    """A whole number within the bounds."""
    NUMBERS = "numbers"
    """One whole number for each part, stored as a dict: ``progressive=6,conservative=11``, or ``6,11``."""
    SLOTS = "slots"
    """For each part a row of places with any options on each, stored as a dict of lists of lists:
    ``conservative=-,-,peek,dismiss+rehire;progressive=-,-``. Rows left out keep their default."""
    OWN = "own"
    """What only the game can read, write and check (``Own``): a line-up, cards of the game master's own."""


class Own(NamedTuple):
    """How a field of kind OWN is read, written and checked.

    Attributes:
        read: The value that a text gives; raises ValueError or KeyError if it can't be read.
        write: A value as ``read`` reads it.
        fits: Whether a value has the right shape.
        known: What could be given, for a refusal.
    """

    read: Callable[[str, Setup], Any]
    write: Callable[[Any, Setup], str]
    fits: Callable[[Any, Setup], bool]
    known: Callable[[Setup], str]


class Field:
    """One field of a set-up.

    Attributes:
        name: Its key in the set-up; its texts stand in ``[setup]`` (``name``, and ``name.slot`` for one place).
        kind: The sort of value.
        rules: Rule ids it stands on.
        options: Ids to choose from (CHOICE, IDS, SLOTS).
        parts: The parts of NUMBERS, or of SLOTS with how many places each row has.
        low, high: Bounds of each number.
        origin: Id of the text in ``[setup]`` that says where the default comes from, or empty.
        draw: A driver may offer to draw the value at random (SEAT).
        own: How the game itself reads, writes and checks the value (OWN).
        means: The id that a word stands for, however people call it, or None (IDS).
        matters: Whether the value makes a difference in the set-up so far: otherwise nobody is asked for it.
    """

    __slots__ = (
        "_default", "draw", "high", "kind", "low", "matters", "means", "name", "options", "origin", "own", "parts",
        "rules",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: FieldKind,
        *rules: str,
        options: Sequence[str] = (),
        parts: Mapping[str, int] | None = None,
        low: int = 0,
        high: int = 999,
        default: Callable[[Setup], Any] | None = None,
        origin: str = "",
        draw: bool = False,
        own: Own | None = None,
        means: Callable[[str], str | None] | None = None,
        matters: Callable[[Setup], bool] | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.rules = rules
        self.options = tuple(options)
        self.parts = dict(parts or {})
        self.low = low
        self.high = high
        self.origin = origin
        self.draw = draw
        self.own = own
        self.means = means or (lambda _word: None)
        self.matters = matters or (lambda _setup: True)
        self._default = default

    def __repr__(self) -> str:
        return f"Field({self.name!r})"

    @property
    def must_be_given(self) -> bool:
        """Whether there is no default: it is asked, and without a prompt the option must give it."""
        return self._default is None

    def default(self, setup: Setup) -> Any:
        """Return the default for the set-up so far, or None if it must be given."""
        return self._default(setup) if self._default is not None else None

    def value(self, setup: Setup) -> Any:
        """Return what the set-up holds, or the default."""
        return setup[self.name] if setup.get(self.name) is not None else self.default(setup)

    # --- checking

    def why_not(self, setup: Setup) -> Reason | None:
        """Return why the set-up's value can't be right by its shape, or None.

        ``setup.field_missing`` if it must be given, else ``setup.field_value`` with what is known.
        """
        value = self.value(setup)
        if value is None:
            return Reason("setup.field_missing", *self.rules[:1], field=self.name)
        return None if _FITS[self.kind](self, setup, value) else self._wrong(setup, value)

    def _wrong(self, setup: Setup, value: Any) -> Reason:
        got = value if isinstance(value, str) else str(value)
        return Reason("setup.field_value", *self.rules[:1], field=self.name, got=got, known=self._known(setup))

    def _known(self, setup: Setup) -> str:
        if self.kind in (FieldKind.SEAT, FieldKind.SEATS):
            return ", ".join(str(name) for name in setup.get("players", ()))
        if self.kind is FieldKind.YES_NO:
            return "yes, no"
        if self.kind in (FieldKind.NUMBER, FieldKind.NUMBERS):
            bounds = f"{self.low}–{self.high}"
            return ", ".join(f"{part}={bounds}" for part in self.parts) or bounds
        if self.own is not None:
            return self.own.known(setup)
        return ", ".join(self.options)

    # --- reading and writing

    def read(self, text: str, setup: Setup) -> Any:
        """Return the value that ``--set name=text`` gives.

        Raises:
            Refused: ``setup.field_value``, with what is known.
        """
        try:
            value = _READ[self.kind](self, setup, text.strip())
        except (ValueError, KeyError):
            raise Refused(self._wrong(setup, text)) from None
        if not _FITS[self.kind](self, setup, value):
            raise Refused(self._wrong(setup, text))
        return value

    def write(self, value: Any, setup: Setup) -> str:
        """Return a value as ``read`` reads it."""
        return _WRITE[self.kind](self, setup, value)


def as_fields(given: Mapping[str, Sequence[str]] | Sequence[Field]) -> dict[str, Field]:
    """Return fields by name; a plain mapping gives choices, default first.

    >>> as_fields({"mode": ("full", "half")})["mode"].default({})
    'full'
    """
    if isinstance(given, Mapping):
        return {
            name: Field(name, FieldKind.CHOICE, options=options, default=_first(options))
            for name, options in given.items()
        }
    return {field.name: field for field in given}


def _first(options: Sequence[str]) -> Callable[[Setup], str]:
    return lambda _setup: options[0]


def field_faults(setup: Setup, fields: Mapping[str, Field]) -> list[Reason]:
    """Return what is wrong with the fields of a set-up by their shape."""
    return [reason for field in fields.values() if (reason := field.why_not(setup)) is not None]


def with_defaults(setup: Setup, fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the set-up with the default of every field that it does not hold and that has one."""
    filled = dict(setup)
    for field in fields.values():
        if filled.get(field.name) is None and not field.must_be_given:
            filled[field.name] = field.default(filled)
    return filled


# --- shapes -------------------------------------------------------------------------------------------------------


def _is_seat(setup: Setup, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(setup.get("players", ()))


def _is_number(field: Field, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and field.low <= value <= field.high


def _own(field: Field) -> Own:
    assert field.own is not None
    return field.own


def _are_ids(field: Field, value: Any) -> bool:
    return (
        isinstance(value, (list, tuple))
        and all(isinstance(id, str) and id in field.options for id in value)
        and len(set(value)) == len(value)
    )


def _are_rows(field: Field, value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        part in field.parts
        and isinstance(row, (list, tuple))
        and len(row) == field.parts[part]
        and all(_are_ids(field, place) for place in row)
        for part, row in value.items()
    )


_FITS: Final[Mapping[FieldKind, Callable[[Field, Setup, Any], bool]]] = {
    FieldKind.CHOICE: lambda field, _setup, value: isinstance(value, str) and value in field.options,
    FieldKind.YES_NO: lambda _field, _setup, value: isinstance(value, bool),
    FieldKind.SEAT: lambda _field, setup, value: _is_seat(setup, value),
    FieldKind.SEATS: lambda _field, setup, value: (
        isinstance(value, list) and all(_is_seat(setup, seat) for seat in value) and len(set(value)) == len(value)
    ),
    FieldKind.IDS: lambda field, _setup, value: _are_ids(field, value),
    FieldKind.NUMBER: lambda field, _setup, value: _is_number(field, value),
    FieldKind.NUMBERS: lambda field, _setup, value: (
        isinstance(value, Mapping)
        and set(value) == set(field.parts)
        and all(_is_number(field, number) for number in value.values())
    ),
    FieldKind.SLOTS: lambda field, _setup, value: _are_rows(field, value),
    FieldKind.OWN: lambda field, setup, value: _own(field).fits(value, setup),
}


# --- reading ------------------------------------------------------------------------------------------------------

_YES_NO: Final = {
    "yes": True,
    "true": True,
    "on": True,
    "1": True,
    "no": False,
    "false": False,
    "off": False,
    "0": False,
}


def _parts_of(text: str, between: str) -> list[str]:
    return [] if text in ("", NONE) else [part.strip() for part in text.split(between)]


def _read_seat(_field: Field, setup: Setup, text: str) -> int:
    players = [fold_name(clean_name(str(name))) for name in setup.get("players", ())]
    wanted = fold_name(clean_name(text))
    return players.index(wanted) if wanted in players else int(wanted) - 1


def _read_numbers(field: Field, _setup: Setup, text: str) -> dict[str, int]:
    given = _parts_of(text, ",")
    if not any("=" in part for part in given):
        return {part: int(number) for part, number in zip(field.parts, given, strict=True)}
    pairs = [part.partition("=") for part in given]
    return {part.strip(): int(number) for part, _, number in pairs}


def _read_slots(_field: Field, _setup: Setup, text: str) -> dict[str, list[list[str]]]:
    rows: dict[str, list[list[str]]] = {}
    for row in _parts_of(text, ";"):
        part, equals, places = row.partition("=")
        if not equals or part.strip() in rows:
            raise ValueError(row)
        rows[part.strip()] = [_parts_of(place.strip(), "+") for place in places.split(",")]
    return rows


_READ: Final[Mapping[FieldKind, Callable[[Field, Setup, str], Any]]] = {
    FieldKind.CHOICE: lambda _field, _setup, text: text,
    FieldKind.YES_NO: lambda _field, _setup, text: _YES_NO[text.lower()],
    FieldKind.SEAT: _read_seat,
    FieldKind.SEATS: lambda field, setup, text: [_read_seat(field, setup, part) for part in _parts_of(text, ",")],
    FieldKind.IDS: lambda field, _setup, text: [field.means(part) or part for part in _parts_of(text, ",")],
    FieldKind.NUMBER: lambda _field, _setup, text: int(text),
    FieldKind.NUMBERS: _read_numbers,
    FieldKind.SLOTS: _read_slots,
    FieldKind.OWN: lambda field, setup, text: _own(field).read(text, setup),
}


# --- writing ------------------------------------------------------------------------------------------------------


def _join(parts: Sequence[str], between: str) -> str:
    return between.join(parts) or NONE


def _write_slots(_field: Field, _setup: Setup, value: Mapping[str, Sequence[Sequence[str]]]) -> str:
    return ";".join(f"{part}={','.join(_join(place, '+') for place in row)}" for part, row in value.items())


_WRITE: Final[Mapping[FieldKind, Callable[[Field, Setup, Any], str]]] = {
    FieldKind.CHOICE: lambda _field, _setup, value: str(value),
    FieldKind.YES_NO: lambda _field, _setup, value: "yes" if value else "no",
    FieldKind.SEAT: lambda _field, setup, value: str(setup["players"][value]),
    FieldKind.SEATS: lambda _field, setup, value: _join([str(setup["players"][seat]) for seat in value], ","),
    FieldKind.IDS: lambda _field, _setup, value: _join(list(value), ","),
    FieldKind.NUMBER: lambda _field, _setup, value: str(value),
    FieldKind.NUMBERS: lambda _field, _setup, value: ",".join(f"{part}={number}" for part, number in value.items()),
    FieldKind.SLOTS: _write_slots,
    FieldKind.OWN: lambda field, setup, value: _own(field).write(value, setup),
}
