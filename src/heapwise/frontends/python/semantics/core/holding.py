"""What refers to what: the references in a value, and the values at a location of the heap."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from heapwise.engine.machine import held_by
from heapwise.engine.state import Suspended
from heapwise.frontends.python.model.store_keys import (
    exception_arguments,
    exception_cause,
    unset_attributes,
)
from heapwise.frontends.python.model.value_kinds import inner_values
from heapwise.frontends.python.model.values import Tagged
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime
from heapwise.terms import REF, Term


def references(values: Iterable[object]) -> Iterator[Term | Tagged]:
    """Those in the values themselves, and the unions, which may be one of several, the
    nearest first. Values may lead back to themselves: none is looked into twice."""
    waiting = deque(values)
    seen: dict[int, object] = {}
    while waiting:
        value = waiting.popleft()
        if isinstance(value, Tagged):
            yield value
        elif isinstance(value, Term):
            if value.sort is REF:
                yield value
        elif id(value) not in seen:
            seen[id(value)] = value  # what is kept has its number for itself
            waiting += _parts(value)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, Suspended):
        return held_by(value.code, value.at, value.registers, value.target)
    return inner_values(value)


def inside(m: Mac, loc: Term) -> list[object]:
    """What a location holds: its contents, or the attributes of a new object."""
    contents = m.load(loc)
    if contents is not None:
        return [contents]
    if not m.is_allocated(loc):
        return []
    layouts = runtime(m).universe.layouts(m.allocated_class(loc))
    unset = m.load(unset_attributes(loc)) or frozenset()
    found = [layout.read(m, loc) for name, layout in layouts.items() if name not in unset]
    arguments, cause = m.load(exception_arguments(loc)), m.load(exception_cause(loc))
    return [*found, arguments, cause]
