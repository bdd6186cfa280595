"""``status`` without loading the whole command line: plain options are read by hand, anything unusual is left alone."""

from __future__ import annotations

from collections.abc import Sequence

_FLAGS = {"--json": "as_json", "--plain": "plain", "--public": "public", "--secrets": "secrets", "--letters": "letters"}
_VALUES = {"--lang": "lang", "--db": "db"}


def read_status(args: Sequence[str]) -> tuple[str, dict[str, str], dict[str, bool]] | None:
    """Return game, values and flags of a plain ``status`` line, or None if it needs the full command line.

    >>> read_status(["--json", "x-1"]), read_status(["--help"]), read_status(["--lang"])
    (('x-1', {}, {'as_json': True}), None, None)
    """
    game = ""
    values: dict[str, str] = {}
    flags: dict[str, bool] = {}
    rest = list(args)
    if any("\ud800" <= char <= "\udfff" for word in rest for char in word):
        return None
    while rest:
        word = rest.pop(0)
        if word in _FLAGS:
            flags[_FLAGS[word]] = True
        elif word in _VALUES and rest and not rest[0].startswith("-"):
            values[_VALUES[word]] = rest.pop(0)
        elif word.startswith("-") or game:
            return None
        else:
            game = word
    return game, values, flags


def status(args: Sequence[str]) -> int | None:
    """Do ``gmtool status``; returns the exit code, or None if these options need the full command line."""
    found = read_status(args)
    if found is None:
        return None
    import sys

    from gmtool.cli import errors
    from gmtool.cli.env import Env, prepare_streams
    from gmtool.cli.status import show_status

    game, values, flags = found
    prepare_streams()
    letters = flags.pop("letters", False)
    env = Env(lang=values.get("lang", ""), db=values.get("db", ""), letters=letters)
    try:
        code = show_status(env, game, **flags)
        sys.stdout.flush()
    except BrokenPipeError:
        code = errors.leave_quietly()
    except (Exception, KeyboardInterrupt) as error:
        code = errors.report(error, env)
    return code
