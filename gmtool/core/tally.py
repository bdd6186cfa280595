"""The tally sheet of a game that was not tracked: what a scorekeeper is asked for, and everything wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtool.core.question import Reason


class SheetFaults(Exception):
    """A sheet that can't be right, with every fault found in it."""

    def __init__(self, faults: list[Reason]) -> None:
        super().__init__(", ".join(fault.id for fault in faults))
        self.faults = faults


class SheetForm(NamedTuple):
    """What a sheet holds, for a driver that asks for one thing after the other. Keys are those of the JSON document.

    Attributes:
        choices: Fields of the whole game and their values, the usual one first.
        player_choices: Fields of a player and their values.
        numbers: Counts of a player, in the order asked.
        counters: Counts of a player that stand under ``counters``.
        named: Lists of players that are asked for when a choice has a value: ``{"exposed": ("ending", "crisis")}``.
        votes: Key of the votes and how many rounds of them there are; asked only if the counts are from before them.
        runoff: House rule and its value with which a vote may have been held again.
    """

    choices: Mapping[str, Sequence[str]]
    player_choices: Mapping[str, Sequence[str]]
    numbers: Sequence[str]
    counters: Sequence[str]
    named: Mapping[str, tuple[str, str]]
    votes: tuple[str, int]
    runoff: tuple[str, str]
