"""Looking back: ``history`` row by row, and ``why`` a count is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from gmtool.cli import params
from gmtool.cli.backing import number_of
from gmtool.cli.env import Env
from gmtool.cli.errors import DAMAGED, DONE, REFUSED, UNKNOWN, USAGE, CliError
from gmtool.cli.status import tell_broken
from gmtool.core.history import (
    Entry,
    countable,
    gm_history,
    is_secret_row,
    plain,
    public_entry,
    public_history,
    showed_secret,
)
from gmtool.core.question import QUESTIONS, Refused
from gmtool.core.session import Session
from gmtool.core.table import Move, place_id
from gmtool.ui.glance import columns
from gmtool.ui.naming import count_named, seat_named
from gmtool.ui.plain_commands import moment_of, why_lines
from gmtool.ui.reading import Unreadable
from gmtool.ui.words import Words

LAST = 30
"""Rows of the history that are shown unless all are asked for."""


def history(
    ctx: params.Context,
    game: params.Game = "",
    *,
    row: Annotated[str, typer.Option("--row", metavar="ROW")] = "",
    everything: Annotated[bool, typer.Option("--all")] = False,
    public: params.Public = False,
    as_json: params.AsJson = False,
    secrets: params.Secrets = False,
) -> int:
    env: Env = ctx.obj
    with env.session(game) as session:
        words = env.words(session.game)
        if row:
            _show_row(env, session, words, number_of(row), as_json=as_json, secrets=secrets)
        elif public or (as_json and not secrets):
            _show_public(env, session, words, as_json=as_json)
        else:
            _show_all(env, session, words, everything=everything, as_json=as_json, secrets=secrets)
        if session.broken is not None:
            tell_broken(env, session)
            return DAMAGED
        return DONE


def _show_all(env: Env, session: Session, words: Words, *, everything: bool, as_json: bool, secrets: bool) -> None:
    entries = gm_history(session)
    if as_json:
        env.json({"id": session.info.id, "rows": [_entry_json(session, entry) for entry in entries]})
        return
    shown = entries if everything else entries[-LAST:]
    rows = []
    for entry in shown:
        moment = moment_of(entry.moment, words.texts, is_start=False) if entry.moment is not None else ""
        label = label_of(entry, session, words, secrets=secrets)
        stands = env.text("history.gone") if not entry.stands and entry.row.kind in ("answer", "act", "cancel") else ""
        rows.append([str(entry.row.n), moment, label, stands])
    for line in columns(rows, right=frozenset({0})):
        env.out(line)
    if not rows:
        env.out(env.text("history.empty"))
        return
    if len(shown) < len(entries):
        env.next("history.more", count=len(entries) - len(shown), game=session.info.id)
    env.next("history.next", row=entries[-1].row.n, game=session.info.id)


def label_of(entry: Entry, session: Session, words: Words, *, secrets: bool) -> str:
    """Return one row in words; a secret answer only if it was asked for."""
    mark = f" {words.texts.get('cli', 'history.saw')}" if showed_secret(entry.row) else ""
    return words.row(entry.row, session.table.names, secrets=secrets) + mark


def _entry_json(session: Session, entry: Entry) -> dict[str, Any]:
    row = entry.row
    return {
        "row": row.n,
        "parent": row.parent,
        "kind": row.kind,
        "stands": entry.stands,
        "question": row.key[0] if row.key else None,
        "subject": row.key[1] if len(row.key) > 1 else None,
        "round": entry.moment[0] if entry.moment is not None else None,
        "phase": entry.moment[1] if entry.moment is not None else None,
        "answer": row.value,
        "secret": is_secret_row(row),
        "source": row.source,
        "at": row.at,
        "moves": [_move_json(session, move) for move in entry.moves],
        "events": [{"id": event.id, "rule": event.rule, "values": plain(event.values)} for event in entry.events],
    }


def _move_json(session: Session, move: Move) -> dict[str, Any]:
    return {
        "what": session.table.WHATS[move.what],
        "from": move.source if move.source >= 0 else place_id(move.source),
        "to": move.target if move.target >= 0 else place_id(move.target),
        "amount": move.amount,
        "rule": move.rule,
    }


def public_json(session: Session) -> list[dict[str, Any]]:
    """Return the history as the table may read it: no times, no row numbers, no questions of the GM."""
    return [public_entry(entry) for entry in public_history(session)]


def _show_public(env: Env, session: Session, words: Words, *, as_json: bool) -> None:
    if as_json:
        env.json({"id": session.info.id, "entries": public_json(session)})
        return
    texts, names = words.texts, session.table.names
    rows = []
    for entry in public_history(session):
        question = QUESTIONS.get(entry.id)
        if question is None:
            label = texts.get("history", "gm_entry")
        else:
            label = words.answered(question, entry.subject, entry.answer, names)
        rows.append([str(entry.number), moment_of((entry.round, entry.phase), texts, is_start=False), label])
    for line in columns(rows, right=frozenset({0})):
        env.out(line)
    if not rows:
        env.out(env.text("history.empty"))


def _show_row(env: Env, session: Session, words: Words, number: int, *, as_json: bool, secrets: bool) -> None:
    """Print one row in full: the question, the answer, what it moved and what happened."""
    entry = next((entry for entry in gm_history(session) if entry.row.n == number), None)
    if entry is None:
        raise CliError("history.no_row", UNKNOWN, row=number, game=session.info.id)
    if as_json:
        if is_secret_row(entry.row) and not secrets:
            raise CliError("history.secret", USAGE, row=number)
        env.json(_entry_json(session, entry))
        return
    table, names = session.table, session.table.names
    env.out(f"{number}  {label_of(entry, session, words, secrets=secrets)}")
    if entry.moment is not None:
        env.out(f"  {moment_of(entry.moment, words.texts, is_start=False)}  {entry.row.at}")
    question = QUESTIONS.get(str(entry.row.key[0])) if entry.row.key else None
    if question is not None and question.rules:
        env.out("  " + " ".join(question.rules))
    for move in entry.moves:
        if move.what in table.SECRET_WHATS and not secrets:
            continue
        source, target = (words.place(place if place >= 0 else place_id(place), names) for place in move[3:5])
        what = words.texts.word(table.WHATS[move.what])
        env.out(f"  {what} {move.amount}: {source} → {target}  {move.rule}  {words.move(move.rule)}".rstrip())
    for event in entry.events:
        if not event.secret or secrets:
            env.out(f"  {words.event(event, names)}")
    env.next("history.row_next", row=number, game=session.info.id)


# --- why ----------------------------------------------------------------------------------------------------------


def why(
    ctx: params.Context,
    words: params.Words,
    *,
    game: params.GameOption = "",
    rules: Annotated[bool, typer.Option("--rules")] = False,
    as_json: params.AsJson = False,
    secrets: params.Secrets = False,
) -> int:
    env: Env = ctx.obj
    game, rest = _game_and_rest(env, game, words)
    with env.session(game) as session:
        spoken = env.words(session.game)
        about = About(env, session, spoken, rules=rules)
        if as_json:
            about.as_json(rest, secrets=secrets)
        elif not about.award(rest) and not about.score(rest):
            about.count(rest)
        return DONE if session.broken is None else DAMAGED


def _game_and_rest(env: Env, game: str, words: list[str]) -> tuple[str, list[str]]:
    """Return which game is meant and what about it: the first word may name the game."""
    if game or len(words) < 2:
        return game, words
    with env.journal() as journal:
        ids = [row.id for row in journal.games(archived=None, limit=-1)]
    return (words[0], words[1:]) if words[0] in ids else ("", words)


class About:
    """Follows one thing back to the moments and rules that made it."""

    def __init__(self, env: Env, session: Session, words: Words, *, rules: bool) -> None:
        self.env = env
        self.session = session
        self.words = words
        self.rules = rules

    def _key(self, parts: list[str]) -> str:
        try:
            return count_named(parts, self.session.table, self.words.texts)
        except Unreadable as error:
            known = ", ".join(self.session.table.WHATS)
            if error.reason.id != "read.count":
                raise Refused(error.reason) from None
            example = error.reason.values["example"]
            raise CliError("why.unknown", UNKNOWN, got=" ".join(parts), known=known, example=example) from None

    def count(self, parts: list[str]) -> None:
        """Print why a player, a pile or a mark has what it has."""
        env, session = self.env, self.session
        key = self._key(parts)
        for line in why_lines(session, self.words, key):
            env.out(line)
        from gmtool.core.history import why as causes_of

        causes = causes_of(session, key)
        used = list(dict.fromkeys(cause.move.rule for cause in causes))
        if self.rules:
            self._rule_texts(used)
        row = next((cause.step.row.n for cause in reversed(causes) if cause.step is not None), 0)
        if used and row:
            env.next("why.next", rule=used[-1], row=row, game=session.info.id)

    def _rule_texts(self, ids: list[str]) -> None:
        """Print the text of each rule once."""
        from gmtool.cli.rules import rule_text

        self.env.out()
        for id in ids:
            for line in rule_text(self.session.game.id, id, self.words.texts):
                self.env.out(line)

    def award(self, parts: list[str]) -> bool:
        """Print an award's holders and counts after the end; returns False if none was asked for."""
        env, words = self.env, self.words
        wanted = [part for part in parts if part.lower() not in ("award", "awards")]
        if len(wanted) == len(parts):
            return False
        result = self._result()
        awards: Mapping[str, Any] = result.get("awards") or {}
        numbers = [part for part in wanted if part in awards]
        if wanted and not numbers:
            raise CliError("why.no_award", UNKNOWN, got=" ".join(wanted), known=", ".join(awards))
        used = []
        for number, award in awards.items():
            if not numbers or number in numbers:
                holders = words.texts.join([str(name) for name in award["holders"]])
                label = words.texts.get("award", f"{number}.name")
                env.out(env.text("why.award", number=number, label=label, best=award["best"], holders=holders))
                env.out(f"  {award['rule']}  {words.texts.get('award', f'{number}.why')}")
                used.append(str(award["rule"]))
        if self.rules:
            self._rule_texts(used)
        env.next("why.award_next")
        return True

    def score(self, parts: list[str]) -> bool:
        """Print every step of a player's final score; returns False if it was not asked for."""
        if "score" not in [part.lower() for part in parts]:
            return False
        rest = " ".join(part for part in parts if part.lower() != "score")
        result = self._result()
        if self.session.game.score is None:
            raise CliError("score.no_points", REFUSED, game=self.session.game.id)
        names = list(result.get("players") or {})
        seat = seat_named(rest, names) if rest else None
        if seat is None:
            raise CliError("why.no_score", UNKNOWN, got=rest, known=", ".join(names))
        entry = result["players"][names[seat]]
        env, words = self.env, self.words
        env.out(env.text("why.score", name=names[seat], score=entry.get("score", 0)))
        rows = [
            [
                f"  {line['delta']:+d}".replace("-", "−"),
                words.texts.word(line["coin"]),
                line["rule"],
                words.move(line["rule"]),
            ]
            for line in entry.get("lines", ())
        ]
        for line in columns(rows, right=frozenset({0})):
            env.out(line)
        if self.rules:
            self._rule_texts(list(dict.fromkeys(line["rule"] for line in entry.get("lines", ()))))
        return True

    def _result(self) -> Mapping[str, Any]:
        result = self.session.game.result(self.session.table)
        if not result:
            raise CliError("why.not_over", UNKNOWN, game=self.session.info.id)
        return result

    def as_json(self, parts: list[str], *, secrets: bool) -> None:
        """Print the moves behind a count as one document."""
        from gmtool.core.history import why as causes_of

        session = self.session
        key = self._key(parts)
        what, place = countable(session.table, key)
        if what in session.table.SECRET_WHATS and not secrets:
            raise CliError("why.secret", USAGE)
        moves = [
            {
                "delta": cause.delta,
                "total": cause.total,
                "row": cause.step.row.n if cause.step is not None else 0,
                "round": cause.move.moment[0],
                "phase": cause.move.moment[1],
                "rule": cause.move.rule,
                "other": cause.other,
                "reason": cause.reason,
            }
            for cause in causes_of(session, key)
        ]
        self.env.json({"id": session.info.id, "key": key, "total": session.table.held[what][place], "moves": moves})


COMMANDS = {"history": history, "why": why}
