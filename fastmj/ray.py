"""Datasets of Ray, scored by actors that keep the compiled kernels; with the extra ``ray``.

Files are scored on a cluster by ``fastmj.score_file(engine="ray")``.
"""

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from fastmj.arguments import at_least_one
from fastmj.batches import batches_of
from fastmj.cluster.connect import ray_module
from fastmj.cluster.warm import one_hand, refuse_other, warm_once
from fastmj.identity import package
from fastmj.inputs import Wanted, schema_key
from fastmj.mixed import chosen_for_rows
from fastmj.rules import RuleSet
from fastmj.workers import BATCH_ROWS

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["score"]


def score(
    dataset: "Dataset",
    rules: str | RuleSet = "mcr",
    layout: str = "list",
    payments: bool = False,
    split: bool = False,
    prefix: str = "",
    strict: bool = False,
    dialect: str = "mpsz",
    unknown_win_tile: str = "refuse",
    names: str = "en",
    *,
    workers: int | None = None,
    batch_rows: int = BATCH_ROWS,
    **options: Any,
) -> "Dataset":
    """The dataset with score columns, lazily: rows in = rows out, in order. All else is as in ``fastmj.score_batch``.

    Batches of `batch_rows` are scored by up to `workers` actors (default: one a CPU of the cluster), of one CPU each. So
    that rows keep their order, the dataset's ``context.execution_options.preserve_order`` is set. With `strict` the first
    fault is an error that counts rows within its batch.

    Rule set, options and, where they are known without running anything, columns are checked at once: ``ValueError``;
    ``TypeError`` for what is no dataset, ``ImportError`` without Ray.
    """
    data = ray_module("data").data
    if not isinstance(dataset, data.Dataset):
        raise TypeError(
            f"dataset must be a ray.data.Dataset, got {type(dataset).__module__}.{type(dataset).__qualname__}"
        )
    for name, number, what in (("workers", workers, "worker"), ("batch_rows", batch_rows, "row")):
        if number is not None:
            at_least_one(name, number, what)
    chosen = chosen_for_rows(rules, layout, options)
    wanted = Wanted(chosen, layout, payments, split, prefix, strict, dialect, unknown_win_tile, names)
    known = dataset.schema(fetch_if_missing=False)
    columns = known.base_schema if known is not None else None
    wanted.scorer(columns if isinstance(columns, pa.Schema) else one_hand(wanted).schema)
    most = workers or max(1, int(ray_module().cluster_resources().get("CPU", 1)))
    scored: Dataset = dataset.map_batches(
        Scorer,
        fn_constructor_args=(wanted, package()),
        batch_size=batch_rows,
        batch_format="pyarrow",
        zero_copy_batch=True,
        compute=data.ActorPoolStrategy(min_size=1, max_size=most),
    )
    scored.context.execution_options.preserve_order = True
    return scored


class Scorer:
    """Scores tables: what an actor of the dataset holds."""

    def __init__(self, wanted: Wanted, expected: dict[str, str]) -> None:
        """Load the kernels. ``ValueError`` where fastmj is not the `expected` package on this machine."""
        refuse_other(expected, "a machine of the cluster")
        warm_once(wanted)
        self._wanted, self._scorers = wanted, dict[bytes, Any]()

    def __call__(self, table: pa.Table) -> pa.Table:
        """The table with score columns."""
        schema, batches = batches_of(table, BATCH_ROWS)
        key = schema_key(schema)
        if key not in self._scorers:
            self._scorers[key] = self._wanted.scorer(schema)
        scorer = self._scorers[key]
        try:
            return pa.Table.from_batches([scorer(batch) for batch in batches], scorer.schema)
        except ValueError as error:
            raise ValueError(f"in a batch of {table.num_rows:,} rows of the dataset: {error}") from error
