"""The end as the table wants to see it: ranking, every player's sheet line by line, awards, switches, the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.games.politics.table import CORRUPT, HONEST, OPEN, OVER, SHOWN, SWITCHES, PoliticsTable, Recap

Lines = list[tuple[str, dict[str, Any]]]


def report(t: PoliticsTable) -> Lines:
    """Return the report of a game that is over, empty before."""
    if t.stopped:
        return [("stopped", {"round": t.round}), *_stand(t), *_recap(t), *switches_in_force(t.switches)]
    if t.phase != OVER:
        return []
    from gmtool.games.politics.scoring import result_of

    return [*result_report(result_of(t)), *_recap(t), *switches_in_force(t.switches)]


def result_report(result: Mapping[str, Any]) -> Lines:
    """Return the report of a result, of a tracked game or of a tally sheet."""
    lines: Lines = []
    winners = list(result["winners"])
    if result["ending"] == "crisis":
        lines.append(("winner_faction", {"faction": result["winning_faction"], "names": winners}))
        exposed = list(result["exposed"])
        lines.append(("exposed" if exposed else "exposed_none", {"names": exposed}))
        for name, entry in result["players"].items():
            lines.append(("role", {"name": name, "role": entry["role"]}))
        return [*lines, *_vote_lines(result)]
    lines.append(("winner" if len(winners) == 1 else "winners", {"names": winners}))
    ranked = sorted(result["players"].items(), key=lambda item: -item[1]["score"])
    place = 0
    for number, (name, entry) in enumerate(ranked, start=1):
        if number == 1 or entry["score"] != ranked[number - 2][1]["score"]:
            place = number
        lines.append(("rank", {"rank": place, "name": name, "role": entry["role"], "score": entry["score"]}))
    for award in result["awards"].values():
        holders = list(award["holders"])
        values = {"award": award["rule"], "names": holders, "best": award["best"], "coin": award["coin"]}
        lines.append(("award" if holders else "award_none", {**values, "amount": award["amount"]}))
    for name, entry in result["players"].items():
        lines.extend(_sheet(name, entry, both=bool(result["opposite_colour_scores"])))
    return lines


def _sheet(name: str, entry: Mapping[str, Any], *, both: bool) -> Lines:
    """Return one player's sheet: coins before, each step with its rule, and how the total is made."""
    first = entry["start"] if "start" in entry else entry["after_votes"]
    lines: Lines = [
        ("sheet", {"name": name, "role": entry["role"], **{f"{coin}_start": n for coin, n in first.items()}})
    ]
    for step in entry["lines"]:
        lines.append(
            ("step", {"rule": step["rule"], "for": step["rule"], "coin": step["coin"], "delta": step["delta"]})
        )
    final = entry["final"]
    values = {f"{coin}_end": count for coin, count in final.items()}
    lines.append(
        (
            f"total_{'both' if both else entry['role']}",
            {**values, "tokens": entry["token_points"], "score": entry["score"]},
        )
    )
    return lines


def _vote_lines(result: Mapping[str, Any]) -> Lines:
    return [
        (
            "step_of",
            {"name": name, "rule": step["rule"], "for": step["rule"], "coin": step["coin"], "delta": step["delta"]},
        )
        for name, entry in result["players"].items()
        for step in entry["lines"]
    ]


def _stand(t: PoliticsTable) -> Lines:
    return [
        (
            "stand",
            {"name": t.names[seat], **{f"{t.WHATS[what]}_end": t.held[what][seat] for what in range(5)}},
        )
        for seat in t.at_table
    ]


def _recap(t: PoliticsTable) -> Lines:
    """Return one line a round."""
    lines: Lines = [("recap", {})] if t.recap else []
    for entry in t.recap:
        values = {
            "round": entry.round,
            "leader": t.names[entry.leader] if entry.leader >= 0 else "",
            "partners": [t.names[seat] for seat in entry.partners],
            "honest": _shown(entry, HONEST),
            "corrupt": _shown(entry, CORRUPT),
            "found": sum(
                1 for state, colour in zip(entry.state, entry.now, strict=True) if (state, colour) == (OPEN, CORRUPT)
            ),
            "bags": max(0, entry.bags),
        }
        lines.append((f"recap_{entry.outcome}", values))
    return lines


def _shown(entry: Recap, colour: str) -> int:
    """Return how many policies of a colour were turned up and paid."""
    return sum(1 for state, now in zip(entry.state, entry.now, strict=True) if (state, now) == (SHOWN, colour))


def switches_in_force(switches: Mapping[str, Any]) -> Lines:
    """Return the house rules that differ from the default, or that there are none."""
    changed = [(key, value) for key, value in switches.items() if value != SWITCHES[key][0]]
    if not changed:
        return [("switches_default", {})]
    return [("switches", {}), *(("switch", {"switch": key, "value": value}) for key, value in changed)]
