"""The contradictions that ``faults`` names are those that the kernels refuse: two pieces of code, one rule."""

import numpy as np
import pyarrow as pa

from fastmj import arrow_in, faults, rules
from fastmj.engine import engine
from fastmj.status import BAD_CONTEXT, BELOW_MINIMUM, OK

# complete hands with no, one and two kongs, exposed and concealed: held slots, melds
COMPLETE = [
    ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 33, 33], [0, 0, 0, 0]),
    ([3, 4, 5, 6, 7, 8, 9, 10, 11, 33, 33], [1, 0, 0, 0]),
    ([6, 7, 8, 9, 10, 11, 33, 33], [1, 69 + 20, 0, 0]),
    ([6, 7, 8, 9, 10, 11, 33, 33], [103 + 19, 0, 103 + 20, 0]),
    ([9, 10, 11, 33, 33], [103 + 19, 35 + 30, 103 + 20, 0]),
]
CODES = {
    "win_by": [0, 1, 2] * 9 + [3, 200],
    "seat": [0, 1, 2, 3] * 9 + [4, 300],
    "round": [0, 1, 2, 3] * 9 + [4, -1],
    "flowers": [0, 1, 255] * 9 + [300],
    "discarder": [255, 255, 255, 0, 1, 2, 3] * 5 + [4, 300],
    "feeder": [255, 255, 0, 2] * 9 + [5],
}


def test_named_contradictions_are_those_that_are_refused():
    random, rows = np.random.default_rng(3), 3000
    columns = {"hand": [], "melds": [], "win_tile": []}
    for kind in random.integers(0, len(COMPLETE), rows):
        held, melds = COMPLETE[kind]
        columns["hand"].append([held.count(slot) for slot in range(34)])
        columns["melds"].append(melds)
        columns["win_tile"].append(int(random.choice(held)))
    columns |= {name: random.choice(values, rows) for name, values in CODES.items()}
    bits = 1 << random.integers(0, 12, rows) | (random.random(rows) < 0.3) * (1 << random.integers(0, 6, rows))
    columns["flags"] = np.where(random.random(rows) < 0.5, 0, bits)
    batch = pa.RecordBatch.from_pydict(columns)
    hands = arrow_in.plan(batch.schema).read(batch)
    found = engine(rules.get("mcr"))(hands).status
    assert set(found) == {BAD_CONTEXT, BELOW_MINIMUM, OK}
    for row in range(rows):
        named = "they contradict each other" not in faults.fault(batch, hands, row, BAD_CONTEXT)
        assert named == (found[row] == BAD_CONTEXT), batch.slice(row, 1).to_pylist()
