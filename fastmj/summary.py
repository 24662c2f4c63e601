"""What a run over a file came to: counted batch by batch, told at the end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

if TYPE_CHECKING:
    from fastmj.arrow_out import Naming
    from fastmj.places import Place

_MOST_FREQUENT = 10


@dataclass
class Tally:
    """Rows by status, and in how many declared or declarable hands each element occurs. Tallies add up."""

    status: Counter[str] = field(default_factory=Counter)
    elements: Counter[str] = field(default_factory=Counter)

    @property
    def rows(self) -> int:
        """How many rows were counted."""
        return self.status.total()

    def add(self, other: "Tally") -> None:
        """Count in what `other` counted."""
        self.status.update(other.status)
        self.elements.update(other.elements)


def tally(scored: pa.RecordBatch, rules: "Naming | None", layout: str = "list", prefix: str = "") -> Tally:
    """Count a batch; `rules` name what layout mask packs (None: a mixed table, which has none). Layout total names nothing."""
    status = scored.column(prefix + "status")
    seen = np.bincount(status.indices.to_numpy(zero_copy_only=False), minlength=len(status.dictionary))
    found = Tally(_named(status.dictionary.to_pylist(), seen))
    if layout == "wide":
        column = scored.column(prefix + "elements")
        names = [field.name for field in column.type]
        found.elements = _named(names, [np.count_nonzero(c.fill_null(0).to_numpy()) for c in column.flatten()])
    elif layout != "total":
        lists = scored.column(prefix + "elements")
        if layout == "mask" and rules is not None:
            lists = rules.unpack(_matrix(lists), _matrix(scored.column(prefix + "counts")))
        element = lists.flatten().field("element")
        found.elements = _named(
            element.dictionary.to_pylist(), np.bincount(element.indices.to_numpy(), minlength=len(element.dictionary))
        )
    return found


def number_of(number: int, word: str) -> str:
    """``1 file``, ``2,000 files``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _named(names: Sequence[str], seen: Any) -> Counter[str]:
    return Counter({name: int(n) for name, n in zip(names, seen, strict=True) if n})


def _matrix(column: pa.FixedSizeListArray) -> npt.NDArray[Any]:
    """A fixed-size list column without nulls as a matrix."""
    values: npt.NDArray[Any] = column.flatten().to_numpy().reshape(len(column), column.type.list_size)
    return values


@dataclass(frozen=True)
class Summary:
    """What came of scoring a file, or several.

    ``rows`` in and out; ``wins`` of them complete hands, ``ok`` those that may be declared, ``below_minimum`` those
    that may not; ``refused`` the other rows by status; ``elements`` in how many wins each element occurs (empty for
    layout total); ``seconds`` of wall clock from the first byte read to the last one safe; ``outputs`` the files that are
    there now. Of these ``skipped_parts``, with ``skipped_rows`` (and those of files that were begun), are from an earlier
    run; they are counted like the others. ``failed``: why inputs could not be scored, where the run was to keep going.
    """

    rows: int
    wins: int
    ok: int
    below_minimum: int
    refused: dict[str, int]
    seconds: float
    elements: Counter[str]
    outputs: "tuple[Place, ...]"
    skipped_parts: int = 0
    skipped_rows: int = 0
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def hands_per_second(self) -> float:
        """Rows of this run by seconds."""
        return (self.rows - self.skipped_rows) / self.seconds if self.seconds > 0 else 0.0

    @classmethod
    def of(
        cls,
        counted: Tally,
        seconds: float,
        outputs: "tuple[Place, ...]",
        *,
        skipped_parts: int = 0,
        skipped_rows: int = 0,
        failed: dict[str, str] | None = None,
    ) -> "Summary":
        """The summary of what was counted."""
        ok, below = counted.status["ok"], counted.status["below_minimum"]
        refused = {name: n for name, n in counted.status.most_common() if name not in ("ok", "below_minimum")}
        more = (skipped_parts, skipped_rows, failed or {})
        return cls(counted.rows, ok + below, ok, below, refused, seconds, counted.elements, outputs, *more)

    def __str__(self) -> str:
        lines = [("rows", f"{self.rows:,}"), ("wins", f"{self.wins:,}")]
        if self.below_minimum:
            lines += [("", f"{self.below_minimum:,} below_minimum, {self.ok:,} ok")]
        lines += [
            ("refused", f"{sum(self.refused.values()):,}"),
            *(("", f"{n:,} {name}") for name, n in self.refused.items()),
        ]
        lines += [("time", f"{self.seconds:.2f} s, {self.hands_per_second:,.0f} hands/s")]
        for i, (name, n) in enumerate(self.elements.most_common(_MOST_FREQUENT)):
            lines.append(("" if i else "elements", f"{n:>{len(f'{self.elements.most_common(1)[0][1]:,}')},} {name}"))
        shown = [str(path) for path in self.outputs[:3]]
        if len(self.outputs) > len(shown):
            shown.append(f"and {len(self.outputs) - len(shown):,} more")
        lines += [("" if i else "written", text) for i, text in enumerate(shown)]
        if self.skipped_rows or self.skipped_parts:
            files, rows = number_of(self.skipped_parts, "file"), number_of(self.skipped_rows, "row")
            lines.append(("skipped", f"{files}, {rows}: done before"))
        lines += [("" if i else "failed", text) for i, text in enumerate(self.failed.values())]
        return "\n".join(f"{label:<9} {text}" for label, text in lines)
