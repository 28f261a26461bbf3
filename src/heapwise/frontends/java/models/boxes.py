"""Boxes of primitive values, and what natives the classes of numbers have.

`valueOf` gives the same object for the same small number, as the JDK's caches do. Where the number
is symbolic, the box is allocated all the same, and `identity` knows when two are one.
"""

from __future__ import annotations

from functools import partial

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.models.library_model import Mac, Model, Table, universe
from heapwise.frontends.java.semantics.identity import CACHED, Boxed, box_key
from heapwise.frontends.java.universe.scalars import narrowing
from heapwise.frontends.java.universe.well_known import BOXES
from heapwise.terms import Scalar, Term, bits_of_float, bv_of_int, float_of_bits, int_of_bv


def box(m: Mac, owner: str, value: Scalar) -> Term:
    """A box of this class; the value is as on the operand stack."""
    descriptor = BOXES[owner]
    if descriptor == "Z":
        return _truth(m, value)
    made = Boxed(owner, value)
    is_cached = made.is_cached if owner in CACHED else False
    if is_cached is False:
        return _new(m, owner, descriptor, value)
    key: StoreKey[Term] = StoreKey("box", (owner, value))
    found = m.load(key)
    if found is None or is_cached is not True:
        found = _new(m, owner, descriptor, value)
        m.put(box_key(found), made)
        if is_cached is True:
            m.put(key, found)
    return found


def _new(m: Mac, owner: str, descriptor: str, value: Scalar) -> Term:
    cls = universe(m).decl(owner)
    made = m.allocate(cls)
    narrow = narrowing(descriptor, universe(m).exact)
    m.write_field(made, cls.own_fields["value"], value if narrow is None else narrow(value))
    return made


def _truth(m: Mac, value: Scalar) -> Term:
    """There are two."""
    return constant(m, "TRUE" if m.decide(value) else "FALSE")


def constant(m: Mac, name: str) -> Term:
    """`Boolean.TRUE` or `Boolean.FALSE`."""
    key: StoreKey[Term] = StoreKey("box", ("java/lang/Boolean", name))
    found = m.load(key)
    if found is None:
        cls = universe(m).decl("java/lang/Boolean")
        found = m.allocate(cls)
        m.write_field(found, cls.own_fields["value"], name == "TRUE")
        m.put(key, found)
    return found


def _boxing(owner: str) -> Model:
    return lambda m, value: box(m, owner, value)


def float_bits(width: int, m: Mac, value: Scalar) -> Scalar:
    bits = bits_of_float(width, value)
    return bits if universe(m).exact else int_of_bv(bits)


def bits_float(width: int, m: Mac, value: Scalar) -> Scalar:
    return float_of_bits(width, bv_of_int(width, value))


_SHORT = {
    owner: {f"valueOf({descriptor})L{owner};": _boxing(owner)}
    for owner, descriptor in BOXES.items()
    if descriptor not in "FD"
}
MODELS: Table = {
    **_SHORT,
    "java/lang/Float": {
        "floatToRawIntBits": partial(float_bits, 32),
        "floatToIntBits": partial(float_bits, 32),
        "intBitsToFloat": partial(bits_float, 32),
    },
    "java/lang/Double": {
        "doubleToRawLongBits": partial(float_bits, 64),
        "doubleToLongBits": partial(float_bits, 64),
        "longBitsToDouble": partial(bits_float, 64),
    },
}
STATICS = {
    ("java/lang/Boolean", "TRUE"): lambda m: constant(m, "TRUE"),
    ("java/lang/Boolean", "FALSE"): lambda m: constant(m, "FALSE"),
}
