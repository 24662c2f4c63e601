"""A column of hand texts -> arrays, read byte by byte without a Python object a hand.

The dialect is ``mpsz`` and the answers are those of ``fastmj.notation.read``: the same tiles, or the same status.
Each text is read from its end, so that the suit letter is known before its digits and the winning tile before the hand.
Texts of the other dialects are spelled as ``mpsz`` first (pack_official.py, pack_botzone.py).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.hands import U8, read_only
from fastmj.kernels.jit import helper, kernel
from fastmj.status import BAD_MELD, MISSING, OK, UNREADABLE
from fastmj.tiles import CHOW, CONCEALED_KONG, KONG, NO_TILE, PUNG

I64 = npt.NDArray[np.int64]


class Texts(NamedTuple):
    """A column of texts, made by ``text_column``: text i is ``data[offsets[i]:offsets[i + 1]]``."""

    data: U8  # the bytes
    offsets: I64  # (n + 1,) ascending within data
    valid: U8  # (n,) 0 for null


# What a byte is, by its value: 1-9 a digit, SUIT + first slot a suit letter, or one of these.
NOTHING, GAP, PLUS, OPEN, CLOSE, OPEN_KONG, CLOSE_KONG = 0, 10, 11, 12, 13, 14, 15
SUIT = 16


def _classes() -> U8:
    classes = np.full(256, NOTHING, np.uint8)
    for byte, what in zip(b" _+[]()", (GAP, GAP, PLUS, OPEN, CLOSE, OPEN_KONG, CLOSE_KONG), strict=True):
        classes[byte] = what
    for byte, first in zip(b"mpsz", (0, 9, 18, 27), strict=True):
        classes[byte] = SUIT + first
    classes[ord("1") : ord("9") + 1] = range(1, 10)
    return read_only(classes)


CLASSES = _classes()


@helper
def _meld(tiles: int, low: int, high: int, total: int, concealed: bool) -> int:
    """The meld byte of so many tiles with these lowest and highest slots and sum of slots; 0 where they are no set."""
    if low == high and tiles == 4:
        return (CONCEALED_KONG if concealed else KONG) + low
    if tiles != 3 or concealed:
        return 0
    if low == high:
        return PUNG + low
    chow = high == low + 2 and total == low + low + high + 1 and low < 27 and low % 9 < 7
    return CHOW + low if chow else 0


@helper
def _read(data: U8, start: int, stop: int, classes: U8, counts: U8, row: int) -> tuple[int, int, int]:
    """Count the concealed tiles of one text: (status, winning tile, meld bytes with the first of the text lowest)."""
    suit = -1  # first slot of the suit of the digits now read, -1 where digits may not stand
    bare = False  # a suit letter that has no digit yet
    inside = NOTHING  # CLOSE or CLOSE_KONG within a bracket
    tiles, low, high, total = 0, 0, 0, 0  # of the bracket
    sets, codes, faulty = 0, 0, False
    held, last, win = 0, 0, NO_TILE
    for at in range(stop - 1, start - 1, -1):
        what = int(classes[data[at]])
        if 0 < what < GAP:  # a digit
            last = suit + what - 1
            if suit < 0 or last > 33:
                return UNREADABLE, NO_TILE, 0
            bare = False
            if inside == NOTHING:
                held += 1
                counts[row, last] = min(int(counts[row, last]) + 1, 255)
            else:
                low, high = (last, last) if tiles == 0 else (min(low, last), max(high, last))
                total += last
                tiles += 1
        elif bare or what == NOTHING:
            return UNREADABLE, NO_TILE, 0
        elif what >= SUIT:
            suit, bare = what - SUIT, True
        else:
            suit = -1
            if inside != NOTHING:
                if what != inside - 1:  # the bracket that opens this one
                    return UNREADABLE, NO_TILE, 0
                code = _meld(tiles, low, high, total, what == OPEN_KONG)
                faulty = faulty or code == 0
                codes = codes << 8 | code
                sets += 1
                inside = NOTHING
            elif what == PLUS:
                if win != NO_TILE or held != 1 or sets != 0:
                    return UNREADABLE, NO_TILE, 0
                win = last
            elif what != GAP:
                if what in (OPEN, OPEN_KONG) or sets == 4:
                    return UNREADABLE, NO_TILE, 0
                inside = what
                tiles, low, high, total = 0, 0, 0, 0
    if bare or inside != NOTHING or held + sets == 0:
        return UNREADABLE, NO_TILE, 0
    return BAD_MELD if faulty else OK, win, codes


@kernel
def pack(data: U8, offsets: I64, valid: U8, classes: U8, counts: U8, melds: U8, win_tile: U8, status: U8) -> None:
    """Read text i, ``data[offsets[i]:offsets[i + 1]]``, into row i of the four outputs.

    data (bytes,), offsets (n + 1,) ascending within data, valid (n,) with 0 for null, classes ``CLASSES``; counts
    (n, 34) and melds (n, 4) zeros, win_tile (n,) ``NO_TILE``, status (n,). A row that is not ``OK`` leaves the first
    three so.
    """
    for row in range(len(status)):
        if valid[row] == 0:
            status[row] = MISSING
            continue
        found, win, codes = _read(data, offsets[row], offsets[row + 1], classes, counts, row)
        status[row] = found
        if found == OK:
            win_tile[row] = win
            for k in range(4):
                melds[row, k] = codes >> 8 * k & 255
        else:
            for slot in range(34):
                counts[row, slot] = 0


def text_column(data: U8, offsets: I64, valid: U8 | npt.NDArray[np.bool_]) -> Texts:
    """The texts in these UTF-8 bytes, text i from ``offsets[i]`` to ``offsets[i + 1]``, null where ``valid[i]`` is false.

    Raises ``ValueError`` where the arrays do not belong together.
    """
    offsets = np.asarray(offsets, np.int64)
    rows = len(valid)
    if offsets.shape != (rows + 1,) or offsets[0] < 0 or offsets[-1] > len(data) or (offsets[1:] < offsets[:-1]).any():
        raise ValueError(
            f"{rows} texts need {rows + 1} offsets that ascend within the {len(data)} bytes of data, "
            f"got {len(offsets)} from {offsets[:1]} to {offsets[-1:]}"
        )
    present = np.asarray(valid, np.bool_).view(np.uint8)
    return Texts(read_only(np.asarray(data, np.uint8)), read_only(offsets), read_only(present))


def pack_text(read: Texts) -> tuple[U8, U8, U8, U8]:
    """Read a column of ``mpsz`` texts into new uint8 arrays counts (n, 34), melds (n, 4), win_tile (n,), status (n,).

    Status is ``OK``, ``MISSING`` (null), ``UNREADABLE`` or ``BAD_MELD``; a row that is not ``OK`` holds zeros. win_tile
    is 255 there, as it is where a text names none. More than 255 copies of a tile count as 255.
    """
    rows = len(read.valid)
    counts, melds = np.zeros((rows, 34), np.uint8), np.zeros((rows, 4), np.uint8)
    win_tile, status = np.full(rows, NO_TILE, np.uint8), np.empty(rows, np.uint8)
    pack(*read, CLASSES, counts, melds, win_tile, status)
    return counts, melds, win_tile, status
