"""All commands together."""

from __future__ import annotations

from collections.abc import Sequence

import typer
from typer.main import get_command

from gmtool import __version__
from gmtool.cli import errors
from gmtool.cli.env import Env
from gmtool.cli.groups import PROGRAM, Command, Group

app = typer.Typer(
    name=PROGRAM,
    cls=Group,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,
    invoke_without_command=True,
)


@app.callback(invoke_without_command=True)
def begin(ctx: typer.Context, *, version: bool = typer.Option(False, "--version")) -> int:
    env: Env = ctx.obj
    if version:
        env.out(f"{PROGRAM} {__version__}")
        raise typer.Exit(errors.DONE)
    if ctx.invoked_subcommand is not None:
        return errors.DONE
    from gmtool.cli.play import go_on

    return go_on(env)


def _add_commands() -> None:
    from gmtool.cli import backing, games, history, new, play, score, settings, status_command, table, transfer

    for module in (play, new, status_command, history, backing, table, score, games, transfer, settings):
        for name, function in module.COMMANDS.items():
            app.command(name, cls=Command)(function)
    from gmtool.cli import cards, rules

    for name, group in (("rules", rules.app), ("cards", cards.app)):
        app.add_typer(group, name=name)


_add_commands()


def run(args: Sequence[str]) -> int:
    """Run a command line; returns the exit code."""
    code: int = get_command(app).main(args, standalone_mode=False)
    return code
