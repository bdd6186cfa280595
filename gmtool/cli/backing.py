"""Taking answers back: ``undo``, ``redo``, ``back``, ``mend``. All of it stays in the history."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.env import Env
from gmtool.cli.errors import DAMAGED, DONE, REFUSED, USAGE, CliError
from gmtool.cli.status import tell_broken
from gmtool.core.history import showed_secret
from gmtool.core.question import Kind, Reason, Refused
from gmtool.core.session import Session
from gmtool.ui.naming import read_counts
from gmtool.ui.reading import Unreadable, option_keys, read_answer, read_number
from gmtool.ui.words import Words


def undo(ctx: params.Context, *, game: params.GameOption = "") -> int:
    env: Env = ctx.obj
    with env.session(game, write=True) as session:
        words = env.words(session.game)
        row = session.undo()
        env.out(env.texts.get("notice", "undone", {"label": words.row(row, session.table.names)}))
        if showed_secret(row):
            env.out(words.texts.get("notice", "undone_secret"))
        return tell_open(env, session, words, again="undo.next")


def redo(ctx: params.Context, *, game: params.GameOption = "") -> int:
    env: Env = ctx.obj
    with env.session(game, write=True) as session:
        words = env.words(session.game)
        row = session.redo()
        env.out(env.texts.get("notice", "redone", {"label": words.row(row, session.table.names)}))
        return tell_open(env, session, words, again="redo.next")


def back(
    ctx: params.Context,
    row: Annotated[str, typer.Argument(metavar="ROW")],
    *,
    game: params.GameOption = "",
) -> int:
    env: Env = ctx.obj
    with env.session(game, write=True) as session:
        words = env.words(session.game)
        number = number_of(row)
        session.back(number)
        env.out(env.text("back.done", row=number))
        return tell_open(env, session, words, again="redo.undo")


def mend(
    ctx: params.Context,
    row: Annotated[str, typer.Argument(metavar="ROW")] = "",
    answer: Annotated[list[str] | None, typer.Argument(metavar="ANSWER")] = None,
    *,
    game: params.GameOption = "",
    drop: Annotated[bool, typer.Option("--drop")] = False,
    drop_all: Annotated[bool, typer.Option("--drop-all")] = False,
    yes: params.Yes = False,
) -> int:
    env: Env = ctx.obj
    with env.session(game, write=True) as session:
        words = env.words(session.game)
        mending = Mending(env, session, words)
        if drop or drop_all:
            mending.leave_out(everything=drop_all, sure=yes)
        elif not row:
            if session.misfit is None:
                raise CliError("mend.row", USAGE)
        elif not answer:
            return mending.show_question(number_of(row))
        else:
            mending.answer(number_of(row), " ".join(answer))
        return mending.tell()


class Mending:
    """One old answer mended: shown, answered anew, and what no longer fits left out or answered anew as well."""

    def __init__(self, env: Env, session: Session, words: Words) -> None:
        self.env = env
        self.session = session
        self.words = words

    def show_question(self, row: int) -> int:
        """Print what was asked at a row and how it was answered; returns the exit code."""
        env, session, words = self.env, self.session, self.words
        if session.misfit is not None and session.misfit.row.n == row:
            return self.tell()
        run = session.at_row(row)
        question = run.question
        assert question is not None
        old = session.rows[row]
        if old.kind != "answer":
            raise Refused(Reason("mend.unknown", row=row))
        env.out(words.ask(run.table, question))
        for key, option in option_keys(question, run.table) if question.kind is not Kind.SAY else ():
            env.out(f"  {key} {words.option(question, option, run.table.names)}")
        env.out(env.text("mend.was", label=words.row(old, run.table.names)))
        raise CliError("mend.answer", USAGE, row=row, game=session.info.id)

    def answer(self, row: int, typed: str) -> None:
        """Answer a row anew; a row that does not fit any more is answered by what is asked now instead."""
        session = self.session
        misfit = session.misfit
        if misfit is not None and misfit.row.n == row and session.question is not None:
            session.answer(read_typed(typed, session.question, session.table, self.words))
            return
        run = session.at_row(row)
        if run.question is None or session.rows[row].kind != "answer":
            raise Refused(Reason("mend.unknown", row=row))
        session.mend(row, read_typed(typed, run.question, run.table, self.words))

    def leave_out(self, *, everything: bool, sure: bool) -> None:
        """Leave out the answer that does not fit, or all that are still to be carried over."""
        env, session, words = self.env, self.session, self.words
        if session.misfit is None:
            raise Refused(Reason("mend.none"))
        rows = list(session.standing.pending) if everything else session.dropped_with_misfit()
        for row in rows:
            env.out(env.text("mend.leaves_out", row=row.n, label=words.row(row, session.table.names)))
        if not sure:
            from gmtool.cli import ask

            if not ask.confirm(env, env.text("mend.sure", count=len(rows)), flag="--yes"):
                return
        if everything:
            session.drop_pending()
        else:
            session.drop_misfit()

    def tell(self) -> int:
        """Print how far the mending is; returns the exit code: 3 while an answer does not fit."""
        env, session, words = self.env, self.session, self.words
        misfit = session.misfit
        if misfit is None:
            env.out(env.text("mend.done"))
            return tell_open(env, session, words, again="undo.next")
        names = session.table.names
        label = words.row(misfit.row, names)
        left = len(session.standing.pending)
        env.out(words.texts.get("mend", "title", {"row": misfit.row.n, "label": label, "left": left}))
        env.out(words.reason(misfit.reason, names))
        for row in session.standing.pending:
            env.out(f"  {row.n} {words.row(row, names)}")
        if session.question is not None:
            env.out(env.text("mend.now", question=words.ask(session.table, session.question)))
        env.next("mend.next", row=misfit.row.n, game=session.info.id)
        return REFUSED


def tell_open(env: Env, session: Session, words: Words, *, again: str) -> int:
    """Print the question that is open now, and say how to go on; returns the exit code."""
    if session.broken is not None:
        tell_broken(env, session)
        return DAMAGED
    question = session.question
    if question is not None:
        rule = question.rules[0] if question.rules else ""
        env.out(env.text("status.asks", question=words.ask(session.table, question), rule=rule))
    else:
        env.out(env.text("status.over"))
    env.next(again, game=session.info.id)
    return DONE


def read_typed(typed: str, question: Any, table: Any, words: Words) -> Any:
    """Return the answer that was typed on the command line.

    Raises:
        Refused: If it can't be read.
    """
    try:
        if question.kind is Kind.COUNT:
            return read_counts(typed, table, words.texts)
        if question.kind is Kind.SAY:
            return True
        return read_answer(typed, question, table, words.labels(question, table.names))
    except Unreadable as error:
        raise Refused(error.reason) from None


def number_of(text: str) -> int:
    """Return a number typed in any script's digits.

    Raises:
        CliError: ``usage.number``.
    """
    try:
        return read_number(text)
    except Unreadable:
        raise CliError("usage.number", USAGE, got=text) from None


COMMANDS = {"undo": undo, "redo": redo, "back": back, "mend": mend}
