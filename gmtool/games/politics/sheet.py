"""The tally sheet: scoring a game that was not tracked. Every fault is reported, not only the first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from gmtool.core.question import Reason
from gmtool.core.setup import clean_name, name_faults, switch_faults
from gmtool.core.tally import SheetFaults
from gmtool.games.politics.form import COLOURS, COUNTER_IDS, ENDINGS, TOKENS
from gmtool.games.politics.lie_catching import top_of
from gmtool.games.politics.scoring import (
    LieRound,
    PlayerSheet,
    Sheet,
    as_json,
    faced,
    tally,
)  # fmt: skip
from gmtool.games.politics.table import DARK, FACTS, HONEST, SWITCHES

LEAST, MOST = FACTS["game"]["players"]
MOST_ROUNDS: Final = max(*FACTS["modes"].values(), MOST)
_KEYS: Final = frozenset({"game", "ending", "players", "options", "lie_rounds", "exposed", "mode"})


def score(document: Any) -> dict[str, Any]:
    """Return the result of a tally sheet.

    Args:
        document: The sheet as read from JSON.
    Raises:
        SheetFaults: With every fault in it.
    """
    sheet = read_sheet(document)
    return as_json(sheet, tally(sheet))


def read_sheet(document: Any) -> Sheet:
    """Return a checked sheet; raises ``SheetFaults``."""
    faults: list[Reason] = []
    if not isinstance(document, dict):
        raise SheetFaults([Reason("sheet.not_object")])
    faults.extend(Reason("sheet.unknown_key", key=str(key)) for key in document if key not in _KEYS)
    if document.get("game", "politics") != "politics":
        faults.append(Reason("sheet.other_game", got=str(document.get("game"))))
    ending = document.get("ending", "normal")
    if ending not in ENDINGS:
        faults.append(Reason("sheet.ending", got=_as_written(ending)))
    entries = document.get("players")
    if not isinstance(entries, dict):
        raise SheetFaults([*faults, Reason("sheet.no_players")])
    names = [clean_name(str(name)) for name in entries]
    if not LEAST <= len(names) <= MOST:
        faults.append(Reason("POL-M01", "POL-G.1", got=len(names), low=LEAST, high=MOST))
    faults.extend(name_faults(list(entries), "POL-M02"))
    options = document.get("options") or {}
    if not isinstance(options, dict):
        faults.append(Reason("sheet.options"))
        options = {}
    faults.extend(switch_faults(options, SWITCHES))
    switches = {key: values[0] for key, values in SWITCHES.items()}
    switches.update({key: value for key, value in options.items() if key in SWITCHES})
    players = [_player(name, entry, switches, faults) for name, entry in zip(names, entries.values(), strict=True)]
    dark = sum(1 for player in players if player.role == DARK)
    if dark != FACTS["game"]["dark"]:
        faults.append(Reason("sheet.dark", "POL-G.2", got=dark, want=FACTS["game"]["dark"]))
    _check_rounds(document, players, switches, faults)
    sheet = Sheet(str(ending), players, switches)
    index = {name: number for number, name in enumerate(names)}
    _read_votes(document, sheet, index, faults)
    if faults:
        raise SheetFaults(faults)
    return sheet


def _player(name: str, entry: Any, switches: Mapping[str, Any], faults: list[Reason]) -> PlayerSheet:
    if not isinstance(entry, dict):
        faults.append(Reason("sheet.player", player=name))
        entry = {}
    role = entry.get("role")
    if role not in (HONEST, DARK):
        faults.append(Reason("sheet.role", player=name, got=_as_written(role)))
    known = {"role", "counters", *COLOURS, *TOKENS}
    faults.extend(Reason("sheet.unknown_field", player=name, key=str(key)) for key in entry if key not in known)
    counters = entry.get("counters") or {}
    if not isinstance(counters, dict):
        faults.append(Reason("sheet.counters", player=name))
        counters = {}
    faults.extend(
        Reason("sheet.unknown_field", player=name, key=str(key)) for key in counters if key not in COUNTER_IDS
    )
    debts = bool(switches["negative_coins"])
    return PlayerSheet(
        name=name,
        role=str(role),
        coins={coin: _number(name, coin, entry.get(coin, 0), faults, debts=debts) for coin in COLOURS},
        tokens={token: _number(name, token, entry.get(token, 0), faults) for token in TOKENS},
        counters={id: _number(name, id, counters.get(id, 0), faults) for id in COUNTER_IDS},
    )


def _as_written(value: Any) -> str:
    """Return a value as it stands in the sheet: ``null`` and ``true``, texts with their quotation marks."""
    return json.dumps(value, ensure_ascii=False)


def _number(name: str, field: str, value: Any, faults: list[Reason], *, debts: bool = False) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        faults.append(Reason("sheet.number", player=name, field=field, got=_as_written(value)))
        return 0
    if value < 0 and not debts:
        faults.append(Reason("sheet.below_zero", player=name, field=field, got=value))
    return value


def _check_rounds(
    document: Mapping[str, Any], players: list[PlayerSheet], switches: Mapping[str, Any], faults: list[Reason]
) -> None:
    """Find counters that no game can have: more rounds than were played, more governments than three seats a round."""
    mode = document.get("mode")
    if mode is not None and mode not in tuple(FACTS["modes"]):
        faults.append(Reason("POL-M03", "POL-G.3", got=_as_written(mode), known=", ".join(FACTS["modes"])))
        mode = None
    rounds = MOST_ROUNDS
    if mode is not None:
        rounds = FACTS["modes"][mode]
        if mode == "half" and switches["half_extend"]:
            rounds = max(rounds, len(players))
    if not switches["void_round_counts"] and mode is None:
        rounds = MOST_ROUNDS
    for player in players:
        in_government = player.counters["gov_passed"] + player.counters["gov_failed"]
        if in_government > rounds:
            faults.append(Reason("sheet.rounds", "POL-G.3", player=player.name, got=in_government, high=rounds))
        elif player.counters["partner"] > rounds:
            faults.append(
                Reason("sheet.rounds", "POL-G.3", player=player.name, got=player.counters["partner"], high=rounds)
            )
        if player.counters["corrupt_found"] > rounds:
            # One action a round (POL-3.1), so at most one find a round.
            faults.append(
                Reason(
                    "sheet.finds",
                    "POL-3.1",
                    player=player.name,
                    got=player.counters["corrupt_found"],
                    high=rounds,
                )
            )
    failed = sum(player.counters["gov_failed"] for player in players)
    most_failed = 3 * FACTS["game"]["failures_to_crisis"]
    if failed > most_failed:
        faults.append(Reason("sheet.failures", "POL-C.1", got=failed, high=most_failed))


def _read_votes(document: Mapping[str, Any], sheet: Sheet, index: Mapping[str, int], faults: list[Reason]) -> None:
    rounds = document.get("lie_rounds")
    exposed = document.get("exposed")
    if exposed is not None:
        if not isinstance(exposed, list) or not all(isinstance(name, str) for name in exposed):
            faults.append(Reason("sheet.exposed"))
            exposed = []
        if rounds is not None:
            faults.append(Reason("sheet.exposed_and_votes"))
        for name in exposed:
            who = index.get(clean_name(name))
            if who is None:
                faults.append(Reason("POL-M05.name", name=name))
            elif sheet.players[who].role != DARK:
                faults.append(Reason("sheet.exposed_honest", player=name))
            elif who in sheet.exposed:
                faults.append(Reason("sheet.exposed_twice", player=name))
            else:
                sheet.exposed.append(who)
    elif rounds is None and sheet.ending == "crisis":
        faults.append(Reason("sheet.crisis_needs_votes", "POL-W.2"))
    if rounds is None:
        return
    if not isinstance(rounds, list) or len(rounds) != 2 or not all(isinstance(entry, dict) for entry in rounds):
        faults.append(Reason("sheet.lie_rounds", "POL-F.1"))
        return
    turned: dict[int, str] = {}
    for number, entry in enumerate(rounds, start=1):
        votes = _votes(entry.get("votes"), number, sheet, index, turned, [], faults)
        runoff: dict[int, int | None] | None = None
        tied = top_of(votes)
        if entry.get("runoff") is not None:
            if sheet.switches["lie_tie"] != "runoff" or len(tied) < 2:
                faults.append(Reason("sheet.no_runoff", "POL-R83", round=number))
            else:
                runoff = _votes(entry["runoff"], number, sheet, index, turned, tied, faults)
        elif sheet.switches["lie_tie"] == "runoff" and len(tied) > 1:
            faults.append(Reason("sheet.runoff_missing", "POL-R83", round=number))
        held = LieRound(votes, runoff)
        sheet.lie_rounds.append(held)
        for who, _ in faced(held, sheet.switches):
            turned[who] = sheet.players[who].role


def _votes(
    votes: Any,
    number: int,
    sheet: Sheet,
    index: Mapping[str, int],
    turned: Mapping[int, str],
    tied: list[int],
    faults: list[Reason],
) -> dict[int, int | None]:
    """Return votes by index; unknown names, silenced voters, votes for oneself or for a card already up are faults."""
    if not isinstance(votes, dict):
        faults.append(Reason("sheet.votes", round=number))
        return {}
    found: dict[int, int | None] = {}
    silence = sheet.ending == "crisis" or sheet.switches["exposed_silent_in_normal"]
    for name, target_name in votes.items():
        voter = index.get(clean_name(str(name)))
        target = None if target_name is None else index.get(clean_name(str(target_name)))
        if voter is None:
            faults.append(Reason("POL-M05.name", name=str(name)))
            continue
        if target_name is not None and target is None:
            faults.append(Reason("POL-M05.name", name=str(target_name)))
            continue
        if target is not None:
            if number == 2 and silence and turned.get(voter) == DARK:
                faults.append(Reason("POL-M46.name", "POL-F.7", name=str(name)))
            if target == voter and not sheet.switches["self_vote"]:
                faults.append(Reason("POL-M47.name", "POL-R87", name=str(name)))
            if target in turned:
                faults.append(Reason("POL-M48.name", "POL-R88", name=str(target_name)))
            elif tied and target not in tied:
                faults.append(Reason("POL-M48.runoff_name", "POL-R83", name=str(target_name)))
        found[voter] = target
    return found
