"""State of a jinro table: seats and the promise deck as counts, and what each day and night knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from gmtool.core.facts import facts
from gmtool.core.table import BANK, DRAW, OUT, Table
from gmtool.games.jinro.cards import HUMAN, WOLF, Card, Faults, Tag, read_cards

FACTS: Final = facts("jinro")
SWITCHES: Final[dict[str, tuple[Any, ...]]] = {key: tuple(values) for key, values in FACTS["switches"].items()}
NUMBERS: Final[dict[str, dict[str, int]]] = FACTS["numbers"]
CAMPS: Final[dict[str, str]] = FACTS["camps"]
CHECK_ORDER: Final = tuple(FACTS["order"]["role_check"])
NIGHT_ORDER: Final = tuple(FACTS["order"]["night"])
ROLES: Final = tuple(FACTS["order"]["roles"])
LAWYERS: Final = tuple(role for role in ROLES if role not in CAMPS)
"""Roles whose side the rules leave open (JIN-R07)."""

# Everything that is counted: seats won, cards of the promise deck, and of these each kind, for the GM alone.
SEAT, PROMISE, SUCCESS, FAILURE = range(4)
WHATS: Final = ("seat", "promise", "success", "failure")
KINDS: Final = (SUCCESS, FAILURE)

WOLF_MEMBER: Final = "wolf_member"
LOVER: Final = "lover"
REPORTER: Final = "reporter"
PROSECUTOR: Final = "prosecutor"
GUARD: Final = "guard"
SPY: Final = "spy"

# Phases, named as in recorded games: what is due next.
ROLE_CHECK: Final = "role_check"
CANDIDACY: Final = "candidacy"
CAMPAIGN: Final = "campaign"
RUNOFF: Final = "runoff"
LOT: Final = "lot"
MANIFESTO: Final = "manifesto"
COUNT: Final = "count"
"""The seats are full and no manifesto is executed: only what is entered by hand comes before the count (JIN-R90)."""
SPEECH: Final = "speech"
NIGHT: Final = "night"
MORNING: Final = "morning"
END: Final = "end"
OVER: Final = "over"
VOTING: Final = frozenset({CAMPAIGN, RUNOFF, LOT})
"""Phases in which the day's winner is still open."""


@dataclass(slots=True)
class InForce:
    """An effect that waits for its days or nights, or works on them: ``first`` to ``last`` inclusive (JIN-11.3)."""

    tag: Tag
    by: int
    picked: tuple[int, ...]
    first: int
    last: int


@dataclass(slots=True)
class Note:
    """Something that only the GM can judge, shown until it is ticked off (JIN-11.1, JIN-R89)."""

    text: str
    day: int
    ticked: bool = False


@dataclass(slots=True)
class Round:
    """One round of a vote (JIN-5): who voted for whom, or how many hands; the sum; what follows.

    Attributes:
        ballots: Candidate by voter; where hands were counted, of those voters alone whose ballot counts differently.
        raw: Ballots or hands for each candidate, in seat order. ``totals``: the same after the sum.
        leaders: Who has most votes; after a tie less those gone or barred before it is decided (JIN-R60).
        weighted: What a ballot counts where it is not 1. ``added``: votes that effects give or take.
        next: The phase that followed.
    """

    number: int
    ballots: dict[int, int | None]
    hands: dict[int, int]
    totals: dict[int, int]
    leaders: list[int]
    raw: dict[int, int] = field(default_factory=dict)
    weighted: dict[int, int] = field(default_factory=dict)
    added: dict[int, int] = field(default_factory=dict)
    elected: int = -1
    next: str = ""


@dataclass(slots=True)
class Execution:
    """Today's execution of a manifesto, as far as it has come (JIN-6)."""

    by: int
    card: int = 0
    used: int = 0
    named: str = ""
    targets: dict[str, list[int]] = field(default_factory=dict)
    draw: str = ""
    fired: str = ""
    announced: bool = False
    left: bool = False
    """The winner left the table before the execution (JIN-R91)."""


@dataclass(slots=True)
class Night:
    """One night (JIN-8): what was pointed at, and what came of it."""

    number: int
    attacks: list[int] = field(default_factory=list)
    guarded: dict[int, list[int]] = field(default_factory=dict)
    investigation: dict[int, dict[int, str]] = field(default_factory=dict)
    prosecution: dict[int, dict[int, str]] = field(default_factory=dict)
    peeks: list[tuple[int, int, str, str]] = field(default_factory=list)
    attacked: list[int] = field(default_factory=list)
    saved: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Morning:
    """What a morning made known (JIN-9): who sits out, the effects of the day with their players, minutes."""

    attacked: list[int]
    effects: list[tuple[Tag, list[int]]]
    minutes: int


class JinroTable(Table):
    """One table of Politician Werewolf. Counts move by ``move``; the rest is what the days and nights remember."""

    WHATS: ClassVar[tuple[str, ...]] = WHATS
    SECRET_WHATS: ClassVar[frozenset[int]] = frozenset(KINDS)
    FIXED_SUMS: ClassVar[frozenset[int]] = frozenset({PROMISE})
    CORRECTION_RULE: ClassVar[str] = "JIN-R77"
    SUBSTITUTE_RULE: ClassVar[str] = "JIN-R93"

    __slots__ = (
        "attacked_before",
        "back",
        "back_from_recall",
        "camps",
        "cards",
        "coming_back",
        "copies",
        "count",
        "dealt",
        "done",
        "effects",
        "elected_ever",
        "end_reason",
        "execution",
        "favourites",
        "ground",
        "guarded_before",
        "hands",
        "holders",
        "house",
        "is_unsaid",
        "last_night",
        "late_copies",
        "lawyer_texts",
        "lineup",
        "memos",
        "minutes",
        "morning",
        "out",
        "played",
        "recalled",
        "recount",
        "roles",
        "rounds_of_day",
        "said",
        "sitting",
        "starter",
        "stood",
        "tied",
        "told",
        "unsaid_recalls",
        "winner",
        "winner_today",
        "won_on",
    )  # fmt: skip

    def __init__(self, setup: Mapping[str, Any]) -> None:
        switches = {key: values[0] for key, values in SWITCHES.items()}
        switches.update(setup.get("switches", {}))
        super().__init__(setup, switches)
        self.house: dict[str, Any] = {key: setup.get(key, numbers["default"]) for key, numbers in NUMBERS.items()}
        self.house["spy_meeting"] = setup.get("spy_meeting", FACTS["choices"]["spy_meeting"][0])
        self.house["no_electability"] = list(setup.get("no_electability", FACTS["choices"]["no_electability"]))
        self.house["deck"] = dict(setup.get("deck") or {kind: FACTS["deck"][kind] for kind in ("success", "failure")})
        self.count = len(self.names)
        self.lineup: dict[str, int] = {role: n for role in ROLES if (n := setup["lineup"].get(role, 0))}
        self.camps: dict[str, str] = {**CAMPS, **setup.get("role_camps", {})}
        self.cards: dict[int, Card] = {card.number: card for card in read_cards(setup.get("cards", []), Faults())}
        # What is secret about the players.
        self.roles: list[str | None] = [None] * self.count
        self.favourites: dict[int, int] = {}
        self.told: dict[int, int | None] = {}
        self.dealt: list[int] = [0] * self.count
        # What was said at the candidacy: number of the card announced, and what a copying card copies.
        self.said: dict[int, int] = {}
        self.copies: dict[int, int] = {}
        # The same where it was forgotten then and came up at the election: for the GM alone until it is announced.
        self.late_copies: dict[int, int] = {}
        self.starter = -1
        self.lawyer_texts: dict[str, str] = {}
        # Who is where.
        self.holders: list[int] = []
        self.won_on: dict[int, int] = {}
        self.elected_ever: set[int] = set()
        self.recalled: set[int] = set()
        self.coming_back: set[int] = set()
        # Who was recalled and has not been named aloud yet (JIN-R66).
        self.unsaid_recalls: list[int] = []
        self.sitting: set[int] = set()
        self.out: set[int] = set()
        # The day.
        self.minutes = 0
        self.hands = switches["vote_mode"] == "hands"
        self.rounds_of_day: list[Round] = []
        self.tied: list[int] = []
        self.winner_today = -1
        # The winner's name has not been said yet.
        self.is_unsaid = False
        self.execution: Execution | None = None
        # Who came back this evening: after an attack, after a recall.
        self.back: list[int] = []
        self.back_from_recall: list[int] = []
        # Manifestos executed, in order: who, number of the card, number of the card it was used as.
        self.played: list[tuple[int, int, int]] = []
        self.morning: Morning | None = None
        # Effects and notes.
        self.effects: list[InForce] = []
        self.memos: list[Note] = []
        # The nights.
        self.last_night: Night | None = None
        self.attacked_before: list[int] = []
        self.guarded_before: dict[int, list[int]] = {}
        # The end.
        self.winner = ""
        self.end_reason = ""
        # The promise deck was counted at the table, and the GM has not said yet what is left of each kind.
        self.recount = False
        # Steps of the open phase that are done; a phase is entered from these alone.
        self.done: set[str] = set()
        # ``ground`` grows when something takes the ground from the script's open question; ``stood`` is its value when
        # the script last began from state.
        self.ground = 0
        self.stood = 0
        self.enter(ROLE_CHECK, 1)

    def enter(self, phase: str, round_number: int | None = None) -> None:
        """Begin a phase with no step done, and a day if its number is given."""
        super().enter(phase, round_number)
        self.done = set()

    # --- who is what

    def camp(self, seat: int) -> str:
        """Return ``human`` or ``wolf``; empty while the role is not recorded."""
        role = self.roles[seat]
        return "" if role is None else self.camps[role]

    def holders_of(self, role: str) -> list[int]:
        """Return everybody who was dealt a role, in seat order, wherever they are now."""
        return [seat for seat in self.seats if self.roles[seat] == role]

    def counts(self, seat: int) -> bool:
        """Whether a seat holder is counted for a camp (JIN-10.6)."""
        return self.roles[seat] not in self.house["no_electability"]

    @property
    def is_plain(self) -> bool:
        return bool(self.switches["rule"] == "plain")

    @property
    def has_lawyer(self) -> bool:
        return any(role in self.lineup for role in LAWYERS)

    @property
    def eyes_closed(self) -> bool:
        """Role check and night, from the first line to the last (JIN-12.5)."""
        return (self.phase == ROLE_CHECK and "eyes" in self.done) or (self.phase == NIGHT and "begin" in self.done)

    # --- who is where

    def is_standing(self, seat: int) -> bool:
        """Whether a player is still in the election, sitting out or not (JIN-4.3)."""
        return seat not in self.out and seat not in self.recalled and seat not in self.holders

    def standing(self) -> list[int]:
        gone = self.out.union(self.recalled, self.holders)
        return [seat for seat in self.seats if seat not in gone]

    def active(self, role: str) -> list[int]:
        """Return the holders of a role who are still in the election, in seat order."""
        return [seat for seat in self.standing() if self.roles[seat] == role]

    def seats_of(self, camp: str) -> int:
        """Return how many seats count for a camp (JIN-10.1, JIN-10.6)."""
        return sum(1 for seat in self.holders if self.camp(seat) == camp and self.counts(seat))

    def wolves_seated(self) -> int:
        return sum(1 for seat in self.holders if self.roles[seat] == WOLF_MEMBER)

    @property
    def is_full(self) -> bool:
        return len(self.holders) >= int(self.house["seats_total"])

    @property
    def day(self) -> int:
        """The day whose campaign and vote are on, or about to begin: in the morning the new one."""
        return self.round + 1 if self.phase == MORNING else self.round

    @property
    def round_now(self) -> Round | None:
        return self.rounds_of_day[-1] if self.rounds_of_day else None

    @property
    def used_card(self) -> Card | None:
        """The card whose effects today's winner uses, or None before it is known."""
        execution = self.execution
        return self.cards.get(execution.used) if execution is not None else None

    # --- the promise deck

    @property
    def left(self) -> int:
        return self.held[PROMISE][DRAW]

    def deck_total(self) -> int:
        return int(self.house["deck"]["success"]) + int(self.house["deck"]["failure"])

    # --- counting at the table

    def counted(self) -> Sequence[int]:
        return (PROMISE,)

    def places_of(self, what: int) -> Sequence[int]:
        return (DRAW, OUT) if what == PROMISE else self.seats

    def most_of(self, what: int, place: int) -> int:
        return self.deck_total() if what == PROMISE else 1

    def corrected(self, what: int, place: int) -> None:
        self.recount = True
        self.ground += 1


def put_into_box(t: JinroTable) -> None:
    """Book the promise deck: all cards in the draw pile (row 0, JIN-1.7)."""
    t.move(PROMISE, BANK, DRAW, t.deck_total(), "JIN-1.7")
    t.move(SUCCESS, BANK, DRAW, int(t.house["deck"]["success"]), "JIN-1.7")
    t.move(FAILURE, BANK, DRAW, int(t.house["deck"]["failure"]), "JIN-1.7")


__all__ = ["HUMAN", "WOLF", "JinroTable", "put_into_box"]
