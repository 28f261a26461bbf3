"""The simplifying constructors of strings: sequences of code points, as Python's `str`.

A concatenation is flat, has no empty part and no two constants side by side. Positions count from 0
and are not relative to the end: a negative index is the front end's to resolve. Where a position
lies outside the string the result is empty (or -1), as in the solver's theory.
"""

from __future__ import annotations

from heapwise.terms.arithmetic import add, sub
from heapwise.terms.booleans import not_, or_
from heapwise.terms.comparisons import eq, le
from heapwise.terms.computing import COMPUTE
from heapwise.terms.conditionals import ite
from heapwise.terms.sorts import BOOL, INT, STR, Sort
from heapwise.terms.term import Op, Scalar, Term, make


def _apply(op: str, sort: Sort, *args: Scalar) -> Scalar:
    for arg in args:
        if isinstance(arg, Term):
            return make(op, sort, args)
    folded: Scalar = COMPUTE[op](*args)
    return folded


def str_concat(*parts: Scalar) -> Scalar:
    kept: list[Scalar] = []
    for part in parts:
        flat = part.args if isinstance(part, Term) and part.op == Op.CONCAT else (part,)
        for each in flat:
            last = kept[-1] if kept else None
            if type(each) is str and type(last) is str:
                kept[-1] = last + each
            elif each != "":
                kept.append(each)
    if len(kept) <= 1:
        return kept[0] if kept else ""
    return make(Op.CONCAT, STR, tuple(kept))


def str_length(s: Scalar) -> Scalar:
    """The length of a concatenation is the sum of those of its parts."""
    if not isinstance(s, Term) or s.op != Op.CONCAT:
        return _apply(Op.LENGTH, INT, s)
    total: Scalar = 0
    constant = 0
    for part in s.args:
        if type(part) is str:
            constant += len(part)
        else:
            total = add(total, str_length(part))
    return add(total, constant)


def str_at(s: Scalar, index: Scalar) -> Scalar:
    """The string of the one character at `index`; empty outside of `s`."""
    if type(index) is int and isinstance(s, Term):
        if s.op == Op.CONCAT:
            first = s.args[0]
            if type(first) is str and 0 <= index < len(first):
                return first[index]
        elif s.op == Op.AT:
            return s if index == 0 else ""
    return _apply(Op.AT, STR, s, index)


def str_substring(s: Scalar, start: Scalar, length: Scalar) -> Scalar:
    """At most `length` characters from `start`; empty if either makes no sense."""
    if type(length) is int and length <= 0:
        return ""
    if type(start) is int and start == 0 and length is str_length(s):
        return s
    return _apply(Op.SUBSTRING, STR, s, start, length)


def str_contains(s: Scalar, part: Scalar) -> Scalar:
    """`part in s`."""
    if part is s or part == "":
        return True
    if s == "":
        return eq(part, "")
    if type(part) is str and isinstance(s, Term):
        if _ends_before(s, part):
            return False
        if len(part) == 1 and s.op == Op.CONCAT:
            return or_(*(str_contains(each, part) for each in s.args))
    return _apply(Op.CONTAINS, BOOL, s, part)


def _ends_before(s: Term, part: str) -> bool:
    """Is it what stands before the next `part` in another string, as pieces between separators do?
    Where there is no other `part`, such a term is empty."""
    if s.op != Op.SUBSTRING:
        return False
    whole, start, length = s.args
    return length is sub(str_index_of(whole, part, start), start)


def str_prefix_of(part: Scalar, s: Scalar) -> Scalar:
    """`s.startswith(part)`."""
    if part is s or part == "":
        return True
    if isinstance(s, Term) and s.op == Op.CONCAT and type(part) is str:
        first = s.args[0]
        if type(first) is str and (first.startswith(part) or not part.startswith(first)):
            return first.startswith(part)
    return _apply(Op.PREFIX_OF, BOOL, part, s)


def str_suffix_of(part: Scalar, s: Scalar) -> Scalar:
    """`s.endswith(part)`."""
    if part is s or part == "":
        return True
    if isinstance(s, Term) and s.op == Op.CONCAT and type(part) is str:
        last = s.args[-1]
        if type(last) is str and (last.endswith(part) or not part.endswith(last)):
            return last.endswith(part)
    return _apply(Op.SUFFIX_OF, BOOL, part, s)


def str_index_of(s: Scalar, part: Scalar, start: Scalar = 0) -> Scalar:
    """`s.find(part, start)` for a start that is not negative, or else -1."""
    if type(part) is str and part and isinstance(s, Term) and _ends_before(s, part):
        return -1
    return _apply(Op.INDEX_OF, INT, s, part, start)


def str_replace_first(s: Scalar, old: Scalar, new: Scalar) -> Scalar:
    """`s.replace(old, new, 1)`."""
    if old is new:
        return s
    return _apply(Op.REPLACE_FIRST, STR, s, old, new)


def str_lt(a: Scalar, b: Scalar) -> Scalar:
    """By code points."""
    if a is b or b == "":
        return False
    if a == "":
        return not_(eq(b, ""))
    return _apply(Op.STR_LT, BOOL, a, b)


def str_le(a: Scalar, b: Scalar) -> Scalar:
    return not_(str_lt(b, a))


def str_code(s: Scalar) -> Scalar:
    """`ord(s)`; -1 if the length of `s` is not 1."""
    return _apply(Op.CODE, INT, s)


def str_from_code(n: Scalar) -> Scalar:
    """`chr(n)`; empty if n is no code point."""
    return _apply(Op.FROM_CODE, STR, n)


def str_of_int(n: Scalar) -> Scalar:
    """`str(n)`."""
    return _apply(Op.STR_OF_INT, STR, n)


def int_of_str(s: Scalar) -> Scalar:
    """The number that the digits 0-9 of `s` are; -1 if it is empty or has something else."""
    if isinstance(s, Term) and s.op == Op.STR_OF_INT:
        n = s.args[0]
        return ite(le(0, n), n, -1)
    return _apply(Op.INT_OF_STR, INT, s)


def str_is_ascii(s: Scalar) -> Scalar:
    """Are all code points below 128?"""
    return _apply(Op.IS_ASCII, BOOL, s)


def str_is_latin(s: Scalar) -> Scalar:
    """Are all code points below 256, so that it can stand for bytes?"""
    return _apply(Op.IS_LATIN, BOOL, s)
