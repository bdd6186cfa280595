"""What finding needs, worked out from the data files once and kept in compiled form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gmtool.cache import cached

_loaded: dict[str, Any] = {}


def compiled(name: str, sources: Sequence[Path], build: Callable[[], Any]) -> Any:
    """Return what ``build`` gives (plain values only), kept until one of the sources, or this package, changes."""
    if name not in _loaded:
        here = sorted(Path(__file__).resolve().parent.glob("*.py"))
        _loaded[name] = cached(f"rulebook-{name}", [*sources, *here], build)
    return _loaded[name]
