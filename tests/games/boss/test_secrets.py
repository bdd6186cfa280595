"""Secrets: what the table sees is the same whoever holds which character, up to the first public answer."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.history import public_history
from gmtool.core.journal import Journal
from gmtool.core.question import QUESTIONS, Audience
from gmtool.core.random_table import random_answer
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.games.boss.view import gm_view, public_view
from gmtool.text.texts import Texts
from gmtool.ui import keys, screen
from gmtool.ui.entry import Entry
from gmtool.ui.screen import Look
from gmtool.ui.words import Words
from tests.games.boss.tables import GAME, C, P, Play, board, random_roles, random_setup, setup_of, table_of

rule = pytest.mark.rule
WORDS = Words(GAME, Texts("en", "boss", strict=True))


def public_side(run: Run, *, seen: tuple[int, int] = (0, 0)) -> str:
    """Return all that the table may see of a moment: the view, the question with its words' values and its length.

    ``seen`` leaves out as many events and moves as were compared before.
    """
    t = table_of(run)
    question = run.question
    events, moves = seen
    shown: dict[str, Any] = {
        "view": public_view(t).as_json(),
        "events": [(e.id, e.rule, dict(e.values)) for e in t.events[events:] if not e.secret],
        "moves": [move[1:] for move in t.moves[moves:]],
        "result": GAME.result(t),
        "report": GAME.report(t),
    }
    if question is not None and question.audience is Audience.TABLE:
        options = [
            (option, reason.id if (reason := question.why_not_choice(t, option)) is not None else None)
            for option in question.choices(t)
        ]
        shown["question"] = [
            question.id, question.pause, question.rules, question.about(t), options, GAME.words(t, question),
        ]  # fmt: skip
    return json.dumps(shown, ensure_ascii=False, sort_keys=True, default=str)


def type_in(run: Run, roles: list[str]) -> int:
    """Answer the GM's own questions of the beginning; returns how many there were."""
    count = 0
    while run.question is not None and run.question.audience is Audience.GM:
        question = run.question
        count += 1
        if question.id in ("characters.known", "characters.awake"):
            run.answer(True)
        else:
            wanted = [seat for seat, role in enumerate(roles) if role == table_of(run).draft["character"]]
            run.answer(wanted if question.id == "characters.holders" else wanted[0])
    return count


@rule("BOSS-R36", "BOSS-4.13", "BOSS-R55")
@pytest.mark.parametrize("part", range(4))
def test_games_that_differ_in_characters_alone_look_the_same_to_the_table(part: int) -> None:
    answers = 0
    for seed in range(part * 15, part * 15 + 15):
        rng = random.Random(seed)
        setup = {**random_setup(rng), "gm_plays": False}
        deals = [random_roles(rng, setup), random_roles(rng, setup)]
        runs = [GAME.begin(setup), GAME.begin(setup)]
        seen = [(0, 0), (0, 0)]
        while runs[0].question is not None:
            assert public_side(runs[0], seen=seen[0]) == public_side(runs[1], seen=seen[1])
            seen = [(len(run.table.events), len(run.table.moves)) for run in runs]
            secret = runs[0].question.audience is Audience.GM
            if secret:
                counts = [type_in(run, roles) for run, roles in zip(runs, deals, strict=True)]
                assert counts[0] == counts[1]
                continue
            answer = random_answer(runs[0], rng)
            if runs[1].why_not(answer) is not None:
                # What is true of one deal and not of the other is the first public difference.
                break
            for run in runs:
                run.answer(answer)
            answers += 1
    assert answers > 100


@rule("BOSS-R13")
def test_typing_characters_in_or_not_looks_the_same_to_the_table() -> None:
    for seed in range(15):
        rng = random.Random(seed)
        setup = {**random_setup(rng), "gm_plays": False}
        roles = random_roles(rng, setup)
        known, unknown = GAME.begin(setup), GAME.begin(setup)
        seen = [(0, 0), (0, 0)]
        while known.question is not None and table_of(known).phase != "over":
            if known.question.audience is Audience.GM:
                type_in(known, roles)
                unknown.answer(False)
                continue
            assert public_side(known, seen=seen[0]) == public_side(unknown, seen=seen[1])
            seen = [(len(run.table.events), len(run.table.moves)) for run in (known, unknown)]
            answer = random_answer(known, rng)
            known.answer(answer)
            unknown.answer(answer)


@rule("BOSS-R65")
def test_a_departure_looks_the_same_whoever_goes() -> None:
    deals = [
        ["mastermind", "assassin", "eagle", "insider", "progressive", "progressive", "progressive"],
        ["progressive", "progressive", "insider", "mastermind", "assassin", "eagle", "progressive"],
    ]
    sides = []
    for roles in deals:
        play = Play(7, special_roles=["assassin", "eagle"], roles=roles)
        for name in ("Bình", "Chi", "An"):
            play.leave(name)
        sides.append(public_side(play.run))
    assert sides[0] == sides[1]


def test_gm_questions_and_only_they_are_marked_for_the_gm() -> None:
    marked = {id for id, question in QUESTIONS.items() if question.audience is Audience.GM}
    asked = ("known", "holder", "holders", "awake", "seen", "anew")
    assert {*(f"characters.{id}" for id in asked), "leaving.loss"} <= marked
    assert not {id for id in marked if id.startswith(("check.", "assassin.", "power.", "leaving.go_on"))}
    assert GAME.actions["characters"].secret


@rule("BOSS-6.5", "BOSS-6.8")
def test_what_showed_somebody_a_secret_is_marked() -> None:
    marked = {id for id, question in QUESTIONS.items() if question.shows_secret}
    assert {"power.meeting", "power.peek_discard", "eyes.insiders_wake", "eyes.insiders_raise_hand"} <= marked
    assert not marked & {"power.investigate", "policy.enact", "eyes.all_close", "eyes.eagle_wakes"}


@rule("BOSS-R68")
def test_no_character_stands_in_any_view_result_or_report_during_the_game() -> None:
    roles = ["progressive", "assassin", "mastermind", "silly_monkey", "eagle", "golden_boy", "tai_go"]
    specials = ["assassin", "silly_monkey", "eagle", "golden_boy", "tai_go"]
    play = Play(7, special_roles=specials, roles=roles, board=board(["dismiss"]))
    play.round("Bình", C, "dismiss")
    play.use("Chi")
    play.round("Hà", P)
    shown = public_side(play.run)
    seats = json.loads(shown)["view"]["players"]
    assert not [seat for seat in seats if set(map(str, seat.values())) & set(roles)]
    assert '"role"' not in json.dumps(json.loads(shown)["view"])


@rule("BOSS-R13")
def test_the_gm_sees_the_characters_again_and_after_a_departure_what_its_loss_means() -> None:
    roles = ["mastermind", "insider", "progressive", "progressive", "progressive"]
    play = Play(5, roles=roles)
    assert [row.cells["role"] for row in gm_view(play.t).rows] == roles
    play.run.act("characters")
    assert play.open == "characters.seen"
    play.answer(True)
    play.answer(False)
    assert list(play.t.roles) == roles
    for name, loss in (("An", "loss_mastermind"), ("Chi", "loss_none")):
        play.run.act("leave")
        play.answer(play.seat(name))
        assert play.open == "leaving.loss"
        assert GAME.words(play.t, play.run.question)["effect"] == loss
        play.run.drop_action()


def test_a_gm_who_knows_no_character_is_told_nothing_of_a_loss() -> None:
    play = Play(5)
    play.run.act("leave")
    play.answer(play.seat("An"))
    assert play.open == "leaving.go_on"
    assert gm_view(play.t).as_json() == public_view(play.t).as_json()


def screens_of_typing_in(path: Path, roles: list[str], specials: list[str]) -> list[str]:
    """Return the screen after every key while the GM types these characters in, one slip included."""
    journal = Journal.open(path, write=True)
    setup = setup_of(len(roles), special_roles=specials, gm_plays=False)
    found: list[str] = []
    with Session(journal, journal.add_game("boss", "", setup, GAME.version).id, write=True) as session:

        def press(pressed: list[str]) -> None:
            question = session.question
            assert question is not None
            look = Look(Entry(session.run, WORDS), covered=question.audience is Audience.GM)
            for key in pressed:
                typed = look.entry.press(key)
                lines = screen.compose(session, WORDS, look, 80, 24)
                found.extend(f"{line.plain} {line.spans}" for line in lines)
                if typed is not None:
                    session.answer(typed.value)

        while session.question is not None and session.question.id != "eyes.all_close":
            if session.question.id.startswith("characters.holder"):
                character = table_of(session.run).draft["character"]
                slip = ["mastermind"] if character != "mastermind" else []
                seats = [roles.index(role) for role in slip] + [n for n, role in enumerate(roles) if role == character]
                press([str(seat + 1) for seat in seats])
            else:
                press(["y"] if session.question.id == "characters.known" else [keys.ENTER])
        assert list(table_of(session.run).roles) == roles
    journal.close()
    return found


@rule("BOSS-R13", "BOSS-2.2")
def test_a_player_who_walks_by_while_characters_are_typed_in_learns_nothing(tmp_path: Path) -> None:
    specials = ["assassin", "eagle"]
    deals = [
        ["mastermind", "insider", "insider", "assassin", "eagle", *["progressive"] * 4],
        [*["progressive"] * 4, "eagle", "insider", "assassin", "mastermind", "insider"],
    ]
    screens = [screens_of_typing_in(tmp_path / f"{n}.db", roles, specials) for n, roles in enumerate(deals)]
    assert screens[0] == screens[1]
    assert any("Mastermind" in line for line in screens[0])


@rule("BOSS-2.2", "BOSS-1.3")
def test_a_second_character_for_one_player_is_refused_without_a_name() -> None:
    run = GAME.begin(setup_of(7, gm_plays=False))
    while run.question is None or run.question.id != "characters.known":
        run.answer(True)
    run.answer(True)
    run.answer(2)
    assert run.question is not None
    assert list(run.question.choices(run.table)) == list(range(7))
    reason = run.why_not([2, 3])
    assert reason is not None
    assert (reason.id, reason.audience, reason.values) == ("holds_another", Audience.GM, {})


def begun(journal: Journal, setup: dict[str, Any]) -> Session:
    return Session(journal, journal.add_game("boss", "", setup, GAME.version).id, write=True)


def shown(session: Session) -> list[str]:
    """Return the screen of the open question as a passer-by sees it, with the public history."""
    question = session.question
    look = Look(Entry(session.run, WORDS), covered=question is not None and question.audience is Audience.GM)
    lines = screen.compose(session, WORDS, look, 80, 24)
    return [*(f"{line.plain} {line.spans}" for line in lines), *map(str, public_history(session)[-3:])]


@rule("BOSS-R13", "BOSS-R66")
@pytest.mark.parametrize("seed", range(6))
def test_screens_and_public_history_are_the_same_for_every_deal_with_entries_taken_back(
    tmp_path: Path, seed: int
) -> None:
    """The characters are typed in late, taken back in part, brought back; players leave in between."""
    rng = random.Random(seed)
    setup = {**random_setup(rng), "gm_plays": False}
    deals = [random_roles(rng, setup), random_roles(rng, setup)]
    journals = [Journal.open(tmp_path / f"{n}.db", write=True) for n in range(2)]
    sessions = [begun(journal, setup) for journal in journals]
    compared = 0
    for number in range(90):
        if any(session.question is None for session in sessions):
            break
        assert shown(sessions[0]) == shown(sessions[1])
        compared += 1
        question = sessions[0].question
        assert question is not None
        if question.id == "characters.known":
            answers: list[Any] = [False, False]
        elif question.id.startswith("characters.holder"):
            answers = [
                [seat for seat, role in enumerate(roles) if role == table_of(session.run).draft["character"]]
                for session, roles in zip(sessions, deals, strict=True)
            ]
            if question.id == "characters.holder":
                answers = [seats[0] for seats in answers]
        else:
            answers = [random_answer(sessions[0].run, rng)] * 2
        if any(session.run.why_not(answer) for session, answer in zip(sessions, answers, strict=True)):
            break
        for session, answer in zip(sessions, answers, strict=True):
            session.answer(answer)
            if number == 30 and session.run.why_not_act("characters") is None:
                session.act("characters")
            if number in (33, 40):
                for move in (session.undo, session.undo, session.redo):
                    move()
            if number == 45 and session.run.why_not_act("leave") is None:
                session.act("leave")
    for session, journal in zip(sessions, journals, strict=True):
        session.close()
        journal.close()
    assert compared > 10, compared
