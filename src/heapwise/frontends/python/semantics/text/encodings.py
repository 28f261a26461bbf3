"""`encode` and `decode` of text and bytes that are not known, and names of codecs.

ASCII is the same under all codecs that are followed here, so that only its limits are asked for.
The name of a codec that is not known is that of a common one, or of none; others are beyond a
bound.
"""

from __future__ import annotations

import codecs
import contextlib
import re
import sys
from functools import cache
from typing import NoReturn

from heapwise.engine.machine import CutError, ThrownError
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    ExceptionValue,
    Host,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_str,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.text.byte_methods import bytes_of, codes_of
from heapwise.terms import (
    Scalar,
    Term,
    and_,
    eq,
    le,
    lt,
    or_,
    str_at,
    str_code,
    str_concat,
    str_is_ascii,
    str_is_latin,
    str_length,
    str_prefix_of,
    str_substring,
    sub,
)

NOT_ASCII = "encoding and decoding of other text than ASCII"
CODECS = "names of codecs that are utf-8, ascii, latin-1 or no codec at all"
HANDLERS = "handlers of errors in text that are strict, ignore or replace"
_KNOWN = ("utf-8", "ascii", "latin-1", "no codec")
_OWN = {"utf-8": "utf-8", "ascii": "ascii", "iso8859-1": "latin-1"}
_WIDE = re.compile(r"utf-(16|32)(-[lb]e)?")
"""Codecs that give ASCII with zeros around it; those without an order begin with a mark."""
_MARKED, _MARK = "utf-8-sig", codecs.BOM_UTF8.decode("latin-1")
_ONE_BYTE = re.compile(r"cp125\d|iso8859-\d+|koi8-[ru]")
"""Codecs that give ASCII as it is, and everything else something else."""


def _text(m: Mac, what: str, value: Value, choices: tuple[str, ...], bound: str) -> str:
    """An argument that names something."""
    value = settle(m, value)
    if isinstance(value, str):
        return value
    if not is_str(value):
        throw(TypeError, f"{what} must be str, not {type_name(m, value)}")
    for choice in choices:
        if m.decide(eq(value, choice)):
            return choice
    raise CutError(bound)


def _encoding(m: Mac, function: str, value: Value) -> str:
    return _text(m, f"{function}() argument 'encoding'", value, _KNOWN, CODECS)


def _errors(m: Mac, function: str, value: Value) -> str:
    handlers = ("strict", "ignore", "replace")
    return _text(m, f"{function}() argument 'errors'", value, handlers, HANDLERS)


@cache
def _codec(encoding: str) -> str:
    """Its name here, or that of one byte for each character; empty if there is no such codec."""
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        return ""
    followed = name in _OWN or _ONE_BYTE.fullmatch(name) or _WIDE.fullmatch(name)
    if not followed and name != _MARKED and not _keeps_ascii(name):
        unsupported(f"the encoding {name}")
    return _OWN.get(name, name)


def _keeps_ascii(name: str) -> bool:
    """Is it a codec of one or several bytes for each character (`gbk`), in which those of ASCII are
    what they are?"""
    owner = getattr(codecs.lookup(name).encode, "__self__", None)
    if type(owner).__name__ != "MultibyteCodec":
        return False
    with contextlib.suppress(UnicodeError):
        return all(
            bytes([code]).decode(name) == chr(code) and chr(code).encode(name) == bytes([code])
            for code in range(128)
        )
    return False


def decode(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = ("self", "encoding", "errors")
    owner, encoding, errors = take(
        "decode", positional, keywords, names, 1, encoding="utf-8", errors="strict"
    )
    owner = settle(m, owner)
    assert isinstance(owner, Bytes)
    encoding, errors = _encoding(m, "decode", encoding), _errors(m, "decode", errors)
    text = owner.text
    if isinstance(text, str):
        try:
            return bytes(text, "latin-1").decode(encoding, errors)
        except (UnicodeError, LookupError) as error:
            raise ThrownError(ExceptionValue(type(error), _known_arguments(error))) from None
    if m.decide(eq(text, "")):
        return ""
    codec = _codec(encoding)
    if not codec:
        throw(LookupError, f"unknown encoding: {encoding}")
    if _WIDE.fullmatch(codec):
        return _from_wide(m, codec, errors, owner)
    if codec == _MARKED:
        codec = "utf-8"
        if m.decide(str_prefix_of(_MARK, text)):
            text = str_substring(text, len(_MARK), sub(str_length(text), len(_MARK)))
            if m.decide(eq(text, "")):
                return ""
            owner = Bytes(text)
    if codec == "latin-1" or m.decide(str_is_ascii(text)):
        return text
    if errors == "strict" and codec in ("utf-8", "ascii"):
        wrong = codec == "ascii" or _is_never_decoded(text)
        if m.decide(wrong):
            _refuse(UnicodeDecodeError, codec, owner)
    raise CutError(NOT_ASCII)


def _to_wide(m: Mac, codec: str, s: Term) -> Bytes:
    """Every character between the zeros that an `a` is between."""
    mark, one = "".encode(codec), "a".encode(codec)
    found: list[Scalar] = [*mark]
    for code in codes_of(m, s):
        found += [code if each else 0 for each in one.removeprefix(mark)]
    return bytes_of(m, found)


def _from_wide(m: Mac, codec: str, errors: str, owner: Bytes) -> Value:
    codes = codes_of(m, owner.text)
    for mark, order in _MARKS[codec[:6]] if len(codec) == len("utf-16") else ():
        begins = [eq(code, each) for code, each in zip(codes, mark, strict=False)]
        if len(codes) >= len(mark) and m.decide(and_(*begins)):
            codes, codec = codes[len(mark) :], f"{codec}{order}"
            break
    else:
        codec = codec if codec[6:] else f"{codec}{_NATIVE}"
    pattern = "a".encode(codec)
    whole = len(codes) // len(pattern) * len(pattern)
    places = [pattern[at % len(pattern)] for at in range(whole)]
    fits = and_(*(lt(c, 128) if at else eq(c, 0) for c, at in zip(codes, places, strict=False)))
    if not m.decide(fits) or (whole < len(codes) and errors != "strict"):
        raise CutError(NOT_ASCII)
    if whole < len(codes):
        _refuse(UnicodeDecodeError, codec, owner)
    text = bytes_of(m, [code for code, at in zip(codes, places, strict=True) if at]).text
    return text


_MARKS = {
    "utf-16": ((codecs.BOM_UTF16_LE, "-le"), (codecs.BOM_UTF16_BE, "-be")),
    "utf-32": ((codecs.BOM_UTF32_LE, "-le"), (codecs.BOM_UTF32_BE, "-be")),
}
_NATIVE = "-le" if sys.byteorder == "little" else "-be"


def _refuse(cls: type[UnicodeError], codec: str, what: Value) -> NoReturn:
    """Where in the text, and why, is not known."""
    unknown = UnknownText(f"what {codec} does not take", NOT_ASCII)
    raise ThrownError(ExceptionValue(cls, (codec, what, unknown, unknown, unknown)))


def _known_arguments(error: Exception) -> tuple[Value, ...]:
    return tuple(
        Bytes(each.decode("latin-1")) if isinstance(each, bytes) else each for each in error.args
    )


def _is_never_decoded(text: Scalar) -> Scalar:
    """Bytes that are no UTF-8 for sure: the first begins nothing, or the last begins something that
    does not follow."""
    first = str_code(str_at(text, 0))
    last = str_code(str_at(text, sub(str_length(text), 1)))
    return or_(
        and_(le(0x80, first), le(first, 0xC1)),
        le(0xF5, first),
        le(0xC2, last),
    )


def encode(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    """`str.encode`, where something is not known."""
    names = ("encoding", "errors")
    encoding, errors = take("encode", args, keywords, names, 0, encoding="utf-8", errors="strict")
    encoding, errors = _encoding(m, "encode", encoding), _errors(m, "encode", errors)
    if not isinstance(s, Term):
        try:
            return Bytes(str(s).encode(encoding, errors).decode("latin-1"))
        except (UnicodeError, LookupError) as error:
            raise ThrownError(ExceptionValue(type(error), _known_arguments(error))) from None
    codec = _codec(encoding)
    if not codec:
        throw(LookupError, f"unknown encoding: {encoding}")
    if _WIDE.fullmatch(codec):
        if not m.decide(str_is_ascii(s)):
            raise CutError(NOT_ASCII)
        return _to_wide(m, codec, s)
    if codec == _MARKED:
        if not m.decide(str_is_ascii(s)):
            raise CutError(NOT_ASCII)
        return Bytes(str_concat(_MARK, s))
    if m.decide(str_is_latin(s) if codec == "latin-1" else str_is_ascii(s)):
        return Bytes(s)
    if errors == "strict" and codec in ("ascii", "latin-1"):
        _refuse(UnicodeEncodeError, codec, s)
    raise CutError(NOT_ASCII)


def look_up(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`codecs.lookup`."""
    (encoding,) = take("lookup", positional, keywords, ("encoding",), 1)
    if settle(m, encoding) is NONE:
        throw(TypeError, "lookup() argument must be str, not None")
    name = _text(m, "lookup() argument", encoding, _KNOWN, CODECS)
    try:
        return Host(codecs.lookup(name))
    except LookupError as error:
        throw(LookupError, *error.args)


MODELS: dict[str, Model] = {"bytes.decode": decode, "codecs.lookup": look_up}
