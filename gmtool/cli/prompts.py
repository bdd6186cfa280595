"""The prompts of a new game: what was not given is asked; what is wrong is asked again, and only that."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from gmtool.cli import ask
from gmtool.cli.env import Env
from gmtool.cli.making import Draft, counts_of, names_of, part_of
from gmtool.core.fields import NONE, Field, FieldKind
from gmtool.core.game import Game
from gmtool.core.question import Reason, Refused
from gmtool.core.setup import clean_name, name_faults
from gmtool.ui.glance import columns
from gmtool.ui.naming import count_named, example_count
from gmtool.ui.reading import Unreadable, digits, read_number

T = TypeVar("T")
_Slots = Mapping[str, Sequence[Sequence[str]]]

_ID: Final = re.compile(r"[a-z]+(?:_[a-z]+)*")
_IN_STEPS: Final = (FieldKind.IDS, FieldKind.SEATS, FieldKind.NUMBERS, FieldKind.SLOTS)
"""Kinds of fields that are chosen and counted step by step instead of written in one line."""


def _is_by_ids(field: Field | None) -> bool:
    """Whether a line of the game's own is written by ids, since they stand above it with their words."""
    return field is not None and field.kind is FieldKind.OWN and bool(field.options)


def ask_names(env: Env, game: Game, *, flag: str) -> list[str]:
    """Ask for the names one by one, or several on a line with commas; one that can't be is asked again at once."""
    low, high = game.players
    env.note(env.text("ask.names", low=low, high=high))
    names: list[str] = []
    while len(names) < high:
        typed = names_of([], ask.text(env, env.text("ask.name", number=len(names) + 1), flag=flag))
        if not typed:
            if len(names) >= low:
                break
            env.note(env.text("ask.names_more", low=low, got=len(names)))
            continue
        longer = [clean_name(name) for name in (*names, *typed)]
        faults = name_faults(longer, "setup.name_twice")
        for reason in faults:
            env.note(env.reason(reason))
        names = names if faults else longer
        if len(typed) > 1 and len(names) >= low:
            break
    return names


class Prompts:
    """Asks for one set-up at the terminal, or for ``fields`` of something else."""

    def __init__(
        self, env: Env, draft: Draft, *, middle: bool = False, fields: Mapping[str, Field] | None = None
    ) -> None:
        self.env = env
        self.draft = draft
        self.game = draft.game
        self.texts = draft.texts
        self.middle = middle
        self.fields = draft.game.setup_fields if fields is None else fields

    def run(self) -> None:
        """Ask until the game finds nothing wrong and the GM is content."""
        draft = self.draft
        if "players" not in draft.given:
            self._players()
        for field in self.game.setup_fields.values():
            if field.name in draft.given:
                continue
            if not field.matters(draft.setup):
                continue
            if field.must_be_given or field.kind is FieldKind.CHOICE:
                self.field(field)
            elif field.origin and field.kind in _IN_STEPS:
                self._borrowed(field)
        if "colours" not in draft.given and self.texts.has("setup", "colours"):
            self._colours()
        self._mend()
        self.house_rules()
        if self.middle:
            self._start()
        self._mend()

    # --- what is wrong

    def _mend(self) -> None:
        """Tell all faults at once, then ask again for the first part they are about: others may be right then."""
        draft = self.draft
        while True:
            faults = draft.faults()
            if not faults:
                return
            for reason in faults:
                self.env.note(f"- {self._refused(reason)}")
            draft.unread.clear()
            self._again(next(filter(None, (part_of(reason, self.game) for reason in faults)), ""))

    def _again(self, part: str) -> None:
        """Ask again for one part; a fault that is about none in particular lets the GM choose."""
        if part == "players":
            self._players()
        elif part == "colours":
            self._colours()
        elif part == "start":
            self._start()
        elif part == "house_rules":
            self.house_rules()
        elif part.startswith("switch."):
            self._switch(part.partition(".")[2])
        elif part in self.game.setup_fields:
            self.field(self.game.setup_fields[part])
        else:
            start = ["start"] if self.draft.setup.get("start") else []
            parts = ["players", *self.game.setup_fields, *start, *(["house_rules"] if self.game.switches else [])]
            options = [(name, self._title(name)) for name in parts]
            self._again(ask.choose(self.env, self.env.text("ask.which_part"), options, flag="--set"))

    def _title(self, name: str) -> str:
        return (
            self.env.text(f"ask.{name}")
            if name in ("players", "start", "house_rules")
            else self.texts.get("setup", name)
        )

    # --- players, colours

    def _players(self) -> None:
        """Ask for the names in clockwise order; those given before are there to be changed."""
        env, draft = self.env, self.draft
        names = list(draft.setup["players"])
        if names:
            line = ask.text(env, env.text("ask.names_again"), flag="--player", default=", ".join(names))
            draft.take_players(names_of([], line))
            return
        draft.take_players(ask_names(env, self.game, flag="--player"))

    def _colours(self) -> None:
        env = self.env
        message = f"{self.texts.get('setup', 'colours')} {env.text('ask.empty')}"
        default = ", ".join(self.draft.setup.get("colours") or [])
        self.draft.take_colours(names_of([], ask.text(env, message, flag="--colour", default=default)))

    # --- fields

    def field(self, field: Field) -> None:
        """Ask for one field of the set-up, after telling where its default comes from."""
        self._tell_origin(field)
        self._ask(field)

    def _ask(self, field: Field) -> None:
        env, draft = self.env, self.draft
        message, flag = self.texts.get("setup", field.name), f"--set {field.name}=…"
        names = draft.setup["players"]
        value = field.value(draft.setup)
        if field.kind is FieldKind.CHOICE:
            options: list[tuple[Any, str]] = [(id, self._value(field, id)) for id in field.options]
            draft.setup[field.name] = ask.choose(env, message, options, flag=flag, default=value)
        elif field.kind is FieldKind.YES_NO:
            draft.setup[field.name] = ask.confirm(env, message, flag=flag, default=bool(value))
        elif field.kind is FieldKind.SEAT:
            options = list(enumerate(names))
            if field.draw:
                options.append((-1, env.text("ask.draw")))
            seat = ask.choose(env, message, options, flag=flag, default=value)
            draft.setup[field.name] = secrets.randbelow(len(names)) if seat == -1 else seat
            if seat == -1:
                env.note(env.text("ask.drawn", title=message, name=names[draft.setup[field.name]]))
        elif field.kind in _IN_STEPS:
            draft.setup[field.name] = self._in_steps(field, message, flag, value)
        else:
            self._written(field, message, flag)
        draft.given.add(field.name)

    def _tell_origin(self, field: Field) -> None:
        if field.origin and self.texts.has("setup", field.origin):
            self.env.note(self.texts.get("setup", field.origin))

    def _borrowed(self, field: Field) -> None:
        """Show a default with where it comes from, to be kept or changed."""
        env, draft = self.env, self.draft
        if field.kind is FieldKind.IDS:
            self.field(field)
            return
        self._tell_origin(field)
        options = [(False, env.text("ask.go_on")), (True, env.text("ask.change"))]
        if ask.choose(env, self._summary(field), options, flag=f"--set {field.name}=…", default=False):
            self._ask(field)
        draft.given.add(field.name)

    def _in_steps(self, field: Field, message: str, flag: str, value: Any) -> Any:
        if field.kind is FieldKind.SEATS:
            seats = list(enumerate(self.draft.setup["players"]))
            return self._several(message, seats, value or [], flag, in_order=True)
        if field.kind is FieldKind.NUMBERS:
            return self._numbers(field, message, flag, value)
        if field.kind is FieldKind.SLOTS:
            return self._slots(field, message, flag, value)
        return self._ids(field, message, flag, value)

    def _several(
        self, message: str, options: Sequence[tuple[T, str]], chosen: Sequence[T], flag: str, *, in_order: bool
    ) -> list[T]:
        """Ask for several of the options: each is put in or taken out until the GM goes on; the order may matter."""
        found = list(chosen)
        while True:
            shown: list[tuple[T | None, str]] = [(None, self.env.text("ask.go_on"))]
            for value, label in options:
                mark = " " if value not in found else str(found.index(value) + 1) if in_order else "x"
                shown.append((value, f"[{mark}] {label}"))
            picked = ask.choose(self.env, message, shown, flag=flag)
            if picked is None:
                return found
            if picked in found:
                found.remove(picked)
            else:
                found.append(picked)

    def _ids(self, field: Field, message: str, flag: str, value: Sequence[str]) -> list[str]:
        options = [(id, self._value(field, id)) for id in field.options]
        found = self._several(message, options, value, flag, in_order=False)
        return [id for id in field.options if id in found]

    def _numbers(self, field: Field, message: str, flag: str, value: Mapping[str, int]) -> dict[str, int]:
        """Ask for one number after the other, until all can be right."""
        env = self.env
        while True:
            given = []
            for part in field.parts:
                shown = env.text("ask.of_player", name=message, label=self.texts.word(part))
                given.append(f"{part}={digits(ask.text(env, shown, flag=flag, default=str(value[part]))).strip()}")
            try:
                found: dict[str, int] = self.draft.read(field, ",".join(given))
            except Refused as refused:
                env.note(env.reason(refused.reason))
                continue
            return found

    def _slots(self, field: Field, message: str, flag: str, value: _Slots) -> dict[str, list[list[str]]]:
        """Show every place with what is on it; one is changed at a time, until the GM goes on."""
        rows = {part: [list(place) for place in row] for part, row in value.items()}
        while True:
            options: list[tuple[tuple[str, int] | None, str]] = [(None, self.env.text("ask.go_on"))]
            for part, row in rows.items():
                for number, ids in enumerate(row):
                    shown = self.texts.join([self._value(field, id) for id in ids])
                    options.append(
                        ((part, number), self.texts.labelled(f"{self.texts.word(part)} {number + 1}", shown))
                    )
            chosen = ask.choose(self.env, message, options, flag=flag)
            if chosen is None:
                return rows
            part, number = chosen
            place = self.texts.labelled(message, f"{self.texts.word(part)} {number + 1}")
            rows[part][number] = self._ids(field, place, flag, rows[part][number])

    def _summary(self, field: Field) -> str:
        """Return a field's title with its value in words."""
        return self.texts.labelled(self.texts.get("setup", field.name), self._shown(field))

    def _shown(self, field: Field) -> str:
        value, texts = field.value(self.draft.setup), self.texts
        if field.kind is FieldKind.IDS:
            return texts.join([self._value(field, id) for id in value])
        if field.kind is FieldKind.NUMBERS:
            return texts.join([f"{texts.word(part)} {number}" for part, number in value.items()])
        if field.kind is FieldKind.SLOTS:
            found = []
            for part, row in value.items():
                places = [(number, ids) for number, ids in enumerate(row, 1) if ids]
                shown = [f"{number} {'+'.join(self._value(field, id) for id in ids)}" for number, ids in places]
                found += [f"{texts.word(part)} {texts.join(shown)}"] if shown else []
            return texts.join(found)
        written = field.write(value, self.draft.setup)
        return written if _is_by_ids(field) else self._in_words(written)

    def _in_words(self, text: str) -> str:
        """Return a text with the words of the screen for the ids in it; ``--set`` reads these as well."""
        words = self.texts
        return _ID.sub(lambda found: words.word(found[0]) if words.has_word(found[0]) else found[0], text)

    def _refused(self, reason: Reason) -> str:
        """Return a refusal as the screen has it: the field's title, words for ids."""
        values: dict[str, Any] = dict(reason.values)
        field = self.fields.get(str(values.get("field")))
        if field is not None:
            values["field"] = self._title(field.name)
        if "known" in values and not _is_by_ids(field):
            values["known"] = self._in_words(str(values["known"]))
        return self.env.reason(Reason(reason.id, reason.rule, **values))

    def _written(self, field: Field, message: str, flag: str) -> None:
        """Ask for a field that is written as ``--set`` writes it, until it can be read."""
        env, draft = self.env, self.draft
        value = field.value(draft.setup)
        for id in field.options:
            env.note(f"  {id}  {self._value(field, id)}")
        default = self._shown(field) if value is not None else ""
        default = "" if default == NONE else default  # an empty line is read as none, and can be typed on
        while True:
            typed = ask.text(env, message, flag=flag, default=default)
            try:
                draft.setup[field.name] = draft.read(field, typed)
            except Refused as refused:
                env.note(self._refused(refused.reason))
                default = typed
                continue
            return

    def _value(self, field: Field, id: str) -> str:
        own = f"{field.name}.{id}"
        return self.texts.get("setup", own) if self.texts.has("setup", own) else self.texts.word(id)

    # --- house rules: all on one screen, changed one by one

    def house_rules(self) -> None:
        """Show fields with a default and all house rules; one is changed at a time, until the GM goes on."""
        env, draft = self.env, self.draft
        while True:
            options: list[tuple[str, str]] = [("", env.text("ask.go_on"))]
            for field in self.game.setup_fields.values():
                if not field.must_be_given and field.kind is not FieldKind.CHOICE and field.matters(draft.setup):
                    # A row of symbols is wider than a line; it is seen when it is chosen.
                    is_wide = field.kind is FieldKind.SLOTS
                    options.append((field.name, self._title(field.name) if is_wide else self._summary(field)))
            for key in self.game.switches:
                mark = "* " if key in draft.setup["switches"] else ""
                shown = self.texts.labelled(self._switch_title(key), self._switch_value(key))
                options.append((f"switch.{key}", f"{mark}{shown}"))
            if len(options) == 1:
                return
            chosen = ask.choose(env, env.text("ask.switches"), options, flag="--switch", default="")
            if not chosen:
                return
            self._again(chosen)

    def _switch_title(self, key: str) -> str:
        return self.texts.get("switch", f"{key}.title")

    def _switch_value(self, key: str) -> str:
        value = self.draft.setup["switches"].get(key, self.game.switches[key][0])
        return self._switch_word(key, value)

    def _switch_word(self, key: str, value: Any) -> str:
        id = str(value).lower() if isinstance(value, bool) else str(value)
        return self.texts.get("switch", f"{key}.{id}")

    def _switch(self, key: str) -> None:
        draft = self.draft
        if key not in self.game.switches:
            draft.setup["switches"].pop(key, None)
            return
        values = self.game.switches[key]
        now = draft.setup["switches"].get(key, values[0])
        options = [(number, self._switch_word(key, value)) for number, value in enumerate(values)]
        default = next((number for number, value in enumerate(values) if value == now), 0)
        chosen = values[ask.choose(self.env, self._switch_title(key), options, flag="--switch", default=default)]
        draft.setup["switches"].pop(key, None)
        if chosen is not values[0]:
            draft.setup["switches"][key] = chosen

    # --- a start in the middle

    def _start(self) -> None:
        """Ask where a game begun without gmtool stands: phase, round, and what lies on the table, count by count."""
        env, draft = self.env, self.draft
        phases = self.game.start_phases
        if not phases:
            raise Refused(Reason("start.none"))
        before = draft.setup.pop("start", None) or {}
        options = [(phase, self.texts.get("phase", phase, {"round": ""})) for phase in phases]
        known = before.get("phase") if before.get("phase") in phases else phases[0]
        phase = ask.choose(env, env.text("ask.phase"), options, flag="--phase", default=known)
        start: dict[str, Any] = {**before, "phase": phase, "round": self._round(before.get("round", 1))}
        for field in self.game.start_fields.values():
            start[field.name] = self._start_field(field, start)
        counts = {**(draft.start_defaults(start) or {}), **before.get("counts", {})}
        draft.take_start({**start, "counts": self._count_form(counts)})

    def _start_field(self, field: Field, start: Mapping[str, Any]) -> Any:
        """Ask for one field; what was answered before may be its default, and its own answer before a fault is."""
        kept, self.draft.setup = self.draft.setup, {**self.draft.setup, **start}
        try:
            self.field(field)
            return self.draft.setup[field.name]
        finally:
            self.draft.setup = kept

    def _round(self, default: Any) -> int:
        env = self.env
        while True:
            typed = ask.text(env, env.text("ask.round"), flag="--round", default=str(default))
            try:
                return read_number(typed)
            except Unreadable as error:
                env.note(env.reason(error.reason))

    def _count_form(self, counts: dict[str, int]) -> dict[str, int]:
        """Show every count with its default, and take changes until an empty line."""
        env = self.env
        names = self.draft.setup["players"]
        from gmtool.ui.words import Words

        words = Words(self.game, self.texts)
        while True:
            kinds: dict[str, list[str]] = {}
            for key, number in counts.items():
                what, _, place = key.partition(".")
                kinds.setdefault(what, []).append(f"{words.place(place, names)} {number}")
            rows = [[f"{what}.", self.texts.word(what), self.texts.join(shown)] for what, shown in kinds.items()]
            for line in columns(rows):
                env.note(line)
            typed = ask.text(env, env.text("ask.counts", example=f"{example_count(counts, names)}=3"), flag="--count")
            if not typed.strip():
                return counts
            try:
                given = counts_of(typed.split())
            except Refused as refused:
                env.note(env.reason(refused.reason))
                continue
            counts = {**counts, **self._named(given)}

    def _named(self, given: dict[str, int]) -> dict[str, int]:
        table = self.game.new_table({**self.draft.filled(), "start": None})
        found: dict[str, int] = {}
        for name, number in given.items():
            try:
                found[count_named([name], table, self.texts)] = number
            except Unreadable as error:
                self.env.note(self.env.reason(error.reason))
        return found
