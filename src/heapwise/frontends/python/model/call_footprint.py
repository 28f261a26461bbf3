"""What a call can see of the path's own store: the contents that its arguments lead to.

Two calls of one function that see the same, with the same path condition and the same input heap,
do the same; the second inside the first means that there is no end.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from heapwise.engine.state import Store, StoreKey
from heapwise.frontends.python.model.store_keys import VARIABLES
from heapwise.frontends.python.model.value_kinds import inner_values
from heapwise.frontends.python.model.values import (
    Boxed,
    Cell,
    DictContents,
    ListContents,
    SetContents,
)
from heapwise.terms import REF, Op, Term

_PLAIN = (Cell, Boxed, ListContents, SetContents, DictContents)
"""Contents that nothing but their values tells apart."""
_MOST = 2_000
"""Values looked at before the question is given up."""


def visible(arguments: tuple[Any, ...], store: Store) -> Hashable | None:
    """None if the arguments lead to an object that the program has made, or too far."""
    found: dict[Term, Any] = {}
    waiting: list[Any] = list(arguments)
    steps = 0
    while waiting:
        value = waiting.pop()
        steps += 1
        if steps > _MOST:
            return None
        if not isinstance(value, Term):
            waiting += inner_values(value)
        elif value.sort is REF and value not in found and _is_allocated(value):
            contents = store.get(value)
            if not isinstance(contents, _PLAIN):
                return None
            found[value] = contents
            waiting.append(contents)
    shared = [
        (key, value)
        for key, value in store.items()
        if isinstance(key, StoreKey) and key.kind in VARIABLES
    ]
    return (*found.items(), *shared)


def _is_allocated(ref: Term) -> bool:
    return ref.op == Op.CONST and isinstance(ref.value, int) and ref.value < 0
