"""Concrete arguments of a Python function as a model of its symbolic inputs.

The model says what every symbol and every cell of the initial heap is if the function is called
with these arguments.

With such a model the condition of a path can be evaluated on an input, and what the path returns
and leaves behind can be read off for exactly that input, whatever the path has looked at.
"""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.layouts import Layout
from heapwise.frontends.python.model.universe import Container, Universe, members_of
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.semantics.objects.inputs import TAG, grouped, is_reference
from heapwise.frontends.python.source.builtin_bases import HELD
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    BytesShape,
    ClassShape,
    DictShape,
    EnumShape,
    ExceptionShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    Shape,
    StrShape,
    TupleShape,
    ValueShape,
    alternatives,
)
from heapwise.heaps.shared.references import CLASS_OF
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.strategies.fieldmaps import FieldMaps, Read
from heapwise.program import Program
from heapwise.program.types import ClassDecl, FieldDecl
from heapwise.selfcheck.acceptance import class_of_allocated
from heapwise.solver import Kind, PathCondition, Solver
from heapwise.solver.model import MapInterpretation, Model
from heapwise.terms import (
    INT,
    REF,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Term,
    eq,
    raw_select,
    subterms,
    symbol,
)

_PLAIN: dict[type, type] = {
    IntShape: int,
    BoolShape: bool,
    FloatShape: float,
    StrShape: str,
    BytesShape: bytes,
    NoneShape: type(None),
}
_KINDS: dict[str, type] = {
    "list": list,
    "deque": deque,
    "set": set,
    "frozenset": frozenset,
    "tuple": tuple,
    "dict": dict,
    "defaultdict": defaultdict,
    "OrderedDict": OrderedDict,
    "Counter": Counter,
}


class NoSuchInputError(Exception):
    """The hint does not allow the value."""


def fits(hint: Shape, value: object) -> bool:
    """Is it what the hint says, to the letter? An input that is an int is never a bool."""
    return any(_fits(shape, value) for shape in alternatives(hint))


def _fits(shape: Shape, value: object) -> bool:
    match shape:
        case ListShape(kind, element):
            return type(value) is _KINDS[kind] and all(
                fits(element, item) for (item,) in entries(value)
            )
        case DictShape(kind, key, held):
            return type(value) is _KINDS[kind] and all(
                fits(key, name) and fits(held, item) for name, item in entries(value)
            )
        case TupleShape(parts):
            return (
                type(value) is tuple and len(value) == len(parts) and all(map(fits, parts, value))
            )
        case ValueShape(cls):
            made = value_objects.value_of(value)
            return type(value) is cls and bool(made and value_objects.scalars_of(made))
        case ExceptionShape(cls, has_text):
            return (
                isinstance(value, cls)
                and type(value) is cls
                and [type(each) for each in value.args] == ([str] if has_text else [])
            )
        case LiteralShape(values):
            return any(type(value) is type(each) and value == each for each in values)
        case ClassShape(cls) | EnumShape(cls):
            return isinstance(value, cls)
    return type(value) is _PLAIN.get(type(shape))


class ArgumentPlace(NamedTuple):
    """Cells of an object: the reference that leads to it, its number, and an index if they have
    one."""

    owner: Term
    number: int
    at: int | None = None

    def read(self, cell: FieldDecl) -> Term:
        """What the cell holds in the initial heap, as the strategy says it."""
        sorts = (REF,) if self.at is None else (REF, INT)
        table = symbol(str(cell), MapSort(sorts, sort_of_type(cell.type)))
        keys: tuple[Scalar, ...] = (self.owner,)
        return raw_select(table, keys if self.at is None else (*keys, self.at))


class Condition:
    """Of a path: all its entries, the symbols in them, and the classes of what it has made."""

    def __init__(self, path: PathCondition) -> None:
        self.path = path
        self.terms = [term for term, _ in path.entries()]
        self.symbols = frozenset(name for term in self.terms for name in term.symbols)
        # Of an object that one of several ends has made, part of a condition says so.
        parts = subterms(*self.terms)
        self.allocated = dict(
            found for part in parts if (found := class_of_allocated(part)) is not None
        )


@dataclass
class Arguments:
    """The arguments as the backing of a `Model`. An object has the number of its place in the order
    in which objects are met; the same object met twice is one."""

    program: Program
    symbols: dict[str, Concrete] = field(default_factory=dict)
    cells: dict[Term, dict[tuple[Concrete, ...], Concrete]] = field(default_factory=dict)
    reads: dict[Term, Read] = field(default_factory=dict)
    _numbers: dict[int, int] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)
    _judges: dict[frozenset[tuple[int, int]], Model] = field(default_factory=dict)

    @classmethod
    def of(
        cls, program: Program, shapes: Mapping[str, Shape], values: Mapping[str, object]
    ) -> Arguments:
        made = cls(program)
        for name, shape in shapes.items():
            made._root(name, shape, values[name])
        return made

    @property
    def universe(self) -> Universe:
        assert isinstance(self.program.runtime, PythonRuntime)
        return self.program.runtime.universe

    def heap(self, heap: FieldMaps) -> FieldMaps:
        """The heap of a path, as if it had looked at all of the arguments."""
        return heap._replace(reads={**heap.reads, **self.reads})

    def accepted_by(self, condition: Condition, solver: Solver) -> Model | None:
        """A model of the path in which the inputs are these arguments, or None. A path may have
        symbols of its own, which stand for what an operation computes: the solver finds those."""
        path, terms, used = condition.path, condition.terms, condition.symbols
        judge = self._judge(condition.allocated)
        made = {name for name in used if self._is_made(name)}
        if not all(judge.satisfies(term) for term in terms if made.isdisjoint(term.symbols)):
            return None
        values: dict[Term, Concrete] = {}
        if made:
            for given in _symbols_and_cells(terms):
                if made.isdisjoint(given.symbols):
                    fact = eq(given, judge.evaluate(given))
                    if isinstance(fact, Term):
                        path = path.extend(fact, Kind.FACT, None)
            found = solver.model(path)
            if found is None:
                return None
            values = {name: found.evaluate(name) for name in made}
        model = _ModelOfArguments(self._with_classes(condition.allocated), values)
        return model if all(model.satisfies(term) for term in terms) else None

    def _judge(self, allocated: Mapping[int, int]) -> Model:
        """Says what is true of these arguments. The paths of a program have most of their
        conditions in common: one model for all of them evaluates each but once."""
        key = frozenset(allocated.items())
        known = self._judges.get(key)
        if known is None:
            known = self._judges[key] = _ModelOfArguments(self._with_classes(allocated))
        return known

    def _with_classes(self, allocated: Mapping[int, int]) -> Arguments:
        if not allocated:
            return self
        classes: dict[tuple[Concrete, ...], Concrete] = {
            (location,): number for location, number in allocated.items()
        }
        known = self.cells.get(CLASS_OF, {})
        cells = {**self.cells, CLASS_OF: {**known, **classes}}
        return replace(self, cells=cells)

    def _is_made(self, name: Term) -> bool:
        return not isinstance(name.sort, MapSort) and str(name.value) not in self.symbols

    # -- what a model asks

    def symbol(self, symbol: Term) -> Concrete | None:
        return self.symbols.get(str(symbol.value))

    def map(self, symbol: Term) -> MapInterpretation | None:
        """Without the cells that are not there, say beyond the end of a list."""
        return MapInterpretation(dict(self.cells.get(symbol, {})))

    def declared(self, name: str) -> FieldDecl | None:
        """The declaration of the cells in the map of this name; None if it is none of those."""
        owner, _, field_name = name.rpartition(".")
        cls = self.program.classes.get(owner)
        if cls is None:
            return None
        return cls.own_fields.get(field_name) or cls.own_items.get(field_name)

    # -- how it is made

    def _root(self, name: str, hint: Shape, value: object) -> None:
        groups = grouped(hint)
        for number, (suffix, parts) in enumerate(groups):
            shape = next((shape for shape in parts if _fits(shape, value)), None)
            if shape is not None:
                if len(groups) > 1:
                    # Nothing is asked of a reference of other alternatives that may be None.
                    for other, (unused, shapes) in enumerate(groups):
                        may_be_none = any(isinstance(each, NoneShape) for each in shapes)
                        if other != number and may_be_none and any(map(is_reference, shapes)):
                            self.symbols[name + unused] = 0
                    self.symbols[name + TAG] = number
                if isinstance(shape, ValueShape):
                    for at_part, part in enumerate(_parts(value)):
                        self.symbols[f"{name}{suffix}:{at_part}"] = part
                    return
                if isinstance(shape, ExceptionShape):
                    assert isinstance(value, BaseException)
                    for text in value.args:
                        self.symbols[name + suffix] = text
                    return
                at = symbol(name + suffix, REF)
                self.symbols[name + suffix] = self._plain(shape, value, at)
                return
        raise NoSuchInputError(f"{name}: {value!r} is no {hint}")

    def _plain(self, shape: Shape, value: object, at: Term) -> Concrete:
        match shape:
            case NoneShape():
                return 0
            case EnumShape(cls):
                return next(number for number, each in enumerate(members_of(cls)) if each is value)
            case LiteralShape(values):
                same = (type(each) is type(value) and each == value for each in values)
                return next(number for number, is_it in enumerate(same) if is_it)
            case BytesShape():
                assert isinstance(value, bytes)
                return value.decode("latin-1")
        if isinstance(value, int | float | str) and not isinstance(shape, ClassShape):
            return value
        return self._object(shape, value, at)

    def _object(self, shape: Shape, value: object, at: Term) -> int:
        known = self._numbers.get(id(value))
        if known is not None:
            return known
        number = self._numbers[id(value)] = len(self._numbers) + 1
        self._kept.append(value)
        classes = self.cells.setdefault(CLASS_OF, {})
        if isinstance(shape, ClassShape):
            decl = self.universe.decl(type(value))
            assert decl is not None
            classes[number,] = decl.number
            for name, layout in self.universe.layouts(decl).items():
                hint = self.universe.infos[type(value)][name].shape
                self._cell(layout, hint, ArgumentPlace(at, number), _field(value, name))
            return number
        container = self.universe.container_of(shape)
        classes[number,] = container.cls.number
        if container.length is not None:
            assert isinstance(value, Sized)
            self._put(container.length, ArgumentPlace(at, number), len(value))
        for index, entry in enumerate(entries(value)):
            place = ArgumentPlace(at, number, index if container.length is not None else None)
            for layout, hint, item in _cells_of(container, index, entry):
                self._cell(layout, hint, place, item)
        return number

    def _cell(self, layout: Layout, hint: Shape, place: ArgumentPlace, value: object) -> None:
        shape = next(each for each in alternatives(hint) if _fits(each, value))
        kinds = [part.kind for part in layout.parts]
        kind = type(shape).__name__.removesuffix("Shape").lower()
        kind = "parts" if isinstance(shape, ValueShape) else kind
        tag = kinds.index(kind if kind in kinds and not is_reference(shape) else "ref")
        if len(kinds) > 1:
            self._put(layout.tag, place, tag)
        if isinstance(shape, ValueShape):
            for each, part in zip(layout.parts[tag].cells, _parts(value), strict=True):
                self._put(each, place, part)
            return
        cell = layout.parts[tag].field
        if cell is not None:
            self._put(cell, place, self._plain(shape, value, place.read(cell)))

    def _put(self, cell: FieldDecl, place: ArgumentPlace, value: Concrete) -> None:
        read = place.read(cell)
        table = read.args[0]
        assert isinstance(table, Term)
        rest = () if place.at is None else (place.at,)
        self.cells.setdefault(table, {})[place.number, *rest] = value
        self.reads[read] = Read(str(cell), (place.owner, *rest), read)


def _parts(value: object) -> tuple[Concrete, ...]:
    """What the inputs of a date, a Decimal and the like are."""
    made = value_objects.value_of(value)
    scalars = None if made is None else value_objects.scalars_of(made)
    assert scalars is not None
    return tuple(part for part in scalars if not isinstance(part, Term))


def _symbols_and_cells(terms: Iterable[Term]) -> Iterator[Term]:
    for each in subterms(*terms):
        if each.op in (Op.SYMBOL, Op.SELECT) and not isinstance(each.sort, MapSort):
            yield each


class _ModelOfArguments(Model):
    """Where a cell is not there, beyond the end of a list or in an object that the path has made,
    nothing depends on what it holds; but facts say of every initial cell that it holds what its
    declaration allows, so it holds an object of its own, of such a class, or such a number."""

    __slots__ = ("_arguments",)

    def __init__(self, arguments: Arguments, values: Mapping[Term, Concrete] | None = None) -> None:
        super().__init__(arguments, values)
        self._arguments = arguments

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        table = self._map(map_symbol)
        known = table.cells.get(keys)
        if known is not None:
            return known
        value = super().map_value(map_symbol, keys)
        cell = self._arguments.declared(str(map_symbol.value))
        if cell is None:
            return value
        if isinstance(cell.type, ClassDecl):
            members = self._arguments.program.subtypes(cell.type)
            if members and not cell.absent:
                self._map(CLASS_OF).cells[value,] = members[0].number
            else:
                value = table.cells[keys] = 0  # null: there are no such objects, or not here
        elif cell.low is not None:
            value = table.cells[keys] = cell.low
        return value


def entries(container: object) -> Iterator[tuple[object, ...]]:
    """The items, or the keys with their values. Those of a set are in order, if they have one:
    explorations take it that sets are given so."""
    if isinstance(container, dict):
        yield from container.items()
        return
    assert isinstance(container, Iterable)
    items = list(container)
    if isinstance(container, set | frozenset):
        with contextlib.suppress(TypeError):
            items.sort()
    yield from ((item,) for item in items)


def _cells_of(
    container: Container, index: int, entry: tuple[object, ...]
) -> Iterator[tuple[Layout, Shape, object]]:
    """Where the parts of an item or an entry are kept, with their hints."""
    match container.shape:
        case ListShape(_, element):
            yield container.items[0], element, entry[0]
        case DictShape(_, key, held):
            yield container.items[0], key, entry[0]
            yield container.items[1], held, entry[1]
        case TupleShape(parts):
            yield container.items[index], parts[index], entry[0]


def _field(value: object, name: str) -> object:
    """An attribute, or what an object of a class below a builtin one holds."""
    if name != HELD:
        return getattr(value, name)
    if isinstance(value, list):
        return list(list.__iter__(value))
    return dict(dict.items(value)) if isinstance(value, dict) else str.__str__(value)
