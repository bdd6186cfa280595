"""Help in the GM's language: usage, what it does, an example, arguments and options, exit codes. Words: ``[help]``."""

from __future__ import annotations

from typing import Any

from gmtool.cli.env import Env
from gmtool.cli.errors import EXIT_CODES
from gmtool.core.game import game_ids
from gmtool.ui.glance import columns

EVERYWHERE = ("lang", "db", "letters", "no_input")


def key_of(path: str) -> str:
    """Return the table of a command's help.

    >>> key_of("gmtool rules ask"), key_of("gmtool new")
    ('rules_ask', 'new')
    """
    return "_".join(path.split()[1:]) or "gmtool"


def short(name: str, env: Env) -> str:
    """Return what a command does, in a few words."""
    return env.texts.get("help", f"{name.replace(' ', '_')}.about")


def of_param(table: str, name: str, env: Env) -> str:
    """Return an option's help: the command's own, else the one of all commands."""
    own = env.texts.find("help", f"{table}.{name}")
    return env.texts.fill(own, {}) if own is not None else env.texts.get("help", f"option.{name}")


def of_command(command: Any, ctx: Any, env: Env) -> str:
    table = key_of(ctx.command_path)
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    usage = " ".join(
        [ctx.command_path, *(_metavar(param) for param in arguments), f"[{_text(env, 'options').lower()}]"]
    )
    lines = [f"{_text(env, 'usage')}: {usage}", "", short(table, env), *_example(table, env)]
    rows = [[f"  {_metavar(param).strip('[]')}", of_param(table, param.name, env)] for param in arguments]
    if rows:
        lines += ["", f"{_text(env, 'arguments')}:", *columns(rows)]
    lines += _options(command, table, env)
    codes = " · ".join(f"{code} {env.texts.get('exit_short', str(code))}" for code in EXIT_CODES)
    return "\n".join([*lines, "", f"{_text(env, 'exit_codes')}: {codes}"])


def of_group(group: Any, ctx: Any, env: Env) -> str:
    table = key_of(ctx.command_path)
    lines = [f"{_text(env, 'usage')}: {ctx.command_path} {_text(env, 'command').upper()}", "", short(table, env)]
    lines += _example(table, env)
    prefix = "" if table == "gmtool" else f"{table}_"
    rows = [[f"  {name}", short(f"{prefix}{name}", env)] for name, found in group.commands.items() if not found.hidden]
    lines += ["", f"{_text(env, 'commands')}:", *columns(rows)]
    lines += _options(group, table, env)
    codes = [[f"  {code}", env.texts.get("exit", str(code))] for code in EXIT_CODES]
    return "\n".join([*lines, "", f"{_text(env, 'exit_codes')}:", *columns(codes)])


def _options(command: Any, table: str, env: Env) -> list[str]:
    rows: list[list[str]] = []
    common: list[list[str]] = []
    for param in command.params:
        if param.param_type_name != "option" or getattr(param, "hidden", False):
            continue
        names = ", ".join([*param.opts, *param.secondary_opts])
        shown = f"  {names}" if param.is_flag else f"  {names} {_metavar(param)}"
        (common if param.name in EVERYWHERE else rows).append([shown, of_param(table, param.name, env)])
    found: list[str] = []
    if rows:
        found += ["", f"{_text(env, 'options')}:", *columns(rows)]
    if common:
        common.append(["  --help", env.texts.get("help", "option.help")])
        found += ["", f"{_text(env, 'everywhere')}:", *columns(common)]
    return found


def _metavar(param: Any) -> str:
    name = (param.metavar or param.name or "").upper().replace("_", "-")
    if param.param_type_name != "argument":
        return name
    shown = f"{name}…" if param.nargs == -1 else name
    return shown if param.required else f"[{shown}]"


def _example(table: str, env: Env) -> list[str]:
    text = env.texts.get("help", f"{table}.example", {"game": game_ids()[-1]})
    return ["", f"{_text(env, 'example')}:", *(f"  {line}" for line in text.split("\n"))]


def _text(env: Env, id: str) -> str:
    return env.texts.get("help", f"word.{id}")
