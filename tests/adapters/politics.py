"""Reads recorded politics games in their neutral words and plays them through the real script, question by question.

An event that must be refused is checked with the game's own reasons and, where its question is open, by the run's
refusal as well; nothing may have changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmtool.core.actions import why_not_correct
from gmtool.core.game import load_game
from gmtool.core.question import Reason, Refused
from gmtool.core.table import CENTRE, DISCARD, DRAW, OUT
from gmtool.games.politics import contract_rules, rules, vote_rules
from gmtool.games.politics import table as t_
from gmtool.games.politics.closing import LAST
from gmtool.games.politics.contracts import DECIDE
from gmtool.games.politics.table import PoliticsTable
from tests.adapters.player import BasePlayer

GAME = load_game("politics")
COIN_KEYS = ("yellow", "blue", "red", "green", "violet")


class Player(BasePlayer):
    GAME = GAME

    def __init__(self, recording: dict[str, Any]) -> None:
        switches = recording.get("options", {})
        super().__init__({"players": recording["players"], "mode": recording["mode"], "switches": switches})
        self.said: set[str] = set()
        while self.t.phase == "setup":
            self.say()

    @property
    def t(self) -> PoliticsTable:
        table = self.run.table
        assert isinstance(table, PoliticsTable)
        return table

    # --- moving to the question that an event answers

    def to(self, *questions: str) -> None:
        """Answer what an event leaves unsaid until one of these questions is open, within the phase."""
        phase = self.t.phase
        for _ in range(20):
            if self.t.phase != phase:
                break
            if self.open in questions:
                return
            self.unsaid()
        raise AssertionError(f"{questions} never came, open: {self.open}")

    def unsaid(self) -> None:
        question = self.open
        if question == "p1.share":
            self.answer({})
        elif question == "p2.first":
            self.answer(self.t.partners[0])
        elif question == "p4.drop":
            self.answer("keep")
        elif question == "p5.special":
            self.answer("no")
        elif question == "p4.bags":
            self.answer(0)
        elif question == "f.talk":
            self.answer(200)
        else:
            self.say()

    def begin(self, e: dict[str, Any]) -> None:
        """Open the next round where one is closed; fill the hands before policies are laid (POL-R44)."""
        if self.t.phase == t_.CLOSED:
            self.say()
        if e["type"] == "propose" and self.open == "p1.share":
            self.unsaid()

    # --- events

    def do_roles(self, e: dict[str, Any]) -> None:
        self.act("roles")
        known = {**{self.t.names[s]: self.t.roles[s] for s in self.t.at_table}, **e["roles"]}
        self.answer([known.get(self.t.names[seat]) for seat in self.t.at_table])

    def do_leader(self, e: dict[str, Any]) -> None:
        self.to("p1.leader")
        if e.get("rolls") and max(len(e["rolls"]), len(self.t.may_roll)) > 1:
            self.answer("rolls")
            self.answer({str(self.seat(name)): roll for name, roll in e["rolls"].items()})
            assert self.t.leader == self.seat(e["player"])
        else:
            self.answer(self.seat(e["player"]))
        assert self.open == "p1.fee"
        self.answer(self.run.legal()[0])

    def do_form_fail(self, e: dict[str, Any]) -> None:
        self.answer(["over"])

    def do_form(self, e: dict[str, Any]) -> None:
        self.answer([self.seat(name) for name in e["partners"]])

    def do_no_government(self, e: dict[str, Any]) -> None:
        if self.open == "p1.none":
            self.say()
        else:
            self.answer("none")

    def do_split(self, e: dict[str, Any]) -> None:
        shares = {str(self.seat(name)): count for name, count in e["to"].items() if count}
        # Hands that are filled just before laying wait for this question's answer (POL-R44).
        if self.open != "p1.share" or self.t.switches["refill"] == "phase2_start":
            self.act("share")
        self.answer(shares)

    def do_transfer(self, e: dict[str, Any]) -> None:
        self.act("give")
        self.answer(self.seat(e["from"]))
        self.answer(self.seat(e["to"]))
        self.answer(e["yellow"])

    def do_propose(self, e: dict[str, Any]) -> None:
        self.to("p2.first")
        first, last = self._order(e)
        assert {first, last} == set(self.t.partners)
        self.answer(first)
        while self.t.phase == t_.POLICIES:
            self.say()

    def _order(self, e: dict[str, Any]) -> tuple[int, int]:
        """Return the first and the last partner; who isn't named is the other one, or first who agreed first."""
        agreed, other = self.t.partners
        if e.get("first"):
            first = self.seat(e["first"])
            return first, self.seat(e["last"]) if e.get("last") else (agreed if first == other else other)
        last = self.seat(e["last"]) if e.get("last") else other
        return (other if last == agreed else agreed), last

    def do_inspect(self, e: dict[str, Any]) -> None:
        assert self.t.turn() == self.seat(e["player"])
        self.answer("inspect")
        self.answer(e["position"])
        self.answer(e["colour"])

    def do_withdraw(self, e: dict[str, Any]) -> None:
        assert self.t.turn() == self.seat(e["player"])
        self.answer("withdraw")

    def do_under_table(self, e: dict[str, Any]) -> None:
        assert self.t.turn() == self.seat(e["player"])
        self.answer("deal")

    def do_pass(self, e: dict[str, Any]) -> None:
        assert self.t.turn() == self.seat(e["player"])
        self.answer("pass")

    def do_leader_discard(self, e: dict[str, Any]) -> None:
        self.to("p4.drop")
        self.answer(e["position"])

    def do_reveal(self, e: dict[str, Any]) -> None:
        if self.t.face_down():
            self.to("p4.reveal")
            self.answer([e["cards"][str(position + 1)] for position in self.t.face_down()])
        self.to("p4.bags")
        self.answer(e.get("bags", 0))

    def do_payout(self, e: dict[str, Any]) -> None:
        self.to("p4.pay")
        self.say()

    def do_special_draw(self, e: dict[str, Any]) -> None:
        self.to("p5.special")
        assert self.t.leader == self.seat(e["player"])
        self.answer("draw")

    def do_bts(self, e: dict[str, Any]) -> None:
        self.act("card")
        self.answer(self.seat(e["player"]))
        self.answer(e["card"])
        if e["card"] == "media":
            self.answer(e["position"])
        elif self.open == "card.slot":
            self.answer(e["slot"])
        assert e.get("slot") in (None, self.t.draft.get("slot"))
        self.answer(self.seat(e["obstructed_by"]) if e.get("obstructed_by") else "nobody")

    def do_contract_offer(self, e: dict[str, Any]) -> None:
        self.act("contract")
        if self.open == "contract.maker":
            self.answer(self.seat(e["player"]))
        if self.open == "contract.slot":
            self.answer(e["slot"])
        self.answer(e.get("terms", ""))
        self.answer(["later"])

    def do_contract_accept(self, e: dict[str, Any]) -> None:
        self._accepting(e, [self.seat(e.get("player"))])

    def do_contract_void(self, e: dict[str, Any]) -> None:
        self._accepting(e, ["void"])

    def _accepting(self, e: dict[str, Any], answer: list[Any]) -> None:
        self.act("accept")
        if self.open == "accept.slot":
            self.answer(e["slot"])
        self.answer(answer)

    def do_contract_choice(self, e: dict[str, Any]) -> None:
        if self.open != DECIDE.id:
            self.act("decide")
        contract = contract_rules.undecided(self.t, e["slot"], self.seat(e["player"]) if e.get("player") else None)
        assert contract is not None
        self.answer(f"{e['slot']}.{contract.maker}.{e['choice']}")

    def do_end_round(self, e: dict[str, Any]) -> None:
        while self.t.phase == t_.CLOSING:
            self.unsaid()

    def do_lie_vote(self, e: dict[str, Any]) -> None:
        assert self.t.phase == f"lie_{e['round']}"
        self.to("f.vote")
        self.answer(self._ballots(e["votes"]))
        if self.open == "f.runoff":
            self.answer(self._ballots(e.get("runoff") or {}))
        revealed = dict(e.get("revealed") or {})
        while self.open == "f.card":
            who = self.t.draft["facing"]
            left_out = "revealed" not in e and "refused" not in e
            self.answer(self.t.roles[who] if left_out else revealed.pop(self.t.names[who]))
        assert not revealed, "more cards turned up than the vote says"

    def _ballots(self, votes: dict[str, str | None]) -> list[int | None]:
        silent = set(self.t.names) - {self.t.names[seat] for seat in vote_rules.voters(self.t)}
        assert set(votes) <= set(self.t.names), "a vote of a stranger"
        assert all(votes.get(name) is None for name in silent), "a vote of somebody silenced"
        return [
            None if votes.get(self.t.names[seat]) is None else self.seat(votes[self.t.names[seat]])
            for seat in vote_rules.voters(self.t)
        ]

    def do_leave(self, e: dict[str, Any]) -> None:
        self.act("leave")
        self.answer(self.seat(e["player"]))
        self.answer(True)

    def do_correct(self, e: dict[str, Any]) -> None:
        self.act("correct")
        self.answer(self.seat(e["player"]))
        self.answer(e["coin"])
        self.answer(e["to"])
        self.answer(e.get("reason") or "")

    def do_finish(self, e: dict[str, Any]) -> None:
        self.to("n.finish", "n.crisis")
        self.say()

    # --- reasons

    def why_not(self, e: dict[str, Any]) -> Reason | None:
        """Return the game's reason against an event, in the words of its rules."""
        t, seat = self.t, self.seat
        if t.phase == t_.OVER:
            return Reason("POL-M07")
        who = seat(e.get("player"))
        kind = e["type"]
        table: dict[str, Callable[[], Reason | None]] = {
            "roles": lambda: vote_rules.why_not_roles(t, {seat(name): role for name, role in e["roles"].items()}),
            "leader": lambda: rules.why_not_lead(
                t, who, {seat(n): r for n, r in e["rolls"].items()} if e.get("rolls") else None
            ),
            "form_fail": lambda: rules.why_not_phase(t, t_.COALITION),
            "form": lambda: rules.why_not_form(t, [seat(name) for name in e["partners"]]),
            "no_government": lambda: rules.why_not_no_government(t),
            "split": lambda: rules.why_not_share(t, {seat(name): n for name, n in e["to"].items() if n}),
            "transfer": lambda: rules.why_not_give(t, seat(e["from"]), seat(e["to"]), e["yellow"]),
            "propose": lambda: self._why_not_propose(e),
            "inspect": lambda: rules.why_not_inspect(t, who, e["position"]),
            "withdraw": lambda: rules.why_not_withdraw(t, who),
            "under_table": lambda: rules.why_not_deal(t, who),
            "pass": lambda: rules.why_not_pass(t, who),
            "leader_discard": lambda: rules.why_not_drop(t, e["position"]),
            "reveal": lambda: self._why_not_reveal(e),
            "payout": lambda: rules.why_not_pay(t),
            "special_draw": lambda: rules.why_not_special_draw(t, who),
            "bts": lambda: rules.why_not_card(
                t,
                who,
                e["card"],
                position=e.get("position", 0),
                slot=e.get("slot"),
                obstructed_by=seat(e["obstructed_by"]) if e.get("obstructed_by") else None,
            ),
            "contract_offer": lambda: contract_rules.why_not_offer(t, who, e["slot"]),
            "contract_accept": lambda: contract_rules.why_not_accept(t, who, e["slot"]),
            "contract_void": lambda: contract_rules.why_not_void(t, e["slot"]),
            "contract_choice": lambda: contract_rules.why_not_decide(
                t, e["slot"], seat(e["player"]) if e.get("player") else None
            ),
            "end_round": lambda: rules.why_not_end_round(t),
            "lie_vote": lambda: self._why_not_votes(e),
            "leave": lambda: rules.why_not_at_table(t, who),
            "join": lambda: Reason("POL-M51"),
            "correct": lambda: (
                rules.why_not_at_table(t, who)
                or why_not_correct(t, f"{e['coin']}.{who}", e["to"], e.get("reason") or "")
            ),
            "finish": lambda: vote_rules.why_not_finish(t),
        }
        return table[kind]()

    def _why_not_propose(self, e: dict[str, Any]) -> Reason | None:
        t = self.t
        reason = rules.why_not_phase(t, t_.POLICIES)
        if reason is not None:
            return reason
        return rules.why_not_order(t, *self._order(e)) or rules.why_not_lay(t)

    def _why_not_reveal(self, e: dict[str, Any]) -> Reason | None:
        positions = [int(position) for position in e["cards"]]
        if self.t.switches["passed"] == "all":
            # A record may list the cards that lay open already.
            down = {position + 1 for position in self.t.face_down()}
            if {place + 1 for place in self.t.passed()} == set(positions):
                positions = [position for position in positions if position in down]
        return rules.why_not_reveal(self.t, positions, e.get("bags", 0))

    def _why_not_votes(self, e: dict[str, Any]) -> Reason | None:
        t = self.t
        if t.phase != f"lie_{e['round']}":
            return Reason("POL-M06")
        from gmtool.games.politics.lie_catching import facing_of, is_runoff, top_of

        votes = {self.seat(n): None if v is None else self.seat(v) for n, v in e["votes"].items()}
        if "refused" not in e:
            # A record may say of a leaver, as of a silenced player, that there is no vote (POL-R133).
            votes = {who: vote for who, vote in votes.items() if vote is not None or who in t.at_table}
        reason = vote_rules.why_not_votes(t, votes)
        if reason is not None:
            return reason
        facing = facing_of(votes, tie=t.switches["lie_tie"])
        if is_runoff(t, votes):
            again = {self.seat(n): None if v is None else self.seat(v) for n, v in (e.get("runoff") or {}).items()}
            t.runoff = top_of(votes)
            reason = vote_rules.why_not_votes(t, again)
            t.runoff = []
            if reason is not None:
                return reason
            facing = facing_of(again, tie="none")
        shown = {self.seat(name): role for name, role in (e.get("revealed") or {}).items()}
        if "revealed" not in e and "refused" not in e:
            # What a record leaves out is the card as it was recorded.
            shown = {who: role for who in facing if (role := t.roles[who]) is not None}
        if set(shown) != set(facing):
            return Reason("POL-M49")
        for who, role in shown.items():
            reason = vote_rules.why_not_role(t, who, role)
            if reason is not None:
                return reason
        return vote_rules.why_not_roles(t, shown)

    def misses_roles(self) -> bool:
        """Whether the count waits for a role that nobody said, though it follows from the two dark ones (POL-G.2)."""
        return self.t.phase == t_.COUNT and any(self.t.names[seat] not in self.said for seat in self.t.at_table)

    # --- what a checkpoint holds

    def phases(self) -> set[str]:
        """Return the names of where the game is: once the last round is closed, lie-catching has come."""
        return {self.t.phase, t_.LIE_1} if self.open == LAST.id else {self.t.phase}

    def staying(self, names: list[str]) -> list[str]:
        """Return those of a list who are at the table; whether a leaver stays on a list no rule says (POL-R133)."""
        return [name for name in names if self.seat(name) in self.t.at_table]

    def states(self) -> list[dict[str, Any]]:
        """Return what a record may find: hands filled in Phase 2 are filled from its start, or not before laying."""
        states = [self.state()]
        if self.open == "p1.share" and self.t.switches["refill"] == "phase2_start":
            before = len(self.deeds)
            self.unsaid()
            states.append(self.state())
            self.rewind(before)
        return states

    def state(self) -> dict[str, Any]:
        t = self.t
        names, held = t.names, t.held
        ledgers = {
            names[s]: {
                **{key: held[t.WHATS.index(key)][s] for key in COIN_KEYS},
                "policy": held[t_.POLICY][s],
                "bts": held[t_.BTS][s],
            }
            for s in t.seats
        }
        return {
            "phase": t.phase,
            "round": t.round,
            "ledgers": ledgers,
            "decks": {
                "policy_draw": held[t_.POLICY][DRAW],
                "policy_discard": held[t_.POLICY][DISCARD],
                "policy_table": held[t_.POLICY][CENTRE],
                "bts_draw": held[t_.BTS][DRAW],
                "bts_used": held[t_.BTS][OUT],
            },
            "rights": {
                "unused": [names[s] for s in t.at_table if held[t_.RIGHT][s]],
                "used": [names[s] for s in t.at_table if not held[t_.RIGHT][s]],
                "lost_this_round": [names[s] for s in t.at_table if held[t_.LOST][s]],
            },
            "failures": t.failures,
            "corrupt": t.corrupt_count(),
            "contracts": [
                {
                    "slot": c.slot,
                    "by": names[c.maker],
                    "with": self.staying([names[s] for s in c.acceptors]),
                    "status": "pending" if c.status == "offered" else c.status,
                }
                for c in t.contracts
            ],
            "counters": {names[s]: {t.WHATS[what]: held[what][s] for what in t_.COUNTERS} for s in t.seats},
            "turn": None if t.phase != t_.OPPOSITION or t.turn() is None else names[t.turn() or 0],
            "opposition": [names[s] for s in t.opposition],
            "exposed": [names[s] for s in t.exposed],
            "crisis": t.crisis,
            "leader": names[t.leader] if t.leader >= 0 else None,
        }

    def notes(self, since: int) -> list[str]:
        known = {
            "cannot_pay", "rights_reset", "reshuffle", "obstructed", "government_failed", "crisis", "no_government",
            "government_dissolved", "below_minimum", "corrected",
        }  # fmt: skip
        return sorted({event.id for event in self.t.events[since:] if event.id in known})


def differences(want: Any, have: Any, where: str) -> list[str]:
    """Return where ``have`` differs from ``want``; only what ``want`` names is compared."""
    if isinstance(want, dict) and isinstance(have, dict):
        return [line for key in want for line in differences(want[key], have.get(key), f"{where}.{key}")]
    return [] if want == have else [f"{where}: want {want!r}, have {have!r}"]


def replay(recording: dict[str, Any]) -> list[str]:
    """Return all differences between a recording and the game as the script plays it."""
    problems: list[str] = []
    for bad in recording.get("refused_setups", []):
        faults = GAME.check_setup({"players": bad["players"], "mode": bad["mode"], "switches": bad.get("options", {})})
        if bad["refused"] not in [fault.id.partition(".")[0] for fault in faults]:
            problems.append(f"setup {bad['players']}: want {bad['refused']}, have {faults}")
    checkpoints: dict[int, list[dict[str, Any]]] = {}
    for checkpoint in recording["expect"]:
        checkpoints.setdefault(checkpoint["after"], []).append(checkpoint)
    player = Player(recording)
    for number, event in enumerate(recording["events"]):
        where = f"event {number} {event['type']}"
        before, since = len(player.deeds), len(player.t.events)
        player.begin(event)
        reason = player.why_not(event)
        if "refused" in event:
            got = reason.id.partition(".")[0] if reason is not None else "nothing"
            if got == "nothing" and event["type"] == "finish" and player.misses_roles():
                got = "POL-M50"
            else:
                problems.extend(refused_by_run(player, event, where))
            if got != event["refused"]:
                problems.append(f"{where}: must be refused with {event['refused']}, got {got}")
            player.rewind(before)
        elif reason is not None:
            problems.append(f"{where}: refused with {reason.id}")
            return problems
        else:
            try:
                player.play(event)
            except (Refused, AssertionError) as error:
                problems.append(f"{where}: {type(error).__name__} {error} at {player.open}")
                return problems
            player.said.update(event.get("roles", {}), event.get("revealed") or {})
        for checkpoint in checkpoints.get(number, []):
            if "notes" in checkpoint and sorted(set(checkpoint["notes"])) != player.notes(since):
                problems.append(f"{where}: notes want {checkpoint['notes']}, have {player.notes(since)}")
            want = {key: value for key, value in checkpoint.items() if key not in ("after", "notes")}
            if want.get("phase") in player.phases():
                del want["phase"]
            if "opposition" in want:
                want["opposition"] = player.staying(want["opposition"])
            if "contracts" in want:
                want["contracts"] = [
                    {**row, "with": player.staying(row["with"])} if "with" in row else row for row in want["contracts"]
                ]
            problems.extend(min((differences(want, state, where) for state in player.states()), key=len))
    if recording.get("final"):
        problems.extend(differences(recording["final"], final_of(player.t), "final"))
    return problems


def refused_by_run(player: Player, event: dict[str, Any], where: str) -> list[str]:
    """Return a problem if the real questions take what must be refused."""
    moves = len(player.t.log)
    try:
        player.play(event)
    except (Refused, AssertionError, AttributeError, KeyError, ValueError, StopIteration):
        return []
    if event["type"] == "join" or len(player.t.log) == moves:
        return []
    return [f"{where}: the script took it"]


def final_of(t: PoliticsTable) -> dict[str, Any] | None:
    """Return the result in the words of recorded games."""
    result = GAME.result(t)
    if result is None:
        return None
    players = {}
    for name, entry in result["players"].items():
        seat = t.names.index(name)
        start = {key: t.held[t.WHATS.index(key)][seat] for key in COIN_KEYS}
        players[name] = {
            **entry,
            "start": start,
            "after_lie": entry["after_votes"],
            "penalty_taken": entry.get("penalty"),
        }
    return {
        **result,
        "players": players,
        "awards": {
            number: {key: award[key] for key in ("best", "holders", "coin", "amount")}
            for number, award in result["awards"].items()
        },
        "most_red": {"best": result["most_red_count"], "holders": result["most_red"]},
        "best": max((entry["score"] for entry in result["players"].values()), default=0)
        if result["ending"] == "normal"
        else None,
    }
