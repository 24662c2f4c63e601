"""The analysis of one ``Hand``: faults are errors here, and tiles have names."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fastmj import analyse
from fastmj.notation import MOST_MELDS, meld_slots
from fastmj.tiles import NAMES

if TYPE_CHECKING:
    from fastmj.hand import Hand

WAITING, WHOLE = 13, 14  # tiles of a hand without melds, before and after a draw
MOST_COPIES = 4


def waits(hand: "Hand", rules: Any = "mcr", **options: Any) -> list[str]:
    """The kinds that complete a hand, its winning tile (if it has one) put aside. ``ValueError`` where it cannot wait."""
    counts, melds = _rows(hand)
    if hand.win_tile is not None:
        if counts[0, hand.win_tile] == 0:
            raise ValueError(f"win_tile: no {NAMES[hand.win_tile]} is among the concealed tiles")
        counts[0, hand.win_tile] -= 1
    _check(hand, counts, (WAITING,))
    return [NAMES[kind] for kind in np.flatnonzero(analyse.waits(counts, melds, rules, **options)[0])]


def shanten(hand: "Hand", rules: Any = "mcr", form: str = "any", **options: Any) -> int:
    """How many tiles a hand is from being ready. ``ValueError`` for what is no hand."""
    counts, melds = _rows(hand)
    _check(hand, counts, (WAITING, WHOLE))
    return int(analyse.shanten(counts, melds, rules, form, **options)[0])


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
