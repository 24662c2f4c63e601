"""Hands of which nobody says which tile won."""

import numpy as np
import pyarrow as pa
import pytest

import fastmj
from fastmj.sample import sample_arrays
from tests.random_rule_hands import random_rule_rows
from tests.reference import score_row
from tests.row_formats import to_arrays

NONE = 255


def table_of(hands: list[str], **columns: list[str]) -> pa.Table:
    return pa.table({"hand": hands, **columns})


@pytest.mark.parametrize(("how", "pick"), [("best", max), ("worst", min)])
def test_against_every_tile_in_plain_python(how: str, pick: object) -> None:
    """The reference scores each hand with each of its tiles."""
    assert callable(pick)
    from tests.random_hands import random_rows

    rows = [row for row in random_rows(400, 5) if row.win_by == 0 and not row.flags]
    arrays = to_arrays([row._replace(win_tile=NONE) for row in rows])
    found = fastmj.score_arrays(**arrays, unknown_win_tile=how)
    assert found.win_tile_used is not None
    complete = 0
    for i, row in enumerate(rows):
        each = {
            tile: scored.total
            for tile in range(34)
            if row.counts[tile] and (scored := score_row(row._replace(win_tile=tile), {})).total is not None
        }
        if each:
            complete += 1
            best = pick(each.values())
            assert found.total[i] == best
            assert found.win_tile_used[i] == min(tile for tile, total in each.items() if total == best)
        else:
            assert found.win_tile_used[i] == NONE
            assert np.isnan(found.total[i])
    assert complete > 100


@pytest.mark.parametrize("layout", ["list", "wide", "mask", "total"])
@pytest.mark.parametrize("rules", ["mcr", "imj", "hk", "hkmj", "classical"])
def test_a_given_tile_is_kept(rules: str, layout: str) -> None:
    hands = fastmj.sample(300, seed=4, family="mixed")
    found = fastmj.score_batch(hands, rules, layout, unknown_win_tile="best")
    won = found["total"].is_valid().to_pylist()
    tiles = [tile if scored else None for tile, scored in zip(hands["win_tile"].to_pylist(), won, strict=True)]
    assert found["win_tile_used"].to_pylist() == tiles
    assert sum(won) > 100
    assert found.drop_columns(["win_tile_used"]).equals(fastmj.score_batch(hands, rules, layout))


def test_hands_that_win_with_no_tile_say_what_is_wrong() -> None:
    table = table_of(["123456789m11z", "123m", "123456789m1235z", "123m456p789s11234z", "1112345678999m1m"])
    found = fastmj.score_batch(table, unknown_win_tile="best")
    status = ["wrong_tile_count", "wrong_tile_count", "wrong_tile_count", "not_a_win", "ok"]
    assert found["status"].to_pylist() == status
    assert found["win_tile_used"].to_pylist() == [None, None, None, None, 0]
    refused = fastmj.score_batch(table)
    assert refused["status"].to_pylist() == ["missing"] * 5
    assert "win_tile_used" not in refused.column_names


def test_a_claim_stays_one_where_no_tile_is_better() -> None:
    table = table_of(
        ["19m19p19s12345677z", "123m456p789s11122z"], flowers=["1f2f3f4f5f6f7f"] * 2, win_by=["self_draw"] * 2
    )
    best = fastmj.score_batch(table, "imj", unknown_win_tile="best").to_pylist()
    worst = fastmj.score_batch(table, "imj", unknown_win_tile="worst").to_pylist()
    assert [row["total"] for row in best] == [13, 8.5]
    assert [row["total"] for row in worst] == [3, 3]
    assert [row["win_tile_used"] for row in worst] == [None, None]


def test_mixed_tables() -> None:
    hands = ["11122233344455m", "1112345678999m1m"] * 2
    table = table_of(hands, system=["mcr", "imj", "hk", "mcr:online"])
    found = fastmj.score_batch(table, "@system", unknown_win_tile="best").to_pylist()
    for row in found:
        alone = fastmj.score_batch(table_of([row["hand"]]), row["system"], unknown_win_tile="best").to_pylist()[0]
        assert (row["total"], row["win_tile_used"]) == (alone["total"], alone["win_tile_used"])


def test_many_rows_are_cut_into_parts() -> None:
    hands = sample_arrays(20_000, "ordinary", 3)
    tiles = np.where(np.arange(20_000) % 2, hands.win_tile, NONE).astype(np.uint8)
    whole = fastmj.score_arrays(hands.counts, melds=hands.melds, win_tile=tiles, unknown_win_tile="best")
    for start in range(0, 20_000, 7000):
        part = slice(start, start + 7000)
        some = fastmj.score_arrays(
            hands.counts[part], melds=hands.melds[part], win_tile=tiles[part], unknown_win_tile="best"
        )
        assert np.array_equal(some.total, whole.total[part], equal_nan=True)


def test_rule_rows_without_tiles_are_never_worse_with_one() -> None:
    """The best over the tiles is at least what the tile that really won scores."""
    for rules in ("imj", "hk", "hkmj", "classical"):
        rows = [row for row in random_rule_rows(300, 2) if row.win_tile != NONE]
        given = fastmj.score_arrays(**to_arrays(rows), rules=rules)
        best = fastmj.score_arrays(
            **to_arrays([row._replace(win_tile=NONE) for row in rows]), rules=rules, unknown_win_tile="best"
        )
        worst = fastmj.score_arrays(
            **to_arrays([row._replace(win_tile=NONE) for row in rows]), rules=rules, unknown_win_tile="worst"
        )
        won = given.status >= fastmj.STATUS.index("below_minimum")
        assert won.sum() > 50
        assert (best.total[won] >= given.total[won]).all()
        assert (worst.total[won] <= given.total[won]).all()


def test_an_unknown_choice() -> None:
    with pytest.raises(ValueError, match="unknown_win_tile='most'; accepted: refuse, best, worst"):
        fastmj.score_batch(table_of(["11z"]), unknown_win_tile="most")
