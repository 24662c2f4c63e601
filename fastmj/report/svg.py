"""Figures of matplotlib -> SVG that lives in a page: it takes colors and font from there, and needs nothing from outside."""

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from typing import Any

import matplotlib
from matplotlib.figure import Figure

INK, MUTED, LINE, BAR, SECOND, HEAT = (f"#0a0b{n:02x}" for n in range(1, 7))
"""Colors to draw with: each stands for a variable of the page, of which there is a light and a dark set."""
_VARIABLES = {INK: "--ink", MUTED: "--muted", LINE: "--line", BAR: "--bar", SECOND: "--second", HEAT: "--heat"}
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be searched, and is set in the font of the page
    "text.parse_math": False,  # names of elements are no formulas
    "font.size": 11.0,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlesize": 12.0,
    "axes.titlelocation": "left",
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "figure.dpi": 72.0,  # one unit of the drawing is one pixel
    "figure.facecolor": "none",
}


@contextmanager
def drawing() -> Iterator[None]:
    """Figures made in the block look as they should, whatever the user's own settings of matplotlib are."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        # the font that sizes are reckoned with lacks Chinese characters, the one in the page may have them
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def to_svg(figure: Figure, name: str, label: str, tips: Mapping[str, str] | None = None) -> str:
    """The figure as an ``<svg>`` element that is as wide as its place in the page.

    `name` keeps its ids apart from those of other figures, `label` says what it shows to who does not see it, `tips` are
    texts that appear beside parts of the figure, by their gid.
    """
    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    _, _, text = out.getvalue().partition("<svg")
    head, _, body = text.partition(">")
    view = re.findall(r'viewBox="[^"]*"', head)[0]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.S)
    used = set(re.findall(r'"#([^"]+)"', body)) | set(re.findall(r"url\(#([^)]+)\)", body))
    tips = tips or {}

    def identify(match: re.Match[str]) -> str:
        found = match[2]
        tip = f"<title>{escape(tips[found], quote=False)}</title>" if found in tips else ""
        own = f' id="{name}-{found}"' if found in used else ""
        return f"<{match[1]}{own}{match[3]}>{tip}"

    body = re.sub(r'<(\w+) id="([^"]*)"([^>]*)>', identify, body)
    body = re.sub(r'"#([^"]+)"', rf'"#{name}-\1"', body)
    body = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", body)
    for color, variable in _VARIABLES.items():
        body = body.replace(color, f"var({variable})")
    body = re.sub(r"\s*\n\s*", "\n", re.sub(r"<!--.*?-->", "", body, flags=re.S))
    return f'<svg class="{name.rpartition("-")[2]}" {view} role="img" aria-label="{escape(label)}">{body}'.rstrip()
