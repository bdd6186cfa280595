"""The answer being typed at a question: keys in, an answer out, and the lines that show how far it is. No terminal."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Run
from gmtool.text.texts import Texts
from gmtool.text.wrapping import wrap
from gmtool.ui import keys
from gmtool.ui.reading import open_options, option_keys
from gmtool.ui.words import Words, looks_open

MINUS: Final = "-"


class Typed(NamedTuple):
    """A complete answer."""

    value: Any


class Entry:
    """An answer in the making.

    Attributes:
        message: What was wrong with the last key, or empty; ``is_secret`` if only the GM may read it.
        text: What has been typed: digits of a number, free words.
        chosen: Options of a MANY or entries of a VOTE so far.
        amounts: Numbers of a SHARE so far, by option.
        is_begun: Whether the next digit goes on with a number; else it begins one anew, in place of what stood there.
    """

    def __init__(self, run: Run, words: Words) -> None:
        question = run.question
        assert question is not None
        self.run = run
        self.question: Question = question
        self.words = words
        self.names = run.table.names
        self.keys = option_keys(question, run.table)
        self.legal = list(run.legal()) if question.kind is not Kind.TEXT else []
        self.message = ""
        self.is_secret = False
        self.text = ""
        self.chosen: list[Any] = []
        self.amounts: dict[Any, str] = {}
        self.is_begun = False
        self.at = 0
        self.voters = list(question.voters(run.table)) if question.voters is not None else []

    @property
    def is_text(self) -> bool:
        """Whether letters belong to the answer and are no commands."""
        return self.question.kind is Kind.TEXT

    def is_hidden(self, *, covered: bool) -> bool:
        """Whether what is typed must not be seen: the GM's alone while the screen is covered."""
        return covered and self.question.audience is Audience.GM and self.question.kind in (Kind.MANY, Kind.VOTE)

    # --- keys

    def press(self, key: str) -> Typed | None:
        """Take a key; returns the answer when it is complete. Keys that mean nothing here change nothing."""
        self.message = ""
        self.is_secret = False
        kind = self.question.kind
        if kind is Kind.SAY:
            if key in (keys.ENTER, keys.SPACE):
                return self._try(True)
            self.message = self.no_such(key)
            return None
        if kind is Kind.CONFIRM:
            return self._confirm(key)
        if kind is Kind.ONE:
            return self._one(key)
        if kind is Kind.MANY:
            return self._many(key)
        if kind is Kind.NUMBER:
            return self._number(key)
        if kind is Kind.SHARE:
            return self._share(key)
        if kind is Kind.VOTE:
            return self._vote(key)
        self.message = self.no_such(key)
        return None

    def takes(self, key: str) -> bool:
        """Whether a key belongs to the answer here, before any command."""
        kind = self.question.kind
        if kind is Kind.TEXT:
            return True
        if key.isdecimal() and len(key) == 1:
            return True
        return any(key == known for known, _ in self.keys)

    def _try(self, value: Any) -> Typed | None:
        reason = self.run.why_not(value)
        if reason is None:
            return Typed(value)
        self.refuse(reason)
        return None

    def refuse(self, reason: Reason) -> None:
        """Say why not; what only the GM may read waits until the screen is uncovered."""
        self.message = self.words.reason(reason, self.names)
        self.is_secret = reason.audience is Audience.GM

    def message_shown(self, *, covered: bool) -> str:
        """Return what was wrong with the last key; a secret reason in no more words than any other key that failed."""
        if self.message and self.is_secret and covered:
            return self.words.texts.get("entry", "covered")
        return self.message

    def _option(self, key: str) -> Any:
        return next((option for known, option in self.keys if known == key), _NONE)

    def _confirm(self, key: str) -> Typed | None:
        value = {"y": True, "n": False}.get(key)
        if value is None:
            self.message = self.no_such(key)
            return None
        return self._try(value)

    def _one(self, key: str) -> Typed | None:
        if key == keys.ENTER and len(self.legal) == 1:
            return self._try(self.legal[0])
        option = self._option(key)
        if option is _NONE:
            self.message = self.no_such(key)
            return None
        return self._try(option)

    def no_such(self, key: str) -> str:
        """Return what is said of a key that does nothing here; of Escape, arrows and the like nothing is said."""
        if key == keys.ENTER:
            return self.words.texts.get("entry", "enter")
        return self.words.texts.get("entry", "no_such", {"key": key}) if len(key) == 1 else ""

    def _many(self, key: str) -> Typed | None:
        low, high = self.question.bounds(self.run.table)
        if key == keys.ENTER and not self.chosen and low:
            self.message = self.words.texts.get("entry", "none_chosen")
            return None
        if key == keys.ENTER:
            return self._try(list(self.chosen))
        if key in (keys.BACKSPACE, keys.LEFT) and self.chosen:
            self.chosen.pop()
            return None
        option = self._option(key)
        if option is _NONE:
            self.message = self.no_such(key)
            return None
        reason = self.question.why_not_choice(self.run.table, option)
        if reason is not None:
            self.refuse(reason)
            return None
        if option in self.question.alone:
            return self._try([option])
        if option in self.chosen:
            self.chosen.remove(option)
        else:
            self.chosen.append(option)
        return self._try(list(self.chosen)) if len(self.chosen) == high else None

    def _number(self, key: str) -> Typed | None:
        low, high = self.question.bounds(self.run.table)
        if key == keys.BACKSPACE:
            self.text = self.text[:-1]
        elif key == MINUS and low < 0:
            self.text = self.text.removeprefix(MINUS) if self.text.startswith(MINUS) else f"{MINUS}{self.text}"
        elif key.isdecimal() and len(self.text) < 6:
            self.text += key
            if high < 10 and low >= 0:
                typed = self._try(int(self.text))
                self.text = ""
                return typed
        elif key == keys.ENTER:
            if self.text.removeprefix(MINUS):
                typed = self._try(int(self.text))
                self.text = "" if typed is None else self.text
                return typed
            self.message = self.words.texts.get("entry", "number")
        return None

    def _share(self, key: str) -> Typed | None:
        options = open_options(self.question, self.run.table)
        current = options[self.at] if options else None
        is_begun, self.is_begun = self.is_begun, key.isdecimal() or key == keys.BACKSPACE
        if key.isdecimal() and current is not None:
            self.amounts[current] = (self.amounts.get(current, "") + key)[-4:] if is_begun else key
        elif key == keys.BACKSPACE and current is not None:
            self.amounts[current] = self.amounts.get(current, "")[:-1]
        elif key in (keys.TAB, keys.SPACE, keys.DOWN, keys.RIGHT) and options:
            self.at = (self.at + 1) % len(options)
        elif key in (keys.UP, keys.LEFT) and options:
            self.at = (self.at - 1) % len(options)
        elif key == keys.ENTER:
            return self._try({str(option): int(text) for option, text in self.amounts.items() if text and int(text)})
        return None

    def _vote(self, key: str) -> Typed | None:
        at = self._open_entry()
        if key in (keys.BACKSPACE, keys.LEFT):
            self.chosen = self.chosen[: max(0, at - 1)]
            return None
        if at == len(self.voters):
            return self._try_vote() if key == keys.ENTER else None
        entry: Any = None
        if not (self.question.optional and key in (MINUS, keys.SPACE)):
            entry = self._option(key)
            if entry is _NONE:
                self.message = self.no_such(key)
                return None
            reason = self.question.why_not_choice(self.run.table, entry)
            if reason is not None:
                self.refuse(reason)
                return None
        self.chosen[at : at + 1] = [entry]
        is_whole = self._open_entry() == len(self.voters)
        return self._try_vote() if is_whole and not self.question.optional else None

    def _open_entry(self) -> int:
        """Return the place of the next entry of a vote: one that was refused, or the first that is missing."""
        return self.chosen.index(_NONE) if _NONE in self.chosen else len(self.chosen)

    def _try_vote(self) -> Typed | None:
        """Try a whole vote; if it is refused because of one voter, that entry alone is asked again."""
        reason = self.run.why_not(list(self.chosen))
        if reason is None:
            return Typed(list(self.chosen))
        self.refuse(reason)
        voter = reason.values.get("voter")
        if voter in self.voters:
            self.chosen[self.voters.index(voter)] = _NONE
        else:
            self.chosen = []
        return None

    def fill(self, answer: list[Any]) -> None:
        """Put in a vote that chance decided, to be looked at before Enter gives it."""
        self.message = ""
        self.chosen = list(answer)

    # --- lines

    def lines(self, width: int, *, flow: bool = False, covered: bool = False) -> list[Text]:
        """Return the options and what has been typed so far; ``flow`` puts options on as few lines as possible.

        ``covered`` shows how many were chosen of what only the GM may see, not which.
        """
        kind = self.question.kind
        is_hidden = self.is_hidden(covered=covered)
        if kind in (Kind.SAY, Kind.TEXT, Kind.TIMER):
            return []
        if kind is Kind.NUMBER:
            low, high = self.question.bounds(self.run.table)
            bounds = "" if high >= 99 else f"  {low}–{high}"
            return [Text(f"  {self.text}▏", style="bold").append(bounds, style="dim")]
        if kind is Kind.SHARE:
            return self._share_lines(width)
        if kind is Kind.VOTE:
            return [*self._vote_lines(width, is_hidden=is_hidden), *self._option_lines(width, flow=True)]
        found = self._option_lines(width, flow=flow, is_hidden=is_hidden)
        if kind is Kind.MANY and self.chosen and is_hidden:
            found.append(Text(f"  → {' '.join('●' for _ in self.chosen)}", style="bold"))
        elif kind is Kind.MANY and self.chosen:
            chosen = self.words.texts.join([self.words.option(self.question, o, self.names) for o in self.chosen])
            found.append(Text(f"  → {chosen}", style="bold"))
        return found

    def _option_lines(self, width: int, *, flow: bool, is_hidden: bool = False) -> list[Text]:
        table = self.run.table
        open_ones: list[Text] = []
        closed: list[tuple[str, str, str]] = []
        for key, option in self.keys:
            label = self.words.option(self.question, option, self.names)
            reason = self.question.why_not_choice(table, option)
            if looks_open(reason):
                is_chosen = option in self.chosen and self.question.kind is Kind.MANY and not is_hidden
                shown = Text(key, style="bold cyan")
                open_ones.append(
                    shown if label == key else shown.append(f" {label}", style="bold" if is_chosen else "")
                )
            elif reason is not None:
                closed.append((key, label, self.words.hint(reason, self.names)))
        longest = max((text.cell_len for text in open_ones), default=0)
        if not flow and len(self.keys) <= 6 and (longest > 14 or any(isinstance(o, str) for _, o in self.keys)):
            lines = [Text("  ").append_text(text) for text in open_ones]
        else:
            lines = _flow(open_ones, width)
        return [*lines, *_closed(closed, self.words.texts, width, flow=flow)]

    def _share_lines(self, width: int) -> list[Text]:
        found: list[Text] = []
        for number, option in enumerate(open_options(self.question, self.run.table)):
            label = self.words.option(self.question, option, self.names)
            here = number == self.at
            amount = self.amounts.get(option, "")
            found.append(
                Text(f"{'▸' if here else ' '} {label} ", style="bold" if here else "").append(
                    (amount or "0") + ("▏" if here else ""), style="bold" if amount else "dim"
                )
            )
        return _flow(found, width)

    def _vote_lines(self, width: int, *, is_hidden: bool) -> list[Text]:
        found: list[Text] = []
        at = self._open_entry()
        for number, voter in enumerate(self.voters):
            name = str(voter) if self.question.numbers else self.names[voter] if isinstance(voter, int) else str(voter)
            if number == at:
                found.append(Text(f"▸ {name} → ", style="bold reverse"))
            elif number < len(self.chosen):
                entry = self.chosen[number]
                shown = "●" if is_hidden else self.words.option(self.question, entry, self.names)
                found.append(Text(f"  {name} → ").append(shown, style="bold"))
            else:
                found.append(Text(f"  {name}", style="dim"))
        return _flow(found, width, indent="")


class _Nothing:
    pass


_NONE = _Nothing()


def _flow(texts: list[Text], width: int, *, indent: str = "  ") -> list[Text]:
    """Put texts beside one another, on as many lines as needed."""
    lines: list[Text] = []
    line = Text(indent)
    for text in texts:
        if line.cell_len > len(indent) and line.cell_len + 3 + text.cell_len > width:
            lines.append(line)
            line = Text(indent)
        if line.cell_len > len(indent):
            line.append("   ")
        line.append_text(text)
    if line.cell_len > len(indent):
        lines.append(line)
    return lines


def _closed(closed: list[tuple[str, str, str]], texts: Texts, width: int, *, flow: bool = False) -> list[Text]:
    """Return closed options greyed with their reasons; those with one reason share a line, all of them to ``flow``."""
    by_hint: dict[str, list[str]] = {}
    for key, label, hint in closed:
        by_hint.setdefault(hint, []).append(key if label == key else f"{key} {label}")
    found: list[Text] = []
    for hint, labels in by_hint.items():
        text = texts.labelled(texts.join(labels), hint)
        if flow and found and found[-1].cell_len + 5 + cell_len(text) <= width:
            found[-1].append(f"   ✗ {text}")
            continue
        found.extend(
            Text(f"  {'✗' if number == 0 else ' '} {part}", style="dim")
            for number, part in enumerate(wrap(text, width - 4))
        )
    return found
