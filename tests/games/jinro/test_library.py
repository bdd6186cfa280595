"""The game master's own card file: read, checked in full, written, used again (JIN-1.3, JIN-11)."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from gmtool.core.question import Refused
from gmtool.games.jinro import collection, library
from gmtool.games.jinro.cards import Faults, card_document, read_cards
from tests.games.jinro.tables import GAME, Evening, random_cards

BAD = """\
[[card]]
number = 901
name = "Test card"
colour = "red"

[card.human]
text = "test"
picks = -1
pool = "everybody"
tags = [
  { tag = "teleport" },
  { tag = "vote_weight", target = "chosen" },
  { tag = "announce", subject = "winner", what = "age" },
]

[card.wolf]
text = 5
tags = [{ tag = "no_vote", target = "chosen2" }, { tag = "block_action", action = "sleep" }]

[[card]]
number = 901
name = "Test card again"
[card.human]
[card.wolf]

[[card]]
number = 23
name = ""
copy = true
[card.human]
text = "test"

[deck]
success = 8
"""


@pytest.mark.rule("JIN-1.3", "JIN-11.1", "JIN-11.2")
def test_every_fault_of_a_file_is_told_with_line_and_field() -> None:
    found = library.check_text(BAD)
    told = {(fault.line, fault.reason.id, str(fault.reason.values.get("key"))) for fault in found.faults}
    assert told == {
        (4, "cards.field", "colour"),
        (8, "cards.number", "picks"),
        (9, "cards.value", "pool"),
        (11, "cards.tag", "tag"),
        (12, "cards.picks", "target"),
        (12, "cards.number", "delta"),
        (13, "cards.value", "what"),
        (17, "cards.text", "text"),
        (18, "cards.picks", "target"),
        (18, "cards.value", "action"),
        (28, "cards.name", "name"),
        (30, "cards.copy", "human"),
        (33, "cards.field", "deck"),
    }
    assert [card.name for card in found.cards] == ["Test card again"]


@pytest.mark.rule("JIN-1.3")
def test_the_same_number_twice_is_a_fault() -> None:
    text = library.library_text(read_cards([plain(1), plain(2)], Faults()))
    twice = text.replace("number = 2", "number = 1")
    found = library.check_text(twice)
    assert [(fault.reason.id, fault.line) for fault in found.faults] == [
        ("cards.twice", twice.count("\n", 0, twice.rfind("number")) + 1)
    ]


def plain(number: int) -> dict[str, object]:
    return {"number": number, "name": f"Test card {number}", "human": {"text": "a"}, "wolf": {"text": "b"}}


@pytest.mark.parametrize(("text", "line"), [("[[card]]\nnumber = \n", 2), ("[[card]\n", 1), ('name = "x', 1)])
def test_a_file_that_is_no_toml_names_the_line(text: str, line: int) -> None:
    found = library.check_text(text)
    assert [(fault.line, fault.reason.id) for fault in found.faults] == [(line, "cards.toml")]


def test_a_file_that_is_no_text_is_told_and_one_that_is_not_there_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    assert library.read_library(path) == library.Library([], [])
    path.write_bytes(b"\xff\xfe")
    assert [fault.reason.id for fault in library.read_library(path).faults] == ["cards.not_text"]


@pytest.mark.parametrize("seed", range(60))
def test_writing_and_reading_is_identity(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    raw = random_cards(rng)
    for card in raw:
        card["name"] += rng.choice(["", ' "quoted"', " \\ back", " 真似フェスト", "\nline", "\x07bell"])
    cards = read_cards(raw, Faults(strict=True))
    path = library.write_library(cards, tmp_path / "deep" / "cards.toml")
    tomllib.loads(path.read_text(encoding="utf-8"))
    again = library.read_library(path)
    assert again.cards == cards
    assert library.as_documents(again.cards) == [card_document(card) for card in cards]
    assert [other.name for other in path.parent.iterdir()] == ["cards.toml"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = library.write_library(read_cards([plain(1)], Faults()), tmp_path / "cards.toml")
    before = path.read_text(encoding="utf-8")

    def fail(_fd: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        library.write_library(read_cards([plain(2)], Faults()), path)
    assert path.read_text(encoding="utf-8") == before
    assert [other.name for other in tmp_path.iterdir()] == ["cards.toml"]


def test_the_file_lies_in_the_home_of_the_gm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    assert library.library_path().parent == tmp_path


def test_no_card_ships_with_the_tool() -> None:
    from gmtool.paths import data_dir

    found = [path for path in (data_dir() / "jinro").rglob("*.toml") if "[[card]]" in path.read_text(encoding="utf-8")]
    assert [path for path in found if path.parent.name != "text"] == []


@pytest.mark.rule("JIN-1.3", "JIN-11.1")
@pytest.mark.parametrize("seed", range(40))
def test_a_card_is_asked_field_by_field_and_made_again_from_what_was_typed(seed: int) -> None:
    rng = random.Random(seed)
    for card in read_cards(random_cards(rng), Faults(strict=True)):
        entry = card_document(card)
        values = collection.values_of(entry)
        typed = {}
        for name, field in collection.CARDS.fields.items():
            value = field.value(values)
            assert field.why_not(values) is None
            typed[name] = field.read(field.write(value, values), values)
        made, faults = collection.make(typed)
        assert faults == []
        assert made == entry


@pytest.mark.rule("JIN-11.1")
@pytest.mark.parametrize(
    ("typed", "tags"),
    [
        ("-", []),
        ("recall chosen; attack_fails", [{"tag": "recall", "target": "chosen"}, {"tag": "attack_fails"}]),
        ("vote_weight winner -1 lasts=2", [{"tag": "vote_weight", "target": "winner", "delta": -1, "lasts": 2}]),
        (
            "peek role:reporter chosen camp",
            [{"tag": "peek", "to": "role:reporter", "target": "chosen", "what": "camp"}],
        ),
        ("gm_note ask; protect", [{"tag": "gm_note", "text": "ask"}, {"tag": "protect"}]),
    ],
)
def test_tags_are_typed_as_words(typed: str, tags: list[dict[str, object]]) -> None:
    assert collection.read_tags(typed, {}) == tags


@pytest.mark.rule("JIN-11.1")
def test_a_tag_that_is_not_in_the_list_cannot_be_typed_and_other_faults_are_told() -> None:
    with pytest.raises(Refused) as refused:
        collection.CARDS.fields["card_human_tags"].read("teleport chosen", {})
    assert "gm_note" in refused.value.reason.values["known"]
    tags = collection.read_tags("block_action sleep", {})
    _, faults = collection.make({"number": 1, "name": "Test card", "card_human_tags": tags})
    assert [fault.id for fault in faults] == ["cards.value"]


@pytest.mark.rule("JIN-1.3")
def test_the_collection_keeps_cards_between_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    cards = GAME.collection
    assert cards is not None
    entry, faults = cards.make({"number": 901, "name": "Test card", "card_wolf": "test"})
    assert faults == []
    cards.write(cards.put([], entry), None)
    assert cards.read(None).entries == [entry]
    assert GAME.setup_fields[cards.field].default({}) == [entry]
    newer, _ = cards.make({"number": 901, "name": "Test card, newer"})
    assert [one["name"] for one in cards.put([entry], newer)] == ["Test card, newer"]
    assert cards.without([entry], 901) == []
    copy = cards.write([entry], tmp_path / "lent.toml")
    assert cards.read(copy).entries == [entry]


@pytest.mark.rule("JIN-R79")
def test_without_manifesto_cards_none_can_be_entered() -> None:
    evening = Evening(start=False, rule="plain")
    for action in ("card", "dealt"):
        reason = evening.run.why_not_act(action)
        assert reason is not None
        assert reason.rule == "JIN-R79"
