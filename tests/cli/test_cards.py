"""``gmtool cards``: a game master's own manifesto cards, typed in once and used again (JIN-1.3)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from gmtool.games.jinro import library
from tests.ui.terminal import Terminal

Cli = Callable[..., Result]

FILE = """\
[[card]]
number = 901
name = "Test card"
[card.human]
text = "one more vote"
picks = 1
tags = [{ tag = "vote_weight", delta = 1 }]
[card.wolf]
text = "nothing"

[[card]]
number = 23
name = "Test copying card"
copy = true
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "test-cards.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


@pytest.mark.rule("JIN-1.3", "JIN-R05")
def test_no_card_is_there_until_the_gm_enters_one(cli: Cli) -> None:
    done = cli("cards")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "gmtool cards add" in done.stderr
    assert cli("cards", "show", "23").exit_code == 4
    assert cli("cards", "remove", "23").exit_code == 4


@pytest.mark.rule("JIN-1.3", "JIN-11.2")
def test_cards_of_a_file_are_taken_in_and_given_out_the_same(cli: Cli, cards: Path, tmp_path: Path) -> None:
    assert cli("cards", "import", str(cards)).exit_code == 0
    assert [line.split()[0] for line in cli("cards").stdout.splitlines()] == ["23", "901"]
    assert "one more vote" in cli("cards", "show", "901").stdout
    again = tmp_path / "again.toml"
    assert cli("cards", "export", "-o", str(again)).exit_code == 0
    assert library.read_library(again) == library.read_library()
    assert cli("cards", "check", str(again)).exit_code == 0


@pytest.mark.rule("JIN-1.3", "JIN-11.1")
def test_a_file_with_faults_is_told_line_by_line_and_not_taken(cli: Cli, cards: Path) -> None:
    cards.write_text(FILE.replace("vote_weight", "teleport"), encoding="utf-8")
    for command in ("check", "import"):
        done = cli("cards", command, str(cards))
        assert done.exit_code == 3
        assert "line 7" in done.stderr
    assert cli("cards").stdout == ""
    assert cli("cards", "import", "no-such-file.toml").exit_code == 2


@pytest.mark.rule("JIN-1.3")
def test_a_card_is_entered_changed_and_taken_out_by_options(cli: Cli) -> None:
    given = ["--set", "name=Test card", "--set", "card_human=a", "--set", "card_wolf=b"]
    assert cli("cards", "add", "901", *given, "--set", "card_human_tags=recall winner").exit_code == 0
    assert cli("cards", "add", "901", "--set", "card_wolf=c").exit_code == 0
    [card] = json.loads(cli("cards", "--json").stdout)
    assert (card["name"], card["wolf"]["text"], card["human"]["tags"][0]["target"]) == ("Test card", "c", "winner")
    assert cli("cards", "remove", "901").exit_code == 0
    assert cli("cards").stdout == ""


@pytest.mark.rule("JIN-1.3", "JIN-11.1")
@pytest.mark.parametrize("wrong", ["card_human_tags=teleport", "card_human_picks=many", "colour=red", "name="])
def test_what_can_not_be_a_card_is_refused_and_nothing_is_kept(cli: Cli, wrong: str) -> None:
    assert cli("cards", "add", "901", "--set", wrong).exit_code in (2, 3)
    assert not library.library_path().exists()


@pytest.mark.rule("JIN-3.4")
def test_the_card_that_copies_needs_a_name_alone(cli: Cli) -> None:
    assert cli("cards", "add", "23", "--set", "name=Test copying card").exit_code == 0
    assert json.loads(cli("cards", "show", "23", "--json").stdout) == {
        "number": 23, "name": "Test copying card", "copy": True,
    }  # fmt: skip


def test_a_file_of_ones_own_with_faults_is_never_written_over(cli: Cli) -> None:
    path = library.library_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FILE.replace("901", "'x'"), encoding="utf-8")
    before = path.read_bytes()
    done = cli("cards", "add", "7", "--set", "name=Test card")
    assert done.exit_code == 3
    assert "line 2" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.rule("JIN-1.3")
def test_a_card_is_asked_for_field_by_field(tmp_path: Path) -> None:
    with Terminal(["cards", "add", "901"], tmp_path, rows=40) as terminal:
        for asked, typed in (
            ("Name of the card", "Test card"), ("copy", ""), ("half for the human party", "a"), ("to be named", ""),
            ("What it does", "vote_weight winner 1"), ("half for the wolf party", "b"), ("to be named", ""),
            ("What it does", ""),
        ):  # fmt: skip
            terminal.wait(asked)
            terminal.type(typed)
            terminal.press("enter")
        terminal.wait("is kept")
    [card] = library.read_library(tmp_path / library.FILE).cards
    assert (card.name, card.human.text, card.human.tags[0].delta, card.wolf.text) == ("Test card", "a", 1, "b")
