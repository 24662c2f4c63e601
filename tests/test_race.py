from pathlib import Path

import pytest

import fastmj
from fastmj.cycles import CycleCounter
from fastmj.decompose import tiles_of
from fastmj.race import cold_compile, entrants, first_call, from_file, race
from fastmj.sample import sample_arrays

KERNEL = """
import numba

@numba.njit
def kernel(counts, offsets, codes):
    for i in range(len(offsets)):
        offsets[i] = 0

@numba.njit
def with_table(counts, offsets, codes, table):
    for i in range(len(offsets)):
        offsets[i] = table[0]

def fails(counts, offsets, codes):
    raise OSError("no")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some_algorithm.py"
    path.write_text(KERNEL)
    return path


def test_laps() -> None:
    counts = tiles_of(sample_arrays(3000, "ordinary", 1).counts)
    known = fastmj.algorithms()
    with CycleCounter() as counter:
        laps = race(counts, [known["suit_table"], known["pair_first"]], 1, counter)
        assert all((lap.cycles_per_hand is None) != counter.available for lap in laps)
    assert [lap.name for lap in laps] == ["suit_table", "pair_first"]
    assert laps[1].ns_per_hand > 3 * laps[0].ns_per_hand > 0
    assert laps[0].hands_per_second == pytest.approx(1e9 / laps[0].ns_per_hand)


def test_from_file(file: Path) -> None:
    algorithm = from_file(f"{file}:kernel")
    assert (algorithm.name, algorithm.source, algorithm.memory) == ("some_algorithm.py:kernel", str(file), 0)
    file.write_text(KERNEL + "\nimport numpy\ndef tables(): return (numpy.zeros(3),)\n")
    assert from_file(f"{file}:with_table").memory == 24


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("some_algorithm.py", "names no kernel: FILE.py:KERNEL is wanted"),
        ("some_algorithm.txt:kernel", "names no kernel"),
        ("some_algorithm.py:2", "names no kernel"),
        ("other.py:kernel", "there is no file .*other.py"),
        ("some_algorithm.py:other", "some_algorithm.py has no name other"),
        ("broken.py:kernel", "broken.py fails with SyntaxError"),
    ],
)
def test_no_such_kernel(file: Path, spec: str, message: str) -> None:
    (file.parent / "broken.py").write_text("def")
    with pytest.raises(ValueError, match=message):
        from_file(f"{file.parent}/{spec}")


def test_files_of_the_same_name(file: Path) -> None:
    other = file.parent / "other" / file.name
    other.parent.mkdir()
    other.write_text(KERNEL)
    specs = [f"{file}:kernel", f"{other}:kernel", f"{file}:with_table"]
    assert [entered.name for entered in entrants(specs).values()] == [*specs[:2], "some_algorithm.py:with_table"]


def test_algorithms_of_the_same_name_each_have_a_lap() -> None:
    counts, known = tiles_of(sample_arrays(10, "ordinary", 1).counts), fastmj.algorithms()["suit_table"]
    with CycleCounter() as counter:
        assert [lap.name for lap in race(counts, [known, known], 1, counter)] == ["suit_table"] * 2


def test_first_call(file: Path) -> None:
    assert first_call("suit_table") >= 0
    assert first_call(f"{file}:kernel") > first_call("suit_table")  # the one is compiled, the other is there


def test_cold_compile(file: Path) -> None:
    assert 0.05 < cold_compile(f"{file}:kernel") < 60
    with pytest.raises(ValueError, match="the first call in a new process failed: OSError: no"):
        cold_compile(f"{file}:fails")
