"""What the kernels need to know of a rule set: its tables, its policy, and the addresses of its generated loops."""

import hashlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.hands import SHAPES, Hands, read_only
from fastmj.kernels.block import Policy, allocate
from fastmj.kernels.cache import stored
from fastmj.kernels.combine import chow_classes, made_of
from fastmj.kernels.further import further_wins
from fastmj.kernels.fuse import fused
from fastmj.kernels.pointers import address
from fastmj.kernels.saved import reference_to
from fastmj.kernels.tables import Tables, tables
from fastmj.kernels.view import FORMS
from fastmj.rules.ruleset import CLAIMS, RuleSet

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
    write_rows: Any  # 0 where nobody asks for the readings themselves


class Fixed(NamedTuple):
    """All that kernels know of a rule set."""

    tables: Tables
    rules: RuleTables
    policy: Policy
    loops: Loops


def fixed_parts(rules: RuleSet, generated: Loops) -> Fixed:
    """What kernels know of a rule set whose generated loops are these."""
    return Fixed(tables(), rule_tables(rules), policy_of(rules), generated)


def one_hand() -> Hands:
    """One hand of zeros, of the types that kernels are compiled for."""
    return Hands(*(read_only(np.zeros((1, *shape), kind)) for shape, kind in SHAPES.values()))


def loops(rules: RuleSet) -> Loops:
    """What is compiled for a rule set alone; it is compiled or loaded here."""
    made = fused(rules)
    block, work = allocate(1, rules.words)
    words, points = np.empty((rules.words, 1), np.int64), np.empty(1, np.int32)
    detect = address(made.detect, reference_to(block), 1, words, points, points)
    pack_counts = address(made.pack_counts, 1, words, words)
    if not rules.claims and not rules.exact:
        return Loops(detect, pack_counts, 0, 0)
    exact = exact_codes(rules.exact_counts)
    known, policy = reference_to(tables()), reference_to(policy_of(rules))
    memory = reference_to(work), reference_to(block)
    wins = address(further_wins, one_hand(), 1, 1, known, exact, policy, *memory)
    return Loops(detect, pack_counts, wins, 0)


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
    name = hashlib.sha256(repr(made_of(rules)).encode()).hexdigest()[:20]
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
