"""Calls of pure functions with known arguments: done for real.

Arguments are copied into objects of the interpreter that runs us, and the result is copied back, so
the call can change nothing. Only functions on the lists below are called: their results depend on
nothing but their arguments.
"""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import importlib
import pathlib
import re
import types
from typing import cast

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.universe import members_of
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    ClassValue,
    DictContents,
    EnumValue,
    Host,
    ListContents,
    Range,
    SetContents,
    Slice,
    Tuple,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import Mac, contents_of, runtime, settle, throw
from heapwise.terms import REF, Term

_MODULES = frozenset(
    ["base64", "binascii", "cmath", "colorsys", "decimal", "fractions", "html", "ipaddress", "json",
     "keyword", "math", "operator", "re", "statistics", "string", "struct", "textwrap",
     "unicodedata", "urllib.parse"]
)  # fmt: skip
_FUNCTIONS = frozenset(
    ["abs", "all", "any", "ascii", "bin", "bool", "bytes", "chr", "complex", "divmod", "float",
     "format", "frozenset", "hex", "int", "len", "list", "max", "min", "oct", "ord", "pow", "range",
     "repr", "round", "slice", "sorted", "str", "sum", "tuple", "dict", "set", "datetime.date",
     "datetime.datetime", "datetime.time", "datetime.timedelta", "datetime.timezone",
     "datetime.date.fromisoformat", "datetime.datetime.fromisoformat", "datetime.date.fromordinal",
     "datetime.datetime.strptime", "strptime._getlang", "strptime.TimeRE.compile",
     "datetime.datetime.combine", "pathlib.PurePath",
     "pathlib.PurePosixPath", "pathlib.PureWindowsPath", "dict.fromkeys", "int.from_bytes",
     "json.encoder.JSONEncoder", "json.decoder.JSONDecoder", "str.maketrans",
     "bytes.fromhex", "bytes.maketrans", "socket.inet_pton", "socket.inet_ntop",
     "socket.inet_aton", "socket.inet_ntoa", "socket.htons", "socket.htonl", "socket.ntohs",
     "socket.ntohl", "zlib.crc32", "zlib.adler32", "zlib.compress", "zlib.decompress",
     "float.fromhex", "sys.getdefaultencoding"]
)  # fmt: skip
_OF_MACHINE = frozenset(
    ["posix.getuid", "posix.geteuid", "posix.getgid", "posix.getegid",
     "platform.system", "platform.machine", "platform.release", "platform.node",
     "platform.python_version", "platform.python_implementation", "platform.python_version_tuple",
     "sys.getfilesystemencoding", "posix.cpu_count", "socket.gethostname"]
)  # fmt: skip
MACHINE = "this machine and its user"
"""What is told in the verdict of a function that asks for them."""
_NOT = frozenset(
    ["re.purge", "json.dump", "json.load", "decimal.getcontext", "decimal.setcontext",
     "decimal.localcontext", "base64.encode", "base64.decode", "base64.main"]
)  # fmt: skip
_TIME_PATTERNS: type = importlib.import_module("_strptime").TimeRE
"""What `strptime` keeps: patterns for formats, by the locale of the process."""
_VALUES = (
    bytes,
    complex,
    fractions.Fraction,
    decimal.Decimal,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
    re.Pattern,
    re.Match,
    pathlib.PurePosixPath,
    pathlib.PureWindowsPath,
    frozenset,
    _TIME_PATTERNS,
    enum.Flag,
    types.NotImplementedType,
)
"""Immutable objects that may be arguments, and whose methods may be called."""
_LOCAL_TIME = ("today", "now", "utcnow", "timestamp", "astimezone", "fromtimestamp")
_MOST = 10_000
"""Characters, items, or bits of a number that are handed to a function."""
_SMALL = ("math.factorial", "math.comb", "math.perm")
_LARGEST = 1_000


class NotKnownError(Exception):
    """The value is symbolic, or nothing that can be handed to a real function."""


def called(
    m: Mac,
    function: object,
    name: str | None,
    positional: tuple[Value, ...],
    keywords: dict[str, Value],
) -> tuple[Value] | None:
    """The result; None if it is not known or the function may not be called."""
    if not callable(function) or not is_pure(function, name):
        return None
    try:
        arguments = [known(m, value) for value in positional]
        named = {key: known(m, value) for key, value in keywords.items()}
    except NotKnownError:
        return None
    if name in _OF_MACHINE:
        m.approximate(MACHINE)
    if name in _SMALL and any(isinstance(n, int) and n > _LARGEST for n in arguments):
        return None
    if name == "pow" and not _is_small_power(arguments):
        return None
    try:
        result = function(*arguments, **named)
    except Exception as error:
        throw(type(error), *(_text(m, item) for item in error.args))
    try:
        return (_made(m, result),)
    except NotKnownError:
        return None


def _text(m: Mac, value: object) -> Value:
    if isinstance(value, list) and all(isinstance(item, type) for item in value):
        return sequences.new_list(m, tuple(map(ClassValue, value)))  # of a Decimal
    return cast("Value", value) if type(value) in (int, float, str, bool) else str(value)


def is_pure(function: object, name: str | None) -> bool:
    owner = getattr(function, "__self__", None)
    if isinstance(owner, _VALUES) or type(owner) in (str, int, float, bool, bytes):
        return getattr(function, "__name__", "") not in _LOCAL_TIME
    if name is None:
        return False
    if name in _FUNCTIONS or name in _SMALL or name in _OF_MACHINE:
        return True
    module = name.rpartition(".")[0]
    owner = getattr(function, "__objclass__", None)
    if isinstance(owner, type) and (owner in _VALUES or owner in (str, int, float, bool)):
        return True
    return name not in _NOT and module in _MODULES


def _is_small_power(arguments: list[object]) -> bool:
    match arguments:
        case [int() | fractions.Fraction(), int() | fractions.Fraction() as exponent, *_]:
            return -_LARGEST <= exponent <= _LARGEST
    return True


def known(m: Mac, value: Value) -> object:
    """As an object of the interpreter that runs us; a copy if it can be changed."""
    if type(value) in (int, bool, float, str):
        size = value.bit_length() if type(value) is int else len(value) if type(value) is str else 0
        if size > _MOST:
            raise NotKnownError
        return value
    if isinstance(value, Term):
        if value.sort is not REF:
            raise NotKnownError
        value = settle(m, value)
        if value is NONE:
            return None
        return _known_contents(m, value) if isinstance(value, Term) else known(m, value)
    match value:
        case Tuple(items):
            return tuple(known(m, item) for item in items)
        case EnumValue(cls, int() as index):
            return members_of(cls)[index]
        case Range(int() as start, int() as stop, int() as step):
            return range(start, stop, step)
        case Slice(start, stop, step):
            return slice(known(m, start), known(m, stop), known(m, step))
        case ClassValue(cls) if cls.__module__ == "builtins":
            return cls
        case Bytes(str() as text):
            return text.encode("latin-1")
        case Host(held) if isinstance(held, _VALUES):
            return held
        case ValueObject():
            held = value_objects.object_of(value)
            if held is not None:
                return held
    raise NotKnownError


def _known_contents(m: Mac, ref: Term) -> object:
    match contents_of(m, ref):
        case ListContents(items, None) if len(items) <= _MOST:
            return [known(m, item) for item in items]
        case SetContents(items, frozen) if len(items) <= _MOST:
            made = [known(m, item) for item in items]
            return frozenset(made) if frozen else set(made)
        case DictContents(entries, None, "dict") if len(entries) <= _MOST:
            return {known(m, key): known(m, item) for key, item in entries}
    raise NotKnownError


def _made(m: Mac, value: object) -> Value:
    """As a value of the path. Not `wrap`, which would share the object with later results."""
    if value is None:
        return NONE
    if type(value) in (int, bool, float, str):
        return cast("Value", value)
    if type(value) is bytes:
        return Bytes(value.decode("latin-1"))
    if type(value) is tuple:
        return Tuple(tuple(_made(m, item) for item in value))
    if type(value) is list:
        return sequences.new_list(m, tuple(_made(m, item) for item in value))
    if type(value) in (set, frozenset):
        items = tuple(_made(m, item) for item in value)  # type: ignore[attr-defined]
        return sequences.new_set(m, items, type(value) is frozenset)
    if type(value) is dict:
        entries = tuple((_made(m, key), _made(m, item)) for key, item in value.items())
        return sequences.new_dict(m, entries)
    if type(value) is range:
        return Range(value.start, value.stop, value.step)
    if hasattr(value, "__next__") or isinstance(value, tuple):
        raise NotKnownError
    if isinstance(value, enum.Enum | type):
        return runtime(m).wrap(m, value)
    return value_objects.value_of(value) or Host(value)
