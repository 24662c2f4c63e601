"""Where compiled code and tables are kept.

numba notices an edit only in the file that holds a kernel, not in the files it calls, and would then serve old scores. So
everything compiled lies in a folder named by a hash of all sources that compiled code is made of and of the versions that
made it. Files are written under a temporary name and renamed, carry a checksum, and have one name a key, so that processes
that start together never meet: a file is either whole or treated as absent.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import runtime, serialize
from numba.core.caching import CompileResultCacheImpl, _Cache

_dumps: Any = serialize.dumps
_runtime: Any = runtime
PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_FROM = ("kernels", "elements", "rules", "tiles.py", "status.py", "hands.py")
"""Compiled code is made of these parts of the package and of nothing else."""


class CacheWarning(RuntimeWarning):
    """Nothing on disk can hold compiled code: it works, but every process compiles anew."""


def sources() -> list[Path]:
    """The source files that compiled code is made of."""
    roots = [PACKAGE / name for name in COMPILED_FROM]
    return sorted(p for root in roots for p in ([root] if root.suffix else root.rglob("*.py")))


@cache
def stamp() -> str:
    """Hash of the sources and of the versions that compile them."""
    made_by = (sys.version_info[:2], numba.__version__, llvmlite.__version__, np.__version__, sys.byteorder)
    digest = hashlib.sha256(repr(made_by).encode())
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _roots() -> list[Path]:
    """Places for the cache: NUMBA_CACHE_DIR where the user set it, then the user's cache folder."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    chosen = [Path(given) / "fastmj"] if given else []
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return [*chosen, Path(base).expanduser() / "fastmj"]
    except RuntimeError:  # no home folder
        return chosen


@cache
def folder() -> Path | None:
    """The folder of this stamp, or None with one warning where no folder can be written or read."""
    for root in _roots():
        path = root / stamp()
        try:
            path.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path).close()
            return path
        except OSError:
            if path.is_dir() and any(path.iterdir()):  # warmed by somebody else: good for reading
                return path
    warnings.warn(
        f"fastmj: no cache folder can be written ({', '.join(map(str, _roots())) or 'no home folder'}); kernels are compiled "
        "in memory by each process. Set NUMBA_CACHE_DIR to a writable folder.",
        CacheWarning,
        stacklevel=2,
    )
    return None


@cache
def _warn_unwritten(path: Path) -> None:
    warnings.warn(
        f"fastmj: cannot write to the cache folder {path}; compiled code is not kept", CacheWarning, stacklevel=3
    )


def write(path: Path, data: bytes) -> bool:
    """Write a file whole or not at all; False (with one warning) where the folder cannot be written."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
            raise
    except OSError:
        _warn_unwritten(path.parent)
        return False
    return True


def store(path: Path, value: Any) -> bool:
    """Pickle a value with its checksum."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return write(path, hashlib.sha256(data).digest() + data)


def fetch(path: Path) -> Any:
    """What ``store`` kept, or None where the file is absent, cut off or damaged."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    digest, data = raw[:32], raw[32:]
    return pickle.loads(data) if hashlib.sha256(data).digest() == digest else None


def stored(name: str, make: Any) -> Any:
    """``make()``, kept in the cache folder under ``name``."""
    where = folder()
    if where is None:
        return make()
    value = fetch(where / name)
    if value is None:
        value = make()
        store(where / name, value)
    return value


class StampedCache(_Cache):
    """numba's per-function cache, kept in the stamped folder: one file a function, signature and processor."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._reduce: Any = CompileResultCacheImpl.__new__(CompileResultCacheImpl)
        self._enabled = True

    @property
    def cache_path(self) -> str | None:
        """The folder the files lie in."""
        where = folder()
        return None if where is None else str(where)

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        where = folder()
        if where is None or not self._enabled:
            return None
        code = self._function.__code__
        flags = tuple(getattr(numba.config, name) for name in ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT"))
        place = (self._function.__module__, code.co_qualname, code.co_firstlineno)
        key = (*place, repr(signature), codegen.magic_tuple(), repr(flags))
        return where / f"{code.co_name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:20]}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature, or None.

        Compiled code needs numba's runtime. What only compiling needs, the types and code of all that numba knows, is left
        unloaded: refreshing the context for it, as numba does here, takes 0.25 of the second in which a process begins.
        """
        _runtime.rtsys.initialize(target_context)
        path = self._path(sig, target_context.codegen())
        payload = None if path is None else fetch(path)
        return None if payload is None else self._reduce.rebuild(target_context, payload)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled function."""
        path = self._path(sig, data.codegen)
        if path is not None and self._reduce.check_cachable(data):
            body = _dumps(self._reduce.reduce(data))
            write(path, hashlib.sha256(body).digest() + body)

    def enable(self) -> None:
        """Keep what is compiled from now on."""
        self._enabled = True

    def disable(self) -> None:
        """Neither load nor keep."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing is held back."""
