"""Playing on a terminal: one question a screen, most answers one key, everything else a key away."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.history import showed_secret
from gmtool.core.journal import WriteFailed
from gmtool.core.question import Audience, Kind, Question, Reason, Refused
from gmtool.core.random_table import random_answer
from gmtool.core.session import Session
from gmtool.core.steps import ScriptBroken
from gmtool.ui import application, keys, looking_back, overlays, screen
from gmtool.ui.count_form import count_form, gap_lines
from gmtool.ui.entry import Entry, Typed
from gmtool.ui.screen import Look
from gmtool.ui.timer import Timer, keep_timer, seconds_used, timer_of
from gmtool.ui.words import Words

QUIT: Final = "quit"
OVER: Final = "over"


def play(session: Session, words: Words, settings: Mapping[str, Any], *, notice: str = "") -> str:
    """Ask question after question until the game is over or the GM leaves; returns ``over`` or ``quit``.

    Every answer is on disk before the next question shows.

    Args:
        settings: ``bell`` (True to ring at the end of a clock).
        notice: What the first screen says beside its question.

    Raises:
        KeyboardInterrupt, Closed: The GM left by Ctrl-C or the terminal was closed; the game is saved.
    """
    return Desk(session, words, settings, notice).run()


class Desk:
    """The GM's desk: what it shows beside the session itself, and what the keys do."""

    def __init__(self, session: Session, words: Words, settings: Mapping[str, Any], notice: str) -> None:
        self.session = session
        self.words = words
        self.texts = words.texts
        self.bell = bool(settings.get("bell", True))
        self.notice = notice
        self.hidden = False
        self.uncovered = False
        self.kept: tuple[Entry, int] | None = None

    def run(self) -> str:
        while True:
            try:
                outcome = self._turn()
            except Refused as refused:
                self.notice = self.words.reason(refused.reason, self.session.table.names)
            except WriteFailed as failed:
                overlays.message(self.texts.get("error", failed.id, failed.values), self.texts, alarm=True)
            except ScriptBroken as broken:
                shown = self.texts.get("error", "script.broken", {"kind": broken.kind, "where": broken.place})
                overlays.message(shown, self.texts, alarm=True)
            else:
                if outcome:
                    return outcome

    def _turn(self) -> str:
        session = self.session
        if session.broken is not None:
            return looking_back.broken(session, self.words) or ""
        if session.misfit is not None:
            return looking_back.misfit(session, self.words) or ""
        if session.question is None:
            return looking_back.over(session, self.words) or ""
        return self._question() or ""

    # --- one question

    def _question(self) -> str | None:
        """Show the open question until something was answered or done; returns ``quit`` to leave."""
        session = self.session
        question = session.question
        assert question is not None
        if question.kind is Kind.COUNT:
            counted = count_form(session.run, self.words)
            if counted is None:
                session.drop_action()
            else:
                self._answer(question, counted)
            return None
        if question.kind is Kind.TEXT:
            text = overlays.text_line(session, self.words)
            if text is not None:
                self._answer(question, text)
            elif session.run.action is not None:
                session.drop_action()
            else:
                # Every key is a letter here: undo and all the rest are behind Escape.
                return self._menu()
            return None
        look = Look(self._entry(), timer_of(session, question), None, self.notice, self.hidden)
        gm_with_eyes_open = question.audience is Audience.GM and not session.table.eyes_closed
        self.uncovered = self.uncovered and gm_with_eyes_open
        look.covered = gm_with_eyes_open and not self.uncovered
        self.notice = ""
        pause_until: float | None = None
        held: Typed = Typed(True)
        shown_at = time.monotonic()
        goes_on_by_itself = bool(question.pause) and question.by_itself(session.table)
        if goes_on_by_itself:
            pause_until = time.monotonic() + question.pause
            look.pause_left = float(question.pause)
        rung = look.timer is not None and look.timer.left() <= 0

        def on_key(key: str) -> Any:
            nonlocal pause_until, held
            if look.hidden:
                look.hidden = self.hidden = key != keys.HIDE
                return None
            look.notice = ""
            if pause_until is not None:
                return self._command(key, look) if key == keys.HIDE else None
            if question.kind is Kind.TIMER and key == keys.ENTER and look.timer is not None:
                return Typed(seconds_used(session, question, look.timer))
            if look.entry.takes(key) or key in _ENTRY_KEYS:
                typed = look.entry.press(key)
                if typed is not None and question.pause:
                    # A spoken line lasts from the key on; a call lasts as long with and without somebody to answer it.
                    start = time.monotonic() if question.kind is Kind.SAY else shown_at
                    pause_until, held = start + question.pause, typed
                    look.pause_left = pause_until - time.monotonic()
                    return None
                if typed is not None or key != keys.ESCAPE:
                    return typed
            return self._command(key, look)

        def on_tick() -> Any:
            if pause_until is None:
                return None
            look.pause_left = pause_until - time.monotonic()
            return held if look.pause_left <= 0 else None

        def bell() -> bool:
            nonlocal rung
            # A line that comes by itself rings: whoever should say it may have the eyes shut.
            due = goes_on_by_itself if look.timer is None else look.timer.left() <= 0
            if rung or not due:
                return False
            rung = True
            return self.bell

        ticking = bool(question.timer or question.pause)
        result = application.run(
            lambda width, height: screen.compose(session, self.words, look, width, height),
            on_key,
            on_tick=on_tick if ticking else None,
            bell=bell,
            title=f"gmtool · {session.info.title}",
        )
        if isinstance(result, Typed):
            self._answer(question, result.value, look.timer)
            return None
        self.kept = (look.entry, len(session.rows))
        return self._do(result, look.timer)

    def _entry(self) -> Entry:
        """Return the answer in the making: what was typed before the GM looked something up is still there."""
        kept, self.kept = self.kept, None
        if kept is None or kept[0].run is not self.session.run or kept[1] != len(self.session.rows):
            return Entry(self.session.run, self.words)
        kept[0].message = ""
        return kept[0]

    def _answer(self, question: Question, value: Any, timer: Timer | None = None) -> None:
        """Give an answer; what is odd about it is said first, and the GM decides."""
        session = self.session
        reason = question.warn(session.table, value) if question.warn is not None else None
        if (
            reason is None
            and question.late
            and timer is not None
            and timer.left() <= 0
            and value not in _alone(question)
        ):
            reason = Reason(question.late)
        odd = [self.words.reason(reason, session.table.names)] if reason is not None else []
        gaps = gap_lines(session, self.words, value) if question.kind is Kind.COUNT else []
        shown = "\n".join([*gaps, *([""] if gaps and odd else []), *odd])
        if shown and not overlays.confirm(shown, self.texts):
            return
        within = session.run.action
        session.answer(value)
        if question.audience is Audience.GM and within not in (None, session.run.action):
            # What the GM enters on the side is confirmed without a word of it (POL-S.6).
            self.notice = self.texts.get("notice", "recorded")
        if question.timer:
            keep_timer(session, None)

    # --- commands

    def _command(self, key: str, look: Look) -> Any:
        """Take a key that is no answer; returns a command to leave the screen for, or None to stay."""
        session = self.session
        timer = look.timer
        if key == keys.ESCAPE:
            return "drop" if session.run.action is not None else None
        if timer is not None and key in (keys.TIMER_PAUSE, keys.TIMER_MORE):
            if key == keys.TIMER_MORE:
                timer.add(30)
            elif timer.is_paused:
                timer.go_on()
            else:
                timer.pause()
            keep_timer(session, timer)
            return None
        question = session.question
        if key == keys.HIDE:
            if question is not None and question.audience is Audience.GM and not session.table.eyes_closed:
                look.covered = not look.covered
                self.uncovered = not look.covered
            else:
                look.hidden = self.hidden = True
            return None
        if key == keys.ROLL and question is not None and question.draw and question.kind is Kind.VOTE:
            # Whoever was drawn is shown to somebody at the table first: Enter gives it.
            look.entry.fill(random_answer(session.run, random.SystemRandom()))
            return None
        if key in COMMANDS:
            return COMMANDS[key]
        for action in session.run.actions.values():
            if action.key == key:
                reason = session.run.why_not_act(action.id)
                if reason is None:
                    return ("act", action.id)
                look.entry.refuse(reason)
                return None
        look.entry.message = look.entry.no_such(key)
        return None

    def _do(self, command: Any, timer: Timer | None) -> str | None:
        """Carry out a command of the keys."""
        session = self.session
        if isinstance(command, tuple) and command[0] == "act":
            if timer is not None:
                timer.hold()
                keep_timer(session, timer)
            session.act(command[1])
        elif command == "drop":
            session.drop_action()
        elif command == "undo":
            row = session.undo()
            label = self.words.row(row, session.table.names)
            self.notice = self.texts.get("notice", "undone", {"label": label})
            if showed_secret(row):
                self.notice += " " + self.texts.get("notice", "undone_secret")
        elif command == "redo":
            row = session.redo()
            self.notice = self.texts.get("notice", "redone", {"label": self.words.row(row, session.table.names)})
        elif command == "roll":
            self._roll()
        elif command == "menu":
            return self._menu(timer)
        elif command == "history":
            looking_back.history(session, self.words)
        elif command == "why":
            looking_back.why_screen(session, self.words)
        elif command == "rules":
            # The rules are read in only where somebody asks.
            from gmtool.ui.rules_desk import desk

            desk(session, self.words)
        elif command == "quit":
            return QUIT
        return None

    def _menu(self, timer: Timer | None = None) -> str | None:
        chosen = overlays.menu(self.session, self.words)
        return None if chosen is None else self._do(chosen, timer)

    def _roll(self) -> None:
        """Let chance answer where the question takes it: dice for a table that has none, or a draw; says what came."""
        session = self.session
        question = session.question
        assert question is not None
        dice = random.SystemRandom()
        if question.kind is Kind.ONE and "rolls" in question.legal(session.table):
            session.answer("rolls")
            question = session.question
        if question is not None and question.kind is Kind.SHARE and question.bounds(session.table)[1] >= 1000:
            drawn: Any = {str(option): dice.randint(1, 6) for option in question.choices(session.table)}
        elif question is not None and question.draw:
            drawn = random_answer(session.run, dice)
        else:
            self.notice = self.texts.get("notice", "no_roll")
            return
        shown = self.words.answer(question, drawn, session.table.names)
        session.answer(drawn)
        self.notice = self.texts.get("notice", "drawn" if question.draw else "rolled", {"rolls": shown, "name": shown})


_ENTRY_KEYS: Final = frozenset(
    {keys.ENTER, keys.BACKSPACE, keys.TAB, keys.SPACE, keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT, "-"}
)
COMMANDS: Final = {
    keys.UNDO: "undo",
    keys.REDO: "redo",
    keys.HISTORY: "history",
    keys.WHY: "why",
    keys.RULES: "rules",
    keys.MENU: "menu",
    keys.QUIT: "quit",
    keys.ROLL: "roll",
}


def _alone(question: Question) -> list[list[Any]]:
    return [[option] for option in question.alone]
