"""Finding what a GM names at the table: a player, a pile, a coin, one count of them; by id, word or beginning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gmtool.core.actions import countables
from gmtool.core.question import Reason
from gmtool.core.setup import clean_name, fold_name
from gmtool.core.table import PLACES, Table
from gmtool.text.texts import Texts
from gmtool.ui.reading import Unreadable, digits, read_number


def named(text: str, known: Iterable[tuple[str, str]]) -> str | None:
    """Return the id whose name is meant, exact before beginning, or None; ``known`` are (name, id).

    Raises:
        Unreadable: ``read.several``.
    """
    wanted = fold_name(digits(clean_name(text)))
    if not wanted:
        return None
    pairs = [(fold_name(name), id) for name, id in known if name]
    for fits in ([id for name, id in pairs if name == wanted], [id for name, id in pairs if name.startswith(wanted)]):
        different = list(dict.fromkeys(fits))
        if len(different) == 1:
            return different[0]
        if different:
            raise Unreadable(Reason("read.several", got=text, found=different))
    return None


def seat_named(text: str, names: Sequence[str]) -> int | None:
    """Return the seat of a player by name, beginning of a name, or number from 1; None if it is nobody's.

    >>> seat_named("no", ["Nok", "Ton"]), seat_named("๒", ["Nok", "Ton"]), seat_named("x", ["Nok", "Ton"])
    (0, 1, None)
    """
    exact = [seat for seat, name in enumerate(names) if fold_name(name) == fold_name(clean_name(text))]
    if exact:
        return exact[0]
    number = digits(text.strip())
    if number.isdecimal():
        return int(number) - 1 if 0 < int(number) <= len(names) else None
    found = named(text, [(name, str(seat)) for seat, name in enumerate(names)])
    return None if found is None else int(found)


def what_named(text: str, table: Table, texts: Texts) -> str | None:
    """Return the id of something that is counted, by its id, its plural, word, symbol, letter or head of its column."""
    known: list[tuple[str, str]] = []
    for id in table.WHATS:
        known += [(id, id), (f"{id}s", id)]
        if texts.has("word", id):
            known.append((texts.word(id), id))
        if texts.has("column", id):
            known.append((texts.get("column", id), id))
    return named(text, known)


def pile_named(text: str, texts: Texts) -> str | None:
    return named(text, [pair for id in PLACES for pair in ((id, id), (texts.word(id), id))])


def count_named(words: Sequence[str], table: Table, texts: Texts) -> str:
    """Return the key of a count: ``Nok yellow``, ``yellow.nok``, ``policy.draw``, ``failures``; in any order.

    Raises:
        Unreadable: ``read.several``, or ``read.count`` if no such thing is counted.
    """
    text = " ".join(words)
    if text in countables(table):
        return text
    parts = [part for word in words for part in ([word] if word in table.names else word.split(".")) if part]
    if not 1 <= len(parts) <= 2:
        # A name may hold spaces: what comes first or last is the other part.
        parts = [" ".join(parts[:-1]), parts[-1]] if len(parts) > 2 else ["", ""]
        if what_named(parts[1], table, texts) is None:
            whole = text.split()
            parts = [whole[0], " ".join(whole[1:])] if whole else ["", ""]
    if len(parts) == 1:
        return _only_place(parts[0], table, texts)
    for what, where in (parts, parts[::-1]):
        found = _what_at(what, where, table, texts)
        if found is not None:
            return found
    raise not_counted(text, table)


def not_counted(text: str, table: Table) -> Unreadable:
    """Return the error that no such thing is counted, with an example of this very game."""
    return Unreadable(Reason("read.count", got=text, example=example_count(countables(table), table.names)))


def example_count(keys: Iterable[str], names: Sequence[str]) -> str:
    """Return one of these counts as it may be typed, by a player's name if it is a player's.

    >>> example_count(["yellow.0", "policy.draw"], ["Nok", "Ton"]), example_count(["policy.draw"], [])
    ('yellow.nok', 'policy.draw')
    """
    key = next(iter(keys))
    what, _, place = key.partition(".")
    short = next((name for name in names if " " not in name), None) if place.isdecimal() else None
    return key if short is None else f"{what}.{short.casefold()}"


def _what_at(what: str, where: str, table: Table, texts: Texts) -> str | None:
    seat = seat_named(where, table.names)
    place = str(seat) if seat is not None else pile_named(where, texts)
    id = what_named(what, table, texts) if place is not None else None
    return None if id is None else f"{id}.{place}"


def _only_place(what: str, table: Table, texts: Texts) -> str:
    """Return the one place where something is counted that has a single place (failures)."""
    id = what_named(what, table, texts)
    keys = [key for key in countables(table) if key.partition(".")[0] == id]
    if len(keys) != 1:
        raise not_counted(what, table)
    return keys[0]


def read_counts(line: str, table: Table, texts: Texts) -> dict[str, int]:
    """Return counts typed as ``yellow.nok=3 policy.draw=20``; nothing typed means that all agrees.

    Raises:
        Unreadable: ``read.pairs``, ``read.count`` or ``read.number``.
    """
    found: dict[str, int] = {}
    for part in line.replace("＝", "=").split():
        left, equals, right = part.rpartition("=")
        if not equals or not left:
            raise Unreadable(Reason("read.pairs", got=part))
        found[count_named([left], table, texts)] = read_number(right)
    return found
