"""A strategy that does what another one does while somebody watches every operation."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import PathContext
from heapwise.engine.explorer import Explorer
from heapwise.heaps.api import Case, HeapStrategy
from heapwise.program import Program
from heapwise.solver import default_solver

Cases = Sequence[Case[Any, Any]]

OPERATIONS = frozenset(
    name
    for name, member in vars(HeapStrategy).items()
    if inspect.isfunction(member) and "cx" in inspect.signature(member).parameters
)


class Watcher(Protocol):
    def __call__(
        self,
        operation: str,
        cx: PathContext,
        heap: object,
        arguments: tuple[Any, ...],
        perform: Callable[[], Cases],
    ) -> Cases:
        """Perform the operation and hand on its cases."""
        ...


class Watched:
    """Delegates to `inner`, the operations of the seam through `watcher`."""

    def __init__(self, inner: HeapStrategy[Any], watcher: Watcher) -> None:
        self._inner = inner
        self._watcher = watcher

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._inner, name)
        if name not in OPERATIONS:
            return member

        def watched(cx: PathContext, heap: object, *arguments: Any) -> Cases:
            def perform() -> Cases:
                return cast(Cases, member(cx, heap, *arguments))

            return self._watcher(name, cx, heap, arguments, perform)

        return watched


def both(outer: Watcher, inner: Watcher) -> Watcher:
    """Two that watch the same run."""

    def watcher(
        operation: str,
        cx: PathContext,
        heap: object,
        arguments: tuple[Any, ...],
        perform: Callable[[], Cases],
    ) -> Cases:
        def watched() -> Cases:
            return inner(operation, cx, heap, arguments, perform)

        return outer(operation, cx, heap, arguments, watched)

    return watcher


def watch(program: Program, strategy: HeapStrategy[Any], watcher: Watcher, bounds: Bounds) -> None:
    """Explore the program to the end."""
    watched = cast(HeapStrategy[Any], Watched(strategy, watcher))
    explorer = Explorer(program, watched, default_solver(), bounds)
    for _ in explorer.leaves():
        pass
    assert explorer.account.finished
