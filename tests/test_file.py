"""Files in, files out."""

import gzip
import json
import os
import threading
import time

import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import InputMissing, OutputExists, score_file
from tests import case_data

ROWS = 3000


@pytest.fixture(scope="module")
def hands():
    """Typed hands, sound and faulty ones mixed, with a column that is no hand's."""
    sound, faulty = fastmj.sample(ROWS - 500, "mixed", seed=3), fastmj.sample(500, "invalid", seed=4)
    table = pa.concat_tables([sound.slice(0, 1000), faulty, sound.slice(1000)]).combine_chunks()
    return table.append_column("game_id", pa.array([f"game {i}" for i in range(ROWS)]))


@pytest.fixture
def parquet(tmp_path, hands):
    pq.write_table(hands, tmp_path / "in.parquet", row_group_size=700)
    return tmp_path / "in.parquet"


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


class TestManyFiles:
    def test_folder(self, tmp_path, hands):
        (tmp_path / "in" / "deep").mkdir(parents=True)
        pq.write_table(hands.slice(0, 100), tmp_path / "in" / "b.parquet")
        with pa.ipc.new_stream(tmp_path / "in" / "deep" / "a.arrow", hands.schema) as writer:
            writer.write_table(hands.slice(100, 200))
        (tmp_path / "in" / "c.csv").write_text("hand\n19m19p19s1234567z+1m\n")
        (tmp_path / "in" / "README.txt").touch()
        summary = score_file(tmp_path / "in", tmp_path / "out")
        outputs = [tmp_path / "out" / name for name in ("b.parquet", "c.parquet", "deep/a.parquet")]
        assert summary.outputs == tuple(outputs)
        assert [pq.read_metadata(path).num_rows for path in outputs] == [100, 1, 200]
        assert summary.rows == 301
        assert pq.read_table(outputs[2]).to_pylist() == fastmj.score_batch(hands.slice(100, 200)).to_pylist()

    def test_glob_and_several_files(self, tmp_path, hands):
        for i in range(3):
            pq.write_table(hands.slice(100 * i, 100), tmp_path / f"part{i}.parquet")
        score_file(str(tmp_path / "part[01].parquet"), tmp_path / "out")
        assert sorted(os.listdir(tmp_path / "out")) == ["part0.parquet", "part1.parquet"]
        with pytest.raises(OutputExists, match=r"out exists, and was begun otherwise: input part2\.parquet is new"):
            score_file(tmp_path / "part*.parquet", tmp_path / "out")
        assert sorted(os.listdir(tmp_path / "out")) == ["part0.parquet", "part1.parquet"]
        score_file([tmp_path / f"part{i}.parquet" for i in (1, 2)], tmp_path / "out", overwrite=True)
        assert sorted(os.listdir(tmp_path / "out")) == ["part1.parquet", "part2.parquet"]

    def test_all_columns_are_checked_before_work(self, tmp_path, hands):
        (tmp_path / "in").mkdir()
        pq.write_table(hands, tmp_path / "in" / "a.parquet")
        pq.write_table(hands.rename_columns(["cards", *hands.column_names[1:]]), tmp_path / "in" / "b.parquet")
        with pytest.raises(ValueError, match=r"b\.parquet: the input has no column 'hand'"):
            score_file(tmp_path / "in", tmp_path / "out")
        assert not (tmp_path / "out").exists()

    def test_a_damaged_file_leaves_the_outputs_before_it_whole(self, tmp_path, hands):
        (tmp_path / "in").mkdir()
        pq.write_table(hands, tmp_path / "in" / "a.parquet")
        (tmp_path / "in" / "b.jsonl").write_text('{"hand": "1m"}\n' * 200_000 + '{"hand"')
        with pytest.raises(ValueError, match=r"b\.jsonl, line 200001: not JSON"):
            score_file(tmp_path / "in", tmp_path / "out", layout="total")
        assert os.listdir(tmp_path / "out") == ["a.parquet"]
        assert pq.read_metadata(tmp_path / "out" / "a.parquet").num_rows == ROWS


class TestRefused:
    """Nothing is written, and nothing that was there is touched."""

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"rules": "riichi"}, "unknown rule set 'riichi'; known are"),
            ({"rules": "mcr:nowhere"}, "profile='nowhere'; accepted: standard"),
            ({"minimum": 3}, "has no option 'minimum'; it has profile"),
            ({"mixed_kong": "six"}, "option mixed_kong='six'; accepted"),
            ({"layout": "tall"}, "unknown layout 'tall'; known: list, wide, mask, total"),
            ({"dialect": "tenhou"}, "unknown dialect 'tenhou'"),
            ({"threads": 0}, "threads=0: at least one thread"),
            ({"batch_rows": 0}, "batch_rows=0"),
            ({"dst": "in.parquet"}, "is an input"),
            ({"dst": "out.xlsx"}, "no known format"),
            ({"dst": "no/out.parquet"}, "there is no folder no"),
            ({"src": "no.parquet"}, "no.parquet: there is no such file"),
        ],
    )
    def test_before_work(self, parquet, monkeypatch, changes, message):
        monkeypatch.chdir(parquet.parent)
        before = parquet.read_bytes()
        arguments = {"src": "in.parquet", "dst": "out.parquet", **changes}
        with pytest.raises((ValueError, OSError), match=message):
            score_file(**arguments)
        assert os.listdir(parquet.parent) == ["in.parquet"]
        assert parquet.read_bytes() == before

    def test_missing_input_is_also_a_missing_file(self, tmp_path):
        with pytest.raises(InputMissing) as caught:
            score_file(tmp_path / "no.parquet", tmp_path / "out.parquet")
        assert isinstance(caught.value, FileNotFoundError)
        assert isinstance(caught.value, ValueError)

    def test_existing_output(self, parquet, tmp_path):
        out = tmp_path / "out.parquet"
        out.write_text("precious")
        with pytest.raises(OutputExists, match=r"out\.parquet exists"):
            score_file(parquet, out)
        assert out.read_text() == "precious"
        score_file(parquet, out, overwrite=True)
        assert pq.read_metadata(out).num_rows == ROWS

    def test_output_names_in_the_input(self, parquet, tmp_path):
        score_file(parquet, tmp_path / "a.parquet")
        with pytest.raises(ValueError, match=r"a\.parquet: the input already has a column 'status'"):
            score_file(tmp_path / "a.parquet", tmp_path / "b.parquet")

    def test_strict_names_the_row_of_the_file(self, parquet, tmp_path, hands):
        statuses = fastmj.score_batch(hands)["status"].to_pylist()
        first = next(i for i, status in enumerate(statuses) if status not in ("ok", "below_minimum", "not_a_win"))
        assert first > 900
        for rows in (64, 1 << 16):
            with pytest.raises(ValueError, match=rf"in\.parquet: row {first}, column"):
                score_file(parquet, tmp_path / "out.parquet", strict=True, batch_rows=rows, threads=2)
            assert os.listdir(tmp_path) == ["in.parquet"]

    def test_damage_found_on_the_way(self, tmp_path):
        path = tmp_path / "in.parquet"
        table = fastmj.sample(50_000)
        pq.write_table(table, path, compression="zstd", use_dictionary=False, row_group_size=10_000)
        data = bytearray(path.read_bytes())
        middle = pq.read_metadata(path).row_group(3).column(0).data_page_offset
        data[middle + 20 : middle + 2000] = bytes(1980)
        path.write_bytes(data)
        with pytest.raises(ValueError, match=r"in\.parquet: cannot be read as parquet"):
            score_file(path, tmp_path / "out.parquet", batch_rows=1000)
        assert os.listdir(tmp_path) == ["in.parquet"]


class TestProgress:
    def test_rows_done_of_all(self, parquet, tmp_path):
        seen = []
        score_file(parquet, tmp_path / "out.parquet", progress=lambda *amounts: seen.append(amounts), batch_rows=1000)
        assert seen == [(1000, ROWS), (2000, ROWS), (3000, ROWS)]

    def test_rows_of_text_are_not_known_before(self, tmp_path):
        (tmp_path / "in.csv").write_text("hand\n1m\n2m\n")
        seen = []
        score_file(tmp_path / "in.csv", tmp_path / "out.parquet", progress=lambda *amounts: seen.append(amounts))
        assert seen == [(2, None)]

    def test_an_error_in_it_ends_the_run(self, parquet, tmp_path):
        def stop(done, in_all):
            raise RuntimeError("enough")

        with pytest.raises(RuntimeError, match="enough"):
            score_file(parquet, tmp_path / "out.parquet", progress=stop, batch_rows=100)
        assert os.listdir(tmp_path) == ["in.parquet"]

    def test_a_slow_reader_of_results_does_not_let_batches_pile_up(self, parquet, tmp_path, monkeypatch):
        """At most threads + 2 batches are scored beyond what is written."""
        import fastmj.task as task

        lock, scored, ahead = threading.Lock(), [0], []
        tally = task.tally

        def counting(*arguments):
            with lock:
                scored[0] += 1
            return tally(*arguments)

        def slow(done, in_all):
            time.sleep(0.01)
            with lock:
                ahead.append(scored[0] - done // 50)

        monkeypatch.setattr(task, "tally", counting)
        score_file(parquet, tmp_path / "out.parquet", threads=2, batch_rows=50, progress=slow)
        assert len(ahead) == ROWS // 50
        assert max(ahead) <= 4
