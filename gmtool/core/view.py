"""What a screen shows of a table: ids and numbers, no words; the same form for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Plain classes: importing ``dataclasses`` costs more than all else that a quick ``status`` needs of the core.


class PlayerRow:
    """One player's line: ``cells`` by column id, ``mark`` an id with values that says what the player is now."""

    __slots__ = ("cells", "mark", "name", "on_turn", "out", "seat", "values")

    def __init__(
        self,
        seat: int,
        name: str,
        cells: dict[str, Any],
        mark: str = "",
        values: Mapping[str, Any] | None = None,
        on_turn: bool = False,
        out: bool = False,
    ) -> None:
        self.seat = seat
        self.name = name
        self.cells = cells
        self.mark = mark
        self.values: Mapping[str, Any] = values or {}
        self.on_turn = on_turn
        self.out = out


class View:
    """The table at a glance.

    Attributes:
        facts: Pairs of id and value for the head line: round, failures, piles.
        columns: Ids of the counted columns, in order.
        rows: One entry a player, in seat order.
        lines: Pairs of id and values below the table: the middle of the table, contracts, what holds now.
    """

    __slots__ = ("columns", "facts", "game", "lines", "phase", "round", "rounds", "rows")

    def __init__(
        self,
        game: str,
        phase: str,
        round: int,
        rounds: int,
        facts: list[tuple[str, Any]],
        columns: tuple[str, ...],
        rows: list[PlayerRow],
        lines: list[tuple[str, dict[str, Any]]] | None = None,
    ) -> None:
        self.game = game
        self.phase = phase
        self.round = round
        self.rounds = rounds
        self.facts = facts
        self.columns = columns
        self.rows = rows
        self.lines = lines if lines is not None else []

    def as_json(self) -> dict[str, Any]:
        """Return the view as one JSON document with stable keys and ids instead of words."""
        return {
            "game": self.game,
            "phase": self.phase,
            "round": self.round,
            "rounds": self.rounds,
            "facts": dict(self.facts),
            "players": [
                {
                    "seat": row.seat,
                    "name": row.name,
                    **row.cells,
                    "state": row.mark,
                    **({"state_values": dict(row.values)} if row.values else {}),
                    "on_turn": row.on_turn,
                    "out": row.out,
                }
                for row in self.rows
            ],
            "lines": [{"id": id, **values} for id, values in self.lines],
        }
