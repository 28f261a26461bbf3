"""Symbolic references and their run-time classes, for the strategies that keep one state.

A reference term is built from *initial* references (an input, or the initial value of a field),
allocated locations and null, by if-then-else and by reads over writes. The run-time class of an
object is a function of the reference (`CLASS_OF`), so equal references have equal classes for
free. What the declared types say about it is asserted only for the references that take part in a
question about classes, or in an equality between references declared differently: anywhere else
it could not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.heaps.api import Denoted, HeapContext
from heapwise.heaps.shared.cells import CellKind, Keys, initial_symbol, kinds_of
from heapwise.program import ClassDecl, MethodDecl, Program
from heapwise.terms import (
    CLASS,
    NULL,
    REF,
    MapSort,
    Op,
    Scalar,
    Term,
    and_,
    class_id,
    eq,
    initial_map,
    is_initial_reference,
    le,
    not_,
    or_,
    raw_select,
    symbol,
    written_map,
)

CLASS_OF = symbol("class", MapSort((REF,), CLASS))
_REMEMBERED = 100_000

H = TypeVar("H")
K = TypeVar("K", bound=Hashable)
Grouping: TypeAlias = Callable[[Collection[ClassDecl]], dict[K, list[ClassDecl]]]
"""Classes by what they have in common."""


class Targets(NamedTuple):
    """What a reference may denote besides null."""

    initial: frozenset[Term]
    allocated: frozenset[Term]


NOTHING = Targets(frozenset(), frozenset())


def class_of(ref: Term) -> Term:
    return raw_select(CLASS_OF, (ref,))


def class_is_among(ref: Term, classes: Iterable[ClassDecl]) -> Scalar:
    """The run-time class of `ref` is one of these: an interval per run of numbers."""
    numbers = sorted(cls.number for cls in classes)
    intervals: list[list[int]] = []
    for number in numbers:
        if intervals and intervals[-1][1] + 1 == number:
            intervals[-1][1] = number
        else:
            intervals.append([number, number])
    cls = class_of(ref)
    parts = []
    for first, last in intervals:
        if first == last:
            parts.append(eq(cls, class_id(first)))
        else:
            parts.append(and_(le(class_id(first), cls), le(cls, class_id(last))))
    return or_(*parts)


class Places(Protocol):
    """What is known of where references lead, in all inputs that matter."""

    def name(self, reference: Term) -> Term:
        """The same for references that lead to the same place: another that is equal to it,
        wherever it can be read at all."""
        ...

    def differ(self, one: Term, other: Term) -> bool:
        """Are two names of different objects, unless they are null?"""
        ...


class NamesCells(Protocol[H]):
    """A strategy whose terms say which cell of the initial heap they mean."""

    references: References

    def with_cells(self, heap: H, cells: Iterable[tuple[str, Keys, Term]]) -> H:
        """The heap, knowing what these cells of the initial heap hold."""
        ...


class References:
    """What is known of references in one exploration, whatever the path: the declared class of
    each initial reference, and the class of each allocated location (given by the heap)."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._declared: dict[Term, ClassDecl] = {}
        self._targets: dict[Term, Targets] = {}
        self._class_facts: dict[Term, tuple[tuple[ClassDecl, ...], Scalar]] = {}
        self._ambiguous: dict[tuple[ClassDecl, str], bool] = {}
        self.origins: dict[Term, tuple[Term, CellKind, Keys]] = {}
        self.places: Places | None = None

    def declare(self, ref: Term, cls: ClassDecl) -> None:
        self._declared[ref] = cls

    def declared(self, ref: Term) -> ClassDecl:
        return self._declared.get(ref, self._program.root)

    def targets(self, ref: Term) -> Targets:
        """Every initial reference and allocated location that `ref` may denote."""
        found = self._targets.get(ref)
        if found is None:
            if len(self._targets) > _REMEMBERED:
                self._targets.clear()
            found = self._find_targets(ref)
            self._targets[ref] = found
        return found

    def _find_targets(self, ref: Term) -> Targets:
        initial: set[Term] = set()
        allocated: set[Term] = set()
        seen: set[Term] = set()
        waiting: list[Scalar] = [ref]
        while waiting:
            term = waiting.pop()
            if not isinstance(term, Term) or term in seen:
                continue
            seen.add(term)
            if term.op == Op.CONST:
                if term is not NULL:
                    allocated.add(term)
            elif is_initial_reference(term):
                initial.add(term)
            elif term.op == Op.ITE:
                waiting.extend(term.args[1:])
            else:
                assert term.op == Op.SELECT
                written = term.args[0]
                assert isinstance(written, Term)
                bottom = initial_map(written)
                if bottom.op == Op.SYMBOL:
                    initial.add(raw_select(bottom, term.args[1:]))
                while written.op == Op.STORE and written not in seen:
                    seen.add(written)
                    waiting.append(written.args[-1])
                    written = written_map(written)
        return Targets(frozenset(initial), frozenset(allocated))

    def classes(self, ref: Term, allocated: Mapping[Term, ClassDecl]) -> set[ClassDecl]:
        """The declared classes of what `ref` may denote."""
        targets = self.targets(ref)
        found = {self.declared(term) for term in targets.initial}
        found.update(allocated[term] for term in targets.allocated)
        return found

    def _only_class(self, ref: Term, allocated: Mapping[Term, ClassDecl]) -> ClassDecl | None:
        """The declared class of a reference that is no choice between several."""
        if ref.op == Op.CONST:
            return allocated.get(ref)
        return self.declared(ref) if is_initial_reference(ref) else None

    def _are_of_one_class(
        self, left: Term, right: Term, allocated: Mapping[Term, ClassDecl]
    ) -> bool:
        ours = self._only_class(left, allocated)
        return ours is not None and ours is self._only_class(right, allocated)

    def class_facts(self, ref: Term, allocated: Mapping[Term, ClassDecl]) -> list[Term]:
        """What declared types and allocation say about the classes of what `ref` may denote."""
        targets = self.targets(ref)
        facts = [self._declared_fact(term) for term in _in_order(targets.initial)]
        for term in _in_order(targets.allocated):
            facts.append(eq(class_of(term), class_id(allocated[term].number)))
        return [fact for fact in facts if isinstance(fact, Term)]

    def _declared_fact(self, initial: Term) -> Scalar:
        members = self._program.subtypes(self.declared(initial))
        known = self._class_facts.get(initial)
        if known is not None and known[0] == members:
            return known[1]
        if len(self._class_facts) > _REMEMBERED:
            self._class_facts.clear()
        fact = or_(eq(initial, NULL), class_is_among(initial, members))
        self._class_facts[initial] = (members, fact)
        return fact

    def same(
        self, left: Term, right: Term, allocated: Mapping[Term, ClassDecl]
    ) -> tuple[Scalar, tuple[Term, ...]]:
        """The condition that two references are equal, and the facts it depends on."""
        left, right = self.named(left), self.named(right)
        condition = eq(left, right)
        if type(condition) is bool or left is NULL or right is NULL:
            return condition, ()
        if self.places is not None and self.places.differ(left, right):
            return and_(eq(left, NULL), eq(right, NULL)), ()
        if self._are_of_one_class(left, right, allocated):
            return condition, ()
        ours = self.classes(left, allocated)
        theirs = self.classes(right, allocated)
        if len(ours) == 1 and ours == theirs:
            return condition, ()
        facts = self.class_facts(left, allocated) + self.class_facts(right, allocated)
        if not any(
            self._program.are_compatible(a, b) for a in ours for b in theirs
        ) or self._have_no_class_in_common(left, right, allocated):
            condition = and_(eq(left, NULL), eq(right, NULL))
        return condition, tuple(dict.fromkeys(facts))

    def _have_no_class_in_common(
        self, left: Term, right: Term, allocated: Mapping[Term, ClassDecl]
    ) -> bool:
        """Types may be compatible where the classes that inputs have of them are not."""
        ours = self.run_time_classes(left, allocated)
        return set(ours).isdisjoint(self.run_time_classes(right, allocated))

    def facts_to_compare(
        self, left: Term, right: Term, allocated: Mapping[Term, ClassDecl]
    ) -> tuple[Term, ...]:
        """The facts that the condition that two references are equal depends on."""
        if self.places is None and self._are_of_one_class(left, right, allocated):
            return ()
        return self.same(left, right, allocated)[1]

    def named(self, ref: Term) -> Term:
        """Equal to it, and the same for all that are known to be equal."""
        return ref if self.places is None else self.places.name(ref)

    def is_instance(
        self, ref: Term, cls: ClassDecl, allocated: Mapping[Term, ClassDecl]
    ) -> tuple[Scalar, tuple[Term, ...]]:
        """The condition that a non-null reference is of class `cls`, and the facts it needs."""
        classes = self.classes(ref, allocated)
        if all(member.is_subclass_of(cls) for member in classes):
            return True, ()
        if not any(self._program.are_compatible(member, cls) for member in classes):
            return False, ()
        facts = self.class_facts(ref, allocated)
        return class_is_among(ref, self._program.below(cls)), tuple(facts)

    def run_time_classes(self, ref: Term, allocated: Mapping[Term, ClassDecl]) -> list[ClassDecl]:
        """The classes that what `ref` denotes may have, as far as declarations tell."""
        if ref.op == Op.CONST and ref is not NULL:
            return [allocated[ref]]
        if is_initial_reference(ref):
            return list(self._program.subtypes(self.declared(ref)))
        candidates: dict[ClassDecl, None] = {}
        targets = self.targets(ref)
        for term in _in_order(targets.initial):
            candidates.update(dict.fromkeys(self._program.subtypes(self.declared(term))))
        for term in targets.allocated:
            candidates[allocated[term]] = None
        return list(candidates)

    def initial_symbol(self, owner: Term, kind: CellKind, rest: Keys) -> Term:
        """The initial contents of a cell of the initial reference `owner`."""
        declared = self.declared(owner)
        qualified = self._ambiguous.get((declared, kind.name))
        if qualified is None:
            qualified = any(
                other.label == kind.label and not other.resembles(kind)
                for cls in self._program.subtypes(declared)
                for other in kinds_of(cls)
            )
            self._ambiguous[declared, kind.name] = qualified
        found = initial_symbol(owner, kind, rest, qualified)
        self.origins[found] = (owner, kind, rest)
        return found


def _in_order(terms: frozenset[Term]) -> Iterable[Term]:
    """The same order in every run; most often there is but one."""
    return terms if len(terms) < 2 else sorted(terms, key=repr)


def group_by(
    key: Callable[[ClassDecl], K], classes: Collection[ClassDecl]
) -> dict[K, list[ClassDecl]]:
    if len(classes) == 1:
        (only,) = classes
        return {key(only): [only]}
    groups: dict[K, list[ClassDecl]] = {}
    for cls in sorted(classes, key=lambda cls: cls.number):
        groups.setdefault(key(cls), []).append(cls)
    return groups


def group_by_implementation(
    method: str, classes: Collection[ClassDecl]
) -> dict[MethodDecl, list[ClassDecl]]:
    """Classes that do not have the method are left out: a cast has ruled them out before."""
    if len(classes) == 1:
        (only,) = classes
        found = only.find_method(method)
        return {} if found is None else {found: [only]}
    groups = group_by(lambda cls: cls.find_method(method), classes)
    return {target: members for target, members in groups.items() if target is not None}


def possible_targets(
    cx: HeapContext, ref: Term, initial: bool, allocated: Iterable[Term]
) -> Denoted:
    """These targets of `ref`, without the allocated ones that the path has ruled out."""
    kept = []
    for loc in sorted(allocated, key=_by_allocation):
        known = cx.decided(eq(ref, loc))
        if known is True:
            return Denoted(False, (loc,))
        if known is None:
            kept.append(loc)
    return Denoted(initial, tuple(kept))


def _by_allocation(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return -loc.value


def resolve(cx: HeapContext, ref: Term) -> Term:
    """`ref` without the alternatives that the path has already ruled out."""
    while True:
        if ref.op == Op.ITE:
            value = cx.decided(ref.args[0])
            if value is None:
                return ref
            chosen = ref.args[1 if value else 2]
        elif ref.op == Op.SELECT:
            written = ref.args[0]
            assert isinstance(written, Term)
            if written.op != Op.STORE:
                return ref
            keys = ref.args[1:]
            parts = [eq(a, b) for a, b in zip(written.args[1:-1], keys, strict=True)]
            value = cx.decided(and_(*parts))
            if value is None:
                return ref
            below = written_map(written)
            if value:
                chosen = written.args[-1]
            elif below.op == Op.FILLED:
                chosen = below.args[0]
            else:
                chosen = raw_select(below, keys)
        else:
            return ref
        assert isinstance(chosen, Term)
        ref = chosen


def is_not_null(ref: Term) -> Scalar:
    return not_(eq(ref, NULL))
