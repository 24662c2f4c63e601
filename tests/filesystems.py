"""Filesystems for tests, none of which needs a network, and what lies on them."""

import io
import json

import fsspec
import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq
import pytest


def memory(folder):
    """fsspec's filesystem in memory; it is one for the whole process, so all that others left goes first."""
    found = fsspec.filesystem("memory")
    found.store.clear()
    found.pseudo_dirs[:] = [""]
    return found


def mock(folder):
    """Files in memory, from pyarrow."""
    return pafs._MockFileSystem()


def below(folder):
    """A folder of this machine as a filesystem of its own."""
    (folder / "elsewhere").mkdir()
    return pafs.SubTreeFileSystem(str(folder / "elsewhere"), pafs.LocalFileSystem())


class Unmoving(pafs.FSSpecHandler):
    """A filesystem on which nothing can be renamed."""

    def move(self, src, dest):
        raise NotImplementedError


def unmoving(folder):
    """Files in memory, put where they belong at once."""
    return pafs.PyFileSystem(Unmoving(memory(folder)))


class Particular(pafs.FSSpecHandler):
    """A filesystem on which nothing takes a name that is taken, as HDFS."""

    def move(self, src, dest):
        if self.fs.exists(dest):
            raise FileExistsError(dest)
        super().move(src, dest)


def particular(folder):
    """Files in memory; what is replaced has to be removed first."""
    return pafs.PyFileSystem(Particular(memory(folder)))


KINDS = [memory, *(pytest.param(kind, marks=pytest.mark.slow) for kind in (mock, below, unmoving, particular))]


class Full(pafs.FSSpecHandler):
    """A filesystem on which writing fails for some names."""

    def open_output_stream(self, path, metadata):
        stream = super().open_output_stream(path, metadata)
        return pa.PythonFile(Ending(), "w") if "p1.parquet" in path else stream


class Ending(io.BytesIO):
    """A stream that takes nothing."""

    def write(self, data):
        raise OSError(28, "No room there")


def copied(here, there):
    """Have the inputs there too."""
    pafs.copy_files(str(here / "in"), "in", destination_filesystem=of_pyarrow(there), use_threads=False)


def of_pyarrow(filesystem):
    return filesystem if isinstance(filesystem, pafs.FileSystem) else pafs.PyFileSystem(pafs.FSSpecHandler(filesystem))


def files(filesystem, folder="out"):
    """The names of all files in a folder."""
    found = of_pyarrow(filesystem).get_file_info(pafs.FileSelector(folder, recursive=True, allow_not_found=True))
    return sorted(info.path.strip("/") for info in found if info.type == pafs.FileType.File)


def table(filesystem, name):
    return pq.read_table(name, filesystem=of_pyarrow(filesystem), partitioning=None)


def put(filesystem, name, text):
    of_pyarrow(filesystem).create_dir(name.rpartition("/")[0] or "in", recursive=True)
    with of_pyarrow(filesystem).open_output_stream(name) as file:
        file.write(text.encode())


def json_of(filesystem, name="out.fastmj.json"):
    with of_pyarrow(filesystem).open_input_stream(name) as file:
        return json.loads(file.read())
