"""Imported wins against what their logs claim."""

from collections import Counter

import pyarrow as pa

import fastmj


def disagreements(hands: pa.Table) -> list[str]:
    """The wins that score otherwise than their log says: status, total, elements or payments."""
    scored = fastmj.score_batch(hands, rules="mcr", profile="online", payments=True)
    found = []
    for row in scored.to_pylist():
        got = row["status"], row["total"], row["payments"]
        claimed = "ok", row["claimed_total"], row["claimed_deltas"]
        elements = {part["element"]: part["count"] for part in row["elements"] or []}
        names_lost = None in row["claimed_elements"]
        if got != claimed or not (names_lost or elements == Counter(row["claimed_elements"])):
            listed = ", ".join(map(str, row["claimed_elements"]))
            found.append(f"{row['source']} {row['game_id']}: {got} {elements} instead of {claimed} {listed}")
    return found
