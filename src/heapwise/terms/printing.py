"""Terms as expressions and as text, in the notation of the source languages.

The initial value of field f at r is `r.f`, so a path condition reads like source code. Shared
subterms are converted once and reused; what would become too large is cut (`results.expression`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heapwise.results.expression import (
    LIMIT,
    MOST_NODES,
    ONE_OF,
    Access,
    Apply,
    Constant,
    Cut,
    Expression,
    apply_text,
    constant_text,
    cut_text,
    is_open,
    operand,
)
from heapwise.results.heap import Named
from heapwise.results.meaning import Case, Meaning, Meanings, nothing
from heapwise.terms.leaves import sort_of
from heapwise.terms.lookups import Search, search_for, search_of
from heapwise.terms.maps import initial_map, written_map
from heapwise.terms.sorts import BOOL, CLASS, FLOAT, FLOAT32, REF, MapSort
from heapwise.terms.term import Op, Scalar, Term, make, subterms

_OPERATORS = {
    Op.EQ: "==",
    Op.LT: "<",
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.FLOORDIV: "//",
    Op.MOD: "%",
    Op.FADD: "+",
    Op.FSUB: "-",
    Op.FMUL: "*",
    Op.FDIV: "/",
    Op.FLT: "<",
    Op.FLE: "<=",
    Op.FEQ: "==",
    Op.FNEG: "neg",
    Op.CONCAT: "+",
    Op.STR_LT: "<",
    Op.BV_ADD: "+",
    Op.BV_SUB: "-",
    Op.BV_MUL: "*",
    Op.BV_SDIV: "/",
    Op.BV_SREM: "%",
    Op.BV_AND: "&",
    Op.BV_OR: "|",
    Op.BV_XOR: "^",
    Op.BV_SHL: "<<",
    Op.BV_ASHR: ">>",
    Op.BV_LSHR: ">>>",
    Op.BV_ULT: "unsigned <",
    Op.FADD32: "+",
    Op.FSUB32: "-",
    Op.FMUL32: "*",
    Op.FDIV32: "/",
    Op.FREM: "%",
    Op.ITE: "if",
    Op.IS_NAN: "isnan",
    Op.IS_INFINITE: "isinf",
    Op.FLOAT_OF_INT: "float",
    Op.TRUNC: "int",
    Op.FLOOR: "floor",
    Op.ROUND: "round",
    Op.LENGTH: "len",
    Op.AT: "char",
    Op.SUBSTRING: "[:]",
    Op.INDEX_OF: "find",
    Op.REPLACE_FIRST: "replace",
    Op.CODE: "ord",
    Op.FROM_CODE: "chr",
    Op.STR_OF_INT: "str",
    Op.INT_OF_STR: "int",
    Op.IS_ASCII: "isascii",
    Op.IS_LATIN: "is bytes",
    Op.ZERO_EXTEND: "unsigned",
    Op.FSQRT: "sqrt",
    Op.FFLOOR: "floor",
    Op.FCEIL: "ceil",
    Op.FRINT: "rint",
    Op.TO_FLOAT32: "float",
    Op.FLOAT_OF_BV: "double",
    Op.FLOAT32_OF_BV: "float",
    Op.RAW_BITS: "bits",
    Op.OF_RAW_BITS: "from_bits",
}
_REVERSED = {Op.PREFIX_OF: "startswith", Op.SUFFIX_OF: "endswith", Op.CONTAINS: "in"}
"""Whose arguments stand the other way round."""
_TO_WIDTH = frozenset((Op.TRUNCATE, Op.BV_OF_FLOAT))
_UNSEEN = frozenset(
    (Op.FLOAT_BELOW, Op.FLOAT_ABOVE, Op.SIGN_EXTEND, Op.BV_OF_INT, Op.INT_OF_BV, Op.TO_FLOAT64)
)
"""What the source does not say. The float next to an int that it is compared with, `FLOAT_BELOW` or
`FLOAT_ABOVE`, is shown as that int: this is what it decides."""
_NEGATED = {Op.EQ: "!=", Op.FEQ: "!=", Op.LT: ">=", Op.STR_LT: ">="}
"""Not the order of floats: a comparison with NaN is false, and so is its opposite."""
_NULL = "null"
_MOST_KNOWN = 20_000
"""Terms that a converter remembers."""
_AROUND = len("( if  else ")


class Shown(NamedTuple):
    """An expression, its text, and how many nodes it has."""

    expression: Expression
    text: str
    size: int = 1

    @property
    def operand(self) -> str:
        return operand(self.expression, self.text)


class Converter:
    """From terms to expressions; it remembers the terms that it has seen. `null` is what the
    language calls the null reference: one with a word of its own compares references with `is`.
    `classes` are the names of classes, by their numbers, `meanings` what the language says for
    values that the engine keeps in another way."""

    def __init__(
        self,
        null: str = _NULL,
        classes: Sequence[str] = (),
        limit: int = LIMIT,
        meanings: Meanings = nothing,
    ) -> None:
        self.null = null
        self.classes = classes
        self.meanings = meanings
        self._limit = limit
        self._known: dict[Term, Shown] = {}

    def convert(self, value: Scalar) -> Shown:
        known = self._known
        if isinstance(value, Term) and value not in known:
            if len(known) > _MOST_KNOWN:
                known.clear()
            for node in subterms(value):
                if node not in known and not isinstance(node.sort, MapSort):
                    known[node] = self._convert(node)
        return self.of(value)

    def of(self, value: Scalar) -> Shown:
        """Of a subterm of the one that is converted."""
        if isinstance(value, Term):
            return self._known[value]
        return Shown(Constant(value), constant_text(value))

    def _apply(self, op: str, parts: Sequence[Shown]) -> Shown:
        args = tuple([part.expression for part in parts])
        found = cut_text(apply_text(op, args, [part.text for part in parts]), self._limit)
        size = 1
        for part in parts:
            size += part.size
        if size > MOST_NODES:
            return Shown(Cut(op, found), found)
        return Shown(Apply(op, args), found, size)

    def _convert(self, node: Term) -> Shown:
        op, args = node.op, node.args
        if op == Op.SYMBOL:
            return self._variable(str(node.value))
        if op == Op.SELECT:
            return self._select(node)
        if op == Op.CONST:
            return self._constant(node)
        if op == Op.NOT:
            return self._negation(args[0])
        if op == Op.OR and (search := self._search(search_of(args))) is not None:
            return self._apply("in", [self.of(search.value), self.of(search.owner)])
        if op == Op.AND or op == Op.OR:
            parts = list(self._parts(node))
            return parts[0] if len(parts) == 1 else self._apply(op, parts)
        if op == Op.EQ:
            if (told := self._told(node, True)) is not None:
                return told
            if self._compares_by_is(args[0]):
                return self._apply("is", [self.of(arg) for arg in args])
        if op in (Op.SUB, Op.BV_SUB) and args[0] == 0:
            return self._apply("neg", [self.of(args[1])])
        if op in _UNSEEN:
            return self._grouped(self.of(args[0]))
        if op == Op.CODE_IS:
            return self._kind(node)
        if op in _REVERSED:
            return self._apply(_REVERSED[op], [self.of(args[1]), self.of(args[0])])
        name = f"int{node.sort.width}" if op in _TO_WIDTH else _OPERATORS[op]
        return self._apply(name, [self.of(arg) for arg in args])

    def _grouped(self, part: Shown) -> Shown:
        return self._apply("()", [part]) if is_open(part.expression) else part

    def _constant(self, node: Term) -> Shown:
        number = node.value
        if node.sort is REF and number == 0:
            return Shown(Constant(None), self.null)
        known = node.sort is CLASS and isinstance(number, int) and number < len(self.classes)
        name = self.classes[number] if known and isinstance(number, int) else f"#{number}"
        return Shown(Constant(Named(name)), name)

    def _told(self, equality: Term, holds: bool) -> Shown | None:
        """What a source says for it, if one side is a number that stands for something else."""
        for value, number in (equality.args, equality.args[::-1]):
            cases = _cases(self._meaning(value))
            if type(number) is not int or not 0 <= number < len(cases):
                continue
            case = cases[number]
            if case is not None:
                said = Shown(Constant(case.value), constant_text(case.value, self.null))
                return self._apply(case.operator(holds), [self.of(value), said])
        return None

    def _search(self, found: Search | None) -> Search | None:
        """If it goes through all items that there may be."""
        meaning = None if found is None else self.meanings(found.items)
        complete = meaning is not None and found is not None and meaning.most == found.most
        return found if complete else None

    def _is_range(self, part: Scalar) -> bool:
        """Does it say no more than that a number stands for something?"""
        above = isinstance(part, Term) and part.op == Op.NOT
        if above:
            assert isinstance(part, Term)
            part = part.args[0]
        if not isinstance(part, Term) or part.op != Op.LT:
            return False
        cases = _cases(self._meaning(part.args[0]))
        return bool(cases) and part.args[1] == (0 if above else len(cases))

    def _meaning(self, value: Scalar) -> Meaning | None:
        if not isinstance(value, Term):
            return None
        if value.op == Op.SYMBOL:
            return self.meanings(str(value.value))
        map_term = value.args[0] if value.op == Op.SELECT else None
        if isinstance(map_term, Term) and map_term.op == Op.SYMBOL:
            return self.meanings(str(map_term.value))
        return None

    def _compares_by_is(self, value: Scalar) -> bool:
        sort = sort_of(value)
        return sort in (FLOAT, FLOAT32) or (sort is REF and self.null != _NULL)

    def _negation(self, inner: Scalar) -> Shown:
        if isinstance(inner, Term):
            parts = [self.of(arg) for arg in inner.args] if inner.op in _NEGATED else []
            if inner.op == Op.CONTAINS:
                return self._apply("not in", [self.of(inner.args[1]), self.of(inner.args[0])])
            search = self._search(search_of(inner.args)) if inner.op == Op.OR else None
            if search is not None:
                return self._apply("not in", [self.of(search.value), self.of(search.owner)])
            if inner.op == Op.EQ and (told := self._told(inner, False)) is not None:
                return told
            if inner.op == Op.EQ and self._compares_by_is(inner.args[0]):
                return self._apply("is not", parts)
            if inner.op in _NEGATED:
                return self._apply(_NEGATED[inner.op], parts)
        return self._apply("not", [self.of(inner)])

    def _parts(self, node: Term) -> Iterator[Shown]:
        parts: Sequence[Scalar] = node.args
        if node.op == Op.AND:
            parts = [each for each in conjuncts(node) if not self._is_range(each)]
            parts = without_implied(parts) or [node.args[0]]
        for part in parts:
            pair = part.args if isinstance(part, Term) and part.op == Op.AND else ()
            interval = _interval(*pair) if len(pair) == _PAIR else None
            if interval is not None and interval.last < len(self.classes):
                names = self.classes[interval.first : interval.last + 1]
                among = [Shown(Constant(Named(name)), name) for name in names]
                yield self._apply(ONE_OF, [self.of(interval.cls), *among])
                continue
            # A part that was put together here is not known as such.
            for each in pair if pair and part not in self._known else (part,):
                yield self.of(each)

    def _kind(self, node: Term) -> Shown:
        (code,) = node.args
        if isinstance(code, Term) and code.op == Op.CODE:
            character = self.of(code.args[0])
        else:
            character = self._apply("chr", [self.of(code)])
        kind = str(node.value)
        name, is_property, value = kind.partition("=")
        if is_property:
            of_value = self.of(int(value) if value.isdecimal() else value)
            return self._apply("==", [self._apply(name, [character]), of_value])
        return self._apply(f"is{kind}" if hasattr(str, f"is{kind}") else f"is_{kind}", [character])

    def _select(self, node: Term) -> Shown:
        keys = [self.of(key) for key in node.args[1:]]
        map_term = node.args[0]
        assert isinstance(map_term, Term)
        written: list[tuple[Shown, Shown]] = []
        size = 0
        read: Shown | None = None
        while map_term.op == Op.STORE and read is None:
            if map_term.args[1:-1] == node.args[1:]:
                read = self._grouped(self.of(map_term.args[-1]))
                break
            value = self.of(map_term.args[-1])
            same = [
                self._apply("is" if self._compares_by_is(other) else "==", [key, self.of(other)])
                for key, own, other in zip(keys, node.args[1:], map_term.args[1:-1], strict=True)
                if own != other
            ]
            where = same[0] if len(same) == 1 else self._apply("and", same)
            written.append((where, value))
            size += len(value.operand) + len(where.text) + _AROUND
            if size > LIMIT:
                read = Shown(Cut("written", "…"), "…")
            map_term = written_map(map_term)
        if read is None:
            read = self._initial(map_term, keys, node.args[1:])
        for where, value in reversed(written):
            read = self._apply("written", [where, value, read])
        return read

    def _initial(self, map_term: Term, keys: list[Shown], at: Sequence[Scalar]) -> Shown:
        if map_term.op == Op.FILLED:
            return self._grouped(self.of(map_term.args[0]))
        field = str(map_term.value).rpartition(".")[2]
        meaning = self.meanings(str(map_term.value))
        if meaning is not None:
            field = meaning.name
        search = self._search(search_for(at[-1]))
        if search is not None and search.owner is at[0] and field == "value":
            return self._part(self._apply("[]", [keys[0], self.of(search.value)]), meaning)
        return self._part(self._place(keys, field), meaning)

    def _place(self, keys: list[Shown], field: str) -> Shown:
        if not field:
            return keys[0]
        if len(keys) > 1:
            # The items of a list need no name; those of a dict are keys and values.
            owner = self._field(keys[0], f"{field}s") if field in ("key", "value") else keys[0]
            return self._apply("[]", [owner, keys[1]])
        if field == "length" and self.null != _NULL:
            return self._apply("len", [keys[0]])
        if field.isdecimal():
            return self._apply("[]", [keys[0], Shown(Constant(int(field)), field)])
        return self._field(keys[0], field)

    def _part(self, whole: Shown, meaning: Meaning | None) -> Shown:
        if meaning is None:
            return whole
        if meaning.part.isidentifier():
            return self._field(whole, meaning.part)
        if meaning.part:
            return self._apply(meaning.part.removesuffix("()"), [whole])
        if meaning.factor != 1:
            factor = Shown(Constant(meaning.factor), constant_text(meaning.factor))
            return self._apply("*", [whole, factor])
        return whole

    def _variable(self, name: str) -> Shown:
        """Strategies call a value by the way to it."""
        meaning = self.meanings(name)
        if meaning is not None:
            return self._part(self._named(meaning.name), meaning)
        return self._named(name)

    def _named(self, name: str) -> Shown:
        first, *rest = name.split(".")
        text = cut_text(name, self._limit)
        if rest and all(map(str.isidentifier, rest)):
            return Shown(Access(first, tuple(rest)), text)
        return Shown(Access(name), text)

    def _field(self, owner: Shown, name: str) -> Shown:
        of, size = owner.expression, owner.size + 1
        text = cut_text(f"{owner.operand}.{name}", self._limit)
        if size > MOST_NODES:
            return Shown(Cut("path", text), text)
        if isinstance(of, Access):
            return Shown(Access(of.base, (*of.fields, name)), text, size)
        return Shown(Access(of, (name,)), text, size)


def _cases(meaning: Meaning | None) -> tuple[Case | None, ...]:
    return () if meaning is None else meaning.cases


def show(value: Scalar, limit: int = LIMIT, null: str = _NULL, classes: Sequence[str] = ()) -> str:
    """`null` is what the language calls the null reference; `classes` are the names of classes, by
    their numbers."""
    if isinstance(value, Term) and isinstance(value.sort, MapSort):
        written = "" if value.op == Op.SYMBOL else " with writes"
        return f"{initial_map(value).value or 'filled'}{written}"
    return Converter(null, classes, limit).convert(value).text


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


def without_implied(parts: Sequence[Scalar]) -> list[Scalar]:
    """What has to hold, without what says that a value is not a number where another part says
    which number it is."""
    exact = {_compared(part) for part in parts} - {None}
    return [part for part in parts if not exact or _refused(part) not in exact]


def _compared(part: Scalar) -> Term | None:
    """What it says is a known number."""
    if not isinstance(part, Term) or part.op != Op.EQ:
        return None
    value, number = part.args
    if type(value) is int:
        value, number = number, value
    return value if isinstance(value, Term) and type(number) is int else None


def _refused(part: Scalar) -> Term | None:
    """What it says is not a known number."""
    return _compared(part.args[0]) if isinstance(part, Term) and part.op == Op.NOT else None


_PAIR = 2
