"""A compiled rule set against its slow reference, row by row and field by field."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import fastmj
from tests.reference.rows import Row
from tests.row_formats import to_arrays

NOBODY = (0, 0, 0, 0)


class Scored(Protocol):
    """What a reference says of a hand."""

    @property
    def status(self) -> str: ...
    @property
    def total(self) -> float | None: ...
    @property
    def raw(self) -> float | None: ...
    @property
    def limit(self) -> bool: ...
    @property
    def elements(self) -> Mapping[str, int]: ...
    @property
    def payments(self) -> tuple[int, ...] | None: ...


def each_value_alone(options: Mapping[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
    """No option, and then every value but the default of every option."""
    return [{}, *({name: value} for name, values in options.items() for value in values[1:])]


def all_changed(options: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """The last value of every option at once."""
    return {name: values[-1] for name, values in options.items()}


def differences(
    rules: str,
    rows: Iterable[Row],
    options: Mapping[str, Any],
    score_row: Callable[[Row, Mapping[str, Any]], Scored],
) -> list[str]:
    """Where kernel and reference differ."""
    rows = list(rows)
    columns: dict[str, Any] = to_arrays(rows)
    found = fastmj.score_arrays(**columns, rules=rules, payments=True, **options)
    assert found.payments is not None
    lists = fastmj.rules.get(rules, **options).unpack(found.words, found.counts).to_pylist()
    paid = found.payments.tolist()
    problems = []
    for place, row in enumerate(rows):
        expected = score_row(row, options)
        numbers = [float(values[place]) for values in (found.total, found.raw)]
        kernel = {
            "status": fastmj.STATUS[found.status[place]],
            "total": None if numbers[0] != numbers[0] else numbers[0],
            "raw": None if numbers[1] != numbers[1] else numbers[1],
            "limit": bool(found.limit[place]),
            "elements": {entry["element"]: entry["count"] for entry in lists[place]},
            "payments": tuple(paid[place]),
        }
        reference = {name: getattr(expected, name) for name in kernel} | {"payments": expected.payments or NOBODY}
        problems += [
            f"{row}: {name} {value} instead of {reference[name]}; {kernel['elements']} instead of {expected.elements}"
            for name, value in kernel.items()
            if value != reference[name]
        ]
    return problems
