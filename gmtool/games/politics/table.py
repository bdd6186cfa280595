"""State of a politics table: ledger of coins, tokens, cards and marks, and what the current round knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any, ClassVar, Final, NamedTuple

from gmtool.core.facts import facts
from gmtool.core.table import BANK, CENTRE, DISCARD, DRAW, OUT, Table

FACTS: Final = facts("politics")
COINS: Final[dict[str, int]] = FACTS["coins"]
CARDS: Final[dict[str, int]] = FACTS["cards"]
SWITCHES: Final[dict[str, tuple[Any, ...]]] = {key: tuple(values) for key, values in FACTS["switches"].items()}
DEFAULTS: Final = {key: values[0] for key, values in SWITCHES.items()}

# Everything that is counted; marks of a player (right, lost ...) are tokens too, so that ``why`` can follow them.
WHATS: Final = (
    "yellow", "blue", "red", "green", "violet", "policy", "bts", "right", "lost", "forced",
    "gov_passed", "corrupt_found", "gov_failed", "partner", "led", "failure",
)  # fmt: skip
YELLOW: Final = 0
BLUE: Final = 1
RED: Final = 2
GREEN: Final = 3
VIOLET: Final = 4
POLICY: Final = 5
BTS: Final = 6
RIGHT: Final = 7
LOST: Final = 8
FORCED: Final = 9
GOV_PASSED: Final = 10
CORRUPT_FOUND: Final = 11
GOV_FAILED: Final = 12
PARTNER: Final = 13
LED: Final = 14
FAILURE: Final = 15
SEAT_KEYS: Final = tuple(str(seat) for seat in range(FACTS["game"]["players"][1]))
"""Seats as a SHARE answer names them."""
COIN_KINDS: Final = (YELLOW, BLUE, RED, GREEN, VIOLET)
COUNTERS: Final = (GOV_PASSED, CORRUPT_FOUND, GOV_FAILED, PARTNER, LED)

HONEST: Final = "honest"
CORRUPT: Final = "corrupt"
DARK: Final = "dark"

# Phases, named as in recorded games.
SETUP: Final = "setup"
CHOOSE: Final = "choose_leader"
STUCK: Final = "stuck"
COALITION: Final = "coalition"
POLICIES: Final = "policies"
OPPOSITION: Final = "opposition"
BENEFITS: Final = "benefits"
REVEALED: Final = "revealed"
CLOSING: Final = "closing"
CLOSED: Final = "closed"
LIE_1: Final = "lie_1"
LIE_2: Final = "lie_2"
COUNT: Final = "count"
OVER: Final = "over"
IN_GOVERNMENT: Final = frozenset({POLICIES, OPPOSITION, BENEFITS, REVEALED})
"""Phases between forming and pay: a government member who leaves dissolves the government (POL-R133)."""

# States of the six policies in the middle.
DOWN: Final = "down"
OPEN: Final = "open"
DROPPED: Final = "dropped"
SHOWN: Final = "shown"


class Contract:
    """A power contract of this round: offered, accepted, kept, twisted, void or cancelled (POL-T)."""

    __slots__ = ("acceptors", "maker", "open", "slot", "status", "words")

    def __init__(self, slot: str, maker: int) -> None:
        self.slot = slot
        self.maker = maker
        self.acceptors: list[int] = []
        self.words = ""
        self.status = "offered"
        self.open = True
        """Others may still accept (POL-R114)."""

    @property
    def is_live(self) -> bool:
        return self.status in ("offered", "accepted")


class Recap(NamedTuple):
    """What the recap tells of a round: ``outcome`` is lasted, failed, no_government, dissolved or crisis."""

    round: int
    outcome: str
    leader: int
    partners: list[int]
    state: list[str]
    now: list[str | None]
    bags: int


class PoliticsTable(Table):
    """One politics table. All counts move by ``move``; the rest is what the round remembers."""

    WHATS: ClassVar[tuple[str, ...]] = WHATS
    FIXED_SUMS: ClassVar[frozenset[int]] = frozenset({POLICY, BTS})
    CORRECTION_RULE: ClassVar[str] = "POL-R136"
    SUBSTITUTE_RULE: ClassVar[str] = "POL-R145"
    CORRECTION_MISTAKE: ClassVar[str] = "POL-M53"
    COUNT_MISTAKE: ClassVar[str] = "POL-M60"

    __slots__ = (
        "at_table",
        "bags",
        "ballots",
        "cards_away",
        "contracts",
        "count",
        "crisis",
        "down",
        "dropped",
        "exposed",
        "facing",
        "failed",
        "government",
        "ground",
        "laid",
        "leader",
        "may_roll",
        "mode",
        "now",
        "opened_by",
        "opposition",
        "order_asked",
        "paid",
        "partners",
        "printed",
        "roles",
        "rounds",
        "rounds_noted",
        "runoff",
        "share_asked",
        "shared",
        "special_asked",
        "special_drawn",
        "state",
        "stood",
        "stopped",
        "talked",
        "tied",
        "turned",
        "void",
        "votes",
        "waiting",
    )  # fmt: skip

    def __init__(self, setup: Mapping[str, Any]) -> None:
        super().__init__(setup, {**DEFAULTS, **setup.get("switches", {})})
        self.count = len(self.names)
        self.at_table = list(self.seats)
        """Who is still at the table, in seat order; kept beside ``present``."""
        self.mode: str = setup["mode"]
        rounds: int = FACTS["modes"][self.mode]
        if self.mode == "half" and self.switches["half_extend"]:
            rounds = max(rounds, self.count)
        self.rounds = rounds
        self.roles: list[str | None] = [None] * self.count
        self.crisis = False
        self.void = False
        self.stopped = False
        self.turned: dict[int, str] = {}
        self.exposed: list[int] = []
        self.votes: list[list[int | None]] = []
        self.talked: dict[str, int] = {}
        self.runoff: list[int] = []
        self.ballots: dict[int, int | None] = {}
        """The votes that count in this lie-catching round, once they are all in."""
        self.facing: list[int] | None = None
        """Who still has to turn up a card after the vote, or None while no vote is in."""
        self.rounds_noted: list[tuple[int, str, int, list[int], list[str], list[str | None], int]] = []
        """A ``Recap`` a round, as plain tuples: named ones cost more than closing the round."""
        # ``ground`` grows when something takes the ground from the script's open question; ``stood`` is its value when
        # the script last began from state.
        self.ground = 0
        self.stood = 0
        self.clear_round()

    def clear_round(self) -> None:
        """Forget what only the round just played knows."""
        self.leader = -1
        self.partners: list[int] = []
        self.opposition: list[int] = []
        self.may_roll: list[int] = []
        """The pool as it was when a leader was last sought."""
        self.waiting: list[int] = []
        """Opposition players who have not acted yet, in turn order."""
        self.government: list[int] = []
        """Leader and partners from the forming on."""
        self.printed: list[str | None] = [None] * 6
        self.now: list[str | None] = [None] * 6
        self.state: list[str] = [DOWN] * 6
        self.down = [1, 2, 3, 4, 5, 6]
        """Positions (from 1) of the policies that lie face down: those of state ``DOWN``."""
        self.opened_by: list[int] = [-1] * 6
        self.failed = False
        self.paid = False
        self.laid = False
        self.order_asked = False
        self.share_asked = False
        self.shared = 0
        self.dropped = False
        self.bags = -1
        self.special_asked = False
        self.special_drawn = False
        self.cards_away = False
        self.contracts: list[Contract] = []
        self.tied: list[int] = []

    @property
    def recap(self) -> list[Recap]:
        """What the recap of the game tells, a round each."""
        return [Recap(*entry) for entry in self.rounds_noted]

    # --- who is what

    @property
    def failures(self) -> int:
        return self.held[FAILURE][CENTRE]

    def has_right(self, seat: int) -> bool:
        """Whether the player's right is unused and was not lost this round (POL-L.4, POL-R18)."""
        return bool(self.held[RIGHT][seat]) and not self.held[LOST][seat]

    def pool(self) -> list[int]:
        """Return who may roll for the lead now, in seat order; nobody who has left holds a right."""
        pool = [*compress(self.seats, self.held[RIGHT])]
        lost = self.held[LOST]
        return [seat for seat in pool if not lost[seat]] if lost[BANK] else pool

    def is_right_left(self) -> bool:
        """Whether anybody has an unused right."""
        # Rights come from the bank, which holds minus their number.
        return self.held[RIGHT][BANK] < 0

    def free(self) -> int:
        """Return how many players may be in a government this round (POL-R23, POL-R24)."""
        if self.switches["failed_leader_may_join"]:
            return len(self.at_table)
        # Forced marks come from the bank, which holds minus their number.
        return len(self.at_table) + self.held[FORCED][BANK]

    def turn(self) -> int | None:
        """Return the opposition player on turn, or None."""
        return self.waiting[0] if self.waiting else None

    def has_acted(self, seat: int) -> bool:
        """Whether an opposition player has taken the turn of this round."""
        return seat in self.opposition and seat not in self.waiting

    # --- the six policies

    def corrupt_count(self) -> int:
        """Return how many corrupt policies count as found this round (POL-3.3, POL-R66)."""
        colours = self.now if self.switches["media_count"] == "current" else self.printed
        count = 0
        for place in range(6):
            if self.state[place] == OPEN and colours[place] == CORRUPT:
                count += 1
        return count

    def passed(self) -> list[int]:
        """Return positions (from 0) that got through and were not dropped (POL-R57)."""
        through = (DOWN, SHOWN, OPEN) if self.switches["passed"] == "all" else (DOWN, SHOWN)
        return [position for position in range(6) if self.state[position] in through]

    def face_down(self) -> list[int]:
        return [position - 1 for position in self.down]

    # --- counting at the table

    def counted(self) -> Sequence[int]:
        return (YELLOW, BLUE, RED, GREEN, VIOLET, POLICY, BTS, RIGHT, FAILURE)

    def places_of(self, what: int) -> Sequence[int]:
        if what == POLICY:
            return (*self.seats, DRAW, DISCARD)
        if what == BTS:
            return (*self.seats, DRAW, OUT)
        if what == FAILURE:
            return (CENTRE,)
        return self.seats

    def most_of(self, what: int, place: int) -> int:
        if what == RIGHT:
            return 1
        if what == FAILURE:
            return int(FACTS["game"]["failures_to_crisis"])
        if what == POLICY:
            return CARDS["policy"]
        if what == BTS:
            return CARDS["behind_the_scenes_most" if place >= 0 else "behind_the_scenes"]
        return 999

    def corrected(self, what: int, place: int) -> None:
        if self.phase == SETUP:
            # Dealing goes on where it is: nothing said while setting up depends on a count.
            return
        self.ground += 1
        if what == RIGHT:
            self.tied = [seat for seat in self.tied if self.has_right(seat)]
        if what == RIGHT and not self.is_right_left():
            # The last unused right was corrected away: all are used, so all get it again (POL-G.6).
            self.move_to_each(RIGHT, BANK, self.at_table, 1, "POL-G.6")
            self.tell("rights_reset", "POL-G.6")

    # --- coins

    def take(self, what: int, seat: int, count: int, rule: str) -> int:
        """Take up to ``count`` coins from a player, all there is if there are fewer (POL-R07); returns how many."""
        if not self.switches["negative_coins"]:
            count = min(count, max(0, self.held[what][seat]))
        if count:
            self.move(what, seat, BANK, count, rule)
        return count
