"""Rule sets from files: found by name, checked with words that help, never served stale, and the same in other processes."""

import multiprocessing
import os
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import fastmj
from fastmj.rules import RuleSet
from tests.test_cache import run

CACHE = Path(os.environ["NUMBA_CACHE_DIR"]) if "NUMBA_CACHE_DIR" in os.environ else None  # that of this process
HAND = "1122446677889s+9s"  # Seven Pairs 24 and Full Flush 24

HOUSE = '''
from dataclasses import dataclass

import numpy as np

from fastmj.elements.forms import seven_pairs
from fastmj.elements.suits import full_flush
from fastmj.rules import Row, RuleSet, View, element, inlinable, relation

LUCKY = 26  # the nine of bamboo


@dataclass(frozen=True)
class Options:
    bonus: int = 3


@inlinable
def holds(h: View, slot: int) -> bool:
    return (h.kinds >> slot & 1) != 0


@element("Lucky Tile", zh="幸运牌")
def lucky_tile(h: View) -> bool:
    """The lucky tile is in the hand."""
    return holds(h, LUCKY)


@relation("Stairs", chows=2)
def stairs(a, b):
    """Two chows of one suit, the second two higher."""
    return a[0] == b[0] and b[1] - a[1] == 2


def pay(rules, hands, scores):
    """East pays for everybody."""
    points = np.nan_to_num(scores.total).astype(int)
    paid = np.zeros((len(points), 4), int)
    winners = np.arange(len(points)), hands.seat
    paid[:, 0] -= points
    paid[winners] += points
    return paid, scores.total > 0


def make(bonus: int = 3, lucky: bool = True) -> RuleSet:
    rows = (Row(full_flush, 6), Row(seven_pairs, 2)) + (Row(lucky_tile, bonus),) * lucky + (Row(stairs, 1),)
    return RuleSet("house", rows, options=Options(bonus), forms=("regular", "seven_pairs"), pay=pay)


HOUSE = make()
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_rules.py"
    path.write_text(HOUSE, "utf-8")
    return path


def points(path: Path, name: str = "HOUSE", hand: str = HAND, **options: Any) -> dict[str, float]:
    return fastmj.score(hand, f"{path}:{name}", **options).points


def test_a_rule_set_and_a_function_that_makes_one(file: Path) -> None:
    assert points(file) == {"Full Flush": 6, "Seven Pairs": 2, "Lucky Tile": 3}
    assert points(file, "make", bonus=5) == {"Full Flush": 6, "Seven Pairs": 2, "Lucky Tile": 5}
    assert points(file, "make", lucky=False) == {"Full Flush": 6, "Seven Pairs": 2}
    assert points(file, hand="123345m67999p11s+8p") == {"Stairs": 1}
    assert fastmj.rules.get(f"{file}:make", bonus=5) is fastmj.rules.get(f"{file}:make", bonus=5)


def test_own_payments(file: Path) -> None:
    assert fastmj.score(HAND, f"{file}:HOUSE", seat="W").payments == [-11, 0, 11, 0]
    assert fastmj.score(HAND, f"{file}:HOUSE", seat="E").payments == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "return np.zeros((len(hands.seat), 4)), scores.total > 0",
            "payments are integers (1, 4) and bools (1,), not float64",
        ),
        (
            "return np.zeros((3, 4), int), scores.total > 0",
            "payments are integers (1, 4) and bools (1,), not int64 (3, 4)",
        ),
        ("return np.ones((1, 4), int), scores.total > 0", "payments [1, 1, 1, 1] do not sum to zero"),
        ("return None", "payments: TypeError: "),
        ("return 1 / 0", "payments: ZeroDivisionError: "),
    ],
)
def test_payments_that_are_none(file: Path, code: str, message: str) -> None:
    file.write_text(HOUSE.replace('"""East pays for everybody."""', code), "utf-8")
    with pytest.raises(ValueError, match=re.escape(f"rule set 'house': {message}")):
        fastmj.score(HAND, f"{file}:HOUSE")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("HOUS", {}, r"has no rule set 'HOUS'; it has HOUSE$"),
        ("", {}, r"has no rule set ''; it has make, HOUSE$"),
        ("lucky_tile", {}, r"has no rule set 'lucky_tile'; it has make, HOUSE$"),
        ("LUCKY", {}, r"has no rule set 'LUCKY'; it has make, HOUSE$"),
        ("HOUSE", {"bonus": 3}, r"my_rules.py:HOUSE is made already and takes no options \(bonus\)"),
        ("make", {"bonsu": 3}, r"my_rules.py:make has no option 'bonsu'; it has bonus, lucky"),
        (
            "make",
            {"bonus": -3},
            r"my_rules.py', line \d+: rule set 'house': 'Lucky Tile' is worth -3; points are 0 or more",
        ),
        ("make", {"bonus": [3]}, r"option bonus=\[3\] is neither text nor a number"),
        ("stairs", {}, r"has no rule set 'stairs'"),
        ("holds", {}, r"my_rules.py': TypeError: holds\(\) missing 2 required"),
    ],
)
def test_names_and_options(file: Path, name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fastmj.rules.get(f"{file}:{name}", **options)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("holds(h, LUCKY)", "h.kind == LUCKY", r"'Lucky Tile' asks for h.kind \(.*, line 26\); did you mean kinds"),
        ("return holds(h, LUCKY)", "holds(h, LUCKY)", r"'Lucky Tile' does not always return something \(.*, line 26\)"),
        ("@inlinable\n", "", r"'Lucky Tile' calls 'holds', which is not marked @inlinable \(.*, line 25\)"),
        (
            "lucky_tile(h: View)",
            "lucky_tile(h: View, x: int)",
            r"'Lucky Tile' is detected by 'lucky_tile' .* takes one arg",
        ),
        ("def stairs(a, b)", "def stairs(a, b, c)", r"'Stairs' is detected by 'stairs' .* takes 2 arguments, 2 chows"),
        ("chows=2", "chows=5", r"'Stairs' is a relation between 5 chows; 2, 3 or 4 are possible"),
        ("a[0] == b[0]", "a[0] == 1", r"'Stairs' depends on which suit is which: 123m 345m against 123p 345p"),
        ("a[0] == b[0]", "a[2] == b[0]", r"'Stairs' fails for the chows 123m 123m: IndexError"),
        (
            '"Lucky Tile", zh="幸运牌"',
            '"Lucky Tile", most=99',
            r"'Lucky Tile' could score 99 times; 1 to 15 are possible",
        ),
        ('"Lucky Tile", zh="幸运牌"', '"Lucky\\nTile"', r"'Lucky\\nTile' is no name that can be printed on a line"),
        ('"Lucky Tile", zh="幸运牌"', '"Stairs"', r"lists 'Stairs' more than once"),
        ("Row(full_flush, 6)", "Row(full_flush, 6, (stairs, HOUSE,))", r"NameError: name 'HOUSE' is not defined"),
        (
            "Row(full_flush, 6)",
            'Row(full_flush, 6, ("Stairs",))',
            r"'Full Flush' excludes 'Stairs', which is no element",
        ),
        ("Row(full_flush, 6)", "Row(full_flush, 6, holds)", r"TypeError: "),
        ("Row(full_flush, 6)", "(full_flush, 6)", r"row 1 is \(Element.*, not the Row of an element"),
        ("Row(full_flush, 6)", "Row(full_flush, 6, starred=True)", r"'Full Flush' is starred"),
        (
            "Row(full_flush, 6)",
            "Row(full_flush, 6, stairs), Row(stairs, 1, full_flush)",
            r"lists 'Stairs' more than once",
        ),
        ("import numpy as np", "import nunpy as np", r"line 4: ModuleNotFoundError: No module named 'nunpy'"),
        ("import numpy as np", "import numpy as", r"SyntaxError: .*line 4"),
        ("HOUSE = make()", "HOUSE = make(4, 5, 6)", r"line \d+: TypeError: make\(\) takes"),
    ],
)
def test_faults_in_a_file(file: Path, before: str, after: str, message: str) -> None:
    assert before in HOUSE
    file.write_text(HOUSE.replace(before, after), "utf-8")
    with pytest.raises(ValueError, match=message) as caught:
        fastmj.rules.get(f"{file}:HOUSE")
    assert str(caught.value).startswith(f"rule file '{file}'")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("return holds(h, LUCKY)", "return h.kinds.lucky", r"Unknown attribute 'lucky' of type int64 \(.*, line 26\)"),
        ("return holds(h, LUCKY)", "return sorted(View) == 3", r"[A-Z].* \(.*my_rules.py, line 2[346]\)"),
    ],
)
def test_what_cannot_be_compiled(file: Path, before: str, after: str, message: str) -> None:
    file.write_text(HOUSE.replace(before, after), "utf-8")
    with pytest.raises(ValueError, match=f"rule set 'house': 'Lucky Tile' cannot be compiled: {message}"):
        fastmj.score(HAND, f"{file}:HOUSE")


AGAIN = """
first = lucky_tile


@element("Other")
def lucky_tile(h: View) -> bool:
    return False


@relation"""
INNER = """    @element("Inner")
    def inner(h):
        return lucky
    rows = (Row(inner, 1), """


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (
            {"\n@relation": AGAIN, "Row(lucky_tile, bonus)": "Row(first, bonus)"},
            "'Lucky Tile' is detected by 'lucky_tile'",
        ),
        ({"    rows = (": INNER}, "'Inner' is detected by 'make.<locals>.inner'"),
    ],
)
def test_a_detector_must_be_found_by_its_name(file: Path, edits: dict[str, str], message: str) -> None:
    text = HOUSE
    for before, after in edits.items():
        assert text.count(before) == 1
        text = text.replace(before, after)
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=f"{message} .*cannot be found by that name"):
        fastmj.rules.get(f"{file}:HOUSE")


@pytest.mark.parametrize("path", ["no_such.py:HOUSE", "no_such.py"])
def test_no_such_file(path: str) -> None:
    with pytest.raises(ValueError, match=r"rule file '.*no_such.py' cannot be read: No such file"):
        fastmj.rules.get(path)


EDITS = [
    ("LUCKY = 26", "LUCKY = 27", {"Full Flush": 6, "Seven Pairs": 2}, {}),
    (">> slot & 1) != 0", ">> slot & 1) == 0", {"Full Flush": 6, "Seven Pairs": 2}, {}),
    ("Row(seven_pairs, 2)", "Row(seven_pairs, 4)", {"Full Flush": 6, "Seven Pairs": 4, "Lucky Tile": 3}, {}),
    ("b[1] - a[1] == 2", "b[1] - a[1] == 3", {"Full Flush": 6, "Seven Pairs": 2, "Lucky Tile": 3}, {"Stairs": 0}),
]


@pytest.mark.parametrize(("before", "after", "first", "second"), EDITS)
def test_an_edited_file_is_read_anew(
    file: Path, before: str, after: str, first: dict[str, float], second: dict[str, float]
) -> None:
    assert points(file) == {"Full Flush": 6, "Seven Pairs": 2, "Lucky Tile": 3}
    assert points(file, hand="123345m67999p11s+8p") == {"Stairs": 1}
    file.write_text(HOUSE.replace(before, after), "utf-8")
    assert points(file) == first
    stairs = points(file, hand="123345m67999p11s+8p").get("Stairs", 0)
    assert stairs == second.get("Stairs", 1)
    file.write_text(HOUSE, "utf-8")
    assert points(file) == {"Full Flush": 6, "Seven Pairs": 2, "Lucky Tile": 3}


SCORE = """
import sys, fastmj
print(fastmj.score("1122446677889s+9s", sys.argv[1]).total, fastmj.score("123345m67999p11s+8p", sys.argv[1]).total)
"""
IMPORTED = """
import sys
sys.path.insert(0, sys.argv[1].rpartition("/")[0])
"""


def test_other_processes_never_meet_old_code(file: Path) -> None:
    """What detectors and relations take from elsewhere counts too: here from a file beside, which alone is edited."""
    beside = file.with_name("numbers_of_the_house.py")
    text = HOUSE.replace("LUCKY = 26  # the nine of bamboo", "from numbers_of_the_house import LUCKY, STEP")
    file.write_text(text.replace("b[1] - a[1] == 2", "b[1] - a[1] == STEP"), "utf-8")
    code = IMPORTED + SCORE.replace("sys.argv[1]", repr(f"{file}:HOUSE"))
    code = code.replace("sys.argv[1]", repr(str(file)))
    shown = []
    for lucky, step in ((26, 2), (27, 2), (26, 3), (26, 2)):
        beside.write_text(f"LUCKY, STEP = {lucky}, {step}\n", "utf-8")
        done = run(code, CACHE)
        assert done.returncode == 0, done.stderr
        shown.append(done.stdout.split())
    assert shown == [["11.0", "1.0"], ["8.0", "1.0"], ["11.0", "0.0"], ["11.0", "1.0"]]


def test_detectors_without_a_file_are_never_stale() -> None:
    """As in a notebook: the code is nowhere but in the process, and one name is defined again and again."""
    code = """
import fastmj
from fastmj.rules import Row, RuleSet, View, element
for tile in (26, 0, 25):
    exec(f'''
@element("Lucky Tile")
def lucky_tile(h: View) -> bool:
    return (h.kinds >> {tile} & 1) != 0
rules = RuleSet("notebook", (Row(lucky_tile, 3),), forms=("seven_pairs",))
''', globals())
    print(fastmj.score("1122446677889s+9s", rules).total)
"""
    for order, expected in (("26, 0, 25", ["3.0", "0.0", "3.0"]), ("0, 26, 1", ["0.0", "3.0", "0.0"])):
        done = run(code.replace("26, 0, 25", order), CACHE)
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == expected


def test_pickled(file: Path) -> None:
    rules = fastmj.rules.get(f"{file}:HOUSE")
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert again.options == rules.options
    assert again.pay is rules.pay


def paid(rules: RuleSet) -> tuple[float | None, list[int] | None]:
    found = fastmj.score(HAND, rules, seat="S")
    return found.total, found.payments


def test_pickled_to_another_process(file: Path) -> None:
    """Options and payments are of the file too, with or without an element of it."""
    rules = fastmj.rules.get(f"{file}:HOUSE")
    plain = rules.replace(rows=rules.rows[:2], minimum=1)
    changed = rules.replace(points={"Lucky Tile": 8})
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(paid, [rules, plain, changed])
        assert found == [(11, [-11, 11, 0, 0]), (8, [-8, 8, 0, 0]), (16, [-16, 16, 0, 0])]


def test_a_pickle_of_a_file_that_has_changed(file: Path, tmp_path: Path) -> None:
    data = tmp_path / "rules.pickle"
    data.write_bytes(pickle.dumps(fastmj.rules.get(f"{file}:HOUSE")))
    code = f"import pickle; print(pickle.load(open({str(data)!r}, 'rb')).name)"
    assert run(code, None).stdout == "house\n"
    file.write_text(HOUSE + "\n", "utf-8")
    assert "has changed since the rule set was pickled" in run(code, None).stderr
