"""Actions that every game has: correct a count with a reason, count the table, note something, seat a substitute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.core.setup import clean_name, name_faults
from gmtool.core.table import BANK, PLACES, Table, place_id


def countables(table: Table) -> dict[str, tuple[int, int]]:
    """Return all that can be counted at the table: key ``yellow.0`` or ``policy.draw`` to (what, place), in order."""
    found: dict[str, tuple[int, int]] = {}
    for what in table.counted():
        for place in table.places_of(what):
            if place < 0 or table.present[place]:
                found[count_key(table, what, place)] = (what, place)
    return found


def count_key(table: Table, what: int, place: int) -> str:
    return f"{table.WHATS[what]}.{place if place >= 0 else place_id(place)}"


def _always(_table: Table) -> Reason | None:
    return None


# --- correct one count -------------------------------------------------------------------------------------------


def why_not_correct(table: Table, key: str, number: Any, reason: str) -> Reason | None:
    """Return why a count can't be set to a number for this reason, or None."""
    where = countables(table).get(key)
    if where is None:
        return Reason("correct.unknown", key=key)
    most = table.most_of(*where)
    if not isinstance(number, int) or isinstance(number, bool) or number < 0 or number > most:
        return Reason(table.CORRECTION_MISTAKE, got=number, high=most)
    if not reason.strip():
        return Reason(table.CORRECTION_MISTAKE + ".reason")
    return None


def _places(table: Table) -> list[str]:
    """Return the places whose counts can be corrected: seats as numbers, then piles by id."""
    found: list[str] = []
    for key in countables(table):
        place = key.partition(".")[2]
        if place not in found:
            found.append(place)
    return sorted(found, key=lambda place: (not place.isdecimal(), int(place) if place.isdecimal() else 0))


def _place_options(table: Table) -> list[int | str]:
    return [int(place) if place.isdecimal() else place for place in _places(table)]


PLACE: Final = Question("correct.place", Kind.ONE, options=_place_options)


def _what_options(table: Table) -> list[str]:
    place = str(table.draft.get("place", ""))
    return [key.partition(".")[0] for key in countables(table) if key.partition(".")[2] == place]


WHAT: Final = Question("correct.what", Kind.ONE, options=_what_options)


def _draft_key(table: Table) -> str:
    return f"{table.draft['what']}.{table.draft['place']}"


def _other_options(table: Table) -> list[int | str]:
    what, place = countables(table)[_draft_key(table)]
    return [
        other if other >= 0 else place_id(other)
        for other in table.places_of(what)
        if other != place and (other < 0 or table.present[other])
    ]


def _why_not_other(table: Table, option: int | str, number: int | None = None) -> Reason | None:
    """Return why the difference can't have gone to (or come from) another place, or None."""
    what, place = countables(table)[_draft_key(table)]
    if option not in _other_options(table):
        return Reason("answer.unknown")
    number = int(table.draft["to"]) if number is None else number
    other = _place_of(option)
    rest = table.held[what][other] + table.held[what][place] - number
    return None if 0 <= rest <= table.most_of(what, other) else Reason("correct.short", left=rest)


def _why_not_to(table: Table, number: int) -> Reason | None:
    what, place = countables(table)[_draft_key(table)]
    if not 0 <= number <= table.most_of(what, place):
        return Reason(table.CORRECTION_MISTAKE, got=number, high=table.most_of(what, place))
    if not table.is_fixed_sum(what) or number == table.held[what][place]:
        return None
    reasons = [_why_not_other(table, option, number) for option in _other_options(table)]
    return None if None in reasons else Reason("correct.nowhere")


TO: Final = Question(
    "correct.to",
    Kind.NUMBER,
    high=lambda table: table.most_of(*countables(table)[_draft_key(table)]),
    why_not=_why_not_to,
    subject=_draft_key,
)
OTHER: Final = Question("correct.other", Kind.ONE, options=_other_options, why_not_option=_why_not_other)
REASON: Final = Question("correct.reason", Kind.TEXT)


def _place_of(option: int | str) -> int:
    return option if isinstance(option, int) else -PLACES.index(option) - 1


def _still_correct(table: Table) -> Reason | None:
    """The place being corrected is still at the table, and the difference can still have gone somewhere."""
    place = str(table.draft.get("place", ""))
    if place and place not in _places(table):
        return Reason("correct.unknown", key=place)
    if "other" in table.draft:
        return _why_not_other(table, table.draft["other"])
    return _why_not_to(table, int(table.draft["to"])) if "to" in table.draft else None


def _correct(table: Table) -> Script:
    table.draft["place"] = yield PLACE
    table.draft["what"] = yield WHAT
    number: int = yield TO
    what, place = countables(table)[_draft_key(table)]
    other = BANK
    if table.is_fixed_sum(what) and number != table.held[what][place]:
        table.draft["to"] = number
        table.draft["other"] = yield OTHER
        other = _place_of(table.draft["other"])
    reason: str = yield REASON
    table.draft.clear()
    set_count(table, what, place, number, reason, other=other)


def set_count(table: Table, what: int, place: int, number: int, reason: str, *, other: int = BANK) -> None:
    """Book a correction: one move that closes the gap, and an event that tells the reason."""
    before = table.held[what][place]
    table.move(what, other, place, number - before, table.CORRECTION_RULE)
    table.tell(
        "corrected",
        table.CORRECTION_RULE,
        what=table.WHATS[what],
        place=place if place >= 0 else place_id(place),
        before=before,
        after=number,
        reason=reason,
    )
    table.corrected(what, place)


# --- count the table ---------------------------------------------------------------------------------------------


def _why_not_count(table: Table, answer: Any) -> Reason | None:
    known = countables(table)
    if not isinstance(answer, dict):
        return None
    sums: dict[int, int] = {}
    for key, number in answer.items():
        if key not in known or not isinstance(number, int):
            continue
        what, place = known[key]
        if number > table.most_of(what, place):
            return Reason("count.most", key=key, got=number, high=table.most_of(what, place))
        sums[what] = sums.get(what, 0) + number - table.held[what][place]
    for what, gap in sums.items():
        if gap and table.is_fixed_sum(what):
            total = sum(table.held[what][place] for kind, place in known.values() if kind == what)
            return Reason("count.sum", what=table.WHATS[what], got=total + gap, total=total)
    return None


def _gaps(table: Table, counted: Mapping[str, int]) -> dict[str, int]:
    """Return what was counted otherwise than the ledger says."""
    known = countables(table)
    return {key: n for key, n in counted.items() if table.held[known[key][0]][known[key][1]] != n}


def _warn_count(table: Table, counted: dict[str, int]) -> Reason | None:
    return Reason(table.COUNT_MISTAKE) if table.COUNT_MISTAKE and _gaps(table, counted) else None


DIFFERS: Final = Question(
    "count.differs", Kind.COUNT, options=lambda table: list(countables(table)), why_not=_why_not_count,
    warn=_warn_count,
)  # fmt: skip
COUNT_REASON: Final = Question("count.reason", Kind.TEXT)


def _count(table: Table) -> Script:
    counted: dict[str, int] = yield DIFFERS
    known = countables(table)
    gaps = _gaps(table, counted)
    if not gaps:
        table.tell("count.agrees")
        return
    reason: str = yield COUNT_REASON
    for key, number in gaps.items():
        set_count(table, *known[key], number, reason)


# --- note --------------------------------------------------------------------------------------------------------

NOTE: Final = Question("note.text", Kind.TEXT)


def _note(table: Table) -> Script:
    text: str = yield NOTE
    table.notes.append((table.row, text))
    table.tell("noted", text=text)


# --- a ruling made on the spot ---------------------------------------------------------------------------------

RULING: Final = Question("ruling.text", Kind.TEXT)
RULING_RULE: Final = Question("ruling.rule", Kind.TEXT, optional=True)


def _ruling(table: Table) -> Script:
    text: str = yield RULING
    rule: str = yield RULING_RULE
    table.rulings.append((text, rule.strip()))
    table.tell("ruled", text=text)


# --- a substitute -------------------------------------------------------------------------------------------------


def why_not_substitute(table: Table, seat: int, name: str) -> Reason | None:
    """Return why a new person of this name can't take over a seat, or None: no name, too long, another's name."""
    if not (0 <= seat < len(table.names) and table.present[seat]):
        return Reason("substitute.gone", table.SUBSTITUTE_RULE, player=seat)
    faults = name_faults([*(table.names[other] for other in table.seats if other != seat), name], "substitute.taken")
    return faults[0] if faults else None


SUBSTITUTE_SEAT: Final = Question(
    "substitute.seat", Kind.ONE, options=lambda table: [seat for seat in table.seats if table.present[seat]]
)


def _substituted(table: Table) -> int | None:
    seat = table.draft.get("seat")
    return seat if isinstance(seat, int) else None


def _why_not_new_name(table: Table, name: str) -> Reason | None:
    seat = _substituted(table)
    return why_not_substitute(table, -1 if seat is None else seat, name)


SUBSTITUTE_NAME: Final = Question("substitute.name", Kind.TEXT, why_not=_why_not_new_name, subject=_substituted)


def _why_not_any_substitute(table: Table) -> Reason | None:
    return None if any(table.present) else Reason("substitute.gone", table.SUBSTITUTE_RULE, player=-1)


def _still_substitute(table: Table) -> Reason | None:
    seat = _substituted(table)
    if seat is None or table.present[seat]:
        return _why_not_any_substitute(table)
    return Reason("substitute.gone", table.SUBSTITUTE_RULE, player=seat)


def _substitute(table: Table) -> Script:
    seat: int = yield SUBSTITUTE_SEAT
    table.draft["seat"] = seat
    name: str = yield SUBSTITUTE_NAME
    substitute(table, seat, name)


def substitute(table: Table, seat: int, name: str) -> None:
    """A new person takes a seat with everything in it: coins, cards, rights, the secret card; nothing else changes."""
    before, table.names[seat] = table.names[seat], clean_name(name)
    table.tell("substituted", table.SUBSTITUTE_RULE, before=before, after=table.names[seat])


COMMON_ACTIONS: Final = {
    "correct": Action("correct", _correct, _always, key="x", still=_still_correct, common=True),
    "count": Action("count", _count, _always, key="#", common=True),
    "ruling": Action("ruling", _ruling, _always, key="", common=True),
    "note": Action("note", _note, _always, key="n", common=True),
    "substitute": Action(
        "substitute", _substitute, _why_not_any_substitute, key="", still=_still_substitute, common=True
    ),
}
