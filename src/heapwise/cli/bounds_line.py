"""The bounds of a run as the header line tells them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from heapwise.cli.limits import DEFAULTS
from heapwise.reports.gaps import BOUND_WORDS
from heapwise.reports.wording import counted

_DEFAULTS = DEFAULTS.to_json()
_WORDS = {
    **BOUND_WORDS,
    "max_paths": ("at most {}", "path"),
    "timeout": ("at most {}", "s"),
    "max_memory": ("at most {}", "MiB"),
}
_UNBOUNDED = {
    "max_length": "containers of any length",
    "max_depth": "chains of any length",
    "max_loops": "loops and recursions of any number of turns",
    "max_calls": "any number of nested calls",
    "max_steps": "any number of steps",
    "max_digits": "integers of any number of digits",
    "max_paths": "any number of paths",
    "timeout": "any time",
    "max_memory": "any amount of memory",
}


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
    if "max_objects" in changed and changed["max_objects"] is None:
        parts.append("any number of objects")
    elif "max_objects" in changed:
        parts.append(f"at most {_number_of('object', changed['max_objects'])} of each class")
    if isinstance(of_class, Mapping):
        parts += [f"at most {_number_of(f'{name} object', n)}" for name, n in of_class.items()]
    fields = changed.get("fields")
    if isinstance(fields, str):
        parts.append(fields)
    for name, any_number in _UNBOUNDED.items():
        if name in changed:
            text, noun = _WORDS[name]
            limit = changed[name]
            parts.append(any_number if limit is None else text.format(_number_of(noun, limit)))
    return " · ".join(parts) or "default bounds"


def _number_of(noun: str, limit: object) -> str:
    if isinstance(limit, float):
        return f"{limit:g} {noun}"
    return counted(limit, noun) if isinstance(limit, int) else f"{limit} {noun}"
