"""The distances of one suit beside melds, which take copies away: exact, rank by rank.

Only what a meld leaves of a kind can be drawn, so the classes of ``Distances``, which know concealed tiles alone, do not
hold. Tables by state and melds would be too large. But the goals of a suit can be built one rank at a time, and what has
been built so far is a state (x, y, k, p): x chows begun at this rank, y at the one before, k sets and p pairs in all. Beside
a meld at most three sets are wanted, which leaves 36 states, and their costs are the bytes of one vector. A rank is eight
steps of permute, add, minimum: for each number of chows that end here, alone, with a pung or with a pair. A suit takes some
40 ns, and is only asked for where its melds could matter.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from fastmj.kernels.jit import JIT, stage

Array = npt.NDArray[Any]
_types: Any = types
_cgutils: Any = cgutils

SETS = 3
RANKS = 9
SYMBOL_BITS = 5  # of one rank: 5 * (copies the melds leave) + copies held
SYMBOLS = 25
ALL_LEFT = sum(5 * 4 << SYMBOL_BITS * rank for rank in range(RANKS))  # nothing melded, nothing held
WIDTH = 64
NEVER = 255

_GOALS = [(0, 0, k, p) for k in range(SETS + 1) for p in (0, 1)]
STATES = _GOALS + [
    (x, y, k, p)
    for x in range(3)  # three like chows are three pungs as well
    for y in range(3)
    for k in range(SETS + 1)
    for p in (0, 1)
    if 0 < x + y <= k
]
"""Finished goals first, in the order of ``distances.GOALS``: they are the eight bytes that go in and come out."""
STEPS = [(y, *more) for more in ((0, 0), (1, 0), (0, 1)) for y in range(3) if y + 3 * more[0] <= 4]
"""(chows that end at this rank, pungs of it, pairs of it)."""


def _source(state: tuple[int, int, int, int], step: tuple[int, int, int]) -> int:
    """The number of the state that a step comes from; -1 where there is none."""
    begun, before, sets, pairs = state
    ending, pungs, new_pairs = step
    source = before, ending, sets - begun - pungs, pairs - new_pairs
    return STATES.index(source) if source in STATES else -1


_SOURCES = [[_source(state, step) for state in STATES] + [-1] * (WIDTH - len(STATES)) for step in STEPS]


def limit_costs() -> Array:
    """Tiles to draw at one rank, by (what is left and held, step, state after it); NEVER where more than is left is wanted."""
    costs = np.full((SYMBOLS, len(STEPS), WIDTH), NEVER, np.uint8)
    for left in range(5):
        for held in range(left + 1):
            for number, (ending, pungs, pairs) in enumerate(STEPS):
                for place, (begun, before, _, _) in enumerate(STATES):
                    wanted = begun + before + ending + 3 * pungs + 2 * pairs
                    if wanted <= left and _SOURCES[number][place] >= 0:
                        costs[5 * left + held, number, place] = max(0, wanted - held)
    return costs


def spread_masks() -> Array:
    """The bits of a mask of nine ranks, SYMBOL_BITS apart."""
    masks = np.arange(512, dtype=np.int64)
    bits = np.zeros(512, np.int64)
    for rank in range(RANKS):
        bits |= (masks >> rank & 1) << SYMBOL_BITS * rank
    return bits


def _code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    byte, word = ir.IntType(8), ir.IntType(64)
    vector = ir.VectorType(byte, WIDTH)
    places = ir.VectorType(ir.IntType(32), WIDTH)
    rows, symbols, start = args
    base = builder.bitcast(context.make_array(signature.args[0])(context, builder, rows).data, byte.as_pointer())
    binary = ir.FunctionType(vector, [vector, vector])
    add = _cgutils.get_or_insert_function(builder.module, binary, f"llvm.uadd.sat.v{WIDTH}i8")
    least = _cgutils.get_or_insert_function(builder.module, binary, f"llvm.umin.v{WIDTH}i8")
    never = ir.Constant(vector, [NEVER] * WIDTH)

    goals = builder.bitcast(start, ir.VectorType(byte, 8))
    far = ir.Constant(goals.type, [NEVER] * 8)
    state = builder.shuffle_vector(goals, far, ir.Constant(places, [*range(8), *[8] * (WIDTH - 8)]))
    for rank in range(RANKS):
        symbol = builder.and_(builder.lshr(symbols, ir.Constant(word, SYMBOL_BITS * rank)), ir.Constant(word, 31))
        row = builder.gep(base, [builder.mul(symbol, ir.Constant(word, len(STEPS) * WIDTH))])
        after = never
        for step, sources in enumerate(_SOURCES):
            cost = builder.load(
                builder.bitcast(builder.gep(row, [ir.Constant(word, step * WIDTH)]), vector.as_pointer())
            )
            cost.align = 1
            moved = builder.shuffle_vector(
                state, never, ir.Constant(places, [WIDTH if source < 0 else source for source in sources])
            )
            after = builder.call(least, [after, builder.call(add, [moved, cost])])
        state = after
    goals = builder.shuffle_vector(state, never, ir.Constant(ir.VectorType(ir.IntType(32), 8), list(range(8))))
    return builder.bitcast(goals, word)


def _declared(code: Callable[..., Any]) -> Callable[..., Any]:
    made: Callable[..., Any] = intrinsic(code)
    return made


@_declared
def _limited_row(typingctx: Any, limits: Any, symbols: Any, start: Any) -> Any:
    return types.int64(limits, types.int64, types.int64), _code


if JIT:

    @stage  # called: inlined at every place it would be compiled anew, which takes seconds
    def limited_row(limits: Array, symbols: int, start: int) -> int:
        """Eight distances (bytes, up to three sets) of a suit, added to those of what comes before it."""
        row: int = _limited_row(limits, symbols, start)
        return row

else:

    def limited_row(limits: Array, symbols: int, start: int) -> int:
        """Eight distances (bytes, up to three sets) of a suit, added to those of what comes before it."""
        state = np.full(WIDTH + 1, NEVER, np.int64)
        state[: len(_GOALS)] = np.frombuffer(int(start).to_bytes(8, "little", signed=True), np.uint8)
        for rank in range(RANKS):
            costs = limits[int(symbols) >> SYMBOL_BITS * rank & 31].astype(np.int64)
            after = np.minimum((state[np.array(_SOURCES)] + costs).min(axis=0), NEVER)
            state = np.append(after, NEVER)
        return int.from_bytes(state[: len(_GOALS)].astype(np.uint8).tobytes(), "little", signed=True)
