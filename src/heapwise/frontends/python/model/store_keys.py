"""The keys of the store of a path, apart from locations: one function for each.

What a path keeps at a location are the contents of a container, a variable or a generator
(`values`). All else that it remembers has a key whose kind is the name of its group.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import Looked, Tuple, Value
from heapwise.terms import Scalar, Term

VARIABLES = ("global", "class", "function")
"""Groups of variables and attributes: each holds a value of the program."""
MODULES = (*VARIABLES, "host")
"""Groups of what modules and classes hold."""
HELD = (*MODULES, "escaped")
"""Groups of what is held even if no variable of a function leads to it."""
OF_ONE_OBJECT = ("host", "unset", "args", "cause", "loose", "thrown")
"""Groups of what is about one location or one object of the interpreter, or concerns no value that
another path has (`thrown` is the engine's: where an object was first thrown)."""
LOOKED_AT = ("distinct", "looked")
"""Groups of what a path has found out about input containers."""
GENERATORS: StoreKey[bool] = StoreKey("generators")
"""There if the path has made generators in which something is to be closed."""
ITERATED: StoreKey[tuple[Term, ...]] = StoreKey("iterated")
"""The iterators over dicts and sets."""
GROWTH: StoreKey[int] = StoreKey("growth")
"""How many items the path has added to containers of the input."""


def global_variable(namespace: Mapping[str, Any], name: str) -> StoreKey[Value]:
    """What the program has assigned to a variable of a module."""
    return StoreKey("global", (id(namespace), name))


def class_variable(cls: type, name: str) -> StoreKey[Value]:
    """What the program has assigned to an attribute of a class."""
    return StoreKey("class", (cls, name))


def function_attribute(name: str) -> StoreKey[Value]:
    """Functions to which the program has given an attribute of this name, each with the value."""
    return StoreKey("function", name)


NAMES_ON_FUNCTIONS: StoreKey[tuple[str, ...]] = StoreKey("named")
"""The names of these attributes."""


def assigned_to_classes(name: str) -> StoreKey[bool]:
    """There if the path has assigned to an attribute of this name of some class."""
    return StoreKey("assigned", name)


def copy_of(value: object) -> StoreKey[Term]:
    """The path's own copy of an object of the interpreter, or of a cell of a closure."""
    return StoreKey("host", id(value))


def unset_attributes(ref: Term) -> StoreKey[frozenset[str]]:
    """The names of the fields that a new object does not have yet."""
    return StoreKey("unset", ref)


def deleted_attribute(name: str) -> StoreKey[tuple[tuple[Term, bool], ...]]:
    """Which objects of the input have lost, or got again, the attribute of this name."""
    return StoreKey("deleted", name)


def exception_arguments(ref: Term) -> StoreKey[Tuple]:
    """The `args` of an exception that is an object."""
    return StoreKey("args", ref)


def exception_cause(ref: Term) -> StoreKey[Value]:
    """The `__cause__` of an exception that is an object."""
    return StoreKey("cause", ref)


def loose(layout: object) -> StoreKey[bool]:
    """Values that do not fit the hint have been stored in a layout."""
    return StoreKey("loose", layout)


def escaped(ref: Scalar) -> StoreKey[Value]:
    """A generator that an object of the input may hold."""
    return StoreKey("escaped", ref)


def looked_at(ref: Term) -> StoreKey[Looked]:
    """What has been looked at of an input container (`Looked`)."""
    return StoreKey("looked", ref)


def told_distinct(ref: Term, index: Scalar) -> StoreKey[bool]:
    """The solver knows that the item at this index differs from those before it."""
    return StoreKey("distinct", (ref, index))


def excluded_keys(ref: Term) -> StoreKey[tuple[str, ...]]:
    """Names that are no keys of an input dict."""
    return StoreKey("excluded", ref)


def own_hash(value: object) -> StoreKey[Value]:
    """What `__hash__` of the program gave for a key."""
    return StoreKey("hash", value)


def hash_in(container: Term, key: object) -> StoreKey[Value]:
    """The hash that a key had when it came into a container."""
    return StoreKey("stored", (container, key))


def changed_hash(value: object) -> StoreKey[bool]:
    """There if `__hash__` of the program has given different answers for a key."""
    return StoreKey("changed", value)


def hashed(result: int) -> StoreKey[Value]:
    """What `hash` gave this number for, if that was no number itself."""
    return StoreKey("hashed", result)


def removed_from(container: Term) -> StoreKey[bool]:
    """There if keys with a hash of their own have been taken out of a dict."""
    return StoreKey("removed", container)


def exclusive_or(result: Scalar) -> StoreKey[tuple[Scalar, Scalar]]:
    """The operands of `^` that gave this term."""
    return StoreKey("xor", result)
