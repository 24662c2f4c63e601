"""Parquet in and out."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fastmj.formats import open_writer
from fastmj.formats.parquet import ROW_GROUP_ROWS, parquet_settings
from fastmj.schema import ELEMENTS
from tests.formats.reading import read

TABLE = pa.table({"hand": [f"{i % 9 + 1}m" for i in range(1000)], "id": pa.array(range(1000), pa.int32())})


def write(path, schema, batches):
    with open_writer(path, schema) as writer:
        for batch in batches:
            writer.write(writer.encode(batch))
    return pq.ParquetFile(path)


@pytest.mark.parametrize("rows", [7, 300, 5000])
@pytest.mark.parametrize("threads", [1, 2])
def test_read(tmp_path, rows, threads):
    pq.write_table(TABLE, tmp_path / "a.parquet", row_group_size=250)
    assert read(tmp_path / "a.parquet", rows, threads).equals(TABLE)


def test_no_rows(tmp_path):
    pq.write_table(TABLE.slice(0, 0), tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet").equals(TABLE.slice(0, 0))


@pytest.mark.parametrize("left", [0, 5, 100, -9, -1])
def test_cut_short(tmp_path, left):
    path = tmp_path / "a.parquet"
    pq.write_table(TABLE, path)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(ValueError, match="cannot be read as parquet") as caught:
        read(path)
    assert str(path) in str(caught.value)


def test_damaged_inside(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(TABLE, path, compression="zstd", use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[40:400] = bytes(360)
    path.write_bytes(data)
    with pytest.raises(ValueError, match="cannot be read as parquet"):
        read(path)


class TestWritten:
    ROWS = 2 * ROW_GROUP_ROWS + 1000

    @pytest.mark.parametrize("rows", [1000, 65536, ROW_GROUP_ROWS, ROWS])
    def test_row_groups_have_a_useful_size_whatever_the_batches(self, tmp_path, rows):
        table = pa.table({"id": pa.array(range(self.ROWS), pa.int32())})
        file = write(tmp_path / "a.parquet", table.schema, table.to_batches(max_chunksize=rows))
        assert file.num_row_groups == 3
        assert file.read().equals(table)

    def test_row_groups_of_wide_rows_are_shorter(self, tmp_path):
        table = pa.table({"note": ["x" * 20_000] * 1000})
        batches = table.to_batches() * 20  # 400 MB
        file = write(tmp_path / "a.parquet", table.schema, batches)
        assert 3 <= file.num_row_groups <= 4

    def test_no_rows(self, tmp_path):
        file = write(tmp_path / "a.parquet", TABLE.schema, [])
        assert file.read().equals(TABLE.slice(0, 0))

    def test_dictionaries_that_differ(self, tmp_path):
        batches = [
            pa.record_batch({"kind": pa.array(words).dictionary_encode()}) for words in (["a", "b"], ["c", None])
        ]
        file = write(tmp_path / "a.parquet", batches[0].schema, batches)
        assert file.read()["kind"].to_pylist() == ["a", "b", "c", None]

    def test_settings(self, tmp_path):
        schema = pa.schema(
            [("hand", pa.binary(34)), ("total", pa.float32()), ("elements", ELEMENTS), ("id", pa.string())]
        )
        settings = parquet_settings(schema)
        assert settings["write_statistics"] == ["total", "id"]
        batch = pa.record_batch(
            [pa.array([bytes(34)], pa.binary(34)), [8.0], pa.array([[("All Pungs", 1)]], ELEMENTS), ["a"]],
            schema=schema,
        )
        group = write(tmp_path / "a.parquet", schema, [batch]).metadata.row_group(0)
        columns = [group.column(i) for i in range(group.num_columns)]
        assert {column.compression for column in columns} == {"ZSTD"}
        assert [column.path_in_schema for column in columns if column.statistics] == ["total", "id"]

    def test_a_schema_without_plain_columns(self, tmp_path):
        schema = pa.schema([("hand", pa.binary(34))])
        batch = pa.record_batch([pa.array([bytes(34)], pa.binary(34))], schema=schema)
        assert write(tmp_path / "a.parquet", schema, [batch]).read().num_rows == 1
