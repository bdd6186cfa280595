"""The politics table at a glance. All of it is public but the roles (section 11 of the game's notes)."""

from __future__ import annotations

from typing import Any

from gmtool.core.question import Question
from gmtool.core.table import CENTRE, DISCARD, DRAW
from gmtool.core.view import PlayerRow, View
from gmtool.games.politics import vote_rules
from gmtool.games.politics.benefits import payout
from gmtool.games.politics.opposition import CRISIS_AT, FOUND_TO_FAIL
from gmtool.games.politics.table import (
    BLUE,
    BTS,
    CARDS,
    CLOSED,
    COALITION,
    COINS,
    FORCED,
    GREEN,
    LOST,
    OPEN,
    OPPOSITION,
    OVER,
    POLICY,
    RED,
    REVEALED,
    RIGHT,
    SETUP,
    SHOWN,
    VIOLET,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

COLUMNS = ("yellow", "blue", "red", "green", "violet", "policy", "bts", "right")
_WHAT_OF = (YELLOW, BLUE, RED, GREEN, VIOLET, POLICY, BTS)


def public_view(t: PoliticsTable) -> View:
    """Return what the table may see, built from allowed fields only: no role but one that the vote turned up."""
    facts: list[tuple[str, Any]] = [
        ("failures", t.failures),
        ("failures_most", CRISIS_AT),
        ("policy_draw", t.held[POLICY][DRAW]),
        ("policy_discard", t.held[POLICY][DISCARD]),
        ("bts_draw", t.held[BTS][DRAW]),
    ]
    return View("politics", t.phase, t.round, t.rounds, facts, COLUMNS, [_row(t, seat) for seat in t.seats], _lines(t))


def gm_view(t: PoliticsTable) -> View:
    """Return the GM's screen; it holds no role either, since players walk by."""
    return public_view(t)


def _row(t: PoliticsTable, seat: int) -> PlayerRow:
    cells: dict[str, Any] = {COLUMNS[i]: t.held[what][seat] for i, what in enumerate(_WHAT_OF)}
    cells["right"] = right_of(t, seat)
    mark, values = _mark(t, seat)
    return PlayerRow(seat, t.names[seat], cells, mark, values, on_turn=_on_turn(t) == seat, out=not t.present[seat])


def right_of(t: PoliticsTable, seat: int) -> str:
    """Return ``unused``, ``used`` or ``lost`` (for this round)."""
    if t.held[LOST][seat]:
        return "lost"
    return "unused" if t.held[RIGHT][seat] else "used"


def _on_turn(t: PoliticsTable) -> int | None:
    if t.phase == OPPOSITION:
        return t.turn()
    return t.leader if t.phase == COALITION else None


def _mark(t: PoliticsTable, seat: int) -> tuple[str, dict[str, Any]]:
    if not t.present[seat]:
        return "gone", {}
    if seat in t.turned:
        return f"turned_{t.turned[seat]}", {}
    if t.phase == CLOSED:
        return "", {}
    if seat == t.leader:
        return "leader", {}
    if seat in t.partners:
        return "partner", {}
    if t.held[FORCED][seat] and t.phase != OPPOSITION:
        return "forced", {}
    if seat in t.opposition and t.phase == OPPOSITION:
        if seat in t.opened_by:
            place = t.opened_by.index(seat)
            return "inspected", {"position": place + 1, "colour": t.printed[place]}
        if t.has_acted(seat):
            return "acted", {}
        return ("turn", {}) if t.turn() == seat else ("waiting", {})
    return ("opposition", {}) if seat in t.opposition else ("", {})


def _lines(t: PoliticsTable) -> list[tuple[str, dict[str, Any]]]:
    lines: list[tuple[str, dict[str, Any]]] = []
    if t.held[POLICY][CENTRE]:
        cards = [
            {
                "position": place + 1,
                "state": t.state[place],
                "colour": t.now[place] if t.state[place] in (OPEN, SHOWN) else None,
            }
            for place in range(6)
        ]
        lines.append(("centre", {"cards": cards, "found": t.corrupt_count(), "most": FOUND_TO_FAIL}))
    for contract in t.contracts:
        lines.append(
            (
                "contract",
                {
                    "slot": contract.slot,
                    "by": t.names[contract.maker],
                    "with": [t.names[who] for who in contract.acceptors],
                    "status": contract.status,
                    "words": contract.words,
                },
            )
        )
    return lines


def words(t: PoliticsTable, question: Question | None) -> dict[str, Any]:
    """Return values for the placeholders of texts: who is what, and the numbers of the moment."""
    names = t.names
    subject = question.about(t) if question is not None else None
    values: dict[str, Any] = {
        "round": t.round,
        "rounds": t.rounds,
        "count": t.count,
        "here": len(t.at_table),
        "honest_left": 8 - t.count,
        "honest": t.count - 2,
        "dealt": t.count * CARDS["policy_hand"],
        "policy_draw": t.held[POLICY][DRAW],
        "policy_after": CARDS["policy"] - t.count * CARDS["policy_hand"],
        "bts_after": CARDS["behind_the_scenes"] - t.count,
        "leader": names[t.leader] if t.leader >= 0 else "",
        "leader_left": next(names[seat] for seat in t.clockwise_from(t.leader)) if t.leader >= 0 else "",
        "first": names[t.partners[0]] if t.partners else "",
        "last": names[t.partners[1]] if t.partners else "",
        "player": names[subject] if isinstance(subject, int) and 0 <= subject < t.count else "",
        "slot": subject if isinstance(subject, str) else "",
        "pool": [names[seat] for seat in (t.tied or t.pool())],
        "opposition": [names[seat] for seat in t.opposition],
        "government": [names[seat] for seat in t.government],
        "failures": t.failures,
        "failures_most": CRISIS_AT,
        "found": t.corrupt_count(),
        "through": len(t.passed()),
        "lie_round": 1 if t.phase == "lie_1" else 2,
        "facing": names[t.draft["facing"]] if "facing" in t.draft else "",
        "have": t.held[YELLOW][t.leader] if t.leader >= 0 else 0,
        "left_to_share": max(0, COINS["leading"] - t.shared),
        "position": t.draft.get("position", ""),
        "tied": [names[seat] for seat in t.runoff],
        "card": t.draft.get("card", ""),
        "card_player": names[t.draft["who"]] if "card" in t.draft else "",
        "special_cost": t.switches["special_draw_cost"],
        "unused": [names[seat] for seat in t.at_table if t.held[RIGHT][seat]],
    }
    if t.phase == REVEALED:
        values["pay_blue"], values["pay_red"], values["pay_yellow"] = payout(t)
    return values


def result(t: PoliticsTable) -> dict[str, Any] | None:
    """Return the final result, ``{"ending": "stopped"}`` after stopping early, or None before the end (POL-R142)."""
    if t.stopped:
        return {"game": "politics", "ending": "stopped"}
    if t.phase != OVER:
        return None
    from gmtool.games.politics.scoring import result_of

    return result_of(t)


def invariants(t: PoliticsTable) -> list[str]:
    """Return the ids of what does not hold on this table; empty if all does (section 3 of the game's notes)."""
    broken: list[str] = []
    policy, bts = t.held[POLICY], t.held[BTS]
    if t.phase != SETUP:
        inside = sum(policy[: t.count]) + policy[DRAW] + policy[DISCARD] + policy[CENTRE]
        if inside != CARDS["policy"]:
            broken.append("policy_sum")
        if sum(bts) - bts[-1] != CARDS["behind_the_scenes"]:
            broken.append("bts_sum")
    if policy[CENTRE] not in (0, 6):
        broken.append("centre")
    if any(sum(kind) for kind in t.held):
        broken.append("ledger_sum")
    least = min([min(t.held[what][: t.count]) for what in _WHAT_OF])
    if least < 0 and not t.switches["negative_coins"]:
        broken.append("negative")
    if max(bts[: t.count]) > CARDS["behind_the_scenes_most"]:
        broken.append("bts_hand")
    if not {*t.held[RIGHT][: t.count], *t.held[LOST][: t.count], *t.held[FORCED][: t.count]} <= {0, 1}:
        broken.append("marks")
    if not 0 <= t.failures <= CRISIS_AT:
        broken.append("failures")
    if not any(t.held[RIGHT][seat] for seat in t.at_table) and t.phase in ("choose_leader", CLOSED) and t.at_table:
        broken.append("rights")
    if len(t.exposed) > vote_rules.DARK_COUNT or t.roles.count("dark") > vote_rules.DARK_COUNT:
        broken.append("dark")
    if t.government and t.phase in ("policies", "opposition", "benefits", "revealed") and len(set(t.government)) != 3:
        broken.append("government")
    if t.laid and t.phase in ("opposition", "benefits", "revealed") and policy[CENTRE] != 6:
        broken.append("laid")
    return broken
