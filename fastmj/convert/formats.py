"""The log formats by name, and a format of one's own from a file."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from fastmj.arguments import Misuse, nearest
from fastmj.convert import botzone, mahjong_unity, pku, tziakcha
from fastmj.convert.games import Ending, Win


class Format(NamedTuple):
    """One log format: the usual ends of its file names, a text's games, one game's outcome.

    ``split(lines, source)`` yields (line, game): the number of the line at which a game begins, from 1, and the game in any
    form. It raises ``ValueError`` where the text is of another format. ``play(game, source)`` replays a game and returns a
    ``Win`` or an ``Ending``; it raises ``BrokenGame`` where the game cannot have happened, with its attribute ``line`` set
    where it knows how many lines below the first the fault is.
    """

    suffixes: tuple[str, ...]
    split: Callable[[Iterable[str], str], Iterator[tuple[int, Any]]]
    play: Callable[[Any, str], Win | Ending]


FORMATS = {
    "botzone": Format(botzone.SUFFIXES, botzone.split, botzone.play),
    "pku": Format(pku.SUFFIXES, pku.split, pku.play),
    "tziakcha": Format(tziakcha.SUFFIXES, tziakcha.split, tziakcha.play),
    "mahjong_unity": Format(mahjong_unity.SUFFIXES, mahjong_unity.split, mahjong_unity.play),
}


def get_format(format: str | Format) -> Format:
    """The format of that name, or ``FILE.py:NAME`` from a file; a Format is returned as it is.

    Raises ``ValueError`` for an unknown one.
    """
    if isinstance(format, Format):
        return format
    if not isinstance(format, str):
        raise TypeError(f"format: a log format is needed, as 'botzone', 'FILE.py:NAME' or a Format, got {format!r}")
    path, _, name = format.rpartition(":")
    if path.endswith(".py"):
        from fastmj.rules.outside import load

        module = load(path, "format file")
        found = vars(module).get(name)
        if isinstance(found, Format):
            return found
        known = [each for each, value in vars(module).items() if isinstance(value, Format)]
        raise Misuse(
            f"format file {path!r} has no Format {name!r}; it has {', '.join(known) or 'none'}{nearest(name, known)}"
        )
    if format not in FORMATS:
        near = nearest(format, FORMATS)
        raise Misuse(f"unknown log format {format!r}; known are {', '.join(FORMATS)}, and FILE.py:NAME{near}")
    return FORMATS[format]
