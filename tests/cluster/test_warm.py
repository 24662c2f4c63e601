"""Kernels of actors: compiled once a machine, whoever comes first."""

import os
import subprocess
import sys
import textwrap

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.cluster.warm import one_hand, refuse_other, warm_once
from fastmj.identity import package
from fastmj.inputs import Wanted
from fastmj.rules import get
from tests.cli.process import ENVIRONMENT, run


def test_another_package():
    refuse_other(package(), "here")
    with pytest.raises(
        ValueError, match=r"^node7 has fastmj .* \(sources \w+\), this run is of 9 \(sources abc\): install"
    ):
        refuse_other({"version": "9", "sources": "abc"}, "node7")


@pytest.mark.parametrize("writable", [True, False])
def test_where_nothing_can_be_kept(tmp_path, monkeypatch, writable):
    """Everybody loads or compiles, and no file is left where none can be."""
    warmed = []
    monkeypatch.setattr("fastmj.cluster.warm._warm", warmed.append)
    monkeypatch.setattr("fastmj.kernels.cache.folder", lambda: tmp_path if not writable else None)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    warm_once(Wanted("@rules"))
    assert warmed == [Wanted("@rules")]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dialect", ["mpsz", "official", "botzone"])
def test_a_hand_in_every_dialect(dialect):
    wanted = Wanted(get("classical"), dialect=dialect)
    one = one_hand(wanted)
    assert wanted.scorer(one.schema)(one)["status"].to_pylist() == ["ok"]


def test_any_input_may_follow():
    """The hand that is scored for this has every name of columns that rules, prefix or dialect could ask for."""
    for wanted in (Wanted("@status"), Wanted("@hand"), Wanted(get("hk"), dialect="botzone", strict=True, prefix="x_")):
        warm_once(wanted)


@pytest.mark.slow
def test_one_compiles_and_the_others_wait(tmp_path):
    """Three processes that begin at once, a second of sleep in place of the compiler."""
    code = textwrap.dedent("""
        import time
        from fastmj.cluster import warm
        from fastmj.inputs import Wanted
        from fastmj.kernels import cache

        def compiled(wanted):
            cold.append(not list(cache.folder().glob("warm-*[0-9a-f]")))
            time.sleep(cold[-1])

        cold, warm._warm = [], compiled
        warm.warm_once(Wanted("mcr"))
        print(sum(cold), len(cold))
    """)
    environment = {**ENVIRONMENT, "NUMBA_CACHE_DIR": str(tmp_path)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = sorted(process.communicate(timeout=60)[0].split() for process in started)
    assert [cold for cold, _ in said] == ["0", "0", "1"]
    assert [calls for _, calls in said] == ["1", "1", "2"], "who compiled loads what is kept, as the others do"


@pytest.mark.slow
def test_two_actors_begin_cold(tmp_path):
    """A Ray of its own, and nothing compiled."""
    (tmp_path / "in").mkdir()
    hands = [fastmj.sample(3000, seed=i) for i in range(4)]
    for i, part in enumerate(hands):
        pq.write_table(part, tmp_path / "in" / f"p{i}.parquet")
    arguments = ("score", "in", "-o", "out", "--engine", "ray", "--address", "local", "--workers", "2")
    done = run(*arguments, cwd=tmp_path, environment={"NUMBA_CACHE_DIR": str(tmp_path / "cache")})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("rows      12,000\n")
    scored = pa.concat_tables(pq.read_table(tmp_path / "out" / f"p{i}.parquet") for i in range(4))
    assert scored.equals(fastmj.score_batch(pa.concat_tables(hands)))
    (kept,) = (tmp_path / "cache" / "fastmj").iterdir()
    marks = [name for name in os.listdir(kept) if name.startswith("warm-") and not name.endswith(".lock")]
    assert len(marks) == 1
