"""Tables whose rows name their own rule set."""

import random
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import fastmj
from fastmj.engine import Engine
from fastmj.score import BATCH_ROWS
from fastmj.scorer import make_batch_scorer
from tests.case_data import Case, load_all, mismatch

LABELS = ("mcr", "mcr:standard", "mcr:online", "mcr:wmo2014", "imj", "hk", "hkmj", "classical")
TEXT = ("win_by", "opening", "seat", "round", "flowers", "discarder", "feeder")
GOOD = "1122446677889s+9s"


def label_of(case: Case) -> str | None:
    """How a column would name the case's rule set; None where it has other options."""
    if not case.options:
        return case.rules
    return f"{case.rules}:{case.options['profile']}" if set(case.options) == {"profile"} else None


CASES = [(label, case) for case in load_all() if (label := label_of(case)) is not None]
random.Random(5).shuffle(CASES)


def table_of_cases() -> pa.Table:
    columns: dict[str, Any] = {"hand": [case.hand for _, case in CASES], "system": [label for label, _ in CASES]}
    for name in CASES[0][1].context:
        columns[name] = pa.array([case.context[name] for _, case in CASES], pa.string() if name in TEXT else None)
    return pa.table(columns)


def mixed_table(rows: int, seed: int = 1, labels: tuple[str | None, ...] = LABELS) -> pa.Table:
    """Sound and faulty hands under random rule sets, with a column that says where each was."""
    hands = pa.concat_tables(
        [fastmj.sample(rows - rows // 5, "mixed", seed), fastmj.sample(rows // 5, "invalid", seed)]
    )
    rng = random.Random(seed)
    hands = hands.take(rng.sample(range(rows), rows))
    hands = hands.append_column("system", pa.array([rng.choice(labels) for _ in range(rows)], pa.string()))
    return hands.append_column("id", pa.array(range(rows))).combine_chunks()


def separately(table: pa.Table, **arguments: Any) -> list[dict[str, Any]]:
    """The rows of a table as separate runs score them, one run a rule set, in the order of the table."""
    rows: dict[int, dict[str, Any]] = {}
    labels = table["system"].to_pylist()
    for label in dict.fromkeys(labels):
        part = table.take([i for i, other in enumerate(labels) if other == label])
        rows |= {row["id"]: row for row in fastmj.score_batch(part, label, **arguments).to_pylist()}
    return [rows[i] for i in table["id"].to_pylist()]


def test_every_case_by_its_own_rule_set() -> None:
    rows = fastmj.score_batch(table_of_cases(), "@system", payments=True).to_pylist()
    wrong = []
    for (_, case), row in zip(CASES, rows, strict=True):
        elements = {item["element"]: item["count"] for item in row["elements"] or []}
        found = row["status"], row["total"], row["raw"], elements, row["payments"], row["limit"]
        wrong += filter(None, [mismatch(case, *found)])
    assert wrong == []
    assert {label for label, _ in CASES} >= {"mcr", "mcr:online", "imj", "hk", "hkmj", "classical"}


@pytest.mark.parametrize("layout", ["list", "total"])
@pytest.mark.parametrize(("payments", "split"), [(False, False), (True, True)])
def test_equal_to_separate_runs(layout: str, payments: bool, split: bool) -> None:
    table = mixed_table(4000)
    arguments: dict[str, Any] = {"layout": layout, "payments": payments, "split": split, "prefix": "a_"}
    scored = fastmj.score_batch(table, "@system", **arguments)
    assert scored.to_pylist() == separately(table, **arguments)
    assert scored.schema == fastmj.score_batch(table, "hk", **arguments).schema
    assert scored.select(table.column_names).equals(table)


@pytest.mark.parametrize("order", ["sorted", "backwards", "one"])
def test_rows_that_lie_in_some_order(order: str) -> None:
    table = mixed_table(500, labels=("hk",) if order == "one" else LABELS)
    if order != "one":
        table = table.sort_by([("system", "ascending" if order == "sorted" else "descending")]).combine_chunks()
    assert fastmj.score_batch(table, "@system").to_pylist() == separately(table)


def encoded(kind: str, words: list[str | None]) -> pa.Array:
    """A column of text in one of the ways Arrow has for it."""
    if kind == "dictionary":
        return pa.array(words).dictionary_encode()
    if kind == "dictionary with a null":
        indices = pa.array([0 if word is None else 1 + LABELS.index(word) if word in LABELS else 9 for word in words])
        return pa.DictionaryArray.from_arrays(indices, pa.array([None, *LABELS, "riichi"]))
    if kind == "slice":
        return pa.array(["hk", None, *words, "hk"])[2:-1]
    return pa.array(words, getattr(pa, kind)())


@pytest.mark.parametrize(
    "kind", ["string", "large_string", "string_view", "dictionary", "dictionary with a null", "slice"]
)
def test_types_of_the_column(kind: str) -> None:
    words = ["hk", None, "mcr:online", "riichi", "classical", "hk", "imj"]
    table = pa.table({"hand": ["19m19p19s1234567z+1m"] * 7, "system": encoded(kind, words)})
    scored = fastmj.score_batch(table, "@system")
    assert scored["status"].to_pylist() == ["ok", "missing", "ok", "unknown_rules", "ok", "ok", "ok"]
    # thirteen orphans are the cap of hk, 88 fan, one limit, and 13 fans
    assert scored["total"].to_pylist() == [8, None, 88, None, 1, 8, 13]
    names = [[item["element"] for item in row or []] for row in scored["elements"].to_pylist()]
    assert names[1:5] == [[], ["Thirteen Orphans"], [], ["The Thirteen Unique Wonders"]]
    assert scored.select(["hand", "system"]).equals(table)


@pytest.mark.parametrize("column", [pa.nulls(3), pa.nulls(3, pa.string())])
def test_a_column_of_nothing(column: pa.Array) -> None:
    scored = fastmj.score_batch(pa.table({"hand": [GOOD] * 3, "system": column}), "@system", payments=True, split=True)
    assert scored["status"].to_pylist() == ["missing"] * 3
    assert scored.schema.field("elements") == fastmj.score_batch(mixed_table(10), "@system").schema.field("elements")
    for name in ("total", "raw", "limit", "elements", "split", "payments"):
        assert scored[name].to_pylist() == [None] * 3


@pytest.mark.parametrize(
    ("word", "hand", "status"),
    [
        (None, GOOD, "missing"),
        (None, "5x", "missing"),
        ("riichi", GOOD, "unknown_rules"),
        ("riichi", "5x", "unknown_rules"),
        ("riichi", "11111m", "missing"),  # no winning tile
        ("riichi", None, "missing"),
        ("hk", None, "missing"),
        ("hk", "5x", "unreadable"),
        ("", GOOD, "unknown_rules"),
        ("HK", GOOD, "unknown_rules"),
        ("hk ", GOOD, "unknown_rules"),
        ("mcr:", GOOD, "unknown_rules"),
        ("mcr:beijing", GOOD, "unknown_rules"),
        ("hk:online", GOOD, "unknown_rules"),
        ("@system", GOOD, "unknown_rules"),
        ("mcr:wmo2014", GOOD, "ok"),
    ],
)
def test_status_of_a_row(word: str | None, hand: str | None, status: str) -> None:
    table = pa.table({"hand": pa.array([hand], pa.string()), "system": pa.array([word], pa.string())})
    assert fastmj.score_batch(table, "@system")["status"].to_pylist() == [status]


def test_refused_rows_do_not_disturb_the_others() -> None:
    table = mixed_table(1000, 3, (*LABELS, None, "riichi", "mcr:x"))
    known = [i for i, label in enumerate(table["system"].to_pylist()) if label in LABELS]
    scored = fastmj.score_batch(table, "@system", payments=True)
    assert scored.take(known).to_pylist() == separately(table.take(known), payments=True)
    assert {"missing", "unknown_rules"} <= set(scored["status"].to_pylist())


def test_no_rule_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule file is code, and a table may come from anybody."""
    (tmp_path / "house.py").write_text(
        "from pathlib import Path\nPath('ran').touch()\nimport fastmj\nHOUSE = fastmj.rules.get('hk')\n"
    )
    monkeypatch.chdir(tmp_path)
    words = ["house.py:HOUSE", str(tmp_path / "house.py:HOUSE"), "house:HOUSE"]
    scored = fastmj.score_batch(pa.table({"hand": [GOOD] * 3, "system": words}), "@system")
    assert scored["status"].to_pylist() == ["unknown_rules"] * 3
    assert not (tmp_path / "ran").exists()
    assert fastmj.score(GOOD, "house.py:HOUSE").status == "ok"
    assert (tmp_path / "ran").exists()


def test_any_column_may_name_them() -> None:
    table = pa.table({"hand": [GOOD], "@": ["hk"], "a b": ["imj"]})
    assert fastmj.score_batch(table, "@@")["total"].equals(fastmj.score_batch(table, "hk")["total"])
    assert fastmj.score_batch(table, "@a b")["total"].equals(fastmj.score_batch(table, "imj")["total"])


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"layout": "wide"}, r"layout 'wide' with rules='@system'.*accepted: list, total"),
    ({"layout": "mask"}, r"layout 'mask' with rules='@system'.*accepted: list, total"),
    ({"layout": "lists"}, r"unknown layout 'lists'"),
    ({"profile": "online"}, r"options \(profile\) go with one rule set.*mcr:online"),
    ({"max_points": 10, "mixed_kong": 5}, r"options \(max_points, mixed_kong\)"),
    ({"rules": "@rules"}, r"rules='@rules': the input has no column 'rules'; it has 'hand', 'system', 'number'"),
    ({"rules": "@"}, r"rules='@': the input has no column ''"),
    ({"rules": "@number"}, r"rules='@number': column 'number' is int64; accepted: text \(mcr, mcr:standard, .*, hk, "),
    ({"threads": 0}, r"threads=0"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_refused_before_any_work(arguments: dict[str, Any], message: str, tmp_path: Path) -> None:
    table = pa.table({"hand": [GOOD], "system": ["hk"], "number": [1]})

    def batches() -> Any:
        raise AssertionError("no batch is to be read")
        yield

    given = {"rules": "@system", **arguments}
    with pytest.raises(ValueError, match=message):
        fastmj.score_stream(pa.RecordBatchReader.from_batches(table.schema, batches()), **given)
    pq.write_table(table, tmp_path / "in.parquet")
    with pytest.raises(ValueError, match=message):
        fastmj.score_file(tmp_path / "in.parquet", tmp_path / "out.parquet", **given)
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_two_columns_of_that_name() -> None:
    table = pa.Table.from_arrays([pa.array([GOOD]), pa.array(["hk"]), pa.array(["hk"])], ["hand", "system", "system"])
    with pytest.raises(ValueError, match="the input has 2 columns named 'system', one is accepted"):
        fastmj.score_batch(table, "@system")


def test_hands_that_are_no_table_have_no_columns() -> None:
    message = re.escape("rules='@system' names a column, which only the rows of a table have")
    with pytest.raises(ValueError, match=message):
        fastmj.score(GOOD, "@system")
    with pytest.raises(ValueError, match=message):
        fastmj.score_arrays(np.zeros((1, 34), np.uint8), rules="@system")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"system": None}, "column 'system' is null"),
        ({"system": "riichi"}, "column 'system': no such rule set ('riichi')"),
        ({"system": "riichi", "hand": "1m"}, "column 'hand': no winning tile, which stands after a '+' (got 1m)"),
        ({"hand": "5x"}, "column 'hand': digits need a suit letter (m, p, s, z) after them: '5x'"),
    ],
)
def test_strict(row: dict[str, Any], words: str) -> None:
    good = [{"hand": GOOD, "system": label} for label in ("hk", "mcr", "hk")]
    table = pa.Table.from_pylist([*good, good[0] | row, {"hand": None, "system": None}])
    with pytest.raises(ValueError, match=re.escape(f"row 3, {words}")):
        fastmj.score_batch(table, "@system", strict=True)
    sound = table.slice(0, 3)
    assert fastmj.score_batch(sound, "@system", strict=True).equals(fastmj.score_batch(sound, "@system"))


class TestStream:
    def test_one_schema_and_one_dictionary_over_all_batches(self) -> None:
        """Whichever rule sets a batch holds."""
        rows = BATCH_ROWS
        hands = fastmj.sample(4 * rows, seed=2)
        words = ["hk"] * rows + ["mcr"] * rows + [None] * rows + ["hkmj", "imj"] * (rows // 2)
        scored = fastmj.score_stream(hands.append_column("system", pa.array(words)), "@system")
        batches = list(scored)
        assert len(batches) == 4
        dictionaries = [batch.column("elements").values.field("element").dictionary for batch in batches]
        assert all(dictionary.equals(dictionaries[0]) for dictionary in dictionaries)
        assert all(batch.schema.equals(scored.schema) for batch in batches)
        assert set(fastmj.rules.get("classical").names) <= set(dictionaries[0].to_pylist())

    @pytest.mark.parametrize("threads", [2, 5])
    def test_order_over_threads(self, threads: int) -> None:
        table = mixed_table(300_000, 8)
        alone = fastmj.score_batch(table, "@system")
        assert fastmj.score_batch(table, "@system", threads=threads).equals(alone)

    @pytest.mark.parametrize("layout", ["list", "total"])
    def test_no_rows(self, layout: str) -> None:
        table = mixed_table(10)
        none = fastmj.score_batch(table.slice(0, 0), "@system", layout=layout, payments=True, split=True)
        assert none.num_rows == 0
        assert none.schema == fastmj.score_batch(table, "@system", layout=layout, payments=True, split=True).schema
        batch = table.slice(0, 0).combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], table.schema)]
        assert make_batch_scorer(table.schema, "@system", layout)(batch[0]).num_rows == 0


def test_only_named_rule_sets_are_compiled(python: Callable[..., str]) -> None:
    loaded = python(
        "import sys, fastmj, pyarrow as pa\n"
        f"table = pa.table({{'hand': [{GOOD!r}] * 3, 'system': ['hk', 'classical', 'riichi']}})\n"
        "print(fastmj.score_batch(table, '@system')['status'].to_pylist())\n"
        "print(*sorted(name.split('_')[2] for name in sys.modules if name.startswith('fastmj_generated_')))\n"
    )
    assert loaded.splitlines() == ["['ok', 'not_a_win', 'unknown_rules']", "classical hk"]


def test_many_threads_begin_at_once(python: Callable[..., str]) -> None:
    """All of them meet rule sets that are not loaded yet."""
    code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from tests.test_mixed import begin_at_once
begin_at_once()
"""
    assert python(code).split() == ["8"]


def begin_at_once() -> None:
    """Eight threads, each with the same small batch; cached_property has no lock of its own from Python 3.12 on."""
    sys.setswitchinterval(1e-6)
    Engine._saved = property(vars(Engine)["_saved"].func)  # type: ignore[assignment]
    batch = mixed_table(40).combine_chunks().to_batches()[0]
    scorer, ready = make_batch_scorer(batch.schema, "@system"), Barrier(8)

    def score(_: int) -> pa.RecordBatch:
        ready.wait()
        return scorer(batch)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(score, range(8)))
    print(sum(one.equals(found[0]) for one in found))


class TestFile:
    @pytest.mark.parametrize(("threads", "rows"), [(1, 1 << 16), (3, 200)])
    @pytest.mark.parametrize("name", ["out.parquet", "out.arrow", "out.feather"])
    def test_the_file_is_what_score_batch_gives(self, tmp_path: Path, name: str, threads: int, rows: int) -> None:
        table = mixed_table(3000, 4, (*LABELS, None, "riichi"))
        pq.write_table(table, tmp_path / "in.parquet")
        summary = fastmj.score_file(
            tmp_path / "in.parquet", tmp_path / name, "@system", threads=threads, batch_rows=rows, payments=True
        )
        path = tmp_path / name
        found = pq.read_table(path) if name == "out.parquet" else pa.ipc.open_file(path).read_all()
        expected = fastmj.score_batch(table, "@system", payments=True)
        assert found.to_pylist() == expected.to_pylist()
        status = expected["status"].to_pylist()
        assert summary.rows == 3000
        assert summary.ok == status.count("ok")
        assert summary.refused["unknown_rules"] == status.count("unknown_rules")
        lists = expected["elements"].to_pylist()
        named = [{item["element"] for item in row or []} for row in lists]
        assert summary.elements["No Flowers"] == sum("No Flowers" in row for row in named) > 0

    def test_cases_as_json_lines_and_csv(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_text(
            '{"id": "a", "rules": "hk", "hand": "[111z][222z][333z][444z]5z+5z", "discarder": "S"}\n'
            '{"id": "b", "rules": "mcr:online", "hand": "[111z][222z][333z][444z]5z+5z", "discarder": "S"}\n'
            '{"id": "c", "hand": "[111z][222z][333z][444z]5z+5z", "discarder": "S"}\n'
            '{"id": "d", "rules": "riichi", "hand": "[111z][222z][333z][444z]5z+5z", "discarder": "S"}\n'
        )
        fastmj.score_file(tmp_path / "in.jsonl", tmp_path / "mid.csv", "@rules", payments=True, prefix="a_")
        fastmj.score_file(tmp_path / "mid.csv", tmp_path / "out.parquet", "@rules", payments=True)
        rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
        # hk: Big Four Winds 5, All Honors 8, No Flower 1, capped at 8: 64 chips
        # online: Big Four Winds 88, All Honors 64, Melded Hand 6; and 8
        assert [(row["total"], row["payments"]) for row in rows[:2]] == [
            (8, [64, -64, 0, 0]),
            (158, [182, -166, -8, -8]),
        ]
        assert [row["a_status"] for row in rows] == ["ok", "ok", "missing", "unknown_rules"]
        assert [row["status"] for row in rows] == ["ok", "ok", "missing", "unknown_rules"]
