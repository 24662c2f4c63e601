"""Elements about how the hand was won."""

from fastmj.elements.element import element
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.view import CLOSED, EDGE, SINGLE, View


@element("Last Tile Draw", zh="妙手回春")
def last_tile_draw(h: View) -> bool:
    """Self-drawn with the last tile of the wall."""
    return h.self_drawn & h.last_tile


@element("Last Tile Claim", zh="海底捞月")
def last_tile_claim(h: View) -> bool:
    """Won on the last discard; there is no robbing once the wall is empty."""
    return (not h.self_drawn) & (not h.robbed_kong) & h.last_tile


@element("Out with Replacement Tile", zh="杠上开花")
def out_with_replacement_tile(h: View) -> bool:
    """Self-drawn with the replacement tile of a kong."""
    return h.self_drawn & (h.kong_draws > 0)


@element("Robbing the Kong", zh="抢杠和")
def robbing_the_kong(h: View) -> bool:
    """Won on the tile that an opponent adds to a pung."""
    return h.robbed_kong


@element("Melded Hand", zh="全求人")
def melded_hand(h: View) -> bool:
    """Four exposed sets, won by discard."""
    return (h.open_sets == 4) & (not h.self_drawn)


@element("Fully Concealed Hand", zh="不求人")
def fully_concealed_hand(h: View) -> bool:
    """No exposed set, self-drawn."""
    return (h.open_sets == 0) & h.self_drawn


@element("Concealed Hand", zh="门前清")
def concealed_hand(h: View) -> bool:
    """No exposed set, won by discard."""
    return (h.open_sets == 0) & (not h.self_drawn)


@element("Last Tile", zh="和绝张")
def last_tile(h: View) -> bool:
    """The other three copies of the winning tile were visible to all."""
    return h.last_of_kind


@element("Self-Drawn", zh="自摸")
def self_drawn(h: View) -> bool:
    """Won by one's own draw."""
    return h.self_drawn


@element("Edge Wait", zh="边张")
def edge_wait(h: View) -> bool:
    """The only wait was the 3 of 123 or the 7 of 789."""
    return h.wait == EDGE


@element("Closed Wait", zh="坎张")
def closed_wait(h: View) -> bool:
    """The only wait was the middle of a chow."""
    return h.wait == CLOSED


@element("Single Wait", zh="单钓将")
def single_wait(h: View) -> bool:
    """The only wait was the pair."""
    return h.wait == SINGLE


@element("Flower Tiles", zh="花牌", most=8)
def flower_tiles(h: View) -> int:
    """Each flower."""
    return popcount(h.flowers)


@element("Chicken Hand", zh="无番和")
def chicken_hand(h: View) -> bool:
    """Nothing else scores; the rule set's own points for it are added where the sum is zero."""
    return False
