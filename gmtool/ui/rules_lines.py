"""Rules as plain lines of text: an entry as it stands in a game, what a question finds, the table's own rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.core.session import Session
from gmtool.rulebook import entries, find, rulings
from gmtool.rulebook.house_rules import choices_of, title_of
from gmtool.text.texts import Texts


def rulings_here(game: str, session: Session | None) -> list[rulings.TableRuling]:
    """Return what the table decided itself in this game."""
    decided = session.table.rulings if session is not None else []
    return [rulings.for_game(number, game, text, rule=rule) for number, (text, rule) in enumerate(decided, start=1)]


def readable_rulings(game: str, session: Session | None) -> tuple[list[rulings.TableRuling], str]:
    """Return what the table decided itself: in this game, then what is kept from now on.

    A damaged ruling book must not stop a game: its path comes second then, else nothing does.
    """
    here = rulings_here(game, session)
    try:
        return [*here, *rulings.load(game)], ""
    except rulings.RulingsUnreadable as error:
        return here, str(error.path)


class Line(NamedTuple):
    """A line of the rules and what it is: ``head``, ``says``, ``source``, ``switch``, ``why``, ``more``."""

    kind: str
    text: str


class RuleLines:
    """Puts the rules of one game into lines.

    Args:
        in_force: Values of the switches of the game that is meant; empty for the defaults.
    """

    def __init__(
        self, game: str, language: str, in_force: Mapping[str, Any], *, letters: bool = False,
        table: Sequence[rulings.TableRuling] = (),
    ) -> None:  # fmt: skip
        self.game = game
        self.language = language
        self.in_force = in_force
        self.table = table
        self.book = entries.book(game, language, letters=letters)
        self.texts = Texts(language, game, letters=letters)
        self.said = entries.words(language)

    def title(self, id: str) -> str:
        """Return what an entry is called; of a table's own ruling its words."""
        own = self._own(id)
        return own.text if own is not None else self.book[id].title

    def related(self, id: str) -> list[str]:
        """Return what an entry names to be read with it."""
        return [other for other in self.book[id].related if other in self.book] if id in self.book else []

    def _own(self, id: str) -> rulings.TableRuling | None:
        return next((ruling for ruling in self.table if ruling.id == id), None)

    def short(self, id: str) -> list[Line]:
        """Return what an entry says in this game, and where the rulebook is silent: fit to be read out at once."""
        own = self._own(id)
        if own is not None:
            scope = self.said["table_always" if own.always else "table_game"]
            return [Line("head", f"{id}  {self.said['table']} ({scope})"), Line("says", own.text)]
        entry, said = self.book[id], self.said
        standing = entries.answer_of(entry, self.in_force)
        found = [Line("head", f"{id}  {entry.title}")]
        if standing.here:
            found.append(Line("says", f"{said['in_this_game']} {' '.join(standing.here)}"))
            if standing.default:
                found.append(Line("more", f"{said['normally']} {standing.default}"))
        else:
            found.append(Line("says", standing.text))
        for source in entries.provenance(entry):
            _, _, key = source.partition(".")
            found.append(Line("source", said["origin"][key] if key else said[source]))
        if entry.weak:
            found.append(Line("source", said["weak"]))
        return found

    def full(self, id: str) -> list[Line]:
        """Return a rule or ruling in full: what holds first, then why, what changes it, and what else to read."""
        found = self.short(id)
        if id not in self.book:
            return found
        entry, said = self.book[id], self.said
        if entry.reason:
            found.append(Line("why", f"{said['why']} {entry.reason}"))
        if entry.readings:
            found.append(Line("why", f"{said['readings']} {' / '.join(entry.readings)}"))
        for switch in entry.switches:
            found += self._switch(switch, entry)
        related = self.related(id)
        if related:
            found.append(Line("more", f"{said['see_also']} {' '.join(related)}"))
        depending = self.book.depending(id)
        if depending:
            found.append(Line("more", f"{said['depends']} {' '.join(depending)}"))
        return found

    def _switch(self, switch: str, entry: entries.Entry) -> list[Line]:
        said = self.said
        texts = self.texts
        found = [Line("switch", texts.labelled(said["house_rule"], f"{title_of(switch, texts)} [{switch}]"))]
        for choice in choices_of(switch, entry, self.in_force, self.game, texts):
            marks = [said[mark] for mark, holds in (("default", choice.is_default), ("here", choice.is_here)) if holds]
            value = choice.words or said["other_value"]
            shown = f"  {value} ({texts.join(marks)})" if marks else f"  {value}"
            found.append(Line("switch", texts.labelled(shown, choice.text) if choice.text else shown))
        return found

    def contents(self) -> list[str]:
        """Return all headings with the rules below them, one line each."""
        found: list[str] = []
        for section in self.book.sections():
            found += ["", section.title, *(f"  {id}  {self.book[id].title}" for id in section.ids)]
        return found[1:]

    def opening(self, found: find.Found) -> list[Line]:
        """Return what a question found: the first answer, or that there is none."""
        if found.answered:
            return self.short(found.hits[0].id)
        nearest = [Line("more", self.said["nearest"])] if found.hits else []
        return [Line("head", self.said["no_rule"]), *nearest]

    def answer(self, found: find.Found) -> list[Line]:
        """Return what a question found, and below it what else to read, by title."""
        others = found.hits[1 if found.answered else 0 :]
        return [*self.opening(found), *(Line("more", f"{hit.id}  {hit.title}") for hit in others)]

    def ask(self, question: str, *, limit: int = 5) -> find.Found:
        return find.ask(question, self.game, lang=self.language, limit=limit, table=self.table)


def plain(lines: Sequence[Line]) -> list[str]:
    """Return lines for a pipe: what belongs to an entry is set in below its head."""
    return [line.text if line.kind == "head" else f"  {line.text}" for line in lines]
