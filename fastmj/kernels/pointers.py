"""Calls through an address.

A rule set's generated loop is compiled on its own, and what surrounds it once for all rule sets: the surrounding kernel is
given the loop's address. Called by name, the loop would be linked in, and LLVM would work through every stage again for
each rule set and option (4.5 s instead of 1.7). A stage that few rule sets need is called the same way, and compiled only
for them.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import types
from numba.extending import intrinsic

from fastmj.kernels.jit import JIT

_types: Any = types  # without complete stubs
_typeof: Any = numba.typeof


def address(function: Callable[..., Any], *examples: Any) -> Any:
    """Where the compiled function for arguments like these lies; without numba the function itself.

    An example may be a numba type.
    """
    if not JIT:
        return function
    dispatcher: Any = function
    kinds = tuple(example if isinstance(example, _types.Type) else _typeof(example) for example in examples)
    dispatcher.compile(kinds)
    found = dispatcher.overloads[kinds]
    return found.library.get_pointer_to_function(found.fndesc.llvm_func_name)


def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Call what lies at the first argument with the others, as compiled code calls compiled code; it cannot fail."""
    kinds = signature.args[1:]
    function = context.call_conv.get_function_type(signature.return_type, kinds)
    pointer = builder.inttoptr(args[0], function.as_pointer())
    _, value = context.call_conv.call_function(builder, pointer, signature.return_type, kinds, args[1:])
    return context.get_dummy_value() if signature.return_type == types.none else value


def _instruction(code: Callable[..., Any]) -> Callable[..., Any]:
    made: Callable[..., Any] = intrinsic(code)
    return made


if JIT:

    @_instruction
    def call_detect(typingctx: Any, detect: Any, block: Any, rows: Any, words: Any, raw: Any, total: Any) -> Any:
        """The generated loop over the rows of a block."""
        return _types.none(_types.int64, block, rows, words, raw, total), _call

    @_instruction
    def call_pack_counts(typingctx: Any, pack_counts: Any, n: Any, words: Any, packed: Any) -> Any:
        """The generated packing of the counts of n hands."""
        return _types.none(_types.int64, n, words, packed), _call

    @_instruction
    def call_write_rows(typingctx: Any, write_rows: Any, rows: Any, work: Any, block: Any, out: Any) -> Any:
        """What writes readings before they are scored, where somebody wants to see them."""
        return _types.none(_types.int64, rows, work, block, out), _call

    @_instruction
    def call_further_wins(
        typingctx: Any,
        further_wins: Any,
        hands: Any,
        n: Any,
        rows: Any,
        tables: Any,
        exact: Any,
        policy: Any,
        work: Any,
        block: Any,
    ) -> Any:
        """The stage for wins that only some rule sets know; returns the number of rows."""
        kinds = (_types.int64, hands, n, rows, tables, exact, policy, work, block)
        return _types.int64(*kinds), _call

    @_instruction
    def call_score_blocks(
        typingctx: Any, blocks: Any, fixed: Any, scratch: Any, size: Any, hands: Any, out: Any
    ) -> Any:
        """All stages over all blocks."""
        return _types.none(_types.int64, _types.int64, _types.int64, _types.int64, hands, out), _call

else:

    def call_detect(detect: Any, *arguments: Any) -> None:
        """The generated loop over the rows of a block."""
        detect(*arguments)

    def call_pack_counts(pack_counts: Any, *arguments: Any) -> None:
        """The generated packing of the counts of n hands."""
        pack_counts(*arguments)

    def call_write_rows(write_rows: Any, *arguments: Any) -> None:
        """What writes readings before they are scored."""
        write_rows(*arguments)

    def call_further_wins(further_wins: Any, *arguments: Any) -> int:
        """The stage for wins that only some rule sets know; returns the number of rows."""
        rows: int = further_wins(*arguments)
        return rows

    def call_score_blocks(blocks: Any, *arguments: Any) -> None:
        """All stages over all blocks."""
        blocks(*arguments)
