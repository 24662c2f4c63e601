import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import fastmj

HEAVY = {"numba", "llvmlite", "numpy", "pyarrow", "cyclopts", "rich", "ray"}


@pytest.mark.parametrize("what", ["fastmj", "fastmj.tiles", "fastmj.status"])
def test_importing_defines_names_only(what: str, python: Callable[..., str]) -> None:
    assert HEAVY.isdisjoint(python(f"import sys, {what}; print(*sys.modules)").split())


def test_import_touches_no_folder(python: Callable[..., str], tmp_path: Path) -> None:
    python("import fastmj", HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_import_takes_little(python: Callable[..., str]) -> None:
    clock = "import time; t = time.process_time(); import fastmj; print(time.process_time() - t)"
    assert min(float(python(clock)) for _ in range(3)) < 0.05


def test_the_package_is_pickled_by_name() -> None:
    """As part of a function that another process is to run."""
    assert pickle.loads(pickle.dumps(fastmj)) is fastmj


def test_every_public_name_exists(python: Callable[..., str]) -> None:
    code = "import fastmj; print(*(f'{name}={getattr(fastmj, name) is not None}' for name in fastmj.__all__))"
    found = python(code).split()
    assert "score_batch=True" in found
    assert [name for name in found if not name.endswith("=True")] == []


def test_functions_win_over_modules_of_their_name(python: Callable[..., str]) -> None:
    code = "import fastmj, fastmj.score, fastmj.sample; print(callable(fastmj.score), callable(fastmj.sample))"
    assert python(code).split() == ["True", "True"]
    code = "import fastmj; fastmj.score_arrays; fastmj.sample; print(callable(fastmj.score), callable(fastmj.sample))"
    assert python(code).split() == ["True", "True"]
