"""``fastmj bench``."""

import json
from pathlib import Path

import pytest

NAMES = ["suit_table", "bitmask", "lowest_tile", "backtrack", "pair_first"]
SAME = """
from fastmj.kernels.decompose_suit_table import part_tables, suit_table as kernel
tables = lambda: (part_tables(),)
"""
WRONG = """
import numba
from fastmj.kernels.decompose_backtrack import backtrack

@numba.njit
def kernel(counts, offsets, codes):
    backtrack(counts, offsets, codes)
    for i in range(50, len(counts)):  # what is tried before the race is shorter
        offsets[i + 1] = offsets[i]
"""
SMALL = ("bench", "decompose", "--hands", "500", "--rounds", "1", "--warm-only")


class TestDecompose:
    def test_table(self, fastmj_):
        status, out, err = fastmj_(*SMALL, "--family", "worst", "--seed", "4")
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].startswith("500 hands of family worst, seed 4: 500 whole, 1,")
        assert lines[0].endswith(" readings, the same from every algorithm")
        assert lines[1].split()[:4] == ["algorithm", "million", "hands/s", "ns/hand"]
        assert sorted(line.split()[0] for line in lines[2:7]) == sorted(NAMES)
        assert lines[2].split()[3] == "1.0"
        assert "compile s" not in out
        assert lines[-1].endswith("the best of 1 rounds, CPU time")

    def test_json(self, fastmj_):
        status, out, err = fastmj_(*SMALL, "--json")
        assert (status, err) == (0, "")
        found = json.loads(out)
        assert (found["what"], found["family"], found["hands"], found["seed"]) == ("decompose", "mixed", 500, 0)
        assert 400 < found["whole_hands"] <= found["readings"]
        assert set(found["machine"]) >= {"processor", "cores", "system", "python", "numba", "numpy", "fastmj"}
        assert [each["name"] for each in found["algorithms"]] == NAMES
        for each in found["algorithms"]:
            assert each["ns_per_hand"] * each["hands_per_second"] == pytest.approx(1e9)
            assert (each["cycles_per_hand"] is None) == (found["cycles"] != "counted")
            assert each["cold_compile_seconds"] is None
            assert each["idea"]
        assert [each["table_bytes"] > 0 for each in found["algorithms"]] == [True, False, False, False, False]

    def test_against_a_kernel_of_ones_own(self, fastmj_):
        Path("my_algo.py").write_text(SAME)
        status, out, err = fastmj_(*SMALL, "--against", "my_algo.py:kernel", "--json")
        assert (status, err) == (0, "")
        mine = json.loads(out)["algorithms"][-1]
        assert (mine["name"], mine["source"]) == ("my_algo.py:kernel", "my_algo.py")
        assert mine["table_bytes"] > 1_000_000

    def test_against_two_files_of_the_same_name(self, fastmj_):
        Path("sub").mkdir()
        for path in ("my_algo.py", "sub/my_algo.py"):
            Path(path).write_text(SAME)
        status, out, err = fastmj_(*SMALL, "--against", "my_algo.py:kernel", "--against", "sub/my_algo.py:kernel")
        assert (status, err) == (0, "")
        assert "\nmy_algo.py:kernel " in out
        assert "\nsub/my_algo.py:kernel " in out

    @pytest.mark.slow
    def test_compile_times(self, fastmj_):
        status, out, _ = fastmj_("bench", "decompose", "--hands", "500", "--rounds", "1", "--json")
        assert status == 0
        assert all(0.1 < each["cold_compile_seconds"] < 60 for each in json.loads(out)["algorithms"])

    @pytest.mark.parametrize(
        ("arguments", "status", "message"),
        [
            (["--family", "rare"], 2, "unknown family 'rare'; known: mixed, "),
            (["--against", "my_algo.py"], 2, "FILE.py:KERNEL is wanted"),
            (["--against", "absent.py:kernel"], 2, "there is no file absent.py"),
            (["--against", "empty.py:kernel"], 2, "empty.py has no name kernel"),
            (["--hands", "0"], 2, "Must be >= 1"),
            (["--rounds", "0"], 2, "Must be >= 1"),
            (["--rounds", "2.5"], 2, "--rounds: a whole number is needed, got '2.5'"),
            (["--against", "wrong.py:plain"], 1, "cannot be called as kernel(counts, offsets, codes, *tables)"),
            (["--against", "wrong.py:kernel"], 1, "algorithm 'wrong.py:kernel': "),
            (["--against", "wrong.py:number"], 1, "algorithm 'wrong.py:number': 3 is no function, called as kernel("),
            (
                ["--against", "listed.py:plain"],
                1,
                "listed.py:plain': tables: a tuple of arrays or a function that makes",
            ),
        ],
    )
    def test_faults(self, fastmj_, arguments, status, message):
        Path("empty.py").touch()
        Path("wrong.py").write_text(WRONG + "\nplain = numba.njit(lambda: None)\nnumber = 3\n")
        Path("listed.py").write_text("plain, tables = print, [3]\n")
        ended, out, err = fastmj_("bench", "decompose", "--warm-only", *arguments)
        assert (ended, out) == (status, "")
        assert message in err
        assert err.count("\n") == 1
