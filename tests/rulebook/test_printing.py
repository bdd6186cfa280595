"""The printed rulebook and the GM sheet: whole, in every language, and needing nothing but themselves."""

from __future__ import annotations

import re
import tomllib
from html.parser import HTMLParser
from typing import Any

import pytest

from gmtool.paths import data_dir
from gmtool.rulebook import entries, printing
from tests.rulebook.asked import GAMES, LANGUAGES

VOID = {"meta", "br", "hr"}


class _Page(HTMLParser):
    """Reads a page: its ids, its tags, its text; notes what is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        self.attributes |= set(found)
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if tag == "a":
            self.links.append(found["href"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def _sheet(game: str, lang: str) -> dict[str, Any]:
    texts = tomllib.loads((data_dir() / game / "rules" / f"{lang}.toml").read_text(encoding="utf-8"))
    sheet: dict[str, Any] = texts["sheet"]
    return sheet


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_printed_rulebook_holds_every_entry(game: str, lang: str) -> None:
    page = _Page(printing.print_html(game, lang))
    assert page.open == []
    assert set(entries.book(game, lang)) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert all(link[0] == "#" and link[1:] in page.ids for link in page.links)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_needs_nothing_else(game: str, lang: str) -> None:
    for parts in (printing.PARTS, ["rulebook"], ["sheet"]):
        html = printing.print_html(game, lang, parts)
        page = _Page(html)
        assert html.startswith(f'<!doctype html>\n<html lang="{lang}">')
        assert page.tags.isdisjoint({"script", "link", "img", "iframe"})
        assert page.attributes.isdisjoint({"src", "onload", "onclick"})
        assert "url(" not in html
        assert "@import" not in html
        assert "http" not in html
        assert "size: A4" in html
        assert "break-inside: avoid" in html


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_placeholder_and_no_bare_coin_is_left(game: str, lang: str) -> None:
    body = printing.print_html(game, lang).partition("<body")[2]
    assert "{" not in body
    assert not set(body) & set("🟡🔵🔴🟢🟣")


@pytest.mark.parametrize("game", GAMES)
def test_sheet_and_rulebook_come_together_or_alone(game: str) -> None:
    both, sheet, rulebook = (
        printing.print_html(game, "en", parts) for parts in (printing.PARTS, ["sheet"], ["rulebook"])
    )
    assert both.index('<div class="sheet">') < both.index('<div class="rulebook">')
    assert '<div class="rulebook">' not in sheet
    assert '<div class="sheet">' not in rulebook
    assert len(both) > len(rulebook) > len(sheet)


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_the_same_boxes_and_facts_in_every_language(game: str) -> None:
    def shape(lang: str) -> list[Any]:
        return [
            (
                box.get("rules"),
                len(box.get("lines", ())),
                [len(row) for row in box.get("table", ())],
                box.get("head"),
                sorted(re.findall(r"\{[a-z_]+\.[a-z0-9_.]+\}", str(box))),
            )
            for box in _sheet(game, lang)["box"]
        ]

    shapes = {lang: shape(lang) for lang in LANGUAGES}
    for lang in LANGUAGES:
        assert shapes[lang] == shapes["en"], lang


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_that_a_box_stands_on_exist(game: str) -> None:
    known = set(entries.book(game, "en"))
    for box in _sheet(game, "en")["box"]:
        assert set(box["rules"]) <= known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_says_the_amounts_of_the_facts(lang: str) -> None:
    text = _Page(printing.print_html("politics", lang, ["sheet"])).text
    fee, leading, award = (
        printing.fact_of("politics", path) for path in ("coins.fee", "coins.leading", "award.4.amount")
    )
    assert f"Y −{fee}" in text
    assert f"Y +{leading}" in text
    assert f"Y +{award}" in text


def test_an_unknown_fact_is_said() -> None:
    for path in ("coins.nothing", "bags.9.yellow", "bags.x", "game.players.0.1"):
        with pytest.raises(printing.UnknownFact):
            printing.fact_of("politics", path)


def test_names_and_texts_are_no_markup() -> None:
    html = printing.print_html("politics", "en")
    assert "<script" not in html
    assert "&amp;" in printing._Printer("politics", "en").text("A & B <i>")
    assert "<i>" not in printing._Printer("politics", "en").text("A & B <i>")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_house_rule_in_print_has_its_title(lang: str) -> None:
    html = printing.print_html("politics", lang)
    assert html.count('<p class="switched">') > 40
    assert "<code>lie_tie=runoff</code>" not in html
