"""Sets of characters of regular expressions, as conditions on a code point.

A set is what the parser of `re` makes of one: literals, ranges and categories. What case-blind
matching adds to a literal is found out from `re` itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from heapwise.solver.number_sets import complement, intersection, union
from heapwise.terms import Scalar, and_, eq, le, not_, or_
from heapwise.terms.code_points import LAST_SOLVED, SURROGATES, Ranges, code_is, ranges_of

_KINDS = {"DIGIT": "decimal", "SPACE": "space", "WORD": "word"}
_ASCII: dict[str, Ranges] = {
    "DIGIT": ((48, 57),),
    "SPACE": ((9, 13), (32, 32)),
    "WORD": ((48, 57), (65, 90), (95, 95), (97, 122)),
}
EVERY: Ranges = ((0, LAST_SOLVED),)
_CASE = re.IGNORECASE | re.ASCII


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """Items as the parser of `re` has them, under flags."""

    items: tuple[tuple[str, Any], ...]
    flags: int

    def holds(self, code: Scalar) -> Scalar:
        """Is it in the set? -1, which is no character, is in none."""
        found = or_(*(_condition(name, given, self.flags, code) for name, given in self.items))
        return and_(le(0, code), not_(found)) if self._is_negated else found

    @property
    def _is_negated(self) -> bool:
        return any(name == "NEGATE" for name, _ in self.items)

    @property
    def values(self) -> Ranges:
        """All its code points."""
        return _values(self)


@lru_cache(maxsize=1024)
def _values(self: CharacterSet) -> Ranges:
    found = union(*(_points(name, given, self.flags) for name, given in self.items))
    if any(name == "NEGATE" for name, _ in self.items):
        return intersection(complement(found), EVERY)
    return found


def character_set(items: Iterable[tuple[Any, Any]], flags: int) -> CharacterSet:
    plain = ((str(op), str(given) if str(op) == "CATEGORY" else given) for op, given in items)
    return CharacterSet(tuple(plain), flags)


def _condition(name: str, given: Any, flags: int, code: Scalar) -> Scalar:
    if name == "NEGATE":
        return False
    if name != "CATEGORY":
        return _within(_points(name, given, flags), code)
    kind, is_ascii = given.rpartition("_")[2], _is_ascii(flags)
    found = _within(_ASCII[kind], code) if is_ascii else code_is(_KINDS[kind], code)
    return and_(le(0, code), not_(found)) if "NOT" in given else found


def _is_ascii(flags: int) -> bool:
    return bool(flags & re.ASCII) or not flags & re.UNICODE


def _points(name: str, given: Any, flags: int) -> Ranges:
    if name == "NEGATE":
        return ()
    if name != "CATEGORY":
        first, last = (given, given) if name == "LITERAL" else given
        return _ranges(first, last, flags)
    kind = given.rpartition("_")[2]
    found = _ASCII[kind] if _is_ascii(flags) else ranges_of(_KINDS[kind])
    return intersection(complement(found), EVERY) if "NOT" in given else found


def _ranges(first: int, last: int, flags: int) -> Ranges:
    if not flags & re.IGNORECASE:
        return ((first, last),)
    return _without_case(first, last, flags & _CASE, bool(flags & re.UNICODE))


@cache
def _without_case(first: int, last: int, flags: int, is_text: bool) -> Ranges:
    if is_text:
        pattern = re.compile(f"[\\U{first:08x}-\\U{last:08x}]", flags)
        places = (match.start() for match in pattern.finditer(_every_character()))
        found = [code for code in places if code not in SURROGATES]
    else:
        data = re.compile(b"[\\x%02x-\\x%02x]" % (first, last), flags)
        found = [match.start() for match in data.finditer(bytes(range(256)))]
    starts = [code for at, code in enumerate(found) if at == 0 or found[at - 1] != code - 1]
    ends = [here for here, after in pairwise([*found, LAST_SOLVED + 2]) if after != here + 1]
    return tuple(zip(starts, ends, strict=True))


@cache
def _every_character() -> str:
    """Each at the index of its code point."""
    return "".join(map(chr, range(LAST_SOLVED + 1)))


def _within(ranges: Ranges, code: Scalar) -> Scalar:
    return or_(
        *(
            eq(code, first) if first == last else and_(le(first, code), le(code, last))
            for first, last in ranges
        )
    )
