"""Bytes: strings of code points below 256, so what a solver can say of strings it can of bytes.

Methods that do the same for bytes as for such strings are those of `str`; those that know of
letters or white space are in `byte_methods`. The others are called for real where all is known.
"""

from __future__ import annotations

from heapwise.engine.machine import Enter, ThrownError
from heapwise.frontends.python.model.values import (
    BoundMethod,
    Builtin,
    Bytes,
    ExceptionValue,
    ListContents,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    contents_of,
    is_integer,
    is_ref,
    is_str,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import plain
from heapwise.frontends.python.semantics.core.sequences import byte_character
from heapwise.frontends.python.semantics.text import byte_methods, encodings
from heapwise.terms import (
    Term,
)

_SAME = (
    *("startswith", "endswith", "find", "rfind", "index", "rindex", "count", "replace"),
    *("removeprefix", "removesuffix", "partition", "rpartition", "split", "join"),
)
_OF_ONE_BYTE = ("find", "rfind", "index", "rindex", "count")
"""These also take a number for a byte."""
_OF_BYTES = ("removeprefix", "removesuffix", "partition", "rpartition")
"""These take nothing else, and say so in words of their own."""


def attribute(m: Mac, owner: Bytes, name: str) -> Value | None:
    if name in _SAME or name == "decode":
        return BoundMethod(owner, Builtin(f"bytes.{name}"))
    if isinstance(owner.text, str) and hasattr(bytes, name):
        return runtime(m).wrap(m, getattr(owner.text.encode("latin-1"), name))
    if name in byte_methods.NAMES:
        return BoundMethod(owner, Builtin(f"bytes.{name}"))
    if hasattr(bytes, name):
        unsupported(f"bytes.{name}() of bytes that are not known")
    return None


def _as_text(m: Mac, name: str, value: Value) -> Value:
    """An argument of a method as `str` takes it."""
    value = plain(settle(m, value), int)
    if isinstance(value, Bytes):
        return value.text
    if isinstance(value, Tuple) or (is_ref(value) and category(m, value) in ("tuple", "record")):
        items = sequences.items_of(m, value)
        return Tuple(tuple(_as_text(m, name, item) for item in items))
    if is_str(value):
        throw(TypeError, "a bytes-like object is required, not 'str'")
    return value


def _as_bytes(m: Mac, value: Value) -> Value:
    if isinstance(value, str) or is_str(value):
        return Bytes(value)
    if isinstance(value, Tuple):
        return Tuple(tuple(_as_bytes(m, item) for item in value.items))
    contents = m.load(value) if isinstance(value, Term) else None
    if isinstance(contents, ListContents):
        return sequences.new_list(m, tuple(_as_bytes(m, item) for item in contents.items))
    return value


def _method(name: str) -> Model:
    def method(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        owner, *arguments = positional
        owner = settle(m, owner)
        if not isinstance(owner, Bytes):
            throw(TypeError, f"descriptor '{name}' requires a 'bytes' object")
        if keywords:
            unsupported(f"bytes.{name}() with such arguments")
        if name == "join":
            texts: list[Value] = [_joined(m, arguments)]
        else:
            texts = [_as_text(m, name, value) for value in arguments]
            if name in _OF_BYTES and len(texts) == 1 and not is_str(texts[0]):
                found = type_name(m, settle(m, arguments[0]))
                throw(TypeError, f"a bytes-like object is required, not '{found}'")
        if name in _OF_ONE_BYTE and texts and is_integer(texts[0]):
            texts[0] = byte_character(m, texts[0])
        try:
            result = byte_methods.as_text_does(m, name, owner, texts)
        except ThrownError as thrown:
            error = thrown.value
            is_missing = isinstance(error, ExceptionValue) and error.cls is ValueError
            if name in ("index", "rindex") and is_missing:
                throw(ValueError, "subsection not found")
            raise
        if isinstance(result, Enter):
            unsupported(f"bytes.{name}() with such arguments")
        return _as_bytes(m, result)

    return method


def _joined(m: Mac, arguments: list[Value]) -> Value:
    if len(arguments) != 1:
        throw(TypeError, "join() takes exactly one argument")
    parts = settle(m, arguments[0])
    if not isinstance(parts, Tuple) and not (
        is_ref(parts)
        and (
            isinstance(contents_of(m, parts), ListContents)
            or category(m, parts) in ("list", "tuple")
        )
    ):
        unsupported("bytes.join() of such an argument")
    texts: list[Value] = []
    for at, part in enumerate(sequences.items_of(m, parts)):
        part = settle(m, part)
        if not isinstance(part, Bytes):
            name = type_name(m, part)
            throw(TypeError, f"sequence item {at}: expected a bytes-like object, {name} found")
        texts.append(part.text)
    return Tuple(tuple(texts))


MODELS: dict[str, Model] = {
    **byte_methods.MODELS,
    **{f"bytes.{name}": _method(name) for name in (*_SAME, *byte_methods.AS_TEXT)},
    **encodings.MODELS,
}
