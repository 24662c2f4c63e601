"""Random bytes in every column: no crash, a status for every row, and good rows among them scored as if alone."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import fastmj
from fastmj.hands import Hands
from fastmj.sample import sample_arrays
from tests.random_rule_hands import random_rule_rows
from tests.reference import Row, classical, hk, hkmj, imj, score_row
from tests.row_formats import to_arrays
from tests.rules.against_reference import differences

ROOT = Path(__file__).parents[1]
NAMES = [name for name in Hands._fields if name != "status"]


def random_rows(n: int, seed: int) -> dict[str, Any]:
    """Random tiles, melds and codes: a third within their ranges, a third near them, a third any byte."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, n)
    most = {"counts": 2, "melds": 137, "win_tile": 34, "win_by": 3, "seat": 4, "round": 4, "discarder": 4, "feeder": 4}
    out: dict[str, Any] = {}
    for name in NAMES:
        shape = {"counts": (n, 34), "melds": (n, 4)}.get(name, (n,))
        dtype, top = (np.uint16, 1 << 16) if name == "flags" else (np.uint8, 256)
        near = most.get(name, top)
        which = kind.reshape(-1, *[1] * (len(shape) - 1))
        values = np.where(which == 2, rng.integers(0, top, shape), rng.integers(0, near + 1, shape))
        out[name] = np.where(which == 0, values % near, values).astype(dtype)
    return out


def good_rows(rules: str, n: int, seed: int) -> dict[str, Any]:
    """Hands that are sound, most of them wins of the rule set, claims among them where it knows any."""
    if rules == "mcr":
        sample = sample_arrays(n, "mixed", seed)
        return {name: getattr(sample, name) for name in NAMES}
    return to_arrays(random_rule_rows(n, seed))


def planted(rules: str, n: int, seed: int, every: int) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    """Random rows with a good hand in every so many rows, and where they are."""
    rows, places = random_rows(n, seed), np.arange(0, n, every)
    good = good_rows(rules, len(places), seed)
    for name in NAMES:
        rows[name][places] = good[name]
    return rows, places


def nearly_sound(rules: str, n: int, seed: int) -> dict[str, Any]:
    """Good hands, most of them spoilt in one or two columns."""
    rng = np.random.default_rng(seed)
    good, noise = good_rows(rules, n, seed), random_rows(n, seed)
    out = {name: good[name].copy() for name in NAMES}
    for _ in range(2):
        column = rng.integers(0, 2 * len(NAMES), n)
        for number, name in enumerate(NAMES):
            rows = np.flatnonzero(column == number)
            if out[name].ndim == 2:  # a single tile or meld
                place = rng.integers(0, out[name].shape[1], len(rows))
                out[name][rows, place] = noise[name][rows, place]
            else:
                out[name][rows] = noise[name][rows]
    return out


def check(rules: str, n: int, seed: int, every: int = 7) -> None:
    rows, places = planted(rules, n, seed, every)
    good = fastmj.score_arrays(**{name: rows[name][places] for name in NAMES}, rules=rules)
    found = fastmj.score_arrays(**rows, rules=rules)
    assert (found.status < len(fastmj.STATUS)).all()
    assert (~np.isnan(good.total)).mean() > 0.5
    for ours, theirs in zip(good[:6], found[:6], strict=True):
        np.testing.assert_array_equal(ours, theirs[places])
    refused = found.status < fastmj.STATUS.index("below_minimum")
    assert np.isnan(found.total[refused]).all()
    assert not np.isnan(found.total[~refused]).any()
    assert not found.words[refused].any()
    assert not found.counts[refused].any()


@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_random_rows_and_planted_hands(rules: str) -> None:
    check(rules, 200_000 if rules == "mcr" else 30_000, 1)


@pytest.mark.parametrize("rules", fastmj.rules.names())
def test_a_block_of_nothing_but_faults(rules: str) -> None:
    found = fastmj.score_arrays(**random_rows(5000, 2), rules=rules)
    assert len(np.unique(found.status)) >= 5


def test_spoilt_hands_get_the_status_and_total_of_the_reference() -> None:
    columns = nearly_sound("mcr", 6000, 9)
    found = fastmj.score_arrays(**columns)
    refused = 0
    each = zip(*(columns[name].tolist() for name in NAMES), found.status.tolist(), found.total.tolist(), strict=True)
    for *values, status, total in each:
        row = Row(*(tuple(value) if isinstance(value, list) else value for value in values))
        expected = score_row(row, {"profile": "standard"})
        assert (fastmj.STATUS[status], None if np.isnan(total) else total) == (expected.status, expected.total), row
        refused += expected.total is None
    assert 2000 < refused < 5000


@pytest.mark.parametrize("module", [imj, hk, hkmj, classical], ids=lambda module: module.__name__)
def test_spoilt_hands_of_the_other_rule_sets(module: Any) -> None:
    """Status, score and payments, claims among them; five hundred of each for a reference that takes its time."""
    rules = module.__name__.rpartition(".")[2]
    columns = nearly_sound(rules, 500, 10)
    each = zip(*(columns[name].tolist() for name in NAMES), strict=True)
    rows = [Row(*(tuple(value) if isinstance(value, list) else value for value in values)) for values in each]
    assert differences(rules, rows, {}, module.score_row) == []


@pytest.mark.slow
def test_ten_million_random_rows() -> None:
    n, won = 1_000_000, pa.array(["ok", "below_minimum"])
    for seed in range(10):
        rows, places = planted("mcr", n, 100 + seed, 1000)
        tiles = {
            name: pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), n, [None, pa.py_buffer(rows[column])])
            for name, column, width in (("hand", "counts", 34), ("melds", "melds", 4))
        }
        others = {name: pa.array(rows[name]) for name in NAMES if name not in ("counts", "melds")}
        scored = fastmj.score_batch(pa.table({**tiles, **others}), layout="mask")
        assert scored.num_rows == n
        assert set(scored["status"].unique().to_pylist()) <= set(fastmj.STATUS)
        assert scored["total"].is_valid().equals(pc.is_in(scored["status"], won))
        good = fastmj.score_arrays(**{name: rows[name][places] for name in NAMES})
        among = scored.take(places)
        assert among["total"].to_numpy().tolist() == good.total.tolist()
        assert among["status"].to_pylist() == [fastmj.STATUS[code] for code in good.status]


DIGEST = """
import hashlib, sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import fastmj
from tests.test_fuzz import planted
from tests.test_doors import GROUPS, MOST, table_of
n = int(sys.argv[2])
digest = hashlib.sha256()
for rules in fastmj.rules.names():
    rows, _ = planted(rules, n if rules == "mcr" else n // 4, 3, 3)
    found = fastmj.score_arrays(**rows, rules=rules, payments=True)
    for column in (column for column in found if column is not None):
        digest.update(np.ascontiguousarray(column).tobytes())
for group in sorted(MOST):
    table = table_of(GROUPS[group][: max(n // 100, 20)])
    scored = fastmj.score_batch(table, payments=True, split=True, **group.given)
    digest.update(repr([scored[name].to_pylist() for name in scored.column_names]).encode())
print(digest.hexdigest())
"""


def digest(n: int, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", DIGEST, str(ROOT), str(n)],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_plain_python_gives_the_same() -> None:
    """The same source without numba."""
    assert digest(600, NUMBA_DISABLE_JIT="1") == digest(600)


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path: Path) -> None:
    """Every index checked; the code compiled so lies in a cache folder of its own."""
    assert digest(30_000, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path)) == digest(30_000)


@pytest.mark.slow
def test_memory_does_not_grow_with_faults() -> None:
    import resource

    rows = random_rows(500_000, 5)
    fastmj.score_arrays(**rows)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20):
        fastmj.score_arrays(**rows)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kilobytes
