"""Screens of every game as lines: what is to be said and pressed is there on a small terminal too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from gmtool.core.game import load_game
from gmtool.core.journal import Journal
from gmtool.core.random_table import Stuck, random_answer
from gmtool.core.rows import Row
from gmtool.core.session import Session
from gmtool.text.texts import Texts, languages
from gmtool.ui import keys, screen
from gmtool.ui.entry import Entry
from gmtool.ui.screen import Look
from gmtool.ui.words import Words
from tests.games.boss import tables as boss
from tests.games.jinro import tables as jinro
from tests.games.politics import tables as politics

NAMES = ["Maximiliana", "นก", "Nguyễn", "山田", "[b]Bo[/b]", "ต้น", "Benedikta", "อาร์ม", "Yui", "Đặng Thuỳ"]
SETUPS: dict[str, dict[str, Any]] = {
    "politics": politics.setup_of(8),
    "boss": boss.setup_of(10),
    "jinro": jinro.random_setup(random.Random(4), count=10),
}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    found = Journal.open(tmp_path / "games.db", write=True)
    yield found
    found.close()


def begun(journal: Journal, game: str) -> Session:
    setup = {**SETUPS[game], "players": NAMES[: len(SETUPS[game]["players"])]}
    return Session(journal, journal.add_game(game, "", setup, 1).id, write=True)


def words_of(session: Session, language: str) -> Words:
    return Words(session.game, Texts(language, session.info.game))


def look_at(session: Session, words: Words) -> Look:
    return Look(Entry(session.run, words))


def lines_of(session: Session, words: Words, look: Look, width: int, height: int) -> list[str]:
    return [line.plain for line in screen.compose(session, words, look, width, height)]


@pytest.mark.parametrize("game", sorted(SETUPS))
@pytest.mark.parametrize(("columns", "seed"), [(80, 1), (60, 2)])
def test_question_options_and_keys_stay_on_a_small_screen(journal: Journal, game: str, columns: int, seed: int) -> None:
    rng = random.Random(seed)
    session = begun(journal, game)
    asked = 0
    while session.question is not None and asked < 60:
        asked += 1
        words = words_of(session, languages()[asked % 4])
        look = look_at(session, words)
        refusal = words.texts.get("reason", "answer.exactly", {"got": 1, "want": 2})
        look.entry.message = f"{refusal} {refusal}"
        question = session.question
        if question.kind.value not in ("text", "count"):
            lines = lines_of(session, words, look, columns - 1, 24)
            assert max(cell_len(line) for line in lines) < columns
            assert len(lines) <= 24 or not any(line.startswith(f"1 {NAMES[0]}") for line in lines)
            leave = f"{keys.QUIT} {words.texts.get('keys', 'quit')}"
            shown = "\n".join(lines[-24:])
            assert leave in shown
            assert words.ask(session.table, question)[:8] in shown
            for key, _ in look.entry.keys:
                assert key in shown
        try:
            session.answer(random_answer(session.run, rng))
        except Stuck:
            session.undo()


def test_the_table_gives_way_before_what_is_to_be_said(journal: Journal) -> None:
    session = begun(journal, "politics")
    words = words_of(session, "en")
    while session.question is not None and session.question.id != "p1.leader":
        session.answer(True)
    screens = [lines_of(session, words, look_at(session, words), 59, height) for height in range(40, 12, -1)]
    whole = [any(line.startswith("1  Maximiliana") for line in lines) for lines in screens]
    side_by_side = [any(line.startswith("1 Maximiliana  🟡2   2 นก  🟡2   3") for line in lines) for lines in screens]
    assert whole[0]
    assert True in side_by_side
    assert whole.index(False) == side_by_side.index(True)
    assert all(any(line.startswith("» Round 1 of 11") for line in lines) for lines in screens[whole.index(False) :])


def test_keys_of_yes_and_no_stand_on_the_screen_once(journal: Journal) -> None:
    session = begun(journal, "boss")
    words = words_of(session, "en")
    rng = random.Random(1)
    while session.question is None or session.question.kind.value != "confirm":
        session.answer(random_answer(session.run, rng))
    shown = "\n".join(lines_of(session, words, look_at(session, words), 79, 24))
    assert shown.count("y yes") == 1


def test_recording_roles_names_the_key_for_a_role_that_is_not_known(journal: Journal) -> None:
    session = begun(journal, "politics")
    words = words_of(session, "en")
    session.act("roles")
    shown = "\n".join(lines_of(session, words, look_at(session, words), 99, 30))
    assert "- not known" in shown
    assert "no vote" not in shown


def test_what_undo_takes_back_is_named_without_what_somebody_wrote(journal: Journal) -> None:
    session = begun(journal, "politics")
    words = words_of(session, "en")
    session.answer(True)
    session.act("note")
    session.answer("a “slip”, and forty more words of no use on a line of keys")
    assert "u undo “note”" in "\n".join(lines_of(session, words, look_at(session, words), 59, 24))
    assert words.row(session.standing.chain[-1], NAMES).startswith("note: “a “slip”")
    session.act("note")
    session.answer("x")


def test_a_long_line_of_undo_loses_its_answer_before_its_quotation_mark(journal: Journal) -> None:
    session = begun(journal, "politics")
    words = words_of(session, "en")
    while session.question is not None and session.question.id != "p1.fee":
        session.answer(True if session.question.kind.value == "say" else 0)
    session.answer("pay")
    assert "u undo “Maximiliana · leader's fee”" in "\n".join(lines_of(session, words, look_at(session, words), 59, 40))


def test_what_was_promised_stands_in_quotation_marks(journal: Journal) -> None:
    session = begun(journal, "politics")
    words = words_of(session, "en")
    while session.question is not None and session.question.id != "p1.fee":
        session.answer(True if session.question.kind.value == "say" else 0)
    session.answer("pay")
    session.act("contract")
    session.answer("A")
    session.answer("all {player} for นก")
    shown = lines_of(session, words, look_at(session, words), 99, 40)
    assert "Contract A: Maximiliana → none (on offer) “all {player} for นก”" in shown
    assert "• Maximiliana offers a contract in slot A. “all {player} for นก”" in shown


def test_enter_before_anybody_is_chosen_says_so(journal: Journal) -> None:
    session = begun(journal, "politics")
    words = words_of(session, "en")
    while session.question is not None and session.question.id != "p1.fee":
        session.answer(True if session.question.kind.value == "say" else 0)
    session.answer("pay")
    look = look_at(session, words)
    assert look.entry.press(keys.ENTER) is None
    assert look.entry.message == words.texts.get("entry", "none_chosen")


def test_a_secret_row_in_full_says_about_whom_it_is() -> None:
    game = load_game("politics")
    words = Words(game, Texts("en", "politics", strict=True))
    secret = Row(1, 0, "answer", ("p4.drop", 2, 1, 0), "keep", True, "", None, "")
    names = ["Nok", "Ton", "Fon"]
    assert words.row(secret, names) == "a GM entry"
    assert words.row(secret, names, secrets=True) == words.row(secret._replace(secret=False), names)
    assert words.row(secret, names, secrets=True).startswith("Fon · ")
