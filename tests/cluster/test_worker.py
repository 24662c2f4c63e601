"""The actor's code, run here."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.cluster import ClusterError
from fastmj.cluster.orders import Order, Terms, pieces
from fastmj.cluster.worker import Worker
from fastmj.formats.jobs import Job
from fastmj.identity import package
from fastmj.inputs import Wanted
from fastmj.rules import get
from fastmj.spans import Span


@pytest.fixture
def at_work(tmp_path, monkeypatch):
    """(an actor that is ready, an order)."""
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    pq.write_table(fastmj.sample(1000), "in.parquet")
    worker = Worker()
    assert worker.ready(Terms(package(), tmp_path, Wanted(get("mcr")), 1, 300, None, None, False, Path("out")))
    job = Job(Path("in.parquet"), Path("out/in.parquet"))
    return worker, Order(job, None, "in.parquet", Path("in.parquet").stat().st_size, 1000, Span(0, 1), {}, False)


def test_an_order(at_work):
    worker, order = at_work
    news = list(worker.make(order))
    assert sum(each.rows for each in news) == 1000
    assert news[-1].done["in.parquet"].rows == 1000
    assert (news[-1].error, news[-1].faults) == (None, [])
    assert pq.read_table("out/in.parquet").equals(fastmj.score_batch(pq.read_table("in.parquet")))


def told(worker, order):
    """The error that ends an order."""
    *_, last = worker.make(order)
    assert isinstance(last.error, ClusterError)
    assert str(last.error).endswith("storage that all machines of the cluster see under the same name")
    return str(last.error)


def test_inputs_that_are_not_here(at_work):
    worker, order = at_work
    assert ": the input in.parquet is another file there; " in told(worker, replace(order, size=7))
    Path("out").rmdir()
    assert ": the output folder out is not there; " in told(worker, order)
    Path("in.parquet").unlink()
    assert ": the input in.parquet is not there; " in told(worker, order)


def test_a_working_folder_that_is_not_here(tmp_path):
    terms = Terms(package(), tmp_path / "gone", Wanted(get("mcr")), 1, 300, None, None, False, Path("out"))
    with pytest.raises(ClusterError, match=r"there is no folder .*gone; inputs and outputs must lie on storage"):
        Worker().ready(terms)


def test_what_was_not_expected_comes_with_its_traceback(at_work, monkeypatch):
    def fail(*_):
        raise KeyError("surprise")

    worker, order = at_work
    monkeypatch.setattr("fastmj.cluster.worker.made_ready", fail)
    *_, last = worker.make(order)
    assert isinstance(last.error, KeyError)
    assert "in fail" in last.error.__notes__[0]


@pytest.mark.parametrize(
    ("name", "every", "spans", "expected"),
    [
        ("in.parquet", None, [Span(0, 1)], [Span(0, 1)]),
        ("in.parquet", 1 << 19, [Span(0, 3), Span(4, 9)], [Span(0, 2), Span(2, 3), Span(4, 6), Span(6, 8), Span(8, 9)]),
        ("in.parquet", 1 << 22, [Span(0, 2)], [Span(0, 1), Span(1, 2)]),
        ("in.csv", 1 << 19, [Span(0, 3)], [Span(0, 3)]),  # whose later rows are found by reading the others
        ("in.jsonl", 1 << 19, [Span(2, None)], [Span(2, None)]),
    ],
)
def test_pieces(name, every, spans, expected):
    assert list(pieces(SimpleNamespace(source=Path(name)), spans, every)) == expected
