"""Which tiles complete a hand, and whether the winning tile was the only one."""

from fastmj.kernels.block import Policy, Work, list_marked
from fastmj.kernels.jit import helper, i64, stage, u8, u32
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


@stage
def unique_waits(n: int, rows: int, tables: Tables, policy: Policy, work: Work, block: Block) -> None:
    """Take the wait from every row whose hand, before the win, waited on more than one kind.

    Waits are those of the regular form and, without melds, of seven pairs. First the rows that have a wait at all are
    listed without a branch, then only those are looked at.
    """
    listed, suits, codes, marked, whole = work.listed, work.suits, work.codes, work.marked, tables.whole_waits
    for r in range(n):
        marked[r] = (block.wait[r] & WAITS != 0) & (work.valid[r] != 0)
    for r in range(n, rows):
        marked[r] = block.wait[r] & WAITS != 0
    found = list_marked(rows, work)
    for k in range(found):
        r = u32(listed[k])
        i = r if r < n else u32(work.hand_of[r - n])
        tile = i64(work.win_tile[i])
        suit = i64(tables.tile_place[u32(tile)] & 3)
        before = wait_word(tables, suit, codes[suit, i] - tables.tile_code[u32(tile)])
        odd = work.odd[i] ^ (i64(1) << tile)  # one odd kind before the win: seven pairs wait on it
        pairs = odd if (work.tiles[i] == 14) & only_one(odd) else 0
        if policy.dead_waits != 0:
            # the other suits are whole, so they wait only where this one was sets and a pair, and then they do
            only = only_one((before & 0x1FF) << 9 * suit | pairs) & (before >> CLASS_SHIFT != SETS_AND_PAIR)
        else:
            m = before if suit == 0 else i64(whole[suits[0, i]])
            p = before if suit == 1 else i64(whole[suits[1, i]])
            s = before if suit == 2 else i64(whole[suits[2, i]])
            z = before if suit == 3 else i64(whole[suits[3, i]])
            only = only_one(living(merge_waits(tables, m, p, s, z) | pairs, policy, work, i, tile))
        block.wait[r] &= IN_SET | u8(only) * WAITS  # a branch would be missed every other time
