"""Processes that are killed, interrupted or out of disk in the middle of a folder, and run again."""

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from tests.cli.process import COMMAND, ENVIRONMENT

FILES, ROWS = 12, 4000

RUN = """
    import sys, time
    from fastmj import journal, part_file
    from fastmj.file import score_file

    part_file.CHECKPOINT_ROWS = 2000
    journal._LEAST_SECONDS = 0.1
    print("go", flush=True)
    score_file("in", "out", refused="refused.jsonl", batch_rows=500, threads=2, progress=lambda *_: time.sleep(0.002))
"""


@pytest.fixture
def folder(tmp_path):
    """Twelve files in two folders; every tenth row is a faulty one."""
    hands = pa.concat_tables(
        [fastmj.sample(ROWS * FILES * 9 // 10, seed=3), fastmj.sample(ROWS * FILES // 10, "invalid")]
    )
    order = list(range(len(hands)))
    random.Random(1).shuffle(order)
    hands = hands.take(order).append_column("id", pa.array(range(len(hands))))
    for i in range(FILES):
        path = tmp_path / "in" / ("z" if i > 7 else "") / f"p{i:02}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(hands.slice(i * ROWS, ROWS), path, row_group_size=700)
    return tmp_path


def start(folder, code=RUN, *arguments):
    """A process that has just begun to score."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "go\n", process.stderr.read()
    return process


def end(process):
    """Its exit status."""
    _, errors = process.communicate(timeout=120)
    assert process.returncode in (0, -signal.SIGKILL), errors
    return process.returncode


@pytest.mark.parametrize("kills", [2, pytest.param(15, marks=pytest.mark.slow)])
def test_killed_again_and_again(folder, kills):
    """Kill -9 at random moments, spread over the time that an undisturbed run takes."""
    first = start(folder)
    begun = time.monotonic()
    assert end(first) == 0
    whole = time.monotonic() - begun
    expected = pa.concat_tables(pq.read_table(path) for path in sorted((folder / "out").rglob("*.parquet")))
    aside = (folder / "refused.jsonl").read_text()
    seed = random.randrange(1 << 32)
    rng, killed = random.Random(seed), 0
    while killed < kills:
        # a run that goes on has less to do each time: anew whenever one was not killed in time
        subprocess.run(["rm", "-rf", "out", "out.fastmj.json", "refused.jsonl"], cwd=folder, check=True)
        for _ in range(8):
            process = start(folder)
            time.sleep(rng.random() * whole / 3)
            process.kill()
            if end(process) == 0:
                break
            killed += 1
            if killed == kills:
                break
        assert end(start(folder)) == 0
        found = pa.concat_tables(pq.read_table(path) for path in sorted((folder / "out").rglob("*.parquet")))
        assert found.equals(expected), seed
        assert (folder / "refused.jsonl").read_text() == aside, seed
        names = {path.name for path in folder.rglob("*") if path.is_file() and "in" not in path.parts[-3:-1]}
        assert names == {"out.fastmj.json", "refused.jsonl"} | {f"p{i:02}.parquet" for i in range(FILES)}, seed


LONG = """
    import sys, time
    from fastmj import part_file
    from fastmj.file import score_file

    part_file.CHECKPOINT_ROWS = 2000
    print("go", flush=True)
    score_file("all.parquet", sys.argv[1], batch_rows=500, threads=2, progress=lambda *_: time.sleep(0.01))
"""


@pytest.mark.parametrize("name", ["out.parquet", "out.csv"])
def test_a_long_file_that_is_killed_while_it_is_written(folder, name):
    """Kill -9 at some moment after each run has got further than the one before it."""
    pq.write_table(pq.read_table(folder / "in"), folder / "all.parquet")
    fastmj.score_file(folder / "all.parquet", folder / f"whole.{name}")
    journal, rng, noted = folder / f"{name}.fastmj.json", random.Random(4), [0]
    while len(noted) <= 3:
        process = start(folder, LONG, name)
        while process.poll() is None and noted_rows(journal) <= noted[-1]:
            time.sleep(0.002)
        time.sleep(rng.random() / 10)
        process.kill()
        if end(process) == 0 or (folder / name).exists():  # the machine did something else meanwhile: anew
            (folder / name).unlink(missing_ok=True)
            journal.unlink(missing_ok=True)
            noted = [0]
        else:
            noted.append(noted_rows(journal))
    assert 0 < noted[1] < noted[2] < noted[3] < ROWS * FILES, "each run goes on where the one before it was"
    assert fastmj.score_file(folder / "all.parquet", folder / name).skipped_rows == noted[3]
    read = pq.read_table if name.endswith("parquet") else lambda path: path.read_text()
    assert read(folder / name) == read(folder / f"whole.{name}")
    left = [path.name for path in folder.iterdir() if path.name not in (name, f"whole.{name}", "in", "all.parquet")]
    assert left == []


def noted_rows(journal):
    """How far a file is that was begun."""
    try:
        return sum(each["rows"] for each in json.loads(journal.read_text())["begun"].values())
    except FileNotFoundError:
        return 0


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_an_interrupt_ends_within_two_seconds_and_says_how_to_go_on(folder, number):
    process = start_command(folder, ENVIRONMENT)
    while not (folder / "out" / "p01.parquet").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.002)
    begun = time.monotonic()
    process.send_signal(number)
    out, errors = process.communicate(timeout=30)
    assert time.monotonic() - begun < 2
    word, status = ("interrupted", 130) if number == signal.SIGINT else ("terminated", 143)
    assert (process.returncode, out) == (status, "")
    assert errors.startswith(f"fastmj: {word}; ")
    assert errors.endswith("rows are done: the same again, without overwriting, goes on from there\n")
    assert not [name for name in os.listdir(folder / "out") if name.endswith(".tmp")]
    again = start_command(folder, ENVIRONMENT)
    out, errors = again.communicate(timeout=60)
    assert (again.returncode, errors) == (0, "")
    assert "rows: done before" in out


def test_an_interrupt_while_it_compiles(folder, tmp_path_factory):
    """What is compiled takes seconds; nobody waits for it."""
    process = start_command(folder, ENVIRONMENT | {"NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("cold"))})
    while not (folder / "out").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    time.sleep(1)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - begun < 2
    assert (process.returncode, errors) == (130, "fastmj: interrupted\n")


def start_command(folder, environment):
    return subprocess.Popen(
        [*COMMAND, "score", "in", "-o", "out", "--threads", "1"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


FULL = """
    import resource, signal
    import fastmj
    from fastmj.file import score_file

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    fastmj.warm("mcr")
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    try:
        score_file("in", "out", keep_going=True)
    except OSError as error:
        print(error, error.__notes__)
"""


def test_no_room_on_the_disk(folder):
    """The third file does not fit: the first two stay, and the run can go on."""
    pq.write_table(pq.read_table(folder / "in" / "p00.parquet").slice(0, 500), folder / "in" / "p00.parquet")
    pq.write_table(pq.read_table(folder / "in" / "p01.parquet").slice(0, 500), folder / "in" / "p01.parquet")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FULL)], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True
    )
    assert done.stdout.startswith("out/p02.parquet could not be written: "), done.stderr
    assert "2 files and 1,000 rows are done" in done.stdout
    assert sorted(path.name for path in (folder / "out").rglob("*.*")) == ["p00.parquet", "p01.parquet"]
    summary = fastmj.score_file(folder / "in", folder / "out")
    assert (summary.skipped_parts, summary.rows) == (2, 1000 + 10 * ROWS)
