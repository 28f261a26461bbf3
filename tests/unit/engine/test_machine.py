"""Operations in direct style: choices, the store, exceptions, calls and generators."""

from __future__ import annotations

from typing import Any

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.faults import STRICT
from heapwise.engine.machine import Enter, Machine, ThrownError, UnsupportedError
from heapwise.engine.state import Cursor, Exhausted, Leaf, StoreKey, Suspended
from heapwise.heaps import registry
from heapwise.program import INT, ClassDecl, Position, Program
from heapwise.program.code import (
    AnyInstruction,
    Branch,
    Code,
    Handler,
    Jump,
    Perform,
    Return,
    Yield,
)
from heapwise.results import OutcomeKind
from heapwise.solver import default_solver
from heapwise.terms import Term, add, eq, lt, not_
from tests.unit.engine.programs import state_at

AT = Position("machine.test", 1, 1)
Mac = Machine[Any, object]
COUNT: StoreKey[int] = StoreKey("count")
NOTES: StoreKey[tuple[str, ...]] = StoreKey("notes")
A: StoreKey[int] = StoreKey("a")
B: StoreKey[int] = StoreKey("b")


class Runtime:
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
        return value == "assertion", str(value)


def perform(
    target: int, operation: Any, *operands: int, static: tuple[object, ...] = ()
) -> Perform:
    return Perform(target, operation, operands, static, at=AT)


def give_back(source: int) -> Return:
    return Return(source, at=AT)


def code(*instructions: AnyInstruction, registers: int = 6, **more: Any) -> Code:
    return Code("main", instructions, registers, **more)


def paths(main: Code, strategy: str = "fieldmaps") -> list[Leaf[Any]]:
    root = ClassDecl("object", None)
    program = Program("test", "test", root, [ClassDecl("Box", root)])
    program.main = main
    program.runtime = Runtime()
    solver = default_solver()
    heaps = registry.create(strategy, program)
    return list(Explorer(program, heaps, solver, Bounds()).leaves())


def number(m: Mac, name: str) -> Any:
    return m.input_value(name, INT, True)


def test_an_operation_is_run_for_every_answer_it_may_get() -> None:
    def sign(m: Mac, x: Any) -> str:
        if m.decide(lt(x, 0)):
            return "negative"
        return "zero" if m.decide(eq(x, 0)) else "positive"

    main = code(perform(0, number, static=("x",)), perform(1, sign, 0), give_back(1))
    assert sorted(str(leaf.value) for leaf in paths(main)) == ["negative", "positive", "zero"]


def test_what_an_operation_did_before_a_choice_is_done_once_on_each_path() -> None:
    def count(m: Mac, x: Any) -> int:
        m.put(COUNT, (m.load(COUNT) or 0) + 1)
        m.decide(lt(x, 0))
        found = m.load(COUNT)
        assert isinstance(found, int)
        return found

    main = code(
        perform(0, number, static=("x",)),
        perform(1, count, 0),
        perform(1, count, 0),
        give_back(1),
    )
    assert [leaf.value for leaf in paths(main)] == [2, 2]


def test_what_is_required_leaves_no_other_path() -> None:
    def positive(m: Mac, x: Any) -> bool:
        m.require(lt(0, x))
        return m.decide(lt(x, 0))

    main = code(perform(0, number, static=("x",)), perform(1, positive, 0), give_back(1))
    assert [leaf.value for leaf in paths(main)] == [False]


def test_a_handler_catches_what_is_thrown_in_a_call() -> None:
    def fail(m: Mac) -> object:
        raise ThrownError("thrown")

    inner = code(perform(0, fail), give_back(0))
    main = code(
        perform(0, lambda m: Enter(inner, ())),
        give_back(0),
        give_back(1),
        handlers=(Handler(0, 1, 2, 1),),
    )
    (leaf,) = paths(main)
    assert (leaf.kind, leaf.value) == (OutcomeKind.RETURNED, "thrown")


def test_what_nobody_catches_ends_the_path() -> None:
    def fail(m: Mac, what: str) -> object:
        raise ThrownError(what)

    (raised,) = paths(code(perform(0, fail, static=("oh",)), give_back(0)))
    assert (raised.kind, raised.detail) == (OutcomeKind.RAISED, "oh")
    (violated,) = paths(code(perform(0, fail, static=("assertion",)), give_back(0)))
    assert violated.kind is OutcomeKind.VIOLATED


def test_what_is_not_supported_ends_only_the_paths_that_reach_it() -> None:
    def half(m: Mac, x: Any) -> str:
        if m.decide(lt(x, 0)):
            raise UnsupportedError("negative numbers")
        return "fine"

    main = code(perform(0, number, static=("x",)), perform(1, half, 0), give_back(1))
    found = {leaf.kind: leaf.detail for leaf in paths(main)}
    assert found == {OutcomeKind.UNSUPPORTED: "negative numbers", OutcomeKind.RETURNED: None}


def test_a_result_can_be_finished() -> None:
    inner = code(perform(0, lambda m: 20), give_back(0))
    main = code(perform(0, lambda m: Enter(inner, (), lambda value: value + 1)), give_back(0))
    assert [leaf.value for leaf in paths(main)] == [21]


def test_a_generator_hands_out_values_until_it_is_exhausted() -> None:
    """for item in generator: total += item"""
    generator = code(
        perform(0, lambda m: 1),
        Yield(1, 0, at=AT),
        perform(0, lambda m: 2),
        Yield(1, 0, at=AT),
        give_back(0),
        registers=2,
        generator=True,
    )

    def make(m: Mac) -> Term:
        loc = m.allocate(m.program.classes["Box"])
        m.put(loc, Suspended(generator, 0, (0, 0), None, {}))
        return loc

    def resume(m: Mac, loc: Term) -> Enter:
        state = m.load(loc)
        assert isinstance(state, Suspended)
        return Enter(state.code, (None,), None, loc, state)

    main = code(
        perform(0, make),
        perform(1, lambda m: 0),
        perform(2, resume, 0),
        perform(3, lambda m, item: isinstance(item, Exhausted), 2),
        Branch(3, 7, 5, "", "", at=AT),
        perform(1, lambda m, total, item: add(total, item), 1, 2),
        Jump(2, at=AT),
        give_back(1),
    )
    assert [leaf.value for leaf in paths(main)] == [3]


def test_recursion_without_an_end_is_thrown() -> None:
    def again(m: Mac) -> Enter:
        return Enter(main, ())

    main = code(perform(0, again), give_back(0))
    (leaf,) = paths(main)
    assert (leaf.kind, leaf.detail) == (OutcomeKind.RAISED, "too deep")


def test_what_is_required_may_be_known_already() -> None:
    def asked(m: Mac, x: Any) -> str:
        m.require(True)
        if m.decide(lt(x, 0)):
            m.require(lt(0, x))
        elif m.decide(eq(x, 0)):
            m.require(False)
        else:
            m.require(not_(lt(x, 0)))
        return "here"

    main = code(perform(0, number, static=("x",)), perform(1, asked, 0), give_back(1))
    assert [leaf.value for leaf in paths(main)] == ["here"]


def test_a_fault_of_ours_ends_one_path(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(m: Mac, x: Any) -> str:
        if m.decide(lt(x, 0)):
            raise ZeroDivisionError("ours")
        return "right"

    main = code(perform(0, number, static=("x",)), perform(1, wrong, 0), give_back(1))
    with pytest.raises(ZeroDivisionError):
        paths(main)
    monkeypatch.setenv(STRICT, "")
    found = {leaf.kind: leaf.value for leaf in paths(main)}
    assert found.keys() == {OutcomeKind.RETURNED, OutcomeKind.FAILED}
    assert found[OutcomeKind.RETURNED] == "right"


def test_paths_that_part_have_stores_of_their_own() -> None:
    def note(m: Mac, name: str) -> None:
        m.put(NOTES, (*(m.load(NOTES) or ()), name))

    def ask(m: Mac, x: Any) -> bool:
        return m.decide(lt(x, 0))

    def notes(m: Mac) -> str:
        known = m.load(NOTES)
        return ", ".join(known or ())

    main = code(
        perform(0, number, static=("x",)),
        perform(2, note, static=("before",)),
        perform(1, ask, 0),
        Branch(1, 5, 7, "then", "else", at=AT),
        give_back(1),
        perform(2, note, static=("negative",)),
        Jump(8, at=AT),
        perform(2, note, static=("other",)),
        perform(3, notes),
        give_back(3),
    )
    found = {leaf.value for leaf in paths(main, "lazy")}
    assert found == {"before, negative", "before, other"}


def test_an_operation_that_gives_something_else_than_a_value_is_an_error_of_its_language() -> None:
    def pair(m: Mac) -> object:
        return (1, 2)

    with pytest.raises(TypeError, match=r"no value that a register may hold: \(1, 2\)"):
        list(paths(code(perform(0, pair), give_back(0)), "lazy"))


def test_a_state_is_what_it_was_when_the_path_goes_on() -> None:
    cursor = Cursor(state_at(code(give_back(0))))
    cursor.put({A: 1})
    waiting = cursor.freeze()
    cursor.put({A: 2})
    cursor.put({B: 3})
    assert (dict(waiting.store), dict(cursor.store)) == ({A: 1}, {A: 2, B: 3})
