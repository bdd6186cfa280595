"""What comes at any open question: somebody leaves, the GM has looked at the dealt cards."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.games.jinro import rules
from gmtool.games.jinro.campaign import settle
from gmtool.games.jinro.table import JinroTable

# --- leaving (JIN-R60) --------------------------------------------------------------------------------------------

LEAVER: Final = Question(
    "leaves.player", Kind.ONE, "JIN-R60", options=lambda t: [seat for seat in t.seats if t.present[seat]],
    why_not_option=rules.why_not_leave,
)  # fmt: skip
SURE: Final = Question("leaves.sure", Kind.CONFIRM, "JIN-R60", subject=lambda t: t.draft.get("who"))


def _why_not_any_leave(t: JinroTable) -> Reason | None:
    reason = rules.why_not_running(t)
    if reason is not None:
        return reason
    return None if t.standing() else Reason("leave.nobody", "JIN-R60")


def _still_leave(t: JinroTable) -> Reason | None:
    return rules.why_not_leave(t, t.draft["who"]) if "who" in t.draft else _why_not_any_leave(t)


def _leave(t: JinroTable) -> Script:
    who: int = yield LEAVER
    t.draft["who"] = who
    sure: bool = yield SURE
    if sure:
        leave(t, who)


def leave(t: JinroTable, who: int) -> None:
    """A player goes: out, like a lover after an attack; a vote goes on among those who remain (JIN-R60)."""
    t.present[who] = False
    t.out.add(who)
    t.sitting.discard(who)
    t.tell("left", "JIN-R60", player=who)
    settle(t)
    t.ground += 1


# --- what was dealt, if the GM looked (JIN-1.2) --------------------------------------------------------------------


def _dealing(t: JinroTable) -> int:
    return len(t.draft.get("cards", []))


def _why_not_dealt(t: JinroTable, number: int) -> Reason | None:
    given: list[int] = t.draft.get("cards", [])
    if number and number not in t.cards:
        return Reason("card.unknown", "JIN-1.3", audience=Audience.GM, number=number)
    if number and number in given:
        other = given.index(number)
        return Reason("card.dealt", "JIN-1.2", audience=Audience.GM, player=other, number=number)
    return None


DEALT: Final = Question(
    "dealt.card", Kind.NUMBER, "JIN-1.2", audience=Audience.GM, high=99_999, why_not=_why_not_dealt, subject=_dealing
)  # fmt: skip


def _why_not_deal(t: JinroTable) -> Reason | None:
    reason = rules.why_not_cards(t) or rules.why_not_running(t)
    if reason is not None:
        return reason
    return None if t.cards else Reason("card.none", "JIN-1.3", audience=Audience.GM)


def _deal(t: JinroTable) -> Script:
    t.draft["cards"] = []
    while len(t.draft["cards"]) < t.count:
        number: int = yield DEALT
        t.draft["cards"].append(number)
    t.dealt = list(t.draft["cards"])
    t.tell("dealt_recorded", "JIN-1.2", secret=True)
    t.ground += 1


ACTIONS: Final[dict[str, Any]] = {
    "leave": Action("leave", _leave, _why_not_any_leave, "JIN-R60", key="l", still=_still_leave),
    "dealt": Action("dealt", _deal, _why_not_deal, "JIN-1.2", key="d", secret=True),
}
