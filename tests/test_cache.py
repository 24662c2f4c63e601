"""Compiled code on disk: never stale, never half, never in the way. Each test has a cache folder of its own."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A small rule set of the same machinery compiles in a few seconds where 82 rows take ten. Prints the total of a hand and,
# as everything here, how many functions were compiled.
COUNTED = """
import atexit
from numba.core import event
compiled = event.RecordingListener()
event.register("numba:compile", compiled)
atexit.register(lambda: print(len(compiled.buffer) // 2, "compiled"))
"""
SMALL = f"""{COUNTED}
import numpy as np
from fastmj.elements.suits import full_flush, half_flush
from fastmj.elements.forms import seven_pairs
from fastmj.rules.ruleset import Row, RuleSet
from fastmj.arrays_in import hands_of
from fastmj.engine import engine
from fastmj.hand import Hand
rules = RuleSet("small", (Row(full_flush, 24), Row(half_flush, 6), Row(seven_pairs, 24)))
row = Hand.parse("1122446677889s+9s").to_row()
hands = hands_of(
    np.frombuffer(row["hand"], np.uint8)[None], melds=np.zeros((1, 4), np.uint8), win_tile=row["win_tile"], win_by=0
)
print(engine(rules)(hands).total.tolist())
"""
OTHER = SMALL.replace("half_flush, 6", "half_flush, 7").replace("seven_pairs, 24", "seven_pairs, 25")
RIGHT, RIGHT_OTHER = "[48.0]", "[49.0]"


def run(
    code: str, folder: Path | None, package: Path = ROOT, prefix: Sequence[str] = (), **more: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a new process; ``folder`` is its NUMBA_CACHE_DIR, ``prefix`` the command that runs Python."""
    environment = {n: v for n, v in os.environ.items() if n not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    environment |= {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1", **more}
    if folder is not None:
        environment["NUMBA_CACHE_DIR"] = str(folder)
    command = [*prefix, sys.executable, "-c", code]
    return subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True)


def shown(code: str, folder: Path | None, package: Path = ROOT, **more: str) -> tuple[str, int]:
    """What it printed, and how many functions it compiled; warnings are errors."""
    done = run("import warnings; warnings.simplefilter('error')\n" + code, folder, package, **more)
    assert done.returncode == 0, done.stderr
    *lines, count = done.stdout.splitlines()
    return "\n".join(lines), int(count.split()[0])


def files(folder: Path) -> Mapping[str, int]:
    return {p.relative_to(folder).as_posix(): p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}


def copied(package: Path) -> Path:
    """The package, copied where it may be edited."""
    shutil.copytree(ROOT / "fastmj", package / "fastmj", ignore=shutil.ignore_patterns("__pycache__"))
    return package


@pytest.fixture(scope="module")
def warmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder in which the small rule set is compiled; not to be changed."""
    folder = tmp_path_factory.mktemp("warmed")
    total, compiled = shown(SMALL, folder)
    assert total == RIGHT
    assert compiled > 10
    return folder


@pytest.fixture
def cache(warmed: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(warmed, tmp_path / "cache")
    return tmp_path / "cache"


def test_a_second_process_compiles_nothing(cache: Path) -> None:
    before = files(cache)
    assert shown(SMALL, cache) == (RIGHT, 0)
    assert files(cache) == before


@pytest.mark.slow
def test_an_edited_detector_is_never_served_from_the_cache(cache: Path, tmp_path: Path) -> None:
    package = copied(tmp_path / "package")
    assert shown(SMALL, cache, package) == (RIGHT, 0)  # the same sources, wherever they lie
    source = package / "fastmj" / "elements" / "suits.py"
    text = source.read_text("utf-8")
    source.write_text(text.replace("(h.suits == 1) & only(h.kinds, SUITED)", "h.suits == 2"), "utf-8")
    installed = set(files(package))
    assert shown(SMALL, cache, package)[0] == "[24.0]"
    source.write_text(text, "utf-8")
    before = files(cache)
    assert shown(SMALL, cache, package) == (RIGHT, 0)
    assert files(cache) == before  # the old folder served again
    assert set(files(package)) == installed  # nothing is written beside the sources


KEPT = {"detect", "pack_counts", "score", "score_blocks"}
"""What is compiled code of its own, and kept; the stages are part of it."""


def damage(path: Path, way: int) -> None:
    data = path.read_bytes()
    path.write_bytes((b"", data[: len(data) // 2], data[:-1] + bytes([data[-1] ^ 1]), b"\x80\x05garbage" * 50)[way % 4])


def kept(cache: Path) -> list[Path]:
    return sorted(p for p in cache.rglob("*") if p.suffix in (".code", ".pickle"))


@pytest.mark.slow
def test_damaged_files_are_made_anew(cache: Path) -> None:
    """Cut off, changed, replaced: every file."""
    before = files(cache)
    assert {path.name.split("-")[0] for path in kept(cache)} >= KEPT
    for number, path in enumerate(kept(cache)):
        damage(path, number)
    for path in cache.rglob("small_*.py"):
        path.write_text("raise SystemExit('stale')")
    total, compiled = shown(SMALL, cache)
    assert total == RIGHT
    assert compiled > 10
    assert shown(SMALL, cache) == (RIGHT, 0)
    assert set(files(cache)) == set(before)  # no temporary file stays behind


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 4))
def test_any_part_of_the_files_may_be_missing_or_damaged(part: int, cache: Path) -> None:
    chance = random.Random(part)
    for path in chance.sample(kept(cache), 6):
        path.unlink() if chance.random() < 0.3 else damage(path, chance.randrange(4))
    assert shown(SMALL, cache)[0] == RIGHT
    assert shown(SMALL, cache) == (RIGHT, 0)


def race(code: str, folder: Path, processes: int) -> set[str]:
    """What so many processes print that start together."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-W", "error", "-c", code]
    together = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    printed = {"".join(process.communicate()) for process in together}
    assert [process.returncode for process in together] == [0] * processes, printed
    assert not list(folder.rglob("*.tmp"))
    return printed


@pytest.mark.slow
def test_eight_processes_start_cold_together(tmp_path: Path) -> None:
    code = "import fastmj; print(fastmj.score('1122446677889s+9s').total)"
    expected = {"48.0\n"}  # seven pairs and a full flush
    assert race(code, tmp_path, 8) == expected
    assert race(code, tmp_path, 2) == expected


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_eight_processes_repair_one_folder(part: int, cache: Path) -> None:
    chance = random.Random(part)
    for path in chance.sample(kept(cache), 5):
        damage(path, chance.randrange(4))
    code = SMALL.replace(COUNTED, "")
    assert race(code, cache, 8) == {RIGHT + "\n"}
    assert shown(SMALL, cache) == (RIGHT, 0)


def warnings_of(done: subprocess.CompletedProcess[str]) -> int:
    return done.stderr.count("CacheWarning")


@pytest.mark.slow
def test_nothing_can_be_written(tmp_path: Path) -> None:
    """Right all the same, with one warning; nor is anything written beside the sources."""
    package = copied(tmp_path / "package")
    before = files(package)
    code = "import warnings; warnings.simplefilter('always')\n" + SMALL
    done = run(code, None, package, HOME="/nonexistent", XDG_CACHE_HOME="/dev/null")
    assert done.stdout.splitlines()[0] == RIGHT
    assert warnings_of(done) == 1
    assert "NUMBA_CACHE_DIR" in done.stderr
    assert files(package) == before


POWERLESS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""Runs a command as root who may not do more than the modes of files allow."""


@pytest.fixture
def read_only(cache: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """(a warmed cache folder that may be read only, the command that runs another one so that it may not)."""
    folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
    for path in folders:
        path.chmod(0o555)
    prefix = POWERLESS if os.geteuid() == 0 else ()
    try:
        if prefix and shutil.which(prefix[0]) is None:
            pytest.skip("the tests run as root, and there is no setpriv to run a command with less power")
        able, open_to_write = run("", None, prefix=prefix), f"open({str(cache / 'new')!r}, 'w')"
        if able.returncode != 0 or run(open_to_write, None, prefix=prefix).returncode == 0:
            pytest.skip("modes of files bind nobody here")
        yield cache, prefix
    finally:
        for path in folders:
            path.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="the modes are those of POSIX")
def test_a_folder_that_others_have_warmed_is_read(read_only: tuple[Path, tuple[str, ...]]) -> None:
    folder, prefix = read_only
    before = files(folder)
    elsewhere = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/dev/null"}
    done = run(SMALL, folder, prefix=prefix, **elsewhere)
    assert done.stdout.splitlines() == [RIGHT, "0 compiled"], done.stderr
    assert warnings_of(done) == 0
    done = run(OTHER, folder, prefix=prefix, **elsewhere)  # what is not there is compiled, and the folder left alone
    assert done.stdout.splitlines()[0] == RIGHT_OTHER, done.stderr
    assert warnings_of(done) == 1
    assert files(folder) == before


@pytest.mark.slow
def test_another_processor_has_its_own_code(cache: Path) -> None:
    before = set(files(cache))
    assert shown(SMALL, cache, NUMBA_CPU_NAME="generic")[0] == RIGHT
    new = set(files(cache)) - before
    assert {Path(name).name.split("-")[0] for name in new} >= KEPT
    assert all(name.endswith(".code") for name in new)
    assert shown(SMALL, cache, NUMBA_CPU_NAME="generic") == (RIGHT, 0)
    assert shown(SMALL, cache) == (RIGHT, 0)


def test_other_points_compile_only_their_own_loop(cache: Path) -> None:
    before = set(files(cache))
    assert shown(OTHER, cache)[0] == RIGHT_OTHER
    new = sorted(Path(name).name for name in set(files(cache)) - before)
    assert [name.split("-")[0] for name in new if name.endswith(".code")] == ["detect", "pack_counts"]
    assert [name.split("_")[0] for name in new if name.endswith(".py")] == ["small"]


@pytest.mark.slow
def test_each_profile_compiles_only_its_own_loop(tmp_path: Path) -> None:
    """The stages are compiled once; each option set adds its loop and its entry."""
    code = COUNTED + "import fastmj; print(fastmj.score('(1111m)[2222m]456m123s7p+7p', profile='{}').total)"
    totals, before = [], set()
    for profile in ("standard", "online", "wmo2014"):
        totals.append(shown(code.format(profile), tmp_path)[0])
        new = {Path(name).name.split("-")[0] for name in set(files(tmp_path)) - before if name.endswith(".code")}
        if before:
            assert new == {"detect", "pack_counts"}
        assert shown(code.format(profile), tmp_path) == (totals[-1], 0)
        before = set(files(tmp_path))
    assert totals == ["9.0", "8.0", "9.0"]  # 6 or 5 for the kongs, 1 each for the terminals, no honors, the wait


def test_an_edited_detector_outside_the_package_is_never_served_from_the_cache(cache: Path, tmp_path: Path) -> None:
    """A rule set of somebody else's: the package's stamp does not know its file."""
    mine = tmp_path / "mine.py"
    text = """
from fastmj.elements.element import element
from fastmj.elements.suits import full_flush
from fastmj.rules.ruleset import Row, RuleSet
from other import wanted

@element("Pair of Nines")
def pair_of_nines(h):
    return wanted(h.pair) & (h.pair < 27)

rules = RuleSet("mine", (Row(full_flush, 24), Row(pair_of_nines, 2)))
"""
    code = f"""{COUNTED}
import sys
sys.path.insert(0, {str(tmp_path)!r})
import fastmj, mine
print(fastmj.score("1112223334449s+9s", mine.rules).total)
"""
    other = tmp_path / "other.py"
    helper = """
from fastmj.kernels.jit import inlinable

@inlinable
def wanted(pair):
    return pair == 26
"""
    mine.write_text(text, "utf-8")
    other.write_text(helper, "utf-8")
    assert shown(code, cache)[0] == "26.0"
    other.write_text(helper.replace("== 26", "== 25"), "utf-8")
    assert shown(code, cache)[0] == "24.0"
    mine.write_text(text.replace("< 27", "< 99"), "utf-8")
    other.write_text(helper.replace("== 26", ">= 26"), "utf-8")
    assert shown(code, cache)[0] == "26.0"
