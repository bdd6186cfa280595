"""``gmtool score``: the final count of a game that was not tracked, or of one that was, every point with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.complete import games, kinds
from gmtool.cli.env import Env
from gmtool.cli.errors import DONE, REFUSED, USAGE, CliError, Faults
from gmtool.cli.making import read_json
from gmtool.core.game import Game, game_ids, load_game
from gmtool.core.question import Reason
from gmtool.core.tally import SheetFaults


def _either(incomplete: str) -> list[str]:
    return [*kinds(incomplete), *games(incomplete)]


def score(
    ctx: params.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=_either)] = "",
    *,
    file: Annotated[str, typer.Option("--from", metavar="FILE")] = "",
    as_json: params.AsJson = False,
) -> int:
    env: Env = ctx.obj
    if game not in game_ids() and not file:
        return _tracked(env, game, as_json=as_json)
    document: Any = read_json(file) if file else None
    kind = load_game(_kind(game, document))
    if kind.score is None or kind.score_form is None:
        raise CliError("score.no_points", REFUSED, game=kind.id)
    env.words(kind)
    if file and is_result(document):
        result = document
    elif file:
        result = result_of(kind, document)
    else:
        from gmtool.cli.sheet_prompts import SheetPrompts

        result = SheetPrompts(env, kind).run()
    show_result(env, kind, result, as_json=as_json)
    return DONE


def _kind(game: str, document: Any) -> str:
    """Return which kind of game a sheet is of: named, said by the sheet, or the only one that has points."""
    if game:
        return game
    said = document.get("game") if isinstance(document, dict) else None
    return str(said or next(id for id in game_ids() if load_game(id).score is not None))


def is_result(document: Any) -> bool:
    """Whether a document is a result already, as ``score --json`` or a tracked game gives it, and no sheet."""
    return isinstance(document, dict) and "winners" in document and isinstance(document.get("players"), dict)


def result_of(game: Game, document: Any) -> dict[str, Any]:
    """Return the result of a sheet.

    Raises:
        Faults: With everything that is wrong with it.
    """
    assert game.score is not None
    try:
        return game.score(document)
    except SheetFaults as error:
        raise Faults("score.faults", error.faults, REFUSED) from None


def _tracked(env: Env, game: str, *, as_json: bool) -> int:
    """Print the result of a game that was tracked."""
    with env.session(game) as session:
        result = session.game.result(session.table)
        if result is None:
            raise CliError("score.not_over", REFUSED, game=session.info.id)
        if as_json:
            env.json(result)
        else:
            from gmtool.ui.result import report_lines

            for line in report_lines(session.game.report(session.table), env.words(session.game).texts):
                env.out(line)
            has_points = session.game.score is not None
            env.next("score.next_tracked" if has_points else "score.next_history", game=session.info.id)
        return DONE


def show_result(env: Env, game: Game, result: Mapping[str, Any], *, as_json: bool) -> None:
    """Print a result line by line, or as one document."""
    if as_json:
        env.json(result)
        return
    from gmtool.ui.result import report_lines

    try:
        lines = game.score_report(result)
    except (KeyError, TypeError, AttributeError):
        raise Faults("score.faults", [Reason("sheet.not_object")], USAGE) from None
    for line in report_lines(lines, env.words(game).texts):
        env.out(line)
    env.next("score.next")


COMMANDS = {"score": score}
