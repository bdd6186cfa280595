"""Words of the boss game: nothing missing, the same ids and placeholders in all its languages, short enough."""

from __future__ import annotations

import ast
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import gmtool.games.boss
from gmtool.cli.making import Draft
from gmtool.core.facts import load_toml
from gmtool.core.question import QUESTIONS, Audience, Kind, Question, Reason
from gmtool.core.random_table import play_on
from gmtool.core.run import Run
from gmtool.core.table import Table
from gmtool.games.boss.people import TURNING_ON
from gmtool.games.boss.script import PHASES
from gmtool.games.boss.table import CHARACTERS, FUNCTIONS, SWITCHES, WHATS
from gmtool.paths import data_dir
from gmtool.text.texts import SEAT_KEYS, WORD_KEYS, Texts
from gmtool.ui import tables
from gmtool.ui.result import report_lines
from gmtool.ui.words import Words
from tests.games.boss.tables import GAME, C, Play, board, random_setup, setup_of

LANGUAGES = sorted(path.stem for path in (data_dir() / "boss" / "text").glob("*.toml"))
HERE = Path(gmtool.games.boss.__file__).parent
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def sources() -> Iterator[ast.Call]:
    for path in sorted(HERE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def calls(name: str, argument: int = 0) -> set[str]:
    """Return the literal ids that the game's modules hand to a function."""
    found: set[str] = set()
    for call in sources():
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called == name and len(call.args) > argument:
            found |= {
                node.value
                for node in ast.walk(call.args[argument])
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and not isinstance(node.value, bytes)
            }
    return found


def own_questions() -> list[Question]:
    """Return the game's questions, found by the modules that hold them."""
    import importlib

    found: dict[str, Question] = {}
    for path in sorted(HERE.glob("*.py")):
        module = importlib.import_module(f"gmtool.games.boss.{path.stem}")
        for value in vars(module).values():
            each = value.values() if isinstance(value, Mapping) else (value,)
            found.update({q.id: q for q in each if isinstance(q, Question)})
    return list(found.values())


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        where = f"{path}/{key}"
        if isinstance(value, Mapping):
            yield from leaves(value, where)
        else:
            yield where, value


def raw(language: str) -> dict[str, str]:
    return dict(leaves(load_toml(data_dir() / "boss" / "text" / f"{language}.toml")))


def test_there_are_texts_in_english_and_in_the_games_own_language() -> None:
    assert {"en", GAME.language} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_has_its_text(language: str) -> None:
    texts = Texts(language, "boss", strict=True)
    wanted: list[tuple[str, str]] = []
    questions = own_questions()
    assert len(questions) > 45
    for question in questions:
        wanted += [(question.id, "ask"), (question.id, "short")]
        if question.kind is Kind.SAY:
            wanted.append((question.id, "do" if question.audience is Audience.GM else "say"))
    for action in GAME.actions.values():
        wanted += [("action", action.id), ("action_done", action.id)]
    for id in GAME.setup_fields:
        wanted.append(("setup", id))
    wanted += [("setup", field.origin) for field in GAME.setup_fields.values() if field.origin]
    wanted += [("setup", id) for id in GAME.start_fields]
    wanted += [("setup", f"power_rule.{id}") for id in GAME.setup_fields["power_rule"].options]
    for key, values in SWITCHES.items():
        wanted.append((f"switch.{key}", "title"))
        wanted += [(f"switch.{key}", str(value).lower()) for value in values]
        wanted += [("line", f"house.item_{key}_{str(value).lower()}") for value in values[1:]]
    wanted += [("word", what) for what in WHATS]
    wanted += [("word", f"loss_{role}") for role in (*TURNING_ON, "none")]
    wanted += [("cell", role) for role in CHARACTERS]
    for phase in PHASES:
        wanted += [("phase", phase), ("word", phase), ("word", f"during_{phase}")]
    wanted += [("word", function) for function in FUNCTIONS]
    rules = {
        id for id in calls("move", 4) | calls("hand_marker", 3) | calls("reset_tracker", 1) if id.startswith("BOSS")
    }
    wanted += [("move", rule) for rule in rules]
    missing = [f"[{table}] {key}" for table, key in wanted if not _has(texts, table, key)]
    assert not missing


def _has(texts: Texts, table: str, key: str) -> bool:
    head, _, rest = table.partition(".")
    return texts.has(table, key) or (head == "switch" and texts.has("switch", f"{rest}.{key}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_event_of_the_code_has_its_text(language: str) -> None:
    texts = Texts(language, "boss", strict=True)
    spelled = raw(language)
    reasons = {id for id in calls("Reason") if not id.startswith(("BOSS", "_"))} - {"director", "president"}
    assert len(reasons) > 40
    known = {key.rsplit("/", 1)[1] for key in spelled if key.startswith("/reason/")}
    common = {id for id in reasons if texts.has("reason", id)}
    loose = {id for id in reasons - common if not any(text.startswith(id) for text in known)}
    assert not loose
    events = {id for id in calls("tell") if not id.startswith("BOSS")}
    assert len(events) > 15
    told = {key.rsplit("/", 1)[1] for key in spelled if key.startswith("/event/")}
    assert not {id for id in events if id not in told and not any(text.startswith(id) for text in told)}


def test_all_languages_have_the_same_ids_and_placeholders() -> None:
    first = raw("en")
    for language in LANGUAGES:
        other = raw(language)
        assert set(other) == set(first)
        values = set(load_toml(data_dir() / "boss" / "terms" / "en.toml")["terms"])
        for key, text in first.items():
            one, two = set(PLACEHOLDER.findall(text)), set(PLACEHOLDER.findall(other[key]))
            # A term may be a placeholder in one language and an inflected word in another; a value of the moment not.
            assert one - values == two - values, (language, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_normal_short_and_free_of_marks_that_break_borders(language: str) -> None:
    texts = Texts(language, "boss", strict=True)
    for key, text in raw(language).items():
        assert unicodedata.normalize("NFC", text) == text, key
        assert not {"\ufe0f", "\u200d"} & set(text), key
        shown = texts.fill(text, _long_values(text))
        part = key.rsplit("/", 1)[1]
        if part == "say":
            assert cell_len(shown) <= 3 * 76, (key, cell_len(shown))
        elif part == "ask":
            assert cell_len(shown) <= 60, (key, cell_len(shown))
        elif key.startswith("/hint/") or "/option/" in key:
            assert cell_len(shown) <= 40, key
        elif key.startswith("/column/"):
            assert cell_len(shown) <= 7, key
        elif key.startswith("/mark/"):
            assert cell_len(shown) <= 18, key


def _long_values(text: str) -> dict[str, Any]:
    """Return values of an ordinary length for what is no term."""
    names = ("president", "director", "nominee", "player", "target", "first", "next")
    numbers = (
        "round",
        "tracker",
        "tracker_most",
        "draw",
        "discard",
        "missing_cards",
        "terms",
        "peek",
        "voters",
        "deck",
    )
    values: dict[str, Any] = dict.fromkeys(names, "Nguyễn") | dict.fromkeys(numbers, "10")
    values |= {"limited": "Nguyễn, 山田", "reason_id": "mastermind_elected", "role": "silly_monkey"}
    terms = load_toml(data_dir() / "boss" / "terms" / "en.toml")["terms"]
    for key in PLACEHOLDER.findall(text):
        if key not in values and key not in terms:
            values[key] = "investigate" if key in WORD_KEYS else "10"
    return values


WITHOUT = frozenset({"note", "substitute"})
"""Actions that bring free words into the texts."""


class Reader:
    """Reads whatever a screen shows of a run, and finds every gap in the words."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.words = Words(GAME, texts)
        self.shown: Counter[str] = Counter()
        self.told = 0

    def look(self, run: Run) -> None:
        table, question = run.table, run.question
        for event in table.events[self.told :]:
            assert self.words.event(event, table.names)
        self.told = len(table.events)
        if question is None or self.shown[question.id] >= 8:
            return
        self.shown[question.id] += 1
        self.glance(table)
        for key, value in GAME.words(table, question).items():
            # A number under such a key would be read as a seat.
            assert key not in SEAT_KEYS or isinstance(value, (str, list)), key
        for part in (self.words.say, self.words.do, self.words.ask):
            assert "{" not in part(table, question)
        for option in question.choices(table):
            if question.kind is Kind.COUNT:
                assert self.words.count_key(option, table.names)
                continue
            assert self.words.option(question, option, table.names)
            self.reason(question.why_not_choice(table, option), table)
        for action in run.actions:
            self.reason(run.why_not_act(action), table)

    def reason(self, reason: Reason | None, table: Table) -> None:
        if reason is not None:
            assert self.words.hint(reason, table.names)
            assert self.words.reason(reason, table.names)

    def glance(self, table: Table) -> None:
        view = GAME.gm_view(table)
        for lines in (tables.head(view, self.texts, 79), tables.players(view, self.texts, 79)):
            assert all("[" not in line.plain and line.cell_len <= 79 for line in lines)
        assert all("[" not in line.plain for line in tables.lines(view, self.texts, 79))


def read_what_is_rare(reader: Reader) -> None:
    """Read questions that random games seldom come to."""
    reader.told = 0
    reader.look(GAME.begin(setup_of(7)))
    for thumb in SWITCHES["tai_go_thumb"]:
        reader.look(GAME.begin(setup_of(7, special_roles=["tai_go"], tai_go_thumb=thumb)))
    play = Play(7, board=board(["dismiss"], ["rehire"]), mastermind_dismissed_ends=True)
    play.round("Hà", C, "dismiss")
    play.use("Khoa")
    reader.look(play.run)
    play.answer(False)
    play.round("Chi", C, "rehire")
    reader.look(play.run)
    play.use("Khoa")
    for name in ("Bình", "Chi", "Dũng", "Hà", "Khoa", "Lan"):
        play.leave(name)
    reader.look(play.run)
    assert play.open == "nominate.alone"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_worded_without_a_gap(language: str) -> None:
    """Whatever a screen shows of random games has its words: questions, options, reasons, events, rows, the end."""
    texts = Texts(language, "boss", strict=True)
    reader = Reader(texts)
    for seed in range(300):
        rng = random.Random(seed)
        run = GAME.begin(random_setup(rng))
        reader.told = 0
        reader.look(run)
        play_on(run, rng, actions=0.1, after=lambda _table, run=run: reader.look(run), without=WITHOUT)
        assert report_lines(GAME.report(run.table), texts)
    read_what_is_rare(reader)
    assert {question.id for question in own_questions()} <= set(reader.shown)


def test_question_ids_belong_to_this_game_alone() -> None:
    """An id names a question in every journal, so no two games share one."""
    from gmtool.core.game import game_ids, load_game

    own = {question.id: question for question in own_questions()}
    for game in game_ids():
        load_game(game)
    assert {id for id, question in own.items() if QUESTIONS[id] is not question} == set()


def test_special_characters_are_named_in_the_language_of_the_screen() -> None:
    draft = Draft(GAME, Texts("vi", "boss"))
    draft.take_fields(["special_roles=sát thủ, Đại bàng,silly_monkey"])
    assert (draft.setup["special_roles"], draft.unread) == (["assassin", "eagle", "silly_monkey"], [])


def test_a_start_in_the_middle_names_players() -> None:
    draft = Draft(GAME, Texts("vi", "boss"), {**setup_of(7), "start": None})
    draft.take_start({"round": 5, "phase": "nominate", "president": "Chi", "previous": ["an", 1]})
    start = draft.setup["start"]
    assert (start["president"], start["previous"]) == (2, [0, 1])
