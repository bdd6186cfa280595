"""Questions that people asked at tables, with the entries that answer them; written without looking at the entries."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

GAMES = ("boss", "jinro", "politics")
LANGUAGES = ("en", "ja", "th", "vi")
_HERE = Path(__file__).parent / "questions"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question; without answers it must find none."""

    game: str
    lang: str
    question: str
    answers: tuple[str, ...]


def asked(game: str) -> list[Asked]:
    """Return the questions of one game."""
    return _read(_HERE / f"{game}.jsonl", game)


def small_talk(game: str) -> list[Asked]:
    """Return what people say at any table, asked of one game."""
    return _read(_HERE / "smalltalk.jsonl", game)


def near(game: str) -> list[Asked]:
    """Return questions in a game's own words that no rule answers."""
    rows = [json.loads(line) for line in (_HERE / "near.jsonl").read_text(encoding="utf-8").splitlines()]
    return [Asked(game, row["lang"], row["question"], ()) for row in rows if row["game"] == game]


def _read(path: Path, game: str) -> list[Asked]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert rows
    return [Asked(game, row["lang"], row["question"], tuple(row["answer_ids"])) for row in rows]
