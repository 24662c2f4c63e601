"""A faultless hand as its sets, its tiles and its readings, for rule sets that look at no waits."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tests.reference import shapes
from tests.reference.combine import CHOW, PUNG, Kind
from tests.reference.rows import EARTH, FLOWER_DRAW, HEAVEN, LAST_TILE, Row, all_copies, meld_tiles

GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
SNAKE = (2, 1, 1, 1, 1, 1, 1, 1, 1)
WINDS, DRAGONS = frozenset(range(27, 31)), frozenset(range(31, 34))
HONORS = WINDS | DRAGONS
TERMINALS = frozenset((0, 8, 9, 17, 18, 26))
DISCARD, SELF_DRAW, ROBBED = range(3)


class Reading(NamedTuple):
    """Four sets, melds included, and a pair. A kong stands as a pung."""

    sets: tuple[Kind, ...]
    pair: int

    @property
    def pungs(self) -> frozenset[int]:
        """The kinds of which there is a pung or kong."""
        return frozenset(slot for kind, slot in self.sets if kind == PUNG)

    @property
    def all_pungs(self) -> bool:
        """Four pungs or kongs."""
        return all(kind == PUNG for kind, _ in self.sets)

    @property
    def all_chows(self) -> bool:
        """Four chows."""
        return all(kind == CHOW for kind, _ in self.sets)


class Hand(NamedTuple):
    """What is the same for every reading of a hand."""

    row: Row
    held: frozenset[int]  # kinds, melds included
    melds: int
    exposed: int
    kongs: int
    readings: tuple[Reading, ...]

    @property
    def suits(self) -> set[int]:
        """The suits that occur: 0 characters, 1 dots, 2 bamboo."""
        return {slot // 9 for slot in self.held - HONORS}

    @property
    def one_suit(self) -> bool:
        """One suit and no honors."""
        return len(self.suits) == 1 and not self.held & HONORS

    @property
    def one_suit_and_honors(self) -> bool:
        """One suit and some honors."""
        return len(self.suits) == 1 and bool(self.held & HONORS)

    @property
    def self_drawn(self) -> bool:
        """The winning tile was drawn."""
        return self.row.win_by == SELF_DRAW

    @property
    def kong_draws(self) -> int:
        """Consecutive kongs whose replacement is the winning tile."""
        return self.row.flags >> 8 & 7

    @property
    def last_tile(self) -> bool:
        """The last tile of the wall or the last discard."""
        return bool(self.row.flags & LAST_TILE)

    @property
    def flower_draw(self) -> bool:
        """The winning tile replaced a flower."""
        return bool(self.row.flags & FLOWER_DRAW)

    @property
    def heaven(self) -> bool:
        """East won with the tiles dealt."""
        return bool(self.row.flags & HEAVEN)

    @property
    def earth(self) -> bool:
        """Another seat won on the first discard of East."""
        return bool(self.row.flags & EARTH)

    @property
    def seven_pairs(self) -> bool:
        """Seven pairs, four of a kind being two of them."""
        return self.melds == 0 and shapes.is_seven_pairs(self.row.counts)

    @property
    def thirteen_orphans(self) -> bool:
        """Every terminal and honor, one of them twice."""
        return self.melds == 0 and shapes.is_thirteen_orphans(self.row.counts)

    @property
    def nine_gates(self) -> bool:
        """1112345678999 of one suit before the win, and one more of that suit."""
        before = [n - (slot == self.row.win_tile) for slot, n in enumerate(self.row.counts)]
        return self.melds == 0 and self.one_suit and any(
            tuple(before[first : first + 9]) == GATES for first in (0, 9, 18)
        )  # fmt: skip

    @property
    def wriggling_snake(self) -> bool:
        """A pair of ones and 2 to 9 of one suit, and one of each wind."""
        counts = self.row.counts
        suits = [counts[first : first + 9] for first in (0, 9, 18)]
        winds = counts[27:31] == (1, 1, 1, 1) and not any(counts[31:])
        return self.melds == 0 and winds and sorted(suits) == [(0,) * 9, (0,) * 9, SNAKE]


@lru_cache(maxsize=1 << 15)
def hand_of(row: Row) -> Hand:
    """The hand of a faultless row with all its regular readings."""
    melds = [byte for byte in row.melds if byte]
    fixed = tuple((CHOW if byte <= 34 else PUNG, meld_tiles(byte)[0]) for byte in melds)
    return Hand(
        row=row,
        held=frozenset(slot for slot, n in enumerate(all_copies(row)) if n),
        melds=len(melds),
        exposed=sum(byte < 103 for byte in melds),
        kongs=sum(byte >= 69 for byte in melds),
        readings=tuple(Reading((*fixed, *sets), pair) for sets, pair in shapes.regular(row.counts)),
    )


def series_held(flowers: int) -> Iterator[int]:
    """Which full sets of four flowers are held: 0 for 1f-4f, 1 for 5f-8f."""
    for series in (0, 1):
        if flowers >> 4 * series & 0b1111 == 0b1111:
            yield series
