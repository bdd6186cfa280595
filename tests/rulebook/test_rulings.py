"""The ruling book keeps what a table decided, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.rulebook import find, rulings
from gmtool.rulebook.rulings import EmptyRuling, NoSuchRuling, RulingsUnreadable


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_an_empty_book_reads_as_nothing_and_makes_no_file(home: Path) -> None:
    assert rulings.load() == []
    assert not home.exists()


def test_a_ruling_from_now_on_is_there_in_later_games() -> None:
    made = rulings.record("boss", "  เสมอแล้ว\nให้ประธานชี้ขาด ", rule="BOSS-R20", question="เสมอทำไง", when="2025-03-01")
    assert made.text == "เสมอแล้ว ให้ประธานชี้ขาด"
    assert made.always
    assert rulings.load("boss") == [made]
    assert rulings.load("politics") == []


def test_it_is_offered_to_the_next_question() -> None:
    made = rulings.record("boss", "Phones off during eyes closed")
    hits = find.ask("may he hold his phone with eyes closed", "boss", table=rulings.load("boss")).hits
    assert made.id in [hit.id for hit in hits]


def test_ids_are_never_used_again() -> None:
    first = rulings.record("boss", "one")
    rulings.remove(first.id)
    second = rulings.record("boss", "two")
    assert first.id != second.id
    assert [ruling.text for ruling in rulings.load()] == ["two"]


def test_a_ruling_can_be_mended() -> None:
    made = rulings.record("jinro", "Three minutes", rule="JIN-R19", when="2025-03-01")
    changed = rulings.edit(made.id, text="Five minutes")
    assert changed == rulings.load()[0]
    assert (changed.text, changed.rule, changed.when) == ("Five minutes", "JIN-R19", "2025-03-01")


def test_words_are_wanted() -> None:
    with pytest.raises(EmptyRuling):
        rulings.record("boss", "  \n ")
    made = rulings.record("boss", "fine")
    with pytest.raises(EmptyRuling):
        rulings.edit(made.id, text="")
    with pytest.raises(EmptyRuling):
        rulings.for_game(1, "boss", "")
    assert rulings.load() == [made]


def test_what_is_not_there_can_be_neither_mended_nor_removed() -> None:
    with pytest.raises(NoSuchRuling):
        rulings.edit("TABLE-9", text="x")
    with pytest.raises(NoSuchRuling):
        rulings.remove("TABLE-9")


def test_a_ruling_for_one_game_is_a_record_and_touches_no_file(home: Path) -> None:
    made = rulings.for_game(2, "politics", "Nok pays for Ann", rule="POL-R10")
    assert (made.id, made.always) == ("HERE-2", False)
    assert not home.exists()


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"next": 1}', '{"next": "x", "rulings": []}', '{"next":1,"rulings":[3]}']
)
def test_a_damaged_book_is_said_and_left_as_it_is(damage: str) -> None:
    rulings.record("boss", "one")
    rulings.path().write_text(damage, encoding="utf-8")
    for use in (rulings.load, lambda: rulings.record("boss", "two"), lambda: rulings.remove("TABLE-1")):
        with pytest.raises(RulingsUnreadable):
            use()
    assert rulings.path().read_text(encoding="utf-8") == damage


def test_a_write_that_fails_leaves_the_old_book(monkeypatch: pytest.MonkeyPatch) -> None:
    made = rulings.record("boss", "one")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="full"):
            rulings.record("boss", "two")
    assert rulings.load() == [made]
    assert [path.name for path in rulings.path().parent.glob("rulings.json*") if path.suffix != ".lock"] == [
        "rulings.json"
    ]


def test_an_export_is_taken_in_once(home: Path) -> None:
    rulings.record("boss", "หนึ่ง", rule="BOSS-R20")
    rulings.record("jinro", "二", question="？")
    text = rulings.export(rulings.load())
    assert rulings.take_in(text) == []
    rulings.path().unlink()
    taken = rulings.take_in(text)
    assert [(ruling.game, ruling.text, ruling.rule, ruling.question) for ruling in taken] == [
        ("boss", "หนึ่ง", "BOSS-R20", ""),
        ("jinro", "二", "", "？"),
    ]
    assert rulings.load() == taken


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", '{"rulings": [1]}'])
def test_what_is_no_export_changes_nothing(text: str) -> None:
    with pytest.raises(RulingsUnreadable):
        rulings.take_in(text)
    assert rulings.load() == []
