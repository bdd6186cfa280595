"""How quick ``gmtool status`` is, as a whole process, beside ``sqlite-utils rows`` on the same file.

    python tests/benchmarks/bench_status.py [PAIRS]

The two are run in turn and their medians compared, so that a slow machine is slow for both. Bytecode is compiled
first, as an installation does it. The goal is 0.55 of ``sqlite-utils rows`` or less.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOAL = 0.55
ROWS = 400


def game(home: Path) -> Path:
    """Make a game of about 400 answers; returns the file."""
    from gmtool.core.journal import Journal
    from gmtool.core.random_table import random_answer
    from gmtool.core.session import Session

    path = home / "games.db"
    journal = Journal.open(path, write=True)
    names = ["Nok", "Ton", "Nguyễn", "山田", "ฝน", "Ben", "Arm", "Yui"]
    row = journal.add_game("politics", "bench", {"players": names, "mode": "full", "switches": {}}, 1)
    with Session(journal, row.id, write=True) as session:
        rng = random.Random(4)
        while session.question is not None and len(session.rows) <= ROWS:
            able = [id for id in ("card", "contract", "give") if session.run.why_not_act(id) is None]
            if able and rng.random() < 0.1:
                session.act(rng.choice(able))
            else:
                session.answer(random_answer(session.run, rng))
    journal.close()
    return path


def seconds(command: list[str], env: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *command], env=env, capture_output=True, check=True)
    return time.perf_counter() - begun


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        path = game(home)
        env = {**os.environ, "GMTOOL_HOME": folder, "GMTOOL_CACHE": folder, "PYTHONPYCACHEPREFIX": f"{folder}/pyc"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        commands = {
            "gmtool status": ["-m", "gmtool", "status"],
            "gmtool status --json": ["-m", "gmtool", "status", "--json"],
            "sqlite-utils rows": ["-m", "sqlite_utils", "rows", str(path), "entry", "--limit", "8", "-t"],
            "python -c pass": ["-c", "pass"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(pairs + 2):
            for name, command in commands.items():
                times[name].append(seconds(command, env))
    medians = {name: statistics.median(taken[2:]) for name, taken in times.items()}
    base = medians["sqlite-utils rows"]
    for name, median in medians.items():
        print(f"{name:22} {median * 1000:7.1f} ms   {median / base:.2f} of sqlite-utils rows")
    ratio = medians["gmtool status"] / base
    print(f"ratio {ratio:.3f}, goal {GOAL}")
    sys.exit(0 if ratio <= GOAL else 1)


if __name__ == "__main__":
    main()
