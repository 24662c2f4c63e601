"""Winning forms other than four sets and a pair.

They are rows of the same block with a form of their own: there is no second scoring path. Nine Gates is no form but
a mark on the rows that the hand has already.
"""

from fastmj.kernels.block import Policy, Work, list_marked
from fastmj.kernels.intrinsics import CODE_HIGH, lowest_bit, only, popcount
from fastmj.kernels.jit import helper, i64, part, stage, u32
from fastmj.kernels.keys import state_of, word_of
from fastmj.kernels.record import CHOWS, PUNGS, lane
from fastmj.kernels.splits import copy_hand, write_reading
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import (
    HONORS_KNITTED,
    IN_SET,
    ISOLATED_STARS,
    KNITTED_STRAIGHT,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    WAITS,
    WIN_NINE_GATES,
    WRIGGLING_SNAKE,
    Block,
)
from fastmj.kernels.waits import CLASS_SHIFT, living, only_one, wait_word
from fastmj.status import OK
from fastmj.tiles import HONORS, ORPHANS, WINDS

NO_SETS = 0b111_111_111 << 6  # the three "sets without ..." lanes full: "every set ..." elements are off
SET_LANES = 0x7FFF  # chows, pungs and the same three
SNAKE_CODE = (2 + 5 + 25 + 125) | (1 + 5 + 25 + 125 + 625) << CODE_HIGH  # 1123456789
NINE_GATES_CODE = (3 + 5 + 25 + 125) | (1 + 5 + 25 + 125 + 3 * 625) << CODE_HIGH  # 1112345678999


@helper
def admits(policy: Policy, form: int) -> bool:
    """The rule set knows this winning form."""
    return (policy.forms >> form & 1) != 0


@part
def add_form(form: int, i: int, r: int, work: Work, block: Block) -> None:
    """Row r: hand i as a form without sets."""
    copy_hand(block, i, r)
    block.form[r] = form
    block.suit_m[r] = block.suit_p[r] = block.suit_s[r] = 0
    block.pungs_z[r] = 0
    block.pair[r] = -1
    block.lanes[r] = work.meld_lanes[i] & ~SET_LANES | NO_SETS
    block.concealed_pungs[r] = 0
    block.wait[r] = 0


@part
def mark_nine_gates(n: int, rows: int, i: int, tables: Tables, work: Work, block: Block) -> None:
    """The winning tile's suit was 1112345678999 before the win: mark every row of hand i."""
    tile = u32(work.win_tile[i])
    suit = u32(tables.tile_place[tile] & 3)
    if work.codes[i, suit] - tables.tile_code[tile] == NINE_GATES_CODE:
        block.win[i] |= WIN_NINE_GATES
        for r in range(n, rows):
            if work.hand_of[r - n] == i:
                block.win[r] |= WIN_NINE_GATES


@part
def knitted_row(pattern: int, i: int, r: int, tables: Tables, policy: Policy, work: Work, block: Block) -> bool:
    """Row r: hand i as a knitted straight with one set and the pair; False where the rest is not that.

    The nine tiles stand for three chows. The wait is that of the rest alone, and only where the winning tile can lie in it.
    """
    whole = True
    for suit in range(4):
        rest = i64(work.codes[i, suit]) - tables.knitted_code[pattern, suit]
        number = i64(tables.first[state_of(word_of(tables, rest), rest, suit)])
        whole &= number != 0
        work.records[suit, r] = tables.readings[u32(number)]
    if not whole:
        return False
    write_reading(work, block, i, r)
    lanes = i64(block.lanes[r])
    if lane(lanes, CHOWS) + lane(lanes, PUNGS) != 1:
        return False
    block.form[r] = KNITTED_STRAIGHT
    block.lanes[r] = (lanes + 3) | NO_SETS
    tile = i64(work.win_tile[i])
    on_body = (tables.knitted[pattern] >> tile & 1) != 0
    if on_body & ((policy.knitted_on_body != 0) | ((work.held[1, i] >> tile & 1) == 0)):
        block.wait[r] &= IN_SET
    elif block.wait[r] & WAITS != 0:
        kinds = waits_of_rest(pattern, i, tile, tables, work)
        if not only_one(living(kinds, policy, work, i, tile)):
            block.wait[r] &= IN_SET
    return True


@helper
def waits_of_rest(pattern: int, i: int, tile: int, tables: Tables, work: Work) -> int:
    """What completed hand i without its knitted tiles, before the win."""
    kinds, classes, weight = i64(0), i64(0), i64(1)
    for suit in range(4):
        drawn = tables.tile_code[u32(tile)] if tables.tile_place[u32(tile)] & 3 == suit else 0
        word = wait_word(tables, suit, i64(work.codes[i, suit]) - tables.knitted_code[pattern, suit] - drawn)
        kinds |= (word & 0x1FF) << 9 * suit
        classes += weight * (word >> CLASS_SHIFT)
        weight *= 5
    return i64(kinds & tables.active[u32(classes)])


@helper
def is_snake(i: int, work: Work) -> bool:
    """Hand i is 1123456789 of one suit and one of each wind."""
    suits = work.codes
    snakes = (suits[i, 0] == SNAKE_CODE) | (suits[i, 1] == SNAKE_CODE) | (suits[i, 2] == SNAKE_CODE)
    once, twice = i64(work.held[0, i]), i64(work.held[1, i])
    return bool(snakes) & (once & HONORS == WINDS) & (twice & HONORS == 0)


@helper
def knitted_form(kinds: int, policy: Policy) -> bool:
    """Fourteen different tiles of a knitted pattern and honors are a winning form: with all seven honors, or any."""
    stars = (kinds & HONORS == HONORS) & admits(policy, ISOLATED_STARS)
    return stars | admits(policy, HONORS_KNITTED)


@helper
def lies_in_knitted(kinds: int, tables: Tables) -> int:
    """The knitted patterns (bits 0-5) that hold all of these kinds but the honors."""
    found = i64(0)
    for pattern in range(6):
        found |= i64(only(kinds, tables.knitted[pattern] | HONORS)) << pattern
    return found


@helper
def holds_knitted(kinds: int, tables: Tables) -> int:
    """The knitted patterns (bits 0-5) of which all nine kinds are there."""
    found = i64(0)
    for pattern in range(6):
        found |= i64(only(tables.knitted[pattern], kinds)) << pattern
    return found


@helper
def without_regular_reading(i: int, tables: Tables, policy: Policy, work: Work, block: Block) -> bool:
    """Whether hand i is one of the forms of single tiles; then its first row, which is free, says so."""
    kinds, concealed = work.held[0, i], work.tiles[i] == 14
    if concealed & (kinds == ORPHANS) & admits(policy, THIRTEEN_ORPHANS):
        add_form(i64(THIRTEEN_ORPHANS), i, i, work, block)
        return True
    if concealed & admits(policy, WRIGGLING_SNAKE) and is_snake(i, work):
        add_form(i64(WRIGGLING_SNAKE), i, i, work, block)
        return True
    if concealed and popcount(kinds) == 14:
        if knitted_form(kinds, policy) and lies_in_knitted(kinds, tables) != 0:
            add_form(i64(HONORS_KNITTED), i, i, work, block)
            return True
        return False
    patterns = holds_knitted(kinds, tables)  # at most one: two are at least 15 tiles
    if patterns != 0 and admits(policy, KNITTED_STRAIGHT):
        return knitted_row(lowest_bit(patterns), i, i, tables, policy, work, block)
    return False


@part
def add_special(form: int, n: int, i: int, rows: int, work: Work, block: Block) -> int:
    """Hand i as a form without sets: in its first row where that is free, else appended; returns the number of rows."""
    regular = work.valid[i] != 0
    add_form(form, i, rows if regular else i, work, block)
    if regular:
        work.hand_of[rows - n] = i
    work.valid[i] = 1
    return rows + i64(regular)


@stage
def without_regular(n: int, work: Work) -> int:
    """Drop every regular reading, for rule sets that do not know them; returns the number of rows."""
    for i in range(n):
        work.valid[i] = 0
    return n


@stage
def special_forms(n: int, rows: int, tables: Tables, policy: Policy, work: Work, block: Block) -> int:
    """Write the special forms of n hands; returns the number of rows. Few hands are looked at: they are listed first.

    A hand without a regular reading has a free first row; seven pairs beside a regular reading are appended.
    """
    listed = work.listed
    for i in range(n):
        kinds = work.held[0, i]
        gates = (kinds == 0x1FF) | (kinds == 0x1FF << 9) | (kinds == 0x1FF << 18)
        work.marked[i] = ((work.valid[i] == 0) | (work.odd[i] == 0) | gates) & (work.status[i] == OK)
    found = list_marked(n, work)
    regular_rows = rows
    for k in range(found):
        i = i64(listed[k])
        regular, concealed = work.valid[i] != 0, work.tiles[i] == 14
        if concealed and regular:
            mark_nine_gates(n, regular_rows, i, tables, work, block)
        if concealed and work.odd[i] == 0 and admits(policy, SEVEN_PAIRS):
            rows = add_special(i64(SEVEN_PAIRS), n, i, rows, work, block)
        elif not regular and popcount(work.held[0, i]) >= 9:
            work.valid[i] = without_regular_reading(i, tables, policy, work, block)
    return rows
