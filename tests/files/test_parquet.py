"""Parquet files in, Parquet files out: what score_batch gives."""

import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import score_file

ROWS = 3000


def leftovers(folder):
    return [name for name in os.listdir(folder) if name.endswith(".tmp")]


class TestParquet:
    @pytest.mark.parametrize("layout", ["list", "wide", "mask", "total"])
    @pytest.mark.parametrize(("threads", "rows"), [(1, 1 << 16), (2, 64), (5, 999)])
    def test_the_file_is_what_score_batch_gives(self, parquet, tmp_path, hands, layout, threads, rows):
        out = tmp_path / "out.parquet"
        summary = score_file(parquet, out, layout=layout, threads=threads, batch_rows=rows, payments=True, split=False)
        found, expected = pq.read_table(out), fastmj.score_batch(hands, layout=layout, payments=True)
        assert found.schema.equals(expected.schema)
        assert found.to_pylist() == expected.to_pylist()
        assert summary.rows == ROWS
        assert summary.outputs == (out,)
        assert not leftovers(tmp_path)

    def test_options_prefix_and_profiles(self, parquet, tmp_path, hands):
        score_file(parquet, tmp_path / "a.parquet", "mcr:online", prefix="on_", two_concealed_kongs=7)
        expected = fastmj.score_batch(hands, "mcr", profile="online", two_concealed_kongs=7, prefix="on_")
        assert pq.read_table(tmp_path / "a.parquet").to_pylist() == expected.to_pylist()
        score_file(tmp_path / "a.parquet", tmp_path / "b.parquet", fastmj.rules.get("mcr"), prefix="st_")
        both = pq.read_table(tmp_path / "b.parquet")
        assert both.column_names[: len(expected.column_names)] == expected.column_names
        assert both["st_total"].to_pylist() == fastmj.score_batch(hands)["total"].to_pylist()

    def test_one_row_group_for_many_small_batches(self, parquet, tmp_path):
        score_file(parquet, tmp_path / "out.parquet", batch_rows=10)
        assert pq.ParquetFile(tmp_path / "out.parquet").num_row_groups == 1

    def test_the_schema_does_not_depend_on_the_rows(self, tmp_path, hands):
        # the first batch has no nulls and no faults, the second nothing else
        sound, faulty = hands.slice(0, 1000), hands.slice(1001, 400)
        both = pa.concat_tables([sound, faulty])
        for name, table in (("sound", sound), ("faulty", faulty), ("both", both), ("none", hands.slice(0, 0))):
            pq.write_table(table, tmp_path / f"{name}.parquet")
            score_file(tmp_path / f"{name}.parquet", tmp_path / f"{name}.out.parquet", payments=True, batch_rows=500)
        schemas = [pq.read_schema(tmp_path / f"{n}.out.parquet") for n in ("sound", "faulty", "both", "none")]
        assert all(schema.equals(schemas[0]) for schema in schemas)
        assert pq.read_table(tmp_path / "none.out.parquet").num_rows == 0

    def test_nulls_and_carried_columns_of_many_types(self, tmp_path, hands):
        some = hands.slice(990, 40)
        extra = {
            "tags": pa.array([["a", None], None] * 20),
            "kind": pa.array(["x", None] * 20).dictionary_encode(),
            "when": pa.array([1, None] * 20, pa.timestamp("us", "UTC")),
            "nested": pa.array([{"a": [1]}, None] * 20),
        }
        for name, column in extra.items():
            some = some.append_column(name, column)
        pq.write_table(some, tmp_path / "in.parquet")
        for name in ("out.parquet", "out.arrow"):
            score_file(tmp_path / "in.parquet", tmp_path / name, batch_rows=7)
            found = (
                pq.read_table(tmp_path / name) if "parquet" in name else pa.ipc.open_file(tmp_path / name).read_all()
            )
            assert found.select(some.column_names).to_pylist() == some.to_pylist()

    def test_metadata_of_the_input_says_nothing_about_rules(self, tmp_path, hands):
        marked = hands.replace_schema_metadata({"rules": "hk", "fastmj": "other"})
        pq.write_table(marked, tmp_path / "in.parquet")
        score_file(tmp_path / "in.parquet", tmp_path / "out.parquet")
        assert pq.read_table(tmp_path / "out.parquet").to_pylist() == fastmj.score_batch(hands).to_pylist()
