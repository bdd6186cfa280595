"""The answer being typed: what keys make of it, no terminal needed."""

from __future__ import annotations

from gmtool.core.question import Kind
from gmtool.games.jinro.table import GUARD
from gmtool.text.texts import Texts
from gmtool.ui import keys
from gmtool.ui.entry import Entry, Typed
from gmtool.ui.words import Words
from tests.games.boss.tables import GAME, C, Play, board
from tests.games.jinro.tables import GAME as JINRO
from tests.games.jinro.tables import Evening


def typed(entry: Entry, pressed: str) -> Typed | None:
    """Press keys, ``>`` for Tab, ``<`` for Backspace, ``=`` for Enter; returns what the last one gave."""
    named = {">": keys.TAB, "<": keys.BACKSPACE, "=": keys.ENTER}
    found = None
    for key in pressed:
        found = entry.press(named.get(key, key))
    return found


def test_numbers_refused_are_typed_over() -> None:
    play = Play(10)
    play.nominate("Bình")
    entry = Entry(play.run, Words(GAME, Texts("en", "boss", strict=True)))
    assert typed(entry, "10>2=") is None
    assert "12" in entry.message
    assert typed(entry, "1=") is None
    assert entry.amounts == {"yes": "10", "no": "1"}
    assert typed(entry, ">8>2=") == Typed({"yes": 8, "no": 2})


def entry_of(evening: Evening) -> Entry:
    return Entry(evening.run, Words(JINRO, Texts("en", "jinro", strict=True)))


def lines_of(entry: Entry, *, covered: bool = False) -> str:
    return "\n".join(line.plain for line in entry.lines(80, covered=covered))


def test_a_number_below_zero_is_typed_with_its_sign() -> None:
    evening = Evening()
    evening.act("effect")
    for answer in ("votes_received", "players", [0]):
        evening.answer(answer)
    assert evening.open == "fx.delta"
    assert typed(entry_of(evening), "2-=") == Typed(-2)
    assert typed(entry_of(evening), "-2-=") == Typed(2)
    entry = entry_of(evening)
    assert typed(entry, "-=") is None
    assert entry.message


def at_the_vote() -> Evening:
    evening = Evening()
    evening.answer(5)
    evening.answer(60)
    assert evening.open == "v.ballots"
    return evening


def test_of_a_vote_only_the_entry_that_was_refused_is_asked_again() -> None:
    entry = entry_of(at_the_vote())
    assert typed(entry, "213333332") is None
    assert "Chie" in entry.message
    assert "▸ Chie" in lines_of(entry)
    assert typed(entry, "1") == Typed([1, 0, 0, 2, 2, 2, 2, 2, 1])


def test_a_vote_can_be_stepped_back_through() -> None:
    entry = entry_of(at_the_vote())
    typed(entry, "21<3")
    assert entry.chosen == [1, 2]


def test_what_the_gm_types_is_shown_while_eyes_are_closed_and_not_while_the_screen_is_covered() -> None:
    evening = Evening(cast={**dict.fromkeys(("Aki", "Ben"), "wolf_member"), "Chie": GUARD, "Dai": GUARD, "Emi": "spy"})
    evening.vote_for("Emi")
    evening.execute()
    evening.do("speech")
    evening.to_actions()
    evening.answer([0])
    assert evening.open == "n.guard"
    entry = entry_of(evening)
    typed(entry, "1")
    assert "Chie → Aki" in lines_of(entry)
    assert "Chie → ●" in lines_of(entry, covered=True)


def test_a_draw_is_looked_at_before_it_is_given() -> None:
    evening = Evening(start=False)
    while evening.open != "rc.told":
        roles = list(evening.recording["roles"].values())
        role = evening.open.removeprefix("rc.")
        evening.answer([seat for seat, has in enumerate(roles) if has == role] if role in roles else True)
    entry = entry_of(evening)
    entry.fill([6])
    assert "Dai → Go" in lines_of(entry)
    assert typed(entry, "=") == Typed([6])


def test_a_secret_reason_waits_until_the_screen_is_uncovered() -> None:
    evening = Evening()
    evening.vote_for("Go")
    while evening.open != "m.side":
        evening.answer(True)
    entry = entry_of(evening)
    assert typed(entry, "2") is None
    assert "Go" in entry.message_shown(covered=False)
    assert "Go" not in entry.message_shown(covered=True)


def test_yes_and_no_have_the_keys_shown_and_no_others() -> None:
    """A digit meant for the next question must not be a yes: it can end a game."""
    play = Play(5, mastermind_dismissed_ends=True, board=board(["dismiss"]), power_rule="slot_only")
    play.round("Chi", C)
    play.use("Dũng")
    assert play.open == "check.dismissed"
    entry = Entry(play.run, Words(GAME, Texts("en", "boss", strict=True)))
    assert typed(entry, "1") is None
    assert "“1”" in entry.message
    assert typed(entry, "n") == Typed(False)


def test_a_key_that_does_nothing_says_so_whatever_is_asked() -> None:
    evening = at_the_vote()
    entry = entry_of(evening)
    assert typed(entry, "21=") is None
    assert entry.message == entry.words.texts.get("entry", "enter")
    assert entry.chosen == [1, 0]
    evening.answer([1, 0, 0, 2, 2, 2, 2, 2, 2])
    entry = entry_of(evening)
    assert entry.question.kind is Kind.SAY
    assert typed(entry, "5") is None
    assert "“5”" in entry.message
    assert typed(entry, "=") == Typed(True)


def test_enter_alone_says_that_it_chooses_nothing() -> None:
    entry = Entry(Play(10).run, Words(GAME, Texts("en", "boss", strict=True)))
    assert entry.question.kind is Kind.ONE
    assert typed(entry, "=") is None
    assert entry.message == entry.words.texts.get("entry", "enter")
