"""What each construct means, what each mistake is called, and how files include others."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heapwise.frontends.tiny.parser import load, parse
from heapwise.frontends.tiny.printer import to_source
from heapwise.frontends.tiny.syntax import (
    Assert,
    Assume,
    Binary,
    Bottom,
    Breadcrumb,
    Call,
    ClassNode,
    Expr,
    FieldNode,
    GetField,
    If,
    Index,
    InstanceOf,
    Length,
    Let,
    Literal,
    Location,
    MethodNode,
    New,
    NewArray,
    Not,
    ParameterNode,
    Sequence,
    SetField,
    SetIndex,
    Symbol,
    TypeName,
    Variable,
)
from heapwise.program.source import InputError, Position

AT = Position("anywhere", 1, 1)  # positions take no part in equality
INT = TypeName("int")
DEPTH = 2_000  # twice as deep as the stack of Python may be


def var(name: str) -> Variable:
    return Variable(name, at=AT)


def num(value: int) -> Literal:
    return Literal(value, at=AT)


def plus(left: Expr, right: Expr) -> Binary:
    return Binary("+", left, right, at=AT)


def then(first: Expr, second: Expr) -> Sequence:
    return Sequence(first, second, at=AT)


A, B, C, D = var("a"), var("b"), var("c"), var("d")
Y0 = Symbol("Y0", at=AT)


def expression(text: str) -> Expr:
    return parse(text, "f").main


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("BOT", Bottom(at=AT)),
        ("true", Literal(True, at=AT)),
        ("false", Literal(False, at=AT)),
        ("null", Literal(None, at=AT)),
        ("007", num(7)),
        ("X1", Symbol("X1", at=AT)),
        ("Y0", Y0),
        ("l2", Location("l2", at=AT)),
        ("this", var("this")),
        ("X", var("X")),
        ("1a", var("1a")),
        ("new A", New("A", at=AT)),
        ("let x := 1 in x", Let("x", num(1), var("x"), at=AT)),
        ("if a then b else c", If(A, B, C, at=AT)),
        *((f"(a {op} b)", Binary(op, A, B, at=AT)) for op in ("+", "-", "<", "=", "&&", "||")),
        ("(~ a)", Not(A, at=AT)),
        ("(a instanceof T)", InstanceOf(A, "T", at=AT)),
        ("(a . m [ b ])", Call(A, "m", (B,), at=AT)),
        ("(a.m[])", Call(A, "m", (), at=AT)),
        ("(a.m[b, c, d])", Call(A, "m", (B, C, D), at=AT)),
        ("(a . f := b)", SetField(A, "f", B, at=AT)),
        ("(Y0 . next)", GetField(Y0, "next", at=AT)),
        ("(Y0.next)", GetField(Y0, "next", at=AT)),
        ("(@ here)", Breadcrumb("here", at=AT)),
        ("(a ; b)", then(A, B)),
        ("(a ; b ; c)", then(A, then(B, C))),
        ("((a ; b) ; c)", then(then(A, B), C)),
        ("(new int [ 3 ])", NewArray(INT, num(3), at=AT)),
        ("new A[a]", NewArray(TypeName("A"), A, at=AT)),
        ("(new int[][3])", NewArray(TypeName("int", 1), num(3), at=AT)),
        ("(a [ b ])", Index(A, B, at=AT)),
        ("((new A)[b])", Index(New("A", at=AT), B, at=AT)),
        ("((a.f)[b])", Index(GetField(A, "f", at=AT), B, at=AT)),
        ("(a[b] := c)", SetIndex(A, B, C, at=AT)),
        ("(length a)", Length(A, at=AT)),
        ("assume a", Assume(A, at=AT)),
        ("(assume a)", Assume(A, at=AT)),
        ("assert (~a)", Assert(Not(A, at=AT), at=AT)),
        ("(assert a)", Assert(A, at=AT)),
        ("(((a)))", A),
        ("((a) + ((b)))", plus(A, B)),
    ],
)
def test_every_construct_has_its_meaning(text: str, meaning: Expr) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("let x := a in let y := b in c", "(let x := a in (let y := b in c))"),
        ("if a then if b then 1 else 2 else 3", "(if a then (if b then 1 else 2) else 3)"),
        ("let x := let y := a in b in c", "let x := (let y := a in b) in c"),
        ("(let x := a in b ; c)", "let x := a in (b ; c)"),
        ("(if a then b else c ; d)", "if a then b else (c ; d)"),
        ("(a ; let x := b in c ; d)", "(a ; (let x := b in (c ; d)))"),
        ("(assume a ; b)", "((assume a) ; b)"),
        ("(let x := a in assert b ; c)", "let x := a in ((assert b) ; c)"),
        ("(let x := a in b + c)", "((let x := a in b) + c)"),
        ("(a + if b then c else d)", "(a + (if b then c else d))"),
        ("(a.m[let x := b in c, d])", "(a.m[(let x := b in c), d])"),
    ],
)
def test_how_far_an_expression_extends(text: str, same: str) -> None:
    assert expression(text) == expression(same)


def test_words_of_the_extensions_remain_names_where_nothing_follows_them() -> None:
    assert expression("(length.assert)") == GetField(var("length"), "assert", at=AT)
    assert expression("(length[assume])") == Index(var("length"), var("assume"), at=AT)
    assert expression("let length := length in length") == Let(
        "length", var("length"), var("length"), at=AT
    )
    assert expression("(length length)") == Length(var("length"), at=AT)


def test_one_and_true_are_different_literals() -> None:
    assert expression("1") != expression("true")


def test_a_class_has_fields_then_methods() -> None:
    program = parse(
        "class A { int f; A[] next; bool m(A x) := x; int n() := 1; int[] o(int x, B y) := x }"
        "class B extends A {} class C { int f ; } new A",
        "f",
    )
    fields = (FieldNode(INT, "f", at=AT), FieldNode(TypeName("A", 1), "next", at=AT))
    x = ParameterNode(INT, "x", at=AT)
    y = ParameterNode(TypeName("B"), "y", at=AT)
    x_of_a = ParameterNode(TypeName("A"), "x", at=AT)
    methods = (
        MethodNode(TypeName("bool"), "m", (x_of_a,), var("x"), at=AT),
        MethodNode(INT, "n", (), num(1), at=AT),
        MethodNode(TypeName("int", 1), "o", (x, y), var("x"), at=AT),
    )
    assert program.classes == (
        ClassNode("A", None, fields, methods, at=AT),
        ClassNode("B", "A", (), (), at=AT),
        ClassNode("C", None, (FieldNode(INT, "f", at=AT),), (), at=AT),
    )
    assert program.main == New("A", at=AT)


def test_the_semicolon_after_a_method_is_not_a_sequence() -> None:
    program = parse("class A { int m() := let x := 1 in x; int n() := assume true; } 0", "f")
    assert [method.name for method in program.classes[0].methods] == ["m", "n"]


def test_a_node_stands_where_its_text_begins() -> None:
    program = parse("class A {\n  int f;\n  int m(int x) := x;\n}\n (a +\n  (b.f))", "f")
    (first,) = program.classes
    main = program.main
    assert isinstance(main, Binary)
    places = [first.at, first.fields[0].at, first.methods[0].at]
    places += [first.methods[0].parameters[0].at, main.at, main.left.at, main.right.at]
    assert [(at.line, at.column) for at in places] == [
        (1, 1), (2, 3), (3, 3), (3, 9), (5, 2), (5, 3), (6, 3),
    ]  # fmt: skip


OWN_PARENTHESES = " (every operator needs parentheses of its own, as in `((a + b) + c)`)"
AFTER_OPERAND = "one of `)` `+` `-` `<` `=` `&&` `||` `instanceof` `.` `[` `;`"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected `class` or an expression, found end of file"),
        ("class A { }", 1, 12, "expected `class` or an expression, found end of file"),
        ("class 5 { } 0", 1, 7, "expected a class name, found `5`"),
        ("class let { } 0", 1, 7, "expected a class name, found `let`, which is a keyword"),
        ("class A ( ) 0", 1, 9, "expected one of `extends` `{`, found `(`"),
        ("class A extends B 0", 1, 19, "expected `{`, found `0`"),
        ("class A {\n  int f\n}", 3, 1, "expected one of `;` `(`, found `}`"),
        ("class A { int f;", 1, 17, "expected `}` or a type, found end of file"),
        ("class A { int [5] f; }", 1, 16, "expected `]`, found `5`"),
        ("class A { int m() := 1; int f; } 0", 1, 30, "expected `(`, found `;`"),
        ("class A { int m() := 1 int n() := 2; } 0", 1, 24, "expected one of `;` `}`, found `int`"),
        ("class A { int m(x) := 1; } 0", 1, 18, "expected a parameter name, found `)`"),
        ("class A { int m(,) := 1; } 0", 1, 17, "expected `)` or a type, found `,`"),
        ("class A { int m(int x,) := 1; } 0", 1, 23, "expected a type, found `)`"),
        ("class A { int m() = 1; } 0", 1, 19, "expected `:=`, found `=`" + OWN_PARENTHESES),
        ("(a . f then", 1, 8, "expected one of `)` `:=` `[`, found `then`"),
        ("(a . f", 1, 7, "expected one of `)` `:=` `[`, found end of file"),
        ("(a.f.g)", 1, 5, "expected one of `)` `:=` `[`, found `.`" + OWN_PARENTHESES),
        ("(a b)", 1, 4, f"expected {AFTER_OPERAND}, found `b`"),
        ("(a + b + c)", 1, 8, "expected `)`, found `+`" + OWN_PARENTHESES),
        ("a + b", 1, 3, "expected end of file, found `+`" + OWN_PARENTHESES),
        ("a\nb", 2, 1, "expected end of file, found `b`"),
        ("a ; b", 1, 3, "expected end of file, found `;`"),
        ("()", 1, 2, "expected one of `~` `@` or an expression, found `)`"),
        ("(a + )", 1, 6, "expected an expression, found `)`"),
        ("(a == b)", 1, 5, "expected an expression, found `=`"),
        ("(a.m[b c])", 1, 8, "expected one of `,` `]`, found `c`"),
        ("(a.m[,])", 1, 6, "expected `]` or an expression, found `,`"),
        ("(a.m[b,])", 1, 8, "expected an expression, found `]`"),
        ("(a[b)", 1, 5, "expected `]`, found `)`"),
        ("(a[b] + c)", 1, 7, "expected one of `)` `:=`, found `+`" + OWN_PARENTHESES),
        ("(a[])", 1, 4, "expected an expression, found `]`"),
        ("(a instanceof 3)", 1, 15, "expected a class name, found `3`"),
        ("(@ 3)", 1, 4, "expected a name, found `3`"),
        ("new int", 1, 8, "expected `[`, found end of file"),
        ("new 3", 1, 5, "expected a type, found `3`"),
        ("let x = 1 in x", 1, 7, "expected `:=`, found `=`" + OWN_PARENTHESES),
        ("let x := 1\nx", 2, 1, "expected `in`, found `x`"),
        (
            "let X1 := 1 in 2",
            1,
            5,
            "expected a variable name, found `X1` (X, Y or l followed by digits is always a value)",
        ),
        ("if a b", 1, 6, "expected `then`, found `b`"),
        ("if a then b", 1, 12, "expected `else`, found end of file"),
        ("(assert a = b)", 1, 11, "expected one of `)` `;`, found `=`" + OWN_PARENTHESES),
        (
            "(let x := a in assume x < 1)",
            1,
            25,
            "expected one of `)` `;`, found `<`" + OWN_PARENTHESES,
        ),
        ("(a ; b + c)", 1, 8, "expected one of `)` `;`, found `+`" + OWN_PARENTHESES),
        ("(a ; )", 1, 6, "expected an expression, found `)`"),
        ("(a ) $", 1, 6, "unexpected character `$`"),
        ("a then $", 1, 3, "expected end of file, found `then`"),
        ("9" * 5000, 1, 1, "this number has too many digits"),
        ("include x.tiny\n0", 1, 9, "`include` works only in a program that is loaded from a file"),
    ],
)
def test_every_mistake_has_one_message_in_its_place(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "f")
    assert caught.value.message == message
    assert caught.value.at == Position("f", line, column)


# ---- depth ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "core", "after"), [("(", "1", ")"), ("let x := 1 in ", "x", "")]
)
def test_parentheses_and_lets_nest_very_deep(before: str, core: str, after: str) -> None:
    printed = to_source(parse(before * DEPTH + core + after * DEPTH, "f"))
    assert to_source(parse(printed, "f")) == printed


@pytest.mark.parametrize(
    ("before", "core", "after"),
    [
        ("(let x := ", "1", " in x)"),
        ("(1 + ", "1", ")"),
        ("(", "1", " + 1)"),
        ("(", "a", ".f)"),
        ("(a.m[", "b", "])"),
        ("if ", "a", " then b else c"),
        ("if a then ", "b", " else c"),
        ("if a then b else ", "c", ""),
        ("(a ; ", "b", ")"),
        ("(", "a", " ; b)"),
        ("(~ ", "a", ")"),
        ("(a[", "b", "] := c)"),
        ("(new int[", "b", "])"),
        ("assume ", "b", ""),
        ("(let x := a in b ; ", "c", ")"),
    ],
)
def test_every_construct_nests_beyond_the_stack(before: str, core: str, after: str) -> None:
    depth = 3 * sys.getrecursionlimit()
    printed = to_source(parse(before * depth + core + after * depth, "f"))
    assert to_source(parse(printed, "f")) == printed


def test_a_long_sequence_is_no_problem() -> None:
    printed = to_source(parse("(" + "a ; " * DEPTH + "b)", "f"))
    assert printed.count(";") == DEPTH


def test_a_mistake_deep_inside_is_reported_like_any_other() -> None:
    with pytest.raises(InputError, match="found end of file"):
        parse("(" * DEPTH, "f")


# ---- files ---------------------------------------------------------------------------------------


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def class_names(path: Path) -> list[str]:
    return [each.name for each in load(path).classes]


def failure(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        load(path)
    return caught.value


def test_included_classes_come_first_and_included_mains_are_ignored(tmp_path: Path) -> None:
    write(tmp_path, "lib/base.tiny", "class A { int f; } 1")
    write(tmp_path, "lib/more.tiny", "include base.tiny\nclass B extends A { }")
    main = write(tmp_path, "main.tiny", "include lib/more.tiny  // the classes\nclass C { }\n2")
    program = load(main)
    assert [each.name for each in program.classes] == ["A", "B", "C"]
    assert program.main == num(2)
    assert program.classes[0].at == Position(str(tmp_path / "lib" / "base.tiny"), 1, 1)
    assert program.classes[2].at == Position(str(main), 2, 1)


def test_the_folder_of_the_including_file_goes_before_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "both.tiny", "class Far { }")
    write(tmp_path, "only.tiny", "class Only { }")
    write(tmp_path, "in/both.tiny", "class Near { }")
    assert class_names(write(tmp_path, "in/main.tiny", "include both.tiny\n0")) == ["Near"]
    assert class_names(write(tmp_path, "in/other.tiny", "include only.tiny\n0")) == ["Only"]


def test_blank_lines_and_comments_may_precede_the_include(tmp_path: Path) -> None:
    write(tmp_path, "a b.tiny", "class A { }")
    assert class_names(write(tmp_path, "m.tiny", "// hello\r\n\r\n include a b.tiny\r\n0")) == ["A"]


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    assert load(write(tmp_path, "m.tiny", b"\xef\xbb\xbf1")).main == num(1)


def test_an_include_cycle_is_reported_where_it_closes(tmp_path: Path) -> None:
    write(tmp_path, "a.tiny", "include b.tiny\n0")
    write(tmp_path, "b.tiny", "include ./a.tiny\n0")
    error = failure(tmp_path / "a.tiny")
    assert error.message == f"`include` goes in a circle back to {tmp_path / 'a.tiny'}"
    assert error.at == Position(str(tmp_path / "b.tiny"), 1, 9)


def test_a_file_that_includes_itself_is_a_cycle(tmp_path: Path) -> None:
    error = failure(write(tmp_path, "a.tiny", "include a.tiny\n0"))
    assert error.at == Position(str(tmp_path / "a.tiny"), 1, 9)


def test_a_program_needs_a_main_expression_even_if_an_included_file_has_one(tmp_path: Path) -> None:
    write(tmp_path, "lib.tiny", "class A { } 1")
    error = failure(write(tmp_path, "main.tiny", "include lib.tiny\nclass B { }\n"))
    assert error.message == "expected `class` or an expression, found end of file"
    assert error.at == Position(str(tmp_path / "main.tiny"), 3, 1)


def test_a_mistake_in_an_included_file_is_reported_there(tmp_path: Path) -> None:
    lib = write(tmp_path, "lib.tiny", "class A {\n  int\n}")
    error = failure(write(tmp_path, "main.tiny", "include lib.tiny\n0"))
    assert error.at == Position(str(lib), 3, 1)


def test_missing_files_are_named(tmp_path: Path) -> None:
    missing = tmp_path / "none.tiny"
    assert str(failure(missing)) == f"there is no file {missing}"
    main = write(tmp_path, "main.tiny", "include none.tiny\n0")
    assert str(failure(main)) == (
        f"{main}:1:9: cannot find none.tiny, neither beside main.tiny nor in the working directory"
    )


def test_a_directory_is_not_a_program(tmp_path: Path) -> None:
    assert str(failure(tmp_path)) == f"{tmp_path} is a directory, not a program"
    folder = tmp_path / "lib"
    folder.mkdir()
    main = write(tmp_path, "main.tiny", "include lib\n0")
    assert str(failure(main)) == f"{main}:1:9: {folder} is a directory, not a program"


def test_bytes_that_are_no_text_are_reported_in_their_place(tmp_path: Path) -> None:
    error = failure(write(tmp_path, "main.tiny", b"class A { }\n\xc3\xa9 \xff"))
    assert error.message == "not a text file: this byte is not valid UTF-8"
    assert error.at == Position(str(tmp_path / "main.tiny"), 2, 3)


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_can_have_is_an_input_error(tmp_path: Path, name: str) -> None:
    assert failure(Path(name)).at is None
    assert failure(write(tmp_path, "main.tiny", f"include {name}\n0")).at is not None
