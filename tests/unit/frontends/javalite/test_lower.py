"""Name and type errors, and the code of the method under test."""

from __future__ import annotations

from itertools import pairwise

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.javalite import program_of
from heapwise.program import InputError
from heapwise.program import code as ir
from heapwise.program.named_inputs import inputs_of

DEPTH = 2_000  # twice as deep as the stack of Python may be


def mistake(classes: str, entry: str = "(C m)") -> str:
    with pytest.raises(InputError) as caught:
        program_of(f"(({classes})\n{entry})", "f")
    return str(caught.value)


def mistake_in_body(text: str) -> str:
    """The expression starts in line 2, column 1; it should be an int."""
    return mistake(f"""(class D ([D next] [bool on]) ()) (class C ([int val]) ((int m [int x] [D d]
{text})))""")


# ---- the method under test -----------------------------------------------------------------------


def test_the_inputs_are_the_receiver_and_the_parameters() -> None:
    program = program_of("(((class C () ((int m [int k] [C other] k)))) (C m))", "f")
    assert {name: str(type_) for name, type_ in inputs_of(program).items()} == {
        "this": "C",
        "k": "int",
        "other": "C",
    }
    assert program.main is not None
    assert [ins.name for ins in program.main.instructions if isinstance(ins, ir.Input)] == [
        "this",
        "k",
        "other",
    ]


def test_only_the_receiver_is_never_null() -> None:
    program = program_of("(((class C () ((int m [C other] 1)))) (C m))", "f")
    assert program.main is not None
    inputs = [ins for ins in program.main.instructions if isinstance(ins, ir.Input)]
    assert [ins.nullable for ins in inputs] == [False, True]


def test_the_method_under_test_may_be_inherited() -> None:
    program = program_of("(((class A () ((int m 1))) (class B extends A () ())) (B m))", "f")
    [path] = Exploration(program, "fieldmaps", Bounds())
    assert path.outcome.value == 1


def test_the_trace_names_calls_and_branches_by_position() -> None:
    text = "(((class C ()\n((bool m (if (this @ n) true else false)) (bool n true))))\n(C m))"
    [path] = Exploration(program_of(text, "f"), "fieldmaps", Bounds())
    assert path.trace_texts == ("3:1 calls C.m", "2:14 calls C.n", "2:10 then")


# ---- name errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ("(class C extends Nood () ()) (class Node () ())",
         "f:1:3: unknown class `Nood`; did you mean `Node`?"),
        ("(class C () ()) (class C () ())", "f:1:19: class `C` is declared twice"),
        ("(class C extends D () ()) (class D extends C () ())",
         "f:1:3: class `C` extends itself"),
        ("(class Object extends C () ()) (class C () ())",
         "f:1:3: `Object` is the root class and extends nothing"),
        ("(class C ([Nood n]) ()) (class Node () ())",
         "f:1:13: unknown class `Nood`; did you mean `Node`?"),
        ("(class C ([int f] [int f]) ())", "f:1:21: field `f` is declared twice"),
        ("(class C extends D ([int f]) ()) (class D ([int f]) ())",
         "f:1:23: field `f` is declared twice"),
        ("(class C () ((int m 1) (int m 1)))", "f:1:26: method `m` is declared twice"),
        ("(class C () ((int m [int x] [int x] 1)))",
         "f:1:23: parameter `x` is declared twice"),
        ("(class C extends D () ((int m 1))) (class D () ((int m [int x] 1)))",
         "f:1:26: `C.m` takes 0 arguments, but `D.m`, which it overrides, takes 1"),
        ("(class C extends D () ((int m [bool x] 1))) (class D () ((int m [int x] 1)))",
         "f:1:26: `C.m` does not fit `D.m`, which it overrides; expected `(int m int)`"),
        ("(class C extends D () ((bool m true))) (class D () ((int m 1)))",
         "f:1:26: `C.m` does not fit `D.m`, which it overrides; expected `(int m)`"),
        ("(class C () ((int n 1)))", "f:2:1: class `C` has no method `m`"),
        ("(class D () ((int m 1)))", "f:2:1: unknown class `C`"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_declarations(classes: str, message: str) -> None:
    assert mistake(classes) == message


def test_a_missing_target_suggests_the_method_meant() -> None:
    found = mistake("(class C () ((int contains 1)))", "(C contians)")
    assert found == "f:2:1: class `C` has no method `contians`; did you mean `contains`?"


def test_an_override_may_return_a_subclass() -> None:
    program_of("(((class A () ((A m this))) (class B extends A () ((B m this)))) (A m))", "f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y", "f:2:1: unknown variable `y`"),
        ("(begin (var int count := 1 in count) cuont)", "f:2:38: unknown variable `cuont`"),
        ("(var int count := 1 in cuont)",
         "f:2:24: unknown variable `cuont`; did you mean `count`?"),
        ("(y := 1)", "f:2:2: unknown variable `y`"),
        ("this$val", "f:2:1: unknown variable `this$val`; `$` needs blanks around it"),
        ("(new E)", "f:2:1: unknown class `E`"),
        ("(var E e := null in 1)", "f:2:1: unknown class `E`"),
        ("(this $ vla)", "f:2:1: class `C` has no field `vla`; did you mean `val`?"),
        ("(this @ n)", "f:2:1: class `C` has no method `n`"),
        ("(this @ m 1)", "f:2:1: `C.m` takes 2 arguments, not 1"),
    ],
)  # fmt: skip
def test_a_wrong_name_or_number_of_arguments(text: str, message: str) -> None:
    assert mistake_in_body(text) == message


# ---- type errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("true", "f:2:1: expected int, found bool"),
        ("null", "f:2:1: expected int, found null"),
        ("this", "f:2:1: expected int, found C"),
        ("(begin 1 true)", "f:2:10: expected int, found bool"),
        ("(if true 1 else false)", "f:2:17: expected int, found bool"),
        ("(if 1 1 else 2)", "f:2:5: expected bool, found int"),
        ("(1 + true)", "f:2:6: expected int, found bool"),
        ("(1 < 2)", "f:2:1: expected int, found bool"),
        ("(if (x and true) 1 else 2)", "f:2:6: expected bool, found int"),
        ("(if (not x) 1 else 2)", "f:2:10: expected bool, found int"),
        ("(if (x = d) 1 else 2)", "f:2:5: cannot compare int with D"),
        ("(if (null = 1) 1 else 2)", "f:2:5: cannot compare null with int"),
        ("(if (true = 1) 1 else 2)", "f:2:5: cannot compare bool with int"),
        ("(if ((if true 1 else null) = 1) 1 else 2)",
         "f:2:5: cannot compare values of different types with int"),
        ("(var D y := this in 1)", "f:2:13: expected D, found C"),
        ("(begin (x := null) 1)", "f:2:14: expected int, found null"),
        ("(begin (d := this) 1)", "f:2:14: expected D, found C"),
        ("(begin (d $ next := this) 1)", "f:2:21: expected D, found C"),
        ("(this @ m true d)", "f:2:11: expected int, found bool"),
        ("(x $ f)", "f:2:1: expected an object with a field `f`, found int"),
        ("(null $ on)", "f:2:1: expected an object with a field `on`, found null"),
        ("(true @ m)", "f:2:1: expected an object with a method `m`, found bool"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type(text: str, message: str) -> None:
    assert mistake_in_body(text) == message


def test_the_sides_of_a_statement_may_differ_in_type() -> None:
    text = "(begin (if (x = 1) (x := 2) else (d := null)) x)"
    program_of(f"(((class D () ((int m [int x] [D d] {text})))) (D m))", "f")


def test_an_if_is_of_the_nearest_common_superclass() -> None:
    classes = "(class A ([int f]) ()) (class B extends A () ()) (class C extends A () ())"
    text = "((if true (new B) else (if true null else (new C))) $ f)"
    program_of(f"(({classes} (class D () ((int m {text})))) (D m))", "f")


# ---- depth ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(1 + ", ")"),
        ("(begin 2 ", ")"),
        ("(x := ", ")"),
        ("(if b 1 else ", ")"),
        ("(if (0 < ", ") 1 else 2)"),
        ("(var int x := 1 in ", ")"),
        ("(var int x := ", " in x)"),
    ],
)
def test_nesting_is_not_bounded_by_the_stack(before: str, after: str) -> None:
    text = before * DEPTH + "x" + after * DEPTH
    program = program_of(f"(((class C () ((int m [int x] [bool b]\n{text})))) (C m))", "f")
    code = program.classes["C"].own_methods["m"].code
    assert code is not None
    assert isinstance(code.instructions[-1], ir.Return)


def test_a_long_chain_of_classes() -> None:
    names = [f"C{index}" for index in range(2_000)]
    classes = " ".join(f"(class {a} extends {b} () ())" for a, b in pairwise(names))
    program = program_of(f"(({classes} (class {names[-1]} () ((int m 1)))) (C0 m))", "f")
    assert len(program.classes) == len(names) + 1
