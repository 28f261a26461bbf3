"""Scripts over the operations of the seam, run under any strategy along every path.

A script is a function of a `Walk` in direct style; where an operation has several successors it is
run once for each. Every answer is judged by law 1, and the witness of every path is replayed on the
concrete heap (law 3). The classes have what containers need: indexed cells, constraints on initial
contents, and a family that bounds do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import Chooser, PathContext
from heapwise.heaps import registry
from heapwise.heaps.api import Case, Cut, Denoted, HeapStrategy, Raised
from heapwise.heaps.shared.references import class_is_among, is_not_null
from heapwise.heaps.strategies.concrete import ConcreteStrategy
from heapwise.heaps.view import HeapView, Pointer, ViewValue
from heapwise.program import BOOL, FLOAT, INT, STR, ClassDecl, FieldDecl, Program, Type
from heapwise.results import Heap, HeapObject, Ref
from heapwise.solver import Kind, PathCondition, Verdict, default_solver
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    eq,
    is_initial_reference,
    le,
    location,
    not_,
    or_,
    show,
    subterms,
)

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

STRATEGIES = registry.names()
PATH_OPTIMAL = ("fieldmaps", "pose", "summary")
INDEXES = range(-1, 4)
"""The indexes that scripts use."""


def universe() -> Program:
    """Node and its subclass Leaf, Box of nodes, Bag of keys and values, Holder of both."""
    root = ClassDecl("Object", None)
    node = ClassDecl("Node", root)
    leaf = ClassDecl("Leaf", node)
    box = ClassDecl("Box", root)
    bag = ClassDecl("Bag", root, counted=False)
    holder = ClassDecl("Holder", root)

    def field(cls: ClassDecl, name: str, type_: Type, **limits: Any) -> None:
        cls.own_fields[name] = FieldDecl(cls, name, type_, **limits)

    def item(cls: ClassDecl, name: str, type_: Type, **limits: Any) -> None:
        cls.own_items[name] = FieldDecl(cls, name, type_, **limits)

    field(node, "next", node)
    field(node, "home", node, nullable=False)
    field(node, "val", INT)
    field(leaf, "last", BOOL)
    field(box, "length", INT, low=0, high=4)
    item(box, "item", node, nullable=False)
    field(bag, "size", INT, low=2)
    item(bag, "key", INT, low=0, high=5)
    item(bag, "value", node)
    item(bag, "text", STR)
    field(bag, "weight", FLOAT)
    field(holder, "box", box, nullable=False)
    field(holder, "bag", bag, nullable=False)
    return Program("ir", "made", root, [node, leaf, box, bag, holder])


class EndedError(Exception):
    """The path goes no further: a failure or a bound."""

    def __init__(self, end: Raised | Cut) -> None:
        self.end = end


class Walk:
    """One path. `choices` says which successor to take where there are several; `open` has how
    many there were."""

    def __init__(
        self, program: Program, strategy: HeapStrategy[Any], choices: Sequence[int], bounds: Bounds
    ) -> None:
        self.program = program
        self.strategy = strategy
        self.solver = default_solver()
        self.cx = PathContext(program, self.solver, bounds)
        self.heap = strategy.empty()
        self.inputs: dict[str, tuple[Type, bool]] = {}
        self.open: list[int] = []
        self._choices = choices
        self._chooser = Chooser(self.solver, ignore_null_dereference=False)

    # -- names

    def cls(self, name: str) -> ClassDecl:
        return self.program.classes[name]

    def field(self, name: str) -> FieldDecl:
        owner, _, own = name.partition(".")
        found = self.cls(owner).find_field(own) or self.cls(owner).items().get(own)
        assert found is not None
        return found

    # -- operations

    def input(self, name: str, type_: str = "int", nullable: bool = False) -> Scalar:
        declared: Type = INT if type_ == "int" else self.cls(type_)
        self.inputs[name] = (declared, nullable)
        return self._scalar("input_value", name, declared, nullable)

    def ref(self, name: str, type_: str, nullable: bool = False) -> Term:
        return _as_term(self.input(name, type_, nullable))

    def new(self, cls: str) -> Term:
        return _as_term(self._do("new_object", self.cls(cls)))

    def read(self, ref: Term, field: str) -> Scalar:
        return self._scalar("read_field", ref, self.field(field))

    def follow(self, ref: Term, field: str) -> Term:
        return _as_term(self.read(ref, field))

    def write(self, ref: Term, field: str, value: Scalar) -> None:
        self._do("write_field", ref, self.field(field), value)

    def load(self, ref: Term, item: str, index: Scalar) -> Scalar:
        return self._scalar("read_item", ref, self.field(item), index)

    def store(self, ref: Term, item: str, index: Scalar, value: Scalar) -> None:
        self._do("write_item", ref, self.field(item), index, value)

    def same(self, left: Term, right: Term) -> Scalar:
        return self._scalar("ref_equals", left, right)

    def classify(self, ref: Term, key: Callable[[ClassDecl], K]) -> K:
        found: K = self._do("classify", ref, key)
        return found

    def targets(self, ref: Term) -> Denoted:
        return self.strategy.targets(self.cx, self.heap, ref)

    def decide(self, condition: Scalar) -> bool:
        if not isinstance(condition, Term):
            return bool(condition)
        heap = self.heap
        found: bool = self._take([Case(condition, heap, True), Case(not_(condition), heap, False)])
        return found

    def within(self, value: Scalar, low: int, high: int) -> None:
        """Go on only where it is so."""
        if not self.decide(and_(le(low, value), le(value, high))):
            raise EndedError(Cut("range"))

    # -- one step

    def _do(self, operation: str, *arguments: Any) -> Any:
        cases = getattr(self.strategy, operation)(self.cx, self.heap, *arguments)
        self._judge(operation, cases)
        return self._take(cases)

    def _scalar(self, operation: str, *arguments: Any) -> Scalar:
        value: Scalar = self._do(operation, *arguments)
        return value

    def _take(self, cases: Sequence[Case[Any, T]]) -> Any:
        successors = self._chooser.feasible(self.cx.path, cases)
        assert successors
        number = 0
        if len(successors) > 1:
            if len(self.open) < len(self._choices):
                number = self._choices[len(self.open)]
            self.open.append(len(successors))
        case, self.cx.path = successors[number]
        self.heap = case.heap
        if isinstance(case.value, Raised | Cut):
            raise EndedError(case.value)
        return case.value

    # -- law 1

    def _judge(self, operation: str, cases: Sequence[Case[Any, Any]]) -> None:
        path = [term for term, _ in self.cx.path.entries()]
        guards = [case.guard for case in cases]
        facts = [fact for case in cases for fact in case.facts]
        spoken = [*path, *facts, *(guard for guard in guards if isinstance(guard, Term))]
        context = [*path, *self._typing(spoken)]
        text = f"{operation}: {', '.join(map(show, guards))} on {' and '.join(map(show, path))}"
        both = [
            and_(one.guard, other.guard, *one.facts, *other.facts)
            for one, other in combinations(cases, 2)
        ]
        assert not _possible(context, or_(*both)), f"two guards hold at once: {text}"
        assert not _possible([*context, *facts], not_(or_(*guards))), f"no guard holds: {text}"

    def _typing(self, formulas: Sequence[Term]) -> Iterator[Term]:
        """What declarations say of the initial references in these formulas."""
        for ref in subterms(*formulas):
            if ref.sort is not REF or ref.op == Op.CONST or not is_initial_reference(ref):
                continue
            declared, nullable = self._declared(ref)
            members = class_is_among(ref, self.program.subtypes(declared))
            facts = [le(NULL, ref), or_(eq(ref, NULL), members)]
            if not nullable:
                facts.append(is_not_null(ref))
            yield from (fact for fact in facts if isinstance(fact, Term))

    def _declared(self, ref: Term) -> tuple[ClassDecl, bool]:
        if ref.op == Op.SELECT:
            base = ref.args[0]
            assert isinstance(base, Term)
            field = self.field(str(base.value))
            assert isinstance(field.type, ClassDecl)
            return field.type, field.nullable
        name = str(ref.value)
        if name in self.inputs:
            declared, nullable = self.inputs[name]
        else:
            field = self._last_cell(name)
            declared, nullable = field.type, field.nullable
        assert isinstance(declared, ClassDecl)
        return declared, nullable

    def _last_cell(self, name: str) -> FieldDecl:
        """The field or the family that the last part of a name is about."""
        indexed = name.endswith("]")
        label = (name[: name.rindex("[")] if indexed else name).rpartition(".")[2]
        for cls in self.program.classes.values():
            own = cls.own_items if indexed else cls.own_fields
            if label in own:
                return own[label]
        return self.field("Box.item")


def _as_term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def _possible(context: Sequence[Term], condition: Scalar) -> bool:
    if not isinstance(condition, Term):
        return bool(condition)
    return _asked(tuple(dict.fromkeys(context)), condition)


@lru_cache(maxsize=10_000)
def _asked(context: tuple[Term, ...], condition: Term) -> bool:
    """A script is run from its start for every path, and comes to the same questions again."""
    path = PathCondition()
    for term in context:
        path = path.extend(term, Kind.FACT, None)
    return Z3Solver().check(path, condition).verdict is not Verdict.UNSAT


# ---------------------------------------------------------------------------- whole scripts


Script = Callable[[Walk], Any]


class Path(NamedTuple):
    """Where a script ended: `value` is what it returned, or how it failed. `witness` is an input
    that takes this path, `result` what the value denotes there: `Ref`s for references."""

    walk: Walk
    value: Any
    view: HeapView
    witness: Heap
    result: Any


def paths(script: Script, strategy: str, bounds: Bounds | None = None) -> list[Path]:
    """Every path of the script; the witness of each has been replayed."""
    found: list[Path] = []
    waiting: list[list[int]] = [[]]
    while waiting:
        choices = waiting.pop()
        path, opened = _run(script, strategy, choices, bounds or Bounds())
        for position in range(len(choices), len(opened)):
            for number in range(1, opened[position]):
                waiting.append([*choices, *[0] * (position - len(choices)), number])
        found.append(path)
    return found


def _run(
    script: Script, strategy: str, choices: list[int], bounds: Bounds
) -> tuple[Path, list[int]]:
    program = universe()
    walk = Walk(program, registry.create(strategy, program), choices, bounds)
    value = _value(script, walk)
    model = walk.solver.model(walk.cx.path)
    assert model is not None
    view = walk.strategy.view(program, walk.heap, model)
    witness, names = _witness(view, walk.inputs)
    result = _denoted(value, view, names)
    if not isinstance(value, Cut):
        again = _replay(script, witness, walk.inputs)
        assert again == result, f"{strategy}: {witness} gives {again}, not {result}"
    return Path(walk, value, view, witness, result), walk.open


def _value(script: Script, walk: Walk) -> Any:
    try:
        return script(walk)
    except EndedError as error:
        return error.end


def _replay(script: Script, witness: Heap, inputs: Mapping[str, tuple[Type, bool]]) -> Any:
    program = universe()
    walk = Walk(program, ConcreteStrategy(program, witness), [], Bounds())
    value = _value(script, walk)
    assert not walk.open, "a concrete run has no choices"
    names = {Pointer(location(index)): ref for index, ref in enumerate(witness.objects, 1)}
    view = walk.strategy.view(program, walk.heap, None)  # type: ignore[arg-type]
    return _denoted(value, view, names)


def _denoted(value: Any, view: HeapView, names: Mapping[Pointer, Ref]) -> Any:
    if isinstance(value, tuple) and not isinstance(value, Raised | Cut):
        return tuple(_denoted(part, view, names) for part in value)
    if not isinstance(value, Term):
        return value
    concrete = view.value(value)
    if not isinstance(concrete, Pointer):
        return concrete
    ordinal = view.allocated(concrete.key)
    return Ref(f"new {ordinal}") if ordinal else names[concrete]


def _witness(
    view: HeapView, inputs: Mapping[str, tuple[Type, bool]]
) -> tuple[Heap, dict[Pointer, Ref]]:
    """The input heap with the indexed cells that scripts use, checked against declarations."""
    roots = {name: view.root(name, type_, nullable) for name, (type_, nullable) in inputs.items()}
    names: dict[Pointer, Ref] = {}
    bodies: dict[Ref, tuple[ClassDecl, dict[str, ViewValue]]] = {}
    waiting = [value for value in roots.values() if isinstance(value, Pointer)]
    for pointer in waiting:
        if pointer in names:
            continue
        assert not view.allocated(pointer.key), "the input does not know what is allocated"
        assert len(names) < 100, "the witness is not finite"
        cls = view.class_of(pointer.key)
        names[pointer] = Ref(f"{cls.name}#{len(names) + 1}")
        cells: dict[str, ViewValue] = {}
        for name, field in cls.fields().items():
            cells[name] = _checked(field, view, view.field(pointer.key, field, final=False))
        for name, field in cls.items().items():
            for index in INDEXES:
                value = view.item(pointer.key, field, index, final=False)
                cells[f"{name}[{index}]"] = _checked(field, view, value)
        bodies[names[pointer]] = (cls, cells)
        waiting += (value for value in cells.values() if isinstance(value, Pointer))

    def named(value: ViewValue) -> Any:
        return names[value] if isinstance(value, Pointer) else value

    objects = {
        ref: HeapObject(cls.name, {cell: named(value) for cell, value in cells.items()})
        for ref, (cls, cells) in bodies.items()
    }
    return Heap({name: named(value) for name, value in roots.items()}, objects), names


def _checked(field: FieldDecl, view: HeapView, value: ViewValue) -> ViewValue:
    """The value, which must be as the field is declared."""
    if isinstance(field.type, ClassDecl):
        if value is None:
            assert field.nullable, f"{field} is null"
        else:
            assert isinstance(value, Pointer)
            assert view.class_of(value.key).is_subclass_of(field.type)
    elif field.type is FLOAT or field.type is STR:
        assert isinstance(value, float if field.type is FLOAT else str)
    else:
        assert isinstance(value, int)
        assert field.low is None or value >= field.low, f"{field} is {value}"
        assert field.high is None or value <= field.high, f"{field} is {value}"
    return value
