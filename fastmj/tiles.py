"""The 34 kinds of tiles (slots), the 8 flowers, and classes of tiles as bit masks over the slots.

Slots 0-8 are characters 1-9, 9-17 dots 1-9, 18-26 bamboo 1-9, 27-30 the winds E S W N, 31-33 the dragons White, Green, Red.
"""

KINDS = 34
SUITS = "mps"
WIND_NAMES = "ESWN"
NAMES = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)) + tuple(f"{i}z" for i in range(1, 8))
SLOT = {name: slot for slot, name in enumerate(NAMES)}
FLOWER_NAMES = tuple(f"{i}f" for i in range(1, 9))

# A meld is one byte: the first slot of its tiles plus one of these.
CHOW, PUNG, KONG, CONCEALED_KONG = 1, 35, 69, 103
MELD_CODES = 137  # 0 = no meld, 1-136 as above

NO_TILE = 255
NO_SEAT = 255
DISCARD, SELF_DRAW, ROBBED_KONG = range(3)
WIN_BY_NAMES = ("discard", "self_draw", "robbed_kong")
FLAG_LAST_TILE, FLAG_LAST_OF_KIND, FLAG_HEAVEN, FLAG_EARTH, FLAG_FLOWER_DRAW, FLAG_FIFTH_TILE = (
    1 << k for k in range(6)
)
KONG_DRAWS_SHIFT = 8  # bits 8-10 of the flags


def suited(ranks: tuple[int, ...] | range, suits: str = SUITS) -> int:
    """Mask of the given ranks (1-9) in the given suits."""
    return sum(1 << 9 * SUITS.index(suit) + rank - 1 for suit in suits for rank in ranks)


CHARACTERS, DOTS, BAMBOO = (suited(range(1, 10), suit) for suit in SUITS)
SUITED = CHARACTERS | DOTS | BAMBOO
WINDS = 0b1111 << 27
WHITE, GREEN, RED = (1 << slot for slot in (31, 32, 33))
DRAGONS = WHITE | GREEN | RED
HONORS = WINDS | DRAGONS
ALL_KINDS = SUITED | HONORS

SIMPLES = suited(range(2, 9))
TERMINALS = suited((1, 9))
ORPHANS = TERMINALS | HONORS
UPPER, MIDDLE, LOWER = suited((7, 8, 9)), suited((4, 5, 6)), suited((1, 2, 3))
UPPER_FOUR, LOWER_FOUR = suited((6, 7, 8, 9)), suited((1, 2, 3, 4))
GREENS = suited((2, 3, 4, 6, 8), "s") | GREEN
REVERSIBLE = suited((1, 2, 3, 4, 5, 8, 9), "p") | suited((2, 4, 5, 6, 8, 9), "s") | WHITE

# Inside the 7-bit mask of honor pungs, and inside the 9-bit mask of one suit's ranks.
WINDS_Z, DRAGONS_Z = 0b0001111, 0b1110000
TERMINAL_RANKS = 0b100000001

# The six ways to lay 147, 258 and 369 over the three suits.
KNITTED = tuple(
    sum(1 << 9 * suit + first + step for suit, first in enumerate(order) for step in (0, 3, 6))
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
)
