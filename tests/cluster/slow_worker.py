"""What the tests change in the actors' processes, so that something can happen to them in the middle of little work."""

import os
import time

from fastmj import part_file
from fastmj.cluster import telling, worker

DEADLY = "deadly.parquet"


def set_up() -> None:
    """Run by Ray in each new process."""
    part_file.CHECKPOINT_ROWS = 2000
    telling._SECONDS = 0.01
    advance, make = telling.Telling.advance, worker.Worker._make

    def slowly(self, rows):
        time.sleep(0.005)
        advance(self, rows)

    def dying(self, order, told):
        if order.job.source.name == DEADLY:
            os._exit(1)
        make(self, order, told)

    telling.Telling.advance, worker.Worker._make = slowly, dying
