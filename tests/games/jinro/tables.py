"""Tables for tests: an evening played by events, test cards that no box holds, random set-ups."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from gmtool.core.game import load_game
from gmtool.games.jinro.cards import ACTIONS, POOLS, TAG_FIELDS, TAG_VALUES
from gmtool.games.jinro.table import NUMBERS, ROLES, SWITCHES
from tests.adapters.jinro import Player, differences

GAME = load_game("jinro")
NAMES = ["Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Go", "Hana", "Ito"]
CAST = {
    "Aki": "wolf_member",
    "Ben": "wolf_member",
    "Chie": "spy",
    "Dai": "reporter",
    "Emi": "prosecutor",
    "Fumi": "guard",
    "Go": "human_member",
    "Hana": "human_member",
    "Ito": "human_member",
}


def effect(*tags: dict[str, Any], picks: int = 0, **more: Any) -> dict[str, Any]:
    return {"text": "test", "picks": picks, "tags": list(tags), **more}


def card(no: int, human: dict[str, Any], wolf: dict[str, Any]) -> dict[str, Any]:
    return {"no": no, "name": f"Test card {no}", "human": human, "wolf": wolf}


NOTE = {"tag": "gm_note", "text": "test note"}
NOTHING = effect(NOTE)
MIMIC = {"no": 23, "name": "Test copying card", "copy": True}


def plain_cards(names: Sequence[str]) -> dict[str, Any]:
    """Return one card a player that only reminds the GM of something."""
    return {f"plain{number}": card(950 + number, NOTHING, NOTHING) for number in range(len(names))}


class Evening(Player):
    """A game played event by event.

    Args:
        cast: Role by name, in seat order.
        cards: Test cards by player: dealt to them; everybody else holds one that only reminds the GM.
        more_cards: Further cards of the game, dealt to nobody.
        start: Hold role check and candidacy.
        looked: The GM has seen what was dealt.
        options: Switches and numbers, as recordings name them.
    """

    def __init__(
        self,
        cast: Mapping[str, str] | None = None,
        *,
        cards: Mapping[str, dict[str, Any]] | None = None,
        more_cards: Mapping[str, dict[str, Any]] | None = None,
        start: bool = True,
        looked: bool = True,
        **options: Any,
    ) -> None:
        cast = cast or CAST
        names = list(cast)
        known = {**plain_cards(names), **(more_cards or {})}
        held = dict(zip(names, plain_cards(names), strict=True))
        for name, given in (cards or {}).items():
            known[f"card of {name}"] = given
            held[name] = f"card of {name}"
        recording = {
            "players": names, "roles": dict(cast), "options": options, "cards": known,
            "manifestos": held if looked else {},
        }  # fmt: skip
        super().__init__(recording)
        assert not GAME.check_setup(self.setup), GAME.check_setup(self.setup)
        self.since = 0
        self.last: dict[str, Any] = {}
        if start:
            self.begin()

    def begin(self) -> None:
        """Hold the role check, with the first that fit as favourites and told players, and the candidacy."""
        self.do("role_check", **self.first_secrets())
        if not self.t.is_plain:
            self.do("candidacy", claims=self.first_claims())

    def first_secrets(self) -> dict[str, Any]:
        roles = self.recording["roles"]
        wolf = next(name for name, role in roles.items() if role == "wolf_member")
        told: dict[str, str] = {}
        for name, role in roles.items():
            if role == "reporter":
                others = [who for who in roles if who != name and roles[who] not in ("wolf_member", "lover")]
                if others:
                    told[name] = others[0]
        return {"favourites": {name: wolf for name, role in roles.items() if role == "lover"}, "told": told}

    def first_claims(self) -> dict[str, Any]:
        cards = self.recording["cards"]
        first = next(id for id, card in cards.items() if not card.get("copy"))
        return {
            name: {"card": id, "copies": first}
            for name, id in self.recording["manifestos"].items()
            if cards[id].get("copy")
        }

    # --- events

    def do(self, type: str, **fields: Any) -> None:
        """Play an event that has to be allowed."""
        event = {"type": type, **fields}
        reason = self.why_not(event)
        assert reason is None, (type, reason, reason and reason.rule)
        self.since = len(self.t.events)
        self.last = event
        self.play(event)

    def refused(self, type: str, **fields: Any) -> str:
        """Return the rule under which an event is refused; the questions refuse it too, and nothing has changed."""
        event = {"type": type, **fields}
        reason = self.why_not(event)
        assert reason is not None, (type, fields)
        before, length = self.state(None, []), len(self.deeds)
        try:
            self.play(event)
        except Exception:  # whatever keeps the real questions from taking it
            pass
        else:
            raise AssertionError(f"the script took {event}")
        self.rewind(length)
        assert differences(before, self.state(None, []), "") == []
        return reason.rule

    def now(self, key: str) -> Any:
        return self.state(None, self.public(self.last, self.since))[key]

    @property
    def told_public(self) -> list[dict[str, Any]]:
        return self.public(self.last, self.since)

    # --- whole steps

    def vote_for(self, winner: str, *, other: str | None = None) -> None:
        """Let everybody vote for one player, who votes for somebody else."""
        eligible = self.now("eligible")
        other = other or next((name for name in eligible["candidates"] if name != winner), None)
        ballots = {name: (other if name == winner else winner) for name in eligible["vote"]}
        self.do("vote", ballots={name: target for name, target in ballots.items() if target is not None})

    def execute(self, *, side: str = "", draw: str = "success", **targets: list[str]) -> None:
        winner = self.t.names[self.t.winner_today]
        camp = self.t.camp(self.t.winner_today)
        self.do("manifesto", by=winner, side=side or camp, targets=targets, draw=draw)

    def go_night(self, attack: str | list[str] | None = None, **more: Any) -> None:
        """Hold a night; guard and reporter point at somebody who is not attacked, if there is one."""
        t = self.t
        standing = self.now("standing")
        attacks = [attack] if isinstance(attack, str) else attack
        if attacks is None:
            attacks = [standing[0]] if t.active("wolf_member") else []
        event: dict[str, Any] = {"attack": attacks, "guard": {}, "investigate": {}}
        for role, key in (("guard", "guard"), ("reporter", "investigate")):
            for seat in t.active(role):
                others = [name for name in standing if name != t.names[seat]]
                spared = [name for name in others if name not in attacks]
                event[key][t.names[seat]] = (spared or others)[-1:]
        self.do("night", **{**event, **more})

    def rest_of_day(self, attack: str | list[str] | None = None, **night: Any) -> None:
        """Speech, night and morning."""
        self.do("speech")
        self.go_night(attack, **night)
        if self.t.phase == "morning":
            self.do("morning")

    def day(self, winner: str, attack: str | list[str] | None = None, *, draw: str = "success", **night: Any) -> None:
        """A whole day: everybody votes for the winner, who executes a manifesto; then the night."""
        self.vote_for(winner)
        if self.t.phase == "manifesto":
            self.execute(draw=draw)
        if self.t.phase == "speech":
            self.rest_of_day(attack, **night)


# --- random set-ups -----------------------------------------------------------------------------------------------


def random_tag(rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(list(TAG_FIELDS))
    tag: dict[str, Any] = {"tag": kind}
    who = ["chosen", "winner", "all", "chosen1", *(f"role:{role}" for role in ROLES)]
    for field in TAG_FIELDS[kind]:
        if field in ("target", "subject", "to"):
            tag[field] = rng.choice(who)
        elif field in ("delta", "minutes"):
            tag[field] = rng.choice((-2, -1, 1, 2))
        elif field == "count":
            tag[field] = rng.randint(1, 2)
        elif field == "action":
            tag[field] = rng.choice(list(ACTIONS))
        elif field == "what":
            tag[field] = rng.choice(TAG_VALUES[kind])
        elif field == "text":
            tag[field] = "test note"
    if kind not in ("recall", "announce", "gm_note") and rng.random() < 0.3:
        tag.update(delay=rng.randint(0, 2), lasts=rng.randint(1, 3))
    return tag


def random_effect(rng: random.Random) -> dict[str, Any]:
    tags = [random_tag(rng) for _ in range(rng.randint(0, 2))]
    return {"text": "test", "picks": rng.randint(0, 2), "pool": rng.choice(POOLS), "tags": tags,
            "self_ok": rng.random() < 0.2}  # fmt: skip


def random_cards(rng: random.Random) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = [
        {"number": number, "name": f"Test card {number}", "human": random_effect(rng), "wolf": random_effect(rng)}
        for number in range(1, rng.randint(1, 12))
    ]
    if rng.random() < 0.5:
        cards.append({"number": 12, "name": "Test copying card", "copy": True})
    return cards


def random_lineup(rng: random.Random, count: int) -> dict[str, int]:
    lineup = {"wolf_member": 1}
    for _ in range(count - 1):
        role = rng.choice([*ROLES, "human_member", "human_member", "human_member"])
        lineup[role] = lineup.get(role, 0) + 1
    return lineup


def random_setup(rng: random.Random, *, count: int | None = None) -> dict[str, Any]:
    """Return a set-up that may be: any player count, line-up, house rules, numbers and test cards."""
    low, high = GAME.players
    count = count or rng.choice([*range(low, 13)] * 4 + [high])
    switches = {key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < 0.25}
    setup: dict[str, Any] = {
        "players": [f"P{number}" for number in range(count)],
        "lineup": random_lineup(rng, count),
        "role_camps": {"lawyer": rng.choice(("human", "wolf")), "corrupt_lawyer": rng.choice(("human", "wolf"))},
        "spy_meeting": rng.choice(("face", "thumbs")),
        "switches": switches,
        "cards": random_cards(rng) if rng.random() < 0.9 else [],
    }
    if rng.random() < 0.3:
        total = rng.randint(1, 5)
        setup.update(seats_total=total, human_need=rng.randint(1, total), wolf_need=total)
        setup["wolf_member_end"] = rng.randint(1, 3)
    if rng.random() < 0.2:
        setup["deck"] = {"success": rng.randint(0, 2), "failure": rng.randint(1, 2)}
    if rng.random() < 0.2:
        setup["runoffs_max"] = rng.randint(0, 3)
    if rng.random() < 0.2:
        setup["no_electability"] = rng.sample(ROLES, rng.randint(0, 3))
    for name in ("campaign_minutes", "runoff_speech_seconds"):
        if rng.random() < 0.2:
            setup[name] = rng.randint(1, NUMBERS[name]["high"])
    return setup
