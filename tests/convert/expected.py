"""What the made-up games in data/ must become: one entry a win, written by hand from the games."""

from typing import Any

import pyarrow as pa

SUITS = {"m": 0, "p": 9, "s": 18, "z": 27}
LAST_TILE, LAST_OF_KIND, FLOWER_DRAW, KONG_DRAW = 1, 2, 16, 256
DISCARD, SELF_DRAW, ROBBED_KONG = 0, 1, 2
EAST, SOUTH, WEST, NORTH = range(4)


def slot(tile: str) -> int:
    """``3s`` -> 20."""
    return SUITS[tile[1]] + int(tile[0]) - 1


def counts(*groups: str) -> bytes:
    """``"123m", "55z"`` -> the 34 counts."""
    tiles = [slot(rank + group[-1]) for group in groups for rank in group[:-1]]
    return bytes(tiles.count(kind) for kind in range(34))


def win(game_id: str, *, melds: tuple[int, ...] = (), flags: int = 0, flowers: int = 0, **rest: Any) -> dict[str, Any]:
    """A row without its ``source``."""
    return {
        "hand": counts(*rest["hand"]),
        "melds": bytes(melds) + bytes(4 - len(melds)),
        "win_tile": slot(rest["tile"]),
        "win_by": rest["by"],
        "flags": flags,
        "seat": rest["seat"],
        "round": rest["round"],
        "flowers": flowers,
        "discarder": rest.get("discarder"),
        "game_id": game_id,
        "win_index": 0,
        "claimed_total": rest["total"],
        "claimed_elements": rest["elements"],
        "claimed_deltas": rest["deltas"],
    }


CLAIMS = win(
    "claims",
    hand=("44m", "678m", "999m"),
    melds=(1, 35 + 4),  # chow 123m, pung 555m
    tile="4m",
    by=DISCARD,
    seat=SOUTH,
    round=SOUTH,
    discarder=WEST,
    total=25,
    elements=["Full Flush", "Pung of Terminals or Honors"],
    deltas=[-8, 49, -33, -8],
)
CONCEALED_KONG = win(
    "concealed-kong",
    hand=("333s", "444s", "666s", "66z"),
    melds=(103 + 19,),  # concealed kong 2222s
    tile="4s",
    by=SELF_DRAW,
    flags=KONG_DRAW,
    seat=EAST,
    round=EAST,
    total=186,
    elements=[
        "All Green",
        "Four Concealed Pungs",
        "Pure Shifted Pungs",
        "Out with Replacement Tile",
        "Concealed Kong",
    ],
    deltas=[582, -194, -194, -194],
)
TWO_KONGS = win(
    "two-kongs",
    hand=("123p", "567p", "99s"),
    melds=(69 + 33, 103 + 29),  # kong of red dragons claimed, then concealed kong of west
    tile="3p",
    by=SELF_DRAW,
    flags=2 * KONG_DRAW,
    seat=WEST,
    round=WEST,
    total=21,
    elements=[
        "Out with Replacement Tile",
        "Dragon Pung",
        "Prevalent Wind",
        "Seat Wind",
        "One Voided Suit",
        "Edge Wait",
        "Concealed Kong and Melded Kong",
    ],
    deltas=[-29, -29, 87, -29],
)
PROMOTED_KONG = win(
    "promoted-kong",
    hand=("456m", "234p", "678p", "22s"),
    melds=(69 + 31,),  # pung of white dragons made a kong
    tile="6m",
    by=SELF_DRAW,
    flags=KONG_DRAW,
    seat=NORTH,
    round=NORTH,
    total=11,
    elements=["Out with Replacement Tile", "Dragon Pung", "Melded Kong"],
    deltas=[-19, -19, -19, 57],
)
ROBBED = win(
    "robbed-kong",
    hand=("123m", "12399p", "123789s"),
    tile="3m",
    by=ROBBED_KONG,
    flags=LAST_OF_KIND,  # the pung showed the other three
    seat=EAST,
    round=EAST,
    discarder=SOUTH,
    total=26,
    elements=[
        "Mixed Triple Chow",
        "Robbing the Kong",
        "Outside Hand",
        "Concealed Hand",
        "All Chows",
        "Two Terminal Chows",
        "Edge Wait",
    ],
    deltas=[50, -34, -8, -8],
)
LAST_DRAW = win(
    "last-tile-draw",
    hand=("234678m", "55678p", "234s"),
    tile="8p",
    by=SELF_DRAW,
    flags=LAST_TILE,
    seat=NORTH,
    round=EAST,
    total=18,
    elements=[
        "Last Tile Draw",
        "Fully Concealed Hand",
        "All Chows",
        "All Simples",
        "Mixed Double Chow",
        "Mixed Double Chow",
    ],
    deltas=[-26, -26, -26, 78],
)
LAST_CLAIM = win(
    "last-tile-claim",
    hand=("234678m", "55678p", "234s"),
    tile="8p",
    by=DISCARD,
    flags=LAST_TILE,  # the wall of East, who would draw next, is used up; the winner's own is not
    seat=SOUTH,
    round=SOUTH,
    discarder=NORTH,
    total=16,
    elements=[
        "Last Tile Claim",
        "Concealed Hand",
        "All Chows",
        "All Simples",
        "Mixed Double Chow",
        "Mixed Double Chow",
    ],
    deltas=[-8, 40, -8, -24],
)
FOURTH_TILE = win(
    "last-of-kind",
    hand=("234678m", "55789p", "234s"),
    tile="8p",
    by=DISCARD,
    flags=LAST_OF_KIND,
    seat=EAST,
    round=WEST,
    discarder=WEST,
    total=10,
    elements=["Last Tile", "Concealed Hand", "All Chows", "Mixed Double Chow", "Closed Wait"],
    deltas=[34, -8, -18, -8],
)
FLOWERS = win(
    "botzone_flowers",
    hand=("123789m", "45688p", "789s"),
    tile="8m",
    by=SELF_DRAW,
    flags=FLOWER_DRAW,
    seat=EAST,
    round=SOUTH,
    flowers=0b10100001,  # H1 and H6 dealt, H8 drawn
    total=19,
    elements=[
        "Mixed Straight",
        "Fully Concealed Hand",
        "All Chows",
        "Mixed Double Chow",
        "Closed Wait",
        "Flower Tiles",
        "Flower Tiles",
        "Flower Tiles",
    ],
    deltas=[81, -27, -27, -27],
)
KONG_THEN_FLOWER = win(
    "botzone_kong_then_flower",
    hand=("111p", "55567s", "666z"),
    melds=(103 + 33,),
    tile="5s",
    by=SELF_DRAW,
    flags=FLOWER_DRAW,  # the tile replaced the flower, not the kong
    seat=NORTH,
    round=EAST,
    flowers=0b10010,
    total=32,
    elements=[
        "Three Concealed Pungs",
        "Two Dragons",
        "Fully Concealed Hand",
        "Concealed Kong",
        "Pung of Terminals or Honors",
        "One Voided Suit",
        "Flower Tiles",
        "Flower Tiles",
    ],
    deltas=[-40, -40, -40, 120],
)
OLD_COPY = [
    PROMOTED_KONG | {"claimed_elements": [None] * 3},
    FOURTH_TILE | {"claimed_elements": [None] * 5},
]

GAMES = [CLAIMS, CONCEALED_KONG, TWO_KONGS, PROMOTED_KONG, ROBBED, LAST_DRAW, LAST_CLAIM, FOURTH_TILE]
"""The wins of pku_games.txt and of botzone_games.json, in order; the ninth game there is a draw."""


def rows(table: pa.Table) -> list[dict[str, Any]]:
    """The rows of an imported table without ``source``, to be compared with the above."""
    return table.drop_columns(["source"]).to_pylist()  # type: ignore[no-any-return]


def one_wall(*game_ids: str) -> list[dict[str, Any]]:
    """The wins of the games in records/ under their names there."""
    claimed = LAST_CLAIM | {"seat": NORTH, "discarder": SOUTH, "claimed_deltas": [-8, -24, -8, 40]}
    wins = [claimed if game is LAST_CLAIM else game for game in [*GAMES, FLOWERS, KONG_THEN_FLOWER]]
    return [game | {"game_id": game_id} for game, game_id in zip(wins, game_ids, strict=True)]
