"""Files that are written: all or nothing, in the place that was named, and nothing left lying about."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtool.files import parse_json, write_whole
from gmtool.paths import expanded


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, ["one\n"])
    write_whole(path, ["two\n", "three\n"])
    assert path.read_text(encoding="utf-8") == "two\nthree\n"
    assert list(tmp_path.iterdir()) == [path]


def test_an_old_file_outlasts_a_writer_that_fails(tmp_path: Path) -> None:
    def failing() -> Iterator[str]:
        yield "half"
        raise ValueError("broken off")

    path = tmp_path / "a.txt"
    write_whole(path, ["old"])
    with pytest.raises(ValueError, match="broken off"):
        write_whole(path, failing())
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_goes_on_pointing_where_it_did(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_text("old", encoding="utf-8")
    link.symlink_to(kept)
    write_whole(link, ["new"])
    assert link.is_symlink()
    assert kept.read_text(encoding="utf-8") == "new"


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, ["through"])
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["file/x", "nowhere/x", "folder"])
def test_the_error_names_the_path_that_was_given(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=name) as caught:
        write_whole(tmp_path / name, ["x"])
    assert caught.value.filename == str(tmp_path / name)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "1" * 5000, '{"a": }'])
def test_whatever_is_wrong_with_json_is_one_kind_of_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)
    assert parse_json(json.dumps({"a": [1]})) == {"a": [1]}


def test_a_home_that_there_is_not_is_a_name_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert expanded("~/a") == tmp_path / "a"
    assert expanded("~nobody-of-that-name/a") == Path("~nobody-of-that-name/a")
