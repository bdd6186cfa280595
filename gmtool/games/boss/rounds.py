"""A presidency begins and ends: the marker moves on, limits are noted, the game is won (BOSS-5.7, BOSS-7, BOSS-R27)."""

from __future__ import annotations

from gmtool.core.table import BANK, CENTRE
from gmtool.games.boss import rules
from gmtool.games.boss.table import (
    ABANDONED,
    ASSASSIN,
    CHAOS_AT,
    CONSERVATIVE,
    DIRECTOR_MARKER,
    GUESS,
    NOBODY,
    NOMINATE,
    OVER,
    PRESIDENT_MARKER,
    PROGRESSIVE,
    TO_WIN,
    TRACKER,
    BossTable,
)  # fmt: skip


def hand_marker(t: BossTable, what: int, seat: int, rule: str) -> None:
    """Give the President or Director marker to a player, from whoever holds it."""
    holder = next((other for other in t.seats if t.held[what][other]), BANK)
    if holder != seat:
        t.move(what, holder, seat, 1, rule)


def begin_presidency(t: BossTable, seat: int, *, appointed: bool) -> None:
    """Open a round with this President (BOSS-R27); an appointed one does not move the order (BOSS-5.8)."""
    hand_marker(t, PRESIDENT_MARKER, seat, "BOSS-6.9" if appointed else "BOSS-5.7" if t.round else "BOSS-2.6")
    t.president = seat
    t.appointed = appointed
    if not appointed:
        t.last_by_order = seat
    t.director = t.nominee = -1
    t.rejected = []
    t.pending = []
    t.just_dismissed = -1
    t.lifted = None
    t.enter(NOMINATE, t.round + 1)
    open_nomination(t)


def open_nomination(t: BossTable) -> None:
    """Enter the nomination; say which bar had to be lifted so that anybody is left (BOSS-R17)."""
    t.enter(NOMINATE)
    lifted = rules.bars(t)[2]
    if lifted != t.lifted:
        t.lifted = lifted
        if lifted is not None:
            t.tell(f"bar_lifted.{lifted}", "BOSS-R17")


def next_presidency(t: BossTable) -> None:
    """Pass the President marker: to the one appointed, or to the next active player in the order (BOSS-5.7)."""
    due, t.due = t.due, -1
    if t.is_active(due):
        begin_presidency(t, due, appointed=True)
        return
    seat = t.next_by_order()
    if seat >= 0:
        begin_presidency(t, seat, appointed=False)
    else:
        # Nobody is left at the table: the nomination stands open and can only be given up.
        t.president = t.director = t.nominee = -1
        t.enter(NOMINATE)


def end_round(t: BossTable) -> None:
    """A policy is enacted and its function used: the round limits its President and Director (BOSS-R15, BOSS-R27)."""
    t.previous = (t.president, t.director)
    next_presidency(t)


def reset_tracker(t: BossTable) -> None:
    """Put the vote tracker back on the first circle (BOSS-R25)."""
    if t.tracker:
        t.move(TRACKER, CENTRE, BANK, t.tracker, "BOSS-R25")


def note_chaos_round(t: BossTable) -> None:
    """Note whom the chaos round limits (BOSS-R16)."""
    mode = t.switches["after_chaos"]
    if mode == "previous_round":
        t.previous = (t.president, -1)
    elif mode == "clear":
        t.previous = (-1, -1)


def is_chaos(t: BossTable) -> bool:
    return t.tracker >= CHAOS_AT


def drop_director_marker(t: BossTable, seat: int, rule: str) -> None:
    if t.held[DIRECTOR_MARKER][seat]:
        t.move(DIRECTOR_MARKER, seat, BANK, 1, rule)


# --- ends ---------------------------------------------------------------------------------------------------------


def is_won_by_policies(t: BossTable) -> bool:
    """End the game if a row is full; returns whether it was (BOSS-7.1, BOSS-7.2, BOSS-R57)."""
    if t.enacted(PROGRESSIVE) >= TO_WIN[PROGRESSIVE]:
        progressives_win(t, "five_progressive")
        return True
    if t.enacted(CONSERVATIVE) >= TO_WIN[CONSERVATIVE]:
        win(t, CONSERVATIVE, "six_conservative", "BOSS-7.2")
        return True
    return False


def progressives_win(t: BossTable, reason: str) -> None:
    """The progressives have won, unless the Assassin finds the Eagle (BOSS-7.4)."""
    if ASSASSIN in t.specials:
        t.won_by = reason
        t.tell(f"progressives_ahead.{reason}", "BOSS-7.4")
        t.enter(GUESS)
    else:
        win(t, PROGRESSIVE, reason, "BOSS-R48" if reason == "mastermind_dismissed" else "BOSS-7.1")


def win(t: BossTable, winner: str, reason: str, rule: str) -> None:
    """Declare the end (BOSS-7.6)."""
    t.winner = winner
    t.reason = reason
    t.pending = []
    t.tell(f"won.{reason}", rule, winner=winner)
    t.enter(OVER)


def abandon(t: BossTable) -> None:
    """The table gives up: nobody wins (BOSS-R65)."""
    win(t, NOBODY, ABANDONED, "BOSS-R65")
