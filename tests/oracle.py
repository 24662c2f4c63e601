"""PyMahjongGB's fan calculator, asked with a row: an independent judge of profile `online`.

It checks next to nothing of what it is given, so only faultless rows may be asked.
"""

from tests.reference.fans import NUMBERS, list_key
from tests.reference.rows import LAST_OF_KIND, LAST_TILE, Row

# Tile codes of slots 0 to 33: its B are dots and its T bamboo; its dragons run red, green, white.
CODES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
_OTHER_NAMES = {
    "All Five": "All Fives",
    "Four Pure Shifted Chows": "Four Shifted Chows",
    "Robbing The Kong": "Robbing the Kong",
    "Two Dragons Pungs": "Two Dragons",
}
_NUMBERS = NUMBERS | {theirs: NUMBERS[ours] for theirs, ours in _OTHER_NAMES.items()}


def arguments(row: Row) -> tuple[object, ...]:
    """The positional arguments of `MahjongFanCalculator` for a row."""
    packs: list[tuple[str, str, int]] = []
    for byte in row.melds:
        slot = (byte - 1) % 34
        if 1 <= byte <= 34:
            packs.append(("CHI", CODES[slot + 1], 1))  # named by its middle tile
        elif byte:
            packs.append(("PENG" if byte <= 68 else "GANG", CODES[slot], 0 if byte >= 103 else 1))
    before = [code for slot, code in enumerate(CODES) for _ in range(row.counts[slot] - (slot == row.win_tile))]
    self_drawn, robbed = row.win_by == 1, row.win_by == 2
    return (
        tuple(packs),
        tuple(before),
        CODES[row.win_tile],
        row.flowers.bit_count(),
        self_drawn,
        bool(row.flags & LAST_OF_KIND),
        robbed or (self_drawn and row.flags >> 8 & 7 > 0),
        bool(row.flags & LAST_TILE) and not robbed,  # no kong is made on an empty wall
        row.seat,
        row.round,
    )


def ask(row: Row) -> tuple[int, tuple[int, ...]] | None:
    """Total with flower tiles, and fan numbers sorted as the reference sorts them; None where it is no win."""
    from MahjongGB import MahjongFanCalculator

    try:
        fans = MahjongFanCalculator(*arguments(row), True)
    except TypeError as refusal:
        if "NOT_WIN" not in str(refusal):
            raise
        return None
    numbers = [_NUMBERS[name] for _, count, _, name in fans for _ in range(count)]
    return sum(points * count for points, count, _, _ in fans), tuple(sorted(numbers, key=list_key))
