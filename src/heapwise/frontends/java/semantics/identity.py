"""Which references are the same object, where boxes are concerned.

`Integer.valueOf` gives one object for each small number. Here, every box of a symbolic number is an
allocated object of its own, and the store of the path knows those that `valueOf` made. Two of them
are the same object to the program if they are of one class, hold the same number, and that is small
enough to be cached: nothing else can tell, because boxes do not change.
"""

from __future__ import annotations

from typing import NamedTuple

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.descriptors import ClassType, JavaType
from heapwise.frontends.java.classpath.hierarchy import OBJECT
from heapwise.frontends.java.semantics.runtime_api import Mac
from heapwise.terms import Scalar, Term, and_, eq, le, or_

LOWEST = {"B": -128, "S": -128, "C": 0, "I": -128, "J": -128}
HIGHEST = 127
"""What the caches of the JDK hold, by the descriptor of the number; those of float and double hold
nothing."""

_NAMES = {"Byte": "B", "Short": "S", "Character": "C", "Integer": "I", "Long": "J"}
CACHED = {f"java/lang/{name}": descriptor for name, descriptor in _NAMES.items()}
_ABOVE = (
    OBJECT,
    "java/lang/Number",
    "java/lang/Comparable",
    "java/io/Serializable",
    "java/lang/constant/Constable",
    "java/lang/constant/ConstantDesc",
)


class Boxed(NamedTuple):
    owner: str
    value: Scalar

    @property
    def is_cached(self) -> Scalar:
        descriptor = CACHED[self.owner]
        return and_(le(LOWEST[descriptor], self.value), le(self.value, HIGHEST))


BOXED = "boxed"


def box_key(location: Term) -> StoreKey[Boxed]:
    """Where the store keeps what `valueOf` put into the box at a location."""
    return StoreKey(BOXED, location)


def may_be_box(type_: JavaType | None) -> bool:
    """May a reference of this type be a box whose class has a cache?"""
    return type_ is None or (
        isinstance(type_, ClassType) and (type_.name in CACHED or type_.name in _ABOVE)
    )


def boxed_at(m: Mac, location: Term) -> Boxed | None:
    """What `valueOf` has put into the box at a location, if it has made one there."""
    return m.load(box_key(location))


def same_object(m: Mac, left: Term, right: Term) -> Scalar:
    """`==` of references."""
    same = m.same_reference(left, right)
    if same is True:
        return True
    ways: list[Scalar] = [same]
    others = _boxes(m, right)
    for here, one in _boxes(m, left) if others else ():
        for there, other in others:
            if here is not there and one.owner == other.owner:
                equal = and_(eq(one.value, other.value), one.is_cached)
                if equal is not False:
                    ways.append(
                        and_(m.same_reference(left, here), m.same_reference(right, there), equal)
                    )
    return or_(*ways)


def _boxes(m: Mac, ref: Term) -> list[tuple[Term, Boxed]]:
    """The boxes made by `valueOf` that a reference may denote."""
    found = [(each, boxed_at(m, each)) for each in m.targets(ref)[1]]
    return [(location, boxed) for location, boxed in found if boxed is not None]
