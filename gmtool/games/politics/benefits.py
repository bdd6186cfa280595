"""Phase 4: policies get through and are paid (POL-4)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.games.politics import rules
from gmtool.games.politics.table import (
    BLUE,
    CLOSING,
    COINS,
    CORRUPT,
    DROPPED,
    FACTS,
    GOV_PASSED,
    HONEST,
    OPEN,
    RED,
    REVEALED,
    SHOWN,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

KEEP: Final = "keep"
_POSITIONS: Final = (1, 2, 3, 4, 5, 6)
_COLOURS: Final = (HONEST, CORRUPT)
BAG_STEPS: Final[dict[int, int]] = {step["from"]: step["yellow"] for step in FACTS["bags"]}
BONUS: Final = [
    max((yellow for least, yellow in BAG_STEPS.items() if bags >= least), default=0)
    for bags in range(max(BAG_STEPS) + 1)
]
"""Yellow coins for each number of bags; more bags bring as many as the last."""


def _why_not_drop(t: PoliticsTable, option: int | str) -> Reason | None:
    return None if isinstance(option, str) else rules.why_not_drop(t, option)


LAST_CALL: Final = Question("p4.last_call", Kind.SAY, "POL-4.1", "POL-R57", "POL-R64")
DROP: Final = Question(
    "p4.drop", Kind.ONE, "POL-4.2", "POL-4.1", "POL-R58", "POL-R59",
    options=lambda _t: (KEEP, *_POSITIONS), why_not_option=_why_not_drop,
    legal=lambda t: [KEEP, *t.down],
    subject=lambda t: t.leader, numbers=True,
)  # fmt: skip


def _surely_colours(t: PoliticsTable, answer: Any) -> bool:
    return (
        type(answer) is list
        and len(answer) == len(t.down)
        and answer.count(HONEST) + answer.count(CORRUPT) == len(answer)
    )


REVEAL: Final = Question(
    "p4.reveal", Kind.VOTE, "POL-4.4", "POL-4.3", "POL-R57",
    options=lambda _t: _COLOURS, voters=lambda t: t.down, subject=lambda t: t.leader,
    numbers=True, surely=_surely_colours,
)  # fmt: skip


def _why_not_bags(t: PoliticsTable, bags: int) -> Reason | None:
    left = [place + 1 for place in t.passed()]
    return Reason("POL-M26", "POL-4.4", left=left, bags=bags) if bags < 0 else None


BAGS: Final = Question(
    "p4.bags", Kind.NUMBER, "POL-4.7", "POL-R13", "POL-R60", low=0, high=99, why_not=_why_not_bags,
    surely=lambda _t, bags: type(bags) is int and 0 <= bags <= 99,
)  # fmt: skip
PAY: Final = Question("p4.pay", Kind.SAY, "POL-4.5", "POL-4.6", "POL-4.7", "POL-4.8", "POL-R64", "POL-R67")


def benefits(t: PoliticsTable) -> Script:
    """Say what got through, let the leader drop one, turn the rest up, count the bags (POL-4.1 to POL-4.4)."""
    if not t.dropped and SHOWN not in t.state:
        if rules.through(t) > rules.DROP_ABOVE:
            choice: int | str = yield DROP
            if isinstance(choice, int):
                drop(t, choice)
            t.dropped = True
        else:
            yield LAST_CALL
            # From here on the reveal has begun: no media power on opened cards any more (POL-R64).
            t.dropped = True
    if t.down:
        colours: list[str] = yield REVEAL
        reveal(t, colours)
    bags: int = yield BAGS
    t.bags = bags
    t.enter(REVEALED)


def drop(t: PoliticsTable, position: int) -> None:
    """Take a card out of what got through, unseen (POL-4.2)."""
    t.state[position - 1] = DROPPED
    t.down.remove(position)


def reveal(t: PoliticsTable, colours: list[str]) -> None:
    """Turn up the cards left, in order of position."""
    state, printed, now = t.state, t.printed, t.now
    for position, colour in zip(t.down, colours, strict=True):
        place = position - 1
        state[place] = SHOWN
        printed[place] = now[place] = colour
    t.down = []


def revealed(t: PoliticsTable) -> Script:
    """Pay, after any media power on the reveal (POL-4.5 to POL-4.8)."""
    yield PAY
    pay(t)


def payout(t: PoliticsTable) -> tuple[int, int, int]:
    """Return what each government player gets now: blue, red, yellow coins (POL-4.5 to POL-4.8, POL-R61)."""
    honest = corrupt = 0
    opened_counts = t.switches["passed"] == "all"
    for state, colour in zip(t.state, t.now, strict=True):
        if state == SHOWN or (state == OPEN and opened_counts):
            if colour == HONEST:
                honest += 1
            elif colour == CORRUPT:
                corrupt += 1
    yellow = bag_bonus(t.bags, mode=t.switches["bag_mode"])
    return honest * COINS["policy_honest"], corrupt * COINS["policy_corrupt"], yellow


def pay(t: PoliticsTable) -> None:
    blue, red, yellow = payout(t)
    government = t.government
    t.pay(
        (
            (BLUE, government, blue, "POL-4.5"),
            (RED, government, red, "POL-4.6"),
            (YELLOW, government, yellow, "POL-4.7"),
            (GOV_PASSED, government, 1, "POL-R104"),
        )
    )
    t.paid = True
    t.enter(CLOSING)


def bag_bonus(bags: int, *, mode: str = "at_least") -> int:
    """Return the yellow coins each government player gets for money bags.

    Args:
        bags: Money bags on the policies that got through.
        mode: ``at_least`` (a step counts until the next) or ``exact`` (only 4, 6, 8 and 10 count).

    Raises:
        ValueError: If bags is negative.

    Rules: POL-4.7, POL-R60

    >>> [bag_bonus(bags) for bags in (3, 4, 5, 6, 9, 10, 14)]
    [0, 1, 1, 2, 3, 4, 4]
    >>> [bag_bonus(bags, mode="exact") for bags in (4, 5, 10, 11)]
    [1, 0, 4, 0]
    """
    if bags < 0:
        raise ValueError("bags below 0")
    if mode == "exact":
        return BAG_STEPS.get(bags, 0)
    return BONUS[bags] if bags < len(BONUS) else BONUS[-1]
