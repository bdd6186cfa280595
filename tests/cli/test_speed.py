"""What start-up is measured by: modules that quick commands must not load."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

Table = Callable[..., str]

HEAVY = {
    "asyncio", "babel", "budoux", "dataclasses", "filelock", "http.server", "importlib.metadata", "logging",
    "markdown_it", "prompt_toolkit", "pydantic", "questionary", "tomllib", "typing_extensions", "unittest",
}  # fmt: skip
"""Neither status nor completion may load these."""


def loaded(*args: str, code: str = "") -> set[str]:
    """Return the modules that a command line has loaded at its end."""
    program = code or f"import sys; sys.argv = {['gmtool', *args]!r}; from gmtool.__main__ import main; main()"
    wrapped = f"""
import sys
try:
    exec({program!r})
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", wrapped], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def heavy(modules: set[str]) -> set[str]:
    return {name for name in HEAVY if name in modules}


@pytest.mark.parametrize("options", [[], ["--json"], ["--plain"], ["--public"], ["politics-1"], ["--lang", "th"]])
def test_status_loads_neither_typer_nor_rich_nor_anything_heavy(table: Table, options: list[str]) -> None:
    table(30)
    loaded("status", *options)
    modules = loaded("status", *options)
    assert "gmtool.core.session" in modules
    assert not heavy(modules)
    assert not {"typer", "rich", "click", "platformdirs"} & modules


def test_status_with_unusual_options_takes_the_whole_command_line(table: Table) -> None:
    table(30)
    modules = loaded("status", "--help")
    assert "typer" in modules
    assert not heavy(modules) - {"dataclasses", "importlib.metadata", "logging"}


@pytest.mark.parametrize("command", ["games", "history", "undo", "--help"])
def test_plain_commands_load_no_prompts(table: Table, command: str) -> None:
    table(30)
    modules = loaded(command)
    assert not {"prompt_toolkit", "questionary", "asyncio", "pydantic", "markdown_it", "rich"} & modules


def test_completion_loads_no_game(table: Table) -> None:
    table(5)
    code = "from gmtool.cli.complete import games, players; print(games(''), players('n'), file=sys.stdout)"
    modules = loaded(code=f"import sys; {code}")
    assert not heavy(modules)
    assert not {name for name in modules if name.startswith("gmtool.games")}
