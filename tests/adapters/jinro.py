"""Reads recorded jinro games in their neutral words and plays them through the real script, question by question.

An event that must be refused is checked with the game's own reasons and by the questions themselves; nothing may have
changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gmtool.core.game import load_game
from gmtool.core.question import Reason, Refused
from gmtool.games.jinro import beginning, effects, night_rules, rules, vote_rules
from gmtool.games.jinro import table as t_
from gmtool.games.jinro.cards import ACTIONS, CHOSEN, SIDES, TAG_FIELDS, Card, Faults, Tag, read_tags
from gmtool.games.jinro.night import night_call
from gmtool.games.jinro.setup import BY_NAME
from gmtool.games.jinro.table import JinroTable, Round
from tests.adapters.player import BasePlayer

GAME = load_game("jinro")
NAMED_TAGS = ("vote_weight", "votes_received")


class Player(BasePlayer):
    GAME = GAME

    def __init__(self, recording: dict[str, Any]) -> None:
        self.recording = recording
        self.ids = {card["no"]: id for id, card in (recording.get("cards") or {}).items()}
        self.numbers = {id: card["no"] for id, card in (recording.get("cards") or {}).items()}
        super().__init__(setup_of(recording))
        dealt = [self.numbers.get((recording.get("manifestos") or {}).get(name, ""), 0) for name in self.t.names]
        if any(dealt) and not self.t.is_plain:
            self.act("dealt")
            for number in dealt:
                self.answer(number)

    @property
    def t(self) -> JinroTable:
        table = self.run.table
        assert isinstance(table, JinroTable)
        return table

    def seats(self, names: Sequence[str]) -> list[int]:
        return [self.seat(name) for name in names]

    def names(self, seats: Sequence[int]) -> list[str]:
        """Return players in seat order."""
        return [self.t.names[seat] for seat in sorted(seats)]

    def while_open(self, answers: dict[str, Callable[[], Any]], phase: str) -> None:
        """Answer what is open as long as the phase holds; words to say are said."""
        assert self.t.phase == phase, self.t.phase
        for _ in range(200):
            if self.t.phase != phase:
                return
            self.answer(answers[self.open]() if self.open in answers else True)
        raise AssertionError(f"no end of {phase}, open: {self.open}")

    # --- events

    def play(self, event: dict[str, Any]) -> None:
        super().play(event)
        if self.t.phase == t_.COUNT:
            self.while_open({"m.by_hand": lambda: False}, t_.COUNT)

    def do_role_check(self, e: dict[str, Any]) -> None:
        t = self.t
        roles = self.recording["roles"]
        favourites, told = self._pairs(e.get("favourites")), self._pairs(e.get("told"))
        answers: dict[str, Callable[[], Any]] = {
            f"rc.{role}": lambda role=role: [t.names.index(name) for name in t.names if roles[name] == role]
            for role in t_.CHECK_ORDER
        }
        answers["s.lawyer_text"] = lambda: ""
        answers["rc.favourite"] = lambda: self._all(favourites, t.active(t_.LOVER))
        answers["rc.told"] = lambda: self._all(told, t.active(t_.REPORTER))
        self.while_open(answers, t_.ROLE_CHECK)

    def _all(self, given: dict[int, Any], wanted: Sequence[int]) -> list[Any]:
        """Return answers in the order asked; somebody who has left is not asked, anybody else can't be entered."""
        assert set(given) - self.t.out <= set(wanted)
        return [given.get(seat) for seat in wanted]

    def _pairs(self, given: dict[str, str | None] | None) -> dict[int, int]:
        return {self.seat(who): self.seat(what) for who, what in (given or {}).items() if what is not None}

    def _said(self, e: dict[str, Any]) -> tuple[dict[int, int], dict[int, int | None]]:
        t = self.t
        claims = e.get("claims") or {}
        said: dict[int, int] = {}
        copies: dict[int, int | None] = {}
        for name in [*t.names, *(name for name in claims if name not in t.names)]:
            seat = self.seat(name)
            if seat in t.out:
                continue
            claim = claims.get(name) or {}
            said[seat] = t.dealt[seat] if claim.get("card") is None else self.numbers.get(claim["card"], -1)
            if claim.get("copies") is not None:
                copies[seat] = self.numbers.get(claim["copies"], -1)
        return said, copies

    def do_candidacy(self, e: dict[str, Any]) -> None:
        said, copies = self._said(e)
        announcing = lambda: self.t.draft["announcing"]  # noqa: E731
        answers: dict[str, Callable[[], Any]] = {
            "ca.start": lambda: min(said),
            "ca.card": lambda: said[announcing()],
            "ca.copy": lambda: copies[announcing()],
        }
        self.while_open(answers, t_.CANDIDACY)

    def do_vote(self, e: dict[str, Any]) -> None:
        t = self.t
        ballots = self._ballots(e)
        if t.hands:
            self.act("totals")
        while self.open in ("c.minutes", "c.talk", "c.talk_changed", "v.plea"):
            self.answer({"c.minutes": 5, "v.plea": True}.get(self.open, 60))
        assert self.open in ("v.ballots", "v.runoff"), self.open
        voters = vote_rules.voters(t)
        assert {voter for voter, player in ballots.items() if player is not None} <= set(voters)
        assert set(voters) <= set(ballots)
        self.answer([ballots[voter] for voter in voters])
        self._say_elected()

    def _say_elected(self) -> None:
        if self.open == "v.elected":
            self.answer(True)

    def _ballots(self, e: dict[str, Any]) -> dict[int, int | None]:
        return {
            self.seat(voter): None if name is None else self.seat(name)
            for voter, name in (e.get("ballots") or {}).items()
        }

    def do_lot(self, e: dict[str, Any]) -> None:
        assert self.open == "v.lot"
        self.answer(self.seat(e["elected"]))
        self._say_elected()

    def do_manifesto(self, e: dict[str, Any]) -> None:
        t = self.t
        assert self.seat(e["by"]) == t.winner_today
        targets = {side: self.seats((e.get("targets") or {}).get(side) or []) for side in SIDES}
        draw = e.get("draw")
        assert (draw is not None) == rules.has_draw(t)
        asked: set[str] = set()

        def named() -> list[int]:
            half = str(t.draft["half"])
            asked.add(half)
            return targets[half]

        answers: dict[str, Callable[[], Any]] = {
            "m.side": lambda: e["side"],
            "m.targets": named,
            "m.draw": lambda: draw,
            "m.by_hand": lambda: False,
        }
        self.while_open(answers, t_.MANIFESTO)
        assert all(side in asked or not targets[side] for side in SIDES)

    def do_speech(self, e: dict[str, Any]) -> None:
        self.while_open({}, t_.SPEECH)

    def to_actions(self) -> None:
        """Go through the start of the night, where effects are dealt with."""
        while self.open in ("n.begin", "m.recalled", "sp.return", "n.effects"):
            self.answer(True)

    def do_night(self, e: dict[str, Any]) -> None:
        assert self.t.phase == t_.NIGHT
        self.to_actions()
        attack, guard, check = self._night(e)
        # A role that is not in the line-up is not called: nobody can be entered for it.
        call = night_call(self.t)
        assert not any(guard.values()) or t_.GUARD in call
        assert not any(check.values()) or t_.REPORTER in call
        answers: dict[str, Callable[[], Any]] = {
            "n.attack": lambda: attack,
            "n.guard": lambda: self._entries(guard, night_rules.guard_entries(self.t)),
            "n.investigate": lambda: self._entries(check, night_rules.check_entries(self.t)),
        }
        self.while_open(answers, t_.NIGHT)

    def _night(self, e: dict[str, Any]) -> tuple[list[int], dict[int, list[int]], dict[int, list[int]]]:
        guard = {self.seat(who): self.seats(names) for who, names in (e.get("guard") or {}).items()}
        check = {self.seat(who): self.seats(names) for who, names in (e.get("investigate") or {}).items()}
        return self.seats(e.get("attack") or []), guard, check

    def _entries(self, named: dict[int, list[int]], asked: Sequence[int]) -> list[int]:
        """Return the players named in the order asked; more or fewer than asked can't be entered."""
        left = {who: list(players) for who, players in named.items()}
        entries = [left[who].pop(0) for who in asked]
        assert not any(left.values())
        return entries

    def do_morning(self, e: dict[str, Any]) -> None:
        self.while_open({}, t_.MORNING)

    def do_withdraw(self, e: dict[str, Any]) -> None:
        self.act("leave")
        self.answer(self.seat(e["player"]))
        self.answer(True)

    # --- effects by hand

    def _tags(self, e: dict[str, Any]) -> tuple[tuple[Tag, ...], list[Reason]]:
        faults = Faults()
        tags = read_tags([plain_tag(tag) for tag in e.get("tags", [])], faults)
        return tags, faults.reasons

    def do_gm_effect(self, e: dict[str, Any]) -> None:
        picked = self.seats(e.get("targets") or [])
        by = self.seat(e["by"]) if e.get("by") else None
        tags, faults = self._tags(e)
        assert not faults
        for tag in tags:
            self.act("effect")
            answers: dict[str, Callable[[], Any]] = {
                "fx.tag": lambda tag=tag: tag.tag,
                "fx.to": lambda tag=tag: self._who(tag.to, by)[0],
                "fx.to_named": lambda tag=tag: self._named(tag.to, picked, by),
                "fx.who": lambda tag=tag: self._who(tag.target, by)[0],
                "fx.named": lambda tag=tag: self._named(tag.target, picked, by),
                "fx.what": lambda tag=tag: tag.what,
                "fx.delta": lambda tag=tag: tag.delta,
                "fx.minutes": lambda tag=tag: tag.minutes,
                "fx.action": lambda tag=tag: tag.action,
                "fx.how_many": lambda tag=tag: tag.count,
                "fx.text": lambda tag=tag: tag.text or "note",
                "fx.back": lambda tag=tag: {None: "as_ruled", True: "returns", False: "stays_out"}[tag.returns],
                "fx.when": lambda: e.get("when") or ("today" if effects.works_today(self.t) else "tomorrow"),
                "fx.span": lambda tag=tag: "longer" if tag.delay or tag.lasts != 1 else "once",
                "fx.delay": lambda tag=tag: tag.delay,
                "fx.lasts": lambda tag=tag: tag.lasts,
                "fx.reason": lambda: "recorded",
            }
            while self.run.action is not None:
                self.answer(answers[self.open]())
            while self.open == "m.recalled":
                self.answer(True)

    def _who(self, who: Any, by: int | None) -> tuple[str, bool]:
        """Return the option for a word of a tag; players that an event names are pointed at."""
        if isinstance(who, tuple) or who.startswith(CHOSEN) or (who == "winner" and by is not None):
            return "players", True
        return who, False

    def _named(self, who: Any, picked: Sequence[int], by: int | None) -> list[int]:
        return effects.resolve(self.t, who, -1 if by is None else by, picked)

    # --- reasons

    def why_not(self, e: dict[str, Any]) -> Reason | None:
        """Return the game's reason against an event, in the words of its rules."""
        kind = e["type"]
        reasons: dict[str, Callable[[dict[str, Any]], Reason | None]] = {
            "role_check": self._why_not_role_check,
            "candidacy": self._why_not_candidacy,
            "vote": lambda e: vote_rules.why_not_ballots(self.t, self._ballots(e)),
            "lot": lambda e: vote_rules.why_not_lot(self.t, self.seat(e.get("elected"))),
            "manifesto": self._why_not_manifesto,
            "speech": lambda _e: rules.why_not_phase(self.t, t_.SPEECH),
            "night": self._why_not_night,
            "morning": lambda _e: rules.why_not_phase(self.t, t_.MORNING),
            "gm_effect": self._why_not_gm_effect,
            "withdraw": lambda e: rules.why_not_leave(self.t, self.seat(e.get("player"))),
        }
        if kind not in reasons:
            return Reason("event.unknown", "JIN-12.1")
        return reasons[kind](e)

    def _why_not_role_check(self, e: dict[str, Any]) -> Reason | None:
        # The real table learns the roles one by one, in the middle of this very event.
        known = GAME.new_table(self.setup)
        assert isinstance(known, JinroTable)
        known.enter(self.t.phase, self.t.round)
        known.out = set(self.t.out)
        known.roles = [self.recording["roles"][name] for name in known.names]
        return rules.why_not_role_check(known, self._pairs(e.get("favourites")), self._pairs(e.get("told")))

    def _why_not_candidacy(self, e: dict[str, Any]) -> Reason | None:
        said, copies = self._said(e)
        return rules.why_not_candidacy(self.t, said, copies)

    def _why_not_manifesto(self, e: dict[str, Any]) -> Reason | None:
        t = self.t
        targets = {side: self.seats((e.get("targets") or {}).get(side) or []) for side in SIDES}
        card = self.card_of(self.seat(e.get("by")))
        return rules.why_not_manifesto(t, self.seat(e.get("by")), card, e.get("side", ""), targets, e.get("draw"))

    def card_of(self, seat: int) -> Card | None:
        held = self.t.dealt[seat] if seat >= 0 else 0
        return self.t.cards.get(rules.used_as(self.t, seat, held)) if held in self.t.cards else None

    def _why_not_night(self, e: dict[str, Any]) -> Reason | None:
        reason = rules.why_not_phase(self.t, t_.NIGHT)
        if reason is not None:
            return reason
        before = len(self.deeds)
        self.to_actions()
        reason = night_rules.why_not_night(self.t, *self._night(e))
        self.rewind(before)
        return reason

    def _why_not_gm_effect(self, e: dict[str, Any]) -> Reason | None:
        reason = rules.why_not_running(self.t)
        if reason is not None:
            return reason
        tags, faults = self._tags(e)
        if faults:
            return faults[0]
        if e.get("when") not in (None, "today", "tomorrow"):
            return Reason("by_hand.when", "JIN-11.4")
        by = self.seat(e["by"]) if e.get("by") else None
        return rules.why_not_by_hand(self.t, tags, self.seats(e.get("targets") or []), by)

    # --- what a checkpoint holds

    def state(self, refused: str | None, public: list[dict[str, Any]]) -> dict[str, Any]:
        t = self.t
        return {
            "day": t.round,
            "phase": phase_of(t),
            "refused": refused,
            "role_call": beginning.called(t),
            "knows": {t.names[seat]: self.names(beginning.knows(t, seat)) for seat in t.seats},
            "seats": {
                "filled": len(t.holders),
                "total": t.house["seats_total"],
                "holders": [t.names[seat] for seat in t.holders],
                "human": t.seats_of("human"),
                "wolf": t.seats_of("wolf"),
                "uncounted": sum(1 for seat in t.holders if not t.counts(seat)),
                "wolf_members": t.wolves_seated(),
            },
            "elected_ever": self.names(list(t.elected_ever)),
            "recalled": self.names(list(t.recalled)),
            "out": self.names(list(t.out)),
            "sitting_out": self.names(list(t.sitting)),
            "standing": self.names(t.standing()),
            "eligible": {
                "day": t.day,
                "campaign": self.names(vote_rules.campaigners(t)),
                "vote": self.names(vote_rules.day_voters(t)),
                "candidates": self.names(vote_rules.candidates(t)),
            },
            "vote": self._vote(t.round_now),
            "deck": {
                "success": t.held[t_.SUCCESS][t_.DRAW],
                "failure": t.held[t_.FAILURE][t_.DRAW],
                "left": t.left,
            },
            "manifesto": self._manifesto(),
            "night": self._last_night(),
            "morning": self._morning(),
            "public": public,
            "winner": t.winner or None,
            "end_reason": t.end_reason or None,
        }

    def _vote(self, held: Round | None) -> dict[str, Any] | None:
        t = self.t
        if held is None:
            return None
        tied = t.phase in (t_.RUNOFF, t_.LOT)
        return {
            "round": held.number,
            "totals": {t.names[seat]: total for seat, total in held.totals.items()},
            "leaders": self.names(vote_rules.field(t) if tied else held.leaders),
            "elected": None if held.elected < 0 else t.names[held.elected],
            "next": "end" if held.next in (t_.COUNT, t_.END) else held.next,
        }

    def _manifesto(self) -> dict[str, Any] | None:
        t, execution = self.t, self.t.execution
        if execution is None or not execution.fired:
            return None
        return {
            "by": t.names[execution.by],
            "card": self.ids[execution.card],
            "used_as": self.ids[execution.used],
            "named": execution.named,
            "draw": execution.draw or None,
            "fired": execution.fired,
            "targets": self.names(execution.targets[execution.fired]),
        }

    def _last_night(self) -> dict[str, Any] | None:
        t, night = self.t, self.t.last_night
        if night is None:
            return None

        def answers(found: dict[int, dict[int, str]]) -> dict[str, dict[str, str]]:
            return {t.names[who]: {t.names[seat]: sign for seat, sign in of.items()} for who, of in found.items()}

        return {
            "call": night_call(t),
            "attacked": self.names(night.attacked),
            "saved": self.names(night.saved),
            "guarded": {t.names[who]: self.names(seats) for who, seats in night.guarded.items()},
            "investigation": answers(night.investigation),
            "prosecution": answers(night.prosecution),
            "peeks": [
                {"to": t.names[to], "about": t.names[about], "what": what, "value": value}
                for to, about, what, value in night.peeks
            ],
        }

    def _morning(self) -> dict[str, Any] | None:
        morning = self.t.morning
        if morning is None:
            return None
        return {
            "attacked": self.names(morning.attacked),
            "effects": [
                {"tag": tag.tag, "names": self.names(seats), **({"delta": tag.delta} if tag.tag in NAMED_TAGS else {})}
                for tag, seats in morning.effects
            ],
            "minutes": morning.minutes,
        }

    def public(self, event: dict[str, Any], since: int) -> list[dict[str, Any]]:
        """Return what an event made public, from the public events that it told."""
        t = self.t
        found: list[dict[str, Any]] = []
        if event["type"] == "candidacy":
            found.append({"claims": {t.names[seat]: self._claim(seat) for seat in t.said}})
        elif event["type"] == "speech":
            found.append({"returned": self.names(t.back)})
        elif event["type"] == "morning":
            found.append({"morning": self._morning()})
        for told in t.events[since:]:
            if told.secret:
                continue
            v = told.values
            if told.id in ("elected", "recalled"):
                found.append({"elected" if told.id == "elected" else "recall": t.names[v["player"]]})
            elif told.id in ("runoff", "lot"):
                found.append({told.id: self.names(v["players"])})
            elif told.id in ("manifesto", "manifesto_copy"):
                found.append({"manifesto": self.ids[v["number"]], "used_as": self.ids[v["used"]]})
            elif told.id.startswith("announced_"):
                what = told.id.removeprefix("announced_")
                found.append({"announce": {"about": t.names[v["player"]], "what": what, "value": v["state"]}})
            elif told.id == "ended":
                found.append({"winner": v["camp"]})
        return found

    def _claim(self, seat: int) -> dict[str, Any]:
        copies = self.t.copies.get(seat)
        return {"card": self.ids[self.t.said[seat]], "copies": None if copies is None else self.ids[copies]}


def phase_of(t: JinroTable) -> str:
    return "end" if t.phase in (t_.END, t_.OVER) else t.phase


def setup_of(recording: dict[str, Any]) -> dict[str, Any]:
    """Return the set-up of a recording: options are switches or fields, cards as the game master would enter them."""
    options = dict(recording.get("options") or {})
    lineup: dict[str, int] = {}
    for role in recording["roles"].values():
        lineup[role] = lineup.get(role, 0) + 1
    fields = {name: options.pop(name) for name in list(options) if name in BY_NAME}
    if "deck" in fields:
        if not isinstance(fields["deck"], dict):
            fields["deck"] = dict(zip(("success", "failure"), fields["deck"], strict=True))
        fields["deck"] = {**t_.FACTS["deck"], **fields["deck"]}
        fields["deck"].pop("most", None)
    fields = {name: value for name, value in fields.items() if value is not None}
    cards = [card_document(card) for card in (recording.get("cards") or {}).values()]
    return {"players": recording["players"], "lineup": lineup, "switches": options, "cards": cards, **fields}


def card_document(card: dict[str, Any]) -> dict[str, Any]:
    document = {"number": card["no"], "name": card["name"]}
    if card.get("copy"):
        return {**document, "copy": True}
    for side in SIDES:
        effect = {field: value for field, value in (card.get(side) or {}).items() if value is not None}
        effect["tags"] = [plain_tag(tag) for tag in effect.get("tags", [])]
        document[side] = effect
    return document


def plain_tag(tag: Any) -> Any:
    """Return a tag with the fields that its kind has; a recording may carry more."""
    if not isinstance(tag, dict) or tag.get("tag") not in TAG_FIELDS:
        return tag
    if tag["tag"] == "announce" and "subject" not in tag and "target" in tag:
        tag = {**tag, "subject": tag["target"]}
    known = {"tag", "delay", "lasts", *TAG_FIELDS[tag["tag"]]}
    return {key: value for key, value in tag.items() if key in known and value is not None}


# --- comparing ----------------------------------------------------------------------------------------------------


def differences(want: Any, have: Any, where: str) -> list[str]:
    """Return where ``have`` differs from ``want``; only what ``want`` names is compared, lists and values exactly."""
    if isinstance(want, dict) and isinstance(have, dict):
        return [line for key in want for line in differences(want[key], have.get(key), f"{where}.{key}")]
    return [] if want == have else [f"{where}: want {want!r}, have {have!r}"]


def as_told(entry: Any) -> Any:
    """Return a public entry or a peek in one form: how an announcement's parts are named is left open by the notes."""
    if not isinstance(entry, dict):
        return entry
    if "announce" in entry:
        inner = entry["announce"]
        parts = list(inner.values()) if isinstance(inner, dict) else [inner]
        parts += [value for key, value in entry.items() if key != "announce"]
        return {"announce": sorted(str(part) for part in parts)}
    if "claims" in entry and isinstance(entry["claims"], dict):
        return {"claims": {name: _claim_of(claim) for name, claim in entry["claims"].items()}}
    if entry.get("what") == "wolf_member":
        return {**entry, "value": entry.get("value") in (True, "wolf_member", "yes")}
    return entry


def _claim_of(claim: Any) -> tuple[Any, Any]:
    return (claim.get("card"), claim.get("copies")) if isinstance(claim, dict) else (claim, None)


def in_one_form(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state with lists of public entries, peeks and named players in one form."""
    found = dict(state)
    if isinstance(found.get("public"), list):
        found["public"] = [as_told(entry) for entry in found["public"]]
    if isinstance(found.get("night"), dict):
        night = dict(found["night"])
        if isinstance(night.get("peeks"), list):
            night["peeks"] = [as_told(peek) for peek in night["peeks"]]
        if isinstance(night.get("guarded"), dict):
            night["guarded"] = {who: sorted(names) for who, names in night["guarded"].items()}
        found["night"] = night
    if isinstance(found.get("manifesto"), dict) and isinstance(found["manifesto"].get("targets"), list):
        found["manifesto"] = {**found["manifesto"], "targets": sorted(found["manifesto"]["targets"])}
    return found


def replay(recording: dict[str, Any]) -> list[str]:
    """Return all differences between a recording and the game as the script plays it."""
    faults = GAME.check_setup(setup_of(recording))
    if faults:
        if refused_at_once(recording) & {fault.rule for fault in faults}:
            return []
        return [f"setup: {[(fault.id, fault.rule) for fault in faults]}"]
    checkpoints: dict[int, list[dict[str, Any]]] = {}
    for checkpoint in recording.get("expect", []):
        checkpoints.setdefault(checkpoint["after"], []).append(checkpoint["state"])
    player = Player(recording)
    problems: list[str] = []

    def compare(want: dict[str, Any], state: dict[str, Any], where: str) -> None:
        for key in want:
            if key not in state:
                problems.append(f"{where}: unknown state {key}")
        problems.extend(differences(in_one_form(want), in_one_form(state), where))

    state = player.state(None, [])
    for want in checkpoints.get(-1, []):
        compare(want, state, "start")
    for number, event in enumerate(recording["events"]):
        where = f"event {number} {event['type']}"
        before, since = len(player.deeds), len(player.t.events)
        reason = player.why_not(event)
        refused = None
        public: list[dict[str, Any]] = []
        if event.get("refused"):
            rules = rules_of(reason, event)
            refused = event["refused"] if event["refused"] in rules else next(iter(rules), None)
            if refused != event["refused"]:
                problems.append(f"{where}: must be refused with {event['refused']}, got {refused}")
            unchanged = player.state(None, [])
            problems.extend(refused_by_run(player, event, where))
            player.rewind(before)
            problems.extend(differences(unchanged, player.state(None, []), f"{where} changed"))
        elif reason is not None:
            problems.append(f"{where}: refused with {reason.rule} {reason.id}")
            return problems
        else:
            try:
                player.play(event)
            except (Refused, AssertionError, KeyError, IndexError) as error:
                problems.append(f"{where}: {type(error).__name__} {error} at {player.open}")
                return problems
            public = player.public(event, since)
        state = player.state(refused, public)
        for want in checkpoints.get(number, []):
            compare(want, state, where)
    if recording.get("final"):
        compare(recording["final"], state, "final")
    return problems


ALSO = {"vote.recalled": "JIN-R24", "vote.for_recalled": "JIN-R24"}
"""Where one rule hands over to another (R24 to R64), a recording may name either."""


def rules_of(reason: Reason | None, event: dict[str, Any]) -> list[str]:
    """Return the ids under which a recording may have an event refused, the tool's own first."""
    if reason is None:
        return []
    also = ALSO.get(reason.id)
    if event["type"] == "candidacy" and reason.id == "phase.other":
        # A candidacy at any other time than the first campaign is out of turn (JIN-12.2), and a new one (R14).
        also = "JIN-R14"
    return [reason.rule, *([also] if also else [])]


def refused_at_once(recording: dict[str, Any]) -> set[str]:
    """Return under which ids a recording has its set-up refused: as the state at the start or at the first event."""
    start = [checkpoint["state"] for checkpoint in recording.get("expect", []) if checkpoint["after"] == -1]
    return {entry["refused"] for entry in [*start, *recording["events"][:1]] if entry.get("refused")}


def refused_by_run(player: Player, event: dict[str, Any], where: str) -> list[str]:
    """Return a problem if the real questions take what must be refused."""
    try:
        player.play(event)
    except (Refused, AssertionError, AttributeError, KeyError, IndexError, ValueError):
        return []
    return [f"{where}: the script took it"]


__all__ = ["ACTIONS", "Player", "replay"]
