"""Inputs get their types from how the program uses them."""

from __future__ import annotations

from heapwise.frontends.tiny.parser import parse
from heapwise.selfcheck.oracle.static_facts import Facts, facts

CHAIN = (
    "class A { int a; A link; int m(B other, bool flag) := 1; }"
    "class B extends A { int b; int m(B other, bool flag) := 2; }"
    "class Main { int n(int[] numbers, B[] items) := 1; } "
)


def known(main: str, classes: str = CHAIN) -> Facts:
    return facts(parse(classes + main, "test.tiny"))


def types(main: str) -> dict[str, str]:
    return {name: str(kind) for name, kind in known(main).inputs.items()}


def test_a_field_gives_the_class_that_declares_it() -> None:
    assert types("((Y0.a) + (Y1.b))") == {"Y0": "A", "Y1": "B"}


def test_a_method_gives_the_topmost_class_and_its_parameters_give_theirs() -> None:
    assert types("(Y0 . m [Y1, X0])") == {"Y0": "A", "Y1": "B", "X0": "bool"}


def test_the_most_specific_of_several_uses_wins() -> None:
    assert types("((Y0.a) + (Y0.b))") == {"Y0": "B"}


def test_uses_of_a_let_variable_count_for_the_input_it_is() -> None:
    assert types("let p := Y0 in let q := p in (q.b)") == {"Y0": "B"}
    assert types("let p := if X0 then Y0 else Y1 in (p.b)") == {
        "X0": "bool",
        "Y0": "B",
        "Y1": "B",
    }


def test_a_value_stored_to_a_field_gets_the_type_of_the_field() -> None:
    assert types("((Y0.link := Y1) ; (Y0.a := X0))") == {"Y0": "A", "Y1": "A", "X0": "int"}


def test_an_unused_reference_is_an_object_and_an_unused_primitive_an_int() -> None:
    assert types("let a := Y0 in let b := X0 in (Y1 = null)") == {
        "Y0": "Object",
        "X0": "int",
        "Y1": "Object",
    }


def test_a_primitive_is_a_bool_only_if_all_its_uses_need_one() -> None:
    assert types("if (X0 && X1) then (X1 + 1) else 0") == {"X0": "bool", "X1": "int"}


def test_arrays_get_their_elements_from_the_context() -> None:
    assert types("((Y0 [ X0 ]) + (((Y1 [ 0 ]).b)))") == {"Y0": "int[]", "X0": "int", "Y1": "B[]"}
    assert types("(((Y0 [ 0 ]) [ 1 ]) < 2)") == {"Y0": "int[][]"}
    assert types("((new Main) . n [Y0, Y1])") == {"Y0": "int[]", "Y1": "B[]"}
    assert types("(Y0 [ 0 ] := true)") == {"Y0": "bool[]"}


def test_types_found_late_are_used_for_what_came_before() -> None:
    assert types("((Y1 . m [Y2, true]) + ((Y1.b) + ((Y2.link := Y3) ; 1)))") == {
        "Y1": "B",
        "Y2": "B",
        "Y3": "A",
    }


def test_the_entry_receiver_is_that_of_the_call_evaluated_first() -> None:
    assert known("(Y0 . m [Y1, true])").entry_receiver == "Y0"
    assert known("let p := Y1 in (Y0 . m [Y0, (1 < (p . m [Y0, true]))])").entry_receiver == "Y1"
    assert known("((Y0.link) . m [Y1, true])").entry_receiver is None
    assert known("(Y0.a)").entry_receiver is None


def test_a_declared_root_class_is_the_root() -> None:
    found = known("(Y0.tag)", "class Object { int tag; } class Thing { int size; } ")
    assert found.table.chains["Thing"] == ("Thing", "Object")
    assert list(found.table.fields["Thing"]) == ["tag", "size"]
