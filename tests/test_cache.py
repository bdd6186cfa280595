"""What is kept in compiled form is never needed: whatever its file holds, it is worked out anew."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest

from gmtool.cache import cached


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"(\xff\x00\x00\x00", marshal.dumps({}), marshal.dumps(()), marshal.dumps(3), marshal.dumps(None)],
)
def test_a_file_that_is_no_cache_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setenv("GMTOOL_CACHE", str(tmp_path))
    source = tmp_path / "source"
    source.write_text("1", encoding="utf-8")
    assert cached("x", [source], lambda: "first") == "first"
    (kept,) = (tmp_path / "gmtool").iterdir()
    kept.write_bytes(content)
    assert cached("x", [source], lambda: "second") == "second"
    assert cached("x", [source], lambda: "third") == "second"
    assert list((tmp_path / "gmtool").iterdir()) == [kept]
