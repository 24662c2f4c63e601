"""Declare scoring elements.

An element is what the world knows of it: its name and what it means. Points and exclusions belong to a rule set.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from fastmj.arguments import plain
from fastmj.kernels.jit import inlinable

Chow = tuple[int, int]
"""(suit, rank of the lowest tile)"""


@dataclass(frozen=True)
class Element:
    """A scoring element: a detector of a View, or a relation between chows."""

    name: str
    zh: str
    most: int  # how often it can score in one hand
    chows: int  # 0: a detector; 2, 3, 4: a relation between that many chows
    detect: Callable[..., Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "most", plain(self.most))

    @property
    def key(self) -> str:
        """The detector's name in the source."""
        return self.detect.__name__

    @property
    def meaning(self) -> str:
        """The rule in words."""
        return " ".join((self.detect.__doc__ or "").split())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by where it is declared."""
        return _declared, (self.detect.__module__, self.detect.__code__.co_filename, self.key)

    def __call__(self, *args: Any) -> Any:
        """Ask the detector."""
        return self.detect(*args)


def _declared(module: str, path: str, key: str) -> Element:
    """The element of this key; a rule file is loaded from its path, any other module by its name."""
    from fastmj.rules.outside import PREFIX, load_again

    if module.startswith(PREFIX):
        load_again(module, path)
    found: Element = getattr(import_module(module), key)
    return found


def in_order_of_rank(chows: Iterable[Chow]) -> list[Chow]:
    """Chows as relations are given them: lowest rank first."""
    return sorted(chows, key=lambda chow: (chow[1], chow[0]))


def element(name: str, zh: str = "", most: int = 1) -> Callable[[Callable[..., Any]], Element]:
    """A detector: a pure function of a View without data-dependent loops, which returns a bool or a count up to ``most``.

    Its docstring is the rule in words. It may call functions marked ``inlinable``.
    """

    def declare(function: Callable[..., Any]) -> Element:
        return Element(name, zh, most, 0, inlinable(function))

    return declare


def relation(name: str, zh: str = "", *, chows: int, most: int = 1) -> Callable[[Callable[..., Any]], Element]:
    """A relation between ``chows`` chows: plain Python, run when a rule set's chow table is made, so it may be written freely.

    The function takes so many (suit, rank) pairs, lowest rank first. Suits may be compared, but none has a number of its own.
    """

    def declare(function: Callable[..., Any]) -> Element:
        return Element(name, zh, most, chows, function)

    return declare
