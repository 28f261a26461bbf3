"""Variables: globals, captured variables, and locals that may not be assigned."""

from __future__ import annotations

from typing import Any

from heapwise.engine.state import UNDEFINED
from heapwise.frontends.python.model.store_keys import global_variable
from heapwise.frontends.python.model.values import NONE, Cell, Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, throw
from heapwise.frontends.python.semantics.core.kinds import unsupported as not_supported
from heapwise.terms import Term


def read_global(m: Mac, namespace: dict[str, Any], name: str) -> Value:
    written = m.load(global_variable(namespace, name))
    if written is not None and written is not UNDEFINED:
        return written
    if name in namespace and written is None:
        return runtime(m).wrap(m, namespace[name])
    found = runtime(m).builtin(name)
    if found is None:
        throw(NameError, f"name '{name}' is not defined")
    return found


def write_global(m: Mac, namespace: dict[str, Any], name: str, value: Value) -> None:
    m.put(global_variable(namespace, name), value)


def delete_global(m: Mac, namespace: dict[str, Any], name: str) -> None:
    written = m.load(global_variable(namespace, name))
    if written is UNDEFINED or (written is None and name not in namespace):
        throw(NameError, f"name '{name}' is not defined")
    write_global(m, namespace, name, UNDEFINED)


def make_cell(m: Mac, value: Value) -> Term:
    loc = m.allocate(runtime(m).universe.local["cell"])
    m.put(loc, Cell(value))
    return loc


def read_cell(m: Mac, name: str, own: bool, cell: Term) -> Value:
    """`own` variables of the function are captured by an inner one."""
    captured = m.load(cell)
    assert isinstance(captured, Cell)
    return check_assigned(m, name, own, captured.value)


def write_cell(m: Mac, cell: Term, value: Value) -> None:
    m.put(cell, Cell(value))


def check_assigned(m: Mac, name: str, own: bool, value: Value) -> Value:
    """`own` variables are those of the function itself, the others are free ones."""
    if value is UNDEFINED and not own:
        throw(
            NameError,
            f"cannot access free variable '{name}' where it is not associated with a value"
            " in enclosing scope",
        )
    if value is UNDEFINED:
        throw(
            UnboundLocalError,
            f"cannot access local variable '{name}' where it is not associated with a value",
        )
    return value


def local_variables(m: Mac, named: tuple[str, ...], *values: Value) -> Term:
    """What `locals` gives: those that are assigned, captured ones from their cells."""
    entries: list[tuple[Value, Value]] = []
    for name, value in zip(named, values, strict=True):
        captured = m.load(value) if isinstance(value, Term) else None
        if isinstance(captured, Cell):
            value = captured.value
        if value is not UNDEFINED:
            entries.append((name, value))
    return sequences.new_dict(m, tuple(entries))


def let_go(m: Mac, value: Value) -> Value:
    return NONE


def undefined(m: Mac) -> Value:
    return UNDEFINED


def host_constant(m: Mac, value: object) -> Value:
    return runtime(m).wrap(m, value)


def constant_value(m: Mac, value: Value) -> Value:
    return value


def unsupported(m: Mac, what: str) -> Value:
    not_supported(what)
