"""Java's primitive types in the IR, and the conversions that the lowering needs between them.

Invariant: on the operand stack and in local variables, everything below int is an int, as in a
JVM; a boolean that crosses a method boundary or lies in the heap has the sort Bool. A char in the
heap is a bit-vector of 16 bits, or in `--ints math` an integer.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.program import BOOL, FLOAT, INT, Type
from heapwise.program.types import FLOAT32, BitVecType
from heapwise.terms import Scalar, Term, eq, ite, not_
from heapwise.terms.conditionals import sign_extend, truncate, zero_extend

WIDTHS = {"B": 8, "S": 16, "C": 16, "I": 32, "J": 64}
RANGES = {"B": (-128, 127), "S": (-32768, 32767), "C": (0, 65535)}


def scalar_type(descriptor: str, exact: bool) -> Type:
    """The type of a cell that holds a value of this primitive type."""
    if descriptor == "Z":
        return BOOL
    if descriptor == "F":
        return FLOAT32
    if descriptor == "D":
        return FLOAT
    return BitVecType(WIDTHS[descriptor]) if exact else INT


def int_of_bool(value: Scalar) -> Scalar:
    if isinstance(value, Term):
        return ite(value, 1, 0)
    return 1 if value else 0


def bool_of_int(value: Scalar) -> Scalar:
    """What a JVM stores into a boolean: the lowest bit, which for 0 and 1 is the value itself."""
    return not_(eq(value, 0))


def _widen_byte(value: Scalar) -> Scalar:
    return sign_extend(value, 8, 32)


def _widen_short(value: Scalar) -> Scalar:
    return sign_extend(value, 16, 32)


def _widen_char(value: Scalar) -> Scalar:
    return zero_extend(value, 16, 32)


def _narrow_byte(value: Scalar) -> Scalar:
    return truncate(value, 32, 8)


def _narrow_16(value: Scalar) -> Scalar:
    return truncate(value, 32, 16)


_WIDEN = {"Z": int_of_bool, "B": _widen_byte, "S": _widen_short, "C": _widen_char}
_NARROW = {"Z": bool_of_int, "B": _narrow_byte, "S": _narrow_16, "C": _narrow_16}


def widening(descriptor: str, exact: bool) -> Callable[[Scalar], Scalar] | None:
    """From what a cell of this type holds to what the operand stack does; None if that is it."""
    return _WIDEN.get(descriptor) if exact or descriptor == "Z" else None


def narrowing(descriptor: str, exact: bool) -> Callable[[Scalar], Scalar] | None:
    """From the operand stack to a cell."""
    return _NARROW.get(descriptor) if exact or descriptor == "Z" else None
