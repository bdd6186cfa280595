"""Boss tables for tests: names, set-ups over all switches and line-ups, games played at random."""

from __future__ import annotations

import random
from typing import Any

from gmtool.core.fields import with_defaults
from gmtool.core.game import load_game
from gmtool.core.run import Run
from gmtool.games.boss import characters
from gmtool.games.boss.table import FUNCTIONS, SIDES, SPECIALS, SWITCHES, TO_WIN, BossTable

GAME = load_game("boss")
NAMES = ["An", "Bình", "Chi", "Dũng", "Hà", "Khoa", "Lan", "Minh", "Nga", "Oanh"]


def setup_of(players: int = 5, **given: Any) -> dict[str, Any]:
    """Return a checked set-up: defaults but for what is given; switches under their names."""
    switches = {key: given.pop(key) for key in list(given) if key in SWITCHES}
    setup = {
        "players": NAMES[:players], "switches": switches, "gm_plays": True, "first_president": 0, **given,
    }  # fmt: skip
    setup = with_defaults(setup, GAME.setup_fields)
    assert GAME.check_setup(setup) == []
    return setup


def begun(players: int = 5, **given: Any) -> Run:
    """Return a run at the first nomination."""
    run = GAME.begin(setup_of(players, **given))
    while run.question is not None and run.table.phase == "setup":
        run.answer(True if run.question.id != "characters.known" else False)
    return run


def table_of(run: Run) -> BossTable:
    assert isinstance(run.table, BossTable)
    return run.table


def random_setup(rng: random.Random) -> dict[str, Any]:
    """Return a set-up over all player counts, switches, characters, decks and boards."""
    players = rng.randint(5, 10)
    switches = {key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < 0.4}
    setup: dict[str, Any] = {
        "players": NAMES[:players], "switches": switches, "gm_plays": rng.random() < 0.4,
        "first_president": rng.randrange(players),
    }  # fmt: skip
    fox_side = switches.get("fox_side", "progressive")
    room = characters.room(players)
    specials: list[str] = []
    for special in rng.sample(SPECIALS, len(SPECIALS)):
        wanted = ("assassin", "eagle") if special in ("assassin", "eagle") else (special,)
        if set(wanted) & set(specials) or rng.random() < 0.4:
            continue
        sides = [characters.side_of(one, fox_side=fox_side) for one in wanted]
        if all(room[side] >= sides.count(side) for side in set(sides)):
            specials += wanted
            for side in sides:
                room[side] -= 1
    setup["special_roles"] = specials
    if rng.random() < 0.3:
        setup["deck"] = {"progressive": rng.randint(5, 9), "conservative": rng.randint(7, 13)}
    if rng.random() < 0.4:
        setup["power_rule"] = rng.choice(("card_and_slot", "slot_only"))
    if rng.random() < 0.5:
        setup["board"] = {
            side: [rng.sample(FUNCTIONS, rng.choice((0, 1, 1, 2, 3))) for _ in range(TO_WIN[side])]
            for side in SIDES
            if side == "conservative" or rng.random() < 0.3
        }
    setup = with_defaults(setup, GAME.setup_fields)
    assert GAME.check_setup(setup) == [], GAME.check_setup(setup)
    return setup
