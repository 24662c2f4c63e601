"""The wheel in fresh environments: what it holds, that it runs where nothing can be written, that it leaves nothing."""

import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_readme import RULE_FILE, own_rules_command

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# What real games claimed is what `online` must give; a hand that was no win claims nothing.
SCORE_REAL_GAMES = """
import importlib.resources, tempfile, warnings
from pathlib import Path
import pyarrow.parquet as pq
import fastmj
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "scores.parquet")
        fastmj.score_file(importlib.resources.files("fastmj") / "data" / "real_mcr.jsonl", out, rules="mcr:online")
        table = pq.read_table(out, columns=["claimed_total", "total"])
totals = [int(total or 0) for total in table["total"].to_pylist()]
assert totals == table["claimed_total"].to_pylist(), "another total than in the game"
print(table.num_rows, len(caught), *{str(w.category.__name__) for w in caught})
"""


class Environment:
    """A virtual environment in its own folder, which other users may read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        self.site = next(folder.glob("lib/python*/site-packages"))

    def pip(self, *arguments: str | Path) -> None:
        command = [self.folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        program = self.folder / "bin" / command[0]
        clean = {n: v for n, v in os.environ.items() if n not in ("PYTHONPATH", "NUMBA_CACHE_DIR")}
        return subprocess.run(
            [program, *command[1:]], cwd=self.folder, env=clean | environment, capture_output=True, text=True
        )

    def files(self) -> set[str]:
        """Everything of fastmj, byte code apart: that is Python's and goes with its source."""
        found = (path.relative_to(self.site).as_posix() for path in self.site.rglob("fastmj*/**/*"))
        return {name for name in found if "__pycache__" not in name}


def printed(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run(command, check=True)
    return next(folder.glob("fastmj-*.whl"))


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="fastmj-env-") as name:
        yield Path(name)


@pytest.fixture
def installed(wheel: Path, folder: Path) -> Environment:
    environment = Environment(folder)
    environment.pip("install", "--quiet", wheel)
    return environment


def test_the_wheel_holds_the_package_and_its_data_only(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        entry = archive.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    assert {"fastmj/__init__.py", "fastmj/py.typed", "fastmj/data/real_mcr.jsonl"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.split("/")[0] for name in names} == {"fastmj", f"fastmj-{PROJECT['version']}.dist-info"}
    assert "fastmj = fastmj.cli:main" in entry
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert len(required) == len(PROJECT["dependencies"])
    assert not any("<" in line or "==" in line for line in required), "a floor, never a ceiling"


def test_installed_run_and_gone(installed: Environment, folder: Path) -> None:
    before = installed.files()
    cache = str(folder / "cache")
    rows, warned = printed(installed.run("python", "-c", SCORE_REAL_GAMES, XDG_CACHE_HOME=cache))
    assert (int(rows) > 0, warned) == (True, "0")
    assert printed(installed.run("fastmj", "--version")) != []
    assert installed.files() == before, "running wrote into the package"
    assert any(Path(cache).rglob("*")), "compiled code is kept in the user's cache"
    installed.pip("uninstall", "--quiet", "--yes", "fastmj")
    assert list(installed.site.glob("fastmj*")) == []
    assert "No module named 'fastmj'" in installed.run("python", "-c", "import fastmj").stderr


def test_a_rule_set_of_ones_own_touches_nothing_of_the_package(installed: Environment, folder: Path) -> None:
    """The README's rule file, beside the installed wheel, word for word."""
    contents = {
        name: (installed.site / name).read_bytes() for name in installed.files() if (installed.site / name).is_file()
    }
    (folder / "my_rules.py").write_text(RULE_FILE, "utf-8")
    command, shown = own_rules_command()
    cache = str(folder / "cache")
    for _ in range(2):
        done = installed.run(*shlex.split(command), XDG_CACHE_HOME=cache)
        assert (done.returncode, done.stdout, done.stderr) == (0, shown, "")
    assert {name: (installed.site / name).read_bytes() for name in contents} == contents
    assert {name for name in installed.files() if (installed.site / name).is_file()} == set(contents)


def test_runs_where_nothing_can_be_written(installed: Environment) -> None:
    subprocess.run(["chmod", "-R", "a-w", installed.site], check=True)
    before = installed.files()
    done = installed.run("python", "-c", SCORE_REAL_GAMES, HOME="/nonexistent", XDG_CACHE_HOME="/dev/null")
    subprocess.run(["chmod", "-R", "u+w", installed.site], check=True)
    rows, warned, category = printed(done)
    assert int(rows) > 0
    assert (warned, category) == ("1", "CacheWarning")
    assert installed.files() == before


@pytest.mark.skipif(sys.version_info > (3, 13), reason="the oldest dependencies know no newer Python")
def test_the_floors_of_the_dependencies_hold(wheel: Path, folder: Path) -> None:
    environment = Environment(folder)
    environment.pip("install", "--quiet", wheel, *(name.replace(">=", "==") for name in PROJECT["dependencies"]))
    rows, warned = printed(environment.run("python", "-c", SCORE_REAL_GAMES, XDG_CACHE_HOME=str(folder / "cache")))
    assert (int(rows) > 0, warned) == (True, "0")
    assert "score" in printed(environment.run("fastmj", "--help"))
