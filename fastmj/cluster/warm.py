"""Compiled kernels on a machine of a cluster: compiled by one process there, loaded by the others."""

import hashlib
import json
import os
from dataclasses import replace

import pyarrow as pa

from fastmj.formats.locks import in_turn
from fastmj.hand import Hand
from fastmj.identity import described, package
from fastmj.inputs import Wanted
from fastmj.kernels import cache
from fastmj.mixed import names_column


def warm_once(wanted: Wanted) -> None:
    """Compile what scores hands so, or load it; where several processes of a machine begin together, one compiles."""
    folder = cache.folder()
    if folder is None:
        _warm(wanted)
        return
    name = hashlib.sha256(json.dumps(described(wanted), sort_keys=True).encode()).hexdigest()[:20]
    mark = folder / f"warm-{name}"
    if not mark.exists() and os.access(folder, os.W_OK):
        with in_turn(mark.with_suffix(".lock")):
            if not mark.exists():
                _warm(wanted)
                cache.write(mark, b"")
    _warm(wanted)


def one_hand(wanted: Wanted) -> pa.RecordBatch:
    """A hand with the columns that it needs to be scored so."""
    columns = {"hand": pa.array([Hand.parse("123456789m123p5s+5s").to_text(wanted.dialect)])}
    if isinstance(wanted.rules, str) and names_column(wanted.rules):
        columns.setdefault(wanted.rules[1:], pa.nulls(1))
    return pa.record_batch(columns)


def _warm(wanted: Wanted) -> None:
    """Score a hand."""
    one = one_hand(wanted)
    replace(wanted, strict=False, prefix="fastmj_").scorer(one.schema)(one)


def refuse_other(expected: dict[str, str], where: str) -> None:
    """Raise ``ValueError`` unless the package here is the one that the driver has."""
    here = package()
    if here != expected:
        told = [f"{each['version']} (sources {each['sources']})" for each in (here, expected)]
        raise ValueError(f"{where} has fastmj {told[0]}, this run is of {told[1]}: install the same one everywhere")
