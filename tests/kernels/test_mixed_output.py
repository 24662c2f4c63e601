"""Packed words of several rule sets by name."""

import random

import numpy as np
import pyarrow as pa

import fastmj
from fastmj.kernels.mixed_output import mixed_lists, namings
from fastmj.rules import RuleSet
from fastmj.schema import ELEMENTS


def packed(rules: RuleSet, counts: dict[str, int], width: int) -> list[int]:
    """Words that hold these counts, by key."""
    words = [0] * width
    for key, count in counts.items():
        word, bit, _ = rules.place[key]
        words[word] |= count << bit
    return words


def test_every_row_by_its_own_rule_set() -> None:
    rule_sets = [fastmj.rules.get(name) for name in ("hk", "mcr", "imj", "hkmj", "classical", "mcr:wmo2014")]
    tables, rng = namings(rule_sets), random.Random(4)
    which = rng.choices(range(len(rule_sets)), k=2000)
    words, expected = [], []
    for rules in (rule_sets[i] for i in which):
        scored = [row for row in rules.rows if rng.random() < 0.2]
        counts = {row.key: rng.randint(1, row.element.most) for row in scored}
        words.append(packed(rules, counts, tables.words))
        expected.append([{"element": row.title, "count": counts[row.key]} for row in scored])
    found = mixed_lists(tables, np.array(words, np.uint64), np.array(which, np.uint8))
    assert found.to_pylist() == expected
    assert found.type == ELEMENTS


def test_no_name_occurs_twice() -> None:
    names = namings([fastmj.rules.get("hk"), fastmj.rules.get("mcr"), fastmj.rules.get("mcr:online")]).names
    assert isinstance(names, pa.StringArray)
    assert len(set(names.to_pylist())) == len(names)
    assert names.to_pylist()[:29] == list(fastmj.rules.get("hk").names)


def test_no_rows() -> None:
    tables = namings([fastmj.rules.get("hk")])
    assert mixed_lists(tables, np.zeros((0, 1), np.uint64), np.zeros(0, np.uint8)).to_pylist() == []
