"""Arrays in, arrays out: a rule set's compiled scorer over any number of hands and threads."""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj.compiling import compiled_loops
from fastmj.hands import Hands
from fastmj.kernels.block import SIZE
from fastmj.kernels.rule_tables import fixed_parts
from fastmj.kernels.saved import Saved
from fastmj.kernels.score import score, scratch_for, where_blocks, with_readings
from fastmj.readings import texts
from fastmj.rules.ruleset import RuleSet
from fastmj.status import NOT_A_WIN

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
            self._run(hands, out[:6])
        return out

    def without_counts(self, hands: Hands) -> ScoreArrays:
        """Score on one thread; ``counts`` is left empty (the words hold all of it)."""
        out = empty_scores(len(hands.counts), self.rules)._replace(counts=np.empty((0, self.rules.counters), np.uint8))
        self._run(hands, out[:6])
        return out

    def splits(self, hands: Hands) -> list[str]:
        """The reading taken of each hand, as text; "" where there is none."""
        n = len(hands.counts)
        reading = np.empty((n, NO_READING.shape[1]), np.int32)
        found = empty_scores(n, self.rules)
        self._run(hands, found[:6], reading)
        return texts(hands, reading, found.status > NOT_A_WIN)

    def readings(self, hands: Hands) -> Array:
        """Every reading of one hand before it is scored: int64 (r, 16), the columns that ``write_rows`` writes."""
        rows = np.full((MOST_READINGS, NO_ROWS.shape[1]), -1, np.int64)
        self._run(hands, empty_scores(1, self.rules)[:6], NO_READING, rows, self._saved_with_readings)
        found: Array = rows[rows[:, -1] == 1]
        return found

    def _part(self, hands: Hands, out: ScoreArrays, start: int, stop: int) -> None:
        self._run(hands.part(start, stop), tuple(array[start:stop] for array in out[:6]))

    def _run(
        self,
        hands: Hands,
        out: tuple[Any, ...],
        reading: Array = NO_READING,
        rows: Array = NO_ROWS,
        saved: Saved | None = None,
    ) -> None:
        """Fill the arrays of ScoreArrays that the kernel writes, and what else is wanted, with those of some hands."""
        blocks, fixed = self._saved
        fixed = fixed if saved is None else saved
        try:
            scratch = self._memory.pop()
        except IndexError:
            scratch = Saved(scratch_for(SIZE, self.rules.words, self.rules.counters))
        results = (*out, reading, rows)
        score(blocks, fixed.where, scratch.where, SIZE, *hands, *results)
        self._memory.append(scratch)


def engine(rules: RuleSet) -> Engine:
    """The engine of a rule set, made once."""
    found: Engine | None = rules.__dict__.get("_engine")
    if found is None:
        found = rules.__dict__.setdefault("_engine", Engine(rules))
    return found
