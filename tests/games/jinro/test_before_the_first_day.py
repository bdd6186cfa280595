"""Role check and candidacy: who wakes when, who learns what, who may lie (JIN-2, JIN-3)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Audience
from gmtool.games.jinro import beginning, rules
from tests.games.jinro.tables import CAST, MIMIC, NOTE, Evening, card, effect

LOVERS = {**CAST, "Go": "lover"}
FULL = {
    "Aki": "corrupt_lawyer", "Ben": "lawyer", "Chie": "guard", "Dai": "prosecutor", "Emi": "spy", "Fumi": "reporter",
    "Go": "lover", "Hana": "wolf_member", "Ito": "wolf_member",
}  # fmt: skip
SIDES = {"role_camps": {"lawyer": "human", "corrupt_lawyer": "wolf"}}


@pytest.mark.rule("JIN-2.2", "JIN-R12")
def test_roles_wake_in_the_order_of_the_rules_and_roles_not_in_play_are_skipped() -> None:
    order = ["wolf_member", "lover", "reporter", "spy", "prosecutor", "guard", "lawyer", "corrupt_lawyer"]
    assert beginning.called(Evening(FULL, start=False, **SIDES).t) == order
    assert beginning.called(Evening(start=False).t) == ["wolf_member", "reporter", "spy", "prosecutor", "guard"]


@pytest.mark.rule("JIN-R03", "JIN-R12", "JIN-R57")
def test_with_a_secret_line_up_every_role_is_called() -> None:
    evening = Evening(lineup_public=False)
    assert len(beginning.called(evening.t)) == 8
    evening.vote_for("Go")
    evening.execute()
    evening.rest_of_day()
    assert evening.now("night")["call"] == ["wolf_member", "guard", "reporter", "prosecutor"]


@pytest.mark.rule("JIN-1.5", "JIN-2.3")
def test_as_many_wake_as_the_line_up_says() -> None:
    evening = Evening(start=False)
    while evening.open != "rc.wolf_member":
        evening.answer(True)
    assert evening.run.why_not([0]) is not None
    assert evening.run.why_not([0, 1, 2]) is not None
    assert evening.run.why_not([0, 1]) is None


@pytest.mark.rule("JIN-1.5")
def test_nobody_wakes_for_two_roles() -> None:
    evening = Evening(start=False)
    while evening.open != "rc.wolf_member":
        evening.answer(True)
    evening.answer([0, 1])
    reason = evening.run.why_not([1])
    assert reason is not None
    assert reason.rule == "JIN-1.5"
    assert reason.audience is Audience.GM


@pytest.mark.rule("JIN-2.4")
@pytest.mark.parametrize("favourite", ["Chie", "Go", "Ito"])
def test_the_favourite_is_a_wolf_member(favourite: str) -> None:
    evening = Evening(LOVERS, start=False)
    told = {"Dai": "Hana"}
    assert evening.refused("role_check", favourites={"Go": favourite}, told=told) == "JIN-2.4"
    assert evening.refused("role_check", favourites={"Ito": "Aki"}, told=told) == "JIN-2.4"
    assert evening.refused("role_check", favourites={}, told=told) == "JIN-2.4"
    evening.do("role_check", favourites={"Go": "Ben"}, told=told)
    assert evening.t.favourites == {6: 1}


@pytest.mark.rule("JIN-R09")
def test_several_lovers_pick_a_favourite_each() -> None:
    cast = {**LOVERS, "Ito": "lover"}
    evening = Evening(cast, start=False)
    assert evening.refused("role_check", favourites={"Go": "Aki"}, told={"Dai": "Hana"}) == "JIN-2.4"
    evening.do("role_check", favourites={"Go": "Aki", "Ito": "Aki"}, told={"Dai": "Hana"})
    assert evening.t.favourites == {6: 0, 8: 0}


@pytest.mark.rule("JIN-2.6", "JIN-R11")
@pytest.mark.parametrize("told", ["Aki", "Ben", "Go", "Dai", None])
def test_the_reporter_is_told_neither_a_wolf_nor_the_lover_nor_themselves(told: str | None) -> None:
    evening = Evening(LOVERS, start=False)
    given = {"Dai": told} if told else {}
    assert evening.refused("role_check", favourites={"Go": "Aki"}, told=given) == "JIN-2.6"


@pytest.mark.rule("JIN-2.6")
def test_the_told_player_may_be_a_spy() -> None:
    evening = Evening(start=False)
    evening.do("role_check", favourites={}, told={"Dai": "Chie"})
    assert evening.now("knows")["Dai"] == ["Chie"]


@pytest.mark.rule("JIN-R11")
def test_another_reporter_may_come_up_and_with_nobody_left_nobody_is_told() -> None:
    cast = {"Aki": "wolf_member", "Ben": "reporter", "Chie": "reporter", "Dai": "lover"}
    evening = Evening(cast, start=False)
    evening.do("role_check", favourites={"Dai": "Aki"}, told={"Ben": "Chie", "Chie": "Ben"})
    alone = Evening({"Aki": "wolf_member", "Ben": "reporter", "Dai": "lover"}, start=False)
    alone.do("role_check", favourites={"Dai": "Aki"}, told={})
    assert alone.now("knows")["Ben"] == []


@pytest.mark.rule("JIN-2.7", "JIN-2.8", "JIN-2.11", "JIN-R08")
@pytest.mark.parametrize(("meeting", "spies_see"), [("face", ["Hana", "Ito"]), ("thumbs", [])])
def test_spies_know_the_wolves_only_if_they_met_face_to_face(meeting: str, spies_see: list[str]) -> None:
    evening = Evening(FULL, spy_meeting=meeting, **SIDES)
    knows = evening.now("knows")
    assert knows["Emi"] == spies_see
    assert knows["Hana"] == ["Emi", "Go", "Ito"]
    assert knows["Go"] == ["Hana", "Ito"]
    assert all(knows[name] == [] for name in ("Aki", "Ben", "Chie", "Dai"))


@pytest.mark.rule("JIN-1.8", "JIN-R13")
def test_the_wish_for_no_signs_is_said_unless_the_table_allows_them() -> None:
    ids = [line.id for line in beginning.opening_lines(Evening(start=False).t)]
    allowed = [line.id for line in beginning.opening_lines(Evening(start=False, collusion="allowed").t)]
    assert "s.no_signs" in ids
    assert "s.no_signs" not in allowed


@pytest.mark.rule("JIN-1.9")
def test_house_rules_that_differ_are_read_out() -> None:
    assert beginning.changed_rules(Evening(start=False).t) == []
    changed = beginning.changed_rules(Evening(start=False, recall_returns=True, mimic_pool="dealt").t)
    assert changed == ["recall_returns=true", "mimic_pool=dealt"]
    numbers = Evening(start=False, runoffs_max=1, wolf_member_end=1, no_electability=["guard"], spy_meeting="thumbs")
    assert beginning.changed_rules(numbers.t) == [
        "spy_meeting=thumbs",
        {"item": "wolf_member_end", "count": 1},
        {"item": "runoffs_max", "count": 1},
        {"item": "no_electability", "roles": ["guard"]},
    ]
    secret = Evening(start=False, spy_meeting="thumbs", lineup_public=False)
    assert beginning.changed_rules(secret.t) == ["lineup_public=false"]


# --- candidacy ----------------------------------------------------------------------------------------------------


def checked(**options: Any) -> Evening:
    """A table after the role check, before the candidacy; Go (human) and Aki (wolf) may hold the copying card."""
    evening = Evening(start=False, **options)
    evening.do("role_check", **evening.first_secrets())
    return evening


@pytest.mark.rule("JIN-3.2", "JIN-R15")
def test_the_human_camp_announces_the_card_it_holds_and_only_the_gm_reads_why() -> None:
    evening = checked()
    assert evening.refused("candidacy", claims={"Go": {"card": "plain0"}}) == "JIN-3.2"
    reason = evening.why_not({"type": "candidacy", "claims": {"Go": {"card": "plain0"}}})
    assert reason is not None
    assert reason.audience is Audience.GM
    evening.do("candidacy", claims={"Go": {"card": "plain6"}})


@pytest.mark.rule("JIN-3.3", "JIN-R15", "JIN-3.5")
@pytest.mark.parametrize("liar", ["Aki", "Chie"])
def test_the_whole_wolf_camp_may_announce_another_card_that_exists(liar: str) -> None:
    evening = checked()
    assert evening.refused("candidacy", claims={liar: {"card": "no such card"}}) == "JIN-R15"
    evening.do("candidacy", claims={liar: {"card": "plain6"}})
    assert evening.t.said[evening.seat(liar)] == evening.t.said[evening.seat("Go")]
    assert beginning.is_lie(evening.t, evening.seat(liar))
    assert not beginning.is_lie(evening.t, evening.seat("Go"))


@pytest.mark.rule("JIN-R07", "JIN-R15")
@pytest.mark.parametrize(("camp", "refused"), [("human", True), ("wolf", False)])
def test_a_lawyer_may_lie_by_the_side_that_was_entered(camp: str, refused: bool) -> None:
    cast = {**CAST, "Go": "lawyer"}
    evening = Evening(cast, start=False, role_camps={"lawyer": camp})
    evening.do("role_check", **evening.first_secrets())
    event = {"type": "candidacy", "claims": {"Go": {"card": "plain0"}}}
    assert (evening.why_not(event) is not None) is refused


@pytest.mark.rule("JIN-3.4", "JIN-R18")
def test_candidacy_is_not_left_without_the_copying_card_saying_what_it_copies() -> None:
    evening = checked(cards={"Go": MIMIC})
    mine = {"card": "card of Go"}
    assert evening.refused("candidacy", claims={}) == "JIN-3.4"
    assert evening.refused("candidacy", claims={"Go": mine}) == "JIN-3.4"
    assert evening.refused("candidacy", claims={"Go": {**mine, "copies": "card of Go"}}) == "JIN-3.4"
    assert evening.refused("candidacy", claims={"Go": {**mine, "copies": "no such card"}}) == "JIN-3.4"
    evening.do("candidacy", claims={"Go": {**mine, "copies": "plain0"}})
    assert evening.now("phase") == "campaign"


@pytest.mark.rule("JIN-R16")
@pytest.mark.parametrize(
    ("pool", "allowed"),
    [("all", ["spare", "plain0", "plain7"]), ("dealt", ["plain0", "plain7"]), ("claimed", ["plain7"])],
)
def test_the_house_rule_says_what_may_be_copied(pool: str, allowed: list[str]) -> None:
    for copies in ("spare", "plain0", "plain7"):
        evening = checked(
            cards={"Go": MIMIC}, more_cards={"spare": card(990, effect(NOTE), effect(NOTE))}, mimic_pool=pool
        )
        # Aki lies, so that the dealt card plain0 is announced by nobody.
        claims = {"Go": {"card": "card of Go", "copies": copies}, "Aki": {"card": "plain7"}}
        reason = evening.why_not({"type": "candidacy", "claims": claims})
        assert (reason is None) is (copies in allowed), (pool, copies)
        assert reason is None or reason.rule == "JIN-R16"


@pytest.mark.rule("JIN-R94", "JIN-R16")
def test_a_house_rule_that_leaves_no_card_to_copy_leaves_them_all() -> None:
    evening = checked(cards={"Go": MIMIC}, mimic_pool="claimed")
    assert len(rules.copyable(evening.t, evening.seat("Go"))) == 9


@pytest.mark.rule("JIN-3.4", "JIN-R43")
def test_the_copying_card_works_as_the_card_declared() -> None:
    double = card(901, effect({"tag": "vote_weight", "delta": 1}, picks=1), effect(NOTE))
    evening = checked(cards={"Go": MIMIC}, more_cards={"double": double})
    evening.do("candidacy", claims={"Go": {"card": "card of Go", "copies": "double"}})
    evening.vote_for("Go")
    evening.execute(human=["Ito"])
    assert evening.told_public == [{"manifesto": "card of Go", "used_as": "double"}]
    evening.rest_of_day()
    assert evening.now("morning")["effects"] == [{"tag": "vote_weight", "names": ["Ito"], "delta": 1}]


@pytest.mark.rule("JIN-R17")
def test_a_wolf_who_announces_another_card_while_holding_the_copying_card_uses_it_as_that() -> None:
    evening = checked(cards={"Aki": MIMIC})
    evening.do("candidacy", claims={"Aki": {"card": "plain5"}})
    evening.vote_for("Aki")
    evening.execute(side="wolf")
    assert evening.told_public == [{"manifesto": "card of Aki", "used_as": "plain5"}]


@pytest.mark.rule("JIN-R17", "JIN-R43")
def test_a_wolf_who_merely_claims_the_copying_card_hands_in_the_real_one() -> None:
    evening = checked(cards={"Go": MIMIC})
    claims = {"Go": {"card": "card of Go", "copies": "plain0"}, "Aki": {"card": "card of Go", "copies": "plain5"}}
    evening.do("candidacy", claims=claims)
    evening.vote_for("Aki")
    evening.execute(side="wolf")
    assert evening.told_public == [{"manifesto": "plain0", "used_as": "plain0"}]


@pytest.mark.rule("JIN-R18")
def test_a_copying_card_that_comes_up_at_the_election_only_is_declared_there_and_then() -> None:
    evening = Evening(start=False, looked=False, cards={"Go": MIMIC})
    evening.do("role_check", **evening.first_secrets())
    while evening.open in ("ca.start", "ca.card"):
        evening.answer(0)
    evening.vote_for("Go")
    assert evening.open == "m.card"
    evening.answer(23)
    assert evening.open == "m.copy"
    assert evening.run.why_not(23) is not None
    evening.answer(950)
    assert evening.open == "m.side"
    assert evening.t.used_card is not None
    assert evening.t.used_card.number == 950


@pytest.mark.rule("JIN-R14", "JIN-12.2")
def test_there_is_one_candidacy_only() -> None:
    evening = Evening()
    assert evening.refused("candidacy", claims={}) == "JIN-12.2"
    evening.day("Go")
    assert evening.refused("candidacy", claims={}) == "JIN-12.2"


@pytest.mark.rule("JIN-R14")
def test_they_announce_in_seat_order_from_the_player_the_gm_picks() -> None:
    evening = checked()
    evening.answer(7)
    order = []
    while evening.open == "ca.card":
        order.append(evening.t.draft["announcing"])
        evening.answer(evening.t.dealt[order[-1]])
    assert order == [7, 8, 0, 1, 2, 3, 4, 5, 6]


@pytest.mark.rule("JIN-1.3", "JIN-1.2")
def test_a_card_that_is_not_entered_is_entered_when_it_is_handed_in() -> None:
    evening = Evening(start=False, looked=False)
    evening.do("role_check", **evening.first_secrets())
    while evening.open in ("ca.start", "ca.card"):
        evening.answer(0)
    evening.vote_for("Go")
    for value in (
        777,
        "Test card from the box",
        "the human half",
        0,
        "the wolf half",
        1,
        "human",
        [0],
        "success",
        True,
    ):
        evening.answer(value)
    assert evening.open == "fx.tag"
    assert evening.t.cards[777].human.text == "the human half"
    assert [memo.text for memo in evening.t.memos] == ["the human half"]


@pytest.mark.rule("JIN-2.1", "JIN-2.9", "JIN-2.10")
def test_from_closing_to_opening_eyes_each_role_is_woken_once_and_those_at_the_end_learn_nothing() -> None:
    evening = Evening(FULL, start=False, **SIDES)
    secrets = evening.first_secrets()
    ids: list[str] = []
    play_on = evening.answer

    def note(value: Any) -> None:
        ids.append(evening.open)
        play_on(value)

    evening.answer = note  # type: ignore[method-assign]
    evening.do("role_check", **secrets)
    spoken = [id for id in ids if id.startswith("rc.")]
    assert spoken == [
        "rc.eyes", "rc.wolf_member", "rc.lover", "rc.favourite", "rc.reporter", "rc.told", "rc.spy", "rc.spy_face",
        "rc.prosecutor", "rc.guard", "rc.lawyer", "rc.corrupt_lawyer", "rc.wake",
    ]  # fmt: skip


@pytest.mark.rule("JIN-3.1")
def test_everybody_announces_a_card_before_the_first_campaign() -> None:
    evening = Evening()
    assert sorted(evening.t.said) == list(range(9))
    assert [list(entry) for entry in evening.public({"type": "candidacy"}, len(evening.t.events))] == [["claims"]]


@pytest.mark.rule("JIN-12.6", "JIN-R33")
def test_chance_may_be_left_to_the_tool_where_the_rules_allow_it_and_never_for_the_promise_card() -> None:
    from gmtool.core.question import QUESTIONS

    drawn = {"rc.told", "v.lot"}
    assert {id for id, question in QUESTIONS.items() if question.draw and id[:2] in ("rc", "v.", "m.")} == drawn
