"""Functions of the source: their syntax trees, and where they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from heapwise.frontends.python.source.scopes import (
    FunctionNode,
    parameters_of,
    scope_of,
    yields,
)
from heapwise.program.code import Code

_EVENT_LOOP = "heapwise.frontends.python.prelude.library_asyncio"
"""How the names of its modules begin: what yields there waits."""


@dataclass(eq=False, slots=True)
class FunctionCode:
    """A function of the source. `globals` is the namespace of its module, `owner` the class whose
    body it stands in, `free_cells` the captured names, in the order of the cells, `around`
    the functions that it stands in, as its qualified name has them. Only decisions of `traced` code
    are events; what goes wrong in code of a `library` does so where the program has called it. Code
    that stands `beside` is of the same package in another file: like traced code, it raises on
    purpose.
    `attributes` are those that a function of a module was given when that was imported, `lowered`
    are its instructions, once somebody has asked for them."""

    name: str
    file: str
    node: FunctionNode
    globals: dict[str, Any]
    owner: type | None = None
    free_cells: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    traced: bool = True
    beside: bool = False
    library: bool = False
    around: str = ""
    attributes: Mapping[str, object] = field(default_factory=dict)
    lowered: Code | None = None
    _kind: str | None = None
    _inner: dict[ast.AST, FunctionCode] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.parameters = tuple(parameters_of(self.node))

    @property
    def qualname(self) -> str:
        """As messages call it."""
        if self.around or self.owner is None:
            return f"{self.around}{self.name}"
        return f"{self.owner.__qualname__}.{self.name}"

    @property
    def owner_name(self) -> str | None:
        return self.owner.__name__ if self.owner is not None else None

    @property
    def generator_kind(self) -> str:
        """What its activations are called if it is a generator function of any kind: those of the
        event loop are what CPython has as coroutines."""
        if self._kind is None:
            if isinstance(self.node, ast.AsyncFunctionDef):
                self._kind = "async_generator" if yields(self.node) else "coroutine"
            else:
                is_loop = str(self.globals.get("__name__")).startswith(_EVENT_LOOP)
                self._kind = "coroutine" if is_loop else "generator"
        return self._kind

    def inner(self, node: FunctionNode, name: str) -> FunctionCode:
        """The code of a function inside this one; `captures` says which cells it takes."""
        found = self._inner.get(node)
        if found is None:
            found = FunctionCode(name, self.file, node, self.globals, self.owner)
            found.traced = self.traced
            found.beside = self.beside
            found.library = self.library
            found.around = f"{self.qualname}.<locals>."
            self._inner[node] = found
        return found

    def captures(self, cells: Iterable[str]) -> tuple[str, ...]:
        """Which of these it needs, itself or for a function inside it."""
        free = scope_of(self.node).free
        self.free_cells = tuple(name for name in cells if name in free)
        return self.free_cells

    def __repr__(self) -> str:
        return f"<code of {self.name}>"
