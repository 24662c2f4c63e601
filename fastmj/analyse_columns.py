"""The analysis of record batches: hand columns in, columns of shanten, waits and useful tiles added."""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from fastmj import analyse
from fastmj import rules as rule_sets
from fastmj.arguments import Misuse, names, text
from fastmj.arrow_in import plan
from fastmj.hands import Hands
from fastmj.kernels.shapes import IMPOSSIBLE, forms_mask
from fastmj.rules.ruleset import RuleSet
from fastmj.seen_tiles import seen_reader
from fastmj.status import OK
from fastmj.tiles import KINDS, NAMES

Array = npt.NDArray[Any]
TILE = pa.dictionary(pa.int8(), pa.string())
_NAMES = pa.array(NAMES, pa.string())
FIELDS = {
    "shanten": pa.int8(),
    "waits": pa.list_(TILE),
    "acceptance": pa.list_(
        pa.struct([("discard", TILE), ("shanten", pa.int8()), ("tiles", pa.list_(TILE)), ("left", pa.uint8())])
    ),
}
"""The columns that can be asked for. Rows that cannot be analysed are null in all of them."""
READ = ("hand", "melds", "win_tile")  # what else a row says does not matter here


class Found(NamedTuple):
    """What is counted of a batch."""

    rows: int
    analysed: int


class BatchAnalyser:
    """Analyses record batches of one schema; thread-safe.

    ``shanten`` and ``acceptance`` are those of all tiles held, 13 or 14 (3 less a meld); ``waits`` those of 13, a winning
    tile put aside first. ``acceptance`` has one item a kind that can be put aside, or one without ``discard`` for 13 tiles.
    ``visible`` names a column of what is seen besides hand and melds; where that is null or cannot be read, ``acceptance`` is
    null. ``spelled``: text may spell numbers. ``ValueError`` for unknown names, wrong columns, and names that the input has.
    """

    def __init__(
        self,
        schema: pa.Schema,
        wanted: Collection[str],
        rules: "str | RuleSet" = "mcr",
        form: str = "any",
        prefix: str = "",
        dialect: str = "mpsz",
        spelled: bool = False,
        *,
        visible: str | None = None,
        **options: Any,
    ) -> None:
        wanted, prefix = names("wanted", wanted), text("prefix", prefix)
        unknown = [name for name in wanted if name not in FIELDS]
        if unknown or not wanted:
            raise ValueError(f"columns {', '.join(unknown) or '(none)'}: ask for some of {', '.join(FIELDS)}")
        self.rules, self.form = rule_sets.get(rules, **options), form
        forms_mask(self.rules.forms, form)
        self.wanted = [name for name in FIELDS if name in wanted]
        for name in self.wanted:
            if prefix + name in schema.names:
                raise ValueError(
                    f"the input already has a column {prefix + name!r}: rename it, or give the new columns another name "
                    'with prefix="my_"'
                )
        self.schema = pa.schema([*schema, *(pa.field(prefix + name, FIELDS[name]) for name in self.wanted)])
        read = pa.schema([field for field in schema if field.name in READ])
        self._plan = plan(read if "hand" in read.names else schema, dialect=dialect, spelled=spelled)
        self._read = read.names
        if visible is not None and "acceptance" not in self.wanted:
            raise Misuse(f"visible={visible!r}: only the column acceptance counts what is left, which is not asked for")
        self._seen = None if visible is None else seen_reader(schema, visible, dialect)

    def __call__(self, batch: pa.RecordBatch) -> tuple[pa.RecordBatch, Found]:
        """The batch with the new columns, and what is counted of it."""
        hands = self._plan.read(batch.select(self._read))
        shanten = analyse.shanten(hands.counts, hands.melds, self.rules, self.form)
        valid = (shanten != IMPOSSIBLE) & (hands.status == OK)
        visible, known = (None, True) if self._seen is None else self._seen(batch)
        columns = []
        for name in self.wanted:
            if name == "shanten":
                columns.append(pa.array(shanten, mask=~valid))
            elif name == "waits":
                columns.append(self._waits(hands))
            else:
                columns.append(self._acceptance(hands, valid & known, visible))
        found = Found(batch.num_rows, int((valid & known).sum()))
        return pa.RecordBatch.from_arrays([*batch.columns, *columns], schema=self.schema), found

    def _waits(self, hands: Hands) -> pa.Array:
        counts = hands.counts.copy()
        rows = np.flatnonzero(hands.win_tile < KINDS)
        tiles = hands.win_tile[rows]
        held = counts[rows, tiles] > 0
        counts[rows, tiles] -= held
        valid = (hands.status == OK) & (analyse.shanten(counts, hands.melds, self.rules, self.form) != IMPOSSIBLE)
        valid[rows] &= held
        valid &= counts.sum(axis=1, dtype=np.int64) % 3 == 1
        return _tiles(analyse.waits(counts, hands.melds, self.rules, self.form, mask=True), valid)

    def _acceptance(self, hands: Hands, valid: Array, visible: Array | None) -> pa.Array:
        found = analyse.acceptance(hands.counts, hands.melds, visible, self.rules, self.form)
        nothing_away = hands.counts.sum(axis=1, dtype=np.int64) % 3 == 1
        kept = (found.shanten != IMPOSSIBLE) & valid[:, None]
        kept[nothing_away, 1:] = False
        rows, away = np.nonzero(kept)
        discards = pa.array(away.astype(np.int8), mask=nothing_away[rows])
        items = pa.StructArray.from_arrays(
            [
                pa.DictionaryArray.from_arrays(discards, _NAMES),
                pa.array(found.shanten[rows, away]),
                _tiles(found.tiles[rows, away], np.ones(len(rows), np.bool_)),
                pa.array(found.left[rows, away]),
            ],
            fields=list(FIELDS["acceptance"].value_type),
        )
        return _lists(kept.sum(axis=1), items, valid)


def _tiles(masks: Array, valid: Array) -> pa.Array:
    """Masks of kinds as lists of their names, null where not valid."""
    bits = np.unpackbits(masks.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    bits[~valid] = 0
    _, kinds = np.nonzero(bits)
    items = pa.DictionaryArray.from_arrays(pa.array(kinds.astype(np.int8)), _NAMES)
    return _lists(bits.sum(axis=1, dtype=np.int64), items, valid)


def _lists(lengths: Array, items: pa.Array, valid: Array) -> pa.Array:
    """The items cut into lists of these lengths, null where not valid."""
    offsets = pa.array(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32))
    return pa.ListArray.from_arrays(offsets, items, mask=pa.array(~valid))
