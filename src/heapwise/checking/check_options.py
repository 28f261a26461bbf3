"""What there is to choose about a check."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, NamedTuple

from heapwise.checking.silence import Known
from heapwise.engine.bounds import Bounds
from heapwise.heaps.shape_names import ANY
from heapwise.plan import RunPlan
from heapwise.results.input_choice import REACHABLE

AUTO, PATHS, MERGED = ENGINES = ("auto", "paths", "merged")
_QUERY_SECONDS = 5.0
"""One question to the solver must not eat up the time of a function."""
_USUAL_OBJECTS = 5
_USUAL_PROVED = 8


@dataclass(frozen=True, slots=True)
class Override:
    """Other choices (by the names of fields) for functions that fit one of the patterns for modules
    and one for functions; empty ones fit all. Paths in patterns begin at the `root`."""

    modules: tuple[str, ...]
    functions: tuple[str, ...]
    changes: tuple[tuple[str, Any], ...]
    root: str = "."

    def holds_for(self, target: str, name: str) -> bool:
        in_module = fits_module(target, self.modules, self.root)
        return in_module and fits_function(name, self.functions)


def fits_module(target: str, patterns: tuple[str, ...], root: str = ".") -> bool:
    """Is a file, a module, a class or a package of the target called so?"""
    return not patterns or any(
        fnmatch.fnmatchcase(called, pattern) or called.startswith(f"{pattern}.")
        for called in _called(target, root)
        for pattern in patterns
    )


def fits_function(name: str, patterns: tuple[str, ...]) -> bool:
    """`Tree.insert(int)` is also called `Tree.insert` and `insert`."""
    plain = name.partition("(")[0]
    names = (name, plain, plain.rpartition(".")[2])
    return not patterns or any(
        fnmatch.fnmatchcase(each, pattern) for each in names for pattern in patterns
    )


def _called(target: str, root: str) -> Iterator[str]:
    """`src/shop/cart.py:Cart.add` is in `shop/cart.py`, in the module `shop.cart`."""
    location, _, inside = target.rpartition(":")
    location = location or target
    yield target
    yield inside.partition("(")[0].replace("/", ".")
    path = PurePath(
        os.path.relpath(location, root) if os.path.exists(location) else os.path.normpath(location)
    )
    for start in range(len(path.parts)):
        tail = PurePath(*path.parts[start:])
        yield tail.as_posix()
        if tail.suffix == ".py":
            parts = tail.with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`max_objects` is where deepening ends, if it is given; `seconds` is the time for one
    function. Without `endless`, a loop that has no end is no finding; without `digits`, integers of
    more digits than CPython writes are beyond a bound. With `lines`, it is found out which lines
    are reached, which takes a little longer. Findings of the rules in `ignore`, exceptions in
    `allow` and what is `known` from a baseline are silenced. `overrides` say what else holds for
    some functions. `inputs` are `REACHABLE` if a failure counts only for objects that the program's
    own public functions can make; with `find_invariants`, one that is found of their class is
    assumed if a function fails for others alone. The `engine` is what does the work: paths, merged
    runs, or both. The rest is as in `RunPlan`."""

    seconds: float = 30.0
    max_objects: int | None = None
    strategy: str | None = None
    shapes: str = ANY
    by_contract: tuple[str, ...] = ()
    endless: bool = True
    digits: bool = False
    precondition: str | None = None
    leading_asserts: bool = False
    language_options: object | None = None
    lines: bool = False
    overrides: tuple[Override, ...] = ()
    ignore: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    known: tuple[Known, ...] = ()
    inputs: str = REACHABLE
    find_invariants: bool = True
    engine: str = AUTO

    @property
    def most_objects(self) -> int:
        """Up to which paths are explored."""
        return _USUAL_OBJECTS if self.max_objects is None else self.max_objects

    @property
    def most_proved(self) -> int:
        """Up to which is proved, as long as that succeeds: it takes far less time than paths."""
        return _USUAL_PROVED if self.max_objects is None else self.max_objects

    def for_function(self, target: str, name: str) -> CheckOptions:
        """What holds for one function."""
        found: CheckOptions = self
        for each in self.overrides:
            if each.holds_for(target, name):
                found = replace(found, **dict(each.changes))
        return found

    def plan(self, target: str, bounds: Bounds) -> RunPlan:
        """Of an exploration of one function."""
        return RunPlan(
            target,
            self.strategy,
            bounds,
            query_seconds=min(_QUERY_SECONDS, max(self.seconds / 10, 0.5)),
            leading_asserts=self.leading_asserts,
            by_contract=self.by_contract,
            precondition=self.precondition,
            automatic=False,
            keeps_invariants=True,
            tries_loops=self.endless,
            language_options=self.language_options,
            strategy_options={} if self.shapes == ANY else {"shapes": self.shapes},
        )


class Planned(NamedTuple):
    """A target to be checked, and what was chosen for it."""

    target: str
    settings: CheckOptions
    private: bool = False
