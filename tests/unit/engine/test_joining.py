"""Ends of an operation that differ in values only go on as one state."""

from __future__ import annotations

from typing import Any

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.joining import Joiner
from heapwise.engine.machine import Enter, ForkError, Machine, ThrownError
from heapwise.engine.state import UNDEFINED, Answered, Leaf, StoreKey
from heapwise.heaps import registry
from heapwise.program import INT, STR, ClassDecl, FieldDecl, Position, Program
from heapwise.program.code import AnyInstruction, Code, Handler, Perform, Return
from heapwise.results import OutcomeKind
from heapwise.solver import Kind, PathCondition, Verdict, default_solver
from heapwise.terms import INT as INTEGERS
from heapwise.terms import STR as STRING
from heapwise.terms import Scalar, Term, eq, ite, lt, show, sort_of, symbol

AT = Position("joining.test", 1, 1)
Mac = Machine[Any, object]
KEPT: StoreKey[int] = StoreKey("kept")


class Runtime:
    """Numbers and texts are joined, other values stay apart."""

    max_calls = 50

    def too_deep(self) -> object:
        return "too deep"

    def located(self, value: object, at: Position) -> tuple[object, Position]:
        return value, at

    def out_of_generator(self, value: object, kind: ClassDecl) -> object:
        return value

    def visible(self, arguments: tuple[object, ...], store: object) -> None:
        return None

    def uncaught(self, value: object, cls: ClassDecl | None) -> tuple[bool, str]:
        return False, "thrown"

    def joined(
        self, condition: Scalar, then: object, otherwise: object, references: bool
    ) -> object | None:
        scalars = (Term, int, str)
        if isinstance(then, scalars) and isinstance(otherwise, scalars):
            return ite(condition, then, otherwise) if sort_of(then) is sort_of(otherwise) else None
        return then if then == otherwise else None

    def joined_contents(
        self, key: object, condition: Scalar, then: object, otherwise: object, references: bool
    ) -> object | None:
        return self.joined(condition, then, otherwise, references)


ROOT = ClassDecl("object", None)
BOX = ClassDecl("Box", ROOT)
BOX.own_fields["value"] = FieldDecl(BOX, "value", INT)
BOX.own_fields["size"] = FieldDecl(BOX, "size", INT, low=0)


def explored(
    *instructions: AnyInstruction,
    strategy: str = "fieldmaps",
    handlers: tuple[Handler, ...] = (),
    joins: bool = True,
) -> list[Leaf[Any]]:
    return list(
        explorer_of(*instructions, strategy=strategy, handlers=handlers, joins=joins).leaves()
    )


def explorer_of(
    *instructions: AnyInstruction,
    strategy: str = "fieldmaps",
    handlers: tuple[Handler, ...] = (),
    joins: bool = True,
) -> Explorer[Any]:
    program = Program("test", "test", ROOT, [BOX])
    program.main = Code("main", instructions, 6, handlers)
    program.runtime = Runtime()
    heaps = registry.create(strategy, program)
    return Explorer(program, heaps, default_solver(), Bounds(), joins=joins)


def perform(target: int, operation: Any, *operands: int) -> Perform:
    return Perform(target, operation, operands, at=AT)


def number(m: Mac) -> Any:
    return m.input_value("x", INT, True)


def text(m: Mac) -> Any:
    return m.input_value("t", STR, True)


def box(m: Mac) -> Any:
    return m.input_value("b", BOX, False)


def sign(m: Mac, x: Any) -> int:
    if m.decide(lt(x, 0)):
        return -1
    return 0 if m.decide(eq(x, 0)) else 1


GIVE_BACK = Return(1, at=AT)
SIGN = (perform(0, number), perform(1, sign, 0), GIVE_BACK)


def said(value: Any) -> str:
    return show(value)


def choices(leaf: Leaf[Any]) -> list[str]:
    return [said(term) for term, kind in leaf.path.entries() if kind is Kind.CHOICE]


def test_all_ends_of_an_operation_become_one_without_a_condition() -> None:
    (leaf,) = explored(*SIGN)
    assert said(leaf.value) == "(-1 if (x < 0) else (0 if (x == 0) else 1))"
    assert choices(leaf) == []


def test_without_joins_each_end_is_a_state() -> None:
    assert [leaf.value for leaf in explored(*SIGN, joins=False)] == [-1, 0, 1]


@pytest.mark.parametrize("strategy", ["lazy", "lazier", "lazier-sharp", "partition"])
def test_strategies_that_fork_keep_their_states(strategy: str) -> None:
    assert [leaf.value for leaf in explored(*SIGN, strategy=strategy)] == [-1, 0, 1]


def test_some_ends_become_one_under_their_disjunction() -> None:
    def sign_or_none(m: Mac, x: Any) -> object:
        found = sign(m, x)
        return UNDEFINED if found == 0 else found

    joined, apart = explored(perform(0, number), perform(1, sign_or_none, 0), GIVE_BACK)
    assert apart.value is UNDEFINED
    assert said(joined.value) == "(-1 if (x < 0) else 1)"
    assert len(choices(joined)) == 1


@pytest.mark.parametrize("are_apart", [False, True])
def test_what_was_joined_is_found_again_by_its_name(are_apart: bool) -> None:
    def later(m: Mac, x: Any) -> object:
        if not m.decide(lt(x, 10)):
            return UNDEFINED if are_apart else 1
        return 2

    run = explorer_of(*SIGN[:2], perform(2, later, 1), perform(3, later, 0), Return(3, at=AT))
    leaves = list(run.leaves())
    assert len(leaves) == 1 + are_apart
    for leaf in leaves:
        again = run.at(leaf.prefix)
        assert isinstance(again, Leaf)
        assert (again.kind, said(again.value), choices(again), again.prefix) == (
            leaf.kind,
            said(leaf.value),
            choices(leaf),
            leaf.prefix,
        )


def test_what_is_required_stays_required() -> None:
    def positive(m: Mac, x: Any) -> int:
        m.require(lt(0, x))
        return sign(m, x) if m.decide(lt(x, 5)) else 7

    (leaf,) = explored(perform(0, number), perform(1, positive, 0), GIVE_BACK)
    assert leaf.path.decided(lt(0, symbol("x", INTEGERS))) is True


def test_the_same_exception_is_thrown_once() -> None:
    def fail(m: Mac, x: Any) -> object:
        raise ThrownError(1 if m.decide(lt(x, 0)) else 2)

    caught = Handler(1, 2, 2, 1)
    (leaf,) = explored(perform(0, number), perform(1, fail, 0), GIVE_BACK, handlers=(caught,))
    assert leaf.kind is OutcomeKind.RETURNED
    assert said(leaf.value) == "(1 if (x < 0) else 2)"


def test_changes_of_the_store_are_joined_too() -> None:
    def remember(m: Mac, x: Any) -> int:
        if m.decide(lt(x, 0)):
            m.put(KEPT, 1)
        elif m.decide(eq(x, 0)):
            m.put(KEPT, 2)
        return 0

    def kept(m: Mac) -> Any:
        return m.load(KEPT)

    def begin(m: Mac) -> int:
        m.put(KEPT, 3)
        return 0

    leaves = explored(
        perform(1, begin), perform(0, number), perform(1, remember, 0), perform(1, kept), GIVE_BACK
    )
    assert [said(leaf.value) for leaf in leaves] == ["(1 if (x < 0) else (2 if (x == 0) else 3))"]


def test_what_is_in_the_heap_stays_apart() -> None:
    def write(m: Mac, b: Any, x: Any) -> int:
        if m.decide(lt(x, 0)):
            m.write_field(b, BOX.own_fields["value"], 5)
        return 0

    leaves = explored(perform(0, number), perform(2, box), perform(1, write, 2, 0), GIVE_BACK)
    assert len(leaves) == 2


@pytest.mark.parametrize(("strategy", "states"), [("fieldmaps", 1), ("pose", 1), ("summary", 2)])
def test_a_heap_may_have_been_looked_at_in_vain(strategy: str, states: int) -> None:
    def value_if(m: Mac, b: Any, x: Any) -> Any:
        return m.read_field(b, BOX.own_fields["value"]) if m.decide(lt(x, 0)) else 0

    leaves = explored(
        perform(0, number),
        perform(2, box),
        perform(1, value_if, 2, 0),
        GIVE_BACK,
        strategy=strategy,
    )
    assert len(leaves) == states


def test_choices_about_texts_stay_apart() -> None:
    def length(m: Mac, t: Any) -> int:
        return 0 if m.decide(eq(t, "")) else 1

    leaves = explored(perform(0, text), perform(1, length, 0), GIVE_BACK)
    assert [leaf.value for leaf in leaves] == [0, 1]


def test_an_operation_with_too_many_ends_is_not_run_to_its_end() -> None:
    def which(m: Mac, x: Any) -> int:
        return next(index for index in range(200) if index == 199 or m.decide(eq(x, index)))

    leaves = explored(perform(0, number), perform(1, which, 0), GIVE_BACK)
    assert 1 < len(leaves) <= 200
    found = {value for leaf in leaves for value in _constants(leaf.value)}
    assert found == set(range(200))


def _constants(value: Any) -> set[int]:
    if not isinstance(value, Term):
        return {value}
    return {part for arg in value.args[1:] for part in _constants(arg)}


def peek(m: Mac, x: Any, b: Any) -> int:
    """Looks at the size of the box, of which it is known that it is not below zero, or does not."""
    if m.decide(lt(x, 0)):
        m.read_field(b, BOX.own_fields["size"])
        return 1
    return 2


def test_what_is_known_of_cells_holds_wherever_they_are_shown() -> None:
    """A state that shows what only one of two ends has looked at would show it without the facts
    about it to inputs that come from the other."""
    leaves = explored(perform(0, number), perform(2, box), perform(1, peek, 0, 2), GIVE_BACK)
    assert {value for leaf in leaves for value in (1, 2) if str(value) in said(leaf.value)} == {
        1,
        2,
    }
    solver = default_solver()
    shown = [(leaf.path, read.value) for leaf in leaves for read in leaf.heap.reads.values()]
    assert shown
    for path, size in shown:
        below = lt(size, 0)
        assert isinstance(below, Term)
        assert solver.check(path, below).verdict is Verdict.UNSAT


def test_what_is_joined_is_confirmed() -> None:
    (leaf,) = explored(*SIGN)
    assert leaf.path.confirmed


def test_what_is_assumed_at_one_end_holds_there_alone() -> None:
    """Of what was joined: the definition of one end is still known where that end was taken."""

    def either(m: Mac, x: Any) -> int:
        y = m.input_value("y", INT, True)
        if m.decide(lt(x, 0)):
            m.assume(lt(y, 5))
            return 1
        return 0

    def great(m: Mac, taken: Any) -> str:
        y = m.input_value("y", INT, True)
        if not m.decide(lt(7, y)):
            return "small"
        return "defined" if m.decide(eq(taken, 1)) else "other"

    for joins in (True, False):
        found = explored(
            perform(0, number), perform(1, either, 0), perform(1, great, 1), GIVE_BACK, joins=joins
        )
        shown = " ".join(said(leaf.value) for leaf in found)
        assert "small" in shown and "other" in shown and "defined" not in shown


def test_one_call_with_either_argument() -> None:
    inner = Code("inner", (Return(0, at=AT),), 2)

    def call(m: Mac, x: Any) -> Enter:
        return Enter(inner, (1,) if m.decide(lt(x, 0)) else (2,))

    (leaf,) = explored(perform(0, number), perform(1, call, 0), GIVE_BACK)
    assert choices(leaf) == [] and said(leaf.value) == said(ite(lt(symbol("x", INTEGERS), 0), 1, 2))
    assert len(explored(perform(0, number), perform(1, call, 0), GIVE_BACK, joins=False)) == 2


def test_only_several_answers_that_left_one_heap_are_tried_to_be_joined() -> None:
    """A run that follows a prefix has one answer, and goes on with it."""
    start = PathCondition()
    number, text = symbol("n", INTEGERS), symbol("t", STRING)
    conditions = [lt(number, 1), lt(1, number), eq(text, "a")]
    assert all(isinstance(each, Term) for each in conditions)
    few, many, spelled = (
        start.extend(each, Kind.CHOICE, None) for each in conditions if isinstance(each, Term)
    )
    heap, other = object(), object()

    def is_useful(*answers: tuple[object, PathCondition]) -> bool:
        logs = [(Answered(at, path, True),) for at, path in answers]
        return Joiner.is_useful(ForkError(logs, start))

    assert is_useful((heap, few), (heap, many))
    assert not is_useful((heap, few)) and not is_useful()
    assert not is_useful((heap, few), (other, many))
    assert not is_useful((heap, few), (heap, spelled))
