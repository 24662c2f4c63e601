"""The plots of a report, each for a wide page and for a narrow one (a telephone)."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from fastmj.report.facts import Report, Together
from fastmj.report.svg import BAR, HEAT, INK, LINE, MUTED, SECOND, to_svg

_BINS = 60
_ROW = 17  # pixels a line of names takes


class Size(NamedTuple):
    """A kind of page: its name, how wide a plot is, and how long a name may be, in pixels and in letters."""

    name: str
    width: int
    margin: int
    letters: int

    @property
    def wide(self) -> bool:
        """Whether plots have room beside each other."""
        return self.name == "wide"


SIZES = (Size("wide", 900, 225, 34), Size("narrow", 328, 134, 19))

Draw = Callable[[Size], tuple[Figure, dict[str, str]]]


def both(name: str, label: str, draw: Draw) -> str:
    """The plot in both sizes; the page shows one of them."""
    return "\n".join(
        to_svg(figure, f"{name}-{size.name}", label, tips) for size in SIZES for figure, tips in [draw(size)]
    )


def totals(report: Report) -> str:
    """How many wins have each total, and which share of them is worth at least so much."""

    def draw(size: Size) -> tuple[Figure, dict[str, str]]:
        height = 300 if size.wide else 520
        figure = Figure((size.width / 72, height / 72), layout="constrained")
        first, second = figure.subplots(1, 2) if size.wide else figure.subplots(2, 1)
        tips = _histogram(first, report)
        _at_least(second, report)
        return figure, tips

    return both("totals", "Distribution of totals", draw)


def _histogram(axes: Axes, report: Report) -> dict[str, str]:
    values = np.array(list(report.totals))
    most = max(report.spread[99], values[0] + 1)
    step = _step(values, most)
    edges = np.arange(values[0], most + step, step) - step / 2
    edges = np.append(edges, edges[-1] + step)
    shown = np.minimum(values, edges[-1] - step / 2)  # the last bar holds all that is worth more
    seen = np.array(list(report.totals.values()))
    declared = np.array([report.declared.get(value, 0) for value in report.totals])
    every, _ = np.histogram(shown, edges, weights=seen)
    allowed, _ = np.histogram(shown, edges, weights=declared)
    middles, tips = (edges[:-1] + edges[1:]) / 2, {}
    below = report.below_minimum > 0
    bars = axes.bar(
        middles, every / report.wins, step * 0.86, color=SECOND if below else BAR, label="below the minimum"
    )
    for number, bar in enumerate(bars):
        low, high = edges[number] + step / 2, edges[number + 1] - step / 2
        last = number == len(bars) - 1 and values[-1] > high
        told = f"{low:g} or more" if last else f"{low:g}" if step == _grain(values) else f"{low:g} to {high:g}"
        bar.set_gid(f"bar-{number}")
        tips[f"bar-{number}"] = f"{told} points: {every[number]:,.0f} wins, {every[number] / report.wins:.2%}"
    if below:
        axes.bar(middles, allowed / report.wins, step * 0.86, color=BAR, label="may be declared")
        axes.legend(frameon=False, fontsize=10, labelcolor=MUTED)
    axes.set_title("Wins by their total")
    axes.set_xlabel("points" + (f" (the last bar: {middles[-1]:g} and more)" if values[-1] > middles[-1] else ""))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: _share(share)))
    axes.grid(axis="y")
    return tips


def _grain(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """The smallest step between totals: halves are told apart where there are any."""
    return 1.0 if (values == np.round(values)).all() else 0.5


def _step(values: np.ndarray[tuple[int], np.dtype[np.float64]], most: float) -> float:
    """How wide a bar is: few enough bars, of a round width."""
    least = (most - values[0]) / _BINS
    steps = [round_ * 10.0**power for power in range(9) for round_ in (1, 2, 5)]
    return max(_grain(values), next((step for step in steps if step >= least), steps[-1]) if least > 0.5 else 0.5)


def _at_least(axes: Axes, report: Report) -> None:
    values, seen = np.array(list(report.totals)), np.array(list(report.totals.values()))
    shares = seen[::-1].cumsum()[::-1] / report.wins
    axes.step(values, shares, where="pre", color=BAR, linewidth=1.8)
    axes.set_yscale("log")
    axes.set_title("Share of wins worth at least …")
    axes.set_xlabel("points")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: _share(share)))
    axes.minorticks_off()
    axes.grid()


def bars(name: str, label: str, names: Sequence[str], shares: Sequence[float], averages: Sequence[float | None]) -> str:
    """A line a name: a bar for its share of the wins, and a dot for what those are worth on average."""

    def draw(size: Size) -> tuple[Figure, dict[str, str]]:
        height = _ROW * len(names) + 58
        figure = Figure((size.width / 72, height / 72))
        gap = 22 if size.wide else 12
        rest = size.width - size.margin - gap - 12
        bottom, top = 20 / height, 1 - 36 / height
        left = figure.add_axes((size.margin / size.width, bottom, 0.62 * rest / size.width, top - bottom))
        right = figure.add_axes(
            ((size.margin + 0.62 * rest + gap) / size.width, bottom, 0.38 * rest / size.width, top - bottom)
        )
        places = range(len(names))
        tips = {f"bar-{at}": f"{names[at]}: {shares[at]:.2%} of wins, {_number(averages[at])} points" for at in places}
        drawn = left.barh(places, shares, 0.72, color=BAR)
        for number, bar in enumerate(drawn):
            bar.set_gid(f"bar-{number}")
        known = [(average, at) for at, average in enumerate(averages) if average is not None]
        right.hlines([at for _, at in known], 0, [average for average, _ in known], color=LINE, linewidth=1)
        right.plot([average for average, _ in known], [at for _, at in known], "o", color=SECOND, markersize=5)
        for at in places:
            _beside(left, shares[at], at, _share(shares[at]))
        most = max((average for average, _ in known), default=1.0)
        for average, at in known:
            _beside(right, average, at, _number(average))
        left.set_yticks(places, [_cut(name, size.letters) for name in names])
        right.set_yticks([])
        for axes, title in ((left, "share of wins"), (right, "average points" if size.wide else "points")):
            axes.set_ylim(len(names) - 0.4, -0.6)
            axes.set_xlim(left=0)
            axes.set_title(title, fontsize=11, color=MUTED, pad=14)
            axes.set_xticks([])
            axes.spines["bottom"].set_visible(False)
            axes.tick_params(length=0, labelcolor=INK)
        left.set_xlim(right=max(shares) * (1.18 if size.wide else 1.55))
        right.set_xlim(right=most * (1.25 if size.wide else 1.75))
        return figure, tips

    return both(name, label, draw)


def _beside(axes: Axes, value: float, line: float, text: str) -> None:
    """A number at the end of a bar, or beside a dot."""
    axes.annotate(text, (value, line), (6, 0), textcoords="offset points", va="center", fontsize=10, color=MUTED)


def heat_map(together: Together) -> str:
    """Of the wins that hold the element of a line, the share that holds the element of a column."""

    def draw(size: Size) -> tuple[Figure, dict[str, str]]:
        n = len(together.names)
        above = 150 if size.wide else 24
        right = 76 if size.wide else 8  # what the last name reaches over the edge
        cell = (size.width - size.margin - right) / n
        cell_height = min(cell, 22) if size.wide else _ROW
        height = above + n * cell_height + 6
        figure = Figure((size.width / 72, height / 72))
        axes = figure.add_axes(
            (size.margin / size.width, 6 / height, n * cell / size.width, n * cell_height / height), frameon=False
        )
        tips = {}
        for i, line in enumerate(together.shares):
            for j, share in enumerate(line):
                color, alpha = (LINE, 0.5) if i == j else (HEAT, round(share**0.7, 3))
                place = (j - 0.47, i - 0.47)
                axes.add_artist(  # add_patch works out limits anew with each of the 900
                    Rectangle(
                        place, 0.94, 0.94, color=color, alpha=alpha, linewidth=0, gid=f"cell-{i}-{j}", clip_on=False
                    )
                )
                if i != j:
                    first, second = together.names[i], together.names[j]
                    tips[f"cell-{i}-{j}"] = f"of the wins with {first}, {share:.1%} have {second}"
        axes.set_xlim(-0.5, n - 0.5)
        axes.set_ylim(n - 0.5, -0.5)
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelcolor=INK, labelsize=10.5)
        numbers = range(n)
        axes.set_yticks(numbers, [f"{_cut(together.names[i], size.letters - 3)} {i + 1}" for i in numbers])
        if size.wide:
            axes.set_xticks(
                numbers, [f"{i + 1} {_cut(together.names[i], 22)}" for i in numbers], rotation=60, ha="left"
            )
            axes.tick_params(axis="x", pad=1)
        else:
            told = [i for i in numbers if i == 0 or (i + 1) % 5 == 0]
            axes.set_xticks(told, [str(i + 1) for i in told])
        return figure, tips

    return both("together", "Heat map of elements that occur together", draw)


def _share(share: float) -> str:
    """Per cent, with a digit more than is zero: ``31.1%``, ``0.04%``, ``0.00002%``."""
    digits = 1 if share >= 0.01 or share <= 0 else min(9, -math.floor(math.log10(share)) - 1)
    return f"{100 * share:.{digits}f}".rstrip("0").rstrip(".") + "%"


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.1f}"
