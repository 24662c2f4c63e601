"""Readings of a hand scored by the compiled loop one by one, and random hands for all rule sets."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

import fastmj
from fastmj.arrays_in import hands_of_one
from fastmj.engine import engine
from fastmj.kernels.block import PRIORITY, allocate
from fastmj.kernels.combine import relations
from fastmj.kernels.jit import stage
from fastmj.kernels.pointers import call_detect
from fastmj.kernels.rule_tables import loops, rule_tables
from fastmj.kernels.saved import Saved, reader
from fastmj.kernels.tables import tables
from fastmj.rules.ruleset import RuleSet
from fastmj.score import Score
from tests.random_hands import random_rows
from tests.random_rule_hands import random_rule_rows

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("mcr", {}),
    ("mcr", {"profile": "online"}),
    ("mcr", {"profile": "wmo2014", "knitted_wait": "not_on_body", "dead_waits": "ignore"}),
    ("imj", {}),
    (
        "imj",
        {
            "special_vs_ordinary": "higher",
            "opening_conflict": "highest",
            "all_pickups": "any_last_set",
            "star_rule": "both",
        },
    ),
    ("hk", {}),
    ("hk", {"eight_flowers_instant": True, "count_implied": True, "max_points": None}),
    ("hkmj", {}),
    ("hkmj", {"minimum_fan": 3, "dragon_pair": "any", "double_wind": 1}),
    ("classical", {}),
    ("classical", {"limits_add": True, "green_needs_dragon": True}),
]


block_at: Any = reader(lambda: allocate(1, 1)[0])


class Scored(NamedTuple):
    """A hand that is no fault, as the scorer has it."""

    score: Score
    hands: fastmj.hands.Hands
    readings: list[tuple[float, float]]  # (raw, total) of every reading


@stage
def _run(detect: Any, where: Any, n: int, found: Any, raw: Any, total: Any) -> None:
    """The generated loop over the first n rows of the block at an address."""
    call_detect(detect, block_at(where), n, found, raw, total)


@numba.njit
def _detected(rows: Any, tables: Any, rules: Any, detect: Any, words: int, block: Any, where: Any) -> Any:
    """The generated loop over readings int64 (r, 16)."""
    n = rows.shape[0]
    for r in range(n):
        block.form[r], block.kinds[r], block.fours[r] = rows[r, 0], rows[r, 1], rows[r, 2]
        block.suit_m[r], block.suit_p[r], block.suit_s[r] = rows[r, 3], rows[r, 4], rows[r, 5]
        block.pungs_z[r], block.pair[r], block.lanes[r] = rows[r, 6], rows[r, 7], rows[r, 8]
        block.concealed_pungs[r], block.wait[r], block.win[r] = rows[r, 9], rows[r, 10], rows[r, 11]
        block.winds[r], block.flowers[r], block.win_tile[r] = rows[r, 12], rows[r, 13], rows[r, 14]
    found = np.empty((words, block.form.shape[0]), np.int64)
    raw = np.empty(block.form.shape[0], np.int32)
    total = np.empty(block.form.shape[0], np.int32)
    relations(n, tables, rules.chow_class, rules.chow_words, np.empty(n, np.int32), block)
    _run(detect, where, n, found, raw, total)
    return raw[:n], total[:n]


def scored_readings(rules: RuleSet, rows: NDArray[np.int64]) -> list[tuple[float, float]]:
    """(raw, total) of readings as the engine returns them, each scored alone."""
    block, _ = allocate(len(rows), rules.words)
    saved = Saved(block)
    raw, total = _detected(rows, tables(), rule_tables(rules), loops(rules).detect, rules.words, block, saved.where)
    return [(int(r) % PRIORITY * rules.unit, int(t) * rules.unit) for r, t in zip(raw, total, strict=True)]


def random_scores(rules: RuleSet, n: int, seed: object) -> Iterator[Scored]:
    """Up to n random hands under a rule set: those that it does not refuse."""
    make = random_rows if rules.name == "mcr" else random_rule_rows
    for row in make(n, f"explain {rules.label} {seed}"):
        columns = {**row._asdict(), "hand": row.counts}
        hand = fastmj.Hand.from_row(columns)
        hands = hands_of_one(hand.to_row())
        if fastmj.STATUS[engine(rules)(hands).status[0]] in ("ok", "below_minimum", "not_a_win"):
            yield Scored(fastmj.score(hand, rules), hands, scored_readings(rules, engine(rules).readings(hands)))
