"""What a jinro game needs to begin, checked in full (JIN-1, section 7 of the notes); also the cold start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.actions import count_key
from gmtool.core.fields import Field, FieldKind, Own, Setup, as_fields, field_faults, with_defaults
from gmtool.core.question import Reason
from gmtool.core.setup import name_faults, switch_faults
from gmtool.core.table import BANK, DRAW, OUT
from gmtool.games.jinro import library
from gmtool.games.jinro.cards import HUMAN, SIDES, WOLF, Faults, read_cards
from gmtool.games.jinro.table import (
    CAMPAIGN,
    CAMPS,
    FACTS,
    LAWYERS,
    LOVER,
    NIGHT,
    NUMBERS,
    PROMISE,
    ROLES,
    SEAT,
    SPY,
    SWITCHES,
    WOLF_MEMBER,
    JinroTable,
    put_into_box,
)  # fmt: skip
from gmtool.games.jinro.vocabulary import meaning
from gmtool.paths import expanded

LEAST, MOST = FACTS["game"]["players"]
PLAIN_ROLE: Final = "human_member"
SANITY: Final[dict[str, int]] = FACTS["sanity"]
DECK: Final[dict[str, int]] = FACTS["deck"]
START_PHASES: Final = (CAMPAIGN, NIGHT)
"""Where a game may be entered from what lies on the table: before a campaign, or before a night."""

NONE: Final = "-"
_COMMA: Final = re.compile(r"[,、，;；・/／]")
_TIMES: Final = "[x×✕*]"
_ROLE_PART: Final = re.compile(
    rf"(?:(\d+)\s*{_TIMES}?\s*)?([^\d=＝:：]*?[^\d=＝:：\s−-])"
    rf"(?:\s*(?:[=＝:：]|(?<![A-Za-z]){_TIMES})?\s*(\d+)\s*(?:人|名|枚|คน|người)?)?",
    re.IGNORECASE,
)
"""A role with how many of it, before or after: ``wolf=2``, ``2 wolves``, ``人狼×2``, ``wolf x2``."""


# --- fields that only this game reads: the line-up, sides of lawyers, the GM's cards --------------------------------


def _parts(text: str) -> list[str]:
    return [part.strip() for part in _COMMA.split(text) if part.strip() not in ("", NONE)]


def _role_or_none(word: str) -> str | None:
    """Return the role that a word means, of one holder or of several (``seers``)."""
    return meaning(word, ROLES) or meaning(word.strip().removesuffix("s"), ROLES)


def _role(word: str) -> str:
    role = _role_or_none(word)
    if role is None:
        raise ValueError(word)
    return role


def read_lineup(text: str, setup: Setup) -> dict[str, int]:
    """Return a line-up typed as ``wolf=2, spy, 3 villagers, seer x2``, one each without a number.

    Words of any language do, this game's or ordinary werewolf's. Members of the human party who are not named make up
    the rest of the players.

    Raises:
        ValueError: A word that is no role, a number that is none, a role named twice.
    """
    found: dict[str, int] = {}
    for part in _parts(text):
        typed = _ROLE_PART.fullmatch(part)
        if typed is None:
            raise ValueError(part)
        before, word, after = typed.groups()
        role = _role(word)
        if role in found or (before and after):
            raise ValueError(part)
        found[role] = int(before or after or 1)
    if PLAIN_ROLE not in found:
        found[PLAIN_ROLE] = max(0, len(setup.get("players", ())) - sum(found.values()))
    return {role: found[role] for role in ROLES if found.get(role)}


def _write_counts(value: Mapping[str, Any], _setup: Setup) -> str:
    return ", ".join(f"{role}={number}" for role, number in value.items()) or NONE


def _fits_lineup(value: Any, _setup: Setup) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(role, str) and isinstance(n, int) and not isinstance(n, bool) and n >= 0 for role, n in value.items()
    )


def read_camps(text: str, _setup: Setup) -> dict[str, str]:
    """Return sides typed as ``lawyer=human, corrupt lawyer=wolf`` (JIN-R07).

    Raises:
        ValueError: A word that is no lawyer, or no side.
    """
    found: dict[str, str] = {}
    for part in _parts(text):
        word, _, side = (piece.strip() for piece in re.sub("[＝:：]", "=", part).partition("="))
        role = meaning(word, LAWYERS)
        camp = {"human_party": HUMAN, "human_member": HUMAN, "wolf_party": WOLF, "wolf_member": WOLF}.get(
            meaning(side) or ""
        )
        if role is None or camp is None:
            raise ValueError(part)
        found[role] = camp
    return found


def _fits_camps(value: Any, _setup: Setup) -> bool:
    return isinstance(value, Mapping) and all(role in LAWYERS and camp in SIDES for role, camp in value.items())


def read_card_choice(text: str, _setup: Setup) -> list[dict[str, Any]]:
    """Return the cards in force: ``-`` for none, ``all`` or numbers (``1, 5, 23``) of the library, or a card file.

    Raises:
        ValueError: A number that the library does not hold, no such file, a file that is no TOML. What is wrong with
            single cards of a file is told by the check of the set-up.
    """
    if text in ("", NONE):
        return []
    cards = library.read_library().cards
    if text == "all":
        return library.as_documents(cards)
    if re.fullmatch(r"[\d,、， ]+", text):
        wanted = [int(part) for part in re.split(r"[,、， ]+", text) if part]
        by_number = {card.number: card for card in cards}
        return library.as_documents(by_number[number] for number in dict.fromkeys(wanted))
    path = expanded(text)
    if not path.is_file():
        raise ValueError(text)
    return library.raw_documents(path)


def _write_cards(value: Any, _setup: Setup) -> str:
    numbers = [card.get("number") if isinstance(card, Mapping) else None for card in value]
    return ", ".join("?" if number is None else str(number) for number in numbers) or NONE


def _library_numbers(_setup: Setup) -> str:
    return ", ".join(str(card.number) for card in library.read_library().cards) or NONE


def _number(name: str, rule: str) -> Field:
    bounds = NUMBERS[name]
    return Field(
        name, FieldKind.NUMBER, rule, low=bounds["low"], high=bounds["high"], default=lambda _setup: bounds["default"]
    )  # fmt: skip


FIELDS: Final = (
    Field(
        "lineup", FieldKind.OWN, "JIN-1.5", "JIN-1.6", "JIN-R02", origin="lineup.origin",
        own=Own(read_lineup, _write_counts, _fits_lineup, lambda _setup: ", ".join(ROLES)),
    ),
    Field(
        "spy_meeting", FieldKind.CHOICE, "JIN-R08", options=FACTS["choices"]["spy_meeting"],
        matters=lambda setup: bool(setup.get("lineup", {}).get(SPY)),
        default=lambda _setup: FACTS["choices"]["spy_meeting"][0], origin="spy_meeting.origin",
    ),
    Field(
        "role_camps", FieldKind.OWN, "JIN-R07", origin="role_camps.origin", default=lambda _setup: {},
        matters=lambda setup: any(setup.get("lineup", {}).get(role) for role in LAWYERS),
        own=Own(
            read_camps, _write_counts, _fits_camps,
            lambda _setup: ", ".join(f"{role}={camp}" for role in LAWYERS for camp in SIDES),
        ),
    ),
    Field(
        "cards", FieldKind.OWN, "JIN-1.3", "JIN-R05", origin="cards.origin",
        default=lambda _setup: library.as_documents(library.read_library().cards),
        own=Own(read_card_choice, _write_cards, lambda value, _setup: isinstance(value, list), _library_numbers),
    ),
    Field(
        "no_electability", FieldKind.IDS, "JIN-R06", "JIN-10.6", options=ROLES, means=_role_or_none,
        default=lambda _setup: list(FACTS["choices"]["no_electability"]), origin="no_electability.origin",
    ),
    Field(
        "deck", FieldKind.NUMBERS, "JIN-1.7", parts=dict.fromkeys(("success", "failure"), 1), high=DECK["most"],
        default=lambda _setup: {kind: DECK[kind] for kind in ("success", "failure")}, origin="deck.origin",
    ),
    _number("seats_total", "JIN-R01"),
    _number("human_need", "JIN-R01"),
    _number("wolf_need", "JIN-R01"),
    _number("wolf_member_end", "JIN-10.4"),
    _number("runoffs_max", "JIN-R32"),
    _number("campaign_minutes", "JIN-R19"),
    _number("runoff_speech_seconds", "JIN-R34"),
)  # fmt: skip
BY_NAME: Final = as_fields(FIELDS)

START_FIELDS: Final = (
    Field("holders", FieldKind.SEATS, "JIN-10.1", default=lambda _setup: []),
    Field("recalled", FieldKind.SEATS, "JIN-10.5", default=lambda _setup: []),
    Field("out", FieldKind.SEATS, "JIN-7.5", default=lambda _setup: []),
    Field("sitting_out", FieldKind.SEATS, "JIN-7.4", default=lambda _setup: []),
)
"""What a start in the middle needs beyond counts: seat holders in the order of election, the last of them today's
winner at the start of a night. Roles and what is left of each promise card are asked of the GM alone."""
_START_BY_NAME: Final = as_fields(START_FIELDS)


# --- checks -------------------------------------------------------------------------------------------------------


def check_setup(setup: Mapping[str, Any]) -> list[Reason]:
    """Return all that is wrong with a set-up: players, line-up, sides, cards, numbers, switches, a cold start."""
    faults: list[Reason] = []
    players = setup.get("players", [])
    if not LEAST <= len(players) <= MOST:
        faults.append(Reason("setup.players", "JIN-R02", got=len(players), low=LEAST, high=MOST))
    faults.extend(name_faults(players, "setup.twice"))
    faults.extend(switch_faults(setup.get("switches", {}), SWITCHES))
    wrong = field_faults(setup, BY_NAME)
    faults.extend(wrong)
    misshapen = {fault.values["field"] for fault in wrong}
    if not misshapen & {"lineup", "role_camps"}:
        faults.extend(_lineup_faults(setup))
    if "cards" not in misshapen:
        found = Faults()
        read_cards(BY_NAME["cards"].value(setup), found)
        faults.extend(found.reasons)
    if not misshapen & {"seats_total", "human_need", "wolf_need"}:
        faults.extend(_need_faults(setup))
    if "deck" not in misshapen and not sum(BY_NAME["deck"].value(setup).values()):
        faults.append(Reason("setup.deck", "JIN-1.7", field="deck"))
    if not faults and setup.get("start"):
        faults.extend(_start_faults(setup))
    return faults


def _lineup_faults(setup: Mapping[str, Any]) -> list[Reason]:
    """Return why a line-up can't be: unknown roles, other than the players, no wolf, a lawyer's side not entered."""
    lineup: Mapping[str, int] = setup["lineup"]
    known = ", ".join(ROLES)
    faults = [
        Reason("setup.role", "JIN-1.5", field="lineup", got=role, known=known) for role in lineup if role not in ROLES
    ]
    total, count = sum(lineup.values()), len(setup.get("players", []))
    if total != count:
        faults.append(Reason("setup.lineup_sum", "JIN-1.5", field="lineup", got=total, want=count))
    if not lineup.get(WOLF_MEMBER):
        faults.append(Reason("setup.no_wolf", "JIN-1.6", field="lineup"))
    camps = BY_NAME["role_camps"].value(setup)
    for role in LAWYERS:
        if lineup.get(role) and role not in camps:
            faults.append(Reason("setup.lawyer", "JIN-R07", field="role_camps", role=role))
    return faults


def _need_faults(setup: Mapping[str, Any]) -> list[Reason]:
    """Return why these numbers of seats can't be: both camps could reach theirs (JIN-R01)."""
    total, human, wolf = (BY_NAME[name].value(setup) for name in ("seats_total", "human_need", "wolf_need"))
    faults: list[Reason] = []
    if human + wolf <= total:
        faults.append(Reason("setup.needs", "JIN-R01", field="human_need", human=human, wolf=wolf, total=total))
    return faults


def warnings(setup: Mapping[str, Any]) -> list[Reason]:
    """Return what is odd about a line-up although it is allowed (JIN-1.6)."""
    if check_setup({**setup, "start": None}):
        return []
    lineup: Mapping[str, int] = setup["lineup"]
    camps = {**CAMPS, **BY_NAME["role_camps"].value(setup)}
    without = BY_NAME["no_electability"].value(setup)
    sums = dict.fromkeys(SIDES, 0)
    electable = dict.fromkeys(SIDES, 0)
    for role, count in lineup.items():
        if count:
            sums[camps[role]] += count
            electable[camps[role]] += 0 if role in without else count
    found: list[Reason] = []
    least = BY_NAME["seats_total"].value(setup) + SANITY["players_above_seats"]
    if len(setup["players"]) < least:
        found.append(Reason("odd.players", "JIN-1.6", got=len(setup["players"]), want=least))
    for side in SIDES:
        want = SANITY[f"{side}_electable"]
        if electable[side] < want:
            found.append(Reason(f"odd.{side}", "JIN-1.6", got=electable[side], want=want))
    if lineup.get(LOVER) and lineup.get(WOLF_MEMBER, 0) < SANITY["wolves_for_lover"]:
        found.append(Reason("odd.lover", "JIN-1.6"))
    total = BY_NAME["seats_total"].value(setup)
    found += [
        Reason("odd.need", "JIN-R01", field=name, got=BY_NAME[name].value(setup), total=total)
        for name in ("human_need", "wolf_need")
        if BY_NAME[name].value(setup) > total
    ]
    if sums[WOLF] >= sums[HUMAN]:
        found.append(Reason("odd.camps", "JIN-1.6", wolf=sums[WOLF], human=sums[HUMAN]))
    return found


def in_force(t: JinroTable) -> dict[str, Any]:
    """Return switches and set-up values as the rule texts name them; free values by their kind (``deck=number``)."""
    values: dict[str, Any] = {**t.switches, "spy_meeting": t.house["spy_meeting"]}
    for name, numbers in NUMBERS.items():
        if t.house[name] != numbers["default"]:
            values[name] = "number"
    if t.house["deck"] != {kind: DECK[kind] for kind in ("success", "failure")}:
        values["deck"] = "number"
    if sorted(t.house["no_electability"]) != sorted(FACTS["choices"]["no_electability"]):
        values["no_electability"] = "list"
    camps = {t.camps[role] for role in LAWYERS if role in t.lineup}
    if len(camps) == 1:
        values["role_camps"] = camps.pop()
    return values


def new_table(setup: Mapping[str, Any]) -> JinroTable:
    """Return the table of a checked set-up: before the role check, or where a cold start enters the game."""
    table = JinroTable(setup)
    put_into_box(table)
    start = setup.get("start")
    if start:
        _enter_middle(table, start)
    return table


# --- entering in the middle ---------------------------------------------------------------------------------------


def _start_faults(setup: Mapping[str, Any]) -> list[Reason]:
    """Return what can't be about a cold start: fields, day, phase, counts, somebody in two places, full seats."""
    start = {**setup["start"], "players": setup["players"]}
    faults = field_faults(start, _START_BY_NAME)
    if not isinstance(start.get("round"), int) or isinstance(start["round"], bool) or start["round"] < 1:
        faults.append(Reason("start.round", got=str(start.get("round"))))
    if start.get("phase") not in START_PHASES:
        faults.append(Reason("start.phase", got=str(start.get("phase")), known=", ".join(START_PHASES)))
    table = new_table({**setup, "start": None})
    known = {count_key(table, PROMISE, place): place for place in table.places_of(PROMISE)}
    counts = start.get("counts") or {}
    for key, number in counts.items():
        if key not in known:
            faults.append(Reason("correct.unknown", key=key))
        elif not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= table.deck_total():
            faults.append(Reason("start.count", key=key, got=str(number), high=table.deck_total()))
    if faults:
        return faults
    if set(counts) == set(known) and sum(counts.values()) != table.deck_total():
        faults.append(Reason("count.sum", what="promise", got=sum(counts.values()), total=table.deck_total()))
    full = with_defaults(start, _START_BY_NAME)
    named = [*full["holders"], *full["recalled"], *full["out"], *full["sitting_out"]]
    for seat in sorted({seat for seat in named if named.count(seat) > 1}):
        faults.append(Reason("start.twice", "JIN-4.3", player=seat))
    if len(full["holders"]) >= table.house["seats_total"]:
        faults.append(Reason("start.full", "JIN-10.1", got=len(full["holders"]), total=table.house["seats_total"]))
    if len(set(named)) >= table.count:
        faults.append(Reason("start.nobody", "JIN-R36"))
    return faults


def _enter_middle(t: JinroTable, given: Mapping[str, Any]) -> None:
    """Book what was counted and seen at the table as the starting values (row 0)."""
    start = with_defaults({**given, "players": t.names}, _START_BY_NAME)
    counts: Mapping[str, int] = start.get("counts") or {}
    t.enter(start["phase"], start["round"])
    left = counts.get("promise.draw", t.deck_total() - counts.get("promise.out", 0))
    if left != t.left:
        t.move(PROMISE, DRAW, OUT, t.left - left, "JIN-R77")
        t.recount = True
    for seat in start["holders"]:
        t.move(SEAT, BANK, seat, 1, "JIN-R77")
        t.holders.append(seat)
        t.won_on[seat] = 0
    t.recalled = set(start["recalled"])
    t.elected_ever = {*t.holders, *t.recalled}
    t.out = set(start["out"])
    t.sitting = set(start["sitting_out"])
    if t.phase == NIGHT and t.holders:
        t.winner_today = t.holders[-1]
