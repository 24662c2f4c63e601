"""Every reading of concealed tiles, packed as `fastmj.decompose` documents it, by plain recursion."""

from tests.reference.combine import PUNG
from tests.reference.shapes import Counts, regular

Reading = tuple[int, tuple[int, ...]]  # the pair's slot, the sets' meld bytes in ascending order


def readings(counts: Counts) -> set[Reading]:
    """The readings of tiles that are a whole hand; none of any others."""
    if sum(counts) > 14 or sum(counts) % 3 != 2 or max(counts) > 4:
        return set()
    return {
        (pair, tuple(sorted(slot + (35 if kind == PUNG else 1) for kind, slot in sets)))
        for sets, pair in regular(counts)
    }


def packed(reading: Reading) -> int:
    """A reading as one integer."""
    pair, sets = reading
    return int.from_bytes(bytes([*sets, *[0] * (4 - len(sets)), pair]), "little")


def codes(counts: Counts) -> list[int]:
    """All readings as integers, ascending."""
    return sorted(map(packed, readings(counts)))
