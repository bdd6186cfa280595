"""Asking the GM at the terminal, through one function. Ctrl-C, Ctrl-D and a closed terminal are never a "no"."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from gmtool.cli.env import Env
from gmtool.cli.errors import USAGE, CliError

T = TypeVar("T")

MOST_WITH_KEYS = 36  # digits and letters: questionary refuses a longer list with a key for each


def _ask(build: Callable[[Any], Any]) -> Any:
    """Ask one question and return its answer; ``build`` makes it from questionary.

    Raises:
        KeyboardInterrupt, EOFError: The GM broke off.
    """
    import questionary

    answer = build(questionary).unsafe_ask()
    if answer is None:
        raise KeyboardInterrupt
    return answer


def _needs(env: Env, flag: str) -> None:
    if not env.can_ask:
        raise CliError("ask.flag", USAGE, flag=flag)


def is_bare() -> bool:
    """Whether the terminal can't move its cursor, so that questions are asked line by line."""
    return os.environ.get("TERM", "dumb") == "dumb"


def text(env: Env, message: str, *, flag: str, default: str = "") -> str:
    """Ask for a line of text; ``flag`` is the option that gives it, named where nobody can be asked."""
    _needs(env, flag)
    if is_bare():
        shown = f"{message} [{default}] " if default else f"{message} "
        return input(shown) or default
    return str(_ask(lambda q: q.text(message, default=default, qmark="?")))


def choose(env: Env, message: str, options: Sequence[tuple[T, str]], *, flag: str, default: T | None = None) -> T:
    """Ask for one of the options, given as (value, label)."""
    _needs(env, flag)
    if is_bare():
        return _choose_bare(env, message, options, default)

    def build(q: Any) -> Any:
        # The space: prompt_toolkit shows a Thai vowel or tone mark twice where nothing follows it.
        choices = [q.Choice(title=f"{label} ", value=number) for number, (_, label) in enumerate(options)]
        start = next((choice for choice, (value, _) in zip(choices, options, strict=True) if value == default), None)
        return q.select(
            message,
            choices=choices,
            default=start if default is not None else None,
            instruction=env.text("ask.select"),
            qmark="?",
            use_shortcuts=len(options) <= MOST_WITH_KEYS,
            use_jk_keys=False,
        )

    return options[int(_ask(build))][0]


def _choose_bare(env: Env, message: str, options: Sequence[tuple[T, str]], default: T | None) -> T:
    from gmtool.ui.reading import Unreadable, read_number

    for number, (_, label) in enumerate(options, start=1):
        print(f"  {number} {label}")
    while True:
        line = input(f"{message} ").strip()
        if not line and default is not None:
            return default
        try:
            number = read_number(line)
        except Unreadable as error:
            env.note(env.reason(error.reason))
            continue
        if 1 <= number <= len(options):
            return options[number - 1][0]


def confirm(env: Env, message: str, *, flag: str, default: bool = False) -> bool:
    """Ask yes or no; breaking off is neither."""
    words = env.texts
    options = [(True, words.get("word", "yes")), (False, words.get("word", "no"))]
    return choose(env, message, options, flag=flag, default=default)
