"""What lies on the table: ``count`` it, ``correct`` one count, ``note`` something, each booked as an action."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.backing import number_of
from gmtool.cli.env import Env
from gmtool.cli.errors import DONE, USAGE, CliError
from gmtool.core.actions import countables
from gmtool.core.history import last_moves
from gmtool.core.question import Reason, Refused
from gmtool.core.session import Session
from gmtool.core.table import place_id
from gmtool.ui.glance import columns
from gmtool.ui.naming import count_named, example_count, pile_named, seat_named
from gmtool.ui.plain_commands import moment_of
from gmtool.ui.reading import Unreadable
from gmtool.ui.words import Words


def count(
    ctx: params.Context,
    game: params.Game = "",
    *,
    counts: Annotated[list[str] | None, typer.Option("--set", metavar="WHAT=NUMBER")] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT")] = "",
    as_json: params.AsJson = False,
) -> int:
    env: Env = ctx.obj
    if not counts:
        with env.session(game) as session:
            _show_counts(env, session, env.words(session.game), as_json=as_json)
        return DONE
    with env.session(game, write=True) as session:
        return _book(env, session, env.words(session.game), counts, reason)


def _show_counts(env: Env, session: Session, words: Words, *, as_json: bool) -> None:
    """Print what should lie on the table, one line a kind."""
    table = session.table
    known = countables(table)
    if as_json:
        env.json(
            {"id": session.info.id, "counts": {key: table.held[what][place] for key, (what, place) in known.items()}}
        )
        return
    kinds: dict[str, list[str]] = {}
    for key, (what, place) in known.items():
        id, _, where = key.partition(".")
        kinds.setdefault(id, []).append(f"{words.place(where, table.names)} {table.held[what][place]}")
    rows = [[id, words.texts.word(id), words.texts.join(shown)] for id, shown in kinds.items()]
    for line in columns(rows):
        env.out(line)
    if known:
        env.next("count.next", example=f"{example_count(known, table.names)}=5", game=session.info.id)


def _book(env: Env, session: Session, words: Words, pairs: list[str], reason: str) -> int:
    """Compare what was counted with the ledger, say every gap with the last moves, and book it with its reason."""
    table = session.table
    known = countables(table)
    counted = _counted(pairs, table, words)
    gaps = 0
    for key, number in counted.items():
        what, place = known[key]
        has = table.held[what][place]
        if has != number:
            gaps += 1
            shown = words.count_key(key, table.names)
            env.out(env.text("count.gap", label=shown, counted=number, ledger=has, gap=f"{number - has:+d}"))
            for cause in last_moves(session, key):
                moment = moment_of(cause.move.moment, words.texts, is_start=cause.step is None)
                env.out(f"    {cause.delta:+d}  {moment}  {cause.move.rule}  {words.move(cause.move.rule)}")
    if gaps and not reason.strip():
        if not env.can_ask:
            raise CliError("count.reason", USAGE)
        from gmtool.cli import ask

        reason = ask.text(env, words.texts.get("count.reason", "ask"), flag="--reason")
    do_whole(session, "count", [counted, reason] if gaps else [counted])
    env.out(env.text("count.booked" if gaps else "count.agrees", count=gaps))
    env.next("correct.next", game=session.info.id)
    return DONE


def _counted(pairs: list[str], table: Any, words: Words) -> dict[str, int]:
    known = countables(table)
    found: dict[str, int] = {}
    for pair in pairs:
        name, equals, number = pair.rpartition("=")
        if not equals:
            raise Refused(Reason("read.pairs", got=pair))
        key = _key([name], table, words)
        if key not in known:
            raise Refused(Reason("correct.unknown", key=name))
        found[key] = number_of(number)
    return found


def _key(parts: list[str], table: Any, words: Words) -> str:
    try:
        return count_named(parts, table, words.texts)
    except Unreadable as error:
        raise Refused(error.reason) from None


def correct(
    ctx: params.Context,
    what: Annotated[str, typer.Argument(metavar="WHAT")],
    number: Annotated[str, typer.Argument(metavar="NUMBER")],
    *,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT")] = "",
    other: Annotated[str, typer.Option("--from", metavar="PLACE")] = "",
    game: params.GameOption = "",
) -> int:
    env: Env = ctx.obj
    with env.session(game, write=True) as session:
        words = env.words(session.game)
        table = session.table
        key = _key([what], table, words)
        if key not in countables(table):
            raise Refused(Reason("correct.unknown", key=what))
        wanted = number_of(number)
        what_index, place = countables(table)[key]
        before = table.held[what_index][place]
        needs_other = table.is_fixed_sum(what_index) and wanted != before
        if needs_other and not other:
            raise CliError("correct.from", USAGE, what=words.count_key(key, table.names))
        if not reason.strip():
            if not env.can_ask:
                raise CliError("correct.reason", USAGE)
            from gmtool.cli import ask

            reason = ask.text(env, words.texts.get("correct.reason", "ask"), flag="--reason")
        where: int | str = place if place >= 0 else place_id(place)
        answers: list[Any] = [where, key.partition(".")[0], wanted]
        if needs_other:
            answers.append(_place(other, session, words))
        do_whole(session, "correct", [*answers, reason])
        env.out(env.text("correct.done", label=words.count_key(key, table.names), before=before, after=wanted))
        env.next("correct.next", game=session.info.id)
        return DONE


def _place(text: str, session: Session, words: Words) -> int | str:
    try:
        seat = seat_named(text, session.table.names)
        pile = pile_named(text, words.texts) if seat is None else None
    except Unreadable as error:
        raise Refused(error.reason) from None
    if seat is None and pile is None:
        raise Refused(Reason("read.unknown", got=text))
    return seat if seat is not None else str(pile)


def note(
    ctx: params.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT")],
    *,
    game: params.GameOption = "",
) -> int:
    env: Env = ctx.obj
    with env.session(game, write=True) as session:
        do_whole(session, "note", [" ".join(text)])
        env.out(env.text("note.done"))
        env.next("correct.next", game=session.info.id)
        return DONE


def do_whole(session: Session, action: str, answers: list[Any]) -> None:
    """Do an action with all its answers, or leave it again without effect.

    Raises:
        Refused, WriteFailed, ScriptBroken: As from the session.
    """
    session.act(action)
    try:
        for value in answers:
            session.answer(value)
    except Exception:
        if session.run.action is not None and session.run.action.id == action:
            session.drop_action()
        raise


COMMANDS = {"count": count, "correct": correct, "note": note}
