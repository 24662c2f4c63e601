"""Words for why something that is met does not count."""

from collections.abc import Callable

from fastmj.arguments import one_of
from fastmj.explaining.relations import Reason
from fastmj.rules.row import Row
from fastmj.rules.ruleset import LANGUAGES

Naming = Callable[[Row], str]

REASONS = {
    "not_beside": "not beside {rows}",
    "one_of_group": "one element of group {group} counts: {rows}",
    "final": "nothing else counts beside {rows}",
    "ordinary_is_higher": "the ordinary count is higher",
    "one_combination": "one combination of chows counts: {rows}",
    "often_enough": "it counts {most} at most",
    "non_separation": "non-separation: these chows are combined already, in {rows}",
    "non_identical": "non-identical: one of these chows serves another {rows}",
    "free_choice": "freedom of choice: most of these chows serve {rows}, worth no less",
    "account_once": "account-once: these chows are joined already, by {rows}",
    "adds_nothing": "it adds no points",
}
"""Code of a reason -> the sentence. The last but one and the three before it are principles of combining chows."""


def name_in(language: str) -> Naming:
    """How rows are called: ``en``, or ``zh`` where the rule set has a Chinese name."""
    one_of("names", language, LANGUAGES)
    return lambda row: (row.chinese if language == "zh" else "") or row.title


def numbered(row: Row, naming: Naming) -> str:
    """A row with the number that its rule set gives it: ``28 Pure Straight``."""
    return f"{row.number} {naming(row)}".strip()


def reason_words(row: Row, reason: Reason, naming: Naming) -> str:
    """Why a row does not count, in a sentence."""
    most = row.element.most
    return REASONS[reason.rule].format(
        rows=", ".join(numbered(other, naming) for other in reason.rows),
        group=row.group,
        most="once" if most == 1 else f"{most} times",
    )
