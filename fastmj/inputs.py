"""One input made ready: which of its columns are read, what scores them, and which columns come out.

Names of folders may say something of the hands within, as ``seat=E/`` does: columns of a hand (and the one that names rule
sets) are taken from there where the file has none of that name. They are not written into the output, which keeps the folders.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

import pyarrow as pa

from fastmj.formats import Part, Probe, format_of
from fastmj.formats.spelled import typed, typed_schema
from fastmj.mixed import MixedScorer, names_column
from fastmj.rules import RuleSet
from fastmj.schema import ACCEPTED, MATRIX
from fastmj.scorer import BatchScorer, make_batch_scorer

_NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Wanted:
    """What is to be made of every input; the names are those of ``score_batch``."""

    rules: "str | RuleSet"
    layout: str = "list"
    payments: bool = False
    split: bool = False
    prefix: str = ""
    strict: bool = False
    dialect: str = "mpsz"
    unknown_win_tile: str = "refuse"
    names: str = "en"
    columns: tuple[str, ...] | None = None  # of the input, those that are carried to the output; None: all

    def scorer(self, schema: pa.Schema, spelled: bool = False) -> BatchScorer | MixedScorer:
        """What scores batches of this schema, where text may have numbers `spelled`. ``ValueError`` for columns of no hands."""
        return make_batch_scorer(
            schema,
            self.rules,
            self.layout,
            self.payments,
            self.split,
            self.prefix,
            self.strict,
            self.dialect,
            self.unknown_win_tile,
            self.names,
            spelled,
        )

    @property
    def scored_by(self) -> frozenset[str]:
        """The columns that make a difference to the scores."""
        named = {self.rules[1:]} if isinstance(self.rules, str) and names_column(self.rules) else set()
        return frozenset(ACCEPTED) | named


@dataclass(frozen=True)
class Ready:
    """A file of hands with its scorer. Made by ``made_ready``."""

    source: Path
    probe: Probe
    read: Sequence[str] | None  # the columns that are read; None: all
    keys: dict[str, pa.Scalar]  # columns that the names of folders say
    scorer: BatchScorer | MixedScorer
    carried: Sequence[str]  # the columns of the input that come out

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns that come out."""
        chosen = pa.schema([self.scorer.schema.field(place) for place in self._places])
        return typed_schema(chosen, self.probe.cells or {})

    @cached_property
    def _places(self) -> list[int]:
        """Which columns of the scorer come out."""
        if self.read is None and not self.keys:
            return list(range(len(self.scorer.schema)))
        given = len(self.read if self.read is not None else self.probe.schema) + len(self.keys)
        names = self.scorer.schema.names
        return [place for place, name in enumerate(names) if place >= given or name in self.carried]

    def parts(self, rows: int, threads: int, first: int = 0) -> Iterator[Part]:
        """The file's rows from `first` on, in parts of about `rows`."""
        return format_of(self.source).parts(self.source, self.probe.schema, rows, threads, first, self.read)

    def complete(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """A batch of the file as the scorer takes it."""
        if self.read is not None and batch.schema.names != self.read:
            batch = batch.select(self.read)
        for name, value in self.keys.items():
            batch = batch.append_column(pa.field(name, value.type), pa.repeat(value, batch.num_rows))
        return batch

    def outgoing(self, scored: pa.RecordBatch) -> pa.RecordBatch:
        """What comes out of a scored batch."""
        chosen = scored if len(self._places) == scored.num_columns else scored.select(self._places)
        return typed(chosen, self.probe.cells or {})


def made_ready(
    source: Path, root: Path | None, wanted: Wanted, scorers: dict[bytes, BatchScorer | MixedScorer]
) -> Ready:
    """Look at a file and check its columns. `scorers` are those made so far, by schema; a new one is added.

    ``ValueError`` for a file that cannot be read, for columns that are no hand's, and for carried columns it has not.
    """
    probe = format_of(source).probe(source)
    names, read = probe.schema.names, None
    carried = names
    if wanted.columns is not None:
        for name in wanted.columns:
            if names.count(name) != 1:
                many = f"{names.count(name)} columns" if name in names else "no column"
                raise ValueError(f"columns: the input has {many} {name!r} to carry; it has {', '.join(names)}")
        carried = [name for name in names if name in wanted.columns]
        read = [name for name in names if name in wanted.columns or name in wanted.scored_by]
    keys = {
        name: _value(name, text)
        for name, text in folder_keys(source, root).items()
        if name in wanted.scored_by and name not in names
    }
    fields = [probe.schema.field(place) for place, name in enumerate(names) if read is None or name in read]
    schema = pa.schema([*fields, *(pa.field(name, value.type) for name, value in keys.items())])
    key = schema_key(schema) + bytes([probe.spelled])
    if key not in scorers:
        scorers[key] = wanted.scorer(schema, probe.spelled)
    return Ready(source, probe, read, keys, scorers[key], carried)


def folder_keys(source: Path, root: Path | None) -> dict[str, str | None]:
    """What the names of the folders between `root` and a file say: ``year=2024/seat=E/`` -> year and seat."""
    folders = source.relative_to(root).parts[:-1] if root is not None else ()
    pairs = (folder.partition("=") for folder in folders)
    return {name: None if text == _NULL_FOLDER else unquote(text) for name, sign, text in pairs if sign}


def schema_key(schema: pa.Schema) -> bytes:
    """The schema as something that can be hashed."""
    return bytes(schema.serialize())  # older versions of pyarrow cannot hash a schema with metadata


def _value(name: str, text: str | None) -> pa.Scalar:
    """A folder's text as the value of a column: of the type that the column would have."""
    kinds = ACCEPTED[name].kinds if name in ACCEPTED else ("text",)
    if text is None:
        return pa.scalar(None, pa.null())
    if "bool" in kinds and text.lower() in ("true", "false", "1", "0"):
        return pa.scalar(text.lower() in ("true", "1"))
    if "integer" in kinds and text.isascii() and text.isdigit() and name not in MATRIX:
        return pa.scalar(int(text))
    return pa.scalar(text)
