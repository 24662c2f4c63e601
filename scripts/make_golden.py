#!/usr/bin/env python3
"""Write tests/data/golden_one_suit.json: fingerprints of the scores of every hand of one suit, by profile and suit.

Before anything is written a random part of the scores is compared with a slow reference that shares no code with fastmj,
and, under the profile `online`, with PyMahjongGB where that is installed. Exit status 0: written, 1: a score differs.
"""

import argparse
import importlib.util
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.kernels import golden  # noqa: E402
from tests.oracle import ask  # noqa: E402
from tests.reference import Row, score_row  # noqa: E402

NO_WINS = 10  # one more hand in so many of those compared is no win


def rows_of(columns: dict[str, Any]) -> list[Row]:
    """Hands as rows."""
    each = zip(*(columns[name].tolist() for name in ("counts", "win_tile", "win_by")), strict=True)
    return [Row(tuple(counts), win_tile=tile, win_by=way) for counts, tile, way in each]


def drawn(columns: dict[str, Any], sample: int, seed: str) -> dict[str, Any]:
    """So many random hands that fastmj takes for wins, and a few more that it does not."""
    rng = random.Random(seed)
    won = np.array([score.status != "not_a_win" for score in golden.scores("standard", columns)])
    wins, others = np.flatnonzero(won).tolist(), np.flatnonzero(~won).tolist()
    places = sorted(rng.sample(wins, sample) + rng.sample(others, sample // NO_WINS))
    return {name: column[places] for name, column in columns.items()}


def differences(profile: str, columns: dict[str, Any], oracle: bool) -> list[str]:
    """Compare the scores of some hands with those of the other scorers; what differs, in words."""
    problems = []
    for row, found in zip(rows_of(columns), golden.scores(profile, columns), strict=True):
        expected = score_row(row, {"profile": profile})
        if found != (expected.status, expected.total or 0, dict(expected.elements)):
            problems.append(f"{profile} {row}: {found} against {expected} of the reference")
        answer = ask(row) if oracle else None
        if oracle and found.total != (answer[0] if answer else 0):
            problems.append(f"{profile} {row}: {found} against {answer} of PyMahjongGB")
    return problems


def main() -> int:
    """Compare, then write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sample", type=int, default=4000, metavar="N", help="wins compared by profile and suit (4000)"
    )
    parser.add_argument("--seed", default="1", help="of the random part (1)")
    given = parser.parse_args()
    installed = importlib.util.find_spec("MahjongGB") is not None
    for profile, suit in golden.KEPT:
        part = drawn(golden.hands(suit), given.sample, f"{given.seed} {profile} {suit}")
        oracle = installed and profile == "online"
        problems = differences(profile, part, oracle)
        others = "the reference and PyMahjongGB" if oracle else "the reference"
        print(f"{profile} {suit}: {len(part['counts'])} scores compared with {others}, {len(problems)} differ")
        if problems:
            print(*problems[:20], sep="\n")
            return 1
    kept = {f"{profile} {suit}": golden.fingerprint(profile, suit) for profile, suit in golden.KEPT}
    golden.FILE.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    print(f"written: {golden.FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
