"""The ruling book: what a table decided where no rule helps, found again by the next question.

A ruling "from now on" is kept in the GM's home folder and offered in every later game; one "for this game" is kept by
whoever keeps the game and handed in as a record. The file is written whole and swapped in, so that it is never half
there, and one writer at a time changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from gmtool.files import one_writer, parse_json, write_whole
from gmtool.paths import home_dir

ALWAYS: Final = "TABLE-"
"""First letters of the ids of rulings from now on."""
HERE: Final = "HERE-"
"""First letters of the ids of rulings for one game."""
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class TableRuling:
    """What a table decided.

    Attributes:
        id: ``TABLE-3`` or, for one game, ``HERE-3``; never used again.
        game: Id of the game that it is about.
        text: The decision, in the GM's own words.
        rule: Id of the rule or ruling that it belongs to, or empty.
        question: What was asked, if the GM typed it; it helps finding.
        when: Date, ``YYYY-MM-DD``, as the caller gave it.
    """

    id: str
    game: str
    text: str
    rule: str = ""
    question: str = ""
    when: str = ""

    @property
    def always(self) -> bool:
        """Whether it holds from now on."""
        return self.id.startswith(ALWAYS)


class NoSuchRuling(KeyError):
    """No ruling of this id."""


class EmptyRuling(ValueError):
    """A ruling without words."""


class RulingsUnreadable(ValueError):
    """The file can't be read as a ruling book; it is left as it is.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


def path() -> Path:
    """Return where rulings from now on are kept."""
    return home_dir() / "rulings.json"


def for_game(number: int, game: str, text: str, *, rule: str = "", question: str = "", when: str = "") -> TableRuling:
    """Return a ruling for one game, to be kept with it; ``number`` counts the rulings of that game.

    Raises:
        EmptyRuling: If it has no words.
    """
    return TableRuling(f"{HERE}{number}", game, _words(text), rule, question.strip(), when)


def load(game: str = "") -> list[TableRuling]:
    """Return the rulings from now on, oldest first: a game's, or all.

    Raises:
        RulingsUnreadable: If the file is damaged.
    """
    return [ruling for ruling in _read()[1] if not game or ruling.game == game]


def record(game: str, text: str, *, rule: str = "", question: str = "", when: str = "") -> TableRuling:
    """Store a ruling from now on and return it.

    Raises:
        EmptyRuling, RulingsUnreadable: Nothing is stored then.
    """
    with _changing() as (number, rulings, store):
        made = TableRuling(f"{ALWAYS}{number}", game, _words(text), rule, question.strip(), when)
        store(number + 1, [*rulings, made])
    return made


def edit(id: str, *, text: str | None = None, rule: str | None = None, question: str | None = None) -> TableRuling:
    """Change a ruling from now on and return it as it is now.

    Raises:
        NoSuchRuling, EmptyRuling, RulingsUnreadable: Nothing is changed then.
    """
    with _changing() as (number, rulings, store):
        old = _find(id, rulings)
        new = replace(
            old,
            text=old.text if text is None else _words(text),
            rule=old.rule if rule is None else rule,
            question=old.question if question is None else question.strip(),
        )
        store(number, [new if ruling.id == id else ruling for ruling in rulings])
    return new


def remove(id: str) -> TableRuling:
    """Take a ruling out of the book and return it; its id is not used again.

    Raises:
        NoSuchRuling, RulingsUnreadable: Nothing is changed then.
    """
    with _changing() as (number, rulings, store):
        old = _find(id, rulings)
        store(number, [ruling for ruling in rulings if ruling.id != id])
    return old


def export(rulings: Iterable[TableRuling]) -> str:
    """Return rulings as JSON, for another table or a backup."""
    import json

    return json.dumps({"rulings": [asdict(ruling) for ruling in rulings]}, ensure_ascii=False, indent=2) + "\n"


def take_in(text: str) -> list[TableRuling]:
    """Store the rulings of an export that are not in the book yet (same game, rule and words), and return them.

    Raises:
        RulingsUnreadable: If the text is no export, or the file is damaged.
    """
    try:
        given = [_ruling(item) for item in parse_json(text)["rulings"]]
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise RulingsUnreadable(path()) from fault
    added: list[TableRuling] = []
    with _changing() as (number, rulings, store):
        known = {(ruling.game, ruling.rule, ruling.text) for ruling in rulings}
        for ruling in given:
            if (ruling.game, ruling.rule, ruling.text) not in known:
                added.append(replace(ruling, id=f"{ALWAYS}{number + len(added)}"))
                known.add((ruling.game, ruling.rule, ruling.text))
        store(number + len(added), [*rulings, *added])
    return added


def _words(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise EmptyRuling
    return text


def _find(id: str, rulings: Sequence[TableRuling]) -> TableRuling:
    for ruling in rulings:
        if ruling.id == id:
            return ruling
    raise NoSuchRuling(id)


def _ruling(item: dict[str, Any]) -> TableRuling:
    return TableRuling(**{field.name: str(item.get(field.name, "")) for field in fields(TableRuling)})


def _read() -> tuple[int, list[TableRuling]]:
    """Return the number of the next ruling and those there are."""
    try:
        stored = parse_json(path().read_text(encoding="utf-8"))
        return int(stored["next"]), [_ruling(item) for item in stored["rulings"]]
    except FileNotFoundError:
        return 1, []
    except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError) as fault:
        raise RulingsUnreadable(path()) from fault


@contextmanager
def _changing() -> Iterator[tuple[int, list[TableRuling], Callable[[int, list[TableRuling]], None]]]:
    """Give what is stored and a function that stores it anew, while nobody else can."""
    with one_writer(path()):
        number, rulings = _read()
        yield number, rulings, _store


def _store(number: int, rulings: list[TableRuling]) -> None:
    import json

    contents = {"format": FORMAT, "next": number, "rulings": [asdict(ruling) for ruling in rulings]}
    write_whole(path(), [json.dumps(contents, ensure_ascii=False, indent=2), "\n"])
