"""The actor: makes output files as a run on one machine does, and tells how far it is."""

import os
import socket
import traceback
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

from fastmj.cluster.connect import ClusterError
from fastmj.cluster.orders import News, Order, Terms
from fastmj.cluster.telling import Telling
from fastmj.cluster.warm import refuse_other, warm_once
from fastmj.inputs import made_ready
from fastmj.task import Task, Work
from fastmj.workers import workers

SHARED = "inputs and outputs must lie on storage that all machines of the cluster see under the same name"
_EXPECTED = (ValueError, OSError, MemoryError)  # they say what is wrong; others come with their traceback


class Worker:
    """Scores files on one machine of the cluster, with kernels that stay loaded."""

    def __init__(self) -> None:
        self._scorers: dict[bytes, Any] = {}
        self._where = socket.gethostname()

    def where(self) -> str:
        """The name of this machine."""
        return self._where

    def ready(self, terms: Terms) -> str:
        """Take the terms of the run, load or compile the kernels, and return the name of this machine.

        ``ValueError`` where fastmj is another one here, ``ClusterError`` where the folder of the run is not here.
        """
        refuse_other(terms.package, self._where)
        try:
            os.chdir(terms.working)
        except OSError as error:
            raise ClusterError(f"{self._where}: there is no folder {terms.working}; {SHARED}") from error
        self._terms = terms
        warm_once(terms.wanted)
        return self._where

    def make(self, order: Order) -> Iterator[News]:
        """Make the files of an order; what there is to tell comes meanwhile."""
        told: SimpleQueue[News | None] = SimpleQueue()
        thread = Thread(target=self._work, args=(order, told), daemon=True)
        thread.start()
        while (news := told.get()) is not None:
            yield news
        thread.join()

    def _work(self, order: Order, told: "SimpleQueue[News | None]") -> None:
        try:
            self._make(order, told)
        except Exception as error:
            if not isinstance(error, _EXPECTED):
                error.add_note(traceback.format_exc())
            told.put(News(error=error))
        finally:
            told.put(None)

    def _make(self, order: Order, told: "SimpleQueue[News | None]") -> None:
        terms = self._terms
        self._refuse_unreachable(order)
        journal = Telling(terms.folder, order, terms.refused is not None, told.put)
        ready = made_ready(order.job.source, order.root, terms.wanted, self._scorers)
        work = Work(
            terms.wanted,
            terms.threads,
            terms.batch_rows,
            terms.rows_per_file,
            order.overwrite,
            journal,
            terms.refused,
            journal.advance,
        )
        try:
            with workers(terms.threads) as pool:
                faults = Task(order.job, ready, order.name, work).run(pool, terms.keep_going, [order.span])
        except BaseException:
            journal.note()
            raise
        journal.end(faults)

    def _refuse_unreachable(self, order: Order) -> None:
        source, folder = order.job.source, order.job.output.parent
        if not source.exists():
            raise ClusterError(f"{self._where}: the input {source} is not there; {SHARED}")
        if source.stat().st_size != order.size:
            raise ClusterError(f"{self._where}: the input {source} is another file there; {SHARED}")
        if not folder.is_dir():
            raise ClusterError(f"{self._where}: the output folder {folder} is not there; {SHARED}")
