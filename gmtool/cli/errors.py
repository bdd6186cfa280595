"""Exit codes, and what a GM is told when something does not go: what happened, what was expected, what to do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gmtool.core.journal import AmbiguousGame, JournalDamaged, JournalError, NoSuchGame
from gmtool.core.question import Reason, Refused

if TYPE_CHECKING:
    from gmtool.cli.env import Env

DONE: Final = 0
BUG: Final = 1
USAGE: Final = 2
REFUSED: Final = 3
UNKNOWN: Final = 4
DAMAGED: Final = 5
INTERRUPTED: Final = 130

EXIT_CODES: Final = (DONE, BUG, USAGE, REFUSED, UNKNOWN, DAMAGED, INTERRUPTED)
"""All codes there are; each has its line in the help (``[exit]``)."""


class CliError(Exception):
    """Something that does not go: ``id`` names the message in ``[error]``, ``code`` is the exit code."""

    def __init__(self, id: str, code: int, **values: object) -> None:
        super().__init__(id)
        self.id = id
        self.code = code
        self.values = values


class Faults(Exception):
    """Everything that is wrong with what was given, told all at once; ``id`` is the message above the list."""

    def __init__(self, id: str, reasons: list[Reason], code: int = REFUSED, **values: object) -> None:
        super().__init__(id)
        self.id = id
        self.reasons = reasons
        self.code = code
        self.values = values


def report(error: BaseException, env: Env) -> int:
    """Tell the GM on stderr what does not go; returns the exit code."""
    if isinstance(error, CliError):
        env.tell_error(error.id, error.values)
        return error.code
    if isinstance(error, Faults):
        env.tell_error(error.id, {**error.values, "count": len(error.reasons)})
        for reason in error.reasons:
            env.note(f"  - {env.reason(reason)}")
        return error.code
    if isinstance(error, Refused):
        env.note(env.reason(error.reason))
        return REFUSED
    if isinstance(error, JournalError):
        return _journal(error, env)
    if isinstance(error, (KeyboardInterrupt, EOFError)):
        env.tell_error("interrupted", {})
        return INTERRUPTED
    if isinstance(error, OSError):
        env.tell_error("system", {"why": error.strerror or type(error).__name__, "path": str(error.filename or "")})
        return REFUSED
    return _other(error, env)


def _journal(error: JournalError, env: Env) -> int:
    values = {key: ", ".join(value) if isinstance(value, list) else value for key, value in error.values.items()}
    if isinstance(error, NoSuchGame) and not values.get("known"):
        env.tell_error("game.unknown_none", values)
    else:
        env.tell_error(error.id, values)
    if isinstance(error, (NoSuchGame, AmbiguousGame)) or error.id == "journal.missing":
        return UNKNOWN
    return DAMAGED if isinstance(error, JournalDamaged) else REFUSED


def _other(error: BaseException, env: Env) -> int:
    """Tell errors of modules that a quick command does not load; what is left is a bug: type and place, no values."""
    name = type(error).__name__
    if name == "UnknownGame":
        known = ", ".join(getattr(error, "known", ()))
        env.tell_error("game.kind_unknown", {"name": getattr(error, "game_id", ""), "known": known})
        return UNKNOWN
    if name == "GameBusy":
        env.tell_error("game.busy", {"name": getattr(error, "game", "")})
        return REFUSED
    if name == "ScriptBroken":
        env.tell_error("script.broken", {"kind": getattr(error, "kind", ""), "where": getattr(error, "place", "")})
        return BUG
    env.tell_error("bug", {"kind": name, "where": place_of(error)})
    return BUG


def place_of(error: BaseException) -> str:
    """Return file and line of our own code that an exception came through last."""
    place = "?"
    trace = error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if "gmtool" in path.parts:
            place = f"{'/'.join(path.parts[-2:])}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def leave_quietly() -> int:
    """Give up on a closed pipe without a word, so that ``gmtool history | head`` just ends; returns the exit code."""
    import contextlib
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
    return DONE
