"""Lists of elements, counted."""

import random
from itertools import combinations

import numpy as np

from fastmj.kernels.together import count_together, lists_of_matrix


def random_lists(rows: int, k: int, seed: int) -> list[list[int]]:
    rng = random.Random(seed)
    return [sorted(rng.sample(range(k), rng.randrange(min(k, 6)))) for _ in range(rows)]


def test_counts_are_those_of_the_lists():
    k, lists = 9, random_lists(500, 9, 1)
    worth = np.arange(500) % 7 + 0.5
    ends, codes = (
        np.cumsum([len(each) for each in lists]),
        np.array([code for each in lists for code in each], np.int32),
    )
    hands, sums, together = np.zeros(k, np.int64), np.zeros(k), np.zeros((k, k), np.int64)
    count_together(ends, codes, worth, hands, sums, together)
    assert hands.tolist() == [sum(code in each for each in lists) for code in range(k)]
    assert sums.tolist() == [sum(w for w, each in zip(worth, lists, strict=True) if c in each) for c in range(k)]
    pairs = [pair for each in lists for pair in combinations(each, 2)]
    assert together.tolist() == [[pairs.count((i, j)) for j in range(k)] for i in range(k)]


def test_a_matrix_as_lists():
    lists = random_lists(300, 7, 2)
    counts = np.zeros((7, 300), np.uint8)
    for row, each in enumerate(lists):
        counts[each, row] = 1 + row % 3
    ends, codes = np.zeros(300, np.int64), np.zeros(np.count_nonzero(counts), np.int32)
    lists_of_matrix(counts, ends, codes)
    assert [part.tolist() for part in np.split(codes, ends[:-1])] == lists


def test_no_rows():
    ends, codes = np.zeros(0, np.int64), np.zeros(0, np.int32)
    lists_of_matrix(np.zeros((3, 0), np.uint8), ends, codes)
    hands, sums, together = np.zeros(3, np.int64), np.zeros(3), np.zeros((3, 3), np.int64)
    count_together(ends, codes, np.zeros(0), hands, sums, together)
    assert not hands.any()
