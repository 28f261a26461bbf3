"""Keys of input dicts and items of input sets that a path has not looked at.

The path knows how many there are and no more, so a witness may have any, if only no two are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, count, islice, product
from string import ascii_lowercase

from heapwise.frontends.python.model.layouts import Layout, Part
from heapwise.frontends.python.model.universe import Universe, members_of
from heapwise.program.types import ClassDecl
from heapwise.results import Named, TupleValue, Value
from heapwise.testgen.real_names import bytes_literal

_VARIED = 1000
"""Values of one part of a tuple before the next part is varied too."""


class SpareKeys:
    """`shown` is how a witness shows a constant of a hint; `new_object` makes one of a class, like
    no other."""

    def __init__(
        self,
        universe: Universe,
        shown: Callable[[Part, int], Value],
        new_object: Callable[[ClassDecl], Value],
    ) -> None:
        self._universe = universe
        self._shown = shown
        self._new_object = new_object

    def all(self, layout: Layout) -> Iterator[Value]:
        """What the hint allows, simple ones first; no two are equal, but for alternatives of a hint
        that have values in common."""
        return chain.from_iterable(map(self._of_part, layout.parts))

    def _of_part(self, part: Part) -> Iterator[Value]:
        match part.kind:
            case "int" | "opaque":
                yield from count()
            case "float":
                yield from map(float, count())
            case "bool":
                yield from (False, True)
            case "str":
                yield from _words()
            case "bytes":
                yield from (Named(bytes_literal(word.encode())) for word in _words())
            case "enum":
                assert part.cls is not None
                yield from (self._shown(part, at) for at in range(len(members_of(part.cls))))
            case "literal":
                yield from (self._shown(part, at) for at in range(len(part.literals)))
            case "parts":
                yield from (self._shown(part, at) for at in range(_VARIED))
            case "none":
                yield None
            case "ref":
                yield from self._references(part)

    def _references(self, part: Part) -> Iterator[Value]:
        assert part.field is not None and isinstance(part.field.type, ClassDecl)
        if part.field.nullable:
            yield None
        container = self._universe.container(part.field.type)
        if container is None or container.kind not in ("record", "tuple"):
            while True:
                yield self._new_object(part.field.type)
        layouts = container.items
        if container.kind == "tuple":
            first = next(self.all(layouts[0]))
            yield from (TupleValue((first,) * length) for length in count())
        # The parts that have no end are varied one after the other.
        some = [list(islice(self.all(layout), _VARIED)) for layout in layouts]
        yield from map(TupleValue, product(*some))


def _words() -> Iterator[str]:
    for size in count():
        yield from map("".join, product(ascii_lowercase, repeat=size))
