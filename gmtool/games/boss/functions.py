"""Functions: what the Director may do with an enacted card, now or never (BOSS-6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gmtool.core.question import Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.core.table import BANK
from gmtool.games.boss import rules
from gmtool.games.boss.rounds import end_round, progressives_win
from gmtool.games.boss.table import (
    ACTIVE,
    APPOINT,
    BALLOTS,
    DISMISS,
    DISMISSED,
    DISMISSED_CHECK,
    GOLDEN_BOY,
    INVESTIGATE,
    LEFT,
    MASTERMIND,
    PEEK,
    POWER,
    REHIRE,
    BossTable,
    Use,
)  # fmt: skip


def _director(t: BossTable) -> int:
    return t.director


CHOOSE: Final = Question(
    "power.choose", Kind.ONE, "BOSS-R03", "BOSS-6.1", options=lambda t: t.pending,
    why_not_option=rules.why_not_function, subject=_director,
)  # fmt: skip


def _target_of(function: str, *more: str) -> Question:
    def why_not(t: BossTable, who: int) -> Reason | None:
        return rules.why_not_use(t, function, who)

    def shown(t: BossTable) -> list[int]:
        if function == REHIRE:
            return [seat for seat in t.seats if t.status[seat] == DISMISSED]
        return [seat for seat in t.seats if t.status[seat] != LEFT]

    return Question(
        f"power.{function}", Kind.ONE, rules.rule_of(function), *more, options=shown, why_not_option=why_not,
        subject=_director,
    )  # fmt: skip


WHOM: Final = {
    INVESTIGATE: _target_of(INVESTIGATE, "BOSS-R41", "BOSS-R45", "BOSS-R54"),
    DISMISS: _target_of(DISMISS, "BOSS-9.1", "BOSS-R41", "BOSS-R47", "BOSS-R48"),
    REHIRE: _target_of(REHIRE, "BOSS-R50", "BOSS-R51"),
    APPOINT: _target_of(APPOINT, "BOSS-5.8", "BOSS-R41", "BOSS-R53"),
}
GOLDEN_BOY_REMINDER: Final = Question("power.golden_boy", Kind.SAY, "BOSS-8.6", "BOSS-R46")
MEETING: Final = Question(
    "power.meeting", Kind.SAY, "BOSS-6.5", "BOSS-R44", "BOSS-R46", shows_secret=True,
    subject=lambda t: t.draft.get("target"),
)  # fmt: skip
LOOK: Final = Question("power.peek_discard", Kind.SAY, "BOSS-6.8", "BOSS-R52", shows_secret=True, subject=_director)


def offer(t: BossTable, symbols: Sequence[str]) -> None:
    """After an enactment: open the function that works, or go on (BOSS-5.5, BOSS-R42, BOSS-R43)."""
    t.pending = [symbol for symbol in symbols if rules.is_usable(t, symbol)]
    if t.pending:
        t.tell("function_works", "BOSS-6.1", power=list(t.pending))
        t.enter(POWER)
        return
    if symbols:
        skip(t, symbols[0])
    end_round(t)


def skip(t: BossTable, function: str) -> None:
    """A function without a legal target has no effect (BOSS-6.10, BOSS-R43)."""
    t.skipped = function
    t.tell("no_target", "BOSS-R43", power=function)


def power(t: BossTable) -> Script:
    """The Director uses the function (BOSS-6.2)."""
    function: str = t.pending[0]
    if len(t.pending) > 1:
        function = yield CHOOSE
    t.draft["function"] = function
    yield from _USING[function](t)


def _investigate(t: BossTable) -> Script:
    if GOLDEN_BOY in t.specials and not t.reminded:
        yield GOLDEN_BOY_REMINDER
        t.reminded = True
    target: int = yield WHOM[INVESTIGATE]
    t.draft["target"] = target
    yield MEETING
    use(t, INVESTIGATE, target)


def _dismiss(t: BossTable) -> Script:
    target: int = yield WHOM[DISMISS]
    use(t, DISMISS, target)


def _rehire(t: BossTable) -> Script:
    target: int = yield WHOM[REHIRE]
    use(t, REHIRE, target)


def _peek(t: BossTable) -> Script:
    yield LOOK
    use(t, PEEK, -1)


def _appoint(t: BossTable) -> Script:
    target: int = yield WHOM[APPOINT]
    use(t, APPOINT, target)


_USING: Final[dict[str, Callable[[BossTable], Script]]] = {
    INVESTIGATE: _investigate, DISMISS: _dismiss, REHIRE: _rehire, PEEK: _peek, APPOINT: _appoint,
}  # fmt: skip


def use(t: BossTable, function: str, target: int) -> None:
    """Book a function that was used; never what it showed (BOSS-R36, BOSS-R44)."""
    rule = rules.rule_of(function)
    t.used.append(Use(t.round, t.director, function, target))
    t.pending = []
    if target >= 0:
        t.tell(f"used.{function}", rule, director=t.director, target=target)
    else:
        t.tell(f"used.{function}", rule, director=t.director)
    if function == DISMISS:
        dismiss(t, target)
        if t.switches["mastermind_dismissed_ends"]:
            t.just_dismissed = target
            t.enter(DISMISSED_CHECK)
            return
    elif function == REHIRE:
        rehire(t, target)
    elif function == APPOINT:
        t.due = target
    end_round(t)


def dismiss(t: BossTable, who: int) -> None:
    """Out of the company: ballots are taken in, the card stays hidden (BOSS-6.6, BOSS-9.1)."""
    t.status[who] = DISMISSED
    t.dismissed = [*t.dismissed, who]
    t.move(BALLOTS, who, BANK, 1, "BOSS-6.6")


def rehire(t: BossTable, who: int) -> None:
    """Back in the company with everything (BOSS-6.7, BOSS-R50)."""
    t.status[who] = ACTIVE
    t.dismissed = [seat for seat in t.dismissed if seat != who]
    t.move(BALLOTS, BANK, who, 1, "BOSS-6.7")


# --- was it the Mastermind? (house rule) --------------------------------------------------------------------------

WAS_MASTERMIND: Final = Question(
    "check.dismissed", Kind.CONFIRM, "BOSS-R48", "BOSS-R68",
    why_not=lambda t, yes: rules.why_not_answer(t, DISMISSED_CHECK, t.just_dismissed, MASTERMIND, yes=yes),
    subject=lambda t: t.just_dismissed,
)  # fmt: skip


def dismissed_check(t: BossTable) -> Script:
    """Ask the one just dismissed; a Mastermind out is a progressive win (BOSS-R48)."""
    yes: bool = yield WAS_MASTERMIND
    t.note_said(MASTERMIND, t.just_dismissed, yes=yes)
    if yes:
        progressives_win(t, "mastermind_dismissed")
        return
    t.tell("dismissed_not_mastermind", "BOSS-R48", player=t.just_dismissed)
    end_round(t)
