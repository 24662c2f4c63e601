"""Arguments that cannot be right: each is named, with what was given and what would be right; scalars of any kind are taken."""

import fractions
import pathlib
import re

import numpy as np
import pyarrow as pa
import pytest

import fastmj
from fastmj import rules
from fastmj.arguments import Misuse, nearest, plain
from fastmj.rules import Row, RuleSet, View, element

HAND = "123456789m123p5s+5s"
TABLE = pa.table({"hand": [HAND]})
COUNTS = np.array([fastmj.Hand.parse(HAND).counts] * 5, np.uint8)
ARRAYS = {"counts": COUNTS, "win_tile": 22}
RULES = "rules: a rule set is needed, as 'mcr', 'mcr:online', 'FILE.py:NAME' or a RuleSet, got "


@pytest.mark.parametrize("given", [None, 5, b"mcr", ["mcr"], pathlib.Path("x.py")])
@pytest.mark.parametrize(
    "ask",
    [
        rules.get,
        lambda given: fastmj.score(HAND, given),
        lambda given: fastmj.explain(HAND, given),
        lambda given: fastmj.score_batch(TABLE, given),
        lambda given: fastmj.score_arrays(**ARRAYS, rules=given),
        lambda given: fastmj.win_points(COUNTS, rules=given),
        lambda given: fastmj.waits(COUNTS, rules=given),
        lambda given: fastmj.shanten(COUNTS, rules=given),
        lambda given: fastmj.is_win(COUNTS, rules=given),
        lambda given: fastmj.warm(given),
        lambda given: fastmj.kernels.make_scorer(given),
        lambda given: fastmj.rules.aliases(given),
    ],
)
def test_what_is_no_rule_set(ask, given):
    with pytest.raises(TypeError, match=f"^{re.escape(RULES + repr(given))}$"):
        ask(given)


WRONG = [
    (lambda: fastmj.score_batch(TABLE, threads=None), TypeError, "threads: a whole number is needed, got None"),
    (lambda: fastmj.score_batch(TABLE, threads="2"), TypeError, "threads: a whole number is needed, got '2'"),
    (lambda: fastmj.score_batch(TABLE, threads=1.5), TypeError, "threads: a whole number is needed, got 1.5"),
    (lambda: fastmj.score_batch(TABLE, threads=True), TypeError, "threads: a whole number is needed, got True"),
    (lambda: fastmj.score_batch(TABLE, threads=0), ValueError, "threads=0: at least one thread is needed"),
    (lambda: fastmj.score_arrays(**ARRAYS, threads=-1), ValueError, "threads=-1: at least one thread is needed"),
    (lambda: fastmj.score_arrays(**ARRAYS, threads="2"), TypeError, "threads: a whole number is needed, got '2'"),
    (lambda: fastmj.score_batch(TABLE, layout=None), ValueError, "unknown layout None; known: list, wide, mask, total"),
    (
        lambda: fastmj.score_batch(TABLE, layout=["list"]),
        ValueError,
        "unknown layout ['list']; known: list, wide, mask, total",
    ),
    (
        lambda: fastmj.score_batch(TABLE, layout="lits"),
        ValueError,
        "unknown layout 'lits'; known: list, wide, mask, total; did you mean 'list'?",
    ),
    (lambda: fastmj.score_batch(TABLE, prefix=None), TypeError, "prefix: a text is needed, got None"),
    (lambda: fastmj.score_batch(TABLE, payments="yes"), TypeError, "payments: True or False is needed, got 'yes'"),
    (lambda: fastmj.score_batch(TABLE, split=1), TypeError, "split: True or False is needed, got 1"),
    (lambda: fastmj.score_arrays(**ARRAYS, payments=None), TypeError, "payments: True or False is needed, got None"),
    (lambda: fastmj.score_batch(TABLE, names="de"), ValueError, "names='de': unknown; known are en, zh"),
    (lambda: fastmj.explain(HAND).text(names="de"), ValueError, "names='de': unknown; known are en, zh"),
    (lambda: fastmj.score(HAND, dialect=[]), ValueError, "unknown dialect []: the known ones are mpsz, official"),
    (
        lambda: fastmj.score(HAND, dialect="offical"),
        ValueError,
        "unknown dialect 'offical': the known ones are mpsz, official, botzone; did you mean 'official'?",
    ),
    (lambda: rules.get("MCR"), ValueError, "unknown rule set 'MCR'; known are mcr, imj, hk, hkmj, classical, and FILE"),
    (lambda: rules.get("MCR"), ValueError, "; did you mean 'mcr'?"),
    (lambda: rules.get("mcr:"), ValueError, "rule set 'mcr': option profile=''; accepted: standard | online | wmo2014"),
    (lambda: rules.get("mcr:onlin"), ValueError, "; did you mean 'online'?"),
    (lambda: rules.get("hk", max_point=3), ValueError, "; did you mean 'max_points'?"),
    (lambda: fastmj.is_win(COUNTS, rules="@system"), ValueError, "rules='@system' names a column, which only the rows"),
    (lambda: fastmj.waits(COUNTS, form="seven_pair"), ValueError, "; did you mean 'seven_pairs'?"),
    (lambda: fastmj.waits([[1, 2], [3]]), ValueError, "counts: rows of 34 integers are needed, row 0 holds 2 values"),
    (lambda: fastmj.decompose(COUNTS, []), ValueError, "unknown algorithm []; known: suit_table"),
    (lambda: fastmj.decompose(COUNTS, "bitmaks"), ValueError, "; did you mean 'bitmask'?"),
    (lambda: fastmj.sample("10"), TypeError, "n: a whole number is needed, got '10'"),
    (lambda: fastmj.sample(1.5), TypeError, "n: a whole number is needed, got 1.5"),
    (lambda: fastmj.sample(1, seed=None), TypeError, "seed: a whole number is needed, got None"),
    (lambda: fastmj.sample(1, "mixd"), ValueError, "; did you mean 'mixed'?"),
    (lambda: fastmj.sample(1, ["x"]), ValueError, "unknown family ['x']; known: mixed"),
    (lambda: fastmj.Hand.from_row(None), TypeError, "row: a mapping of names of columns to values is needed, got None"),
    (lambda: rules.canonical(5), TypeError, "name: a text is needed, got 5"),
    (lambda: rules.get().unpack(np.zeros((1, 2))), TypeError, "words of rule set 'mcr' are uint64 (n, 2); got float64"),
    (lambda: fastmj.audit("x", None), TypeError, "format: a log format is needed, as 'botzone', 'FILE.py:NAME' or a"),
    (lambda: fastmj.audit("x", "bozone"), ValueError, "; did you mean 'botzone'?"),
    (lambda: fastmj.audit(5, "pku"), TypeError, "logs: the name of a file or folder is needed, got 5"),
    (lambda: fastmj.score_file(None, "o"), TypeError, "src: the name of a file or folder is needed, got None"),
    (lambda: fastmj.score_file("a.csv", 5), TypeError, "dst: the name of a file or folder is needed, got 5"),
    (lambda: fastmj.score_file("", "o.csv"), ValueError, "src: no file has the name ''"),
    (lambda: fastmj.score_file("a\0b.csv", "o.csv"), ValueError, "src: no file has the name 'a\\x00b.csv'"),
    (lambda: fastmj.score_file("a.csv", "o.csv", columns=5), TypeError, "columns: texts are needed, as ['id'], got 5"),
    (lambda: fastmj.score_file("a.csv", "o.csv", progress=5), TypeError, "progress: a function is needed, got 5"),
    (lambda: fastmj.score_file("a.csv", "o.csv", refused=5), TypeError, "refused: the name of a file or folder is"),
    (lambda: fastmj.score_file("a.csv", "o.csv", batch_rows="2"), TypeError, "batch_rows: a whole number is needed"),
    (
        lambda: fastmj.score_file("a.csv", "o.csv", keep_going=2),
        TypeError,
        "keep_going: True or False is needed, got 2",
    ),
    (lambda: fastmj.report(5, "o.html"), TypeError, "src: the name of a file or folder is needed, got 5"),
]


@pytest.mark.parametrize(("ask", "kind", "words"), WRONG, ids=[words[:60] for _, _, words in WRONG])
def test_wrong_arguments_are_named(ask, kind, words):
    with pytest.raises(kind, match=re.escape(words)):
        ask()


def test_one_column_may_stand_alone(tmp_path):
    (tmp_path / "in.csv").write_text(f"hand,id,more\n{HAND},7,8\n")
    fastmj.score_file(tmp_path / "in.csv", tmp_path / "out.csv", columns="id", layout="total")
    assert (tmp_path / "out.csv").read_text().splitlines() == [
        '"id","status","total","raw","limit"',
        '"7","ok",22,22,false',
    ]


class TestOut:
    """Arrays to write into."""

    @pytest.fixture
    def out(self):
        return fastmj.score_arrays(**ARRAYS)

    @pytest.mark.parametrize("given", [5, (), [1, 2]])
    def test_no_scores(self, given):
        with pytest.raises(
            TypeError, match=rf"^out: the ScoreArrays of an earlier call .*, got {type(given).__name__}$"
        ):
            fastmj.score_arrays(**ARRAYS, out=given)

    def test_a_plain_tuple_or_some_of_it(self, out):
        for given in (tuple(out), out[:3]):
            with pytest.raises(TypeError, match=r"^out: the ScoreArrays"):
                fastmj.score_arrays(**ARRAYS, out=given)

    @pytest.mark.parametrize(
        ("name", "change", "words"),
        [
            (
                "total",
                lambda a: a.astype(np.float64),
                r"float32 array of shape \(5,\) is needed, got float64 of shape \(5,\)",
            ),
            ("raw", lambda a: a[:3], r"got float32 of shape \(3,\)$"),
            ("status", lambda a: None, "got NoneType$"),
            ("limit", lambda a: a.tolist(), "got list$"),
            ("words", np.asfortranarray, r"got uint64 of shape \(5, 2\), not contiguous$"),
            ("counts", lambda a: np.broadcast_to(a[0], a.shape), r"of shape \(5, 9\), not contiguous, read-only$"),
        ],
    )
    def test_arrays_of_another_kind(self, out, name, change, words):
        with pytest.raises(ValueError, match=rf"^out\.{name}: a writeable contiguous .*{words}"):
            fastmj.score_arrays(**ARRAYS, out=out._replace(**{name: change(getattr(out, name))}))

    def test_read_only(self, out):
        out.total.flags.writeable = False
        with pytest.raises(ValueError, match=r"^out\.total: .*, read-only$"):
            fastmj.score_arrays(**ARRAYS, out=out)

    def test_one_memory_for_two(self, out):
        with pytest.raises(ValueError, match=r"^out\.total and out\.raw are the same memory"):
            fastmj.score_arrays(**ARRAYS, out=out._replace(raw=out.total))


class TestWords:
    """What is the same for all rows may be a word, as for one hand."""

    @pytest.mark.parametrize(
        "words",
        [
            {"win_by": "self_draw"},
            {"seat": "S", "round": "W"},
            {"flowers": "1f5f"},
            {"discarder": "N", "feeder": "W"},
            {"win_by": np.str_("self_draw"), "seat": "N"},
        ],
    )
    def test_as_for_one_hand(self, words):
        found = fastmj.score_arrays(**ARRAYS, **words, payments=True)
        one = fastmj.score(HAND, **words)
        assert set(found.total.tolist()) == {one.total}
        assert found.payments[0].tolist() == (one.payments or [0] * 4)

    @pytest.mark.parametrize(
        ("name", "word"), [("win_by", "tsumo"), ("seat", "X"), ("flowers", "9f"), ("discarder", "none"), ("round", "0")]
    )
    def test_unknown_words(self, name, word):
        for ask in (fastmj.score_arrays, fastmj.win_points):
            with pytest.raises(ValueError, match=rf"^{name}='{word}': unknown; accepted: "):
                ask(COUNTS, **{name: word})

    def test_arrays_stay_numbers(self):
        with pytest.raises(TypeError, match="win_by: integers are needed"):
            fastmj.score_arrays(**ARRAYS, win_by=["self_draw"] * 5)

    def test_points_of_ready_hands(self):
        ready = COUNTS - np.eye(34, dtype=np.uint8)[22]
        np.testing.assert_array_equal(
            fastmj.win_points(ready, win_by="self_draw", seat="S"), fastmj.win_points(ready, win_by=1, seat=1)
        )


class TestScalars:
    """Numbers and bools of NumPy, and whatever else is a number."""

    def test_options(self):
        assert rules.get("mcr", mixed_kong=np.int64(5)) is rules.get("mcr", mixed_kong=5)
        assert rules.get("mcr", mixed_kong=np.uint8(5)) is rules.get("mcr", mixed_kong=5)
        assert rules.get("mcr", profile=np.str_("online")) is rules.get("mcr:online")
        assert rules.get("hk", eight_flowers_instant=np.bool_(True)) is rules.get("hk", eight_flowers_instant=True)
        for wrong in (np.float64(5), np.bool_(True), np.array([5])):
            with pytest.raises(ValueError, match="mixed_kong"):
                rules.get("mcr", mixed_kong=wrong)

    @pytest.mark.parametrize("three", [np.int64(3), np.float32(3), np.float64(3), fractions.Fraction(3), np.uint8(3)])
    def test_changes(self, three):
        changed = rules.get("mcr").replace(points={"Seven Pairs": three}, minimum=three)
        assert changed == rules.get("mcr").replace(points={"Seven Pairs": 3}, minimum=3)
        assert type(changed.minimum) in (int, float)
        assert type(changed.row("Seven Pairs").points) in (int, float)

    def test_plain(self):
        assert [type(plain(each)) for each in (np.bool_(1), True, np.int8(1), 1, np.float32(1), 1.0, np.str_("a"), "a")] == [
            bool, bool, int, int, float, float, str, str
        ]  # fmt: skip
        assert plain(None) is None
        assert plain([1]) == [1]


@element("Always")
def always(h: View) -> bool:
    """Whatever it is."""
    return h.form >= 0


class TestContradictions:
    """Rule sets that no hand could win under."""

    def made(self, **changes):
        return RuleSet("odd", (Row(always, 4),), **changes)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"cap": 2, "minimum": 3}, "cap=2 is below minimum=3: no hand of that worth may be declared"),
            ({"fixed": 2, "minimum": 3}, "fixed=2 is below minimum=3"),
            ({"minimum": 5}, "minimum=5 is more than all rows together are worth, 4"),
            ({"minimum": None}, "minimum=None is not 0 or more in steps of 1"),
            ({"dead_waits": 5}, "dead_waits=5 is neither True nor False"),
            ({"knitted_on_body": None}, "knitted_on_body=None is neither True nor False"),
        ],
    )
    def test_refused(self, changes, words):
        with pytest.raises(ValueError, match=f"rule set 'odd': {re.escape(words)}"):
            self.made(**changes)

    def test_accepted(self):
        assert self.made(cap=3, minimum=3, fixed=3).cap == 3
        assert self.made(minimum=4).minimum == 4

    @pytest.mark.parametrize("name", ["rows", "forms", "exact", "claims", "preferred"])
    @pytest.mark.parametrize("given", [None, 5])
    def test_not_several(self, name, given):
        with pytest.raises(TypeError, match=f"^rule set 'mcr': {name}={given}: several are wanted"):
            rules.get("mcr").replace(**{name: given})

    def test_changes_that_are_none(self):
        mcr = rules.get("mcr")
        for ask, words in (
            (lambda: mcr.replace(points=["Seven Pairs"]), "points: names with their points are needed"),
            (lambda: mcr.replace(points={5: 6}), "the name of an element is needed, got 5"),
            (lambda: mcr.replace(without=5), "without: texts are needed"),
            (lambda: mcr.replace(without=[5]), "without: texts are needed"),
            (lambda: mcr.row(None), "the name of an element is needed, got None"),
        ):
            with pytest.raises(TypeError, match=words):
                ask()


def test_nearest():
    assert nearest("mrc", ["mcr", "hk"]) == "; did you mean 'mcr'?"
    assert nearest("ONLINE", ["online", "standard"]) == "; did you mean 'online'?"
    assert nearest("riichi", ["mcr", "hk"]) == ""
    assert nearest(None, ["mcr"]) == ""
    assert issubclass(Misuse, ValueError)
