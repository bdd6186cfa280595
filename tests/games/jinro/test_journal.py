"""Undo, redo, replay and mending of jinro games: what the core promises holds for this game too (JIN-12)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.history import public_history
from gmtool.core.journal import Journal
from gmtool.core.random_table import random_answer
from gmtool.core.session import Session
from tests.games.jinro.tables import GAME, random_setup


def begin(path: Path, setup: dict[str, Any]) -> tuple[Journal, str]:
    journal = Journal.open(path, write=True)
    return journal, journal.add_game("jinro", "evening", setup, GAME.version).id


def as_seen(session: Session) -> tuple[Any, ...]:
    table = session.table
    return (
        session.question.id if session.question else None, GAME.gm_view(table).as_json(), list(table.moves),
        [(event.id, dict(event.values)) for event in table.events],
    )  # fmt: skip


def play(session: Session, rng: random.Random, most: int) -> None:
    acts = [id for id in GAME.actions if id not in ("card", "substitute", "leave")]
    for _ in range(most):
        if session.question is None:
            return
        act = rng.choice(acts)
        if rng.random() < 0.05 and session.run.action is None and session.run.why_not_act(act) is None:
            session.act(act)
        else:
            session.answer(random_answer(session.run, rng))


@pytest.mark.rule("JIN-12.1", "JIN-12.4")
@pytest.mark.parametrize("seed", range(12))
def test_a_journal_replays_and_undo_after_an_answer_is_identity(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng, count=8)
    setup["cards"] = setup["cards"][:3]
    journal, game = begin(tmp_path / "games.db", setup)
    with Session(journal, game, write=True) as session:
        play(session, rng, 60)
        for _ in range(25):
            if session.question is None:
                break
            before = as_seen(session)
            play(session, rng, 1)
            after = as_seen(session)
            session.undo()
            assert as_seen(session) == before
            session.redo()
            assert as_seen(session) == after
        last = as_seen(session)
    again = Session(journal, game)
    assert again.broken is None
    assert as_seen(again) == last


@pytest.mark.rule("JIN-12.5")
def test_the_public_history_holds_no_role_no_draw_and_no_question_of_the_gm(tmp_path: Path) -> None:
    rng = random.Random(3)
    setup = random_setup(rng, count=8)
    setup["cards"] = []
    journal, game = begin(tmp_path / "games.db", setup)
    with Session(journal, game, write=True) as session:
        play(session, rng, 400)
        entries = public_history(session)
    assert entries
    from gmtool.core.question import QUESTIONS, Audience

    for entry in entries:
        assert entry.id == "gm_entry" or QUESTIONS[entry.id].audience is Audience.TABLE
        assert entry.id != "gm_entry" or entry.answer is None
        assert all(move[0] in ("seat", "promise") for move in entry.moves)
