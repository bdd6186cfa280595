"""The compiled engine: builds it aside, and checks that it plays the very same games as the one that is read.

    python -m tests.benchmarks.compiled

Needs a C compiler and the package registry; a minute or two.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

import gmtool.core.run
from gmtool.core.game import game_ids, load_game
from gmtool.core.random_table import Stuck, play_on

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("gmtool", "data", "pyproject.toml", "README.md", "LICENSE")
GAMES = 60


def is_compiled() -> bool:
    """Whether the engine imported here is machine code."""
    return not gmtool.core.run.__file__.endswith(".py")


def has_compiler() -> bool:
    """Whether this machine can compile for this Python: a C compiler and Python's headers."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(compiler) is not None and Path(sysconfig.get_path("include"), "Python.h").is_file()


def build(folder: Path) -> Path:
    """Build the compiled engine in a folder; returns where it can be run from, with these tests beside it.

    Raises:
        subprocess.CalledProcessError: If it can't be built.
    """
    source, site = folder / "source", folder / "site"
    source.mkdir()
    without = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for part in PARTS:
        # Beside the checkout and not in it: machine code that lies there would hide every change of a file.
        path = ROOT / part
        (shutil.copytree(path, source / part, ignore=without) if path.is_dir() else shutil.copy(path, source / part))
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source],
        env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"},
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    shutil.copytree(ROOT / "tests", site / "tests", ignore=without)
    return site


def digest(games: int = GAMES) -> str:
    """Return how many random games were played and a fingerprint of them: every deed, move, event and count."""
    hashed = hashlib.sha256()
    count = 0
    for game_id in game_ids():
        game = load_game(game_id)
        random_setup = importlib.import_module(f"tests.games.{game_id}.tables").random_setup
        for seed in range(games):
            rng = random.Random(seed)
            run = game.begin(random_setup(rng))
            deeds: list[tuple[str, object]] = []
            try:
                play_on(run, rng, actions=0.1, log=deeds)
            except Stuck as stuck:
                # Where only a correction would help: this is as far as both have to agree.
                deeds.append(("stuck", str(stuck)))
            table = run.table
            hashed.update(repr((deeds, table.moves, [[*event] for event in table.events], table.held)).encode())
            count += 1
    return f"{count}:{hashed.hexdigest()}"


def run_in(folder: Path, *arguments: str) -> str:
    """Run a module of these tests on the engine in a folder; returns what it printed."""
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def main() -> None:
    if "--digest" in sys.argv:
        print("compiled" if is_compiled() else "read", digest())
        return
    if not has_compiler():
        print("no C compiler, or no headers of Python: the compiled engine was not tried")
        return
    with tempfile.TemporaryDirectory() as folder:
        site = build(Path(folder))
        answers = [run_in(place, "tests.benchmarks.compiled", "--digest").split() for place in (ROOT, site)]
    (read, one), (compiled, other) = answers
    if (read, compiled) != ("read", "compiled") or one != other:
        raise SystemExit(f"the compiled engine plays other games: {read} {one}, {compiled} {other}")
    print("the compiled engine plays the same games")


if __name__ == "__main__":
    main()
