"""The election round: a nominee, the ballots, two questions to a new Director (BOSS-4)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK, CENTRE
from gmtool.games.boss import rules
from gmtool.games.boss.piles import SHUFFLE, must_shuffle_early, reshuffle
from gmtool.games.boss.rounds import (
    abandon,
    hand_marker,
    is_chaos,
    next_presidency,
    open_nomination,
    reset_tracker,
    win,
)  # fmt: skip
from gmtool.games.boss.table import (
    CHAOS,
    CONSERVATIVE,
    DIRECTOR_MARKER,
    LEFT,
    MASTERMIND,
    MASTERMIND_CHECK,
    MASTERMIND_FROM,
    NOMINATE,
    POLICY_ROUND,
    TAI_GO,
    TAI_GO_CHECK,
    TAI_GO_TERMS,
    TERMS,
    TRACKER,
    VOTE,
    BossTable,
)  # fmt: skip

# --- nomination ---------------------------------------------------------------------------------------------------


def _president(t: BossTable) -> int | None:
    return t.president if t.president >= 0 else None


def _nomination(id: str, *rules_: str) -> Question:
    return Question(
        id, Kind.ONE, "BOSS-4.2", "BOSS-4.1", *rules_,
        options=lambda t: [seat for seat in t.seats if t.status[seat] != LEFT],
        why_not_option=rules.why_not_nominate, legal=rules.eligible, subject=_president,
    )  # fmt: skip


NOMINEE: Final = _nomination("nominate.new", "BOSS-4.3", "BOSS-4.4", "BOSS-R17")
NOMINEE_OF_APPOINTED: Final = _nomination("nominate.appointed", "BOSS-5.8", "BOSS-R53", "BOSS-R18")
NOMINEE_AGAIN: Final = _nomination("nominate.again", "BOSS-4.10", "BOSS-R23", "BOSS-R24")
ALONE: Final = Question("nominate.alone", Kind.SAY, "BOSS-R17")


def nomination(t: BossTable) -> Question:
    """Return the question of this nomination: a new round, an appointed President, or another name."""
    if t.rejected:
        return NOMINEE_AGAIN
    return NOMINEE_OF_APPOINTED if t.appointed else NOMINEE


def nominate(t: BossTable) -> Script:
    """Let the President name somebody (BOSS-4.1, BOSS-4.2)."""
    while t.phase == NOMINATE:
        if must_shuffle_early(t):
            yield SHUFFLE
            reshuffle(t, "BOSS-R31")
        if not rules.eligible(t):
            yield ALONE
            abandon(t)
            return
        nominee: int = yield nomination(t)
        t.nominee = nominee
        t.enter(VOTE)


# --- vote ---------------------------------------------------------------------------------------------------------

YES: Final = "yes"
NO: Final = "no"


def _why_not_totals(t: BossTable, answer: dict[str, int]) -> Reason | None:
    return rules.why_not_vote(t, int(answer.get(YES, 0)), int(answer.get(NO, 0)))


def _count(id: str) -> Question:
    return Question(
        id, Kind.SHARE, "BOSS-4.6", "BOSS-4.5", "BOSS-4.7", "BOSS-4.8", "BOSS-R21", "BOSS-R22",
        options=lambda _t: (YES, NO), why_not=_why_not_totals,
        low=lambda t: len(t.active), high=lambda t: len(t.active), subject=lambda t: t.nominee,
    )  # fmt: skip


BALLOTS_COUNTED: Final = _count("ballots.shuffled")
BALLOTS_OPEN: Final = _count("ballots.open")


def vote(t: BossTable) -> Script:
    """Count the ballots; more YES than NO elects (BOSS-4.5 to BOSS-4.11)."""
    totals: dict[str, int] = yield BALLOTS_OPEN if t.switches["open_ballots"] else BALLOTS_COUNTED
    yes, no = totals.get(YES, 0), totals.get(NO, 0)
    if yes > no or (yes == no and t.switches["tie_passes"]):
        elect(t, yes, no)
    else:
        reject(t, yes, no)


def elect(t: BossTable, yes: int, no: int) -> None:
    """The nominee takes office; the run of rejections is broken (BOSS-4.9, BOSS-R25)."""
    t.director, t.nominee = t.nominee, -1
    reset_tracker(t)
    hand_marker(t, DIRECTOR_MARKER, t.director, "BOSS-4.9")
    t.move(TERMS, BANK, t.director, 1, "BOSS-4.9")
    t.tell("elected", "BOSS-4.8", player=t.director, yes=yes, no=no)
    after_election(t)


def reject(t: BossTable, yes: int, no: int) -> None:
    """The tracker moves; the third rejection in a row is chaos (BOSS-4.10, BOSS-4.11, BOSS-R23)."""
    t.move(TRACKER, BANK, CENTRE, 1, "BOSS-4.10")
    t.rejected = [*t.rejected, t.nominee]
    passes_on = t.switches["on_reject"] == "next_president" and not is_chaos(t)
    told = "rejected.passes_on" if passes_on else "rejected"
    t.tell(told, "BOSS-4.10", player=t.nominee, yes=yes, no=no, tracker=t.tracker)
    t.nominee = -1
    if is_chaos(t):
        t.enter(CHAOS)
    elif passes_on:
        next_presidency(t)
    else:
        open_nomination(t)


# --- questions to the Director ------------------------------------------------------------------------------------


def must_ask_mastermind(t: BossTable) -> bool:
    """Whether the new Director must be asked, by public facts alone (BOSS-4.13, BOSS-R55)."""
    return (
        bool(t.switches["mastermind_win"])
        and t.enacted(CONSERVATIVE) >= MASTERMIND_FROM
        and t.director not in t.cleared[MASTERMIND]
    )


def must_ask_tai_go(t: BossTable) -> bool:
    """Whether the new Director must be asked, by public facts alone (BOSS-4.14, BOSS-R62)."""
    return (
        TAI_GO in t.specials
        and t.held[TERMS][t.director] >= TAI_GO_TERMS
        and t.director not in t.cleared[TAI_GO]
    )  # fmt: skip


def after_election(t: BossTable) -> None:
    """Enter the first question still to be asked, then the policy round (BOSS-R70)."""
    if must_ask_mastermind(t):
        t.enter(MASTERMIND_CHECK)
    elif must_ask_tai_go(t):
        t.enter(TAI_GO_CHECK)
    else:
        t.enter(POLICY_ROUND)


# The check stands on the whole answer and not on an option: a greyed option would give the character away.
IS_MASTERMIND: Final = Question(
    "check.mastermind", Kind.CONFIRM, "BOSS-4.13", "BOSS-7.3", "BOSS-R55", "BOSS-R56", "BOSS-R68",
    why_not=lambda t, yes: rules.why_not_answer(t, MASTERMIND_CHECK, t.director, MASTERMIND, yes=yes),
    subject=lambda t: t.director,
)  # fmt: skip
IS_TAI_GO: Final = Question(
    "check.tai_go", Kind.CONFIRM, "BOSS-4.14", "BOSS-7.5", "BOSS-R62", "BOSS-R68",
    why_not=lambda t, yes: rules.why_not_answer(t, TAI_GO_CHECK, t.director, TAI_GO, yes=yes),
    subject=lambda t: t.director,
)  # fmt: skip


def mastermind_check(t: BossTable) -> Script:
    """Ask the new Director before any card is drawn (BOSS-4.13)."""
    yes: bool = yield IS_MASTERMIND
    t.note_said(MASTERMIND, t.director, yes=yes)
    if yes:
        win(t, CONSERVATIVE, "mastermind_elected", "BOSS-7.3")
    else:
        clear(t, MASTERMIND, "BOSS-4.13")


def tai_go_check(t: BossTable) -> Script:
    """Ask a Director of the second or a later term (BOSS-4.14)."""
    yes: bool = yield IS_TAI_GO
    t.note_said(TAI_GO, t.director, yes=yes)
    if yes:
        win(t, TAI_GO, "tai_go_twice_director", "BOSS-7.5")
    else:
        clear(t, TAI_GO, "BOSS-4.14")


def clear(t: BossTable, character: str, rule: str) -> None:
    """Note for good that the Director is not this character."""
    t.cleared[character] = [*t.cleared[character], t.director]
    t.tell(f"cleared.{character}", rule, player=t.director)
    after_election(t)
