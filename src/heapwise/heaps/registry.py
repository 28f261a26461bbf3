"""The heap strategies by name.

Built-in ones are listed here; another package adds its own through the entry-point group
`heapwise.strategies`: a class that is made with a `Program` and is a `HeapStrategy`. Its `traits`
say what else it can be used for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any, Protocol

from heapwise.installed import installed
from heapwise.program.source import InputError

if TYPE_CHECKING:
    from heapwise.heaps.api import HeapStrategy, Traits
    from heapwise.program import Program


class Factory(Protocol):
    """The class of a strategy: it takes the program, and by keyword the options that there are."""

    traits: Traits

    def __call__(self, program: Program, **options: Any) -> HeapStrategy[Any]: ...


DEFAULT = "fieldmaps"
MATERIALISING = "lazy"
"""The one to use where a structure is looked at while a path is explored."""
GROUP = "heapwise.strategies"

_BUILT_IN = {
    "fieldmaps": "heapwise.heaps.strategies.fieldmaps:FieldMapsStrategy",
    "lazier": "heapwise.heaps.strategies.lazy.lazier:LazierStrategy",
    "lazier-sharp": "heapwise.heaps.strategies.lazy.lazier:LazierSharpStrategy",
    "lazy": "heapwise.heaps.strategies.lazy.lazy:LazyStrategy",
    "partition": "heapwise.heaps.strategies.partition.partition:PartitionStrategy",
    "pose": "heapwise.heaps.strategies.pose:PoseStrategy",
    "summary": "heapwise.heaps.strategies.summary.summary:SummaryStrategy",
}
"""Imported when they are used."""


ALIASES = {"lazier#": "lazier-sharp", "uber-lazy": "partition"}
"""Other names that the papers use."""


def canonical(name: str) -> str:
    return ALIASES.get(name, name)


@cache
def entries() -> Mapping[str, EntryPoint]:
    """All of them by name, not imported yet."""
    ours = {name: EntryPoint(name, home, GROUP) for name, home in _BUILT_IN.items()}
    return {**{entry.name: entry for entry in installed(GROUP)}, **ours}


@cache
def strategy_named(name: str) -> Factory:
    """Raises KeyError for a name that `names` does not list."""
    found: Factory = entries()[name].load()
    return found


def names() -> tuple[str, ...]:
    return tuple(sorted(entries()))


def traits_of(name: str) -> Traits:
    return strategy_named(name).traits


def with_traits(wanted: Callable[[Traits], bool]) -> tuple[str, ...]:
    """The strategies that have wanted traits, those with more paths first."""
    found = [name for name in names() if wanted(traits_of(name))]
    return tuple(sorted(found, key=lambda name: (traits_of(name).rank or 0, name)))


def create(name: str, program: Program, **options: bool | str) -> HeapStrategy[Any]:
    """Raises KeyError for a name that `names` does not list, and `InputError` for an option that
    the strategy does not have."""
    factory = strategy_named(name)
    known = inspect.signature(factory).parameters
    for option in options:
        if option not in known:
            raise InputError(f"the strategy `{name}` has no option `{option.replace('_', '-')}`")
    return factory(program, **options)
