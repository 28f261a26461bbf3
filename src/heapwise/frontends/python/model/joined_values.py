"""Which values of Python can be one: what `engine.joining` must know of the language.

Plain values of one sort are an if-then-else, values of different kinds a union (`Tagged`), whose
kind is decided where it is used; tuples, exceptions and the contents of containers that are equally
long are joined part by part. Iterators, generators, functions and classes stay apart: the program
does something else with each at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar, cast

from heapwise.engine.state import Key, StoreKey
from heapwise.frontends.python.model.combined_values import is_same, of_dicts, of_sets, part_by_part
from heapwise.frontends.python.model.store_keys import VARIABLES
from heapwise.frontends.python.model.value_kinds import (
    KINDS,
    Union,
    kind_of_value,
)
from heapwise.frontends.python.model.values import (
    NONE,
    DictContents,
    Kept,
    Looked,
    SetContents,
    Tagged,
    Value,
)
from heapwise.terms import REF, SCALARS, Scalar, Term, add, ite, sort_of

K = TypeVar("K", bound=Kept)


@dataclass(frozen=True, slots=True)
class Joint:
    """`then` if the condition holds, else `otherwise`. With `references`, a reference may be an
    if-then-else; with `unions`, a value may be of two kinds. None where there is no such value."""

    condition: Scalar
    references: bool
    unions: bool = True

    def value(self, then: Value, otherwise: Value) -> Value | None:
        if is_same(then, otherwise):
            return then
        if not isinstance(self.condition, Term):
            return then if self.condition else otherwise
        if isinstance(then, SCALARS) and isinstance(otherwise, SCALARS):
            return self._scalar(then, otherwise)
        if type(then) is type(otherwise) and _joins(then):
            both = self._of_one_kind(then, otherwise)
            if both is not None:
                return both
        return self._union(then, otherwise)

    def _of_one_kind(self, then: K, otherwise: K) -> K | None:
        return part_by_part(then, otherwise, KINDS[type(then)].parts, self.value)

    def _scalar(self, then: Scalar, otherwise: Scalar) -> Value | None:
        sort = sort_of(then)
        if sort is not sort_of(otherwise):
            return self._union(then, otherwise)
        if sort is REF and not self.references:
            return None
        return ite(self.condition, then, otherwise)

    def _union(self, then: Value, otherwise: Value) -> Value | None:
        """The alternatives of both, one after the other."""
        if not self.unions:
            return None
        parts: list[Value] = []
        tags: list[Scalar] = []
        for value in (then, otherwise):
            mine = value.parts if isinstance(value, Tagged) else (value,)
            if not all(self._fits(part) for part in mine):
                return None
            tags.append(add(value.tag, len(parts)) if isinstance(value, Tagged) else len(parts))
            parts += mine
        return Tagged(ite(self.condition, *tags), tuple(parts))

    def _fits(self, part: Value) -> bool:
        if isinstance(part, Term) and part.sort is REF and part is not NONE:
            return self.references
        entry = kind_of_value(part)
        return isinstance(part, Term) or (entry is not None and entry.union is Union.ALWAYS)

    # -- contents by location

    def contents(self, key: Key, then: Kept | None, otherwise: Kept | None) -> Kept | None:
        if is_same(then, otherwise):
            return then
        if isinstance(then, Looked | None) and isinstance(otherwise, Looked | None):
            return _looked(then, otherwise)
        if then is None or otherwise is None:
            return None
        if isinstance(key, StoreKey) and key.kind in VARIABLES:
            return self.value(cast("Value", then), cast("Value", otherwise))
        if type(then) is not type(otherwise):
            return None
        match then, otherwise:
            case SetContents(), SetContents():
                return of_sets(then, otherwise, self.value)
            case DictContents(), DictContents():
                return of_dicts(then, otherwise, self.value)
        return self._of_one_kind(then, otherwise) if _joins(then) else None


def _joins(value: Kept | None) -> bool:
    entry = kind_of_value(value)
    return entry is not None and entry.joins


def _looked(one: Looked | None, other: Looked | None) -> Looked | None:
    """What either has looked at: looking at too much in vain does no harm."""
    if one is None or other is None:
        return one or other
    more = (index for index in other.indexes if index not in one.indexes)
    return replace(one, indexes=(*one.indexes, *more)) if one.length is other.length else None
