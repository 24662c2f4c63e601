"""Rows as text, as dicts in the case format and as arrays of the hand columns."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.reference.rows import (
    EARTH,
    FIFTH_TILE,
    FLOWER_DRAW,
    HEAVEN,
    LAST_OF_KIND,
    LAST_TILE,
    NONE,
    SEATS,
    WINS,
    Row,
    meld_tiles,
)


def _tiles(slots: list[int]) -> str:
    """Ascending slots as text, each suit written once."""
    suits = ["".join(str(slot % 9 + 1) for slot in slots if slot // 9 == suit) for suit in range(4)]
    return "".join(digits + letter for digits, letter in zip(suits, "mpsz", strict=True) if digits)


def to_text(row: Row) -> str:
    """The hand of a faultless row in the notation `[123m](1111z)23s44p+1s`, a claim without the `+`."""
    shown = ""
    for byte in filter(None, row.melds):
        shown += f"({_tiles(meld_tiles(byte))})" if byte >= 103 else f"[{_tiles(meld_tiles(byte))}]"
    before = [slot for slot in range(34) for _ in range(row.counts[slot] - (slot == row.win_tile))]
    return f"{shown}{_tiles(before)}" + (f"+{_tiles([row.win_tile])}" if row.win_tile != NONE else "")


def to_case(row: Row) -> dict[str, Any]:
    """A row without unknown codes as a dict in the case format, every field given."""
    return {
        "hand": to_text(row),
        "win_by": WINS[row.win_by],
        "last_tile": bool(row.flags & LAST_TILE),
        "last_of_kind": bool(row.flags & LAST_OF_KIND),
        "kong_draws": row.flags >> 8 & 7,
        "flower_draw": bool(row.flags & FLOWER_DRAW),
        "fifth_tile": bool(row.flags & FIFTH_TILE),
        "opening": "heaven" if row.flags & HEAVEN else "earth" if row.flags & EARTH else "none",
        "seat": SEATS[row.seat],
        "round": SEATS[row.round],
        "flowers": "".join(f"{bit + 1}f" for bit in range(8) if row.flowers >> bit & 1),
        "discarder": None if row.discarder == NONE else SEATS[row.discarder],
        "feeder": None if row.feeder == NONE else SEATS[row.feeder],
    }


def to_arrays(rows: list[Row]) -> dict[str, NDArray[Any]]:
    """The hand columns of rows: `counts` u8 (n, 34), `melds` u8 (n, 4), `flags` u16, the others u8 (n,)."""
    arrays: dict[str, NDArray[Any]] = {}
    for place, name in enumerate(Row._fields):
        if name in ("counts", "melds"):
            data = b"".join(bytes(row[place]) for row in rows)
            arrays[name] = np.frombuffer(data, np.uint8).reshape(len(rows), -1)
        else:
            arrays[name] = np.array([row[place] for row in rows], np.uint16 if name == "flags" else np.uint8)
    return arrays
