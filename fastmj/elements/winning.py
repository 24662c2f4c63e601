"""Elements about how the hand was won."""

from fastmj.elements.element import element
from fastmj.kernels.view import CLOSED, EDGE, SINGLE, View
from fastmj.tiles import SLOT

ONE_OF_DOTS, FIVE_OF_DOTS = SLOT["1p"], SLOT["5p"]


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


@element("Chicken Hand", zh="无番和")
def chicken_hand(h: View) -> bool:
    """Nothing else scores; the rule set's own points for it are added where the sum is zero."""
    return False


@element("From The Floor", zh="打出食胡")
def won_by_discard(h: View) -> bool:
    """Won on a discard."""
    return (not h.self_drawn) & (not h.robbed_kong)


@element("The Heaven", zh="天胡")
def heaven(h: View) -> bool:
    """Won with the tiles that were dealt."""
    return h.heaven


@element("The Earth", zh="地胡")
def earth(h: View) -> bool:
    """Won on the first discard of all."""
    return h.earth


@element("Heaven And Earth", zh="天地和")
def heaven_and_earth(h: View) -> bool:
    """East wins with the tiles dealt, or another player on East's first discard."""
    return h.heaven | h.earth


@element("On First Kong", zh="杠一杠")
def on_first_kong(h: View) -> bool:
    """Won with the replacement tile of one kong."""
    return h.kong_draws == 1


@element("On Second Kong", zh="杠二杠")
def on_second_kong(h: View) -> bool:
    """Won with the replacement tile of the second of two kongs in a row."""
    return h.kong_draws == 2


@element("On Third Kong", zh="杠三杠")
def on_third_kong(h: View) -> bool:
    """Won with the replacement tile of the third of three kongs in a row."""
    return h.kong_draws == 3


@element("All Pickups", zh="全求人")
def all_pickups(h: View) -> bool:
    """Four exposed sets, none a concealed kong, and the pair completed by another player's tile."""
    return (h.open_sets == 4) & (not h.self_drawn)


@element("All Pickups", zh="全求人")
def all_sets_picked_up(h: View) -> bool:
    """All sets from other players' tiles: four exposed ones, or three and the fourth completed by the winning tile."""
    fourth = (h.open_sets == 3) & (h.concealed_kongs == 0) & h.win_in_set
    return ((h.open_sets == 4) | fourth) & (not h.self_drawn)


@element("Clear Front", zh="门前清")
def clear_front(h: View) -> bool:
    """No meld at all, concealed kongs included."""
    return (h.open_sets == 0) & (h.concealed_kongs == 0)


@element("Catching the Moon from the bottom of the Sea")
def moon_from_the_sea(h: View) -> bool:
    """The last tile of the wall is drawn, is 1 of dots and wins."""
    return h.self_drawn & h.last_tile & (h.win_tile == ONE_OF_DOTS)


@element("Gathering the Plum Blossom from the Roof")
def plum_blossom(h: View) -> bool:
    """Won with the 5 of dots, drawn as the replacement of a kong or a flower."""
    return ((h.kong_draws > 0) | h.flower_draw) & (h.win_tile == FIVE_OF_DOTS)


@element("Twofold Plenty")
def twofold_plenty(h: View) -> bool:
    """Won with the replacement tile of a second kong in a row."""
    return h.kong_draws >= 2


@element("Heaven's Blessing")
def heaven_without_kong(h: View) -> bool:
    """Won with the tiles that were dealt, no kong among them."""
    return h.heaven & (h.concealed_kongs == 0)
