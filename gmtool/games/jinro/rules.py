"""Why something is not allowed: one function a deed, asked by options, hints and checks alike.

Each returns a reason with values, or None; the reason's ``rule`` is the id under which the deed is refused. The order
of checks is that of the game's notes: game over, wrong phase, who does it, what is done. Votes are in ``vote_rules``,
nights in ``night_rules``. A seat of -1 is a name that is not at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gmtool.core.question import Audience, Reason
from gmtool.core.table import DRAW
from gmtool.games.jinro import effects
from gmtool.games.jinro.cards import ANY, CHOSEN, HUMAN, SEATED, SIDES, WINNER, WOLF, Card, Tag
from gmtool.games.jinro.table import (
    CANDIDACY,
    END,
    FAILURE,
    LOVER,
    MANIFESTO,
    OVER,
    REPORTER,
    ROLE_CHECK,
    SUCCESS,
    WHATS,
    WOLF_MEMBER,
    JinroTable,
)  # fmt: skip

DRAWS: Final = ("success", "failure")


def why_not_phase(t: JinroTable, *phases: str) -> Reason | None:
    """JIN-10.8 after the end, JIN-12.2 in any other phase than those named."""
    if t.phase in (END, OVER):
        return Reason("game.ended", "JIN-10.8")
    return None if t.phase in phases else Reason("phase.other", "JIN-12.2", phase=t.phase)


def why_not_cards(t: JinroTable) -> Reason | None:
    """JIN-R79: in the plain rule there are no manifesto cards."""
    return Reason("card.plain", "JIN-R79") if t.is_plain else None


def why_not_running(t: JinroTable) -> Reason | None:
    return Reason("game.ended", "JIN-10.8") if t.phase in (END, OVER) else None


def is_seat(t: JinroTable, seat: int) -> bool:
    return 0 <= seat < t.count


def _secret(id: str, rule: str, **values: object) -> Reason:
    """A reason that depends on a role or a hidden card: for the GM alone."""
    return Reason(id, rule, audience=Audience.GM, **values)


# --- the role check -----------------------------------------------------------------------------------------------


def why_not_role(t: JinroTable, seat: int, role: str) -> Reason | None:
    """JIN-1.5: a player who has another role on record can't be this one too."""
    have = t.roles[seat]
    return None if have in (None, role) else _secret("role.other", "JIN-1.5", player=seat, role=have)


def why_not_roles(t: JinroTable, roles: Mapping[int, str | None]) -> Reason | None:
    """JIN-1.5: roles of all players that are not those of the line-up."""
    given = list(roles.values())
    for role in t.lineup:
        if given.count(role) != t.lineup[role]:
            return _secret("role.lineup", "JIN-1.5", role=role, got=given.count(role), want=t.lineup[role])
    return None


def why_not_favourite(t: JinroTable, lover: int, wolf: int) -> Reason | None:
    """JIN-2.4: a favourite who is no wolf member, or picked by somebody who is no lover."""
    if not is_seat(t, lover) or t.roles[lover] != LOVER:
        return _secret("favourite.lover", "JIN-2.4", player=lover)
    if not is_seat(t, wolf) or t.roles[wolf] != WOLF_MEMBER:
        return _secret("favourite.wolf", "JIN-2.4", player=wolf)
    return None


def told_pool(t: JinroTable, reporter: int) -> list[int]:
    """Return whom a reporter may be told about: no wolf member, no lover, not the reporter (JIN-2.6, JIN-R11)."""
    return [seat for seat in t.seats if seat != reporter and t.roles[seat] not in (WOLF_MEMBER, LOVER)]


def why_not_told(t: JinroTable, reporter: int, player: int | None) -> Reason | None:
    """JIN-2.6: told about a wolf member, a lover or themselves, or about nobody although somebody could be."""
    if not is_seat(t, reporter) or t.roles[reporter] != REPORTER:
        return _secret("told.reporter", "JIN-2.6", player=reporter)
    pool = told_pool(t, reporter)
    if player is None:
        return _secret("told.missing", "JIN-2.6", player=reporter) if pool else None
    return None if player in pool else _secret("told.player", "JIN-2.6", player=player)


def why_not_role_check(t: JinroTable, favourites: Mapping[int, int], told: Mapping[int, int | None]) -> Reason | None:
    """Return why the role check can't have gone like this: the phase, then favourites, then who was told whom.

    What is said of somebody who has left the table is passed over.
    """
    reason = why_not_phase(t, ROLE_CHECK)
    if reason is not None:
        return reason
    for lover, wolf in favourites.items():
        reason = None if lover in t.out else why_not_favourite(t, lover, wolf)
        if reason is not None:
            return reason
    for lover in t.active(LOVER):
        if lover not in favourites:
            return _secret("favourite.missing", "JIN-2.4", player=lover)
    for reporter in [*told, *(seat for seat in t.active(REPORTER) if seat not in told)]:
        reason = None if reporter in t.out else why_not_told(t, reporter, told.get(reporter))
        if reason is not None:
            return reason
    return None


# --- candidacy ----------------------------------------------------------------------------------------------------


def why_not_announce(t: JinroTable, seat: int, number: int) -> Reason | None:
    """Return why a player can't announce this card: JIN-R15 no such card, JIN-3.2 the human camp names its own."""
    reason = why_not_phase(t, CANDIDACY)
    if reason is not None:
        return reason
    if not is_seat(t, seat) or seat in t.out:
        return Reason("announce.player", "JIN-3.1", player=seat)
    if number not in t.cards:
        return Reason("card.unknown", "JIN-R15", number=number)
    held = t.dealt[seat]
    if held and held != number and t.camp(seat) == HUMAN:
        return _secret("announce.lie", "JIN-3.2", player=seat, number=held)
    return None


def copyable(t: JinroTable, seat: int, said: Mapping[int, int] | None = None) -> list[int]:
    """Return what a copying card may be used as: by house rule all, those dealt, those others announced (JIN-R16).

    Where that leaves none, any other card (JIN-R94).
    """
    originals = [number for number, card in t.cards.items() if not card.copy]
    pool = t.switches["mimic_pool"]
    if pool == "dealt" and all(t.dealt):
        return [number for number in originals if number in t.dealt] or originals
    if pool == "claimed":
        others = {number for other, number in (t.said if said is None else said).items() if other != seat}
        return [number for number in originals if number in others] or originals
    return originals


def why_not_copy(t: JinroTable, seat: int, number: int | None, said: Mapping[int, int] | None = None) -> Reason | None:
    """JIN-3.4: no declaration, the copying card itself or no card; JIN-R16: not in the pool of the house rule."""
    card = t.cards.get(number) if number is not None else None
    if card is None or card.copy:
        return Reason("copy.card", "JIN-3.4", player=seat, number=number or 0)
    if number not in copyable(t, seat, said):
        return Reason("copy.pool", "JIN-R16", player=seat, number=number)
    return None


def why_not_late_copy(t: JinroTable, seat: int, number: int) -> Reason | None:
    """The same at the election, where a slip surfaces (JIN-R18): a card not entered yet is entered there and then."""
    return why_not_copy(t, seat, number) if number in t.cards else None


def why_not_candidacy(t: JinroTable, said: Mapping[int, int], copies: Mapping[int, int | None]) -> Reason | None:
    """Return why the candidacy can't have gone like this: each announcement, then what copying cards copy.

    ``said`` has the number of the card announced by every player, ``copies`` that of the card declared with it.
    """
    reason = why_not_phase(t, CANDIDACY)
    if reason is not None:
        return reason
    for seat, number in said.items():
        reason = why_not_announce(t, seat, number)
        if reason is not None:
            return reason
    for seat, number in said.items():
        if t.cards[number].copy:
            reason = why_not_copy(t, seat, copies.get(seat), said)
            if reason is not None:
                return reason
    return None


def used_as(t: JinroTable, seat: int, number: int) -> int:
    """Return the card that a winner's card works as, or 0 if a copying card was never declared (JIN-3.4, JIN-R17)."""
    if not t.cards[number].copy:
        return number
    said = t.said.get(seat, 0)
    if said and said in t.cards and not t.cards[said].copy:
        return said
    return t.copies.get(seat, 0) or t.late_copies.get(seat, 0)


# --- executing the manifesto --------------------------------------------------------------------------------------


def why_not_execute(t: JinroTable, by: int) -> Reason | None:
    """JIN-6.1: only the day's winner hands in a card, right after being elected."""
    reason = why_not_phase(t, MANIFESTO)
    if reason is not None:
        return reason
    return None if by == t.winner_today else Reason("execute.winner", "JIN-6.1", player=by, other=t.winner_today)


def warn_card(t: JinroTable, number: int) -> Reason | None:
    """JIN-6.1: another player is on record with this card; what the winner hands in is right (JIN-R43)."""
    others = [seat for seat in t.seats if t.dealt[seat] == number and seat != t.winner_today]
    return _secret("card.dealt", "JIN-6.1", player=others[0], number=number) if others else None


def why_not_side(t: JinroTable, side: str) -> Reason | None:
    """JIN-6.2: a human-camp winner has to name the human effect; the whole wolf camp is free (JIN-R37)."""
    if side not in SIDES:
        return _secret("side.unknown", "JIN-6.1")
    if side == WOLF and t.camp(t.winner_today) == HUMAN:
        return _secret("side.human", "JIN-6.2", player=t.winner_today)
    return None


def pool(t: JinroTable, card: Card, side: str) -> list[int]:
    """Return whom the winner may name for one effect of the card, in seat order (JIN-R40, JIN-R65)."""
    effect = card.effect(side)
    inside = sorted(t.holders) if effect.pool == SEATED else list(t.seats) if effect.pool == ANY else t.standing()
    return [seat for seat in inside if seat != t.winner_today or effect.self_ok]


def needed(t: JinroTable, card: Card, side: str) -> int:
    """Return how many players the winner has to name; fewer where there are not so many (JIN-R41)."""
    return min(card.effect(side).picks, len(pool(t, card, side)))


def why_not_target(t: JinroTable, card: Card, side: str, seat: int) -> Reason | None:
    if seat in pool(t, card, side):
        return None
    return _secret("target.pool", "JIN-R40", player=seat, side=side)


def why_not_targets(t: JinroTable, card: Card, side: str, targets: Sequence[int]) -> Reason | None:
    """JIN-R40: a player who can't be named; JIN-6.4: not as many as the effect needs, before the draw."""
    for seat in targets:
        reason = why_not_target(t, card, side, seat)
        if reason is not None:
            return reason
    want = needed(t, card, side)
    if len(set(targets)) != want or len(targets) != want:
        return _secret("target.count", "JIN-6.4", side=side, got=len(targets), want=want)
    return None


def has_draw(t: JinroTable) -> bool:
    """Whether a card is drawn: not from an empty deck where the house rule lets the named effect fire (JIN-R44)."""
    return t.left > 0 or bool(t.switches["deck_empty"] == "reshuffle")


def why_not_draw(t: JinroTable, draw: str | None) -> Reason | None:
    """JIN-6.5: neither success nor failure; JIN-6.7: none of this kind is left; JIN-R44: nothing to draw from."""
    if draw is None:
        return _secret("draw.missing", "JIN-6.5") if has_draw(t) else None
    if draw not in DRAWS:
        return _secret("draw.missing", "JIN-6.5")
    if not has_draw(t):
        return _secret("draw.empty", "JIN-R44")
    what = WHATS.index(draw)
    # An empty deck is shuffled anew, all cards in it, before the draw.
    have = t.held[what][DRAW] if t.left else int(t.house["deck"][draw])
    return None if have > 0 else _secret("draw.none_left", "JIN-6.7", state=draw)


def why_not_manifesto(
    t: JinroTable, by: int, card: Card | None, side: str, targets: Mapping[str, Sequence[int]], draw: str | None
) -> Reason | None:
    """Return why a manifesto can't be executed like this: who, which effect, both effects' targets, the draw."""
    reason = why_not_execute(t, by) or why_not_side(t, side)
    if reason is not None or card is None:
        return reason
    for half in SIDES:
        reason = why_not_targets(t, card, half, targets.get(half, ()))
        if reason is not None:
            return reason
    return why_not_draw(t, draw)


# --- by hand, and leaving -----------------------------------------------------------------------------------------


def why_not_recall(t: JinroTable, seat: int) -> Reason | None:
    """JIN-R65: only somebody who holds a seat can be recalled."""
    if is_seat(t, seat) and seat in t.holders:
        return None
    return _secret("recall.seat", "JIN-R65", player=seat)


def why_not_by_hand(t: JinroTable, tags: Sequence[Tag], picked: Sequence[int], by: int | None = None) -> Reason | None:
    """Return why these tags can't be entered by hand (JIN-11.4): game over, no such player, a recall without a seat."""
    reason = why_not_running(t)
    if reason is not None:
        return reason
    for seat in (*picked, *(() if by is None else (by,))):
        if not is_seat(t, seat):
            return _secret("by_hand.player", "JIN-11.4", player=seat)
    for tag in tags:
        named = isinstance(tag.target, tuple) or tag.target == WINNER or tag.target.startswith(CHOSEN)
        if tag.tag == "recall" and named:
            for seat in effects.resolve(t, tag.target, -1 if by is None else by, picked):
                reason = why_not_recall(t, seat)
                if reason is not None:
                    return reason
    return None


def why_not_leave(t: JinroTable, seat: int) -> Reason | None:
    """JIN-R60: an elected player has left the election already, and so has one who is out: nothing to record."""
    reason = why_not_running(t)
    if reason is not None:
        return reason
    if is_seat(t, seat) and t.is_standing(seat):
        return None
    return Reason("leave.gone", "JIN-R60", player=seat)


def why_not_winner_left(t: JinroTable) -> Reason | None:
    """JIN-R91: only a winner whose manifesto has not fired yet."""
    reason = why_not_phase(t, MANIFESTO)
    if reason is not None:
        return reason
    execution = t.execution
    if execution is None or execution.fired or execution.left:
        return Reason("leave.fired", "JIN-R91", player=t.winner_today)
    return None


__all__ = [name for name in dir() if name.startswith("why_not")] + [
    "DRAWS", "FAILURE", "SUCCESS", "copyable", "has_draw", "is_seat", "needed", "pool", "told_pool", "used_as",
]  # fmt: skip
