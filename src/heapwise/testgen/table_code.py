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
    listed = "*args, **_" if names is None else ", ".join(names)
    head = f"lambda {listed}:" if listed else "lambda:"
    default = text(function.fields.get("default"))
    entries = [(key, value) for key, value in function.entries or () if isinstance(key, TupleValue)]
    if not entries:
        return f"{head} {default}"
    if names is None or any(_needs_a_test(key) for key, _ in entries):
        tests = " ".join(
            f"{text(value)} if {_test(key, names, text)} else" for key, value in entries
        )
        return f"{head} {tests} {default}"
    single = len(names) == 1
    pairs = ", ".join(
        f"{text(key.items[0] if single else key)}: {text(value)}" for key, value in entries
    )
    subject = names[0] if single else f"({', '.join(names)})"
    return f"{head} {{{pairs}}}.get({subject}, {default})"


def _needs_a_test(value: Value) -> bool:
    """Is it something that a dict would not find: an object, or nan?"""
    if isinstance(value, TupleValue):
        return any(map(_needs_a_test, value.items))
    return isinstance(value, Ref) or (isinstance(value, float) and value != value)


def _test(key: TupleValue, names: list[str] | None, text: Callable[[Value], str]) -> str:
    if names is None:  # it may be called with anything, so that no dict would do
        return " and ".join([f"len(args) == {len(key.items)}", *_tests_of_items("args", key, text)])
    return " and ".join(
        part
        for name, value in zip(names, key.items, strict=True)
        for part in _tests(name, value, text)
    )


def _tests(name: str, value: Value, text: Callable[[Value], str]) -> list[str]:
    if isinstance(value, TupleValue) and _needs_a_test(value):
        size = f"len({name}) == {len(value.items)}"
        return [f"isinstance({name}, tuple)", size, *_tests_of_items(name, value, text)]
    if value is None or isinstance(value, Ref):
        return [f"{name} is {text(value)}"]
    if isinstance(value, float) and value != value:
        return [f"{name} != {name}"]
    return [f"{name} == {text(value)}"]


def _tests_of_items(name: str, value: TupleValue, text: Callable[[Value], str]) -> list[str]:
    return [
        test
        for index, item in enumerate(value.items)
        for test in _tests(f"{name}[{index}]", item, text)
    ]
