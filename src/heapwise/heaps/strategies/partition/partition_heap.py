"""The heap of `partition`: classes of locations, and a log per field instead of objects.

An entry says what a cell holds for the reference it was made through, whichever of its possible
locations that denotes. Writes are put in front of a log, initial values at its end.

Invariant: under every model of the path, the first entry of a log that is about a cell holds its
current value. A cell that no entry is about holds its initial value, which nobody has looked at,
or the default if its object was allocated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from heapwise.heaps.shared.budget import Sightings
from heapwise.heaps.shared.cells import Cell, Keys
from heapwise.heaps.strategies.partition.location_classes import LocationClasses
from heapwise.program import ClassDecl
from heapwise.terms import NULL, Op, Scalar, Term


class Entry(NamedTuple):
    """What a cell holds: a field of a reference, or an element of an array at an index."""

    keys: Keys
    value: Scalar

    @property
    def owner(self) -> Term:
        owner = self.keys[0]
        assert isinstance(owner, Term)
        return owner


class PartitionHeap(NamedTuple):
    """`logs` are kept per kind of cell, and apart for each allocated object; `initial`
    holds the contents of the initial heap that the path has looked at."""

    classes: LocationClasses = LocationClasses()
    logs: Mapping[tuple[str, Term | None], tuple[Entry, ...]] = {}
    initial: Mapping[tuple[str, Keys], Scalar] = {}
    allocated: Mapping[Term, ClassDecl] = {}
    inputs: Mapping[str, Term] = {}
    seen: Sightings = ()

    def log(self, place: Cell) -> tuple[Entry, ...]:
        return self.logs.get(_log_key(place), ())

    def with_log(self, place: Cell, log: tuple[Entry, ...]) -> PartitionHeap:
        return self._replace(logs={**self.logs, _log_key(place): log})

    def written(self, place: Cell, value: Scalar) -> PartitionHeap:
        kept = (entry for entry in self.log(place) if entry.keys != place.keys)
        return self.with_log(place, (Entry(place.keys, value), *kept))

    def initialised(self, place: Cell, value: Scalar) -> PartitionHeap:
        initial = {**self.initial, (place.name, place.keys): value}
        log = (*self.log(place), Entry(place.keys, value))
        return self.with_log(place, log)._replace(initial=initial)

    def entries(self) -> Iterator[tuple[str, Keys, Scalar]]:
        """Every entry; of those about one cell the newest comes first."""
        for (name, _), log in self.logs.items():
            for entry in log:
                yield name, entry.keys, entry.value


def is_allocated(ref: Term) -> bool:
    return ref.op == Op.CONST and ref is not NULL


def _log_key(place: Cell) -> tuple[str, Term | None]:
    return place.name, place.owner if is_allocated(place.owner) else None
