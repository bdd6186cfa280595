"""Draws the README's pictures: real screens of a recorded game, as SVG.

python -m tests.pictures
"""

from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from gmtool.core.journal import Journal
from gmtool.core.session import Session
from gmtool.text.texts import Texts
from gmtool.ui import looking_back, screen
from gmtool.ui.entry import Entry
from gmtool.ui.result import result_lines
from gmtool.ui.screen import Look
from gmtool.ui.words import Words
from tests.adapters.politics import Player

ROOT = Path(__file__).resolve().parent.parent
RECORDING = ROOT / "tests" / "scenarios" / "politics" / "s01_full_seven_normal.json"
FOLDER = ROOT / "docs" / "pictures"
WIDTH = 80

THEME = TerminalTheme(
    (24, 26, 31), (222, 222, 222),
    [(60, 60, 60), (240, 110, 110), (140, 205, 120), (235, 205, 110), (110, 165, 240), (215, 140, 230), (110, 205, 215),
     (222, 222, 222)],
)  # fmt: skip

SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", "Noto Sans Mono", "Noto Sans Thai", monospace; \
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />\
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def recorded_session(folder: Path, question: str, *, round_number: int) -> Session:
    """Return a session of the recorded game that stands at a question of a round, or at the end."""
    recording: dict[str, Any] = json.loads(RECORDING.read_text(encoding="utf-8"))
    player = Player(recording)
    for event in recording["events"]:
        if player.t.phase == "closed":
            player.say()
        if "refused" not in event:
            player.play(event)
    journal = Journal.open(folder / "games.db", write=True)
    info = journal.add_game("politics", "Friday", player.setup, 1)
    session = Session(journal, info.id, write=True)
    for kind, value in player.deeds:
        if session.question is not None and session.question.id == question and session.table.round == round_number:
            break
        (session.answer if kind == "answer" else session.act)(value)
    return session


def draw(name: str, lines: list[Text], title: str) -> None:
    """Write lines as one picture."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    for line in lines:
        console.print(line, soft_wrap=True)
    svg = console.export_svg(title=title, theme=THEME, code_format=SVG, unique_id=name)
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        session = recorded_session(Path(folder), "p3.action", round_number=3)
        words = Words(session.game, Texts("en", "politics"))
        draw("question", screen.compose(session, words, Look(Entry(session.run, words)), WIDTH - 1, 26), "gmtool play")
        why = looking_back.why_lines(session, words, "yellow.0")
        draw("why", [Text(line) for line in why], "gmtool why Ann yellow")
        session.close()
    with tempfile.TemporaryDirectory() as folder:
        session = recorded_session(Path(folder), "", round_number=0)
        words = Words(session.game, Texts("en", "politics"))
        draw("result", result_lines(session, words, WIDTH - 1)[:30], "gmtool play")
        session.close()


if __name__ == "__main__":
    main()
