import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import fastmj
from fastmj.decompose import MOST_HANDS
from fastmj.sample import FAMILIES, sample_arrays
from tests.random_hands import random_rows
from tests.reference import decompose as reference

ALGORITHMS = ("suit_table", "bitmask", "lowest_tile", "backtrack", "pair_first")
DATA = Path(__file__).parent / "data" / "decompositions.jsonl"
CASES = [json.loads(line) for line in DATA.read_text().splitlines()]


def counts_of(*texts: str) -> NDArray[np.uint8]:
    return np.array([fastmj.Hand.parse(text).counts for text in texts], np.uint8)


def brute_force(counts: NDArray[np.uint8]) -> tuple[list[int], list[int]]:
    each = [reference.codes(tuple(hand)) for hand in counts.tolist()]
    return np.cumsum([0, *map(len, each)]).tolist(), [code for codes in each for code in codes]


def agrees(counts: NDArray[np.uint8], algorithm: str) -> int:
    """Compare with brute force; the number of readings."""
    found = fastmj.decompose(counts, algorithm)
    offsets, codes = brute_force(counts)
    assert found.offsets.tolist() == offsets
    assert found.codes.tolist() == codes
    return len(codes)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("family", FAMILIES)
def test_families(family: str, algorithm: str) -> None:
    agrees(sample_arrays(300, family, 21).counts, algorithm)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_random_hands_with_melds(algorithm: str) -> None:
    counts = np.array([row.counts for row in random_rows(1500, "decompose")], np.uint8)
    assert agrees(counts, algorithm) > 1200


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_tiles_that_are_no_whole_hand(algorithm: str) -> None:
    rng = Random("no hand")
    counts = np.zeros((600, 34), np.uint8)
    for hand in counts:
        kinds = [*rng.sample(range(34), rng.randint(1, 5)), 32, 33]
        for _ in range(rng.randint(0, 20)):
            hand[rng.choice(kinds)] += rng.choice((1, 1, 2, 3))
    counts[::50, rng.randrange(34)] = 255
    counts[0] = 4  # all 136 tiles
    agrees(counts, algorithm)
    many = counts_of("123456789m111z22z")
    many[0, :9] += 1  # nine tiles more divide as well: seven sets and a pair
    assert fastmj.decompose(many, algorithm).codes.size == 0
    five = counts_of("11111m")
    assert agrees(five, algorithm) == 0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_hands(algorithm: str) -> None:
    found = fastmj.decompose(np.zeros((0, 34), np.uint8), algorithm)
    assert (found.offsets.tolist(), found.codes.tolist()) == ([0], [])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("n", [1, 1023, 1024, 1025])
def test_blocks_join(n: int, algorithm: str) -> None:
    counts = sample_arrays(n, "many_ways", 22).counts
    found, single = fastmj.decompose(counts, algorithm), fastmj.decompose(counts[-1:], "pair_first")
    assert found.offsets[0] == 0
    assert found.codes[found.offsets[-2] :].tolist() == single.codes.tolist()
    assert found.codes.size == found.offsets[-1]
    assert found.codes.flags.owndata


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases(case: dict[str, object]) -> None:
    hand = fastmj.Hand.parse(case["hand"])
    assert len(hand.decompositions()) == case["decompositions"]
    for algorithm in ALGORITHMS:
        assert fastmj.decompose([hand.counts], algorithm).codes.size == case["decompositions"]


def test_packing() -> None:
    found = fastmj.decompose(counts_of("123m55777p", "55z", "22334455m"))
    # 123m is meld byte 1, 777p (slot 15) 35 + 15 = 50, 5p slot 13; White is slot 31; 234m is byte 2, 345m byte 3
    assert found.codes.tolist() == [1 | 50 << 8 | 13 << 32, 31 << 32, 3 | 3 << 8 | 1 << 32, 2 | 2 << 8 | 4 << 32]
    assert found.offsets.tolist() == [0, 1, 2, 4]
    assert found.sets.tolist() == [[1, 50, 0, 0], [0, 0, 0, 0], [3, 3, 0, 0], [2, 2, 0, 0]]
    assert found.pairs.tolist() == [13, 31, 1, 4]
    assert (found.offsets.dtype, found.codes.dtype) == (np.int32, np.uint64)
    assert found.texts() == [["123m 777p 55p"], ["55z"], ["345m 345m 22m", "234m 234m 55m"]]


def test_readings_ascend_and_differ() -> None:
    for family in ("worst", "many_ways"):
        found = fastmj.decompose(sample_arrays(2000, family, 23).counts)
        inside = np.diff(found.codes.astype(np.int64))
        inside = np.delete(inside, found.offsets[1:-1] - 1)
        assert (inside > 0).all()


def test_other_integers() -> None:
    counts = counts_of("123m55777p", "11122233344455m")
    right = fastmj.decompose(counts)
    for other in (counts.astype(np.int64), counts.tolist(), np.asfortranarray(counts), counts[:, ::-1][:, ::-1]):
        assert np.array_equal(fastmj.decompose(other).codes, right.codes)
    wide = counts.astype(np.int64)
    wide[0, 0] += 256
    wide[1, 0] = -253
    assert fastmj.decompose(wide).codes.size == 0


def test_the_input_is_left_alone() -> None:
    counts = sample_arrays(50, "worst", 24).counts
    before = counts.copy()
    for algorithm in ALGORITHMS:
        fastmj.decompose(counts, algorithm)
    assert np.array_equal(counts, before)


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        (np.zeros(34, np.uint8), ValueError, r"counts: shape \(n, 34\) is needed, got \(34,\)"),
        (np.zeros((2, 33), np.uint8), ValueError, r"got \(2, 33\)"),
        (np.zeros((2, 34)), TypeError, "counts: integers are needed, got float64"),
        (np.broadcast_to(np.uint8(0), (MOST_HANDS + 1, 34)), ValueError, "at most 536,870,911 hands in one call"),
    ],
)
def test_wrong_counts(counts: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        fastmj.decompose(counts)


def test_unknown_algorithm() -> None:
    with pytest.raises(
        ValueError, match=r"unknown algorithm 'fast'; known: suit_table, bitmask, lowest_tile, backtrack, "
    ):
        fastmj.decompose(np.zeros((1, 34), np.uint8), "fast")


class TestOneHand:
    def test_readings_as_text(self) -> None:
        hand = fastmj.Hand.parse("[345m]33445566s34p+5p")
        assert hand.decompositions() == ["345p 456s 456s 33s", "345p 345s 345s 66s"]

    def test_no_whole_hand(self) -> None:
        assert fastmj.Hand.parse("1122335577z19m22p").decompositions() == []

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("123m", "3 tiles, with the winning tile 14 are needed"),
            ("[111z]123456789m11p12s", "13 tiles beside 1 meld, with the winning tile 11 are needed"),
            ("[111z]123456789m11z", "5 copies of 1z, a hand has at most 4"),
        ],
    )
    def test_faults(self, text: str, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            fastmj.Hand.parse(text).decompositions()


def test_without_compiler(python) -> None:
    code = (
        "import fastmj; from fastmj.sample import sample_arrays\n"
        "counts = [h for f in ('mixed', 'worst', 'random', 'invalid') for h in sample_arrays(40, f, 25).counts]\n"
        f"for name in {ALGORITHMS}:\n"
        "    found = fastmj.decompose(counts, name); print(found.offsets.tolist(), found.codes.tolist())"
    )
    plain = python(code, NUMBA_DISABLE_JIT="1").splitlines()
    assert len(set(plain)) == 1
    counts = np.array([h for f in ("mixed", "worst", "random", "invalid") for h in sample_arrays(40, f, 25).counts])
    offsets, codes = brute_force(counts)
    assert plain[0] == f"{offsets} {codes}"
