"""Parameters that several commands share, declared once. Their help stands in ``data/`` under their names."""

from __future__ import annotations

from typing import Annotated

import typer

from gmtool.cli.complete import games, languages, players

Context = typer.Context
Game = Annotated[str, typer.Argument(metavar="GAME", autocompletion=games)]
GameOption = Annotated[str, typer.Option("--game", "-g", metavar="GAME", autocompletion=games)]
NeededGame = Annotated[str, typer.Argument(metavar="GAME", autocompletion=games)]
AsJson = Annotated[bool, typer.Option("--json")]
Plain = Annotated[bool, typer.Option("--plain")]
Public = Annotated[bool, typer.Option("--public")]
Cut = Annotated[bool, typer.Option("--cut")]
Secrets = Annotated[bool, typer.Option("--secrets")]
Yes = Annotated[bool, typer.Option("--yes", "-y")]
SayLang = Annotated[str, typer.Option("--say-lang", metavar="LANG", autocompletion=languages)]
Output = Annotated[str, typer.Option("--output", "-o", metavar="FILE")]
Words = Annotated[list[str], typer.Argument(metavar="WORDS", autocompletion=players)]
