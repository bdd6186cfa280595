"""A game as lines of JSON, to be kept elsewhere and taken in again: one answer a line, set-up and versions first.

What is taken in is replayed as a whole before anything of it is stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from gmtool.core.game import UnknownGame, load_game
from gmtool.core.history import public_entry, public_history
from gmtool.core.journal import Journal, JournalDamaged
from gmtool.core.rows import ANSWERS, GameRow, Row, check_game, check_rows, standing
from gmtool.core.session import Session
from gmtool.core.setup import clean_name
from gmtool.files import parse_json

FORMAT: Final = 1
_ID: Final = re.compile(r"\w[\w-]{0,79}")


class TransferError(Exception):
    """Lines that are no game of ours: ``id`` names the message, ``values`` fill it."""

    def __init__(self, id: str, **values: object) -> None:
        super().__init__(id)
        self.id = id
        self.values = values


def export_lines(session: Session, version: str) -> Iterator[str]:
    """Yield a game as lines, everything in it: secrets, undone answers, times."""
    info = session.info
    yield _line(
        {
            "gmtool": version,
            "format": FORMAT,
            "id": info.id,
            "game": info.game,
            "title": info.title,
            "setup": info.setup,
            "script_version": info.script_version,
            "created": info.created,
            "updated": info.updated,
            "archived": info.archived,
            "rows": len(session.rows),
        }
    )
    for row in session.rows:
        line: dict[str, Any] = {
            "n": row.n,
            "parent": row.parent,
            "kind": row.kind,
            "key": list(row.key),
            "value": row.value,
            "secret": row.secret,
            "checksum": row.checksum,
            "at": row.at,
        }
        yield _line({**line, "source": row.source} if row.source is not None else line)


def public_lines(session: Session, version: str) -> Iterator[str]:
    """Yield what the table may know of a game as lines: public history and view, no times, no secrets."""
    yield _line({"gmtool": version, "format": FORMAT, "public": True, "game": session.info.game})
    for entry in public_history(session):
        yield _line(public_entry(entry))
    yield _line({"view": session.game.public_view(session.table).as_json()})


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def read_export(lines: Iterable[bytes], *, cut: bool = False) -> tuple[GameRow, list[Row]]:
    """Return the game that lines hold, by its shape alone (see ``check``).

    Args:
        cut: Take what stands before the first line that is not whole, and do not ask whether that is all.

    Raises:
        TransferError: ``import.line`` with its number, ``import.head``, ``import.public``, ``import.newer``,
            ``import.cut``, ``import.rows``.
    """
    info: GameRow | None = None
    wanted: object = None
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            document = _document(number, line)
            if info is None:
                info, wanted = _read_head(document), document.get("rows")
            else:
                rows.append(_read_row(number, document))
        except TransferError as error:
            if cut and rows:
                break
            if info is None and error.id == "import.line":
                # Nothing stands before it that could be taken in.
                raise TransferError("import.head") from None
            raise
    if info is None:
        raise TransferError("import.head")
    if wanted is not None and wanted != len(rows) and not cut:
        raise TransferError("import.cut", want=wanted, found=len(rows))
    try:
        check_rows(rows)
        stands = standing(rows)
    except (LookupError, ValueError, TypeError):
        raise TransferError("import.rows") from None
    last = stands.chain[-1].n if stands.chain else 0
    return info._replace(head=last, last=rows[-1].n), rows


def _document(number: int, line: bytes) -> dict[str, Any]:
    try:
        document = parse_json(line.decode("utf-8-sig"))
    except ValueError:
        raise TransferError("import.line", number=number) from None
    if not isinstance(document, dict):
        raise TransferError("import.line", number=number)
    return document


def _read_head(head: dict[str, Any]) -> GameRow:
    if "gmtool" not in head or "game" not in head:
        raise TransferError("import.head")
    if head.get("public"):
        raise TransferError("import.public")
    if not isinstance(head.get("format"), int) or head["format"] > FORMAT:
        raise TransferError("import.newer", found=str(head.get("format")), known=FORMAT)
    setup, version = head.get("setup"), head.get("script_version")
    texts = [head.get(key) for key in ("id", "game", "title", "created", "updated")]
    if not isinstance(setup, dict) or not isinstance(version, int) or not all(isinstance(text, str) for text in texts):
        raise TransferError("import.head")
    id, game, title, created, updated = (str(text) for text in texts)
    archived = bool(head.get("archived"))
    # Where nothing is said the default holds, in whichever way nothing is said.
    setup = {name: value for name, value in setup.items() if value is not None}
    info = GameRow(id, game, clean_name(title), setup, version, created, updated, 0, 0, {}, archived, {})
    try:
        check_game(info)
    except (ValueError, TypeError):
        raise TransferError("import.head") from None
    # An id is typed, and names the file of a lock.
    if not _ID.fullmatch(id) or version < 0:
        raise TransferError("import.head")
    return info


def _read_row(number: int, line: dict[str, Any]) -> Row:
    try:
        n, parent, kind, key, checksum, at = (line[name] for name in ("n", "parent", "kind", "key", "checksum", "at"))
        value, secret, source = line["value"], line["secret"], line.get("source")
    except KeyError:
        raise TransferError("import.line", number=number) from None
    numbers = [n, parent, *([source] if source is not None else [])]
    if (
        not all(isinstance(entry, int) and not isinstance(entry, bool) for entry in numbers)
        or not all(isinstance(entry, str) for entry in (kind, checksum, at))
        or not isinstance(key, list)
        or not isinstance(secret, bool)
    ):
        raise TransferError("import.line", number=number)
    return Row(n, parent, kind, tuple(key), value, secret, checksum, source, at)


def check(info: GameRow, rows: list[Row]) -> GameRow:
    """Replay the game that stands and every branch that was left; returns the game with its summary.

    Raises:
        TransferError: ``import.game``, ``import.setup``, ``import.script``, ``import.replay``.
    """
    try:
        game = load_game(info.game)
    except UnknownGame as error:
        raise TransferError("import.game", name=info.game, known=", ".join(error.known)) from None
    if info.script_version > game.version:
        raise TransferError("import.script", found=info.script_version, known=game.version)
    try:
        faults = game.check_setup(info.setup)
    except Exception as error:
        raise TransferError("import.setup", why=type(error).__name__) from None
    if faults:
        raise TransferError("import.setup", why=", ".join(fault.id for fault in faults))
    journal = Journal.in_memory()
    try:
        stored = journal.put_game(info, rows)
        session = Session(journal, stored.id)
        _check_replay(session)
        summary = session.summary()
        parents = {row.parent for row in rows[1:] if row.kind in ANSWERS}
        for leaf in [row.n for row in rows[1:] if row.kind in ANSWERS and row.n not in parents]:
            session.back(leaf)
            _check_replay(session)
    except JournalDamaged:
        raise TransferError("import.rows") from None
    finally:
        journal.close()
    return info._replace(summary=summary)


def _check_replay(session: Session) -> None:
    broken = session.broken
    if broken is not None:
        raise TransferError("import.replay", row=broken.row.n, why=broken.why or broken.id)


def import_game(journal: Journal, info: GameRow, rows: list[Row]) -> GameRow:
    """Check a game and store it; returns it as stored, under another id if its own is taken.

    Raises:
        TransferError: Nothing is stored then.
        WriteFailed: Nothing is stored either.
    """
    return journal.put_game(check(info, rows), rows)
