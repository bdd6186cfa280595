"""Reading TOML data files; what is parsed is kept in compiled form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gmtool.cache import cached
from gmtool.paths import data_dir

_loaded: dict[Path, dict[str, Any]] = {}


def load_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file's contents, read once a process.

    Raises:
        FileNotFoundError, tomllib.TOMLDecodeError: As usual; a damaged cache is ignored.
    """
    found = _loaded.get(path)
    if found is None:
        found = cached("-".join(path.parts[-3:]), [path], lambda: _parse(path))
        _loaded[path] = found
    return found


def facts(game: str) -> dict[str, Any]:
    """Return the facts of a game: ``data/GAME/facts.toml``."""
    return load_toml(data_dir() / game / "facts.toml")


def _parse(path: Path) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(path.read_text(encoding="utf-8"))
