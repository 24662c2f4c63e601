"""Tiles as letters and as Unicode's mahjong tiles."""

import unicodedata
from collections.abc import Iterable
from itertools import groupby

from fastmj.tiles import NAMES

CHARACTERS, BAMBOO, DOTS = 0x1F007, 0x1F010, 0x1F019  # the ones
TEXT = "\ufe0e"
"""After Red, the one tile that is shown as an emoji, twice as wide, where nothing says otherwise."""
GLYPHS = (
    *(chr(one + rank) for one in (CHARACTERS, DOTS, BAMBOO) for rank in range(9)),
    *"🀀🀁🀂🀃🀆🀅",
    "🀄" + TEXT,
)
"""By slot."""
JOINED = "\u00a0"
FLOWER_GLYPHS = "🀢🀣🀥🀤🀦🀧🀨🀩"
"""Plum, orchid, chrysanthemum, bamboo; spring, summer, autumn, winter."""


def letters(slots: Iterable[int]) -> str:
    """``123m`` or ``19m1z``."""
    suits = groupby((NAMES[slot] for slot in slots), key=lambda name: name[1])
    return "".join("".join(name[0] for name in names) + suit for suit, names in suits)


def glyphs(slots: Iterable[int]) -> str:
    """The same tiles as pictures."""
    return "".join(GLYPHS[slot] for slot in slots)


def flower_glyphs(mask: int) -> str:
    """The flowers of a mask as pictures."""
    return "".join(glyph for bit, glyph in enumerate(FLOWER_GLYPHS) if mask >> bit & 1)


def width(text: str) -> int:
    """How many columns a text takes: Chinese takes two each."""
    tiles = text.replace(TEXT, "").replace("🀄", "x")
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in tiles)


def wrapped(words: str, indent: str, columns: int) -> list[str]:
    """The words in lines of at most so many columns, each after ``indent``; JOINED spaces hold words together."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and width(lines[-1]) + 1 + width(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return [line.replace(JOINED, " ") for line in lines]


def padded(text: str, columns: int) -> str:
    """The text with spaces behind it up to so many columns."""
    return text + " " * (columns - width(text))
