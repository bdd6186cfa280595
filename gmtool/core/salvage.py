"""Getting games out of a damaged journal: what can be read is taken row by row, the damaged file is never changed."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from gmtool.core.journal import Journal, JournalError, now, reason_of
from gmtool.core.rows import GameRow, Row, check_rows, standing
from gmtool.files import parse_json


class Saved(NamedTuple):
    """One game got out of a damaged file: how many rows of how many, ``lost`` if not even its set-up could be read."""

    id: str
    rows: int
    of: int
    lost: bool


def salvage(damaged: Path, target: Path) -> list[Saved]:
    """Write every game of ``damaged`` that can be read into a new journal at ``target``, up to its first lost row.

    Raises:
        JournalError: If the new journal can't be written, or nothing at all can be read.
    """
    with ExitStack() as opened:
        try:
            uri = f"{damaged.resolve().as_uri()}?mode=ro"
            db = opened.enter_context(closing(sqlite3.connect(uri, uri=True, isolation_level=None)))
            ids = _ids(db)
        except sqlite3.DatabaseError as error:
            raise JournalError("journal.hopeless", path=str(damaged), why=reason_of(error)) from None
        journal = opened.enter_context(closing(Journal.open(target, write=True)))
        return [_save(db, journal, id) for id in ids]


def _ids(db: sqlite3.Connection) -> list[str]:
    """Return the ids of all games that can be found, from either table."""
    found: dict[str, None] = {}
    failed: sqlite3.DatabaseError | None = None
    for statement in ("select id from game", "select distinct game from entry"):
        try:
            for record in db.execute(statement):
                found[str(record[0])] = None
        except sqlite3.DatabaseError as error:
            failed = error
    if not found and failed is not None:
        raise failed
    return list(found)


def _save(db: sqlite3.Connection, journal: Journal, id: str) -> Saved:
    rows, last = _rows(db, id), 0
    try:
        record: Any = db.execute("select * from game where id=?", (id,)).fetchone()
        info = GameRow(*record)
        last, version = int(info.last), int(info.script_version)
        setup = parse_json(str(info.setup))
    except (sqlite3.DatabaseError, TypeError, ValueError):
        return Saved(id, 0, max(last, len(rows)), True)
    if not rows or not isinstance(setup, dict):
        return Saved(id, 0, max(last, len(rows)), True)
    head = standing(rows).chain
    whole = info._replace(
        id=id, game=str(info.game), title=str(info.title), script_version=version, created=_moment(info.created),
        updated=_moment(info.updated), setup=setup, summary=_object(info.summary), meta=_object(info.meta),
        archived=bool(info.archived),
        head=head[-1].n if head else 0, last=rows[-1].n,
    )  # fmt: skip
    journal.put_game(whole, rows)
    return Saved(id, len(rows) - 1, last, False)


def _moment(text: Any) -> str:
    """Return a moment as it is stored, or this one if it can't be read."""
    try:
        return datetime.fromisoformat(str(text)).isoformat(timespec="milliseconds")
    except ValueError:
        return now()


def _object(text: Any) -> dict[str, Any]:
    try:
        found = parse_json(str(text))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _rows(db: sqlite3.Connection, id: str) -> list[Row]:
    """Return a game's rows up to the first that can't be read or does not stand on those before it."""
    rows: list[Row] = []
    while True:
        try:
            record = db.execute(
                "select n,parent,kind,key,value,secret,checksum,source,at from entry where game=? and n=?",
                (id, len(rows)),
            ).fetchone()
            if record is None:
                return rows
            n, parent, kind, key, value, secret, checksum, source, at = record
            row = Row(n, parent, kind, tuple(parse_json(key)), parse_json(value), bool(secret), checksum, source, at)
            check_rows([*rows, row])
            standing([*rows, row])
        except (sqlite3.DatabaseError, LookupError, ValueError, TypeError):
            return rows
        rows.append(row)
