#!/usr/bin/env python3
"""Write benchmarks/data/families.parquet, the first hands of every family, and its sha256 into SHA256SUMS beside it.

So programs in other languages can be measured on the hands that fastmj's benchmarks use (these are longer: fastmj.sample
makes any number). Columns: family, row, and those of fastmj.sample. `sha256sum --check SHA256SUMS` checks a copy.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fastmj.sample import FAMILIES, sample  # noqa: E402

FOLDER = ROOT / "benchmarks" / "data"
NAME, SUMS = "families.parquet", "SHA256SUMS"
ROWS, SEED = 2000, 0


def families(rows: int = ROWS) -> pa.Table:
    """The first rows of every family, one after another."""
    parts = []
    for family in FAMILIES:
        hands = sample(rows, family, SEED)
        named = hands.add_column(0, "family", pa.array([family] * rows))
        parts.append(named.add_column(1, "row", pa.array(range(rows), pa.int32())))
    return pa.concat_tables(parts)


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to write (benchmarks/data)")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    table = families().combine_chunks()
    pq.write_table(table, folder / NAME, compression="zstd", compression_level=19, store_schema=False)
    digest = hashlib.sha256((folder / NAME).read_bytes()).hexdigest()
    (folder / SUMS).write_text(f"{digest}  {NAME}\n")
    print(f"{digest}  {folder / NAME}, {(folder / NAME).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
