"""On a real terminal: beginning a game by prompts, playing it, leaving it, closing it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

import pexpect
import pytest

from gmtool.text.texts import Texts
from gmtool.text.wrapping import fold

Cli = Callable[..., Any]
Table = Callable[..., str]


def spawn(*args: str, **env: str) -> Any:
    return pexpect.spawn(
        sys.executable, ["-m", "gmtool", *args], env={**os.environ, "TERM": "xterm", **env}, encoding="utf-8",
        dimensions=(40, 120), timeout=40,
    )  # fmt: skip


def answers(cli: Cli) -> int:
    return int(json.loads(cli("status", "--json", "--secrets").stdout)["answers"])


def test_playing_begins_where_it_was_left_and_is_left_by_a_key(cli: Cli, table: Table) -> None:
    table(5)
    player = spawn("play")
    player.expect("close your eyes")
    player.send("q")
    player.expect("Go on with: gmtool play politics-1")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0
    assert answers(cli) == 5


def test_alone_goes_on_with_the_game_in_progress(table: Table) -> None:
    table(9)
    player = spawn()
    player.expect("Who leads")
    player.sendintr()
    player.expect("every answer is saved")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 130


def test_alone_without_a_game_offers_a_new_one() -> None:
    player = spawn()
    player.expect("No game is in progress")
    player.expect("Which game")
    player.sendintr()
    player.expect("Nothing that was stored is lost")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 130


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_game_is_made_by_prompts_also_where_the_cursor_can_not_move(cli: Cli, term: str) -> None:
    player = spawn("new", "politics", "--no-play", TERM=term)
    for number, name in enumerate(("Nok", "ต้น", "山田", "Ben", "Arm", "Yui"), start=1):
        player.expect(f"Player {number}")
        player.sendline(name)
    player.expect("Player 7")
    player.sendline("")
    player.expect("How long a game")
    player.send("2\r")
    player.expect("colours")
    player.sendline("")
    player.expect("House rules")
    player.send("\r")
    player.expect("gmtool play politics-1")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0
    assert json.loads(cli("status", "--json").stdout)["rounds"] == 6
    names = [row["name"] for row in json.loads(cli("status", "--json").stdout)["players"]]
    assert names == ["Nok", "ต้น", "山田", "Ben", "Arm", "Yui"]


def test_line_by_line_on_a_terminal_ends_by_ctrl_d_and_saves(cli: Cli, table: Table) -> None:
    table(9)
    player = spawn("play", "--plain")
    player.expect("Who leads")
    player.sendline("nok")
    player.expect("pays")
    player.sendeof()
    player.expect("Saved")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 130
    assert answers(cli) == 10


@pytest.mark.rule("POL-S.6")
def test_roles_typed_line_by_line_are_not_echoed(cli: Cli, table: Table) -> None:
    table(9)
    player = spawn("play", "--plain")
    player.expect("Who leads")
    player.sendline(":roles")
    player.expect("Which role does each player hold")
    player.expect("> ")
    player.sendline("dark honest honest honest honest dark")
    player.expect("Recorded")
    assert "dark" not in player.before
    player.expect("Who leads")
    player.sendline(":quit")
    player.expect(pexpect.EOF)


def test_a_closed_terminal_loses_nothing(cli: Cli, table: Table) -> None:
    table(9)
    player = spawn("play")
    player.expect("Who leads")
    player.send("1")
    player.expect("fee|pays")
    player.close(force=True)
    assert answers(cli) == 10


def test_status_on_a_terminal_is_drawn_with_the_same_words(table: Table) -> None:
    table(9)
    shown = pexpect.run(
        f"{sys.executable} -m gmtool status", env={**os.environ, "TERM": "xterm"}, encoding="utf-8", timeout=40
    )
    assert "Nok" in shown
    assert "Asked now" in shown
    plain = pexpect.run(
        f"{sys.executable} -m gmtool status --plain", env={**os.environ, "TERM": "xterm"}, encoding="utf-8", timeout=40
    )
    assert "\x1b" not in plain


def test_delete_asks_and_no_is_no(cli: Cli, table: Table) -> None:
    table(3)
    player = spawn("delete", "politics-1")
    player.expect("for good")
    player.send("\r")
    player.expect("is kept")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0
    assert cli("status", "politics-1").exit_code == 0


def test_what_is_odd_about_a_new_game_is_told_on_its_first_screen() -> None:
    players = "--players=Nok,Ton,Fon,Ben,Arm,Yui,Art"
    player = spawn("new", "politics", players, "--mode", "half")
    player.expect("colours")
    player.send("\r")
    player.expect("House rules")
    player.send("\r")
    player.expect("there are more of you than that")
    player.expect("POL-S.1")
    player.expect("there are more of you than that")
    player.send("q")
    player.expect(pexpect.EOF)


def test_a_narrow_terminal_breaks_what_commands_say_between_words() -> None:
    said = Texts("th").get("error", "game.none")
    player = pexpect.spawn(
        sys.executable, ["-m", "gmtool", "status"], env={**os.environ, "TERM": "xterm", "GMTOOL_LANG": "th"},
        encoding="utf-8", dimensions=(24, 16), timeout=40,
    )  # fmt: skip
    shown = player.read().splitlines()
    assert [line.rstrip() for line in shown] == [line.rstrip() for line in fold(said, 16)]
    assert len(shown) > len(said.splitlines())
