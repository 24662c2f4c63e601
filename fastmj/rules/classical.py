"""Classical mahjong's special limit hands: 15 of them.

Any of them is worth the limit; a complete ordinary hand is valid with total 0, its points are not counted here. All that
are met are listed, and they do not add up unless limits_add is set. Payments are not defined by this list.

Where the list is silent or unusual it is taken as printed: the fourth set of The Three great Scholars is a pung or kong; The
Nine Gates win on any tile from 1 to 9; Buried Treasure takes any suits; All Green needs no green dragon; a kong before
Heaven's Blessing spoils it; any complete hand can catch the moon, gather the plum blossom or be Twofold Plenty.
"""

from dataclasses import dataclass
from typing import Any

from fastmj.elements.forms import nine_gates, thirteen_orphans, wriggling_snake
from fastmj.elements.honors import big_four_winds, pungs_of_honors, three_great_scholars
from fastmj.elements.kongs import four_kongs
from fastmj.elements.pungs import all_hidden_pungs, heads_and_tails
from fastmj.elements.suits import all_green, all_green_with_dragon
from fastmj.elements.winning import earth, heaven_without_kong, moon_from_the_sea, plum_blossom, twofold_plenty
from fastmj.rules.options import choose, option
from fastmj.rules.row import Row
from fastmj.rules.ruleset import RuleSet


@dataclass(frozen=True)
class Options:
    """Where the list can be read in two ways."""

    limits_add: bool = option(False, bool, "several special hands add up")
    green_needs_dragon: bool = option(False, bool, "All Green needs a green dragon")


def make(**given: Any) -> RuleSet:
    """The rule set under these options."""
    o: Options = choose(Options, "classical", {}, given)
    hands = (
        (heaven_without_kong, "Heaven's Blessing"),
        (earth, "Earth's Blessing"),
        (thirteen_orphans, "The Thirteen Unique Wonders"),
        (moon_from_the_sea, "Catching the Moon from the bottom of the Sea"),
        (plum_blossom, "Gathering the Plum Blossom from the Roof"),
        (three_great_scholars, "The Three great Scholars"),
        (big_four_winds, "Four large Blessings"),
        (twofold_plenty, "Twofold Plenty"),
        (four_kongs, "Fourfold Plenty"),
        (nine_gates, "The Nine Gates"),
        (all_hidden_pungs, "Buried Treasure"),
        (pungs_of_honors, "All Honours"),
        (all_green_with_dragon if o.green_needs_dragon else all_green, "All Green"),
        (heads_and_tails, "Heads and Tails"),
        (wriggling_snake, "The Wriggling Snake"),
    )
    return RuleSet(
        name="classical",
        rows=tuple(
            Row(element, 1, (), str(number), name, "", limit=True) for number, (element, name) in enumerate(hands, 1)
        ),
        options=o,
        forms=("regular", "thirteen_orphans", "wriggling_snake"),
        cap=None if o.limits_add else 1,
        source=(__doc__ or "").strip(),
    )
