"""Every format in and out."""

import gzip
import json

import pyarrow.csv as pcsv
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import score_file
from tests import case_data

ROWS = 3000


class TestFormats:
    @pytest.mark.parametrize("name", ["mid.csv", "mid.jsonl", "mid.arrow", "mid.feather", "mid.parquet"])
    def test_every_format_carries_hands_and_scores(self, parquet, tmp_path, name):
        """Hands -> text or Arrow with scores -> Parquet scored again: both scorings agree, row by row."""
        score_file(parquet, tmp_path / name, prefix="a_", payments=True, split=True)
        score_file(tmp_path / name, tmp_path / "out.parquet", prefix="b_", payments=True, split=True)
        table = pq.read_table(tmp_path / "out.parquet")
        assert table.num_rows == ROWS
        assert table["game_id"].to_pylist() == [f"game {i}" for i in range(ROWS)]
        refused = 0
        for row in table.to_pylist():
            first, second = row["a_status"], row["b_status"]
            assert (first in ("ok", "below_minimum")) == (second in ("ok", "below_minimum"))
            if second in ("ok", "below_minimum"):
                assert first == second
                assert float(row["a_total"]) == row["b_total"]
                assert row["a_split"] == row["b_split"]
            refused += second not in ("ok", "below_minimum")
        assert refused > 400

    def test_csv_in_words(self, tmp_path):
        (tmp_path / "in.csv").write_text(
            "id,hand,win_by,seat,flowers\n"
            "07,[111z][2222z]55p33344z+4z,self_draw,E,\n"
            "08,19m19p19s1234567z+1m,discard,S,1f5f\n"
            "09,123m456p789s1122z+9s,discard,S,\n"
        )
        score_file(tmp_path / "in.csv", tmp_path / "out.csv", "mcr:online")
        with open(tmp_path / "out.csv") as file:
            assert file.readline() == (
                '"id","hand","win_by","seat","flowers","status","total","raw","limit","elements"\n'
            )
            assert file.readline() == (
                '"07","[111z][2222z]55p33344z+4z","self_draw","E","","ok",98,98,false,'
                '"Big Four Winds; Half Flush; Two Concealed Pungs; Melded Kong; Self-Drawn"\n'
            )
            assert file.readline() == (
                '"08","19m19p19s1234567z+1m","discard","S","1f5f","ok",90,88,false,"Thirteen Orphans; Flower Tiles*2"\n'
            )
            assert file.readline() == '"09","123m456p789s1122z+9s","discard","S","","not_a_win",,,,\n'
            assert file.readline() == ""

    def test_wide_and_mask_in_text(self, parquet, tmp_path):
        score_file(parquet, tmp_path / "wide.csv", layout="wide")
        table = pcsv.read_csv(tmp_path / "wide.csv")
        lists = [fastmj.score_batch(pq.read_table(parquet)).column("elements").to_pylist()]
        pungs = [
            {e["element"]: e["count"] for e in row}.get("All Pungs", 0) if row is not None else None for row in lists[0]
        ]
        assert table["elements.All Pungs"].to_pylist() == pungs
        assert sum(filter(None, pungs)) > 20
        score_file(parquet, tmp_path / "mask.jsonl", layout="mask")
        with open(tmp_path / "mask.jsonl") as file:
            words = [json.loads(line)["elements"] for line in file]
        assert words == fastmj.score_batch(pq.read_table(parquet), layout="mask")["elements"].to_pylist()

    @pytest.mark.parametrize("packed", [False, True])
    def test_the_case_format(self, tmp_path, packed):
        cases = case_data.load("mcr_fixtures")
        path = tmp_path / ("cases.jsonl.gz" if packed else "cases.jsonl")
        lines = "".join(json.dumps({"id": case.id, "kind": "score", **case.as_dict()}) + "\n" for case in cases)
        path.write_bytes(gzip.compress(lines.encode()) if packed else lines.encode())
        score_file(path, tmp_path / "out.jsonl", "mcr:online")
        with open(tmp_path / "out.jsonl") as file:
            rows = {row["id"]: row for row in map(json.loads, file)}
        assert len(rows) == len(cases) > 100
        compared = 0
        for case in cases:
            if case.options == {"profile": "online"} and case.total is not case_data.UNKNOWN:
                assert (rows[case.id]["total"], rows[case.id]["status"]) == (case.total, case.statuses[0]), case
                compared += 1
        assert compared > 100

    def test_a_dialect(self, tmp_path):
        (tmp_path / "in.csv").write_text('hand\n"[111m,1][EEEE][789p][22s]"\n"(F1F1F1F1)W1W2W3W4W5W6B2B2B3B3+B2"\n')
        score_file(tmp_path / "in.csv", tmp_path / "out.parquet", dialect="botzone", layout="total")
        assert pq.read_table(tmp_path / "out.parquet")["status"].to_pylist() == ["unreadable", "ok"]
