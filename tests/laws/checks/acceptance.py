"""Law 4: which paths accept a concrete input heap, decided by evaluating their conditions on it.

A symbol is named after the place in the initial heap that it stands for, written as in the source
language (`Y0.next.val`, `Y2[Y1.val]`), so its value is found by reading the name on the concrete
heap. A map is named after a field or an array class and is asked cell by cell. Places behind null,
or beyond the end of an array, do not exist: nothing may depend on them, so they have any value.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from heapwise.heaps.references import CLASS_OF
from heapwise.program import Program
from heapwise.results import Heap, Ref, Value
from heapwise.terms import BOOL, Concrete, Op, Term, evaluate

_LOCATION = re.compile(r"#-?(\d+)")


class NoSuchPlaceError(Exception):
    """The heap has no such place."""


class HeapAssignment:
    """An `Assignment`: the values that a concrete heap gives to symbols and maps. `allocated` has
    the classes of the objects that the program will allocate, by their negative numbers."""

    def __init__(self, program: Program, heap: Heap) -> None:
        self._heap = heap
        self._numbers = {ref: number for number, ref in enumerate(heap.objects, 1)}
        self._refs = list(heap.objects)
        self._classes = {name: cls.number for name, cls in program.classes.items()}
        self.allocated: Mapping[int, int] = {}

    def symbol_value(self, symbol: Term) -> Concrete:
        try:
            value = _read(_parsed(str(symbol.value)), self._heap)
        except NoSuchPlaceError:
            value = None
        return self._number(value) if value is not None or symbol.sort is not BOOL else False

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        number, *rest = keys
        if map_symbol is CLASS_OF:
            return self._class(number)
        if not 0 < number <= len(self._refs):
            return 0
        fields = self._heap.objects[self._refs[number - 1]].fields
        name = str(rest[0]) if rest else str(map_symbol.value).rpartition(".")[2]
        return self._number(fields.get(name))

    def _class(self, number: int) -> int:
        if number < 0:
            return self.allocated[number]
        if not 0 < number <= len(self._refs):
            return 0
        return self._classes[self._heap.objects[self._refs[number - 1]].class_name]

    def _number(self, value: Value) -> Concrete:
        if isinstance(value, Ref):
            return self._numbers[value]
        return 0 if value is None else value


@cache
def _parsed(name: str) -> ast.expr:
    """Printed terms are expressions of Python, but for the names of allocated objects."""
    return ast.parse(_LOCATION.sub(r"allocated_\1", name), mode="eval").body


def _read(node: ast.expr, heap: Heap) -> Value:
    match node:
        case ast.Name(id=name):
            return _read_name(name, heap)
        case ast.Constant(value=int(number)):
            return number
        case ast.Attribute(value=owner, attr=name):
            return _read_cell(_read(owner, heap), name, heap)
        case ast.Subscript(value=owner, slice=index):
            return _read_cell(_read(owner, heap), str(_read(index, heap)), heap)
        case ast.IfExp(test=test, body=then, orelse=otherwise):
            return _read(then if _read(test, heap) else otherwise, heap)
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_read(part, heap) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(_read(part, heap) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return not _read(inner, heap)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_int(_read(inner, heap))
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _COMPARISONS[type(operator)](_read(left, heap), _read(right, heap))
        case ast.BinOp(left=left, op=operator, right=right):
            return _ARITHMETIC[type(operator)](_int(_read(left, heap)), _int(_read(right, heap)))
    raise AssertionError(f"no name of a place: {ast.unparse(node)}")


def _read_name(name: str, heap: Heap) -> Value:
    if name.startswith("allocated_"):
        return Ref(name)
    constants: dict[str, Value] = {"null": None, "true": True, "false": False}
    return constants[name] if name in constants else heap.roots.get(name)


def _read_cell(owner: Value, name: str, heap: Heap) -> Value:
    if not isinstance(owner, Ref) or owner not in heap.objects:
        raise NoSuchPlaceError
    fields = heap.objects[owner].fields
    if name not in fields:
        raise NoSuchPlaceError
    return fields[name]


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


_COMPARISONS: dict[type[ast.cmpop], Callable[[Value, Value], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: _int(a) < _int(b),
    ast.GtE: lambda a, b: _int(a) >= _int(b),
}
_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
}


@dataclass(slots=True)
class _Node:
    following: dict[Term, _Node] = field(default_factory=dict)
    paths: list[int] = field(default_factory=list)


class Acceptance:
    """Path conditions, facts and settled choices included. Shared prefixes are kept once, so that a
    heap is not asked the same twice."""

    def __init__(self, program: Program, paths: Iterable[Sequence[Term]]) -> None:
        self._program = program
        self._root = _Node()
        for number, path in enumerate(paths):
            node = self._root
            for term in path:
                node = node.following.setdefault(term, _Node())
            node.paths.append(number)

    def accepting(self, heap: Heap) -> list[int]:
        """The numbers of the paths whose choices, facts and settled entries all hold."""
        assignment = HeapAssignment(self._program, heap)
        memo: dict[Term, Concrete] = {}
        found: list[int] = []
        waiting: list[tuple[_Node, dict[int, int]]] = [(self._root, {})]
        while waiting:
            node, allocated = waiting.pop()
            found += node.paths
            for term, following in node.following.items():
                declared = _class_of_allocated(term)
                if declared is not None:
                    waiting.append((following, {**allocated, declared[0]: declared[1]}))
                    continue
                assignment.allocated = allocated
                # The class of an allocated object differs from path to path.
                own = {} if term.mentions_allocated else memo
                if evaluate(term, assignment, own):
                    waiting.append((following, allocated))
        return sorted(found)


def _class_of_allocated(term: Term) -> tuple[int, int] | None:
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
