"""Wins that only some rule sets know: claims that need no complete hand, and exact hands.

Claims are those of flowers, and of four kongs in a row with one tile left. Rule sets without any do not compile this file.
"""

from typing import Any

import numpy.typing as npt

from fastmj.hands import Hands
from fastmj.kernels.block import Policy, Work, list_marked
from fastmj.kernels.checks import contradiction, simple_contradiction
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.jit import addressed, helper, i64, part
from fastmj.kernels.melds import INVALID_SHIFT
from fastmj.kernels.record import CONCEALED_KONGS, MELDED_KONGS, OPEN, lane
from fastmj.kernels.special import NO_SETS, SET_LANES, add_special
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import CLAIM, EXACT, WIN_HEAVEN, WIN_KONG_DRAWS_SHIFT, Block
from fastmj.status import BAD_CONTEXT, BAD_MELD, OK, TOO_MANY_COPIES
from fastmj.tiles import ALL_KINDS, FLAG_HEAVEN, KINDS, KONG_DRAWS_SHIFT, NO_TILE

SEVEN_FLOWERS, EIGHT_FLOWERS, KONG_TO_FOURTH, OPENING_FLOWERS = 1, 2, 4, 8  # bits, in the order of rules/ruleset.py
NO_OPEN = 7 << 3 * OPEN
CLAIM_WIN = WIN_HEAVEN | 7 << WIN_KONG_DRAWS_SHIFT  # what a claim keeps of how the hand was won


Exact = npt.NDArray[Any]
"""(k, 38) int32: the codes of the four suits of every exact hand, then which kinds it holds."""


@helper
def claims_flowers(policy: Policy, flowers: int) -> bool:
    """Seven or eight flowers, where the rule set knows that claim."""
    held = popcount(flowers)
    return ((held == 7) & (policy.claims & SEVEN_FLOWERS != 0)) | ((held == 8) & (policy.claims & EIGHT_FLOWERS != 0))


@helper
def claims_kongs(policy: Policy, flags: int, lanes: int, tiles: int) -> bool:
    """Four kongs in a row and ``tiles`` == 1 tile left, where the rule set knows that claim."""
    kongs = lane(lanes, MELDED_KONGS) + lane(lanes, CONCEALED_KONGS)
    in_a_row = flags >> KONG_DRAWS_SHIFT & 7 == 4
    return in_a_row & (kongs == 4) & (tiles == 1) & (policy.claims & KONG_TO_FOURTH != 0)


@helper
def fault_of_claim(hands: Hands, i: int, opening: bool, work: Work) -> int:
    """Status of hand i, which has no winning tile; an ``opening`` claim may be made by any seat."""
    win_by, seat, discarder = i64(hands.win_by[i]), i64(hands.seat[i]), i64(hands.discarder[i])
    flags, lanes, flowers = i64(hands.flags[i]), i64(work.meld_lanes[i]), i64(hands.flowers[i])
    bad = simple_contradiction(win_by, seat, i64(hands.round[i]), discarder, i64(hands.feeder[i]), 0)
    bad |= contradiction(win_by, flags, 0 if opening & (flags & FLAG_HEAVEN != 0) else seat, flowers, discarder, lanes)
    fault = BAD_CONTEXT if bad else OK
    fault = TOO_MANY_COPIES if (work.tiles[i] < 0) | (work.whole[1, i] != 0) else fault
    fault = BAD_MELD if lanes >> INVALID_SHIFT != 0 else fault
    return min(fault, i64(hands.status[i]))


@helper
def add_claim(i: int, kongs: bool, work: Work, block: Block) -> None:
    """The first row of hand i as a claim: no tiles, no sets and no win that any other element could look at."""
    block.form[i] = CLAIM
    block.kinds[i] = ALL_KINDS
    block.fours[i] = 0
    block.suit_m[i] = block.suit_p[i] = block.suit_s[i] = 0
    block.pungs_z[i] = 0
    block.pair[i] = -1
    block.lanes[i] = (i64(work.meld_lanes[i]) & ~SET_LANES if kongs else 0) | NO_SETS | NO_OPEN
    block.concealed_pungs[i] = 0
    block.wait[i] = 0
    block.win[i] &= CLAIM_WIN


@part
def claims(hands: Hands, n: int, policy: Policy, work: Work, block: Block) -> None:
    """Status and row of the hands that no complete hand has to win; for rule sets that know claims."""
    for i in range(n):
        four = i64(hands.flags[i]) >> KONG_DRAWS_SHIFT == 4
        work.marked[i] = (hands.win_tile[i] == NO_TILE) | ((work.valid[i] == 0) & (work.status[i] == OK) & four)
    found = list_marked(n, work)
    for k in range(found):
        i = i64(work.listed[k])
        given = i64(hands.win_tile[i] != NO_TILE)  # a tile given beside four kongs in a row is ignored
        flowers = (given == 0) & claims_flowers(policy, i64(hands.flowers[i]))
        kongs = claims_kongs(policy, i64(hands.flags[i]), i64(work.meld_lanes[i]), work.tiles[i] - given)
        if given == 0:
            opening = flowers & (policy.claims & OPENING_FLOWERS != 0)
            work.status[i] = fault_of_claim(hands, i, opening, work)
        if (flowers | kongs) & (work.status[i] == OK):
            work.valid[i] = 1
            add_claim(i, kongs, work, block)


@helper
def exact_hand(exact: Exact, i: int, tables: Tables, work: Work) -> int:
    """Which of the exact hands, plus a second of one of its tiles, hand i is; -1 for none."""
    for k in range(exact.shape[0]):
        for tile in range(KINDS):
            suit, one = tables.tile_place[tile] & 3, tables.tile_code[tile]
            held = exact[k, 4 + tile] != 0
            for other in range(4):
                held &= work.codes[i, other] == exact[k, other] + (one if other == suit else 0)
            if held:
                return k
    return -1


@part
def exact_hands(n: int, rows: int, tables: Tables, exact: Exact, work: Work, block: Block) -> int:
    """Write the exact hands of a rule set that has any; returns the number of rows."""
    for i in range(n):
        if (work.tiles[i] == 14) & (work.status[i] == OK):
            k = exact_hand(exact, i, tables, work)
            if k >= 0:
                rows = add_special(EXACT + k, n, i, rows, work, block)
    return rows


@addressed
def further_wins(
    hands: Hands, n: int, rows: int, tables: Tables, exact: Exact, policy: Policy, work: Work, block: Block
) -> int:
    """Write the rows of exact hands and claims; returns the number of rows."""
    rows = exact_hands(n, rows, tables, exact, work, block)
    if policy.claims != 0:
        claims(hands, n, policy, work, block)
    return rows
