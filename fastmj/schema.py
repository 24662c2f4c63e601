"""Arrow schemas of hands and of scores: which columns there are, and which types each may have."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import pyarrow as pa

from fastmj.arguments import Misuse, nearest
from fastmj.arrow_arrays import words
from fastmj.status import STATUS

MATRIX = {"hand": 34, "melds": 4}
"""Columns with a fixed number of bytes a row."""

FLAG_COLUMNS = ("last_tile", "last_of_kind", "kong_draws", "opening", "flower_draw", "fifth_tile")
"""Columns that say by name what `flags` says in bits."""

LAYOUTS = ("list", "wide", "mask", "total")

_INTEGER = "an integer type"
_BYTES = "fixed_size_binary[{0}] or another binary type with {0} bytes a row"
_LIST = "a list type with {0} integers a row"
_TEXT = "text ({0})"
_SEATS = ("integer", "text"), f"{_INTEGER} (0-3) or {_TEXT.format('E, S, W, N')}"
_SEAT_OR_NONE = ("integer", "text"), f"{_INTEGER} (0-3, 255 = none) or {_TEXT.format('E, S, W, N')}"


class Accepted(NamedTuple):
    """The kinds of types a column may have, and how an error message says so."""

    kinds: tuple[str, ...]
    words: str


ACCEPTED = {
    "hand": Accepted(
        ("bytes", "list", "text"), f"{_BYTES.format(34)}, {_LIST.format(34)}, or {_TEXT.format('[123m]456p77s+1z')}"
    ),
    "melds": Accepted(("bytes", "list"), f"{_BYTES.format(4)}, or {_LIST.format(4)}"),
    "win_tile": Accepted(("integer",), f"{_INTEGER} (0-33, 255 = none)"),
    "win_by": Accepted(("integer", "text"), f"{_INTEGER} (0-2) or {_TEXT.format('discard, self_draw, robbed_kong')}"),
    "flags": Accepted(("integer",), f"{_INTEGER} (16 bits)"),
    "last_tile": Accepted(("bool",), "bool"),
    "last_of_kind": Accepted(("bool",), "bool"),
    "kong_draws": Accepted(("integer",), f"{_INTEGER} (0-4)"),
    "opening": Accepted(("text",), _TEXT.format("none, heaven, earth")),
    "flower_draw": Accepted(("bool",), "bool"),
    "fifth_tile": Accepted(("bool",), "bool"),
    "seat": Accepted(*_SEATS),
    "round": Accepted(*_SEATS),
    "flowers": Accepted(("integer", "text"), f"{_INTEGER} (8 bits) or {_TEXT.format('1f5f')}"),
    "discarder": Accepted(*_SEAT_OR_NONE),
    "feeder": Accepted(*_SEAT_OR_NONE),
}
"""Every column that belongs to a hand."""

WORDS_OF_BOOLS = {"true": True, "1": True, "false": False, "0": False}
"""What spells a bool where all cells are text, in small or capital letters."""

ELEMENTS = pa.list_(pa.struct([("element", pa.dictionary(pa.int16(), pa.string())), ("count", pa.uint8())]))
"""Type of the `elements` column of layout list: the elements a hand scores, in the order of the rule set."""

STATUS_WORDS = words(STATUS)
"""The one dictionary of every `status` column."""


class Packing(Protocol):
    """What this module asks of a rule set: its element names in order, and how many words and counters hold a row."""

    @property
    def names(self) -> Sequence[str]:
        """Names of the elements, in the order of the rule set."""

    @property
    def words(self) -> int:
        """How many uint64 words a row of packed elements has."""

    @property
    def counters(self) -> int:
        """How many uint8 counters a row has beside them."""


def hand_schema() -> pa.Schema:
    """The typed hand columns, as fastmj writes them."""
    one, two = pa.uint8(), pa.uint16()
    matrix = [(name, pa.binary(width)) for name, width in MATRIX.items()]
    names = ("win_tile", "win_by", "flags", "seat", "round", "flowers", "discarder", "feeder")
    return pa.schema([*matrix, *((name, two if name == "flags" else one) for name in names)])


def score_names(
    layout: str = "list", *, payments: bool = False, split: bool = False, used: bool = False, prefix: str = ""
) -> list[str]:
    """The names of the score columns, in order. ``ValueError`` for an unknown layout."""
    if layout not in LAYOUTS:
        raise Misuse(f"unknown layout {layout!r}; known: {', '.join(LAYOUTS)}{nearest(layout, LAYOUTS)}")
    elements = {"total": [], "mask": ["elements", "counts"]}.get(layout, ["elements"])
    names = ["status", "total", "raw", "limit", *elements, *["split"] * split, *["payments"] * payments]
    names += ["win_tile_used"] * used
    return [prefix + name for name in names]


def score_fields(
    rules: Packing,
    layout: str = "list",
    *,
    payments: bool = False,
    split: bool = False,
    used: bool = False,
    prefix: str = "",
) -> list[pa.Field]:
    """The fields of the score columns: the same for every batch, whatever it holds.

    Only layouts wide and mask depend on `rules`. ``ValueError`` for an unknown layout.
    """
    types = {
        "status": pa.dictionary(pa.int8(), pa.string()),
        "total": pa.float32(),
        "raw": pa.float32(),
        "limit": pa.bool_(),
        "elements": ELEMENTS,
        "split": pa.string(),
        "payments": pa.list_(pa.int32(), 4),
        "win_tile_used": pa.uint8(),
    }
    if layout == "wide":
        types["elements"] = pa.struct([(title, pa.uint8()) for title in rules.names])
    elif layout == "mask":
        types["elements"] = pa.list_(pa.uint64(), rules.words)
        types["counts"] = pa.list_(pa.uint8(), max(rules.counters, 1))  # pyarrow cannot read empty lists back
    names = score_names(layout, payments=payments, split=split, used=used)
    return [pa.field(prefix + name, types[name]) for name in names]


def check_columns(schema: pa.Schema, outputs: Sequence[str] = (), spelled: bool = False) -> dict[str, int]:
    """Position of each hand column in `schema`, after checking every name and type.

    `outputs` are the names about to be added. `spelled`: text may spell numbers and bools. ``ValueError`` names the column,
    its type and what is accepted.
    """
    for name in outputs:
        if name in schema.names:
            kind = schema.field(schema.get_all_field_indices(name)[0]).type
            raise ValueError(
                f"the input already has a column {name!r} ({kind}), which is the name of a score column: "
                f'rename it, or give the score columns another name, as prefix="hk_" would'
            )
    places: dict[str, int] = {}
    for name, accepted in ACCEPTED.items():
        found = schema.get_all_field_indices(name)
        if len(found) > 1:
            raise ValueError(f"the input has {len(found)} columns named {name!r}, one is accepted")
        if found:
            _check_type(name, schema.field(found[0]).type, accepted, spelled)
            places[name] = found[0]
    if "hand" not in places:
        raise ValueError(f"the input has no column 'hand' ({ACCEPTED['hand'].words}); it has {_listed(schema)}")
    _check_companions(schema, places)
    return places


def kind_of(kind: pa.DataType) -> str:
    """null, integer, bool, text, bytes, list, or other: what a type is whatever its width and encoding."""
    t = pa.types
    if t.is_dictionary(kind):
        inner = kind_of(kind.value_type)
        return inner if inner in ("text", "bytes", "integer") else "other"
    if t.is_list(kind) or t.is_large_list(kind) or t.is_fixed_size_list(kind) or is_list_view(kind):
        return "list" if t.is_integer(kind.value_type) else "other"
    families = (
        ("null", (t.is_null,)),
        ("integer", (t.is_integer,)),
        ("bool", (t.is_boolean,)),
        ("text", (t.is_string, t.is_large_string, t.is_string_view)),
        ("bytes", (t.is_binary, t.is_large_binary, t.is_binary_view, t.is_fixed_size_binary)),
    )
    return next((name for name, tests in families if any(test(kind) for test in tests)), "other")


def is_list_view(kind: pa.DataType) -> bool:
    """Whether a type is a list whose rows lie in any order, which older versions of pyarrow have not."""
    return any(getattr(pa.types, name, bool)(kind) is True for name in ("is_list_view", "is_large_list_view"))


def _check_type(name: str, kind: pa.DataType, accepted: Accepted, spelled: bool) -> None:
    found, stored = kind_of(kind), kind.value_type if pa.types.is_dictionary(kind) else kind
    width = -1
    if pa.types.is_fixed_size_binary(stored):
        width = stored.byte_width
    elif pa.types.is_fixed_size_list(stored):
        width = stored.list_size
    if spelled and found == "text" and name not in MATRIX:
        return
    # a column of nothing but nulls, as pandas hands them over, has no type of its own
    if found == "null" or (found in accepted.kinds and width in (-1, MATRIX.get(name))):
        return
    floats = "; pandas makes floats of integers with gaps, until convert_dtypes()" if pa.types.is_floating(kind) else ""
    raise ValueError(
        f"column {name!r} is {kind}; accepted: {accepted.words}{floats if 'integer' in accepted.kinds else ''}"
    )


def _check_companions(schema: pa.Schema, places: dict[str, int]) -> None:
    """Refuse two columns that would say the same thing."""
    if kind_of(schema.field(places["hand"]).type) == "text":
        for name in ("melds", "win_tile"):
            if name in places:
                raise ValueError(
                    f"column {name!r} ({schema.field(places[name]).type}) beside a text column 'hand': the text holds "
                    "melds and winning tile; accepted: text alone, or 'hand' as "
                    + ACCEPTED["hand"].words.rpartition(", or ")[0]
                )
    named = [name for name in FLAG_COLUMNS if name in places]
    if "flags" in places and named:
        raise ValueError(
            f"column 'flags' ({schema.field(places['flags']).type}) beside {', '.join(map(repr, named))}: "
            "both say the same; accepted: 'flags' alone, or the named columns alone"
        )


def _listed(schema: pa.Schema) -> str:
    return ", ".join(map(repr, schema.names)) or "no columns"
