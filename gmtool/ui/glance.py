"""The table at a glance as plain lines of text, for pipes, slow lines and screen readers: no borders, no colours."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from gmtool.core.view import PlayerRow, View
from gmtool.text.texts import Texts

FULL, EMPTY = "●", "○"


def cells(text: str) -> int:
    """Return how many cells a text takes on a screen, without loading the tables of a full screen.

    >>> cells("ผู้เล่น"), cells("山田"), cells("🟡"), cells("Nguyễn")
    (4, 4, 2, 6)
    """
    if text.isascii():
        return len(text)
    count = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        count += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return count


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return a text filled with spaces to a width; a longer one stays as it is, since nothing is ever cut.

    >>> pad("นก", 4), pad("7", 3, right=True)
    ('นก  ', '  7')
    """
    fill = " " * max(0, width - cells(text))
    return fill + text if right else text + fill


def columns(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Return rows as aligned lines; the last cell of a row is never filled up.

    >>> columns([["a", "bb", "c"], ["aaa", "b", ""]])
    ['a    bb  c', 'aaa  b']
    """
    most = max((len(row) for row in rows), default=0)
    widths = [max((cells(row[i]) for row in rows if i < len(row)), default=0) for i in range(most)]
    return [gap.join(pad(text, widths[i], right=i in right) for i, text in enumerate(row)).rstrip() for row in rows]


# --- the parts ----------------------------------------------------------------------------------------------------


def dots(value: int, most: int) -> str:
    """Return a count as filled and empty dots.

    >>> dots(2, 5)
    '●●○○○'
    """
    return FULL * max(0, min(value, most)) + EMPTY * max(0, most - value)


def facts(view: View, texts: Texts) -> list[str]:
    """Return the worded facts in order; ``x_most`` joins ``x`` as its most."""
    values = dict(view.facts)
    found: list[str] = []
    for id, value in view.facts:
        if (id.endswith("_most") and id[:-5] in values) or value in (None, "", []) or not texts.has("fact", id):
            continue
        shown: dict[str, Any] = {"value": cell(value, texts)}
        most = values.get(f"{id}_most")
        if isinstance(most, int) and isinstance(value, int):
            shown.update(most=most, dots=dots(value, most))
        found.append(texts.get("fact", id, shown))
    return found


def cell(value: Any, texts: Texts) -> str:
    """Return a cell's words: numbers as they are, ids by ``[cell]``."""
    if isinstance(value, (list, tuple)):
        return texts.join([cell(item, texts) for item in value])
    if isinstance(value, bool):
        return texts.get("word", "yes" if value else "no")
    if value is None:
        return ""
    if isinstance(value, str) and texts.has("cell", value):
        return texts.get("cell", value)
    return str(value)


def mark(row: PlayerRow, texts: Texts) -> str:
    return texts.get("mark", row.mark, row.values) if row.mark else ""


def head(view: View, texts: Texts) -> list[str]:
    """Return the parts of the head: game, round, phase, facts."""
    where = texts.get("head", "round", {"round": view.round, "rounds": view.rounds}) if view.round else ""
    title = texts.get("head", "title") if texts.has("head", "title") else view.game
    phase = texts.get("phase", view.phase, {"round": view.round})
    return [part for part in (title, where, phase) if part]


def lines(view: View, texts: Texts) -> list[str]:
    """Return what stands below the players: the middle of the table, contracts and the like."""
    return [
        texts.get("line", id, {key: _shown(id, key, value, texts) for key, value in values.items()})
        for id, values in view.lines
        if texts.has("line", id)
    ]


def _shown(id: str, key: str, value: Any, texts: Texts) -> Any:
    if key == "words":
        return texts.quoted(value)
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], Mapping):
        between = texts.get("line", f"{id}.between") if texts.has("line", f"{id}.between") else "  "
        return between.join(_item(id, item, texts) for item in value)
    if isinstance(value, (list, tuple)):
        return texts.join([str(item) for item in value])
    return "" if value is None else value


def _item(id: str, item: Mapping[str, Any], texts: Texts) -> str:
    special = f"{id}.item_{item.get('state')}"
    return texts.get("line", special if texts.has("line", special) else f"{id}.item", item)


# --- the whole ----------------------------------------------------------------------------------------------------


def table_lines(view: View, texts: Texts) -> list[str]:
    """Return the table as aligned columns: head, facts, one line a player, what lies in the middle."""
    heads = ["", "", *(texts.get("column", id) for id in view.columns), ""]
    rows = [heads]
    for row in view.rows:
        values = [cell(row.cells.get(id), texts) for id in view.columns]
        rows.append([str(row.seat + 1), row.name, *values, mark(row, texts)])
    right = frozenset(range(2, 2 + len(view.columns)))
    found = ["  ".join(head(view, texts))]
    shown = facts(view, texts)
    if shown:
        found.append("  ".join(shown))
    return [*found, *columns(rows, right=right), *lines(view, texts)]


def spoken_lines(view: View, texts: Texts) -> list[str]:
    """Return the table so that it can be heard: every count with its name beside it, one line a player."""
    found = [texts.join(head(view, texts)), *([texts.join(facts(view, texts))] if view.facts else [])]
    for row in view.rows:
        counts = [
            f"{texts.get('column', id)} {cell(row.cells[id], texts)}"
            for id in view.columns
            if row.cells.get(id) not in (None, "")
        ]
        what = mark(row, texts)
        found.append(texts.labelled(f"{row.seat + 1} {row.name}", texts.join([*([what] if what else []), *counts])))
    return [*found, *lines(view, texts)]
