"""The ledger: however moves are logged, they are told one by one, and every count is their sum."""

from __future__ import annotations

from gmtool.core.table import BANK, DISCARD, DRAW, Table


class TwoKinds(Table):
    WHATS = ("coin", "card")


def a_table() -> Table:
    return TwoKinds({"players": ["Ann", "Boy", "Chai"]}, {})


def steps(table: Table) -> list[tuple[object, ...]]:
    return [tuple(move[2:]) for move in table.moves]


def test_one_payment_to_several_is_told_kind_after_kind_and_seat_after_seat() -> None:
    table = a_table()
    table.pay(((0, [2, 0], 3, "R1"), (1, [2], 0, "R2"), (1, [2, 0], 1, "R3")))
    assert steps(table) == [
        (0, BANK, 2, 3, "R1"), (0, BANK, 0, 3, "R1"), (1, BANK, 2, 1, "R3"), (1, BANK, 0, 1, "R3"),
    ]  # fmt: skip
    assert table.held[0][:3] == [3, 0, 3]
    assert (table.held[0][BANK], table.held[1][BANK]) == (-6, -2)


def test_what_goes_on_at_once_is_told_as_two_moves() -> None:
    table = a_table()
    table.move_through(1, DRAW, 1, DISCARD, 2, "R")
    assert steps(table) == [(1, DRAW, 1, 2, "R"), (1, 1, DISCARD, 2, "R")]
    assert (table.held[1][DRAW], table.held[1][1], table.held[1][DISCARD]) == (-2, 0, 2)


def test_to_each_and_from_each_are_told_in_the_order_of_the_places() -> None:
    table = a_table()
    table.move_to_each(0, BANK, [1, 0], 2, "R1")
    table.move_from_each(0, [0, 1], DISCARD, 1, "R2")
    table.move_to_each(0, BANK, [], 2, "R3")
    assert steps(table) == [
        (0, BANK, 1, 2, "R1"), (0, BANK, 0, 2, "R1"), (0, 0, DISCARD, 1, "R2"), (0, 1, DISCARD, 1, "R2"),
    ]  # fmt: skip
    assert table.held[0][:2] == [1, 1]


def test_what_happened_does_not_show_what_it_holds() -> None:
    table = a_table()
    table.tell("turned_up", "X-1", secret=True, role="dark")
    assert "dark" not in repr(table.events)
