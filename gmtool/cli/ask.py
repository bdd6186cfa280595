"""Asking the GM at the terminal, through one function. Ctrl-C, Ctrl-D and a closed terminal are never a "no"."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from gmtool.cli.env import Env
from gmtool.cli.errors import USAGE, CliError
from gmtool.ui.glance import cells

T = TypeVar("T")

MORE: Final = -1
"""Stands for the option that turns the page."""
KEY_WIDTH: Final = 6
"""Cells before an option: the mark of where one is, its key."""
ROOM_TO_TYPE: Final = 20
"""Cells that are left for an answer behind a long question."""

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
    shown = _asked(message, ROOM_TO_TYPE)
    return str(_ask(lambda q: q.text(shown, default=default, qmark="?")))


def choose(env: Env, message: str, options: Sequence[tuple[T, str]], *, flag: str, default: T | None = None) -> T:
    """Ask for one of the options, given as (value, label)."""
    _needs(env, flag)
    if is_bare():
        return _choose_bare(env, message, options, default)
    instruction = env.text("ask.select")
    shown = _asked(message, cells(instruction) + 1)
    start = next((number for number, (value, _) in enumerate(options) if value == default), None)
    labels = [_label(label) for _, label in options]
    pages = pages_of([label.count("\n") + 1 for label in labels], _rows() - shown.count("\n") - 3)
    page = next((number for number, rows in enumerate(pages) if start in rows), 0)

    def build(q: Any) -> Any:
        # The space: prompt_toolkit shows a Thai vowel or tone mark twice where nothing follows it.
        choices = [q.Choice(title=f"{labels[number]} ", value=number) for number in pages[page]]
        here = next((choice for choice in choices if choice.value == start), None)
        if len(pages) > 1:
            more = env.text("ask.more", page=(page + 1) % len(pages) + 1, pages=len(pages))
            choices.append(q.Choice(title=f"{more} ", value=MORE))
        return q.select(
            shown,
            choices=choices,
            default=here if default is not None else None,
            instruction=instruction,
            qmark="?",
            use_shortcuts=len(choices) <= MOST_WITH_KEYS,
            use_jk_keys=False,
        )

    while (number := int(_ask(build))) == MORE:
        page = (page + 1) % len(pages)
    return options[number][0]


def pages_of(heights: Sequence[int], room: int) -> list[list[int]]:
    """Return which options stand on which page, by how many lines each takes; of several, each has a line to turn it.

    >>> pages_of([1, 1, 2], 4), pages_of([1, 1, 2, 1], 4)
    ([[0, 1, 2]], [[0, 1], [2, 3]])
    """
    if sum(heights) <= room:
        return [list(range(len(heights)))]
    pages: list[list[int]] = []
    left = 0
    for number, height in enumerate(heights):
        if not pages or height > left:
            pages.append([])
            left = max(room - 1, 1)
        pages[-1].append(number)
        left -= height
    return pages


def _rows() -> int:
    return shutil.get_terminal_size().lines


def _asked(message: str, room: int) -> str:
    """Return a question broken between words, with room behind it for what follows."""
    from gmtool.text.wrapping import wrap

    width = shutil.get_terminal_size().columns
    lines = wrap(f"? {message}", width - 1)
    if cells(lines[-1]) + room > width:
        lines.append("")
    return "\n".join(lines).removeprefix("? ")


def _label(label: str) -> str:
    """Return an option broken between words, to stand behind its key."""
    from gmtool.text.wrapping import wrap

    return f"\n{' ' * KEY_WIDTH}".join(wrap(label, shutil.get_terminal_size().columns - KEY_WIDTH - 1))


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
