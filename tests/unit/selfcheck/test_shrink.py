"""Shrinking: smaller, still failing, the same every time."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.printer import to_source
from heapwise.program import InputError
from heapwise.selfcheck.generator import generate
from heapwise.selfcheck.shrink import shrink
from heapwise.selfcheck.subject import subject_of, subject_of_source
from heapwise.selfcheck.trees import expressions_in

LARGE = subject_of_source(
    """
    class Node {
      Node next;
      int val;
      int m(int fuel, Node p) :=
        if (fuel < 1) then 0 else ((p.val := 3) ; (this . m [(fuel - 1), p]));
    }
    class Leaf extends Node { int more; }
    let a := (Y0.next) in
    ((Y1 . m [2, a]) ; if ((a.val) < X0) then ((a.next) = null) else (a instanceof Leaf))
    """,
    "p.tiny",
).tree


def valid_with(wanted: type[s.Node]) -> Callable[[s.ProgramNode], bool]:
    def still_fails(tree: s.ProgramNode) -> bool:
        try:
            main = subject_of(tree, "p.tiny").tree.main
        except InputError:
            return False
        return any(isinstance(node, wanted) for node in expressions_in(main))

    return still_fails


def test_only_what_the_failure_needs_is_left() -> None:
    assert to_source(shrink(LARGE, valid_with(s.InstanceOf))) == (
        "class Leaf { }\n\n(null instanceof Leaf)\n"
    )


def test_unneeded_parameters_are_dropped_from_methods_and_calls() -> None:
    small = shrink(LARGE, valid_with(s.Call))
    methods = [method for cls in small.classes for method in cls.methods]
    assert [len(method.parameters) for method in methods] == [0]


def test_shrinking_twice_gives_the_same() -> None:
    tree = generate(0, 3).tree
    once, again = (shrink(tree, valid_with(s.If)) for _ in range(2))
    assert once == again


def test_nothing_is_changed_when_every_edit_mends_the_program() -> None:
    assert shrink(LARGE, lambda tree: False) == LARGE


def test_time_ends_the_search() -> None:
    assert shrink(LARGE, lambda tree: True, seconds=0.0) == LARGE
