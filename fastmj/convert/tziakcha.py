"""Records of tziakcha.net (JSON), written from descriptions of the format: untested on real files.

A record is an object with ``script``, which is JSON packed by zlib and written in base 64, or with the same unpacked as
``step``. A file is one record, a list, an object with ``records``, or one record a line. Of the unpacked record are read:

    w   wall: 144 tiles, two hexadecimal digits each      d   dice: four nibbles
    i   number of the hand, 0-15; a round has four        s   points of E S W N, where it is there
    a   actions: [seat << 4 | action, data, time]         b   bits 0-3: who won, where it is there
    y   results of E S W N: f total, t {element: points | (count - 1) << 8}

Tiles 0-135, four of a kind: characters, bamboo, dots, E S W N, red, green, white; 136-143 flowers. A flower is replaced as
soon as it is drawn; a record in which one is kept or discarded counts as broken. A win worth nothing is a false one, and the
hand goes on.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

from fastmj.convert import documents
from fastmj.convert.flowers import DEALT, FLOWER, FlowerReplay
from fastmj.convert.games import BrokenGame, Claim, Ending, Win
from fastmj.convert.names import repeated
from fastmj.tiles import NAMES

SUFFIXES = (".json", ".jsonl")
EXPECTED = "JSON: a record with 'script' or 'step', or several of them"

_NAMES = """
大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会 一色四同顺 一色四节高 一色四步高
一色四步高 三杠 混幺九 七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小 清龙 三色双龙会 一色三步高 一色三步高
全带五 三同刻 三暗刻 全不靠 组合龙 大于五 小于五 三风刻 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花
抢杠和 碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻 全带幺 不求人 双明杠 和绝张 箭刻 圈风刻 门风刻 门前清 平和 四归一
双同刻 双暗刻 暗杠 断幺 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 嵌张 单钓将 自摸 花牌 明暗杠 天和 地和 人和 人和
"""
ELEMENTS = dict(enumerate(_NAMES.split(), 1))
"""Numbers of elements; shifted chows have two, one a step."""

_BEGIN, _FLOWER, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _DRAW, _PASS, _GIVE_UP = range(10)
_TILES: list[int] = [*range(9), *range(18, 27), *range(9, 18), *range(27, 31), 33, 32, 31]  # their kinds as slots
_WALL = 144


def split(lines: Iterable[str], source: str) -> Iterator[tuple[int, Any]]:
    """Each record's line and the record. ``ValueError`` where the text does not begin with one."""
    return documents.split(lines, source, _KIND)


def play(record: Any, source: str) -> Win | Ending:
    """Replay one record. Raises ``BrokenGame``."""
    with documents.unexpected(record):
        return _play(record, source)


def _play(record: Any, source: str) -> Win | Ending:
    step = record.get("step") or json.loads(zlib.decompress(base64.b64decode(record["script"])))
    table = FlowerReplay(_deal(bytes.fromhex(step["w"]), step["d"]))
    if not 0 <= step["i"] < 16:
        raise BrokenGame(f"unknown hand number {step['i']!r}")
    winners = step.get("b", 15) & 15
    for head, data, *_ in step["a"]:
        seat, action = head >> 4 & 3, head & 15
        if action == _WIN and data >> 1 and winners >> seat & 1:
            table.begin()
            claim = _claim(record, step, seat, source)
            return table.win(seat, _left(table) == 0, step["i"] // 4, claim)
        _event(table, seat, action, data)
    if _left(table) == 0:
        return Ending.DRAW
    if winners == 0:
        return Ending.ERROR  # the hand was given up
    raise BrokenGame(f"it is cut off after {len(step['a'])} actions")


def _event(table: FlowerReplay, seat: int, action: int, data: int) -> None:
    if action == _FLOWER:
        table.put_aside(seat, data >> 8 & 15)
        table.take(seat, _tile(data & 255))
    elif action == _BEGIN:
        table.begin()
    elif action == _DRAW:
        table.begin()
        table.take(seat, _tile(data & 255))
    elif action == _DISCARD:
        table.begin()
        table.discard(seat, _plain(data & 255))
    elif action in (_CHOW, _PUNG, _KONG):
        if data:  # else the claim was overruled
            table.begin()
            _meld(table, seat, action, data)
    elif action not in (_WIN, _PASS, _GIVE_UP):
        raise BrokenGame(f"unknown action {action}")


def _meld(table: FlowerReplay, seat: int, action: int, data: int) -> None:
    kind = data & 63
    if action == _CHOW:
        table.chow(seat, _plain(kind << 2) if kind else table.tile)  # kind 0, which is no middle: around the discard
        return
    tile = _plain(kind << 2)
    if action == _KONG and data & 0x300 == 0x300:
        table.promote(seat, tile)
    elif action == _KONG and data >> 6 & 3 == 0:
        table.concealed_kong(seat, tile)
    elif tile != table.tile:
        raise BrokenGame(f"seat {seat} claims {NAMES[tile]}, which is not the last discard")
    elif action == _KONG:
        table.kong(seat)
    else:
        table.pung(seat)


def _deal(wall: bytes, dice: int) -> list[list[int]]:
    """Three times four tiles a seat, then one each, then East's fourteenth, from where the dice open the wall."""
    if len(wall) != _WALL:
        raise BrokenGame(f"the wall has {len(wall)} tiles instead of {_WALL}")
    first, second, *more = (dice >> shift & 15 for shift in (0, 4, 8, 12))
    start = (1 - first - second) % 4 * 36 + 2 * (first + second + sum(more))
    tiles = [_tile(wall[(start + i) % _WALL]) for i in range(DEALT)]
    hands = [
        [tile for i in range(3) for tile in tiles[16 * i + 4 * seat :][:4]] + [tiles[48 + seat]] for seat in range(4)
    ]
    hands[0].append(tiles[52])
    return hands


def _tile(number: int) -> int:
    """Slot of a tile, or ``FLOWER`` and more."""
    if not 0 <= number < _WALL:
        raise BrokenGame(f"unknown tile {number}")
    return _TILES[number >> 2] if number < 136 else FLOWER + number - 136


def _plain(number: int) -> int:
    """Slot of a tile that is no flower."""
    if not 0 <= number < 136:
        raise BrokenGame(f"tile {number} is a flower, or none")
    return _TILES[number >> 2]


def _left(table: FlowerReplay) -> int:
    """Tiles in the wall."""
    return _WALL - DEALT - table.taken


def _claim(record: Any, step: Any, seat: int, source: str) -> Claim:
    result = step["y"][seat]
    names = repeated((_element(int(number)), (value >> 8) + 1) for number, value in result["t"].items())
    game_id = str(record.get("id") or PurePath(source.removesuffix(".gz")).stem)
    deltas = tuple(map(int, step["s"])) if "s" in step else None
    return Claim(game_id, source, int(result["f"]), names, deltas)


def _element(number: int) -> str:
    if number not in ELEMENTS:
        raise BrokenGame(f"unknown element {number}")
    return ELEMENTS[number]


def _records(document: Any) -> list[Any] | None:
    if not isinstance(document, dict):
        return None
    records = document.get("records")
    if isinstance(records, list):
        return records
    return [document] if isinstance(document.get("script"), str) or isinstance(document.get("step"), dict) else None


_KIND = documents.Kind("tziakcha", EXPECTED, ('"script"', '"step"'), _records)
