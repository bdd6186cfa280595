"""What stands on the screen beside the question: for the table, and for the GM alone (section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.games.jinro.beginning import goal
from gmtool.games.jinro.view import gm_view, public_view
from gmtool.text.texts import Texts, languages
from gmtool.ui import tables
from gmtool.ui.words import Words
from tests.games.jinro.tables import CAST, GAME, NOTE, Evening, card, effect


def lines(evening: Evening, id: str) -> list[dict[str, Any]]:
    return [values for line, values in gm_view(evening.t).lines if line == id]


def by_hand(evening: Evening, tag: dict[str, Any], *names: str) -> None:
    evening.do("gm_effect", tags=[tag], targets=list(names))


@pytest.mark.rule("JIN-R63")
def test_a_recall_that_waits_for_the_night_says_whom_it_takes_and_that_it_is_night() -> None:
    recall = card(901, effect({"tag": "recall"}, picks=1, pool="seated"), effect(NOTE))
    evening = Evening(cards={"Hana": recall}, recall_timing="night")
    evening.day("Go")
    evening.vote_for("Hana")
    evening.execute(human=["Go"])
    assert lines(evening, "gm_night") == [{"when": "2", "effect": "recall", "names": ["Go"], "change": ""}]
    assert lines(evening, "gm_day") == []


@pytest.mark.rule("JIN-11.1")
def test_more_targets_at_night_are_shown_with_their_number_and_the_word_of_the_deed() -> None:
    evening = Evening()
    by_hand(evening, {"tag": "extra_action", "action": "guard", "count": 2})
    by_hand(evening, {"tag": "block_action", "action": "guard"})
    assert lines(evening, "gm_extra") == [{"when": "1", "state": "guarding", "number": 2}]
    assert lines(evening, "gm_action") == [{"when": "1", "effect": "block_action", "state": "guarding"}]
    for language in languages():
        texts = Texts(language, "jinro", strict=True)
        assert texts.word("guarding") != texts.word("guard")


@pytest.mark.rule("JIN-R62")
def test_an_effect_whose_last_day_is_decided_is_shown_no_more() -> None:
    evening = Evening()
    by_hand(evening, {"tag": "vote_weight", "delta": 1}, "Aki")
    assert len(lines(evening, "gm_day")) == 1
    evening.vote_for("Go")
    assert lines(evening, "gm_day") == []


@pytest.mark.rule("JIN-6.4", "JIN-11.3")
def test_whom_the_half_that_fired_names_stays_on_the_gms_screen() -> None:
    both = card(901, effect(NOTE, picks=1), effect(NOTE, picks=1))
    evening = Evening(cards={"Go": both})
    evening.vote_for("Go")
    evening.execute(draw="failure", human=["Aki"], wolf=["Ben"])
    assert lines(evening, "gm_picked") == [{"side": "wolf", "names": ["Ben"]}]
    assert "gm_picked" not in dict(public_view(evening.t).lines)


@pytest.mark.rule("JIN-9.1")
def test_the_morning_belongs_to_the_new_day() -> None:
    evening = Evening()
    evening.vote_for("Go")
    evening.execute()
    evening.do("speech")
    assert public_view(evening.t).round == 1
    evening.go_night()
    assert (evening.t.phase, public_view(evening.t).round) == ("morning", 2)


@pytest.mark.rule("JIN-5.4", "JIN-R28")
@pytest.mark.parametrize(
    ("delta", "shown"),
    [(2, ("changed", "+2", 10)), (-2, ("changed", "−2", 6)), (-20, ("floor", "−20", 0))],
)
def test_the_sum_of_a_vote_can_be_followed_line_by_line(delta: int, shown: tuple[str, str, int]) -> None:
    evening = Evening()
    by_hand(evening, {"tag": "votes_received", "delta": delta}, "Go")
    evening.vote_for("Go", other="Hana")
    entry = next(entry for entry in _tally(evening) if entry["name"] == "Go")
    assert (entry["raw"], entry["state"], entry["change"], entry["total"]) == (8, *shown)
    told = [(event.id, dict(event.values)) for event in evening.t.events if event.id.startswith("sum")]
    assert told == [
        ("sum_added", {"player": 6, "change": shown[1]}),
        ("sum", {"player": 6, "raw": 8, "total": shown[2]}),
    ]


@pytest.mark.rule("JIN-5.4", "JIN-R29")
def test_a_ballot_that_counts_twice_is_named() -> None:
    evening = Evening()
    by_hand(evening, {"tag": "vote_weight", "delta": 1}, "Aki")
    evening.vote_for("Go", other="Hana")
    told = [dict(event.values) for event in evening.t.events if event.id == "sum_ballot"]
    assert told == [{"voter": 0, "player": 6, "number": 2}]


def _tally(evening: Evening) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dict(public_view(evening.t).lines)["tally"]["votes"]
    return found


@pytest.mark.rule("JIN-5.5")
def test_every_winner_is_said_aloud_whatever_follows() -> None:
    for options in ({}, {"rule": "plain"}, {"seats_total": 1, "final_manifesto": "skip"}, {"wolf_member_end": 1}):
        evening = Evening(**options)
        evening.while_open({"c.minutes": lambda: 5, "c.talk": lambda: 60, "v.ballots": _all_for_aki}, "campaign")
        assert evening.open == "v.elected", options
        assert "Aki" in Words(GAME, Texts("en", "jinro", strict=True)).say(evening.t, evening.run.question)
        evening.answer(True)
        assert evening.open != "v.elected"


def _all_for_aki() -> list[int]:
    return [1, *[0] * 8]


@pytest.mark.rule("JIN-10.1", "JIN-10.4", "JIN-R79")
@pytest.mark.parametrize(
    ("options", "explained"),
    [
        ({}, "s.rules"),
        ({"wolf_member_end": 1}, "s.rules"),
        ({"wolf_member_end": 3}, "s.rules_last"),
        ({"wolf_member_end": 3, "lineup_public": False}, "s.rules"),
        ({"wolf_member_end": 5, "lineup_public": False}, "s.rules_last"),
        ({"rule": "plain"}, "s.rules_early"),
    ],
)
def test_the_end_is_explained_as_it_comes_at_this_table(options: dict[str, Any], explained: str) -> None:
    evening = Evening(start=False, **options)
    assert goal(evening.t).id == evening.open == explained


@pytest.mark.rule("JIN-10.3")
def test_with_a_lawyer_nobody_is_promised_an_early_end() -> None:
    cast = {**CAST, "Ito": "lawyer"}
    evening = Evening(cast=cast, start=False, rule="plain", role_camps={"lawyer": "human"})
    assert evening.open == "s.rules"


@pytest.mark.rule("JIN-R03", "JIN-1.5")
def test_the_line_up_is_said_with_its_numbers() -> None:
    evening = Evening(start=False)
    evening.answer(True)
    assert evening.open == "s.lineup"
    said = Words(GAME, Texts("ja", "jinro", strict=True)).say(evening.t, evening.run.question)
    assert "おおかみの党 党員が2人、スパイが1人" in said


@pytest.mark.rule("JIN-7.3")
def test_in_japanese_everybody_who_is_named_gets_san() -> None:
    texts = Texts("ja", "jinro", strict=True)
    assert "鈴木さん、佐藤さんです" in texts.get("sp.return", "say", {"back": ["鈴木", "佐藤"]})


def test_where_the_table_has_no_room_the_gm_still_sees_who_is_what() -> None:
    evening = Evening()
    texts = Texts("en", "jinro", strict=True)
    shown = "\n".join(line.plain for line in tables.few_lines(gm_view(evening.t), texts, 80))
    assert "6 Fumi  guard" in shown
    assert "guard" not in "\n".join(line.plain for line in tables.few_lines(public_view(evening.t), texts, 80))


@pytest.mark.rule("JIN-5.7")
def test_each_run_off_says_which_of_how_many_it_is() -> None:
    cast = dict(zip(("Aki", "Ben", "Chie", "Dai"), ("wolf_member", *["human_member"] * 3), strict=True))
    evening = Evening(cast=cast)
    said = []
    while evening.t.phase != "lot":
        evening.do("vote", ballots={"Aki": "Ben", "Ben": "Aki", "Chie": "Ben", "Dai": "Aki"})
        if evening.open == "v.runoff":
            said.append(Words(GAME, Texts("en", "jinro", strict=True)).say(evening.t, evening.run.question))
    assert ["Run-off 1 of 2" in said[0], "Run-off 2 of 2" in said[1]] == [True, True]


@pytest.mark.rule("JIN-R79")
def test_without_manifesto_cards_no_column_is_kept_for_them() -> None:
    evening = Evening(rule="plain")
    assert public_view(evening.t).columns == ("votes",)
    assert gm_view(evening.t).columns == ("votes", "role", "camp")
