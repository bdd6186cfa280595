"""What a boss game needs to begin, checked in full (BOSS-2, section 2 of the notes); also the cold start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.actions import count_key
from gmtool.core.fields import Field, FieldKind, as_fields, field_faults, with_defaults
from gmtool.core.question import Reason
from gmtool.core.setup import name_faults, switch_faults
from gmtool.core.table import BANK, CENTRE, DISCARD, DRAW
from gmtool.games.boss import characters
from gmtool.games.boss.functions import dismiss
from gmtool.games.boss.rounds import hand_marker, open_nomination
from gmtool.games.boss.table import (
    ASSASSIN,
    CONSERVATIVE,
    DIRECTOR_MARKER,
    EAGLE,
    ENACTED,
    FACTS,
    FUNCTIONS,
    INVESTIGATE,
    LEAST,
    LEFT,
    MASTERMIND,
    MOST,
    NOMINATE,
    POLICY,
    PRESIDENT_MARKER,
    PROGRESSIVE,
    SIDES,
    SPECIALS,
    SWITCHES,
    TAI_GO,
    TERMS,
    TO_WIN,
    TRACKER,
    BossTable,
    Said,
    Use,
    put_into_box,
)  # fmt: skip

DECK: Final[dict[str, Any]] = FACTS["deck"]
POWER_RULES: Final = tuple(FACTS["setup"]["power_rule"])
START_PHASES: Final = (NOMINATE,)
"""Where a game may be entered from what lies on the table: before a nomination."""


def default_board(setup: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Return the borrowed layout for so many players, slot by slot (BOSS-R02)."""
    count = len(setup.get("players", ()))
    rows = FACTS["board"]
    row = next((row for row in rows if row["players"][0] <= count <= row["players"][1]), rows[0])
    return {
        CONSERVATIVE: [list(slot) for slot in row["conservative"]],
        PROGRESSIVE: [[] for _ in range(TO_WIN[PROGRESSIVE])],
    }


FIELDS: Final = (
    Field("gm_plays", FieldKind.YES_NO, "BOSS-R13"),
    Field("first_president", FieldKind.SEAT, "BOSS-R07", "BOSS-2.6", origin="first_president.origin", draw=True),
    Field(
        "special_roles", FieldKind.IDS, "BOSS-R63", "BOSS-8.10", "BOSS-8.5", options=SPECIALS,
        default=lambda _setup: [], origin="special_roles.origin",
    ),
    Field(
        "deck", FieldKind.NUMBERS, "BOSS-R01", parts=dict.fromkeys(SIDES, 1), high=DECK["most"],
        default=lambda _setup: dict(DECK["default"]), origin="deck.origin",
    ),
    Field(
        "power_rule", FieldKind.CHOICE, "BOSS-R03", options=POWER_RULES, default=lambda _setup: POWER_RULES[0],
        origin="power_rule.origin",
    ),
    Field(
        "board", FieldKind.SLOTS, "BOSS-R02", options=FUNCTIONS, parts={CONSERVATIVE: TO_WIN[CONSERVATIVE],
        PROGRESSIVE: TO_WIN[PROGRESSIVE]}, default=default_board, origin="board.origin",
    ),
)  # fmt: skip
_BY_NAME: Final = as_fields(FIELDS)

START_FIELDS: Final = (
    Field("president", FieldKind.SEAT, "BOSS-5.7"),
    Field("appointed", FieldKind.YES_NO, "BOSS-5.8", default=lambda _setup: False),
    Field("last_by_order", FieldKind.SEAT, "BOSS-5.8", default=lambda setup: setup.get("president")),
    Field("previous", FieldKind.SEATS, "BOSS-R15", default=lambda _setup: []),
    Field("rejected", FieldKind.SEATS, "BOSS-R24", default=lambda _setup: []),
    Field("dismissed", FieldKind.SEATS, "BOSS-9.1", default=lambda _setup: []),
    Field("left", FieldKind.SEATS, "BOSS-9.2", default=lambda _setup: []),
    Field("not_mastermind", FieldKind.SEATS, "BOSS-4.13", default=lambda _setup: []),
    Field("not_tai_go", FieldKind.SEATS, "BOSS-4.14", default=lambda _setup: []),
    Field("investigated", FieldKind.SEATS, "BOSS-R45", default=lambda _setup: []),
    Field(
        "enacted", FieldKind.NUMBERS, "BOSS-5.3", parts=dict.fromkeys(SIDES, 1), high=max(TO_WIN.values()),
        default=lambda _setup: dict.fromkeys(SIDES, 0),
    ),
)  # fmt: skip
"""What a start in the middle needs beyond counts: ``previous`` is President and Director of the last round, the
President alone after chaos, or nobody."""
_START_BY_NAME: Final = as_fields(START_FIELDS)


# --- checks -------------------------------------------------------------------------------------------------------


def check_setup(setup: Mapping[str, Any]) -> list[Reason]:
    """Return all that is wrong with a set-up: players, fields, cards, board, characters, switches, a cold start."""
    faults: list[Reason] = []
    players = setup.get("players", [])
    if not LEAST <= len(players) <= MOST:
        faults.append(Reason("player_count", "BOSS-1.2", got=len(players), low=LEAST, high=MOST))
    faults.extend(name_faults(players, "duplicate_players"))
    switches = setup.get("switches", {})
    faults.extend(switch_faults(switches, SWITCHES))
    if switches.get("insiders_see_mastermind") is True and len(players) < characters.ALONE_FROM:
        faults.append(
            Reason("switch.insiders_see", "BOSS-R08", least=characters.ALONE_FROM, switch="insiders_see_mastermind")
        )
    wrong = field_faults(setup, _BY_NAME)
    faults.extend(wrong)
    misshapen = {fault.values["field"] for fault in wrong}
    if "deck" not in misshapen:
        faults.extend(_deck_faults(_BY_NAME["deck"].value(setup)))
    if "special_roles" not in misshapen and LEAST <= len(players) <= MOST:
        faults.extend(_special_faults(setup))
    if not faults and setup.get("start"):
        faults.extend(_start_faults(setup))
    return faults


def _deck_faults(deck: Mapping[str, int]) -> list[Reason]:
    least = DECK["least"]
    total = sum(deck.values())
    if all(deck[side] >= least[side] for side in SIDES) and total >= DECK["least_in_all"]:
        return []
    return [
        Reason(
            "deck_too_small", "BOSS-R01", total=total, least=DECK["least_in_all"],
            progressive_least=least[PROGRESSIVE], conservative_least=least[CONSERVATIVE],
        )
    ]  # fmt: skip


def _fox_side(setup: Mapping[str, Any]) -> str:
    side = setup.get("switches", {}).get("fox_side")
    return side if side in SIDES else str(SWITCHES["fox_side"][0])


def _special_faults(setup: Mapping[str, Any]) -> list[Reason]:
    """Return why these special characters do not fit (BOSS-8.5, BOSS-8.10)."""
    faults: list[Reason] = []
    specials = _BY_NAME["special_roles"].value(setup)
    if (ASSASSIN in specials) != (EAGLE in specials):
        faults.append(Reason("assassin_and_eagle_together", "BOSS-8.5"))
    room = characters.room(len(setup["players"]))
    for side in (CONSERVATIVE, PROGRESSIVE):
        those = [id for id in specials if characters.side_of(id, fox_side=_fox_side(setup)) == side]
        if len(those) > room[side]:
            count = len(setup["players"])
            faults.append(Reason(f"too_many_{side}_specials", "BOSS-8.10", roles=those, room=room[side], count=count))
    return faults


def warnings(setup: Mapping[str, Any]) -> list[Reason]:
    """Return advice on a set-up that is allowed (BOSS-2.8)."""
    found: list[Reason] = []
    if setup.get("special_roles"):
        found.append(Reason("advice.specials", "BOSS-2.8"))
    return found


def new_table(setup: Mapping[str, Any]) -> BossTable:
    """Return the table of a checked set-up: at set-up, or where a cold start enters the game."""
    full = with_defaults(setup, _BY_NAME)
    full["board"] = {**default_board(setup), **full["board"]}
    table = BossTable(full)
    put_into_box(table)
    start = setup.get("start")
    if start:
        _enter_middle(table, start)
    return table


def in_force(t: BossTable) -> dict[str, Any]:
    """Return switches and set-up values as the rule texts name them; free values by their kind (``deck=number``)."""
    values: dict[str, Any] = {
        **t.switches,
        "power_rule": t.power_rule,
        "gm_plays": "yes" if t.gm_plays else "no",
        "first_president": "player",
    }
    if t.deck != DECK["default"]:
        values["deck"] = "number"
    if t.board != default_board(t.setup):
        values["board"] = "list"
    if t.specials:
        values["special_roles"] = "list"
    return values


# --- entering in the middle ---------------------------------------------------------------------------------------


def _start_keys(t: BossTable) -> dict[str, tuple[int, int]]:
    return {count_key(t, what, place): (what, place) for what in t.counted() for place in t.places_of(what)}


def _start_faults(setup: Mapping[str, Any]) -> list[Reason]:
    """Return what can't be about a cold start: fields, counts, cards that do not add up."""
    start = {**setup["start"], "players": setup["players"]}
    faults = field_faults(start, _START_BY_NAME)
    if not isinstance(start.get("round"), int) or start["round"] < 1:
        faults.append(Reason("start.round", got=str(start.get("round"))))
    if start.get("phase") not in START_PHASES:
        faults.append(Reason("start.phase", got=str(start.get("phase")), known=", ".join(START_PHASES)))
    table = new_table({**setup, "start": None})
    known = _start_keys(table)
    for key, number in start.get("counts", {}).items():
        if key not in known:
            faults.append(Reason("correct.unknown", key=key))
        elif not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= table.most_of(*known[key]):
            faults.append(Reason("start.count", key=key, got=str(number), high=table.most_of(*known[key])))
    return faults or _start_contradictions(table, with_defaults(start, _START_BY_NAME))


def _start_contradictions(table: BossTable, start: Mapping[str, Any]) -> list[Reason]:
    faults: list[Reason] = []
    for side in SIDES:
        most = min(TO_WIN[side] - 1, table.deck[side])
        if start["enacted"][side] > most:
            faults.append(Reason("start.enacted", "BOSS-7.1", side=side, got=start["enacted"][side], high=most))
    piles = start.get("counts", {})
    seen = piles.get("policies.draw", 0) + piles.get("policies.discard", 0) + sum(start["enacted"].values())
    total = sum(table.deck.values())
    if piles and seen != total:
        faults.append(Reason("start.cards", "BOSS-R69", got=seen, total=total))
    out = {*start["dismissed"], *start["left"]}
    if len(out) < len(start["dismissed"]) + len(start["left"]):
        faults.append(Reason("start.twice", "BOSS-9.2"))
    if start["president"] in out:
        faults.append(Reason("start.president", "BOSS-9.1", player=start["president"]))
    if len(start["previous"]) > 2:
        faults.append(Reason("start.previous", "BOSS-R15", got=len(start["previous"])))
    return faults


def _enter_middle(t: BossTable, given: Mapping[str, Any]) -> None:
    """Book what was counted at the table as the starting values (row 0)."""
    start = with_defaults({**given, "players": t.names}, _START_BY_NAME)
    counts: dict[str, int] = dict(start.get("counts", {}))
    enacted: Mapping[str, int] = start["enacted"]
    t.enter(start["phase"], start["round"])
    for side in SIDES:
        if enacted[side]:
            t.move(POLICY, DRAW, CENTRE, enacted[side], "BOSS-R69")
            t.move(ENACTED[side], BANK, CENTRE, enacted[side], "BOSS-R69")
    if counts.get("policies.discard"):
        t.move(POLICY, DRAW, DISCARD, counts["policies.discard"], "BOSS-R69")
    for key, (what, place) in _start_keys(t).items():
        if what in (TRACKER, TERMS) and counts.get(key):
            t.move(what, BANK, place, counts[key], "BOSS-R69")
    for seat in start["dismissed"]:
        dismiss(t, seat)
    for seat in start["left"]:
        _note_gone(t, seat)
    t.cleared = {MASTERMIND: list(start["not_mastermind"]), TAI_GO: list(start["not_tai_go"])}
    t.said = [Said(0, character, seat, False) for character, seats in t.cleared.items() for seat in seats]
    t.used = [Use(0, -1, INVESTIGATE, seat) for seat in start["investigated"]]
    t.rejected = list(start["rejected"])
    president, director = [*start["previous"], -1, -1][:2]
    t.previous = (president, director)
    # A table is also made to see what counts there are, before anybody has said who is President.
    t.president = start.get("president", t.setup["first_president"])
    t.appointed = start["appointed"]
    t.last_by_order = start["last_by_order"] if t.appointed and start["last_by_order"] is not None else t.president
    hand_marker(t, PRESIDENT_MARKER, t.president, "BOSS-R69")
    if director >= 0 and t.status[director] != LEFT:
        hand_marker(t, DIRECTOR_MARKER, director, "BOSS-R69")
    t.step = 99
    open_nomination(t)


def _note_gone(t: BossTable, seat: int) -> None:
    from gmtool.games.boss.people import go_away

    go_away(t, seat, "BOSS-R69")
