"""A pseudo-terminal with a screen that can be read: what a GM would see, in cells."""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from pathlib import Path
from types import SimpleNamespace, TracebackType

import pexpect
import pyte
import pyte.screens

# pyte drops the rest of a text after most Thai vowel signs, since it asks for their combining class; their category is
# what tells that they take no cell.
pyte.screens.unicodedata = SimpleNamespace(
    normalize=unicodedata.normalize,
    combining=lambda char: unicodedata.category(char) in ("Mn", "Me", "Cf"),
)

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "backspace": "\x7f",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pageup": "\x1b[5~",
    "ctrl-c": "\x03",
    "ctrl-d": "\x04",
}


class Terminal:
    """gmtool on a pseudo-terminal of a given size."""

    def __init__(
        self, arguments: list[str], home: Path, *, columns: int = 80, rows: int = 24, **environment: str
    ) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = pexpect.spawn(
            sys.executable,
            ["-m", "gmtool", *arguments],
            dimensions=(rows, columns),
            env={**kept, "GMTOOL_HOME": str(home), "GMTOOL_LANG": "en", "TERM": "xterm-256color", **environment},
            encoding="utf-8",
            timeout=10,
        )
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.pressed = 0
        self.raw = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.close(force=True)

    def read(self, seconds: float = 0.05) -> None:
        """Take in what was printed for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                text = self.process.read_nonblocking(65536, timeout=0.02)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return
            self.raw += text
            self.stream.feed(text)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait(self, wanted: str, *, seconds: float = 15) -> str:
        """Wait until a text stands on the screen; returns the screen."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.read()
            if wanted in self.text:
                return self.text
        raise AssertionError(f"{wanted!r} never came:\n{self.text}")

    def press(self, *keys: str) -> None:
        """Press keys one by one, each counted; named keys by name, others as typed."""
        for key in keys:
            self.process.send(KEYS.get(key, key))
            self.pressed += 1
            if key == "escape":
                self.read(0.15)
            self.read(0.03)

    def type(self, text: str) -> None:
        """Type free words, one key a letter."""
        for char in text:
            self.press(char)

    def resize(self, columns: int, rows: int) -> None:
        self.process.setwinsize(rows, columns)
        self.screen.resize(rows, columns)
        self.read(0.3)

    def end(self, seconds: float = 15) -> int:
        """Wait for the programme to end; returns its exit code."""
        until = time.monotonic() + seconds
        while self.process.isalive() and time.monotonic() < until:
            self.read()
        self.read()
        self.process.close()
        if self.process.exitstatus is None:
            return -(self.process.signalstatus or 0)
        return int(self.process.exitstatus)
