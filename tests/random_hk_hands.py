"""Seeded random hands, rich in what Hong Kong and classical rules score, as rows.

Sets and pair come from a small palette of kinds, so that flushes, honors, terminals, dragons and winds meet often. A
share of the rows is of tests/random_hands.py, faults included; some are claims without a winning tile.
"""

from collections.abc import Callable, Sequence
from random import Random

from tests import random_hands
from tests.reference.rows import (
    EARTH,
    FIFTH_TILE,
    FLOWER_DRAW,
    HEAVEN,
    LAST_OF_KIND,
    LAST_TILE,
    NONE,
    Row,
    all_copies,
    meld_tiles,
)

Concealed = tuple[list[int], list[int]]  # counts with the winning tile, meld bytes
SUITS = (range(9), range(9, 18), range(18, 27))
WINDS, DRAGONS, HONORS = range(27, 31), range(31, 34), range(27, 34)
TERMINALS = (0, 8, 9, 17, 18, 26)
GREEN = (19, 20, 21, 23, 25, 32)
OWN_DRAGON = (33, 31, 32)  # the dragon of each suit in the dragon hands of hkmj
FULL_SETS = (0b1111, 0b11110000, 255, 255, 127, 0b11111, 0b1111_0110)


def _palette(rng: Random) -> Sequence[int]:
    """The kinds that the sets of a hand are made of."""
    suit, other = rng.sample(SUITS, 2)
    dragon, wind = rng.choice(DRAGONS), rng.choice(WINDS)
    return rng.choice(
        (
            suit,
            suit,
            (*suit, dragon, wind),
            (*suit, *HONORS),
            (*suit, *other),
            (*suit, *other, *HONORS),
            range(34),
            range(34),
            HONORS,
            TERMINALS,
            (*TERMINALS, *HONORS),
            GREEN,
            (*WINDS, rng.choice(suit), dragon),
            (*DRAGONS, rng.choice(suit), rng.choice(other), wind),
        )
    )


def _forced(rng: Random) -> list[int]:
    """Pungs that a hand begins with: dragons, winds or, mostly, none."""
    some = rng.choice(((), (), (), (), DRAGONS, WINDS, HONORS))
    return rng.sample(some, min(len(some), rng.randint(1, 4)))


def _add(copies: list[int], tiles: Sequence[int]) -> bool:
    """Take tiles where four of a kind suffice."""
    if any(copies[slot] + tiles.count(slot) > 4 for slot in tiles):
        return False
    for slot in tiles:
        copies[slot] += 1
    return True


def _sets_and_pair(rng: Random) -> tuple[list[int], int, list[int]] | None:
    """Four meld bytes (chows and pungs), the kind of the pair and the copies in use; None where they do not fit."""
    palette, forced, copies = _palette(rng), _forced(rng), [0] * 34
    sets: list[int] = []
    chows = [slot for slot in palette if slot < 27 and slot % 9 < 7 and slot + 1 in palette and slot + 2 in palette]
    chow_share = rng.choice((0.0, 0.0, 0.5, 0.8, 1.0)) if chows else 0.0
    if rng.random() < 0.03:
        suit = rng.randrange(3)
        palette, forced, chow_share = SUITS[suit], [OWN_DRAGON[suit]], 0.0
    for _ in range(40):
        if len(sets) == 4:
            break
        chow = not forced and rng.random() < chow_share
        byte = 35 + forced.pop() if forced else rng.choice(chows) + 1 if chow else rng.choice(palette) + 35
        if _add(copies, meld_tiles(byte)):
            sets.append(byte)
    pair = rng.choice(palette if rng.random() < 0.8 else range(34))
    return (sets, pair, copies) if len(sets) == 4 and _add(copies, (pair, pair)) else None


def _of_sets(rng: Random) -> Concealed:
    """Four sets and a pair; any of the sets may be a meld."""
    while True:
        made = _sets_and_pair(rng)
        if made:
            break
    sets, pair, copies = made
    counts, melds = [2 * (slot == pair) for slot in range(34)], []
    meld_share, kong_share = rng.choice((0.0, 0.0, 0.3, 0.7, 1.0)), rng.choice((0.0, 0.0, 0.3, 1.0))
    exposed_share = rng.choice((0.0, 0.5, 1.0))
    for byte in sets:
        if byte > 34 and copies[byte - 35] == 3 and rng.random() < kong_share:
            melds.append(byte + (34 if rng.random() < exposed_share else 68))
        elif rng.random() < meld_share:
            melds.append(byte)
        else:
            for slot in meld_tiles(byte):
                counts[slot] += 1
    return counts, melds


def _seven_pairs(rng: Random) -> Concealed:
    palette = rng.choice((range(34), rng.choice(SUITS), HONORS, TERMINALS, (*rng.choice(SUITS), *HONORS), GREEN))
    counts = [0] * 34
    while sum(counts) < 14:
        slot = rng.choice(palette)
        counts[slot] += 2 * (counts[slot] < 4 and (counts[slot] == 0 or rng.random() < 0.5))
    return counts, []


def _orphans(rng: Random) -> Concealed:
    kinds = (*TERMINALS, *HONORS)
    second = rng.choice(kinds)
    return [(slot in kinds) + (slot == second) for slot in range(34)], []


def _nine_gates(rng: Random) -> Concealed:
    suit = rng.choice(SUITS)
    counts = [0] * 34
    counts[suit[0] : suit[-1] + 1] = [3, 1, 1, 1, 1, 1, 1, 1, 3]
    counts[rng.choice(suit)] += 1
    return counts, []


def _snake(rng: Random) -> Concealed:
    """A wriggling snake, or one whose pair is wrong."""
    kinds = (*rng.choice(SUITS), *WINDS)
    second = kinds[0] if rng.random() < 0.7 else rng.choice(kinds)
    return [(slot in kinds) + (slot == second) for slot in range(34)], []


def _near(rng: Random) -> Concealed:
    """A hand with one concealed tile changed, mostly to a neighbour: seldom a win, but never far from one."""
    counts, melds = _form(rng, _FAMILIES[:-1])
    copies = all_copies(Row(tuple(counts), tuple(melds)))
    old = rng.choice([slot for slot in range(34) if counts[slot]])
    new = rng.choice(
        [slot for slot in (old - 1, old + 1, rng.randrange(34)) if 0 <= slot < 34 and copies[slot] < 4] or [old]
    )
    counts[old] -= 1
    counts[new] += 1
    return counts, melds


_FAMILIES: list[tuple[float, Callable[[Random], Concealed]]] = [
    (0.75, _of_sets),
    (0.07, _seven_pairs),
    (0.03, _orphans),
    (0.04, _nine_gates),
    (0.04, _snake),
    (0.07, _near),
]


def _form(rng: Random, families: list[tuple[float, Callable[[Random], Concealed]]]) -> Concealed:
    (_, maker) = rng.choices(families, [share for share, _ in families])[0]
    return maker(rng)


def _flowers(rng: Random) -> int:
    return rng.choice((0, 0, rng.getrandbits(8), 1 << rng.randrange(8), rng.choice(FULL_SETS)))


def _context(rng: Random, row: Row) -> Row:
    """Every field of a row's context, without contradictions."""
    seat = rng.randrange(4)
    others = [other for other in range(4) if other != seat]
    round_wind = rng.choice((seat, rng.randrange(4)))
    row = row._replace(seat=seat, round=round_wind, flowers=_flowers(rng), win_by=rng.choice((0, 0, 0, 1, 1, 1, 2)))
    melds = [byte for byte in row.melds if byte]
    kongs, exposed = sum(byte >= 69 for byte in melds), any(byte < 103 for byte in melds)
    if row.win_by == 2 and row.win_tile != NONE and all_copies(row)[row.win_tile] > 1:
        row = row._replace(win_by=0)
    flags = LAST_TILE * (rng.random() < 0.15) | LAST_OF_KIND * (rng.random() < 0.1) | FIFTH_TILE * (rng.random() < 0.2)
    if row.win_by == 1:
        if kongs and rng.random() < 0.4:
            flags |= rng.randint(1, kongs) << 8
        elif row.flowers and rng.random() < 0.3:
            flags |= FLOWER_DRAW
        if seat == 0 and not exposed and rng.random() < 0.15:
            flags |= HEAVEN
    elif rng.random() < 0.8:
        row = row._replace(discarder=rng.choice(others))
    if row.win_by == 0 and not melds and seat and row.discarder in (0, NONE) and rng.random() < 0.2:
        flags |= EARTH
    if rng.random() < 0.4:
        row = row._replace(feeder=rng.choice(others))
    return row._replace(flags=flags)


def random_row(rng: Random) -> Row:
    """One random hand without faults and how it was won."""
    counts, melds = _form(rng, _FAMILIES)
    rng.shuffle(melds)
    held = [slot for slot in range(34) if counts[slot]]
    dots = [slot for slot in (9, 13) if counts[slot]]  # 1 and 5 of dots, which classical rules reward
    win = rng.choice(dots if dots and rng.random() < 0.3 else held)
    return _context(rng, Row(tuple(counts), (*melds, 0, 0, 0, 0)[:4], win))


def random_claim(rng: Random) -> Row:
    """A hand shown without a winning tile: any tiles, often all flowers."""
    counts, melds = _form(rng, _FAMILIES)
    for _ in range(rng.choice((0, 1, 1, 2))):
        counts[rng.choice([slot for slot in range(34) if counts[slot]])] -= 1
    row = _context(rng, Row(tuple(counts), (*melds, 0, 0, 0, 0)[:4]))
    if rng.random() < 0.6:
        row = row._replace(flowers=255)
    if rng.random() < 0.1:
        row = row._replace(counts=(5, *row.counts[1:]))
    return row._replace(seat=rng.choice((row.seat, row.seat, 4)))


def random_rows(n: int, seed: object) -> list[Row]:
    """`n` rows, a tenth of them of any kind and perhaps faulty, some of them claims; the same seed gives the same rows."""
    rng = Random(str(seed))
    any_kind = random_hands.random_rows(n // 10, seed, faults=True)
    rows = [random_claim(rng) if rng.random() < 0.04 else random_row(rng) for _ in range(n - len(any_kind))]
    rows += any_kind
    rng.shuffle(rows)
    return rows
