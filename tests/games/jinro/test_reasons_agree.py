"""One reason, three faces: what the rules refuse, the questions refuse too, and what they allow, the questions take."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gmtool.core.question import Refused
from gmtool.games.jinro.table import ROLES
from tests.adapters.jinro import SIDES, Player, differences
from tests.games.jinro.tables import MIMIC, card, random_effect, random_tag

TOOK: tuple[type[BaseException], ...] = (Refused, AssertionError, KeyError, IndexError, ValueError)


def random_recording(rng: random.Random) -> dict[str, Any]:
    names = [f"P{number}" for number in range(rng.randint(4, 9))]
    roles = {name: rng.choice([*ROLES[:7], "human_member", "human_member"]) for name in names}
    roles[names[0]] = "wolf_member"
    cards: dict[str, Any] = {
        f"t{number}": card(900 + number, random_effect(rng), random_effect(rng)) for number in range(len(names) + 2)
    }
    held = dict(zip(names, cards, strict=False))
    if rng.random() < 0.5:
        cards["m"] = MIMIC
        held[rng.choice(names)] = "m"
    options: dict[str, Any] = {}
    for key, value in (
        ("self_vote", True), ("abstain", True), ("runoff_tied_vote", False), ("attacked_electable", True),
        ("self_guard", True), ("repeat_guard", False), ("attack_mandatory", False), ("attack_repeat", False),
        ("investigate_elected", True), ("recall_returns", True), ("recall_timing", "night"), ("runoffs_max", 1),
        ("deck_empty", "as_named"), ("deck", {"success": 1, "failure": 1}), ("final_manifesto", "skip"),
        ("rule", "plain"), ("mimic_pool", "claimed"), ("spy_meeting", "thumbs"), ("instant_end_count", "ever"),
    ):  # fmt: skip
        if rng.random() < 0.12:
            options[key] = value
    return {"players": names, "roles": roles, "options": options, "cards": cards, "manifestos": held}


class Guesser:
    """Makes up events: mostly of the kind that is due, mostly nearly right."""

    def __init__(self, player: Player, rng: random.Random) -> None:
        self.player = player
        self.rng = rng
        self.names = player.recording["players"]

    def some(self, most: int = 2) -> list[str]:
        return self.rng.sample(self.names, self.rng.randint(0, min(most, len(self.names))))

    def one(self) -> str:
        return self.rng.choice(self.names)

    def event(self) -> dict[str, Any]:
        due = {"campaign": "vote", "runoff": "vote"}.get(self.player.t.phase, self.player.t.phase)
        kind = (
            due if self.rng.random() < 0.85 else self.rng.choice(["withdraw", "gm_effect", "vote", "night", "speech"])
        )
        made: dict[str, Any] = getattr(self, f"a_{kind}", dict)()
        return {"type": kind, **made}

    def a_role_check(self) -> dict[str, Any]:
        roles = self.player.recording["roles"]
        wolves = [name for name in self.names if roles[name] == "wolf_member"]
        favourites = {n: self.rng.choice([*wolves * 3, self.one()]) for n in self.names if roles[n] == "lover"}
        told = {n: self.one() for n in self.names if roles[n] == "reporter" and self.rng.random() < 0.95}
        return {"favourites": favourites, "told": told}

    def a_candidacy(self) -> dict[str, Any]:
        claims: dict[str, Any] = {}
        cards = list(self.player.recording["cards"])
        for name, held in self.player.recording["manifestos"].items():
            if held == "m":
                claims[name] = {"card": "m", "copies": self.rng.choice([*cards, None])}
            elif self.rng.random() < 0.1:
                claims[name] = {"card": self.rng.choice(cards)}
        return {"claims": claims}

    def a_vote(self) -> dict[str, Any]:
        eligible = self.player.state(None, [])["eligible"]
        field = [self.names[seat] for seat in self.player.t.tied] or eligible["candidates"]
        voters = [name for name in eligible["vote"] if self.rng.random() < 0.98]
        ballots: dict[str, Any] = {}
        for name in voters:
            others = [other for other in field if other != name]
            if others:
                ballots[name] = (
                    self.rng.choice(others) if self.rng.random() < 0.97 else self.rng.choice([*self.names, None])
                )
        return {"ballots": ballots}

    def a_lot(self) -> dict[str, Any]:
        return {"elected": self.one()}

    def a_manifesto(self) -> dict[str, Any]:
        winner = self.names[self.player.t.winner_today]
        targets = {side: self.some() for side in SIDES if self.rng.random() < 0.8}
        draw = self.rng.choice(["success", "failure", "success", "failure", None])
        return {"by": winner, "side": self.rng.choice(SIDES), "targets": targets, "draw": draw}

    def a_night(self) -> dict[str, Any]:
        roles = self.player.recording["roles"]
        standing = self.player.state(None, [])["standing"] or self.names
        guard = {n: [self.rng.choice(standing)] for n in self.names if roles[n] == "guard" and n in standing}
        check = {n: [self.rng.choice(standing)] for n in self.names if roles[n] == "reporter" and n in standing}
        attack = [self.rng.choice(standing)] if self.rng.random() < 0.9 else self.some(3)
        if self.rng.random() < 0.2:
            guard = {n: self.some(3) for n in guard}
            check = {n: self.some(3) for n in check}
        if self.rng.random() < 0.1:
            guard, check = {}, {}
        return {"attack": attack, "guard": guard, "investigate": check}

    def a_withdraw(self) -> dict[str, Any]:
        return {"player": self.one()}

    def a_gm_effect(self) -> dict[str, Any]:
        event: dict[str, Any] = {"tags": [random_tag(self.rng)], "targets": self.some() or [self.one()]}
        if self.rng.random() < 0.3:
            event["when"] = self.rng.choice(["today", "tomorrow"])
        if self.rng.random() < 0.3:
            event["by"] = self.one()
        return event


def play(seed: int) -> tuple[int, int]:
    """Play random events; returns how many were taken and how many refused."""
    rng = random.Random(seed)
    player = Player(random_recording(rng))
    guesser = Guesser(player, rng)
    taken = refused = 0
    for _ in range(90):
        event = guesser.event()
        reason = player.why_not(event)
        length = len(player.deeds)
        if reason is None:
            player.play(event)
            taken += 1
        else:
            refused += 1
            assert reason.rule.startswith("JIN-"), (event, reason.id)
            if refused % 4 == 0:  # taking back is replay, so a quarter of them is enough
                before = player.state(None, [])
                with pytest.raises(TOOK):
                    player.play(event)
                player.rewind(length)
                assert differences(before, player.state(None, []), "") == []
        if player.t.winner:
            break
    return taken, refused


@pytest.mark.rule("JIN-12.2", "JIN-12.3")
@pytest.mark.parametrize("part", range(6))
def test_rules_and_questions_agree_on_every_event(part: int) -> None:
    counts = [play(seed) for seed in range(part, 240, 6)]
    assert sum(taken for taken, _ in counts) > 5 * len(counts)
    assert sum(refused for _, refused in counts) > 5 * len(counts)
