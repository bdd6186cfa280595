"""Setting up at the table and the eyes-closed script, line by line (BOSS-2, BOSS-3)."""

from __future__ import annotations

from typing import Final

from gmtool.core.question import Kind, Question
from gmtool.core.run import Script
from gmtool.games.boss.characters import ALONE_FROM, insider_kinds, script_steps
from gmtool.games.boss.roles import AWAKE, TYPE_IN, type_in
from gmtool.games.boss.rounds import begin_presidency
from gmtool.games.boss.table import FACTS, MONKEY, TAI_GO, BossTable

SECONDS: Final[dict[str, int]] = FACTS["seconds"]

THUMB: Final = {
    value: Question(f"setup.tai_go_{value}", Kind.SAY, "BOSS-R46", "BOSS-8.7") for value in ("choice", "up", "down")
}
CARDS: Final = Question("setup.cards", Kind.SAY, "BOSS-2.1", "BOSS-2.2", "BOSS-1.3")
CARDS_SPECIAL: Final = Question("setup.cards.specials", Kind.SAY, "BOSS-2.1", "BOSS-2.2", "BOSS-8.10")
TABLE: Final = Question("setup.table", Kind.SAY, "BOSS-2.3", "BOSS-2.4", "BOSS-2.5", "BOSS-2.6")
LOOK: Final = Question("setup.look", Kind.SAY, "BOSS-2.7")
LOOK_INSIDERS: Final = Question("setup.look.insiders", Kind.SAY, "BOSS-2.7", "BOSS-R10")
"""Where special characters are insiders too, which they must know before they are called."""


def _line(id: str, rule: str, *more: str, pause: str, shows: bool = False) -> Question:
    """One spoken line of the script: always of the same length; a GM who plays has the eyes shut as well (BOSS-R13)."""
    return Question(
        f"eyes.{id}", Kind.SAY, rule, *more, pause=SECONDS[pause], shows_secret=shows, by_itself=lambda t: t.gm_plays
    )


LINES: Final = {
    line.id.removeprefix("eyes."): line
    for line in (
        _line("all_close", "BOSS-3.1", pause="close"),
        _line("insiders_and_mastermind_wake", "BOSS-3.2", "BOSS-R09", pause="look", shows=True),
        _line("insiders_and_mastermind_wake.monkey", "BOSS-3.2", "BOSS-3.4", pause="look", shows=True),
        _line("insiders_wake", "BOSS-3.3", "BOSS-R08", pause="look", shows=True),
        _line("insiders_wake.monkey", "BOSS-3.3", "BOSS-3.4", pause="look", shows=True),
        _line("mastermind_raises_hand", "BOSS-R08", pause="hand", shows=True),
        _line("monkey_raises_hand", "BOSS-3.4", "BOSS-R12", pause="hand", shows=True),
        _line("insiders_close", "BOSS-3.5", "BOSS-R11", pause="close"),
        _line("eagle_wakes", "BOSS-3.6", pause="close"),
        _line("insiders_raise_hand", "BOSS-3.6", "BOSS-R11", pause="hand", shows=True),
        _line("eagle_closes", "BOSS-3.6", pause="close"),
        _line("all_open", "BOSS-3.7", pause="close"),
    )
}


def eyes(t: BossTable) -> list[Question]:
    """Return the lines of the eyes-closed script in order, as public facts demand: players and characters in play."""
    steps = script_steps(t.count, t.specials, insiders_see_mastermind=t.switches["insiders_see_mastermind"])
    wake = "insiders_wake" if t.count >= ALONE_FROM else "insiders_and_mastermind_wake"
    return [LINES[f"{step}.monkey" if step == wake and MONKEY in t.specials else step] for step in steps]


def steps(t: BossTable) -> list[Question]:
    """Return all steps of the beginning in order; ``BossTable.step`` counts those done."""
    found = [THUMB[t.switches["tai_go_thumb"]]] if TAI_GO in t.specials else []
    insiders = insider_kinds(t.specials, fox_side=t.switches["fox_side"])
    found += [CARDS_SPECIAL if t.specials else CARDS, TABLE, LOOK_INSIDERS if insiders else LOOK]
    if not t.gm_plays:
        found.append(TYPE_IN)
    return [*found, *eyes(t)]


def beginning(t: BossTable) -> Script:
    """Deal, look, shut eyes, and hand the marker to the first President (BOSS-2, BOSS-3)."""
    lines = steps(t)
    while t.step < len(lines):
        line = lines[t.step]
        answer: bool = yield line
        if line is TYPE_IN and answer:
            yield from type_in(t)
            yield AWAKE
        t.step += 1
    begin_presidency(t, t.setup["first_president"], appointed=False)
