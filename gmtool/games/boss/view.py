"""The boss table at a glance. All of it is public; characters appear only once they were put on record at the end."""

from __future__ import annotations

from typing import Any

from gmtool.core.question import Audience, Question
from gmtool.core.table import CENTRE, DISCARD, DRAW
from gmtool.core.view import PlayerRow, View
from gmtool.games.boss import characters, rules
from gmtool.games.boss.people import TURNING_ON
from gmtool.games.boss.roles import are_known, dealt
from gmtool.games.boss.table import (
    ACTIVE,
    BALLOTS,
    CHAOS,
    CHAOS_AT,
    CONSERVATIVE,
    DIRECTOR_MARKER,
    DISMISSED,
    DRAWN,
    ELECTED,
    ENACTED,
    FACTS,
    GUESS,
    LEFT,
    MASTERMIND,
    NOMINATE,
    OVER,
    POLICY,
    POWER,
    PRESIDENT_MARKER,
    PROGRESSIVE,
    SETUP,
    SIDES,
    SWITCHES,
    TAI_GO,
    TERMS,
    TO_WIN,
    VOTE,
    BossTable,
)  # fmt: skip

COLUMNS = ("terms", "cleared")
GM_COLUMNS = (*COLUMNS, "role")


def public_view(t: BossTable) -> View:
    """Return what the table may see, built from allowed fields only (section 7 of the notes)."""
    facts: list[tuple[str, Any]] = [
        ("tracker", t.tracker),
        ("tracker_most", CHAOS_AT),
        ("draw", t.held[POLICY][DRAW]),
        ("discard", t.held[POLICY][DISCARD]),
        ("hands", t.in_hands() or None),
        ("reshuffles", t.reshuffles or None),
        ("voters", len(t.active)),
    ]
    return View("boss", t.phase, t.round, 0, facts, COLUMNS, [_row(t, seat) for seat in t.seats], _lines(t))


def gm_view(t: BossTable) -> View:
    """Return the public view with the characters that were typed in; it stands uncovered only by a key of the GM's."""
    view = public_view(t)
    if are_known(t):
        view.columns = GM_COLUMNS
        for row in view.rows:
            row.cells["role"] = t.roles[row.seat]
    return view


def _row(t: BossTable, seat: int) -> PlayerRow:
    cells: dict[str, Any] = {"terms": t.held[TERMS][seat], "cleared": _cleared(t, seat)}
    mark, values = _mark(t, seat)
    on_turn = t.phase != OVER and seat == _on_turn(t)
    return PlayerRow(seat, t.names[seat], cells, mark, values, on_turn=on_turn, out=t.status[seat] != ACTIVE)


def _cleared(t: BossTable, seat: int) -> str:
    """Return which characters the player has publicly said not to be, as one id."""
    mastermind, tai_go = seat in t.cleared[MASTERMIND], seat in t.cleared[TAI_GO]
    if mastermind and tai_go:
        return "not_both"
    return "not_mastermind" if mastermind else "not_tai_go" if tai_go else "not_cleared"


def _on_turn(t: BossTable) -> int:
    if t.phase == NOMINATE:
        return t.president
    if t.phase == VOTE:
        return t.nominee
    return t.director if t.phase in (*ELECTED, POWER) else -1


def _mark(t: BossTable, seat: int) -> tuple[str, dict[str, Any]]:
    if t.shown and t.roles[seat] is not None:
        return "was", {"role": t.roles[seat]}
    if t.status[seat] != ACTIVE:
        return t.status[seat], {}
    if t.phase in (SETUP, OVER):
        return "", {}
    if seat == t.president:
        return ("president_appointed" if t.appointed else "president"), {}
    if seat == t.nominee:
        return "nominee", {}
    if seat == t.director:
        return "director", {}
    if t.phase in (NOMINATE, VOTE):
        kept, rejected, _ = rules.bars(t)
        if seat in kept:
            return ("limited_director" if seat == t.previous[1] else "limited_president"), {}
        if seat in rejected:
            return "rejected", {}
    return ("next" if seat == t.next_by_order() else ""), {}


def _lines(t: BossTable) -> list[tuple[str, dict[str, Any]]]:
    lines = [(f"row_{side}", _policy_row(t, side)) for side in SIDES]
    if t.phase not in (SETUP, OVER):
        lines += _standing(t)
    house = _house_rules(t)
    if house:
        lines.append(("house", {"rules": [{"state": rule} for rule in house]}))
    return lines


def _house_rules(t: BossTable) -> list[str]:
    """Return what is not at its default, so that nobody argues from the wrong rule: ``tie_passes_true``."""
    values = {**t.switches, "power_rule": t.power_rule}
    defaults = {key: known[0] for key, known in SWITCHES.items()} | {"power_rule": FACTS["setup"]["power_rule"][0]}
    return [f"{key}_{str(value).lower()}" for key, value in values.items() if value != defaults[key]]


def _standing(t: BossTable) -> list[tuple[str, dict[str, Any]]]:
    """Return what no mark beside a name says: who is next if marked otherwise, a lifted bar, who was investigated."""
    lines: list[tuple[str, dict[str, Any]]] = []
    due = t.next_by_order()
    if due >= 0 and _mark(t, due)[0] != "next":
        lines.append(("next", {"player": t.names[due]}))
    if t.phase == NOMINATE:
        lifted = rules.bars(t)[2]
        if lifted is not None:
            lines.append((f"lifted_{lifted}", {}))
    met = [t.names[seat] for seat in rules.investigated(t)]
    if met:
        lines.append(("investigated", {"names": met}))
    return lines


def _policy_row(t: BossTable, side: str) -> dict[str, Any]:
    """Return one row of the board: every slot with its state and symbols, the next free slot with what lies ahead."""
    filled = t.enacted(side)
    slots: list[dict[str, Any]] = []
    for place, symbols in enumerate(t.board[side]):
        state = "filled" if place < filled else "next" if place == filled else "free"
        if not symbols and state != "filled":
            state += "_plain"
        slots.append({"state": state, "slot": place + 1, "symbols": list(symbols)})
    return {"filled": filled, "most": TO_WIN[side], "slots": slots}


def words(t: BossTable, question: Question | None) -> dict[str, Any]:
    """Return values for the placeholders of texts: who is what, and the numbers of the moment."""
    names = t.names

    def name(seat: int) -> str:
        return names[seat] if 0 <= seat < t.count else ""

    subject = question.about(t) if question is not None else None
    due = t.next_by_order()
    draw, discard = t.held[POLICY][DRAW], t.held[POLICY][DISCARD]
    drafted = t.draft.get("target")
    values: dict[str, Any] = {
        "round": t.round,
        "count": t.count,
        "voters": len(t.active),
        "president": name(t.president),
        "director": name(t.director),
        "nominee": name(t.nominee),
        "first": name(int(t.setup["first_president"])),
        "next": name(due),
        "player": name(subject) if isinstance(subject, int) and not isinstance(subject, bool) else "",
        "target": name(drafted) if isinstance(drafted, int) else "",
        "limited": [names[seat] for seat in rules.kept_from_nomination(t)],
        "tracker": t.tracker,
        "tracker_most": CHAOS_AT,
        "progressive_count": t.enacted(PROGRESSIVE),
        "conservative_count": t.enacted(CONSERVATIVE),
        "progressive_slot": t.enacted(PROGRESSIVE) + 1,
        "conservative_slot": t.enacted(CONSERVATIVE) + 1,
        "draw": draw,
        "discard": discard,
        "missing_cards": max(0, DRAWN - draw),
        "deck": sum(t.deck.values()),
        "terms": t.held[TERMS][t.director] if t.director >= 0 else 0,
        "peek": min(3, discard),
        "reason_id": t.reason or "",
        "winner": t.winner or "",
    }
    if isinstance(subject, str):
        values["role"] = values["side"] = subject
        values["insiders"] = dealt(t).get(subject, 0)
        if subject in SIDES:
            values["slot"] = t.enacted(subject) + 1
            values["symbols"] = t.symbols(subject)
    if t.phase == SETUP:
        values.update(_setup_words(t))
    if question is not None and question.audience is Audience.GM and are_known(t):
        values.update(_secret_words(t, subject))
    return values


def _setup_words(t: BossTable) -> dict[str, Any]:
    """Return the cards dealt and who counts as an insider."""
    kinds = characters.insider_kinds(t.specials, fox_side=t.switches["fox_side"])
    return {
        "insiders": dealt(t).get("insider", 0),
        "plain": dealt(t).get("progressive", 0),
        "card": list(t.specials),
        "roles": [role for role in dealt(t) if role == "insider" or role in kinds],
    }


def _secret_words(t: BossTable, subject: int | str | None) -> dict[str, Any]:
    """Return who should wake, who raises a hand and what a loss means, for the GM who typed the characters in."""
    insiders = characters.insiders_among(t.roles, fox_side=t.switches["fox_side"])
    role = t.roles[subject] if isinstance(subject, int) else None
    return {
        "effect": f"loss_{role}" if role in TURNING_ON else "loss_none",
        "awake": [t.names[seat] for seat in characters.who_wakes(t.roles, t.switches)],
        "hands": [t.names[seat] for seat in insiders],
    }


def result(t: BossTable) -> dict[str, Any] | None:
    """Return the final result, or None before the end (BOSS-7.6); characters only if put on record."""
    if t.winner is None:
        return None
    return {
        "game": "boss",
        "winner": t.winner,
        "reason": t.reason,
        "rounds": t.round,
        "enacted": {side: t.enacted(side) for side in SIDES},
        "players": {
            t.names[seat]: {
                "terms": t.held[TERMS][seat],
                "state": t.status[seat],
                "role": t.roles[seat] if t.shown else None,
            }
            for seat in t.seats
        },
    }


def invariants(t: BossTable) -> list[str]:
    """Return the ids of what does not hold on this table; empty if all does (section 3 of the notes)."""
    broken: list[str] = []
    policy = t.held[POLICY]
    if policy[DRAW] + policy[DISCARD] + policy[CENTRE] + t.in_hands() != sum(t.deck.values()):
        broken.append("policy_sum")
    if policy[CENTRE] != sum(t.held[what][CENTRE] for what in ENACTED.values()):
        broken.append("enacted_sum")
    if any(sum(kind) for kind in t.held):
        broken.append("ledger_sum")
    if any(count < 0 for kind in t.held for count in (*kind[: t.count], kind[DRAW], kind[DISCARD], kind[CENTRE])):
        broken.append("negative")
    if t.in_hands() and t.phase not in (*ELECTED, OVER):
        broken.append("hands")
    if t.tracker > CHAOS_AT:
        broken.append("tracker")
    if any(t.enacted(side) > TO_WIN[side] for side in SIDES):
        broken.append("rows")
    if any(t.held[BALLOTS][seat] != (t.status[seat] == ACTIVE) for seat in t.seats):
        broken.append("ballots")
    if any(t.present[seat] == (t.status[seat] == LEFT) for seat in t.seats):
        broken.append("present")
    if sorted(t.dismissed) != [seat for seat in t.seats if t.status[seat] == DISMISSED]:
        broken.append("dismissed")
    if any(sum(t.held[what][seat] for seat in t.seats) > 1 for what in (PRESIDENT_MARKER, DIRECTOR_MARKER)):
        broken.append("markers")
    broken.extend(_office_faults(t))
    if (t.phase == OVER) != (t.winner is not None):
        broken.append("winner")
    full = any(t.enacted(side) == TO_WIN[side] for side in SIDES)
    if full and t.phase not in (GUESS, OVER):
        broken.append("played_on")
    return broken


def _office_faults(t: BossTable) -> list[str]:
    """Return what does not hold about offices: who nominates, who was elected, whether it is chaos.

    While another action still stands on top of a correction or a departure, the script has not drawn its consequences.
    """
    if t.ground != t.stood:
        return []
    broken: list[str] = []
    if t.phase != OVER and (t.tracker == CHAOS_AT) != (t.phase == CHAOS):
        broken.append("chaos")
    if t.phase == NOMINATE and t.active and not t.is_active(t.president):
        broken.append("president")
    if t.phase == VOTE and (not t.is_active(t.nominee) or t.nominee == t.president):
        broken.append("nominee")
    if t.phase in ELECTED and not (t.is_active(t.director) and t.is_active(t.president)):
        broken.append("director")
    if t.phase == POWER and not (t.pending and t.is_active(t.director)):
        broken.append("pending")
    if t.phase != POWER and t.pending:
        broken.append("pending")
    return broken
