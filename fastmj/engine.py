"""Arrays in, arrays out: a rule set's compiled scorer over any number of hands and threads."""

from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.compiling import compiled_loops
from fastmj.hands import DEFAULTS, Hands, read_only
from fastmj.integers import integers
from fastmj.kernels.block import SIZE
from fastmj.kernels.results import Out
from fastmj.kernels.rule_tables import fixed_parts
from fastmj.kernels.saved import Saved
from fastmj.kernels.score import score, scratch_for, where_blocks, with_readings
from fastmj.readings import texts
from fastmj.rules.ruleset import RuleSet
from fastmj.status import BAD_CONTEXT, BAD_TILE, NOT_A_WIN, OK

Array = npt.NDArray[Any]
NO_READING = np.empty((0, 6), np.int32)
NO_ROWS = np.empty((0, 16), np.int64)
MOST_READINGS = 64  # rows of one hand
_FREE: defaultdict[tuple[int, int], list[Saved]] = defaultdict(list)
"""Working memory that no call uses just now, by words and counters: as many as there ever were threads at once."""
CHUNK = 1 << 16  # hands a thread takes at once
_COMPILING = Lock()  # a second thread waits, and then finds the generated module whole


class ScoreArrays(NamedTuple):
    """n scored hands as arrays."""

    total: npt.NDArray[np.float32]  # (n,) NaN for refused rows
    raw: npt.NDArray[np.float32]  # (n,) before a cap; mcr: without flower tiles
    status: npt.NDArray[np.uint8]  # (n,) index into STATUS
    limit: npt.NDArray[np.bool_]  # (n,) a limit or maximum hand
    words: npt.NDArray[np.uint64]  # (n, w) elements packed as RuleSet.place says; 0 for refused rows
    counts: npt.NDArray[np.uint8]  # (n, k) counts of the rows of RuleSet.counted
    payments: npt.NDArray[np.int32] | None = None  # (n, 4) E S W N; zeros where a row has none
    win_tile_used: npt.NDArray[np.uint8] | None = None  # (n,) where unknown winning tiles were to be found, 255 = none


def empty_scores(n: int, rules: RuleSet) -> ScoreArrays:
    """Arrays for n scores, not filled."""
    return ScoreArrays(
        np.empty(n, np.float32),
        np.empty(n, np.float32),
        np.empty(n, np.uint8),
        np.empty(n, np.bool_),
        np.empty((n, rules.words), np.uint64),
        np.empty((n, rules.counters), np.uint8),
    )


def _cut(out: ScoreArrays, start: int, stop: int) -> Out:
    """Where the results of hands ``start`` to ``stop`` go."""
    s = slice(start, stop)
    return Out(out.total[s], out.raw[s], out.status[s], out.limit[s], out.words[s], out.counts[s], NO_READING, NO_ROWS)


class Engine:
    """The compiled scorer of one rule set. Thread-safe; runs without the GIL."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._memory = _FREE[rules.words, rules.counters]

    @cached_property
    def _saved(self) -> tuple[Any, Saved]:
        """(the address of the stages, what they know of the rule set); compiled or loaded here."""
        with _COMPILING:
            return where_blocks(), Saved(fixed_parts(self.rules, compiled_loops(self.rules)))

    @cached_property
    def _saved_with_readings(self) -> Saved:
        """The same for a run that writes readings too."""
        with _COMPILING:
            return Saved(fixed_parts(self.rules, with_readings(self.rules, compiled_loops(self.rules))))

    def __call__(self, hands: Hands, threads: int = 1, out: ScoreArrays | None = None) -> ScoreArrays:
        """Score all hands, in chunks over ``threads`` threads."""
        n = len(hands.counts)
        out = empty_scores(n, self.rules) if out is None else out
        if threads > 1 and n > CHUNK:
            starts = range(0, n, CHUNK)
            with ThreadPoolExecutor(threads, "fastmj") as pool:
                for _ in pool.map(lambda start: self._part(hands, out, start, min(start + CHUNK, n)), starts):
                    pass
        else:
            self._run(hands, Out(*out[:6], NO_READING, NO_ROWS))
        return out

    def without_counts(self, hands: Hands) -> ScoreArrays:
        """Score on one thread; ``counts`` is left empty (the words hold all of it)."""
        out = empty_scores(len(hands.counts), self.rules)._replace(counts=np.empty((0, self.rules.counters), np.uint8))
        self._run(hands, Out(*out[:6], NO_READING, NO_ROWS))
        return out

    def splits(self, hands: Hands) -> list[str]:
        """The reading taken of each hand, as text; "" where there is none."""
        n = len(hands.counts)
        reading = np.empty((n, NO_READING.shape[1]), np.int32)
        found = empty_scores(n, self.rules)
        self._run(hands, Out(*found[:6], reading, NO_ROWS))
        return texts(hands, reading, found.status > NOT_A_WIN)

    def readings(self, hands: Hands) -> Array:
        """Every reading of one hand before it is scored: int64 (r, 16), the columns that ``write_rows`` writes."""
        rows = np.full((MOST_READINGS, NO_ROWS.shape[1]), -1, np.int64)
        self._run(hands, Out(*empty_scores(1, self.rules)[:6], NO_READING, rows), self._saved_with_readings)
        found: Array = rows[rows[:, -1] == 1]
        return found

    def _part(self, hands: Hands, out: ScoreArrays, start: int, stop: int) -> None:
        self._run(hands.part(start, stop), _cut(out, start, stop))

    def _run(self, hands: Hands, out: Out, saved: Saved | None = None) -> None:
        blocks, fixed = self._saved
        fixed = fixed if saved is None else saved
        try:
            scratch = self._memory.pop()
        except IndexError:
            scratch = Saved(scratch_for(SIZE, self.rules.words, self.rules.counters))
        score(blocks, fixed.where, scratch.where, SIZE, *hands, *out)
        self._memory.append(scratch)


def engine(rules: RuleSet) -> Engine:
    """The engine of a rule set, made once."""
    found: Engine | None = rules.__dict__.get("_engine")
    if found is None:
        found = rules.__dict__.setdefault("_engine", Engine(rules))
    return found


UNFIT = {"win_tile": (254, BAD_TILE), "flags": (0xFFFF, BAD_CONTEXT)}
"""What stands for a number that does not fit its column, and the status of the row; else 254 and bad_context."""


def hands_of_one(row: Mapping[str, Any]) -> Hands:
    """One hand, given as the typed columns that ``Hand.to_row`` returns."""
    arrays = {name: np.frombuffer(row[name], np.uint8)[None, :] for name in ("hand", "melds")}
    numbers = {name: row[name] for name in row if name not in arrays}
    return hands_of(arrays["hand"], melds=arrays["melds"], **numbers)


def hands_of(counts: Any, **given: Any) -> Hands:
    """Arrays or scalars of ``score_arrays`` as Hands. Numbers that do not fit never wrap: their row gets a status.

    ValueError for a wrong shape, TypeError for what is not made of integers, both naming the argument.
    """
    array = integers("counts", counts)
    if array.ndim != 2 or array.shape[1] != 34:
        raise ValueError(f"counts: shape (n, 34) is needed, got {array.shape}")
    n = len(array)
    marks = _Marks(n)
    concealed = read_only(_fitted("counts", array, np.uint8, marks))
    columns: dict[str, Any] = _defaults(n).copy() if n <= SMALL else dict.fromkeys(DEFAULTS)
    for name, value in given.items():
        if value is not None:
            columns[name] = read_only(_column(name, value, n, marks))
    if n > SMALL:
        for name, column in columns.items():
            if column is None:
                dtype, default = DEFAULTS[name]
                columns[name] = read_only(np.full(_shape(name, n), default, dtype))
    return Hands._make((concealed, *columns.values(), marks.status()))


def _column(name: str, value: Any, n: int, marks: "_Marks") -> Array:
    """A given column of n hands, or one number for all, in its data type."""
    dtype, shape = DEFAULTS[name][0], _shape(name, n)
    if type(value) is np.ndarray and value.dtype == dtype and value.shape == shape:
        return value
    array = integers(name, value)
    if array.shape != shape:
        if array.shape not in ((), (1,) if name != "melds" and n == 1 else ()):
            raise ValueError(f"{name}: shape {shape} or one number is needed, got {array.shape}")
        array = np.broadcast_to(array, shape)
    return _fitted(name, array, dtype, marks)


SMALL = 64  # hands; for fewer the columns left out are kept, which makes a call on one hand twice as fast


def _shape(name: str, n: int) -> tuple[int, ...]:
    return (n, 4) if name == "melds" else (n,)


@cache
def _defaults(n: int) -> dict[str, Array]:
    """The columns that may be left out, read-only, n times their defaults."""
    return {name: read_only(np.full(_shape(name, n), default, dtype)) for name, (dtype, default) in DEFAULTS.items()}


@cache
def _fine(n: int) -> Array:
    """The status of n hands that nothing is wrong with yet."""
    return read_only(np.full(n, OK, np.uint8))


class _Marks:
    """The status of n rows: OK until one is marked."""

    def __init__(self, n: int) -> None:
        self._n, self._found = n, None if n <= SMALL else np.full(n, OK, np.uint8)

    def mark(self, rows: Array, fault: int) -> None:
        """Rows with this fault keep what comes first."""
        if self._found is None:
            self._found = np.full(self._n, OK, np.uint8)
        np.minimum(self._found, np.uint8(fault), out=self._found, where=rows)

    def status(self) -> Array:
        """Read-only uint8 (n,)."""
        return _fine(self._n) if self._found is None else read_only(self._found)


def _fitted(name: str, array: Array, dtype: Any, marks: _Marks) -> Array:
    """The array as ``dtype``; what does not fit becomes a code that no hand has, and marks its row."""
    if array.dtype == dtype:
        return array
    wide = array.astype(np.int64) if array.dtype != np.uint64 else np.minimum(array, 1 << 40).astype(np.int64)
    outside = (wide < 0) | (wide > np.iinfo(dtype).max)
    if not outside.any():
        return wide.astype(dtype)
    if name in ("counts", "melds"):  # 255 copies, or no meld's code: the kernel says what is wrong
        return np.where(outside, 255, wide).astype(dtype)
    code, fault = UNFIT.get(name, (254, BAD_CONTEXT))
    marks.mark(outside, fault)
    return np.where(outside, code, wide).astype(dtype)
