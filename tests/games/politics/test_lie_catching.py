"""The lie-catching phase: two rounds of talk and vote, cards turned up, who wins a crisis (POL-F, POL-W)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.question import QUESTIONS, Audience, Reason, Refused
from gmtool.games.politics import contract_rules, rules, vote_rules
from tests.games.politics.tables import DARK, NAMES, H, Play, at_lie_catching, scored

rule = pytest.mark.rule
ALL = NAMES[:6]


def in_crisis(players: int = 6, **switches: Any) -> Play:
    play = Play(players, **switches)
    play.failures(5)
    return play


def mistake(reason: Reason | None) -> str:
    return reason.id if reason is not None else ""


# --- talk and vote --------------------------------------------------------------------------------------------------


@rule("POL-F.1", "POL-F.2", "POL-F.3", "POL-R80", "POL-W.2")
@pytest.mark.parametrize("crisis", [False, True])
def test_both_endings_have_two_rounds_of_talk_and_vote(crisis: bool) -> None:
    play = in_crisis() if crisis else at_lie_catching()
    seen = []
    while play.phase in ("lie_1", "lie_2"):
        seen.append((play.phase, play.open))
        play.unsaid()
    assert seen == [("lie_1", "f.talk"), ("lie_1", "f.vote"), ("lie_2", "f.talk"), ("lie_2", "f.vote")]


@rule("POL-F.2", "POL-R81", "POL-R143")
@pytest.mark.parametrize(
    ("seconds", "warned"), [(0, "POL-M56"), (179, "POL-M56"), (180, ""), (300, ""), (301, "POL-M56")]
)
def test_the_talk_lasts_three_to_five_minutes_and_the_table_decides(seconds: int, warned: str) -> None:
    play = at_lie_catching()
    assert QUESTIONS["f.talk"].timer == 300
    assert play.warned(seconds) == warned
    play.answer(seconds)
    assert play.open == "f.vote"


@rule("POL-F.3", "POL-R82", "POL-R84")
def test_votes_are_entered_together_and_who_does_not_vote_abstains() -> None:
    play = at_lie_catching()
    before = play.all_coins()
    play.no_votes()
    assert play.phase == "lie_2"
    assert play.all_coins() == before
    assert play.told("nobody_faces") == [{}]
    assert play.told("votes") == [{"votes": {str(seat): None for seat in range(6)}}]


@rule("POL-R84", "POL-F.4")
def test_one_vote_is_enough_to_be_the_highest() -> None:
    play = at_lie_catching()
    play.vote({"Nok": "Ben"})
    assert play.open == "f.card"
    assert play.run.question is not None
    assert play.run.question.about(play.t) == 3


@rule("POL-F.4", "POL-F.5", "POL-F.6", "POL-R85")
def test_a_dark_player_turned_up_pays_a_yellow_for_each_correct_voter_who_gets_two_blue() -> None:
    play = at_lie_catching()
    for name in ALL:
        play.set(name, "yellow", 9)
        play.set(name, "blue", 0)
    play.vote({"Nok": "Ben", "Ton": "Ben", "Arm": "Ben", "Fon": "Arm", "Yui": None, "Ben": "Arm"})
    play.answer(DARK)
    assert {name: play.coins(name)[:2] for name in ALL} == {
        "Nok": (9, 2), "Ton": (9, 2), "Fon": (9, 0), "Ben": (6, 0), "Arm": (9, 2), "Yui": (9, 0),
    }  # fmt: skip
    assert play.names(play.t.exposed) == ["Ben"]


@rule("POL-F.5", "POL-R86", "POL-R07")
def test_an_exposed_player_with_too_few_yellow_pays_what_is_there_and_voters_get_all() -> None:
    play = at_lie_catching()
    play.purse(Ben=2)
    blue = play.coins("Nok")[1]
    play.all_vote("Ben", DARK)
    assert play.coins("Ben")[0] == 0
    assert play.coins("Nok")[1] == blue + 2


@rule("POL-F.8", "POL-R91", "POL-R89", "POL-R07")
def test_an_honest_player_turned_up_costs_those_who_voted_for_them_a_blue() -> None:
    play = at_lie_catching()
    for name, blue in zip(ALL, (0, 1, 5, 5, 5, 5), strict=True):
        play.set(name, "blue", blue)
    yellow = {name: play.coins(name)[0] for name in ALL}
    play.vote({"Nok": "Ben", "Ton": "Ben", "Fon": "Ben", "Arm": "Yui", "Ben": "Yui"})
    play.answer(H)
    assert [play.coins(name)[1] for name in ALL] == [0, 0, 4, 5, 5, 5]
    assert {name: play.coins(name)[0] for name in ALL} == yellow
    assert play.t.exposed == []


@rule("POL-R91")
def test_dark_players_pay_for_a_wrong_vote_too() -> None:
    play = at_lie_catching()
    play.roles("Nok", "Ton")
    for name in ALL:
        play.set(name, "blue", 3)
    play.vote({"Nok": "Ben", "Fon": "Ben"})
    play.answer(H)
    assert [play.coins(name)[1] for name in ALL] == [2, 3, 2, 3, 3, 3]


@rule("POL-R85")
def test_a_vote_for_the_other_dark_player_earns_nothing_and_a_dark_partner_votes_correctly() -> None:
    play = at_lie_catching()
    for name in ALL:
        play.set(name, "blue", 0)
    play.roles("Ben", "Arm")
    play.vote({"Nok": "Ben", "Arm": "Ben", "Ton": "Arm"})
    play.answer(DARK)
    assert [play.coins(name)[1] for name in ALL] == [2, 0, 0, 0, 2, 0]


@rule("POL-F.7", "POL-R90")
@pytest.mark.parametrize("crisis", [False, True])
def test_a_dark_player_exposed_in_the_first_round_has_no_vote_in_the_second(crisis: bool) -> None:
    play = in_crisis() if crisis else at_lie_catching()
    play.all_vote("Ben", DARK)
    play.to("f.vote")
    assert play.names(vote_rules.voters(play.t)) == ["Nok", "Ton", "Fon", "Arm", "Yui"]
    assert mistake(vote_rules.why_not_votes(play.t, {3: 0})) == "POL-M46"
    assert play.refused([None] * 6) == "answer.shape"


@rule("POL-R90")
@pytest.mark.parametrize(("crisis", "silenced"), [(False, False), (True, True)])
def test_by_the_switch_the_exposed_votes_in_the_normal_ending_only(crisis: bool, silenced: bool) -> None:
    switches = {"exposed_silent_in_normal": False}
    play = in_crisis(**switches) if crisis else at_lie_catching(**switches)
    play.all_vote("Ben", DARK)
    assert ("Ben" not in play.names(vote_rules.voters(play.t))) == silenced


@rule("POL-R89", "POL-F.7")
def test_an_honest_player_turned_up_goes_on_voting() -> None:
    play = at_lie_catching()
    play.all_vote("Ben", H)
    assert play.names(vote_rules.voters(play.t)) == ALL


@rule("POL-R87")
def test_a_vote_for_oneself_is_refused_but_by_the_switch() -> None:
    play = at_lie_catching()
    play.to("f.vote")
    assert play.refused(play.ballots({"Nok": "Nok"})) == "POL-M47"
    play = at_lie_catching(self_vote=True)
    play.vote({"Nok": "Nok"})
    play.answer(DARK)
    assert play.told("turned_up") == [{"player": 0, "role": DARK}]


@rule("POL-R88")
@pytest.mark.parametrize("role", [H, DARK])
def test_a_vote_for_a_player_already_turned_up_is_refused(role: str) -> None:
    play = at_lie_catching()
    play.all_vote("Ben", role)
    play.to("f.vote")
    assert play.refused(play.ballots({"Nok": "Ben"})) == "POL-M48"
    assert play.closed(3) == "POL-M48"


@rule("POL-F.3")
def test_a_vote_for_nobody_at_the_table_is_refused() -> None:
    play = at_lie_catching()
    play.leave("Yui")
    play.to("f.vote")
    assert play.refused([5, None, None, None, None]) == "POL-M05"
    assert play.refused([9, None, None, None, None]) == "POL-M05"


@rule("POL-F.3", "POL-L.3")
def test_votes_before_the_last_round_are_refused() -> None:
    play = Play()
    assert mistake(vote_rules.why_not_votes(play.t, {0: 1})) == "POL-M06"


@rule("POL-F.7", "POL-R87", "POL-R88")
@pytest.mark.parametrize(
    ("votes", "want"),
    [
        ({"Ben": "Zed", "Nok": "Nok"}, "POL-M05"),
        ({"Ben": "Nok", "Ton": "Ton"}, "POL-M46"),
        ({"Ton": "Ton", "Nok": "Ben"}, "POL-M47"),
        ({"Nok": "Ben"}, "POL-M48"),
    ],
)
def test_reasons_against_votes_come_in_the_order_of_the_notes(votes: dict[str, str], want: str) -> None:
    play = at_lie_catching()
    play.all_vote("Ben", DARK)
    seats = {play.seat(voter): play.seat(target) for voter, target in votes.items()}
    assert mistake(vote_rules.why_not_votes(play.t, seats)) == want


# --- ties -----------------------------------------------------------------------------------------------------------

TIED = {"Nok": "Ben", "Ton": "Ben", "Fon": "Arm", "Yui": "Arm"}


@rule("POL-R83")
def test_a_tie_turns_up_nobody() -> None:
    play = at_lie_catching()
    before = play.all_coins()
    play.vote(TIED)
    assert (play.phase, play.open) == ("lie_2", "f.talk")
    assert (play.all_coins(), play.told("turned_up")) == (before, [])


@rule("POL-R83")
def test_by_the_switch_all_tied_turn_up_and_each_by_the_same_votes() -> None:
    play = at_lie_catching(lie_tie="all")
    for name in ALL:
        play.set(name, "yellow", 9)
        play.set(name, "blue", 2)
    play.vote(TIED)
    play.answer(DARK)
    play.answer(H)
    assert play.phase == "lie_2"
    assert {name: play.coins(name)[:2] for name in ALL} == {
        "Nok": (9, 4), "Ton": (9, 4), "Fon": (9, 1), "Ben": (7, 2), "Arm": (9, 2), "Yui": (9, 1),
    }  # fmt: skip


@rule("POL-R83")
def test_by_the_switch_a_run_off_among_the_tied_replaces_the_votes() -> None:
    play = at_lie_catching(lie_tie="runoff")
    for name in ALL:
        play.set(name, "yellow", 9)
        play.set(name, "blue", 0)
    play.vote(TIED)
    assert (play.open, play.told("runoff")) == ("f.runoff", [{"players": [3, 4]}])
    assert play.refused(play.ballots({"Nok": "Yui"})) == "POL-M48.runoff"
    assert play.refused(play.ballots({"Ben": "Ben"})) == "POL-M47"
    play.answer(play.ballots({"Nok": "Arm", "Fon": "Ben", "Yui": "Arm", "Ben": "Arm"}))
    play.answer(DARK)
    assert {name: play.coins(name)[:2] for name in ALL} == {
        "Nok": (9, 2), "Ton": (9, 0), "Fon": (9, 0), "Ben": (9, 2), "Arm": (6, 0), "Yui": (9, 2),
    }  # fmt: skip


@rule("POL-R83", "POL-R84")
@pytest.mark.parametrize("again", [{}, {"Nok": "Ben", "Ton": "Arm"}])
def test_a_second_tie_or_nobody_in_a_run_off_turns_up_nobody(again: dict[str, str]) -> None:
    play = at_lie_catching(lie_tie="runoff")
    play.vote(TIED)
    play.answer(play.ballots(again))
    assert (play.phase, play.told("turned_up")) == ("lie_2", [])
    play.vote(TIED)
    assert play.open == "f.runoff"


@rule("POL-R83", "POL-F.7")
def test_a_silenced_player_has_no_vote_in_a_run_off_either() -> None:
    play = at_lie_catching(lie_tie="runoff")
    play.all_vote("Ben", DARK)
    play.vote({"Nok": "Arm", "Ton": "Yui"})
    assert play.open == "f.runoff"
    assert play.names(vote_rules.voters(play.t)) == ["Nok", "Ton", "Fon", "Arm", "Yui"]


# --- the card against the record ------------------------------------------------------------------------------------


@rule("POL-F.4", "POL-G.2")
def test_a_card_that_shows_another_role_than_recorded_is_told_to_the_game_master_alone() -> None:
    play = at_lie_catching()
    play.roles("Ben", "Arm")
    play.vote({"Nok": "Ben"})
    assert play.refused(H) == "POL-M49"
    assert [option for option in (H, DARK) if play.closed(option)] == []
    with pytest.raises(Refused) as refusal:
        play.run.answer(H)
    assert refusal.value.reason.audience is Audience.GM
    play.answer(DARK)


@rule("POL-F.4", "POL-G.2")
def test_a_third_dark_card_is_refused() -> None:
    play = at_lie_catching(lie_tie="all")
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    play.answer(DARK)
    play.answer(DARK)
    play.vote({"Nok": "Yui"})
    assert play.refused(DARK) == "POL-M04"
    play.answer(H)


@rule("POL-F.4", "POL-G.2")
def test_so_many_honest_cards_that_two_dark_are_impossible_are_refused() -> None:
    play = at_lie_catching(lie_tie="all")
    play.vote({"Nok": "Ben", "Ton": "Arm", "Fon": "Yui"})
    for _ in range(3):
        play.answer(H)
    play.vote({"Nok": "Ton", "Ton": "Nok"})
    play.answer(H)
    assert play.refused(H) == "POL-M04"
    play.answer(DARK)


@rule("POL-F.4")
def test_other_cards_than_the_vote_says_are_never_asked_for() -> None:
    play = at_lie_catching()
    play.vote({"Nok": "Ben", "Ton": "Ben", "Fon": "Arm"})
    assert play.run.question is not None
    assert play.run.question.about(play.t) == play.seat("Ben")
    play.answer(H)
    assert play.phase == "lie_2"


@rule("POL-G.2", "POL-F.4")
@pytest.mark.parametrize(
    ("roles", "want"),
    [
        ({"Nok": DARK, "Ton": DARK, "Fon": DARK}, "POL-M04"),
        (dict.fromkeys(ALL[:5], H), "POL-M04"),
        ({**dict.fromkeys(ALL, H), "Nok": DARK}, "POL-M04"),
        ({**dict.fromkeys(ALL, H), "Nok": DARK, "Ton": DARK}, ""),
        (dict.fromkeys(ALL[:4], H), ""),
        ({"Nok": DARK}, ""),
        ({}, ""),
    ],
)
def test_recorded_roles_are_two_dark_or_can_still_become_so(roles: dict[str, str], want: str) -> None:
    play = Play()
    play.run.act("roles")
    answer = [roles.get(name) for name in ALL]
    if want:
        assert play.refused(answer) == want
        with pytest.raises(Refused) as refusal:
            play.run.answer(answer)
        assert refusal.value.reason.audience is Audience.GM
    else:
        play.answer(answer)
        assert play.t.roles == answer


@rule("POL-F.4", "POL-R88")
def test_a_role_turned_up_at_the_table_stands_against_the_record() -> None:
    play = at_lie_catching()
    play.vote({"Nok": "Ben"})
    play.answer(DARK)
    play.run.act("roles")
    assert play.refused([None, None, None, H, None, None]) == "POL-M49"
    play.answer([None] * 6)
    assert play.t.roles[3] == DARK


# --- the crisis -----------------------------------------------------------------------------------------------------


def crisis_won(votes: list[tuple[str, str] | None], *dark: str, **switches: Any) -> dict[str, Any]:
    """Play a crisis in which each round turns up one player, or nobody."""
    play = in_crisis(**switches)
    for entry in votes:
        if entry is None:
            play.no_votes()
        else:
            play.vote({next(name for name in ALL if name != entry[0] and name not in dark): entry[0]})
            play.answer(entry[1])
    play.finish(*dark)
    return play.result


@rule("POL-W.2", "POL-W.3", "POL-R93", "POL-R94")
@pytest.mark.parametrize(
    ("votes", "needs", "faction"),
    [
        ([("Ben", DARK), ("Arm", DARK)], "both", H),
        ([("Ben", DARK), None], "both", DARK),
        ([None, ("Arm", DARK)], "both", DARK),
        ([("Nok", H), ("Ton", H)], "both", DARK),
        ([None, None], "both", DARK),
        ([("Ben", DARK), ("Arm", DARK)], "one", H),
        ([("Ben", DARK), None], "one", H),
        ([None, ("Arm", DARK)], "one", H),
        ([("Nok", H), None], "one", DARK),
    ],
)
def test_the_honest_side_wins_a_crisis_if_the_dark_two_are_exposed(
    votes: list[tuple[str, str] | None], needs: str, faction: str
) -> None:
    result = crisis_won(votes, "Ben", "Arm", crisis_honest_needs=needs)
    dark, honest = ["Ben", "Arm"], ["Nok", "Ton", "Fon", "Yui"]
    assert result["winning_faction"] == faction
    assert result["winners"] == (dark if faction == DARK else honest)
    assert result["cut"] == (honest if faction == DARK else dark)


@rule("POL-W.3", "POL-R94", "POL-R92")
def test_in_a_crisis_vote_coins_are_booked_but_nothing_is_counted() -> None:
    play = in_crisis()
    for name in ALL:
        play.set(name, "yellow", 20)
        play.set(name, "red", 9)
    play.all_vote("Ben", DARK)
    assert play.phase == "lie_2"
    play.no_votes()
    play.finish("Ben", "Arm")
    assert (play.coins("Ben"), play.coins("Nok")) == ((15, 0, 9), (20, 2, 9))
    assert "score" not in play.result["players"]["Nok"]
    assert play.result["players"]["Nok"]["final"]["yellow"] == 20


@rule("POL-R93", "POL-R92")
def test_both_rounds_are_played_even_when_the_crisis_is_settled() -> None:
    play = in_crisis(lie_tie="all")
    play.vote({"Nok": "Ben", "Ton": "Arm"})
    play.answer(DARK)
    play.answer(DARK)
    assert (play.phase, play.open) == ("lie_2", "f.talk")
    assert "winning_faction" not in str(play.t.events)


# --- showing roles, the end -----------------------------------------------------------------------------------------


@rule("POL-R04", "POL-N.3", "POL-G.2")
def test_after_the_second_vote_everybody_still_hidden_shows_the_role() -> None:
    play = at_lie_catching()
    play.all_vote("Ben", DARK)
    play.no_votes()
    assert play.open == "n.roles"
    assert play.run.question is not None
    assert play.run.question.voters is not None
    assert play.names(list(play.run.question.voters(play.t))) == ["Nok", "Ton", "Fon", "Arm", "Yui"]
    assert play.refused([H] * 5) == "POL-M04"
    assert play.refused([DARK, DARK, H, H, H]) == "POL-M04"
    assert play.refused([DARK, H, H, H, None]) == "answer.empty"
    play.answer([H, H, H, DARK, H])
    assert play.open == "n.finish"


@rule("POL-G.2", "POL-R04")
@pytest.mark.parametrize("crisis", [False, True])
def test_with_both_dark_cards_turned_up_nobody_is_asked_for_the_honest_ones(crisis: bool) -> None:
    play = in_crisis() if crisis else at_lie_catching()
    play.all_vote("Ben", DARK)
    play.vote({"Nok": "Arm", "Ton": "Arm"})
    play.answer(DARK)
    assert play.open == ("n.crisis" if crisis else "n.finish")
    assert {play.t.roles[seat] for seat in play.t.seats} == {DARK, H}
    play.answer(True)
    assert [name for name, entry in play.result["players"].items() if entry["role"] == DARK] == ["Ben", "Arm"]


@rule("POL-N.3", "POL-R04")
def test_the_count_before_both_votes_or_with_a_role_unknown_is_refused() -> None:
    play = at_lie_catching()
    assert mistake(vote_rules.why_not_finish(play.t)) == "POL-M50"
    play.no_votes()
    assert mistake(vote_rules.why_not_finish(play.t)) == "POL-M50"
    play.no_votes()
    assert mistake(vote_rules.why_not_finish(play.t)) == "POL-M50"
    play.answer([DARK, DARK, H, H, H, H])
    assert mistake(vote_rules.why_not_finish(play.t)) == ""


@rule("POL-N.3", "POL-R04")
def test_roles_taken_off_the_record_before_the_count_have_to_be_shown_again() -> None:
    play = at_lie_catching()
    play.roles("Ben", "Arm")
    play.no_votes()
    play.no_votes()
    assert play.open == "n.finish"
    play.act("roles", [DARK, None, None, None, None, None])
    assert play.open == "n.roles"
    play.finish("Ton")
    assert {name for name, entry in play.result["players"].items() if entry["role"] == DARK} == {"Nok", "Ton"}


@rule("POL-N.8", "POL-G.9", "POL-L.3")
def test_after_the_end_nothing_more_happens() -> None:
    play = at_lie_catching()
    scored(play, "Ben", "Arm")
    assert (play.phase, play.run.question) == ("over", None)
    assert play.refused(True) == "game.over"
    for action in ("card", "contract", "give", "leave", "roles", "stop", "share", "decide", "accept"):
        assert play.act_refused(action) in ("game.over", "POL-M07")
    for why in (
        rules.why_not_lead(play.t, 0), rules.why_not_form(play.t, [1, 2]), rules.why_not_give(play.t, 0, 1, 1),
        rules.why_not_card(play.t, 0, "media"), rules.why_not_pass(play.t, 3),
        contract_rules.why_not_offer(play.t, 0), contract_rules.why_not_accept(play.t, 0, "A"),
        contract_rules.why_not_decide(play.t, "A"), contract_rules.why_not_void(play.t, "A"),
        vote_rules.why_not_votes(play.t, {0: 1}), vote_rules.why_not_roles(play.t, {}),
        vote_rules.why_not_finish(play.t),
    ):  # fmt: skip
        assert mistake(why) == "POL-M07"
