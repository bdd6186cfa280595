"""Policy cards on the move: drawing, refilling hands, reshuffling (POL-5.6, POL-5.7, POL-R44, POL-R45, POL-R53)."""

from __future__ import annotations

from typing import Final

from gmtool.core.table import CENTRE, DISCARD, DRAW
from gmtool.games.politics.table import CARDS, POLICY, PoliticsTable

HAND: Final = CARDS["policy_hand"]
RESHUFFLE_AT: Final = CARDS["reshuffle_at"]
LAID: Final = CARDS["laid"]


def reshuffle(t: PoliticsTable, rule: str) -> None:
    """Shuffle the discard pile into the draw pile (POL-R74)."""
    count = t.held[POLICY][DISCARD]
    if count:
        t.move(POLICY, DISCARD, DRAW, count, rule)
    t.tell("reshuffle", rule, draw=t.held[POLICY][DRAW])


def draw(t: PoliticsTable, seat: int, count: int, rule: str) -> int:
    """Draw policies, shuffling the discard pile in first where the pile is short; returns how many came (POL-R53)."""
    piles = t.held[POLICY]
    if piles[DRAW] < count and piles[DISCARD]:
        reshuffle(t, "POL-R53")
    count = min(count, piles[DRAW])
    if count > 0:
        t.move(POLICY, DRAW, seat, count, rule)
    return count


def refill(t: PoliticsTable, rule: str) -> None:
    """Fill the hands of the government's players up to three (POL-R44)."""
    hands = t.held[POLICY]
    leader, first, last = t.government
    # As a rule everybody has laid two, and the pile is long enough for all.
    if hands[leader] == hands[first] == hands[last] == HAND - LAID and hands[DRAW] >= 3 * LAID and all(t.present):
        t.move_to_each(POLICY, DRAW, t.government, LAID, rule)
        return
    for seat in t.government:
        if t.present[seat] and hands[seat] < HAND:
            draw(t, seat, HAND - hands[seat], rule)


def put_away(t: PoliticsTable, rule: str) -> None:
    """Put the six policies on the discard pile, refill, and reshuffle a small draw pile (POL-5.6, POL-5.7, POL-R45)."""
    count = t.held[POLICY][CENTRE]
    if count:
        t.move(POLICY, CENTRE, DISCARD, count, rule)
    if t.switches["refill"] == "end_round":
        refill(t, "POL-R44")
    if t.held[POLICY][DRAW] <= RESHUFFLE_AT:
        reshuffle(t, "POL-5.7")
