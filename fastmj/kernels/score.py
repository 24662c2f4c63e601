"""The stages around a rule set's generated loop: reading the hands before it, choosing and writing after it."""

import hashlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.hands import SHAPES, Hands, read_only
from fastmj.kernels.block import PRIORITY, Policy, Work, allocate, allocated
from fastmj.kernels.cache import stored
from fastmj.kernels.checks import check, circumstances, winning_tile
from fastmj.kernels.combine import chow_classes, relations
from fastmj.kernels.further import further_wins
from fastmj.kernels.fuse import fused
from fastmj.kernels.intrinsics import lowest_bit, prefetch, store_word
from fastmj.kernels.jit import helper, i64, kernel, stage
from fastmj.kernels.keys import keys, words
from fastmj.kernels.melds import melds, without_melds
from fastmj.kernels.pointers import address, call_detect, call_further_wins, call_pack_counts
from fastmj.kernels.special import special_forms
from fastmj.kernels.splits import fetch_records, splits
from fastmj.kernels.tables import Tables, tables
from fastmj.kernels.view import FORMS, Block
from fastmj.kernels.waits import unique_waits
from fastmj.rules.ruleset import CLAIMS, RuleSet
from fastmj.status import BELOW_MINIMUM, NOT_A_WIN, OK

Array = npt.NDArray[Any]


class RuleTables(NamedTuple):
    """What the stages need to know of a rule set."""

    chow_class: Array  # (12650,) uint16
    chow_words: Array  # (words, classes) int64
    exact: Array  # (k, 38) int32: the codes of exact hands and the kinds they hold
    preferred: Array  # (k, words) int64: elements that decide between readings worth the same, first of all
    limit: Array  # (words,) int64: the limit hands
    row_of_bit: Array  # (words, 63) int64
    fields: Array  # (rows, 3) int64: word, lowest bit, width
    unit: Array  # (1,) float64


class Loops(NamedTuple):
    """The addresses of what is compiled for a rule set alone."""

    detect: Any  # the generated loops
    pack_counts: Any
    further_wins: Any  # 0 where the rule set knows no claims and no exact hands


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


@helper
def read(
    hands: Hands, n: int, tables: Tables, rules: RuleTables, policy: Policy, further: int, work: Work, block: Block
) -> int:
    """Every reading of n hands: fills the block's columns, returns the number of rows."""
    keys(hands, n, work)
    words(n, tables, work)
    winning_tile(hands, n, work, block)
    without_melds(n, work, block)
    melds(hands, n, tables, work, block)
    circumstances(hands, n, work, block)
    check(hands, n, work, block)
    rows = fetch_records(n, tables, work)
    splits(n, rows, work, block)
    unique_waits(n, rows, tables, policy, work, block)
    rows = special_forms(n, rows, tables, policy, work, block)
    if further != 0:
        rows = call_further_wins(further, hands, n, rows, tables, rules.exact, policy, work, block)
    relations(rows, tables, rules.chow_class, rules.chow_words, block)
    return rows


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


@stage
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


@stage
def fetch_ahead(hands: Hands, start: int, stop: int) -> None:
    """Ask for the memory of the next block while this one is worked on."""
    prefetch(hands.counts, start, stop)
    prefetch(hands.melds, start, stop)
    prefetch(hands.win_tile, start, stop)
    prefetch(hands.win_by, start, stop)
    prefetch(hands.flags, start, stop)
    prefetch(hands.seat, start, stop)
    prefetch(hands.round, start, stop)
    prefetch(hands.flowers, start, stop)
    prefetch(hands.discarder, start, stop)
    prefetch(hands.feeder, start, stop)
    prefetch(hands.status, start, stop)


@kernel
def score(
    hands: Hands,
    tables: Tables,
    rules: RuleTables,
    policy: Policy,
    size: int,
    loops: Loops,
    out: Out,
) -> None:
    """Hands in blocks of ``size``."""
    n = hands.counts.shape[0]
    block, work = allocate(size, rules.chow_words.shape[0])
    words = np.empty((rules.chow_words.shape[0], block.form.shape[0]), np.int64)
    raw = np.empty(block.form.shape[0], np.int32)
    total = np.empty(block.form.shape[0], np.int32)
    packed = np.empty((max((out.counts.shape[1] + 7) // 8, 1), size), np.int64)
    for start in range(0, n, size):
        stop = min(start + size, n)
        part, count = hands_from(hands, start, stop), stop - start
        fetch_ahead(hands, stop, min(stop + size, n))
        rows = read(part, count, tables, rules, policy, loops.further_wins, work, block)
        if out.rows.shape[0] > 0:
            write_rows(rows, work, block, out)
        call_detect(loops.detect, block, rows, words, raw, total)
        choose(count, rows, rules, work, block, words, raw, total)
        results = out_from(out, start, stop)
        finish(count, rules, policy, work, block, words, raw, total, results)
        if out.counts.shape[0] > 0:
            call_pack_counts(loops.pack_counts, count, words, packed)
            write_counts(count, packed, results)


def loops(rules: RuleSet) -> Loops:
    """What is compiled for a rule set alone; it is compiled or loaded here."""
    made = fused(rules)
    block, work = allocated(1, rules.words)
    words, points = np.empty((rules.words, 1), np.int64), np.empty(1, np.int32)
    detect = address(made.detect, block, 1, words, points, points)
    pack_counts = address(made.pack_counts, 1, words, words)
    if not rules.claims and not rules.exact:
        return Loops(detect, pack_counts, 0)
    exact = exact_codes(rules.exact_counts)
    one = Hands(*(read_only(np.zeros((1, *shape), kind)) for shape, kind in SHAPES.values()))
    return Loops(
        detect,
        pack_counts,
        address(further_wins, one, 1, 1, tables(), exact, policy_of(rules), work, block),
    )


def rule_tables(rules: RuleSet) -> RuleTables:
    """The tables of a rule set; the chow table is kept in the cache folder by what it is made of."""
    limits = np.zeros(rules.words, np.int64)
    for row in rules.rows:
        word, mask = rules.mask(row.key)
        limits[word] |= mask if row.limit else 0
    preferred = np.zeros((len(rules.preferred), rules.words), np.int64)
    for k, element in enumerate(rules.preferred):
        word, mask = rules.mask(element.key)
        preferred[k, word] = mask
    made_of = [(row.key, row.points, rules.place[row.key]) for row in rules.rows if row.element.chows]
    name = hashlib.sha256(repr((rules.chow_policy, rules.words, made_of)).encode()).hexdigest()[:20]
    classes, packed = stored(f"chows-{name}.pickle", lambda: chow_classes(rules))
    return RuleTables(
        chow_class=classes,
        chow_words=packed,
        exact=exact_codes(rules.exact_counts),
        preferred=preferred,
        limit=limits,
        row_of_bit=rules.row_of_bit,
        fields=rules.fields,
        unit=np.array([rules.unit], np.float64),
    )


def exact_codes(counts: Array) -> Array:
    """(k, 38) int32 from the counts (k, 34) of exact hands: the codes of the four suits, then the counts."""
    slots = np.arange(counts.shape[1])
    worth = tables().tile_code * counts.astype(np.int32)
    codes = np.stack([worth[:, slots // 9 == suit].sum(1) for suit in range(4)], 1)
    return np.concatenate([codes, counts], 1).astype(np.int32)


def policy_of(rules: RuleSet) -> Policy:
    """What the rule set's options change about how hands are read."""
    return Policy(
        forms=sum(1 << FORMS.index(form) for form in rules.forms),
        claims=sum(1 << CLAIMS.index(claim) for claim in rules.claims),
        dead_waits=int(rules.dead_waits),
        knitted_on_body=int(rules.knitted_on_body),
        minimum=float(rules.minimum),
    )
