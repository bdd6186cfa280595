"""Screens that look back: history, mending, a row that no longer fits, why a count is what it is, the end."""

from __future__ import annotations

from typing import Any, Final

from rich.text import Text

from gmtool.core.actions import countables
from gmtool.core.history import gm_history, why
from gmtool.core.question import Kind
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.core.table import Table
from gmtool.text.wrapping import pad
from gmtool.ui import application, keys, screen
from gmtool.ui.entry import Entry, Typed
from gmtool.ui.overlays import NOTHING, confirm, line_of_text, message, pick, titled, wrapped
from gmtool.ui.reading import Unreadable, read_seconds
from gmtool.ui.screen import Look
from gmtool.ui.words import Words

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
        return titled(texts.get("history", "title"), lines, foot, width, height, at=at[0])

    def on_key(key: str) -> Any:
        if key == keys.UP:
            at[0] = max(0, at[0] - 1)
        elif key == keys.DOWN:
            at[0] = min(len(entries) - 1, at[0] + 1)
        elif key in (keys.ESCAPE, keys.QUIT):
            return NOTHING
        elif key in ("b", "m") and entries and entries[at[0]].row.kind in ("answer", "act", "cancel"):
            return key
        return None

    while True:
        chosen = application.run(render, on_key)
        if chosen is NOTHING:
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
    title = texts.get("history", "mend_title", {"row": row})
    if question.kind in WRITTEN:
        written = _written(then, words, title)
        if written is not None:
            session.mend(row, written.value)
        return written is not None
    entry = Entry(then, words)

    def render(width: int, height: int) -> list[Text]:
        lines = [
            *wrapped(words.ask(then.table, question), width, "bold"),
            *entry.lines(width),
            *wrapped(entry.message, width, "bold red"),
        ]
        return titled(title, lines, texts.get("history", "mend_foot"), width, height)

    def on_key(key: str) -> Any:
        return NOTHING if key == keys.ESCAPE else entry.press(key)

    found = application.run(render, on_key)
    if found is NOTHING:
        return False
    session.mend(row, found.value)
    return True


WRITTEN: Final = (Kind.TEXT, Kind.TIMER, Kind.COUNT)
"""Kinds of answers that keys of their own do not give: words, seconds, and counts in their form."""


def _written(run: Run, words: Words, title: str) -> Typed | None:
    """Ask for an answer of such a kind; None on Escape."""
    question = run.question
    assert question is not None
    if question.kind is Kind.COUNT:
        from gmtool.ui.count_form import count_form

        counted = count_form(run, words)
        return None if counted is None else Typed(counted)

    def read(text: str) -> str | int:
        return read_seconds(text) if question.kind is Kind.TIMER else text

    def why_not(text: str) -> str:
        try:
            reason = run.why_not(read(text))
        except Unreadable as error:
            reason = error.reason
        return "" if reason is None else words.reason(reason, run.table.names)

    text = line_of_text(title, words.texts, why_not)
    return None if text is None else Typed(read(text))


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
    if question.kind in WRITTEN:
        written = _written(session.run, words, words.ask(session.table, question))
        if written is not None:
            session.answer(written.value)
        return None
    entry = Entry(session.run, words)
    look = Look(entry)
    found = application.run(
        lambda width, height: screen.compose(session, words, look, width, height),
        lambda key: NOTHING if key == keys.ESCAPE else entry.press(key),
    )
    if found is not NOTHING:
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
            folded.extend(wrapped(text, width))
        at[0] = max(0, min(at[0], len(folded) - 1))
        return titled(title, folded, texts.get("screen", "scroll_foot"), width, height, at=at[0])

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
