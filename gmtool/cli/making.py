"""A set-up in the making: built from options, checked as a whole, every fault at once. Asks nobody."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gmtool.cli.errors import USAGE, CliError
from gmtool.core.actions import countables
from gmtool.core.fields import Field, FieldKind, with_defaults
from gmtool.core.game import Game
from gmtool.core.question import Reason, Refused
from gmtool.core.setup import clean_name, fold_name
from gmtool.files import parse_json
from gmtool.paths import expanded
from gmtool.text.texts import Texts
from gmtool.ui.naming import count_named
from gmtool.ui.reading import Unreadable, digits, read_number

_TRUE: Final = ("true", "yes", "on", "1")
_FALSE: Final = ("false", "no", "off", "0")


class Draft:
    """A set-up that is not a game yet.

    Attributes:
        setup: What is known so far, JSON-ready.
        unread: What was given and could not be read; told together with what the game finds wrong.
        given: Parts that were given by options, so that they are not asked.
    """

    def __init__(self, game: Game, texts: Texts, base: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.texts = texts
        self.setup: dict[str, Any] = {"players": [], "switches": {}, **json.loads(json.dumps(base or {}))}
        self.setup.pop("start", None)
        self.unread: list[Reason] = []
        self.given: set[str] = set(self.setup) if base else set()

    # --- taking what was given

    def take_players(self, names: Sequence[str]) -> None:
        self.setup["players"] = [clean_name(name) for name in names]
        self.given.add("players")

    def take_colours(self, colours: Sequence[str]) -> None:
        if colours:
            self.setup["colours"] = [clean_name(colour) for colour in colours]
        else:
            self.setup.pop("colours", None)
        self.given.add("colours")

    def take_fields(self, pairs: Sequence[str]) -> None:
        """Take ``name=value`` for fields of the set-up; needs the players, since a field may name one."""
        for pair in pairs:
            name, equals, value = pair.partition("=")
            field = self.game.setup_fields.get(name.strip())
            if not equals or field is None:
                known = ", ".join(self.game.setup_fields)
                self.unread.append(Reason("setup.field_unknown", got=pair, known=known))
                continue
            self.take_field(field, value)

    def take_field(self, field: Field, text: str) -> None:
        try:
            self.setup[field.name] = self.read(field, text)
        except Refused as refused:
            self.unread.append(refused.reason)
        self.given.add(field.name)

    def read(self, field: Field, text: str) -> Any:
        """Read a field as ``--set`` writes it; names of a list may also be the words for them, ``Sát thủ``.

        Raises:
            Refused: if it cannot be read.
        """
        if field.kind is FieldKind.IDS:
            ids = {fold_name(word): id for id in field.options for word in (id, self.texts.word(id))}
            text = ",".join(ids.get(fold_name(clean_name(part)), part) for part in text.split(","))
        return field.read(text, self.setup)

    def take_switches(self, pairs: Sequence[str]) -> None:
        """Take ``key=value`` for house rules; numbers, yes and no in any usual form."""
        for pair in pairs:
            key, equals, value = pair.partition("=")
            if not equals:
                self.unread.append(Reason("setup.pair", got=pair))
                continue
            self.take_switch(key.strip(), value.strip())

    def take_switch(self, key: str, text: str) -> None:
        known = self.game.switches.get(key, ())
        self.setup["switches"][key] = switch_value(text, known)
        if known and self.setup["switches"][key] == known[0] and type(self.setup["switches"][key]) is type(known[0]):
            del self.setup["switches"][key]

    def take_start(self, start: Mapping[str, Any]) -> None:
        """Take where a game in the middle stands; names in it become seats."""
        if self.faults():
            self.setup["start"] = dict(start)
            return
        start = {key: self._seated(key, value) for key, value in start.items()}
        counts, self.setup["start"] = start.get("counts") or {}, start
        if not isinstance(counts, dict):
            self.unread.append(Reason("setup.counts"))
            counts = {}
        start["counts"] = self._counts(counts, start)

    def _counts(self, counts: Mapping[str, Any], start: Mapping[str, Any]) -> dict[str, Any]:
        """Return counts by key; kinds of which nothing is said keep what a game in the middle begins with."""
        defaults = self.start_defaults(start)
        if defaults is None:
            return dict(counts)
        table = self.game.new_table({**self.filled(), "start": None})
        found: dict[str, Any] = {}
        for name, number in counts.items():
            try:
                found[count_named([str(name)], table, self.texts)] = number
            except Unreadable as error:
                self.unread.append(error.reason)
        said = {key.partition(".")[0] for key in found}
        return {**{key: n for key, n in defaults.items() if key.partition(".")[0] not in said}, **found}

    def _seated(self, key: str, value: Any) -> Any:
        """Return a field of the start with the seats of players given by name; the game finds what is wrong."""
        field = self.game.start_fields.get(key)
        if field is None or field.kind not in (FieldKind.SEAT, FieldKind.SEATS):
            return value
        seats = {fold_name(clean_name(name)): seat for seat, name in enumerate(self.setup["players"])}

        def seat(given: Any) -> Any:
            return seats.get(fold_name(clean_name(given)), given) if isinstance(given, str) else given

        return [seat(given) for given in value] if isinstance(value, list) else seat(value)

    def start_defaults(self, start: Mapping[str, Any]) -> dict[str, int] | None:
        """Return every count with its default at a start in the middle, or None if the game has no such start.

        The rest of the start is taken into account (cards on the board are in no pile) if nothing is wrong with it.
        """
        if start.get("phase") not in self.game.start_phases:
            return None
        plain = {"round": 1, "phase": start["phase"], "counts": {}}
        setup = {**self.filled(), "start": {**start, "counts": {}}}
        table = self.game.new_table({**setup, "start": plain} if self.game.check_setup(setup) else setup)
        return {key: table.held[what][place] for key, (what, place) in countables(table).items()}

    # --- checking

    def filled(self) -> dict[str, Any]:
        """Return the set-up with the defaults of all fields not given."""
        setup = {**self.setup, "start": None} if "start" in self.setup else dict(self.setup)
        return with_defaults(setup, self.game.setup_fields)

    def whole(self) -> dict[str, Any]:
        """Return the set-up as it is stored."""
        whole = self.filled()
        whole.pop("start", None)
        return {**whole, "start": self.setup["start"]} if self.setup.get("start") else whole

    def faults(self) -> list[Reason]:
        """Return all that is wrong: what could not be read, and what the game finds."""
        return [*self.unread, *self.game.check_setup(self.whole())]

    def warnings(self) -> list[Reason]:
        return self.game.warn_setup(self.whole())


def part_of(reason: Reason, game: Game) -> str:
    """Return which part of a set-up a fault is about: a field's name, ``switch``, ``players``, … or an empty text."""
    values = reason.values
    if "switch" in values:
        return f"switch.{values['switch']}"
    field = values.get("field")
    if field in game.setup_fields:
        return str(field)
    if reason.id.endswith("colour") or reason.id == "setup.colours":
        return "colours"
    if reason.id.startswith(("start.", "count.", "correct.")):
        return "start"
    for name, known in game.setup_fields.items():
        if values.get("known") == ", ".join(known.options):
            return name
    if "name" in values or "number" in values or (values.get("low"), values.get("high")) == game.players:
        return "players"
    return ""


def switch_value(text: str, known: Sequence[Any]) -> Any:
    """Return a house rule's value as the game has it, or the text if it has no such value.

    >>> switch_value("on", (False, True)), switch_value("3", (1, 3)), switch_value("x", ("any", "none"))
    (True, 3, 'x')
    """
    word = digits(text).strip().lower()
    for value in known:
        if isinstance(value, bool):
            if word in (_TRUE if value else _FALSE):
                return value
        elif str(value).lower() == word:
            return value
    return text


def names_of(players: Sequence[str], together: str) -> list[str]:
    """Return names given one by one and as one list with commas.

    >>> names_of(["Nok"], "Ton, Fon、Ben")
    ['Nok', 'Ton', 'Fon', 'Ben']
    """
    for comma in "、，":
        together = together.replace(comma, ",")
    return [*players, *filter(None, map(str.strip, together.split(",")))]


def read_json(path: str) -> Any:
    """Return the JSON document in a file; ``-`` is standard input.

    Raises:
        CliError: ``file.unreadable`` or ``file.json``.
    """
    try:
        text = sys.stdin.read().removeprefix("\ufeff") if path == "-" else expanded(path).read_text("utf-8-sig")
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise CliError("file.unreadable", USAGE, path=path, why=why) from None
    try:
        return parse_json(text)
    except ValueError as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise CliError("file.json", USAGE, path=path, line=line, column=column) from None


def counts_of(pairs: Sequence[str]) -> dict[str, int]:
    """Return counts given as ``yellow.nok=3``.

    Raises:
        Refused: ``read.pairs`` or ``read.number``.
    """
    found: dict[str, int] = {}
    for pair in pairs:
        name, equals, number = pair.rpartition("=")
        if not equals:
            raise Refused(Reason("read.pairs", got=pair))
        try:
            found[name.strip()] = read_number(number)
        except Unreadable as error:
            raise Refused(error.reason) from None
    return found
