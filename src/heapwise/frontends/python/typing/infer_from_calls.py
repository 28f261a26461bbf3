"""What flows through the calls of a module: evidence for parameters and results without a hint.

As in `inference`, this is no type checking: everything that is passed or returned somewhere counts.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType

from heapwise.frontends.python.typing.functions import ParameterInfo
from heapwise.frontends.python.typing.hints import (
    FOREIGN_SHAPE,
    NONE_SHAPE,
    OpaqueShape,
    Shape,
    UnknownShape,
    alternatives,
    classes_in,
    is_optional,
    unite,
)
from heapwise.frontends.python.typing.joined_shapes import merge

_ANYTHING = ("Any", "object", FOREIGN_SHAPE.name)


@dataclass(slots=True)
class Flow:
    """What calls pass for parameters that have no hint (`unresolved` are those for which they also
    pass what nothing is known of), and what functions without a hint for it return. What no call
    tells of a parameter, the attributes do that the body uses: `meant` is of these."""

    meant: Mapping[tuple[FunctionType, str], Shape] = field(default_factory=dict)
    arguments: dict[tuple[FunctionType, str], Shape] = field(default_factory=dict)
    unresolved: set[tuple[FunctionType, str]] = field(default_factory=set)
    results: dict[FunctionType, Shape] = field(default_factory=dict)

    def passed(self, function: FunctionType, name: str, shape: Shape | None) -> None:
        if shape is None:
            self.unresolved.add((function, name))
            return
        known = self.arguments.get((function, name))
        merged = shape if known is None else merge([known, shape])
        if merged is not None:
            self.arguments[function, name] = merged

    def returned(self, function: FunctionType, shape: Shape) -> None:
        known = self.results.get(function)
        merged = shape if known is None else merge([known, shape])
        if merged is not None:
            self.results[function] = merged

    def parameter(self, function: FunctionType, parameter: ParameterInfo) -> Shape:
        """Without a hint it is what is passed for it; so it is if the hint is `Any` and objects of
        the program are passed."""
        if not leaves_open(parameter.shape):
            return parameter.shape
        passed = self.arguments.get((function, parameter.name))
        meant = self.meant.get((function, parameter.name))
        if passed is None:
            passed, meant = meant, None
        if passed is None:
            return parameter.shape
        if meant is not None and not classes_in(passed):
            passed = unite((meant, NONE_SHAPE)) if is_optional(passed) else meant
        if parameter.has_default and _default_of(function, parameter.name) is None:
            passed = unite((passed, NONE_SHAPE))
        if classes_in(passed):
            return unite(part for part in alternatives(passed) if not is_any(part))
        unknown = (function, parameter.name) in self.unresolved
        says_nothing = unknown and passed == NONE_SHAPE
        has_no_hint = isinstance(parameter.shape, UnknownShape)
        return passed if has_no_hint and not says_nothing else parameter.shape


def _default_of(function: FunctionType, name: str) -> object:
    """The default of a parameter that has one."""
    return inspect.signature(function).parameters[name].default


def leaves_open(shape: Shape) -> bool:
    """Whether a hint says nothing about what the values are."""
    return any(isinstance(part, UnknownShape) or is_any(part) for part in alternatives(shape))


def is_any(shape: Shape) -> bool:
    return isinstance(shape, OpaqueShape) and shape.name in _ANYTHING
