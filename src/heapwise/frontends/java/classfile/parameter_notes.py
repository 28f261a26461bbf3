"""What annotations say of the parameters of a method: null or not, and which numbers.

They count by their simple names, whatever package they are from: those of JetBrains, JSR 305,
Checker Framework, Lombok, Spring, Jakarta and others say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heapwise.frontends.java.classfile.annotations import Annotation, NumberElement
from heapwise.frontends.java.classfile.attributes import ParameterAnnotations, TypeAnnotations
from heapwise.frontends.java.classfile.class_file import Method

_NULLABLE = ("Nullable", "CheckForNull", "PossiblyNull", "NullableDecl")
_NOT_NULL = ("NotNull", "NonNull", "Nonnull", "NonNullDecl")
_LARGEST = 2**63 - 1


class Limits(NamedTuple):
    """The numbers that a parameter may be; `text` is what the annotations say."""

    low: int
    high: int
    text: str


def allows_null(method: Method, index: int) -> bool:
    """Does it say that null is meant?"""
    return any(_simple_name(each) in _NULLABLE for each in _notes(method, index))


def refuses_null(method: Method, index: int) -> bool:
    """Does it say that nobody passes null?"""
    return any(_simple_name(each) in _NOT_NULL for each in _notes(method, index))


def limits_of(method: Method, index: int) -> Limits | None:
    """What `@Min`, `@Max`, `@Positive` and the like say of an integer; None if nothing does."""
    if method.type.parameters[index].descriptor not in ("B", "S", "I", "J"):
        return None
    low, high, texts = -_LARGEST - 1, _LARGEST, []
    for each in _notes(method, index):
        name, number = _simple_name(each), _number(each, "value")
        if name == "Min" and number is not None:
            low = max(low, number)
        elif name == "Max" and number is not None:
            high = min(high, number)
        elif name == "Range" or name == "IntRange":
            first, last = (
                next((n for key in keys if (n := _number(each, key)) is not None), None)
                for keys in (("from", "min"), ("to", "max"))
            )
            low = max(low, first) if first is not None else low
            high = min(high, last) if last is not None else high
            number = None
        elif name in _SIGNS:
            low, high = max(low, _SIGNS[name][0]), min(high, _SIGNS[name][1])
        else:
            continue
        texts.append(f"@{name}" if number is None else f"@{name}({number})")
    return Limits(low, high, " ".join(dict.fromkeys(texts))) if texts else None


_SIGNS = {
    "Positive": (1, _LARGEST),
    "PositiveOrZero": (0, _LARGEST),
    "Nonnegative": (0, _LARGEST),
    "NonNegative": (0, _LARGEST),
    "Negative": (-_LARGEST - 1, -1),
    "NegativeOrZero": (-_LARGEST - 1, 0),
}


def _notes(method: Method, index: int) -> Iterator[Annotation]:
    for attribute in method.attributes:
        if isinstance(attribute, ParameterAnnotations):
            # Constructors of inner classes have parameters that nobody has written.
            hidden = len(method.type.parameters) - len(attribute.parameters)
            if 0 <= index - hidden < len(attribute.parameters):
                yield from attribute.parameters[index - hidden]
        elif isinstance(attribute, TypeAnnotations):
            yield from (each for at, each in attribute.parameters if at == index)


def _simple_name(note: Annotation) -> str:
    return note.class_name.replace("$", "/").rpartition("/")[2]


def _number(note: Annotation, name: str) -> int | None:
    value = note.element(name)
    if not isinstance(value, NumberElement) or value.tag not in "BSIJ":
        return None
    return int(value.value.value)
