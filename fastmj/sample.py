"""Generated hands for tests, benchmarks and trying things out: named families, seeded, one and the same for ever.

A row depends on (family, seed, row number) alone, so batches of any size, made in any order, hold the same hands. What
a family holds never changes once published; a better one gets a new name.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from fastmj import tiles
from fastmj.arguments import Misuse, nearest, plain
from fastmj.hands import Hands
from fastmj.kernels.generate import COMPLETE, INVALID, NEAR, READY, generate
from fastmj.status import OK

FORMS = (
    "ordinary",
    "flush",
    "pungs",
    "many_ways",
    "seven_pairs",
    "thirteen_orphans",
    "greater_honors_knitted",
    "lesser_honors_knitted",
    "knitted_straight",
    "wall",
    "worst",
)
"""What the tiles are drawn as, in the order of the kernel's form codes."""

SPECIAL = {
    "seven_pairs": 4,
    "thirteen_orphans": 2,
    "greater_honors_knitted": 1,
    "lesser_honors_knitted": 2,
    "knitted_straight": 3,
}
MIXED = {"ordinary": 68, "flush": 15, "pungs": 5, **SPECIAL}


class Family(NamedTuple):
    """What a family holds: shares of the forms, and how its rows end."""

    meaning: str
    shares: dict[str, int]
    ending: int = COMPLETE


FAMILIES = {
    "mixed": Family("68 % ordinary, 15 % flush, 5 % pungs, 12 % special wins, 1.1 melds on average", MIXED),
    "ordinary": Family("wins of four sets and a pair of any kinds", {"ordinary": 1}),
    "flush": Family("wins in one suit, half of them with honors", {"flush": 1}),
    "pungs": Family("wins of four pungs or kongs and a pair", {"pungs": 1}),
    "many_ways": Family("wins with at least two readings", {"many_ways": 1}),
    "special": Family("seven pairs, thirteen orphans, knitted honors, knitted straight", SPECIAL),
    "near": Family("14 tiles (3 less a meld) that are no win but for one tile", MIXED, NEAR),
    "ready": Family("13 tiles (3 less a meld) that wait for a tile; no winning tile", MIXED, READY),
    "random": Family("14 tiles from the wall, some melded; hardly ever a win", {"wall": 1}),
    "worst": Family("wins with the most readings that so many concealed tiles can have, up to four", {"worst": 1}),
    "invalid": Family("one fault a row, in the order of FAULTS; row 0 is sound", {"ordinary": 4, "flush": 1}, INVALID),
}

FAULTS = (
    ("none", "ok"),
    ("no winning tile", "missing"),
    ("winning tile code", "bad_tile"),
    ("meld code", "bad_meld"),
    ("chow from 8, 9 or an honor", "bad_meld"),
    ("a tile short", "wrong_tile_count"),
    ("a tile too many", "wrong_tile_count"),
    ("256 tiles too many", "wrong_tile_count"),
    ("five copies", "too_many_copies"),
    ("winning tile not held", "win_tile_not_in_hand"),
    ("one tile off a win", "not_a_win"),
    ("win_by code", "bad_context"),
    ("unknown flag", "bad_context"),
    ("seat code", "bad_context"),
    ("round code", "bad_context"),
    ("discarder code", "bad_context"),
    ("feeder code", "bad_context"),
    ("discarder = seat", "bad_context"),
    ("discarder with self_draw", "bad_context"),
    ("feeder = seat", "bad_context"),
    ("robbed tile held twice", "bad_context"),
    ("kong_draws code", "bad_context"),
    ("kong_draws with discard", "bad_context"),
    ("more kong_draws than kongs", "bad_context"),
    ("flower_draw without a flower", "bad_context"),
    ("flower_draw with discard", "bad_context"),
    ("kong_draws with flower_draw", "bad_context"),
    ("heaven and earth", "bad_context"),
    ("heaven with discard", "bad_context"),
    ("heaven not East", "bad_context"),
    ("heaven with an exposed set", "bad_context"),
    ("earth with self_draw", "bad_context"),
    ("earth for East", "bad_context"),
    ("earth not from East", "bad_context"),
    ("earth with an exposed set", "bad_context"),
)
"""(fault, status) of row i of family ``invalid`` is entry ``i % len(FAULTS)``; a sound row may be ``below_minimum``."""

THEMES = np.array(
    [
        tiles.SIMPLES,
        tiles.ORPHANS,
        tiles.TERMINALS,
        tiles.HONORS,
        tiles.UPPER,
        tiles.MIDDLE,
        tiles.LOWER,
        tiles.UPPER_FOUR,
        tiles.LOWER_FOUR,
        tiles.GREENS,
        tiles.REVERSIBLE,
        tiles.suited((2, 4, 6, 8)),
        tiles.suited((3, 4, 5, 6, 7)),
        tiles.suited((1, 2, 3, 5, 7, 8, 9)),
        tiles.suited((1, 2, 3, 7, 8, 9)) | tiles.HONORS,
        tiles.suited((1, 2, 3, 7, 8, 9), "mp") | tiles.suited((5,), "s"),
    ],
    np.int64,
)
"""Masks of kinds: a tenth of the ordinary hands and some others keep to one, so that rare elements occur."""

PATTERNS = np.array(tiles.KNITTED, np.int64)

SCHEMA = pa.schema(
    [
        ("hand", pa.binary(34)),
        ("melds", pa.binary(4)),
        ("win_tile", pa.uint8()),
        ("win_by", pa.uint8()),
        ("flags", pa.uint16()),
        ("seat", pa.uint8()),
        ("round", pa.uint8()),
        ("flowers", pa.uint8()),
        ("discarder", pa.uint8()),
        ("feeder", pa.uint8()),
    ]
)
"""The columns written: codes of ``fastmj.tiles``, no nulls (255 = no winning tile, no seat)."""


def sample_arrays(n: int, family: str = "mixed", seed: int = 0, *, start: int = 0) -> Hands:
    """Rows ``start`` to ``start + n`` of a family as arrays of n rows.

    Raises ValueError for an unknown family and for a negative n, seed or start.
    """
    _check(family, n=n, seed=seed, start=start)
    shares, ending = FAMILIES[family].shares, FAMILIES[family].ending
    weights = np.cumsum([shares.get(form, 0) for form in FORMS], dtype=np.int64)
    counts, melds = np.empty((n, 34), np.uint8), np.empty((n, 4), np.uint8)
    win_tile, win_by, seat, round_wind, flowers, discarder, feeder = (np.empty(n, np.uint8) for _ in range(7))
    flags = np.empty(n, np.uint16)
    columns = (counts, melds, win_tile, win_by, flags, seat, round_wind, flowers, discarder, feeder)
    generate(*columns, weights, THEMES, PATTERNS, ending, seed, start)
    return Hands(*columns, status=np.full(n, OK, np.uint8))


def sample_batches(
    n: int, family: str = "mixed", seed: int = 0, *, batch_rows: int = 65536
) -> Iterator[pa.RecordBatch]:
    """n rows of a family, batch by batch, as record batches of ``SCHEMA`` (the arrays' memory, not copied)."""
    _check(family, n=n, seed=seed)
    if batch_rows < 1:
        raise ValueError(f"batch_rows is {batch_rows}; it must be at least 1")
    starts = range(0, n, batch_rows)
    return (_record_batch(sample_arrays(min(batch_rows, n - start), family, seed, start=start)) for start in starts)


def sample(n: int, family: str = "mixed", seed: int = 0) -> pa.Table:
    """n generated hands of a family as one table of ``SCHEMA``."""
    return pa.Table.from_batches([_record_batch(sample_arrays(n, family, seed))])


def _check(family: str, **numbers: int) -> None:
    if not isinstance(family, str) or family not in FAMILIES:
        raise Misuse(f"unknown family {family!r}; known: {', '.join(FAMILIES)}{nearest(family, FAMILIES)}")
    for name, value in numbers.items():
        if not isinstance(plain(value), int):
            raise TypeError(f"{name}: a whole number is needed, got {value!r}")
        if not 0 <= value < 1 << 63:
            raise Misuse(f"{name} is {value}; it must be from 0 to 2**63 - 1")


def _record_batch(hands: Hands) -> pa.RecordBatch:
    columns = dict(zip(Hands._fields, tuple(hands), strict=True)) | {"hand": hands.counts}
    return pa.RecordBatch.from_arrays(
        [
            pa.Array.from_buffers(field.type, len(hands.counts), [None, pa.py_buffer(columns[field.name])])
            for field in SCHEMA
        ],
        schema=SCHEMA,
    )
