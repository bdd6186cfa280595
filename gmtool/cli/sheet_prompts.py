"""Asking for a tally sheet one thing after the other. After a fault all is kept, and any part can be asked again."""

from __future__ import annotations

from typing import Any

from gmtool.cli import ask
from gmtool.cli.env import Env
from gmtool.cli.errors import Faults
from gmtool.cli.making import Draft, names_of
from gmtool.cli.prompts import Prompts, ask_names
from gmtool.cli.score import result_of
from gmtool.core.game import Game
from gmtool.core.setup import clean_name
from gmtool.core.tally import SheetForm
from gmtool.ui.naming import seat_named
from gmtool.ui.reading import Unreadable, read_number

FLAG = "--from FILE"


class SheetPrompts:
    """One sheet being asked for; ``sheet`` is the document so far."""

    def __init__(self, env: Env, game: Game) -> None:
        assert game.score_form is not None
        self.env = env
        self.game = game
        self.form: SheetForm = game.score_form
        self.texts = env.words(game).texts
        self.sheet: dict[str, Any] = {"game": game.id, "players": {}}
        self.draft = Draft(game, self.texts)

    @property
    def names(self) -> list[str]:
        return list(self.sheet["players"])

    def run(self) -> dict[str, Any]:
        """Ask until the sheet can be right; returns its result."""
        self._players()
        self._game_choices()
        self.env.note(self.env.text("ask.numbers"))
        for name in self.names:
            self._player(name)
        self._votes()
        self._named()
        while True:
            self.sheet["options"] = self.draft.setup["switches"]
            try:
                return result_of(self.game, self.sheet)
            except Faults as faults:
                for reason in faults.reasons:
                    self.env.note(f"- {self.env.reason(reason)}")
            self._again()

    def _again(self) -> None:
        """Let the GM choose what to go over again."""
        env = self.env
        options: list[tuple[str, str]] = [(f"player {name}", name) for name in self.names]
        options += [
            ("players", env.text("ask.players")),
            *((f"game {key}", self.texts.get("sheet", key)) for key in self.form.choices),
            ("votes", env.text("ask.votes")),
            ("switches", env.text("ask.switches")),
        ]
        part = ask.choose(env, env.text("ask.which_part"), options, flag=FLAG)
        if part == "players":
            self._players()
        elif part.startswith("game "):
            self._game_choices()
            self._named()
        elif part == "votes":
            self._votes()
            self._named()
        elif part == "switches":
            Prompts(env, self.draft, middle=False).house_rules()
        else:
            self._player(part.removeprefix("player "))

    # --- the parts

    def _players(self) -> None:
        env = self.env
        if self.names:
            line = ask.text(env, env.text("ask.names_again"), flag=FLAG, default=", ".join(self.names))
            names = [clean_name(name) for name in names_of([], line)]
        else:
            names = ask_names(env, self.game, flag=FLAG)
        known = self.sheet["players"]
        self.sheet["players"] = {name: known.get(name, {}) for name in names}

    def _game_choices(self) -> None:
        for key, values in self.form.choices.items():
            options = [(value, self.texts.word(value)) for value in values]
            message = self.texts.get("sheet", key)
            self.sheet[key] = ask.choose(self.env, message, options, flag=FLAG, default=self.sheet.get(key, values[0]))

    def _player(self, name: str) -> None:
        """Ask for one player's role and counts; several numbers on a line fill the fields that follow."""
        entry = self.sheet["players"].setdefault(name, {})
        for key, values in self.form.player_choices.items():
            options = [(value, self.texts.word(value)) for value in values]
            message = self._of_player(name, key)
            entry[key] = ask.choose(self.env, message, options, flag=FLAG, default=entry.get(key, values[0]))
        counters = entry.setdefault("counters", {})
        fields = [(entry, key) for key in self.form.numbers] + [(counters, key) for key in self.form.counters]
        waiting: list[int] = []
        for number, (place, key) in enumerate(fields):
            if not waiting:
                waiting = self._numbers(name, key, place.get(key, 0), most=len(fields) - number)
            place[key] = waiting.pop(0)

    def _of_player(self, name: str, key: str) -> str:
        label = self.texts.get("sheet", key) if self.texts.has("sheet", key) else self.texts.word(key)
        return self.env.text("ask.of_player", name=name, label=label)

    def _numbers(self, name: str, key: str, default: int, *, most: int) -> list[int]:
        env = self.env
        message = self._of_player(name, key)
        while True:
            typed = ask.text(env, message, flag=FLAG, default=str(default) if default else "")
            try:
                found = [read_number(part) for piece in names_of([], typed) for part in piece.split()]
            except Unreadable as error:
                env.note(env.reason(error.reason))
                continue
            if len(found) <= most:
                return found or [default]
            env.note(env.text("ask.numbers_many", got=len(found), high=most, name=name))

    def _votes(self) -> None:
        """Ask for the votes only if the coins were counted before them."""
        env = self.env
        key, rounds = self.form.votes
        self.sheet.pop(key, None)
        if not ask.confirm(env, env.text("ask.votes_before"), flag=FLAG):
            return
        self.sheet[key] = [{"votes": self._ballots(number)} for number in range(1, rounds + 1)]
        switch, again = self.form.runoff
        if self.draft.setup["switches"].get(switch) == again:
            for number, entry in enumerate(self.sheet[key], start=1):
                if ask.confirm(env, env.text("ask.runoff", number=number), flag=FLAG):
                    entry["runoff"] = self._ballots(number)

    def _ballots(self, number: int) -> dict[str, str | None]:
        env = self.env
        nobody = (-1, self.texts.get("word", "abstain"))
        found: dict[str, str | None] = {}
        for name in self.names:
            message = env.text("ask.vote", name=name, number=number)
            options = [nobody, *((seat, other) for seat, other in enumerate(self.names) if other != name)]
            seat = ask.choose(env, message, options, flag=FLAG, default=-1)
            found[name] = None if seat == -1 else self.names[seat]
        return found

    def _named(self) -> None:
        """Ask for lists of players that this ending needs, where the votes do not tell them."""
        env = self.env
        for key, (choice, value) in self.form.named.items():
            self.sheet.pop(key, None)
            if self.sheet.get(choice) != value or self.form.votes[0] in self.sheet:
                continue
            while True:
                typed = ask.text(env, self.texts.get("sheet", key), flag=FLAG)
                seats = [seat_named(part, self.names) for part in names_of([], typed)]
                if None not in seats:
                    self.sheet[key] = [self.names[seat] for seat in seats if seat is not None]
                    break
