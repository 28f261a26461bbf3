"""The concrete interpreter does on hand-made heaps what the language says."""

from __future__ import annotations

import pytest

from heapwise.frontends.tiny.parser import parse
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.selfcheck.oracle.interpreter import Run, run, same_up_to_new_names

NODE = "class Node { int val; bool flag; Node next; int get() := (this.val); } "
CLASSES = (
    "class A { A link; int kind() := 1; int own() := (this . kind []); } "
    "class B extends A { int b; int kind() := 2; } "
)


def node(val: int = 0, following: str | None = None, flag: bool = False) -> HeapObject:
    link = Ref(following) if following else None
    return HeapObject("Node", {"val": val, "flag": flag, "next": link})


def heap(objects: dict[str, HeapObject] | None = None, **roots: Value | str) -> Heap:
    values = {name: Ref(v) if isinstance(v, str) else v for name, v in roots.items()}
    return Heap(values, {Ref(name): obj for name, obj in (objects or {}).items()})


def outcome(text: str, given: Heap | None = None) -> Run:
    return run(parse(text, "test.tiny"), given or heap())


def value(text: str, given: Heap | None = None) -> Value:
    result = outcome(text, given)
    assert result.kind == "returned", result
    return result.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((1 + 2) - 5)", -2),
        ("(1 < 2)", True),
        ("(2 < 2)", False),
        ("(true && false)", False),
        ("(true || false)", True),
        ("(~ false)", True),
        ("(1 = 1)", True),
        ("(null = null)", True),
        ("(BOT = null)", True),
        ("(BOT = 0)", False),
        ("(BOT = false)", False),
        ("(BOT + 3)", 3),
        ("(~ BOT)", True),
        ("if BOT then 1 else 2", 2),
        ("let x := 1 in let y := (x + 1) in let x := (x + y) in (x + y)", 5),
        ("(1 ; 2 ; 3)", 3),
        ("(assume true)", True),
        ("(@ here)", False),
    ],
)
def test_plain_expressions(text: str, expected: Value) -> None:
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


def test_inputs_are_read_from_the_roots_and_fields_through_aliases() -> None:
    given = heap({"Node#1": node(4, "Node#1")}, Y0="Node#1", Y1="Node#1", X0=3)
    text = NODE + "((Y0.val := X0) ; ((((Y1.next).next).val) + (Y1.val)))"
    assert value(text, given) == 6


def test_inputs_that_the_heap_does_not_name_have_the_default_of_their_type() -> None:
    assert value("(X0 = 0)") is True
    assert value("(Y0 = null)") is True
    assert value("if X0 then 1 else 2") == 2


def test_the_value_of_a_write_is_the_value_written() -> None:
    given = heap({"Node#1": node(4)}, Y0="Node#1")
    assert value(NODE + "((Y0.val := 7) + 1)", given) == 8
    assert value(NODE + "(Y0.val := BOT)", given) == 0
    assert value(NODE + "(Y0.flag := BOT)", given) is False


def test_new_objects_have_default_fields_and_are_equal_to_nothing_else() -> None:
    text = NODE + "let n := new Node in ((n.val) + if ((n.next) = null) then 10 else 20)"
    assert value(text) == 10
    assert value(NODE + "(new Node = new Node)") is False
    assert value(NODE + "let n := new Node in (n = n)") is True


@pytest.mark.parametrize(
    ("main", "exception", "column"),
    [
        ("(Y0.val)", "NullDereference", 1),
        ("((null.next).val)", "NullDereference", 2),
        ("(Y0.val := 1)", "NullDereference", 1),
        ("(Y0 . get [])", "NullDereference", 1),
        ("((Y0 [ 0 ]) + 1)", "NullDereference", 2),
        ("(Y0 [ 0 ] := 1)", "NullDereference", 1),
        ("(length Y0)", "NullDereference", 2),
        ("(new int [ (0 - 1) ])", "NegativeArraySize", 2),
        ("((new int [ 1 ]) [ 1 ])", "IndexOutOfBounds", 1),
        ("((new int [ 1 ]) [ (0 - 1) ] := 3)", "IndexOutOfBounds", 1),
    ],
)
def test_what_goes_wrong_is_named_and_placed(main: str, exception: str, column: int) -> None:
    result = outcome(NODE.strip() + "\n" + main, heap(Y0=None))
    assert (result.kind, result.exception) == ("raised", exception)
    assert result.at == f"test.tiny:2:{column}"
    assert result.value is None


def test_a_null_receiver_is_noticed_after_the_value_and_the_arguments() -> None:
    assert outcome(NODE + "(null . val := ((@ value) ; 1))").trace == ("@value",)
    nested = outcome(NODE + "(null [ (length null) ])")
    assert nested.at == f"test.tiny:1:{len(NODE) + 10}"


def test_null_comes_before_the_class_and_the_class_before_the_index() -> None:
    text = "class Box { Object o; } class A { int a; } "
    box = HeapObject("Box", {"o": Ref("A#2")})
    wrong = heap({"Box#1": box, "A#2": HeapObject("A", {"a": 1})}, Y0="Box#1")
    assert outcome(text + "((Y0.o) [ 9 ])", wrong).exception == "ClassCast"
    empty = heap({"Box#1": HeapObject("Box", {"o": None})}, Y0="Box#1")
    assert outcome(text + "((Y0.o) [ 9 ])", empty).exception == "NullDereference"


def linked(second: str) -> Heap:
    fields: dict[str, Value] = {"link": None}
    if second == "B":
        fields["b"] = 5
    first = HeapObject("A", {"link": Ref("o2")})
    return heap({"o1": first, "o2": HeapObject(second, fields)}, Y0="o1")


def test_members_of_a_subclass_are_a_bad_cast_on_the_superclass() -> None:
    text = CLASSES + "((Y0.link).b)"
    assert value(text, linked("B")) == 5
    assert outcome(text, linked("A")).exception == "ClassCast"


def test_calls_choose_by_run_time_class_and_say_so() -> None:
    text = CLASSES.strip() + "\n((Y0.link) . own [])"
    found = outcome(text, linked("B"))
    inner = CLASSES.index("(this . kind") + 1
    assert found.value == 2
    assert found.trace == ("2:1 calls A.own", f"1:{inner} calls B.kind")
    assert outcome(text, linked("A")).trace[1].endswith("calls A.kind")


def test_instanceof_is_reflexive_goes_up_and_is_false_of_null() -> None:
    assert value(CLASSES + "((Y0.link) instanceof A)", linked("B")) is True
    assert value(CLASSES + "(new A instanceof A)") is True
    assert value(CLASSES + "(new A instanceof B)") is False
    assert value(CLASSES + "(new B instanceof Object)") is True
    assert value(CLASSES + "((new A [ 1 ]) instanceof Object)") is True
    assert value(CLASSES + "(null instanceof Object)") is False


def test_branches_leave_their_position_even_if_they_are_constant() -> None:
    result = outcome("if true then\n  if (1 < 0) then 1 else ((@ x) ; 2)\nelse 3")
    assert result.trace == ("1:1 then", "2:3 else", "@x")


def test_both_sides_of_and_and_or_are_evaluated() -> None:
    assert outcome("((@ a) && (@ b))").trace == ("@a", "@b")
    assert outcome("((~ (@ a)) || (@ b))").trace == ("@a", "@b")


def test_false_assertions_and_assumptions_end_the_run_differently() -> None:
    assert outcome("((@ a) ; assert (1 < 0) ; (@ b))").trace == ("@a",)
    assert outcome("(assert (1 < 0) ; 1)").kind == "violated"
    assert outcome("(assume (1 < 0) ; 1)").kind == "assumed"


def test_arrays_have_a_length_defaults_and_identity() -> None:
    text = "let a := (new int [ 2 ]) in let b := a in ((a [ 1 ] := 5) ; "
    assert value(text + "(((b [ 0 ]) + (b [ 1 ])) + (length b)))") == 7
    given = heap({"a": HeapObject("int[]", {"length": 2, "0": 3, "1": 4})}, Y0="a")
    assert value("((Y0 [ 1 ]) + 1)", given) == 5


def test_a_variable_of_a_caller_is_back_after_the_call() -> None:
    text = (
        "class R { int down(int n) := if (n < 1) then 0 else "
        "let before := n in ((this . down [(n - 1)]) + before); } "
    )
    assert value(text + "((new R) . down [4])") == 10


def test_deep_recursion_is_bounded_by_the_asked_depth_only() -> None:
    program = parse(
        "class R { int down(int n) := if (n < 1) then 0 else (this . down [(n - 1)]); } "
        "((new R) . down [X0])",
        "test.tiny",
    )
    assert run(program, heap(X0=5000), max_calls=5001).kind == "returned"
    assert run(program, heap(X0=5000), max_calls=5000).kind == "bounded"


def test_deep_expressions_are_no_problem() -> None:
    depth = 5000
    assert value("(1 + " * depth + "0" + ")" * depth) == depth


def test_the_output_heap_keeps_input_names_and_adds_what_can_be_reached() -> None:
    given = heap({"Node#1": node(1), "Node#2": node(2)}, Y0="Node#1", Y1="Node#2")
    result = outcome(NODE + "((Y0.next := new Node) ; new Node ; (Y1.next := Y0))", given)
    assert result.value == Ref("Node#1")
    assert result.heap.roots == given.roots
    assert result.heap.objects == {
        Ref("Node#1"): node(1, "Node@1"),
        Ref("Node#2"): node(2, "Node#1"),
        Ref("Node@1"): node(),
    }


def test_new_objects_are_matched_by_how_they_are_reached() -> None:
    given = heap({"i": node()}, Y0="i")
    one = heap({"i": node(0, "a"), "a": node(1, "b"), "b": node(2)}, Y0="i")
    other = heap({"i": node(0, "b"), "b": node(1, "a"), "a": node(2)}, Y0="i")
    assert same_up_to_new_names(one, Ref("a"), other, Ref("b"), given)
    assert not same_up_to_new_names(one, Ref("a"), other, Ref("a"), given)
    changed = heap({"i": node(0, "b"), "b": node(1, "a"), "a": node(3)}, Y0="i")
    assert not same_up_to_new_names(one, None, changed, None, given)


def test_sharing_among_new_objects_matters() -> None:
    given = heap({"i": node(), "j": node()}, Y0="i", Y1="j")
    shared = heap({"i": node(0, "a"), "j": node(0, "a"), "a": node()}, Y0="i", Y1="j")
    apart = heap({"i": node(0, "a"), "j": node(0, "b"), "a": node(), "b": node()}, Y0="i", Y1="j")
    assert same_up_to_new_names(shared, 1, shared, 1, given)
    assert not same_up_to_new_names(shared, 1, apart, 1, given)
    assert not same_up_to_new_names(apart, 1, shared, 1, given)


def test_input_objects_are_not_interchangeable() -> None:
    given = heap({"i": node(), "j": node()}, Y0="i", Y1="j")
    assert not same_up_to_new_names(given, Ref("i"), given, Ref("j"), given)
    assert not same_up_to_new_names(given, 1, given, True, given)


def test_a_field_left_out_is_the_same_as_its_default() -> None:
    given = heap({"i": node()}, Y0="i")
    bare = heap({"i": HeapObject("Node", {})}, Y0="i")
    assert same_up_to_new_names(given, None, bare, None, given)
    set_to_one = heap({"i": node(1)}, Y0="i")
    assert not same_up_to_new_names(set_to_one, None, bare, None, given)
