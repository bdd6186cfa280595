"""The game line by line, for screen readers, slow lines, scripts. What is typed is an answer, or a command after ":".

A mistyped line changes nothing and never ends the programme. The end of the input is like leaving: all is saved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from gmtool.core.actions import countables
from gmtool.core.history import moves_of
from gmtool.core.journal import WriteFailed
from gmtool.core.question import Audience, Kind, Question, Reason, Refused
from gmtool.core.session import Session
from gmtool.core.steps import ScriptBroken
from gmtool.core.table import place_id
from gmtool.ui.naming import example_count, read_counts
from gmtool.ui.plain_commands import Commands
from gmtool.ui.reading import Unreadable, open_options, option_keys, read_answer, voters_of
from gmtool.ui.result import report_lines
from gmtool.ui.timer import Timer, keep_timer, seconds_used, timer_of
from gmtool.ui.words import Words, clock

OVER: Final = "over"
QUIT: Final = "quit"
END: Final = "end"
BROKEN: Final = "broken"

Read = Callable[[], str | None]
Write = Callable[[str], None]


def play(
    session: Session,
    words: Words,
    settings: Mapping[str, Any],
    *,
    read: Read,
    write: Write,
    pauses: bool = False,
) -> str:
    """Ask question after question; returns ``over``, ``quit``, ``end`` (of the input) or ``broken``.

    Args:
        read: Gives the next line typed, or None at the end.
        write: Takes a line to show.
        pauses: Keep the pauses of spoken lines; not for a script that nobody listens to.
    """
    return Plain(session, words, settings, read=read, write=write, pauses=pauses).run()


class Plain:
    """What the plain driver shows and reads.

    Attributes:
        left: Why the driver was left, once it was.
    """

    def __init__(
        self, session: Session, words: Words, settings: Mapping[str, Any], *, read: Read, write: Write, pauses: bool
    ) -> None:
        self.session = session
        self.words = words
        self.texts = words.texts
        self.bell = bool(settings.get("bell", True))
        self.read = read
        self.write = write
        self.pauses = pauses
        self.left = ""
        self.timer: Timer | None = None
        self._moment: tuple[int, str] | None = None
        self._seen = len(session.table.events)
        self._shown: tuple[Any, ...] = ()
        self._commands = Commands(self)

    def run(self) -> str:
        while not self.left:
            self.show()
            line = "" if self._goes_on_by_itself() else self.read()
            if line is None:
                self.left = BROKEN if self.session.broken is not None else END
                break
            self._take(line)
        return self.left

    def _goes_on_by_itself(self) -> bool:
        """Whether nobody can press a key now, since the GM plays too and has the eyes shut; the pause goes by here."""
        question = self.session.question
        return (
            self.pauses
            and question is not None
            and question.kind is Kind.SAY
            and question.pause > 0
            and self.session.misfit is None
            and question.by_itself(self.session.table)
        )

    def _take(self, line: str) -> None:
        """Take one line; whatever is wrong with it is said, and the question stays open."""
        typed = line.strip()
        try:
            if typed.startswith("::"):
                self.answer(typed[1:])
            elif typed.startswith((":", "：")):
                self._commands.do(typed[1:])
            elif typed.startswith(("?", "？")) and not self._takes_words():
                self._commands.do(f"rules {typed[1:]}")
            else:
                self.answer(line)
        except (Unreadable, Refused) as error:
            self.write(self.words.reason(error.reason, self.session.table.names))
        except WriteFailed as failed:
            self.write(self.texts.get("error", failed.id, failed.values))
        except ScriptBroken as broken:
            self.write(self.texts.get("error", "script.broken", {"kind": broken.kind, "where": broken.place}))

    def _takes_words(self) -> bool:
        """Whether the open question is answered in free words, so that a question mark may belong to them."""
        question = self.session.question
        return question is not None and question.kind is Kind.TEXT

    def say(self, id: str, /, **values: object) -> None:
        """Show a text of the plain driver (``[plain]``)."""
        self.write(self.texts.get("plain", id, values))

    # --- showing

    def show(self) -> None:
        """Show what has changed since the last time: phase, what happened, the question that is open now."""
        session = self.session
        self.tell_events()
        if session.broken is not None:
            self._show_broken()
        elif session.question is None:
            self._show_over()
        else:
            self._show_moment()
            if session.misfit is not None:
                self._show_misfit()
            self._show_question(session.question)

    def again(self) -> None:
        """Show the question anew the next time, even if it is the same."""
        self._shown = ()
        self._moment = None

    def _show_moment(self) -> None:
        table = self.session.table
        if table.moment != self._moment:
            self._moment = table.moment
            view = self.session.game.gm_view(table)
            parts = [self.texts.get("phase", view.phase, {"round": view.round})]
            if view.round:
                parts.insert(0, self.texts.get("head", "round", {"round": view.round, "rounds": view.rounds}))
            self.say("moment", where=self.texts.join(parts))

    def tell_events(self) -> None:
        """Say what has happened since it was last said; what only the GM may know is left to the history."""
        table = self.session.table
        self._seen = min(self._seen, len(table.events))
        for event in table.events[self._seen :]:
            if not event.secret and (self.texts.has("event", event.id) or self.texts.has("reason", event.id)):
                self.say("event", text=self.words.event(event, table.names))
        self._seen = len(table.events)

    def forget_events(self) -> None:
        """Take all events as said: after undo and the like they are not new."""
        self._seen = len(self.session.table.events)

    def _show_question(self, question: Question) -> None:
        session = self.session
        table, words = session.table, self.words
        key = (len(session.steps), question.id, session.misfit is not None)
        if key == self._shown:
            return
        self._shown = key
        self.timer = timer_of(session, question)
        if question.audience is Audience.GM:
            self.say("gm_only")
        spoken, deed = words.say(table, question), words.do(table, question)
        if spoken:
            self.say("say", text=spoken)
        if deed:
            self.say("do", text=deed)
        rule = question.rules[0] if question.rules else ""
        self.say("ask" if rule else "ask_bare", text=words.ask(table, question), rule=rule)
        self._show_options(question)
        self._show_how(question)

    def _show_options(self, question: Question) -> None:
        table, names = self.session.table, self.session.table.names
        if question.kind is Kind.COUNT:
            self._show_countables()
        if question.kind in (Kind.SAY, Kind.TEXT, Kind.NUMBER, Kind.TIMER, Kind.COUNT):
            return
        for key, option in option_keys(question, table):
            label = self.words.option(question, option, names)
            reason = question.why_not_choice(table, option)
            if reason is None or reason.audience is Audience.GM:
                self.say("option", key=key, label=label)
            else:
                self.say("option_closed", key=key, label=label, why=self.words.hint(reason, names))

    def example(self) -> str:
        """Return a count of this game as it may be typed."""
        table = self.session.table
        return example_count(countables(table), table.names)

    def _show_countables(self) -> None:
        table = self.session.table
        kinds: dict[str, list[str]] = {}
        for key, (what, place) in countables(table).items():
            id, _, where = key.partition(".")
            kinds.setdefault(id, []).append(f"{self.words.place(where, table.names)} {table.held[what][place]}")
        for id, shown in kinds.items():
            self.say("count_line", label=self.texts.word(id), counts=self.texts.join(shown), id=id)

    def _show_how(self, question: Question) -> None:
        """Say how to answer, where a key alone is not enough."""
        table = self.session.table
        low, high = question.bounds(table) if question.kind is not Kind.TEXT else (0, 0)
        if question.kind is Kind.VOTE:
            names = [
                str(voter) if question.numbers or not isinstance(voter, int) else table.names[voter]
                for voter in voters_of(question, table)
            ]
            self.say("how_vote" if question.optional else "how_vote_all", order=self.texts.join(names))
        elif question.kind is Kind.MANY:
            self.say("how_many_exactly" if low == high else "how_many", low=low, high=high)
        elif question.kind is Kind.NUMBER:
            self.say("how_number" if high < 999 else "how_any_number", low=low, high=high)
        elif question.kind is Kind.TIMER:
            self.say("how_timer", seconds=clock(question.timer))
        elif question.kind is Kind.SHARE:
            options = [self.words.option(question, option, table.names) for option in open_options(question, table)]
            self.say("how_share", order=self.texts.join(options))
        elif question.kind is Kind.COUNT:
            self.say("how_count", example=self.example())
        elif self.texts.has("plain", f"how_{question.kind}"):
            self.say(f"how_{question.kind}")
        if question.timer and question.kind is not Kind.TIMER:
            self.say("clock", seconds=clock(question.timer))

    def _show_over(self) -> None:
        key = (len(self.session.steps), "over")
        if key != self._shown:
            self._shown = key
            for line in report_lines(self.session.game.report(self.session.table), self.texts):
                self.write(line)
            self.say("over")

    def _show_broken(self) -> None:
        broken = self.session.broken
        assert broken is not None
        stored = str(broken.stored[0]) if broken.stored else ""
        opened = str(broken.open[0]) if broken.open else ""
        self.write(
            self.texts.get(
                "error", broken.id, {"row": broken.row.n, "stored": stored, "open": opened, "why": broken.why}
            )
        )
        self.say("broken")

    def _show_misfit(self) -> None:
        misfit = self.session.misfit
        assert misfit is not None
        names = self.session.table.names
        left = len(self.session.standing.pending)
        label = self.words.row(misfit.row, names)
        self.write(self.texts.get("mend", "title", {"row": misfit.row.n, "label": label, "left": left}))
        self.write(self.words.reason(misfit.reason, names))
        self.say("misfit")

    # --- answering

    def answer(self, line: str) -> None:
        """Take a line as the answer to the open question.

        Raises:
            Unreadable, Refused, WriteFailed, ScriptBroken: Nothing has changed.
        """
        session = self.session
        question = session.question
        if session.broken is not None or question is None:
            if line.strip():
                self.say("only_commands")
            return
        value = self.read_value(line, question)
        if question.kind is Kind.TIMER and not line.strip():
            value = seconds_used(session, question, self.timer) if self.timer is not None else 0
        self._warn(question, value)
        within = session.run.action
        session.answer(value)
        if question.audience is Audience.GM and within not in (None, session.run.action):
            self.write(self.texts.get("notice", "recorded"))
        self._after(question)

    def read_value(self, line: str, question: Question) -> Any:
        """Return the answer that a line means; raises ``Unreadable``."""
        table = self.session.table
        if question.kind is Kind.COUNT:
            return read_counts(line, table, self.texts)
        if question.kind is Kind.TIMER and not line.strip():
            return 0
        return read_answer(line, question, table, self.words.labels(question, table.names))

    def _warn(self, question: Question, value: Any) -> None:
        """Say what is odd about an answer although it is allowed; undo is there for second thoughts."""
        table = self.session.table
        if self.session.run.why_not(value) is not None:
            return
        reason = question.warn(table, value) if question.warn is not None else None
        late = self.timer is not None and self.timer.left() <= 0 and value not in [[alone] for alone in question.alone]
        if reason is None and question.late and late:
            reason = Reason(question.late)
        if reason is not None:
            self.say("warning", text=self.words.reason(reason, table.names))

    def _after(self, question: Question) -> None:
        """Say what an answer moved, keep the pause of a spoken line."""
        session = self.session
        step = session.last_step
        if step is not None and session.misfit is None:
            self.tell_moves([tuple(move[2:6]) for move in moves_of(session.table, step)])
        if question.timer:
            keep_timer(session, None)
        if question.pause and self.pauses:
            self.say("pause", seconds=question.pause)
            time.sleep(question.pause)

    def tell_moves(self, moves: list[tuple[Any, ...]]) -> None:
        """Say what changed in the counts: by how much, and what is there now."""
        table = self.session.table
        changed: dict[tuple[int, int], int] = {}
        counted = set(table.counted())
        for what, source, target, amount in moves:
            if what in counted and what not in table.SECRET_WHATS:
                for place, delta in ((source, -amount), (target, amount)):
                    if place in table.places_of(what):
                        changed[what, place] = changed.get((what, place), 0) + delta
        for (what, place), delta in sorted(changed.items(), key=lambda item: (item[0][1] < 0, item[0][1], item[0][0])):
            if delta:
                self.say(
                    "change",
                    name=self.words.place(place if place >= 0 else place_id(place), table.names),
                    coin=table.what_id(what),
                    delta=f"{delta:+d}".replace("-", "−"),
                    total=table.held[what][place],
                )
