"""Seeded random hands of every form, as rows; tests/row_formats.py turns them into dicts and arrays.

Without `faults` every row is well formed: most are wins, some miss one by a tile. With it a small share contradicts
itself, holds what no hand can hold, or carries codes that mean nothing.
"""

from collections.abc import Callable
from random import Random

from tests.reference.detect import GREEN
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
from tests.reference.shapes import KNITTED, ORPHANS

Concealed = tuple[list[int], list[int]]  # counts with the winning tile, meld bytes
FAULT_SHARE = 0.05
HONORS = range(27, 34)
TERMINALS = (0, 8, 9, 17, 18, 26)
_RANKS = [range(9)] * 4 + [range(3), range(4), range(5, 9), range(6, 9), range(3, 6), range(1, 8), (0, 8), (1, 3, 5, 7)]
_CHOW_RANKS = [range(7)] * 5 + [(0, 3, 6), (0, 6), (0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6), (0, 2, 4)]
_HONORS = [range(27, 34)] * 3 + [range(27, 31), range(31, 34), (32,), (), (), ()]


def _sets(rng: Random, number: int, copies: list[int]) -> list[int] | None:
    """Meld bytes (chows and pungs) of some sets out of a narrow or wide choice of tiles; None where they do not fit."""
    suits = rng.sample(range(3), rng.choice((1, 2, 2, 3, 3, 3, 3)))
    ranks = rng.choice(_RANKS)
    plain = rng.random() < 0.15
    if plain:
        suits, ranks = [0, 1, 2], range(9)
    elif rng.random() < 0.02:
        suits = []
    chows = [9 * suit + rank for suit in suits for rank in rng.choice(_CHOW_RANKS)]
    pungs = [9 * suit + rank for suit in suits for rank in ranks] + list(rng.choice(_HONORS))
    if len(ranks) < 9 and rng.random() < 0.6:
        chows = [slot for slot in chows if all(slot % 9 + step in ranks for step in range(3))]
    if plain:
        chows = [slot for slot in range(27) if slot % 9 < 7]
    elif rng.random() < 0.01:
        chows, pungs = [19], sorted(GREEN)
    chow_share = 0.9 if plain else rng.choice((0.0, 0.3, 0.7, 0.85, 1.0))
    sets: list[int] = []
    for _ in range(4 * number):
        choice, base = (chows, 1) if rng.random() < chow_share else (pungs, 35)
        if len(sets) == number or not choice:
            break
        byte = rng.choice(choice) + base
        if byte > 34 and rng.random() < 0.1:  # keep close to a pung that is there: shifted and double pungs
            byte = _beside(rng, sets, byte)
        tiles = meld_tiles(byte)
        if all(copies[slot] + tiles.count(slot) <= 4 for slot in tiles):
            sets.append(byte)
            for slot in tiles:
                copies[slot] += 1
    return sets if len(sets) == number else None


def _beside(rng: Random, sets: list[int], byte: int) -> int:
    pungs = [other - 35 for other in sets if 35 <= other < 62]
    if not pungs:
        return byte
    slot = rng.choice(pungs)
    return 35 + rng.choice([(slot + 9) % 27, (slot + 18) % 27, min(slot + 1, 26)])


def _pair(rng: Random, copies: list[int]) -> int | None:
    held = [slot for slot, n in enumerate(copies) if n]
    suited = [slot for slot in held if slot < 27]
    near = [slot for suit in {slot // 9 for slot in suited} for slot in range(9 * suit, 9 * suit + 9)]
    choice = rng.choice((near or held, held, list(range(27, 34)), (4, 13, 22), list(range(34))))
    slot = rng.choice([slot for slot in choice if copies[slot] <= 2] or [-1])
    return slot if slot >= 0 else None


def _terminal_chows(rng: Random) -> list[int]:
    """123 and 789 of two suits, or of one suit twice, where three-suited or pure terminal chows can arise."""
    suits = [rng.randrange(3), rng.randrange(3)]
    return [9 * suit + rank + 1 for suit in suits for rank in (0, 6)]


def _of_sets(rng: Random, body: frozenset[int] = frozenset()) -> Concealed:
    """Sets and a pair, beside a knitted body where one is given; any of the sets may be a meld."""
    number = 1 if body else 4
    while True:
        copies = [int(slot in body) for slot in range(34)]
        if not body and rng.random() < 0.01:
            sets: list[int] | None = _terminal_chows(rng)
            for byte in sets or []:
                for slot in meld_tiles(byte):
                    copies[slot] += 1
        else:
            sets = _sets(rng, number, copies)
        pair = _pair(rng, copies) if sets else None
        if sets is not None and pair is not None:
            break
    counts = [int(slot in body) for slot in range(34)]
    counts[pair] += 2
    melds: list[int] = []
    meld_share = rng.choice((0.0, 0.0, 0.2, 0.5, 1.0))
    kong_share = rng.choice((0.0, 0.0, 0.2, 0.5, 0.8))
    copies[pair] += 2
    for byte in sets:
        kong = byte > 34 and copies[byte - 35] == 3 and rng.random() < kong_share
        if kong:
            melds.append(byte + (34 if rng.random() < meld_share or rng.random() < 0.3 else 68))
        elif rng.random() < meld_share:
            melds.append(byte)
        else:
            for slot in meld_tiles(byte):
                counts[slot] += 1
    return counts, melds


def _knitted_straight(rng: Random) -> Concealed:
    return _of_sets(rng, rng.choice(KNITTED))


def _seven_pairs(rng: Random) -> Concealed:
    suit = 9 * rng.randrange(3)
    kinds = rng.choice((range(34), range(34), range(suit, suit + 9), ORPHANS, HONORS, range(1, 8), TERMINALS))
    counts = [0] * 34
    if rng.random() < 0.15:
        start = suit + rng.randrange(3)
        for slot in range(start, start + 7):
            counts[slot] = 2
    while sum(counts) < 14:
        slot = rng.choice(kinds)
        counts[slot] += 2 * (counts[slot] < 4 and (counts[slot] == 0 or rng.random() < 0.4))
    return counts, []


def _thirteen_orphans(rng: Random) -> Concealed:
    counts = [int(slot in ORPHANS) for slot in range(34)]
    counts[rng.choice(ORPHANS)] += 1
    return counts, []


def _honors_and_knitted(rng: Random) -> Concealed:
    honors = rng.choice((5, 6, 7, 7))
    held = rng.sample(range(27, 34), honors) + rng.sample(sorted(rng.choice(KNITTED)), 14 - honors)
    return [int(slot in held) for slot in range(34)], []


def _nine_gates(rng: Random) -> Concealed:
    start = 9 * rng.randrange(3)
    counts = [0] * 34
    counts[start : start + 9] = [3, 1, 1, 1, 1, 1, 1, 1, 3]
    counts[start + rng.randrange(9)] += 1
    return counts, []


def _near(rng: Random) -> Concealed:
    """A hand of another family with one concealed tile changed: seldom a win."""
    counts, melds = _form(rng, _FAMILIES[:-1])
    copies = all_copies(Row(tuple(counts), tuple(melds)))
    counts[rng.choice([slot for slot in range(34) if counts[slot]])] -= 1
    counts[rng.choice([slot for slot in range(34) if copies[slot] < 4])] += 1
    return counts, melds


_FAMILIES: list[tuple[float, Callable[[Random], Concealed]]] = [
    (0.77, _of_sets),
    (0.06, _knitted_straight),
    (0.06, _seven_pairs),
    (0.01, _thirteen_orphans),
    (0.03, _honors_and_knitted),
    (0.02, _nine_gates),
    (0.05, _near),
]


def _form(rng: Random, families: list[tuple[float, Callable[[Random], Concealed]]]) -> Concealed:
    (_, maker) = rng.choices(families, [share for share, _ in families])[0]
    return maker(rng)


def random_row(rng: Random, faults: bool = False) -> Row:
    """One random hand and how it was won."""
    counts, melds = _form(rng, _FAMILIES)
    rng.shuffle(melds)
    held = [slot for slot in range(34) if counts[slot]]
    win = rng.choice(held)
    kongs = sum(byte >= 69 for byte in melds)
    flowers = rng.getrandbits(8) if rng.random() < 0.3 else 0
    seat = rng.randrange(4)
    others = [other for other in range(4) if other != seat]
    win_by = rng.choice((0, 0, 0, 1, 1, 1, 2))
    flags = LAST_TILE * (rng.random() < 0.1) | LAST_OF_KIND * (rng.random() < 0.15) | FIFTH_TILE * (rng.random() < 0.02)
    row = Row(tuple(counts), (*melds, 0, 0, 0, 0)[:4], win, win_by, flags, seat, rng.randrange(4), flowers)
    if win_by == 2 and all_copies(row)[win] > 1:
        row = row._replace(win_by=0)
    exposed = any(byte < 103 for byte in melds)
    if row.win_by == 1:
        if kongs and rng.random() < 0.3:
            flags |= rng.randint(1, kongs) << 8
        elif flowers and rng.random() < 0.3:
            flags |= FLOWER_DRAW
        if seat == 0 and not exposed and rng.random() < 0.05:
            flags |= HEAVEN
    elif rng.random() < 0.6:
        row = row._replace(discarder=rng.choice(others))
    if row.win_by == 0 and not melds and seat and row.discarder in (0, NONE) and rng.random() < 0.05:
        flags |= EARTH
    if rng.random() < 0.05:
        row = row._replace(feeder=rng.choice(others))
    row = row._replace(flags=flags)
    return spoil(rng, row) if faults and rng.random() < FAULT_SHARE else row


def _crowded(rng: Random, row: Row) -> Row:
    """As many tiles as before, but five of one kind."""
    counts, copies = list(row.counts), all_copies(row)
    kind = copies.index(max(copies))
    for _ in range(5 - copies[kind]):
        others = [slot for slot in range(34) if counts[slot] and slot not in (kind, row.win_tile)]
        counts[rng.choice(others or [kind])] -= 1
        counts[kind] += 1
    return row._replace(counts=tuple(counts))


def spoil(rng: Random, row: Row) -> Row:
    """The row with something in it that may not be."""
    counts, melds = list(row.counts), list(row.melds)
    counts[rng.randrange(34)] += rng.choice((1, 1, 3, 200))
    melds[rng.randrange(4)] = rng.randrange(256)
    return rng.choice(
        (
            _crowded(rng, row),
            row._replace(counts=tuple(counts)),
            row._replace(melds=tuple(melds)),
            row._replace(win_tile=rng.choice((rng.randrange(34), rng.randrange(34, 255), NONE))),
            row._replace(win_by=rng.choice((0, 1, 2, 3, 255))),
            row._replace(flags=row.flags ^ 1 << rng.randrange(16)),
            row._replace(flags=row.flags | rng.choice((HEAVEN, EARTH, FLOWER_DRAW, HEAVEN | EARTH, 1 << 8, 4 << 8))),
            row._replace(seat=rng.choice((0, 1, 2, 3, 4, 255))),
            row._replace(round=rng.choice((4, 255))),
            row._replace(discarder=rng.choice((row.seat, rng.randrange(4), 4, 254))),
            row._replace(feeder=rng.choice((row.seat, 4, 254))),
        )
    )


def random_rows(n: int, seed: object, faults: bool = False) -> list[Row]:
    """`n` rows; the same seed (anything that prints) gives the same rows."""
    rng = Random(str(seed))
    return [random_row(rng, faults) for _ in range(n)]
