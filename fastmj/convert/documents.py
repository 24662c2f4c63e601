"""Games in JSON: a file is one document, a list of documents, or one document a line."""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from fastmj.convert.games import BrokenGame

_SPACE = re.compile(r"\s*")


class Kind(NamedTuple):
    """What tells the documents of one format."""

    name: str
    expected: str  # in words
    marks: tuple[str, ...]  # texts of which a document that is cut off holds one
    games: Callable[[Any], list[Any] | None]  # the games in a document; None where it is not of this format


def split(lines: Iterable[str], source: str, kind: Kind) -> Iterator[tuple[int, Any]]:
    """The games of a file with the lines at which they, or the documents that hold them, begin.

    What is no whole document is given as text, for ``play`` to refuse. Raises ``ValueError`` where the file does not begin
    with a document of this kind.
    """
    rest: Iterator[tuple[int, str]] = enumerate(lines, 1)
    number, head = next(((n, line) for n, line in rest if line.strip()), (1, ""))
    document = _load(head)
    if document is None:
        following = list(rest)
        rest = iter(())
        second = next((line for _, line in following if line.strip()), "")
        if _looks_right(head, kind) and _load(second) is not None:
            rest = iter(following)  # one document a line, the first of them cut off
        else:
            head += "".join(line for _, line in following)
            document = _load(head)
    if document is not None:
        for line, game in _games(document, source, kind):
            yield number + line, game
    elif _looks_right(head, kind):
        yield number, head  # a document that is cut off
    else:
        raise _other_format(source, repr(head[:40]) if head else "nothing", kind)
    for number, text in rest:
        if text.strip():
            found = _load(text)
            games = kind.games(found.value) or [found.value] if found is not None else [text]
            yield from ((number, game) for game in games)


@contextmanager
def unexpected(game: Any) -> Iterator[None]:
    """Around the replay of a game: what is no JSON, or holds other things than expected, is a ``BrokenGame``."""
    if isinstance(game, str):
        raise BrokenGame(f"no complete JSON: {_complaint(game)}")
    try:
        yield
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError, zlib.error) as fault:
        raise BrokenGame(f"an entry has an unexpected form ({type(fault).__name__}: {fault})") from None


class _Document(NamedTuple):
    value: Any
    lines: list[int]  # of a list: where its parts begin, counted from its own first line


def _load(text: str) -> _Document | None:
    """What a JSON text holds; None where it is not JSON."""
    try:
        if text.lstrip().startswith("["):
            return _load_list(text)
        return _Document(json.loads(text), [0])
    except json.JSONDecodeError:
        return None


def _load_list(text: str) -> _Document:
    """A list, part by part, because ``json.loads`` does not tell where the parts begin."""
    decode = json.JSONDecoder().raw_decode
    parts: list[Any] = []
    lines: list[int] = []
    line = seen = 0
    at = _after_space(text, text.index("[") + 1)
    sign = text[at : at + 1] if text[at : at + 1] == "]" else ","
    while sign == ",":
        line, seen = line + text.count("\n", seen, at), at
        value, at = decode(text, at)
        parts.append(value)
        lines.append(line)
        at = _after_space(text, at)
        sign = text[at : at + 1]
        at = _after_space(text, at + 1)
    if sign != "]" or (parts and at < len(text)):
        raise json.JSONDecodeError("a list that does not end", text, at)
    return _Document(parts, lines)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _games(document: _Document, source: str, kind: Kind) -> list[tuple[int, Any]]:
    """The games in a whole document, with their lines."""
    games = kind.games(document.value)
    if games is not None:
        return [(0, game) for game in games]
    if isinstance(document.value, list):
        inside = [kind.games(part) for part in document.value]
        if any(games is not None for games in inside):
            located = zip(document.lines, document.value, inside, strict=True)
            return [(line, game) for line, part, games in located for game in games or [part]]
    raise _other_format(source, "other JSON", kind)


def _looks_right(text: str, kind: Kind) -> bool:
    return text.lstrip()[:1] in ("{", "[") and any(mark in text for mark in kind.marks)


def _complaint(text: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as fault:
        return str(fault)
    return "a text"


def _other_format(source: str, found: str, kind: Kind) -> ValueError:
    return ValueError(f"{source}: not a {kind.name} log: it holds {found}; expected {kind.expected}")
