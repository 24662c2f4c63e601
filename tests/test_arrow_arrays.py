"""Arrow arrays made from NumPy memory equal those that pyarrow makes."""

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pytest

from fastmj.arrow_arrays import booleans, numbers, words


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, np.float32])
def test_numbers(kind: type) -> None:
    values = np.arange(20).astype(kind)
    for part in (values, values[::2], values[:0]):
        assert numbers(part).equals(pa.array(part))


@pytest.mark.parametrize("values", [[], [True], [False] * 9, [True, False] * 20])
def test_booleans(values: list[bool]) -> None:
    assert booleans(np.array(values, bool)).equals(pa.array(values, pa.bool_()))


@pytest.mark.parametrize("values", [[], ["a"], ["", "清一色", None, "b"], [None, None], ["x" * 300] * 5])
def test_words(values: list[str | None]) -> None:
    found = words(values)
    found.validate(full=True)
    assert found.equals(pa.array(values, pa.string()))


def test_scoring_imports_no_pandas(python: Callable[..., str]) -> None:
    """A fifth of a second of every process that has it installed."""
    code = (
        "import sys, fastmj; hands = fastmj.sample(10, seed=1);"
        "[fastmj.score_batch(hands, 'mcr', layout, payments=True, split=True) for layout in ('list', 'wide', 'mask')];"
        "print('pandas' in sys.modules)"
    )
    assert python(code).split() == ["False"]
