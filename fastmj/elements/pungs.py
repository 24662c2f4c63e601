"""Elements about pungs; a kong is a pung."""

from fastmj.elements.element import element
from fastmj.kernels.bits import only, runs_of_3, runs_of_4, shifted_across
from fastmj.kernels.intrinsics import popcount
from fastmj.kernels.view import View
from fastmj.tiles import TERMINAL_RANKS, TERMINALS, WINDS_Z


@element("All Pungs", zh="碰碰和")
def all_pungs(h: View) -> bool:
    """Four pungs or kongs and a pair."""
    return h.pungs == 4


@element("Four Pure Shifted Pungs", zh="一色四节高")
def four_pure_shifted_pungs(h: View) -> bool:
    """Four pungs of consecutive numbers in one suit."""
    return (runs_of_4(h.pungs_m) | runs_of_4(h.pungs_p) | runs_of_4(h.pungs_s)) != 0


@element("Pure Shifted Pungs", zh="一色三节高")
def pure_shifted_pungs(h: View) -> bool:
    """Three pungs of consecutive numbers in one suit."""
    return (runs_of_3(h.pungs_m) | runs_of_3(h.pungs_p) | runs_of_3(h.pungs_s)) != 0


@element("Mixed Shifted Pungs", zh="三色三节高")
def mixed_shifted_pungs(h: View) -> bool:
    """Three pungs of consecutive numbers, one in each suit."""
    return shifted_across(h.pungs_m, h.pungs_p, h.pungs_s) != 0


@element("Triple Pung", zh="三同刻")
def triple_pung(h: View) -> bool:
    """Pungs of one number in all three suits."""
    return (h.pungs_m & h.pungs_p & h.pungs_s) != 0


@element("Double Pung", zh="双同刻", most=2)
def double_pung(h: View) -> int:
    """Each two pungs of one number in two suits, unless they are part of a Triple Pung."""
    pairs = popcount(h.pungs_m & h.pungs_p) + popcount(h.pungs_m & h.pungs_s) + popcount(h.pungs_p & h.pungs_s)
    return pairs - 3 * popcount(h.pungs_m & h.pungs_p & h.pungs_s)


@element("Four Concealed Pungs", zh="四暗刻")
def four_concealed_pungs(h: View) -> bool:
    """Four concealed pungs or concealed kongs."""
    return h.concealed_pungs == 4


@element("Three Concealed Pungs", zh="三暗刻")
def three_concealed_pungs(h: View) -> bool:
    """Three concealed pungs or concealed kongs."""
    return h.concealed_pungs == 3


@element("Two Concealed Pungs", zh="双暗刻")
def two_concealed_pungs(h: View) -> bool:
    """Two concealed pungs or concealed kongs."""
    return h.concealed_pungs == 2


@element("Pung of Terminals or Honors", zh="幺九刻", most=4)
def pung_of_terminals_or_honors(h: View) -> int:
    """Each pung of ones, nines or a wind that is neither the seat's nor the round's.

    No wind once three winds are pungs; one less in Nine Gates, which contains one of them.
    """
    winds = h.pungs_z & WINDS_Z
    free = popcount(winds & ~(h.seat_wind | h.round_wind)) * (popcount(winds) < 3)
    terminals = (
        popcount(h.pungs_m & TERMINAL_RANKS)
        + popcount(h.pungs_p & TERMINAL_RANKS)
        + popcount(h.pungs_s & TERMINAL_RANKS)
    )
    return max(0, terminals - h.nine_gates) + free


@element("All Hidden Pungs", zh="全暗刻")
def all_hidden_pungs(h: View) -> bool:
    """Four concealed pungs without a kong, self-drawn."""
    return (h.concealed_pungs == 4) & (h.concealed_kongs == 0) & h.self_drawn


@element("Hidden Treasure")
def four_hidden_pungs_or_kongs(h: View) -> bool:
    """Four concealed pungs or kongs, self-drawn."""
    return (h.concealed_pungs == 4) & h.self_drawn


@element("Heads and Tails")
def heads_and_tails(h: View) -> bool:
    """Four pungs and the pair of ones and nines only."""
    return (h.pungs == 4) & only(h.kinds, TERMINALS)
