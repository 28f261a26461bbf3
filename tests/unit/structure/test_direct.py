"""Code with operations in direct style as Python functions: throws, handlers, what lasts."""

from __future__ import annotations

from typing import Any

import pytest

from heapwise.engine.machine import Enter, Machine, ThrownError
from heapwise.engine.state import StoreKey
from heapwise.program import INT, ClassDecl, FieldDecl, InputError, Position, Program
from heapwise.program import code as ir
from heapwise.structure.search.field_domains import ClassScope, Finitization, integers, references
from heapwise.structure.search.vectors import Space
from heapwise.structure.to_python.direct_world import DirectWorld
from heapwise.structure.to_python.ir_world import ProgramError
from heapwise.terms import INT as INTEGERS
from heapwise.terms import Term, symbol

AT = Position("test", 1, 1)
Mac = Machine[Any, object]
COUNT: StoreKey[int] = StoreKey("count")


@pytest.fixture
def program() -> Program:
    root = ClassDecl("Object", None)
    node = ClassDecl("Node", root)
    node.own_fields["key"] = FieldDecl(node, "key", INT)
    return Program("test", "test", root, [node])


def code(*instructions: ir.AnyInstruction, handlers: tuple[ir.Handler, ...] = ()) -> ir.Code:
    return ir.Code("code", instructions, 4, handlers)


def space_of(program: Program, world: DirectWorld) -> Space:
    scope = ClassScope("Node", 1, {"key": integers(0, 2)})
    return Space(Finitization({"Node": scope}, {"node": references("Node")}), world)


def run(program: Program, body: ir.Code, world: DirectWorld | None = None) -> object:
    world = world or DirectWorld(program)
    return world.invariant(body, space_of(program, world), raising=True)()


def throwing(m: Mac, cls: ClassDecl) -> object:
    raise ThrownError(m.allocate(cls))


def test_a_handler_goes_on_with_what_was_thrown(program: Program) -> None:
    node = program.classes["Node"]
    body = code(
        ir.Perform(0, throwing, (), (node,), at=AT),
        ir.Constant(1, False, at=AT),
        ir.Return(1, at=AT),
        ir.InstanceOf(1, 2, node, at=AT),
        ir.Return(1, at=AT),
        handlers=(ir.Handler(0, 1, 3, 2),),
    )
    assert run(program, body) is True


def test_what_nobody_catches_is_reported_by_its_class(program: Program) -> None:
    body = code(ir.Perform(0, throwing, (), (program.classes["Node"],), at=AT), ir.Return(0, at=AT))
    with pytest.raises(ProgramError, match="Node"):
        run(program, body)


def test_operations_see_candidates_and_what_they_hold(program: Program) -> None:
    field = program.classes["Node"].own_fields["key"]

    def is_small(m: Mac, ref: Term) -> object:
        return m.targets(ref) == (True, ()) and m.decide(m.read_field(ref, field) == 1)

    world = DirectWorld(program)
    space = space_of(program, world)
    body = code(
        ir.Input(0, "node", program.classes["Node"], at=AT),
        ir.Perform(1, is_small, (0,), at=AT),
        ir.Return(1, at=AT),
    )
    holds = world.invariant(body, space, raising=True)
    space.value[0], space.value[1] = space.objects[0], 1
    assert holds() is True
    assert space.accessed == [0, 1]


def test_only_lasting_operations_are_remembered(program: Program) -> None:
    def counted(m: Mac) -> object:
        m.put(COUNT, (m.load(COUNT) or 0) + 1)
        return m.load(COUNT)

    counting = code(ir.Perform(0, counted, (), at=AT), ir.Return(0, at=AT))

    def entering(m: Mac) -> object:
        return Enter(counting, ())

    body = code(
        ir.Perform(0, entering, (), at=AT),
        ir.Constant(1, 2, at=AT),
        ir.RefEquals(2, 0, 1, at=AT),
        ir.Return(2, at=AT),
    )
    for lasting, second in ((False, False), (True, True)):
        world = DirectWorld(program, (entering,) if lasting else ())
        assert [run(program, body, world) for _ in range(2)] == [False, second]


def test_what_is_not_known_is_an_error_and_no_answer(program: Program) -> None:
    def clock(m: Mac) -> object:
        return symbol("time", INTEGERS)

    body = code(ir.Perform(0, clock, (), at=AT), ir.Return(0, at=AT))
    with pytest.raises(InputError, match="not part of the structure"):
        run(program, body)


def test_an_assumption_that_does_not_hold_makes_the_structure_invalid(program: Program) -> None:
    body = code(
        ir.Constant(0, False, at=AT),
        ir.Assume(0, at=AT),
        ir.Constant(1, True, at=AT),
        ir.Return(1, at=AT),
    )
    assert run(program, body) is False
