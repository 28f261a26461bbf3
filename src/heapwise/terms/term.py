"""Hash-consed terms: an immutable DAG in which equal terms are the same object.

Concrete ints, bools, floats and strings are plain Python values and stand among the arguments as
such; a `Term` is always symbolic, but for the constants of the sorts that Python has no values for
(`Ref`, `Class`). Terms are built by the simplifying functions of this package, never by hand.

Python's `1`, `1.0` and `True` are equal, but the operator and the other arguments fix the sort of
each argument, so they never stand in the same place. What remains are floats that are equal and yet
differ, or the other way round: terms that may have a float among their arguments are made by
`make_over_floats`, which tells -0.0 from 0.0 and knows one NaN.

The intern table holds terms weakly: a term lives no longer than somebody needs it, and what it was
made of no longer than until the next term is made.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from heapwise.terms.sorts import FLOAT, FLOAT32, STR, MapSort, Sort


class Op:
    """The operators. Plain strings: cheap to compare and to read in a debugger."""

    SYMBOL: Final = "symbol"
    CONST: Final = "const"
    NOT: Final = "not"
    AND: Final = "and"
    OR: Final = "or"
    EQ: Final = "eq"
    ITE: Final = "ite"
    LT: Final = "lt"
    ADD: Final = "add"
    SUB: Final = "sub"
    MUL: Final = "mul"
    FLOORDIV: Final = "floordiv"
    MOD: Final = "mod"
    FADD: Final = "fadd"
    FSUB: Final = "fsub"
    FMUL: Final = "fmul"
    FDIV: Final = "fdiv"
    FNEG: Final = "fneg"
    FLT: Final = "flt"
    FLE: Final = "fle"
    FEQ: Final = "feq"
    IS_NAN: Final = "is_nan"
    IS_INFINITE: Final = "is_infinite"
    FLOAT_OF_INT: Final = "float_of_int"
    FLOAT_BELOW: Final = "float_below"
    FLOAT_ABOVE: Final = "float_above"
    TRUNC: Final = "trunc"
    FLOOR: Final = "floor"
    ROUND: Final = "round"
    CONCAT: Final = "concat"
    LENGTH: Final = "length"
    AT: Final = "at"
    SUBSTRING: Final = "substring"
    CONTAINS: Final = "contains"
    PREFIX_OF: Final = "prefix_of"
    SUFFIX_OF: Final = "suffix_of"
    INDEX_OF: Final = "index_of"
    REPLACE_FIRST: Final = "replace_first"
    STR_LT: Final = "str_lt"
    CODE: Final = "code"
    FROM_CODE: Final = "from_code"
    STR_OF_INT: Final = "str_of_int"
    INT_OF_STR: Final = "int_of_str"
    IS_ASCII: Final = "is_ascii"
    IS_LATIN: Final = "is_latin"
    CODE_IS: Final = "code_is"
    BV_ADD: Final = "bv_add"
    BV_SUB: Final = "bv_sub"
    BV_MUL: Final = "bv_mul"
    BV_SDIV: Final = "bv_sdiv"
    BV_SREM: Final = "bv_srem"
    BV_AND: Final = "bv_and"
    BV_OR: Final = "bv_or"
    BV_XOR: Final = "bv_xor"
    BV_SHL: Final = "bv_shl"
    BV_ASHR: Final = "bv_ashr"
    BV_LSHR: Final = "bv_lshr"
    BV_ULT: Final = "bv_ult"
    SIGN_EXTEND: Final = "sign_extend"
    ZERO_EXTEND: Final = "zero_extend"
    TRUNCATE: Final = "truncate"
    BV_OF_INT: Final = "bv_of_int"
    INT_OF_BV: Final = "int_of_bv"
    FADD32: Final = "fadd32"
    FSUB32: Final = "fsub32"
    FMUL32: Final = "fmul32"
    FDIV32: Final = "fdiv32"
    FREM: Final = "frem"
    FSQRT: Final = "fsqrt"
    FFLOOR: Final = "ffloor"
    FCEIL: Final = "fceil"
    FRINT: Final = "frint"
    TO_FLOAT32: Final = "to_float32"
    TO_FLOAT64: Final = "to_float64"
    FLOAT_OF_BV: Final = "float_of_bv"
    FLOAT32_OF_BV: Final = "float32_of_bv"
    BV_OF_FLOAT: Final = "bv_of_float"
    RAW_BITS: Final = "raw_bits"
    OF_RAW_BITS: Final = "of_raw_bits"
    FILLED: Final = "filled"
    SELECT: Final = "select"
    STORE: Final = "store"


class Term:
    """One node. `value` is the name of a symbol, the number of a constant, or what tells arguments
    apart that compare equal; `mentions_allocated` tells whether a location allocated by the program
    occurs in it, `theories` which of `FLOATS`, `STRINGS` and `BITS` do, `is_nonlinear` whether a
    product of unknowns, a quotient by one, or a number that is rounded does."""

    __slots__ = (
        "__weakref__",
        "_symbols",
        "args",
        "depth",
        "is_nonlinear",
        "mentions_allocated",
        "op",
        "sort",
        "theories",
        "value",
    )

    op: str
    sort: Sort
    value: str | int | None
    args: tuple[Scalar, ...]
    depth: int
    is_nonlinear: bool
    mentions_allocated: bool
    theories: int
    _symbols: frozenset[Term] | None

    def __repr__(self) -> str:
        """For debugging; `terms.printing` has the text that users see."""
        return _outline(self, _SHOWN_DEPTH)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _rebuild, (tuple(_flatten(self)),)

    @property
    def symbols(self) -> frozenset[Term]:
        """The symbols that occur in this term."""
        known = self._symbols
        if known is None:
            for node in subterms(self):
                if node._symbols is None:
                    node._symbols = _own_symbols(node)
            known = self._symbols
            assert known is not None
        return known


Scalar: TypeAlias = Term | int | bool | float | str
"""An argument, or the value of a register: concrete values stay Python values."""

SCALARS = (Term, int, float, str)
"""The classes of scalars, for `isinstance`."""

FLOATS = 1
STRINGS = 2
BITS = 4

_Key: TypeAlias = tuple[str, Sort, str | int | None, tuple[Scalar, ...]]


class _Entry(weakref.ref[Term]):
    """Of the table. When its term dies it is put on a list, which runs no Python code then: what
    dies is found as often as what is made, and an interrupt may come at any time."""

    __slots__ = ("key",)

    key: _Key


_table: dict[_Key, _Entry] = {}
_dead: list[weakref.ref[Term]] = []
_note_death: Callable[[weakref.ref[Term]], object] = _dead.append


def make(
    op: str, sort: Sort, args: tuple[Scalar, ...] = (), value: str | int | None = None
) -> Term:
    """The one term with this operator and these arguments, without simplification."""
    key = (op, sort, value, args)
    entry = _table.get(key)
    if entry is not None:
        found = entry()
        if found is not None:
            return found
    if _dead:
        _forget_the_dead()
    term = object.__new__(Term)
    term.op = op
    term.sort = sort
    term.args = args
    term.value = value
    term._symbols = None
    depth = 0
    allocated = op == Op.CONST and isinstance(value, int) and value < 0
    nonlinear = op in _NONLINEAR and _is_nonlinear(op, args)
    theories = 0
    if not args or sort.width or sort in _THEORIES or op == Op.FILLED:
        theories = _theory(sort)
    for arg in args:
        if isinstance(arg, Term):
            if arg.depth > depth:
                depth = arg.depth
            allocated = allocated or arg.mentions_allocated
            nonlinear = nonlinear or arg.is_nonlinear
            theories |= arg.theories
    term.depth = depth + 1
    term.is_nonlinear = nonlinear
    term.mentions_allocated = allocated
    term.theories = theories
    entry = _Entry(term, _note_death)
    entry.key = key
    _table[key] = entry
    return term


def _forget_the_dead() -> None:
    """What only they were made of dies with them, and is found by the same loop."""
    while _dead:
        entry = _dead.pop()
        assert isinstance(entry, _Entry)
        if _table.get(entry.key) is entry:  # not if there is such a term again
            del _table[entry.key]
        del entry  # it has the key, and the key what the term was made of


def _is_nonlinear(op: str, args: tuple[Scalar, ...]) -> bool:
    if op == Op.MUL:
        return sum(isinstance(arg, Term) for arg in args) > 1
    return op == Op.FLOAT_OF_INT or isinstance(args[1], Term)


def _theory(sort: Sort) -> int:
    value = sort.value if isinstance(sort, MapSort) else sort
    found = _THEORIES.get(value, 0) | (BITS if value.width else 0)
    if isinstance(sort, MapSort):
        for key in sort.keys:
            found |= (STRINGS if key is STR else 0) | (BITS if key.width else 0)
    return found


_NONLINEAR = frozenset((Op.MUL, Op.FLOORDIV, Op.MOD, Op.FLOAT_OF_INT))
_THEORIES = {FLOAT: FLOATS, FLOAT32: FLOATS, STR: STRINGS}


NAN = math.nan
"""The NaN of all terms: it is found in tables because it is this object."""


def make_over_floats(op: str, sort: Sort, args: tuple[Scalar, ...]) -> Term:
    """As `make`, for arguments among which there may be floats."""
    odd = ""
    for position, arg in enumerate(args):
        if type(arg) is float:
            if arg != arg:
                args = (*args[:position], NAN, *args[position + 1 :])
            elif arg == 0.0 and math.copysign(1.0, arg) < 0:
                odd += f"-{position}"
    return make(op, sort, args, odd or None)


def same_constant(a: Scalar, b: Scalar) -> bool:
    """Are these the same constant, sort included? Constants that are terms are so by identity."""
    if a is b:
        return True
    if type(a) is not type(b) or isinstance(a, Term):
        return False
    if type(a) is float and type(b) is float:
        return same_float(a, b)
    return a == b


def same_float(a: float, b: float) -> bool:
    """Identity of values, unlike `==`: NaN is NaN, and -0.0 is not 0.0."""
    if a == b:
        return a != 0.0 or math.copysign(1.0, a) == math.copysign(1.0, b)
    return a != a and b != b


def existing(op: str, sort: Sort, args: tuple[Scalar, ...]) -> Term | None:
    """That term, if it is alive: lets a symmetric operator keep one order of its arguments."""
    entry = _table.get((op, sort, None, args))
    return None if entry is None else entry()


def table_size() -> int:
    """How many terms are alive."""
    _forget_the_dead()
    return len(_table)


def subterms(*roots: Term) -> list[Term]:
    """Every distinct subterm, arguments before the terms that use them."""
    found: list[Term] = list(dict.fromkeys(roots))
    seen: set[Term] = set(found)
    for node in found:
        for arg in node.args:
            if isinstance(arg, Term) and arg not in seen:
                seen.add(arg)
                found.append(arg)
    found.sort(key=_depth)
    return found


def _depth(term: Term) -> int:
    return term.depth


def _own_symbols(node: Term) -> frozenset[Term]:
    if node.op == Op.SYMBOL:
        return frozenset((node,))
    parts = [arg.symbols for arg in node.args if isinstance(arg, Term)]
    if not parts:
        return frozenset()
    largest = max(parts, key=len)
    return largest if all(part <= largest for part in parts) else largest.union(*parts)


def _flatten(term: Term) -> Iterator[tuple[object, ...]]:
    """The nodes of a term, arguments first; a Term argument becomes ("t", index)."""
    order = subterms(term)
    index = {node: number for number, node in enumerate(order)}
    for node in order:
        args = tuple(("t", index[arg]) if isinstance(arg, Term) else arg for arg in node.args)
        yield node.op, node.sort, args, node.value


def _rebuild(nodes: Iterable[tuple[str, Sort, tuple[object, ...], str | int | None]]) -> Term:
    built: list[Term] = []
    for op, sort, args, value in nodes:
        real: tuple[Scalar, ...] = tuple(
            built[arg[1]] if isinstance(arg, tuple) else arg  # type: ignore[misc]  # by _flatten
            for arg in args
        )
        if any(type(arg) is float for arg in real):
            built.append(make_over_floats(op, sort, real))
        else:
            built.append(make(op, sort, real, value))
    return built[-1]


_SHOWN_DEPTH = 6


def _outline(value: Scalar, depth: int) -> str:
    """Operators and arguments; what is too deep is left out."""
    if not isinstance(value, Term):
        return repr(value)
    if not value.args:
        return str(value.value)
    if depth == 0:
        return "…"
    return f"{value.op}({', '.join(_outline(arg, depth - 1) for arg in value.args)})"
