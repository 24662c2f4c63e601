"""The kernel that scores: blocks of hands through the stages, around the rule set's generated loop."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.hands import Hands
from fastmj.kernels.block import Policy, Work, allocate
from fastmj.kernels.checks import check, circumstances, winning_tile
from fastmj.kernels.combine import relations
from fastmj.kernels.intrinsics import wide_vectors
from fastmj.kernels.jit import addressed, helper, kernel
from fastmj.kernels.keys import crowded, keys, words
from fastmj.kernels.melds import melds, without_melds
from fastmj.kernels.pointers import (
    address,
    call_detect,
    call_further_wins,
    call_pack_counts,
    call_score_blocks,
    call_write_rows,
)
from fastmj.kernels.results import Out, choose, finish, one_result, out_from, write_counts, write_rows
from fastmj.kernels.rule_tables import Fixed, Loops, RuleTables, fixed_parts, one_hand
from fastmj.kernels.saved import reader, reference_to
from fastmj.kernels.special import admits, special_forms, without_regular
from fastmj.kernels.splits import further_readings, splits
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import REGULAR, Block
from fastmj.kernels.waits import unique_waits
from fastmj.rules import get
from fastmj.rules.ruleset import RuleSet

Array = npt.NDArray[Any]


class Scratch(NamedTuple):
    """The working memory of a block."""

    block: Block
    work: Work
    words: Array  # (w, rows) int64: packed elements of each row
    raw: Array  # (rows,) int32: points, and PRIORITY
    total: Array  # (rows,) int32
    packed: Array  # (k / 8, n) int64: counts, eight a word


def scratch_for(size: int, words: int, counters: int) -> Scratch:
    """Working memory for blocks of up to ``size`` hands of a rule set with so many words and counters."""
    block, work = allocate(size, words)
    rows = len(block.form)
    return Scratch(
        block,
        work,
        np.empty((words, rows), np.int64),
        np.empty(rows, np.int32),
        np.empty(rows, np.int32),
        np.empty((max((counters + 7) // 8, 1), size), np.int64),
    )


@helper
def read(
    hands: Hands, n: int, tables: Tables, rules: RuleTables, policy: Policy, further: int, work: Work, block: Block
) -> int:
    """Every reading of n hands: fills the block's columns, returns the number of rows."""
    too_many = keys(hands, n, work)
    words(n, tables, work)
    crowded(hands, too_many, work)
    winning_tile(hands, n, work, block)
    without_melds(n, work, block)
    melds(hands, n, tables, work, block)
    circumstances(hands, n, work, block)
    check(hands, n, work, block)
    rows = further_readings(n, tables, work)
    splits(n, rows, work, block)
    unique_waits(n, rows, tables, policy, work, block)
    if not admits(policy, REGULAR):
        rows = without_regular(n, work)
    rows = special_forms(n, rows, tables, policy, work, block)
    if further != 0:
        rows = call_further_wins(further, hands, n, rows, tables, rules.exact, policy, work, block)
    relations(rows, tables, rules.chow_class, rules.chow_words, work.listed, block)
    return rows


@helper
def hands_from(hands: Hands, start: int, stop: int) -> Hands:
    """The hands of one block."""
    return Hands(
        hands.counts[start:stop],
        hands.melds[start:stop],
        hands.win_tile[start:stop],
        hands.win_by[start:stop],
        hands.flags[start:stop],
        hands.seat[start:stop],
        hands.round[start:stop],
        hands.flowers[start:stop],
        hands.discarder[start:stop],
        hands.feeder[start:stop],
        hands.status[start:stop],
    )


@helper
def score_block(
    hands: Hands,
    n: int,
    fixed: Fixed,
    scratch: Scratch,
    out: Out,
) -> None:
    """One block of n hands."""
    tables, rules, policy, loops = fixed.tables, fixed.rules, fixed.policy, fixed.loops
    block, work, words = scratch.block, scratch.work, scratch.words
    raw, total, packed = scratch.raw, scratch.total, scratch.packed
    rows = read(hands, n, tables, rules, policy, loops.further_wins, work, block)
    if loops.write_rows != 0:
        call_write_rows(loops.write_rows, rows, work, block, out)
    call_detect(loops.detect, block, rows, words, raw, total)
    choose(n, rows, rules, work, block, words, raw, total)
    finish(n, rules, policy, work, block, words, raw, total, out)
    if out.counts.shape[0] > 0:
        call_pack_counts(loops.pack_counts, n, words, packed)
        write_counts(n, packed, out)


fixed_at: Any = reader(lambda: fixed_parts(get("mcr"), Loops(0, 0, 0, 0)))
scratch_at: Any = reader(lambda: scratch_for(1, 1, 1))


@addressed
def score_blocks(fixed: Any, scratch: Any, size: int, hands: Hands, out: Out) -> None:
    """Hands in blocks of ``size``; ``fixed`` and ``scratch`` are addresses of a Fixed and a Scratch."""
    wide_vectors()
    n = hands.counts.shape[0]
    known, memory = fixed_at(fixed), scratch_at(scratch)
    for start in range(0, n, size):
        stop = min(start + size, n)
        score_block(hands_from(hands, start, stop), stop - start, known, memory, out_from(out, start, stop))


def with_readings(rules: RuleSet, compiled: Loops) -> Loops:
    """The same, and what writes the readings of a hand."""
    block, work = allocate(1, rules.words)
    memory = reference_to(work), reference_to(block)
    return compiled._replace(write_rows=address(write_rows, 1, *memory, one_result(rules)))


@cache
def where_blocks() -> Any:
    """The address of ``score_blocks``, which is compiled or loaded here: once for all rule sets."""
    return address(score_blocks, 0, 0, 1, one_hand(), one_result(get("mcr")))


@kernel
def score(
    blocks: Any,
    fixed: Any,
    scratch: Any,
    size: int,
    counts: Array,
    melds: Array,
    win_tile: Array,
    win_by: Array,
    flags: Array,
    seat: Array,
    round: Array,
    flowers: Array,
    discarder: Array,
    feeder: Array,
    status: Array,
    out_total: Array,
    out_raw: Array,
    out_status: Array,
    out_limit: Array,
    out_words: Array,
    out_counts: Array,
    out_reading: Array,
    out_rows: Array,
) -> None:
    """Score n hands with the code at ``blocks``, what it knows at ``fixed`` and working memory at ``scratch``.

    The columns of Hands, then those of Out, come one by one: in tuples Python would hand them over ten times slower.
    """
    hands = Hands(counts, melds, win_tile, win_by, flags, seat, round, flowers, discarder, feeder, status)
    out = Out(out_total, out_raw, out_status, out_limit, out_words, out_counts, out_reading, out_rows)
    call_score_blocks(blocks, fixed, scratch, size, hands, out)
