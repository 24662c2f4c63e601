"""One row of a rule set: an element, what it is worth there, and what is not scored beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fastmj.arguments import plain
from fastmj.elements.element import Element


@dataclass(frozen=True)
class Row:
    """One scoring element of a rule set."""

    element: Element
    points: float
    excludes: tuple[Element, ...] = ()
    number: str = ""
    name: str = ""  # where the rule set calls it otherwise
    zh: str | None = None  # the Chinese name where it differs; "" where the rule set gives none
    group: str = ""  # of a group's rows only the one worth most is scored
    starred: bool = False  # ... except starred ones, which may be added to any of their group
    final: bool = False  # where it is met, rows that are not final are not scored
    limit: bool = False  # a limit or maximum hand
    outside: bool = False  # adds to the total, but not to the points that the minimum applies to

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", plain(self.points))
        excludes = (self.excludes,) if isinstance(self.excludes, Element) else tuple(self.excludes)
        object.__setattr__(self, "excludes", excludes)

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

    @property
    def chinese(self) -> str:
        """Its Chinese name in this rule set, or ""."""
        return self.element.zh if self.zh is None else self.zh


def excluders(rows: Sequence[Row]) -> dict[str, tuple[Row, ...]]:
    """key -> the rows beside which that row is not scored, by name or as worth more in its group (the first of equals)."""
    found: dict[str, list[Row]] = {row.key: [] for row in rows}
    for row in rows:
        for element in row.excludes:
            found[element.key].append(row)
    for i, row in enumerate(rows):
        for j, other in enumerate(rows):
            before = (-row.points, i) < (-other.points, j)
            if row.group and row.group == other.group and before and not row.starred and not other.starred:
                found[other.key].append(row)
    return {key: tuple(dict.fromkeys(value)) for key, value in found.items()}


def in_order(rows: Sequence[Row], by: dict[str, tuple[Row, ...]]) -> list[Row]:
    """The rows so that each comes after those that exclude it, else as they stand; what is left over excludes in a ring."""
    placed: dict[str, Row] = {}
    left = list(rows)
    while left:
        row = next((row for row in left if all(other.key in placed for other in by[row.key])), None)
        if row is None:
            break
        placed[row.key] = row
        left.remove(row)
    return list(placed.values())


def titles(rows: Iterable[Row]) -> str:
    """Names for a message."""
    return ", ".join(repr(row.title) for row in rows)
