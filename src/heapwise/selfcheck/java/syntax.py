"""Random programs of Java as trees: what the generator makes and the assembler turns to bytecode.

The shrinker cuts them.

There are two classes: `A` has an int `x`, a reference `next` and a method `value`; `B` extends it,
has an array `items`, and overrides the method. The method under test is `Main.run`, with the
parameters and local variables of `INTS`, `REFS` and `ARRAYS`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias

PARAMETERS = (("i", "I"), ("j", "I"), ("a", "Lgen/A;"), ("b", "Lgen/A;"), ("xs", "[I"))
INTS = ("i", "j", "n", "k")
REFS = ("a", "b", "p")
ARRAYS = ("xs",)
CAUGHT = ("ArithmeticException", "NullPointerException", "ClassCastException", "RuntimeException")


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Var:
    """Of any of the three types."""

    name: str


@dataclass(frozen=True, slots=True)
class Binary:
    sign: str
    left: Int
    right: Int


@dataclass(frozen=True, slots=True)
class GetX:
    owner: Ref


@dataclass(frozen=True, slots=True)
class Value:
    """A virtual call."""

    owner: Ref


@dataclass(frozen=True, slots=True)
class Element:
    array: Array
    index: Int


@dataclass(frozen=True, slots=True)
class Length:
    array: Array


@dataclass(frozen=True, slots=True)
class Null:
    pass


@dataclass(frozen=True, slots=True)
class GetNext:
    owner: Ref


@dataclass(frozen=True, slots=True)
class New:
    cls: str


@dataclass(frozen=True, slots=True)
class AsB:
    """A cast."""

    inner: Ref


@dataclass(frozen=True, slots=True)
class Items:
    """Of an object that is cast to `B`."""

    owner: Ref


@dataclass(frozen=True, slots=True)
class NewArray:
    size: Int


Int: TypeAlias = "Const | Var | Binary | GetX | Value | Element | Length"
Ref: TypeAlias = "Null | Var | GetNext | New | AsB"
Array: TypeAlias = "Var | Items | NewArray"


@dataclass(frozen=True, slots=True)
class Compare:
    sign: str
    left: Int
    right: Int


@dataclass(frozen=True, slots=True)
class Same:
    left: Ref
    right: Ref


@dataclass(frozen=True, slots=True)
class IsB:
    inner: Ref


Condition: TypeAlias = "Compare | Same | IsB"


@dataclass(frozen=True, slots=True)
class SetInt:
    name: str
    value: Int


@dataclass(frozen=True, slots=True)
class SetRef:
    name: str
    value: Ref


@dataclass(frozen=True, slots=True)
class PutX:
    owner: Ref
    value: Int


@dataclass(frozen=True, slots=True)
class PutNext:
    owner: Ref
    value: Ref


@dataclass(frozen=True, slots=True)
class Store:
    array: Array
    index: Int
    value: Int


@dataclass(frozen=True, slots=True)
class If:
    test: Condition
    then: Body
    otherwise: Body


@dataclass(frozen=True, slots=True)
class Repeat:
    """`for (k = 0; k < times; k++)`."""

    times: int
    body: Body


@dataclass(frozen=True, slots=True)
class Try:
    body: Body
    caught: str
    handler: Body


@dataclass(frozen=True, slots=True)
class Throw:
    pass


@dataclass(frozen=True, slots=True)
class Return:
    value: Int


Statement: TypeAlias = (
    "SetInt | SetRef | PutX | PutNext | Store | If | Repeat | Try | Throw | Return"
)
Body: TypeAlias = "tuple[Statement, ...]"
Node: TypeAlias = "Int | Ref | Array | Condition | Statement"


@dataclass(frozen=True, slots=True)
class Program:
    """`body` is that of `Main.run`, which returns `i` in the end; `overriding` is the result of
    `B.value`, in which `a` is the receiver."""

    body: Body
    overriding: Int


# -- as text


def to_source(program: Program) -> str:
    """What the class files were made of, had they been made by a compiler."""
    lines = [
        "class A { int x; A next; int value() { return x; } }",
        f"class B extends A {{ int[] items; int value() {{ A a = this; return "
        f"{text(program.overriding)}; }} }}",
        "class Main {",
        "    static int run(int i, int j, A a, A b, int[] xs) {",
        "        int n = 1, k = 0; A p = a;",
        *_lines(program.body, 8),
        "        return i;",
        "    }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _lines(body: Body, indent: int) -> list[str]:
    found: list[str] = []
    for each in body:
        found += [" " * indent + line for line in _statement(each)]
    return found


def _statement(node: Statement) -> list[str]:
    match node:
        case SetInt(name, value) | SetRef(name, value):
            return [f"{name} = {text(value)};"]
        case PutX(owner, value):
            return [f"{text(owner)}.x = {text(value)};"]
        case PutNext(owner, next_):
            return [f"{text(owner)}.next = {text(next_)};"]
        case Store(array, index, value):
            return [f"{text(array)}[{text(index)}] = {text(value)};"]
        case If(test, then, otherwise):
            rest = ["} else {", *_lines(otherwise, 4)] if otherwise else []
            return [f"if ({text(test)}) {{", *_lines(then, 4), *rest, "}"]
        case Repeat(times, body):
            return [f"for (k = 0; k < {times}; k++) {{", *_lines(body, 4), "}"]
        case Try(body, caught, handler):
            catch = f"}} catch ({caught} e) {{"
            return ["try {", *_lines(body, 4), catch, *_lines(handler, 4), "}"]
        case Throw():
            return ["throw new IllegalStateException();"]
        case Return(value):
            return [f"return {text(value)};"]


def text(node: Int | Ref | Array | Condition) -> str:
    match node:
        case Const(value):
            return str(value)
        case Var(name):
            return name
        case Binary(sign, left, right) | Compare(sign, left, right):
            return f"({text(left)} {sign} {text(right)})"
        case GetX(owner):
            return f"{text(owner)}.x"
        case Value(owner):
            return f"{text(owner)}.value()"
        case Element(array, index):
            return f"{text(array)}[{text(index)}]"
        case Length(array):
            return f"{text(array)}.length"
        case Null():
            return "null"
        case GetNext(owner):
            return f"{text(owner)}.next"
        case New(cls):
            return f"new {cls}()"
        case AsB(inner):
            return f"((B) {text(inner)})"
        case Items(owner):
            return f"((B) {text(owner)}).items"
        case NewArray(size):
            return f"new int[{text(size)}]"
        case Same(one, other):
            return f"{text(one)} == {text(other)}"
        case IsB(inner):
            return f"{text(inner)} instanceof B"


# -- smaller ones


def smaller(program: Program) -> list[Program]:
    """Every program that is one edit smaller: a statement less, its body in its place, or a part of
    an expression in the place of the whole; the bolder edits first."""
    bodies = [replace(program, body=body) for body in _smaller_bodies(program.body)]
    return bodies + [
        replace(program, overriding=each) for each in _smaller_nodes(program.overriding)
    ]


def _smaller_bodies(body: Body) -> list[Body]:
    found = [body[:n] + body[n + 1 :] for n in range(len(body))]
    for n, each in enumerate(body):
        inner = [getattr(each, f.name) for f in fields(each) if _is_body(getattr(each, f.name))]
        found += [body[:n] + part + body[n + 1 :] for part in inner]
    for n, each in enumerate(body):
        found += [(*body[:n], other, *body[n + 1 :]) for other in _smaller_nodes(each)]
    return found


def _is_body(value: object) -> bool:
    return isinstance(value, tuple)


def _smaller_nodes(node: Any) -> list[Any]:  # each kind of node has kinds of its own in it
    found: list[Any] = []
    if isinstance(node, Binary | GetX | Value | Element | Length):
        found.append(Const(0))
    if isinstance(node, Binary):
        found += [node.left, node.right]
    if isinstance(node, GetNext | AsB):
        found.append(node.owner if isinstance(node, GetNext) else node.inner)
    for each in fields(node):
        value = getattr(node, each.name)
        if _is_body(value):
            found += [replace(node, **{each.name: other}) for other in _smaller_bodies(value)]
        elif is_dataclass(value):
            found += [replace(node, **{each.name: other}) for other in _smaller_nodes(value)]
    return found
