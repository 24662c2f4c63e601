"""What counts as a kong draw, and who sees which tiles: turns that the made-up games do not hold."""

from fastmj.convert.games import Claim
from fastmj.convert.replay import TILES, Replay

EAST_HAND = "W1 W1 W1 W1 W2 W2 W2 W2 B1 B1 B1 J1 J1"
CLAIM = Claim("a game", "a file", 8, (), (0, 0, 0, 0))


def dealt(*hands: str) -> Replay:
    table = Replay()
    for seat, hand in enumerate(hands):
        table.deal(seat, [TILES[code] for code in hand.split()])
    return table


def test_kongs_in_a_row_and_a_flower_between() -> None:
    table = dealt(EAST_HAND)
    table.draw(0, TILES["B2"])
    table.concealed_kong(0, TILES["W1"])
    table.flower(0, 3)
    table.draw(0, TILES["B1"])
    table.concealed_kong(0, TILES["W2"])  # a new row: the flower's replacement was a plain draw
    table.draw(0, TILES["B3"])
    win = table.win(0, False, 0, CLAIM)
    assert win.flags == 1 << 8
    assert win.flowers == 0b1000
    assert win.melds == bytes([103, 104, 0, 0])


def test_a_kong_of_an_earlier_turn_is_no_kong_draw() -> None:
    table = dealt(EAST_HAND)
    table.draw(0, TILES["B2"])
    table.concealed_kong(0, TILES["W1"])
    table.draw(0, TILES["F1"])
    table.discard(0, TILES["F1"])
    for seat in (1, 2, 3):
        table.draw(seat, TILES["F2"])
        table.discard(seat, TILES["F2"])
    table.draw(0, TILES["F2"])
    assert table.win(0, False, 0, CLAIM).flags == 0b10  # the fourth south, three lie on the table


def test_a_concealed_kong_shows_nothing_and_a_discard_won_on_is_not_its_own_witness() -> None:
    table = dealt(EAST_HAND, "B1 F1 F1 F1 W4 W5 W6 T1 T2 T3 T4 T5 T6")
    table.draw(0, TILES["B9"])
    table.concealed_kong(0, TILES["W1"])
    table.draw(0, TILES["F1"])
    table.discard(0, TILES["F1"])
    table.pung(1)  # three of the four east winds lie open now
    assert table.shown[TILES["F1"]] == 3
    assert table.shown[TILES["W1"]] == 0
    table.discard(1, TILES["B1"])
    assert table.shown[TILES["B1"]] == 1
    win = table.win(0, True, 2, CLAIM)
    assert (win.flags, win.discarder, win.round) == (1, 1, 2)
