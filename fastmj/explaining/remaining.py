"""What detectors would see of a reading if some of its sets, or some flowers, were not there.

A view for a question, not of a hand that can exist: "would this element still score without that set?".
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from fastmj.explaining.parts import Part, Reading
from fastmj.kernels.view import CLAIM, KNITTED_STRAIGHT, REGULAR, View
from fastmj.tiles import BAMBOO, CHARACTERS, DOTS, DRAGONS, KINDS, WINDS

NO_FORM = -1


def remaining(reading: Reading, kept: Collection[int], flowers: int) -> View:
    """The view of the parts with these numbers and of these flowers; all of both give the view of the reading."""
    full = reading.view
    parts = [part for i, part in enumerate(reading.parts) if i in kept]
    gone = [part for i, part in enumerate(reading.parts) if i not in kept]
    seen = full._replace(
        flowers=full.flowers & flowers,
        concealed_kongs=max(0, full.concealed_kongs - sum(p.kind == "kong" and not p.exposed for p in gone)),
        melded_kongs=max(0, full.melded_kongs - sum(p.kind == "kong" and p.exposed for p in gone)),
    )
    if full.form == CLAIM:
        return seen
    won = not any(part.wins for part in gone)
    return seen._replace(
        **_tiles(parts),
        **(_sets(parts, full) if full.form in (REGULAR, KNITTED_STRAIGHT) else {}),
        **({} if full.form == REGULAR else _form(gone, full)),
        concealed_pungs=full.concealed_pungs - sum(_concealed_pung(part, full) for part in gone),
        open_sets=full.open_sets - sum(part.exposed for part in gone),
        wait=full.wait if won else 0,
        win_in_set=full.win_in_set and won,
        nine_gates=full.nine_gates and not gone,
    )


def _concealed_pung(part: Part, full: View) -> bool:
    claimed = part.wins and not full.self_drawn
    return part.kind in ("pung", "kong") and not part.exposed and not claimed


def _mask(slots: Iterable[int]) -> int:
    return sum(1 << slot for slot in set(slots))


def _tiles(parts: list[Part]) -> dict[str, Any]:
    """The fields about which tiles occur."""
    kinds = _mask(slot for part in parts for slot in part.slots)
    loose = Counter(slot for part in parts if part.kind != "kong" for slot in part.slots)
    return {
        "kinds": kinds,
        "fours": _mask(slot for slot, copies in loose.items() if copies == 4),
        "suits": sum(kinds & suit != 0 for suit in (CHARACTERS, DOTS, BAMBOO)),
        "has_wind": kinds & WINDS != 0,
        "has_dragon": kinds & DRAGONS != 0,
    }


def _sets(parts: list[Part], full: View) -> dict[str, Any]:
    """The fields about sets and the pair; a whole knitted straight stands for three chows."""
    chows = [part.slots[0] for part in parts if part.kind == "chow"]
    pungs = [part.slots[0] for part in parts if part.kind in ("pung", "kong")]
    pair = next((part.slots[0] for part in parts if part.kind == "pair"), -1)
    knitted = sum(part.kind == "knitted" for part in parts)
    found = {"chows": len(chows) + 3 * (knitted == 3), "pungs": len(pungs), "pair": pair}
    for suit, letter in enumerate("mps"):
        found[f"chows_{letter}"] = sum(5 ** (slot % 9) for slot in chows if slot // 9 == suit)
        found[f"pungs_{letter}"] = _mask(slot % 9 for slot in pungs if slot // 9 == suit)
    found["pungs_z"] = _mask(slot - 27 for slot in pungs if slot // 9 == 3)
    if full.form == REGULAR:
        found["inner_sets"] = sum(all(0 < slot % 9 < 8 and slot < 27 for slot in part.slots) for part in parts)
        found["sets_without_five"] = sum(not any(slot in (4, 13, 22) for slot in part.slots) for part in parts)
        found["sets_not_even"] = sum(part.kind == "chow" or part.honors or part.slots[0] % 9 % 2 == 0 for part in parts)
    return found


def _form(gone: list[Part], full: View) -> dict[str, Any]:
    """A special form is there only with all its tiles; of a knitted straight the set and the pair are no part."""
    own = ("knitted",) if full.form == KNITTED_STRAIGHT else ("pair", "tiles")
    return {"form": NO_FORM, "exact": NO_FORM} if any(part.kind in own for part in gone) else {}


def whole(reading: Reading) -> View:
    """The view of all parts: equal to the reading's own."""
    return remaining(reading, range(KINDS), reading.view.flowers)
