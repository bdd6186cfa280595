"""What plays a recording of any game: answers that are kept, so that a refused event can be taken back by replay."""

from __future__ import annotations

from typing import Any, ClassVar

from gmtool.core.game import Game
from gmtool.core.run import Run
from gmtool.core.table import Table


class BasePlayer:
    """Plays events of a recording through the real script; every answer is checked by the game's invariants."""

    GAME: ClassVar[Game]

    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup = setup
        self.deeds: list[tuple[str, Any]] = []
        self.run: Run = self.GAME.begin(setup)

    @property
    def table(self) -> Table:
        return self.run.table

    @property
    def open(self) -> str:
        return self.run.question.id if self.run.question else ""

    def answer(self, value: Any) -> None:
        self.run.answer(value)
        self.deeds.append(("answer", value))
        broken = self.GAME.invariants(self.run.table)
        assert not broken, broken

    def act(self, action: str) -> None:
        self.run.act(action)
        self.deeds.append(("act", action))

    def say(self) -> None:
        self.answer(True)

    def rewind(self, length: int) -> None:
        """Go back to the table as it was after so many deeds."""
        deeds = self.deeds[:length]
        self.deeds = []
        self.run = self.GAME.begin(self.setup)
        for kind, value in deeds:
            (self.run.answer if kind == "answer" else self.run.act)(value)
            self.deeds.append((kind, value))

    def seat(self, name: Any) -> int:
        return self.table.names.index(name) if name in self.table.names else -1

    def play(self, event: dict[str, Any]) -> None:
        getattr(self, f"do_{event['type']}")(event)
