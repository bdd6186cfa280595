"""The game line by line: what is shown, what a typed line means, and that nothing typed ever does harm."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.history import gm_history
from gmtool.core.journal import Journal, WriteFailed
from gmtool.core.question import QUESTIONS, Audience, Kind
from gmtool.core.random_table import random_answer
from gmtool.core.session import Session
from gmtool.text.texts import Texts
from gmtool.ui import plain
from gmtool.ui.reading import option_keys
from gmtool.ui.timer import LONGEST, Timer, seconds_used
from gmtool.ui.words import Words

NAMES = ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]
DEALT = [""] * 9
"""Enter for every line of the set-up."""


class Desk:
    """A game on disk and a plain driver on it, fed lines."""

    def __init__(self, path: Path, language: str = "en", names: list[str] | None = None) -> None:
        self.journal = Journal.open(path / "games.db", write=True)
        setup = {"players": names or NAMES, "mode": "full", "switches": {}}
        self.id = self.journal.add_game("politics", "evening", setup, 1).id
        self.session = Session(self.journal, self.id, write=True)
        self.words = Words(self.session.game, Texts(language, "politics", strict=True))
        self.outcome = ""

    def type(self, *lines: str) -> str:
        """Type lines until the input ends; returns all that was shown."""
        shown: list[str] = []
        given = iter(lines)
        self.outcome = plain.play(
            self.session, self.words, {}, read=lambda: next(given, None), write=shown.append, pauses=False
        )
        return "\n".join(shown)

    @property
    def open(self) -> str:
        return self.session.question.id if self.session.question is not None else ""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("GMTOOL_CACHE", str(tmp_path / "cache"))
    found = Desk(tmp_path)
    yield found
    found.session.close()
    found.journal.close()


# --- showing


def test_phase_words_deed_question_and_options_are_shown(desk: Desk) -> None:
    shown = desk.type(*DEALT)
    assert "--- Setting up" in shown
    assert "--- Round 1/11, Phase 1: who leads" in shown
    assert "Say: Three policy cards for everybody." in shown
    assert "Do: Deal 18 cards." in shown
    assert "? Who leads?  (POL-1.1)" in shown
    assert "  1  Nok" in shown


def test_a_closed_option_says_why(desk: Desk) -> None:
    assert "(closed: somebody can still lead and pay)" in desk.type(*DEALT)


def test_what_an_answer_moved_is_said_with_what_is_there_now(desk: Desk) -> None:
    assert "  Nok: 🟡 +2, now 2" in desk.type("", "", "")


def test_no_line_holds_colour_codes_or_borders(desk: Desk) -> None:
    shown = desk.type(*DEALT, "1", "pay", ":status", ":menu", ":help", ":history")
    assert "\x1b" not in shown
    assert not set("│─╭╮╰╯") & set(shown)


@pytest.mark.parametrize("language", ["th", "vi", "ja"])
def test_every_language_has_every_word_of_the_driver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("GMTOOL_CACHE", str(tmp_path / "cache"))
    desk = Desk(tmp_path, language)
    shown = desk.type(
        *DEALT, "1", ":menu", ":help", ":undo", ":redo", ":history", ":status", ":why 1 yellow", ":zzz", ":drop",
        ":timer", ":rules", ":note x", ":correct", ":drop", ":count", "yellow.1=9", "x", ":mend 10", "2", ":back 3",
        ":x",
    )  # fmt: skip
    assert "[plain." not in shown
    desk.session.close()
    desk.journal.close()


# --- answering


@pytest.mark.parametrize("typed", ["2", "ton", "TON", "To", "๒", "２", " 2 "])
def test_an_option_is_named_by_number_name_or_beginning_in_any_digits(desk: Desk, typed: str) -> None:
    desk.type(*DEALT, typed)
    assert desk.session.last_step is not None
    assert desk.session.last_step.row.value == 1


@pytest.mark.parametrize("typed", ["x", "99", "", "   ", "-1", "1 2", "\x00", "นก", "[b]", "{leader}", "e"])
def test_a_mistyped_answer_changes_nothing_and_is_explained(desk: Desk, typed: str) -> None:
    desk.type(*DEALT)
    rows = len(desk.session.rows)
    shown = desk.type(typed)
    assert len(desk.session.rows) == rows
    assert desk.open == "p1.leader"
    assert len(shown.splitlines()) > 10 if not typed.strip() else shown


def test_a_beginning_that_fits_several_names_them(desk: Desk) -> None:
    assert "fits several" in desk.type(*DEALT, "no")


def test_a_count_is_answered_by_names_in_any_order(desk: Desk) -> None:
    desk.type(*DEALT, ":count", "nok.yellow=5 yellow.๒=３", "found some")
    table = desk.session.table
    assert [table.held[0][seat] for seat in range(3)] == [5, 3, 2]


@pytest.mark.parametrize("typed", ["3 1 5 2 6 4", "3、1，5 2, 6 4", "6=4 1=3 2=1 3=5 4=2 5=6"])
def test_numbers_for_everybody_are_given_in_the_order_shown(desk: Desk, typed: str) -> None:
    shown = desk.type(*DEALT, "0", typed)
    assert "in this order: Nok, Ton, Fon, Ben, Arm, Yui" in shown
    assert desk.session.table.leader == 4


def test_numbers_for_some_have_to_be_named(desk: Desk) -> None:
    shown = desk.type(*DEALT, "0", "3 1 5")
    assert "“3” was not understood" in shown
    assert desk.open == "p1.rolls"


def test_entries_that_all_have_to_be_given_are_told_without_the_sign_for_none(desk: Desk) -> None:
    shown = desk.type(*DEALT, "1", "pay", "2 3", "", "", "2", "", "", *["pass"] * 3, "0", "1")
    assert desk.open == "p4.reveal"
    assert shown.endswith("Entries given: 1, needed: 6, one each.")


@pytest.mark.parametrize("typed", ["?", "？", "? who rolls", "？誰がふる"])
def test_a_question_mark_asks_the_rules_as_on_the_full_screen(desk: Desk, typed: str) -> None:
    shown = desk.type(*DEALT, typed)
    assert shown.count("POL-L.1") == 1
    assert desk.open == "p1.leader"


def test_a_question_mark_in_free_words_belongs_to_them(desk: Desk) -> None:
    desk.type(*DEALT, ":note", "? who was it")
    assert desk.session.table.notes
    assert desk.open == "p1.leader"


def test_an_action_takes_its_answers_on_the_same_line(desk: Desk) -> None:
    shown = desk.type(*DEALT, ":give ton nok 1")
    assert [desk.session.table.held[0][seat] for seat in (0, 1)] == [3, 1]
    assert "  Nok: 🟡 +1, now 3" in shown
    desk.type(":note it rained, all evening")
    assert desk.session.table.notes[-1][1] == "it rained, all evening"


def test_an_action_stays_open_where_its_words_do_not_fit(desk: Desk) -> None:
    shown = desk.type(*DEALT, ":give ton zzz")
    assert "zzz" in shown
    assert desk.open == "give.to"
    desk.type(":drop")
    assert desk.open == "p1.leader"


def test_an_answer_that_begins_with_a_colon_is_doubled(desk: Desk) -> None:
    desk.type(*DEALT, ":note", "::-) fine")
    assert desk.session.table.notes[-1][1] == ":-) fine"


def test_something_odd_is_warned_of_and_taken(desk: Desk) -> None:
    desk.type(*DEALT)
    desk.type(":correct 2 yellow 0 lost")
    shown = desk.type("2")
    assert "! " in shown
    assert desk.open == "p1.fee"


# --- commands


def test_undo_says_what_was_taken_back_and_asks_again(desk: Desk) -> None:
    shown = desk.type(*DEALT, "1", ":undo")
    assert "Taken back: leader: Nok" in shown
    assert shown.count("? Who leads?") == 2
    assert desk.open == "p1.leader"
    desk.type(":redo")
    assert desk.open != "p1.leader"


def test_commands_are_named_by_their_beginning_and_unknown_ones_are_explained(desk: Desk) -> None:
    shown = desk.type(":sta", ":zzz", ":", ":re")
    assert "1 Nok:" in shown
    assert "no command “:zzz”" in shown
    assert "fits several" in shown
    assert len(desk.session.rows) == 1


def test_why_follows_a_count(desk: Desk) -> None:
    shown = desk.type(*DEALT, ":why Nok yellow", ":why zzz", ":why")
    assert "+2" in shown
    assert "POL-S.4" in shown
    assert "“zzz” is not counted here" in shown


def test_back_and_mend_by_row(desk: Desk) -> None:
    desk.type(*DEALT, "1")
    row = desk.session.rows[-1].n
    shown = desk.type(f":mend {row}", "3")
    assert "Nok" in shown
    assert desk.session.last_step is not None
    assert desk.session.last_step.row.value == 2
    desk.type(":back 2")
    assert len(desk.session.standing.chain) == 2
    shown = desk.type(":back 999", ":mend 999 1", ":mend x")
    assert "There is no answer in row 999" in shown
    assert "“x” is not a number" in shown


def test_a_mend_that_is_left_changes_nothing(desk: Desk) -> None:
    desk.type(*DEALT, "1")
    rows = len(desk.session.rows)
    assert "Nothing was mended" in desk.type(f":mend {rows - 1}", ":undo")
    assert len(desk.session.rows) == rows


def test_an_answer_that_no_longer_fits_is_left_out_or_answered_anew(desk: Desk) -> None:
    desk.type(*DEALT, "1", "1", "2 3")
    leader = next(step.row.n for step in desk.session.steps if step.row.key[0] == "p1.leader")
    shown = desk.type(f":mend {leader} 2")
    assert "no longer fits" in shown
    assert desk.session.misfit is not None
    shown = desk.type(":drop")
    assert "Left out: row" in shown
    assert desk.session.misfit is None or desk.session.standing.pending


def test_the_clock_is_shown_paused_and_given_more_time(desk: Desk) -> None:
    shown = desk.type(*DEALT, "1", "1", ":timer", ":timer pause", ":timer 30", ":timer start")
    assert "The clock is running: 1:00" in shown
    assert "paused" in shown
    assert "Left: 1:" in shown


def test_the_clock_takes_no_more_than_a_day_whatever_is_typed(desk: Desk) -> None:
    shown = desk.type(*DEALT, "1", "1", ":timer pause", f":timer {'9' * 400}")
    assert "Left: 1439:" in shown or "Left: 1440:00" in shown
    assert "0:00, paused" in desk.type(f":timer -{'9' * 400}")


def test_the_clock_goes_on_if_what_came_between_is_refused(desk: Desk) -> None:
    desk.type(*DEALT, "1", "1")
    run = desk.session.run
    refused = next(id for id in run.actions if run.why_not_act(id) is not None)
    desk.type(f":{refused}")
    assert desk.session.info.meta["timer"]["started"] is not None


@pytest.mark.parametrize("kept", [[], {"key": []}, {"total": float("nan")}, {"total": "x"}, {"started": float("inf")}])
def test_a_kept_clock_that_can_not_be_read_begins_anew(desk: Desk, kept: Any) -> None:
    desk.type(*DEALT, "1", "1")
    whole = desk.session.info.meta["timer"]
    desk.session.keep_meta({"timer": {**whole, **kept} if isinstance(kept, dict) else kept})
    assert "The clock is running: 1:00" in desk.type(":again", ":timer")


def test_a_talk_that_lay_for_weeks_can_still_be_answered(desk: Desk) -> None:
    timer = Timer(180, now=time.time() - 30 * LONGEST)
    talk = QUESTIONS["f.talk"]
    seconds = seconds_used(desk.session, talk, timer)
    assert talk.check(desk.session.table, seconds) is None
    assert seconds == LONGEST


def test_a_ruling_book_that_can_not_be_read_is_told_and_the_game_goes_on(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    (tmp_path / "rulings.json").write_text("x", encoding="utf-8")
    shown = desk.type(":ruling the youngest deals", "", ":rules who deals")
    assert "rulings.json can't be read" in shown
    assert "the youngest deals" in shown
    assert desk.outcome == plain.END


def test_leaving_and_the_end_of_the_input_are_told_apart(desk: Desk) -> None:
    desk.type("", ":quit", "")
    assert desk.outcome == plain.QUIT
    assert len(desk.session.steps) == 1
    desk.type("")
    assert desk.outcome == plain.END


# --- what only the GM may know


def test_what_the_gm_enters_in_secret_is_not_shown_again(desk: Desk) -> None:
    desk.type(*DEALT, ":roles")
    assert desk.session.question is not None
    assert desk.session.question.audience is Audience.GM
    shown = desk.type("dark honest honest dark honest honest", ":history", ":menu", ":status", ":undo")
    after = shown.split("One entry each")[1]
    assert "a GM entry" in after
    assert "dark, honest" not in shown


# --- failures


def test_an_answer_that_could_not_be_stored_is_shouted_and_asked_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.type(*DEALT)

    def full(*_args: Any, **_kwargs: Any) -> None:
        raise WriteFailed("journal.write_failed", path="games.db", why="disk full")

    monkeypatch.setattr(desk.journal, "append", full)
    shown = desk.type("1")
    assert "NOT SAVED" in shown
    assert desk.open == "p1.leader"


def test_a_script_that_fails_is_told_by_type_and_place_and_the_game_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.type(*DEALT)

    whole = desk.session.run.__class__.answer

    def failing(run: Any, value: Any) -> None:
        whole(run, value)
        if run.table.leader == 0:
            raise KeyError("dark")

    monkeypatch.setattr(desk.session.run.__class__, "answer", failing)
    shown = desk.type("1")
    monkeypatch.undo()
    assert "KeyError" in shown
    assert "dark" not in shown
    assert desk.open == "p1.leader"


# --- a whole game


def typed(session: Session, answer: Any) -> str:
    """Return an answer as a GM would type it."""
    question = session.question
    assert question is not None
    keys = {repr(option): key for key, option in option_keys(question, session.table)}
    kind = question.kind
    if kind is Kind.SAY:
        return ""
    if kind in (Kind.ONE, Kind.CONFIRM):
        return keys[repr(answer)]
    if kind is Kind.MANY:
        return " ".join(keys[repr(option)] for option in answer)
    if kind is Kind.SHARE:
        return " ".join(f"{keys[option]}={n}" for option, n in answer.items())
    if kind is Kind.VOTE:
        return " ".join("-" if option is None else keys[repr(option)] for option in answer)
    if kind is Kind.TIMER:
        return f"{answer // 60}:{answer % 60:02d}"
    return f":{answer}" if str(answer).startswith(":") else str(answer)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_played_by_typed_lines_to_the_same_end(desk: Desk, seed: int) -> None:
    rng = random.Random(seed)
    shown = ""
    while desk.session.question is not None:
        answer = random_answer(desk.session.run, rng)
        shown = desk.type(typed(desk.session, answer))
        step = desk.session.last_step
        assert step is not None
        assert step.row.value == answer
    assert desk.session.is_over
    assert "win" in shown
    assert "The game is over" in shown
    assert "No question is open" in desk.type("1")
    desk.type(":quit")
    assert desk.outcome == plain.OVER
    assert all(entry.stands for entry in gm_history(desk.session))


def test_no_line_at_all_does_harm(desk: Desk) -> None:
    """Random lines, many of them commands and nonsense, never end the programme or break the sums."""
    rng = random.Random(7)
    pieces = [
        "", "1", "2", "3 4", "y", "n", "-", ":undo", ":redo", ":back 3", ":back 99", ":mend 5 1", ":mend 4", ":drop",
        ":drop all", ":note x", ":correct 1 yellow 3 lost", ":correct", ":count", "yellow.1=3", ":give 1 2 1", ":roles",
        ":contract", ":card", ":leave 2", ":history", ":status", ":why 1 blue", ":menu", ":timer", ":again", "xyz",
        "๑", "9999999999999999999999", "=", "1=1", "::", ":share 1=1", ":substitute 1 Zed",
    ]  # fmt: skip
    for _ in range(600):
        desk.type(rng.choice(pieces))
        assert desk.outcome == plain.END
        if desk.session.question is not None and desk.session.misfit is None and rng.random() < 0.5:
            desk.type(typed(desk.session, random_answer(desk.session.run, rng)) if rng.random() < 0.7 else "1")
        assert not desk.session.game.invariants(desk.session.table)
    with Session(desk.journal, desk.id) as again:
        assert again.broken is None
        assert [step.row for step in again.steps] == [step.row for step in desk.session.steps]


Typed = Callable[[str], str]


# --- a game master who plays too


def test_lines_that_nobody_can_press_a_key_for_go_on_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gmtool.core.game import load_game

    slept: list[float] = []
    monkeypatch.setattr("gmtool.ui.plain.time.sleep", slept.append)
    game = load_game("boss")
    journal = Journal.open(tmp_path / "games.db", write=True)
    setup = {"players": NAMES, "gm_plays": True, "first_president": 0, "switches": {}}
    session = Session(journal, journal.add_game("boss", "", setup, game.version).id, write=True)
    words = Words(game, Texts("en", "boss", strict=True))
    lines = iter(["", "", "", ""])
    shown: list[str] = []
    plain.play(session, words, {}, read=lambda: next(lines, None), write=shown.append, pauses=True)
    spoken = [step.question.id for step in session.steps if step.question is not None and step.question.pause]
    by_themselves = [id for id in spoken if id.startswith("eyes.")]
    assert len(by_themselves) > 3
    assert session.question is not None
    assert not session.question.id.startswith("eyes.")
    assert len(slept) >= len(by_themselves)
    session.close()
    journal.close()
