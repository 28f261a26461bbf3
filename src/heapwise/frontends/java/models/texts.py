"""Texts: what strings and string builders have in common, on terms of sort Str.

A text is a sequence of chars. Where the theory of strings has an operation, the result is one term;
else the length becomes known and each character is looked at. Positions come and go as Java ints,
and are mathematical integers in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError, ThrownError, UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.descriptors import CHAR, ArrayType
from heapwise.frontends.java.models.characters import one_char
from heapwise.frontends.java.models.decimals import decimal, decimal_single
from heapwise.frontends.java.models.jdk_messages import (
    BEGIN_END,
    OFFSET_COUNT,
    PLACE,
    Forms,
    filled,
    worded,
)
from heapwise.frontends.java.models.library_model import (
    LAST_CHAR,
    Mac,
    arithmetic,
    check_count,
    code_at,
    codes_of,
    field,
    java_int,
    math_int,
    not_null,
    settled_length,
    text_of,
    text_of_bool,
    text_of_char,
    thrown,
    universe,
)
from heapwise.frontends.java.semantics.operations import in_characters, in_units, settle_length
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.frontends.java.universe.scalars import narrowing, widening
from heapwise.frontends.java.universe.well_known import STRING, TEXT
from heapwise.terms import (
    NULL,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    le,
    lt,
    mul,
    not_,
    or_,
    str_concat,
    str_from_code,
    str_index_of,
    str_length,
    str_of_int,
    str_substring,
    sub,
)

BUILDER = "java/lang/AbstractStringBuilder"
OUT_OF_BOUNDS = "java/lang/StringIndexOutOfBoundsException"
_ASCII = 128
_ASCII_CASE = "upper and lower case of ASCII text"
_SPACE = 32


# -- where texts are


def builder_text(m: Mac, ref: Term) -> Scalar:
    return m.read_field(ref, field(m, BUILDER, TEXT))


def set_builder_text(m: Mac, ref: Term, text: Scalar) -> None:
    m.write_field(ref, field(m, BUILDER, TEXT), text)


def sequence_text(m: Mac, ref: Scalar) -> Scalar:
    """The text of a CharSequence; null throws."""
    cls = m.classify(not_null(m, ref), lambda each: each)
    assert isinstance(ref, Term)
    if cls is universe(m).decl(STRING):
        return text_of(m, ref)
    if cls.is_subclass_of(universe(m).decl(BUILDER)):
        return builder_text(m, ref)
    raise UnsupportedError(f"an object of {cls} as a sequence of characters")


def text_or_null(m: Mac, ref: Scalar) -> Scalar:
    """What is appended for a reference to a String: `null` for null."""
    assert isinstance(ref, Term)
    return "null" if m.decide(m.same_reference(ref, NULL)) else sequence_text(m, ref)


def scalar_text(m: Mac, descriptor: str, value: Scalar) -> Scalar:
    """A value of a primitive type as `String.valueOf` writes it."""
    if descriptor == "Z":
        return text_of_bool(value)
    if descriptor == "C":
        return text_of_char(m, value)
    if descriptor in "FD":
        if not isinstance(value, float):
            raise UnsupportedError("the digits of a symbolic floating-point number")
        return decimal(value) if descriptor == "D" else decimal_single(value)
    return str_of_int(math_int(value))


# -- arrays of chars


def char_array(m: Mac) -> JavaArray:
    return universe(m).array(ArrayType(CHAR, 1))


def _no_such_part(m: Mac, start: Scalar, count: Scalar, length: Scalar) -> ThrownError:
    return thrown(m, OUT_OF_BOUNDS, worded(m, OFFSET_COUNT, start, count, length))


def check_part(
    m: Mac,
    start: Scalar,
    count: Scalar,
    length: Scalar,
    failure: Callable[..., ThrownError] = _no_such_part,
) -> None:
    """`failure` is thrown if an array of this length has not `count` elements from `start` on."""
    if m.decide(or_(lt(start, 0), lt(count, 0), lt(arithmetic(m, "isub")(length, start), count))):
        raise failure(m, start, count, length)


def text_of_array(
    m: Mac,
    array: Scalar,
    start: Scalar = 0,
    count: Scalar | None = None,
    failure: Callable[..., ThrownError] = _no_such_part,
) -> Scalar:
    """The chars of an array, or `count` of them from `start` on; `failure` is thrown if it has not
    that many."""
    array = not_null(m, array)
    cls = char_array(m)
    length = m.array_length(cls, array)
    if count is None:
        count = length
    else:
        check_part(m, start, count, length, failure)
    widen = widening("C", universe(m).exact)
    parts: list[Scalar] = []
    for index in range(settle_length(m, count)):
        char = m.array_load(cls, array, arithmetic(m, "iadd")(start, index))
        parts.append(text_of_char(m, char if widen is None else widen(char)))
    return str_concat(*parts)


def fill_array(m: Mac, codes: Sequence[Scalar], array: Term, start: Scalar = 0) -> None:
    narrow = narrowing("C", universe(m).exact)
    for index, code in enumerate(codes):
        char = java_int(m, code)
        at = arithmetic(m, "iadd")(start, index)
        m.array_store(char_array(m), array, at, char if narrow is None else narrow(char))


def array_of_text(m: Mac, text: Scalar) -> Term:
    codes = codes_of(m, text)
    made = m.new_array(char_array(m), len(codes))
    fill_array(m, codes, made)
    return made


def copy_chars(
    m: Mac,
    part: Scalar,
    array: Scalar,
    to: Scalar,
    failure: Callable[..., ThrownError] = _no_such_part,
) -> int:
    """The end of `getChars`: a part of the text into an array, which may have no room for it."""
    array = not_null(m, array)
    length = m.array_length(char_array(m), array)
    size = arithmetic(m, "isub")(length, to)
    if m.decide(or_(lt(to, 0), lt(math_int(size), str_length(part)))):
        raise failure(m, to, length_of(m, part), length)
    fill_array(m, codes_of(m, part), array, to)
    return 0


# -- parts


def length_of(m: Mac, text: Scalar) -> Scalar:
    return java_int(m, str_length(text))


def check_index(m: Mac, text: Scalar, index: Scalar, forms: Forms = PLACE) -> None:
    length = length_of(m, text)
    if m.decide(or_(lt(index, 0), le(length, index))):
        raise thrown(m, OUT_OF_BOUNDS, worded(m, forms, index, length))


def char_at(m: Mac, text: Scalar, index: Scalar, forms: Forms = PLACE) -> Scalar:
    check_index(m, text, index, forms)
    _check_far(m, text, index)
    return java_int(m, code_at(m, text, math_int(index)))


def _check_far(m: Mac, text: Scalar, index: Scalar) -> None:
    """Of an input whose length the path does not know, so many characters are looked at one by one
    as elements of an array: loops over texts would have no end."""
    most = m.bounds.max_length
    if not isinstance(text, Term) or text.op not in (Op.SYMBOL, Op.SELECT) or most is None:
        return
    key: StoreKey[tuple[Scalar, ...]] = StoreKey("looked", text)
    looked = m.load(key) or ()
    if index in looked:
        return
    if len(looked) < most:
        m.put(key, (*looked, index))
        return
    length = length_of(m, text)
    if not any(m.known(eq(length, known)) for known in range(_LONG)):
        m.within(le(length, most), MAX_LENGTH)


_LONG = 64


def slice_of(
    m: Mac,
    text: Scalar,
    start: Scalar,
    end: Scalar | None = None,
    forms: Forms = BEGIN_END,
) -> Scalar:
    """From `start` to before `end`, which are checked."""
    length = length_of(m, text)
    end = length if end is None else end
    if m.decide(or_(lt(start, 0), lt(end, start), lt(length, end))):
        raise thrown(m, OUT_OF_BOUNDS, worded(m, forms, start, end, length))
    first = math_int(start)
    return str_substring(text, first, sub(math_int(end), first))


def spliced(m: Mac, text: Scalar, start: Scalar, end: Scalar, by: Scalar) -> Scalar:
    """With something else from `start` to before `end`; both are within the text."""
    first, last = math_int(start), math_int(end)
    rest = str_substring(text, last, sub(str_length(text), last))
    return str_concat(str_substring(text, 0, first), by, rest)


# -- searching


def find(m: Mac, text: Scalar, part: Scalar, start: Scalar = 0) -> Scalar:
    """`indexOf`."""
    first = math_int(start)
    first = ite(lt(first, 0), 0, first)
    length = str_length(text)
    nowhere = ite(lt(length, first), length, first)
    found = ite(eq(part, ""), nowhere, str_index_of(text, part, first))
    return java_int(m, found)


def find_last(m: Mac, text: Scalar, part: Scalar, start: Scalar | None = None) -> Scalar:
    """`lastIndexOf`, at `start` at the latest."""
    first = None if start is None else math_int(start)
    if isinstance(text, str) and isinstance(part, str) and not isinstance(first, Term):
        end = len(text) if first is None else int(first) + len(part)
        return text.rfind(part, 0, max(end, 0)) if end >= len(part) else -1
    found: Scalar = -1
    length, size = settled_length(m, text), str_length(part)
    for index in range(length + 1):
        inside = le(add(index, size), length)
        here = and_(inside, eq(str_substring(text, index, size), part))
        early = True if first is None else le(index, first)
        found = ite(and_(here, early), index, found)
    return java_int(m, found)


def starts_at(m: Mac, text: Scalar, part: Scalar, at: Scalar) -> Scalar:
    """`startsWith` at a position, which need not be within the text."""
    first = math_int(at)
    length = str_length(part)
    inside = and_(le(0, first), le(add(first, length), str_length(text)))
    return and_(inside, eq(str_substring(text, first, length), part))


# -- character by character


def compared(m: Mac, one: Scalar, other: Scalar, fold: bool = False) -> Scalar:
    """The difference of the first chars that differ, or else of the lengths."""
    if one is other:
        return 0
    if not fold and isinstance(other, str):
        return java_int(m, _compared_with(m, one, other))
    if not fold and isinstance(one, str):
        return java_int(m, sub(0, _compared_with(m, other, one)))
    left, right = codes_of(m, one), codes_of(m, other)
    found: Scalar = len(left) - len(right)
    for a, b in reversed(list(zip(left, right, strict=False))):
        if fold:
            a, b = _lower(m, _upper(m, a)), _lower(m, _upper(m, b))
        found = ite(eq(a, b), found, sub(a, b))
    return java_int(m, found)


def _compared_with(m: Mac, text: Scalar, known: str) -> Scalar:
    """The difference from a known text: no length needs to be known."""
    rest = sub(str_length(text), len(known))
    found = rest
    for index in reversed(range(len(known))):
        code = code_at(m, text, index)
        different = ite(eq(code, ord(known[index])), found, sub(code, ord(known[index])))
        found = ite(le(str_length(text), index), rest, different)
    return found


def same_but_for_case(m: Mac, one: Scalar, other: Scalar) -> Scalar:
    if isinstance(one, str) and isinstance(other, str):
        return _folded(one) == _folded(other)
    if m.decide(not_(eq(str_length(one), str_length(other)))):
        return False
    left, right = codes_of(m, one), codes_of(m, other)
    pairs = zip(left, right, strict=True)
    return and_(*(eq(_lower(m, a), _lower(m, b)) for a, b in pairs))


def _folded(text: str) -> str:
    return "".join(one_char(one_char(each, str.upper), str.lower) for each in text)


def _lower(m: Mac, code: Scalar) -> Scalar:
    if not isinstance(code, Term):
        assert isinstance(code, int)
        return ord(one_char(chr(code), str.lower))
    _only_ascii(m, code)
    return ite(and_(le(65, code), le(code, 90)), add(code, 32), code)


def _upper(m: Mac, code: Scalar) -> Scalar:
    if not isinstance(code, Term):
        assert isinstance(code, int)
        return ord(one_char(chr(code), str.upper))
    _only_ascii(m, code)
    return ite(and_(le(97, code), le(code, 122)), sub(code, 32), code)


def _only_ascii(m: Mac, code: Scalar) -> None:
    if not m.decide(lt(code, _ASCII)):
        raise CutError(_ASCII_CASE)


def lower(m: Mac, text: Scalar) -> Scalar:
    return text.lower() if isinstance(text, str) else _mapped(m, text, _lower)


def upper(m: Mac, text: Scalar) -> Scalar:
    return text.upper() if isinstance(text, str) else _mapped(m, text, _upper)


def _mapped(m: Mac, text: Scalar, change: Callable[[Mac, Scalar], Scalar]) -> Scalar:
    return str_concat(*(str_from_code(change(m, code)) for code in codes_of(m, text)))


def with_char_replaced(m: Mac, text: Scalar, old: Scalar, new: Scalar) -> Scalar:
    old, new = math_int(old), math_int(new)
    if isinstance(text, str) and not isinstance(old, Term) and not isinstance(new, Term):
        assert isinstance(old, int) and isinstance(new, int)
        return text.replace(chr(old), chr(new))
    return _mapped(m, text, lambda m, code: ite(eq(code, old), new, code))


def code_point_at(m: Mac, text: Scalar, index: Scalar) -> Scalar:
    """A pair of surrogates is one."""
    char = math_int(char_at(m, text, index))
    after = add(math_int(index), 1)
    last = le(str_length(text), after)
    found = _pair(char, code_at(m, text, after))
    return java_int(m, ite(last, char, found))


def _pair(first: Scalar, second: Scalar) -> Scalar:
    """The code point that two chars are, or else the first."""
    high = mul(sub(first, _HIGH), _LOW - _HIGH)
    point = add(add(high, sub(second, _LOW)), LAST_CHAR + 1)
    return ite(is_pair(first, second), point, first)


def is_pair(first: Scalar, second: Scalar) -> Scalar:
    """Of surrogates."""
    is_high = and_(le(_HIGH, first), lt(first, _LOW))
    return and_(is_high, le(_LOW, second), lt(second, _NO_SURROGATE))


_HIGH, _LOW, _NO_SURROGATE = 0xD800, 0xDC00, 0xE000


def reversed_text(m: Mac, text: Scalar) -> Scalar:
    """Pairs of surrogates stay as they are."""
    if isinstance(text, str):
        return in_units(in_characters(text)[::-1])
    codes = codes_of(m, text)[::-1]
    if not codes:
        return ""
    pairs = [is_pair(second, first) for first, second in pairwise(codes)]
    # A char is in one pair at most, so nobody moves twice.
    moved = [
        ite(first, codes[n - 1], ite(second, codes[min(n + 1, len(codes) - 1)], codes[n]))
        for n, (first, second) in enumerate(zip([False, *pairs], [*pairs, False], strict=True))
    ]
    return str_concat(*(str_from_code(code) for code in moved))


def is_low(code: Scalar) -> Scalar:
    """What `trim` cuts off."""
    return le(code, _SPACE)


def is_white(code: Scalar) -> Scalar:
    """`Character.isWhitespace`."""
    ranges = [and_(le(low, code), le(code, high)) for low, high in _WHITE]
    return or_(*ranges)


_WHITE = (
    *((9, 13), (28, 32), (0x1680, 0x1680), (0x2000, 0x2006), (0x2008, 0x200A)),
    *((0x2028, 0x2029), (0x205F, 0x205F), (0x3000, 0x3000)),
)
"""White space of Unicode but the spaces that do not break, and the control characters that Java
counts as well."""


def trimmed(
    m: Mac,
    text: Scalar,
    goes: Callable[[Scalar], Scalar],
    front: bool = True,
    back: bool = True,
) -> Scalar:
    """Without the characters at the ends that go."""
    length = str_length(text)
    start, cut = 0, 0
    while front and m.decide(and_(lt(start, length), goes(code_at(m, text, start)))):
        start += 1
        if isinstance(text, Term):
            check_count(m, start)
    while back:
        end = sub(length, cut)
        if not m.decide(and_(lt(start, end), goes(code_at(m, text, sub(end, 1))))):
            break
        cut += 1
        if isinstance(text, Term):
            check_count(m, cut)
    return str_substring(text, start, sub(sub(length, cut), start))


def repeated(m: Mac, text: Scalar, count: Scalar) -> Scalar:
    if m.decide(lt(count, 0)):
        negative = filled("count is negative: {0}", count)
        raise thrown(m, "java/lang/IllegalArgumentException", negative)
    return str_concat(*(text for _ in range(settle_length(m, count))))
