"""Conditions as data: operators over constants and the values of variables and fields.

`text` is the notation of the source languages. `expression_to_json` and `expression_from_json` are
inverse to each other; docs/json.md has the operators.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from heapwise.results.heap import Named, Value, value_from_json, value_to_json
from heapwise.results.integers import integer_text

LIMIT = 600
"""A text that is longer is cut."""
MOST_NODES = 300
"""An expression that has more is cut."""


@dataclass(frozen=True, slots=True)
class Constant:
    value: Value


@dataclass(frozen=True, slots=True)
class Access:
    """A variable and the fields that are read from there on, one after the other, such as
    `this.head.next`. It may begin with something else than a variable."""

    base: str | Expression
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Apply:
    op: str
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """One that would be too large: only its operator, or `path`, and the beginning of its text are
    known."""

    op: str
    beginning: str


Expression: TypeAlias = Constant | Access | Apply | Cut
ALWAYS = Apply("and", ())

_COMPARISONS = frozenset(("==", "!=", "is", "is not", "<", "<=", ">=", "in", "not in"))
_ARITHMETIC = frozenset(("+", "-", "*", "//", "/", "%", "&", "|", "^", "<<", ">>", ">>>"))
INFIX = _COMPARISONS | _ARITHMETIC
_JOINED = frozenset(("and", "or"))
_MOST_NAMES = 8
_TEMPLATES = {
    "not": "not {A}",
    "neg": "-{A}",
    "()": "{A}",
    "if": "({B} if {A} else {C})",
    "written": "({B} if {a} else {C})",
    "[]": "{A}[{B}]",
    "char": "{A}[{b}]",
    "[:]": "{A}[{b}:][:{c}]",
    "startswith": "{A}.startswith({b})",
    "endswith": "{A}.endswith({b})",
    "find": "{A}.find({b}, {c})",
    "replace": "{A}.replace({b}, {c}, 1)",
    "is bytes": "{A} is bytes",
    "unsigned <": "unsigned({a}) < unsigned({b})",
    "isinstance": "isinstance({a}, {b})",
    "not isinstance": "not isinstance({a}, {b})",
}
"""Small letters stand for arguments, capital ones for arguments that may need parentheses."""
_METHODS = frozenset(
    f"is{kind}"
    for kind in ("ascii", "alnum", "alpha", "decimal", "digit", "lower", "numeric", "printable")
) | {"isspace", "istitle", "isupper", "isidentifier", "toordinal"}
_OF_CHARACTERS = frozenset(("is_cased", "is_identifier part", "is_line end"))
_ON_NUMBERS = frozenset(("isnan", "isinf", "floor", "ceil", "round", "rint", "sqrt", "unsigned"))
_ON_TEXTS = frozenset(("len", "ord", "chr"))
_CONVERSIONS = frozenset(("int", "int8", "int16", "int32", "int64", "float", "double", "str"))
_FUNCTIONS = _ON_NUMBERS | _ON_TEXTS | _CONVERSIONS | {"bits", "from_bits", "microseconds"}
ONE_OF = "one of"
OPERATORS = INFIX | _JOINED | _METHODS | _OF_CHARACTERS | _FUNCTIONS | {*_TEMPLATES, ONE_OF, "path"}
_OPEN = INFIX | _JOINED | {"not", "neg", "unsigned <", "not isinstance", ONE_OF}
"""What needs parentheses as an operand."""


def is_open(expression: Expression) -> bool:
    return isinstance(expression, (Apply, Cut)) and expression.op in _OPEN


def text(expression: Expression, null: str = "null") -> str:
    """`null` is what the language calls the null reference. The parts of a condition are cut if
    they are long, but not the whole."""
    if expression == ALWAYS:
        return "true"
    if isinstance(expression, Apply) and expression.op == "and":
        return joined(expression.args, [_text(each, null) for each in expression.args], "and")
    return _text(expression, null)


def _text(expression: Expression, null: str) -> str:
    match expression:
        case Constant(value):
            return constant_text(value, null)
        case Cut(_, beginning):
            return beginning
        case Access(base, names):
            first = base if isinstance(base, str) else operand(base, _text(base, null))
            return cut_text(".".join((first, *names)))
        case Apply(op, args):
            return cut_text(apply_text(op, args, [_text(each, null) for each in args]))


def cut_text(found: str, limit: int = LIMIT) -> str:
    return found if len(found) <= limit else found[: limit - 1] + "…"


def constant_text(value: Value, null: str = "null") -> str:
    if value is None:
        return null
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return integer_text(value)
    return value.text if isinstance(value, Named) else repr(value)


def operand(expression: Expression, shown: str) -> str:
    return f"({shown})" if is_open(expression) else shown


def joined(args: Sequence[Expression], texts: Sequence[str], op: str) -> str:
    return f" {op} ".join(
        f"({shown})" if isinstance(each, (Apply, Cut)) and each.op in _JOINED else shown
        for each, shown in zip(args, texts, strict=True)
    )


def apply_text(op: str, args: Sequence[Expression], texts: Sequence[str]) -> str:
    """Of an operator, by the texts of its arguments."""
    if op in _JOINED:
        return joined(args, texts, op)
    if op in INFIX:
        return f" {op} ".join(map(operand, args, texts))
    if op in _METHODS:
        return f"{operand(args[0], texts[0])}.{op}()"
    if op in _OF_CHARACTERS:
        return f"{op}({operand(args[0], texts[0])})"
    if op == ONE_OF:
        names = [*texts[1 : _MOST_NAMES + 1], *(["…"] if len(texts) > _MOST_NAMES + 1 else [])]
        return f"{operand(args[0], texts[0])} in ({', '.join(names)})"
    if op == "[:]":
        match args:
            case (first, Constant(int(start)), Constant(int(count))):
                return f"{operand(first, texts[0])}[{start}:{start + count}]"
    if op in _TEMPLATES:
        plain = dict(zip("abc", texts, strict=False))
        capital = dict(zip("ABC", map(operand, args, texts), strict=False))
        return _TEMPLATES[op].format(**plain, **capital)
    return f"{op}({', '.join(texts)})"


def expression_to_json(expression: Expression) -> dict[str, object]:
    if isinstance(expression, Access):
        base = expression.base
        return {
            "path": [
                base if isinstance(base, str) else expression_to_json(base),
                *expression.fields,
            ]
        }
    if isinstance(expression, Apply):
        return {"op": expression.op, "args": list(map(expression_to_json, expression.args))}
    if isinstance(expression, Constant):
        return {"const": value_to_json(expression.value)}
    return {"op": expression.op, "cut": expression.beginning}


def expression_from_json(data: Mapping[str, Any]) -> Expression:
    """What `expression_to_json` has written."""
    match data:
        case {"const": value, **rest} if not rest:
            return Constant(value_from_json(value))
        case {"path": [first, *names], **rest} if not rest:
            base = first if isinstance(first, str) else expression_from_json(first)
            return Access(base, tuple(names))
        case {"op": str(op), "args": list(args), **rest} if not rest:
            return Apply(op, tuple(expression_from_json(each) for each in args))
        case {"op": str(op), "cut": str(beginning), **rest} if not rest:
            return Cut(op, beginning)
    raise ValueError(f"not an expression: {data!r}")
