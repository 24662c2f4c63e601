"""Compiled code on disk: never stale, never half, never in the way. Each test has a cache folder of its own."""

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import fastmj

ROOT = Path(__file__).parents[1]
HAND = "1122446677889s+9s"
# A small rule set of the same machinery compiles in a few seconds where 82 rows take ten.
SMALL = """
import numpy as np
from fastmj.elements.suits import full_flush, half_flush
from fastmj.elements.forms import seven_pairs
from fastmj.rules.ruleset import Row, RuleSet
from fastmj.engine import engine, hands_of
from fastmj.hand import Hand
rules = RuleSet("small", (Row(full_flush, 24), Row(half_flush, 6), Row(seven_pairs, 24)))
row = Hand.parse("1122446677889s+9s").to_row()
hands = hands_of(
    np.frombuffer(row["hand"], np.uint8)[None], melds=np.zeros((1, 4), np.uint8), win_tile=row["win_tile"], win_by=0
)
print(engine(rules)(hands).total.tolist())
"""


def run(code: str, folder: Path | None, package: Path = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {n: v for n, v in os.environ.items() if n not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    environment |= {"PYTHONPATH": str(package), **more}
    if folder is not None:
        environment["NUMBA_CACHE_DIR"] = str(folder)
    return subprocess.run(
        [sys.executable, "-c", code], cwd=package, env=environment, capture_output=True, text=True, check=False
    )


def shown(code: str, folder: Path | None, package: Path = ROOT, **more: str) -> str:
    done = run(code, folder, package, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def files(folder: Path) -> Mapping[str, int]:
    return {p.relative_to(folder).as_posix(): p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}


def test_an_edited_detector_is_never_served_from_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(ROOT / "fastmj", package / "fastmj", ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    assert shown(SMALL, cache, package) == "[48.0]"
    source = package / "fastmj" / "elements" / "suits.py"
    text = source.read_text("utf-8")
    source.write_text(text.replace("(h.suits == 1) & only(h.kinds, SUITED)", "h.suits == 2"), "utf-8")
    assert shown(SMALL, cache, package) == "[24.0]"
    source.write_text(text, "utf-8")
    before = files(cache)
    assert shown(SMALL, cache, package) == "[48.0]"
    assert files(cache) == before  # the old folder served again


def test_damaged_files_are_made_anew(tmp_path: Path) -> None:
    assert shown(SMALL, tmp_path) == "[48.0]"
    code = [p for p in tmp_path.rglob("*") if p.suffix in (".code", ".pickle")]
    assert len(code) > 5
    for number, path in enumerate(code):
        data = path.read_bytes()
        path.write_bytes((b"", data[: len(data) // 2], data[:-1] + b"x")[number % 3])
    for path in tmp_path.rglob("small_*.py"):
        path.write_text("raise SystemExit('stale')")
    assert shown(SMALL, tmp_path) == "[48.0]"
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.slow
def test_processes_that_start_cold_together(tmp_path: Path) -> None:
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)}
    together = [
        subprocess.Popen([sys.executable, "-c", SMALL], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate()[0].strip() for process in together] == ["[48.0]"] * 4


def test_nothing_can_be_written(tmp_path: Path) -> None:
    """Right all the same, with one warning."""
    code = "import warnings; warnings.simplefilter('always')\n" + SMALL
    done = run(code, None, HOME="/nonexistent", XDG_CACHE_HOME="/dev/null")
    assert done.stdout.strip() == "[48.0]"
    assert done.stderr.count("CacheWarning") == 1
    assert "NUMBA_CACHE_DIR" in done.stderr


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    shown(SMALL, tmp_path)
    before = files(tmp_path)
    assert shown("import warnings; warnings.simplefilter('error')\n" + SMALL, tmp_path) == "[48.0]"
    assert files(tmp_path) == before


@pytest.mark.slow
def test_another_processor_has_its_own_code(tmp_path: Path) -> None:
    shown(SMALL, tmp_path)
    before = len(files(tmp_path))
    assert shown(SMALL, tmp_path, NUMBA_CPU_NAME="generic") == "[48.0]"
    assert len(files(tmp_path)) > before


@pytest.mark.slow
def test_an_option_compiles_only_its_own_loop(tmp_path: Path) -> None:
    """The stages are compiled once; each option set adds its loop and its entry."""
    first = (
        "import fastmj; print(fastmj.score_batch({'x': 0}, 'mcr') if 0 else fastmj.score('1122446677889s+9s').total)"
    )
    shown(first, tmp_path)
    before = set(files(tmp_path))
    for profile in ("online", "wmo2014"):
        shown(f"import fastmj; fastmj.score('1122446677889s+9s', profile='{profile}')", tmp_path)
        new = {Path(name).name for name in set(files(tmp_path)) - before}
        before |= set(files(tmp_path))
        assert sorted(name.split("-")[0].split("_")[0] for name in new if name.endswith(".code")) == [
            "detect",
            "pack",
            "score",
        ], new


@pytest.mark.slow
def test_nothing_is_written_into_the_package(tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(ROOT / "fastmj", package / "fastmj", ignore=shutil.ignore_patterns("__pycache__"))
    before = set(files(package))
    shown(SMALL, tmp_path / "cache", package, PYTHONDONTWRITEBYTECODE="1")
    assert set(files(package)) == before


def test_pickles_are_small_and_rule_sets_come_back() -> None:
    rules = fastmj.rules.get("mcr", profile="online", mixed_kong=6)
    fastmj.score(HAND)
    for thing in (fastmj.score, fastmj.score_batch, rules):
        assert len(pickle.dumps(thing)) < 10_000
    again = pickle.loads(pickle.dumps(rules))
    assert again.options == rules.options
    assert again.names == rules.names


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers(method: str, tmp_path: Path) -> None:
    """Worker processes score after their parent has."""
    code = f"""
import multiprocessing, fastmj
if __name__ == "__main__":
    fastmj.score("{HAND}")
    fastmj.score_batch(fastmj.sample(200_000, seed=1), threads=2)
    with multiprocessing.get_context("{method}").Pool(2) as pool:
        print([s.total for s in pool.map_async(fastmj.score, ["{HAND}"] * 4).get(60)])
"""
    script = tmp_path / "work.py"
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", str(script)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.strip() == "[48.0, 48.0, 48.0, 48.0]", done.stderr
