"""``fastmj score``."""

import json
import os
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj


class TestScore:
    def test_summary(self, fastmj_, hands):
        status, out, err = fastmj_("score", hands, "-o", "out.parquet")
        assert (status, err) == (0, "")
        scored = fastmj.score_batch(pq.read_table(hands))
        assert pq.read_table("out.parquet").equals(scored)
        wins = sum(status in ("ok", "below_minimum") for status in scored["status"].to_pylist())
        lines = out.splitlines()
        assert lines[:2] == ["rows      2,000", f"wins      {wins:,}"]
        assert re.fullmatch(r"time      \d+\.\d\d s, [\d,]+ hands/s", next(line for line in lines if "time" in line))
        assert sum(bool(re.match(r"(elements)? +[\d,]+ [A-Z]", line)) for line in lines) == 10
        assert lines[-1] == "written   out.parquet"
        assert max(map(len, lines)) <= 80

    def test_refused_rows_are_counted_and_no_failure(self, fastmj_, tmp_path):
        pq.write_table(fastmj.sample(35, "invalid"), tmp_path / "in.parquet")
        status, out, _ = fastmj_("score", "in.parquet", "-o", "out.parquet", "--json")
        assert status == 0
        summary = json.loads(out)
        assert summary["rows"] == 35
        assert summary["refused"] == {
            "bad_context": 24,
            "wrong_tile_count": 3,
            "bad_meld": 2,
            "missing": 1,
            "bad_tile": 1,
            "too_many_copies": 1,
            "win_tile_not_in_hand": 1,
            "not_a_win": 1,
        }
        assert summary["wins"] == summary["ok"] + summary["below_minimum"] == 1
        assert summary["outputs"] == ["out.parquet"]

    def test_options(self, fastmj_, hands):
        arguments = ("--rules", "mcr:online", "--set", "two_concealed_kongs=8", "--set", "kongs_add_concealed=true")
        more = ("--layout", "mask", "--payments", "--split", "--prefix", "on_", "--threads", "2", "--quiet")
        assert fastmj_("score", hands, "-o", "out.parquet", *arguments, *more) == (0, "", "")
        expected = fastmj.score_batch(
            pq.read_table(hands),
            "mcr",
            "mask",
            payments=True,
            split=True,
            prefix="on_",
            profile="online",
            two_concealed_kongs=8,
            kongs_add_concealed=True,
        )
        assert pq.read_table("out.parquet").equals(expected)

    def test_set_is_the_same_as_a_profile_in_the_name(self, fastmj_, hands):
        assert fastmj_("score", hands, "-o", "a.parquet", "--set", "profile=online", "-q")[0] == 0
        assert fastmj_("score", hands, "--output=b.parquet", "--rules=mcr:online", "-q")[0] == 0
        assert pq.read_table("a.parquet").equals(pq.read_table("b.parquet"))

    def test_folders_and_several_files(self, fastmj_, hands):
        for arguments in ([hands, "-o", "one/"], ["one", "-o", "two", "--prefix", "x_"]):
            assert fastmj_("score", *arguments, "-q") == (0, "", "")
        assert pq.read_table("two/hands.parquet").num_rows == 2000
        os.rename(hands, "other.parquet")
        status, out, _ = fastmj_("score", "one/hands.parquet", "other.parquet", "-o", "both", "--prefix", "x_")
        assert status == 0
        assert out.splitlines()[0] == "rows      4,000"
        assert sorted(os.listdir("both")) == ["hands.parquet", "other.parquet"]

    def test_an_existing_output(self, fastmj_, hands):
        Path("out.parquet").write_text("precious")
        status, out, err = fastmj_("score", hands, "-o", "out.parquet")
        assert (status, out) == (1, "")
        assert err.startswith("fastmj: out.parquet exists: name another output, or allow overwriting it (")
        assert Path("out.parquet").read_text() == "precious"
        assert fastmj_("score", hands, "-o", "out.parquet", "--overwrite", "-q")[0] == 0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                ["in.parquet", "--set", "minimum=3"],
                "rule set 'mcr' has no option 'minimum'; it has profile, mixed_kong,",
            ),
            (["in.parquet", "--set", "profile=x"], "option profile='x'; accepted: standard | online | wmo2014"),
            (["in.parquet", "--set", "mixed_kong=six"], "option mixed_kong='six'; accepted: a whole number"),
            (["in.parquet", "--set", "mixed_kong=[1]"], "option mixed_kong='[1]'; accepted: a whole number"),
            (["in.parquet", "--set", "profile"], "--set profile: name=value is wanted"),
            (["in.parquet", "--set", "mixed_kong=1", "--set", "mixed_kong=2"], "--set mixed_kong is given twice"),
            (["in.parquet", "--rules", "riichi"], "unknown rule set 'riichi'; known are"),
            (["in.parquet", "--layout", "tall"], '"tall" for --layout. Choose from: "list", "wide"'),
            (["in.parquet", "--threads", "many"], "--threads"),
            (["in.parquet", "--dialect", "tenhou"], "--dialect"),
            (["in.parquet", "--bogus"], "Unknown option: --bogus"),
            ([], "IN requires an argument"),
        ],
    )
    def test_wrong_command_lines(self, fastmj_, hands, arguments, message):
        os.rename(hands, "in.parquet")
        status, out, err = fastmj_("score", *arguments, "-o", "out.parquet")
        assert (status, out) == (2, "")
        assert err.startswith("fastmj: ")
        assert message in err
        assert err.count("\n") == 1
        assert os.listdir() == ["in.parquet"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["no.parquet", "-o", "out.parquet"], "fastmj: no.parquet: there is no such file\n"),
            (["in.txt", "-o", "out.parquet"], "fastmj: in.txt: the ending of the name says no known format"),
            (["broken.parquet", "-o", "out.parquet"], "fastmj: broken.parquet: cannot be read as parquet: "),
            (["cards.csv", "-o", "out.parquet"], "fastmj: cards.csv: the input has no column 'hand'"),
            (["faulty.csv", "-o", "out.parquet", "--strict"], "fastmj: faulty.csv: row 1, column 'hand': "),
        ],
    )
    def test_work_that_cannot_be_done(self, fastmj_, hands, arguments, message):
        os.rename(hands, "in.parquet")
        Path("broken.parquet").write_text("no Parquet")
        Path("in.txt").write_text("1m+1m")
        Path("cards.csv").write_text("cards\n1m\n")
        Path("faulty.csv").write_text("hand\n19m19p19s1234567z+1m\n1m\n")
        before = sorted(os.listdir())
        status, out, err = fastmj_("score", *arguments)
        assert (status, out) == (1, "")
        assert err.startswith(message)
        assert err.count("\n") == 1
        assert sorted(os.listdir()) == before

    def test_debug_shows_the_traceback(self, fastmj_, monkeypatch):
        monkeypatch.setenv("FASTMJ_DEBUG", "1")
        with pytest.raises(FileNotFoundError, match="no such file"):
            fastmj_("score", "no.parquet", "-o", "out.parquet")


def test_readable_from_a_stream_of_arrow(fastmj_, tmp_path):
    table = fastmj.sample(10)
    with pa.ipc.new_stream(tmp_path / "in.arrows", table.schema) as writer:
        writer.write_table(table)
    assert fastmj_("score", "in.arrows", "-o", "out.feather", "-q") == (0, "", "")
    assert pa.ipc.open_file(tmp_path / "out.feather").read_all().num_rows == 10
