"""What manifesto effects do: whom they concern, what is on today or tonight, what happens as they fire (JIN-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gmtool.core.table import BANK
from gmtool.games.jinro.cards import ALL, CHOSEN, ROLE, WINNER, Tag, Who
from gmtool.games.jinro.table import (
    CAMPAIGN,
    CANDIDACY,
    MORNING,
    NIGHT,
    ROLE_CHECK,
    RUNOFF,
    SEAT,
    VOTING,
    WOLF_MEMBER,
    InForce,
    JinroTable,
    Note,
)  # fmt: skip

NOT_WOLF_MEMBER: Final = "not_wolf_member"
WOLF_CAMP: Final = "wolf_camp"
NOT_WOLF_CAMP: Final = "not_wolf_camp"


def signed(number: int) -> str:
    """Return a number with its sign.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"


def resolve(t: JinroTable, who: Who, by: int, picked: Sequence[int], *, seated: bool = False) -> list[int]:
    """Return whom a word of an effect means now, in seat order but for players that were named (JIN-11.1).

    ``all`` and ``role:…`` are players still in the election, for a recall (``seated``) seat holders (JIN-R87).
    """
    if isinstance(who, tuple):
        seats = [t.names.index(player) if player in t.names else player for player in who]
        return [seat for seat in seats if isinstance(seat, int)]
    if who == WINNER:
        return [by] if by >= 0 else []
    if who.startswith(CHOSEN):
        place = who.removeprefix(CHOSEN)
        return list(picked[int(place) - 1 : int(place)]) if place else list(picked)
    inside = sorted(t.holders) if seated else t.standing()
    if who == ALL:
        return inside
    return [seat for seat in inside if t.roles[seat] == who.removeprefix(ROLE)]


# --- what is on -----------------------------------------------------------------------------------------------------


def in_force(t: JinroTable, tag: str, number: int) -> list[InForce]:
    """Return the effects of a kind that work on a day (or night) of this number."""
    return [effect for effect in t.effects if effect.tag.tag == tag and effect.first <= number <= effect.last]


def concerned(t: JinroTable, effect: InForce) -> list[int]:
    """Return the players an effect works on: those who have left are passed over (JIN-R62, JIN-R87), in seat order."""
    return sorted({seat for seat in resolve(t, effect.tag.target, effect.by, effect.picked) if t.is_standing(seat)})


def barred(t: JinroTable, tag: str) -> set[int]:
    """Return who is barred today by ``no_vote``, ``no_candidate`` or ``silence``."""
    if not t.effects:
        return set()
    return {seat for effect in in_force(t, tag, t.day) for seat in concerned(t, effect)}


def added(t: JinroTable, tag: str) -> dict[int, int]:
    """Return the votes that ``vote_weight`` or ``votes_received`` add today, by player; several add up (JIN-R62)."""
    sums: dict[int, int] = {}
    for effect in in_force(t, tag, t.day):
        for seat in concerned(t, effect):
            sums[seat] = sums.get(seat, 0) + effect.tag.delta
    return sums


def extra_minutes(t: JinroTable) -> int:
    return sum(effect.tag.minutes for effect in in_force(t, "campaign_time", t.day))


def is_blocked(t: JinroTable, action: str) -> bool:
    """Whether a night action does not take place tonight; barring beats granting (JIN-R76)."""
    return any(effect.tag.action == action for effect in in_force(t, "block_action", t.round))


def times(t: JinroTable, action: str) -> int:
    """Return how many targets a night action has tonight (JIN-11.1)."""
    extra = in_force(t, "extra_action", t.round)
    return 1 + sum(effect.tag.count for effect in extra if effect.tag.action == action)


def safe_tonight(t: JinroTable) -> set[int]:
    """Return whom no attack harms tonight because of an effect."""
    if in_force(t, "attack_fails", t.round):
        return set(t.seats)
    return {seat for effect in in_force(t, "protect", t.round) for seat in concerned(t, effect)}


def announced_today(t: JinroTable) -> list[tuple[Tag, list[int]]]:
    """Return the effects of the day: none whose players have all left, no minutes (JIN-9.2, JIN-R61, JIN-R62)."""
    found: list[tuple[Tag, list[int]]] = []
    for effect in t.effects:
        tag = effect.tag
        if tag.is_day and tag.tag != "campaign_time" and effect.first <= t.day <= effect.last:
            names = concerned(t, effect)
            if names:
                found.append((tag, names))
    return found


def learnt(t: JinroTable, seat: int, what: str) -> str:
    """Return what a peek or an announcement tells about a player: an id; empty while the role is not recorded."""
    role = t.roles[seat]
    if role is None:
        return ""
    if what == "camp":
        return t.camp(seat)
    if what == "role":
        return role
    return WOLF_MEMBER if role == WOLF_MEMBER else NOT_WOLF_MEMBER


def peeks_tonight(t: JinroTable) -> list[tuple[int, int, str, str]]:
    """Return (to, about, what, value) of tonight's peeks; nobody who has left is told anything (JIN-R87)."""
    found: list[tuple[int, int, str, str]] = []
    for effect in in_force(t, "peek", t.round):
        to = sorted({seat for seat in resolve(t, effect.tag.to, effect.by, effect.picked) if t.is_standing(seat)})
        about = resolve(t, effect.tag.target, effect.by, effect.picked)
        for learner in to:
            for seat in about:
                value = learnt(t, seat, effect.tag.what)
                if value:
                    found.append((learner, seat, effect.tag.what, value))
    return found


def learn_tonight(t: JinroTable) -> None:
    """Keep for tonight what peeks show, told to the GM once each (JIN-8.2, JIN-R88)."""
    tonight = t.last_night
    if tonight is None:
        return
    known, tonight.peeks = tonight.peeks, peeks_tonight(t)
    for peek in tonight.peeks:
        if peek not in known:
            to, about, _, value = peek
            t.tell("peek", "JIN-R88", secret=True, player=to, other=about, state=value)


# --- firing -------------------------------------------------------------------------------------------------------


def open_day(t: JinroTable) -> int:
    """Return the day whose vote is still open: from the election on the next one."""
    return t.round if t.phase in (ROLE_CHECK, CANDIDACY, *VOTING) else t.round + 1


def next_night(t: JinroTable) -> int:
    """Return the number of the night to come, the one that is on included."""
    return t.round + 1 if t.phase == MORNING else t.round


def next_day(t: JinroTable, *, today: bool) -> int:
    """Return the day on which a day tag begins to work: today, or the next one (JIN-11.4)."""
    if t.phase == MORNING:
        return t.day
    return t.round if today else t.round + 1


def works_today(t: JinroTable) -> bool:
    """Whether a day tag entered by hand works today by default: in the campaign and before a run-off (JIN-11.4)."""
    return t.phase in (CAMPAIGN, RUNOFF)


def fire(
    t: JinroTable, tags: Iterable[Tag], by: int, picked: Sequence[int], *, today: bool = False, self_ok: bool = False
) -> None:
    """Carry out what happens at once and queue the rest (JIN-11.3): night tags for tonight, day tags for their day."""
    for tag in tags:
        if tag.tag == "recall":
            if t.switches["recall_timing"] == "night" and not has_begun(t):
                t.effects.append(InForce(tag, by, _recallable(t, tag, by, picked, self_ok=self_ok), *_once(t)))
            else:
                for seat in _recallable(t, tag, by, picked, self_ok=self_ok):
                    recall(t, seat, tag)
        elif tag.tag == "announce":
            announce(t, tag, by, picked)
        elif tag.tag == "gm_note":
            t.memos.append(Note(tag.text, t.round))
            t.tell("memo", "JIN-11.1", secret=True, text=tag.text)
        else:
            start = (next_night(t) if tag.is_night else next_day(t, today=today)) + tag.delay
            t.effects.append(InForce(tag, by, tuple(picked), start, start + tag.lasts - 1))


def has_begun(t: JinroTable) -> bool:
    """Whether tonight's start, where effects are dealt with, is over (JIN-8.2)."""
    return t.phase == NIGHT and "begin" in t.done


def _once(t: JinroTable) -> tuple[int, int]:
    night = next_night(t)
    return night, night


def _recallable(t: JinroTable, tag: Tag, by: int, picked: Sequence[int], *, self_ok: bool) -> tuple[int, ...]:
    """Return whom a recall takes out of the count: seat holders, the executing winner only if the card says so.

    Rule: JIN-R65, JIN-R87
    """
    named = tag.target == WINNER or isinstance(tag.target, tuple) or str(tag.target).startswith(CHOSEN)
    seats = resolve(t, tag.target, by, picked, seated=True)
    return tuple(seat for seat in seats if seat in t.holders and (seat != by or named or self_ok))


def recall(t: JinroTable, seat: int, tag: Tag) -> None:
    """Take a winner out of the count (JIN-10.5); by house rule or card the player may stand again (JIN-R64)."""
    if seat not in t.holders:
        return
    t.move(SEAT, seat, BANK, 1, "JIN-10.5")
    t.holders.remove(seat)
    t.recalled.add(seat)
    if t.switches["recall_returns"] if tag.returns is None else tag.returns:
        t.coming_back.add(seat)
    t.unsaid_recalls.append(seat)
    t.tell("recalled", "JIN-R66", player=seat)
    remind_favourite(t, seat)


def recalls_tonight(t: JinroTable) -> None:
    """Carry out the recalls that were put off to the start of the night (JIN-R63)."""
    for effect in in_force(t, "recall", t.round):
        for seat in effect.picked:
            recall(t, seat, effect.tag)
    t.effects = [effect for effect in t.effects if effect.tag.tag != "recall" or effect.first > t.round]


def announce(t: JinroTable, tag: Tag, by: int, picked: Sequence[int]) -> None:
    """Make public what a card says is announced (JIN-11.1)."""
    if tag.what in ("side", "draw"):
        execution = t.execution
        value = "" if execution is None else execution.fired if tag.what == "side" else execution.draw
        if execution is not None and value:
            t.tell(f"announced_{tag.what}", "JIN-6.8", player=execution.by, state=value)
        return
    for seat in resolve(t, tag.target, by, picked):
        value = learnt(t, seat, tag.what)
        if value:
            t.tell(f"announced_{tag.what}", "JIN-6.8", player=seat, state=value)


def remind_favourite(t: JinroTable, seat: int) -> None:
    """Remind the GM to look at the lover's party card when the favourite is elected, recalled or attacked (JIN-R10)."""
    for lover, favourite in t.favourites.items():
        if favourite == seat:
            t.tell("remind_favourite", "JIN-R10", secret=True, player=seat, other=lover)
