"""Manifesto cards as the game master entered them: number, name, two effects as text and as tags (JIN-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gmtool.core.facts import facts
from gmtool.core.question import Reason

_FACTS: Final = facts("jinro")
TAG_FIELDS: Final[dict[str, list[str]]] = _FACTS["tag_fields"]
TAGS: Final = tuple(TAG_FIELDS)
DAY_TAGS: Final = frozenset(_FACTS["tags"]["day"])
NIGHT_TAGS: Final = frozenset(_FACTS["tags"]["night"])
TAG_VALUES: Final[dict[str, list[str]]] = _FACTS["tag_values"]
ACTIONS: Final[dict[str, str]] = _FACTS["night_action"]
ROLES: Final = tuple(_FACTS["order"]["roles"])
MOST_PICKS: Final[int] = _FACTS["cards"]["most_picks"]
LIMIT: Final[int] = _FACTS["cards"]["effect_limit"]
MIMIC_NUMBER: Final[int] = _FACTS["cards"]["mimic_number"]

HUMAN: Final = "human"
WOLF: Final = "wolf"
SIDES: Final = (HUMAN, WOLF)
STANDING: Final = "standing"
SEATED: Final = "seated"
ANY: Final = "any"
POOLS: Final = (STANDING, SEATED, ANY)
CHOSEN: Final = "chosen"
WINNER: Final = "winner"
ALL: Final = "all"
ROLE: Final = "role:"
WHO: Final = (
    WINNER,
    CHOSEN,
    *(f"{CHOSEN}{n}" for n in range(1, MOST_PICKS + 1)),
    ALL,
    *(f"{ROLE}{role}" for role in ROLES),
)
"""Words for whom a tag concerns; a list of names is possible too."""

Who = str | tuple[str | int, ...]
"""A word of ``WHO``, or players: by name on a card, by seat where they were pointed at."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One thing that an effect does (JIN-11.1).

    Attributes:
        target: Whom it concerns; the ``subject`` of an announcement.
        to: Who learns something (``peek``).
        delta: Votes more or fewer. ``minutes``: of the campaign.
        delay, lasts: So many days or nights later, for how many.
        returns: Whether a recalled player may stand again, or None for the house rule (JIN-R64).
    """

    tag: str
    target: Who = CHOSEN
    to: Who = CHOSEN
    delta: int = 0
    minutes: int = 0
    action: str = ""
    count: int = 1
    what: str = ""
    delay: int = 0
    lasts: int = 1
    returns: bool | None = None
    text: str = ""

    @property
    def is_day(self) -> bool:
        return self.tag in DAY_TAGS

    @property
    def is_night(self) -> bool:
        return self.tag in NIGHT_TAGS


@dataclass(frozen=True, slots=True)
class Effect:
    """One half of a card: ``picks`` players are named from ``pool``, the winner too if ``self_ok`` (JIN-11.2)."""

    text: str = ""
    picks: int = 0
    pool: str = STANDING
    self_ok: bool = False
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One manifesto card; ``copy`` marks the one that works as another (JIN-3.4)."""

    number: int
    name: str
    human: Effect
    wolf: Effect
    copy: bool = False

    def effect(self, side: str) -> Effect:
        return self.human if side == HUMAN else self.wolf


# --- reading: every fault is found, each with its place ----------------------------------------------------------


class Faults:
    """Collects what is wrong, each with the place it stands at: ``card 2``, ``human``, ``tags 1``, the field."""

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict
        """Whether an effect that concerns more players than are named is a fault: in a GM's card file."""
        self.found: list[tuple[tuple[int | str, ...], Reason]] = []

    def add(self, id: str, where: tuple[int | str, ...], field: str, **values: Any) -> None:
        place = ".".join(str(part) for part in where)
        rule = "JIN-11.1" if "tags" in where else "JIN-11.2"
        reason = Reason(f"cards.{id}", rule, field="cards", where=place, key=field, **values)
        self.found.append(((*where, field), reason))

    @property
    def reasons(self) -> list[Reason]:
        return [reason for _, reason in self.found]


_CARD_FIELDS: Final = ("number", "name", "copy", HUMAN, WOLF)
_EFFECT_FIELDS: Final = ("text", "picks", "pool", "self_ok", "tags")
_COMMON_FIELDS: Final = ("tag", "delay", "lasts")
_WHO_FIELDS: Final = ("target", "subject", "to")


def read_cards(raw: Any, faults: Faults) -> list[Card]:
    """Return the cards of documents; what is wrong goes to ``faults``, a faulty card is left out (JIN-1.3)."""
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        faults.add("shape", (), "card")
        return []
    cards: list[Card] = []
    numbers: dict[int, int] = {}
    for place, entry in enumerate(raw, start=1):
        before = len(faults.found)
        card = _read_card(entry, (place,), faults)
        if card is not None and card.number in numbers:
            faults.add("twice", (place,), "number", got=card.number, other=numbers[card.number])
        elif card is not None and len(faults.found) == before:
            numbers[card.number] = place
            cards.append(card)
    return cards


def _read_card(raw: Any, where: tuple[int | str, ...], faults: Faults) -> Card | None:
    if not isinstance(raw, Mapping):
        faults.add("shape", where, "card")
        return None
    _unknown(raw, _CARD_FIELDS, where, faults)
    number = _number(raw, "number", where, faults, low=1, high=99_999, default=None)
    name = raw.get("name")
    if not isinstance(name, str) or not name.strip():
        faults.add("name", where, "name")
        name = ""
    copies = _flag(raw, "copy", where, faults)
    if copies:
        for side in SIDES:
            if raw.get(side):
                faults.add("copy", where, side)
        return Card(number, name, Effect(), Effect(), copy=True)
    human, wolf = (_read_effect(raw.get(side), (*where, side), faults) for side in SIDES)
    return Card(number, name, human, wolf)


def _read_effect(raw: Any, where: tuple[int | str, ...], faults: Faults) -> Effect:
    if not isinstance(raw, Mapping):
        faults.add("effect", where[:-1], str(where[-1]))
        return Effect()
    _unknown(raw, _EFFECT_FIELDS, where, faults)
    text = raw.get("text", "")
    if not isinstance(text, str):
        faults.add("text", where, "text")
        text = ""
    pool = raw.get("pool", STANDING)
    if pool not in POOLS:
        faults.add("value", where, "pool", got=str(pool), known=", ".join(POOLS))
        pool = STANDING
    tags = raw.get("tags", [])
    if not isinstance(tags, Sequence) or isinstance(tags, str):
        faults.add("tags", where, "tags")
        tags = []
    picks = _number(raw, "picks", where, faults, low=0, high=30, default=0)
    return Effect(text, picks, pool, _flag(raw, "self_ok", where, faults), read_tags(tags, faults, where, picks=picks))


def read_tags(
    raw: Iterable[Any], faults: Faults, where: tuple[int | str, ...] = (), *, picks: int | None = None
) -> tuple[Tag, ...]:
    """Return the tags of an effect; a tag that is not in the list is a fault (JIN-11.1).

    ``picks`` is how many players are named, where that is known: ``chosen2`` of one player is a fault then.
    """
    found = [_read_tag(entry, (*where, "tags", place), faults, picks) for place, entry in enumerate(raw, start=1)]
    return tuple(tag for tag in found if tag is not None)


def _read_tag(raw: Any, where: tuple[int | str, ...], faults: Faults, picks: int | None) -> Tag | None:
    kind = raw.get("tag") if isinstance(raw, Mapping) else None
    if kind not in TAG_FIELDS:
        faults.add("tag", where, "tag", got=str(kind), known=", ".join(TAGS))
        return None
    fields = TAG_FIELDS[kind]
    _unknown(raw, (*_COMMON_FIELDS, *fields), where, faults)
    values: dict[str, Any] = {}
    for field in _WHO_FIELDS:
        if field in fields:
            values["to" if field == "to" else "target"] = _who(raw, field, where, faults, picks)
    for field in ("delta", "minutes"):
        if field in fields:
            values[field] = _number(raw, field, where, faults, low=-LIMIT, high=LIMIT, default=None)
    if "count" in fields:
        values["count"] = _number(raw, "count", where, faults, low=1, high=LIMIT, default=1)
    if "action" in fields:
        values["action"] = _one_of(raw, "action", where, faults, tuple(ACTIONS))
    if "what" in fields:
        values["what"] = _one_of(raw, "what", where, faults, TAG_VALUES[kind])
    if "returns" in fields and "returns" in raw:
        values["returns"] = _flag(raw, "returns", where, faults)
    if "text" in fields:
        text = raw.get("text", "")
        if not isinstance(text, str):
            faults.add("text", where, "text")
        values["text"] = str(text)
    delay = _number(raw, "delay", where, faults, low=0, high=LIMIT, default=0)
    lasts = _number(raw, "lasts", where, faults, low=1, high=LIMIT, default=1)
    return Tag(kind, delay=delay, lasts=lasts, **values)


def _who(raw: Mapping[str, Any], field: str, where: tuple[int | str, ...], faults: Faults, picks: int | None) -> Who:
    value = raw.get(field, CHOSEN)
    if isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
        return tuple(value)
    if value not in WHO:
        faults.add("value", where, field, got=str(value), known=", ".join(WHO))
        return CHOSEN
    who = str(value)
    if faults.strict and picks is not None and who.startswith(CHOSEN) and picks < int(who.removeprefix(CHOSEN) or 1):
        faults.add("picks", where, field, got=who, picks=picks)
    return who


def _unknown(raw: Mapping[str, Any], known: Sequence[str], where: tuple[int | str, ...], faults: Faults) -> None:
    for field in raw:
        if field not in known:
            faults.add("field", where, str(field), known=", ".join(known))


def _number(
    raw: Mapping[str, Any], field: str, where: tuple[int | str, ...], faults: Faults, *, low: int, high: int,
    default: int | None,
) -> int:  # fmt: skip
    value = raw.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        faults.add("number", where, field, got=str(value), low=low, high=high)
        return low if default is None else default
    return value


def _flag(raw: Mapping[str, Any], field: str, where: tuple[int | str, ...], faults: Faults) -> bool:
    value = raw.get(field, False)
    if not isinstance(value, bool):
        faults.add("flag", where, field, got=str(value))
    return value is True


def _one_of(
    raw: Mapping[str, Any], field: str, where: tuple[int | str, ...], faults: Faults, known: Sequence[str]
) -> str:
    value = raw.get(field)
    if value not in known:
        faults.add("value", where, field, got=str(value), known=", ".join(known))
        return known[0]
    return str(value)


# --- writing ------------------------------------------------------------------------------------------------------


def card_document(card: Card) -> dict[str, Any]:
    """Return a card as it is stored; what stands at its default is left out."""
    document: dict[str, Any] = {"number": card.number, "name": card.name}
    if card.copy:
        return {**document, "copy": True}
    return {**document, HUMAN: _effect_document(card.human), WOLF: _effect_document(card.wolf)}


def _effect_document(effect: Effect) -> dict[str, Any]:
    document: dict[str, Any] = {"text": effect.text}
    if effect.picks:
        document["picks"] = effect.picks
    if effect.pool != STANDING:
        document["pool"] = effect.pool
    if effect.self_ok:
        document["self_ok"] = True
    if effect.tags:
        document["tags"] = [tag_document(tag) for tag in effect.tags]
    return document


def tag_document(tag: Tag) -> dict[str, Any]:
    """Return a tag as it is stored.

    >>> tag_document(Tag("vote_weight", delta=1))
    {'tag': 'vote_weight', 'target': 'chosen', 'delta': 1}
    """
    document: dict[str, Any] = {"tag": tag.tag}
    for field in TAG_FIELDS[tag.tag]:
        value = tag.target if field == "subject" else getattr(tag, field)
        if value is not None:
            document[field] = list(value) if isinstance(value, tuple) else value
    if tag.delay:
        document["delay"] = tag.delay
    if tag.lasts != 1:
        document["lasts"] = tag.lasts
    return document
