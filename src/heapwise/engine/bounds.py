"""The bounds of an exploration. None means unlimited.

A new bound is a field of `Bounds`, an entry in `results/named_bounds.py`, from which the options,
the lines of reports and the fields of the live page are made, and its check, where the thing
happens.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from heapwise.results.named_bounds import PYTHON_OBJECTS as PYTHON_OBJECTS

MAX_LENGTH = "max-length"
"""What a path is cut by that would look at more items of an input container, or at more characters
of a text, than `max_length` allows."""

MAX_DIGITS = "max-digits"

USUAL_DIGITS = sys.get_int_max_str_digits() or None
"""Of integers in decimal where nobody is interested in longer ones: CPython refuses to write or
read those."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What may be explored.

    `max_objects`      input objects per class (with its subclasses) that one path may look at
    `max_objects_of`   the same for single classes
    `max_depth`        length of a chain of fields from an input to an object, and number of
                       distinct indexes of one input array
    `max_length`       items of an input list, dict, set or array that one path may look at one by
                       one (of the languages that have them); longer ones are inputs all the same
    `max_loops`        iterations of a loop, or nested calls of a method, in a row that decide
                       something symbolic and look at no new object
    `max_calls`        nested calls
    `max_steps`        instructions on one path
    `max_digits`       digits of an integer that is written or read in decimal (Python)
    `max_paths`        finished paths, `timeout` seconds, `max_memory` MiB of this process: these
                       end the whole run. Without `max_memory`, most of what the machine has

    A bound that is not named may get the default of a language, unless it is among the `unlimited`.
    """

    max_objects: int | None = None
    max_objects_of: Mapping[str, int] = field(default_factory=dict)
    max_depth: int | None = 50
    max_length: int | None = None
    max_loops: int | None = 100
    max_calls: int | None = 12_000
    max_steps: int | None = 1_000_000
    max_digits: int | None = None
    max_paths: int | None = None
    timeout: float | None = 300.0
    max_memory: int | None = None
    unlimited: frozenset[str] = frozenset()

    def to_json(self) -> dict[str, object]:
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        del found["unlimited"]
        return {**found, "max_objects_of": dict(self.max_objects_of)}


def small_by_default(bounds: Bounds) -> Bounds:
    """For languages whose programs would never come to an end otherwise: few objects of each class
    and short containers, unless the user says how many or wants no bound."""
    said = bounds.max_objects is not None or bounds.max_objects_of
    if not said and "max_objects" not in bounds.unlimited:
        bounds = replace(bounds, max_objects=PYTHON_OBJECTS)
    if bounds.max_length is None and "max_length" not in bounds.unlimited:
        bounds = replace(bounds, max_length=bounds.max_objects or PYTHON_OBJECTS)
    return bounds
