"""The progress bar: on standard error, and only where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count


@contextmanager
def progress_bar(unit: str, quiet: bool = False) -> Iterator[Callable[[int, int | None], None] | None]:
    """A function to call with (done, in all or None), or None where nobody watches. `unit` is what is counted."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Amount(ProgressColumn):
        """How much is done, of how much, and how much a second."""

        def render(self, task: Task) -> Text:
            in_all = "" if task.total is None else f" of {task.total:,.0f}"
            speed = f", {task.speed:,.0f}/s" if task.speed else ""
            return Text(f"{task.completed:,.0f}{in_all} {unit}{speed}")

    columns = (TextColumn("{task.description}"), BarColumn(16), Amount(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)
        calls = count()

        def advance(done: int, in_all: int | None) -> None:
            if next(calls):
                bar.update(task, completed=done, total=in_all)
            else:  # what an earlier run did says nothing about the speed of this one
                bar.reset(task, description="running", completed=done, total=in_all)

        yield advance
