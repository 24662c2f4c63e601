"""What logs claim: names of the scoring elements of the Chinese Official rules, as importers keep them."""

from collections.abc import Iterable
from functools import lru_cache

from fastmj.aliases import canonical


@lru_cache(4096)
def claimed(name: str) -> str | None:
    """A name as importers keep it: canonical where known, as read where not, None where the log lost the characters."""
    known = canonical(name, "mcr")
    lost = known is None and ("?" in name or "\N{REPLACEMENT CHARACTER}" in name)
    return None if lost else known or name


def repeated(claims: Iterable[tuple[str, int]]) -> tuple[str | None, ...]:
    """Names with their counts -> ``claimed`` names repeated by count. Raises ``ValueError`` for an impossible count."""
    names: list[str | None] = []
    for name, count in claims:
        if not 0 < count < 100:
            raise ValueError(f"element {name!r} is counted {count} times")
        names += [claimed(name)] * count
    return tuple(names)
