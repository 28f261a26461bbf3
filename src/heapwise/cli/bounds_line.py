"""The bounds of a run as the header line tells them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from heapwise.cli.limits import DEFAULTS
from heapwise.reports.wording import counted
from heapwise.results.named_bounds import NAMED

_DEFAULTS = DEFAULTS.to_json()


def bounds_text(bounds: Mapping[str, object], unlimited: Collection[str] = ()) -> str:
    """The bounds that differ from the default, in words: `at most 2 Node objects`. Those that are
    `unlimited` were named to be so."""
    changed = {
        name: value
        for name, value in bounds.items()
        if value != _DEFAULTS.get(name) or name in unlimited
    }
    of_class = changed.pop("max_objects_of", None) or {}
    parts = []
    for bound in NAMED:
        if bound.name in changed:
            limit = changed[bound.name]
            within = bound.within.format(_number_of(bound.noun, limit))
            parts.append(bound.without if limit is None else within)
        if bound.name == "max_objects":
            if isinstance(of_class, Mapping):
                single = of_class.items()
                parts += [f"at most {_number_of(f'{name} object', n)}" for name, n in single]
            fields = changed.get("fields")
            if isinstance(fields, str):
                parts.append(fields)
    return " · ".join(parts) or "default bounds"


def _number_of(noun: str, limit: object) -> str:
    if isinstance(limit, float):
        return f"{limit:g} {noun}"
    return counted(limit, noun) if isinstance(limit, int) else f"{limit} {noun}"
