"""``gmtool new``: by options, all faults at once; the same by prompts, where only what is wrong is asked again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtool.cli.making import names_of, switch_value
from gmtool.core.journal import Journal

SIX = "Nok, Ton, Fon, Ben, Arm, Yui"
UP, DOWN, ENTER = "\x1b[A", "\x1b[B", "\r"


def setup_of(db: Path, id: str = "politics-1") -> dict[str, Any]:
    journal = Journal.open(db)
    try:
        return journal.game(id).setup
    finally:
        journal.close()


def test_options_make_a_game_and_its_id_is_all_of_stdout(cli: Callable[..., Any], db: Path) -> None:
    done = cli("new", "politics", "--players", SIX, "--mode", "half", "--switch", "award_tie=none", "--title", " A  b ")
    assert (done.exit_code, done.stdout) == (0, "politics-1\n")
    assert "gmtool play politics-1" in done.stderr
    setup = setup_of(db)
    assert setup["players"] == ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]
    assert (setup["mode"], setup["switches"]) == ("half", {"award_tie": "none"})
    assert "start" not in setup


def test_all_faults_of_a_setup_are_told_at_once(cli: Callable[..., Any], db: Path) -> None:
    done = cli(
        "new", "politics", "--players", "Nok, NOK, " + "x" * 200, "--mode", "long",
        "--switch", "foo=1", "--switch", "award_tie=maybe", "--switch", "nothing", "--set", "x",
    )  # fmt: skip
    assert done.exit_code == 3
    assert done.stdout == ""
    for word in ("6 to 8", "NOK", "long", "foo", "lost_right_scope", "maybe", "“nothing”", "“x”", "200"):
        assert word in done.stderr, word
    assert not db.exists()


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["Nok", "nok"], "nok"),
        (["Nguye\u0302\u0303n", "Nguyễn"], "Nguyễn"),
        (["Ａnn", "Ann"], "Ann"),
        (["", "Ann"], "Player 1"),
        (["\u200b\n\t", "Ann"], "Player 1"),
    ],
)
def test_names_that_would_be_mixed_up_or_are_empty_are_refused(
    cli: Callable[..., Any], names: list[str], fault: str
) -> None:
    args = [word for name in [*names, "C", "D", "E", "F"] for word in ("--player", name)]
    done = cli("new", "politics", *args)
    assert done.exit_code == 3
    assert fault in done.stderr


def test_names_are_data_whatever_they_hold(cli: Callable[..., Any], db: Path) -> None:
    names = ["[b]Ann[/b]", "山田 😀", 'O\'Neil "x"', "{leader}", "ฝน", "-5"]
    done = cli("new", "politics", *[word for name in names for word in ("--player", name)])
    assert done.exit_code == 0, done.stderr
    assert setup_of(db)["players"] == names
    shown = cli("status")
    assert all(name in shown.stdout for name in names)


def test_no_players_and_nobody_to_ask_names_the_option(cli: Callable[..., Any]) -> None:
    done = cli("new", "politics")
    assert done.exit_code == 2
    assert "--player" in done.stderr


def test_no_game_and_nobody_to_ask_names_what_to_type(cli: Callable[..., Any]) -> None:
    done = cli("new")
    assert done.exit_code == 2
    assert "gmtool new GAME" in done.stderr


def test_an_unknown_kind_of_game_is_not_found(cli: Callable[..., Any]) -> None:
    done = cli("new", "chess", "--players", SIX)
    assert done.exit_code == 4
    assert "politics" in done.stderr


def test_the_same_people_play_again(cli: Callable[..., Any], db: Path) -> None:
    cli("new", "politics", "--players", SIX, "--mode", "half", "--switch", "award_tie=none")
    done = cli("new", "--same-as", "politics-1")
    assert (done.exit_code, done.stdout) == (0, "politics-2\n")
    assert setup_of(db, "politics-2") == setup_of(db, "politics-1")
    changed = cli("new", "--same-as", "politics-1", "--switch", "award_tie=all", "--mode", "full")
    assert setup_of(db, changed.stdout.strip())["switches"] == {}
    assert setup_of(db, changed.stdout.strip())["mode"] == "full"


def test_something_odd_but_allowed_is_said_and_the_game_is_made(cli: Callable[..., Any]) -> None:
    done = cli("new", "politics", "--players", f"{SIX}, Gai", "--mode", "half")
    assert done.exit_code == 0
    assert "Half game" in done.stderr.splitlines()[0]


# --- a start in the middle


def start_file(path: Path, counts: dict[str, int]) -> Path:
    path.write_text(json.dumps({"round": 4, "phase": "choose_leader", "counts": counts}), encoding="utf-8")
    return path


def test_a_game_begun_without_gmtool_goes_on_where_it_stands(cli: Callable[..., Any], tmp_path: Path) -> None:
    counts = {"yellow.nok": 5, "Ton.blue": 3, "policy.draw": 30, "policy.0": 18, "failures": 2}
    done = cli("new", "politics", "--players", SIX, "--start", str(start_file(tmp_path / "s.json", counts)))
    assert done.exit_code == 0, done.stderr
    status = json.loads(cli("status", "--json").stdout)
    assert (status["round"], status["phase"], status["facts"]["failures"]) == (4, "choose_leader", 2)
    assert status["players"][0]["yellow"] == 5
    assert status["players"][1]["blue"] == 3
    assert status["facts"]["policy_draw"] == 30
    assert status["facts"]["bts_draw"] == 15


def test_cards_on_the_board_are_in_no_pile_unless_the_count_says_otherwise(
    cli: Callable[..., Any], tmp_path: Path, db: Path
) -> None:
    start = tmp_path / "table.json"
    start.write_text('{"round": 4, "president": "Chi", "enacted": {"progressive": 2, "conservative": 3}}')
    done = cli(
        "new", "boss", "--players", "An,Binh,Chi,Dung,Ha", "--set", "gm_plays=yes", "--set", "first_president=An",
        "--start", str(start),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert setup_of(db, "boss-1")["start"]["counts"]["policies.draw"] == 12


def test_a_start_in_the_middle_is_given_by_options_too(cli: Callable[..., Any]) -> None:
    done = cli(
        "new", "politics", "--players", SIX, "--round", "๓", "--phase", "choose_leader", "--count", "yellow.nok=４",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    status = json.loads(cli("status", "--json").stdout)
    assert (status["round"], status["players"][0]["yellow"]) == (3, 4)


def test_counts_that_can_not_be_are_all_refused(cli: Callable[..., Any], tmp_path: Path, db: Path) -> None:
    counts = {"yellow.zzz": 5, "yellow.0": -1, "policy.draw": 30}
    path = start_file(tmp_path / "s.json", counts)
    done = cli("new", "politics", "--players", SIX, "--start", str(path))
    assert done.exit_code == 3
    assert "yellow.zzz" in done.stderr
    assert "yellow.0" in done.stderr
    assert not db.exists()


@pytest.mark.parametrize("text", ["", "[", "[1]", "\x00\x01"])
def test_a_start_file_that_is_no_json_object_is_refused(cli: Callable[..., Any], tmp_path: Path, text: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(text)
    done = cli("new", "politics", "--players", SIX, "--start", str(path))
    assert done.exit_code == 2
    assert str(path) in done.stderr


def test_the_middle_can_be_asked_only_at_a_terminal(cli: Callable[..., Any]) -> None:
    done = cli("new", "politics", "--players", SIX, "--middle")
    assert done.exit_code == 2
    assert "--start" in done.stderr


# --- prompts


def keys(*parts: str) -> str:
    return "".join(parts)


def test_everything_left_out_is_asked(cli: Callable[..., Any], terminal: Callable[[str], None], db: Path) -> None:
    names = keys(*(f"{name}{ENTER}" for name in ("Nok", "Ton", "Fon", "Ben", "Arm", "Yui")), ENTER)
    # names, mode half, no colours, house rules as they are
    terminal(keys(names, DOWN, ENTER, ENTER, ENTER))
    done = cli("new", "politics", "--no-play")
    assert done.exit_code == 0, done.stderr
    setup = setup_of(db)
    assert (setup["players"][5], setup["mode"], setup["switches"]) == ("Yui", "half", {})


def test_a_name_that_can_not_be_is_asked_again_at_once(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path
) -> None:
    typed = ("Nok", "NOK", "Ton", "x" * 41, "Fon", "Ben", "Arm", "Yui", "")
    terminal(keys(*(f"{name}{ENTER}" for name in typed), ENTER))
    done = cli("new", "politics", "--no-play", "--mode", "half", "--colour", "a,b,c,d,e,f")
    assert done.exit_code == 0, done.stderr
    assert "mixed up" in done.stderr
    assert "40 is the most" in done.stderr
    assert setup_of(db)["players"] == ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]


def test_more_house_rules_than_a_screen_holds_stand_on_pages(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path
) -> None:
    # up from the first is the line that turns the page; the last rule of the last page, its second value, go on
    terminal(keys(UP, ENTER, UP, UP, ENTER, DOWN, ENTER, ENTER))
    done = cli("new", "politics", "--no-play", "--players", SIX, "--mode", "full", "--colour", "a,b,c,d,e,f")
    assert done.exit_code == 0, done.stderr
    assert setup_of(db)["switches"] == {"void_contract_frees_slot": False}


def test_what_is_wrong_with_standard_input_names_it(cli: Callable[..., Any]) -> None:
    done = cli("new", "politics", "--players", SIX, "--start", "-", input="{")
    assert done.exit_code == 2
    assert done.stderr.startswith("standard input is not JSON")


def test_only_what_is_wrong_is_asked_again_and_nothing_is_lost(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path
) -> None:
    terminal(keys(f", Yui{ENTER}", ENTER))
    done = cli(
        "new", "politics", "--no-play", "--players", "Nok, Ton, Fon, Ben, Arm", "--mode", "half",
        "--colour", "r,g,b,c,d,e", "--switch", "award_tie=none",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert "6 to 8" in done.stderr
    setup = setup_of(db)
    assert setup["players"] == ["Nok", "Ton", "Fon", "Ben", "Arm", "Yui"]
    assert (setup["mode"], setup["switches"], setup["colours"][5]) == ("half", {"award_tie": "none"}, "e")


def test_a_house_rule_that_does_not_fit_is_asked_again(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path
) -> None:
    terminal(keys(ENTER, ENTER, ENTER, ENTER, f"1{ENTER}", ENTER))
    done = cli(
        "new", "boss", "--no-play", "--players", "An,Binh,Chi,Dung,Ha", "--set", "gm_plays=no", "--set",
        "first_president=Chi", "--switch", "insiders_see_mastermind=true",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert "fewer than 7" in done.stderr
    assert not setup_of(db, "boss-1")["switches"].get("insiders_see_mastermind")


def test_house_rules_are_changed_one_by_one(cli: Callable[..., Any], terminal: Callable[[str], None], db: Path) -> None:
    # the first house rule is negative_coins: choose it, its second value, then go on
    terminal(keys(DOWN, ENTER, DOWN, ENTER, ENTER))
    done = cli("new", "politics", "--no-play", "--players", SIX, "--mode", "full", "--colour", "a,b,c,d,e,f")
    assert done.exit_code == 0, done.stderr
    assert setup_of(db)["switches"] == {"negative_coins": True}


def test_what_a_box_holds_is_shown_with_its_origin_and_changed_by_single_keys(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path
) -> None:
    def pick(*shown: str) -> str:
        return keys(*(f"{key}{ENTER}" for key in shown))

    # Eagle, Assassin and a Monkey put in and taken out again; 7 and 10 cards; an investigation more on slot 1
    terminal(keys(pick("3", "2", "6", "6", "1"), pick("2"), "\x7f7", ENTER, "\x7f\x7fx", ENTER))
    terminal(keys("\x7f7", ENTER, "\x7f\x7f10", ENTER, ENTER, pick("2", "2", "2", "1", "1"), ENTER))
    done = cli(
        "new", "boss", "--no-play", "--players", "An,Binh,Chi,Dung,Ha", "--set", "gm_plays=no", "--set",
        "first_president=Chi",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert done.stderr.count("Secret Hitler") == 2
    setup = setup_of(db, "boss-1")
    assert setup["special_roles"] == ["assassin", "eagle"]
    assert setup["deck"] == {"progressive": 7, "conservative": 10}
    assert setup["board"]["conservative"] == [
        ["investigate"],
        [],
        ["peek_discard"],
        ["dismiss"],
        ["dismiss", "rehire"],
        [],
    ]


def test_players_are_named_in_order_by_single_keys(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path
) -> None:
    # house rules; phase; round; President Ha; not appointed; last by order; Dung then Binh held office; nothing else
    terminal(keys(ENTER, ENTER, ENTER, f"5{ENTER}", f"2{ENTER}", ENTER, f"5{ENTER}3{ENTER}1{ENTER}"))
    terminal(keys(*[ENTER] * 6, ENTER, ENTER, ENTER))
    done = cli(
        "new", "boss", "--no-play", "--middle", "--players", "An,Binh,Chi,Dung,Ha", "--set", "gm_plays=no", "--set",
        "first_president=Chi", "--set", "special_roles=-", "--set", "deck=6,11", "--set", "board=-",
        "--set", "power_rule=slot_only",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    start = setup_of(db, "boss-1")["start"]
    assert (start["president"], start["last_by_order"]) == (4, 4)
    assert (start["previous"], start["dismissed"]) == ([3, 1], [])


def test_the_middle_is_asked_count_by_count(cli: Callable[..., Any], terminal: Callable[[str], None], db: Path) -> None:
    # house rules as they are; phase, round 3, one count, then all right
    terminal(keys(ENTER, ENTER, "\x7f3", ENTER, "yellow.nok=4", ENTER, "nonsense", ENTER, ENTER))
    done = cli(
        "new", "politics", "--no-play", "--middle", "--players", SIX, "--mode", "full", "--colour", "a,b,c,d,e,f"
    )
    assert done.exit_code == 0, done.stderr
    start = setup_of(db)["start"]
    assert (start["round"], start["phase"]) == (3, "choose_leader")
    assert start["counts"]["yellow.0"] == 4
    assert (start["counts"]["policy.0"], start["counts"]["policy.draw"]) == (3, 30)


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_breaking_off_a_prompt_is_no_answer_and_makes_no_game(
    cli: Callable[..., Any], terminal: Callable[[str], None], db: Path, key: str
) -> None:
    terminal(keys(f"Nok{ENTER}", key))
    done = cli("new", "politics", "--no-play")
    assert done.exit_code == 130
    assert "Nothing that was stored is lost" in done.stderr
    assert not db.exists()


def test_without_input_a_terminal_is_not_asked(cli: Callable[..., Any], terminal: Callable[[str], None]) -> None:
    done = cli("new", "politics", "--no-input")
    assert done.exit_code == 2
    assert "--player" in done.stderr


# --- reading what was given


def test_names_come_one_by_one_or_in_a_list() -> None:
    assert names_of(["a"], "b, c,") == ["a", "b", "c"]


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("OFF", False), ("１", True), ("maybe", "maybe")])
def test_a_house_rule_takes_yes_and_no_in_any_usual_form(text: str, value: Any) -> None:
    assert switch_value(text, (False, True)) == value
