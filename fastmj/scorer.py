"""What scores the record batches of one schema, checked and made beforehand."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj.arguments import one_of, switches, text
from fastmj.arrow_arrays import words
from fastmj.arrow_in import Plan, plan
from fastmj.arrow_out import score_columns
from fastmj.engine import Engine, engine
from fastmj.faults import fault, first_fault
from fastmj.mixed import MixedScorer, chosen_for_rows
from fastmj.rules.ruleset import LANGUAGES, RuleSet
from fastmj.schema import score_fields
from fastmj.unknown import check_choice, with_win_tiles


class Named:
    """A rule set whose elements bear their names in one language. ValueError for an unknown language."""

    def __init__(self, rules: RuleSet, language: str) -> None:
        self._rules, self._language = rules, language
        self.names = rules.names_in(language)
        self.words, self.counters = rules.words, rules.counters

    def unpack(self, words: npt.NDArray[Any], counts: npt.NDArray[Any]) -> pa.ListArray:
        """``RuleSet.unpack`` in this language."""
        return self._rules.unpack(words, counts, self._language)

    def unpack_wide(self, words: npt.NDArray[Any], counts: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """``RuleSet.unpack_wide``."""
        return self._rules.unpack_wide(words, counts)


class BatchScorer:
    """Scores record batches of one schema; thread-safe. Made by ``make_batch_scorer``."""

    def __init__(
        self,
        reading: Plan,
        rules: RuleSet,
        layout: str,
        payments: bool,
        split: bool,
        prefix: str,
        strict: bool,
        unknown_win_tile: str,
        names: str,
    ) -> None:
        self.rules = rules
        self.naming = Named(rules, names)
        used = unknown_win_tile != "refuse"
        self._fields = score_fields(self.naming, layout, payments=payments, split=split, used=used)
        named = [field.with_name(prefix + field.name) for field in self._fields]
        self.schema = pa.schema([*reading.schema, *named])
        self._unknown = unknown_win_tile
        self._plan, self._layout, self._payments, self._split, self._strict = reading, layout, payments, split, strict
        self._engine: Engine = engine(rules)

    def __call__(self, batch: pa.RecordBatch, first_row: int = 0) -> pa.RecordBatch:
        """The batch with its score columns; ``first_row`` is its place in the whole input, for messages."""
        hands, tiles = with_win_tiles(self._engine, self._plan.read(batch), self._unknown)
        found = self._engine(hands) if self._layout == "mask" else self._engine.without_counts(hands)
        if self._strict:
            message = first_fault(batch, hands, found.status, first_row=first_row, dialect=self._plan.dialect or "mpsz")
            if message is not None:
                raise ValueError(message)
        paid = self.rules.payments(hands, found) if self._payments else None
        split = words([text or None for text in self._engine.splits(hands)]) if self._split else None
        used = None if self._unknown == "refuse" else tiles
        columns = score_columns(
            found, self.naming, self._layout, payments=paid, split=split, used=used, fields=self._fields
        )
        return pa.RecordBatch.from_arrays([*batch.columns, *columns], schema=self.schema)

    def reasons(self, batch: pa.RecordBatch, status: npt.NDArray[np.uint8]) -> list[str]:
        """Why each row of a batch, all of which were refused, has its status."""
        hands, _ = with_win_tiles(self._engine, self._plan.read(batch), self._unknown)
        dialect = self._plan.dialect or "mpsz"
        return [fault(batch, hands, row, int(code), dialect) for row, code in enumerate(status)]


class Made(NamedTuple):
    """A scorer, and what it was made for."""

    schema: pa.Schema
    rules: RuleSet
    asked: tuple[Any, ...]
    scorer: BatchScorer


KEPT = 8
_made: tuple[Made, ...] = ()


def make_batch_scorer(
    schema: pa.Schema,
    rules: "str | RuleSet" = "mcr",
    layout: str = "list",
    payments: bool = False,
    split: bool = False,
    prefix: str = "",
    strict: bool = False,
    dialect: str = "mpsz",
    unknown_win_tile: str = "refuse",
    names: str = "en",
    spelled: bool = False,
    **options: Any,
) -> BatchScorer | MixedScorer:
    """Check columns, rule set and options, and return a scorer for record batches of this schema.

    ``spelled``: text may spell numbers and bools in any column of a hand. The last few scorers are kept: to check and make
    one takes as long as to score two thousand hands.
    """
    global _made
    switches(payments=payments, split=split, strict=strict)
    text("prefix", prefix)
    one_of("names", names, LANGUAGES)
    rules = chosen_for_rows(rules, layout, options)
    asked = (layout, payments, split, prefix, strict, dialect, unknown_win_tile, names, spelled)
    for made in _made:
        if made.rules is rules and made.asked == asked and made.schema.equals(schema, check_metadata=True):
            return made.scorer
    check_choice(unknown_win_tile)
    used = unknown_win_tile != "refuse"
    reading = plan(
        schema, layout, prefix=prefix, payments=payments, split=split, used=used, dialect=dialect, spelled=spelled
    )
    if not isinstance(rules, RuleSet):
        return MixedScorer(reading, rules, layout, payments, split, prefix, strict, unknown_win_tile, names)
    scorer = BatchScorer(reading, rules, layout, payments, split, prefix, strict, unknown_win_tile, names)
    _made = (Made(schema, rules, asked, scorer), *_made[: KEPT - 1])  # one assignment: threads see the old or the new
    return scorer
