"""Politics games in a journal: every prefix replays, undo is identity, what is exported comes back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.history import gm_history, last_moves, public_history, why
from gmtool.core.journal import Journal
from gmtool.core.session import Session
from gmtool.core.transfer import export_lines, import_game, read_export
from tests.games.politics.tables import GAME, C, H, random_deed, random_setup, setup_of, snapshot

rule = pytest.mark.rule


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal.open(tmp_path / "games.db", write=True)
    yield opened
    opened.close()


def begun(journal: Journal, setup: dict[str, Any]) -> Session:
    row = journal.add_game("politics", "table", setup, GAME.version)
    return Session(journal, row.id, write=True)


def deed(session: Session, rng: random.Random, *, actions: float = 0.12) -> None:
    """Do one thing at random: an action begun, one left again, an answer."""
    ids = [action for action in GAME.actions if action != "stop"]
    if session.run.action is not None and rng.random() < 0.1:
        session.drop_action()
        return
    action = rng.choice(ids)
    if rng.random() < actions and session.run.why_not_act(action) is None:
        session.act(action)
        return
    for kind, value in random_deed(session.run, rng, grim=True):
        (session.act if kind == "act" else session.answer)(value)


def state_of(session: Session) -> tuple[Any, ...]:
    run = session.run
    return snapshot(run.table), run.question, run.action


@pytest.mark.parametrize("seed", range(4))
def test_every_prefix_of_a_random_game_replays_to_the_same_table(journal: Journal, seed: int) -> None:
    rng = random.Random(seed)
    with begun(journal, random_setup(rng)) as session:
        states: dict[int, tuple[Any, ...]] = {}
        while session.question is not None and len(session.rows) < 160:
            known = len(session.rows)
            states[known] = state_of(session)
            deed(session, rng)
        for row, state in states.items():
            if any(step.row.n == row for step in session.steps):
                run = session.at_row(row)
                assert (snapshot(run.table), run.question, run.action) == state
        last, id = state_of(session), session.info.id
    again = Session(journal, id)
    assert again.broken is None
    assert state_of(again) == last


@pytest.mark.parametrize("seed", range(4))
def test_undo_after_an_answer_is_identity_and_redo_brings_it_back(journal: Journal, seed: int) -> None:
    rng = random.Random(100 + seed)
    with begun(journal, random_setup(rng)) as session:
        while session.question is not None and len(session.rows) < 240:
            before = state_of(session)
            rows = len(session.rows)
            deed(session, rng)
            if session.rows[-1].kind == "cancel":
                continue
            after = state_of(session)
            done = len(session.rows) - rows
            for _ in range(done):
                session.undo()
            assert state_of(session) == before
            for _ in range(done):
                session.redo()
            assert state_of(session) == after
        assert session.broken is None


@pytest.mark.parametrize("seed", range(4))
def test_an_exported_game_comes_back_as_it_was(journal: Journal, tmp_path: Path, seed: int) -> None:
    rng = random.Random(200 + seed)
    with begun(journal, random_setup(rng)) as session:
        while session.question is not None and len(session.rows) < 200:
            deed(session, rng)
            if rng.random() < 0.05:
                session.undo()
        lines, state = list(export_lines(session, "test")), state_of(session)
        rows = [row[:7] for row in session.rows]
    other = Journal.open(tmp_path / "other.db", write=True)
    info, read = read_export(line.encode() for line in lines)
    stored = import_game(other, info, read)
    back = Session(other, stored.id)
    assert back.broken is None
    assert state_of(back) == state
    assert [row[:7] for row in back.rows] == rows
    other.close()


def test_going_back_far_and_forth_again_is_the_same_game(journal: Journal) -> None:
    rng = random.Random(7)
    with begun(journal, random_setup(rng)) as session:
        while session.question is not None and len(session.rows) < 150:
            deed(session, rng)
        state, last = state_of(session), session.steps[-1].row.n
        session.back(session.steps[40].row.n)
        assert state_of(session) != state
        session.back(last)
        assert state_of(session) == state


@rule("POL-R141")
def test_role_cards_are_dealt_anew_by_going_back_and_nothing_else_is(journal: Journal) -> None:
    with begun(journal, setup_of(6)) as session:
        for _ in range(9):
            session.answer(True)
        held = [list(row) for row in session.table.held]
        roles_dealt = next(step.row for step in session.steps if step.row.key[0] == "s.roles")
        session.back(roles_dealt.parent)
        assert session.question is not None
        assert session.question.id == "s.roles"
        assert session.table.held == held
        while session.table.phase == "setup":
            session.answer(True)
        assert session.table.held == held
        assert session.table.round == 1


@rule("POL-R136")
def test_a_wrong_colour_is_mended_and_later_answers_are_carried_over(journal: Journal) -> None:
    with begun(journal, setup_of(6)) as session:
        for answer in [True] * 9 + [0, "pay", [1, 2], {}, True, 1, True, True, "inspect", 4, H]:
            session.answer(answer)
        assert session.last_step is not None
        wrong = session.last_step.row.n
        session.answer("withdraw")
        session.mend(wrong, "corrupt")
        assert session.misfit is None
        table = session.table
        assert (table.held[0][3], table.held[1][3], table.held[2][4]) == (3, 0, 1)


@rule("POL-R136")
def test_a_card_that_no_longer_fits_a_mended_round_is_left_out_as_a_whole(journal: Journal) -> None:
    with begun(journal, setup_of(6)) as session:
        for answer in [True] * 9 + [0, "pay", [1, 2], {}, True, 1, True, True, "inspect", 4, C, "inspect", 5, H]:
            session.answer(answer)
        assert session.last_step is not None
        wrong = session.last_step.row.n
        session.act("card")
        for answer in (5, "media", 5, "nobody"):
            session.answer(answer)
        assert session.table.failures == 1
        session.mend(wrong, C)
        assert session.misfit is not None
        assert [row.value for row in session.dropped_with_misfit()] == ["card", 5, "media", 5, "nobody"]
        session.drop_misfit()
        assert session.misfit is None
        assert session.table.failures == 1
        assert session.run.action is None


@rule("POL-R136")
def test_every_count_can_be_followed_back_to_its_moves(journal: Journal) -> None:
    rng = random.Random(3)
    with begun(journal, setup_of(6)) as session:
        while session.question is not None and len(session.rows) < 200:
            deed(session, rng)
        table = session.table
        for what, id in enumerate(table.WHATS):
            for seat in table.seats:
                causes = why(session, f"{id}.{seat}")
                assert (causes[-1].total if causes else 0) == table.held[what][seat]
                assert all(cause.move.rule.startswith("POL-") for cause in causes)
                assert last_moves(session, f"{id}.{seat}") == causes[-3:]


def test_history_tells_every_answer_once(journal: Journal) -> None:
    rng = random.Random(11)
    with begun(journal, setup_of(7)) as session:
        while session.question is not None and len(session.rows) < 120:
            deed(session, rng, actions=0.2)
        entries = gm_history(session)
        assert [entry.row.n for entry in entries] == list(range(1, len(session.rows)))
        told = [event for entry in entries for event in entry.events]
        assert len(told) == len([event for event in session.table.events if event.row > 0])
        numbers = [entry.number for entry in public_history(session)]
        assert numbers == list(range(1, len(numbers) + 1))
