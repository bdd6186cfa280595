"""Before the first campaign: dealing, the role check with eyes closed, the candidacy (JIN-1, JIN-2, JIN-3)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Script
from gmtool.games.jinro import rules
from gmtool.games.jinro.cards import WOLF
from gmtool.games.jinro.night import CALL, LAST_CALL
from gmtool.games.jinro.table import (
    CAMPAIGN,
    CANDIDACY,
    CHECK_ORDER,
    FACTS,
    LAWYERS,
    LOVER,
    NUMBERS,
    REPORTER,
    ROLES,
    SPY,
    SWITCHES,
    WOLF_MEMBER,
    JinroTable,
)  # fmt: skip

# --- words before the deal, dealing -------------------------------------------------------------------------------

RULES: Final = Question("s.rules", Kind.SAY, "JIN-10.1", "JIN-R01", "JIN-10.4")
RULES_TO_THE_LAST: Final = Question("s.rules_last", Kind.SAY, "JIN-10.1", "JIN-R01", "JIN-10.2")
RULES_EARLY: Final = Question("s.rules_early", Kind.SAY, "JIN-R79", "JIN-R01", "JIN-10.4")
HOUSE_RULES: Final = Question("s.house_rules", Kind.SAY, "JIN-1.9")
LINEUP: Final = Question("s.lineup", Kind.SAY, "JIN-R03", "JIN-1.5")
NO_SIGNS: Final = Question("s.no_signs", Kind.SAY, "JIN-1.8", "JIN-R13")
SIGNS: Final = Question("s.signs", Kind.SAY, "JIN-R78")
DEAL: Final = Question("s.deal", Kind.SAY, "JIN-1.1", "JIN-1.2", "JIN-1.4", "JIN-1.5")
DEAL_PLAIN: Final = Question("s.deal_plain", Kind.SAY, "JIN-1.5", "JIN-R79")
DECK: Final = Question("s.deck", Kind.SAY, "JIN-1.7")
LAWYER_TEXT: Final = Question(
    "s.lawyer_text", Kind.TEXT, "JIN-R07", audience=Audience.GM, optional=True,
    subject=lambda t: str(t.draft.get("role", "")),
)  # fmt: skip


def called(t: JinroTable) -> list[str]:
    """Return the roles woken at the role check, in order; with a secret line-up all are called (JIN-2.2, JIN-R12)."""
    return [role for role in CHECK_ORDER if role in t.lineup or not t.switches["lineup_public"]]


def changed_rules(t: JinroTable) -> list[str | dict[str, Any]]:
    """Return the house rules that differ from the default, to be read out: ``recall_returns=true`` (JIN-1.9).

    Seats and the promise deck have lines of their own. How spies meet is left out of a secret line-up.
    """
    found: list[str | dict[str, Any]] = [
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in t.switches.items()
        if value != SWITCHES[key][0]
    ]
    if t.house["spy_meeting"] == "thumbs" and t.switches["lineup_public"] and SPY in t.lineup:
        found.append("spy_meeting=thumbs")
    found += [
        {"item": name, "count": t.house[name]}
        for name in ("wolf_member_end", "runoffs_max")
        if t.house[name] != NUMBERS[name]["default"]
    ]
    if sorted(t.house["no_electability"]) != sorted(FACTS["choices"]["no_electability"]):
        found.append({"item": "no_electability", "roles": list(t.house["no_electability"])})
    return found


def goal(t: JinroTable) -> Question:
    """Return how the seats and the end are explained: when the game ends, by the house rules of this table.

    With an open line-up it is known where so many wolf members as end it at once can't be elected (JIN-10.4).
    """
    if t.is_plain and not t.has_lawyer:
        return RULES_EARLY
    most = t.house["seats_total"]
    if t.switches["lineup_public"]:
        most = min(most, t.lineup[WOLF_MEMBER])
    return RULES if t.house["wolf_member_end"] <= most else RULES_TO_THE_LAST


def opening_lines(t: JinroTable) -> list[Question]:
    """Return what is said before eyes are closed, in order."""
    lines = [goal(t)]
    if changed_rules(t):
        lines.append(HOUSE_RULES)
    if t.switches["lineup_public"]:
        lines.append(LINEUP)
    lines.append(DEAL_PLAIN if t.is_plain else DEAL)
    if not t.is_plain:
        lines.append(DECK)
    if t.switches["collusion"] == "discouraged":
        lines.append(NO_SIGNS)
    lines.append(SIGNS)
    return lines


# --- the role check -----------------------------------------------------------------------------------------------


# Some eyes are open while these lists stand on the screen: a name that is left out would tell what its owner is.


def _holders(role: str) -> Question:
    return Question(
        f"rc.{role}", Kind.MANY, "JIN-2.2", _CHECK_RULES.get(role, "JIN-2.9"), audience=Audience.GM,
        options=lambda t: t.seats, why_not_option=lambda t, seat: rules.why_not_role(t, seat, role),
        low=lambda t: t.lineup.get(role, 0), high=lambda t: t.lineup.get(role, 0), pause=CALL, shows_secret=True,
    )  # fmt: skip


_CHECK_RULES: Final = {WOLF_MEMBER: "JIN-2.3", LOVER: "JIN-2.4", REPORTER: "JIN-2.6", SPY: "JIN-2.7"}
EYES: Final = Question("rc.eyes", Kind.SAY, "JIN-2.1", pause=LAST_CALL)
HOLDERS: Final = {role: _holders(role) for role in CHECK_ORDER}


def _why_not_favourites(t: JinroTable, answer: list[int | None]) -> Reason | None:
    for lover, wolf in zip(t.active(LOVER), answer, strict=False):
        reason = None if wolf is None else rules.why_not_favourite(t, lover, wolf)  # empty is refused anyway
        if reason is not None:
            return reason
    return None


FAVOURITE: Final = Question(
    "rc.favourite", Kind.VOTE, "JIN-2.4", "JIN-R09", "JIN-R10", audience=Audience.GM,
    options=lambda t: t.holders_of(WOLF_MEMBER), voters=lambda t: t.active(LOVER), why_not=_why_not_favourites,
    pause=CALL, shows_secret=True,
)  # fmt: skip


def _why_not_tell(t: JinroTable, player: int) -> Reason | None:
    reasons = [rules.why_not_told(t, reporter, player) for reporter in t.active(REPORTER)]
    return None if None in reasons or not reasons else reasons[0]


def _why_not_told(t: JinroTable, answer: list[int | None]) -> Reason | None:
    for reporter, player in zip(t.active(REPORTER), answer, strict=False):
        reason = rules.why_not_told(t, reporter, player)
        if reason is not None:
            return reason
    return None


TOLD: Final = Question(
    "rc.told", Kind.VOTE, "JIN-2.6", "JIN-R11", audience=Audience.GM, options=lambda t: t.seats,
    why_not_option=_why_not_tell, voters=lambda t: t.active(REPORTER), why_not=_why_not_told, optional=True,
    pause=CALL, shows_secret=True, draw=True,
)  # fmt: skip
FACE: Final = Question("rc.spy_face", Kind.SAY, "JIN-2.7", "JIN-R08", pause=CALL, shows_secret=True)
THUMBS: Final = Question("rc.spy_thumbs", Kind.SAY, "JIN-2.8", "JIN-R08", pause=CALL, shows_secret=True)
WAKE: Final = Question("rc.wake", Kind.SAY, "JIN-2.10")


def role_check(t: JinroTable) -> Script:
    """Say the rules, deal, close eyes, wake role after role in the order of the rules (JIN-2)."""
    for line in opening_lines(t):  # fixed by the house rules
        if line.id not in t.done:
            yield line
            t.done.add(line.id)
    for role in called(t):  # the line-up never changes
        if role in LAWYERS and f"text.{role}" not in t.done:
            t.draft["role"] = role
            t.lawyer_texts[role] = yield LAWYER_TEXT
            t.done.add(f"text.{role}")
    if "eyes" not in t.done:
        yield EYES
        t.done.add("eyes")
    for role in called(t):
        if role not in t.done:
            yield from wake(t, role)
            t.done.add(role)
    if "wake" not in t.done:
        for seat in t.seats:
            t.roles[seat] = t.roles[seat] or "human_member"
        yield WAKE
    t.enter(CAMPAIGN if t.is_plain else CANDIDACY)


def wake(t: JinroTable, role: str) -> Script:
    """Wake one role: who it is, and what is shown or asked at this step (JIN-2.3 to JIN-2.9)."""
    if f"who.{role}" not in t.done:
        seats: list[int] = yield HOLDERS[role]
        for seat in seats:
            t.roles[seat] = role
        t.done.add(f"who.{role}")
        t.tell("roles_recorded", "JIN-2.2", secret=True, role=role, players=seats)
    if role == LOVER:
        answer: list[int] = yield FAVOURITE
        t.favourites = dict(zip(t.active(LOVER), answer, strict=True))
    elif role == REPORTER:
        told: list[int | None] = yield TOLD
        t.told = dict(zip(t.active(REPORTER), told, strict=True))
    elif role == SPY:
        yield FACE if t.house["spy_meeting"] == "face" else THUMBS


def knows(t: JinroTable, seat: int) -> list[int]:
    """Return whom a player has learnt about at the role check, in seat order (JIN-2.11)."""
    role = t.roles[seat]
    wolves, spies = t.holders_of(WOLF_MEMBER), t.holders_of(SPY)
    found: list[int] = []
    if role == WOLF_MEMBER:
        found = wolves + spies + t.holders_of(LOVER)
    elif role == LOVER:
        found = wolves
    elif role == SPY:
        found = spies + (wolves if t.house["spy_meeting"] == "face" else [])
    elif role == REPORTER:
        told = t.told.get(seat)
        found = [] if told is None else [told]
    return sorted(other for other in found if other != seat)


# --- roles of a game that is entered in the middle ----------------------------------------------------------------


def _why_not_roles(t: JinroTable, answer: list[str]) -> Reason | None:
    return rules.why_not_roles(t, dict(zip(t.seats, answer, strict=False)))


ALL_ROLES: Final = Question(
    "s.all_roles", Kind.VOTE, "JIN-1.5", audience=Audience.GM, options=lambda t: [r for r in ROLES if r in t.lineup],
    voters=lambda t: t.seats, why_not=_why_not_roles,
)  # fmt: skip


def record_roles(t: JinroTable) -> Script:
    """Ask the GM for all roles at once: a game that goes on in the tool from the middle."""
    roles: list[str] = yield ALL_ROLES
    t.roles = list(roles)
    t.tell("all_roles_recorded", "JIN-1.5", secret=True)


# --- candidacy ----------------------------------------------------------------------------------------------------

START: Final = Question(
    "ca.start", Kind.ONE, "JIN-3.1", "JIN-R14", options=lambda t: [seat for seat in t.seats if seat not in t.out]
)  # fmt: skip
ALOUD: Final = Question("ca.aloud", Kind.SAY, "JIN-3.1", "JIN-3.2", "JIN-3.3", "JIN-3.4", "JIN-R14")


def _announcing(t: JinroTable) -> int:
    return int(t.draft.get("announcing", -1))


def _why_not_card(t: JinroTable, number: int) -> Reason | None:
    seat = _announcing(t)
    if number:
        return rules.why_not_announce(t, seat, number)
    held = t.cards.get(t.dealt[seat])
    return rules.why_not_copy(t, seat, None) if held is not None and held.copy else None


CARD: Final = Question(
    "ca.card", Kind.NUMBER, "JIN-3.1", "JIN-3.2", "JIN-3.3", "JIN-3.5", "JIN-R14", "JIN-R15", high=99_999,
    why_not=_why_not_card, subject=_announcing,
)  # fmt: skip
COPY: Final = Question(
    "ca.copy", Kind.NUMBER, "JIN-3.4", "JIN-R16", "JIN-R17", "JIN-R18", low=1, high=99_999,
    why_not=lambda t, number: rules.why_not_copy(t, _announcing(t), number), subject=_announcing,
)  # fmt: skip


def candidacy(t: JinroTable) -> Script:
    """Everybody announces a manifesto, in seat order from a starting player; No.23 says what it copies (JIN-3).

    Where no cards are entered, it is said aloud only, and a card is entered when it is handed in (JIN-1.3).
    """
    if not t.cards:
        yield ALOUD
        t.enter(CAMPAIGN)
        return
    if t.starter < 0:
        t.starter = yield START
    for seat in [t.starter, *t.clockwise_from(t.starter)]:  # fixed once the starting player is
        if seat not in t.out and f"card.{seat}" not in t.done:
            t.draft["announcing"] = seat
            number: int = yield CARD
            if number:
                t.said[seat] = number
                t.tell("announced", "JIN-3.1", player=seat, number=number, name=t.cards[number].name)
            t.done.add(f"card.{seat}")
    while copying(t):
        t.draft["announcing"] = copying(t)[0]
        t.copies[copying(t)[0]] = yield COPY
    t.enter(CAMPAIGN)


def copying(t: JinroTable) -> list[int]:
    """Return who has announced the copying card and not said yet what it is used as (JIN-3.4)."""
    if all(card.copy for card in t.cards.values()):
        return []
    return [seat for seat, number in t.said.items() if t.cards[number].copy and seat not in {*t.copies, *t.out}]


def is_lie(t: JinroTable, seat: int) -> bool:
    """Whether a wolf-camp player is known to have announced a card not held (JIN-3.3); for the GM alone."""
    said, held = t.said.get(seat, 0), t.dealt[seat]
    return bool(said and held and said != held and t.camp(seat) == WOLF)
