"""Setting up at the table: dealing, first coins, the eyes-closed script (POL-S)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Script
from gmtool.core.table import BANK, DRAW
from gmtool.games.politics.opposition import begin_crisis_if_due
from gmtool.games.politics.table import BTS, CARDS, CHOOSE, COINS, POLICY, RIGHT, YELLOW, PoliticsTable

DEAL_POLICIES: Final = Question("s.policies", Kind.SAY, "POL-S.1")
DEAL_CARDS: Final = Question("s.cards", Kind.SAY, "POL-S.2")
COLOURS: Final = Question("s.colours", Kind.SAY, "POL-S.3", "POL-S.4")
ROLES: Final = Question("s.roles", Kind.SAY, "POL-S.5", "POL-R03")
# Nothing is asked of the GM while eyes are shut, and every pause is of the same length every time.
EYES: Final = (
    Question("s.eyes.look", Kind.SAY, "POL-S.6"),
    Question("s.eyes.shut", Kind.SAY, "POL-S.6", pause=5),
    Question("s.eyes.dark", Kind.SAY, "POL-S.6", pause=8),
    Question("s.eyes.dark_shut", Kind.SAY, "POL-S.6", pause=5),
    Question("s.eyes.open", Kind.SAY, "POL-S.6", "POL-S.7"),
)


def put_into_box(t: PoliticsTable) -> None:
    """Book what the box holds: all cards in their draw piles, a right for everybody (row 0)."""
    t.move(POLICY, BANK, DRAW, CARDS["policy"], "POL-S.1")
    t.move(BTS, BANK, DRAW, CARDS["behind_the_scenes"], "POL-S.2")
    t.move_to_each(RIGHT, BANK, t.seats, 1, "POL-G.5")


def deal(t: PoliticsTable, what: int, size: int, rule: str) -> None:
    """Deal everybody at the table up to a full hand of a kind."""
    hands = t.held[what]
    if any(hands[: t.count]):
        for seat in t.at_table:
            t.move(what, DRAW, seat, size - hands[seat], rule)
    else:
        t.move_to_each(what, DRAW, t.at_table, size, rule)


def beginning(t: PoliticsTable) -> Script:
    """Deal cards and coins line by line, run the eyes-closed script, open round 1."""
    yield DEAL_POLICIES
    deal(t, POLICY, CARDS["policy_hand"], "POL-S.1")
    yield DEAL_CARDS
    deal(t, BTS, CARDS["behind_the_scenes_hand"], "POL-S.2")
    yield COLOURS
    t.move_to_each(YELLOW, BANK, t.at_table, COINS["start"], "POL-S.4")
    yield ROLES
    for line in EYES:  # noqa: UP028 - a tuple takes no answers
        yield line
    t.enter(CHOOSE, 1)
    begin_crisis_if_due(t)
