"""What a politics game needs to begin, checked in full (POL-S, POL-G); also the cold start in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.question import Reason
from gmtool.core.setup import name_faults, switch_faults
from gmtool.core.table import BANK, CENTRE, DRAW, place_id
from gmtool.games.politics.beginning import put_into_box
from gmtool.games.politics.table import (
    BTS,
    CARDS,
    CHOOSE,
    COUNTERS,
    FACTS,
    LIE_1,
    POLICY,
    RIGHT,
    SWITCHES,
    PoliticsTable,
)  # fmt: skip

LEAST, MOST = FACTS["game"]["players"]
MODES: Final = tuple(FACTS["modes"])
START_PHASES: Final = (CHOOSE, LIE_1)
"""Where a game may be entered from what lies on the table: before a round, or at the lie-catching phase."""


def check_setup(setup: Mapping[str, Any]) -> list[Reason]:
    """Return all that is wrong with a set-up: players, colours, mode, switches, a start in the middle."""
    faults: list[Reason] = []
    players = setup.get("players", [])
    if not LEAST <= len(players) <= MOST:
        faults.append(Reason("POL-M01", "POL-G.1", got=len(players), low=LEAST, high=MOST))
    faults.extend(name_faults(players, "POL-M02"))
    colours = setup.get("colours") or []
    if colours:
        if len(colours) != len(players):
            faults.append(Reason("setup.colours", "POL-S.3", got=len(colours), want=len(players)))
        faults.extend(name_faults(colours, "POL-M02.colour"))
    if setup.get("mode") not in MODES:
        faults.append(Reason("POL-M03", "POL-G.3", got=str(setup.get("mode")), known=", ".join(MODES)))
    faults.extend(switch_faults(setup.get("switches", {}), SWITCHES))
    if not faults and setup.get("start"):
        faults.extend(_start_faults(setup))
    return faults


def warnings(setup: Mapping[str, Any]) -> list[Reason]:
    """Return what is odd about a set-up although it is allowed: Half with 7 or 8 (POL-M57)."""
    extended = setup.get("switches", {}).get("half_extend")
    if setup.get("mode") == "half" and len(setup.get("players", [])) > FACTS["modes"]["half"] and not extended:
        return [Reason("POL-M57", "POL-R27", count=len(setup["players"]), rounds=FACTS["modes"]["half"])]
    return []


def _start_faults(setup: Mapping[str, Any]) -> list[Reason]:
    """Return what can't be about a cold start: cards that do not add up, rounds and counts out of range."""
    faults: list[Reason] = []
    start = setup["start"]
    table = PoliticsTable({**setup, "start": None})
    most_round = table.rounds
    if type(start.get("round")) is not int or not 1 <= start["round"] <= most_round:
        faults.append(Reason("start.round", got=str(start.get("round")), high=most_round))
    if start.get("phase") not in START_PHASES:
        faults.append(Reason("start.phase", got=str(start.get("phase")), known=", ".join(START_PHASES)))
    known = {key: (what, place) for what, place, key in _start_keys(table)}
    sums = {POLICY: 0, BTS: 0}
    counts = start.get("counts", {})
    laid = CARDS["laid"] * 3 if _in_crisis(start) else 0
    for key, number in counts.items():
        where = known.get(key)
        if where is None:
            faults.append(Reason("correct.unknown", key=key))
            continue
        most = laid if where == (POLICY, CENTRE) else table.most_of(*where)
        if type(number) is not int or not 0 <= number <= most or (where == (POLICY, CENTRE) and 0 < number < most):
            faults.append(Reason("start.count", key=key, got=str(number), high=most))
        elif where[0] in sums:
            sums[where[0]] += number
    if not faults:
        for what, total in ((POLICY, CARDS["policy"]), (BTS, CARDS["behind_the_scenes"])):
            if sums[what] != total:
                faults.append(Reason("count.sum", what=table.WHATS[what], got=sums[what], total=total))
    return faults


def _in_crisis(start: Mapping[str, Any]) -> bool:
    """Whether a start is in the crisis: only then six policies may lie in the middle (POL-R77)."""
    most = FACTS["game"]["failures_to_crisis"]
    return bool(start.get("crisis")) or start.get("counts", {}).get(f"failure.{place_id(CENTRE)}") == most


def _start_keys(table: PoliticsTable) -> list[tuple[int, int, str]]:
    from gmtool.core.actions import count_key

    found = [(what, place) for what in table.counted() for place in table.places_of(what)]
    # The six of a failed government may lie in the middle still (POL-R77), and awards count what was before.
    found += [(POLICY, CENTRE), *((what, seat) for what in COUNTERS for seat in table.seats)]
    return [(what, place, count_key(table, what, place)) for what, place in found]


def new_table(setup: Mapping[str, Any]) -> PoliticsTable:
    """Return the table of a checked set-up: at set-up, or where a cold start enters the game."""
    table = PoliticsTable(setup)
    put_into_box(table)
    start = setup.get("start")
    if start:
        _enter_middle(table, start)
    return table


def _enter_middle(t: PoliticsTable, start: Mapping[str, Any]) -> None:
    """Book what was counted at the table as the starting values (row 0)."""
    counts: Mapping[str, int] = start.get("counts", {})
    t.enter(start["phase"], start["round"])
    # Cards of a kind of which nothing is said lie as they were dealt (POL-S.1, POL-S.2).
    hands = {POLICY: CARDS["policy_hand"], BTS: CARDS["behind_the_scenes_hand"]}
    dealt = {what: n for what, n in hands.items() if not any(key.startswith(f"{t.WHATS[what]}.") for key in counts)}
    for what, place, key in _start_keys(t):
        want = counts.get(key, 1 if what == RIGHT else dealt.get(what, 0) if place >= 0 else 0)
        if what in (POLICY, BTS):
            if place != DRAW and want:
                t.move(what, DRAW, place, want, "POL-R136")
        elif want != t.held[what][place]:
            t.move(what, BANK, place, want - t.held[what][place], "POL-R136")
    if not any(t.held[RIGHT][seat] for seat in t.seats):
        # All have used theirs: the reset comes with the round that is over (POL-R26).
        t.move_to_each(RIGHT, BANK, t.at_table, 1, "POL-R26")
    if start.get("crisis"):
        t.crisis = True
        t.enter(LIE_1)
