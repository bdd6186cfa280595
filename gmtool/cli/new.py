"""``gmtool new``: a new game, by options or by prompts. What a prompt asks, an option can give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.complete import games, kinds, players
from gmtool.cli.env import Env
from gmtool.cli.errors import DONE, REFUSED, USAGE, CliError, Faults
from gmtool.cli.making import Draft, counts_of, names_of, read_json
from gmtool.core.game import game_ids, load_game
from gmtool.core.journal import Journal
from gmtool.core.question import Reason, Refused
from gmtool.core.setup import clean_name
from gmtool.ui.reading import Unreadable, read_number


def new(
    ctx: params.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=kinds)] = "",
    *,
    player: Annotated[list[str] | None, typer.Option("--player", metavar="NAME", autocompletion=players)] = None,
    players: Annotated[str, typer.Option("--players", metavar="NAMES")] = "",
    colour: Annotated[list[str] | None, typer.Option("--colour", metavar="COLOUR")] = None,
    mode: Annotated[str, typer.Option("--mode", metavar="MODE")] = "",
    field: Annotated[list[str] | None, typer.Option("--set", metavar="FIELD=VALUE")] = None,
    switch: Annotated[list[str] | None, typer.Option("--switch", metavar="KEY=VALUE")] = None,
    title: Annotated[str, typer.Option("--title", metavar="TITLE")] = "",
    same_as: Annotated[str, typer.Option("--same-as", metavar="GAME", autocompletion=games)] = "",
    start: Annotated[str, typer.Option("--start", metavar="FILE")] = "",
    middle: Annotated[bool, typer.Option("--middle")] = False,
    round: Annotated[str, typer.Option("--round", metavar="NUMBER")] = "",
    phase: Annotated[str, typer.Option("--phase", metavar="PHASE")] = "",
    count: Annotated[list[str] | None, typer.Option("--count", metavar="WHAT=NUMBER")] = None,
    play: Annotated[bool | None, typer.Option("--play/--no-play")] = None,
) -> int:
    env: Env = ctx.obj
    making = NewGame(
        env,
        game=game,
        names=names_of(player or (), players),
        colours=names_of([], ",".join(colour or ())),
        fields=[*([f"mode={mode}"] if mode else []), *(field or ())],
        switches=switch or (),
        title=title,
        same_as=same_as,
    )
    making.where(start=start, middle=middle, round=round, phase=phase, counts=count or ())
    return making.make(play=play)


class NewGame:
    """Makes one game from what was given, asking for what was not."""

    def __init__(
        self,
        env: Env,
        *,
        game: str = "",
        names: Sequence[str] = (),
        colours: Sequence[str] = (),
        fields: Sequence[str] = (),
        switches: Sequence[str] = (),
        title: str = "",
        same_as: str = "",
    ) -> None:
        self.env = env
        self.kind = game
        self.names = names
        self.colours = colours
        self.fields = fields
        self.switches = switches
        self.title = clean_name(title)
        self.same_as = same_as
        self.start: Mapping[str, Any] | None = None
        self.middle = False

    def where(self, *, start: str, middle: bool, round: str, phase: str, counts: Sequence[str]) -> None:
        """Take where a game begun without gmtool stands: from a file, from options, or to be asked (``middle``)."""
        if start:
            self.start = read_json(start)
            if not isinstance(self.start, dict):
                raise CliError("start.not_object", USAGE, path=start)
        if round or phase or counts:
            try:
                number = read_number(round) if round else 1
            except Unreadable as error:
                raise Refused(error.reason) from None
            given = {"round": number, "phase": phase, "counts": counts_of(counts)}
            self.start = {**given, **(self.start or {})}
        self.middle = middle

    def offer(self) -> int:
        """Say that no game is in progress and make one."""
        self.env.note(self.env.text("begin.none"))
        return self.make(play=True)

    def make(self, *, play: bool | None) -> int:
        """Make the game, print its id and the next command, or begin to play it; returns the exit code."""
        env = self.env
        draft = self.draft()
        if env.can_ask:
            from gmtool.cli.prompts import Prompts

            Prompts(env, draft, middle=self.middle and self.start is None).run()
        else:
            self._take_start(draft)
            faults = draft.faults()
            if not draft.setup["players"]:
                low, high = draft.game.players
                raise Faults("new.faults", [Reason("setup.no_players", low=low, high=high), *draft.unread], USAGE)
            if faults:
                raise Faults("new.faults", faults, REFUSED, game=draft.game.id)
        warnings = [env.reason(warning) for warning in draft.warnings()]
        for warning in warnings:
            env.note(warning)
        row_id = self._store(draft)
        if play if play is not None else env.can_ask:
            from gmtool.cli.play import play_game

            env.note(env.text("new.made", id=row_id))
            return play_game(env, row_id, notice="\n".join(warnings))
        env.out(row_id)
        env.next("new.next", id=row_id)
        return DONE

    def draft(self) -> Draft:
        """Return what was given as a set-up in the making."""
        env = self.env
        base: Mapping[str, Any] | None = None
        if self.same_as:
            with env.journal() as journal:
                row = journal.game(self.same_as)
            base, self.kind = row.setup, self.kind or row.game
            base = None if row.game != self.kind else base
        if not self.kind:
            self.kind = self._ask_kind()
        game = load_game(self.kind)
        words = env.words(game)
        draft = Draft(game, words.texts, base)
        if self.names:
            draft.take_players(self.names)
        if self.colours:
            draft.take_colours(self.colours)
        draft.take_fields(self.fields)
        draft.take_switches(self.switches)
        if env.can_ask:
            self._take_start(draft)
        return draft

    def _take_start(self, draft: Draft) -> None:
        if self.start is not None:
            if not self.start.get("phase") and draft.game.start_phases:
                self.start = {**self.start, "phase": draft.game.start_phases[0]}
            draft.take_start(self.start)
        elif self.middle and not self.env.can_ask:
            raise CliError("ask.flag", USAGE, flag="--start, --round, --phase, --count")

    def _ask_kind(self) -> str:
        from gmtool.cli import ask

        env = self.env
        options = [(id, title_of(env, id)) for id in game_ids()]
        return ask.choose(env, env.text("ask.game"), options, flag="gmtool new GAME")

    def _store(self, draft: Draft) -> str:
        from datetime import datetime

        title = self.title or datetime.now().astimezone().strftime("%Y-%m-%d")
        journal = Journal.open(self.env.db, write=True)
        try:
            return journal.add_game(draft.game.id, title, draft.whole(), draft.game.version).id
        finally:
            journal.close()


def title_of(env: Env, game: str) -> str:
    """Return the name of a kind of game in the GM's language, with how many can play it."""
    from gmtool.text.texts import Texts

    texts = Texts(env.language, game)
    low, high = load_game(game).players
    title = texts.get("head", "title") if texts.has("head", "title") else game
    return env.text("ask.game_line", title=title, low=low, high=high)


COMMANDS = {"new": new}
