"""Every way to read concealed tiles as sets and one pair, by any of several algorithms that give the same answers.

``decompose`` takes arrays and returns packed readings; ``algorithms`` lists what can be named; ``register_algorithm`` adds
one of your own, which ``fastmj bench decompose`` then measures beside the others.

How a reading is packed stands at ``Readings``.
"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.algorithms import Algorithm, algorithms, known, reading_text, register_algorithm
from fastmj.hands import read_only
from fastmj.integers import integers
from fastmj.kernels.decompose_codes import MOST_READINGS
from fastmj.notation import meld_slots
from fastmj.tiles import KINDS

if TYPE_CHECKING:
    from fastmj.hand import Hand

__all__ = ["Algorithm", "Readings", "algorithms", "decompose", "decompositions", "register_algorithm"]

MOST_HANDS = (2**31 - 1) // MOST_READINGS  # offsets are int32


class Readings(NamedTuple):
    """The readings of n hands: those of hand i are ``codes[offsets[i]:offsets[i + 1]]``, all different, ascending.

    How a reading is packed (uint64):

    bits  0-31  the sets as meld bytes, ascending from the lowest byte, 0 = none: 1-34 a chow that begins at slot ``b - 1``,
                35-68 a pung of slot ``b - 35``
    bits 32-39  the slot of the pair

    So ``codes.view(numpy.uint8).reshape(-1, 8)`` has the sets in columns 0-3, as the column ``melds`` would hold them, and the
    pair in column 4; on any machine ``sets``, ``pairs`` and ``texts()`` do.
    """

    offsets: npt.NDArray[np.int32]  # (n + 1,)
    codes: npt.NDArray[np.uint64]  # packed as said above

    @property
    def sets(self) -> npt.NDArray[np.uint8]:
        """The sets of every reading, (readings, 4): meld bytes, ascending, 0 = none."""
        return self._bytes[:, :4]

    @property
    def pairs(self) -> npt.NDArray[np.uint8]:
        """The slot of every reading's pair, (readings,)."""
        return self._bytes[:, 4]

    @property
    def _bytes(self) -> npt.NDArray[np.uint8]:
        little: npt.NDArray[np.uint8] = self.codes.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
        return little

    def texts(self) -> list[list[str]]:
        """The readings of every hand as text: ``123m 456p 777z 55s``, the sets, then the pair."""
        each = [reading_text(code) for code in self.codes.tolist()]
        return [each[start:stop] for start, stop in pairwise(self.offsets.tolist())]


def decompose(counts: Any, algorithm: str = "suit_table") -> Readings:
    """Every regular reading of the concealed tiles of n hands, packed as ``fastmj.Readings`` says.

    ``counts`` uint8 (n, 34): whole hands, that is 14 tiles or three less for each meld, which are left out: the number of
    sets follows from the number of tiles. Other integer types are converted. Hands that do not divide into sets and one
    pair, that have another number of tiles or more than four of a kind, have no reading. ``algorithm``: a name of
    ``fastmj.algorithms()``; all of them give the same answers. ValueError for an unknown name, a wrong shape, or more than
    536,870,911 hands; TypeError for what is not made of integers.
    """
    return run(known(algorithm), tiles_of(counts))


def tiles_of(counts: Any) -> npt.NDArray[np.uint8]:
    """The counts as algorithms take them: uint8 (n, 34), contiguous, read-only. What does not fit becomes 255."""
    array = integers("counts", counts)
    if array.ndim != 2 or array.shape[1] != KINDS:
        raise ValueError(f"counts: shape (n, {KINDS}) is needed, got {array.shape}")
    if len(array) > MOST_HANDS:
        raise ValueError(f"counts: at most {MOST_HANDS:,} hands in one call, got {len(array):,}")
    if array.dtype != np.uint8:
        array = np.where((array < 0) | (array > 255), 255, array).astype(np.uint8)
    return read_only(array)


def run(algorithm: Algorithm, counts: npt.NDArray[np.uint8]) -> Readings:
    """One algorithm over counts that ``tiles_of`` made.

    One pass: there is room for the most readings that hands can have, of which the pages never written cost nothing, and
    what was not needed is given back. To count first and write then takes 17 instead of 10 ns a hand.
    """
    offsets, codes = np.empty(len(counts) + 1, np.int32), np.empty(MOST_READINGS * len(counts), np.uint64)
    algorithm.kernel(counts, offsets, codes, *algorithm.arguments)
    codes.resize(int(offsets[-1]), refcheck=False)
    return Readings(offsets, codes)


def decompositions(hand: "Hand") -> list[str]:
    """The readings of one hand's concealed tiles as text; see ``Hand.decompositions``."""
    from fastmj.arrays_in import hands_of
    from fastmj.faults import fault_of_one
    from fastmj.status import TOO_MANY_COPIES, WRONG_TILE_COUNT

    row = hand.to_row()
    counts, melds = (np.frombuffer(row[name], np.uint8)[None, :] for name in ("hand", "melds"))
    copies = list(hand.counts)
    for meld in hand.melds:
        for slot in meld_slots(meld):
            copies[slot] += 1
    wrong_count = sum(hand.counts) != 14 - 3 * len(hand.melds)
    if wrong_count or max(copies) > 4:
        status = WRONG_TILE_COUNT if wrong_count else TOO_MANY_COPIES
        raise ValueError(f"{hand.to_text()}: {fault_of_one(hands_of(counts, melds=melds), status)}")
    return decompose(counts).texts()[0]
