"""The end as the table wants to see it: who won and why, roles, executions with draw and side, nights (JIN-R81)."""

from __future__ import annotations

from typing import Any

from gmtool.core.table import Event
from gmtool.games.jinro.setup import BY_NAME
from gmtool.games.jinro.table import OVER, SWITCHES, JinroTable

Lines = list[tuple[str, dict[str, Any]]]
_NAMED = {"player": "name", "other": "of", "by": "who"}
TOLD_AT_THE_END = (
    "fired", "fired_undrawn", "attacked", "spared", "guarded", "investigated", "prosecuted", "peek", "lover_out",
    "by_hand",
)  # fmt: skip


def result(t: JinroTable) -> dict[str, Any] | None:
    """Return the final result, or None before the end."""
    if t.phase != OVER:
        return None
    return {
        "game": "jinro",
        "winner": t.winner,
        "reason": t.end_reason,
        "days": t.round,
        "seats": {
            "total": t.house["seats_total"],
            "filled": len(t.holders),
            "human": t.seats_of("human"),
            "wolf": t.seats_of("wolf"),
            "uncounted": sum(1 for seat in t.holders if not t.counts(seat)),
            "holders": [t.names[seat] for seat in t.holders],
        },
        "players": {
            t.names[seat]: {"role": t.roles[seat], "camp": t.camp(seat), "state": state_of(t, seat)} for seat in t.seats
        },
    }


def state_of(t: JinroTable, seat: int) -> str:
    """Return where a player is: ``seated``, ``recalled``, ``out``, ``sits_out`` or ``standing``."""
    if seat in t.holders:
        return "seated"
    if seat in t.recalled:
        return "recalled"
    if seat in t.out:
        return "out"
    return "sits_out" if seat in t.sitting else "standing"


def report(t: JinroTable) -> Lines:
    """Return the report of a game that is over, empty before."""
    if t.phase != OVER:
        return []
    names = t.names
    lines: Lines = [(f"won_{t.end_reason}", {"camp": t.winner, "days": t.round})]
    counted = {"human": t.seats_of("human"), "wolf": t.seats_of("wolf")}
    lines.append(("seats", {**counted, "filled": len(t.holders), "total": t.house["seats_total"]}))
    for place, seat in enumerate(t.holders, start=1):
        id = "holder" if t.counts(seat) else "holder_uncounted"
        lines.append((id, {"place": place, "name": names[seat], "role": t.roles[seat], "day": t.won_on[seat]}))
    for seat in t.seats:
        state = state_of(t, seat)
        lines.append(("player", {"name": names[seat], "role": t.roles[seat], "camp": t.camp(seat), "state": state}))
    lines += [("favourite", {"name": names[who], "of": names[lover]}) for lover, who in t.favourites.items()]
    lines += [("told", {"name": names[r], "of": names[who]}) for r, who in t.told.items() if who is not None]
    lines += [_told(t, event) for event in t.events if event.id in TOLD_AT_THE_END]
    return [*lines, *house_rules(t)]


def _told(t: JinroTable, event: Event) -> tuple[str, dict[str, Any]]:
    """Return a secret event for the end: names instead of seats, and the day."""
    values = {_NAMED.get(key, key): t.names[v] if key in _NAMED else v for key, v in event.values.items()}
    if "targets" in values:
        values["names"] = [t.names[seat] for seat in values.pop("targets")]
    return event.id, {**values, "day": event.moment[0]}


_WORDED = {"no_electability": "roles", "spy_meeting": "state"}
"""What a field's value is called where it is an id, or ids, so that it is worded."""


def house_rules(t: JinroTable) -> Lines:
    """Return the switches and numbers that differ from the default, or that there are none."""
    lines: Lines = [
        ("switch", {"switch": key, "value": value}) for key, value in t.switches.items() if value != SWITCHES[key][0]
    ]
    for name, field in BY_NAME.items():
        if name in ("lineup", "cards", "role_camps"):
            continue
        value = field.value(t.setup)
        if value != field.default(t.setup):
            lines.append((f"field_{name}", value if name == "deck" else {_WORDED.get(name, "value"): value}))
    return [("switches", {}), *lines] if lines else [("switches_default", {})]
