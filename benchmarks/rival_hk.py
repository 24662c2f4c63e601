"""hk-mahjong, which scores Hong Kong hands in plain Python, and the hands about which its rules and `hk` say the same.

Shared: All Pungs 3, Half Flush 3, each dragon pung 1 (two of them 2), the seat's and the round's wind 1 each; a win by one's
own draw, a hand without melds, a robbed kong and no flower 1 each. Hands with anything else are not asked about:

- Not in its table: All Chows, Seven Pairs, Heaven And Earth, the flower of the round, Four Kongs beside other elements.
- Other points: Full Flush 7 (here 5). All Honors, Great Dragons, Great Winds, All Kongs, All Terminals and Nine Gates are
  limit hands of 13, All Terminals and Honors 1. Its cap is 13 (here 8), so points are compared before the cap.
- Other sums: a win on the last tile or on a kong's replacement adds to Self Drawn there and takes its place here; there the
  last tile adds to a robbed kong, and both flowers of the seat count, here only the season.
- Its minimum of 3 faan is a property of the result; `hk` has none, so hands below it are compared as well.

In two points it is wrong, by the rules of `hk` and by its own words. It defines Small Dragons and Small Winds but never looks
for them (`hk`: Little Three Dragons and Little Four Winds, 3 each). And a hand whose only melds are concealed kongs is not
concealed to it, while its comment excepts concealed kongs (`hk`: Concealed Hand or Fully Concealed Hand, 1).
"""

import importlib.metadata
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pytest

import fastmj
from fastmj import tiles
from fastmj.sample import sample, sample_arrays
from tests.reference.rows import Row, meld_tiles

RULES = "hk"
FAMILY = "mixed, shared rules"
SHARED = {
    "All Pungs",
    "Half Flush",
    "Two Dragons",
    "Dragon Pung",
    "Prevalent Wind",
    "Seat Wind",
    "Fully Concealed Hand",
    "Concealed Hand",
    "Self-Draws",
    "Robbing The Kong",
    "No Flower",
}
ONE_IN = 5
"""Of so many generated `mixed` hands at least one is of the shared part."""


class Program(NamedTuple):
    """The modules that are called."""

    scoring: Any
    win_check: Any
    meld: Any
    tiles: Any

    @property
    def name(self) -> str:
        """Name and version."""
        return f"hk-mahjong {importlib.metadata.version('hk-mahjong')}"


def installed() -> Program:
    """The program; skips the test where it is not installed."""
    return Program(*(pytest.importorskip(f"hk_mahjong.core.{name}") for name in Program._fields))


@cache
def shared(n: int, family: str, seed: int) -> pa.Table:
    """n hands of a family in which only the shared part counts."""
    table, hands = sample(ONE_IN * n, family, seed), sample_arrays(ONE_IN * n, family, seed)
    found = fastmj.score_batch(table, rules=RULES)["elements"].to_pylist()
    only = np.array([elements is not None and {e["element"] for e in elements} <= SHARED for elements in found])
    kongs_alone = (hands.melds >= tiles.CONCEALED_KONG).any(1) & (
        (hands.melds == 0) | (hands.melds >= tiles.CONCEALED_KONG)
    ).all(1)
    seat_flower = hands.flowers & (0x11 << hands.seat) != 0
    last_tile = hands.flags & tiles.FLAG_LAST_TILE != 0
    rows = np.flatnonzero(only & ~kongs_alone & ~seat_flower & ~last_tile & _with_simples(hands.counts, hands.melds))
    return table.take(rows[:n]).combine_chunks()


def _with_simples(counts: Any, melds: Any) -> Any:
    """Whether a tile from 2 to 8 is among them: chows have one always."""
    simple = np.array([tiles.SIMPLES >> slot & 1 for slot in range(tiles.KINDS)], bool)
    chow = (melds > 0) & (melds < tiles.PUNG)
    return counts[:, simple].any(1) | (chow | (melds > 0) & simple[(melds.astype(int) - 1) % tiles.KINDS]).any(1)


def arguments(program: Program, row: Row) -> dict[str, Any]:
    """What `ScoringContext` takes beside the reading of the hand."""
    make, suit, wind, dragon = program.tiles, program.tiles.Suit, program.tiles.Wind, program.tiles.Dragon
    kinds = [make.make_suited(s, rank) for s in (suit.CHARACTERS, suit.DOTS, suit.BAMBOO) for rank in range(1, 10)]
    kinds += [*map(make.make_wind, wind), *map(make.make_dragon, (dragon.WHITE, dragon.GREEN, dragon.RED))]
    types = program.meld.MeldType
    sorts = (types.CHOW, types.PONG, types.KONG, types.CONCEALED_KONG)
    bonus = [make.make_bonus(series, number) for series in make.BonusType for number in range(1, 5)]
    return {
        "exposed_melds": [
            program.meld.Meld(sorts[(byte - 1) // tiles.KINDS], tuple(kinds[slot] for slot in meld_tiles(byte)))
            for byte in row.melds
            if byte
        ],
        "concealed_tiles": [kinds[slot] for slot in range(tiles.KINDS) for _ in range(row.counts[slot])],
        "bonus_tiles": [tile for bit, tile in enumerate(bonus) if row.flowers >> bit & 1],
        "winning_tile": kinds[row.win_tile],
        "self_drawn": row.win_by == tiles.SELF_DRAW,
        "seat_wind": make.WIND_ORDER[row.seat],
        "prevailing_wind": make.WIND_ORDER[row.round],
        "is_robbing_kong": row.win_by == tiles.ROBBED_KONG,
    }


def one_by_one(program: Program, rows: list[Row]) -> Callable[[], list[int]]:
    """A call that scores all hands as its game does: the best of all readings of each; arguments are ready-made."""
    ready = [arguments(program, row) for row in rows]
    read, score, context = program.win_check.check_win, program.scoring.score_hand, program.scoring.ScoringContext

    def ask() -> list[int]:
        return [
            max(
                score(context(decomposition=reading, **hand)).total_faan
                for reading in read(hand["concealed_tiles"], hand["exposed_melds"])
            )
            for hand in ready
        ]

    return ask
