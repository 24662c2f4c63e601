"""The hands of tests/data and of the package's own data, and the comparison of a score with what they expect."""

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

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
FILES = {
    "mcr": ("book1998", "disputed", "faults", "fixtures", "generated", "real", "refused", "ties"),
    "imj": ("samples", "extra", "random", "faults", "refused"),
    "hk": ("worked", "random", "faults", "refused"),
    "hkmj": ("worked", "random", "faults", "refused"),
    "classical": ("worked", "random", "faults", "refused"),
}
UNKNOWN: Any = "unknown"
TEXT = ("win_by", "opening", "seat", "round", "flowers", "discarder", "feeder")


class Case(NamedTuple):
    """One hand and what it must score; `UNKNOWN` stands where nothing is said."""

    rules: str
    id: str
    hand: str
    context: dict[str, Any]  # every field of DEFAULTS
    options: dict[str, Any]
    statuses: tuple[str, ...]
    total: Any = UNKNOWN
    raw: Any = UNKNOWN
    limit: Any = UNKNOWN
    elements: Any = UNKNOWN
    alternatives: Sequence[dict[str, int]] = ()
    payments: Any = UNKNOWN
    must_include: Sequence[str] = ()
    must_exclude: Sequence[str] = ()
    absent: Sequence[str] = ()  # near misses

    @property
    def valid(self) -> bool:
        """Whether the hand is a win (of enough points or not)."""
        return bool({"ok", "below_minimum"} & set(self.statuses))

    @property
    def nobody_pays(self) -> bool:
        """Whether there can be no payments: none are defined, or who pays is not said."""
        everybody = "+" not in self.hand or self.context["win_by"] == "self_draw"
        return self.rules == "classical" or not (everybody or self.context["discarder"])

    def as_dict(self) -> dict[str, Any]:
        """The hand, its whole context and its options as one dict in the case format."""
        return {"hand": self.hand, **self.context, "options": self.options}


def _case(rules: str, line: Mapping[str, Any]) -> Case:
    taken = ("rules", "id", "hand", "context", "options", "statuses")
    known = {name: line[name] for name in Case._fields if name in line and name not in taken}
    context = {name: line.get(name, default) for name, default in DEFAULTS.items()}
    return Case(rules, line["id"], line["hand"], context, line["options"], tuple(line["status"].split("|")), **known)


def names(*rules: str) -> tuple[str, ...]:
    """The files of some rule sets, or of all, named without their endings."""
    return tuple(f"{name}_{file}" for name in rules or FILES for file in FILES[name])


@cache
def load(name: str) -> tuple[Case, ...]:
    """The cases of one file of tests/data, named without its ending."""
    path = next(iter(DATA.glob(f"{name}.jsonl*")))
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()
    return tuple(_case(name.split("_")[0], json.loads(line)) for line in lines)


@cache
def load_real() -> tuple[Case, ...]:
    """The real hands that the package ships, with the judge's points as what is expected (profile `online`)."""
    cases = []
    with REAL_HANDS.open(encoding="utf-8") as file:
        for line in map(json.loads, file):
            raw = line["claimed_raw"]
            status = "not_a_win" if raw == 0 else "ok" if raw >= 8 else "below_minimum"
            points = {"total": line["claimed_total"], "raw": raw} if raw else {}
            cases.append(_case("mcr", {**line, **points, "status": status, "options": {"profile": "online"}}))
    return tuple(cases)


def load_all(*rules: str) -> tuple[Case, ...]:
    """Every case of every file of some rule sets, or of all."""
    real = load_real() if "mcr" in (rules or FILES) else ()
    return tuple(case for name in names(*rules) for case in load(name)) + real


def table_of(cases: Sequence[Case]) -> pa.Table:
    """Hands as text, with every column of their context."""
    columns: dict[str, Any] = {"hand": [case.hand for case in cases]}
    for name in cases[0].context:
        columns[name] = pa.array([case.context[name] for case in cases], pa.string() if name in TEXT else None)
    return pa.table(columns)


def mismatch(
    case: Case,
    status: str,
    total: float | None,
    raw: float | None,
    elements: Mapping[str, int] | None,
    payments: Sequence[int] | None,
    limit: Any = UNKNOWN,
) -> str:
    """What differs between a score and what the case expects; empty where nothing does."""
    found = dict(elements or {})
    payments = None if payments is None else list(payments)
    hand = f"{case.id} {case.hand}"
    if status not in case.statuses:
        return f"{hand}: status {status} instead of {' or '.join(case.statuses)}"
    if not case.valid and (total is not None or found):
        return f"{hand}: refused, but scored {total} {found}"
    paid = case.payments
    if paid is UNKNOWN and (case.nobody_pays or status != "ok"):
        paid = None
    given = {"total": total, "raw": raw, "limit": limit} if case.valid else {}
    wanted = {name: getattr(case, name) for name in given} | {"payments": paid}
    for name, value in (given | {"payments": payments}).items():
        if value is not UNKNOWN and wanted[name] is not UNKNOWN and value != wanted[name]:
            return f"{hand}: {name} {value} instead of {wanted[name]} ({found})"
    # Of equal lists the first by number is the one to report in mcr; elsewhere any will do.
    accepted = (case.elements, *(() if case.rules == "mcr" else case.alternatives))
    if case.elements is not UNKNOWN and found not in accepted:
        return f"{hand}: {found} instead of {case.elements}"
    absent = [name for name in case.must_include if name not in found]
    wrong = [name for name in (*case.must_exclude, *case.absent) if name in found]
    return f"{hand}: without {absent}, with {wrong}" if absent or wrong else ""
