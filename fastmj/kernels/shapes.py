"""What the analysis kernels know of winning forms, and what they are given."""

import threading
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy.typing as npt

from fastmj.arguments import Misuse, nearest
from fastmj.kernels.distances import Distances, distances
from fastmj.kernels.owned import StateTables, state_tables
from fastmj.kernels.saved import Saved, reader
from fastmj.kernels.tables import Tables, tables
from fastmj.kernels.view import FORMS

Array = npt.NDArray[Any]

# Bit f of a mask of forms stands for the form at place f of FORMS.
REGULAR, SEVEN_PAIRS, THIRTEEN_ORPHANS, HONORS_KNITTED, KNITTED_STRAIGHT, ISOLATED_STARS, WRIGGLING_SNAKE = (
    1 << place for place in range(len(FORMS))
)
FIVE_FORMS = REGULAR | SEVEN_PAIRS | THIRTEEN_ORPHANS | HONORS_KNITTED | KNITTED_STRAIGHT
SINGLES = HONORS_KNITTED | ISOLATED_STARS

IMPOSSIBLE = 127  # the shanten of what is no hand, or cannot become one of the forms
KNITTED_TILES, STAR_TILES, TILES = 9, 7, 14
SUIT = 0x1FF


class Analysis(NamedTuple):
    """The forms that are asked for, and the tables."""

    forms: int  # bits of FORMS
    tables: Tables
    distances: Distances
    states: StateTables


@cache
def _saved(forms: int) -> Saved:
    """Forms and tables in memory, for good."""
    return Saved(Analysis(forms, tables(), distances(), state_tables()))


analysis_at: Any = reader(lambda: _saved(REGULAR).value)
"""What lies at an address, in compiled code."""


class Given(NamedTuple):
    """Where an ``Analysis`` lies: what kernels are given, from Python or by users' compiled loops.

    To hand over its fifty arrays would take 12 microseconds a call.
    """

    forms: int
    where: Any

    def __reduce__(self) -> Any:
        """Another process has its tables elsewhere."""
        return given, (self.forms,)


def given(forms: int) -> Given:
    """Tables and a mask of forms for kernels."""
    return Given(forms, _saved(forms).where)


def forms_mask(known: tuple[str, ...], form: str = "any") -> int:
    """The bits of one form, or of all that a rule set knows. ``ValueError`` names the known ones."""
    if form == "any":
        return sum(1 << FORMS.index(name) for name in known)
    if form not in known:
        raise Misuse(f"form {form!r} is none of this rule set's: any, {', '.join(known)}{nearest(form, known)}")
    return 1 << FORMS.index(form)


class Room(threading.local):
    """Working memory for one block, which is kept: each thread has its own."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._saved = Saved(make())

    @property
    def where(self) -> Any:
        """Its address."""
        return self._saved.where


def analysis(known: tuple[str, ...], form: str = "any") -> Given:
    """What kernels need to analyse hands in these forms."""
    return given(forms_mask(known, form))
