"""Two versions of a program side by side: what a language gives to whoever compares them.

A front end that can make one program of two versions has a module with `product_of` (the entry
`versions` of the registry). It runs both on equal inputs and asserts that they end alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from heapwise.results import Heap


@dataclass(frozen=True, slots=True)
class Ending:
    """How one version ended: `how` is `returned` or `raised`, or says why it did not end. `heap`
    has what was returned, if so, as `result`, and the arguments as they were then."""

    how: str
    heap: Heap
    exception: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A function in both versions. `target` runs both and fails if they differ; `run` does so for
    real on one input. `call` writes code that builds the input and calls the function."""

    name: str
    target: str
    run: Callable[[Heap], tuple[Ending, Ending]]
    call: Callable[[Heap], str]


@dataclass(frozen=True, slots=True)
class Product:
    """`pairs` can be compared; functions `only_before` and `only_now` are in one version;
    `unsupported` says of others why they cannot be compared. `leaves_out` is what is not
    compared."""

    pairs: Sequence[Pair]
    only_before: Sequence[str] = ()
    only_now: Sequence[str] = ()
    unsupported: dict[str, str] = field(default_factory=dict)
    leaves_out: str = ""
