"""The hands of tests/data and of the package's own data, and the comparison of a score with what they expect."""

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent / "data"
REAL_HANDS = Path(__file__).parents[1] / "fastmj" / "data" / "real_mcr.jsonl"
DEFAULTS: dict[str, Any] = {
    "win_by": "discard",
    "last_tile": False,
    "last_of_kind": False,
    "kong_draws": 0,
    "flower_draw": False,
    "fifth_tile": False,
    "opening": "none",
    "seat": "E",
    "round": "E",
    "flowers": "",
    "discarder": None,
    "feeder": None,
}
NAMES = tuple(
    f"mcr_{name}" for name in ("book1998", "disputed", "faults", "fixtures", "generated", "real", "refused", "ties")
)
UNKNOWN: Any = "unknown"


class Case(NamedTuple):
    """One hand and what it must score; `UNKNOWN` stands where nothing is said."""

    id: str
    hand: str
    context: dict[str, Any]  # every field of DEFAULTS
    options: dict[str, Any]
    statuses: tuple[str, ...]
    total: Any = UNKNOWN
    raw: Any = UNKNOWN
    elements: Any = UNKNOWN
    alternatives: Sequence[dict[str, int]] = ()
    payments: Any = UNKNOWN
    must_include: Sequence[str] = ()
    must_exclude: Sequence[str] = ()

    @property
    def valid(self) -> bool:
        """Whether the hand is a win (of enough points or not)."""
        return bool({"ok", "below_minimum"} & set(self.statuses))

    def as_dict(self) -> dict[str, Any]:
        """The hand, its whole context and its options as one dict in the case format."""
        return {"hand": self.hand, **self.context, "options": self.options}


def _case(line: Mapping[str, Any]) -> Case:
    known = {name: line[name] for name in Case._fields if name in line and name not in ("id", "hand", "options")}
    context = {name: line.get(name, default) for name, default in DEFAULTS.items()}
    return Case(line["id"], line["hand"], context, line["options"], tuple(line["status"].split("|")), **known)


@cache
def load(name: str) -> tuple[Case, ...]:
    """The cases of one file of tests/data, named without its ending."""
    path = next(iter(DATA.glob(f"{name}.jsonl*")))
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()
    return tuple(_case(json.loads(line)) for line in lines)


@cache
def load_real() -> tuple[Case, ...]:
    """The real hands that the package ships, with the judge's points as what is expected (profile `online`)."""
    cases = []
    with REAL_HANDS.open(encoding="utf-8") as file:
        for line in map(json.loads, file):
            raw = line["claimed_raw"]
            status = "not_a_win" if raw == 0 else "ok" if raw >= 8 else "below_minimum"
            points = {"total": line["claimed_total"], "raw": raw} if raw else {}
            cases.append(_case({**line, **points, "status": status, "options": {"profile": "online"}}))
    return tuple(cases)


def load_all() -> tuple[Case, ...]:
    """Every case of every file."""
    return tuple(case for name in NAMES for case in load(name)) + load_real()


def mismatch(
    case: Case,
    status: str,
    total: float | None,
    raw: float | None,
    elements: Mapping[str, int] | None,
    payments: Sequence[int] | None,
) -> str:
    """What differs between a score and what the case expects; empty where nothing does."""
    found = dict(elements or {})
    payments = None if payments is None else list(payments)
    if status not in case.statuses:
        return f"{case.id} {case.hand}: status {status} instead of {' or '.join(case.statuses)}"
    if not case.valid:
        return f"{case.id} {case.hand}: refused, but scored {total} {found}" if total is not None or found else ""
    given = {"total": total, "raw": raw, "elements": found, "payments": payments}
    for field, value in given.items():
        expected = getattr(case, field)
        if expected is not UNKNOWN and value != expected:
            return f"{case.id} {case.hand}: {field} {value} instead of {expected} ({found})"
    absent = [name for name in case.must_include if name not in found]
    wrong = [name for name in case.must_exclude if name in found]
    return f"{case.id} {case.hand}: without {absent}, with {wrong}" if absent or wrong else ""
