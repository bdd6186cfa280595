"""Screens on top of a question: something to read, a choice, the menu, free words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, Final

from rich.text import Text

from gmtool.core.session import Session
from gmtool.text.texts import Texts
from gmtool.text.wrapping import pad, wrap
from gmtool.ui import application, keys, screen
from gmtool.ui.entry import Entry
from gmtool.ui.screen import Look
from gmtool.ui.words import Words, looks_open

NOTHING: Final = object()
"""What a screen gives that was left by Escape."""


def titled(title: str, lines: list[Text], foot: str, width: int, height: int, *, at: int = 0) -> list[Text]:
    """Return a screen with a title, a part of the lines around ``at``, and a foot."""
    head = [Text(pad(line, width), style="bold reverse") for line in wrap(title, width)]
    foot_lines = wrapped(foot, width, "dim")
    room = max(1, height - 1 - len(head) - len(foot_lines))
    start = max(0, min(at - room // 2, len(lines) - room))
    shown = lines[start : start + room]
    return [*head, *shown, Text(""), *foot_lines]


def wrapped(text: str, width: int, style: str = "") -> list[Text]:
    return [Text(line, style=style) for line in wrap(text, width)]


def message(text: str, texts: Texts, *, alarm: bool = False) -> None:
    """Show something that must be read before the game goes on."""
    style = "bold red" if alarm else "bold"
    application.run(
        lambda width, _height: [
            *wrapped(text, width, style),
            Text(""),
            Text(texts.get("screen", "any_key"), style="dim"),
        ],
        lambda _key: True,
    )


def confirm(text: str, texts: Texts) -> bool:
    """Ask yes or no; neither Escape nor anything else counts as either."""

    def on_key(key: str) -> bool | None:
        return {"y": True, "1": True, keys.ENTER: None, "n": False, "2": False, keys.ESCAPE: False}.get(key)

    def render(width: int, height: int) -> list[Text]:
        return [*wrapped(text, width, "bold yellow"), Text(""), Text(texts.get("screen", "go_on"), style="bold")]

    return bool(application.run(render, on_key))


def pick(title: str, options: list[tuple[str, str, Any]], texts: Texts) -> Any:
    """Return the value of the option whose key is pressed, or None on Escape; options are (key, label, value)."""

    def render(width: int, height: int) -> list[Text]:
        lines = [Text(f"  {key} ", style="bold cyan").append(label) for key, label, _ in options]
        return titled(title, lines, texts.get("screen", "pick_foot"), width, height)

    def on_key(key: str) -> Any:
        if key == keys.ESCAPE:
            return NOTHING
        return next((value for known, _, value in options if known == key), None)

    found = application.run(render, on_key)
    return None if found is NOTHING else found


def menu(session: Session, words: Words) -> Any:
    """Offer what is rarer than a key of its own: all actions with what closes them, and the programme's own things."""
    texts = words.texts
    names = session.table.names
    own = [
        ("u", texts.get("menu", "undo"), "undo"),
        ("U", texts.get("menu", "redo"), "redo"),
        ("i", texts.get("menu", "history"), "history"),
        ("w", texts.get("menu", "why"), "why"),
        ("?", texts.get("menu", "rules"), "rules"),
        ("r", texts.get("menu", "roll"), "roll"),
        ("q", texts.get("menu", "quit"), "quit"),
    ]
    options: list[tuple[str, str, Any]] = []
    closed: list[Text] = []
    letters = iter("123456789abdefjlmopsvyz")
    for action in session.run.actions.values():
        reason = session.run.why_not_act(action.id)
        label = texts.get("action", action.id)
        if looks_open(reason):
            key = action.key or next(letters)
            options.append((key, label, ("act", action.id)))
        elif reason is not None:
            closed.append(Text(f"    {texts.labelled(label, words.hint(reason, names))}", style="dim"))
    options += own

    def render(width: int, height: int) -> list[Text]:
        lines = [Text(f"  {key} ", style="bold cyan").append(label) for key, label, _ in options]
        return titled(texts.get("menu", "title"), [*lines, *closed], texts.get("screen", "pick_foot"), width, height)

    def on_key(key: str) -> Any:
        if key == keys.ESCAPE:
            return NOTHING
        return next((value for known, _, value in options if known == key), None)

    found = application.run(render, on_key)
    return None if found is NOTHING else found


# --- free words ---------------------------------------------------------------------------------------------------


def text_line(session: Session, words: Words) -> str | None:
    """Ask the open TEXT question; None on Escape."""
    question = session.question
    assert question is not None
    look = Look(Entry(session.run, words), covered=not session.table.eyes_closed)
    buffer = [""]

    def render(width: int, height: int) -> list[Text]:
        lines = screen.compose(session, words, look, width, height - 2)
        return [*lines, *wrapped(f"  {buffer[0]}▏", width, "bold")]

    def refuse(text: str) -> bool:
        reason = session.run.why_not(text)
        if reason is not None:
            look.entry.refuse(reason)
        return reason is not None

    return _typing(render, buffer, refuse)


def _nothing(_text: str) -> str:
    return ""


def line_of_text(title: str, texts: Texts, why_not: Callable[[str], str] = _nothing) -> str | None:
    """Ask for a line of words under a title; None on Escape.

    Args:
        why_not: Says what stands against a text, or nothing.
    """
    buffer = [""]
    message = [""]

    def render(width: int, height: int) -> list[Text]:
        lines = [*wrapped(f"  {buffer[0]}▏", width, "bold"), *wrapped(message[0], width, "bold red")]
        return titled(title, lines, texts.get("keys", "answer_text"), width, height)

    def refuse(text: str) -> bool:
        message[0] = why_not(text)
        return bool(message[0])

    return _typing(render, buffer, refuse)


def _typing(
    render: Callable[[int, int], list[Text]],
    buffer: list[str],
    refuse: Callable[[str], bool],
) -> str | None:
    """Take letters until Enter gives a text that is not refused; None on Escape."""

    def on_key(key: str) -> Any:
        if key == keys.ESCAPE:
            return NOTHING
        if key == keys.ENTER:
            text = unicodedata.normalize("NFC", buffer[0].strip())
            return None if refuse(text) else (text,)
        if key == keys.BACKSPACE:
            buffer[0] = _without_last(buffer[0])
        elif len(key) >= 1 and key not in _NAMES:
            buffer[0] += "".join(char if char.isprintable() else " " for char in key)
        return None

    found = application.run(render, on_key, raw_text=lambda: True)
    return None if found is NOTHING else str(found[0])


_NAMES = frozenset({keys.TAB, keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT, keys.PAGE_UP, keys.PAGE_DOWN})


def _without_last(text: str) -> str:
    """Return a text without its last letter and the marks on it."""
    text = text[:-1]
    while text and unicodedata.category(text[-1]) == "Mn" and unicodedata.combining(text[-1]):
        text = text[:-1]
    return text
