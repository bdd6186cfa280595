"""The end as the table wants to see it: who won and why, the board, everybody's terms, house rules, the rounds."""

from __future__ import annotations

from typing import Any

from gmtool.games.boss.setup import POWER_RULES
from gmtool.games.boss.table import SIDES, SWITCHES, TERMS, TO_WIN, BossTable

Lines = list[tuple[str, dict[str, Any]]]


def report(t: BossTable) -> Lines:
    """Return the report of a game that is over, empty before."""
    if t.winner is None:
        return []
    lines: Lines = [(f"won_{t.reason}", {"winner": t.winner, "round": t.round})]
    for side in SIDES:
        lines.append(("board", {"side": side, "count": t.enacted(side), "most": TO_WIN[side]}))
    for seat in t.seats:
        values = {"name": t.names[seat], "terms": t.held[TERMS][seat], "state": t.status[seat]}
        role = t.roles[seat] if t.shown else None
        lines.append(("player", values) if role is None else ("player_was", {**values, "role": role}))
    for use in t.used:
        if use.round:
            who = t.names[use.target] if use.target >= 0 else ""
            values = {"round": use.round, "by": t.names[use.director], "name": who}
            lines.append((f"used_{use.function}", values))
    return [*lines, *house_rules(t)]


def house_rules(t: BossTable) -> Lines:
    """Return the switches that differ from the default, or that there are none."""
    changed = [(key, value) for key, value in t.switches.items() if value != SWITCHES[key][0]]
    lines: Lines = [("switch", {"switch": key, "value": value}) for key, value in changed]
    if t.power_rule != POWER_RULES[0]:
        lines.append(("slot_only", {}))
    return [("switches", {}), *lines] if lines else [("switches_default", {})]
