"""Text <-> tiles and melds, in three dialects that the caller names.

``mpsz``      ``[123m][555p](1111z)23s44p+1s``: ``[..]`` exposed set, ``(..)`` concealed kong, ``+`` winning tile;
              honors ``1z``-``7z`` are E S W N, White, Green, Red
``official``  ``[123m,1][EEEE]23s44p1s|ES1000|ae``, the form of the calculators: ``[1111m]`` concealed kong, a digit
              after the tiles tells whom a set was claimed from (5-7: a promoted kong), honors ``ESWNCFP`` (C Red,
              F Green, P White), the last concealed tile is the winning tile unless a space follows it; then, where
              given, round wind, seat wind, self-drawn, last of its kind, last tile, kong (robbed unless self-drawn),
              and the flowers ``a``-``h`` or their number
``botzone``   ``[W1W2W3](J1J1J1J1)T4T5H1+T6``: ``W`` characters, ``B`` dots, ``T`` bamboo, ``F1``-``F4`` winds,
              ``J1`` Red, ``J2`` Green, ``J3`` White, ``H1``-``H8`` flowers

A dialect is never guessed: ``[1111m]`` is an exposed kong in one and a concealed kong in another, and dragons count the
other way round. In all of them tiles may come in any order, melds may stand between them (before the ``+``), and spaces
or ``_`` may stand between groups, not inside a bracket or between digits and their suit.

Only the shape of the text is checked. Whether the hand can exist (14 tiles, four copies) is found when it is scored.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fastmj.arguments import Misuse, nearest
from fastmj.tiles import CHOW, CONCEALED_KONG, FLOWER_NAMES, KINDS, KONG, NAMES, PUNG

MOST_COPIES = 255
"""A count is one byte: more copies than this are read as this many, far beyond any hand and refused when scored."""
MOST_MELDS = 4


class NotationError(ValueError):
    """A text that is no hand; ``status`` is the row status that a table would give it."""

    def __init__(self, message: str, status: str = "unreadable") -> None:
        """``message`` says the rule broken and the text at fault."""
        super().__init__(message)
        self.status = status


class HandText(NamedTuple):
    """What a text says."""

    counts: tuple[int, ...]  # 34 concealed counts, winning tile included
    melds: tuple[int, ...]  # meld bytes in the order of the text
    win_tile: int | None
    context: dict[str, Any]  # context that the text itself states, by the names of ``Hand``


class Dialect(NamedTuple):
    """How one dialect spells tiles."""

    names: tuple[str, ...]  # of the 34 slots
    tokens: re.Pattern[str]
    suits: str  # letters that stand after digits


def _dialect(names: Sequence[str], tiles: str, suits: str = "", more: str = "") -> Dialect:
    sets = r"\[[^][()]*\]" if suits == "mps" else r"\[[^][()]*\]|\([^][()]*\)"
    tokens = re.compile(rf"(?P<gap>[ _]+)|(?P<meld>{sets})|(?P<tiles>{tiles}){more}")
    return Dialect(tuple(names), tokens, suits)


DIALECTS = {
    "mpsz": _dialect(NAMES, "[0-9]+[mpsz]", "mpsz", r"|(?P<plus>\+)"),
    "official": _dialect([*NAMES[:27], *"ESWNPFC"], "[0-9]+[mps]|[ESWNCFP]", "mps"),
    "botzone": _dialect(
        [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"],
        "[WBTFJ][0-9]",
        more=r"|(?P<plus>\+)|(?P<flower>H[1-8])",
    ),
}


def dialect_named(name: str) -> Dialect:
    """The dialect of that name; ``ValueError`` listing the known ones."""
    if not isinstance(name, str) or name not in DIALECTS:
        raise Misuse(f"unknown dialect {name!r}: the known ones are {', '.join(DIALECTS)}{nearest(name, DIALECTS)}")
    return DIALECTS[name]


def read(text: str, dialect: str = "mpsz") -> HandText:
    """Read one hand. ``NotationError`` (``unreadable`` or ``bad_meld``) names the rule broken and the text at fault."""
    spelling = dialect_named(dialect)
    if not isinstance(text, str):
        raise NotationError(f"a hand is a str in the dialect {dialect}, not {type(text).__name__}")
    try:
        return _read_official(text, spelling) if dialect == "official" else _read(text, spelling)
    except NotationError as fault:
        raise NotationError(f"{fault} in the hand {_shown(text)} (dialect {dialect})", fault.status) from None


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")


class _Tokens(NamedTuple):
    held: list[int]
    melds: list[int]
    won: list[int] | None  # tiles after the +, None without one
    flowers: int


def _read(text: str, spelling: Dialect) -> HandText:
    tokens = _tokens(text, spelling, _bracket)
    win_tile = tokens.won[0] if tokens.won else None
    context = {"flowers": flower_text(tokens.flowers)} if tokens.flowers else {}
    return HandText(_counts([*tokens.held, *(tokens.won or ())]), tuple(tokens.melds), win_tile, context)


def _read_official(text: str, spelling: Dialect) -> HandText:
    body, bar, tail = text.partition("|")
    context = _tail(tail) if bar else {}
    tokens = _tokens(body, spelling, _claimed)
    win_tile = tokens.held[-1] if tokens.held and not body.endswith(" ") else None
    return HandText(_counts(tokens.held), tuple(tokens.melds), win_tile, context)


def _tokens(text: str, spelling: Dialect, meld: Callable[[str, Dialect], int]) -> _Tokens:
    """Everything in the text. A meld that is no set is told of at the end: unreadable text is the graver fault."""
    held: list[int] = []
    melds: list[int] = []
    won: list[int] | None = None
    flowers, at = 0, 0
    no_set: NotationError | None = None
    while at < len(text):
        token = spelling.tokens.match(text, at)
        if token is None:
            raise NotationError(_unknown(text[at:], spelling))
        piece, kind, at = token.group(), token.lastgroup, token.end()
        if kind == "tiles":
            (held if won is None else won).extend(_slots(piece, spelling))
        elif kind == "plus":
            if won is not None:
                raise NotationError("a hand has one winning tile: a second '+'")
            won = []
        elif kind != "gap" and won is not None:
            raise NotationError(f"only the winning tile follows the '+', not {_shown(piece)}")
        elif kind == "meld":
            if len(melds) == MOST_MELDS:
                raise NotationError(f"a hand has at most four melds: {_shown(piece)} is the fifth")
            try:
                melds.append(meld(piece, spelling))
            except NotationError as fault:
                if fault.status != "bad_meld":
                    raise
                melds.append(0)
                no_set = no_set or fault
        elif kind == "flower":
            bit = 1 << int(piece[1]) - 1
            if flowers & bit:
                raise NotationError(f"each flower exists once: {_shown(piece)} comes twice")
            flowers |= bit
    if not held and not won and not melds:
        raise NotationError("a hand has at least one tile: nothing")
    if won is not None and len(won) != 1:
        raise NotationError(f"one winning tile follows the '+', not {len(won)}")
    if no_set:
        raise no_set
    return _Tokens(held, melds, won, flowers)


def _slots(piece: str, spelling: Dialect) -> list[int]:
    """Slots of one run of tiles such as ``123m``, ``E`` or ``W1``."""
    slots = []
    for name in [digit + piece[-1] for digit in piece[:-1]] if piece[0].isdigit() else [piece]:
        if name not in spelling.names:
            if "0" in name:
                raise NotationError(f"red fives (0) do not exist in these rules, write a plain five: {name!r}")
            raise NotationError(f"no such tile: {name!r}")
        slots.append(spelling.names.index(name))
    return slots


def _counts(slots: list[int]) -> tuple[int, ...]:
    return tuple(min(slots.count(slot), MOST_COPIES) for slot in range(KINDS))


def _content(tiles: str, piece: str, spelling: Dialect) -> list[int]:
    """Slots of the tiles inside a bracket."""
    slots: list[int] = []
    at = 0
    while at < len(tiles):
        token = spelling.tokens.match(tiles, at)
        if token is None or token.lastgroup != "tiles":
            raise NotationError(f"a bracket holds tiles only: {_shown(tiles[at:])} of {_shown(piece)}")
        slots += _slots(token.group(), spelling)
        at = token.end()
    return slots


def _bracket(piece: str, spelling: Dialect) -> int:
    return _meld(_content(piece[1:-1], piece, spelling), piece[0] == "(", piece)


def _claimed(piece: str, spelling: Dialect) -> int:
    """A set of the official dialect: the digit, with or without a comma before it, tells that it was claimed."""
    tiles, comma, digit = re.fullmatch(r"(.*?)(,?)([0-9]?)", piece[1:-1], re.DOTALL).groups()  # type: ignore[union-attr]
    if (comma and not digit) or digit not in "123567":
        raise NotationError(f"after the tiles of a set stands 1-3 (claimed) or 5-7 (promoted kong): {_shown(piece)}")
    slots = _content(tiles, piece, spelling)
    if digit > "3" and len(slots) != 4:
        raise NotationError(f"only a kong can be promoted (5-7): {_shown(piece)}", "bad_meld")
    return _meld(slots, len(slots) == 4 and not digit, piece)


def _meld(slots: list[int], concealed: bool, piece: str) -> int:
    first, kinds = min(slots, default=0), len(set(slots))
    if kinds == 1 and len(slots) == 4:
        return (CONCEALED_KONG if concealed else KONG) + first
    if concealed:
        raise NotationError(f"a concealed kong is four equal tiles: {_shown(piece)}", "bad_meld")
    if kinds == 1 and len(slots) == 3:
        return PUNG + first
    if sorted(slots) == [first, first + 1, first + 2] and first < 27 and first % 9 < 7:
        return CHOW + first
    raise NotationError(f"a set is a chow of one suit, three or four equal tiles: {_shown(piece)}", "bad_meld")


def _unknown(rest: str, spelling: Dialect) -> str:
    """Why no token begins here."""
    char, shown = rest[0], _shown(rest)
    if char in "[(" and (char == "[" or spelling.suits != "mps"):
        return f"a bracket is not closed before the next: {shown}"
    if char in ")]":
        return f"a bracket closes that was not opened: {shown}"
    if char in "0123456789" and spelling.suits:
        return f"digits need a suit letter ({', '.join(spelling.suits)}) after them: {shown}"
    if char in spelling.suits:
        return f"a suit letter needs digits before it: {shown}"
    if char in "WBTFJH" and not spelling.suits:
        return f"no such tile: {rest[:2]!r}"
    if char == "(":
        return f"round brackets are not used here, [1111m] is a concealed kong: {shown}"
    return f"unknown character: {char!r}"


def _tail(tail: str) -> dict[str, Any]:
    """Context after the first ``|`` of an official text."""
    parts = re.fullmatch(r"([ESWN])([ESWN])([01])([01])([01])([01])(?:\|([a-h]{0,8}|[0-8]))?", tail)
    if parts is None:
        raise NotationError(
            "after the '|' stand round wind, seat wind, four digits 0 or 1 (self-drawn, last of its kind, last tile, "
            f"kong) and perhaps '|' with flowers a-h or their number, such as EE1000|ae: {_shown(tail)}"
        )
    prevalent, seat, self_drawn, last_of_kind, last_tile, kong, flowers = parts.groups()
    win_by = "self_draw" if self_drawn == "1" else "robbed_kong" if kong == "1" else "discard"
    context: dict[str, Any] = {"win_by": win_by, "seat": seat, "round": prevalent}
    context |= {"last_of_kind": last_of_kind == "1", "last_tile": last_tile == "1"}
    if win_by == "self_draw":
        context["kong_draws"] = int(kong)
    if flowers:
        letters = "abcdefgh"[: int(flowers)] if flowers.isdigit() else flowers
        if len(set(letters)) != len(letters):
            raise NotationError(f"each flower exists once: {flowers!r}")
        context["flowers"] = flower_text(sum(1 << "abcdefgh".index(letter) for letter in letters))
    return context


def write(hand: HandText, dialect: str = "mpsz") -> str:
    """The text of a hand: melds in their order, concealed tiles by slot, the winning tile last.

    Context is written where the dialect has a place for it: all that the tail can say in ``official`` (left out where
    it would say nothing), flowers in ``botzone``. ``ValueError`` where the winning tile is not among the counts.
    """
    spelling = dialect_named(dialect)
    held = [slot for slot, count in enumerate(hand.counts) for _ in range(count)]
    if hand.win_tile is not None:
        if hand.win_tile not in held:
            raise ValueError(f"counts hold the winning tile too, but no {NAMES[hand.win_tile]} is among them")
        held.remove(hand.win_tile)
    win = "" if hand.win_tile is None else spelling.names[hand.win_tile]
    melds = "".join(_write_meld(code, dialect == "official", spelling) for code in hand.melds)
    tiles = melds + _spell(held, spelling)
    mask = flower_mask(hand.context.get("flowers", ""))
    if dialect == "official":
        return tiles + (win or " ") + _write_tail(hand.context, mask)
    flowers = "".join(f"H{i + 1}" for i in range(8) if mask >> i & 1) if dialect == "botzone" else ""
    return tiles + flowers + (f"+{win}" if win else "")


def _spell(slots: Sequence[int], spelling: Dialect) -> str:
    text = "".join(spelling.names[slot] for slot in slots)
    return re.sub(r"(?<=[0-9])([mpsz])(?=[0-9]\1)", "", text)  # 1m2m3m -> 123m


def _write_meld(code: int, official: bool, spelling: Dialect) -> str:
    tiles = _spell(meld_slots(code), spelling)
    if official:
        return f"[{tiles}]" if code >= CONCEALED_KONG else f"[{tiles},1]"
    return f"({tiles})" if code >= CONCEALED_KONG else f"[{tiles}]"


def _write_tail(context: dict[str, Any], mask: int) -> str:
    win_by = context.get("win_by", "discard")
    kong = win_by == "robbed_kong" or (win_by == "self_draw" and context.get("kong_draws", 0) > 0)
    digits = (win_by == "self_draw", context.get("last_of_kind", False), context.get("last_tile", False), kong)
    tail = context.get("round", "E") + context.get("seat", "E") + "".join(str(int(digit)) for digit in digits)
    flowers = "".join(letter for i, letter in enumerate("abcdefgh") if mask >> i & 1)
    return "" if tail == "EE0000" and not flowers else f"|{tail}|{flowers}"


def meld_slots(code: int) -> tuple[int, ...]:
    """The tiles of a meld byte 1-136."""
    if code < PUNG:
        return (code - CHOW, code - CHOW + 1, code - CHOW + 2)
    return (code - PUNG,) * 3 if code < KONG else ((code - KONG) % KINDS,) * 4


def flower_mask(text: str) -> int:
    """Flowers such as ``1f5f`` or ``15f`` as a mask (bit 0 = ``1f``); ``NotationError`` with status ``bad_context``."""
    digits = re.fullmatch(r"(?:[1-8]+f[ _]*)*", text) and re.findall("[1-8]", text)
    if digits is None or len(set(digits)) != len(digits):
        raise NotationError(
            f"flowers are 1f to 8f, each at most once, such as '1f5f', not {_shown(text)}", "bad_context"
        )
    return sum(1 << int(digit) - 1 for digit in digits)


def flower_text(mask: int) -> str:
    """The flowers of a mask as ``1f5f``."""
    return "".join(name for i, name in enumerate(FLOWER_NAMES) if mask >> i & 1)
