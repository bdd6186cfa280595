"""A language can be added with no code: a toy one made of marked English is found and used everywhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from gmtool.paths import data_dir

TOY = "qq"


def marked(text: str) -> str:
    """Return a TOML file whose texts begin with a mark; keys and placeholders stay."""
    return re.sub(r'^((?:"[^"]+"|[\w.]+) = ")(?=[^"])', r"\1~", text, flags=re.MULTILINE)


def test_a_toy_language_works_without_code(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(data_dir(), data)
    made = [path.with_name(f"{TOY}.toml") for path in data.glob("**/en.toml")]
    for path in made:
        path.write_text(marked(path.with_name("en.toml").read_text(encoding="utf-8")), encoding="utf-8")
    assert made
    environment = {
        **os.environ,
        "GMTOOL_DATA": str(data),
        "GMTOOL_HOME": str(tmp_path / "home"),
        "GMTOOL_CACHE": str(tmp_path / "cache"),
        "GMTOOL_LANG": TOY,
    }

    def run(*arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "gmtool", *arguments],
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert TOY in run("lang")
    run("new", "politics", "--players", "Ann,Boy,Chai,Dao,Ek,Fah", "--mode", "half", "--no-input")
    shown = run("play", "--plain", stdin="\n\n:quit\n")
    assert "~" in shown
    assert "~" in run("status", "--plain")
