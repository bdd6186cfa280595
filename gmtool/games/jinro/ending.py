"""Counting seats, and every way in which the election ends (JIN-10)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Script
from gmtool.games.jinro.cards import HUMAN, WOLF
from gmtool.games.jinro.table import END, OVER, WOLF_MEMBER, JinroTable

SEATS_FULL: Final = "seats_full"
NEITHER: Final = "neither_reached"
TWO_WOLVES: Final = "two_wolf_members"
SEATS_REACHED: Final = "seats_reached"
NO_CANDIDATES: Final = "no_candidates"
ENDINGS: Final = (SEATS_FULL, NEITHER, TWO_WOLVES, SEATS_REACHED, NO_CANDIDATES)

WINNER: Final = Question("e.winner", Kind.SAY, "JIN-10.8", "JIN-R81", "JIN-R82")


RECALLED: Final = Question(
    "m.recalled", Kind.SAY, "JIN-R66", "JIN-10.5", subject=lambda t: t.unsaid_recalls[0] if t.unsaid_recalls else None
)  # fmt: skip


def say_recalled(t: JinroTable) -> Script:
    """Say who has been taken out of the count, name by name and without a cause (JIN-R66)."""
    while t.unsaid_recalls:
        yield RECALLED
        t.unsaid_recalls.pop(0)


def reached(t: JinroTable) -> str:
    """Return the camp that has the seats it needs, or an empty text (JIN-10.1)."""
    if t.seats_of(HUMAN) >= t.house["human_need"]:
        return HUMAN
    return WOLF if t.seats_of(WOLF) >= t.house["wolf_need"] else ""


def is_instant_end(t: JinroTable) -> bool:
    """Whether so many wolf members are elected that the game ends at once (JIN-10.4, JIN-R69)."""
    if t.switches["instant_end_count"] == "ever":
        elected = sum(1 for seat in t.elected_ever if t.roles[seat] == WOLF_MEMBER)
    else:
        elected = t.wolves_seated()
    return bool(elected >= t.house["wolf_member_end"])


def ends_early(t: JinroTable) -> str:
    """Return the camp that wins by its number alone: in the plain rule, and not with a lawyer (JIN-R79, JIN-10.3)."""
    return reached(t) if t.is_plain and not t.has_lawyer else ""


def finish(t: JinroTable, winner: str, reason: str, rule: str) -> None:
    t.winner = winner
    t.end_reason = reason
    t.tied = []
    t.tell("ended", rule, camp=winner, ending=reason)
    t.enter(END)


def count_seats(t: JinroTable) -> bool:
    """End the game if the seats are full, by what counts in them (JIN-10.1, JIN-10.7); returns whether it ended."""
    if not t.is_full:
        return False
    winner = reached(t)
    if winner:
        finish(t, winner, SEATS_FULL, "JIN-10.1")
    else:
        finish(t, WOLF, NEITHER, "JIN-10.7")
    return True


def judge_as_it_stands(t: JinroTable) -> None:
    """Nobody can be elected any more: a camp with its number wins, otherwise the wolf party (JIN-R36)."""
    finish(t, reached(t) or WOLF, NO_CANDIDATES, "JIN-R36")


def ending(t: JinroTable) -> Script:
    """Say who has won; nothing more happens then (JIN-10.8)."""
    yield WINNER
    t.enter(OVER)
