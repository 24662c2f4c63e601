"""What is counted of scored rows: batch by batch by any thread, then added up in the order of the input."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from fastmj import tiles
from fastmj.columns import plain
from fastmj.kernels.together import count_together
from fastmj.report.elements import Lists, elements_of
from fastmj.report.examples import Example, examples_of
from fastmj.report.sources import Source
from fastmj.rules import RuleSet
from fastmj.status import BELOW_MINIMUM, STATUS

Array = npt.NDArray[Any]

MOST_VALUES = 1000
"""Of a column that wins are counted by, so many different values are told apart: the first ones met."""
OTHERS = "(others)"
NO_VALUE = "(none)"
_EXACT_BITS = np.int32(
    -1 << 12
)  # a float32 without its last 12 bits: exact for whole numbers up to 4096, halves to 2048
_CODE_NAMES = {
    "seat": tiles.WIND_NAMES,
    "round": tiles.WIND_NAMES,
    "win_by": tiles.WIN_BY_NAMES,
}
_STATUS_CODE = {name: code for code, name in enumerate(STATUS)}


class Group(NamedTuple):
    """The rows that have one value in a column: all, those that are wins, and what the wins are worth together."""

    rows: int = 0
    wins: int = 0
    sum: float = 0.0

    def plus(self, other: "Group") -> "Group":
        """Both groups."""
        return Group(self.rows + other.rows, self.wins + other.wins, self.sum + other.sum)


@dataclass
class Counts:
    """Sums over scored rows. Bounded: by the number of elements, of statuses, and of values told apart."""

    rows: int = 0
    status: Counter[str] = field(default_factory=Counter)
    totals: dict[str, Counter[float]] = field(default_factory=lambda: {"ok": Counter(), "below_minimum": Counter()})
    limit: int = 0
    sum: float = 0.0  # what all wins are worth together
    names: list[str] = field(default_factory=list)
    hands: Array = field(default_factory=lambda: np.zeros(0, np.int64))  # (k,) wins that hold the element
    sums: Array = field(default_factory=lambda: np.zeros(0))  # (k,) what those are worth together
    together: Array = field(default_factory=lambda: np.zeros((0, 0), np.int64))  # (k, k) wins that hold both
    groups: dict[str, dict[str, Group]] = field(default_factory=dict)  # column -> value -> group
    examples: dict[str, list[Example]] = field(default_factory=dict)  # status -> the first rows that have it

    @property
    def wins(self) -> int:
        """Complete hands, those below the minimum too."""
        return self.status["ok"] + self.status["below_minimum"]

    def add(self, other: "Counts", first_row: int = 0, most_examples: int = 0) -> None:
        """Count in rows that come after these, the first of which is row `first_row` of its file."""
        for status, found in other.examples.items():
            kept = self.examples.setdefault(status, [])
            kept += [each._replace(row=each.row + first_row) for each in found[: most_examples - len(kept)]]
        self.rows += other.rows
        self.limit += other.limit
        self.sum += other.sum
        self.status.update(other.status)
        for status, totals in other.totals.items():
            self.totals[status].update(totals)
        self._add_elements(other)
        for column, groups in other.groups.items():
            known = self.groups.setdefault(column, {})
            for value, group in groups.items():
                name = value if value in known or len(known) < MOST_VALUES else OTHERS
                known[name] = known.get(name, Group()).plus(group)

    def _add_elements(self, other: "Counts") -> None:
        self.names += [name for name in dict.fromkeys(other.names) if name not in self.names]
        place = {name: at for at, name in enumerate(self.names)}
        at = np.array([place[name] for name in other.names], np.intp)
        more = len(self.names) - len(self.hands)
        if more:
            self.hands, self.sums = (np.pad(each, (0, more)) for each in (self.hands, self.sums))
            self.together = np.pad(self.together, ((0, more), (0, more)))
        np.add.at(self.hands, at, other.hands)
        np.add.at(self.sums, at, other.sums)
        np.add.at(self.together, (at[:, None], at[None, :]), other.together)


def count(
    batch: pa.RecordBatch,
    source: Source,
    rules: RuleSet | None,
    names: str,
    wanted: Collection[str],
    most_examples: int,
) -> Counts:
    """Count one batch of `source`; `wanted` are the statuses that still need examples, whose rows count from 0 here.

    ``ValueError`` for what no scorer writes: an unknown status, a win without a total.
    """
    scores = {
        name: batch.column(source.prefix + name)
        for name in ("status", "total", "limit", "elements")
        if source.prefix + name in source.schema.names
    }
    status = _status_codes(scores["status"], source.prefix)
    wins = status >= BELOW_MINIMUM
    total = pc.cast(scores["total"], pa.float32()).to_numpy(zero_copy_only=False)
    if not np.isfinite(total[wins]).all():
        raise ValueError(f"column '{source.prefix}total': a row whose status is that of a win has no total")
    worth = np.where(wins, total, 0).astype(np.float64)
    seen = np.bincount(status, minlength=len(STATUS)).tolist()
    found = Counts(batch.num_rows, Counter({name: n for name, n in zip(STATUS, seen, strict=True) if n}))
    found.sum = float(worth.sum())
    for name in found.totals:
        found.totals[name] = _values(total[status == _STATUS_CODE[name]])
    if "limit" in scores and pa.types.is_boolean(scores["limit"].type):
        found.limit = pc.sum(scores["limit"]).as_py() or 0
    _count_elements(found, elements_of(scores.get("elements"), source.layout, rules, names, batch.num_rows), worth)
    for name in source.grouped:
        found.groups[name] = _groups(name, batch.column(name), wins, worth)
    found.examples = examples_of(batch, source, status, wanted, most_examples)
    return found


def _status_codes(column: pa.Array, prefix: str) -> Array:
    if not isinstance(column, pa.DictionaryArray):
        column = plain(column).dictionary_encode()
    if column.null_count:
        raise ValueError(f"column '{prefix}status' holds nulls: not a file of scores")
    words = plain(column.dictionary).to_pylist()
    known = np.array([_STATUS_CODE.get(word, -1) for word in words] or [0], np.int8)
    codes: Array = known[column.indices.to_numpy(zero_copy_only=False)]
    if (codes < 0).any():
        word = words[column.indices[int(np.flatnonzero(codes < 0)[0])].as_py()]
        raise ValueError(f"column '{prefix}status' holds {word!r}; known are {', '.join(STATUS)}")
    return codes


def _values(totals: Array) -> Counter[float]:
    """How often each total occurs; large ones to four digits, so that there are never too many."""
    kept = np.ascontiguousarray(totals, np.float32).view(np.int32) & _EXACT_BITS
    values, seen = np.unique(kept, return_counts=True)
    return Counter(dict(zip(values.view(np.float32).tolist(), seen.tolist(), strict=True)))


def _count_elements(found: Counts, lists: Lists, worth: Array) -> None:
    k = len(lists.names)
    found.names, found.hands, found.sums = lists.names, np.zeros(k, np.int64), np.zeros(k)
    found.together = np.zeros((k, k), np.int64)
    count_together(lists.ends, lists.codes, worth, found.hands, found.sums, found.together)
    found.together += found.together.T.copy()
    np.fill_diagonal(found.together, found.hands)


def _groups(name: str, column: pa.Array, wins: Array, worth: Array) -> dict[str, Group]:
    if not isinstance(column, pa.DictionaryArray):
        column = plain(column).dictionary_encode()
    values = [_label(name, value) for value in plain(column.dictionary).to_pylist()] + [NO_VALUE]
    codes = column.indices.fill_null(len(values) - 1).to_numpy(zero_copy_only=False)
    each = [np.bincount(codes, weights, len(values)) for weights in (None, wins, worth)]
    groups: dict[str, Group] = {}
    for value, rows, won, points in zip(values, *(part.tolist() for part in each), strict=True):
        if rows:
            groups[value] = groups.get(value, Group()).plus(Group(rows, int(won), points))
    return groups


def _label(name: str, value: Any) -> str:
    """A value as text; the codes of seats, rounds and ways of winning by their names, what is none of them is another."""
    if value is None or value == "":
        return NO_VALUE
    names = _CODE_NAMES.get(name)
    if names is None:
        return str(value)
    if isinstance(value, int):
        return names[value] if 0 <= value < len(names) else OTHERS
    return value if value in names else OTHERS
