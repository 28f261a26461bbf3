"""Special methods, called as people call them: `a + b`, `len(x)`, `x[i] = v`.

Only forms that call the very method: a reflected operator, or one whose other operand might have
its own say, stays a plain call of the method.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

_BINARY = {
    "__add__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__truediv__": "/",
    "__floordiv__": "//",
    "__mod__": "%",
    "__matmul__": "@",
    "__lshift__": "<<",
    "__rshift__": ">>",
    "__and__": "&",
    "__or__": "|",
    "__xor__": "^",
    "__pow__": "**",
    "__eq__": "==",
    "__ne__": "!=",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
}
_COMPARISONS = frozenset(("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"))
_REFLECTED = {f"__r{name[2:]}": sign for name, sign in _BINARY.items() if name not in _COMPARISONS}
AUGMENTED = {
    f"__i{name[2:]}": f"{sign}=" for name, sign in _BINARY.items() if name not in _COMPARISONS
}
"""These need a variable on their left."""
_UNARY = {"__neg__": "-", "__pos__": "+", "__invert__": "~"}
_FUNCTIONS = {
    "__len__": "len",
    "__bool__": "bool",
    "__int__": "int",
    "__float__": "float",
    "__complex__": "complex",
    "__str__": "str",
    "__repr__": "repr",
    "__hash__": "hash",
    "__bytes__": "bytes",
    "__abs__": "abs",
    "__iter__": "iter",
    "__next__": "next",
    "__reversed__": "reversed",
    "__index__": "operator.index",
    "__floor__": "math.floor",
    "__ceil__": "math.ceil",
    "__trunc__": "math.trunc",
}
_WITH_ARGUMENTS = {"__divmod__": "divmod", "__round__": "round", "__format__": "format"}


def in_operators(
    method: str, receiver: str, arguments: Sequence[str], other_decides: bool, is_number: bool
) -> str | None:
    """The call of a special method as an operator or a builtin; None if it has no such form.

    Arguments are positional, but for those of `__call__`. `other_decides`: one of them is an object
    of another class, which Python may ask first. `is_number`: the only one is None, a bool or a
    number, which know nothing of the class.
    """
    this = _operand(receiver)
    if method == "__call__":
        return f"{this}({', '.join(arguments)})"
    others = [_operand(each) for each in arguments]
    match method, others:
        case _, [] if method in _UNARY:
            return f"{_UNARY[method]}{this}"
        case _, [] if method in _FUNCTIONS:
            return f"{_FUNCTIONS[method]}({receiver})"
        case _, [other] if method in _BINARY and not other_decides:
            return f"{this} {_BINARY[method]} {other}"
        case _, [other] if method in _REFLECTED and is_number:
            left = f"({other})" if method == "__rpow__" and other.startswith("-") else other
            return f"{left} {_REFLECTED[method]} {this}"
        case _, [other] if method in AUGMENTED and receiver.isidentifier():
            return f"{receiver} {AUGMENTED[method]} {other}"
        case "__getitem__", [_]:
            return f"{this}[{arguments[0]}]"
        case "__setitem__", [_, value]:
            return f"{this}[{arguments[0]}] = {value}"
        case "__delitem__", [_]:
            return f"del {this}[{arguments[0]}]"
        case "__contains__", [other]:
            return f"{other} in {this}"
    if method in _WITH_ARGUMENTS and len(arguments) <= 1 and not other_decides:
        return f"{_WITH_ARGUMENTS[method]}({', '.join([receiver, *arguments])})"
    return None


def _operand(text: str) -> str:
    """In parentheses where an operator would take it apart."""
    node = ast.parse(text, mode="eval").body
    loose = isinstance(node, ast.Lambda | ast.IfExp | ast.BinOp | ast.Compare | ast.BoolOp)
    return f"({text})" if loose else text
