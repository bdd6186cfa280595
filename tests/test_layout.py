"""The house as drawn: imports point one way, and a game lives in its own two folders only."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from gmtool.core.game import game_ids

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "gmtool"

MAY_IMPORT = {
    "core": {"core", "cache", "files", "paths"},
    "games": {"games", "core", "files", "paths"},
    "text": {"text", "core", "paths"},
    "rulebook": {"rulebook", "text", "core", "cache", "files", "paths"},
    "ui": {"ui", "rulebook", "text", "games", "core", "paths"},
    "cli": {"cli", "ui", "rulebook", "text", "games", "core", "files", "paths", "settings"},
}


def imported(path: Path) -> set[str]:
    """Return the parts of gmtool that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module] if node.module != "gmtool" else [f"gmtool.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        found.update(module.split(".")[1] for module in modules if module.startswith("gmtool."))
    return found - {"__version__"}


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    files = sorted((PACKAGE / part).glob("**/*.py"))
    assert files
    wrong = {str(path.relative_to(ROOT)): imported(path) - MAY_IMPORT[part] for path in files}
    assert not {path: parts for path, parts in wrong.items() if parts}


def test_no_game_imports_another() -> None:
    for game in game_ids():
        for path in (PACKAGE / "games" / game).glob("**/*.py"):
            others = re.findall(r"gmtool\.games\.(\w+)", path.read_text(encoding="utf-8"))
            assert set(others) <= {game}, path


@pytest.mark.parametrize("game", game_ids())
def test_no_file_outside_its_folders_names_a_game(game: str) -> None:
    code = [path for path in PACKAGE.glob("**/*.py") if PACKAGE / "games" / game not in path.parents]
    texts = [*(ROOT / "data" / "common" / "text").glob("*.toml"), *(ROOT / "data" / "common" / "cli").glob("*.toml")]
    assert code
    assert texts
    naming = [
        str(path.relative_to(ROOT))
        for path in [*code, *texts]
        if re.search(rf"(?<![\w-]){game}(?![\w-])|(?<![\w-]){game}-\d", path.read_text(encoding="utf-8"))
    ]
    assert not naming


def test_a_game_is_two_folders_with_the_same_rooms() -> None:
    for game in game_ids():
        for room in ("__init__", "game", "table", "setup", "rules", "script", "view"):
            assert (PACKAGE / "games" / game / f"{room}.py").is_file(), (game, room)
        for file in ("facts.toml", "rules.toml"):
            assert (ROOT / "data" / game / file).is_file(), (game, file)


def test_no_yield_of_a_script_stands_in_a_finally_or_with() -> None:
    """A run may be thrown away at any question: nothing may wait for its end, and nothing may swallow an interrupt."""
    for path in (PACKAGE / "games").glob("**/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.With) and _yields(node.body):
                raise AssertionError(f"{path}:{node.lineno} yields inside with")
            if isinstance(node, ast.Try) and _yields(node.body):
                assert not node.finalbody, f"{path}:{node.lineno} yields inside try with finally"
                for handler in node.handlers:
                    kind = handler.type
                    assert isinstance(kind, ast.Name), path
                    assert kind.id not in ("Exception", "BaseException"), path


def _yields(body: list[ast.stmt]) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for statement in body for node in ast.walk(statement))


def test_generators_are_never_called_without_yield_from() -> None:
    """A sub-script called like a function would silently do nothing."""
    for path in (PACKAGE / "games").glob("**/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        scripts = {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "Script"
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                called = node.value.func
                assert not (isinstance(called, ast.Name) and called.id in scripts), f"{path}:{node.lineno}"
