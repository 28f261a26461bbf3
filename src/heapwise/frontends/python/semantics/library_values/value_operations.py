"""Operators, attributes and special methods of values of the library, by their classes."""

from __future__ import annotations

import datetime
import decimal
import fractions
import operator
from types import ModuleType

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.members import is_absent, raw_attribute
from heapwise.frontends.python.model.values import (
    BoundMethod,
    Builtin,
    ClassValue,
    Tuple,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.core import calls, pure_functions
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.value_methods import method_of
from heapwise.frontends.python.semantics.library_values import (
    complex_values,
    decimal_values,
    fraction_values,
    moment_texts,
    moments,
)

_BY_CLASS: dict[type, ModuleType] = {
    fractions.Fraction: fraction_values,
    decimal.Decimal: decimal_values,
    complex: complex_values,
    **dict.fromkeys((datetime.date, datetime.datetime, datetime.time, datetime.timedelta), moments),
}
_ORDER = (complex, decimal.Decimal, fractions.Fraction)
"""Which class knows what to do with one of the others."""
_UNARY = (
    *("__neg__", "__pos__", "__abs__", "__int__", "__trunc__", "__floor__", "__ceil__"),
    "__float__",
)


def combined(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    """What an operator gives, if one of them is such a value; None if there is no such operator."""
    classes = [value.cls for value in (left, right) if isinstance(value, ValueObject)]
    if {fractions.Fraction, decimal.Decimal} <= set(classes):
        return None
    cls = next((each for each in _ORDER if each in classes), classes[0])
    found: Value | None = _BY_CLASS[cls].combined(m, op, left, right)
    return found


def attribute(m: Mac, owner: Value, name: str) -> Value | None:
    """None if there is none."""
    assert isinstance(owner, ValueObject)
    method = method_of(m, owner.cls, name, models_only=True)
    if method is not None:
        return BoundMethod(owner, method)
    held = value_objects.object_of(owner)
    part: Value | None
    if held is not None and not name.startswith("_"):
        known = getattr(held, name, None)
        if known is not None and not callable(known):
            return runtime(m).wrap(m, known)
    part = _BY_CLASS[owner.cls].part(m, owner, name)
    if part is not None:
        return part
    method = method_of(m, owner.cls, name)
    if method is not None and held is None:
        return method if _is_static(owner.cls, name) else BoundMethod(owner, method)
    if held is not None and hasattr(held, name):
        # Called for real if the arguments are known as well; by its code if they are not.
        return BoundMethod(Tuple((owner, name)), Builtin("__method__"))
    raw = raw_attribute(owner.cls, name)
    if name == "__class__":
        return ClassValue(owner.cls)
    if is_absent(raw):
        throw(AttributeError, f"'{type_name(m, owner)}' object has no attribute '{name}'")
    if not callable(raw) and not hasattr(type(raw), "__get__"):
        return runtime(m).wrap(m, raw)
    unsupported(f".{name} of a {owner.cls.__name__} that is not known")


def _is_static(cls: type, name: str) -> bool:
    return isinstance(raw_attribute(cls, name), staticmethod)


def _unary_model(name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        value = settle(m, positional[0])
        assert isinstance(value, ValueObject)
        function = getattr(operator, name, None) or getattr(value.cls, name, None)
        known = pure_functions.called(m, function, f"operator.{name}", (value,), {})
        if known is not None:
            return known[0]
        found: Value | None = _BY_CLASS[value.cls].unary(m, name, value)
        if found is None:
            unsupported(f"{name} of a {value.cls.__name__}")
        return found

    return model


def _unary_models() -> dict[str, Model]:
    found: dict[str, Model] = {}
    for cls in _BY_CLASS:
        for name in _UNARY:
            if hasattr(cls, name):
                found[f"{cls.__module__}.{cls.__name__}.{name}"] = _unary_model(name)
    return found


def call_method(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """A method of a value that is known."""
    receiver, *rest = positional
    assert isinstance(receiver, Tuple)
    owner, name = receiver.items
    assert isinstance(owner, ValueObject) and isinstance(name, str)
    held = value_objects.object_of(owner)
    known = pure_functions.called(m, getattr(held, name), None, tuple(rest), keywords)
    if known is not None:
        return known[0]
    method = method_of(m, owner.cls, name)
    if method is None:
        unsupported(f".{name}() of a {owner.cls.__name__}")
    first = () if _is_static(owner.cls, name) else (owner,)
    return calls.invoke(m, method, (*first, *rest), keywords)


def _known_first(cls: type, name: str, model: Model) -> Model:
    """A class that is called for real if its arguments are known."""

    def made(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        known = pure_functions.called(m, cls, name, positional, keywords)
        return model(m, positional, keywords) if known is None else known[0]

    return made


def _constructors() -> dict[str, Model]:
    found: dict[str, Model] = {}
    for cls, module in _BY_CLASS.items():
        name = cls.__name__ if cls is complex else f"{cls.__module__}.{cls.__name__}"
        found[name] = _known_first(cls, name, module.MODELS[name])
    return found


MODELS: dict[str, Model] = {
    "__method__": call_method,
    **moments.MODELS,
    **moment_texts.MODELS,
    **fraction_values.MODELS,
    **decimal_values.MODELS,
    **complex_values.MODELS,
    **_unary_models(),
    **_constructors(),
}
