"""``gmtool status`` with all its options, for lines that the quick way leaves alone."""

from __future__ import annotations

from gmtool.cli import params
from gmtool.cli.status import show_status


def status(
    ctx: params.Context,
    game: params.Game = "",
    *,
    as_json: params.AsJson = False,
    plain: params.Plain = False,
    public: params.Public = False,
    secrets: params.Secrets = False,
) -> int:
    return show_status(ctx.obj, game, as_json=as_json, plain=plain, public=public, secrets=secrets)


COMMANDS = {"status": status}
