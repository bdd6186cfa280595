"""The journal: every game's set-up and answers in order, in one SQLite file. The only truth; all else is derived.

Nothing is overwritten. Each row names its parent, the game that stands is the walk back from the head, and undo, redo
and going back are rows that move the head.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from gmtool.core.rows import GameRow, Row, check_game, check_rows
from gmtool.files import parse_json

SCHEMA: Final = 1
APPLICATION_ID: Final = 0x474D5431
"""Marks the file as ours (PRAGMA application_id), so that a foreign database is told apart from an empty one."""

_TABLES: Final = """
create table game (
  id text primary key,
  game text not null,
  title text not null,
  setup text not null,
  script_version integer not null,
  created text not null,
  updated text not null,
  head integer not null,
  last integer not null,
  summary text not null,
  archived integer not null default 0,
  meta text not null default '{}'
) without rowid;
create table entry (
  game text not null references game(id),
  n integer not null,
  parent integer not null,
  kind text not null,
  key text not null,
  value text not null,
  secret integer not null,
  checksum text not null,
  source integer,
  at text not null,
  primary key (game, n)
) without rowid;
"""


class JournalError(Exception):
    """The journal can't be read or written; ``id`` names the message, ``values`` fill it."""

    def __init__(self, id: str, **values: object) -> None:
        super().__init__(id)
        self.id = id
        self.values = values


class JournalDamaged(JournalError):
    """The file is no journal of ours, is damaged, or was written by a newer gmtool."""


class WriteFailed(JournalError):
    """An answer could not be stored: disk full, folder read-only, another writer. It is not taken as given."""


class NoSuchGame(JournalError):
    """No game of that name or id; ``values`` hold those that come near."""


class AmbiguousGame(JournalError):
    """Several games fit the name."""


class Journal:
    """The file of all games. Readers never write; every write is one transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, writable: bool) -> None:
        self._db = connection
        self.path = path
        self.writable = writable

    @classmethod
    def open(cls, path: Path, *, write: bool = False, once: bool = False) -> Journal:
        """Open the journal at ``path``; for reading it must exist, for writing it is made.

        Args:
            once: Read and close at once: if nobody has the file open, not even SQLite's side files are made.

        Raises:
            JournalDamaged: If the file is foreign, damaged or newer.
            JournalError: ``journal.missing`` if there is none to read, ``journal.unreadable`` or
                ``journal.unwritable`` if the file or its folder is closed to us.
        """
        closed = "journal.unwritable" if write else "journal.unreadable"
        try:
            exists = path.exists() and path.stat().st_size > 0
            if not exists and not write:
                raise JournalError("journal.missing", path=str(path))
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
            waiting = path.with_name(f"{path.name}-wal")
            still = not write and not (waiting.exists() and waiting.stat().st_size > 0)
        except OSError as error:
            raise JournalError(closed, path=str(path), why=_os_reason(error)) from None
        try:
            if still and not once:
                try:
                    return cls._connect(path, "?mode=ro", write=False)
                except sqlite3.OperationalError:
                    # A folder that can't be written to has no room for side files; nobody else can write there either.
                    pass
            how = "" if write else "?mode=ro&immutable=1" if still else "?mode=ro"
            return cls._connect(path, how, write=write)
        except sqlite3.OperationalError as error:
            if any(word in str(error) for word in ("unable to open", "readonly", "full", "locked", "disk I/O")):
                raise JournalError(closed, path=str(path), why=reason_of(error)) from None
            raise JournalDamaged("journal.damaged", path=str(path), why=reason_of(error)) from None
        except sqlite3.DatabaseError as error:
            raise JournalDamaged("journal.damaged", path=str(path), why=reason_of(error)) from None

    @classmethod
    def _connect(cls, path: Path, how: str, *, write: bool) -> Journal:
        db = sqlite3.connect(f"{path.resolve().as_uri()}{how}", uri=True, isolation_level=None, timeout=5)
        journal = cls(db, path, writable=write)
        try:
            journal._check()
        except BaseException:
            db.close()
            raise
        return journal

    @classmethod
    def in_memory(cls) -> Journal:
        """Return a journal that is nowhere on disk: to try rows out before they are stored."""
        db = sqlite3.connect(":memory:", isolation_level=None)
        journal = cls(db, Path(":memory:"), writable=True)
        journal._check()
        return journal

    def _check(self) -> None:
        db = self._db
        if self._is_blank():
            if not self.writable:
                raise JournalError("journal.missing", path=str(self.path))
            db.execute("pragma journal_mode=wal")
            with self._write():
                # Somebody else may have been quicker.
                if self._is_blank():
                    for statement in _TABLES.split(";"):
                        if statement.strip():
                            db.execute(statement)
                    db.execute(f"pragma application_id={APPLICATION_ID}")
                    db.execute(f"pragma user_version={SCHEMA}")
        mark = db.execute("pragma application_id").fetchone()[0]
        version = db.execute("pragma user_version").fetchone()[0]
        if mark != APPLICATION_ID:
            raise JournalDamaged("journal.foreign", path=str(self.path))
        if version > SCHEMA:
            raise JournalDamaged("journal.newer", path=str(self.path), found=version, known=SCHEMA)
        db.execute("pragma foreign_keys=on")
        if self.writable:
            db.execute("pragma synchronous=full")

    def _is_blank(self) -> bool:
        """Whether there is nothing in the file: its maker is not done yet, or was stopped in the middle."""
        nothing = self._db.execute("pragma application_id").fetchone()[0] == 0
        return nothing and self._db.execute("select 1 from sqlite_master").fetchone() is None

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _write(self, failed: str = "journal.unwritable") -> Iterator[sqlite3.Connection]:
        """One transaction.

        Args:
            failed: Id of what is told if it can't be stored.

        Raises:
            WriteFailed: If it can't be stored; nothing of it is.
        """
        try:
            self._db.execute("begin immediate")
            yield self._db
            self._db.execute("commit")
        except sqlite3.DatabaseError as error:
            if self._db.in_transaction:
                self._db.execute("rollback")
            if "malformed" in str(error) or "not a database" in str(error):
                raise JournalDamaged("journal.damaged", path=str(self.path), why=reason_of(error)) from None
            raise WriteFailed(failed, path=str(self.path), why=reason_of(error)) from None
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise

    # --- games

    def games(self, *, archived: bool | None = False, limit: int = 1000) -> list[GameRow]:
        """Return games, the last played first; ``archived`` None gives all."""
        where = "" if archived is None else f"where archived={int(archived)}"
        return [
            self._game_row(record)
            for record in self._read(f"select * from game {where} order by updated desc, id limit ?", (limit,))
        ]

    def game(self, name: str) -> GameRow:
        """Return the one game whose id or title fits ``name``: exact first, then the beginning.

        Raises:
            NoSuchGame, AmbiguousGame: With the games that come near.
        """
        exact = self._read("select * from game where id=?", (name,))
        if exact:
            return self._game_row(exact[0])
        games = self.games(archived=None, limit=-1)
        folded = name.strip().casefold()
        if not folded:
            # Every name begins like this: a variable that a script left empty must not name a game.
            raise NoSuchGame("game.unknown", name=name, known=[row.id for row in games[:8]])
        for fits in (
            [row for row in games if folded in (row.id.casefold(), row.title.casefold())],
            [row for row in games if row.id.casefold().startswith(folded) or row.title.casefold().startswith(folded)],
        ):
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise AmbiguousGame("game.ambiguous", name=name, found=[row.id for row in fits])
        raise NoSuchGame("game.unknown", name=name, known=[row.id for row in games[:8]])

    def add_game(self, game: str, title: str, setup: Mapping[str, Any], version: int, *, id: str = "") -> GameRow:
        """Store a new game with its set-up as row 0; returns it."""
        moment = now()
        stored = json.dumps(setup, ensure_ascii=False, sort_keys=True)
        with self._write() as db:
            taken = {record[0] for record in db.execute("select id from game")}
            number = 1
            name = id or f"{game}-{number}"
            while name in taken:
                number += 1
                name = f"{id or game}-{number}"
            db.execute(
                "insert into game(id,game,title,setup,script_version,created,updated,head,last,summary)"
                " values(?,?,?,?,?,?,?,0,0,'{}')",
                (name, game, title, stored, version, moment, moment),
            )
            db.execute("insert into entry values(?,0,0,'setup','[]',?,0,'',null,?)", (name, json.dumps(None), moment))
        return self.game(name)

    def put_game(self, info: GameRow, rows: Sequence[Row]) -> GameRow:
        """Store a whole game with all its rows, undone ones too; its id is kept or, if taken, numbered on.

        Callers have replayed the rows before. Returns the game as stored.
        """
        stored = json.dumps(info.setup, ensure_ascii=False, sort_keys=True)
        with self._write() as db:
            taken = {record[0] for record in db.execute("select id from game")}
            number = 1
            name = info.id
            while name in taken:
                number += 1
                name = f"{info.game}-{number}"
            db.execute(
                "insert into game values(?,?,?,?,?,?,?,?,?,?,?,?)",
                (
                    name, info.game, info.title, stored, info.script_version, info.created, info.updated, info.head,
                    rows[-1].n, json.dumps(info.summary, ensure_ascii=False), int(info.archived),
                    json.dumps(info.meta, ensure_ascii=False),
                ),
            )  # fmt: skip
            db.executemany("insert into entry values(?,?,?,?,?,?,?,?,?,?)", [_record(name, row) for row in rows])
        return self.game(name)

    def rename(self, id: str, title: str) -> None:
        with self._write() as db:
            db.execute("update game set title=? where id=?", (title, id))

    def archive(self, id: str, *, archived: bool) -> None:
        with self._write() as db:
            db.execute("update game set archived=? where id=?", (int(archived), id))

    def delete(self, id: str) -> None:
        """Delete a game for good; callers ask and make a backup first."""
        with self._write() as db:
            db.execute("delete from entry where game=?", (id,))
            db.execute("delete from game where id=?", (id,))

    def set_meta(self, id: str, meta: Mapping[str, Any]) -> None:
        """Store what belongs to the screen of a game and not to its rules: a running timer, a language."""
        with self._write() as db:
            db.execute("update game set meta=? where id=?", (json.dumps(meta, ensure_ascii=False), id))

    # --- rows

    def rows(self, id: str) -> list[Row]:
        """Return all rows of a game in order.

        Raises:
            JournalDamaged: Also if rows are missing, can't be read, or do not stand on each other.
        """
        loads = json.loads
        records = self._read(
            "select n,parent,kind,key,value,secret,checksum,source,at from entry where game=? order by n", (id,)
        )
        try:
            rows = [
                Row(n, parent, kind, tuple(loads(key)), loads(value), bool(secret), checksum, source, at)
                for n, parent, kind, key, value, secret, checksum, source, at in records
            ]
            check_rows(rows)
        except (ValueError, TypeError, RecursionError):
            raise JournalDamaged("journal.rows", game=id, path=str(self.path)) from None
        return rows

    def append(self, id: str, rows: Iterable[Row], *, head: int, summary: Mapping[str, Any]) -> None:
        """Store rows and the game's new head in one transaction.

        Raises:
            WriteFailed: If they can't be stored, or somebody else has written meanwhile; nothing of it is stored then.
        """
        with self._write("journal.write_failed") as db:
            last: int = db.execute("select last from game where id=?", (id,)).fetchone()[0]
            at = ""
            for row in rows:
                if row.n != last + 1:
                    raise WriteFailed("journal.moved_on", game=id)
                last, at = row.n, row.at
                db.execute("insert into entry values(?,?,?,?,?,?,?,?,?,?)", _record(id, row))
            db.execute(
                "update game set head=?, last=?, summary=?, updated=? where id=?",
                (head, last, json.dumps(summary, ensure_ascii=False), at, id),
            )

    # --- the file

    def backup(self, target: Path) -> None:
        """Write a whole copy to ``target`` (an open journal is never copied as a file), or nothing.

        Raises:
            JournalDamaged: If it is this file that can't be copied.
            JournalError: ``file.unwritable``.
        """
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            if target.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            fresh.open("xb").close()
            self._db.execute("vacuum into ?", (str(fresh),))
            with fresh.open("rb+") as file:
                os.fsync(file.fileno())
            fresh.replace(target)
        except (sqlite3.DatabaseError, OSError) as error:
            with suppress(OSError):
                fresh.unlink()
            # SQLite calls the disk full when it stumbles over its own pages.
            if isinstance(error, sqlite3.DatabaseError) and (found := self.integrity()):
                raise JournalDamaged("journal.damaged", path=str(self.path), why=found[0]) from None
            why = _os_reason(error) if isinstance(error, OSError) else reason_of(error)
            raise JournalError("file.unwritable", path=str(target), why=why) from None

    def integrity(self) -> list[str]:
        """Return what SQLite finds wrong with the file; empty if it is sound."""
        try:
            found = [record[0] for record in self._db.execute("pragma integrity_check")]
        except sqlite3.DatabaseError as error:
            return [reason_of(error)]
        return [line for line in found if line != "ok"]

    def _read(self, statement: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise JournalDamaged("journal.damaged", path=str(self.path), why=reason_of(error)) from None

    def _game_row(self, record: Sequence[Any]) -> GameRow:
        id, game, title, setup, version, created, updated, head, last, summary, archived, meta = record
        try:
            row = GameRow(
                id, game, title, parse_json(setup), version, created, updated, head, last, parse_json(summary),
                bool(archived), parse_json(meta),
            )  # fmt: skip
            check_game(row)
        except (ValueError, TypeError):
            raise JournalDamaged("journal.rows", game=str(id), path=str(self.path)) from None
        return row


def _record(game: str, row: Row) -> tuple[Any, ...]:
    return (
        game, row.n, row.parent, row.kind, json.dumps(row.key, ensure_ascii=False),
        json.dumps(row.value, ensure_ascii=False), int(row.secret), row.checksum, row.source, row.at,
    )  # fmt: skip


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def reason_of(error: sqlite3.Error) -> str:
    """Return what SQLite says is wrong, without the stored text that it quotes: an answer in it may be secret."""
    return str(error).partition(" with text ")[0]


def _os_reason(error: OSError) -> str:
    return error.strerror or os.strerror(error.errno or 0)
