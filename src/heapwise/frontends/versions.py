"""Two versions of a program side by side: what a language gives to whoever compares them.

A front end that can make one program of two versions has a module with `product_of` (the entry
`versions` of the registry). It runs both on the same inputs and asserts that they end alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from heapwise.frontends.protocol import Subject
from heapwise.results import Heap, Value
from heapwise.results.differences import differences
from heapwise.results.heap import Ref, refs_in
from heapwise.results.version_pairs import Ending

RETURNED, YIELDED, RAISED, VIOLATED, ENDLESS = (
    "returned",
    "yielded",
    "raised",
    "violated",
    "endless",
)
ENDS = (RETURNED, YIELDED, RAISED, VIOLATED, ENDLESS)


class Ran(NamedTuple):
    """What a run of one version on an input showed; objects of the input keep their names."""

    how: str
    value: Value
    exception: str
    output: Heap


Runner: TypeAlias = Callable[[Heap], tuple[Ending, Ending]]
"""Runs both versions on an input."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A function in both versions. A check of `subject` runs both on the same objects and fails if
    they differ; one of the only function that `target` names gives each a copy of the input, and
    is made where there is no subject, or it cannot tell. `run` runs both for real on one input.
    `call` writes code that builds the input and calls the function."""

    name: str
    run: Runner
    call: Callable[[Heap], str]
    target: str = ""
    subject: Subject | None = None


@dataclass(frozen=True, slots=True)
class Product:
    """`pairs` can be compared; functions `only_before` and `only_now` are in one version;
    `unsupported` says of others why they cannot be compared. `leaves_out` is what is not
    compared. `tests` writes a file of tests that pass before and fail now, of pairs with inputs on
    which they differ, to be put at a place; without it, tests call the functions in Python."""

    pairs: Sequence[Pair]
    only_before: Sequence[str] = ()
    only_now: Sequence[str] = ()
    unsupported: dict[str, str] = field(default_factory=dict)
    leaves_out: str = ""
    tests: Callable[[Sequence[tuple[str, Heap]], Path | None], str] | None = None


def endings(given: Heap, one: Ran, other: Ran) -> tuple[Ending, Ending]:
    """With what can no longer be reached from the arguments after one of the runs: somebody else
    may still refer to it."""
    heaps = [_whole(given, each) for each in (one, other)]
    lost = {
        f"({way})": ref
        for ref, way in ways_in(given).items()
        if any(ref not in _reached(heap) for heap in heaps)
    }
    found = []
    for each, heap in zip((one, other), heaps, strict=True):
        whole = Heap({**heap.roots, **lost}, heap.objects)
        found.append(Ending(each.how, whole, each.exception))
    return found[0], found[1]


def differ(one: Ending, other: Ending) -> bool:
    if (one.how, one.exception) != (other.how, other.exception):
        return True
    return one.how != ENDLESS and next(differences(one.heap, other.heap), None) is not None


def paired(first: Mapping[str, object], second: Mapping[str, object]) -> dict[str, str]:
    """By the names of functions of the first version, those of the second: two single functions
    are compared whatever they are called."""
    if len(first) == len(second) == 1:
        return {next(iter(first)): next(iter(second))}
    return {name: name for name in first if name in second}


def _whole(given: Heap, ran: Ran) -> Heap:
    """A version that does not use an input has not seen it: it is as it was."""
    roots = {"result": ran.value, **given.roots} if ran.how == RETURNED else dict(given.roots)
    return Heap(roots, {**given.objects, **ran.output.objects})


def ways_in(heap: Heap) -> dict[Ref, str]:
    """How each object is reached, the shortest way."""
    found: dict[Ref, str] = {}
    waiting = [(ref, name) for name, value in heap.roots.items() for ref in refs_in(value)]
    for ref, way in waiting:
        if ref in found:
            continue
        found[ref] = way
        obj = heap.objects[ref]
        for name, value in obj.fields.items():
            waiting += [(each, f"{way}.{name}") for each in refs_in(value)]
        for index, value in enumerate(obj.items or ()):
            waiting += [(each, f"{way}[{index}]") for each in refs_in(value)]
        for entry in obj.entries or ():
            waiting += [(each, f"{way}[…]") for value in entry for each in refs_in(value)]
    return found


def _reached(heap: Heap) -> set[Ref]:
    return set(ways_in(heap))
