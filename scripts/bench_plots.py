"""Bar charts as SVG for pages of either background: no ground of their own, and colours halfway between the two."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, LINE, GAP, MARGIN = 600, 22, 6, 8
LABELS, VALUES = 218, 74  # what stands left and right of the bars
LENGTH = WIDTH - LABELS - VALUES
TEXT, OURS, OTHERS, GRID = "#757b84", "#3b82f6", "#8b9097", "#8b909755"


class Bar(NamedTuple):
    """One measured value."""

    label: str
    value: float
    ours: bool


class Section(NamedTuple):
    """Bars under a heading, or under none."""

    heading: str
    bars: Sequence[Bar]


def chart(title: str, sections: Sequence[Section], shown: Callable[[float], str], log: bool = False) -> str:
    """An SVG image, 600 wide: horizontal bars that begin at 0, or at a power of ten if ``log``."""
    values = [bar.value for section in sections for bar in section.bars]
    low = 10.0 ** math.floor(math.log10(min(values))) if log else 0.0
    high = max(*values, 10 * low)
    powers = range(round(math.log10(low)), math.floor(math.log10(high)) + 1) if log else range(0)
    y = top = 30 + (LINE if log else 0)
    lines = [_text(MARGIN, 20, title, weight="bold")]
    for section in sections:
        if section.heading:
            y += LINE
            lines.append(_text(MARGIN, y - 6, section.heading))
        for bar in section.bars:
            y += LINE
            lines += _bar(bar, shown(bar.value), _length(bar.value, low, high), y)
        y += GAP
    ticks = {10.0**power: shown(10.0**power) for power in powers} or {0.0: ""}
    grid = [_tick(LABELS + _length(value, low, high), top, y, words) for value, words in ticks.items()]
    height = y + MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" font-family="system-ui, sans-serif" font-size="13" fill="{TEXT}">'
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", *grid, *lines, "</svg>", ""])


def _length(value: float, low: float, high: float) -> float:
    """How long the bar of a value is."""
    return LENGTH * (math.log(value / low) / math.log(high / low) if low else value / high)


def _bar(bar: Bar, shown: str, length: float, y: int) -> list[str]:
    return [
        _text(LABELS - 8, y - 6, bar.label, anchor="end", weight="bold" if bar.ours else "normal"),
        f'<rect x="{LABELS}" y="{y - LINE + 4}" width="{length:.1f}" height="{LINE - 6}" rx="2" '
        f'fill="{OURS if bar.ours else OTHERS}"/>',
        _text(LABELS + length + 6, y - 6, shown),
    ]


def _tick(x: float, top: int, bottom: int, words: str) -> str:
    line = f'<path d="M{x:.1f} {top}V{bottom}" stroke="{GRID}"/>'
    return line + _text(x, top - 5, words, anchor="middle") if words else line


def _text(x: float, y: float, words: str, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'
