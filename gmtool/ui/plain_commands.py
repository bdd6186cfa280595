"""What may be typed after ":" at any question of the plain driver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from gmtool.core.history import gm_history, showed_secret, why
from gmtool.core.question import Audience, Kind, Reason, Refused
from gmtool.core.rows import Row
from gmtool.ui.glance import columns, spoken_lines
from gmtool.ui.naming import count_named, named, not_counted, read_counts
from gmtool.ui.reading import read_answer, read_number
from gmtool.ui.timer import keep_timer
from gmtool.ui.words import clock, looks_open

if TYPE_CHECKING:
    from gmtool.ui.plain import Plain

COMMANDS: Final = (
    "undo", "redo", "history", "status", "why", "back", "mend", "rules", "timer", "menu", "drop", "again", "help",
    "quit",
)  # fmt: skip
"""The driver's own commands; the actions of the game stand beside them."""


class Commands:
    """Carries out commands for a plain driver."""

    def __init__(self, driver: Plain) -> None:
        self.driver = driver

    @property
    def session(self) -> Any:
        return self.driver.session

    def do(self, line: str) -> None:
        """Carry out what stands after the colon.

        Raises:
            Unreadable, Refused, WriteFailed, ScriptBroken: Nothing has changed.
        """
        word, _, rest = line.strip().partition(" ")
        found = self._find(word)
        if found is None:
            self.driver.say("command_unknown", name=word)
        elif found in COMMANDS:
            doing: Callable[[str], None] = getattr(self, f"_{found}")
            doing(rest.strip())
        else:
            self._act(found, rest.strip())

    def _find(self, word: str) -> str | None:
        texts = self.driver.texts
        actions = list(self.session.run.actions)
        known = [(id, id) for id in (*COMMANDS, *actions)]
        known += [(texts.get("action", id), id) for id in actions]
        known += [(texts.get("command", id), id) for id in COMMANDS if texts.has("command", id)]
        return named(word, known)

    # --- actions of the game

    def _act(self, action: str, rest: str) -> None:
        """Begin an action; words typed after it answer its first questions, as far as they fit."""
        session = self.session
        reason = session.run.why_not_act(action)
        if reason is not None:
            raise Refused(reason)
        if self.driver.timer is not None:
            self.driver.timer.hold()
            keep_timer(session, self.driver.timer)
        session.act(action)
        words = [rest] if rest and self._wants_text() else rest.split()
        while words and session.run.action is not None and session.run.action.id == action:
            question = session.question
            assert question is not None
            take = words if question.kind in (Kind.TEXT, Kind.COUNT) else words[:1]
            self.driver.answer(" ".join(take))
            words = words[len(take) :]

    def _wants_text(self) -> bool:
        question = self.session.question
        return question is not None and question.kind is Kind.TEXT

    def _drop(self, rest: str) -> None:
        """Leave the open action; while mending, leave out the answer that does not fit, or all of them."""
        session = self.session
        if session.run.action is not None:
            session.drop_action()
            self.driver.say("dropped")
        elif session.misfit is not None:
            rows = list(session.standing.pending)
            gone = rows if rest in ("all", "*") else session.dropped_with_misfit()
            if gone is rows:
                session.drop_pending()
            else:
                session.drop_misfit()
            for row in gone:
                self.driver.say("left_out", row=row.n, label=self._label(row))
            self.driver.again()
        else:
            raise Refused(Reason("action.none"))

    # --- time: undo, redo, back, mend

    def _label(self, row: Row) -> str:
        label: str = self.driver.words.row(row, self.session.table.names)
        return label

    def _undo(self, _rest: str) -> None:
        row = self.session.undo()
        self._turned("undone", row)
        if showed_secret(row):
            self.driver.write(self.driver.texts.get("notice", "undone_secret"))

    def _redo(self, _rest: str) -> None:
        self._turned("redone", self.session.redo())

    def _turned(self, id: str, row: Row) -> None:
        self.driver.write(self.driver.texts.get("notice", id, {"label": self._label(row)}))
        self.driver.forget_events()
        self.driver.again()

    def _back(self, rest: str) -> None:
        row = read_number(rest)
        self.session.back(row)
        self.driver.say("went_back", row=row)
        self.driver.forget_events()
        self.driver.again()

    def _mend(self, rest: str) -> None:
        """Answer an old question anew: ``:mend 12 Ton``, or ``:mend 12`` and the answer on the next line."""
        driver, session = self.driver, self.session
        number, _, typed = rest.partition(" ")
        row = read_number(number)
        run = session.at_row(row)
        question = run.question
        old = next(step.row for step in session.steps if step.row.n == row)
        if question is None or old.kind != "answer":
            raise Refused(Reason("mend.unknown", row=row))
        words, table = driver.words, run.table
        if not typed.strip():
            driver.write(driver.texts.get("history", "mend_title", {"row": row}))
            driver.say("ask_bare", text=words.ask(table, question))
            for option in question.choices(table) if question.kind is not Kind.SAY else ():
                driver.say("option", key="-", label=words.option(question, option, table.names))
            line = driver.read()
            if line is None or line.strip().startswith(":"):
                driver.say("mend_left")
                return
            typed = line
        if question.kind is Kind.COUNT:
            value: Any = read_counts(typed, table, driver.texts)
        else:
            value = read_answer(typed, question, table, words.labels(question, table.names))
        session.mend(row, value)
        driver.say("mended", row=row)
        driver.forget_events()
        driver.again()

    # --- looking

    def _status(self, _rest: str) -> None:
        # Players may read along: what only the GM may see stands beside questions that are the GM's alone.
        session, driver = self.session, self.driver
        question = session.question
        gm_only = question is not None and question.audience is Audience.GM
        view = (session.game.gm_view if gm_only else session.game.public_view)(session.table)
        for line in spoken_lines(view, driver.texts):
            driver.write(line)

    def _history(self, rest: str) -> None:
        session, driver = self.session, self.driver
        entries = gm_history(session)
        most = read_number(rest) if rest else 20
        rows = []
        for entry in entries[-most:]:
            moment = f"{entry.moment[0]}" if entry.moment is not None else ""
            stands = "" if entry.stands else driver.texts.get("plain", "gone")
            rows.append([str(entry.row.n), moment, self._label(entry.row), stands])
        for line in columns(rows, right=frozenset({0, 1})):
            driver.write(line)
        if not rows:
            driver.write(driver.texts.get("plain", "history_empty"))

    def _why(self, rest: str) -> None:
        session, driver = self.session, self.driver
        if not rest:
            driver.say("why_how", example=driver.example())
            return
        key = count_named(rest.split(), session.table, driver.texts)
        for line in why_lines(session, driver.words, key):
            driver.write(line)

    def _rules(self, rest: str) -> None:
        """Answer a question from the rules; without one, show the rules that the open question stands on."""
        from gmtool.ui.rules_lines import RuleLines, plain, readable_rulings

        driver, session = self.driver, self.session
        game, texts = session.game, driver.texts
        table, unreadable = readable_rulings(game.id, session)
        if unreadable:
            driver.write(texts.get("error", "rules.unreadable", {"path": unreadable}))
        desk = RuleLines(game.id, texts.language, game.in_force(session.table), letters=texts.letters, table=table)
        question = session.question
        if rest:
            lines = plain(desk.answer(desk.ask(rest)))
        else:
            ids = [id for id in (question.rules if question is not None else ()) if id in desk.book]
            lines = [line for id in ids[:3] for line in plain(desk.short(id))]
            lines += [f"  {id}  {desk.book[id].title}" for id in ids[3:]]
        for line in lines or [texts.get("plain", "no_rules")]:
            driver.write(line)

    def _timer(self, rest: str) -> None:
        driver = self.driver
        timer = driver.timer
        if timer is None:
            driver.say("no_timer")
            return
        if rest in ("pause", "stop"):
            timer.pause()
        elif rest in ("start", "go"):
            timer.go_on()
        elif rest:
            timer.add(read_number(rest))
        keep_timer(driver.session, timer)
        driver.say("timer_paused" if timer.is_paused else "timer", left=clock(int(timer.left())))

    def _menu(self, _rest: str) -> None:
        session, driver = self.session, self.driver
        names = session.table.names
        if session.last_step is not None:
            driver.say("menu_undo", label=self._label(session.last_step.row))
        for action in session.run.actions.values():
            reason = session.run.why_not_act(action.id)
            label = driver.texts.get("action", action.id)
            if looks_open(reason):
                driver.say("menu_action", name=action.id, label=label)
            elif reason is not None:
                driver.say("menu_closed", name=action.id, label=label, why=driver.words.hint(reason, names))

    def _help(self, _rest: str) -> None:
        driver = self.driver
        driver.say("help")
        example = {"example": driver.example()}
        rows = [[f"  :{id}", driver.texts.get("plain", f"command_{id}", example)] for id in COMMANDS]
        for line in columns(rows):
            driver.write(line)
        driver.say("help_actions")

    def _again(self, _rest: str) -> None:
        self.driver.again()

    def _quit(self, _rest: str) -> None:
        from gmtool.ui.plain import BROKEN, OVER, QUIT

        session = self.session
        self.driver.left = BROKEN if session.broken is not None else OVER if session.is_over else QUIT


def why_lines(session: Any, words: Any, key: str) -> list[str]:
    """Return how a count came about, one aligned line a move: delta, moment, rule, what it was for.

    Raises:
        Unreadable: ``read.count``.
    """
    texts, names = words.texts, session.table.names
    try:
        causes = why(session, key)
    except KeyError:
        raise not_counted(key, session.table) from None
    total = causes[-1].total if causes else 0
    found = [texts.get("plain", "why_total", {"label": words.count_key(key, names), "total": total})]
    rows = []
    for cause in causes:
        rows.append(
            [
                f"  {cause.delta:+d}".replace("-", "−"),
                moment_of(cause.move.moment, texts, is_start=cause.step is None),
                cause.move.rule,
                texts.get("list", "quoted", {"text": cause.reason}) if cause.reason else words.move(cause.move.rule),
                other_of(cause, words, names),
            ]
        )
    return [*found, *columns(rows, right=frozenset({0}))]


def moment_of(moment: tuple[int, str], texts: Any, *, is_start: bool) -> str:
    """Return when a move was made: at the start, or in which round and phase."""
    if is_start:
        return str(texts.get("why", "start"))
    if not moment[0]:
        return str(texts.word(moment[1]))
    return str(texts.get("why", "moment", {"round": moment[0], "phase": moment[1]}))


def other_of(cause: Any, words: Any, names: Any) -> str:
    """Return the other player or pile of a move from hand to hand; empty for the bank."""
    if cause.other in ("bank",):
        return ""
    id = "from" if cause.delta > 0 else "to"
    return str(words.texts.get("plain", id, {"name": words.place(cause.other, names)}))
