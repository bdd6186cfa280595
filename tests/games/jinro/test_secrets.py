"""Nothing secret leaves the table by the public view, public events, words, ids, keys or pauses (section 8)."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gmtool.core.journal import Journal
from gmtool.core.question import Audience, Kind
from gmtool.core.random_table import random_answer
from gmtool.core.run import Run
from gmtool.core.session import Session
from gmtool.games.jinro import effects
from gmtool.games.jinro.table import JinroTable
from gmtool.text.texts import Texts
from gmtool.ui.entry import Entry
from gmtool.ui.screen import Look, compose
from gmtool.ui.words import Words, looks_open
from tests.games.jinro.tables import CAST, GAME, NAMES, Evening, card, effect, random_setup

TEXTS = {language: Texts(language, "jinro", strict=True) for language in ("en", "ja")}


def seen(run: Run) -> str:
    """Return everything the table sees and hears at the open question, as bytes to compare."""
    table, question = run.table, run.question
    heard: dict[str, Any] = {"view": GAME.public_view(table).as_json()}
    heard["events"] = [(e.id, e.rule, dict(e.values), e.moment) for e in table.events if not e.secret]
    heard["moves"] = table.public_moves(0)
    heard["why_not"] = [
        (id, reason.id, dict(reason.values))
        for id in ("leave", "totals", "winner_left")
        if (reason := run.why_not_act(id)) is not None
    ]
    # Keys offered on the screen tell something too: one that comes only with a note would.
    heard["keys"] = [id for id, action in run.actions.items() if action.key and run.why_not_act(id) is None]
    if question is not None:
        heard["pause"] = (question.pause, question.timer)
        if question.audience is Audience.TABLE:
            heard["asked"] = (question.id, question.about(table), list(question.choices(table)), question.bounds(table))
        values = GAME.words(table, question)
        heard["said"] = [
            texts.get(question.id, "say", values, names=table.names)
            for texts in TEXTS.values()
            if texts.has(question.id, "say")
        ]
        if not table.eyes_closed:
            heard["screen"] = screen_of(run)
    return json.dumps(heard, default=list, sort_keys=True)


def screen_of(run: Run) -> list[str]:
    """Return the lines of the screen as it stands while eyes are open and the GM has uncovered nothing."""
    assert run.question is not None
    words = Words(GAME, TEXTS["en"])
    session: Any = SimpleNamespace(
        run=run, game=GAME, table=run.table, question=run.question, last_step=None, standing=SimpleNamespace(redo=[])
    )  # fmt: skip
    look = Look(Entry(run, words), covered=run.question.audience is Audience.GM)
    return [line.plain for line in compose(session, words, look, 80, 60)]


def spoken_ids(run: Run) -> str:
    return run.question.id if run.question is not None else "-"


SOON_PUBLIC = frozenset(
    {"m.card", "card.name", "card.human", "card.human_picks", "card.wolf", "card.wolf_picks", "n.attack"}
)


class Twin:
    """Two games that differ in secrets only, answered side by side: public answers are the same in both."""

    def __init__(self, setup: dict[str, Any], rng: random.Random) -> None:
        self.runs = [GAME.begin(setup), GAME.begin(setup)]
        self.rngs = [random.Random(rng.random()), random.Random(rng.random())]
        self.shared = rng

    def step(self) -> bool:
        """Answer the open question in both; returns False once one of them is over or they differ in public."""
        one, two = self.runs
        if one.question is None or two.question is None:
            return False
        assert spoken_ids(one) == spoken_ids(two), "another question without a public difference"
        question = one.question
        if question.audience is Audience.GM:
            # What will be public in a moment is the same in both, so that they are compared for longer.
            soon = random_answer(one, self.shared) if question.id in SOON_PUBLIC else None
            for run, rng in zip(self.runs, self.rngs, strict=True):
                if soon is not None and run.why_not(soon) is None:
                    run.answer(soon)
                else:
                    self.answer_secretly(run, rng)
            return True
        answer = random_answer(one, self.shared)
        if question.kind is Kind.NUMBER and two.why_not(answer) is not None:
            answer = 0
        reason = two.why_not(answer)
        if reason is not None:
            return False
        one.answer(answer)
        two.answer(answer)
        return True

    @staticmethod
    def answer_secretly(run: Run, rng: random.Random) -> None:
        assert run.question is not None
        if run.question.kind is Kind.CONFIRM:
            run.answer(False)
        else:
            run.answer(random_answer(run, rng))


def public_part(table: JinroTable) -> tuple[Any, ...]:
    """Return what both games have to agree in for the comparison to go on: what has become public by now."""
    by_day = table.phase in ("morning", "campaign", "runoff", "lot")
    return (
        table.phase,
        sorted(table.sitting),
        sorted(table.out),
        list(table.holders),
        sorted(table.recalled),
        table.left,
        table.winner,
        table.end_reason,
        # What a half that fired lets everybody know (JIN-R61): effects of the day, minutes, what a card has announced.
        [(tag.tag, tag.delta, seats) for tag, seats in effects.announced_today(table)] if by_day else [],
        effects.extra_minutes(table) if by_day else 0,
        [(event.id, dict(event.values)) for event in table.events if event.id.startswith("announced_")],
    )


def compare(seed: int) -> tuple[int, bool]:
    """Play twins up to the first public difference; returns how many moments were the same, and if secrets differed."""
    rng = random.Random(seed)
    setup = random_setup(rng, count=rng.randint(6, 10))
    if seed % 2:
        setup["cards"] = []
    twin = Twin(setup, rng)
    compared = 0
    differ = False
    for _ in range(600):
        one, two = twin.runs
        tables = [run.table for run in twin.runs]
        assert isinstance(tables[0], JinroTable)
        assert isinstance(tables[1], JinroTable)
        if public_part(tables[0]) != public_part(tables[1]):
            break
        first, second = seen(one), seen(two)
        assert first == second
        compared += 1
        differ = differ or tables[0].roles != tables[1].roles
        if not twin.step():
            break
    return compared, differ


@pytest.mark.rule("JIN-R57", "JIN-R22", "JIN-8.2", "JIN-R42", "JIN-R38", "JIN-12.5")
@pytest.mark.parametrize("part", range(5))
def test_games_that_differ_in_secrets_only_look_and_sound_the_same(part: int) -> None:
    found = [compare(seed) for seed in range(part, 150, 5)]
    assert min(moments for moments, _ in found) >= 10
    assert sum(moments for moments, _ in found) > 50 * len(found)
    assert sum(differ for _, differ in found) >= len(found) - 3


def night_of(evening: Evening) -> list[tuple[str, str, int, list[str]]]:
    """Play a night with the first legal answers; returns id, kind, pause and words of every step."""
    steps = []
    while evening.t.phase == "night":
        question = evening.run.question
        assert question is not None
        values = GAME.words(evening.t, question)
        said = [texts.get(question.id, "say", values, names=evening.t.names) for texts in TEXTS.values()
                if texts.has(question.id, "say")]  # fmt: skip
        steps.append((question.id, question.kind.value, question.pause, said))
        if question.kind is Kind.SAY:
            evening.answer(True)
        elif question.kind is Kind.MANY:
            evening.answer(evening.t.standing()[: question.bounds(evening.t)[0]])
        else:
            assert question.voters is not None
            evening.answer([next(s for s in evening.t.standing() if s != who) for who in question.voters(evening.t)])
    return steps


@pytest.mark.rule("JIN-R57", "JIN-R88", "JIN-8.1", "JIN-R55")
def test_every_night_has_the_same_calls_words_and_pauses_whoever_has_left_and_whatever_has_fired() -> None:
    blocked = [{"tag": "block_action", "action": action} for action in ("attack", "guard", "investigate", "prosecute")]
    peeks = [{"tag": "peek", "to": "all", "target": "winner", "what": "role"}]
    nights = []
    for winner, tags in (
        ("Go", []),
        ("Fumi", []),
        ("Dai", []),
        ("Emi", []),
        ("Aki", []),
        ("Hana", blocked),
        ("Ito", peeks),
    ):
        evening = Evening(cards={winner: card(901, effect(*tags), effect())})
        evening.vote_for(winner)
        evening.execute(side=evening.t.camp(evening.t.winner_today))
        evening.do("speech")
        nights.append(night_of(evening))
    assert all(night == nights[0] for night in nights)


@pytest.mark.rule("JIN-2.2", "JIN-R03")
def test_with_a_secret_line_up_the_role_check_is_the_same_for_every_line_up() -> None:
    heard = []
    for cast in (CAST, dict.fromkeys(NAMES, "human_member") | {"Ito": "wolf_member"}):
        evening = Evening(cast, start=False, lineup_public=False)
        ids = []
        while evening.t.phase == "role_check":
            assert evening.run.question is not None
            ids.append((evening.open, evening.run.question.pause))
            role = evening.open.removeprefix("rc.")
            holders = [seat for seat, name in enumerate(NAMES) if cast[name] == role]
            kind = evening.run.question.kind
            voters = evening.run.question.voters
            legal = list(evening.run.legal()) if kind is Kind.VOTE else []
            named = [legal[0] for _ in voters(evening.t)] if voters is not None else []
            evening.answer(
                True if kind is Kind.SAY else "" if kind is Kind.TEXT else holders if kind is Kind.MANY else named
            )
        heard.append(ids)
    assert heard[0] == heard[1]


@pytest.mark.rule("JIN-2.2", "JIN-2.6", "JIN-2.11")
def test_no_name_is_left_out_of_a_list_while_somebody_has_the_eyes_open() -> None:
    evening = Evening(CAST, start=False)
    asked = []
    while evening.t.phase == "role_check":
        question = evening.run.question
        assert question is not None
        role = evening.open.removeprefix("rc.")
        if question.kind is Kind.MANY or evening.open == "rc.told":
            asked.append(role)
            assert list(question.choices(evening.t)) == list(evening.t.seats)
            reasons = [question.why_not_choice(evening.t, seat) for seat in evening.t.seats]
            assert all(reason.audience is Audience.GM for reason in reasons if reason is not None)
        legal = list(evening.run.legal())
        holders = [seat for seat, name in enumerate(NAMES) if CAST[name] == role]
        named = [legal[0] for _ in question.voters(evening.t)] if question.voters is not None else holders
        evening.answer(True if question.kind is Kind.SAY else "" if question.kind is Kind.TEXT else named)
    assert {"wolf_member", "reporter", "told", "spy"} <= set(asked)


@pytest.mark.rule("JIN-R89", "JIN-R07")
def test_the_question_after_the_draw_is_the_same_for_everybody() -> None:
    cast = {**CAST, "Go": "lawyer"}
    asked = []
    for winner in ("Go", "Hana", "Aki"):
        evening = Evening(cast, role_camps={"lawyer": "human"})
        evening.vote_for(winner)
        ids = []
        while evening.t.phase == "manifesto":
            ids.append(evening.open)
            evening.answer({"m.side": "human", "m.draw": "success", "m.by_hand": False}.get(evening.open, True))
        asked.append(ids)
    assert asked[0] == asked[1] == asked[2] == ["m.side", "m.draw", "m.by_hand", "m.announce"]


def test_questions_about_secrets_are_for_the_gm_alone() -> None:
    from gmtool.core.question import QUESTIONS

    for id in ("rc.wolf_member", "rc.favourite", "rc.told", "s.all_roles", "m.card", "m.side", "m.targets", "m.draw",
               "m.by_hand", "n.effects", "n.attack", "n.guard", "n.investigate", "n.answer", "n.prosecute", "fx.tag",
               "dealt.card", "card.human", "deck.success", "s.lawyer_text", "memo.tick"):  # fmt: skip
        assert QUESTIONS[id].audience is Audience.GM, id
    secret = {action.id for action in GAME.actions.values() if action.secret}
    assert secret == {"effect", "tick", "card", "dealt"}


def test_the_public_view_is_built_from_allowed_fields() -> None:
    evening = Evening()
    evening.vote_for("Aki")
    evening.execute(side="wolf")
    evening.rest_of_day(attack="Ito")
    view = GAME.public_view(evening.t).as_json()
    assert set(view) == {"game", "phase", "round", "rounds", "facts", "players", "lines"}
    assert set(view["facts"]) <= {"seats", "seats_most", "promise", "minutes"}
    for row in view["players"]:
        assert set(row) <= {"seat", "name", "said", "votes", "state", "state_values", "on_turn", "out"}
    assert {line["id"] for line in view["lines"]} <= {
        "lineup", "copies", "played", "tally", "field", "lifted", "won", "on_vote_weight", "on_votes_received",
        "on_no_vote", "on_no_candidate", "on_silence",
    }  # fmt: skip


def test_the_gm_view_holds_what_the_public_one_must_not() -> None:
    evening = Evening()
    ids = {id for id, _ in GAME.gm_view(evening.t).lines}
    assert {"gm_seats_deck", "gm_told"} <= ids
    assert GAME.gm_view(evening.t).rows[0].cells["role"] == "wolf_member"
    assert "role" not in GAME.public_view(evening.t).rows[0].cells


@pytest.mark.rule("JIN-12.5")
def test_with_eyes_open_the_screen_shows_the_public_table_until_the_gm_asks(tmp_path: Path) -> None:
    evening = Evening()
    evening.vote_for("Aki")
    journal = Journal.open(tmp_path / "games.db", write=True)
    game = journal.add_game("jinro", "evening", evening.setup, GAME.version).id
    words = Words(GAME, TEXTS["en"])
    with Session(journal, game, write=True) as session:
        for kind, value in evening.deeds:
            (session.answer if kind == "answer" else session.act)(value)
        assert session.question is not None
        assert session.question.audience is Audience.GM
        assert not session.table.eyes_closed
        for covered, shown in ((True, False), (False, True)):
            look = Look(Entry(session.run, words), covered=covered)
            screen = "\n".join(line.plain for line in compose(session, words, look, 80, 60))
            assert ("prosec." in screen) is shown
            assert ("GM: " in screen) is shown


@pytest.mark.rule("JIN-12.5", "JIN-2.1")
def test_eyes_are_closed_from_the_first_line_to_the_last_of_role_check_and_night() -> None:
    evening = Evening(start=False)
    seen: dict[str, bool] = {}

    def note() -> None:
        seen[evening.open] = evening.t.eyes_closed

    while evening.open != "rc.wolf_member":
        note()
        evening.answer(True)
    note()
    assert [id for id, closed in seen.items() if closed] == ["rc.wolf_member"]
    evening = Evening()
    evening.vote_for("Go")
    evening.execute()
    evening.do("speech")
    assert not evening.t.eyes_closed
    evening.answer(True)
    assert evening.t.eyes_closed
    evening.go_night()
    assert not evening.t.eyes_closed


@pytest.mark.rule("JIN-R89")
def test_no_menu_tells_whether_a_note_is_waiting() -> None:
    evening = Evening()
    assert looks_open(evening.run.why_not_act("tick"))
    evening.do("gm_effect", tags=[{"tag": "gm_note", "text": "test note"}])
    assert evening.run.why_not_act("tick") is None
