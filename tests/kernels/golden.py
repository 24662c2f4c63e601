"""All hands of 14 tiles of one suit, won with each of their tiles in both ways: their scores in one fingerprint."""

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import fastmj
from fastmj.tiles import DISCARD, SELF_DRAW, SUITS
from tests.kernels.one_suit import RANKS, holdings_array

FILE = Path(__file__).parents[1] / "data" / "golden_one_suit.json"
KEPT = [(profile, suit) for profile in ("standard", "online", "wmo2014") for suit in SUITS]


class Scored(NamedTuple):
    """One score, as it is compared and hashed."""

    status: str
    total: float  # 0 for what is no win
    elements: dict[str, int]  # in the order of the alphabet


def hands(suit: str) -> dict[str, NDArray[Any]]:
    """Columns of every hand: counts in ascending order, each with every winning tile, each by discard and self-drawn."""
    parts, first = holdings_array(14), RANKS * SUITS.index(suit)
    place, tile = np.nonzero(parts)
    counts = np.zeros((len(place), 34), np.uint8)
    counts[:, first : first + RANKS] = parts[place]
    return {
        "counts": np.repeat(counts, 2, axis=0),
        "win_tile": np.repeat(tile + first, 2).astype(np.uint8),
        "win_by": np.tile(np.array([DISCARD, SELF_DRAW], np.uint8), len(place)),
    }


def scores(profile: str, columns: dict[str, NDArray[Any]]) -> list[Scored]:
    """The score of every hand; equal ones are one object."""
    rules = fastmj.rules.get("mcr", profile=profile)
    found = fastmj.score_arrays(**columns, rules=rules)
    known: dict[tuple[int, float, tuple[int, ...]], Scored] = {}
    out = []
    for status, total, words in zip(found.status.tolist(), found.total.tolist(), found.words.tolist(), strict=True):
        won = fastmj.STATUS[status] in ("ok", "below_minimum")
        key = status, total if won else 0, tuple(words)
        if key not in known:
            named = rules.unpack(np.array([words], np.uint64)).to_pylist()[0]
            elements = {item["element"]: item["count"] for item in sorted(named, key=lambda item: item["element"])}
            known[key] = Scored(fastmj.STATUS[status], key[1], elements)
        out.append(known[key])
    return out


def fingerprint(profile: str, suit: str) -> dict[str, Any]:
    """What is kept: the hash of all scores, one line a hand, and numbers that help where it differs."""
    found = scores(profile, hands(suit))
    lines: dict[int, bytes] = {}
    digest = hashlib.sha256()
    for score in found:
        line = lines.get(id(score))
        if line is None:
            line = lines[id(score)] = f"{score.status} {score.total:g} {score.elements}\n".encode()
        digest.update(line)
    elements: Counter[str] = Counter()
    for score in found:
        if score.elements:
            elements.update(score.elements)
    return {
        "hands": len(found),
        "statuses": dict(sorted(Counter(score.status for score in found).items())),
        "points": sum(score.total for score in found),
        "elements": dict(sorted(elements.items())),
        "sha256": digest.hexdigest(),
    }
