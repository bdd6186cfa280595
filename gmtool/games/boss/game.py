"""The boss game as the core knows it."""

from __future__ import annotations

from typing import Final

from gmtool.core.game import Game
from gmtool.games.boss import people
from gmtool.games.boss.report import report
from gmtool.games.boss.script import script, what_broke
from gmtool.games.boss.setup import FIELDS, START_FIELDS, START_PHASES, check_setup, in_force, new_table, warnings
from gmtool.games.boss.table import FACTS, LEAST, MOST, SWITCHES
from gmtool.games.boss.view import gm_view, invariants, public_view, result, words

GAME: Final = Game(
    id="boss",
    version=1,
    players=(LEAST, MOST),
    language=FACTS["game"]["language"],
    new_table=new_table,
    script=script,
    actions=people.ACTIONS,
    what_broke=what_broke,
    check_setup=check_setup,
    warn_setup=warnings,
    switches=SWITCHES,
    gm_view=gm_view,
    public_view=public_view,
    result=result,
    invariants=invariants,
    words=words,
    start_phases=START_PHASES,
    setup_fields=FIELDS,
    start_fields=START_FIELDS,
    in_force=in_force,
    report=report,
)
