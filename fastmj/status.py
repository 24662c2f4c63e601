"""Row statuses: what became of a hand. The order is precedence: of several faults the first is reported."""

STATUS = (
    "missing",
    "unknown_rules",
    "unreadable",
    "bad_tile",
    "bad_meld",
    "wrong_tile_count",
    "too_many_copies",
    "win_tile_not_in_hand",
    "bad_context",
    "not_a_win",
    "below_minimum",
    "ok",
)
(
    MISSING,
    UNKNOWN_RULES,
    UNREADABLE,
    BAD_TILE,
    BAD_MELD,
    WRONG_TILE_COUNT,
    TOO_MANY_COPIES,
    WIN_TILE_NOT_IN_HAND,
    BAD_CONTEXT,
    NOT_A_WIN,
    BELOW_MINIMUM,
    OK,
) = range(len(STATUS))
