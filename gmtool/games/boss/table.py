"""State of a boss table: counted cards, markers and terms, who is in, and what the current presidency knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from gmtool.core.facts import facts
from gmtool.core.table import BANK, CENTRE, DISCARD, DRAW, Table

FACTS: Final = facts("boss")
SWITCHES: Final[dict[str, tuple[Any, ...]]] = {key: tuple(values) for key, values in FACTS["switches"].items()}
LEAST, MOST = FACTS["game"]["players"]
CHAOS_AT: Final[int] = FACTS["game"]["rejections_to_chaos"]
DRAWN: Final[int] = FACTS["policies"]["draw"]
PASSED_ON: Final[int] = FACTS["policies"]["pass_on"]
MASTERMIND_FROM: Final[int] = FACTS["policies"]["mastermind_from"]
TAI_GO_TERMS: Final[int] = FACTS["policies"]["tai_go_terms"]
TO_WIN: Final[dict[str, int]] = FACTS["policies"]["to_win"]

# Everything that is counted; ballots and markers are tokens too, so that ``why`` can follow a dismissal or an office.
POLICY, PROGRESSIVES, CONSERVATIVES, TRACKER, TERMS, BALLOTS, PRESIDENT_MARKER, DIRECTOR_MARKER = range(8)
WHATS: Final = (
    "policies", "progressive", "conservative", "tracker", "terms", "ballots", "president_marker", "director_marker",
)  # fmt: skip

PROGRESSIVE: Final = "progressive"
CONSERVATIVE: Final = "conservative"
SIDES: Final = (PROGRESSIVE, CONSERVATIVE)
ENACTED: Final = {PROGRESSIVE: PROGRESSIVES, CONSERVATIVE: CONSERVATIVES}
"""What counts the enacted policies of a side."""

# Functions, by the symbol on the slot.
INVESTIGATE: Final = "investigate"
DISMISS: Final = "dismiss"
REHIRE: Final = "rehire"
PEEK: Final = "peek_discard"
APPOINT: Final = "appoint"
FUNCTIONS: Final[tuple[str, ...]] = tuple(FACTS["functions"]["order"])

# Characters.
MASTERMIND: Final = "mastermind"
INSIDER: Final = "insider"
ASSASSIN: Final = "assassin"
EAGLE: Final = "eagle"
GOLDEN_BOY: Final = "golden_boy"
TAI_GO: Final = "tai_go"
MONKEY: Final = "silly_monkey"
FOX: Final = "peeping_fox"
SPECIALS: Final[tuple[str, ...]] = tuple(FACTS["specials"])
CHARACTERS: Final = (PROGRESSIVE, INSIDER, MASTERMIND, *SPECIALS)

# Phases, named as in recorded games.
SETUP: Final = "setup"
NOMINATE: Final = "nominate"
VOTE: Final = "vote"
MASTERMIND_CHECK: Final = "mastermind_check"
TAI_GO_CHECK: Final = "tai_go_check"
POLICY_ROUND: Final = "policy"
POWER: Final = "power"
DISMISSED_CHECK: Final = "dismissed_check"
CHAOS: Final = "chaos"
GUESS: Final = "assassin"
OVER: Final = "over"
ELECTED: Final = (MASTERMIND_CHECK, TAI_GO_CHECK, POLICY_ROUND)
"""Phases between an election and the enactment."""

# Where a player stands.
ACTIVE: Final = "active"
DISMISSED: Final = "dismissed"
LEFT: Final = "left"

# What a game ends with.
NOBODY: Final = "nobody"
ABANDONED: Final = "abandoned"


class Use(NamedTuple):
    """A function that was used: public but for what it showed."""

    round: int
    director: int
    function: str
    target: int
    """A seat, or -1."""


class Said(NamedTuple):
    """What a player told the table about the own character: a yes or no that was asked for, or standing up."""

    round: int
    """0 where it was said before the game was entered here."""
    character: str
    who: int
    """A seat, or -1: nobody stood up."""
    yes: bool


class BossTable(Table):
    """One boss table. All counts move by ``move``; the rest is what the game and this presidency remember."""

    WHATS: ClassVar[tuple[str, ...]] = WHATS
    FIXED_SUMS: ClassVar[frozenset[int]] = frozenset({POLICY})
    CORRECTION_RULE: ClassVar[str] = "BOSS-R69"
    SUBSTITUTE_RULE: ClassVar[str] = "BOSS-R72"

    __slots__ = (
        "appointed",
        "board",
        "cleared",
        "count",
        "deck",
        "director",
        "dismissed",
        "due",
        "gm_plays",
        "ground",
        "just_dismissed",
        "last_by_order",
        "left",
        "lifted",
        "nominee",
        "pending",
        "power_rule",
        "president",
        "previous",
        "reason",
        "recorded",
        "rejected",
        "reminded",
        "reshuffles",
        "roles",
        "said",
        "shown",
        "skipped",
        "specials",
        "status",
        "step",
        "stood",
        "used",
        "winner",
        "won_by",
    )  # fmt: skip

    def __init__(self, setup: Mapping[str, Any]) -> None:
        switches = {key: values[0] for key, values in SWITCHES.items()}
        switches.update(setup.get("switches", {}))
        super().__init__(setup, switches)
        self.count = len(self.names)
        self.specials: tuple[str, ...] = tuple(id for id in SPECIALS if id in setup["special_roles"])
        self.deck: dict[str, int] = dict(setup["deck"])
        self.board: dict[str, list[list[str]]] = {side: [list(slot) for slot in setup["board"][side]] for side in SIDES}
        self.power_rule: str = setup["power_rule"]
        self.gm_plays: bool = setup["gm_plays"]
        self.roles: list[str | None] = [None] * self.count
        """Characters that a GM who does not play typed in: for the GM alone."""
        self.status = [ACTIVE] * self.count
        self.dismissed: list[int] = []
        """In the order of dismissal."""
        self.left: list[int] = []
        self.cleared: dict[str, list[int]] = {MASTERMIND: [], TAI_GO: []}
        """Who has answered no in public, in that order (BOSS-4.13, BOSS-4.14)."""
        self.said: list[Said] = []
        """All answers about characters, in order: what the record at the end is compared with (BOSS-R68)."""
        self.used: list[Use] = []
        self.reshuffles = 0
        self.president = -1
        self.appointed = False
        self.last_by_order = -1
        self.due = -1
        """Whom an appointment makes the next President."""
        self.previous: tuple[int, int] = (-1, -1)
        """President and Director of the last completed round; -1 for nobody."""
        self.nominee = -1
        self.director = -1
        self.rejected: list[int] = []
        """Nominees rejected under this President."""
        self.pending: list[str] = []
        self.skipped: str | None = None
        """A function that would work but has no legal target (BOSS-R43)."""
        self.just_dismissed = -1
        self.lifted: str | None = None
        """The bar that was said to be lifted for this nomination (BOSS-R17)."""
        self.won_by = ""
        """Why the progressives have won if the Assassin does not find the Eagle (BOSS-7.4)."""
        self.winner: str | None = None
        self.reason: str | None = None
        self.step = 0
        """How many steps of the beginning are done."""
        self.reminded = False
        self.recorded = False
        self.shown = False
        """Whether the characters are on record for everybody, after the end (BOSS-R66)."""
        # ``ground`` grows when something takes the ground from the script's open question; ``stood`` is its value when
        # the script last began from state.
        self.ground = 0
        self.stood = 0

    def note_said(self, character: str, who: int, *, yes: bool) -> None:
        self.said.append(Said(self.round, character, who, yes))

    # --- who is in

    @property
    def active(self) -> list[int]:
        """Return who is neither dismissed nor gone, in seat order."""
        return [seat for seat in self.seats if self.status[seat] == ACTIVE]

    def is_active(self, seat: int) -> bool:
        return 0 <= seat < self.count and self.status[seat] == ACTIVE

    def next_by_order(self) -> int:
        """Return the active player due next, clockwise from the last President by order (BOSS-5.8, BOSS-R49)."""
        start = self.last_by_order
        for step in range(1, self.count + 1):
            seat = (start + step) % self.count
            if self.status[seat] == ACTIVE:
                return seat
        return -1

    # --- policies

    @property
    def tracker(self) -> int:
        """Return the rejections in a row."""
        return self.held[TRACKER][CENTRE]

    def enacted(self, side: str) -> int:
        return self.held[ENACTED[side]][CENTRE]

    def in_hands(self) -> int:
        """Return how many policies President and Director hold."""
        return sum(self.held[POLICY][seat] for seat in self.seats)

    def symbols(self, side: str) -> list[str]:
        """Return the symbols of the side's next free slot; empty where the row is full."""
        place = self.enacted(side)
        return self.board[side][place] if place < TO_WIN[side] else []

    # --- limits

    def limits(self) -> tuple[int, int]:
        """Return who is limited as (previous President, previous Director), -1 for nobody (BOSS-4.3, BOSS-4.4)."""
        count = len(self.active) if self.switches["limit_bracket"] == "active" else self.count
        president, director = self.previous
        return (president if count >= FACTS["game"]["wide_limit_from"] else -1, director)

    # --- counting at the table

    def counted(self) -> Sequence[int]:
        return (POLICY, TRACKER, TERMS)

    def places_of(self, what: int) -> Sequence[int]:
        if what == POLICY:
            return (DRAW, DISCARD)
        return (CENTRE,) if what == TRACKER else self.seats

    def most_of(self, what: int, place: int) -> int:
        if what == POLICY:
            return sum(self.deck.values())
        return CHAOS_AT - 1 if what == TRACKER else 99

    def corrected(self, what: int, place: int) -> None:
        self.ground += 1


def put_into_box(t: BossTable) -> None:
    """Book what lies on the table before the first round: the policy pile, everybody's ballots (row 0)."""
    t.move(POLICY, BANK, DRAW, sum(t.deck.values()), "BOSS-2.4")
    for seat in t.seats:
        t.move(BALLOTS, BANK, seat, 1, "BOSS-2.3")
