"""Which witnesses can be written down as they are: calls of constructors and public assignments.

An object can if its constructor sets nothing but what it is given (`testgen.module_source`), and
every other field that differs may be assigned by users of the class.
"""

from __future__ import annotations

import sys
from collections.abc import Collection

from heapwise.contracts.contract import RESULT
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.model.universe import is_user_class
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.results import Heap, HeapObject, Ref
from heapwise.results.heap import reached
from heapwise.testgen import stand_ins
from heapwise.testgen.module_source import read_module
from heapwise.testgen.needed_imports import with_foreign_classes
from heapwise.testgen.rebuild import fields_left


def declared_valid(required: Requirements) -> frozenset[str]:
    """The parameters of which somebody has said which objects are meant: those that have an
    invariant, and those that a precondition is about."""
    names = {name for name, _ in required.invariants}
    for group in (required.contract.pre, *required.contract.inherited_pre):
        for condition in group:
            names |= {name for name in condition.names.values() if name != RESULT}
    return frozenset(names)


def unexplained(heap: Heap, loaded: LoadedModule, valid: Collection[str]) -> list[Ref]:
    """Objects of the program that cannot be written down, but for what the `valid` roots lead
    to."""
    facts = with_foreign_classes(read_module(loaded.path), heap)
    left = fields_left(heap, facts)
    known = reached(heap, [heap.roots.get(name) for name in valid])
    return [
        ref
        for ref, fields in left.items()
        if ref not in known and not _is_explained(heap.objects[ref], loaded, fields)
    ]


def class_named(name: str, loaded: LoadedModule) -> type | None:
    """The class that a witness calls so."""
    found: object = loaded.module
    for part in name.split("."):
        found = getattr(found, part, None)
    if isinstance(found, type):
        return found
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        found = sys.modules.get(".".join(parts[:cut]))
        for part in parts[cut:]:
            found = getattr(found, part, None)
        if isinstance(found, type):
            return found
    return None


def _is_explained(obj: HeapObject, loaded: LoadedModule, fields: Collection[str] | None) -> bool:
    cls = class_named(obj.class_name, loaded)
    if cls is None or issubclass(cls, BaseException) or not is_user_class(cls):
        return True  # nobody has written calls of it, and nobody could
    if stand_ins.is_any_implementation(cls):
        return True  # whoever implements it decides what its objects answer
    if fields is None:
        return False
    known = fields_of(cls)
    return all(
        not name.startswith("_") and name in known and known[name].from_outside for name in fields
    )
