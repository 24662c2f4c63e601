"""Which tiles complete a hand, and whether the winning tile was the only one."""

from fastmj.kernels.block import Policy, Work, list_marked
from fastmj.kernels.intrinsics import wide_vectors
from fastmj.kernels.jit import helper, i64, stage, u32
from fastmj.kernels.keys import state_of, word_of
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import IN_SET, WAITS, Block

CLASS_SHIFT = 9  # of a wait word: bits 0-8 the waits, above them the class
SETS_AND_PAIR = 3  # that class


@helper
def wait_word(tables: Tables, suit: int, code: int) -> int:
    """Waits and class of one suit's code."""
    return i64(tables.waits[state_of(word_of(tables, code), code, suit)])


@helper
def merge_waits(tables: Tables, m: int, p: int, s: int, z: int) -> int:
    """The kinds that complete four suits with these wait words, as a mask over the 34 slots."""
    kinds = m & 0x1FF | (p & 0x1FF) << 9 | (s & 0x1FF) << 18 | (z & 0x1FF) << 27
    classes = (m >> CLASS_SHIFT) + 5 * (p >> CLASS_SHIFT) + 25 * (s >> CLASS_SHIFT) + 125 * (z >> CLASS_SHIFT)
    return i64(kinds & tables.active[u32(classes)])


@helper
def only_one(kinds: int) -> bool:
    """A mask of at most one kind."""
    return kinds & (kinds - 1) == 0


@helper
def living(kinds: int, policy: Policy, work: Work, i: int, tile: int) -> int:
    """The waits that count: dead ones, of which the hand held all four before the win, by the rule set's policy."""
    dead = work.whole[0, i] & ~(i64(1) << tile)
    return kinds if policy.dead_waits else kinds & ~dead


@helper
def waited_alone(i: int, tables: Tables, work: Work) -> int:
    """1 where hand i waited on its winning tile alone, by its shape: in its suit, and, without melds, by seven pairs."""
    tile = i64(work.win_tile[i])
    place = i64(tables.tile_place[u32(tile)])
    in_suit = i64(tables.lone_waits[work.suits[place & 3, i]]) >> (place >> 2) & 1
    bit = i64(1) << tile
    odd = work.odd[i] ^ bit  # one odd kind before the win: seven pairs wait on it
    by_pairs = (work.tiles[i] == 14) & only_one(odd) & (odd != bit)
    return in_suit & i64(not by_pairs)


@helper
def waited_alone_among_living(i: int, tables: Tables, policy: Policy, work: Work) -> bool:
    """The same where waits on a kind that the hand itself holds four times do not count: every wait is asked for."""
    codes, suits, whole = work.codes, work.suits, tables.whole_waits
    tile = i64(work.win_tile[i])
    suit = i64(tables.tile_place[u32(tile)] & 3)
    before = wait_word(tables, suit, codes[i, suit] - tables.tile_code[u32(tile)])
    odd = work.odd[i] ^ (i64(1) << tile)
    pairs = odd if (work.tiles[i] == 14) & only_one(odd) else 0
    m = before if suit == 0 else i64(whole[suits[0, i]])
    p = before if suit == 1 else i64(whole[suits[1, i]])
    s = before if suit == 2 else i64(whole[suits[2, i]])
    z = before if suit == 3 else i64(whole[suits[3, i]])
    return only_one(living(merge_waits(tables, m, p, s, z) | pairs, policy, work, i, tile))


@stage
def unique_waits(n: int, rows: int, tables: Tables, policy: Policy, work: Work, block: Block) -> None:
    """Take the wait from every row whose hand, before the win, waited on more than one kind.

    Waits are those of the regular form and, without melds, of seven pairs. One look-up answers by the shape, for all hands
    alike: asking only those that have a wait was a branch missed every other time (8 -> 2 ns a hand). Few hold four of a
    kind, and only those can have dead waits.
    """
    wide_vectors()
    alone, marked, listed = work.alone, work.marked, work.listed
    for i in range(n):
        alone[i] = waited_alone(i, tables, work)
    if policy.dead_waits == 0:
        for i in range(n):
            marked[i] = (alone[i] == 0) & (work.whole[0, i] != 0) & (work.valid[i] != 0)
        found = list_marked(n, work)
        for k in range(found):
            i = u32(listed[k])
            alone[i] = waited_alone_among_living(i, tables, policy, work)
    for i in range(n):
        block.wait[i] &= IN_SET | WAITS * alone[i]
    for r in range(n, rows):
        block.wait[r] &= IN_SET | WAITS * alone[u32(work.hand_of[r - n])]
