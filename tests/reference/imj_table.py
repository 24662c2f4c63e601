"""The 55 elements of the International rules, and which of one group may stand side by side."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

OPTIONS: dict[str, tuple[str, ...]] = {  # the default first
    "special_vs_ordinary": ("final", "higher"),
    "opening_conflict": ("opening", "highest"),
    "star_rule": ("one", "both"),
    "chart_beyond_15": ("cap", "extend"),
    "all_pickups": ("eyes", "any_last_set"),
}
_TABLE = """
25.1(1) The Heaven 6
25.1(2) The Earth 6
25.1(3) All Hidden Pungs 13
25.1(4) Seven Consecutive Pairs 13
25.1(5) Nine Gates 13
25.2(1) Seven Flowers 3
25.2(2) Eight Flowers 9
25.2(3) Seven Isolated Stars 6
25.2(4) Thirteen Unios 13
25.2(5) Kong To Fourth 15
26.1 The Coward 0.5
26.2 All Chows 1
26.3 All Pungs 3
26.4 Seven Pairs 3
27.1(1) Pure Terminals 8
27.1(2) Mixed Unios * 1
27.1(3) Pure Honours 8
27.1(4) Pure Same 6
27.1(5) Mixed Same * 3
27.1(6) Five In All 2
27.1(7) Unio In All * 1
27.1(8) All Types * 1
27.2(1) Big Four Winds 9
27.2(2) Little Four Winds 6
27.2(3) Big Three Dragons 6
27.2(4) Little Three Dragons 4
27.2(5) Pung Of Dragon * 1
27.2(6) Chance Wind * 1
27.2(7) Chance Round * 1
27.3(1) Four Jumping Pungs 4
27.3(2) Pure Jumping Pungs 3
27.3(3) Three Matching Pungs 2
27.3(4) Mixed Jumping Pungs 1
27.4(1) Four Identical Chows 4
27.4(2) Four Stepping Chows 4
27.4(3) Three Identical Chows 3
27.4(4) Pure Stepping Chows 3
27.4(5) Three Matching Chows 2
27.4(6) Mixed Stepping Chows 1
27.4(7) Pure Straight Nine 2
27.4(8) Mixed Straight Nine 1
28.1(1) From The Floor 0
28.1(2) From The Wall 1
28.1(3) From Robbed Kong 1
28.2(1) From Final Draw 1
28.2(2) From Final Exposed 1
28.3(1) On First Kong 1
28.3(2) On Second Kong 3
28.3(3) On Third Kong 6
28.4(1) All Pickups 1
28.4(2) Self Help 1
28.4(3) Clear Front 1
28.5(1) No Flower 1
28.5(2) Chance Flower * 1
28.5(3) Full Set Of Flowers * 1
"""


class Element(NamedTuple):
    """One row: its article as numbers, its group, its fans, whether a star stands at it."""

    article: tuple[int, ...]
    group: str
    fans: float
    star: bool


def _elements() -> dict[str, Element]:
    rows = {}
    for line in _TABLE.strip().splitlines():
        article, *words, fans = line.split()
        name = " ".join(word for word in words if word != "*")
        group, _, number = article.rstrip(")").partition("(")
        if number:
            place = (*map(int, group.split(".")), int(number))
        else:
            place = tuple(map(int, group.split(".")))
            group = group.split(".")[0]
        rows[name] = Element(place, group, float(fans), "*" in words)
    return rows


ELEMENTS = _elements()
# "cannot be added to": by the text of an article, or by what the samples say.
_APART = {
    "Unio In All": {"Mixed Unios", "Pure Terminals", "Pure Honours"},
    "Pung Of Dragon": {"Big Three Dragons", "Little Three Dragons"},
    "Chance Wind": {"Big Four Winds", "Little Four Winds"},
    "Chance Round": {"Big Four Winds", "Little Four Winds"},
}


def settings(options: Mapping[str, Any]) -> dict[str, str]:
    """All options with their values: those given, the default for the others."""
    for name, value in options.items():
        if value not in OPTIONS[name]:
            raise ValueError(f"option {name}={value!r}: one of {OPTIONS[name]} is known")
    return {name: options.get(name, values[0]) for name, values in OPTIONS.items()}


def fans(counted: Mapping[str, int]) -> float:
    """What elements are worth together."""
    return sum(ELEMENTS[name].fans * count for name, count in counted.items())


def articles(counted: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The articles of elements in order, one as often as it counts."""
    return sorted(ELEMENTS[name].article for name, count in counted.items() for _ in range(count))


def _side_by_side(one: str, other: str, star_rule: str) -> bool:
    if other in _APART.get(one, ()) or one in _APART.get(other, ()):
        return False
    stars = ELEMENTS[one].star + ELEMENTS[other].star
    return stars >= (2 if star_rule == "both" and ELEMENTS[one].group == "27.1" else 1)


def best_of_each_group(found: Mapping[str, int], star_rule: str) -> dict[str, int]:
    """The dearest elements of every group that may stand side by side; of equal ones the lower articles."""
    chosen: dict[str, int] = {}
    groups: dict[str, list[str]] = {}
    for name, count in found.items():
        if count:
            groups.setdefault(ELEMENTS[name].group, []).append(name)
    for names in groups.values():
        admitted: list[dict[str, int]] = [
            {name: found[name] for name in some}
            for size in range(1, len(names) + 1)
            for some in combinations(names, size)
            if all(_side_by_side(one, other, star_rule) for one, other in combinations(some, 2))
        ]
        dearest = min(admitted, key=lambda some: (-fans(some), articles(some)))
        chosen.update(dearest)
    return chosen
