import sys
import time

import pytest

from fastmj import cycles
from fastmj.cycles import CycleCounter


def busy(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


@pytest.mark.parametrize(("event", "least"), [("cycles", 1e6), ("task_clock", 0.9e7)])
def test_counts_what_this_thread_does(event: str, least: float) -> None:
    with CycleCounter(event) as counter:
        first = counter.read()
        busy(0.01)
        counted = counter.read() - first
        assert counter.available == (counter.reason == "")
        assert counted > least if counter.available else counted == 0
    assert not counter.available
    assert counter.read() == 0


def test_elsewhere_there_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles.platform, "machine", lambda: "z80")
    counter = CycleCounter()
    assert not counter.available
    assert counter.reason == f"no perf_event_open on {sys.platform} z80"
    assert counter.read() == 0
    counter.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the call")
def test_a_refused_event_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cycles.EVENTS, "cycles", (0, 1 << 40))
    assert CycleCounter().reason.startswith("perf_event_open: ")
