"""Numbers to texts and back: `Integer.parseInt`, `Long.toString`, `toHexString` …

A symbolic text is read as decimal digits 0-9 with a sign; the JDK would also take the digits of
other scripts, so other text than that of ASCII is beyond a bound.
"""

from __future__ import annotations

from functools import partial, reduce

from heapwise.engine.machine import CutError, UnsupportedError
from heapwise.frontends.java.models import texts
from heapwise.frontends.java.models.characters import digit_value
from heapwise.frontends.java.models.jdk_messages import filled, release
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    is_null,
    math_int,
    new_string,
    text_of,
    thrown,
    universe,
)
from heapwise.terms import (
    Scalar,
    Term,
    bv_and,
    bv_lshr,
    bv_neg,
    bv_of_int,
    eq,
    int_of_str,
    ite,
    lt,
    or_,
    str_concat,
    str_is_ascii,
    str_length,
    str_prefix_of,
    str_substring,
    sub,
)

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def parse(bits: int, m: Mac, ref: Term, radix: Scalar = 10) -> Scalar:
    failure = "java/lang/NumberFormatException"
    if m.decide(is_null(m, ref)):
        raise thrown(m, failure, _OF_NULL if release(m) in (17, 25) else None)
    if isinstance(radix, Term):
        raise UnsupportedError("a number with a symbolic radix")
    base = int(radix)
    if not 2 <= base <= 36:
        limit = "less than Character.MIN_RADIX" if base < 2 else "greater than Character.MAX_RADIX"
        raise thrown(m, failure, f"radix {base} {limit}")
    text = text_of(m, ref)
    number = _number(m, text, base)
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    if number is None or m.decide(or_(lt(number, low), lt(high, number))):
        radix_named = "" if base == 10 else f" under radix {base}"
        raise thrown(m, failure, filled(f'For input string: "{{0}}"{radix_named}', text))
    return bv_of_int(bits, number) if universe(m).exact else number


_OF_NULL = "Cannot parse null string"


def _number(m: Mac, text: Scalar, base: int) -> Scalar | None:
    """None if it is none."""
    if isinstance(text, str):
        digits = text[1:] if text[:1] in ("-", "+") else text
        values = [digit_value(ord(each), base) for each in digits]
        if not values or -1 in values:
            return None
        found = reduce(lambda sum_, value: sum_ * base + value, values)
        return -found if text[0] == "-" else found
    if base != 10:
        raise UnsupportedError("a number in a symbolic text with another radix than 10")
    negative = m.decide(str_prefix_of("-", text))
    signed = negative or m.decide(str_prefix_of("+", text))
    number = int_of_str(str_substring(text, 1, str_length(text)) if signed else text)
    if m.decide(lt(number, 0)):
        if not m.decide(str_is_ascii(text)):
            raise CutError("numbers read from ASCII text")
        return None
    return sub(0, number) if negative else number


def to_text(m: Mac, number: Scalar, radix: Scalar = 10) -> Term:
    if radix == 10:
        return new_string(m, texts.scalar_text(m, "I", number))
    if isinstance(number, Term) and radix in _SHIFTS:
        width = number.sort.width or 0
        negative = m.decide(lt(number, 0))
        digits = symbolic_digits(m, bv_neg(width, number) if negative else number, int(radix))
        return new_string(m, str_concat("-" if negative else "", digits))
    value = math_int(number)
    if isinstance(value, Term) or isinstance(radix, Term):
        raise UnsupportedError("a symbolic number with a radix that is no power of 2, or not 10")
    base = int(radix) if 2 <= int(radix) <= len(_DIGITS) else 10
    return new_string(m, ("-" if int(value) < 0 else "") + _digits(abs(int(value)), base))


def unsigned_text(bits: int, base: int, m: Mac, number: Scalar) -> Term:
    """`toHexString` and its like."""
    if isinstance(number, Term):
        return new_string(m, symbolic_digits(m, number, base))
    value = math_int(number)
    assert isinstance(value, int)
    return new_string(m, _digits(int(value) & ((1 << bits) - 1), base))


_SHIFTS = {2: 1, 8: 3, 16: 4}


def symbolic_digits(m: Mac, number: Scalar, base: int) -> Scalar:
    """Without a sign: a choice for each number of digits."""
    assert isinstance(number, Term)
    width, shift = number.sort.width, _SHIFTS[base]
    if not width:
        raise UnsupportedError("the bits of a mathematical integer")
    found: list[Scalar] = []
    rest: Scalar = number
    while not found or not m.decide(eq(rest, 0)):
        found.append(_digit(bv_and(width, rest, base - 1), base))
        rest = bv_lshr(width, rest, shift)
    return str_concat(*reversed(found))


def _digit(digit: Scalar, base: int) -> Scalar:
    found: Scalar = _DIGITS[base - 1]
    for number in range(base - 2, -1, -1):
        found = ite(eq(digit, number), _DIGITS[number], found)
    return found


def _digits(number: int, base: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, base)
        found = _DIGITS[digit] + found
    return found or "0"


def _float_text(descriptor: str) -> Model:
    return lambda m, value: new_string(m, texts.scalar_text(m, descriptor, value))


def parse_float(m: Mac, ref: Term) -> Scalar:
    """Known texts without the letters that Java allows at the end."""
    text = text_of(m, ref)
    if not isinstance(text, str):
        raise UnsupportedError("a floating-point number in a symbolic text")
    try:
        return float(_plain(text.strip()))
    except ValueError:
        said = f'For input string: "{text.strip()}"' if text.strip() else "empty String"
        raise thrown(m, "java/lang/NumberFormatException", said) from None


def _plain(text: str) -> str:
    """What Python reads as Java does; `inf` and `nan` are Python's alone."""
    if "_" in text or text.lower().lstrip("+-") in ("inf", "infinity", "nan"):
        return text if text.lstrip("+-") in ("Infinity", "NaN") else ""
    return text[:-1] if text[-1:] in ("f", "F", "d", "D") and text[:-1] else text


_S = "Ljava/lang/String;"


def _integers(bits: int, kind: str, name: str) -> dict[str, Model]:
    return {
        f"parse{name}({_S}){kind}": partial(parse, bits),
        f"parse{name}({_S}I){kind}": partial(parse, bits),
        f"toString({kind}){_S}": to_text,
        f"toString({kind}I){_S}": to_text,
        "toHexString": partial(unsigned_text, bits, 16),
        "toOctalString": partial(unsigned_text, bits, 8),
        "toBinaryString": partial(unsigned_text, bits, 2),
    }


MODELS: Table = {
    "java/lang/Integer": _integers(32, "I", "Int"),
    "java/lang/Long": _integers(64, "J", "Long"),
    "java/lang/Double": {f"toString(D){_S}": _float_text("D"), "parseDouble": parse_float},
    "java/lang/Float": {f"toString(F){_S}": _float_text("F")},
}
