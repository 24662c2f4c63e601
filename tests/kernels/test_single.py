"""The functions for users' compiled loops."""

import doctest
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import pytest

import fastmj
from fastmj.kernels import analysis, is_win_one, shanten_one, single, waits_one
from fastmj.kernels.jit import JIT
from tests.analysis_hands import arrays, hands

compiled_only = pytest.mark.skipif(not JIT, reason="needs compiled code")


@numba.njit
def loop(counts, melds, given, shanten, waits, wins):
    for i in range(len(counts)):
        shanten[i] = shanten_one(counts[i], melds[i], given)
        waits[i] = waits_one(counts[i], melds[i], given)
        wins[i] = is_win_one(counts[i], melds[i], given)


@compiled_only
@pytest.mark.parametrize("form", ["any", "regular", "knitted_straight"])
def test_a_compiled_loop_agrees_with_the_bulk(form):
    given = analysis("mcr", form)
    for tiles in (13, 14):
        counts, melds = arrays(hands(300, f"single {form}", tiles))
        out = np.empty(300, np.int8), np.empty(300, np.uint64), np.empty(300, np.bool_)
        loop(counts, melds, given, *out)
        assert (out[0] == fastmj.shanten(counts, melds, form=form)).all()
        assert (out[1] == fastmj.waits(counts, melds, form=form, mask=True)).all()
        if form == "any":
            assert (out[2] == fastmj.is_win(counts, melds)).all()


def test_called_from_python():
    counts, melds = arrays(hands(20, "python"))
    given = analysis("mcr")
    assert [shanten_one(c, m, given) for c, m in zip(counts, melds, strict=True)] == fastmj.shanten(
        counts, melds
    ).tolist()


@compiled_only
def test_arrays_are_borrowed_not_kept():
    import sys

    given, counts, melds = analysis("mcr"), np.ones(34, np.uint8), np.zeros(4, np.uint8)
    before = [sys.getrefcount(array) for array in (counts, melds)]
    for _ in range(100):
        shanten_one(counts, melds, given)
    assert [sys.getrefcount(array) for array in (counts, melds)] == before


@compiled_only
def test_other_integers_are_refused_when_compiled():
    with pytest.raises(numba.TypingError, match="counts: a contiguous array of uint8 is needed"):
        shanten_one(np.zeros(34, np.int64), np.zeros(4, np.uint8), analysis("mcr"))


@compiled_only
def test_what_kernels_are_given_can_be_sent_to_other_processes():
    given = analysis("mcr", "seven_pairs")
    again = pickle.loads(pickle.dumps(given))
    assert again == given
    script = (
        "import pickle, sys, numpy as np; from fastmj.kernels import waits_one; given = pickle.load(sys.stdin.buffer); "
        "counts = np.array([2] * 6 + [1] + [0] * 27, np.uint8); print(waits_one(counts, np.zeros(4, np.uint8), given))"
    )
    run = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(given), capture_output=True, check=True)
    assert int(run.stdout) == 1 << 6


def test_threads_have_their_own_memory():
    counts, melds = arrays(hands(200, "threads"))
    wanted = fastmj.shanten(counts, melds), fastmj.waits(counts, melds, mask=True)
    many = [np.tile(array, (50, 1)) for array in (counts, melds)] if JIT else [counts, melds]

    def ask(_):
        return fastmj.shanten(*many), fastmj.waits(*many, mask=True)

    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(ask, range(8)):
            for answers, right in zip(found, wanted, strict=True):
                assert (answers.reshape(-1, len(right)) == right).all()


def test_unknown_forms():
    with pytest.raises(ValueError, match="form 'tenpai' is none of this rule set's"):
        analysis("mcr", "tenpai")


@compiled_only
def test_the_example_runs():
    assert doctest.testmod(single) == (0, 9)
