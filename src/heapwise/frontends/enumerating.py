"""All valid inputs within a scope, one of each shape: Korat on what a target names.

The target is a class with an invariant (`file.py:Class`, `file.tiny:Class`, `classes:pkg.Class`),
or a Python function or Java method whose parameters have contracts: then an input is a value for
each parameter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from heapwise.frontends.registry import claiming, front_end
from heapwise.results import Heap
from heapwise.structure.search.field_domains import Domain, Finitization
from heapwise.structure.search.korat import Part, Search, SearchStatistics
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.search.watchdog import PATIENCE
from heapwise.structure.to_python.deriving import Scope


class Enumeration:
    """Iterate over it for the inputs, or only count them. Each run starts from the beginning."""

    def __init__(
        self,
        structure: Structure,
        language: str,
        *,
        symmetric: bool = True,
        raising: bool = False,
        complete: bool = True,
        patience: float = PATIENCE,
        shown: Callable[[Heap], Heap] | None = None,
        as_tests: Callable[[Sequence[Heap], Path | None], str] | None = None,
        limits: str = "",
    ) -> None:
        """`shown`, `as_tests` and `limits` as in `ValidInputs`."""
        self.limits = limits
        self.language = language
        self.words = front_end(language).words
        self.as_tests = as_tests
        self._shown = shown
        self.finitization: Finitization = structure.finitization
        self._space = structure.space()
        self._complete = complete
        self._search = Search(
            self._space,
            structure.invariant(self._space),
            symmetric=symmetric,
            raising=raising,
            patience=patience,
        )

    @property
    def statistics(self) -> SearchStatistics:
        """Candidates tried and valid inputs found so far."""
        return self._search.statistics

    def __iter__(self) -> Iterator[Heap]:
        for _ in self._search.valid(complete=self._complete):
            yield self.shown(self._space.heap())

    def part(self, part: Part, seconds: float, most: int | None) -> Iterator[Heap]:
        """Those of a part of the search, `most` of them at most: the others are counted. When it
        has ended after so many seconds, `rest` says what is left of it, in order."""
        self._search.pause = time.monotonic() + seconds
        try:
            for number, _ in enumerate(self._search.valid(complete=self._complete, part=part)):
                if most is None or number < most:
                    yield self.shown(self._space.heap())
        finally:
            self._search.pause = None

    @property
    def rest(self) -> Sequence[Part]:
        return self._search.rest

    def shown(self, heap: Heap) -> Heap:
        """A heap as people write it in the language."""
        return heap if self._shown is None else self._shown(heap)

    def count(self) -> int:
        return sum(1 for _ in self._search.valid(complete=self._complete))


def enumerate_inputs(
    target: str | Path,
    scope: int,
    *,
    objects_of: Mapping[str, int] | None = None,
    max_length: int | None = None,
    domains: Mapping[str, Domain | Sequence[object]] | None = None,
    symmetric: bool = True,
    raising: bool = False,
    complete: bool = True,
    patience: float = PATIENCE,
    language_options: object | None = None,
) -> Enumeration:
    """Every valid input with at most `scope` objects of each class (`objects_of`: of one class).

    `domains` are what fields may hold, by `Class.field`, where that is not what their types say:
    a `Domain`, or a list of values in which the name of a class stands for its objects.
    With `complete`, inputs that differ only in fields that the invariant does not read are
    different inputs. An invariant that raises does not hold; with `raising` it is an error. What
    there is to say to the front end alone are `language_options`.

    Raises `InputError` if the target has no invariant, or a field no usable type.
    """
    wanted = Scope(scope, dict(objects_of or {}), max_length)
    language = claiming(target)
    found = language.valid_inputs(str(target), wanted, language_options)
    structure = found.structure
    if domains:
        named = {found.full_name(name): domain for name, domain in domains.items()}
        structure = with_domains(structure, named)
    return Enumeration(
        structure,
        language.name,
        symmetric=symmetric,
        raising=raising,
        complete=complete,
        patience=patience,
        shown=found.shown,
        as_tests=found.as_tests,
        limits=found.limits,
    )


def with_domains(
    structure: Structure, domains: Mapping[str, Domain | Sequence[object]]
) -> Structure:
    finitization = structure.finitization
    for where, given in domains.items():
        domain = given if isinstance(given, Domain) else finitization.resolved(where, given)
        finitization = finitization.with_field(where, domain)
    return Structure(finitization, structure.make_world, structure.invariant, structure.cells)
