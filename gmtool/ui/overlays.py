"""Screens on top of a question: menu, history, why, rules, the count form, free words, the end of the game."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from rich.text import Text

from gmtool.core.actions import countables
from gmtool.core.history import gm_history, why
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.core.table import Table
from gmtool.text.texts import Texts
from gmtool.text.wrapping import pad, wrap
from gmtool.ui import application, keys, screen
from gmtool.ui.entry import Entry
from gmtool.ui.screen import Look
from gmtool.ui.words import Words, looks_open

LAST_MOVES = 3
"""How many of the last moves are shown beside a count that differs."""


def _titled(title: str, lines: list[Text], foot: str, width: int, height: int, *, at: int = 0) -> list[Text]:
    """Return a screen with a title, a part of the lines around ``at``, and a foot."""
    head = [Text(pad(line, width), style="bold reverse") for line in wrap(title, width)]
    foot_lines = _wrapped(foot, width, "dim")
    room = max(1, height - 1 - len(head) - len(foot_lines))
    start = max(0, min(at - room // 2, len(lines) - room))
    shown = lines[start : start + room]
    return [*head, *shown, Text(""), *foot_lines]


def _wrapped(text: str, width: int, style: str = "") -> list[Text]:
    return [Text(line, style=style) for line in wrap(text, width)]


def message(text: str, texts: Texts, *, alarm: bool = False) -> None:
    """Show something that must be read before the game goes on."""
    style = "bold red" if alarm else "bold"
    application.run(
        lambda width, _height: [
            *_wrapped(text, width, style),
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
        return [*_wrapped(text, width, "bold yellow"), Text(""), Text(texts.get("screen", "go_on"), style="bold")]

    return bool(application.run(render, on_key))


def pick(title: str, options: list[tuple[str, str, Any]], texts: Texts) -> Any:
    """Return the value of the option whose key is pressed, or None on Escape; options are (key, label, value)."""

    def render(width: int, height: int) -> list[Text]:
        lines = [Text(f"  {key} ", style="bold cyan").append(label) for key, label, _ in options]
        return _titled(title, lines, texts.get("screen", "pick_foot"), width, height)

    def on_key(key: str) -> Any:
        if key == keys.ESCAPE:
            return _NOTHING
        return next((value for known, _, value in options if known == key), None)

    found = application.run(render, on_key)
    return None if found is _NOTHING else found


_NOTHING = object()


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
            closed.append(Text(f"    {label}: {words.hint(reason, names)}", style="dim"))
    options += own

    def render(width: int, height: int) -> list[Text]:
        lines = [Text(f"  {key} ", style="bold cyan").append(label) for key, label, _ in options]
        return _titled(texts.get("menu", "title"), [*lines, *closed], texts.get("screen", "pick_foot"), width, height)

    def on_key(key: str) -> Any:
        if key == keys.ESCAPE:
            return _NOTHING
        return next((value for known, _, value in options if known == key), None)

    found = application.run(render, on_key)
    return None if found is _NOTHING else found


# --- history ------------------------------------------------------------------------------------------------------


def history(session: Session, words: Words) -> None:
    """Show every row; on a row that stands: go back to it, or mend it. Undone rows can be gone back to as well."""
    texts = words.texts
    names = session.table.names
    entries = gm_history(session)
    at = [max(0, len(entries) - 1)]

    def line(number: int) -> Text:
        entry = entries[number]
        moment = f"{entry.moment[0]:>2}" if entry.moment else "  "
        text = Text(f"{'▸' if number == at[0] else ' '}{entry.row.n:>4} {moment} {words.row(entry.row, names)}")
        if not entry.stands:
            text.stylize("dim" if entry.row.kind not in ("answer", "act", "cancel") else "dim strike")
        if number == at[0]:
            text.stylize("bold")
        return text

    def render(width: int, height: int) -> list[Text]:
        lines: list[Text] = [line(number) for number in range(len(entries))]
        foot = texts.get("history", "foot") if entries else texts.get("history", "empty")
        return _titled(texts.get("history", "title"), lines, foot, width, height, at=at[0])

    def on_key(key: str) -> Any:
        if key == keys.UP:
            at[0] = max(0, at[0] - 1)
        elif key == keys.DOWN:
            at[0] = min(len(entries) - 1, at[0] + 1)
        elif key in (keys.ESCAPE, keys.QUIT):
            return _NOTHING
        elif key in ("b", "m") and entries and entries[at[0]].row.kind in ("answer", "act", "cancel"):
            return key
        return None

    while True:
        chosen = application.run(render, on_key)
        if chosen is _NOTHING:
            return
        row = entries[at[0]].row
        label = words.row(row, names)
        if chosen == "b":
            if confirm(texts.get("history", "back_sure", {"row": row.n, "label": label}), texts):
                session.back(row.n)
                return
        elif entries[at[0]].stands and row.kind == "answer":
            if mend(session, words, row.n):
                return
        else:
            message(texts.get("history", "mend_not"), texts)


def mend(session: Session, words: Words, row: int) -> bool:
    """Answer an old question anew on a screen of its own; returns whether it was."""
    then = session.at_row(row)
    question = then.question
    assert question is not None
    texts = words.texts
    if question.audience.value == "gm" and not confirm(texts.get("history", "mend_secret"), texts):
        return False
    entry = Entry(then, words)
    title = texts.get("history", "mend_title", {"row": row})
    if entry.is_text:

        def why_not(text: str) -> str:
            reason = then.why_not(text)
            return "" if reason is None else words.reason(reason, then.table.names)

        typed = line_of_text(title, texts, why_not)
        if typed is None:
            return False
        session.mend(row, typed)
        return True

    def render(width: int, height: int) -> list[Text]:
        lines = [
            *_wrapped(words.ask(then.table, question), width, "bold"),
            *entry.lines(width),
            *_wrapped(entry.message, width, "bold red"),
        ]
        return _titled(title, lines, texts.get("history", "mend_foot"), width, height)

    def on_key(key: str) -> Any:
        return _NOTHING if key == keys.ESCAPE else entry.press(key)

    found = application.run(render, on_key)
    if found is _NOTHING:
        return False
    session.mend(row, found.value)
    return True


def misfit(session: Session, words: Words) -> str | None:
    """An old answer no longer fits after a mending: answer anew, leave it out, leave out the rest, or undo it all."""
    found = session.misfit
    assert found is not None
    texts = words.texts
    names = session.table.names
    label = words.row(found.row, names)
    left = len(session.standing.pending)
    more = len(session.dropped_with_misfit()) - 1
    why_text = words.reason(found.reason, names)
    title = texts.get("mend", "title", {"row": found.row.n, "label": label, "left": left})
    options = [
        ("1", texts.get("mend", "anew"), "anew"),
        ("2", texts.get("mend", "drop_more" if more else "drop", {"label": label, "more": more}), "drop"),
        ("3", texts.get("mend", "drop_all", {"left": left}), "all"),
        ("u", texts.get("mend", "undo"), "undo"),
        ("q", texts.get("menu", "quit"), "quit"),
    ]
    chosen = pick(f"{title}  {why_text}", options, texts)
    if chosen == "anew":
        return _answer_anew(session, words)
    if chosen == "drop":
        session.drop_misfit()
    elif chosen == "all":
        listed = [Text(words.row(row, names)) for row in session.standing.pending]
        if confirm(texts.get("mend", "drop_sure", {"rows": "; ".join(text.plain for text in listed)}), texts):
            session.drop_pending()
    elif chosen == "undo":
        session.undo()
    elif chosen == "quit":
        return "quit"
    return None


def _answer_anew(session: Session, words: Words) -> str | None:
    """Ask the question that is open now in place of the row that does not fit."""
    question = session.question
    if question is None:
        message(words.texts.get("mend", "over"), words.texts)
        return None
    entry = Entry(session.run, words)
    if entry.is_text:
        typed = text_line(session, words)
        if typed is not None:
            session.answer(typed)
        return None
    look = Look(entry)
    found = application.run(
        lambda width, height: screen.compose(session, words, look, width, height),
        lambda key: _NOTHING if key == keys.ESCAPE else entry.press(key),
    )
    if found is not _NOTHING:
        session.answer(found.value)
    return None


def broken(session: Session, words: Words) -> str | None:
    """The journal does not replay beyond a row: say where and why, offer undo to before it, or leave."""
    found = session.broken
    assert found is not None
    texts = words.texts
    values = {
        "row": found.row.n,
        "stored": str(found.stored[0]) if found.stored else "",
        "open": str(found.open[0]) if found.open else "",
        "why": found.why,
    }
    title = texts.get("error", found.id, values)
    chosen = pick(title, [("u", texts.get("broken", "undo"), "undo"), ("q", texts.get("menu", "quit"), "quit")], texts)
    if chosen == "undo":
        session.undo()
        return None
    return "quit"


# --- why ----------------------------------------------------------------------------------------------------------


def why_screen(session: Session, words: Words) -> None:
    """Ask for a count (a player's or a pile's) and show the moves that made it."""
    key = pick_count(session.table, words)
    if key is None:
        return
    lines = why_lines(session, words, key)
    texts = words.texts
    title = words.count_key(key, session.table.names)
    at = [len(lines) - 1]

    def render(width: int, height: int) -> list[Text]:
        folded: list[Text] = []
        for text in lines:
            folded.extend(_wrapped(text, width))
        at[0] = max(0, min(at[0], len(folded) - 1))
        return _titled(title, folded, texts.get("screen", "scroll_foot"), width, height, at=at[0])

    def on_key(pressed: str) -> Any:
        if pressed == keys.UP:
            at[0] -= 1
        elif pressed == keys.DOWN:
            at[0] += 1
        else:
            return True
        return None

    application.run(render, on_key)


def pick_count(table: Table, words: Words) -> str | None:
    """Return the key of a count chosen in two steps: whose, and what; None on Escape."""
    texts = words.texts
    places: list[str] = []
    for key in countables(table):
        place = key.partition(".")[2]
        if place not in places:
            places.append(place)
    places.sort(key=lambda place: (not place.isdecimal(), int(place) if place.isdecimal() else 0))
    letters = iter("bcdfgh")
    options = [
        (str((int(place) + 1) % 10) if place.isdecimal() else next(letters), words.place(place, table.names), place)
        for place in places
    ]
    place = pick(texts.get("why", "whose"), options, texts)
    if place is None:
        return None
    whats = [key.partition(".")[0] for key in countables(table) if key.partition(".")[2] == place]
    extra = [id for id in table.WHATS if place.isdecimal() and id not in whats and texts.has("word", id)]
    numbered = [("1234567890abcdefghij"[number], texts.word(id), id) for number, id in enumerate([*whats, *extra])]
    what = numbered[0][2] if len(numbered) == 1 else pick(texts.get("why", "what"), numbered, texts)
    return None if what is None else f"{what}.{place}"


def why_lines(session: Session, words: Words, key: str) -> list[str]:
    """Return the moves behind a count as lines: how many, when, by which rule, what it was for."""
    texts = words.texts
    found: list[str] = []
    total = 0
    for cause in why(session, key):
        total = cause.total
        moment = texts.get("why", "moment", {"round": cause.move.moment[0], "phase": cause.move.moment[1]})
        other = words.place(cause.other, session.table.names)
        found.append(
            texts.get(
                "why",
                "line_reason" if cause.reason else "line",
                {
                    "delta": f"{cause.delta:+d}".replace("-", "−"),
                    "moment": moment if cause.move.row else texts.get("why", "start"),
                    "rule": cause.move.rule,
                    "for": words.move(cause.move.rule),
                    "other": other,
                    "reason": cause.reason,
                },
            )
        )
    return [
        texts.get("why", "total", {"count_name": words.count_key(key, session.table.names), "total": total}),
        *found,
    ]


# --- rules --------------------------------------------------------------------------------------------------------


def rules(session: Session, words: Words) -> None:
    """Show the rules of the open question first, then take a question."""
    from gmtool.ui.rules_desk import desk

    desk(session, words)


# --- free words ---------------------------------------------------------------------------------------------------


def text_line(session: Session, words: Words) -> str | None:
    """Ask the open TEXT question; None on Escape."""
    question = session.question
    assert question is not None
    look = Look(Entry(session.run, words), covered=not session.table.eyes_closed)
    buffer = [""]

    def render(width: int, height: int) -> list[Text]:
        lines = screen.compose(session, words, look, width, height - 2)
        return [*lines, *_wrapped(f"  {buffer[0]}▏", width, "bold")]

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
        lines = [*_wrapped(f"  {buffer[0]}▏", width, "bold"), *_wrapped(message[0], width, "bold red")]
        return _titled(title, lines, texts.get("keys", "answer_text"), width, height)

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
            return _NOTHING
        if key == keys.ENTER:
            text = unicodedata.normalize("NFC", buffer[0].strip())
            return None if refuse(text) else (text,)
        if key == keys.BACKSPACE:
            buffer[0] = _without_last(buffer[0])
        elif len(key) >= 1 and key not in _NAMES:
            buffer[0] += "".join(char if char.isprintable() else " " for char in key)
        return None

    found = application.run(render, on_key, raw_text=lambda: True)
    return None if found is _NOTHING else str(found[0])


_NAMES = frozenset({keys.TAB, keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT, keys.PAGE_UP, keys.PAGE_DOWN})


def _without_last(text: str) -> str:
    """Return a text without its last letter and the marks on it."""
    text = text[:-1]
    while text and unicodedata.category(text[-1]) == "Mn" and unicodedata.combining(text[-1]):
        text = text[:-1]
    return text


# --- the count form -----------------------------------------------------------------------------------------------


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
        return _titled(texts.get("count", "title"), lines, foot, width, height, at=at[0])

    def on_key(key: str) -> Any:
        message_text[0] = ""
        here = order[at[0]]
        if key == keys.ESCAPE:
            return _NOTHING
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
    return None if found is _NOTHING else dict(found)


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


# --- the end ------------------------------------------------------------------------------------------------------


def over(session: Session, words: Words) -> str | None:
    """Show the result; undo still works."""
    from gmtool.ui.result import result_lines

    texts = words.texts
    at = [0]

    def render(width: int, height: int) -> list[Text]:
        lines = result_lines(session, words, width)
        at[0] = max(0, min(at[0], len(lines) - 1))
        room = max(1, height - 3)
        start = min(at[0], max(0, len(lines) - room))
        title = texts.get("result", "title") if texts.has("result", "title") else session.info.title
        return [
            Text(pad(title, width), style="bold reverse"),
            *lines[start : start + room],
            Text(""),
            Text(texts.get("screen", "over_foot"), style="dim"),
        ]

    def on_key(key: str) -> Any:
        if key == keys.DOWN:
            at[0] += 1
        elif key == keys.UP:
            at[0] -= 1
        elif key in (keys.UNDO, keys.QUIT, keys.HISTORY, keys.WHY, keys.ENTER):
            return key
        return None

    key = application.run(render, on_key)
    if key == keys.UNDO:
        session.undo()
    elif key == keys.HISTORY:
        history(session, words)
    elif key == keys.WHY:
        why_screen(session, words)
    else:
        return "over"
    return None
