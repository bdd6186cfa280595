"""Where things are: the data files of the package, the GM's own files."""

from __future__ import annotations

import os
from pathlib import Path


def expanded(name: str) -> Path:
    """Return a path as it was typed, with ``~`` for a home folder that there is.

    >>> str(expanded("~nobody-of-that-name.jsonl"))
    '~nobody-of-that-name.jsonl'
    """
    path = Path(name)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def data_dir() -> Path:
    """Return the folder of data files: ``GMTOOL_DATA``, inside the installed package, or beside it in a checkout."""
    named = os.environ.get("GMTOOL_DATA")
    if named:
        return expanded(named)
    here = Path(__file__).resolve().parent
    inside = here / "data"
    return inside if inside.is_dir() else here.parent / "data"


def home_dir() -> Path:
    """Return the folder of the GM's games and settings: ``GMTOOL_HOME``, or the system's place for user data."""
    named = os.environ.get("GMTOOL_HOME")
    if named:
        return expanded(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("gmtool", appauthor=False))


def journal_path() -> Path:
    return home_dir() / "games.db"
