"""Faults that packages like this one had, each named by its public report, tried on fastmj."""

import dataclasses
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numba.core import event
from numpy.typing import NDArray

import fastmj
from fastmj.kernels.score import score
from fastmj.sample import sample_arrays
from tests.with_workers import with_workers

ROOT = Path(__file__).parents[1]
HAND = "1122446677889s+9s"
KONGS = "(1111m)[2222m]456m123s7p+7p"  # 6 or, online, 5 for the kongs; 1 each for terminals, no honors and the wait
NAMES = ("counts", "melds", "win_tile", "win_by", "flags", "seat", "round", "flowers", "discarder", "feeder")


def columns(n: int, seed: int) -> dict[str, NDArray[Any]]:
    hands = sample_arrays(n, "mixed", seed)
    return {name: getattr(hands, name) for name in NAMES}


def assert_equal(ours: fastmj.ScoreArrays, theirs: fastmj.ScoreArrays) -> None:
    for name, a, b in zip(ours._fields[:6], ours, theirs, strict=False):
        np.testing.assert_array_equal(a, b, err_msg=name)


class TestOptions:
    """numba PR #8359: what compiled code takes from a module stays as it was when it was compiled."""

    def test_back_and_forth_in_one_process(self) -> None:
        for profile, total in (("standard", 9), ("online", 8), ("wmo2014", 9), ("online", 8), ("standard", 9)):
            assert fastmj.score(KONGS, profile=profile).total == total
        assert fastmj.score(KONGS, mixed_kong=4).total == 7
        assert fastmj.score(KONGS).total == 9

    def test_in_a_process_that_finds_all_compiled(self, python: Callable[..., str]) -> None:
        fastmj.score(KONGS, profile="online")
        totals = ", ".join(f"fastmj.score('{KONGS}', profile='{name}').total" for name in ("standard", "online"))
        assert python(f"import fastmj; print({totals})").split() == ["9.0", "8.0"]

    def test_nothing_can_be_changed_afterwards(self) -> None:
        rules = fastmj.rules.get("mcr")
        for thing, name in ((rules, "minimum"), (rules.rows[0], "points"), (rules.options, "mixed_kong")):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(thing, name, 1)


class TestPickles:
    """ray-project/ray#23664, numba/numba#3026: compiled functions drag their tables along."""

    @pytest.mark.parametrize("name", ["score", "score_batch", "score_arrays", "score_file", "ScoreArrays", "Hand"])
    def test_names_are_small(self, name: str) -> None:
        thing = getattr(fastmj, name)
        fastmj.score(HAND)
        assert len(pickle.dumps(thing)) < 200
        assert pickle.loads(pickle.dumps(thing)) is thing

    def test_rule_sets_and_scores_come_back(self) -> None:
        rules = fastmj.rules.get("mcr", profile="online", mixed_kong=6)
        one = fastmj.score(HAND, rules)
        for thing in (rules, one):
            assert len(pickle.dumps(thing)) < 2000
        again = pickle.loads(pickle.dumps(rules))
        assert again.options == rules.options
        assert again.names == rules.names
        assert pickle.loads(pickle.dumps(one)).points == one.points

    def test_arrays_take_their_own_size(self) -> None:
        found = fastmj.score_arrays(**columns(10_000, 1))
        size = sum(array.nbytes for array in found[:6])
        again = pickle.loads(pickle.dumps(found))
        assert_equal(found, again)
        assert len(pickle.dumps(found)) < size + 2000


WORKER = """
import multiprocessing, sys
import fastmj

def work(path):
    fastmj.score_file(path, f"{path}.{multiprocessing.current_process().pid}.parquet", overwrite=True)
    return fastmj.score("%s").total

if __name__ == "__main__":
    method, path = sys.argv[1:]
    work(path)
    fastmj.score_batch(fastmj.sample(200_000, seed=1), threads=2)
    with multiprocessing.get_context(method).Pool(2) as pool:
        print(pool.map_async(work, [path] * 4).get(60))
"""


@pytest.mark.parametrize(
    "method", ["fork", *(pytest.param(how, marks=pytest.mark.slow) for how in ("spawn", "forkserver"))]
)
def test_workers_score_and_read_after_their_parent_has(method: str, tmp_path: Path) -> None:
    """numba/numba#7872, pola-rs/polars#24162: thread pools of kernels or of readers do not survive a fork."""
    path = tmp_path / "hands.parquet"
    pq.write_table(fastmj.sample(20_000, seed=2), path)
    assert with_workers(WORKER % HAND, method, path) == "[48.0, 48.0, 48.0, 48.0]"


def test_many_threads_call_at_once(python: Callable[..., str]) -> None:
    """stumpy-dev/stumpy#858, numba/numba#8563: a threading layer that aborts the process."""
    code = """if True:
        from concurrent.futures import ThreadPoolExecutor
        import fastmj
        hands = fastmj.sample(3000, seed=3)
        expected = fastmj.score_batch(hands)
        with ThreadPoolExecutor(4) as pool:
            print(all(pool.map(lambda k: fastmj.score_batch(hands, threads=1 + k % 2).equals(expected), range(100))))
    """
    assert python(code, NUMBA_THREADING_LAYER="workqueue").strip() == "True"


def test_settings_of_the_process_are_left_alone(python: Callable[..., str]) -> None:
    """joblib/joblib#951, dask/distributed#9075: a library that sets threads or the environment for everybody."""
    code = """if True:
        import os, threading, numba, pyarrow
        def state():
            return dict(os.environ), numba.get_num_threads(), pyarrow.cpu_count(), pyarrow.io_thread_count()
        before = state()
        import fastmj
        fastmj.score_batch(fastmj.sample(150_000, seed=4), threads=2)
        print(state() == before, threading.active_count())
    """
    assert python(code).split() == ["True", "1"]


def in_a_file(array: NDArray[Any], folder: Path) -> NDArray[Any]:
    path = folder / f"{len(list(folder.iterdir()))}.npy"
    np.save(path, array)
    return np.load(path, mmap_mode="r")


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    out = array.copy()
    out.flags.writeable = False
    return out


MEMORY: dict[str, Callable[[NDArray[Any], Path], NDArray[Any]]] = {
    "writeable": lambda array, _: array.copy(),
    "read-only": lambda array, _: read_only(array),
    "every other": lambda array, _: np.repeat(array, 2, axis=0)[::2],
    "backwards": lambda array, _: array[::-1].copy()[::-1],
    "columns first": lambda array, _: np.asfortranarray(array),
    "unaligned": lambda array, _: np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1).reshape(array.shape),
    "eight bytes": lambda array, _: array.astype(np.int64),
    "other byte order": lambda array, _: array.astype(">i4"),
    "file": in_a_file,
    "arrow buffer": lambda array, _: np.frombuffer(pa.py_buffer(array.tobytes()), array.dtype).reshape(array.shape),
}


@pytest.mark.parametrize("kind", MEMORY)
def test_nothing_is_compiled_for_another_kind_of_memory(kind: str, tmp_path: Path) -> None:
    """numba/numba#4511, apache/arrow#38789: read-only input refused, or one more compilation for each layout."""
    hands = columns(5000, 5)
    expected = fastmj.score_arrays(**hands)
    compiled = event.RecordingListener()
    event.register("numba:compile", compiled)
    try:
        assert_equal(
            fastmj.score_arrays(**{name: MEMORY[kind](array, tmp_path) for name, array in hands.items()}), expected
        )
    finally:
        event.unregister("numba:compile", compiled)
    assert compiled.buffer == []
    assert len(score.signatures) == 1


def test_the_rule_set_is_an_argument_and_nothing_else() -> None:
    """apache/arrow#34067: metadata vanishes, or stays where its rows are no longer the same."""
    hands = fastmj.sample(2000, seed=6)
    by_profile = {name: fastmj.score_batch(hands, profile=name, prefix="a_") for name in ("standard", "online")}
    both = pa.concat_tables(by_profile.values())
    again = fastmj.score_batch(both, profile="online", prefix="b_")
    for start in (0, 2000):
        part = again.slice(start, 2000)
        assert part["b_total"].to_pylist() == by_profile["online"]["a_total"].to_pylist()
        assert part["b_elements"].to_pylist() == by_profile["online"]["a_elements"].to_pylist()
    assert by_profile["online"]["a_total"] != by_profile["standard"]["a_total"]
