"""What is kept for a GM (``lang``, ``settings``), dice for a table without one (``roll``), and shell completion."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.backing import number_of
from gmtool.cli.complete import games, languages
from gmtool.cli.env import Env, cli_languages, language_named
from gmtool.cli.errors import DONE, USAGE, CliError
from gmtool.cli.making import names_of, switch_value
from gmtool.core.setup import clean_name
from gmtool.settings import DEFAULTS, KEYS, save_settings
from gmtool.ui.glance import columns

LANGUAGE_KEYS = ("lang", "say_lang")


def lang(
    ctx: params.Context,
    language: Annotated[str, typer.Argument(metavar="LANG", autocompletion=languages)] = "",
) -> int:
    env: Env = ctx.obj
    known = cli_languages()
    if not language:
        from gmtool.text.texts import Texts

        rows = [["*" if code == env.language else "", code, Texts(code).get("language", "name")] for code in known]
        for line in columns(rows):
            env.out(line)
        env.next("lang.next")
        return DONE
    code = language_named(language, known)
    if code is None:
        raise CliError("lang.unknown", USAGE, name=language, origin="gmtool lang", known=", ".join(known))
    save_settings(env.settings.having("lang", code))
    after = Env(lang=code)
    after.out(after.text("lang.kept", name=after.texts.get("language", "name")))
    return DONE


def settings(
    ctx: params.Context,
    pairs: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE")] = None,
    *,
    as_json: params.AsJson = False,
) -> int:
    env: Env = ctx.obj
    kept = env.settings
    for pair in pairs or ():
        key, equals, text = pair.partition("=")
        if key not in KEYS or not equals:
            raise CliError("settings.unknown", USAGE, got=pair, known=", ".join(KEYS))
        kept = kept.having(key, _value(key, text.strip()))
    if pairs:
        save_settings(kept)
    if as_json:
        env.json(dict(kept))
        return DONE
    rows = [[key, _shown(env, kept[key]), env.text(f"settings.{key}")] for key in KEYS]
    for line in columns(rows):
        env.out(line)
    env.next("settings.next")
    return DONE


def _value(key: str, text: str) -> Any:
    if key in LANGUAGE_KEYS:
        code = language_named(text, cli_languages()) if text else ""
        if code is None:
            raise CliError("lang.unknown", USAGE, name=text, origin=key, known=", ".join(cli_languages()))
        return code
    value = switch_value(text, (True, False))
    if not isinstance(value, type(DEFAULTS[key])):
        raise CliError("settings.on_off", USAGE, key=key, got=text)
    return value


def _shown(env: Env, value: Any) -> str:
    if isinstance(value, bool):
        return env.texts.get("word", "on" if value else "off")
    return str(value) or "-"


def roll(
    ctx: params.Context,
    sides: Annotated[str, typer.Argument(metavar="SIDES")] = "6",
    *,
    players: Annotated[str, typer.Option("--players", metavar="NAMES")] = "",
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME", autocompletion=games)] = "",
    times: Annotated[str, typer.Option("--times", metavar="NUMBER")] = "1",
    as_json: params.AsJson = False,
) -> int:
    env: Env = ctx.obj
    faces, count = number_of(sides), number_of(times)
    if not 2 <= faces <= 1_000_000 or not 1 <= count <= 1000:
        raise CliError("roll.bounds", USAGE, got=sides if not 2 <= faces <= 1_000_000 else times)
    names = [clean_name(name) for name in names_of([], players)]
    if game:
        with env.journal() as journal:
            names = journal.game(game).players
    import secrets

    rolled = [[secrets.randbelow(faces) + 1 for _ in range(count)] for _ in names or [""]]
    if as_json:
        rolls: Any = dict(zip(names, rolled, strict=True)) if names else rolled[0]
        env.json({"sides": faces, "rolls": rolls})
        return DONE
    rows = [[*([names[i]] if names else []), " ".join(map(str, rolls))] for i, rolls in enumerate(rolled)]
    for line in columns(rows):
        env.out(line)
    if names:
        best = max(sum(rolls) for rolls in rolled)
        first = [name for name, rolls in zip(names, rolled, strict=True) if sum(rolls) == best]
        env.out(env.text("roll.highest" if len(first) == 1 else "roll.tie", names=env.texts.join(first)))
    return DONE


def completion(ctx: params.Context, shell: Annotated[str, typer.Argument(metavar="SHELL")] = "") -> int:
    env: Env = ctx.obj
    known = ("bash", "zsh", "fish", "powershell")
    if shell not in known:
        raise CliError("completion.shell", USAGE, got=shell, known=", ".join(known))
    from typer._completion_shared import get_completion_script

    env.out(get_completion_script(prog_name="gmtool", complete_var="_GMTOOL_COMPLETE", shell=shell))
    env.next(f"completion.{shell}")
    return DONE


COMMANDS = {"lang": lang, "settings": settings, "roll": roll, "completion": completion}
