"""What a GM has chosen to keep: languages, letters for coins, the bell. One small JSON file beside the games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from gmtool.files import parse_json, write_whole
from gmtool.paths import home_dir

KEYS: Final = ("lang", "say_lang", "letters", "bell")
"""Settings there are, in the order shown. Languages may be empty: then they follow the environment."""
DEFAULTS: Final[Mapping[str, str | bool]] = {"lang": "", "say_lang": "", "letters": False, "bell": True}


class Settings(Mapping[str, Any]):
    """The settings as a mapping; ``damaged`` if the file could not be read and the defaults hold instead."""

    __slots__ = ("_values", "damaged")

    def __init__(self, values: Mapping[str, Any] | None = None, *, damaged: bool = False) -> None:
        self._values = {**DEFAULTS, **(values or {})}
        self.damaged = damaged

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def having(self, key: str, value: str | bool) -> Settings:
        """Return the settings with one changed."""
        return Settings({**self._values, key: value}, damaged=self.damaged)


def settings_path() -> Path:
    return home_dir() / "settings.json"


def load_settings() -> Settings:
    """Return the kept settings; defaults where there is no file, or none that can be read."""
    try:
        stored = parse_json(settings_path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError):
        return Settings(damaged=True)
    if not isinstance(stored, dict):
        return Settings(damaged=True)
    known = {key: value for key, value in stored.items() if key in KEYS and type(value) is type(DEFAULTS[key])}
    return Settings(known)


def save_settings(settings: Settings) -> None:
    """Keep settings. A damaged old file is kept under a new name.

    Raises:
        OSError: If they can't be kept; the old ones still stand then.
    """
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    if settings.damaged and path.exists():
        path.replace(path.with_name(f"{path.name}.damaged"))
    write_whole(path, [json.dumps(dict(settings), ensure_ascii=False, indent=2, sort_keys=True), "\n"])
