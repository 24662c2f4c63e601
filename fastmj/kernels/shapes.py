"""What the analysis kernels know of winning forms, and what they are given."""

from typing import Any, NamedTuple

import numpy.typing as npt

from fastmj.arguments import Misuse, nearest
from fastmj.kernels.distances import Distances, distances
from fastmj.kernels.owned import StateTables, state_tables
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
    """The forms that are asked for and the tables: what ``waits_one``, ``shanten_one`` and ``is_win_one`` are given."""

    forms: int  # bits of FORMS
    tables: Tables
    distances: Distances
    states: StateTables


def forms_mask(known: tuple[str, ...], form: str = "any") -> int:
    """The bits of one form, or of all that a rule set knows. ``ValueError`` names the known ones."""
    if form == "any":
        return sum(1 << FORMS.index(name) for name in known)
    if form not in known:
        raise Misuse(f"form {form!r} is none of this rule set's: any, {', '.join(known)}{nearest(form, known)}")
    return 1 << FORMS.index(form)


def analysis(known: tuple[str, ...], form: str = "any") -> Analysis:
    """What kernels need to analyse hands in these forms."""
    return Analysis(forms_mask(known, form), tables(), distances(), state_tables())
