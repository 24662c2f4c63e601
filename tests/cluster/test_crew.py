"""Scoring on a real Ray gives what scoring on this machine gives, whatever happens to its workers."""

import json
import os
import signal
import time
from pathlib import Path
from threading import Timer

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.cluster import ClusterError, crew
from fastmj.formats.jobs import InputMissing
from tests.cli.process import run
from tests.cluster.conftest import ROWS
from tests.cluster.processes import workers_of
from tests.cluster.slow_worker import DEADLY

pytestmark = pytest.mark.slow
ON_RAY = {"engine": "ray", "workers": 2, "batch_rows": 250}


class Stop(BaseException):
    """What ends a run, as an interrupt does."""


def files(root):
    """What lies in a folder."""
    return sorted(path.relative_to(root).as_posix() for path in Path(root).rglob("*") if path.is_file())


def assert_same(one, other):
    """Two folders hold the same files of the same rows."""
    found = [[name for name in files(root) if not name.endswith(".tmp")] for root in (one, other)]
    assert found[0] == found[1]
    for name in found[0]:
        assert pq.read_table(Path(one, name), partitioning=None).equals(
            pq.read_table(Path(other, name), partitioning=None), check_metadata=True
        ), name


def journal(path):
    """What a journal says, but for its outputs' sizes: bytes may differ where rows do not."""
    found = json.loads(Path(path).read_text("utf-8"))
    return found["run"] | {"refused": None}, found["inputs"], {n: v["rows"] for n, v in found["done"].items()}


@pytest.mark.parametrize(
    "options",
    [
        {"rows_per_file": 700, "layout": "mask", "columns": ["id", "hand"], "payments": True},
        {"rules": "hk", "layout": "wide", "split": True, "prefix": "hk_", "unknown_win_tile": "best", "names": "zh"},
    ],
)
def test_the_same_files(ray, folder, options):
    told = []
    here = fastmj.score_file("in", "here", refused="here.csv", **options)
    there = fastmj.score_file(
        "in", "there", refused="there.csv", progress=lambda *rows: told.append(rows), **ON_RAY, **options
    )
    assert_same("here", "there")
    assert Path("here.csv").read_text("utf-8") == Path("there.csv").read_text("utf-8")
    assert (here.rows, here.wins, here.refused, here.elements) == (
        there.rows,
        there.wins,
        there.refused,
        there.elements,
    )
    assert [path.relative_to("there") for path in there.outputs] == [path.relative_to("here") for path in here.outputs]
    assert told[-1][0] == there.rows == 4 * ROWS
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert len(told) > 10
    assert journal("here.fastmj.json") == journal("there.fastmj.json")
    again = fastmj.score_file("in", "there", refused="there.csv", **options)
    assert (again.skipped_parts, again.skipped_rows) == (len(there.outputs), there.rows)


def test_each_row_its_own_rules(ray, folder, hands):
    mixed = hands.append_column("rules", pa.array(["mcr", "imj", "hk", "nobody's"] * ROWS))
    pq.write_table(mixed, "mixed.parquet", row_group_size=1500)
    fastmj.score_file("mixed.parquet", "here.parquet", "@rules")
    fastmj.score_file("mixed.parquet", "there.parquet", "@rules", **ON_RAY)
    assert pq.read_table("there.parquet").equals(pq.read_table("here.parquet"), check_metadata=True)
    assert sorted(os.listdir()) == ["here.parquet", "in", "mixed.parquet", "there.parquet"]


@pytest.mark.parametrize("options", [{}, {"rows_per_file": 700}])
def test_a_worker_is_killed(ray, folder, options):
    """Kill -9 in the middle of the run: another one makes what it was at."""
    killed, told = [], []

    def kill(done, in_all):
        told.append(done)
        found = workers_of(os.getpid(), "ray::Worker.make") if not killed and done > ROWS // 2 else ()
        for pid in found[:1]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    there = fastmj.score_file("in", "there", refused="there.csv", progress=kill, **ON_RAY, **options)
    assert len(killed) == 1
    fastmj.score_file("in", "here", refused="here.csv", **options)
    assert [name for name in files("there") if name.endswith(".tmp")] == []
    assert_same("here", "there")
    assert Path("here.csv").read_text("utf-8") == Path("there.csv").read_text("utf-8")
    assert told[-1] == there.rows == 4 * ROWS
    assert journal("here.fastmj.json") == journal("there.fastmj.json")


def test_all_workers_are_killed_at_a_long_file(ray, folder, hands):
    """Each time the next one goes on at the last checkpoint."""
    pq.write_table(hands, "long.parquet", row_group_size=1500)
    killed, told = [], []

    def kill(done, in_all):
        told.append(done)
        if len(killed) < 2 and done > 7000 * (len(killed) + 1):
            (pid,) = workers_of(os.getpid(), "ray::Worker.make")
            os.kill(pid, signal.SIGKILL)
            killed.append(done)

    fastmj.score_file("long.parquet", "there.parquet", progress=kill, **ON_RAY)
    fastmj.score_file("long.parquet", "here.parquet")
    assert pq.read_table("there.parquet").equals(pq.read_table("here.parquet"), check_metadata=True)
    assert len(killed) == 2
    for rows in killed:
        assert min(told[told.index(rows) :]) > rows - 7000, "it began anew"
    assert told[-1] == len(hands)
    assert [name for name in os.listdir() if name.endswith((".tmp", ".json"))] == []


def test_an_input_that_kills_workers(ray, folder, hands):
    pq.write_table(hands.slice(0, 100), f"in/{DEADLY}")
    with pytest.raises(ClusterError, match=f"in/{DEADLY}: 3 workers died at it, the last one because: ") as caught:
        fastmj.score_file("in", "there", **ON_RAY)
    assert any("goes on from there" in note for note in caught.value.__notes__)
    os.remove(f"in/{DEADLY}")
    assert [name for name in files("there") if name.endswith(".tmp") and "parquet" not in name] == []


def test_a_run_that_ends_early_goes_on_with_either_engine(ray, folder):
    def stop(done, in_all):
        if done > ROWS:
            raise Stop

    with pytest.raises(Stop) as caught:
        fastmj.score_file("in", "there", refused="there.csv", rows_per_file=700, progress=stop, **ON_RAY)
    assert caught.value.__notes__[0].endswith("the same again, without overwriting, goes on from there")
    done = [name for name in files("there") if name.endswith(".parquet")]
    assert 0 < len(done) < 20
    left = set(files("there")) - set(done)
    assert all(name.endswith(".tmp") and ".refused." in name for name in left), "refused rows of what is whole only"
    fastmj.score_file("in", "here", refused="here.csv", rows_per_file=700)
    summary = fastmj.score_file("in", "there", refused="there.csv", rows_per_file=700)
    assert 0 < summary.skipped_parts <= len(done), "what was whole but not heard of is made again"
    assert_same("here", "there")
    assert Path("here.csv").read_text("utf-8") == Path("there.csv").read_text("utf-8")


def test_faults_are_told_as_here(ray, folder):
    faults = []
    for where in ({}, ON_RAY):
        with pytest.raises(ValueError, match="row") as caught:
            fastmj.score_file("in/a.parquet", "out.parquet", strict=True, **where)
        faults.append(str(caught.value))
    assert faults[0] == faults[1]
    assert not Path("out.parquet").exists()


def test_text_of_unknown_length(ray, folder):
    text = "hand,id\n" + "".join(f"{hand},{i}\n" for i, hand in enumerate(["1122446677889s+9s", "123m+4m"] * 1000))
    Path("in/text.csv").write_text(text)
    fastmj.score_file("in/text.csv", "here", rows_per_file=600)
    fastmj.score_file("in/text.csv", "there", rows_per_file=600, **ON_RAY)
    assert_same("here", "there")
    assert len(files("there")) == 4


def test_damaged_inputs_are_passed_over(ray, folder):
    data = bytearray(Path("in/b.parquet").read_bytes())
    data[len(data) // 2 : len(data) // 2 + 4000] = bytes(4000)
    Path("in/b.parquet").write_bytes(data)
    Path("in/e.parquet").write_text("no Parquet")
    here = fastmj.score_file("in", "here", keep_going=True)
    there = fastmj.score_file("in", "there", keep_going=True, **ON_RAY)
    assert list(there.failed) == list(here.failed) == ["in/e.parquet", "in/b.parquet"]
    assert there.failed == here.failed
    assert_same("here", "there")
    with pytest.raises(ValueError, match=r"in/b\.parquet"):
        fastmj.score_file("in/b.parquet", "b.parquet", **ON_RAY)
    assert not Path("b.parquet").exists()


def test_an_output_that_does_not_arrive(ray, folder, monkeypatch):
    """What workers write to storage of their own is not taken for done."""
    monkeypatch.setattr(crew, "_PATIENCE", 0.2)
    monkeypatch.setattr(crew, "_arrived", lambda output, noted: False)
    with pytest.raises(
        ClusterError, match=r"was written by .*, but is not here; inputs and outputs must lie on storage"
    ):
        fastmj.score_file("in", "there", **ON_RAY)


def test_a_cluster_that_others_use(ray, folder, monkeypatch):
    """It is said why nothing happens; the run begins when there is room."""

    class Other:
        def stay(self, seconds):
            time.sleep(seconds)

    monkeypatch.setattr(crew, "_WAITING", 0.5)
    other = ray.remote(Other).options(num_cpus=3).remote()
    ray.get(other.stay.remote(0))
    Timer(1.5, ray.kill, [other]).start()
    with pytest.warns(UserWarning, match="the cluster has no free CPUs"):
        summary = fastmj.score_file("in", "there", **ON_RAY)
    assert summary.rows == 4 * ROWS


def test_nothing_to_read(ray, folder):
    with pytest.raises(InputMissing):
        fastmj.score_file("nowhere", "there", **ON_RAY)


def test_the_command_line_on_a_running_cluster(ray, folder):
    address = ray.get_runtime_context().gcs_address
    arguments = ("score", "in", "-o", "there", "--engine", "ray", "--address", address, "--workers", "2", "--json")
    token = {name: value for name, value in os.environ.items() if name.startswith("RAY_AUTH")}
    done = run(*arguments, cwd=folder, environment=token)
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)
    assert (summary["rows"], len(summary["outputs"]), summary["failed"]) == (4 * ROWS, 4, {})
    fastmj.score_file("in", "here")
    assert_same("here", "there")
    refused = run(*arguments[:-1], "--overwrite", cwd=folder, environment=token | {"RAY_AUTH_TOKEN": "0" * 32})
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"fastmj: {address}: no Ray cluster that can be used: ")
    assert_same("here", "there")
