"""Keeping games safe: ``export``, ``import``, ``backup``, ``doctor``, ``repair``."""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from gmtool import __version__
from gmtool.cli import params
from gmtool.cli.env import Env
from gmtool.cli.errors import DAMAGED, DONE, REFUSED, UNKNOWN, USAGE, CliError
from gmtool.cli.games import backup_path
from gmtool.core.journal import Journal, JournalError
from gmtool.core.locking import lock_game
from gmtool.core.rows import GameRow
from gmtool.core.session import Session
from gmtool.core.transfer import TransferError, export_lines, import_game, public_lines, read_export
from gmtool.files import write_whole
from gmtool.paths import expanded


def export(
    ctx: params.Context,
    game: params.Game = "",
    *,
    public: params.Public = False,
    output: params.Output = "",
) -> int:
    env: Env = ctx.obj
    with env.session(game) as session:
        lines = (public_lines if public else export_lines)(session, __version__)
        give(env, output, lines)
        env.next("export.public" if public else "export.everything", id=session.info.id)
    return DONE


def give(env: Env, output: str, lines: Iterable[str]) -> bool:
    """Write lines to a file and print its path, or print them where none is named; returns whether one is.

    Raises:
        CliError: ``file.unwritable``; an old file is as it was.
    """
    if output and output != "-":
        env.out(str(write_file(output, lines)))
        return True
    for line in lines:
        env.document(line)
    return False


def write_file(name: str, lines: Iterable[str]) -> Path:
    """Write lines to a file, all or nothing; returns its path.

    Raises:
        CliError: ``file.unwritable``; an old file is as it was.
    """
    path = expanded(name)
    try:
        write_whole(path, (f"{line}\n" for line in lines))
    except OSError as error:
        raise CliError("file.unwritable", REFUSED, path=str(path), why=error.strerror or "") from None
    return path


def import_(
    ctx: params.Context, file: Annotated[str, typer.Argument(metavar="FILE")], *, cut: params.Cut = False
) -> int:
    env: Env = ctx.obj
    try:
        if file == "-":
            info, rows = read_export(sys.stdin.buffer, cut=cut)
        else:
            with expanded(file).open("rb") as lines:
                info, rows = read_export(lines, cut=cut)
        journal = Journal.open(env.db, write=True)
        try:
            stored = import_game(journal, info, rows)
        finally:
            journal.close()
    except OSError as error:
        raise CliError("file.unreadable", USAGE, path=file, why=error.strerror or type(error).__name__) from None
    except TransferError as error:
        raise CliError(error.id, REFUSED, path=file, **error.values) from None
    env.out(stored.id)
    env.next("import.done" if stored.id == info.id else "import.renamed", id=stored.id, old=info.id)
    return DONE


def backup(ctx: params.Context, file: Annotated[str, typer.Argument(metavar="FILE")] = "") -> int:
    env: Env = ctx.obj
    target = expanded(file) if file else None
    if target is not None and target.exists():
        raise CliError("backup.exists", REFUSED, path=str(target))
    try:
        with env.journal() as journal:
            kept = target or backup_path(env.db)
            journal.backup(kept)
    except JournalError as error:
        if error.id == "journal.missing":
            raise CliError("game.none", UNKNOWN) from None
        raise
    env.out(str(kept))
    env.next("backup.next")
    env.next("backup.restore", path=str(kept))
    return DONE


# --- doctor and repair --------------------------------------------------------------------------------------------


def doctor(ctx: params.Context) -> int:
    env: Env = ctx.obj
    path = env.db
    env.out(env.text("doctor.file", path=str(path)))
    code = _doctor_journal(env, path)
    if env.settings.damaged:
        from gmtool.settings import settings_path

        env.out(env.text("doctor.settings", path=str(settings_path())))
    kept = backups_of(path)
    env.out(env.text("doctor.backups", count=len(kept), last=str(kept[-1])) if kept else env.text("doctor.no_backups"))
    env.next("doctor.next_damaged" if code else "doctor.next")
    if kept and (code or _is_without_games(path)):
        env.next("backup.restore", path=str(kept[-1]))
    return code


def backups_of(path: Path) -> list[Path]:
    """Return the backups of a file of games that lie beside it, the newest last."""
    return sorted((path.parent / "backups").glob(f"{glob.escape(path.stem)}-[0-9]*.db"))


def _is_without_games(path: Path) -> bool:
    """Whether there is no game, since the file is not there or was emptied; it is known to be sound."""
    try:
        journal = Journal.open(path, once=True)
    except JournalError:
        return True
    try:
        return not journal.games(archived=None, limit=1)
    finally:
        journal.close()


def _doctor_journal(env: Env, path: Path) -> int:
    """Look through the file and every game in it; returns the exit code."""
    try:
        journal = Journal.open(path, once=True)
    except JournalError as error:
        if error.id == "journal.missing":
            env.out(env.text("doctor.none"))
            return DONE
        env.tell_error(error.id, error.values)
        return DAMAGED
    try:
        found = journal.integrity()
        for line in found:
            env.out(env.text("doctor.finding", line=line))
        env.out(env.text("doctor.damaged" if found else "doctor.sound"))
        try:
            rows = journal.games(archived=None, limit=-1)
        except JournalError as error:
            env.tell_error(error.id, error.values)
            return DAMAGED
        bad = [row for row in rows if not _doctor_game(env, journal, row)]
        env.out(env.text("doctor.games", count=len(rows), bad=len(bad)))
        return DAMAGED if found or bad else DONE
    finally:
        journal.close()


def _doctor_game(env: Env, journal: Journal, row: GameRow) -> bool:
    """Replay one game; returns whether it replays to its end."""
    try:
        session = Session(journal, row.id)
    except JournalError as error:
        env.out(f"{row.id}:")
        env.tell_error(error.id, error.values)
        return False
    except Exception as error:
        env.out(env.text("doctor.game_failed", id=row.id, why=type(error).__name__))
        return False
    if session.broken is not None:
        env.out(env.text("doctor.game_broken", id=row.id, row=session.broken.row.n, before=session.broken.row.parent))
        return False
    return True


def repair(ctx: params.Context, *, yes: params.Yes = False) -> int:
    env: Env = ctx.obj
    path = env.db
    if not path.exists():
        raise CliError("game.none", UNKNOWN)
    if _is_sound(path):
        env.out(env.text("repair.sound"))
        env.next("doctor.next")
        return DONE
    if not yes:
        from gmtool.cli import ask

        if not ask.confirm(env, env.text("repair.sure", path=str(path)), flag="--yes"):
            return DONE
    return _salvage(env, path)


def _is_sound(path: Path) -> bool:
    """Whether the file can be read as a whole, games and rows.

    Raises:
        JournalError: If it is foreign, newer or closed to us: then there is nothing to repair.
    """
    try:
        journal = Journal.open(path, once=True)
    except JournalError as error:
        if error.id != "journal.damaged":
            raise
        return False
    try:
        if journal.integrity():
            return False
        for row in journal.games(archived=None, limit=-1):
            journal.rows(row.id)
    except JournalError:
        return False
    finally:
        journal.close()
    return True


def _salvage(env: Env, path: Path) -> int:
    """Read what can be read into a new journal; the damaged file is kept under another name.

    Raises:
        GameBusy: If one of its games is being played just now.
    """
    from gmtool.core.salvage import salvage

    names = [file.name[len(path.name) + 1 : -len(".lock")] for file in path.parent.glob(f"{path.name}.*.lock")]
    locks = [lock_game(path, name) for name in names]
    fresh = path.with_name(f"{path.name}.new")
    _forget(fresh)
    saved = salvage(path, fresh)
    if saved and all(entry.lost for entry in saved):
        # Nothing is gained by an empty file in the place of this one.
        _forget(fresh)
        raise JournalError("journal.hopeless", path=str(path), why=", ".join(entry.id for entry in saved))
    kept = path.with_name(f"{backup_path(path).stem}.damaged")
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{path}{suffix}")
        if part.exists():
            part.replace(Path(f"{kept}{suffix}"))
    fresh.replace(path)
    for entry in saved:
        id = "repair.lost" if entry.lost else "repair.part" if entry.rows < entry.of else "repair.whole"
        env.out(env.text(id, id=entry.id, rows=entry.rows, of=entry.of))
    for lock in locks:
        lock.release()
    env.next("repair.next", path=str(kept))
    if all(not entry.lost and entry.rows >= entry.of for entry in saved):
        return DONE
    for backup in backups_of(path)[-1:]:
        env.next("backup.restore", path=str(backup))
    return DAMAGED


def _forget(path: Path) -> None:
    """Remove a file of games that was never in use, with what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


COMMANDS = {"export": export, "import": import_, "backup": backup, "doctor": doctor, "repair": repair}
