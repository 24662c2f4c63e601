"""One scorer behind every door: each case of tests/data gives the right answer by whichever way it comes in."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.case_data import DEFAULTS, Case, load_all, mismatch, table_of

MATRIX = ("hand", "melds")
SCORES = ["status", "total", "raw", "limit", "elements", "payments"]


class Group(NamedTuple):
    """A rule set and options of it, as text."""

    rules: str
    options: str = "{}"

    @property
    def given(self) -> dict[str, Any]:
        """The rule set and its options as keyword arguments."""
        return {"rules": self.rules, **json.loads(self.options)}


def groups() -> dict[Group, list[Case]]:
    found: dict[Group, list[Case]] = defaultdict(list)
    for case in load_all():
        found[Group(case.rules, json.dumps(case.options, sort_keys=True))].append(case)
    return found


GROUPS = groups()
# What a single option of the other rule sets changes, tests/rules look at one by one.
MOST = [group for group in GROUPS if group.rules == "mcr" or group.options == "{}"]
every_group = pytest.mark.parametrize("group", MOST, ids=lambda group: f"{group.rules}-{group.options}")


def wrong(group: Group) -> list[str]:
    """What the cases of a group get wrong, as text in a table."""
    cases = GROUPS[group]
    rows = fastmj.score_batch(table_of(cases), payments=True, **group.given).to_pylist()
    problems = []
    for case, row in zip(cases, rows, strict=True):
        elements = {item["element"]: item["count"] for item in row["elements"] or []}
        scored = (row[name] for name in ("status", "total", "raw"))
        problems.append(mismatch(case, *scored, elements, row["payments"], row["limit"]))
    return [problem for problem in problems if problem]


@every_group
def test_every_case_by_text(group: Group) -> None:
    assert wrong(group) == []


@pytest.mark.slow
def test_cases_of_single_options() -> None:
    """Each is compiled for a hand or two."""
    assert [problem for group in GROUPS if group not in MOST for problem in wrong(group)] == []


@every_group
def test_the_other_doors_agree(group: Group, tmp_path: Path) -> None:
    cases, given = GROUPS[group], group.given
    table = table_of(cases)
    base = fastmj.score_batch(table, payments=True, **given)
    scores = base.select(["status", "total", "raw", "limit", "payments"])
    for layout in ("wide", "mask", "total"):
        other = fastmj.score_batch(table, layout=layout, payments=True, **given)
        assert other.select(scores.column_names).equals(scores), layout
    rules = fastmj.rules.get(**given)
    elements = [{item["element"]: item["count"] for item in row or []} for row in base["elements"].to_pylist()]
    wide = fastmj.score_batch(table, layout="wide", **given)["elements"].to_pylist()
    assert [{name: count for name, count in (row or {}).items() if count} for row in wide] == elements

    mask = fastmj.score_batch(table, layout="mask", **given)
    words = np.array(mask["elements"].to_pylist(), np.uint64)
    counts = np.array(mask["counts"].to_pylist(), np.uint8)
    named = rules.unpack(words, counts).to_pylist()
    assert [{item["element"]: item["count"] for item in row} for row in named] == elements
    for row, found in zip(counts.tolist(), elements, strict=True):
        # at least one column: Arrow lists of length 0 cannot be read back from Parquet
        assert row == ([found.get(r.title, 0) for r in rules.counted] or [0])

    readable = [i for i, s in enumerate(base["status"].to_pylist()) if s not in ("unreadable", "bad_meld")]
    typed = [fastmj.Hand.parse(cases[i].hand).to_row() for i in readable]
    context = table.take(readable).drop(["hand"])
    columns = pa.table(
        {
            "hand": pa.array([row["hand"] for row in typed], pa.binary(34)),
            "melds": pa.array([row["melds"] for row in typed], pa.binary(4)),
            "win_tile": pa.array([row["win_tile"] for row in typed], pa.uint8()),
            **{name: context[name] for name in context.column_names},
        }
    )
    by_columns = fastmj.score_batch(columns, payments=True, **given)
    assert by_columns.select(scores.column_names).equals(scores.take(readable))

    pq.write_table(columns, tmp_path / "in.parquet")
    fastmj.score_file(tmp_path / "in.parquet", tmp_path / "out.parquet", payments=True, **given)
    from_file = pq.read_table(tmp_path / "out.parquet")
    assert from_file["total"].to_pylist() == by_columns["total"].to_pylist()
    assert from_file["elements"].to_pylist() == by_columns["elements"].to_pylist()

    frame = fastmj.score_batch(pl.from_arrow(columns), payments=True, **given)
    assert frame["total"].to_pylist() == by_columns["total"].to_pylist()


@every_group
def test_every_case_by_arrays(group: Group) -> None:
    """Hands whose every value can be stored; what cannot is refused by ``Hand`` and by the table alike."""
    cases, given = GROUPS[group], group.given
    base = fastmj.score_batch(table_of(cases), payments=True, **given).to_pylist()
    rows, expected = [], []
    for case, scored in zip(cases, base, strict=True):
        try:
            rows.append(fastmj.Hand.parse(case.hand, **case.context).to_row())
            expected.append(scored)
        except ValueError:
            assert scored["status"] in ("unreadable", "bad_meld", "bad_context"), case
    columns: dict[str, Any] = {name: np.array([row[name] for row in rows]) for name in rows[0] if name not in MATRIX}
    columns |= {name: np.array([list(row[name]) for row in rows], np.uint8) for name in MATRIX}
    found = fastmj.score_arrays(columns.pop("hand"), **columns, payments=True, **given)
    named = fastmj.rules.get(**given).unpack(found.words, found.counts).to_pylist()
    for i, scored in enumerate(expected):
        assert fastmj.STATUS[found.status[i]] == scored["status"]
        assert (found.total[i], found.raw[i]) == (scored["total"], scored["raw"]) or np.isnan(found.total[i])
        assert np.isnan(found.total[i]) == (scored["total"] is None)
        assert found.limit[i] == bool(scored["limit"])
        assert named[i] == (scored["elements"] or [])
        assert found.payments[i].tolist() == (scored["payments"] or [0, 0, 0, 0])


@every_group
def test_every_case_by_json_lines(group: Group, tmp_path: Path) -> None:
    """The case format itself, with what differs from the defaults only."""
    cases, given = GROUPS[group], group.given
    lines = []
    for case in cases:
        changed = {name: value for name, value in case.context.items() if value != DEFAULTS[name]}
        lines.append(json.dumps({"id": case.id, "hand": case.hand, **changed, "options": case.options}))
    (tmp_path / "cases.jsonl").write_text("\n".join(lines))
    fastmj.score_file(tmp_path / "cases.jsonl", tmp_path / "scores.parquet", payments=True, **given)
    rows = pq.read_table(tmp_path / "scores.parquet", columns=SCORES)
    base = fastmj.score_batch(table_of(cases), payments=True, **given).select(SCORES)
    assert rows.to_pylist() == base.to_pylist()


@every_group
def test_one_hand(group: Group) -> None:
    cases, given = GROUPS[group][:60], group.given
    base = fastmj.score_batch(table_of(cases), payments=True, **given).to_pylist()
    for case, row in zip(cases, base, strict=True):
        if row["status"] in ("ok", "below_minimum", "not_a_win"):
            one = fastmj.score(case.hand, **case.context, **given)
            assert (one.status, one.total, one.raw, one.payments) == tuple(
                row[name] for name in ("status", "total", "raw", "payments")
            )
            assert one.elements == {item["element"]: item["count"] for item in row["elements"] or []}
            explained = fastmj.explain(case.hand, **case.context, **given)
            assert explained.score.total == one.total
            if one.total is not None and not (group.rules == "hkmj" and one.limit):  # several maximum hands are one
                assert sum(one.points.values()) == (one.total if group.rules == "mcr" else one.raw)
        else:
            with pytest.raises(ValueError) as refused:  # noqa: PT011 - what it names is looked at below
                fastmj.score(case.hand, **case.context, **given)
            assert named(case.hand) in str(refused.value)


def named(hand: str) -> str:
    """What a message calls a hand: by its text, tiles in order, or by the very text that cannot be read."""
    try:
        return fastmj.Hand.parse(hand).to_text()
    except ValueError:
        return repr(hand)


class TestArrays:
    hands = fastmj.sample(5000, "mixed", 4)

    def arrays(self) -> dict[str, Any]:
        out = {
            name: np.frombuffer(b"".join(self.hands[name].to_pylist()), np.uint8).reshape(-1, width)
            for name, width in (("hand", 34), ("melds", 4))
        }
        out |= {name: self.hands[name].to_numpy() for name in self.hands.column_names if name not in out}
        out["counts"] = out.pop("hand")
        return out

    def test_whatever_the_memory_looks_like(self) -> None:
        arrays = self.arrays()
        base = fastmj.score_arrays(**arrays)
        for change in (
            lambda a: a.astype(np.int64),
            np.asfortranarray,
            lambda a: np.repeat(a, 2, axis=0)[::2],
            lambda a: a.astype(np.uint16),
        ):
            other = fastmj.score_arrays(**{name: change(array) for name, array in arrays.items()})
            for ours, theirs in zip(base[:6], other[:6], strict=True):
                np.testing.assert_array_equal(ours, theirs)

    def test_out_is_overwritten(self) -> None:
        arrays = self.arrays()
        first = {name: array[:2000] for name, array in arrays.items()}
        second = {name: array[2000:4000] for name, array in arrays.items()}
        expected = fastmj.score_arrays(**second)
        out = fastmj.score_arrays(**first)
        again = fastmj.score_arrays(**second, out=out)
        assert again.total is out.total
        for ours, theirs in zip(expected[:6], again[:6], strict=True):
            np.testing.assert_array_equal(ours, theirs)
        with pytest.raises(ValueError, match="out"):
            fastmj.score_arrays(**arrays, out=out)

    @pytest.mark.parametrize("threads", [2, 8])
    def test_threads_and_order(self, threads: int) -> None:
        arrays = {name: np.concatenate([a] * 40) for name, a in self.arrays().items()}
        base = fastmj.score_arrays(**arrays)
        order = np.random.default_rng(threads).permutation(len(base.total))
        other = fastmj.score_arrays(**{name: a[order] for name, a in arrays.items()}, threads=threads)
        for ours, theirs in zip(base[:6], other[:6], strict=True):
            np.testing.assert_array_equal(ours[order], theirs)

    def test_numbers_that_do_not_fit_never_wrap(self) -> None:
        good = {name: array[:4].astype(np.int64) for name, array in self.arrays().items()}
        expected = fastmj.score_arrays(**good)
        for name, value, status in (
            ("counts", 256, "wrong_tile_count"),
            ("counts", -1, "wrong_tile_count"),
            ("melds", 256 + 1, "bad_meld"),
            ("win_tile", 256, "bad_tile"),
            ("win_tile", -1, "bad_tile"),
            ("win_by", 256, "bad_context"),
            ("flags", 1 << 16, "bad_context"),
            ("seat", -4, "bad_context"),
            ("round", 260, "bad_context"),
            ("flowers", 256, "bad_context"),
            ("discarder", 257, "bad_context"),
            ("feeder", -1, "bad_context"),
        ):
            changed = {key: array.copy() for key, array in good.items()}
            changed[name][(1, 0) if changed[name].ndim == 2 else 1] = value
            found = fastmj.score_arrays(**changed)
            assert fastmj.STATUS[found.status[1]] == status, (name, value)
            assert np.isnan(found.total[1])
            assert found.words[1].sum() == 0
            np.testing.assert_array_equal(np.delete(found.total, 1), np.delete(expected.total, 1))

    def test_shapes_and_types(self) -> None:
        arrays = self.arrays()
        with pytest.raises(ValueError, match=r"counts: shape \(n, 34\)"):
            fastmj.score_arrays(arrays["counts"][:, :33])
        with pytest.raises(ValueError, match="melds"):
            fastmj.score_arrays(arrays["counts"], melds=arrays["melds"][:3])
        with pytest.raises(TypeError, match="seat: integers"):
            fastmj.score_arrays(arrays["counts"], seat=0.5)
        with pytest.raises(ValueError, match="mixed_kong"):
            fastmj.score_arrays(arrays["counts"], mixed_kongs=5)

    def test_no_rows(self) -> None:
        found = fastmj.score_arrays(np.zeros((0, 34), np.uint8), payments=True)
        assert found.words.shape == (0, 2)
        assert fastmj.score_batch(self.hands.slice(0, 0)).num_rows == 0
