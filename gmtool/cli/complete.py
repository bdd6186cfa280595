"""What the shell may complete: quick, silent, and nothing is ever written. What goes wrong completes to nothing."""

from __future__ import annotations

import os
from pathlib import Path

LIMIT = 50


def games(incomplete: str) -> list[str]:
    """Return ids of games, the last played first."""
    return [id for id, _ in _games() if id.startswith(incomplete)]


def players(incomplete: str) -> list[str]:
    """Return the players' names of the last games that begin like this, in any case."""
    wanted = incomplete.casefold()
    names = [name for _, found in _games() for name in found]
    return [name for name in dict.fromkeys(names) if name.casefold().startswith(wanted)]


def kinds(incomplete: str) -> list[str]:
    """Return the ids of all games that can be played."""
    folder = Path(__file__).resolve().parent.parent / "games"
    return [path.parent.name for path in sorted(folder.glob("*/game.py")) if path.parent.name.startswith(incomplete)]


def languages(incomplete: str) -> list[str]:
    from gmtool.text.texts import languages as all_languages

    return [code for code in all_languages() if code.startswith(incomplete)]


def _games() -> list[tuple[str, list[str]]]:
    from gmtool.core.journal import Journal, JournalError
    from gmtool.paths import expanded, journal_path

    path = expanded(os.environ.get("GMTOOL_DB") or str(journal_path()))
    try:
        journal = Journal.open(path, once=True)
    except (JournalError, OSError):
        return []
    try:
        return [(row.id, row.players) for row in journal.games(limit=LIMIT)]
    except JournalError:
        return []
    finally:
        journal.close()
