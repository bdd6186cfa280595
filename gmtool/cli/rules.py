"""``gmtool rules``: a rule by its id, a game's rules, a question asked at the table."""

from __future__ import annotations

from typing import Any

import typer

from gmtool.core.facts import load_toml
from gmtool.paths import data_dir
from gmtool.text.texts import Texts

app = typer.Typer()


def rule_text(game: str, id: str, texts: Texts) -> list[str]:
    """Return a rule's title and text, or nothing if there is no such rule."""
    path = data_dir() / game / "rules" / f"{texts.language}.toml"
    entry: Any = load_toml(path).get(id) if path.is_file() else None
    if not isinstance(entry, dict):
        return []
    body = entry.get("text") or entry.get("answer") or ""
    return [f"{id}  {texts.fill(str(entry.get('title', '')), {})}", f"  {texts.fill(str(body), {})}"]
