"""What a set-up needs is described once: the same field is asked, given as an option, checked and written."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.core.fields import Field, FieldKind, Own, as_fields, field_faults, with_defaults
from gmtool.core.question import Refused

SETUP: dict[str, Any] = {"players": ["Nok", "Nguyễn", "山田"]}
FIELDS = [
    Field("mode", FieldKind.CHOICE, options=("full", "half"), default=lambda _setup: "full"),
    Field("plays", FieldKind.YES_NO),
    Field("first", FieldKind.SEAT, draw=True),
    Field("out", FieldKind.SEATS, default=lambda _setup: []),
    Field("extras", FieldKind.IDS, options=("a", "b"), default=lambda _setup: []),
    Field("rounds", FieldKind.NUMBER, low=1, high=9, default=lambda setup: len(setup["players"])),
    Field("deck", FieldKind.NUMBERS, parts={"red": 1, "blue": 1}, default=lambda _setup: {"red": 6, "blue": 11}),
    Field(
        "board", FieldKind.SLOTS, options=("peek", "look"), parts={"red": 3, "blue": 2},
        default=lambda _setup: {"red": [[], ["peek"], ["peek", "look"]], "blue": [[], []]},
    ),
    Field(
        "spread", FieldKind.OWN, default=lambda _setup: [1], own=Own(
            read=lambda text, _setup: [int(part) for part in text.split("-")],
            write=lambda value, _setup: "-".join(str(part) for part in value),
            fits=lambda value, setup: isinstance(value, list) and len(value) <= len(setup["players"]),
            known=lambda _setup: "1-2-3",
        ),
    ),
]  # fmt: skip
BY_NAME = as_fields(FIELDS)
WRITTEN = [
    ("mode", "half", "half"),
    ("plays", "yes", True),
    ("plays", "off", False),
    ("first", "NGUYỄN", 1),
    ("first", "3", 2),
    ("out", "山田,Nok", [2, 0]),
    ("out", "-", []),
    ("extras", "b,a", ["b", "a"]),
    ("extras", "", []),
    ("rounds", "7", 7),
    ("deck", "5,12", {"red": 5, "blue": 12}),
    ("deck", "blue=1, red=2", {"red": 2, "blue": 1}),
    ("board", "red=-,peek,peek+look", {"red": [[], ["peek"], ["peek", "look"]]}),
    ("board", "red=-,-,-;blue=look,-", {"red": [[], [], []], "blue": [["look"], []]}),
    ("spread", "3-1", [3, 1]),
]


@pytest.mark.parametrize(("name", "text", "value"), WRITTEN)
def test_what_is_written_is_read(name: str, text: str, value: Any) -> None:
    assert BY_NAME[name].read(text, SETUP) == value


@pytest.mark.parametrize(("name", "text", "value"), WRITTEN)
def test_writing_and_reading_is_identity(name: str, text: str, value: Any) -> None:
    field = BY_NAME[name]
    assert field.read(field.write(value, SETUP), SETUP) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mode", "quarter"), ("plays", "maybe"), ("first", "Nobody"), ("first", "0"), ("first", "4"),
        ("out", "Nok,Nok"), ("extras", "a,c"), ("extras", "a,a"), ("rounds", "0"), ("rounds", "many"), ("deck", "5"),
        ("deck", "red=5"), ("deck", "red=5,green=1"), ("board", "red=-,-"), ("board", "red=-,-,fly"),
        ("board", "-,-,-"), ("board", "green=-,-,-"), ("board", "red=-,-,-;red=-,-,-"),
        ("spread", "3-x"), ("spread", "1-2-3-4"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_field_named(name: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        BY_NAME[name].read(text, SETUP)
    assert refused.value.reason.id == "setup.field_value"
    assert refused.value.reason.values["field"] == name


def test_a_field_without_default_must_be_given() -> None:
    faults = field_faults(SETUP, BY_NAME)
    assert [(fault.id, fault.values["field"]) for fault in faults] == [
        ("setup.field_missing", "plays"),
        ("setup.field_missing", "first"),
    ]


def test_defaults_are_worked_out_from_the_players() -> None:
    filled = with_defaults(SETUP, BY_NAME)
    assert filled["rounds"] == 3
    assert "first" not in filled
    assert with_defaults({**SETUP, "rounds": 5}, BY_NAME)["rounds"] == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plays", "yes"), ("first", True), ("first", -1), ("out", [0, 0]), ("extras", "a"), ("rounds", True),
        ("deck", {"red": 5}), ("deck", 11), ("board", []), ("board", {"red": [[], [], "peek"]}),
        ("board", {"red": [[], [], ["peek", "peek"]]}), ("spread", "1-2"),
    ],
)  # fmt: skip
def test_a_value_of_another_shape_is_a_fault(name: str, value: Any) -> None:
    reason = BY_NAME[name].why_not({**SETUP, name: value})
    assert reason is not None
    assert reason.id == "setup.field_value"
