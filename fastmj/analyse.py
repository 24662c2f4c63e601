"""What a hand waits for, how far it is from winning, and which tiles help: many hands at once, as arrays.

All functions take ``counts``, the concealed tiles as integers (n, 34), and ``melds``, one byte a meld (n, 4), or None where
no hand has any. Rules are about shape alone: never about a minimum, never about who discards. A hand holds at most four of a
kind, its melds counted. A bad row (no number of tiles that fits, five of a kind, a meld that is none) never breaks its
neighbours: it is no win, waits on nothing, and has shanten 127.

The forms, and the distance to each, stand at ``shanten``.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fastmj import rules as rule_sets
from fastmj.arguments import Misuse, plain, switches
from fastmj.hands import read_only
from fastmj.integers import integers
from fastmj.kernels import acceptance as kernel_of_acceptance
from fastmj.kernels import completion
from fastmj.kernels import shanten as kernel_of_shanten
from fastmj.kernels.shapes import Given, analysis
from fastmj.rules.ruleset import RuleSet
from fastmj.tiles import KINDS

__all__ = ["Acceptance", "acceptance", "is_win", "shanten", "waits"]

TOO_MANY = 255  # stands for a number that no byte holds; no count and no meld is it
_NO_MELDS = read_only(np.zeros((0, 4), np.uint8))
_NOTHING_VISIBLE = read_only(np.zeros((0, KINDS), np.uint8))


class Acceptance(NamedTuple):
    """What helps each hand, by the kind it puts aside: (n, 34) each. For 13 tiles every column holds the same."""

    shanten: npt.NDArray[np.int8]  # after putting that kind aside; 127 where the hand does not hold it, or is a bad row
    tiles: npt.NDArray[np.uint64]  # the kinds that then lower the shanten, as bits
    left: npt.NDArray[np.uint8]  # how many tiles of those kinds are not seen


def is_win(counts: Any, melds: Any = None, rules: "str | RuleSet" = "mcr", **options: Any) -> npt.NDArray[np.bool_]:
    """Whether each hand is complete in a form of the rule set, whatever it is worth: bool (n,).

    A complete hand has 14 tiles, three less a meld. ValueError for wrong shapes, rules or options, TypeError for what is not
    made of integers.
    """
    given = given_for(rules, "any", options)
    concealed, own = _hands(counts, melds)
    out = np.empty(len(concealed), np.bool_)
    completion.is_win(concealed, own, given, out)
    return out


def waits(
    counts: Any,
    melds: Any = None,
    rules: "str | RuleSet" = "mcr",
    form: str = "any",
    formal: bool = False,
    mask: bool = False,
    **options: Any,
) -> npt.NDArray[Any]:
    """The kinds that complete each hand of 13 tiles, three less a meld: bool (n, 34), or bits of uint64 (n,) with `mask`.

    A kind of which the hand and its melds hold all four is no wait, unless `formal`: then shapes are asked alone. `form`:
    ``any`` of the rule set's, or one. A hand of another number of tiles waits on nothing. ValueError for wrong shapes, rules,
    options, or a form that the rule set does not know; TypeError for what is not made of integers.
    """
    switches(formal=formal, mask=mask)
    given = given_for(rules, form, options)
    concealed, own = _hands(counts, melds)
    masks = np.empty(len(concealed), np.uint64)
    completion.waits(concealed, own, plain(formal), given, masks)
    if mask:
        return masks
    out = np.empty((len(concealed), KINDS), np.bool_)
    completion.unpack(masks, out)
    return out


def shanten(
    counts: Any, melds: Any = None, rules: "str | RuleSet" = "mcr", form: str = "any", **options: Any
) -> npt.NDArray[np.int8]:
    """How many tiles each hand is from being ready: int8 (n,), 0 ready, -1 complete, 127 a bad row.

    ``counts`` are the concealed tiles (n, 34), ``melds`` one byte a meld (n, 4), coded as in the column of a table. A hand has
    13 or 14 tiles, three less a meld; with 14 it is the shanten after the best discard, or -1. `form`: ``any`` of the rule
    set's, the nearest, or one; 127 also where melds rule that form out. A kind of which the hand and its melds hold all four
    cannot be drawn. Errors are those of ``waits``.

    Forms, and the tiles that a hand lacks of each. Shanten is that number less one: 0 ready, -1 complete. It is the number of
    tiles that must be drawn, not counting the winning one (tomohxx/shanten-number, "definition"; PyMahjongGB's shanten
    functions count the same but for fifth copies).

    ``regular``
        Four sets (melds are sets) and a pair: the least number of tiles missing over all shapes with at most four of a kind,
        the melds' copies counted, found as the exact minimum over all ways to share sets and pair over the suits.
    ``seven_pairs``
        7 - pairs, where four of a kind are two pairs; no melds.
    ``thirteen_orphans``
        14 - kinds of terminals and honors held - 1 if one of them is held twice; no melds.
    ``honors_knitted``
        14 different tiles of honors and one of the six knitted patterns (147, 258, 369 in three suits): 14 - honors held - the
        most kinds held of a pattern; no melds.
    ``knitted_straight``
        The nine tiles of a knitted pattern, a set and a pair: tiles missing of the pattern + tiles missing of a set and a pair
        among the others, over all patterns; at most one meld, which is the set.
    ``isolated_stars``
        Seven honors and seven tiles of a knitted pattern: 14 - honors held - at most seven of the kinds held of a pattern.
    ``wriggling_snake``
        1, 1, 2 ... 9 of one suit and one of each wind: 14 - winds held - kinds held of the suit - 1 if its one is held twice.

    The definitions of the forms are those of the rule sets: mcr the first five, imj the first three and ``isolated_stars``, hk
    and hkmj the first three, classical ``regular``, ``thirteen_orphans`` and ``wriggling_snake``. ``form="any"`` is the
    nearest.
    """
    given = given_for(rules, form, options)
    concealed, own = _hands(counts, melds)
    out = np.empty(len(concealed), np.int8)
    kernel_of_shanten.shanten(concealed, own, given, out)
    return out


def acceptance(
    counts: Any,
    melds: Any = None,
    visible: Any = None,
    rules: "str | RuleSet" = "mcr",
    form: str = "any",
    **options: Any,
) -> Acceptance:
    """For each tile that a hand can put aside, the shanten after it, the kinds that help, and how many of them are left.

    A hand of 14 tiles (3 less a meld) has a result for each kind it holds; one of 13 puts nothing aside, and all its 34
    columns are the same. A kind helps if drawing it lowers the shanten; one of which hand and melds hold all four does not.
    `visible`: how many of each kind are seen besides the hand and its melds, (n, 34) or (34,) for all, by default none;
    more than there can be is as if all were seen, and so is what is no number of tiles (-1, say).
    ``left`` counts what is not seen: four of each kind that helps, less those of the hand (the tile put aside among them),
    its melds and `visible`. Errors are those of ``waits``.
    """
    given = given_for(rules, form, options)
    concealed, own = _hands(counts, melds)
    shape = (len(concealed), KINDS)
    seen = _NOTHING_VISIBLE
    if visible is not None:
        rows = integers("visible", visible)
        if rows.shape not in (shape, (KINDS,)):
            raise ValueError(f"visible: shape {shape} or ({KINDS},) is needed, got {rows.shape}")
        seen = _bytes("visible", np.broadcast_to(rows, shape), KINDS)
    found = Acceptance(np.empty(shape, np.int8), np.empty(shape, np.uint64), np.empty(shape, np.uint8))
    out = kernel_of_acceptance.Accepted(*found)
    kernel_of_acceptance.acceptance(concealed, own, seen, given, out)
    return found


def given_for(rules: "str | RuleSet", form: str, options: dict[str, Any]) -> Given:
    """Tables and forms of a rule set, for kernels."""
    chosen = rule_sets.get(rules, **options)
    try:
        return analysis(chosen.forms, form)
    except ValueError as error:
        raise Misuse(f"rule set {chosen.name!r}: {error}") from None


def _hands(counts: Any, melds: Any) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The arrays as kernels take them."""
    concealed = _bytes("counts", counts, KINDS)
    if melds is None:
        return concealed, _NO_MELDS
    own = _bytes("melds", melds, 4)
    if len(own) != len(concealed):
        raise ValueError(f"melds: shape ({len(concealed)}, 4) is needed beside {len(concealed)} hands, got {own.shape}")
    return concealed, own


def _bytes(name: str, value: Any, width: int) -> npt.NDArray[np.uint8]:
    """An array of integers (n, width) as bytes; what no byte holds becomes TOO_MANY, which no hand has."""
    array = integers(name, value)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name}: shape (n, {width}) is needed, got {array.shape}")
    if array.dtype != np.uint8:
        array = np.where((array < 0) | (array > TOO_MANY), TOO_MANY, array).astype(np.uint8)
    return read_only(array)
