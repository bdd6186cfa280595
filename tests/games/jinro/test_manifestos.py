"""Executing a manifesto: card, half, targets before the draw, what fires, what is announced (JIN-6, JIN-11)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Audience
from tests.games.jinro.tables import CAST, NOTE, Evening, card, effect

RECALL = {"tag": "recall"}
LAWYER = {"role_camps": {"lawyer": "human"}}


def elected(winner: str, given: dict[str, Any] | None = None, **options: Any) -> Evening:
    evening = Evening(cards={winner: given} if given else None, **options)
    evening.vote_for(winner)
    return evening


def second_day(winner: str, given: dict[str, Any], **options: Any) -> Evening:
    """Return a table on day 2 with Fumi seated and the winner just elected."""
    evening = Evening(cards={winner: given}, **options)
    evening.day("Fumi")
    evening.vote_for(winner)
    return evening


@pytest.mark.rule("JIN-6.1", "JIN-12.2")
def test_only_the_winner_hands_in_a_card_right_after_the_vote() -> None:
    evening = Evening()
    assert evening.refused("manifesto", by="Go", side="human", targets={}, draw="success") == "JIN-12.2"
    evening.vote_for("Go")
    assert evening.refused("manifesto", by="Ito", side="human", targets={}, draw="success") == "JIN-6.1"
    assert evening.refused("speech") == "JIN-12.2"


@pytest.mark.rule("JIN-6.2", "JIN-R37", "JIN-R38")
@pytest.mark.parametrize(("winner", "free"), [("Go", False), ("Dai", False), ("Aki", True), ("Chie", True)])
def test_the_human_camp_names_the_human_half_and_the_whole_wolf_camp_is_free(winner: str, free: bool) -> None:
    evening = elected(winner)
    event = {"type": "manifesto", "by": winner, "side": "wolf", "targets": {}, "draw": "success"}
    reason = evening.why_not(event)
    assert (reason is None) is free
    if reason is not None:
        assert reason.rule == "JIN-6.2"
        assert reason.audience is Audience.GM
        assert evening.run.legal() == ("human", "wolf"), "a greyed half would show the camp"
        assert evening.refused(**event) == "JIN-6.2"


@pytest.mark.rule("JIN-6.2", "JIN-R07")
def test_a_lawyer_entered_as_human_names_the_human_half() -> None:
    evening = elected("Go", cast={**CAST, "Go": "lawyer"}, **LAWYER)
    assert evening.refused("manifesto", by="Go", side="wolf", targets={}, draw="success") == "JIN-6.2"


@pytest.mark.rule("JIN-6.4", "JIN-R39")
def test_targets_for_both_halves_are_named_before_the_draw() -> None:
    evening = elected("Go", card(901, effect(NOTE), effect({"tag": "no_vote"}, picks=1)))
    assert evening.refused("manifesto", by="Go", side="human", targets={}, draw="success") == "JIN-6.4"
    evening.answer("human")
    assert evening.open == "m.targets"
    evening.answer([0])
    assert evening.open == "m.draw"


@pytest.mark.rule("JIN-R40", "JIN-6.4")
@pytest.mark.parametrize(
    ("pool", "self_ok", "target", "rule"),
    [
        ("standing", False, "Ito", None), ("standing", True, "Go", "JIN-R40"), ("standing", False, "Fumi", "JIN-R40"),
        ("seated", False, "Fumi", None), ("seated", False, "Ito", "JIN-R40"), ("seated", False, "Go", "JIN-R40"),
        ("seated", True, "Go", None), ("any", False, "Fumi", None), ("any", False, "Go", "JIN-R40"),
        ("any", True, "Go", None), ("standing", False, "Nobody", "JIN-R40"),
    ],
)  # fmt: skip
def test_the_card_says_from_which_pool_players_are_named(pool: str, self_ok: bool, target: str, rule: str) -> None:
    given = card(901, effect(NOTE, picks=1, pool=pool, self_ok=self_ok), effect(NOTE))
    evening = second_day("Go", given)
    fields: dict[str, Any] = {"by": "Go", "side": "human", "targets": {"human": [target]}, "draw": "success"}
    if rule is None:
        evening.do("manifesto", **fields)
    else:
        assert evening.refused("manifesto", **fields) == rule


@pytest.mark.rule("JIN-6.4")
@pytest.mark.parametrize("named", [[], ["Ito"], ["Ito", "Ito"], ["Ito", "Hana", "Aki"]])
def test_as_many_different_players_are_named_as_the_half_needs(named: list[str]) -> None:
    evening = elected("Go", card(901, effect(NOTE, picks=2), effect(NOTE)))
    event = {"by": "Go", "side": "human", "targets": {"human": named}, "draw": "success"}
    assert evening.refused("manifesto", **event) == "JIN-6.4"


@pytest.mark.rule("JIN-R41")
def test_without_a_legal_target_nothing_happens_and_the_draw_is_used_up() -> None:
    evening = elected("Go", card(901, effect(RECALL, picks=1, pool="seated"), effect(NOTE)))
    evening.execute()
    assert evening.now("deck")["left"] == 9
    assert evening.now("manifesto")["targets"] == []


@pytest.mark.rule("JIN-6.5")
@pytest.mark.parametrize(
    ("winner", "side", "draw", "fired"),
    [("Go", "human", "success", "human"), ("Go", "human", "failure", "wolf"), ("Aki", "wolf", "failure", "human"),
     ("Aki", "wolf", "success", "wolf")],
)  # fmt: skip
def test_a_failure_fires_the_other_half_for_wolves_too(winner: str, side: str, draw: str, fired: str) -> None:
    evening = elected(winner)
    evening.execute(side=side, draw=draw)
    assert evening.now("manifesto")["fired"] == fired
    assert evening.now("manifesto")["named"] == side


@pytest.mark.rule("JIN-6.5", "JIN-6.7", "JIN-1.7")
def test_the_drawn_card_is_put_away_and_a_kind_that_is_gone_cannot_be_drawn() -> None:
    evening = Evening(deck={"success": 3, "failure": 1})
    assert evening.now("deck") == {"success": 3, "failure": 1, "left": 4}
    evening.vote_for("Go")
    assert evening.refused("manifesto", by="Go", side="human", targets={}, draw=None) == "JIN-6.5"
    evening.execute(draw="failure")
    assert evening.now("deck") == {"success": 3, "failure": 0, "left": 3}
    evening.rest_of_day()
    evening.vote_for("Ito")
    assert evening.refused("manifesto", by="Ito", side="human", targets={}, draw="failure") == "JIN-6.7"


@pytest.mark.rule("JIN-R44")
def test_an_empty_deck_is_shuffled_anew() -> None:
    evening = Evening(deck={"success": 1, "failure": 0})
    evening.day("Go")
    assert evening.now("deck")["left"] == 0
    evening.vote_for("Ito")
    evening.execute()
    assert evening.now("deck") == {"success": 0, "failure": 0, "left": 0}
    assert "reshuffle" in [event.id for event in evening.t.events]


@pytest.mark.rule("JIN-R44")
def test_by_house_rule_the_named_half_fires_without_a_draw_once_the_deck_is_empty() -> None:
    evening = Evening(deck={"success": 0, "failure": 1}, deck_empty="as_named")
    evening.day("Go", draw="failure")
    evening.vote_for("Ito")
    assert evening.refused("manifesto", by="Ito", side="human", targets={}, draw="failure") == "JIN-R44"
    evening.do("manifesto", by="Ito", side="human", targets={}, draw=None)
    assert evening.now("manifesto")["fired"] == "human"
    assert evening.now("manifesto")["draw"] is None


@pytest.mark.rule("JIN-6.6", "JIN-6.7", "JIN-6.8", "JIN-R42", "JIN-R43")
def test_only_the_card_and_how_many_promises_are_left_become_public() -> None:
    evening = elected("Go", card(901, effect({"tag": "attack_fails"}), effect(NOTE)))
    evening.execute(draw="failure")
    assert evening.told_public == [{"manifesto": "card of Go", "used_as": "card of Go"}]
    from gmtool.games.jinro.view import public_view

    shown = str(public_view(evening.t).as_json())
    assert "'promise': 9" in shown
    for secret in ("success", "failure", "fired", "named", "wolf_member'"):
        assert secret not in shown.replace("{'role': 'wolf_member', 'count': 2}", "")


@pytest.mark.rule("JIN-6.3", "JIN-R80", "JIN-10.6")
def test_a_winner_without_electability_executes_all_the_same() -> None:
    evening = elected("Dai")
    evening.execute()
    assert evening.now("seats")["uncounted"] == 1
    assert evening.now("phase") == "speech"


@pytest.mark.rule("JIN-11.1", "JIN-6.8")
@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ({"tag": "announce", "subject": "winner", "what": "camp"}, ("Go", "camp", "human")),
        ({"tag": "announce", "subject": "chosen", "what": "role"}, ("Aki", "role", "wolf_member")),
        ({"tag": "announce", "subject": "winner", "what": "side"}, ("Go", "side", "human")),
        ({"tag": "announce", "subject": "winner", "what": "draw"}, ("Go", "draw", "success")),
    ],
)
def test_a_card_may_have_something_announced(tag: dict[str, Any], told: tuple[str, str, str]) -> None:
    evening = elected("Go", card(901, effect(tag, picks=1), effect(NOTE)))
    evening.execute(human=["Aki"])
    about, what, value = told
    assert evening.told_public[0] == {"announce": {"about": about, "what": what, "value": value}}


@pytest.mark.rule("JIN-R87")
def test_an_announcement_about_a_role_whose_holder_has_left_says_nothing() -> None:
    evening = second_day(
        "Go", card(901, effect({"tag": "announce", "subject": "role:guard", "what": "camp"}), effect(NOTE))
    )
    evening.execute()
    assert [list(entry) for entry in evening.told_public] == [["manifesto", "used_as"]]


# --- recalls ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-10.5", "JIN-R63", "JIN-R66", "JIN-R64")
def test_a_recall_takes_the_seat_at_once_is_said_aloud_and_the_player_stays_out() -> None:
    evening = second_day("Go", card(901, effect(RECALL, picks=1, pool="seated"), effect(NOTE)))
    evening.execute(human=["Fumi"])
    assert evening.told_public == [{"recall": "Fumi"}, {"manifesto": "card of Go", "used_as": "card of Go"}]
    assert evening.now("seats")["holders"] == ["Go"]
    assert evening.now("recalled") == ["Fumi"]
    assert evening.now("elected_ever") == ["Fumi", "Go"]
    evening.rest_of_day()
    assert "Fumi" not in evening.now("standing")


@pytest.mark.rule("JIN-R63")
def test_by_house_rule_a_recall_takes_effect_at_the_start_of_the_night() -> None:
    evening = second_day("Go", card(901, effect(RECALL, picks=1, pool="seated"), effect(NOTE)), recall_timing="night")
    evening.execute(human=["Fumi"])
    assert evening.now("seats")["holders"] == ["Fumi", "Go"]
    evening.do("speech")
    evening.go_night()
    assert evening.told_public == [{"recall": "Fumi"}]
    assert evening.now("seats")["holders"] == ["Go"]


@pytest.mark.rule("JIN-R66")
@pytest.mark.parametrize("timing", ["execution", "night"])
def test_whoever_is_recalled_is_named_aloud_once(timing: str) -> None:
    evening = second_day("Go", card(901, effect(RECALL, picks=1, pool="seated"), effect(NOTE)), recall_timing=timing)
    said = []
    answers = {"m.side": "human", "m.targets": [5], "m.draw": "success", "m.by_hand": False}
    while evening.open != "n.attack":
        said.append(evening.open)
        evening.answer(answers.get(evening.open, True))
    assert said.count("m.recalled") == 1
    before = said[said.index("m.recalled") - 1]
    assert before == ("m.announce" if timing == "execution" else "n.begin")


@pytest.mark.rule("JIN-R64")
@pytest.mark.parametrize(("house", "on_card", "back"), [(True, None, True), (False, True, True), (True, False, False)])
def test_a_recalled_player_may_come_back_by_house_rule_or_card(house: bool, on_card: bool | None, back: bool) -> None:
    tag = RECALL if on_card is None else {**RECALL, "returns": on_card}
    evening = second_day("Go", card(901, effect(tag, picks=1, pool="seated"), effect(NOTE)), recall_returns=house)
    evening.execute(human=["Fumi"])
    evening.do("speech")
    assert (evening.now("recalled") == []) is back
    if not back:
        assert evening.refused("night", attack=["Fumi"], investigate={"Dai": ["Aki"]}) == "JIN-R51"
        return
    assert evening.refused("night", attack=["Ito"], investigate={"Dai": ["Aki"]}) == "JIN-8.6"
    evening.do("night", attack=["Ito"], guard={"Fumi": ["Hana"]}, investigate={"Dai": ["Fumi"]})
    assert evening.now("recalled") == []
    assert "Fumi" in evening.now("eligible")["vote"]
    evening.do("morning")
    evening.vote_for("Fumi")
    evening.execute()
    assert evening.told_public == [{"manifesto": "plain5", "used_as": "plain5"}]
    assert evening.now("elected_ever") == ["Fumi", "Go"]


@pytest.mark.rule("JIN-R63", "JIN-R64")
def test_whoever_is_recalled_at_the_start_of_the_night_is_back_that_very_night() -> None:
    recall = card(901, effect(RECALL, picks=1, pool="seated"), effect(NOTE))
    evening = second_day("Go", recall, recall_timing="night", recall_returns=True)
    evening.execute(human=["Fumi"])
    evening.do("speech")
    said = []
    while evening.open != "n.effects":
        said.append(evening.open)
        evening.answer(True)
    assert said == ["n.begin", "m.recalled", "sp.return"]
    evening.do("night", attack=["Fumi"], guard={"Fumi": ["Hana"]}, investigate={"Dai": ["Fumi"]})
    assert evening.now("recalled") == []
    assert evening.now("sitting_out") == ["Fumi"]


@pytest.mark.rule("JIN-R63", "JIN-11.4")
def test_a_recall_entered_in_the_middle_of_a_night_is_carried_out_at_once() -> None:
    evening = second_day("Go", card(901, effect(NOTE), effect(NOTE)), recall_timing="night")
    evening.execute()
    evening.do("speech")
    evening.to_actions()
    evening.do("gm_effect", tags=[RECALL], targets=["Fumi"])
    assert evening.now("recalled") == ["Fumi"]


@pytest.mark.rule("JIN-R65", "JIN-R87")
def test_a_recall_aimed_at_a_role_means_its_holders_in_a_seat_but_not_the_winner() -> None:
    tag = {**RECALL, "target": "role:human_member"}
    evening = Evening(cards={"Hana": card(901, effect(tag), effect(NOTE))})
    evening.day("Go")
    evening.vote_for("Hana")
    evening.execute()
    assert evening.now("recalled") == ["Go"]
    assert evening.now("seats")["holders"] == ["Hana"]


@pytest.mark.rule("JIN-R65")
def test_a_card_may_recall_its_own_winner() -> None:
    evening = elected("Go", card(901, effect({**RECALL, "target": "winner"}), effect(NOTE)))
    evening.execute()
    assert evening.now("seats")["filled"] == 0
    assert evening.now("phase") == "speech"


# --- by hand --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-R89", "JIN-11.4", "JIN-10.5")
def test_after_every_draw_the_gm_is_asked_for_effects_by_hand_before_seats_are_counted() -> None:
    evening = Evening(seats_total=2, human_need=2, wolf_need=1)
    evening.day("Fumi")
    evening.vote_for("Go")
    for value in ("human", "success"):
        evening.answer(value)
    assert evening.open == "m.by_hand"
    for value in (True, "recall", "players", [evening.seat("Fumi")], "as_ruled", "the note says so", False):
        evening.answer(value)
    evening.answer(True)
    assert evening.open == "m.recalled"
    evening.answer(True)
    assert evening.now("phase") == "speech"
    assert evening.now("seats")["holders"] == ["Go"]


@pytest.mark.rule("JIN-11.4", "JIN-11.1", "JIN-R65", "JIN-10.8")
def test_what_cannot_be_entered_by_hand() -> None:
    evening = Evening()
    assert evening.refused("gm_effect", tags=[{"tag": "teleport"}], targets=[]) == "JIN-11.1"
    assert evening.refused("gm_effect", tags=[{"tag": "vote_weight"}], targets=["Aki"]) == "JIN-11.1"
    assert evening.refused("gm_effect", tags=[{"tag": "no_vote"}], targets=["Nobody"]) == "JIN-11.4"
    assert evening.refused("gm_effect", tags=[{"tag": "no_vote"}], targets=["Aki"], when="soon") == "JIN-11.4"
    assert evening.refused("gm_effect", tags=[RECALL], targets=["Aki"]) == "JIN-R65"


@pytest.mark.rule("JIN-11.4")
@pytest.mark.parametrize(("when", "today"), [(None, True), ("today", True), ("tomorrow", False)])
def test_in_the_campaign_a_day_effect_by_hand_works_today_unless_the_gm_says_tomorrow(
    when: str | None, today: bool
) -> None:
    evening = Evening()
    evening.do("gm_effect", tags=[{"tag": "no_vote"}], targets=["Ito"], **({"when": when} if when else {}))
    assert ("Ito" not in evening.now("eligible")["vote"]) is today
    evening.day("Go", attack="Aki")
    assert ("Ito" not in evening.now("eligible")["vote"]) is not today


@pytest.mark.rule("JIN-11.4")
def test_at_other_moments_a_day_effect_by_hand_works_tomorrow() -> None:
    evening = elected("Go")
    evening.do("gm_effect", tags=[{"tag": "silence"}], targets=["Ito"])
    evening.execute()
    evening.rest_of_day(attack="Aki")
    assert evening.now("morning")["effects"] == [{"tag": "silence", "names": ["Ito"]}]


@pytest.mark.rule("JIN-R62", "JIN-11.1")
def test_effects_may_come_later_and_last() -> None:
    tag = {"tag": "no_vote", "delay": 1, "lasts": 2}
    evening = elected("Go", card(901, effect(tag, picks=1), effect(NOTE)), seats_total=6, human_need=5)
    evening.execute(human=["Ito"])
    evening.rest_of_day(attack="Aki")
    seen = ["Ito" not in evening.now("eligible")["vote"]]
    for winner in ("Hana", "Fumi", "Emi"):
        evening.day(winner, attack="Aki")
        seen.append("Ito" not in evening.now("eligible")["vote"])
    assert seen == [False, True, True, False]


@pytest.mark.rule("JIN-R62", "JIN-11.1")
def test_an_effect_may_last_for_the_rest_of_the_game() -> None:
    for_good = {"tag": "votes_received", "delta": -99, "lasts": 99}
    evening = elected("Go", card(901, effect(for_good, picks=1), effect(NOTE)))
    evening.execute(human=["Ito"])
    evening.do("gm_effect", tags=[for_good], targets=["Hana"])
    for winner in ("Fumi", "Emi"):
        evening.rest_of_day(attack="Aki")
        assert [entry["names"] for entry in evening.now("morning")["effects"]] == [["Ito"], ["Hana"]]
        evening.vote_for(winner)
        evening.execute()


@pytest.mark.rule("JIN-R62", "JIN-R87", "JIN-9.2")
def test_an_effect_on_somebody_who_has_left_vanishes_without_a_word() -> None:
    evening = elected("Go", card(901, effect({"tag": "vote_weight", "target": "role:guard", "delta": 1}), effect(NOTE)))
    evening.execute()
    evening.do("withdraw", player="Fumi")
    evening.rest_of_day()
    assert evening.now("morning")["effects"] == []


@pytest.mark.rule("JIN-11.1")
def test_notes_stay_until_they_are_ticked_off() -> None:
    evening = elected("Go")
    evening.execute()
    from gmtool.games.jinro.view import gm_view, public_view

    assert ("gm_memo", {"number": 1, "text": "test note"}) in gm_view(evening.t).lines
    assert all(id != "gm_memo" for id, _ in public_view(evening.t).lines)
    evening.act("tick")
    evening.answer([1])
    assert all(id != "gm_memo" for id, _ in gm_view(evening.t).lines)


@pytest.mark.rule("JIN-R07", "JIN-R10")
def test_the_gm_alone_is_reminded_of_a_lawyers_card_and_of_a_favourite() -> None:
    cast = {**CAST, "Go": "lawyer", "Hana": "lover"}
    evening = Evening(cast, **LAWYER)
    evening.vote_for("Aki")
    favourite = [event for event in evening.t.events if event.id == "remind_favourite"]
    assert [event.secret for event in favourite] == [True]
    evening.execute(side="wolf")
    evening.rest_of_day()
    evening.vote_for("Go")
    lawyer = [event for event in evening.t.events if event.id == "remind_lawyer"]
    assert [event.secret for event in lawyer] == [True]


@pytest.mark.rule("JIN-R91")
def test_a_winner_who_leaves_before_the_execution_keeps_the_seat_and_nothing_fires() -> None:
    evening = elected("Go", card(901, effect({"tag": "no_vote", "target": "all"}), effect(NOTE)))
    evening.answer("human")
    assert evening.refused("withdraw", player="Go") == "JIN-R60"
    evening.act("winner_left")
    evening.answer(True)
    assert evening.open == "m.by_hand"
    evening.answer(False)
    assert evening.now("phase") == "night"
    assert evening.now("deck")["left"] == 10
    assert evening.now("seats")["holders"] == ["Go"]
    assert evening.t.effects == []


@pytest.mark.rule("JIN-R91")
def test_once_the_manifesto_has_fired_it_is_too_late_for_the_winner_to_have_left() -> None:
    evening = elected("Go")
    for value in ("human", "success"):
        evening.answer(value)
    reason = evening.run.why_not_act("winner_left")
    assert reason is not None
    assert reason.rule == "JIN-R91"


@pytest.mark.rule("JIN-R77", "JIN-6.7")
def test_a_deck_counted_differently_is_put_right_and_the_gm_says_what_is_left() -> None:
    evening = elected("Go")
    evening.act("correct")
    for value in ("draw", "promise", 8, "out", "two cards fell off the table"):
        evening.answer(value)
    assert evening.open == "deck.success"
    evening.answer(7)
    assert evening.now("deck") == {"success": 7, "failure": 1, "left": 8}
    assert evening.open == "m.side"


@pytest.mark.rule("JIN-11.3", "JIN-R50", "JIN-R39")
def test_the_steps_of_an_execution_come_in_order_and_each_tag_at_its_time() -> None:
    tags = ({"tag": "announce", "subject": "winner", "what": "camp"}, {"tag": "attack_fails"},
            {"tag": "silence", "target": "chosen"})  # fmt: skip
    evening = elected("Go", card(901, effect(*tags, picks=1), effect(NOTE, picks=1)))
    steps = []
    for value in ("human", [0], [1], "success"):
        steps.append(evening.open)
        evening.answer(value)
    assert steps == ["m.side", "m.targets", "m.targets", "m.draw"]
    assert [event.id for event in evening.t.events if event.id.startswith("announced_")] == ["announced_camp"]
    assert [(effect.tag.tag, effect.first) for effect in evening.t.effects] == [("attack_fails", 1), ("silence", 2)]
    assert evening.open == "m.by_hand"
    evening.answer(False)
    assert evening.open == "m.announce"


@pytest.mark.rule("JIN-R84")
def test_what_has_fired_stays_when_its_winner_is_recalled() -> None:
    bar = card(901, effect({"tag": "no_vote", "lasts": 3}, picks=1), effect(NOTE))
    evening = Evening(cards={"Fumi": bar, "Go": card(902, effect(RECALL, picks=1, pool="seated"), effect(NOTE))})
    evening.vote_for("Fumi")
    evening.execute(human=["Ito"])
    evening.rest_of_day(attack="Aki")
    evening.vote_for("Go")
    evening.execute(human=["Fumi"])
    evening.rest_of_day(attack="Aki")
    assert "Ito" not in evening.now("eligible")["vote"]
