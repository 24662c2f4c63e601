"""The state of a table while a log is replayed; it knows the rules of play, so that an impossible event is noticed."""

from enum import IntEnum
from typing import Any, NoReturn

from fastmj.convert.games import BrokenGame, Claim, Win
from fastmj.tiles import (
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    FLAG_FLOWER_DRAW,
    FLAG_LAST_OF_KIND,
    FLAG_LAST_TILE,
    KINDS,
    KONG,
    KONG_DRAWS_SHIFT,
    NAMES,
    PUNG,
    ROBBED_KONG,
    SELF_DRAW,
)

NOBODY = -1
OWN_WALL = 21  # tiles a seat can draw where each of the four has its own quarter of 136 tiles: 34 - 13


class Codes(dict[Any, int]):
    """A table of codes; an unknown one is a broken game."""

    def __init__(self, what: str, codes: dict[Any, int]) -> None:
        super().__init__(codes)
        self.what = what

    def __missing__(self, code: Any) -> NoReturn:
        raise BrokenGame(f"unknown {self.what} {code!r}")


TILES = Codes(
    "tile",
    {f"{suit}{rank}": 9 * i + rank - 1 for i, suit in enumerate("WBT") for rank in range(1, 10)}
    | {f"F{wind}": 26 + wind for wind in range(1, 5)}
    | {"J1": 33, "J2": 32, "J3": 31},
)
"""The tiles of both log formats: W characters, B dots, T bamboo, F winds, J1 red, J2 green, J3 white."""


class Event(IntEnum):
    """What happened last."""

    DEALT = 0
    DRAWN = 1
    DISCARDED = 2
    CLAIMED = 3  # a chow or pung: its owner must discard
    KONG = 4  # its owner must draw
    PROMOTED = 5  # the same, and the tile may be robbed
    FLOWER = 6  # its owner must draw


class Replay:
    """Four hands in play. Methods are the events; each raises ``BrokenGame`` when it cannot happen now."""

    def __init__(self) -> None:
        self.hands = [[0] * KINDS for _ in range(4)]
        self.melds: list[list[int]] = [[], [], [], []]
        self.flowers = [0] * 4
        self.drawn = [0] * 4
        self.seen = [0] * KINDS  # copies that have left the wall
        self.shown = [0] * KINDS  # copies that all can see: discards and exposed sets
        self.last = Event.DEALT
        self.seat = NOBODY  # whose event was the last
        self.tile = 0  # the tile of the last draw, discard or promotion
        self.turn = 0  # who may draw now
        self.kongs = 0  # kongs of this turn whose replacements followed each other
        self.after_flower = False  # the drawn tile replaced a flower

    def deal(self, seat: int, tiles: list[int]) -> None:
        """A seat's first 13 tiles."""
        if self.seat != NOBODY or any(self.hands[seat]):
            raise BrokenGame(f"seat {seat} is dealt to twice")
        if len(tiles) != 13:
            raise BrokenGame(f"seat {seat} is dealt {len(tiles)} tiles instead of 13")
        for tile in tiles:
            self._enter(seat, tile)

    def draw(self, seat: int, tile: int) -> None:
        """A tile from the wall, in turn or as a replacement."""
        self._from_wall(seat)
        if self.last in (Event.DEALT, Event.DISCARDED):
            self.kongs = 0
        self._enter(seat, tile)
        self.after_flower = self.last == Event.FLOWER
        self.last, self.seat, self.tile, self.turn = Event.DRAWN, seat, tile, NOBODY

    def flower(self, seat: int, flower: int) -> None:
        """A flower (0-7) from the wall, put aside; a draw follows."""
        self._from_wall(seat)
        self.put_flower(seat, flower)
        self.kongs = 0  # the tile to come replaces the flower, no longer a kong
        self.last, self.seat, self.turn = Event.FLOWER, seat, seat

    def put_flower(self, seat: int, flower: int) -> None:
        """Put a flower (0-7) of the deal or the wall aside."""
        if any(flowers >> flower & 1 for flowers in self.flowers):
            raise BrokenGame(f"flower {flower + 1} appears twice")
        self.flowers[seat] |= 1 << flower

    def discard(self, seat: int, tile: int) -> None:
        """A tile laid down after a draw, chow or pung."""
        if seat != self.seat or self.last not in (Event.DRAWN, Event.CLAIMED):
            raise BrokenGame(f"seat {seat} discards out of turn")
        self._take(seat, tile, 1)
        self.shown[tile] += 1
        self.last, self.tile, self.turn = Event.DISCARDED, tile, (seat + 1) % 4

    def chow(self, seat: int, middle: int) -> None:
        """A chow with the last discard, named by its middle tile."""
        claimed = self._claimed(seat)
        if seat != self.turn or middle > 26 or middle % 9 in (0, 8) or abs(claimed - middle) > 1:
            raise BrokenGame(f"seat {seat} cannot make a chow around {NAMES[middle]} with {NAMES[claimed]}")
        for tile in (middle - 1, middle, middle + 1):
            if tile != claimed:
                self._take(seat, tile, 1)
                self.shown[tile] += 1
        self._meld(seat, CHOW + middle - 1, Event.CLAIMED)

    def pung(self, seat: int) -> None:
        """A pung with the last discard."""
        tile = self._claimed(seat)
        self._take(seat, tile, 2)
        self.shown[tile] += 2
        self._meld(seat, PUNG + tile, Event.CLAIMED)

    def kong(self, seat: int) -> None:
        """A melded kong with the last discard."""
        tile = self._claimed(seat)
        self._take(seat, tile, 3)
        self.shown[tile] += 3
        self.kongs = 1
        self._meld(seat, KONG + tile, Event.KONG)

    def concealed_kong(self, seat: int, tile: int) -> None:
        """A concealed kong after a draw."""
        self._after_draw(seat)
        self._take(seat, tile, 4)
        self.kongs += 1
        self._meld(seat, CONCEALED_KONG + tile, Event.KONG)

    def promote(self, seat: int, tile: int) -> None:
        """A pung made a kong after a draw; the tile may be robbed."""
        self._after_draw(seat)
        if PUNG + tile not in self.melds[seat]:
            raise BrokenGame(f"seat {seat} has no pung of {NAMES[tile]} to promote")
        self._take(seat, tile, 1)
        self.shown[tile] += 1
        self.kongs += 1
        self.melds[seat][self.melds[seat].index(PUNG + tile)] = KONG + tile
        self.last, self.tile, self.turn = Event.PROMOTED, tile, seat

    def own_wall_ends(self) -> bool:
        """Whether the seat after the last to act has drawn its whole quarter of the wall (there are no flowers)."""
        return self.drawn[(self.seat + 1) % 4] >= OWN_WALL

    def win(self, seat: int, wall_ends: bool, round_wind: int, claim: Claim) -> Win:
        """The seat goes out on the last event; ``wall_ends`` says whether that was the last tile of the wall."""
        deltas = (0, 0, 0, 0) if claim.deltas is None else claim.deltas
        if len(deltas) != 4 or not all(abs(number) < 2**31 for number in (claim.total, *deltas)):
            raise BrokenGame(f"total {claim.total} with score {claim.deltas}")
        tile, flags, others_shown = self.tile, 0, self.shown[self.tile]
        discarder: int | None = None
        if self.last == Event.DRAWN and seat == self.seat:
            win_by = SELF_DRAW
            flags |= self.kongs << KONG_DRAWS_SHIFT
            flags |= FLAG_FLOWER_DRAW if self.after_flower else 0
        elif self.last in (Event.DISCARDED, Event.PROMOTED) and seat != self.seat:
            win_by = DISCARD if self.last == Event.DISCARDED else ROBBED_KONG
            discarder = self.seat
            others_shown -= 1
            self.hands[seat][tile] += 1
        else:
            raise BrokenGame(f"seat {seat} has no tile to win on")
        if others_shown == 3:
            flags |= FLAG_LAST_OF_KIND
        if wall_ends and win_by != ROBBED_KONG:  # no kong is made on an empty wall
            flags |= FLAG_LAST_TILE
        tiles = sum(self.hands[seat]) + 3 * len(self.melds[seat])
        if tiles != 14:
            raise BrokenGame(f"seat {seat} wins with {tiles} tiles (a kong counted as three) instead of 14")
        melds = bytes(self.melds[seat]).ljust(4, b"\0")
        context = (tile, win_by, flags, seat, round_wind, self.flowers[seat], discarder)
        return Win(bytes(self.hands[seat]), melds, *context, claim.game_id, 0, *claim[1:])

    def _enter(self, seat: int, tile: int) -> None:
        self.seen[tile] += 1
        if self.seen[tile] > 4:
            raise BrokenGame(f"a fifth {NAMES[tile]} appears")
        self.hands[seat][tile] += 1

    def _from_wall(self, seat: int) -> None:
        if seat != self.turn:
            raise BrokenGame(f"seat {seat} draws out of turn")
        self.drawn[seat] += 1

    def _after_draw(self, seat: int) -> None:
        if seat != self.seat or self.last != Event.DRAWN:
            raise BrokenGame(f"seat {seat} makes a kong without having drawn")

    def _claimed(self, seat: int) -> int:
        if self.last != Event.DISCARDED or seat == self.seat:
            raise BrokenGame(f"seat {seat} has no discard to claim")
        return self.tile

    def _take(self, seat: int, tile: int, copies: int) -> None:
        if self.hands[seat][tile] < copies:
            raise BrokenGame(f"seat {seat} needs {copies} x {NAMES[tile]} and holds {self.hands[seat][tile]}")
        self.hands[seat][tile] -= copies

    def _meld(self, seat: int, meld: int, event: Event) -> None:
        self.melds[seat].append(meld)
        self.last, self.seat = event, seat
        self.turn = seat if event == Event.KONG else NOBODY
