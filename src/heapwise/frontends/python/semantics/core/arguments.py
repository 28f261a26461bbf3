"""The arguments of models of builtins: in order, or the TypeError that CPython raises."""

from __future__ import annotations

import builtins

from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.core.environment import Model
from heapwise.frontends.python.semantics.core.kinds import throw

_PLAIN = {
    name: getattr(builtins, name)
    for name in ("abs", "bin", "callable", "chr", "divmod", "hash", "hex", "len", "oct", "ord")
}
"""Functions that take positional arguments only, whose number is checked before anything else."""
_COUNTED = {**_PLAIN, "int": int}
"""Those whose number of arguments is checked first; versions of CPython word that differently."""


def _said(name: str, positional: tuple[Value, ...], keywords: dict[str, Value]) -> str | None:
    """What CPython says of so many arguments."""
    if name not in _COUNTED:
        return None
    try:
        _COUNTED[name](*[None] * len(positional), **dict.fromkeys(keywords))
    except TypeError as error:
        return str(error)
    raise AssertionError(name)


def take(
    name: str,
    positional: tuple[Value, ...],
    keywords: dict[str, Value],
    names: tuple[str, ...],
    required: int,
    **defaults: Value,
) -> list[Value]:
    """The arguments in the order of `names`; the first `required` must be given, the others have
    defaults."""
    if len(positional) == len(names) and not keywords:
        return list(positional)
    taken = take_given(name, positional, keywords, names, required, **defaults)
    return [value for value in taken if value is not None]


def take_given(
    name: str,
    positional: tuple[Value, ...],
    keywords: dict[str, Value],
    names: tuple[str, ...],
    required: int,
    **defaults: Value,
) -> list[Value | None]:
    """The same, with None for one that is not given and has no default."""
    if len(positional) > len(names) or (keywords and name in _PLAIN):
        problem = f"{name}() takes at most {len(names)} arguments ({len(positional)} given)"
        throw(TypeError, _said(name, positional, keywords) or problem)
    given = dict(zip(names, positional, strict=False))
    for key, value in keywords.items():
        if key not in names:
            throw(TypeError, f"{name}() got an unexpected keyword argument '{key}'")
        if key in given:
            throw(TypeError, f"{name}() got multiple values for argument '{key}'")
        given[key] = value
    for key in names[:required]:
        if key not in given:
            problem = f"{name}() missing required argument: '{key}'"
            throw(TypeError, _said(name, positional, keywords) or problem)
    return [given.get(key, defaults.get(key)) for key in names]


__all__ = ["Model", "take", "take_given"]
