"""What a call can see of the path's own store: the contents that its arguments lead to.

Two calls of one function that see the same, with the same path condition and the same input heap,
do the same; the second inside the first means that there is no end.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from heapwise.frontends.python.model.values import (
    BoundMethod,
    Boxed,
    Cell,
    DictContents,
    Function,
    ListContents,
    SetContents,
    Tagged,
    Tuple,
)
from heapwise.terms import REF, Op, Term

_MOST = 2_000
"""Values looked at before the question is given up."""


def visible(arguments: tuple[Any, ...], store: Mapping[object, Any]) -> Hashable | None:
    """None if the arguments lead to an object that the program has made, or too far."""
    found: dict[Term, Any] = {}
    waiting: list[Any] = list(arguments)
    steps = 0
    while waiting:
        value = waiting.pop()
        steps += 1
        if steps > _MOST:
            return None
        match value:
            case Term():
                if value.sort is not REF or value in found or not _is_allocated(value):
                    continue
                contents = store.get(value)
                if not isinstance(
                    contents, Cell | Boxed | ListContents | SetContents | DictContents
                ):
                    return None
                found[value] = contents
                waiting.append(contents)
            case Cell(inner) | Boxed(inner):
                waiting.append(inner)
            case ListContents(items) | SetContents(items) | Tuple(items):
                waiting += items
            case DictContents(entries):
                waiting += [part for entry in entries for part in entry]
            case Tagged(_, parts):
                waiting += parts
            case BoundMethod(receiver, function):
                waiting += [receiver, function]
            case Function():
                waiting += [*value.cells, *value.defaults]
    shared = [
        (key, value)
        for key, value in store.items()
        if isinstance(key, tuple) and key[0] in ("global", "class")
    ]
    return (*found.items(), *shared)


def _is_allocated(ref: Term) -> bool:
    return ref.op == Op.CONST and isinstance(ref.value, int) and ref.value < 0
