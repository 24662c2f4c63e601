"""Runs that end early: killed, interrupted, out of disk; and runs that must not grow."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.formats.whole import write_file
from fastmj.sample import SCHEMA, sample_batches

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(fastmj.__file__).parents[1])}  # installed or not

SLOW = """
    import sys, time
    from fastmj.file import score_file

    def progress(done, in_all):
        print(done, flush=True)
        time.sleep(0.1)

    score_file("in.parquet", sys.argv[1], layout="total", batch_rows=1000, threads=2, progress=progress)
"""


def python(folder, code, *arguments):
    """What a process prints that runs `code` in a folder."""
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def run(tmp_path):
    """Starts a slow run in a folder of its own and waits until it is writing."""
    pq.write_table(fastmj.sample(30_000, seed=5), tmp_path / "in.parquet")
    started = []

    def start(output):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(SLOW), output],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout.readline() == "1000\n", process.stderr.read()
        assert hidden(tmp_path), "rows are written to a hidden file meanwhile"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def hidden(folder):
    return [name for name in os.listdir(folder) if name.startswith(".")]


@pytest.mark.parametrize("name", ["out.parquet", "out.arrow", "out.csv", "out.jsonl"])
def test_killed(run, tmp_path, name):
    process = run(name)
    process.kill()
    assert process.wait(10) == -signal.SIGKILL
    assert not (tmp_path / name).exists()
    # what is left is hidden, is not named like a result, and hinders nobody
    assert all(left.endswith(".tmp") for left in hidden(tmp_path))
    fastmj.score_file(tmp_path / "in.parquet", tmp_path / name, layout="total")
    assert (tmp_path / name).exists()


def test_interrupted(run, tmp_path):
    process = run("out.parquet")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
    assert os.listdir(tmp_path) == ["in.parquet"]


LIMITED = """
    import resource, signal, sys
    from fastmj.file import score_file

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    score_file("few.parquet", "few.out.parquet")  # compiles
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    try:
        score_file("in.parquet", sys.argv[1])
    except OSError as error:
        print(error)
"""


@pytest.mark.parametrize("name", ["out.parquet", "out.arrow", "out.csv"])
def test_no_room_on_the_disk(tmp_path, name):
    pq.write_table(fastmj.sample(50_000, seed=6), tmp_path / "in.parquet")
    pq.write_table(fastmj.sample(10), tmp_path / "few.parquet")
    printed = python(tmp_path, LIMITED, name)
    assert printed.startswith(f"{name} could not be written: ")
    assert sorted(os.listdir(tmp_path)) == ["few.out.parquet", "few.parquet", "in.parquet"]


FORKED = """
    import multiprocessing, sys
    from fastmj.file import score_file

    def child():
        score_file("few.parquet", "child.parquet", threads=4)

    if __name__ == "__main__":
        score_file("few.parquet", "parent.parquet", threads=4)
        process = multiprocessing.get_context(sys.argv[1]).Process(target=child)
        process.start()
        process.join(60)
        print(process.exitcode)
        process.kill()
"""


@pytest.mark.parametrize("how", ["fork", "spawn", pytest.param("forkserver", marks=pytest.mark.slow)])
def test_a_process_made_after_threads_have_run(tmp_path, how):
    pq.write_table(fastmj.sample(5000), tmp_path / "few.parquet")
    (tmp_path / "run.py").write_text(textwrap.dedent(FORKED))
    done = subprocess.run(
        [sys.executable, "run.py", how], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("0\n", "")
    assert pq.read_table(tmp_path / "child.parquet") == pq.read_table(tmp_path / "parent.parquet")


PEAK = """
    import sys
    from fastmj.file import score_file

    score_file(sys.argv[1], sys.argv[2], threads=2)
    # not ru_maxrss, which knows what the process was before it ran this program
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


def peak(folder, name, output):
    """Peak memory in MB of a process that scores one file."""
    return int(python(folder, PEAK, name, output)) / 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row_group", "output"), [(1 << 16, "out.parquet"), (1 << 26, "out.parquet"), (1 << 26, "out.arrow")]
)
def test_memory_does_not_grow_with_the_file(tmp_path, row_group, output):
    peaks = []
    for millions in (1, 8):
        name = f"{millions}.parquet"
        batches = sample_batches(millions * 1_000_000, seed=millions)
        with pq.ParquetWriter(tmp_path / name, SCHEMA) as writer:
            writer.write_table(pa.Table.from_batches(batches, SCHEMA), row_group_size=row_group)
        peaks.append(peak(tmp_path, name, f"{millions}.{output}"))
        (tmp_path / name).unlink()
    assert peaks[1] < peaks[0] * 1.25 + 100, peaks  # eight times the rows


@pytest.mark.slow
def test_memory_of_text_input(tmp_path):
    peaks = []
    for thousands in (200, 2000):
        name = f"{thousands}.jsonl"
        write_file(tmp_path / name, SCHEMA, sample_batches(1000 * thousands))
        peaks.append(peak(tmp_path, name, f"{thousands}.csv"))
        (tmp_path / name).unlink()
    assert peaks[1] < peaks[0] * 1.25 + 40, peaks


@pytest.mark.slow
def test_a_process_that_scores_again_and_again_does_not_grow(tmp_path):
    pq.write_table(fastmj.sample(100_000), tmp_path / "in.parquet")

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    sizes = []
    for _ in range(40):
        fastmj.score_file(tmp_path / "in.parquet", tmp_path / "out.parquet", overwrite=True, threads=2)
        sizes.append(resident())
        time.sleep(0)
    assert max(sizes[-10:]) < max(sizes[10:20]) + 30, sizes
