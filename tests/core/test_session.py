"""A game on disk: every answer kept, undo and mending as replay, and what stops it named."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import Journal, JournalDamaged, JournalError, WriteFailed
from gmtool.core.locking import GameBusy
from gmtool.core.question import Refused
from gmtool.core.random_table import Stuck, random_answer
from gmtool.core.rows import Row
from gmtool.core.session import Session
from gmtool.core.steps import ScriptBroken

NAMES = ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]
SETUP = {"players": NAMES, "mode": "full", "switches": {}}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    found = Journal.open(tmp_path / "games.db", write=True)
    yield found
    found.close()


def begin(journal: Journal, answers: int = 0, *, seed: int = 1, actions: float = 0.0) -> Session:
    """Return a game answered at random, with actions begun in between."""
    session = Session(journal, journal.add_game("politics", "", SETUP, 1).id, write=True)
    rng = random.Random(seed)
    while session.question is not None and len(session.steps) < answers:
        step(session, rng, actions)
    return session


def step(session: Session, rng: random.Random, actions: float) -> None:
    able = [id for id in ("give", "card", "contract", "note", "correct") if session.run.why_not_act(id) is None]
    if able and rng.random() < actions:
        session.act(rng.choice(able))
    elif session.run.action is not None and rng.random() < actions:
        session.drop_action()
    else:
        try:
            session.answer(random_answer(session.run, rng))
        except Stuck:
            session.undo()


def seen(session: Session) -> Any:
    """Return all that a GM can see of a game: table, question, ledger, events."""
    table = session.table
    question = session.question.id if session.question is not None else None
    return (
        session.game.gm_view(table).as_json(),
        question,
        [row[:] for row in table.held],
        list(table.moves),
        [tuple(event) for event in table.events],
        list(table.notes),
    )


def chain(session: Session) -> list[Any]:
    return [(row.kind, row.key, row.value) for row in session.standing.chain]


# --- replay


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_prefix_replays_to_what_it_was(journal: Journal, seed: int) -> None:
    session = begin(journal, seed=seed)
    rng = random.Random(seed)
    states = [seen(session)]
    while session.question is not None and len(session.rows) < 260:
        before = len(session.steps)
        step(session, rng, 0.15)
        if len(session.steps) == before + 1:
            states.append(seen(session))
        else:
            states = states[: len(session.steps) + 1]
    rows = session.standing.chain
    for length in range(len(rows) + 1):
        session._played.replay(rows[:length])
        assert session.broken is None
        assert seen(session) == states[length]


def test_a_game_opened_again_stands_where_it_stood(journal: Journal) -> None:
    session = begin(journal, 150, actions=0.1)
    before = seen(session)
    session.close()
    again = Session(journal, session.info.id, write=True)
    assert seen(again) == before
    again.close()


def test_undo_after_an_answer_is_as_if_it_had_never_been(journal: Journal) -> None:
    session = begin(journal)
    rng = random.Random(2)
    for _ in range(200):
        if session.question is None:
            break
        before, rows = seen(session), chain(session)
        step(session, rng, 0.2)
        if len(chain(session)) != len(rows) + 1 or chain(session)[-1][0] == "cancel":
            continue
        after = seen(session)
        session.undo()
        assert (seen(session), chain(session)) == (before, rows)
        session.redo()
        assert seen(session) == after


def test_undo_goes_back_past_an_action_that_was_left_without_effect(journal: Journal) -> None:
    session = begin(journal, 12)
    session.answer(random_answer(session.run, random.Random(3)))
    answered = session.standing.chain[-1]
    for action in ("correct", "note"):
        session.act(action)
        session.drop_action()
    after = chain(session)
    assert session.last_step is not None
    assert session.last_step.row == answered
    assert session.undo() == answered
    assert chain(session) == after[:12]
    session.redo()
    assert chain(session) == after


def test_an_action_left_after_something_happened_in_it_is_opened_again_by_undo(journal: Journal) -> None:
    session = begin(journal)
    while session.run.why_not_act("contract") is not None:
        session.answer(random_answer(session.run, random.Random(1)))
    session.act("contract")
    session.answer(random_answer(session.run, random.Random(1)))
    while not any(event.id == "contract_offered" for event in session.table.events):
        session.answer(random_answer(session.run, random.Random(1)))
    session.drop_action()
    assert session.undo().kind == "cancel"
    assert session.run.action is not None


def test_undo_of_an_undo_goes_on_backwards_and_redo_forwards(journal: Journal) -> None:
    session = begin(journal, 30)
    for _ in range(10):
        session.undo()
    assert len(session.steps) == 20
    for _ in range(4):
        session.redo()
    assert len(session.steps) == 24
    session.answer(random_answer(session.run, random.Random(9)))
    with pytest.raises(Refused):
        session.redo()


def test_lists_tell_where_a_game_stands_after_undo_and_redo(journal: Journal) -> None:
    session = begin(journal, 2000)
    id = session.info.id
    assert journal.game(id).summary["over"] is True
    session.undo()
    assert journal.game(id).summary["over"] is False
    session.redo()
    assert journal.game(id).summary["over"] is True
    session.back(5)
    assert journal.game(id).summary["round"] == 0


# --- mending


def led(journal: Journal) -> Session:
    session = begin(journal)
    while session.question is not None and session.question.id != "p1.leader":
        session.answer(True)
    for answer in (0, "pay", [1, 2]):
        session.answer(answer)
    return session


def row_of(session: Session, question: str) -> int:
    return next(step.row.n for step in session.steps if step.row.key[0] == question)


def test_mending_is_over_once_the_last_answer_that_did_not_fit_is_given_anew(journal: Journal) -> None:
    session = led(journal)
    session.mend(row_of(session, "p1.leader"), 1)
    assert session.misfit is not None
    session.answer("pay")
    assert session.misfit is not None
    assert session.misfit.row.value == [1, 2]
    session.answer([0, 2])
    assert session.misfit is None
    assert not session.standing.pending
    assert session.standing.mend is None
    session.undo()
    assert session.question is not None
    assert session.question.id == "p1.partners"


def crashing(append: Callable[..., None], after: int) -> Callable[..., None]:
    """Return an ``append`` that ends the programme when it is called once too often."""
    calls = iter(range(after))

    def crash(*args: Any, **kwargs: Any) -> None:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        append(*args, **kwargs)

    return crash


def test_a_crash_in_the_middle_of_a_mending_resumes_it(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = led(journal)
    for text in ("one", "two", "three"):
        whole.act("note")
        whole.answer(text)
    whole.close()
    row = row_of(whole, "note.text")
    for after in range(2, 8):
        id = journal.put_game(whole.info, whole.rows).id
        session = Session(journal, id, write=True)
        monkeypatch.setattr(journal, "append", crashing(journal.append, after))
        with contextlib.suppress(KeyboardInterrupt):
            session.mend(row, "uno")
        session.close()
        monkeypatch.undo()
        again = Session(journal, id, write=True)
        assert [note for _, note in again.table.notes] == ["uno", "two", "three"]
        assert again.misfit is None
        assert again.standing.mend is None
        assert again.broken is None
        again.close()


def test_mending_at_random_rows_keeps_the_sums_and_replays(journal: Journal) -> None:
    rng = random.Random(3)
    for seed in range(6):
        session = begin(journal, 120, seed=seed, actions=0.1)
        answers = [step for step in session.steps if step.row.kind == "answer"]
        row, head = rng.choice(answers).row.n, session.rows[-1].n
        before = seen(session)
        new = random_answer(session.at_row(row), rng)
        session.mend(row, new)
        for _ in range(400):
            if session.misfit is None:
                break
            session.drop_misfit()
        assert session.misfit is None
        assert not session.game.invariants(session.table)
        after = seen(session)
        session.close()
        again = Session(journal, session.info.id, write=True)
        assert seen(again) == after
        again.back(head)
        assert seen(again) == before
        again.close()


def test_a_mending_that_can_not_be_stored_changes_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = led(journal)
    before, rows = seen(session), list(session.rows)

    def full(*_args: Any, **_kwargs: Any) -> None:
        raise WriteFailed("journal.write_failed")

    monkeypatch.setattr(journal, "append", full)
    for deed in (
        lambda: session.mend(row_of(session, "p1.leader"), 1),
        session.undo,
        lambda: session.back(3),
        lambda: session.answer(random_answer(session.run, random.Random(1))),
        lambda: session.act("note"),
    ):
        with pytest.raises(WriteFailed):
            deed()
        assert seen(session) == before
        assert session.rows == rows
        assert session.misfit is None
    monkeypatch.undo()
    session.undo()
    assert len(session.steps) == len(rows) - 2


def test_a_clock_that_can_not_be_stored_goes_on_in_this_session(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: Any, **_kwargs: Any) -> None:
        raise WriteFailed("journal.write_failed")

    session = begin(journal, 3)
    monkeypatch.setattr(journal, "set_meta", full)
    session.keep_meta({"timer": {"total": 60}})
    assert session.info.meta == {"timer": {"total": 60}}
    monkeypatch.undo()
    assert journal.game(session.info.id).meta == {}


def test_a_row_looked_at_again_stands_just_before_it(journal: Journal) -> None:
    session = led(journal)
    run = session.at_row(row_of(session, "p1.partners"))
    assert run.question is not None
    assert run.question.id == "p1.partners"
    with pytest.raises(Refused):
        session.at_row(999)


# --- what stops a game


def spoil(journal: Journal, statement: str, *values: Any) -> None:
    journal._db.execute(statement, values)


@pytest.mark.parametrize(
    ("column", "value", "id"),
    [
        ("key", '["p9.other",null,0,0]', "replay.key"),
        ("value", "99", "replay.refused"),
        ("checksum", "'00000000'", "replay.moves"),
    ],
)
def test_replay_stops_before_the_row_that_does_not_fit_and_undo_goes_on(
    journal: Journal, column: str, value: str, id: str
) -> None:
    session = led(journal)
    session.close()
    row = row_of(session, "p1.leader" if column != "checksum" else "p1.fee")
    spoil(journal, f"update entry set {column}=? where n=?", value.strip("'"), row)
    broken = Session(journal, session.info.id, write=True)
    assert broken.broken is not None
    assert (broken.broken.row.n, broken.broken.id) == (row, id)
    assert len(broken.steps) == row - 1
    with pytest.raises(Refused):
        broken.answer(True)
    assert len(broken.rows) == len(session.rows)
    assert broken.undo().n == row
    assert broken.broken is None
    broken.redo()
    assert broken.broken is not None
    assert len(broken.steps) == row - 1
    broken.undo()
    broken.close()


def test_a_failing_script_stores_nothing_and_tells_no_value(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = led(journal)
    rows = len(session.rows)
    whole = session.run.__class__.act

    def failing(run: Any, action: str) -> None:
        whole(run, action)
        raise KeyError("dark")

    monkeypatch.setattr(session.run.__class__, "act", failing)
    with pytest.raises(ScriptBroken) as caught:
        session.act("note")
    monkeypatch.undo()
    assert "dark" not in repr(caught.value) + str(caught.value) + str(caught.value.__cause__)
    assert caught.value.kind == "KeyError"
    assert len(session.rows) == rows
    session.act("note")
    assert session.question is not None
    assert session.question.id == "note.text"


def test_a_second_writer_is_refused_and_a_reader_is_not(journal: Journal) -> None:
    session = begin(journal, 5)
    with pytest.raises(GameBusy):
        Session(journal, session.info.id, write=True)
    assert len(Session(journal, session.info.id).steps) == 5
    session.close()
    Session(journal, session.info.id, write=True).close()


def test_two_games_are_played_at_once(journal: Journal) -> None:
    one, two = begin(journal, 5), begin(journal, 5)
    one.answer(True)
    two.answer(True)
    assert len(one.steps) == len(two.steps) == 6


def test_somebody_elses_answer_is_never_overwritten(journal: Journal) -> None:
    session = begin(journal, 5)
    behind = Session(journal, session.info.id)
    session.answer(True)
    with pytest.raises(WriteFailed) as caught:
        behind.answer(True)
    assert caught.value.id == "journal.moved_on"
    assert len(behind.steps) == 5


@pytest.mark.parametrize("setup", [{}, {"players": "x"}, {"players": NAMES, "mode": "zzz"}])
def test_a_setup_that_can_not_be_is_named_and_the_lock_let_go(journal: Journal, setup: dict[str, Any]) -> None:
    id = journal.add_game("politics", "", setup, 1).id
    for _ in range(2):
        with pytest.raises(JournalDamaged) as caught:
            Session(journal, id, write=True)
        assert caught.value.id == "replay.setup"


def test_a_newer_script_is_refused(journal: Journal) -> None:
    id = journal.add_game("politics", "", SETUP, 99).id
    with pytest.raises(JournalError) as caught:
        Session(journal, id)
    assert caught.value.id == "game.newer"


def test_rows_name_their_parents_and_nothing_is_ever_removed(journal: Journal) -> None:
    session = begin(journal, 40, actions=0.2)
    rng = random.Random(5)
    known: list[Row] = []
    for _ in range(60):
        deed = rng.choice(("undo", "redo", "back", "answer", "answer"))
        try:
            if deed == "answer":
                session.answer(random_answer(session.run, rng))
            elif deed == "back":
                session.back(rng.randrange(len(session.rows)))
            else:
                getattr(session, deed)()
        except (Refused, Stuck):
            continue
        rows = journal.rows(session.info.id)
        assert rows[: len(known)] == known
        assert rows == session.rows
        known = rows
        assert not session.game.invariants(session.table)


def test_the_list_of_games_knows_who_sits_there_now(journal: Journal) -> None:
    with begin(journal, 12) as session:
        session.act("substitute")
        session.answer(1)
        session.answer("Quỳnh")
        id = session.info.id
        assert journal.game(id).players == ["Nok", "Quỳnh", "Fon", "Ben", "Arm", "Yui"]
        session.undo()
        assert journal.game(id).players == NAMES
