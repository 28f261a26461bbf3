"""What merging asks of a heap strategy and of a source language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.engine.state import Value
from heapwise.heaps.api import HeapContext, HeapStrategy
from heapwise.merging.meeting_values import OneSided, kept_locations
from heapwise.merging.paths import Merge
from heapwise.merging.refusal import Plain
from heapwise.program import MethodDecl, Type
from heapwise.program.code import Code
from heapwise.solver import PathCondition
from heapwise.terms import BOOL, Op, Scalar, Term, and_, not_, or_

H = TypeVar("H")


class MergingStrategy(HeapStrategy[H], Protocol[H]):
    """A strategy that can merge its heaps. It should not fork on references."""

    def merge_heaps(self, condition: Term, then: H, otherwise: H) -> H: ...

    def merge_scalars(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        """Of one sort."""
        ...

    def simplify(self, condition: Scalar) -> Scalar:
        """The same condition, in a form that suits the representation of values."""
        ...

    def narrow(
        self, path: PathCondition, heap: H, values: Sequence[Value]
    ) -> tuple[H, list[Value]]:
        """What a call is given, and the heap, without alternatives that cannot be."""
        ...

    def alternatives(self, value: Scalar) -> dict[Scalar, Scalar] | None:
        """The constants that a value may be, each under its guard; None if that is not known."""
        ...

    def cases(self, number: Scalar) -> Mapping[Scalar, Scalar]:
        """What a number may be, each under its guard, numbers of the input among them."""
        ...

    def looked_at(self, cx: HeapContext, heap: H, ref: Term) -> tuple[H, Mapping[Scalar, Scalar]]:
        """What a reference may be that something is about to be kept of: null and objects, each
        under its guard."""
        ...

    def beyond(self, value: Scalar) -> Scalar:
        """The condition that a reference is to an object that calls need not look at."""
        ...

    def anything(self, type_: Type) -> Scalar:
        """A value of which nothing is known: what such a call returns."""
        ...

    def mark_allocations(self) -> int:
        """How many locations there are so far: they are numbered from -1 down. Those that follow
        come after them on all paths."""
        ...

    def go_on_after(self, mark: int) -> int:
        """From now on locations come after this mark. The one that they came after until now."""
        ...

    def written_owners(self, before: H, after: H) -> Iterable[int]:
        """The numbers of the objects that have been written to in between."""
        ...


MergeValues: TypeAlias = Callable[[Merge, Term, Any, Any], object | None]
"""Merges values and contents that only the operations of the source language look into, or gives
None; the values in them are merged by the function it is given. (`Any`: each language has its own.)
"""


StandIns: TypeAlias = Callable[[MethodDecl], Code | None]
"""The code that a merged run has in place of that of a method, if it has another."""


class StandInError(Exception):
    """The code that stands in for a method cannot do what it is asked to: the run must begin again
    with the code of the method itself."""


class Language(NamedTuple):
    """What merging must know of a source language: how its values are merged, what happens to
    what one side alone has put into the store, its plain operations on Booleans, whether it
    `orders_sets` (`Machine.orders_sets`), and what stands in for methods. Operations of a language
    that `is_robust` do no harm on a state that no input leads to."""

    merge: MergeValues | None = None
    one_sided: OneSided = kept_locations
    plain: Plain | None = None
    orders_sets: bool = True
    stand_ins: StandIns | None = None
    is_robust: bool = False


Exclude: TypeAlias = Callable[[PathCondition, Scalar], None]
"""Told that the function must not return true where this condition holds on this path."""

Define: TypeAlias = Callable[[PathCondition, Scalar], None]
"""Told what holds on a path by definition."""


def simplified(strategy: MergingStrategy[H], condition: Scalar) -> Scalar:
    """In a form that suits the strategy, whatever it is made of."""
    if not isinstance(condition, Term) or condition.sort is not BOOL:
        return condition
    if condition.op == Op.NOT:
        return not_(simplified(strategy, condition.args[0]))
    if condition.op in (Op.AND, Op.OR):
        parts = [simplified(strategy, arg) for arg in condition.args]
        return strategy.simplify(and_(*parts) if condition.op == Op.AND else or_(*parts))
    return strategy.simplify(condition)
