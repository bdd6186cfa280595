"""Effects entered by hand: a lawyer's card, what a note came to, a card that says more than its tags (JIN-11.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.games.jinro import effects, rules
from gmtool.games.jinro.campaign import settle
from gmtool.games.jinro.cards import ACTIONS as NIGHT_ACTIONS
from gmtool.games.jinro.cards import ALL, LIMIT, ROLE, ROLES, TAG_FIELDS, TAG_VALUES, TAGS, WINNER, Tag, Who
from gmtool.games.jinro.table import JinroTable

PLAYERS: Final = "players"
TODAY: Final = "today"
TOMORROW: Final = "tomorrow"
ONCE: Final = "once"
LONGER: Final = "longer"
AS_RULED: Final = "as_ruled"
STAYS_OUT: Final = "stays_out"
RETURNS: Final = "returns"


def _question(id: str, kind: Kind, **settings: Any) -> Question:
    return Question(f"fx.{id}", kind, "JIN-11.4", "JIN-11.1", audience=Audience.GM, **settings)


def _tag(t: JinroTable) -> str:
    return str(t.draft.get("tag", ""))


def _who_options(t: JinroTable) -> list[str]:
    """Return whom a tag may concern: players to be named, the winner, all, the holders of any role (JIN-R87)."""
    return [PLAYERS, WINNER, ALL, *(f"{ROLE}{role}" for role in ROLES)]


def _why_not_who(t: JinroTable, option: str) -> Reason | None:
    """JIN-R41: nobody can be pointed out for a recall while nobody holds a seat."""
    if option == PLAYERS and _tag(t) == "recall" and not t.holders:
        return Reason("recall.nobody", "JIN-R41", audience=Audience.GM)
    return None


def _role_values(option: str) -> tuple[str, dict[str, Any]]:
    """Return the text of an option: ``role:guard`` is worded as a role."""
    if option.startswith(ROLE):
        return "role", {"role": option.removeprefix(ROLE)}
    return option, {}


def _why_not_named(t: JinroTable, seat: int) -> Reason | None:
    return rules.why_not_recall(t, seat) if _tag(t) == "recall" else None


def _named_options(t: JinroTable) -> Sequence[int]:
    return t.seats


TAG: Final = _question("tag", Kind.ONE, options=lambda _t: TAGS)
WHO: Final = _question(
    "who", Kind.ONE, options=_who_options, why_not_option=_why_not_who, option_values=_role_values, subject=_tag
)  # fmt: skip
NAMED: Final = _question(
    "named", Kind.MANY, options=_named_options, why_not_option=_why_not_named, low=1, high=lambda t: t.count,
    subject=_tag,
)  # fmt: skip
TO: Final = _question("to", Kind.ONE, options=_who_options, option_values=_role_values, subject=_tag)
TO_NAMED: Final = _question(
    "to_named", Kind.MANY, options=_named_options, low=1, high=lambda t: t.count, subject=_tag
)  # fmt: skip
DELTA: Final = _question("delta", Kind.NUMBER, low=-LIMIT, high=LIMIT, subject=_tag)
MINUTES: Final = _question("minutes", Kind.NUMBER, low=-LIMIT, high=LIMIT)
ACTION: Final = _question("action", Kind.ONE, options=lambda _t: tuple(NIGHT_ACTIONS), subject=_tag)
HOW_MANY: Final = _question("how_many", Kind.NUMBER, low=1, high=9)
WHAT: Final = _question("what", Kind.ONE, options=lambda t: TAG_VALUES[_tag(t)], subject=_tag)
TEXT: Final = _question("text", Kind.TEXT)
BACK: Final = _question("back", Kind.ONE, options=lambda _t: (AS_RULED, STAYS_OUT, RETURNS))
WHEN: Final = _question(
    "when", Kind.ONE, options=lambda t: (TODAY, TOMORROW) if effects.works_today(t) else (TOMORROW, TODAY)
)  # fmt: skip
SPAN: Final = _question("span", Kind.ONE, options=lambda _t: (ONCE, LONGER))
DELAY: Final = _question("delay", Kind.NUMBER, low=0, high=LIMIT)
LASTS: Final = _question("lasts", Kind.NUMBER, low=1, high=LIMIT)
REASON: Final = _question("reason", Kind.TEXT)


def _picked(who: str, named: Sequence[int]) -> Who:
    """Return what a tag holds for an answer: players by seat, so that each tag knows its own."""
    return tuple(named) if who == PLAYERS else who


def enter_effect(t: JinroTable) -> Script:
    """Ask for one tag with its fields and let it fire (JIN-11.4, JIN-R89)."""
    d = t.draft
    d["tag"] = yield TAG
    tag = _tag(t)
    fields = TAG_FIELDS[tag]
    values: dict[str, Any] = {}
    if "to" in fields:
        who: str = yield TO
        named: list[int] = []
        if who == PLAYERS:
            named = yield TO_NAMED
        values["to"] = _picked(who, named)
    if "target" in fields or "subject" in fields:
        who = yield WHO
        named = []
        if who == PLAYERS:
            named = yield NAMED
        values["target"] = _picked(who, named)
    if "what" in fields:
        values["what"] = yield WHAT
    if "delta" in fields:
        values["delta"] = yield DELTA
    if "minutes" in fields:
        values["minutes"] = yield MINUTES
    if "action" in fields:
        values["action"] = yield ACTION
    if "count" in fields:
        values["count"] = yield HOW_MANY
    if "text" in fields:
        values["text"] = yield TEXT
    if "returns" in fields:
        back: str = yield BACK
        values["returns"] = None if back == AS_RULED else back == RETURNS
    made = Tag(tag, **values)
    when = TODAY if effects.works_today(t) else TOMORROW
    if made.is_day:
        when = yield WHEN
    if made.is_day or made.is_night:
        span: str = yield SPAN
        if span == LONGER:
            values["delay"] = yield DELAY
            values["lasts"] = yield LASTS
            made = Tag(tag, **values)
    reason: str = yield REASON
    d.pop("tag")
    by_hand(t, made, reason, today=when == TODAY)


def by_hand(t: JinroTable, tag: Tag, reason: str, *, today: bool) -> None:
    """Let a tag fire that the GM entered, with the reason kept for the GM (JIN-11.4).

    In the middle of a night a peek is shown at once, with those of tonight's start.
    """
    t.tell("by_hand", "JIN-11.4", secret=True, effect=tag.tag, reason=reason)
    effects.fire(t, (tag,), t.winner_today, (), today=today)
    if tag.tag == "peek" and effects.has_begun(t):
        effects.learn_tonight(t)
        t.done.discard("effects")
    settle(t)


# --- at any open question -----------------------------------------------------------------------------------------


def _enter(t: JinroTable) -> Script:
    yield from enter_effect(t)
    t.ground += 1


# --- notes that the GM has dealt with -----------------------------------------------------------------------------


def open_memos(t: JinroTable) -> list[int]:
    """Return the numbers, from 1, of notes that are not ticked off yet."""
    return [number for number, memo in enumerate(t.memos, start=1) if not memo.ticked]


def _why_not_tick(t: JinroTable) -> Reason | None:
    return None if open_memos(t) else Reason("memo.none", "JIN-11.1", audience=Audience.GM)


TICK: Final = Question(
    "memo.tick", Kind.MANY, "JIN-11.1", "JIN-R89", audience=Audience.GM, options=open_memos, numbers=True,
    low=1, high=lambda t: len(open_memos(t)),
)  # fmt: skip


def _tick(t: JinroTable) -> Script:
    numbers: list[int] = yield TICK
    for number in numbers:
        t.memos[number - 1].ticked = True
    t.tell("memo_ticked", "JIN-11.1", secret=True)


ACTIONS: Final[dict[str, Any]] = {
    "effect": Action("effect", _enter, rules.why_not_running, "JIN-11.4", "JIN-R89", key="a", secret=True),
    "tick": Action("tick", _tick, _why_not_tick, "JIN-11.1", key="", secret=True),
}
