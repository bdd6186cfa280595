"""The politics game as the core knows it."""

from __future__ import annotations

from typing import Any, Final

from gmtool.core.game import Game
from gmtool.games.politics import cards, contracts, people
from gmtool.games.politics.form import FORM
from gmtool.games.politics.report import report, result_report
from gmtool.games.politics.script import script, what_broke
from gmtool.games.politics.setup import LEAST, MODES, MOST, START_PHASES, check_setup, new_table, warnings
from gmtool.games.politics.table import FACTS, SWITCHES
from gmtool.games.politics.view import gm_view, invariants, public_view, result, words


def _score(document: Any) -> dict[str, Any]:
    from gmtool.games.politics.sheet import score

    return score(document)


GAME: Final = Game(
    id="politics",
    version=1,
    players=(LEAST, MOST),
    language=FACTS["game"]["language"],
    new_table=new_table,
    script=script,
    actions={**contracts.ACTIONS, **cards.ACTIONS, **people.ACTIONS},
    what_broke=what_broke,
    check_setup=check_setup,
    warn_setup=warnings,
    switches=SWITCHES,
    gm_view=gm_view,
    public_view=public_view,
    result=result,
    report=report,
    invariants=invariants,
    words=words,
    start_phases=START_PHASES,
    setup_fields={"mode": MODES},
    score=_score,
    score_form=FORM,
    score_report=result_report,
)
