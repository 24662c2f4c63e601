"""The published hands of benchmarks/data."""

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from fastmj.sample import FAMILIES, SCHEMA, sample

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "make_families.py"
DATA = ROOT / "benchmarks" / "data"


def digest(folder: Path) -> str:
    return hashlib.sha256((folder / "families.parquet").read_bytes()).hexdigest()


def test_the_file_is_the_one_published() -> None:
    assert (DATA / "SHA256SUMS").read_text() == f"{digest(DATA)}  families.parquet\n"


def test_every_family_is_there_and_unchanged() -> None:
    table = pq.read_table(DATA / "families.parquet")
    assert table.num_rows == 2000 * len(FAMILIES)
    hands = table.select(SCHEMA.names)
    for place, family in enumerate(FAMILIES):
        part = slice(2000 * place, 2000)
        assert set(table["family"].slice(part.start, part.stop).to_pylist()) == {family}
        assert table["row"].slice(part.start, part.stop).to_pylist() == list(range(2000))
        made = hands.slice(part.start, part.stop).combine_chunks().cast(SCHEMA)
        assert made.equals(sample(2000, family, 0)), family


def test_the_script_makes_the_same_file(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--folder", tmp_path], capture_output=True, text=True, check=True)
    assert digest(tmp_path) in done.stdout
    assert (tmp_path / "SHA256SUMS").read_text() == f"{digest(tmp_path)}  families.parquet\n"
    made, published = (pq.ParquetFile(folder / "families.parquet") for folder in (tmp_path, DATA))
    assert made.read().equals(published.read())
    if made.metadata.created_by == published.metadata.created_by:  # another version may pack the same hands otherwise
        assert digest(tmp_path) == digest(DATA)


@pytest.mark.parametrize("rows", [1, 30])
def test_any_number_of_rows_begins_the_same(rows: int) -> None:
    spec = importlib.util.spec_from_file_location("make_families", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    table = module.families(rows)
    published = pq.read_table(DATA / "families.parquet")
    firsts = [2000 * place + row for place in range(len(FAMILIES)) for row in range(rows)]
    assert table["hand"].to_pylist() == published["hand"].take(firsts).to_pylist()
