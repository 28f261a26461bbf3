"""What a user says of fields of Python classes (`input_limits`), applied to their cells.

A field whose hint allows several types has a cell for each and a tag: what is said fixes the tag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwise.frontends.input_limits import (
    NOT_NULL,
    NOTHING,
    is_named,
    limit_field,
    need_allowed,
    no_field,
    numbers,
)
from heapwise.frontends.python.model.layouts import Layout, Part
from heapwise.frontends.python.model.universe import Universe

_PLAIN = ("int", "bool", "float", "str")
"""Kinds of values that have a nothing of their own: 0, False, 0.0 and the empty text."""


def limit_layouts(universe: Universe, limits: Mapping[str, str]) -> None:
    """Raises `InputError` for a field that there is not, or that cannot hold what is said."""
    for where, what in limits.items():
        owner, _, name = where.rpartition(".")
        decls = [decl for decl in universe.user_classes() if is_named(decl.name, owner)]
        layouts = [
            layout
            for decl in decls
            if (layout := universe.layout(decl, name)) is not None and layout.owner is decl
        ]
        if not layouts:
            raise no_field(where, what, bool(decls))
        for layout in layouts:
            need_allowed(where, what, _words(layout.parts), _has(layout, "int"))
            _limit(layout, what)


def _words(parts: Sequence[Part]) -> list[str]:
    """Those of the words for limits that make sense."""
    has_none = _none(parts) is not None
    found = [NOTHING] if has_none or any(part.kind in _PLAIN for part in parts) else []
    return [*found, NOT_NULL] if has_none else found


def _limit(layout: Layout, what: str) -> None:
    parts = layout.parts
    layout.limit = what
    none = _none(parts)
    if what == NOT_NULL:
        assert none is not None
        if parts[none].field is None:
            layout.tag.high = len(parts) - 2  # None goes last, unless objects have it
    elif what == NOTHING and none is not None:
        layout.tag.low = layout.tag.high = none
    else:
        wanted = ("int",) if numbers(what) else _PLAIN
        index = next(index for index, part in enumerate(parts) if part.kind in wanted)
        layout.tag.low = layout.tag.high = none = index
    chosen = parts[none].field
    if chosen is not None:
        limit_field(chosen, what)


def _none(parts: Sequence[Part]) -> int | None:
    """The alternative that has None, if there is one."""
    for index, part in enumerate(parts):
        if part.kind == "none" or (
            part.kind == "ref" and part.field is not None and part.field.nullable
        ):
            return index
    return None


def _has(layout: Layout, kind: str) -> bool:
    return any(part.kind == kind for part in layout.parts)
