"""What was predicted and what happened: equal up to the names of new objects, and nothing else."""

from __future__ import annotations

import pytest

from heapwise.results import (
    Heap,
    HeapObject,
    Outcome,
    OutcomeKind,
    PathResult,
    Ref,
    TupleValue,
    Value,
)
from heapwise.results.event import events_of
from heapwise.testgen import Expectation, Observation, Status, same_outcome

A, X, Y, Z = Ref("Node#1"), Ref("Node#2"), Ref("Node#7"), Ref("Node#8")
GIVEN = Heap({"a": A}, {A: HeapObject("Node", {"next": None})})


def heap(**objects: HeapObject) -> Heap:
    names = {"a": A, "x": X, "y": Y, "z": Z}
    return Heap({"a": A}, {names[name]: obj for name, obj in objects.items()})


def to(value: Value) -> HeapObject:
    return HeapObject("Node", {"next": value})


def differences(
    expected: Heap, observed: Heap, values: tuple[Value, Value] = (None, None)
) -> list[str]:
    seen = Observation(Status.RETURNED, values[1], output=observed)
    return same_outcome(Expectation(None, values[0], expected), seen, GIVEN)


def test_new_objects_may_have_other_names() -> None:
    assert differences(heap(a=to(X), x=to(X)), heap(a=to(Y), y=to(Y)), (X, Y)) == []


@pytest.mark.parametrize(
    ("expected", "observed", "text"),
    [
        (heap(a=to(X), x=to(A)), heap(a=to(A)), "a.next should be Node#2, but is Node#1"),
        (heap(a=to(X), x=to(X)), heap(a=to(Y), y=to(Z), z=to(Y)), "a.next.next should be"),
        (heap(a=to(1)), heap(a=to(True)), "a.next should be 1, but is True"),
        (heap(a=to("x")), heap(a=to("y")), "a.next should be 'x', but is 'y'"),
        (heap(a=to(0.0)), heap(a=to(-0.0)), "a.next should be 0.0, but is -0.0"),
        (heap(a=to(None)), heap(a=HeapObject("Node", {})), "a.next was only predicted"),
        (heap(a=to(TupleValue((1, 2)))), heap(a=to(TupleValue((1,)))), "should have 2 items"),
        (
            heap(a=to(X), x=HeapObject("list", {}, (1, 2))),
            heap(a=to(X), x=HeapObject("list", {}, (2, 1))),
            "a.next[0] should be 1, but is 2",
        ),
        (
            heap(a=to(X), x=HeapObject("dict", {}, None, ((1, 2), (3, 4)))),
            heap(a=to(X), x=HeapObject("dict", {}, None, ((3, 4), (1, 2)))),
            "a.next[0] should be 1, but is 3",
        ),
        (heap(a=to(X), x=to(1)), heap(a=to(X), x=HeapObject("Leaf", {})), "of class Node"),
    ],
)
def test_every_other_difference_is_told(expected: Heap, observed: Heap, text: str) -> None:
    found = differences(expected, observed)
    assert found
    assert text in found[0]


def test_the_order_of_sets_does_not_matter() -> None:
    one = heap(a=to(X), x=HeapObject("set", {}, (1, Y, Z)), y=to(1), z=to(2))
    other = heap(a=to(X), x=HeapObject("set", {}, (Y, 1, Z)), y=to(2), z=to(1))
    assert differences(one, other) == []
    other = heap(a=to(X), x=HeapObject("set", {}, (Y, 1, Z)), y=to(2), z=to(2))
    assert differences(one, other) != []


def test_nan_is_nan() -> None:
    assert differences(heap(a=to(float("nan"))), heap(a=to(float("nan")))) == []


def test_ends_are_compared_first() -> None:
    raised = Observation(Status.RAISED, exception="KeyError", message="'k'", line=3)
    assert same_outcome(Expectation("KeyError"), raised, GIVEN) == []
    assert same_outcome(Expectation(None), raised, GIVEN) == [
        "expected a value to be returned, but it raised KeyError at line 3: 'k'"
    ]
    assert same_outcome(Expectation("IndexError"), raised, GIVEN) != []
    hung = Observation(Status.TIMEOUT, why="not finished after 5 s")
    assert "not finished" in same_outcome(Expectation(None), hung, GIVEN)[0]


def test_the_first_event_that_differs_is_told() -> None:
    seen = Observation(Status.RETURNED, output=GIVEN, trace=("1:0 if true", "2:0 if true"))
    expected = Expectation(None, None, GIVEN, ["1:0 if true", "2:0 if false"])
    assert same_outcome(expected, seen, GIVEN) == [
        "trace: event 2 should be '2:0 if false', but is '2:0 if true'"
    ]
    expected = Expectation(None, None, GIVEN, ["1:0 if true"])
    assert "should be nothing" in same_outcome(expected, seen, GIVEN)[0]


def test_a_path_gives_its_expectation() -> None:
    end = Outcome(OutcomeKind.VIOLATED)
    path = PathResult(1, end, "", GIVEN, GIVEN, events_of(["1:0 assert false"]), False)
    assert Expectation.of_path(path) == Expectation("AssertionError", None, GIVEN, path.trace_texts)
    cut = PathResult(1, Outcome(OutcomeKind.BOUNDED), "", GIVEN, GIVEN, (), False)
    with pytest.raises(ValueError, match="no end to compare"):
        Expectation.of_path(cut)
