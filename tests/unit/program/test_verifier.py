"""Code that the engine could trip over is refused, and everything a front end makes passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.loading import load
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.program import INT, ClassDecl, FieldDecl, InputError, MethodDecl, Position, Program
from heapwise.program import code as ir
from heapwise.program.verifier import VerificationError, verify

ROOT = Path(__file__).parents[3]
LOWERED = sorted(
    path
    for folder in ("tests/programs", "benchmarks/pose")
    for path in (ROOT / folder).glob("*.tiny")
)
LIBRARIES = {"avl_tree", "caching_list", "double_linked_list", "tree_map"}  # included by others
AT = Position("made.tiny", 1, 1)


class Shapes:
    """Node with a field and a method of one parameter, Leaf below it, and an array class."""

    def __init__(self) -> None:
        root = ClassDecl("Object", None)
        self.node = ClassDecl("Node", root)
        self.leaf = ClassDecl("Leaf", self.node)
        self.val = self.node.own_fields["val"] = FieldDecl(self.node, "val", INT)
        self.method("get", 1)
        self.program = Program("ir", "made", root, [self.node, self.leaf])
        self.array = self.program.array_class(INT)

    def method(self, name: str, parameters: int, owner: ClassDecl | None = None) -> MethodDecl:
        owner = owner or self.node
        names = tuple((f"p{index}", INT) for index in range(parameters))
        method = MethodDecl(owner, name, names, INT)
        method.code = ir.Code(str(method), (ir.Return(0, at=AT),), 1 + parameters)
        owner.own_methods[name] = method
        return method


@pytest.fixture
def shapes() -> Shapes:
    return Shapes()


def refused(shapes: Shapes, *code: ir.AnyInstruction, registers: int = 3) -> VerificationError:
    shapes.program.main = ir.Code("main", code, registers)
    with pytest.raises(VerificationError) as caught:
        verify(shapes.program)
    return caught.value


def accepted(shapes: Shapes, *code: ir.AnyInstruction, registers: int = 3) -> None:
    shapes.program.main = ir.Code("main", code, registers)
    verify(shapes.program)


ZERO, ONE = ir.Constant(0, 0, at=AT), ir.Constant(1, 1, at=AT)
NULL = ir.Constant(0, None, at=AT)
DONE = ir.Return(0, at=AT)


@pytest.mark.parametrize("path", LOWERED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_everything_lowered_passes(path: Path) -> None:
    if path.stem not in LIBRARIES:
        verify(load(path))


def test_methods_of_one_name_with_different_parameters_are_never_confused() -> None:
    """Which of the two is called depends on the class of the receiver, at run time."""
    source = (
        "class A { int m(int a) := a; } class B { int m() := 1; } class C { Object o; }"
        "((Y0.o) . m [ 1 ])"
    )
    try:
        program = lower(parse(source, "test.tiny"), "test.tiny")
    except InputError:
        return
    verify(program)


def test_a_program_needs_code_to_explore(shapes: Shapes) -> None:
    with pytest.raises(VerificationError, match="main: there is no code to explore"):
        verify(shapes.program)


def test_an_error_says_where_and_what(shapes: Shapes) -> None:
    error = refused(shapes, ZERO, ir.Move(7, 0, at=AT), DONE)
    assert (error.method, error.index) == ("main", 1)
    assert str(error) == "main, instruction 1: there is no register 7"


def test_registers_exist(shapes: Shapes) -> None:
    assert refused(shapes, ir.Return(3, at=AT)).index == 0
    assert refused(shapes, ir.Return(-1, at=AT)).problem == "there is no register -1"
    assert refused(shapes, ir.Constant(0, 1, at=AT), DONE, registers=0).index == 0


def test_the_arguments_of_a_method_fit_its_registers(shapes: Shapes) -> None:
    method = shapes.method("narrow", 2)
    method.code = ir.Code("Node.narrow", (DONE,), 2)
    assert refused(shapes, ZERO, DONE).problem == "3 arguments, 2 registers"


def test_jumps_arrive_somewhere(shapes: Shapes) -> None:
    assert refused(shapes, ir.Jump(1, at=AT)).problem == "there is no instruction 1 to jump to"
    assert refused(shapes, ZERO, ir.Branch(0, 2, 9, "", "", at=AT), DONE).index == 1
    assert refused(shapes, ir.Jump(-1, at=AT)).index == 0


def test_code_does_not_run_off_its_end(shapes: Shapes) -> None:
    for code in ((), (ZERO,), (DONE, ZERO), (ZERO, ir.Assume(0, at=AT))):
        assert refused(shapes, *code).problem == "the code can run off its end"
    accepted(shapes, ir.Fail("ClassCast", at=AT))
    accepted(shapes, ir.Jump(0, loops=True, at=AT))


def test_every_loop_has_a_jump_that_counts_its_turns(shapes: Shapes) -> None:
    unmarked = "a loop without a jump that counts its turns"
    assert refused(shapes, ZERO, ir.Branch(0, 0, 0, "", "", at=AT)).problem == unmarked
    assert refused(shapes, ir.Jump(0, at=AT)).problem == unmarked
    accepted(shapes, ZERO, ir.Branch(0, 2, 3, "", "", at=AT), ir.Jump(0, loops=True, at=AT), DONE)


def test_a_register_is_written_before_it_is_read(shapes: Shapes) -> None:
    assert refused(shapes, DONE).problem == "register 0 may not have been written"
    assert refused(shapes, ZERO, ir.Operation(1, ir.Operator.ADD, (0, 2), at=AT), DONE).index == 1


def test_a_register_is_written_on_every_path(shapes: Shapes) -> None:
    diamond = (ZERO, ir.Branch(0, 2, 4, "", "", at=AT), ONE, ir.Jump(5, at=AT))
    last = ir.Return(1, at=AT)
    error = refused(shapes, *diamond, ir.Note("else", at=AT), last)
    assert (error.index, error.problem) == (5, "register 1 may not have been written")
    accepted(shapes, *diamond, ONE, last)


def test_a_loop_is_looked_at_again_when_it_is_entered_with_less(shapes: Shapes) -> None:
    """The way round the loop has written register 1; the way past it into the loop has not."""
    error = refused(
        shapes,
        ZERO,
        ir.Branch(0, 2, 3, "", "", at=AT),
        ONE,
        ir.Note("loop", at=AT),
        ir.Branch(0, 5, 7, "", "", at=AT),
        ir.Move(2, 1, at=AT),
        ir.Jump(3, loops=True, at=AT),
        DONE,
    )
    assert error.index == 5


def test_code_that_is_never_reached_may_read_anything(shapes: Shapes) -> None:
    accepted(shapes, ZERO, DONE, ir.Return(2, at=AT))


def test_the_receiver_and_the_arguments_are_written(shapes: Shapes) -> None:
    shapes.method("second", 2).code = ir.Code("Node.second", (ir.Return(2, at=AT),), 4)
    accepted(shapes, ZERO, DONE)
    shapes.method("third", 2).code = ir.Code("Node.third", (ir.Return(3, at=AT),), 4)
    assert refused(shapes, ZERO, DONE).method == "Node.third"


def test_operators_have_their_operands(shapes: Shapes) -> None:
    assert refused(shapes, ZERO, ir.Operation(0, ir.Operator.NOT, (0, 0), at=AT), DONE).index == 1
    assert refused(shapes, ZERO, ir.Operation(0, ir.Operator.ADD, (0,), at=AT), DONE).index == 1


def test_fields_and_classes_belong_to_the_program(shapes: Shapes) -> None:
    stranger = ClassDecl("Node", None)
    field = FieldDecl(shapes.node, "missing", INT)
    foreign = stranger.own_fields["val"] = FieldDecl(stranger, "val", INT)
    assert (
        "does not declare" in refused(shapes, NULL, ir.GetField(0, 0, field, at=AT), DONE).problem
    )
    assert "not of this" in refused(shapes, NULL, ir.PutField(0, foreign, 0, at=AT), DONE).problem
    assert "not of this" in refused(shapes, ir.NewObject(0, stranger, at=AT), DONE).problem
    assert "not of this" in refused(shapes, ir.Input(0, "Y0", stranger, at=AT), DONE).problem
    accepted(shapes, NULL, ir.GetField(0, 0, shapes.val, at=AT), DONE)


def test_only_classes_with_instances_are_instantiated(shapes: Shapes) -> None:
    shapes.leaf.abstract = True
    assert "abstract" in refused(shapes, ir.NewObject(0, shapes.leaf, at=AT), DONE).problem
    assert "array" in refused(shapes, ir.NewObject(0, shapes.array, at=AT), DONE).problem


def test_arrays_are_arrays(shapes: Shapes) -> None:
    length = ir.ArrayLength(0, 0, shapes.node, at=AT)
    assert refused(shapes, NULL, length, DONE).problem == "`Node` is not an array class"
    accepted(shapes, NULL, ir.ArrayLength(0, 0, shapes.array, at=AT), DONE)


def call(shapes: Shapes, method: str, *arguments: int) -> ir.Call:
    return ir.Call(0, 0, shapes.node, method, arguments, "1:1", at=AT)


def test_a_call_names_a_method_that_the_receiver_may_have(shapes: Shapes) -> None:
    assert "no class below `Node`" in refused(shapes, NULL, call(shapes, "put"), DONE).problem
    accepted(shapes, NULL, call(shapes, "get", 0), DONE)
    shapes.method("put", 0, shapes.leaf)
    accepted(shapes, NULL, call(shapes, "put"), DONE)


def test_every_method_that_a_call_may_reach_takes_its_arguments(shapes: Shapes) -> None:
    error = refused(shapes, NULL, call(shapes, "get"), DONE)
    assert error.problem == "`Node.get` takes 1 arguments, not 0"
    shapes.method("get", 2, shapes.leaf)
    error = refused(shapes, NULL, call(shapes, "get", 0), DONE)
    assert error.problem == "`Leaf.get` takes 2 arguments, not 1"


def test_a_method_without_code_is_abstract(shapes: Shapes) -> None:
    shapes.node.own_methods["get"].code = None
    assert refused(shapes, ZERO, DONE).problem == "the method has no code"
    shapes.node.abstract = True
    accepted(shapes, ZERO, DONE)


def test_long_code_is_checked_in_reasonable_time(shapes: Shapes) -> None:
    size = 20_000
    writes = [ir.Constant(register, 0, at=AT) for register in range(size)]
    accepted(shapes, *writes, ir.Return(size - 1, at=AT), registers=size)
