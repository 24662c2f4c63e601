"""Elements about flowers."""

import pytest

from fastmj.elements import flowers
from fastmj.elements.element import Element
from fastmj.kernels.view import CLAIM, REGULAR
from tests.elements.examples import Example, Table, check, each, no, seen, yes

TABLE: Table = {
    flowers.flower_tiles: (
        yes("[123m]567p222s78s11z+9s", "Chicken Hand, Flower Tiles", flowers="1f"),
        yes("1122446677889s+9s", "Seven Pairs, Full Flush, Flower Tiles*8", flowers="1f2f3f4f5f6f7f8f"),
        no("[123m]567p222s78s11z+9s", "Chicken Hand"),
    ),
}


@pytest.mark.parametrize(("element", "example"), each(TABLE))
def test_hands(element: Element, example: Example) -> None:
    check(element, example)


EAST, SOUTH, WEST, NORTH = 1, 2, 4, 8


def held(*numbers: int) -> int:
    """Flowers by number: 1-4 one series, 5-8 the other."""
    return sum(1 << number - 1 for number in numbers)


@pytest.mark.parametrize(
    ("element", "of", "fields", "found"),
    [
        (flowers.flower_tiles, held(1, 5, 6, 8), {}, 4),
        (flowers.no_flower, 0, {}, 1),
        (flowers.no_flower, held(8), {}, 0),
        (flowers.chance_flower, held(3), {"seat_wind": WEST}, 1),
        (flowers.chance_flower, held(3, 7), {"seat_wind": WEST}, 2),
        (flowers.chance_flower, held(1, 2, 4, 5, 6, 8), {"seat_wind": WEST}, 0),
        (flowers.full_set_of_flowers, held(1, 2, 3, 4, 5), {}, 1),
        (flowers.full_set_of_flowers, held(4, 5, 6, 7, 8), {}, 1),
        (flowers.full_set_of_flowers, held(*range(1, 9)), {}, 2),
        (flowers.full_set_of_flowers, held(2, 3, 4, 5), {}, 0),
        (flowers.seat_season, held(8), {"seat_wind": NORTH}, 1),
        (flowers.seat_season, held(4, 7), {"seat_wind": NORTH, "round_wind": WEST}, 0),
        (flowers.flower_of_the_round, held(2), {"round_wind": SOUTH}, 1),
        (flowers.flower_of_the_round, held(1, 6), {"round_wind": SOUTH, "seat_wind": EAST}, 0),
        (flowers.flower_of_the_seat, held(2), {"seat_wind": SOUTH}, 1),
        (flowers.flower_of_the_seat, held(1, 6), {"seat_wind": SOUTH, "round_wind": EAST}, 0),
        (flowers.eight_flowers, held(*range(1, 9)), {}, 1),
        (flowers.eight_flowers, held(*range(1, 8)), {}, 0),
        (flowers.seven_flowers_claimed, held(*range(2, 9)), {"form": CLAIM}, 1),
        (flowers.seven_flowers_claimed, held(*range(1, 9)), {"form": CLAIM}, 0),
        (flowers.seven_flowers_claimed, held(*range(2, 9)), {"form": REGULAR}, 0),
        (flowers.eight_flowers_claimed, held(*range(1, 9)), {"form": CLAIM}, 1),
        (flowers.eight_flowers_claimed, held(*range(2, 9)), {"form": CLAIM}, 0),
        (flowers.eight_flowers_claimed, held(*range(1, 9)), {"form": REGULAR}, 0),
    ],
)
def test_detectors(element: Element, of: int, fields: dict[str, int], found: int) -> None:
    assert element(seen(flowers=of, **fields)) == found
