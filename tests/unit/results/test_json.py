"""Results survive the way to JSON and back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.results import (
    Counts,
    Heap,
    HeapObject,
    Named,
    Outcome,
    OutcomeKind,
    PathResult,
    Ref,
    TupleValue,
)
from heapwise.results.account import Account, Failure, account_from_json, account_to_json
from heapwise.results.event import Event, events_of
from heapwise.results.expression import Access, Apply, Constant, Cut, text
from heapwise.results.heap import (
    Value,
    heap_from_json,
    heap_to_json,
    value_from_json,
    value_to_json,
)
from heapwise.results.path_result import counts_to_json, path_from_json, path_to_json
from heapwise.results.place import Place

NODE = Ref("Node#1")
LOOP = Heap({"Y0": NODE, "X0": 3}, {NODE: HeapObject("Node", {"val": -1, "next": NODE})})
PATH = PathResult(
    7,
    Outcome(OutcomeKind.RAISED, None, "NullDereference", Place("list.tiny", 3, 4)),
    "Y0 == null",
    LOOP,
    Heap({"Y0": None}),
    events_of(["3:4 then", "5:1 calls Node.m"]),
    True,
    when=Apply("and", (Apply("==", (Access("Y0"), Constant(None))),)),
)

words = st.text(max_size=6)
numbers = st.integers() | st.floats(allow_nan=False)  # nan differs from itself: see below
long_numbers = st.integers().map(lambda number: number << 13_000)
halves = st.text(st.sampled_from("a\ud83d\ude00\U0001f600"), max_size=4)  # of a surrogate pair
texts = words | halves
simple_values: st.SearchStrategy[Value] = st.none() | st.booleans() | numbers | long_numbers | texts
plain_values = simple_values | words.map(Named)


def with_tuples(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.recursive(
        values, lambda inner: st.lists(inner, max_size=3).map(tuple).map(TupleValue), max_leaves=4
    )


@st.composite
def heaps(draw: st.DrawFn) -> Heap:
    names = draw(st.lists(words.map(Ref), unique=True, max_size=4))
    values: st.SearchStrategy[Value] = plain_values
    if names:
        values = values | st.sampled_from(names)
    values = with_tuples(values)
    fields = st.dictionaries(words, values, max_size=4)
    items = st.none() | st.lists(values, max_size=3).map(tuple)
    entries = st.none() | st.lists(st.tuples(values, values), max_size=3).map(tuple)
    objects = {
        name: HeapObject(draw(words), draw(fields), draw(items), draw(entries)) for name in names
    }
    return Heap(draw(fields), objects)


def values() -> st.SearchStrategy[Value]:
    return with_tuples(plain_values | words.map(Ref))


lines = st.none() | st.integers()
places = st.recursive(
    st.builds(Place, words, lines, lines),
    lambda inner: st.builds(Place, words, lines, lines, inner),
    max_leaves=2,
)
outcomes = st.builds(
    Outcome, st.sampled_from(OutcomeKind), values(), st.none() | words, st.none() | places
)
fields = st.lists(words, max_size=2).map(tuple)
expressions = st.recursive(
    st.builds(Constant, values()) | st.builds(Access, words, fields) | st.builds(Cut, words, words),
    lambda inner: (
        st.builds(Apply, words, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Access, inner, fields)
    ),
    max_leaves=4,
)
paths = st.builds(
    PathResult,
    st.integers(min_value=1),
    outcomes,
    words,
    heaps(),
    heaps(),
    st.lists(st.builds(Event, words, words, words, lines, lines, lines), max_size=4).map(tuple),
    st.booleans(),
    st.booleans(),
    when=expressions,
)


@settings(max_examples=50, deadline=None)
@given(paths)
def test_a_path_comes_back_from_json_as_it_was(path: PathResult) -> None:
    written = json.dumps(path_to_json(path))
    back = path_from_json(json.loads(written))
    assert back == path
    assert json.dumps(path_to_json(back)) == written  # `==` does not tell 1 from True


@settings(max_examples=50, deadline=None)
@given(heaps())
def test_a_heap_comes_back_from_json_as_it_was(heap: Heap) -> None:
    assert heap_from_json(json.loads(json.dumps(heap_to_json(heap)))) == heap


@given(values())
def test_a_value_keeps_its_type(value: Value) -> None:
    back = value_from_json(json.loads(json.dumps(value_to_json(value))))
    assert back == value
    assert type(back) is type(value)


def test_the_json_of_a_path_is_the_one_documented() -> None:
    assert path_to_json(PATH) == {
        "id": 7,
        "case": 1,
        "outcome": {
            "kind": "raised",
            "value": None,
            "exception": "NullDereference",
            "at": "list.tiny:3:4",
            "place": {"file": "list.tiny", "line": 3, "column": 4},
        },
        "condition": "Y0 == null",
        "when": {"op": "and", "args": [{"op": "==", "args": [{"path": ["Y0"]}, {"const": None}]}]},
        "input": {
            "roots": {"Y0": "Node#1", "X0": 3},
            "objects": {"Node#1": {"class": "Node", "fields": {"val": -1, "next": "Node#1"}}},
        },
        "output": {"roots": {"Y0": None}, "objects": {}},
        "trace": [
            {"kind": "branch", "decision": "then", "line": 3, "column": 4},
            {"kind": "calls", "decision": "Node.m", "line": 5, "column": 1},
        ],
        "replayed": True,
        "confirmed": True,
    }


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (Ref("Node#1"), "Node#1"),
        ("Node#1", {"str": "Node#1"}),
        ("\U0001f600", {"str": "\U0001f600"}),
        ("\ude00\ud83d", {"str": "\ude00\ud83d"}),
        ("\ud83d\ude00", {"chars": [0xD83D, 0xDE00]}),
        (0.5, {"float": "0.5"}),
        (float("nan"), {"float": "nan"}),
        (float("-inf"), {"float": "-inf"}),
        (TupleValue((1, "a", Ref("Node#1"))), {"tuple": [1, {"str": "a"}, "Node#1"]}),
        (Named("Color.RED"), {"name": "Color.RED"}),
    ],
)
def test_values_that_json_has_no_word_for_say_what_they_are(value: Value, data: object) -> None:
    assert value_to_json(value) == data
    assert repr(value_from_json(data)) == repr(value)


def test_containers_have_items_or_entries() -> None:
    heap = Heap(
        {"x": Ref("list#1")},
        {
            Ref("list#1"): HeapObject("list", {}, (1, Ref("dict#1"))),
            Ref("dict#1"): HeapObject("dict", {}, None, (("k", None),)),
        },
    )
    assert heap_to_json(heap)["objects"] == {
        "list#1": {"class": "list", "fields": {}, "items": [1, "dict#1"]},
        "dict#1": {"class": "dict", "fields": {}, "entries": [[{"str": "k"}, None]]},
    }


@pytest.mark.parametrize("value", [3.5, [1], {"a": 1}, {"str": 1}, {"str": "a", "float": "1"}])
def test_what_is_no_value_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a heap value"):
        value_from_json(value)


@pytest.mark.parametrize("part", ["outcome", "trace", "input", "output"])
def test_what_is_no_path_is_refused(part: str) -> None:
    with pytest.raises(ValueError, match="not a path"):
        path_from_json({**path_to_json(PATH), part: None})


def test_paths_are_the_completed_ones() -> None:
    counts = Counts(returned=3, raised=2, violated=1, bounded=9, unsupported=8, infeasible=7)
    assert counts.paths == 6
    assert counts_to_json(counts)["paths"] == 6


@pytest.mark.parametrize("finished", [False, True])
def test_an_account_comes_back_in_full(finished: bool) -> None:
    account = Account(
        cuts={"max-loops": 2},
        limits={"inputs": "few"},
        unsupported={("open()", Place("f.py", 1, 2)): 3},
        undecided={("returned", None): 1},
        failures=[Failure("KeyError: 1", "api.py:1 in f", Place("f.py"), "ab")],
        violated=4,
        violations={"": 1, "no JVM": 3},
        unshown={"too long": 1},
        approximations=("threads",),
        endless=5,
        stopped="timeout",
        finished=finished,
    )
    assert account_from_json(json.loads(json.dumps(account_to_json(account)))) == account


def test_a_choice_within_a_condition_has_parentheses() -> None:
    first, second = (Apply("<", (Access("x"), Constant(number))) for number in (1, 2))
    choice = Apply("or", (first, Apply("not", (second,))))
    assert text(Apply("and", (choice,))) == "(x < 1 or not (x < 2))"
    assert text(Apply("and", (first, second))) == "x < 1 and x < 2"
    assert text(Apply("and", ())) == "true"
