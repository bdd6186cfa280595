"""Every word a GM hears or reads in this game stands in data/, in every language there is."""

from __future__ import annotations

import ast
import random
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import gmtool.games.jinro as package
from gmtool.core.question import Kind, Question, Reason
from gmtool.core.random_table import Stuck, random_answer
from gmtool.games.jinro.cards import DAY_TAGS, TAGS
from gmtool.games.jinro.ending import ENDINGS
from gmtool.text.texts import Texts, languages
from gmtool.ui import tables
from gmtool.ui.result import report_lines
from gmtool.ui.words import Words
from tests.games.jinro.tables import GAME, random_setup
from tests.games.jinro.test_random_games import what_a_gm_would_enter

LANGUAGES = languages()
SHARED = {"correct.unknown", "count.sum"}


def own_questions() -> list[str]:
    """Return the ids of all questions that the game's modules declare."""
    found: set[str] = set()
    for name, module in list(sys.modules.items()):
        if name.startswith("gmtool.games.jinro"):
            for value in vars(module).values():
                inside = value.values() if isinstance(value, Mapping) else [value]
                found.update(question.id for question in inside if isinstance(question, Question))
    return sorted(found)


def called(function: str) -> set[str]:
    """Return the first argument of every call of a function in the game's modules, where it is a plain text."""
    found: set[str] = set()
    for path in Path(package.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if name == function and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
    return found


def events() -> set[str]:
    made = {f"announced_{what}" for what in ("camp", "role", "side", "draw")}
    return called("tell") | made | {f"today_{tag}" for tag in DAY_TAGS - {"campaign_time"}} | {"runoff", "lot"}


def reasons() -> set[str]:
    return (called("Reason") | called("_secret") | {"odd.human", "odd.wolf"}) - SHARED


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language: str) -> None:
    texts = Texts(language, "jinro")
    wanted = [(id, part) for id in own_questions() for part in ("ask", "short")]
    wanted += [("event", id) for id in events()] + [("reason", id) for id in reasons()]
    wanted += [
        ("item", "role"),
        ("word", "face"),
        ("word", "thumbs"),
        *[("word", action) for action in ("attack", "investigate", "prosecute")],
    ]
    wanted += [("word", tag) for tag in TAGS] + [("word", ending) for ending in ENDINGS]
    wanted += [("result", f"won_{ending}") for ending in ENDINGS]
    wanted += [("move", rule) for rule in ("JIN-1.7", "JIN-5.5", "JIN-6.7", "JIN-10.5", "JIN-R44", "JIN-R77")]
    for action in GAME.actions.values():
        if not action.common:
            wanted += [("action", action.id), ("action_done", action.id)]
    for switch, values in GAME.switches.items():
        ids = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
        wanted += [("switch", f"{switch}.{id}") for id in ("title", *ids)]
        wanted += [("word", f"{switch}={id}") for id in ids[1:]]
    assert GAME.collection is not None
    for field in (*GAME.setup_fields.values(), *GAME.start_fields.values(), *GAME.collection.fields.values()):
        wanted.append(("setup", field.name))
        wanted += [("setup", field.origin)] if field.origin else []
    missing = [(table, key) for table, key in wanted if texts.find(table, key) is None]
    assert missing == []


def test_the_same_questions_are_spoken_in_every_language() -> None:
    all_texts = [Texts(language, "jinro") for language in LANGUAGES]
    for id in own_questions():
        for part in ("say", "do"):
            assert len({texts.has(id, part) for texts in all_texts}) == 1, (id, part)


def test_placeholders_are_the_same_in_every_language() -> None:
    from gmtool.core.facts import load_toml
    from gmtool.paths import data_dir

    terms = set(load_toml(data_dir() / "jinro" / "terms" / "en.toml")["terms"])

    def values_of(language: str) -> dict[tuple[str, ...], set[str]]:
        found: dict[tuple[str, ...], set[str]] = {}

        def walk(entry: dict[str, Any], path: tuple[str, ...]) -> None:
            for key, value in entry.items():
                if isinstance(value, dict):
                    walk(value, (*path, key))
                else:
                    found[(*path, key)] = set(re.findall(r"\{(\w+)\}", value)) - terms

        walk(load_toml(data_dir() / "jinro" / "text" / f"{language}.toml"), ())
        return found

    english = values_of("en")
    for language in LANGUAGES:
        other = values_of(language)
        assert other.keys() == english.keys(), language
        assert {key: values for key, values in other.items() if values != english[key]} == {}, language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_worded_without_a_gap(language: str, seed: int) -> None:
    texts = Texts(language, "jinro", strict=True)
    words = Words(GAME, texts)
    rng = random.Random(seed)
    run = GAME.begin(random_setup(rng, count=8))
    told = 0
    for _ in range(1500):
        question, table = run.question, run.table
        if question is None:
            break
        for part in (words.say, words.do, words.ask):
            part(table, question)
        words.short(question.id)
        if question.kind in (Kind.ONE, Kind.MANY, Kind.VOTE, Kind.SHARE, Kind.CONFIRM):
            for option in question.choices(table):
                words.option(question, option, table.names)
                reason = question.why_not_choice(table, option)
                if reason is not None:
                    assert cell_len(words.hint(reason, table.names)) > 0
        for view in (GAME.gm_view(table), GAME.public_view(table)):
            tables.head(view, texts, 100)
            tables.players(view, texts, 100)
            tables.lines(view, texts, 100)
        act = rng.choice([id for id in run.actions if id not in ("leave", "substitute")])
        if rng.random() < 0.05 and run.why_not_act(act) is None:
            run.act(act)
        else:
            try:
                answer = random_answer(run, rng)
            except Stuck:
                answer = what_a_gm_would_enter(run)[0][1]
            words.answer(question, answer, table.names)
            run.answer(answer)
        for event in table.events[told:]:
            words.event(event, table.names)
        told = len(table.events)
    assert run.question is None
    assert len(report_lines(GAME.report(run.table), texts)) > 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_fit_their_places(language: str) -> None:
    texts = Texts(language, "jinro", strict=True)
    values = {"place": 4, "day": 9}
    for mark in ("elected", "recalled", "out", "sits_out", "tied", "no_vote", "no_candidate", "silence"):
        assert cell_len(texts.get("mark", mark, values)) <= 20, mark
    for column in ("said", "votes", "role", "camp", "held"):
        assert cell_len(texts.get("column", column)) <= 6, column


def test_a_reason_with_a_secret_in_it_is_worded_without_it_on_an_open_screen() -> None:
    reason = Reason("announce.lie", "JIN-3.2", player=0, number=7)
    for language in LANGUAGES:
        shown = Texts(language, "jinro", strict=True).get("reason", reason.id, reason.values, names=["Aki"])
        assert "7" not in shown
