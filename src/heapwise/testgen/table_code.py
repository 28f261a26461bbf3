"""A function given as a table, as a programmer would write it: a lambda."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.results import HeapObject, Ref, TupleValue, Value

_PARAMETERS = ("x", "y", "z", "u", "v", "w")


def function_code(function: HeapObject, text: Callable[[Value], str]) -> str:
    """`text` writes the values in the table; objects must have names by then."""
    arity = function.fields.get("arity")
    names: list[str] | None = None
    if isinstance(arity, int) and arity <= len(_PARAMETERS):
        names = list(_PARAMETERS[:arity])
    listed = "*args" if names is None else ", ".join(names)
    head = f"lambda {listed}:" if listed else "lambda:"
    default = text(function.fields.get("default"))
    entries = [(key, value) for key, value in function.entries or () if isinstance(key, TupleValue)]
    if not entries:
        return f"{head} {default}"
    if any(_needs_a_test(key) for key, _ in entries):
        tests = " ".join(
            f"{text(value)} if {_test(key, names, text)} else" for key, value in entries
        )
        return f"{head} {tests} {default}"
    single = names is not None and len(names) == 1
    pairs = ", ".join(
        f"{text(key.items[0] if single else key)}: {text(value)}" for key, value in entries
    )
    subject = "args" if names is None else names[0] if single else f"({', '.join(names)})"
    return f"{head} {{{pairs}}}.get({subject}, {default})"


def _needs_a_test(value: Value) -> bool:
    """Is it something that a dict would not find: an object, or nan?"""
    if isinstance(value, TupleValue):
        return any(map(_needs_a_test, value.items))
    return isinstance(value, Ref) or (isinstance(value, float) and value != value)


def _test(key: TupleValue, names: list[str] | None, text: Callable[[Value], str]) -> str:
    parts: list[str] = []
    if names is None:
        names = [f"args[{index}]" for index in range(len(key.items))]
        parts.append(f"len(args) == {len(names)}")
    for name, value in zip(names, key.items, strict=True):
        if value is None or isinstance(value, Ref):
            parts.append(f"{name} is {text(value)}")
        elif isinstance(value, float) and value != value:
            parts.append(f"{name} != {name}")
        else:
            parts.append(f"{name} == {text(value)}")
    return " and ".join(parts)
