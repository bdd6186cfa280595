"""The page ``docs/commands.md``, made from the help itself: ``python -m gmtool.cli.reference > docs/commands.md``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from gmtool.cli.env import Env
from gmtool.cli.groups import PROGRAM
from gmtool.paths import data_dir


def pages() -> Iterator[tuple[str, str]]:
    """Yield every command with its help in English: the outermost first, groups before what is in them."""
    import typer
    from typer.main import get_command

    from gmtool.cli.app import app

    def below(command: Any, path: str, parent: Any) -> Iterator[tuple[str, str]]:
        ctx = typer.Context(command, info_name=path.rpartition(" ")[2], parent=parent, obj=Env(lang="en"))
        yield path, command.get_help(ctx)
        for name, found in getattr(command, "commands", {}).items():
            yield from below(found, f"{path} {name}", ctx)

    yield from below(get_command(app), PROGRAM, None)


def reference() -> str:
    """Return the page: its words from ``[reference]``, the helps, and every error with its id."""
    texts = tomllib.loads((data_dir() / "common" / "cli" / "en.toml").read_text(encoding="utf-8"))
    said = texts["reference"]
    lines = [f"# {said['title']}", "", said["intro"], ""]
    for path, text in pages():
        lines += [f"## {path}", "", "```text", text, "```", ""]
    lines += [f"# {said['errors']}", "", said["errors_intro"], ""]
    for id, text in texts["error"].items():
        first, *rest = text.split("\n")
        lines += [f"- `{id}`: {first}", *(f"  {line}" for line in rest)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(reference(), end="")
