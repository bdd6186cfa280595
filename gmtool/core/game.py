"""What a game hands to the core, and finding the games there are."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gmtool.core.actions import COMMON_ACTIONS
from gmtool.core.collection import Collection
from gmtool.core.fields import Field, as_fields
from gmtool.core.question import Question, Reason
from gmtool.core.run import Action, Interrupt, Run, Script
from gmtool.core.table import Table
from gmtool.core.tally import SheetForm
from gmtool.core.view import View

GAMES_DIR: Final = Path(__file__).resolve().parent.parent / "games"


class UnknownGame(Exception):
    """No game of this id; ``known`` are those there are."""

    def __init__(self, game_id: str, known: list[str]) -> None:
        super().__init__(game_id)
        self.game_id = game_id
        self.known = known


class Game:
    """One game: everything the core, the screens and the tests need of it.

    Attributes:
        id: Folder name in ``gmtool/games`` and ``data``.
        version: Of the script; a change of a released script's questions is a new version.
        new_table: Makes the table from a checked set-up.
        script: The game's script, entered at ``table.phase``.
        actions: What may come at any open question, common ones included.
        what_broke: What took the ground from the script's open question, ranked as the rulebook does, or None.
        check_setup: All that is wrong with a set-up, not only the first.
        warn_setup: What is odd about a set-up although it is allowed.
        setup_fields: What a new game needs beyond names, colours and switches, by name, in the order asked; may be
            given as a mapping of name and choices, default first.
        start_phases: Phases at which a game may be entered in the middle.
        start_fields: What such a start needs beyond round, phase and counts, by name.
        in_force: Values of the switches and of the set-up as rule texts name them (``deck=number``); the switches by
            default.
        collection: What a GM collects for the game over many evenings, or None.
        score: The result of a tally sheet of an untracked game, or None if the game has no points.
        score_form: What such a sheet holds.
        score_report: Such a result, or a tracked game's, as the table wants to see it.
        gm_view, public_view: The table at a glance; the public one is built from a list of allowed fields.
        result: The final result as JSON, or None before the end.
        report: The final result as the table wants to see it: pairs of a text id of ``[result]`` and its values.
        invariants: Ids of the sums that do not hold; empty on a sound table.
        words: Values for the placeholders of a question's texts.
    """

    def __init__(
        self,
        *,
        id: str,
        version: int,
        players: tuple[int, int],
        language: str,
        new_table: Callable[[Mapping[str, Any]], Table],
        script: Callable[[Any], Script],
        actions: Mapping[str, Action],
        what_broke: Callable[[Any, Question], Interrupt | None],
        check_setup: Callable[[Mapping[str, Any]], list[Reason]],
        switches: Mapping[str, tuple[Any, ...]],
        gm_view: Callable[[Any], View],
        public_view: Callable[[Any], View],
        result: Callable[[Any], dict[str, Any] | None],
        invariants: Callable[[Any], list[str]],
        words: Callable[[Any, Question | None], dict[str, Any]],
        report: Callable[[Any], list[tuple[str, dict[str, Any]]]] = lambda _table: [],
        start_phases: tuple[str, ...] = (),
        setup_fields: Mapping[str, tuple[str, ...]] | Sequence[Field] = (),
        start_fields: Sequence[Field] = (),
        in_force: Callable[[Any], Mapping[str, Any]] | None = None,
        warn_setup: Callable[[Mapping[str, Any]], list[Reason]] | None = None,
        collection: Collection | None = None,
        score: Callable[[Any], dict[str, Any]] | None = None,
        score_form: SheetForm | None = None,
        score_report: Callable[[Mapping[str, Any]], list[tuple[str, dict[str, Any]]]] = lambda _result: [],
    ) -> None:
        self.id = id
        self.version = version
        self.players = players
        self.language = language
        self.new_table = new_table
        self.script = script
        self.actions = {**COMMON_ACTIONS, **actions}
        self.what_broke = what_broke
        self.check_setup = check_setup
        self.switches = switches
        self.gm_view = gm_view
        self.public_view = public_view
        self.result = result
        self.report = report
        self.invariants = invariants
        self.words = words
        self.start_phases = start_phases
        self.setup_fields = as_fields(setup_fields)
        self.start_fields = as_fields(start_fields)
        self.in_force = in_force or (lambda table: table.switches)
        self.warn_setup = warn_setup or (lambda _setup: [])
        self.collection = collection
        self.score = score
        self.score_form = score_form
        self.score_report = score_report

    def begin(self, setup: Mapping[str, Any]) -> Run:
        """Start a run from a checked set-up, at its first question."""
        return Run(self.new_table(setup), self.script, self.actions, self.what_broke)


def game_ids() -> list[str]:
    """Return the ids of all games, in alphabetical order: the folders of ``gmtool/games``."""
    return sorted(path.parent.name for path in GAMES_DIR.glob("*/game.py"))


def load_game(game_id: str) -> Game:
    """Return a game by id.

    Raises:
        UnknownGame: If there is none.
    """
    known = game_ids()
    if game_id not in known:
        raise UnknownGame(game_id, known)
    game: Game = importlib.import_module(f"gmtool.games.{game_id}.game").GAME
    return game
