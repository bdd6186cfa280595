"""The final count, step by step (POL-N, POL-W, POL-A): a pure function of a sheet, tracked or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gmtool.games.politics.form import COLOURS, TOKENS
from gmtool.games.politics.lie_catching import facing_of, top_of, vote_coins
from gmtool.games.politics.table import (
    BLUE,
    COINS,
    COUNTERS,
    DARK,
    FACTS,
    GREEN,
    HONEST,
    LED,
    PARTNER,
    RED,
    VIOLET,
    WHATS,
    YELLOW,
    PoliticsTable,
)  # fmt: skip

AWARDS: Final[list[dict[str, Any]]] = FACTS["award"]


@dataclass(slots=True)
class Line:
    """One step of a player's sheet: a rule moved so many coins of a colour."""

    rule: str
    coin: str
    delta: int


@dataclass(slots=True)
class PlayerSheet:
    """What a scorekeeper knows of one player; ``coins`` and ``tokens`` by colour, ``counters`` by id."""

    name: str
    role: str
    coins: dict[str, int]
    tokens: dict[str, int]
    counters: dict[str, int]
    left: bool = False


@dataclass(slots=True)
class LieRound:
    """Votes of one lie-catching round, voter to target by index; ``runoff`` replaces them where it was held."""

    votes: dict[int, int | None]
    runoff: dict[int, int | None] | None = None


@dataclass(slots=True)
class Sheet:
    """A whole game as a scorekeeper knows it, players in seat order."""

    ending: str
    players: list[PlayerSheet]
    switches: dict[str, Any]
    lie_rounds: list[LieRound] = field(default_factory=list)
    exposed: list[int] = field(default_factory=list)


@dataclass(slots=True)
class PlayerTally:
    """A player's count: coins after the votes, before the penalty, and at the end, with every step."""

    start: dict[str, int]
    after_votes: dict[str, int]
    before_penalty: dict[str, int]
    opposite: int
    penalty_due: int
    penalty: int
    awards: list[int]
    final: dict[str, int]
    token_points: int
    score: int
    lines: list[Line]


@dataclass(slots=True)
class Tally:
    """The result: who won, and every player's count. In a crisis there is no count, only a faction.

    ``most_red`` are those who get the bonus for the most red coins, as an award has its holders.
    """

    ending: str
    players: list[PlayerTally]
    most_red: list[int]
    most_red_count: int
    award_holders: dict[int, tuple[int, list[int]]]
    exposed: list[int]
    winners: list[int]
    winning_faction: str | None


def tally(sheet: Sheet) -> Tally:
    """Count a sheet.

    Rules: POL-N.4 to POL-N.8 in the order of POL-R95 and POL-R97; POL-W and POL-R93 in a crisis.
    """
    switches = sheet.switches
    floor = not switches["negative_coins"]
    lines: list[list[Line]] = [[] for _ in sheet.players]
    coins = [dict(player.coins) for player in sheet.players]
    start = [dict(entry) for entry in coins]

    def book(index: int, rule: str, coin: str, delta: int) -> int:
        if floor and delta < 0:
            delta = -min(-delta, max(0, coins[index][coin]))
        coins[index][coin] += delta
        if delta:
            lines[index].append(Line(rule, coin, delta))
        return delta

    exposed = list(sheet.exposed)
    for entry in sheet.lie_rounds:
        for who, votes in faced(entry, switches):
            role = sheet.players[who].role
            if role == DARK and who not in exposed:
                exposed.append(who)
            for rule, seat, coin, delta in vote_coins(who, role, votes):
                book(seat, rule, coin, delta)
    after_votes = [dict(entry) for entry in coins]

    here = [index for index, player in enumerate(sheet.players) if not player.left]
    if sheet.ending == "crisis":
        return _crisis(sheet, here, exposed, start, after_votes, lines)

    award_holders = _awards(sheet, here)
    if switches["awards_timing"] == "before_bonuses":
        _book_awards(award_holders, book)
    # R₀ of POL-N.5 and POL-N.6: after the votes, and after the awards where the switch puts them first (POL-R97).
    red = [entry["red"] for entry in coins]
    for index in here:
        book(index, "POL-N.4", "blue", COINS["everybody"])
    most = max((red[index] for index in here), default=0)
    most_red = [index for index in here if red[index] == most] if most > 0 else []
    if len(most_red) > 1 and switches["red_bonus_tie"] == "none":
        most_red = []
    for index in most_red:
        book(index, "POL-N.5", "yellow", COINS["most_red"])
    before_penalty = [dict(entry) for entry in coins]
    opposite = [
        red[index] if player.role == HONEST else coins[index]["blue"] for index, player in enumerate(sheet.players)
    ]
    due = [max(0, count) // COINS["opposite_step"] for count in opposite]
    taken = [0] * len(coins)
    for index in here:
        taken[index] = -book(index, "POL-N.6", "yellow", -due[index])
    if switches["awards_timing"] == "last":
        _book_awards(award_holders, book)

    players: list[PlayerTally] = []
    for index, player in enumerate(sheet.players):
        own = coins[index]["blue" if player.role == HONEST else "red"]
        other = coins[index]["red" if player.role == HONEST else "blue"]
        points = switches["contract_token_points"] * sum(player.tokens.values())
        score = coins[index]["yellow"] + own + (other if switches["opposite_colour_scores"] else 0) + points
        players.append(
            PlayerTally(
                start=start[index],
                after_votes=after_votes[index],
                before_penalty=before_penalty[index],
                opposite=opposite[index],
                penalty_due=due[index],
                penalty=taken[index],
                awards=[number for number, (_, holders) in award_holders.items() if index in holders],
                final={**coins[index], **player.tokens},
                token_points=points,
                score=score,
                lines=lines[index],
            )
        )
    return Tally("normal", players, most_red, most, award_holders, exposed, _winners(players, here, switches), None)


def faced(entry: LieRound, switches: Mapping[str, Any]) -> list[tuple[int, dict[int, int | None]]]:
    """Return who had to turn up a card in a round, each with the votes that count (POL-R83)."""
    votes = entry.votes
    tie = switches["lie_tie"]
    if tie == "runoff" and len(top_of(votes)) > 1:
        if entry.runoff is None:
            return []
        votes, tie = entry.runoff, "none"
    return [(who, votes) for who in facing_of(votes, tie=tie)]


def _awards(sheet: Sheet, here: list[int]) -> dict[int, tuple[int, list[int]]]:
    """Return award number to best count and holders (POL-A, POL-R101, POL-R102)."""
    found: dict[int, tuple[int, list[int]]] = {}
    for award in AWARDS:
        counts = {
            index: sum(
                sheet.players[index].tokens.get(id, sheet.players[index].counters.get(id, 0)) for id in award["counter"]
            )
            for index in here
        }
        best = max(counts.values(), default=0)
        holders = [index for index in here if counts[index] == best]
        if (best == 0 and not sheet.switches["award_zero"]) or (
            len(holders) > 1 and sheet.switches["award_tie"] == "none"
        ):
            holders = []
        found[award["id"]] = (best, holders)
    return found


def _book_awards(holders: dict[int, tuple[int, list[int]]], book: Any) -> None:
    for award in AWARDS:
        for index in holders[award["id"]][1]:
            book(index, award["rule"], award["coin"], award["amount"])


def _winners(players: list[PlayerTally], here: list[int], switches: Mapping[str, Any]) -> list[int]:
    """Return the highest total; equal totals by the switch (POL-R110)."""
    best = max((players[index].score for index in here), default=0)
    winners = [index for index in here if players[index].score == best]
    if len(winners) > 1 and switches["winner_tie"] == "yellow":
        most = max(players[index].final["yellow"] for index in winners)
        winners = [index for index in winners if players[index].final["yellow"] == most]
    return winners


def _crisis(
    sheet: Sheet,
    here: list[int],
    exposed: list[int],
    start: list[dict[str, int]],
    after_votes: list[dict[str, int]],
    lines: list[list[Line]],
) -> Tally:
    """A faction wins, nobody alone, and no coin decides (POL-W.3, POL-R93, POL-R94)."""
    hidden = [index for index in here if sheet.players[index].role == DARK and index not in exposed]
    honest = not hidden
    if sheet.switches["crisis_honest_needs"] == "one":
        honest = honest or bool(exposed)
    faction = HONEST if honest else DARK
    players = [
        PlayerTally(
            start=start[index],
            after_votes=after_votes[index],
            before_penalty=after_votes[index],
            opposite=0,
            penalty_due=0,
            penalty=0,
            awards=[],
            final={**after_votes[index], **player.tokens},
            token_points=0,
            score=0,
            lines=lines[index],
        )
        for index, player in enumerate(sheet.players)
    ]
    winners = [index for index in here if sheet.players[index].role == faction]
    return Tally("crisis", players, [], 0, {}, exposed, winners, faction)


def sheet_of(t: PoliticsTable) -> Sheet:
    """Return the sheet of a tracked game after both votes: their coins are booked already."""
    whats = {"yellow": YELLOW, "blue": BLUE, "red": RED, "green": GREEN, "violet": VIOLET}
    players = []
    for seat in t.seats:
        counters = {WHATS[what]: t.held[what][seat] for what in COUNTERS}
        if t.switches["partner_counts_leader"]:
            counters["partner"] = t.held[PARTNER][seat] + t.held[LED][seat]
        players.append(
            PlayerSheet(
                name=t.names[seat],
                role=t.roles[seat] or HONEST,
                coins={coin: t.held[whats[coin]][seat] for coin in COLOURS},
                tokens={token: t.held[whats[token]][seat] for token in TOKENS},
                counters=counters,
                left=not t.present[seat],
            )
        )
    return Sheet("crisis" if t.crisis else "normal", players, t.switches, exposed=list(t.exposed))


def as_json(sheet: Sheet, counted: Tally) -> dict[str, Any]:
    """Return the result with the names of the tally sheet's format; players who left are left out."""
    names = [player.name for player in sheet.players]
    normal = counted.ending == "normal"
    players = {}
    for player, entry in zip(sheet.players, counted.players, strict=True):
        if player.left:
            continue
        players[player.name] = {
            "role": player.role,
            "after_votes": entry.after_votes,
            **(
                {
                    "before_penalty": entry.before_penalty,
                    "opposite": entry.opposite,
                    "penalty_due": entry.penalty_due,
                    "penalty": entry.penalty,
                    "awards": entry.awards,
                }
                if normal
                else {}
            ),
            "final": entry.final,
            **({"token_points": entry.token_points, "score": entry.score} if normal else {}),
            "lines": [{"rule": line.rule, "coin": line.coin, "delta": line.delta} for line in entry.lines],
        }
    here = [index for index, player in enumerate(sheet.players) if not player.left]
    return {
        "game": "politics",
        "ending": counted.ending,
        "players": players,
        "most_red": [names[index] for index in counted.most_red],
        "most_red_count": counted.most_red_count,
        "awards": {
            str(award["id"]): {
                "rule": award["rule"],
                "best": counted.award_holders[award["id"]][0],
                "holders": [names[index] for index in counted.award_holders[award["id"]][1]],
                "coin": award["coin"],
                "amount": award["amount"],
            }
            for award in AWARDS
        }
        if normal
        else {},
        "opposite_colour_scores": bool(sheet.switches["opposite_colour_scores"]),
        "exposed": [names[index] for index in counted.exposed],
        "winners": [names[index] for index in counted.winners],
        "winning_faction": counted.winning_faction,
        "cut": []
        if normal
        else [names[index] for index in here if sheet.players[index].role != counted.winning_faction],
    }


def result_of(t: PoliticsTable) -> dict[str, Any]:
    """Return the final result of a tracked game; coins of the vote are in the ledger already."""
    sheet = sheet_of(t)
    return as_json(sheet, tally(sheet))
