"""Reads recorded boss games in their neutral words and plays them through the real script, question by question.

An event that must be refused is checked with the game's own reasons and by the run's refusal as well; nothing may have
changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmtool.core.fields import with_defaults
from gmtool.core.game import load_game
from gmtool.core.question import Reason, Refused
from gmtool.core.table import DISCARD, DRAW
from gmtool.games.boss import characters, rules
from gmtool.games.boss import table as t_
from gmtool.games.boss.beginning import eyes
from gmtool.games.boss.setup import new_table
from gmtool.games.boss.table import BossTable
from tests.adapters.player import BasePlayer

GAME = load_game("boss")
ON_OFF = {"on": True, "off": False, "yes": True, "no": False}
LINE_UP = ("first_president", "gm_plays", "special_roles", "deck", "board", "power_rule", "roles")
"""Options that are no house-rule switches."""


# --- set-ups ------------------------------------------------------------------------------------------------------


def setup_of(players: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """Return a recording's players and options as a set-up; the first named begins, the GM does not play."""
    first = options.get("first_president")
    setup: dict[str, Any] = {
        "players": players,
        "switches": {key: _value(key, value) for key, value in options.items() if key not in LINE_UP},
        "first_president": 0 if first is None else players.index(first) if first in players else -1,
        "gm_plays": ON_OFF.get(str(options.get("gm_plays")), options.get("gm_plays") or False),
    }
    for key in ("special_roles", "deck", "board", "power_rule"):
        if options.get(key) is not None:
            setup[key] = options[key]
    return with_defaults(setup, GAME.setup_fields)


def _value(switch: str, value: Any) -> Any:
    """Return a switch's value; recordings may say on and off."""
    takes_words = not isinstance(t_.SWITCHES.get(switch, ("",))[0], bool)
    return value if takes_words or not isinstance(value, str) else ON_OFF.get(value, value)


def setup_codes(players: list[str], options: dict[str, Any]) -> list[str]:
    """Return the codes of all that is wrong with a set-up, in the order in which it is found."""
    setup = setup_of(players, options)
    codes = [_setup_code(fault) for fault in GAME.check_setup(setup)]
    roles = options.get("roles")
    if roles and not codes:
        reason = why_not_roles(new_table(setup), roles)
        codes += [{"gm_plays": "bad_option"}.get(reason.id, reason.id)] if reason is not None else []
    return codes


def _setup_code(fault: Reason) -> str:
    if fault.id in ("setup.field_value", "setup.field_missing"):
        return {"board": "bad_board", "special_roles": "bad_special_roles"}.get(
            str(fault.values["field"]), "bad_option"
        )
    codes = {
        "setup.switch_unknown": "unknown_option",
        "setup.switch_value": "bad_option",
        "switch.insiders_see": "bad_option",
    }
    return codes.get(fault.id, fault.id)


def why_not_roles(t: BossTable, roles: dict[str, str]) -> Reason | None:
    if set(roles) != set(t.names):
        return Reason("roles_do_not_fit")
    return rules.why_not_roles(t, [roles[name] for name in t.names])


# --- events -------------------------------------------------------------------------------------------------------


class Either(tuple[Any, ...]):
    """Values of which a recording may hold any, since the rules leave open which."""

    __slots__ = ()

    def __new__(cls, *values: Any) -> Either:
        return super().__new__(cls, values)


class Player(BasePlayer):
    GAME = GAME

    def __init__(self, recording: dict[str, Any]) -> None:
        options = recording.get("options") or {}
        super().__init__(setup_of(recording["players"], options))
        self.lines: list[str] = []
        roles: dict[str, str] = options.get("roles") or {}
        while self.t.phase == t_.SETUP:
            if self.open.startswith("eyes."):
                self.lines.append(self.open.split(".")[1])
            if self.open == "characters.known":
                self.answer(bool(roles))
                if roles:
                    self.type_in(roles)
            else:
                self.answer(True)

    def type_in(self, roles: dict[str, str]) -> None:
        """Answer who holds each card, as the form asks it."""
        while self.open in ("characters.holder", "characters.holders"):
            wanted = [self.seat(name) for name, role in roles.items() if role == self.t.draft["character"]]
            self.answer(wanted if self.open == "characters.holders" else wanted[0])
        assert self.t.roles == [roles[name] for name in self.t.names]

    @property
    def t(self) -> BossTable:
        table = self.run.table
        assert isinstance(table, BossTable)
        return table

    def pass_on(self, *questions: str) -> None:
        """Say done to what a recording leaves unsaid."""
        while self.open in questions:
            self.answer(True)

    def play(self, event: dict[str, Any]) -> None:
        """Answer the questions that an event answers, and what goes without saying after it."""
        getattr(self, f"do_{event['do']}")(event)
        self.pass_on("piles.early")

    def do_nominate(self, e: dict[str, Any]) -> None:
        assert self.open.startswith("nominate."), self.open
        self.answer(self.seat(e["director"]))

    def do_vote(self, e: dict[str, Any]) -> None:
        assert self.open.startswith("ballots."), self.open
        self.answer({key: e[key] for key in ("yes", "no") if e.get(key)})

    def do_mastermind_answer(self, e: dict[str, Any]) -> None:
        self._say_yes_or_no(e, "check.mastermind")

    def do_tai_go_answer(self, e: dict[str, Any]) -> None:
        self._say_yes_or_no(e, "check.tai_go")

    def do_dismissed_answer(self, e: dict[str, Any]) -> None:
        self._say_yes_or_no(e, "check.dismissed")

    def _say_yes_or_no(self, e: dict[str, Any], question: str) -> None:
        assert self.open == question, self.open
        self.answer(e["yes"])

    def do_enact(self, e: dict[str, Any]) -> None:
        self.pass_on("piles.in_draw", "piles.out")
        assert self.open in ("policy.enact", "policy.drawn"), self.open
        self.answer(e["policy"])
        if self.open == "policy.symbol":
            self.answer(e["symbol"] or rules.NONE)

    def do_power(self, e: dict[str, Any]) -> None:
        if self.open == "power.choose":
            self.answer(e["power"])
        self.pass_on("power.golden_boy")
        assert self.open == f"power.{e['power']}", self.open
        if e["power"] == t_.PEEK:
            assert e.get("target") is None
            self.answer(True)
            return
        self.answer(self.seat(e["target"]))
        self.pass_on("power.meeting")

    def do_chaos(self, e: dict[str, Any]) -> None:
        self.pass_on("piles.out")
        assert self.open == "chaos.card", self.open
        self.answer(e["policy"])

    def do_assassin_guess(self, e: dict[str, Any]) -> None:
        assert self.open == "assassin.who", self.open
        self.answer(self.seat(e["assassin"]))
        self.answer(self.seat(e["target"]))
        self.answer(e["correct"])

    def do_assassin_out(self, _e: dict[str, Any]) -> None:
        assert self.open == "assassin.who", self.open
        self.answer(rules.NONE)

    def do_leave(self, e: dict[str, Any]) -> None:
        self.act("leave")
        self.answer(self.seat(e["player"]))
        self.pass_on("leaving.loss")
        self.answer(True)

    def do_abandon(self, _e: dict[str, Any]) -> None:
        self.act("abandon")
        self.answer(True)

    # --- reasons

    def why_not(self, e: dict[str, Any]) -> Reason | None:
        """Return the game's reason against an event, in the words of its rules."""
        t, seat, yes = self.t, self.seat, bool(e.get("yes"))
        table: dict[str, Callable[[], Reason | None]] = {
            "nominate": lambda: rules.why_not_nominate(t, seat(e.get("director"))),
            "vote": lambda: rules.why_not_vote(t, e.get("yes", 0), e.get("no", 0)),
            "mastermind_answer": lambda: rules.why_not_answer(
                t, t_.MASTERMIND_CHECK, t.director, t_.MASTERMIND, yes=yes
            ),
            "tai_go_answer": lambda: rules.why_not_answer(t, t_.TAI_GO_CHECK, t.director, t_.TAI_GO, yes=yes),
            "dismissed_answer": lambda: rules.why_not_answer(
                t, t_.DISMISSED_CHECK, t.just_dismissed, t_.MASTERMIND, yes=yes
            ),
            "enact": lambda: rules.why_not_enact(t, str(e.get("policy")), self._printed(e), said=True),
            "power": lambda: rules.why_not_use(
                t, str(e.get("power")), seat(e["target"]) if e.get("target") is not None else None
            ),
            "chaos": lambda: rules.why_not_chaos(t, str(e.get("policy")), phase=t_.CHAOS),
            "assassin_guess": lambda: rules.why_not_guess(
                t,
                seat(e.get("assassin")),
                seat(e["target"]) if e.get("target") is not None else None,
                right=bool(e.get("correct")),
            ),
            "assassin_out": lambda: rules.why_not_nobody(t),
            "leave": lambda: rules.why_not_leave(t, seat(e.get("player"))),
            "abandon": lambda: rules.why_not_abandon(t),
        }
        known = table.get(e["do"])
        if known is None:
            # What nobody can do at this table is no deed of the game; after the end there is none at all.
            return rules.why_not_abandon(t) or Reason("unknown_event")
        return known()

    @staticmethod
    def _printed(e: dict[str, Any]) -> str:
        if "symbol" not in e:
            return rules.NOT_SAID
        return rules.NONE if e["symbol"] is None else str(e["symbol"])

    def codes(self, e: dict[str, Any]) -> list[str]:
        """Return the codes under which a recording may have an event refused, the tool's own first.

        Of two faults in one event the specification puts none first where one of them is a name that is not at the
        table, or where a guess is at fault in both its players.
        """
        t, seat = self.t, self.seat
        reasons = [self.why_not(e)]
        if reasons[0] is None or t.phase == t_.OVER:
            return [_code(reason) for reason in reasons if reason is not None]
        named = [e[key] for key in ("director", "target", "assassin", "player") if e.get(key) is not None]
        reasons += [rules.why_not_player(t, seat(name)) for name in named]
        if e["do"] == "assassin_guess" and t.phase == t_.GUESS:
            target = seat(e["target"]) if e.get("target") is not None else None
            reasons.append(rules.why_not_name(t, seat(e.get("assassin")), target))
        return [_code(reason) for reason in reasons if reason is not None]

    # --- what a checkpoint holds

    def _limited(self, named: Callable[[list[int]], list[str]]) -> list[str] | Either:
        """Return who is limited; once the policy is enacted a recording may already tell of the next election."""
        t = self.t
        now = named(rules.limited(t))
        if t.phase not in (t_.POWER, t_.DISMISSED_CHECK, t_.GUESS, t_.OVER) or t.director < 0:
            return now
        kept, t.previous = t.previous, (t.president, t.director)
        then = named(rules.limited(t))
        t.previous = kept
        return Either(now, then)

    def state(self) -> dict[str, Any]:
        t = self.t
        names = t.names

        def named(seats: list[int]) -> list[str]:
            return [names[seat] for seat in seats]

        def one(seat: int) -> str | None:
            return names[seat] if seat >= 0 else None

        pending = list(t.pending)
        return {
            "round": t.round,
            "phase": t.phase,
            "president": one(t.president),
            "appointed": t.appointed,
            "nominee": one(t.nominee),
            "director": one(t.director),
            "limited": self._limited(named),
            "eligible": named(rules.eligible(t)),
            "waived": rules.bars(t)[2] if t.phase == t_.NOMINATE else None,
            "tracker": t.tracker,
            "enacted": {side: t.enacted(side) for side in t_.SIDES},
            "deck": t.held[t_.POLICY][DRAW] + t.in_hands(),
            "discard": t.held[t_.POLICY][DISCARD],
            "reshuffles": t.reshuffles,
            "active": named(t.active),
            "dismissed": named(t.dismissed),
            "left": named(t.left),
            "directorships": {names[s]: t.held[t_.TERMS][s] for s in t.seats if t.held[t_.TERMS][s]},
            "not_mastermind": named(t.cleared[t_.MASTERMIND]),
            "not_tai_go": named(t.cleared[t_.TAI_GO]),
            "pending_powers": pending,
            "power_targets": {function: named(rules.targets(t, function)) for function in pending},
            "skipped_power": t.skipped,
            "next_in_order": one(t.next_by_order()),
            "winner": t.winner,
            "reason": t.reason,
        }


# --- whole recordings ---------------------------------------------------------------------------------------------


def differences(want: dict[str, Any], have: dict[str, Any], where: str) -> list[str]:
    """Return where a state differs; only the keys that ``want`` names are compared."""

    def agrees(value: Any, other: Any) -> bool:
        return value in other if isinstance(other, Either) else bool(value == other)

    return [
        f"{where}.{key}: want {value!r}, have {have.get(key, 'nothing')!r}"
        for key, value in want.items()
        if key not in have or not agrees(value, have[key])
    ]


def replay(recording: dict[str, Any]) -> list[str]:
    """Return all differences between a recording and the game as the script plays it."""
    problems = bad_setups(recording)
    codes = setup_codes(recording["players"], recording.get("options") or {})
    if codes:
        return [*problems, f"set-up refused: {codes}"]
    player = Player(recording)
    problems += night(recording, player)
    events = recording.get("events", [])
    checkpoints: dict[int, list[dict[str, Any]]] = {}
    for checkpoint in recording.get("expect", []):
        after = max(checkpoint["after"], 0)
        checkpoints.setdefault(after, []).append(checkpoint["state"])
        if after > len(events):
            problems.append(f"a checkpoint after event {after}, but there are {len(events)}")
    for state in checkpoints.get(0, []):
        problems += differences(state, player.state(), "before event 1")
    for number, event in enumerate(events, start=1):
        where = f"event {number} {event['do']}"
        problem = refused(player, event, where) if "rejected" in event else taken(player, event, where)
        problems += problem
        if problem and "rejected" not in event:
            return problems
        for state in checkpoints.get(number, []):
            problems += differences(state, player.state(), where)
    return problems + differences(recording.get("final", {}), player.state(), "final")


def taken(player: Player, event: dict[str, Any], where: str) -> list[str]:
    """Play an event that must be possible."""
    reason = player.why_not(event)
    if reason is not None:
        return [f"{where}: refused with {reason.id}"]
    try:
        player.play(event)
    except (Refused, AssertionError) as error:
        return [f"{where}: {type(error).__name__} {error} at {player.open}"]
    return []


def _code(reason: Reason) -> str:
    """Return a reason's id as recordings write it: without what the tool tells apart further."""
    return reason.id.partition(".")[0]


def refused(player: Player, event: dict[str, Any], where: str) -> list[str]:
    """Check that the game and the real questions refuse an event, and that nothing has changed."""
    problems: list[str] = []
    codes = player.codes(event)
    if event["rejected"] not in codes:
        problems.append(f"{where}: must be refused with {event['rejected']}, got {codes or 'nothing'}")
    before, length, question = player.state(), len(player.deeds), player.open
    try:
        player.play(event)
    except (Refused, AssertionError, AttributeError, KeyError, TypeError, ValueError):
        pass
    else:
        problems.append(f"{where}: the script took it")
    player.rewind(length)
    if (before, question) != (player.state(), player.open):
        problems.append(f"{where}: something has changed")
    return problems


def bad_setups(recording: dict[str, Any]) -> list[str]:
    """Return set-ups that must be refused and are not, or not for their reason."""
    problems: list[str] = []
    for bad in recording.get("bad_setups", []):
        codes = setup_codes(bad.get("players", recording["players"]), bad.get("options") or {})
        if bad["code"] not in codes:
            problems.append(f"set-up {bad}: want {bad['code']}, have {codes}")
    return problems


def night(recording: dict[str, Any], player: Player) -> list[str]:
    """Return where the eyes-closed script differs: its lines as spoken, and who sees whom."""
    want = recording.get("night")
    if not want:
        return []
    t = player.t
    problems: list[str] = []
    if "steps" in want and want["steps"] != player.lines:
        problems.append(f"night: want {want['steps']}, have {player.lines}")
    assert [line.id.split(".")[1] for line in eyes(t)] == player.lines
    if "sees" in want:
        roles = recording["options"]["roles"]
        seen = characters.who_sees([roles[name] for name in t.names], t.switches)
        have = {t.names[seat]: [t.names[other] for other in seen[seat]] for seat in t.seats}
        problems += differences(want["sees"], have, "night.sees")
    return problems
