"""A mutant without a file: the functions of a module get the code that the mutated source has.

Everything is imported and all tests are collected once; the process that is forked for a mutant
exchanges the code objects of the functions concerned and runs tests at once. That is possible
where the change is inside of functions, which is nearly everywhere; a mutant of a table or of a
class body is not drawn.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import CodeType, FunctionType


class CannotSwapError(Exception):
    """The mutant is not one of function bodies."""


def differing(before: str, after: str, filename: str) -> list[tuple[CodeType, CodeType]]:
    """The functions that the mutant changes: old and new code of each."""
    old = list(codes(compile(before, filename, "exec")))
    new = list(codes(compile(after, filename, "exec")))
    if [each.co_qualname for each in old] != [each.co_qualname for each in new]:
        raise CannotSwapError
    pairs = [(a, b) for a, b in zip(old, new, strict=True) if _own(a) != _own(b)]
    functions = [(a, b) for a, b in pairs if a.co_flags & _IN_FUNCTION]
    if not functions or len(functions) != len(pairs):
        raise CannotSwapError
    if any(a.co_freevars != b.co_freevars for a, b in functions):
        raise CannotSwapError
    return [(a, b) for a, b in zip(old, new, strict=True) if a.co_flags & _IN_FUNCTION]


_IN_FUNCTION = 0x0003
"""CO_OPTIMIZED and CO_NEWLOCALS: neither a module nor a class body."""


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _own(code: CodeType) -> tuple[object, ...]:
    """What the code does by itself, its inner functions aside."""
    constants = tuple(
        "code" if isinstance(each, CodeType) else (type(each), repr(each))
        for each in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


class Functions:
    """All functions that there are, by where their code stands."""

    def __init__(self) -> None:
        self._by_place: dict[tuple[str, str, int], list[FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._by_place.setdefault(_place(each.__code__), []).append(each)

    def swap(self, pairs: list[tuple[CodeType, CodeType]]) -> None:
        for old, new in pairs:
            for function in self._by_place.get(_place(old), ()):
                function.__code__ = new


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
