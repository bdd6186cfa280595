"""``gmtool cards``: what a game master collects for a game over many evenings: listed, entered, checked, taken in."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.backing import number_of
from gmtool.cli.env import Env
from gmtool.cli.errors import DONE, REFUSED, UNKNOWN, USAGE, CliError, Faults
from gmtool.cli.groups import Command, Group
from gmtool.cli.making import Draft
from gmtool.core.collection import Collection, Fault
from gmtool.core.fields import with_defaults
from gmtool.core.game import Game, game_ids, load_game
from gmtool.core.question import Reason
from gmtool.files import one_writer
from gmtool.paths import expanded
from gmtool.ui.glance import columns

app = typer.Typer(cls=Group, rich_markup_mode=None, invoke_without_command=True)

Number = Annotated[str, typer.Argument(metavar="NUMBER")]
File = Annotated[str, typer.Argument(metavar="FILE")]


class Box:
    """The collection of the one game that has one, with the words for it."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self.game: Game = next(game for game in map(load_game, game_ids()) if game.collection is not None)
        assert self.game.collection is not None
        self.collection: Collection = self.game.collection
        self.texts = env.words(self.game).texts

    def entries(self) -> list[dict[str, Any]]:
        """Return what is kept.

        Raises:
            CliError: ``cards.faulty``, if the file has faults: writing it would lose what can't be read.
        """
        found = self.collection.read(None)
        if found.faults:
            path = self.collection.path()
            self.tell(found.faults)
            raise CliError("cards.faulty", REFUSED, path=str(path), count=len(found.faults))
        return found.entries

    def keep(self, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> Path:
        """Change what is kept, as it is at this moment: another window may have kept a card since it was read.

        Raises:
            CliError: ``cards.faulty``, or ``file.unwritable``; the file is as it was.
        """
        path = self.collection.path()
        try:
            with one_writer(path):
                return _written(self, change(self.entries()))
        except OSError as error:
            raise CliError("file.unwritable", REFUSED, path=str(path), why=error.strerror or "") from None

    def tell(self, faults: list[Fault]) -> None:
        """Say every fault of a file with its line."""
        for fault in faults:
            shown = self.env.reason(fault.reason)
            self.env.note(self.env.text("cards.line", line=fault.line, text=shown) if fault.line else shown)

    def lines(self, entry: dict[str, Any]) -> list[str]:
        """Return an entry whole, field by field, without what it leaves at the default."""
        texts, values = self.texts, self.collection.values(entry)
        rows = []
        for name, field in self.collection.fields.items():
            if name in values and (field.must_be_given or values[name] != field.default(values)):
                shown = values[name]
                if isinstance(shown, bool):
                    shown = texts.get("word", "yes" if shown else "no")
                elif texts.has("setup", f"{name}.{shown}"):
                    shown = texts.get("setup", f"{name}.{shown}")
                elif isinstance(shown, list):
                    shown = field.write(shown, values)
                rows.append([texts.get("setup", name), str(shown)])
        return columns(rows)


@app.callback(invoke_without_command=True)
def cards(ctx: params.Context, *, as_json: params.AsJson = False) -> int:
    if ctx.invoked_subcommand is not None:
        return DONE
    env: Env = ctx.obj
    box = Box(env)
    found = box.collection.read(None)
    if as_json:
        env.json(found.entries)
    elif found.entries:
        key = box.collection.key
        for line in columns([[str(entry[key]), str(entry.get("name", ""))] for entry in found.entries]):
            env.out(line)
    else:
        env.note(env.text("cards.none"))
    box.tell(found.faults)
    env.next("cards.next")
    return REFUSED if found.faults else DONE


def show(ctx: params.Context, number: Number, *, as_json: params.AsJson = False) -> int:
    env: Env = ctx.obj
    box = Box(env)
    entry = _entry(box, number_of(number))
    if as_json:
        env.json(entry)
        return DONE
    for line in box.lines(entry):
        env.out(line)
    return DONE


def _entry(box: Box, number: int) -> dict[str, Any]:
    entry = next((one for one in box.entries() if one[box.collection.key] == number), None)
    if entry is None:
        raise CliError("cards.unknown", UNKNOWN, number=number)
    return entry


def add(
    ctx: params.Context,
    number: Annotated[str, typer.Argument(metavar="NUMBER")] = "",
    *,
    field: Annotated[list[str] | None, typer.Option("--set", metavar="FIELD=VALUE")] = None,
) -> int:
    env: Env = ctx.obj
    box = Box(env)
    collection, entries = box.collection, box.entries()
    draft = Draft(box.game, box.texts)
    pairs = [*([f"{collection.key}={number}"] if number else []), *(field or ())]
    _take(draft, collection, [pair for pair in pairs if pair.startswith(f"{collection.key}=")])
    if env.can_ask and collection.key not in draft.setup:
        _ask(env, draft, collection, only=collection.key)
    before = next((one for one in entries if one[collection.key] == draft.setup.get(collection.key)), None)
    if before is not None:
        draft.setup.update(collection.values(before))
        env.note(env.text("cards.changing", number=before[collection.key], name=before.get("name", "")))
    _take(draft, collection, pairs)
    entry = _made(env, draft, collection)
    box.keep(lambda kept: collection.put(kept, entry))
    env.out(env.text("cards.kept", number=entry[collection.key], name=entry.get("name", "")))
    env.next("cards.next")
    return DONE


def _made(env: Env, draft: Draft, collection: Collection) -> dict[str, Any]:
    """Return the entry that the draft makes, asking again where somebody can be asked.

    Raises:
        Faults: With everything that is wrong with it.
    """
    fields = collection.fields
    while True:
        if env.can_ask:
            _ask(env, draft, collection)
        whole = with_defaults(draft.setup, fields)
        missing = [Reason("setup.field_missing", field=name) for name in fields if name not in whole]
        entry, faults = ({}, missing) if missing else collection.make(whole)
        reasons = [*draft.unread, *faults]
        if not reasons:
            return entry
        if not env.can_ask:
            raise Faults("cards.wrong", reasons, REFUSED)
        for reason in reasons:
            env.note(f"- {env.reason(reason)}")
        draft.unread.clear()
        draft.given.clear()


def _take(draft: Draft, collection: Collection, pairs: list[str]) -> None:
    """Take ``field=value`` for the fields of an entry."""
    for pair in pairs:
        name, equals, value = pair.partition("=")
        field = collection.fields.get(name.strip())
        if not equals or field is None:
            raise CliError("cards.field", USAGE, got=pair, known=", ".join(collection.fields))
        draft.take_field(field, value)


def _ask(env: Env, draft: Draft, collection: Collection, *, only: str = "") -> None:
    """Ask for the fields that were not given, as far as they make a difference."""
    from gmtool.cli.prompts import Prompts

    prompts = Prompts(env, draft, fields=collection.fields)
    for name, field in collection.fields.items():
        if name not in draft.given and only in ("", name) and field.matters(draft.setup):
            prompts.field(field)


def remove(ctx: params.Context, number: Number) -> int:
    env: Env = ctx.obj
    box = Box(env)
    entry = _entry(box, number_of(number))
    box.keep(lambda kept: box.collection.without(kept, entry[box.collection.key]))
    env.out(env.text("cards.removed", number=entry[box.collection.key], name=entry.get("name", "")))
    return DONE


def check(ctx: params.Context, file: Annotated[str, typer.Argument(metavar="FILE")] = "") -> int:
    env: Env = ctx.obj
    box = Box(env)
    path = _existing(file) if file else box.collection.path()
    found = box.collection.read(path)
    box.tell(found.faults)
    env.out(env.text("cards.checked", count=len(found.entries), faults=len(found.faults), path=str(path)))
    return REFUSED if found.faults else DONE


def take_in(ctx: params.Context, file: File) -> int:
    env: Env = ctx.obj
    box = Box(env)
    found = box.collection.read(_existing(file))
    if found.faults or not found.entries:
        box.tell(found.faults)
        raise CliError("cards.not_taken", REFUSED, path=file)
    path = box.keep(lambda kept: reduce(box.collection.put, found.entries, kept))
    env.out(env.text("cards.taken", count=len(found.entries), path=str(path)))
    env.next("cards.next")
    return DONE


def give_out(ctx: params.Context, *, output: params.Output = "") -> int:
    env: Env = ctx.obj
    box = Box(env)
    entries = box.entries()
    if output and output != "-":
        env.out(str(_written(box, entries, expanded(output))))
        return DONE
    path = box.collection.path()
    if path.is_file():
        env.document(path.read_text(encoding="utf-8").rstrip("\n"))
    return DONE


def _written(box: Box, entries: list[dict[str, Any]], path: Path | None = None) -> Path:
    """Write entries to a file, the GM's own by default.

    Raises:
        CliError: ``file.unwritable``; an older file is as it was.
    """
    try:
        return box.collection.write(entries, path)
    except OSError as error:
        shown = str(path or box.collection.path())
        raise CliError("file.unwritable", REFUSED, path=shown, why=error.strerror or "") from None


def _existing(file: str) -> Path:
    path = expanded(file)
    try:
        path.open("rb").close()
    except OSError as error:
        raise CliError("file.unreadable", USAGE, path=file, why=error.strerror or "") from None
    return path


for _name, _function in (
    ("show", show), ("add", add), ("remove", remove), ("check", check), ("import", take_in), ("export", give_out),
):  # fmt: skip
    app.command(_name, cls=Command)(_function)
