"""Digits of integers that are not known, to any base: a choice of the sign and of their number.

Then each digit is a number of its own, and the text has a known length.
"""

from __future__ import annotations

import re

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.frontends.python.semantics.core.lengths import most_characters
from heapwise.frontends.python.semantics.text import characters
from heapwise.terms import Scalar, add, floordiv, ite, lt, mod, neg, str_concat, str_substring

_BASES = {"b": 2, "o": 8, "x": 16, "X": 16, "d": 10, "n": 10}
_GROUPS = {"b": 4, "o": 4, "x": 4, "X": 4}
"""Digits between underscores; of decimals, three."""
_LEAST = 10
"""Digits that are written whatever the bound on lengths."""
_BITS = 32
WRITTEN = f"the largest integers of which every digit is written ({_BITS} bits)"
"""A bound of ours: a solver divides by larger and larger powers."""


def digits(m: Mac, value: Scalar, kind: str) -> tuple[bool, Scalar, int]:
    """Is it negative; the digits without a sign, as a text; how many there are."""
    base = _BASES[kind]
    negative = m.decide(lt(value, 0))
    size = neg(value) if negative else value
    most = most_characters(m)
    count = 1
    while not m.decide(lt(size, base**count)):
        count += 1
        if most is not None and count > max(most, _LEAST):
            raise CutError(MAX_LENGTH)
        if base ** (count - 1) >> _BITS:
            raise CutError(WRITTEN)
    codes = [
        _code(mod(floordiv(size, base**place), base), kind) for place in reversed(range(count))
    ]
    return negative, characters.string_of(m, codes), count


def _code(digit: Scalar, kind: str) -> Scalar:
    letter = ord("A" if kind == "X" else "a") - 10
    if _BASES[kind] <= 10:
        return add(digit, ord("0"))
    return ite(lt(digit, 10), add(digit, ord("0")), add(digit, letter))


def prefixed(m: Mac, value: Scalar, kind: str) -> Scalar:
    """What `bin`, `oct` and `hex` give."""
    negative, text, _ = digits(m, value, kind)
    return str_concat("-" if negative else "", f"0{kind}", text)


def is_decimal(spec: re.Match[str]) -> bool:
    """CPython refuses to write too many digits of these alone."""
    return _BASES[spec["type"] or "d"] == 10


def formatted(m: Mac, value: Scalar, spec: re.Match[str]) -> Scalar:
    """`format(value, spec)`; the parts of `spec` are those of `formatting`."""
    kind = spec["type"] or "d"
    negative, text, count = digits(m, value, kind)
    sign = "-" if negative else {"+": "+", " ": " "}.get(spec["sign"] or "", "")
    if "#" in spec["other"] and kind != "d":
        sign += f"0{kind}"
    width = int(spec["width"] or 0)
    fill = spec["fill"] or ("0" if spec["zero"] else " ")
    align = spec["align"] or ("=" if spec["zero"] else ">")
    if spec["group"]:
        zeros = width - len(sign) if align == "=" and fill == "0" else 0
        text, count = _grouped(text, count, spec["group"], _GROUPS.get(kind, 3), zeros)
    missing = max(width - len(sign) - count, 0)
    if align == "=":
        return str_concat(sign, fill * missing, text)
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return str_concat(fill * before, sign, text, fill * (missing - before))


def _grouped(text: Scalar, count: int, separator: str, size: int, width: int) -> tuple[Scalar, int]:
    """With separators. Zeros that fill a width are grouped like digits."""
    zeros = 0
    while (length := count + zeros + (count + zeros - 1) // size) < width:
        zeros += 1
    parts: list[Scalar] = []
    for place in range(count + zeros):
        if place and (count + zeros - place) % size == 0:
            parts.append(separator)
        parts.append("0" if place < zeros else str_substring(text, place - zeros, 1))
    return str_concat(*parts), length
