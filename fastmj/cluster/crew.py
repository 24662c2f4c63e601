"""The driver's side: actors, the orders that they have, and what is noted of their work."""

import os
import time
import warnings
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastmj.cluster.connect import Cluster, ClusterError, connected, own_signals
from fastmj.cluster.orders import News, Order, Terms, pieces
from fastmj.cluster.worker import SHARED, Worker
from fastmj.formats.whole import sweep
from fastmj.identity import package
from fastmj.journal import Noted
from fastmj.places import Place
from fastmj.spans import Span
from fastmj.task import Task, Work

_DEATHS = 3  # workers that may die at one order
_PATIENCE = 30.0  # seconds until a file that was made elsewhere is seen here
_WAITING = 20.0  # seconds until somebody is told that there is no place for any worker


@dataclass
class _Given:
    """An order, to whom it was given, and how far it is."""

    task: Task
    span: Span
    deaths: int = 0
    worker: Any = None
    begun_rows: int = 0  # there already when it was given
    told_rows: int = 0  # told as written
    safe_rows: int = 0  # in files that are whole
    faults: list[str] = field(default_factory=list)


class Crew:
    """Actors that make the outputs of a run. Made for one run."""

    def __init__(self, ray: Any, cluster: Cluster, work: Work, root: Place | None, keep_going: bool) -> None:
        self._ray, self._cluster, self._work, self._root = ray, cluster, work, root
        self._journal, self._advance = work.journal, work.advance
        self._terms = Terms(
            package(),
            Path.cwd(),
            work.wanted,
            work.threads,
            work.batch_rows,
            work.rows_per_file,
            work.refused,
            keep_going,
            work.journal.folder,
        )
        self._starting: dict[Any, Any] = {}  # what tells that an actor is ready -> the actor
        self._placed: list[Any] = []  # what tells that an actor has a place; it may compile for long after that
        self._idle: list[Any] = []
        self._at_work: dict[Any, _Given] = {}  # what an actor tells -> what it was told to make
        self._where: dict[Any, str] = {}  # actor -> machine

    def run(self, orders: deque[_Given]) -> dict[Place, list[str]]:
        """Have these orders carried out. Why some of it cannot be, where inputs are to be passed over."""
        most = self._most_workers()
        self._remote = self._ray.remote(Worker).options(num_cpus=self._cluster.threads, scheduling_strategy="SPREAD")
        self._put_terms = self._ray.put(self._terms)
        faults: dict[Place, list[str]] = {}
        self._begun = time.monotonic()
        try:
            while orders or self._at_work:
                for _ in range(len(self._workers), min(most, len(orders) + len(self._at_work))):
                    self._start()
                while orders and self._idle:
                    self._give(orders.popleft(), self._idle.pop())
                for given in self._heard():
                    if given.faults:
                        faults.setdefault(given.task.source, []).extend(given.faults)
                    if given.worker is None:  # it died
                        orders.extendleft(reversed(self._again(given)))
        finally:
            self._end()
        return faults

    @property
    def _workers(self) -> list[Any]:
        return [*self._starting.values(), *self._idle, *(given.worker for given in self._at_work.values())]

    def _most_workers(self) -> int:
        """How many there may be at once."""
        threads = self._cluster.threads
        cpus = [node["Resources"].get("CPU", 0) for node in self._ray.nodes() if node["Alive"]]
        fitting = sum(int(each // threads) for each in cpus)
        if not fitting:
            raise ClusterError(f"no machine of the cluster has {threads} CPUs for a worker (they have {cpus})")
        return self._cluster.workers or fitting

    def _start(self) -> None:
        worker = self._remote.remote()
        self._placed.append(worker.where.remote())
        self._starting[worker.ready.remote(self._put_terms)] = worker

    def _give(self, given: _Given, worker: Any) -> None:
        task, journal = given.task, self._journal
        output = task.parts.name(given.span.part)
        begun = journal.unfinished(output)
        given.worker, given.begun_rows = worker, 0 if begun is None else begun.rows
        given.told_rows = given.safe_rows = 0
        order = Order(
            task.job,
            self._root,
            task.name,
            task.source.stat().st_size,
            task.parts.rows,
            given.span,
            {} if begun is None else {journal.name(output): begun},
            self._work.overwrite or given.deaths > 0,  # what a worker that died has made
        )
        self._at_work[worker.make.options(num_returns="streaming").remote(order)] = given

    def _heard(self) -> list[_Given]:
        """Take in what there is to hear; the orders that have come to an end, one way or the other."""
        ended = []
        ready, _ = self._ray.wait([*self._starting, *self._at_work], timeout=1.0)
        for source in ready:
            if source in self._starting:
                self._welcome(source)
                continue
            given = self._at_work[source]
            try:
                self._take_in(given, self._ray.get(next(source)))
            except StopIteration:
                del self._at_work[source]
                self._idle.append(given.worker)
                ended.append(given)
            except self._ray.exceptions.RayActorError as error:
                del self._at_work[source]
                given.worker, given.deaths = None, given.deaths + 1
                if given.deaths == _DEATHS:
                    raise ClusterError(
                        f"{given.task.source}: {_DEATHS} workers died at it, the last one because: {_first_line(error)}"
                    ) from error
                ended.append(given)
        if time.monotonic() > self._begun + _WAITING:
            self._begun = float("inf")
            if not self._ray.wait(self._placed, timeout=0)[0]:
                warnings.warn(
                    "fastmj: still waiting for a worker: the cluster has no free CPUs, or takes long to start one",
                    stacklevel=2,
                )
        return ended

    def _welcome(self, source: Any) -> None:
        """An actor is ready, or never will be."""
        worker, exceptions = self._starting.pop(source), self._ray.exceptions
        try:
            self._where[worker] = self._ray.get(source)
        except exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, Exception) else error from error
        except exceptions.RayError as error:
            raise ClusterError(f"a worker could not begin; is fastmj installed on every machine? {error}") from error
        self._idle.append(worker)

    def _take_in(self, given: _Given, news: News) -> None:
        """Note what a worker tells."""
        task, journal = given.task, self._journal
        for name, noted in news.done.items():
            output = journal.folder / name
            if not _arrived(output, noted):
                raise ClusterError(f"{output} was written by {self._where[given.worker]}, but is not here; {SHARED}")
            journal.begun.pop(name, None)
            journal.done[name] = noted
            task.done.add(task.parts.part(name))
            given.safe_rows += noted.rows
        further = [name for name, noted in news.begun.items() if journal.begun.get(name) != noted]
        journal.begun |= news.begun
        journal.rows |= news.read
        if task.done or news.begun:
            journal.failed.pop(task.name, None)
        else:
            journal.failed |= news.failed
        if journal.kept or further:
            journal.note(now=bool(further))
        given.told_rows += news.rows
        given.faults += news.faults
        if news.rows:
            self._advance(news.rows)
        if news.error is not None:
            raise news.error

    def _again(self, given: _Given) -> list[_Given]:
        """What is still to be made of an order whose worker died."""
        journal, spans = self._journal, given.task.parts.missing(given.span)
        begun = [journal.unfinished(given.task.parts.name(span.part)) for span in spans]
        kept = given.safe_rows + sum(each.rows for each in begun if each is not None) - given.begun_rows
        if given.told_rows > kept:
            self._advance(kept - given.told_rows)
        self._sweep([given])
        return [_Given(given.task, span, given.deaths) for span in spans]

    def _sweep(self, orders: Sequence[_Given]) -> bool:
        """Remove what dead workers left half-written; False where one still writes."""
        outputs = []
        for given in orders:
            stop = given.span.part + 1 if given.span.stop is None else given.span.stop
            done = max(given.task.done, default=-1) + 2
            outputs += [given.task.parts.name(part) for part in range(given.span.part, max(stop, done))]
        return sweep(outputs, self._journal.temporaries())

    def _end(self) -> None:
        """Let the actors go. What they were at, where the run ends early, is removed."""
        at_work = list(self._at_work.values())
        for worker in self._workers:
            with suppress(self._ray.exceptions.RayError):
                self._ray.kill(worker)
        until = time.monotonic() + 1.0
        while at_work and not self._sweep(at_work) and time.monotonic() < until:
            time.sleep(0.02)


def run_on(
    cluster: Cluster, work: Work, tasks: Sequence[Task], root: Place | None, keep_going: bool
) -> dict[Place, list[str]]:
    """Make what is missing of these tasks on a cluster. With `keep_going`: why some of it cannot be made, by input.

    `root` is the folder that the inputs lie in, where it is one. Raises what a run here would, and ``ClusterError``.
    """
    orders = deque(_Given(task, span) for task in tasks for span in pieces(task, task.spans, work.rows_per_file))
    if not orders:
        return {}
    with own_signals(), connected(cluster) as ray:
        return Crew(ray, cluster, work, root, keep_going).run(orders)


def _arrived(output: Place, noted: Noted) -> bool:
    """Whether a file that was made elsewhere is here, or comes within some seconds."""
    until = time.monotonic() + _PATIENCE
    while True:
        with suppress(OSError):
            if output.stat().st_size == noted.size:
                return True
            os.listdir(output.parent)  # makes network file systems look again
        if time.monotonic() > until:
            return False
        time.sleep(0.1)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]
