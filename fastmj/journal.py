"""The journal of a run: a small JSON file beside the output that says how it was begun, and what of it is done.

It is replaced in one step, after each output file or, where these come fast, every second or so: a file that is whole but
not noted is made again. What it says of an output counts only while that file is there with the noted size.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from fastmj.formats.whole import aside, write_text
from fastmj.places import Place
from fastmj.storage import Remote
from fastmj.summary import Tally

SUFFIX = ".fastmj.json"
_ABOUT = "what of this output is done, so that the same command can go on; no part of the output"
_FORMAT = 1
_LEAST_SECONDS = 1.0  # between two writings that need not be


@dataclass
class Noted:
    """An output file, or the beginning of one."""

    rows: int
    size: int  # bytes
    aside: int  # bytes of the refused rows beside it
    tally: Tally
    temporary: str = ""  # of one that is not whole: the name of the file until then
    checkpoints: list[int] = field(default_factory=list)  # and the sizes at all points so far from which one can go on

    def as_json(self) -> dict[str, Any]:
        """What `from_json` takes."""
        begun = {"temporary": self.temporary, "checkpoints": self.checkpoints} if self.temporary else {}
        found = {"rows": self.rows, "size": self.size, "refused size": self.aside, **begun}
        return {**found, "status": self.tally.status, "elements": self.tally.elements}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Noted":
        """What `as_json` gave."""
        tally = Tally(Counter(value["status"]), Counter(value["elements"]))
        begun = (value["temporary"], value["checkpoints"]) if "temporary" in value else ()
        return cls(value["rows"], value["size"], value["refused size"], tally, *begun)


class Journal:
    """What is noted of one output. Names are relative to its folder."""

    def __init__(self, path: Place, folder: Place, head: Callable[[], dict[str, Any]]) -> None:
        """`head`: ``package``, ``run`` and ``inputs``, what must be the same for another run to go on; asked for late."""
        self.path, self.folder, self._head = path, folder, head
        self.done: dict[str, Noted] = {}
        self.begun: dict[str, Noted] = {}
        self.rows: dict[str, int] = {}  # of inputs that were read to the end
        self.failed: dict[str, str] = {}  # inputs of which nothing could be scored, and why
        self.refused_done = False
        self.kept = True  # whether it stays when all is done
        self.asides = False  # whether an output needs the file of its refused rows
        self._due = 0.0

    @cached_property
    def head(self) -> dict[str, Any]:
        """What was, or is, to be done; as JSON would give it back."""
        found: dict[str, Any] = json.loads(json.dumps(self._head()))
        return found

    def name(self, output: Place) -> str:
        """What a file of the output is called here."""
        return output.relative_to(self.folder).as_posix()

    def finished(self, output: Place) -> Noted | None:
        """What is noted of an output file, if it is still there."""
        noted = self.done.get(self.name(output))
        if noted is None or _size(output) != noted.size:
            return None
        return noted if self._has_aside(output, noted) else None

    def unfinished(self, output: Place) -> Noted | None:
        """What is noted of the beginning of an output file, if that is still there."""
        noted = self.begun.get(self.name(output))
        if noted is None or _size(output.with_name(noted.temporary)) < noted.size:
            return None
        return noted if self._has_aside(output, noted) else None

    def _has_aside(self, output: Place, noted: Noted) -> bool:
        return not self.asides or self.refused_done or _size(aside(output)) >= noted.aside

    def temporaries(self) -> set[Place]:
        """Files under temporary names that are needed to go on."""
        begun = {self.folder / name: noted for name, noted in self.begun.items() if self.unfinished(self.folder / name)}
        needed = {output.with_name(noted.temporary) for output, noted in begun.items()}
        if self.asides and not self.refused_done:
            needed |= {aside(output) for output in (*begun, *(self.folder / name for name in self.done))}
        return needed

    @property
    def stale(self) -> bool:
        """Whether nothing of what it notes is there."""
        return not any(self.finished(self.folder / name) for name in self.done) and not any(
            self.unfinished(self.folder / name) for name in self.begun
        )

    def note(self, *, now: bool = True) -> None:
        """Write it, or, unless `now`, only where the last time is long enough ago."""
        begun = time.monotonic()
        if now or begun >= self._due:
            write_text(self.path, self._text())
            spent = time.monotonic() - begun
            self._due = begun + max(_LEAST_SECONDS, 20 * spent)

    def _text(self) -> str:
        """A line for each file."""
        blocks: dict[str, Any] = {
            "about": _ABOUT,
            "journal": _FORMAT,
            "package": self.head["package"],
            "run": self.head["run"],
            "refused rows written": self.refused_done,
            "inputs": self.head["inputs"],
            "rows of inputs": self.rows,
            "failed": self.failed,
            "begun": {name: noted.as_json() for name, noted in self.begun.items()},
            "done": {name: noted.as_json() for name, noted in self.done.items()},
        }
        in_lines = ("run", "inputs", "failed", "begun", "done")
        text = (f"{_json(name)}: {_in_lines(v) if name in in_lines else _json(v)}" for name, v in blocks.items())
        return "{\n" + ",\n".join(text) + "\n}\n"

    @classmethod
    def read(cls, path: Place, folder: Place) -> "Journal":
        """The journal that an earlier run left. ``ValueError`` where the file is none."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            if found["journal"] != _FORMAT:
                raise ValueError(f"it is of format {found['journal']}, this version writes {_FORMAT}")
            head = {name: found[name] for name in ("package", "run", "inputs")}
            journal = cls(path, folder, lambda: head)
            journal.done = {name: Noted.from_json(value) for name, value in found["done"].items()}
            journal.begun = {name: Noted.from_json(value) for name, value in found["begun"].items()}
            journal.rows, journal.failed = found["rows of inputs"], found["failed"]
            journal.refused_done = found["refused rows written"]
            for name in (*journal.done, *journal.begun):
                if Path(name).is_absolute() or ".." in Path(name).parts:
                    raise ValueError(f"{name} is not within the output")
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            reason = f"no {error}" if isinstance(error, KeyError) else error
            raise ValueError(
                f"{path} is not the journal of a run ({reason}): remove it, or start anew (overwrite, --overwrite)"
            ) from error
        return journal


def input_notes(sources: Mapping[Place, str]) -> dict[str, Any]:
    """What is noted of the inputs: where they are, how large, and of when. `sources`: what each is called in the journal."""
    notes = {}
    for path, name in sources.items():
        found = path.stat()
        whole, rest = divmod(found.st_mtime_ns, 1_000_000_000)
        when = f"{datetime.fromtimestamp(whole, UTC):%Y-%m-%dT%H:%M:%S}.{rest:09}Z" if found.st_mtime_ns else ""
        notes[name] = {"path": str(path), "size": found.st_size, "time": when}
    return notes


def _size(path: Place) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return -1
    except OSError:
        if isinstance(path, Remote):  # that it does not answer is not to say that there is nothing
            raise
        return -1


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _in_lines(entries: dict[str, Any]) -> str:
    if not entries:
        return "{}"
    return "{\n" + ",\n".join(f"  {_json(name)}: {_json(value)}" for name, value in entries.items()) + "\n}"
