"""What the operators on numbers and strings compute.

Folding of constants and evaluation under a model both go through here, so they cannot differ. Every
operation is total, as it is in the solver: where Python would raise, the front end has excluded the
case before it builds the term, and the value below only has to be some value.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from heapwise.terms.term import NAN, Op

LAST_CODE_POINT = 0x10FFFF


def floordiv(a: int, b: int) -> int:
    return a // b if b else 0


def mod(a: int, b: int) -> int:
    return a % b if b else a


# ---------------------------------------------------------------------------- floats


def fdiv(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    if a == 0.0 or a != a:
        return NAN
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def float_of_int(n: int) -> float:
    """To nearest, ties to even; infinite where Python raises OverflowError."""
    try:
        return float(n)
    except OverflowError:
        return math.inf if n > 0 else -math.inf


def float_below(n: int) -> float:
    """The greatest float that is not greater than n."""
    nearest = float_of_int(n)
    return nearest if nearest <= n else math.nextafter(nearest, -math.inf)


def float_above(n: int) -> float:
    """The least float that is not less than n."""
    nearest = float_of_int(n)
    return nearest if nearest >= n else math.nextafter(nearest, math.inf)


def trunc(f: float) -> int:
    return math.trunc(f) if math.isfinite(f) else 0


def floor(f: float) -> int:
    return math.floor(f) if math.isfinite(f) else 0


def round_to_int(f: float) -> int:
    return round(f) if math.isfinite(f) else 0


# ---------------------------------------------------------------------------- strings


def concat(*parts: str) -> str:
    return "".join(parts)


def at(s: str, index: int) -> str:
    return s[index] if 0 <= index < len(s) else ""


def substring(s: str, start: int, length: int) -> str:
    return s[start : start + length] if start >= 0 and length > 0 else ""


def index_of(s: str, part: str, start: int) -> int:
    return s.find(part, start) if start >= 0 else -1


def code(s: str) -> int:
    return ord(s) if len(s) == 1 else -1


def from_code(n: int) -> str:
    return chr(n) if 0 <= n <= LAST_CODE_POINT else ""


def str_of_int(n: int) -> str:
    """As `str`, which refuses numbers of more digits than the interpreter is configured for."""
    digits = []
    rest = abs(n)
    while rest >= _CHUNK:
        rest, low = divmod(rest, _CHUNK)
        digits.append(str(low).zfill(_CHUNK_DIGITS))
    digits.append(str(rest))
    return ("-" if n < 0 else "") + "".join(reversed(digits))


_CHUNK_DIGITS = 600
_CHUNK = 10**_CHUNK_DIGITS


def int_of_str(s: str) -> int:
    """The number that these digits 0-9 are, or -1 if they are not."""
    if not (s.isascii() and s.isdigit()):
        return -1
    value = 0
    for start in range(0, len(s), _CHUNK_DIGITS):
        part = s[start : start + _CHUNK_DIGITS]
        value = value * 10 ** len(part) + int(part)
    return value


COMPUTE: dict[str, Callable[..., Any]] = {
    Op.LT: operator.lt,
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.FLOORDIV: floordiv,
    Op.MOD: mod,
    Op.FADD: operator.add,
    Op.FSUB: operator.sub,
    Op.FMUL: operator.mul,
    Op.FDIV: fdiv,
    Op.FNEG: operator.neg,
    Op.FLT: operator.lt,
    Op.FLE: operator.le,
    Op.FEQ: operator.eq,
    Op.IS_NAN: math.isnan,
    Op.IS_INFINITE: math.isinf,
    Op.FLOAT_OF_INT: float_of_int,
    Op.FLOAT_BELOW: float_below,
    Op.FLOAT_ABOVE: float_above,
    Op.TRUNC: trunc,
    Op.FLOOR: floor,
    Op.ROUND: round_to_int,
    Op.CONCAT: concat,
    Op.LENGTH: len,
    Op.AT: at,
    Op.SUBSTRING: substring,
    Op.CONTAINS: operator.contains,
    Op.PREFIX_OF: lambda part, s: s.startswith(part),
    Op.SUFFIX_OF: lambda part, s: s.endswith(part),
    Op.INDEX_OF: index_of,
    Op.REPLACE_FIRST: lambda s, old, new: s.replace(old, new, 1),
    Op.STR_LT: operator.lt,
    Op.CODE: code,
    Op.FROM_CODE: from_code,
    Op.STR_OF_INT: str_of_int,
    Op.INT_OF_STR: int_of_str,
    Op.IS_ASCII: str.isascii,
    Op.IS_LATIN: lambda s: all(ord(each) < 256 for each in s),
}
"""Per operator, on concrete arguments of the right sorts. (`Any`: each has its own signature.)"""
