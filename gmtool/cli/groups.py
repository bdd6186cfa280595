"""Commands and groups of commands: common options, help in the GM's language, one place for everything refused."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer
from typer._click import exceptions as click_errors
from typer.core import TyperCommand, TyperGroup, TyperOption

from gmtool.cli import errors, helping
from gmtool.cli.env import Env, prepare_streams, readable
from gmtool.cli.errors import USAGE, CliError

COMMON = ("lang", "db", "letters", "no_input")
"""Options that every command takes."""
PROGRAM = "gmtool"


def _common_options() -> list[TyperOption]:
    def value(name: str, metavar: str) -> TyperOption:
        return TyperOption(param_decls=[f"--{name}"], metavar=metavar, expose_value=False, callback=_keep)

    def flag(name: str) -> TyperOption:
        decl = f"--{name.replace('_', '-')}"
        return TyperOption(param_decls=[decl], is_flag=True, default=False, expose_value=False, callback=_keep)

    return [value("lang", "LANG"), value("db", "FILE"), flag("letters"), flag("no_input")]


def _keep(ctx: typer.Context, param: Any, value: Any) -> None:
    """Give a common option to the command's environment; the language was read before, so that help can use it."""
    env = ctx.obj
    if value and isinstance(env, Env):
        env.take(param.name, value)


class Command(TyperCommand):
    """A command with the common options, whose help stands in ``data/``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_common_options())

    def get_help(self, ctx: Any) -> str:
        return helping.of_command(self, ctx, ctx.find_object(Env) or Env())

    def get_short_help_str(self, limit: int = 45) -> str:
        return helping.short(self.name or "", Env())


class Group(TyperGroup):
    """A group of commands; the outermost one is where every command begins and ends."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_common_options())

    def get_help(self, ctx: Any) -> str:
        return helping.of_group(self, ctx, ctx.find_object(Env) or Env())

    def get_short_help_str(self, limit: int = 45) -> str:
        return helping.short(self.name or "", Env())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; an unknown one is refused with those that come near."""
        found = super().get_command(ctx, cmd_name)
        if found is None and not ctx.resilient_parsing and not cmd_name.startswith("-"):
            near = get_close_matches(cmd_name, list(self.commands), n=3)
            id = "usage.command" if near else "usage.command_none"
            raise CliError(id, USAGE, name=cmd_name, near=", ".join(near))
        return found

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line; returns the exit code, or leaves with it in standalone mode."""
        argv = [readable(word) for word in (sys.argv[1:] if args is None else args)]
        if os.environ.get(f"_{PROGRAM.upper()}_COMPLETE"):
            return self._complete(argv)
        code = self._run(argv)
        if standalone_mode:
            sys.exit(code)
        return code

    def _complete(self, argv: Sequence[str]) -> Any:
        from typer._completion_classes import completion_init

        completion_init()
        return super().main(args=argv, prog_name=PROGRAM)

    def _run(self, argv: list[str]) -> int:
        prepare_streams()
        env = Env(lang=_peek(argv, "--lang"))
        try:
            try:
                env.check_language()
                with self.make_context(PROGRAM, argv, obj=env) as ctx:
                    outcome = self.invoke(ctx)
                code = outcome if isinstance(outcome, int) else errors.DONE
            except typer.Exit as leave:
                code = leave.exit_code
            except click_errors.UsageError as error:
                code = report_usage(error, env, _named_command(self, argv))
            except BrokenPipeError:
                raise
            except (Exception, KeyboardInterrupt) as error:
                code = errors.report(error, env)
            sys.stdout.flush()
        except BrokenPipeError:
            code = errors.leave_quietly()
        except OSError as error:
            code = errors.report(error, env)
            errors.leave_quietly()
        return code


def _peek(argv: Sequence[str], option: str) -> str:
    """Return an option's value before the line is parsed, or an empty text."""
    for number, word in enumerate(argv):
        if word == "--":
            break
        if word == option and number + 1 < len(argv):
            return argv[number + 1]
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return ""


def report_usage(error: Any, env: Env, named: str) -> int:
    """Tell what is wrong with a command line, and where its help is; returns the exit code."""
    command = error.ctx.command_path if error.ctx is not None else named
    values: dict[str, Any] = {"command": command}
    if isinstance(error, click_errors.NoSuchOption):
        near = list(error.possibilities or ())
        id = "usage.option" if near else "usage.option_none"
        values.update(name=error.option_name, near=", ".join(near))
    elif isinstance(error, click_errors.MissingParameter):
        id = "usage.missing"
        values["name"] = error.param.human_readable_name.upper() if error.param is not None else ""
    elif isinstance(error, click_errors.BadOptionUsage):
        id = "usage.value"
        values["name"] = error.option_name
    elif isinstance(error, click_errors.BadParameter):
        id = "usage.bad"
        values["name"] = error.param.human_readable_name if error.param is not None else ""
    else:
        id = "usage.extra"
    env.tell_error(id, values)
    return USAGE


def _named_command(group: Any, argv: Sequence[str]) -> str:
    """Return the command that a line names, as far as it does, to point at its help."""
    path, command = [PROGRAM], group
    for word in argv:
        found = getattr(command, "commands", {}).get(word)
        if found is None:
            break
        path.append(word)
        command = found
    return " ".join(path)


class RulesGroup(Group):
    """``gmtool rules``: whatever is no command of its own is a rule or a game to show."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = ["show", *args]
        return super().resolve_command(ctx, args)
