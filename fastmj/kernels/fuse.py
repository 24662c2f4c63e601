"""Write the scoring loop of a rule set: every detector, the exclusions and the points in one loop over a block.

The text is a module that one can open and read (``fastmj kernel mcr`` prints it). It lies in the stamped cache folder, is
named by its content and imported by name, so that numba can keep what it compiles. LLVM turns the loop into vector code:
forms that would prevent it (branches, possible errors, calls it does not inline) are avoided here and in the detectors.
"""

import hashlib
import importlib.util
import linecache
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from fastmj.kernels.block import PRIORITY
from fastmj.kernels.cache import folder, write
from fastmj.kernels.fingerprint import fingerprint, of_the_package
from fastmj.kernels.view import KNITTED_STRAIGHT, SEVEN_PAIRS
from fastmj.rules.row import Row, in_order
from fastmj.rules.ruleset import RuleSet

NAMES = "abcdefgh"
"""What the packed words are called in the generated loop."""

HEADER = '''"""Scoring loop of the rule set {name}: {rows} elements.

Made from the rule set's rows by fastmj.kernels.fuse; do not edit: change the rule set or its detectors instead.{outside}
"""

import numpy as np

from fastmj.kernels import view as reading
from fastmj.kernels.intrinsics import popcount, wide_vectors
from fastmj.kernels.jit import addressed, compiled
{imports}

view = compiled(reading.view)
{twins}


@addressed
def detect(block, rows, words, raw, total):
    """Packed elements, points and total of every row, in units of {unit:g}."""
    wide_vectors()
    for r in range(rows):
        h = view(block, r)
'''

COUNTS = '''

@addressed
def pack_counts(n, words, packed):
    """How often each element that can repeat is scored: eight counts a word, a byte each."""
    for i in range(n):
{unpacked}
{counts}
'''


def _module(row: Row) -> str:
    return row.element.detect.__module__


def outside_sources(rows: list[Row]) -> str:
    """A line for every detector from outside the package, with a hash of what it does.

    The stamp of the cache folder knows the package only: an edited detector of somebody else's must change the text.
    """
    return "".join(
        f"\n{row.key}: {Path(row.element.detect.__code__.co_filename).name}, {mark}."
        for row in rows
        if (mark := fingerprint(row.element.detect))
    )


def planes(rules: RuleSet, rows: list[Row]) -> list[tuple[int, int, int]]:
    """[(word, mask, k)]: the bits worth 2**k units among others, so that points are the sum of popcount(word & mask) << k."""
    masks: dict[tuple[int, int], int] = defaultdict(int)
    for row in rows:
        word, bit, width = rules.place[row.key]
        for j in range(width):
            worth = round(row.points / rules.unit) << j
            for k in range(worth.bit_length()):
                if worth >> k & 1:
                    masks[word, k] |= 1 << bit + j
    return [(word, mask, k) for (word, k), mask in sorted(masks.items())]


def points_of(rules: RuleSet, rows: list[Row]) -> str:
    """The expression for the points of some rows."""
    terms = [f"(popcount({NAMES[word]} & {mask:#x}) << {k})" for word, mask, k in planes(rules, rows)]
    return "(\n            " + "\n            + ".join(terms) + "\n        )" if terms else "np.int64(0)"


def detection_lines(rules: RuleSet, detectors: list[Row]) -> Iterator[str]:
    """One line a detector. Whatever it returns takes the bits of its own row only."""
    for row in detectors:
        word, bit, _ = rules.place[row.key]
        most, found = row.element.most, f"is_{row.key}(h)"
        if most == 1:
            found = f"np.int64({found} != 0)"
        elif of_the_package(row.element.detect):
            found = f"np.int64({found})"
        else:
            found = f"min(max(np.int64({found}), 0), {most})"
        yield f"        {NAMES[word]} |= {found} << {bit}"


def word_masks(rules: RuleSet, rows: Iterable[Row]) -> dict[int, int]:
    """word -> the bits of these rows."""
    masks: dict[int, int] = defaultdict(int)
    for row in rows:
        word, mask = rules.mask(row.key)
        masks[word] |= mask
    return dict(sorted(masks.items()))


def any_of(masks: dict[int, int]) -> str:
    """The expression that is not zero where any of these bits is set."""
    return " | ".join(f"({NAMES[word]} & {mask:#x})" for word, mask in masks.items())


def exclusion_lines(rules: RuleSet) -> Iterator[str]:
    """One line an excluded row (measured: faster than a mask an excluder, much faster than branches)."""
    for row in in_order(rules.rows, rules.excluders):
        # of two relations between chows the chow table has settled which is scored
        others = [other for other in rules.excluders[row.key] if not (row.element.chows and other.element.chows)]
        if others:
            word, bit, width = rules.place[row.key]
            full = f"{(1 << width) - 1} * " if width > 1 else ""
            yield f"        # {row.title}: not beside {', '.join(other.title for other in others)}"
            yield f"        {NAMES[word]} &= ~({full}np.int64(({any_of(word_masks(rules, others))}) != 0) << {bit})"


def final_lines(rules: RuleSet) -> Iterator[str]:
    """Where final rows are met the others are not scored; ``final`` is 1 there, else 0."""
    rows = [row for row in rules.rows if row.final]
    masks = word_masks(rules, rows)
    yield f"        # beside {', '.join(row.title for row in rows)} nothing else counts"
    yield f"        final = np.int64(({any_of(masks)}) != 0)"
    if rules.final_policy == "higher":
        yield f"        special = {points_of(rules, rows)}"
        yield f"        ordinary = {points_of(rules, [row for row in rules.rows if not row.final])}"
        yield "        # other forms have no sets and pairs to count"
        yield f"        ordinary *= np.int64((h.form <= {SEVEN_PAIRS}) | (h.form == {KNITTED_STRAIGHT}))"
        yield "        final *= np.int64(special >= ordinary)"
        for word, mask in masks.items():
            yield f"        {NAMES[word]} &= {~mask} | -final"
    for word in range(rules.words):
        yield f"        {NAMES[word]} &= {masks.get(word, 0)} | (final - 1)"


def points_lines(rules: RuleSet) -> Iterator[str]:
    """Points, their fixed worth and cap."""
    final = any(row.final for row in rules.rows)
    inside = [row for row in rules.rows if not row.outside and row.element != rules.nothing]
    yield f"        points = {points_of(rules, inside)}"
    if rules.nothing is not None:
        nothing = rules.row(rules.nothing.key)
        word, bit, _ = rules.place[nothing.key]
        yield f"        # {nothing.title}: the others come to nothing"
        yield "        none = np.int64(points == 0)"
        yield f"        {NAMES[word]} |= none << {bit}"
        yield f"        points += {round(nothing.points / rules.unit)} * none"
    if final and rules.fixed is not None:
        yield f"        points += ({round(rules.fixed / rules.unit)} - points) * final"
    yield f"        whole = points + {points_of(rules, [row for row in rules.rows if row.outside])}"
    if rules.cap is not None:
        yield f"        whole = min(whole, {round(rules.cap / rules.unit)})"
    first = f" + {PRIORITY:#x} * final" if final and rules.final_policy == "always" else ""
    yield f"        raw[r] = points{first}"
    yield "        total[r] = whole"


def count_lines(rules: RuleSet) -> Iterator[str]:
    """One line for every eight rows that can repeat."""
    for group in range(max(1, -(-rules.counters // 8))):
        terms = []
        for j, row in enumerate(rules.counted[8 * group : 8 * group + 8]):
            word, bit, width = rules.place[row.key]
            terms.append(f"({NAMES[word]} >> {bit} & {(1 << width) - 1}) << {8 * j}")
        yield f"        packed[{group}, i] = {' | '.join(terms) or 'np.int64(0)'}"


def source(rules: RuleSet) -> str:
    """The text of the generated module."""
    detectors = [row for row in rules.rows if not row.element.chows and row.element != rules.nothing]
    related = {rules.place[row.key][0] for row in rules.rows if row.element.chows}
    modules = sorted({_module(row) for row in detectors})
    lines = [
        f"        {NAMES[word]} = " + (f"block.relations[{word}, r]" if word in related else "np.int64(0)")
        for word in range(rules.words)
    ]
    lines += detection_lines(rules, detectors)
    lines += exclusion_lines(rules)
    if any(row.final for row in rules.rows):
        lines += final_lines(rules)
    lines += points_lines(rules)
    lines += [f"        words[{word}, r] = {NAMES[word]}" for word in range(rules.words)]
    head = HEADER.format(
        name=rules.name,
        rows=len(rules.rows),
        outside=outside_sources(detectors),
        unit=rules.unit,
        imports="\n".join(f"import {module}" for module in modules),
        twins="\n".join(f"is_{row.key} = compiled({_module(row)}.{row.key}.detect)" for row in detectors),
    )
    return (
        head
        + "\n".join(lines)
        + "\n"
        + COUNTS.format(
            unpacked="\n".join(f"        {NAMES[word]} = words[{word}, i]" for word in range(rules.words)),
            counts="\n".join(count_lines(rules)),
        )
    )


def _file_name(rules: RuleSet, text: str) -> str:
    return f"{rules.name}_{hashlib.sha256(text.encode()).hexdigest()[:12]}.py"


def _load(name: str, path: str, text: str) -> ModuleType:
    """Execute the module; it must be known by name before, or what numba keeps of it cannot be loaded by the next process."""
    module = f"fastmj_generated_{name.removesuffix('.py')}"
    if module not in sys.modules:
        spec = importlib.util.spec_from_loader(module, loader=None, origin=path)
        assert spec is not None
        made = importlib.util.module_from_spec(spec)
        made.__file__ = path
        sys.modules[module] = made
        linecache.cache[path] = (len(text), None, text.splitlines(True), path)
        exec(compile(text, path, "exec"), made.__dict__)
    return sys.modules[module]


def generated(rules: RuleSet) -> tuple[Path | None, str]:
    """(where the generated module lies, None where no folder can be written; its text)."""
    text = source(rules)
    where = folder()
    if where is None:
        return None, text
    path = where / _file_name(rules, text)
    try:
        whole = path.read_text("utf-8") == text
    except (OSError, UnicodeDecodeError):
        whole = False
    if not whole and not write(path, text.encode()):
        return None, text
    return path, text


@cache
def _module_of(name: str, path: str, text: str) -> ModuleType:
    return _load(name, path, text)


def fused(rules: RuleSet) -> ModuleType:
    """The generated module of a rule set, with ``detect`` and ``pack_counts``."""
    path, text = generated(rules)
    name = _file_name(rules, text)
    return _module_of(name, str(path or f"<{name}>"), text)
