"""The keys of the store of a path, apart from locations: one function for each.

What a path keeps at a location are the contents of a container, a variable or a generator
(`values`). All else that it remembers has a key that begins with the name of its group.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from heapwise.terms import Scalar, Term

Key: TypeAlias = tuple[object, ...]

VARIABLES = ("global", "class")
"""Groups of variables: each holds a value of the program."""
MODULES = (*VARIABLES, "host")
"""Groups of what modules and classes hold."""
HELD = (*MODULES, "escaped")
"""Groups of what is held even if no variable of a function leads to it."""
OF_ONE_OBJECT = ("host", "unset", "args", "cause", "loose", "thrown")
"""Groups of what is about one location or one object of the interpreter, or concerns no value that
another path has (`thrown` is the engine's: where an object was first thrown)."""
LOOKED_AT = ("distinct", "looked")
"""Groups of what a path has found out about input containers."""
GENERATORS: Key = ("generators",)
"""There if the path has made generators in which something is to be closed."""
ITERATED: Key = ("iterated",)
"""The iterators over dicts and sets."""
GROWTH: Key = ("growth",)
"""How many items the path has added to containers of the input."""


def global_variable(namespace: Mapping[str, Any], name: str) -> Key:
    """What the program has assigned to a variable of a module."""
    return ("global", id(namespace), name)


def class_variable(cls: type, name: str) -> Key:
    """What the program has assigned to an attribute of a class."""
    return ("class", cls, name)


def assigned_to_classes(name: str) -> Key:
    """There if the path has assigned to an attribute of this name of some class."""
    return ("assigned", name)


def copy_of(value: object) -> Key:
    """The path's own copy of an object of the interpreter, or of a cell of a closure."""
    return ("host", id(value))


def unset_attributes(ref: Term) -> Key:
    """The names of the fields that a new object does not have yet."""
    return ("unset", ref)


def deleted_attribute(name: str) -> Key:
    """Which objects of the input have lost, or got again, the attribute of this name."""
    return ("deleted", name)


def exception_arguments(ref: Term) -> Key:
    """The `args` of an exception that is an object."""
    return ("args", ref)


def exception_cause(ref: Term) -> Key:
    """The `__cause__` of an exception that is an object."""
    return ("cause", ref)


def loose(layout: object) -> Key:
    """Values that do not fit the hint have been stored in a layout."""
    return ("loose", layout)


def escaped(ref: Scalar) -> Key:
    """A generator that an object of the input may hold."""
    return ("escaped", ref)


def looked_at(ref: Term) -> Key:
    """What has been looked at of an input container (`Looked`)."""
    return ("looked", ref)


def told_distinct(ref: Term, index: Scalar) -> Key:
    """The solver knows that the item at this index differs from those before it."""
    return ("distinct", ref, index)


def excluded_keys(ref: Term) -> Key:
    """Names that are no keys of an input dict."""
    return ("excluded", ref)


def own_hash(value: object) -> Key:
    """What `__hash__` of the program gave for a key."""
    return ("hash", value)


def exclusive_or(result: Scalar) -> Key:
    """The operands of `^` that gave this term."""
    return ("xor", result)
