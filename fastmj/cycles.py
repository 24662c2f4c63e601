"""Processor cycles of this thread, where the system counts them for its users (Linux, perf_event_open)."""

import ctypes
import os
import platform
import struct
import sys
from types import TracebackType

CALL_NUMBERS = {"x86_64": 298, "aarch64": 241}
EVENTS = {"cycles": (0, 0), "task_clock": (1, 1)}
"""Type and number of what can be counted. The task clock (nanoseconds) is the system's own and needs no hardware."""
WITHOUT_KERNEL = 1 << 5 | 1 << 6  # users may count what happens outside of the kernel and the hypervisor
ATTRIBUTES = struct.Struct("<IIQQQQQ16x")  # perf_event_attr as it first was, 64 bytes: all that is asked for is in it


class CycleCounter:
    """Counts from when it is made until it is closed. ``available`` is False where the system does not count."""

    def __init__(self, event: str = "cycles") -> None:
        self.reason = ""
        """Why there is no count, in words."""
        self._file = -1
        number = CALL_NUMBERS.get(platform.machine()) if sys.platform == "linux" else None
        if number is None:
            self.reason = f"no perf_event_open on {sys.platform} {platform.machine()}"
            return
        kind, config = EVENTS[event]
        attributes = ATTRIBUTES.pack(kind, ATTRIBUTES.size, config, 0, 0, 0, WITHOUT_KERNEL)
        library = ctypes.CDLL(None, use_errno=True)
        # this thread, on any processor, in no group, without flags
        self._file = library.syscall(number, ctypes.create_string_buffer(attributes, len(attributes)), 0, -1, -1, 0)
        if self._file < 0:
            self.reason = f"perf_event_open: {os.strerror(ctypes.get_errno())}"

    @property
    def available(self) -> bool:
        """Whether anything is counted."""
        return self._file >= 0

    def read(self) -> int:
        """The count so far; 0 where nothing is counted."""
        return int.from_bytes(os.read(self._file, 8), sys.byteorder) if self.available else 0

    def close(self) -> None:
        """Stop counting."""
        if self.available:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> "CycleCounter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
