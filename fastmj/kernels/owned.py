"""Reading one hand for analysis: its suit codes and words, what its melds take, and whether it can be a hand at all."""

from typing import Any, NamedTuple

from fastmj.kernels.intrinsics import CODE_HIGH, suit_codes
from fastmj.kernels.jit import i64, part, u32
from fastmj.kernels.keys import CODE_MASK, held_at_least, word_of
from fastmj.kernels.planes import added
from fastmj.kernels.tables import INDEX_BITS, MELD_INVALID, Tables

SUIT_BITS, SUIT_MASK = 9, 0x1FF


class Concealed(NamedTuple):
    """The concealed tiles of one hand. With a count above four the codes are those of no tiles."""

    tiles: int  # how many; 0 where a count exceeds four
    code_m: int
    code_p: int
    code_s: int
    code_z: int
    word_m: int  # the state's index | ranks held at least 1, 2, 3, 4 times << 20, 29, 38, 47
    word_p: int
    word_s: int
    word_z: int


class Melded(NamedTuple):
    """What the melds of one hand hold, as bit planes over the 34 kinds."""

    sets: int  # how many melds
    bad: bool  # one of them is no meld, or the whole hand has five of a kind
    one: int  # kinds whose melded copies, as a binary number, have digit 1, 2, 4
    two: int
    four: int
    all_one: int  # the same of the whole hand, concealed tiles included
    all_two: int
    full: int  # kinds of which the hand holds all four


@part
def concealed(counts: Any, i: int, tables: Tables) -> Concealed:
    """Row i of uint8 counts."""
    mp, sz, tiles, fine = suit_codes(counts, i)
    m, p = (mp & CODE_MASK) * fine, (mp >> 2 * CODE_HIGH & CODE_MASK) * fine
    s, z = (sz & CODE_MASK) * fine, (sz >> 2 * CODE_HIGH & CODE_MASK) * fine
    return from_codes(tiles * fine, m, p, s, z, tables)


@part
def from_codes(tiles: int, m: int, p: int, s: int, z: int, tables: Tables) -> Concealed:
    """The hand of these suit codes."""
    return Concealed(tiles, m, p, s, z, word_of(tables, m), word_of(tables, p), word_of(tables, s), word_of(tables, z))


@part
def at_least(copies: int, hand: Concealed) -> int:
    """The kinds held concealed at least so often."""
    return i64(held_at_least(copies, hand.word_m, hand.word_p, hand.word_s, hand.word_z))


@part
def any_at_least(copies: int, hand: Concealed) -> bool:
    """Whether any kind is held concealed at least so often: half the work of asking which."""
    words = hand.word_m | hand.word_p | hand.word_s | hand.word_z
    return words >> INDEX_BITS + SUIT_BITS * (copies - 1) & SUIT_MASK != 0


@part
def odd_ranks(word: int) -> int:
    """The ranks of a suit held once or three times: at least once but not twice, or three times but not four."""
    steps = word ^ word >> SUIT_BITS
    return (steps >> INDEX_BITS | steps >> INDEX_BITS + 2 * SUIT_BITS) & SUIT_MASK


@part
def odd_kinds(hand: Concealed) -> int:
    """The kinds held concealed once or three times."""
    return (
        odd_ranks(hand.word_m)
        | odd_ranks(hand.word_p) << 9
        | odd_ranks(hand.word_s) << 18
        | odd_ranks(hand.word_z) << 27
    )


@part
def has_melds(melds: Any, i: int) -> bool:
    """Whether row i of the melds has any; no rows at all mean that no hand has."""
    if melds.shape[0] == 0:
        return False
    return i64(melds[i, 0] | melds[i, 1] | melds[i, 2] | melds[i, 3]) != 0


@part
def melded(melds: Any, i: int, hand: Concealed, tables: Tables) -> Melded:
    """Row i of the melds."""
    once = at_least(1, hand) & ~at_least(2, hand) | at_least(3, hand) & ~at_least(4, hand)
    twice, four, five = at_least(2, hand) & ~at_least(4, hand), at_least(4, hand), i64(0)
    sets, invalid = i64(0), i64(0)
    one, two, kong, more = i64(0), i64(0), i64(0), i64(0)
    for j in range(4):
        code = u32(melds[i, j])
        a, b, c = tables.meld_planes[code, 0], tables.meld_planes[code, 1], tables.meld_planes[code, 2]
        one, two, kong, more = added(one, two, kong, more, a, b, c)
        once, twice, four, five = added(once, twice, four, five, a, b, c)
        invalid |= tables.melds[code, 1] >> MELD_INVALID
        sets += i64(code != 0)
    crowded = five | four & (once | twice)
    return Melded(sets, (invalid != 0) | (crowded != 0), one, two, kong, once, twice, four)


@part
def changed(hand: Concealed, kind: int, tiles: int, tables: Tables) -> Concealed:
    """The hand with one tile of a kind more (``tiles`` 1) or less (-1)."""
    suit, tile = i64(tables.tile_place[u32(kind)] & 3), tiles * i64(tables.tile_code[u32(kind)])
    m, p = hand.code_m + (tile if suit == 0 else 0), hand.code_p + (tile if suit == 1 else 0)
    s, z = hand.code_s + (tile if suit == 2 else 0), hand.code_z + (tile if suit == 3 else 0)
    return from_codes(hand.tiles + tiles, m, p, s, z, tables)
