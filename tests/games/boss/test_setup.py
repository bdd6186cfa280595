"""Setting up: checks, fields, the eyes-closed script for every player count, a start in the middle."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.actions import countables
from gmtool.core.fields import field_faults, with_defaults
from gmtool.games.boss import characters, rules
from gmtool.games.boss.beginning import eyes
from gmtool.games.boss.setup import default_board, in_force
from gmtool.games.boss.table import BALLOTS, SPECIALS, BossTable
from gmtool.games.boss.view import public_view
from tests.games.boss.tables import GAME, NAMES, C, P, Play, board, setup_of

rule = pytest.mark.rule


def faults(players: list[str] | None = None, **given: Any) -> list[str]:
    switches = given.pop("switches", {})
    setup = {
        "players": NAMES[:6] if players is None else players, "switches": switches, "gm_plays": False,
        "first_president": 0, **given,
    }  # fmt: skip
    return [fault.id for fault in GAME.check_setup(setup)]


# --- checks


@rule("BOSS-1.2")
@pytest.mark.parametrize(("count", "fault"), [(4, ["player_count"]), (5, []), (10, []), (11, ["player_count"])])
def test_five_to_ten_play(count: int, fault: list[str]) -> None:
    assert faults([*NAMES, "Phúc"][:count]) == fault


def test_names_are_different() -> None:
    assert faults(["An", "an", "Chi", "Dũng", "Hà"]) == ["duplicate_players"]


@rule("BOSS-R01")
@pytest.mark.parametrize(
    ("deck", "enough"), [((6, 11), True), ((5, 7), True), ((5, 6), False), ((4, 11), False), ((9, 5), False)]
)
def test_the_deck_holds_at_least_five_and_six_and_twelve_in_all(deck: tuple[int, int], enough: bool) -> None:
    assert faults(deck={P: deck[0], C: deck[1]}) == ([] if enough else ["deck_too_small"])


@rule("BOSS-8.5")
@pytest.mark.parametrize("alone", ["assassin", "eagle"])
def test_assassin_and_eagle_come_together(alone: str) -> None:
    assert faults(special_roles=[alone]) == ["assassin_and_eagle_together"]


@rule("BOSS-8.10", "BOSS-R63", "BOSS-2.1")
def test_specials_need_seats_of_their_side() -> None:
    assert faults(special_roles=["assassin", "eagle", "silly_monkey"]) == ["too_many_conservative_specials"]
    assert faults(NAMES[:7], special_roles=["assassin", "eagle", "silly_monkey"]) == []
    four = ["eagle", "assassin", "golden_boy", "tai_go", "peeping_fox"]
    assert faults(NAMES[:5], special_roles=four) == ["too_many_progressive_specials"]
    assert faults(NAMES[:6], special_roles=four) == []


@rule("BOSS-R60")
def test_a_conservative_fox_takes_an_insiders_seat() -> None:
    fox = {"special_roles": ["assassin", "eagle", "peeping_fox"], "switches": {"fox_side": "conservative"}}
    assert faults(**fox) == ["too_many_conservative_specials"]
    assert faults(NAMES[:7], **fox) == []


@rule("BOSS-1.3", "BOSS-8.10")
@pytest.mark.parametrize(("players", "insiders", "progressives"), [
    (5, 1, 3), (6, 1, 4), (7, 2, 4), (8, 2, 5), (9, 3, 5), (10, 3, 6),
])  # fmt: skip
def test_characters_by_number_of_players(players: int, insiders: int, progressives: int) -> None:
    dealt = characters.cards(players, [], fox_side=P)
    assert dealt == {"mastermind": 1, "insider": insiders, "progressive": progressives}
    assert characters.room(players) == {C: insiders, P: progressives}


@rule("BOSS-R02")
@pytest.mark.parametrize(
    "wrong",
    [
        {C: [[]] * 5}, {C: [["fly"]] + [[]] * 5}, {C: [["dismiss", "dismiss"]] + [[]] * 5}, {"third": [[]] * 6}, [],
    ],
)  # fmt: skip
def test_a_board_has_six_and_five_slots_with_known_symbols(wrong: Any) -> None:
    assert faults(board=wrong) == ["setup.field_value"]
    assert faults(board={C: [["dismiss", "appoint"]] + [[]] * 5}) == []


@rule("BOSS-R13", "BOSS-R07")
def test_nothing_is_guessed_silently_about_who_begins_and_whether_the_gm_plays() -> None:
    setup = {"players": NAMES[:5], "switches": {}}
    missing = [fault.values["field"] for fault in field_faults(setup, GAME.setup_fields)]
    assert missing == ["gm_plays", "first_president"]


@rule("BOSS-R01", "BOSS-R02", "BOSS-R03")
def test_every_borrowed_default_names_its_origin() -> None:
    for name in ("deck", "board", "power_rule", "special_roles", "first_president"):
        assert GAME.setup_fields[name].origin == f"{name}.origin"
    assert GAME.setup_fields["board"].default({"players": NAMES[:9]}) == default_board({"players": NAMES[:9]})


@rule("BOSS-R02")
def test_whatever_a_prompt_asks_an_option_gives() -> None:
    setup = {"players": NAMES[:7]}
    written = {
        "gm_plays": ("no", False),
        "first_president": ("Chi", 2),
        "special_roles": ("assassin,eagle", ["assassin", "eagle"]),
        "deck": ("6,12", {P: 6, C: 12}),
        "power_rule": ("slot_only", "slot_only"),
        "board": (
            "conservative=-,investigate,-,dismiss+rehire,-,-",
            {C: [[], ["investigate"], [], ["dismiss", "rehire"], [], []]},
        ),
    }
    given = {name: GAME.setup_fields[name].read(text, setup) for name, (text, _) in written.items()}
    assert given == {name: value for name, (_, value) in written.items()}
    assert GAME.check_setup({**setup, "switches": {}, **given}) == []


def test_a_row_left_out_keeps_its_default() -> None:
    play = Play(7, board={C: [[]] * 6})
    assert play.t.board == {C: [[]] * 6, P: [[]] * 5}


@rule("BOSS-2.8")
def test_specials_bring_the_advice_to_play_without_them_first() -> None:
    advised = [reason.id for reason in GAME.warn_setup(setup_of(6, special_roles=["tai_go"]))]
    assert advised == ["advice.specials"]
    assert GAME.warn_setup(setup_of(6)) == []


def test_rule_texts_are_told_what_is_in_force() -> None:
    plain = in_force(Play(7).t)
    assert {"deck", "board", "special_roles"} & set(plain) == set()
    changed = in_force(Play(7, deck={P: 6, C: 12}, board=board(["appoint"]), special_roles=["tai_go"]).t)
    assert (changed["deck"], changed["board"], changed["special_roles"]) == ("number", "list", "list")
    assert (changed["gm_plays"], changed["power_rule"]) == ("yes", "card_and_slot")


def test_house_rules_are_shown_at_a_glance_and_defaults_are_not() -> None:
    assert "house" not in dict(public_view(Play(7).t).lines)
    changed = dict(public_view(Play(7, tie_passes=True, renominate="free", power_rule="slot_only").t).lines)
    assert [rule["state"] for rule in changed["house"]["rules"]] == [
        "tie_passes_true", "renominate_free", "power_rule_slot_only",
    ]  # fmt: skip


# --- at the table


def beginning(**given: Any) -> list[str]:
    """Return the ids of what is said before the eyes are shut."""
    run = GAME.begin(setup_of(7, **given))
    ids: list[str] = []
    while run.question is not None and not run.question.id.startswith("eyes."):
        ids.append(run.question.id)
        run.answer(run.question.id != "characters.known")
    return ids


@rule("BOSS-2.2", "BOSS-2.7", "BOSS-8.1")
def test_cards_are_dealt_the_table_is_laid_then_everybody_looks() -> None:
    assert beginning() == ["setup.cards", "setup.table", "setup.look"]
    assert beginning(gm_plays=False)[-1] == "characters.known"
    assert GAME.setup_fields["special_roles"].default({}) == []


@rule("BOSS-2.2", "BOSS-R10")
def test_characters_in_play_are_public_and_insiders_hear_that_they_are_called() -> None:
    assert beginning(special_roles=["golden_boy"]) == ["setup.cards.specials", "setup.table", "setup.look"]
    assert beginning(special_roles=["silly_monkey"])[-1] == "setup.look.insiders"


@rule("BOSS-R46")
@pytest.mark.parametrize("thumb", ["choice", "up", "down"])
def test_the_table_hears_about_the_thumb_of_tai_go_before_the_deal(thumb: str) -> None:
    assert beginning(special_roles=["tai_go"], tai_go_thumb=thumb)[0] == f"setup.tai_go_{thumb}"


@rule("BOSS-2.3", "BOSS-2.5")
def test_everybody_has_ballots_and_the_tracker_stands_at_zero() -> None:
    play = Play(7)
    assert [play.t.held[BALLOTS][seat] for seat in play.t.seats] == [1] * 7
    assert play.t.tracker == 0


# --- the eyes-closed script


def lines(players: int, **given: Any) -> list[str]:
    return [line.id.removeprefix("eyes.") for line in eyes(Play(players, **given).t)]


@rule("BOSS-3.1", "BOSS-3.2", "BOSS-3.5", "BOSS-3.7", "BOSS-R09")
@pytest.mark.parametrize("players", [5, 6])
def test_with_five_or_six_mastermind_and_insider_wake_together(players: int) -> None:
    assert lines(players) == ["all_close", "insiders_and_mastermind_wake", "insiders_close", "all_open"]


@rule("BOSS-3.3", "BOSS-R08")
@pytest.mark.parametrize("players", [7, 8, 9, 10])
def test_from_seven_on_the_insiders_wake_alone(players: int) -> None:
    assert lines(players) == ["all_close", "insiders_wake", "insiders_close", "all_open"]


@rule("BOSS-R08")
def test_by_house_rule_the_mastermind_raises_a_hand_from_seven_players_on() -> None:
    seen = lines(7, insiders_see_mastermind=True)
    assert seen == ["all_close", "insiders_wake", "mastermind_raises_hand", "insiders_close", "all_open"]
    (fault,) = GAME.check_setup({**setup_of(6), "switches": {"insiders_see_mastermind": True}})
    assert fault.id == "switch.insiders_see"


@rule("BOSS-3.4", "BOSS-R12", "BOSS-8.8")
def test_the_monkey_stays_asleep_and_raises_a_hand_while_the_others_are_awake() -> None:
    seen = lines(8, special_roles=["silly_monkey"])
    assert seen == ["all_close", "insiders_wake.monkey", "monkey_raises_hand", "insiders_close", "all_open"]
    assert lines(5, special_roles=["silly_monkey"])[1] == "insiders_and_mastermind_wake.monkey"


@rule("BOSS-3.6", "BOSS-R11", "BOSS-R10")
def test_the_eagle_wakes_after_all_others_sleep_again() -> None:
    seen = lines(7, special_roles=["assassin", "eagle"])
    assert seen[2:] == ["insiders_close", "eagle_wakes", "insiders_raise_hand", "eagle_closes", "all_open"]


@rule("BOSS-8.9", "BOSS-R61", "BOSS-R60")
def test_golden_boy_tai_go_and_fox_are_not_called() -> None:
    assert lines(7, special_roles=["golden_boy", "tai_go", "peeping_fox"]) == lines(7)


@rule("BOSS-R13", "BOSS-R12")
def test_every_line_has_its_pause_and_goes_on_by_itself_if_the_gm_plays() -> None:
    for plays in (True, False):
        play = Play(8, gm_plays=plays, special_roles=["assassin", "eagle", "silly_monkey"])
        for line in eyes(play.t):
            assert line.pause > 0
            assert line.by_itself(play.t) is plays


@pytest.mark.parametrize(
    ("roles", "switches", "seen"),
    [
        (["mastermind", "insider", "progressive", "progressive", "progressive"], {}, {0: [1], 1: [0]}),
        (["mastermind", "silly_monkey", "progressive", "progressive", "progressive"], {}, {0: [1]}),
        (["mastermind", "insider", "insider", "eagle", "progressive", "progressive", "progressive"], {},
         {1: [2], 2: [1], 3: [1, 2]}),
        (["mastermind", "assassin", "silly_monkey", "eagle", *["progressive"] * 3], {}, {1: [2], 3: [1, 2]}),
        (["mastermind", "insider", "insider", *["progressive"] * 4], {"insiders_see_mastermind": True},
         {1: [0, 2], 2: [0, 1]}),
        (["mastermind", "insider", "peeping_fox", *["progressive"] * 4], {"fox_side": C}, {1: [2], 2: [1]}),
        (["mastermind", "insider", "insider", "insider", *["progressive"] * 5], {},
         {1: [2, 3], 2: [1, 3], 3: [1, 2]}),
    ],
)  # fmt: skip
@rule("BOSS-3.2", "BOSS-3.3", "BOSS-3.4", "BOSS-3.6", "BOSS-R10")
def test_who_knows_whom_when_eyes_are_open_again(
    roles: list[str], switches: dict[str, Any], seen: dict[int, list[int]]
) -> None:
    full = {"insiders_see_mastermind": False, "fox_side": P, **switches}
    found = characters.who_sees(roles, full)
    assert {seat: others for seat, others in enumerate(found) if others} == seen


# --- characters typed in


@rule("BOSS-R13", "BOSS-R68")
def test_only_a_gm_who_does_not_play_types_characters_in() -> None:
    play = Play(5)
    assert play.run.why_not_act("characters") is not None
    play = Play(5, roles=["mastermind", "insider", *["progressive"] * 3])
    assert play.t.roles == ["mastermind", "insider", *["progressive"] * 3]
    play.run.act("characters")
    play.type_in(["progressive", "mastermind", "insider", "progressive", "progressive"])
    assert play.t.roles[1] == "mastermind"


@rule("BOSS-1.3", "BOSS-8.10")
def test_characters_typed_in_must_be_the_cards_dealt() -> None:
    t = GAME.new_table(setup_of(6, gm_plays=False, special_roles=["assassin", "eagle"]))
    assert isinstance(t, BossTable)
    right = ["assassin", "eagle", "mastermind", "progressive", "progressive", "progressive"]
    assert rules.why_not_roles(t, right) is None
    for wrong in (right[:5], [*right[:5], "insider"], ["insider", *right[1:]], [*right[:5], None]):
        reason = rules.why_not_roles(t, wrong)
        assert reason is not None
        assert (reason.id, reason.audience) == ("roles_do_not_fit", "gm")


def test_every_special_is_known() -> None:
    assert set(SPECIALS) == {"assassin", "eagle", "golden_boy", "tai_go", "silly_monkey", "peeping_fox"}


# --- a start in the middle

START: dict[str, Any] = {
    "phase": "nominate", "round": 5, "president": 3, "previous": [2, 0], "dismissed": [4], "not_mastermind": [0],
    "rejected": [1], "enacted": {P: 2, C: 3}, "investigated": [1],
    "counts": {"policies.draw": 4, "policies.discard": 8, "tracker.centre": 1, "terms.0": 2, "terms.1": 1},
}  # fmt: skip


def start_faults(**changed: Any) -> list[str]:
    return [fault.id for fault in GAME.check_setup({**setup_of(7), "start": {**START, **changed}})]


def test_a_game_can_be_entered_before_a_nomination() -> None:
    assert start_faults() == []
    run = GAME.begin({**setup_of(7), "start": START})
    t = run.table
    assert isinstance(t, BossTable)
    assert GAME.invariants(t) == []
    assert run.question is not None
    assert (run.question.id, t.round, t.president) == ("nominate.again", 5, 3)
    assert rules.limited(t) == [0, 2]
    assert rules.eligible(t) == [5, 6]
    run.answer(5)
    run.answer({"yes": 6})
    assert t.phase == "mastermind_check"


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"phase": "policy"}, "start.phase"),
        ({"round": 0}, "start.round"),
        ({"president": None}, "setup.field_missing"),
        ({"president": 4}, "start.president"),
        ({"enacted": {P: 5, C: 0}, "counts": {}}, "start.enacted"),
        ({"counts": {"policies.draw": 17}}, "start.cards"),
        ({"counts": {"policies.pile": 17}}, "correct.unknown"),
        ({"counts": {"tracker.centre": 3}}, "start.count"),
        ({"left": [4]}, "start.twice"),
        ({"previous": [0, 1, 2]}, "start.previous"),
    ],
)
def test_what_cannot_be_about_such_a_start_is_said(changed: dict[str, Any], fault: str) -> None:
    assert fault in start_faults(**changed)


def test_what_can_be_counted_is_known_before_anything_is_said_about_the_start() -> None:
    t = GAME.new_table({**setup_of(5), "start": {"phase": "nominate", "round": 1, "counts": {}}})
    assert set(countables(t)) == {
        "policies.draw", "policies.discard", "tracker.centre", *(f"terms.{seat}" for seat in range(5)),
    }  # fmt: skip


def test_a_start_needs_nothing_but_phase_round_and_president() -> None:
    setup = {**setup_of(5), "start": {"phase": "nominate", "round": 1, "president": 2}}
    assert GAME.check_setup(setup) == []
    run = GAME.begin(setup)
    assert with_defaults(setup["start"], GAME.start_fields)["dismissed"] == []
    assert run.question is not None
    assert run.question.id == "nominate.new"
