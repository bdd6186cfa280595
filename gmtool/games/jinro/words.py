"""Values for the placeholders of texts: who is what, and the numbers of the moment."""

from __future__ import annotations

from typing import Any

from gmtool.core.question import Question
from gmtool.games.jinro import effects, manifesto, night, night_rules, rules, vote_rules
from gmtool.games.jinro.beginning import changed_rules
from gmtool.games.jinro.campaign import LOT_WINNER, time_limit
from gmtool.games.jinro.cards import Card
from gmtool.games.jinro.effects import signed
from gmtool.games.jinro.table import MORNING, JinroTable


def words(t: JinroTable, question: Question | None) -> dict[str, Any]:
    """Return the values for a question; what only the GM may read stands in questions of the GM alone."""
    names = t.names
    subject = question.about(t) if question is not None else None
    today = t.winner_today
    values: dict[str, Any] = {
        "day": t.round,
        "next_day": t.round + 1,
        "here": len(t.standing()),
        "count": t.count,
        "player": names[subject] if isinstance(subject, int) and 0 <= subject < t.count else "",
        "role": subject if isinstance(subject, str) else "",
        "side": subject if isinstance(subject, str) else "",
        "today": names[today] if today >= 0 else "",
        "roles": lineup_words(t),
        "status": changed_rules(t),
        "filled": len(t.holders),
        "total": t.house["seats_total"],
        "human_need": t.house["human_need"],
        "wolf_need": t.house["wolf_need"],
        "instant": t.house["wolf_member_end"],
        "deck": t.deck_total(),
        "success": t.house["deck"]["success"],
        "failure": t.house["deck"]["failure"],
        "left": t.left,
        "limit": time_limit(t),
        "change": signed(effects.extra_minutes(t)),
        "runoff": len(t.rounds_of_day),
        "runoffs": t.house["runoffs_max"],
        "tied": [names[seat] for seat in t.tied],
        "candidates": [names[seat] for seat in vote_rules.field(t)],
        "back": [names[seat] for seat in sorted([*t.back, *t.back_from_recall])],
        "sitting": [names[seat] for seat in sorted(t.sitting)],
        "camp": t.winner,
        "ending": t.end_reason,
        "plea": t.house["runoff_speech_seconds"],
    }
    if question is not None:
        values.update(_of_question(t, question))
    return values


def lineup_words(t: JinroTable) -> list[dict[str, Any]]:
    """Return the roles in play and how many of each; empty where the line-up is secret (JIN-R03)."""
    return _lineup(t) if t.switches["lineup_public"] else []


def _lineup(t: JinroTable) -> list[dict[str, Any]]:
    return [{"item": "role", "role": role, "count": count} for role, count in t.lineup.items()]


def _of_question(t: JinroTable, question: Question) -> dict[str, Any]:
    """Return what only one question needs."""
    id = question.id
    if id == night.ANSWER.id:
        return {"symbols": night.signs_to_show(t, night_rules.INVESTIGATE)}
    if id == night.PROSECUTE.id:
        return {"symbols": night.signs_to_show(t, night_rules.PROSECUTE)}
    if id == night.EFFECTS.id and t.last_night is not None:
        return {"peeks": len(t.last_night.peeks)}
    if id == night.ATTACK.id:
        return {"most": night_rules.attack_bounds(t)[1]}
    if id.startswith("rc."):
        return {"most": t.lineup.get(id.removeprefix("rc."), 0)}
    if id in (manifesto.ANNOUNCE.id, manifesto.ANNOUNCE_COPY.id, manifesto.TARGETS.id):
        return _of_card(t, question)
    if id.startswith("mo.") and t.phase == MORNING:
        return _of_morning(t)
    return {"draw": "draw"} if id == LOT_WINNER.id else {}


def _of_card(t: JinroTable, question: Question) -> dict[str, Any]:
    """Return number, name and effects of the card being executed."""
    execution, used = t.execution, t.used_card
    if execution is None or used is None:
        return {}
    card: Card = t.cards[execution.card]
    values: dict[str, Any] = {
        "number": card.number,
        "name": card.name,
        "used": used.number,
        "used_name": used.name,
        "human_text": used.human.text,
        "wolf_text": used.wolf.text,
    }
    if question.id == manifesto.TARGETS.id:
        half = str(t.draft.get("half", "human"))
        values["side"] = half
        values["most"] = rules.needed(t, used, half)
        values["text"] = used.effect(half).text
    return values


def _of_morning(t: JinroTable) -> dict[str, Any]:
    """Return players and votes of the effect being announced."""
    announced = effects.announced_today(t)
    place = int(t.draft.get("telling", -1))
    if not 0 <= place < len(announced):
        return {}
    tag, seats = announced[place]
    return {"names": [t.names[seat] for seat in seats], "delta": signed(tag.delta), "number": abs(tag.delta)}
