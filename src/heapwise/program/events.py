"""Events that mark where conditions and drivers run: what they decide is no path of the program."""

from __future__ import annotations

from collections.abc import Iterable

ASSUMPTION_BEGINS = "assumption begins"
PROMISE_BEGINS = "promise begins"
CONDITION_ENDS = "condition ends"
DRIVER_BEGINS = "driver begins"
DRIVER_ENDS = "driver ends"

_BEGINNINGS = frozenset((ASSUMPTION_BEGINS, PROMISE_BEGINS, DRIVER_BEGINS))
_ENDS = frozenset((CONDITION_ENDS, DRIVER_ENDS))

CONDITIONS = frozenset((ASSUMPTION_BEGINS, PROMISE_BEGINS, CONDITION_ENDS))


def own_events(trace: Iterable[str]) -> tuple[str, ...]:
    """Those of the program itself."""
    found: list[str] = []
    inside = False
    for event in trace:
        if event in _BEGINNINGS:
            inside = True
        elif event in _ENDS:
            inside = False
        elif not inside:
            found.append(event)
    return tuple(found)
