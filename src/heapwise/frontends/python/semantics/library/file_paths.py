"""Paths of files, as text and as objects of `pathlib`.

A path that is known may be anything. One that is not is a plain name: what a system makes of dots,
slashes and the empty path is another story, and such paths are beyond a bound.
"""

from __future__ import annotations

import os
import pathlib
from typing import cast

from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Builtin,
    Bytes,
    Modelled,
    Opaque,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, modelled_objects
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    DictContents,
    Mac,
    is_str,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.modelled_objects import is_path, path_text
from heapwise.terms import (
    Op,
    Scalar,
    Term,
    and_,
    eq,
    le,
    not_,
    str_concat,
    str_contains,
    str_is_ascii,
    str_length,
)

PLAIN_PATHS = "unknown paths that are plain names"
OTHER_ENCODINGS = "unknown encodings of files that are utf-8"
_LONGEST = 100
_UTF_8 = ("utf-8", "utf8", "utf_8")


def make_path(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    parts = [_text(m, value, "Path") for value in positional]
    if not parts:
        return _made(m, ".")
    found: Scalar = parts[0]
    for part in parts[1:]:
        found = _joined(found, part)
    return _made(m, _normal(found))


def _made(m: Mac, text: Scalar) -> Modelled:
    path = modelled_objects.made(m, "PosixPath", "path")
    m.put(path.state, DictContents((("text", text),)))
    return path


def _normal(text: Scalar) -> Scalar:
    return str(pathlib.PurePosixPath(text)) if isinstance(text, str) else text


def _joined(one: Scalar, other: Scalar) -> Scalar:
    if isinstance(one, str) and isinstance(other, str):
        return str(pathlib.PurePosixPath(one, other))
    if isinstance(other, str) and os.path.isabs(other):
        return other
    return other if one == "." else str_concat(one, "" if one == "/" else "/", other)


def _text(m: Mac, value: Value, wanted: str) -> Scalar:
    """As the program wrote it; one that is not known is checked."""
    value = settle(m, value)
    if is_path(value):
        return path_text(m, value)
    if isinstance(value, Bytes | Opaque):
        unsupported(f"a path that is a {type_name(m, value)}")
    if not is_str(value):
        what = "expected str, bytes or os.PathLike object, not "
        if wanted == "Path":
            what = "argument should be a str or an os.PathLike object where __fspath__ returns a "
            what += f"str, not {type_name(m, value)!r}"
            throw(TypeError, what)
        throw(TypeError, f"{what}{type_name(m, value)}")
    if isinstance(value, Term):
        _check_plain(m, value)
    return value


def _parts(text: Scalar) -> tuple[Scalar, ...]:
    return text.args if isinstance(text, Term) and text.op == Op.CONCAT else (text,)


def _check_plain(m: Mac, text: Term) -> None:
    for part in _parts(text):
        if isinstance(part, Term):
            plain = and_(
                le(1, str_length(part)),
                le(str_length(part), _LONGEST),
                not_(str_contains(part, "/")),
                not_(str_contains(part, "\0")),
                not_(eq(part, ".")),
                not_(eq(part, "..")),
                str_is_ascii(part),
            )
            m.within(plain, PLAIN_PATHS)
    shown = "".join(part if isinstance(part, str) else "name" for part in _parts(text))
    if os.path.normpath(shown) != shown or not shown.isascii() or "\0" in shown:
        raise CutError(PLAIN_PATHS)  # other ways to write a path


def attribute(m: Mac, owner: Modelled, name: str) -> Value | Enter | None:
    """What `pathlib` has as properties; or that of another modelled object."""
    if owner.prefix == "path" and name in _PURE_METHODS:
        return BoundMethod(owner, Builtin(_builtin(name)))
    if owner.prefix != "path" or name not in _PROPERTIES:
        return modelled_objects.attribute(m, owner, name)
    text = path_text(m, owner)
    if isinstance(text, str):
        found = getattr(pathlib.PurePosixPath(text), name)
        if isinstance(found, pathlib.PurePosixPath):
            return _made(m, str(found))
        return Tuple(found) if isinstance(found, tuple) else str(found)
    *before, last = _parts(text)
    is_below = len(before) > 0 and isinstance(before[-1], str) and before[-1].endswith("/")
    if name == "name" and (is_below or not before):
        return last
    if name == "parent" and all(isinstance(part, str) for part in before):
        return _made(m, _normal("".join(map(str, before)) or "."))
    if name in ("stem", "suffix") and (is_below or not before):
        return calls.enter(m, runtime(m).prelude(m, f"name_{name}"), (last,))
    unsupported(f".{name} of a path that is not known")


_PROPERTIES = ("name", "stem", "suffix", "suffixes", "parent", "parts", "root", "anchor", "drive")
_PURE_METHODS = (
    *("is_absolute", "is_relative_to", "relative_to", "match"),
    *("with_name", "with_stem", "with_suffix", "as_uri"),
)
"""Methods that only look at the text."""


def _builtin(name: str) -> str:
    return f"__path_{name}__"


def _pure_method(name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        owner, *others = (settle(m, each) for each in positional)
        assert isinstance(owner, Modelled)
        text = path_text(m, owner)
        if name == "is_absolute" and not others and not keywords:
            first = _parts(text)[0]
            return isinstance(first, str) and first.startswith("/")
        given = [path_text(m, each) if is_path(each) else each for each in others]
        if not isinstance(text, str) or any(type(each) is not str for each in given) or keywords:
            unsupported(f".{name}() of a path, or with arguments, that are not known")
        try:
            found = getattr(pathlib.PosixPath(text), name)(*given)
        except (TypeError, ValueError) as error:
            throw(type(error), *map(str, error.args))
        return (
            _made(m, str(found)) if isinstance(found, pathlib.PosixPath) else cast("Value", found)
        )

    return model


# -- for the prelude


def path(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """What a file is found by."""
    text = _text(m, positional[0], "open")
    if not isinstance(text, str):
        return text
    if "\0" in text:
        throw(ValueError, "embedded null byte")
    if not text or any(ord(character) > 127 for character in text):
        raise CutError(PLAIN_PATHS)
    return os.path.normpath(text)


def parent(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """The directory that a path is in, unless that is there for sure."""
    text = positional[0]
    if isinstance(text, str):
        above = os.path.dirname(text)
        return NONE if above in ("", "/") else above
    assert isinstance(text, Term)
    parts = list(_parts(text))
    at = max(
        (i for i, part in enumerate(parts) if isinstance(part, str) and "/" in part), default=-1
    )
    if at < 0:
        return NONE
    before = str(parts[at]).rpartition("/")[0]
    folder = [*parts[:at], *([before] if before else [])]
    if all(isinstance(part, str) for part in folder):
        known = os.path.normpath("".join(map(str, folder)) or "/")
        return NONE if known in ("/", ".") else known
    return str_concat(*folder) if len(folder) > 1 else folder[0]


def join(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = settle(m, positional[0])
    assert isinstance(owner, Modelled)
    other = settle(m, positional[1])
    if not is_str(other) and not is_path(other):
        found = type_name(m, other)
        throw(TypeError, f"unsupported operand type(s) for /: 'PosixPath' and '{found}'")
    return _made(m, _normal(_joined(path_text(m, owner), _text(m, other, "Path"))))


def encoding(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    name = settle(m, positional[0])
    if isinstance(name, Term) and is_str(name):
        if m.decide(eq(name, "utf-8")):
            return NONE
        raise CutError(OTHER_ENCODINGS)
    if name is not NONE and not (isinstance(name, str) and name.lower() in _UTF_8):
        unsupported("a file with another encoding than UTF-8")
    return NONE


MODELS: dict[str, Model] = {
    "pathlib.Path": make_path,
    "pathlib.PosixPath": make_path,
    "__path__": path,
    "__parent__": parent,
    "__join__": join,
    "__encoding__": encoding,
    **{_builtin(name): _pure_method(name) for name in _PURE_METHODS},
}
