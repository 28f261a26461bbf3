"""Terms as text, in the notation of the source languages.

The initial value of field f at r prints as `r.f`, so a path condition reads like source code.
Shared subterms are printed once and reused; a text longer than the limit is cut with `…`.
"""

from __future__ import annotations

from heapwise.terms.build import initial_map, written_map
from heapwise.terms.sorts import REF, MapSort
from heapwise.terms.term import Op, Scalar, Term, subterms

_INFIX = {Op.EQ: " == ", Op.LT: " < ", Op.ADD: " + ", Op.SUB: " - ", Op.MUL: " * "}
_CLOSED = (Op.SYMBOL, Op.CONST, Op.SELECT, Op.ITE)
"""What needs no parentheses, or brings its own."""
_JOIN = {Op.AND: " and ", Op.OR: " or "}
_LIMIT = 600


def show(value: Scalar, limit: int = _LIMIT) -> str:
    if not isinstance(value, Term):
        return _constant(value)
    if isinstance(value.sort, MapSort):
        written = "" if value.op == Op.SYMBOL else " with writes"
        return f"{initial_map(value).value or 'filled'}{written}"
    texts: dict[Term, str] = {}
    for node in subterms(value):
        if not isinstance(node.sort, MapSort):
            text = _show_node(node, texts)
            texts[node] = text if len(text) <= limit else text[: limit - 1] + "…"
    return texts[value]


def _constant(value: int | bool) -> str:
    return str(value).lower() if type(value) is bool else str(value)


def _text(value: Scalar, texts: dict[Term, str]) -> str:
    return texts[value] if isinstance(value, Term) else _constant(value)


def _operand(value: Scalar, texts: dict[Term, str]) -> str:
    text = _text(value, texts)
    closed = not isinstance(value, Term) or value.op in _CLOSED
    return text if closed else f"({text})"


def _show_node(node: Term, texts: dict[Term, str]) -> str:
    op, args = node.op, node.args
    if op == Op.SYMBOL:
        return str(node.value)
    if op == Op.CONST:
        return "null" if node.sort is REF and node.value == 0 else f"#{node.value}"
    if op == Op.NOT:
        return _show_negation(args[0], texts)
    if op in _JOIN:
        return _JOIN[op].join(
            _operand(arg, texts) if _nested(arg) else _text(arg, texts) for arg in args
        )
    if op == Op.ITE:
        condition, then, otherwise = (_operand(arg, texts) for arg in args)
        return f"({then} if {condition} else {otherwise})"
    if op == Op.SELECT:
        return _show_select(node, texts)
    return _INFIX[op].join(_operand(arg, texts) for arg in args)


def _nested(arg: Scalar) -> bool:
    return isinstance(arg, Term) and arg.op in _JOIN


def _show_negation(inner: Scalar, texts: dict[Term, str]) -> str:
    if isinstance(inner, Term) and inner.op == Op.EQ:
        return " != ".join(_operand(arg, texts) for arg in inner.args)
    if isinstance(inner, Term) and inner.op == Op.LT:
        return " >= ".join(_operand(arg, texts) for arg in inner.args)
    return f"not {_operand(inner, texts)}"


def _show_select(node: Term, texts: dict[Term, str]) -> str:
    keys = [_operand(key, texts) for key in node.args[1:]]
    map_term = node.args[0]
    assert isinstance(map_term, Term)
    front: list[str] = []
    size = 0
    read = ""
    while map_term.op == Op.STORE and not read:
        if map_term.args[1:-1] == node.args[1:]:
            read = _operand(map_term.args[-1], texts)
            break
        written = [_operand(key, texts) for key in map_term.args[1:-1]]
        where = " and ".join(f"{a} == {b}" for a, b in zip(keys, written, strict=True))
        front.append(f"({_operand(map_term.args[-1], texts)} if {where} else ")
        size += len(front[-1])
        if size > _LIMIT:
            read = "…"
        map_term = written_map(map_term)
    if not read:
        read = _show_initial(map_term, keys, texts)
    return "".join(front) + read + ")" * len(front)


def _show_initial(map_term: Term, keys: list[str], texts: dict[Term, str]) -> str:
    if map_term.op == Op.FILLED:
        return _operand(map_term.args[0], texts)
    if len(keys) > 1:
        return f"{keys[0]}[{keys[1]}]"
    return f"{keys[0]}.{str(map_term.value).rpartition('.')[2]}"
