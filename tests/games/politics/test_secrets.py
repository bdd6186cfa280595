"""Secrets: what the table sees is the same whoever is dark, recorded at any time or not at all, until a card is up."""

from __future__ import annotations

import json
import random
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.cli.status import status_json
from gmtool.core.history import public_history
from gmtool.core.journal import Journal
from gmtool.core.question import QUESTIONS, Audience, Refused
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.core.steps import ReplayBroken, ScriptBroken
from gmtool.core.transfer import public_lines
from gmtool.games.politics import lie_catching
from gmtool.text.texts import Texts, languages
from gmtool.ui import screen
from gmtool.ui.entry import Entry
from gmtool.ui.screen import Look
from gmtool.ui.words import Words
from tests.games.politics.tables import (
    DARK,
    GAME,
    NAMES,
    H,
    Play,
    at_lie_catching,
    random_deed,
    random_setup,
    table_of,
)  # fmt: skip

rule = pytest.mark.rule
WORDS = [Words(GAME, Texts(language, "politics")) for language in languages()]
LAST_PHASES = ("count", "over")


def deal(rng: random.Random, players: int) -> list[str]:
    dark = rng.sample(range(players), 2)
    return [DARK if seat in dark else H for seat in range(players)]


def public_side(run: Run, *, seen: tuple[int, int] = (0, 0)) -> str:
    """Return all that the table may see of a moment: views, words, options with their reasons, events, moves."""
    t, question = table_of(run), run.question
    events, log = seen
    shown: dict[str, Any] = {
        "views": [GAME.public_view(t).as_json(), GAME.gm_view(t).as_json()],
        "events": [(e.id, e.rule, dict(e.values)) for e in t.events[events:] if not e.secret],
        "moves": [move[1:] for move in t.moves_in(slice(log, None))],
        "actions": {id: reason.id if (reason := run.why_not_act(id)) is not None else "" for id in run.actions},
        "result": GAME.result(t),
        "report": GAME.report(t),
    }
    if question is not None and question.audience is Audience.TABLE:
        shown["question"] = [question.id, question.pause, question.about(t), GAME.words(t, question)]
        shown["options"] = [
            (option, reason.id if (reason := question.why_not_choice(t, option)) is not None else "")
            for option in question.choices(t)
        ]
        shown["words"] = [[words.say(t, question), words.do(t, question), words.ask(t, question)] for words in WORDS]
    return json.dumps(shown, ensure_ascii=False, sort_keys=True, default=str)


def record(run: Any, roles: list[str | None]) -> None:
    """Record roles of those who are still there."""
    run.act("roles")
    run.answer([roles[seat] for seat in table_of(run if isinstance(run, Run) else run.run).at_table])


def is_up(run: Run) -> bool:
    """Whether a card is about to be turned up, or everybody is to show the role."""
    return run.question is None or run.question.id == "f.card" or run.table.phase in LAST_PHASES


@rule("POL-R01", "POL-F.4", "POL-R133")
@pytest.mark.parametrize("part", range(4))
def test_games_that_differ_in_roles_alone_look_the_same_to_the_table(part: int) -> None:
    compared = 0
    for seed in range(part * 5, part * 5 + 5):
        rng = random.Random(seed)
        setup = random_setup(rng)
        players = len(setup["players"])
        runs = [GAME.begin(setup) for _ in range(3)]
        deals: list[list[str | None]] = [[*deal(rng, players)], [*deal(rng, players)]]
        moments = sorted(rng.sample(range(150), 3))
        ids = [id for id in runs[0].actions if id not in ("roles", "stop")]
        seen = [(0, 0)] * 3
        for number in range(400):
            if is_up(runs[0]):
                break
            if number in moments and runs[0].why_not_act("roles") is None:
                # The first two games are recorded, and once more with part of it unknown; the third never is.
                record(runs[0], deals[0])
                record(runs[1], [None, *deals[1][1:]] if number == moments[1] else deals[1])
            sides = [public_side(run, seen=seen[at]) for at, run in enumerate(runs)]
            assert sides[0] == sides[1] == sides[2]
            compared += 1
            seen = [(len(run.table.events), len(run.table.log)) for run in runs]
            if rng.random() < 0.12 and runs[0].why_not_act(act := rng.choice(ids)) is None:
                deeds = [("act", act)]
            else:
                deeds = random_deed(runs[0], rng, grim=seed % 2 == 0)
            for run in runs:
                for kind, value in deeds:
                    (run.act if kind == "act" else run.answer)(value)
    assert compared > 200


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[list[Journal]]:
    opened = [Journal.open(tmp_path / f"{number}.db", write=True) for number in range(3)]
    yield opened
    for journal in opened:
        journal.close()


def shown_of(session: Session, *, screens: bool) -> list[str]:
    """Return everything that anybody beside the GM may read of a stored game, as text."""
    row = session.journal.game(session.info.id)
    shown = [
        json.dumps([row.id, row.game, row.title, row.summary, row.meta, row.setup], sort_keys=True),
        json.dumps(status_json(session, public=True), default=str),
        repr([entry._asdict() for entry in public_history(session)]),
        *public_lines(session, "test"),
        repr(session.journal.games()[0].summary),
    ]
    last = session.last_step
    if last is not None:
        shown += [words.row(last.row, session.table.names) for words in WORDS[:2]]
    if screens and session.question is not None:
        for words in WORDS:
            for width, height in ((80, 24), (120, 50)):
                look = Look(Entry(session.run, words))
                shown += [line.plain for line in screen.compose(session, words, look, width, height)]
                shown += [line.plain for line in screen.hidden(session, words, width)]
    return shown


@rule("POL-R01", "POL-F.4")
@pytest.mark.parametrize("seed", range(4))
def test_stored_games_that_differ_in_roles_alone_read_the_same(journals: list[Journal], seed: int) -> None:
    rng = random.Random(1_000 + seed)
    setup = random_setup(rng, often=0.15)
    players = len(setup["players"])
    sessions = []
    for journal in journals:
        row = journal.add_game("politics", "Friday", setup, GAME.version)
        sessions.append(Session(journal, row.id, write=True))
    deals: list[list[str | None]] = [[*deal(rng, players)], [*deal(rng, players)]]
    moments = {rng.randrange(5, 30), rng.randrange(40, 90)}
    for number in range(140):
        if is_up(sessions[0].run):
            break
        recorded = number in moments and sessions[0].run.action is None
        if recorded:
            for session, roles in zip(sessions, deals, strict=False):
                record(session, roles)
        screens = number % 7 == 0 or recorded
        shown = [shown_of(session, screens=screens) for session in sessions[:2]]
        assert shown[0] == shown[1]
        if not recorded:
            assert shown_of(sessions[2], screens=screens) == shown[0]
        for deed in random_deed(sessions[0].run, rng, grim=True):
            for session in sessions:
                (session.act if deed[0] == "act" else session.answer)(deed[1])
    assert [session.table.held for session in sessions] == [sessions[0].table.held] * 3
    for session in sessions:
        session.close()


@rule("POL-R01")
def test_the_undo_label_of_a_record_says_no_more_than_that_there_is_one(journals: list[Journal]) -> None:
    labels = []
    for journal, dark in zip(journals, ((0, 1), (3, 5)), strict=False):
        row = journal.add_game("politics", "Friday", {"players": NAMES[:6], "mode": "full", "switches": {}}, 1)
        with Session(journal, row.id, write=True) as session:
            for _ in range(9):
                session.answer(True)
            record(session, [DARK if seat in dark else H for seat in range(6)])
            assert session.last_step is not None
            assert session.last_step.row.secret
            labels.append([words.row(session.last_step.row, session.table.names) for words in WORDS])
            assert [entry.id for entry in public_history(session)][-1] == "s.eyes.open"
            session.undo()
            labels[-1] += [words.row(session.rows[-1], session.table.names) for words in WORDS[:2]]
    assert labels[0] == labels[1]
    assert not [label for label in labels[0] if "Nok" in label or "Ben" in label]


# --- refusals, exceptions, file names -------------------------------------------------------------------------------


@rule("POL-G.2", "POL-F.4")
def test_refusals_about_roles_are_for_the_game_master_and_name_none() -> None:
    play = at_lie_catching()
    play.roles("Ben", "Arm")
    tries: list[tuple[str, Any]] = []
    play.vote({"Nok": "Ben"})
    tries.append(("POL-M49", H))
    for want, answer in tries:
        with pytest.raises(Refused) as refusal:
            play.run.answer(answer)
        assert_says_nothing(refusal.value, want)
    play.run.act("roles")
    for answer in ([DARK] * 6, [H] * 6, [DARK, DARK, DARK, H, H, H]):
        with pytest.raises(Refused) as refusal:
            play.run.answer(answer)
        assert_says_nothing(refusal.value, "POL-M04")


def assert_says_nothing(error: Refused, want: str) -> None:
    assert error.reason.id == want
    assert error.reason.audience is Audience.GM
    told = "".join(traceback.format_exception(error)) + repr(error) + repr(error.reason)
    assert not {role for role in ("'dark'", "'honest'", "Ben", "Arm") if role in told}
    assert not set(map(str, error.reason.values.values())) & {DARK, H}


@rule("POL-F.4")
def test_options_of_the_card_do_not_tell_what_is_recorded() -> None:
    for dark in (("Ben", "Arm"), ("Nok", "Ton")):
        play = at_lie_catching()
        play.roles(*dark)
        play.vote({"Nok": "Ben"})
        assert [play.closed(option) for option in (H, DARK)] == ["", ""]


def test_a_script_that_fails_on_a_role_tells_place_and_type_only(
    journals: list[Journal], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = journals[0].add_game("politics", "Friday", {"players": NAMES[:6], "mode": "half", "switches": {}}, 1)
    session = Session(journals[0], row.id, write=True)
    for _ in range(9):
        session.answer(True)
    session.act("correct")
    for answer in ("centre", "failure", 5, "on"):
        session.answer(answer)
    session.answer(200)
    session.answer([3, None, None, None, None, None])

    def broken(*_: object) -> None:
        raise KeyError(DARK)

    monkeypatch.setattr(lie_catching, "turn_up", broken)
    rows = len(session.rows)
    with pytest.raises(ScriptBroken) as failure:
        session.answer(DARK)
    told = "".join(traceback.format_exception(failure.value)) + repr(failure.value)
    assert "'dark'" not in told
    assert "KeyError at test_secrets.py" in told
    assert len(session.rows) == rows
    monkeypatch.undo()
    session.answer(DARK)
    assert session.table.phase == "lie_2"
    monkeypatch.setattr(lie_catching, "turn_up", broken)
    session.close()
    again = Session(journals[0], row.id)
    assert isinstance(again.broken, ReplayBroken)
    assert DARK not in again.broken.why


def test_no_role_stands_in_a_file_name_or_in_what_lists_tell(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.db", write=True)
    row = journal.add_game("politics", "Friday", {"players": NAMES[:6], "mode": "full", "switches": {}}, 1)
    with Session(journal, row.id, write=True) as session:
        for _ in range(9):
            session.answer(True)
        record(session, [DARK, DARK, H, H, H, H])
        files = sorted(path.name for path in tmp_path.iterdir())
        assert files
        assert not [name for name in files if DARK in name or H in name]
        stored = journal.game(row.id)
        assert not {DARK, H} & set(json.dumps([stored.title, stored.summary, stored.meta, stored.id]).split('"'))
    journal.close()


@rule("POL-R01")
def test_gm_questions_and_only_they_are_marked_for_the_game_master() -> None:
    ours = [question for question in QUESTIONS.values() if question.rules and question.rules[0].startswith("POL-")]
    assert [question.id for question in ours if question.audience is Audience.GM] == ["roles.record"]
    assert GAME.actions["roles"].secret


@rule("POL-R43", "POL-R59", "POL-R137", "POL-R131")
def test_nothing_asks_for_what_is_never_public() -> None:
    """Faces of cards that stay hidden and kinds of cards in hand have no question at all."""
    ours = {id for id, question in QUESTIONS.items() if question.rules and question.rules[0].startswith("POL-")}
    assert {id for id in ours if id.startswith(("p2.", "p5."))} == {
        "p2.lay", "p2.first", "p2.leader", "p2.centre", "p5.special", "p5.contract", "p5.close", "p5.next", "p5.last",
    }  # fmt: skip
    play = Play()
    play.govern()
    play.inspect(1, H)
    play.all_pass()
    play.answer(2)
    play.reveal(H, H, H, H)
    view = json.dumps(GAME.public_view(play.t).as_json())
    assert view.count('"colour": null') == 1
