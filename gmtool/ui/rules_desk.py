"""Rules at the open question: its own rules first, then whatever the GM asks; never touches the game."""

from __future__ import annotations

from gmtool.core.session import Session
from gmtool.ui.words import Words


def desk(session: Session, words: Words) -> None:
    """Show the rules of the open question, take questions, until Escape."""
    raise NotImplementedError
