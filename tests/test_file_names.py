"""Files that are odd: by their names, by links, by what they hold, or because they are two things at once."""

import gzip
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj

HAND = "1122446677889s+9s"
TABLE = pa.table({"hand": [HAND, "1x"], "id": [1, 2]})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pq.write_table(TABLE, "in.parquet")
    return tmp_path


def score(src, dst, **more):
    return fastmj.score_file(src, dst, layout="total", **more)


@pytest.mark.parametrize(
    "name",
    [
        "with space.csv",
        "ünïcödé 手.parquet",
        "new\nline.jsonl",
        "quote'\".csv",
        "-dash.arrow",
        "[b]*.csv",
        "~.csv",
        "%s{}.csv",
    ],
)
def test_odd_names(folder, name):
    assert score("in.parquet", name).rows == 2
    assert score(name, f"again {name}", prefix="x_").rows == 2
    (folder / f"dir {name}").mkdir()
    os.rename(name, f"dir {name}/{name}")
    assert score(f"dir {name}", f"out {name}/", prefix="x_").rows == 2


def test_links(folder):
    os.symlink("in.parquet", "link.parquet")
    os.symlink("nowhere.parquet", "dangling.parquet")
    os.symlink("ring2.parquet", "ring1.parquet")
    os.symlink("ring1.parquet", "ring2.parquet")
    assert score("link.parquet", "a.parquet").rows == 2
    for name in ("dangling.parquet", "ring1.parquet"):
        with pytest.raises(FileNotFoundError, match="there is no such file"):
            score(name, "b.parquet")
    with pytest.raises(ValueError, match=r"link\.parquet is an input"):
        score("in.parquet", "link.parquet", overwrite=True)
    for name in ("dangling.parquet", "ring1.parquet"):
        assert score("in.parquet", name).rows == 2
    assert pq.read_table("in.parquet").equals(TABLE)


@pytest.mark.parametrize("ending", ["parquet", "arrow", "arrows", "csv", "jsonl", "csv.gz", "jsonl.gz"])
@pytest.mark.parametrize("content", [b"", b"\n\n", b"\0\xff\xfe" * 40])
def test_files_without_anything(folder, ending, content):
    """JSON Lines without a line is no hands; of the others none is a file of its kind."""
    name = f"odd.{ending}"
    (folder / name).write_bytes(gzip.compress(content) if ending.endswith("gz") else content)
    if ending.startswith("jsonl") and not content.strip():
        assert score(name, "out.csv").rows == 0
        return
    with pytest.raises(ValueError, match=rf"^odd\.{ending}"):
        score(name, "out.csv")
    assert sorted(os.listdir()) == ["in.parquet", name]


@pytest.mark.parametrize("ending", ["parquet", "arrow", "csv", "jsonl"])
def test_no_rows(folder, ending):
    pq.write_table(TABLE.slice(0, 0), "zero.parquet")
    with pq.ParquetWriter("groups.parquet", TABLE.schema):
        pass
    for name in ("zero", "groups"):
        assert score(f"{name}.parquet", f"{name}.out.{ending}", refused=f"{name}.refused.{ending}").rows == 0
        assert score(f"{name}.out.{ending}", f"{name}.again.{ending}", prefix="x_").rows == 0


def test_no_columns(folder):
    pq.write_table(pa.table({}), "none.parquet")
    with pytest.raises(ValueError, match=r"^none\.parquet: the input has no column 'hand' .* it has no columns$"):
        score("none.parquet", "out.parquet")


TWICE = pa.Table.from_arrays([pa.array([HAND]), pa.array([1]), pa.array([2])], ["hand", "a", "a"])


def test_columns_of_one_name(folder):
    """Parquet and Arrow hold both; in text one would be lost."""
    pq.write_table(TWICE, "twice.parquet")
    for name in ("out.parquet", "out.arrow"):
        assert score("twice.parquet", name).rows == 1
    assert pq.ParquetFile("out.parquet").schema_arrow.names[:3] == ["hand", "a", "a"]
    for name in ("out.csv", "out.jsonl"):
        with pytest.raises(ValueError, match=r"^twice\.parquet: more than one column is named 'a', text needs one"):
            score("twice.parquet", name)
        assert not os.path.exists(name)
    with pytest.raises(ValueError, match=r"^twice\.parquet: more than one column is named 'a': refused rows need"):
        score("twice.parquet", "other.parquet", refused="refused.parquet")
    pq.write_table(pa.table({"hand": [HAND], "a": [{"b": 1}], "a.b": [2]}), "nested.parquet")
    with pytest.raises(ValueError, match=r"^nested\.parquet: two columns would be named 'a\.b' in a CSV file"):
        score("nested.parquet", "out.csv")
    assert score("nested.parquet", "out.jsonl").rows == 1


def test_a_column_named_like_a_score(folder):
    pq.write_table(TABLE.append_column("total", pa.array([1, 2])), "total.parquet")
    with pytest.raises(ValueError, match=r"total\.parquet: the input already has a column 'total' \(int64\).*prefix="):
        score("total.parquet", "out.parquet")
    score("total.parquet", "out.parquet", prefix="mcr_")
    assert pq.read_table("out.parquet")["total"].to_pylist() == [1, 2]


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("out.parquet", r"^out\.parquet is the output too"),
        ("./in.parquet", r"^in\.parquet is an input"),
        ("folder.csv", r"^folder\.csv is a folder: name a file to write"),
    ],
)
def test_refused_rows_take_no_other_place(folder, refused, words):
    (folder / "folder.csv").mkdir()
    for overwrite in (False, True):
        with pytest.raises(ValueError, match=words):
            score("in.parquet", "out.parquet", refused=refused, overwrite=overwrite)
    with pytest.raises(ValueError, match=r"^out/refused\.csv lies within the output out"):
        score("in.parquet", "out/", refused="out/refused.csv")
    assert pq.read_table("in.parquet").equals(TABLE)
    assert sorted(os.listdir()) == ["folder.csv", "in.parquet"]
