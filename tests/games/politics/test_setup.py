"""Setting up: who may play, what is dealt, the eyes-closed script, the frame of the game (POL-G, POL-S)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import QUESTIONS, Audience, Kind
from gmtool.games.politics.setup import warnings
from gmtool.games.politics.table import BTS, FACTS, POLICY, SWITCHES
from gmtool.text.texts import Texts
from gmtool.ui.words import Words
from tests.games.politics.tables import GAME, NAMES, Play, setup_of, table_of

rule = pytest.mark.rule


def faults(players: Any = None, mode: str = "full", **given: Any) -> list[str]:
    setup = {"players": NAMES[:6] if players is None else players, "mode": mode, "switches": {}, **given}
    return [fault.id for fault in GAME.check_setup(setup)]


# --- who may play ---------------------------------------------------------------------------------------------------


@rule("POL-G.1", "POL-R02")
@pytest.mark.parametrize("count", [0, 1, 5, 9, 12])
def test_fewer_than_six_or_more_than_eight_players_are_refused(count: int) -> None:
    players = [f"P{number}" for number in range(count)]
    assert faults(players) == ["POL-M01"]


@rule("POL-G.1")
@pytest.mark.parametrize("count", [6, 7, 8])
def test_six_to_eight_players_can_play(count: int) -> None:
    assert faults(NAMES[:count]) == []


@rule("POL-S.3")
@pytest.mark.parametrize("twin", ["Nok", "nok", "NOK ", "Ｎok"])
def test_a_name_twice_is_refused_in_whatever_form_it_is_written(twin: str) -> None:
    assert faults([*NAMES[:5], twin]) == ["POL-M02"]


@rule("POL-S.3")
def test_each_player_has_a_colour_of_their_own() -> None:
    colours = ["red", "blue", "green", "white", "black", "pink"]
    assert faults(colours=colours) == []
    assert faults(colours=[*colours[:5], "Red"]) == ["POL-M02.colour"]
    assert faults(colours=colours[:5]) == ["setup.colours"]


@rule("POL-G.3")
@pytest.mark.parametrize("mode", ["", "quarter", "Full", "11"])
def test_a_mode_other_than_full_or_half_is_refused(mode: str) -> None:
    assert faults(mode=mode) == ["POL-M03"]


def test_all_faults_of_a_setup_are_told_at_once() -> None:
    found = faults(["A", "A", "B"], "x", switches={"lie_tie": "maybe", "luck": True})
    assert found == ["POL-M01", "POL-M02", "POL-M03", "setup.switch_value", "setup.switch_unknown"]


@rule("POL-R07")
@pytest.mark.parametrize("value", [1, 0, "true", None])
def test_a_switch_takes_only_its_own_values(value: Any) -> None:
    assert faults(switches={"negative_coins": value}) == ["setup.switch_value"]


# --- the box and the deal -------------------------------------------------------------------------------------------


@rule("POL-S.1", "POL-S.2", "POL-S.4", "POL-S.7", "POL-B.1", "POL-B.2")
@pytest.mark.parametrize(("players", "policies", "scenes"), [(6, 30, 15), (7, 27, 14), (8, 24, 13)])
def test_the_deal_leaves_the_piles_of_the_table_in_the_notes(players: int, policies: int, scenes: int) -> None:
    play = Play(players)
    assert play.policies == (policies, 0, 0)
    assert play.cards == (scenes, 0)
    for name in NAMES[:players]:
        assert play.coins(name) == (2, 0, 0)
        assert play.tokens(name) == (0, 0)
        assert (play.has(name, "policy"), play.has(name, "bts")) == (3, 1)
    assert (play.t.round, play.open) == (1, "p1.leader")
    assert play.with_right == NAMES[:players]


@rule("POL-S.1", "POL-S.2", "POL-S.3", "POL-S.4", "POL-S.5", "POL-S.6")
def test_setting_up_goes_line_by_line_in_the_order_of_the_rulebook() -> None:
    run = GAME.begin(setup_of(6))
    lines: list[tuple[str, int, int, int]] = []
    while run.table.phase == "setup":
        assert run.question is not None
        assert run.question.kind is Kind.SAY
        held = run.table.held
        lines.append((run.question.id, held[POLICY][0], held[BTS][0], held[0][0]))
        run.answer(True)
    assert lines == [
        ("s.policies", 0, 0, 0),
        ("s.cards", 3, 0, 0),
        ("s.colours", 3, 1, 0),
        ("s.roles", 3, 1, 2),
        ("s.eyes.look", 3, 1, 2),
        ("s.eyes.shut", 3, 1, 2),
        ("s.eyes.dark", 3, 1, 2),
        ("s.eyes.dark_shut", 3, 1, 2),
        ("s.eyes.open", 3, 1, 2),
    ]


@rule("POL-S.6", "POL-R01")
def test_nothing_is_asked_while_eyes_are_shut_and_the_pauses_are_the_same_every_time() -> None:
    lines = [QUESTIONS[f"s.eyes.{name}"] for name in ("look", "shut", "dark", "dark_shut", "open")]
    assert [line.pause for line in lines] == [0, 5, 8, 5, 0]
    assert {line.kind for line in lines} == {Kind.SAY}
    assert {line.audience for line in lines} == {Audience.TABLE}


@rule("POL-G.2", "POL-R03")
@pytest.mark.parametrize(("players", "honest", "left"), [(6, 4, 2), (7, 5, 1), (8, 6, 0)])
@pytest.mark.parametrize("language", ["en", "th"])
def test_two_dark_cards_go_in_with_enough_honest_ones(players: int, honest: int, left: int, language: str) -> None:
    run = GAME.begin(setup_of(players))
    while run.question is not None and run.question.id != "s.roles":
        run.answer(True)
    assert run.question is not None
    values = GAME.words(run.table, run.question)
    assert (values["honest"], values["honest_left"]) == (honest, left)
    text = Words(GAME, Texts(language, "politics")).do(run.table, run.question)
    assert str(honest) in text
    assert str(left) in text


@rule("POL-R13", "POL-R129")
def test_bags_and_kinds_of_cards_are_never_known_in_advance() -> None:
    assert {"bag", "kind", "media", "seize"} & set(FACTS["cards"]) == set()
    play = Play()
    play.govern()
    play.all_pass()
    play.to("p4.bags")
    assert play.run.question is not None
    assert play.run.question.bounds(play.t) == (0, 99)


@rule("POL-R06", "POL-R09", "POL-R12")
def test_coins_come_from_a_bank_without_end_and_go_back_to_it() -> None:
    play = Play(8)
    for name in NAMES:
        play.set(name, "yellow", 900)
    play.govern()
    play.inspect(1, "corrupt")
    assert play.coins("Ben")[0] == 901
    yellow = play.t.held[0]
    assert yellow[-1] == -sum(yellow[seat] for seat in range(8))


@rule("POL-R05")
def test_coins_tokens_hands_as_numbers_and_rights_of_everybody_are_open() -> None:
    play = Play()
    play.set("Ben", "blue", 3)
    rows = GAME.public_view(play.t).as_json()["players"]
    assert {row["name"]: (row["yellow"], row["blue"], row["policy"], row["bts"], row["right"]) for row in rows} == {
        name: (2, 3 if name == "Ben" else 0, 3, 1, "unused") for name in NAMES[:6]
    }


@rule("POL-R140")
def test_a_forbidden_look_costs_nothing_and_may_be_noted() -> None:
    play = Play()
    play.govern()
    before = [list(row) for row in play.t.held], play.t.failures, play.open
    play.act("note", "Ton looked into the six")
    assert ([list(row) for row in play.t.held], play.t.failures, play.open) == before
    assert [text for _, text in play.t.notes] == ["Ton looked into the six"]


# --- the length of the game -----------------------------------------------------------------------------------------


@rule("POL-G.3", "POL-R27")
@pytest.mark.parametrize(
    ("mode", "players", "extend", "rounds"),
    [
        ("full", 6, False, 11),
        ("full", 8, True, 11),
        ("half", 6, False, 6),
        ("half", 8, False, 6),
        ("half", 6, True, 6),
        ("half", 7, True, 7),
        ("half", 8, True, 8),
    ],
)
def test_full_has_eleven_rounds_and_half_six(mode: str, players: int, extend: bool, rounds: int) -> None:
    assert Play(players, mode, half_extend=extend).t.rounds == rounds


@rule("POL-R27", "POL-G.5")
@pytest.mark.parametrize(
    ("mode", "players", "switches", "warned"),
    [
        ("half", 6, {}, False),
        ("half", 7, {}, True),
        ("half", 8, {}, True),
        ("half", 8, {"half_extend": True}, False),
        ("full", 8, {}, False),
    ],
)
def test_half_with_seven_or_eight_is_warned_of(mode: str, players: int, switches: dict[str, Any], warned: bool) -> None:
    found = warnings({"players": NAMES[:players], "mode": mode, "switches": switches})
    assert [reason.id for reason in found] == (["POL-M57"] if warned else [])


@rule("POL-N.1", "POL-R135", "POL-R80")
@pytest.mark.parametrize(("mode", "rounds"), [("half", 6), ("full", 11)])
def test_the_lie_catching_phase_comes_after_the_last_round(mode: str, rounds: int) -> None:
    play = Play(6, mode)
    for number in range(1, rounds + 1):
        play.to("p1.leader")
        assert play.t.round == number
        play.quick_rounds(1)
    assert play.open == "p5.last"
    play.say()
    assert (play.phase, play.t.crisis) == ("lie_1", False)


@rule("POL-R27")
def test_where_half_is_extended_every_player_leads_once() -> None:
    play = Play(8, "half", half_extend=True)
    play.quick_rounds(8)
    assert play.open == "p5.last"
    assert [play.has(name, "led") for name in NAMES] == [1] * 8


@rule("POL-R142", "POL-N.1")
@pytest.mark.parametrize("questions", [0, 3, 12, 30, 60])
def test_stopping_early_ends_the_game_without_winner_and_without_roles(questions: int) -> None:
    run = GAME.begin(setup_of(6))
    play = Play()
    play.run = run
    for _ in range(questions):
        if play.open in ("p1.leader", "p1.fee", "p1.partners"):
            form_somebody(play)
        else:
            play.unsaid()
    coins = play.all_coins()
    play.act("stop", False)
    assert play.phase != "over"
    play.stop()
    assert run.question is None
    assert play.told("stopped") == [{}]
    assert GAME.result(table_of(run)) == {"game": "politics", "ending": "stopped"}
    assert play.all_coins() == coins
    report = GAME.report(run.table)
    assert report[0][0] == "stopped"
    assert [values["name"] for id, values in report if id == "stand"] == NAMES[:6]
    assert not [id for id, _ in report if id.startswith(("winner", "rank", "role"))]


def form_somebody(play: Play) -> None:
    if play.open == "p1.partners":
        others = [seat for seat in play.t.at_table if seat != play.t.leader]
        play.answer(others[:2])
    else:
        play.answer(play.run.legal()[0])


def test_every_switch_of_the_notes_is_in_the_box() -> None:
    assert len(SWITCHES) == 30
    assert all(len(values) >= 2 for values in SWITCHES.values())
