"""The decomposition algorithms that can be named, and the check that a new one passes before it is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaError
from numba.extending import is_jitted

from fastmj.arguments import Misuse, nearest, text
from fastmj.hands import read_only
from fastmj.kernels.decompose_backtrack import backtrack
from fastmj.kernels.decompose_bitmask import bitmask
from fastmj.kernels.decompose_codes import MOST_READINGS
from fastmj.kernels.decompose_lowest_tile import lowest_tile
from fastmj.kernels.decompose_pair_first import pair_first
from fastmj.kernels.decompose_suit_table import part_tables, suit_table
from fastmj.kernels.jit import JIT
from fastmj.notation import HandText, meld_slots, read, write
from fastmj.tiles import KINDS, KONG, NAMES, PUNG

Array = npt.NDArray[Any]
Tables = tuple[Any, ...]
LAST_CHOW = 25  # 789s
SIGNATURE = "kernel(counts, offsets, codes, *tables)"


@dataclass(frozen=True)
class Algorithm:
    """A way to decompose hands.

    The kernel is compiled code, called as ``kernel(counts, offsets, codes, *tables)``: ``counts`` uint8 (n, 34), read-only;
    ``offsets`` int32 (n + 1,) to fill, from 0 on; ``codes`` uint64 with room for four readings a hand, to fill from its
    start with the readings of the first hand, then of the second, and so on (packed as ``fastmj.Readings`` says).
    """

    name: str
    idea: str
    """How it works, in a sentence."""
    source: str
    """Where it is from."""
    kernel: Callable[..., Any] = field(repr=False)
    tables: Tables | Callable[[], Tables] = field(default=(), repr=False)
    """Further arguments of the kernel, or a function that makes them."""

    @property
    def arguments(self) -> Tables:
        """The tables, made where they are not there yet."""
        return self.tables() if callable(self.tables) else self.tables

    @property
    def memory(self) -> int:
        """How many bytes the tables take."""
        return sum(_bytes(table) for table in self.arguments)


def _bytes(table: Any) -> int:
    return sum(map(_bytes, table)) if isinstance(table, tuple) else int(np.asarray(table).nbytes)


BUILT_IN = (
    Algorithm(
        "suit_table",
        "one look-up a suit finds how its tiles divide; a few shifts merge the suits",
        "fastmj; tables by suit as fast programs for the distance to a win have them",
        suit_table,
        lambda: (part_tables(),),
    ),
    Algorithm(
        "bitmask",
        "a suit is a number with four bits a rank; pungs and pair are masks, the chows are a quotient by 0x111",
        "fastmj; the division is that of the polynomial of the counts by 1 + x + x^2",
        bitmask,
    ),
    Algorithm(
        "lowest_tile",
        "backtracking: the lowest tile left is in a pung, in the pair or in a chow",
        "the textbook recursion with the pair among its choices, made iterative",
        lowest_tile,
    ),
    Algorithm(
        "backtrack",
        "every pair in turn, then backtracking: the lowest tile left is in a pung or in a chow",
        "the textbook recursion, made iterative",
        backtrack,
    ),
    Algorithm(
        "pair_first",
        "every pair in turn, and beside it every choice of sets, in order, while the tiles last",
        "the naive search",
        pair_first,
    ),
)
_known = {algorithm.name: algorithm for algorithm in BUILT_IN}

CHECKED = (
    *(
        "23455566677788m",
        "22333344455566m",
        "22233344455566p",
        "22334455667788s",
        "11112233344455s",
        "111222333m44455p",
    ),
    *("123m456p789s11122z", "111m222p333s444z55z", "123456789m12377p", "11123456789999m", "33344555666m55p"),
    *("111222333m44z", "11223344p", "22345m", "55z", "99s", "123m11z", "12345678m", "1144m", "11122z"),
    *(
        "1234m",
        "123m",
        "1122334455667z",
        "13579m",
        "112233m445566p11z77s",
        "11111m",
        "11111222233m",
        "1112223334445556m",
    ),
    *("1122335577z", "19m19p19s12345677z", "89m1m11p", "9m12p33s", "67z5z11m", "258m147p369s11222z", ""),
)
"""Tiles that a new algorithm is tried on: with one reading and with several, with melds, and no whole hands."""


def algorithms() -> dict[str, Algorithm]:
    """What ``decompose`` can be asked for, by name: each with its idea, its source and the memory of its tables."""
    return dict(_known)


def known(name: str) -> Algorithm:
    """The algorithm of this name; ValueError lists the names there are."""
    if not isinstance(name, str) or name not in _known:
        raise Misuse(f"unknown algorithm {name!r}; known: {', '.join(_known)}{nearest(name, _known)}")
    return _known[name]


def register_algorithm(
    name: str,
    kernel: Callable[..., Any],
    *,
    tables: Tables | Callable[[], Tables] = (),
    idea: str = "",
    source: str = "",
) -> Algorithm:
    """Let ``decompose`` be asked for an algorithm of your own.

    ``kernel`` is a function that ``numba.njit`` compiled, called as ``kernel(counts, offsets, codes, *tables)``; what the
    arrays are is said at ``fastmj.Algorithm``. ``tables``: further arguments, or a function that makes them. It is tried on
    some three dozen hands first: ValueError where it does not compile for these arguments, fails, or gives another answer
    than the other algorithms, TypeError for an idea or source that is no text. A name of your own may be used again; those
    that come along are taken.
    """
    if not isinstance(name, str) or not name or name in {algorithm.name for algorithm in BUILT_IN}:
        raise ValueError(f"name: {name!r} is not accepted, a text other than {', '.join(a.name for a in BUILT_IN)} is")
    if not callable(kernel) or (JIT and not is_jitted(kernel)):
        raise ValueError(f"kernel: a function compiled by numba.njit is needed, called as {SIGNATURE}; got {kernel!r}")
    made = Algorithm(str(name), text("idea", idea), text("source", source), kernel, tables)
    check(made)
    _known[name] = made
    return made


def check(algorithm: Algorithm) -> None:
    """ValueError where the algorithm does not run, or does not give the right answers, on a few hands."""
    if not callable(algorithm.kernel):
        raise ValueError(f"algorithm {algorithm.name!r}: {algorithm.kernel!r} is no function, called as {SIGNATURE}")
    if not isinstance(algorithm.tables, tuple) and not callable(algorithm.tables):
        raise ValueError(
            f"algorithm {algorithm.name!r}: tables: a tuple of arrays or a function that makes one is needed, "
            f"got {type(algorithm.tables).__name__}"
        )
    counts = read_only(np.array([read(tiles, "mpsz").counts if tiles else (0,) * 34 for tiles in CHECKED], np.uint8))
    difference(algorithm, _known["suit_table"], counts)


def difference(algorithm: Algorithm, other: Algorithm, counts: Array) -> None:
    """ValueError where two algorithms differ, naming the first hand and both answers."""
    (offsets, codes), (right_offsets, right_codes) = _called(algorithm, counts), _called(other, counts)
    if np.array_equal(offsets, right_offsets) and np.array_equal(codes, right_codes):
        return
    for i in range(len(counts)):
        ours = codes[offsets[i] : offsets[i + 1]].tolist()
        theirs = right_codes[right_offsets[i] : right_offsets[i + 1]].tolist()
        if ours != theirs:
            tiles = write(HandText(tuple(counts[i].tolist()), (), None, {}), "mpsz")
            raise ValueError(
                f"algorithm {algorithm.name!r}: {tiles or 'no tile'} is read as {_listed(ours)}, "
                f"but {other.name} has {_listed(theirs)}"
            )


def _listed(codes: list[int]) -> str:
    return " | ".join(f"{reading_text(code)} ({code:#x})" for code in codes) or "no whole hand"


def reading_text(code: int) -> str:
    """A packed reading as text, ``123m 456p 777z 55s``: the sets, then the pair; "?" for what is no packed reading."""
    *sets, pair = code.to_bytes(8, "little")[:5]
    if code >> 40 or pair >= KINDS or any(LAST_CHOW < byte < PUNG or byte >= KONG for byte in sets):
        return "?"
    return " ".join(_tiles(slots) for slots in [*(meld_slots(byte) for byte in sets if byte), (pair, pair)])


def _tiles(slots: tuple[int, ...]) -> str:
    return "".join(NAMES[slot][0] for slot in slots) + NAMES[slots[0]][1]


def _called(algorithm: Algorithm, counts: Array) -> tuple[Array, Array]:
    """Offsets and codes that a kernel filled, checked so far that they can be read. ValueError says what it did wrong."""
    n = len(counts)
    offsets, room = np.full(n + 1, -1, np.int32), np.full(MOST_READINGS * n + 8, GUARD, np.uint64)
    who = f"algorithm {algorithm.name!r}"
    try:
        algorithm.kernel(counts, offsets, room[: MOST_READINGS * n], *algorithm.arguments)
    except (NumbaError, TypeError) as error:
        raise ValueError(
            f"{who}: cannot be called as {SIGNATURE} with counts uint8 (n, 34) read-only, offsets int32 (n + 1,), codes "
            f"uint64: {' '.join(str(error).split())[:300]}"
        ) from error
    except Exception as error:
        raise ValueError(f"{who}: failed with {type(error).__name__}: {error}") from error
    if (room[MOST_READINGS * n :] != GUARD).any():
        raise ValueError(f"{who}: wrote behind the end of codes, which has room for {MOST_READINGS} readings a hand")
    if offsets[0] != 0 or (np.diff(offsets) < 0).any() or offsets[-1] > MOST_READINGS * n:
        raise ValueError(
            f"{who}: offsets must begin with 0 and ascend to the number of readings, got {offsets[:3].tolist()} ... "
            f"{int(offsets[-1])}"
        )
    return offsets, room[: int(offsets[-1])]


GUARD = np.uint64(0xFEED_FACE_CAFE_BEEF)
"""What lies behind the end of codes while an algorithm is tried."""
