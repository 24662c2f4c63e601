"""Arrow IPC files and streams."""

import pyarrow as pa
import pytest

from fastmj.formats import open_writer
from tests.formats.reading import read

TABLE = pa.table({"hand": [f"{i % 9 + 1}m" for i in range(1000)], "id": pa.array(range(1000), pa.int32())})


def write(path, table=TABLE, stream=False, rows=300):
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=rows)
    return path


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("rows", [7, 100, 300, 1000, 5000])
def test_read(tmp_path, stream, rows):
    table = read(write(tmp_path / "a.arrow", stream=stream), rows)
    assert table.equals(TABLE)
    assert table["id"].num_chunks <= 2 * (1000 // min(rows, 300) + 1)


@pytest.mark.parametrize("stream", [False, True])
def test_no_rows(tmp_path, stream):
    assert read(write(tmp_path / "a.feather", TABLE.slice(0, 0), stream)).equals(TABLE.slice(0, 0))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("left", [0, 5, 100, 4000, -9, -8, -4, -1])
def test_cut_short(tmp_path, stream, left):
    path = write(tmp_path / "a.arrow", stream=stream)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(ValueError, match="cannot be read as ipc") as caught:
        read(path)
    assert str(path) in str(caught.value)


def test_no_arrow_file(tmp_path):
    path = tmp_path / "a.arrow"
    path.write_text("hand,seat\n1m,E\n" * 100)
    with pytest.raises(ValueError, match="cannot be read as ipc"):
        read(path)


def test_written(tmp_path):
    path = tmp_path / "a.arrow"
    with open_writer(path, TABLE.schema) as writer:
        for batch in TABLE.to_batches(max_chunksize=10):
            writer.write(writer.encode(batch))
    with pa.memory_map(str(path)) as source:
        reader = pa.ipc.open_file(source)
        assert reader.num_record_batches == 1  # not one a batch
        assert reader.read_all().equals(TABLE)


def test_columns_of_the_input_may_have_another_dictionary_in_each_batch(tmp_path):
    words = [pa.array(words).dictionary_encode() for words in (["a", "b"], ["c", None], ["b"])]
    score = pa.DictionaryArray.from_arrays(pa.array([1], pa.int8()), pa.array(["missing", "ok"]))
    batches = [pa.record_batch({"kind": column, "status": score.take(pa.array([0] * len(column)))}) for column in words]
    path = tmp_path / "a.arrow"
    with open_writer(path, batches[0].schema, carried=["kind"]) as writer:
        for batch in batches:
            for _ in range(40_000):  # enough that batches are not put together into one
                writer.write(writer.encode(batch))
    with pa.memory_map(str(path)) as source:
        table = pa.ipc.open_file(source).read_all()
    assert table.schema.types == [pa.string(), score.type]
    assert table["kind"].to_pylist() == ["a", "b"] * 40_000 + ["c", None] * 40_000 + ["b"] * 40_000
    assert set(table["status"].to_pylist()) == {"ok"}
