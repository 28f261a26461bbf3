"""The parser of the POSE language: text to abstract syntax (pose.txt, Figure 6, and extensions).

It is recursive descent in shape but not in fact: a function that needs a sub-expression yields the
parsing of it to `_run`, which keeps the pending ones in a list. Nesting depth is therefore bounded
by memory alone, never by the interpreter's stack.

An operator stands in parentheses of its own, so in `(let x := a in x + b)` the left operand is the
whole `let`, as Figure 6 has it. Only `;`, which the paper lacks, belongs to a `let` or `if` that is
still open: `(let x := a in b ; c)` is `let x := a in (b ; c)`. The words of our extensions
(`length`, `assume`, `assert`) are names unless an expression follows them, which no program of the
original dialect can contain; what they apply to ends before any operator, and an operator right
after is an error because it would read as if it belonged to the operand.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from heapwise.frontends.files import read_source
from heapwise.frontends.tiny.lexer import INFIX_OPERATORS, Kind, Token, TokenCursor, quote
from heapwise.frontends.tiny.syntax import (
    Assert,
    Assume,
    Binary,
    Bottom,
    Breadcrumb,
    Call,
    Cast,
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
    ProgramNode,
    Sequence,
    SetField,
    SetIndex,
    Symbol,
    TypeName,
    Variable,
)
from heapwise.program.source import InputError, Position

_Parsing: TypeAlias = Generator["_Parsing", Expr, Expr]

_PREFIX_WORDS: dict[str, type[Length] | type[Assume] | type[Assert]] = {
    "length": Length,
    "assume": Assume,
    "assert": Assert,
}
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_KEYWORDS_STARTING_EXPRESSIONS = frozenset(("new", "let", "if", "BOT", *_CONSTANTS))
_AN_EXPRESSION = "an expression"

_INCLUDE = re.compile(
    r"\A(?:\s|//[^\r\n]*[\r\n])*(?P<line>include[^\S\r\n]+(?P<target>(?!//)\S[^\r\n]*))"
)
_COMMENT_AFTER_TARGET = re.compile(r"\s//.*\Z")


def parse(text: str, file: str) -> ProgramNode:
    """The program that `text` holds; `file` is only what positions call it."""
    include = _find_include(text, file)
    if include is not None:
        raise InputError("`include` works only in a program that is loaded from a file", include.at)
    classes, main = _Parser(TokenCursor(text, file)).program(main_required=True)
    assert main is not None
    return ProgramNode(classes, main, at=Position(file, 1, 1))


def load(path: Path) -> ProgramNode:
    """The program in the file at `path`, the classes of included files in front."""
    chain = _follow_includes(path)
    classes: list[ClassNode] = []
    main: Expr | None = None
    for source in reversed(chain):
        is_program = source is chain[0]
        cursor = TokenCursor(source.text, source.name)
        own_classes, main = _Parser(cursor).program(main_required=is_program)
        classes.extend(own_classes)
    assert main is not None
    return ProgramNode(tuple(classes), main, at=Position(str(path), 1, 1))


# ---- files ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Include:
    target: str
    at: Position
    rest: str  # the including text without this line, all positions kept


@dataclass(frozen=True, slots=True)
class _Source:
    name: str
    text: str


def _follow_includes(path: Path) -> list[_Source]:
    """The file at `path`, the one it includes, and so on: a file includes at most one other."""
    chain: list[_Source] = []
    seen: set[Path] = set()
    included_at: Position | None = None
    while True:
        text = read_source(path, included_at)
        seen.add(path.resolve())
        include = _find_include(text, str(path))
        if include is None:
            chain.append(_Source(str(path), text))
            return chain
        chain.append(_Source(str(path), include.rest))
        path, included_at = _locate(include, path), include.at
        if path.resolve() in seen:
            raise InputError(f"`include` goes in a circle back to {path}", included_at)


def _find_include(text: str, file: str) -> _Include | None:
    found = _INCLUDE.match(text)
    if found is None:
        return None
    start, end = found.span("line")
    lines_before = re.split(r"\r\n|\r|\n", text[:start])
    column = len(lines_before[-1]) + 1 + found.start("target") - start
    return _Include(
        target=_COMMENT_AFTER_TARGET.sub("", found["target"]).rstrip(),
        at=Position(file, len(lines_before), column),
        rest=text[:start] + " " * (end - start) + text[end:],
    )


def _locate(include: _Include, including: Path) -> Path:
    candidates = (including.parent / include.target, Path(include.target))
    try:
        for test in (Path.is_file, Path.exists):  # a directory only if nothing better is there
            for candidate in candidates:
                if test(candidate):
                    return candidate
    except OSError as error:
        raise InputError(f"cannot read {include.target}: {error.strerror}", include.at) from error
    raise InputError(
        f"cannot find {include.target}, neither beside {including.name} nor in the working"
        " directory",
        include.at,
    )


# ---- the grammar ---------------------------------------------------------------------------------


def _run(parsing: _Parsing) -> Expr:
    """Run `parsing` and every parsing that it yields, answering each with its expression."""
    pending = [parsing]
    value: Expr | None = None
    while True:
        try:
            child = next(pending[-1]) if value is None else pending[-1].send(value)
        except StopIteration as done:
            finished: Expr = done.value
            pending.pop()
            if not pending:
                return finished
            value = finished
        else:
            pending.append(child)
            value = None


def _finished(value: Expr) -> _Parsing:
    return value
    yield  # makes this a generator


_CLASS_WORDS = {"abstract": "abstract class", "interface": "interface"}
"""Words that start a class but are no keywords: files of the original dialect may use them."""


class _Parser:
    def __init__(self, cursor: TokenCursor) -> None:
        self._cursor = cursor
        # How many tokens were taken when something ended that no operator may follow directly.
        self._sealed_after = -1

    # -- declarations

    def program(self, *, main_required: bool) -> tuple[tuple[ClassNode, ...], Expr | None]:
        classes: list[ClassNode] = []
        while self._cursor.stands_at("class") or self._cursor.current.text in _CLASS_WORDS:
            classes.append(self._class())
        if self._cursor.current.kind is Kind.END and not main_required:
            return tuple(classes), None
        main = _run(self._expression(quote("class")))
        self._cursor.expect_end()
        return tuple(classes), main

    def _class(self) -> ClassNode:
        cursor = self._cursor
        at = cursor.current.at
        word = cursor.advance().text
        if word == "abstract":
            cursor.expect("class")
        kind = _CLASS_WORDS.get(word, "class")
        name = cursor.expect_name("a class name").text
        superclass: str | None = None
        interfaces: tuple[str, ...] = ()
        if cursor.take("extends"):
            names = (
                self._class_names()
                if kind == "interface"
                else [cursor.expect_name("a class name").text]
            )
            superclass, interfaces = (None, tuple(names)) if kind == "interface" else (names[0], ())
        if kind != "interface" and cursor.current.text == "implements":
            cursor.advance()
            interfaces = tuple(self._class_names())
        if superclass is None and not interfaces:
            cursor.expect("extends", "{")
        else:
            cursor.expect("{")
        fields: list[FieldNode] = []
        methods: list[MethodNode] = []
        while not cursor.take("}"):
            start = cursor.current.at
            member_type = self._type(quote("}"))
            member = cursor.expect_name("a field or method name").text
            # fields come first, so a member after a method can only be another method
            if cursor.expect(*(("(",) if methods else (";", "("))).text == ";":
                fields.append(FieldNode(member_type, member, at=start))
                continue
            parameters = self._parameters()
            if kind != "class" and cursor.take(";"):
                bottom = Bottom(at=start)
                methods.append(
                    MethodNode(member_type, member, parameters, bottom, abstract=True, at=start)
                )
                continue
            cursor.expect(":=")
            body = _run(self._expression())
            methods.append(MethodNode(member_type, member, parameters, body, at=start))
            if cursor.expect(";", "}").text == "}":  # the last `;` may be missing
                break
        return ClassNode(name, superclass, tuple(fields), tuple(methods), interfaces, kind, at=at)

    def _class_names(self) -> list[str]:
        names = [self._cursor.expect_name("an interface name").text]
        while self._cursor.take(","):
            names.append(self._cursor.expect_name("an interface name").text)
        return names

    def _parameters(self) -> tuple[ParameterNode, ...]:
        cursor = self._cursor
        if cursor.take(")"):
            return ()
        parameters = [self._parameter(quote(")"))]
        while cursor.expect(",", ")").text == ",":
            parameters.append(self._parameter())
        return tuple(parameters)

    def _parameter(self, *alternatives: str) -> ParameterNode:
        at = self._cursor.current.at
        parameter_type = self._type(*alternatives)
        name = self._cursor.expect_name("a parameter name").text
        return ParameterNode(parameter_type, name, at=at)

    def _type(self, *alternatives: str) -> TypeName:
        name = self._type_word(*alternatives).text
        dimensions = 0
        while self._cursor.take("["):
            self._cursor.expect("]")
            dimensions += 1
        return TypeName(name, dimensions)

    def _type_word(self, *alternatives: str) -> Token:
        cursor = self._cursor
        if not (cursor.stands_at("int", "bool") or cursor.current.kind is Kind.NAME):
            cursor.fail(*alternatives, "a type")
        return cursor.advance()

    # -- expressions

    def _expression(self, *alternatives: str, in_sequence: bool = False) -> _Parsing:
        """Take the first token of an expression and return the parsing of the rest.

        `alternatives` are other tokens acceptable here, for the error message; `in_sequence` tells
        whether a `;` after the expression would continue a sequence.
        """
        cursor = self._cursor
        if not _starts_expression(cursor.current):
            cursor.fail(*alternatives, _AN_EXPRESSION)
        token = cursor.advance()
        match token.text:
            case "(":
                return self._parenthesised(token.at)
            case "let":
                return self._let(token.at, in_sequence)
            case "if":
                return self._if(token.at, in_sequence)
            case "new":
                return self._new(token.at)
            case "length" | "assume" | "assert" if _starts_expression(cursor.current):
                return self._prefixed(token)
            case _:
                return _finished(_leaf(token))

    def _let(self, at: Position, in_sequence: bool) -> _Parsing:
        name = self._cursor.expect_name("a variable name").text
        self._cursor.expect(":=")
        bound = yield self._expression()
        self._cursor.expect("in")
        body = yield self._open_end(in_sequence)
        return Let(name, bound, body, at=at)

    def _if(self, at: Position, in_sequence: bool) -> _Parsing:
        condition = yield self._expression()
        self._cursor.expect("then")
        then = yield self._expression()
        self._cursor.expect("else")
        otherwise = yield self._open_end(in_sequence)
        return If(condition, then, otherwise, at=at)

    def _open_end(self, in_sequence: bool) -> _Parsing:
        """The last part of a `let` or `if`, which takes the rest of the sequence it stands in."""
        first = yield self._expression(in_sequence=in_sequence)
        if in_sequence and self._cursor.take(";"):
            return (yield self._rest_of_sequence(first))
        return first

    def _rest_of_sequence(self, first: Expr) -> _Parsing:
        """What follows `first ;`, put together with it."""
        items = [first, (yield self._expression(in_sequence=True))]
        while self._cursor.take(";"):
            items.append((yield self._expression(in_sequence=True)))
        self._sealed_after = self._cursor.taken
        result = items.pop()
        while items:
            item = items.pop()
            result = Sequence(item, result, at=item.at)
        return result

    def _prefixed(self, word: Token) -> _Parsing:
        operand = yield self._expression()
        self._sealed_after = self._cursor.taken
        return _PREFIX_WORDS[word.text](operand, at=word.at)

    def _new(self, at: Position) -> _Parsing:
        cursor = self._cursor
        word = self._type_word()
        is_class = word.kind is Kind.NAME
        if is_class and not cursor.stands_at("["):
            return New(word.text, at=at)
        cursor.expect("[")
        dimensions = 0
        while cursor.take("]"):
            dimensions += 1
            cursor.expect("[")
        size = yield self._expression(quote("]"))
        cursor.expect("]")
        return NewArray(TypeName(word.text, dimensions), size, at=at)

    def _parenthesised(self, at: Position) -> _Parsing:
        """What follows `(`, the closing parenthesis included."""
        cursor = self._cursor
        if cursor.take("~"):
            operand = yield self._expression()
            cursor.expect(")")
            return Not(operand, at=at)
        if cursor.take("@"):
            name = cursor.expect_name("a name").text
            cursor.expect(")")
            return Breadcrumb(name, at=at)
        first = yield self._expression(quote("~"), quote("@"), in_sequence=True)
        if self._sealed_after != cursor.taken and cursor.current.text == "as":
            cursor.advance()
            class_name = cursor.expect_name("a class name").text
            cursor.expect(")")
            return Cast(first, class_name, at=at)
        if self._sealed_after == cursor.taken:
            operator = cursor.expect(")", ";").text
        else:
            operator = cursor.expect(")", *INFIX_OPERATORS, "instanceof", ".", "[", ";").text
        match operator:
            case ")":
                return first
            case ".":
                return (yield self._member_access(first, at))
            case "[":
                return (yield self._element_access(first, at))
            case ";":
                sequence = yield self._rest_of_sequence(first)
                cursor.expect(")", ";")
                return sequence
            case "instanceof":
                class_name = cursor.expect_name("a class name").text
                cursor.expect(")")
                return InstanceOf(first, class_name, at=at)
            case _:
                right = yield self._expression()
                cursor.expect(")")
                return Binary(operator, first, right, at=at)

    def _member_access(self, receiver: Expr, at: Position) -> _Parsing:
        """What follows `( receiver .`, the closing parenthesis included."""
        cursor = self._cursor
        member = cursor.expect_name("a field or method name").text
        match cursor.expect(")", ":=", "[").text:
            case ")":
                return GetField(receiver, member, at=at)
            case ":=":
                value = yield self._expression()
                cursor.expect(")")
                return SetField(receiver, member, value, at=at)
        arguments: list[Expr] = []
        if not cursor.take("]"):
            arguments.append((yield self._expression(quote("]"))))
            while cursor.expect(",", "]").text == ",":
                arguments.append((yield self._expression()))
        cursor.expect(")")
        return Call(receiver, member, tuple(arguments), at=at)

    def _element_access(self, array: Expr, at: Position) -> _Parsing:
        """What follows `( array [`, the closing parenthesis included."""
        index = yield self._expression()
        self._cursor.expect("]")
        if self._cursor.expect(")", ":=").text == ")":
            return Index(array, index, at=at)
        value = yield self._expression()
        self._cursor.expect(")")
        return SetIndex(array, index, value, at=at)


def _starts_expression(token: Token) -> bool:
    match token.kind:
        case Kind.NAME | Kind.NUMBER | Kind.INPUT:
            return True
        case Kind.KEYWORD:
            return token.text in _KEYWORDS_STARTING_EXPRESSIONS
        case _:
            return token.text == "("


def _leaf(token: Token) -> Expr:
    """The expression that consists of `token` alone."""
    match token.kind:
        case Kind.NAME:
            return Variable(token.text, at=token.at)
        case Kind.INPUT if token.text.startswith("l"):
            return Location(token.text, at=token.at)
        case Kind.INPUT:
            return Symbol(token.text, at=token.at)
        case Kind.NUMBER:
            try:
                return Literal(int(token.text), at=token.at)
            except ValueError as error:  # Python bounds the digits it converts
                raise InputError("this number has too many digits", token.at) from error
        case _ if token.text == "BOT":
            return Bottom(at=token.at)
        case _:
            return Literal(_CONSTANTS[token.text], at=token.at)
