"""What a typed line means, whatever the GM calls things."""

from __future__ import annotations

import pytest

from gmtool.text.texts import Texts
from gmtool.ui.reading import read_answer
from gmtool.ui.words import Words
from tests.games.jinro.tables import GAME, Evening


@pytest.mark.rule("JIN-12.7")
@pytest.mark.parametrize(
    "typed", ["guard", "bodyguard", "警備員", "騎士", "けいびいん", "รปภ.", "ve si", "Vệ sĩ", "SP"]
)
def test_a_role_is_meant_by_any_word_for_it(typed: str) -> None:
    evening = Evening()
    evening.act("effect")
    evening.answer("no_vote")
    question = evening.run.question
    assert question is not None
    assert question.id == "fx.who"
    labels = Words(GAME, Texts("ja", "jinro", strict=True)).labels(question, evening.t.names)
    assert read_answer(typed, question, evening.t, labels) == "role:guard"


def test_names_are_read_without_their_accents() -> None:
    evening = Evening(
        cast={"Nguyễn": "wolf_member", "Đức": "spy", "Hoà": "human_member", "An": "human_member"}, start=False
    )
    while evening.open != "rc.wolf_member":
        evening.answer(True)
    question = evening.run.question
    assert question is not None
    labels = Words(GAME, Texts("vi", "jinro", strict=True)).labels(question, evening.t.names)
    assert read_answer("nguyen, duc", question, evening.t, labels) == [0, 1]
