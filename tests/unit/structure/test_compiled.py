"""A compiled invariant says which structures are valid."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import PathContext
from heapwise.frontends.tiny import load_program
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import load, parse
from heapwise.heaps.api import Denoted
from heapwise.heaps.shared.cells import field_kind
from heapwise.program import InputError, Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import Ref
from heapwise.selfcheck.oracle.interpreter import run
from heapwise.solver import PathCondition, Verdict, default_solver
from heapwise.solver.finite import Range
from heapwise.structure.formula.compiled import CompiledInvariant, Questions, compile_invariant
from heapwise.structure.run.compiled_solver import PreconditionSolver, roots_of, scope_of
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    Scalar,
    Term,
    and_,
    eq,
    evaluate,
    location,
    lt,
    not_,
    or_,
    symbol,
)

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"


def compiled(name: str, scope: int, symmetry: bool = True) -> tuple[Program, CompiledInvariant]:
    program = load_program(PROGRAMS / f"{name}.tiny")
    roots = roots_of(program)
    sizes = scope_of(program, roots, scope, {})
    return program, compile_invariant(program, roots, sizes, symmetry=symmetry)


class Cells:
    """The initial cells of a universe, by name."""

    def __init__(self, program: Program, invariant: CompiledInvariant) -> None:
        self._program = program
        self._universe = invariant.universe

    def __call__(self, cls: str, number: int, field: str) -> Term:
        decl = self._program.classes[cls]
        found = decl.find_field(field)
        assert found is not None
        owner = self._universe.members[decl][number - 1]
        return self._universe.initial(field_kind(found), owner)

    def object(self, cls: str, number: int) -> Term:
        return self._universe.members[self._program.classes[cls]][number - 1]


def proper(*conditions: Scalar) -> list[Term]:
    return [condition for condition in conditions if isinstance(condition, Term)]


def test_the_size_of_a_list_is_how_many_nodes_it_has() -> None:
    program, invariant = compiled("sorted_list", 4)
    cell = Cells(program, invariant)
    size = cell("List", 1, "size")
    for number in range(-1, 7):
        expected = Verdict.SAT if 0 <= number <= 4 else Verdict.UNSAT
        assert invariant.check(proper(eq(size, number))) is expected


def test_objects_are_numbered_as_the_invariant_meets_them() -> None:
    program, invariant = compiled("sorted_list", 3)
    cell = Cells(program, invariant)
    head = cell("List", 1, "head")
    assert invariant.check(proper(eq(head, cell.object("Node", 1)))) is Verdict.SAT
    assert invariant.check(proper(eq(head, cell.object("Node", 2)))) is Verdict.UNSAT


def test_without_symmetry_breaking_any_node_may_come_first() -> None:
    program, invariant = compiled("sorted_list", 3, symmetry=False)
    cell = Cells(program, invariant)
    assert (
        invariant.check(proper(eq(cell("List", 1, "head"), cell.object("Node", 3)))) is Verdict.SAT
    )


def test_keys_grow_along_the_list() -> None:
    program, invariant = compiled("sorted_list", 3)
    cell = Cells(program, invariant)
    linked = eq(cell("Node", 1, "next"), cell.object("Node", 2))
    present = not_(eq(cell("List", 1, "head"), NULL))
    keys = cell("Node", 1, "key"), cell("Node", 2, "key")
    assert invariant.check(proper(present, linked, lt(*keys))) is Verdict.SAT
    assert invariant.check(proper(present, linked, lt(keys[1], keys[0]))) is Verdict.UNSAT


@pytest.mark.parametrize("name", ["sorted_list", "doubly_linked", "search_tree", "red_black"])
def test_a_model_is_a_complete_valid_structure(name: str) -> None:
    program, invariant = compiled(name, 3)
    text = (PROGRAMS / f"{name}.tiny").read_text()
    check = text[: text.rindex("\n(Y0")] + "\n(Y0 . repOK [])\n"
    found = 0
    blocked: list[Term] = []
    while found < 6:
        model = invariant.model(blocked)
        if model is None:
            break
        heap = invariant.heap(model, {"Y0": inputs_of(program)["Y0"]})
        assert run(parse(check, "here.tiny"), heap).value is True
        found += 1
        differs = [
            not_(eq(cell, loc))
            for cell in invariant.universe.cells
            if str(cell.sort) == "Ref"
            for loc in invariant.universe.domain(cell)
            if loc.value == model.symbol(cell)
        ]
        blocked += proper(or_(*differs))
    assert found > 2


@pytest.mark.parametrize("constant", [None, 24, 1])
def test_numbers_may_be_of_any_size_or_bounded(constant: int | None) -> None:
    """A bound is never below what the sizes of structures need."""
    program = load_program(PROGRAMS / "sorted_list.tiny")
    roots = roots_of(program)
    scope = scope_of(program, roots, 2, {})
    invariant = compile_invariant(program, roots, scope, range_=Range(constant))
    found = invariant.solver.numbers.constant
    assert found == (None if constant is None else max(constant, 6))
    size = Cells(program, invariant)("List", 1, "size")
    assert [invariant.check(proper(eq(size, number))) for number in range(-1, 4)] == [
        Verdict.UNSAT,
        Verdict.SAT,
        Verdict.SAT,
        Verdict.SAT,
        Verdict.UNSAT,
    ]


def test_a_precondition_answers_with_a_model_and_knows_the_inputs() -> None:
    program = load_program(PROGRAMS / "sorted_list.tiny")
    roots = roots_of(program)
    compile_with = partial(compile_invariant, program, roots, scope_of(program, roots, 2, {}))
    types = inputs_of(program)
    inputs = {"Y0": (types["Y0"], False), "X0": (types["X0"], False)}
    solver = PreconditionSolver(lambda range_: compile_with(range_=range_), inputs)
    wanted = lt(3, symbol("X0", INT))
    assert isinstance(wanted, Term)
    assert not solver.has_compiled
    answer = solver.check(PathCondition(), wanted)
    assert answer.verdict is Verdict.SAT
    assert answer.model is not None
    assert evaluate(wanted, answer.model, {}) is True
    assert set(solver.compiled.universe.inputs) == {"X0", "Y0"}


def test_questions_are_counted_and_the_first_may_be_answered_with_yes() -> None:
    program, invariant = compiled("sorted_list", 2)
    [wrong] = proper(eq(Cells(program, invariant)("List", 1, "size"), 3))
    questions = Questions(invariant.solver, invariant.strategy.names, {}, patience=1)
    verdicts = [questions.check(PathCondition(), wrong).verdict for _ in range(2)]
    assert verdicts == [Verdict.SAT, Verdict.UNSAT]
    assert questions.statistics.queries == 2


def test_a_reference_denotes_objects_of_the_input_and_allocated_ones() -> None:
    program, invariant = compiled("sorted_list", 2)
    strategy = invariant.strategy
    context = PathContext(program, default_solver(), Bounds())
    first = Cells(program, invariant).object("Node", 1)
    made, later = location(-1), location(-2)
    some, other = symbol("some", BOOL), symbol("other", BOOL)

    def denoted(*alternatives: Term) -> Denoted:
        guards = (and_(some, other), and_(some, not_(other)), not_(some))
        ref = strategy.tables.term(dict(zip(alternatives, guards, strict=True)))
        assert isinstance(ref, Term)
        return strategy.targets(context, strategy.empty(), ref)

    assert denoted(later, first, made) == Denoted(True, (made, later))
    assert denoted(later, NULL, made) == Denoted(False, (made, later))


def test_a_model_has_what_was_asked_for() -> None:
    program, invariant = compiled("sorted_list", 2)
    cell = Cells(program, invariant)
    asked = proper(eq(cell("List", 1, "size"), 1), eq(cell("Node", 1, "key"), 7))
    model = invariant.model(asked)
    assert model is not None
    heap = invariant.heap(model, {"Y0": inputs_of(program)["Y0"]})
    found = {ref.name: each.fields for ref, each in heap.objects.items()}
    [node] = (name for name in found if name != str(heap.roots["Y0"]))
    assert found == {
        str(heap.roots["Y0"]): {"head": Ref(node), "size": 1},
        node: {"key": 7, "next": None},
    }


def test_an_array_that_another_may_hold_is_in_the_scope() -> None:
    text = """
    class Leaf { int weight; }
    class Box {
      Leaf[][] rows;
      bool repOK() := (~ ((this . rows) = null));
    }
    (Y0 . repOK [])
    """
    program = lower(parse(text, "box.tiny"), "box.tiny")
    scope = scope_of(program, roots_of(program), 2, {})
    assert {cls.name: number for cls, number in scope.items()} == {
        "Box": 1,
        "Leaf": 2,
        "Leaf[]": 2,
        "Leaf[][]": 2,
    }


def test_an_invariant_that_takes_too_long_is_reported() -> None:
    program = load_program(PROGRAMS / "search_tree.tiny")
    roots = roots_of(program)
    with pytest.raises(InputError, match="takes too long to compile"):
        compile_invariant(program, roots, scope_of(program, roots, 12, {}), timeout=0.05)


def test_the_programs_are_well_formed() -> None:
    assert all(load(path) for path in PROGRAMS.glob("*.tiny"))
