"""``gmtool play``, and ``gmtool`` alone: going on with a game, on the full screen or line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gmtool.cli import params
from gmtool.cli.env import Env, current_game, folded, is_terminal
from gmtool.cli.errors import DAMAGED, DONE, INTERRUPTED, USAGE, CliError
from gmtool.core.journal import JournalDamaged, JournalError
from gmtool.core.question import Audience
from gmtool.files import write_whole

if TYPE_CHECKING:
    from gmtool.core.session import Session
    from gmtool.ui.words import Words


def play(
    ctx: params.Context, game: params.Game = "", *, plain: params.Plain = False, say_lang: params.SayLang = ""
) -> int:
    env: Env = ctx.obj
    env.say_lang = say_lang or env.say_lang
    return play_game(env, game, plain=plain)


def play_game(env: Env, game: str, *, plain: bool = False, notice: str = "") -> int:
    """Go on with a game until it is over or the GM leaves, ``notice`` on its first screen; returns the exit code."""
    if not plain and not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise CliError("play.needs_plain", USAGE, game=f" {game}" if game else "")
    with env.session(game, write=True) as session:
        words = env.words(session.game)
        try:
            outcome = _play_plain(env, session, words) if plain else _play_full(env, session, words, notice)
        except (JournalDamaged, KeyboardInterrupt):
            _rescue(env, session)
            raise
        _rescue(env, session)
        if outcome == "interrupted":
            env.next("play.interrupted", game=session.info.id)
            return INTERRUPTED
        if session.broken is not None:
            env.next("broken.next", game=session.info.id)
            return DAMAGED
        over = session.is_over
        env.next("play.over" if over else "play.left", game=session.info.id, plain=" --plain" if plain else "")
        return INTERRUPTED if outcome == "end" and is_terminal(sys.stdin) else DONE


def _rescue(env: Env, session: Session) -> None:
    """Write out a game whose file was damaged, emptied or taken away while it was played.

    Raises:
        CliError: ``play.lost``, with the file that it is in now.
    """
    try:
        with env.journal() as journal:
            if len(journal.rows(session.info.id)) == len(session.rows):
                return
    except JournalError:
        pass
    from gmtool import __version__
    from gmtool.core.transfer import export_lines

    path = env.db.parent / f"{session.info.id}-rescued.jsonl"
    lines = [f"{line}\n" for line in export_lines(session, __version__)]
    try:
        write_whole(path, lines)
    except OSError:
        # Where the games lay nothing can be written any more.
        path = Path(path.name)
        write_whole(path, lines)
    raise CliError("play.lost", DAMAGED, game=session.info.id, db=str(env.db), path=str(path))


def _play_full(env: Env, session: Session, words: Words, notice: str) -> str:
    from gmtool.ui import application, terminal

    try:
        with application.held():
            return terminal.play(session, words, env.settings, notice=notice)
    except (KeyboardInterrupt, EOFError):
        return "interrupted"


def _play_plain(env: Env, session: Session, words: Words) -> str:
    from gmtool.ui import plain

    at_terminal = is_terminal(sys.stdin)

    def read() -> str | None:
        if at_terminal and session.question is not None and session.question.audience is Audience.GM:
            # What is typed is a secret of the table, and a screen keeps what it showed.
            import getpass

            try:
                return getpass.getpass("> ")
            except EOFError:
                return None
        if at_terminal:
            print("> ", end="", flush=True)
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def write(line: str) -> None:
        print(folded(line, sys.stdout), flush=True)

    env.next("play.plain_hint")
    return plain.play(session, words, env.settings, read=read, write=write, pauses=at_terminal)


def go_on(env: Env) -> int:
    """Do ``gmtool`` alone: go on with the game in progress, or offer a new one; without a terminal say what to type."""
    game = ""
    try:
        with env.journal() as journal:
            row = current_game(journal)
            game = "" if row.summary.get("over") else row.id
    except (JournalError, CliError) as error:
        if isinstance(error, JournalError) and error.id != "journal.missing":
            raise
    if not env.can_ask:
        raise CliError("begin.play" if game else "begin.new", USAGE, game=game)
    if game:
        return play_game(env, game)
    from gmtool.cli.new import NewGame

    return NewGame(env).offer()


COMMANDS = {"play": play}
