"""Rules at the open question: its own rules first, then whatever the GM asks in any language; never touches the game.

What the table decides where the rules are silent is kept on the spot, for this game or from now on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from gmtool.core.question import Refused
from gmtool.core.session import Session
from gmtool.rulebook import rulings
from gmtool.text.wrapping import pad, wrap
from gmtool.ui import application, keys, overlays
from gmtool.ui.rules_lines import Line, RuleLines, readable_rulings
from gmtool.ui.words import Words

OPEN_AT_ONCE: Final = 2
"""How many rules of the open question are shown at once; the others by title."""
STYLES: Final = {"head": "bold cyan", "says": "bold", "source": "dim", "switch": "", "why": "", "more": ""}


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
        self.in_force = session.game.in_force(session.table)
        self.rules = self._lines()
        self.typed = ""
        self.asked = ""
        self.best = ""
        self.at = 0
        self.numbered: list[str] = []
        self.lines: list[Text] = []
        self.title = self.texts.get("rules_desk", "title")
        question = session.question
        ids = [id for id in (question.rules if question is not None else ()) if id in self.rules.book]
        for id in ids[:OPEN_AT_ONCE]:
            self.lines += self._shown(self.rules.short(id))
        self._list(ids)

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
        found = self.rules.ask(question)
        self.title = self.texts.get("rules_desk", "found", {"question": question})
        self.at = 0
        self.best = found.hits[0].id if found.answered else ""
        self.lines = self._shown(self.rules.opening(found))
        self._list([hit.id for hit in found.hits])

    def _open(self, id: str) -> None:
        self.at = 0
        self.lines = self._shown(self.rules.full(id))
        self._list(self.rules.related(id))

    def _list(self, ids: Sequence[str]) -> None:
        """Number entries that can be opened in full."""
        self.numbered = list(ids[:9])
        if self.numbered and self.lines:
            self.lines.append(Text(""))
        for number, id in enumerate(self.numbered, start=1):
            self.lines.append(Text(f"  {number} ", style="bold cyan").append(f"{id}  {self.rules.title(id)}"))

    # --- words

    def _lines(self) -> RuleLines:
        """Return the rules as they stand now, with what the table has decided so far."""
        table, _ = readable_rulings(self.game, self.session)
        return RuleLines(self.game, self.texts.language, self.in_force, letters=self.texts.letters, table=table)

    @staticmethod
    def _shown(lines: Sequence[Line]) -> list[Text]:
        return [Text(line.text, style=STYLES[line.kind]) for line in lines]

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
        rule = self.best if self.best in self.rules.book else ""
        try:
            self.session.act("ruling")
            self.session.answer(text)
            self.session.answer(rule)
        except Refused as refused:
            overlays.message(self.words.reason(refused.reason, self.session.table.names), texts)
            return
        self.rules = self._lines()
        self.lines = [Text(texts.get("rules_desk", "kept"), style="bold green"), *self.lines]
        if scope == "always":
            self._keep(text, rule)

    def _keep(self, text: str, rule: str) -> None:
        """Keep a ruling for later games too; a book that can't be written does not stop this one, which has it."""
        try:
            rulings.record(self.game, text, rule=rule, question=self.asked)
        except rulings.RulingsUnreadable as error:
            overlays.message(self.texts.get("error", "rules.unreadable", {"path": str(error.path)}), self.texts)
        except OSError as error:
            values = {"path": str(rulings.path()), "why": error.strerror or type(error).__name__}
            overlays.message(self.texts.get("error", "file.unwritable", values), self.texts)
        else:
            self.rules = self._lines()

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
