"""Keys that are known: how dicts and sets that the program makes find them without comparing.

A key that is concrete has a `known_key`, which equals that of another exactly if Python calls the
two equal. The others may equal anything and are compared one by one.

An index is shared by all versions of a container that grew from one another: positions are only
ever added at its end, and a version of n items ignores positions from n on. Whoever adds to it when
it is longer than its own version takes a copy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from heapwise.frontends.python.semantics import attributes
from heapwise.frontends.python.semantics.kinds import Mac, runtime, settle
from heapwise.frontends.python.universe import members_of
from heapwise.frontends.python.values import (
    NONE,
    Bytes,
    ClassValue,
    EnumValue,
    Function,
    Tuple,
    Value,
)
from heapwise.terms import REF, Op, Term


def known_key(m: Mac, value: Value) -> Hashable | None:
    """None if it is not known what the value equals."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, float):
        return value if value == value else None
    if isinstance(value, Term):
        if value is NONE:
            return NONE
        if value.op == Op.CONST and value.sort is REF and m.load(value) is None:
            return value if runtime(m).compares_by_identity(m, value) else None
        return None
    if isinstance(value, Tuple):
        parts = tuple(known_key(m, item) for item in value.items)
        return None if any(part is None for part in parts) else parts
    if isinstance(value, EnumValue) and isinstance(value.index, int):
        if runtime(m).enum_method(m, value.cls, "__eq__") is not None:
            return None
        return members_of(value.cls)[value.index]
    if isinstance(value, Bytes) and isinstance(value.text, str):
        return value.text.encode("latin-1")
    if isinstance(value, ClassValue):
        return value.cls
    return None


def has_own_hash(m: Mac, value: Value) -> bool:
    """Does looking for this key run a `__hash__` of the program?"""
    if not runtime(m).some_class_has("__hash__"):
        return False
    value = settle(m, value)
    if isinstance(value, Tuple):
        return any(has_own_hash(m, item) for item in value.items)
    method = attributes.special_method(m, value, "__hash__")
    return isinstance(method, Function) and not method.code.file.startswith("<")


class KeyIndex:
    """`positions` of known keys, `vague` positions of the others; `count` of both."""

    __slots__ = ("count", "positions", "vague")

    def __init__(self, m: Mac, keys: Iterable[Value] = ()) -> None:
        self.positions: dict[Hashable, int] = {}
        self.vague: list[int] = []
        self.count = 0
        for key in keys:
            self._append(known_key(m, key))

    def _append(self, known: Hashable | None) -> None:
        if known is None:
            self.vague.append(self.count)
        else:
            self.positions[known] = self.count
        self.count += 1

    def candidates(self, known: Hashable | None, length: int) -> Sequence[int]:
        """Where a key may be in the version of this length."""
        if known is None:
            return range(length)
        at = self.positions.get(known)
        if at is not None and at < length:
            return (at,)
        return [position for position in self.vague if position < length]

    def extended(self, m: Mac, key: Value, length: int) -> KeyIndex:
        """With a key at position `length`, which no key before it equals."""
        index = self if self.count == length else self._prefix(m, length)
        index._append(known_key(m, key))
        return index

    def _prefix(self, m: Mac, length: int) -> KeyIndex:
        index = KeyIndex(m)
        index.positions = {key: at for key, at in self.positions.items() if at < length}
        index.vague = [at for at in self.vague if at < length]
        index.count = length
        return index
