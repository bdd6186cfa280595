"""Questions for the game master, declared once in a game's module and yielded by its script.

A question is a value: it asks nobody by itself and is evaluated against the table whenever it is shown, so it is right
again after anything changed. One reason has three faces: ``why_not`` feeds the options that are open, the hint on a
closed option, and the check of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from gmtool.core.table import Table


class Kind(StrEnum):
    """What sort of answer a question takes."""

    SAY = "say"
    """Words to say or a thing to do: answered True when done."""
    CONFIRM = "confirm"
    """Yes or no: True or False."""
    ONE = "one"
    """One of the options: a seat (int) or an option id (str)."""
    MANY = "many"
    """Several different options: a list, in the order named."""
    NUMBER = "number"
    """A whole number within the bounds."""
    SHARE = "share"
    """How many to whom: a dict of option (as text) and number; zeros left out."""
    TEXT = "text"
    """Free words; may be empty if the question says so."""
    TIMER = "timer"
    """Seconds that a talk took, a whole number."""
    VOTE = "vote"
    """One entry a voter, in the voters' order: an option, or None for no vote."""
    COUNT = "count"
    """What lies on the table where it differs from the ledger: a dict of countable key and number."""


class Audience(StrEnum):
    """Who may see a question, a reason or a row of the journal."""

    TABLE = "table"
    GM = "gm"


class Reason:
    """Why something is not allowed: a message id with values, and who may read it.

    The words stand in ``data/``; ``id`` is the GM mistake (``POL-M20``) or an id of the core (``answer.shape``).
    """

    __slots__ = ("audience", "id", "rule", "values")

    def __init__(self, id: str, rule: str = "", *, audience: Audience = Audience.TABLE, **values: object) -> None:
        self.id = id
        self.rule = rule
        self.values = values
        self.audience = audience

    def __repr__(self) -> str:
        # Values may name secrets; a repr can reach a log or a traceback.
        return f"Reason({self.id!r})"


class Refused(Exception):
    """An answer or an action that is not allowed now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.id)
        self.reason = reason


Options = Callable[[Any], Sequence[Any]]
WhyNot = Callable[[Any, Any], Reason | None]


_DONE: Final = (True,)
_YES_NO: Final = (True, False)


QUESTIONS: Final[dict[str, Question]] = {}
"""Every question declared so far by id: what a row of the journal answered, also where no replay gets there."""


class Question:
    """One question of a script.

    Attributes:
        id: Says the moment, ``p1.partners``; never reused, part of every journal row.
        kind: The sort of answer.
        rules: Rule ids it stands on; the first is shown beside the question.
        audience: Who may see the question and its answer.
        options: All that could be answered, closed ones too, in the order shown (ONE, MANY, SHARE, VOTE).
        why_not_option: Why one option is closed now, or None.
        why_not: Why a whole answer is refused, or None; asked after the options.
        low, high: Bounds: of a NUMBER; how many to choose for MANY; sum for SHARE; seconds for TIMER.
        voters: Who votes, in order (VOTE).
        subject: Whom or what it is about: a seat or an id, part of the journal's key.
        warn: What is odd about an answer although it is allowed (a GM mistake of the warning kind), or None.
        timer: Seconds of a clock that runs while the question is open, or 0.
        pause: Seconds that a spoken line lasts, the same every time, or 0.
        optional: A TEXT may be empty; a VOTE may hold None.
        alone: Options of a MANY that stand for the whole answer ("time over").
        late: Id of the warning when an answer comes after the clock has run out.
        numbers: Whole numbers among options and voters are numbers (a card's place), not seats.
        option_values: Gives text key and placeholder values of an option whose id holds them (``keep.A.3``).
        shows_secret: Answering it means that somebody at the table has just seen something secret: undoing it can't
            take that back, is said so and keeps its mark in the history.
        by_itself: Whether the line goes on by itself when its pause is over, since nobody can press a key.
        draw: Chance may decide among the open options (ONE, VOTE): a driver may offer to draw (``random_answer``),
            and says that it drew.
        surely: A quick look that says of common answers that ``check`` would allow them (a test holds it to that);
            only for speed, where it was measured to matter.
    """

    __slots__ = (
        "alone", "audience", "by_itself", "draw", "high", "id", "is_listed", "is_plain", "kind", "late", "legal",
        "low", "numbers", "option_values", "optional", "options", "pause", "rules", "shows_secret", "subject",
        "surely", "timer", "voters", "warn", "why_not", "why_not_option",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        kind: Kind,
        *rules: str,
        audience: Audience = Audience.TABLE,
        options: Options | None = None,
        why_not_option: WhyNot | None = None,
        why_not: WhyNot | None = None,
        legal: Options | None = None,
        low: Callable[[Any], int] | int = 0,
        high: Callable[[Any], int] | int = 10_000,
        voters: Options | None = None,
        subject: Callable[[Any], int | str | None] | None = None,
        warn: WhyNot | None = None,
        timer: int = 0,
        pause: int = 0,
        optional: bool = False,
        alone: Sequence[Any] = (),
        late: str = "",
        numbers: bool = False,
        option_values: Callable[[str], tuple[str, Mapping[str, Any]]] | None = None,
        shows_secret: bool = False,
        by_itself: Callable[[Any], bool] | None = None,
        draw: bool = False,
        surely: Callable[[Any, Any], bool] | None = None,
    ) -> None:
        self.id = id
        self.kind = kind
        self.rules = rules
        self.audience = audience
        self.options = options
        self.why_not_option = why_not_option
        self.why_not = why_not
        self.low = low
        self.high = high
        self.voters = voters
        self.subject = subject
        self.warn = warn
        self.timer = timer
        self.pause = pause
        self.optional = optional
        self.alone = alone
        self.late = late
        self.numbers = numbers
        self.option_values = option_values
        self.shows_secret = shows_secret
        self.by_itself = by_itself or (lambda _table: False)
        self.draw = draw
        self.surely = surely
        # What the run needs to know of the commonest questions to check them at once.
        self.is_plain = kind is Kind.SAY and why_not is None
        self.is_listed = kind is Kind.ONE and why_not is None
        QUESTIONS[id] = self
        if legal is not None:
            self.legal = legal
        elif kind is Kind.SAY:
            self.legal = lambda _table: _DONE
        elif why_not_option is None and options is not None:
            self.legal = options
        elif kind is Kind.CONFIRM:
            self.legal = lambda table: [v for v in _YES_NO if self.why_not_choice(table, v) is None]
        else:
            self.legal = lambda table: [v for v in self.choices(table) if self.why_not_choice(table, v) is None]

    def __repr__(self) -> str:
        return f"Question({self.id!r})"

    def choices(self, table: Table) -> Sequence[Any]:
        """Return every option, closed ones too, in the order shown; empty for kinds without options."""
        if self.kind is Kind.CONFIRM:
            return _YES_NO
        if self.kind is Kind.SAY:
            return _DONE
        return self.options(table) if self.options is not None else ()

    def why_not_choice(self, table: Table, option: Any) -> Reason | None:
        """Return why one option is closed now, or None if it is open."""
        return self.why_not_option(table, option) if self.why_not_option is not None else None

    def bounds(self, table: Table) -> tuple[int, int]:
        """Return the least and the greatest number allowed now (see ``low`` and ``high``)."""
        low, high = self.low, self.high
        return (low if isinstance(low, int) else low(table), high if isinstance(high, int) else high(table))

    def about(self, table: Table) -> int | str | None:
        """Return the seat or id that the question is about, or None."""
        return self.subject(table) if self.subject is not None else None

    def check(self, table: Table, answer: Any) -> Reason | None:
        """Return why ``answer`` is refused now, or None if it is allowed.

        Shape first (``answer.shape``, ``answer.bounds``, ``answer.exactly``, ``answer.unknown``), then each option,
        then the whole.
        """
        reason = _CHECKS[self.kind](self, table, answer)
        if reason is None and self.why_not is not None:
            reason = self.why_not(table, answer)
        return reason

    def bounds_reason(self, table: Table, number: int) -> Reason | None:
        """Return why ``number`` is outside the bounds (``answer.bounds``, ``answer.exactly``), or None."""
        low, high = self.bounds(table)
        if low <= number <= high:
            return None
        if low == high:
            return Reason("answer.exactly", got=number, want=low)
        return Reason("answer.bounds", got=number, low=low, high=high)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_done(question: Question, table: Table, answer: Any) -> Reason | None:
    return None if answer is True else Reason("answer.shape")


def _check_confirm(question: Question, table: Table, answer: Any) -> Reason | None:
    if answer is not True and answer is not False:
        return Reason("answer.shape")
    return question.why_not_choice(table, answer)


def _check_one(question: Question, table: Table, answer: Any) -> Reason | None:
    if not isinstance(answer, (int, str)) or isinstance(answer, bool):
        return Reason("answer.shape")
    if not _is_of_their_type(question, table, answer):
        return Reason("answer.unknown")
    reason = question.why_not_choice(table, answer)
    if reason is None and answer not in question.choices(table):
        return Reason("answer.unknown")
    return reason


def _is_of_their_type(question: Question, table: Table, value: Any) -> bool:
    """Whether a value is of a type that options have: only then can the game say why it is closed."""
    return any(type(option) is type(value) for option in question.choices(table))


def _check_many(question: Question, table: Table, answer: Any) -> Reason | None:
    if not isinstance(answer, list):
        return Reason("answer.shape")
    if not all(_is_of_their_type(question, table, entry) for entry in answer):
        return Reason("answer.unknown")
    if question.why_not is not None:
        # The game's own reason names the rule; the bounds below are only what is left.
        reason = question.why_not(table, answer)
        if reason is not None:
            return reason
    for option in answer:
        reason = _check_one(question, table, option)
        if reason is not None:
            return reason
    if len(set(answer)) != len(answer):
        return Reason("answer.twice")
    if len(answer) == 1 and answer[0] in question.alone:
        return None
    return question.bounds_reason(table, len(answer))


def _check_number(question: Question, table: Table, answer: Any) -> Reason | None:
    if not _is_count(answer):
        return Reason("answer.shape")
    reason = question.bounds_reason(table, answer)
    # Where the game has a reason of its own, it names the rule.
    own = question.why_not(table, answer) if reason is not None and question.why_not is not None else None
    return own or reason


def _check_share(question: Question, table: Table, answer: Any) -> Reason | None:
    if not isinstance(answer, dict) or not all(_is_count(n) for n in answer.values()):
        return Reason("answer.shape")
    if question.why_not is not None:
        reason = question.why_not(table, answer)
        if reason is not None:
            return reason
    for option in answer:
        reason = _check_one(question, table, _option_of(option))
        if reason is not None:
            return reason
    if any(n < 1 for n in answer.values()):
        return Reason("answer.shape")
    return question.bounds_reason(table, sum(answer.values()))


def _option_of(key: str) -> int | str:
    """Return the option behind a key of a SHARE answer: seats are written as text in JSON."""
    return int(key) if key.isdecimal() else key


def _check_text(question: Question, table: Table, answer: Any) -> Reason | None:
    if not isinstance(answer, str):
        return Reason("answer.shape")
    return None if question.optional or answer.strip() else Reason("answer.empty")


def _check_vote(question: Question, table: Table, answer: Any) -> Reason | None:
    voters = question.voters(table) if question.voters is not None else ()
    if not isinstance(answer, list) or len(answer) != len(voters):
        return Reason("answer.shape")
    if any(entry is not None and not _is_of_their_type(question, table, entry) for entry in answer):
        return Reason("answer.unknown")
    if question.why_not is not None:
        reason = question.why_not(table, answer)
        if reason is not None:
            return reason
    for option in answer:
        if option is None:
            if not question.optional:
                return Reason("answer.empty")
            continue
        reason = _check_one(question, table, option)
        if reason is not None:
            return reason
    return None


def _check_count(question: Question, table: Table, answer: Any) -> Reason | None:
    if not isinstance(answer, dict) or not all(_is_count(n) and n >= 0 for n in answer.values()):
        return Reason("answer.shape")
    known = question.choices(table)
    return None if all(key in known for key in answer) else Reason("answer.unknown")


_CHECKS: Final[Mapping[Kind, Callable[[Question, Table, Any], Reason | None]]] = {
    Kind.SAY: _check_done,
    Kind.CONFIRM: _check_confirm,
    Kind.ONE: _check_one,
    Kind.MANY: _check_many,
    Kind.NUMBER: _check_number,
    Kind.SHARE: _check_share,
    Kind.TEXT: _check_text,
    Kind.TIMER: _check_number,
    Kind.VOTE: _check_vote,
    Kind.COUNT: _check_count,
}
