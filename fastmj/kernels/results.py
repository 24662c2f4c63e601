"""After the loop of a rule set: choose each hand's reading and write what it scores."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.kernels.block import PRIORITY, Policy, Work
from fastmj.kernels.intrinsics import lowest_bit, store_word, wide_vectors
from fastmj.kernels.jit import addressed, helper, i64, stage
from fastmj.kernels.rule_tables import RuleTables
from fastmj.kernels.view import Block
from fastmj.rules.ruleset import RuleSet
from fastmj.status import BELOW_MINIMUM, NOT_A_WIN, OK

Array = npt.NDArray[Any]


class Out(NamedTuple):
    """Where results go, one entry a hand."""

    total: Array  # float32, NaN for refused rows
    raw: Array  # float32
    status: Array  # uint8
    limit: Array  # bool
    words: Array  # (n, w) uint64
    counts: Array  # (n, k) uint8; (0, k) = not wanted
    reading: (
        Array  # (n, 6) int32: form, suit_m, suit_p, suit_s, pungs_z, pair of the reading taken; (0, 6) = not wanted
    )
    rows: Array  # (r, 16) int64: see write_rows; (0, 16) = not wanted


def one_result(rules: RuleSet) -> Out:
    """Room for the result of one hand."""
    return Out(
        np.empty(1, np.float32),
        np.empty(1, np.float32),
        np.empty(1, np.uint8),
        np.empty(1, np.bool_),
        np.empty((1, rules.words), np.uint64),
        np.empty((1, rules.counters), np.uint8),
        np.empty((0, 6), np.int32),
        np.empty((0, 16), np.int64),
    )


@helper
def listed_before(words: Array, a: int, b: int, rules: RuleTables) -> bool:
    """Row a's list of element numbers comes before row b's, the totals being equal.

    First by the elements that the rule set prefers; then, at the first element that differs, the list that has it more
    often comes first.
    """
    for k in range(rules.preferred.shape[0]):
        for word in range(words.shape[0]):
            differing = (words[word, a] ^ words[word, b]) & rules.preferred[k, word]
            if differing != 0:
                return (i64(words[word, a]) & i64(rules.preferred[k, word])) != 0
    for word in range(words.shape[0]):
        differing = words[word, a] ^ words[word, b]
        if differing != 0:
            row = rules.row_of_bit[word, lowest_bit(differing)]
            bit, most = rules.fields[row, 1], (i64(1) << rules.fields[row, 2]) - 1
            return i64(words[word, a] >> bit & most) > i64(words[word, b] >> bit & most)
    return False


@stage
def choose(
    n: int, rows: int, rules: RuleTables, work: Work, block: Block, words: Array, raw: Array, total: Array
) -> None:
    """Move each hand's best reading to its first row: the one worth most, of equal ones the first in the order of lists."""
    for r in range(n, rows):
        i = i64(work.hand_of[r - n])
        if work.valid[i] == 0 or raw[r] > raw[i] or (raw[r] == raw[i] and listed_before(words, r, i, rules)):
            work.valid[i] = 1
            raw[i], total[i] = raw[r], total[r]
            for word in range(words.shape[0]):
                words[word, i] = words[word, r]
            block.form[i], block.pair[i], block.pungs_z[i] = block.form[r], block.pair[r], block.pungs_z[r]
            block.suit_m[i], block.suit_p[i], block.suit_s[i] = block.suit_m[r], block.suit_p[r], block.suit_s[r]


@stage
def finish(
    n: int,
    rules: RuleTables,
    policy: Policy,
    work: Work,
    block: Block,
    words: Array,
    raw: Array,
    total: Array,
    out: Out,
) -> None:
    """Write the results of n hands, a short loop a column."""
    wide_vectors()
    unit, nan = np.float32(rules.unit[0]), np.float32(np.nan)
    least = np.int32(np.ceil(policy.minimum / rules.unit[0]))
    for i in range(n):
        raw[i] &= PRIORITY - 1
    for i in range(n):
        won = OK if raw[i] >= least else BELOW_MINIMUM
        found = won if work.valid[i] != 0 else NOT_A_WIN
        out.status[i] = found if work.status[i] == OK else work.status[i]
        out.limit[i] = False
    for i in range(n):
        out.raw[i] = np.float32(raw[i]) * unit if work.valid[i] != 0 else nan
        out.total[i] = np.float32(total[i]) * unit if work.valid[i] != 0 else nan
    for word in range(words.shape[0]):
        for i in range(n):
            words[word, i] = words[word, i] if work.valid[i] != 0 else 0
        for i in range(n):
            out.words[i, word] = words[word, i]
        if rules.limit[word] != 0:
            for i in range(n):
                out.limit[i] |= words[word, i] & rules.limit[word] != 0
    if out.reading.shape[0] > 0:
        for i in range(n):
            out.reading[i, 0] = block.form[i]
            out.reading[i, 1] = block.suit_m[i]
            out.reading[i, 2] = block.suit_p[i]
            out.reading[i, 3] = block.suit_s[i]
            out.reading[i, 4] = block.pungs_z[i]
            out.reading[i, 5] = block.pair[i]


@addressed
def write_rows(rows: int, work: Work, block: Block, out: Out) -> None:
    """What the readings of a block look like before they are scored: the columns of Block but the last, and validity."""
    for r in range(min(rows, out.rows.shape[0])):
        row = out.rows
        row[r, 0], row[r, 1], row[r, 2] = block.form[r], block.kinds[r], block.fours[r]
        row[r, 3], row[r, 4], row[r, 5] = block.suit_m[r], block.suit_p[r], block.suit_s[r]
        row[r, 6], row[r, 7], row[r, 8] = block.pungs_z[r], block.pair[r], block.lanes[r]
        row[r, 9], row[r, 10], row[r, 11] = block.concealed_pungs[r], block.wait[r], block.win[r]
        row[r, 12], row[r, 13], row[r, 14] = block.winds[r], block.flowers[r], block.win_tile[r]
        row[r, 15] = 1 if r > 0 else work.valid[0]


@stage
def write_counts(n: int, packed: Array, out: Out) -> None:
    """Write the counts, eight at a time as one word where a row has room for them."""
    wide_vectors()
    width = out.counts.shape[1]
    for group in range(packed.shape[0]):
        if width - 8 * group >= 8:
            for i in range(n):
                store_word(out.counts, i, 8 * group, packed[group, i])
        else:
            for j in range(width - 8 * group):
                for i in range(n):
                    out.counts[i, 8 * group + j] = packed[group, i] >> 8 * j & 255


@helper
def out_from(out: Out, start: int, stop: int) -> Out:
    """Where the results of one block go."""
    return Out(
        out.total[start:stop],
        out.raw[start:stop],
        out.status[start:stop],
        out.limit[start:stop],
        out.words[start:stop],
        out.counts[start:stop],
        out.reading[start:stop],
        out.rows,
    )
