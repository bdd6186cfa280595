"""Phase 4: policies get through and are paid (POL-4, POL-R57 to POL-R63)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Reason
from gmtool.games.politics import rules
from gmtool.games.politics.benefits import bag_bonus
from tests.games.politics.tables import NAMES, C, H, Play

rule = pytest.mark.rule


def through(*opened: str, players: int = 8, **switches: Any) -> Play:
    """Return a round at Phase 4 in which these cards were opened, from place 1 on."""
    play = Play(players, **switches)
    play.govern()
    for place, colour in enumerate(opened, start=1):
        play.inspect(place, colour)
    play.all_pass()
    return play


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


@rule("POL-4.1", "POL-R57", "POL-R63")
@pytest.mark.parametrize("opened", range(6))
def test_what_got_through_is_six_less_what_was_opened(opened: int) -> None:
    play = through(*[H] * opened)
    assert play.phase == "benefits"
    assert len(play.t.passed()) == 6 - opened
    assert rules.why_not_reveal(play.t, list(range(opened + 1, 7)), 0) is None


@rule("POL-4.2", "POL-R58")
@pytest.mark.parametrize(("opened", "may_drop"), [(0, True), (1, True), (2, True), (3, False), (4, False), (5, False)])
def test_the_leader_may_drop_one_if_more_than_three_got_through(opened: int, may_drop: bool) -> None:
    play = through(*[H] * opened)
    assert (play.open == "p4.drop") == may_drop
    assert mistake(rules.why_not_drop(play.t, 6)) == ("" if may_drop else "POL-M25")
    if may_drop:
        assert play.run.legal() == ["keep", *range(opened + 1, 7)]


@rule("POL-4.2", "POL-R59", "POL-4.3")
def test_the_dropped_card_earns_nothing_and_is_never_asked_for() -> None:
    play = through(H)
    play.answer(4)
    play.to("p4.reveal")
    assert play.run.question is not None
    assert play.run.question.voters is not None
    assert list(play.run.question.voters(play.t)) == [2, 3, 5, 6]
    assert mistake(rules.why_not_drop(play.t, 5)) == "POL-M25"
    assert mistake(rules.why_not_reveal(play.t, [2, 3, 4, 5, 6], 0)) == "POL-M26"
    play.answer([H, H, H, H])
    play.answer(0)
    play.say()
    assert play.coins("Ton") == (3, 4, 0)
    assert play.t.printed[3] is None
    play.to("p5.next")
    assert play.policies == (18, 6, 0)


@rule("POL-4.2")
def test_an_opened_card_cannot_be_dropped() -> None:
    play = through(H)
    assert play.closed(1) == "POL-M25.open"
    assert play.refused(1) == "POL-M25.open"
    assert play.refused(7) == "POL-M25.open"


@rule("POL-4.2", "POL-R58")
def test_keeping_all_is_the_leaders_choice_too() -> None:
    play = through()
    play.answer("keep")
    play.reveal(H, H, H, C, C, C)
    play.say()
    assert play.coins("Fon") == (3, 3, 6)


@rule("POL-4.1", "POL-L.3")
def test_nothing_is_paid_before_all_of_the_opposition_have_acted() -> None:
    play = Play()
    play.govern()
    play.answer("pass")
    assert mistake(rules.why_not_drop(play.t)) == "POL-M06"
    assert mistake(rules.why_not_reveal(play.t, [1, 2, 3, 4, 5, 6], 0)) == "POL-M06"
    assert mistake(rules.why_not_pay(play.t)) == "POL-M06"


@rule("POL-4.4", "POL-4.3")
def test_a_reveal_lists_exactly_the_cards_that_are_left() -> None:
    play = through(H, H, H)
    for positions in ([4, 5], [3, 4, 5, 6], [1, 2, 3], []):
        assert mistake(rules.why_not_reveal(play.t, positions, 0)) == "POL-M26"
    play.to("p4.reveal")
    assert play.refused([H, H]) == "answer.shape"
    assert play.refused([H, H, "grey"]) == "answer.unknown"
    assert play.refused([H, H, None]) == "answer.empty"
    play.answer([H, C, H])
    assert play.t.state == ["open"] * 3 + ["shown"] * 3


@rule("POL-4.4")
def test_bags_below_zero_are_refused() -> None:
    play = through(H, H, H)
    play.to("p4.bags")
    assert play.refused(-1) == "POL-M26"
    assert play.refused(100) == "answer.bounds"
    assert mistake(rules.why_not_reveal(through(H, H, H).t, [4, 5, 6], -1)) == "POL-M26"


@rule("POL-4.5", "POL-4.6", "POL-4.8", "POL-R61", "POL-5.3", "POL-R62", "POL-R104")
@pytest.mark.parametrize(
    ("colours", "blue", "red"),
    [((H, H, H), 3, 0), ((C, C, C), 0, 6), ((H, C, C), 1, 4), ((H, H, C), 2, 2)],
)
def test_each_of_the_three_gets_the_full_amount_once(colours: tuple[str, ...], blue: int, red: int) -> None:
    play = through(H, H, H)
    before = play.all_coins()
    play.reveal(*colours, bags=6)
    play.say()
    for name in NAMES:
        yellow, b, r = before[name]
        paid = (yellow + 2, b + blue, r + red) if name in ("Nok", "Ton", "Fon") else before[name]
        assert play.coins(name) == paid
    assert [play.has(name, "gov_passed") for name in NAMES] == [1, 1, 1, 0, 0, 0, 0, 0]
    after = play.all_coins()
    play.end_round()
    assert play.all_coins() == after


@rule("POL-4.7", "POL-R60")
@pytest.mark.parametrize(
    ("bags", "yellow"),
    [(0, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 3), (10, 4), (11, 4), (48, 4)],
)
def test_money_bags_pay_by_steps(bags: int, yellow: int) -> None:
    assert bag_bonus(bags) == yellow
    play = through(H, H, H)
    play.reveal(H, H, H, bags=bags)
    play.say()
    assert [play.coins(name)[0] for name in ("Nok", "Ton", "Fon")] == [5 + yellow, 3 + yellow, 3 + yellow]


@rule("POL-4.7", "POL-R60")
@pytest.mark.parametrize(("bags", "yellow"), [(3, 0), (4, 1), (5, 0), (6, 2), (7, 0), (8, 3), (9, 0), (10, 4), (11, 0)])
def test_money_bags_pay_exact_sums_only_by_the_switch(bags: int, yellow: int) -> None:
    play = through(H, H, H, bag_mode="exact")
    play.reveal(H, H, H, bags=bags)
    play.say()
    assert play.coins("Ton")[0] == 3 + yellow


def test_bags_below_zero_have_no_bonus() -> None:
    with pytest.raises(ValueError, match="bags"):
        bag_bonus(-1)


@rule("POL-R57", "POL-R66")
def test_by_the_switch_all_six_get_through_and_opened_ones_count_in_their_present_colour() -> None:
    play = through(H, C, H, H, H, passed="all")
    assert len(play.t.passed()) == 6
    assert play.open == "p4.drop"
    assert play.run.legal() == ["keep", 6]
    play.answer("keep")
    play.reveal(C)
    play.card("Ton", "media", 2)
    play.say()
    assert play.coins("Fon") == (3, 5, 2)


@rule("POL-R57", "POL-4.2")
def test_by_the_switch_the_last_face_down_card_may_be_dropped() -> None:
    play = through(H, C, H, H, H, passed="all")
    play.answer(6)
    assert play.open == "p4.bags"
    play.answer(4)
    play.say()
    assert play.coins("Fon") == (4, 4, 2)


@rule("POL-4.1", "POL-R64")
def test_the_last_call_for_media_power_is_said_where_nothing_can_be_dropped() -> None:
    play = through(H, H, H)
    assert play.open == "p4.last_call"
    play.card("Ton", "media", 2)
    assert play.t.now[1] == C
    play.say()
    assert mistake(rules.why_not_media(play.t, 2)) == "POL-M29"
