"""Strategies that break one law each, to see that the laws notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest

from heapwise.heaps import registry
from heapwise.heaps.api import Case, Cut, HeapContext, Raised
from heapwise.heaps.shared.cells import Cell
from heapwise.heaps.strategies.fieldmaps import FieldMaps, FieldMapsStrategy
from heapwise.heaps.strategies.pose import PoseHeap, PoseStrategy
from heapwise.heaps.strategies.summary.summary import SummaryStrategy
from heapwise.heaps.strategies.summary.summary_heap import ValueSet
from heapwise.program import FieldDecl, Program
from heapwise.terms import Scalar, Term, and_, eq, not_

Pretend: TypeAlias = Callable[..., None]


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """`pretend(name=Factory)`: the strategy `name` is what the factory makes."""

    def replace(**factories: Callable[[Any], Any]) -> None:
        known = registry.strategy_named
        monkeypatch.setattr(
            registry, "strategy_named", lambda name: factories.get(name) or known(name)
        )

    return replace


class Crashing(PoseStrategy):
    def read_field(self, *arguments: Any) -> Any:
        raise KeyError("no such cell")


class Forgetful(FieldMapsStrategy):
    """Writes to input objects are lost."""

    def _write(
        self, cx: HeapContext, heap: FieldMaps, place: Cell, value: Scalar
    ) -> tuple[FieldMaps, list[Term]]:
        return heap, []


class BlindToAliases(PoseStrategy):
    """A write is not seen through another reference to the object."""

    def _write(
        self, cx: HeapContext, heap: PoseHeap, place: Cell, value: Scalar
    ) -> tuple[PoseHeap, list[Term]]:
        known = {**heap.cells.get(place.name, {}), place.keys: value}
        return heap._replace(cells={**heap.cells, place.name: known}), []


class NeverNull(FieldMapsStrategy):
    """Fields that are read are taken to be there."""

    def read_field(
        self, cx: HeapContext, heap: FieldMaps, ref: Term, field: FieldDecl
    ) -> Sequence[Case[FieldMaps, Scalar]]:
        cases = super().read_field(cx, heap, ref, field)
        return [case for case in cases if not isinstance(case.value, Raised)] or cases


class Splitting(FieldMapsStrategy):
    """Splits every read of an int into two cases that no program can tell apart."""

    def read_field(
        self, cx: HeapContext, heap: FieldMaps, ref: Term, field: FieldDecl
    ) -> Sequence[Case[FieldMaps, Scalar]]:
        found: list[Case[FieldMaps, Scalar]] = []
        for case in super().read_field(cx, heap, ref, field):
            if field.name != "val" or isinstance(case.value, Raised | Cut):
                found.append(case)
                continue
            is_five = eq(case.value, 5)
            found += [
                case._replace(guard=and_(case.guard, part)) for part in (is_five, not_(is_five))
            ]
        return found


class Overlapping(SummaryStrategy):
    """Two pairs of a value set may hold together, against Theorem 1."""

    def __init__(
        self, program: Program, prune: bool = True, check_invariants: bool = False
    ) -> None:
        super().__init__(program, prune, check_invariants)
        honest = self._theorems.check

        def check(cx: HeapContext, values: ValueSet, given: Scalar) -> None:
            wider = (*values[:-1], values[-1]._replace(guard=True)) if len(values) > 1 else values
            honest(cx, wider, given)

        self._theorems.check = check  # type: ignore[method-assign]  # what is checked is broken
