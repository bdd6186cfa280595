"""Set-up, line-ups in both vocabularies, the cold start (JIN-1)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.fields import with_defaults
from gmtool.core.question import Refused
from gmtool.core.random_table import play_on
from gmtool.core.table import DRAW, Table
from gmtool.games.jinro import library
from gmtool.games.jinro.setup import BY_NAME, START_PHASES, read_lineup
from gmtool.games.jinro.table import FAILURE, LAWYERS, ROLES, SUCCESS, JinroTable
from gmtool.games.jinro.vocabulary import ALIASES, fold, meaning
from tests.games.jinro.tables import GAME, NAMES, random_setup

SETUP: dict[str, Any] = {
    "players": NAMES,
    "lineup": {"wolf_member": 2, "spy": 1, "reporter": 1, "prosecutor": 1, "guard": 1, "human_member": 3},
    "cards": [],
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    return tmp_path


def faults(**changed: Any) -> list[tuple[str, str]]:
    return [(fault.id, fault.rule) for fault in GAME.check_setup({**SETUP, **changed})]


@pytest.mark.rule("JIN-1.5", "JIN-1.6", "JIN-R07", "JIN-R01", "JIN-1.7")
@pytest.mark.parametrize(
    ("changed", "id", "rule"),
    [
        ({"players": [*NAMES[:8], "AKI"]}, "setup.twice", ""),
        ({"lineup": {"wolf_member": 2}}, "setup.lineup_sum", "JIN-1.5"),
        ({"lineup": {"wolf_member": 2, "vampire": 7}}, "setup.role", "JIN-1.5"),
        ({"lineup": {"human_member": 9}}, "setup.no_wolf", "JIN-1.6"),
        ({"lineup": {"wolf_member": 2, "lawyer": 1, "human_member": 6}}, "setup.lawyer", "JIN-R07"),
        ({"human_need": 2, "wolf_need": 2}, "setup.needs", "JIN-R01"),
        ({"deck": {"success": 0, "failure": 0}}, "setup.deck", "JIN-1.7"),
        ({"players": NAMES[:2], "lineup": {"wolf_member": 1, "spy": 1}}, "setup.players", "JIN-R02"),
        ({"switches": {"self_vote": "maybe"}}, "setup.switch_value", ""),
        ({"switches": {"no_such": True}}, "setup.switch_unknown", ""),
        ({"seats_total": 0}, "setup.field_value", "JIN-R01"),
        ({"spy_meeting": "wink"}, "setup.field_value", "JIN-R08"),
        ({"no_electability": ["vampire"]}, "setup.field_value", "JIN-R06"),
        ({"cards": [{"number": 1}]}, "cards.name", "JIN-11.2"),
    ],
)
def test_what_a_set_up_is_refused_for(changed: dict[str, Any], id: str, rule: str) -> None:
    found = faults(**changed)
    assert (id, rule) in found or any(one == id and not rule for one, _ in found)


def test_a_set_up_without_a_line_up_names_the_field() -> None:
    setup = {key: value for key, value in SETUP.items() if key != "lineup"}
    assert [fault.id for fault in GAME.check_setup(setup)] == ["setup.field_missing"]


def test_every_fault_is_told_not_the_first_only() -> None:
    found = faults(lineup={"vampire": 1}, human_need=1, wolf_need=1, deck={"success": 0, "failure": 0})
    assert len({id for id, _ in found}) >= 4


@pytest.mark.rule("JIN-1.6", "JIN-R02")
@pytest.mark.parametrize(
    ("changed", "warned"),
    [
        ({}, set()),
        ({"players": NAMES[:6], "lineup": {"wolf_member": 2, "human_member": 4}}, {"odd.players"}),
        ({"lineup": {"wolf_member": 6, "reporter": 1, "human_member": 2}}, {"odd.human", "odd.camps"}),
        ({"lineup": {"wolf_member": 1, "human_member": 8}}, {"odd.wolf"}),
        ({"lineup": {"wolf_member": 1, "lover": 1, "human_member": 7}}, {"odd.lover"}),
        ({"seats_total": 2}, {"odd.need"}),
    ],
)
def test_odd_line_ups_are_warned_about_and_allowed(changed: dict[str, Any], warned: set[str]) -> None:
    assert faults(**changed) == []
    assert {reason.id for reason in GAME.warn_setup({**SETUP, **changed})} == warned


@pytest.mark.rule("JIN-R08", "JIN-R07")
def test_nobody_is_asked_about_spies_and_lawyers_who_are_not_in_the_game() -> None:
    alone = {"lineup": {"wolf_member": 2, "human_member": 7}}
    assert not BY_NAME["spy_meeting"].matters(alone)
    assert not BY_NAME["role_camps"].matters(alone)
    assert BY_NAME["spy_meeting"].matters({"lineup": {"spy": 1}})
    assert BY_NAME["role_camps"].matters({"lineup": {"corrupt_lawyer": 1}})


@pytest.mark.rule("JIN-R06", "JIN-12.7")
def test_roles_that_are_not_counted_are_typed_in_any_words() -> None:
    assert BY_NAME["no_electability"].read("占い師, bao ve", SETUP) == ["reporter", "guard"]


# --- both vocabularies ----------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-12.7")
@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("seer", "reporter"), ("番記者", "reporter"), ("占い師", "reporter"), ("ばんきしゃ", "reporter"),
        ("medium", "prosecutor"), ("けんさつかん", "prosecutor"), ("bodyguard", "guard"), ("けいびいん", "guard"),
        ("騎士", "guard"), ("SP", "guard"), ("狂人", "spy"), ("ﾏﾄﾞﾏﾝ", None), ("madman", "spy"), ("Wolf", "wolf_member"),
        ("人狼", "wolf_member"), ("愛人", "lover"), ("うらこうさく", "night"), ("ねがきゃん", "attack"),
        ("処刑", "elected"), ("Lynch", "elected"), ("遺言", "speech"), ("No.23", "mimic_card"),
        ("真似フェスト", "mimic_card"), ("お告げ", "told_player"), ("", None),
        ("นักข่าว", "reporter"), ("หมอดู", "reporter"), ("รปภ", "guard"), ("หมาป่า", "wolf_member"), ("กิ๊ก", "lover"),
        ("tiên tri", "reporter"), ("tien tri", "reporter"), ("Công tố viên", "prosecutor"), ("ma sói", "wolf_member"),
        ("bao ve", "guard"), ("gian diep", "spy"), ("luat su bien chat", "corrupt_lawyer"), ("Đảng Sói", "wolf_party"),
    ],
)  # fmt: skip
def test_both_vocabularies_lead_to_the_same_thing(typed: str, id: str | None) -> None:
    assert meaning(typed) == id


def test_the_words_of_every_language_can_be_typed_with_and_without_accents() -> None:
    from gmtool.core.facts import load_toml
    from gmtool.paths import data_dir

    for path in (data_dir() / "jinro" / "terms").glob("*.toml"):
        terms = load_toml(path)["terms"]
        for role in ROLES:
            assert meaning(terms[role], ROLES) == meaning(fold(terms[role]), ROLES) == role, (path.stem, role)


def test_every_glossary_id_has_words_and_no_word_means_two_roles() -> None:
    from gmtool.core.facts import load_toml
    from gmtool.paths import data_dir

    terms = load_toml(data_dir() / "jinro" / "terms" / "en.toml")["terms"]
    assert set(ALIASES) <= set(terms)
    assert set(ROLES) <= set(ALIASES)
    words: dict[str, str] = {}
    for role in ROLES:
        for word in ALIASES[role]:
            assert words.setdefault(fold(word), role) == role, word


@pytest.mark.rule("JIN-1.5", "JIN-12.7")
@pytest.mark.parametrize(
    ("typed", "lineup"),
    [
        ("wolf=2, spy, seer", {"human_member": 5, "wolf_member": 2, "spy": 1, "reporter": 1}),
        ("人狼＝2、狂人、占い師、騎士", {"human_member": 4, "wolf_member": 2, "spy": 1, "reporter": 1, "guard": 1}),
        ("wolf_member=9", {"wolf_member": 9}),
        ("おおかみ=1,human=8", {"human_member": 8, "wolf_member": 1}),
    ],
)
def test_a_line_up_is_typed_in_either_vocabulary(typed: str, lineup: dict[str, int]) -> None:
    field = BY_NAME["lineup"]
    assert field.read(typed, SETUP) == lineup
    assert field.read(field.write(lineup, SETUP), SETUP) == lineup


@pytest.mark.parametrize("typed", ["vampire=2", "wolf=two", "wolf=1, 人狼=1", "wolf=-1"])
def test_a_line_up_that_cannot_be_read_is_refused_with_what_is_known(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        BY_NAME["lineup"].read(typed, SETUP)
    assert refused.value.reason.values["known"] == ", ".join(ROLES)


@pytest.mark.rule("JIN-R07")
def test_the_sides_of_the_lawyers_are_typed_in_either_vocabulary() -> None:
    field = BY_NAME["role_camps"]
    camps = {"lawyer": "human", "corrupt_lawyer": "wolf"}
    assert field.read("弁護士=人間, corrupt lawyer=wolf", SETUP) == camps
    assert field.read(field.write(camps, SETUP), SETUP) == camps
    with pytest.raises(Refused):
        field.read("guard=wolf", SETUP)


def test_fields_write_what_they_read() -> None:
    full = with_defaults(SETUP, GAME.setup_fields)
    for name, field in GAME.setup_fields.items():
        assert field.read(field.write(full[name], full), full) == full[name], name


def test_more_roles_than_players_leave_no_negative_number() -> None:
    assert read_lineup("wolf=12", SETUP) == {"wolf_member": 12}


@pytest.mark.rule("JIN-1.5", "JIN-12.7")
@pytest.mark.parametrize(
    "typed",
    [
        "wolf=2, seer", "2 wolves, 1 seer", "wolf x2; seer", "人狼2、占い師", "人狼×２人・番記者",
        "人狼：2、うらないし", "หมาป่า 2, นักข่าว", "2 ma sói, tien tri", "reporter, wolf-party member = 2",
    ],
)  # fmt: skip
def test_a_line_up_is_typed_as_people_write_it(typed: str) -> None:
    assert read_lineup(typed, SETUP) == {"human_member": 6, "wolf_member": 2, "reporter": 1}


@pytest.mark.parametrize("typed", ["wolf=2, dragon", "2 wolf 2", "wolf, wolf", "2", "wolf -1", "wolf=2=3"])
def test_what_is_no_line_up_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        BY_NAME["lineup"].read(typed, SETUP)


@pytest.mark.rule("JIN-1.9", "JIN-12.7")
def test_values_in_force_are_named_as_the_rule_texts_name_them() -> None:
    setup = {**SETUP, "deck": {"success": 7, "failure": 3}, "seats_total": 3, "no_electability": []}
    values = GAME.in_force(GAME.new_table({**setup, "switches": {"recall_returns": True}}))
    assert values["deck"] == "number"
    assert values["seats_total"] == "number"
    assert values["no_electability"] == "list"
    assert values["recall_returns"] is True
    assert "human_need" not in values
    lawyers = {"wolf_member": 1, "human_member": 7, LAWYERS[0]: 1}
    table = GAME.new_table({**SETUP, "lineup": lawyers, "role_camps": {LAWYERS[0]: "wolf"}})
    assert GAME.in_force(table)["role_camps"] == "wolf"


# --- the cards in force ----------------------------------------------------------------------------------------------


@pytest.mark.rule("JIN-1.3", "JIN-R05")
def test_a_new_game_takes_the_cards_of_the_library_and_keeps_them() -> None:
    card = {"number": 901, "name": "Test card", "human": {"text": "a"}, "wolf": {"text": "b"}}
    cards = library.check_text(library.library_text(library.check_text(TEST_FILE).cards)).cards
    library.write_library(cards)
    setup = with_defaults({key: value for key, value in SETUP.items() if key != "cards"}, GAME.setup_fields)
    assert [card["number"] for card in setup["cards"]] == [23, 901]
    field = BY_NAME["cards"]
    assert [one["number"] for one in field.read("901", SETUP)] == [901]
    assert field.read("all", SETUP) == setup["cards"]
    assert field.read("-", SETUP) == []
    with pytest.raises(Refused):
        field.read("901, 902", SETUP)
    library.write_library([])
    table = GAME.new_table(setup)
    assert isinstance(table, JinroTable)
    assert sorted(table.cards) == [23, 901]
    assert card["number"] in table.cards


@pytest.mark.rule("JIN-1.3")
def test_a_card_file_may_be_named_instead(home: Path) -> None:
    path = home / "party.toml"
    path.write_text(TEST_FILE, encoding="utf-8")
    assert [card["number"] for card in BY_NAME["cards"].read(str(path), SETUP)] == [901, 23]
    path.write_text("[[card]]\nnumber = 1\n", encoding="utf-8")
    told = GAME.check_setup({**SETUP, "cards": BY_NAME["cards"].read(str(path), SETUP)})
    assert {reason.id for reason in told} == {"cards.name", "cards.effect"}
    assert {reason.values["field"] for reason in told} == {"cards"}
    path.write_text("[[card]\n", encoding="utf-8")
    with pytest.raises(Refused):
        BY_NAME["cards"].read(str(path), SETUP)


TEST_FILE = """
[[card]]
number = 901
name = "Test card"
[card.human]
text = "test"
[card.wolf]
text = "test"

[[card]]
number = 23
name = "Test copying card"
copy = true
"""


# --- the cold start --------------------------------------------------------------------------------------------------


def start(phase: str, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "phase": phase, "round": 3, "counts": {"promise.draw": 8, "promise.out": 2}, "holders": [6, 7], "recalled": [8],
        "out": [5], "sitting_out": [4] if phase == "campaign" else [],
    }  # fmt: skip
    return {**SETUP, "start": {**values, **changed}}


@pytest.mark.parametrize("phase", START_PHASES)
def test_a_game_is_entered_in_the_middle_and_secrets_are_asked_of_the_gm_alone(phase: str) -> None:
    setup = start(phase)
    assert GAME.check_setup(setup) == []
    run = GAME.begin(setup)
    table = run.table
    assert isinstance(table, JinroTable)
    assert run.question is not None
    assert run.question.id == "s.all_roles"
    roles = [role for role, count in SETUP["lineup"].items() for _ in range(count)]
    assert run.why_not(["human_member"] * 9) is not None
    run.answer(roles)
    assert run.question is not None
    assert run.question.id == "deck.success"
    run.answer(6)
    assert (table.held[SUCCESS][DRAW], table.held[FAILURE][DRAW]) == (6, 2)
    assert run.question is not None
    assert run.question.id == ("c.minutes" if phase == "campaign" else "n.begin")
    assert table.standing() == [0, 1, 2, 3, 4]
    assert table.winner_today == (7 if phase == "night" else -1)
    assert GAME.invariants(table) == []


@pytest.mark.parametrize("phase", START_PHASES)
@pytest.mark.parametrize("seed", range(25))
def test_a_game_entered_in_the_middle_is_played_to_its_end(phase: str, seed: int) -> None:
    def check(table: Table) -> None:
        assert GAME.invariants(table) == []

    rng = random.Random(seed)
    setup = {**random_setup(rng, count=9), "start": start(phase)["start"]}
    setup.pop("deck", None)
    for name in ("seats_total", "human_need", "wolf_need"):
        setup.pop(name, None)
    setup["cards"] = []
    assert GAME.check_setup(setup) == []
    run = GAME.begin(setup)
    table = run.table
    run.answer([role for role, count in table.setup["lineup"].items() for _ in range(count)])
    play_on(run, rng, actions=0.05, without=frozenset({"leave", "card"}), after=check)
    assert run.question is None


@pytest.mark.parametrize(
    ("changed", "id"),
    [
        ({"round": 0}, "start.round"), ({"counts": {"promise.draw": 8}}, None),
        ({"counts": {"promise.draw": 8, "promise.out": 3}}, "count.sum"),
        ({"counts": {"coin.0": 1}}, "correct.unknown"), ({"counts": {"promise.draw": 11}}, "start.count"),
        ({"holders": [5, 6]}, "start.twice"), ({"holders": [0, 1, 2, 3]}, "start.full"),
        ({"holders": "Aki"}, "setup.field_value"), ({"start_phase": "lot"}, "start.phase"),
        ({"out": [0, 1, 2, 3, 5], "holders": [6], "sitting_out": [4, 7]}, "start.nobody"),
    ],
)  # fmt: skip
def test_what_a_cold_start_is_refused_for(changed: dict[str, Any], id: str | None) -> None:
    changed = dict(changed)
    found = [fault.id for fault in GAME.check_setup(start(changed.pop("start_phase", "campaign"), **changed))]
    assert (id in found) if id else found == []
