"""Logs of real games: every win scored, and compared with what the log claims."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from fastmj.aliases import find
from fastmj.auditing.compare import Agreement, Claimed, Computed, agreement
from fastmj.auditing.reasons import Difference, differences
from fastmj.auditing.table import FIELDS, difference_rows
from fastmj.auditing.ties import as_good
from fastmj.convert import Format, LogReader
from fastmj.convert import Summary as Games
from fastmj.convert.reader import Paths, Progress
from fastmj.explain import Explanation, explain
from fastmj.hand import Hand
from fastmj.rules import get
from fastmj.scorer import make_batch_scorer

if TYPE_CHECKING:
    from fastmj.rules.ruleset import RuleSet

BATCH_WINS = 8192
KINDS = ("win", "points", "elements", "payments")


@dataclass
class AuditSummary:
    """How many wins agree. ``games`` counts the games by their endings, ``kinds`` the wins in which such a thing differs."""

    games: Games
    agreeing: int = 0
    differing: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def games_per_minute(self) -> float:
        """Games by minutes."""
        return 60 * self.games.games / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """All counts as plain data."""
        games = self.games
        return {
            "games": games.games,
            "wins": games.wins,
            "draws": games.draws,
            "errors": games.errors,
            "broken": games.broken,
            "agreeing": self.agreeing,
            "differing": self.differing,
            "differing_by_kind": {kind: self.kinds[kind] for kind in KINDS},
            "seconds": round(self.seconds, 3),
            "games_per_minute": round(self.games_per_minute),
        }

    def __str__(self) -> str:
        """One line a count."""
        found = self.as_dict()
        lines = [f"{name:<9} {found[name]:,}" for name in ("games", "wins", "draws", "errors", "broken")]
        lines += [f"{name:<9} {found[name]:,}" for name in ("agreeing", "differing")]
        lines += [f"{'':<9} {self.kinds[kind]:,} {kind}" for kind in KINDS if self.kinds[kind]]
        return "\n".join([*lines, f"{'time':<9} {self.seconds:.2f} s, {self.games_per_minute:,.0f} games/minute"])


class Audit(NamedTuple):
    """What ``audit`` found: one row a win, and the counts."""

    table: pa.Table
    summary: AuditSummary


class AuditReader:
    """Audited wins as a stream of record batches; iterate once, then see ``summary``.

    The columns are those of the import, of the score with payments, and ``auditing.table.FIELDS``. Arguments and errors
    are those of ``audit``.
    """

    def __init__(
        self,
        logs: Paths,
        format: str | Format,
        rules: "str | RuleSet" = "mcr:online",
        *,
        on_progress: Progress | None = None,
        filesystem: Any = None,
        **options: Any,
    ) -> None:
        self._rules = get(rules, **options)
        self._reader = LogReader(logs, format, rows=BATCH_WINS, on_progress=on_progress, filesystem=filesystem)
        self._scorer = make_batch_scorer(self._reader.schema, self._rules, payments=True)
        self._titles: dict[str | None, str | None] = {None: None}
        self.schema = pa.schema([*self._scorer.schema, *FIELDS])
        self.summary = AuditSummary(self._reader.summary)
        self.files = self._reader.files

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        begun = time.perf_counter()
        for batch in self._reader:
            audited = self._audited(self._scorer(batch))
            self.summary.seconds = time.perf_counter() - begun
            yield audited
        self.summary.seconds = time.perf_counter() - begun

    def _audited(self, scored: pa.RecordBatch) -> pa.RecordBatch:
        agreed: list[Agreement] = []
        found: list[list[Difference]] = []
        for i, (claimed, computed) in enumerate(self._pairs(scored)):
            parts, differing = agreement(claimed, computed), list[Difference]()
            if not parts.whole:
                parts, differing = self._examined(scored.slice(i, 1).to_pylist()[0], claimed, computed, parts)
            agreed.append(parts)
            found.append(differing)
        self._count(agreed)
        words = ["; ".join(map(str, differing)) or None for differing in found]
        columns = [
            *(pa.array(column, pa.bool_()) for column in zip(*((each.whole, *each) for each in agreed), strict=True)),
            difference_rows(found),
            pa.array(words, pa.string()),
        ]
        return pa.RecordBatch.from_arrays([*scored.columns, *columns], schema=self.schema)

    def _pairs(self, scored: pa.RecordBatch) -> Iterator[tuple[Claimed, Computed]]:
        names = ("claimed_total", "claimed_elements", "claimed_deltas", "status", "total", "payments")
        columns = [scored.column(name).to_pylist() for name in names]
        for total, titles, deltas, *score, elements in zip(*columns, _counted(scored.column("elements")), strict=True):
            status, computed, payments = score
            claimed = Claimed(total, tuple(map(self._title, titles)), deltas)
            yield claimed, Computed(status, computed, elements, payments)

    def _title(self, name: str | None) -> str | None:
        """What the rule set calls an element; the name itself where it has none."""
        if name not in self._titles:
            row = find(self._rules.rows, name or "")
            self._titles[name] = row.title if row is not None else name
        return self._titles[name]

    def _examined(
        self, row: dict[str, Any], claimed: Claimed, computed: Computed, agreed: Agreement
    ) -> tuple[Agreement, list[Difference]]:
        """A closer look at a win that seems to differ: it may be a list of elements worth as much."""
        explained: Explanation | ValueError
        try:
            explained = explain(Hand.from_row(row), self._rules)
        except ValueError as fault:
            explained = fault
        if isinstance(explained, Explanation) and explained.taken and agreed.elements is False and agreed.points:
            named = Counter(name for name in claimed.elements if name is not None)
            if None not in claimed.elements and as_good(self._rules, (explained.taken, *explained.others), named):
                agreed = agreed._replace(elements=True)
        return agreed, differences(claimed, computed, agreed, explained)

    def _count(self, agreed: list[Agreement]) -> None:
        whole = sum(each.whole for each in agreed)
        self.summary.agreeing += whole
        self.summary.differing += len(agreed) - whole
        self.summary.kinds.update(kind for each in agreed for kind in KINDS if getattr(each, kind) is False)


def audit(
    logs: Paths,
    format: str | Format,
    rules: "str | RuleSet" = "mcr:online",
    *,
    on_progress: Progress | None = None,
    filesystem: Any = None,
    **options: Any,
) -> Audit:
    """Score every win of logs and compare it with what the log claims: points, elements and payments.

    ``logs``, ``format``, ``on_progress`` and ``filesystem`` are those of ``fastmj.convert.read_logs``, ``rules`` and
    ``options`` those of ``fastmj.score``. The table has one row a win: the hand, the claims, the score, and the columns

        agrees              nothing differs
        win_agrees          the hand may be declared
        points_agree, elements_agree, payments_agree
                            null where the log does not say, or has lost the names of elements, or there is no score; of
                            lists of elements that are worth as much each agrees
        differences         what differs (kind, element, claimed, computed), why, and by which elements it is excluded
        explanation         the same in words; null where all agrees

    Draws, error endings and broken games are counted in the summary. Raises ``ValueError`` for an unknown format, rule set or
    option and for a file of another format, ``FileNotFoundError`` where there is nothing to read.
    """
    reader = AuditReader(logs, format, rules, on_progress=on_progress, filesystem=filesystem, **options)
    return Audit(pa.Table.from_batches(list(reader), schema=reader.schema), reader.summary)


def _counted(elements: pa.ListArray) -> Iterator[Counter[str]]:
    """The elements of each row with their counts."""
    ends = elements.offsets.to_pylist()
    names, counts = (column.to_pylist() for column in elements.values.flatten())
    for begin, end in pairwise(ends):
        yield Counter(dict(zip(names[begin:end], counts[begin:end], strict=True)))
