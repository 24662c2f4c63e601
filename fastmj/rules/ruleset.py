"""What a rule set is, and where its elements lie in the packed words."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from dataclasses import replace as _with
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fastmj.arguments import Misuse, plain
from fastmj.arguments import names as texts
from fastmj.elements.element import Element
from fastmj.hands import Hands
from fastmj.kernels.view import FORMS
from fastmj.rules.checks import CLAIMS as CLAIMS
from fastmj.rules.checks import check, exact_counts
from fastmj.rules.row import Row, excluders

if TYPE_CHECKING:
    import pyarrow as pa

    from fastmj.engine import ScoreArrays

LANGUAGES = ("en", "zh")
WORD_BITS = 63  # the sign bit stays free: kernels count in signed integers

Payments = Callable[["RuleSet", Hands, "ScoreArrays"], tuple[npt.NDArray[Any], npt.NDArray[Any]]]
"""(rules, hands, scores) -> (points paid to E, S, W, N (n, 4), whether the row has payments (n,))"""


@dataclass(frozen=True)
class RuleSet:
    """A frozen list of rows with a few policies; checked when it is made."""

    name: str
    rows: tuple[Row, ...]
    options: Any = None  # a frozen dataclass of the option values it was made with
    forms: tuple[str, ...] = FORMS[:5]  # the winning forms it knows
    exact: tuple[str, ...] = ()  # further winning hands: thirteen tiles each, as 19m19p19s1234567z, and a second of one
    claims: tuple[str, ...] = ()  # wins that need no complete hand, of CLAIMS
    chow_policy: str = "account_once"  # how relations between chows combine
    nothing: Element | None = None  # the row that scores where the others total 0
    preferred: tuple[
        Element, ...
    ] = ()  # of readings worth the same, one with the first of these, then the next, is taken
    final_policy: str = "always"  # final rows count before all others, or (higher) only where worth no less
    fixed: float | None = None  # what a hand with final rows is worth, whichever they are
    cap: float | None = None  # the most a hand can total
    minimum: float = 0.0  # points, without those outside, below which a hand may not be declared
    unit: float = 1.0  # the smallest step of points
    dead_waits: bool = True  # a kind of which the hand itself holds all four is still a wait
    knitted_on_body: bool = False  # no wait where the winning kind lies in the knitted body too
    pay: Payments | None = None
    source: str = ""  # where the rules are from
    place: dict[str, tuple[int, int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """key -> (word, lowest bit, width): rows lie in their order."""

    def __post_init__(self) -> None:
        for name in ("rows", "forms", "exact", "claims", "preferred"):
            given = getattr(self, name)
            if not isinstance(given, Iterable):
                raise TypeError(f"rule set {self.name!r}: {name}={given!r}: several are wanted, in a list or tuple")
            object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(given))
        for name in ("fixed", "cap", "minimum", "unit", "dead_waits", "knitted_on_body"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        check(self)
        word, bit = 0, 0
        for row in self.rows:
            if bit + row.width > WORD_BITS:
                word, bit = word + 1, 0
            self.place[row.key] = (word, bit, row.width)
            bit += row.width

    @cached_property
    def exact_counts(self) -> npt.NDArray[np.uint8]:
        """(k, 34): the thirteen tiles of every exact hand."""
        return np.array([exact_counts(self, text) for text in self.exact], np.uint8).reshape(-1, 34)

    @cached_property
    def excluders(self) -> dict[str, tuple[Row, ...]]:
        """key -> the rows beside which that row is not scored."""
        return excluders(self.rows)

    @property
    def label(self) -> str:
        """The name, with the profile where it is not the first one: ``mcr:online``."""
        for option in fields(self.options) if self.options is not None else ():
            if option.name == "profile" and getattr(self.options, "profile") != option.default:  # noqa: B009
                return f"{self.name}:{self.options.profile}"
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name and options where it is a built-in one, which is small; else by what it is made of."""
        from fastmj import rules
        from fastmj.rules.outside import Files, remade

        if rules.is_built_in(self):
            return rules.restore, (self.name, self.options)
        return remade, (Files(self), *(getattr(self, f.name) for f in fields(self) if f.init))

    def row(self, name: str) -> Row:
        """The row with this name: ours, the Chinese one, or another's (``rules.canonical``). ValueError with the nearest."""
        return self._named(self.rows, name)

    def _named(self, rows: tuple[Row, ...], name: str) -> Row:
        from fastmj.aliases import find

        if not isinstance(name, str):
            raise TypeError(f"rule set {self.name!r}: the name of an element is needed, got {name!r}")
        found = find(rows, name)
        if found is None:
            names = {name: name for row in rows for name in (row.title, row.chinese) if name}
            names |= {known.casefold(): shown for known, shown in names.items()}
            close = get_close_matches(name.casefold(), names, 3) or get_close_matches(name.casefold(), names, 3, 0.5)
            near = dict.fromkeys(names[word] for word in close)
            raise ValueError(
                f"rule set {self.name!r} has no element {name!r}; "
                + (f"{' or '.join(map(repr, near))}?" if near else "its elements are in its table()")
            )
        return found

    def replace(
        self, *, points: Mapping[str, float] | None = None, without: str | Sequence[str] = (), **changes: Any
    ) -> "RuleSet":
        """A rule set like this one with other ``points`` for some elements, ``without`` some, or with other fields.

        Elements are named as for ``row``; ``changes`` are fields of RuleSet (``minimum=3``, ``rows=...``, ``name="house"``).
        ValueError for unknown names, with the nearest ones, and for what no rule set can be.
        """
        known = [f.name for f in fields(self) if f.init]
        for name in changes:
            if name not in known:
                near = get_close_matches(name, known, 3) or known
                raise ValueError(f"rule set {self.name!r} has no field {name!r}; it has {', '.join(near)}")
        if points is not None and not isinstance(points, Mapping):
            raise TypeError(f"points: names with their points are needed, as {{'Seven Pairs': 6}}, got {points!r}")
        without = texts("without", without)
        rows = changes.pop("rows", self.rows)
        rows = tuple(rows) if isinstance(rows, Iterable) else rows
        worth: dict[str, float] = {}
        for name, value in (points or {}).items():
            if worth.setdefault(self._named(rows, name).key, value) is not value:
                raise ValueError(f"rule set {self.name!r}: points for {name!r} are given twice, under two names")
        gone = {self._named(rows, name).key for name in without}
        if gone:
            rows = tuple(
                _with(row, excludes=tuple(other for other in row.excludes if other.key not in gone))
                for row in rows
                if row.key not in gone
            )
            nothing = changes.pop("nothing", self.nothing)
            preferred = changes.pop("preferred", self.preferred)
            changes["nothing"] = None if nothing is not None and nothing.key in gone else nothing
            changes["preferred"] = tuple(element for element in preferred if element.key not in gone)
        if worth:
            rows = tuple(_with(row, points=worth[row.key]) if row.key in worth else row for row in rows)
        return RuleSet(**{**{name: getattr(self, name) for name in known}, **changes, "rows": rows})

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The elements' names, in the order of the rows."""
        return self.names_in("en")

    def names_in(self, language: str) -> tuple[str, ...]:
        """The elements' names, no two alike: English ("en") or, where the rule set gives them, Chinese ones ("zh")."""
        if language not in LANGUAGES:
            raise Misuse(f"names={language!r}: unknown; known are {', '.join(LANGUAGES)}")
        names = [row.title for row in self.rows]
        if language == "zh":
            chinese = Counter(row.chinese for row in self.rows)
            names = [row.chinese if chinese[row.chinese] == 1 and row.chinese else row.title for row in self.rows]
        return tuple(names)

    @cached_property
    def words(self) -> int:
        """How many 64-bit words hold the elements of a hand."""
        return 1 + max(word for word, _, _ in self.place.values())

    @cached_property
    def counted(self) -> tuple[Row, ...]:
        """The rows that can score more than once, in order: the columns of ``counts``."""
        return tuple(row for row in self.rows if row.element.most > 1)

    def mask(self, key: str) -> tuple[int, int]:
        """(word, mask) of a row."""
        word, bit, width = self.place[key]
        return word, ((1 << width) - 1) << bit

    @cached_property
    def row_of_bit(self) -> npt.NDArray[np.int64]:
        """(words, 63): the number of the row that each bit belongs to, -1 where none."""
        out = np.full((self.words, WORD_BITS), -1, np.int64)
        for i, row in enumerate(self.rows):
            word, bit, width = self.place[row.key]
            out[word, bit : bit + width] = i
        return out

    @cached_property
    def fields(self) -> npt.NDArray[np.int64]:
        """(rows, 3): word, lowest bit and width of every row."""
        return np.array([self.place[row.key] for row in self.rows], np.int64)

    @cached_property
    def counters(self) -> int:
        """How many rows can score more than once: the width of ``counts``."""
        return len(self.counted)

    def unpack(
        self, words: npt.NDArray[Any], counts: npt.NDArray[Any] | None = None, names: str = "en"
    ) -> "pa.ListArray":
        """Name the elements: a ``list<struct<element: dictionary<int16, string>, count: uint8>>`` array of n rows.

        ``words`` uint64 (n, w) and ``counts`` uint8 (n, k) are those of ``score_arrays`` and of the layout ``mask``; the
        words alone hold all of it. ``names``: their language, as for ``names_in``.
        """
        from fastmj.kernels.output import element_lists

        return element_lists(self, words, self.names_in(names))

    def unpack_wide(self, words: npt.NDArray[Any], counts: npt.NDArray[Any] | None = None) -> npt.NDArray[np.uint8]:
        """Counts of all elements: uint8 (rows, n), one line an element."""
        from fastmj.kernels.output import element_matrix

        return element_matrix(self, words)

    def has(self, words: npt.NDArray[Any], element: Element) -> npt.NDArray[np.bool_]:
        """Which of n rows of packed ``words`` uint64 (n, w) score the element: bool (n,)."""
        word, mask = self.mask(element.key)
        found: npt.NDArray[np.bool_] = (words[:, word] & np.uint64(mask)) != 0
        return found

    def payments(self, hands: Hands, scores: "ScoreArrays") -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
        """(points paid to E, S, W, N int32 (n, 4), whether the row has payments bool (n,)); rows without are zeros.

        ValueError where a payment function of somebody else's fails, or returns what is no payment.
        """
        n = len(scores.total)
        if self.pay is None:
            return np.zeros((n, 4), np.int32), np.zeros(n, bool)
        try:
            paid, valid = (np.asarray(part) for part in self.pay(self, hands, scores))
        except Exception as error:
            raise ValueError(f"rule set {self.name!r}: payments: {type(error).__name__}: {error}") from error
        if paid.shape != (n, 4) or paid.dtype.kind not in "iu" or valid.shape != (n,) or valid.dtype != np.bool_:
            raise ValueError(
                f"rule set {self.name!r}: payments are integers {(n, 4)} and bools {(n,)}, "
                f"not {paid.dtype} {paid.shape} and {valid.dtype} {valid.shape}"
            )
        paid = np.where(valid[:, None], paid, 0)
        wrong = np.flatnonzero(paid.sum(1) != 0)
        if wrong.size:
            raise ValueError(f"rule set {self.name!r}: payments {paid[wrong[0]].tolist()} do not sum to zero")
        return paid.astype(np.int32, copy=False), valid

    def table(self) -> "pa.Table":
        """The rows as an Arrow table: number, name, chinese, points, most, group, starred, final, limit, excludes, meaning."""
        import pyarrow as pa

        named = {row.key: row.title for row in self.rows}
        return pa.table(
            {
                "number": pa.array([row.number for row in self.rows], pa.string()),
                "name": pa.array(self.names, pa.string()),
                "chinese": pa.array([row.chinese or None for row in self.rows], pa.string()),
                "points": pa.array([row.points for row in self.rows], pa.float32()),
                "most": pa.array([row.element.most for row in self.rows], pa.uint8()),
                "group": pa.array([row.group or None for row in self.rows], pa.string()),
                "starred": pa.array([row.starred for row in self.rows], pa.bool_()),
                "final": pa.array([row.final for row in self.rows], pa.bool_()),
                "limit": pa.array([row.limit for row in self.rows], pa.bool_()),
                "excludes": pa.array(
                    [[named[e.key] for e in row.excludes] for row in self.rows], pa.list_(pa.string())
                ),
                "meaning": pa.array([row.element.meaning for row in self.rows], pa.string()),
            }
        )
