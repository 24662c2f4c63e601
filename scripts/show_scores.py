"""Print the first rows of scored files: usage show_scores.py FILE.parquet ..."""

import sys

import pyarrow.parquet as pq

from fastmj.tiles import NAMES


def hand_text(hand: "str | bytes") -> str:
    """A hand column's value as tiles: text as it is, counts as the tiles they count."""
    if isinstance(hand, str):
        return hand
    return " ".join(name for name, n in zip(NAMES, hand, strict=True) for _ in range(n))


for path in sys.argv[1:]:
    file = pq.ParquetFile(path)
    print(f"{path}: {file.metadata.num_rows:,} rows")
    for row in next(file.iter_batches(batch_size=5)).to_pylist():
        elements = ", ".join(
            f"{e['element']} x{e['count']}" if e["count"] > 1 else e["element"] for e in row["elements"] or ()
        )
        claimed = f" (claimed {row['claimed_total']})" if "claimed_total" in row else ""
        print(f"  {row['status']:<14} {row['total'] or 0:>4g}{claimed}  {hand_text(row['hand'])}\n{'':>16}{elements}")
