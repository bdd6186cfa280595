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
    return [texts.get("result", id, _shown(values, texts)) for id, values in report]


def _shown(values: dict[str, Any], texts: Texts) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for key, value in values.items():
        if key == "delta":
            shown[key] = f"{value:+d}".replace("-", "−")
        elif key in ("for", "award"):
            shown[key] = texts.get("move", value)
        elif key == "switch":
            shown[key] = switch_title(value, texts)
        elif key == "value" and "switch" in values:
            shown[key] = switch_value(values["switch"], value, texts)
        else:
            shown[key] = value
    return shown


def switch_title(switch: str, texts: Texts) -> str:
    """Return the title of a house rule."""
    return texts.get("switch", f"{switch}.title")


def switch_value(switch: str, value: Any, texts: Texts) -> str:
    """Return the words of a house rule's value; numbers and free values without words as they are."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    return texts.get("switch", f"{switch}.{key}") if texts.has("switch", f"{switch}.{key}") else str(value)
