"""Methods of bytes that are not known which know of letters, white space and digits, and `bytes()`.

Letters of bytes are those of ASCII, whatever `str` takes for one, so these methods are about code
points: what becomes of a byte is one term, not a choice.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import NONE, Bytes, Tuple, UnknownText, Value
from heapwise.frontends.python.semantics.core import pure_functions, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_float,
    is_integer,
    is_ref,
    is_str,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.lengths import known_length, most_characters
from heapwise.frontends.python.semantics.core.plain import plain
from heapwise.frontends.python.semantics.text import characters
from heapwise.terms import (
    BOOL,
    Scalar,
    add,
    and_,
    floordiv,
    ite,
    le,
    lt,
    mod,
    mul,
    not_,
    or_,
    sort_of,
    str_code,
    str_contains,
    sub,
)

_Ranges = tuple[tuple[int, int], ...]
_UPPER: _Ranges = ((0x41, 0x5A),)
_LOWER: _Ranges = ((0x61, 0x7A),)
_DIGITS: _Ranges = ((0x30, 0x39),)
_SPACES: _Ranges = ((0x09, 0x0D), (0x20, 0x20))
_BLANKS = " \t\n\r\x0b\x0c"
_OTHER_BLANKS = "\x1c\x1d\x1e\x1f\x85\xa0"
"""White space of `str` alone."""
_OTHER_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85"
"""What ends a line of `str` alone."""
ORDINARY = "bytes that separate lines and words as in text"
_SHIFT = 0x20
_BYTE = 256
_BASE64 = ((26, 0x41), (26, 0x61), (10, 0x30), (1, ord("+")), (1, ord("/")))
"""How many digits in a row have the codes from there on."""


def codes_of(m: Mac, text: Scalar) -> list[Scalar]:
    """Of bytes whose number is chosen, where the path does not know it."""
    return [
        ord(each) if isinstance(each, str) else str_code(each)
        for each in characters.characters(m, text)
    ]


def bytes_of(m: Mac, codes: list[Scalar]) -> Bytes:
    if all(isinstance(code, int) for code in codes):
        return Bytes("".join(chr(code) for code in codes if isinstance(code, int)))
    return Bytes(characters.string_of(m, codes))


def _is_in(code: Scalar, *ranges: tuple[int, int]) -> Scalar:
    return or_(*(and_(le(first, code), le(code, last)) for first, last in ranges))


def _lower(code: Scalar) -> Scalar:
    return ite(_is_in(code, *_UPPER), add(code, _SHIFT), code)


def _upper(code: Scalar) -> Scalar:
    return ite(_is_in(code, *_LOWER), sub(code, _SHIFT), code)


def _swapped(code: Scalar) -> Scalar:
    return ite(_is_in(code, *_UPPER), add(code, _SHIFT), _upper(code))


def _title(codes: list[Scalar]) -> list[Scalar]:
    found: list[Scalar] = []
    inside: Scalar = False
    for code in codes:
        found.append(ite(inside, _lower(code), _upper(code)))
        inside = _is_in(code, *_UPPER, *_LOWER)
    return found


def _is_title(codes: list[Scalar]) -> Scalar:
    right: list[Scalar] = []
    some: list[Scalar] = []
    inside: Scalar = False
    for code in codes:
        capital, small = _is_in(code, *_UPPER), _is_in(code, *_LOWER)
        right += [not_(and_(capital, inside)), not_(and_(small, not_(inside)))]
        inside = or_(capital, small)
        some.append(inside)
    return and_(or_(*some), *right)


def _cased(own: _Ranges, other: _Ranges) -> Callable[[list[Scalar]], Scalar]:
    def test(codes: list[Scalar]) -> Scalar:
        none = [not_(_is_in(code, *other)) for code in codes]
        return and_(or_(*(_is_in(code, *own) for code in codes)), *none)

    return test


def _every(*ranges: tuple[int, int]) -> Callable[[list[Scalar]], Scalar]:
    return lambda codes: bool(codes) and and_(*(_is_in(code, *ranges) for code in codes))


def _hex_digit(value: Scalar) -> Scalar:
    return add(value, ite(lt(value, 10), ord("0"), ord("a") - 10))


def hex_digits(codes: list[Scalar]) -> list[Scalar]:
    return [_hex_digit(half) for code in codes for half in (floordiv(code, 16), mod(code, 16))]


_TESTS: dict[str, Callable[[list[Scalar]], Scalar]] = {
    "isalnum": _every(*_UPPER, *_LOWER, *_DIGITS),
    "isalpha": _every(*_UPPER, *_LOWER),
    "isascii": lambda codes: and_(*(lt(code, 0x80) for code in codes)),
    "isdigit": _every(*_DIGITS),
    "isspace": _every(*_SPACES),
    "islower": _cased(_LOWER, _UPPER),
    "isupper": _cased(_UPPER, _LOWER),
    "istitle": _is_title,
}
_CHANGES: dict[str, Callable[[list[Scalar]], list[Scalar]]] = {
    "lower": lambda codes: [_lower(code) for code in codes],
    "upper": lambda codes: [_upper(code) for code in codes],
    "swapcase": lambda codes: [_swapped(code) for code in codes],
    "capitalize": lambda codes: [
        _lower(code) if at else _upper(code) for at, code in enumerate(codes)
    ],
    "title": _title,
}
AS_TEXT = (
    *("strip", "lstrip", "rstrip", "ljust", "rjust", "center", "zfill", "rsplit", "splitlines"),
)
"""What `as_text_does` does."""
NAMES = (*_TESTS, *_CHANGES, *AS_TEXT, "hex", "translate")


def _owner(m: Mac, name: str, positional: Positional) -> Bytes:
    owner = settle(m, positional[0])
    if not isinstance(owner, Bytes):
        throw(TypeError, f"descriptor '{name}' requires a 'bytes' object")
    return owner


def _testing(name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        take(name, positional[1:], keywords, (), 0)
        return _TESTS[name](codes_of(m, _owner(m, name, positional).text))

    return model


def _changing(name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        take(name, positional[1:], keywords, (), 0)
        return bytes_of(m, _CHANGES[name](codes_of(m, _owner(m, name, positional).text)))

    return model


def written_hex(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = _owner(m, "hex", positional)
    if len(positional) > 1 or keywords:
        unsupported("bytes.hex() with a separator")
    return bytes_of(m, hex_digits(codes_of(m, owner.text))).text


def translate(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = _owner(m, "translate", positional)
    table = settle(m, positional[1]) if len(positional) == 2 and not keywords else None
    if not isinstance(table, Bytes) or not isinstance(table.text, str):
        unsupported("bytes.translate() with such arguments")
    if len(table.text) != _BYTE:
        throw(ValueError, "translation table must be 256 characters long")
    moved = _moved(table.text)
    return bytes_of(m, [_translated(code, moved) for code in codes_of(m, owner.text)])


def _moved(table: str) -> list[tuple[int, int, int]]:
    """Which codes of a table, from the first to the last, become others that are so far away."""
    found: list[tuple[int, int, int]] = []
    for code, to in enumerate(map(ord, table)):
        if found and found[-1][2] == to - code:
            found[-1] = found[-1][0], code, to - code
        else:
            found.append((code, code, to - code))
    return [each for each in found if each[2]]


def _translated(code: Scalar, moved: list[tuple[int, int, int]]) -> Scalar:
    result = code
    for first, last, by in moved:
        result = ite(_is_in(code, (first, last)), add(code, by), result)
    return result


def as_text_does(m: Mac, name: str, owner: Bytes, arguments: list[Value]) -> Value | Enter:
    """The method of `str`, where white space is the same; the arguments are text."""
    known = settle(m, arguments[0]) if arguments else NONE
    if name.endswith("strip") and known is NONE:
        arguments = [_BLANKS]
    elif name in ("split", "rsplit") and known is NONE:
        _ordinary(m, owner.text, _OTHER_BLANKS)
    elif name == "splitlines":
        _ordinary(m, owner.text, _OTHER_LINE_ENDS)
    found = runtime(m).call_builtin(m, f"str.{name}", (owner.text, *arguments), {})
    if isinstance(found, UnknownText):
        unsupported(f"bytes.{name}() with such arguments")
    return found


def _ordinary(m: Mac, text: Scalar, others: str) -> None:
    m.within(not_(or_(*(str_contains(text, each) for each in others))), ORDINARY)


# -- bytes()


def make_bytes(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    known = pure_functions.called(m, bytes, "bytes", positional, keywords)
    if known is not None:
        return known[0]
    names = ("source", "encoding", "errors")
    source, *others = take_given("bytes", positional, keywords, names, 0)
    source = NONE if source is None else plain(settle(m, source), int)
    encoding = [settle(m, each) for each in others if each is not None]
    if is_str(source):
        if not encoding:
            throw(TypeError, "string argument without an encoding")
        return runtime(m).call_builtin(m, "str.encode", (source, *encoding), {})
    if encoding:
        throw(TypeError, "encoding without a string argument")
    if isinstance(source, Bytes):
        return source
    if is_integer(source):
        if sort_of(source) is BOOL:
            return Bytes("\0" if m.decide(source) else "")
        if m.decide(lt(source, 0)):
            throw(ValueError, "negative count")
        return Bytes("\0" * known_length(m, source, most_characters(m)))
    if source is NONE or is_float(source):
        throw(TypeError, f"cannot convert '{type_name(m, source)}' object to bytes")
    is_plain = isinstance(source, Tuple)
    if not is_plain and not (is_ref(source) and category(m, source) in ("list", "tuple")):
        unsupported("bytes() of such an argument")
    return bytes_of(m, [_byte(m, item) for item in sequences.items_of(m, source)])


def _byte(m: Mac, item: Value) -> Scalar:
    item = plain(settle(m, item), int)
    if not is_integer(item):
        name = type_name(m, item)
        throw(TypeError, f"'{name}' object cannot be interpreted as an integer")
    number = _number(item)
    if not m.decide(and_(le(0, number), lt(number, _BYTE))):
        throw(ValueError, "bytes must be in range(0, 256)")
    return number


def _number(value: Scalar) -> Scalar:
    """Of an integer or a truth value."""
    return ite(value, 1, 0) if sort_of(value) is BOOL else value


# -- binascii


def to_base64(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    known = pure_functions.called(
        m, binascii.b2a_base64, "binascii.b2a_base64", positional, keywords
    )
    if known is not None:
        return known[0]
    keywords = dict(keywords)
    newline = settle(m, keywords.pop("newline", True))
    (data,) = take("b2a_base64", positional, keywords, ("data",), 1)
    data = settle(m, data)
    if is_str(data):
        throw(TypeError, "a bytes-like object is required, not 'str'")
    if not isinstance(data, Bytes) or not isinstance(newline, bool | int):
        unsupported("binascii.b2a_base64() with such arguments")
    codes = codes_of(m, data.text)
    found: list[Scalar] = []
    for at in range(0, len(codes), 3):
        group = codes[at : at + 3]
        whole: Scalar = 0
        for code in (*group, *[0] * (3 - len(group))):
            whole = add(mul(whole, _BYTE), code)
        digits = [mod(floordiv(whole, 64**place), 64) for place in (3, 2, 1, 0)]
        kept = len(group) + 1
        found += [_base64_digit(digit) for digit in digits[:kept]]
        found += [ord("=")] * (4 - kept)
    return bytes_of(m, [*found, *([ord("\n")] if newline else [])])


def _hexlify(name: str, function: Callable[..., bytes]) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        known = pure_functions.called(m, function, f"binascii.{name}", positional, keywords)
        if known is not None:
            return known[0]
        data = settle(m, positional[0]) if len(positional) == 1 and not keywords else None
        if not isinstance(data, Bytes):
            unsupported(f"binascii.{name}() with such arguments")
        return bytes_of(m, hex_digits(codes_of(m, data.text)))

    return model


def _base64_digit(value: Scalar) -> Scalar:
    first = 64
    result: Scalar = 0
    for count, code in reversed(_BASE64):
        result = ite(lt(value, first), add(value, code - (first - count)), result)
        first -= count
    return result


MODELS: dict[str, Model] = {
    **{f"bytes.{name}": _testing(name) for name in _TESTS},
    **{f"bytes.{name}": _changing(name) for name in _CHANGES},
    "bytes.hex": written_hex,
    "bytes.translate": translate,
    "bytes": make_bytes,
    "binascii.b2a_base64": to_base64,
    "binascii.hexlify": _hexlify("hexlify", binascii.hexlify),
    "binascii.b2a_hex": _hexlify("b2a_hex", binascii.b2a_hex),
}
