"""Statements that make the world what a witness says it is, for whoever tries it by hand."""

from __future__ import annotations

import os
from collections.abc import Iterator

from heapwise.results import Heap, TupleValue, Value
from heapwise.testgen.prepared_world import DIRECTORY, WORLD

_ELSEWHERE = "os.chdir(tempfile.mkdtemp())"


def world_statements(given: Heap) -> list[str]:
    """Imports included. Files are made in a new folder; those with absolute paths, and what is
    typed, are left out."""
    facts = [
        (asked.items[0], asked.items[1], told)
        for obj in given.objects.values()
        for asked, told in (obj.entries or ())
        if obj.class_name == WORLD and isinstance(asked, TupleValue)
    ]
    found = [line for kind, name, told in facts for line in _statements(kind, name, told)]
    arguments = [told for kind, _, told in facts if kind == "argv"]
    if arguments:
        found.append(f"sys.argv[:] = {arguments!r}")
    if any(kind == "file" for kind, _, _ in facts):
        found.insert(0, _ELSEWHERE)
    modules = [
        name for name in ("os", "sys", "tempfile") if any(f"{name}." in line for line in found)
    ]
    return [f"import {', '.join(modules)}", *dict.fromkeys(found)] if found else []


def _statements(kind: Value, name: Value, told: Value) -> Iterator[str]:
    if kind == "environ" and told is None:
        yield f"os.environ.pop({name!r}, None)"
    elif kind == "environ":
        yield f"os.environ[{name!r}] = {told!r}"
    elif kind == "file" and not os.path.isabs(str(name)):
        above = os.path.dirname(str(name))
        if told is not None and above:
            yield f"os.makedirs({above!r}, exist_ok=True)"
        if isinstance(told, str):
            yield f"open({name!r}, 'w').write({told!r})"
        elif isinstance(told, TupleValue) and told.items == DIRECTORY:
            yield f"os.makedirs({name!r}, exist_ok=True)"
