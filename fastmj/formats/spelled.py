"""Cells of text that spell numbers, or true and false: the columns of a hand in a CSV file.

They are read as the text they are, so that a cell which spells nothing spoils its own row only, and is kept. A column comes out
as numbers or bools where all its first cells spell such.
"""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from fastmj.schema import ACCEPTED, WORDS_OF_BOOLS

_NUMBER = "^[0-9]{1,18}$"
_TRUE, _FALSE = (
    pa.array([word for word, value in WORDS_OF_BOOLS.items() if value is wanted]) for wanted in (True, False)
)


def type_of(name: str, first: pa.Array) -> pa.DataType:
    """What a column of this name comes out as, by its first cells: int64 or bool where all of them spell it, else text."""
    kinds, cells = ACCEPTED[name].kinds if name in ACCEPTED else ("text",), first.drop_null()
    if "bool" in kinds and pc.all(_is_bool(cells), min_count=0).as_py():
        return pa.bool_()
    numbers = pc.all(pc.match_substring_regex(cells, _NUMBER), min_count=0).as_py()
    if "integer" in kinds and numbers and (len(cells) or "text" not in kinds):
        return pa.int64()
    return pa.string()


def typed_schema(schema: pa.Schema, types: Mapping[str, pa.DataType]) -> pa.Schema:
    """The schema with these types in place of text."""
    return pa.schema([field.with_type(types.get(field.name, field.type)) for field in schema], schema.metadata)


def typed(batch: pa.RecordBatch, types: Mapping[str, pa.DataType]) -> pa.RecordBatch:
    """The batch with these types in place of text; a cell that spells nothing of the kind is null."""
    if not any(name in types for name in batch.schema.names):
        return batch
    columns = [
        _typed(column, types[name]) if name in types else column
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=typed_schema(batch.schema, types))


def _typed(column: pa.Array, kind: pa.DataType) -> pa.Array:
    if pa.types.is_boolean(kind):
        return pc.if_else(_is_bool(column), pc.is_in(pc.utf8_lower(column), _TRUE), None)
    return pc.if_else(pc.match_substring_regex(column, _NUMBER), column, None).cast(kind)


def _is_bool(cells: pa.Array) -> pa.Array:
    return pc.is_in(pc.utf8_lower(cells), pa.concat_arrays([_TRUE, _FALSE]))
