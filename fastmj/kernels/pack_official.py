"""A column of texts in the dialect ``official``, spelled as ``mpsz`` for pack.py: ``E`` as ``1z``, ``[1111m]`` as ``(1111m)``.

What stands after a ``|`` is read before (pack_tail.py). The winning tile, here the last concealed one, is told aside. A text
that no spelling can make readable becomes an empty one, which is no hand either, so that what is read of the new texts is
what ``fastmj.notation.read`` says of the old ones.
"""

import numpy as np

from fastmj.hands import U8, read_only
from fastmj.kernels.jit import helper, kernel
from fastmj.kernels.pack import CLASSES, CLOSE, GAP, I64, NOTHING, OPEN, SUIT, Texts
from fastmj.tiles import NO_TILE

ZERO, HONORS, SPACE, COMMA, ROUND_OPEN, ROUND_CLOSE = b"0z ,()"

# What a byte is, as in pack.py, but ``+``, ``(``, ``)`` and ``z`` are nothing; an honor is HONOR + its rank.
CLAIM = 11  # a comma, which pack.py refuses wherever it is left
HONOR = 64


def _classes() -> U8:
    classes = CLASSES.copy()
    classes[list(b"+()z")] = NOTHING
    classes[COMMA] = CLAIM
    for rank, letter in enumerate(b"ESWNPFC", 1):
        classes[letter] = HONOR + rank
    return read_only(classes)


OFFICIAL = _classes()


@helper
def _is_round(claim: int, tiles: int) -> bool:
    """Whether a set is to stand in round brackets: a kong that nobody claimed, and what is promoted but no kong.

    There, only four equal tiles are a set: a fault of shape is told in both.
    """
    return (claim == 0 and tiles == 4) or (claim > 3 and tiles != 4)


@helper
def _spell(data: U8, start: int, stop: int, classes: U8, out: U8, begin: int) -> tuple[int, int]:
    """Write a text without tail as ``mpsz`` from ``out[begin]`` on: (where it ends, slot of the last concealed tile).

    Empty where it is faulty.
    """
    to, opened, tiles = begin, -1, 0  # opened: where the bracket was written, -1 outside
    rank, last = 0, NO_TILE  # rank: the digit that stands right before
    for at in range(start, stop):
        byte = int(data[at])
        what = int(classes[byte])
        if what == NOTHING:
            return begin, NO_TILE
        before, rank, slot = rank, 0, NO_TILE
        if what < GAP:
            rank = what
            tiles += 1
        elif what > HONOR:
            if before > 0:  # digits without a suit
                return begin, NO_TILE
            out[to] = ZERO + what - HONOR
            to += 1
            byte, slot = HONORS, 26 + what - HONOR
            tiles += 1
        elif what >= SUIT:
            if before == 0:  # a suit without digits
                return begin, NO_TILE
            slot = what - SUIT + before - 1
        elif what == OPEN:
            opened, tiles = to, 0
        elif what == CLOSE:
            if opened < 0 or before == 4 or before > 7:
                return begin, NO_TILE
            if before > 0:  # whom it was claimed from
                to -= 1
                tiles -= 1
                if out[to - 1] == COMMA:
                    to -= 1
            if _is_round(before, tiles):
                out[opened], byte = ROUND_OPEN, ROUND_CLOSE
            opened = -1
        if slot != NO_TILE and opened < 0:
            last = slot
        out[to] = byte
        to += 1
    return to, last


@kernel
def spell_official(
    data: U8, offsets: I64, stops: I64, valid: U8, classes: U8, out: U8, ends: I64, win_tile: U8
) -> None:
    """Write text i, ``data[offsets[i]:stops[i]]``, as ``out[ends[i]:ends[i + 1]]``, and its winning tile or ``NO_TILE``.

    data, offsets and valid as in ``pack``, stops (n,) where tails begin, classes ``OFFICIAL``; out twice as long as all
    texts together, ends (n + 1,), win_tile (n,).
    """
    to = 0
    ends[0] = 0
    for row in range(len(valid)):
        start, stop = offsets[row], stops[row]
        last = NO_TILE
        if valid[row] != 0:
            to, last = _spell(data, start, stop, classes, out, to)
            if stop > start and data[stop - 1] == SPACE:
                last = NO_TILE
        win_tile[row] = last
        ends[row + 1] = to


def from_official(read: Texts, stops: I64, win_tile: U8) -> Texts:
    """The texts up to `stops` (n,) as ``mpsz`` without a winning tile, which is written into `win_tile` (n,)."""
    out, ends = np.empty(2 * (read.offsets[-1] - read.offsets[0]), np.uint8), np.empty_like(read.offsets)
    spell_official(read.data, read.offsets, stops, read.valid, OFFICIAL, out, ends, win_tile)
    return Texts(read_only(out), read_only(ends), read.valid)
