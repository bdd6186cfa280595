"""Every rule and ruling is whole in every language, and stands in a game as its switches have it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gmtool.core.game import load_game
from gmtool.paths import data_dir
from gmtool.rulebook import entries
from gmtool.rulebook.entries import Entry, answer_of, book
from gmtool.rulebook.folding import fold
from gmtool.rulebook.speech import ASIDE
from tests.rulebook.asked import GAMES, LANGUAGES

FREE = {"number", "list", "player", "yes", "no", "human", "wolf"}
"""Values in keys of ``switched`` that stand for whatever was typed at set-up."""
_PLACEHOLDER = re.compile(r"\{([^}]*)\}")
_FORBIDDEN = ("\ufe0f", "\ufe0e", "\u200d", "\u200b", "\xad")


def _texts(game: str, lang: str) -> dict[str, Any]:
    return tomllib.loads((data_dir() / game / "rules" / f"{lang}.toml").read_text(encoding="utf-8"))


def _facts(game: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((data_dir() / game / "rules.toml").read_text(encoding="utf-8"))["rule"])


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_and_follow_the_game(game: str) -> None:
    ids = [rule["id"] for rule in _facts(game)]
    assert len(ids) > 100
    assert [id for id, often in Counter(ids).items() if often > 1] == []
    assert len({id.partition("-")[0] for id in ids}) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_words_the_same_entries_in_the_same_order(game: str, lang: str) -> None:
    words = [id for id in _texts(game, lang) if id not in entries.RESERVED]
    assert words == [rule["id"] for rule in _facts(game)]


@pytest.mark.parametrize("game", GAMES)
def test_related_entries_and_sections_exist(game: str) -> None:
    facts = _facts(game)
    ids = {rule["id"] for rule in facts}
    sections = {section.id for section in entries.sections(game, "en")}
    assert [(rule["id"], other) for rule in facts for other in rule.get("related", ()) if other not in ids] == []
    assert [rule["id"] for rule in facts if rule["section"] not in sections] == []
    assert [rule["id"] for rule in facts if rule["kind"] not in ("rule", "ruling")] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_entries_are_whole_and_their_placeholders_known(game: str, lang: str) -> None:
    for entry in book(game, lang).values():
        assert entry.title, entry.id
        assert bool(entry.text) == (entry.kind == "rule"), entry.id
        assert bool(entry.answer) == bool(entry.reason) == (entry.kind == "ruling"), entry.id
        assert entry.aliases, entry.id
        assert len(entry.questions) >= 2, entry.id
        shown = [entry.title, entry.text, entry.answer, entry.reason, *entry.readings, *entry.switched.values()]
        assert not any("{" in text or "}" in text for text in shown), entry.id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_nfc_and_printable(game: str, lang: str) -> None:
    for text in _strings(_texts(game, lang)):
        assert text == unicodedata.normalize("NFC", text)
        assert text == text.strip()
        assert text
        assert not any(sign in text for sign in _FORBIDDEN), text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_people_type_holds_no_placeholder(game: str, lang: str) -> None:
    for id, entry in _texts(game, lang).items():
        if id not in entries.RESERVED:
            assert not any(_PLACEHOLDER.search(text) for text in (*entry["aliases"], *entry["questions"])), id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_question_belongs_to_two_entries(game: str, lang: str) -> None:
    owners: dict[str, set[str]] = {}
    for entry in book(game, lang).values():
        for question in entry.questions:
            owners.setdefault(re.sub(r"\W", "", fold(question)), set()).add(entry.id)
    assert {question: ids for question, ids in owners.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hardly_an_alias_belongs_to_two_entries(game: str, lang: str) -> None:
    owners: dict[str, set[str]] = {}
    for entry in book(game, lang).values():
        for alias in entry.aliases:
            owners.setdefault(alias.casefold(), set()).add(entry.id)
    assert {alias: ids for alias, ids in owners.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_switch_of_an_entry_has_its_words(game: str, lang: str) -> None:
    known = {name: [_word(value) for value in values] for name, values in load_game(game).switches.items()}
    for entry in book(game, lang).values():
        keys = [key.partition("=") for key in entry.switched]
        assert {name for name, _, _ in keys} == set(entry.switches), entry.id
        for name in entry.switches:
            worded = {value for switch, _, value in keys if switch == name}
            if name in known and not worded & FREE:
                assert worded == set(known[name][1:]), (entry.id, name)


@pytest.mark.parametrize("game", GAMES)
def test_every_switch_of_a_game_is_explained_by_an_entry(game: str) -> None:
    explained = {name for rule in _facts(game) for name in rule.get("switches", ())}
    assert set(load_game(game).switches) - explained == set()


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_a_ruling_stands_by_default_as_answered() -> None:
    entry = book("politics", "en")["POL-R83"]
    standing = answer_of(entry, {"lie_tie": "none", "self_vote": True})
    assert (standing.text, standing.changed) == (entry.answer, ())


def test_a_switched_ruling_says_what_holds_here_and_nothing_else() -> None:
    entry = book("politics", "en")["POL-R83"]
    standing = answer_of(entry, {"lie_tie": "runoff"})
    assert standing.changed == ("lie_tie=runoff",)
    assert standing.text == entry.switched["lie_tie=runoff"]


def test_a_switched_rule_says_what_holds_here_first_and_keeps_the_rest() -> None:
    entry = book("politics", "th")["POL-3.1"]
    standing = answer_of(entry, {"allow_pass": False})
    assert standing.here == (entry.switched["allow_pass=false"],)
    assert standing.text.startswith(standing.here[0])
    assert standing.default == entry.text


def test_several_switches_of_one_entry_all_show() -> None:
    entry = book("jinro", "ja")["JIN-5.3"]
    standing = answer_of(entry, {"self_vote": True, "abstain": True, "attacked_electable": False})
    assert standing.changed == ("self_vote=true", "abstain=true")
    assert len(standing.here) == 2


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_changed_at_the_defaults(game: str) -> None:
    defaults = {name: values[0] for name, values in load_game(game).switches.items()}
    assert [entry.id for entry in book(game, "en").values() if answer_of(entry, defaults).changed] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_stands_behind_an_entry_has_its_words(lang: str) -> None:
    words = entries.words(lang)
    for game in GAMES:
        for entry in book(game, lang).values():
            assert all(_said(words, id) for id in entries.provenance(entry)), entry.id
            assert entry.kind == "rule" or entries.provenance(entry), entry.id


def _said(words: Any, id: str) -> str:
    for part in id.split("."):
        words = words[part]
    return str(words)


def test_a_ruling_is_silent_ground_unless_its_origin_is_known() -> None:
    boss = book("boss", "en")
    assert entries.provenance(boss["BOSS-1.1"]) == ()
    assert entries.provenance(book("politics", "en")["POL-R01"]) == ("silent",)


@pytest.mark.parametrize("game", GAMES)
def test_sections_hold_every_entry_once(game: str) -> None:
    ids = [id for section in entries.sections(game, "vi") for id in section.ids]
    assert sorted(ids) == sorted(book(game, "vi"))


def test_letters_stand_for_coins_where_asked() -> None:
    coins, letters = book("politics", "en")["POL-S.4"], book("politics", "en", letters=True)["POL-S.4"]
    assert "🟡" in coins.text
    assert "🟡" not in letters.text
    assert "Y 2" in letters.text


def test_a_book_is_read_as_it_is_used() -> None:
    rules = book("boss", "ja")
    assert len(rules) == len(list(rules))
    assert "BOSS-R20" in rules
    assert "BOSS-R999" not in rules
    with pytest.raises(KeyError):
        rules["BOSS-R999"]
    assert isinstance(rules["BOSS-R20"], Entry)
    assert rules["BOSS-R20"] is rules["BOSS-R20"]


def test_the_ways_of_speaking_are_the_same_things_in_every_language() -> None:
    shared = {lang: _common(lang) for lang in LANGUAGES}
    for table in ("speech", "asking", "aside", "rules"):
        assert len({tuple(sorted(words[table])) for words in shared.values()}) == 1, table
    for game in GAMES:
        assert len({tuple(sorted(_texts(game, lang)["speech"])) for lang in LANGUAGES}) == 1, game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ways_of_speaking_are_nfc_and_said_once(lang: str) -> None:
    for table in ("speech", "asking", "aside", "stop"):
        for id, ways in _common(lang)[table].items():
            assert ways, id
            assert len(ways) == len(set(ways)), id
            assert all(way == unicodedata.normalize("NFC", way) for way in ways), id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hardly_a_question_of_an_entry_sounds_like_small_talk(game: str, lang: str) -> None:
    from gmtool.rulebook import prepared

    said = prepared.speech(game, lang)
    asides = [
        question
        for entry in book(game, lang).values()
        for question in entry.questions
        if any(id.startswith(ASIDE) for id in said.ids(question))
    ]
    assert len(asides) <= 0.01 * sum(len(entry.questions) for entry in book(game, lang).values())


def _common(lang: str) -> dict[str, Any]:
    return tomllib.loads((data_dir() / "common" / "rules" / f"{lang}.toml").read_text(encoding="utf-8"))
