"""Entering a manifesto card in the middle of the game: it is in the list from then on (JIN-1.3, JIN-R05)."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.question import Audience, Kind, Question, Reason
from gmtool.core.run import Action, Script
from gmtool.games.jinro import rules
from gmtool.games.jinro.cards import ANY, MIMIC_NUMBER, MOST_PICKS, Card, Effect, Tag
from gmtool.games.jinro.table import CANDIDACY, MANIFESTO, ROLE_CHECK, JinroTable


def _why_not_number(t: JinroTable, number: int) -> Reason | None:
    if number in t.cards:
        return Reason("card.twice", "JIN-1.3", audience=Audience.GM, number=number, name=t.cards[number].name)
    return None


def _card_question(id: str, kind: Kind, **settings: Any) -> Question:
    return Question(f"card.{id}", kind, "JIN-1.3", "JIN-R05", audience=Audience.GM, **settings)


NUMBER: Final = _card_question("number", Kind.NUMBER, low=1, high=99_999, why_not=_why_not_number)
NAME: Final = _card_question("name", Kind.TEXT)
HUMAN_TEXT: Final = _card_question("human", Kind.TEXT)
HUMAN_PICKS: Final = _card_question("human_picks", Kind.NUMBER, high=MOST_PICKS)
WOLF_TEXT: Final = _card_question("wolf", Kind.TEXT)
WOLF_PICKS: Final = _card_question("wolf_picks", Kind.NUMBER, high=MOST_PICKS)


def note_effect(text: str, picks: int) -> Effect:
    """Return an effect that only the GM can judge: named players are written down, the outcome is entered by hand."""
    return Effect(text, picks, ANY, True, (Tag("gm_note", text=text),))


def _why_not_enter(t: JinroTable) -> Reason | None:
    """A card is entered before the campaign, at the latest when it is handed in (JIN-1.3)."""
    return rules.why_not_cards(t) or rules.why_not_phase(t, ROLE_CHECK, CANDIDACY, MANIFESTO)


def _still_card(t: JinroTable) -> Reason | None:
    return _why_not_number(t, t.draft.get("number", 0)) or _why_not_enter(t)


def _enter_card(t: JinroTable) -> Script:
    number: int = yield NUMBER
    t.draft["number"] = number
    yield from describe_card(t, number)
    t.draft.clear()


def describe_card(t: JinroTable, number: int) -> Script:
    """Ask for name and both effects of a card whose number is known; it is in the list from then on (JIN-1.3).

    The card that copies another has no effects of its own (JIN-3.4).
    """
    name: str = yield NAME
    if number == MIMIC_NUMBER:
        t.cards[number] = Card(number, name.strip(), Effect(), Effect(), copy=True)
        t.tell("card_entered", "JIN-1.3", secret=True, number=number, name=name.strip())
        return
    human: str = yield HUMAN_TEXT
    human_picks: int = yield HUMAN_PICKS
    wolf: str = yield WOLF_TEXT
    wolf_picks: int = yield WOLF_PICKS
    t.cards[number] = Card(number, name.strip(), note_effect(human, human_picks), note_effect(wolf, wolf_picks))
    t.tell("card_entered", "JIN-1.3", secret=True, number=number, name=name.strip())


ACTIONS: Final[dict[str, Any]] = {
    "card": Action("card", _enter_card, _why_not_enter, "JIN-1.3", key="c", still=_still_card, secret=True),
}
