"""What is worked out from files once and kept in compiled form, since working it out costs more than play.

A cache is never needed: one that can't be read or written is no fault, and what it held is worked out anew.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Mark = tuple[str, int, int]


def mark_of(path: Path) -> Mark:
    """Return what tells whether a file has changed: its path, time and size; of a missing one zeros."""
    try:
        stat = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), stat.st_mtime_ns, stat.st_size


def cached(name: str, sources: Iterable[Path], build: Callable[[], Any]) -> Any:
    """Return what ``build`` gives (plain values only), kept until one of the sources changes.

    Args:
        name: Part of a file name; one a thing kept.
        sources: Files that it is made from.
        build: Makes it; what it raises is not caught.
    """
    marks = [mark_of(path) for path in sources]
    try:
        file = _folder() / f"{name}.{sys.hexversion:x}.bin"
        stored = marshal.loads(file.read_bytes())
        if stored[0] == marks:
            return stored[1]
    except Exception:  # whatever a file of bytes may hold
        stored = None
    contents = build()
    try:
        file = _folder() / f"{name}.{sys.hexversion:x}.bin"
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            fresh.write_bytes(marshal.dumps((marks, contents)))
            fresh.replace(file)
        except OSError:
            fresh.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError):
        pass
    return contents


def _folder() -> Path:
    base = os.environ.get("GMTOOL_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base) / "gmtool" if base else Path.home() / ".cache" / "gmtool"
