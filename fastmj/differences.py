"""In which way a run differs from the one that an output was begun with, in words."""

from collections.abc import Collection, Iterator
from typing import Any

_SHOWN = 3


def differences(before: dict[str, Any], now: dict[str, Any], unused: Collection[str] = ()) -> list[str]:
    """What differs between the heads of two journals (``package``, ``run``, ``inputs``); empty where nothing does.

    `unused` inputs, of which nothing could be scored, may have changed.
    """
    old, new = before["inputs"], now["inputs"]
    inputs = _inputs({name: new[name] if name in unused and name in new else old[name] for name in old}, new)
    return [*_package(before["package"], now["package"]), *_run(before["run"], now["run"]), *inputs]


def _package(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    if before["version"] != now["version"]:
        yield f"fastmj was {before['version']}, is {now['version']}"
    elif before != now:
        yield f"fastmj {now['version']} had other sources ({before['sources']}, now {now['sources']})"


def _run(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    other_rules = before.get("rules") != now.get("rules")
    for name in dict.fromkeys([*before, *now]):
        old, new = before.get(name), now.get(name)
        if old == new or (other_rules and name in ("options", "minimum", "points", "rest of the rule set")):
            continue
        if name in ("options", "points") and isinstance(old, dict) and isinstance(new, dict):
            word = "option" if name == "options" else "points of"
            yield from _few([f"{word} {key} {_change(old.get(key), new.get(key))}" for key in _changed(old, new)])
        elif name == "rest of the rule set":
            yield "the rule set has other elements, exclusions or policies"
        else:
            yield f"{name} {_change(old, new)}"


def _inputs(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    changed = [
        f"input {name} has changed ({_stamp(old[name])}, now {_stamp(new[name])})"
        for name in _changed(old, new)
        if name in old and name in new and _stamp(old[name]) != _stamp(new[name])
    ]
    yield from _few(changed)
    yield from _few([f"input {name} is new" for name in new if name not in old])
    yield from _few([f"input {name} is gone" for name in old if name not in new])


def _stamp(entry: dict[str, Any]) -> str:
    return f"{entry['size']:,} bytes of {entry['time']}"


def _changed(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [key for key in dict.fromkeys([*old, *new]) if old.get(key) != new.get(key)]


def _change(old: Any, new: Any) -> str:
    return f"was {_shown(old)}, is {_shown(new)}"


def _shown(value: Any) -> str:
    if value is None:
        return "not given"
    return ", ".join(map(str, value)) if isinstance(value, list) else repr(value) if value == "" else str(value)


def _few(texts: list[str]) -> list[str]:
    more = [f"and {len(texts) - _SHOWN:,} more like this"] if len(texts) > _SHOWN else []
    return texts[:_SHOWN] + more
