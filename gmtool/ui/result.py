"""The end of a game in words: the report of ids and values that a game gives, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from gmtool.core.session import Session
from gmtool.text.texts import Texts
from gmtool.text.wrapping import wrap
from gmtool.ui.words import Words

Report = Sequence[tuple[str, dict[str, Any]]]


def result_lines(session: Session, words: Words, width: int) -> list[Text]:
    """Return the report of a game that is over."""
    found: list[Text] = []
    for number, line in enumerate(report_lines(session.game.report(session.table), words.texts)):
        style = "bold yellow" if number == 0 else ""
        indent = len(line) - len(line.lstrip())
        for part, text in enumerate(wrap(line.strip(), width - indent - 2)):
            found.append(Text(" " * (indent + (2 if part else 0)) + text, style=style))
    return found


def report_lines(report: Report, texts: Texts) -> list[str]:
    """Return a report's lines in words; signed numbers get a sign, rules what they were for, switches their values."""
    return [
        texts.get("result", id, {key: _shown(key, value, texts) for key, value in values.items()})
        for id, values in report
    ]


def _shown(key: str, value: Any, texts: Texts) -> Any:
    if key == "delta":
        return f"{value:+d}".replace("-", "−")
    if key in ("for", "award"):
        return texts.get("move", value)
    if key == "switch":
        return (
            texts.get(f"switch.{value}", "title")
            if texts.has(f"switch.{value}", "title")
            else texts.get("switch", f"{value}.title")
        )
    if isinstance(value, bool):
        return texts.get("word", "on" if value else "off")
    return value
