"""``gmtool status``: the table at a glance. Its imports are those that start-up is measured by."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from gmtool.cli.env import Env, is_terminal
from gmtool.cli.errors import DAMAGED, DONE
from gmtool.core.question import Audience
from gmtool.ui.glance import table_lines

if TYPE_CHECKING:
    from gmtool.core.session import Session


def show_status(
    env: Env, game: str = "", *, as_json: bool = False, plain: bool = False, public: bool = False, secrets: bool = False
) -> int:
    """Print how a game stands; returns the exit code (5 if it does not replay to its end)."""
    with env.session(game) as session:
        if as_json:
            env.json(status_json(session, public=public or not secrets))
        else:
            _print(env, session, plain=plain, public=public, secrets=secrets and not public)
        return DONE if session.broken is None else DAMAGED


def status_json(session: Session, *, public: bool) -> dict[str, Any]:
    """Return one document with stable keys: what stands, and the question that is open if the table may know it."""
    table, question = session.table, session.question
    view = (session.game.public_view if public else session.game.gm_view)(table)
    shown = question is not None and (not public or question.audience is Audience.TABLE)
    document: dict[str, Any] = {
        "id": session.info.id,
        "title": session.info.title,
        "over": session.is_over,
        "archived": session.info.archived,
        "question": question.id if question is not None and shown else None,
        **view.as_json(),
    }
    if session.broken is not None:
        document["broken"] = {"row": session.broken.row.n, "id": session.broken.id}
    if not public:
        document["answers"] = len(session.steps)
        document["result"] = session.game.result(table)
    elif session.is_over:
        document["result"] = session.game.result(table)
    return document


def _print(env: Env, session: Session, *, plain: bool, public: bool, secrets: bool) -> None:
    """Print the table and, for the GM, what is asked now. Players walk by: secrets only if they are asked for."""
    words = env.words(session.game)
    table, question = session.table, session.question
    view = (session.game.gm_view if secrets else session.game.public_view)(table)
    if is_terminal(sys.stdout) and not plain and os.environ.get("TERM") != "dumb":
        _print_styled(env, view, words.texts)
    else:
        for line in table_lines(view, words.texts):
            env.out(line)
    if public:
        return
    env.out()
    if session.broken is not None:
        tell_broken(env, session)
        return
    if question is None:
        env.out(env.text("status.over"))
        env.next("status.next_over", game=session.info.id)
        return
    env.out(
        env.text("status.asks", question=words.ask(table, question), rule=question.rules[0] if question.rules else "")
    )
    last = session.last_step
    if last is not None:
        env.out(env.text("status.last", label=words.row(last.row, table.names), row=last.row.n))
    env.next("status.next", game=session.info.id)


def tell_broken(env: Env, session: Session) -> None:
    """Say on stderr where the replay stops, and what to type."""
    broken = session.broken
    assert broken is not None
    stored = str(broken.stored[0]) if broken.stored else ""
    opened = str(broken.open[0]) if broken.open else ""
    values = {"row": broken.row.n, "stored": stored, "open": opened, "why": broken.why, "game": session.info.id}
    env.tell_error(broken.id, values)
    env.next("broken.next", game=session.info.id)


def _print_styled(env: Env, view: Any, texts: Any) -> None:
    """Print the table with colours, as wide as the terminal."""
    from rich.console import Console

    from gmtool.ui import tables

    console = Console(highlight=False, markup=False, emoji=False)
    width = console.width
    for line in (
        *tables.head(view, texts, width),
        *tables.players(view, texts, width),
        *tables.lines(view, texts, width),
    ):
        console.print(line, soft_wrap=True)
