"""Seats, recalls and every end (JIN-10), players who leave (JIN-R60)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jinro.tables import CAST, NAMES, NOTE, Evening, card, effect

LAWYER = {"role_camps": {"lawyer": "human"}}


def play(winners: str, cast: dict[str, str] | None = None, **options: Any) -> Evening:
    """Play whole days with these winners, by the first letter of their names."""
    evening = Evening(cast, **options)
    for letter in winners:
        if evening.now("winner") is not None:
            break
        winner = next(name for name in evening.t.names if name.startswith(letter))
        spare = next(name for name in evening.now("standing") if name[0] not in winners)
        evening.day(winner, attack=spare)
    return evening


@pytest.mark.rule("JIN-10.1", "JIN-R67", "JIN-6.9")
@pytest.mark.parametrize(
    ("winners", "winner", "reason"),
    [
        ("GHIE", "human", "seats_full"), ("GHIC", "human", "seats_full"), ("CAGH", "wolf", "seats_full"),
        ("GHCD", "wolf", "neither_reached"), ("GDHC", "wolf", "neither_reached"), ("AB", "wolf", "two_wolf_members"),
        ("GAHB", "wolf", "two_wolf_members"),
    ],
)  # fmt: skip
def test_who_wins_with_which_seats(winners: str, winner: str, reason: str) -> None:
    evening = play(winners)
    assert (evening.now("winner"), evening.now("end_reason")) == (winner, reason)
    assert evening.now("phase") == "end"


@pytest.mark.rule("JIN-10.2", "JIN-R72")
@pytest.mark.parametrize("winners", ["GHI", "CA", "AC"])
def test_no_end_by_numbers_before_the_last_seat(winners: str) -> None:
    evening = play(winners)
    assert evening.now("winner") is None
    assert evening.told_public == [{"morning": evening.now("morning")}]


@pytest.mark.rule("JIN-10.4", "JIN-R68", "JIN-R70")
def test_the_second_wolf_member_ends_the_game_at_once_without_a_manifesto() -> None:
    evening = Evening()
    evening.day("Aki", attack="Ito")
    evening.vote_for("Ben")
    assert evening.now("vote")["next"] == "end"
    assert evening.told_public == [{"elected": "Ben"}, {"winner": "wolf"}]
    assert evening.now("deck")["left"] == 9
    assert evening.refused("manifesto", by="Ben", side="wolf", targets={}, draw="success") == "JIN-10.8"


@pytest.mark.rule("JIN-10.4")
@pytest.mark.parametrize(("number", "over"), [(1, True), (2, False), (3, False)])
def test_the_house_rule_says_how_many_wolf_members_end_it(number: int, over: bool) -> None:
    evening = Evening(wolf_member_end=number)
    evening.vote_for("Aki")
    assert (evening.now("winner") == "wolf") is over


@pytest.mark.rule("JIN-R69", "JIN-10.5")
@pytest.mark.parametrize(("count", "over"), [("net", False), ("ever", True)])
def test_a_recalled_wolf_member_counts_for_the_instant_end_by_house_rule_only(count: str, over: bool) -> None:
    recall = card(901, effect({"tag": "recall"}, picks=1, pool="seated"), effect(NOTE))
    evening = Evening(cards={"Go": recall}, instant_end_count=count)
    evening.day("Aki", attack="Ito")
    evening.vote_for("Go")
    evening.execute(human=["Aki"])
    evening.rest_of_day(attack="Ito")
    evening.vote_for("Ben")
    assert (evening.now("winner") == "wolf") is over


@pytest.mark.rule("JIN-R69", "JIN-R64")
def test_one_wolf_member_elected_twice_counts_once() -> None:
    recall = card(901, effect({"tag": "recall"}, picks=1, pool="seated"), effect(NOTE))
    evening = Evening(cards={"Go": recall}, instant_end_count="ever", recall_returns=True)
    evening.day("Aki", attack="Ito")
    evening.vote_for("Go")
    evening.execute(human=["Aki"])
    evening.rest_of_day(attack="Ito")
    evening.vote_for("Aki")
    assert evening.now("winner") is None


@pytest.mark.rule("JIN-10.5", "JIN-R67")
def test_a_recall_on_the_last_card_means_at_least_one_more_day() -> None:
    recall = card(901, effect({"tag": "recall"}, picks=1, pool="seated"), effect(NOTE))
    evening = Evening(cards={"Ito": recall})
    for winner in ("Go", "Hana", "Emi"):
        evening.day(winner, attack="Ben")
    evening.vote_for("Ito")
    assert evening.now("winner") is None
    evening.execute(human=["Emi"])
    assert evening.now("winner") is None
    assert evening.now("seats")["filled"] == 3
    assert evening.now("phase") == "speech"


@pytest.mark.rule("JIN-R67", "JIN-R90")
def test_by_house_rule_the_last_manifesto_is_not_executed() -> None:
    evening = play("GHI", final_manifesto="skip")
    evening.vote_for("Emi")
    assert evening.now("vote")["next"] == "end"
    assert evening.told_public == [{"elected": "Emi"}, {"winner": "human"}]
    assert evening.now("deck")["left"] == 7


@pytest.mark.rule("JIN-R90", "JIN-R07")
@pytest.mark.parametrize("options", [{"final_manifesto": "skip"}, {"rule": "plain"}])
def test_what_a_lawyers_card_does_is_entered_before_the_count_even_without_a_manifesto(options: dict[str, str]) -> None:
    evening = play("GHI", {**CAST, "Fumi": "lawyer"}, **LAWYER, **options)
    evening.while_open({"c.minutes": lambda: 5, "c.talk": lambda: 60, "v.ballots": lambda: [5, 5, 5, 5, 1]}, "campaign")
    evening.answer(True)
    assert evening.open == "m.by_hand"
    for value in (True, "recall", "players", [6], "as_ruled", "the lawyer's card", False):
        evening.answer(value)
    assert evening.open == "m.recalled"
    evening.answer(True)
    assert evening.now("winner") is None
    assert evening.now("seats")["holders"] == ["Hana", "Ito", "Fumi"]
    assert evening.now("phase") == ("manifesto" if "final_manifesto" in options else "speech")


@pytest.mark.rule("JIN-10.6", "JIN-R06")
def test_the_house_rule_says_whose_seat_does_not_count() -> None:
    evening = play("GD", no_electability=["human_member"])
    seats = evening.now("seats")
    assert (seats["human"], seats["uncounted"]) == (1, 1)


@pytest.mark.rule("JIN-10.7", "JIN-R71")
def test_the_example_of_the_text_two_human_one_wolf_and_the_reporter() -> None:
    evening = play("GCHD")
    assert evening.now("seats") == {
        "filled": 4, "total": 4, "human": 2, "wolf": 1, "uncounted": 1, "wolf_members": 0,
        "holders": ["Go", "Chie", "Hana", "Dai"],
    }  # fmt: skip
    assert (evening.now("winner"), evening.now("end_reason")) == ("wolf", "neither_reached")


@pytest.mark.rule("JIN-R01")
def test_other_seat_numbers() -> None:
    evening = play("GH", seats_total=3, human_need=2, wolf_need=2)
    assert evening.now("winner") is None
    evening.day("Chie")
    assert evening.now("winner") == "human"


@pytest.mark.rule("JIN-R79", "JIN-10.3")
def test_in_the_plain_rule_a_camp_wins_by_its_number_unless_a_lawyer_takes_part() -> None:
    evening = play("GHI", rule="plain")
    assert (evening.now("winner"), evening.now("end_reason")) == ("human", "seats_reached")
    assert evening.now("manifesto") is None
    with_lawyer = play("GHI", {**CAST, "Fumi": "lawyer"}, rule="plain", **LAWYER)
    assert with_lawyer.now("winner") is None


@pytest.mark.rule("JIN-R79")
def test_the_plain_rule_has_no_candidacy_and_no_execution() -> None:
    evening = Evening(rule="plain")
    assert evening.refused("candidacy", claims={}) == "JIN-12.2"
    evening.vote_for("Go")
    assert evening.now("vote")["next"] == "speech"
    assert evening.refused("manifesto", by="Go", side="human", targets={}, draw="success") == "JIN-12.2"


@pytest.mark.rule("JIN-R36")
def test_when_nobody_could_be_elected_tomorrow_the_seats_are_judged_as_they_stand() -> None:
    evening = Evening({"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member"})
    evening.day("Ben", attack="Aki")
    evening.vote_for("Chie")
    evening.execute()
    evening.do("speech")
    evening.do("night", attack=["Aki"])
    assert (evening.now("winner"), evening.now("end_reason")) == ("wolf", "no_candidates")
    enough = Evening({"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member"}, human_need=2, wolf_need=3)
    enough.day("Ben", attack="Aki")
    enough.vote_for("Chie")
    enough.execute()
    enough.do("speech")
    enough.do("night", attack=["Aki"])
    assert enough.now("winner") == "human"


@pytest.mark.rule("JIN-R36", "JIN-R60")
def test_when_the_last_who_could_be_elected_leaves_the_game_ends() -> None:
    evening = Evening()
    for name in NAMES:
        if evening.now("winner") is None:
            evening.do("withdraw", player=name)
    assert evening.now("end_reason") == "no_candidates"
    assert evening.told_public == [{"winner": "wolf"}]


@pytest.mark.rule("JIN-10.8", "JIN-12.1")
def test_after_the_end_nothing_more_is_taken() -> None:
    evening = play("AB")
    events: dict[str, dict[str, Any]] = {
        "vote": {"ballots": {}}, "speech": {}, "night": {"attack": []}, "morning": {}, "lot": {"elected": "Go"},
        "withdraw": {"player": "Go"}, "gm_effect": {"tags": [NOTE], "targets": []}, "candidacy": {"claims": {}},
        "role_check": {"favourites": {}, "told": {}},
    }  # fmt: skip
    for kind, fields in events.items():
        assert evening.refused(kind, **fields) == "JIN-10.8"
    assert evening.refused("dance") == "JIN-12.1"
    evening.answer(True)
    assert evening.run.question is None


# --- players who leave --------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-R60", "JIN-R24")
def test_who_leaves_is_out_and_a_seat_already_won_stays() -> None:
    evening = play("G")
    assert evening.refused("withdraw", player="Go") == "JIN-R60"
    evening.do("withdraw", player="Hana")
    assert evening.now("out") == ["Hana"]
    assert evening.refused("withdraw", player="Hana") == "JIN-R60"
    assert evening.refused("withdraw", player="Nobody") == "JIN-R60"
    assert evening.now("seats")["holders"] == ["Go"]


def tied(**options: Any) -> Evening:
    """Return a table with Aki, Ben and Chie in a run-off."""
    evening = Evening(**options)
    ballots = {"Aki": "Ben", "Ben": "Aki", "Chie": "Aki", "Dai": "Ben", "Emi": "Chie", "Fumi": "Chie", "Go": "Dai",
               "Hana": "Emi", "Ito": "Fumi"}  # fmt: skip
    evening.do("vote", ballots=ballots)
    return evening


@pytest.mark.rule("JIN-R60")
def test_in_a_tie_the_run_off_goes_on_among_those_who_remain() -> None:
    evening = tied()
    evening.do("withdraw", player="Ben")
    assert evening.now("vote")["leaders"] == ["Aki", "Chie"]
    everybody = {name: "Aki" for name in NAMES if name not in ("Aki", "Ben")}
    assert evening.refused("vote", ballots={**everybody, "Aki": "Ben"}) == "JIN-5.3"
    evening.do("vote", ballots={**everybody, "Aki": "Chie"})
    assert evening.now("vote")["elected"] == "Aki"


@pytest.mark.rule("JIN-R60", "JIN-5.8")
def test_once_the_lot_is_drawn_a_tie_was_among_those_who_remained() -> None:
    evening = tied(runoffs_max=0)
    evening.do("withdraw", player="Ben")
    evening.do("lot", elected="Chie")
    assert evening.now("vote")["leaders"] == ["Aki", "Chie"]


@pytest.mark.rule("JIN-R60", "JIN-R36")
def test_a_sole_one_who_remains_is_voted_for_and_with_none_the_vote_starts_again() -> None:
    evening = tied()
    for name in ("Ben", "Chie"):
        evening.do("withdraw", player=name)
    assert evening.now("phase") == "runoff"
    sole = {name: "Aki" for name in NAMES if name not in ("Aki", "Ben", "Chie")}
    length = len(evening.deeds)
    evening.do("vote", ballots=sole)
    assert evening.now("vote")["elected"] == "Aki"
    evening.rewind(length)
    evening.do("withdraw", player="Aki")
    assert evening.now("phase") == "campaign"
    assert evening.now("vote") is None
    assert evening.open == "v.ballots", "limit and talk are not asked again"


@pytest.mark.rule("JIN-R60", "JIN-11.4")
def test_an_effect_by_hand_that_bars_one_of_the_field_does_the_same() -> None:
    evening = tied()
    evening.do("gm_effect", tags=[{"tag": "no_candidate"}], targets=["Ben"])
    assert evening.now("vote")["leaders"] == ["Aki", "Chie"]


@pytest.mark.rule("JIN-R60", "JIN-R31")
def test_when_the_last_voter_of_a_run_off_leaves_the_lot_comes_at_once() -> None:
    cast = {"Aki": "wolf_member", "Ben": "human_member", "Chie": "human_member"}
    evening = Evening(cast, runoff_tied_vote=False)
    evening.do("vote", ballots={"Aki": "Ben", "Ben": "Aki", "Chie": "Ben"} | {"Chie": "Aki", "Aki": "Ben"})
    assert evening.now("vote")["elected"] == "Aki"
    again = Evening(cast, runoff_tied_vote=False)
    again.do("gm_effect", tags=[{"tag": "no_vote"}], targets=["Chie"])
    again.do("gm_effect", tags=[{"tag": "no_candidate"}], targets=["Chie"])
    again.do("vote", ballots={"Aki": "Ben", "Ben": "Aki"})
    assert again.now("phase") == "lot"


@pytest.mark.rule("JIN-R60")
def test_somebody_who_leaves_while_sitting_out_does_not_come_back() -> None:
    evening = Evening()
    evening.day("Go", attack="Ito")
    evening.do("withdraw", player="Ito")
    assert evening.now("sitting_out") == []
    evening.vote_for("Emi")
    evening.execute()
    evening.do("speech")
    assert evening.told_public == [{"returned": []}]


@pytest.mark.rule("JIN-R93")
def test_a_substitute_takes_over_role_card_and_everything_else() -> None:
    evening = Evening()
    before = (evening.t.roles[6], evening.t.dealt[6])
    evening.act("substitute")
    for value in (6, "Gina"):
        evening.answer(value)
    assert evening.t.names[6] == "Gina"
    assert (evening.t.roles[6], evening.t.dealt[6]) == before


@pytest.mark.rule("JIN-R81")
def test_at_the_end_roles_executions_and_nights_are_told() -> None:
    from gmtool.games.jinro.report import report, result

    evening = play("GCHD")
    assert report(evening.t) == []
    assert result(evening.t) is None
    evening.answer(True)
    told = report(evening.t)
    assert told[0] == ("won_neither_reached", {"camp": "wolf", "days": 4})
    assert {id for id, _ in told} >= {
        "player", "holder_uncounted", "fired", "attacked", "guarded", "investigated", "prosecuted", "told",
    }  # fmt: skip
    fired = next(values for id, values in told if id == "fired")
    assert {key: fired[key] for key in ("day", "name", "what", "state", "side", "names")} == {
        "day": 1, "name": "Go", "what": "human", "state": "success", "side": "human", "names": [],
    }  # fmt: skip
    final = result(evening.t)
    assert final is not None
    assert final["players"]["Fumi"] == {"role": "guard", "camp": "human", "state": "standing"}


@pytest.mark.rule("JIN-R81")
def test_house_rules_are_told_at_the_end_in_words() -> None:
    from gmtool.games.jinro.report import house_rules
    from gmtool.text.texts import Texts
    from gmtool.ui.result import report_lines

    options = {"spy_meeting": "thumbs", "no_electability": ["guard"], "deck": {"success": 7, "failure": 3}}
    told = report_lines(house_rules(Evening(**options).t), Texts("ja", "jinro", strict=True))
    assert [line.partition("：")[2] for line in told[1:]] == ["親指だけ", "警備員", "成功7枚、失敗3枚"]
