"""Useful tiles and readings of one hand, in users' compiled loops."""

import doctest

import numba
import numpy as np
import pytest

import fastmj
from fastmj.kernels import acceptance_one, decompose_one, make_acceptance, make_decomposer, single_results
from fastmj.sample import sample_arrays
from tests.analysis_hands import arrays, hands

pytestmark = pytest.mark.slow  # ten seconds to compile


@numba.njit
def accepted_each(asked, counts, melds, visible, shanten, tiles, left):
    for i in range(len(counts)):
        acceptance_one(asked, counts[i], melds[i], visible[i])
        shanten[i], tiles[i], left[i] = asked.out.shanten[0], asked.out.tiles[0], asked.out.left[0]


@numba.njit
def read_each(asked, counts, offsets, codes):
    for i in range(len(counts)):
        n = decompose_one(asked, counts[i])
        codes[offsets[i] : offsets[i] + n] = asked.codes[:n]
        offsets[i + 1] = offsets[i] + n


@pytest.mark.parametrize(("rules", "form"), [("mcr", "any"), ("imj", "any"), ("mcr", "regular")])
@pytest.mark.parametrize("tiles", [13, 14])
def test_acceptance_is_that_of_the_bulk(rules, form, tiles):
    counts, melds = arrays(hands(300, f"single {form}", tiles))
    visible = np.random.default_rng(1).integers(0, 3, counts.shape).astype(np.uint8)
    out = np.empty((300, 34), np.int8), np.empty((300, 34), np.uint64), np.empty((300, 34), np.uint8)
    accepted_each(make_acceptance(rules, form), counts, melds, visible, *out)
    for one, bulk in zip(out, fastmj.acceptance(counts, melds, visible, rules, form), strict=True):
        np.testing.assert_array_equal(one, bulk)


@pytest.mark.parametrize("family", ["mixed", "worst", "random", "invalid"])
def test_readings_are_those_of_the_bulk(family):
    counts = sample_arrays(500, family, 3).counts
    offsets, codes = np.zeros(501, np.int32), np.zeros(2000, np.uint64)
    read_each(make_decomposer(), counts, offsets, codes)
    bulk = fastmj.decompose(counts)
    np.testing.assert_array_equal(offsets, bulk.offsets)
    np.testing.assert_array_equal(codes[: offsets[-1]], bulk.codes)


def test_the_example():
    assert doctest.testmod(single_results).failed == 0


def test_unknown_forms():
    with pytest.raises(ValueError, match="form 'pairs' is none of this rule set's"):
        make_acceptance("hk", "pairs")
