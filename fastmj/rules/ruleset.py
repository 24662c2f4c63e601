"""What a rule set is, and where its elements lie in the packed words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from dataclasses import replace as _with
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fastmj.elements.element import Element
from fastmj.hands import Hands
from fastmj.kernels.view import FORMS
from fastmj.notation import NotationError, read
from fastmj.rules.row import Row, excluders, in_order, titles

if TYPE_CHECKING:
    import pyarrow as pa

    from fastmj.engine import ScoreArrays

WORD_BITS = 63  # the sign bit stays free: kernels count in signed integers

Payments = Callable[["RuleSet", Hands, "ScoreArrays"], tuple[npt.NDArray[Any], npt.NDArray[Any]]]
"""(rules, hands, scores) -> (points paid to E, S, W, N (n, 4), whether the row has payments (n,))"""

CLAIMS = ("seven_flowers", "eight_flowers", "kong_to_fourth", "opening_flowers")
"""Wins that need no complete hand: seven or eight flowers, and four kongs in a row with one tile left; the last says that
flowers may be claimed on the opening by any seat."""


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
        object.__setattr__(self, "rows", tuple(self.rows))
        self._check_rows()
        self._check_policies()
        word, bit = 0, 0
        for row in self.rows:
            if bit + row.width > WORD_BITS:
                word, bit = word + 1, 0
            self.place[row.key] = (word, bit, row.width)
            bit += row.width

    def _fault(self, what: str) -> ValueError:
        return ValueError(f"rule set {self.name!r}{what}")

    def _check_rows(self) -> None:
        if not self.rows:
            raise self._fault(" has no rows")
        keys = [row.key for row in self.rows]
        named = [row.title for row in self.rows]
        for row in self.rows:
            if keys.count(row.key) > 1 or named.count(row.title) > 1:
                raise self._fault(f" lists {row.title!r} more than once")
            if row.points < 0:
                raise self._fault(f": {row.title!r} is worth {row.points}; points are 0 or more")
            if row.width > 4:
                raise self._fault(f": {row.title!r} could score {row.element.most} times; at most 15 fit")
            if row.points % self.unit:
                raise self._fault(f": {row.title!r} is worth {row.points}, no multiple of {self.unit}")
            if row.starred and not row.group:
                raise self._fault(f": {row.title!r} is starred, which means something in a group only")
            for other in row.excludes:
                if other.key not in keys:
                    raise self._fault(f": {row.title!r} excludes {other.name!r}, which the rule set does not list")
        placed = in_order(self.rows, excluders(self.rows))
        if len(placed) < len(self.rows):
            ring = titles(row for row in self.rows if row not in placed)
            raise self._fault(f": {ring} exclude one another in a ring; of two rows only one can exclude the other")

    def _check_policies(self) -> None:
        keys = [row.key for row in self.rows]
        if self.nothing is not None and self.nothing.key not in keys:
            raise self._fault(f": {self.nothing.name!r} is to score alone but is not listed")
        for element in self.preferred:
            if element.key not in keys:
                raise self._fault(f": {element.name!r} is preferred but is not listed")
        for what, given, known in (
            ("winning form", self.forms, FORMS),
            ("claim", self.claims, CLAIMS),
            ("final_policy", (self.final_policy,), ("always", "higher")),
            ("chow_policy", (self.chow_policy,), ("account_once", "one", "all")),
        ):
            for name in given:
                if name not in known:
                    raise self._fault(f": unknown {what} {name!r}; known are {', '.join(known)}")
        if not self.forms and not self.exact:
            raise self._fault(" knows no winning form")
        for value, what in ((self.fixed, "fixed"), (self.cap, "cap"), (self.minimum, "minimum")):
            if value is not None and (value < 0 or value % self.unit):
                raise self._fault(f": {what}={value:g} is not 0 or more in steps of {self.unit:g}")
        for text in self.exact:
            self._exact_counts(text)

    def _exact_counts(self, text: str) -> tuple[int, ...]:
        try:
            hand = read(text)
        except NotationError as error:
            raise self._fault(f": exact hand {text!r}: {error}") from error
        if hand.melds or hand.win_tile is not None or sum(hand.counts) != 13:
            raise self._fault(f": exact hand {text!r} is not thirteen concealed tiles, as 19m19p19s1234567z is")
        return hand.counts

    @cached_property
    def exact_counts(self) -> npt.NDArray[np.uint8]:
        """(k, 34): the thirteen tiles of every exact hand."""
        return np.array([self._exact_counts(text) for text in self.exact], np.uint8).reshape(-1, 34)

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

        if self.options is not None and rules.is_built_in(self):
            return rules.restore, (self.name, self.options)
        return RuleSet, tuple(getattr(self, f.name) for f in fields(self) if f.init)

    def row(self, name: str) -> Row:
        """The row with this name, Chinese name or key; ValueError with the nearest names."""
        for row in self.rows:
            if name in (row.title, row.chinese, row.key, row.element.name) and name:
                return row
        near = get_close_matches(name, self.names, 3) or self.names[:5]
        raise self._fault(f" has no element {name!r}; {' or '.join(map(repr, near))}?")

    def replace(
        self, *, points: Mapping[str, float] | None = None, without: Sequence[str] = (), **changes: Any
    ) -> "RuleSet":
        """A rule set like this one with other ``points`` for some elements, ``without`` some, or with other fields.

        Elements are named in English or Chinese; ``changes`` are fields of RuleSet (``minimum=3``, ``rows=...``,
        ``name="house"``). ValueError for unknown names, with the nearest ones.
        """
        known = [f.name for f in fields(self) if f.init]
        for name in changes:
            if name not in known:
                raise ValueError(f"a rule set has no field {name!r}; it has {', '.join(known)}")
        rows = tuple(changes.pop("rows", self.rows))
        worth = {self.row(name).key: value for name, value in (points or {}).items()}
        gone = {self.row(name).key for name in without}
        kept = {
            "nothing": None if self.nothing is not None and self.nothing.key in gone else self.nothing,
            "preferred": tuple(element for element in self.preferred if element.key not in gone),
        }
        made = tuple(
            _with(
                row,
                points=worth.get(row.key, row.points),
                excludes=tuple(element for element in row.excludes if element.key not in gone),
            )
            for row in rows
            if row.key not in gone
        )
        same = {name: getattr(self, name) for name in known}
        return RuleSet(**{**same, **kept, **changes, "rows": made})

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The elements' names, in the order of the rows."""
        return tuple(row.title for row in self.rows)

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

    def unpack(self, words: npt.NDArray[Any], counts: npt.NDArray[Any] | None = None) -> "pa.ListArray":
        """Name the elements: a ``list<struct<element: dictionary<int16, string>, count: uint8>>`` array of n rows.

        ``words`` uint64 (n, w) and ``counts`` uint8 (n, k) are those of ``score_arrays`` and of the layout ``mask``; the
        words alone hold all of it.
        """
        from fastmj.kernels.output import element_lists

        return element_lists(self, words)

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
        """(points paid to E, S, W, N int32 (n, 4), whether the row has payments bool (n,)); rows without are zeros."""
        if self.pay is None:
            return np.zeros((len(scores.total), 4), np.int32), np.zeros(len(scores.total), bool)
        return self.pay(self, hands, scores)

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
