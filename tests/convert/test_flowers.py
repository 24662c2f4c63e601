"""Flowers in dealt hands."""

import pytest

from fastmj.convert import BrokenGame, FlowerReplay

FIRST = 34
HANDS = [[*range(12), FIRST, 12], [*range(9, 22)], [*range(13, 26)], [*range(21, 34)]]


def test_the_last_tile_of_east_is_the_one_drawn() -> None:
    table = FlowerReplay(HANDS)
    table.put_aside(0, 0)
    table.take(0, 33)
    table.begin()
    assert (table.seat, table.tile, table.flowers[0], table.taken, table.after_flower) == (0, 33, 1, 1, False)
    table.begin()
    table.discard(0, 33)
    table.take(1, FIRST + 5)
    table.put_aside(1, 5)
    table.take(1, 0)
    assert (table.flowers[1], table.taken, table.after_flower) == (1 << 5, 3, True)


def test_a_flower_cannot_be_replaced_twice_or_by_another() -> None:
    table = FlowerReplay(HANDS)
    table.put_aside(0, 0)
    table.take(0, 33)
    with pytest.raises(BrokenGame, match="seat 0 lays down flower 1, which it does not hold"):
        table.put_aside(0, 0)
    table.begin()
    with pytest.raises(BrokenGame, match="seat 0 lays down flower 1, which it has not just drawn"):
        table.put_aside(0, 0)
