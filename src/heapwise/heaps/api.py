"""The heap seam: what the engine asks of a heap strategy, and all that a strategy may ask back.

Every operation answers with guarded successors (`Case`). The engine has one rule for all of them:
for each case, assume its facts and its guard, drop it if that is unsatisfiable, and go on with its
value. The laws that every strategy must keep:

1. *Partition.* The guards of the cases are pairwise disjoint and exhaustive under the path.
2. *Isolation.* A strategy never touches frames: late bindings live in the heap.
3. *Witness.* Every feasible path yields a concrete input that takes exactly that path.
4. *Exactness.* Every concrete input in scope is accepted by exactly one path.

A new strategy is a new module and a line in `heaps.registry`, or an entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.heaps.view import HeapView
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import Scalar, Term

H = TypeVar("H")
H_co = TypeVar("H_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K", bound=Hashable)

Ref: TypeAlias = Term
"""A term of sort Ref."""


class Failure(Enum):
    """What a heap access may raise."""

    NULL_DEREFERENCE = "NullDereference"
    CLASS_CAST = "ClassCast"
    INDEX_OUT_OF_BOUNDS = "IndexOutOfBounds"
    NEGATIVE_ARRAY_SIZE = "NegativeArraySize"


class Raised(NamedTuple):
    """In place of a value: the access fails."""

    failure: Failure


MAX_OBJECTS = "max-objects"
"""What a path is cut by that would look at more input objects than a bound allows."""


class Cut(NamedTuple):
    """In place of a value: going on would exceed this bound."""

    bound: str


class Case(NamedTuple, Generic[H_co, T_co]):
    """One guarded successor. `facts` are definitions that are no choice. A guard that is `settled`
    is carried by the heap itself: the solver need neither check nor remember it. It is always
    sound to leave it unsettled."""

    guard: Scalar
    heap: H_co
    value: T_co | Raised | Cut
    facts: tuple[Term, ...] = ()
    settled: bool = False


class Denoted(NamedTuple):
    """What a reference may denote besides null: some input object or none, and these allocated
    ones, in order of allocation."""

    initial: bool
    allocated: tuple[Ref, ...]


class HeapContext(Protocol):
    """All that a strategy may ask of the world while it performs one operation."""

    @property
    def program(self) -> Program: ...

    def decided(self, condition: Scalar) -> bool | None:
        """The value of `condition` where the path already knows it; costs no query. It is always
        sound to act as if it were None."""
        ...

    def may_hold(self, condition: Scalar) -> bool:
        """Can `condition` hold here? UNKNOWN counts as True."""
        ...

    def object_limit(self, family: ClassDecl) -> int | None:
        """How many input objects of this family (`Program.family`) a path may look at. Not to be
        asked of a family that is not `counted`: see `shared.budget.object_limit`."""
        ...

    def note_scope(self, condition: Scalar) -> None:
        """This condition only says that an input is within the bounds: it need not be shown."""
        ...

    @property
    def depth_limit(self) -> int | None:
        """How long a chain of materialised references from an input may be."""
        ...


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rest may rely on of a strategy.

    `path_optimal`       one state for each control-flow path of a program, but for what library
                         code decides
    `materialises`       it decides which object a reference denotes: there is a structure to look
                         at while a path is explored
    `merges_references`  operations may be given references that are if-then-elses
    `names_cells`        its terms say which cell of the initial heap they mean, so that a compiled
                         invariant can be put under it (`shared.references.NamesCells`)
    `joins_heaps`        its heaps may be put together where two paths meet (`JoinsHeaps`)
    `rewinds_heaps`      a path can go on with a heap that it had before (`RewindsHeaps`)
    `checks_theorems`    with the option `check_invariants`, it sees that its own theorems hold at
                         every step, and fails if not (`ChecksTheorems`)
    `rank`               on every program, a strategy of a lower rank finds at least as many paths,
                         and one of the same rank as many; None if nothing is known
    """

    path_optimal: bool = False
    materialises: bool = False
    merges_references: bool = False
    names_cells: bool = False
    joins_heaps: bool = False
    rewinds_heaps: bool = False
    checks_theorems: bool = False
    rank: int | None = None


class JoinsHeaps(Protocol[H]):
    """A strategy whose heaps may be put together where two paths meet."""

    def joined(self, a: H, b: H) -> H | None:
        """One heap that stands for both; None if there is none."""
        ...


class RewindsHeaps(Protocol[H]):
    """A strategy by which a path can go on with a heap that it had before: so two versions of a
    program run one after the other on the same input."""

    def rewound(self, then: H, now: H) -> H:
        """The heap `then`, with what the path has learned of the initial heap until `now`, and
        with the objects that it has made since."""
        ...

    def written(self, heap: H) -> Iterator[tuple[str, tuple[Scalar, ...]]]:
        """The cells that the path has written to: what their kind is called, and their keys."""
        ...

    def read_from(self, heap: H, ref: Ref) -> tuple[str, tuple[Scalar, ...]] | None:
        """The cell of the initial heap that holds this very reference, if it was read there."""
        ...


class ChecksTheorems(Protocol):
    """A strategy that checks its own theorems as it goes, if it is asked to."""

    @property
    def theorems_checked(self) -> int:
        """How many times they were found to hold."""
        ...


class HeapStrategy(Protocol[H]):
    """`cx` and `heap` come first in every operation; heaps are immutable values. What a strategy
    can do besides is said by its traits, and by the protocols above."""

    traits: Traits

    def empty(self) -> H: ...

    def input_value(
        self, cx: HeapContext, heap: H, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[H, Scalar]]: ...

    def new_object(self, cx: HeapContext, heap: H, cls: ClassDecl) -> Sequence[Case[H, Ref]]: ...

    def new_array(
        self, cx: HeapContext, heap: H, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[H, Ref]]: ...

    def read_field(
        self, cx: HeapContext, heap: H, ref: Ref, field: FieldDecl
    ) -> Sequence[Case[H, Scalar]]: ...

    def write_field(
        self, cx: HeapContext, heap: H, ref: Ref, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[H, None]]: ...

    def read_item(
        self, cx: HeapContext, heap: H, ref: Ref, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[H, Scalar]]:
        """The cell at `index` of a family of `ClassDecl.own_items`: any integer is an index."""
        ...

    def write_item(
        self, cx: HeapContext, heap: H, ref: Ref, field: FieldDecl, index: Scalar, value: Scalar
    ) -> Sequence[Case[H, None]]: ...

    def array_load(
        self, cx: HeapContext, heap: H, cls: ClassDecl, ref: Ref, index: Scalar
    ) -> Sequence[Case[H, Scalar]]: ...

    def array_store(
        self, cx: HeapContext, heap: H, cls: ClassDecl, ref: Ref, index: Scalar, value: Scalar
    ) -> Sequence[Case[H, None]]: ...

    def array_length(
        self, cx: HeapContext, heap: H, cls: ClassDecl, ref: Ref
    ) -> Sequence[Case[H, Scalar]]: ...

    def ref_equals(
        self, cx: HeapContext, heap: H, left: Ref, right: Ref
    ) -> Sequence[Case[H, Scalar]]: ...

    def instance_of(
        self, cx: HeapContext, heap: H, ref: Ref, cls: ClassDecl
    ) -> Sequence[Case[H, Scalar]]: ...

    def dispatch(
        self, cx: HeapContext, heap: H, ref: Ref, cls: ClassDecl, method: str
    ) -> Sequence[Case[H, MethodDecl]]: ...

    def classify(
        self, cx: HeapContext, heap: H, ref: Ref, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[H, K]]:
        """`key` of the run-time class of `ref`, with one case for all classes that agree in it, as
        far as references stay symbolic; null raises. `dispatch` has methods for keys."""
        ...

    def targets(self, cx: HeapContext, heap: H, ref: Ref) -> Denoted:
        """What `ref` may denote; forks nothing and costs no query, so it may say too much."""
        ...

    def allocated_class(self, heap: H, loc: Ref) -> ClassDecl:
        """The class of a location that the path has allocated."""
        ...

    def made(self, heap: H) -> Sequence[Ref]:
        """The locations that the path has allocated, in this order."""
        ...

    def sighted(self, heap: H) -> Sequence[Ref]:
        """The symbolic references to input objects that the path has looked at, the first ones
        first; none if a strategy decides at once which object a reference denotes."""
        ...

    def input_state(self, heap: H) -> object:
        """The same object as long as nothing was written to input objects; it may say too little,
        and be another one."""
        ...

    def materialised(self, heap: H) -> int:
        """How many input objects the path has looked at so far: it only grows. Objects that bounds
        do not count are none."""
        ...

    def view(self, program: Program, heap: H, model: Model) -> HeapView:
        """The concrete input and output heaps that `model` stands for."""
        ...
