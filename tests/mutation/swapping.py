"""A mutant without a file: the functions of a module get the code that the mutated source has.

Everything is imported and all tests are collected once; the process that is forked for a mutant
exchanges the code objects of the functions concerned and runs tests at once. That is possible
where the change is inside of functions, which is nearly everywhere; a mutant of a table or of a
class body is not drawn.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType

from heapwise.terms import bit_vector
from tests.nearest import ROOT


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


_COMPARED_BY_IS = (bit_vector,)
"""Functions that must give the same object for ever."""


class Functions:
    """All functions that there are, by where their code stands, and the caches that hide what the
    mutated modules do: their own and those of tests."""

    def __init__(self, mutated: Iterable[str]) -> None:
        self._by_place: dict[tuple[str, str, int], list[FunctionType]] = {}
        self._caches: list[functools._lru_cache_wrapper[object]] = []
        files = {str(ROOT / module) for module in mutated}
        tests = f"{ROOT / 'tests'}/"
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._by_place.setdefault(_place(each.__code__), []).append(each)
            elif isinstance(each, functools._lru_cache_wrapper) and each not in _COMPARED_BY_IS:
                code = getattr(each.__wrapped__, "__code__", None)
                file = "" if code is None else code.co_filename
                if file in files or file.startswith(tests):
                    self._caches.append(each)

    def forget(self) -> None:
        """As if nothing had been asked of any function."""
        for cache in self._caches:
            cache.cache_clear()

    def swap(self, pairs: list[tuple[CodeType, CodeType]]) -> None:
        for old, new in pairs:
            for function in self._by_place.get(_place(old), ()):
                function.__code__ = new


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
