"""The file of all games: nothing lost, nothing overwritten, every way in which it can't be read or written named."""

from __future__ import annotations

import contextlib
import json
import resource
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.core.journal import SCHEMA, AmbiguousGame, Journal, JournalDamaged, JournalError, NoSuchGame, WriteFailed
from gmtool.core.rows import Row, check_rows, standing

SETUP = {"players": ["A", "B"], "mode": "full"}
AT = "2026-01-31T20:15:00.000+00:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "games.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    found = Journal.open(path, write=True)
    yield found
    found.close()


def row(n: int, parent: int, kind: str = "answer", **fields: Any) -> Row:
    values = {"key": ("q", None, 0, n), "value": True, "secret": False, "checksum": "", "source": None, "at": AT}
    return Row(n, parent, kind, **{**values, **fields})


ROOT = row(0, 0, "setup", key=(), value=None)


# --- what stands


def test_undo_moves_the_head_back_and_redo_forward() -> None:
    rows = [ROOT, row(1, 0), row(2, 1), row(3, 1, "undo"), row(4, 0, "undo"), row(5, 1, "redo")]
    stands = standing(rows)
    assert [entry.n for entry in stands.chain] == [1]
    assert stands.redo == [2]


def test_an_answer_after_undo_begins_a_branch_and_the_old_one_is_kept() -> None:
    rows = [ROOT, row(1, 0), row(2, 1), row(3, 1, "undo"), row(4, 1)]
    assert [entry.n for entry in standing(rows).chain] == [1, 4]
    assert standing(rows).redo == []
    assert [entry.n for entry in standing([*rows, row(5, 2, "back")]).chain] == [1, 2]


def test_a_mending_keeps_the_rows_still_to_be_carried() -> None:
    mark = row(4, 1, "mend", value={"row": 2, "head": 3})
    rows = [ROOT, row(1, 0), row(2, 1), row(3, 2), mark, row(5, 1)]
    stands = standing(rows)
    assert [entry.n for entry in stands.pending] == [3]
    assert stands.mend == mark
    carried = standing([*rows, row(6, 5, source=3)])
    assert (carried.pending, carried.mend) == ([], None)
    dropped = standing([*rows, row(6, 5, "drop", source=3)])
    assert (dropped.pending, dropped.mend) == ([], None)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [row(0, 0)],
        [ROOT, row(2, 0)],
        [ROOT, row(1, 1)],
        [ROOT, row(1, -1)],
        [ROOT, row(1, 0, "zap")],
        [ROOT, row(1, 0, source=1)],
        [ROOT, row(1, 0), row(2, 1, "undo"), row(3, 2)],
    ],
)
def test_rows_that_do_not_stand_on_each_other_are_found(rows: list[Row]) -> None:
    with pytest.raises(ValueError, match=r"setup|row"):
        check_rows(rows)


# --- reading and writing


def test_rows_come_back_as_they_were_stored(journal: Journal) -> None:
    id = journal.add_game("politics", "ฝน", SETUP, 1).id
    stored = [
        row(1, 0, key=("a", 3, 1, 0), value={"x": [1, None, "ก😀"]}, secret=True, checksum="ab"),
        row(2, 1, "act", key=("b", "yellow", 1, 0, "a"), value="note", source=1),
    ]
    journal.append(id, stored, head=2, summary={"round": 1})
    assert journal.rows(id)[1:] == stored
    info = journal.game(id)
    assert (info.setup, info.title, info.head, info.last, info.summary) == (SETUP, "ฝน", 2, 2, {"round": 1})


def test_rows_of_one_answer_are_stored_together_or_not_at_all(journal: Journal) -> None:
    id = journal.add_game("politics", "", SETUP, 1).id
    with pytest.raises(WriteFailed):
        journal.append(id, [row(1, 0), row(3, 1)], head=3, summary={})
    assert len(journal.rows(id)) == 1
    assert journal.game(id).head == 0


def test_ids_count_up_and_are_never_taken_twice(journal: Journal) -> None:
    assert [journal.add_game("politics", "", SETUP, 1).id for _ in range(3)] == [f"politics-{n}" for n in (1, 2, 3)]
    journal.delete("politics-2")
    assert journal.add_game("politics", "", SETUP, 1).id == "politics-2"
    kept = journal.game("politics-3")
    assert journal.put_game(kept, journal.rows(kept.id)).id == "politics-4"


@pytest.mark.parametrize(
    ("name", "id"), [("politics-1", "politics-1"), ("FRIDAY", "politics-2"), ("fri", "politics-2"), ("ฝ", "politics-3")]
)
def test_a_game_is_found_by_id_title_or_beginning(journal: Journal, name: str, id: str) -> None:
    for title in ("one", "Friday", "ฝน"):
        journal.add_game("politics", title, SETUP, 1)
    assert journal.game(name).id == id


def test_an_exact_name_is_never_several(journal: Journal) -> None:
    for _ in range(12):
        journal.add_game("politics", "x", SETUP, 1)
    assert journal.game("politics-1").id == "politics-1"
    with pytest.raises(AmbiguousGame):
        journal.game("politics-1".upper()[:-2])
    with pytest.raises(NoSuchGame) as caught:
        journal.game("zz")
    assert len(caught.value.values["known"]) == 8  # type: ignore[arg-type]


def test_a_game_is_found_among_thousands(journal: Journal) -> None:
    with journal._write() as db:
        db.executemany(
            "insert into game values(?,'politics','',?,1,?,?,0,0,'{}',0,'{}')",
            ((f"g{n}", json.dumps(SETUP), AT, AT) for n in range(3000)),
        )
    assert journal.game("g0").id == "g0"
    assert journal.game("G2999").id == "g2999"


def test_reading_makes_nothing_and_reading_once_not_even_side_files(path: Path) -> None:
    for once in (True, False):
        with pytest.raises(JournalError) as caught:
            Journal.open(path, once=once)
        assert caught.value.id == "journal.missing"
    assert not path.parent.exists()
    journal = Journal.open(path, write=True)
    journal.add_game("politics", "", SETUP, 1)
    journal.close()
    before = sorted(entry.name for entry in path.parent.iterdir())
    reader = Journal.open(path, once=True)
    assert reader.games()
    assert sorted(entry.name for entry in path.parent.iterdir()) == before
    reader.close()


def test_a_reader_sees_what_a_writer_has_stored_meanwhile(journal: Journal, path: Path) -> None:
    for once in (True, False):
        reader = Journal.open(path, once=once)
        count = len(reader.games())
        id = journal.add_game("politics", "", SETUP, 1).id
        assert len(reader.games()) == count + 1
        journal.append(id, [row(1, 0)], head=1, summary={})
        assert len(reader.rows(id)) == 2
        reader.close()


def test_a_reader_can_not_write(journal: Journal, path: Path) -> None:
    reader = Journal.open(path)
    with pytest.raises(WriteFailed):
        reader.add_game("politics", "", SETUP, 1)
    reader.close()


def test_a_copy_holds_everything_also_while_the_journal_is_open(journal: Journal, tmp_path: Path) -> None:
    id = journal.add_game("politics", "", SETUP, 1).id
    journal.append(id, [row(1, 0)], head=1, summary={})
    journal.backup(tmp_path / "copy.db")
    copy = Journal.open(tmp_path / "copy.db")
    assert copy.rows(id) == journal.rows(id)
    copy.close()
    before = (tmp_path / "copy.db").read_bytes()
    with pytest.raises(JournalError) as caught:
        journal.backup(tmp_path / "copy.db")
    assert caught.value.id == "file.unwritable"
    assert (tmp_path / "copy.db").read_bytes() == before


def test_a_copy_that_could_not_be_made_leaves_nothing_behind(journal: Journal, tmp_path: Path) -> None:
    journal.add_game("politics", "", SETUP, 1)
    folder = tmp_path / "copies"
    folder.mkdir()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(JournalError) as caught:
            journal.backup(folder / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert caught.value.id == "file.unwritable"
    assert not list(folder.iterdir())


def test_a_damaged_file_that_can_not_be_copied_is_named_and_not_the_copy(journal: Journal, path: Path) -> None:
    id = journal.add_game("politics", "", SETUP, 1).id
    journal.append(id, [row(n, n - 1) for n in range(1, 200)], head=199, summary={})
    journal._db.execute("pragma wal_checkpoint(truncate)")
    journal.close()
    content = path.read_bytes()
    path.write_bytes(content[:12288] + b"x" * (len(content) - 12288))
    for copy in ("one.db", "two.db"):
        damaged = Journal.open(path)
        with pytest.raises(JournalDamaged) as caught:
            damaged.backup(path.with_name(copy))
        damaged.close()
        assert caught.value.values["path"] == str(path)
        assert not list(path.parent.glob(f"{copy}*"))


# --- what can't be read


def test_a_file_whose_maker_was_stopped_is_made_by_the_next(path: Path) -> None:
    path.parent.mkdir(parents=True)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("pragma journal_mode=wal")
    db.close()
    assert path.stat().st_size
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert caught.value.id == "journal.missing"
    with contextlib.closing(Journal.open(path, write=True)) as journal:
        assert journal.add_game("politics", "", SETUP, 1).id == "politics-1"


def test_rows_and_games_do_not_show_what_they_hold(journal: Journal) -> None:
    secret = {**SETUP, "start": {"roles": ["dark"]}}
    assert "dark" not in repr(journal.add_game("politics", "", secret, 1))
    assert "dark" not in repr([row(1, 0, value="dark", secret=True)])


def test_an_answer_names_its_question() -> None:
    with pytest.raises(ValueError, match="row 1"):
        check_rows([ROOT, row(1, 0, key=())])


@pytest.mark.parametrize("name", ["", " "])
def test_no_name_names_no_game(journal: Journal, name: str) -> None:
    journal.add_game("politics", "", SETUP, 1)
    with pytest.raises(NoSuchGame):
        journal.game(name)


@pytest.mark.parametrize(
    ("column", "value"),
    [("updated", "yesterday"), ("setup", "[]"), ("setup", "["), ("summary", "3"), ("meta", "[" * 9999), ("head", "x")],
)
def test_a_game_that_is_listed_by_nonsense_is_damaged(journal: Journal, column: str, value: str) -> None:
    id = journal.add_game("politics", "", SETUP, 1).id
    journal._db.execute(f"update game set {column}=?", (value,))
    with pytest.raises(JournalDamaged) as caught:
        journal.game(id)
    assert (caught.value.id, caught.value.values["game"]) == ("journal.rows", id)


def damaged(path: Path, content: bytes) -> JournalError:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    with pytest.raises(JournalError):
        Journal.open(path, write=True)
    assert path.read_bytes() == content
    return caught.value


def test_a_file_that_is_no_database_is_damaged(path: Path) -> None:
    assert damaged(path, b"hello " * 1000).id == "journal.damaged"


def test_another_programmes_database_is_foreign(path: Path) -> None:
    path.parent.mkdir(parents=True)
    db = sqlite3.connect(path)
    db.execute("create table mine(a)")
    db.commit()
    db.close()
    assert damaged(path, path.read_bytes()).id == "journal.foreign"


def test_a_newer_form_is_told(path: Path) -> None:
    Journal.open(path, write=True).close()
    db = sqlite3.connect(path)
    db.execute(f"pragma user_version={SCHEMA + 1}")
    db.close()
    error = damaged(path, path.read_bytes())
    assert (error.id, error.values["found"]) == ("journal.newer", SCHEMA + 1)


def test_a_folder_in_the_place_of_the_file_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    for write in (True, False):
        with pytest.raises(JournalError):
            Journal.open(path, write=write)


def test_a_file_in_the_place_of_the_folder_is_told(path: Path) -> None:
    path.parent.write_text("x")
    with pytest.raises(JournalError) as caught:
        Journal.open(path, write=True)
    assert caught.value.id == "journal.unwritable"


@pytest.mark.parametrize("column", ["key", "value"])
def test_a_row_that_can_not_be_read_is_damage_and_no_bug(journal: Journal, column: str) -> None:
    id = journal.add_game("politics", "", SETUP, 1).id
    journal.append(id, [row(1, 0)], head=1, summary={})
    journal._db.execute(f"update entry set {column}='{{' where n=1")
    with pytest.raises(JournalDamaged):
        journal.rows(id)


@pytest.mark.parametrize(("table", "column"), [("entry", "value"), ("game", "setup")])
def test_damage_is_told_without_the_stored_text(journal: Journal, table: str, column: str) -> None:
    id = journal.add_game("politics", "", SETUP, 1).id
    journal._db.execute(f"update {table} set {column}=cast(x'647261676f6eff' as text)")
    with pytest.raises(JournalDamaged) as caught:
        journal.rows(journal.game(id).id)
    assert column in str(caught.value.values["why"])
    assert "dragon" not in str(caught.value.values)


def test_a_games_line_that_can_not_be_read_is_damage_and_no_bug(journal: Journal) -> None:
    journal.add_game("politics", "", SETUP, 1)
    journal._db.execute("update game set summary='{'")
    with pytest.raises(JournalDamaged):
        journal.games()
