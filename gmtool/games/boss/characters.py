"""Which characters a game holds, and who sees whom while eyes are shut (BOSS-1.3, BOSS-3, BOSS-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gmtool.games.boss.table import (
    ASSASSIN,
    CONSERVATIVE,
    FACTS,
    FOX,
    INSIDER,
    MASTERMIND,
    MONKEY,
    PROGRESSIVE,
    SPECIALS,
)  # fmt: skip

ALONE_FROM: Final[int] = FACTS["game"]["insiders_alone_from"]
"""From so many players on the Mastermind sleeps on while the insiders wake (BOSS-3.3)."""


def insiders_of(players: int) -> int:
    """Return how many conservatives there are beside the Mastermind (BOSS-1.3).

    >>> [insiders_of(players) for players in range(5, 11)]
    [1, 1, 2, 2, 3, 3]
    """
    return int(FACTS["insiders"][str(players)])


def side_of(special: str, *, fox_side: str) -> str:
    """Return whose card a special character replaces (BOSS-8.10, BOSS-R60)."""
    side: str = FACTS["specials"][special]
    return fox_side if side == "fox_side" else side


def room(players: int) -> dict[str, int]:
    """Return how many special characters of each side fit (BOSS-8.10).

    >>> room(5), room(8)
    ({'conservative': 1, 'progressive': 3}, {'conservative': 2, 'progressive': 5})
    """
    insiders = insiders_of(players)
    return {CONSERVATIVE: insiders, PROGRESSIVE: players - 1 - insiders}


def cards(players: int, specials: Sequence[str], *, fox_side: str) -> dict[str, int]:
    """Return how many of each character are dealt, in the order of a form (BOSS-1.3, BOSS-8.10).

    >>> cards(6, ["assassin", "eagle"], fox_side="progressive")
    {'mastermind': 1, 'assassin': 1, 'eagle': 1, 'progressive': 3}
    """
    plain = room(players)
    for special in specials:
        plain[side_of(special, fox_side=fox_side)] -= 1
    dealt = {MASTERMIND: 1, INSIDER: plain[CONSERVATIVE]}
    dealt.update({special: 1 for special in SPECIALS if special in specials})
    dealt[PROGRESSIVE] = plain[PROGRESSIVE]
    return {character: count for character, count in dealt.items() if count}


def insider_kinds(specials: Sequence[str], *, fox_side: str) -> list[str]:
    """Return the special characters that are insiders (BOSS-R10)."""
    return [special for special in specials if side_of(special, fox_side=fox_side) == CONSERVATIVE]


def do_roles_fit(roles: Sequence[str | None], players: int, specials: Sequence[str], *, fox_side: str) -> bool:
    """Whether these characters, one entry a seat, are the cards that were dealt."""
    return Counter(roles) == Counter(cards(players, specials, fox_side=fox_side))


# --- eyes shut ----------------------------------------------------------------------------------------------------


def script_steps(players: int, specials: Sequence[str], *, insiders_see_mastermind: bool) -> list[str]:
    """Return the steps of the eyes-closed script in order (BOSS-3.1 to BOSS-3.7).

    >>> script_steps(5, [], insiders_see_mastermind=False)
    ['all_close', 'insiders_and_mastermind_wake', 'insiders_close', 'all_open']
    """
    steps = ["all_close"]
    if players >= ALONE_FROM:
        steps.append("insiders_wake")
        if insiders_see_mastermind:
            steps.append("mastermind_raises_hand")
    else:
        steps.append("insiders_and_mastermind_wake")
    if MONKEY in specials:
        steps.append("monkey_raises_hand")
    steps.append("insiders_close")
    if "eagle" in specials:
        steps += ["eagle_wakes", "insiders_raise_hand", "eagle_closes"]
    return [*steps, "all_open"]


def insiders_among(roles: Sequence[str | None], *, fox_side: str) -> list[int]:
    """Return the seats of all insiders, special ones included (BOSS-R10)."""
    kinds = (INSIDER, ASSASSIN, MONKEY, *([FOX] if fox_side == CONSERVATIVE else []))
    return [seat for seat, role in enumerate(roles) if role in kinds]


def who_wakes(roles: Sequence[str | None], switches: Mapping[str, Any]) -> list[int]:
    """Return who opens the eyes with the insiders: not the Monkey, the Mastermind only at five or six (BOSS-R09)."""
    awake = [seat for seat in insiders_among(roles, fox_side=switches["fox_side"]) if roles[seat] != MONKEY]
    if len(roles) < ALONE_FROM:
        awake += [seat for seat, role in enumerate(roles) if role == MASTERMIND]
    return sorted(awake)


def who_sees(roles: Sequence[str | None], switches: Mapping[str, Any]) -> list[list[int]]:
    """Return whom each seat has seen when all eyes are open again, in seat order (the table of BOSS-3)."""
    insiders = insiders_among(roles, fox_side=switches["fox_side"])
    awake = who_wakes(roles, switches)
    seen: list[list[int]] = []
    for seat, role in enumerate(roles):
        if role == "eagle":
            seen.append(insiders)
        elif seat in awake:
            others = {other for other in (*awake, *insiders) if other != seat}
            if switches["insiders_see_mastermind"] and len(roles) >= ALONE_FROM:
                others |= {other for other, role in enumerate(roles) if role == MASTERMIND}
            seen.append(sorted(others))
        else:
            seen.append([])
    return seen
