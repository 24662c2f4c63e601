"""The stages around a rule set's generated loop: reading the hands before it, choosing and writing after it."""

import hashlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.hands import Hands
from fastmj.kernels.block import Policy, Work
from fastmj.kernels.checks import check
from fastmj.kernels.combine import chow_classes, relations
from fastmj.kernels.cache import stored
from fastmj.kernels.jit import helper, stage, lowest_bit
from fastmj.kernels.keys import keys, words
from fastmj.kernels.melds import copies, melds
from fastmj.kernels.special import special_forms
from fastmj.kernels.splits import splits
from fastmj.kernels.tables import Tables
from fastmj.kernels.view import FORMS, Block
from fastmj.kernels.waits import unique_waits
from fastmj.rules.ruleset import RuleSet
from fastmj.status import BELOW_MINIMUM, NOT_A_WIN, OK

Array = npt.NDArray[Any]


class RuleTables(NamedTuple):
    """What the stages need to know of a rule set."""

    chow_class: Array  # (12650,) uint16
    chow_words: Array  # (words, classes) int64
    row_of_bit: Array  # (words, 63) int64
    fields: Array  # (rows, 3) int64: word, lowest bit, width
    counted: Array  # (k, 3) int64: the same for the rows that can score more than once
    unit: Array  # (1,) float64


class Out(NamedTuple):
    """Where results go, one entry a hand."""

    total: Array  # float32, NaN for refused rows
    raw: Array  # float32
    status: Array  # uint8
    limit: Array  # bool
    words: Array  # (n, w) uint64
    counts: Array  # (n, k) uint8
    reading: (
        Array  # (n, 6) int32: form, suit_m, suit_p, suit_s, pungs_z, pair of the reading taken; (0, 6) = not wanted
    )


@helper
def read(
    hands: Hands, start: int, n: int, tables: Tables, rules: RuleTables, policy: Policy, work: Work, block: Block
) -> int:
    """Every reading of n hands: fills the block's columns, returns the number of rows."""
    keys(hands, start, n, work)
    words(hands, start, n, tables, work)
    melds(hands, start, n, tables, work)
    copies(hands, start, n, tables, work, block)
    check(hands, start, n, work, block)
    rows = splits(n, tables, work, block)
    unique_waits(n, rows, tables, policy, work, block)
    rows = special_forms(n, rows, tables, policy, work, block)
    relations(rows, tables, rules.chow_class, rules.chow_words, block)
    return rows


@helper
def listed_before(words: Array, a: int, b: int, rules: RuleTables) -> bool:
    """Row a's list of element numbers comes before row b's, the totals being equal.

    At the first element that differs the list that has it more often comes first.
    """
    for word in range(words.shape[0]):
        differing = words[word, a] ^ words[word, b]
        if differing != 0:
            row = rules.row_of_bit[word, lowest_bit(differing)]
            bit, most = rules.fields[row, 1], (np.int64(1) << rules.fields[row, 2]) - 1
            return (words[word, a] >> bit & most) > (words[word, b] >> bit & most)
    return False


@stage
def choose(n: int, rows: int, rules: RuleTables, work: Work, words: Array, raw: Array) -> None:
    """Of each hand's readings the one worth most; of equal ones the first in the order of their lists."""
    pick = work.pick
    for i in range(n):
        pick[i] = i if work.valid[i] != 0 else -1
    for r in range(n, rows):
        i = np.uint32(work.hand_of[r - n])
        best = pick[i]
        if best < 0:
            pick[i] = r
        elif raw[r] > raw[best] or (raw[r] == raw[best] and listed_before(words, r, best, rules)):
            pick[i] = r


@stage
def finish(
    start: int,
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
    """Write the results of n hands."""
    unit = rules.unit[0]
    for i in range(n):
        row = start + i
        best = work.pick[i]
        r = np.uint32(max(best, 0))
        scored = best >= 0
        points = np.float32(raw[r] * unit)
        status = np.uint8(work.status[i])
        if status == OK:
            status = np.uint8(NOT_A_WIN if not scored else BELOW_MINIMUM if points < policy.minimum else OK)
        out.status[row] = status
        out.raw[row] = points if scored else np.float32(np.nan)
        out.total[row] = np.float32(total[r] * unit) if scored else np.float32(np.nan)
        out.limit[row] = False
        for word in range(words.shape[0]):
            out.words[row, word] = words[word, r] if scored else 0
        for k in range(rules.counted.shape[0]):
            count = words[rules.counted[k, 0], r] >> rules.counted[k, 1] & ((1 << rules.counted[k, 2]) - 1)
            out.counts[row, k] = count if scored else 0
    if out.reading.shape[0] > 0:
        for i in range(n):
            r = np.uint32(max(work.pick[i], 0))
            out.reading[start + i, 0] = block.form[r]
            out.reading[start + i, 1] = block.suit_m[r]
            out.reading[start + i, 2] = block.suit_p[r]
            out.reading[start + i, 3] = block.suit_s[r]
            out.reading[start + i, 4] = block.pungs_z[r]
            out.reading[start + i, 5] = block.pair[r]


def rule_tables(rules: RuleSet) -> RuleTables:
    """The tables of a rule set; the chow table is kept in the cache folder by what it is made of."""
    made_of = [(row.key, row.points, rules.place[row.key]) for row in rules.rows if row.element.chows]
    name = hashlib.sha256(repr((rules.chow_policy, rules.words, made_of)).encode()).hexdigest()[:20]
    classes, packed = stored(f"chows-{name}.pickle", lambda: chow_classes(rules))
    return RuleTables(
        chow_class=classes,
        chow_words=packed,
        row_of_bit=rules.row_of_bit,
        fields=rules.fields,
        counted=np.array([rules.place[row.key] for row in rules.counted], np.int64).reshape(-1, 3),
        unit=np.array([rules.unit], np.float64),
    )


def policy_of(rules: RuleSet) -> Policy:
    """What the rule set's options change about how hands are read."""
    return Policy(
        forms=sum(1 << FORMS.index(form) for form in rules.forms),
        dead_waits=int(rules.dead_waits),
        knitted_on_body=int(rules.knitted_on_body),
        minimum=float(rules.minimum),
    )
