"""What `re.sub` and `Match.expand` put in the place of a match: text with groups in it."""

from __future__ import annotations

import importlib
import re
from typing import Any, TypeAlias

from heapwise.frontends.python.model.values import Bytes, Value
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_str,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.terms import Scalar, str_contains

_parser: Any = importlib.import_module("re._parser")
Template: TypeAlias = tuple[Scalar | int, ...]
"""Texts, and numbers of groups. No text is a number."""


def template(m: Mac, pattern: re.Pattern[Any], value: Value) -> Template:
    value = settle(m, value)
    text = value.text if isinstance(value, Bytes) else value
    if not is_str(text) or isinstance(value, Bytes) is isinstance(pattern.pattern, str):
        expected = "str instance" if isinstance(pattern.pattern, str) else "a bytes-like object"
        throw(TypeError, f"expected {expected}, {type_name(m, value)} found")
    if not isinstance(text, str):
        if m.decide(str_contains(text, "\\")):
            unsupported("a replacement with a backslash that is not known")
        return (text,)
    known = text.encode("latin-1") if isinstance(value, Bytes) else text
    try:
        return tuple(_parts(_parser.parse_template(known, pattern)))
    except re.error as error:
        throw(type(error), str(error))
    except IndexError as error:
        throw(IndexError, str(error))


def _parts(parsed: Any) -> list[Scalar | int]:
    """Python 3.11 has two lists, later ones one where texts and groups take turns."""
    found: list[Any]
    if isinstance(parsed, tuple):
        groups, literals = parsed
        found = list(literals)
        for index, group in groups:
            found[index] = group
    else:
        found = [part for part in parsed if part not in ("", b"")]
    return [part.decode("latin-1") if isinstance(part, bytes) else part for part in found]
