"""Two versions of a program, one after the other on the same symbolic heap: how they are compared.

The code of such a program (`main_of`) runs the first version, goes back to the heap and the store
that it began with, runs the second, and asserts that both have ended alike. What the first path
has learned of the inputs stays known: nothing of them is copied, and nothing is looked at that
neither version looks at.

Values must be the same, and so must references to input objects; objects that the versions have
made correspond one to one. Everything that one of them has written to an input object is compared,
whether or not it can still be reached from the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from heapwise.engine.machine import Machine, UnsupportedError
from heapwise.engine.state import Key, StoreKey, Value
from heapwise.program import ClassDecl, FieldDecl, Position, Program
from heapwise.program import code as ir
from heapwise.terms import (
    FLOAT,
    FLOAT32,
    NULL,
    REF,
    SCALARS,
    Scalar,
    Term,
    and_,
    eq,
    is_number,
    lt,
    sort_of,
)

T = TypeVar("T")
Mac: TypeAlias = Machine[Any, Any]
Keys: TypeAlias = tuple[Scalar, ...]

BEFORE, NOW = "before", "now"
RETURNED, RAISED = "returned", "raised"
DIFFERENCE = "the versions end alike"

VERSION: StoreKey[str] = StoreKey("version")
"""Where the store keeps which version is running."""


class Start(NamedTuple):
    """What both versions begin with."""

    heap: Any
    store: Mapping[Key, object]
    made: frozenset[Term]


class End(NamedTuple):
    """What the first version has ended with."""

    heap: Any
    how: str
    value: Value
    store: Mapping[Key, object]


_START: StoreKey[Start] = StoreKey("versions start")
_END: StoreKey[End] = StoreKey("version ended")


class Rules(Protocol):
    """What a language says of two versions."""

    def remembers(self, kind: str) -> bool:
        """Do store keys of this kind hold what is known of the inputs, or keep names apart? Then
        they are not forgotten when the second version begins."""
        ...

    def unite(self, m: Mac, first: Mapping[Key, object]) -> None:
        """The second version has ended: put into the store what whoever reads the path must know
        of the first, whose store is given."""
        ...

    def compared(self, m: Mac, start: Start, end: End, how: str, value: Value) -> Scalar:
        """The condition that the second version, whose heap is current, has ended as the first
        did."""
        ...


class FieldRules(Protocol):
    """What a language says of comparisons whose objects are nothing but their fields."""

    def compared_by_value(self, program: Program) -> Sequence[ClassDecl]:
        """Classes whose objects nobody should tell apart that hold the same."""
        ...

    def raised(self, m: Mac, value: Value) -> object:
        """What tells failures apart; None if nobody can look at what is left."""
        ...

    def is_compared(self, field: FieldDecl) -> bool:
        """Is it part of what an object stands for?"""
        ...

    def length_of(self, field: FieldDecl) -> FieldDecl | None:
        """Where an object keeps how much of the array in a field counts; None if all of it does."""
        ...


class Fragment(NamedTuple):
    """Code that leaves its result in a register; what it throws is caught."""

    instructions: Sequence[ir.AnyInstruction]
    result: int


def main_of(
    rules: Rules,
    registers: int,
    inputs: Sequence[ir.AnyInstruction],
    assumed: Fragment,
    handlers: Sequence[ir.Handler],
    calls: tuple[Fragment, Fragment],
    at: Position,
) -> ir.Code:
    """`inputs` name the inputs; `assumed` are conditions of which both versions must allow what
    they are given, with their handlers, whose numbers count from the first instruction of them."""
    code: list[ir.AnyInstruction] = list(inputs)
    caught: list[ir.Handler] = []
    thrown, truth = registers, registers + 1

    def perform(operation: Callable[..., object], operands: Keys, *static: object) -> None:
        code.append(ir.Perform(truth, operation, operands, static, at=at))  # type: ignore[arg-type]

    perform(_begin, ())
    for version in (BEFORE, NOW):
        perform(_rewind, (), rules, version)
        first = len(code)
        code += [_moved(each, first) for each in assumed.instructions]
        caught += [
            each._replace(start=each.start + first, end=each.end + first, to=each.to + first)
            for each in handlers
        ]
    for version, call in zip((BEFORE, NOW), calls, strict=True):
        perform(_rewind, (), rules, version)
        ends = _ended if version == BEFORE else _same_as_first
        first = len(code)
        code += [_moved(each, first) for each in call.instructions]
        caught.append(ir.Handler(first, len(code), len(code) + 2, thrown))
        perform(ends, (call.result,), rules, RETURNED)
        code.append(ir.Jump(len(code) + 2, at=at))
        perform(ends, (thrown,), rules, RAISED)
    code.append(ir.Assert(truth, DIFFERENCE, at=at))
    code.append(ir.Return(truth, at=at))
    return ir.Code("versions", tuple(code), registers + 2, tuple(caught), library=True)


def _moved(instruction: ir.AnyInstruction, by: int) -> ir.AnyInstruction:
    if isinstance(instruction, ir.Jump):
        return replace(instruction, to=instruction.to + by)
    if isinstance(instruction, ir.Branch):
        return replace(
            instruction, then_to=instruction.then_to + by, else_to=instruction.else_to + by
        )
    return instruction


# -- operations


def _begin(m: Mac) -> int:
    m.put(_START, Start(m.heap, dict(m.contents()), frozenset(m.allocated())))
    return 0


def _rewind(m: Mac, rules: Rules, version: str) -> int:
    start = m.load(_START)
    assert start is not None
    for key, value in list(m.contents()):
        if key in (_START, _END) or (isinstance(key, StoreKey) and rules.remembers(key.kind)):
            continue
        before = start.store.get(key)
        if before is not value:
            m.put(key, before)
    m.put(VERSION, version)
    m.rewind(start.heap)
    return 0


def _ended(m: Mac, rules: Rules, how: str, value: Value) -> int:
    m.put(_END, End(m.heap, how, value, dict(m.contents())))
    return 0


def _same_as_first(m: Mac, rules: Rules, how: str, value: Value) -> Scalar:
    start, end = m.load(_START), m.load(_END)
    assert start is not None and end is not None
    rules.unite(m, end.store)
    return rules.compared(m, start, end, how, value) if end.how == how else False


def same_fields(
    m: Mac, rules: FieldRules, start: Start, end: End, how: str, value: Value
) -> Scalar:
    """The condition that values, fields and elements are the same."""
    return _Comparison(m, rules, start, end).of(how, end.value, value)


class DifferentError(Exception):
    """There is no need to look any further."""


class _Comparison:
    """Of the heap that the first version has left with that of the second, which is current."""

    def __init__(self, m: Mac, rules: FieldRules, start: Start, end: End) -> None:
        self._m = m
        self._rules = rules
        self._shared = start.made
        self._heaps = [end.heap, m.heap]
        self._pairs: dict[Term, Term] = {}
        self._backwards: dict[Term, Term] = {}
        self._waiting: list[tuple[Term, Term]] = []
        self._lengths: dict[Term, Scalar] = {}
        self._conditions: list[Scalar] = []
        self._values = tuple(rules.compared_by_value(m.program))
        self._written = [self._cells(side) for side in (0, 1)]

    def of(self, how: str, one: Value, other: Value) -> Scalar:
        """The condition that all is the same."""
        try:
            if how == RAISED:
                mine = self._on(0, self._rules.raised, self._m, one)
                if mine != self._on(1, self._rules.raised, self._m, other):
                    return False
                if mine is None:
                    return True
            else:
                self._same(one, other)
            self._inputs_are_same()
            while self._waiting:
                self._same_contents(*self._waiting.pop())
        except DifferentError:
            return False
        finally:
            self._m.rewind(self._heaps[1])
        return and_(*self._conditions)

    def _on(self, side: int, ask: Callable[..., T], *given: object) -> T:
        """Ask something of the heap of one version."""
        self._m.rewind(self._heaps[side])
        found = ask(*given)
        self._heaps[side] = self._m.heap
        return found

    def _cells(self, side: int) -> list[tuple[str, Keys]]:
        found = self._on(side, lambda: list(self._m.written()))
        return list(dict.fromkeys(found))

    def _need(self, condition: Scalar) -> None:
        if condition is False:
            raise DifferentError
        if condition is not True:
            self._conditions.append(condition)

    # -- values

    def _same(self, one: Value, other: Value) -> None:
        if not _is_reference(one) or not _is_reference(other):
            if not isinstance(one, SCALARS) or not isinstance(other, SCALARS):
                self._need(one is other)
            else:
                self._need(is_same_kind(one, other) and eq(one, other))
            return
        assert isinstance(one, Term) and isinstance(other, Term)
        mine = self._on(0, self._settled, one)
        its = self._on(1, self._settled, other)
        if mine is its and not self._is_new(mine):
            return
        if self._values and self._are_same_values(mine, its):
            return
        if self._is_new(mine) and self._is_new(its):
            self._correspond(mine, its)
        elif self._is_new(mine) or self._is_new(its):
            raise DifferentError
        else:
            self._need(self._m.same_reference(mine, its))

    def _settled(self, ref: Term) -> Term:
        """The object that the version has made, if it is one; else something that is none."""
        _, made = self._m.targets(ref)
        for location in made:
            if ref is location or self._m.decide(self._m.same_reference(ref, location)):
                return location
        return ref

    def _is_new(self, ref: Term) -> bool:
        initial, made = self._m.targets(ref)
        return not initial and made == (ref,) and ref not in self._shared

    def _correspond(self, one: Term, other: Term) -> None:
        if one in self._pairs or other in self._backwards:
            self._need(self._pairs.get(one) is other)
            return
        self._pairs[one], self._backwards[other] = other, one
        self._need(self._m.allocated_class(one) is self._m.allocated_class(other))
        self._waiting.append((one, other))

    def _are_same_values(self, one: Term, other: Term) -> bool:
        """Are they no references to anybody who looks at them, and has it been seen to that they
        are the same?"""
        m = self._m
        if one is NULL or other is NULL:
            return False
        kinds = [self._value_class(each) for each in (one, other)]
        if kinds == [None, None]:
            return False
        if kinds[0] is not kinds[1]:
            raise DifferentError
        cls = kinds[0]
        assert cls is not None
        for field in cls.fields().values():
            mine = self._on(0, m.read_field, one, field)
            its = self._on(1, m.read_field, other, field)
            self._need(eq(mine, its))
        return True

    def _value_class(self, ref: Term) -> ClassDecl | None:
        m = self._m
        possible = m.possible_classes(ref)
        wanted = [cls for cls in self._values if cls in possible]
        if not wanted or m.decide(m.same_reference(ref, NULL)):
            return None
        if len(possible) == 1:
            return wanted[0]
        return next((cls for cls in wanted if m.decide(m.is_instance(ref, cls))), None)

    # -- heaps

    def _inputs_are_same(self) -> None:
        """What one of the versions has written to objects that are there for both."""
        fields, arrays = _kinds(self._m.program)
        for name, keys in dict.fromkeys((*self._written[0], *self._written[1])):
            owner = keys[0]
            assert isinstance(owner, Term)
            owner = self._on(0, self._settled, owner)
            if owner in self._m.allocated() and owner not in self._shared:
                continue
            if name in fields:
                if self._rules.is_compared(fields[name]):
                    self._same_field(owner, owner, fields[name])
            elif len(keys) == 2 and self._counts(owner, keys[1], fields):
                self._same_item(owner, owner, arrays[name], keys[1])

    def _counts(self, array: Term, index: Scalar, fields: Mapping[str, FieldDecl]) -> bool:
        """Is it an element that anybody sees? Of an array that is how an object keeps what it
        holds, only if it is so still, and as far as that goes."""
        kept = self._m.read_from(array)
        field = None if kept is None else fields.get(kept[0])
        length = None if field is None else self._rules.length_of(field)
        if kept is None or field is None or length is None:
            return True
        owner = kept[1][0]
        assert isinstance(owner, Term)
        for side in (0, 1):
            if self._on(side, self._m.read_field, owner, field) is not array:
                return False
        return self._m.decide(lt(index, self._on(0, self._m.read_field, owner, length)))

    def _same_contents(self, one: Term, other: Term) -> None:
        cls = self._m.allocated_class(one)
        if cls.element is None:
            for field in cls.fields().values():
                if self._rules.is_compared(field):
                    self._same_field(one, other, field)
            return
        length = self._lengths.get(one)
        if length is None:
            lengths = [
                self._on(side, self._m.array_length, cls, ref)
                for side, ref in enumerate((one, other))
            ]
            if not self._m.decide(eq(lengths[0], lengths[1])):
                raise DifferentError
        places = [
            keys[1]
            for side, ref in enumerate((one, other))
            for _, keys in self._written[side]
            if len(keys) == 2 and keys[0] is ref
        ]
        for index in dict.fromkeys(places):
            if length is None or self._m.decide(lt(index, length)):
                self._same_item(one, other, cls, index)

    def _same_field(self, one: Term, other: Term, field: FieldDecl) -> None:
        mine = self._on(0, self._m.read_field, one, field)
        its = self._on(1, self._m.read_field, other, field)
        length = self._rules.length_of(field)
        if length is not None and mine is not its:
            self._same_field(one, other, length)
            arrays = [self._on(0, self._settled, mine), self._on(1, self._settled, its)]
            if self._is_new(arrays[0]) != self._is_new(arrays[1]):
                raise UnsupportedError(f"`{field}` is another array in one version only")
            self._lengths[arrays[0]] = self._on(0, self._m.read_field, one, length)
        self._same(mine, its)

    def _same_item(self, one: Term, other: Term, cls: ClassDecl, index: Scalar) -> None:
        mine = self._on(0, self._m.array_load, cls, one, index)
        self._same(mine, self._on(1, self._m.array_load, cls, other, index))


def _is_reference(value: Value) -> bool:
    return isinstance(value, Term) and value.sort is REF


def is_same_kind(one: Scalar, other: Scalar) -> bool:
    """Numbers that are known say nothing of how wide they are."""
    if isinstance(one, Term) and isinstance(other, Term):
        return one.sort is other.sort
    kinds = [sort_of(each) for each in (one, other)]
    if all(each in (FLOAT, FLOAT32) for each in kinds):
        return True
    return kinds[0] is kinds[1] or all(is_number(each) for each in kinds)


def _kinds(program: Program) -> tuple[dict[str, FieldDecl], dict[str, ClassDecl]]:
    """What kinds of cells are called: fields, and elements of arrays."""
    fields: dict[str, FieldDecl] = {}
    arrays: dict[str, ClassDecl] = {}
    for cls in program.by_number:
        if cls.element is None:
            fields.update((str(field), field) for field in cls.own_fields.values())
        else:
            arrays.setdefault(cls.own_fields["length"].owner.name, cls)
    return fields, arrays
