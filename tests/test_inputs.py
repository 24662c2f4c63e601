"""Which columns of an input are read, which come out, and what the names of folders say."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import score_file
from fastmj.formats.whole import write_file
from fastmj.inputs import folder_keys

HANDS = pa.table(
    {
        "id": [1, 2],
        "hand": ["[111z]123m456p78s22z+9s", "111m222m333p444s1z+1z"],
        "note": ["a", "b"],
        "game": [[1], [2]],
    }
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("in/seat=E/round=S", "in/seat=S/round=E", "in/seat=1/round=%45"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


class TestColumns:
    @pytest.mark.parametrize("name", ["in.parquet", "in.arrow", "in.csv", "in.jsonl"])
    @pytest.mark.parametrize(
        ("columns", "carried"),
        [(None, ["id", "hand", "note"]), ([], []), (["note", "id"], ["id", "note"]), (["hand"], ["hand"])],
    )
    def test_carried(self, name, columns, carried):
        table = HANDS.drop_columns("game")
        write_file(Path(name), table.schema, table.to_batches())
        score_file(name, "out.parquet", columns=columns)
        found = pq.read_table("out.parquet")
        scores = ["status", "total", "raw", "limit", "elements"]
        kept = [each for each in found.column_names if each not in scores]
        if name == "in.jsonl" and columns is None:
            kept = kept[: len(carried)]  # the fields of the case format come along
        assert kept == carried
        assert found.column_names[-5:] == scores
        assert found["total"].to_pylist() == fastmj.score_batch(table)["total"].to_pylist()
        assert all(found[each].to_pylist() in (table[each].to_pylist(), ["1", "2"]) for each in carried)

    def test_nested_columns_and_an_output_name_that_is_not_carried(self):
        pq.write_table(HANDS.append_column("status", pa.array(["x", "y"])), "in.parquet")
        score_file("in.parquet", "out.parquet", columns=["game"])
        assert pq.read_table("out.parquet").column_names == ["game", "status", "total", "raw", "limit", "elements"]
        assert pq.read_table("out.parquet")["game"].to_pylist() == [[1], [2]]

    @pytest.mark.parametrize(
        ("columns", "message"),
        [
            (["cards"], r"in\.parquet: columns: the input has no column 'cards' to carry; it has id, hand, note, game"),
            (["twice"], "the input has 2 columns 'twice' to carry"),
        ],
    )
    def test_unknown(self, columns, message):
        table = HANDS
        if columns == ["twice"]:
            table = table.append_column("twice", table["id"]).append_column("twice", table["note"])
        pq.write_table(table, "in.parquet")
        with pytest.raises(ValueError, match=message):
            score_file("in.parquet", "out.parquet", columns=columns)

    def test_rule_sets_by_a_column_that_is_not_carried(self):
        pq.write_table(HANDS.append_column("how", pa.array(["mcr", "hk"])), "in.parquet")
        score_file("in.parquet", "out.parquet", "@how", columns=["id"])
        found = pq.read_table("out.parquet")
        assert found.column_names == ["id", "status", "total", "raw", "limit", "elements"]
        mixed = fastmj.score_batch(HANDS.append_column("how", pa.array(["mcr", "hk"])), "@how")
        assert found["total"].to_pylist() == mixed["total"].to_pylist()


class TestFolders:
    def test_what_folders_say_counts_as_a_column(self):
        for at in ("seat=E/round=S", "seat=S/round=E", "seat=1/round=%45"):
            pq.write_table(HANDS, f"in/{at}/a.parquet")
        score_file("in", "out")
        for at, seat, wind in (
            ("seat=E/round=S", "E", "S"),
            ("seat=S/round=E", "S", "E"),
            ("seat=1/round=%45", "S", "E"),
        ):
            found = pq.ParquetFile(f"out/{at}/a.parquet").read()
            given = HANDS.append_column("seat", pa.array([seat] * 2)).append_column("round", pa.array([wind] * 2))
            assert found.column_names[:4] == HANDS.column_names
            assert found["elements"].to_pylist() == fastmj.score_batch(given)["elements"].to_pylist()
        # E is the round wind there, the seat wind here
        assert pq.ParquetFile("out/seat=E/round=S/a.parquet").read()["elements"] != found["elements"]

    def test_a_column_of_the_file_comes_first(self):
        given = HANDS.append_column("seat", pa.array(["E", "E"]))
        pq.write_table(given, "in/seat=S/round=E/a.parquet")
        score_file("in", "out")
        found = pq.ParquetFile("out/seat=S/round=E/a.parquet").read()
        assert found["elements"].to_pylist() == fastmj.score_batch(given)["elements"].to_pylist()

    def test_rule_sets_by_folder(self, folder):
        for name in ("mcr", "hk", "no"):
            (folder / "sets" / f"rules={name}").mkdir(parents=True)
            pq.write_table(HANDS, f"sets/rules={name}/a.parquet")
        score_file("sets", "out", "@rules")
        for name in ("mcr", "hk"):
            found = pq.ParquetFile(f"out/rules={name}/a.parquet").read()["total"].to_pylist()
            assert found == fastmj.score_batch(HANDS, name)["total"].to_pylist()
        assert pq.ParquetFile("out/rules=no/a.parquet").read()["status"].to_pylist() == ["unknown_rules"] * 2

    @pytest.mark.parametrize(
        ("path", "keys"),
        [
            ("in/a.parquet", {}),
            ("in/x/a.parquet", {}),
            ("in/year=2024/seat=E/a.parquet", {"year": "2024", "seat": "E"}),
            ("in/seat=__HIVE_DEFAULT_PARTITION__/a.parquet", {"seat": None}),
            ("in/flowers=1f%205f/seat=/a=b.parquet", {"flowers": "1f 5f", "seat": ""}),
        ],
    )
    def test_keys(self, path, keys):
        assert folder_keys(Path(path), Path("in")) == keys
        assert folder_keys(Path(path), None) == {}
