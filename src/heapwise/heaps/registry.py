"""The heap strategies by name.

Built-in ones are listed here; another package adds its own through the entry-point group
`heapwise.strategies`: a callable that takes a `Program` and returns a `HeapStrategy`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from heapwise.heaps.api import HeapStrategy
from heapwise.heaps.fieldmaps import FieldMapsStrategy
from heapwise.heaps.lazier import LazierSharpStrategy, LazierStrategy
from heapwise.heaps.lazy import LazyStrategy
from heapwise.heaps.partition import PartitionStrategy
from heapwise.heaps.pose import PoseStrategy
from heapwise.heaps.summary import SummaryStrategy
from heapwise.program import InputError, Program

Factory: TypeAlias = Callable[..., HeapStrategy[Any]]
"""Takes the program, and by keyword the options that the strategy has."""

DEFAULT = "fieldmaps"
GROUP = "heapwise.strategies"

_BUILT_IN: dict[str, Factory] = {
    "fieldmaps": FieldMapsStrategy,
    "lazier": LazierStrategy,
    "lazier-sharp": LazierSharpStrategy,
    "lazy": LazyStrategy,
    "partition": PartitionStrategy,
    "pose": PoseStrategy,
    "summary": SummaryStrategy,
}


ALIASES = {"lazier#": "lazier-sharp", "uber-lazy": "partition"}
"""Other names that the papers use."""


def canonical(name: str) -> str:
    return ALIASES.get(name, name)


def strategies() -> Mapping[str, Factory]:
    return {**_installed(), **_BUILT_IN}


@cache
def _installed() -> Mapping[str, Factory]:
    """Those of other packages, looked up once: that reads many files."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    return tuple(sorted(strategies()))


def create(name: str, program: Program, **options: bool | str) -> HeapStrategy[Any]:
    """Raises KeyError for a name that `names` does not list, and `InputError` for an option that
    the strategy does not have."""
    factory = strategies()[name]
    known = inspect.signature(factory).parameters
    for option in options:
        if option not in known:
            raise InputError(f"the strategy `{name}` has no option `{option.replace('_', '-')}`")
    return factory(program, **options)
