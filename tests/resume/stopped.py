"""Runs that are stopped, and what lies there then."""

import os

import pyarrow as pa
import pyarrow.parquet as pq

ROWS, FILES = 1000, 4


class Stop(BaseException):
    """What ends a run, as an interrupt does."""


def stopping(after):
    """A progress function that ends the run when so many rows are done."""

    def progress(done, in_all):
        if done >= after:
            raise Stop

    return progress


def files(root="."):
    """All files below a folder, but the inputs."""
    found = [os.path.join(at, name) for at, _, names in os.walk(root) for name in names]
    return sorted(path.removeprefix("./") for path in found if not path.startswith(("./in/", "./all.")))


def rows(output):
    """The rows of an output, whichever its format, without their types."""
    if output.endswith(".parquet"):
        return pq.read_table(output).to_pylist()
    if output.endswith(".arrow"):
        return pa.ipc.open_file(output).read_all().to_pylist()
    with open(output) as file:
        return file.readlines()


def kept_rows(path):
    return pq.read_metadata(path).num_rows
