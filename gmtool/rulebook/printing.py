"""The rulebook and the GM sheet as pages for the printer: one HTML file that needs nothing else.

The words come from ``rules/LANG.toml`` (the sheet from its ``[sheet]``), the numbers from ``facts.toml``, the look from
``data/common/rules/print.css``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from gmtool.core.facts import facts, load_toml
from gmtool.paths import data_dir
from gmtool.rulebook.entries import Book, Entry, book, provenance, words
from gmtool.rulebook.house_rules import title_of, words_of
from gmtool.text.texts import Texts

_FACT: Final = re.compile(r"\{([a-z_]+(?:\.[a-z0-9_]+)+)\}")

_AMOUNT: Final = re.compile(r'(<b class="coin[^>]*>[^<]*</b>) ([+−]?\d+)')
"""A coin and how many: never two lines."""


class UnknownFact(KeyError):
    """A placeholder of a sheet that names no fact of the game."""


PARTS: Final = ("sheet", "rulebook")
"""What can be printed of a game: the GM's sheet, one page of A4 with phases, amounts, limits and tables; every rule."""


def print_html(game: str, lang: str, parts: Sequence[str] = PARTS) -> str:
    """Return parts of a game's rules as one HTML page, in the order given, each beginning on a new sheet of paper.

    Args:
        game: Id of a game.
        lang: Code of a language.
        parts: ``sheet``, ``rulebook``.

    Raises:
        KeyError: If the game has no sheet in this language.
    """
    return _Printer(game, lang).page(parts)


def fact_of(game: str, path: str) -> str:
    """Return a fact as it stands in a text.

    Args:
        game: Id of a game.
        path: Keys and places in lists, joined by dots.
    Raises:
        UnknownFact: If there is none.
    """
    found: Any = facts(game)
    try:
        for step in path.split("."):
            found = found[int(step)] if isinstance(found, list) else found[step]
    except (KeyError, IndexError, ValueError, TypeError) as fault:
        raise UnknownFact(path) from fault
    return str(found)


class _Printer:
    """Puts a game's texts in one language into HTML."""

    def __init__(self, game: str, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.book: Book = book(game, lang)
        self.words: Mapping[str, Any] = words(lang)
        terms = load_toml(data_dir() / game / "terms" / f"{lang}.toml")
        self.coins = {
            terms["terms"][id]: (id, letter)
            for id, letter in terms.get("letters", {}).items()
            if not any(sign.isalnum() for sign in terms["terms"][id])
        }
        self.coin = re.compile("|".join(map(re.escape, self.coins)) or r"(?!)")
        self.texts = Texts(lang, game)
        self.title = self.texts.get("head", "title")

    def rulebook(self) -> str:
        sections = [section for section in self.book.sections() if section.ids]
        rules = [section for section in sections if self.book[section.ids[0]].kind == "rule"]
        parts = []
        for kind in ("rule", "ruling"):
            part = [section for section in sections if (section in rules) == (kind == "rule")]
            if not part:
                continue
            note = f'<p class="note">{self.text(self.words["ruling_note"])}</p>' if kind == "ruling" else ""
            parts.append(f"<h1>{self.text(self.words[f'part_{kind}s'])}</h1>{note}<main>")
            parts.extend(
                f'<section><h2 id="{section.id}">{self.text(section.title)}</h2>'
                f"{''.join(self.entry(self.book[id]) for id in section.ids)}</section>"
                for section in part
            )
            parts.append("</main>")
        contents = "".join(f'<li><a href="#{section.id}">{self.text(section.title)}</a></li>' for section in sections)
        nav = f"<nav><h2>{self.text(self.words['contents'])}</h2><ol>{contents}</ol></nav>"
        return nav + "".join(parts)

    def entry(self, entry: Entry) -> str:
        """Return one rule or ruling, what it says first."""
        lines = [f"<h3><span>{self.text(entry.title)}</span> <code>{escape(entry.id)}</code></h3>"]
        lines.append(f'<p class="says">{self.text(entry.text or entry.answer)}</p>')
        lines.extend(
            f'<p class="switched"><b>{self.switch(key)}</b> {self.text(text)}</p>'
            for key, text in entry.switched.items()
        )
        if entry.reason:
            lines.append(f'<p class="why"><b>{self.text(self.words["why"])}</b> {self.text(entry.reason)}</p>')
        if entry.readings:
            readings = " · ".join(self.text(reading) for reading in entry.readings)
            lines.append(f'<p class="why"><b>{self.text(self.words["readings"])}</b> {readings}</p>')
        notes = [self.origin(id) for id in provenance(entry) if id != "silent"]
        if entry.weak:
            notes.append(self.text(self.words["weak"]))
        if notes:
            lines.append(f'<p class="why">{" ".join(notes)}</p>')
        if entry.related:
            lines.append(f'<p class="also">{self.text(self.words["see_also"])} {escape(", ".join(entry.related))}</p>')
        return f'<article id="{escape(entry.id)}">{"".join(lines)}</article>'

    def switch(self, key: str) -> str:
        """Return a house rule by its title and value."""
        switch, _, value = key.partition("=")
        words = words_of(switch, value, self.texts) or str(self.words["other_value"])
        return self.text(f"{self.texts.labelled(title_of(switch, self.texts), words)} –")

    def origin(self, id: str) -> str:
        table, _, key = id.partition(".")
        return self.text(self.words[table][key])

    def sheet(self) -> str:
        texts = load_toml(data_dir() / self.game / "rules" / f"{self.lang}.toml")
        boxes = "".join(self.box(box) for box in texts["sheet"]["box"])
        size = float(texts["sheet"]["size"])
        return f'<main style="font-size: {size}pt">{boxes}</main>'

    def box(self, box: Mapping[str, Any]) -> str:
        ids = "–".join(box.get("rules", ()))
        lines = [f"<h2><span>{self.raw(box['title'])}</span> <code>{escape(ids)}</code></h2>"]
        lines.extend(f"<p>{self.raw(line)}</p>" for line in box.get("lines", ()))
        if "table" in box:
            lines.append(self.table(box["table"], head=box.get("head", False)))
        lines.extend(f"<p>{self.raw(line)}</p>" for line in box.get("after", ()))
        return f"<section>{''.join(lines)}</section>"

    def table(self, rows: Iterable[Sequence[str]], *, head: bool) -> str:
        made = []
        for at, row in enumerate(rows):
            cell = "th" if head and at == 0 else "td"
            made.append(f"<tr>{''.join(f'<{cell}>{self.raw(text)}</{cell}>' for text in row)}</tr>")
        return f'<table class="{"grid" if head else "list"}">{"".join(made)}</table>'

    def raw(self, text: str) -> str:
        """Return a text of the data files as HTML: facts and terms filled in, coins drawn."""
        return self.text(self.book.fill(_FACT.sub(lambda match: fact_of(self.game, match[1]), text)))

    def text(self, text: str) -> str:
        """Return a text as HTML: a coin is its letter in its colour, so that it can be told on any printer."""
        return _AMOUNT.sub(r'<span class="amount">\1 \2</span>', self.coin.sub(self.drawn, escape(text, quote=False)))

    def drawn(self, match: re.Match[str]) -> str:
        id, letter = self.coins[match.group()]
        return f'<b class="coin {id}">{escape(letter)}</b>'

    def page(self, parts: Sequence[str]) -> str:
        style = (data_dir() / "common" / "rules" / "print.css").read_text(encoding="utf-8")
        whats = " · ".join(escape(self.words[part]) for part in parts)
        bodies = {"sheet": self.sheet, "rulebook": self.rulebook}
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(self.title)} · {whats}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
            + "".join(self.part(part, bodies[part]()) for part in parts)
            + "</body>\n</html>\n"
        )

    def part(self, part: str, body: str) -> str:
        return (
            f'<div class="{part}">\n<header><p class="game">{self.text(self.title)}</p>'
            f'<p class="what">{self.text(self.words[part])}</p></header>\n{body}\n</div>\n'
        )
