"""Speech, return, backroom time, morning (JIN-7, JIN-8, JIN-9)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Refused
from tests.games.jinro.tables import CAST, NOTE, Evening, card, effect

LOVERS = {**CAST, "Hana": "lover"}


def evening_of(given: dict[str, Any] | None = None, winner: str = "Go", **options: Any) -> Evening:
    """Return a table before its first night; the winner's card has fired its human half."""
    evening = Evening(cards={winner: given} if given else None, **options)
    evening.vote_for(winner)
    if evening.now("phase") == "manifesto":
        evening.execute()
    evening.do("speech")
    return evening


NIGHT: dict[str, Any] = {"attack": ["Ito"], "guard": {"Fumi": ["Hana"]}, "investigate": {"Dai": ["Aki"]}}


@pytest.mark.rule("JIN-7.3", "JIN-7.4", "JIN-R83")
def test_who_was_attacked_sits_out_one_day_and_is_back_after_the_speech() -> None:
    evening = evening_of()
    evening.do("night", **NIGHT)
    assert evening.now("sitting_out") == ["Ito"]
    assert "Ito" in evening.now("standing")
    evening.do("morning")
    evening.vote_for("Emi")
    evening.execute()
    assert evening.now("sitting_out") == ["Ito"]
    evening.do("speech")
    assert evening.told_public == [{"returned": ["Ito"]}]
    assert evening.now("sitting_out") == []


@pytest.mark.rule("JIN-7.5", "JIN-R73", "JIN-R74", "JIN-R51")
def test_a_lover_who_was_attacked_does_not_come_back_and_nobody_hears_why() -> None:
    evening = evening_of(cast=LOVERS)
    evening.do("night", attack=["Hana"], guard={"Fumi": ["Ito"]}, investigate={"Dai": ["Hana"]})
    assert evening.now("night")["investigation"] == {"Dai": {"Hana": "not_wolf_member"}}
    evening.do("morning")
    evening.vote_for("Emi")
    evening.execute()
    evening.do("speech")
    assert evening.told_public == [{"returned": []}]
    assert evening.now("out") == ["Hana"]
    assert evening.open == "n.begin"
    assert evening.refused("night", attack=["Hana"], guard={"Fumi": ["Ito"]}, investigate={"Dai": ["Aki"]}) == "JIN-R51"
    assert evening.refused("night", attack=["Ito"], guard={"Fumi": ["Hana"]}, investigate={"Dai": ["Aki"]}) == "JIN-8.6"
    assert evening.refused("night", attack=["Ito"], guard={"Fumi": ["Dai"]}, investigate={"Dai": ["Hana"]}) == "JIN-R54"


@pytest.mark.rule("JIN-R49", "JIN-8.7", "JIN-R48", "JIN-9.1")
def test_guarding_saves_the_lover_and_the_morning_says_nothing_about_it() -> None:
    evening = evening_of(cast=LOVERS)
    evening.do("night", attack=["Hana"], guard={"Fumi": ["Hana"]}, investigate={"Dai": ["Aki"]})
    assert evening.now("night")["saved"] == ["Hana"]
    assert evening.open == "mo.nobody_out"
    evening.do("morning")
    assert evening.told_public == [{"morning": {"attacked": [], "effects": [], "minutes": 0}}]


@pytest.mark.rule("JIN-8.1", "JIN-8.2", "JIN-R57")
def test_effects_come_first_then_every_role_of_the_line_up_in_order_also_when_its_holder_has_left() -> None:
    evening = Evening()
    for winner in ("Fumi", "Dai", "Emi"):
        evening.vote_for(winner)
        evening.execute()
        evening.do("speech")
        seen = []
        while evening.t.phase == "night":
            question = evening.run.question
            assert question is not None
            seen.append(question.id)
            named = question.voters(evening.t) if question.voters is not None else None
            evening.answer([8] if question.id == "n.attack" else True if named is None else [0] * len(named))
        assert seen == [
            "n.begin", "n.effects", "n.attack", "n.guard", "n.investigate", "n.answer", "n.prosecute", "n.shut",
        ]  # fmt: skip
        evening.do("morning")


@pytest.mark.rule("JIN-8.3", "JIN-8.4", "JIN-R51", "JIN-R75")
def test_the_wolves_name_exactly_one_who_is_still_in_their_own_people_too() -> None:
    evening = evening_of()
    assert evening.refused("night", **{**NIGHT, "attack": []}) == "JIN-8.4"
    assert evening.refused("night", **{**NIGHT, "attack": ["Ito", "Emi"]}) == "JIN-8.4"
    assert evening.refused("night", **{**NIGHT, "attack": ["Go"]}) == "JIN-R51"
    evening.do("night", **{**NIGHT, "attack": ["Aki"]})
    assert evening.now("sitting_out") == ["Aki"]


@pytest.mark.rule("JIN-R53")
def test_by_house_rule_the_wolves_may_spare_everybody() -> None:
    evening = evening_of(attack_mandatory=False)
    evening.do("night", **{**NIGHT, "attack": []})
    assert evening.now("night")["attacked"] == []


@pytest.mark.rule("JIN-R53", "JIN-R57", "JIN-R23")
def test_with_no_wolf_member_left_nobody_attacks_but_the_call_is_made() -> None:
    cast = {**CAST, "Ben": "human_member"}
    evening = Evening(cast)
    evening.vote_for("Aki")
    evening.execute(side="wolf")
    evening.do("speech")
    spared = {**NIGHT, "investigate": {"Dai": ["Ben"]}}
    assert evening.refused("night", **spared) == "JIN-R53"
    evening.do("night", **{**spared, "attack": []})
    assert evening.now("night")["call"] == ["wolf_member", "guard", "reporter", "prosecutor"]


@pytest.mark.rule("JIN-R52")
def test_the_same_target_again_by_default_and_not_where_the_house_rule_forbids_it() -> None:
    for allowed in (True, False):
        evening = evening_of(attack_repeat=allowed)
        evening.do("night", **NIGHT)
        evening.do("morning")
        evening.vote_for("Emi")
        evening.execute()
        evening.do("speech")
        if allowed:
            evening.do("night", **NIGHT)
        else:
            assert evening.refused("night", **NIGHT) == "JIN-R52"


@pytest.mark.rule("JIN-R52", "JIN-R46")
def test_the_bar_falls_when_there_is_nobody_else_to_name() -> None:
    wolves = Evening({"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member"}, attack_repeat=False)
    wolves.day("Ben", attack="Aki")
    wolves.vote_for("Chie")
    wolves.execute()
    wolves.do("speech")
    wolves.do("night", attack=["Aki"])
    cast = {"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member", "Dai": "guard"}
    guards = Evening(cast, repeat_guard=False)
    guards.day("Ben", attack="Aki", guard={"Dai": ["Aki"]})
    guards.vote_for("Chie")
    guards.execute()
    guards.do("speech")
    guards.do("night", attack=["Dai"], guard={"Dai": ["Aki"]})


@pytest.mark.rule("JIN-8.6", "JIN-R45", "JIN-R23")
def test_the_guard_names_one_other_who_is_still_in() -> None:
    evening = evening_of()
    assert evening.refused("night", **{**NIGHT, "guard": {"Fumi": ["Fumi"]}}) == "JIN-R45"
    assert evening.refused("night", **{**NIGHT, "guard": {"Fumi": ["Go"]}}) == "JIN-8.6"
    assert evening.refused("night", **{**NIGHT, "guard": {"Fumi": ["Aki", "Ben"]}}) == "JIN-8.6"
    assert evening.refused("night", **{**NIGHT, "guard": {}}) == "JIN-8.6"
    assert evening.refused("night", **{**NIGHT, "guard": {"Emi": ["Aki"]}}) == "JIN-R23"


@pytest.mark.rule("JIN-R45", "JIN-R46")
def test_house_rules_about_guarding() -> None:
    evening = evening_of(self_guard=True, repeat_guard=False)
    own = {**NIGHT, "guard": {"Fumi": ["Fumi"]}}
    evening.do("night", **own)
    evening.do("morning")
    evening.vote_for("Emi")
    evening.execute()
    evening.do("speech")
    assert evening.refused("night", **own) == "JIN-R46"


@pytest.mark.rule("JIN-R46")
def test_by_default_the_same_player_is_protected_again() -> None:
    evening = evening_of()
    evening.do("night", **NIGHT)
    evening.do("morning")
    evening.vote_for("Emi")
    evening.execute()
    evening.do("speech")
    evening.do("night", **NIGHT)


@pytest.mark.rule("JIN-R23", "JIN-R57")
def test_an_elected_guard_protects_nobody() -> None:
    evening = evening_of(winner="Fumi")
    assert evening.refused("night", **NIGHT) == "JIN-R23"
    evening.do("night", attack=["Ito"], investigate={"Dai": ["Aki"]})
    assert evening.now("night")["guarded"] == {}


@pytest.mark.rule("JIN-R47", "JIN-8.5", "JIN-8.11", "JIN-R21")
@pytest.mark.parametrize("victim", ["Fumi", "Dai", "Emi"])
def test_an_attack_costs_nobody_tonights_ability(victim: str) -> None:
    evening = evening_of()
    evening.do("night", **{**NIGHT, "attack": [victim]})
    night = evening.now("night")
    assert night["attacked"] == [victim]
    assert night["guarded"] == {"Fumi": ["Hana"]}
    assert night["investigation"] == {"Dai": {"Aki": "wolf_member"}}
    assert night["prosecution"] == {"Emi": {"Go": "not_wolf_camp"}}


@pytest.mark.rule("JIN-8.8", "JIN-8.9", "JIN-R54", "JIN-R55")
def test_the_reporter_learns_of_one_other_whether_it_is_a_wolf_member() -> None:
    evening = evening_of()
    assert evening.refused("night", **{**NIGHT, "investigate": {"Dai": ["Dai"]}}) == "JIN-R54"
    assert evening.refused("night", **{**NIGHT, "investigate": {"Dai": ["Go"]}}) == "JIN-R54"
    assert evening.refused("night", **{**NIGHT, "investigate": {}}) == "JIN-8.8"
    assert evening.refused("night", **{**NIGHT, "investigate": {"Dai": ["Aki", "Ben"]}}) == "JIN-8.8"
    evening.do("night", **{**NIGHT, "investigate": {"Dai": ["Chie"]}})
    assert evening.now("night")["investigation"] == {"Dai": {"Chie": "not_wolf_member"}}


@pytest.mark.rule("JIN-R54")
def test_by_house_rule_winners_may_be_investigated() -> None:
    evening = evening_of(investigate_elected=True)
    evening.do("night", **{**NIGHT, "investigate": {"Dai": ["Go"]}})


@pytest.mark.rule("JIN-8.10", "JIN-R56", "JIN-R70")
@pytest.mark.parametrize(
    ("winner", "answer"),
    [
        ("Aki", "wolf_camp"),
        ("Chie", "wolf_camp"),
        ("Hana", "wolf_camp"),
        ("Go", "not_wolf_camp"),
        ("Dai", "not_wolf_camp"),
    ],
)
def test_the_prosecutor_reads_the_camp(winner: str, answer: str) -> None:
    evening = Evening(LOVERS)
    evening.vote_for(winner)
    evening.execute()
    evening.do("speech")
    evening.go_night()
    assert evening.now("night")["prosecution"] == {"Emi": {winner: answer}}


@pytest.mark.rule("JIN-R56")
def test_an_elected_prosecutor_learns_nothing_and_a_recalled_winner_is_read_all_the_same() -> None:
    evening = evening_of(winner="Emi")
    evening.go_night()
    assert evening.now("night")["prosecution"] == {}
    recalled = evening_of(card(901, effect({"tag": "recall", "target": "winner"}), effect(NOTE)))
    recalled.go_night()
    assert recalled.now("night")["prosecution"] == {"Emi": {"Go": "not_wolf_camp"}}


# --- effects of the night -----------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-8.2", "JIN-R55", "JIN-R76")
@pytest.mark.parametrize(
    ("action", "key", "empty"),
    [("attack", "attack", []), ("guard", "guard", {}), ("investigate", "investigate", {})],
)
def test_nothing_is_recorded_for_an_action_that_is_blocked_tonight(action: str, key: str, empty: Any) -> None:
    block = effect({"tag": "block_action", "action": action}, {"tag": "extra_action", "action": action})
    evening = evening_of(card(901, block, effect(NOTE)))
    assert evening.refused("night", **NIGHT) == "JIN-8.2"
    evening.do("night", **{**NIGHT, key: empty})


@pytest.mark.rule("JIN-R55", "JIN-8.10")
def test_a_blocked_prosecutor_gets_no_answer() -> None:
    evening = evening_of(card(901, effect({"tag": "block_action", "action": "prosecute"}), effect(NOTE)))
    evening.do("night", **NIGHT)
    assert evening.now("night")["prosecution"] == {}


@pytest.mark.rule("JIN-11.1", "JIN-8.4", "JIN-R58")
def test_two_attacks_are_judged_each_on_its_own() -> None:
    evening = evening_of(card(901, effect({"tag": "extra_action", "action": "attack"}), effect(NOTE)))
    assert evening.refused("night", **NIGHT) == "JIN-8.4"
    assert evening.refused("night", **{**NIGHT, "attack": ["Ito", "Ito"]}) == "JIN-8.4"
    evening.do("night", **{**NIGHT, "attack": ["Ito", "Hana"]})
    assert evening.now("night")["attacked"] == ["Ito"]
    assert evening.now("night")["saved"] == ["Hana"]


@pytest.mark.rule("JIN-11.1", "JIN-8.6", "JIN-8.8")
@pytest.mark.parametrize(("action", "key", "who"), [("guard", "guard", "Fumi"), ("investigate", "investigate", "Dai")])
def test_with_an_extra_action_two_different_players_are_named(action: str, key: str, who: str) -> None:
    evening = evening_of(card(901, effect({"tag": "extra_action", "action": action, "count": 1}), effect(NOTE)))
    for wrong in (["Aki"], ["Aki", "Aki"], ["Aki", "Ben", "Chie"]):
        assert evening.refused("night", **{**NIGHT, key: {who: wrong}}) in ("JIN-8.6", "JIN-8.8")
    evening.do("night", **{**NIGHT, key: {who: ["Aki", "Ben"]}})


@pytest.mark.rule("JIN-11.1")
@pytest.mark.parametrize(
    "tag", [{"tag": "attack_fails"}, {"tag": "protect", "target": ["Ito"]}, {"tag": "protect", "target": "all"}]
)
def test_an_effect_may_stop_an_attack(tag: dict[str, Any]) -> None:
    evening = evening_of(card(901, effect(tag), effect(NOTE)))
    evening.do("night", **NIGHT)
    assert evening.now("night")["saved"] == ["Ito"]
    assert evening.now("sitting_out") == []


@pytest.mark.rule("JIN-R88", "JIN-11.1")
@pytest.mark.parametrize(("what", "value"), [("camp", "wolf"), ("role", "spy"), ("wolf_member", "not_wolf_member")])
def test_a_peek_is_told_at_the_start_of_the_night(what: str, value: str) -> None:
    peek = {"tag": "peek", "to": "role:reporter", "target": ["Chie"], "what": what}
    evening = evening_of(card(901, effect(peek), effect(NOTE)))
    evening.do("night", **NIGHT)
    assert evening.now("night")["peeks"] == [{"to": "Dai", "about": "Chie", "what": what, "value": value}]


@pytest.mark.rule("JIN-11.4", "JIN-R88")
def test_a_peek_entered_in_the_middle_of_the_night_is_shown_that_night() -> None:
    evening = evening_of(card(901, effect(NOTE), effect(NOTE)))
    evening.to_actions()
    evening.do("gm_effect", tags=[{"tag": "peek", "to": ["Dai"], "what": "camp"}], targets=["Chie"])
    assert evening.open == "n.effects"
    evening.do("night", **NIGHT)
    assert evening.now("night")["peeks"] == [{"to": "Dai", "about": "Chie", "what": "camp", "value": "wolf"}]


@pytest.mark.rule("JIN-8.4", "JIN-8.6", "JIN-8.8")
def test_an_entry_left_empty_at_night_is_refused_and_nothing_breaks() -> None:
    evening = evening_of(card(901, effect(NOTE), effect(NOTE)))
    evening.to_actions()
    for question, reason, good in (("n.attack", "answer.unknown", 7), ("n.guard", "guard.count", 1)):
        assert evening.open == question
        with pytest.raises(Refused) as refused:
            evening.answer([None])
        assert refused.value.reason.id == reason
        evening.answer([good])
    with pytest.raises(Refused) as refused:
        evening.answer([None])
    assert refused.value.reason.id == "check.count"


@pytest.mark.rule("JIN-R87")
def test_a_peek_for_somebody_who_has_left_tells_nobody() -> None:
    peek = {"tag": "peek", "to": "role:reporter", "target": "winner", "what": "camp"}
    evening = evening_of(card(901, effect(peek), effect(NOTE)), winner="Dai")
    evening.do("night", **{**NIGHT, "investigate": {}})
    assert evening.now("night")["peeks"] == []


@pytest.mark.rule("JIN-9.1", "JIN-9.2", "JIN-9.3", "JIN-R59", "JIN-R61")
def test_the_morning_says_who_sits_out_then_each_effect_then_the_campaign_begins() -> None:
    tags = ({"tag": "silence", "target": ["Aki"]}, {"tag": "votes_received", "target": ["Ben"], "delta": -1},
            {"tag": "campaign_time", "minutes": 2})  # fmt: skip
    evening = evening_of(card(901, effect(*tags), effect(NOTE)))
    evening.do("night", **NIGHT)
    seen = []
    while evening.t.phase == "morning":
        seen.append(evening.open)
        evening.answer(True)
    assert seen == ["mo.sits_out", "mo.silence", "mo.votes_received"]
    assert evening.now("day") == 2
    assert evening.now("morning") == {
        "attacked": ["Ito"],
        "effects": [{"tag": "silence", "names": ["Aki"]}, {"tag": "votes_received", "names": ["Ben"], "delta": -1}],
        "minutes": 2,
    }


@pytest.mark.rule("JIN-7.1", "JIN-12.2")
def test_the_speech_follows_the_execution_and_the_night_the_speech() -> None:
    evening = Evening()
    evening.vote_for("Go")
    assert evening.refused("speech") == "JIN-12.2"
    evening.execute()
    assert evening.open == "sp.speech"
    assert evening.refused("night", **NIGHT) == "JIN-12.2"
    evening.do("speech")
    assert evening.now("phase") == "night"


@pytest.mark.rule("JIN-R78")
@pytest.mark.parametrize(
    ("target", "block", "signs"),
    [("Aki", None, ["sign_wolf_member"]), ("Chie", None, ["sign_not_wolf_member"]), (None, "x", ["sign_no_result"])],
)
def test_the_gm_is_given_the_sign_to_show(target: str | None, block: str | None, signs: list[str]) -> None:
    tags = [{"tag": "block_action", "action": "investigate"}] if block else []
    evening = evening_of(card(901, effect(*tags), effect(NOTE)))
    for value in (True, True, [8], [7], [evening.seat(target)] if target else []):
        evening.answer(value)
    assert evening.open == "n.answer"
    from gmtool.games.jinro.words import words

    assert words(evening.t, evening.run.question)["symbols"] == signs
