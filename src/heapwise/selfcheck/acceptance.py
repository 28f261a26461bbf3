"""Which paths accept a concrete input heap: decided by evaluating their conditions on it (law 4).

A symbol is named after the place in the initial heap that it stands for, written as in the source
language (`Y0.next.val`, `Y2[Y1.val]`), so its value is found by reading the name on the concrete
heap. A map is named after a field or an array class and is asked cell by cell. Places behind null
or beyond the end of an array do not exist: nothing may depend on them, so they have any value.

A strategy whose conditions speak of anything else cannot be judged this way: `UnreadableError`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from heapwise.heaps.shared.references import CLASS_OF
from heapwise.program import Program
from heapwise.results import Heap, Ref, Value
from heapwise.solver import Model
from heapwise.solver.model import MapInterpretation
from heapwise.terms import BOOL, Concrete, Op, Scalar, Term, evaluate

Reader: TypeAlias = Callable[[Heap], Value]

_ALLOCATED = re.compile(r"#-?(\d+)")
_NO_CLASS = -1


class UnreadableError(Exception):
    """A symbol or map is not named after a place of the initial heap."""


class NoSuchPlaceError(Exception):
    """The heap has no such place."""


class HeapAssignment:
    """An `Assignment`: the values that a concrete heap gives to symbols and maps. `memo` may be
    used with it for terms that do not ask for the class of an allocated object; `allocated` has
    those classes, by the negative numbers of the objects, and differs from path to path."""

    def __init__(self, program: Program, heap: Heap) -> None:
        self.heap = heap
        self.memo: dict[Term, Concrete] = {}
        self.allocated: Mapping[int, int] = {}
        self._program = program
        self._numbers = {ref: number for number, ref in enumerate(heap.objects, 1)}
        self._refs = list(heap.objects)

    def take(self, path: Iterable[Term]) -> None:
        """From now on, allocated objects have the classes that these conditions of a path say."""
        declared = (class_of_allocated(each) for each in path)
        self.allocated = dict(each for each in declared if each is not None)

    def value(self, term: Scalar) -> Concrete:
        return evaluate(term, self, {} if _asks_for_class_of_allocated(term) else self.memo)

    def symbol_value(self, symbol: Term) -> Concrete:
        try:
            value = reader(str(symbol.value))(self.heap)
        except NoSuchPlaceError:
            value = None
        if value is None:
            return False if symbol.sort is BOOL else 0
        return self._number(value)

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        number, *rest = keys
        assert isinstance(number, int)
        if map_symbol is CLASS_OF:
            return self._class(number)
        name = str(map_symbol.value)
        if not self._is_map(name):
            raise UnreadableError(name)
        if not 0 < number <= len(self._refs):
            return 0
        fields = self.heap.objects[self._refs[number - 1]].fields
        return self._number(fields.get(str(rest[0]) if rest else name.rpartition(".")[2]))

    def model(self) -> Model:
        """A model that takes every value from the heap, as far as the heap has one."""
        return Model(_HeapBacking(self))

    def table(self, map_symbol: Term) -> MapInterpretation:
        """The whole of a map that is named after a field, an array class or the classes."""
        cells: dict[tuple[Concrete, ...], Concrete] = {}
        name = str(map_symbol.value)
        is_elements = name.endswith("[]")
        for number, ref in enumerate(self._refs, 1):
            if not is_elements:
                cells[number,] = self.map_value(map_symbol, (number,))
                continue
            length = self.heap.objects[ref].fields.get("length")
            for index in range(length if isinstance(length, int) else 0):
                cells[number, index] = self.map_value(map_symbol, (number, index))
        if map_symbol is CLASS_OF:
            cells |= {(number,): cls for number, cls in self.allocated.items()}
        return MapInterpretation(cells, 0)

    def _is_map(self, name: str) -> bool:
        owner, _, last = name.rpartition(".")
        classes = self._program.classes
        return name in classes or (owner in classes and last in classes[owner].own_fields)

    def _class(self, number: int) -> int:
        if number < 0:
            return self.allocated.get(number, _NO_CLASS)
        if not 0 < number <= len(self._refs):
            return 0
        obj = self.heap.objects[self._refs[number - 1]]
        return self._program.classes[obj.class_name].number

    def _number(self, value: Value) -> Concrete:
        if isinstance(value, Ref):
            # The program's own objects have no number here: no symbol may stand for one.
            return self._numbers.get(value, 0)
        if value is None or isinstance(value, int):
            return 0 if value is None else value
        raise UnreadableError(str(value))


class _HeapBacking:
    def __init__(self, assignment: HeapAssignment) -> None:
        self._assignment = assignment

    def symbol(self, symbol: Term) -> Concrete | None:
        return self._assignment.symbol_value(symbol)

    def map(self, symbol: Term) -> MapInterpretation | None:
        return self._assignment.table(symbol)


# ---------------------------------------------------------------------------- names of places


@lru_cache(maxsize=20_000)
def reader(name: str) -> Reader:
    """Reads the place called `name`. Names are expressions of Python, as terms are printed, but
    for those of allocated objects (`#-1`)."""
    try:
        tree = ast.parse(_ALLOCATED.sub(r"allocated_\1", name), mode="eval").body
    except (SyntaxError, RecursionError) as error:
        raise UnreadableError(name) from error
    return _reader(tree)


def _reader(node: ast.expr) -> Reader:
    match node:
        case ast.Name(id=name):
            return _named(name)
        case ast.Constant(value=int(number)):
            return lambda heap: number
        case ast.Attribute(value=owner, attr=name):
            object_ = _reader(owner)
            return lambda heap: _cell(object_(heap), name, heap)
        case ast.Subscript(value=owner, slice=index):
            array, position = _reader(owner), _reader(index)
            return lambda heap: _cell(array(heap), str(position(heap)), heap)
        case ast.IfExp(test=test, body=then, orelse=otherwise):
            condition, yes, no = _reader(test), _reader(then), _reader(otherwise)
            return lambda heap: yes(heap) if condition(heap) else no(heap)
        case ast.BoolOp(op=operator, values=values):
            parts = [_reader(value) for value in values]
            combine = all if isinstance(operator, ast.And) else any
            return lambda heap: combine(part(heap) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            negated = _reader(inner)
            return lambda heap: not negated(heap)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            positive = _reader(inner)
            return lambda heap: -_int(positive(heap))
        case ast.Compare(left=left, ops=[compare], comparators=[right]):
            return _both(_COMPARISONS[type(compare)], left, right)
        case ast.BinOp(left=left, op=arithmetic, right=right):
            return _both(_ARITHMETIC[type(arithmetic)], left, right)
    raise UnreadableError(ast.unparse(node))


def _both(combine: Callable[[Value, Value], Value], left: ast.expr, right: ast.expr) -> Reader:
    one, other = _reader(left), _reader(right)
    return lambda heap: combine(one(heap), other(heap))


def _named(name: str) -> Reader:
    constants: dict[str, Value] = {"null": None, "true": True, "false": False}
    if name in constants:
        return lambda heap: constants[name]
    if name.startswith("allocated_"):
        return lambda heap: Ref(name)

    def read(heap: Heap) -> Value:
        if name not in heap.roots:
            raise UnreadableError(name)
        return heap.roots[name]

    return read


def _cell(owner: Value, name: str, heap: Heap) -> Value:
    obj = heap.objects.get(owner) if isinstance(owner, Ref) else None
    if obj is None or name not in obj.fields:
        raise NoSuchPlaceError
    return obj.fields[name]


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


_COMPARISONS: dict[type[ast.cmpop], Callable[[Value, Value], Value]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: _int(a) < _int(b),
    ast.GtE: lambda a, b: _int(a) >= _int(b),
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: lambda a, b: _int(a) + _int(b),
    ast.Sub: lambda a, b: _int(a) - _int(b),
    ast.Mult: lambda a, b: _int(a) * _int(b),
}


# ---------------------------------------------------------------------------- path conditions


@dataclass(slots=True)
class _Node:
    """`declares` is set where the entry says which class an allocated object has, and `is_shared`
    where its value is the same on every path."""

    following: dict[Term, _Node] = field(default_factory=dict)
    paths: list[int] = field(default_factory=list)
    declares: tuple[int, int] | None = None
    is_shared: bool = True


class Acceptance:
    """The conditions of paths, each from first to last: choices, facts and settled ones. Shared
    prefixes are kept once, so that a heap is not asked the same twice."""

    def __init__(self, program: Program, paths: Iterable[Iterable[Term]]) -> None:
        self._program = program
        self._root = _Node()
        for number, path in enumerate(paths):
            node = self._root
            for term in path:
                following = node.following.get(term)
                if following is None:
                    following = _Node(
                        declares=class_of_allocated(term),
                        is_shared=not _asks_for_class_of_allocated(term),
                    )
                    node.following[term] = following
                node = following
            node.paths.append(number)

    def accepting(self, heap: Heap) -> list[int]:
        """The numbers of the paths whose choices, facts and settled entries all hold."""
        return self.accepting_under(HeapAssignment(self._program, heap))

    def accepting_under(self, assignment: HeapAssignment) -> list[int]:
        """The same for an assignment that may have been asked before, by other strategies too."""
        found: list[int] = []
        memo = assignment.memo
        waiting: list[tuple[_Node, Mapping[int, int]]] = [(self._root, {})]
        while waiting:
            node, allocated = waiting.pop()
            found += node.paths
            for term, following in node.following.items():
                if following.declares is not None:
                    location, number = following.declares
                    waiting.append((following, {**allocated, location: number}))
                    continue
                value = memo.get(term)
                if value is None:
                    assignment.allocated = allocated
                    value = evaluate(term, assignment, memo if following.is_shared else {})
                if value:
                    waiting.append((following, allocated))
        return sorted(found)


def _asks_for_class_of_allocated(term: Scalar) -> bool:
    return isinstance(term, Term) and term.mentions_allocated and CLASS_OF in term.symbols


def class_of_allocated(term: Term) -> tuple[int, int] | None:
    """The location and the class, if this is the fact that an allocated object has a class."""
    if term.op != Op.EQ:
        return None
    read, constant = term.args
    if not isinstance(read, Term) or not isinstance(constant, Term) or read.op != Op.SELECT:
        return None
    location = read.args[1]
    if read.args[0] is not CLASS_OF or not isinstance(location, Term):
        return None
    if location.op != Op.CONST or constant.op != Op.CONST:
        return None
    assert isinstance(location.value, int)
    assert isinstance(constant.value, int)
    return (location.value, constant.value) if location.value < 0 else None
