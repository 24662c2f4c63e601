"""``fastmj.ray.score``: a dataset gets the score columns that a table gets."""

import os
import random
import signal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.cluster.processes import workers_of

pytestmark = pytest.mark.slow
FILES, ROWS = 6, 3000


@pytest.fixture(scope="module")
def hands():
    """Typed hands, sound and faulty ones mixed, numbered."""
    whole = pa.concat_tables([fastmj.sample(FILES * ROWS - 200, seed=3), fastmj.sample(200, "invalid")])
    order = list(range(len(whole)))
    random.Random(1).shuffle(order)
    return whole.take(order).append_column("id", pa.array(range(len(whole))))


@pytest.fixture(scope="module")
def folder(tmp_path_factory, hands):
    """The hands in several files."""
    place = tmp_path_factory.mktemp("hands")
    for i in range(FILES):
        pq.write_table(hands.slice(i * ROWS, ROWS), place / f"p{i}.parquet", row_group_size=1000)
    return place


@pytest.fixture
def data(ray):
    """The module ``ray.data``."""
    import ray.data

    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    return ray.data


def rows(ray, dataset):
    """All rows of a dataset, in its order."""
    return pa.concat_tables(ray.get(dataset.to_arrow_refs()))


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("mcr:online", {"layout": "mask", "payments": True, "mixed_kong": 6}),
        ("hk", {"layout": "wide", "split": True, "prefix": "hk_", "unknown_win_tile": "best", "names": "zh"}),
    ],
)
def test_the_same_table(ray, data, folder, hands, rules, options):
    scored = fastmj.ray.score(data.read_parquet(str(folder)), rules, workers=2, batch_rows=1000, **options)
    found = rows(ray, scored)
    assert found.equals(fastmj.score_batch(hands, rules, **options))


def test_each_row_its_own_rules(ray, data, hands):
    mixed = hands.append_column("rules", pa.array(["mcr", "imj", "hk", "nobody's"] * (FILES * ROWS // 4)))
    scored = fastmj.ray.score(data.from_arrow(mixed), "@rules", layout="total", workers=2)
    assert rows(ray, scored).equals(fastmj.score_batch(mixed, "@rules", layout="total"))


def test_a_worker_is_killed(ray, data, folder, hands):
    """Ray gives what a dead actor was at to another one."""
    scored = fastmj.ray.score(data.read_parquet(str(folder)), workers=2, batch_rows=100)
    killed, parts = [], []
    for batch in scored.iter_batches(batch_size=500, batch_format="pyarrow"):
        parts.append(batch)
        for pid in workers_of(os.getpid(), "ray::MapWorker")[: not killed]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
    assert len(killed) == 1
    assert pa.concat_tables(parts).equals(fastmj.score_batch(hands))


def test_what_is_refused_at_once(data, folder):
    unknown = data.read_parquet(str(folder)).map_batches(lambda table: table, batch_format="pyarrow")
    for wrong, told in (
        ({"rules": "nobody"}, "nobody"),
        ({"layout": "long"}, "layout"),
        ({"mixed_kongs": 7}, "mixed_kongs"),
        ({"unknown_win_tile": "any"}, "unknown_win_tile"),
        ({"names": "fr"}, "names='fr'"),
        ({"workers": 0}, "workers=0: at least one worker is needed"),
        ({"batch_rows": 0}, "batch_rows=0: at least one row is needed"),
    ):
        with pytest.raises(ValueError, match=told):
            fastmj.ray.score(unknown, **wrong)
    with pytest.raises(ValueError, match="no column 'hand'"):
        fastmj.ray.score(data.from_arrow(pa.table({"cards": ["1m"]})))
    with pytest.raises(TypeError, match=r"^dataset must be a ray\.data\.Dataset, got pyarrow\.lib\.Table$"):
        fastmj.ray.score(pa.table({"hand": ["1m"]}))


def test_a_fault_with_strict(ray, data, hands):
    with pytest.raises(Exception, match=r"in a batch of [\d,]+ rows of the dataset: row \d+"):
        fastmj.ray.score(data.from_arrow(hands), strict=True, workers=1).materialize()


def test_a_function_of_ones_own(ray, data, hands):
    """The package goes along by its name."""
    scored = data.from_arrow(hands).map_batches(lambda table: fastmj.score_batch(table), batch_format="pyarrow")
    assert sorted(rows(ray, scored)["id"].to_pylist()) == hands["id"].to_pylist()
