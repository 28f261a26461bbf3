"""What a compiled precondition needs to know of a Python function.

Invariants and preconditions become one piece of code (`condition_code`): it makes the inputs, asks
one condition after the other, and returns whether all hold. A condition that raises does not hold.
The scope says how many objects of each class there are; containers are objects too, and there are
enough of them for every field to have its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwise.contracts.contract import Condition
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.invariants.merged_values import language
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.main_code import ContractWriter, Requirements
from heapwise.frontends.python.model.universe import Universe
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.semantics.objects.inputs import make_input
from heapwise.frontends.python.semantics.operations import truth as truth_of
from heapwise.frontends.python.semantics.operations.comparison import comparison
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.shapes import NoneShape, Shape, alternatives
from heapwise.program import ClassDecl, FieldDecl, Program
from heapwise.program.code import Code
from heapwise.structure.formula.compiled import Main
from heapwise.structure.run.compiled_run import Plan
from heapwise.structure.search.scope_limits import bound_lengths, program_limits

_SPARE_INTEGERS = 8
"""Numbers of a path that are no inputs, such as definitions of library models."""

_MOST_CONTAINERS = 12
"""Of one type of container."""


def python_plan(program: Program, required: Requirements, bounds: Bounds) -> Plan:
    runtime = program.runtime
    assert isinstance(runtime, PythonRuntime)
    target = runtime.target
    code = condition_code(target.info, target.parameters, required)
    integers = 2 * len(target.parameters) + _SPARE_INTEGERS
    roots = _input_types(runtime.universe, target.parameters)
    scope = python_scope(program, runtime.universe, roots, bounds)
    length = runtime.universe.max_length
    assert length is not None, "a scope has a bound on lengths"
    bound_lengths(program, length)
    limits = program_limits(program, roots, scope, length, _is_initial)
    return Plan((Main(code, integers),), scope, {}, length, language(), limits)


# -- the code


def condition_code(
    info: FunctionInfo, parameters: Mapping[str, Shape], required: Requirements
) -> Code:
    return _Writer(info, parameters).write(required)


class _Writer(ContractWriter):
    def __init__(self, info: FunctionInfo, parameters: Mapping[str, Shape]) -> None:
        super().__init__(info, 0)
        self._parameters = parameters

    def write(self, required: Requirements) -> Code:
        for name, shape in self._parameters.items():
            self.registers[name] = self.build.perform(make_input, static=(name, shape))
        for name, condition in required.invariants:
            self._invariant(name, condition)
        self.assume_preconditions(required.contract)
        self.build.position = self.info.at
        self.build.give_back(self.build.constant(True))
        return self.build.finish(generator=False)

    def _invariant(self, name: str, condition: Condition) -> None:
        """Of a parameter, unless that is None."""
        register = self.registers[name]
        end = Label()
        self.build.position = condition.at
        if any(isinstance(part, NoneShape) for part in alternatives(self._parameters[name])):
            there = Label()
            missing = self.build.perform(
                comparison, register, self.build.constant(None), static=("Is",)
            )
            self.build.branch(missing, end, there)
            self.build.put(there)
        self.assume(condition, dict.fromkeys(condition.names, register))
        self.build.put(end)

    def assume(self, condition: Condition, values: Mapping[str, int]) -> None:
        """Go on where it holds; one that raises ends the run."""
        self.build.position = condition.at
        value = self.evaluate(condition, condition.expression, values)
        holds = self.build.perform(truth_of.truth, value)
        go_on, fails = Label(), Label()
        self.build.branch(holds, go_on, fails)
        self.build.put(fails)
        self.refuse()
        self.build.put(go_on)

    def refuse(self) -> None:
        self.build.give_back(self.build.constant(False))


# -- the scope


def _input_types(universe: Universe, parameters: Mapping[str, Shape]) -> list[ClassDecl]:
    return [
        universe.reference_type(part)[0]
        for shape in parameters.values()
        for part in alternatives(shape)
        if _is_reference(universe, part)
    ]


def python_scope(
    program: Program, universe: Universe, roots: Sequence[ClassDecl], bounds: Bounds
) -> dict[ClassDecl, int]:
    """How many objects there are of each class that the inputs can lead to; 0 where the user says
    that there are none, which is a limit like others."""
    fields = _reachable(program, roots)
    found: dict[ClassDecl, int] = {}
    reached = [cls for cls in program.by_number if cls in fields]
    for cls in reached:
        if universe.python_class(cls) is not None and not cls.abstract:
            found[cls] = _objects(cls, roots, fields, bounds)
    for _ in reached:
        for cls in reached:
            if universe.container(cls) is not None:
                found[cls] = _containers(cls, roots, fields, found, universe.max_length or 0)
    return {cls: count for cls, count in found.items() if count or universe.container(cls) is None}


def _is_reference(universe: Universe, shape: Shape) -> bool:
    from heapwise.frontends.python.semantics.objects.inputs import is_reference

    return is_reference(shape)


def _is_initial(field: FieldDecl) -> bool:
    """Not a cell for what a program may write against the hint: that is not there to begin with."""
    return not field.name.endswith(":other")


def _reachable(
    program: Program, roots: Sequence[ClassDecl]
) -> dict[ClassDecl, list[tuple[FieldDecl, bool]]]:
    """The classes of input objects, with their reference cells, and whether those have an index.
    What a program may write into a cell against its hint is not there to begin with."""
    found: dict[ClassDecl, list[tuple[FieldDecl, bool]]] = {}
    waiting = [cls for root in roots for cls in program.subtypes(root)]
    while waiting:
        cls = waiting.pop()
        if cls in found:
            continue
        cells = [(field, False) for field in cls.fields().values()]
        cells += [(field, True) for field in cls.items().values()]
        found[cls] = [
            (field, indexed)
            for field, indexed in cells
            if isinstance(field.type, ClassDecl) and _is_initial(field)
        ]
        for field, _ in found[cls]:
            assert isinstance(field.type, ClassDecl)
            waiting += program.subtypes(field.type)
    return found


def _objects(
    cls: ClassDecl,
    roots: Sequence[ClassDecl],
    fields: Mapping[ClassDecl, Sequence[tuple[FieldDecl, bool]]],
    bounds: Bounds,
) -> int:
    names = [above.name for above in cls.ancestors()]
    limits = bounds.max_objects_of
    limit = next((limits[name] for name in names if name in limits), None)
    if limit is not None:
        return limit
    held = any(
        cls.is_subclass_of(field.type)
        for cells in fields.values()
        for field, _ in cells
        if isinstance(field.type, ClassDecl)
    )
    at_roots = sum(cls.is_subclass_of(root) for root in roots)
    most = bounds.max_objects or 0
    return most if held else min(at_roots, most)


def _containers(
    cls: ClassDecl,
    roots: Sequence[ClassDecl],
    fields: Mapping[ClassDecl, Sequence[tuple[FieldDecl, bool]]],
    counts: Mapping[ClassDecl, int],
    length: int,
) -> int:
    total = sum(cls.is_subclass_of(root) for root in roots)
    for owner, cells in fields.items():
        for field, indexed in cells:
            if isinstance(field.type, ClassDecl) and cls.is_subclass_of(field.type):
                total += counts.get(owner, 0) * (length if indexed else 1)
    return min(total, _MOST_CONTAINERS)
