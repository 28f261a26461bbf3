"""The canonical layout, and that parsing undoes printing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.frontends.tiny.parser import parse
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
    Node,
    Not,
    ParameterNode,
    ProgramNode,
    Sequence,
    SetField,
    SetIndex,
    Symbol,
    TypeName,
    Variable,
)
from heapwise.program.source import Position

AT = Position("generated", 1, 1)

# ---- strategies ----------------------------------------------------------------------------------

# among them the words that are keywords in some places only
names = st.sampled_from(
    ["x", "y", "A", "_", "1a", "X", "X1a", "this", "include", "length", "assume", "assert", "größe"]
)
numbers = st.integers(min_value=0)
element_types = st.builds(TypeName, st.sampled_from(["int", "bool", "A"]), st.integers(0, 2))


def node(kind: type[Node], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(kind, *parts, at=st.just(AT))


leaves: st.SearchStrategy[Expr] = st.one_of(
    node(Literal, st.one_of(st.none(), st.booleans(), numbers)),
    node(Bottom),
    node(Symbol, st.builds("{}{}".format, st.sampled_from("XY"), numbers)),
    node(Location, st.builds("l{}".format, numbers)),
    node(Variable, names),
    node(New, names),
    node(Breadcrumb, names),
)


def larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        node(NewArray, element_types, inner),
        node(Let, names, inner, inner),
        node(If, inner, inner, inner),
        node(Binary, st.sampled_from(["+", "-", "<", "=", "&&", "||"]), inner, inner),
        node(Not, inner),
        node(InstanceOf, inner, names),
        node(Call, inner, names, st.lists(inner, max_size=3).map(tuple)),
        node(GetField, inner, names),
        node(SetField, inner, names, inner),
        node(Index, inner, inner),
        node(SetIndex, inner, inner, inner),
        node(Length, inner),
        node(Sequence, inner, inner),
        node(Assume, inner),
        node(Assert, inner),
    )


expressions = st.recursive(leaves, larger, max_leaves=12)


def some(members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(members, max_size=2).map(tuple)


fields = node(FieldNode, element_types, names)
parameters = node(ParameterNode, element_types, names)
methods = node(MethodNode, element_types, names, some(parameters), expressions)
classes = node(ClassNode, names, st.none() | names, some(fields), some(methods))
programs = node(ProgramNode, some(classes), expressions)

# ---- claims --------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(programs)
def test_parsing_undoes_printing(program: ProgramNode) -> None:
    assert parse(to_source(program), "printed") == program


@settings(max_examples=100, deadline=None)
@given(expressions)
def test_line_breaks_mean_nothing(main: Expr) -> None:
    text = to_source(ProgramNode((), main, at=AT))
    assert parse(" ".join(text.split()), "one line").main == main


def test_the_layout_of_a_whole_program() -> None:
    scrambled = """
    class A{int v;A next;A swap(A o,int n):=let t:=(o.next) in if((t.v)<n) then(
    (this.next:=t);(this.v:=n);this)else if(~(t=null)) then o else null;}
    class B extends A{} let a:=new B in let i:=(if true then 1 else 2) in
    if (a instanceof B) then let r := (a.swap[Y0, (i+1)]) in (r.v)
    else (((new int[3])[i]:=(length (new A[][2]))))
    """
    assert to_source(parse(scrambled, "f")) == (
        """\
class A {
  int v;
  A next;
  A swap(A o, int n) :=
    let t := (o.next) in
    if ((t.v) < n) then
      ((this.next := t) ;
       (this.v := n) ;
       this)
    else if (~ (t = null)) then o else null;
}

class B extends A { }

let a := new B in
let i := (if true then 1 else 2) in
if (a instanceof B) then
  let r := (a.swap[Y0, (i + 1)]) in
  (r.v)
else
  ((new int[3])[i] := (length (new A[] [2])))
"""
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("if a then b else c", "if a then b else c"),
        ("((let x := a in x) + b)", "((let x := a in x) + b)"),
        ("(a ; (b ; c))", "(a ;\n b ;\n c)"),
        ("((a ; b) ; c)", "((a ; b) ;\n c)"),
        ("((new A)[0])", "((new A)[0])"),
        ("((new A).f)", "(new A.f)"),
        ("assume ((a))", "(assume a)"),
        ("(a.m[])", "(a.m[])"),
        ("(@x)", "(@ x)"),
    ],
)
def test_the_layout_of_expressions(text: str, printed: str) -> None:
    assert to_source(parse(text, "f")) == printed + "\n"


def test_a_negative_literal_prints_as_the_subtraction_it_means() -> None:
    program = ProgramNode((), Literal(-3, at=AT), at=AT)
    assert to_source(program) == "(0 - 3)\n"


def test_deep_indentation_does_not_make_the_text_quadratic() -> None:
    depth = 2_000
    text = "if a then if b then 1 else 2 else " * depth + "0"
    nested = "if a then " * depth + "(b.f)" + " else 0" * depth
    assert len(to_source(parse(text, "f"))) < 200 * depth
    assert len(to_source(parse(nested, "f"))) < 300 * depth
