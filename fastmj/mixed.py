"""Tables whose rows name their own rule set: ``rules="@column"``.

    name      the column's words -> one code a row; rows without a rule set are refused
    gather    the hands of each rule set side by side
    score     each rule set's hands by its own engine
    scatter   the scores back into the order of the input, where their elements are named

A word is ``name`` or ``name:profile`` of a built-in rule set. A rule file is code and is never taken from data.
"""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import columns
from fastmj import rules as rule_sets
from fastmj.arguments import Misuse
from fastmj.arrow_arrays import booleans, words
from fastmj.arrow_in import Plan
from fastmj.arrow_out import score_columns
from fastmj.engine import ScoreArrays, engine
from fastmj.faults import fault, first_fault
from fastmj.hands import Hands, read_only
from fastmj.kernels.mixed_output import Namings, mixed_lists, namings
from fastmj.rules.ruleset import RuleSet
from fastmj.schema import ELEMENTS, kind_of, score_fields, score_names
from fastmj.status import BELOW_MINIMUM, MISSING, UNKNOWN_RULES
from fastmj.tiles import NO_TILE
from fastmj.unknown import with_win_tiles

Array = npt.NDArray[Any]
LAYOUTS = ("list", "total")
"""The layouts that do not depend on a rule set."""
REFUSED = columns.UNFIT
"""The code of rows without a rule set; it comes after all others."""


def names_column(rules: "str | RuleSet") -> bool:
    """Whether it is ``"@column"``: each row names its own rule set there."""
    return isinstance(rules, str) and rules.startswith("@")


def chosen_for_rows(rules: "str | RuleSet", layout: str, options: dict[str, Any]) -> "str | RuleSet":
    """The rule set for all rows of a table, or ``"@column"`` as it is, once layout and options are checked.

    ValueError for an unknown layout, for one that mixed tables cannot have, and for options beside ``"@column"``.
    """
    score_names(layout)
    if not names_column(rules):
        return rule_sets.get(rules, **options)
    if layout not in LAYOUTS:
        raise Misuse(
            f"layout {layout!r} with rules={rules!r}: rows of several rule sets have no elements in common; "
            f"accepted: {', '.join(LAYOUTS)}"
        )
    if options:
        raise Misuse(
            f"options ({', '.join(options)}) go with one rule set; with rules={rules!r} each row names its own, "
            "and its profile as in mcr:online"
        )
    return rules


class Known(NamedTuple):
    """The rule sets that a row may name."""

    rules: tuple[RuleSet, ...]
    code: dict[str, int]  # name or name:profile -> which of `rules`
    namings: Namings  # of all their elements: one dictionary for every batch, whatever it holds


def _labels(name: str) -> Iterator[str]:
    yield name
    for option in fields(rule_sets.get(name).options):
        if option.name == "profile":
            yield from (f"{name}:{profile}" for profile in option.metadata["accepts"])


@cache
def known(names: str = "en") -> Known:
    """The built-in rule sets under all names that a row may give; each is compiled when a row first names it.

    ``names``: the language of their elements' names.
    """
    made: list[RuleSet] = []
    code = {}
    for label in (label for name in rule_sets.names() for label in _labels(name)):
        rules = rule_sets.get(label)
        if rules not in made:  # mcr:standard is mcr
            made.append(rules)
        code[label] = made.index(rules)
    return Known(tuple(made), code, namings(made, names))


class _Found(NamedTuple):
    """What came of n hands, one array a column; what was not asked for is empty."""

    total: Array
    raw: Array
    status: Array
    limit: Array
    words: Array  # zeros where refused
    amounts: Array  # payments (n, 4)
    paid: Array  # which rows have them
    split: Array  # of str or None
    used: Array  # winning tiles


class MixedScorer:
    """Scores record batches of one schema, each row under the rule set that one of its columns names; thread-safe."""

    naming = None  # not one for all

    def __init__(
        self,
        reading: Plan,
        rules: str,
        layout: str,
        payments: bool,
        split: bool,
        prefix: str,
        strict: bool,
        unknown_win_tile: str,
        names: str,
    ) -> None:
        """``rules`` is ``"@column"``; ValueError where the input has no such column of text."""
        self._place, self._column = _place_of(rules, reading.schema), rules[1:]
        self._plan, self._layout, self._payments, self._split, self._strict = reading, layout, payments, split, strict
        self._known = known(names)
        self._unknown, self._used = unknown_win_tile, unknown_win_tile != "refuse"
        outputs = score_fields(
            self._known.rules[0], layout, payments=payments, split=split, used=self._used, prefix=prefix
        )
        self.schema = pa.schema([*reading.schema, *outputs])

    def __call__(self, batch: pa.RecordBatch, first_row: int = 0) -> pa.RecordBatch:
        """The batch with its score columns; ``first_row`` is its place in the whole input, for messages."""
        hands = self._plan.read(batch)
        code, status = self._named(batch, hands)
        hands = hands._replace(status=read_only(status))
        sizes = np.bincount(code, minlength=REFUSED)
        if (code[1:] >= code[:-1]).all():
            found = self._scored(sizes, hands)
        else:
            order = np.argsort(code, kind="stable")
            back = np.empty_like(order)
            back[order] = np.arange(len(order))
            found = _Found(*_taken(self._scored(sizes, Hands(*map(read_only, _taken(hands, order)))), back))
        if self._strict:
            self._complain(batch, hands, found.status, first_row)
        return pa.RecordBatch.from_arrays([*batch.columns, *self._columns(found, code)], schema=self.schema)

    def reasons(self, batch: pa.RecordBatch, status: Array) -> list[str]:
        """Why each row of a batch, all of which were refused, has its status."""
        hands, dialect = self._plan.read(batch), self._plan.dialect or "mpsz"
        return [fault(batch, hands, row, int(code), dialect, self._column) for row, code in enumerate(status)]

    def _named(self, batch: pa.RecordBatch, hands: Hands) -> tuple[Array, Array]:
        """Which of the known rule sets each row names, `REFUSED` where none; and the status so far."""
        read = columns.words(batch.column(self._place), self._known.code.get)
        status = hands.status.copy()
        if read.null is not None:
            status[read.null] = MISSING
        if read.unfit is not None:
            # without a winning tile something is missing first: only a rule set could know a claim
            fault = np.where(hands.win_tile == NO_TILE, MISSING, UNKNOWN_RULES).astype(np.uint8)
            np.minimum(status, fault, out=status, where=read.unfit)
        return read.values, status

    def _scored(self, sizes: Array, hands: Hands) -> _Found:
        """The scores of hands that are sorted by code, `sizes` of each; those that come last have no rule set."""
        n = len(hands.status)
        found = _Found(
            total=np.full(n, np.nan, np.float32),
            raw=np.full(n, np.nan, np.float32),
            status=hands.status.copy(),
            limit=np.zeros(n, np.bool_),
            words=np.zeros((n * (self._layout == "list"), self._known.namings.words), np.uint64),
            amounts=np.zeros((n * self._payments, 4), np.int32),
            paid=np.zeros(n * self._payments, np.bool_),
            split=np.full(n * self._split, None, object),
            used=np.full(n * self._used, NO_TILE, np.uint8),
        )
        stop = 0
        for rules, size in zip(self._known.rules, sizes.tolist(), strict=False):
            start, stop = stop, stop + size
            if size:
                self._score_part(rules, hands.part(start, stop), _Found(*(column[start:stop] for column in found)))
        return found

    def _score_part(self, rules: RuleSet, hands: Hands, out: _Found) -> None:
        """Score hands of one rule set into `out`."""
        hands, tiles = with_win_tiles(engine(rules), hands, self._unknown)
        scores = engine(rules).without_counts(hands)
        if self._used:
            out.used[:] = tiles
        for name in ("total", "raw", "status", "limit"):
            getattr(out, name)[:] = getattr(scores, name)
        if self._layout == "list":
            out.words[:, : rules.words] = scores.words
        if self._payments:
            out.amounts[:], out.paid[:] = rules.payments(hands, scores)
        if self._split:
            out.split[:] = [text or None for text in engine(rules).splits(hands)]

    def _columns(self, found: _Found, code: Array) -> list[pa.Array]:
        """The score columns."""
        none = np.empty((0, 0), np.uint8)
        made = score_columns(
            ScoreArrays(*found[:5], none),
            self._known.rules[0],
            "total",
            payments=(found.amounts, found.paid) if self._payments else None,
            split=words(found.split.tolist()) if self._split else None,
            used=found.used if self._used else None,
        )
        if self._layout == "list":
            which = np.where(code == REFUSED, 0, code).astype(np.uint8)
            lists = mixed_lists(self._known.namings, found.words, which)
            refused = booleans(found.status < BELOW_MINIMUM)
            elements = pa.ListArray.from_arrays(lists.offsets, lists.values, type=ELEMENTS, mask=refused)
            made.insert(score_names("list").index("elements"), elements)
        return made

    def _complain(self, batch: pa.RecordBatch, hands: Hands, status: Array, first_row: int) -> None:
        """Raise for the first faulty row."""
        dialect = self._plan.dialect or "mpsz"
        message = first_fault(batch, hands, status, first_row=first_row, dialect=dialect, rules_column=self._column)
        if message is not None:
            raise ValueError(message)


def _taken(arrays: tuple[Any, ...], rows: Array) -> list[Array]:
    """These rows of every array that is not empty."""
    return [array.take(rows, 0) if len(array) else array for array in arrays]


def _place_of(rules: str, schema: pa.Schema) -> int:
    """Where the column is that names rule sets."""
    column = rules[1:]
    found = schema.get_all_field_indices(column)
    if len(found) > 1:
        raise ValueError(f"rules={rules!r}: the input has {len(found)} columns named {column!r}, one is accepted")
    if not found:
        names = ", ".join(map(repr, schema.names))
        raise ValueError(f"rules={rules!r}: the input has no column {column!r}; it has {names}")
    kind = schema.field(found[0]).type
    if kind_of(kind) not in ("text", "null"):
        raise ValueError(f"rules={rules!r}: column {column!r} is {kind}; accepted: text ({', '.join(known().code)})")
    return int(found[0])
