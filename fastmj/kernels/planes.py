"""Counts of all 34 kinds at once, as bit planes: the digits of weight 1, 2 and 4 in one mask each."""

from fastmj.kernels.jit import helper


@helper
def added(once: int, twice: int, four: int, five: int, one: int, two: int, kong: int) -> tuple[int, int, int, int]:
    """Counts as bit planes (1, 2, 4, more than 7) plus the planes of one meld: a full adder over all 34 kinds at once."""
    carry = once & one
    carry_2 = twice & two | carry & (twice | two)
    carry_4 = four & kong | carry_2 & (four | kong)
    return once ^ one, twice ^ two ^ carry, four ^ kong ^ carry_2, five | carry_4
