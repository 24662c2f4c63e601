"""Which cluster is meant, whether it answers, and the connection to it."""

import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from fastmj.arguments import Misuse, at_least_one, one_of

ENGINES = ("local", "ray")
STORE_BYTES = 100_000_000
"""For what actors are told and tell; hands do not come through it."""
_SECONDS = 5.0  # that a cluster may take to answer


class ClusterError(OSError):
    """The cluster is not there, or cannot do the work."""


@dataclass(frozen=True)
class Cluster:
    """A cluster to work on. Made by ``checked``."""

    address: str | None  # HOST:PORT, auto, local; None: the one that this process is connected to
    workers: int | None  # actors; None: as many as there are CPUs for them
    threads: int  # of each actor


def ray_module(*parts: str) -> Any:
    """The modules ``ray`` and ``ray.PART``; returns the first. ``ImportError`` says what to install."""
    try:
        ray = import_module("ray")
        for part in parts:
            import_module(f"ray.{part}")
    except ImportError as error:
        raise ImportError(f"Ray is needed for this ({error}): pip install 'fastmj[ray]'") from error
    return ray


def checked(engine: str, address: str | None, workers: int | None, threads: int | None) -> Cluster | None:
    """The cluster that these mean; None for engine ``local``. Nothing is asked of it yet: that is ``refuse_silence``.

    `address` is HOST:PORT, ``auto`` (the cluster that this machine is part of) or ``local`` (a Ray that is started here
    for the run); None: the cluster that this process is connected to, else what RAY_ADDRESS says, else ``local``.

    Raises ``ValueError`` for what cannot be meant, and ``ImportError`` where Ray is not installed.
    """
    one_of("engine", engine, ENGINES)
    if engine == "local":
        for name, value in (("address", address), ("workers", workers)):
            if value is not None:
                raise Misuse(f"{name}={value!r} goes with engine='ray', not with the local one")
        return None
    for name, number in (("workers", workers), ("threads", threads)):
        if number is not None:
            at_least_one(name, number, name[:-1])
    ray = ray_module()
    if ray.is_initialized():
        if address is not None:
            raise Misuse(f"address={address!r}: this process is connected to a cluster already, which is used")
        return Cluster(None, workers, threads or 1)
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    if "://" in address:
        raise Misuse(
            f"address={address!r}: Ray Client is not supported; run this on a machine of the cluster, with HOST:PORT or auto"
        )
    if address not in ("local", "auto"):
        _host_and_port(address)
    return Cluster(address, workers, threads or 1)


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 1 << 16:
        raise Misuse(f"address={address!r}: HOST:PORT is wanted (as head:6379), or auto, or local")
    return host.strip("[]"), int(port)


def refuse_silence(cluster: Cluster) -> None:
    """Raise ``ClusterError``, within seconds, where no cluster answers: Ray itself would try for two minutes."""
    address = cluster.address
    if address in (None, "local"):
        return
    if address == "auto":
        noted = Path(os.environ.get("RAY_TMPDIR", tempfile.gettempdir()), "ray", "ray_current_cluster")
        if not noted.exists():
            raise ClusterError("address auto: this machine is part of no Ray cluster (ray start makes it one)")
        address = noted.read_text("utf-8").strip()
    try:
        socket.create_connection(_host_and_port(str(address)), timeout=_SECONDS).close()
    except OSError as error:
        raise ClusterError(f"{address}: no Ray cluster answers there ({error.strerror or error})") from error
    command = [sys.executable, "-m", "ray.scripts.scripts", "status", "--address", str(cluster.address)]
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=2 * _SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise ClusterError(f"{address}: what answers there is no Ray cluster") from error
    if asked.returncode:
        raise ClusterError(f"{address}: no Ray cluster that can be used: {asked.stderr.strip().splitlines()[-1]}")


@contextmanager
def connected(cluster: Cluster) -> Iterator[Any]:
    """The module ``ray``, connected. What was connected before stays so."""
    ray = ray_module()
    if cluster.address is None:
        yield ray
        return
    settings: dict[str, Any] = {}
    if cluster.address == "local":
        cpus = max(os.cpu_count() or 1, (cluster.workers or 1) * cluster.threads)
        settings = {"num_cpus": cpus, "object_store_memory": STORE_BYTES, "include_dashboard": False}
    try:
        with _same_end():
            ray.init(cluster.address, logging_level=logging.ERROR, log_to_driver=False, **settings)
    except (RuntimeError, OSError, ValueError) as error:
        raise ClusterError(f"{cluster.address}: no connection to Ray: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def own_signals() -> Iterator[None]:
    """What a handler of signals raises comes out as it is: Ray, when it waits, makes a ``SystemError`` of it."""
    try:
        yield
    except SystemError as error:
        if error.__cause__ is None:
            raise
        raise error.__cause__ from None


@contextmanager
def _same_end() -> Iterator[None]:
    """SIGTERM means what it meant before: Ray would make a SystemExit of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    except SystemExit:
        signal.signal(signal.SIGTERM, before)
        signal.raise_signal(signal.SIGTERM)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
