"""Checks that every game's set-up shares: names, switches."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gmtool.core.question import Reason

NAME_LENGTH: Final = 40
"""Longest name in characters: what still fits a line of the table."""


def clean_name(text: str) -> str:
    """Return a name as it is kept: NFC, one line, no control characters, single spaces.

    >>> clean_name("  Nguye\\u0302\\u0303n  ")
    'Nguyễn'
    """
    text = unicodedata.normalize("NFC", text)
    text = "".join(
        " " if char.isspace() else char for char in text if char.isspace() or char.isprintable() or char == "\u200d"
    )
    return " ".join(text.split())


def same_name(one: str, other: str) -> bool:
    """Whether two names would be mixed up: equal but for case and Unicode form.

    >>> same_name("ANN", "ann"), same_name("Bo", "Boy")
    (True, False)
    """
    return fold_name(one) == fold_name(other)


def fold_name(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def name_faults(names: Sequence[Any], twice: str) -> list[Reason]:
    """Return what is wrong with names: not a text, empty, too long, the same one twice (id ``twice``)."""
    faults: list[Reason] = []
    seen: dict[str, str] = {}
    for number, name in enumerate(names, start=1):
        if not isinstance(name, str) or not clean_name(name):
            faults.append(Reason("setup.name_empty", number=number))
            continue
        if len(name) > NAME_LENGTH:
            faults.append(Reason("setup.name_long", name=name[:NAME_LENGTH], got=len(name), high=NAME_LENGTH))
        key = fold_name(clean_name(name))
        if key in seen:
            faults.append(Reason(twice, name=name, other=seen[key]))
        seen[key] = name
    return faults


def switch_faults(switches: Mapping[str, Any], known: Mapping[str, Sequence[Any]]) -> list[Reason]:
    """Return unknown switches and values that a switch does not have."""
    faults: list[Reason] = []
    for key, value in switches.items():
        if key not in known:
            faults.append(Reason("setup.switch_unknown", switch=key, known=", ".join(known)))
        elif not any(value == other and type(value) is type(other) for other in known[key]):
            values = ", ".join(str(other).lower() if isinstance(other, bool) else str(other) for other in known[key])
            faults.append(Reason("setup.switch_value", switch=key, got=str(value), known=values))
    return faults
