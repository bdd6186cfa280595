"""Power contracts: offered, accepted or void, kept or twisted (POL-T, POL-R112 to POL-R124)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import Reason
from gmtool.games.politics import contract_rules, rules
from gmtool.games.politics.view import public_view
from tests.games.politics.tables import NAMES, C, H, Play

rule = pytest.mark.rule


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


def seeking(players: int = 6, **switches: Any) -> Play:
    play = Play(players, **switches)
    play.lead("Nok")
    return play


def formed(players: int = 6, **switches: Any) -> Play:
    play = seeking(players, **switches)
    play.form("Ton", "Fon")
    return play


# --- who, when ------------------------------------------------------------------------------------------------------


@rule("POL-T.1", "POL-T.3", "POL-T.4", "POL-R113", "POL-R123")
def test_a_contract_is_made_in_the_own_action_and_at_no_other_time() -> None:
    play = Play()
    makers: dict[str, list[str]] = {}

    def note() -> None:
        able = [name for name in NAMES[:6] if mistake(contract_rules.why_not_offer(play.t, play.seat(name))) == ""]
        makers.setdefault(play.open, able)
        for name in NAMES[:6]:
            assert mistake(contract_rules.why_not_offer(play.t, play.seat(name))) in ("", "POL-M38")

    note()
    play.answer(0)
    note()
    play.answer("pay")
    note()
    play.form("Ton", "Fon")
    while play.phase != "closed":
        note()
        play.unsaid()
    note()
    assert makers == {
        "p1.leader": [], "p1.fee": [], "p1.partners": ["Nok"], "p1.share": ["Nok", "Ton", "Fon"],
        "p2.lay": ["Nok", "Ton", "Fon"], "p2.first": ["Nok", "Ton", "Fon"], "p2.leader": ["Nok", "Ton", "Fon"],
        "p2.centre": ["Nok", "Ton", "Fon"], "p3.action": ["Ben"], "p4.drop": [], "p4.reveal": [], "p4.bags": [],
        "p4.pay": [], "p5.close": [], "p5.next": [],
    }  # fmt: skip


@rule("POL-T.1")
def test_no_contract_is_begun_where_nobody_may_make_one() -> None:
    play = Play()
    assert play.act_refused("contract") == "POL-M38"
    play.govern()
    play.all_pass()
    assert play.act_refused("contract") == "POL-M38"


@rule("POL-T.4", "POL-T.1", "POL-R54")
def test_the_opposition_makes_contracts_in_the_order_of_play_beside_the_action() -> None:
    play = formed()
    play.to("p3.action")
    play.offer("Ben", "A", accepted=["Nok"])
    assert play.t.turn() == play.seat("Ben")
    play.answer("pass")
    play.offer("Arm", "B", accepted=["Ben"])
    assert [play.names([contract.maker]) for contract in play.t.contracts] == [["Ben"], ["Arm"]]
    assert mistake(contract_rules.why_not_offer(play.t, play.seat("Ben"))) == "POL-M38"


@rule("POL-R123", "POL-R120")
def test_a_leader_who_ran_out_of_time_may_make_a_contract_in_phase_3() -> None:
    play = seeking()
    play.time_over()
    play.govern("Ton", "Fon", "Ben")
    play.answer("pass")
    play.answer("pass")
    play.offer("Nok", "A", accepted=["Ton"])
    assert play.contracts == {"A": "accepted"}


@rule("POL-R123")
def test_in_the_middle_of_an_own_action_a_contract_can_still_be_made() -> None:
    play = formed()
    play.to("p3.action")
    play.answer("inspect")
    play.offer("Ben", "A", accepted=["Nok"])
    assert play.open == "p3.position"
    play.answer(1)
    play.answer(H)
    assert play.contracts == {"A": "accepted"}


# --- limits and slots -----------------------------------------------------------------------------------------------


@rule("POL-T.2", "POL-R112", "POL-T.5", "POL-R117")
def test_two_contracts_in_a_round_are_all_for_the_whole_table() -> None:
    play = formed()
    play.offer("Ton", "B", accepted=["Ben"])
    play.offer("Nok", "A", accepted=["Ben"])
    assert play.act_refused("contract") == "POL-M36"
    play.to("p3.action")
    assert play.act_refused("contract") == "POL-M36"


@rule("POL-R112")
def test_by_the_switch_two_contracts_a_player_share_the_slots() -> None:
    play = formed(contract_limit_scope="player")
    play.offer("Ton", "A", accepted=["Ben"])
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Nok", accepted=["Arm"])
    assert mistake(contract_rules.why_not_offer(play.t, 0)) == "POL-M36"
    assert mistake(contract_rules.why_not_offer(play.t, 1, "A")) == "POL-M37.taken"
    play.offer("Ton", "B")
    assert mistake(contract_rules.why_not_offer(play.t, 2, "B")) == "POL-M37.taken"
    play.accept("B", "Yui")
    assert mistake(contract_rules.why_not_offer(play.t, 2, "B")) == ""
    play.to("p3.action")
    play.offer("Ben", "A", accepted=["Fon"])
    play.to("p5.contract")
    assert play.run.legal() == [
        f"{slot}.{maker}.{choice}"
        for slot, maker in (("A", 1), ("A", 0), ("B", 0), ("B", 1), ("A", 3))
        for choice in ("keep", "twist")
    ]
    for word in ("A.1.keep", "A.0.twist", "B.0.keep", "B.1.keep", "A.3.twist"):
        play.answer(word)
    assert {name: play.tokens(name) for name in ("Nok", "Ton", "Ben")} == {"Nok": (1, 1), "Ton": (2, 0), "Ben": (0, 1)}
    assert play.phase == "closed"


@rule("POL-R112")
def test_by_the_switch_accepting_joins_the_offer_last_made_in_a_slot() -> None:
    play = formed(contract_limit_scope="player")
    play.offer("Ton", "A", accepted=["Ben"])
    play.offer("Nok", "A")
    play.accept("A", "Arm")
    assert [(c.maker, c.acceptors) for c in play.t.contracts] == [(1, [3]), (0, [4])]


@rule("POL-T.5", "POL-R117")
def test_a_slot_taken_or_other_than_a_and_b_is_refused() -> None:
    play = formed()
    assert mistake(contract_rules.why_not_offer(play.t, 0, "C")) == "POL-M37"
    play.act("contract", 0)
    assert play.refused("C") == "POL-M37"
    play.answer("A")
    play.answer("")
    play.answer([3])
    assert mistake(contract_rules.why_not_offer(play.t, 1, "A")) == "POL-M37.taken"
    play.act("contract", 1)
    assert play.open == "contract.words"


@rule("POL-R115", "POL-T.6", "POL-R118")
@pytest.mark.parametrize("frees", [True, False])
def test_a_void_or_cancelled_contract_frees_its_slot_but_by_the_switch(frees: bool) -> None:
    play = formed(void_contract_frees_slot=frees)
    play.offer("Nok", "A")
    play.no_one_accepts("A")
    play.offer("Nok", "B")
    play.card("Yui", "break_deal", "B")
    assert play.contracts == {"A": "void", "B": "cancelled"}
    assert mistake(contract_rules.why_not_offer(play.t, 1, "A")) == ("" if frees else "POL-M36")
    if frees:
        play.offer("Ton", "A", accepted=["Ben"])
        play.offer("Fon", "B", accepted=["Ben"])
        assert play.act_refused("contract") == "POL-M36"


@rule("POL-R115", "POL-R112")
def test_by_both_switches_a_void_contract_uses_up_its_makers_own_limit() -> None:
    play = formed(void_contract_frees_slot=False, contract_limit_scope="player")
    play.offer("Nok", "A")
    play.no_one_accepts("A")
    assert mistake(contract_rules.why_not_offer(play.t, 0, "A")) == "POL-M37.taken"
    assert mistake(contract_rules.why_not_offer(play.t, 1, "A")) == ""
    play.offer("Nok", accepted=["Ben"])
    assert mistake(contract_rules.why_not_offer(play.t, 0)) == "POL-M36"


@rule("POL-T.2", "POL-T.5")
@pytest.mark.parametrize(
    ("who", "slot", "want"),
    [("Zed", "C", "POL-M05"), ("Ben", "C", "POL-M38"), ("Nok", "C", "POL-M37"), ("Nok", "A", "POL-M36")],
)
def test_reasons_against_a_contract_come_in_the_order_of_the_notes(who: str, slot: str, want: str) -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Ton", accepted=["Ben"])
    assert mistake(contract_rules.why_not_offer(play.t, play.seat(who), slot)) == want


@rule("POL-T.2")
def test_limit_and_slots_begin_anew_each_round() -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Ton", accepted=["Ben"])
    play.to("p5.contract")
    play.choose("A", "keep")
    play.choose("B", "twist")
    play.lead("Ton")
    assert play.contracts == {}
    play.offer("Ton", "A", accepted=["Nok"])


# --- accepting ------------------------------------------------------------------------------------------------------


@rule("POL-T.6", "POL-R116", "POL-T.5")
def test_anybody_but_the_maker_may_accept_and_more_may_join() -> None:
    play = formed()
    play.offer("Nok", "A", "no inspecting", accepted=["Ben", "Ton"])
    play.accept("A", "Yui")
    contract = play.t.contracts[0]
    assert play.names(contract.acceptors) == ["Ben", "Ton", "Yui"]
    assert contract.words == "no inspecting"
    assert set(play.all_coins().values()) == {(5, 0, 0), (3, 0, 0), (2, 0, 0)}


@rule("POL-R116")
def test_accepting_ones_own_contract_or_twice_is_refused() -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben"])
    assert mistake(contract_rules.why_not_accept(play.t, 0, "A")) == "POL-M39"
    assert mistake(contract_rules.why_not_accept(play.t, 3, "A")) == "POL-M39"
    play.run.act("accept")
    assert play.refused([3]) == "POL-M39"
    assert play.refused([0]) == "POL-M39"
    assert play.refused([4, 4]) == "answer.twice"
    assert play.refused([]) == "answer.bounds"
    assert play.refused(["void"]) == "POL-M40"


@rule("POL-T.6", "POL-R114", "POL-R115")
def test_an_offer_that_nobody_accepts_is_void() -> None:
    play = formed()
    play.offer("Nok", "A")
    play.no_one_accepts("A")
    assert play.contracts == {"A": "void"}
    assert play.act_refused("accept") == "POL-M40"
    play.end_round()
    assert play.tokens("Nok") == (0, 0)


@rule("POL-T.6")
def test_accepting_where_nothing_is_on_offer_is_refused() -> None:
    play = formed()
    assert play.act_refused("accept") == "POL-M40"
    assert mistake(contract_rules.why_not_accept(play.t, 3, "A")) == "POL-M40"
    assert mistake(contract_rules.why_not_void(play.t, "A")) == "POL-M40"
    assert mistake(contract_rules.why_not_accept(play.t, -1, "A")) == "POL-M05"


@rule("POL-R114", "POL-2.5")
def test_offers_of_phases_1_and_2_end_when_the_six_lie_in_the_middle() -> None:
    play = seeking()
    play.offer("Nok", "A")
    play.form("Ton", "Fon")
    play.offer("Ton", "B", accepted=["Ben"])
    play.to("p2.centre")
    assert play.contracts == {"A": "offered", "B": "accepted"}
    play.say()
    assert play.contracts == {"A": "void", "B": "accepted"}
    assert play.told("contract_void") == [{"slot": "A", "player": 0}]
    assert play.act_refused("accept") == "POL-M40"


@rule("POL-R114")
def test_offers_of_phase_3_end_with_the_makers_action() -> None:
    play = formed()
    play.to("p3.action")
    play.offer("Ben", "A")
    play.answer("withdraw")
    assert play.contracts == {"A": "void"}


@rule("POL-R114", "POL-3.3")
def test_an_offer_open_at_the_failure_is_void() -> None:
    play = formed()
    play.to("p3.action")
    play.inspect(1, C)
    play.offer("Arm", "A")
    play.inspect(2, C)
    assert play.contracts == {"A": "void"}


@rule("POL-R124", "POL-T.5")
@pytest.mark.parametrize("words", ["", "no leading for ever", "ห้ามตรวจสอบ 🟡", "[b]x[/b] {player}"])
def test_anything_can_be_promised_and_the_words_are_kept(words: str) -> None:
    play = formed()
    play.offer("Nok", "A", words, accepted=["Ben"])
    line = public_view(play.t).as_json()["lines"][-1]
    assert line == {"id": "contract", "slot": "A", "by": "Nok", "with": ["Ben"], "status": "accepted", "words": words}


# --- kept or twisted ------------------------------------------------------------------------------------------------


@rule("POL-T.7", "POL-R119", "POL-T.8")
@pytest.mark.parametrize(("choice", "tokens"), [("keep", (1, 0)), ("twist", (0, 1))])
@pytest.mark.parametrize("fails", [False, True])
def test_the_maker_keeps_or_twists_when_phase_5_is_over_failed_or_not(
    choice: str, tokens: tuple[int, int], fails: bool
) -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben"])
    play.to("p3.action")
    if fails:
        play.fail()
    play.to("p5.contract")
    assert play.policies == (24, 6, 0)
    assert [line["id"] for line in public_view(play.t).as_json()["lines"]] == ["contract"]
    before = play.all_coins()
    play.choose("A", choice)
    assert play.phase == "closed"
    assert play.tokens("Nok") == tokens
    assert play.tokens("Ben") == (0, 0)
    assert play.all_coins() == before


@rule("POL-T.7")
def test_a_round_is_not_closed_while_an_accepted_contract_is_undecided() -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Ton", accepted=["Ben"])
    play.to("p5.contract")
    reason = rules.why_not_end_round(play.t)
    assert mistake(reason) == "POL-M41"
    assert reason is not None
    assert reason.values["slots"] == ["A", "B"]
    play.choose("B", "keep")
    assert (play.open, mistake(rules.why_not_end_round(play.t))) == ("p5.contract", "POL-M41")
    play.choose("A", "twist")
    assert play.phase == "closed"


@rule("POL-T.7")
def test_keeping_or_twisting_before_phase_5_or_twice_or_for_a_void_contract_is_refused() -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben"])
    play.offer("Ton", "B")
    assert play.act_refused("decide") == "POL-M42"
    play.to("p5.close")
    assert mistake(contract_rules.why_not_decide(play.t, "B")) == "POL-M42"
    assert mistake(contract_rules.why_not_decide(play.t, "A")) == ""
    assert mistake(contract_rules.why_not_decide(play.t, "A", 3)) == "POL-M42"
    play.choose("A", "keep")
    assert mistake(contract_rules.why_not_decide(play.t, "A")) == "POL-M42"
    assert play.act_refused("decide") == "POL-M42"
    play.say()
    assert play.phase == "closed"


# --- what takes a contract down -------------------------------------------------------------------------------------


@rule("POL-R120")
@pytest.mark.parametrize("accepted", [[], ["Ben"]])
def test_contracts_of_a_leader_who_runs_out_of_time_are_void(accepted: list[str]) -> None:
    play = seeking()
    play.offer("Nok", "A", accepted=accepted)
    play.time_over()
    assert play.contracts == {"A": "void"}
    play.lead("Ton")
    play.offer("Ton", "A", accepted=["Nok"])
    assert play.contracts == {"A": "accepted"}


@rule("POL-R120", "POL-B.9")
@pytest.mark.parametrize("accepted", [[], ["Ben"]])
def test_contracts_of_a_leader_who_is_removed_are_void(accepted: list[str]) -> None:
    play = seeking()
    play.offer("Nok", "A", accepted=accepted)
    play.card("Arm", "seize")
    assert play.contracts == {"A": "void"}
    assert play.act_refused("accept") == "POL-M40"


@rule("POL-R120", "POL-R139")
def test_an_offer_being_made_is_withdrawn_when_the_leader_is_removed() -> None:
    play = seeking()
    play.act("contract", "A", "trust me")
    assert play.open == "contract.accept"
    play.card("Arm", "seize")
    assert play.open == "p1.partners"
    assert play.contracts == {"A": "void"}


@rule("POL-R120", "POL-R139", "POL-T.1")
@pytest.mark.parametrize("answers", [[], ["A"]])
def test_a_contract_not_yet_said_aloud_is_withdrawn_when_its_maker_may_make_none_any_more(answers: list[str]) -> None:
    play = seeking()
    play.offer("Nok", "B", accepted=["Ben"])
    play.card("Yui", "seize")
    play.offer("Yui", "B")
    play.card("Ton", "break_deal", "B")
    play.act("contract", *answers)
    play.card("Arm", "seize")
    assert play.open == "p1.partners"
    assert [contract.status for contract in play.t.contracts] == ["void", "cancelled"]


@rule("POL-R121", "POL-R139", "POL-T.1")
def test_a_contract_not_yet_said_aloud_is_withdrawn_when_its_maker_leaves() -> None:
    play = formed()
    play.to("p3.action")
    play.act("contract", "A")
    assert play.open == "contract.words"
    play.leave("Ben")
    assert (play.open, play.t.turn(), play.contracts) == ("p3.action", play.seat("Arm"), {})


@rule("POL-T.1", "POL-T.3")
def test_another_maker_of_phase_2_may_leave_while_one_is_asked_for_the_slot() -> None:
    play = formed()
    play.act("contract", 1)
    assert play.open == "contract.slot"
    play.give("Ben", "Arm", 1)
    assert play.open == "contract.slot"
    play.leave("Nok")
    assert (play.phase, play.contracts) == ("closed", {})


@rule("POL-R121")
def test_a_contract_whose_maker_leaves_is_void() -> None:
    play = formed()
    play.to("p3.action")
    play.offer("Ben", "A", accepted=["Nok"])
    play.leave("Ben")
    assert play.contracts == {"A": "void"}
    play.end_round()
    assert play.phase == "closed"


@rule("POL-R121")
def test_a_contract_whose_last_acceptor_leaves_is_void() -> None:
    play = formed()
    play.offer("Nok", "A", accepted=["Ben", "Arm"])
    play.leave("Ben")
    assert play.contracts == {"A": "accepted"}
    play.leave("Arm")
    assert play.contracts == {"A": "void"}


@rule("POL-R121", "POL-T.7")
def test_leaving_while_a_choice_is_open_ends_the_round_without_it() -> None:
    for leaver in ("Nok", "Ben"):
        play = formed()
        play.offer("Nok", "A", accepted=["Ben"])
        play.to("p5.contract")
        play.leave(leaver)
        assert (play.phase, play.contracts) == ("closed", {"A": "void"})
        assert play.tokens("Nok") == (0, 0)


@rule("POL-R122")
def test_contracts_of_the_crisis_round_stay_undecided() -> None:
    play = Play()
    play.failures(4)
    play.lead("Nok")
    play.offer("Nok", "A", accepted=["Ben"])
    play.form("Ton", "Fon")
    play.to("p3.action")
    play.offer("Ben", "B")
    play.fail()
    assert play.phase == "lie_1"
    assert play.contracts == {"A": "accepted", "B": "void"}
    assert play.act_refused("decide") == "POL-M42"
    assert play.tokens("Nok") == (0, 0)


@rule("POL-R12", "POL-R117")
def test_one_player_may_hold_several_places_at_once() -> None:
    play = formed()
    play.offer("Ton", "A", accepted=["Nok"])
    play.offer("Ton", "B", accepted=["Ben"])
    play.to("p5.contract")
    play.choose("A", "keep")
    play.choose("B", "twist")
    assert play.tokens("Ton") == (1, 1)
