"""What verdicts about functions of Python depend on: files, and which parts of the user's own.

What is inferred of the fields of classes counts as what was found out, for every function: it may
be read from any code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from heapwise.frontends.python.checking.subjects import Subject
from heapwise.frontends.python.model.universe import classes_in_module
from heapwise.frontends.python.source.importing import import_reads
from heapwise.frontends.python.source.module_files import sources_of
from heapwise.frontends.python.source.modules import LoadedModule, imported_later, modules_behind
from heapwise.frontends.python.source.units import assigned_attributes, parts_of, units_of
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.learned_types import files_for
from heapwise.frontends.surroundings import Dependencies, digest


def dependencies_of(subjects: Sequence[Subject]) -> Dependencies | None:
    loaded = subjects[0].loaded
    imported_later(loaded)  # what these read counts too
    found = sources_of(Path(loaded.path), import_reads())
    around = found.surroundings
    if around is None:
        return None
    around = replace(around, files=around.files | files_for(found.own))
    units = units_of(found.own)
    if units is None:
        return Dependencies(around)
    parts = parts_of(
        units, [each.info.name for each in subjects], digest(_fields(loaded, found.own))
    )
    told = [
        digest([text, each.name, each.skipped, repr(each.parameters)])
        for text, each in zip(parts.digests, subjects, strict=True)
    ]
    names = [each.info.name for each in subjects]

    def digests_of(instead: Mapping[str, str | None]) -> Sequence[str] | None:
        other = units_of(found.own, instead)
        if other is None:
            return None
        # What is inferred of fields would take an import of the other texts.
        return parts_of(other, names, digest(assigned_attributes(other))).digests

    return Dependencies(around, replace(parts, digests=told), digests_of)


def _fields(loaded: LoadedModule, own: Sequence[str]) -> Iterator[str]:
    modules = dict.fromkeys(modules_behind([loaded.module, *imported_later(loaded)]))
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and os.path.realpath(file) in own:
            modules[module] = None
    for cls in (cls for module in modules for cls in classes_in_module(module)):
        yield f"{cls.__module__}.{cls.__qualname__}"
        for name, info in fields_of(cls).items():
            told = f"{info.source} {info.owner!r} {info.has_default} {info.from_outside}"
            yield f"{name} {info.shape!r} {told}"
