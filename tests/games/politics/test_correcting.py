"""Corrections and what they leave alone."""

from __future__ import annotations

import pytest

from gmtool.core.game import load_game
from gmtool.core.run import Run
from gmtool.games.politics.table import YELLOW

GAME = load_game("politics")
SETUP = {"players": ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"], "mode": "full", "switches": {}}


def correct(run: Run, seat: int, what: str, number: int) -> None:
    run.act("correct")
    for answer in (seat, what, number, "lost"):
        run.answer(answer)


@pytest.mark.rule("POL-R136", "POL-S.4")
def test_a_correction_while_setting_up_does_not_deal_the_first_coins_again() -> None:
    run = GAME.begin(SETUP)
    while run.question is not None and run.question.id != "s.roles":
        run.answer(True)
    assert run.table.held[YELLOW][0] == 2
    correct(run, 0, "yellow", 3)
    assert run.question is not None
    assert run.question.id == "s.roles"
    while run.table.phase == "setup":
        run.answer(True)
    assert [run.table.held[YELLOW][seat] for seat in range(3)] == [3, 2, 2]
