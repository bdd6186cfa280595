"""Manifesto cards as a collection: asked field by field, tags typed as words (JIN-1.3, JIN-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gmtool.core.collection import Collection, Contents
from gmtool.core.fields import Field, FieldKind, Own, Setup
from gmtool.core.question import Reason
from gmtool.games.jinro import library
from gmtool.games.jinro.cards import (
    ANY,
    MIMIC_NUMBER,
    POOLS,
    SEATED,
    SIDES,
    TAG_FIELDS,
    TAGS,
    Faults,
    read_cards,
)  # fmt: skip

NONE: Final = "-"


def read_tags(text: str, _setup: Setup) -> list[dict[str, Any]]:
    """Return tags typed as ``recall chosen; vote_weight target=winner delta=1``.

    A word without a name belongs to the tag's fields in their order; a note takes all that follows as its text.

    Raises:
        ValueError: A tag that is not in the list, or more words than it has fields.

    >>> read_tags("vote_weight chosen 1; gm_note ask me first", {})
    [{'tag': 'vote_weight', 'target': 'chosen', 'delta': 1}, {'tag': 'gm_note', 'text': 'ask me first'}]
    """
    found: list[dict[str, Any]] = []
    for part in (piece.strip() for piece in text.replace("；", ";").split(";") if piece.strip() not in ("", NONE)):
        kind, _, rest = part.partition(" ")
        if kind not in TAG_FIELDS:
            raise ValueError(kind)
        tag: dict[str, Any] = {"tag": kind}
        if kind == "gm_note":
            tag["text"] = rest.strip().removeprefix("text=").strip()
        else:
            tag.update(_fields_of(kind, rest.split()))
        found.append(tag)
    return found


def _fields_of(kind: str, words: Sequence[str]) -> dict[str, Any]:
    open_fields = list(TAG_FIELDS[kind])
    found: dict[str, Any] = {}
    for word in words:
        field, equals, value = word.partition("=")
        if not equals:
            if not open_fields:
                raise ValueError(word)
            field, value = open_fields[0], word
        if field in open_fields:
            open_fields.remove(field)
        found[field] = _value(value)
    return found


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    number = text.replace("−", "-")
    return int(number) if number.lstrip("+-").isdecimal() else text


def write_tags(tags: Sequence[Mapping[str, Any]], _setup: Setup) -> str:
    """Return tags as they are typed.

    >>> write_tags([{"tag": "recall", "target": "chosen", "returns": True}], {})
    'recall target=chosen returns=true'
    """
    return "; ".join(" ".join([str(tag["tag"]), *_typed(tag)]) for tag in tags) or NONE


def _typed(tag: Mapping[str, Any]) -> list[str]:
    return [
        f"{field}={str(value).lower() if isinstance(value, bool) else value}"
        for field, value in tag.items()
        if field != "tag"
    ]


def _text(name: str, matters: Callable[[Setup], bool] | None = None) -> Field:
    return Field(
        name, FieldKind.OWN, "JIN-11.2", default=lambda _setup: "", matters=matters,
        own=Own(lambda text, _s: text.strip(), lambda value, _s: str(value), lambda value, _s: isinstance(value, str),
                lambda _setup: ""),
    )  # fmt: skip


def _has_halves(card: Setup) -> bool:
    """Whether a card has effects of its own: the one that copies another has none (JIN-3.4)."""
    return not card.get("copy")


def _is_named(card: Setup, side: str) -> bool:
    return _has_halves(card) and bool(card.get(f"card_{side}_picks"))


def _half(side: str) -> tuple[Field, ...]:
    return (
        _text(f"card_{side}", _has_halves),
        Field(
            f"card_{side}_picks", FieldKind.NUMBER, "JIN-11.2", high=30, default=lambda _setup: 0, matters=_has_halves
        ),
        Field(
            f"card_{side}_pool", FieldKind.CHOICE, "JIN-11.2", options=POOLS, default=lambda _setup: POOLS[0],
            matters=lambda card: _is_named(card, side),
        ),
        Field(
            f"card_{side}_self", FieldKind.YES_NO, "JIN-11.2", default=lambda _setup: False,
            matters=lambda card: _is_named(card, side) and card.get(f"card_{side}_pool") in (SEATED, ANY),
        ),
        Field(
            f"card_{side}_tags", FieldKind.OWN, "JIN-11.1", default=lambda _setup: [], origin="card_tags.origin",
            options=TAGS, matters=_has_halves,
            own=Own(read_tags, write_tags, lambda value, _setup: isinstance(value, list), lambda _s: ", ".join(TAGS)),
        ),
    )  # fmt: skip


FIELDS: Final = (
    Field("number", FieldKind.NUMBER, "JIN-11.2", low=1, high=99_999),
    _text("name"),
    Field("copy", FieldKind.YES_NO, "JIN-3.4", default=lambda card: card.get("number") == MIMIC_NUMBER),
    *_half("human"),
    *_half("wolf"),
)
_EFFECT: Final = {"": "text", "_picks": "picks", "_pool": "pool", "_self": "self_ok", "_tags": "tags"}


def make(values: Mapping[str, Any]) -> tuple[dict[str, Any], list[Reason]]:
    """Return a card made of values for the fields, and what is wrong with it (JIN-1.3)."""
    entry: dict[str, Any] = {"number": values["number"], "name": values.get("name", "")}
    if values.get("copy"):
        entry["copy"] = True
    else:
        for side in SIDES:
            given = {field: values.get(f"card_{side}{end}") for end, field in _EFFECT.items()}
            entry[side] = {field: value for field, value in given.items() if value not in (None, False, 0, [])}
    faults = Faults(strict=True)
    cards = read_cards([entry], faults)
    return (library.as_documents(cards)[0] if cards else entry), faults.reasons


def values_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a card for the fields: what ``make`` makes the same card of."""
    values: dict[str, Any] = {"number": entry["number"], "name": entry["name"], "copy": bool(entry.get("copy"))}
    for side in SIDES:
        half = entry.get(side) or {}
        for end, field in _EFFECT.items():
            if field in half:
                values[f"card_{side}{end}"] = half[field]
    return values


def _read(path: Path | None) -> Contents:
    found = library.read_library(path)
    return Contents(library.as_documents(found.cards), found.faults)


def _write(entries: Sequence[Mapping[str, Any]], path: Path | None) -> Path:
    return library.write_library(read_cards(list(entries), Faults()), path)


CARDS: Final = Collection(
    fields=FIELDS, field="cards", path=library.library_path, read=_read, make=make, values=values_of, write=_write
)  # fmt: skip
