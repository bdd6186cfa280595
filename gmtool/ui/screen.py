"""One screen as lines: table at a glance, words to say, question, options, keys; fitted to a size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from gmtool.core.history import events_of
from gmtool.core.question import Audience, Kind, Question
from gmtool.core.session import Session
from gmtool.text.texts import Texts
from gmtool.text.wrapping import pad, wrap
from gmtool.ui import keys, tables
from gmtool.ui.entry import Entry
from gmtool.ui.timer import Timer, bar
from gmtool.ui.words import Words, clock

HAPPENED_LINES: Final = 4
UNDO_SHARE: Final = 0.6
"""How much of a line what undo would take back may fill."""


@dataclass(slots=True)
class Block:
    """Lines that belong together.

    Where a screen is too small, ``smaller`` comes first; then the higher ``drop``, the sooner they go (0: never).
    """

    lines: list[Text]
    drop: int = 0
    smaller: Callable[[], list[Text]] | None = None


@dataclass(slots=True)
class Look:
    """What a question's screen shows beside the session itself."""

    entry: Entry
    timer: Timer | None = None
    pause_left: float | None = None
    notice: str = ""
    hidden: bool = False
    covered: bool = False
    """What only the GM may see is left out: eyes are open, and nobody has asked for it."""


def compose(session: Session, words: Words, look: Look, width: int, height: int) -> list[Text]:
    """Return the lines of a question's screen, at most ``height`` of them where that can be had without losing any."""
    texts = words.texts
    question = session.question
    assert question is not None
    if look.hidden:
        return hidden(session, words, width)
    # Players walk by: what only the GM may see stands beside questions that are the GM's alone, at night or by a key.
    gm_only = question.audience is Audience.GM and not look.covered
    view = (session.game.gm_view if gm_only else session.game.public_view)(session.table)
    blocks = [
        Block(tables.head(view, texts, width), drop=1),
        Block(tables.players(view, texts, width), drop=3, smaller=lambda: tables.few_lines(view, texts, width)),
        Block(tables.lines(view, texts, width), drop=2),
        Block(happened(session, words, width), drop=5),
        Block(say_panel(session, words, question, width), smaller=lambda: say_lines(session, words, question, width)),
        Block(do_lines(session, words, look, question, width), drop=4),
        Block(clock_lines(look, question, texts, width)),
        Block(ask_lines(session, words, question, width)),
        Block(
            look.entry.lines(width, covered=look.covered),
            smaller=lambda: look.entry.lines(width, flow=True, covered=look.covered),
        ),
        Block(message_lines(look, width)),
        Block(key_lines(session, words, look, width)),
    ]
    return fit(blocks, height)


def fit(blocks: list[Block], height: int) -> list[Text]:
    """Return the lines of all blocks: with empty lines between if there is room, smaller or fewer if there is not."""
    blocks = [block for block in blocks if block.lines]

    def total() -> int:
        return sum(len(block.lines) for block in blocks)

    if total() + 3 <= height:
        spaced: list[Text] = []
        for number, block in enumerate(blocks):
            if number in (1, 3) and len(spaced) + 1 + sum(len(b.lines) for b in blocks[number:]) <= height:
                spaced.append(Text(""))
            spaced.extend(block.lines)
        return spaced
    for block in sorted(blocks, key=lambda block: block.drop):
        if total() > height and block.smaller is not None:
            smaller = block.smaller()
            if len(smaller) < len(block.lines):
                block.lines = smaller
    for level in (5, 4, 3, 2, 1):
        if total() > height:
            blocks = [block for block in blocks if block.drop != level]
    return [line for block in blocks for line in block.lines]


def hidden(session: Session, words: Words, width: int) -> list[Text]:
    """Return what one key leaves when a player walks by: the phase and how to come back."""
    texts = words.texts
    view = session.game.public_view(session.table)
    return [*tables.head(view, texts, width)[:1], Text(""), Text(f"  {texts.get('screen', 'hidden')}", style="bold")]


def happened(session: Session, words: Words, width: int) -> list[Text]:
    """Return what the last answer set off, the latest events whole, a few lines at most; secret ones are not shown."""
    step = session.last_step
    if step is None:
        return []
    found: list[Text] = []
    for event in reversed(events_of(session.table, step)):
        if event.secret:
            continue
        lines = wrap(words.event(event, session.table.names), width - 2)
        shown = [Text(f"{' ' if number else '•'} {line}", style="green") for number, line in enumerate(lines)]
        if found and len(found) + len(shown) > HAPPENED_LINES:
            break
        found = [*shown, *found]
    return found


def say_lines(session: Session, words: Words, question: Question, width: int) -> list[Text]:
    """Return the words to say without a frame."""
    text = words.say(session.table, question)
    return [Text(f"» {line}", style="bold yellow") for line in wrap(text, width - 2)] if text else []


def say_panel(session: Session, words: Words, question: Question, width: int) -> list[Text]:
    """Return the words to say in a frame that is read at arm's length, or nothing."""
    text = words.say(session.table, question)
    if not text:
        return []
    title = f" {words.texts.get('screen', 'say')} "
    inner = width - 4
    top = Text("╭─", style="yellow").append(title, style="bold yellow")
    top.append("─" * max(0, width - top.cell_len - 1) + "╮", style="yellow")
    lines = [top]
    for line in wrap(text, inner):
        lines.append(Text("│ ", style="yellow").append(pad(line, inner), style="bold").append(" │", style="yellow"))
    lines.append(Text("╰" + "─" * (width - 2) + "╯", style="yellow"))
    return lines


def do_lines(session: Session, words: Words, look: Look, question: Question, width: int) -> list[Text]:
    """Return what is to be done at the table; what is only there to be read by the GM waits until it is uncovered."""
    if look.covered and question.kind is Kind.SAY:
        shown = words.texts.get("screen", "covered")
    else:
        shown = words.do(session.table, question)
    return [Text(line, style="italic") for line in _wrapped(shown, width)]


def clock_lines(look: Look, question: Question, texts: Texts, width: int) -> list[Text]:
    """Return the running clock with its bar, or the pause being counted."""
    if look.pause_left is not None:
        left = max(0.0, look.pause_left)
        shown = texts.get("screen", "pause", {"left": clock(round(left + 0.49))})
        return [Text(f"  {bar(left, question.pause, 20)}  {shown}", style="bold magenta")]
    timer = look.timer
    if timer is None:
        return []
    left = timer.left()
    seconds = int(left + 0.999) if left > 0 else int(left)
    state = "over" if left <= 0 else "paused" if timer.is_paused else "running"
    shown = texts.get("screen", f"timer_{state}", {"left": clock(seconds)})
    style = "bold red" if left <= 0 else "bold yellow" if left <= 10 else "bold"
    room = max(10, min(40, width - Text(shown).cell_len - 6))
    return [Text(f"  {bar(left, timer.total, room)}  {shown}", style=style)]


def ask_lines(session: Session, words: Words, question: Question, width: int) -> list[Text]:
    """Return the question with the rule it stands on at the right."""
    rule = question.rules[0] if question.rules else ""
    lines = wrap(words.ask(session.table, question), width - 2 - (len(rule) + 2 if rule else 0))
    action = session.run.action
    lead = "?" if action is None else "›"
    found = [Text(f"{lead if number == 0 else ' '} {line}", style="bold") for number, line in enumerate(lines)]
    if rule:
        gap = width - found[0].cell_len - len(rule)
        found[0].append(" " * max(1, gap)).append(rule, style="dim")
    if question.audience is Audience.GM:
        found[0].stylize("bold magenta")
    return found


def message_lines(look: Look, width: int) -> list[Text]:
    message = look.entry.message_shown(covered=look.covered)
    found = [Text(line, style="bold red") for line in _wrapped(message, width)]
    found += [Text(line, style="bold green") for line in _wrapped(look.notice, width)]
    return found


def key_lines(session: Session, words: Words, look: Look, width: int) -> list[Text]:
    """Return the keys that do something now: how to answer, undo with what it takes back, the game's own actions."""
    texts = words.texts
    question = session.question
    assert question is not None
    parts: list[tuple[str, str]] = []
    if look.pause_left is not None:
        return _key_flow([("", texts.get("keys", "pause")), (keys.HIDE, texts.get("keys", "hide"))], width)
    # The options of ONE and CONFIRM stand there with their keys.
    answer_keys = f"answer_{question.kind.value}" if question.kind not in (Kind.ONE, Kind.CONFIRM) else ""
    if question.kind is Kind.VOTE and not question.optional:
        answer_keys = "answer_vote_all"
    low, high = question.bounds(session.table)
    if question.kind is Kind.MANY and low == high:
        answer_keys = "answer_many_all"  # the last one answers, Enter would already be for the next question
    if answer_keys and texts.has("keys", answer_keys):
        none = words.option(question, None, session.table.names) if question.optional else ""
        parts.append(("", texts.get("keys", answer_keys, {"count": high, "none": none})))
    if look.entry.is_text:
        parts.append(("Esc", texts.get("keys", "escape")))
        return _key_flow(parts, width)
    if session.run.action is not None:
        parts.append(("Esc", texts.get("keys", "escape")))
    last = session.last_step
    if last is not None:
        brief = words.row_briefly(last.row, session.table.names, lambda text: cell_len(text) <= width * UNDO_SHARE)
        parts.append((keys.UNDO, texts.get("keys", "undo", {"label": brief})))
    if session.standing.redo:
        parts.append((keys.REDO, texts.get("keys", "redo")))
    for action in session.run.actions.values():
        if action.key and not action.common and session.run.why_not_act(action.id) is None:
            parts.append((action.key, texts.get("action", action.id)))
    if look.timer is not None:
        pause = "timer_go_on" if look.timer.is_paused else "timer"
        parts += [(keys.TIMER_PAUSE, texts.get("keys", pause)), (keys.TIMER_MORE, texts.get("keys", "more_time"))]
    if question.audience is Audience.GM:
        parts.append((keys.HIDE, texts.get("keys", "show" if look.covered else "hide")))
    parts += [
        ("x", texts.get("keys", "correct")),
        (keys.RULES, texts.get("keys", "rules")),
        (keys.MENU, texts.get("keys", "menu")),
        (keys.QUIT, texts.get("keys", "quit")),
    ]
    return _key_flow(parts, width)


def _key_flow(parts: list[tuple[str, str]], width: int) -> list[Text]:
    lines: list[Text] = []
    line = Text()
    for key, label in parts:
        part = Text(f"{key} " if key else "", style="bold cyan").append(label, style="dim")
        if line.cell_len and line.cell_len + 2 + part.cell_len > width:
            lines.append(line)
            line = Text()
        if part.cell_len > width:
            *whole, rest = wrap(part.plain, width)
            lines += [Text(piece, style="dim") for piece in whole]
            part = Text(rest, style="dim")
        if line.cell_len:
            line.append("  ")
        line.append_text(part)
    if line.cell_len:
        lines.append(line)
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width) if text else []
