"""Shapes: what an input may be, as far as a hint (or the code) tells.

All shapes are immutable and hashable; `str` of a shape is the hint one would write for it. Build
unions with `unite`, which keeps them flat, without duplicates and with None last.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class IntShape:
    def __str__(self) -> str:
        return "int"


@dataclass(frozen=True, slots=True)
class BoolShape:
    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class FloatShape:
    def __str__(self) -> str:
        return "float"


@dataclass(frozen=True, slots=True)
class StrShape:
    def __str__(self) -> str:
        return "str"


@dataclass(frozen=True, slots=True)
class BytesShape:
    def __str__(self) -> str:
        return "bytes"


@dataclass(frozen=True, slots=True)
class NoneShape:
    def __str__(self) -> str:
        return "None"


@dataclass(frozen=True, slots=True)
class ClassShape:
    """An object of a user class, or of one of its subclasses."""

    cls: type

    def __str__(self) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True, slots=True)
class EnumShape:
    cls: type

    def __str__(self) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True, slots=True)
class ValueShape:
    """An immutable object of a class of the library: a date, a Decimal."""

    cls: type

    def __str__(self) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True, slots=True)
class ExceptionShape:
    """An exception of exactly this class, whose only argument is a text or which has none."""

    cls: type[BaseException]
    has_text: bool

    def __str__(self) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True, slots=True)
class TypedDictShape:
    """A dict with these keys: the shape of each value, and whether it must be there."""

    name: str
    items: tuple[tuple[str, Shape, bool], ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class LiteralShape:
    """One of these values: ints, bools, strings, enum members; or classes, or a lock, which stand
    alone (None is an alternative of a union instead)."""

    values: tuple[object, ...]

    def __str__(self) -> str:
        lock = next((text for text, lock in LOCKS.items() if lock is self.values[0]), None)
        if lock is not None:
            return lock.removesuffix("()")
        if isinstance(self.values[0], type):
            names = (value.__qualname__ for value in self.values if isinstance(value, type))
            return f"type[{' | '.join(names)}]"
        return f"Literal[{', '.join(map(repr, self.values))}]"

    # 1 == True in Python, but Literal[1] is not Literal[True].
    def _key(self) -> tuple[tuple[type, object], ...]:
        return tuple((type(value), value) for value in self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiteralShape) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


@dataclass(frozen=True, slots=True)
class ListShape:
    """`kind` is list, set, frozenset, deque, or tuple (which is `tuple[T, ...]`). What objects of
    a class `inside` hold is in nothing else."""

    kind: str
    element: Shape
    inside: type | None = None

    def __str__(self) -> str:
        return f"{self.kind}[{self.element}{', ...' if self.kind == 'tuple' else ''}]"


@dataclass(frozen=True, slots=True)
class DictShape:
    """`kind` is dict, defaultdict, OrderedDict or Counter; `cls` a class of the program below
    `dict`, if it is one."""

    kind: str
    key: Shape
    value: Shape
    cls: type | None = None
    inside: type | None = None

    def __str__(self) -> str:
        value = "" if self.kind == "Counter" else f", {self.value}"
        name = self.kind if self.cls is None else self.cls.__qualname__
        return f"{name}[{self.key}{value}]"


@dataclass(frozen=True, slots=True)
class TupleShape:
    items: tuple[Shape, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items)) or '()'}]"


@dataclass(frozen=True, slots=True)
class OpaqueShape:
    """A value of which only equality matters and, if `ordered`, an order."""

    name: str
    ordered: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class CallableShape:
    """A function without effects. `arity` is None if it takes anything, `result` if nothing is
    said about it."""

    text: str
    arity: int | None = None
    result: Shape | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class WeakShape:
    """A weak reference to an object of `target`, or to one that is gone."""

    target: Shape

    def __str__(self) -> str:
        return f"weakref.ref[{self.target}]"


@dataclass(frozen=True, slots=True)
class UnionShape:
    """Two or more alternatives, none of them a union."""

    alternatives: tuple[Shape, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.alternatives))


@dataclass(frozen=True, slots=True)
class UnknownShape:
    """No usable hint; `reason` says why and what to write."""

    reason: str

    def __str__(self) -> str:
        return "?"


@dataclass(frozen=True, slots=True)
class MissingHint(UnknownShape):
    """A parameter without a hint: it may be anything, as far as the language is concerned."""


@dataclass(frozen=True, slots=True)
class OpenShape(UnknownShape):
    """A hint that names what cannot be made: a class of a library, a name that is not defined. What
    the code does with the value tells what it has to be."""


@dataclass(frozen=True, slots=True)
class NothingShape(UnknownShape):
    """A hint that no value has: as an alternative it adds nothing."""


LEFT_OUT = "left out: "


@dataclass(frozen=True, slots=True)
class LeftOutShape(UnknownShape):
    """A class whose objects cannot be inputs, where a hint has other alternatives: those are
    explored, and a path that would look at an object of this one is cut. `reason` begins with
    `LEFT_OUT`."""


Shape = (
    IntShape
    | BoolShape
    | FloatShape
    | StrShape
    | BytesShape
    | NoneShape
    | ClassShape
    | EnumShape
    | ValueShape
    | ExceptionShape
    | TypedDictShape
    | LiteralShape
    | ListShape
    | DictShape
    | TupleShape
    | OpaqueShape
    | CallableShape
    | WeakShape
    | UnionShape
    | UnknownShape
)

INT_SHAPE = IntShape()
BOOL_SHAPE = BoolShape()
FLOAT_SHAPE = FloatShape()
STR_SHAPE = StrShape()
BYTES_SHAPE = BytesShape()
NONE_SHAPE = NoneShape()
ANY_SHAPE = OpaqueShape("Any", ordered=True)
OBJECT_SHAPE = OpaqueShape("object", ordered=False)
FOREIGN_SHAPE = OpaqueShape("a foreign object", ordered=False)
"""Of which nothing is known yet: at last it has the attributes that the code uses, or none."""
NAMESPACE_SHAPE = OpaqueShape("Namespace", ordered=False)
"""Of a parameter: the attributes are those that the function uses."""


LOCKS: dict[str, object] = {
    "threading.Lock()": threading.Lock(),
    "threading.RLock()": threading.RLock(),
}
"""What stands for each kind of lock: no thread has it. By the text that makes such a lock."""
LOCK_SHAPE, RLOCK_SHAPE = (LiteralShape((lock,)) for lock in LOCKS.values())


def alternatives(shape: Shape) -> tuple[Shape, ...]:
    return shape.alternatives if isinstance(shape, UnionShape) else (shape,)


def unite(shapes: Iterable[Shape]) -> Shape:
    """The union, flat and without duplicates, None last. Of no shapes at all: unknown."""
    flat = list(dict.fromkeys(part for shape in shapes for part in alternatives(shape)))
    if NONE_SHAPE in flat:
        flat.remove(NONE_SHAPE)
        flat.append(NONE_SHAPE)
    inhabited = [part for part in flat if not isinstance(part, NothingShape)]
    flat = inhabited or flat
    if not flat:
        return UnknownShape("nothing is known about it")
    return flat[0] if len(flat) == 1 else UnionShape(tuple(flat))


def usable_alternatives(shape: Shape) -> Shape:
    """A union of which some alternatives can be inputs: the others are left out."""
    parts = alternatives(shape)
    if all(isinstance(part, UnknownShape | NoneShape) for part in parts):
        return shape
    return unite(
        LeftOutShape(LEFT_OUT + part.reason)
        if isinstance(part, UnknownShape) and type(part) in (UnknownShape, OpenShape)
        else part
        for part in parts
    )


def replaced(shape: Shape, old: Callable[[Shape], bool], new: Shape) -> Shape:
    """With `new` for whatever is `old` in it."""
    if old(shape):
        return new
    match shape:
        case UnionShape(parts):
            return unite(replaced(part, old, new) for part in parts)
        case ListShape(kind, element):
            return ListShape(kind, replaced(element, old, new))
        case DictShape(_, key, value):
            key, value = replaced(key, old, new), replaced(value, old, new)
            return replace(shape, key=key, value=value)
        case TupleShape(items):
            return TupleShape(tuple(replaced(item, old, new) for item in items))
    return shape


def opened(shape: Shape) -> Shape:
    """With some object for what cannot be made."""
    return replaced(shape, lambda part: isinstance(part, OpenShape), FOREIGN_SHAPE)


def is_optional(shape: Shape) -> bool:
    return NONE_SHAPE in alternatives(shape)


def classes_in(shape: Shape) -> tuple[type, ...]:
    """The user classes whose objects `shape` may be (not those inside its containers)."""
    return tuple(part.cls for part in alternatives(shape) if isinstance(part, ClassShape))
