"""Reading what a GM types as an answer: numbers in any script's digits, names in any case, keys and ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Protocol

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.setup import fold_name
from gmtool.core.table import Table
from gmtool.rulebook.folding import fold


class Unreadable(Exception):
    """What was typed can't be read as an answer, or fits several options."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.id)
        self.reason = reason


def digits(text: str) -> str:
    """Return a text with the digits of all scripts as 0 to 9, full-width signs as ASCII.

    >>> digits("๑๒"), digits("３"), digits("－１")
    ('12', '3', '-1')
    """
    found = []
    for char in text:
        value = unicodedata.digit(char, None)
        found.append(str(value) if value is not None else {"－": "-", "＋": "+", "−": "-", "＝": "="}.get(char, char))
    return "".join(found)


def read_number(text: str) -> int:
    """Return a whole number typed in any script's digits.

    Raises:
        Unreadable: ``read.number``.
    """
    cleaned = digits(text).strip().replace(" ", "")
    try:
        return int(cleaned)
    except ValueError:
        raise Unreadable(Reason("read.number", got=text)) from None


class Label(Protocol):
    """What options are called: the words shown for one, and what else people call it."""

    def __call__(self, option: Any, /) -> str: ...

    def others(self, option: Any, /) -> Sequence[str]: ...


def read_option(text: str, question: Question, table: Table, label: Label) -> Any:
    """Return the option meant: by its key (1, 2, …), its words or what else it is called, or the beginning of them.

    Accents may be left out where nothing fits with them.

    Raises:
        Unreadable: ``read.unknown`` or ``read.several``.
    """
    options = list(question.choices(table))
    keys = option_keys(question, table)
    wanted = fold_name(digits(text).strip())
    if not wanted:
        raise Unreadable(Reason("read.empty"))
    by_key = [option for key, option in keys if fold_name(key) == wanted]
    if len(by_key) == 1:
        return by_key[0]
    words = [(fold_name(digits(label(option))), option) for option in options]
    words += [(fold_name(str(option)), option) for option in options if isinstance(option, str)]
    called = [(fold_name(word), option) for option in options for word in label.others(option)]
    bare, unmarked = fold(text.strip()), [(fold(word), option) for word, option in [*words, *called]]
    for fits in (
        [option for word, option in words if word == wanted],
        [option for word, option in called if word == wanted],
        [option for word, option in words if word.startswith(wanted)],
        [option for word, option in words if wanted in word],
        [option for word, option in unmarked if word == bare],
        [option for word, option in unmarked if word.startswith(bare)],
    ):
        different = [option for number, option in enumerate(fits) if option not in fits[:number]]
        if len(different) == 1:
            return different[0]
        if different:
            raise Unreadable(Reason("read.several", got=text, found=[label(option) for option in different]))
    raise Unreadable(Reason("read.unknown", got=text))


def option_keys(question: Question, table: Table) -> list[tuple[str, Any]]:
    """Return (key, option) in the order shown: players by seat number, card places by their number, the rest after.

    One key each: 1 to 9 and 0 where there are no players or places, else 0 for the first of the rest; then letters that
    no command uses.
    """
    options = list(question.choices(table))
    if question.kind is Kind.CONFIRM:
        return [("y", True), ("n", False)]
    taken: set[str] = set()
    keys: dict[int, str] = {}
    for number, option in enumerate(options):
        if isinstance(option, int) and not isinstance(option, bool):
            key = str(option if question.numbers else option + 1)
            key = "0" if key == "10" else key
            if len(key) == 1:
                keys[number] = key
                taken.add(key)
    spare = [*("1234567890" if not taken else "" if "0" in taken else "0"), *_LETTERS]
    for number in range(len(options)):
        if number not in keys and spare:
            keys[number] = spare.pop(0)
    return [(keys[number], option) for number, option in enumerate(options) if number in keys]


_LETTERS = "befjmpvz"


def read_answer(text: str, question: Question, table: Table, label: Label) -> Any:
    """Return the answer that a typed line means.

    MANY: options apart by spaces or commas. SHARE and COUNT: ``2=1 3=2``; SHARE also one number for each open option.
    VOTE: one entry a voter, ``-`` for none.

    Raises:
        Unreadable: With what was expected.
    """
    kind = question.kind
    if kind is Kind.SAY:
        if text.strip():
            raise Unreadable(Reason("read.done", got=text))
        return True
    if kind in (Kind.ONE, Kind.CONFIRM):
        return read_option(text, question, table, label)
    if kind in (Kind.NUMBER, Kind.TIMER):
        return read_seconds(text) if kind is Kind.TIMER else read_number(text)
    if kind is Kind.TEXT:
        return unicodedata.normalize("NFC", text.strip())
    if kind is Kind.MANY:
        return [read_option(part, question, table, label) for part in _parts(text, question, table, label)]
    if kind is Kind.VOTE:
        return _read_vote(text, question, table, label)
    return _read_pairs(text, question, table, label)


def read_seconds(text: str) -> int:
    """Return seconds typed as ``200`` or ``3:20``.

    >>> read_seconds("3:20"), read_seconds("๙๐")
    (200, 90)
    """
    minutes, colon, rest = digits(text).partition(":")
    return read_number(minutes) * 60 + read_number(rest) if colon else read_number(text)


def _parts(text: str, question: Question, table: Table, label: Label) -> list[str]:
    """Return the pieces of a line: apart by commas, else by spaces, unless the line is one option's words."""
    text = text.strip()
    for comma in ",、，;":
        if comma in text:
            return [part.strip() for part in text.split(comma) if part.strip()]
    whole = fold_name(digits(text))
    if any(fold_name(digits(label(option))) == whole for option in question.choices(table)):
        return [text]
    return text.split()


def _read_vote(text: str, question: Question, table: Table, label: Label) -> list[Any]:
    assert question.voters is not None
    voters = question.voters(table)
    parts = _parts(text, question, table, label)
    if len(parts) != len(voters):
        needs_all = not question.optional
        raise Unreadable(Reason("read.entries_all" if needs_all else "read.entries", got=len(parts), want=len(voters)))
    return [None if part in ("-", "−", "ー") else read_option(part, question, table, label) for part in parts]


def _read_pairs(text: str, question: Question, table: Table, label: Label) -> dict[str, int]:
    found: dict[str, int] = {}
    parts = re.split(r"[\s,、，]+", digits(text).strip(" ,、，")) if text.strip() else []
    if question.kind is Kind.SHARE and not any("=" in part for part in parts):
        options = open_options(question, table)
        if len(parts) == len(options):
            numbers = zip(options, map(read_number, parts), strict=True)
            return {str(option): number for option, number in numbers if number}
    for part in parts:
        left, equals, right = part.partition("=")
        if not equals:
            raise Unreadable(Reason("read.pairs", got=part))
        if question.kind is Kind.COUNT:
            key = left
            if key not in question.choices(table):
                raise Unreadable(Reason("correct.unknown", key=key))
        else:
            key = str(read_option(left, question, table, label))
        number = read_number(right)
        if number or question.kind is Kind.COUNT:
            found[key] = number
    return found


def open_options(question: Question, table: Table) -> list[Any]:
    """Return the options that are not closed, in the order shown: what a share can go to."""
    return [option for option in question.choices(table) if question.why_not_choice(table, option) is None]


def voters_of(question: Question, table: Table) -> Sequence[Any]:
    return question.voters(table) if question.voters is not None else ()
