"""Politics tables for tests: a GM who plays by names through the real script, and set-ups at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gmtool.core.game import load_game
from gmtool.core.question import Refused
from gmtool.core.random_table import Stuck, random_answer
from gmtool.core.run import Run
from gmtool.core.table import CENTRE, DISCARD, DRAW, OUT, Table
from gmtool.games.politics import contract_rules, rules, vote_rules
from gmtool.games.politics.table import BTS, DOWN, LOST, POLICY, RIGHT, WHATS, Contract, PoliticsTable

GAME = load_game("politics")
NAMES = ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui", "Gai", "Som"]
"""Seats clockwise; with Nok leading, Ton and Fon as partners, Ben, Arm, Yui ... are the opposition in this order."""
H, C = "honest", "corrupt"
DARK = "dark"


def setup_of(players: int = 6, mode: str = "full", **given: Any) -> dict[str, Any]:
    """Return a checked set-up; switches by their names, anything else stands in the set-up itself."""
    switches = {key: given.pop(key) for key in list(given) if key in GAME.switches}
    setup = {"players": NAMES[:players], "mode": mode, "switches": switches, **given}
    assert GAME.check_setup(setup) == []
    return setup


def table_of(run: Run) -> PoliticsTable:
    assert isinstance(run.table, PoliticsTable)
    return run.table


def snapshot(table: Table) -> dict[str, Any]:
    """Return everything a table knows, comparable."""
    slots = [slot for kind in type(table).__mro__ for slot in getattr(kind, "__slots__", ())]
    return {slot: _plain(getattr(table, slot)) for slot in slots}


def _plain(value: Any) -> Any:
    if isinstance(value, Contract):
        return tuple(_plain(getattr(value, slot)) for slot in Contract.__slots__)
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value


def sound(table: Table) -> None:
    broken = GAME.invariants(table)
    assert not broken, broken
    assert isinstance(table, PoliticsTable)
    # What is kept for speed is what a search would find.
    assert table.down == [position for position, state in enumerate(table.state, start=1) if state == DOWN]
    rights, lost = table.held[RIGHT], table.held[LOST]
    assert table.pool() == [seat for seat in table.at_table if rights[seat] and not lost[seat]]
    assert table.is_right_left() == any(rights[seat] for seat in table.at_table)


class Play:
    """A game played by names; every step answers the real open question, and the sums are checked after each."""

    def __init__(self, players: int = 6, mode: str = "full", **given: Any) -> None:
        self.setup = setup_of(players, mode, **given)
        self.run: Run = GAME.begin(self.setup)
        while self.t.phase == "setup":
            self.say()

    @property
    def t(self) -> PoliticsTable:
        return table_of(self.run)

    @property
    def open(self) -> str:
        return self.run.question.id if self.run.question is not None else ""

    @property
    def phase(self) -> str:
        return self.t.phase

    def seat(self, name: str) -> int:
        return self.t.names.index(name) if name in self.t.names else -1

    def names(self, seats: Sequence[int]) -> list[str]:
        return [self.t.names[seat] for seat in seats]

    # --- what lies on the table

    def coins(self, name: str) -> tuple[int, int, int]:
        """Return yellow, blue, red of a player."""
        held, seat = self.t.held, self.seat(name)
        return held[0][seat], held[1][seat], held[2][seat]

    def all_coins(self) -> dict[str, tuple[int, int, int]]:
        return {name: self.coins(name) for name in self.t.names}

    def tokens(self, name: str) -> tuple[int, int]:
        """Return tokens for kept and twisted contracts of a player."""
        return self.t.held[3][self.seat(name)], self.t.held[4][self.seat(name)]

    def has(self, name: str, what: str) -> int:
        return self.t.held[WHATS.index(what)][self.seat(name)]

    @property
    def policies(self) -> tuple[int, int, int]:
        """Policies in the draw pile, in the discard pile, in the middle."""
        held = self.t.held[POLICY]
        return held[DRAW], held[DISCARD], held[CENTRE]

    @property
    def cards(self) -> tuple[int, int]:
        """Behind-the-scenes cards in the pile and out of play."""
        return self.t.held[BTS][DRAW], self.t.held[BTS][OUT]

    @property
    def with_right(self) -> list[str]:
        return [name for name in self.names(self.t.at_table) if self.t.held[RIGHT][self.seat(name)]]

    @property
    def pool(self) -> list[str]:
        return self.names(self.t.pool())

    @property
    def contracts(self) -> dict[str, str]:
        """Slot to status, the last contract of each slot."""
        return {contract.slot: contract.status for contract in self.t.contracts}

    def told(self, id: str) -> list[dict[str, Any]]:
        """Return the values of all events of an id."""
        return [dict(event.values) for event in self.t.events if event.id == id]

    @property
    def result(self) -> dict[str, Any]:
        result = GAME.result(self.t)
        assert result is not None
        return result

    # --- answering

    def answer(self, value: Any) -> None:
        self.run.answer(value)
        sound(self.t)

    def say(self) -> None:
        self.answer(True)

    def act(self, action: str, *answers: Any) -> None:
        self.run.act(action)
        sound(self.t)
        for value in answers:
            self.answer(value)

    def refused(self, value: Any) -> str:
        """Return why an answer to the open question is refused; nothing has changed then."""
        question, before = self.run.question, snapshot(self.t)
        try:
            self.run.answer(value)
        except Refused as refused:
            assert self.run.question is question
            assert snapshot(self.t) == before
            return refused.reason.id
        raise AssertionError(f"{value!r} was taken at {question}")

    def act_refused(self, action: str) -> str:
        """Return why an action can't be begun; nothing has changed then."""
        question, before = self.run.question, snapshot(self.t)
        try:
            self.run.act(action)
        except Refused as refused:
            assert self.run.question is question
            assert snapshot(self.t) == before
            return refused.reason.id
        raise AssertionError(f"{action} was begun at {question}")

    def closed(self, option: Any) -> str:
        """Return why an option of the open question is closed, an empty text if it is open."""
        assert self.run.question is not None
        reason = self.run.question.why_not_choice(self.t, option)
        assert (option in self.run.legal()) == (reason is None)
        return "" if reason is None else reason.id

    def warned(self, value: Any) -> str:
        """Return what is odd about an answer, an empty text if nothing; it is allowed all the same."""
        question = self.run.question
        assert question is not None
        assert self.run.why_not(value) is None
        reason = question.warn(self.t, value) if question.warn is not None else None
        return "" if reason is None else reason.id

    def to(self, *questions: str) -> None:
        """Answer what goes without saying until one of these questions is open."""
        for _ in range(30):
            if self.open in questions:
                return
            self.unsaid()
        raise AssertionError(f"{questions} never came, open: {self.open}")

    def unsaid(self) -> None:
        question = self.run.question
        assert question is not None, "the game is over"
        value: Any = True
        if question.id == "p1.share":
            value = {}
        elif question.id == "p2.first":
            value = self.t.partners[0]
        elif question.id == "p3.action":
            value = "pass" if self.t.switches["allow_pass"] else "withdraw"
        elif question.id == "p4.drop":
            value = "keep"
        elif question.id == "p4.reveal":
            value = [H] * len(self.t.face_down())
        elif question.id == "p4.bags":
            value = 0
        elif question.id == "p5.special":
            value = "no"
        elif question.id == "f.talk":
            value = 200
        elif question.id in ("f.vote", "f.runoff"):
            value = [None] * len(vote_rules.voters(self.t))
        self.answer(value)

    # --- whole steps

    def lead(self, name: str) -> None:
        """Win the roll and pay the fee, or lose the right where there is no coin."""
        self.to("p1.leader")
        self.answer(self.seat(name))
        self.answer(self.run.legal()[0])

    def form(self, *partners: str) -> None:
        assert self.open == "p1.partners", self.open
        self.answer([self.seat(name) for name in partners])

    def time_over(self) -> None:
        assert self.open == "p1.partners", self.open
        self.answer(["over"])

    def govern(self, leader: str = "Nok", first: str = "Ton", last: str = "Fon") -> None:
        """Form a government and lay the six policies: the first opposition player is asked."""
        self.lead(leader)
        self.form(first, last)
        self.to("p3.action", "p4.drop", "p4.last_call")

    def inspect(self, position: int, colour: str) -> None:
        self.answer("inspect")
        self.answer(position)
        self.answer(colour)

    def all_pass(self) -> None:
        while self.open == "p3.action":
            self.unsaid()

    def fail(self) -> None:
        """Let the next two opposition players find corrupt policies."""
        first = self.t.face_down()
        self.inspect(first[0] + 1, C)
        self.inspect(first[1] + 1, C)

    def reveal(self, *colours: str, bags: int = 0) -> None:
        """Turn up what is left, in the order of its places: the last word before pay."""
        self.to("p4.reveal")
        self.answer(list(colours))
        self.answer(bags)

    def end_round(self) -> None:
        """Go on until the round is closed, or the crisis has begun."""
        for _ in range(40):
            if self.phase in ("closed", "lie_1"):
                return
            self.unsaid()
        raise AssertionError(self.open)

    def failed_round(self, leader: str, first: str, last: str) -> None:
        self.govern(leader, first, last)
        self.fail()
        self.end_round()

    def quick_rounds(self, count: int) -> None:
        """Play rounds in which everybody passes and nothing is dropped, led by whoever comes first."""
        for _ in range(count):
            self.to("p1.leader")
            leader = next(seat for seat in self.t.pool() if self.t.held[0][seat] > 0)
            others = [seat for seat in self.t.at_table if seat != leader][:2]
            self.govern(self.t.names[leader], *self.names(others))
            self.all_pass()
            self.end_round()

    # --- actions

    def card(self, who: str, kind: str, target: int | str | None = None, *, by: str = "") -> None:
        self.act("card", self.seat(who), kind)
        if self.open in ("card.position", "card.slot"):
            self.answer(target)
        self.answer(self.seat(by) if by else "nobody")

    def offer(self, who: str, slot: str = "", words: str = "", *, accepted: Sequence[str] = ()) -> None:
        """Make a contract; nobody named: it stays open."""
        self.act("contract")
        if self.open == "contract.maker":
            self.answer(self.seat(who))
        if self.open == "contract.slot":
            self.answer(slot or "A")
        self.answer(words)
        self.answer([self.seat(name) for name in accepted] or ["later"])

    def accept(self, slot: str, *names: str) -> None:
        self.act("accept")
        if self.open == "accept.slot":
            self.answer(slot)
        self.answer([self.seat(name) for name in names])

    def no_one_accepts(self, slot: str) -> None:
        self.act("accept")
        if self.open == "accept.slot":
            self.answer(slot)
        self.answer(["void"])

    def choose(self, slot: str, choice: str) -> None:
        if self.open != "p5.contract":
            self.act("decide")
        contract = contract_rules.undecided(self.t, slot)
        assert contract is not None
        self.answer(f"{slot}.{contract.maker}.{choice}")

    def give(self, giver: str, taker: str, count: int) -> None:
        self.act("give", self.seat(giver), self.seat(taker), count)

    def share(self, **shares: int) -> None:
        self.act("share", {str(self.seat(name)): count for name, count in shares.items()})

    def leave(self, *names: str) -> None:
        for name in names:
            self.act("leave", self.seat(name), True)

    def set(self, name: str, what: str, number: int, *, other: str = "draw") -> None:
        """Correct a count so that a test stands where it wants to."""
        if self.has(name, what) == number:
            return
        self.act("correct", self.seat(name), what, number)
        if self.open == "correct.other":
            self.answer(other)
        self.answer("for the test")

    def purse(self, **yellow: int) -> None:
        for name, number in yellow.items():
            self.set(name, "yellow", number)

    def failures(self, number: int) -> None:
        self.act("correct", "centre", "failure", number, "for the test")

    def roles(self, *dark: str) -> None:
        """Record roles: these two are dark."""
        self.act("roles", [DARK if self.t.names[seat] in dark else H for seat in self.t.at_table])

    def stop(self) -> None:
        self.act("stop", True)

    # --- lie-catching

    def vote(self, votes: Mapping[str, str | None]) -> None:
        """Talk and vote; who is not named does not vote."""
        self.to("f.vote", "f.runoff")
        self.answer(self.ballots(votes))

    def ballots(self, votes: Mapping[str, str | None]) -> list[int | None]:
        found: list[int | None] = []
        for voter in vote_rules.voters(self.t):
            target = votes.get(self.t.names[voter])
            found.append(None if target is None else self.seat(target))
        return found

    def all_vote(self, target: str, role: str) -> None:
        """Everybody else votes for one player, whose card shows this role."""
        self.vote({name: target for name in self.t.names if name != target})
        self.answer(role)

    def no_votes(self) -> None:
        self.vote({})

    def finish(self, *dark: str) -> None:
        """Answer the roles still unknown, then count."""
        self.to("n.roles", "n.finish", "n.crisis")
        if self.open == "n.roles":
            unknown = [seat for seat in self.t.at_table if self.t.roles[seat] is None]
            self.answer([DARK if self.t.names[seat] in dark else H for seat in unknown])
        self.say()


def at_lie_catching(players: int = 6, **given: Any) -> Play:
    """Return a normal game whose last round is closed: the first talk is open."""
    play = Play(players, "half", **given)
    play.quick_rounds(play.t.rounds)
    play.to("f.talk")
    return play


def scored(play: Play, *dark: str) -> dict[str, Any]:
    """Go without votes to the count and return the result."""
    play.to("f.talk")
    play.no_votes()
    play.no_votes()
    play.finish(*dark)
    return play.result


# --- at random ----------------------------------------------------------------------------------------------------


def random_setup(rng: random.Random, *, often: float = 0.3) -> dict[str, Any]:
    """Return a set-up over all player counts, modes and switches."""
    switches = {key: rng.choice(values) for key, values in GAME.switches.items() if rng.random() < often}
    return setup_of(rng.randint(6, 8), rng.choice(("full", "half")), **switches)


def rescue(run: Run) -> list[tuple[str, Any]]:
    """Return what a GM does where a government hand is short of policies: count it again (POL-M16)."""
    t = table_of(run)
    question = run.question
    assert question is not None
    if question.id != "p2.lay":
        raise Stuck(question.id)
    reason = rules.why_not_lay(t)
    assert reason is not None
    players = reason.values["players"]
    assert isinstance(players, list)
    who = players[0]
    held = t.held[POLICY]
    places: dict[int | str, int] = {"draw": held[DRAW], "discard": held[DISCARD]}
    places.update({seat: held[seat] for seat in t.at_table if seat != who})
    pile = max(places, key=lambda place: places[place])
    values = (who, "policy", 2, pile, "lost")
    return [("act", "correct"), *(("answer", value) for value in values)]


def endless(setup: Mapping[str, Any]) -> bool:
    """Whether a poor table may go on for ever: rounds without a government are played again (POL-R24)."""
    return not setup["switches"].get("void_round_counts", True)


GRIM = {"p3.action": "inspect", "p3.colour": "corrupt", "p4.drop": "keep"}
"""What a hard opposition does: governments fail, and the crisis comes."""


def random_deed(run: Run, rng: random.Random, *, grim: bool = False) -> list[tuple[str, Any]]:
    """Return a legal answer to the open question, or what helps where there is none."""
    question = run.question
    assert question is not None
    usual = GRIM.get(question.id)
    if grim and usual is not None and usual in run.legal() and rng.random() < 0.8:
        return [("answer", usual)]
    try:
        return [("answer", random_answer(run, rng))]
    except Stuck:
        return rescue(run)


def play_random(
    run: Run,
    rng: random.Random,
    *,
    actions: float = 0.0,
    only: frozenset[str] = frozenset(),
    stop: bool = False,
    grim: bool = False,
    after: Callable[[Table], None] = sound,
) -> list[tuple[str, Any]]:
    """Play a run to its end at random, with actions, and return every deed.

    The table is stopped early (POL-R142) only if ``stop`` says so, or where it might never end.
    """
    log: list[tuple[str, Any]] = []
    ids = [id for id in run.actions if (not only or id in only) and (stop or id != "stop")]
    while run.question is not None:
        if len(log) > 4_000 and endless(run.table.setup) and run.action is None:
            deeds: list[tuple[str, Any]] = [("act", "stop"), ("answer", True)]
        elif rng.random() < actions and run.why_not_act(act := rng.choice(ids)) is None:
            deeds = [("act", act)]
        else:
            deeds = random_deed(run, rng, grim=grim)
        for deed in deeds:
            do(run, [deed])
            after(run.table)
        log += deeds
        if len(log) > 5_000:
            raise Stuck(f"no end, at {run.question}")
    return log


def do(run: Run, deeds: Sequence[tuple[str, Any]]) -> None:
    for kind, value in deeds:
        (run.act if kind == "act" else run.answer)(value)
