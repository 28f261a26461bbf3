"""Random terms as recipes: each can be built with the simplifying constructors, and computed in
plain Python without them. The two must agree under every assignment that numbers references as
`terms.sorts.REF` says: symbols and initial contents are never negative, allocated locations are.

The maps stand for fields of a heap in which two objects have been allocated, so they hold the
defaults there: no program reads the initial contents of an object it has allocated itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol

from hypothesis import strategies as st

from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    BaseSort,
    Concrete,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    eq,
    filled,
    implies,
    ite,
    le,
    location,
    lt,
    mul,
    not_,
    or_,
    select,
    store,
    sub,
    symbol,
)

SYMBOLS = {
    **{name: symbol(name, BOOL) for name in ("p", "q", "r")},
    **{name: symbol(name, INT) for name in ("x", "y", "z")},
    **{name: symbol(name, REF) for name in ("a", "b", "c")},
}
MAPS = {
    "flag": symbol("Node.flag", MapSort((REF,), BOOL)),
    "val": symbol("Node.val", MapSort((REF,), INT)),
    "next": symbol("Node.next", MapSort((REF,), REF)),
}
DEFAULTS: dict[str, Concrete] = {"flag": False, "val": 0, "next": 0}
NAMES = {term: name for name, term in {**SYMBOLS, **MAPS}.items()}
ALLOCATED = (-1, -2)


class Recipe(NamedTuple):
    op: str
    parts: tuple[Any, ...] = ()


class Plain(Protocol):
    """All that `compute` asks of an assignment."""

    @property
    def values(self) -> dict[str, Concrete]: ...

    def initial(self, name: str, key: Concrete) -> Concrete: ...


class Choice(NamedTuple):
    """An assignment: values for the symbols, and a seed from which the maps are made."""

    values: dict[str, Concrete]
    seed: int

    def symbol_value(self, symbol: Term) -> Concrete:
        return self.values[NAMES[symbol]]

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        return self.initial(NAMES[map_symbol], keys[0])

    def initial(self, name: str, key: Concrete) -> Concrete:
        assert isinstance(key, int)
        number = (self.seed * (key + 5)) // 3 + key * 7
        if name == "flag":
            return number % 2 == 0
        return number % 5 - 2 if name == "val" else number % 4


def _constant(value: Concrete, sort: str) -> Scalar:
    return location(value) if sort == "ref" and isinstance(value, int) else value


_BUILD: dict[str, Callable[..., Any]] = {
    "not": not_,
    "and": and_,
    "or": or_,
    "implies": implies,
    "ite": ite,
    "eq": eq,
    "lt": lt,
    "le": le,
    "add": add,
    "sub": sub,
    "mul": mul,
    "store": lambda where, key, value: store(where, (key,), value),
    "select": lambda where, key: select(where, (key,)),
}
_COMPUTE: dict[str, Callable[..., Any]] = {
    "not": lambda a: not a,
    "and": lambda *parts: all(parts),
    "or": lambda *parts: any(parts),
    "implies": lambda a, b: not a or b,
    "ite": lambda condition, then, otherwise: then if condition else otherwise,
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "store": lambda where, key, value: lambda k: value if k == key else where(k),
    "select": lambda where, key: where(key),
}


def build(recipe: Recipe) -> Any:
    """With the simplifying constructors: a scalar, or the term of a map."""
    op, parts = recipe
    if op == "symbol":
        return SYMBOLS[parts[0]]
    if op == "constant":
        return _constant(*parts)
    if op == "map":
        term = MAPS[parts[0]]
        for number in ALLOCATED:
            default = NULL if parts[0] == "next" else DEFAULTS[parts[0]]
            term = store(term, (location(number),), default)
        return term
    if op == "filled":
        sort = MAPS[parts[0]].sort
        assert isinstance(sort, MapSort)
        return filled(sort, build(parts[1]))
    return _BUILD[op](*map(build, parts))


def compute(recipe: Recipe, choice: Plain) -> Any:
    """In plain Python: a number or a bool, or the function that a map is."""
    op, parts = recipe
    if op == "symbol":
        return choice.values[parts[0]]
    if op == "constant":
        return parts[0]
    if op == "map":
        name = parts[0]
        return lambda key: DEFAULTS[name] if key in ALLOCATED else choice.initial(name, key)
    if op == "filled":
        value = compute(parts[1], choice)
        return lambda key: value
    return _COMPUTE[op](*(compute(part, choice) for part in parts))


# ---------------------------------------------------------------------------- generating


def choices() -> st.SearchStrategy[Choice]:
    values = st.fixed_dictionaries(
        {
            name: st.booleans() if term.sort is BOOL else _numbers(term.sort)
            for name, term in SYMBOLS.items()
        }
    )
    return st.builds(Choice, values, st.integers(0, 60))


def _numbers(sort: object) -> st.SearchStrategy[int]:
    return st.integers(0, 3) if sort is REF else st.integers(-3, 3)


def _leaf(op: str, *parts: object) -> st.SearchStrategy[Recipe]:
    return st.just(Recipe(op, parts))


def _node(op: str, *parts: st.SearchStrategy[Recipe]) -> st.SearchStrategy[Recipe]:
    return st.builds(Recipe, st.just(op), st.tuples(*parts))


def _symbols(sort: BaseSort) -> st.SearchStrategy[Recipe]:
    return st.one_of(
        *(_leaf("symbol", name) for name, term in SYMBOLS.items() if term.sort is sort)
    )


@cache
def recipes(sort: BaseSort, depth: int = 4) -> st.SearchStrategy[Recipe]:
    """Recipes of this sort, nested at most so deep."""
    if sort is BOOL:
        leaves = _symbols(BOOL) | st.builds(
            Recipe, st.just("constant"), st.tuples(st.booleans(), st.just("bool"))
        )
    else:
        kind, numbers = ("ref", range(-2, 3)) if sort is REF else ("int", range(-2, 3))
        leaves = _symbols(sort) | st.one_of(*(_leaf("constant", n, kind) for n in numbers))
    if depth == 0:
        return leaves
    below = {part: recipes(part, depth - 1) for part in (BOOL, INT, REF)}
    own = below[sort]
    field = {BOOL: "flag", INT: "val", REF: "next"}[sort]
    options = [
        leaves,
        _node("ite", below[BOOL], own, own),
        _node("select", maps(field, depth - 1), below[REF]),
    ]
    if sort is INT:
        small = st.one_of(*(_leaf("constant", n, "int") for n in range(-2, 3)))
        options += [_node("add", own, own), _node("sub", own, own), _node("mul", own, small)]
    if sort is BOOL:
        options += [_node("not", own), _node("implies", own, own)]
        options += [_node(op, own, own, own) for op in ("and", "or")]
        options += [_node("eq", below[each], below[each]) for each in (BOOL, INT, REF)]
        options += [_node(op, below[INT], below[INT]) for op in ("lt", "le")]
    return st.one_of(*options)


@cache
def maps(name: str, depth: int) -> st.SearchStrategy[Recipe]:
    """A field map: its initial contents, or one value everywhere, below a few writes."""
    if depth <= 0:
        return _leaf("map", name)
    value = recipes({"flag": BOOL, "val": INT, "next": REF}[name], min(depth, 2) - 1)
    key = recipes(REF, min(depth, 2) - 1)
    bottom = _leaf("map", name) | st.builds(lambda part: Recipe("filled", (name, part)), value)
    return bottom | _node("store", maps(name, depth - 1), key, value)
