"""The first rows of every status that is no win, and what is wrong with them."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import faults
from fastmj.faulty_row import row as row_of
from fastmj.status import NOT_A_WIN, STATUS, UNKNOWN_RULES

if TYPE_CHECKING:
    from fastmj.report.sources import Source

MEANING = {
    "missing": "a value is null, or no tile wins",
    "unknown_rules": "the row names a rule set that there is not",
    "unreadable": "the text is no hand",
    "bad_tile": "there is no such tile",
    "bad_meld": "there is no such meld",
    "wrong_tile_count": "too many or too few tiles",
    "too_many_copies": "more than four of a kind",
    "win_tile_not_in_hand": "the winning tile is not in the hand",
    "bad_context": "what is told of the win contradicts itself",
    "not_a_win": "the hand is not complete",
}
"""What each status says that is none of a win."""


class Example(NamedTuple):
    """A row that was refused: its file and number there (from 0), the hand where there is one, and what is wrong."""

    file: str
    row: int
    hand: str
    reason: str


def examples_of(
    batch: pa.RecordBatch, source: "Source", status: npt.NDArray[Any], wanted: Collection[str], most: int
) -> dict[str, list[Example]]:
    """The first rows, at most `most`, of every status in `wanted`."""
    rows = {name: np.flatnonzero(status == STATUS.index(name))[:most].tolist() for name in wanted}
    return {name: [_example(batch, source, row, name) for row in found] for name, found in rows.items() if found}


def _example(batch: pa.RecordBatch, source: "Source", row: int, status: str) -> Example:
    if source.hands is None:
        return Example(source.path.name, row, "", "")
    one = batch.slice(row, 1).select(source.hands.schema.names)
    hands, dialect = source.hands.read(one), source.hands.dialect or "mpsz"
    hand = row_of(one, hands, 0, dialect).text()
    if STATUS.index(status) in (UNKNOWN_RULES, NOT_A_WIN):
        return Example(source.path.name, row, hand, "")
    try:
        reason = faults.fault(one, hands, 0, STATUS.index(status), dialect)
    except IndexError:  # columns were dropped after scoring: what is left does not have this fault
        reason = ""
    return Example(source.path.name, row, hand, reason.replace(f" (got {hand})", ""))
