"""One writer a game: a lock that a crash frees as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gmtool.core.journal import JournalError


class GameBusy(Exception):
    """The game is open for writing elsewhere."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


def lock_game(path: Path, game: str) -> Any:
    """Return a held lock on one game, freed by a crash as well.

    Raises:
        GameBusy: If another process holds it.
        JournalError: If no lock can be made there.
    """
    import filelock

    try:
        lock = filelock.FileLock(path.with_name(f"{path.name}.{game}.lock"), is_singleton=False)
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise GameBusy(game) from None
    except (OSError, ValueError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise JournalError("journal.unwritable", path=str(path), why=why) from None
    return lock
