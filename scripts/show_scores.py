"""Print the first rows of files of scores: show_scores.py FILE.parquet ..."""

import sys
from typing import Any

import pyarrow.parquet as pq

from fastmj import Hand

ROWS = 5


def hand_text(row: dict[str, Any]) -> str:
    """The hand of a row in the usual notation, from text or from typed columns."""
    return row["hand"] if isinstance(row["hand"], str) else Hand.from_row(row).to_text()


def elements_text(row: dict[str, Any]) -> str:
    """The elements of a row in words."""
    return ", ".join(e["element"] + (f" x{e['count']}" if e["count"] > 1 else "") for e in row["elements"] or ())


for path in sys.argv[1:]:
    with pq.ParquetFile(path) as file:
        print(f"{path}: {file.metadata.num_rows:,} rows, the first {ROWS}:")
        for row in next(file.iter_batches(batch_size=ROWS)).to_pylist():
            total = "none" if row["total"] is None else f"{row['total']:g}"
            game = f", {row['claimed_total']} in the game" if "claimed_total" in row else ""
            print(f"  {hand_text(row)}\n    {row['status']}: {total}{game}; {elements_text(row)}")
