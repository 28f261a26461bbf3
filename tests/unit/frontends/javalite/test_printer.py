"""The canonical layout, and that parsing undoes printing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.frontends.javalite.parser import parse
from heapwise.frontends.javalite.printer import to_source
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
    Node,
    Not,
    ParameterNode,
    ProgramNode,
    SetField,
    Var,
    Variable,
)
from heapwise.program.source import Position

AT = Position("generated", 1, 1)

# ---- strategies ----------------------------------------------------------------------------------

names = st.sampled_from(["x", "y", "A", "_", "X1a", "list->head", "größe", "a$b", "<=", "+x"])
types = st.sampled_from(["int", "bool", "A"])


def node(kind: type[Node], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(kind, *parts, at=st.just(AT))


variables = node(Variable, names | st.just("this"))
leaves: st.SearchStrategy[Expr] = st.one_of(
    node(Literal, st.one_of(st.none(), st.booleans(), st.integers(min_value=0))),
    variables,
    node(New, names),
)


def larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        node(GetField, inner, names),
        node(SetField, variables, names, inner),
        node(Call, inner, names, st.lists(inner, max_size=3).map(tuple)),
        node(If, inner, inner, inner),
        node(Var, types, names, inner, inner),
        node(Assign, variables, inner),
        node(Begin, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        node(Binary, st.sampled_from(["=", "+", "-", "<", "and", "or"]), inner, inner),
        node(Not, inner),
    )


expressions = st.recursive(leaves, larger, max_leaves=12)


def some(members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(members, max_size=2).map(tuple)


fields = node(FieldNode, types, names)
parameters = node(ParameterNode, types, names)
methods = node(MethodNode, types, names, some(parameters), expressions)
classes = node(ClassNode, names, st.none() | names, some(fields), some(methods))
programs = node(ProgramNode, some(classes), node(EntryNode, names, names))


def printed(body: str) -> str:
    """The text of an expression, in the column where bodies stand."""
    text = to_source(parse(f"(((class C () ((int m {body})))) (C m))", "f"))
    start, end = "(int m\n       ", ")))\n (C m))\n"
    return text[text.index(start) + len(start) : -len(end) - 1]


# ---- claims --------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(programs)
def test_parsing_undoes_printing(program: ProgramNode) -> None:
    assert parse(to_source(program), "printed") == program


@settings(max_examples=100, deadline=None)
@given(programs)
def test_brackets_and_line_breaks_mean_nothing(program: ProgramNode) -> None:
    text = " ".join(to_source(program).split()).replace("(", "[").replace(")", "]")
    assert parse(text, "one line") == program


def test_the_layout_of_a_whole_program() -> None:
    scrambled = """
    [[[class A extends B[[int v][A next]][(int size[int n](if((this $ next)= null)n else(var A x :=
    (this $ next)in(begin(x $ v := n)(x @ size(n + 1))))))]](class B()())](A size)]
    """
    assert to_source(parse(scrambled, "f")) == (
        """\
(((class A extends B ([int v] [A next])
    ((int size [int n]
       (if ((this $ next) = null)
           n
         else
           (var A x := (this $ next) in
           (begin
             (x $ v := n)
             (x @ size (n + 1))))))))
  (class B ()
    ()))
 (A size))
"""
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(if x 1 else 2)", "(if x 1 else 2)"),
        ("(+ 1 (if x 1 else (1 + 1)))", "(1 + (if x 1 else (1 + 1)))"),
        ("(begin 1)", "(begin\n         1)"),
    ],
)
def test_the_layout_of_expressions(text: str, expected: str) -> None:
    assert printed(text) == expected


def test_a_negative_literal_prints_as_the_subtraction_it_means() -> None:
    method = MethodNode("int", "m", (), Literal(-3, at=AT), at=AT)
    program = ProgramNode(
        (ClassNode("C", None, (), (method,), at=AT),), EntryNode("C", "m", at=AT), at=AT
    )
    assert "(0 - 3)" in to_source(program)


def test_deep_indentation_does_not_make_the_text_quadratic() -> None:
    depth = 2_000
    nested = "(if b (this $ f) else (begin 1 " * depth + "x" + "))" * depth
    assert len(printed(nested)) < 500 * depth
