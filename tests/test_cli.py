"""The command line: what it prints, what it writes, how it ends."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj import notation
from fastmj.cli import main
from fastmj.cli.sample import FAMILIES
from fastmj.sample import FAMILIES as KNOWN_FAMILIES
from fastmj.sample import SCHEMA
from tests import case_data

COMMAND = [sys.executable, "-m", "fastmj"]
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("FASTMJ_DEBUG", "COLUMNS", "FORCE_COLOR")},
    "PYTHONPATH": str(Path(fastmj.__file__).parents[1]),
}
LOGS = Path(__file__).parent / "convert" / "data"


def run(*arguments, **more):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], env=ENVIRONMENT, capture_output=True, text=True, timeout=120, **more
    )


@pytest.fixture
def fastmj_(tmp_path, monkeypatch, capsys):
    """Runs a command in this process, in a folder of its own: (exit status, output, errors)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FASTMJ_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def command(*arguments):
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def hands(tmp_path):
    pq.write_table(fastmj.sample(2000, seed=7), tmp_path / "hands.parquet")
    return tmp_path / "hands.parquet"


class TestStart:
    def test_help_is_quick_and_imports_nothing_heavy(self):
        code = (
            "import sys, fastmj.cli; status = fastmj.cli.main(['--help'])\n"
            "print([name for name in ('numba', 'pyarrow', 'numpy', 'pandas') if name in sys.modules], status)"
        )
        begun = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
        assert done.stdout.splitlines()[-1] == "[] 0", done.stderr
        # 0.2 s on an idle core; the machine that runs the tests has other things to do
        assert time.perf_counter() - begun < 2

    def test_help_lists_the_commands(self):
        done = run("--help")
        assert (done.returncode, done.stderr) == (0, "")
        for command in ("score", "rules", "explain", "convert", "sample", "warm", "kernel"):
            assert re.search(rf"^│ {command} ", done.stdout, re.MULTILINE)
        assert run().stdout == done.stdout

    @pytest.mark.parametrize("command", ["score", "rules", "explain", "convert", "sample", "warm", "kernel"])
    def test_help_of_each_command_fits_80_columns(self, command, fastmj_):
        status, out, err = fastmj_(command, "--help")
        assert (status, err) == (0, "")
        assert max(map(len, out.splitlines())) <= 80
        assert out.startswith(f"Usage: fastmj {command}")

    def test_version(self, fastmj_):
        assert fastmj_("--version") == (0, f"fastmj {fastmj.__version__}\n", "")

    def test_names_in_help_are_those_of_the_package(self, fastmj_):
        assert FAMILIES.split(", ") == list(KNOWN_FAMILIES)
        _, out, _ = fastmj_("explain", "--help")
        words = " ".join(out.replace("│", " ").split())
        assert f"[choices: {', '.join(notation.DIALECTS)}]" in words


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
            (["in.parquet", "-o", "in.parquet"], "fastmj: in.parquet is an input"),
            (["in.parquet", "-o", "out.txt"], "fastmj: out.txt: the ending of the name says no known format"),
            (["in.parquet", "-o", "out.parquet", "--threads", "0"], "fastmj: threads=0: at least one"),
            (["broken.parquet", "-o", "out.parquet"], "fastmj: broken.parquet: cannot be read as parquet: "),
            (["cards.csv", "-o", "out.parquet"], "fastmj: cards.csv: the input has no column 'hand'"),
            (["faulty.csv", "-o", "out.parquet", "--strict"], "fastmj: faulty.csv: row 1, column 'hand': "),
        ],
    )
    def test_work_that_cannot_be_done(self, fastmj_, hands, arguments, message):
        os.rename(hands, "in.parquet")
        Path("broken.parquet").write_text("no Parquet")
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


class TestProgressAndSignals:
    @pytest.fixture
    def many(self, tmp_path):
        pq.write_table(fastmj.sample(400_000, seed=8), tmp_path / "many.parquet")
        return tmp_path

    def test_no_bar_without_a_terminal(self, many):
        done = run("score", "many.parquet", "-o", "out.parquet", cwd=many)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout

    @pytest.mark.parametrize("quiet", [False, True])
    def test_a_bar_on_a_terminal(self, many, quiet):
        terminal, end = pty.openpty()
        process = subprocess.Popen(
            [*COMMAND, "score", "many.parquet", "-o", "out.csv", *["--quiet"] * quiet],
            cwd=many,
            env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "80"},
            stdout=subprocess.PIPE,
            stderr=end,
            text=True,
        )
        os.close(end)
        seen = b""
        while True:
            try:
                data = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            seen += data
        os.close(terminal)
        assert process.wait(60) == 0
        out = process.stdout.read()
        process.stdout.close()
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode())
        if quiet:
            assert (text, out) == ("", "")
            return
        bars = [line for line in re.split(r"[\r\n]+", text) if "rows" in line]
        assert re.search(r"[\d,]+ of 400,000 rows, [\d,]+/s", text)
        assert max(map(len, bars)) <= 80
        assert out.startswith("rows      400,000\n")
        assert "\x1b" not in out

    @pytest.mark.parametrize(
        ("sent", "status", "words"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
    )
    def test_interrupted(self, tmp_path, sent, status, words):
        with pq.ParquetWriter(tmp_path / "many.parquet", SCHEMA) as writer:
            table = fastmj.sample(500_000, seed=8)
            for _ in range(10):
                writer.write_table(table)
        process = subprocess.Popen(
            [*COMMAND, "score", "many.parquet", "-o", "out.jsonl"],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        deadline = time.monotonic() + 60
        while not any(name.endswith(".tmp") for name in os.listdir(tmp_path)):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(sent)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (status, "", f"fastmj: {words}\n")
        assert os.listdir(tmp_path) == ["many.parquet"]

    @pytest.mark.parametrize("command", [["rules", "mcr"], ["kernel", "mcr"]])
    def test_a_reader_that_has_had_enough(self, command):
        process = subprocess.Popen(
            [*COMMAND, *command], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(60) == 0


class TestRules:
    def test_list(self, fastmj_):
        status, out, err = fastmj_("rules")
        assert (status, err) == (0, "")
        assert "mcr: 82 elements, a hand needs 8 points." in out
        _, out, _ = fastmj_("rules", "--json")
        assert [each["name"] for each in json.loads(out)] == fastmj.rules.names()

    def test_table(self, fastmj_):
        status, out, err = fastmj_("rules", "mcr")
        assert (status, err) == (0, "")
        lines = [" ".join(line.split()) for line in out.splitlines()]
        assert "1 88 Big Four Winds 大四喜 38 49 60 61 73" in lines
        assert "48 8 Two Concealed Kongs 双暗杠 66 67" in lines
        assert "81 1 Flower Tiles 花牌" in lines
        assert any(line.startswith("profile standard standard | online | wmo2014") for line in lines)
        assert any(line.startswith("kongs_add_concealed true true | false") for line in lines)
        assert sum(bool(re.match(r"\d+a? \d+ [A-Z]", line)) for line in lines) == 82

    def test_options_show_value_and_default(self, fastmj_):
        for arguments in (("mcr:online",), ("mcr", "--set", "profile=online")):
            _, out, _ = fastmj_("rules", *arguments)
            lines = [" ".join(line.split()) for line in out.splitlines()]
            assert "48 6 Two Concealed Kongs 双暗杠 66 67" in lines
            at = next(i for i, line in enumerate(lines) if line.startswith("two_concealed_kongs"))
            assert lines[at].startswith("two_concealed_kongs 8 ")
            assert lines[at + 1].startswith("now 6 ")

    def test_meanings(self, fastmj_):
        _, out, _ = fastmj_("rules", "mcr", "--meanings")
        assert "One of each terminal and honor" in " ".join(out.split())

    def test_json(self, fastmj_):
        _, out, _ = fastmj_("rules", "mcr", "--set", "mixed_kong=5", "--json")
        facts = json.loads(out)
        assert (facts["name"], facts["minimum"], len(facts["elements"])) == ("mcr", 8, 82)
        assert facts["elements"][0]["name"] == "Big Four Winds"
        option = next(option for option in facts["options"] if option["name"] == "mixed_kong")
        assert (option["value"], option["default"]) == (5, 6)

    @pytest.mark.parametrize("name", ["mcr", "mcr:wmo2014"])
    def test_fits_80_columns(self, fastmj_, name):
        from rich.cells import cell_len

        for more in ([], ["--meanings"]):
            _, out, _ = fastmj_("rules", name, *more)
            assert max(map(cell_len, out.splitlines())) <= 80


class TestExplain:
    HAND = "[111z][2222z]55p33344z+4z"

    def test_text(self, fastmj_):
        status, out, err = fastmj_(
            "explain", self.HAND, "--win-by", "self_draw", "--rules", "mcr:online", "--flowers", "1f"
        )
        assert (status, err) == (0, "")
        words = " ".join(out.split())
        for element in ("Big Four Winds 88", "Half Flush 6", "Two Concealed Pungs 2", "Melded Kong 1", "Self-Drawn 1"):
            assert element in words
        assert "total 99" in words

    def test_json(self, fastmj_):
        status, out, _ = fastmj_("explain", "19m19p19s1234567z+1m", "--seat", "S", "--discarder", "E", "--json")
        assert status == 0
        assert json.loads(out) == {
            "hand": "19m19p19s1234567z+1m",
            "rules": "mcr",
            "status": "ok",
            "total": 88,
            "raw": 88,
            "limit": False,
            "elements": {"Thirteen Orphans": 1},
            "points": {"Thirteen Orphans": 88},
            "split": json.loads(out)["split"],
            "payments": [-96, 112, -8, -8],
        }

    @pytest.mark.parametrize("case", case_data.load("mcr_fixtures")[::20], ids=lambda case: case.id)
    def test_every_kind_of_context(self, fastmj_, case):
        arguments = ["--json"]
        for name, value in case.context.items():
            flag = "--" + name.replace("_", "-")
            if value is True:
                arguments.append(flag)
            elif value not in (False, None, ""):
                arguments += [flag, value]
        for name, value in case.options.items():
            arguments += ["--set", f"{name}={json.dumps(value)}"]
        status, out, _ = fastmj_("explain", case.hand, *arguments)
        assert status == 0
        found = json.loads(out)
        assert (found["status"], found["total"]) == (case.statuses[0], case.total)

    def test_other_dialects(self, fastmj_):
        status, out, _ = fastmj_("explain", "(F1F1F1F1)W1W2W3W4W5W6B2B2B3B3+B2", "--dialect", "botzone", "--json")
        assert status == 0
        assert json.loads(out)["elements"]["Concealed Kong"] == 1

    @pytest.mark.parametrize("hand", ["123m456p77s23s789m+9m", "[234m]11p234p56567s+7s"])
    def test_no_win_and_too_little_are_answers(self, fastmj_, hand):
        status, out, err = fastmj_("explain", hand)
        assert (status, err) == (0, "")
        assert out

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["1x"], 1),
            (["123m"], 1),
            (["11111m"], 1),
            ([HAND, "--seat", "E", "--discarder", "E"], 1),
            ([HAND, "--seat", "X"], 2),
            ([HAND, "--set", "x=1"], 2),
            ([], 2),
            ([HAND, HAND], 2),
        ],
    )
    def test_faults(self, fastmj_, arguments, status):
        ended, out, err = fastmj_("explain", *arguments)
        assert (ended, out) == (status, "")
        assert re.fullmatch(r"fastmj: .+\n", err)


class TestSample:
    def test_the_hands_of_a_family_and_seed(self, fastmj_):
        status, out, err = fastmj_("sample", "1000", "-o", "hands.parquet", "--family", "flush", "--seed", "9")
        assert (status, err) == (0, "")
        assert out == "1,000 hands of family flush, seed 9, written to hands.parquet\n"
        assert pq.read_table("hands.parquet").equals(fastmj.sample(1000, "flush", 9))

    def test_as_text(self, fastmj_):
        assert fastmj_("sample", "5", "-o", "hands.csv", "-q") == (0, "", "")
        lines = Path("hands.csv").read_text().splitlines()
        assert lines[0].startswith('"hand","win_by"')
        assert len(lines) == 6

    @pytest.mark.parametrize(
        ("arguments", "status", "message"),
        [
            (["10", "-o", "a.parquet", "--family", "rare"], 2, "unknown family 'rare'; known: mixed, "),
            (["-5", "-o", "a.parquet"], 2, ""),
            (["ten", "-o", "a.parquet"], 2, ""),
            (["10", "-o", "a.parquet", "--seed", "-1"], 2, ""),
            (["10"], 2, "--output requires an argument"),
            (["10", "-o", "a.xlsx"], 1, "no known format"),
            (["10", "-o", "no/a.csv"], 1, "there is no folder no"),
            (["10", "-o", "there.csv"], 1, "there.csv exists"),
        ],
    )
    def test_faults(self, fastmj_, tmp_path, arguments, status, message):
        (tmp_path / "there.csv").touch()
        ended, out, err = fastmj_("sample", *arguments)
        assert (ended, out) == (status, "")
        assert message in err
        assert os.listdir(tmp_path) == ["there.csv"]


class TestConvert:
    @pytest.fixture(params=["botzone", "pku"])
    def logs(self, request):
        from fastmj.convert import log_files

        return request.param, log_files(LOGS, request.param)

    def test_counts(self, fastmj_, logs):
        source, files = logs
        assert files
        expected, summary = fastmj.convert.read_logs(files, source)
        status, out, _ = fastmj_("convert", *files, "-o", "hands.parquet", "--from", source, "--json")
        assert status == 0
        assert json.loads(out) == {
            "games": summary.games,
            "wins": summary.wins,
            "draws": summary.draws,
            "errors": summary.errors,
            "broken": summary.broken,
            "output": "hands.parquet",
        }
        assert pq.read_table("hands.parquet").equals(expected)

    def test_text_and_complaints(self, fastmj_, logs):
        source, files = logs
        _, summary = fastmj.convert.read_logs(files, source)
        status, out, err = fastmj_("convert", LOGS, "-o", "hands.jsonl", "--from", source)
        assert status == 0
        assert out.splitlines() == [
            f"games     {summary.games}",
            f"wins      {summary.wins}",
            f"draws     {summary.draws}",
            f"errors    {summary.errors}",
            f"broken    {summary.broken}",
            "written   hands.jsonl",
        ]
        assert len(err.splitlines()) == min(summary.broken, 5) + (summary.broken > 5)
        with open("hands.jsonl") as file:
            assert sum(1 for _ in file) == summary.wins

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["no.json", "-o", "a.parquet", "--from", "botzone"], 1),
            ([LOGS, "-o", "a.parquet", "--from", "tenhou"], 2),
            ([LOGS, "-o", "a.parquet"], 2),
            ([LOGS, "-o", "a.xlsx", "--from", "pku"], 1),
        ],
    )
    def test_faults(self, fastmj_, tmp_path, arguments, status):
        ended, out, err = fastmj_("convert", *arguments)
        assert (ended, out) == (status, "")
        assert re.fullmatch(r"fastmj: .+\n", err)
        assert os.listdir(tmp_path) == []


def test_warm(fastmj_):
    status, out, err = fastmj_("warm", "mcr", "mcr:online")
    assert (status, err) == (0, "")
    assert re.fullmatch(r"mcr +ready after [\d.]+ s\nmcr:online +ready after [\d.]+ s\n", out)
    assert fastmj_("warm", "riichi")[0] == 2
    status, out, _ = fastmj_("warm")
    assert [line.split()[0] for line in out.splitlines()] == fastmj.rules.names()
    assert fastmj_("warm", "-q") == (0, "", "")


def test_kernel(fastmj_):
    status, out, err = fastmj_("kernel", "mcr:online")
    assert (status, err) == (0, "")
    first, _, text = out.partition("\n")
    assert first.startswith("# ")
    assert Path(first[2:]).read_text("utf-8") == text
    compile(text, first[2:], "exec")
    assert "profile='online'" in text
    assert fastmj_("kernel", "riichi")[0] == 2


def test_python_m_fastmj():
    done = run("score")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fastmj: ")


def test_readable_from_a_stream_of_arrow(fastmj_, tmp_path):
    table = fastmj.sample(10)
    with pa.ipc.new_stream(tmp_path / "in.arrows", table.schema) as writer:
        writer.write_table(table)
    assert fastmj_("score", "in.arrows", "-o", "out.feather", "-q") == (0, "", "")
    assert pa.ipc.open_file(tmp_path / "out.feather").read_all().num_rows == 10
