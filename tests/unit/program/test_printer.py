"""The listing of a program."""

from __future__ import annotations

from typing import get_args

from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.program import INT, ClassDecl, FieldDecl, MethodDecl, Position, Program
from heapwise.program import code as ir
from heapwise.program.printer import instruction_to_text, to_text

SOURCE = """\
class Node {
  int val;
  Node next;
  int add(int n) := ((this.val) + n);
}
class Leaf extends Node { bool flag; }
if (Y0 instanceof Leaf) then (Y0 . add [ X0 ]) else 0
"""

LISTING = """\
class Object

class Node extends Object
  int val
  Node next

class Leaf extends Node
  bool flag

int Node.add(int n r1)
  0  r2 = r0.Node.val
  1  r2 = r2 + r1
  2  return r2

main
  0  r0 = input Y0 : Node, never null
  1  r0 = r0 instanceof Leaf
  2  if r0 then 3 else 7
  3  r0 = input Y0 : Node, never null
  4  r1 = input X0 : int
  5  r0 = r0.Node::add(r1)
  6  return r0
  7  r0 = 0
  8  return r0
"""
AT = Position("made.tiny", 3, 7)
ROOT = ClassDecl("Object", None)
NODE = ClassDecl("Node", ROOT)
ARRAY = ClassDecl("int[]", ROOT, element=INT)
VAL = FieldDecl(NODE, "val", INT)


def program() -> Program:
    return lower(parse(SOURCE, "test.tiny"), "test.tiny")


def test_a_listing_shows_classes_methods_and_main() -> None:
    assert to_text(program()) == LISTING


def test_the_same_program_always_gives_the_same_listing() -> None:
    assert to_text(program()) == to_text(program())


def test_a_listing_can_show_positions() -> None:
    lines = to_text(program(), positions=True).splitlines()
    assert "  6  return r0  // test.tiny:7:30" in lines


def test_every_instruction_has_a_text() -> None:
    texts: dict[str, ir.AnyInstruction] = {
        "r0 = null": ir.Constant(0, None, at=AT),
        "r0 = true": ir.Constant(0, True, at=AT),
        "r0 = -3": ir.Constant(0, -3, at=AT),
        "r0 = r1": ir.Move(0, 1, at=AT),
        "r0 = input X0 : int": ir.Input(0, "X0", INT, at=AT),
        "r0 = r1 < r2": ir.Operation(0, ir.Operator.LESS, (1, 2), at=AT),
        "r0 = ~ r1": ir.Operation(0, ir.Operator.NOT, (1,), at=AT),
        "r0 = new Node": ir.NewObject(0, NODE, at=AT),
        "r0 = new int[r1]": ir.NewArray(0, ARRAY, 1, at=AT),
        "r0 = r1.Node.val": ir.GetField(0, 1, VAL, at=AT),
        "r0.Node.val = r1": ir.PutField(0, VAL, 1, at=AT),
        "r0 = r1[r2] of int[]": ir.ArrayLoad(0, 1, 2, ARRAY, at=AT),
        "r0[r1] of int[] = r2": ir.ArrayStore(0, 1, 2, ARRAY, at=AT),
        "r0 = length r1 of int[]": ir.ArrayLength(0, 1, ARRAY, at=AT),
        "r0 = r1 same as r2": ir.RefEquals(0, 1, 2, at=AT),
        "r0 = r1 instanceof Node": ir.InstanceOf(0, 1, NODE, at=AT),
        "fail ClassCast": ir.Fail("ClassCast", at=AT),
        "r0 = r1.Node::m(r2, r3)": ir.Call(0, 1, NODE, "m", (2, 3), "3:7", at=AT),
        "r0 = Node.m(r1, r2)": ir.Invoke(0, MethodDecl(NODE, "m", (), INT), (1, 2), at=AT),
        "r0 = abs(r1)": ir.Compute(0, abs, (1,), at=AT),
        "if r0 then 1 else 2": ir.Branch(0, 1, 2, "then", "else", at=AT),
        "if r0 then 1 else 2 silently": ir.Branch(0, 1, 2, "", "", at=AT),
        "jump to 4": ir.Jump(4, at=AT),
        "loop to 4": ir.Jump(4, loops=True, at=AT),
        "return r0": ir.Return(0, at=AT),
        "r0 = len[n](r1, r2)": ir.Perform(0, len, (1, 2), ("n",), at=AT),
        "r0 = yield r1": ir.Yield(0, 1, at=AT),
        "assume r0": ir.Assume(0, at=AT),
        'assert r0 "assertion"': ir.Assert(0, "assertion", at=AT),
        "note @here": ir.Note("@here", at=AT),
    }
    assert [instruction_to_text(each) for each in texts.values()] == list(texts)
    assert {type(each) for each in texts.values()} == set(get_args(ir.AnyInstruction))


def test_interfaces_are_shown() -> None:
    shape = ClassDecl("Shape", ROOT, abstract=True)
    box = ClassDecl("Box", ROOT, (shape,))
    text = to_text(Program("ir", "made", ROOT, [shape, box]))
    assert "abstract class Shape extends Object" in text
    assert "class Box extends Object implements Shape" in text
