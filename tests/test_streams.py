"""Scores as a stream: how far it reads ahead, what it lets go, and what becomes of faults on the way."""

import threading
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pyarrow as pa
import pytest

import fastmj
from fastmj.formats import Gathered

HAND = "1122446677889s+9s"
ROWS = 100  # of a batch that is scored, in these tests
SCHEMA = pa.schema([("hand", pa.string()), ("id", pa.int64())])


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("fastmj.score"), "BATCH_ROWS", ROWS)


class Source:
    """Batches of hands, one after another, that know how many were taken and whether somebody still holds them."""

    def __init__(self, rows: int, fault: Exception | None = None, good: int = 10**9, hand: str = HAND) -> None:
        self.rows, self.fault, self.good, self.hand = rows, fault, good, hand
        self.taken, self.held = 0, True

    def _batches(self) -> Iterator[pa.RecordBatch]:
        try:
            while self.taken < self.good:
                ids = pa.array(range(self.taken * self.rows, (self.taken + 1) * self.rows))
                self.taken += 1
                yield pa.RecordBatch.from_arrays([pa.array([self.hand] * self.rows), ids], schema=SCHEMA)
            if self.fault is not None:
                raise self.fault
        finally:
            self.held = False

    def reader(self) -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_batches(SCHEMA, self._batches())


class Foreign:
    """A stream of another library."""

    def __init__(self, reader: pa.RecordBatchReader) -> None:
        self._reader = reader

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._reader.__arrow_c_stream__(requested_schema)


SOURCES = pytest.mark.parametrize("wrapped", [lambda reader: reader, Foreign], ids=["reader", "stream"])
THREADS = pytest.mark.parametrize("threads", [1, 3])


def of_fastmj() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("fastmj")]


@SOURCES
@THREADS
@pytest.mark.parametrize("rows", [7, 100, 450])
def test_no_more_is_read_than_is_under_way(wrapped: Any, threads: int, rows: int) -> None:
    source = Source(rows)
    scored = fastmj.score_stream(wrapped(source.reader()), threads=threads)
    assert source.taken == 0
    most = ROWS * (threads + 2 if threads > 1 else 2) + rows
    for done in range(1, 20):
        assert scored.read_next_batch()["total"].to_pylist()[0] == 48
        assert source.taken * rows <= done * ROWS + most
    assert source.held


@SOURCES
@THREADS
def test_all_is_let_go_with_the_reader(wrapped: Any, threads: int) -> None:
    """In the middle of the stream, by a loop that ends early too."""
    for use in (lambda scored: scored.read_next_batch(), lambda scored: next(iter(scored)), lambda scored: None):
        source = Source(30)
        scored = fastmj.score_stream(wrapped(source.reader()), threads=threads)
        use(scored)
        del scored
        assert of_fastmj() == []
        assert not source.held or source.taken == 0  # what was never begun has nothing to end


FAULTS = [OSError("the disk is gone"), ValueError("no such hand"), KeyError("key"), RuntimeError("broken")]


@THREADS
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_fault_of_the_source_is_passed_on_after_the_rows_before_it(fault: Exception, threads: int) -> None:
    source = Source(30, fault, good=17)
    batches: list[pa.RecordBatch] = []
    with pytest.raises(type(fault)) as raised:
        batches.extend(fastmj.score_stream(source.reader(), threads=threads))
    assert raised.value is fault
    assert [row for batch in batches for row in batch["id"].to_pylist()] == list(range(17 * 30))
    assert of_fastmj() == []


@THREADS
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_fault_of_another_library_keeps_its_words(fault: Exception, threads: int) -> None:
    """The C interface hands on text alone: OSError, or ArrowInvalid, which is a ValueError."""
    source = Source(30, fault, good=17)
    batches: list[pa.RecordBatch] = []
    with pytest.raises(OSError if isinstance(fault, OSError) else ValueError, match=str(fault.args[0])):
        batches.extend(fastmj.score_stream(Foreign(source.reader()), threads=threads))
    assert sum(batch.num_rows for batch in batches) == 17 * 30


@THREADS
def test_a_fault_of_a_row_is_named_by_its_place_in_the_stream(threads: int) -> None:
    good, bad = Source(30, good=20).reader().read_all(), Source(30, good=1, hand="1m").reader().read_all()
    both = pa.concat_tables([good, bad, good])
    with pytest.raises(ValueError, match=r"^row 600, column 'hand': no winning tile"):
        fastmj.score_stream(both.to_reader(), strict=True, threads=threads).read_all()
    with pytest.raises(ValueError, match=r"^row 600, column 'hand': no winning tile"):
        fastmj.score_batch(both, strict=True, threads=threads)


def test_wide_rows_are_put_together_up_to_a_size() -> None:
    gathered = Gathered(1000, size=5000)
    batch = pa.RecordBatch.from_pydict({"x": [b"." * 1000]})
    sizes = [found.num_rows for _ in range(30) for found in gathered.add(batch)]
    sizes += [found.num_rows for found in gathered.rest()]
    assert sum(sizes) == 30
    assert max(sizes) <= 6
    assert len(sizes) <= 7


@pytest.mark.parametrize(
    "dictionaries",
    [
        [[f"{number}-{i}" for i in range(100)] for number in range(3)],
        [[[1], [2]], [[1], [3]]],
        [[{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}]],
    ],
    ids=["too many words", "lists", "structs"],
)
@THREADS
def test_batches_that_cannot_be_joined_stay_apart(dictionaries: list[Any], threads: int) -> None:
    """Categories of another library: each batch has its own, and together they are more than their index counts."""
    index = pa.array([0, 1], pa.int8())
    batches = [
        pa.RecordBatch.from_pydict({"hand": [HAND, "1m"], "x": pa.DictionaryArray.from_arrays(index, pa.array(words))})
        for words in dictionaries
    ]
    table = pa.Table.from_batches(batches)
    scored = fastmj.score_batch(table, threads=threads)
    assert scored["total"].to_pylist() == [48, None] * len(batches)
    assert scored["x"].equals(table["x"])


def test_the_schema_is_the_same_whatever_the_first_batch_holds() -> None:
    """apache/arrow#2805: nullability decided by the rows that come first."""
    good, bad = (
        Source(30, good=10).reader().read_all(),
        pa.table({"hand": ["1m", None], "id": [1, None]}, schema=SCHEMA),
    )
    for parts in ([good, bad], [bad, good]):
        scored = fastmj.score_stream(pa.concat_tables(parts).to_reader(30), payments=True, split=True)
        assert [batch.schema for batch in scored] == [scored.schema] * len([*range(0, 300, ROWS), 1])
