"""What a detector may look at (``View``), and how it is read from the columns of a block (``Block``)."""

from typing import Any, NamedTuple

import numpy.typing as npt

from fastmj.kernels.bits import any_of
from fastmj.kernels.jit import i64, inlinable
from fastmj.kernels.record import CHOW_BITS, CHOW_MASK
from fastmj.tiles import BAMBOO, CHARACTERS, DOTS, DRAGONS, WINDS

FORMS = (
    "regular",
    "seven_pairs",
    "thirteen_orphans",
    "honors_knitted",
    "knitted_straight",
    "isolated_stars",
    "wriggling_snake",
)
REGULAR, SEVEN_PAIRS, THIRTEEN_ORPHANS, HONORS_KNITTED, KNITTED_STRAIGHT, ISOLATED_STARS, WRIGGLING_SNAKE = range(
    len(FORMS)
)
CLAIM = len(FORMS)  # a win that needs no complete hand
EXACT = CLAIM + 1  # the first of a rule set's exact hands
EDGE, CLOSED, SINGLE, IN_SET = 1, 2, 4, 8
WAITS = EDGE | CLOSED | SINGLE

# How the hand was won: bits of the column ``win``. Bits 0-7 and 8-10 are taken from ``win_by`` and ``flags``.
WIN_SELF_DRAWN, WIN_ROBBED_KONG, WIN_LAST_TILE, WIN_LAST_OF_KIND = 1, 2, 4, 8
WIN_HEAVEN, WIN_EARTH, WIN_FLOWER_DRAW, WIN_NINE_GATES = 16, 32, 64, 128
WIN_KONG_DRAWS_SHIFT = 8

Column = npt.NDArray[Any]


class View(NamedTuple):
    """One reading of one hand."""

    form: int  # REGULAR, SEVEN_PAIRS, ..., CLAIM; isolated stars are HONORS_KNITTED (14 different tiles) too
    exact: int  # which of the rule set's exact hands, from 0; negative for all else
    kinds: int  # which of the 34 kinds occur, melds included
    fours: int  # which kinds occur four times without being a kong
    suits: int  # how many of the three suits occur
    has_wind: bool
    has_dragon: bool
    chows: int  # how many of the four sets are chows (the knitted straight stands for three)
    pungs: int  # ... are pungs or kongs
    chows_m: int  # chows of characters: a base-5 number, the digit of weight 5**i counts those that start at i + 1
    chows_p: int
    chows_s: int
    pungs_m: int  # ranks of the pungs of characters, 9 bits
    pungs_p: int
    pungs_s: int
    pungs_z: int  # honor pungs, 7 bits: E S W N, White, Green, Red
    pair: int  # slot of the pair; -1 without one
    inner_sets: int  # how many sets and pairs hold neither terminal nor honor; like the next two 7 in special forms
    sets_without_five: int
    sets_not_even: int  # sets and pairs that are no pung or pair of an even number
    concealed_pungs: int  # concealed kongs included
    melded_kongs: int
    concealed_kongs: int
    open_sets: int  # exposed sets
    wait: int  # EDGE, CLOSED, SINGLE when the wait was on one kind only, else 0
    win_in_set: bool  # the winning tile can have completed a concealed set, not only the pair
    self_drawn: bool
    robbed_kong: bool
    last_tile: bool
    last_of_kind: bool
    heaven: bool
    earth: bool
    flower_draw: bool
    kong_draws: int
    nine_gates: bool  # the 13 concealed tiles before the win were 1112345678999 of one suit
    seat_wind: int  # one bit, as in pungs_z
    round_wind: int
    flowers: int  # 8 bits
    win_tile: int  # slot


class Block(NamedTuple):
    """The columns the scoring loop reads: one entry a reading."""

    form: Column  # uint8
    kinds: Column  # int64
    fours: Column  # int64
    suit_m: Column  # int32: chows (17 bits) | pungs << 17
    suit_p: Column
    suit_s: Column
    pungs_z: Column  # uint8
    pair: Column  # int8
    lanes: Column  # int32: 3-bit counters, see kernels/record.py
    concealed_pungs: Column  # int8
    wait: Column  # uint8: EDGE, CLOSED, SINGLE or 0, and IN_SET
    win: Column  # uint16: bits WIN_*
    winds: Column  # uint8: seat | round << 2
    flowers: Column  # uint8
    win_tile: Column  # uint8
    relations: Column  # (words, n) int64: what the chow table says of the reading's chows


@inlinable
def view(block: Block, r: int) -> View:
    """Reading r of the block."""
    kinds = block.kinds[r]
    m, p, s = i64(block.suit_m[r]), i64(block.suit_p[r]), i64(block.suit_s[r])
    lanes, win, winds = i64(block.lanes[r]), i64(block.win[r]), i64(block.winds[r])
    return View(
        form=i64(block.form[r]),
        exact=i64(block.form[r]) - EXACT,
        kinds=kinds,
        fours=block.fours[r],
        suits=i64(any_of(kinds, CHARACTERS)) + i64(any_of(kinds, DOTS)) + i64(any_of(kinds, BAMBOO)),
        has_wind=any_of(kinds, WINDS),
        has_dragon=any_of(kinds, DRAGONS),
        chows=lanes & 7,
        pungs=lanes >> 3 & 7,
        chows_m=m & CHOW_MASK,
        chows_p=p & CHOW_MASK,
        chows_s=s & CHOW_MASK,
        pungs_m=m >> CHOW_BITS,
        pungs_p=p >> CHOW_BITS,
        pungs_s=s >> CHOW_BITS,
        pungs_z=i64(block.pungs_z[r]),
        pair=i64(block.pair[r]),
        inner_sets=lanes >> 6 & 7,
        sets_without_five=lanes >> 9 & 7,
        sets_not_even=lanes >> 12 & 7,
        melded_kongs=lanes >> 15 & 7,
        concealed_kongs=lanes >> 18 & 7,
        open_sets=lanes >> 21 & 7,
        concealed_pungs=i64(block.concealed_pungs[r]),
        wait=i64(block.wait[r]) & WAITS,
        win_in_set=(i64(block.wait[r]) & IN_SET) != 0,
        self_drawn=(win & WIN_SELF_DRAWN) != 0,
        robbed_kong=(win & WIN_ROBBED_KONG) != 0,
        last_tile=(win & WIN_LAST_TILE) != 0,
        last_of_kind=(win & WIN_LAST_OF_KIND) != 0,
        heaven=(win & WIN_HEAVEN) != 0,
        earth=(win & WIN_EARTH) != 0,
        flower_draw=(win & WIN_FLOWER_DRAW) != 0,
        kong_draws=win >> WIN_KONG_DRAWS_SHIFT & 7,
        nine_gates=(win & WIN_NINE_GATES) != 0,
        seat_wind=1 << (winds & 3),
        round_wind=1 << (winds >> 2 & 3),
        flowers=i64(block.flowers[r]),
        win_tile=i64(block.win_tile[r]),
    )
