"""Inputs and outputs on other filesystems: what comes of them is what comes of local files."""

import json
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.fs as pafs
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj import analyse_file, storage
from fastmj.arguments import Misuse
from fastmj.file import InputMissing, OutputExists, score_file
from fastmj.formats import whole
from tests.cli.process import run
from tests.filesystems import (
    KINDS,
    Full,
    below,
    copied,
    files,
    json_of,
    memory,
    mock,
    of_pyarrow,
    particular,
    put,
    table,
    unmoving,
)

ROWS, FILES = 400, 3
NAMES = ("p0.parquet", "seat=E/p1.parquet", "seat=S/p2.parquet")


class Stop(BaseException):
    """What ends a run, as an interrupt does."""


def stopping(after):
    """A progress function that ends the run when so many rows are done."""

    def progress(done, in_all):
        if done >= after:
            raise Stop

    return progress


@pytest.fixture(scope="module")
def hands():
    """Hands without seats, sound and faulty ones, numbered."""
    table = pa.concat_tables([fastmj.sample(1100, "mixed", seed=1), fastmj.sample(100, "invalid", seed=2)])
    return table.combine_chunks().drop_columns("seat").append_column("id", pa.array(range(1200)))


@pytest.fixture
def here(tmp_path, monkeypatch, hands):
    """A working folder with ``in/``, two of whose folders say the seat; nothing temporary may be left."""
    monkeypatch.chdir(tmp_path)
    for i, name in enumerate(NAMES):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(hands.slice(i * ROWS, ROWS), path, row_group_size=150)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    yield tmp_path
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.fixture(params=KINDS)
def there(request, here):
    """A filesystem that holds the same ``in/``."""
    found = request.param(here)
    copied(here, found)
    return found


def same(there, folder="out"):
    """Whether the folders there and here hold the same files, with rows and schemas."""
    names = files(there, folder)
    assert names == sorted(path.as_posix() for path in Path(folder).rglob("*") if path.is_file())
    for name in names:
        assert table(there, name).equals(pq.read_table(name, partitioning=None), check_metadata=True)
    return len(names)


class TestFolders:
    @pytest.mark.parametrize(
        "options", [{}, {"rows_per_file": 150, "payments": True, "columns": ["id"], "prefix": "m_"}]
    )
    def test_as_here(self, there, options):
        expected = score_file("in", "out", **options)
        summary = score_file("in", "out", filesystem=there, **options)
        assert same(there) == len(expected.outputs) == len(summary.outputs)
        assert (summary.rows, summary.wins, summary.refused) == (expected.rows, expected.wins, expected.refused)
        assert [str(path) for path in summary.outputs] == [path.as_posix() for path in expected.outputs]
        assert files(there, "") == sorted([*files(there, "in"), *files(there), "out.fastmj.json"])

    @pytest.mark.parametrize(
        "pattern", ["in/*.parquet", "in/**/p[12].parquet", "in/seat=?/*", "in/seat=[!E]/*.parquet"]
    )
    def test_globs(self, there, pattern):
        score_file(pattern, "out", filesystem=there)
        score_file(pattern, "out")
        assert same(there) in (1, 2)

    def test_refused_rows(self, there):
        score_file("in", "out", refused="refused.csv")
        score_file("in", "out", refused="else/refused.csv", filesystem=there)
        assert same(there) == FILES
        with of_pyarrow(there).open_input_stream("else/refused.csv") as file:
            found = pcsv.read_csv(file)
        assert found.num_rows >= 100
        assert found.equals(pcsv.read_csv("refused.csv"))
        assert not [name for name in files(there, "") if name.endswith(".tmp")]

    @pytest.mark.parametrize("after", [1, 700, *(pytest.param(rows, marks=pytest.mark.slow) for rows in (400, 1100))])
    @pytest.mark.parametrize("rows_per_file", [None, 100])
    def test_what_was_interrupted_is_continued(self, there, after, rows_per_file):
        options = {"rows_per_file": rows_per_file, "batch_rows": 50, "refused": "refused.csv"}
        with pytest.raises(Stop):
            score_file("in", "out", progress=stopping(after), filesystem=there, **options)
        before = [name for name in files(there) if name.endswith(".parquet")]
        assert len(before) == len(json_of(there)["done"])
        summary = score_file("in", "out", filesystem=there, **options)
        assert summary.skipped_parts == len(before)
        score_file("in", "out", **options)
        assert same(there)
        assert score_file("in", "out", filesystem=there, **options).skipped_rows == 3 * ROWS

    def test_what_is_there_but_not_noted_is_made_again(self, there):
        score_file("in", "out", filesystem=there)
        journal = json_of(there)
        del journal["done"]["p0.parquet"]
        put(there, "out.fastmj.json", json.dumps(journal))
        put(there, "out/p0.parquet", "cut short")
        summary = score_file("in", "out", filesystem=there)
        assert (summary.skipped_parts, summary.rows) == (FILES - 1, FILES * ROWS)
        score_file("in", "out")
        assert same(there) == FILES

    def test_one_that_is_there_is_refused(self, there):
        put(there, "out/seat=E/p1.parquet", "what somebody else has")
        with pytest.raises(OutputExists, match=r"out/seat=E/p1.parquet exists"):
            score_file("in", "out", filesystem=there)
        assert files(there) == ["out/seat=E/p1.parquet"]
        score_file("in", "out", filesystem=there, overwrite=True)
        score_file("in", "out")
        assert same(there) == FILES

    def test_other_options_are_refused_and_start_anew(self, there):
        score_file("in", "out", filesystem=there, rows_per_file=100)
        with pytest.raises(OutputExists, match=r"out exists, and was begun otherwise: rows_per_file"):
            score_file("in", "out", filesystem=there)
        score_file("in", "out", filesystem=there, overwrite=True)
        score_file("in", "out")
        assert same(there) == FILES

    def test_a_changed_input_is_noticed(self, there):
        score_file("in", "out", filesystem=there)
        with of_pyarrow(there).open_output_stream("in/p0.parquet") as file:
            pq.write_table(fastmj.sample(5), file)
        with pytest.raises(OutputExists, match=r"p0.parquet"):
            score_file("in", "out", filesystem=there)

    def test_an_input_that_cannot_be_read(self, there):
        put(there, "in/p0.parquet", "no table")
        with pytest.raises(ValueError, match=r"in/p0.parquet: cannot be read as parquet"):
            score_file("in", "out", filesystem=there)
        summary = score_file("in", "out", filesystem=there, keep_going=True)
        assert list(summary.failed) == ["in/p0.parquet"]
        assert summary.rows == 2 * ROWS


class TestFiles:
    @pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
    def test_every_format_both_ways(self, there, kind):
        score_file("in/p0.parquet", f"first.{kind}", filesystem=there, layout="total")
        score_file("in/p0.parquet", f"first.{kind}", layout="total")
        score_file(f"first.{kind}", f"new/second.{kind}", filesystem=there, prefix="hk_", rules="hk", batch_rows=70)
        score_file(f"first.{kind}", f"second.{kind}", prefix="hk_", rules="hk", batch_rows=70)
        with of_pyarrow(there).open_input_stream(f"new/second.{kind}") as file:
            assert file.read() == Path(f"second.{kind}").read_bytes()
        assert files(there, "new") == [f"new/second.{kind}"]

    def test_compressed_text(self, there):
        put(there, "in/a.jsonl", '{"hand": "123456789m123p5s+5s"}\n' * 3)
        with of_pyarrow(there).open_output_stream("in/b.jsonl.gz", compression="gzip") as file:
            file.write(b'{"hand": "123456789m123p5s+5s"}\n' * 3)
        for name in ("a.jsonl", "b.jsonl.gz"):
            assert score_file(f"in/{name}", "out/", filesystem=there, overwrite=True).rows == 3
        assert table(there, "out/a.parquet").equals(table(there, "out/b.parquet"))

    def test_one_that_is_there_is_refused(self, there):
        put(there, "a.parquet", "what somebody else has")
        with pytest.raises(OutputExists, match=r"a.parquet exists"):
            score_file("in/p0.parquet", "a.parquet", filesystem=there)
        score_file("in/p0.parquet", "a.parquet", filesystem=there, overwrite=True)
        assert table(there, "a.parquet").num_rows == ROWS

    def test_nothing_is_left_of_one_that_was_interrupted(self, there):
        before = files(there, "")
        with pytest.raises(Stop):
            score_file("in/p0.parquet", "a.parquet", filesystem=there, progress=stopping(1), batch_rows=50)
        assert files(there, "") == before

    def test_inputs_there_and_outputs_here_and_back(self, there, here):
        expected = score_file("in", "out").rows
        assert score_file("in", (here / "local").as_uri(), filesystem=there).rows == expected
        assert score_file((here / "in").as_uri(), "back", filesystem=there).rows == expected
        for path in sorted(Path("out").rglob("*.parquet")):
            name = path.relative_to("out").as_posix()
            assert pq.read_table(path, partitioning=None).equals(pq.read_table(f"local/{name}", partitioning=None))
            assert table(there, f"back/{name}").equals(pq.read_table(path, partitioning=None))

    def test_missing_ones(self, there):
        with pytest.raises(InputMissing, match=r"in/nix.parquet: there is no such file"):
            score_file("in/nix.parquet", "a.parquet", filesystem=there)
        with pytest.raises(InputMissing, match=r"in/\*.csv: nothing matches"):
            score_file("in/*.csv", "out", filesystem=there)

    def test_an_input_is_no_output(self, there):
        with pytest.raises(Misuse, match=r"in/p0.parquet is an input"):
            score_file("in/p0.parquet", "in/p0.parquet", filesystem=there, overwrite=True)
        with pytest.raises(Misuse, match=r"in/out lies within the input in"):
            score_file("in", "in/out", filesystem=there)

    def test_check(self, there):
        found = fastmj.check_file("in", "out", filesystem=there)
        assert (found.rows, found.refused) == (FILES * ROWS, fastmj.check_file("in").refused)
        assert files(there) == []


def test_an_output_that_cannot_be_put(here):
    """Nothing of it is left, what was done before stays, and the run goes on where there is room again."""
    there = memory(here)
    copied(here, there)
    full = pafs.PyFileSystem(Full(there))
    with pytest.raises(storage.StorageError, match=r"out/seat=E/p1.parquet: .*No room there"):
        score_file("in", "out", filesystem=full)
    assert files(there) == ["out/p0.parquet"]
    assert list(json_of(there)["done"]) == ["p0.parquet"]
    assert score_file("in", "out", filesystem=there).skipped_parts == 1
    score_file("in", "out")
    assert same(there) == FILES


def test_no_room_for_temporary_files(here, monkeypatch):
    there = mock(here)

    def no_room(*given, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage.Remote, "put", lambda *given: None)
    monkeypatch.setattr("fastmj.part_file.open_writer", no_room)
    with pytest.raises(OSError, match=r"a.parquet could not be written: no room in .*temporary.*rows_per_file.*TMPDIR"):
        score_file((here / "in/p0.parquet").as_uri(), "a.parquet", filesystem=there)
    assert whole.tempfile.gettempdir() == str(here / "temporary")


def test_objects_are_put_at_once(here, monkeypatch):
    """Object stores, in which files appear whole, see no other name than the last, and no folders."""
    there, seen = mock(here), []
    put_one = storage.Remote._send
    monkeypatch.setattr(storage, "_OBJECT_STORES", ("mock",))
    monkeypatch.setattr(storage.Remote, "_send", lambda self, file: (seen.append(str(self)), put_one(self, file)))
    source = (here / "in").as_uri()
    with pytest.raises(FileNotFoundError, match=r"bucket: there is no such bucket"):
        score_file(source, "bucket/out", filesystem=there)
    assert seen == []
    there.create_dir("bucket/out/seat=E", recursive=True)
    there.create_dir("bucket/out/seat=S")
    score_file(source, "bucket/out", filesystem=there)
    assert {name for name in seen if "json" not in name} == {f"bucket/out/{name}" for name in NAMES}


@pytest.mark.parametrize("kind", [mock, below, unmoving, particular])
def test_what_is_replaced(here, kind):
    """On every kind of filesystem a file takes the place of one that is there."""
    there = kind(here)
    put(there, "out/a.parquet", "what was there")
    score_file((here / "in/p0.parquet").as_uri(), "out/a.parquet", filesystem=there, overwrite=True)
    assert files(there) == ["out/a.parquet"]
    assert table(there, "out/a.parquet").num_rows == ROWS


def test_other_things_than_filesystems():
    with pytest.raises(TypeError, match=r"filesystem: one of pyarrow.fs or of fsspec is needed, got 'memory'"):
        score_file("in", "out", filesystem="memory")


class TestUris:
    def test_files_of_this_machine(self, here):
        """They are paths: continued, renamed and locked as those are."""
        summary = score_file((here / "in").as_uri(), f"{here.as_uri()}/out")
        assert summary.outputs == tuple(here / "out" / name for name in NAMES)
        pattern = f"{here.as_uri()}/in/seat=?/p*.parquet"
        assert score_file(pattern, "some").outputs == tuple(Path("some") / name for name in NAMES[1:])
        assert analyse_file.analyse_file(pattern, f"{here.as_uri()}/more", ["shanten"]).rows == 2 * ROWS

    def test_names_with_blanks(self, here):
        (here / "in").rename(here / "with blanks")
        assert score_file(f"{here.as_uri()}/with%20blanks/p0.parquet", "a.parquet").rows == ROWS

    @pytest.mark.parametrize(
        ("uri", "message"),
        [
            ("nix://bucket/a.parquet", r"nix://bucket/a.parquet: .*; known are s3://, gs://.*filesystem="),
            ("nix://me:secret@bucket/a.parquet", r"^nix://bucket/a.parquet: (?!.*secret).*known"),
            ("s3:///a.parquet", r"s3:///a.parquet: .*[Bb]ucket"),
            ("s3://bucket/a b?region=x", r"s3://bucket/a b: .*parse"),
        ],
    )
    def test_what_cannot_be_meant(self, here, uri, message):
        with pytest.raises(Misuse, match=message):
            score_file(uri, "a.parquet")

    def test_on_the_command_line(self, here):
        done = run("score", "in/p0.parquet", "-o", "nix://bucket/a.parquet", cwd=here)
        assert done.returncode == 2
        assert "nix://bucket/a.parquet: Unrecognized filesystem type" in done.stderr

    @pytest.mark.slow  # it is asked three times
    def test_a_filesystem_that_does_not_answer(self, here):
        address = "s3://bucket/a.parquet?region=none&scheme=http&endpoint_override=127.0.0.1:9"
        with pytest.raises(storage.StorageError, match=r"^s3://bucket/a.parquet: .*HeadObject"):
            score_file(address, "a.parquet")


def test_ray_workers_have_paths(here):
    pytest.importorskip("ray")
    there = memory(here)
    copied(here, there)
    with pytest.raises(Misuse, match=r"in/p0.parquet: with engine='ray' inputs and outputs must be paths"):
        score_file("in", str(here / "out"), filesystem=there, engine="ray")
