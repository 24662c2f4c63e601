"""The analysis of one ``Hand``: faults are errors here, and tiles have names."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fastmj import analyse
from fastmj.arrow_in import CONTEXT
from fastmj.kernels.shapes import IMPOSSIBLE
from fastmj.notation import MOST_MELDS, meld_slots
from fastmj.rules import get
from fastmj.tiles import KINDS, NAMES

if TYPE_CHECKING:
    from fastmj.hand import Hand

WAITING, WHOLE = 13, 14  # tiles of a hand without melds, before and after a draw
MOST_COPIES = 4


def is_win(hand: "Hand", rules: Any = "mcr", **options: Any) -> bool:
    """Whether a hand is complete. ``ValueError`` for what is no hand."""
    counts, melds = _rows(hand)
    _check(hand, counts, (WAITING, WHOLE))
    return bool(analyse.is_win(counts, melds, rules, **options)[0])


def waits(hand: "Hand", rules: Any = "mcr", form: str = "any", formal: bool = False, **options: Any) -> list[str]:
    """The kinds that complete a hand, its winning tile (if it has one) put aside. ``ValueError`` where it cannot wait."""
    counts, melds = _waiting(hand)
    found = analyse.waits(counts, melds, get(rules, **options), form, formal)
    return [NAMES[kind] for kind in np.flatnonzero(found[0])]


def acceptance(
    hand: "Hand", rules: Any = "mcr", form: str = "any", visible: Any = None, **options: Any
) -> list[dict[str, Any]]:
    """What helps after each discard, or without one for 13 tiles. ``ValueError`` for what is no hand."""
    counts, melds = _rows(hand)
    _check(hand, counts, (WAITING, WHOLE))
    found = analyse.acceptance(counts, melds, visible, rules, form, **options)
    whole = int(counts.sum()) + 3 * len(hand.melds) == WHOLE
    return [
        {
            "discard": NAMES[kind] if whole else None,
            "shanten": int(found.shanten[0, kind]),
            "tiles": [NAMES[useful] for useful in range(KINDS) if int(found.tiles[0, kind]) >> useful & 1],
            "left": int(found.left[0, kind]),
        }
        for kind in (np.flatnonzero(counts[0]) if whole else [0])
        if found.shanten[0, kind] != IMPOSSIBLE
    ]


def win_points(hand: "Hand", rules: Any = "mcr", **options: Any) -> dict[str, float]:
    """The points on each tile that may be declared, the winning tile put aside. ``ValueError`` where it cannot wait."""
    from fastmj.win_points import win_points as of_arrays

    counts, melds = _waiting(hand)
    row = hand.to_row()
    context = {name: row[name] for name in CONTEXT}
    points = of_arrays(counts, melds, rules=rules, **context, **options)[0]
    return {NAMES[kind]: float(points[kind]) for kind in np.flatnonzero(~np.isnan(points))}


def shanten(hand: "Hand", rules: Any = "mcr", form: str = "any", **options: Any) -> int:
    """How many tiles a hand is from being ready. ``ValueError`` for what is no hand."""
    counts, melds = _rows(hand)
    _check(hand, counts, (WAITING, WHOLE))
    return int(analyse.shanten(counts, melds, rules, form, **options)[0])


def _waiting(hand: "Hand") -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Counts and melds of a hand of 13 tiles, its winning tile put aside. ``ValueError`` where it is none."""
    counts, melds = _rows(hand)
    if hand.win_tile is not None:
        if counts[0, hand.win_tile] == 0:
            raise ValueError(f"win_tile: no {NAMES[hand.win_tile]} is among the concealed tiles")
        counts[0, hand.win_tile] -= 1
    _check(hand, counts, (WAITING,))
    return counts, melds


def _rows(hand: "Hand") -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Counts and melds as arrays of one row."""
    melds = np.zeros((1, MOST_MELDS), np.uint8)
    melds[0, : len(hand.melds)] = hand.melds
    return np.array([hand.counts], np.uint8), melds


def _check(hand: "Hand", counts: npt.NDArray[np.uint8], accepted: tuple[int, ...]) -> None:
    """``ValueError`` where these concealed tiles do not fit beside the melds."""
    tiles, taken = int(counts.sum()), 3 * len(hand.melds)
    if tiles + taken not in accepted:
        wanted = " or ".join(str(number - taken) for number in accepted)
        raise ValueError(
            f"{hand.to_text()}: {tiles} concealed tiles, {wanted} are needed beside {len(hand.melds)} melds"
        )
    copies = counts[0].astype(np.int64)
    for meld in hand.melds:
        np.add.at(copies, list(meld_slots(meld)), 1)
    if copies.max() > MOST_COPIES:
        raise ValueError(
            f"{hand.to_text()}: {copies.max()} copies of {NAMES[copies.argmax()]}, a hand has at most {MOST_COPIES}"
        )
