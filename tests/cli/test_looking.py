"""``status``, ``history``, ``why``, ``games``: what is shown, to whom, and that looking changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import Journal
from gmtool.core.session import Session

Cli = Callable[..., Any]
Table = Callable[..., str]


def play(db: Path, id: str, *deeds: Any) -> None:
    """Give answers, and actions written as ("act", id)."""
    journal = Journal.open(db, write=True)
    try:
        with Session(journal, id, write=True) as session:
            for deed in deeds:
                if isinstance(deed, tuple):
                    session.act(deed[1])
                else:
                    session.answer(deed)
    finally:
        journal.close()


def with_roles(db: Path, table: Table, roles: list[str]) -> str:
    id = table(9)
    play(db, id, ("act", "roles"), roles)
    return id


DARK_FIRST = ["dark", "dark", "honest", "honest", "honest", "honest"]
DARK_LAST = ["honest", "honest", "honest", "honest", "dark", "dark"]


# --- status


def test_status_shows_the_table_the_question_and_what_to_type_next(cli: Cli, table: Table) -> None:
    table(40)
    done = cli("status")
    assert done.exit_code == 0
    assert "Phase" in done.stdout
    assert "Asked now: " in done.stdout
    assert "Last answer: " in done.stdout
    assert "gmtool play politics-1" in done.stderr


def test_status_without_a_name_is_the_game_in_progress(cli: Cli, table: Table) -> None:
    table(over=True, seed=1)
    second = table(20)
    table(over=True, seed=2)
    assert json.loads(cli("status", "--json").stdout)["id"] == second
    cli("archive", second)
    assert json.loads(cli("status", "--json").stdout)["id"] == "politics-3"


@pytest.mark.parametrize("name", ["politics-1", "POLITICS-1", "pol", "even"])
def test_a_game_is_named_by_id_title_or_beginning(cli: Cli, table: Table, name: str) -> None:
    table(5)
    assert cli("status", name).exit_code == 0


def test_a_name_that_fits_several_games_lists_them(cli: Cli, table: Table) -> None:
    table(5)
    table(5)
    done = cli("status", "politics")
    assert done.exit_code == 4
    assert "politics-2, politics-1" in done.stderr


def test_an_unknown_game_lists_those_there_are(cli: Cli, table: Table) -> None:
    table(5)
    done = cli("status", "zzz")
    assert done.exit_code == 4
    assert "politics-1" in done.stderr


@pytest.mark.parametrize("command", ["status", "history", "why Nok yellow", "count", "undo", "export", "backup"])
def test_no_game_at_all_says_how_to_begin_one_and_makes_no_file(cli: Cli, db: Path, command: str) -> None:
    done = cli(*command.split())
    assert done.exit_code == 4
    assert "gmtool new" in done.stderr
    assert not db.exists()


def test_json_is_one_document_of_ids_in_every_language(cli: Cli, table: Table) -> None:
    table(60)
    documents = [json.loads(cli("status", "--json", "--lang", lang).stdout) for lang in ("en", "th")]
    assert documents[0] == documents[1]
    assert documents[0]["question"].isascii()


@pytest.mark.parametrize(
    "command",
    ["status --json", "status --public", "history --json", "history --public", "export --public", "games --json"],
)
def test_games_that_differ_in_secrets_alone_have_equal_public_output(
    cli: Cli, table: Table, db: Path, command: str
) -> None:
    shown = []
    for roles in (DARK_FIRST, DARK_LAST):
        id = with_roles(db, table, roles)
        done = cli(*command.split(), *([] if command.startswith("games") else [id]))
        assert done.exit_code == 0, done.stderr
        text = done.stdout.replace(id, "ID")
        if command.startswith("games"):
            entry = json.loads(text)["games"][0]
            text = json.dumps({key: value for key, value in entry.items() if key not in ("created", "updated", "id")})
        shown.append(text)
        db.unlink()
        for side in db.parent.glob("games.db-*"):
            side.unlink()
    assert shown[0] == shown[1]


def test_secrets_are_in_json_only_if_they_are_asked_for(cli: Cli, table: Table, db: Path) -> None:
    with_roles(db, table, DARK_FIRST)
    assert '"dark"' in cli("history", "--json", "--secrets").stdout
    assert "dark" not in cli("history", "--json").stdout.replace("s.eyes.dark", "")


def test_the_gms_own_history_hides_a_secret_answer_unless_it_is_asked_for(cli: Cli, table: Table, db: Path) -> None:
    with_roles(db, table, DARK_FIRST)
    shown = cli("history", "--all").stdout
    assert "a GM entry" in shown
    assert "dark, dark" not in shown
    assert "dark, dark" in cli("history", "--all", "--secrets").stdout


# --- history


def test_history_lists_rows_with_what_was_taken_back(cli: Cli, table: Table) -> None:
    table(12)
    cli("undo")
    shown = cli("history").stdout
    assert "(taken back)" in shown
    assert len(shown.splitlines()) == 13


def test_history_shows_the_last_rows_unless_all_are_asked_for(cli: Cli, table: Table) -> None:
    table(60)
    done = cli("history")
    assert len(done.stdout.splitlines()) == 30
    assert "gmtool history politics-1 --all" in done.stderr
    assert len(cli("history", "--all").stdout.splitlines()) == 60


def test_one_row_in_full(cli: Cli, table: Table) -> None:
    table(12)
    shown = cli("history", "--row", "3").stdout
    assert "POL-S.3" in shown
    assert "POL-S.4" in shown
    missing = cli("history", "--row", "99")
    assert missing.exit_code == 4


def test_an_empty_history_says_so(cli: Cli, table: Table) -> None:
    table()
    for options in ([], ["--public"]):
        assert cli("history", *options).stdout == "Nothing has been answered yet.\n"


# --- why


@pytest.mark.parametrize(
    "words",
    ["Nok yellow", "yellow nok", "nok.yellow", "yellow.0", "politics-1 Nok yellow", "1 yellow", "no yel", "Nok 🟡"],
)
def test_why_finds_a_players_coin_however_it_is_named(cli: Cli, table: Table, words: str) -> None:
    table(20)
    done = cli("why", *words.split())
    assert done.exit_code == 0, done.stderr
    assert "+2" in done.stdout
    assert "POL-S.4" in done.stdout
    assert "gmtool rules" in done.stderr


@pytest.mark.parametrize("words", ["policy.draw", "policy draw", "failures", "Nok right", "Nok partner", "bts.out"])
def test_why_follows_piles_failures_rights_and_counters(cli: Cli, table: Table, words: str) -> None:
    table(60)
    assert cli("why", *words.split()).exit_code == 0


def test_why_adds_up_to_what_is_there(cli: Cli, table: Table) -> None:
    table(200, seed=3)
    held = {player["name"]: player for player in json.loads(cli("status", "--json").stdout)["players"]}
    for name, player in held.items():
        for coin in ("yellow", "blue", "red"):
            document = json.loads(cli("why", name, coin, "--json").stdout)
            assert document["total"] == player[coin] == sum(move["delta"] for move in document["moves"])


def test_why_prints_each_rule_once_if_asked(cli: Cli, table: Table) -> None:
    table(20)
    shown = cli("why", "Nok", "yellow", "--rules").stdout
    assert shown.count("\nPOL-S.4  ") == 1


def test_why_of_an_unknown_thing_lists_what_is_counted(cli: Cli, table: Table) -> None:
    table(9)
    done = cli("why", "Nok", "gold")
    assert done.exit_code == 4
    assert "yellow, blue, red" in done.stderr


def test_why_tells_awards_and_scores_after_the_end(cli: Cli, table: Table) -> None:
    table(12)
    early = cli("why", "award", "4")
    assert early.exit_code == 4
    for seed in range(1, 30):
        id = table(over=True, seed=seed)
        result = json.loads(cli("score", id, "--json").stdout)
        if result["ending"] == "normal":
            break
    award = cli("why", "award", "4", "--game", id)
    assert award.exit_code == 0
    assert "POL-A.4" in award.stdout
    assert len(cli("why", "awards", "-g", id).stdout.splitlines()) == 14
    score = cli("why", "Nok", "score", "-g", id, "--rules")
    assert f"{result['players']['Nok']['score']} points" in score.stdout
    assert cli("why", "award", "9", "-g", id).exit_code == 4
    assert cli("why", "Zed", "score", "-g", id).exit_code == 4


# --- games


def test_games_are_listed_last_played_first_without_archived_ones(cli: Cli, table: Table) -> None:
    table(5)
    table(over=True)
    cli("archive", "politics-1")
    assert [line.split()[0] for line in cli("games").stdout.splitlines()] == ["politics-2"]
    assert len(cli("games", "--all").stdout.splitlines()) == 2
    assert "over" in cli("games").stdout
    cli("unarchive", "politics-1")
    listed = json.loads(cli("games", "--json").stdout)["games"]
    assert {entry["id"] for entry in listed} == {"politics-1", "politics-2"}


def test_games_says_what_so_many_can_play(cli: Cli) -> None:
    assert "politics" in cli("games", "--players", "7").stdout
    assert "politics" in json.loads(cli("games", "--players", "๗", "--json").stdout)["games"]
    none = cli("games", "--players", "99")
    assert none.exit_code == 4
    assert "politics 6–8" in none.stderr
    assert cli("games", "--players", "x").exit_code == 2


def test_no_games_is_no_error(cli: Cli, db: Path) -> None:
    done = cli("games")
    assert (done.exit_code, done.stdout) == (0, "")
    assert json.loads(cli("games", "--json").stdout) == {"games": []}
    assert not db.exists()


def test_a_title_is_data(cli: Cli, table: Table) -> None:
    table(5)
    cli("rename", "politics-1", "[bold]Nok's {game}", "😀")
    assert "[bold]Nok's {game} 😀" in cli("games").stdout
    assert cli("rename", "politics-1", "  ").exit_code == 2


def test_delete_needs_a_yes_and_makes_a_backup_first(cli: Cli, table: Table, db: Path) -> None:
    table(5)
    refused = cli("delete", "politics-1")
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    assert cli("delete", "politics-1", "--yes").exit_code == 0
    assert cli("status", "politics-1").exit_code == 4
    [kept] = (db.parent / "backups").glob("*.db")
    assert cli("--db", str(kept), "status", "politics-1").exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        "history politics-1", "history politics-1 --row 3", "history politics-1 --row 999", "count politics-1",
        "why Nok yellow -g politics-1", "mend 3 -g politics-1", "note x -g politics-1",
    ],
)  # fmt: skip
def test_the_next_step_names_the_game_that_was_looked_at(cli: Cli, table: Table, command: str) -> None:
    table(40)
    table(9)
    told = cli(*command.split()).stderr
    steps = [step for step in re.findall(r"gmtool \w+[^\n]*?(?=  |\n|$)", told) if not step.startswith("gmtool rules")]
    assert steps
    assert all("politics-1" in step for step in steps), told


def test_looking_changes_nothing_on_disk(cli: Cli, table: Table, db: Path) -> None:
    table(30)

    def files() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in db.parent.iterdir() if path.is_file()}

    before = files()
    for command in (
        "status", "status --json --secrets", "history --all", "history --public", "history --row 3", "why Nok yellow",
        "count", "games --all", "export", "export --public", "doctor", "roll", "roll --game politics-1", "lang",
        "settings", "score politics-1",
    ):  # fmt: skip
        cli(*command.split())
    assert files() == before
