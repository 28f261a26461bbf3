"""Functions about numbers: constructors, `abs`, `round`, `divmod`, methods of int and float."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.store_keys import hashed
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    HashOf,
    Host,
    Identity,
    Opaque,
    Tuple,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, pure_functions
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.hashable import check_hashable
from heapwise.frontends.python.semantics.core.keys import has_own_hash
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_integer,
    is_number,
    is_str,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.pieces import joined
from heapwise.frontends.python.semantics.core.plain import (
    as_number,
    plain,
    taken_for_integer,
    to_float,
)
from heapwise.frontends.python.semantics.core.special_methods import no_integer, special_method
from heapwise.frontends.python.semantics.numbers import arithmetic
from heapwise.frontends.python.semantics.numbers.arithmetic import ratio_of
from heapwise.frontends.python.semantics.operations import truth
from heapwise.frontends.python.semantics.operations.describing import quoted, rethrow
from heapwise.frontends.python.semantics.operations.digits import check_digits
from heapwise.frontends.python.semantics.text import characters, written_digits
from heapwise.frontends.python.semantics.text.strings import wrapped
from heapwise.terms import (
    FLOAT,
    INT,
    Scalar,
    Term,
    add,
    and_,
    eq,
    feq,
    float_of_int,
    floor_of_float,
    floordiv,
    flt,
    fneg,
    int_of_float,
    int_of_str,
    is_infinite,
    is_nan,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    not_,
    or_,
    round_of_float,
    sort_of,
    str_at,
    str_code,
    str_length,
    str_substring,
    sub,
)
from heapwise.terms.code_points import code_is

_HASH_MODULUS = 2**61 - 1
_MOST_BITS = 64
_MOST_BYTES = 16
NUMBERS_IN_TEXT = "the numbers read from text (digits with a sign)"
"""A bound of ours: text with blanks, underscores, points, exponents or digits of other scripts may
be a number too, but what number is not followed."""


def number(m: Mac, name: str, value: Value) -> Scalar | None:
    """A settled int or float; None for an object that may have a method for it."""
    value = plain(settle(m, value), int | float)
    if is_number(value):
        return as_number(value)
    if isinstance(value, Opaque):
        return taken_for_integer(m, value)
    if isinstance(value, Host):
        unsupported(f"{name}() of a {type_name(m, value)}")
    return None


def required(m: Mac, name: str, value: Value) -> Scalar:
    found = number(m, name, value)
    if found is None:
        value = settle(m, value)
        for method in ("__index__", "__float__", "__int__"):
            if special_method(m, value, method) is not None:
                unsupported(f"{name}() of an object with {method}")
        throw(TypeError, f"must be real number, not {type_name(m, value)}")
    return found


def integer(m: Mac, name: str, value: Value) -> Scalar:
    found = required(m, name, value)
    if sort_of(found) is not INT:
        throw(TypeError, "'float' object cannot be interpreted as an integer")
    return found


# -- constructors


def make_int(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    value, base = take_given("int", positional, keywords, ("x", "base"), 0)
    if value is None and base is not None:
        throw(TypeError, "int() missing string argument")
    if value is None:
        return 0
    value = settle(m, value)
    if isinstance(value, Bytes):
        if isinstance(value.text, str) and base is None:
            return by_python(int, value.text.encode("latin-1"))
        unsupported("int() of bytes that are not known")
    if base is not None:
        base = settle(m, base)
        if isinstance(value, str) and isinstance(base, int):
            return by_python(int, value, base)
        if not is_str(value):
            if not is_integer(base):
                no_integer(m, base)
            if not m.decide(or_(eq(base, 0), and_(le(2, base), le(base, 36)))):
                throw(ValueError, _BASES)
            throw(TypeError, "int() can't convert non-string with explicit base")
        if not isinstance(base, int):
            unsupported("int() of a symbolic string with a base that is not known")
        if base != 10:
            return _parsed_in(m, value, base)
    if is_str(value):
        return by_python(int, value) if isinstance(value, str) else _parsed(m, value)
    found = number(m, "int", value)
    if found is None:
        for method in ("__int__", "__index__", "__trunc__"):
            own = special_method(m, value, method)
            if own is not None:
                return calls.enter_checked(m, method, own, value)
        name = type_name(m, value)
        throw(
            TypeError,
            f"int() argument must be a string, a bytes-like object or a real number, not '{name}'",
        )
    return found if sort_of(found) is INT else _truncated(m, found)


def by_python(function: Callable[..., Value], *args: object) -> Value:
    try:
        return function(*args)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError) as error:
        rethrow(error)


def _parsed(m: Mac, s: Scalar) -> Scalar:
    """Digits, with a sign or without. Python knows blanks, underscores and the digits of other
    scripts besides, though not all that `isdigit` takes for one: what begins or ends with something
    else is no number for sure."""
    plain = int_of_str(s)
    if m.decide(le(0, plain)):
        check_digits(m, s, sign=False)
        return plain
    rest = int_of_str(str_substring(s, 1, sub(str_length(s), 1)))
    first = str_at(s, 0)
    if m.decide(and_(or_(eq(first, "-"), eq(first, "+")), le(0, rest))):
        check_digits(m, s, sign=True)
        return ite(eq(first, "-"), neg(rest), rest)
    last = str_at(s, sub(str_length(s), 1))
    wrong = [not_(code_is("end of a number", str_code(end))) for end in (first, last)]
    signs = and_(eq(str_length(s), 1), or_(eq(s, "-"), eq(s, "+")))
    if m.decide(or_(eq(s, ""), signs, *wrong)):
        throw(ValueError, joined(["invalid literal for int() with base 10: ", quoted(m, s)]))
    raise CutError(NUMBERS_IN_TEXT)


_BASES = "int() base must be >= 2 and <= 36, or 0"
_PREFIXES = {2: "bB", 8: "oO", 16: "xX"}


def _parsed_in(m: Mac, s: Scalar, base: int) -> Scalar:
    """Characters that are digits to this base, with a sign or without."""
    if not 2 <= base <= 36:
        if base == 0:
            unsupported("int() of a symbolic string with the base 0")
        throw(ValueError, _BASES)
    whole = characters.characters(m, s)
    odd = [
        or_(not_(characters.is_ascii(each)), characters.is_kind("space", each), eq(each, "_"))
        for each in whole
    ]
    if m.decide(or_(*odd)):
        raise CutError(NUMBERS_IN_TEXT)
    signed = bool(whole) and m.decide(or_(eq(whole[0], "-"), eq(whole[0], "+")))
    digits = [_digit(each, base) for each in (whole[1:] if signed else whole)]
    if digits and m.decide(and_(*(le(0, digit) for digit in digits))):
        found: Scalar = 0
        for digit in digits:
            found = add(mul(found, base), digit)
        return ite(eq(whole[0], "-"), neg(found), found) if signed else found
    if base in _PREFIXES and len(digits) > 2:
        first, second = whole[signed : signed + 2]
        letters = (eq(second, letter) for letter in _PREFIXES[base])
        if m.decide(and_(eq(first, "0"), or_(*letters))):
            raise CutError(NUMBERS_IN_TEXT)
    throw(ValueError, joined([f"invalid literal for int() with base {base}: ", quoted(m, s)]))


def _digit(character: Scalar, base: int) -> Scalar:
    """Its value; -1 if it is none."""
    code = str_code(character)
    value: Scalar = -1
    for first, least in (("0", 0), ("a", 10), ("A", 10)):
        count = min(base - least, 26 if least else 10)
        shifted = sub(code, ord(first))
        value = ite(and_(le(0, shifted), lt(shifted, count)), add(shifted, least), value)
    return value


def _truncated(m: Mac, value: Scalar) -> Scalar:
    ratio = ratio_of(m, value)
    if ratio is None:
        return _whole(m, value, int_of_float)
    a, b = ratio
    same_sign = eq(lt(a, 0), lt(b, 0))
    return ite(same_sign, floordiv(a, b), neg(floordiv(neg(a), b)))


def _whole(m: Mac, value: Scalar, convert: Callable[[Scalar], Scalar]) -> Scalar:
    """An integer from a float that has to be finite."""
    if m.decide(is_nan(value)):
        throw(ValueError, "cannot convert float NaN to integer")
    if m.decide(is_infinite(value)):
        throw(OverflowError, "cannot convert float infinity to integer")
    return convert(value)


def make_float(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take_given("float", positional, keywords, ("x",), 0)
    if value is None:
        return 0.0
    value = settle(m, value)
    if isinstance(value, Bytes):
        if isinstance(value.text, str):
            return by_python(float, value.text.encode("latin-1"))
        unsupported("float() of bytes that are not known")
    if is_str(value):
        if isinstance(value, str):
            return by_python(float, value)
        digits = int_of_str(value)
        if m.decide(le(0, digits)):
            return float_of_int(digits)
        begins = code_is("begin of a float", str_code(str_at(value, 0)))
        if m.decide(or_(eq(value, ""), not_(begins))):
            throw(ValueError, joined(["could not convert string to float: ", quoted(m, value)]))
        raise CutError(NUMBERS_IN_TEXT)
    found = number(m, "float", value)
    if found is None:
        for method in ("__float__", "__index__"):
            own = special_method(m, value, method)
            if own is not None:
                finish = _float_of_index if method == "__index__" else None
                return calls.enter_checked(m, method, own, value, finish=finish)
        name = type_name(m, value)
        throw(TypeError, f"float() argument must be a string or a real number, not '{name}'")
    return to_float(m, found)


def _float_of_index(value: Value) -> Value:
    assert is_integer(value)
    return float_of_int(value)


def make_bool(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take_given("bool", positional, keywords, ("x",), 0)
    return False if value is None else truth.truth(m, value)


# -- functions


def absolute(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take("abs", positional, keywords, ("x",), 1)
    found = number(m, "abs", value)
    if found is None:
        problem = f"bad operand type for abs(): '{type_name(m, settle(m, value))}'"
        return _own(m, "__abs__", value, problem)
    return size_of_float(found)


def _own(m: Mac, method: str, value: Value, problem: str, *others: Value) -> Value | Enter:
    value = settle(m, value)
    own = special_method(m, value, method)
    if own is None:
        throw(TypeError, problem)
    return calls.enter(m, own, (value, *others))


def size_of_float(value: Scalar) -> Scalar:
    if not isinstance(value, Term):
        return abs(value)  # type: ignore[arg-type]
    if sort_of(value) is INT:
        return ite(lt(value, 0), neg(value), value)
    return ite(feq(value, 0.0), 0.0, ite(flt(value, 0.0), fneg(value), value))


def rounded(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    value, digits = take("round", positional, keywords, ("number", "ndigits"), 1, ndigits=NONE)
    digits = plain(settle(m, digits), int)
    found = number(m, "round", value)
    if found is None:
        others = () if digits is NONE else (digits,)
        name = type_name(m, settle(m, value))
        problem = f"type {name} doesn't define __round__ method"
        return _own(m, "__round__", value, problem, *others)
    if not isinstance(found, Term) and (digits is NONE or isinstance(digits, int)):
        return by_python(round, found, *(() if digits is NONE else (digits,)))
    places = 0 if digits is NONE else digits
    if not is_integer(places):
        no_integer(m, places)
    if sort_of(found) is INT:
        if digits is NONE or m.decide(le(0, as_number(places))):
            return found
        unsupported("round() of a symbolic integer to tens")
    if digits is NONE:
        return _whole(m, found, round_of_float)
    unsupported("round() of a symbolic float to a number of digits")


def quotient_and_rest(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    left, right = take("divmod", positional, keywords, ("x", "y"), 2)
    return runtime(m).binary(m, "DivMod", left, right)


def power(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    base, exponent, modulus = take("pow", positional, keywords, ("base", "exp", "mod"), 2, mod=NONE)
    if settle(m, modulus) is NONE:
        return runtime(m).binary(m, "Pow", base, exponent)
    settled = [settle(m, value) for value in (base, exponent, modulus)]
    if any(is_float(value) for value in settled):
        throw(TypeError, "pow() 3rd argument not allowed unless all arguments are integers")
    if not all(is_integer(plain(value, int)) for value in settled):
        for value, method in zip(settled, ("__pow__", "__rpow__", "__rpow__"), strict=True):
            if special_method(m, value, method) is not None:
                unsupported("pow() of three arguments, of which one has a method for it")
        names = ", ".join(f"'{type_name(m, value)}'" for value in settled)
        throw(TypeError, f"unsupported operand type(s) for ** or pow(): {names}")
    values = [integer(m, "pow", value) for value in settled]
    if not any(isinstance(value, Term) for value in values):
        return by_python(pow, *values)
    if m.decide(eq(values[2], 0)):
        throw(ValueError, "pow() 3rd argument cannot be 0")
    if m.decide(lt(values[1], 0)):
        unsupported("pow() with a negative exponent")
    return mod(arithmetic.arithmetic(m, "Pow", values[0], values[1]), values[2])


def hash_of(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take("hash", positional, keywords, ("obj",), 1)
    value = settle(m, value)
    check_hashable(m, value)
    own = special_method(m, value, "__hash__")
    if own is not None:
        return calls.enter_checked(m, "__hash__", own, value)
    if isinstance(value, Opaque) and not value.name.startswith("?"):
        value = taken_for_integer(m, value)
    value = plain(value, int)
    if is_integer(value):
        n = as_number(value)
        rest = ite(lt(n, 0), neg(mod(neg(n), _HASH_MODULUS)), mod(n, _HASH_MODULUS))
        return ite(eq(rest, -1), -2, rest)
    if isinstance(value, float) or (
        isinstance(value, Tuple) and all(type(item) is int for item in value.items)
    ):
        found = hash(value if isinstance(value, float) else value.items)
        m.put(hashed(found), value)
        return found
    if has_own_hash(m, value):  # a tuple, with such objects in it
        return calls.enter(m, runtime(m).prelude(m, "hash_items"), (value,))
    return HashOf(value)


def hash_of_hashes(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """The hash of a tuple: its items may have others when it is compared."""
    return HashOf(Tuple(positional))


def _digits(name: str, convert: Callable[[int], str]) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        (value,) = take(name, positional, keywords, ("number",), 1)
        if isinstance(value, Identity):
            return UnknownText("id()")
        found = integer(m, name, value)
        if isinstance(found, Term):
            return written_digits.prefixed(m, found, name[0].replace("h", "x"))
        return convert(int(found))

    return model


# -- methods


def _number_itself(m: Mac, value: Value) -> Scalar:
    """What a method of a number is called on."""
    value = plain(settle(m, value), int | float)
    if not is_number(value):
        throw(TypeError, f"no method of a '{type_name(m, value)}' object")
    return as_number(value)


def bit_length(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    value = _number_itself(m, positional[0])
    if not isinstance(value, Term):
        return int(value).bit_length()
    size = size_of_float(value)
    if not m.decide(lt(size, 1 << _MOST_BITS)):
        unsupported(f"bit_length() of a symbolic integer of more than {_MOST_BITS} bits")
    result: Scalar = _MOST_BITS
    for length in range(_MOST_BITS - 1, -1, -1):
        result = ite(lt(size, 1 << length), length, result)
    return result


def bit_count(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    value = _number_itself(m, positional[0])
    if not isinstance(value, Term):
        return int(value).bit_count()
    size = size_of_float(value)
    if not m.decide(lt(size, 1 << _MOST_BITS)):
        unsupported(f"bit_count() of a symbolic integer of more than {_MOST_BITS} bits")
    result: Scalar = 0
    for position in range(_MOST_BITS):
        result = add(result, mod(floordiv(size, 1 << position), 2))
    return result


def to_bytes(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    value = _number_itself(m, positional[0])
    if not isinstance(value, Term):
        return _concrete_method(int, "to_bytes")(m, positional, keywords)
    names = ("length", "byteorder", "signed")
    length, order, signed = (
        settle(m, each)
        for each in take(
            "to_bytes", positional[1:], keywords, names, 0, length=1, byteorder="big", signed=False
        )
    )
    if (
        len(positional) > len(names)  # `signed` is a keyword
        or not isinstance(length, int)
        or not 1 <= length <= _MOST_BYTES
        or order not in ("big", "little")
        or not isinstance(signed, bool)
    ):
        unsupported("int.to_bytes() of a symbolic integer with such arguments")
    if not signed and m.decide(lt(value, 0)):
        throw(OverflowError, "can't convert negative int to unsigned")
    count = 1 << 8 * length
    least = -(count >> 1) if signed else 0
    if not m.decide(and_(le(least, value), lt(value, least + count))):
        throw(OverflowError, "int too big to convert")
    codes = [mod(floordiv(value, 1 << 8 * index), 256) for index in range(length)]
    return Bytes(characters.string_of(m, codes if order == "little" else codes[::-1]))


def from_bytes(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    known = pure_functions.called(m, int.from_bytes, "int.from_bytes", positional, keywords)
    if known is not None:
        return known[0]
    names = ("bytes", "byteorder", "signed")
    data, order, signed = (
        settle(m, each)
        for each in take(
            "from_bytes", positional, keywords, names, 1, byteorder="big", signed=False
        )
    )
    if (
        len(positional) == len(names)  # `signed` is a keyword
        or not isinstance(data, Bytes)
        or order not in ("big", "little")
        or not isinstance(signed, bool)
    ):
        unsupported("int.from_bytes() of bytes that are not known with such arguments")
    codes = [str_code(each) for each in characters.characters(m, data.text)]
    if order == "little":
        codes.reverse()
    number: Scalar = 0
    for code in codes:
        number = add(mul(number, 256), code)
    if signed and codes:
        return ite(lt(codes[0], 128), number, sub(number, 1 << 8 * len(codes)))
    return number


def _concrete_method(kind_of: type, name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        values = [settle(m, value) for value in positional]
        named = {key: settle(m, value) for key, value in keywords.items()}
        every = [*values, *named.values()]
        if not all(isinstance(value, bool | int | float | str) for value in every):
            unsupported(f"{kind_of.__name__}.{name}() of symbolic values")
        try:
            return wrapped(m, getattr(values[0], name)(*values[1:], **named))
        except (ValueError, OverflowError, TypeError) as error:
            rethrow(error)

    return model


def float_is_integer(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    value = _number_itself(m, positional[0])
    if not isinstance(value, Term):
        return float(value).is_integer()
    if sort_of(value) is not FLOAT:
        return True
    finite = and_(not_(is_nan(value)), not_(is_infinite(value)))
    return and_(finite, feq(value, float_of_int(floor_of_float(value))))


def itself(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return _number_itself(m, positional[0])


def whole_ratio(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("as_integer_ratio", positional, keywords, ("self",), 1)
    return Tuple((_number_itself(m, value), 1))


def _constant(value: int | float) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        return value

    return model


MODELS: dict[str, Model] = {
    "int": make_int,
    "float": make_float,
    "bool": make_bool,
    "abs": absolute,
    "round": rounded,
    "divmod": quotient_and_rest,
    "pow": power,
    "hash": hash_of,
    "__hash_of_hashes__": hash_of_hashes,
    "bin": _digits("bin", bin),
    "hex": _digits("hex", hex),
    "oct": _digits("oct", oct),
    **{f"{kind_of}.bit_length": bit_length for kind_of in ("int", "bool")},
    **{f"{kind_of}.conjugate": itself for kind_of in ("int", "bool", "float")},
    **{f"{kind_of}.__index__": itself for kind_of in ("int", "bool")},
    **{f"get {kind_of}.real": itself for kind_of in ("int", "bool", "float")},
    **{f"get {kind_of}.numerator": itself for kind_of in ("int", "bool")},
    **{f"get {kind_of}.imag": _constant(0) for kind_of in ("int", "bool")},
    **{f"get {kind_of}.denominator": _constant(1) for kind_of in ("int", "bool")},
    "get float.imag": _constant(0.0),
    **{
        f"{kind_of.__name__}.is_integer": float_is_integer
        for kind_of in (int, bool, float)
        if hasattr(kind_of, "is_integer")  # of int since Python 3.12
    },
    "int.bit_count": bit_count,
    "int.to_bytes": to_bytes,
    "int.from_bytes": from_bytes,
    "int.as_integer_ratio": whole_ratio,
    **{f"float.{name}": _concrete_method(float, name) for name in ("hex", "as_integer_ratio")},
}
