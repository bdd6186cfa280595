"""Boss tables for tests: names, set-ups over all switches and line-ups, and a GM who plays rounds by the names."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from gmtool.core.fields import with_defaults
from gmtool.core.game import load_game
from gmtool.core.question import Refused
from gmtool.core.run import Run
from gmtool.core.table import DISCARD, DRAW
from gmtool.games.boss import characters, rules
from gmtool.games.boss.table import FUNCTIONS, POLICY, SIDES, SPECIALS, SWITCHES, TO_WIN, BossTable

GAME = load_game("boss")
NAMES = ["An", "Bình", "Chi", "Dũng", "Hà", "Khoa", "Lan", "Minh", "Nga", "Oanh"]
P, C = SIDES


def setup_of(players: int = 5, **given: Any) -> dict[str, Any]:
    """Return a checked set-up: defaults but for what is given; switches by their names, the first named begins."""
    switches = {key: given.pop(key) for key in list(given) if key in SWITCHES}
    setup = with_defaults(
        {"players": NAMES[:players], "switches": switches, "gm_plays": True, "first_president": 0, **given},
        GAME.setup_fields,
    )
    assert GAME.check_setup(setup) == []
    return setup


def board(*conservative: Sequence[str], progressive: Sequence[Sequence[str]] = ()) -> dict[str, list[list[str]]]:
    """Return a board with these symbols on the first slots, none on the others."""
    rows = {C: conservative, P: progressive}
    return {side: [list(rows[side][n]) if n < len(rows[side]) else [] for n in range(TO_WIN[side])] for side in SIDES}


class Play:
    """A game played by names. Steps that go without saying (piles, reminders) are said done."""

    def __init__(self, players: int = 5, *, roles: Sequence[str] = (), **given: Any) -> None:
        if roles:
            given["gm_plays"] = False
        self.run: Run = GAME.begin(setup_of(players, **given))
        while self.t.phase == "setup":
            if self.open == "characters.known":
                self.run.answer(bool(roles))
                self.type_in(roles)
            else:
                self.run.answer(True)

    def type_in(self, roles: Sequence[str]) -> None:
        while self.open in ("characters.seen", "characters.anew"):
            self.run.answer(True)
        while self.open in ("characters.holder", "characters.holders"):
            wanted = [seat for seat, role in enumerate(roles) if role == self.t.draft["character"]]
            self.run.answer(wanted if self.open == "characters.holders" else wanted[0])

    @property
    def t(self) -> BossTable:
        assert isinstance(self.run.table, BossTable)
        return self.run.table

    @property
    def open(self) -> str:
        return self.run.question.id if self.run.question is not None else ""

    def seat(self, name: str) -> int:
        return self.t.names.index(name)

    def name(self, seat: int) -> str | None:
        return self.t.names[seat] if seat >= 0 else None

    def names(self, seats: Sequence[int]) -> list[str]:
        return [self.t.names[seat] for seat in seats]

    @property
    def eligible(self) -> list[str]:
        return self.names(rules.eligible(self.t))

    @property
    def limited(self) -> list[str]:
        return self.names(rules.limited(self.t))

    @property
    def president(self) -> str | None:
        return self.name(self.t.president)

    @property
    def piles(self) -> tuple[int, int]:
        return self.t.held[POLICY][DRAW], self.t.held[POLICY][DISCARD]

    def answer(self, value: Any) -> None:
        self.run.answer(value)
        broken = GAME.invariants(self.t)
        assert not broken, broken

    def refused(self, value: Any) -> str:
        """Return why an answer is refused now; nothing changes."""
        question, events = self.run.question, len(self.t.events)
        try:
            self.run.answer(value)
        except Refused as refused:
            assert (self.run.question, len(self.t.events)) == (question, events)
            return refused.reason.id
        raise AssertionError(f"{value!r} was taken at {question}")

    # --- whole steps

    def nominate(self, name: str) -> None:
        if self.open == "piles.early":
            self.answer(True)
        assert self.open.startswith("nominate."), self.open
        self.answer(self.seat(name))

    def vote(self, yes: int) -> None:
        no = len(self.t.active) - yes
        self.answer({key: n for key, n in (("yes", yes), ("no", no)) if n})

    def elect(self, name: str, *, no_to_all: bool = True) -> None:
        """Nominate and elect; questions to the Director are answered with no."""
        self.nominate(name)
        self.vote(len(self.t.active))
        while no_to_all and self.open in ("check.mastermind", "check.tai_go"):
            self.answer(False)

    def reject(self, name: str) -> None:
        self.nominate(name)
        self.vote(0)

    def enact(self, side: str, symbol: str = "none") -> None:
        while self.open.startswith("piles."):
            self.answer(True)
        self.answer(side)
        if self.open == "policy.symbol":
            self.answer(symbol)

    def round(self, name: str, side: str, symbol: str = "none") -> None:
        self.elect(name)
        self.enact(side, symbol)

    def use(self, target: str | None = None) -> None:
        if self.open == "power.golden_boy":
            self.answer(True)
        self.answer(True if target is None else self.seat(target))
        if self.open == "power.meeting":
            self.answer(True)

    def fail(self) -> None:
        """Reject three nominees in a row."""
        for _ in range(3):
            self.reject(self.eligible[0])

    def chaos(self, side: str) -> None:
        self.fail()
        if self.open == "piles.out":
            self.answer(True)
        self.answer(side)

    def leave(self, name: str, *, go_on: bool = True) -> None:
        self.run.act("leave")
        self.answer(self.seat(name))
        if self.open == "leaving.loss":
            self.answer(True)
        self.answer(go_on)

    def vacate(self, name: str) -> None:
        self.run.act("vacate")
        self.answer(self.seat(name))
        if self.open == "leaving.loss":
            self.answer(True)
        self.answer(True)

    def told(self, id: str) -> bool:
        return any(event.id == id for event in self.t.events)

    def any_round(self, side: str) -> None:
        """Elect whoever comes first and enact, without a function."""
        self.round(self.eligible[0], side)


def table_of(run: Run) -> BossTable:
    assert isinstance(run.table, BossTable)
    return run.table


def random_setup(rng: random.Random) -> dict[str, Any]:
    """Return a set-up over all player counts, switches, characters, decks and boards."""
    players = rng.randint(5, 10)
    switches = {key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < 0.4}
    if players < characters.ALONE_FROM:
        switches.pop("insiders_see_mastermind", None)
    setup: dict[str, Any] = {
        "players": NAMES[:players], "switches": switches, "gm_plays": rng.random() < 0.4,
        "first_president": rng.randrange(players), "special_roles": random_specials(rng, players, switches),
    }  # fmt: skip
    if rng.random() < 0.3:
        setup["deck"] = {P: rng.randint(5, 9), C: rng.randint(7, 13)}
    if rng.random() < 0.4:
        setup["power_rule"] = rng.choice(("card_and_slot", "slot_only"))
    if rng.random() < 0.5:
        setup["board"] = {
            side: [rng.sample(FUNCTIONS, rng.choice((0, 1, 1, 2, 3))) for _ in range(TO_WIN[side])]
            for side in SIDES
            if side == C or rng.random() < 0.3
        }
    setup = with_defaults(setup, GAME.setup_fields)
    assert GAME.check_setup(setup) == []
    return setup


def random_specials(rng: random.Random, players: int, switches: dict[str, Any]) -> list[str]:
    fox_side = switches.get("fox_side", P)
    room = characters.room(players)
    specials: list[str] = []
    for special in rng.sample(SPECIALS, len(SPECIALS)):
        wanted = ("assassin", "eagle") if special in ("assassin", "eagle") else (special,)
        if set(wanted) & set(specials) or rng.random() < 0.4:
            continue
        sides = [characters.side_of(one, fox_side=fox_side) for one in wanted]
        if all(room[side] >= sides.count(side) for side in set(sides)):
            specials += wanted
            for side in sides:
                room[side] -= 1
    return specials


def random_roles(rng: random.Random, setup: dict[str, Any]) -> list[str]:
    """Return the cards of a set-up, dealt at random."""
    fox_side = setup["switches"].get("fox_side", P)
    dealt = characters.cards(len(setup["players"]), setup["special_roles"], fox_side=fox_side)
    cards = [character for character, count in dealt.items() for _ in range(count)]
    rng.shuffle(cards)
    return cards
