"""What each construct means, and what each mistake is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.javalite.parser import load, parse
from heapwise.frontends.javalite.syntax import (
    Assign,
    Begin,
    Binary,
    Call,
    ClassNode,
    EntryNode,
    Expr,
    FieldNode,
    GetField,
    If,
    Literal,
    MethodNode,
    New,
    Not,
    ParameterNode,
    ProgramNode,
    SetField,
    Var,
    Variable,
)
from heapwise.program.source import InputError, Position

AT = Position("anywhere", 1, 1)  # positions take no part in equality
DEPTH = 2_000  # twice as deep as the stack of Python may be
THIS = Variable("this", at=AT)


def var(name: str) -> Variable:
    return Variable(name, at=AT)


def num(value: int) -> Literal:
    return Literal(value, at=AT)


def body(text: str) -> Expr:
    """The tree of an expression."""
    return parse(f"(((class C () ((int m {text})))) (C m))", "f").classes[0].methods[0].body


def mistake(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse(text, "f")
    return str(caught.value)


def mistake_in_body(text: str) -> str:
    """As `mistake`, for an expression that starts in line 2, column 1."""
    return mistake(f"(((class C () ((int m\n{text}))))\n(C m))")


# ---- programs ------------------------------------------------------------------------------------


def test_a_program_is_classes_and_the_method_under_test() -> None:
    program = parse(
        """
        ; comments end with the line ) ]
        (([class A extends B ([int v] (A next)) [(bool m [int x] [A y] true) (int n 1)]]
          (class B () ()))
         (A m))
        """,
        "f",
    )
    parameters = (ParameterNode("int", "x", at=AT), ParameterNode("A", "y", at=AT))
    methods = (
        MethodNode("bool", "m", parameters, Literal(True, at=AT), at=AT),
        MethodNode("int", "n", (), num(1), at=AT),
    )
    fields = (FieldNode("int", "v", at=AT), FieldNode("A", "next", at=AT))
    classes = (ClassNode("A", "B", fields, methods, at=AT), ClassNode("B", None, (), (), at=AT))
    assert program == ProgramNode(classes, EntryNode("A", "m", at=AT), at=AT)


def test_positions_are_those_of_the_opening_parenthesis() -> None:
    program = parse("(((class C ()\n  ((int m (1 + x)))))\n (C m))", "f.javalite")
    assert str(program.classes[0].at) == "f.javalite:1:3"
    assert str(program.classes[0].methods[0].at) == "f.javalite:2:4"
    assert str(program.classes[0].methods[0].body.at) == "f.javalite:2:11"
    assert str(program.entry.at) == "f.javalite:3:2"


# ---- expressions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("x", var("x")),
        ("this", THIS),
        ("null", Literal(None, at=AT)),
        ("false", Literal(False, at=AT)),
        ("0", num(0)),
        ("list->head!?", var("list->head!?")),
        ("(new C)", New("C", at=AT)),
        ("[new C]", New("C", at=AT)),
        ("(this $ f)", GetField(THIS, "f", at=AT)),
        ("((new C) $ f)", GetField(New("C", at=AT), "f", at=AT)),
        ("(x $ f := 1)", SetField(var("x"), "f", num(1), at=AT)),
        ("(x := 1)", Assign(var("x"), num(1), at=AT)),
        ("(this := x)", Assign(THIS, var("x"), at=AT)),
        ("(x = y)", Binary("=", var("x"), var("y"), at=AT)),
        ("(1 - 2)", Binary("-", num(1), num(2), at=AT)),
        ("(- 1 2)", Binary("-", num(1), num(2), at=AT)),
        ("(x and y)", Binary("and", var("x"), var("y"), at=AT)),
        ("(or x y)", Binary("or", var("x"), var("y"), at=AT)),
        ("(not x)", Not(var("x"), at=AT)),
        ("(if x 1 else 2)", If(var("x"), num(1), num(2), at=AT)),
        ("(var A x := 1 in x)", Var("A", "x", num(1), var("x"), at=AT)),
        ("(this @ m)", Call(THIS, "m", (), at=AT)),
        ("(this @ m 1 x)", Call(THIS, "m", (num(1), var("x")), at=AT)),
        ("(begin 1)", Begin((num(1),), at=AT)),
        ("(begin 1 2)", Begin((num(1), num(2)), at=AT)),
    ],
)
def test_what_each_form_means(text: str, tree: Expr) -> None:
    assert body(text) == tree


def test_one_and_true_are_different_literals() -> None:
    assert body("1") != body("true")


# ---- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f:1:1: expected a program `(((class ...) ...) (C m))`, found end of file"),
        ("x", "f:1:1: expected a program `((CL ...) (C m))`, found `x`"),
        ("()", "f:1:2: expected a list of classes `(CL ...)`, found the closing parenthesis"),
        ("(())", "f:1:4: expected the method under test, as `(C m)`, found the closing"
                 " parenthesis"),
        ("(() (C))", "f:1:7: expected a method name, found the closing parenthesis"),
        ("(() (C m) x)", "f:1:11: expected the closing parenthesis, found `x`"),
        ("((C) (C m))", "f:1:3: expected a class `(class C ([T f] ...) (M ...))`, found `C`"),
        ("(((class int () ())) (C m))",
         "f:1:10: expected a class name, found `int`, which is a keyword"),
        ("(((class A B)) (C m))",
         "f:1:12: expected `extends` or a list of fields `([T f] ...)`, found `B`"),
        ("(((class A ([int]) ())) (C m))",
         "f:1:17: expected a field name, found the closing parenthesis"),
        ("(((class A () ((int m)))) (C m))",
         "f:1:22: expected the body of the method, found the closing parenthesis"),
        ("(((class A () ((int m x 1)))) (C m))",
         "f:1:23: expected a parameter `[T x]`, found `x`"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_declaration(text: str, message: str) -> None:
    assert mistake(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(()", "f:1:1: this `(` is never closed: the file ends without its `)`"),
        ("((\n  [x", "f:2:3: this `[` is never closed: the file ends without its `]`"),
        ("(() (C m)))", "f:1:11: expected end of file after the program, found `)`"
                        " (one parenthesis too many?)"),
        (")", "f:1:1: this `)` closes nothing"),
        ("(() (C m]", "f:1:9: expected `)` for the `(` at 1:5, found `]`"),
        ("(() (C m)) x", "f:1:12: expected end of file after the program, found `x`"),
        ("{", "f:1:1: unexpected character `{`; use `(` or `[`"),
        ("(#t)", "f:1:2: unexpected character `#`; a comment starts with `;`"),
        ('("', 'f:1:2: unexpected character `"`'),
        ("(\x00", "f:1:2: unexpected character `U+0000`"),
    ],
)  # fmt: skip
def test_parentheses_that_do_not_match(text: str, message: str) -> None:
    assert mistake(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("()", "f:2:2: expected an expression, found the closing parenthesis"),
        ("(x)", "f:2:3: expected one of `$` `@` `:=` `=` `+` `-` `<` `and` `or`, found the"
                " closing parenthesis"),
        ("(x y)", "f:2:4: expected one of `$` `@` `:=` `=` `+` `-` `<` `and` `or`, found `y`"),
        ("(if x 1 2)", "f:2:9: expected `else`, found `2`"),
        ("(if x 1 else)", "f:2:13: expected an expression, found the closing parenthesis"),
        ("(if x 1 else 2 3)", "f:2:16: expected the closing parenthesis, found `3`"),
        ("(var x := 1 in x)", "f:2:8: expected a variable name, found `:=`, which is a keyword"),
        ("(var int x = 1 in x)", "f:2:12: expected `:=`, found `=`"),
        ("(new (C))", "f:2:6: expected a class name, found `(`"),
        ("((x $ f) $ g := 1)", "f:2:2: only the field of a variable (bind the object with `var`"
                               " first) can be assigned to"),
        ("(1 := x)", "f:2:2: only a variable or a field of one can be assigned to"),
        ("(begin)", "f:2:7: expected an expression, whose value is that of the `begin`, found the"
                    " closing parenthesis"),
        ("(x + -5)", "f:2:6: expected an expression, found `-5` (write `(0 - 5)`)"),
        ("1x", "f:2:1: expected an expression, found `1x`: numbers are 0, 1, 2, ..., and a name"
               " does not start like one"),
        ("else", "f:2:1: expected an expression, found `else`"),
    ],
)  # fmt: skip
def test_a_mistake_in_an_expression(text: str, message: str) -> None:
    assert mistake_in_body(text) == message


def test_a_number_python_cannot_convert() -> None:
    assert mistake_in_body("9" * 10_000) == "f:2:1: this number has too many digits"


# ---- depth and files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(1 + ", ")"),
        ("(not ", ")"),
        ("(begin ", ")"),
        ("(x := ", ")"),
        ("(this @ m ", ")"),
        ("(", " $ f)"),
        ("(if x 1 else ", ")"),
        ("(if ", " 1 else 2)"),
        ("(var int x := 1 in ", ")"),
        ("(var int x := ", " in x)"),
    ],
)
def test_nesting_is_not_bounded_by_the_stack(before: str, after: str) -> None:
    assert body(before * DEPTH + "x" + after * DEPTH) is not None


def test_parentheses_nest_without_bound() -> None:
    assert "expected an expression" in mistake_in_body("(" * DEPTH + ")" * DEPTH)


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "p.javalite"
    file.write_text("(((class C ([int größe]) ((int m (this $ größe))))) (C m))", encoding="utf-8")
    assert load(file).classes[0].fields[0].name == "größe"


def test_a_directory_is_no_program(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory, not a program"):
        load(tmp_path)
