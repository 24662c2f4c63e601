"""Three hands as typed columns, and what reading them must give."""

import numpy as np
import pyarrow as pa

from fastmj.status import OK


def counts(*slots):
    return [slots.count(slot) for slot in range(34)]


# three hands of 14, 11 and 8 tiles: 123m456p77789s33z+1m, [456m]..., and two melds
HELD = [
    counts(0, 1, 2, 12, 13, 14, 24, 24, 24, 25, 26, 29, 29, 29),
    counts(12, 13, 14, 24, 24, 24, 25, 26, 29, 29, 29),
    counts(24, 24, 24, 25, 26, 29, 29, 29),
]
MELDS = [[0, 0, 0, 0], [4, 0, 0, 0], [0, 4, 0, 130]]
HANDS = {"hand": pa.array([bytes(row) for row in HELD], pa.binary(34))}
ALL = {
    **HANDS,
    "melds": pa.array([bytes(row) for row in MELDS], pa.binary(4)),
    "win_tile": pa.array([0, 255, 29], pa.uint8()),
    "win_by": pa.array([1, 0, 2], pa.uint8()),
    "flags": pa.array([0x101, 2, 0x30], pa.uint16()),
    "seat": pa.array([0, 1, 3], pa.uint8()),
    "round": pa.array([3, 2, 1], pa.uint8()),
    "flowers": pa.array([0, 0x11, 255], pa.uint8()),
    "discarder": pa.array([255, 2, 0], pa.uint8()),
    "feeder": pa.array([1, 255, 2], pa.uint8()),
}


def assert_all(hands):
    assert hands.counts.tolist() == HELD
    assert hands.melds.tolist() == MELDS
    assert hands.status.tolist() == [OK] * 3
    for name in ("win_tile", "win_by", "flags", "seat", "round", "flowers", "discarder", "feeder"):
        assert getattr(hands, name).tolist() == ALL[name].to_pylist(), name


def assert_ready_for_kernels(hands):
    for name, column in hands._asdict().items():
        assert column.dtype == (np.uint16 if name == "flags" else np.uint8), name
        flags = column.flags
        assert (flags.c_contiguous, flags.aligned, flags.writeable) == (True, True, False), name
