"""Rules as plain lines of text: an entry as it stands in a game, what a question finds, the table's own rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmtool.core.session import Session
from gmtool.rulebook import entries, find, rulings


def table_rulings(game: str, session: Session | None) -> list[rulings.TableRuling]:
    """Return what the table decided itself: in this game, then from now on.

    Raises:
        RulingsUnreadable: If the ruling book is damaged.
    """
    decided = session.table.rulings if session is not None else []
    here = [rulings.for_game(number, game, text, rule=rule) for number, (text, rule) in enumerate(decided, start=1)]
    return [*here, *rulings.load(game)]


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
        self.said = entries.words(language)

    def entry(self, id: str) -> list[str]:
        """Return a rule or ruling in full: what holds first, then where it comes from, why, and what else to read."""
        own = next((ruling for ruling in self.table if ruling.id == id), None)
        if own is not None:
            scope = self.said["table_always" if own.always else "table_game"]
            return [f"{id}  {self.said['table']} ({scope})", f"  {own.text}"]
        entry, said = self.book[id], self.said
        standing = entries.answer_of(entry, self.in_force)
        found = [f"{id}  {entry.title}"]
        if standing.here:
            found.append(f"  {said['in_this_game']} {' '.join(standing.here)}")
            if standing.default:
                found.append(f"  {said['normally']} {standing.default}")
        else:
            found.append(f"  {standing.text}")
        for source in entries.provenance(entry):
            _, _, key = source.partition(".")
            found.append(f"  {said['origin'][key] if key else said[source]}")
        if entry.weak:
            found.append(f"  {said['weak']}")
        if entry.reason:
            found.append(f"  {said['why']} {entry.reason}")
        if entry.readings:
            found.append(f"  {said['readings']} {' / '.join(entry.readings)}")
        related = [other for other in entry.related if other in self.book]
        if related:
            found.append(f"  {said['see_also']} {' '.join(related)}")
        return found

    def contents(self) -> list[str]:
        """Return all headings with the rules below them, one line each."""
        found: list[str] = []
        for section in self.book.sections():
            found += ["", section.title, *(f"  {id}  {self.book[id].title}" for id in section.ids)]
        return found[1:]

    def answer(self, found: find.Found) -> list[str]:
        """Return what a question found: the first answer in full, the others by title; or the nearest topics."""
        hits = list(found.hits)
        if found.answered:
            first = hits.pop(0)
            lines = self.entry(first.id)
        else:
            lines = [str(self.said["no_rule"])]
            if hits:
                lines.append(str(self.said["nearest"]))
        return [*lines, *(f"  {hit.id}  {hit.title}" for hit in hits)]

    def ask(self, question: str, *, limit: int = 5) -> find.Found:
        return find.ask(question, self.game, lang=self.language, limit=limit, table=self.table)
