"""Parquet in and out."""

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fastmj.formats import open_writer
from fastmj.formats.parquet import ROW_GROUP_ROWS, parquet_settings, parts
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


class TestCheckpoints:
    """Files that are written on, as another process would."""

    SCHEMA = pa.schema([("id", pa.int64()), ("word", pa.dictionary(pa.int8(), pa.string())), ("e", ELEMENTS)])

    def batch(self, start, rows):
        lists = [[{"element": "a", "count": i % 3}] * (i % 2) for i in range(start, start + rows)]
        words = pa.array([f"w{i % 5}" for i in range(start, start + rows)]).cast(self.SCHEMA.field(1).type)
        return pa.record_batch(
            [pa.array(range(start, start + rows)), words, pa.array(lists, ELEMENTS)], schema=self.SCHEMA
        )

    @pytest.mark.parametrize("sizes", [(10,), (10, 20), (5, 0, 7, 1), (0, 3), (3, 0)])
    @pytest.mark.parametrize("anew", [False, True])
    def test_written_on(self, tmp_path, sizes, anew):
        path, checkpoints, start = tmp_path / "a.parquet", [], 0
        writer = open_writer(path, self.SCHEMA)
        for i, rows in enumerate(sizes):
            writer.write(self.batch(start, rows))
            start += rows
            if i + 1 < len(sizes):
                checkpoints.append(writer.checkpoint())
                writer.write(self.batch(-100, 50 if anew else 0))  # lost, with the process
                if anew:
                    del writer
                    writer = open_writer(path, self.SCHEMA, checkpoints=checkpoints)
        writer.close()
        expected = pa.Table.from_batches([self.batch(0, start)])
        found = pq.read_table(path)
        assert found.schema.equals(self.SCHEMA)
        assert found.to_pylist() == expected.to_pylist()
        assert pl.read_parquet(path).drop("word").equals(pl.from_arrow(expected.drop_columns("word")))
        assert pq.ParquetFile(path).metadata.num_rows == start
        assert pq.read_table(path, filters=[("id", "=", start - 1)]).num_rows == min(1, start)

    def test_up_to_a_checkpoint_it_is_a_whole_file(self, tmp_path):
        with open_writer(tmp_path / "a.parquet", self.SCHEMA) as writer:
            writer.write(self.batch(0, 10))
            size = writer.checkpoint()
            (tmp_path / "b.parquet").write_bytes((tmp_path / "a.parquet").read_bytes()[:size])
        assert pq.read_table(tmp_path / "b.parquet").num_rows == 10


@pytest.mark.parametrize("first", [0, 1, 249, 250, 251, 700, 999, 1000, 2000])
@pytest.mark.parametrize("columns", [None, ["id"]])
def test_rows_passed_over(tmp_path, first, columns):
    path = tmp_path / "a.parquet"
    pq.write_table(TABLE, path, row_group_size=250)
    found = [part().select(["id"]) for part in parts(path, TABLE.schema, 64, 1, first, columns)]
    expected = TABLE.slice(first).select(["id"])
    assert pa.Table.from_batches(found, expected.schema).equals(expected)
    assert columns is None or all(
        part().schema.names == columns for part in parts(path, TABLE.schema, 64, 1, 0, columns)
    )


def test_the_damaged_row_group_is_named_and_those_before_it_are_read(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(TABLE, path, compression="zstd", use_dictionary=False, row_group_size=250)
    data = bytearray(path.read_bytes())
    place = pq.read_metadata(path).row_group(2).column(0).data_page_offset
    data[place : place + 60] = bytes(60)
    path.write_bytes(data)
    found = []
    with pytest.raises(ValueError, match=r"a\.parquet: cannot be read as parquet: row group 2 \(rows 500 to 749\): "):
        found.extend(part().num_rows for part in parts(path, TABLE.schema, 100, 1))
    assert found == [100] * 5
