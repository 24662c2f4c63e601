"""A journal that is kept elsewhere: what is noted in it is told."""

import time
from collections.abc import Callable
from pathlib import Path

from fastmj.cluster.orders import News, Order
from fastmj.journal import Journal

_SECONDS = 0.25  # between two news that can wait


class Telling(Journal):
    """The journal of an actor's order. It knows of nothing but that order."""

    def __init__(self, folder: Path, order: Order, asides: bool, put: Callable[[News], None]) -> None:
        """`put` is called with what there is to tell."""
        super().__init__(folder, folder, dict)
        self.begun, self.asides = dict(order.begun), asides
        if order.rows is not None:
            self.rows[order.name] = order.rows
        self._put, self._written, self._last = put, 0, time.monotonic()

    def advance(self, rows: int) -> None:
        """So many rows more are written."""
        self._written += rows
        self.note(now=False)

    def note(self, *, now: bool = True) -> None:
        """Tell what has happened, or, unless `now`, only where the last time is long enough ago."""
        if now or time.monotonic() >= self._last + _SECONDS:
            self._put(self._news())

    def end(self, faults: list[str]) -> None:
        """Tell the last."""
        news = self._news()
        news.faults = faults
        self._put(news)

    def _news(self) -> News:
        news = News(self._written, self.done, dict(self.begun), dict(self.rows), dict(self.failed))
        self.done, self._written, self._last = {}, 0, time.monotonic()
        return news
