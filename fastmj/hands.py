"""A batch of hands as arrays: what readers produce and kernels take."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]


class Hands(NamedTuple):
    """n hands as C-contiguous arrays, one column a field (codes as in ``fastmj.tiles``)."""

    counts: U8  # (n, 34) concealed tiles with the winning tile
    melds: U8  # (n, 4) one byte a meld, 0 = none
    win_tile: U8  # (n,) slot, 255 = none
    win_by: U8  # 0 discard, 1 self_draw, 2 robbed_kong
    flags: U16  # bits of tiles.FLAG_*, bits 8-10 kong_draws
    seat: U8  # 0-3 = E S W N
    round: U8
    flowers: U8  # bit i = flower i + 1
    discarder: U8  # absolute seat, 255 = none
    feeder: U8
    status: U8  # what reading the input found; OK where nothing yet

    def part(self, start: int, stop: int) -> "Hands":
        """Hands ``start`` to ``stop`` as views."""
        columns: tuple[Any, ...] = self
        return Hands(*[column[start:stop] for column in columns])


DEFAULTS: dict[str, tuple[Any, int]] = {
    "melds": (np.uint8, 0),
    "win_tile": (np.uint8, 255),
    "win_by": (np.uint8, 0),
    "flags": (np.uint16, 0),
    "seat": (np.uint8, 0),
    "round": (np.uint8, 0),
    "flowers": (np.uint8, 0),
    "discarder": (np.uint8, 255),
    "feeder": (np.uint8, 255),
}
"""Data type and default of the columns that may be left out."""


SHAPES: dict[str, tuple[tuple[int, ...], Any]] = {
    name: ({"counts": (34,), "melds": (4,)}.get(name, ()), np.uint16 if name == "flags" else np.uint8)
    for name in Hands._fields
}
"""What one hand's part of each column looks like, and the data types."""


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A read-only C-contiguous view (or copy): kernels are always given these, so that each has one compiled signature."""
    view = np.ascontiguousarray(array).view()
    view.setflags(write=False)  # twice as fast as by view.flags
    return view
