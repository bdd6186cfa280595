"""What finding needs, worked out from the data files once and kept in compiled form beside the other caches."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_loaded: dict[str, Any] = {}


def compiled(name: str, sources: Sequence[Path], build: Callable[[], Any]) -> Any:
    """Return what ``build`` gives (plain values only), kept until one of the sources changes.

    A cache that can't be read or written is no fault: it is built anew.
    """
    if name not in _loaded:
        _loaded[name] = _read(name, sources, build)
    return _loaded[name]


def forget() -> None:
    """Drop what this process keeps, for tests that change data."""
    _loaded.clear()


def _folder() -> Path:
    base = os.environ.get("GMTOOL_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base) / "gmtool" if base else Path.home() / ".cache" / "gmtool"


def _key(sources: Sequence[Path]) -> list[tuple[str, int, int]]:
    here = sorted(Path(__file__).resolve().parent.glob("*.py"))
    key = []
    for path in (*sources, *here):
        try:
            stat = path.stat()
        except OSError:
            key.append((str(path), 0, 0))
        else:
            key.append((str(path), stat.st_mtime_ns, stat.st_size))
    return key


def _read(name: str, sources: Sequence[Path], build: Callable[[], Any]) -> Any:
    key = _key(sources)
    cache = _folder() / f"rulebook-{name}.{sys.hexversion:x}.bin"
    try:
        stored = marshal.loads(cache.read_bytes())
        if stored[0] == key:
            return stored[1]
    except (OSError, ValueError, EOFError, TypeError, IndexError, RuntimeError):
        pass
    contents = build()
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        fresh = cache.with_name(f"{cache.name}.{os.getpid()}")
        fresh.write_bytes(marshal.dumps((key, contents)))
        fresh.replace(cache)
    except (OSError, ValueError, RuntimeError):
        pass
    return contents
