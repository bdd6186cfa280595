"""The jinro table at a glance: what everybody may see, and what the game master sees beside it (section 8)."""

from __future__ import annotations

from typing import Any

from gmtool.core.table import DRAW
from gmtool.core.view import PlayerRow, View
from gmtool.games.jinro import beginning, effects, vote_rules
from gmtool.games.jinro.by_hand import open_memos
from gmtool.games.jinro.campaign import changed_sums, time_limit
from gmtool.games.jinro.cards import HUMAN, TAG_FIELDS, WOLF
from gmtool.games.jinro.effects import signed
from gmtool.games.jinro.ending import reached
from gmtool.games.jinro.table import (
    CAMPAIGN,
    CANDIDACY,
    COUNT,
    END,
    FAILURE,
    KINDS,
    LOT,
    MANIFESTO,
    NIGHT,
    OVER,
    PROMISE,
    ROLE_CHECK,
    RUNOFF,
    SEAT,
    SPEECH,
    SUCCESS,
    VOTING,
    InForce,
    JinroTable,
)  # fmt: skip

COLUMNS = ("said", "votes")
GM_COLUMNS = ("said", "votes", "role", "camp", "held")


def public_view(t: JinroTable) -> View:
    """Return what the table may see, built from allowed fields only: no role, no camp, no draw, no queued effect."""
    rows = [_row(t, seat) for seat in t.seats]
    return View("jinro", _shown_phase(t), t.day, 0, _facts(t), _columns(t, COLUMNS), rows, _lines(t))


def _columns(t: JinroTable, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that say something at this table: in the plain rule nobody has a card (JIN-R79)."""
    return tuple(id for id in columns if id not in ("said", "held")) if t.is_plain else columns


def gm_view(t: JinroTable) -> View:
    """Return everything: the public view with roles, camps, cards held, and what is queued."""
    view = public_view(t)
    view.columns = _columns(t, GM_COLUMNS)
    for row in view.rows:
        seat = row.seat
        lie = beginning.is_lie(t, seat)
        held = t.dealt[seat] or None
        row.cells.update(role=t.roles[seat], camp=t.camp(seat) or None, held=f"{held}!" if lie else held)
    view.lines += _gm_lines(t)
    return view


def _shown_phase(t: JinroTable) -> str:
    return MANIFESTO if t.phase == COUNT else t.phase


def _facts(t: JinroTable) -> list[tuple[str, Any]]:
    facts: list[tuple[str, Any]] = [("seats", len(t.holders)), ("seats_most", t.house["seats_total"])]
    if not t.is_plain:
        facts.append(("promise", t.held[PROMISE][DRAW]))
    if t.phase == CAMPAIGN and t.minutes and "minutes" in t.done:
        facts.append(("minutes", time_limit(t)))
    return facts


def _row(t: JinroTable, seat: int) -> PlayerRow:
    held = t.round_now
    cells: dict[str, Any] = {
        "said": t.said.get(seat),
        "votes": held.totals.get(seat) if held is not None else None,
    }
    mark, values = _mark(t, seat)
    on_turn = seat == t.winner_today and t.phase not in (END, OVER)
    return PlayerRow(
        seat, t.names[seat], cells, mark, values, on_turn=on_turn, out=seat in t.out or not t.present[seat]
    )


def _mark(t: JinroTable, seat: int) -> tuple[str, dict[str, Any]]:
    """Return what a player is now, as the table knows it: never why somebody is not back (JIN-7.5)."""
    if seat in t.holders:
        return "elected", {"place": t.holders.index(seat) + 1, "day": t.won_on[seat]}
    if seat in t.recalled:
        return "recalled", {}
    if seat in t.out:
        return "out", {}
    if seat in t.sitting:
        return "sits_out", {}
    if t.phase in (RUNOFF, LOT) and seat in t.tied:
        return "tied", {}
    if t.phase in (CAMPAIGN, RUNOFF, LOT):
        for tag in ("no_vote", "no_candidate", "silence"):
            if seat in effects.barred(t, tag) and not (tag == "no_candidate" and vote_rules.bars_are_lifted(t)):
                return tag, {}
    return "", {}


def _lines(t: JinroTable) -> list[tuple[str, dict[str, Any]]]:
    names = t.names
    lines: list[tuple[str, dict[str, Any]]] = []
    if t.switches["lineup_public"] and t.phase in (ROLE_CHECK, CANDIDACY, *VOTING):
        lines.append(("lineup", {"cast": [{"role": role, "count": count} for role, count in t.lineup.items()]}))
    if t.copies:
        copies = [{"name": names[seat], "number": number} for seat, number in t.copies.items() if seat in t.said]
        if copies:
            lines.append(("copies", {"copies": copies}))
    if t.played:
        lines.append(("played", {"cards": [_played(t, *card) for card in t.played]}))
    if t.phase in (CAMPAIGN, RUNOFF, LOT):
        lines += _today_lines(t)
    held = t.round_now
    if held is not None and t.phase in (*VOTING, MANIFESTO, COUNT, SPEECH):
        lines.append(("tally", {"round": held.number + 1, "votes": _tally(t)}))
    if t.phase in (RUNOFF, LOT):
        lines.append(("field", {"names": [names[seat] for seat in t.tied]}))
    if t.winner:
        lines.append(("won", {"camp": t.winner, "ending": t.end_reason}))
    return lines


def _played(t: JinroTable, by: int, number: int, used: int) -> dict[str, Any]:
    """Return an executed manifesto as the table knows it: never which half has fired (JIN-6.8)."""
    card = {"name": t.names[by], "number": number, "card_name": t.cards[number].name}
    return card if used == number else {**card, "state": "copy", "used": used}


def _today_lines(t: JinroTable) -> list[tuple[str, dict[str, Any]]]:
    lines: list[tuple[str, dict[str, Any]]] = []
    for tag, seats in effects.announced_today(t):
        lines.append((f"on_{tag.tag}", {"names": [t.names[seat] for seat in seats], "delta": signed(tag.delta)}))
    if vote_rules.bars_are_lifted(t):
        lines.append(("lifted", {}))
    return lines


def _tally(t: JinroTable) -> list[dict[str, Any]]:
    """Return the sum of the latest round, candidate by candidate: votes, what changed them, the total (JIN-5.4)."""
    held = t.round_now
    assert held is not None
    found: list[dict[str, Any]] = []
    changed = changed_sums(held)
    for seat, total in held.totals.items():
        raw = held.raw[seat]
        entry: dict[str, Any] = {"name": t.names[seat], "raw": raw, "total": total}
        if seat in changed:
            change = held.added.get(seat, 0)
            change += sum(weight - 1 for voter, weight in held.weighted.items() if held.ballots[voter] == seat)
            entry.update(state="changed" if raw + change == total else "floor", change=signed(change))
        if total or raw or seat in changed:
            found.append(entry)
    return found


# --- the GM's own lines ---------------------------------------------------------------------------------------------


def _gm_lines(t: JinroTable) -> list[tuple[str, dict[str, Any]]]:
    names = t.names
    if t.phase in (ROLE_CHECK, CANDIDACY) and None in t.roles:
        return []
    counts = {
        "human": t.seats_of(HUMAN), "human_need": t.house["human_need"], "wolf": t.seats_of(WOLF),
        "wolf_need": t.house["wolf_need"], "wolves": t.wolves_seated(),
        "uncounted": sum(1 for seat in t.holders if not t.counts(seat)),
    }  # fmt: skip
    deck = {"success": t.held[SUCCESS][DRAW], "failure": t.held[FAILURE][DRAW]}
    lines: list[tuple[str, dict[str, Any]]] = [
        ("gm_seats", counts) if t.is_plain else ("gm_seats_deck", {**counts, **deck})
    ]
    if reached(t) and t.phase not in (END, OVER):
        lines.append(("gm_reached", {"camp": reached(t)}))
    lines += [("gm_favourite", {"name": names[who], "of": names[lover]}) for lover, who in t.favourites.items()]
    lines += [("gm_told", {"name": names[r], "of": names[who]}) for r, who in t.told.items() if who is not None]
    execution = t.execution
    if execution is not None and execution.named:
        side = execution.fired or execution.named
        lines.append(("gm_fired" if execution.fired else "gm_named", {"side": side, "card": execution.used}))
        if execution.targets.get(side):
            picked = [names[seat] for seat in execution.targets[side]]
            lines.append(("gm_picked", {"side": side, "names": picked}))
    lines += _waiting(t)
    for number in open_memos(t):
        lines.append(("gm_memo", {"number": number, "text": t.memos[number - 1].text}))
    for role, text in t.lawyer_texts.items():
        if text and any(t.roles[seat] == role for seat in t.holders):
            lines.append(("gm_lawyer", {"role": role, "text": text}))
    return lines


def _waiting(t: JinroTable) -> list[tuple[str, dict[str, Any]]]:
    """Return the effects that wait or work, and what the GM signs in silence tonight (JIN-11.3, JIN-R88)."""
    lines: list[tuple[str, dict[str, Any]]] = []
    tonight = t.last_night
    if t.phase == NIGHT and tonight is not None and tonight.number == t.round:
        for to, about, _, value in tonight.peeks:
            lines.append(("gm_peek", {"name": t.names[to], "of": t.names[about], "state": value}))
    for effect in t.effects:
        if effect.tag.tag == "peek" and t.phase == NIGHT:
            continue
        if effect.last >= (effects.open_day(t) if effect.tag.is_day else effects.next_night(t)):
            lines.append(_waiting_line(t, effect))
    return lines


_NIGHT_WORDS = {"guard": "guarding"}
"""Words of night actions whose id is a role's as well."""


def _waiting_line(t: JinroTable, effect: InForce) -> tuple[str, dict[str, Any]]:
    """Return what an effect will do, to whom and when."""
    tag = effect.tag
    when = str(effect.first) if effect.first == effect.last else f"{effect.first}–{effect.last}"
    if tag.tag == "extra_action":
        return "gm_extra", {"when": when, "state": _NIGHT_WORDS.get(tag.action, tag.action), "number": tag.count}
    if tag.action:
        return "gm_action", {"when": when, "effect": tag.tag, "state": _NIGHT_WORDS.get(tag.action, tag.action)}
    seats = (
        [seat for seat in effect.picked if seat in t.holders] if tag.tag == "recall" else effects.concerned(t, effect)
    )
    names: list[str] | str = [t.names[seat] for seat in seats] if "target" in TAG_FIELDS[tag.tag] else ""
    change = signed(tag.delta or tag.minutes) if tag.delta or tag.minutes else ""
    values = {"when": when, "effect": tag.tag, "names": names, "change": change}
    return "gm_day" if tag.is_day else "gm_night", values


# --- sums that hold -------------------------------------------------------------------------------------------------


def invariants(t: JinroTable) -> list[str]:
    """Return the ids of what does not hold on this table; empty if all does."""
    broken: list[str] = []
    if any(sum(kind) for kind in t.held):
        broken.append("ledger_sum")
    if any(min(kind[:-1]) < 0 for kind in t.held):
        broken.append("negative")
    inside = sum(t.held[PROMISE]) - t.held[PROMISE][-1]
    if inside != t.deck_total():
        broken.append("promise_sum")
    if not t.recount and t.left != sum(t.held[what][DRAW] for what in KINDS):
        broken.append("deck_kinds")
    if [seat for seat in t.seats if t.held[SEAT][seat]] != sorted(t.holders) or max(t.held[SEAT]) > 1:
        broken.append("seats")
    return broken + _people_faults(t) + _moment_faults(t)


def _people_faults(t: JinroTable) -> list[str]:
    """Return what does not hold about players: everybody is in one place, roles are those of the line-up."""
    broken: list[str] = []
    holders = set(t.holders)
    standing = t.standing()
    places = [len(holders), len(t.recalled), len(t.out), len(standing)]
    if sum(places) != t.count or len(holders) != len(t.holders):
        broken.append("places")
    if not t.elected_ever >= holders | t.recalled:
        broken.append("elected_ever")
    if not t.sitting <= set(standing):
        broken.append("sitting")
    if not t.coming_back <= t.recalled:
        broken.append("coming_back")
    if t.phase == NIGHT and any(t.roles.count(role) != count for role, count in t.lineup.items()):
        broken.append("roles")
    return broken


def _moment_faults(t: JinroTable) -> list[str]:
    """Return what does not hold about the moment: who is tied, whose manifesto it is, whether it goes on."""
    broken: list[str] = []
    over = t.phase in (END, OVER)
    if over != bool(t.winner):
        broken.append("winner")
    if (t.phase in (RUNOFF, LOT)) != bool(t.tied) or not set(t.tied) <= set(t.standing()):
        broken.append("tied")
    if t.phase == MANIFESTO and (t.execution is None or t.execution.by != t.winner_today):
        broken.append("execution")
    if t.is_full and t.phase not in (MANIFESTO, COUNT, END, OVER):
        broken.append("played_on")
    if len(t.holders) > t.house["seats_total"]:
        broken.append("too_many_seats")
    if t.phase in (CAMPAIGN, RUNOFF, LOT) and not vote_rules.candidates(t):
        broken.append("nobody")
    if any(effect.first > effect.last for effect in t.effects):
        broken.append("effects")
    return broken
