"""What the tally sheet of an untracked game holds."""

from __future__ import annotations

from typing import Final

from gmtool.core.tally import SheetForm
from gmtool.games.politics.table import DARK, HONEST

COLOURS: Final = ("yellow", "blue", "red")
TOKENS: Final = ("green", "violet")
COUNTER_IDS: Final = ("gov_passed", "corrupt_found", "gov_failed", "partner")
ENDINGS: Final = ("normal", "crisis")

FORM: Final = SheetForm(
    choices={"ending": ENDINGS},
    player_choices={"role": (HONEST, DARK)},
    numbers=(*COLOURS, *TOKENS),
    counters=COUNTER_IDS,
    named={"exposed": ("ending", "crisis")},
    votes=("lie_rounds", 2),
    runoff=("lie_tie", "runoff"),
)
