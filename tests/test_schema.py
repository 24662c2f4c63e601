"""Names and types of columns: what is accepted, and what a refusal says."""

import re
from types import SimpleNamespace

import pyarrow as pa
import pytest

from fastmj import schema
from fastmj.status import STATUS

RULES = SimpleNamespace(names=("Pure Straight", "Flower Tiles"), words=2, counters=1)
TILES = {"hand": pa.binary(34)}
TEXT = {"hand": pa.string()}


def check(columns, *outputs):
    return schema.check_columns(pa.schema(list(columns.items())), outputs)


ACCEPTED = [
    *[("hand", kind) for kind in (pa.binary(34), pa.binary(), pa.large_binary(), pa.binary_view())],
    *[("hand", kind) for kind in (pa.list_(pa.uint8(), 34), pa.list_(pa.int64(), 34), pa.list_(pa.uint8()))],
    *[
        ("hand", kind)
        for kind in (pa.large_list(pa.int8()), pa.string(), pa.large_string(), pa.string_view(), pa.null())
    ],
    *[("hand", pa.dictionary(pa.int8(), kind)) for kind in (pa.string(), pa.string_view(), pa.binary(34), pa.binary())],
    *[("hand", kind) for kind in (pa.list_view(pa.uint8()), pa.large_list_view(pa.int64()))],
    *[("seat", pa.dictionary(pa.int8(), kind)) for kind in (pa.uint8(), pa.int64())],
    *[("melds", kind) for kind in (pa.binary(4), pa.list_(pa.uint8(), 4), pa.list_(pa.uint8()), pa.binary_view())],
    *[("win_tile", kind) for kind in (pa.uint8(), pa.int8(), pa.int64(), pa.uint64(), pa.null())],
    *[("flags", kind) for kind in (pa.uint16(), pa.uint8(), pa.int64())],
    *[
        (name, kind)
        for name in ("win_by", "seat", "round", "flowers", "discarder", "feeder")
        for kind in (pa.uint8(), pa.int64(), pa.string(), pa.dictionary(pa.uint32(), pa.string_view()), pa.null())
    ],
    *[(name, pa.bool_()) for name in ("last_tile", "last_of_kind", "flower_draw", "fifth_tile")],
    *[("kong_draws", kind) for kind in (pa.uint8(), pa.int32())],
    *[("opening", kind) for kind in (pa.string(), pa.dictionary(pa.int8(), pa.string()))],
    *[("anything", kind) for kind in (pa.float64(), pa.list_(pa.struct([("a", pa.date32())])))],
]


@pytest.mark.parametrize(("name", "kind"), ACCEPTED)
def test_accepted(name, kind):
    columns = {name: kind} if name == "hand" else {"carried": pa.int64(), **TILES, name: kind}
    places = check(columns)
    assert places.get(name) == (None if name == "anything" else list(columns).index(name))
    assert list(columns)[places["hand"]] == "hand"


REFUSED = [
    ("hand", pa.float64(), "34 integers a row"),
    ("hand", pa.binary(33), "fixed_size_binary[34]"),
    ("hand", pa.list_(pa.uint8(), 35), "34 integers a row"),
    ("hand", pa.list_(pa.float32(), 34), "34 integers a row"),
    ("hand", pa.list_(pa.string()), "text ([123m]456p77s+1z)"),
    ("hand", pa.dictionary(pa.int8(), pa.binary(33)), "fixed_size_binary[34]"),
    ("hand", pa.dictionary(pa.int8(), pa.int64()), "fixed_size_binary[34]"),
    ("melds", pa.binary(34), "fixed_size_binary[4]"),
    ("melds", pa.string(), "fixed_size_binary[4]"),
    ("melds", pa.uint32(), "4 integers a row"),
    ("win_tile", pa.float64(), "an integer type (0-33, 255 = none)"),
    ("win_tile", pa.string(), "an integer type (0-33, 255 = none)"),
    ("win_by", pa.float32(), "an integer type (0-2) or text (discard, self_draw, robbed_kong)"),
    ("win_by", pa.bool_(), "an integer type (0-2) or text (discard, self_draw, robbed_kong)"),
    ("flags", pa.bool_(), "an integer type (16 bits)"),
    ("last_tile", pa.uint8(), "bool"),
    ("last_of_kind", pa.string(), "bool"),
    ("flower_draw", pa.int8(), "bool"),
    ("fifth_tile", pa.float64(), "bool"),
    ("kong_draws", pa.float64(), "an integer type (0-4)"),
    ("kong_draws", pa.bool_(), "an integer type (0-4)"),
    ("opening", pa.uint8(), "text (none, heaven, earth)"),
    ("seat", pa.float64(), "an integer type (0-3) or text (E, S, W, N)"),
    ("round", pa.binary(), "an integer type (0-3) or text (E, S, W, N)"),
    ("flowers", pa.list_(pa.uint8()), "an integer type (8 bits) or text (1f5f)"),
    ("discarder", pa.float64(), "an integer type (0-3, 255 = none) or text (E, S, W, N)"),
    ("feeder", pa.date32(), "an integer type (0-3, 255 = none) or text (E, S, W, N)"),
]


@pytest.mark.parametrize(("name", "kind", "accepted"), REFUSED)
def test_refused_type_is_named_with_what_is_accepted(name, kind, accepted):
    with pytest.raises(ValueError, match=re.escape(f"column {name!r} is {kind}; accepted: ")) as error:
        check({**TILES, name: kind})
    assert accepted in str(error.value)


def test_hand_is_required():
    with pytest.raises(ValueError, match=r"no column 'hand' .*it has 'hands', 'seat'"):
        check({"hands": pa.binary(34), "seat": pa.uint8()})
    with pytest.raises(ValueError, match=r"no column 'hand' .*it has no columns"):
        check({})


@pytest.mark.parametrize(("name", "kind"), [("melds", pa.binary(4)), ("win_tile", pa.uint8())])
@pytest.mark.parametrize("text", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string_view())])
def test_text_already_holds_melds_and_winning_tile(name, kind, text):
    with pytest.raises(ValueError, match=rf"column '{name}' .*beside a text column 'hand'.*fixed_size_binary\[34\]"):
        check({"hand": text, name: kind})


@pytest.mark.parametrize("name", schema.FLAG_COLUMNS)
def test_flags_are_given_once(name):
    kind = {"opening": pa.string(), "kong_draws": pa.uint8()}.get(name, pa.bool_())
    with pytest.raises(ValueError, match=rf"column 'flags' \(uint16\) beside '{name}'"):
        check({**TEXT, "flags": pa.uint16(), name: kind})


def test_hand_column_comes_once():
    twice = pa.schema([("hand", pa.binary(34)), ("seat", pa.uint8()), ("seat", pa.string())])
    with pytest.raises(ValueError, match="2 columns named 'seat'"):
        schema.check_columns(twice)
    carried = pa.schema([("note", pa.string()), ("hand", pa.binary(34)), ("note", pa.string())])
    assert schema.check_columns(carried) == {"hand": 1}


@pytest.mark.parametrize("name", ["status", "total", "raw", "limit", "elements", "split", "payments"])
def test_score_column_that_is_there_already(name):
    outputs = schema.score_names(payments=True, split=True)
    with pytest.raises(ValueError, match=rf"already has a column '{name}' \(double\).*prefix=\"hk_\""):
        check({**TILES, name: pa.float64()}, *outputs)
    assert check({**TILES, name: pa.float64()}, *schema.score_names(payments=True, split=True, prefix="hk_")) == {
        "hand": 0
    }
    with pytest.raises(ValueError, match=f"'hk_{name}'"):
        check({**TILES, f"hk_{name}": pa.float64()}, *schema.score_names(payments=True, split=True, prefix="hk_"))


def test_only_columns_that_will_be_added_are_in_the_way():
    kept = {**TILES, "payments": pa.int8(), "split": pa.int8(), "counts": pa.int8()}
    assert check(kept, *schema.score_names()) == {"hand": 0}
    assert check({**TILES, "elements": pa.int8()}, *schema.score_names("total")) == {"hand": 0}
    with pytest.raises(ValueError, match="'counts'"):
        check(kept, *schema.score_names("mask"))


def test_hand_schema():
    assert schema.hand_schema() == pa.schema(
        [
            ("hand", pa.binary(34)),
            ("melds", pa.binary(4)),
            ("win_tile", pa.uint8()),
            ("win_by", pa.uint8()),
            ("flags", pa.uint16()),
            ("seat", pa.uint8()),
            ("round", pa.uint8()),
            ("flowers", pa.uint8()),
            ("discarder", pa.uint8()),
            ("feeder", pa.uint8()),
        ]
    )
    assert len(schema.check_columns(schema.hand_schema())) == 10


FIRST = [
    ("status", pa.dictionary(pa.int8(), pa.string())),
    ("total", pa.float32()),
    ("raw", pa.float32()),
    ("limit", pa.bool_()),
]
PAIRS = pa.list_(pa.struct([("element", pa.dictionary(pa.int16(), pa.string())), ("count", pa.uint8())]))
LAYOUTS = {
    "list": [("elements", PAIRS)],
    "wide": [("elements", pa.struct([("Pure Straight", pa.uint8()), ("Flower Tiles", pa.uint8())]))],
    "mask": [("elements", pa.list_(pa.uint64(), 2)), ("counts", pa.list_(pa.uint8(), 1))],
    "total": [],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("payments", [False, True])
@pytest.mark.parametrize("split", [False, True])
def test_score_fields(layout, payments, split):
    wanted = FIRST + LAYOUTS[layout]
    wanted = wanted + [("split", pa.string())] * split + [("payments", pa.list_(pa.int32(), 4))] * payments
    fields = schema.score_fields(RULES, layout, payments=payments, split=split, prefix="x_")
    assert pa.schema(fields) == pa.schema([(f"x_{name}", kind) for name, kind in wanted])
    assert [field.name for field in fields] == schema.score_names(layout, payments=payments, split=split, prefix="x_")
    assert all(field.nullable for field in fields)


def test_unknown_layout_lists_the_known_ones():
    with pytest.raises(ValueError, match="unknown layout 'masks'; known: list, wide, mask, total"):
        schema.score_fields(RULES, "masks")


def test_status_words():
    assert schema.STATUS_WORDS.to_pylist() == list(STATUS)
    assert (STATUS[0], STATUS[-1], len(STATUS)) == ("missing", "ok", 12)
