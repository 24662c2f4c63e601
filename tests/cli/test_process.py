"""Progress bars, interrupts, and readers that go away."""

import os
import pty
import re
import signal
import subprocess
import time

import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.sample import SCHEMA
from tests.cli.process import COMMAND, ENVIRONMENT, run


class TestProgressAndSignals:
    @pytest.fixture
    def many(self, tmp_path):
        pq.write_table(fastmj.sample(140_000, seed=8), tmp_path / "many.parquet")
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
        assert re.search(r"[\d,]+ of 140,000 rows, [\d,]+/s", text)
        assert max(map(len, bars)) <= 80
        assert out.startswith("rows      140,000\n")
        assert "\x1b" not in out

    @pytest.mark.parametrize(
        ("sent", "status", "words"),
        [
            (signal.SIGINT, 130, "interrupted"),
            pytest.param(signal.SIGTERM, 143, "terminated", marks=pytest.mark.slow),
            pytest.param(signal.SIGHUP, 129, "hung up", marks=pytest.mark.slow),
        ],
    )
    def test_interrupted(self, tmp_path, sent, status, words):
        with pq.ParquetWriter(tmp_path / "many.parquet", SCHEMA) as writer:
            table = fastmj.sample(60_000, seed=8)
            for _ in range(40):
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


SOME = [["rules", "mcr"], ["--help"], ["explain", "1122446677889s+9s"]]
MORE = [["rules", "mcr", "--json"], ["sample", "3", "-o", "out.csv", "--overwrite"]]


@pytest.mark.parametrize("command", [*SOME, *(pytest.param(command, marks=pytest.mark.slow) for command in MORE)])
def test_nobody_listens(tmp_path, command):
    """Standard output that was closed before the process began, and one that is closed after a line."""
    line = " ".join(f"'{word}'" for word in [*COMMAND, *command])
    for ending, expected in ((">&-", ""), ("| head -1 > /dev/null", "")):
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line} {ending}"],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", expected)


def test_no_standard_error(tmp_path):
    line = " ".join([*COMMAND, "rules", "mrc", "2>&-"])
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_signal_that_is_ignored_stays_ignored(tmp_path):
    """As nohup has it."""
    code = "import signal, fastmj.cli as c\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    code += "with c._terminable():\n    signal.raise_signal(signal.SIGHUP)\nprint('alive')"
    done = subprocess.run([COMMAND[0], "-c", code], env=ENVIRONMENT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("alive\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "pipe.csv", "-o", "out.csv"],
        ["analyse", "pipe.csv", "-o", "out.csv", "--shanten"],
        ["report", "pipe.parquet", "-o", "out.html"],
        ["convert", "pipe.csv", "--from", "pku", "-o", "out.csv"],
        ["audit", "pipe.csv", "--from", "pku"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_pipes_are_refused(fastmj_, arguments):
    for name in ("pipe.csv", "pipe.parquet"):
        os.mkfifo(name)
    status, out, err = fastmj_(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"fastmj: {arguments[1]}: only regular files are read, no pipes and devices")


def test_a_pipe_to_write_to(fastmj_, tmp_path):
    os.mkfifo("out.csv")
    (tmp_path / "in.csv").write_text("hand\n1m\n")
    for arguments in (["score", "in.csv"], ["sample", "3"]):
        done = fastmj_(*arguments, "-o", "out.csv", "--overwrite")
        assert done == (2, "", "fastmj: out.csv is a pipe or device: name a file to write\n")
