"""The 81 fans: names, points, what is not scored beside what, and the options with their profiles."""

from collections.abc import Mapping
from typing import Any

FLOWERS = 81
MIXED_KONG = 82  # one melded and one concealed kong: in lists of numbers it stands at 57

_BY_POINTS = {
    88: "Big Four Winds, Big Three Dragons, All Green, Nine Gates, Four Kongs, Seven Shifted Pairs, Thirteen Orphans",
    64: "All Terminals, Little Four Winds, Little Three Dragons, All Honors, Four Concealed Pungs, Pure Terminal Chows",
    48: "Quadruple Chow, Four Pure Shifted Pungs",
    32: "Four Shifted Chows, Three Kongs, All Terminals and Honors",
    24: "Seven Pairs, Greater Honors and Knitted Tiles, All Even Pungs, Full Flush, Pure Triple Chow, "
    "Pure Shifted Pungs, Upper Tiles, Middle Tiles, Lower Tiles",
    16: "Pure Straight, Three-Suited Terminal Chows, Pure Shifted Chows, All Fives, Triple Pung, Three Concealed Pungs",
    12: "Lesser Honors and Knitted Tiles, Knitted Straight, Upper Four, Lower Four, Big Three Winds",
    8: "Mixed Straight, Reversible Tiles, Mixed Triple Chow, Mixed Shifted Pungs, Chicken Hand, Last Tile Draw, "
    "Last Tile Claim, Out with Replacement Tile, Robbing the Kong, Two Concealed Kongs",
    6: "All Pungs, Half Flush, Mixed Shifted Chows, All Types, Melded Hand, Two Dragons",
    4: "Outside Hand, Fully Concealed Hand, Two Melded Kongs, Last Tile",
    2: "Dragon Pung, Prevalent Wind, Seat Wind, Concealed Hand, All Chows, Tile Hog, Double Pung, "
    "Two Concealed Pungs, Concealed Kong, All Simples",
    1: "Pure Double Chow, Mixed Double Chow, Short Straight, Two Terminal Chows, Pung of Terminals or Honors, "
    "Melded Kong, One Voided Suit, No Honors, Edge Wait, Closed Wait, Single Wait, Self-Drawn, Flower Tiles",
}
_ROWS = [(name, points) for points, names in _BY_POINTS.items() for name in names.split(", ")]
NAMES = {number: name for number, (name, _) in enumerate(_ROWS, 1)} | {MIXED_KONG: "Concealed Kong and Melded Kong"}
NUMBERS = {name: number for number, name in NAMES.items()}
POINTS = {number: points for number, (_, points) in enumerate(_ROWS, 1)}

# Fan -> the fans that are not scored beside it, for whole names. Fans that count sets (59-61, 73), the kong series and
# the waits have finer rules, written where they are found.
EXCLUDES: dict[int, set[int]] = {
    1: {38, 49, 60, 61, 73},
    2: {54, 59},
    3: {50},
    4: {22, 62, 76},
    5: {49, 79},
    6: {19, 22, 62, 76, 79},
    7: {18, 52, 62, 79},
    8: {18, 49, 55, 65, 73, 76},
    9: {38},
    10: {54, 59},
    11: {18, 49, 55, 73},
    12: {33, 49, 62, 66},
    13: {19, 22, 63, 69, 72, 76},
    14: {23, 24, 64, 69},
    15: {24, 49},
    16: {30, 71, 72},
    18: {49, 55, 73},
    19: {62, 79},
    20: {52, 62, 79},
    21: {49, 68, 76},
    22: {76},
    25: {36, 76},
    26: {68, 76},
    27: {37, 76},
    29: {63, 70, 72, 76},
    31: {68, 76},
    33: {66},
    34: {52, 62, 79},
    36: {76},
    37: {76},
    40: {75},
    44: {80},
    46: {80},
    47: {58},
    48: {66, 67},
    53: {79},
    54: {59},
    56: {62, 80},
    57: {74},
    63: {76},
    68: {76},
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    "mixed_kong": (3, 5, 6),
    "two_concealed_kongs": (6, 8),
    "kongs_add_concealed": (False, True),
    "special_fully_concealed": (False, True),
    "fcp_fully_concealed": (False, True),
    "all_green_half_flush": (False, True),
    "all_terminals_double_pung": (False, True),
    "knitted_wait": ("residual", "not_on_body"),
    "dead_waits": ("count", "ignore"),
}
_SHARED = {"knitted_wait": "residual", "dead_waits": "count"}
PROFILES: dict[str, dict[str, Any]] = {
    "standard": {
        "mixed_kong": 6,
        "two_concealed_kongs": 8,
        "kongs_add_concealed": True,
        "special_fully_concealed": True,
        "fcp_fully_concealed": True,
        "all_green_half_flush": False,
        "all_terminals_double_pung": False,
        **_SHARED,
    },
    "online": {
        "mixed_kong": 5,
        "two_concealed_kongs": 6,
        "kongs_add_concealed": False,
        "special_fully_concealed": False,
        "fcp_fully_concealed": False,
        "all_green_half_flush": False,
        "all_terminals_double_pung": False,
        **_SHARED,
    },
    "wmo2014": {
        "mixed_kong": 6,
        "two_concealed_kongs": 8,
        "kongs_add_concealed": True,
        "special_fully_concealed": True,
        "fcp_fully_concealed": True,
        "all_green_half_flush": True,
        "all_terminals_double_pung": True,
        **_SHARED,
    },
}


def settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """The full set of options that `options` (a profile, single options or both) stands for."""
    chosen = dict(PROFILES[options.get("profile", "standard")])
    for name, value in options.items():
        if name == "profile":
            continue
        if value not in OPTIONS[name]:
            raise ValueError(f"option {name}={value!r}: one of {OPTIONS[name]} is known")
        chosen[name] = value
    return chosen


def points(number: int, options: Mapping[str, Any]) -> int:
    """What one fan is worth under the given options."""
    if number == MIXED_KONG:
        return int(options["mixed_kong"])
    if number == 48:
        return int(options["two_concealed_kongs"])
    return POINTS[number]


def without_excluded(found: list[int], options: Mapping[str, Any]) -> list[int]:
    """The fans of a reading that remain once everything implied by another of them is taken away, sorted."""
    gone: set[int] = set()
    for number in found:
        gone |= EXCLUDES.get(number, set())
        if number == 3 and options["all_green_half_flush"]:
            gone.discard(50)
        if number == 8 and options["all_terminals_double_pung"]:
            gone.discard(65)
    return sorted((number for number in found if number not in gone), key=list_key)


def list_key(number: int) -> int:
    """Where a fan stands in a list: by its number, the two mixed kongs at 57."""
    return 57 if number == MIXED_KONG else number
