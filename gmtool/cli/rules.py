"""``gmtool rules``: a rule by its id, a question asked at the table, printouts, and what the table decided itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NamedTuple

import typer

from gmtool.cli import params
from gmtool.cli.backing import number_of
from gmtool.cli.complete import games, kinds
from gmtool.cli.env import Env, current_game
from gmtool.cli.errors import DAMAGED, DONE, UNKNOWN, USAGE, CliError
from gmtool.cli.groups import Command, RulesGroup
from gmtool.core.facts import load_toml
from gmtool.core.game import game_ids
from gmtool.core.journal import JournalError
from gmtool.core.session import Session
from gmtool.paths import data_dir
from gmtool.text.texts import Texts
from gmtool.ui.glance import columns

app = typer.Typer(cls=RulesGroup, rich_markup_mode=None, invoke_without_command=True)


def _kind_or_game(incomplete: str) -> list[str]:
    return [*kinds(incomplete), *games(incomplete)]


KindOrGame = Annotated[str, typer.Option("--game", "-g", metavar="GAME", autocompletion=_kind_or_game)]


class Meant(NamedTuple):
    """The game that rules are asked for: its kind, and the game being played if one of that kind is."""

    kind: str
    session: Session | None


@contextmanager
def _meant(env: Env, name: str) -> Iterator[Meant]:
    """Find out which game is meant: a kind, a game of the journal, or the one in progress.

    Raises:
        CliError: ``rules.which``, if nothing tells.
    """
    is_kind = name in game_ids()
    try:
        with env.journal() as journal:
            row = current_game(journal) if is_kind or not name else journal.game(name)
            plays_it = not name or (is_kind and row.game == name)
            if (plays_it and not row.summary.get("over")) or (name and not is_kind):
                yield Meant(row.game, Session(journal, row.id))
                return
    except CliError as error:
        if error.id != "game.none":
            raise
    except JournalError as error:
        if error.id != "journal.missing":
            raise
    if not is_kind:
        raise CliError("game.kind_unknown" if name else "rules.which", USAGE, name=name, known=", ".join(game_ids()))
    yield Meant(name, None)


def _lines(env: Env, meant: Meant) -> Any:
    """Return the rules of the game that is meant, as they stand in it."""
    from gmtool.ui.rules_lines import RuleLines, readable_rulings

    session = meant.session
    in_force = session.game.in_force(session.table) if session is not None else {}
    table, unreadable = readable_rulings(meant.kind, session)
    if unreadable:
        env.tell_error("rules.unreadable", {"path": unreadable})
    language = env.language_for(meant.kind, "rules")
    return RuleLines(meant.kind, language, in_force, letters=env.letters, table=table)


@app.callback(invoke_without_command=True)
def rules(ctx: params.Context) -> int:
    if ctx.invoked_subcommand is not None:
        return DONE
    return _contents(ctx.obj, "")


def show(
    ctx: params.Context,
    what: Annotated[str, typer.Argument(metavar="WHAT", autocompletion=kinds)] = "",
) -> int:
    env: Env = ctx.obj
    kind = _kind_of_rule(what)
    if kind is None:
        return _contents(env, what)
    from gmtool.ui.rules_lines import plain

    with _meant(env, kind) as meant:
        found = _lines(env, meant)
        for line in plain(found.full(next(id for id in found.book if id.casefold() == what.strip().casefold()))):
            env.out(line)
        _say_whose(env, meant)
    return DONE


def _contents(env: Env, what: str) -> int:
    try:
        with _meant(env, what) as meant:
            for line in _lines(env, meant).contents():
                env.out(line)
    except (CliError, JournalError):
        if what and what not in game_ids():
            raise CliError("rules.unknown", UNKNOWN, got=what) from None
        raise
    env.next("rules.next")
    return DONE


def _kind_of_rule(id: str) -> str | None:
    """Return the kind of game that a rule's id belongs to, or None."""
    wanted = id.strip().casefold()
    for game in game_ids():
        path = data_dir() / game / "rules.toml"
        if path.is_file() and any(str(rule["id"]).casefold() == wanted for rule in load_toml(path)["rule"]):
            return game
    return None


def _say_whose(env: Env, meant: Meant) -> None:
    if meant.session is not None:
        env.next("rules.in_game", game=meant.session.info.id)


def ask(
    ctx: params.Context,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION")],
    *,
    game: KindOrGame = "",
    limit: Annotated[str, typer.Option("--limit", metavar="NUMBER")] = "5",
    as_json: params.AsJson = False,
) -> int:
    from gmtool.ui.rules_lines import plain

    env: Env = ctx.obj
    with _meant(env, game) as meant:
        desk = _lines(env, meant)
        found = desk.ask(" ".join(question), limit=max(1, number_of(limit)))
        if as_json:
            env.json(found.as_json())
            return DONE
        for line in plain(desk.answer(found)):
            env.out(line)
        _say_whose(env, meant)
        for hit in found.hits[:1]:
            env.next("rules.next_one", rule=hit.id)
    return DONE


def print_(
    ctx: params.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=kinds)],
    *,
    what: Annotated[str, typer.Option("--what", metavar="WHAT")] = "all",
    output: params.Output = "",
) -> int:
    env: Env = ctx.obj
    from gmtool.core.game import load_game
    from gmtool.rulebook import printing

    if what not in ("all", *printing.PARTS):
        raise CliError("rules.what", USAGE, got=what)
    kind = load_game(game).id
    language = env.language_for(kind, "rules")
    page = printing.print_html(kind, language, printing.PARTS if what == "all" else (what,))
    from gmtool.cli.transfer import give

    if give(env, output, [page]):
        env.next("rules.printed")
    return DONE


# --- what the table decided itself --------------------------------------------------------------------------------


@contextmanager
def _ruling_book() -> Iterator[Any]:
    """Give the ruling book, with its refusals as errors of the command line."""
    from gmtool.rulebook import rulings

    try:
        yield rulings
    except rulings.RulingsUnreadable as error:
        raise CliError("rules.unreadable", DAMAGED, path=str(error.path)) from None
    except rulings.EmptyRuling:
        raise CliError("rules.empty", USAGE) from None
    except rulings.NoSuchRuling as error:
        raise CliError("rules.no_ruling", UNKNOWN, got=str(error.args[0])) from None


def add(
    ctx: params.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT")],
    *,
    rule: Annotated[str, typer.Option("--rule", metavar="RULE")] = "",
    from_now_on: Annotated[bool, typer.Option("--from-now-on")] = False,
    game: KindOrGame = "",
) -> int:
    env: Env = ctx.obj
    words = " ".join(text)
    if not words.strip():
        raise CliError("rules.empty", USAGE)
    kind = _kind_of_rule(rule) if rule else None
    if rule and kind is None:
        raise CliError("rules.unknown", UNKNOWN, got=rule)
    if from_now_on:
        return _add_for_good(env, words, rule, game or kind or "")
    from gmtool.cli.table import do_whole

    with env.session(game, write=True) as session:
        do_whole(session, "ruling", [words, rule])
        env.out(env.text("rules.added", id=f"HERE-{len(session.table.rulings)}"))
        env.next("rules.next_list")
    return DONE


def _add_for_good(env: Env, words: str, rule: str, game: str) -> int:
    from datetime import datetime

    with _meant(env, game) as meant, _ruling_book() as book:
        today = datetime.now().astimezone().date().isoformat()
        made = book.record(meant.kind, words, rule=rule, when=today)
        env.out(env.text("rules.added", id=made.id))
        env.next("rules.next_list")
    return DONE


def list_(ctx: params.Context, *, game: KindOrGame = "", as_json: params.AsJson = False) -> int:
    env: Env = ctx.obj
    found = _all_rulings(env, game)
    if as_json:
        keys = ("id", "game", "text", "rule", "question", "when")
        env.json({"rulings": [{key: getattr(ruling, key) for key in keys} for ruling in found]})
        return DONE
    for line in columns([[ruling.id, ruling.game, ruling.rule, ruling.when, ruling.text] for ruling in found]):
        env.out(line)
    env.next("rules.next_edit" if found else "rules.none")
    return DONE


def _all_rulings(env: Env, game: str) -> list[Any]:
    """Return the rulings of the game in progress and those from now on, of all kinds of games unless one is named."""
    with _ruling_book() as book:
        try:
            with _meant(env, game) as meant:
                from gmtool.ui.rules_lines import rulings_here

                return [*rulings_here(meant.kind, meant.session), *book.load(meant.kind if game else "")]
        except CliError:
            if game:
                raise
            return list(book.load())


def edit(
    ctx: params.Context,
    id: Annotated[str, typer.Argument(metavar="ID")],
    text: Annotated[list[str] | None, typer.Argument(metavar="TEXT")] = None,
    *,
    rule: Annotated[str, typer.Option("--rule", metavar="RULE")] = "",
    delete: Annotated[bool, typer.Option("--delete")] = False,
) -> int:
    env: Env = ctx.obj
    wanted = id.strip().upper()
    if wanted.startswith("HERE-"):
        raise CliError("rules.here", USAGE, got=wanted)
    wanted = f"TABLE-{wanted}" if wanted.isdecimal() else wanted
    words = " ".join(text or ())
    if rule and _kind_of_rule(rule) is None:
        raise CliError("rules.unknown", UNKNOWN, got=rule)
    with _ruling_book() as book:
        if delete:
            book.remove(wanted)
            env.out(env.text("rules.removed", id=wanted))
        elif words.strip() or rule:
            book.edit(wanted, text=words if words.strip() else None, rule=rule or None)
            env.out(env.text("rules.changed", id=wanted))
        else:
            raise CliError("rules.empty", USAGE)
    env.next("rules.next_list")
    return DONE


def export(ctx: params.Context, *, game: KindOrGame = "", output: params.Output = "") -> int:
    env: Env = ctx.obj
    with _ruling_book() as book:
        text = book.export(_all_rulings(env, game)).rstrip("\n")
    from gmtool.cli.transfer import give

    give(env, output, [text])
    return DONE


def rule_text(game: str, id: str, texts: Texts) -> list[str]:
    """Return a rule's title and what it says, or nothing if there is no such rule in this language."""
    from gmtool.rulebook import entries

    if not (data_dir() / game / "rules" / f"{texts.language}.toml").is_file():
        return []
    book = entries.book(game, texts.language, letters=texts.letters)
    if id not in book:
        return []
    entry = book[id]
    return [f"{id}  {entry.title}", f"  {entries.answer_of(entry, {}).text}"]


for _name, _function in (
    ("show", show), ("ask", ask), ("print", print_), ("add", add), ("list", list_), ("edit", edit), ("export", export),
):  # fmt: skip
    app.command(_name, cls=Command)(_function)
