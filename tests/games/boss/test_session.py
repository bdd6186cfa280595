"""Boss games in a journal: what was answered replays to the same table, undo and mending included."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.history import public_history, showed_secret
from gmtool.core.journal import Journal
from gmtool.core.random_table import random_answer
from gmtool.core.session import Session
from tests.games.boss.tables import GAME, P, random_setup, setup_of

rule = pytest.mark.rule


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal.open(tmp_path / "games.db", write=True)
    yield opened
    opened.close()


def begun(journal: Journal, setup: dict[str, Any]) -> Session:
    row = journal.add_game("boss", "table", setup, GAME.version)
    return Session(journal, row.id, write=True)


def state_of(session: Session) -> tuple[Any, ...]:
    t = session.table
    return (GAME.public_view(t).as_json(), t.moves, [(e.id, dict(e.values)) for e in t.events], session.question)


def play(session: Session, rng: random.Random, count: int, *, actions: float = 0.1) -> None:
    ids = [action for action in GAME.actions if action != "abandon"]
    for _ in range(count):
        if session.question is None:
            return
        action = rng.choice(ids)
        if rng.random() < actions and session.run.why_not_act(action) is None:
            session.act(action)
        else:
            session.answer(random_answer(session.run, rng))


@pytest.mark.parametrize("seed", range(12))
def test_a_journal_replays_to_the_same_table(journal: Journal, seed: int) -> None:
    rng = random.Random(seed)
    with begun(journal, random_setup(rng)) as session:
        play(session, rng, 150)
        known, id = state_of(session), session.info.id
    again = Session(journal, id)
    assert again.broken is None
    assert state_of(again) == known


def test_every_prefix_replays_and_undo_is_identity(journal: Journal) -> None:
    rng = random.Random(5)
    with begun(journal, random_setup(rng)) as session:
        for _ in range(80):
            if session.question is None:
                break
            before = state_of(session)
            play(session, rng, 1)
            after = state_of(session)
            session.undo()
            assert state_of(session) == before
            session.redo()
            assert state_of(session) == after
        assert session.broken is None


def to(session: Session, question: str, answers: dict[str, Any]) -> None:
    """Answer by question id until a question is open; words are said done."""
    while session.question is not None and session.question.id != question:
        session.answer(answers.get(session.question.id, True))


@rule("BOSS-6.5")
def test_undoing_a_closed_meeting_is_known_to_have_shown_a_secret(journal: Journal) -> None:
    setup = setup_of(7, power_rule="slot_only", board={"conservative": [["investigate"], *[[]] * 5]})
    with begun(journal, setup) as session:
        answers = {"nominate.new": 1, "ballots.shuffled": {"yes": 7}, "policy.enact": "conservative",
                   "power.investigate": 3}  # fmt: skip
        to(session, "power.meeting", answers)
        assert session.last_step is not None
        assert not showed_secret(session.last_step.row)
        session.answer(True)
        row = session.last_step.row
        assert showed_secret(row)
        session.undo()
        assert session.question is not None
        assert session.question.id == "power.meeting"
        assert showed_secret(session.rows[row.n])


def test_a_wrong_side_is_mended_and_later_answers_are_carried_over(journal: Journal) -> None:
    with begun(journal, setup_of(5)) as session:
        to(session, "policy.enact", {"nominate.new": 2, "ballots.shuffled": {"yes": 5}})
        session.answer("conservative")
        assert session.last_step is not None
        wrong = session.last_step.row.n
        session.answer(3)
        session.answer({"yes": 5})
        session.mend(wrong, P)
        assert session.misfit is None
        assert GAME.public_view(session.table).as_json()["players"][3]["state"] == "director"
        assert session.table.held[1][-4] == 1


@rule("BOSS-R13", "BOSS-R66")
def test_characters_typed_in_are_no_part_of_the_public_history(journal: Journal) -> None:
    with begun(journal, setup_of(5, gm_plays=False)) as session:
        answers = {"characters.known": True, "nominate.new": 1, "ballots.shuffled": {"yes": 5}}
        while session.question is not None and session.question.id != "policy.enact":
            id = session.question.id
            if id == "characters.holder":
                session.answer(2 if session.table.draft["character"] == "mastermind" else 4)
            else:
                session.answer(answers.get(id, True))
        assert session.table.roles == ["progressive", "progressive", "mastermind", "progressive", "insider"]
        shown = repr(public_history(session))
        assert "characters" not in shown
        assert "mastermind" not in shown.replace("insiders_and_mastermind_wake", "")
        secret = [row for row in session.rows if row.secret]
        assert {row.key[0] for row in secret} == {"characters.known", "characters.holder", "characters.awake"}
        assert "mastermind" not in repr(session.info.setup)
