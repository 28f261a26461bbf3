"""One merged run says of every input what a run on that input alone does."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.frontends.tiny import load_program
from heapwise.frontends.tiny.parser import load
from heapwise.heaps.shared.cells import field_kind
from heapwise.merging.executor import MergingExecutor
from heapwise.program import ClassDecl, Program
from heapwise.program import code as ir
from heapwise.program.flow import flow_of
from heapwise.program.source import Position
from heapwise.results import Heap, Ref, Value
from heapwise.selfcheck.oracle.all_inputs import heaps
from heapwise.selfcheck.oracle.interpreter import run
from heapwise.solver import PathCondition
from heapwise.solver.finite import Numbers, Range
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.guarded import Names
from heapwise.structure.formula.questions import Questions
from heapwise.structure.formula.universe_heap import UniverseHeap
from heapwise.structure.formula.universe_strategy import UniverseStrategy
from heapwise.terms import Concrete, Scalar, Term, evaluate
from tests.unit.engine.programs import tiny

PROGRAMS = Path(__file__).parents[2] / "programs"
SUBJECTS = sorted(path.stem for path in PROGRAMS.glob("*.tiny") if "array" not in path.stem)
OBJECTS = 2
NUMBERS = (0, 1, 2)


class Merged:
    """All paths of a program at once, and what they say of one input."""

    def __init__(self, program: Program) -> None:
        scope = {cls: OBJECTS for cls in program.by_number if not cls.abstract}
        self.universe = BoundedUniverse(program, scope)
        self.names = Names()
        numbers = Numbers(0, Range(None))
        self.solver = Z3FiniteSolver(self.universe.domain, numbers, self.names)
        strategy = UniverseStrategy(
            self.universe, self._no_rule, self.names, symmetry=False, writable=True
        )
        bounds = Bounds(max_loops=None, max_depth=None, max_steps=50_000)
        self.executor: MergingExecutor[UniverseHeap] = MergingExecutor(
            program, strategy, Questions(self.solver, self.names, {}), bounds
        )
        assert program.main is not None
        start = PathCondition()
        self.ends = self.executor.execute(program.main, [], UniverseHeap(), start)

    def _no_rule(self, path: PathCondition, condition: Scalar) -> None:
        raise AssertionError("symmetry is not broken here")

    def ends_for(self, heap: Heap) -> list[tuple[Leaf[UniverseHeap], Value]]:
        """The endings that accept an input, with their values."""
        inputs = Inputs(self, heap)
        return [
            (end, inputs.result(end.scalar))
            for end in self.ends
            if all(inputs.value(term) for term in end.path.asserted_terms())
        ]


class Inputs:
    """An `Assignment`: a concrete heap, as values for the symbols of the universe."""

    def __init__(self, merged: Merged, heap: Heap) -> None:
        self._merged = merged
        self._heap = heap
        self._locations: dict[Ref, int] = {}
        used: dict[ClassDecl, int] = {}
        universe = merged.universe
        for ref, each in heap.objects.items():
            cls = universe.program.classes[each.class_name]
            loc = universe.members[cls][used.get(cls, 0)]
            used[cls] = used.get(cls, 0) + 1
            assert isinstance(loc.value, int)
            self._locations[ref] = loc.value
        self._memo: dict[Term, Concrete] = {}

    def value(self, term: Scalar) -> Concrete:
        return evaluate(term, self, self._memo)

    def result(self, value: Scalar | None) -> Value:
        if not isinstance(value, Term) or str(value.sort) != "Ref":
            return None if value is None else self.value(value)
        number = self.value(value)
        found = [ref for ref, own in self._locations.items() if own == number]
        return found[0] if found else None if number == 0 else Ref("new")

    def symbol_value(self, symbol: Term) -> Concrete:
        meaning = self._merged.names.meaning.get(symbol)
        if meaning is not None:
            return self.value(meaning)
        cell = self._merged.universe.cells.get(symbol)
        if cell is None:
            return self._number(self._heap.roots.get(str(symbol.value)), symbol)
        owner = next((r for r, n in self._locations.items() if n == cell.owner.value), None)
        if owner is None:
            return self._number(None, symbol)
        field = next(
            field
            for field in self._merged.universe.class_of[cell.owner].fields().values()
            if field_kind(field).name == cell.kind.name
        )
        return self._number(self._heap.objects[owner].fields.get(field.name), symbol)

    def _number(self, value: Value, symbol: Term) -> Concrete:
        if isinstance(value, Ref):
            return self._locations[value]
        if value is None:
            return False if str(symbol.sort) == "Bool" else 0
        assert isinstance(value, int)
        return value

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("a merged run has no maps")


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_merged_run_is_the_union_of_the_paths(name: str) -> None:
    path = PROGRAMS / f"{name}.tiny"
    merged = Merged(load_program(path))
    tree = load(path)
    tried = 0
    for heap in heaps(tree, OBJECTS, NUMBERS):
        alone = run(tree, heap)
        accepting = merged.ends_for(heap)
        if alone.kind == "assumed":
            assert accepting == []
            continue
        assert len(accepting) == 1, heap
        end, value = accepting[0]
        assert end.kind.value == alone.kind
        if alone.kind == "raised":
            assert (end.detail, str(end.where)) == (alone.exception, alone.at)
        elif isinstance(alone.value, Ref) and alone.value not in heap.objects:
            assert value == Ref("new")
        else:
            assert value == alone.value
        tried += 1
        if tried == 500:
            break
    assert tried > 0


def test_paths_meet_again_after_a_branch() -> None:
    merged = Merged(load_program(PROGRAMS / "red_black_recolour.tiny"))
    returned = [end for end in merged.ends if end.kind.value == "returned"]
    assert len(returned) == 1
    assert merged.executor.merges > 0


def test_a_step_is_an_instruction() -> None:
    """All are run once: there is neither a branch nor a loop."""
    program = tiny("(1 + (2 - X0))")
    assert program.main is not None
    assert Merged(program).executor.steps == len(program.main.instructions)


def _code(*instructions: ir.AnyInstruction) -> ir.Code:
    return ir.Code("test", instructions, 4)


AT = Position("test", 1, 1)


def test_everything_in_a_loop_comes_before_what_follows() -> None:
    code = _code(
        ir.Constant(0, 0, at=AT),
        ir.Branch(1, 4, 2, "", "", at=AT),
        ir.Move(0, 2, at=AT),
        ir.Jump(1, True, at=AT),
        ir.Return(0, at=AT),
    )
    flow = flow_of(code)
    assert flow.heads == ((), (1,), (1,), (1,), ())
    assert max(flow.rank[at] for at in (1, 2, 3)) < flow.rank[4]
    once, twice = flow.spot(2, (0,)), flow.spot(1, flow.moved(3, (0,), 1))
    assert once < flow.spot(3, (0,)) < twice < flow.spot(4, ())


def test_a_register_that_is_not_read_again_is_not_live() -> None:
    code = _code(
        ir.Constant(0, 1, at=AT),
        ir.Constant(1, 2, at=AT),
        ir.Return(1, at=AT),
    )
    assert flow_of(code).live == (0, 0, 0b10)
