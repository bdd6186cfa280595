"""Questions, answers, reasons, events and moves as words: the one place where ids become sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gmtool.core.facts import facts
from gmtool.core.game import Game
from gmtool.core.history import is_secret_row
from gmtool.core.question import QUESTIONS, Audience, Kind, Question, Reason
from gmtool.core.rows import Row
from gmtool.core.table import Event, Table
from gmtool.text.texts import Texts


class Words:
    """Words about one table, in the GM's language; what is said aloud may be in another (``spoken``)."""

    def __init__(self, game: Game, texts: Texts, *, spoken: Texts | None = None) -> None:
        self.game = game
        self.texts = texts
        self.spoken = spoken or texts

    # --- the open question

    def say(self, table: Table, question: Question) -> str:
        """Return the words to say aloud, or an empty text."""
        return self._of(self.spoken, table, question, "say")

    def do(self, table: Table, question: Question) -> str:
        """Return what is to be done at the table, not said, or an empty text."""
        return self._of(self.texts, table, question, "do")

    def ask(self, table: Table, question: Question) -> str:
        return self._of(self.texts, table, question, "ask", needed=True)

    def short(self, question_id: str) -> str:
        return self.texts.get(question_id, "short")

    def _of(self, texts: Texts, table: Table, question: Question, part: str, *, needed: bool = False) -> str:
        if not needed and not texts.has(question.id, part):
            return ""
        values = self.game.words(table, question)
        return texts.get(question.id, part, values, names=table.names)

    # --- options and answers

    def option(self, question: Question, option: Any, names: Sequence[str]) -> str:
        """Return the words of one option: a name, a number, or the option's text."""
        if option is True or option is False:
            own = f"option.{'yes' if option else 'no'}"
            if self.texts.has(question.id, own):
                return self.texts.get(question.id, own)
            return self.texts.get("word", "yes" if option else "no")
        if isinstance(option, int):
            return str(option) if question.numbers or not 0 <= option < len(names) else names[option]
        if option is None:
            if self.texts.has(question.id, "option.none"):
                return self.texts.get(question.id, "option.none")
            return self.texts.get("word", "abstain" if question.optional else "none")
        if question.option_values is not None:
            key, values = question.option_values(option)
            return self.texts.get(question.id, f"option.{key}", values, names=names)
        if self.texts.has(question.id, f"option.{option}"):
            return self.texts.get(question.id, f"option.{option}")
        return self.texts.word(str(option))

    def labels(self, question: Question, names: Sequence[str]) -> Labels:
        """Return what the options of a question are called, for reading what was typed."""
        return Labels(self, question, names)

    def answer(self, question: Question, answer: Any, names: Sequence[str]) -> str:
        """Return the words of an answer, empty for words that were said."""
        kind = question.kind
        if kind is Kind.SAY:
            return ""
        if kind in (Kind.ONE, Kind.CONFIRM):
            return self.option(question, answer, names)
        if kind is Kind.MANY and isinstance(answer, list):
            return self.texts.join([self.option(question, option, names) for option in answer])
        if kind is Kind.SHARE and isinstance(answer, dict):
            parts = [f"{self.option(question, _key(option), names)} {n}" for option, n in answer.items()]
            return self.texts.join(parts)
        if kind is Kind.COUNT and isinstance(answer, dict):
            return self.texts.join([f"{self.count_key(key, names)} {n}" for key, n in answer.items()])
        if kind is Kind.TIMER and isinstance(answer, int):
            return clock(answer)
        if kind is Kind.VOTE and isinstance(answer, list):
            return self.texts.join([self.option(question, option, names) for option in answer])
        if kind is Kind.TEXT:
            return self.texts.quoted(str(answer))
        return str(answer)

    def count_key(self, key: str, names: Sequence[str]) -> str:
        """Return the words of a countable: ``yellow.0`` is "Nok's yellow" in the way of the language."""
        what, _, place = key.partition(".")
        return self.texts.get("list", "count_of", {"what": what, "where": self.place(place, names)})

    def place(self, place: int | str, names: Sequence[str]) -> str:
        """Return a player's name or the word of a pile."""
        text = str(place)
        if text.isdecimal():
            return names[int(text)] if int(text) < len(names) else "?"
        return self.texts.word(text)

    # --- history

    def row(self, row: Row, names: Sequence[str], *, secrets: bool = False) -> str:
        """Return one line for a row: what was asked about whom and what was answered; secrets are "a GM entry"."""
        if is_secret_row(row) and row.kind == "answer" and not secrets:
            return self.texts.get("history", "gm_entry")
        if row.kind == "act":
            return (
                self.texts.get("action_done", str(row.value))
                if self.texts.has("action_done", str(row.value))
                else (self.texts.get("action", str(row.value)))
            )
        if row.kind != "answer":
            return self.texts.get("history", row.kind)
        question = QUESTIONS.get(str(row.key[0]))
        if question is None:
            return str(row.key[0])
        return self.answered(question, row.key[1], row.value, names)

    def row_briefly(self, row: Row, names: Sequence[str], fits: Callable[[str], bool]) -> str:
        """Return a row's line without the words that somebody wrote, and with less of it until it fits."""
        whole = self.row(row, names)
        question = QUESTIONS.get(str(row.key[0])) if row.kind == "answer" and not is_secret_row(row) else None
        if question is None or (question.kind is not Kind.TEXT and fits(whole)):
            return whole
        asked = self._asked(question, row.key[1], names)
        return asked if fits(asked) else self.short(question.id)

    def answered(self, question: Question, subject: int | str | None, answer: Any, names: Sequence[str]) -> str:
        """Return about whom and what a question was, and what was answered."""
        label, value = self._asked(question, subject, names), self.answer(question, answer, names)
        return self.texts.labelled(label, value) if value else label

    def _asked(self, question: Question, subject: int | str | None, names: Sequence[str]) -> str:
        """Return about whom and what a question was."""
        about = names[subject] if isinstance(subject, int) and 0 <= subject < len(names) else ""
        return " · ".join(part for part in (about, self.short(question.id)) if part)

    def event(self, event: Event, names: Sequence[str]) -> str:
        table = "reason" if not self.texts.has("event", event.id) and self.texts.has("reason", event.id) else "event"
        return self.texts.get(table, event.id, self._event_values(event.values, names), names=names)

    def _event_values(self, values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        shown = dict(values)
        if "words" in shown:
            shown["words"] = self.texts.quoted(shown["words"])
        if isinstance(shown.get("votes"), Mapping):
            nobody = self.texts.get("word", "abstain")
            shown["votes"] = self.texts.join(
                [
                    f"{names[int(voter)]} → {nobody if target is None else names[target]}"
                    for voter, target in shown["votes"].items()
                ]
            )
        if "place" in shown and isinstance(shown["place"], int):
            shown["place"] = self.place(shown["place"], names)
            shown["where"] = shown["place"]
        elif "place" in shown:
            shown["where"] = self.place(str(shown["place"]), names)
        return shown

    # --- why not

    def reason(self, reason: Reason, names: Sequence[str]) -> str:
        """Return a refusal: what happened, what was expected, what to do."""
        return self.texts.get("reason", reason.id, reason.values, names=names)

    def hint(self, reason: Reason, names: Sequence[str]) -> str:
        """Return a refusal in a few words, for a closed option."""
        table = "hint" if self.texts.has("hint", reason.id) else "reason"
        return self.texts.get(table, reason.id, reason.values, names=names)

    def move(self, rule: str) -> str:
        """Return in a few words what a move by this rule was for."""
        return self.texts.get("move", rule) if self.texts.has("move", rule) else ""


class Labels:
    """What the options of one question are called: as shown, and as people call them (``aliases`` of the game)."""

    def __init__(self, words: Words, question: Question, names: Sequence[str]) -> None:
        self.words = words
        self.question = question
        self.names = names

    def __call__(self, option: Any, /) -> str:
        return self.words.option(self.question, option, self.names)

    def others(self, option: Any, /) -> Sequence[str]:
        values = self.question.option_values
        if not isinstance(option, str):
            return ()
        id = str(values(option)[1].get("role", option)) if values is not None else option
        found: Sequence[str] = facts(self.words.game.id).get("aliases", {}).get(id, ())
        return found


def looks_open(reason: Reason | None) -> bool:
    """Whether something is offered on an open screen: what a secret closes looks like what is open."""
    return reason is None or reason.audience is Audience.GM


def _key(option: str) -> int | str:
    return int(option) if option.isdecimal() else option


def clock(seconds: int) -> str:
    """Return seconds as minutes and seconds.

    >>> clock(65), clock(0), clock(-3)
    ('1:05', '0:00', '-0:03')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"
