"""Who holds which character: typed in by a GM who does not play, or put on record at the end (BOSS-R13, BOSS-R66)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.games.boss import characters, rules
from gmtool.games.boss.table import INSIDER, PROGRESSIVE, BossTable

Asking = Generator[Question, Any, list[str | None]]


def dealt(t: BossTable) -> dict[str, int]:
    """Return how many of each character lie before the players."""
    return characters.cards(t.count, t.specials, fox_side=t.switches["fox_side"])


def _everybody(t: BossTable) -> Sequence[int]:
    """Return all seats, every time: a name left out of the next question would have a character already."""
    return t.seats


def _why_not_another(audience: Audience) -> Callable[[BossTable, int], Reason | None]:
    def why_not(t: BossTable, who: int) -> Reason | None:
        return rules.why_not_another_character(t, who, audience)

    return why_not


def _one(id: str, audience: Audience) -> Question:
    return Question(
        id, Kind.ONE, "BOSS-1.3", "BOSS-8.10", audience=audience, options=_everybody,
        why_not_option=_why_not_another(audience), subject=lambda t: t.draft.get("character"),
        warn=lambda t, who: rules.warn_character(t, who, t.draft["character"], audience),
    )  # fmt: skip


def _several(id: str, audience: Audience) -> Question:
    return Question(
        id, Kind.MANY, "BOSS-1.3", "BOSS-R10", audience=audience, options=_everybody,
        why_not_option=_why_not_another(audience),
        low=lambda t: dealt(t)[INSIDER], high=lambda t: dealt(t)[INSIDER],
        subject=lambda t: t.draft.get("character"),
    )  # fmt: skip


def ask_characters(t: BossTable, one: Question, several: Question) -> Asking:
    """Ask who holds each card but the plain progressive ones, which are the rest; gives one entry a seat."""
    taken: dict[int, str] = {}
    t.draft["characters"] = taken
    for character, count in dealt(t).items():
        if character == PROGRESSIVE:
            continue
        t.draft["character"] = character
        if count == 1:
            who: int = yield one
            taken[who] = character
        else:
            seats: list[int] = yield several
            taken.update(dict.fromkeys(seats, character))
    t.draft = {}
    return [taken.get(seat, PROGRESSIVE) for seat in t.seats]


# --- for the GM alone ---------------------------------------------------------------------------------------------


def _why_not_now(t: BossTable, yes: bool) -> Reason | None:
    return rules.why_not_type_in(t) if yes else None


TYPE_IN: Final = Question(
    "characters.known", Kind.CONFIRM, "BOSS-R13", "BOSS-R68", audience=Audience.GM, why_not_option=_why_not_now
)
HOLDER: Final = _one("characters.holder", Audience.GM)
HOLDERS: Final = _several("characters.holders", Audience.GM)
AWAKE: Final = Question("characters.awake", Kind.SAY, "BOSS-3.2", "BOSS-3.3", "BOSS-3.6", audience=Audience.GM)


def type_in(t: BossTable) -> Script:
    """Take the characters from a GM who knows them; answers are checked against them, and nobody is shown them."""
    t.roles = yield from ask_characters(t, HOLDER, HOLDERS)
    t.tell("characters_known", "BOSS-R13", secret=True)


def are_known(t: BossTable) -> bool:
    """Whether the characters were typed in; who holds which is for the GM alone until the end."""
    return None not in t.roles


SEEN: Final = Question("characters.seen", Kind.SAY, "BOSS-R13", audience=Audience.GM)
ANEW: Final = Question("characters.anew", Kind.CONFIRM, "BOSS-R13", audience=Audience.GM)


def _record(t: BossTable) -> Script:
    """Show the GM the characters that were typed in, or take them."""
    if are_known(t):
        yield SEEN
        anew: bool = yield ANEW
        if not anew:
            return
    yield from type_in(t)


# --- after the end ------------------------------------------------------------------------------------------------

RECORD: Final = Question("end.record", Kind.CONFIRM, "BOSS-7.6", "BOSS-R66", subject=lambda t: t.winner)
SHOWN: Final = _one("end.holder", Audience.TABLE)
SHOWN_SEVERAL: Final = _several("end.holders", Audience.TABLE)


def ending(t: BossTable) -> Script:
    """Say who has won and why; put the characters on record if the table wants it (BOSS-7.6, BOSS-R66)."""
    keep: bool = yield RECORD
    if keep:
        if not are_known(t):
            t.roles = yield from ask_characters(t, SHOWN, SHOWN_SEVERAL)
        t.shown = True
    t.recorded = True


ACTIONS: Final[dict[str, Any]] = {
    "characters": Action("characters", _record, rules.why_not_type_in, "BOSS-R13", "BOSS-R68", key="c", secret=True),
}
