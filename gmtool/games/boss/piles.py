"""Policy cards face down: drawing, the reshuffle, cards that come back (BOSS-5.4, BOSS-R31, BOSS-R32)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.table import CENTRE, DISCARD, DRAW
from gmtool.games.boss.table import DRAWN, PASSED_ON, POLICY, BossTable

SHUFFLE: Final = Question("piles.early", Kind.SAY, "BOSS-R31")
"""The house rule: fewer than three are left at the end of a round."""
SHUFFLE_IN_DRAW: Final = Question("piles.in_draw", Kind.SAY, "BOSS-5.4", "BOSS-R31", "BOSS-R32")
SHUFFLE_FIRST: Final = Question("piles.out", Kind.SAY, "BOSS-5.4", "BOSS-R32")


def must_shuffle_early(t: BossTable) -> bool:
    """Whether the piles are put together before the next nomination (BOSS-R31, ``under_three``)."""
    return (
        t.switches["reshuffle"] == "under_three" and t.held[POLICY][DRAW] < DRAWN and t.held[POLICY][DISCARD] > 0
    )  # fmt: skip


def is_short(t: BossTable) -> bool:
    """Whether the three cards of a session do not all lie in the policy pile."""
    return t.in_hands() == 0 and t.held[POLICY][DRAW] < DRAWN


def reshuffle(t: BossTable, rule: str) -> None:
    """Make the discard pile, and what is left of the policy pile, the new policy pile; enacted cards never go in."""
    t.move(POLICY, DISCARD, DRAW, t.held[POLICY][DISCARD], rule)
    t.reshuffles += 1
    t.tell("reshuffled", rule, draw=t.held[POLICY][DRAW])


def draw(t: BossTable) -> None:
    """The President draws three, completed from the reshuffled discards where the pile runs out (BOSS-5.1)."""
    piles = t.held[POLICY]
    first = min(DRAWN, piles[DRAW])
    if first:
        t.move(POLICY, DRAW, t.president, first, "BOSS-5.1")
    if first < DRAWN:
        reshuffle(t, "BOSS-R31")
        t.move(POLICY, DRAW, t.president, DRAWN - first, "BOSS-5.1")


def pass_and_drop(t: BossTable) -> None:
    """President and Director drop one each, one card is left for the board (BOSS-5.1, BOSS-5.2)."""
    if t.in_hands() == 0:
        draw(t)
    t.move(POLICY, t.president, DISCARD, DRAWN - PASSED_ON, "BOSS-5.1")
    t.move(POLICY, t.president, t.director, PASSED_ON, "BOSS-5.1")
    t.move(POLICY, t.director, DISCARD, PASSED_ON - 1, "BOSS-5.2")
    t.move(POLICY, t.director, CENTRE, 1, "BOSS-5.2")


def put_back(t: BossTable, rule: str) -> None:
    """Cards in hand go back into the policy pile, which is shuffled (BOSS-R71)."""
    for seat in t.seats:
        if t.held[POLICY][seat]:
            t.move(POLICY, seat, DRAW, t.held[POLICY][seat], rule)
