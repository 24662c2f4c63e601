"""What is asked of a cluster before work begins."""

import re
import socket
from http.server import HTTPServer, SimpleHTTPRequestHandler
from threading import Thread

import pytest

import fastmj
from fastmj.cluster import Cluster, ClusterError, checked
from fastmj.cluster.connect import refuse_silence
from tests.cli.process import run


@pytest.fixture(autouse=True)
def no_address(monkeypatch):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)


@pytest.fixture
def not_connected(monkeypatch):
    """As where no other test has connected this process."""
    monkeypatch.setattr("ray.is_initialized", lambda: False)


def test_which_cluster_is_meant(not_connected, monkeypatch):
    assert checked("local", None, None, 3) is None
    assert checked("ray", None, None, None) == Cluster("local", None, 1)
    assert checked("ray", "head:6379", 4, 2) == Cluster("head:6379", 4, 2)
    monkeypatch.setenv("RAY_ADDRESS", "other:6379")
    assert checked("ray", None, None, None) == Cluster("other:6379", None, 1)
    assert checked("ray", "auto", None, None) == Cluster("auto", None, 1)
    monkeypatch.setattr("ray.is_initialized", lambda: True)
    assert checked("ray", None, 2, None) == Cluster(None, 2, 1)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("dask", None, None, None), "engine='dask': unknown; known are local, ray"),
        (("local", "auto", None, None), "address='auto' goes with engine='ray', not with the local one"),
        (("local", None, 2, None), "workers=2 goes with engine='ray'"),
        (("ray", None, 0, None), "workers=0: at least one worker is needed"),
        (("ray", None, None, 0), "threads=0: at least one thread is needed"),
        (("ray", "head", None, None), "address='head': HOST:PORT is wanted"),
        (("ray", "head:port", None, None), "address='head:port': HOST:PORT is wanted"),
        (("ray", "ray://head:10001", None, None), "Ray Client is not supported; run this on a machine of the cluster"),
    ],
)
def test_what_cannot_be_meant(not_connected, given, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        checked(*given)


def test_a_second_address(monkeypatch):
    monkeypatch.setattr("ray.is_initialized", lambda: True)
    with pytest.raises(ValueError, match="connected to a cluster already"):
        checked("ray", "head:6379", None, None)


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


def test_nobody_answers(not_connected, tmp_path, monkeypatch):
    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:\d+: no Ray cluster answers there \(Connection refused\)"):
        refuse_silence(Cluster(f"127.0.0.1:{free_port()}", None, 1))
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    with pytest.raises(ClusterError, match="this machine is part of no Ray cluster"):
        refuse_silence(Cluster("auto", None, 1))
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text(f"127.0.0.1:{free_port()}\n")
    with pytest.raises(ClusterError, match="no Ray cluster answers there"):
        refuse_silence(Cluster("auto", None, 1))


@pytest.mark.slow
def test_somebody_else_answers(monkeypatch):
    monkeypatch.setattr("fastmj.cluster.connect._SECONDS", 1)
    server = HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        with pytest.raises(ClusterError, match="Ray cluster"):
            refuse_silence(Cluster(f"127.0.0.1:{server.server_port}", None, 1))
    finally:
        server.shutdown()
        server.server_close()


def test_nothing_is_begun_for_a_bad_address(not_connected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClusterError):
        fastmj.score_file("in.parquet", "out", engine="ray", address=f"127.0.0.1:{free_port()}")
    assert list(tmp_path.iterdir()) == []


def test_on_the_command_line(tmp_path):
    done = run("score", "in", "-o", "out", "--engine", "ray", "--address", "nowhere", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fastmj: address='nowhere': HOST:PORT is wanted (as head:6379), or auto, or local\n"
    done = run("score", "in", "--check", "--engine", "ray", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "fastmj: --check is done on this machine, without --engine ray\n")
    done = run(
        "score", "in", "-o", "out", "--engine", "ray", "--rules", "nobody", "--address", "nowhere:1", cwd=tmp_path
    )
    assert done.returncode == 2
    assert done.stderr.startswith("fastmj: unknown rule set 'nobody'")
    assert list(tmp_path.iterdir()) == []


def test_without_ray(python):
    code = """
import sys
sys.modules["ray"] = None
import fastmj, pyarrow as pa
for use in (lambda: fastmj.score_file("in", "out", engine="ray"), lambda: fastmj.ray.score(None)):
    try:
        use()
    except ImportError as error:
        print(error)
"""
    assert [line.endswith(": pip install 'fastmj[ray]'") for line in python(code).splitlines()] == [True, True]
