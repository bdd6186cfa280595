"""Rules at the open question: its own rules first, then whatever the GM asks in any language; never touches the game.

What the table decides where the rules are silent is kept on the spot, for this game or from now on.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from rich.text import Text

from gmtool.core.question import Refused
from gmtool.core.session import Session
from gmtool.rulebook import entries, find, rulings
from gmtool.text.wrapping import pad, wrap
from gmtool.ui import application, keys, overlays
from gmtool.ui.words import Words

OPEN_AT_ONCE: Final = 2
"""How many rules of the open question are shown in full."""


def desk(session: Session, words: Words) -> None:
    """Show the rules of the open question and take questions until Escape."""
    Desk(session, words).run()


class Desk:
    """What the desk shows now: lines to read, numbered entries to open, and the question being typed."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self.texts = words.texts
        self.game = session.game.id
        self.book = entries.book(self.game, self.texts.language, letters=self.texts.letters)
        self.in_force = session.game.in_force(session.table)
        self.typed = ""
        self.asked = ""
        self.best = ""
        self.at = 0
        self.numbered: list[str] = []
        self.lines: list[Text] = []
        self.title = self.texts.get("rules_desk", "title")
        question = session.question
        rules = [id for id in (question.rules if question is not None else ()) if id in self.book]
        for id in rules[:OPEN_AT_ONCE]:
            self.lines += self._entry(id)
        self._list(rules[OPEN_AT_ONCE:])

    def run(self) -> None:
        while True:
            done = application.run(self._render, self._press, raw_text=lambda: True)
            if done == "decide":
                self._decide()
            else:
                return

    # --- keys

    def _press(self, key: str) -> str | None:
        if key == keys.ESCAPE:
            return "done"
        if key == keys.ENTER:
            self._ask()
        elif key == keys.TAB:
            return "decide"
        elif key == keys.UP:
            self.at = max(0, self.at - 1)
        elif key == keys.DOWN:
            self.at += 1
        elif key == keys.BACKSPACE:
            self.typed = self.typed[:-1]
        elif not self.typed and len(key) == 1 and key.isdecimal() and 0 < int(key) <= len(self.numbered):
            self._open(self.numbered[int(key) - 1])
        elif key not in (keys.LEFT, keys.RIGHT):
            self.typed += "".join(char for char in key if char.isprintable())
        return None

    def _ask(self) -> None:
        question = unicodedata.normalize("NFC", self.typed.strip())
        self.typed = ""
        if not question:
            return
        self.asked = question
        found = find.ask(question, self.game, lang=self.texts.language, table=self._table_rulings())
        said = entries.words(self.texts.language)
        self.title = self.texts.get("rules_desk", "found", {"question": question})
        self.at = 0
        self.lines = []
        ids = [hit.id for hit in found.hits]
        self.best = ids[0] if found.answered else ""
        if found.answered:
            self.lines += self._answer(ids[0])
            ids = ids[1:]
        else:
            self.lines += [Text(str(said["no_rule"]), style="bold yellow"), Text(str(said["nearest"]))]
        self._list(ids)

    def _open(self, id: str) -> None:
        self.at = 0
        self.lines = self._entry(id) if id in self.book else self._answer(id)
        self._list([other for other in self.book[id].related if other in self.book] if id in self.book else [])

    def _list(self, ids: list[str]) -> None:
        self.numbered = ids[:9]
        if self.numbered and self.lines:
            self.lines.append(Text(""))
        for number, id in enumerate(self.numbered, start=1):
            title = (
                self.book[id].title
                if id in self.book
                else next((ruling.text for ruling in self._table_rulings() if ruling.id == id), id)
            )
            self.lines.append(Text(f"  {number} ", style="bold cyan").append(f"{id}  {title}"))

    # --- words

    def _answer(self, id: str) -> list[Text]:
        """Return an entry, or what the table decided itself."""
        if id in self.book:
            return self._entry(id)
        said = entries.words(self.texts.language)
        for ruling in self._table_rulings():
            if ruling.id == id:
                return [Text(str(said["table"]), style="bold yellow"), Text(f"  {ruling.text}")]
        return []

    def _entry(self, id: str) -> list[Text]:
        """Return a rule as it stands in this game: the answer first, then why, then other readings."""
        entry = self.book[id]
        said = entries.words(self.texts.language)
        standing = entries.answer_of(entry, self.in_force)
        lines = [Text(f"{id}  {entry.title}", style="bold cyan")]
        if standing.here:
            lines.append(Text(f"{said['in_this_game']} {' '.join(standing.here)}", style="bold"))
            if standing.default:
                lines.append(Text(f"{said['normally']} {standing.default}"))
        else:
            lines.append(Text(standing.text, style="bold"))
        origin: Any = said.get("origin", {})
        for source in entries.provenance(entry):
            _, _, key = source.partition(".")
            lines.append(Text(str(origin.get(key) if key else said[source]), style="dim"))
        if entry.reason:
            lines.append(Text(f"{said['why']} {entry.reason}"))
        if entry.readings:
            lines.append(Text(f"{said['readings']} {'; '.join(entry.readings)}", style="dim"))
        return lines

    def _table_rulings(self) -> list[rulings.TableRuling]:
        here = [
            rulings.for_game(number, self.game, text, rule=rule)
            for number, (text, rule) in enumerate(self.session.table.rulings, start=1)
        ]
        try:
            return [*here, *rulings.load(self.game)]
        except rulings.RulingsUnreadable:
            return here

    # --- a ruling of the table

    def _decide(self) -> None:
        """Keep what the table decides: with this game, and on wish for later games too."""
        texts = self.texts
        scope = overlays.pick(
            texts.get("rules_desk", "scope"),
            [
                ("1", texts.get("rules_desk", "scope_here"), "here"),
                ("2", texts.get("rules_desk", "scope_always"), "always"),
            ],
            texts,
        )
        if scope is None:
            return
        text = overlays.line_of_text(texts.get("ruling.text", "ask"), texts)
        if not text:
            return
        rule = self.best if self.best in self.book else ""
        try:
            self.session.act("ruling")
            self.session.answer(text)
            self.session.answer(rule)
        except Refused as refused:
            overlays.message(self.words.reason(refused.reason, self.session.table.names), texts)
            return
        if scope == "always":
            rulings.record(self.game, text, rule=rule, question=self.asked)
        self.lines = [Text(texts.get("rules_desk", "kept"), style="bold green"), *self.lines]

    # --- screen

    def _render(self, width: int, height: int) -> list[Text]:
        shown: list[Text] = []
        for line in self.lines:
            shown += [Text(part, style=line.style) for part in wrap(line.plain, width)]
        foot = self.texts.get("rules_desk", "foot" if self.asked or self.numbered else "ask")
        bottom = [
            Text(f"? {self.typed}▏", style="bold"),
            *(Text(part, style="dim") for part in wrap(foot, width)),
        ]
        room = max(1, height - 2 - len(bottom))
        self.at = max(0, min(self.at, len(shown) - room))
        part = shown[self.at : self.at + room]
        return [Text(pad(self.title, width), style="bold reverse"), *part, Text(""), *bottom]
