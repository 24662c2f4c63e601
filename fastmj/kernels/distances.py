"""How far tiles are from sets and a pair: distances by class, and the tables that merge the classes of the four suits.

The distance of a suit to ``k`` sets with (p = 1) or without (p = 0) a pair is the number of tiles that must still be drawn,
for the ten goals (k, p) with k from 0 to 4. A goal holds at most four of a kind, so a kind held four times is never drawn.
The 405,350 states of a suit have only 126 different rows of ten distances, the 78,125 of the honors 55: a state needs one
byte. What matters of two suits together is again one of fewer than 256 rows, and of all four a single number.

The costs of the first, second, third set of a suit need not rise (667788 is two sets at once), so no greedy choice over
suits is right; the tables hold the exact minimum over all ways to share the sets and the pair.
"""

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels import knitted
from fastmj.kernels.cache import stored
from fastmj.kernels.intrinsics import CODE_HIGH
from fastmj.kernels.knitted import KnittedDistances
from fastmj.kernels.limited import limit_costs, spread_masks
from fastmj.kernels.tables import (
    MOST_TILES,
    code,
    suit_index,
    suit_readings,
    tables,
    tile_sums,
    wait_words,
)
from fastmj.kernels.vectors import in_lines

Array = npt.NDArray[Any]
SETS = 4
GOALS = tuple((sets, pair) for sets in range(SETS + 1) for pair in (0, 1))
"""The goals in the order of the rows: (0, 0), (0, 1), (1, 0), ... (4, 1)."""
FAR = 15  # stands for "cannot be"; every distance is at most 14
NIBBLE = 4
NOTHING = 127  # the class of no suit at all: merged with it another suit stays what it is
UNSAFE = 128  # beside a suit's class: some goal wants a fourth copy drawn, which a chow among the melds may have taken
CLASSES = 128  # lines of the merging tables


class Distances(NamedTuple):
    """Tables of distances. Arguments of kernels, like ``Tables``."""

    kind: Array  # (483475,) uint8: class of a suit's state | UNSAFE, from HONORS_FROM on of the honors'
    characters_dots: Array  # (128, 128) uint8: class of two suits together
    bamboo_honors: Array  # (128, 128) uint8
    all_four: Array  # (5, pairs, pairs) int8: tiles missing, less one, for that many sets and a pair
    rows_left: Array  # int64, by class of characters and dots together: its first eight distances, a byte each
    rows_right: Array  # int64, the same for bamboo and honors
    limits: Array  # (25, 8, 64) uint8: costs of one rank, see kernels/limited.py
    spread: Array  # (512,) int64: the bits of a mask of nine ranks, five bits apart
    held_code: Array  # (512,) int32: the code of one tile of each rank of a mask
    matters: Array  # (405350,) uint16: the ranks of a suit's state that some goal beside a meld wants drawn, or a fourth copy
    waits: Array  # (483475,) uint16: as ``Tables.waits``, without the kinds of which the suit holds all four
    active: Array  # (4096,) int64: which suits' waits count, by their four wait classes, three bits each
    knitted: KnittedDistances


def pack(rows: Array) -> Array:
    """Rows of ten distances (n, 10) as integers of ten nibbles."""
    packed: Array = (rows.astype(np.int64) << NIBBLE * np.arange(len(GOALS))).sum(axis=1)
    return packed


def unpack(words: Array) -> Array:
    """The reverse of ``pack``."""
    found: Array = (words[:, None] >> NIBBLE * np.arange(len(GOALS)) & FAR).astype(np.uint8)
    return found


def distance_grid(goals: dict[tuple[int, int], list[int]], length: int, fourth: bool = True) -> Array:
    """For every goal, the distance of every state to the nearest of its shapes: uint8 (10, 5 ** length).

    A state reaches a shape by drawing what is missing and ignoring the rest, so the distance is propagated down the counts
    (one tile more to draw) and then up (one tile more to ignore). Without ``fourth`` no fourth copy is ever drawn.
    """
    sums = tile_sums(length)
    found = np.full((len(GOALS), 5**length), 99, np.uint8)
    for row, goal in zip(found, GOALS, strict=True):
        row[goals.get(goal, [])] = sums[goals.get(goal, [])]
    grid = found.reshape(len(GOALS), *(5,) * length)  # the number of tiles of the smallest shape that holds the state
    for axis in range(1, length + 1):
        lines = np.moveaxis(grid, axis, 0)
        for copies in range(3 if fourth else 2, -1, -1):
            np.minimum(lines[copies], lines[copies + 1], out=lines[copies])
    found = np.where(found > 2 * MOST_TILES, 99, found - sums)
    grid = found.reshape(grid.shape)
    for axis in range(1, length + 1):
        lines = np.moveaxis(grid, axis, 0)
        for copies in range(1, 5):
            np.minimum(lines[copies], lines[copies - 1], out=lines[copies])
    nearest: Array = np.minimum(found, FAR)
    return nearest


def suit_goals() -> dict[tuple[int, int], list[int]]:
    """The codes of all shapes of a suit, by goal."""
    goals: dict[tuple[int, int], list[int]] = {}
    for counts, (chows, pungs, pair) in suit_readings(SETS):
        goals.setdefault((len(chows) + len(pungs), int(pair >= 0)), []).append(code(counts))
    return goals


def honor_goals() -> dict[tuple[int, int], list[int]]:
    """The codes of all shapes of the honors, by goal."""
    goals: dict[tuple[int, int], list[int]] = {}
    for sets in range(SETS + 1):
        for pungs in combinations(range(7), sets):
            body = sum(3 * 5**j for j in pungs)
            goals.setdefault((sets, 0), []).append(body)
            goals.setdefault((sets, 1), []).extend(body + 2 * 5**j for j in range(7) if j not in pungs)
    return goals


def merged(left: Array, right: Array) -> Array:
    """Distances of two suits together, all rows of one with all of the other: (a, 10), (b, 10) -> (a * b, 10)."""
    a, b = (
        rows.reshape(-1, SETS + 1, 2)
        for rows in (left[:, None].repeat(len(right), 1), right[None].repeat(len(left), 0))
    )
    out = np.full(a.shape, FAR, np.uint8)
    for sets in range(SETS + 1):
        for first in range(sets + 1):
            x, y = a[:, first], b[:, sets - first]
            out[:, sets, 0] = np.minimum(out[:, sets, 0], x[:, 0] + y[:, 0])
            out[:, sets, 1] = np.minimum(out[:, sets, 1], np.minimum(x[:, 1] + y[:, 0], x[:, 0] + y[:, 1]))
    return out.reshape(-1, len(GOALS))


def classes(rows: Array) -> tuple[Array, Array]:
    """The different rows (padded with FAR to CLASSES, NOTHING among them) and the number of each row's."""
    words, number = np.unique(pack(rows), return_inverse=True)
    assert len(words) < NOTHING
    different = np.full((CLASSES, len(GOALS)), FAR, np.uint8)
    different[: len(words)] = unpack(words)
    different[NOTHING, 0] = 0
    return different, number.astype(np.uint8)


def pair_classes(left: Array, right: Array) -> tuple[Array, Array]:
    """The packed rows of two suits together, and the table of their numbers."""
    words, number = np.unique(pack(merged(left, right)), return_inverse=True)
    assert len(words) <= 256
    return words, number.reshape(CLASSES, CLASSES).astype(np.uint8)


def indexed(by_code: Array) -> Array:
    """Values (or rows) by base-5 code, put in the order of the suit index."""
    offset, rank, states = suit_index()
    legal = np.flatnonzero(tile_sums(9) <= MOST_TILES)
    out = np.zeros((states, *by_code.shape[1:]), by_code.dtype)
    out[offset[legal % 625] + rank[legal // 625]] = by_code[legal]
    return out


def build() -> Distances:
    """All tables, in about a second."""
    goals = suit_goals()
    honors = honor_goals()
    suit = distance_grid(goals, 9)
    without = distance_grid(goals, 9, fourth=False)
    unsafe = (suit[: 2 * SETS] != without[: 2 * SETS]).any(axis=0)  # beside a meld at most three sets are wanted
    suit_rows, suit_number = classes(indexed(suit.T))
    honor_rows, honor_number = classes(distance_grid(honors, 7).T)
    left, left_number = pair_classes(suit_rows, suit_rows)
    right, right_number = pair_classes(suit_rows, honor_rows)
    both = merged(unpack(left), unpack(right)).reshape(len(left), len(right), len(GOALS))
    return Distances(
        kind=np.concatenate([suit_number | indexed(unsafe) * np.uint8(UNSAFE), honor_number]),
        characters_dots=left_number,
        bamboo_honors=right_number,
        all_four=np.ascontiguousarray(both[:, :, 1::2].transpose(2, 0, 1).astype(np.int8) - 1),
        rows_left=eight_bytes(unpack(left)),
        rows_right=eight_bytes(unpack(right)),
        limits=limit_costs(),
        spread=spread_masks(),
        held_code=held_codes(),
        matters=indexed(drawn_ranks(goals, suit)),
        waits=np.concatenate([indexed(living_waits(goals, 9)), living_waits(honors, 7)]),
        active=by_packed_classes(tables().active),
        knitted=knitted.build(knitted_states(suit), honor_rows),
    )


def nearest_along(lines: Array, most: int) -> None:
    """Distances along one rank, the first axis: every tile drawn, up to so many copies, costs one, ignoring is free."""
    for copies in range(most - 1, -1, -1):
        np.minimum(lines[copies], lines[copies + 1] + 1, out=lines[copies])
    for copies in range(1, 5):
        np.minimum(lines[copies], lines[copies - 1], out=lines[copies])


def drawn_ranks(goals: dict[tuple[int, int], list[int]], suit: Array) -> Array:
    """For every state, by code, the ranks without which some goal of up to three sets is further away.

    Without: where neither this rank is drawn nor a fourth copy of any. The distances along all ranks but one are asked for
    each rank: halving the ranks shares most of the work.
    """
    beside = 2 * SETS
    found, shapes = np.zeros(5**9, np.uint16), np.full((beside, 5**9), 99, np.uint8)
    for row, goal in zip(shapes, GOALS, strict=False):
        row[goals[goal]] = 0

    def all_but_one(cube: Array, ranks: range) -> None:
        if len(ranks) == 1:
            nearest_along(np.moveaxis(cube, 9 - ranks[0], 0), 0)
            never = np.minimum(cube.reshape(beside, -1), FAR)
            found[:] |= (never != suit[:beside]).any(axis=0).astype(np.uint16) << ranks[0]
            return
        middle = len(ranks) // 2
        for kept, others in ((ranks[:middle], ranks[middle:]), (ranks[middle:], ranks[:middle])):
            copy = cube.copy()
            for rank in others:
                nearest_along(np.moveaxis(copy, 9 - rank, 0), 3)
            all_but_one(copy, kept)

    all_but_one(shapes.reshape(beside, *(5,) * 9), range(9))
    return found


def knitted_states(suit: Array) -> Array:
    """What every state costs with 147, 258 or 369, for the first four goals beside it: (3, 405350, 4)."""
    codes = np.flatnonzero(tile_sums(9) <= MOST_TILES)
    out = np.zeros((3, 5**9, 4), np.uint8)
    for third in range(3):
        rest, missing = codes.copy(), np.zeros(len(codes), np.uint8)
        for rank in (third, third + 3, third + 6):
            held = codes // 5**rank % 5 > 0
            rest -= held * 5**rank
            missing += ~held
        out[third, codes] = np.minimum(suit[:4, rest].T + missing[:, None], FAR)
    return np.stack([indexed(costs) for costs in out])


def eight_bytes(rows: Array) -> Array:
    """The first eight distances of each row (up to three sets) as the bytes of one integer."""
    return np.ascontiguousarray(rows[:, : 2 * SETS]).view("<i8").ravel()


def living_waits(goals: dict[tuple[int, int], list[int]], length: int) -> Array:
    """The wait word of every state, by code: what completes it with at most four of a kind."""
    complete = {shape for shapes in goals.values() for shape in shapes}
    return wait_words(complete, {}, length).astype(np.uint16)


def by_packed_classes(active: Array) -> Array:
    """``Tables.active``, which goes by a base-5 number, by three bits a class."""
    packed = np.arange(8**4)
    classes = packed[:, None] >> np.array([0, 3, 6, 9]) & 7
    found: Array = np.where(classes.max(axis=1) < 5, active[(classes % 5 * 5 ** np.arange(4)).sum(axis=1)], 0)
    return found


def held_codes() -> Array:
    """The code of one tile of each rank of a mask of nine."""
    out = np.zeros(512, np.int32)
    for rank in range(9):
        tile = 5**rank if rank < 4 else 5 ** (rank - 4) << CODE_HIGH
        out[np.arange(512) >> rank & 1 == 1] += tile
    return out


@cache
def distances() -> Distances:
    """The tables, from the cache folder where they are there."""
    made = Distances(*stored("distances.pickle", lambda: tuple(build())))
    return made._replace(limits=in_lines(made.limits))
