"""Runs that end early and go on: what is there afterwards is what an undisturbed run gives."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj import part_file
from fastmj.file import OutputExists, score_file
from fastmj.formats.locks import locked

ROWS, FILES = 1000, 4


class Stop(BaseException):
    """What ends a run, as an interrupt does."""


@pytest.fixture(scope="module")
def hands():
    """Typed hands, sound and faulty ones mixed, numbered."""
    tables = [fastmj.sample(ROWS - 100, "mixed", seed=i) for i in range(FILES)]
    faulty = fastmj.sample(100, "invalid", seed=9)
    whole = pa.concat_tables([part for table in tables for part in (table, faulty)]).combine_chunks()
    return whole.append_column("id", pa.array(range(ROWS * FILES)))


@pytest.fixture
def folder(tmp_path, monkeypatch, hands):
    """A working folder with the inputs: ``in/`` with four files, two of them deeper, and ``all.parquet``."""
    monkeypatch.chdir(tmp_path)
    for i in range(FILES):
        path = tmp_path / "in" / ("z" if i > 1 else "") / f"p{i}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(hands.slice(i * ROWS, ROWS), path, row_group_size=300)
    pq.write_table(hands, tmp_path / "all.parquet", row_group_size=300)
    monkeypatch.setattr(part_file, "CHECKPOINT_ROWS", 500)
    return tmp_path


def stopping(after):
    """A progress function that ends the run when so many rows are done."""

    def progress(done, in_all):
        if done >= after:
            raise Stop

    return progress


def files(root="."):
    """All files below a folder, but the inputs."""
    found = [os.path.join(at, name) for at, _, names in os.walk(root) for name in names]
    return sorted(path.removeprefix("./") for path in found if not path.startswith(("./in/", "./all.")))


def rows(output):
    """The rows of an output, whichever its format, without their types."""
    if output.endswith(".parquet"):
        return pq.read_table(output).to_pylist()
    if output.endswith(".arrow"):
        return pa.ipc.open_file(output).read_all().to_pylist()
    with open(output) as file:
        return file.readlines()


class TestFolders:
    @pytest.mark.parametrize("after", [1, 100, 900, 1000, 1900, 3000, 4000])
    @pytest.mark.parametrize("rows_per_file", [None, 300, 1000])
    def test_what_was_interrupted_is_continued(self, folder, hands, after, rows_per_file):
        options = {"rows_per_file": rows_per_file, "payments": True, "batch_rows": 100, "threads": 2}
        with pytest.raises(Stop):
            score_file("in", "out", progress=stopping(after), **options)
        before = {path: os.stat(path).st_mtime_ns for path in files("out") if path.endswith(".parquet")}
        summary = score_file("in", "out", **options)
        assert all(os.stat(path).st_mtime_ns == time for path, time in before.items())
        assert summary.skipped_parts == len(before)
        assert summary.rows == 4000
        assert 0 <= summary.skipped_rows - sum(map(kept_rows, before)) <= 1000
        expected = fastmj.score_batch(hands, payments=True)
        found = pa.concat_tables(pq.read_table(path) for path in map(str, summary.outputs))
        assert found.schema.equals(expected.schema)
        assert found.to_pylist() == expected.to_pylist()
        assert files("out") == sorted(map(str, summary.outputs))
        assert files() == ["out.fastmj.json", *files("out")]

    def test_an_undisturbed_run_and_a_resumed_one_tell_the_same(self, folder):
        whole = score_file("in", "whole", refused="whole.jsonl")
        for after in (300, 1500, 2500):
            with pytest.raises(Stop):
                score_file("in", "out", refused="out.jsonl", progress=stopping(after), batch_rows=100)
        found = score_file("in", "out", refused="out.jsonl")
        assert (found.rows, found.wins, found.refused, found.elements) == (
            whole.rows,
            whole.wins,
            whole.refused,
            whole.elements,
        )
        assert rows("out.jsonl") == rows("whole.jsonl")
        assert len(rows("out.jsonl")) == sum(found.refused.values()) > 300

    def test_names_and_rows_of_the_parts(self, folder):
        summary = score_file("in", "out", rows_per_file=400)
        names = [f"out/{at}p{i}-0000{k}.parquet" for i, at in enumerate(("", "", "z/", "z/")) for k in range(3)]
        assert sorted(map(str, summary.outputs)) == sorted(names)
        assert [kept_rows(name) for name in sorted(names)] == [400, 400, 200] * 4

    def test_rows_that_divide_evenly_and_none(self, folder, hands):
        pq.write_table(hands.slice(0, 0), "none.parquet")
        score_file("in/p0.parquet", "even", rows_per_file=500)
        score_file("none.parquet", "none", rows_per_file=500)
        assert files("even") == ["even/p0-00000.parquet", "even/p0-00001.parquet"]
        assert files("none") == ["none/none-00000.parquet"]
        assert pq.read_schema("none/none-00000.parquet").equals(pq.read_schema("even/p0-00000.parquet"))

    @pytest.mark.parametrize("after", [1, 100, 200, 350, 999])
    def test_text_whose_rows_nobody_knows(self, folder, hands, after):
        text = "".join(f'{{"hand": "19m19p19s1234567z+1m", "id": {i}}}\n' for i in range(1000))
        (folder / "in.jsonl").write_text(text)
        with pytest.raises(Stop):
            score_file("in.jsonl", "out", rows_per_file=200, progress=stopping(after), batch_rows=50)
        summary = score_file("in.jsonl", "out", rows_per_file=200)
        assert [row["id"] for path in summary.outputs for row in rows(str(path))] == list(range(1000))
        assert [kept_rows(str(path)) for path in summary.outputs] == [200] * 5
        assert len(files("out")) == 5
        assert score_file("in.jsonl", "out", rows_per_file=200).skipped_parts == 5
        assert len(files("out")) == 5

    def test_a_rerun_does_nothing(self, folder):
        first = score_file("in", "out")
        before = {path: os.stat(path).st_mtime_ns for path in files("out")}
        seen = []
        again = score_file("in", "out", progress=lambda *amounts: seen.append(amounts))
        assert (again.skipped_parts, again.skipped_rows, seen) == (4, 4000, [(4000, 4000)])
        assert (again.rows, again.wins, again.refused, again.elements, again.outputs) == (
            first.rows,
            first.wins,
            first.refused,
            first.elements,
            first.outputs,
        )
        assert {path: os.stat(path).st_mtime_ns for path in files("out")} == before

    @pytest.mark.parametrize("harm", ["removed", "cut", "not noted"])
    def test_a_part_that_is_missing_or_not_whole_is_made_again(self, folder, harm):
        score_file("in", "out", refused="refused.csv")
        expected, aside = rows("out/p1.parquet"), rows("refused.csv")
        if harm == "removed":
            os.remove("out/p1.parquet")
        elif harm == "cut":
            os.truncate("out/p1.parquet", 100)
        else:  # killed between the file and the journal
            journal = json.loads((folder / "out.fastmj.json").read_text())
            del journal["done"]["p1.parquet"]
            (folder / "out.fastmj.json").write_text(json.dumps(journal))
        summary = score_file("in", "out", refused="refused.csv")
        assert (summary.skipped_parts, summary.rows) == (3, 4000)
        assert rows("out/p1.parquet") == expected
        assert rows("refused.csv") == aside
        assert len(files()) == 6

    def test_what_killed_runs_left_is_removed_and_what_living_ones_write_is_not(self, folder):
        score_file("in", "out")
        for name in (".p1.parquet.0123abcd.tmp", ".old-00000.parquet.0123abcd.tmp", ".p1.parquet.refused.tmp"):
            (folder / "out" / name).touch()
        (folder / ".out.fastmj.json.0123abcd.tmp").touch()
        with locked(folder / "out" / ".old-00000.parquet.0123abcd.tmp"):
            score_file("in", "out")
        assert [name for name in files() if ".tmp" in name] == ["out/.old-00000.parquet.0123abcd.tmp"]

    def test_two_runs_at_once(self, folder):
        (folder / "out").mkdir()
        with locked(folder / "out"), pytest.raises(BlockingIOError, match="out: another run is writing there"):
            score_file("in", "out")
        score_file("in", "out")


def kept_rows(path):
    return pq.read_metadata(path).num_rows


class TestLongFiles:
    """One file, and checkpoints within it."""

    @pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl", "out.arrow"])
    @pytest.mark.parametrize("stops", [[100], [600], [1500, 1600, 3900], [4000]])
    def test_what_was_interrupted_is_continued(self, folder, name, stops):
        score_file("all.parquet", "whole" + name[3:], batch_rows=100, refused="aside.jsonl")
        for after in stops:
            with pytest.raises(Stop):
                score_file("all.parquet", name, batch_rows=100, progress=stopping(after), refused="refused.jsonl")
            assert not os.path.exists(name)
        parts = 0 if name == "out.arrow" else stops[-1] // 500 * 500
        assert len([f for f in files() if ".tmp" in f or "fastmj" in f]) == (3 if parts else 0)
        summary = score_file("all.parquet", name, batch_rows=100, refused="refused.jsonl")
        assert (summary.rows, summary.skipped_rows) == (4000, parts)
        assert rows(name) == rows("whole" + name[3:])
        assert rows("refused.jsonl") == rows("aside.jsonl")
        assert files() == sorted([name, "refused.jsonl", "whole" + name[3:], "aside.jsonl"])

    def test_the_way_of_text(self, folder):
        score_file("all.parquet", "all.csv", columns=["hand", "win_by"])
        os.rename("all.csv", "hands.csv")
        with pytest.raises(Stop):
            score_file("hands.csv", "out.parquet", batch_rows=100, prefix="x_", progress=stopping(3500))
        assert score_file("hands.csv", "out.parquet", prefix="x_").skipped_rows > 0
        score_file("hands.csv", "whole.parquet", prefix="x_")
        assert rows("out.parquet") == rows("whole.parquet")

    def test_other_options_are_refused(self, folder):
        with pytest.raises(Stop):
            score_file("all.parquet", "out.parquet", batch_rows=100, progress=stopping(600))
        with pytest.raises(
            OutputExists, match=r"out\.parquet exists, and was begun otherwise: layout was list, is wide\. "
        ):
            score_file("all.parquet", "out.parquet", layout="wide")
        score_file("all.parquet", "out.parquet", layout="wide", overwrite=True)
        assert files() == ["out.parquet"]

    def test_a_failed_run_says_how_to_go_on(self, folder):
        with pytest.raises(Stop) as caught:
            score_file("all.parquet", "out.parquet", batch_rows=100, progress=stopping(600))
        assert caught.value.__notes__ == ["500 rows are done: the same again, without overwriting, goes on from there"]
        with pytest.raises(Stop) as caught:
            score_file("in", "out", batch_rows=100, progress=stopping(1100))
        assert caught.value.__notes__ == [
            "1 file and 1,000 rows are done: the same again, without overwriting, goes on from there"
        ]

    def test_no_room_for_the_refused_rows(self, folder, monkeypatch):
        def full(*arguments, **more):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("fastmj.refused.write_file", full)
            with pytest.raises(OSError, match="No space"):
                score_file("all.parquet", "out.parquet", refused="refused.jsonl")
        assert score_file("all.parquet", "out.parquet", refused="refused.jsonl").skipped_parts == 1
        assert files() == ["out.parquet", "refused.jsonl"]
        assert len(rows("refused.jsonl")) > 300
        with pytest.raises(OutputExists, match=r"out\.parquet exists: name another output"):
            score_file("all.parquet", "out.parquet", refused="refused.jsonl")

    def test_a_checkpoint_that_is_gone(self, folder):
        with pytest.raises(Stop):
            score_file("all.parquet", "out.parquet", batch_rows=100, progress=stopping(600))
        for name in files():
            if name.endswith(".tmp"):
                os.truncate(name, 1000)
        assert score_file("all.parquet", "out.parquet").skipped_rows == 0
        assert files() == ["out.parquet"]


class TestRefused:
    """Nothing is mixed, and what is there stays."""

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"rules": "hk"}, "rules was mcr, is hk. Give what was given then"),
            ({"mixed_kong": 5}, "option mixed_kong was 6, is 5; points of Concealed Kong and Melded Kong was 6, is 5"),
            (
                {"rules": fastmj.rules.get("mcr").replace(points={"Seven Pairs": 6})},
                "points of Seven Pairs was 24, is 6",
            ),
            ({"rules": fastmj.rules.get("mcr").replace(without="Tile Hog")}, "points of Tile Hog was 2, is not given"),
            ({"rules": fastmj.rules.get("mcr").replace(minimum=3)}, "minimum was 8, is 3"),
            (
                {"rules": fastmj.rules.get("mcr").replace(cap=88.0)},
                "the rule set has other elements, exclusions or polic",
            ),
            ({"layout": "total"}, "layout was list, is total"),
            ({"payments": True}, "payments was False, is True"),
            ({"prefix": "x_"}, "prefix was '', is x_"),
            ({"columns": ["id", "hand"]}, "columns was not given, is hand, id"),
            ({"rows_per_file": 10}, "rows_per_file was not given, is 10"),
            ({"unknown_win_tile": "best"}, "unknown_win_tile was refuse, is best"),
            ({"resume": False}, "out: an earlier run wrote some of it; go on with that"),
            ({"src": "in/z"}, "input z/p2.parquet is gone|input p2.parquet is new"),
        ],
    )
    def test_other_options(self, folder, changes, message):
        score_file("in", "out")
        before = {path: os.stat(path).st_mtime_ns for path in files()}
        with pytest.raises(OutputExists, match=message):
            score_file(**{"src": "in", "dst": "out", **changes})
        assert {path: os.stat(path).st_mtime_ns for path in files()} == before

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda: os.utime("in/p1.parquet", (1, 1)), r"input p1\.parquet has changed \(.* bytes of .*, now .*1970-"),
            (lambda: os.remove("in/p1.parquet"), r"input p1\.parquet is gone"),
            (
                lambda: os.rename("in/p1.parquet", "in/p9.parquet"),
                r"input p9\.parquet is new; input p1\.parquet is gone",
            ),
        ],
    )
    def test_other_inputs(self, folder, change, message):
        score_file("in", "out")
        change()
        with pytest.raises(OutputExists, match=message):
            score_file("in", "out")
        score_file("in", "out", overwrite=True)
        assert len(files("out")) == len(files("in"))

    @pytest.mark.parametrize(
        ("package", "message"),
        [
            ({"version": "0.0.9", "sources": "x"}, r"fastmj was 0\.0\.9, is "),
            ({"version": fastmj.__version__, "sources": "x"}, r"fastmj .* had other sources \(x, now "),
        ],
    )
    def test_another_version(self, folder, package, message):
        score_file("in", "out")
        path = folder / "out.fastmj.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "package": package}))
        with pytest.raises(OutputExists, match=message):
            score_file("in", "out")

    @pytest.mark.parametrize(
        ("path", "message"),
        [("out/p1.parquet", r"out/p1\.parquet exists"), ("out/z/x.csv", r"out/z/x\.csv exists, and is no output")],
    )
    def test_outputs_without_a_journal(self, folder, path, message):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text("precious")
        with pytest.raises(OutputExists, match=message):
            score_file("in", "out")
        assert files() == [path]
        assert (folder / path).read_text() == "precious"
        score_file("in", "out", overwrite=True)
        assert kept_rows("out/p1.parquet") == ROWS

    @pytest.mark.parametrize("text", ["", "{}", "[1]", '{"journal": 99}', '{"journal": 1, "package": 3}'])
    def test_a_journal_that_is_none(self, folder, text):
        (folder / "out.fastmj.json").write_text(text)
        with pytest.raises(ValueError, match=r"out\.fastmj\.json is not the journal of a run"):
            score_file("in", "out")
        score_file("in", "out", overwrite=True)
        assert score_file("in", "out").skipped_parts == 4

    def test_a_journal_that_names_files_elsewhere(self, folder):
        score_file("in", "out")
        path = folder / "out.fastmj.json"
        journal = json.loads(path.read_text())
        journal["done"]["../all.parquet"] = journal["done"]["p1.parquet"]
        path.write_text(json.dumps(journal))
        with pytest.raises(ValueError, match="is not within the output"):
            score_file("in", "out")
        score_file("in", "out", overwrite=True)
        assert kept_rows("all.parquet") == ROWS * FILES

    def test_a_journal_of_which_nothing_is_left_hinders_nobody(self, folder):
        score_file("in", "out")
        for path in files("out"):
            os.remove(path)
        assert score_file("in", "out", layout="total").skipped_parts == 0

    def test_starting_anew_removes_all_that_was_there(self, folder):
        score_file("in", "out", rows_per_file=100)
        assert len(files("out")) == 40
        score_file("in", "out", rows_per_file=500, overwrite=True)
        assert len(files("out")) == 8


class TestKeepGoing:
    @pytest.fixture
    def damaged(self, folder):
        """The third row group of one file cannot be read, and another file is none."""
        pq.write_table(pq.read_table("in/p1.parquet"), "in/p1.parquet", row_group_size=300, use_dictionary=False)
        data = bytearray((folder / "in/p1.parquet").read_bytes())
        place = pq.read_metadata("in/p1.parquet").row_group(2).column(0).data_page_offset
        data[place : place + 400] = bytes(400)
        (folder / "in/p1.parquet").write_bytes(data)
        (folder / "in/z/p2.parquet").write_text("no Parquet")
        return folder

    def test_without_it_nothing_is_begun(self, damaged):
        with pytest.raises(ValueError, match=r"in/z/p2\.parquet: cannot be read as parquet"):
            score_file("in", "out")
        assert files() == []

    def test_the_others_are_scored(self, damaged):
        seen = score_file("in", "out", keep_going=True, refused="refused.csv")
        assert sorted(seen.failed) == ["in/p1.parquet", "in/z/p2.parquet"]
        assert "row group 2 (rows 600 to 899)" in seen.failed["in/p1.parquet"]
        assert (seen.rows, [str(path) for path in seen.outputs]) == (2000, ["out/p0.parquet", "out/z/p3.parquet"])
        assert len(rows("refused.csv")) == sum(seen.refused.values()) + 1

    def test_not_one_can_be_read(self, damaged):
        seen = score_file("in/z/p2*", "out", keep_going=True, refused="refused.csv")
        assert (seen.rows, seen.outputs, list(seen.failed)) == (0, (), ["in/z/p2.parquet"])

    def test_once_repaired_they_are_done_too(self, damaged, hands):
        score_file("in", "out", keep_going=True, refused="refused.jsonl")
        for i, name in ((1, "in/p1.parquet"), (2, "in/z/p2.parquet")):
            pq.write_table(hands.slice(i * ROWS, ROWS), name)
        seen = score_file("in", "out", refused="refused.jsonl")
        assert (seen.rows, seen.skipped_parts, seen.failed) == (4000, 2, {})
        assert len(rows("refused.jsonl")) == sum(seen.refused.values())
        assert not [name for name in files() if ".tmp" in name]

    def test_the_parts_without_damage_are_made(self, damaged):
        seen = score_file("in", "out", keep_going=True, rows_per_file=100, batch_rows=50)
        made = [path.name for path in seen.outputs if path.name.startswith("p1")]
        # what lies behind the damaged rows of a row group cannot be had either
        assert made == [f"p1-0000{i}.parquet" for i in (0, 1, 2, 3, 4, 5, 9)]
        assert (seen.rows, len(seen.failed)) == (2700, 2)


def test_what_a_kill_left_of_the_refused_rows_goes(folder):
    """Of the one file that they are put together in at the end; under a name that is only like it, nothing is touched."""
    for name in (".refused.csv.0123abcd.tmp", ".other.csv.0123abcd.tmp"):
        (folder / name).write_text("cut off")
    score_file("in", "out", refused="refused.csv")
    assert [name for name in files() if "tmp" in name] == [".other.csv.0123abcd.tmp"]
