"""The parser of Javalite: S-expressions to abstract syntax (heap-summaries.txt, Figure 3).

A form is known by its first word (`new`, `if`, `var`, `begin`, `not`) or by the mark in its second
place (`$`, `@`, `:=`, an operator). An operator may also come first, as in Lisp. There are no
parentheses for grouping: `(x)` is no expression.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import NoReturn, TypeAlias

from heapwise.frontends.files import read_source
from heapwise.frontends.javalite.s_expressions import Atom, Group, SExpr, read
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
from heapwise.frontends.lowering import drive
from heapwise.program.source import InputError, Position

_Parsing: TypeAlias = Generator[SExpr, Expr, Expr]

OPERATORS = ("=", "+", "-", "<", "and", "or")
_MARKS = ("$", "@", ":=", *OPERATORS)
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_TYPES = ("int", "bool")
KEYWORDS = frozenset(
    ("class", "extends", "new", "if", "else", "var", "in", "begin", "not", "this")
).union(_CONSTANTS, _TYPES, _MARKS)
_NUMBER = re.compile(r"[0-9]+")
_LIKE_A_NUMBER = re.compile(r"[+\-.]*[0-9]")

_AN_EXPRESSION = "an expression"


def load(path: Path) -> ProgramNode:
    return parse(read_source(path), str(path))


def parse(text: str, file: str) -> ProgramNode:
    """The program that `text` holds; `file` is only what positions call it."""
    form = _Form(read(text, file), "a program `((CL ...) (C m))`")
    classes = form.take_form("a list of classes `(CL ...)`")
    entry = form.take_form("the method under test, as `(C m)`")
    form.finish()
    nodes = []
    while not classes.is_over:
        nodes.append(_class(classes.take_form("a class `(class C ([T f] ...) (M ...))`")))
    class_name = entry.take_name("a class name")
    method = entry.take_name("a method name")
    entry.finish()
    return ProgramNode(tuple(nodes), EntryNode(class_name, method, at=entry.at), at=form.at)


class _Form:
    """A place in a list: take what comes next, or say what was expected there."""

    def __init__(self, form: SExpr, what: str) -> None:
        if not isinstance(form, Group):
            _fail(form, what)
        self._group = form
        self._taken = 0

    @property
    def at(self) -> Position:
        return self._group.at

    @property
    def is_over(self) -> bool:
        return self._taken == len(self._group.items)

    @property
    def is_last(self) -> bool:
        return self._taken == len(self._group.items) - 1

    def stands_at(self, *words: str) -> bool:
        """Is the next item one of these words?"""
        if self.is_over:
            return False
        item = self._group.items[self._taken]
        return isinstance(item, Atom) and item.text in words

    def take(self, what: str) -> SExpr:
        if self.is_over:
            raise InputError(f"expected {what}, found the closing parenthesis", self._group.end)
        self._taken += 1
        return self._group.items[self._taken - 1]

    def take_word(self, *words: str) -> str:
        alternatives = " ".join(f"`{word}`" for word in words)
        what = f"one of {alternatives}" if len(words) > 1 else alternatives
        item = self.take(what)
        if not isinstance(item, Atom) or item.text not in words:
            _fail(item, what)
        return item.text

    def take_name(self, what: str) -> str:
        return _name(self.take(what), what)

    def take_type(self) -> str:
        if self.stands_at(*_TYPES):
            return self.take_word(*_TYPES)
        return self.take_name("a type")

    def take_form(self, what: str) -> _Form:
        return _Form(self.take(what), what)

    def finish(self) -> None:
        if not self.is_over:
            _fail(self._group.items[self._taken], "the closing parenthesis")


# ---- declarations --------------------------------------------------------------------------------


def _class(form: _Form) -> ClassNode:
    form.take_word("class")
    name = form.take_name("a class name")
    superclass = None
    if form.stands_at("extends"):
        form.take_word("extends")
        superclass = form.take_name("a class name")
    expected = "a list of fields `([T f] ...)`"
    fields = form.take_form(expected if superclass else f"`extends` or {expected}")
    field_nodes = []
    while not fields.is_over:
        field_nodes.append(_field(fields.take_form("a field `[T f]`")))
    methods = form.take_form("a list of methods `(M ...)`")
    method_nodes = []
    while not methods.is_over:
        method_nodes.append(_method(methods.take_form("a method `(T m [T x] ... e)`")))
    form.finish()
    return ClassNode(name, superclass, tuple(field_nodes), tuple(method_nodes), at=form.at)


def _field(form: _Form) -> FieldNode:
    node = FieldNode(form.take_type(), form.take_name("a field name"), at=form.at)
    form.finish()
    return node


def _method(form: _Form) -> MethodNode:
    """All items between the name and the last one, which is the body, are parameters."""
    type_ = form.take_type()
    name = form.take_name("a method name")
    parameters = []
    while not (form.is_over or form.is_last):
        parameters.append(_parameter(form.take_form("a parameter `[T x]`")))
    body = drive(_expression, form.take("the body of the method"))
    return MethodNode(type_, name, tuple(parameters), body, at=form.at)


def _parameter(form: _Form) -> ParameterNode:
    node = ParameterNode(form.take_type(), form.take_name("a parameter name"), at=form.at)
    form.finish()
    return node


# ---- expressions ---------------------------------------------------------------------------------


def _expression(source: SExpr) -> _Parsing:
    if isinstance(source, Atom):
        return _finished(_leaf(source))
    form = _Form(source, _AN_EXPRESSION)
    for word, parsing in _BY_FIRST_WORD.items():
        if form.stands_at(word):
            form.take_word(word)
            return parsing(form)
    if form.stands_at(*OPERATORS):
        return _operation(form)
    return _marked(form)


def _finished(value: Expr) -> _Parsing:
    return value
    yield  # makes this a generator


def _new(form: _Form) -> _Parsing:
    node = New(form.take_name("a class name"), at=form.at)
    form.finish()
    return node
    yield


def _if(form: _Form) -> _Parsing:
    condition = yield form.take("a condition")
    then = yield form.take(_AN_EXPRESSION)
    form.take_word("else")
    otherwise = yield form.take(_AN_EXPRESSION)
    form.finish()
    return If(condition, then, otherwise, at=form.at)


def _var(form: _Form) -> _Parsing:
    type_ = form.take_type()
    name = form.take_name("a variable name")
    form.take_word(":=")
    bound = yield form.take(_AN_EXPRESSION)
    form.take_word("in")
    body = yield form.take(_AN_EXPRESSION)
    form.finish()
    return Var(type_, name, bound, body, at=form.at)


def _begin(form: _Form) -> _Parsing:
    items = [(yield form.take("an expression, whose value is that of the `begin`"))]
    while not form.is_over:
        items.append((yield form.take(_AN_EXPRESSION)))
    return Begin(tuple(items), at=form.at)


def _not(form: _Form) -> _Parsing:
    operand = yield form.take(_AN_EXPRESSION)
    form.finish()
    return Not(operand, at=form.at)


def _operation(form: _Form) -> _Parsing:
    """`(+ e e)`, with the operator still to be taken."""
    operator = form.take_word(*OPERATORS)
    left = yield form.take(_AN_EXPRESSION)
    right = yield form.take(_AN_EXPRESSION)
    form.finish()
    return Binary(operator, left, right, at=form.at)


def _marked(form: _Form) -> _Parsing:
    """`(e mark ...)`, with nothing taken yet."""
    first = yield form.take(_AN_EXPRESSION)
    mark = form.take_word(*_MARKS)
    match mark:
        case "$":
            return (yield from _field_access(form, first))
        case ":=":
            target = _assignable(first, "a variable or a field of one")
            value = yield form.take(_AN_EXPRESSION)
            form.finish()
            return Assign(target, value, at=form.at)
        case "@":
            method = form.take_name("a method name")
            arguments = []
            while not form.is_over:
                arguments.append((yield form.take(_AN_EXPRESSION)))
            return Call(first, method, tuple(arguments), at=form.at)
        case _:
            right = yield form.take(_AN_EXPRESSION)
            form.finish()
            return Binary(mark, first, right, at=form.at)


def _field_access(form: _Form, receiver: Expr) -> _Parsing:
    """What follows `(e $`."""
    field = form.take_name("a field name")
    if form.is_over:
        return GetField(receiver, field, at=form.at)
    form.take_word(":=")
    target = _assignable(receiver, "the field of a variable (bind the object with `var` first)")
    value = yield form.take(_AN_EXPRESSION)
    form.finish()
    return SetField(target, field, value, at=form.at)


_BY_FIRST_WORD = {"new": _new, "if": _if, "var": _var, "begin": _begin, "not": _not}


def _assignable(node: Expr, what: str) -> Variable:
    if not isinstance(node, Variable):
        raise InputError(f"only {what} can be assigned to", node.at)
    return node


def _leaf(atom: Atom) -> Expr:
    text = atom.text
    if text in _CONSTANTS:
        return Literal(_CONSTANTS[text], at=atom.at)
    if _NUMBER.fullmatch(text):
        try:
            return Literal(int(text), at=atom.at)
        except ValueError as error:  # Python bounds the digits it converts
            raise InputError("this number has too many digits", atom.at) from error
    if text == "this":
        return Variable(text, at=atom.at)
    return Variable(_name(atom, _AN_EXPRESSION), at=atom.at)


def _name(item: SExpr, what: str) -> str:
    if not isinstance(item, Atom) or item.text in KEYWORDS or _LIKE_A_NUMBER.match(item.text):
        _fail(item, what)
    return item.text


def _fail(found: SExpr, expected: str) -> NoReturn:
    if isinstance(found, Group):
        raise InputError(f"expected {expected}, found `(`", found.at)
    advice = ""
    if _LIKE_A_NUMBER.match(found.text) and not _NUMBER.fullmatch(found.text):
        advice = ": numbers are 0, 1, 2, ..., and a name does not start like one"
        if _NUMBER.fullmatch(found.text[1:]) and found.text[0] == "-":
            advice = f" (write `(0 - {found.text[1:]})`)"
    elif found.text in KEYWORDS and "name" in expected:
        advice = ", which is a keyword"
    raise InputError(f"expected {expected}, found `{found.text}`{advice}", found.at)
