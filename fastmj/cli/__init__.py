"""The command line: ``fastmj score | analyse | rules | explain | ...``, one command a file.

Exit status: 0 done (rows that were refused are results, and are counted), 1 the work could not be done (an input, an
output; with --keep-going the rest of it was) or an audit found what differs, 2 the command line itself is wrong (a
command, a rule set, an option, the name of an output that nothing could be written to), 129 hung up, 130 interrupted, 143
terminated. An error is one line on standard error; with FASTMJ_DEBUG=1 in the environment it comes with its traceback.

Only names are defined here: a command imports what it needs when it runs, so that help comes at once.
"""

import io
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import cyclopts

from fastmj import __version__
from fastmj.cli.analyse import analyse
from fastmj.cli.audit import audit
from fastmj.cli.bench import bench
from fastmj.cli.common import UsageError
from fastmj.cli.convert import convert
from fastmj.cli.explain import explain
from fastmj.cli.kernel import kernel
from fastmj.cli.report import report
from fastmj.cli.rules import rules
from fastmj.cli.sample import sample
from fastmj.cli.score import score
from fastmj.cli.warm import warm

DONE, FAILED, MISUSED, SIGNALLED = 0, 1, 2, 128
ENDINGS = {name: words for name, words in (("SIGTERM", "terminated"), ("SIGHUP", "hung up")) if hasattr(signal, name)}
"""Signals that ask the process to end, which then removes its unfinished files."""
THREAD_NAMES = "fastmj"  # those of ``fastmj.workers``, which is not imported for this
_PATIENCE = 0.5  # seconds


def _app() -> cyclopts.App:
    app = cyclopts.App(
        "fastmj",
        help="Score mahjong hands in bulk: files of hands in, files of scores out.",
        version=f"fastmj {__version__}",
        help_format="plaintext",
        default_parameter=cyclopts.Parameter(negative=()),
    )
    for command in (score, analyse, rules, explain, report, convert, audit, sample, bench, warm, kernel):
        app.command(command)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of ``sys.argv``) and return the exit status."""
    debug = os.environ.get("FASTMJ_DEBUG", "") not in ("", "0")
    given = sys.argv[1:] if arguments is None else list(arguments)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this process
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what a terminal cannot show is no reason to fail
            stream.reconfigure(errors="replace")
    try:
        with _terminable():
            command, bound, *_ = _app().parse_args(given or ["--help"], exit_on_error=False, print_error=False)
            status = command(*bound.args, **bound.kwargs)
            sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        return _failed(MISUSED, f"{' '.join(str(error).split()).rstrip('.')} (see fastmj --help)", error, debug)
    except UsageError as error:
        return _failed(MISUSED, str(error), error, debug)
    except (BrokenPipeError, SystemExit):
        # whoever read the output has had enough (rich makes a SystemExit of it); nothing is left to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (ValueError, OSError, MemoryError, ImportError) as error:
        from fastmj.arguments import Misuse

        status = MISUSED if isinstance(error, Misuse) else FAILED
        return _failed(status, str(error) or type(error).__name__, error, debug)
    except KeyboardInterrupt as error:
        return _ended(_failed(SIGNALLED + signal.SIGINT, "interrupted", error, debug))
    except _Terminated as error:
        return _ended(_failed(SIGNALLED + error.number, ENDINGS[error.number.name], error, debug))
    return status or DONE


class _Terminated(BaseException):
    """The process was asked to end, by this signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)


@contextmanager
def _terminable() -> Iterator[None]:
    """Turn the signals of ``ENDINGS`` into an exception, so that unfinished files are removed."""

    def end(number: int, frame: FrameType | None) -> None:
        raise _Terminated(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [signal.Signals[name] for name in ENDINGS]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        if before[number] is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _failed(status: int, words: str, error: BaseException, debug: bool) -> int:
    if debug:
        raise error
    print(f"fastmj: {'; '.join([words, *getattr(error, '__notes__', ())])}", file=sys.stderr)
    return status


def _ended(status: int) -> int:
    """The status, or the end of the process where a thread would hold it up: what it compiles takes seconds."""
    until = time.monotonic() + _PATIENCE
    for thread in threading.enumerate():
        if thread.name.startswith(THREAD_NAMES):
            thread.join(max(0, until - time.monotonic()))
            if thread.is_alive():
                sys.stderr.flush()
                os._exit(status)
    return status
