"""Terms as text, in the notation of the source languages.

The initial value of field f at r prints as `r.f`, so a path condition reads like source code.
Shared subterms are printed once and reused; a text longer than the limit is cut with `…`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heapwise.results.integers import integer_text
from heapwise.terms.build import initial_map, sort_of, written_map
from heapwise.terms.sorts import BOOL, CLASS, FLOAT, FLOAT32, REF, MapSort
from heapwise.terms.term import Op, Scalar, Term, make, subterms

_INFIX = {
    Op.EQ: " == ",
    Op.LT: " < ",
    Op.ADD: " + ",
    Op.SUB: " - ",
    Op.MUL: " * ",
    Op.FLOORDIV: " // ",
    Op.MOD: " % ",
    Op.FADD: " + ",
    Op.FSUB: " - ",
    Op.FMUL: " * ",
    Op.FDIV: " / ",
    Op.FLT: " < ",
    Op.FLE: " <= ",
    Op.FEQ: " == ",
    Op.CONCAT: " + ",
    Op.STR_LT: " < ",
    Op.BV_ADD: " + ",
    Op.BV_SUB: " - ",
    Op.BV_MUL: " * ",
    Op.BV_SDIV: " / ",
    Op.BV_SREM: " % ",
    Op.BV_AND: " & ",
    Op.BV_OR: " | ",
    Op.BV_XOR: " ^ ",
    Op.BV_SHL: " << ",
    Op.BV_ASHR: " >> ",
    Op.BV_LSHR: " >>> ",
    Op.FADD32: " + ",
    Op.FSUB32: " - ",
    Op.FMUL32: " * ",
    Op.FDIV32: " / ",
    Op.FREM: " % ",
}
_CALLS = {
    Op.IS_NAN: "isnan({a})",
    Op.IS_INFINITE: "isinf({a})",
    Op.FLOAT_OF_INT: "float({a})",
    Op.FLOAT_BELOW: "{A}",
    Op.FLOAT_ABOVE: "{A}",
    Op.TRUNC: "int({a})",
    Op.FLOOR: "floor({a})",
    Op.ROUND: "round({a})",
    Op.LENGTH: "len({a})",
    Op.AT: "{A}[{b}]",
    Op.SUBSTRING: "{A}[{b}:][:{c}]",
    Op.PREFIX_OF: "{B}.startswith({a})",
    Op.SUFFIX_OF: "{B}.endswith({a})",
    Op.INDEX_OF: "{A}.find({b}, {c})",
    Op.REPLACE_FIRST: "{A}.replace({b}, {c}, 1)",
    Op.CODE: "ord({a})",
    Op.FROM_CODE: "chr({a})",
    Op.STR_OF_INT: "str({a})",
    Op.INT_OF_STR: "int({a})",
    Op.IS_ASCII: "{A}.isascii()",
    Op.IS_LATIN: "{A} is bytes",
    Op.BV_ULT: "unsigned({a}) < unsigned({b})",
    Op.SIGN_EXTEND: "{A}",
    Op.ZERO_EXTEND: "unsigned({a})",
    Op.TRUNCATE: "int{w}({a})",
    Op.BV_OF_INT: "{A}",
    Op.INT_OF_BV: "{A}",
    Op.FSQRT: "sqrt({a})",
    Op.FFLOOR: "floor({a})",
    Op.FCEIL: "ceil({a})",
    Op.FRINT: "rint({a})",
    Op.TO_FLOAT32: "float({a})",
    Op.TO_FLOAT64: "{A}",
    Op.FLOAT_OF_BV: "double({a})",
    Op.FLOAT32_OF_BV: "float({a})",
    Op.BV_OF_FLOAT: "int{w}({a})",
    Op.RAW_BITS: "bits({a})",
    Op.OF_RAW_BITS: "from_bits({a})",
}
"""Capital letters stand for operands, which may need parentheses. The float next to an int that it
is compared with, `FLOAT_BELOW` or `FLOAT_ABOVE`, prints as that int: this is what it decides."""
_CLOSED = frozenset((Op.SYMBOL, Op.CONST, Op.SELECT, Op.ITE, Op.CODE_IS, *_CALLS)) - {Op.BV_ULT}
"""What needs no parentheses, or brings its own."""
_NEGATED = {Op.EQ: " != ", Op.FEQ: " != ", Op.LT: " >= ", Op.STR_LT: " >= "}
"""Not the order of floats: a comparison with NaN is false, and so is its opposite."""
_JOIN = {Op.AND: " and ", Op.OR: " or "}
_LIMIT = 600


class _Texts(dict[Term, str]):
    """The texts of subterms. With a `null` of its own, references are compared with `is`."""

    def __init__(self, null: str, classes: Sequence[str]) -> None:
        super().__init__()
        self.null = null
        self.classes = classes

    def constant(self, node: Term) -> str:
        if node.sort is REF and node.value == 0:
            return self.null
        if node.sort is CLASS and isinstance(node.value, int) and node.value < len(self.classes):
            return self.classes[node.value]
        return f"#{node.value}"

    def compares_by_is(self, operand: Scalar) -> bool:
        sort = sort_of(operand)
        return sort in (FLOAT, FLOAT32) or (sort is REF and self.null != _NULL)


_NULL = "null"


def show(value: Scalar, limit: int = _LIMIT, null: str = _NULL, classes: Sequence[str] = ()) -> str:
    """`null` is what the language calls the null reference; `classes` are the names of classes, by
    their numbers."""
    if not isinstance(value, Term):
        return _constant(value)
    if isinstance(value.sort, MapSort):
        written = "" if value.op == Op.SYMBOL else " with writes"
        return f"{initial_map(value).value or 'filled'}{written}"
    texts = _Texts(null, classes)
    for node in subterms(value):
        if not isinstance(node.sort, MapSort):
            text = _show_node(node, texts)
            texts[node] = text if len(text) <= limit else text[: limit - 1] + "…"
    return texts[value]


def _constant(value: int | bool | float | str) -> str:
    if type(value) is bool:
        return str(value).lower()
    if isinstance(value, int):
        return integer_text(value)
    return repr(value)


def _text(value: Scalar, texts: _Texts) -> str:
    return texts[value] if isinstance(value, Term) else _constant(value)


def _operand(value: Scalar, texts: _Texts) -> str:
    text = _text(value, texts)
    closed = not isinstance(value, Term) or value.op in _CLOSED
    return text if closed else f"({text})"


class _Interval(NamedTuple):
    """The numbers that a class is between."""

    cls: Term
    first: int
    last: int


def _interval(lower: Scalar, upper: Scalar) -> _Interval | None:
    bounds = []
    for each in (lower, upper):
        inner = each.args[0] if isinstance(each, Term) and each.op == Op.NOT else None
        if not isinstance(inner, Term) or inner.op != Op.LT or sort_of(inner.args[0]) is not CLASS:
            return None
        bounds.append(inner.args)
    (cls, first), (last, again) = bounds
    if cls is not again or not isinstance(first, Term) or not isinstance(last, Term):
        return None
    if first.op != Op.CONST or last.op != Op.CONST:
        return None
    assert isinstance(cls, Term) and isinstance(first.value, int) and isinstance(last.value, int)
    return _Interval(cls, first.value, last.value)


def conjuncts(condition: Term) -> list[Scalar]:
    """What has to hold, part by part; that a class is one of several is one part."""
    if condition.op != Op.AND:
        return [condition]
    found: list[Scalar] = []
    for arg in condition.args:
        if found and _interval(found[-1], arg) is not None:
            arg = make(Op.AND, BOOL, (found.pop(), arg))
        found.append(arg)
    return found


def _show_parts(node: Term, texts: _Texts) -> Iterator[str]:
    for part in conjuncts(node) if node.op == Op.AND else node.args:
        pair = part.args if isinstance(part, Term) and part.op == Op.AND else ()
        interval = _interval(*pair) if len(pair) == _PAIR else None
        if interval is not None and interval.last < len(texts.classes):
            among = list(texts.classes[interval.first : interval.last + 1])
            among[_MOST_NAMES:] = ["…"] if len(among) > _MOST_NAMES else []
            yield f"{_operand(interval.cls, texts)} in ({', '.join(among)})"
            continue
        # A part that was put together here has no text of its own.
        for each in pair if part not in texts and pair else (part,):
            yield _operand(each, texts) if _nested(each) else _text(each, texts)


_PAIR = 2
_MOST_NAMES = 8


def _show_node(node: Term, texts: _Texts) -> str:
    op, args = node.op, node.args
    if op == Op.SYMBOL:
        return str(node.value)
    if op == Op.CONST:
        return texts.constant(node)
    if op == Op.NOT:
        return _show_negation(args[0], texts)
    if op in _JOIN:
        return _JOIN[op].join(_show_parts(node, texts))
    if op == Op.ITE:
        condition, then, otherwise = (_operand(arg, texts) for arg in args)
        return f"({then} if {condition} else {otherwise})"
    if op == Op.SELECT:
        return _show_select(node, texts)
    if op in _CALLS:
        return _show_call(node, texts)
    if op == Op.CODE_IS:
        return _show_kind(node, texts)
    if op == Op.CONTAINS:
        return f"{_operand(args[1], texts)} in {_operand(args[0], texts)}"
    if op == Op.FNEG:
        return f"-{_operand(args[0], texts)}"
    if op in (Op.SUB, Op.BV_SUB) and args[0] == 0:
        return f"-{_operand(args[1], texts)}"
    if op == Op.EQ and texts.compares_by_is(args[0]):
        return " is ".join(_operand(arg, texts) for arg in args)
    return _INFIX[op].join(_operand(arg, texts) for arg in args)


def _show_call(node: Term, texts: _Texts) -> str:
    args = node.args
    if node.op == Op.SUBSTRING and type(args[1]) is int and type(args[2]) is int:
        return f"{_operand(args[0], texts)}[{args[1]}:{args[1] + args[2]}]"
    plain = {name: _text(arg, texts) for name, arg in zip("abc", args, strict=False)}
    operands = {name: _operand(arg, texts) for name, arg in zip("ABC", args, strict=False)}
    return _CALLS[node.op].format(**plain, **operands, w=node.sort.width)


def _show_kind(node: Term, texts: _Texts) -> str:
    (code,) = node.args
    if isinstance(code, Term) and code.op == Op.CODE:
        character = _operand(code.args[0], texts)
    else:
        character = f"chr({_text(code, texts)})"
    kind = str(node.value)
    return f"{character}.is{kind}()" if hasattr(str, f"is{kind}") else f"is_{kind}({character})"


def _nested(arg: Scalar) -> bool:
    return isinstance(arg, Term) and arg.op in _JOIN


def _show_negation(inner: Scalar, texts: _Texts) -> str:
    if isinstance(inner, Term) and inner.op != Op.SELECT:
        operands = [_operand(arg, texts) for arg in inner.args]
        if inner.op == Op.CONTAINS:
            return f"{operands[1]} not in {operands[0]}"
        if inner.op == Op.EQ and texts.compares_by_is(inner.args[0]):
            return " is not ".join(operands)
        if inner.op in _NEGATED:
            return _NEGATED[inner.op].join(operands)
    return f"not {_operand(inner, texts)}"


def _show_select(node: Term, texts: _Texts) -> str:
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


def _show_initial(map_term: Term, keys: list[str], texts: _Texts) -> str:
    if map_term.op == Op.FILLED:
        return _operand(map_term.args[0], texts)
    field = str(map_term.value).rpartition(".")[2]
    if len(keys) > 1:
        # The items of a list need no name; those of a dict are keys and values.
        owner = f"{keys[0]}.{field}s" if field in ("key", "value") else keys[0]
        return f"{owner}[{keys[1]}]"
    if field == "length" and texts.null != _NULL:
        return f"len({keys[0]})"
    return f"{keys[0]}.{field}"
