"""The table at a glance as lines of styled text, for any game: built from a ``View``, fitted to a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from gmtool.core.view import View
from gmtool.text.texts import Texts
from gmtool.text.wrapping import pad, wrap
from gmtool.ui import glance

ROLE = "role"
"""The column of what each player is, where only the game master looks."""
COIN_WIDTH = 2
"""Cells of a column's head that is a coin, as a sign or a letter."""


def head(view: View, texts: Texts, width: int) -> list[Text]:
    """Return the head: game, round, phase, and the counted facts, on as few lines as fit."""
    parts = [*glance.head(view, texts), *glance.facts(view, texts)]
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


def cell(value: Any, texts: Texts) -> str:
    """Return a cell's words; yes and no as a filled and an empty dot."""
    return (glance.FULL if value else glance.EMPTY) if isinstance(value, bool) else glance.cell(value, texts)


def players(view: View, texts: Texts, width: int) -> list[Text]:
    """Return one line a player below a line of heads; the name's column gives way first, then the mark's."""
    columns = view.columns
    heads = [texts.get("column", id) for id in columns]
    cells = [[cell(row.cells.get(id), texts) for id in columns] for row in view.rows]
    marks = [glance.mark(row, texts) for row in view.rows]
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


def few_lines(view: View, texts: Texts, width: int) -> list[Text]:
    """Return the players side by side where a table has no room: their coins, what each is, what each is now."""
    found: list[Text] = []
    heads = [(id, texts.get("column", id)) for id in view.columns]
    line = Text()
    for row in view.rows:
        counts = [f"{head}{row.cells[id]}" for id, head in heads if cell_len(head) <= COIN_WIDTH and row.cells.get(id)]
        role = cell(row.cells.get(ROLE), texts)
        words = " ".join(part for part in (*counts, role, glance.mark(row, texts)) if part)
        style = "dim strike" if row.out else "bold reverse" if row.on_turn else ""
        *whole, last = wrap(f"{(row.seat + 1) % 10} {row.name}  {words}".rstrip(), width)
        if line.cell_len and (whole or line.cell_len + 3 + cell_len(last) > width):
            found.append(line)
            line = Text()
        found += [Text(part, style=style) for part in whole]
        line.append("   " if line.cell_len else "").append(last, style=style)
    return [*found, line]


def lines(view: View, texts: Texts, width: int) -> list[Text]:
    """Return what stands below the players: the middle of the table, contracts and the like."""
    return [Text(part) for line in glance.lines(view, texts) for part in wrap(line, width)]
