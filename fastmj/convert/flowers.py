"""Replay with flowers among the tiles: those of the deal are replaced before play, those drawn when they are drawn."""

from fastmj.convert.games import BrokenGame
from fastmj.convert.replay import Event, Replay
from fastmj.tiles import KINDS

FLOWER = KINDS
"""Tile codes from here on are flowers: ``FLOWER + 0`` to ``FLOWER + 7``."""
DEALT = 53
"""Tiles in four hands at the start, fourteen of them in East's."""


class FlowerReplay(Replay):
    """``Replay`` for logs that deal flowers into hands; ``dealt`` are the tile codes of E S W N, East's the 14th last.

    ``put_aside`` and ``take`` are called for every flower and for every tile from the wall, ``begin`` before any other
    event. ``taken`` counts the tiles taken from the wall after the deal.
    """

    def __init__(self, dealt: list[list[int]]) -> None:
        super().__init__()
        self.taken = 0
        self._dealt: list[list[int]] | None = [list(hand) for hand in dealt]

    def put_aside(self, seat: int, flower: int) -> None:
        """A flower (0-7) of the deal, or the one just drawn, is laid down."""
        if self._dealt is not None:
            if FLOWER + flower not in self._dealt[seat]:
                raise BrokenGame(f"seat {seat} lays down flower {flower + 1}, which it does not hold")
            self._dealt[seat].remove(FLOWER + flower)
            self.put_flower(seat, flower)
        elif (self.last, self.seat) != (Event.FLOWER, seat) or not self.flowers[seat] >> flower & 1:
            raise BrokenGame(f"seat {seat} lays down flower {flower + 1}, which it has not just drawn")

    def take(self, seat: int, tile: int) -> None:
        """A tile or flower from the wall."""
        self.taken += 1
        if self._dealt is not None:
            self._dealt[seat].append(tile)
        elif tile >= FLOWER:
            self.flower(seat, tile - FLOWER)
        else:
            self.draw(seat, tile)

    def begin(self) -> None:
        """The flowers dealt are replaced: play begins, with East's fourteenth tile drawn. Only the first call counts."""
        if self._dealt is None:
            return
        hands, self._dealt = self._dealt, None
        for seat, hand in enumerate(hands):
            if any(tile >= FLOWER for tile in hand):
                raise BrokenGame(f"seat {seat} keeps a flower in the hand")
            self.deal(seat, hand[:13] if seat == 0 else hand)
        if len(hands[0]) != 14:
            raise BrokenGame(f"seat 0 is dealt {len(hands[0])} tiles instead of 14")
        self.draw(0, hands[0][13])
