"""Reading TOML data files, kept in a compiled form beside the GM's other caches, since parsing costs more than play."""

from __future__ import annotations

import marshal
import os
import sys
from pathlib import Path
from typing import Any

from gmtool.paths import data_dir

_loaded: dict[Path, dict[str, Any]] = {}


def load_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file's contents, read once a process.

    Raises:
        FileNotFoundError, tomllib.TOMLDecodeError: As usual; a damaged cache is ignored.
    """
    found = _loaded.get(path)
    if found is None:
        found = _loaded[path] = _read(path)
    return found


def facts(game: str) -> dict[str, Any]:
    """Return the facts of a game: ``data/GAME/facts.toml``."""
    return load_toml(data_dir() / game / "facts.toml")


def _cache_file(path: Path) -> Path:
    base = os.environ.get("GMTOOL_CACHE") or os.environ.get("XDG_CACHE_HOME")
    folder = Path(base) / "gmtool" if base else Path.home() / ".cache" / "gmtool"
    mark = f"{sys.hexversion:x}"
    return folder / f"{'-'.join(path.parts[-3:])}.{mark}.bin"


def _read(path: Path) -> dict[str, Any]:
    stat = path.stat()
    key = (str(path), stat.st_mtime_ns, stat.st_size)
    try:
        cache = _cache_file(path)
        stored = marshal.loads(cache.read_bytes())
        if stored[0] == key:
            return stored[1]  # type: ignore[no-any-return]
    except (OSError, ValueError, EOFError, TypeError, IndexError, RuntimeError):
        pass
    import tomllib

    contents = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        cache = _cache_file(path)
        cache.parent.mkdir(parents=True, exist_ok=True)
        fresh = cache.with_name(f"{cache.name}.{os.getpid()}")
        fresh.write_bytes(marshal.dumps((key, contents)))
        fresh.replace(cache)
    except (OSError, ValueError, RuntimeError):
        pass
    return contents
