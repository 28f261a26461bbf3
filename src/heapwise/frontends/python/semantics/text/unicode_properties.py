"""What `unicodedata` tells of a character that is not known.

A property with few values (`category`, `combining`) is a choice among them, each under the
condition that the character has it; the conditions are exact, over all the code points that the
solver knows.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.python.model.values import NONE, Opaque, Value
from heapwise.frontends.python.semantics.core import pure_functions
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
from heapwise.frontends.python.semantics.operations.describing import rethrow
from heapwise.frontends.python.semantics.text import characters
from heapwise.terms import Scalar, eq, ite, str_code, str_length
from heapwise.terms.code_points import PROPERTIES, code_is, kind_with, values_of


def _model(name: str) -> Model:
    function: Callable[[str], str | int] = PROPERTIES[name]

    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        known = pure_functions.called(m, function, f"unicodedata.{name}", positional, keywords)
        if known is not None:
            return known[0]
        (value,) = take(name, positional, keywords, ("chr",), 1)
        value = settle(m, value)
        if isinstance(value, Opaque):
            unsupported(f"unicodedata.{name}() of a value of unknown type")
        if not is_str(value):
            found = "None" if value is NONE else type_name(m, value)
            throw(TypeError, f"{name}() argument must be a unicode character, not {found}")
        if characters.seen_length(m, value) != 1 and not m.decide(eq(str_length(value), 1)):
            try:
                function("")
            except TypeError as error:
                rethrow(error)
        m.approximate(characters.ALPHABET)
        code = str_code(value)
        *rare, last = values_of(name)
        told: Scalar = last
        for each in rare:
            told = ite(code_is(kind_with(name, each), code), each, told)
        return told

    return model


MODELS: dict[str, Model] = {f"unicodedata.{name}": _model(name) for name in PROPERTIES}
