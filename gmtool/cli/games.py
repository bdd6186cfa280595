"""The shelf of games: ``games``, ``rename``, ``archive``, ``unarchive``, ``delete``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.backing import number_of
from gmtool.cli.env import Env
from gmtool.cli.errors import DONE, UNKNOWN, USAGE, CliError
from gmtool.core.game import game_ids, load_game
from gmtool.core.journal import JournalError
from gmtool.core.locking import lock_game
from gmtool.core.rows import GameRow
from gmtool.core.setup import clean_name
from gmtool.ui.glance import columns


def games(
    ctx: params.Context,
    *,
    everything: Annotated[bool, typer.Option("--all")] = False,
    players: Annotated[str, typer.Option("--players", metavar="NUMBER")] = "",
    as_json: params.AsJson = False,
) -> int:
    env: Env = ctx.obj
    if players:
        return _playable(env, number_of(players), as_json=as_json)
    try:
        with env.journal() as journal:
            rows = journal.games(archived=None if everything else False)
    except JournalError as error:
        if error.id != "journal.missing":
            raise
        rows = []
    if as_json:
        env.json({"games": [_json(row) for row in rows]})
        return DONE
    for line in columns([_line(env, row) for row in rows], right=frozenset()):
        env.out(line)
    going = [row for row in rows if not row.summary.get("over")]
    if going:
        env.next("games.next", game=going[0].id)
    elif rows:
        env.next("status.next_over", game=rows[0].id)
    else:
        env.next("games.none")
    return DONE


def _json(row: GameRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "players": row.players,
        "round": row.summary.get("round", 0),
        "phase": row.summary.get("phase", ""),
        "over": bool(row.summary.get("over")),
        "archived": row.archived,
        "created": row.created,
        "updated": row.updated,
    }


def _line(env: Env, row: GameRow) -> list[str]:
    names = env.texts.join(row.players)
    if row.summary.get("over"):
        state = env.text("games.over")
    elif row.summary.get("round"):
        state = env.text("games.round", round=row.summary["round"])
    else:
        state = env.text("games.begun")
    archived = env.text("games.archived") if row.archived else ""
    return [row.id, row.title, _local(row.updated), state, names, archived]


def _local(moment: str) -> str:
    """Return a moment kept in UTC as the GM's clock shows it, to the minute."""
    from datetime import datetime

    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def _playable(env: Env, count: int, *, as_json: bool) -> int:
    """Print which games so many players can play."""
    found = [id for id in game_ids() if load_game(id).players[0] <= count <= load_game(id).players[1]]
    if as_json:
        env.json({"players": count, "games": found})
        return DONE
    from gmtool.cli.new import title_of

    for line in columns([[id, title_of(env, id)] for id in found]):
        env.out(line)
    if not found:
        bounds = [f"{id} {load_game(id).players[0]}–{load_game(id).players[1]}" for id in game_ids()]
        raise CliError("games.nobody", UNKNOWN, count=count, known=", ".join(bounds))
    env.next("games.next_new", game=found[0])
    return DONE


def rename(
    ctx: params.Context, game: params.NeededGame, title: Annotated[list[str], typer.Argument(metavar="TITLE")]
) -> int:
    env: Env = ctx.obj
    named = clean_name(" ".join(title))
    if not named:
        raise CliError("rename.empty", USAGE)
    with _existing(env) as journal:
        row = journal.game(game)
        journal.rename(row.id, named)
    env.out(env.text("rename.done", id=row.id, title=named))
    return DONE


def archive(ctx: params.Context, game: params.NeededGame) -> int:
    return _archive(ctx.obj, game, archived=True)


def unarchive(ctx: params.Context, game: params.NeededGame) -> int:
    return _archive(ctx.obj, game, archived=False)


def _archive(env: Env, game: str, *, archived: bool) -> int:
    with _existing(env) as journal:
        row = journal.game(game)
        journal.archive(row.id, archived=archived)
    env.out(env.text("archive.done" if archived else "archive.undone", id=row.id))
    env.next("archive.next" if archived else "archive.next_undone", id=row.id)
    return DONE


def delete(ctx: params.Context, game: params.NeededGame, *, yes: params.Yes = False) -> int:
    env: Env = ctx.obj
    with _existing(env) as journal:
        row = journal.game(game)
        names = env.texts.join(row.players)
        if not yes:
            from gmtool.cli import ask

            if not ask.confirm(env, env.text("delete.sure", id=row.id, title=row.title, names=names), flag="--yes"):
                env.out(env.text("delete.kept", id=row.id))
                return DONE
        # Nobody may be playing it just now; holding its lock is the proof.
        lock = lock_game(journal.path, row.id)
        try:
            kept = backup_path(env.db)
            journal.backup(kept)
            journal.delete(row.id)
        finally:
            lock.release()
    env.out(env.text("delete.done", id=row.id))
    env.next("delete.next", path=str(kept))
    return DONE


def backup_path(db: Path) -> Path:
    """Return a new file name in the folder of backups beside the journal; by name, the newest comes last."""
    from datetime import datetime

    folder = db.parent / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path = folder / f"{db.stem}-{stamp}.db"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{db.stem}-{stamp}_{number}.db"
    return path


def _existing(env: Env) -> Any:
    """Open the journal for writing, which must be there already."""
    if not env.db.exists():
        raise CliError("game.none", UNKNOWN)
    return env.journal(write=True)


COMMANDS = {"games": games, "rename": rename, "archive": archive, "unarchive": unarchive, "delete": delete}
