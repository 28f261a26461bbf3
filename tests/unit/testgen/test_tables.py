"""Functions given as tables: called in replays, and written as lambdas."""

from __future__ import annotations

import pytest

from heapwise.results import Heap, HeapObject, Ref, TupleValue, Value
from heapwise.testgen import snippet
from heapwise.testgen.module_source import read_source
from heapwise.testgen.python_wording import value_code
from heapwise.testgen.table_code import function_code
from heapwise.testgen.tables import FUNCTION, FunctionTable

NODE = Ref("Node#1")
NAN = float("nan")


def _table(arity: int | None, default: Value, *entries: tuple[tuple[Value, ...], Value]) -> str:
    pairs = tuple((TupleValue(key), value) for key, value in entries)
    made = HeapObject(FUNCTION, {"arity": arity, "default": default}, entries=pairs)
    return function_code(made, lambda value: value_code(value, {NODE: "node"}))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (_table(1, 7), "lambda x: 7"),
        (_table(0, None), "lambda: None"),
        (_table(1, 0, ((2,), 5)), "lambda x: {2: 5}.get(x, 0)"),
        (_table(2, "", ((1, "a"), "b")), 'lambda x, y: {(1, "a"): "b"}.get((x, y), "")'),
        (_table(None, 0, ((), 1)), "lambda *args, **_: 1 if len(args) == 0 else 0"),
        (
            _table(1, 0, ((TupleValue((NODE, 2)),), 1)),
            "lambda x: 1 if isinstance(x, tuple) and len(x) == 2 and x[0] is node and x[1] == 2"
            " else 0",
        ),
        (_table(1, False, ((NODE,), True)), "lambda x: True if x is node else False"),
        (_table(1, 0, ((NAN,), 1), ((2.0,), 3)), "lambda x: 1 if x != x else 3 if x == 2.0 else 0"),
    ],
)
def test_a_table_is_written_as_a_lambda(code: str, text: str) -> None:
    assert code == text


def test_a_lambda_may_look_for_the_object_that_holds_it() -> None:
    source = "class Node:\n    pass\n\ndef run(node): ...\n"
    function = HeapObject(FUNCTION, {"arity": 1, "default": 0}, entries=((TupleValue((NODE,)), 1),))
    objects = {NODE: HeapObject("Node", {"key": Ref("function#1")}), Ref("function#1"): function}
    text = snippet("run", Heap({"node": NODE}, objects), read_source(source))
    space: dict[str, object] = {}
    exec(source + "def run(node): global seen; seen = node.key(node), node.key(3)\n", space)
    exec(text, space)
    assert space["seen"] == (1, 0)


def test_a_table_finds_objects_in_tuples_by_identity() -> None:
    key = [1]
    table = FunctionTable()
    table.default = "default"
    table.entries = [(((key, NAN),), "found")]
    assert table((key, float("nan")), option=1) == "found"
    assert table(([1], NAN)) == table((key,)) == "default"


def test_a_table_finds_equal_values_identical_objects_and_nan() -> None:
    key = [1]
    table = FunctionTable()
    table.arity, table.default = 1, "default"
    table.entries = [((2,), "two"), ((NAN,), "nan"), ((key,), "list")]
    assert [table(2.0), table(float("nan")), table(key)] == ["two", "nan", "list"]
    assert [table([1]), table("2")] == ["default", "default"]
    with pytest.raises(TypeError):
        table(1, 2)
