"""What a rule set is, and where its elements lie in the packed words."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fastmj.elements.element import Element
from fastmj.hands import Hands
from fastmj.kernels.view import FORMS

if TYPE_CHECKING:
    import pyarrow as pa

WORD_BITS = 63  # the sign bit stays free: kernels count in signed integers

Payments = Callable[["RuleSet", Hands, npt.NDArray[Any], npt.NDArray[Any]], tuple[npt.NDArray[Any], npt.NDArray[Any]]]


@dataclass(frozen=True)
class Row:
    """One scoring element of a rule set: what it is worth and what is not scored beside it."""

    element: Element
    points: float
    excludes: tuple[Element, ...] = ()
    number: str = ""
    name: str = ""  # where the rule set calls it otherwise
    outside: bool = False  # adds to the total, but not to the points that the minimum applies to

    @property
    def key(self) -> str:
        """The element's key: unique in a rule set."""
        return self.element.key

    @property
    def width(self) -> int:
        """How many bits its count takes."""
        return self.element.most.bit_length()

    @property
    def title(self) -> str:
        """Its name in this rule set."""
        return self.name or self.element.name


@dataclass(frozen=True)
class RuleSet:
    """A frozen list of rows with a few policies; checked when it is made."""

    name: str
    rows: tuple[Row, ...]
    options: Any = None  # a frozen dataclass of the option values it was made with
    forms: tuple[str, ...] = FORMS  # the winning forms it knows
    chow_policy: str = "account_once"  # how relations between chows combine
    nothing: Element | None = None  # the row that scores where the others total 0
    minimum: float = 0.0  # points, without those outside, below which a hand may not be declared
    unit: float = 1.0  # the smallest step of points
    dead_waits: bool = True  # a kind of which the hand itself holds all four is still a wait
    knitted_on_body: bool = False  # no wait where the winning kind lies in the knitted body too
    pay: Payments | None = None
    source: str = ""  # where the rules are from
    place: dict[str, tuple[int, int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """key -> (word, lowest bit, width): rows lie in their order."""

    def __post_init__(self) -> None:
        keys = [row.key for row in self.rows]
        titles = [row.title for row in self.rows]
        for row in self.rows:
            if keys.count(row.key) > 1 or titles.count(row.title) > 1:
                raise ValueError(f"rule set {self.name!r} lists {row.title!r} more than once")
            if row.points < 0:
                raise ValueError(f"rule set {self.name!r}: {row.title!r} is worth {row.points}; points are 0 or more")
            if row.width > 4:
                raise ValueError(
                    f"rule set {self.name!r}: {row.title!r} could score {row.element.most} times; at most 15 fit"
                )
            if row.points % self.unit:
                raise ValueError(
                    f"rule set {self.name!r}: {row.title!r} is worth {row.points}, no multiple of {self.unit}"
                )
            for other in row.excludes:
                if other.key not in keys:
                    raise ValueError(
                        f"rule set {self.name!r}: {row.title!r} excludes {other.name!r}, which the rule set does not list"
                    )
                if keys.index(other.key) <= keys.index(row.key):
                    raise ValueError(
                        f"rule set {self.name!r}: {row.title!r} excludes {other.name!r}, which stands before it; "
                        "a row can only exclude later rows"
                    )
        if self.nothing is not None and self.nothing.key not in keys:
            raise ValueError(f"rule set {self.name!r}: {self.nothing.name!r} is to score alone but is not listed")
        for form in self.forms:
            if form not in FORMS:
                raise ValueError(f"rule set {self.name!r}: unknown winning form {form!r}; known are {', '.join(FORMS)}")
        word, bit = 0, 0
        for row in self.rows:
            if bit + row.width > WORD_BITS:
                word, bit = word + 1, 0
            self.place[row.key] = (word, bit, row.width)
            bit += row.width

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name and options: small, and made anew where it is loaded."""
        from fastmj import rules

        return rules.restore, (self.name, self.options)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The elements' names, in the order of the rows."""
        return tuple(row.title for row in self.rows)

    @property
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

    @property
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

    def payments(
        self, hands: Hands, total: npt.NDArray[Any], status: npt.NDArray[Any]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
        """(points paid to E, S, W, N int32 (n, 4), whether the row has payments bool (n,)); rows without are zeros."""
        if self.pay is None:
            return np.zeros((len(total), 4), np.int32), np.zeros(len(total), bool)
        return self.pay(self, hands, total, status)

    def table(self) -> "pa.Table":
        """The rows as an Arrow table: number, name, chinese, points, most, excludes, meaning."""
        import pyarrow as pa

        titles = {row.key: row.title for row in self.rows}
        return pa.table(
            {
                "number": pa.array([row.number for row in self.rows], pa.string()),
                "name": pa.array(self.names, pa.string()),
                "chinese": pa.array([row.element.zh or None for row in self.rows], pa.string()),
                "points": pa.array([row.points for row in self.rows], pa.float32()),
                "most": pa.array([row.element.most for row in self.rows], pa.uint8()),
                "excludes": pa.array(
                    [[titles[e.key] for e in row.excludes] for row in self.rows], pa.list_(pa.string())
                ),
                "meaning": pa.array([row.element.meaning for row in self.rows], pa.string()),
            }
        )
