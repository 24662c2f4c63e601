"""What a measurement was made on and with."""

import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import fastmj

PACKAGES = ("numba", "llvmlite", "numpy")


def facts() -> dict[str, Any]:
    """Processor, cores, system and versions."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "fastmj": fastmj.__version__,
        **{name: version(name) for name in PACKAGES},
    }


def processor() -> str:
    """The name of the processor, with its family and model where the system tells them."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    told = dict(reversed([[part.strip() for part in line.split(":", 1)] for line in lines if ":" in line]))
    name = told.get("model name", platform.machine())
    return f"{name} (family {told['cpu family']}, model {told['model']})" if "cpu family" in told else name
