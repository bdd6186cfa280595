"""The vote: who votes for whom, the sum, run-offs, the lot (JIN-4, JIN-5)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.games.jinro import vote_rules
from tests.games.jinro.tables import CAST, NAMES, NOTE, Evening, card, effect


def one_each(evening: Evening, **changed: str | None) -> dict[str, str | None]:
    """Return a ballot from everybody for the next player at the table, changed here and there."""
    names = evening.now("eligible")["vote"]
    able = evening.now("eligible")["candidates"]
    ballots: dict[str, str | None] = {}
    for place, name in enumerate(names):
        ballots[name] = next(other for other in [*able[place:], *able] if other != name)
    return {**ballots, **changed}


def entered(tag: dict[str, Any], *names: str, when: str = "today") -> dict[str, Any]:
    return {"tags": [tag], "targets": list(names), "when": when}


@pytest.mark.rule("JIN-5.5", "JIN-5.1", "JIN-R22")
def test_most_votes_wins_and_nothing_but_the_winner_becomes_public() -> None:
    evening = Evening()
    evening.vote_for("Go")
    assert evening.now("vote")["elected"] == "Go"
    assert evening.told_public == [{"elected": "Go"}]
    assert evening.now("seats")["holders"] == ["Go"]


@pytest.mark.rule("JIN-5.3", "JIN-R25", "JIN-R26")
@pytest.mark.parametrize(
    ("changed", "rule"),
    [({"Aki": "Aki"}, "JIN-R25"), ({"Aki": None}, "JIN-R26"), ({"Aki": "Nobody"}, "JIN-5.3")],
)
def test_everybody_votes_once_for_somebody_else(changed: dict[str, str | None], rule: str) -> None:
    evening = Evening()
    assert evening.refused("vote", ballots=one_each(evening, **changed)) == rule
    missing = one_each(evening)
    del missing["Emi"]
    assert evening.refused("vote", ballots=missing) == "JIN-5.3"
    assert evening.refused("vote", ballots={**one_each(evening), "Stranger": "Aki"}) == "JIN-5.3"


@pytest.mark.rule("JIN-R25")
def test_by_house_rule_players_may_vote_for_themselves() -> None:
    evening = Evening(self_vote=True)
    evening.do("vote", ballots={name: name if name == "Go" else "Go" for name in NAMES})
    assert evening.now("vote")["totals"]["Go"] == 9


@pytest.mark.rule("JIN-R26")
def test_by_house_rule_players_may_vote_for_nobody() -> None:
    evening = Evening(abstain=True)
    evening.do("vote", ballots={name: ("Go" if name == "Aki" else None) for name in NAMES})
    assert evening.now("vote")["elected"] == "Go"


@pytest.mark.rule("JIN-7.4", "JIN-R35", "JIN-R24", "JIN-5.3")
def test_no_ballot_from_or_for_anybody_who_sits_out_was_elected_or_is_out() -> None:
    evening = Evening()
    evening.day("Go", attack="Ito")
    evening.do("withdraw", player="Hana")
    assert evening.refused("vote", ballots={**one_each(evening), "Ito": "Aki"}) == "JIN-7.4"
    assert evening.refused("vote", ballots={**one_each(evening), "Go": "Aki"}) == "JIN-R24"
    assert evening.refused("vote", ballots={**one_each(evening), "Hana": "Aki"}) == "JIN-5.3"
    assert evening.refused("vote", ballots=one_each(evening, Aki="Ito")) == "JIN-R35"
    assert evening.refused("vote", ballots=one_each(evening, Aki="Go")) == "JIN-R24"
    assert evening.refused("vote", ballots=one_each(evening, Aki="Hana")) == "JIN-5.3"


@pytest.mark.rule("JIN-R64", "JIN-R24")
def test_no_ballot_from_or_for_anybody_who_was_recalled() -> None:
    evening = Evening()
    evening.day("Go", attack="Ito")
    evening.do("gm_effect", tags=[{"tag": "recall"}], targets=["Go"])
    assert evening.refused("vote", ballots={**one_each(evening), "Go": "Aki"}) == "JIN-R64"
    assert evening.refused("vote", ballots=one_each(evening, Aki="Go")) == "JIN-R64"


@pytest.mark.rule("JIN-R35")
def test_by_house_rule_somebody_who_sits_out_can_be_elected() -> None:
    evening = Evening(attacked_electable=True)
    evening.day("Go", attack="Ito")
    assert "Ito" in evening.now("eligible")["candidates"]
    assert "Ito" not in evening.now("eligible")["vote"]
    evening.vote_for("Ito")
    assert evening.now("sitting_out") == []
    evening.execute()
    evening.do("speech")
    assert evening.told_public == [{"returned": []}]


@pytest.mark.rule("JIN-5.6", "JIN-5.7", "JIN-5.8", "JIN-R30", "JIN-R32")
def test_two_run_offs_among_the_tied_then_the_lot() -> None:
    evening = Evening()
    evening.do("vote", ballots=one_each(evening))
    assert evening.now("vote")["leaders"] == NAMES
    tie = {"Aki": "Ben", "Ben": "Aki", "Chie": "Aki", "Dai": "Ben", "Emi": "Chie", "Fumi": "Chie", "Go": "Dai",
           "Hana": "Emi", "Ito": "Fumi"}  # fmt: skip
    evening.do("vote", ballots=tie)
    assert evening.told_public == [{"runoff": ["Aki", "Ben", "Chie"]}]
    assert evening.refused("vote", ballots=tie) == "JIN-R30"
    again = {**dict.fromkeys(NAMES, "Aki"), "Aki": "Ben", "Chie": "Ben", "Dai": "Ben", "Emi": "Ben", "Ito": "Chie"}
    evening.do("vote", ballots=again)
    assert evening.now("vote") == {
        "round": 2,
        "totals": {"Aki": 4, "Ben": 4, "Chie": 1},
        "leaders": ["Aki", "Ben"],
        "elected": None,
        "next": "lot",
    }
    assert evening.refused("vote", ballots=again) == "JIN-12.2"
    assert evening.refused("lot", elected="Chie") == "JIN-5.8"
    evening.do("lot", elected="Ben")
    assert evening.told_public == [{"elected": "Ben"}]


@pytest.mark.rule("JIN-R32")
@pytest.mark.parametrize(("most", "phases"), [(0, ["lot"]), (1, ["runoff", "lot"]), (3, ["runoff"] * 3 + ["lot"])])
def test_the_house_rule_says_how_many_run_offs_there_are(most: int, phases: list[str]) -> None:
    evening = Evening(runoffs_max=most)
    for phase in phases:
        evening.do("vote", ballots=one_each(evening))
        assert evening.now("phase") == phase


@pytest.mark.rule("JIN-R31")
def test_the_tied_vote_too_unless_the_house_rule_says_otherwise() -> None:
    for votes in (True, False):
        evening = Evening(runoff_tied_vote=votes)
        tie = {**dict.fromkeys(NAMES, "Aki"), **dict.fromkeys(("Aki", "Chie", "Dai", "Ito"), "Ben"), "Hana": "Chie"}
        evening.do("vote", ballots=tie)
        assert evening.now("vote")["leaders"] == ["Aki", "Ben"]
        ballots = {**dict.fromkeys(NAMES, "Aki"), "Aki": "Ben"}
        if votes:
            evening.do("vote", ballots=ballots)
        else:
            assert evening.refused("vote", ballots=ballots) == "JIN-R31"
            evening.do("vote", ballots={name: "Aki" for name in NAMES if name not in ("Aki", "Ben")})
        assert evening.now("vote")["elected"] == "Aki"


@pytest.mark.rule("JIN-R31")
def test_where_nobody_could_vote_in_the_run_off_the_lot_comes_at_once() -> None:
    evening = Evening({"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member"}, runoff_tied_vote=False)
    evening.do("vote", ballots={"Aki": "Ben", "Ben": "Chie", "Chie": "Aki"})
    assert evening.now("phase") == "lot"
    assert evening.told_public == [{"lot": ["Aki", "Ben", "Chie"]}]


# --- yesterday's manifesto ------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-5.4", "JIN-R27", "JIN-R62")
@pytest.mark.parametrize("counts", [True, False])
def test_yesterdays_votes_count_one_day_and_in_run_offs_by_house_rule(counts: bool) -> None:
    votes = {"tag": "votes_received", "delta": 2}
    given = card(901, effect(votes, picks=1), effect(NOTE))
    evening = Evening(cards={"Go": given}, modifiers_in_runoff=counts)
    evening.vote_for("Go")
    evening.execute(human=["Ito"])
    evening.rest_of_day(attack="Aki")
    assert evening.now("morning")["effects"] == [{"tag": "votes_received", "names": ["Ito"], "delta": 2}]
    ballots = {"Ben": "Chie", "Chie": "Ito", "Dai": "Ito", "Emi": "Chie", "Fumi": "Chie", "Hana": "Chie", "Ito": "Hana"}
    evening.do("vote", ballots=ballots)
    assert evening.now("vote")["totals"] == {"Ben": 0, "Chie": 4, "Dai": 0, "Emi": 0, "Fumi": 0, "Hana": 1, "Ito": 4}
    run_off = {"Ben": "Chie", "Chie": "Ito", "Dai": "Ito", "Emi": "Chie", "Fumi": "Chie", "Hana": "Chie", "Ito": "Chie"}
    evening.do("vote", ballots=run_off)
    assert evening.now("vote")["totals"] == {"Chie": 5, "Ito": 4 if counts else 2}
    evening.execute(side="wolf")
    evening.rest_of_day(attack="Aki")
    assert evening.now("morning")["effects"] == []
    assert vote_rules.received(evening.t) == {}


@pytest.mark.rule("JIN-R28", "JIN-R62")
def test_totals_and_weights_stop_at_zero_and_several_effects_add_up() -> None:
    evening = Evening()
    evening.do("gm_effect", **entered({"tag": "votes_received", "delta": -5}, "Go"))
    for _ in range(2):
        evening.do("gm_effect", **entered({"tag": "vote_weight", "delta": 1}, "Aki"))
    evening.do("gm_effect", **entered({"tag": "vote_weight", "delta": -3}, "Ben"))
    ballots = {**dict.fromkeys(NAMES, "Go"), "Aki": "Ito", "Ben": "Hana", "Go": "Ito"}
    evening.do("vote", ballots=ballots)
    assert evening.now("vote")["totals"]["Go"] == 1
    assert evening.now("vote")["totals"]["Ito"] == 4
    assert evening.now("vote")["totals"]["Hana"] == 0


@pytest.mark.rule("JIN-R28")
def test_with_nothing_but_zeros_all_are_tied() -> None:
    evening = Evening()
    evening.do("gm_effect", **entered({"tag": "vote_weight", "target": "all", "delta": -1}))
    evening.do("vote", ballots=one_each(evening))
    assert evening.now("vote")["leaders"] == NAMES


@pytest.mark.rule("JIN-R29")
def test_a_double_ballot_is_not_split_and_lost_if_its_owner_sits_out() -> None:
    evening = Evening(cards={"Go": card(901, effect({"tag": "vote_weight", "delta": 1}, picks=1), effect(NOTE))})
    evening.vote_for("Go")
    evening.execute(human=["Ito"])
    evening.rest_of_day(attack="Ito")
    assert evening.now("morning")["effects"] == [{"tag": "vote_weight", "names": ["Ito"], "delta": 1}]
    assert "Ito" not in evening.now("eligible")["vote"]


@pytest.mark.rule("JIN-5.3", "JIN-R76")
def test_barred_players_cast_no_ballot_get_none_or_do_not_speak() -> None:
    evening = Evening()
    evening.do("gm_effect", **entered({"tag": "no_vote"}, "Aki"))
    evening.do("gm_effect", **entered({"tag": "no_candidate"}, "Ben"))
    evening.do("gm_effect", **entered({"tag": "silence"}, "Chie"))
    eligible = evening.now("eligible")
    assert "Aki" not in eligible["vote"]
    assert "Ben" not in eligible["candidates"]
    assert "Chie" not in eligible["campaign"]
    assert "Chie" in eligible["vote"]
    assert evening.refused("vote", ballots={**one_each(evening), "Aki": "Chie"}) == "JIN-5.3"
    assert evening.refused("vote", ballots=one_each(evening, Chie="Ben")) == "JIN-5.3"


@pytest.mark.rule("JIN-R76")
def test_if_everybody_is_barred_the_bars_are_lifted() -> None:
    evening = Evening()
    evening.do("gm_effect", **entered({"tag": "no_candidate", "target": "all"}))
    assert vote_rules.bars_are_lifted(evening.t)
    assert evening.now("eligible")["candidates"] == NAMES


@pytest.mark.rule("JIN-R36")
def test_a_sole_candidate_is_elected_and_nobody_who_cannot_vote_is_waited_for() -> None:
    evening = Evening({"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member", "Dai": "human_member"})
    for name in ("Ben", "Chie", "Dai"):
        evening.do("withdraw", player=name)
    assert evening.now("eligible")["candidates"] == ["Aki"]
    evening.do("vote", ballots={})
    assert evening.now("vote")["elected"] == "Aki"


@pytest.mark.rule("JIN-R36")
def test_votes_are_taken_for_a_sole_candidate_if_anybody_can_vote() -> None:
    evening = Evening()
    for name in NAMES[1:]:
        evening.do("gm_effect", **entered({"tag": "no_candidate"}, name))
    assert evening.refused("vote", ballots={}) == "JIN-5.3"
    evening.do("vote", ballots=dict.fromkeys(NAMES[1:], "Aki"))
    assert evening.now("vote")["totals"] == {"Aki": 8}


# --- hands ------------------------------------------------------------------------------------------------------------


def at_hands(**options: Any) -> Evening:
    evening = Evening(vote_mode="hands", **options)
    for value in (5, 60):
        evening.answer(value)
    assert evening.open == "v.hands"
    return evening


@pytest.mark.rule("JIN-5.2")
def test_hands_may_be_counted_instead_of_ballots_and_the_way_changed_at_any_vote() -> None:
    evening = at_hands()
    evening.act("totals")
    assert evening.open == "v.ballots"
    evening.act("totals")
    evening.answer({"6": 8, "0": 1})
    assert evening.now("vote")["totals"]["Go"] == 8
    assert evening.now("vote")["elected"] == "Go"


@pytest.mark.rule("JIN-5.3", "JIN-R26", "JIN-R25")
@pytest.mark.parametrize(
    ("hands", "rule"),
    [({"6": 8}, "JIN-R26"), ({"6": 8, "0": 2}, "JIN-5.3"), ({"6": 9}, "JIN-R25")],
)
def test_hands_add_up_to_the_voters_and_nobody_raises_one_for_themselves(hands: dict[str, int], rule: str) -> None:
    reason = at_hands().run.why_not(hands)
    assert reason is not None
    assert reason.rule == rule


@pytest.mark.rule("JIN-5.4", "JIN-5.2")
def test_where_a_ballot_counts_differently_it_is_asked_where_its_hand_went() -> None:
    evening = Evening(vote_mode="hands")
    evening.do("gm_effect", **entered({"tag": "vote_weight", "delta": 1}, "Aki"))
    for value in (5, 60, {"6": 4, "7": 5}):
        evening.answer(value)
    assert evening.open == "v.weighted"
    assert evening.run.why_not([8]) is not None
    evening.answer([6])
    assert evening.now("vote")["totals"]["Go"] == 5
    assert evening.now("vote")["leaders"] == ["Go", "Hana"]


@pytest.mark.rule("JIN-5.2", "JIN-5.4")
@pytest.mark.parametrize("seed", range(40))
def test_hands_and_ballots_give_the_same_sum(seed: int) -> None:
    import random

    rng = random.Random(seed)
    changes = [(rng.choice(NAMES), rng.choice((-1, 1, 2))) for _ in range(rng.randint(0, 3))]
    ballots = {name: rng.choice([other for other in NAMES if other != name]) for name in NAMES}
    by_ballots, by_hands = Evening(), Evening(vote_mode="hands")
    for evening in (by_ballots, by_hands):
        for name, delta in changes:
            evening.do("gm_effect", **entered({"tag": "vote_weight", "delta": delta}, name))
    by_ballots.do("vote", ballots=ballots)
    for value in (5, 60, {str(NAMES.index(n)): c for n in NAMES if (c := list(ballots.values()).count(n))}):
        by_hands.answer(value)
    if by_hands.open == "v.weighted":
        named = by_hands.run.question
        assert named is not None
        assert named.voters is not None
        by_hands.answer([NAMES.index(ballots[NAMES[voter]]) for voter in named.voters(by_hands.t)])
    assert by_hands.now("vote") == by_ballots.now("vote")


# --- the campaign -------------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-4.1", "JIN-R19", "JIN-R92")
def test_the_limit_is_asked_every_day_and_a_manifesto_changes_it_but_leaves_a_minute() -> None:
    evening = Evening(cards={"Go": card(901, effect({"tag": "campaign_time", "minutes": -4}), effect(NOTE))})
    assert evening.open == "c.minutes"
    evening.vote_for("Go")
    evening.execute()
    evening.rest_of_day()
    assert evening.now("morning")["minutes"] == -4
    evening.answer(3)
    assert evening.open == "c.talk_changed"
    assert evening.run.question is not None
    assert evening.run.question.timer == 60
    assert evening.run.question.warn is not None
    assert evening.run.question.warn(evening.t, 90) is not None


@pytest.mark.rule("JIN-R19")
def test_with_a_limit_set_for_the_table_nothing_is_asked() -> None:
    evening = Evening(campaign_minutes=7)
    assert evening.open == "c.talk"
    assert evening.run.question is not None
    assert evening.run.question.timer == 7 * 60


@pytest.mark.rule("JIN-R34")
def test_by_house_rule_the_tied_get_a_few_words() -> None:
    evening = Evening(runoff_speech_seconds=20)
    evening.do("vote", ballots=one_each(evening))
    assert evening.open == "v.plea"


@pytest.mark.rule("JIN-R86", "JIN-12.2")
def test_there_is_no_night_and_no_effect_before_the_first_day() -> None:
    evening = Evening(CAST)
    assert evening.now("night") is None
    assert evening.refused("night", attack=["Go"]) == "JIN-12.2"
    assert evening.t.effects == []


@pytest.mark.rule("JIN-4.3", "JIN-R20", "JIN-R24")
def test_who_takes_part_in_the_campaign() -> None:
    evening = Evening()
    evening.day("Go", attack="Ito")
    evening.do("withdraw", player="Hana")
    evening.do("gm_effect", **entered({"tag": "silence"}, "Aki"))
    assert evening.now("eligible")["campaign"] == ["Ben", "Chie", "Dai", "Emi", "Fumi"]


@pytest.mark.rule("JIN-R33")
def test_the_lot_leaves_the_promise_deck_alone() -> None:
    evening = Evening(runoffs_max=0)
    evening.do("vote", ballots=one_each(evening))
    evening.do("lot", elected="Aki")
    assert evening.now("deck") == {"success": 8, "failure": 2, "left": 10}


@pytest.mark.rule("JIN-R85")
def test_ballots_are_open() -> None:
    evening = Evening()
    evening.vote_for("Go")
    votes = next(event for event in evening.t.events if event.id == "votes")
    assert not votes.secret
    assert votes.values["votes"]["0"] == 6
