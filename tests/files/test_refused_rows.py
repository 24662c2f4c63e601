"""The file of refused rows, where it cannot be: found before any row is scored."""

import os

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.file import score_file
from tests.cli.process import run

PLACES = {
    "proc": ("/proc/refused.csv", OSError, r"^/proc/refused.csv could not be written: \w+"),  # nobody makes files there
    "gone": ("no/refused.csv", FileNotFoundError, r"^no/refused.csv: there is no folder no$"),
    "a file": ("folder.csv/a/refused.csv", OSError, r"^folder.csv/a/refused.csv: folder.csv/a is a file, no folder"),
    "folder": ("folder.csv", ValueError, r"^folder.csv is a folder: name a file to write$"),
    "too long": (f"{'x' * 250}.csv", OSError, r"^x+.csv could not be written: File name too long$"),
    "input": ("in/a.parquet", ValueError, r"^in/a.parquet is an input: it would be overwritten"),
    "output": ("out/a.parquet", ValueError, r"^out/a.parquet is the output too: name another file"),
    "among outputs": ("out/refused.csv", ValueError, r"^out/refused.csv lies within the output out: name a file"),
    "among inputs": (
        "in/refused.csv",
        ValueError,
        r"^in/refused.csv lies within the input in: it would be an input next",
    ),
    "ending": ("refused.xlsx", ValueError, r"^refused.xlsx: the ending of the name says no known format"),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "folder.csv" / "a").touch()
    pq.write_table(fastmj.sample(20, "invalid"), tmp_path / "in" / "a.parquet")
    return tmp_path


@pytest.mark.parametrize("place", PLACES)
def test_before_work(here, place):
    refused, kind, message = PLACES[place]
    with pytest.raises(kind, match=message):
        score_file("in", "out", refused=refused, progress=lambda *_: pytest.fail("a row was scored"))
    assert sorted(os.listdir()) == ["folder.csv", "in"]
    assert os.listdir("in") == ["a.parquet"]


@pytest.mark.parametrize("place", [each for each in PLACES if each not in ("proc", "gone", "a file", "too long")])
def test_a_check_says_so_too(here, place):
    refused, kind, message = PLACES[place]
    with pytest.raises(kind, match=message):
        fastmj.check_file("in", "out", refused=refused)


def test_a_check_of_rows_a_file(here):
    """They need a folder, as the run would say."""
    with pytest.raises(ValueError, match=r"^out.parquet: the output must be a folder, because each file of it has"):
        fastmj.check_file("in/a.parquet", "out.parquet", rows_per_file=5)


def test_what_is_there_stays_until_all_is_done(here):
    (here / "refused.csv").write_text("what was there")
    with pytest.raises(FileExistsError, match=r"refused.csv exists"):
        score_file("in", "out", refused="refused.csv")
    assert (here / "refused.csv").read_text() == "what was there"
    assert not (here / "out" / "a.parquet").exists()


def test_columns_of_several_types(here):
    (here / "in" / "b.csv").write_text("hand\n1m\n")
    message = (
        r"^refused.csv: .* several types, .* \(Field hand has incompatible .*\): score those inputs apart, or without"
    )
    with pytest.raises(ValueError, match=message):
        score_file("in", "out", refused="refused.csv")
    assert not (here / "out").exists()
    assert score_file("in", "out").rows == 21


def test_on_the_command_line(here):
    done = run("score", "in", "-o", "out", "--refused", "/proc/refused.csv", cwd=here)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fastmj: /proc/refused.csv could not be written: ")
