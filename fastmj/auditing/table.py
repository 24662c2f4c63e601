"""The columns of an audit."""

import pyarrow as pa

from fastmj.auditing.reasons import Difference

AGREEMENT = ("agrees", "win_agrees", "points_agree", "elements_agree", "payments_agree")
FIELDS = [
    *(pa.field(name, pa.bool_()) for name in AGREEMENT),
    pa.field(
        "differences",
        pa.list_(
            pa.struct(
                [
                    pa.field("kind", pa.string()),
                    pa.field("element", pa.string()),
                    pa.field("claimed", pa.int32()),
                    pa.field("computed", pa.float32()),
                    pa.field("because", pa.string()),
                    pa.field("excluded_by", pa.list_(pa.string())),
                ]
            )
        ),
    ),
    pa.field("explanation", pa.string()),
]
"""What an audit adds to an imported win and its score; a null where log or score say nothing to compare."""


def difference_rows(found: list[list[Difference]]) -> pa.Array:
    """The column ``differences``, one list a win."""
    kind = next(field.type for field in FIELDS if field.name == "differences")
    return pa.array([[each._asdict() for each in differences] for differences in found], kind)
