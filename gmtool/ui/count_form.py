"""The count form: what should lie on the table, where the GM types only what differs, and the gaps."""

from __future__ import annotations

from typing import Any, Final

from rich.text import Text

from gmtool.core.actions import countables
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.ui import application, keys
from gmtool.ui.looking_back import why_lines
from gmtool.ui.overlays import NOTHING, titled
from gmtool.ui.words import Words

LAST_MOVES: Final = 3
"""How many of the last moves are shown beside a count that differs."""


def count_form(run: Run, words: Words) -> dict[str, int] | None:
    """Show what should lie on the table; the GM types only what differs. Returns the numbers typed, None on Escape.

    Numbers that can't be are told and stay, to be typed over.
    """
    table, texts = run.table, words.texts
    known = countables(table)
    typed: dict[str, str] = {}
    order = list(known)
    at = [0]
    message_text = [""]

    def line(number: int) -> Text:
        key = order[number]
        what, place = known[key]
        here = number == at[0]
        text = Text(f"{'▸' if here else ' '} ").append(words.count_key(key, table.names)).append("  ")
        text.append(str(table.held[what][place]), style="bold")
        if key in typed:
            text.append(f"  →  {typed[key]}▏" if here else f"  →  {typed[key]}", style="bold yellow")
        if here:
            text.stylize("reverse", 0, 1)
        return text

    def render(width: int, height: int) -> list[Text]:
        lines = [line(number) for number in range(len(order))]
        foot = message_text[0] or texts.get("count", "foot")
        return titled(texts.get("count", "title"), lines, foot, width, height, at=at[0])

    def on_key(key: str) -> Any:
        message_text[0] = ""
        here = order[at[0]]
        if key == keys.ESCAPE:
            return NOTHING
        if key in (keys.DOWN, keys.TAB, keys.SPACE):
            at[0] = (at[0] + 1) % len(order)
        elif key == keys.UP:
            at[0] = (at[0] - 1) % len(order)
        elif key == keys.LEFT:
            at[0] = _neighbour(order, at[0], -1)
        elif key == keys.RIGHT:
            at[0] = _neighbour(order, at[0], 1)
        elif key == keys.BACKSPACE:
            typed[here] = typed.get(here, "")[:-1]
            if not typed[here]:
                del typed[here]
        elif key.isdecimal():
            typed[here] = (typed.get(here, "") + key)[-3:]
        elif key == keys.ENTER:
            found = {place: int(number) for place, number in typed.items()}
            reason = run.why_not(found)
            if reason is None:
                return found
            message_text[0] = words.reason(reason, table.names)
        return None

    if not order:
        return {}
    found = application.run(render, on_key)
    return None if found is NOTHING else dict(found)


def gap_lines(session: Session, words: Words, counted: dict[str, int]) -> list[str]:
    """Return what differs: both numbers, the gap, and the last moves that touched each count."""
    texts = words.texts
    known = countables(session.table)
    found: list[str] = []
    for key, number in counted.items():
        what, place = known[key]
        have = session.table.held[what][place]
        if number != have:
            values = {
                "count_name": words.count_key(key, session.table.names),
                "got": number,
                "have": have,
                "gap": abs(number - have),
            }
            found.append(texts.get("count", "fewer" if number < have else "more", values))
            found += [f"  {line}" for line in why_lines(session, words, key)[1:][-LAST_MOVES:]]
    return found


def _neighbour(order: list[str], at: int, step: int) -> int:
    """Return the position of the next kind's first place, so that a long form is walked quickly."""
    kind = order[at].partition(".")[0]
    number = at
    while order[number].partition(".")[0] == kind:
        number = (number + step) % len(order)
        if number == at:
            break
    return number
