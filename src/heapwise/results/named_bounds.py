"""The bounds in words: what options, reports and the live page say of each.

All of them are made from `NAMED`; `engine/bounds.py` has the values.
"""

from __future__ import annotations

from dataclasses import dataclass

PYTHON_OBJECTS = 3
"""Objects of each class, and items in each container, unless the user says otherwise; the same for
Java."""


@dataclass(frozen=True, slots=True)
class NamedBound:
    """A bound in words. `within` is what lies inside of it, with a place for so many of a `noun`,
    `without` what there is without it. It is an option that takes a `metavar`, if that is not
    empty, and the `usual` value is told if it depends on the language. Some bounds end the whole
    run instead of a path."""

    name: str
    within: str
    noun: str
    without: str
    metavar: str = ""
    help: str = ""
    usual: str = ""
    ends_run: bool = False

    @property
    def option(self) -> str:
        """What cuts a path is called so, too."""
        return self.name.replace("_", "-")


NAMED = (
    NamedBound(
        "max_objects",
        "at most {} of each class",
        "object",
        "any number of objects",
        "N|Class=N",
        "Input objects of each class, or of one class. Repeatable.",
        usual=f"{PYTHON_OBJECTS} for Python and Java, else none",
    ),
    NamedBound(
        "max_length",
        "at most {} in each container or text",
        "item",
        "containers of any length",
        "N",
        "Items of an input container or array that a path looks at (Python and Java).",
        usual="as many as objects",
    ),
    NamedBound(
        "max_depth",
        "chains of at most {}",
        "field",
        "chains of any length",
        "K",
        "Length of a chain of input objects, from an input on.",
    ),
    NamedBound(
        "max_loops",
        "loops and recursions of at most {}",
        "turn",
        "loops and recursions of any number of turns",
        "L",
        "Iterations of a loop that meet no new input object.",
    ),
    NamedBound(
        "max_calls",
        "at most {}",
        "nested call",
        "any number of nested calls",
        "D",
        "Depth of nested calls.",
    ),
    NamedBound(
        "max_steps",
        "at most {} on a path",
        "step",
        "any number of steps",
        "S",
        "Instructions on one path.",
    ),
    NamedBound("max_digits", "integers of at most {}", "digit", "integers of any number of digits"),
    NamedBound(
        "max_paths",
        "at most {}",
        "path",
        "any number of paths",
        "P",
        "Stop after so many paths.",
        ends_run=True,
    ),
    NamedBound(
        "timeout",
        "at most {}",
        "s",
        "any time",
        "SECONDS",
        "Stop after so much time (for each strategy).",
        ends_run=True,
    ),
    NamedBound("max_memory", "at most {}", "MiB", "any amount of memory", ends_run=True),
)
