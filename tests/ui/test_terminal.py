"""Playing on a real terminal: single keys, screens of several sizes and languages, clocks, leaving and coming back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from gmtool.core.journal import Journal
from gmtool.core.session import Session
from gmtool.text.texts import languages
from tests.ui.terminal import Terminal

NAMES = ["นก", "ต้น", "Nguyễn", "山田", "ฝน", "[b]Bo[/b]", "อาร์ม"]


def run(home: Path, *arguments: str) -> str:
    """Run a command and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "gmtool", *arguments],
        env={**os.environ, "GMTOOL_HOME": str(home), "GMTOOL_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str], Path]:
    """Make a politics game that stands at the first question of a phase; returns the home folder."""

    def make(question: str = "p1.leader") -> Path:
        run(tmp_path, "new", "politics", "--mode", "full", "--players", ",".join(NAMES), "--no-input")
        with Session(Journal.open(tmp_path / "games.db", write=True), "politics-1", write=True) as session:
            while session.question is not None and session.question.id != question:
                session.answer(answer_for(session))
        return tmp_path

    return make


def answer_for(session: Session) -> Any:
    """Return a plain answer: the first who may, the next two as partners, everything as usual."""
    assert session.question is not None
    legal = session.run.legal()
    if session.question.id in ("p1.leader", "p2.first"):
        return legal[0]
    if session.question.id == "p1.partners":
        return list(legal[:2])
    return ANSWERS.get(session.question.id, True)


ANSWERS: dict[str, Any] = {
    "p1.fee": "pay",
    "p1.share": {},
    "p3.action": "pass",
    "p4.drop": "keep",
    "p4.reveal": ["honest"] * 6,
    "p4.bags": 4,
    "f.talk": 200,
    "f.vote": [1, 2, 3, 4, 5, 6, 0],
}


def status(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(home, "status", "--json"))
    return found


def test_a_reference_round_takes_at_most_45_keys(game: Callable[[str], Path]) -> None:
    """Seven players, all four of the opposition acting, one contract made and accepted, one card played."""
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.pressed = 0
        terminal.press("1")  # นก leads
        terminal.press("enter")  # pays
        terminal.press("2", "3")  # partners
        terminal.press("enter")  # keeps the three
        terminal.press("c", "1", "1", "enter", "5", "enter")  # a contract by นก in slot A without words, ฝน accepts
        terminal.press("enter")  # policies laid
        terminal.press("2")  # gathered by ต้น
        terminal.press("enter", "enter")  # the leader has looked, the six lie in the middle
        terminal.press("1", "1", "1")  # 山田 inspects card 1: honest
        terminal.press("1", "2", "2")  # ฝน inspects card 2: corrupt
        terminal.press("k", "4", "1", "2", "0")  # 山田 plays media power on card 2, nobody obstructs
        terminal.press("2")  # Bo withdraws
        terminal.press("3")  # อาร์ม deals under the table
        terminal.wait("drop")
        terminal.press("0")  # nothing dropped
        terminal.press("1", "1", "2", "1")  # the four cards left
        terminal.press("5", "enter")  # bags
        terminal.press("enter")  # paid
        terminal.press("enter")  # closed
        terminal.press("1")  # the promise is kept
        terminal.press("enter")  # on to round 2
        terminal.wait("Round 2")
        terminal.wait("Who leads?")
        assert terminal.pressed <= 45, terminal.pressed
    after = status(home)
    players = {player["name"]: player for player in after["players"]}
    assert after["round"] == 2
    assert players["นก"]["yellow"] == 2 - 1 + 1 + 3 + 1
    assert players["นก"]["blue"] == 3
    assert players["นก"]["red"] == 2
    assert players["นก"]["green"] == 1
    assert players["山田"]["red"] == 1
    assert players["[b]Bo[/b]"]["red"] == 1
    assert players["อาร์ม"]["bts"] == 2


def test_a_wrong_key_says_so_and_changes_nothing(game: Callable[[str], Path]) -> None:
    home = game("p3.action")
    with Terminal(["play"], home) as terminal:
        terminal.wait("POL-3.1")
        terminal.press("9")
        terminal.wait("There is no “9” here")
        assert status(home)["phase"] == "opposition"


def test_a_letter_that_is_no_command_says_so(game: Callable[[str], Path]) -> None:
    with Terminal(["play"], game("p1.leader")) as terminal:
        terminal.wait("Who leads")
        terminal.press("z")
        assert "There is no “z” here" in terminal.wait("“z”")


def test_a_vote_half_typed_is_there_after_a_look_at_the_rules_and_gone_after_undo(game: Callable[[str], Path]) -> None:
    with Terminal(["play"], game("p4.reveal")) as terminal:
        terminal.wait("What do the cards show")
        terminal.press("1", "2", "?")
        terminal.wait("Rules of this question")
        terminal.press("escape")
        assert "1 → honest" in terminal.wait("2 → corrupt")
        terminal.press("u")
        terminal.wait("Taken back")
        terminal.press("U")
        assert "2 → corrupt" not in terminal.wait("Brought back")


def test_in_a_pause_the_keys_say_that_the_next_line_comes_by_itself(game: Callable[[str], Path]) -> None:
    with Terminal(["play"], game("s.eyes.shut")) as terminal:
        terminal.wait("close your eyes")
        terminal.press("enter")
        assert "Enter: done" not in terminal.wait("The next one comes by itself")
        terminal.press("h")
        terminal.wait("hidden")


def test_a_closed_answer_tells_its_reason_before_and_when_it_is_pressed(game: Callable[[str], Path]) -> None:
    home = game("p1.fee")
    with Terminal(["play"], home) as terminal:
        terminal.wait("✗")
        terminal.press("2")
        terminal.read(0.3)
        assert status(home)["phase"] == "choose_leader"


def test_undo_takes_back_what_its_label_says_and_redo_brings_it_back(game: Callable[[str], Path]) -> None:
    home = game("p1.fee")
    with Terminal(["play"], home) as terminal:
        assert "นก" in terminal.wait("undo “")
        terminal.press("u")
        terminal.wait("Who leads?")
        terminal.wait("Taken back")
        terminal.press("U")
        terminal.wait("POL-1.2")


def test_names_are_no_markup(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        assert terminal.wait("Who leads?").count("[b]Bo[/b]") >= 2


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("question", ["p1.partners", "p3.action", "p4.reveal", "f.vote"])
def test_screens_fit_their_size_in_every_language(
    game: Callable[[str], Path], language: str, columns: int, question: str
) -> None:
    home = game(question)
    with Terminal(["play", "--lang", language], home, columns=columns, rows=24) as terminal:
        rule = {"p1.partners": "POL-1.3", "p3.action": "POL-3.1", "p4.reveal": "POL-4.4", "f.vote": "POL-F.3"}[question]
        terminal.wait(rule)
        for line in terminal.lines:
            assert cell_len(line) <= columns
        assert "[" not in terminal.text.replace("[b]Bo[/b]", ""), terminal.text
        for name in NAMES:
            assert name in terminal.text, (name, terminal.text)


def test_a_smaller_window_is_drawn_anew(game: Callable[[str], Path]) -> None:
    home = game("p3.action")
    with Terminal(["play"], home, columns=100, rows=30) as terminal:
        terminal.wait("POL-3.1")
        terminal.resize(64, 24)
        terminal.wait("POL-3.1")
        assert all(cell_len(line) <= 64 for line in terminal.lines)


@pytest.mark.parametrize("key", ["ctrl-c", "ctrl-d"])
def test_leaving_by_a_control_key_answers_nothing(game: Callable[[str], Path], key: str) -> None:
    home = game("p1.fee")
    before = status(home)
    with Terminal(["play"], home) as terminal:
        terminal.wait("POL-1.2")
        terminal.press(key)
        assert terminal.end() == 130
    assert status(home) == before


def test_a_closed_terminal_loses_nothing(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("3")
        terminal.wait("POL-1.2")
        terminal.process.close(force=True)
    with Terminal(["play"], home) as terminal:
        assert "Nguyễn" in terminal.wait("POL-1.2")


def test_the_clock_runs_pauses_and_asks_at_zero(game: Callable[[str], Path]) -> None:
    home = game("p1.partners")
    with Session(Journal.open(home / "games.db", write=True), "politics-1", write=True) as session:
        assert session.question is not None
    with Terminal(["play"], home) as terminal:
        terminal.wait("█")
        terminal.press("t")
        terminal.wait("paused")
        terminal.press("t", "+")
        terminal.wait("1:2")
    journal = Journal.open(home / "games.db", write=True)
    meta = journal.game("politics-1").meta
    meta["timer"]["started"] -= 600
    journal.set_meta("politics-1", meta)
    journal.close()
    with Terminal(["play"], home) as terminal:
        terminal.wait("your call")
        terminal.press("2", "3")
        terminal.wait("y go on")
        terminal.press("y")
        terminal.wait("Phase 2")


def test_lines_that_come_by_themselves_ring_since_the_eyes_of_the_game_master_are_shut(tmp_path: Path) -> None:
    players = "An,Binh,Chi,Dung,Ha"
    run(tmp_path, "new", "boss", "--players", players, "--set", "gm_plays=yes", "--set", "first_president=An")
    with Terminal(["play"], tmp_path) as terminal:
        for words in ("face down", "first circle", "Now look"):
            terminal.wait(words)
            terminal.press("enter")
        terminal.wait("shut your eyes")
        terminal.wait("open your eyes and find")
        terminal.read(0.5)
        assert re.sub(r"\x1b\][^\x07]*\x07", "", terminal.raw).count("\x07") == 2


def test_the_clock_stands_still_while_something_comes_between(game: Callable[[str], Path]) -> None:
    home = game("p1.partners")

    def kept() -> dict[str, Any]:
        journal = Journal.open(home / "games.db", write=True)
        found: dict[str, Any] = journal.game("politics-1").meta["timer"]
        journal.close()
        return found

    with Terminal(["play"], home) as terminal:
        terminal.wait("█")
        terminal.press("k")
        terminal.wait("POL-B.5")
        assert kept()["started"] is None
        terminal.press("escape")
        terminal.wait("POL-1.3")
        assert kept()["started"] is not None
        terminal.press("t")
        terminal.wait("paused")
        terminal.press("k")
        terminal.wait("POL-B.5")
        terminal.press("escape")
        terminal.wait("paused")


def test_the_screen_can_be_hidden_by_one_key(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("h")
        assert "นก" not in terminal.wait("hidden")
        terminal.press("h")
        terminal.wait("Who leads?")


def test_keys_of_a_thai_keyboard_are_understood(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("๒")
        terminal.wait("POL-1.2")
        terminal.press("ี")
        terminal.wait("Who leads?")


def test_a_thai_vowel_at_the_end_of_a_line_shows_once(game: Callable[[str], Path]) -> None:
    with Terminal(["play"], game("p1.leader"), GMTOOL_LANG="th") as terminal:
        terminal.wait("POL-1.1")
        assert "มี" in terminal.raw
        assert not re.search("[\u0e34-\u0e3a\u0e31]{2}|[\u0e47-\u0e4e]{2}", terminal.raw)


def test_counting_the_table_books_only_what_differs(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("#")
        terminal.wait("What should lie on the table")
        terminal.press("5", "enter")
        assert "counted 5, the ledger says 2 (3 more)" in terminal.wait("y go on")
        terminal.press("y")
        terminal.wait("Why does it differ")
        terminal.type("gave")
        terminal.press("enter")
        terminal.wait("Who leads?")
        terminal.wait("Corrected")
    assert status(home)["players"][0]["yellow"] == 5


def test_a_count_that_can_not_be_is_told_and_stays_to_be_typed_over(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("#")
        terminal.wait("What should lie on the table")
        terminal.press("9", "9", "9", "enter")
        terminal.wait("999")
        assert "Who leads?" not in "\n".join(terminal.lines)
        terminal.press("backspace", "backspace", "backspace", "2", "enter")
        terminal.wait("Who leads?")


def test_a_foot_of_two_lines_pushes_no_title_out(game: Callable[[str], Path]) -> None:
    with Terminal(["play"], game("p1.leader"), GMTOOL_LANG="th", columns=60) as terminal:
        terminal.wait("POL-1.1")
        terminal.press("#")
        assert terminal.wait("Esc").splitlines()[0].strip()
        assert "บนโต๊ะ" in terminal.lines[0]


def test_a_correction_needs_a_reason(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("x", "1")
        terminal.wait("What is wrong there?")
        terminal.press("1")
        terminal.wait("How many")
        terminal.press("4", "enter")
        terminal.wait("Why does it differ")
        terminal.press("enter")
        terminal.wait("Nothing was typed")
        terminal.type("ok")
        terminal.press("enter")
        terminal.wait("Corrected")


def test_a_name_that_is_taken_is_refused_with_its_own_reason(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press(":")
        terminal.wait("substitute a player")
        terminal.press("2", "3")
        terminal.wait("Name of the new player")
        terminal.type("[B]bo[/b]")
        terminal.press("enter")
        terminal.wait("sounds like [b]Bo[/b]")


def test_history_goes_back_and_mends(game: Callable[[str], Path]) -> None:
    home = game("p1.share")
    with Terminal(["play"], home) as terminal:
        terminal.wait("POL-1.9")
        terminal.press("i")
        terminal.wait("History")
        terminal.press("up", "up")
        terminal.press("m")
        terminal.wait("what should the answer have been")
        terminal.press("2")
        terminal.wait("no longer fits")
        terminal.press("u")
        terminal.wait("POL-1.9")


def test_a_count_is_mended_in_its_form(game: Callable[[str], Path]) -> None:
    home = game("p1.share")
    run(home, "count", "--set", f"yellow.{NAMES[0]}=9", "--reason", "x")
    with Terminal(["play"], home) as terminal:
        terminal.wait("POL-1.9")
        terminal.press("i")
        terminal.wait("History")
        terminal.press("up", "m")
        terminal.wait("What should lie on the table")
        terminal.press("8", "enter")
        terminal.wait("POL-1.9")
    assert json.loads(run(home, "count", "--json"))["counts"]["yellow.0"] == 8


def test_a_talk_is_mended_by_its_seconds(tmp_path: Path) -> None:
    start = tmp_path / "start.json"
    start.write_text(json.dumps({"phase": "lie_1", "round": 7}), encoding="utf-8")
    run(tmp_path, "new", "politics", "--players", ",".join(NAMES), "--start", str(start), "--no-play")
    with Session(Journal.open(tmp_path / "games.db", write=True), "politics-1", write=True) as session:
        while not any(step.row.key[0] == "f.talk" for step in session.steps):
            session.answer(answer_for(session))
    with Terminal(["play"], tmp_path) as terminal:
        terminal.wait("POL-F.")
        terminal.press("i")
        terminal.wait("History")
        terminal.press("m")
        terminal.wait("what should the answer have been")
        terminal.type("x")
        terminal.press("enter")
        terminal.wait("is not a number")
        terminal.press("backspace")
        terminal.type("3:30")
        terminal.press("enter")
        terminal.wait("POL-F.")
    assert "3:30" in run(tmp_path, "history", "--all")


def test_why_shows_the_moves_behind_a_coin(game: Callable[[str], Path]) -> None:
    home = game("p2.lay")
    with Terminal(["play"], home) as terminal:
        terminal.wait("POL-2.1")
        terminal.press("w", "1", "1")
        screen = terminal.wait("POL-1.9")
        assert "POL-S.4" in screen
        assert "POL-1.2" in screen


def test_the_terminal_is_kept_from_one_screen_to_the_next(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("1")
        terminal.wait("Does นก pay")
        terminal.press(":")
        terminal.wait("count the table")
        terminal.press("escape")
        terminal.wait("Does นก pay")
        assert terminal.raw.count("\x1b[?1049h") == 1
        assert "\x1b[?1049l" not in terminal.raw
        terminal.press("q")
        terminal.wait("Go on with: gmtool play")
        assert terminal.raw.count("\x1b[?1049l") == 1


def test_keys_typed_faster_than_screens_change_are_not_lost(game: Callable[[str], Path]) -> None:
    home = game("p1.leader")
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.process.send("1\r23\r\r2\r\r")
        terminal.wait("POL-3.1")


@pytest.mark.parametrize("damaged", [True, False])
def test_a_ruling_is_kept_with_the_game_also_where_the_book_of_all_games_can_not_be(
    game: Callable[[str], Path], damaged: bool
) -> None:
    home = game("p1.leader")
    if damaged:
        (home / "rulings.json").write_text("x", encoding="utf-8")
    else:
        (home / "rulings.json.lock").mkdir()
    with Terminal(["play"], home) as terminal:
        terminal.wait("Who leads?")
        terminal.press("?")
        terminal.wait("POL-1.1")
        terminal.press("tab")
        terminal.wait("from now on")
        terminal.press("2")
        terminal.read(0.3)
        terminal.type("late pays")
        terminal.press("enter")
        terminal.wait("can't be read" if damaged else "can't be written")
        terminal.press("enter")
        terminal.wait("Kept.")
        terminal.press("escape")
        terminal.wait("Who leads?")
    assert "late pays" in run(home, "history", "--all")
