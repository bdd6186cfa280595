"""The table at a glance as lines of styled text, for any game: built from a ``View``, fitted to a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from gmtool.core.view import PlayerRow, View
from gmtool.text.texts import Texts
from gmtool.text.wrapping import pad, wrap

FULL, EMPTY = "●", "○"


def dots(value: int, most: int) -> str:
    """Return a count as filled and empty dots.

    >>> dots(2, 5)
    '●●○○○'
    """
    return FULL * max(0, min(value, most)) + EMPTY * max(0, most - value)


def head(view: View, texts: Texts, width: int) -> list[Text]:
    """Return the head: game, round, phase, and the counted facts, on as few lines as fit."""
    title = texts.get("head", "title")
    where = texts.get("head", "round", {"round": view.round, "rounds": view.rounds}) if view.round else ""
    phase = texts.get("phase", view.phase, {"round": view.round})
    parts = [part for part in (title, where, phase, *facts(view, texts)) if part]
    lines: list[Text] = []
    line = ""
    for part in parts:
        longer = f"{line}  {part}" if line else part
        if line and cell_len(longer) > width:
            lines.append(Text(line, style="bold" if not lines else ""))
            line = part
        else:
            line = longer
    lines.append(Text(line, style="bold" if not lines else ""))
    return lines


def facts(view: View, texts: Texts) -> list[str]:
    """Return the worded facts in order; ``x_most`` joins ``x`` as its most."""
    values = dict(view.facts)
    found: list[str] = []
    for id, value in view.facts:
        if id.endswith("_most") and id[:-5] in values:
            continue
        most = values.get(f"{id}_most")
        shown: dict[str, Any] = {"value": value}
        if isinstance(most, int) and isinstance(value, int):
            shown.update(most=most, dots=dots(value, most))
        raw = texts.find("fact", id)
        if raw is None or value in (None, "", []):
            continue
        if isinstance(value, (list, tuple)) or (isinstance(value, str) and texts.has("cell", value)):
            shown["value"] = cell(value, texts)
        found.append(texts.fill(raw, shown))
    return found


def cell(value: Any, texts: Texts) -> str:
    """Return a cell's words: numbers as they are, ids by ``[cell]``."""
    if isinstance(value, (list, tuple)):
        return texts.join([cell(item, texts) for item in value])
    if isinstance(value, bool):
        return FULL if value else EMPTY
    if value is None:
        return ""
    if isinstance(value, str) and texts.has("cell", value):
        return texts.get("cell", value)
    return str(value)


def players(view: View, texts: Texts, width: int) -> list[Text]:
    """Return one line a player below a line of heads; the name's column gives way first, then the mark's."""
    columns = view.columns
    heads = [texts.get("column", id) for id in columns]
    cells = [[cell(row.cells.get(id), texts) for id in columns] for row in view.rows]
    marks = [mark(row, texts) for row in view.rows]
    longest_name = max(cell_len(row.name) for row in view.rows)
    mark_width = max((cell_len(text) for text in marks), default=0)
    gap, narrow = 2, False
    while True:
        if narrow:
            heads = [pad(text, min(cell_len(text), 3)).rstrip() for text in heads]
        widths = [max(cell_len(heads[i]), *(cell_len(line[i]) for line in cells)) for i in range(len(columns))]
        free = width - 3 - sum(widths) - gap * (len(widths) + 1)
        if free >= min(longest_name, 14) + mark_width or (narrow and gap == 1):
            break
        gap, narrow = 1, gap == 1
    # What room is left goes to the names first, since a mark can be read on the line of the question as well.
    names_width = max(6, min(longest_name, 14, free - min(mark_width, 10)))
    room = max(0, free - names_width)
    lines = [Text(_line("  ", "", heads, widths, names_width, gap, ""), style="dim")]
    for row, values, text in zip(view.rows, cells, marks, strict=True):
        key = str((row.seat + 1) % 10)
        shown = pad(text, room) if cell_len(text) > room else text
        line = Text(_line(key + " ", row.name, values, widths, names_width, gap, shown).rstrip())
        if row.out:
            line.stylize("dim strike")
        elif row.on_turn:
            line.stylize("bold reverse")
        lines.append(line)
    return lines


def _line(
    key: str, name: str, values: Sequence[str], widths: Sequence[int], names_width: int, gap: int, mark_text: str
) -> str:
    between = " " * gap
    body = between.join(" " * (width - cell_len(value)) + value for value, width in zip(values, widths, strict=True))
    return f"{key} {pad(name, names_width)}{between}{body}{between}{mark_text}"


def mark(row: PlayerRow, texts: Texts) -> str:
    return texts.get("mark", row.mark, row.values) if row.mark else ""


def lines(view: View, texts: Texts, width: int) -> list[Text]:
    """Return what stands below the players: the middle of the table, contracts and the like."""
    found: list[Text] = []
    for id, values in view.lines:
        shown = {key: _shown(id, value, texts) for key, value in values.items()}
        if not texts.has("line", id):
            continue
        text = texts.get("line", id, shown)
        found.extend(Text(line) for line in wrap(text, width))
    return found


def _shown(id: str, value: Any, texts: Texts) -> Any:
    """Return a line's value: lists of records worded item by item."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        return "  ".join(_item(id, item, texts) for item in value)
    if isinstance(value, (list, tuple)):
        return texts.join([str(item) for item in value])
    return "" if value is None else value


def _item(id: str, item: dict[str, Any], texts: Texts) -> str:
    state = item.get("state")
    special = f"{id}.item_{state}"
    return texts.get("line", special if state is not None and texts.has("line", special) else f"{id}.item", item)
