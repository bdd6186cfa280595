"""The rules desk finds what people ask, in any of the four languages, and says so when there is nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.rulebook import find, prepared, scan
from gmtool.rulebook.find import Found
from gmtool.rulebook.rulings import for_game
from tests.rulebook.asked import GAMES, LANGUAGES, Asked, asked, near, small_talk


@lru_cache(None)
def _found(question: Asked) -> Found:
    return find.ask(question.question, question.game, limit=3)


def _answered(game: str, lang: str = "") -> list[Asked]:
    return [row for row in asked(game) if row.answers and lang in ("", row.lang)]


def _share(rows: Sequence[Asked], places: int) -> float:
    """Return how many of the questions have a right answer among the first so many."""
    right = sum(any(hit.id in row.answers for hit in _found(row).hits[:places]) for row in rows)
    return right / len(rows)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_answer_is_right_nine_times_in_ten(game: str) -> None:
    assert _share(_answered(game), 1) >= 0.9


@pytest.mark.parametrize("game", GAMES)
def test_a_right_answer_is_among_the_first_three(game: str) -> None:
    assert _share(_answered(game), 3) >= 0.97


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_is_left_behind(game: str, lang: str) -> None:
    rows = _answered(game, lang)
    assert _share(rows, 1) >= 0.8
    assert _share(rows, 3) >= 0.93


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_rules_answer_gets_an_answer(game: str) -> None:
    rows = _answered(game)
    assert sum(_found(row).answered for row in rows) / len(rows) >= 0.97


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_no_rule_answers_gets_none(game: str) -> None:
    rows = [row for row in asked(game) if not row.answers]
    assert len(rows) >= 12
    assert sum(not _found(row).answered for row in rows) / len(rows) >= 0.9


@pytest.mark.parametrize("game", GAMES)
def test_small_talk_gets_no_rule(game: str) -> None:
    rows = small_talk(game)
    assert sum(not _found(row).answered for row in rows) / len(rows) >= 0.9


@pytest.mark.parametrize("game", GAMES)
def test_most_questions_in_the_games_words_that_no_rule_answers_get_none(game: str) -> None:
    rows = near(game)
    assert sum(not _found(row).answered for row in rows) / len(rows) >= 0.5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_at_the_desk_knows_who_buys_beer(lang: str) -> None:
    question = {
        "en": "who goes to buy beer?",
        "th": "ใครจะไปซื้อเบียร์",
        "vi": "ai đi mua bia",
        "ja": "ビール誰が買ってくる？",
    }[lang]
    for game in GAMES:
        found = find.ask(question, game, lang=lang)
        assert not found.answered
        assert found.as_json()["results"] == []
        assert len(found.as_json()["nearest"]) <= find.NEAREST


def test_the_json_of_an_answer() -> None:
    found = find.ask("bau hoa phieu thi sao", "politics", lang="en", limit=2).as_json()
    assert found["answered"] is True
    assert [sorted(row) for row in found["results"]] == [["id", "score", "title"]] * 2
    assert found["results"][0]["id"] == "POL-R83"
    assert found["results"][0]["score"] > found["results"][1]["score"]


@pytest.mark.parametrize(
    ("question", "game", "answers"),
    [
        ("vote เสมอ ทำไง", "politics", {"POL-R83"}),
        ("leader กลับบ้านกลางเกม", "politics", {"POL-R133"}),
        ("gm หลับตาด้วยมั้ยถ้าเล่นเอง", "politics", {"POL-R01"}),
        ("director veto ได้ปะ", "boss", {"BOSS-R35"}),
        ("mastermind bị đuổi thì sao", "boss", {"BOSS-R48"}),
        ("guard 自分を守れる？", "jinro", {"JIN-R45"}),
        ("bodyguard tự bảo vệ mình được ko", "jinro", {"JIN-R45"}),
        ("bao ve co dc tu bao ve minh", "jinro", {"JIN-R45"}),
    ],
)
def test_languages_may_be_mixed(question: str, game: str, answers: set[str]) -> None:
    assert answers & {hit.id for hit in find.ask(question, game).hits[:3]}


@pytest.mark.parametrize(
    ("typed", "game", "answer"),
    [
        ("what does obstrcut do", "politics", "POL-B.11"),
        ("can the presidnet nominate himself", "boss", "BOSS-R19"),
        ("does the assasin guess if dismised", "boss", "BOSS-R59"),
        ("can the gaurd protect himself", "jinro", "JIN-R45"),
    ],
)
def test_a_slip_of_the_finger_does_no_harm(typed: str, game: str, answer: str) -> None:
    assert answer in {hit.id for hit in find.ask(typed, game).hits[:3]}


@pytest.mark.parametrize("typed", ["POL-R83", "pol-r83", " r83 ", "R83"])
def test_an_id_is_taken_at_its_word(typed: str) -> None:
    found = find.ask(typed, "politics")
    assert found.answered
    assert [hit.id for hit in found.hits] == ["POL-R83"]


def test_titles_come_in_the_language_of_the_gm() -> None:
    question = "vote tie"
    titles = {lang: find.ask(question, "politics", lang=lang).hits[0].title for lang in LANGUAGES}
    assert len(set(titles.values())) == len(LANGUAGES)


@pytest.mark.parametrize("typed", ["", "   ", "?!?", "…", "🟡🔵", "12345", "\u200b", "a" * 5000])
def test_odd_input_is_no_fault(typed: str) -> None:
    for game in GAMES:
        find.ask(typed, game)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_nothing_typed_breaks_the_desk(typed: str) -> None:
    found = find.ask(typed, "boss")
    assert all(hit.score > 0 for hit in found.hits)


def test_the_same_question_gives_the_same_answer() -> None:
    rows = _answered("boss")[:20]
    assert [find.ask(row.question, "boss", limit=3) for row in rows] == [_found(row) for row in rows]


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_a_bounded_amount_of_work(game: str) -> None:
    for row in asked(game):
        for language in find.languages_of(row.question, game):
            wanted = scan.parts(row.question, prepared.speech(game, language))
            assert len(wanted) <= 12 * len(row.question)
            assert sum(prepared.page(game, language).text.count(part.text) for part in wanted) < 40_000


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_takes_well_under_a_twentieth_of_a_second(game: str) -> None:
    rows = asked(game)
    find.ask(rows[0].question, game)
    began = time.process_time()
    for row in rows:
        find.ask(row.question, game)
    assert (time.process_time() - began) / len(rows) < 0.05


def test_finding_imports_nothing_heavy() -> None:
    program = (
        "import sys; from gmtool.rulebook import find; find.ask('who votes', 'boss');"
        "print(*sorted(set(sys.modules) & {'rich', 'typer', 'questionary', 'sqlite3', 'platformdirs',"
        " 'filelock', 'budoux', 'asyncio'}))"
    )
    find.ask("who votes", "boss")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_what_the_table_decided_is_found_by_the_next_question() -> None:
    table = [
        for_game(
            1, "politics", "Phones stay in the kitchen while we vote", question="may he use his phone in the vote"
        ),
        for_game(2, "politics", "ใครมาสายต้องเลี้ยงน้ำทุกคน", question="มาสายโดนอะไรมั้ย"),
    ]
    assert find.ask("is a phone allowed while voting", "politics", table=table).hits[0].id == "HERE-1"
    late = find.ask("มาสายต้องเลี้ยงมั้ย", "politics", table=table)
    assert late.answered
    assert late.hits[0].id == "HERE-2"
    assert all(not hit.id.startswith("HERE") for hit in find.ask("how much is the fee", "politics", table=table).hits)


def test_a_tables_ruling_stands_before_the_rule_that_it_belongs_to() -> None:
    plain = find.ask("what happens on a tie in the vote", "politics").hits[0]
    table = [for_game(1, "politics", "On a tie in the vote the oldest of the tied turns up", rule=plain.id)]
    hits = find.ask("what happens on a tie in the vote", "politics", table=table).hits
    assert [hit.id for hit in hits[:2]] == ["HERE-1", plain.id]


def test_a_ruling_of_another_game_is_left_out() -> None:
    table = [for_game(1, "boss", "On a tie in the vote the oldest of the tied turns up")]
    assert all(hit.id != "HERE-1" for hit in find.ask("tie in the vote", "politics", table=table).hits)
