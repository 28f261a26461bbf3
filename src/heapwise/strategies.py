"""Inputs of a function as a strategy of Hypothesis: what its hints and invariants allow, small.

Where the inputs have an invariant, they are all valid ones within the scope; else there is one for
every path of the function that is found in some seconds, aliased and cyclic ones too.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from heapwise.program.source import InputError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from heapwise.results import Heap

_MOST = 10_000
_SECONDS = 20.0


def inputs(function: Callable[..., Any], max_objects: int = 3) -> SearchStrategy[dict[str, Any]]:
    """Arguments by name, with `self` for a method: `@given(inputs(f))`, then `f(**arguments)`.
    Every example is built anew, so a test may change it. What inputs there are is found out when a
    test begins: whoever only imports the module, as `heapwise check` does, need not wait."""
    try:
        from hypothesis import strategies
    except ImportError as error:
        raise InputError(
            "heapwise.strategies needs Hypothesis: pip install 'heapwise[hypothesis]'"
        ) from error
    file = inspect.getsourcefile(function)
    if file is None or "<locals>" in function.__qualname__:
        raise InputError(
            f"{function.__qualname__}: only functions of a module or class have inputs"
        )
    target = f"{file}:{function.__qualname__}"

    def found() -> SearchStrategy[dict[str, Any]]:
        heaps = _heaps(target, max_objects)
        if not heaps:
            raise InputError(f"{function.__qualname__}: no input is known")
        return strategies.sampled_from(heaps).map(lambda heap: _built(heap, function))

    return strategies.deferred(found)


@cache
def _heaps(target: str, max_objects: int) -> tuple[Heap, ...]:
    from itertools import islice

    from heapwise.api import explore
    from heapwise.engine.bounds import Bounds
    from heapwise.frontends.enumerating import enumerate_inputs

    try:
        found = enumerate_inputs(target, max_objects)
        return tuple(islice(found, _MOST))
    except InputError:
        bounds = Bounds(max_objects=max_objects, max_length=max_objects, timeout=_SECONDS)
        paths = explore(target, bounds=bounds)
        kept: dict[str, Heap] = {}
        for path in islice(paths, _MOST):
            kept.setdefault(repr(path.input), path.input)
        return tuple(kept.values())


def _built(heap: Heap, function: Callable[..., Any]) -> dict[str, Any]:
    from heapwise.results.heap import heap_to_json
    from heapwise.testgen.live import LiveHeap
    from heapwise.testgen.real_names import Names

    written: Mapping[str, Any] = heap_to_json(heap)
    module = sys.modules[function.__module__]
    live = LiveHeap(written["objects"], Names(module, frozenset()))
    return {name.lstrip("*"): live.value(value) for name, value in written["roots"].items()}
