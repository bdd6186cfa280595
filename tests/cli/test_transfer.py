"""Keeping games safe: ``export``, ``import``, ``backup``, ``doctor``, ``repair``, ``settings``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import Journal
from gmtool.core.session import Session

Cli = Callable[..., Any]
Table = Callable[..., str]
Opened = Callable[[str], Session]


def lines_of(cli: Cli, id: str) -> list[str]:
    return list(cli("export", id).stdout.splitlines())


def test_export_then_import_is_the_same_game(cli: Cli, table: Table, opened: Opened, tmp_path: Path) -> None:
    id = table(80, seed=5)
    for command in (["undo"], ["undo"], ["note", "x"], ["back", "30"], ["correct", "yellow.nok", "9", "--reason", "y"]):
        assert cli(*command).exit_code == 0
    path = tmp_path / "game.jsonl"
    done = cli("export", id, "-o", str(path))
    assert (done.exit_code, done.stdout) == (0, f"{path}\n")
    assert "everything" in done.stderr
    taken = cli("import", str(path))
    assert (taken.exit_code, taken.stdout) == (0, "politics-2\n")
    one, two = opened(id), opened("politics-2")
    assert one.rows == two.rows
    assert one.info.setup == two.info.setup
    assert one.standing == two.standing
    assert lines_of(cli, id)[1:] == lines_of(cli, "politics-2")[1:]
    assert cli("redo", "-g", "politics-2").exit_code == cli("redo", "-g", id).exit_code


def test_an_imported_game_keeps_its_id_where_it_is_free(cli: Cli, table: Table, db: Path) -> None:
    id = table(20)
    text = cli("export", id).stdout
    cli("delete", id, "--yes")
    done = cli("import", "-", input=text)
    assert (done.exit_code, done.stdout) == (0, f"{id}\n")


def test_a_game_in_the_middle_of_a_mending_is_moved_as_it_is(cli: Cli, table: Table, opened: Opened, db: Path) -> None:
    id = table(9)
    journal = Journal.open(db, write=True)
    with Session(journal, id, write=True) as session:
        for answer in (0, "pay", [1, 2]):
            session.answer(answer)
        session.mend(10, 1)
        assert session.misfit is not None
    journal.close()
    done = cli("import", "-", input=cli("export", id).stdout)
    assert done.exit_code == 0, done.stderr
    assert opened("politics-2").standing == opened(id).standing
    assert cli("mend", "-g", "politics-2").exit_code == 3


@pytest.mark.parametrize("text", ["hello\n", '{"gmtool":"1","for', "[]\n", "{}\n"])
def test_a_file_that_does_not_begin_like_a_game_has_nothing_to_take_in(cli: Cli, text: str) -> None:
    done = cli("import", "-", input=text)
    assert done.exit_code == 3
    assert "does not begin like an exported game" in done.stderr
    assert "--cut" not in done.stderr


def test_a_public_export_holds_no_secret_and_can_not_be_imported(cli: Cli, table: Table, tmp_path: Path) -> None:
    table(40)
    path = tmp_path / "p.jsonl"
    done = cli("export", "--public", "-o", str(path))
    assert "only what the table may know" in done.stderr
    head, *entries, view = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert head["public"] is True
    assert "setup" not in head
    assert all("at" not in entry for entry in entries)
    assert set(view) == {"view"}
    refused = cli("import", str(path))
    assert refused.exit_code == 3
    assert "--public" in refused.stderr


def change(lines: list[str], number: int, **fields: Any) -> str:
    document = {**json.loads(lines[number]), **fields}
    return "\n".join([*lines[:number], json.dumps(document), *lines[number + 1 :]])


@pytest.mark.parametrize(
    ("number", "fields", "word"),
    [
        (0, {"game": "chess"}, "chess"),
        (0, {"format": 99}, "newer"),
        (0, {"script_version": 99}, "newer"),
        (0, {"setup": {"players": ["A"], "mode": "full"}}, "set-up"),
        (0, {"setup": []}, "does not begin"),
        (3, {"n": 7}, "rows"),
        (3, {"parent": 3}, "rows"),
        (3, {"parent": "x"}, "line 4"),
        (3, {"kind": "zap"}, "rows"),
        (3, {"key": 5}, "line 4"),
        (3, {"key": ["s.colours", None, 0, 5]}, "replay"),
        (12, {"value": 99}, "replay"),
        (12, {"value": {"x": []}}, "replay"),
        (4, {"checksum": "00000000"}, "replay"),
        (4, {"source": 99}, "rows"),
    ],
)
def test_what_does_not_replay_is_not_taken_in(
    cli: Cli, table: Table, number: int, fields: dict[str, Any], word: str
) -> None:
    lines = lines_of(cli, table(20))
    done = cli("import", "-", input=change(lines, number, **fields))
    assert done.exit_code == 3, done.stdout
    assert word in done.stderr
    assert "Nothing was taken in" in done.stderr
    assert len(cli("games").stdout.splitlines()) == 1


def test_a_file_that_was_cut_is_told_so_and_can_be_taken_in_as_far_as_it_goes(
    cli: Cli, table: Table, opened: Opened, tmp_path: Path
) -> None:
    id = table(40)
    whole = cli("export", id).stdout.encode()
    lines = whole.splitlines(keepends=True)
    at_a_line_end = b"".join(lines[:-5])
    for text, word, rows in ((at_a_line_end, "36 of 41", 36), (at_a_line_end[:-20], "line 37", 35)):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(text)
        refused = cli("import", str(path))
        assert refused.exit_code == 3
        assert word in refused.stderr
        assert f"gmtool import --cut {path}" in refused.stderr
        taken = cli("import", "--cut", str(path))
        assert taken.exit_code == 0, taken.stderr
        assert opened(taken.stdout.strip()).rows == opened(id).rows[:rows]


def test_a_letter_that_was_cut_in_two_is_a_line_that_is_not_whole(cli: Cli, table: Table, tmp_path: Path) -> None:
    id = table(20)
    cli("note", "ค", "-g", id)
    text = cli("export", id).stdout.encode()
    path = tmp_path / "cut.jsonl"
    path.write_bytes(text[: text.rindex("ค".encode()) + 1])
    refused = cli("import", str(path))
    assert refused.exit_code == 3
    assert "line " in refused.stderr
    assert cli("import", "--cut", str(path)).exit_code == 0


@pytest.mark.parametrize("text", ["", "\n", "x", "[]", "{}", '{"gmtool": 1}', "\x00"])
def test_what_is_no_export_is_not_taken_in(cli: Cli, db: Path, text: str) -> None:
    assert cli("import", "-", input=text).exit_code == 3
    assert cli("games").stdout == ""


def test_a_branch_that_was_left_is_replayed_too(cli: Cli, table: Table) -> None:
    table(20)
    cli("undo")
    lines = lines_of(cli, "politics-1")
    assert json.loads(lines[20])["n"] == 19
    done = cli("import", "-", input=change(lines, 21, value=99))
    assert done.exit_code == 3
    assert "row 20" in done.stderr


def test_backup_is_a_whole_copy_and_writes_over_nothing(cli: Cli, table: Table, db: Path, tmp_path: Path) -> None:
    table(30)
    first = cli("backup")
    assert first.exit_code == 0
    kept = Path(first.stdout.strip())
    assert kept.parent == db.parent / "backups"
    assert cli("--db", str(kept), "history", "--all").stdout == cli("history", "--all").stdout
    again = cli("backup", str(kept))
    assert again.exit_code == 3
    named = tmp_path / "copy.db"
    assert cli("backup", str(named)).exit_code == 0
    assert named.exists()


def test_an_export_that_can_not_be_written_leaves_the_old_file(cli: Cli, table: Table, tmp_path: Path) -> None:
    table(9)
    done = cli("export", "-o", str(tmp_path / "none" / "x.jsonl"))
    assert done.exit_code == 3
    assert "x.jsonl" in done.stderr
    assert not list(tmp_path.glob("*.jsonl*"))


# --- doctor and repair


def spoil(db: Path, statement: str, *values: Any) -> None:
    connection = sqlite3.connect(db)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def test_doctor_finds_nothing_wrong_with_sound_games(cli: Cli, table: Table) -> None:
    table(9)
    table(over=True)
    done = cli("doctor")
    assert done.exit_code == 0, done.stderr
    assert "The file is sound." in done.stdout
    assert "Games: 2, not replaying: 0" in done.stdout
    assert cli("repair").exit_code == 0


def test_doctor_names_the_row_beyond_which_a_game_does_not_replay(cli: Cli, table: Table, db: Path) -> None:
    table(20)
    spoil(db, "update entry set value='99' where n=12")
    done = cli("doctor")
    assert done.exit_code == 5
    assert "does not replay beyond row 11" in done.stdout
    status = cli("status")
    assert status.exit_code == 5
    assert "row 12" in status.stderr
    assert "gmtool undo" in status.stderr
    assert cli("history", "--all").exit_code == 5
    assert cli("undo").exit_code == 0
    assert cli("status").exit_code == 0


@pytest.mark.parametrize(
    "statement",
    [
        "update entry set value='{' where n=7",
        "update entry set parent=9 where n=7",
        "update entry set kind='zap' where n=7",
        "delete from entry where n=7",
        "update entry set key='5' where n=7",
    ],
)
def test_repair_saves_the_rows_before_the_first_damaged_one(cli: Cli, table: Table, db: Path, statement: str) -> None:
    table(20)
    table(9)
    spoil(db, statement + " and game='politics-1'")
    broken = cli("status", "politics-1")
    assert broken.exit_code == 5
    assert "gmtool repair" in broken.stderr
    assert cli("status", "politics-2").exit_code == 0
    refused = cli("repair")
    assert refused.exit_code == 2
    done = cli("repair", "--yes")
    assert done.exit_code == 5
    assert "politics-1: 6 of 20 rows saved." in done.stdout
    assert "politics-2: all 9 rows saved." in done.stdout
    assert cli("status", "politics-1").exit_code == 0
    assert len(list((db.parent).glob("*.damaged"))) == 1
    assert cli("doctor").exit_code == 0


@pytest.mark.parametrize("nonsense", ["updated='yesterday'", "created=x'ff'", "meta='['", "summary='3'", "title=x'41'"])
def test_a_game_that_is_listed_by_nonsense_is_repaired_whole(cli: Cli, table: Table, db: Path, nonsense: str) -> None:
    table(20)
    spoil(db, f"update game set {nonsense}")
    assert cli("games").exit_code == 5
    assert "politics-1: all 20 rows saved." in cli("repair", "--yes").stdout
    assert "politics-1" in cli("games").stdout


def test_what_repair_can_not_save_is_taken_from_the_newest_backup(
    cli: Cli, table: Table, db: Path, tmp_path: Path
) -> None:
    table(20)
    kept = cli("backup").stdout.strip()
    spoil(db, "delete from entry where n=7")
    done = cli("repair", "--yes")
    assert f"gmtool export GAME --db {kept}" in done.stderr
    taken = tmp_path / "taken.jsonl"
    assert cli("export", "politics-1", "--db", kept, "-o", str(taken)).exit_code == 0
    assert cli("import", str(taken)).stdout == "politics-2\n"
    rows = taken.read_text(encoding="utf-8").splitlines()[1:]
    assert len(rows) > 20
    assert cli("export", "politics-2").stdout.splitlines()[1:] == rows


def test_a_file_of_which_nothing_can_be_saved_stays_where_it_is(cli: Cli, table: Table, db: Path) -> None:
    table(20)
    spoil(db, "update game set setup='nonsense'")
    before = db.read_bytes()
    done = cli("repair", "--yes")
    assert done.exit_code == 3
    assert "The file is as it was" in done.stderr
    assert db.read_bytes() == before
    assert not list(db.parent.glob("*.new")) + list(db.parent.glob("*.damaged"))


def test_of_a_file_that_was_emptied_doctor_names_the_backup(cli: Cli, table: Table, db: Path) -> None:
    assert "export" not in cli("doctor").stderr
    table(9)
    kept = cli("backup").stdout.strip()
    assert "export" not in cli("doctor").stderr
    for path in db.parent.glob("games.db*"):
        path.unlink()
    for again in (lambda: None, db.touch):
        again()
        assert f"--db {kept}" in cli("doctor").stderr


def test_nothing_is_repaired_under_the_hands_of_a_player(cli: Cli, table: Table, db: Path) -> None:
    id = table(20)
    journal = Journal.open(db, write=True)
    with Session(journal, id, write=True):
        spoil(db, "update entry set value='{' where n=7")
        done = cli("repair", "--yes")
        assert done.exit_code == 3
        assert "another window" in done.stderr
    journal.close()
    assert cli("repair", "--yes").exit_code == 5


def test_a_damaged_page_costs_no_more_than_the_rows_on_it(cli: Cli, table: Table, db: Path) -> None:
    table(300, seed=3)
    table(9)
    connection = sqlite3.connect(db)
    connection.execute("pragma wal_checkpoint(truncate)")
    connection.close()
    content = bytearray(db.read_bytes())
    page = 4096
    middle = len(content) // page // 2 * page
    content[middle : middle + page] = b"\xff" * page
    db.write_bytes(bytes(content))
    for command in ("doctor", "repair --yes"):
        assert cli(*command.split()).exit_code == 5
    assert cli("status", "politics-2").exit_code == 0
    assert cli("doctor").exit_code == 0


@pytest.mark.parametrize("content", [b"no database at all, just text " * 100, b"\x00" * 5000])
def test_a_file_that_is_no_database_is_left_alone(cli: Cli, db: Path, content: bytes) -> None:
    db.parent.mkdir(parents=True)
    db.write_bytes(content)
    for command in ("status", "games", "doctor", "new politics --players A,B,C,D,E,F", "repair --yes", "backup"):
        done = cli(*command.split())
        assert done.exit_code in (3, 5), (command, done.stderr)
        assert str(db) in done.stderr
    assert db.read_bytes() == content


def test_a_foreign_or_newer_database_is_left_alone(cli: Cli, db: Path, table: Table) -> None:
    db.parent.mkdir(parents=True)
    connection = sqlite3.connect(db)
    connection.execute("create table mine(a)")
    connection.commit()
    connection.close()
    foreign = db.read_bytes()
    for command in ("status", "new politics --players A,B,C,D,E,F", "repair --yes"):
        done = cli(*command.split())
        assert done.exit_code == 5
        assert "not one of gmtool's" in done.stderr
    assert db.read_bytes() == foreign
    db.unlink()
    table(9)
    spoil(db, "pragma user_version=99")
    for command in ("status", "play --plain", "repair --yes"):
        done = cli(*command.split())
        assert done.exit_code == 5
        assert "newer gmtool" in done.stderr


def test_a_game_of_a_newer_script_is_not_opened(cli: Cli, db: Path, table: Table) -> None:
    id = table(9)
    spoil(db, "update game set script_version=99")
    done = cli("status", id)
    assert done.exit_code == 5
    assert "newer gmtool" in done.stderr


# --- settings


def test_settings_are_kept_and_read_back(cli: Cli, home: Path) -> None:
    assert cli("settings", "letters=on", "bell=off", "say_lang=en").exit_code == 0
    kept = json.loads(cli("settings", "--json").stdout)
    assert kept == {"lang": "", "say_lang": "en", "letters": True, "bell": False}
    assert not list(home.glob("settings.json.*"))


@pytest.mark.parametrize("pair", ["letters=maybe", "zzz=1", "letters", "lang=xx", "say_lang=xx"])
def test_a_setting_that_can_not_be_is_refused_and_nothing_is_kept(cli: Cli, home: Path, pair: str) -> None:
    assert cli("settings", "bell=off", pair).exit_code == 2
    assert not (home / "settings.json").exists()


def test_settings_that_can_not_be_read_are_kept_aside(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{not json")
    assert cli("settings").exit_code == 0
    assert "settings.json can't be read" in cli("doctor").stdout
    cli("settings", "bell=off")
    assert (home / "settings.json.damaged").read_text() == "{not json"
    assert json.loads((home / "settings.json").read_text())["bell"] is False


def test_letters_show_coins_as_letters(cli: Cli, table: Table) -> None:
    table(9)
    assert "🟡" in cli("status").stdout
    assert "🟡" not in cli("status", "--letters").stdout
    cli("settings", "letters=on")
    assert "🟡" not in cli("status").stdout


# --- dice


def test_dice_are_rolled_for_a_table_without_one(cli: Cli, table: Table) -> None:
    table(9)
    for _ in range(20):
        assert 1 <= int(cli("roll").stdout) <= 6
        rolls = json.loads(cli("roll", "20", "--players", "Nok, Ton", "--times", "3", "--json").stdout)["rolls"]
        assert set(rolls) == {"Nok", "Ton"}
        assert all(1 <= roll <= 20 for of_one in rolls.values() for roll in of_one)
    assert len(cli("roll", "--game", "politics-1").stdout.splitlines()) == 7
    for sides in ("1", "0", "x", "9999999999"):
        assert cli("roll", sides).exit_code == 2
