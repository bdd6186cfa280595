"""Politician Werewolf as the core knows it."""

from __future__ import annotations

from typing import Final

from gmtool.core.game import Game
from gmtool.games.jinro import by_hand, campaign, manifesto, new_card, people
from gmtool.games.jinro.collection import CARDS
from gmtool.games.jinro.report import report, result
from gmtool.games.jinro.script import script, what_broke
from gmtool.games.jinro.setup import (
    FIELDS,
    LEAST,
    MOST,
    START_FIELDS,
    START_PHASES,
    check_setup,
    in_force,
    new_table,
    warnings,
)  # fmt: skip
from gmtool.games.jinro.table import FACTS, SWITCHES
from gmtool.games.jinro.view import gm_view, invariants, public_view
from gmtool.games.jinro.words import words

GAME: Final = Game(
    id="jinro",
    version=1,
    players=(LEAST, MOST),
    language=FACTS["game"]["language"],
    new_table=new_table,
    script=script,
    actions={**by_hand.ACTIONS, **campaign.ACTIONS, **manifesto.ACTIONS, **new_card.ACTIONS, **people.ACTIONS},
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
    collection=CARDS,
    report=report,
)
