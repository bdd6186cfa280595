"""Running a script: one open question at a time, answers checked, actions on top, interrupts thrown in.

A run holds no history: journal and replay are ``gmtool.core.session``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from gmtool.core.question import Question, Reason, Refused
from gmtool.core.table import Table

Script = Generator[Question, Any, None]


class Interrupt(Exception):
    """A cause that takes the ground from the script's open question; a game declares its own kinds.

    Thrown into the script by the run, caught at the level where the rulebook says what follows.
    """


class PremiseGone(Interrupt):
    """The open question no longer fits the table, and the loop around it begins again from state."""


class Action:
    """Something that may come at any open question: a contract, a card, a correction, a player who leaves.

    Attributes:
        id: ``contract``, ``card``, ``correct``; the journal writes it as ``action.contract``.
        script: Makes the action's generator.
        why_not: Why it can't be begun now, or None.
        still: Why it has lost its ground once begun, or None; asked after each question. ``why_not`` by default.
        rules: Rule ids it stands on.
        key: The key that opens it on a screen; empty: from the menu of rarer things only.
        common: Stands in every game and is not listed as a move of the game's rules.
    """

    __slots__ = ("common", "id", "key", "rules", "script", "secret", "still", "why_not")

    def __init__(
        self,
        id: str,
        script: Callable[[Any], Script],
        why_not: Callable[[Any], Reason | None],
        *rules: str,
        key: str,
        still: Callable[[Any], Reason | None] | None = None,
        common: bool = False,
        secret: bool = False,
    ) -> None:
        self.id = id
        self.script = script
        self.why_not = why_not
        self.still = still or why_not
        self.rules = rules
        self.key = key
        self.common = common
        self.secret = secret

    def __repr__(self) -> str:
        return f"Action({self.id!r})"


class Run:
    """A script being played: the table, the open question, and the actions begun on top of it.

    ``question`` is None when the script has ended.
    """

    __slots__ = ("_broke", "_frames", "_legal", "_script", "_send", "actions", "question", "table")

    def __init__(
        self,
        table: Table,
        script: Callable[[Any], Script],
        actions: Mapping[str, Action],
        what_broke: Callable[[Any, Question], Interrupt | None],
    ) -> None:
        self.table = table
        self.actions = actions
        self._script = script(table)
        # What takes the answer: the script's own ``send``, or that of the action open on top.
        self._send: Callable[[Any], Question] = self._script.send
        self._broke = what_broke
        self._frames: list[tuple[Action, Script, Question, dict[str, Any]]] = []
        self._legal: Any = None
        self.question: Question | None = next(self._script, None)

    @property
    def action(self) -> Action | None:
        """The action whose question is open, or None if it is the script's own."""
        return self._frames[-1][0] if self._frames else None

    @property
    def interrupted(self) -> Question | None:
        """The question that the open action stands on, or None."""
        return self._frames[-1][2] if self._frames else None

    def legal(self) -> Any:
        """Return what may be answered now, for kinds with options; computed once a question."""
        if self._legal is None:
            question = self.question
            assert question is not None
            # An attribute that is called at once costs twice of one that is looked up first.
            list_legal = question.legal
            self._legal = list_legal(self.table)
        return self._legal

    def why_not(self, answer: Any) -> Reason | None:
        """Return why ``answer`` would be refused now, or None."""
        if self.question is None:
            return Reason("game.over")
        return self.question.check(self.table, answer)

    def answer(self, answer: Any) -> Question | None:
        """Take an answer to the open question and go on to the next, which is returned; None at the end.

        Raises:
            Refused: If it is not allowed now; nothing has changed then.
        """
        question = self.question
        if question is None:
            raise Refused(Reason("game.over"))
        if question.is_listed:
            # True and False are equal to seats 1 and 0, and are no answer all the same.
            if answer not in (self._legal or self.legal()) or type(answer) is bool:
                self._check(question, answer)
        elif not question.is_plain:
            surely = question.surely
            if surely is None or not surely(self.table, answer):
                self._check(question, answer)
        elif answer is not True:
            self._check(question, answer)
        return self.again(answer)

    def _check(self, question: Question, answer: Any) -> None:
        """Refuse an answer if there is a reason: what is not known to be allowed may be allowed all the same."""
        reason = question.check(self.table, answer)
        if reason is not None:
            raise Refused(reason)

    def again(self, answer: Any) -> Question | None:
        """Go on with an answer that is known to be allowed, as this very script took it before from the same rows."""
        self.table.row += 1
        self._legal = None
        try:
            self.question = question = self._send(answer)
        except StopIteration:
            self._ended()
            return self.question
        if self._frames:
            self._stand()
            return self.question
        return question

    def why_not_act(self, action_id: str) -> Reason | None:
        """Return why an action can't be begun now, or None."""
        action = self.actions.get(action_id)
        if action is None:
            return Reason("action.unknown", action=action_id)
        if self.question is None and not action.common:
            return Reason("game.over")
        if any(frame[0] is action for frame in self._frames):
            return Reason("action.open", action=action_id)
        return action.why_not(self.table)

    def act(self, action_id: str) -> None:
        """Begin an action on top of the open question.

        Raises:
            Refused: If it is not allowed now; nothing has changed then.
        """
        reason = self.why_not_act(action_id)
        if reason is None and self.question is None:
            reason = Reason("game.over")
        if reason is not None:
            raise Refused(reason)
        action = self.actions[action_id]
        self.table.row += 1
        self._legal = None
        assert self.question is not None
        frame = action.script(self.table)
        self._frames.append((action, frame, self.question, self.table.draft))
        self.table.draft = {}
        self._send = frame.send
        try:
            self.question = next(frame)
        except StopIteration:
            self._ended()

    def drop_action(self) -> None:
        """End the open action without effect (its questions so far have changed nothing).

        Raises:
            Refused: If no action is open.
        """
        if not self._frames:
            raise Refused(Reason("action.none"))
        self.table.row += 1
        self._legal = None
        self._frames[-1][1].close()
        self._ended()

    def _ended(self) -> None:
        """Go back to what the ended generator stood on."""
        if not self._frames:
            self.question = None
            return
        self._pop()
        self._stand()

    def _pop(self) -> None:
        _, _, self.question, self.table.draft = self._frames.pop()
        self._send = (self._frames[-1][1] if self._frames else self._script).send

    def _stand(self) -> None:
        """End actions that have lost their ground; then let the script know what broke into its question."""
        while self._frames:
            action, frame, _, _ = self._frames[-1]
            if action.still(self.table) is None:
                return
            frame.close()
            self._pop()
        assert self.question is not None
        interrupt = self._broke(self.table, self.question)
        if interrupt is None:
            return
        try:
            self.question = self._script.throw(interrupt)
        except StopIteration:
            self.question = None
