"""The same commands for every game there is, found in its folder: none of them knows a game."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.game import game_ids, load_game
from gmtool.core.journal import Journal
from gmtool.core.question import Kind
from gmtool.core.random_table import Stuck, random_answer
from gmtool.core.session import Session
from gmtool.text.texts import Texts
from gmtool.ui import plain
from gmtool.ui.reading import option_keys
from gmtool.ui.words import Words

Cli = Callable[..., Any]
NAMES = "An, Bình, ต้น, 山田, Eve, Finn, Gai, Hà, Ivy, Jo"
NEEDED = {"boss": ["gm_plays=no", "first_president=An"], "jinro": ["lineup=wolf=2,spy,reporter,guard"], "politics": []}


def make(cli: Cli, game: str) -> str:
    """Make a game by options; returns its id."""
    low, high = load_game(game).players
    names = ", ".join(NAMES.split(", ")[: max(low, min(high, 7))])
    fields = [word for pair in NEEDED[game] for word in ("--set", pair)]
    done = cli("new", game, "--players", names, *fields)
    assert done.exit_code == 0, done.stderr
    return str(done.stdout.strip())


def answered(db: Path, id: str, answers: int, seed: int = 1) -> None:
    journal = Journal.open(db, write=True)
    with Session(journal, id, write=True) as session:
        rng = random.Random(seed)
        while session.question is not None and len(session.steps) < answers:
            session.answer(random_answer(session.run, rng))
    journal.close()


def typed(session: Session, answer: Any) -> str:
    """Return an answer as a GM would type it."""
    question = session.question
    assert question is not None
    keys = {repr(option): key for key, option in option_keys(question, session.table)}
    keys.update({f"'{option}'": key for key, option in option_keys(question, session.table)})
    kind = question.kind
    if kind is Kind.SAY:
        return ""
    if kind in (Kind.ONE, Kind.CONFIRM):
        return keys[repr(answer)]
    if kind is Kind.MANY:
        return " ".join(keys[repr(option)] for option in answer)
    if kind is Kind.SHARE:
        return " ".join(f"{keys[repr(option)]}={n}" for option, n in answer.items())
    if kind is Kind.VOTE:
        return " ".join("-" if option is None else keys[repr(option)] for option in answer)
    if kind is Kind.COUNT:
        return " ".join(f"{key}={n}" for key, n in answer.items())
    return f":{answer}" if str(answer).startswith(":") else str(answer)


def test_every_game_says_here_what_it_needs() -> None:
    assert set(NEEDED) == set(game_ids())


@pytest.mark.parametrize("game", game_ids())
def test_all_commands_look_at_every_game(cli: Cli, db: Path, game: str) -> None:
    id = make(cli, game)
    for answers in (0, 25, 60):
        answered(db, id, answers)
        for command in (
            "status", "status --json", "status --json --secrets", "status --public", "history --all",
            "history --all --secrets", "history --public", "history --json --secrets", "count", "count --json",
            "export", "export --public", "games", "doctor", f"rules {game}", "rules ask why",
        ):  # fmt: skip
            done = cli(*command.split())
            assert done.exit_code == 0, (command, done.stderr)
            assert not [
                line
                for line in (done.stdout + done.stderr).splitlines()
                if "[" in line and "." in line and line.startswith("[")
            ]
    assert cli("undo").exit_code == 0
    taken = cli("import", "-", input=cli("export", id).stdout)
    assert taken.exit_code == 0, taken.stderr


@pytest.mark.parametrize("language", ["en", "th", "vi", "ja"])
@pytest.mark.parametrize("game", game_ids())
def test_every_game_is_played_line_by_line_in_every_language(cli: Cli, db: Path, game: str, language: str) -> None:
    id = make(cli, game)
    journal = Journal.open(db, write=True)
    rng = random.Random(len(language) + len(game))
    with Session(journal, id, write=True) as session:
        words = Words(session.game, Texts(language, game, strict=True))
        shown: list[str] = []
        lines = iter([""])
        driver = plain.Plain(session, words, {}, read=lambda: next(lines, None), write=shown.append, pauses=False)
        for _ in range(250):
            if session.question is None:
                break
            try:
                answer = random_answer(session.run, rng)
            except Stuck:
                break
            lines = iter([typed(session, answer)])
            driver.left = ""
            driver.run()
            step = session.last_step
            assert step is not None
            assert step.row.value == answer, (step.row.key, shown[-8:])
        for command in (":menu", ":status", ":history", ":help", ":rules", ":undo", ":redo", ":again"):
            lines = iter([command])
            driver.left = ""
            driver.run()
    journal.close()
    assert len(shown) > 100


@pytest.mark.parametrize("game", game_ids())
def test_the_end_of_every_game_is_told(cli: Cli, db: Path, game: str) -> None:
    id = make(cli, game)
    for seed in range(20):
        answered(db, id, 5000, seed)
        if json.loads(cli("status", id, "--json").stdout)["over"]:
            break
    shown = cli("score", id)
    assert shown.exit_code == 0, shown.stderr
    assert "[result" not in shown.stdout
    result = json.loads(cli("score", id, "--json").stdout)
    assert result["game"] == game
    assert json.loads(cli("status", id, "--json").stdout)["result"] == result
    assert f"gmtool score {id}" in cli("games").stderr
    assert cli("score", id, "--lang", "ja").exit_code == 0
    if load_game(game).score is None:
        assert cli("why", "An", "score", "-g", id).exit_code == 3
        assert cli("score", game).exit_code == 3


@pytest.mark.parametrize("game", game_ids())
def test_public_output_names_no_question_of_the_gm(cli: Cli, db: Path, game: str) -> None:
    """What only the GM is asked stands in no public history, export or status."""
    from gmtool.core.question import QUESTIONS, Audience

    id = make(cli, game)
    answered(db, id, 80, seed=3)
    secret = {question.id for question in QUESTIONS.values() if question.audience is Audience.GM}
    for command in ("history --json", "export --public", "status --json"):
        text = cli(*command.split(), id).stdout
        assert not {question for question in secret if f'"{question}"' in text}


@pytest.mark.parametrize("game", game_ids())
def test_what_is_missing_of_a_setup_is_told_with_the_option_that_gives_it(cli: Cli, game: str) -> None:
    fields = [field for field in load_game(game).setup_fields.values() if field.must_be_given]
    done = cli("new", game, "--players", NAMES if game != "politics" else "A,B,C,D,E,F")
    if not fields:
        assert done.exit_code == 0
    for field in fields:
        assert field.name in done.stderr
        assert "--set" in done.stderr


def test_rules_are_found_by_id_in_any_case_and_by_question(cli: Cli) -> None:
    shown = cli("rules", "pol-1.9")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("POL-1.9  ")
    asked = cli("rules", "ask", "can", "he", "vote", "for", "himself", "--game", "politics", "--json")
    document = json.loads(asked.stdout)
    assert document["answered"] is True
    assert document["results"][0]["id"] == "POL-R87"
    assert set(document["results"][0]) == {"id", "score", "title"}
    beer = cli("rules", "ask", "who buys the beer", "-g", "politics")
    assert beer.exit_code == 0
    assert beer.stdout.startswith("No rule found.")
    assert cli("rules", "zzz").exit_code == 4
    nowhere = cli("rules", "ask", "why")
    assert nowhere.exit_code == 2
    assert "--game" in nowhere.stderr


def test_a_rule_is_told_as_it_stands_in_the_game_in_progress(cli: Cli) -> None:
    default = cli("rules", "POL-R83").stdout
    cli("new", "politics", "--players", "A,B,C,D,E,F", "--switch", "lie_tie=runoff")
    here = cli("rules", "POL-R83")
    assert here.stdout != default
    assert "In this game:" in here.stdout
    assert "politics-1" in here.stderr


def test_the_tables_own_rulings_are_kept_found_changed_and_written_out(cli: Cli, home: Path) -> None:
    cli("new", "politics", "--players", "A,B,C,D,E,F")
    assert cli("rules", "add", "No coins over the phone", "--rule", "POL-R10").stdout.startswith("HERE-1")
    kept = cli("rules", "add", "Phones stay in the kitchen", "--from-now-on", "--game", "politics")
    assert kept.stdout.startswith("TABLE-1")
    listed = cli("rules", "list").stdout
    assert "No coins over the phone" in listed
    assert "Phones stay in the kitchen" in listed
    found = cli("rules", "ask", "phones in the kitchen?", "--json")
    assert json.loads(found.stdout)["results"][0]["id"] == "TABLE-1"
    assert cli("rules", "edit", "1", "Phones stay in the bag").exit_code == 0
    document = json.loads(cli("rules", "export").stdout)
    assert [ruling["text"] for ruling in document["rulings"]] == ["No coins over the phone", "Phones stay in the bag"]
    assert cli("rules", "edit", "HERE-1", "x").exit_code == 2
    assert cli("rules", "edit", "9", "x").exit_code == 4
    assert cli("rules", "edit", "1").exit_code == 2
    assert cli("rules", "add", " ").exit_code == 2
    assert cli("rules", "add", "x", "--rule", "POL-999").exit_code == 4
    assert cli("rules", "edit", "1", "--delete").exit_code == 0
    (home / "rulings.json").write_text("{")
    assert cli("rules", "list").exit_code == 5
    assert cli("rules", "POL-1.9").exit_code == 0


@pytest.mark.parametrize("what", ["rulebook", "sheet"])
def test_the_rules_are_printed_as_one_page(cli: Cli, tmp_path: Path, what: str) -> None:
    path = tmp_path / "page.html"
    done = cli("rules", "print", "politics", "--what", what, "--lang", "th", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    assert "<html" in path.read_text(encoding="utf-8")
    assert cli("rules", "print", "politics", "--what", "poster").exit_code == 2
    assert cli("rules", "print", "chess").exit_code == 4


@pytest.mark.parametrize("game", game_ids())
def test_the_example_of_a_count_is_one_of_the_game_that_is_played(cli: Cli, game: str) -> None:
    id = make(cli, game)
    refused = cli("why", "zzz", "-g", id)
    assert refused.exit_code == 4
    example = refused.stderr.rpartition("gmtool why ")[2].strip()
    assert cli("why", example, "-g", id).exit_code == 0
    shown = cli("play", id, "--plain", input=":why\n:help\n:why zzz\n").stdout
    assert shown.count(example) == 3
