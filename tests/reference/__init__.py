"""A slow, plain scorer of Chinese Official hands, written from the rules alone and sharing no code with fastmj.

`score(case)` takes one hand as a dict in the case format, `score_row(row)` the same as numbers; both return a `Result`.
"""

from tests.reference.mcr import Result, score, score_row
from tests.reference.rows import Row

__all__ = ["Result", "Row", "score", "score_row"]
