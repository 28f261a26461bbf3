"""Runs finitizations of Python programs in Korat's style (`contracts.finitization`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heapwise.contracts.finitization import Finitization, IntegerSet
from heapwise.frontends.input_limits import NOT_NULL, NOTHING, called, is_named
from heapwise.frontends.input_options import InputLimits
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.shapes import ClassShape, NoneShape, alternatives
from heapwise.program import InputError


def finitised(loaded: LoadedModule, owner: type | None, limits: InputLimits) -> InputLimits:
    """The limits with what the method says, of the class or the module, in place of its name. What
    the user says besides goes first."""
    if limits.finitization is None:
        return limits
    name, scope = called(limits.finitization)
    method = getattr(owner, name, None) or getattr(loaded.module, name, None)
    if not callable(method):
        where = loaded.module.__name__ if owner is None else owner.__qualname__
        raise InputError(f"--finitization {limits.finitization}: `{where}` has no method `{name}`")
    try:
        told = method(scope)
    except Exception as error:
        raise InputError(f"the finitization `{name}` raises {error!r}") from None
    if not isinstance(told, Finitization):
        raise InputError(f"`{name}` is no finitization: it must return a heapwise.Finitization")
    fields = {
        where: NOTHING
        for where in _references(told)
        if not any(_is_same(where, set_) for set_ in told.fields)
    }
    for where, domain in told.fields.items():
        if isinstance(domain, IntegerSet):
            fields[where] = f"{domain.low}..{domain.high}"
        elif not domain.null:
            fields[where] = NOT_NULL
    objects = {cls.__qualname__: count for cls, count in told.counts.items()}
    return replace(
        limits,
        finitization=None,
        fields={**fields, **limits.fields},
        objects={**objects, **limits.objects},
    )


def _is_same(where: str, said: str) -> bool:
    owner, _, name = where.rpartition(".")
    cls, _, label = said.rpartition(".")
    return name == label and is_named(owner, cls)


def _references(told: Finitization) -> Iterator[str]:
    """The fields of its objects that hold objects or None."""
    for cls in told.counts:
        for name, info in fields_of(cls).items():
            parts = alternatives(info.shape)
            if NoneShape() in parts and any(isinstance(part, ClassShape) for part in parts):
                yield f"{info.owner.__qualname__}.{name}"
