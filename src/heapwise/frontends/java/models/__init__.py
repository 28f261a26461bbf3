"""Models of methods that have no bytecode, or better have none: one table by class and method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from heapwise.engine.machine import Result
from heapwise.frontends.java.models import (
    benchmarks,
    boxes,
    builders,
    characters,
    digits,
    enums,
    formats,
    mathematics,
    objects,
    opaque,
    outside_world,
    raw_memory,
    standard_input,
    strings,
    system,
    throwables,
    variable_handles,
)
from heapwise.frontends.java.models.library_model import NATIVE, Mac, Model, Table, bytecode
from heapwise.frontends.java.universe.well_known import STRING
from heapwise.terms import Scalar

ANY = "*"
_CONNECTS = ("registerNatives", "initIDs")
"""Connects a class with native code, of which there is none here."""
Static = Callable[[Mac], Scalar]


@cache
def table() -> Table:
    """All models."""
    merged: dict[str, dict[str, Model]] = {}
    for part in (
        objects.MODELS,
        system.MODELS,
        outside_world.MODELS,
        throwables.MODELS,
        boxes.MODELS,
        characters.MODELS,
        digits.MODELS,
        enums.MODELS,
        mathematics.MODELS,
        raw_memory.MODELS,
        variable_handles.MODELS,
        standard_input.MODELS,
        strings.MODELS,
        formats.MODELS,
        builders.MODELS,
        benchmarks.MODELS,
    ):
        for owner, models in part.items():
            merged.setdefault(owner, {}).update(models)
    return merged


def find(
    class_name: str,
    name: str,
    descriptor: str,
    is_native: bool = False,
    opaque_strings: bool = False,
) -> Model | None:
    """The model of a method, by the internal name of its class, its name and its descriptor; None
    if its bytecode is to be run. Some are only for releases in which it has none. With
    `opaque_strings`, no method of a string may look at its characters."""
    models = table().get(class_name)
    if models is None:
        return objects.nothing if is_native and name in _CONNECTS else None
    found = models.get(f"{name}{descriptor}") or models.get(name)
    if found is None and is_native:
        found = models.get(f"{NATIVE}{name}")
    if found is bytecode:
        return None
    if found is None and ANY in models:
        found = partial(_with_name, models[ANY], f"{class_name.replace('/', '.')}.{name}")
    if opaque_strings and found is not None and class_name == STRING:
        return opaque.without_characters(name, found)
    return found


def find_static(class_name: str, name: str) -> Static | None:
    """What makes the initial value of a static field that the virtual machine sets, or whose class
    is not initialised because it has models."""
    return _STATICS.get((class_name, name))


_STATICS: Mapping[tuple[str, str], Static] = {
    **system.STATICS,
    **standard_input.STATICS,
    **boxes.STATICS,
}


def _with_name(model: Model, name: str, m: Mac, *values: Scalar) -> Result:
    return model(m, name, *values)


__all__ = ["Model", "Static", "find", "find_static", "table"]
