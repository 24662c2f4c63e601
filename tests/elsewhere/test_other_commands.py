"""Reports, audits, imports of logs, analyses and samples: from and to other filesystems as from and to this machine."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.cli import main
from fastmj.convert import read_logs
from fastmj.formats.jobs import InputMissing
from fastmj.formats.whole import OutputExists
from fastmj.report import page
from tests.elsewhere.alike import FILES, ROWS
from tests.filesystems import files, of_pyarrow, put

LOGS = Path(__file__).parents[1] / "convert" / "data"


def data(there, name):
    with of_pyarrow(there).open_input_file(name) as file:
        return file.read()


def text(there, name):
    return data(there, name).decode()


class TestReport:
    @pytest.fixture(autouse=True)
    def plain_page(self, monkeypatch):
        """A page whose plots are not drawn, which takes seconds."""
        monkeypatch.setattr(page, "page", lambda *_: "<!DOCTYPE html> a page")

    @pytest.mark.parametrize("src", ["out", "out/**/*.parquet", ["out/p0.parquet", "out/seat=?/*"]])
    def test_as_here(self, there, src):
        fastmj.score_file("in", "out")
        fastmj.score_file("in", "out", filesystem=there)
        ours = fastmj.report("out", "page.html")
        theirs = fastmj.report(src, "pages/page.html", filesystem=there)
        assert str(theirs.output) == "pages/page.html"
        assert (theirs.rows, theirs.wins, theirs.elements) == (ours.rows, ours.wins, ours.elements)
        assert theirs.rows == FILES * ROWS
        assert files(there, "pages") == ["pages/page.html"]
        assert text(there, "pages/page.html") == "<!DOCTYPE html> a page"
        with pytest.raises(OutputExists, match=r"pages/page.html exists"):
            fastmj.report(src, "pages/page.html", filesystem=there)

    def test_arrow_files_a_summary_and_a_run(self, there):
        summary = fastmj.score_file("in/p0.parquet", "a.arrow", filesystem=there)
        put(there, "in/run.json", json.dumps({"rows": ROWS, "seconds": 0.5}))
        assert fastmj.report(summary, "page.html", filesystem=there).rows == ROWS
        found = fastmj.report("a.arrow", "page.html", filesystem=there, overwrite=True, run="in/run.json")
        assert (found.rows, found.scoring) == (ROWS, 0.5)

    def test_missing_ones(self, there):
        for name, message in (("nix.parquet", "there is no such file"), ("nix*.parquet", "nothing matches")):
            with pytest.raises(InputMissing, match=message):
                fastmj.report(name, "page.html", filesystem=there)
        put(there, "text/a.csv", "hand")
        with pytest.raises(InputMissing, match="text: no files to read"):
            fastmj.report("text", "page.html", filesystem=there)


@pytest.fixture
def logs(there):
    """Logs in a folder ``logs``, one of them packed, and one hidden that is none."""
    filesystem = of_pyarrow(there)
    filesystem.create_dir("logs/more", recursive=True)
    for name in ("pku_games.txt", "pku_old_copy.txt", "botzone_games.json"):
        put(there, f"logs/{name}", (LOGS / name).read_text("utf-8"))
    with filesystem.open_output_stream("logs/more/packed.txt.gz", compression="gzip") as file:
        file.write((LOGS / "pku_games.txt").read_bytes())
    put(there, "logs/.hidden.txt", "not a log")
    return there


class TestLogs:
    @pytest.mark.parametrize(
        ("src", "names"),
        [
            ("logs", ["more/packed.txt.gz", "pku_games.txt", "pku_old_copy.txt"]),
            ("logs/pku*.txt", ["pku_games.txt", "pku_old_copy.txt"]),
            (["logs/more/packed.txt.gz"], ["more/packed.txt.gz"]),
        ],
    )
    def test_as_here(self, logs, src, names):
        seen = []
        found, counts = read_logs(src, "pku", lambda *now: seen.append(now[:2]), filesystem=logs)
        parts = [read_logs(LOGS / name.replace("more/packed.txt.gz", "pku_games.txt"), "pku") for name in names]
        expected = pa.concat_tables(wins for wins, _ in parts)
        assert found.drop_columns("source").equals(expected.drop_columns("source"))
        assert found["source"].unique().to_pylist() == [f"logs/{name}" for name in names]
        assert (counts.games, counts.broken) == tuple(
            sum(getattr(known, kind) for _, known in parts) for kind in ("games", "broken")
        )
        assert seen[-1][0] == seen[-1][1] == sum(len(data(logs, f"logs/{name}")) for name in names)

    def test_audited_as_here(self, logs):
        found = fastmj.audit("logs/pku_games.txt", "pku", "mcr", filesystem=logs, mixed_kong=6)
        expected = fastmj.audit(LOGS / "pku_games.txt", "pku", "mcr", mixed_kong=6)
        assert found.table.drop_columns("source").equals(expected.table.drop_columns("source"))
        assert found.summary.differing == expected.summary.differing > 0

    def test_missing_ones(self, there):
        for name in ("nix.txt", "nix*.txt"):
            with pytest.raises(InputMissing, match="there is no such file, folder or glob"):
                read_logs(name, "pku", filesystem=there)


class TestCommands:
    """With URIs; those of this machine stand for all."""

    @pytest.mark.parametrize(
        "command",
        [
            ["convert", "{logs}/pku_games.txt", "--from", "pku", "-o", "{here}/out.parquet"],
            ["audit", "{logs}/pku_games.txt", "--from", "pku", "-o", "{here}/out.parquet"],
            ["sample", "3", "-o", "{here}/out.parquet"],
            ["analyse", "{here}/in/p0.parquet", "-o", "{here}/out.parquet", "--shanten"],
            ["score", "{here}/in/p0.parquet", "-o", "{here}/out.parquet", "--refused", "{here}/refused.csv"],
        ],
        ids=lambda command: command[0],
    )
    def test_written_where_they_say(self, here, command, capsys):
        words = [word.format(logs=LOGS.as_uri(), here=here.as_uri()) for word in command]
        assert main(words) == 0
        assert str(here / "out.parquet") in capsys.readouterr().out
        assert pq.read_metadata("out.parquet").num_rows in (3, 8, ROWS)

    def test_a_report(self, here, capsys):
        fastmj.score_file("in/p0.parquet", "a.parquet")
        assert main(["report", f"{here.as_uri()}/a.parquet", "-o", f"{here.as_uri()}/page.html"]) == 0
        assert Path("page.html").read_text("utf-8").startswith("<!DOCTYPE html>")
        capsys.readouterr()

    @pytest.mark.parametrize(
        "command",
        [
            ["convert", LOGS, "--from", "pku", "-o", "nix://bucket/a.parquet"],
            ["audit", LOGS, "--from", "pku", "-o", "nix://bucket/a.parquet"],
            ["audit", "nix://bucket/logs", "--from", "pku"],
            ["report", "in", "-o", "nix://bucket/a.html"],
            ["report", "nix://bucket/a.parquet", "-o", "a.html"],
            ["sample", "3", "-o", "nix://bucket/a.parquet"],
        ],
        ids=lambda command: command[0],
    )
    def test_what_cannot_be_meant(self, here, command, capsys):
        assert main([str(word) for word in command]) == 2
        assert capsys.readouterr().err.startswith("fastmj: nix://bucket/")


def test_a_page_that_cannot_be_written_is_found_before_rows_are_counted(here):
    fastmj.score_file("in/p0.parquet", "a.parquet")
    with pytest.raises(OSError, match=r"^/proc/page.html could not be written"):
        fastmj.report("a.parquet", "/proc/page.html", progress=lambda *_: pytest.fail("rows were counted"))
