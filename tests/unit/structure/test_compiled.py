"""A compiled invariant says which structures are valid."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from heapwise import explore
from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import PathContext
from heapwise.frontends.tiny import load_program
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import load, parse
from heapwise.heaps.api import Denoted
from heapwise.heaps.shared.cells import field_kind
from heapwise.program import InputError, Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.selfcheck.oracle.interpreter import run
from heapwise.solver import Kind, PathCondition, Verdict, default_solver
from heapwise.solver.api import UndecidedError
from heapwise.solver.finite import FiniteModel, Range
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.formula.guarded import Names
from heapwise.structure.formula.questions import Questions
from heapwise.structure.formula.symmetry import LeastNumberRule
from heapwise.structure.run.compiled_solver import PreconditionSolver, roots_of, scope_of
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    STR,
    Op,
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


def heap_of(invariant: CompiledInvariant, model: FiniteModel) -> Heap:
    """The structure that a model stands for. The invariants here read all that can be reached."""
    universe = invariant.universe
    objects: dict[Ref, HeapObject] = {}

    def value(term: Scalar) -> Value:
        assert isinstance(term, Term)
        found = term.value if term.op == Op.CONST else model.symbol(term)
        if term.sort is not REF:
            return bool(found) if term.sort is BOOL else int(found or 0)
        loc = next((each for each in universe.class_of if each.value == found), None)
        if loc is None:
            return None
        cls, ref = universe.class_of[loc], Ref(f"{universe.class_of[loc].name}#{loc.value}")
        if ref not in objects:
            fields: dict[str, Value] = {}
            objects[ref] = HeapObject(cls.name, fields)
            for name, field in cls.fields().items():
                fields[name] = value(universe.initial(field_kind(field), loc))
        return ref

    root = value(universe.inputs["Y0"])
    return Heap({"Y0": root}, objects)


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
    _, invariant = compiled(name, 3)
    text = (PROGRAMS / f"{name}.tiny").read_text()
    check = text[: text.rindex("\n(Y0")] + "\n(Y0 . repOK [])\n"
    found = 0
    blocked: list[Term] = []
    while found < 6:
        model = invariant.model(blocked)
        if model is None:
            break
        heap = heap_of(invariant, model)
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


class Hesitant:
    """A solver that gives up, whatever it is asked."""

    def check(self, conditions: object, conflicts: int | None = None) -> Verdict:
        return Verdict.UNKNOWN


@pytest.mark.parametrize(("conflicts", "told"), [(20, Verdict.SAT), (None, Verdict.UNKNOWN)])
def test_what_is_not_refuted_in_time_is_taken_to_be_possible(
    conflicts: int | None, told: Verdict
) -> None:
    questions = Questions(cast(Any, Hesitant()), Names(), {}, conflicts)
    path, condition = PathCondition(), symbol("p", BOOL)
    assert questions.check(path, condition).verdict is told
    assert not questions.refutes(path, condition)


@pytest.mark.parametrize("name", ["avl", "red_black"])
def test_an_invariant_that_counts_along_needs_fewer_clauses(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has counted is how many objects have come into sight: only so many can follow."""
    _, counted = compiled(name, 5)
    monkeypatch.setattr(LeastNumberRule, "narrowed", lambda *_: None)
    _, plain = compiled(name, 5)
    assert counted.cost.clauses < 0.8 * plain.cost.clauses
    assert counted.cost.queries < plain.cost.queries


@pytest.mark.parametrize("scope", [1, 3])
@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.tiny")), ids=lambda path: path.stem)
def test_the_numbers_of_a_universe_are_those_that_its_objects_hold(path: Path, scope: int) -> None:
    program = load_program(path)
    sizes = scope_of(program, roots_of(program), scope, {})
    universe = BoundedUniverse(program, sizes)
    held = [
        field
        for cls, number in sizes.items()
        for _ in range(number)
        for field in cls.fields().values()
        if str(field.type) == "int"
    ]
    assert universe.integers() == len(held)


BOXES = """
class Box {
  int value;
  bool repOK() := (0 < (this . value));
  int seen(Box other) :=
    if (other = null) then 1
    else if ((other . value) < 1) then 2
    else if (other = this) then 3
    else if ((other . value) < 1000) then 4
    else if (X0 < 100000) then 5
    else 6;
}
(Y0 . seen [Y1])
"""


@pytest.mark.parametrize("strategy", ["fieldmaps", "pose"])
def test_an_input_with_an_invariant_may_be_null(strategy: str, tmp_path: Path) -> None:
    """Then nothing is demanded of it. The numbers of the program are larger than is usual, which is
    found out twice."""
    target = tmp_path / "boxes.tiny"
    target.write_text(BOXES)
    run = explore(target, strategy=strategy, precondition="compiled", bounds=Bounds(max_objects=2))
    paths = list(run)
    assert sorted(str(path.outcome.value) for path in paths) == [*"13456"]
    assert all(path.replayed for path in paths)
    assert run.account.is_settled and not run.account.cuts
    for path in paths:
        assert all(each.fields["value"] > 0 for each in path.input.objects.values())  # type: ignore[operator]


def asked_of_a_list() -> PreconditionSolver:
    program = load_program(PROGRAMS / "sorted_list.tiny")
    roots = roots_of(program)
    compile_with = partial(compile_invariant, program, roots, scope_of(program, roots, 2, {}))
    types = inputs_of(program)
    inputs = {"Y0": (types["Y0"], False), "X0": (types["X0"], False), "X1": (types["X0"], False)}
    return PreconditionSolver(lambda range_: compile_with(range_=range_), inputs)


def test_a_question_may_be_about_larger_numbers_one_after_the_other() -> None:
    one, other = symbol("X0", INT), symbol("X1", INT)
    path = PathCondition()
    for condition in proper(lt(1000, one), lt(one, 1002), lt(100_000, other)):
        path = path.extend(condition, Kind.CHOICE, None)
    [possible, impossible] = proper(lt(other, 100_002), lt(other, 100_001))
    answer = asked_of_a_list().check(path, possible)
    assert answer.verdict is Verdict.SAT and answer.model is not None
    assert [answer.model.number(each) for each in (one, other)] == [1001, 100_001]
    assert asked_of_a_list().check(path, impossible).verdict is Verdict.UNSAT


def test_so_may_one_about_several_branches() -> None:
    number, start = symbol("X0", INT), PathCondition()
    [large, larger] = proper(lt(1000, number), lt(100_000, number))
    [none] = proper(lt(number, 50_000))
    path = start.extend(larger, Kind.CHOICE, None)
    found = asked_of_a_list().possible(
        path, [path.extend(each, Kind.CHOICE, None) for each in (none, large)]
    )
    assert found is not None
    index, model = found
    assert index == 1 and model.number(number) > 100_000
    assert asked_of_a_list().possible(path, [path.extend(none, Kind.CHOICE, None)]) is None


def test_questions_that_stay_open_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = asked_of_a_list()
    [condition] = proper(lt(symbol("X0", INT), 3))
    path = PathCondition().extend(condition, Kind.CHOICE, None)
    assert solver.check(PathCondition(), condition).verdict is Verdict.SAT
    assert solver.statistics.unknown == 0
    monkeypatch.setattr(solver.compiled.solver, "check", lambda *_: Verdict.UNKNOWN)
    assert solver.check(PathCondition(), condition).verdict is Verdict.UNKNOWN
    assert solver.model(path) is None
    with pytest.raises(UndecidedError):
        solver.possible(PathCondition(), [path])
    statistics = solver.statistics
    assert (statistics.unknown, statistics.queries, statistics.witness_queries) == (3, 3, 1)


def test_only_what_is_about_the_finite_universe_can_be_linked() -> None:
    solver = asked_of_a_list()
    number = symbol("X0", INT)
    [linear, beyond] = proper(lt(number, 3), eq(symbol("text", STR), "a"))
    for _ in range(2):
        assert solver.can_link(linear) is True
        assert solver.can_link(beyond) is False


WINDOW = """
class Window {
  int at;
  bool repOK() :=
    let a := (new int [ 2 ]) in
    let i := if ((this . at) = 7) then 0 else if ((this . at) = 8) then 1 else 2 in
    ((a [ i ] := 5) ; true);
}
(Y0 . repOK [])
"""


def test_what_an_invariant_writes_beyond_the_end_makes_it_fail() -> None:
    program = lower(parse(WINDOW, "window.tiny"), "window.tiny")
    roots = roots_of(program)
    invariant = compile_invariant(program, roots, scope_of(program, roots, 1, {}))
    at = Cells(program, invariant)("Window", 1, "at")
    valid = [n for n in range(5, 11) if invariant.check(proper(eq(at, n))) is Verdict.SAT]
    assert valid == [7, 8]


ROWS = """
class Rows {
  int[] rows;
  int used;
  bool repOK() :=
    if ((this . rows) = null) then false
    else if ((length (this . rows)) = 2) then (0 < (this . used))
    else false;
}
"""


@pytest.mark.parametrize("strategy", ["fieldmaps", "pose"])
@pytest.mark.parametrize(
    ("main", "paths"), [("(Y0 . used)", 1), ("if ((length (Y0 . rows)) < X0) then 1 else 2", 2)]
)
def test_a_witness_is_complete_though_a_path_has_looked_at_a_part(
    main: str, paths: int, strategy: str, tmp_path: Path
) -> None:
    target = tmp_path / "rows.tiny"
    target.write_text(
        ROWS.replace("bool repOK", f"int main() := ({main});\n  bool repOK").replace("Y0", "this")
        + "(Y0 . main [])\n"
    )
    bounds = Bounds(max_objects=1)
    found = list(explore(target, strategy=strategy, precondition="compiled", bounds=bounds))
    assert [path.replayed for path in found] == [True] * paths
    check = parse(f"{ROWS}(Y0 . repOK [])\n", "here.tiny")
    assert all(run(check, path.input).value is True for path in found)


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
    heap = heap_of(invariant, model)
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
