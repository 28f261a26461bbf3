"""Hash-consed terms: an immutable DAG in which equal terms are the same object.

Concrete ints and bools are plain Python values and stand among the arguments as such; a `Term` is
always symbolic, but for the constants of the sorts that Python has no values for (`Ref`, `Class`).
Terms are built by the simplifying functions of `terms.build`, never by hand.

The intern table holds terms weakly, so a term lives no longer than somebody needs it.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from heapwise.terms.sorts import BaseSort, MapSort, Sort


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
    FILLED: Final = "filled"
    SELECT: Final = "select"
    STORE: Final = "store"


class Term:
    """One node. `value` is the name of a symbol or the number of a constant; `mentions_allocated`
    tells whether a location allocated by the program occurs in it."""

    __slots__ = (
        "__weakref__",
        "_symbols",
        "args",
        "depth",
        "mentions_allocated",
        "op",
        "sort",
        "value",
    )

    op: str
    sort: Sort
    value: str | int | None
    args: tuple[Scalar, ...]
    depth: int
    mentions_allocated: bool
    _symbols: frozenset[Term] | None

    def __repr__(self) -> str:
        from heapwise.terms.printing import show

        return show(self)

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


Scalar: TypeAlias = Term | int | bool
"""An argument, or the value of a register: concrete values stay Python values."""

_Key: TypeAlias = tuple[str, Sort, str | int | None, tuple[Scalar, ...]]
_table: weakref.WeakValueDictionary[_Key, Term] = weakref.WeakValueDictionary()


def make(
    op: str, sort: Sort, args: tuple[Scalar, ...] = (), value: str | int | None = None
) -> Term:
    """The one term with this operator and these arguments, without simplification."""
    key = (op, sort, value, args)
    found = _table.get(key)
    if found is not None:
        return found
    term = object.__new__(Term)
    term.op = op
    term.sort = sort
    term.args = args
    term.value = value
    term._symbols = None
    depth = 0
    allocated = op == Op.CONST and isinstance(value, int) and value < 0
    for arg in args:
        if isinstance(arg, Term):
            if arg.depth > depth:
                depth = arg.depth
            allocated = allocated or arg.mentions_allocated
    term.depth = depth + 1
    term.mentions_allocated = allocated
    _table[key] = term
    return term


def existing(op: str, sort: Sort, args: tuple[Scalar, ...]) -> Term | None:
    """That term, if it is alive: lets a symmetric operator keep one order of its arguments."""
    return _table.get((op, sort, None, args))


def table_size() -> int:
    """How many terms are alive."""
    return len(_table)


def subterms(*roots: Term) -> list[Term]:
    """Every distinct subterm, arguments before the terms that use them."""
    seen: set[Term] = set(roots)
    found: list[Term] = list(seen)
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
        real = tuple(built[arg[1]] if isinstance(arg, tuple) else arg for arg in args)
        built.append(make(op, sort, real, value))  # type: ignore[arg-type]  # pickled by _flatten
    return built[-1]


def sort_of_value(map_term: Term) -> BaseSort:
    """The sort of what a map holds."""
    assert isinstance(map_term.sort, MapSort)
    return map_term.sort.value
