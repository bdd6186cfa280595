"""What a screen shows of a table: ids and numbers, no words; the same form for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class PlayerRow:
    """One player's line: ``cells`` by column id, ``mark`` an id with values that says what the player is now."""

    seat: int
    name: str
    cells: dict[str, Any]
    mark: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    on_turn: bool = False
    out: bool = False


@dataclass(slots=True)
class View:
    """The table at a glance.

    Attributes:
        facts: Pairs of id and value for the head line: round, failures, piles.
        columns: Ids of the counted columns, in order.
        rows: One entry a player, in seat order.
        lines: Pairs of id and values below the table: the middle of the table, contracts, what holds now.
    """

    game: str
    phase: str
    round: int
    rounds: int
    facts: list[tuple[str, Any]]
    columns: tuple[str, ...]
    rows: list[PlayerRow]
    lines: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

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
