"""`RuleSet.replace`: small changes to a rule set, by names of elements."""

import multiprocessing
import pickle
from typing import Any

import pytest

import fastmj
from fastmj.elements.suits import full_flush
from fastmj.rules import Row, RuleSet, View, element

HAND = "1122446677889s+9s"  # Seven Pairs 24 and Full Flush 24


@element("Nines")
def nines(h: View) -> bool:
    """A nine of bamboo."""
    return (h.kinds >> 26 & 1) != 0


def house() -> RuleSet:
    mcr = fastmj.rules.get("mcr")
    return mcr.replace(
        name="house",
        points={"Seven Pairs": 6, "清一色": 10},
        without=["Tile Hog", "Chicken Hand"],
        minimum=5,
        rows=(*mcr.rows, Row(nines, 3)),
    )


def test_points_rows_and_minimum() -> None:
    found = fastmj.score(HAND, house())
    assert found.points == {"Seven Pairs": 6, "Full Flush": 10, "Nines": 3}
    assert (found.total, found.status) == (19, "ok")
    assert fastmj.score("[123m]456m99p234p67s+5s", house()).status == "below_minimum"


def test_the_first_one_is_as_it_was() -> None:
    mcr = fastmj.rules.get("mcr")
    assert mcr.replace() == mcr
    house()
    assert fastmj.rules.get("mcr") is mcr
    assert fastmj.score(HAND).total == 48


def test_without_an_element_nothing_else_names_it() -> None:
    made = fastmj.rules.get("mcr").replace(without=("No Honors", "Single Wait"))
    assert len(made.rows) == 80
    assert not {"no_honors", "single_wait"} & {other.key for row in made.rows for other in row.excludes}
    assert house().nothing is None
    imj = fastmj.rules.get("imj").replace(without="All Pungs")
    assert [e.name for e in imj.preferred] == ["Seven Pairs", "All Chows", "The Coward"]
    assert len(imj.rows) == 54


def test_new_rows_can_be_named_and_old_ones_cannot() -> None:
    made = fastmj.rules.get("hk").replace(rows=(Row(nines, 1), Row(full_flush, 4)), points={"Nines": 7}, cap=None)
    assert [row.points for row in made.rows] == [7, 4]
    with pytest.raises(ValueError, match="no element 'All Pungs'"):
        fastmj.rules.get("hk").replace(rows=(Row(nines, 1),), points={"All Pungs": 7})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"points": {"Sevn Pairs": 6}}, "rule set 'mcr' has no element 'Sevn Pairs'; 'Seven Pairs'"),
        ({"without": ["last tiel"]}, "rule set 'mcr' has no element 'last tiel'; 'Last Tile'"),
        ({"without": ["七队"]}, "rule set 'mcr' has no element '七队'; '七对'"),
        ({"without": ["xyz"]}, "rule set 'mcr' has no element 'xyz'; its elements are in its table()"),
        ({"minimun": 3}, "rule set 'mcr' has no field 'minimun'; it has minimum"),
        ({"points": {"Seven Pairs": -1}}, "rule set 'mcr': 'Seven Pairs' is worth -1; points are 0 or more"),
        ({"points": {"Seven Pairs": 0.5}}, "rule set 'mcr': 'Seven Pairs' is worth 0.5, no multiple of 1"),
        ({"points": {"Seven Pairs": "6"}}, "rule set 'mcr': 'Seven Pairs' is worth '6'; points are 0 or more"),
        ({"points": {"Seven Pairs": 6, "七对": 8}}, "rule set 'mcr': points for '七对' are given twice"),
        ({"minimum": -3}, "rule set 'mcr': minimum=-3 is not 0 or more in steps of 1"),
        ({"minimum": True}, "rule set 'mcr': minimum=True is not 0 or more in steps of 1"),
        ({"cap": 2.5}, "rule set 'mcr': cap=2.5 is not 0 or more in steps of 1"),
        ({"rows": ()}, "rule set 'mcr' has no rows"),
        (
            {"forms": ("regular", "eight_pairs")},
            "rule set 'mcr': unknown winning form 'eight_pairs'; known are regular",
        ),
        ({"forms": ()}, "rule set 'mcr' knows no winning form"),
        ({"claims": ("nine_flowers",)}, "rule set 'mcr': unknown claim 'nine_flowers'; known are seven_flowers"),
        ({"chow_policy": "two"}, "rule set 'mcr': unknown chow_policy 'two'; known are account_once, one, all"),
        ({"final_policy": "never"}, "rule set 'mcr': unknown final_policy 'never'; known are always, higher"),
        ({"exact": ("19m",)}, "rule set 'mcr': exact hand '19m' is not thirteen concealed tiles"),
        ({"exact": ("19x",)}, "rule set 'mcr': exact hand '19x': "),
        ({"name": "my/rules"}, "rule set 'my/rules': a name is letters, digits"),
        ({"unit": 0}, "rule set 'mcr': unit=0 is no number above 0"),
        ({"options": {"a": 1}}, "rule set 'mcr': options={'a': 1} are not an instance of a dataclass"),
        ({"pay": 3}, "rule set 'mcr': pay=3 is no function"),
        ({"points": {"Full Flush": 10**9}}, "rule set 'mcr': all rows together are worth"),
    ],
)
def test_faults(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared below
        fastmj.rules.get("mcr").replace(**changes)
    assert str(caught.value).startswith(message)


def total(rules: RuleSet) -> float | None:
    return fastmj.score(HAND, rules).total


def test_pickled() -> None:
    made = house()
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert again.names == made.names
    assert again.place == made.place
    named = fastmj.rules.get("mcr").replace(name="imj")  # neither rule set of that name
    assert pickle.loads(pickle.dumps(named)) == named


def test_another_process_scores_the_same() -> None:
    made = house()
    assert total(made) == 19
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(total, [made, fastmj.rules.get("mcr")]) == [19, 48]
