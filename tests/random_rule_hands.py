"""Seeded random hands for the rule sets beside Chinese Official, as rows, rich in what only they know.

Without `faults` every row is well formed: most are wins, some miss one by a tile, some are claims without a winning
tile. With it a small share contradicts itself or carries codes that mean nothing.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from tests.random_hands import FAULT_SHARE, HONORS, TERMINALS, spoil
from tests.reference.detect import GREEN
from tests.reference.rows import EARTH, FIFTH_TILE, FLOWER_DRAW, HEAVEN, LAST_TILE, NONE, Row, all_copies, meld_tiles
from tests.reference.shapes import KNITTED, ORPHANS

Choice = TypeVar("Choice")
Concealed = tuple[list[int], list[int]]  # counts with the winning tile, meld bytes
WINDS, DRAGONS = range(27, 31), range(31, 34)
DRAGON_SUITS = {
    33: range(9),
    31: range(9, 18),
    32: range(18, 27),
}  # red and characters, white and dots, green and bamboo
FULL_SETS = (0x0F, 0xF0, 0xFF, 0xFE, 0x7F, 0x1F, 0xF1)
ANY = range(34)


class Pool(NamedTuple):
    """What sets and eyes are drawn from: meld bytes that are there at all events, then chows and pungs by chance."""

    chows: Sequence[int]  # first slots
    pungs: Sequence[int]
    eyes: Sequence[int]
    chow_share: float
    given: Sequence[int] = ()


def _chows_of(slots: Sequence[int]) -> list[int]:
    return [slot for slot in slots if slot < 27 and slot % 9 < 7 and {slot + 1, slot + 2} <= set(slots)]


def _plain(rng: Random) -> Pool:
    return Pool(_chows_of(ANY), ANY, ANY, rng.choice((0.3, 0.7, 0.9, 1.0)))


def _one_suit(rng: Random) -> Pool:
    suit = 9 * rng.randrange(3)
    low = rng.choice((0, 0, 0, 1, 3, 5))
    slots = range(suit + low, suit + min(9, low + rng.choice((4, 5, 9))))
    honors = rng.choice(((), (), HONORS, WINDS, DRAGONS))
    share = rng.choice((0.0, 0.4, 0.7, 0.9, 1.0))
    return Pool(_chows_of(slots), [*slots, *honors], [*slots, *honors], share)


def _orphaned(rng: Random) -> Pool:
    suits = rng.choice((range(3), range(3), [rng.randrange(3)]))
    chows = [9 * suit + rank for suit in suits for rank in (0, 6)]
    ends = [9 * suit + rank for suit in suits for rank in (0, 8)]
    slots = rng.choice(([*ends, *HONORS], [*ends, *HONORS], ends, HONORS, WINDS, [*WINDS, *ends]))
    return Pool(chows, slots, slots, rng.choice((0.0, 0.0, 0.5, 0.8, 1.0)))


def _fives(rng: Random) -> Pool:
    return Pool([9 * suit + rank for suit in range(3) for rank in (2, 3, 4)], (4, 13, 22), (4, 13, 22), rng.random())


def _green(rng: Random) -> Pool:
    return Pool((19,), sorted(GREEN), sorted(GREEN), rng.choice((0.0, 0.3, 0.6)))


def _dragon_suit(rng: Random) -> Pool:
    dragon, suit = rng.choice(list(DRAGON_SUITS.items()))
    eyes = rng.choice((suit, suit, suit, HONORS, ANY))
    return Pool(_chows_of(suit), suit, eyes, rng.choice((0.0, 0.0, 0.0, 0.3)), (35 + dragon,))


def _great_honors(rng: Random) -> Pool:
    family = rng.choice((WINDS, DRAGONS, DRAGONS))
    given = rng.sample(family, min(rng.choice((2, 3, 3, 4)), len(family)))
    eyes = rng.choice((family, HONORS, ANY))
    return Pool(_chows_of(ANY), rng.choice((ANY, HONORS)), eyes, rng.choice((0.0, 0.5, 1.0)), [35 + s for s in given])


def _related(rng: Random) -> Pool:
    """Chows or pungs in steps of 0, 1 or 3, in one suit or in three."""
    step, suits = rng.choice((0, 1, 1, 3)), rng.choice(([rng.randrange(3)] * 4, rng.sample(range(3), 3)))
    base = rng.choice((1, 35))
    highest = 6 if base == 1 else 8
    start = rng.randint(0, max(0, highest - step * (len(suits) - 1)))
    places = [9 * suit + min(start + step * place, highest) for place, suit in enumerate(suits)]
    size = rng.choice((2, 3, 3, 4))
    given = [base + place for place in places[:size]]
    return _plain(rng)._replace(given=given)


POOLS: list[tuple[int, Callable[[Random], Pool]]] = [
    (20, _plain),
    (20, _one_suit),
    (12, _orphaned),
    (4, _fives),
    (5, _green),
    (10, _dragon_suit),
    (12, _great_honors),
    (20, _related),
]


def _pick(rng: Random, weighted: Sequence[tuple[int, Choice]]) -> Choice:
    return rng.choices([item for _, item in weighted], [weight for weight, _ in weighted])[0]


def _draw(rng: Random, pool: Pool) -> tuple[list[int], int] | None:
    """Four sets as meld bytes, and eyes; None where there are not tiles enough."""
    copies = [0] * 34
    sets: list[int] = []
    for chance in range(24):
        byte = pool.given[chance] if chance < len(pool.given) else 0
        if not byte:
            choice, base = (pool.chows, 1) if pool.chows and rng.random() < pool.chow_share else (pool.pungs, 35)
            byte = rng.choice(choice) + base
        tiles = meld_tiles(byte)
        if len(sets) < 4 and all(copies[slot] + tiles.count(slot) <= 4 for slot in tiles):
            sets.append(byte)
            for slot in tiles:
                copies[slot] += 1
    eyes = rng.choice([slot for slot in pool.eyes if copies[slot] <= 2] or [-1])
    return (sets, eyes) if len(sets) == 4 and eyes >= 0 else None


def _of_sets(rng: Random) -> Concealed:
    """Four sets and eyes; any of the sets may be a meld, pungs may be kongs."""
    drawn = None
    while drawn is None:
        drawn = _draw(rng, _pick(rng, POOLS)(rng))
    sets, eyes = drawn
    counts, melds, copies = [0] * 34, [], [0] * 34
    for slot in [eyes, eyes, *(slot for byte in sets for slot in meld_tiles(byte))]:
        copies[slot] += 1
    meld_share, kong_share = rng.choice((0.0, 0.0, 0.3, 0.6, 1.0)), rng.choice((0.0, 0.0, 0.3, 1.0))
    counts[eyes] += 2
    for byte in sets:
        if byte > 34 and copies[byte - 35] == 3 and rng.random() < kong_share:
            melds.append(byte + (34 if rng.random() < meld_share else 68))
        elif rng.random() < meld_share:
            melds.append(byte)
        else:
            for slot in meld_tiles(byte):
                counts[slot] += 1
    return counts, melds


def _of_kinds(slots: Sequence[int]) -> Concealed:
    return [slots.count(slot) for slot in ANY], []


def _seven_pairs(rng: Random) -> Concealed:
    suit = 9 * rng.randrange(3)
    if rng.random() < 0.2:
        start = suit + rng.randrange(3)
        return _of_kinds([*range(start, start + 7)] * 2)
    own = [*range(suit, suit + 9)]
    kinds = rng.choice((ANY, ANY, own, [*own, *HONORS], ORPHANS, HONORS, TERMINALS, [*HONORS, suit, suit + 8]))
    counts = [0] * 34
    while sum(counts) < 14:
        slot = rng.choice(kinds)
        counts[slot] += 2 * (counts[slot] < 4 and (counts[slot] == 0 or rng.random() < 0.4))
    return counts, []


def _thirteen_orphans(rng: Random) -> Concealed:
    return _of_kinds([*ORPHANS, rng.choice(ORPHANS)])


def _isolated_stars(rng: Random) -> Concealed:
    return _of_kinds([*HONORS, *rng.sample(sorted(rng.choice(KNITTED)), 7)])


def _snake(rng: Random) -> Concealed:
    suit = 9 * rng.randrange(3)
    return _of_kinds([suit, *range(suit, suit + 9), *WINDS])


def _nine_gates(rng: Random) -> Concealed:
    suit = 9 * rng.randrange(3)
    return _of_kinds([suit, suit, suit + 8, suit + 8, *range(suit, suit + 9), suit + rng.randrange(9)])


def _near(rng: Random) -> Concealed:
    """A hand of another form with one concealed tile changed: seldom a win."""
    counts, melds = _pick(rng, FORMS[:-1])(rng)
    copies = all_copies(Row(tuple(counts), tuple(melds)))
    counts[rng.choice([slot for slot in ANY if counts[slot]])] -= 1
    counts[rng.choice([slot for slot in ANY if copies[slot] < 4])] += 1
    return counts, melds


FORMS: list[tuple[int, Callable[[Random], Concealed]]] = [
    (80, _of_sets),
    (8, _seven_pairs),
    (2, _thirteen_orphans),
    (3, _isolated_stars),
    (2, _snake),
    (3, _nine_gates),
    (6, _near),
]


def _flowers(rng: Random) -> int:
    return rng.choice((0, 0, rng.getrandbits(8), rng.getrandbits(8) & rng.getrandbits(8), rng.choice(FULL_SETS)))


def _claim(rng: Random) -> Row:
    """No winning tile: seven or eight flowers (or one too few), four kongs in a row, or nothing to claim."""
    counts, melds = _of_sets(rng)
    flowers = rng.choice((0xFF, 0xFF, 0xFF ^ 1 << rng.randrange(8), 0xFF ^ 1 << rng.randrange(8), rng.getrandbits(8)))
    for _ in range(rng.choice((0, 1, 1, 2, sum(counts)))):
        held = [slot for slot in ANY if counts[slot]]
        if held:
            counts[rng.choice(held)] -= 1
    win_by = rng.choice((0, 1, 1, 1))
    row = Row(tuple(counts), (*melds, 0, 0, 0, 0)[:4], NONE, win_by, seat=rng.randrange(4), flowers=flowers)
    heaven = win_by == 1 and not any(0 < byte < 103 for byte in melds)
    if heaven and (row.seat == 0 or flowers.bit_count() >= 7) and rng.random() < 0.3:
        row = row._replace(flags=HEAVEN)
    return row._replace(round=rng.randrange(4))


def _four_kongs(rng: Random) -> Row:
    """Four kongs and a tile or two, drawn one after another or nearly so, with or without the tile drawn last."""
    slots = rng.sample(rng.choice((ANY, HONORS, range(9), range(18, 27))), 5)
    share = rng.choice((0.0, 0.5))
    melds = tuple(slot + (69 if rng.random() < share else 103) for slot in slots[:4])
    last = rng.choice((slots[4], slots[4], slots[4], *(slot for slot in ANY if slot not in slots)))
    counts = [int(slot == slots[4]) for slot in ANY]
    claim = rng.random() < 0.4
    if not claim or rng.random() < 0.2:
        counts[last] += 1
    flags = rng.choice((4, 4, 4, 3, 2)) << 8
    flags |= HEAVEN * (not share and rng.random() < 0.3)
    win_tile, seat = NONE if claim else last, 0 if flags & HEAVEN else rng.randrange(4)
    return Row(tuple(counts), melds, win_tile, 1, flags, seat, rng.randrange(4), _flowers(rng))


def _won(rng: Random) -> Row:
    """A hand of any form, and how it was won."""
    counts, melds = _pick(rng, FORMS)(rng)
    rng.shuffle(melds)
    held = [slot for slot in ANY if counts[slot]]
    win_by = rng.choice((0, 0, 0, 1, 1, 1, 1, 2))
    copies = all_copies(Row(tuple(counts), tuple(melds)))
    single = [slot for slot in held if copies[slot] == 1]
    if win_by == 2 and single:
        held = single
    elif rng.random() < 0.3:
        held = [slot for slot in held if slot in (9, 13)] or held  # what the moon and the plum blossom are won on
    win = rng.choice(held)
    win_by = 0 if win_by == 2 and not single else win_by
    flowers, seat = _flowers(rng), rng.randrange(4)
    flags = LAST_TILE * (rng.random() < 0.2) | FIFTH_TILE * (rng.random() < 0.1)
    others = [other for other in range(4) if other != seat]
    discarder = rng.choice(others) if win_by != 1 and rng.random() < 0.7 else NONE
    kongs, exposed = sum(byte >= 69 for byte in melds), any(byte < 103 for byte in melds)
    if win_by == 1 and kongs and rng.random() < 0.4:
        flags |= rng.randint(1, kongs) << 8
    elif win_by == 1 and flowers and rng.random() < 0.3:
        flags |= FLOWER_DRAW
    if win_by == 1 and seat == 0 and not exposed and rng.random() < 0.2:
        flags |= HEAVEN
    elif win_by == 0 and seat and not melds and discarder in (0, NONE) and rng.random() < 0.2:
        flags |= EARTH
    feeder = rng.choice(others) if rng.random() < 0.3 else NONE
    shown = (*melds, 0, 0, 0, 0)[:4]
    return Row(tuple(counts), shown, win, win_by, flags, seat, rng.randrange(4), flowers, discarder, feeder)


_KINDS: list[tuple[int, Callable[[Random], Row]]] = [(92, _won), (5, _claim), (3, _four_kongs)]


def random_rule_row(rng: Random, faults: bool = False) -> Row:
    """One random hand and how it was won."""
    row = _pick(rng, _KINDS)(rng)
    return spoil(rng, row) if faults and rng.random() < FAULT_SHARE else row


def random_rule_rows(n: int, seed: object, faults: bool = False) -> list[Row]:
    """`n` rows; the same seed (anything that prints) gives the same rows."""
    rng = Random(str(seed))
    return [random_rule_row(rng, faults) for _ in range(n)]
