"""From syntax to instructions: types of inputs, casts, mistakes and their places, deep programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.tiny import load_program
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.program import InputError, Program
from heapwise.program import code as ir
from heapwise.program.named_inputs import inputs_of
from heapwise.program.verifier import verify
from heapwise.results import Ref

CLASSES = """\
class A { int a; bool flag; A link; Object any;
  int m(B other, bool on) := 1; A same(A x) := x; }
class B extends A { int b; int m(B other, bool on) := 2; }
class Other { int o; A held; int only() := 3; }
class Main { int n(int[] numbers, B[] items) := 1; }
"""
MAIN_LINE = CLASSES.count("\n") + 1


def lowered(main: str, classes: str = CLASSES) -> Program:
    program = lower(parse(classes + main, "test.tiny"), "test.tiny")
    verify(program)
    return program


def types(main: str) -> dict[str, str]:
    return {name: str(kind) for name, kind in inputs_of(lowered(main)).items()}


def main_code(main: str) -> tuple[ir.Instruction, ...]:
    code = lowered(main).main
    assert code is not None
    return code.instructions


def nullable(main: str) -> dict[str, bool]:
    return {ins.name: ins.nullable for ins in main_code(main) if isinstance(ins, ir.Input)}


def ends(main: str, classes: str = CLASSES) -> list[object]:
    """What each path returns or raises; every one must replay."""
    found: list[object] = []
    for path in Exploration(lowered(main, classes), "fieldmaps", Bounds(max_objects=4)):
        assert path.replayed
        found.append(path.outcome.exception or path.outcome.value)
    return found


# ---------------------------------------------------------------------------- types of inputs


def test_an_input_gets_the_class_that_declares_the_field_used_on_it() -> None:
    assert types("((Y0.a) + (Y1.b))") == {"Y0": "A", "Y1": "B"}


def test_an_input_gets_the_topmost_class_that_declares_the_method_called_on_it() -> None:
    assert types("(Y0 . m [Y1, X0])") == {"Y0": "A", "Y1": "B", "X0": "bool"}


def test_an_input_gets_the_type_of_the_place_it_goes_to() -> None:
    assert types("((Y0.link := Y1) ; (Y0.a := X0))") == {"Y0": "A", "Y1": "A", "X0": "int"}
    assert types("((new Main) . n [Y0, Y1])") == {"Y0": "int[]", "Y1": "B[]"}


def test_the_most_specific_of_the_classes_wins() -> None:
    assert types("((Y0.a) + (Y0.b))") == {"Y0": "B"}
    assert types("((Y0.b) + (Y0.a))") == {"Y0": "B"}


def test_unrelated_classes_meet_in_their_common_superclass() -> None:
    assert types("((Y0.a) + (Y0.o))") == {"Y0": "Object"}


def test_a_variable_passes_its_uses_on_to_the_input_it_is() -> None:
    assert types("let p := Y0 in let q := p in (q.b)") == {"Y0": "B"}
    assert types("let p := if X0 then Y0 else Y1 in (p.b)") == {
        "X0": "bool",
        "Y0": "B",
        "Y1": "B",
    }


def test_an_input_that_nothing_is_known_of_is_an_object_or_an_int() -> None:
    assert types("let a := Y0 in let b := X0 in (Y1 = null)") == {
        "X0": "int",
        "Y0": "Object",
        "Y1": "Object",
    }


def test_a_primitive_input_is_a_bool_only_if_all_its_uses_are() -> None:
    assert types("if X0 then 1 else 2") == {"X0": "bool"}
    assert types("(X0 = true)") == {"X0": "bool"}
    assert types("(~ X0)") == {"X0": "bool"}
    assert types("(X0 = 1)") == {"X0": "int"}


def test_an_array_input_gets_its_elements_from_the_context() -> None:
    assert types("((Y0 [ 0 ]) + 1)") == {"Y0": "int[]"}
    assert types("(Y0 [ 0 ] := true)") == {"Y0": "bool[]"}
    assert types("(Y0 [ 0 ] := (new A))") == {"Y0": "A[]"}
    assert types("(length Y0)") == {"Y0": "int[]"}


def test_inputs_in_methods_count_too() -> None:
    classes = "class A { int a; int m() := (Y7.a); }\n"
    program = lower(parse(classes + "((new A) . m [])", "test.tiny"), "test.tiny")
    assert {name: str(kind) for name, kind in inputs_of(program).items()} == {"Y7": "A"}


# ---------------------------------------------------------------------------- the receiver


def test_the_receiver_of_the_call_evaluated_first_is_never_null() -> None:
    assert nullable("(Y0 . m [Y1, true])") == {"Y0": False, "Y1": True}
    assert nullable("let p := Y0 in (p . m [Y1, true])") == {"Y0": False, "Y1": True}
    nested = "(Y0 . m [Y1, (1 < (Y2 . m [Y1, true]))])"
    assert nullable(nested) == {"Y0": True, "Y1": True, "Y2": False}


def test_without_a_call_on_an_input_every_input_may_be_null() -> None:
    assert nullable("(Y0.a)") == {"Y0": True}
    assert nullable("((Y0.link) . m [Y1, true])") == {"Y0": True, "Y1": True}
    assert nullable("(if X0 then Y0 else Y1 . m [Y2, true])")["Y0"] is True


def test_only_the_first_call_counts() -> None:
    twice = "((new A) . m [ null, (0 < (Y0 . m [ null, true ])) ])"
    assert nullable(twice) == {"Y0": False}
    assert nullable("(((new A) . m [ null, true ]) + (Y0 . m [ null, true ]))") == {"Y0": True}


def test_the_receiver_is_never_null_wherever_it_is_named() -> None:
    program = lowered("((Y0 . m [ null, true ]) + (Y0.a))")
    assert ends("((Y0 . m [ null, true ]) + (Y0.a))") == [1, 2]
    assert inputs_of(program).keys() == {"Y0"}


# ---------------------------------------------------------------------------- casts


def casts(main: str) -> list[str]:
    """The classes that are tested for before a failure would be raised."""
    return [str(ins.cls) for ins in main_code(main) if isinstance(ins, ir.InstanceOf)]


def test_a_field_of_a_subclass_is_reached_by_a_cast() -> None:
    assert casts("((Y0.link).b)") == ["B"]
    found = ends("((Y0.link).b)")
    assert sorted(map(str, found)) == ["0", "ClassCast", "NullDereference", "NullDereference"]


def test_a_field_that_the_static_class_has_needs_no_cast() -> None:
    assert casts("((Y0.link).a)") == []
    assert casts("((new B).a)") == []


def test_a_method_that_several_classes_declare_is_cast_to_any_of_them() -> None:
    assert casts("((Y0.any) . only [])") == ["Other"]
    assert casts("((Y0.any) . same [ null ])") == ["A"]


def test_a_value_is_cast_to_the_declared_type_of_its_place() -> None:
    assert casts("(Y0.link := (Y1.any))") == ["A"]
    assert casts("(Y0.any := (Y1.link))") == []


def test_null_passes_every_cast() -> None:
    main = "let x := (new A) in ((x.link := (x.any)) ; (x.link))"
    assert ends(main) == [None]


def test_a_cast_leaves_no_mark_in_the_trace() -> None:
    for path in Exploration(lowered("((Y0.link).b)"), "fieldmaps", Bounds()):
        assert path.trace == ()


# ---------------------------------------------------------------------------- BOT


@pytest.mark.parametrize(
    ("main", "value"),
    [
        ("(BOT + 1)", 1),
        ("if BOT then 1 else 2", 2),
        ("(~ BOT)", True),
        ("let x := BOT in (x + 1)", 1),
        ("let x := (new A) in ((x.a := BOT) ; (x.a))", 0),
        ("let x := (new A) in ((x.flag := BOT) ; (x.flag))", False),
        ("let x := (new A) in ((x.link := BOT) ; (x.link))", None),
        ("((new A) . same [ BOT ])", None),
        ("(BOT . m [ BOT, BOT ])", "NullDereference"),
        ("(BOT.a)", "NullDereference"),
        ("(BOT = BOT)", True),
        ("(BOT = null)", True),
        ("BOT", None),
    ],
)
def test_bottom_is_the_default_of_the_type_that_is_needed(main: str, value: object) -> None:
    assert ends(main) == [value]


@pytest.mark.parametrize(
    ("main", "values"),
    [
        ("let x := if (X0 < 0) then BOT else 1 in (x + 1)", [1, 2]),
        ("let x := if (X0 < 0) then BOT else true in if x then 1 else 2", [2, 1]),
        ("let x := if (X0 < 0) then BOT else (new A) in (x = null)", [True, False]),
    ],
)
def test_bottom_on_one_side_is_the_default_of_the_other(main: str, values: list[object]) -> None:
    assert ends(main) == values


# ---------------------------------------------------------------------------- mistakes


def mistake(main: str, classes: str = CLASSES) -> str:
    with pytest.raises(InputError) as caught:
        lowered(main, classes)
    return str(caught.value)


@pytest.mark.parametrize(
    ("main", "column", "message"),
    [
        ("(new Aa)", 2, "unknown class `Aa`; did you mean `A`?"),
        ("(Y0 instanceof Nowhere)", 1, "unknown class `Nowhere`"),
        ("(Y0.linc)", 1, "unknown field `linc`; did you mean `link`?"),
        ("(Y0.m)", 1, "unknown field `m`"),
        ("(Y0.linc := 1)", 1, "unknown field `linc`; did you mean `link`?"),
        ("(Y0 . onyl [])", 1, "unknown method `onyl`; did you mean `only`?"),
        ("let count := 1 in coumt", 19, "unknown variable `coumt`; did you mean `count`?"),
        ("(this.a)", 2, "unknown variable `this`"),
        ("(let x := 1 in x + x)", 20, "unknown variable `x`"),
        ("(Y0 . only [ 1 ])", 1, "`Other.only` takes 0 arguments, not 1"),
        ("(Y0 . m [ null ])", 1, "`A.m` takes 2 arguments, not 1"),
        ("(true + 1)", 2, "expected int, found bool"),
        ("(1 - null)", 6, "expected int, found null"),
        ("((new A) < 1)", 3, "expected int, found A"),
        ("(1 && true)", 2, "expected bool, found int"),
        ("(~ 1)", 4, "expected bool, found int"),
        ("if 1 then 2 else 3", 4, "expected bool, found int"),
        ("assume 5", 8, "expected bool, found int"),
        ("assert null", 8, "expected bool, found null"),
        ("(5 . only [])", 1, "expected a reference, found int"),
        ("(X0.a)", 1, "expected a reference, found int"),
        ("(true instanceof A)", 2, "expected a reference, found bool"),
        ("(length 5)", 9, "expected an array, found int"),
        ("((length Y0) + (Y0.a))", 10, "expected an array, found Object"),
        ("((new int [ 3 ]) [ true ])", 20, "expected int, found bool"),
        ("(new int [ true ])", 12, "expected int, found bool"),
        ("(X0 && (X0 < 1))", 2, "expected bool, found int"),
        ("(l1.a)", 2, "no program can know the location `l1` before it runs"),
    ],
)
def test_a_mistake_in_an_expression_is_named_with_its_place(
    main: str, column: int, message: str
) -> None:
    assert mistake(main) == f"test.tiny:{MAIN_LINE}:{column}: {message}"


@pytest.mark.parametrize(
    ("classes", "column", "message"),
    [
        ("class A { int f; int f; }", 18, "field `f` is declared twice"),
        ("class A { int f; } class B extends A { int f; }", 40, "field `f` is declared twice"),
        ("class A { int m() := 1; int m() := 2; }", 25, "method `m` is declared twice"),
        ("class A { int m(int a, int a) := 1; }", 17, "parameter `a` is declared twice"),
        ("class A { int m(int this) := 1; }", 17, "parameter `this` is declared twice"),
        ("class A { } class A { }", 13, "class `A` is declared twice"),
        ("class A extends B { }", 1, "unknown class `B`"),
        ("class A extends A { }", 1, "class `A` extends itself"),
        ("class A extends B { } class B extends A { }", 1, "class `A` extends itself"),
        (
            "class Object extends A { } class A { }",
            1,
            "`Object` is the root class and extends nothing",
        ),
        ("class A { Nowhere[] f; }", 11, "unknown class `Nowhere`"),
        ("class A { int m() := zz; }", 22, "unknown variable `zz`"),
        (
            "class A { int m() := 1; } class B extends A { int m(int a) := 1; }",
            47,
            "`B.m` takes 1 arguments, but `A.m`, which it overrides, takes 0",
        ),
    ],
)
def test_a_mistake_in_a_declaration_is_named_with_its_place(
    classes: str, column: int, message: str
) -> None:
    assert mistake("1", classes + "\n") == f"test.tiny:1:{column}: {message}"


def test_an_inherited_field_is_not_declared_again_whatever_the_order_of_classes() -> None:
    assert "declared twice" in mistake("1", "class B extends A { int f; } class A { int f; }\n")


@pytest.mark.parametrize(
    "main",
    [
        "(Y0.link := 5)",
        "((Y0.link := 5) ; ((Y0.link).a))",
        "(Y0.a := null)",
        "((Y0.a := null) ; if ((Y0.a) < 1) then 1 else 2)",
        "(Y0.a := true)",
        "((Y0 . same [ 5 ]) . m [ null, true ])",
        "((new A [ 3 ]) [ 0 ] := 5)",
    ],
)
def test_a_value_that_cannot_be_of_the_declared_type_is_a_mistake(main: str) -> None:
    assert "expected" in mistake(main)


def test_a_call_is_of_the_type_that_the_method_really_returns() -> None:
    """The original dialect does not hold a method to its declared type."""
    classes = "class A { A m() := 5; }\n"
    assert ends("((Y0 . m []) + 1)", classes) == [6]
    assert "expected a reference" in mistake("((Y0 . m []) . m [])", classes)


# -------------------------------------------------------- types that the prototype never looks at


def test_a_call_casts_neither_what_it_passes_nor_what_it_returns() -> None:
    assert casts("(Y0 . m [(Y1.link), true])") == []
    assert ends("(Y0 . same [ 5 ])") == [5]
    assert ends("(Y0 . m [ null, 1 ])") == [1, 2]


_OTHER_RESULT = """\
class Void { }
class Node { Node next; int v;
  Void id(Node n) := n;
  Void last(Node n) := if ((n . next) = null) then n else (this . last [ null ]);
  Void cut(Node n) := let l := (n . next) in ((n . next := (l . next)) ; l);
  int go(void n) := ((this . id [ n ]) . v);
  int end(void n) := ((this . last [ n ]) . v);
  int two(Node n) := ((n . next := (this . cut [ n ])) ; ((n . next) . v)); }
"""


@pytest.mark.parametrize("method", ["go", "end", "two"])
def test_a_method_returns_what_it_returns_whatever_it_declares(method: str) -> None:
    found = ends(f"(Y0 . {method} [ Y1 ])", _OTHER_RESULT)
    assert "ClassCast" not in found
    assert 0 in found


def test_an_object_of_another_class_is_found_out_where_it_is_used() -> None:
    assert ends("(Y0 . go [ (new Void) ])", _OTHER_RESULT) == ["ClassCast"]


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("if (Y0.f) then 1 else 2", [1, 2]),
        ("((Y0.f) + 1)", [1]),
        ("((Y0.f := true) ; (Y0.f))", [True]),
        ("((Y0.f := 3) ; ((Y0.f) + 1))", [4]),
        ("((Y0.f := (new A)) ; (((Y0.f).f) = null))", [True]),
        ("(((Y0.f).f) = null)", [False]),
        ("(Y0.is [])", [True]),
        ("if (Y0.is []) then 1 else 2", [1]),
        ("(Y0.not [ true ])", [False]),
        ("(Y0.not [ (Y0.not [ X0 ]) ])", [False]),
        ("1", [1]),
    ],
)
def test_a_type_name_that_no_class_has_says_nothing(use: str, found: list[object]) -> None:
    classes = "class A { boolean f; boolean is() := true; void not(Boolean b) := (~ b); }\n"
    main = use.replace(".is", " . is").replace(".not", " . not")
    assert [end for end in ends(main, classes) if end != "NullDereference"] == found


def test_a_value_that_is_used_as_two_sorts_is_a_mistake_whatever_was_declared() -> None:
    classes = "class A { void f; int m(void x) := ((x + 1) + (x . m [ x ])); }\n"
    assert "expected" in mistake("(Y0 . m [ 1 ])", classes)


# ---------------------------------------------------------------------------- files and traces


def test_the_trace_names_the_file_of_what_was_included(tmp_path: Path) -> None:
    (tmp_path / "lib.tiny").write_text(
        "class A {\n  int m(int n) :=\n    if (n < 0) then 1 else 2;\n}\n"
    )
    main = tmp_path / "main.tiny"
    main.write_text("include lib.tiny\nif ((Y0 . m [ X0 ]) < 2) then (@ small) else 3\n")
    traces = [path.trace_texts for path in Exploration(load_program(main), "fieldmaps", Bounds())]
    library = f"{tmp_path / 'lib.tiny'}"
    assert traces == [
        ("2:5 calls A.m", f"{library}:3:5 then", "2:1 then", "@small"),
        ("2:5 calls A.m", f"{library}:3:5 else", "2:1 else"),
    ]


def test_a_breadcrumb_is_false_and_leaves_its_name() -> None:
    (path,) = Exploration(lowered("if (@ here) then 1 else 2"), "fieldmaps", Bounds())
    assert path.outcome.value == 2
    assert path.trace_texts == ("@here", f"{MAIN_LINE}:1 else")


def test_assignments_have_the_value_assigned() -> None:
    assert ends("let x := (new A) in ((x.a := 5) + (x.a := 6))") == [11]
    assert ends("let n := (new int [ 2 ]) in (n [ 1 ] := 7)") == [7]
    assert ends("(new A)") == [Ref("A@1")]


def test_a_shadowed_variable_comes_back() -> None:
    assert ends("let x := 1 in (let x := (x + 10) in (x + 100) + x)") == [112]
    assert ends("let x := 1 in (if (X0 < 0) then let x := 5 in x else x + x)") == [6, 2]


def test_both_sides_of_a_strict_operator_are_evaluated() -> None:
    assert ends("(false && ((null.a) < 1))") == ["NullDereference"]
    assert ends("(true || ((null.a) < 1))") == ["NullDereference"]


# ---------------------------------------------------------------------------- depth


def test_five_thousand_nested_lets_run() -> None:
    depth = 5_000
    lets = "let x := (x + 1) in " * depth
    assert ends("let x := X0 in " + lets + "if (x < 0) then 1 else 2") == [1, 2]


@pytest.mark.parametrize(
    ("front", "back", "value"),
    [("(1 + ", ")", 2_000), ("(", " + 1)", 2_000), ("(~ (~ ", "))", False)],
    ids=["to the right", "to the left", "negations"],
)
def test_two_thousand_nested_operators_run(front: str, back: str, value: object) -> None:
    bottom = "0" if type(value) is int else "false"
    assert ends(front * 2_000 + bottom + back * 2_000) == [value]


def test_two_thousand_nested_conditions_run() -> None:
    nested = "if " * 2_000 + "false" + " then false else true" * 2_000
    assert ends(nested) == [False]


def test_two_thousand_nested_conditions_on_an_input_run() -> None:
    nested = "".join(f"((X{level} < 0) && (~ " for level in range(2_000))
    assert ends(f"if {nested}(X0 < 1){'))' * 2_000} then 1 else 2") == [1, 2]


def test_two_thousand_sequenced_writes_run() -> None:
    writes = "(x.a := ((x.a) + 1)) ; " * 2_000
    assert ends(f"let x := (new A) in ({writes} (x.a))") == [2_000]
