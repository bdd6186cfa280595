"""Recorded games reproduce to the last number and refuse what must be refused.

``GMTOOL_SCENARIOS=DIR pytest tests/test_scenarios.py`` runs the files of another folder (subfolders by game) as well.
"""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent / "scenarios"


def recorded() -> list[Path]:
    folders = [HERE]
    if os.environ.get("GMTOOL_SCENARIOS"):
        folders.append(Path(os.environ["GMTOOL_SCENARIOS"]))
    return [path for folder in folders for path in sorted(folder.glob("*/*.json"))]


FILES = recorded()


def test_there_are_recorded_games() -> None:
    assert len(FILES) >= 6
    if os.environ.get("GMTOOL_SCENARIOS"):
        assert any(not path.is_relative_to(HERE) for path in FILES), "no file in GMTOOL_SCENARIOS"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_game_reproduces(path: Path) -> None:
    recording: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    adapter = importlib.import_module(f"tests.adapters.{path.parent.name}")
    problems = adapter.replay(recording)
    assert not problems, "\n".join(problems)
