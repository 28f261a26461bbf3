"""The bounds of a run as a user writes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from heapwise.engine.bounds import Bounds
from heapwise.program.source import InputError

DEFAULTS = Bounds()
_UNLIMITED = ("0", "none")


@dataclass(frozen=True, slots=True)
class Limits:
    """What the user wrote, one text per option; None where the option was not given."""

    max_objects: Sequence[str] = ()
    max_depth: str | None = None
    max_length: str | None = None
    max_loops: str | None = None
    max_calls: str | None = None
    max_steps: str | None = None
    max_paths: str | None = None
    timeout: str | None = None


def bounds_of(limits: Limits) -> Bounds:
    objects, objects_of = _objects(limits.max_objects)
    return Bounds(
        max_objects=objects,
        max_objects_of=objects_of,
        max_depth=_whole("--max-depth", limits.max_depth, DEFAULTS.max_depth),
        max_length=_whole("--max-length", limits.max_length, DEFAULTS.max_length),
        max_loops=_whole("--max-loops", limits.max_loops, DEFAULTS.max_loops),
        max_calls=_whole("--max-calls", limits.max_calls, DEFAULTS.max_calls),
        max_steps=_whole("--max-steps", limits.max_steps, DEFAULTS.max_steps),
        max_paths=_whole("--max-paths", limits.max_paths, DEFAULTS.max_paths),
        timeout=_seconds("--timeout", limits.timeout),
        unlimited=frozenset(
            name
            for name, said in (
                ("max_objects", bool(limits.max_objects) and objects is None and not objects_of),
                ("max_length", (limits.max_length or "").lower() in _UNLIMITED),
            )
            if said
        ),
    )


def _whole(option: str, text: str | None, default: int | None) -> int | None:
    if text is None:
        return default
    if text.lower() in _UNLIMITED:
        return None
    if text.isascii() and text.isdigit():
        return int(text)
    raise InputError(f"{option} takes a whole number, or `none` for no bound, not `{text}`")


def _seconds(option: str, text: str | None) -> float | None:
    if text is None:
        return DEFAULTS.timeout
    if text.lower() in _UNLIMITED:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds) or seconds < 0:
        raise InputError(f"{option} takes seconds, or `none` for no bound, not `{text}`")
    return seconds or None


def _objects(texts: Sequence[str]) -> tuple[int | None, dict[str, int]]:
    general = DEFAULTS.max_objects
    of_class: dict[str, int] = {}
    for text in texts:
        name, equals, count = (part.strip() for part in text.rpartition("="))
        most = 0 if equals and count == "0" else _whole("--max-objects", count, None)
        if not equals:
            general = most
        elif not name or most is None:
            raise InputError(
                f"--max-objects takes N or Class=N, not `{text}`; "
                "a class is unbounded if nothing bounds it"
            )
        else:
            of_class[name] = most
    return general, of_class
