"""A reading of a hand as text: melds as they are written, then the concealed sets and the pair.

``[123m](1111z) 456p 123s 77s``; seven pairs as ``11m 22m ...``, a knitted straight as ``147m 258p 369s`` with a set and a
pair, the other forms as their tiles.
"""

from functools import lru_cache
from typing import Any

import numpy.typing as npt

from fastmj.hands import Hands
from fastmj.kernels.record import CHOW_BITS, CHOW_MASK
from fastmj.kernels.view import KNITTED_STRAIGHT, REGULAR, SEVEN_PAIRS
from fastmj.notation import HandText, meld_slots, write
from fastmj.tiles import CONCEALED_KONG, KINDS, KNITTED, NAMES


def texts(hands: Hands, reading: npt.NDArray[Any], won: npt.NDArray[Any]) -> list[str]:
    """The readings (n, 6) of n hands as text; "" where the hand is not won."""
    melds = [bytes(sorted(m, key=lambda code: code == 0)).rstrip(b"\0") for m in hands.melds.tolist()]
    tiles = [bytes(c) for c in hands.counts.tolist()]
    return [
        _text(tuple(r), m, t if r[0] != REGULAR else b"") if w else ""
        for r, m, t, w in zip(reading.tolist(), melds, tiles, won.tolist(), strict=True)
    ]


def _set(slots: tuple[int, ...]) -> str:
    return "".join(NAMES[slot][0] for slot in slots) + NAMES[slots[0]][1]


def _melds(codes: bytes) -> str:
    return "".join(("({})" if code >= CONCEALED_KONG else "[{}]").format(_set(meld_slots(code))) for code in codes)


def concealed_sets(reading: tuple[int, ...], melds: bytes) -> list[tuple[int, ...]]:
    """The slots of the sets that are no melds, then of the pair: of a reading (form, suits m, p, s, honors, pair)."""
    sets = []
    for suit in range(3):
        chows, pungs = reading[1 + suit] & CHOW_MASK, reading[1 + suit] >> CHOW_BITS
        sets += [
            tuple(9 * suit + start + j for j in range(3)) for start in range(7) for _ in range(chows // 5**start % 5)
        ]
        sets += [(9 * suit + rank,) * 3 for rank in range(9) if pungs >> rank & 1]
    sets += [(27 + j,) * 3 for j in range(KINDS - 27) if reading[4] >> j & 1]
    for code in melds:
        sets.remove(meld_slots(code)[:3])
    return sets + [(reading[5],) * 2] * (reading[5] >= 0)


def knitted_body(counts: bytes) -> list[tuple[int, ...]]:
    """The slots of the knitted straight in concealed tiles that hold one, suit by suit."""
    held = sum(1 << slot for slot in range(KINDS) if counts[slot])
    body = next(pattern for pattern in KNITTED if pattern & ~held == 0)
    return [tuple(slot for slot in range(9 * suit, 9 * suit + 9) if body >> slot & 1) for suit in range(3)]


@lru_cache(maxsize=1 << 16)
def _text(reading: tuple[int, ...], melds: bytes, counts: bytes) -> str:
    form, shown = reading[0], _melds(melds)
    if form == SEVEN_PAIRS:
        parts = [_set((slot, slot)) for slot in range(KINDS) for _ in range(counts[slot] // 2)]
    elif form == REGULAR:
        parts = [_set(slots) for slots in concealed_sets(reading, melds)]
    elif form == KNITTED_STRAIGHT:
        parts = [_set(slots) for slots in (*knitted_body(counts), *concealed_sets(reading, melds))]
    else:
        parts = [write(HandText(tuple(counts), (), None, {}), "mpsz")]
    return " ".join(([shown] if shown else []) + parts)
