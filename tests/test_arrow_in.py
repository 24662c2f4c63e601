"""Record batches in every shape users bring -> arrays, against values written down here."""

import numpy as np
import pyarrow as pa
import pytest

from fastmj import arrow_in
from fastmj.status import BAD_CONTEXT, BAD_TILE, MISSING, OK, UNREADABLE
from tests.hand_columns import ALL, HANDS, HELD, assert_all, assert_ready_for_kernels, counts


def read(columns, **options):
    batch = pa.RecordBatch.from_pydict(columns)
    return arrow_in.plan(batch.schema, **options).read(batch)


class TestTyped:
    def test_all_columns(self):
        hands = read(ALL)
        assert_all(hands)
        assert_ready_for_kernels(hands)

    def test_absent_columns_take_their_defaults(self):
        hands = read(HANDS)
        assert hands.counts.tolist() == HELD
        assert hands.melds.tolist() == [[0] * 4] * 3
        for name in ("win_by", "flags", "seat", "round", "flowers"):
            assert getattr(hands, name).tolist() == [0] * 3, name
        for name in ("win_tile", "discarder", "feeder"):
            assert getattr(hands, name).tolist() == [255] * 3, name
        assert hands.status.tolist() == [OK] * 3
        assert_ready_for_kernels(hands)

    def test_order_of_columns_and_columns_of_others(self):
        others = {"id": pa.array([1.5, 2.5, 3.5]), "note": pa.array(["a", None, "b"])}
        assert_all(read({"id": others["id"], **dict(reversed(ALL.items())), "note": others["note"]}))

    def test_no_rows(self):
        hands = read({name: column.slice(0, 0) for name, column in ALL.items()})
        assert len(hands.counts) == 0
        assert (hands.counts.shape, hands.melds.shape) == ((0, 34), (0, 4))
        assert_ready_for_kernels(hands)

    @pytest.mark.parametrize("name", ["hand", "melds", "win_tile", "win_by", "flags", "seat", "round", "flowers"])
    def test_nothing_is_copied(self, name):
        batch = pa.RecordBatch.from_pydict(ALL).slice(1, 2)
        hands = arrow_in.plan(batch.schema).read(batch)
        array = getattr(hands, "counts" if name == "hand" else name)
        assert np.shares_memory(array, np.frombuffer(batch.column(name).buffers()[1], np.uint8))

    def test_codes_that_no_hand_has_are_passed_on(self):
        hands = read(
            {**HANDS, "win_tile": pa.array([40, 34, 254], pa.int16()), "seat": pa.array([4, 9, 200], pa.int64())}
        )
        assert hands.win_tile.tolist() == [40, 34, 254]
        assert hands.seat.tolist() == [4, 9, 200]

    def test_nulls(self):
        for name in ALL:
            for hole in range(3):
                column = pa.array(
                    [None if i == hole else v for i, v in enumerate(ALL[name].to_pylist())], ALL[name].type
                )
                hands = read({**ALL, name: column})
                none = name in ("discarder", "feeder")
                assert hands.status.tolist() == [MISSING if i == hole and not none else OK for i in range(3)], name
                array = getattr(hands, "counts" if name == "hand" else name)
                whole = getattr(read(ALL), "counts" if name == "hand" else name)
                assert (array == whole)[[i for i in range(3) if i != hole]].all(), name
                assert not none or array[hole] == 255

    @pytest.mark.parametrize("name", ["discarder", "feeder"])
    @pytest.mark.parametrize("kind", [pa.null(), pa.string(), pa.int64(), pa.dictionary(pa.int8(), pa.string())])
    def test_nobody(self, name, kind):
        hands = read({**HANDS, name: pa.nulls(3, kind)})
        assert getattr(hands, name).tolist() == [255] * 3
        assert hands.status.tolist() == [OK] * 3

    def test_column_of_nothing_but_nulls(self):
        assert read({**HANDS, "seat": pa.nulls(3)}).status.tolist() == [MISSING] * 3
        assert read({"hand": pa.nulls(3), "melds": pa.nulls(3)}).status.tolist() == [MISSING] * 3


class TestUnfit:
    @pytest.mark.parametrize(
        ("name", "status"),
        [("win_tile", BAD_TILE)]
        + [(n, BAD_CONTEXT) for n in ("win_by", "seat", "round", "flowers", "discarder", "feeder")],
    )
    @pytest.mark.parametrize(
        ("value", "kind"), [(300, "int16"), (-1, "int8"), (-1, "int64"), (2**40, "uint64"), (256, "uint16")]
    )
    def test_number_beyond_a_byte(self, name, status, value, kind):
        hands = read({**HANDS, name: pa.array([1, value, 2], getattr(pa, kind)())})
        assert hands.status.tolist() == [OK, status, OK]
        assert getattr(hands, name).tolist() == [1, 254, 2]  # neither 300 % 256 = 44 nor 255 = none

    @pytest.mark.parametrize("value", [-1, 65536, 2**40])
    def test_flags_beyond_sixteen_bits(self, value):
        hands = read({**HANDS, "flags": pa.array([1, value, 0x700], pa.int64())})
        assert hands.status.tolist() == [OK, BAD_CONTEXT, OK]
        assert hands.flags[[0, 2]].tolist() == [1, 0x700]

    def test_hand_beyond_a_byte_cannot_become_a_hand(self):
        rows = [HELD[0], [257 if n == 1 else n for n in HELD[0]], [-1, *HELD[0][1:]]]
        hands = read({"hand": pa.array(rows, pa.list_(pa.int64()))})
        assert hands.counts[0].tolist() == HELD[0]
        assert hands.counts[1].tolist() == [255 if n == 1 else n for n in HELD[0]]
        assert hands.counts[2].tolist() == [255, *HELD[0][1:]]
        assert hands.status.tolist() == [OK] * 3  # the kernels count them

    def test_rows_of_the_wrong_length(self):
        hand = pa.array([bytes(HELD[0]), bytes(33), bytes(35)], pa.binary())
        assert read({"hand": hand}).status.tolist() == [OK, UNREADABLE, UNREADABLE]
        melds = pa.array([[0, 0, 0, 0], [4], [1, 2, 3, 4, 5]], pa.list_(pa.uint8()))
        hands = read({**HANDS, "melds": melds})
        assert hands.status.tolist() == [OK, UNREADABLE, UNREADABLE]
        assert hands.melds.tolist() == [[0] * 4] * 3

    def test_the_gravest_fault_is_kept(self):
        hands = read(
            {
                "hand": pa.array([bytes(33), None, bytes(34)], pa.binary()),
                "win_tile": pa.array([300, 300, 300]),
                "seat": pa.array(["X", "X", None]),
            }
        )
        assert hands.status.tolist() == [UNREADABLE, MISSING, MISSING]
        assert (
            read({**HANDS, "win_tile": pa.array([300] * 3), "seat": pa.array([300] * 3)}).status.tolist()
            == [BAD_TILE] * 3
        )


WORDS = [
    ("win_by", ["discard", "self_draw", "robbed_kong"], [0, 1, 2], ["tsumo", "", "Discard"]),
    ("seat", ["E", "S", "N"], [0, 1, 3], ["East", "", "e"]),
    ("round", ["N", "W", "S"], [3, 2, 1], ["EE", " E", "0"]),
    ("flowers", ["1f5f", "", "8f"], [0b10001, 0, 0b10000000], ["1f1f", "9f", "f"]),
    ("flowers", ["2f1f", "1f2f3f4f5f6f7f8f", "7f"], [3, 255, 64], ["0f", "1f5", "1m"]),
    ("discarder", ["S", "", None], [1, 255, 255], ["none", "X", "s"]),
    ("feeder", ["W", None, "E"], [2, 255, 0], ["none", "WW", "\u6771"]),
]


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int16(), pa.string())]
)
@pytest.mark.parametrize(("name", "good", "codes", "bad"), WORDS)
def test_words(name, good, codes, bad, kind):
    hands = read({**HANDS, name: pa.array(good, kind)})
    assert getattr(hands, name).tolist() == codes
    assert hands.status.tolist() == [OK] * 3
    hands = read({**HANDS, name: pa.array([good[0], bad[0], good[0]], kind)})
    assert hands.status.tolist() == [OK, BAD_CONTEXT, OK]
    assert getattr(hands, name)[[0, 2]].tolist() == [codes[0]] * 2
    assert read({**HANDS, name: pa.array(bad, kind)}).status.tolist() == [BAD_CONTEXT] * 3


FLAGS = {
    "last_tile": (pa.array([True, False, False]), [1, 0, 0]),
    "last_of_kind": (pa.array([True, False, True]), [2, 0, 2]),
    "opening": (pa.array(["heaven", "none", "earth"]), [4, 0, 8]),
    "flower_draw": (pa.array([False, True, False]), [0, 16, 0]),
    "fifth_tile": (pa.array([False, False, True]), [0, 0, 32]),
    "kong_draws": (pa.array([0, 4, 3]), [0, 0x400, 0x300]),
}


class TestNamedFlags:
    @pytest.mark.parametrize("name", FLAGS)
    def test_alone(self, name):
        hands = read({**HANDS, name: FLAGS[name][0]})
        assert hands.flags.tolist() == FLAGS[name][1]
        assert hands.status.tolist() == [OK] * 3
        assert_ready_for_kernels(hands)

    def test_together(self):
        hands = read({**HANDS, **{name: column for name, (column, _) in FLAGS.items()}})
        assert hands.flags.tolist() == [7, 0x410, 0x32A]

    @pytest.mark.parametrize("name", FLAGS)
    def test_null_is_missing_and_leaves_no_bit(self, name):
        column = FLAGS[name][0]
        holed = pa.array([None, *column.to_pylist()[1:]], column.type)
        hands = read(
            {**HANDS, name: holed, "last_tile": pa.array([True] * 3)} if name != "last_tile" else {**HANDS, name: holed}
        )
        assert hands.status.tolist() == [MISSING, OK, OK]
        assert hands.flags[0] == (name != "last_tile")

    @pytest.mark.parametrize(
        ("name", "value"), [("opening", "Heaven"), ("opening", ""), ("kong_draws", 300), ("kong_draws", -1)]
    )
    def test_unknown_is_bad_context(self, name, value):
        good = FLAGS[name][0].to_pylist()[1]
        hands = read({**HANDS, name: pa.array([good, value, good])})
        assert hands.status.tolist() == [OK, BAD_CONTEXT, OK]
        assert hands.flags[0] == hands.flags[2] == FLAGS[name][1][1]

    def test_more_kong_draws_than_bits_show_as_unknown_flags(self):
        assert read({**HANDS, "kong_draws": pa.array([5, 8, 255])}).flags.tolist() == [0x500, 0x800, 0xFF00]


class TestText:
    TEXTS = ("123m456p77789s33z+3z", "[456m]456p77789s333z", "[456m](4444z)77789s33z+3z")

    @pytest.mark.parametrize(
        "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
    )
    def test_every_type(self, kind):
        hands = read({"hand": pa.array(self.TEXTS, kind), "seat": pa.array(["S"] * 3)})
        assert hands.counts.tolist() == HELD
        assert hands.melds.tolist() == [[0] * 4, [4, 0, 0, 0], [4, 133, 0, 0]]
        assert hands.win_tile.tolist() == [29, 255, 29]
        assert hands.seat.tolist() == [1] * 3
        assert hands.status.tolist() == [OK] * 3
        assert_ready_for_kernels(hands)

    def test_nulls_and_faults(self):
        hands = read({"hand": pa.array([None, "123x", self.TEXTS[0]]), "seat": pa.array(["E", None, "Q"])})
        assert hands.status.tolist() == [MISSING, MISSING, BAD_CONTEXT]
        assert hands.counts[2].tolist() == HELD[0]

    def test_other_dialects_state_context_too(self):
        texts = pa.array(["123m456p77789s33z+3z", "[444m,1]W"])
        hands = read({"hand": pa.array(["[456m,1][NNNN]77789sWWW|SN1000|ae", "777s", None])}, dialect="official")
        assert hands.counts.tolist()[:2] == [HELD[2], counts(24, 24, 24)]
        assert hands.melds[0].tolist() == [4, 133, 0, 0]
        assert [hands.seat[0], hands.round[0], hands.win_by[0], hands.flowers[0]] == [3, 1, 1, 0b10001]
        assert hands.status.tolist() == [OK, OK, MISSING]
        assert read({"hand": texts}, dialect="official").status.tolist() == [UNREADABLE, OK]

    def test_columns_outweigh_what_a_text_states(self):
        text = pa.array(["[456m,1][NNNN]77789sWWW|SN1000|ae"])
        hands = read({"hand": text, "round": pa.array(["W"]), "last_tile": pa.array([True])}, dialect="official")
        assert [hands.seat[0], hands.round[0], hands.flags[0]] == [3, 2, 1]

    def test_unknown_dialect(self):
        with pytest.raises(ValueError, match="mpsz, official, botzone"):
            arrow_in.plan(pa.schema([("hand", pa.string())]), dialect="riichi")


def many(rows):
    """rows hands, all different: what each row should read as is known by its number"""
    seat = np.arange(rows) % 4
    hand = np.tile(np.array(HELD[0], np.uint8), (rows, 1))
    hand[:, 33] = np.arange(rows) % 251
    return hand, seat


@pytest.mark.parametrize(
    "kind", [pa.binary(34), pa.list_(pa.uint8(), 34), pa.list_(pa.uint8()), pa.large_list(pa.int32())]
)
def test_slices_filters_and_chunks_read_the_rows_they_show(kind):
    hand, seat = many(1000)
    rows = [bytes(r) for r in hand] if kind == pa.binary(34) else hand.tolist()
    words = pa.array([None if i % 10 == 9 else "ESWN"[s] for i, s in enumerate(seat)]).dictionary_encode()
    table = pa.table({"hand": pa.array(rows, kind), "seat": words})
    plan = arrow_in.plan(table.schema)
    mask = np.arange(1000) % 3 == 0
    picked = [999, 0, 500, 500, 9]
    cases = [
        (table.slice(137, 400), np.arange(137, 537)),
        (table.slice(137, 400).slice(50, 7), np.arange(187, 194)),
        (table.slice(0, 0), np.arange(0)),
        (table.filter(pa.array(mask)), np.flatnonzero(mask)),
        (table.take(picked), np.array(picked)),
        (pa.concat_tables([table.slice(i * 100, 100) for i in (3, 1, 2)]), np.r_[300:400, 100:200, 200:300]),
        (pa.Table.from_batches([], table.schema), np.arange(0)),
    ]
    for part, expected in cases:
        hands = plan.read(part)
        assert len(hands.counts) == len(expected)
        assert (hands.counts == hand[expected]).all()
        known = expected % 10 != 9
        assert (hands.status == np.where(known, OK, MISSING)).all()
        assert (hands.seat[known] == seat[expected][known]).all()
        assert_ready_for_kernels(hands)


def test_plan_refuses_before_any_work():
    schema = pa.schema([("hand", pa.binary(34)), ("payments", pa.int8())])
    assert arrow_in.plan(schema).places == {"hand": 0}
    with pytest.raises(ValueError, match="'payments'"):
        arrow_in.plan(schema, payments=True)
    assert arrow_in.plan(schema, payments=True, prefix="mcr_").places == {"hand": 0}
    with pytest.raises(ValueError, match="unknown layout 'tall'"):
        arrow_in.plan(schema, "tall")
