"""A full screen of lines, drawn anew on every key, tick and change of size: the terminal's side of all screens."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, cast

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from gmtool.ui import keys

_NAMED = {
    "enter": keys.ENTER,
    "escape": keys.ESCAPE,
    "backspace": keys.BACKSPACE,
    "tab": keys.TAB,
    "up": keys.UP,
    "down": keys.DOWN,
    "left": keys.LEFT,
    "right": keys.RIGHT,
    "pageup": keys.PAGE_UP,
    "pagedown": keys.PAGE_DOWN,
}


_keyboard = keys.Keyboard()


class _InPlace:
    """The terminal for one of many screens: each is drawn over the one before it, and nothing shows in between."""

    def __init__(self, output: Any) -> None:
        self._output = output
        self.is_left = False
        self._is_new = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._output, name)

    def enter_alternate_screen(self) -> None:
        self._output.cursor_goto(0, 0)
        self._is_new = True

    def quit_alternate_screen(self) -> None:
        """Stay: the next screen comes at once."""

    def show_cursor(self) -> None:
        """Keep it hidden between two screens."""

    def erase_down(self) -> None:
        """Take away what was there before the first drawing, and nothing at the end."""
        if self._is_new or not self.is_left:
            self._output.erase_down()
        self._is_new = False


_held: list[Any] = []
"""The terminal while it is kept from one screen to the next, else nothing."""


@contextmanager
def held() -> Iterator[None]:
    """Keep the terminal from one screen to the next: no flicker, and keys pressed between two of them are not shown."""
    from prompt_toolkit.application.current import get_app_session

    session = get_app_session()
    output = session.output
    with session.input.raw_mode():
        output.enter_alternate_screen()
        output.flush()
        _held.append(output)
        try:
            yield
        finally:
            _held.clear()
            with suppress(OSError):
                output.quit_alternate_screen()
                output.show_cursor()
                output.flush()


class Closed(EOFError):
    """The terminal was closed, or Ctrl-D was pressed: the game is saved, nothing was answered."""


def run(
    render: Callable[[int, int], list[Text]],
    on_key: Callable[[str], Any],
    *,
    on_tick: Callable[[], Any] | None = None,
    bell: Callable[[], bool] | None = None,
    raw_text: Callable[[], bool] | None = None,
    title: str = "gmtool",
) -> Any:
    """Show a screen until ``on_key`` or ``on_tick`` gives something other than None; returns that.

    Args:
        render: Gives the lines for a width and a height, in cells.
        on_key: Takes a key (see ``gmtool.ui.keys``).
        on_tick: Asked several times a second, for clocks.
        bell: Whether to ring now.
        raw_text: Whether letters are free words now, to be passed on as typed.

    Raises:
        KeyboardInterrupt: On Ctrl-C.
        Closed: If the terminal was closed.
    """
    import questionary
    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import ANSI
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys
    from prompt_toolkit.layout import Layout, Window
    from prompt_toolkit.layout.controls import FormattedTextControl

    bindings = KeyBindings()
    scroll = [0]
    place = _InPlace(_held[0]) if _held else None

    def finish(result: Any) -> None:
        if result is not None and not application.is_done:
            if place is not None:
                place.is_left = True
            application.exit(result=result)

    def handle(key: str) -> None:
        if key in (keys.PAGE_UP, keys.PAGE_DOWN):
            scroll[0] = max(0, scroll[0] + (5 if key == keys.PAGE_UP else -5))
            return
        scroll[0] = 0
        finish(on_key(key))

    @bindings.add("<any>")
    def _any(event: KeyPressEvent) -> None:
        for press in event.key_sequence:
            data = press.data
            if isinstance(press.key, Keys) and press.key is not Keys.BracketedPaste:
                continue
            free = raw_text is not None and raw_text()
            for char in data if not free else [data]:
                if char.isprintable() or free:
                    handle(char if free else _keyboard.key_of(char))

    for name, key in _NAMED.items():

        def _named(event: KeyPressEvent, key: str = key) -> None:
            handle(key)

        bindings.add(name, eager=name == "escape")(_named)

    @bindings.add("c-j")
    def _line_feed(event: KeyPressEvent) -> None:
        # Enter pressed between two screens arrives as a line feed: a quick hand must not lose it.
        handle(keys.ENTER)

    @bindings.add("c-h")
    def _delete(event: KeyPressEvent) -> None:
        handle(keys.BACKSPACE)

    @bindings.add("c-c")
    @bindings.add("<sigint>")
    def _interrupt(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt())

    @bindings.add("c-d")
    def _closed(event: KeyPressEvent) -> None:
        event.app.exit(exception=Closed())

    def content() -> ANSI:
        size = application.output.get_size()
        width, height = max(20, size.columns - 1), max(5, size.rows)
        lines = render(width, height)
        over = max(0, len(lines) - height)
        start = max(0, over - scroll[0])
        return ANSI(to_ansi(lines[start : start + height], width))

    def before(app: Any) -> None:
        if on_tick is not None:
            finish(on_tick())
        if bell is not None and bell():
            app.output.bell()

    application: Application[Any] = Application(
        layout=Layout(Window(FormattedTextControl(content, focusable=True, show_cursor=False), wrap_lines=False)),
        key_bindings=bindings,
        full_screen=True,
        erase_when_done=True,
        mouse_support=False,
        refresh_interval=0.2 if on_tick is not None else None,
        before_render=before if on_tick is not None else None,
        output=cast(Any, place),
    )
    application.ttimeoutlen = 0.05
    application.output.set_title(title)
    try:
        return questionary.Question(application).unsafe_ask()
    except EOFError:
        raise Closed from None


def to_ansi(lines: list[Text], width: int) -> str:
    """Return styled lines as text with colour codes, by what the environment allows (NO_COLOR, TERM)."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="standard", no_color=plain, width=10_000, highlight=False,
        legacy_windows=False, emoji=False, markup=False,
    )  # fmt: skip
    with console.capture() as capture:
        for number, line in enumerate(lines):
            # prompt_toolkit shows a Thai vowel or tone mark twice where nothing follows it.
            follow = " " if line.plain and not cell_len(line.plain[-1]) else ""
            console.print(line, end=follow if number == len(lines) - 1 else f"{follow}\n", soft_wrap=True)
    return capture.get()
